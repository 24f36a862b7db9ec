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
    pub verts: [usize; 3],
    /// The faces beyond the edges from each vertex to the next.
    pub neighbors: [usize; 3],
    /// The origin projected on its plane: a normal, away from the origin.
    pub v: Vec3,
    /// Squared distance to the origin.
    pub dist2: f64,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    /// At this place in the list of candidates.
    Candidate(usize),
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
    pub candidates: Vec<(f64, usize)>,
    /// After [`Polytope::open`]: faces that remain around the hole, and their edge at the hole.
    pub horizon: Vec<(usize, usize)>,
    /// Edges of deleted faces still to be crossed.
    edges: Vec<(usize, usize)>,
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
    pub(super) fn add_vertex(&mut self, vertex: Vertex) -> usize {
        self.verts.push(vertex);
        self.verts.len() - 1
    }

    /// Adds a face and returns its squared distance to the origin: zero if it is degenerate.
    #[doc(alias = "attachFace")]
    pub(super) fn add_face(&mut self, verts: [usize; 3], neighbors: [usize; 3]) -> f64 {
        let diff = |k: usize| self.verts[verts[k]].diff;
        let plane = project_on_plane(diff(2), diff(1), diff(0));
        let v = plane.unwrap_or(Vec3::ZERO);
        let dist2 = v.dot(v);
        self.faces.push(Face { verts, neighbors, v, dist2, state: State::Passive });
        dist2
    }

    /// Makes a face one that EPA may visit.
    pub(super) fn make_candidate(&mut self, face: usize) {
        let made = &mut self.faces[face];
        made.state = State::Candidate(self.candidates.len());
        self.candidates.push((made.dist2, face));
    }

    /// Deletes a face and all faces that the point `w` sees, starting from that face.
    ///
    /// The boundary of the hole is left in `horizon`, in the order in which it is walked.
    #[doc(alias = "horizon")]
    pub(super) fn open(&mut self, face: usize, w: Vec3) {
        self.horizon.clear();
        self.edges.clear();
        self.delete(face);
        self.edges.extend([(face, 2), (face, 1), (face, 0)]);

        // depth first, each deleted face's edges in turn
        while let Some((from, edge)) = self.edges.pop() {
            let to = self.faces[from].neighbors[edge];
            let shared = self.faces[from].verts[(edge + 1) % 3];
            let neighbor = &self.faces[to];
            if neighbor.state == State::Deleted {
                continue;
            }
            let back = neighbor.edge_from(shared);
            if neighbor.sees(w) {
                self.delete(to);
                self.edges.extend([(to, (back + 2) % 3), (to, (back + 1) % 3)]);
            } else {
                self.horizon.push((to, back));
            }
        }
    }

    fn delete(&mut self, face: usize) {
        if let State::Candidate(place) = self.faces[face].state {
            self.candidates.swap_remove(place);
            if let Some(&(_, moved)) = self.candidates.get(place) {
                self.faces[moved].state = State::Candidate(place);
            }
        }
        self.faces[face].state = State::Deleted;
    }
}

impl Face {
    /// Whether a point is on the outer side of the face.
    fn sees(&self, w: Vec3) -> bool {
        self.v.dot(w) - self.dist2 > crate::math::MINVAL
    }

    /// The edge that starts at a vertex.
    fn edge_from(&self, vertex: usize) -> usize {
        match self.verts {
            [first, ..] if first == vertex => 0,
            [_, second, _] if second == vertex => 1,
            _ => 2,
        }
    }
}
