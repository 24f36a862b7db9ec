//! The sparsity of the inertia matrix: which rows are subtracted from which when it is factored, and where its
//! entries lie in 8 x 8 tiles.
//!
//! | reads |
//! |---|
//! | `dof_treeid`, `dof_Madr`, `M_rownnz`, `M_rowadr`, `M_colind`, `mapM2M` |
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
    /// The row of each dof.
    pub(crate) rows: Vec<Row>,
    /// Entries of the longest row.
    pub(crate) longest: usize,
    /// Whether the ancestors of each dof are among the dof before and its ancestors.
    pub(crate) depth_first: bool,
    /// Whether rows of `qM` are those of `M` from the last entry to the first, and nothing else.
    pub(crate) mirrored: bool,
    /// Whether entry `i` is all there is of row `i`: no dof has ancestors.
    pub(crate) diagonal: bool,
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

/// A row of `M`: the ancestors of a dof, and itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) start: u32,
    pub(crate) len: u32,
    /// How many of its first columns the row after begins with too.
    pub(crate) shared_after: u32,
    /// Where its row of `qM` starts.
    pub(crate) mirror: u32,
    /// Whether elimination takes this row and the two before at the same time.
    pub(crate) third: bool,
}

impl Row {
    /// Its entries.
    #[inline]
    pub(crate) fn entries(self) -> Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
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
    /// Whether each tile has entries beside the diagonal of the matrix.
    pub(crate) full: Vec<bool>,
}

impl Inertia {
    pub(super) fn compile(s: &Structure) -> Self {
        let mut made = Self::default();
        made.find_rows(s);
        made.find_descendants(s);
        made.find_threes();
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

    fn find_rows(&mut self, s: &Structure) {
        let mut before: &[i32] = &[];
        (self.depth_first, self.mirrored, self.diagonal) = (true, true, true);
        for k in s.dofs() {
            let row = entries(s, k.0);
            let columns = s.M_colind.get(row.clone()).unwrap_or_default();
            let shared = before.iter().zip(columns).take_while(|(a, b)| a == b).count();
            if let Some(last) = self.rows.last_mut() {
                last.shared_after = shared as u32;
            }
            self.depth_first &= shared + 1 >= columns.len();
            self.diagonal &= row.start == k.0 && columns == [k.raw()];

            let mirror = super::index(s.dof_Madr[k]);
            let map = s.mapM2M.get(row.clone()).unwrap_or_default();
            self.mirrored &= mirror + row.len() <= s.nM
                && map.len() == columns.len()
                && map.iter().rev().enumerate().all(|(i, &to)| super::index(to) == mirror + i);

            self.longest = self.longest.max(columns.len());
            self.rows.push(Row {
                start: row.start as u32,
                len: columns.len() as u32,
                shared_after: 0,
                mirror: mirror as u32,
                third: false,
            });
            before = columns;
        }
    }

    /// Finds three dofs that are each the only child of the one before.
    fn find_threes(&mut self) {
        let end = self.rows.iter().map(|row| row.start + row.len).max().unwrap_or(0);
        let mut third = 2;
        while third < self.rows.len() {
            let [below, over, over_both] = [0, 1, 2].map(|i| self.descendants(third - i));
            let follows = |over: &[Descendant], below: &[Descendant], next: usize| {
                let last = over.last().is_some_and(|last| last.dof as usize == next);
                last && over.len() == below.len() + 1
            };
            let row = self.rows[third];
            // read and written in fours
            let inside = row.start + row.len.max(4) <= end;
            let found = inside
                && row.len >= 3
                && self.rows[third - 1].entries().end == row.start as usize
                && self.rows[third - 2].entries().end == self.rows[third - 1].start as usize
                && follows(over, below, third)
                && follows(over_both, over, third - 1);
            self.rows[third].third = found;
            third += if found { 3 } else { 1 };
        }
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
        let known = vec![None; span * span];
        let mut tiles = Tiles { list: Vec::new(), full: Vec::new(), known, span };
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
        Tree { dofs, entries: first..end.max(first), tiles: tiles.list, full: tiles.full }
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
    full: Vec<bool>,
    known: Vec<Option<u32>>,
    span: usize,
}

impl Tiles {
    fn number(&mut self, row: usize, column: usize) -> u32 {
        let next = self.list.len() as u32;
        *self.known[row * self.span + column].get_or_insert_with(|| {
            self.list.push([row as u32, column as u32]);
            self.full.push(false);
            next
        })
    }

    fn place(&mut self, i: usize, j: usize) -> u32 {
        let tile = self.number(i / TILE, j / TILE);
        self.full[tile as usize] |= i != j;
        tile * (TILE * TILE) as u32 + (j % TILE * TILE + i % TILE) as u32
    }
}
