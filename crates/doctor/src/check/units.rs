//! Ranges that were read as degrees and meant as radians: 180/pi times smaller than those of the servo.

use std::f64::consts::PI;

use ferrodyn_engine::enums::JointType;
use ferrodyn_engine::ids::ActuatorId;

use crate::finding::{Check, Finding, Severity};
use crate::start::{holds_position, servo_joint};
use crate::subject::Subject;
use crate::text::{quoted, short};

/// How near to 57.3 the ratio must be.
const TOLERANCE: f64 = 0.01;

pub(super) fn run(s: &Subject<'_>) -> Vec<Finding> {
    s.m.actuators().filter_map(|a| of_actuator(s, a)).collect()
}

fn of_actuator(s: &Subject<'_>, a: ActuatorId) -> Option<Finding> {
    let m = s.m;
    let j = servo_joint(m, a)?;
    let is_bounded = m.actuator_ctrllimited[a] != 0 && m.jnt_limited[j] != 0;
    if !holds_position(m, a) || !is_bounded || m.jnt_type[j] != JointType::Hinge {
        return None;
    }
    let ([low, high], ctrl) = (m.jnt_range[j], m.actuator_ctrlrange[a]);
    let width = (high - low) * m.actuator_gear[a][0].abs();
    let ratio = (ctrl[1] - ctrl[0]) / width.max(1e-12);
    let per_radian = 180.0 / PI;
    let off = (ratio / per_radian - 1.0).abs();
    if off.is_nan() || off >= TOLERANCE {
        return None;
    }
    let (joint, actuator) = (s.name(j), s.name(a));
    let message = format!(
        "the range of joint {} looks like radians read as degrees: {} to {} rad, while its servo {} takes {} to {}, {} \
         times as much",
        quoted(&joint),
        short(low),
        short(high),
        quoted(&actuator),
        short(ctrl[0]),
        short(ctrl[1]),
        short(ratio)
    );
    let help = format!(
        "write range=\"{} {}\", or <compiler angle=\"radian\"/> if all angles of the file are radians",
        short(low * per_radian * per_radian),
        short(high * per_radian * per_radian)
    );
    let finding = Finding::new(Check::Degrees, Severity::Warning, message)
        .of([joint, actuator])
        .at(s.place(j));
    Some(finding.help(help).value(ratio, per_radian, "1"))
}
