//! The inertia matrix: which rows elimination takes off which, and where entries lie in tiles.
//!
//! | reads |
//! |---|
//! | `dof_treeid`, `M_rownnz`, `M_rowadr`, `M_colind` |
//!
//! In tiles, the dofs of a tree have slots from the last to the first, so that leaves are eliminated
//! before their ancestors. A tile is 8 x 8 numbers, column by column.

use std::ops::Range;

use crate::ids::DofId;
use crate::model::Structure;

/// Rows and columns of a tile.
pub(crate) const TILE: usize = 8;
/// Trees of so many blocks of slots have all tiles, whether they are zero or not.
const SHORT: usize = 4;

/// What does not change about the inertia matrix.
#[derive(Debug, Default)]
pub(crate) struct Inertia {
    descendants: Vec<Descendant>,
    /// First descendant of each dof, and the end.
    first: Vec<u32>,
    /// Kinematic trees, by their dofs.
    pub(crate) trees: Vec<Tree>,
    /// The tree of each dof.
    pub(crate) tree_of: Vec<u32>,
    /// For each entry of `M` and its mirror image: tile of the tree times 64, plus place in the tile.
    pub(crate) targets: Vec<[u32; 2]>,
}

/// A dof whose row of `M` starts with the columns of another row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Descendant {
    /// Where its row starts.
    pub(crate) row: u32,
    pub(crate) dof: u32,
}

/// A kinematic tree.
#[derive(Debug)]
pub(crate) struct Tree {
    pub(crate) dofs: Range<usize>,
    /// Its entries of `M`.
    pub(crate) entries: Range<usize>,
    /// Blocks of rows and columns of its tiles, counted from its first slot.
    pub(crate) tiles: Vec<[u32; 2]>,
}

impl Inertia {
    pub(super) fn compile(s: &Structure) -> Self {
        let mut made = Self::default();
        made.find_descendants(s);
        made.targets.resize(s.M_colind.len(), [0; 2]);
        let mut start = 0;
        for same in s.dof_treeid.chunk_by(|a, b| a == b) {
            let dofs = start..start + same.len();
            start = dofs.end;
            made.tree_of.resize(dofs.end, made.trees.len() as u32);
            let tree = made.tree(s, dofs);
            made.trees.push(tree);
        }
        made
    }

    /// The dofs below a dof, the last one first.
    #[inline]
    pub(crate) fn descendants(&self, dof: usize) -> &[Descendant] {
        &self.descendants[self.first[dof] as usize..self.first[dof + 1] as usize]
    }

    fn find_descendants(&mut self, s: &Structure) {
        let mut pairs: Vec<(usize, Descendant)> = Vec::with_capacity(s.M_colind.len());
        for k in s.dofs().rev() {
            let row = entries(s, k.0);
            let below = Descendant { row: row.start as u32, dof: k.0 as u32 };
            let ancestors = s.M_colind.get(row).unwrap_or_default();
            let ancestors = ancestors.split_last().map_or(&[][..], |(_, rest)| rest);
            pairs.extend(ancestors.iter().map(|&j| (super::index(j), below)));
        }
        // stable: descendants of a dof stay in their order
        pairs.sort_by_key(|(ancestor, _)| *ancestor);
        self.first = Vec::with_capacity(s.nv + 1);
        for k in 0..=s.nv {
            self.first.push(pairs.partition_point(|(ancestor, _)| *ancestor < k) as u32);
        }
        self.descendants = pairs.into_iter().map(|(_, below)| below).collect();
    }

    /// The tiles of a tree, in the order in which its entries need them.
    fn tree(&mut self, s: &Structure, dofs: Range<usize>) -> Tree {
        let span = dofs.len().div_ceil(TILE);
        let mut tiles = Tiles { list: Vec::new(), known: vec![None; span * span], span };
        if span <= SHORT {
            for i in 0..span {
                for j in 0..span {
                    tiles.number(i, j);
                }
            }
        }
        for k in dofs.clone() {
            for adr in entries(s, k) {
                let column = super::index(s.M_colind.get(adr).copied().unwrap_or(-1));
                let slot = |dof: usize| dofs.end.saturating_sub(1 + dof).min(dofs.len() - 1);
                let (i, j) = (slot(k), slot(column));
                if let Some(target) = self.targets.get_mut(adr) {
                    *target = [tiles.place(i, j), tiles.place(j, i)];
                }
            }
        }
        let first = entries(s, dofs.start).start;
        let end = entries(s, dofs.end - 1).end;
        Tree { dofs, entries: first..end.max(first), tiles: tiles.list }
    }
}

/// The entries of a row of `M`.
fn entries(s: &Structure, dof: usize) -> Range<usize> {
    let start = super::index(s.M_rowadr[DofId(dof)]);
    start..start + super::index(s.M_rownnz[DofId(dof)])
}

/// Tiles that were asked for.
struct Tiles {
    list: Vec<[u32; 2]>,
    known: Vec<Option<u32>>,
    span: usize,
}

impl Tiles {
    fn number(&mut self, row: usize, column: usize) -> u32 {
        let next = self.list.len() as u32;
        *self.known[row * self.span + column].get_or_insert_with(|| {
            self.list.push([row as u32, column as u32]);
            next
        })
    }

    fn place(&mut self, i: usize, j: usize) -> u32 {
        let tile = self.number(i / TILE, j / TILE) * (TILE * TILE) as u32;
        tile + (j % TILE * TILE + i % TILE) as u32
    }
}
