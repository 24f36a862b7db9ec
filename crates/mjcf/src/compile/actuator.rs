//! Actuators: their targets, ranges and activations.

use ferrodyn_engine::enums::{BiasType, DynType, GainType, JointType, ObjType, TrnType};

use super::body::check_user;
use super::joint::{check_auto, is_limited};
use super::reference::find;
use super::work::Work;
use super::{Fail, fail};
use crate::spec::Actuator;

/// An actuator with its target and ranges.
pub(super) struct CompiledActuator<'s> {
    pub(super) spec: &'s Actuator,
    pub(super) target: Option<usize>,
    pub(super) second: Option<usize>,
    pub(super) ctrlrange: [f64; 2],
    pub(super) actrange: [f64; 2],
    pub(super) actdim: i32,
}

pub(super) fn actuator<'s>(
    work: &Work<'_>,
    spec: &'s Actuator,
) -> Result<CompiledActuator<'s>, Fail> {
    check_user(&spec.user, work.spec.size.nuser_actuator, "nuser_actuator")?;
    if spec.target.is_empty() {
        return fail("the actuator acts on nothing: name a joint, tendon, site or body");
    }
    let (target, second) = transmission(work, spec)?;
    let on_length =
        matches!(spec.trntype, TrnType::Joint | TrnType::JointInParent | TrnType::Tendon);
    if !on_length && spec.damping.iter().any(|&d| d != 0.0) {
        return fail("damping needs a joint or a tendon to act on");
    }
    if !on_length && spec.armature != 0.0 {
        return fail("armature needs a joint or a tendon to act on");
    }
    let mut compiled = CompiledActuator {
        spec,
        target: Some(target),
        second,
        ctrlrange: spec.ctrlrange,
        actrange: spec.actrange,
        actdim: spec.actdim,
    };
    inherit_range(work, &mut compiled)?;
    check_ranges(work, &compiled)?;
    check_dynamics(&mut compiled)?;
    Ok(compiled)
}

fn transmission(work: &Work<'_>, spec: &Actuator) -> Result<(usize, Option<usize>), Fail> {
    let target = |kind| find(work, kind, &spec.target);
    match spec.trntype {
        TrnType::Joint | TrnType::JointInParent => Ok((target(ObjType::Joint)?, None)),
        TrnType::Tendon => Ok((target(ObjType::Tendon)?, None)),
        TrnType::Body => Ok((target(ObjType::Body)?, None)),
        TrnType::SliderCrank => {
            if spec.slidersite.is_empty() {
                return fail("a slider-crank needs a slidersite");
            }
            let slider = find(work, ObjType::Site, &spec.slidersite)?;
            if spec.cranklength <= 0.0 {
                return fail("cranklength must be positive");
            }
            Ok((target(ObjType::Site)?, Some(slider)))
        }
        TrnType::Site => {
            let reference = match spec.refsite.as_str() {
                "" => None,
                name => Some(find(work, ObjType::Site, name)?),
            };
            Ok((target(ObjType::Site)?, reference))
        }
        TrnType::Undefined => {
            fail("the actuator acts on nothing: name a joint, tendon, site or body")
        }
    }
}

/// Takes the control or activation range from the target's range.
fn inherit_range(work: &Work<'_>, a: &mut CompiledActuator<'_>) -> Result<(), Fail> {
    let spec = a.spec;
    let servo = spec.gaintype == GainType::Fixed
        && spec.biastype == BiasType::Affine
        && spec.gainprm[0] == -spec.biasprm[1];
    if !servo || spec.inheritrange <= 0.0 {
        return Ok(());
    }
    let slot = match spec.dyntype {
        DynType::None | DynType::FilterExact => &mut a.ctrlrange,
        DynType::Integrator => &mut a.actrange,
        _ => return fail("inheritrange is for position and intvelocity actuators"),
    };
    let range = match (spec.trntype, a.target) {
        (TrnType::Joint, Some(j)) => {
            let joint = &work.joints[j];
            if !matches!(joint.spec.kind, JointType::Hinge | JointType::Slide) {
                return fail("inheritrange needs a hinge or slide joint");
            }
            joint.range
        }
        (TrnType::Tendon, Some(t)) => work.spec.tendons.get(t).map_or([0.0; 2], |t| t.range),
        _ => return fail("inheritrange needs a joint or a tendon to act on"),
    };
    if range[0] == range[1] {
        return fail(format!("inheritrange is given, but \"{}\" has no range", spec.target));
    }
    let mean = 0.5 * (range[1] + range[0]);
    let radius = 0.5 * (range[1] - range[0]) * spec.inheritrange;
    *slot = [mean - radius, mean + radius];
    Ok(())
}

fn check_ranges(work: &Work<'_>, a: &CompiledActuator<'_>) -> Result<(), Fail> {
    let spec = a.spec;
    let compiler = work.spec.compiler_of(&spec.origin);
    let ranges = [
        ("force", spec.forcelimited, spec.forcerange),
        ("ctrl", spec.ctrllimited, a.ctrlrange),
        ("act", spec.actlimited, a.actrange),
    ];
    for (what, limited, range) in ranges {
        check_auto(compiler, limited, range, what)?;
        if is_limited(limited, range) && range[0] >= range[1] {
            return fail(format!(
                "the first number of {what}range must be smaller than the second"
            ));
        }
    }
    if is_limited(spec.actlimited, a.actrange) && spec.dyntype == DynType::None {
        return fail("actrange is given, but without dyntype there is no activation");
    }
    Ok(())
}

fn check_dynamics(a: &mut CompiledActuator<'_>) -> Result<(), Fail> {
    let spec = a.spec;
    let many = matches!(spec.dyntype, DynType::User | DynType::DcMotor);
    match spec.actdim {
        // a plugin has as many as it likes
        n if n >= 0 && spec.plugin.active => {}
        n if n > 1 && !many => {
            return fail("more than one activation is for dyntype user and dcmotor");
        }
        1 if spec.dyntype == DynType::None => {
            return fail("actdim is 1, but without dyntype there is no activation");
        }
        0 if !matches!(spec.dyntype, DynType::None | DynType::DcMotor) => {
            return fail("actdim is 0, but this dyntype needs an activation");
        }
        n if n < 0 => {
            a.actdim = i32::from(!matches!(spec.dyntype, DynType::None | DynType::DcMotor));
        }
        _ => {}
    }
    if spec.dyntype == DynType::DcMotor && !spec.actearly {
        return fail("a DC motor always uses actearly");
    }
    let muscles = [
        (spec.gaintype == GainType::Muscle, &spec.gainprm),
        (spec.biastype == BiasType::Muscle, &spec.biasprm),
    ];
    for (_, p) in muscles.iter().filter(|(muscle, _)| *muscle) {
        if p[0] >= p[1] {
            return fail("the first number of a muscle's range must be smaller than the second");
        }
        if p[4] >= 1.0 || p[5] <= 1.0 {
            return fail("a muscle needs lmin < 1 < lmax");
        }
        if p[3] <= 0.0 || p[6] <= 0.0 || p[7] <= 0.0 || p[8] <= 0.0 {
            return fail("scale, vmax, fpmax and fvmax of a muscle must be positive");
        }
    }
    check_history(spec.delay, spec.nsample)
}

/// Samples a history buffer can hold: its cursor must be exact in single precision.
const MAX_SAMPLES: i32 = 1 << 24;

/// A delay needs a buffer, and the buffer has a largest size.
pub(super) fn check_history(delay: f64, nsample: i32) -> Result<(), Fail> {
    if delay > 0.0 && nsample <= 0 {
        return fail("a delay needs a history buffer: set nsample");
    }
    if nsample > MAX_SAMPLES {
        return fail(format!("a history buffer holds at most {MAX_SAMPLES} samples"));
    }
    Ok(())
}
