//! The inertia matrices of islands in 8 x 8 tiles, both triangles.
//!
//! Unused slots have ones on the diagonal, which multiply zeros and keep factors regular.

use std::ops::Range;

use super::layout::{Layout, NONE};
use super::vec8::{Tile, Vec8, WIDTH, each};
use crate::data::Data;
use crate::plan::Inertia;

/// Numbers in a tile.
const TILE_LEN: usize = WIDTH * WIDTH;

/// Where a tile is: block of rows, block of columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct TileIndex {
    pub(super) row: usize,
    pub(super) column: usize,
}

/// The matrices of all islands.
#[derive(Clone, Debug, Default)]
pub(super) struct Masses {
    indices: Vec<TileIndex>,
    tiles: Vec<Tile>,
    /// The diagonals of tiles that have no other entries, as where particles share a block.
    diagonals: Vec<Option<Vec8>>,
    /// Tiles of each island.
    islands: Vec<Range<usize>>,
    /// Entries of `M`, tree by tree.
    entries: Vec<Range<usize>>,
    /// Where each of them goes, and its mirror image.
    targets: Vec<[u32; 2]>,
    /// Tiles on the diagonal, by block; scratch.
    diagonal: Vec<u32>,
    /// Tiles of one tree; scratch.
    table: Vec<u32>,
}

/// The matrix of one island.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mass<'a> {
    pub(super) indices: &'a [TileIndex],
    pub(super) tiles: &'a [Tile],
    diagonals: &'a [Option<Vec8>],
}

impl Masses {
    /// Finds the tiles of a layout, and where entries go.
    pub(super) fn place(&mut self, plan: &Inertia, layout: &Layout) {
        self.indices.clear();
        self.tiles.clear();
        self.diagonals.clear();
        self.islands.clear();
        self.entries.clear();
        self.targets.clear();
        for island in &layout.islands {
            let first = self.tiles.len();
            self.diagonal.clear();
            self.diagonal.resize(island.blocks.len(), NONE);
            for placed in &layout.trees[island.trees.clone()] {
                self.place_tree(plan, placed.tree, placed.slot);
            }
            for &dof in &layout.dofs[island.dofs.clone()] {
                let slot = layout.slot_of[dof as usize] as usize;
                let tile = self.diagonal[slot / WIDTH] as usize;
                self.tiles[tile][slot % WIDTH].0[slot % WIDTH] = 0.0;
            }
            self.islands.push(first..self.tiles.len());
        }
    }

    fn place_tree(&mut self, plan: &Inertia, tree: u32, slot: usize) {
        let tree = &plan.trees[tree as usize];
        let first = slot / WIDTH;
        let first_tile = self.tiles.len() as u32;
        // only trees within one block start inside of it
        let shift = (slot % WIDTH * (WIDTH + 1)) as u32;
        let mut shared = shift > 0;
        self.table.clear();
        for (&[row, column], &full) in tree.tiles.iter().zip(&tree.full) {
            let (row, column) = (first + row as usize, first + column as usize);
            // small trees share blocks
            let known = if row == column { self.diagonal[row] } else { NONE };
            shared |= known != NONE;
            let tile = if known == NONE { self.add(row, column) } else { known };
            if full {
                self.diagonals[tile as usize] = None;
            }
            self.table.push(tile);
        }
        let len = TILE_LEN as u32;
        let targets = &plan.targets[tree.entries.clone()];
        if shared {
            let place =
                |target: u32| self.table[(target / len) as usize] * len + target % len + shift;
            self.targets.extend(targets.iter().map(|pair| pair.map(place)));
        } else {
            let start = first_tile * len;
            self.targets.extend(targets.iter().map(|pair| pair.map(|target| start + target)));
        }
        self.entries.push(tree.entries.clone());
    }

    /// Appends a tile of zeros, or with ones on the diagonal of the matrix.
    fn add(&mut self, row: usize, column: usize) -> u32 {
        let number = self.tiles.len() as u32;
        let mut tile = [Vec8::ZERO; WIDTH];
        if row == column {
            self.diagonal[row] = number;
            tile.iter_mut().enumerate().for_each(|(k, column)| column.0[k] = 1.0);
        }
        self.tiles.push(tile);
        self.diagonals.push((row == column).then_some(Vec8::ZERO));
        self.indices.push(TileIndex { row, column });
        number
    }

    /// Reads `M`.
    #[inline(always)]
    pub(super) fn read(&mut self, d: &Data) {
        let numbers: &mut [f64] = bytemuck::cast_slice_mut(&mut self.tiles);
        let mut targets = self.targets.iter();
        for entries in &self.entries {
            let entries = &d.M.as_slice()[entries.clone()];
            for (&value, &[target, mirrored]) in entries.iter().zip(&mut targets) {
                numbers[target as usize] = value;
                numbers[mirrored as usize] = value;
            }
        }
        for (diagonal, tile) in self.diagonals.iter_mut().zip(&self.tiles) {
            if let Some(diagonal) = diagonal {
                *diagonal = each!(k => tile[k].0[k]);
            }
        }
    }

    #[inline(always)]
    pub(super) fn island(&self, island: usize) -> Mass<'_> {
        let range = self.islands[island].clone();
        Mass {
            indices: &self.indices[range.clone()],
            tiles: &self.tiles[range.clone()],
            diagonals: &self.diagonals[range],
        }
    }
}

impl Mass<'_> {
    /// `result = M vec`.
    #[inline(always)]
    pub(super) fn mul(&self, vec: &[Vec8], result: &mut [Vec8]) {
        result.fill(Vec8::ZERO);
        for ((place, tile), diagonal) in self.indices.iter().zip(self.tiles).zip(self.diagonals) {
            let x = &vec[place.column];
            let mut sum = result[place.row];
            match diagonal {
                Some(diagonal) => sum.add_product(diagonal, x),
                None => {
                    for (column, &x) in tile.iter().zip(&x.0) {
                        sum.add_scaled(column, x);
                    }
                }
            }
            result[place.row] = sum;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagonal_multiplies_as_its_tile_does() {
        let diagonal = each!(k => 0.1 + k as f64);
        let tile: Tile =
            std::array::from_fn(|i| each!(k => if k == i { diagonal.0[k] } else { 0.0 }));
        let x = [each!(k => 0.7 - 0.2 * k as f64)];
        let products = [None, Some(diagonal)].map(|diagonal| {
            let indices = &[TileIndex { row: 0, column: 0 }];
            let mut product = [Vec8::ZERO];
            Mass { indices, tiles: &[tile], diagonals: &[diagonal] }.mul(&x, &mut product);
            product[0].0
        });
        assert_eq!(products[0], products[1]);
        assert_eq!(products[0][3], 3.1 * (0.7 - 0.2 * 3.0));
    }
}
