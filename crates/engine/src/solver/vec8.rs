//! Eight numbers at a time: the storage of the primal solvers, and the products they consist of.
//!
//! Vectors, rows of the Jacobian and 8 x 8 tiles of matrices are slices of [`Vec8`]. Everything is
//! plain arithmetic that compilers turn into vector instructions. A sum over numbers has one order
//! everywhere: eight partial sums with a stride of eight, then [`total`]; so results have the same
//! bits whatever the instruction set.

use bytemuck::{Pod, Zeroable};

use crate::plan::TILE;

/// Numbers in [`Vec8`].
pub(super) const WIDTH: usize = TILE;

/// Eight numbers in one cache line.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C, align(64))]
pub(super) struct Vec8(pub(super) [f64; WIDTH]);

/// Eight columns of eight numbers.
pub(super) type Tile = [Vec8; WIDTH];

/// A [`Vec8`] of an expression in the index: `each!(k => a.0[k] + b.0[k])`. A macro, because closures
/// with conditions are not always inlined, and then compiled for the wrong instruction set.
macro_rules! each {
    ($k:ident => $value:expr) => {{
        let mut numbers = [0.0; $crate::solver::vec8::WIDTH];
        let mut $k = 0;
        while $k < $crate::solver::vec8::WIDTH {
            numbers[$k] = $value;
            $k += 1;
        }
        $crate::solver::vec8::Vec8(numbers)
    }};
}

pub(super) use each;

impl Vec8 {
    pub(super) const ZERO: Self = Self([0.0; WIDTH]);

    /// Adds one where numbers differ.
    #[inline(always)]
    pub(super) fn count_different(&mut self, a: &Self, b: &Self) {
        for k in 0..WIDTH {
            self.0[k] += if a.0[k] == b.0[k] { 0.0 } else { 1.0 };
        }
    }

    /// Adds `a * scale`.
    #[inline(always)]
    pub(super) fn add_scaled(&mut self, a: &Self, scale: f64) {
        for k in 0..WIDTH {
            self.0[k] += a.0[k] * scale;
        }
    }

    /// Adds the products, number by number.
    #[inline(always)]
    pub(super) fn add_product(&mut self, a: &Self, b: &Self) {
        for k in 0..WIDTH {
            self.0[k] += a.0[k] * b.0[k];
        }
    }
}

/// The sum of eight partial sums.
// never inlined: compilers would then split the partial sums into narrow vectors
#[inline(never)]
pub(super) fn total(sums: &Vec8) -> f64 {
    let s = &sums.0;
    ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
}

/// The sums of three groups of partial sums.
#[inline(never)]
pub(super) fn totals3(sums: &[Vec8; 3]) -> [f64; 3] {
    sums.each_ref().map(|sums| {
        let s = &sums.0;
        ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
    })
}

/// The sums of eight groups of partial sums.
#[inline(never)]
pub(super) fn totals(sums: &Tile, result: &mut Vec8) {
    for (sums, result) in sums.iter().zip(&mut result.0) {
        let s = &sums.0;
        *result = ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
    }
}

/// Dot product.
#[inline(always)]
pub(super) fn dot(a: &[Vec8], b: &[Vec8]) -> f64 {
    let mut sums = Vec8::ZERO;
    for (a, b) in a.iter().zip(b) {
        sums.add_product(a, b);
    }
    total(&sums)
}

/// `to += from * scale`.
#[inline(always)]
pub(super) fn add_scaled(to: &mut [Vec8], from: &[Vec8], scale: f64) {
    for (to, from) in to.iter_mut().zip(from) {
        to.add_scaled(from, scale);
    }
}

/// `c += a b'`, where `a` and `b` have the same number of columns.
#[inline(always)]
pub(super) fn add_outer(c: &mut Tile, a: &[Vec8], b: &[Vec8]) {
    // a half stays in registers of every instruction set
    add_half::<0>(c, a, b);
    add_half::<4>(c, a, b);
}

/// [`add_outer`] to the four columns from `FIRST` on.
#[inline(always)]
fn add_half<const FIRST: usize>(c: &mut Tile, a: &[Vec8], b: &[Vec8]) {
    let mut sums: [Vec8; 4] = [c[FIRST], c[FIRST + 1], c[FIRST + 2], c[FIRST + 3]];
    for (a, b) in a.iter().zip(b) {
        for j in 0..4 {
            sums[j].add_scaled(a, b.0[FIRST + j]);
        }
    }
    c[FIRST..FIRST + 4].copy_from_slice(&sums);
}

/// All numbers, one after the other.
pub(super) fn flat(vectors: &[Vec8]) -> &[f64] {
    bytemuck::cast_slice(vectors)
}

/// All numbers, one after the other, to be written.
pub(super) fn flat_mut(vectors: &mut [Vec8]) -> &mut [f64] {
    bytemuck::cast_slice_mut(vectors)
}

/// `len` zeros in memory that is kept.
pub(super) fn clear(vectors: &mut Vec<Vec8>, len: usize) {
    vectors.clear();
    vectors.resize(len, Vec8::ZERO);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_have_one_order() {
        let v = each!(k => 1.0 / (k as f64 + 3.0));
        let mut all = Vec8::ZERO;
        totals(&[v; WIDTH], &mut all);
        assert_eq!(all.0, [total(&v); WIDTH]);
        assert_eq!(totals3(&[v; 3]), [total(&v); 3]);
        assert_eq!(dot(&[v], &[Vec8([1.0; 8])]), total(&v));
    }

    #[test]
    fn outer_products_add_to_columns() {
        let (a, b) = (each!(k => k as f64), each!(k => 10.0 * k as f64));
        let (zero, mut c) = (Vec8::ZERO, [Vec8([1.0; 8]); 8]);
        add_outer(&mut c, &[a, zero, zero, a], &[b, a, zero, b]);
        assert_eq!(c[3].0[2], 1.0 + 2.0 * 2.0 * 30.0);
    }
}
