//! One island as the primal solvers see it: dofs in slots, rows by kind, both in blocks of eight.
//!
//! | reads |
//! |---|
//! | `ne`, `nf`, `M`, `qfrc_smooth`, `qacc_smooth`, `contact`, `efc_type`, `efc_id` |
//! | `efc_frictionloss`, `efc_D`, `efc_R`, `island_nv`, `island_idofadr`, `map_idof2dof` |
//! | `island_ne`, `island_nf`, `island_nefc`, `island_iefcadr`, `map_iefc2efc`, `efc_aref` |
//! | `stat.meaninertia` |
//!
//! Dofs take slots from the last to the first, so that leaves of the kinematic trees are eliminated
//! before their ancestors. A tree that does not fit into what is left of a block starts a new one;
//! unused slots are zero everywhere. Rows are sorted into equalities, friction, inequalities and
//! cones; each kind starts a new block, and rows in between have no weight.

use super::jacobian::{Jacobian, Layout};
use super::mass::Mass;
use super::vec8::{self, Vec8, WIDTH};
use crate::constraint::cost::Cone;
use crate::data::Data;
use crate::enums::ConstraintType;
use crate::ids::{DofId, EfcId, IslandId};
use crate::linalg::ldl::diagonal;
use crate::model::Model;

/// Marks a row that exists only to fill a block.
pub(super) const NONE: u32 = u32::MAX;

/// The contact with an elliptic cone whose rows start at `row`.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConeRows {
    pub(super) row: usize,
    pub(super) contact: usize,
    pub(super) cone: Cone,
}

/// A kinematic tree of the plan, and its first slot: that of its last dof.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedTree {
    pub(super) tree: u32,
    pub(super) slot: usize,
}

/// Blocks where the kinds of rows end; cones last.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ends {
    pub(super) equality: usize,
    pub(super) friction: usize,
    pub(super) inequality: usize,
}

/// What does not change while an island is solved.
#[derive(Clone, Debug, Default)]
pub(super) struct Problem {
    /// Dofs of the model, in island order.
    pub(super) dofs: Vec<u32>,
    /// Slot of each of them.
    pub(super) slots: Vec<u32>,
    /// Slot of every dof of the model; only those of the island are valid.
    pub(super) slot_of: Vec<u32>,
    /// Trees of the island, in the order of its dofs.
    trees: Vec<PlacedTree>,
    /// Blocks of slots.
    pub(super) nblock: usize,
    /// Rows of `efc_*`, or [`NONE`].
    pub(super) rows: Vec<u32>,
    pub(super) ends: Ends,
    /// Rows of equalities and friction.
    pub(super) always_active: i32,
    pub(super) cones: Vec<ConeRows>,
    pub(super) J: Jacobian,
    pub(super) M: Mass,

    // by slot
    pub(super) qacc_smooth: Vec<Vec8>,
    pub(super) qfrc_smooth: Vec<Vec8>,

    // by row
    pub(super) D: Vec<Vec8>,
    pub(super) R: Vec<Vec8>,
    pub(super) loss: Vec<Vec8>,
    pub(super) aref: Vec<Vec8>,

    /// Scale of improvement and gradient.
    pub(super) scale: f64,
}

impl Problem {
    /// Reads an island, or everything.
    pub(super) fn read(&mut self, m: &Model, d: &Data, island: Option<IslandId>) {
        self.read_dofs(m, d, island);
        self.read_rows(d, island);
        let layout = Layout { trees: &self.trees, slot_of: &self.slot_of, nblock: self.nblock };
        self.J.read(m, d, &layout, &self.rows);
        self.M.read(m, d, &self.trees, self.nblock);
        let inertia = if island.is_none() {
            m.stat.meaninertia * m.nv.max(1) as f64
        } else {
            let diagonal = |&k: &u32| d.M[diagonal(m, DofId(k as usize))];
            self.dofs.iter().map(diagonal).fold(0.0, |sum, x| sum + x)
        };
        self.scale = 1.0 / inertia;
    }

    fn read_dofs(&mut self, m: &Model, d: &Data, island: Option<IslandId>) {
        self.dofs.clear();
        match island {
            None => self.dofs.extend(0..m.nv as u32),
            Some(i) => {
                let (start, count) = (d.island_idofadr[i] as usize, d.island_nv[i] as usize);
                let map = &d.map_idof2dof.as_slice()[start..start + count];
                self.dofs.extend(map.iter().map(|&k| k as u32));
            }
        }

        // slots from the last dof to the first, tree by tree
        self.slots.clear();
        self.slots.resize(self.dofs.len(), 0);
        self.slot_of.resize(m.nv, 0);
        self.trees.clear();
        let plan = &m.plan().inertia;
        let tree = |k: u32| plan.tree_of[k as usize];
        let mut next = 0;
        let mut end = self.dofs.len();
        for same in self.dofs.chunk_by(|&a, &b| tree(a) == tree(b)).rev() {
            let left = WIDTH - next % WIDTH;
            if left < WIDTH && same.len() > left {
                next += left;
            }
            let start = end - same.len();
            self.trees.push(PlacedTree { tree: tree(same[0]), slot: next });
            for k in (start..end).rev() {
                self.slots[k] = next as u32;
                self.slot_of[self.dofs[k] as usize] = next as u32;
                next += 1;
            }
            end = start;
        }
        self.trees.reverse();
        self.nblock = next.div_ceil(WIDTH);

        // quantities by slot
        vec8::clear(&mut self.qacc_smooth, self.nblock);
        vec8::clear(&mut self.qfrc_smooth, self.nblock);
        self.gather(&d.qacc_smooth, |p| &mut p.qacc_smooth);
        self.gather(&d.qfrc_smooth, |p| &mut p.qfrc_smooth);
    }

    /// Copies what dofs have into slots.
    fn gather(&mut self, from: &[f64], to: impl Fn(&mut Self) -> &mut Vec<Vec8>) {
        let mut vectors = std::mem::take(to(self));
        self.to_slots(from, &mut vectors);
        *to(self) = vectors;
    }

    /// Copies what dofs of the model have into slots.
    pub(super) fn to_slots(&self, from: &[f64], to: &mut [Vec8]) {
        let to = vec8::flat_mut(to);
        for (&k, &slot) in self.dofs.iter().zip(&self.slots) {
            to[slot as usize] = from[k as usize];
        }
    }

    /// Copies what slots have to the dofs of the model.
    pub(super) fn to_dofs(&self, from: &[Vec8], to: &mut [f64]) {
        let from = vec8::flat(from);
        for (&k, &slot) in self.dofs.iter().zip(&self.slots) {
            to[k as usize] = from[slot as usize];
        }
    }

    fn read_rows(&mut self, d: &Data, island: Option<IslandId>) {
        let (ne, nf, nefc, map) = match island {
            None => (d.ne, d.nf, d.efc_D.len(), None),
            Some(i) => {
                let (start, count) = (d.island_iefcadr[i] as usize, d.island_nefc[i] as usize);
                let map = &d.map_iefc2efc.as_slice()[start..start + count];
                (d.island_ne[i], d.island_nf[i], count, Some(map))
            }
        };
        let row = |i: usize| map.map_or(i, |map| map[i] as usize) as u32;
        let elliptic =
            |row: u32| d.efc_type[EfcId(row as usize)] == ConstraintType::ContactElliptic as i32;
        let (ne, nf) = (ne as usize, nf as usize);

        // rows by kind
        self.always_active = (ne + nf) as i32;
        self.rows.clear();
        self.cones.clear();
        self.rows.extend((0..ne).map(row));
        self.ends.equality = self.fill_block();
        self.rows.extend((ne..ne + nf).map(row));
        self.ends.friction = self.fill_block();
        self.rows.extend((ne + nf..nefc).map(row).filter(|&row| !elliptic(row)));
        self.ends.inequality = self.fill_block();
        let mut i = ne + nf;
        while i < nefc {
            let id = d.efc_id[EfcId(row(i) as usize)] as usize;
            let contact = d.contact.get(id).filter(|_| elliptic(row(i)));
            let dim = contact.map_or(1, |contact| {
                let cone = Cone::new(contact, nefc - i);
                self.cones.push(ConeRows { row: self.rows.len(), contact: id, cone });
                self.rows.extend((i..i + cone.dim).map(row));
                cone.dim
            });
            i += dim;
        }
        let blocks = self.fill_block();

        // quantities by row
        for vectors in [&mut self.D, &mut self.R, &mut self.loss, &mut self.aref] {
            vec8::clear(vectors, blocks);
        }
        let D = vec8::flat_mut(&mut self.D);
        let R = vec8::flat_mut(&mut self.R);
        let loss = vec8::flat_mut(&mut self.loss);
        let aref = vec8::flat_mut(&mut self.aref);
        for (i, &row) in self.rows.iter().enumerate().filter(|(_, row)| **row != NONE) {
            let row = EfcId(row as usize);
            D[i] = d.efc_D[row];
            R[i] = d.efc_R[row];
            loss[i] = d.efc_frictionloss[row];
            aref[i] = d.efc_aref[row];
        }
    }

    /// Fills the last block of rows; returns the number of blocks.
    fn fill_block(&mut self) -> usize {
        let blocks = self.rows.len().div_ceil(WIDTH);
        self.rows.resize(blocks * WIDTH, NONE);
        blocks
    }
}
