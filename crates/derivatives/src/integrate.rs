//! From derivatives of accelerations to those of the next state.
//!
//! The integrators solve `(M + h B) a' = M a`, `B` being the damping that they take at the end of the step; so
//!
//! ```text
//! (M + h B) da' = M da + dM (a - a')
//! ```
//!
//! and the velocity after the step is `v + h a'`, the position `q` turned and moved by that velocity.

use ferrodyn_engine::derivative::{quat_integrate, smooth_vel};
use ferrodyn_engine::enums::{DisableBit, Integrator, JointType};
use ferrodyn_engine::ids::{DofDofAdr, DofId, MAdr};
use ferrodyn_engine::math::{Mat3, Vec3};
use ferrodyn_engine::{Data, Model};

use crate::actuation::{last_activation, next_activation};

/// Writes `M`, full and symmetric.
pub(crate) fn put_inertia(m: &Model, d: &Data, out: &mut [f64]) {
    put_rows(m, |at| d.M[at], out);
}

/// Writes `M + h B` as the integrator has it. Computes `qDeriv` for implicit integration.
pub(crate) fn put_damped_inertia(m: &Model, d: &mut Data, out: &mut [f64]) {
    let h = m.opt.timestep;
    if m.opt.integrator() == Some(Integrator::ImplicitFast) {
        smooth_vel(m, d, false);
        let slope = |at: MAdr| DofDofAdr::new(m.mapD2M[at]).map_or(0.0, |from| d.qDeriv[from]);
        put_rows(m, |at| d.M[at] - h * slope(at), out);
        return;
    }
    put_inertia(m, d, out);
    if !m.opt.disabled(DisableBit::EulerDamp) && !m.opt.disabled(DisableBit::Damper) {
        for k in m.dofs() {
            out[k.0 * m.nv + k.0] += h * m.dof_damping[k];
        }
    }
}

/// Writes a symmetric matrix whose lower rows have the inertia's pattern.
fn put_rows(m: &Model, entry: impl Fn(MAdr) -> f64, out: &mut [f64]) {
    out.fill(0.0);
    for i in m.dofs() {
        let from = usize::try_from(m.M_rowadr[i]).unwrap_or(0);
        let count = usize::try_from(m.M_rownnz[i]).unwrap_or(0);
        for at in (from..from + count).map(MAdr) {
            let j = m.M_colind[at] as usize;
            out[i.0 * m.nv + j] = entry(at);
            out[j * m.nv + i.0] = entry(at);
        }
    }
}

/// Writes the matrices of the step, given the slopes of `a'`: a row for each degree of freedom, with columns for
/// positions, velocities, activations and controls. `new_velocity` is the velocity after the step.
pub(crate) fn put_step(
    m: &Model,
    d: &Data,
    slopes: &[f64],
    new_velocity: &[f64],
    [A, B]: [&mut [f64]; 2],
) {
    let (nv, na, nu, h) = (m.nv, m.na, m.nu, m.opt.timestep);
    let (nx, width) = (2 * nv + na, 2 * nv + na + nu);
    A.fill(0.0);
    B.fill(0.0);

    // velocities
    for k in 0..nv {
        let (by_state, by_ctrl) = slopes[k * width..(k + 1) * width].split_at(nx);
        let row = nv + k;
        A[row * nx..(row + 1) * nx].iter_mut().zip(by_state).for_each(|(to, x)| *to = h * x);
        B[row * nu..(row + 1) * nu].iter_mut().zip(by_ctrl).for_each(|(to, x)| *to = h * x);
        A[row * nx + nv + k] += 1.0;
    }

    // positions: those of rotations turn by the velocity of all three
    for j in m.joints() {
        let Some(DofId(first)) = m.jnt_dofadr.id(j) else { continue };
        let (lines, turning) = match m.jnt_type.kind(j) {
            Some(JointType::Free) => (first..first + 3, Some(first + 3)),
            Some(JointType::Ball) => (first..first, Some(first)),
            _ => (first..first + 1, None),
        };
        for k in lines {
            A[k * nx + k] += 1.0;
            add_rows(A, nx, k, nv + k, h);
            add_rows(B, nu, k, nv + k, h);
        }
        if let Some(first) = turning {
            let velocity = Vec3(std::array::from_fn(|i| new_velocity[first + i]));
            let turned = quat_integrate(velocity, h);
            add_rotation(A, nx, first, nv, &turned.vel, h);
            add_rotation(B, nu, first, nv, &turned.vel, h);
            for i in 0..3 {
                for k in 0..3 {
                    A[(first + i) * nx + first + k] += turned.quat[3 * i + k];
                }
            }
        }
    }

    // activations
    for u in m.actuators() {
        if let Some(i) = last_activation(m, u) {
            let next = next_activation(m, d, u);
            let row = 2 * nv + i;
            A[row * nx + row] = next.by_act;
            B[row * nu + u.0] = next.by_ctrl;
        }
    }
}

/// Adds `scale` times a row to another.
fn add_rows(mat: &mut [f64], width: usize, to: usize, from: usize, scale: f64) {
    for c in 0..width {
        mat[to * width + c] += scale * mat[from * width + c];
    }
}

/// Adds `scale D` times three rows of velocities to those of a rotation.
fn add_rotation(mat: &mut [f64], width: usize, first: usize, nv: usize, D: &Mat3, scale: f64) {
    for i in 0..3 {
        for k in 0..3 {
            add_rows(mat, width, first + i, nv + first + k, scale * D[3 * i + k]);
        }
    }
}
