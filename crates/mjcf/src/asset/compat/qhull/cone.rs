//! The facets a point sees, and the cone of new facets that replaces them.

use super::{Facet, Id, NeedsRepair, Ordered, Ridge, Vertex, remove, replace};

impl Ordered<'_> {
    /// Moves all facets seen from `point` to the end of the list; marks the rim.
    pub(super) fn find_horizon(&mut self, point: u32, facet: Id) -> Vec<Id> {
        self.next_visit();
        self.visited(facet);
        let mut visible = vec![facet];
        self.mark_visible(facet);
        let mut i = 0;
        while i < visible.len() {
            for k in 0..self.facets[visible[i]].neighbors.len() {
                let other = self.facets[visible[i]].neighbors[k];
                if self.visited(other) {
                    continue;
                }
                let height = self.height(point, other);
                if height > self.min_visible() {
                    self.mark_visible(other);
                    visible.push(other);
                } else {
                    self.facets[other].coplanar = height >= -self.min_visible();
                    if self.facets[other].coplanar {
                        self.max_outside = self.max_outside.max(height);
                    }
                }
            }
            i += 1;
        }
        visible
    }

    fn mark_visible(&mut self, facet: Id) {
        self.append(facet);
        self.retire(facet, None);
    }

    /// Joins `point` to every edge of the rim.
    pub(super) fn make_cone(&mut self, point: u32, visible: &[Id]) -> Option<()> {
        self.first_fresh = self.list.end();
        let apex = self.vertices.len();
        self.vertices.push(Vertex::new(point));
        self.renew_vertex(apex);

        // the last facet made stands in for the one it replaces, even across facets
        let (mut made, mut made_from_ridge) = (None, None);
        for &v in visible {
            for k in 0..self.facets[v].neighbors.len() {
                let other = self.facets[v].neighbors[k];
                self.facets[other].seen = false;
            }
            if !self.facets[v].ridges.is_empty() {
                made_from_ridge = self.cone_over_ridges(v, apex).ok()?;
            }
            if self.facets[v].simplicial {
                made = self.cone_over_edges(v, apex);
            }
            made = made_from_ridge.or(made);
            if made.is_some() {
                self.facets[v].replacement = made;
            }
        }
        for &v in visible {
            self.facets[v].ridges.clear();
            self.facets[v].neighbors.clear();
        }
        self.match_cone()?;
        for f in self.from(self.first_fresh) {
            if self.facets[f].cycle.is_none() {
                self.facets[f].plane = Some(self.checked_plane(f)?);
            }
        }
        Some(())
    }

    /// New facets over the ridges of a polygon (or a triangle next to one); returns the last.
    pub(super) fn cone_over_ridges(
        &mut self,
        from: Id,
        apex: Id,
    ) -> Result<Option<Id>, NeedsRepair> {
        let mut made = None;
        for ridge in self.facets[from].ridges.clone() {
            let Ridge { verts, top, .. } = self.ridges[ridge];
            let other = self.ridges[ridge].other(from);
            if !self.facets[other].gone {
                let is_top = top == from;
                let new = self.new_facet(vec![apex, verts[0], verts[1]], is_top, other);
                made = Some(new);
                if self.facets[other].coplanar {
                    if self.facets[other].seen {
                        let first = self.facets[other].last_cycle.ok_or(NeedsRepair)?;
                        self.facets[new].cycle = self.facets[first].cycle;
                        self.facets[first].cycle = Some(new);
                    } else {
                        self.facets[new].cycle = Some(new);
                        self.facets[other].last_cycle = Some(new);
                    }
                }
                if self.facets[other].seen {
                    if self.facets[other].simplicial {
                        return Err(NeedsRepair);
                    }
                    self.facets[other].neighbors.push(new);
                } else {
                    replace(&mut self.facets[other].neighbors, from, new);
                }
                if self.facets[other].simplicial {
                    remove(&mut self.facets[other].ridges, ridge);
                } else {
                    self.facets[new].ridges.push(ridge);
                    if is_top {
                        self.ridges[ridge].top = new;
                    } else {
                        self.ridges[ridge].bottom = new;
                    }
                }
            }
            self.facets[other].seen = true;
        }
        Ok(made)
    }

    /// New facets over the edges of a triangle that have no ridge; returns the last.
    fn cone_over_edges(&mut self, from: Id, apex: Id) -> Option<Id> {
        let mut made = None;
        for other in self.facets[from].neighbors.clone() {
            if self.facets[other].seen || self.facets[other].gone {
                continue;
            }
            let Some(skip) = self.facets[other].neighbors.iter().position(|&f| f == from) else {
                continue;
            };
            let mut verts = self.facets[other].verts.clone();
            verts.remove(skip.min(verts.len() - 1));
            verts.insert(0, apex);
            let odd = skip % 2 == 1;
            let top = if self.facets[other].top { odd } else { !odd };
            let new = self.new_facet(verts, top, other);
            made = Some(new);
            if self.facets[other].coplanar {
                self.facets[new].cycle = Some(new);
            }
            self.facets[other].neighbors[skip] = new;
        }
        made
    }

    fn new_facet(&mut self, verts: Vec<Id>, top: bool, horizon: Id) -> Id {
        for &v in &verts {
            self.renew_vertex(v);
            self.vertices[v].degree += 1;
        }
        let id = self.facets.len();
        self.facets.push(Facet {
            verts,
            neighbors: vec![horizon],
            top,
            simplicial: true,
            fresh: true,
            ..Facet::default()
        });
        self.append(id);
        id
    }

    /// Makes the new facets neighbors of each other: each rim vertex belongs to two.
    fn match_cone(&mut self) -> Option<()> {
        let fresh = self.from(self.first_fresh);
        for &f in &fresh {
            for k in 1..3 {
                let cone = &mut self.vertices[self.facets[f].verts[k]].cone;
                *cone.iter_mut().find(|slot| slot.is_none())? = Some(f);
            }
        }
        let mut closed = true;
        for &f in &fresh {
            // opposite the second vertex lies the facet that shares the third, and vice versa
            for k in [2, 1] {
                let cone = self.vertices[self.facets[f].verts[k]].cone;
                match cone {
                    [Some(a), Some(b)] => self.facets[f].neighbors.push(if a == f { b } else { a }),
                    _ => closed = false,
                }
            }
        }
        for &f in &fresh {
            for k in 1..3 {
                self.vertices[self.facets[f].verts[k]].cone = [None; 2];
            }
        }
        closed.then_some(())
    }
}
