//! Jacobians of islands whose rows are short: edges of cloth, say. Eight rows lie beside each other,
//! number by number, so that blocks of slots are not filled with zeros.
//!
//! | reads |
//! |---|
//! | `efc_J_rownnz`, `efc_J_rowadr`, `efc_J_colind`, `efc_J` |

use std::ops::Range;

use super::layout::{Layout, NONE};
use super::vec8::{self, Vec8, WIDTH, each};
use crate::data::Data;
use crate::ids::EfcId;

/// Nonzeros that rows of an island may have on average.
const SHORT: usize = 8;

/// The Jacobians of all islands with short rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Slabs {
    /// The first numbers of eight rows, then their second ones, and so on.
    values: Vec<Vec8>,
    /// Slot of each number.
    slots: Vec<[u32; WIDTH]>,
    /// How many numbers each eight rows have.
    lens: Vec<u32>,
}

/// Where an island is in [`Slabs`].
#[derive(Clone, Debug)]
pub(super) struct Part {
    values: Range<usize>,
    lens: Range<usize>,
}

/// The Jacobian of one island.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slab<'a> {
    values: &'a [Vec8],
    slots: &'a [[u32; WIDTH]],
    lens: &'a [u32],
}

/// Whether rows of `efc_J`, which is sparse, are short.
#[inline(always)]
pub(super) fn are_short(d: &Data, rows: &[u32]) -> bool {
    let count = |row: &&u32| **row != NONE;
    let nonzeros = |&row: &u32| d.efc_J_rownnz[EfcId(row as usize)] as usize;
    let nonzeros: usize = rows.iter().filter(count).map(nonzeros).sum();
    nonzeros <= SHORT * rows.iter().filter(count).count()
}

impl Slabs {
    pub(super) fn clear(&mut self) {
        self.values.clear();
        self.slots.clear();
        self.lens.clear();
    }

    /// Appends an island whose rows are `rows` of `efc_J`, eight to a block.
    #[inline(always)]
    pub(super) fn read(&mut self, d: &Data, layout: &Layout, rows: &[u32]) -> Part {
        let (first_value, first_len) = (self.values.len(), self.lens.len());
        for rows in rows.as_chunks::<WIDTH>().0 {
            let start = self.values.len();
            let range = |row: u32| match row {
                NONE => 0..0,
                row => {
                    let start = d.efc_J_rowadr[EfcId(row as usize)] as usize;
                    start..start + d.efc_J_rownnz[EfcId(row as usize)] as usize
                }
            };
            let len = rows.iter().map(|&row| range(row).len()).max().unwrap_or(0);
            self.values.resize(start + len, Vec8::ZERO);
            self.slots.resize(start + len, [0; WIDTH]);
            self.lens.push(len as u32);
            let (values, slots) = (&mut self.values[start..], &mut self.slots[start..]);
            for (lane, &row) in rows.iter().enumerate() {
                let columns = &d.efc_J_colind.as_slice()[range(row)];
                let numbers = &d.efc_J.as_slice()[range(row)];
                let targets = values.iter_mut().zip(slots.iter_mut());
                for ((value, slot), (&column, &number)) in targets.zip(columns.iter().zip(numbers))
                {
                    value.0[lane] = number;
                    slot[lane] = layout.slot_of[column as usize];
                }
            }
        }
        Part { values: first_value..self.values.len(), lens: first_len..self.lens.len() }
    }

    pub(super) fn island(&self, part: &Part) -> Slab<'_> {
        Slab {
            values: &self.values[part.values.clone()],
            slots: &self.slots[part.values.clone()],
            lens: &self.lens[part.lens.clone()],
        }
    }
}

impl<'a> Slab<'a> {
    /// Numbers and slots of each eight rows.
    #[inline(always)]
    fn blocks(&self) -> impl Iterator<Item = (&'a [Vec8], &'a [[u32; WIDTH]])> {
        let (mut values, mut slots) = (self.values, self.slots);
        self.lens.iter().map(move |&len| {
            let (block, slots_of_block);
            (block, values) = values.split_at(len as usize);
            (slots_of_block, slots) = slots.split_at(len as usize);
            (block, slots_of_block)
        })
    }

    /// `result = J vec`.
    #[inline(always)]
    pub(super) fn mul(&self, vec: &[Vec8], result: &mut [Vec8]) {
        let x = vec8::flat(vec);
        for (result, (values, slots)) in result.iter_mut().zip(self.blocks()) {
            let mut sum = Vec8::ZERO;
            for (values, slots) in values.iter().zip(slots) {
                sum.add_product(values, &each!(k => x[slots[k] as usize]));
            }
            *result = sum;
        }
    }

    /// `result = J' vec`.
    #[inline(always)]
    pub(super) fn mul_transposed(&self, vec: &[Vec8], result: &mut [Vec8]) {
        result.fill(Vec8::ZERO);
        let result = vec8::flat_mut(result);
        for (x, (values, slots)) in vec.iter().zip(self.blocks()) {
            for (values, slots) in values.iter().zip(slots) {
                let products = each!(k => values.0[k] * x.0[k]);
                for (&slot, product) in slots.iter().zip(products.0) {
                    result[slot as usize] += product;
                }
            }
        }
    }
}
