//! Inverse inertias at `qpos0`, which scale the impedance of constraints.
//!
//! | reads | writes |
//! |---|---|
//! | `cdof`, `qLD` | `body_invweight0`, `dof_invweight0` |
//! | `ten_J`, `qLD` | `tendon_invweight0` |
//! | `actuator_moment`, `qLD` | `actuator_acc0` |
//!
//! The inverse inertia along the rows of a Jacobian `J` is the diagonal of `J M^-1 J'`, averaged
//! over translations and over rotations.

use super::ConstError;
use crate::data::Data;
use crate::enums::JointType;
use crate::ids::{ActuatorId, BodyId, DofId, JointId};
use crate::linalg::dense::{dot, norm};
use crate::math::MINVAL;
use crate::model::Model;
use crate::smooth::jacobian::jac_columns;
use crate::smooth::solve_m;

/// `body_simple` of bodies that only slide along world axes.
const SLIDES_ONLY: u8 = 2;

/// Says whether to give up.
pub(super) type Stop<'a> = &'a dyn Fn() -> bool;

fn go_on(stop: Stop<'_>) -> Result<(), ConstError> {
    if stop() { Err(ConstError::Stopped) } else { Ok(()) }
}

/// Inverse inertia of bodies at their centers of mass: translation, rotation.
pub(super) fn bodies(m: &mut Model, d: &Data, stop: Stop<'_>) -> Result<(), ConstError> {
    let nv = m.nv;
    let (mut jac, mut solved) = (vec![0.0; 6 * nv], vec![0.0; 6 * nv]);
    for b in m.bodies() {
        go_on(stop)?;
        m.body_invweight0[b] = if m.body_weldid[b] == 0 || nv == 0 {
            [0.0; 2]
        } else if m.body_simple[b] == SLIDES_ONLY {
            [inverse_mass(m, b)?, 0.0]
        } else {
            jac.fill(0.0);
            jac_columns(m, d, b, d.xipos[b], |k, p, r| {
                for row in 0..3 {
                    jac[row * nv + k.0] = p[row];
                    jac[(row + 3) * nv + k.0] = r[row];
                }
            });
            solved.copy_from_slice(&jac);
            solve_m(m, d, &mut solved);
            [0, 3].map(|first| mean_product(&jac, &solved, nv, first..first + 3))
        };
    }
    Ok(())
}

/// Inverse inertia of dofs; equal for those of a ball joint, and for the two halves of a free one.
pub(super) fn dofs(m: &mut Model, d: &Data, stop: Stop<'_>) -> Result<(), ConstError> {
    let nv = m.nv;
    let (mut jac, mut solved) = (Vec::new(), Vec::new());
    for j in m.joints() {
        go_on(stop)?;
        let b = BodyId(m.jnt_bodyid[j] as usize);
        let first = m.jnt_dofadr[j] as usize;
        if m.body_simple[b] == SLIDES_ONLY {
            m.dof_invweight0[DofId(first)] = inverse_mass(m, b)?;
            continue;
        }
        let rows = dof_count(m, j);
        jac.clear();
        jac.resize(rows * nv, 0.0);
        for row in 0..rows {
            jac[row * nv + first + row] = 1.0;
        }
        solved.clone_from(&jac);
        solve_m(m, d, &mut solved);
        // translations before rotations
        let group = rows.min(3);
        for start in (0..rows).step_by(group) {
            let mean = mean_product(&jac, &solved, nv, start..start + group);
            for row in start..start + group {
                m.dof_invweight0[DofId(first + row)] = mean;
            }
        }
    }
    Ok(())
}

/// Inverse inertia along tendons.
pub(super) fn tendons(m: &mut Model, d: &Data, stop: Stop<'_>) -> Result<(), ConstError> {
    let mut row = vec![0.0; m.nv];
    for t in m.tendons() {
        go_on(stop)?;
        row.fill(0.0);
        let span = (m.ten_J_rowadr[t], m.ten_J_rownnz[t]);
        scatter(&mut row, span, &m.ten_J_colind, &d.ten_J);
        let mut solved = row.clone();
        solve_m(m, d, &mut solved);
        m.tendon_invweight0[t] = dot(&row, &solved);
    }
    Ok(())
}

/// Size of the acceleration from a unit force of each actuator.
pub(super) fn actuators(m: &mut Model, d: &Data, stop: Stop<'_>) -> Result<(), ConstError> {
    for a in m.actuators() {
        go_on(stop)?;
        let mut row = moment_row(m, d, a);
        solve_m(m, d, &mut row);
        m.actuator_acc0[a] = norm(&row);
    }
    Ok(())
}

/// The moment of an actuator on all dofs.
pub(super) fn moment_row(m: &Model, d: &Data, a: ActuatorId) -> Vec<f64> {
    let mut row = vec![0.0; m.nv];
    let span = (d.moment_rowadr[a], d.moment_rownnz[a]);
    scatter(&mut row, span, &d.moment_colind, &d.actuator_moment);
    row
}

/// Writes a sparse row, given by address and number of entries, into a dense one.
fn scatter(row: &mut [f64], (adr, nnz): (i32, i32), columns: &[i32], values: &[f64]) {
    let entries = columns.iter().zip(values).skip(adr as usize).take(nnz as usize);
    for (&k, &value) in entries {
        row[k as usize] = value;
    }
}

/// Degrees of freedom of a joint.
pub(super) fn dof_count(m: &Model, j: JointId) -> usize {
    match JointType::from_i32(m.jnt_type[j]) {
        Some(JointType::Free) => 6,
        Some(JointType::Ball) => 3,
        _ => 1,
    }
}

/// Inverse mass of a body that only slides.
fn inverse_mass(m: &Model, b: BodyId) -> Result<f64, ConstError> {
    let mass = m.body_mass[b];
    if mass == 0.0 {
        return Err(ConstError::NoMass(b));
    }
    Ok(1.0 / if MINVAL > mass { MINVAL } else { mass })
}

/// Mean over rows of the product of two matrices with `n` columns, row by row.
fn mean_product(a: &[f64], b: &[f64], n: usize, rows: std::ops::Range<usize>) -> f64 {
    let count = rows.len();
    let product = |row: usize| dot(&a[row * n..(row + 1) * n], &b[row * n..(row + 1) * n]);
    let sum = rows.map(product).reduce(|sum, x| sum + x).unwrap_or(0.0);
    if count == 1 { sum } else { sum / count as f64 }
}
