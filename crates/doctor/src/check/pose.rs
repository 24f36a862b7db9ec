//! Random poses within the ranges of the joints.

use std::f64::consts::PI;

use ferrodyn_engine::enums::JointType;
use ferrodyn_engine::{Data, Model};

use crate::random::Random;
use crate::start::is_scalar;

/// Gives hinges and slides with a range, and hinges without one, random positions; the others stay.
pub(super) fn randomize(m: &Model, d: &mut Data, random: &mut Random) {
    for j in m.joints().filter(|&j| is_scalar(m, j)) {
        let [low, high] = match (m.jnt_limited[j] != 0, m.jnt_type[j] == JointType::Hinge) {
            (true, _) => m.jnt_range[j],
            (false, true) => [-PI, PI],
            (false, false) => continue,
        };
        let q = random.between(low, high);
        if q.is_finite() {
            d.qpos[m.joint_qpos(j).start] = q;
        }
    }
}
