//! Convex hulls of point sets.
//!
//! Quickhull: from a tetrahedron, facet by facet, add the point furthest outside. Which facets a
//! point sees is decided exactly, on coordinates snapped to a lattice as fine as rounding error
//! ([`lattice`]), so the surface stays a closed polyhedron whatever the input. Points closer to the
//! hull than rounding error are not vertices, as in qhull.

mod build;
mod lattice;
mod simplex;
#[cfg(test)]
mod tests;

use ferrodyn_engine::math::Vec3;

use super::AssetError;
use super::compat::qhull;
use crate::clock::Clock;

/// A convex hull made of triangles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HullGraph {
    /// Points that are vertices of the hull.
    pub vert: Vec<i32>,
    /// Triangles, counterclockwise as seen from outside; indices of points.
    pub face: Vec<[i32; 3]>,
    /// For each vertex, the points at the other ends of its edges.
    pub edges: Vec<Vec<i32>>,
}

impl HullGraph {
    /// The hull of `points`, or of the first `max_vertices` it finds if that is not negative.
    ///
    /// # Errors
    /// Fewer than four points, or all of them in a plane.
    pub fn new(points: &[Vec3], max_vertices: i32) -> Result<Self, AssetError> {
        Self::new_until(points, max_vertices, Clock::unlimited())
    }

    /// The same within a time.
    ///
    /// # Errors
    /// As [`new`](Self::new), and if the time is over.
    pub fn new_until(points: &[Vec3], max_vertices: i32, clock: Clock) -> Result<Self, AssetError> {
        let limit = usize::try_from(max_vertices).unwrap_or(usize::MAX).max(4);
        let most = if max_vertices < 0 { usize::MAX } else { limit };
        if let Some(hull) = qhull::hull(points, most, clock) {
            return Ok(hull);
        }
        clock.check()?;
        let lattice = lattice::Lattice::new(points)?;
        let start = simplex::largest(&lattice)?;
        let face = build::Hull::new(&lattice, start).grow(limit, clock)?;
        Ok(Self::from_faces(face))
    }

    /// Lists the vertices of a closed surface, increasing, and its edges in face order.
    fn from_faces(face: Vec<[i32; 3]>) -> Self {
        let mut directed: Vec<(i32, usize, i32)> = Vec::with_capacity(3 * face.len());
        for (i, &[a, b, c]) in face.iter().enumerate() {
            // every edge belongs to two faces, which run along it in opposite directions
            directed.extend([(a, i, b), (b, i, c), (c, i, a)]);
        }
        directed.sort_unstable();
        let around = directed.chunk_by(|a, b| a.0 == b.0);
        let (vert, edges) =
            around.map(|same| (same[0].0, same.iter().map(|edge| edge.2).collect())).unzip();
        Self { vert, face, edges }
    }

    /// The layout of `mesh_graph`: counts of vertices and faces, for each vertex the address of
    /// its edges and its index, the neighbors of each vertex ended by -1, the faces.
    ///
    /// Neighbors are positions in the list of hull vertices, all other indices are points.
    pub fn into_graph(self) -> Vec<i32> {
        let Self { vert, face, edges } = self;
        let mut order: Vec<usize> = (0..vert.len()).collect();
        order.sort_unstable_by_key(|&i| vert[i]);
        let local = |point: i32| order[order.partition_point(|&i| vert[i] < point)] as i32;

        let mut graph = vec![vert.len() as i32, face.len() as i32];
        let mut adr = 0;
        for ends in &edges {
            graph.push(adr);
            adr += ends.len() as i32 + 1;
        }
        graph.extend(&vert);
        for ends in &edges {
            graph.extend(ends.iter().map(|&point| local(point)));
            graph.push(-1);
        }
        graph.extend(face.iter().flatten());
        graph
    }
}
