//! The implicit midpoint rule for bodies that float alone.
//!
//! | reads |
//! |---|
//! | `qvel`, `xquat`, `qfrc_bias`, `body_ipos`, `body_iquat`, `body_mass`, `body_subtreemass` |
//! | `body_inertia`, `jnt_dofadr`, `jnt_bodyid`, `dof_treeid`, `tree_dofnum` |
//! | `opt.disableflags`, `opt.gravity`, `opt.timestep` |
//!
//! In the principal axes of the body, with inertia `I` and torque `t` about the center of mass,
//!
//! ```text
//! I (w_new - w) / h = t - w_mid x I w_mid,    w_mid = (w + w_new) / 2
//! ```
//!
//! which keeps energy and the length of angular momentum. If the center of mass is not the joint's
//! origin, the linear velocity follows from the velocity of the center of mass.

use crate::data::{DataOf, Lanes};
use crate::enums::DisableBit;
use crate::ids::JointId;
use crate::math::{InLanes, Mat3, Quat, Vec3};
use crate::model::Model;

/// Most iterations of Newton's method, and of halving its step.
const ITERATIONS: usize = 100;
const HALVINGS: usize = 20;
/// Residual at which the iteration ends, relative to the rate of angular momentum.
const TOLERANCE: f64 = 1e-13;

/// Whether a free joint moves a tree that consists of its body alone.
pub(super) fn applies(m: &Model, j: JointId) -> bool {
    let body = m.jnt_bodyid[j].present();
    let tree = m.dof_treeid[m.jnt_dofadr[j].present()].present();
    m.tree_dofnum[tree] == 6 && m.body_subtreemass[body] == m.body_mass[body]
}

/// Whether the center of mass is the joint's origin; then only the rotation is decided here.
pub(super) fn is_centered(m: &Model, j: JointId) -> bool {
    m.body_ipos[m.jnt_bodyid[j].present()] == Vec3::ZERO
}

/// Writes the next velocity of a free joint to its places in `new`, given the forces `qfrc` on all
/// degrees of freedom.
pub(super) fn velocity<N: Lanes>(m: &Model, d: &DataOf<N>, j: JointId, qfrc: &[N], new: &mut [N]) {
    let b = m.jnt_bodyid[j].present();
    let adr = m.jnt_dofadr[j].raw() as usize;
    let body = Body {
        mass: m.body_mass[b],
        inertia: m.body_inertia[b],
        ipos: m.body_ipos[b],
        iquat: m.body_iquat[b],
        gravity: (!m.opt.disabled(DisableBit::Gravity)).then_some(m.opt.gravity),
        h: m.opt.timestep,
    };
    // iterations end where values say so: refused for numbers that are more than values
    let places = adr..adr + 6;
    let numbers = [qfrc, &d.qfrc_bias, &d.qvel].map(|x| N::plain(&x[places.clone()]));
    let ([Some(qfrc), Some(bias), Some(qvel)], Some(&quat)) =
        (numbers, N::plain(&d.xquat[b].0).and_then(<[_]>::first_chunk))
    else {
        new[places].fill(N::splat(f64::NAN));
        return;
    };
    let Some(new) = N::plain_mut(&mut new[places]) else { return };
    for lane in 0..N::LANES {
        let three = |at: usize, x: &[N::Plain]| Vec3(std::array::from_fn(|i| x[at + i].lane(lane)));
        // the rule has its own Coriolis force and gravity: take out those of the bias
        let force = |at: usize| three(at, qfrc) + three(at, bias);
        let motion = Motion { lin: three(0, qvel), ang: three(3, qvel) };
        let force = Motion { lin: force(0), ang: force(3) };
        let next = body.step(Quat(quat).lane(lane), motion, force);
        for i in 0..3 {
            new[i].set_lane(lane, next.lin[i]);
            new[3 + i].set_lane(lane, next.ang[i]);
        }
    }
}

/// Velocity of a free joint, or force: linear in the world's axes, rotational in those of the body.
#[derive(Clone, Copy, Debug)]
struct Motion {
    lin: Vec3,
    ang: Vec3,
}

/// The constants of a step of one body.
#[derive(Clone, Copy, Debug)]
struct Body {
    mass: f64,
    inertia: Vec3,
    ipos: Vec3,
    iquat: Quat,
    gravity: Option<Vec3>,
    h: f64,
}

impl Body {
    /// The next velocity; its linear part is meaningful only if the center of mass is off the
    /// joint's origin.
    #[doc(alias = "mj_midpoint")]
    fn step(&self, xquat: Quat, old: Motion, force: Motion) -> Motion {
        // velocity and torque along principal axes
        let to_principal = self.iquat.conj();
        let w = to_principal.rotate(old.ang);
        let torque = to_principal.rotate(force.ang);
        if self.ipos == Vec3::ZERO {
            let w_mid = self.mid_rotation(w, torque);
            return Motion { lin: old.lin, ang: self.iquat.rotate(2.0 * w_mid - w) };
        }

        // force and center of mass along principal axes, torque about the center of mass
        let from_world = to_principal * xquat.conj();
        let lin_force = from_world.rotate(force.lin);
        let r = to_principal.rotate(self.ipos);
        let w_mid = self.mid_rotation(w, torque - r.cross(lin_force));

        // velocity of the center of mass: (2/h + w_mid x) v_mid = b
        let i2h = 2.0 / self.h;
        let v = from_world.rotate(old.lin);
        let vcom = v + w.cross(r);
        let mut b = lin_force / self.mass + i2h * vcom;
        if let Some(gravity) = self.gravity {
            b += from_world.rotate(gravity);
        }
        let denom = i2h * i2h + w_mid.dot(w_mid);
        let along = (w_mid.dot(b) / i2h) * w_mid;
        let vcom_mid = (i2h * b + along - w_mid.cross(b)) / denom;
        let v_mid = vcom_mid - w_mid.cross(r);
        let v_new = 2.0 * v_mid - v;

        // back to the world, in the orientation at the end of the step
        let (axis, speed) = self.iquat.rotate(w_mid).normalized();
        let xquat_new = xquat * Quat::from_axis_angle(axis, self.h * speed);
        let lin = xquat_new.rotate(self.iquat.rotate(v_new));
        Motion { lin, ang: self.iquat.rotate(2.0 * w_mid - w) }
    }

    /// Angular velocity in the middle of the step, along principal axes, by Newton's method.
    fn mid_rotation(&self, w: Vec3, torque: Vec3) -> Vec3 {
        let inertia = self.inertia;
        let i2h = 2.0 / self.h;
        let i2h_inertia = i2h * inertia;
        let residual = |w_mid: Vec3, momentum: Vec3| {
            (i2h_inertia.scale_by(w_mid - w) + w_mid.cross(momentum)) - torque
        };

        let mut w_mid = w;
        for _ in 0..ITERATIONS {
            let momentum = inertia.scale_by(w_mid);
            let f = residual(w_mid, momentum);
            let norm = f.norm();
            if norm < TOLERANCE * (1.0 + i2h * momentum.norm()) {
                break;
            }

            // full step, halved until the residual decreases
            let step = solve3(&self.jacobian(w_mid, i2h_inertia), -f);
            let mut scale = 1.0;
            for _ in 0..HALVINGS {
                let tried = w_mid + scale * step;
                if residual(tried, inertia.scale_by(tried)).norm() < norm {
                    w_mid = tried;
                    break;
                }
                scale *= 0.5;
            }
        }
        w_mid
    }

    /// Derivative of the residual in the angular velocity.
    fn jacobian(&self, w: Vec3, i2h_inertia: Vec3) -> Mat3 {
        let [x, y, z] = self.inertia.0;
        let [d0, d1, d2] = [z - y, x - z, y - x];
        Mat3([
            i2h_inertia[0],
            w[2] * d0,
            w[1] * d0,
            w[2] * d1,
            i2h_inertia[1],
            w[0] * d1,
            w[1] * d2,
            w[0] * d2,
            i2h_inertia[2],
        ])
    }
}

/// Solves `A x = b` by elimination without pivoting; the diagonal of `A` dominates.
#[doc(alias = "mju_solve3")]
fn solve3(A: &Mat3, b: Vec3) -> Vec3 {
    let mut rows: [[f64; 4]; 3] =
        std::array::from_fn(|i| [A[3 * i], A[3 * i + 1], A[3 * i + 2], b[i]]);
    for i in 0..3 {
        let pivot = rows[i][i];
        for x in &mut rows[i][i..] {
            *x /= pivot;
        }
        let unit = rows[i];
        for (_, row) in rows.iter_mut().enumerate().filter(|(k, _)| *k != i) {
            let factor = row[i];
            for (x, u) in row.iter_mut().zip(unit).skip(i) {
                *x -= factor * u;
            }
        }
    }
    Vec3(rows.map(|row| row[3]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: Body = Body {
        mass: 2.0,
        inertia: Vec3([0.3, 0.5, 0.7]),
        ipos: Vec3([0.0; 3]),
        iquat: Quat([0.5, 0.5, -0.5, 0.5]),
        gravity: None,
        h: 0.01,
    };
    const AT_REST: Motion = Motion { lin: Vec3([0.0; 3]), ang: Vec3([0.0; 3]) };

    #[test]
    fn solve3_satisfies_the_system() {
        let A = Mat3([4.0, 1.0, -0.5, 0.3, 5.0, 1.0, -1.0, 0.2, 3.0]);
        let b = Vec3([1.0, -2.0, 0.5]);
        assert!((A * solve3(&A, b) - b).norm() < 1e-15);
    }

    #[test]
    fn free_rotation_keeps_energy_and_momentum() {
        let mut motion = Motion { ang: Vec3([3.0, -1.0, 2.0]), ..AT_REST };
        let invariants = |motion: Motion| {
            let w = BODY.iquat.conj().rotate(motion.ang);
            let momentum = BODY.inertia.scale_by(w);
            (w.dot(momentum), momentum.norm())
        };
        let (energy, momentum) = invariants(motion);
        for _ in 0..1000 {
            motion = BODY.step(Quat::IDENTITY, motion, AT_REST);
        }
        let (energy_end, momentum_end) = invariants(motion);
        assert!((energy - energy_end).abs() < 1e-10 * energy);
        assert!((momentum - momentum_end).abs() < 1e-10 * momentum);
    }

    /// Change of the velocity of the center of mass in a step without forces.
    fn gained(body: &Body, old: Motion) -> Vec3 {
        let com = |q: Quat, v: Motion| v.lin + q.rotate(v.ang.cross(body.ipos));
        let new = body.step(Quat::IDENTITY, old, AT_REST);
        // the orientation at the end of the step, as positions are integrated
        let (axis, speed) = (0.5 * (old.ang + new.ang)).normalized();
        let end = Quat::from_axis_angle(axis, body.h * speed);
        com(end, new) - com(Quat::IDENTITY, old)
    }

    #[test]
    fn a_center_of_mass_off_the_origin_moves_uniformly_or_falls() {
        let body = Body { ipos: Vec3([0.1, -0.2, 0.3]), ..BODY };
        let spinning = Motion { lin: Vec3([0.5, 0.0, 1.0]), ang: Vec3([3.0, -1.0, 2.0]) };
        // the rule turns velocities by an approximation of the rotation, of third order
        assert!(gained(&body, spinning).norm() < 1e-5);

        let gravity = Vec3([0.0, 0.0, -9.81]);
        let body = Body { gravity: Some(gravity), ..body };
        let sliding = Motion { lin: spinning.lin, ..AT_REST };
        assert!((gained(&body, sliding) - body.h * gravity).norm() < 1e-14);
    }

    #[test]
    fn torque_without_rotation_accelerates_along_the_principal_axis() {
        let body = Body { iquat: Quat::IDENTITY, ..BODY };
        let force = Motion { ang: Vec3([0.0, 1.0, 0.0]), ..AT_REST };
        let new = body.step(Quat::IDENTITY, AT_REST, force);
        assert!((new.ang - Vec3([0.0, 0.01 / 0.5, 0.0])).norm() < 1e-15, "{new:?}");
    }

    #[test]
    fn undefined_velocities_end_the_iteration() {
        let old = Motion { ang: Vec3([f64::NAN, 0.0, 0.0]), ..AT_REST };
        assert!(BODY.step(Quat::IDENTITY, old, AT_REST).ang[0].is_nan());
    }
}
