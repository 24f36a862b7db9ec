//! Which tiles of the Hessian can become nonzero, and in which order blocks are eliminated.
//!
//! Elimination couples all blocks that the eliminated one is coupled with. In heaps, where bodies touch in
//! all directions, the order decides how many: the block with the fewest of them goes first, then the one
//! with the fewest of what is left. Among equals it is the first, so that where order decides nothing
//! leaves of the kinematic trees go before their ancestors.

use crate::solver::jacobian::Jacobian;
use crate::solver::mass::Mass;
use crate::solver::vec8::Tile;

/// So few blocks are eliminated as they come.
const FEW: usize = 4;

/// The places of blocks and the tiles of the lower triangle, column by column.
#[derive(Clone, Debug, Default)]
pub(super) struct Pattern {
    /// Block at each place.
    order: Vec<u32>,
    /// Place of each block.
    places: Vec<u32>,
    /// Whether blocks have the places of their numbers.
    natural: bool,
    /// First tile of each column; one more at the end.
    pub(super) columns: Vec<usize>,
    /// Place of the rows of each tile.
    pub(super) rows: Vec<u32>,

    /// For each block those that it is coupled with, as bits.
    near: Bits,
    /// How many those are; [`GONE`] once it is eliminated.
    degrees: Vec<u32>,
}

/// The degree of what has been eliminated.
const GONE: u32 = u32::MAX;

impl Pattern {
    /// How many tiles there are.
    pub(super) fn tiles(&self) -> usize {
        self.rows.len()
    }

    /// The blocks in the order of elimination.
    #[inline(always)]
    pub(super) fn order(&self) -> impl ExactSizeIterator<Item = usize> {
        self.order.iter().map(|&block| block as usize)
    }

    /// Whether that is the order of their numbers.
    #[inline(always)]
    pub(super) fn is_natural(&self) -> bool {
        self.natural
    }

    /// The place of a block.
    #[inline(always)]
    pub(super) fn place(&self, block: usize) -> usize {
        self.places[block] as usize
    }

    /// Finds the pattern of what rows and inertia couple; false if two matrices of its tiles, with what
    /// finding it takes, are more bytes than `most`.
    pub(super) fn find(
        &mut self,
        nblock: usize,
        J: &Jacobian<'_>,
        M: &Mass<'_>,
        most: usize,
    ) -> bool {
        let bits = (nblock * nblock.div_ceil(64)).saturating_mul(size_of::<u64>());
        let most_tiles = most.saturating_sub(bits) / (2 * size_of::<Tile>());
        if most_tiles < nblock {
            return false;
        }
        self.near.clear(nblock);
        // one block is coupled with nothing
        if nblock > 1 {
            for index in M.indices {
                self.near.set(index.row, index.column);
            }
            for list in 0..J.lists.len() {
                self.near.couple(J.blocks(list).0);
            }
        }
        self.eliminate(nblock, most_tiles)
    }

    /// Orders the blocks, and finds what their elimination couples; false if that is too much.
    fn eliminate(&mut self, nblock: usize, most_tiles: usize) -> bool {
        self.order.clear();
        self.places.clear();
        self.columns.clear();
        self.rows.clear();
        self.natural = nblock <= FEW;
        if self.natural {
            self.order.extend(0..nblock as u32);
            self.places.extend(0..nblock as u32);
            self.in_order(nblock);
            return self.rows.len() <= most_tiles;
        }
        self.places.resize(nblock, 0);
        self.degrees.clear();
        self.degrees.extend((0..nblock).map(|block| self.near.count(block)));
        self.natural = true;
        for place in 0..nblock {
            let least = self.degrees.iter().enumerate().min_by_key(|(_, degree)| **degree);
            let block = least.map_or(place, |(block, _)| block);
            self.degrees[block] = GONE;
            self.natural &= block == place;
            self.places[block] = place as u32;
            self.order.push(block as u32);
            self.columns.push(self.rows.len());
            self.rows.push(block as u32);
            let Self { near, rows, degrees, .. } = self;
            near.eliminate(block, |other, degree| {
                degrees[other] = degree;
                rows.push(other as u32);
            });
            if self.rows.len() > most_tiles {
                return false;
            }
        }
        self.columns.push(self.rows.len());
        if !self.natural {
            // from blocks to places, the diagonal first
            for column in self.columns.windows(2) {
                let rows = &mut self.rows[column[0]..column[1]];
                for row in &mut *rows {
                    *row = self.places[*row as usize];
                }
                rows.sort_unstable();
            }
        }
        true
    }

    /// Finds what elimination of few blocks in their own order couples.
    fn in_order(&mut self, nblock: usize) {
        let near = &mut self.near.rows;
        for j in 0..nblock {
            self.columns.push(self.rows.len());
            self.rows.push(j as u32);
            let below = near[j] & !((2 << j) - 1);
            let mut rest = below;
            while rest != 0 {
                self.rows.push(rest.trailing_zeros());
                rest &= rest - 1;
            }
            // the first of them passes them on
            if below != 0 {
                near[below.trailing_zeros() as usize] |= below;
            }
        }
        self.columns.push(self.rows.len());
    }

    /// The number of a tile, by the places of its blocks.
    #[inline(always)]
    pub(super) fn tile(&self, row: u32, column: usize) -> usize {
        let (start, end) = (self.columns[column], self.columns[column + 1]);

        // in a full column there is no need to search
        let guess = start + row as usize - column;
        if guess < end && self.rows[guess] == row {
            return guess;
        }
        start + self.rows[start..end].partition_point(|&r| r < row)
    }
}

#[cfg(test)]
impl Pattern {
    /// The pattern of pairs that are coupled.
    pub(super) fn of_pairs(nblock: usize, pairs: &[[u32; 2]]) -> Self {
        let mut pattern = Self::default();
        pattern.near.clear(nblock);
        for pair in pairs {
            pattern.near.couple(pair);
        }
        assert!(pattern.eliminate(nblock, usize::MAX));
        pattern
    }
}

/// A square matrix of bits.
#[derive(Clone, Debug, Default)]
struct Bits {
    /// Words of a row.
    words: usize,
    rows: Vec<u64>,
    /// One row, aside.
    aside: Vec<u64>,
}

impl Bits {
    /// So many rows without bits.
    fn clear(&mut self, len: usize) {
        self.words = len.div_ceil(64);
        self.rows.clear();
        self.rows.resize(len * self.words, 0);
        self.aside.clear();
        self.aside.resize(self.words, 0);
    }

    fn set(&mut self, row: usize, column: usize) {
        self.rows[row * self.words + column / 64] |= 1 << (column % 64);
    }

    /// Sets all pairs of a list.
    fn couple(&mut self, list: &[u32]) {
        let Self { words, rows, aside } = self;
        aside.fill(0);
        for &k in list {
            aside[k as usize / 64] |= 1 << (k % 64);
        }
        for &k in list {
            let row = &mut rows[k as usize * *words..][..*words];
            row.iter_mut().zip(&*aside).for_each(|(row, aside)| *row |= aside);
        }
    }

    /// The number of bits in a row, without that on the diagonal, which is cleared.
    fn count(&mut self, row: usize) -> u32 {
        let row_of_bits = &mut self.rows[row * self.words..][..self.words];
        row_of_bits[row / 64] &= !(1 << (row % 64));
        row_of_bits.iter().map(|word| word.count_ones()).sum()
    }

    /// Couples all that one is coupled with, and nothing with that one; calls `tell` with each of them and
    /// how many it is coupled with then.
    fn eliminate(&mut self, one: usize, mut tell: impl FnMut(usize, u32)) {
        let Self { words, rows, aside } = self;
        aside.copy_from_slice(&rows[one * *words..][..*words]);
        for (i, &word) in aside.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let other = 64 * i + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let row = &mut rows[other * *words..][..*words];
                row.iter_mut().zip(&*aside).for_each(|(row, aside)| *row |= aside);
                row[other / 64] &= !(1 << (other % 64));
                row[one / 64] &= !(1 << (one % 64));
                tell(other, row.iter().map(|word| word.count_ones()).sum());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_all_others_touch_is_eliminated_last() {
        // in the order of numbers the first would couple all others
        let found = Pattern::of_pairs(70, &std::array::from_fn::<_, 69, _>(|i| [0, i as u32 + 1]));
        assert_eq!(found.tiles(), 70 + 69);
        assert_eq!(found.order().last(), Some(69));
        assert_eq!(found.place(0), 68);
        assert_eq!(found.tile(68, 0), 1);
        assert!(!found.is_natural());
    }

    #[test]
    fn where_order_decides_nothing_blocks_keep_theirs() {
        let chain = Pattern::of_pairs(6, &[[0, 1], [1, 2], [2, 3], [3, 4], [4, 5]]);
        assert!(chain.is_natural() && chain.order().eq(0..6));
        let all = (0..6).flat_map(|a| (0..a).map(move |b| [a, b])).collect::<Vec<_>>();
        let full = Pattern::of_pairs(6, &all);
        assert!(full.is_natural());
        assert_eq!(full.tiles(), 21);
    }

    #[test]
    fn elimination_couples_the_neighbors_of_a_block() {
        // rings: the first block joins its neighbors, and so on
        let few = Pattern::of_pairs(4, &[[0, 1], [1, 2], [2, 3], [3, 0]]);
        assert_eq!(few.columns, [0, 3, 6, 8, 9]);
        assert_eq!(few.rows, [0, 1, 3, 1, 2, 3, 2, 3, 3]);
        let many = Pattern::of_pairs(5, &[[0, 1], [1, 2], [2, 3], [3, 4], [4, 0]]);
        assert_eq!(many.columns, [0, 3, 6, 9, 11, 12]);
        assert_eq!(many.rows, [0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 4, 4]);
    }
}
