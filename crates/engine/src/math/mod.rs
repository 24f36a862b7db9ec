//! Small vectors, quaternions and matrices laid out as MuJoCo's arrays.
//!
//! Operations follow MuJoCo's order of arithmetic, so results agree to the last bit wherever the
//! compiler does not fuse or reorder (it does not: no fast-math, no fused multiply-add).

/// A function that is always inlined for lanes: as a call it would be compiled for the baseline instruction set,
/// not for that of its multiversioned caller. For a single number, the compiler decides.
macro_rules! inline_in_lanes {
    (fn $name:ident($($arg:ident: $ty:ty),*) -> $ret:ty $body:block) => {
        #[inline(always)]
        fn $name<N: $crate::math::Num>($($arg: $ty),*) -> $ret {
            #[inline(always)]
            fn here<N: $crate::math::Num>($($arg: $ty),*) -> $ret $body
            fn apart<N: $crate::math::Num>($($arg: $ty),*) -> $ret {
                here($($arg),*)
            }
            if N::LANES > 1 { here($($arg),*) } else { apart($($arg),*) }
        }
    };
}

mod eig3;
pub mod fun;
mod mat3;
mod num;
pub(crate) mod poly;
mod pose;
pub mod pyramid;
mod quat;
pub mod random;
pub mod rotation;
pub mod scalar;
pub mod sort;
mod spatial;
mod vec3;

pub use eig3::eig3;
#[doc(hidden)]
pub use eig3::{eig3_counted, eig3_with};
pub use mat3::Mat3;
pub use num::{InLanes, Num, Pack};
pub use pose::{Pose, SpatialKind, transform_spatial};
pub use quat::Quat;
pub use spatial::{Inert, Spatial};
pub use vec3::Vec3;

pub use crate::constants::MINVAL;
