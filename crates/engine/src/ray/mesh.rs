//! Rays against meshes, through the tree of boxes around their faces.
//!
//! | reads |
//! |---|
//! | `geom_xpos`, `geom_xmat`, `mesh_vert`, `mesh_face`, `bvh_aabb`, `bvh_child`, `bvh_nodeid` |
//! | `geom_type`, `geom_dataid`, `geom_size`, `mesh_vertadr`, `mesh_faceadr`, `mesh_bvhadr` |
//!
//! The tree only leaves out faces that the ray cannot meet. All others are tested, whatever has
//! been hit before, so the distance does not depend on how the tree is built.

use crate::constants::MAXTREEDEPTH;
use crate::data::Data;
use crate::enums::GeomType;
use crate::ids::{GeomId, MeshId};
use crate::math::Vec3;
use crate::model::Model;

use super::primitive::{Hit, Nearest, Ray, meets_box};
use super::triangle::Aim;

/// The first face of a mesh geom that a ray meets, from either side; `None` if it misses or the
/// geom is no mesh.
///
/// The distance is in units of `vec`. The normal, in world, is on the side that the face shows to
/// the outside.
#[doc(alias = "mj_rayMesh")]
pub fn ray_mesh(m: &Model, d: &Data, geom: GeomId, ray: Ray) -> Option<Hit> {
    cast(m, d, geom, ray, |_| {})
}

/// Sets what a ray makes active of the tree of a mesh geom: boxes that it meets, and faces that are the
/// nearest so far.
pub(crate) fn mark_boxes(m: &Model, d: &Data, geom: GeomId, ray: Ray, active: &mut [u8]) {
    cast(m, d, geom, ray, |node| {
        if let Some(active) = active.get_mut(node) {
            *active = 1;
        }
    });
}

/// The first face that a ray meets; `mark` is called with what [`mark_boxes`] sets.
fn cast(m: &Model, d: &Data, geom: GeomId, ray: Ray, mark: impl FnMut(usize)) -> Option<Hit> {
    if *m.geom_type.raw().get(geom.0)? != GeomType::Mesh as i32 {
        return None;
    }
    let (pos, mat) = (d.geom_xpos[geom], &d.geom_xmat[geom]);
    if !meets_box(pos, mat, m.geom_size[geom], ray) {
        return None;
    }
    let mesh = MeshId::new(m.geom_dataid[geom]).filter(|mesh| mesh.0 < m.nmesh)?;
    let (dist, normal) = through_tree(m, mesh, ray.in_frame(pos, mat), mark)?;
    Some(Hit { dist, normal: *mat * normal.normalized().0 })
}

/// The first face of a mesh that a ray meets, both in the frame of the mesh; the normal has any
/// length.
fn through_tree(
    m: &Model,
    mesh: MeshId,
    ray: Ray,
    mut mark: impl FnMut(usize),
) -> Option<(f64, Vec3)> {
    let root = usize::try_from(m.mesh_bvhadr[mesh]).ok()?;
    let child = m.bvh_child.get(root..)?;
    let leaf = m.bvh_nodeid.get(root..)?;
    let boxes = m.bvh_aabb.get(root..)?;
    let slabs = Slabs::new(ray);
    let aim = Aim::new(ray);
    let mut nearest = Nearest(None);

    let mut stack = [0_i32; MAXTREEDEPTH];
    let mut waiting = 1;
    // no tree has more nodes than this, so the loop ends also if children are wrong
    for _ in 0..boxes.len() {
        if waiting == 0 {
            break;
        }
        waiting -= 1;
        let node = usize::try_from(stack[waiting]).ok()?;
        if !slabs.meet(boxes.get(node)?) {
            continue;
        }
        if leaf[node] != -1 {
            let hit = corners(m, mesh, leaf[node]).and_then(|corners| aim.triangle(&corners));
            if let Some((dist, normal)) = hit
                && nearest.offer(dist, normal)
            {
                mark(root + node);
            }
            continue;
        }
        mark(root + node);
        for next in child[node].into_iter().filter(|&next| next != -1) {
            *stack.get_mut(waiting)? = next;
            waiting += 1;
        }
    }
    nearest.0
}

/// The corners of a face.
pub(super) fn corners(m: &Model, mesh: MeshId, face: i32) -> Option<[Vec3; 3]> {
    let index = |adr: i32, i: i32| usize::try_from(adr.checked_add(i)?).ok();
    let face = m.mesh_face.get(index(m.mesh_faceadr[mesh], face)?)?;
    let mut corners = [Vec3::ZERO; 3];
    for (corner, &vert) in corners.iter_mut().zip(face) {
        let vert = m.mesh_vert.get(index(m.mesh_vertadr[mesh], vert)?)?;
        *corner = Vec3(vert.map(f64::from));
    }
    Some(corners)
}

/// A ray prepared for boxes along the axes of its frame.
struct Slabs {
    pnt: Vec3,
    inverse: [f64; 3],
}

impl Slabs {
    fn new(ray: Ray) -> Self {
        Self { pnt: ray.pnt, inverse: ray.vec.0.map(|x| 1.0 / x) }
    }

    /// Whether the ray passes between all three pairs of sides at once. `aabb` is the center and
    /// the half sizes.
    #[doc(alias = "mju_raySlab")]
    fn meet(&self, aabb: &[f64; 6]) -> bool {
        let (mut enter, mut leave) = (0.0, f64::INFINITY);
        for i in 0..3 {
            let low = (aabb[i] - aabb[i + 3] - self.pnt[i]) * self.inverse[i];
            let high = (aabb[i] + aabb[i + 3] - self.pnt[i]) * self.inverse[i];
            // where a ray along the side of a box makes 0 times infinity, it misses
            let (first, last) = if low < high { (low, high) } else { (high, low) };
            enter = if enter > first { enter } else { first };
            leave = if leave < last { leave } else { last };
        }
        enter < leave
    }
}
