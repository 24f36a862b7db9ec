//! A cached list of the pairs of geoms that may touch, as far as structure and contact bits decide: the broadphase
//! of models with few pairs.
//!
//! A model with few pairs needs no broadphase: pairs of bodies whose boxes are apart are passed over,
//! the geoms of the others are tested in the order of the list, which is that of contacts. The
//! plain form of this is the broadphase with the midphase; both lead to the same contacts.
//!
//! Bits are parameters, which a user may change between steps: a list is good for the bits that it
//! was made from. Another one is made when they have stayed for a step.

use std::ops::Range;

use super::broadphase::{BoundedBody, Bounds, body_geoms, margin_instead};
use super::filter::{Bits, Weld, excluded};
use super::kinds::{by_type, collides, is_costly};
use super::midphase::{are_many, have_trees, pair_count};
use super::sweep::WorldBox;
use crate::data::{Data, DataOf, Lanes};
use crate::enums::DisableBit;
use crate::hooks::System;
use crate::ids::{BodyId, GeomId};
use crate::model::Model;
use crate::sleep;

/// Models with more pairs of geoms have no list.
const MOST_PAIRS: usize = 1 << 14;
/// Nor have those where more had to be compared by their bits,
const MOST_TESTS: usize = 1 << 18;
/// nor those with more bodies that something may touch.
const MOST_BODIES: usize = 512;

/// The pairs of a model.
#[derive(Clone, Debug, Default)]
pub(crate) struct PairList {
    source: Source,
    state: State,
    /// Bodies that something may touch, none asleep.
    solids: Vec<BoundedBody>,
    /// Pairs of bodies in order.
    pub(crate) bodies: Vec<BodyPair>,
    /// Whether the midphase is to find the geoms of some.
    pub(crate) has_trees: bool,
    /// Pairs of their geoms.
    pub(crate) geoms: Vec<GeomPair>,
    /// Bodies with a box, from the second box on: which geoms are in it.
    boxed: Vec<Range<u32>>,
    boxed_geoms: Vec<GeomId>,
    /// The first box is everywhere: that of the ground.
    boxes: Vec<WorldBox>,
}

/// The inputs of a list: it is made again when one of them changes. Poses are not among them.
#[derive(Clone, Debug, Default)]
struct Source {
    /// Number of the plan.
    plan: u64,
    /// Whether parents do not touch their children.
    parents: bool,
    geom_contype: Vec<i32>,
    geom_conaffinity: Vec<i32>,
    body_contype: Vec<i32>,
    body_conaffinity: Vec<i32>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// To be made from the source.
    #[default]
    Open,
    Made,
    /// There are too many pairs.
    TooMany,
}

/// Two bodies that may touch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyPair {
    /// Numbers of their boxes.
    pub(crate) boxes: [u16; 2],
    /// Their pairs of geoms; none if the midphase is to find them.
    first: u32,
    end: u32,
    pub(crate) bodies: [u32; 2],
}

/// Two geoms that may touch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GeomPair {
    /// The lower type first.
    geoms: [u32; 2],
    pub(crate) test: BoxTest,
}

/// Whether the boxes of two geoms decide about their contacts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoxTest {
    /// They do not.
    None,
    /// They do not, but may save time.
    Quick,
    /// They do.
    Exact,
}

impl BodyPair {
    /// The pairs of their geoms; `None` if the midphase is to find them.
    pub(crate) fn geoms(&self) -> Option<Range<usize>> {
        (self.first < self.end).then_some(self.first as usize..self.end as usize)
    }
}

impl GeomPair {
    /// The geoms, the lower type first.
    #[inline]
    pub(crate) fn geoms(&self) -> [GeomId; 2] {
        self.geoms.map(|g| GeomId(g as usize))
    }
}

impl PairList {
    /// The list of a model as it is now.
    pub(crate) fn new(m: &Model) -> Self {
        let mut made = Self::default();
        made.source.set(m);
        made.make(m);
        made
    }

    /// Whether the list can be used in this step.
    pub(crate) fn is_ready(&mut self, m: &System<'_>, d: &Data) -> bool {
        if !self.source.is_of(m) {
            self.source.set(m);
            self.state = State::Open;
            return false;
        }
        if self.state == State::Open {
            self.make(m);
        }
        self.state == State::Made
            && m.npair == 0
            && m.nflex == 0
            && m.hooks.contact_filter.is_none()
            && !m.opt.disabled(DisableBit::MidPhase)
            && !sleep::some_asleep(m, d)
            && d.growth.pairs(size_of::<[GeomId; 2]>()) >= MOST_PAIRS
    }

    /// The bodies that something may touch, whether asleep or not, if the list is up to date.
    pub(crate) fn solids(&self) -> Option<&[BoundedBody]> {
        (self.state != State::Open).then_some(&self.solids)
    }

    /// Finds the boxes of bodies.
    pub(crate) fn place(&mut self, m: &Model, d: &Data) {
        for i in 1..self.boxes.len() {
            self.boxes[i] = self.bounds(m, d, i).finish();
        }
    }

    /// How many boxes there are.
    pub(crate) fn box_count(&self) -> usize {
        self.boxes.len()
    }

    /// The box of that number. The first is everywhere.
    #[inline(always)]
    pub(crate) fn bounds<N: Lanes>(&self, m: &Model, d: &DataOf<N>, number: usize) -> Bounds<N> {
        let mut bounds = Bounds::empty();
        let instead = margin_instead(m);
        let geoms = &self.boxed[number - 1];
        for &g in &self.boxed_geoms[geoms.start as usize..geoms.end as usize] {
            bounds.add_geom(m, d, g, instead.unwrap_or(m.geom_margin[g]));
        }
        bounds
    }

    /// Whether the boxes of two bodies are apart.
    #[inline]
    pub(crate) fn are_apart(&self, pair: &BodyPair) -> bool {
        let [a, b] = pair.boxes;
        self.boxes[a as usize].apart(&self.boxes[b as usize])
    }

    /// Lists bodies and pairs of the source.
    fn make(&mut self, m: &Model) {
        self.solids.clear();
        self.bodies.clear();
        self.geoms.clear();
        self.boxed.clear();
        self.boxed_geoms.clear();
        self.boxes.clear();
        self.boxes.push(WorldBox::EVERYWHERE);
        let with_geoms = m.bodies().filter(|&b| m.body_geomnum[b] > 0);
        self.solids.extend(with_geoms.filter_map(|b| BoundedBody::of(m, b, Weld::of(m, b))));
        let solids = std::mem::take(&mut self.solids);
        let all = solids.len() <= MOST_BODIES && self.add_pairs(m, &solids);
        self.has_trees = self.bodies.iter().any(|pair| pair.geoms().is_none());
        self.solids = solids;
        self.state = if all { State::Made } else { State::TooMany };
    }

    /// Lists pairs of bodies, and of their geoms; false if there are too many.
    fn add_pairs(&mut self, m: &Model, solids: &[BoundedBody]) -> bool {
        let mut compared = 0;
        let mut box_of = vec![0; solids.len()];
        for (i, a) in solids.iter().enumerate() {
            for (j, b) in solids.iter().enumerate().skip(i + 1) {
                let bodies = [a.body, b.body];
                if !a.may_touch(b, self.source.parents) || excluded(m, bodies) {
                    continue;
                }
                compared += pair_count(m, bodies.map(|b| BodyId(b as usize))).min(MOST_TESTS);
                if compared > MOST_TESTS || self.geoms.len() > MOST_PAIRS {
                    return false;
                }
                if self.add_geoms(m, bodies) && !a.is_ground && !b.is_ground {
                    let boxes =
                        [self.box_of(m, a, &mut box_of[i]), self.box_of(m, b, &mut box_of[j])];
                    self.bodies.last_mut().into_iter().for_each(|pair| pair.boxes = boxes);
                }
            }
        }
        true
    }

    /// Lists two bodies and the pairs of their geoms; false if there are none.
    fn add_geoms(&mut self, m: &Model, bodies: [u32; 2]) -> bool {
        let first = self.geoms.len();
        let ids = bodies.map(|b| BodyId(b as usize));
        let trees = have_trees(m, ids);
        let searched = trees && are_many(m, ids);
        if !searched {
            for g1 in body_geoms(m, ids[0]) {
                for g2 in body_geoms(m, ids[1]) {
                    let geoms = by_type(m, [g1, g2]);
                    let test = match is_costly(m, geoms) {
                        _ if trees => BoxTest::Exact,
                        true => BoxTest::Quick,
                        false => BoxTest::None,
                    };
                    if collides(m, geoms) && Bits::of_geom(m, g1).meet(Bits::of_geom(m, g2)) {
                        self.geoms.push(GeomPair { geoms: geoms.map(|g| g.0 as u32), test });
                    }
                }
            }
            if trees {
                self.geoms[first..].sort_unstable_by_key(|pair| pair.geoms);
            }
        }
        let end = self.geoms.len();
        if searched || first < end {
            let [first, end] = [first as u32, end as u32];
            self.bodies.push(BodyPair { boxes: [0; 2], first, end, bodies });
        }
        searched || first < end
    }

    /// The box of a body, which is added if it has none.
    fn box_of(&mut self, m: &Model, solid: &BoundedBody, known: &mut u16) -> u16 {
        if *known == 0 {
            *known = self.boxes.len() as u16;
            self.boxes.push(WorldBox::EVERYWHERE);
            let first = self.boxed_geoms.len() as u32;
            let geoms = body_geoms(m, BodyId(solid.body as usize));
            self.boxed_geoms.extend(geoms.filter(|&g| Bits::of_geom(m, g).any()));
            self.boxed.push(first..self.boxed_geoms.len() as u32);
        }
        *known
    }
}

impl Source {
    fn is_of(&self, m: &Model) -> bool {
        self.plan == m.plan().number
            && self.parents != m.opt.disabled(DisableBit::FilterParent)
            && self.geom_contype == m.geom_contype.as_slice()
            && self.geom_conaffinity == m.geom_conaffinity.as_slice()
            && self.body_contype == m.body_contype.as_slice()
            && self.body_conaffinity == m.body_conaffinity.as_slice()
    }

    fn set(&mut self, m: &Model) {
        fn copy(to: &mut Vec<i32>, from: &[i32]) {
            to.clear();
            to.extend_from_slice(from);
        }
        self.plan = m.plan().number;
        self.parents = !m.opt.disabled(DisableBit::FilterParent);
        copy(&mut self.geom_contype, &m.geom_contype);
        copy(&mut self.geom_conaffinity, &m.geom_conaffinity);
        copy(&mut self.body_contype, &m.body_contype);
        copy(&mut self.body_conaffinity, &m.body_conaffinity);
    }
}
