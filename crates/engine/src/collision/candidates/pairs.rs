//! Pairs of geoms that are near each other, found for several simulations at once.
//!
//! This is the broadphase of a batch: bounding boxes of bodies, then bounding spheres of geoms, compared for all
//! lanes at once. Pairs that are near in a lane are collected for that lane; the narrow phase then runs for each
//! simulation by itself (`collide_near`), because shapes that touch take different branches in each.
//!
//! A single simulation searches with `listed.rs` or the sweep of `broadphase.rs` instead. All of these must find the
//! same contacts in the same order; a test beside the driver compares them. If the list of pairs is not ready
//! ([`CandidatePairs::find`] returns false), each simulation searches for itself.

use std::collections::HashSet;
use std::ops::Range;

use multiversion::multiversion;

use super::broadphase::Bounds;
use super::filter::{Bits, spheres_apart};
use super::listed::{GeomPair, PairList};
use crate::collision::mix::pair_margin;
use crate::data::{Data, DataOf};
use crate::hooks::System;
use crate::ids::GeomId;
use crate::math::{InLanes, Pack};
use crate::model::Model;

/// Two objects that may touch in a lane.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CandidatePair {
    /// Two geoms whose spheres meet.
    Geoms(GeomPair),
    /// Two bodies with many geoms, by id: the midphase searches their bounding volume hierarchies.
    Bodies([u32; 2]),
}

/// The candidate pairs of each lane, and memory to find them.
#[derive(Clone, Debug)]
pub(crate) struct CandidatePairs<const L: usize> {
    listed: PairList,
    boxes: Vec<Bounds<Pack<L>>>,
    pairs: [Vec<CandidatePair>; L],
}

impl<const L: usize> CandidatePairs<L> {
    /// Memory for a model.
    pub(crate) fn new(m: &Model) -> Self {
        let pairs = std::array::from_fn(|_| Vec::new());
        Self { listed: PairList::new(m), boxes: Vec::new(), pairs }
    }

    /// Finds the pairs from the poses in `d`. False if there is no list of pairs for this model and its contact bits,
    /// of which `single` (any data of a simulation of the batch) is asked: then each simulation has to search.
    pub(crate) fn find(&mut self, m: &System<'_>, d: &DataOf<Pack<L>>, single: &Data) -> bool {
        let is_ready = self.listed.is_ready(m, single);
        if is_ready {
            find_listed(m, d, self);
        }
        is_ready
    }

    /// Whether some pairs are bodies whose hierarchies are searched: that takes their inertial frames.
    pub(crate) fn has_trees(&self) -> bool {
        self.listed.has_trees
    }

    /// The geoms whose poses the narrow phase may read, as ranges of ids.
    pub(crate) fn geoms(&self, m: &Model) -> Vec<Range<usize>> {
        let searched = self.listed.bodies.iter().filter(|pair| pair.geoms().is_none());
        let searched: HashSet<u32> = searched.flat_map(|pair| pair.bodies).collect();
        let is_read = |g: &GeomId| {
            let body = u32::try_from(m.geom_bodyid[*g].raw());
            Bits::of_geom(m, *g).any() || body.is_ok_and(|body| searched.contains(&body))
        };
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for GeomId(g) in m.geoms().filter(is_read) {
            match ranges.last_mut() {
                Some(last) if last.end == g => last.end = g + 1,
                _ => ranges.push(g..g + 1),
            }
        }
        ranges
    }

    /// The pairs of a lane, in the order in which their contacts have to be listed.
    pub(crate) fn pairs(&self, lane: usize) -> &[CandidatePair] {
        &self.pairs[lane]
    }
}

/// Finds the pairs of a list that is ready.
#[multiversion(targets("x86_64+avx2"))]
fn find_listed<const L: usize>(m: &Model, d: &DataOf<Pack<L>>, near: &mut CandidatePairs<L>) {
    let CandidatePairs { listed, boxes, pairs } = near;
    boxes.resize(listed.box_count(), Bounds::everywhere());
    for (number, made) in boxes.iter_mut().enumerate().skip(1) {
        *made = listed.bounds(m, d, number).or_everywhere();
    }
    for found in &mut *pairs {
        found.clear();
    }
    for bodies in &listed.bodies {
        let [a, b] = bodies.boxes.map(|number| &boxes[number as usize]);
        let bodies_apart = a.apart(b);
        if Pack::<L>::all(bodies_apart) {
            continue;
        }
        let Some(geoms) = bodies.geoms() else {
            add(pairs, bodies_apart, CandidatePair::Bodies(bodies.bodies));
            continue;
        };
        for pair in &listed.geoms[geoms] {
            let [g1, g2] = pair.geoms();
            let apart = spheres_apart(m, d, g1, g2, pair_margin(m, None, g1, g2));
            if !Pack::<L>::all(apart) {
                let apart = std::array::from_fn(|lane| apart[lane] || bodies_apart[lane]);
                add(pairs, apart, CandidatePair::Geoms(*pair));
            }
        }
    }
}

/// Adds a pair in the lanes where it is not apart.
#[inline(always)]
fn add<const L: usize>(pairs: &mut [Vec<CandidatePair>; L], apart: [bool; L], pair: CandidatePair) {
    for (found, apart) in pairs.iter_mut().zip(apart) {
        if !apart {
            found.push(pair);
        }
    }
}
