//! The inertia matrix of an island in 8 x 8 tiles, both triangles.
//!
//! | reads |
//! |---|
//! | `M` |

use super::problem::{NONE, PlacedTree};
use super::vec8::{Tile, Vec8, WIDTH};
use crate::data::Data;
use crate::model::Model;

/// Numbers in a tile.
const TILE_LEN: usize = WIDTH * WIDTH;

/// Where a tile is: block of rows, block of columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct TileIndex {
    pub(super) row: usize,
    pub(super) column: usize,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Mass {
    pub(super) indices: Vec<TileIndex>,
    pub(super) tiles: Vec<Tile>,
    /// Tiles on the diagonal, by block.
    diagonal: Vec<u32>,
    /// Where the tiles of one tree start; scratch.
    table: Vec<u32>,
}

impl Mass {
    /// Reads the rows of `M` that belong to `trees`.
    pub(super) fn read(&mut self, m: &Model, d: &Data, trees: &[PlacedTree], nblock: usize) {
        self.indices.clear();
        self.tiles.clear();
        self.diagonal.clear();
        self.diagonal.resize(nblock, NONE);
        let plan = &m.plan().inertia;
        for placed in trees {
            let tree = &plan.trees[placed.tree as usize];
            let first = placed.slot / WIDTH;
            self.table.clear();
            let start = self.tiles.len() * TILE_LEN;
            for &[row, column] in &tree.tiles {
                let (row, column) = (first + row as usize, first + column as usize);
                // small trees share blocks
                let known = if row == column { self.diagonal[row] } else { NONE };
                let tile = if known == NONE { self.add(row, column) } else { known };
                self.table.push(tile * TILE_LEN as u32);
            }
            // only trees within one block start inside of it
            let shift = placed.slot % WIDTH * (WIDTH + 1);
            let numbers: &mut [f64] = bytemuck::cast_slice_mut(&mut self.tiles);
            let entries = d.M.as_slice()[tree.entries.clone()]
                .iter()
                .zip(&plan.targets[tree.entries.clone()]);
            if numbers.len() - start == tree.tiles.len() * TILE_LEN {
                // all tiles are new
                let numbers = &mut numbers[start + shift..];
                for (&value, &[target, mirrored]) in entries {
                    numbers[target as usize] = value;
                    numbers[mirrored as usize] = value;
                }
                continue;
            }
            for (&value, targets) in entries {
                for &target in targets {
                    let tile = self.table[target as usize / TILE_LEN] as usize;
                    numbers[tile + target as usize % TILE_LEN + shift] = value;
                }
            }
        }
    }

    /// Appends a tile of zeros.
    fn add(&mut self, row: usize, column: usize) -> u32 {
        let tile = self.tiles.len() as u32;
        self.tiles.push([Vec8::ZERO; WIDTH]);
        self.indices.push(TileIndex { row, column });
        if row == column {
            self.diagonal[row] = tile;
        }
        tile
    }

    /// `result = M vec`.
    #[inline(always)]
    pub(super) fn mul(&self, vec: &[Vec8], result: &mut [Vec8]) {
        result.fill(Vec8::ZERO);
        for (place, tile) in self.indices.iter().zip(&self.tiles) {
            let x = &vec[place.column];
            let mut sum = result[place.row];
            for (column, &x) in tile.iter().zip(&x.0) {
                sum.add_scaled(column, x);
            }
            result[place.row] = sum;
        }
    }
}
