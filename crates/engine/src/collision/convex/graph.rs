//! Searches over the vertices of a mesh and over the graph of its convex hull.

use crate::ids::MeshId;
use crate::math::Vec3;
use crate::model::Model;

/// A vertex that is farther than its neighbors by this, relative to their distance from the center,
/// is the farthest of a convex hull.
pub(super) const CLEARLY: f64 = 1e-5;

/// The vertices of a hull and their neighbors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Graph<'a> {
    /// Numbers of vertices and faces; where the neighbors of each vertex start; its vertex in the
    /// mesh; vertices next to each vertex, each list closed by -1.
    all: &'a [i32],
    numvert: usize,
}

impl<'a> Graph<'a> {
    /// The graph of a mesh, if it has one.
    pub(crate) fn of(m: &'a Model, mesh: MeshId) -> Option<Self> {
        let adr = usize::try_from(m.mesh_graphadr[mesh]).ok()?;
        let graph = m.mesh_graph.as_slice().get(adr..)?;
        let numvert = usize::try_from(*graph.first()?).ok()?;
        let numface = usize::try_from(*graph.get(1)?).ok()?;

        // as many neighbors as the triangles of the hull have sides, and the end of each list
        let neighbors = numface.checked_mul(3)?.checked_add(numvert)?;
        let end = numvert.checked_mul(2)?.checked_add(neighbors)?.checked_add(2)?;
        let all = graph.get(..end.min(graph.len()))?;
        (all.len() >= 2 + 2 * numvert).then_some(Self { all, numvert })
    }

    /// The mesh vertices that the hull vertices are.
    #[inline]
    pub(crate) fn mesh_vertex(&self) -> &'a [i32] {
        &self.all[2 + self.numvert..2 + 2 * self.numvert]
    }

    /// How many vertices the hull has.
    pub(super) fn len(&self) -> usize {
        self.numvert
    }

    /// The numbers of the graph.
    pub(super) fn all(&self) -> &'a [i32] {
        self.all
    }

    /// The place of a hull vertex.
    #[inline]
    pub(super) fn vertex<'v>(&self, verts: &'v [[f32; 3]], vertex: usize) -> Option<&'v [f32; 3]> {
        self.mesh_vertex().get(vertex).and_then(|v| verts.get(*v as usize))
    }

    /// The neighbor farthest along `dir` and how far, if farther than `max`; else the vertex itself.
    #[inline]
    fn farther_neighbor(
        &self,
        verts: &[[f32; 3]],
        vertex: usize,
        mut max: f64,
        dir: Vec3,
    ) -> (usize, f64) {
        let mut best = vertex;
        for next in self.neighbors(vertex) {
            let Some(place) = self.vertex(verts, next) else { continue };
            let along = dot_f32(dir, place);
            if along > max {
                max = along;
                best = next;
            }
        }
        (best, max)
    }

    /// The hull vertices next to a hull vertex.
    pub(crate) fn neighbors(&self, vertex: usize) -> impl Iterator<Item = usize> + use<'a> {
        let first = self.all[2..2 + self.numvert].get(vertex);
        let adr = first.and_then(|a| usize::try_from(*a).ok());
        let list = adr.and_then(|a| self.all[2 + 2 * self.numvert..].get(a..)).unwrap_or_default();
        list.iter().map_while(|n| usize::try_from(*n).ok())
    }
}

/// Walks over the hull as long as a neighbor is farther along `dir` than `max` and all before.
#[doc(alias = "mjc_hillclimbSupport")]
pub(crate) fn climb(
    graph: &Graph,
    verts: &[[f32; 3]],
    start: usize,
    mut max: f64,
    dir: Vec3,
) -> usize {
    let mut best = start;
    loop {
        let center = best;
        (best, max) = graph.farther_neighbor(verts, center, max, dir);
        if best == center {
            return best;
        }
    }
}

/// The vertex that MuJoCo finds farthest along `dir`, with the last one to start from.
///
/// MuJoCo always leaves the last vertex for the best of its neighbors, and returns to it if it is
/// still the farthest. Where it is so by more than rounding could change, it is taken at once.
pub(super) fn climb_again(graph: &Graph, verts: &[[f32; 3]], last: usize, dir: Vec3) -> usize {
    let (next, max) = graph.farther_neighbor(verts, last, -f64::from(f32::MAX), dir);
    if let (Some(v), Some(n)) = (graph.vertex(verts, last), graph.vertex(verts, next)) {
        let length = |p: &[f32; 3]| f64::from(p[0].abs() + p[1].abs() + p[2].abs());
        if dot_f32(dir, v) - max > CLEARLY * (length(v) + length(n)) {
            return last;
        }
    }
    if next == last { last } else { climb(graph, verts, next, max, dir) }
}

/// The vertex farthest along `dir`; of equals, the one found before, else the first.
#[doc(alias = "mjc_meshSupport")]
pub(super) fn farthest(verts: &[[f32; 3]], before: i32, dir: Vec3) -> i32 {
    let cached = usize::try_from(before).ok().and_then(|i| verts.get(i));
    let (mut best, mut max) = match cached {
        Some(vertex) => (before, dot_f32(dir, vertex)),
        None => (0, -f64::from(f32::MAX)),
    };
    for (i, vertex) in verts.iter().enumerate() {
        let along = dot_f32(dir, vertex);
        if along > max {
            max = along;
            best = i as i32;
        }
    }
    best
}

/// Scalar product with a vertex of a mesh.
#[inline]
pub(crate) fn dot_f32(a: Vec3, b: &[f32; 3]) -> f64 {
    a[0] * f64::from(b[0]) + a[1] * f64::from(b[1]) + a[2] * f64::from(b[2])
}

#[cfg(test)]
mod tests {
    use super::super::hull::PackedHull;
    use super::*;
    use crate::math::random::StandardNormal;

    /// Vertices of an icosahedron, and the graph of its edges as the model stores it.
    fn icosahedron() -> (Vec<[f32; 3]>, Vec<i32>) {
        let golden = 1.618_034;
        let mut verts = Vec::new();
        for (u, v) in [(1.0, golden), (1.0, -golden), (-1.0, golden), (-1.0, -golden)] {
            verts.extend([[0.0, u, v], [u, v, 0.0], [v, 0.0, u]]);
        }
        let is_edge = |p: &[f32; 3], q: &[f32; 3]| {
            let d2: f32 = (0..3).map(|k| (p[k] - q[k]) * (p[k] - q[k])).sum();
            d2 > 0.1 && d2 < 4.1
        };
        let (mut first, mut neighbors) = (Vec::new(), Vec::new());
        for p in &verts {
            first.push(neighbors.len() as i32);
            neighbors.extend((0..12).filter(|j| is_edge(p, &verts[*j as usize])));
            neighbors.push(-1);
        }
        (verts, [vec![12, 20], first, (0..12).collect(), neighbors].concat())
    }

    #[test]
    fn climbing_finds_the_farthest_vertex() {
        let (verts, graph) = icosahedron();
        let graph = Graph { all: &graph, numvert: 12 };
        assert_eq!(graph.neighbors(3).count(), 5);
        let mut random = StandardNormal::new(5);
        for start in 0..200 {
            let ((x, y), (z, _)) = (random.pair(), random.pair());
            let dir = Vec3([x, y, z]);
            let found = climb(&graph, &verts, start % 12, f64::MIN, dir);
            assert_eq!(found as i32, farthest(&verts, -1, dir));
        }
    }

    #[test]
    fn packed_hulls_answer_as_the_graph() {
        let (verts, all) = icosahedron();
        let graph = Graph { all: &all, numvert: 12 };
        let mut packed = PackedHull::default();
        assert!(packed.pack(&verts, &graph));
        let mut random = StandardNormal::new(6);
        for start in 0..5000 {
            let ((x, y), (z, _)) = (random.pair(), random.pair());
            // a third along edges of cells, where vertices are equally far
            let dir = [Vec3([x, y, z]), Vec3([x, 0.0, z]), Vec3([x, x, 0.0])][start % 3];
            let dir = dir.normalized().0;
            let expected = climb_again(&graph, &verts, start % 12, dir);
            let found = packed.farthest(start % 12, dir);
            assert_eq!(found, expected, "{dir:?}");
            assert_eq!(packed.mesh_vertex(found).0, found as i32);
        }
        assert_eq!(packed.farthest(3, Vec3([f64::NAN; 3])), 3);
    }
}
