//! Contacts of flexes: with geoms, with each other and with themselves.
//!
//! | file | what |
//! |---|---|
//! | [`body`] | a flex in world, and its elements |
//! | [`walk`], [`sap`] | which elements are tested: trees of boxes, or a sweep |
//! | [`geom`] | a geom against the elements or vertices of a flex |
//! | [`own`] | elements against elements, and a flex against itself |
//! | [`triangle`], [`normal`], [`sdf`] | routines for shapes |
//! | [`found`] | which contacts are kept, their order and parameters |
//!
//! A pair keeps [`MAXCONPAIR`](crate::constants::MAXCONPAIR) contacts at most.

mod body;
mod found;
mod geom;
mod hfield;
mod normal;
mod own;
mod sap;
mod sdf;
mod triangle;
mod walk;

#[cfg(test)]
mod tests;

use std::mem::take;

use self::body::{Bodies, Flex};
use self::found::{Chooser, FlexHit};
use self::sap::Sap;
use self::walk::Walk;
use super::candidates::broadphase::body_geoms;
use super::candidates::filter::Bits;
use super::convex::{CcdOptions, Workspace};
use super::shape::Hits;
use crate::contact::{Collider, Contact};
use crate::data::Data;
use crate::enums::{DisableBit, GeomType};
use crate::hooks::System;
use crate::ids::{BodyId, FlexId, GeomId};
use crate::model::Model;

/// The user is asked whether to go on after so many pairs of geoms and elements.
const POLL: usize = 256;

/// Memory for contacts of flexes, kept from step to step.
#[derive(Clone, Debug, Default)]
pub(crate) struct FlexWorkspace {
    found: Vec<FlexHit>,
    hits: Hits,
    convex: Workspace,
    walk: Walk,
    sap: Sap,
    chooser: Chooser,
    /// Elements that take part in a sweep.
    elements: Vec<u32>,
    /// Bodies of the elements of a flex.
    bodies: Vec<Bodies>,
    /// Nodes of trees whose boxes overlap.
    active: Vec<usize>,
    /// Pairs since the user was last asked whether to go on.
    tested: usize,
    /// Whether contacts or pairs were left out because memory is full.
    pub(crate) full: bool,
    /// Whether the user wants to end.
    pub(crate) stop: bool,
}

impl FlexWorkspace {
    /// Finds the contacts of a body with a flex, or of two flexes, by their numbers in the broadphase:
    /// flexes follow bodies.
    pub(crate) fn find_pair(&mut self, m: &System<'_>, d: &Data, [first, second]: [u32; 2]) {
        self.clear();
        let [first, second] = [first as usize, second as usize];
        let Some(flex) = second.checked_sub(m.nbody).map(FlexId) else { return };
        let mut search = Search::new(m, d, self);
        match first.checked_sub(m.nbody) {
            None => search.body_and_flex(BodyId(first), flex),
            Some(first) => search.two_flexes(FlexId(first), flex),
        }
    }

    /// Finds the contacts of a flex with itself.
    pub(crate) fn find_own(&mut self, m: &System<'_>, d: &Data, flex: FlexId) {
        self.clear();
        Search::new(m, d, self).own(flex);
    }

    /// The contacts found.
    pub(crate) fn contacts(&self, m: &Model) -> impl Iterator<Item = Contact> {
        self.found.iter().map(move |found| found.contact(m))
    }

    /// Nodes of trees whose boxes overlap.
    pub(crate) fn active(&self) -> &[usize] {
        &self.active
    }

    fn clear(&mut self) {
        self.found.clear();
        self.active.clear();
        self.full = false;
    }
}

/// A search for contacts of flexes.
struct Search<'a> {
    m: &'a System<'a>,
    d: &'a Data,
    options: CcdOptions,
    work: &'a mut FlexWorkspace,
    /// Most contacts before some are chosen.
    most: usize,
}

impl<'a> Search<'a> {
    fn new(m: &'a System<'a>, d: &'a Data, work: &'a mut FlexWorkspace) -> Self {
        let most = d.growth.pairs(size_of::<FlexHit>());
        Self { m, d, options: CcdOptions::of(&m.opt), work, most }
    }

    /// Whether memory is full or the user wants to end.
    fn ends(&mut self) -> bool {
        let work = &mut *self.work;
        work.tested += 1;
        if work.tested.is_multiple_of(POLL) {
            work.stop |= self.m.hooks.interrupted();
        }
        work.stop || work.full
    }

    /// The geoms of a body with a flex.
    fn body_and_flex(&mut self, body: BodyId, flex: FlexId) {
        let (m, d) = (self.m, self.d);
        let Some(flex) = Flex::of(m, d, flex) else { return };
        if m.opt.disabled(DisableBit::MidPhase) || m.body_bvhadr[body] < 0 || !has_tree(m, flex.id)
        {
            self.all_geoms(body, &flex);
            return;
        }

        // planes have no bounds, and fields no elements of their own: both take the whole flex
        let kind = |g: GeomId| m.geom_type[g].get();
        let is = |wanted: GeomType| move |g: &GeomId| kind(*g) == Some(wanted);
        if m.body_weldid[body].raw() == 0 {
            body_geoms(m, body).filter(is(GeomType::Plane)).for_each(|g| self.plane(g, &flex));
        }
        body_geoms(m, body).filter(is(GeomType::Sdf)).for_each(|g| self.distance_field(g, &flex));

        let mut walk = take(&mut self.work.walk);
        let most = d.growth.pairs(size_of::<[u32; 2]>());
        self.work.full |= !walk.body(m, d, (body, flex.id), most);
        for &[geom, element] in &walk.pairs {
            let geom = GeomId(geom as usize);
            if !matches!(kind(geom), Some(GeomType::Plane | GeomType::Sdf)) {
                self.geom_and_element(geom, &flex, element as usize);
            }
            if self.ends() {
                break;
            }
        }
        self.finish_walk(walk);
        self.work.chooser.thin_out(&mut self.work.found, 0);
        self.work.chooser.sort(&mut self.work.found);
    }

    /// The geoms of a body with a flex, without trees.
    fn all_geoms(&mut self, body: BodyId, flex: &Flex<'_>) {
        let m = self.m;
        let bits = Bits::of_flex(m, flex.id);
        for g in body_geoms(m, body).filter(|&g| Bits::of_geom(m, g).meet(bits)) {
            let start = self.work.found.len();
            match m.geom_type[g].get() {
                Some(GeomType::Plane) => self.plane(g, flex),
                Some(GeomType::Sdf) => self.distance_field(g, flex),
                _ => {
                    for element in 0..flex.len() {
                        self.geom_and_element(g, flex, element);
                        if self.ends() {
                            return;
                        }
                    }
                }
            }
            self.work.chooser.thin_out(&mut self.work.found, start);
        }
    }

    /// Two flexes.
    fn two_flexes(&mut self, first: FlexId, second: FlexId) {
        let (m, d) = (self.m, self.d);
        let (Some(a), Some(b)) = (Flex::of(m, d, first), Flex::of(m, d, second)) else { return };
        if !m.opt.disabled(DisableBit::MidPhase) && has_tree(m, first) && has_tree(m, second) {
            self.walk_flexes(&a, &b);
            self.work.chooser.thin_out(&mut self.work.found, 0);
            self.work.chooser.sort(&mut self.work.found);
            return;
        }
        for i in 0..a.len() {
            for j in 0..b.len() {
                self.elements((&a, i), (&b, j));
                if self.ends() {
                    return;
                }
            }
        }
        self.work.chooser.thin_out(&mut self.work.found, 0);
    }

    /// Elements of two flexes, or of one, whose boxes overlap.
    fn walk_flexes(&mut self, a: &Flex<'_>, b: &Flex<'_>) {
        let mut walk = take(&mut self.work.walk);
        let most = self.d.growth.pairs(size_of::<[u32; 2]>());
        self.work.full |= !walk.flexes(self.m, self.d, [a.id, b.id], most);
        for &[i, j] in &walk.pairs {
            self.elements((a, i as usize), (b, j as usize));
            if self.ends() {
                break;
            }
        }
        self.finish_walk(walk);
    }

    fn finish_walk(&mut self, walk: Walk) {
        self.work.active.extend_from_slice(&walk.active);
        self.work.walk = walk;
    }

    /// Keeps the points that a routine found.
    fn keep(&mut self, sides: [Collider; 2]) {
        let FlexWorkspace { found, hits, full, .. } = &mut *self.work;
        for &hit in hits.iter() {
            if found.len() >= self.most || found.try_reserve(1).is_err() {
                *full = true;
                return;
            }
            found.push(FlexHit { hit, sides });
        }
    }
}

fn has_tree(m: &Model, flex: FlexId) -> bool {
    m.flex_bvhadr[flex] >= 0
}
