//! Actuators that cannot hold their joints against gravity, in poses within the ranges of the joints.
//!
//! Only joints that are actuated, as all above them are, in trees that do not float: others are held by what the
//! formula does not know.

use std::collections::{BTreeMap, BTreeSet};

use ferrodyn_engine::enums::{BiasType, DisableBit, DynType, GainType, JointType};
use ferrodyn_engine::ids::{ActuatorId, BodyId, JointId};
use ferrodyn_engine::step::{fwd_position, fwd_velocity};
use ferrodyn_engine::{Data, Model};

use super::{Unfinished, pose};
use crate::finding::{Check, Finding, Severity};
use crate::limit::Limit;
use crate::random::Random;
use crate::start::joint_of;
use crate::subject::Subject;
use crate::text::{percent, quoted, short};

/// How many poses are tried.
const POSES: usize = 128;
/// Share of poses in which an actuator may be too weak.
const SHARE: f64 = 0.02;

/// The forces that an actuator can give at rest, as far as ranges bound them.
fn bounds(m: &Model, a: ActuatorId) -> [f64; 2] {
    let (gain, bias) = (m.actuator_gaintype[a].get(), m.actuator_biastype[a].get());
    let unbounded = [f64::NEG_INFINITY, f64::INFINITY];
    if !matches!(gain, Some(GainType::Fixed | GainType::Affine))
        || !matches!(bias, Some(BiasType::None | BiasType::Affine))
    {
        return unbounded;
    }
    let [mut low, mut high] = unbounded;
    let is_servo = bias == Some(BiasType::Affine) && m.actuator_biasprm[a][1] != 0.0;
    let is_plain = matches!(
        m.actuator_dyntype[a].get(),
        Some(DynType::None | DynType::Filter | DynType::FilterExact)
    );
    if m.actuator_ctrllimited[a] != 0 && !is_servo && is_plain {
        let force = |ctrl: f64| m.actuator_gainprm[a][0] * ctrl + m.actuator_biasprm[a][0];
        let [one, two] = m.actuator_ctrlrange[a].map(force);
        [low, high] = [one.min(two), one.max(two)];
    }
    if m.actuator_forcelimited[a] != 0 {
        low = low.max(m.actuator_forcerange[a][0]);
        high = high.min(m.actuator_forcerange[a][1]);
    }
    let gear = m.actuator_gear[a][0];
    if gear == 0.0 {
        return [0.0; 2];
    }
    let [one, two] = [low * gear, high * gear];
    [one.min(two), one.max(two)]
}

/// The joints to look at, with the forces that all their actuators together can give.
fn joints(m: &Model) -> BTreeMap<JointId, [f64; 2]> {
    let mut force: BTreeMap<JointId, [f64; 2]> = BTreeMap::new();
    for a in m.actuators() {
        let Some(j) = joint_of(m, a) else { continue };
        let [low, high] = bounds(m, a);
        let sum = force.entry(j).or_default();
        *sum = [sum[0] + low, sum[1] + high];
    }
    for (&j, sum) in force.iter_mut().filter(|(j, _)| m.jnt_actfrclimited[**j] != 0) {
        let [low, high] = m.jnt_actfrcrange[j];
        *sum = [sum[0].max(low), sum[1].min(high)];
    }
    let actuated: BTreeSet<JointId> = force.keys().copied().collect();
    force.retain(|&j, sum| {
        sum.iter().any(|x| x.is_finite())
            && m.jnt_bodyid.id(j).is_some_and(|b| all_above(m, b, &actuated))
    });
    force
}

/// Whether all joints of a body and of those above it are actuated.
fn all_above(m: &Model, b: BodyId, actuated: &BTreeSet<JointId>) -> bool {
    let above = std::iter::successors(Some(b), |&b| m.body_parentid[b].id());
    above.take_while(|&b| b != BodyId(0)).take(m.nbody).all(|b| {
        m.body_joints(b).all(|j| m.jnt_type[j] != JointType::Free && actuated.contains(&j))
    })
}

/// What a joint needs.
#[derive(Default)]
struct Need {
    /// Share of what there is; 1 is all of it.
    most: f64,
    /// In how many poses it is more than there is.
    poses: usize,
    torque: f64,
}

pub(super) fn run(s: &Subject<'_>, limit: &Limit) -> Result<Vec<Finding>, Unfinished> {
    let joints = joints(s.m);
    if joints.is_empty() {
        return Ok(Vec::new());
    }
    let mut m = s.m.clone();
    m.opt.disableflags |= DisableBit::Contact as i32;
    let (hooks, mut random) = (limit.hooks(), Random::new(0));
    let (mut d, mut needs) = (Data::new(&m), BTreeMap::<JointId, Need>::new());
    d.reset(&m);
    for _ in 0..POSES {
        pose::randomize(&m, &mut d, &mut random);
        d.qvel.fill(0.0);
        let system = m.with(&hooks);
        fwd_position(&system, &mut d);
        fwd_velocity(&system, &mut d);
        if limit.is_over() {
            return Err(Unfinished);
        }
        for (&j, &[low, high]) in &joints {
            let dof = m.joint_dofs(j).start;
            let torque = d.qfrc_bias[dof] - d.qfrc_passive[dof];
            let available = if torque > 0.0 { high } else { -low };
            let need = if available > 0.0 { torque.abs() / available } else { f64::INFINITY };
            let known = needs.entry(j).or_default();
            known.poses += usize::from(need > 1.0 && torque.abs() > 1e-9);
            if need > known.most && torque.abs() > 1e-9 {
                (known.most, known.torque) = (need, torque);
            }
        }
    }
    let weak = needs
        .into_iter()
        .filter(|(_, need)| need.most > 1.0 && need.poses as f64 > SHARE * POSES as f64);
    Ok(weak.map(|(j, need)| finding(s, j, &need, joints[&j])).collect())
}

fn finding(s: &Subject<'_>, j: JointId, need: &Need, [low, high]: [f64; 2]) -> Finding {
    let name = s.name(j);
    let share = need.poses as f64 / POSES as f64;
    let message = format!(
        "the actuators of joint {} give {} to {} and gravity asks for up to {}: they cannot hold it in {} of its poses",
        quoted(&name),
        short(low),
        short(high),
        short(need.torque),
        percent(share)
    );
    let help =
        "more force (forcerange, ctrlrange, gear, actuatorfrcrange), or gravcomp on the bodies";
    Finding::new(Check::Weak, Severity::Note, message)
        .of([name])
        .at(s.place(j))
        .help(help)
        .value(need.most, 1.0, "1")
        .number("share_of_poses", share)
        .number("torque", need.torque)
}
