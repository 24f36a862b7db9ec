//! Springs, dampers, gravity compensation and forces that the user applies.

use ferrodyn_engine::enums::{DisableBit, JointType};
use ferrodyn_engine::ids::{BodyId, TendonId, TendonJAdr};
use ferrodyn_engine::math::{Spatial, Vec3};
use ferrodyn_engine::{Data, Model};

use crate::residual::Residual;
use crate::sweep::{Sweep, gravity};
use crate::wrench::{Matrix6, Wrench};

/// Adds springs and dampers of joints and fixed tendons.
pub(crate) fn springs_and_dampers(m: &Model, d: &Data, row: &mut [f64], out: &mut Residual) {
    let nv = out.nv;
    let springs = !m.opt.disabled(DisableBit::Spring);
    let dampers = !m.opt.disabled(DisableBit::Damper);
    for j in m.joints().filter(|_| springs) {
        let single = matches!(m.jnt_type.kind(j), Some(JointType::Slide | JointType::Hinge));
        if let Some(k) = m.jnt_dofadr.id(j).filter(|_| single) {
            out.dq[k.0 * nv + k.0] += m.jnt_stiffness[j];
        }
    }
    for k in m.dofs().filter(|_| dampers) {
        out.dv[k.0 * nv + k.0] += m.dof_damping[k];
    }
    for t in m.tendons() {
        let [lower, upper] = m.tendon_lengthspring[t];
        let taut = d.ten_length[t] < lower || d.ten_length[t] > upper;
        let stiffness = if springs && taut { m.tendon_stiffness[t] } else { 0.0 };
        let damping = if dampers { m.tendon_damping[t] } else { 0.0 };
        if stiffness != 0.0 || damping != 0.0 {
            tendon_row(m, d, t, row);
            Residual::add_square(&mut out.dq, stiffness, row);
            Residual::add_square(&mut out.dv, damping, row);
        }
    }
}

/// The derivative of a tendon's length, as a full row.
fn tendon_row(m: &Model, d: &Data, t: TendonId, row: &mut [f64]) {
    row.fill(0.0);
    let from = usize::try_from(m.ten_J_rowadr[t]).unwrap_or(0);
    let count = usize::try_from(m.ten_J_rownnz[t]).unwrap_or(0);
    for at in (from..from + count).map(TendonJAdr) {
        let column = usize::try_from(m.ten_J_colind[at]).ok();
        if let Some(to) = column.and_then(|k| row.get_mut(k)) {
            *to = d.ten_J[at];
        }
    }
}

/// Adds the forces that keep their direction in the world: gravity compensation, and with `applied` those that the user
/// applies.
pub(crate) fn world_forces(
    m: &Model,
    d: &Data,
    applied: bool,
    sweep: &mut Sweep,
    out: &mut Residual,
    list: &mut Vec<(usize, f64)>,
) {
    let passive = !(m.opt.disabled(DisableBit::Spring) && m.opt.disabled(DisableBit::Damper));
    let lift = if passive { -gravity(m) } else { Vec3::ZERO };
    for b in m.bodies().skip(1) {
        let [fx, fy, fz, tx, ty, tz] = if applied { d.xfrc_applied[b] } else { [0.0; 6] };
        let force = Vec3([fx, fy, fz]) + lift * (m.body_mass[b] * m.body_gravcomp[b]);
        let torque = Vec3([tx, ty, tz]);
        if force != Vec3::ZERO || torque != Vec3::ZERO {
            world_force(m, d, b, force, torque, sweep, out, list);
        }
    }
}

/// Adds a force at the center of mass of a body and a torque, neither of which turns with the body.
#[expect(clippy::too_many_arguments, reason = "a force, where it acts, and what it is added to")]
fn world_force(
    m: &Model,
    d: &Data,
    b: BodyId,
    force: Vec3,
    torque: Vec3,
    sweep: &mut Sweep,
    out: &mut Residual,
    list: &mut Vec<(usize, f64)>,
) {
    let at = d.xipos[b] - sweep.origin;
    let mut wrench = Wrench::constant(Spatial::new(at.cross(force) + torque, force));
    // only the point of application moves: dW = ((w x at + v) x force, 0)
    let columns: [Spatial; 6] = std::array::from_fn(|i| {
        let mut xi = Spatial::ZERO;
        xi[i] = 1.0;
        Spatial::new((xi.ang().cross(at) + xi.lin()).cross(force), Vec3::ZERO)
    });
    wrench.by_pose = Matrix6::from_columns(&columns);
    wrench.add(m, [BodyId(0), b], sweep, out, list);
}
