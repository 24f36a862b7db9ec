//! Pairs of geoms that are near each other, found for several simulations at once.
//!
//! | reads |
//! |---|
//! | `geom_bodyid` |
//!
//! The first two phases of collision in lanes: boxes of bodies, then spheres of geoms. What shapes do
//! where they meet differs from lane to lane and is found for each by itself. The plain form of this is
//! the list of pairs of one simulation; both lead to the same contacts.

use std::collections::HashSet;
use std::ops::Range;

use multiversion::multiversion;

use super::broadphase::Bounds;
use super::filter::{Bits, spheres_apart};
use super::listed::{GeomPair, Listed};
use crate::collision::mix::pair_margin;
use crate::data::{Data, DataOf};
use crate::hooks::System;
use crate::ids::GeomId;
use crate::math::{Num, Pack};
use crate::model::Model;

/// What may touch.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NearPair {
    /// Two geoms whose spheres meet.
    Geoms(GeomPair),
    /// Two bodies whose trees are to be searched.
    Bodies([u32; 2]),
}

/// What may touch in each lane.
#[derive(Clone, Debug)]
pub(crate) struct Near<const L: usize> {
    listed: Listed,
    boxes: Vec<Bounds<Pack<L>>>,
    pairs: [Vec<NearPair>; L],
}

impl<const L: usize> Near<L> {
    /// Memory for a model.
    pub(crate) fn new(m: &Model) -> Self {
        let pairs = std::array::from_fn(|_| Vec::new());
        Self { listed: Listed::new(m), boxes: Vec::new(), pairs }
    }

    /// Finds the pairs; false if they have to be found in the data of each simulation, which are as `single`.
    pub(crate) fn find(&mut self, m: &System<'_>, d: &DataOf<Pack<L>>, single: &Data) -> bool {
        let is_ready = self.listed.is_ready(m, single);
        if is_ready {
            find_listed(m, d, self);
        }
        is_ready
    }

    /// Whether trees of bodies may be searched.
    pub(crate) fn has_trees(&self) -> bool {
        self.listed.has_trees
    }

    /// The geoms that are read to find contacts of what is near, some at a time.
    pub(crate) fn geoms(&self, m: &Model) -> Vec<Range<usize>> {
        let searched = self.listed.bodies.iter().filter(|pair| pair.geoms().is_none());
        let searched: HashSet<u32> = searched.flat_map(|pair| pair.bodies).collect();
        let is_read = |g: &GeomId| {
            let body = u32::try_from(m.geom_bodyid[*g]);
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

    /// The pairs in a lane, in the order of contacts.
    pub(crate) fn pairs(&self, lane: usize) -> &[NearPair] {
        &self.pairs[lane]
    }
}

/// Finds the pairs of a list that is ready.
#[multiversion(targets("x86_64+avx2"))]
fn find_listed<const L: usize>(m: &Model, d: &DataOf<Pack<L>>, near: &mut Near<L>) {
    let Near { listed, boxes, pairs } = near;
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
            add(pairs, bodies_apart, NearPair::Bodies(bodies.bodies));
            continue;
        };
        for pair in &listed.geoms[geoms] {
            let [g1, g2] = pair.geoms();
            let apart = spheres_apart(m, d, g1, g2, pair_margin(m, None, g1, g2));
            if !Pack::<L>::all(apart) {
                let apart = std::array::from_fn(|lane| apart[lane] || bodies_apart[lane]);
                add(pairs, apart, NearPair::Geoms(*pair));
            }
        }
    }
}

/// Adds a pair in the lanes where it is not apart.
#[inline(always)]
fn add<const L: usize>(pairs: &mut [Vec<NearPair>; L], apart: [bool; L], pair: NearPair) {
    for (found, apart) in pairs.iter_mut().zip(apart) {
        if !apart {
            found.push(pair);
        }
    }
}
