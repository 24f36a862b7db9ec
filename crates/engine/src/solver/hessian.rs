//! The Hessian `H = M + J' D J` of the cost, its factor `L D L'` and solutions with it.
//!
//! Only 8 x 8 tiles of the lower triangle that can become nonzero are stored, column by column of
//! tiles, the one on the diagonal first. The pattern is that of all rows, active or not, and of
//! elimination, so it holds for a whole solve. A tile has its columns one after the other.
//!
//! Blocks have places in the order of elimination ([`Pattern`]); rows and columns of tiles are places.

use std::mem::take;

use super::jacobian::{Group, Jacobian};
use super::mass::Mass;
use super::problem::{ConeRows, Problem};
use super::ticker::Ticker;
use super::vec8::{self, Tile, Vec8, WIDTH, each};
use crate::constraint::cost::{Cone, Curvature, MAXDIM};
use crate::math::MINVAL;

mod pattern;

use pattern::Pattern;

const ZERO: Tile = [Vec8::ZERO; WIDTH];

#[derive(Clone, Debug, Default)]
pub(super) struct Hessian {
    pattern: Pattern,
    lists: Lists,
    /// How many slots are used of the block at each place.
    used: Vec<usize>,
    /// Columns whose factor is not that of `H`.
    stale: Vec<bool>,
    /// Whether pivots of each column were large enough.
    regular: Vec<bool>,
    /// The quadratic part.
    H: Vec<Tile>,
    /// The factor: `L` in tiles on the diagonal, without ones, `L D` below.
    factor: Vec<Tile>,
    /// Inverse of `D`.
    inverse: Vec<Vec8>,
    /// A tile of `-L`; scratch.
    scaled: Tile,
    terms: Terms,
    /// What is solved for, by places.
    x: Vec<Vec8>,
}

/// The lists of blocks of the Jacobian, in the order of places.
#[derive(Clone, Debug, Default)]
struct Lists {
    /// Where the blocks of each list are in a row, unless that is their own order.
    offsets: Vec<u32>,
    /// First offset of each list.
    offset_start: Vec<usize>,
    /// The tiles of pairs of blocks, by rows.
    pairs: Vec<u32>,
    /// First pair of each list.
    pair_start: Vec<usize>,
    /// Places and offsets of one list; scratch.
    sorted: Vec<(u32, u32)>,
}

impl Lists {
    /// Finds the tiles of all lists.
    fn find(&mut self, J: &Jacobian<'_>, pattern: &Pattern) {
        self.offsets.clear();
        self.offset_start.clear();
        self.pairs.clear();
        self.pair_start.clear();
        if pattern.tiles() == 1 {
            // whichever list has the block has its tile
            self.pairs.push(0);
            self.pair_start.resize(J.lists.len(), 0);
            return;
        }
        for list in 0..J.lists.len() {
            self.pair_start.push(self.pairs.len());
            let (blocks, offsets) = J.blocks(list);
            if pattern.is_natural() {
                add_pairs(&mut self.pairs, &blocks.iter().copied(), pattern);
                continue;
            }
            let places = blocks.iter().map(|&block| pattern.place(block as usize) as u32);
            self.sorted.clear();
            self.sorted.extend(places.zip(offsets.iter().copied()));
            self.sorted.sort_unstable();
            self.offset_start.push(self.offsets.len());
            self.offsets.extend(self.sorted.iter().map(|&(_, offset)| offset));
            let places = self.sorted.iter().map(|&(place, _)| place);
            add_pairs(&mut self.pairs, &places, pattern);
        }
    }

    /// The offsets of the blocks of a list, and the tiles of their pairs.
    #[inline(always)]
    fn of<'a>(&'a self, J: &Jacobian<'a>, list: usize) -> (&'a [u32], &'a [u32]) {
        let offsets = J.blocks(list).1;
        let offsets = match self.offset_start.get(list) {
            Some(&start) => &self.offsets[start..start + offsets.len()],
            None => offsets,
        };
        (offsets, &self.pairs[self.pair_start[list]..])
    }
}

/// Appends the tiles of pairs of places, which ascend.
fn add_pairs(
    pairs: &mut Vec<u32>,
    places: &(impl Iterator<Item = u32> + Clone),
    pattern: &Pattern,
) {
    for (i, row) in places.clone().enumerate() {
        for column in places.clone().take(i + 1) {
            pairs.push(pattern.tile(row, column as usize) as u32);
        }
    }
}

/// Rows whose products are added to tiles, block by block: as they are, and with weights.
#[derive(Clone, Debug, Default)]
struct Terms {
    plain: Vec<Vec8>,
    weighted: Vec<Vec8>,
    count: usize,
}

impl Terms {
    /// Makes room for rows with so many blocks.
    #[inline(always)]
    fn clear(&mut self, count: usize, blocks: usize) {
        self.count = count;
        self.plain.resize(count * blocks, Vec8::ZERO);
        self.weighted.resize(count * blocks, Vec8::ZERO);
    }

    /// Adds the products to the tiles of the pairs of blocks.
    #[inline(always)]
    fn add_to(&self, tiles: &mut [Tile], pairs: &[u32]) {
        let mut pairs = pairs.iter();
        for (i, a) in self.plain.chunks_exact(self.count.max(1)).enumerate() {
            let weighted = self.weighted.chunks_exact(self.count.max(1)).take(i + 1);
            for (b, &at) in weighted.zip(&mut pairs) {
                vec8::add_outer(&mut tiles[at as usize], a, b);
            }
        }
    }
}

impl Hessian {
    /// Numbers stored.
    pub(super) fn len(&self) -> usize {
        (self.H.len() + self.factor.len()) * WIDTH * WIDTH
    }

    /// Finds the pattern, and starts with `H = M`. False if that takes more bytes than `most`.
    pub(super) fn start(&mut self, p: &Problem<'_>, most: usize) -> bool {
        let pairs = |len: usize| len * (len + 1) / 2;
        let pairs = p.J.lists.iter().fold(0usize, |sum, list| sum.saturating_add(pairs(list.len)));
        let most = most.saturating_sub(pairs.saturating_mul(size_of::<u32>()));
        if !self.pattern.find(p.nblock, &p.J, &p.M, most) {
            return false;
        }
        let tiles = self.pattern.tiles();
        self.H.clear();
        self.factor.truncate(tiles);
        let more = tiles - self.factor.len();
        if self.H.try_reserve_exact(tiles).is_err() || self.factor.try_reserve_exact(more).is_err()
        {
            return false;
        }
        self.lists.find(&p.J, &self.pattern);
        self.used.clear();
        self.used.extend(self.pattern.order().map(|block| p.used[block]));
        self.regular.resize(p.nblock, true);
        self.reset(&p.M);
        self.factor.resize(tiles, ZERO);
        self.inverse.resize(p.nblock, Vec8::ZERO);
        true
    }

    /// `H = M`.
    pub(super) fn reset(&mut self, M: &Mass<'_>) {
        self.stale.clear();
        self.stale.resize(self.pattern.order().len(), true);
        self.H.clear();
        self.H.resize(self.pattern.tiles(), ZERO);
        for (index, tile) in M.indices.iter().zip(M.tiles) {
            let [row, column] = [index.row, index.column].map(|block| self.pattern.place(block));
            if row >= column {
                let at = self.pattern.tile(row as u32, column);
                self.H[at] = *tile;
            }
        }
    }

    /// Adds `weight J_r' J_r` for rows of a group, each with what its weight changed by.
    #[inline(always)]
    pub(super) fn add_rows(&mut self, J: &Jacobian<'_>, group: &Group, rows: &[(usize, f64)]) {
        let Self { H, terms, lists, pattern, stale, .. } = self;
        let (offsets, pairs) = lists.of(J, group.list);
        for &block in J.blocks(group.list).0 {
            stale[pattern.place(block as usize)] = true;
        }
        terms.clear(rows.len(), offsets.len());
        for (t, &(row, weight)) in rows.iter().enumerate() {
            let values = J.row(group, row);
            for (&offset, at) in offsets.iter().zip((t..).step_by(rows.len())) {
                let value = values[offset as usize];
                terms.plain[at] = value;
                terms.weighted[at] = each!(k => value.0[k] * weight);
            }
        }
        terms.add_to(H, pairs);
    }

    /// Copies `H` to where it is factorized: all of it, or the columns that are not what they were.
    #[inline(always)]
    pub(super) fn copy_to_factor(&mut self, all: bool) {
        let Self { H, factor, stale, pattern: Pattern { columns, rows, .. }, .. } = self;
        if all {
            stale.fill(true);
        }
        for j in 0..stale.len() {
            if stale[j] {
                // whatever column j is taken off has to be found again, too
                let range = columns[j]..columns[j + 1];
                for &row in &rows[range.clone()] {
                    stale[row as usize] = true;
                }
                factor[range.clone()].copy_from_slice(&H[range]);
            }
        }
    }

    /// Adds `J' C J` of cones of a group to what will be factorized, where `C` is the Hessian of each.
    #[inline(always)]
    pub(super) fn add_cones(
        &mut self,
        J: &Jacobian<'_>,
        group: &Group,
        cones: &[(ConeRows, Curvature)],
    ) {
        let Self { factor, terms, lists, .. } = self;
        let (offsets, pairs) = lists.of(J, group.list);
        let count = cones.iter().map(|(c, _)| c.cone.dim - 1).sum();
        terms.clear(count, offsets.len());
        let mut first = 0;
        for (c, curvature) in cones {
            for (block, &offset) in offsets.iter().enumerate() {
                let row = |i: usize| J.row(group, c.row + i)[offset as usize];
                let at = block * count + first;
                let at = at..at + c.cone.dim - 1;
                let to = (&mut terms.plain[at.clone()], &mut terms.weighted[at]);
                cone_terms(&c.cone, curvature, row, to);
            }
            first += c.cone.dim - 1;
        }
        terms.add_to(factor, pairs);
    }

    /// Factorizes the columns that were copied; returns whether all pivots were large enough. Ends early,
    /// with something else than the factor, if the user wants that.
    ///
    /// Products are taken off a column in the order of those before it, whether these have just been
    /// factorized or were kept: the factor is that of everything factorized anew.
    #[inline(always)]
    pub(super) fn factorize(&mut self, ticker: &Ticker<'_>) -> bool {
        let Self { factor, inverse, scaled, used, stale, regular, pattern, .. } = self;
        let (columns, rows) = (pattern.columns.as_slice(), pattern.rows.as_slice());
        let (stale, regular) = (stale.as_mut_slice(), regular.as_mut_slice());
        for (j, &used) in used.iter().enumerate() {
            let (start, end) = (columns[j], columns[j + 1]);
            let blocks = &rows[start + 1..end];
            let (done, later) = factor.split_at_mut(end);
            let (diagonal, below) = done[start..].split_at_mut(1);
            if stale[j] {
                regular[j] = factor_diagonal(&mut diagonal[0], &mut inverse[j], used);
                for tile in &mut *below {
                    solve_tile(tile, &diagonal[0]);
                }
            }

            // Schur complement: take the outer products of what is below, times D and negative without,
            // off the columns that follow
            if ticker.add_work(blocks.len() * blocks.len() * WIDTH) {
                return true;
            }
            for (k, &column) in blocks.iter().enumerate() {
                if !stale[column as usize] {
                    continue;
                }
                for (i, &inverse) in inverse[j].0.iter().enumerate() {
                    scaled[i] = each!(r => below[k][i].0[r] * -inverse);
                }
                let mut at = columns[column as usize];
                for (row, tile) in blocks[k..].iter().zip(&below[k..]) {
                    while rows[at] != *row {
                        at += 1;
                    }
                    vec8::add_outer(&mut later[at - end], tile, scaled);
                }
            }
        }
        stale.fill(false);
        regular.iter().all(|&regular| regular)
    }

    /// `result = -H^-1 vec` with the factor.
    #[inline(always)]
    pub(super) fn solve_negative(&mut self, vec: &[Vec8], result: &mut [Vec8]) {
        let mut x = take(&mut self.x);
        x.resize(vec.len(), Vec8::ZERO);
        for (x, block) in x.iter_mut().zip(self.pattern.order()) {
            *x = vec[block];
        }
        self.solve(&mut x);
        for (block, x) in self.pattern.order().zip(&x) {
            result[block] = each!(k => -x.0[k]);
        }
        self.x = x;
    }

    /// Solves with the factor, in place.
    #[inline(always)]
    fn solve(&self, x: &mut [Vec8]) {
        let Self { factor, inverse, used, pattern: Pattern { columns, rows, .. }, .. } = self;

        // x <- D^-1 L^-1 x
        for (j, &used) in used.iter().enumerate() {
            let mut y = x[j];
            for (k, column) in factor[columns[j]].iter().enumerate() {
                if k == used {
                    break;
                }
                y.add_scaled(column, -y.0[k]);
            }
            let z = each!(k => y.0[k] * inverse[j].0[k]);
            x[j] = z;
            let below = columns[j] + 1..columns[j + 1];
            for (tile, &row) in factor[below.clone()].iter().zip(&rows[below]) {
                let mut sum = x[row as usize];
                for (column, &z) in tile.iter().zip(&z.0) {
                    sum.add_scaled(column, -z);
                }
                x[row as usize] = sum;
            }
        }

        // x <- L'^-1 x
        for (j, &used) in used.iter().enumerate().rev() {
            let mut y = x[j];
            let below = columns[j] + 1..columns[j + 1];
            if !below.is_empty() {
                let (tiles, rows) = (&factor[below.clone()], &rows[below]);
                let mut sums = ZERO;
                multiply_half::<0>(&mut sums, tiles, rows, x);
                multiply_half::<4>(&mut sums, tiles, rows, x);
                let mut sum = Vec8::ZERO;
                vec8::totals(&sums, &mut sum);
                y = each!(k => y.0[k] - sum.0[k] * inverse[j].0[k]);
            }
            let diagonal = &factor[columns[j]];
            for r in (1..WIDTH).rev() {
                if r >= used {
                    continue;
                }
                for k in 0..r {
                    y.0[k] -= diagonal[k].0[r] * y.0[r];
                }
            }
            x[j] = y;
        }
    }
}

/// One block of the rows whose weighted squares add up to the Hessian of a cone: how its distance
/// changes, and how the directions around its axis do.
///
/// The latter are those at a right angle to the direction away from the axis. A reflection takes the
/// first tangent to that direction, and all others to what is wanted.
#[inline(always)]
fn cone_terms(
    cone: &Cone,
    curvature: &Curvature,
    row: impl Fn(usize) -> Vec8,
    (plain, weighted): (&mut [Vec8], &mut [Vec8]),
) {
    let Curvature { normal, tangent, unit } = *curvature;
    let (Some(first), Some(first_weighted)) = (plain.first_mut(), weighted.first_mut()) else {
        return;
    };
    let mut scaled = [Vec8::ZERO; MAXDIM];
    let mut away = Vec8::ZERO;
    for j in 1..cone.dim {
        let (x, scale) = (row(j), cone.scale[j]);
        scaled[j] = each!(k => x.0[k] * scale);
        away.add_scaled(&scaled[j], unit[j]);
    }
    let (x, mu) = (row(0), cone.scale[0]);
    let distance = each!(k => (x.0[k] - away.0[k]) * mu);
    *first = distance;
    *first_weighted = each!(k => distance.0[k] * normal);

    let sign = if unit[1] < 0.0 { -1.0 } else { 1.0 };
    let mirror = each!(k => away.0[k] + scaled[1].0[k] * sign);
    let shrink = -1.0 / (1.0 + unit[1].abs());
    for j in 2..cone.dim {
        let mut around = scaled[j];
        around.add_scaled(&mirror, unit[j] * shrink);
        plain[j - 1] = around;
        weighted[j - 1] = each!(k => around.0[k] * tangent);
    }
}

/// Partial sums of the products of tiles with blocks of `x`, for four columns.
#[inline(always)]
fn multiply_half<const FIRST: usize>(sums: &mut Tile, tiles: &[Tile], rows: &[u32], x: &[Vec8]) {
    let mut half = [Vec8::ZERO; 4];
    for (tile, &row) in tiles.iter().zip(rows) {
        let x = &x[row as usize];
        for k in 0..4 {
            half[k].add_product(&tile[FIRST + k], x);
        }
    }
    sums[FIRST..FIRST + 4].copy_from_slice(&half);
}

/// Factorizes a tile on the diagonal: `L` below it, zeros elsewhere. Returns whether all pivots were
/// large enough.
#[inline(always)]
fn factor_diagonal(tile: &mut Tile, inverse: &mut Vec8, used: usize) -> bool {
    let mut columns = *tile;
    let mut full_rank = true;
    full_rank &= eliminate::<0>(&mut columns, inverse, used);
    full_rank &= eliminate::<1>(&mut columns, inverse, used);
    full_rank &= eliminate::<2>(&mut columns, inverse, used);
    full_rank &= eliminate::<3>(&mut columns, inverse, used);
    full_rank &= eliminate::<4>(&mut columns, inverse, used);
    full_rank &= eliminate::<5>(&mut columns, inverse, used);
    full_rank &= eliminate::<6>(&mut columns, inverse, used);
    full_rank &= eliminate::<7>(&mut columns, inverse, used);
    *tile = columns;
    full_rank
}

/// Eliminates column `K`; of a slot that is not used it is that of a unit matrix.
#[inline(always)]
fn eliminate<const K: usize>(columns: &mut Tile, inverse: &mut Vec8, used: usize) -> bool {
    if K >= used {
        inverse.0[K] = 1.0;
        columns[K] = Vec8::ZERO;
        return true;
    }
    let pivot = columns[K].0[K];
    let large = pivot >= MINVAL;
    let inv = 1.0 / if large { pivot } else { MINVAL };
    inverse.0[K] = inv;
    let column = each!(r => if r > K { columns[K].0[r] } else { 0.0 });
    let scaled = each!(r => column.0[r] * inv);
    for j in K + 1..WIDTH {
        columns[j].add_scaled(&column, -scaled.0[j]);
    }
    columns[K] = scaled;
    large
}

/// `tile <- tile L'^-1` for the factor of the tile on the diagonal: `L D` of the column.
#[inline(always)]
fn solve_tile(tile: &mut Tile, diagonal: &Tile) {
    for k in 1..WIDTH {
        let (before, rest) = tile.split_at_mut(k);
        let mut column = rest[0];
        for (before, factor) in before.iter().zip(diagonal) {
            column.add_scaled(before, -factor.0[k]);
        }
        rest[0] = column;
    }
}

#[cfg(test)]
mod tests;
