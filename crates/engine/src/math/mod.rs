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

mod array;
mod eig3;
pub mod fun;
mod mat3;
#[cfg(feature = "mint")]
mod mint;
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
pub use mat3::Mat3Of;
pub use num::{InLanes, Num, Pack};
pub use pose::{Pose, SpatialKind, transform_spatial};
pub use quat::QuatOf;
pub use spatial::{InertOf, SpatialOf};
pub use vec3::Vec3Of;

/// The constructors and patterns `Vec3([x, y, z])`, of plain numbers and of lanes alike: an alias has none, so these
/// names stand for the structs as values and, below, for their aliases as types.
mod constructors {
    pub use super::{
        InertOf as Inert, Mat3Of as Mat3, QuatOf as Quat, SpatialOf as Spatial, Vec3Of as Vec3,
    };
}
#[doc(hidden)]
pub use constructors::*;

/// A vector of three numbers: position, direction, velocity or force.
pub type Vec3 = Vec3Of<f64>;
/// A 3x3 matrix, row-major: `m[3 * row + col]`.
pub type Mat3 = Mat3Of<f64>;
/// A rotation as a quaternion (w, x, y, z).
pub type Quat = QuatOf<f64>;
/// A six-vector: rotation before translation.
pub type Spatial = SpatialOf<f64>;
/// The inertia of a body (or of a subtree) about the center of mass of its tree.
pub type Inert = InertOf<f64>;

pub use crate::constants::MINVAL;
