//! Signed distance fields of meshes, sampled on an octree.

use ferrodyn_engine::math::Vec3;

use super::bvh::Bvh;

/// An octree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Octree {}

impl Octree {
    /// Builds it.
    pub fn new(_vert: &[Vec3], _face: &[[i32; 3]], _aamm: &[f64; 6], _bvh: &Bvh) -> Self {
        Self {}
    }
}
