//! The Jacobian of an island by rows: of each row only the blocks of slots that have nonzeros.
//!
//! | reads |
//! |---|
//! | `efc_type`, `efc_id`, `efc_J_rownnz`, `efc_J_rowadr`, `efc_J_colind`, `efc_J` |
//!
//! Rows with nonzeros in the same blocks that follow each other share the list of these blocks.

use super::problem::{NONE, PlacedTree};
use super::vec8::{self, Tile, Vec8, WIDTH};
use crate::data::Data;
use crate::ids::EfcId;
use crate::model::Model;
use crate::model::facts::is_sparse;

/// Which blocks a row has.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct List {
    pub(super) start: usize,
    pub(super) len: usize,
}

/// A row: its list, the blocks in it, and where its numbers start.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Row {
    pub(super) list: usize,
    pub(super) start: usize,
    blocks: List,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Jacobian {
    pub(super) values: Vec<Vec8>,
    pub(super) rows: Vec<Row>,
    pub(super) lists: Vec<List>,
    pub(super) blocks: Vec<u32>,
    /// Position in the list, by block; scratch.
    place: Vec<u32>,
    /// Blocks of a row as bits; scratch.
    bits: Vec<u64>,
    /// Rows with all blocks; scratch.
    dense: Vec<Vec8>,
}

/// Where dofs are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout<'a> {
    pub(super) trees: &'a [PlacedTree],
    /// Slots of all dofs of the model.
    pub(super) slot_of: &'a [u32],
    pub(super) nblock: usize,
}

impl Jacobian {
    /// Reads rows of `efc_J`.
    pub(super) fn read(&mut self, m: &Model, d: &Data, p: &Layout<'_>, rows: &[u32]) {
        let nblock = p.nblock;
        self.values.clear();
        self.rows.clear();
        self.lists.clear();
        self.blocks.clear();
        self.place.resize(nblock, 0);
        self.bits.clear();
        self.bits.resize(nblock.div_ceil(64), 0);

        // no blocks: for rows that fill
        self.lists.push(List::default());
        let same = |&a: &u32, &b: &u32| {
            a != NONE && b != NONE && {
                let (a, b) = (EfcId(a as usize), EfcId(b as usize));
                d.efc_type[a] == d.efc_type[b] && d.efc_id[a] == d.efc_id[b]
            }
        };
        for group in rows.chunk_by(same) {
            if group[0] == NONE {
                self.rows.push(Row { start: self.values.len(), ..Row::default() });
                continue;
            }
            // rows of the same constraint share a list
            if is_sparse(m) {
                self.push_sparse(d, p, group);
            } else {
                self.push_dense(m, d, p, group);
            }
        }
    }

    /// Appends the rows of a constraint.
    fn push_sparse(&mut self, d: &Data, p: &Layout<'_>, group: &[u32]) {
        let entries = |row: u32| {
            let start = d.efc_J_rowadr[EfcId(row as usize)] as usize;
            let range = start..start + d.efc_J_rownnz[EfcId(row as usize)] as usize;
            (&d.efc_J_colind.as_slice()[range.clone()], &d.efc_J.as_slice()[range])
        };
        self.bits.fill(0);
        let mut known: &[i32] = &[];
        for &row in group {
            let columns = entries(row).0;
            if columns == known {
                continue;
            }
            known = columns;
            for &column in columns {
                let block = p.slot_of[column as usize] as usize / WIDTH;
                self.bits[block / 64] |= 1 << (block % 64);
            }
        }
        let list = self.list_of_bits();
        for &row in group {
            let start = self.values.len();
            self.values.resize(start + self.lists[list].len, Vec8::ZERO);
            let values = vec8::flat_mut(&mut self.values[start..]);
            let (columns, entries) = entries(row);
            for (&column, &value) in columns.iter().zip(entries) {
                let slot = p.slot_of[column as usize] as usize;
                values[self.place[slot / WIDTH] as usize * WIDTH + slot % WIDTH] = value;
            }
            self.rows.push(Row { list, start, blocks: self.lists[list] });
        }
    }

    /// Appends the rows of a constraint.
    fn push_dense(&mut self, m: &Model, d: &Data, p: &Layout<'_>, group: &[u32]) {
        vec8::clear(&mut self.dense, group.len() * p.nblock);
        self.bits.fill(0);
        let trees = &m.plan().inertia.trees;
        for (&row, dense) in group.iter().zip(self.dense.chunks_exact_mut(p.nblock)) {
            let values = &d.efc_J.as_slice()[row as usize * m.nv..][..m.nv];
            let numbers = vec8::flat_mut(dense);
            for &PlacedTree { tree, slot } in p.trees {
                // slots go from the last dof to the first
                let values = &values[trees[tree as usize].dofs.clone()];
                let slots = &mut numbers[slot..slot + values.len()];
                slots.iter_mut().zip(values.iter().rev()).for_each(|(to, &x)| *to = x);
            }
            for (block, numbers) in dense.iter().enumerate() {
                self.bits[block / 64] |= u64::from(!is_zero(numbers)) << (block % 64);
            }
        }
        let list = self.list_of_bits();
        let List { start: first, len } = self.lists[list];
        for dense in self.dense.chunks_exact(p.nblock) {
            let start = self.values.len();
            let blocks = &self.blocks[first..first + len];
            self.values.extend(blocks.iter().map(|&block| dense[block as usize]));
            self.rows.push(Row { list, start, blocks: self.lists[list] });
        }
    }

    /// The list of the blocks in `bits`, the last one or a new one.
    fn list_of_bits(&mut self) -> usize {
        let last = self.lists[self.lists.len() - 1];
        let count: usize = self.bits.iter().map(|w| w.count_ones() as usize).sum();
        let has = |&b: &u32| self.bits[b as usize / 64] >> (b % 64) & 1 == 1;
        if last.len == count && self.blocks[last.start..].iter().all(has) {
            return self.lists.len() - 1;
        }
        let start = self.blocks.len();
        for (i, &word) in self.bits.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let block = 64 * i as u32 + rest.trailing_zeros();
                self.place[block as usize] = (self.blocks.len() - start) as u32;
                self.blocks.push(block);
                rest &= rest - 1;
            }
        }
        self.lists.push(List { start, len: count });
        self.lists.len() - 1
    }

    /// The blocks of a row and the numbers in them.
    #[inline(always)]
    pub(super) fn row(&self, row: usize) -> (&[u32], &[Vec8]) {
        let Row { start, blocks: List { start: first, len }, .. } = self.rows[row];
        (&self.blocks[first..first + len], &self.values[start..start + len])
    }

    /// `result = J vec`.
    #[inline(always)]
    pub(super) fn mul(&self, vec: &[Vec8], result: &mut [Vec8]) {
        for (i, result) in result.iter_mut().enumerate() {
            let mut sums: Tile = [Vec8::ZERO; WIDTH];
            for (k, sums) in sums.iter_mut().enumerate() {
                let (blocks, values) = self.row(i * WIDTH + k);
                let mut sum = Vec8::ZERO;
                for (&block, value) in blocks.iter().zip(values) {
                    sum.add_product(value, &vec[block as usize]);
                }
                *sums = sum;
            }
            vec8::totals(&sums, result);
        }
    }

    /// `result = J' vec`.
    #[inline(always)]
    pub(super) fn mul_transposed(&self, vec: &[Vec8], result: &mut [Vec8]) {
        result.fill(Vec8::ZERO);
        for (row, &x) in vec8::flat(vec).iter().enumerate().filter(|(_, x)| **x != 0.0) {
            let (blocks, values) = self.row(row);
            for (&block, value) in blocks.iter().zip(values) {
                result[block as usize].add_scaled(value, x);
            }
        }
    }
}

/// Whether all numbers are zero, of either sign.
#[inline]
fn is_zero(numbers: &Vec8) -> bool {
    numbers.0.iter().fold(0, |bits, x| bits | x.to_bits() << 1) == 0
}
