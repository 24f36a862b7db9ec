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
    // rows become those of `L D`
    let mut left = rows.count(list);
    while left > 0 {
        let i = nth(list, left - 1);
        let row = rows.plan.rows[i];
        let below = rows.plan.descendants(i);
        if row.third {
            finish_three(mat, row, i, below, diag_inv);
            left = left.saturating_sub(3);
        } else {
            take_off(mat, row, below, diag_inv);
            diag_inv[i] = N::ONE / mat[row.entries().end - 1];
            left -= 1;
        }
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
        ..=4 => finish_three_by::<N, 1>(mat, row, last, below, diag_inv),
        5..=8 => finish_three_by::<N, 2>(mat, row, last, below, diag_inv),
        9..=12 => finish_three_by::<N, 3>(mat, row, last, below, diag_inv),
        _ => finish_three_by::<N, 4>(mat, row, last, below, diag_inv),
    }
}

/// [`finish_three`], with rows in `C` windows of four entries.
///
/// The two shorter rows are read and written beyond their ends, in increasing order: what comes
/// after them is the next of the three.
#[inline(always)]
fn finish_three_by<N: Num, const C: usize>(
    mat: &mut [N],
    row: Row,
    last: usize,
    below: &[Descendant],
    diag_inv: &mut [N],
) {
    let len = row.len as usize;
    let width = len.max(4);
    let starts =
        [row.start as usize + 3 - 2 * len, row.start as usize + 1 - len, row.start as usize];
    let mut sums = [[[N::ZERO; 4]; C]; 3];
    for (sums, start) in sums.iter_mut().zip(starts) {
        for (c, sums) in sums.iter_mut().enumerate() {
            sums.copy_from_slice(window::<N, 4, C>(&mat[start..start + width], c));
        }
    }

    // what the descendants of all explain
    for &Descendant { row, dof } in below {
        let below = &mat[row as usize..row as usize + width];
        let inv = diag_inv[dof as usize];
        let scale = [below[len - 3] * inv, below[len - 2] * inv, below[len - 1] * inv];
        for c in 0..C {
            let from = window::<N, 4, C>(below, c);
            for (sums, scale) in sums.iter_mut().zip(scale) {
                for (sum, &from) in sums[c].iter_mut().zip(from) {
                    *sum -= from * scale;
                }
            }
        }
    }

    // what they explain of each other: the last of the last, then the one before
    let [first, second, third] = &mut sums;
    let inv_third = N::ONE / entry(third, len, 1);
    subtract(second, third, entry(third, len, 2) * inv_third);
    subtract(first, third, entry(third, len, 3) * inv_third);
    let inv_second = N::ONE / entry(second, len, 2);
    subtract(first, second, entry(second, len, 3) * inv_second);
    let inv_first = N::ONE / entry(first, len, 3);
    diag_inv[last - 2..=last].copy_from_slice(&[inv_first, inv_second, inv_third]);

    let ends = [width, width, len];
    for ((sums, start), end) in sums.iter().zip(starts).zip(ends) {
        for (c, sums) in sums.iter().enumerate() {
            let at = if c + 1 < C { 4 * c } else { width - 4 };
            let to = &mut mat[start + at..start + end.min(at + 4)];
            to.iter_mut().zip(sums).for_each(|(to, &from)| *to = from);
        }
    }
}

/// The entry of a row of `len` entries in windows of four, counted from the end.
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
