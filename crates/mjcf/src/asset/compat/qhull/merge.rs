//! Merging new facets into the coplanar facets they border on.

use ferrodyn_engine::math::Vec3;

use super::{Id, Ordered, Ridge, Vertex, remove, replace};

/// Polygons with more neighbors take too long to follow: each merge looks at all of them.
const MAX_NEIGHBORS: usize = 20_000;
/// The center of a larger polygon is not computed again after a merge.
const SMALL_POLYGON: usize = 8;

impl Ordered<'_> {
    /// Whether every new facet makes a clearly convex angle with its neighbors.
    pub(super) fn clearly_convex(&self) -> bool {
        let margin = -2.0 * self.error;
        let fresh = self.from(self.first_fresh);
        let plain = |f: &Id| {
            self.facets[*f].plane.is_some() && self.facets[self.facets[*f].neighbors[0]].simplicial
        };
        fresh.iter().all(plain)
            && fresh.iter().all(|&f| {
                let Some([horizon, n1, n2]) =
                    self.facets[f].neighbors.get(..3).map(|n| [n[0], n[1], n[2]])
                else {
                    return false;
                };
                let v = &self.facets[f].verts;
                let beyond = self.facets[horizon].verts.iter().find(|o| !v[1..].contains(o));
                self.vertex_height(v[1], n1) < margin
                    && self.vertex_height(v[2], n2) < margin
                    && beyond.is_none_or(|&o| self.vertex_height(o, f) < margin)
            })
    }

    /// Merges new facets without a plane into their horizon; none if the result needs repair.
    pub(super) fn merge_coplanar(&mut self) -> Option<()> {
        let mut touched = false;
        for f in self.from(self.first_fresh) {
            if self.facets[f].gone || self.facets[f].plane.is_some() {
                continue;
            }
            let horizon = self.facets[f].neighbors[0];
            let cycle = self.cycle_of(f);
            if self.facets[horizon].neighbors.len() > MAX_NEIGHBORS {
                return None;
            }
            touched = true;
            self.merges += 1;
            self.start_tracking();
            if let [single] = *cycle {
                self.make_ridges(single);
                self.make_ridges(horizon);
                self.merge_triangle(single, horizon);
            } else {
                self.make_ridges(horizon);
                self.merge_cycle(&cycle, horizon);
            }
            self.finish_merge(&cycle, horizon);
        }
        let fresh = self.from(self.first_fresh);
        if touched {
            for &f in &fresh {
                if std::mem::take(&mut self.facets[f].coplanar) && self.is_degenerate(f) {
                    return None;
                }
            }
        }
        if !self.centers_behind_neighbors(&fresh) {
            return None;
        }
        if touched {
            self.reduce_vertices(&fresh)?;
        }
        Some(())
    }

    /// The new facets to be merged together with `first`, which comes last.
    fn cycle_of(&self, first: Id) -> Vec<Id> {
        let mut cycle = Vec::new();
        let mut at = self.facets[first].cycle;
        while let Some(f) = at {
            cycle.push(f);
            at = if f == first || cycle.len() > self.facets.len() {
                None
            } else {
                self.facets[f].cycle
            };
        }
        cycle
    }

    /// Gives a triangle explicit ridges, so that it can become a polygon.
    fn make_ridges(&mut self, facet: Id) {
        if !self.facets[facet].simplicial {
            return;
        }
        self.facets[facet].simplicial = false;
        let neighbors = self.facets[facet].neighbors.clone();
        for &n in &neighbors {
            self.facets[n].seen = false;
        }
        for r in self.facets[facet].ridges.clone() {
            let other = self.ridges[r].other(facet);
            self.facets[other].seen = true;
        }
        for (k, &n) in neighbors.iter().enumerate() {
            if !self.facets[n].seen {
                let r = self.edge_ridge(facet, k, facet, n);
                self.facets[facet].ridges.push(r);
                self.facets[n].ridges.push(r);
            }
        }
    }

    /// A ridge for the edge of a triangle opposite vertex `k`, between `owner` and `other`.
    fn edge_ridge(&mut self, triangle: Id, k: usize, owner: Id, other: Id) -> Id {
        let mut verts = self.facets[triangle].verts.clone();
        verts.remove(k);
        let is_top = self.facets[triangle].top ^ (k % 2 == 1);
        let (top, bottom) = if is_top { (owner, other) } else { (other, owner) };
        self.ridges.push(Ridge { verts: [verts[0], verts[1]], top, bottom });
        self.ridges.len() - 1
    }

    /// Merges one new triangle into `horizon`.
    fn merge_triangle(&mut self, triangle: Id, horizon: Id) {
        for k in 1..3 {
            let v = self.facets[triangle].verts[k];
            self.vertices[v].lost_ridge = true;
        }
        let adopted = self.adopt_apex(triangle, horizon);
        let [apex, ..] = *self.facets[triangle].verts else { return };
        for k in 0..self.facets[triangle].verts.len() {
            let v = self.facets[triangle].verts[k];
            if v == apex && adopted {
                replace(&mut self.vertices[v].around, triangle, horizon);
            } else {
                remove(&mut self.vertices[v].around, triangle);
            }
        }
        self.visit_neighbors(horizon);
        let mut i = 0;
        while i < self.facets[triangle].ridges.len() {
            let r = self.facets[triangle].ridges[i];
            let other = self.ridges[r].other(triangle);
            if other == horizon {
                for v in self.ridges[r].verts {
                    self.vertices[v].lost_ridge = true;
                }
                remove(&mut self.facets[triangle].ridges, r);
                remove(&mut self.facets[horizon].ridges, r);
                remove(&mut self.facets[horizon].neighbors, triangle);
                continue;
            }
            self.facets[horizon].ridges.push(r);
            if self.visited(other) {
                self.make_ridges(other);
                if self.facets[other].neighbors.first() == Some(&triangle) {
                    remove(&mut self.facets[other].neighbors, horizon);
                    replace(&mut self.facets[other].neighbors, triangle, horizon);
                } else {
                    remove(&mut self.facets[other].neighbors, triangle);
                }
            } else {
                self.facets[horizon].neighbors.push(other);
                replace(&mut self.facets[other].neighbors, triangle, horizon);
            }
            self.hand_over(r, triangle, horizon);
            i += 1;
        }
    }

    /// Starts a search that has come by all neighbors of a facet.
    fn visit_neighbors(&mut self, facet: Id) {
        self.next_visit();
        for k in 0..self.facets[facet].neighbors.len() {
            self.visited(self.facets[facet].neighbors[k]);
        }
    }

    fn hand_over(&mut self, ridge: Id, from: Id, to: Id) {
        let r = &mut self.ridges[ridge];
        if r.top == from {
            r.top = to;
        } else {
            r.bottom = to;
        }
    }

    /// Makes the new point a vertex of the polygon; whether it was not one yet.
    fn adopt_apex(&mut self, triangle: Id, horizon: Id) -> bool {
        let apex = self.facets[triangle].verts[0];
        if !self.facets[horizon].fresh {
            for v in self.facets[horizon].verts.clone() {
                self.renew_vertex(v);
            }
        }
        let adopted = self.facets[horizon].verts.first() != Some(&apex);
        if adopted {
            self.facets[horizon].verts.insert(0, apex);
            self.vertices[apex].degree += 1;
        }
        adopted
    }

    /// Merges several new triangles that border on the same polygon.
    fn merge_cycle(&mut self, cycle: &[Id], horizon: Id) {
        // neighbors
        self.facets[horizon].neighbors.retain(|n| !cycle.contains(n));
        self.visit_neighbors(horizon);
        self.visited(horizon);
        for &same in cycle {
            for other in self.facets[same].neighbors.clone() {
                if cycle.contains(&other) {
                    continue;
                }
                let is_known = self.visited(other);
                if self.facets[other].simplicial {
                    if is_known {
                        self.make_ridges(other);
                        remove(&mut self.facets[other].neighbors, same);
                    } else {
                        self.facets[horizon].neighbors.push(other);
                        replace(&mut self.facets[other].neighbors, same, horizon);
                        let ridge =
                            self.facets[other].ridges.iter().copied().find(|&r| {
                                self.ridges[r].top == same || self.ridges[r].bottom == same
                            });
                        if let Some(r) = ridge {
                            self.hand_over(r, same, horizon);
                        }
                    }
                } else {
                    remove(&mut self.facets[other].neighbors, same);
                    if !is_known {
                        self.facets[other].neighbors.push(horizon);
                        self.facets[horizon].neighbors.push(other);
                    }
                }
            }
        }
        self.merge_cycle_ridges(cycle, horizon);
        self.adopt_apex(cycle[0], horizon);
    }

    fn merge_cycle_ridges(&mut self, cycle: &[Id], horizon: Id) {
        let kept: Vec<Id> = self.facets[horizon]
            .ridges
            .iter()
            .copied()
            .filter(|&r| !cycle.contains(&self.ridges[r].other(horizon)))
            .collect();
        self.facets[horizon].ridges = kept;
        for &same in cycle {
            for r in self.facets[same].ridges.clone() {
                let ridge = self.ridges[r];
                if ridge.top != same && ridge.bottom != same {
                    self.facets[horizon].ridges.push(r);
                    continue;
                }
                let other = ridge.other(same);
                self.hand_over(r, same, horizon);
                if other == horizon {
                    continue;
                }
                if cycle.contains(&other) {
                    remove(&mut self.facets[other].ridges, r);
                } else {
                    self.facets[horizon].ridges.push(r);
                }
            }
            self.facets[same].ridges.clear();
            if !self.facets[same].simplicial {
                continue;
            }
            for (k, other) in self.facets[same].neighbors.clone().into_iter().enumerate() {
                if !cycle.contains(&other) && self.facets[other].simplicial {
                    let r = self.edge_ridge(same, k, horizon, other);
                    self.facets[horizon].ridges.push(r);
                    self.facets[other].ridges.push(r);
                }
            }
        }
        for &same in cycle {
            for v in self.facets[same].verts.clone() {
                self.vertices[v].lost_ridge = true;
                let around = &mut self.vertices[v].around;
                around.retain(|f| *f != horizon && !cycle.contains(f));
                around.push(horizon);
            }
        }
    }

    /// Retires the merged facets and moves the polygon to the end of the list.
    fn finish_merge(&mut self, cycle: &[Id], horizon: Id) {
        for &same in cycle {
            self.retire(same, Some(horizon));
            self.list.remove(self.facets[same].stamp, same);
        }
        // vertices that are in this polygon only are inside of it
        let lonely: Vec<Id> = cycle
            .iter()
            .flat_map(|&same| self.facets[same].verts.clone())
            .filter(|&v| self.vertices[v].degree < 2)
            .collect();
        self.next_visit();
        for v in lonely {
            self.vertices[v].mark = self.visit;
        }
        let visit = self.visit;
        self.keep_verts(horizon, |v| v.mark != visit);
        self.append(horizon);
        self.facets[horizon].fresh = true;
        self.facets[horizon].simplicial = false;
        self.facets[horizon].merged = true;
        if self.facets[horizon].verts.len() <= SMALL_POLYGON {
            self.facets[horizon].center = None;
        }
    }

    /// Too few neighbors, or a neighbor all of whose vertices it shares.
    fn is_degenerate(&mut self, facet: Id) -> bool {
        self.mark_verts(facet);
        let f = &self.facets[facet];
        f.neighbors.len() < 3
            || f.neighbors
                .iter()
                .any(|&n| self.facets[n].verts.iter().all(|&v| self.vertices[v].mark == self.visit))
    }

    /// Selects the vertices of a facet.
    fn mark_verts(&mut self, facet: Id) {
        self.next_visit();
        for &v in &self.facets[facet].verts {
            self.vertices[v].mark = self.visit;
        }
    }

    /// Whether the centers of new facets and their neighbors are clearly behind each other.
    fn centers_behind_neighbors(&mut self, fresh: &[Id]) -> bool {
        let margin = -self.min_visible();
        for &f in fresh {
            for k in 0..self.facets[f].neighbors.len() {
                let n = self.facets[f].neighbors[k];
                for (of, over) in [(f, n), (n, f)] {
                    let (Some(center), Some(plane)) = (self.center(of), self.facets[over].plane)
                    else {
                        return false;
                    };
                    if plane.height(center) >= margin {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Mean of the vertices of a facet, projected to its plane.
    fn center(&mut self, facet: Id) -> Option<Vec3> {
        let f = &self.facets[facet];
        if f.center.is_some() {
            return f.center;
        }
        let mut center = [0.0; 3];
        for (k, c) in center.iter_mut().enumerate() {
            for &v in &f.verts {
                *c += self.points[self.vertices[v].point as usize][k];
            }
            *c /= f.verts.len() as f64;
        }
        let plane = f.plane?;
        let height = plane.height(Vec3(center));
        for (c, n) in center.iter_mut().zip(plane.normal) {
            *c -= height * n;
        }
        self.facets[facet].center = Some(Vec3(center));
        self.facets[facet].center
    }

    /// Drops vertices without edges, and those in the middle of one.
    fn reduce_vertices(&mut self, fresh: &[Id]) -> Option<()> {
        for &f in fresh {
            if !self.facets[f].merged {
                continue;
            }
            self.next_visit();
            for &r in &self.facets[f].ridges {
                for v in self.ridges[r].verts {
                    self.vertices[v].mark = self.visit;
                }
            }
            let before = self.facets[f].verts.len();
            let visit = self.visit;
            self.keep_verts(f, |v| v.mark == visit);
            if self.facets[f].verts.len() < before && self.is_redundant(f) {
                return None;
            }
        }
        for &f in fresh {
            if std::mem::take(&mut self.facets[f].merged) {
                self.rename_shared(f).ok()?;
            }
        }
        for &v in &self.renewed {
            self.vertices[v].lost_ridge = false;
        }
        Some(())
    }

    /// Drops the vertices of a polygon that are not to be kept.
    fn keep_verts(&mut self, facet: Id, keep: impl Fn(&Vertex) -> bool) {
        let Self { facets, vertices, .. } = self;
        facets[facet].verts.retain(|&v| {
            let kept = keep(&vertices[v]);
            if !kept {
                vertices[v].degree = vertices[v].degree.saturating_sub(1);
                remove(&mut vertices[v].around, facet);
            }
            kept
        });
    }

    /// Too few neighbors, or all vertices shared with one of them.
    pub(super) fn is_redundant(&self, facet: Id) -> bool {
        let f = &self.facets[facet];
        f.neighbors.len() < 3
            || f.neighbors.iter().any(|&n| f.verts.iter().all(|v| self.facets[n].verts.contains(v)))
    }
}
