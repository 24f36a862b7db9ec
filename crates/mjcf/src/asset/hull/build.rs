//! Growing a hull point by point.
//!
//! A new vertex removes every facet it sees or lies in the plane of, and is joined to the rim of
//! the hole. Removing coplanar facets too means that new facets are never degenerate, and that
//! points inside a flat side or an edge do not remain as vertices.

use crate::clock::Clock;
use std::collections::VecDeque;

use super::lattice::Lattice;
use super::simplex::{cross, dot, minus, norm};
use crate::asset::AssetError;

const NONE: u32 = u32::MAX;

/// A triangle of the hull and the points that are outside of it.
#[derive(Clone)]
struct Facet {
    vert: [u32; 3],
    /// Facet on the other side of the edge from `vert[k]` to `vert[k + 1]`.
    neighbor: [u32; 3],
    normal: [f64; 3],
    offset: f64,
    /// First of the points outside, linked through `Hull::next`.
    outside: u32,
    /// The point furthest outside, and its distance.
    furthest: u32,
    height: f64,
    /// Changes whenever the slot is used for another facet.
    serial: u32,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Free,
    Kept,
    /// Seen by the point being added.
    Visible,
    /// Tested against the point being added (by its serial) and not seen.
    Hidden,
}

/// An edge on the rim of the hole.
struct RimEdge {
    from: u32,
    to: u32,
    /// Facet that stays, and which of its edges this is.
    beyond: u32,
    edge: usize,
}

pub(super) struct Hull<'a> {
    lattice: &'a Lattice,
    facets: Vec<Facet>,
    free: Vec<u32>,
    /// Next point outside the same facet.
    next: Vec<u32>,
    queue: VecDeque<(u32, u32)>,
    serial: u32,
    /// New facet that starts at a vertex of the rim.
    starts: Vec<u32>,
    visible: Vec<u32>,
    hidden: Vec<u32>,
    rim: Vec<RimEdge>,
    fresh: Vec<u32>,
}

impl<'a> Hull<'a> {
    /// The hull of four points, the last behind the first three, with all others assigned.
    pub(super) fn new(lattice: &'a Lattice, [a, b, c, d]: [u32; 4]) -> Self {
        let count = lattice.points.len();
        let mut hull = Self {
            lattice,
            facets: Vec::new(),
            free: Vec::new(),
            next: vec![NONE; count],
            queue: VecDeque::new(),
            serial: 0,
            starts: vec![NONE; count],
            visible: Vec::new(),
            hidden: Vec::new(),
            rim: Vec::new(),
            fresh: Vec::new(),
        };
        hull.add_facet([a, b, c], [3, 1, 2]);
        hull.add_facet([c, b, d], [0, 3, 2]);
        hull.add_facet([a, c, d], [0, 1, 3]);
        hull.add_facet([b, a, d], [0, 2, 1]);
        for p in 0..count as u32 {
            if ![a, b, c, d].contains(&p) {
                hull.assign(p);
            }
        }
        hull.enqueue_fresh();
        hull
    }

    /// Adds points until none is outside or there are `limit` vertices; returns the triangles.
    pub(super) fn grow(mut self, limit: usize, clock: Clock) -> Result<Vec<[i32; 3]>, AssetError> {
        let mut vertices = 4;
        while let Some((facet, serial)) = self.queue.pop_front() {
            let at = facet as usize;
            if self.facets[at].serial != serial || self.facets[at].state == State::Free {
                continue;
            }
            if self.facets[at].outside == NONE {
                continue;
            }
            if vertices >= limit {
                break;
            }
            clock.check()?;
            let eye = self.facets[at].furthest;
            let Some(seen) = self.seen_from(eye, facet) else {
                self.drop_point(facet, eye);
                continue;
            };
            self.add_point(eye, seen)?;
            vertices = self.count_vertices(vertices, limit);
        }
        let kept = self.facets.iter().filter(|f| f.state != State::Free);
        Ok(kept.map(|f| f.vert.map(|v| v as i32)).collect())
    }

    /// Number of vertices; only counted exactly when a limit is near.
    fn count_vertices(&self, before: usize, limit: usize) -> usize {
        if before + 1 < limit {
            return before + 1;
        }
        // a closed triangulated surface of a solid: V = F / 2 + 2
        (self.facets.len() - self.free.len()) / 2 + 2
    }

    /// A facet that sees the point: `likely` unless its plane was too inexact to tell.
    fn seen_from(&self, eye: u32, likely: u32) -> Option<u32> {
        let sees = |f: &Facet| f.state != State::Free && self.lattice.side(f.vert, eye) > 0;
        if sees(&self.facets[likely as usize]) {
            return Some(likely);
        }
        self.facets.iter().position(sees).map(|f| f as u32)
    }

    /// Forgets a point that is not outside after all, and looks at the facet again later.
    fn drop_point(&mut self, facet: u32, point: u32) {
        let mut rest = self.facets[facet as usize].outside;
        let f = &mut self.facets[facet as usize];
        (f.outside, f.furthest, f.height) = (NONE, NONE, f64::NEG_INFINITY);
        while rest != NONE {
            let following = self.next[rest as usize];
            if rest != point {
                let height = self.height(facet, rest);
                self.push_outside(facet, rest, height);
            }
            rest = following;
        }
        let f = &self.facets[facet as usize];
        if f.outside != NONE {
            self.queue.push_back((facet, f.serial));
        }
    }

    /// Replaces the facets seen from `eye` by a cone from `eye` to their rim.
    fn add_point(&mut self, eye: u32, seen: u32) -> Result<(), AssetError> {
        self.find_rim(eye, seen);
        self.build_cone(eye)?;

        // points outside the removed facets find new ones
        for i in 0..self.visible.len() {
            let removed = self.visible[i];
            let mut p = self.facets[removed as usize].outside;
            while p != NONE {
                let following = self.next[p as usize];
                if p != eye {
                    self.assign(p);
                }
                p = following;
            }
        }
        for &removed in &self.visible {
            self.facets[removed as usize].state = State::Free;
            self.facets[removed as usize].outside = NONE;
            self.free.push(removed);
        }
        for &hidden in &self.hidden {
            self.facets[hidden as usize].state = State::Kept;
        }
        self.enqueue_fresh();
        Ok(())
    }

    /// Collects the facets that do not have `eye` strictly behind them, and the edges around.
    fn find_rim(&mut self, eye: u32, seen: u32) {
        self.visible.clear();
        self.hidden.clear();
        self.rim.clear();
        self.visible.push(seen);
        self.facets[seen as usize].state = State::Visible;
        let mut i = 0;
        while i < self.visible.len() {
            let Facet { vert, neighbor, .. } = self.facets[self.visible[i] as usize];
            i += 1;
            for k in 0..3 {
                let other = neighbor[k];
                if self.facets[other as usize].state == State::Kept {
                    if self.lattice.side(self.facets[other as usize].vert, eye) >= 0 {
                        self.facets[other as usize].state = State::Visible;
                        self.visible.push(other);
                    } else {
                        self.facets[other as usize].state = State::Hidden;
                        self.hidden.push(other);
                    }
                }
                let beyond = &self.facets[other as usize];
                if beyond.state == State::Hidden {
                    let (from, to) = (vert[k], vert[(k + 1) % 3]);
                    let edge = (0..3).find(|&e| beyond.vert[e] == to).unwrap_or(0);
                    self.rim.push(RimEdge { from, to, beyond: other, edge });
                }
            }
        }
    }

    fn build_cone(&mut self, eye: u32) -> Result<(), AssetError> {
        self.fresh.clear();
        let rim = std::mem::take(&mut self.rim);
        for edge in &rim {
            let facet = self.add_facet([edge.from, edge.to, eye], [edge.beyond, NONE, NONE]);
            self.facets[edge.beyond as usize].neighbor[edge.edge] = facet;
            self.starts[edge.from as usize] = facet;
        }
        // the rim is one closed loop: every vertex starts one edge and ends another
        let mut closed = rim.len() >= 3;
        for edge in &rim {
            let this = self.starts[edge.from as usize];
            let after = self.starts[edge.to as usize];
            if after == NONE || self.facets[after as usize].neighbor[2] != NONE {
                closed = false;
                break;
            }
            self.facets[this as usize].neighbor[1] = after;
            self.facets[after as usize].neighbor[2] = this;
        }
        for edge in &rim {
            self.starts[edge.from as usize] = NONE;
        }
        self.rim = rim;
        if closed {
            Ok(())
        } else {
            Err(AssetError::Invalid(
                "the convex hull could not be closed: check the vertices".into(),
            ))
        }
    }

    fn add_facet(&mut self, vert: [u32; 3], neighbor: [u32; 3]) -> u32 {
        let [a, b, c] = vert.map(|v| self.lattice.points[v as usize]);
        let normal = cross(minus(b, a), minus(c, a));
        let length = norm(normal);
        let normal = normal.map(|x| x / length);
        self.serial += 1;
        let facet = Facet {
            vert,
            neighbor,
            normal,
            offset: dot(normal, a),
            outside: NONE,
            furthest: NONE,
            height: f64::NEG_INFINITY,
            serial: self.serial,
            state: State::Kept,
        };
        let id = self.free.pop().unwrap_or(self.facets.len() as u32);
        match self.facets.get_mut(id as usize) {
            Some(slot) => *slot = facet,
            None => self.facets.push(facet),
        }
        self.fresh.push(id);
        id
    }

    /// Puts a point outside the first new facet it is clearly in front of, if any.
    fn assign(&mut self, p: u32) {
        for i in 0..self.fresh.len() {
            let facet = self.fresh[i];
            let height = self.height(facet, p);
            if height > self.lattice.tolerance {
                self.push_outside(facet, p, height);
                return;
            }
        }
    }

    fn height(&self, facet: u32, p: u32) -> f64 {
        let f = &self.facets[facet as usize];
        dot(f.normal, self.lattice.points[p as usize]) - f.offset
    }

    fn push_outside(&mut self, facet: u32, p: u32, height: f64) {
        let f = &mut self.facets[facet as usize];
        self.next[p as usize] = f.outside;
        f.outside = p;
        if height > f.height {
            f.height = height;
            f.furthest = p;
        }
    }

    fn enqueue_fresh(&mut self) {
        for &facet in &self.fresh {
            let f = &self.facets[facet as usize];
            if f.outside != NONE {
                self.queue.push_back((facet, f.serial));
            }
        }
    }
}
