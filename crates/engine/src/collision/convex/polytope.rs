//! The polytope that EPA expands: triangles around the origin, each with its three neighbors.
//!
//! Faces that EPA may still visit are listed in `candidates`. Deleted faces stay in `faces`, so that
//! indices remain valid. All buffers are kept between runs.

use crate::math::Vec3;

use super::gjk::Vertex;
use super::simplex::project_on_plane;

/// A triangle of the polytope.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    /// Its vertices.
    pub verts: [u32; 3],
    /// The faces beyond the edges from each vertex to the next.
    pub neighbors: [u32; 3],
    /// The origin projected on its plane: a normal, away from the origin.
    pub v: Vec3,
    /// Squared distance to the origin.
    pub dist2: f64,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    /// At this place in the list of candidates.
    Candidate(u32),
    /// Part of the polytope, but too far away to matter.
    Passive,
    Deleted,
}

/// A convex polytope in the difference of two solids.
#[derive(Clone, Debug, Default)]
pub(super) struct Polytope {
    pub verts: Vec<Vertex>,
    pub faces: Vec<Face>,
    /// Faces that can be the closest to the origin, with their squared distances.
    pub candidates: Vec<(f64, u32)>,
    /// After [`Polytope::open`]: faces that remain around the hole, and their edge at the hole.
    pub horizon: Vec<(u32, u32)>,
    /// Edges of deleted faces still to be crossed.
    edges: Vec<(u32, u32)>,
}

impl Polytope {
    /// Forgets everything but the memory.
    pub(super) fn clear(&mut self) {
        self.verts.clear();
        self.faces.clear();
        self.candidates.clear();
        self.horizon.clear();
        self.edges.clear();
    }

    /// Adds a vertex and returns its index.
    pub(super) fn add_vertex(&mut self, vertex: Vertex) -> u32 {
        self.verts.push(vertex);
        self.verts.len() as u32 - 1
    }

    /// Adds a face and returns its squared distance to the origin: zero if it is degenerate.
    #[doc(alias = "attachFace")]
    #[inline]
    pub(super) fn add_face(&mut self, verts: [u32; 3], neighbors: [u32; 3]) -> f64 {
        let diff = |k: usize| self.verts[verts[k] as usize].diff;
        let plane = project_on_plane(diff(2), diff(1), diff(0));
        let v = plane.unwrap_or(Vec3::ZERO);
        let dist2 = v.dot(v);
        self.faces.push(Face { verts, neighbors, v, dist2, state: State::Passive });
        dist2
    }

    /// The vertices of a face.
    pub(super) fn corners(&self, face: &Face) -> [&Vertex; 3] {
        let [v1, v2, v3] = face.verts;
        [&self.verts[v1 as usize], &self.verts[v2 as usize], &self.verts[v3 as usize]]
    }

    /// Makes a face one that EPA may visit.
    #[inline]
    pub(super) fn make_candidate(&mut self, face: u32) {
        let made = &mut self.faces[face as usize];
        made.state = State::Candidate(self.candidates.len() as u32);
        self.candidates.push((made.dist2, face));
    }

    /// Deletes a face and all faces that the point `w` sees, starting from that face.
    ///
    /// The boundary of the hole is left in `horizon`, in the order in which it is walked.
    #[doc(alias = "horizon")]
    pub(super) fn open(&mut self, face: u32, w: Vec3) {
        self.horizon.clear();
        self.edges.clear();
        self.delete(face);
        self.edges.extend([(face, 2), (face, 1), (face, 0)]);

        // depth first, each deleted face's edges in turn
        while let Some((from, edge)) = self.edges.pop() {
            let from = &self.faces[from as usize];
            let to = from.neighbors[edge as usize];
            let shared = from.verts[next(edge) as usize];
            let neighbor = &self.faces[to as usize];
            if neighbor.state == State::Deleted {
                continue;
            }
            let back = neighbor.edge_from(shared);
            if neighbor.sees(w) {
                self.delete(to);
                self.edges.extend([(to, next(next(back))), (to, next(back))]);
            } else {
                self.horizon.push((to, back));
            }
        }
    }

    fn delete(&mut self, face: u32) {
        if let State::Candidate(place) = self.faces[face as usize].state {
            self.candidates.swap_remove(place as usize);
            if let Some(&(_, moved)) = self.candidates.get(place as usize) {
                self.faces[moved as usize].state = State::Candidate(place);
            }
        }
        self.faces[face as usize].state = State::Deleted;
    }
}

/// The edge, or vertex, after another one.
#[inline]
pub(super) fn next(edge: u32) -> u32 {
    if edge < 2 { edge + 1 } else { 0 }
}

impl Face {
    /// Whether a point is on the outer side of the face.
    fn sees(&self, w: Vec3) -> bool {
        self.v.dot(w) - self.dist2 > crate::math::MINVAL
    }

    /// The edge that starts at a vertex.
    #[inline]
    fn edge_from(&self, vertex: u32) -> u32 {
        match self.verts {
            [first, ..] if first == vertex => 0,
            [_, second, _] if second == vertex => 1,
            _ => 2,
        }
    }
}
