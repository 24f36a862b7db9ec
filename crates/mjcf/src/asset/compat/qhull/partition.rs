//! Which facet a point is outside of.

use super::{Id, Ordered};

impl Ordered<'_> {
    /// Height at which a search ends.
    fn good_enough(&self) -> f64 {
        self.search_factor() * (2.0 * self.min_outside()).max(self.max_outside)
    }

    fn search_factor(&self) -> f64 {
        if self.merges > 50 { 2.0 } else { 1.0 }
    }

    /// Distributes all points over the first facets.
    pub(super) fn partition_all(&mut self) {
        let used: Vec<u32> = self.vertices.iter().map(|v| v.point).collect();
        let mut left: Vec<u32> =
            (0..self.points.len() as u32).filter(|p| !used.contains(p)).collect();
        let limit = self.good_enough();
        for facet in self.from(0) {
            let mut furthest: Option<(u32, f64)> = None;
            let mut rest = Vec::new();
            for p in left {
                let height = self.height(p, facet);
                if height < limit {
                    rest.push(p);
                    continue;
                }
                match furthest {
                    Some((_, best)) if height <= best => self.facets[facet].outside.push(p),
                    _ => {
                        let previous = furthest.replace((p, height));
                        self.facets[facet].outside.extend(previous.map(|(q, _)| q));
                    }
                }
            }
            if let Some((p, height)) = furthest {
                self.facets[facet].outside.push(p);
                self.facets[facet].furthest = height;
            }
            left = rest;
        }
        self.search_all = true;
        for p in left {
            let first = self.list.from(0).next();
            if let Some(first) = first {
                self.partition(p, first);
            }
        }
        self.search_all = false;
        self.furthest_first();
    }

    /// Moves the facet with the furthest point to the front.
    fn furthest_first(&mut self) {
        let mut best: Option<(Id, f64)> = None;
        for f in self.list.from(0) {
            let height = self.facets[f].furthest;
            if !self.facets[f].outside.is_empty() && best.is_none_or(|(_, h)| height > h) {
                best = Some((f, height));
            }
        }
        if let Some((f, _)) = best {
            self.list.remove(self.facets[f].stamp, f);
            self.facets[f].stamp = self.list.push_front(f);
        }
    }

    /// Redistributes the points outside of facets that were replaced.
    pub(super) fn partition_visible(&mut self, visible: &[Id]) {
        for &v in visible {
            let orphans = std::mem::take(&mut self.facets[v].outside);
            let mut heir = self.facets[v].replacement;
            while let Some(f) = heir.filter(|&f| self.facets[f].gone) {
                heir = self.facets[f].replacement;
            }
            let heir = heir.or_else(|| self.list.from(self.first_fresh).next());
            let Some(heir) = heir else { continue };
            for p in orphans {
                self.partition(p, heir);
            }
        }
    }

    /// Puts a point outside the best facet found from `start`, if it is outside at all.
    fn partition(&mut self, p: u32, start: Id) {
        let (facet, height) =
            if self.search_all { self.best_new(p, start) } else { self.best_downhill(p, start) };
        if height < self.min_outside() {
            return;
        }
        let f = &mut self.facets[facet];
        if f.outside.is_empty() {
            f.outside.push(p);
            f.furthest = height;
            self.revisit(facet);
        } else if f.furthest < height {
            f.outside.push(p);
            f.furthest = height;
        } else {
            let last = f.outside.len() - 1;
            f.outside.insert(last, p);
        }
    }

    /// Makes sure a facet that got its first point is still to come.
    fn revisit(&mut self, facet: Id) {
        let next = self.list.from(self.cursor).next();
        if next == Some(facet) {
            return;
        }
        if self.facets[facet].fresh {
            if next.is_some_and(|f| self.facets[f].fresh) {
                self.cursor = self.cursor.min(self.first_fresh);
            }
        } else {
            self.append(facet);
            self.facets[facet].fresh = self.first_fresh < usize::MAX;
        }
    }

    /// Best of the new facets, from `start` on and then from the first; then of the rim.
    fn best_new(&mut self, p: u32, start: Id) -> (Id, f64) {
        let limit = self.good_enough();
        let mut best = (start, f64::MIN / 2.0);
        let start = self.facets[start].stamp;
        let rest = self.list.between(self.first_fresh, start);
        for f in self.list.from(start).chain(rest) {
            let height = self.height(p, f);
            if height > best.1 {
                best = (f, height);
                if height >= limit {
                    return best;
                }
            }
        }
        self.best_horizon(p, best)
    }

    /// From neighbor to better neighbor among the new facets.
    fn best_downhill(&mut self, p: u32, start: Id) -> (Id, f64) {
        let mut best = (start, self.height(p, start));
        if best.1 >= self.min_outside() {
            return best;
        }
        self.next_visit();
        self.visited(start);
        let mut at = Some(start);
        while let Some(facet) = at {
            at = None;
            for k in 0..self.facets[facet].neighbors.len() {
                let n = self.facets[facet].neighbors[k];
                if !self.facets[n].fresh || self.visited(n) {
                    continue;
                }
                let height = self.height(p, n);
                if height > best.1 {
                    best = (n, height);
                    if height >= self.min_outside() {
                        return best;
                    }
                    at = Some(n);
                    break;
                }
            }
        }
        if !self.not_sharp && best.1 < -self.error {
            if self.is_sharp() {
                self.search_all = true;
                return self.best_new(p, best.0);
            }
            self.not_sharp = true;
        }
        self.best_horizon(p, best)
    }

    /// Whether the normals of the new facets point into different octants.
    fn is_sharp(&self) -> bool {
        let octant = |f: Id| self.facets[f].plane.map(|p| p.normal.map(|x| x > 0.0));
        let fresh = self.from(self.first_fresh);
        fresh.iter().any(|&f| octant(f) != octant(fresh[0]))
    }

    /// Improves on `best` among facets that are nearly level with it.
    fn best_horizon(&mut self, p: u32, mut best: (Id, f64)) -> (Id, f64) {
        let reach =
            self.search_factor() * (self.max_outside + 2.0 * self.error + self.min_visible());
        let mut lowest = best.1 - reach;
        self.next_visit();
        self.visited(best.0);
        let mut pending: Vec<Id> = Vec::new();
        let mut at = Some(best.0);
        while let Some(facet) = at {
            let mut next = None;
            for k in 0..self.facets[facet].neighbors.len() {
                let n = self.facets[facet].neighbors[k];
                if self.visited(n) {
                    continue;
                }
                let height = self.height(p, n);
                if height > best.1 {
                    lowest = height - reach;
                    if height > best.1 + reach {
                        pending.clear();
                    }
                    best = (n, height);
                } else if height < lowest {
                    continue;
                }
                pending.extend(next.replace(n));
            }
            at = next.or_else(|| pending.pop());
        }
        best
    }
}
