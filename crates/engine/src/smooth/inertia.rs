//! The inertia matrix by the composite rigid body algorithm, its factor, and solutions with it.

use std::ops::Range;

use multiversion::multiversion;

use super::applied::xfrc_accumulate;
use crate::actuation::reflected::{self, Target};
use crate::argument::{ArgumentError, check_len};
use crate::data::{DataOf, Lanes};
use crate::fields::Field;
use crate::ids::{DofId, MAdr};
use crate::linalg::ldl::{self, Rows, diagonal};
use crate::math::{InertOf, SpatialOf};
use crate::model::Model;
use crate::plan::Plan;
use crate::sleep::{Bodies, Children, Dofs};
use crate::smooth::tendon_armature;
use crate::stage::stage;

stage! {
    /// The inertia matrix, with that of tendons.
    MAKE_M = Lanes(make_m), PosInertia;
    model { dof_armature dof_M0 M_rownnz M_rowadr M_colind mapM2M }
    reads { cinert cdof ten_J }
    writes { crb M qM }
}

/// Computes `M`: bodies, rotors and tendons.
#[doc(alias = "mj_makeM")]
pub fn make_m<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    crb(m, d);
    tendon_armature(m, d);
    copy_to_chains(m, &d.M, &mut d.qM);
}

/// Copies `M` to `qM`, which lists the same numbers by ancestor chains.
fn copy_to_chains<N: Lanes>(m: &Model, M: &[N], qM: &mut [N]) {
    let plan = &m.plan().inertia;
    if !plan.mirrored || plan.longest < SHORTEST_PATH {
        for (&from, &to) in M.iter().zip(m.mapM2M.iter()) {
            qM[to as usize] = from;
        }
        return;
    }
    for row in &plan.rows {
        let (mirror, entries) = (row.mirror as usize, row.entries());
        let to = &mut qM[mirror..mirror + entries.len()];
        for (to, &from) in to.iter_mut().zip(M[entries].iter().rev()) {
            *to = from;
        }
    }
}

/// Computes `crb` and the part of `M` that does not come from tendons.
#[doc(alias = "mj_crb")]
pub fn crb<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    // composite inertias, leaves to root
    copy_inertias(m, d);
    let plan = m.plan();
    let children = Children::new(m, d);
    for i in children.places().rev() {
        let b = children.at(d, i);
        let parent = plan.bodies[b.0].parent;
        if parent.0 > 0 {
            let sum = d.crb[b];
            d.crb[parent] += sum;
        }
    }

    // what does not depend on the state
    let dofs = Dofs::new(m, d);
    if plan.all_simple && plan.inertia.diagonal && dofs.all() {
        d.M.iter_mut().zip(m.dof_M0.iter()).for_each(|(to, &from)| *to = N::splat(from));
        return;
    }
    clear_rows(m, dofs, d);
    for place in dofs.places() {
        let i = dofs.at(d, place);
        let dof = &plan.dofs[i.0];
        if dof.simple {
            d.M[MAdr(m.M_rowadr[i] as usize)] = N::splat(m.dof_M0[i]);
        } else {
            let rotors =
                if dof.driven { reflected::armature(m, Target::Joint(dof.joint)) } else { 0.0 };
            d.M[diagonal(m, i)] = N::splat(m.dof_armature[i] + rotors);
        }
    }

    // M(i, j) += cdof_j . crb_i cdof_i for the ancestors of a dof and the dof itself
    let DataOf { crb, cdof, M, sims, scratch, .. } = d;
    let dof_awake_ind = &sims.as_ref()[0].dof_awake_ind;
    let list = dofs.list(dof_awake_ind);
    if plan.inertia.depth_first && plan.inertia.longest >= SHORTEST_PATH {
        let mut path = scratch.take(path_numbers(plan));
        add_along_path(plan, list, crb, cdof, M, &mut path);
        scratch.give(path);
    } else {
        add_each(m, list, crb, cdof, M);
    }
}

/// Adds the inertias of bodies to the rows on a list, or to all.
#[multiversion(targets("x86_64+avx2"))]
fn add_each<N: Lanes>(
    m: &Model,
    list: Option<&[i32]>,
    crb: &[InertOf<N>],
    cdof: &[SpatialOf<N>],
    M: &mut [N],
) {
    let plan = m.plan();
    for place in 0..list.map_or(m.nv, <[i32]>::len) {
        let i = list.map_or(place, |list| list[place] as usize);
        let (dof, row) = (&plan.dofs[i], plan.inertia.rows[i].entries());
        if dof.simple {
            continue;
        }
        let momentum = &crb[dof.body.0] * &cdof[i];
        for (entry, &j) in
            M[row.clone()].iter_mut().zip(&m.M_colind[MAdr(row.start)..MAdr(row.end)])
        {
            *entry += cdof[j as usize].dot(&momentum);
        }
    }
}

/// The fewest axes on a path for which it is of use.
const SHORTEST_PATH: usize = 7;

/// Four axes of a path, coordinate by coordinate.
type FourAxes<N> = [N; 24];

/// How many numbers hold the axes of a dof and its ancestors.
fn path_numbers(plan: &Plan) -> usize {
    24 * plan.inertia.longest.div_ceil(4)
}

/// [`Spatial::dot`] of four axes with a vector.
#[inline(always)]
fn dot_four<N: Lanes>(axes: &FourAxes<N>, v: &SpatialOf<N>) -> [N; 4] {
    let mut products = [[N::ZERO; 4]; 6];
    for ((products, axes), &v) in products.iter_mut().zip(axes.as_chunks::<4>().0).zip(&v.0) {
        for (product, &axis) in products.iter_mut().zip(axes) {
            *product = axis * v;
        }
    }
    let add =
        |a: [N; 4], b: [N; 4]| -> [N; 4] { [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]] };
    let [a, b, c, d, e, f] = products;
    add(add(add(a, c), add(b, d)), add(e, f))
}

/// [`add_each`] where the ancestors of each dof are the dof before or ancestors of that one: a path has
/// the axes of a dof and its ancestors beside each other.
#[multiversion(targets("x86_64+avx2"))]
fn add_along_path<N: Lanes>(
    plan: &Plan,
    list: Option<&[i32]>,
    crb: &[InertOf<N>],
    cdof: &[SpatialOf<N>],
    M: &mut [N],
    path: &mut [N],
) {
    let path = path.as_chunks_mut::<24>().0;
    for place in 0..list.map_or(plan.dofs.len(), <[i32]>::len) {
        let i = list.map_or(place, |list| list[place] as usize);
        let (dof, row) = (&plan.dofs[i], plan.inertia.rows[i]);
        if dof.simple || row.len == 0 {
            continue;
        }
        let (axis, last) = (&cdof[i], row.len as usize - 1);
        for (k, &x) in axis.0.iter().enumerate() {
            path[last / 4][4 * k + last % 4] = x;
        }
        let momentum = &crb[dof.body.0] * axis;
        let (fours, rest) = M[row.entries()].as_chunks_mut::<4>();
        for (entries, axes) in fours.iter_mut().zip(&*path) {
            for (entry, dot) in entries.iter_mut().zip(dot_four(axes, &momentum)) {
                *entry += dot;
            }
        }
        if !rest.is_empty() {
            let dots = dot_four(&path[fours.len()], &momentum);
            for (entry, dot) in rest.iter_mut().zip(dots) {
                *entry += dot;
            }
        }
    }
}

/// Starts the composite inertias with those of the bodies.
fn copy_inertias<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    let bodies = Bodies::new(m, d);
    if bodies.all() {
        let DataOf { crb, cinert, .. } = d;
        crb.copy_from_slice(cinert);
        return;
    }
    for i in bodies.places() {
        let b = bodies.at(d, i);
        d.crb[b] = d.cinert[b];
    }
}

/// Sets the rows of `M` that are to be computed to zero.
fn clear_rows<N: Lanes>(m: &Model, dofs: Dofs, d: &mut DataOf<N>) {
    if dofs.all() {
        d.M.fill(N::ZERO);
        return;
    }
    for place in dofs.places() {
        let row = inertia_row(m, dofs.at(d, place));
        d.M[row].fill(N::ZERO);
    }
}

/// Where the row of a degree of freedom is in `M`, `qLD` and `qH`.
fn inertia_row(m: &Model, k: DofId) -> Range<MAdr> {
    let start = m.M_rowadr[k] as usize;
    MAdr(start)..MAdr(start + m.M_rownnz[k] as usize)
}

/// Copies `M`, or where some sleep the rows of what is awake.
pub(crate) fn copy_inertia<N: Lanes>(
    m: &Model,
    dofs: Dofs,
    dof_awake_ind: &[i32],
    M: &Field<MAdr, N>,
    to: &mut Field<MAdr, N>,
) {
    if dofs.all() {
        to.copy_from_slice(M);
        return;
    }
    for place in dofs.places() {
        let row = inertia_row(m, dofs.on(dof_awake_ind, place));
        to[row.clone()].copy_from_slice(&M[row]);
    }
}

stage! {
    /// The factor of the inertia matrix.
    FACTOR_M = Lanes(factor_m), PosInertia;
    model { M_rownnz M_rowadr M_colind }
    reads { M }
    writes { qLD qLDiagInv }
}

/// Factors `M` into `qLD`, `qLDiagInv`.
#[doc(alias = "mj_factorM")]
#[doc(alias = "mj_factor_sparse")]
pub fn factor_m<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    let dofs = Dofs::new(m, d);
    let DataOf { M, qLD, qLDiagInv, sims, .. } = d;
    let dof_awake_ind = &sims.as_ref()[0].dof_awake_ind;
    copy_inertia(m, dofs, dof_awake_ind, M, qLD);
    ldl::factor_some(Rows::of_inertia(m), dofs.list(dof_awake_ind), qLD, qLDiagInv);
}

/// Solves `M x = x` in place, for each group of `nv` numbers.
///
/// # Errors
/// If the data is of another model or `x` is not made of such groups; nothing is written then.
#[doc(alias = "mj_solveM")]
#[doc(alias = "mj_solve_sparse")]
pub fn solve_m<N: Lanes>(m: &Model, d: &DataOf<N>, x: &mut [N]) -> Result<(), ArgumentError> {
    d.check_plan(m)?;
    check_groups("solve_m", x.len(), m.nv)?;
    solve_inertia(m, d, x);
    Ok(())
}

/// [`solve_m`] of groups of `nv` numbers.
pub(crate) fn solve_inertia<N: Lanes>(m: &Model, d: &DataOf<N>, x: &mut [N]) {
    for x in x.chunks_exact_mut(m.nv.max(1)) {
        ldl::solve(Rows::of_inertia(m), &d.qLD, &d.qLDiagInv, x);
    }
}

/// Half of the solve, `x <- sqrt(D^-1) L'^-1 x` in place, for each group of `nv` numbers.
///
/// # Errors
/// If the data is of another model, `sqrt_inv_d` has not `nv` numbers or `x` is not made of such
/// groups; nothing is written then.
#[doc(alias = "mj_solveM2")]
pub fn solve_m2<N: Lanes>(
    m: &Model,
    d: &DataOf<N>,
    sqrt_inv_d: &[N],
    x: &mut [N],
) -> Result<(), ArgumentError> {
    d.check_plan(m)?;
    check_len("solve_m2", "sqrt_inv_d", sqrt_inv_d.len(), m.nv)?;
    check_groups("solve_m2", x.len(), m.nv)?;
    solve_half(m, d, sqrt_inv_d, x);
    Ok(())
}

/// `Ok` if there is a whole number of groups of `nv` numbers, of which an error names the next.
fn check_groups(function: &'static str, given: usize, nv: usize) -> Result<(), ArgumentError> {
    check_len(function, "x", given, given.div_ceil(nv.max(1)) * nv)
}

/// [`solve_m2`] of groups of `nv` numbers.
pub(crate) fn solve_half<N: Lanes>(m: &Model, d: &DataOf<N>, sqrt_inv_d: &[N], x: &mut [N]) {
    for x in x.chunks_exact_mut(m.nv.max(1)) {
        ldl::solve_half(Rows::of_inertia(m), &d.qLD, sqrt_inv_d, x);
    }
}

/// `res = M vec`, both of `nv` numbers; see [`mul_m`](crate::support::mul_m) for any others.
pub(crate) fn mul_inertia<N: Lanes>(m: &Model, d: &DataOf<N>, res: &mut [N], vec: &[N]) {
    ldl::mul_sym(Rows::of_inertia(m), &d.M, vec, res);
}

stage! {
    /// Forces and accelerations without constraints.
    FWD_ACCELERATION = Lanes(acceleration), Forward;
    reads {
        qfrc_applied xfrc_applied qfrc_bias qfrc_passive qfrc_actuator qLD qLDiagInv xipos
        subtree_com cdof
    }
    writes { qfrc_smooth qacc_smooth }
}

/// Computes `qfrc_smooth` and `qacc_smooth`: all forces but those of constraints.
pub fn acceleration<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    let dofs = Dofs::new(m, d);
    let DataOf { qfrc_smooth, qfrc_passive, qfrc_bias, qfrc_applied, qfrc_actuator, .. } = d;
    if dofs.all() {
        let applied = qfrc_applied.iter().zip(qfrc_actuator.iter());
        let forces = qfrc_passive.iter().zip(qfrc_bias.iter()).zip(applied);
        for (sum, ((&passive, &bias), (&applied, &actuator))) in qfrc_smooth.iter_mut().zip(forces)
        {
            *sum = passive - bias + applied + actuator;
        }
    } else {
        for i in dofs.places() {
            let k = dofs.at(d, i);
            d.qfrc_smooth[k] =
                d.qfrc_passive[k] - d.qfrc_bias[k] + d.qfrc_applied[k] + d.qfrc_actuator[k];
        }
    }
    xfrc_accumulate(m, d);
    let DataOf { qfrc_smooth, qacc_smooth, qLD, qLDiagInv, sims, .. } = d;
    let list = dofs.list(&sims.as_ref()[0].dof_awake_ind);
    match list {
        None => qacc_smooth.copy_from_slice(qfrc_smooth),
        Some(list) => {
            for k in list.iter().map(|&k| DofId(k as usize)) {
                qacc_smooth[k] = qfrc_smooth[k];
            }
        }
    }
    ldl::solve_some(Rows::of_inertia(m), list, qLD, qLDiagInv, qacc_smooth);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::ldl::tests::{models, numbers};
    use crate::math::{Inert, Spatial};

    #[test]
    fn inertias_along_a_path_have_the_bits_of_those_by_columns() {
        for (m, _) in models() {
            let x = numbers(10 * m.nbody);
            let crb: Vec<Inert> = x.as_chunks().0.iter().map(|&x| Inert(x)).collect();
            let cdof: Vec<Spatial> =
                x.as_chunks().0.iter().take(m.nv).map(|&x| Spatial(x)).collect();
            let (mut M, mut expected) = (numbers(m.nC), numbers(m.nC));
            add_each(&m, None, &crb, &cdof, &mut expected);
            if m.plan().inertia.depth_first {
                let mut path = vec![0.0; path_numbers(m.plan())];
                add_along_path(m.plan(), None, &crb, &cdof, &mut M, &mut path);
                assert_eq!(M, expected);
            }

            // and chains are copied as the map of the model says
            assert!(m.plan().inertia.mirrored);
            let mut qM = vec![0.0; m.nM];
            copy_to_chains(&m, &expected, &mut qM);
            assert!(m.mapM2M.iter().zip(&expected).all(|(&to, x)| qM[to as usize] == *x));
        }
    }
}
