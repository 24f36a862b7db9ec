//! Fast forms against plain ones, bit for bit.

use super::*;
use crate::fields::Link;
use crate::ids::DofId;
use crate::sizes::Sizes;

/// A model with these parents of dofs (-1 for none), a body for each, and the rows of `M` that follow.
pub(crate) fn model(parents: &[i32]) -> Model {
    let nv = parents.len();
    let mut rows: Vec<Vec<i32>> = Vec::new();
    for (k, &parent) in parents.iter().enumerate() {
        let mut row = usize::try_from(parent).map_or(Vec::new(), |parent| rows[parent].clone());
        row.push(k as i32);
        rows.push(row);
    }
    let nC = rows.iter().map(Vec::len).sum();
    let mut m = Model::new(Sizes { nbody: nv + 1, nv, nC, nM: nC, ..Sizes::default() }).unwrap();
    let mut adr = 0;
    for (k, row) in rows.iter().enumerate() {
        m.M_rowadr[DofId(k)] = adr as i32;
        m.M_rownnz[DofId(k)] = row.len() as i32;
        m.M_colind[MAdr(adr)..MAdr(adr + row.len())].copy_from_slice(row);
        m.dof_bodyid[DofId(k)] = Link::from_raw(k as i32 + 1);
        m.dof_Madr[DofId(k)] = adr as i32;
        for i in 0..row.len() {
            m.mapM2M[MAdr(adr + i)] = (adr + row.len() - 1 - i) as i32;
        }
        adr += row.len();
    }
    m
}

/// Numbers that differ from each other.
pub(crate) fn numbers(len: usize) -> Vec<f64> {
    (0..len).map(|i| ((i * 7919 + 13) % 1000) as f64 / 997.0 - 0.4).collect()
}

/// A matrix in which diagonals prevail.
fn matrix(m: &Model) -> Vec<f64> {
    let mut mat = numbers(m.nC);
    m.dofs().for_each(|k| mat[diagonal(m, k).0] += 20.0);
    mat
}

/// Elimination as it is defined, from the last row to the first.
fn eliminate(m: &Model, mat: &mut [f64]) -> Vec<f64> {
    let rows = Rows::of_inertia(m);
    let mut inverse = vec![0.0; m.nv];
    for k in (0..m.nv).rev() {
        let (start, diagonal) = rows.row(k);
        inverse[k] = 1.0 / mat[diagonal];
        for at in (start..diagonal).rev() {
            let (row, _) = rows.row(rows.col[at] as usize);
            let scale = -mat[at] * inverse[k];
            for i in 0..=at - start {
                mat[row + i] += mat[start + i] * scale;
            }
        }
        mat[start..diagonal].iter_mut().for_each(|x| *x *= inverse[k]);
    }
    inverse
}

/// The solve as it is defined, column by column.
fn substitute(m: &Model, mat: &[f64], inverse: &[f64], x: &mut [f64]) {
    let rows = Rows::of_inertia(m);
    for i in (0..m.nv).rev() {
        let (start, diagonal) = rows.row(i);
        (start..diagonal).for_each(|at| x[rows.col[at] as usize] -= mat[at] * x[i]);
    }
    x.iter_mut().zip(inverse).for_each(|(x, inverse)| *x *= inverse);
    for i in 0..m.nv {
        let (start, diagonal) = rows.row(i);
        if start < diagonal {
            x[i] -= sparse::dot(&mat[start..diagonal], &rows.col[start..diagonal], x);
        }
    }
}

/// A chain, a tree with branches of several lengths, trees beside each other, and one that is not
/// listed depth first; then one with rows that are too long for a path, and dofs without ancestors.
pub(crate) fn models() -> Vec<(Model, bool)> {
    let chain = |n: i32| (-1..n - 1).collect::<Vec<i32>>();
    let mut tree = chain(9);
    for (from, len) in [(8, 1), (8, 13), (5, 6), (5, 3), (-1, 2), (-1, 1), (34, 4)] {
        tree.push(from);
        (1..len).for_each(|_| tree.push(tree.len() as i32 - 1));
    }
    let jumping = vec![-1, 0, 0, 1, 2, 3, 4, 4, 3];
    let cases = [(chain(1), false), (chain(30), true), (tree, true), (jumping, false)];
    let (long, apart) = ((chain(70), false), (vec![-1; 7], false));
    cases.into_iter().chain([long, apart]).map(|(parents, fit)| (model(&parents), fit)).collect()
}

#[test]
fn the_factor_has_the_bits_of_elimination() {
    for (m, _) in models() {
        let mut expected = matrix(&m);
        let inverse = eliminate(&m, &mut expected);
        let (mut mat, mut diag_inv) = (matrix(&m), vec![0.0; m.nv]);
        factor(Rows::of_inertia(&m), &mut mat, &mut diag_inv);
        assert_eq!((mat, diag_inv), (expected, inverse));
    }
    let threes = |m: &Model| m.plan().inertia.rows.iter().filter(|row| row.third).count();
    assert!(models().iter().any(|(m, _)| threes(m) > 2));
    assert!(models().iter().any(|(m, _)| m.plan().inertia.diagonal && m.nv > 1));
}

#[test]
fn paths_and_chains_have_the_bits_of_columns() {
    for (m, fit) in models() {
        let rows = Rows::of_inertia(&m);
        assert_eq!(paths::fit(rows), fit);
        let (mut mat, mut diag_inv) = (matrix(&m), vec![0.0; m.nv]);
        factor(rows, &mut mat, &mut diag_inv);
        let (mut x, mut expected) = (numbers(m.nv), numbers(m.nv));
        solve(rows, &mat, &diag_inv, &mut x);
        substitute(&m, &mat, &diag_inv, &mut expected);
        assert_eq!(x, expected);
    }
}

#[test]
fn whole_trees_are_solved_alone() {
    let (m, _) = models().remove(2);
    let rows = Rows::of_inertia(&m);
    let (mut mat, mut diag_inv) = (matrix(&m), vec![0.0; m.nv]);
    let list: Vec<i32> = (0..m.nv as i32).filter(|k| ![32, 33].contains(k)).collect();
    factor_some(rows, Some(&list), &mut mat, &mut diag_inv);
    let (mut x, mut expected) = (numbers(m.nv), numbers(m.nv));
    solve_some(rows, Some(&list), &mat, &diag_inv, &mut x);
    solve_each(rows, list.iter().map(|&i| i as usize), &mat, &diag_inv, &mut expected);
    assert_eq!(x, expected);
}
