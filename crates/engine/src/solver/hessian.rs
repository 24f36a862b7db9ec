//! The Hessian `H = M + J' D J` of the cost, its factor `L D L'` and solutions with it.
//!
//! Only 8 x 8 tiles of the lower triangle that can become nonzero are stored, column by column of
//! tiles, the one on the diagonal first. The pattern is that of all rows, active or not, and of
//! elimination, so it holds for a whole solve. A tile has its columns one after the other.

use super::jacobian::{Group, Jacobian};
use super::mass::Mass;
use super::problem::{ConeRows, Problem};
use super::ticker::Ticker;
use super::vec8::{self, Tile, Vec8, WIDTH, each};
use crate::constraint::cost::{Cone, Curvature, MAXDIM};
use crate::math::MINVAL;

const ZERO: Tile = [Vec8::ZERO; WIDTH];

#[derive(Clone, Debug, Default)]
pub(super) struct Hessian {
    nblock: usize,
    /// First tile of each column; one more at the end.
    columns: Vec<usize>,
    /// Block of rows of each tile.
    rows: Vec<u32>,
    /// Where the tiles of each list of the Jacobian are: pairs of blocks, by rows.
    pairs: Vec<u32>,
    /// First pair of each list.
    pair_start: Vec<usize>,
    /// The quadratic part.
    H: Vec<Tile>,
    /// The factor: `L` in tiles on the diagonal, without ones, `L D` below.
    factor: Vec<Tile>,
    /// Inverse of `D`.
    inverse: Vec<Vec8>,
    /// A column of `-L`.
    scaled: Vec<Tile>,
    terms: Terms,
    /// Blocks below the diagonal as bits, by column; scratch.
    bits: Vec<u64>,
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
        if !self.find_pattern(p.nblock, &p.J, &p.M, most) {
            return false;
        }
        let tiles = self.rows.len();
        self.H.clear();
        self.factor.truncate(tiles);
        let more = tiles - self.factor.len();
        if self.H.try_reserve_exact(tiles).is_err() || self.factor.try_reserve_exact(more).is_err()
        {
            return false;
        }
        self.reset(&p.M);
        self.factor.resize(tiles, ZERO);
        self.inverse.resize(p.nblock, Vec8::ZERO);
        true
    }

    /// `H = M`.
    pub(super) fn reset(&mut self, M: &Mass<'_>) {
        self.H.clear();
        self.H.resize(self.rows.len(), ZERO);
        for (place, tile) in M.indices.iter().zip(M.tiles).filter(|(p, _)| p.row >= p.column) {
            let at = self.tile(place.row as u32, place.column);
            self.H[at] = *tile;
        }
    }

    /// Finds which tiles can become nonzero; false if they take more bytes than `most`.
    fn find_pattern(&mut self, nblock: usize, J: &Jacobian<'_>, M: &Mass<'_>, most: usize) -> bool {
        self.nblock = nblock;
        let words = nblock.div_ceil(64);
        let pairs = |len: usize| len * (len + 1) / 2;
        let pairs = J.lists.iter().fold(0usize, |sum, list| sum.saturating_add(pairs(list.len)));
        let bytes = (nblock * words).saturating_mul(size_of::<u64>());
        let most =
            most.saturating_sub(bytes.saturating_add(pairs.saturating_mul(size_of::<u32>())));
        let most_tiles = most / (2 * size_of::<Tile>());
        if most_tiles < nblock {
            return false;
        }
        if nblock == 1 {
            self.set_one_tile(J);
            return true;
        }
        self.bits.clear();
        self.bits.resize(nblock * words, 0);

        // what inertia and rows couple
        let mut set = |row: usize, column: usize| {
            self.bits[column * words + row / 64] |= 1 << (row % 64);
        };
        for place in M.indices.iter().filter(|p| p.row > p.column) {
            set(place.row, place.column);
        }
        for list in 0..J.lists.len() {
            let blocks = J.blocks(list).0;
            for (i, &column) in blocks.iter().enumerate() {
                blocks[i + 1..].iter().for_each(|&row| set(row as usize, column as usize));
            }
        }

        // elimination of a column couples the blocks below it: pass them on to the first of them
        self.columns.clear();
        self.rows.clear();
        for j in 0..nblock {
            self.columns.push(self.rows.len());
            self.rows.push(j as u32);
            let first = self.rows.len();
            for (w, &word) in self.bits[j * words..(j + 1) * words].iter().enumerate() {
                let mut rest = word;
                while rest != 0 {
                    self.rows.push(64 * w as u32 + rest.trailing_zeros());
                    rest &= rest - 1;
                }
            }
            if self.rows.len() > most_tiles {
                return false;
            }
            if let Some((&next, others)) = self.rows[first..].split_first() {
                for &row in others {
                    self.bits[next as usize * words + row as usize / 64] |= 1 << (row % 64);
                }
            }
        }
        self.columns.push(self.rows.len());

        // tiles of the lists
        self.pairs.clear();
        self.pair_start.clear();
        for list in 0..J.lists.len() {
            self.pair_start.push(self.pairs.len());
            let blocks = J.blocks(list).0;
            for (i, &row) in blocks.iter().enumerate() {
                for &column in &blocks[..=i] {
                    let at = self.tile(row, column as usize);
                    self.pairs.push(at as u32);
                }
            }
        }
        true
    }

    /// The pattern of a single block: whichever list has it has this tile.
    fn set_one_tile(&mut self, J: &Jacobian<'_>) {
        self.columns.clear();
        self.columns.extend([0, 1]);
        self.rows.clear();
        self.rows.push(0);
        self.pairs.clear();
        self.pairs.push(0);
        self.pair_start.clear();
        self.pair_start.resize(J.lists.len(), 0);
    }

    /// The place of a tile of the pattern.
    fn tile(&self, row: u32, column: usize) -> usize {
        let (start, end) = (self.columns[column], self.columns[column + 1]);

        // in a full column there is no need to search
        let guess = start + row as usize - column;
        if guess < end && self.rows[guess] == row {
            return guess;
        }
        start + self.rows[start..end].partition_point(|&r| r < row)
    }

    /// Adds `weight J_r' J_r` for rows of a group, each with what its weight changed by.
    #[inline(always)]
    pub(super) fn add_rows(&mut self, J: &Jacobian<'_>, group: &Group, rows: &[(usize, f64)]) {
        let offsets = J.blocks(group.list).1;
        let Self { H, terms, pairs, pair_start, .. } = self;
        terms.clear(rows.len(), offsets.len());
        for (t, &(row, weight)) in rows.iter().enumerate() {
            let values = J.row(group, row);
            for (&offset, at) in offsets.iter().zip((t..).step_by(rows.len())) {
                let value = values[offset as usize];
                terms.plain[at] = value;
                terms.weighted[at] = each!(k => value.0[k] * weight);
            }
        }
        terms.add_to(H, &pairs[pair_start[group.list]..]);
    }

    /// Copies `H` to where it is factorized.
    #[inline(always)]
    pub(super) fn copy_to_factor(&mut self) {
        self.factor.copy_from_slice(&self.H);
    }

    /// Adds `J' C J` of cones of a group to what will be factorized, where `C` is the Hessian of each.
    #[inline(always)]
    pub(super) fn add_cones(
        &mut self,
        J: &Jacobian<'_>,
        group: &Group,
        cones: &[(ConeRows, Curvature)],
    ) {
        let offsets = J.blocks(group.list).1;
        let Self { factor, terms, pairs, pair_start, .. } = self;
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
        terms.add_to(factor, &pairs[pair_start[group.list]..]);
    }

    /// Factorizes; returns whether all pivots were large enough. Ends early, with something else than
    /// the factor, if the user wants that.
    #[inline(always)]
    pub(super) fn factorize(&mut self, used: &[usize], ticker: &Ticker<'_>) -> bool {
        let mut full_rank = true;
        let Self { factor, inverse, scaled, columns, rows, .. } = self;
        for (j, &used) in used.iter().enumerate() {
            let (start, end) = (columns[j], columns[j + 1]);
            let (done, later) = factor.split_at_mut(end);
            let (diagonal, below) = done[start..].split_at_mut(1);
            full_rank &= factor_diagonal(&mut diagonal[0], &mut inverse[j], used);

            // the column below, times D and negative without
            if scaled.len() < below.len() {
                scaled.resize(below.len(), ZERO);
            }
            for (tile, negative) in below.iter_mut().zip(&mut *scaled) {
                solve_tile(tile, &diagonal[0]);
                for (k, &inverse) in inverse[j].0.iter().enumerate() {
                    negative[k] = each!(r => tile[k].0[r] * -inverse);
                }
            }

            // Schur complement: take its outer products off the columns that follow
            let blocks = &rows[start + 1..end];
            if ticker.spend(blocks.len() * blocks.len() * WIDTH) {
                return true;
            }
            for (k, &column) in blocks.iter().enumerate() {
                let mut at = columns[column as usize];
                for (row, tile) in blocks[k..].iter().zip(&below[k..]) {
                    while rows[at] != *row {
                        at += 1;
                    }
                    vec8::add_outer(&mut later[at - end], tile, &scaled[k]);
                }
            }
        }
        full_rank
    }

    /// Solves with the factor, in place.
    #[inline(always)]
    pub(super) fn solve(&self, used: &[usize], x: &mut [Vec8]) {
        let Self { factor, inverse, columns, rows, .. } = self;

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
    let mut columns = *tile;
    for k in 1..WIDTH {
        for t in 0..k {
            let from = columns[t];
            columns[k].add_scaled(&from, -diagonal[t].0[k]);
        }
    }
    *tile = columns;
}

#[cfg(test)]
mod tests;
