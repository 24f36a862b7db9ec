//! The Jacobians of islands by rows: of each row the blocks of slots that have nonzeros.
//!
//! Rows with nonzeros in the same blocks that follow each other form a group: loops over them know
//! which blocks of other vectors they need and keep them in registers. Dense rows have all blocks in memory,
//! sparse rows those of their group. Islands of short rows are kept in another way where products are
//! all that is asked for ([`slabs`]).

use std::ops::Range;

use super::layout::{IslandRange, Layout, NONE};
use super::primal::Method;
use super::problem::ConeRows;
use super::slabs::{self, Slab, Slabs};
use super::vec8::{self, Tile, Vec8, WIDTH};
use crate::data::Data;
use crate::ids::EfcId;
use crate::linalg::dense::has_nonzero;
use crate::model::Model;
use crate::model::facts::is_sparse;

/// So many lists back a list of blocks is looked for before it is made.
const LISTS_BACK: usize = 8;

/// A list of blocks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct List {
    start: usize,
    pub(super) len: usize,
}

/// Rows that follow each other and have the same blocks.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// Rows of the island.
    pub(super) rows: Range<usize>,
    pub(super) list: usize,
    /// Where the numbers of the first row are, and how far it is to the next one.
    start: usize,
    stride: usize,
}

/// The Jacobians of all islands.
#[derive(Clone, Debug, Default)]
pub(super) struct Jacobians {
    values: Vec<Vec8>,
    groups: Vec<Group>,
    /// The group of each cone.
    cones: Vec<u32>,
    lists: Vec<List>,
    /// Blocks of the lists, and where the numbers of each are in a row.
    blocks: Vec<u32>,
    offsets: Vec<u32>,
    /// Blocks of the lists as bits.
    list_bits: Vec<u64>,
    /// Blocks of the rows of an island as bits; scratch.
    bits: Vec<u64>,
    /// Place of each block in a sparse row; scratch.
    offset_of: Vec<u32>,
    slabs: Slabs,
    islands: Vec<Parts>,
}

/// The ranges of one island in the lists of groups and cones of all islands.
#[derive(Clone, Debug)]
struct Parts {
    groups: Range<usize>,
    cones: Range<usize>,
    lists: Range<usize>,
    /// Its rows if they are short; then there is nothing else.
    slab: Option<slabs::Part>,
}

/// The Jacobian of one island.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jacobian<'a> {
    values: &'a [Vec8],
    pub(super) groups: &'a [Group],
    cones: &'a [u32],
    pub(super) lists: &'a [List],
    blocks: &'a [u32],
    offsets: &'a [u32],
    slab: Option<Slab<'a>>,
}

impl Jacobians {
    pub(super) fn clear(&mut self) {
        self.values.clear();
        self.groups.clear();
        self.cones.clear();
        self.lists.clear();
        self.blocks.clear();
        self.offsets.clear();
        self.list_bits.clear();
        self.slabs.clear();
        self.islands.clear();
    }

    /// Appends an island whose rows are `rows` of `efc_J`, for a method.
    #[inline(always)]
    pub(super) fn read(
        &mut self,
        m: &Model,
        d: &Data,
        (layout, place): (&Layout, &IslandRange),
        rows: &[u32],
        cones: &[ConeRows],
        method: Method,
    ) {
        let products_only = method == Method::ConjugateGradients;
        if products_only && is_sparse(m) && slabs::are_short(d, rows) {
            let slab = Some(self.slabs.read(d, layout, rows, place.blocks.len() * WIDTH));
            self.islands.push(Parts { groups: 0..0, cones: 0..0, lists: 0..0, slab });
            return;
        }
        let nblock = place.blocks.len();
        let words = nblock.div_ceil(64).max(1);
        let first = (self.groups.len(), self.cones.len(), self.lists.len());
        let start = self.values.len();
        let sparse = is_sparse(m);
        self.bits.clear();
        self.bits.resize(rows.len() * words, 0);
        if sparse {
            self.offset_of.resize(nblock.max(self.offset_of.len()), 0);
            find_blocks(d, layout, rows, &mut self.bits, words);
        } else {
            self.read_dense(m, d, (layout, place), rows, words);
        }
        self.join_cones(cones, words);

        let mut row = 0;
        while row < rows.len() {
            let same = self.bits[row * words..].chunks_exact(words);
            let bits = &self.bits[row * words..(row + 1) * words];
            // mostly one word: cheaper than a comparison of memory
            let end = row + same.take_while(|other| other.iter().eq(bits)).count();
            let list = self.list(row * words..(row + 1) * words, first.2, sparse);
            let len = self.lists[list].len;
            let (start, stride) =
                if sparse { (self.values.len(), len) } else { (start + row * nblock, nblock) };
            if sparse {
                self.read_sparse(d, layout, &rows[row..end], self.lists[list]);
            }
            self.groups.push(Group { rows: row..end, list: list - first.2, start, stride });
            row = end;
        }
        self.find_cones(first.0, cones);
        self.islands.push(Parts {
            groups: first.0..self.groups.len(),
            cones: first.1..self.cones.len(),
            lists: first.2..self.lists.len(),
            slab: None,
        });
    }

    /// Appends dense rows, and finds their blocks.
    #[inline(always)]
    fn read_dense(
        &mut self,
        m: &Model,
        d: &Data,
        (layout, place): (&Layout, &IslandRange),
        rows: &[u32],
        words: usize,
    ) {
        let nblock = place.blocks.len();
        let start = self.values.len();
        self.values.resize(start + rows.len() * nblock, Vec8::ZERO);
        let trees = &m.plan().inertia.trees;
        let values = self.values[start..].chunks_exact_mut(nblock.max(1));
        for ((&row, values), bits) in rows.iter().zip(values).zip(self.bits.chunks_exact_mut(words))
        {
            if row == NONE {
                continue;
            }
            let numbers = &d.efc_J.as_slice()[row as usize * m.nv..][..m.nv];
            let slots = vec8::flat_mut(values);
            for placed in &layout.trees[place.trees.clone()] {
                // slots go from the last dof to the first
                let numbers = &numbers[trees[placed.tree as usize].dofs.clone()];
                let slots = &mut slots[placed.slot..placed.slot + numbers.len()];
                let (rest, numbers) = numbers.as_rchunks::<WIDTH>();
                let (slots, rest_of_slots) = slots.as_chunks_mut::<WIDTH>();
                let mut block = placed.slot / WIDTH;
                for (to, from) in slots.iter_mut().zip(numbers.iter().rev()) {
                    *to = *from;
                    to.reverse();
                    bits[block / 64] |= u64::from(has_nonzero(from)) << (block % 64);
                    block += 1;
                }
                let mut any = false;
                for (to, &from) in rest_of_slots.iter_mut().zip(rest.iter().rev()) {
                    *to = from;
                    any |= from != 0.0;
                }
                if any {
                    bits[block / 64] |= 1 << (block % 64);
                }
            }
        }
    }

    /// Appends sparse rows that have the blocks of a list.
    #[inline(always)]
    fn read_sparse(&mut self, d: &Data, layout: &Layout, rows: &[u32], list: List) {
        let blocks = &self.blocks[list.start..list.start + list.len];
        for (offset, &block) in blocks.iter().enumerate() {
            self.offset_of[block as usize] = offset as u32;
        }
        let mut start = self.values.len();
        self.values.resize(start + rows.len() * list.len, Vec8::ZERO);
        for &row in rows {
            if list.len == 0 {
                break;
            }
            let values = vec8::flat_mut(&mut self.values[start..start + list.len]);
            let (columns, numbers) = sparse_row(d, row);
            for (&column, &number) in columns.iter().zip(numbers) {
                let slot = layout.slot_of[column as usize] as usize;
                values[self.offset_of[slot / WIDTH] as usize * WIDTH + slot % WIDTH] = number;
            }
            start += list.len;
        }
    }

    /// Gives the rows of a cone the blocks of all of them.
    #[inline(always)]
    fn join_cones(&mut self, cones: &[ConeRows], words: usize) {
        for cone in cones {
            let rows = &mut self.bits[cone.row * words..(cone.row + cone.cone.dim) * words];
            for word in 0..words {
                let all = rows[word..].iter().step_by(words).fold(0, |all, bits| all | bits);
                rows[word..].iter_mut().step_by(words).for_each(|bits| *bits = all);
            }
        }
    }

    /// The list of the blocks in a range of `bits`, a late one of the island or a new one.
    #[inline(always)]
    fn list(&mut self, bits: Range<usize>, first: usize, sparse: bool) -> usize {
        let bits = &self.bits[bits];
        let words = bits.len();
        let known = first.max(self.lists.len().saturating_sub(LISTS_BACK))..self.lists.len();
        // islands may have other numbers of words: theirs lie at the end
        let end = self.list_bits.len();
        for list in known.rev() {
            let at = end - (self.lists.len() - list) * words;
            if self.list_bits[at..at + words].iter().eq(bits) {
                return list;
            }
        }
        let start = self.blocks.len();
        for (i, &word) in bits.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let block = 64 * i as u32 + rest.trailing_zeros();
                let offset = if sparse { (self.blocks.len() - start) as u32 } else { block };
                self.blocks.push(block);
                self.offsets.push(offset);
                rest &= rest - 1;
            }
        }
        self.list_bits.extend_from_slice(bits);
        self.lists.push(List { start, len: self.blocks.len() - start });
        self.lists.len() - 1
    }

    /// Finds the groups of cones; both are in the order of rows.
    #[inline(always)]
    fn find_cones(&mut self, first_group: usize, cones: &[ConeRows]) {
        let mut group = first_group;
        for cone in cones {
            while self.groups[group].rows.end <= cone.row {
                group += 1;
            }
            self.cones.push((group - first_group) as u32);
        }
    }

    #[inline(always)]
    pub(super) fn island(&self, island: usize) -> Jacobian<'_> {
        let Parts { groups, cones, lists, slab } = self.islands[island].clone();
        Jacobian {
            values: &self.values,
            groups: &self.groups[groups],
            cones: &self.cones[cones],
            lists: &self.lists[lists],
            blocks: &self.blocks,
            offsets: &self.offsets,
            slab: slab.map(|part| self.slabs.island(&part)),
        }
    }
}

/// Columns and numbers of a row of `efc_J`.
#[inline(always)]
pub(super) fn sparse_row(d: &Data, row: u32) -> (&[i32], &[f64]) {
    let row = EfcId(row as usize);
    let start = d.efc_J_rowadr[row] as usize;
    let range = start..start + d.efc_J_rownnz[row] as usize;
    (&d.efc_J_colind.as_slice()[range.clone()], &d.efc_J.as_slice()[range])
}

/// Finds the blocks of sparse rows.
#[inline(always)]
fn find_blocks(d: &Data, layout: &Layout, rows: &[u32], bits: &mut [u64], words: usize) {
    let mut known: &[i32] = &[];
    for (i, &row) in rows.iter().enumerate() {
        let columns = if row == NONE { &[] } else { sparse_row(d, row).0 };
        if !known.is_empty() && columns == known {
            bits.copy_within((i - 1) * words..i * words, i * words);
            continue;
        }
        known = columns;
        for &column in columns {
            let block = layout.slot_of[column as usize] as usize / WIDTH;
            bits[i * words + block / 64] |= 1 << (block % 64);
        }
    }
}

/// Calls a method for a number of blocks: with a constant where it is small.
macro_rules! by_len {
    ($len:expr, $self:ident . $small:ident | $large:ident ( $($argument:expr),* )) => {
        match $len {
            0 => {}
            1 => $self.$small::<1>($($argument),*),
            2 => $self.$small::<2>($($argument),*),
            3 => $self.$small::<3>($($argument),*),
            4 => $self.$small::<4>($($argument),*),
            _ => $self.$large($($argument),*),
        }
    };
}

/// An array of an expression in the index. A macro, for the same reason as [`each`](vec8::each).
macro_rules! few {
    ($i:ident => $start:expr, $value:expr) => {{
        let mut few = [$start; N];
        for $i in 0..N {
            few[$i] = $value;
        }
        few
    }};
}

impl<'a> Jacobian<'a> {
    /// The blocks of a list, and where each is in a row.
    #[inline(always)]
    pub(super) fn blocks(&self, list: usize) -> (&'a [u32], &'a [u32]) {
        let List { start, len } = self.lists[list];
        (&self.blocks[start..start + len], &self.offsets[start..start + len])
    }

    /// The numbers of a row of a group.
    #[inline(always)]
    pub(super) fn row(&self, group: &Group, row: usize) -> &'a [Vec8] {
        let start = group.start + (row - group.rows.start) * group.stride;
        &self.values[start..start + group.stride]
    }

    /// The numbers of all rows of a group that has blocks.
    #[inline(always)]
    fn rows(&self, group: &Group) -> std::slice::ChunksExact<'a, Vec8> {
        let end = group.start + group.rows.len() * group.stride;
        self.values[group.start..end].chunks_exact(group.stride)
    }

    /// The group that a cone belongs to.
    #[inline(always)]
    pub(super) fn group_of_cone(&self, cone: usize) -> &'a Group {
        &self.groups[self.cones[cone] as usize]
    }

    /// `result = J vec`.
    #[inline(always)]
    pub(super) fn mul(&self, vec: &[Vec8], result: &mut [Vec8]) {
        if let Some(slab) = &self.slab {
            return slab.mul(vec, result);
        }
        let mut sums: Tile = [Vec8::ZERO; WIDTH];
        for group in self.groups {
            let len = self.lists[group.list].len;
            if len == 0 {
                for row in group.rows.clone() {
                    put(&mut sums, result, row, Vec8::ZERO);
                }
            }
            by_len!(len, self.mul_few | mul_many(group, vec, &mut sums, result));
        }
    }

    #[inline(always)]
    fn mul_few<const N: usize>(
        &self,
        group: &Group,
        vec: &[Vec8],
        sums: &mut Tile,
        result: &mut [Vec8],
    ) {
        let (blocks, offsets) = self.blocks(group.list);
        let x: [Vec8; N] = few!(i => Vec8::ZERO, vec[blocks[i] as usize]);
        let offsets: [usize; N] = few!(i => 0, offsets[i] as usize);
        for (row, values) in group.rows.clone().zip(self.rows(group)) {
            let mut sum = Vec8::ZERO;
            for i in 0..N {
                sum.add_product(&values[offsets[i]], &x[i]);
            }
            put(sums, result, row, sum);
        }
    }

    #[inline(always)]
    fn mul_many(&self, group: &Group, vec: &[Vec8], sums: &mut Tile, result: &mut [Vec8]) {
        let (blocks, offsets) = self.blocks(group.list);
        for (row, values) in group.rows.clone().zip(self.rows(group)) {
            let mut sum = Vec8::ZERO;
            for (&block, &offset) in blocks.iter().zip(offsets) {
                sum.add_product(&values[offset as usize], &vec[block as usize]);
            }
            put(sums, result, row, sum);
        }
    }

    /// `result = J' vec`.
    #[inline(always)]
    pub(super) fn mul_transposed(&self, vec: &[Vec8], result: &mut [Vec8]) {
        if let Some(slab) = &self.slab {
            return slab.mul_transposed(vec, result);
        }
        result.fill(Vec8::ZERO);
        let vec = vec8::flat(vec);
        for group in self.groups {
            let len = self.lists[group.list].len;
            by_len!(len, self.add_few_transposed | add_many_transposed(group, vec, result));
        }
    }

    #[inline(always)]
    fn add_few_transposed<const N: usize>(&self, group: &Group, vec: &[f64], result: &mut [Vec8]) {
        let (blocks, offsets) = self.blocks(group.list);
        let mut sums: [Vec8; N] = few!(i => Vec8::ZERO, result[blocks[i] as usize]);
        let offsets: [usize; N] = few!(i => 0, offsets[i] as usize);
        for (values, &x) in self.rows(group).zip(&vec[group.rows.clone()]) {
            for i in 0..N {
                sums[i].add_scaled(&values[offsets[i]], x);
            }
        }
        for i in 0..N {
            result[blocks[i] as usize] = sums[i];
        }
    }

    #[inline(always)]
    fn add_many_transposed(&self, group: &Group, vec: &[f64], result: &mut [Vec8]) {
        let (blocks, offsets) = self.blocks(group.list);
        for (values, &x) in self.rows(group).zip(&vec[group.rows.clone()]) {
            // rows without force
            if x == 0.0 {
                continue;
            }
            for (&block, &offset) in blocks.iter().zip(offsets) {
                result[block as usize].add_scaled(&values[offset as usize], x);
            }
        }
    }
}

/// Keeps the partial sums of a row; writes results after every eighth. Rows come in order.
#[inline(always)]
fn put(sums: &mut Tile, result: &mut [Vec8], row: usize, sum: Vec8) {
    sums[row % WIDTH] = sum;
    if row % WIDTH == WIDTH - 1 {
        vec8::totals(sums, &mut result[row / WIDTH]);
    }
}
