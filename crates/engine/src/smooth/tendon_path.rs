//! The path of a spatial tendon: the objects along it, cut into spans between two sites.

use super::wrap::WrapObject;
use crate::data::{DataOf, Lanes};
use crate::enums::WrapType;
use crate::ids::{BodyId, GeomId, SiteId, TendonId, WrapId};
use crate::math::{InLanes, Mat3, Vec3, Vec3Of};
use crate::model::Model;

/// What `wrap_obj` says of a site and of a pulley; a geom has its id there.
const SITE: i32 = -1;
const PULLEY: i32 = -2;

/// A piece of the path.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece {
    /// A pulley: the path begins anew.
    Pulley,
    /// The way from one site to the next.
    Span(Span),
}

/// The way from one site to the next, perhaps around a geom.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) sites: [SiteId; 2],
    pub(super) around: Option<WrapGeom>,
    /// What lengths and moments are divided by, after the last pulley.
    pub(super) divisor: f64,
    /// Whether the path ends after it, or a pulley follows.
    last: bool,
}

/// A geom that a span may wrap around.
#[derive(Clone, Copy, Debug)]
pub(super) struct WrapGeom {
    pub(super) geom: GeomId,
    cylinder: bool,
    side: Option<SiteId>,
}

/// Whether a tendon is a linear combination of joints, not a path through space.
pub(super) fn is_fixed(m: &Model, t: TendonId) -> bool {
    kind(m, m.tendon_adr[t].raw()) == Some(WrapType::Joint)
}

/// The pieces of a spatial tendon, in order.
pub(super) fn pieces(m: &Model, t: TendonId) -> impl Iterator<Item = Piece> {
    let mut at = m.tendon_adr[t].raw();
    let end = at + m.tendon_num[t] - 1;
    let mut divisor = 1.0;
    std::iter::from_fn(move || {
        while at < end {
            // a pulley: only what follows it counts
            if kind(m, at) == Some(WrapType::Pulley) {
                divisor = m.wrap_prm[WrapId(at as usize)];
                at += 1;
                return Some(Piece::Pulley);
            }
            if kind(m, at + 1) == Some(WrapType::Pulley) {
                at += 1;
                continue;
            }

            // from a site to the next object, or beyond it if that is a geom
            let around = around(m, at + 1);
            let from = site(m, at)?;
            at += if around.is_some() { 2 } else { 1 };
            let to = site(m, at)?;
            let last = at == end || kind(m, at + 1) == Some(WrapType::Pulley);
            return Some(Piece::Span(Span { sites: [from, to], around, divisor, last }));
        }
        None
    })
}

/// The kind of the object at a place of the path.
fn kind(m: &Model, at: i32) -> Option<WrapType> {
    let at = usize::try_from(at).ok()?;
    m.wrap_type.raw().get(at).and_then(|&kind| WrapType::from_i32(kind))
}

/// The site at a place of the path.
fn site(m: &Model, at: i32) -> Option<SiteId> {
    let at = usize::try_from(at).ok()?;
    m.wrap_objid.get(at).and_then(|&id| SiteId::new(id)).filter(|s| s.0 < m.nsite)
}

/// The geom to wrap around at a place of the path, `None` if there is something else.
fn around(m: &Model, at: i32) -> Option<WrapGeom> {
    let kind = kind(m, at).filter(|k| matches!(k, WrapType::Sphere | WrapType::Cylinder))?;
    let at = WrapId(at as usize);
    let geom = GeomId::new(m.wrap_objid[at]).filter(|g| g.0 < m.ngeom)?;
    // the id of the side site is stored among real parameters
    let side = SiteId::new(m.wrap_prm[at].round() as i32).filter(|s| s.0 < m.nsite);
    Some(WrapGeom { geom, cylinder: kind == WrapType::Cylinder, side })
}

impl Span {
    /// The bodies of both sites.
    pub(super) fn bodies(&self, m: &Model) -> [BodyId; 2] {
        self.sites.map(|s| m.site_bodyid[s].present())
    }

    /// Where the span runs.
    pub(super) fn strand<N: Lanes>(&self, m: &Model, d: &DataOf<N>) -> Strand<N> {
        let [from, to] = self.sites.map(|s| d.site_xpos[s]);
        let mut strand = Strand { points: [from, Vec3Of::ZERO, Vec3Of::ZERO, to], arc: -N::ONE };
        if let Some(around) = &self.around {
            around.wrap(m, d, &mut strand);
        }
        strand
    }
}

impl WrapGeom {
    /// Leads a strand around the geom in the lanes where it touches. Branches and iterations depend on
    /// values: refused for numbers that are more than values.
    fn wrap<N: Lanes>(&self, m: &Model, d: &DataOf<N>, strand: &mut Strand<N>) {
        let [from, touch, leave, to] = &mut strand.points;
        let side = self.side.map_or(Vec3Of::ZERO, |s| d.site_xpos[s]);
        let ([Some(from), Some(to), Some(pos), Some(side)], Some(mat)) = (
            [*from, *to, d.geom_xpos[self.geom], side].map(|v| N::plain_array(v.0)),
            N::plain(&d.geom_xmat[self.geom].0).and_then(<[_]>::first_chunk),
        ) else {
            strand.arc = N::splat(f64::NAN);
            return;
        };
        let (Some([arc]), Some(touch), Some(leave)) = (
            N::plain_mut(std::slice::from_mut(&mut strand.arc)),
            N::plain_mut(&mut touch.0),
            N::plain_mut(&mut leave.0),
        ) else {
            return;
        };
        for lane in 0..N::LANES {
            let [from, to, pos, side] = [from, to, pos, side].map(|v| Vec3(v).lane(lane));
            let object = WrapObject {
                pos,
                mat: Mat3(*mat).lane(lane),
                radius: m.geom_size[self.geom][0],
                cylinder: self.cylinder,
            };
            let Some(wrapped) = object.wrap([from, to], self.side.map(|_| side)) else {
                continue;
            };
            arc.set_lane(lane, wrapped.length);
            for (to, point) in [&mut *touch, &mut *leave].into_iter().zip(wrapped.points) {
                to.iter_mut().zip(point.0).for_each(|(to, x)| to.set_lane(lane, x));
            }
        }
    }
}

/// Where a span runs: between the outer points, by way of the inner points where it touches a geom.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strand<N> {
    pub(super) points: [Vec3Of<N>; 4],
    /// Length along the geom, negative where the span is straight.
    arc: N,
}

impl<N: Lanes> Strand<N> {
    /// Where the span is straight.
    pub(super) fn straight(&self) -> N::Mask {
        self.arc.lt(N::ZERO)
    }

    /// Where the span touches a geom.
    pub(super) fn wrapped(&self) -> N::Mask {
        N::select(self.straight(), N::ZERO, N::ONE).eq_mask(N::ONE)
    }

    /// Length from site to site.
    pub(super) fn length(&self) -> N {
        let dist = |i: usize, j: usize| (self.points[i] - self.points[j]).norm();
        N::select(self.straight(), dist(0, 3), dist(0, 1) + self.arc + dist(2, 3))
    }
}

/// Writes the points of all paths, one after the other.
///
/// Lanes may touch different geoms: each has its own points.
pub(super) struct PathWriter<N: Lanes> {
    /// Points so far, lane by lane.
    counts: N::Each<usize>,
}

impl<N: Lanes> PathWriter<N> {
    pub(super) fn new() -> Self {
        Self { counts: N::each(|_| 0) }
    }

    /// Points so far, lane by lane.
    pub(super) fn counts(&self) -> &[usize] {
        self.counts.as_ref()
    }

    /// Writes a pulley, which has no place.
    pub(super) fn pulley(&mut self, d: &mut DataOf<N>) {
        self.push(d, Vec3Of::ZERO, PULLEY);
    }

    /// Writes the points of a span: the first site, those on the geom, the last site if no other
    /// span begins there.
    pub(super) fn span(&mut self, d: &mut DataOf<N>, span: &Span, strand: &Strand<N>) {
        let [from, touch, leave, to] = strand.points;
        self.push(d, from, SITE);
        if let (Some(around), Some([arc])) = (span.around, N::plain(&[strand.arc])) {
            for lane in 0..N::LANES {
                let straight = arc.lane(lane) < 0.0;
                if !straight {
                    self.push_lane(d, lane, touch, around.geom.raw());
                    self.push_lane(d, lane, leave, around.geom.raw());
                }
            }
        }
        if span.last {
            self.push(d, to, SITE);
        }
    }

    /// Appends a point in every lane, at once where all lanes have as many.
    fn push(&mut self, d: &mut DataOf<N>, point: Vec3Of<N>, object: i32) {
        let at = self.counts()[0];
        if self.counts().iter().any(|&count| count != at) {
            return (0..N::LANES).for_each(|lane| self.push_lane(d, lane, point, object));
        }
        self.counts.as_mut().fill(at + 1);
        // two points per object of the model
        let Some(xpos) = d.wrap_xpos.get_mut(at / 2) else { return };
        xpos.as_chunks_mut().0[at % 2] = point.0;
        for sim in d.sims.as_mut() {
            if let Some(obj) = sim.wrap_obj.get_mut(at / 2) {
                obj[at % 2] = object;
            }
        }
    }

    /// Appends a point in one lane.
    fn push_lane(&mut self, d: &mut DataOf<N>, lane: usize, point: Vec3Of<N>, object: i32) {
        let count = &mut self.counts.as_mut()[lane];
        let at = *count;
        *count = at + 1;
        // two points per object of the model
        let wrap_obj = &mut d.sims.as_mut()[lane].wrap_obj;
        let (Some(xpos), Some(obj)) = (d.wrap_xpos.get_mut(at / 2), wrap_obj.get_mut(at / 2))
        else {
            return;
        };
        obj[at % 2] = object;
        let place = 3 * (at % 2);
        let (Some(to), Some(from)) =
            (N::plain_mut(&mut xpos[place..place + 3]), N::plain(&point.0))
        else {
            return;
        };
        to.iter_mut().zip(from).for_each(|(to, from)| to.set_lane(lane, from.lane(lane)));
    }
}
