//! Where the dofs of islands lie: in slots, eight to a block.
//!
//! Dofs take slots from the last to the first, so that leaves of the kinematic trees are eliminated
//! before their ancestors. A tree that does not fit into what is left of a block starts a new one, and
//! so does every island; unused slots are zero everywhere. Islands mostly stay what they are, so the
//! layout of the step before is kept while it holds.

use std::ops::Range;

use super::vec8::{self, Vec8, WIDTH};
use crate::data::Data;
use crate::ids::{DofId, IslandId};
use crate::model::Model;
use crate::plan::Inertia;

/// No row, no tile; the end of an island in lists of trees.
pub(super) const NONE: u32 = u32::MAX;

/// A kinematic tree of the plan, and its first slot in the island: that of its last dof.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedTree {
    pub(super) tree: u32,
    pub(super) slot: usize,
}

/// The ranges of one island in the lists of trees, dofs and blocks of all islands.
#[derive(Clone, Debug)]
pub(super) struct IslandRange {
    pub(super) trees: Range<usize>,
    pub(super) dofs: Range<usize>,
    pub(super) blocks: Range<usize>,
}

/// The slots of all islands.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// Number of the plan that it was made from.
    plan: u64,
    /// Trees of all islands, each island with an end.
    islands_of_trees: Vec<u32>,
    /// The same as it is now; scratch.
    found: Vec<u32>,
    pub(super) islands: Vec<IslandRange>,
    /// In the order of dofs.
    pub(super) trees: Vec<PlacedTree>,
    /// Dofs of the model, island by island.
    pub(super) dofs: Vec<u32>,
    /// Slot of each of them.
    pub(super) slots: Vec<u32>,
    /// Slot of every dof of the model in its island.
    pub(super) slot_of: Vec<u32>,
    /// How many slots of each block dofs have: its first ones.
    pub(super) used: Vec<usize>,
    /// Blocks of all islands.
    pub(super) nblock: usize,
}

impl Layout {
    /// Makes the layout of the islands, or of everything as one; returns whether it is another one.
    #[inline(always)]
    pub(super) fn update(&mut self, m: &Model, d: &Data, by_island: bool) -> bool {
        let plan = m.plan();
        self.found.clear();
        if by_island {
            for i in 0..d.nisland.max(0) as usize {
                self.find_trees(d, &plan.inertia, IslandId(i));
            }
        } else {
            self.found.extend(0..plan.inertia.trees.len() as u32);
            self.found.push(NONE);
        }
        if self.plan == plan.number && self.found == self.islands_of_trees {
            return false;
        }
        self.plan = plan.number;
        self.islands_of_trees.clone_from(&self.found);
        self.place(m.nv, &plan.inertia);
        true
    }

    /// Lists the trees of an island, which come whole.
    #[inline(always)]
    fn find_trees(&mut self, d: &Data, plan: &Inertia, island: IslandId) {
        let (start, count) = (d.island_idofadr[island] as usize, d.island_nv[island] as usize);
        let mut i = 0;
        while i < count {
            let tree = plan.tree_of[d.map_idof2dof[DofId(start + i)] as usize];
            self.found.push(tree);
            i += plan.trees[tree as usize].dofs.len();
        }
        self.found.push(NONE);
    }

    /// Gives all dofs their slots.
    fn place(&mut self, nv: usize, plan: &Inertia) {
        self.islands.clear();
        self.trees.clear();
        self.dofs.clear();
        self.slots.clear();
        self.slot_of.resize(nv, 0);
        self.used.clear();
        self.nblock = 0;
        for island in self.islands_of_trees.split_inclusive(|&tree| tree == NONE) {
            let (first_tree, first_dof) = (self.trees.len(), self.dofs.len());
            let trees = &island[..island.len() - 1];

            // slots from the last dof to the first, tree by tree
            let mut next = 0;
            for &tree in trees.iter().rev() {
                let dofs = plan.trees[tree as usize].dofs.clone();
                let left = WIDTH - next % WIDTH;
                if left < WIDTH && dofs.len() > left {
                    next += left;
                }
                self.trees.push(PlacedTree { tree, slot: next });
                for dof in dofs.rev() {
                    self.slot_of[dof] = next as u32;
                    self.used.resize(self.nblock + next / WIDTH + 1, 0);
                    self.used[self.nblock + next / WIDTH] = next % WIDTH + 1;
                    next += 1;
                }
            }
            self.trees[first_tree..].reverse();
            for &tree in trees {
                for dof in plan.trees[tree as usize].dofs.clone() {
                    self.dofs.push(dof as u32);
                    self.slots.push((self.nblock * WIDTH) as u32 + self.slot_of[dof]);
                }
            }
            let end = self.nblock + next.div_ceil(WIDTH);
            self.islands.push(IslandRange {
                trees: first_tree..self.trees.len(),
                dofs: first_dof..self.dofs.len(),
                blocks: self.nblock..end,
            });
            self.nblock = end;
        }
    }

    /// Copies what dofs of the model have into slots; unused slots stay what they are.
    #[inline(always)]
    pub(super) fn to_slots(&self, from: &[f64], to: &mut [Vec8]) {
        let to = vec8::flat_mut(to);
        for (&k, &slot) in self.dofs.iter().zip(&self.slots) {
            to[slot as usize] = from[k as usize];
        }
    }

    /// Copies what the slots of an island have to the dofs of the model.
    #[inline(always)]
    pub(super) fn to_dofs(&self, place: &IslandRange, from: &[Vec8], to: &mut [f64]) {
        let from = vec8::flat(from);
        for &k in &self.dofs[place.dofs.clone()] {
            to[k as usize] = from[self.slot_of[k as usize] as usize];
        }
    }
}
