//! Small vectors, quaternions and matrices laid out as MuJoCo's arrays.
//!
//! Operations follow MuJoCo's order of arithmetic, so results agree to the last bit wherever the
//! compiler does not fuse or reorder (it does not: no fast-math, no fused multiply-add).

mod eig3;
pub mod fun;
mod mat3;
mod quat;
mod vec3;

pub use eig3::{eig3, eig3_with};
pub use mat3::Mat3;
pub use quat::Quat;
pub use vec3::Vec3;

/// Smallest number that MuJoCo divides by or takes for nonzero.
#[doc(alias = "mjMINVAL")]
pub const MINVAL: f64 = 1e-15;
