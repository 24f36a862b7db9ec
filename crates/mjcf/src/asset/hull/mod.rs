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

/// A convex hull made of triangles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HullGraph {
    /// Points that are vertices of the hull, increasing.
    pub vert: Vec<i32>,
    /// Triangles, counterclockwise as seen from outside; indices of points.
    pub face: Vec<[i32; 3]>,
}

impl HullGraph {
    /// The hull of `points`, or of the first `max_vertices` it finds if that is not negative.
    ///
    /// # Errors
    /// Fewer than four points, or all of them in a plane.
    pub fn new(points: &[Vec3], max_vertices: i32) -> Result<Self, AssetError> {
        let limit = usize::try_from(max_vertices).unwrap_or(usize::MAX).max(4);
        let lattice = lattice::Lattice::new(points)?;
        let start = simplex::largest(&lattice)?;
        let mut face = build::Hull::new(&lattice, start).grow(limit)?;
        for f in &mut face {
            // smallest index first, so that the result does not depend on bookkeeping
            let first = (0..3).min_by_key(|&k| f[k]).unwrap_or(0);
            f.rotate_left(first);
        }
        let mut vert: Vec<i32> = face.iter().flatten().copied().collect();
        vert.sort_unstable();
        vert.dedup();
        Ok(Self { vert, face })
    }

    /// The layout of `mesh_graph`: counts of vertices and faces, for each vertex the address of
    /// its edges and its index, the neighbors of each vertex ended by -1, the faces.
    ///
    /// Neighbors are positions in the list of hull vertices, all other indices are points.
    pub fn into_graph(self) -> Vec<i32> {
        let Self { vert, face } = self;
        let local = |point: i32| vert.binary_search(&point).unwrap_or(0);
        let faces: Vec<[usize; 3]> = face.iter().map(|f| f.map(local)).collect();

        // every edge belongs to two faces, which run along it in opposite directions
        let mut degree = vec![0; vert.len()];
        for &v in faces.iter().flatten() {
            degree[v] += 1;
        }
        let mut edgeadr = Vec::with_capacity(vert.len());
        let mut adr = 0;
        for d in degree {
            edgeadr.push(adr);
            adr += d + 1;
        }
        let mut next = edgeadr.clone();
        let mut edges = vec![-1; adr];
        for [a, b, c] in faces {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                edges[next[from]] = to as i32;
                next[from] += 1;
            }
        }

        let mut graph = vec![vert.len() as i32, face.len() as i32];
        graph.extend(edgeadr.iter().map(|&adr| adr as i32));
        graph.extend(vert);
        graph.extend(edges);
        graph.extend(face.iter().flatten());
        graph
    }
}
