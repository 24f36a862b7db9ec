//! Solve with what belongs to the ancestors of a dof kept beside each other.
//!
//! Where the ancestors of each dof are the dof before it or ancestors of that one, a path from the
//! root changes little from dof to dof, and rows meet it without looking up their columns.

use multiversion::multiversion;

use super::Rows;
use crate::linalg::sparse::dot_picked;
use crate::math::Num;
use crate::plan::Row;

/// The longest path.
const LONGEST: usize = 64;
/// The longest row of models whose rows are too short to gain from this.
const SHORT: usize = 6;

/// Whether [`solve`] is possible and of use.
pub(super) fn fit(rows: Rows<'_>) -> bool {
    rows.plan.depth_first && (SHORT + 1..=LONGEST).contains(&rows.plan.longest)
}

/// As [`solve_some`](super::solve_some).
#[multiversion(targets("x86_64+avx2"))]
pub(super) fn solve<N: Num>(
    rows: Rows<'_>,
    list: Option<&[i32]>,
    mat: &[N],
    diag_inv: &[N],
    x: &mut [N],
) {
    match list {
        None => solve_each(rows, 0..rows.len(), mat, diag_inv, x),
        Some(list) => solve_each(rows, list.iter().map(|&i| i as usize), mat, diag_inv, x),
    }
}

/// [`solve`] for whole trees.
#[inline(always)]
fn solve_each<N: Num>(
    rows: Rows<'_>,
    which: impl DoubleEndedIterator<Item = usize> + Clone,
    mat: &[N],
    diag_inv: &[N],
    x: &mut [N],
) {
    let mut path = [N::ZERO; LONGEST];

    // x <- D^-1 L'^-1 x
    for i in which.clone().rev() {
        let row = rows.plan.rows[i];
        let Some((_, l)) = mat[row.entries()].split_last() else { continue };
        for at in row.shared_after as usize..=l.len() {
            path[at] = x[rows.col[row.start as usize + at] as usize];
        }
        let xi = path[l.len()];
        add_scaled(&mut path, mat, row, -xi);
        x[i] = xi * diag_inv[i];
    }

    // x <- L^-1 x
    for i in which {
        let Some((_, l)) = mat[rows.plan.rows[i].entries()].split_last() else { continue };
        if !l.is_empty() {
            x[i] -= dot_picked(l, &path[..l.len()]);
        }
        path[l.len()] = x[i];
    }
}

/// Adds a row without its diagonal, times `scale`, to a path. What is on the path beyond may change.
#[inline(always)]
fn add_scaled<N: Num>(path: &mut [N; LONGEST], mat: &[N], row: Row, scale: N) {
    let (start, n) = (row.start as usize, row.len.saturating_sub(1) as usize);
    let Some(fours) = mat.get(start..start + n.next_multiple_of(4)) else {
        // the end of the matrix
        for (to, &from) in path[..n].iter_mut().zip(&mat[start..]) {
            *to += from * scale;
        }
        return;
    };
    for (to, from) in path.as_chunks_mut::<4>().0.iter_mut().zip(fours.as_chunks::<4>().0) {
        for k in 0..4 {
            to[k] += from[k] * scale;
        }
    }
}
