//! Joints: axes and limits, and which joints a body may have together.

use ferrodyn_engine::enums::{JointType, Limited};
use ferrodyn_engine::math::{Quat, Vec3};

use super::body::{check_user, frame_of};
use super::work::Work;
use super::{Fail, fail};
use crate::spec::pose::{EPS, Pose, normalize};
use crate::spec::{Angle, Compiler};

/// Whether limits hold, given what the user said and whether there is a range.
pub(crate) fn is_limited(limited: Limited, range: [f64; 2]) -> bool {
    limited == Limited::True || (limited == Limited::Auto && range[0] < range[1])
}

/// Without automatic limits, a range must come with a decision.
pub(super) fn check_auto(
    compiler: &Compiler,
    limited: Limited,
    range: [f64; 2],
    what: &str,
) -> Result<(), Fail> {
    if !compiler.autolimits && limited == Limited::Auto && range != [0.0; 2] {
        return fail(format!(
            "{what}range is given but not {what}limited: set {what}limited, or \
             autolimits=\"true\" in compiler"
        ));
    }
    Ok(())
}

pub(super) fn compile_joint(work: &mut Work<'_>, body: usize, j: usize) -> Result<(), Fail> {
    let spec = work.joints[j].spec;
    let compiler = work.spec.compiler_of(&spec.origin);
    check_user(&spec.user, work.spec.size.nuser_jnt, "nuser_jnt")?;
    if spec.springdamper != [0.0; 2] && spec.springdamper.iter().any(|&x| x <= 0.0) {
        return fail("both numbers of springdamper must be positive");
    }
    let frame = frame_of(work, body, spec.frame);
    let joint = &mut work.joints[j];
    let free = spec.kind == JointType::Free;
    let ball = spec.kind == JointType::Ball;
    let degrees = compiler.angle == Angle::Degree;
    let radians = std::f64::consts::PI / 180.0;

    // limits
    if !free {
        check_auto(compiler, spec.limited, spec.range, "")?;
        joint.limited = is_limited(spec.limited, spec.range);
    }
    if joint.limited {
        if spec.range[0] >= spec.range[1] && !ball {
            return fail("the first number of range must be smaller than the second");
        }
        if ball && spec.range[0] != 0.0 {
            return fail("the first number of the range of a ball joint must be 0");
        }
        if degrees && (spec.kind == JointType::Hinge || ball) {
            for limit in joint.range.iter_mut().filter(|limit| **limit != 0.0) {
                *limit *= radians;
            }
        }
    }
    if !free && !ball {
        check_auto(compiler, spec.actfrclimited, spec.actfrcrange, "actuatorfrc")?;
        joint.actfrclimited = is_limited(spec.actfrclimited, spec.actfrcrange);
        if joint.actfrclimited && spec.actfrcrange[0] >= spec.actfrcrange[1] {
            return fail("the first number of actuatorfrcrange must be smaller than the second");
        }
    }

    // axis and anchor
    if free || ball {
        joint.axis = Vec3::Z;
    } else if let Some(frame) = frame {
        joint.axis = frame.quat.rotate(spec.axis);
    }
    if normalize(&mut joint.axis.0) < EPS {
        return fail("the axis is too small: give a direction");
    }
    if free {
        joint.pos = Vec3::ZERO;
    } else if let Some(frame) = frame {
        joint.pos = (frame * Pose { pos: spec.pos, quat: Quat::IDENTITY }).pos;
    }
    if spec.kind == JointType::Hinge && degrees {
        joint.reference *= radians;
        joint.springref *= radians;
    }
    Ok(())
}

/// Joints that cannot stand together in a body, and mocap bodies that could move.
pub(super) fn check_joints(work: &mut Work<'_>, body: usize) -> Result<(), Fail> {
    let kinds: Vec<JointType> =
        work.bodies[body].joints.iter().map(|&j| work.joints[j].spec.kind).collect();
    let dofnum: usize = kinds.iter().map(|kind| kind.nv()).sum();
    work.bodies[body].dofnum = dofnum;
    if dofnum > 6 {
        return fail(format!("a body has at most 6 degrees of freedom, this one {dofnum}"));
    }
    let after_ball = kinds.iter().skip_while(|kind| **kind != JointType::Ball).skip(1);
    if after_ball.clone().any(|kind| matches!(kind, JointType::Ball | JointType::Hinge)) {
        return fail("no rotation can follow a ball joint");
    }
    let parent = work.bodies[body].parent;
    if kinds.contains(&JointType::Free) {
        if kinds.len() > 1 {
            return fail("a free joint must be the only joint of its body");
        }
        if body > 0 && !work.is_world(parent) && !work.spec.compiler.fusestatic {
            return fail("a free joint can only be in a child of the world");
        }
    }
    if work.bodies[body].spec.mocap && (dofnum > 0 || (body > 0 && !work.is_world(parent))) {
        return fail("a mocap body must be a child of the world without joints");
    }
    Ok(())
}
