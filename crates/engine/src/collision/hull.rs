//! Support vertices of convex hulls that are asked for often.
//!
//! A [`PackedHull`] holds what a search over the graph of a hull reads, in the order in which it reads
//! it: with every neighbor its place. A table of directions tells where to start. A vertex that is
//! farther than its neighbors, by more than rounding could change, is the farthest of a convex
//! hull, and every search ends there; where it is not, the search is that of MuJoCo, step by step.
//!
//! The model may be edited between steps: [`Hulls::packed`] compares the mesh with what was packed,
//! once in a step, for meshes that are used often enough in it to repay that.

use super::support::{CLEARLY, Graph, dot_f32};
use crate::ids::MeshId;
use crate::math::Vec3;
use crate::model::Model;

/// Uses of a mesh in a step before it is packed.
const OFTEN: u32 = 8;
/// Cells of the table of directions along each edge of a cube.
const CELLS: usize = 8;

/// The hulls of all meshes that were used often.
#[derive(Clone, Debug, Default)]
pub(super) struct Hulls {
    meshes: Vec<Mesh>,
}

/// What is known of a mesh.
#[derive(Clone, Debug, Default)]
struct Mesh {
    uses: u32,
    hull: Option<Box<PackedHull>>,
}

/// The graph of a convex hull with the places of its vertices.
#[derive(Clone, Debug, Default)]
pub(super) struct PackedHull {
    /// Where the neighbors of each vertex start in `neighbors`, and the end.
    first: Vec<u32>,
    neighbors: Vec<Neighbor>,
    /// Places of the vertices.
    places: Vec<[f32; 3]>,
    /// A vertex that is far in the directions of each cell.
    starts: Vec<u32>,
    /// The largest sum of coordinates, in magnitude.
    size: f64,
    /// The vertices and the graph of the mesh as they were.
    mesh_verts: Vec<[f32; 3]>,
    mesh_graph: Vec<i32>,
}

#[derive(Clone, Copy, Debug)]
struct Neighbor {
    place: [f32; 3],
    vertex: u32,
}

impl Hulls {
    /// Starts a new step.
    pub(super) fn clear(&mut self) {
        for mesh in &mut self.meshes {
            mesh.uses = 0;
        }
    }

    /// Counts a use of a mesh, and packs it or makes sure that it is up to date when time has come.
    pub(super) fn count(&mut self, m: &Model, id: MeshId, verts: &[[f32; 3]], graph: &Graph<'_>) {
        if self.meshes.len() < m.nmesh {
            self.meshes.resize_with(m.nmesh, Mesh::default);
        }
        let Some(mesh) = self.meshes.get_mut(id.0) else { return };
        mesh.uses = mesh.uses.saturating_add(1);
        if mesh.uses == OFTEN {
            let mut hull = mesh.hull.take().unwrap_or_default();
            if hull.is_of(verts, graph) || hull.pack(verts, graph) {
                mesh.hull = Some(hull);
            }
        }
    }

    /// The hull of a mesh, if it is used often.
    pub(super) fn packed(&self, id: MeshId) -> Option<&PackedHull> {
        let mesh = self.meshes.get(id.0).filter(|mesh| mesh.uses >= OFTEN)?;
        mesh.hull.as_deref()
    }
}

impl PackedHull {
    /// The vertex that MuJoCo finds farthest along `dir`, with the last one to start from.
    pub(super) fn farthest(&self, last: usize, dir: Vec3) -> usize {
        let mut best = self.starts[cell(dir)] as usize;
        let mut along = dot_f32(dir, &self.places[best]);
        loop {
            let (next, max) = self.farther_neighbor(best, -f64::from(f32::MAX), dir);
            if max > along {
                (best, along) = (next, max);
            } else if along - max > CLEARLY * self.size {
                return best;
            } else {
                return self.climb(last, dir);
            }
        }
    }

    /// MuJoCo's search: always leaves the start, then walks as long as a neighbor is farther.
    #[doc(alias = "mjc_hillclimbSupport")]
    fn climb(&self, start: usize, dir: Vec3) -> usize {
        let (mut best, mut max) = (start, -f64::from(f32::MAX));
        loop {
            let center = best;
            (best, max) = self.farther_neighbor(center, max, dir);
            if best == center {
                return best;
            }
        }
    }

    /// The neighbor farthest along `dir` and how far, if farther than `max`; else the vertex itself.
    #[inline]
    fn farther_neighbor(&self, vertex: usize, mut max: f64, dir: Vec3) -> (usize, f64) {
        let mut best = vertex;
        let range = self.first[vertex] as usize..self.first[vertex + 1] as usize;
        for next in &self.neighbors[range] {
            let along = dot_f32(dir, &next.place);
            if along > max {
                max = along;
                best = next.vertex as usize;
            }
        }
        (best, max)
    }

    /// Whether this is the hull of a mesh as it is now.
    fn is_of(&self, verts: &[[f32; 3]], graph: &Graph<'_>) -> bool {
        bytemuck::cast_slice::<_, u8>(&self.mesh_verts) == bytemuck::cast_slice::<_, u8>(verts)
            && self.mesh_graph == graph.all()
    }

    /// Packs the hull of a mesh; false if its graph has holes.
    fn pack(&mut self, verts: &[[f32; 3]], graph: &Graph<'_>) -> bool {
        self.mesh_verts.clear();
        self.mesh_verts.extend_from_slice(verts);
        self.mesh_graph.clear();
        self.mesh_graph.extend_from_slice(graph.all());
        self.places.clear();
        self.first.clear();
        self.neighbors.clear();
        let count = graph.mesh_vertex().len();
        for vertex in 0..count {
            let Some(place) = graph.vertex(verts, vertex) else { return false };
            self.places.push(*place);
        }
        for vertex in 0..count {
            self.first.push(self.neighbors.len() as u32);
            for next in graph.neighbors(vertex) {
                let Some(&place) = self.places.get(next) else { return false };
                self.neighbors.push(Neighbor { place, vertex: next as u32 });
            }
        }
        self.first.push(self.neighbors.len() as u32);
        let sizes = self.places.iter().map(|p| f64::from(p[0].abs() + p[1].abs() + p[2].abs()));
        self.size = sizes.fold(0.0, f64::max);
        self.find_starts();
        count > 0
    }

    /// Fills the table of directions.
    fn find_starts(&mut self) {
        self.starts.clear();
        if self.places.is_empty() {
            return;
        }
        let mut last = 0;
        for index in 0..6 * CELLS * CELLS {
            last = self.climb(last, cell_direction(index));
            self.starts.push(last as u32);
        }
    }
}

/// The cell of a direction: the side of a cube that it goes through, and where.
#[inline]
fn cell(dir: Vec3) -> usize {
    let [x, y, z] = [dir[0].abs(), dir[1].abs(), dir[2].abs()];
    let (axis, u, v) = if x >= y && x >= z {
        (0, 1, 2)
    } else if y >= z {
        (1, 2, 0)
    } else {
        (2, 0, 1)
    };
    let half = 0.5 * CELLS as f64;
    let scale = half / dir[axis].abs();
    let place = |k: usize| ((dir[k] * scale + half) as usize).min(CELLS - 1);
    let side = 2 * axis + usize::from(dir[axis] < 0.0);
    (side * CELLS + place(u)) * CELLS + place(v)
}

/// The direction to the middle of a cell.
fn cell_direction(index: usize) -> Vec3 {
    let (side, u, v) = (index / (CELLS * CELLS), index / CELLS % CELLS, index % CELLS);
    let axis = side / 2;
    let middle = |i: usize| (2 * i + 1) as f64 / CELLS as f64 - 1.0;
    let mut dir = Vec3::ZERO;
    dir[axis] = if side.is_multiple_of(2) { 1.0 } else { -1.0 };
    dir[(axis + 1) % 3] = middle(u);
    dir[(axis + 2) % 3] = middle(v);
    dir
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_a_cell_is_in_that_cell() {
        for index in 0..6 * CELLS * CELLS {
            assert_eq!(cell(cell_direction(index)), index);
        }
        assert!(cell(Vec3([f64::NAN; 3])) < 6 * CELLS * CELLS);
        assert!(cell(Vec3::ZERO) < 6 * CELLS * CELLS);
    }
}
