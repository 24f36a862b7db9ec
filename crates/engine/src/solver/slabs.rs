//! Jacobians of islands whose rows are short: edges of cloth, say. Eight rows lie beside each other,
//! number by number, so that blocks of slots are not filled with zeros; and again eight columns, so
//! that no product of the transposed matrix waits for the one before.

use std::ops::Range;

use super::jacobian::sparse_row;
use super::layout::{Layout, NONE};
use super::vec8::{self, Vec8, WIDTH, each};
use crate::data::Data;
use crate::ids::EfcId;

/// Nonzeros that rows of an island may have on average. Rows of a cloth's edges have six, and a few contacts with a
/// body among them have many more.
const SHORT: usize = 12;

/// The Jacobians of all islands with short rows, by rows and by columns.
#[derive(Clone, Debug, Default)]
pub(super) struct Slabs {
    rows: Lines,
    columns: Lines,
    /// Where the next number of a line goes; scratch.
    next: Vec<u32>,
}

/// Lines of sparse matrices, eight beside each other.
#[derive(Clone, Debug, Default)]
struct Lines {
    /// The first numbers of eight lines, then their second ones, and so on.
    values: Vec<Vec8>,
    /// Where each number is in its line.
    places: Vec<[u32; WIDTH]>,
    /// How many numbers each eight lines have.
    lens: Vec<u32>,
}

/// Where the lines of an island are.
#[derive(Clone, Debug)]
struct LinesPart {
    values: Range<usize>,
    lens: Range<usize>,
}

/// Where an island is in [`Slabs`].
#[derive(Clone, Debug)]
pub(super) struct Part {
    rows: LinesPart,
    columns: LinesPart,
}

/// The Jacobian of one island.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slab<'a> {
    rows: LinesOf<'a>,
    columns: LinesOf<'a>,
}

/// The lines of one island.
#[derive(Clone, Copy, Debug)]
struct LinesOf<'a> {
    values: &'a [Vec8],
    places: &'a [[u32; WIDTH]],
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
        self.rows.clear();
        self.columns.clear();
    }

    /// Appends an island with `slots` slots whose rows are `rows` of `efc_J`.
    #[inline(always)]
    pub(super) fn read(&mut self, d: &Data, layout: &Layout, rows: &[u32], slots: usize) -> Part {
        let numbers = |row: u32| {
            let (columns, numbers) =
                if row == NONE { (&[][..], &[][..]) } else { sparse_row(d, row) };
            columns.iter().map(|&column| layout.slot_of[column as usize]).zip(numbers)
        };
        let next = &mut self.next;
        next.clear();
        next.extend(rows.iter().map(|&row| numbers(row).len() as u32));
        let part_of_rows = self.rows.open(next);
        for (i, &row) in rows.iter().enumerate() {
            for (slot, &number) in numbers(row) {
                self.rows.put(next, i, slot, number);
            }
        }

        // rows in their order, which is that of each sum
        next.clear();
        next.resize(slots, 0);
        for &row in rows {
            numbers(row).for_each(|(slot, _)| next[slot as usize] += 1);
        }
        let part_of_columns = self.columns.open(next);
        for (i, &row) in rows.iter().enumerate() {
            for (slot, &number) in numbers(row) {
                self.columns.put(next, slot as usize, i as u32, number);
            }
        }
        Part { rows: part_of_rows, columns: part_of_columns }
    }

    pub(super) fn island(&self, part: &Part) -> Slab<'_> {
        Slab { rows: self.rows.part(&part.rows), columns: self.columns.part(&part.columns) }
    }
}

impl Lines {
    fn clear(&mut self) {
        self.values.clear();
        self.places.clear();
        self.lens.clear();
    }

    /// Appends lines of zeros, of as many numbers as `next` says; leaves in `next` where they start.
    #[inline(always)]
    fn open(&mut self, next: &mut [u32]) -> LinesPart {
        let first = (self.values.len(), self.lens.len());
        let mut end = first.0;
        for next in next.chunks_mut(WIDTH) {
            let len = next.iter().copied().max().unwrap_or(0);
            next.fill(end as u32);
            self.lens.push(len);
            end += len as usize;
        }
        self.values.resize(end, Vec8::ZERO);
        self.places.resize(end, [0; WIDTH]);
        LinesPart { values: first.0..end, lens: first.1..self.lens.len() }
    }

    /// Appends a number to a line.
    #[inline(always)]
    fn put(&mut self, next: &mut [u32], line: usize, place: u32, number: f64) {
        let at = next[line] as usize;
        self.values[at].0[line % WIDTH] = number;
        self.places[at][line % WIDTH] = place;
        next[line] += 1;
    }

    fn part(&self, part: &LinesPart) -> LinesOf<'_> {
        LinesOf {
            values: &self.values[part.values.clone()],
            places: &self.places[part.values.clone()],
            lens: &self.lens[part.lens.clone()],
        }
    }
}

impl Slab<'_> {
    /// `result = J vec`.
    #[inline(always)]
    pub(super) fn mul(&self, vec: &[Vec8], result: &mut [Vec8]) {
        self.rows.mul(vec, result);
    }

    /// `result = J' vec`.
    #[inline(always)]
    pub(super) fn mul_transposed(&self, vec: &[Vec8], result: &mut [Vec8]) {
        self.columns.mul(vec, result);
    }
}

impl LinesOf<'_> {
    /// The products of all lines with a vector.
    #[inline(always)]
    fn mul(&self, vec: &[Vec8], result: &mut [Vec8]) {
        let x = vec8::flat(vec);
        let (mut values, mut places) = (self.values, self.places);
        for (result, &len) in result.iter_mut().zip(self.lens) {
            let (eight, places_of_eight);
            (eight, values) = values.split_at(len as usize);
            (places_of_eight, places) = places.split_at(len as usize);
            let mut sum = Vec8::ZERO;
            for (values, places) in eight.iter().zip(places_of_eight) {
                sum.add_product(values, &each!(k => x[places[k] as usize]));
            }
            *result = sum;
        }
    }
}
