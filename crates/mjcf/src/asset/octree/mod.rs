//! Signed distance fields of meshes, sampled on an octree.
//!
//! Cells that touch the surface are split down to a fixed depth, then until neighbors differ by at
//! most one level. Each cell stores the signed distance at its corners; corners that hang in the
//! middle of a coarser neighbor's face or edge take the interpolated value there, so the field is
//! continuous.

mod distance;
mod overlap;
mod tree;

use crate::clock::Clock;
use ferrodyn_engine::math::Vec3;

use super::bvh::Bvh;
use distance::SurfaceDistance;
use tree::Tree;

/// An octree; cell 0 is the root, parents come before children.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Octree {
    /// Depth of each cell (`oct_depth`).
    pub level: Vec<i32>,
    /// Children of each cell, -1 for none (`oct_child`).
    pub child: Vec<[i32; 8]>,
    /// Center and half sizes of each cell (`oct_aabb`).
    pub aabb: Vec<[f64; 6]>,
    /// Signed distance at the corners of each cell (`oct_coeff`); corner bits are x, y, z.
    pub coeff: Vec<[f64; 8]>,
}

impl Octree {
    /// Samples the distance to a mesh with bounds `aamm` and face hierarchy `bvh`.
    #[doc(alias = "mjCOctree")]
    #[must_use]
    pub fn new(vert: &[Vec3], face: &[[i32; 3]], aamm: &[f64; 6], bvh: &Bvh) -> Self {
        Self::new_until(vert, face, aamm, bvh, Clock::unlimited())
    }

    /// The same within a time, after which the distances are wrong.
    pub(crate) fn new_until(
        vert: &[Vec3],
        face: &[[i32; 3]],
        aamm: &[f64; 6],
        bvh: &Bvh,
        clock: Clock,
    ) -> Self {
        // a tenth larger than the mesh on each side
        let mut bounds = [0.0; 6];
        for k in 0..3 {
            let center = f64::midpoint(aamm[k], aamm[k + 3]);
            let half = (aamm[k + 3] - aamm[k]) / 2.0;
            bounds[k] = center - 1.1 * half;
            bounds[k + 3] = center + 1.1 * half;
        }
        let triangles: Vec<[Vec3; 3]> = face.iter().map(|f| f.map(|v| vert[v as usize])).collect();
        let tree = Tree::new(&triangles, bounds, clock);
        let surface = SurfaceDistance { triangles: &triangles, bvh };
        let distance = corner_distances(&tree, &surface, clock);
        Self {
            level: tree.cells.iter().map(|c| c.level).collect(),
            child: tree.cells.iter().map(|c| c.child).collect(),
            aabb: tree.cells.iter().map(|c| center_and_half(&c.bounds)).collect(),
            coeff: tree.cells.iter().map(|c| c.corner.map(|v| distance[v as usize])).collect(),
        }
    }
}

fn center_and_half(b: &[f64; 6]) -> [f64; 6] {
    [
        f64::midpoint(b[0], b[3]),
        f64::midpoint(b[1], b[4]),
        f64::midpoint(b[2], b[5]),
        (b[3] - b[0]) / 2.0,
        (b[4] - b[1]) / 2.0,
        (b[5] - b[2]) / 2.0,
    ]
}

/// Distance at every corner point, level by level so that what others hang on comes first.
fn corner_distances(tree: &Tree, surface: &SurfaceDistance<'_>, clock: Clock) -> Vec<f64> {
    let supports = tree.hanging();
    let mut distance = vec![0.0; tree.points.len()];
    let mut known = vec![false; tree.points.len()];
    let mut queue = vec![0usize];
    let mut next = 0;
    while next < queue.len() && !clock.is_over_at(next, 16) {
        let cell = &tree.cells[queue[next]];
        next += 1;
        for corner in cell.corner {
            let v = corner as usize;
            if known[v] {
                continue;
            }
            known[v] = true;
            distance[v] = if supports[v].is_empty() {
                surface.at(tree.points[v])
            } else {
                let sum = supports[v].iter().fold(0.0, |sum, &s| sum + distance[s as usize]);
                sum / supports[v].len() as f64
            };
        }
        queue.extend(cell.child.iter().filter(|&&c| c >= 0).map(|&c| c as usize));
    }
    distance
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::mesh::{MeshUse, compile_mesh};
    use crate::spec::{Mesh, MeshBuiltin};

    #[test]
    fn distances_to_a_sphere_are_radius_minus_distance_from_center() {
        let spec = Mesh { builtin: MeshBuiltin::Sphere, params: vec![3.0], ..Mesh::default() };
        let usage = MeshUse { needs_sdf: true, ..MeshUse::default() };
        let mesh = compile_mesh(&spec, None, &usage).expect("compiles");
        let octree = mesh.octree.expect("asked for");
        assert_eq!(octree.child[0], [1, 2, 3, 4, 5, 6, 7, 8]);
        let corner = |cell: usize, k: usize| {
            let b = octree.aabb[cell];
            Vec3([0, 1, 2].map(|a| b[a] + if k >> a & 1 == 1 { b[a + 3] } else { -b[a + 3] }))
        };
        for (cell, coeff) in octree.coeff.iter().enumerate() {
            for (k, &value) in coeff.iter().enumerate() {
                let exact = corner(cell, k).norm() - 1.0;
                assert!((value - exact).abs() < 0.1, "cell {cell}: {value} is not {exact}");
            }
        }
    }

    #[test]
    fn neighboring_cells_differ_by_at_most_one_level() {
        let triangle = [[0.1, 0.1, 0.1], [0.12, 0.1, 0.1], [0.1, 0.12, 0.1]].map(Vec3);
        let tree = Tree::new(&[triangle], [0.0, 0.0, 0.0, 1.0, 1.0, 1.0], Clock::unlimited());
        let leaves = (0..tree.cells.len()).filter(|&c| tree.cells[c].child[0] < 0);
        for leaf in leaves {
            for direction in 0..6 {
                if let Some(other) = tree.neighbor(leaf, direction) {
                    let step = tree.cells[other].level - tree.cells[leaf].level;
                    assert!(step.abs() <= 1, "{leaf} {other}");
                }
            }
        }
    }
}
