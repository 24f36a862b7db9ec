//! Hulls whose vertices and faces come in qhull's order.
//!
//! The order shows: a mesh without faces takes those of its hull, flat sides can be cut into
//! triangles in many ways, and contacts between flat sides depend on which vertex comes first. So
//! this follows qhull's bookkeeping (facet and vertex lists, sets that fill holes with their last
//! element, merging of coplanar facets) for the common course of events. Where qhull would repair
//! the hull (concave or degenerate facets) it gives up, and the exact hull is used instead.

mod cone;
mod list;
mod merge;
mod partition;
mod plane;
mod rename;
mod start;
mod triangulate;

use crate::clock::Clock;
use ferrodyn_engine::math::Vec3;

use crate::asset::hull::HullGraph;
use list::FacetList;
use plane::Plane;

type Id = usize;

/// The point at which qhull would repair the hull.
struct NeedsRepair;

/// A facet: a triangle, or a polygon once coplanar triangles were merged.
#[derive(Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent marks, as qhull has them")]
struct Facet {
    /// Latest vertex first.
    verts: Vec<Id>,
    /// For triangles, neighbor `k` is opposite vertex `k`.
    neighbors: Vec<Id>,
    ridges: Vec<Id>,
    /// Orientation of `verts`.
    top: bool,
    simplicial: bool,
    plane: Option<Plane>,
    center: Option<Vec3>,
    /// Points outside, the furthest last.
    outside: Vec<u32>,
    furthest: f64,
    /// Place in the list.
    stamp: usize,
    /// On the rim of the hole, and level with the point being added.
    coplanar: bool,
    fresh: bool,
    merged: bool,
    seen: bool,
    /// Seen by the point being added, or merged into another facet.
    gone: bool,
    replacement: Option<Id>,
    /// Next of the new facets to be merged into the same facet.
    cycle: Option<Id>,
    last_cycle: Option<Id>,
    /// The last search that came by.
    visit: u32,
}

/// An edge between two facets of which at least one is a polygon.
#[derive(Clone, Copy)]
struct Ridge {
    /// Latest vertex first.
    verts: [Id; 2],
    top: Id,
    bottom: Id,
}

impl Ridge {
    fn other(&self, facet: Id) -> Id {
        if self.top == facet { self.bottom } else { self.top }
    }
}

struct Vertex {
    point: u32,
    /// Increases along the list of vertices.
    stamp: usize,
    fresh: bool,
    /// An edge at this vertex was removed by a merge.
    lost_ridge: bool,
    /// The last selection of vertices it belongs to.
    mark: u32,
    /// Number of facets around it.
    degree: u32,
    /// The facets around it, once these are tracked.
    around: Vec<Id>,
    /// New facets around it, while these are made neighbors of each other.
    cone: [Option<Id>; 2],
}

impl Vertex {
    fn new(point: u32) -> Self {
        Self {
            point,
            stamp: 0,
            fresh: false,
            lost_ridge: false,
            mark: 0,
            degree: 0,
            around: Vec::new(),
            cone: [None; 2],
        }
    }
}

/// The hull under construction.
struct Ordered<'a> {
    points: &'a [Vec3],
    /// Bound on the error of a height.
    error: f64,
    /// Pivots below this are unreliable, for the first two coordinates.
    near_zero: [f64; 2],
    max_outside: f64,
    interior: Vec3,
    facets: Vec<Facet>,
    ridges: Vec<Ridge>,
    vertices: Vec<Vertex>,
    list: FacetList,
    vertex_clock: usize,
    /// Facets before this place have been worked off.
    cursor: usize,
    /// Facets from this place on are new.
    first_fresh: usize,
    merges: usize,
    /// Whether the facets around vertices are kept up to date; so since the first merge.
    tracking: bool,
    /// Points are compared with all new facets instead of searching downhill.
    search_all: bool,
    not_sharp: bool,
    visit: u32,
    /// Vertices moved to the end of the list for the point being added.
    renewed: Vec<Id>,
}

/// The hull in qhull's order, or none if this course of events is not covered or the time is over.
pub(in crate::asset) fn hull(points: &[Vec3], limit: usize, clock: Clock) -> Option<HullGraph> {
    if points.len() < 4 || u32::try_from(points.len()).is_err() {
        return None;
    }
    let mut hull = Ordered::start(points)?;
    hull.partition_all();
    while let Some((facet, point)) = hull.next_furthest() {
        if limit < usize::MAX && hull.count_vertices() >= limit {
            break;
        }
        if clock.is_over() {
            return None;
        }
        hull.add_point(point, facet)?;
    }
    hull.triangulate()
}

impl Ordered<'_> {
    /// Height at which a facet is seen.
    fn min_visible(&self) -> f64 {
        2.0 * self.error
    }

    /// Height at which a point is outside.
    fn min_outside(&self) -> f64 {
        4.0 * self.error
    }

    fn height(&self, point: u32, facet: Id) -> f64 {
        self.facets[facet]
            .plane
            .map_or(f64::NEG_INFINITY, |p| p.height(self.points[point as usize]))
    }

    fn vertex_height(&self, vertex: Id, facet: Id) -> f64 {
        self.height(self.vertices[vertex].point, facet)
    }

    /// Moves a facet to the end of the list.
    fn append(&mut self, facet: Id) {
        self.list.remove(self.facets[facet].stamp, facet);
        self.facets[facet].stamp = self.list.push(facet);
    }

    /// Moves a vertex to the end of the list, once for each point added.
    fn renew_vertex(&mut self, vertex: Id) {
        if !self.vertices[vertex].fresh {
            self.vertex_clock += 1;
            self.vertices[vertex].stamp = self.vertex_clock;
            self.vertices[vertex].fresh = true;
            self.renewed.push(vertex);
        }
    }

    /// Facets of the list from `stamp` on.
    fn from(&self, stamp: usize) -> Vec<Id> {
        self.list.from(stamp).collect()
    }

    /// The next facet with points outside, and the furthest of them.
    fn next_furthest(&mut self) -> Option<(Id, u32)> {
        while let Some(facet) = self.list.from(self.cursor).next() {
            if let Some(point) = self.facets[facet].outside.pop() {
                return Some((facet, point));
            }
            self.cursor = self.facets[facet].stamp + 1;
        }
        None
    }

    fn count_vertices(&self) -> usize {
        self.vertices.iter().filter(|v| v.degree > 0).count()
    }

    /// Starts a search.
    fn next_visit(&mut self) {
        self.visit += 1;
    }

    /// Whether the running search has come by a facet before.
    fn visited(&mut self, facet: Id) -> bool {
        std::mem::replace(&mut self.facets[facet].visit, self.visit) == self.visit
    }

    /// A facet leaves the hull.
    fn retire(&mut self, facet: Id, replacement: Option<Id>) {
        self.facets[facet].gone = true;
        self.facets[facet].replacement = replacement;
        for &v in &self.facets[facet].verts {
            let degree = &mut self.vertices[v].degree;
            *degree = degree.saturating_sub(1);
        }
    }

    /// Adds a point outside `facet`.
    fn add_point(&mut self, point: u32, facet: Id) -> Option<()> {
        let visible = self.find_horizon(point, facet);
        self.make_cone(point, &visible)?;
        self.track_cone(&visible);
        self.search_all = false;
        if !self.clearly_convex() {
            self.merge_coplanar()?;
        }
        self.search_all = self.merges > 50
            || self.from(self.first_fresh).iter().any(|&f| !self.facets[f].simplicial);
        self.partition_visible(&visible);
        self.search_all = false;
        self.not_sharp = false;

        // forget what was new
        for f in visible {
            self.list.remove(self.facets[f].stamp, f);
        }
        for f in self.list.from(self.first_fresh) {
            self.facets[f].fresh = false;
        }
        self.first_fresh = usize::MAX;
        for v in self.renewed.drain(..) {
            self.vertices[v].fresh = false;
        }
        Some(())
    }
}

impl Ordered<'_> {
    /// Collects the facets around each vertex, in list order.
    fn start_tracking(&mut self) {
        if std::mem::replace(&mut self.tracking, true) {
            return;
        }
        for f in self.list.from(0) {
            if !self.facets[f].gone {
                for &v in &self.facets[f].verts {
                    self.vertices[v].around.push(f);
                }
            }
        }
    }

    /// Around the vertices of the cone, new facets take the place of those that went.
    fn track_cone(&mut self, visible: &[Id]) {
        if !self.tracking {
            return;
        }
        self.untrack_gone();
        self.track(self.first_fresh);
        for &f in visible {
            for k in 0..self.facets[f].verts.len() {
                let v = self.facets[f].verts[k];
                if !self.vertices[v].fresh {
                    remove(&mut self.vertices[v].around, f);
                }
            }
        }
    }

    /// Adds the facets from `stamp` on to their vertices.
    fn track(&mut self, stamp: usize) {
        for f in self.list.from(stamp) {
            for &v in &self.facets[f].verts {
                self.vertices[v].around.push(f);
            }
        }
    }

    /// Removes facets that went from the vertices moved to the end of the list.
    fn untrack_gone(&mut self) {
        for &v in &self.renewed {
            let around = &mut self.vertices[v].around;
            let mut i = 0;
            while i < around.len() {
                if self.facets[around[i]].gone {
                    around.swap_remove(i);
                } else {
                    i += 1;
                }
            }
        }
    }
}

/// Removes an element the way qhull's sets do: the last one takes its place.
fn remove(set: &mut Vec<Id>, element: Id) {
    if let Some(i) = set.iter().position(|&e| e == element) {
        set.swap_remove(i);
    }
}

/// Replaces the first occurrence of an element.
fn replace(set: &mut [Id], old: Id, new: Id) {
    if let Some(slot) = set.iter_mut().find(|e| **e == old) {
        *slot = new;
    }
}
