//! The inertia matrix of an island in 8 x 8 tiles, both triangles.
//!
//! | reads |
//! |---|
//! | `M`, `dof_treeid`, `M_rownnz`, `M_rowadr`, `M_colind` |

use super::problem::NONE;
use super::vec8::{Tile, Vec8, WIDTH};
use crate::data::Data;
use crate::ids::DofId;
use crate::model::Model;

/// Trees of so many blocks have all tiles, whether they are zero or not.
const SHORT: usize = 4;

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
    /// Tiles of one tree; scratch.
    table: Vec<u32>,
}

impl Mass {
    /// Reads the rows of `M` that belong to `dofs`.
    pub(super) fn read(
        &mut self,
        m: &Model,
        d: &Data,
        dofs: &[u32],
        slot_of: &[u32],
        nblock: usize,
    ) {
        self.indices.clear();
        self.tiles.clear();
        self.diagonal.clear();
        self.diagonal.resize(nblock, NONE);
        let tree = |k: u32| m.dof_treeid[DofId(k as usize)];
        for same in dofs.chunk_by(|&a, &b| tree(a) == tree(b)) {
            // the last dof of a tree has its first slot
            let (Some(&root), Some(&leaf)) = (same.first(), same.last()) else { continue };
            let first = slot_of[leaf as usize] as usize / WIDTH;
            let span = slot_of[root as usize] as usize / WIDTH - first + 1;
            self.start_tree(first, span);
            for &k in same {
                let adr = m.M_rowadr[DofId(k as usize)] as usize;
                let range = adr..adr + m.M_rownnz[DofId(k as usize)] as usize;
                let columns = &m.M_colind.as_slice()[range.clone()];
                let i = slot_of[k as usize] as usize;
                for (&column, &value) in columns.iter().zip(&d.M.as_slice()[range]) {
                    let j = slot_of[column as usize] as usize;
                    *self.entry(first, span, i, j) = value;
                    *self.entry(first, span, j, i) = value;
                }
            }
        }
    }

    /// Prepares the table of a tree that has `span` blocks from `first` on; short trees have all
    /// tiles.
    fn start_tree(&mut self, first: usize, span: usize) {
        self.table.clear();
        self.table.resize(span * span, NONE);
        for i in 0..span {
            // small trees share blocks
            self.table[i * (span + 1)] = self.diagonal[first + i];
        }
        if span <= SHORT {
            for i in 0..span {
                for j in 0..span {
                    if self.table[i * span + j] == NONE {
                        self.table[i * span + j] = self.add(first + i, first + j);
                    }
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

    /// The place of an entry.
    #[inline(always)]
    fn entry(&mut self, first: usize, span: usize, i: usize, j: usize) -> &mut f64 {
        let (row, column) = (i / WIDTH, j / WIDTH);
        let at = (row - first) * span + column - first;
        if self.table[at] == NONE {
            self.table[at] = self.add(row, column);
        }
        &mut self.tiles[self.table[at] as usize][j % WIDTH].0[i % WIDTH]
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
