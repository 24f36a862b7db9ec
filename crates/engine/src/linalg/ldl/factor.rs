//! The factor, row by row from the last: a row is finished once its descendants are.

use std::ops::Range;

use multiversion::multiversion;

use super::{Rows, nth};
use crate::math::Num;
use crate::plan::{Descendant, Row};

/// Replaces a matrix by its factors `L` and `D`; `diag_inv` receives the inverse of `D`.
#[doc(alias = "mj_factorI")]
pub fn factor<N: Num>(rows: Rows<'_>, mat: &mut [N], diag_inv: &mut [N]) {
    factor_some(rows, None, mat, diag_inv);
}

/// [`factor`] of the rows on a list, if there is one: increasing, with all of their trees.
#[multiversion(targets("x86_64+avx2"))]
pub(crate) fn factor_some<N: Num>(
    rows: Rows<'_>,
    list: Option<&[i32]>,
    mat: &mut [N],
    diag_inv: &mut [N],
) {
    if rows.plan.diagonal && list.is_none() {
        for (inverse, &x) in diag_inv.iter_mut().zip(&*mat) {
            *inverse = N::ONE / x;
        }
        return;
    }

    // rows become those of `L D`
    let mut left = rows.count(list);
    while left > 0 {
        let i = nth(list, left - 1);
        let row = rows.plan.rows[i];
        let below = rows.plan.descendants(i);
        // lanes fill the registers that three rows would take
        if N::LANES == 1 && row.third {
            finish_three(mat, row, i, below, diag_inv);
            left = left.saturating_sub(3);
            continue;
        }
        take_off(mat, row, below, diag_inv);
        diag_inv[i] = N::ONE / mat[row.entries().end - 1];
        left -= 1;
    }
    for i in 0..rows.count(list) {
        let i = nth(list, i);
        let (start, diag) = rows.row(i);
        let inv = diag_inv[i];
        let (fours, rest) = mat[start..diag].as_chunks_mut::<4>();
        for four in fours {
            *four = four.map(|x| x * inv);
        }
        for entry in rest {
            *entry *= inv;
        }
    }
}

/// Finishes the rows of dof `last` and of the two before it, each the only child of the one before:
/// all three have the descendants `below`.
#[inline(always)]
fn finish_three<N: Num>(
    mat: &mut [N],
    row: Row,
    last: usize,
    below: &[Descendant],
    diag_inv: &mut [N],
) {
    match row.len {
        ..=4 => finish_three_by::<N, 1, true>(mat, row, last, below, diag_inv),
        5..=8 => finish_three_by::<N, 2, true>(mat, row, last, below, diag_inv),
        9..=12 => finish_three_by::<N, 3, true>(mat, row, last, below, diag_inv),
        13..=16 => finish_three_by::<N, 4, true>(mat, row, last, below, diag_inv),
        17.. => finish_three_by::<N, 3, false>(mat, row, last, below, diag_inv),
    }
}

/// [`finish_three`], with rows in `C` windows of four entries, or with parts of rows that are longer.
#[inline(always)]
fn finish_three_by<N: Num, const C: usize, const WHOLE: bool>(
    mat: &mut [N],
    row: Row,
    last: usize,
    below: &[Descendant],
    diag_inv: &mut [N],
) {
    let three = Three::of(row);
    let end = if WHOLE { 0 } else { three.width - 4 * C }..three.width;
    let mut tail = three.sums::<N, C>(mat, end.clone(), below, diag_inv);
    let (within, inverse) = Within::of(&mut tail, three.len);
    diag_inv[last - 2..=last].copy_from_slice(&inverse);
    if !WHOLE {
        for at in (0..end.start).step_by(4 * C) {
            let mut part = three.sums::<N, C>(mat, at..at + 4 * C, below, diag_inv);
            within.take_off(&mut part);
            three.put::<N, C, false>(mat, at..at + 4 * C, &part);
        }
    }
    // last, because other parts may overlap it
    three.put::<N, C, WHOLE>(mat, end, &tail);
}

/// Three rows, one after the other, each an entry longer than the one before.
#[derive(Clone, Copy)]
struct Three {
    starts: [usize; 3],
    /// Entries of the last one.
    len: usize,
    /// Entries that are read of each; the others end before, and what comes then is the next row.
    width: usize,
}

impl Three {
    fn of(last: Row) -> Self {
        let (start, len) = (last.start as usize, last.len as usize);
        Self { starts: [start + 3 - 2 * len, start + 1 - len, start], len, width: len.max(4) }
    }

    /// A part of the rows without what their descendants explain.
    #[inline(always)]
    fn sums<N: Num, const C: usize>(
        self,
        mat: &[N],
        part: Range<usize>,
        below: &[Descendant],
        diag_inv: &[N],
    ) -> [[[N; 4]; C]; 3] {
        let Self { starts, len, width } = self;
        let mut sums = [[[N::ZERO; 4]; C]; 3];
        for (sums, start) in sums.iter_mut().zip(starts) {
            let own = &mat[start + part.start..start + part.end];
            for (c, sums) in sums.iter_mut().enumerate() {
                sums.copy_from_slice(window::<N, 4, C>(own, c));
            }
        }
        for &Descendant { row, dof } in below {
            let below = &mat[row as usize..row as usize + width];
            let inv = diag_inv[dof as usize];
            let scale = [below[len - 3] * inv, below[len - 2] * inv, below[len - 1] * inv];
            let below = &below[part.clone()];
            for c in 0..C {
                let from = window::<N, 4, C>(below, c);
                for (sums, scale) in sums.iter_mut().zip(scale) {
                    for (sum, &from) in sums[c].iter_mut().zip(from) {
                        *sum -= from * scale;
                    }
                }
            }
        }
        sums
    }

    /// Writes a part of the rows.
    #[inline(always)]
    fn put<N: Num, const C: usize, const WHOLE: bool>(
        self,
        mat: &mut [N],
        part: Range<usize>,
        sums: &[[[N; 4]; C]; 3],
    ) {
        let Self { starts, len, width } = self;
        // whole rows may be written beyond their ends: the next one is written after
        let ends = if WHOLE { [width, width, len] } else { [len - 2, len - 1, len] };
        for ((sums, start), end) in sums.iter().zip(starts).zip(ends) {
            for (c, sums) in sums.iter().enumerate() {
                let at = if c + 1 < C { part.start + 4 * c } else { part.end - 4 };
                let to = &mut mat[start + at..start + end.min(at + 4)];
                to.iter_mut().zip(sums).for_each(|(to, &from)| *to = from);
            }
        }
    }
}

/// What three rows explain of each other: how much of the last is in the two before, and of the second
/// in the first.
struct Within<N> {
    third_of_second: N,
    third_of_first: N,
    second_of_first: N,
}

impl<N: Num> Within<N> {
    /// From the last entries of the rows, which it is taken off; and the inverses of the pivots.
    #[inline(always)]
    fn of<const C: usize>(tail: &mut [[[N; 4]; C]; 3], len: usize) -> (Self, [N; 3]) {
        let [first, second, third] = tail;
        let inv_third = N::ONE / entry(third, len, 1);
        let third_of_second = entry(third, len, 2) * inv_third;
        let third_of_first = entry(third, len, 3) * inv_third;
        subtract(second, third, third_of_second);
        subtract(first, third, third_of_first);
        let inv_second = N::ONE / entry(second, len, 2);
        let second_of_first = entry(second, len, 3) * inv_second;
        subtract(first, second, second_of_first);
        let inv_first = N::ONE / entry(first, len, 3);
        let within = Self { third_of_second, third_of_first, second_of_first };
        (within, [inv_first, inv_second, inv_third])
    }

    /// Takes it off another part.
    #[inline(always)]
    fn take_off<const C: usize>(&self, part: &mut [[[N; 4]; C]; 3]) {
        let [first, second, third] = part;
        subtract(second, third, self.third_of_second);
        subtract(first, third, self.third_of_first);
        subtract(first, second, self.second_of_first);
    }
}

/// The entry of a row of `len` entries, counted from its end, in the windows of four that end with it.
#[inline(always)]
fn entry<N: Num, const C: usize>(windows: &[[N; 4]; C], len: usize, from_end: usize) -> N {
    // a row of three is in the first places of its window
    windows[C - 1][len.min(4) - from_end]
}

/// `from -= row * scale`.
#[inline(always)]
fn subtract<N: Num, const C: usize>(from: &mut [[N; 4]; C], row: &[[N; 4]; C], scale: N) {
    for (from, row) in from.iter_mut().zip(row) {
        for (from, &row) in from.iter_mut().zip(row) {
            *from -= row * scale;
        }
    }
}

/// Takes off a row what the rows of its descendants explain of it. They begin with the columns that
/// this row has.
#[inline(always)]
fn take_off<N: Num>(mat: &mut [N], row: Row, below: &[Descendant], diag_inv: &[N]) {
    if below.is_empty() {
        return;
    }
    match row.len {
        0 => {}
        1 => take_off_by::<N, 1, 1>(mat, row, below, diag_inv),
        2 => take_off_by::<N, 2, 1>(mat, row, below, diag_inv),
        3 => take_off_by::<N, 2, 2>(mat, row, below, diag_inv),
        4 => take_off_by::<N, 4, 1>(mat, row, below, diag_inv),
        5..=8 => take_off_by::<N, 4, 2>(mat, row, below, diag_inv),
        9.. if N::LANES > 1 => take_off_parts::<N, 2>(mat, row, below, diag_inv),
        9..=12 => take_off_by::<N, 4, 3>(mat, row, below, diag_inv),
        13..64 => take_off_parts::<N, 3>(mat, row, below, diag_inv),
        64.. => take_off_parts::<N, 8>(mat, row, below, diag_inv),
    }
}

/// [`take_off`] for a row of at least `4 * C` entries, so many at a time.
#[inline(always)]
fn take_off_parts<N: Num, const C: usize>(
    mat: &mut [N],
    row: Row,
    below: &[Descendant],
    diag_inv: &[N],
) {
    // the last part before it is changed by the others, which it may overlap
    let (len, size) = (row.len, 4 * C as u32);
    let last = sums::<N, 4, C>(mat, row, len - size..len, below, diag_inv);
    for at in (0..len - size).step_by(4 * C) {
        let part = sums::<N, 4, C>(mat, row, at..at + size, below, diag_inv);
        put(mat, row, at..at + size, &part);
    }
    put(mat, row, len - size..len, &last);
}

/// [`take_off`] for a row of more than `W * (C - 1)` and at most `W * C` entries.
#[inline(always)]
fn take_off_by<N: Num, const W: usize, const C: usize>(
    mat: &mut [N],
    row: Row,
    below: &[Descendant],
    diag_inv: &[N],
) {
    let sums = sums::<N, W, C>(mat, row, 0..row.len, below, diag_inv);
    put(mat, row, 0..row.len, &sums);
}

/// The entries of a part of a row, `C` times `W` of them; the last ones may be there twice, computed
/// from the same numbers.
#[inline(always)]
fn sums<N: Num, const W: usize, const C: usize>(
    mat: &[N],
    row: Row,
    part: Range<u32>,
    below: &[Descendant],
    diag_inv: &[N],
) -> [[N; W]; C] {
    let (first, end, len) = (part.start as usize, part.end as usize, row.len as usize);
    let own = &mat[row.entries()][first..end];
    let mut sums = [[N::ZERO; W]; C];
    for (c, sums) in sums.iter_mut().enumerate() {
        sums.copy_from_slice(window::<N, W, C>(own, c));
    }
    for &Descendant { row, dof } in below {
        let row = &mat[row as usize..row as usize + len];
        let scale = row[len - 1] * diag_inv[dof as usize];
        for (c, sums) in sums.iter_mut().enumerate() {
            for (sum, &from) in sums.iter_mut().zip(window::<N, W, C>(&row[first..end], c)) {
                *sum -= from * scale;
            }
        }
    }
    sums
}

/// Writes what [`sums`] returned.
#[inline(always)]
fn put<N: Num, const W: usize, const C: usize>(
    mat: &mut [N],
    row: Row,
    part: Range<u32>,
    sums: &[[N; W]; C],
) {
    let own = &mut mat[row.entries()][part.start as usize..part.end as usize];
    for (c, sums) in sums.iter().enumerate() {
        let at = if c + 1 < C { W * c } else { own.len() - W };
        own[at..at + W].copy_from_slice(sums);
    }
}

/// The `c`-th of `C` windows that cover a slice; the last one ends with it.
#[inline(always)]
fn window<N, const W: usize, const C: usize>(part: &[N], c: usize) -> &[N] {
    let at = if c + 1 < C { W * c } else { part.len() - W };
    &part[at..at + W]
}
