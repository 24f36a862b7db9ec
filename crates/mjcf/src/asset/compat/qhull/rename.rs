//! Vertices that ended up in the middle of an edge.
//!
//! After a merge a vertex may be left between two polygons only: it lies on their common edge. Its
//! two ridges become one, by renaming it to the vertex at the end of one of them.

use super::{Id, NeedsRepair, Ordered, remove};

impl Ordered<'_> {
    /// Renames such vertices of a polygon.
    pub(super) fn rename_shared(&mut self, facet: Id) -> Result<(), NeedsRepair> {
        let mut i = 0;
        while let Some(&old) = self.facets[facet].verts.get(i) {
            i += 1;
            let vertex = &self.vertices[old];
            let [a, b] = *vertex.around else { continue };
            if !vertex.lost_ridge {
                continue;
            }
            let other = if a == facet { b } else { a };
            let ridges = self.ridges_between(facet, other, old);
            if let Some(new) = self.find_name(old, facet, other, &ridges) {
                for r in ridges {
                    self.rename_in_ridge(r, old, new);
                }
                for f in [a, b] {
                    self.facets[f].verts.retain(|&v| v != old);
                    if self.is_redundant(f) {
                        return Err(NeedsRepair);
                    }
                }
                self.vertices[old].degree = 0;
                self.vertices[old].around.clear();
                i -= 1;
            }
        }
        Ok(())
    }

    /// Ridges of a vertex between two facets.
    fn ridges_between(&self, facet: Id, other: Id, vertex: Id) -> Vec<Id> {
        let between = |r: &&Id| {
            let ridge = &self.ridges[**r];
            ridge.other(facet) == other && ridge.verts.contains(&vertex)
        };
        self.facets[facet].ridges.iter().filter(between).copied().collect()
    }

    /// A vertex that can take the place of `old` without making two ridges the same.
    fn find_name(&self, old: Id, facet: Id, other: Id, ridges: &[Id]) -> Option<Id> {
        let ends: Vec<Id> = ridges.iter().map(|&r| self.far_end(r, old)).collect();
        // common vertices, in the order in which qhull's sets leave them
        let shared = &self.facets[other].verts;
        let mut names: Vec<Id> =
            self.facets[facet].verts.iter().copied().filter(|v| shared.contains(v)).collect();
        remove(&mut names, old);
        let mut i = 0;
        while i < names.len() {
            if ends.contains(&names[i]) {
                i += 1;
            } else {
                names.swap_remove(i);
            }
        }
        names.sort_by_key(|v| ends.iter().filter(|&e| e == v).count());
        names.into_iter().find(|&name| {
            let taken = |r: &Id| {
                let verts = self.ridges[*r].verts;
                verts.contains(&name) && ends.contains(&self.far_end(*r, name))
            };
            !self.vertices[name].around.iter().any(|&f| self.facets[f].ridges.iter().any(taken))
        })
    }

    fn far_end(&self, ridge: Id, vertex: Id) -> Id {
        let [a, b] = self.ridges[ridge].verts;
        if a == vertex { b } else { a }
    }

    /// Renames one end of a ridge; a ridge whose ends become the same vertex disappears.
    fn rename_in_ridge(&mut self, r: Id, old: Id, new: Id) {
        let far = self.far_end(r, old);
        let ridge = self.ridges[r];
        if far == new {
            self.vertices[new].lost_ridge = true;
            remove(&mut self.facets[ridge.top].ridges, r);
            remove(&mut self.facets[ridge.bottom].ridges, r);
            return;
        }
        let was_first = ridge.verts[0] == old;
        let is_first = new > far;
        let ridge = &mut self.ridges[r];
        ridge.verts = if is_first { [new, far] } else { [far, new] };
        if was_first != is_first {
            std::mem::swap(&mut ridge.top, &mut ridge.bottom);
        }
    }
}
