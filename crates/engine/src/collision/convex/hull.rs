//! A cache for support vertices of convex hulls that are queried often.
//!
//! A [`PackedHull`] holds what a search over the graph of a hull reads, in the order in which it reads
//! it. Directions are divided into cells; for each the vertices are known that can be the farthest
//! there. A vertex that is farther than the others, by more than rounding could change, is where
//! every search ends; where there is none, the search is that of MuJoCo, step by step.
//!
//! The model may be edited between steps: [`Hulls::packed`] compares the mesh with what was packed,
//! once in a step, for meshes that are used often enough in it to repay that.

use super::graph::{CLEARLY, Graph, dot_f32};
use crate::ids::MeshId;
use crate::math::Vec3;
use crate::model::Model;

/// Uses of a mesh in a step before it is packed.
const OFTEN: u32 = 8;
/// Cells of directions along each edge of a cube.
const CELLS: usize = 16;
/// Cells with more vertices than this are not searched one by one.
const MOST: usize = 12;

/// The hulls of all meshes that were used often.
#[derive(Clone, Debug, Default)]
pub(super) struct Hulls {
    meshes: Vec<Mesh>,
}

/// The cache of one mesh.
#[derive(Clone, Debug, Default)]
struct Mesh {
    uses: u32,
    /// Uses from which on it is packed: it was used often in the step before, or will be.
    enough: u32,
    hull: Option<Box<PackedHull>>,
}

/// The graph of a convex hull with the places of its vertices.
#[derive(Clone, Debug, Default)]
pub(super) struct PackedHull {
    /// Where the neighbors of each vertex start in `neighbors`, and the end.
    first: Vec<u32>,
    neighbors: Vec<Corner>,
    /// The vertices, and which of the mesh they are.
    vertices: Vec<Corner>,
    /// For each cell of directions its part of `candidates`.
    cells: Vec<Cell>,
    candidates: Vec<Corner>,
    /// The largest sum of coordinates, in magnitude.
    size: f64,
    /// The vertices and the graph of the mesh as they were.
    mesh_verts: Vec<[f32; 3]>,
    mesh_graph: Vec<i32>,
}

/// A vertex, by its number in the hull or in the mesh.
#[derive(Clone, Copy, Debug)]
struct Corner {
    place: [f32; 3],
    vertex: u32,
}

/// The vertices that can be the farthest in the directions of a cell, the farthest in the middle
/// first. If there are too many only this one is listed.
#[derive(Clone, Copy, Debug)]
struct Cell {
    first: u32,
    /// Number of vertices; zero if there are too many.
    count: u32,
}

impl Hulls {
    /// Starts a new step.
    pub(super) fn clear(&mut self) {
        for mesh in &mut self.meshes {
            mesh.enough = if mesh.uses >= OFTEN { 1 } else { OFTEN };
            mesh.uses = 0;
        }
    }

    /// Counts a use of a mesh, and packs it or makes sure that it is up to date when time has come.
    pub(super) fn count(&mut self, m: &Model, id: MeshId, verts: &[[f32; 3]], graph: &Graph<'_>) {
        if self.meshes.len() < m.nmesh {
            self.meshes.resize_with(m.nmesh, || Mesh { enough: OFTEN, ..Mesh::default() });
        }
        let Some(mesh) = self.meshes.get_mut(id.0) else { return };
        mesh.uses = mesh.uses.saturating_add(1);
        if mesh.uses == mesh.enough {
            let mut hull = mesh.hull.take().unwrap_or_default();
            if hull.is_of(verts, graph) || hull.pack(verts, graph) {
                mesh.hull = Some(hull);
            }
        }
    }

    /// The hull of a mesh, if it is used often.
    pub(super) fn packed(&self, id: MeshId) -> Option<&PackedHull> {
        let mesh = self.meshes.get(id.0).filter(|mesh| mesh.uses >= mesh.enough)?;
        mesh.hull.as_deref()
    }
}

impl PackedHull {
    /// The vertex that MuJoCo finds farthest along the unit vector `dir`, with the last one to start
    /// from.
    #[inline]
    pub(super) fn farthest(&self, last: usize, dir: Vec3) -> usize {
        let Some(cell) = cell(dir) else { return self.climb(last, dir) };
        let Cell { first, count } = self.cells[cell];
        let (first, count) = (first as usize, count as usize);
        match &self.candidates[first..first + count] {
            [] => self.walk(self.candidates[first].vertex as usize, last, dir),
            [only] => only.vertex as usize,
            several => self.clearly_farthest(several, dir).unwrap_or_else(|| self.climb(last, dir)),
        }
    }

    /// The farthest of some vertices along `dir`, unless another one is almost as far. That is more
    /// than single numbers can err by.
    #[inline]
    fn clearly_farthest(&self, candidates: &[Corner], dir: Vec3) -> Option<usize> {
        let [x, y, z] = dir.0.map(|x| x as f32);
        let (mut best, mut max, mut second) = (0, f32::MIN, f32::MIN);
        // selects instead of branches: which is farther cannot be predicted
        for c in candidates {
            let along = x * c.place[0] + y * c.place[1] + z * c.place[2];
            let lower = if along < max { along } else { max };
            second = if lower > second { lower } else { second };
            best = if along > max { c.vertex } else { best };
            max = if along > max { along } else { max };
        }
        (f64::from(max - second) > 2.0 * CLEARLY * self.size).then_some(best as usize)
    }

    /// The same by walking over the hull, from a vertex that is far.
    fn walk(&self, start: usize, last: usize, dir: Vec3) -> usize {
        let mut best = start;
        let mut along = dot_f32(dir, &self.vertices[best].place);
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

    /// The vertex of the mesh that a vertex is, and its place.
    #[inline]
    pub(super) fn mesh_vertex(&self, vertex: usize) -> (i32, Vec3) {
        let Corner { place: [x, y, z], vertex } = self.vertices[vertex];
        (vertex as i32, Vec3([f64::from(x), f64::from(y), f64::from(z)]))
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
        for next in &self.neighbors[self.range(vertex)] {
            let along = dot_f32(dir, &next.place);
            if along > max {
                max = along;
                best = next.vertex as usize;
            }
        }
        (best, max)
    }

    /// The neighbors of a vertex.
    #[inline]
    fn range(&self, vertex: usize) -> std::ops::Range<usize> {
        self.first[vertex] as usize..self.first[vertex + 1] as usize
    }

    /// Whether this is the hull of a mesh as it is now.
    fn is_of(&self, verts: &[[f32; 3]], graph: &Graph<'_>) -> bool {
        bytemuck::cast_slice::<_, u8>(&self.mesh_verts) == bytemuck::cast_slice::<_, u8>(verts)
            && self.mesh_graph == graph.all()
    }

    /// Packs the hull of a mesh; false if its graph has holes.
    pub(super) fn pack(&mut self, verts: &[[f32; 3]], graph: &Graph<'_>) -> bool {
        self.mesh_verts.clear();
        self.mesh_verts.extend_from_slice(verts);
        self.mesh_graph.clear();
        self.mesh_graph.extend_from_slice(graph.all());
        self.vertices.clear();
        self.first.clear();
        self.neighbors.clear();
        for (vertex, &of_mesh) in graph.mesh_vertex().iter().enumerate() {
            let Some(&place) = graph.vertex(verts, vertex) else { return false };
            self.vertices.push(Corner { place, vertex: of_mesh as u32 });
        }
        for vertex in 0..self.vertices.len() {
            self.first.push(self.neighbors.len() as u32);
            for next in graph.neighbors(vertex) {
                let Some(&Corner { place, .. }) = self.vertices.get(next) else { return false };
                self.neighbors.push(Corner { place, vertex: next as u32 });
            }
        }
        self.first.push(self.neighbors.len() as u32);
        let length = |v: &Corner| f64::from(v.place[0].abs() + v.place[1].abs() + v.place[2].abs());
        self.size = self.vertices.iter().map(length).fold(0.0, f64::max);
        self.find_candidates();
        !self.vertices.is_empty()
    }

    /// Lists the vertices that can be the farthest in the directions of each cell.
    ///
    /// A vertex cannot if the one farthest in the middle of the cell is farther, clearly, along the
    /// four edges of the cell. Those that can are connected in the graph.
    fn find_candidates(&mut self) {
        self.cells.clear();
        self.candidates.clear();
        if self.vertices.is_empty() {
            return;
        }
        // lengths are up to the square root of three times larger along directions on a cube
        let clearly = 4.0 * CLEARLY * self.size;
        let mut cell_of = vec![usize::MAX; self.vertices.len()];
        let mut top = 0;
        for cell in 0..6 * CELLS * CELLS {
            top = self.climb(top, cell_direction(cell, [0.5, 0.5]));
            let ends = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]];
            let ends = ends.map(|at| cell_direction(cell, at));
            let reach = ends.map(|end| dot_f32(end, &self.vertices[top].place) - clearly);
            let first = self.candidates.len();
            self.candidates.push(Corner { vertex: top as u32, ..self.vertices[top] });
            cell_of[top] = cell;
            let mut next = first;
            while next < self.candidates.len() && next - first <= MOST {
                let vertex = self.candidates[next].vertex as usize;
                for corner in &self.neighbors[self.range(vertex)] {
                    let seen = &mut cell_of[corner.vertex as usize];
                    let is_new = std::mem::replace(seen, cell) != cell;
                    let falls_short = |k: usize| dot_f32(ends[k], &corner.place) < reach[k];
                    if is_new && !(0..4).all(falls_short) {
                        self.candidates.push(*corner);
                    }
                }
                next += 1;
            }
            let mut count = self.candidates.len() - first;
            if count > MOST {
                self.candidates.truncate(first + 1);
                count = 0;
            }
            self.cells.push(Cell { first: first as u32, count: count as u32 });
        }
    }
}

/// Directions to the border between cells are so close to one of them, relative to its size.
const SLACK: f64 = 1e-6;

/// The cell of a direction: the side of a cube that it goes through, and where. `None` if it is not
/// a direction.
#[inline]
fn cell(dir: Vec3) -> Option<usize> {
    // numbers of this size are whole, and end in the bits of an integer
    const WHOLE: f64 = (3_u64 << 51) as f64;
    let [x, y, z] = dir.0;
    let [ax, ay, az] = dir.0.map(f64::abs);
    // the axis in numbers, without branches: it cannot be predicted
    let is_x = (ax >= ay) & (ax >= az);
    let axis = usize::from(!is_x) * (2 - usize::from(ay >= az));
    let turned = [x, y, z, x, y];
    let (along, u, v) = (turned[axis], turned[axis + 1], turned[axis + 2]);
    let half = 0.5 * CELLS as f64;
    let scale = half * (1.0 - SLACK) / along.abs();
    let (u, v) = (u * scale + (half - 0.5), v * scale + (half - 0.5));
    let place = |x: f64| (x + WHOLE).to_bits() as usize % CELLS;
    let side = 2 * axis + usize::from(along < 0.0);
    (!(u + v).is_nan()).then(|| (side * CELLS + place(u)) * CELLS + place(v))
}

/// The direction to a place in a cell, from 0 to 1 along both of its edges, on the side of the cube.
fn cell_direction(index: usize, at: [f64; 2]) -> Vec3 {
    let (side, u, v) = (index / (CELLS * CELLS), index / CELLS % CELLS, index % CELLS);
    let axis = side / 2;
    let half = 0.5 * CELLS as f64;
    // slightly more than the cell
    let place =
        |i: usize, at: f64| (i as f64 + at + 2.0 * SLACK * CELLS as f64 * (at - 0.5) - half) / half;
    let mut dir = Vec3::ZERO;
    dir[axis] = if side.is_multiple_of(2) { 1.0 } else { -1.0 };
    dir[(axis + 1) % 3] = place(u, at[0]);
    dir[(axis + 2) % 3] = place(v, at[1]);
    dir
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_a_cell_is_in_that_cell() {
        for index in 0..6 * CELLS * CELLS {
            for at in [0.5, 0.001, 0.999] {
                assert_eq!(cell(cell_direction(index, [at, 1.0 - at])), Some(index));
            }
        }
        for dir in [[1.0, 1.0, 1.0], [-1.0, 1.0, -1.0], [1.0, 0.0, -1.0]] {
            assert!(cell(Vec3(dir)).unwrap() < 6 * CELLS * CELLS);
        }
        assert_eq!(cell(Vec3::ZERO), None);
        for axis in 0..3 {
            let mut dir = Vec3([0.5; 3]);
            dir[axis] = f64::NAN;
            assert_eq!(cell(dir), None);
        }
    }
}
