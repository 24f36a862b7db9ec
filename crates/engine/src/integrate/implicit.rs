//! Integration that is implicit in the velocity.
//!
//! | reads | writes |
//! |---|---|
//! | `M`, the forces, all that they depend on | `qDeriv`, `qLU` or `qH` and `qHDiagInv`, the next state |
//! | `act_dot`, `tree_awake`, `dof_awake_ind`, `jnt_dofadr`, `dof_treeid` | `qvel`, `qacc` |
//! | `mapM2D`, `mapD2M`, `opt.enableflags`, `opt.integrator`, `opt.timestep` | |
//!
//! With the derivative `D` of smooth forces in the velocity, `(M - h D) qacc = qfrc` is solved
//! instead of `M qacc = qfrc`. The fast variant leaves out the derivative of Coriolis forces, and
//! what remains is taken for symmetric. Free bodies that nothing is attached to turn as the
//! midpoint rule says, see [`midpoint`].

use super::advance::advance;
use super::euler::sum_forces;
use super::midpoint;
use crate::data::{DataOf, Lanes};
use crate::derivative::smooth_vel;
use crate::enums::{EnableBit, Integrator};
use crate::hooks::AsSystem;
use crate::ids::{DofDofAdr, DofId, JointId, MAdr};
use crate::linalg::ldl::{self, Rows};
use crate::linalg::lu::{self, SquareRows};
use crate::math::InLanes;
use crate::model::Model;
use crate::sleep::Dofs;

/// Advances the state by one step, implicitly in the velocity.
#[doc(alias = "mj_implicit")]
pub fn implicit<N: Lanes>(m: &impl AsSystem, d: &mut DataOf<N>) {
    let m = &m.as_system();
    implicit_skip(m, d, false);
}

/// [`implicit`], with the factor of the matrix taken as it is if `skip_factor`.
#[doc(alias = "mj_implicitSkip")]
pub(crate) fn implicit_skip<N: Lanes>(m: &impl AsSystem, d: &mut DataOf<N>, skip_factor: bool) {
    let m = &m.as_system();
    let dofs = Dofs::new(m, d);
    let mut qfrc = d.scratch.take(m.nv);
    sum_forces(dofs.list(&d.first().dof_awake_ind), d, &mut qfrc);

    // accelerations
    let cells = !skip_factor && factor(m, d, dofs);
    let mut qacc = d.scratch.take(m.nv);
    qacc.copy_from_slice(&qfrc);
    solve(m, d, dofs, &mut qacc);
    if cells {
        solve_cells(m, d, &qfrc, &mut qacc);
    }

    // velocities of free bodies at the end of the step; their mean moves the positions
    let mut new = d.scratch.take(m.nv);
    let mut old = d.scratch.take(m.nv);
    let mut mean = d.scratch.take(m.nv);
    old.copy_from_slice(&d.qvel);
    for ((mean, &v), &a) in mean.iter_mut().zip(d.qvel.iter()).zip(&qacc) {
        *mean = v + a * m.opt.timestep;
    }
    let mut any_free = false;
    for (j, first, end) in free_dofs(m) {
        if !is_awake(m, d, first) {
            continue;
        }
        any_free = true;
        midpoint::velocity(m, d, j, &qfrc, &mut new);
        for k in first..end {
            mean[k] = (new[k] + old[k]) * 0.5;
        }
    }

    let mut act_dot = d.scratch.take(m.na);
    act_dot.copy_from_slice(&d.act_dot);
    advance(m, d, &act_dot, &qacc, any_free.then_some(&mean[..]));

    let inverse_step = 1.0 / m.opt.timestep;
    for (_, first, end) in free_dofs(m) {
        // the last to fall asleep did so just now
        if !is_awake(m, d, first) {
            continue;
        }
        for k in first..end {
            d.qvel[DofId(k)] = new[k];
            d.qacc[DofId(k)] = (new[k] - old[k]) * inverse_step;
        }
    }
    for buffer in [act_dot, mean, old, new, qacc, qfrc] {
        d.scratch.give(buffer);
    }
}

/// Whether implicit integration iterates, which the midpoint rule of bodies that float alone does.
pub(crate) fn iterates(m: &Model) -> bool {
    free_dofs(m).next().is_some()
}

/// Whether the tree of a degree of freedom is awake.
fn is_awake<N: Lanes>(m: &Model, d: &DataOf<N>, k: usize) -> bool {
    d.first().tree_awake[m.dof_treeid[DofId(k)].present()] != 0
}

/// The free joints that the midpoint rule moves, with the range of degrees of freedom it decides.
fn free_dofs(m: &Model) -> impl Iterator<Item = (JointId, usize, usize)> + use<'_> {
    let wanted = !m.opt.enabled(EnableBit::InvDiscrete);
    let free = m.plan().free.iter().copied();
    free.filter(move |&j| wanted && midpoint::applies(m, j)).map(|j| {
        let adr = m.jnt_dofadr[j].raw() as usize;
        (j, if midpoint::is_centered(m, j) { adr + 3 } else { adr }, adr + 6)
    })
}

/// Whether the matrix has the derivative of Coriolis forces and is not symmetric.
fn is_full(m: &Model) -> bool {
    m.opt.integrator() == Some(Integrator::Implicit)
}

/// Computes and factors `M - h qDeriv`. Returns whether interpolated flexes are solved by separate equations.
fn factor<N: Lanes>(m: &Model, d: &mut DataOf<N>, dofs: Dofs) -> bool {
    let full = is_full(m);
    smooth_vel(m, d, full);
    let DataOf { M, qDeriv, qLU, qH, .. } = d;
    let h = m.opt.timestep;
    if full {
        for at in m.mapM2D.ids() {
            let inertia = MAdr::new(m.mapM2D[at]).map_or(N::ZERO, |from| M[from]);
            qLU[at] = inertia + qDeriv[at] * -h;
        }
    } else {
        for ((sum, &inertia), &from) in qH.iter_mut().zip(M.iter()).zip(m.mapD2M.iter()) {
            let slope = DofDofAdr::new(from).map_or(N::ZERO, |from| qDeriv[from]);
            *sum = inertia + slope * -h;
        }
    }
    let cells = m.nflex > 0 && dofs.all() && make_cells(m, d);
    let DataOf { qLU, qH, qHDiagInv, sims, .. } = d;
    let list = dofs.list(&sims.as_ref()[0].dof_awake_ind);
    if full {
        lu::factor_some(SquareRows::of_derivative(m), list, qLU);
    } else {
        ldl::factor_some(Rows::of_inertia(m), list, qH, qHDiagInv);
    }
    cells
}

/// Makes the equations of interpolated flexes from the matrix that is not factored yet; whether there
/// are any.
fn make_cells<N: Lanes>(m: &Model, d: &mut DataOf<N>) -> bool {
    let Some(d) = N::single_mut(d) else { return false };
    let mut cells = std::mem::take(&mut d.workspace.cells);
    let any = cells.make(m, d);
    d.workspace.cells = cells;
    any
}

/// Replaces the accelerations of what moves the nodes of interpolated flexes.
fn solve_cells<N: Lanes>(m: &Model, d: &mut DataOf<N>, qfrc: &[N], qacc: &mut [N]) {
    let (Some(d), Some(qfrc), Some(values)) = (N::single_mut(d), N::plain(qfrc), N::plain(&*qacc))
    else {
        return;
    };
    let cells = &mut d.workspace.cells;
    cells.solve(m, |k| qfrc[k.0].lane(0), |k| values[k.0].lane(0));
    for (k, solved) in cells.solution() {
        qacc[k.0] = N::splat(solved);
    }
}

/// Replaces forces by accelerations.
fn solve<N: Lanes>(m: &Model, d: &DataOf<N>, dofs: Dofs, x: &mut [N]) {
    let list = dofs.list(&d.first().dof_awake_ind);
    if is_full(m) {
        lu::solve_some(SquareRows::of_derivative(m), list, &d.qLU, x);
    } else {
        ldl::solve_some(Rows::of_inertia(m), list, &d.qH, &d.qHDiagInv, x);
    }
}
