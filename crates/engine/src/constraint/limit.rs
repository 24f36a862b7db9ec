//! Rows of joints and tendons that are nearer to a limit than their margin.
//!
//! The position of a row is the distance to the limit, negative beyond it.

use super::friction::open_tendon;
use super::inputs::Inputs;
use super::rows::{Origin, RowBuilder, RowPosition};
use crate::enums::{ConstraintType, DisableBit, JointType, ObjType};
use crate::ids::{DofId, JointId, QposAdr};
use crate::math::rotation::quat_to_vel;
use crate::math::{Num, Quat};
use crate::model::Model;

/// Adds a row for every limit that is near.
pub(super) fn add(m: &Model, d: Inputs<'_>, rows: &mut RowBuilder<'_>) {
    if m.opt.disabled(DisableBit::Limit) {
        return;
    }
    let may_sleep = d.some_trees_asleep(m);
    let asleep = |j| may_sleep && d.is_asleep(m, ObjType::Joint, j);

    for j in m.joints() {
        if m.jnt_limited[j] == 0 || asleep(j.raw()) {
            continue;
        }
        match m.jnt_type[j].get() {
            Some(JointType::Slide | JointType::Hinge) => add_scalar(m, d, j, rows),
            Some(JointType::Ball) => add_ball(m, d, j, rows),
            _ => {}
        }
    }
    for t in m.tendons() {
        if m.tendon_limited[t] == 0 {
            continue;
        }
        let sides = near(m.tendon_range[t], d.ten_length[t], m.tendon_margin[t]);
        for (sign, place) in sides.into_iter().flatten() {
            let address = rows.len();
            if !open_tendon(m, d, t, sign, rows) {
                return;
            }
            rows.close(Origin::new(ConstraintType::LimitTendon, t.0), [place]);
            rows.note_tendon(t, address);
        }
    }
}

/// The limits, lower and upper, that a value is nearer to than the margin: the derivative of the
/// distance with the value, and where the row stands.
fn near([low, high]: [f64; 2], value: f64, margin: f64) -> [Option<(f64, RowPosition)>; 2] {
    let side = |sign: f64, limit: f64| {
        let pos = -sign * (limit - value);
        (pos < margin).then_some((sign, RowPosition { pos, margin }))
    };
    [side(1.0, low), side(-1.0, high)]
}

/// Limits of a joint with one degree of freedom.
fn add_scalar(m: &Model, d: Inputs<'_>, j: JointId, rows: &mut RowBuilder<'_>) {
    let value = d.qpos[m.jnt_qposadr[j].present()];
    let sides = near(m.jnt_range[j], value, m.jnt_margin[j]);
    for (sign, place) in sides.into_iter().flatten() {
        let Some(mut block) = rows.open(1, 1) else { return };
        block.put(m.jnt_dofadr[j].present(), &[sign]);
        rows.close(Origin::new(ConstraintType::LimitJoint, j.0), [place]);
    }
}

/// The limit on the angle of a ball joint.
fn add_ball(m: &Model, d: Inputs<'_>, j: JointId, rows: &mut RowBuilder<'_>) {
    // axis and angle of the rotation
    let adr = m.jnt_qposadr[j].raw() as usize;
    let quat = Quat(std::array::from_fn(|i| d.qpos[QposAdr(adr + i)])).normalized();
    let (axis, angle) = quat_to_vel(quat, 1.0).normalized();

    let [low, high] = m.jnt_range[j];
    let place = RowPosition { pos: low.max_num(high) - angle, margin: m.jnt_margin[j] };
    if place.pos < place.margin {
        let dof = m.jnt_dofadr[j].raw() as usize;
        let Some(mut block) = rows.open(1, 3) else { return };
        for i in (0..3).rev() {
            block.put(DofId(dof + i), &[-axis[i]]);
        }
        rows.close(Origin::new(ConstraintType::LimitJoint, j.0), [place]);
    }
}
