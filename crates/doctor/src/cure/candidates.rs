//! Which edits could cure a finding, the least intrusive first.

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::{Integrator, Solver};
use ferrodyn_engine::ids::JointId;
use ferrodyn_mjcf::ElementId;

use super::Edit;
use super::edit::ForceLimit;
use crate::check::servo_stiffness;
use crate::finding::{Check, Finding};
use crate::start::servo_joint;
use crate::subject::Subject;

/// Inertia of a rotor behind a gear, as small arms have it; kg m^2.
const ARMATURE: f64 = 0.1;
/// Share of the bound at which a servo is at ease.
const AT_EASE: f64 = 0.25;

pub(super) fn of(s: &Subject<'_>, finding: &Finding, all: &[Finding]) -> Vec<Vec<Edit>> {
    match finding.check {
        Check::Timestep => of_timestep(s, all),
        Check::AlwaysTouching => exclude(s.m, finding).map(|edit| vec![edit]).into_iter().collect(),
        Check::StartInside => {
            // a pair that touches in every pose has one cure
            let touching = excludes(s.m, all);
            let named = |body: &String| finding.elements.contains(body);
            let is_both =
                |edit: &Edit| matches!(edit, Edit::Exclude(pair) if pair.iter().all(named));
            touching.into_iter().filter(is_both).map(|edit| vec![edit]).collect()
        }
        Check::Degrees => {
            let joint = finding.elements.first().and_then(|name| s.m.find::<JointId>(name));
            let element = joint.and_then(|joint| s.element(joint));
            let name = finding.elements.first().cloned().unwrap_or_default();
            element.map(|joint| vec![Edit::Degrees { joint, name }]).into_iter().collect()
        }
        Check::Servo => of_servo(s, finding),
        Check::Unconverged => of_solver(s.m),
        _ => Vec::new(),
    }
}

/// The `<exclude>` of a pair of bodies that have names.
fn exclude(m: &Model, finding: &Finding) -> Option<Edit> {
    let [one, two] = &finding.elements[..] else { return None };
    let is_named = [one, two].iter().all(|name| m.body(name).is_some());
    is_named.then(|| Edit::Exclude([one.clone(), two.clone()]))
}

/// Those of all pairs that touch in every pose.
fn excludes(m: &Model, all: &[Finding]) -> Vec<Edit> {
    let touching = all.iter().filter(|finding| finding.check == Check::AlwaysTouching);
    touching.filter_map(|finding| exclude(m, finding)).collect()
}

/// The joints that servos drive.
fn servo_joints(s: &Subject<'_>) -> Vec<ElementId> {
    let joints = s.m.actuators().filter_map(|a| servo_joint(s.m, a));
    let mut elements: Vec<ElementId> = joints.filter_map(|j| s.element(j)).collect();
    elements.sort_unstable();
    elements.dedup();
    elements
}

/// All hinges and slides.
fn joints(s: &Subject<'_>) -> Vec<ElementId> {
    let scalar = s.m.joints().filter(|&j| crate::start::is_scalar(s.m, j));
    scalar.filter_map(|j| s.element(j)).collect()
}

/// Limits of force of servos, as their joints would have them.
fn force_limits(s: &Subject<'_>) -> Vec<ForceLimit> {
    let m = s.m;
    let limit = |a| {
        let j = servo_joint(m, a).filter(|_| m.actuator_forcelimited[a] != 0)?;
        if m.jnt_actfrclimited[j] != 0 {
            return None;
        }
        let [low, high] = m.actuator_forcerange[a].map(|force| force * m.actuator_gear[a][0]);
        let range = [low.min(high), low.max(high)];
        Some(ForceLimit { actuator: s.element(a)?, joint: s.element(j)?, range })
    };
    m.actuators().filter_map(limit).collect()
}

fn of_timestep(s: &Subject<'_>, all: &[Finding]) -> Vec<Vec<Edit>> {
    let (m, excludes) = (s.m, excludes(s.m, all));
    let (servos, joints, limits) = (servo_joints(s), joints(s), force_limits(s));
    let mut list: Vec<Vec<Edit>> = Vec::new();
    if !excludes.is_empty() {
        list.push(excludes.clone());
    }
    let degrees: Vec<Edit> = all
        .iter()
        .filter(|finding| finding.check == Check::Degrees)
        .flat_map(|finding| of(s, finding, &[]))
        .flatten()
        .collect();
    if !degrees.is_empty() {
        list.push(degrees);
    }
    if !limits.is_empty() {
        list.push(vec![Edit::ForceOnJoints(limits.clone())]);
        if !excludes.is_empty() {
            let both = [excludes.clone(), vec![Edit::ForceOnJoints(limits)]].concat();
            list.push(both);
        }
    }
    let with_armature = if servos.is_empty() { &joints } else { &servos };
    if !with_armature.is_empty() {
        for armature in [ARMATURE / 10.0, ARMATURE] {
            let joints = with_armature.clone();
            list.push(vec![Edit::Armature { joints, armature }]);
        }
    }
    if !joints.is_empty() {
        list.push(vec![Edit::Damping { joints, damping: 1.0 }]);
    }
    if !is_implicit(m) {
        list.push(vec![Edit::Integrator(Integrator::ImplicitFast)]);
    }
    for factor in [2.0, 4.0] {
        list.push(vec![Edit::Timestep(m.opt.timestep / factor)]);
    }
    list.push(vec![Edit::NoContacts]);
    list
}

fn is_implicit(m: &Model) -> bool {
    matches!(m.opt.integrator(), Some(Integrator::Implicit | Integrator::ImplicitFast))
}

fn of_servo(s: &Subject<'_>, finding: &Finding) -> Vec<Vec<Edit>> {
    let m = s.m;
    let mut actuators = m.actuators().filter(|&a| finding.elements.contains(&s.name(a)));
    let Some((joint, stiff)) =
        actuators.find_map(|a| Some((servo_joint(m, a)?, servo_stiffness(m, a)?)))
    else {
        return Vec::new();
    };
    let mut list = Vec::new();
    if !is_implicit(m) {
        list.push(vec![Edit::Integrator(Integrator::ImplicitFast)]);
    }
    if let Some(joint) = s.element(joint) {
        // the inertia with which the servo is at ease, besides what damping gives
        let armature = stiff.inertia * (stiff.x / AT_EASE);
        list.push(vec![Edit::Armature { joints: vec![joint], armature }]);
    }
    list.push(vec![Edit::Timestep(m.opt.timestep * (AT_EASE / stiff.x).sqrt())]);
    list
}

fn of_solver(m: &Model) -> Vec<Vec<Edit>> {
    let mut list = Vec::new();
    if m.opt.solver() != Some(Solver::Newton) {
        list.push(vec![Edit::Solver(Solver::Newton)]);
    }
    for factor in [4, 16] {
        list.push(vec![Edit::Iterations(m.opt.iterations.saturating_mul(factor).max(factor))]);
    }
    list
}
