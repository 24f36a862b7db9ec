//! From poses to contacts: which geoms are tested, in which order, and with which parameters.
//!
//! 1. the broadphase finds pairs of bodies, sorted;
//! 2. the midphase finds pairs of geoms of two bodies, sorted;
//! 3. the narrow phase finds the points where two geoms touch.
//!
//! Models with few pairs have a list of them instead of the first two.
//!
//! Pairs of geoms that the model names come before the first pair of bodies whose signature is not
//! smaller than theirs, and are not tested a second time.

use std::mem::take;
use std::ops::Range;

use super::candidates::broadphase::{Broadphase, body_geoms};
use super::candidates::filter::{Bits, excluded, signature, spheres_apart};
use super::candidates::kinds::{by_type, collides, is_costly};
use super::candidates::listed::{BoxTest, GeomPair, PairList};
use super::candidates::midphase::{
    Midphase, boxes_of_geoms_apart, boxes_of_geoms_apart_exactly, uses_trees,
};
use super::candidates::pairs::CandidatePair;
use super::compat::Ties;
use super::convex::{CcdOptions, Workspace};
use super::flex::FlexWorkspace;
use super::grazing::{DOUBT, ROUNDING};
use super::mix::{Mix, pair_margin, set_hit};
use super::sdf::descents;
use super::shape::{Hits, Shape};
use super::table;
use crate::contact::Contact;
use crate::data::Data;
use crate::enums::{DisableBit, EnableBit, GeomType, SensorType, SleepState, Timer, Warning};
use crate::hooks::stopwatch::Stopwatch;
use crate::hooks::{AsSystem, System};
use crate::ids::{BodyId, BvhId, FlexId, GeomId, PairId, PluginId};
use crate::math::Vec3;
use crate::model::Model;

/// The interrupt hook is polled after so many pairs of bodies or geoms.
const POLL: usize = 256;
/// With more pairs of bodies than this, memory for contacts is reserved beforehand.
const MANY_PAIRS: usize = 1 << 12;

/// Memory of collision, kept from step to step. Boxes leave it while they are in use: they move as pointers.
#[derive(Clone, Debug, Default)]
pub(crate) struct CollisionWorkspace {
    search: Option<Box<Search>>,
    /// Made when it is first needed.
    flex: Option<Box<FlexWorkspace>>,
    /// Buffers of the routines for convex shapes; made when they are first needed.
    pub(crate) convex: Option<Box<Workspace>>,
    /// Set by a batch that has copied only the poses that contacts normally need: those of geoms that touch nothing
    /// and of inertial frames are out of date.
    pub(crate) poses_incomplete: bool,
    /// Set by collision when only a missing pose could decide whether a grazing contact exists: the step has to be
    /// repeated with all poses.
    pub(crate) needs_all_poses: bool,
}

/// Buffers of the search for contacts, kept from step to step.
#[derive(Clone, Debug, Default)]
struct Search {
    listed: PairList,
    broadphase: Broadphase,
    midphase: Midphase,
    ties: Ties,
    hits: Hits,
}

impl CollisionWorkspace {
    /// Memory that is ready for the bodies of a model, and for its sensors, which measure distances
    /// also where there are no contacts.
    pub(crate) fn new(m: &Model) -> Self {
        let broadphase = Broadphase::new(m.nbody);
        let search = Search { listed: PairList::new(m), broadphase, ..Search::default() };
        let mut convex = Box::<Workspace>::default();
        let measures = [SensorType::GeomDist, SensorType::GeomNormal, SensorType::GeomFromTo];
        if measures.iter().any(|&kind| m.sensor_type.raw().contains(&(kind as i32))) {
            convex.reserve();
        }
        Self { search: Some(Box::new(search)), convex: Some(convex), ..Self::default() }
    }
}

/// Finds all contacts.
#[doc(alias = "mj_collision")]
pub fn collide(m: &impl AsSystem, d: &mut Data) {
    collide_near(&m.as_system(), d, None);
}

/// As [`collide`]; pairs of geoms that may touch are looked for if they are not `known`.
pub(crate) fn collide_near(m: &System<'_>, d: &mut Data, known: Option<&[CandidatePair]>) {
    let options = CcdOptions::of(&m.opt);
    let mut work = d.workspace.collision.convex.take().unwrap_or_default();
    work.clear();
    collide_with(m, d, known, |a, b, margin, out| {
        table::touch(a, b, margin, &options, &mut work, out);
    });
    d.workspace.collision.convex = Some(work);
}

/// For every box of the trees of bodies and flexes 1 if it overlaps one of another tree, else 0; all zero
/// if the model does not ask for it. A step marks in `bvh_active` only boxes that it looks at.
#[doc(hidden)]
pub fn active_boxes(m: &impl AsSystem, d: &Data) -> Vec<u8> {
    let mut d = d.clone();
    let mut search = d.workspace.collision.search.take().unwrap_or_default();
    search.midphase.always_walks = true;
    d.workspace.collision.search = Some(search);
    collide_with(m, &mut d, None, |_, _, _, _| {});
    d.bvh_active.to_vec()
}

/// For each plugin that is a distance field, the points that looking for contacts with it asked about: a
/// list for each point that slid, in the frame of the field, of the last pair of geoms that was tested.
#[doc(hidden)]
pub fn sdf_descents(m: &impl AsSystem, d: &Data) -> Vec<(PluginId, Vec<Vec<Vec3>>)> {
    use GeomType::{Mesh, Plane, Sdf};
    let (mut d, mut found) = (d.clone(), Vec::new());
    collide_with(m, &mut d, None, |a, b, _, hits| {
        let Some(id) = b.m.geom_plugin[b.geom].id() else { return };
        let slides = b.kind == Sdf && !matches!(a.kind, Plane | Mesh);
        if let Some(paths) = slides.then(|| descents(a, b, hits)).flatten() {
            found.retain(|(other, _)| *other != id);
            found.push((id, paths));
        }
    });
    found
}

/// As [`collide_near`], with a routine of the caller's own: `touch(a, b, margin, hits)` adds to `hits`
/// the points where two shapes, the lower type first, are closer than `margin`.
#[doc(alias = "mjCOLLISIONFUNC")]
pub(crate) fn collide_with(
    m: &impl AsSystem,
    d: &mut Data,
    known: Option<&[CandidatePair]>,
    touch: impl FnMut(&Shape<'_>, &Shape<'_>, f64, &mut Hits),
) {
    let m = &m.as_system();
    let mut whole = Stopwatch::start_stage(m, d);
    clear(m, d);
    let off = |bit| m.opt.disabled(bit);
    if off(DisableBit::Constraint) || off(DisableBit::Contact) || m.nbody + m.nflex < 2 {
        return;
    }
    let mut watch = Stopwatch::start_stage(m, d);
    let mut search = d.workspace.collision.search.take().unwrap_or_default();
    let Search { listed, broadphase, midphase, ties, hits } = &mut *search;
    ties.clear();
    let growth = d.growth;
    let is_listed = known.is_none() && listed.is_ready(m, d) && !midphase.always_walks;
    broadphase.full = false;
    if is_listed {
        listed.place(m, d);
    } else if known.is_none() {
        broadphase.run(m, d, listed.solids(), growth.pairs(2 * size_of::<[u32; 2]>()));
    }
    watch.lap(m, d, Timer::ColBroad);
    let full = broadphase.full;
    let most = growth.contacts();
    let mut narrow = Narrowphase { m, d, touch, hits, ties, most, full, tested: 0, stop: false };
    if let Some(pairs) = known {
        narrow.near(pairs, midphase);
    } else if is_listed {
        narrow.listed(listed, midphase);
    } else {
        narrow.found(broadphase, midphase);
    }
    if narrow.full {
        let at = d.contact.len();
        m.warn(d, Warning::ContactFull, at);
    }
    d.workspace.collision.search = Some(search);
    watch.lap(m, d, Timer::ColNarrow);
    whole.lap(m, d, Timer::PosCollision);
}

/// Forgets contacts, and constraints with them.
fn clear(m: &Model, d: &mut Data) {
    d.contact.resize(0);
    d.ncon = 0;
    d.nefc = 0;
    d.nisland = 0;
    if m.vis.global.bvactive != 0 {
        // the trees of bodies come first, with less than two nodes per geom; of the others only those of
        // flexes become active
        let all = d.bvh_active.len();
        let end = if m.nflex > 0 { all } else { all.min(2 * m.ngeom) };
        d.bvh_active.as_mut_slice()[..end].fill(0);
    }
}

/// Tests pairs of geoms and keeps their contacts.
struct Narrowphase<'a, T> {
    m: &'a System<'a>,
    d: &'a mut Data,
    touch: T,
    hits: &'a mut Hits,
    ties: &'a mut Ties,
    /// Most contacts.
    most: usize,
    /// Whether contacts or pairs were left out because memory is full.
    full: bool,
    /// Pairs of bodies, or geoms of a body, since the user was last asked whether to go on.
    tested: usize,
    /// Whether no further contacts are to be found.
    stop: bool,
}

impl<T: FnMut(&Shape<'_>, &Shape<'_>, f64, &mut Hits)> Narrowphase<'_, T> {
    /// Whether memory is full or the user wants to end.
    #[inline]
    fn ends(&mut self) -> bool {
        self.tested += 1;
        if self.tested.is_multiple_of(POLL) {
            self.stop |= self.m.hooks.interrupted();
        }
        self.stop
    }

    /// Tests the pairs of a list.
    fn listed(&mut self, listed: &PairList, midphase: &mut Midphase) {
        for pair in &listed.bodies {
            if listed.are_apart(pair) {
                continue;
            }
            if self.ends() {
                return;
            }
            let Some(geoms) = pair.geoms() else {
                self.bodies(pair.bodies, 0..0, midphase);
                continue;
            };
            for pair in &listed.geoms[geoms] {
                self.listed_pair(pair);
            }
        }
    }

    /// Tests what may touch.
    fn near(&mut self, pairs: &[CandidatePair], midphase: &mut Midphase) {
        for pair in pairs {
            if self.ends() {
                return;
            }
            match pair {
                CandidatePair::Bodies(bodies) => self.bodies(*bodies, 0..0, midphase),
                CandidatePair::Geoms(pair) => {
                    let [g1, g2] = pair.geoms();
                    self.near_pair(pair, pair_margin(self.m, None, g1, g2));
                }
            }
        }
    }

    /// Tests two geoms of a list.
    #[inline]
    fn listed_pair(&mut self, pair: &GeomPair) {
        let (m, [g1, g2]) = (self.m, pair.geoms());
        let margin = pair_margin(m, None, g1, g2);
        if !spheres_apart(m, self.d, g1, g2, margin) {
            self.near_pair(pair, margin);
        }
    }

    /// Tests two geoms of a list whose spheres meet.
    #[inline]
    fn near_pair(&mut self, pair: &GeomPair, margin: f64) {
        let (m, geoms) = (self.m, pair.geoms());
        let apart = match pair.test {
            BoxTest::None => false,
            BoxTest::Quick => boxes_of_geoms_apart(m, self.d, geoms, margin),
            BoxTest::Exact => boxes_of_geoms_apart_exactly(m, self.d, geoms, margin),
        };
        if !apart {
            self.geoms(None, geoms);
        }
    }

    /// Tests the pairs that the broadphase found, and those that the model names.
    fn found(&mut self, broadphase: &Broadphase, midphase: &mut Midphase) {
        let m = self.m;
        if broadphase.pairs.len() > MANY_PAIRS {
            // likely a contact each; memory that is not used costs nothing
            let _ = self.d.contact.try_reserve(broadphase.pairs.len().min(self.most));
        }
        let mut named = 0;
        for &bodies in &broadphase.pairs {
            if self.ends() {
                break;
            }
            let first = named;
            while named < m.npair && m.pair_signature[PairId(named)] as u32 <= signature(bodies) {
                self.named_pair(PairId(named));
                named += 1;
            }
            if excluded(m, bodies) {
                continue;
            }
            if bodies[1] as usize >= m.nbody {
                self.flexes(|work, m, d| work.find_pair(m, d, bodies));
            } else {
                self.bodies(bodies, first..named, midphase);
            }
        }
        for pair in (named..m.npair).map(PairId) {
            if self.ends() {
                break;
            }
            self.named_pair(pair);
        }
        for flex in (0..m.nflex).map(FlexId) {
            if self.ends() {
                break;
            }
            self.flexes(|work, m, d| work.find_own(m, d, flex));
        }
    }

    /// Adds the contacts of flexes that a search finds.
    fn flexes(&mut self, search: impl FnOnce(&mut FlexWorkspace, &System<'_>, &Data)) {
        let m = self.m;
        let mut work = self.d.workspace.collision.flex.take().unwrap_or_default();
        search(&mut work, m, self.d);
        self.full |= work.full;
        self.stop |= take(&mut work.stop);
        for contact in work.contacts(m) {
            if !self.push(&contact) {
                break;
            }
        }
        self.d.ncon = self.d.contact.len() as i32;
        if m.vis.global.bvactive != 0 {
            for &node in work.active() {
                self.d.bvh_active[BvhId(node)] = 1;
            }
        }
        self.d.workspace.collision.flex = Some(work);
    }

    /// Adds a contact; false if memory is full.
    #[inline]
    fn push(&mut self, contact: &Contact) -> bool {
        let count = self.d.contact.len();
        if count >= self.most || self.d.contact.try_reserve(count + 1).is_err() {
            (self.full, self.stop) = (true, true);
            return false;
        }
        self.d.contact.push(*contact);
        true
    }

    /// Tests the geoms of two bodies, except the pairs of this range that the model names.
    fn bodies(&mut self, bodies: [u32; 2], named: Range<usize>, midphase: &mut Midphase) {
        let m = self.m;
        let [b1, b2] = bodies.map(|b| BodyId(b as usize));
        if uses_trees(m, [b1, b2]) {
            midphase.run(m, self.d, [b1, b2]);
            self.full |= midphase.full;
            for &geoms in &midphase.pairs {
                if self.ends() {
                    return;
                }
                self.unnamed_pair(geoms, named.clone());
            }
        } else {
            for g1 in body_geoms(m, b1) {
                if self.ends() {
                    return;
                }
                for g2 in body_geoms(m, b2) {
                    let geoms = by_type(m, [g1, g2]);
                    let margin = pair_margin(m, None, g1, g2);
                    let apart = spheres_apart(m, self.d, g1, g2, margin)
                        || (is_costly(m, geoms) && boxes_of_geoms_apart(m, self.d, geoms, margin));
                    if !apart {
                        self.unnamed_pair(geoms, named.clone());
                    }
                }
            }
        }
    }

    /// Tests two geoms, the lower type first, unless the model names them among these pairs.
    #[doc(alias = "mj_collideGeomPair")]
    fn unnamed_pair(&mut self, geoms: [GeomId; 2], mut named: Range<usize>) {
        let m = self.m;
        let [g1, g2] = geoms;
        let is_named = named.any(|k| {
            let pair = [m.pair_geom1[PairId(k)].raw(), m.pair_geom2[PairId(k)].raw()];
            pair == [g1.raw(), g2.raw()] || pair == [g2.raw(), g1.raw()]
        });
        if !is_named && collides(m, geoms) && !self.filtered(geoms) {
            self.geoms(None, geoms);
        }
    }

    /// Tests a pair that the model names, unless both bodies are at rest.
    fn named_pair(&mut self, pair: PairId) {
        let m = self.m;
        let geoms =
            [m.pair_geom1[pair].raw(), m.pair_geom2[pair].raw()].map(|g| GeomId(g as usize));
        let awake = |g: GeomId| self.d.body_awake[m.geom_bodyid[g].present()] == SleepState::Awake;
        if !m.opt.enabled(EnableBit::Sleep) || geoms.into_iter().any(awake) {
            let geoms = by_type(m, geoms);
            let [g1, g2] = geoms;
            let margin = pair_margin(m, Some(pair), g1, g2);
            if collides(m, geoms) && !spheres_apart(m, self.d, g1, g2, margin) {
                self.geoms(Some(pair), geoms);
            }
        }
    }

    /// Whether the user's filter, or without one the bits of the geoms, leave a pair out.
    fn filtered(&self, [g1, g2]: [GeomId; 2]) -> bool {
        match &self.m.hooks.contact_filter {
            Some(filter) => filter(self.m, self.d, g1, g2),
            None => !Bits::of_geom(self.m, g1).meet(Bits::of_geom(self.m, g2)),
        }
    }

    /// Tests two geoms whose spheres meet, the lower type first, and adds their contacts.
    #[doc(alias = "mj_collideGeoms")]
    fn geoms(&mut self, pair: Option<PairId>, geoms: [GeomId; 2]) {
        let (m, [g1, g2]) = (self.m, geoms);
        let margin = pair_margin(m, pair, g1, g2);
        let (Some(a), Some(b)) = (Shape::of(*m, self.d, g1), Shape::of(*m, self.d, g2)) else {
            return;
        };
        self.hits.clear();
        (self.touch)(&a, &b, margin, self.hits);
        if self.hits.is_empty() || (pair.is_none() && self.left_out(margin, geoms)) {
            return;
        }
        let mix = match pair {
            Some(pair) => Mix::of_pair(m, pair),
            None => Mix::of_geoms(m, g1, g2),
        };
        let mix = mix.finish(m);
        let mut contact = mix.contact(margin, geoms);
        for i in 0..self.hits.len() {
            set_hit(&mut contact, &self.hits[i]);
            if !self.push(&contact) {
                break;
            }
        }
        self.d.ncon = self.d.contact.len() as i32;
    }

    /// Whether the contacts found are so shallow that MuJoCo's boxes decide, and leave them out.
    fn left_out(&mut self, margin: f64, geoms: [GeomId; 2]) -> bool {
        let (m, [g1, g2]) = (self.m, geoms);
        let size = m.geom_rbound[g1] + m.geom_rbound[g2];
        let at = self.d.geom_xpos[g1].0.into_iter().fold(0.0, |sum, x: f64| sum + x.abs());
        let certain = margin - DOUBT * size - ROUNDING * at;
        if !self.hits.are_in_doubt(certain) {
            return false;
        }
        let work = &mut self.d.workspace.collision;
        if work.poses_incomplete {
            work.needs_all_poses |= Ties::looks_at_boxes(m, geoms);
            return false;
        }
        !self.ties.tested(m, self.d, geoms)
    }
}

#[cfg(test)]
mod tests;
