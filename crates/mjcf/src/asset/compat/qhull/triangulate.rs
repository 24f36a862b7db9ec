//! Cutting polygons into triangles, and the finished hull.

use super::{HullGraph, Id, Ordered};

impl Ordered<'_> {
    /// Cuts every polygon into a fan around its latest vertex; triangles come first.
    pub(super) fn triangulate(mut self) -> Option<HullGraph> {
        for f in &mut self.facets {
            f.coplanar = false;
        }
        for polygon in self.from(0) {
            if self.facets[polygon].simplicial {
                continue;
            }
            let apex = *self.facets[polygon].verts.first()?;
            for k in 0..self.facets[polygon].neighbors.len() {
                let other = self.facets[polygon].neighbors[k];
                self.facets[other].seen = false;
            }
            let first = self.list.end();
            self.cone_over_ridges(polygon, apex).ok()?;
            self.track(first);
            self.list.remove(self.facets[polygon].stamp, polygon);
            self.facets[polygon].gone = true;
        }

        // the two edges at the apex give triangles without area
        for f in self.from(0) {
            if self.facets[f].verts.get(0..2).is_none_or(|v| v[0] == v[1]) {
                self.facets[f].gone = true;
                self.list.remove(self.facets[f].stamp, f);
            }
        }
        for &v in &self.renewed {
            self.vertices[v].around.retain(|&f| !self.facets[f].gone);
        }
        self.start_tracking();
        self.finish()
    }

    /// Lists vertices, faces and edges.
    fn finish(&self) -> Option<HullGraph> {
        let point = |v: Id| self.vertices[v].point as i32;
        let mut face = Vec::new();
        let mut used = vec![false; self.vertices.len()];
        for f in self.list.from(0) {
            let f = &self.facets[f];
            let [a, b, c] = *f.verts else { return None };
            for v in [a, b, c] {
                used[v] = true;
            }
            let [a, b, c] = [a, b, c].map(point);
            face.push(if f.top { [b, a, c] } else { [a, b, c] });
        }
        let mut order: Vec<Id> = (0..used.len()).filter(|&v| used[v]).collect();
        order.sort_by_key(|&v| self.vertices[v].stamp);
        if face.len() + 4 != 2 * order.len() {
            return None;
        }
        let edges = order.iter().map(|&v| {
            let mut ends = Vec::new();
            for &f in &self.vertices[v].around {
                for &u in &self.facets[f].verts {
                    if u != v && !ends.contains(&point(u)) {
                        ends.push(point(u));
                    }
                }
            }
            ends
        });
        Some(HullGraph {
            edges: edges.collect(),
            vert: order.iter().map(|&v| point(v)).collect(),
            face,
        })
    }
}
