//! Constants of the model that follow from its other fields, for the compiler and for users who
//! edit a model.
//!
//! | reads | writes |
//! |---|---|
//! | `ten_length`, `qpos_spring` | `qpos`, `tendon_lengthspring` |
//!
//! | file | computes |
//! |---|---|
//! | `fixed` | masses of subtrees, actuators of joints and tendons |
//! | `sleep_policy` | which kinematic trees may sleep |
//! | `default_pose` | what the pipeline finds at `qpos0`: lengths, `dof_M0`, offsets of cameras and lights, anchors of equalities, damping from damping ratios |
//! | `invweight` | inverse inertias: of bodies, dofs, tendons and actuators |
//! | `flex` | patterns of the Jacobians of flexes, lengths and inverse inertias of their edges |
//! | `stat` | `stat`, `dof_length` |
//! | `length_range` | ranges of actuator lengths, by simulation |
//! | `spring_damper` | springs of joints from a time constant and a damping ratio |

mod default_pose;
mod fixed;
mod flex;
mod invweight;
mod length_range;
mod sleep_policy;
mod spring_damper;
mod stat;

use std::fmt;

pub use length_range::{LengthRangeError, LengthRangeOptions, set_length_range};
#[doc(hidden)]
pub use spring_damper::set_spring_damper;

use crate::data::Data;
use crate::ids::{BodyId, EqualityId, FlexId, QposAdr, TendonId, TreeId};
use crate::model::Model;
use crate::smooth;

/// Why constants of a model cannot be computed.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConstError {
    /// A tree is said to sleep, but a tendon couples it with others.
    SleepingTendon {
        /// The tree.
        tree: TreeId,
        /// The tendon.
        tendon: TendonId,
    },
    /// A body that moves has no mass.
    NoMass(BodyId),
    /// An equality constraint connects neither bodies nor sites.
    EqualityObject(EqualityId),
    /// The caller wanted it to end.
    Stopped,
    /// A flex whose vertices are constrained is not in a plane of the world's x and y.
    FlexNotFlat(FlexId),
    /// The Jacobians of flexes have more entries than the model has room for.
    FlexColumns,
    /// What the model is made of would change, which environments of a batch share.
    Structure,
}

impl fmt::Display for ConstError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SleepingTendon { tree, tendon } => write!(
                f,
                "tree {} may not sleep: tendon {} couples it with other trees",
                tree.0, tendon.0
            ),
            Self::NoMass(b) => write!(f, "body {} moves but has no mass", b.0),
            Self::EqualityObject(e) => {
                write!(f, "equality {} connects neither bodies nor sites", e.0)
            }
            Self::Stopped => f.write_str("the computation of constants was stopped"),
            Self::FlexNotFlat(flex) => {
                write!(f, "the vertices of flex {} are not in one plane along x and y", flex.0)
            }
            Self::FlexColumns => {
                f.write_str("the Jacobians of flexes have more entries than nJfe and nJfv")
            }
            Self::Structure => f.write_str(
                "which bodies have gravity compensated, or which actuators add damping or armature, \
                 cannot differ from the model of the batch: set it there before the batch is made",
            ),
        }
    }
}

crate::debug_as_message!(ConstError);

impl std::error::Error for ConstError {}

/// Computes all constants that follow from other fields of the model, except length ranges.
///
/// Call it after editing masses, inertias, poses, `qpos0`, or what tendons and actuators act on.
/// `d` is for the computation: it is left at `qpos_spring`, with its poses. Data of another model
/// becomes data of this one.
///
/// Damping ratios of position actuators (a positive `actuator_biasprm[2]`) become damping, and
/// explicit values stay: anchors of welds with an orientation, spring lengths of tendons.
///
/// # Errors
/// If a tree that is to sleep cannot, a moving body has no mass, or an equality constraint is of
/// an impossible kind. Fields computed before that are up to date, others as before.
#[doc(alias = "mj_setConst")]
pub fn set_const(m: &mut Model, d: &mut Data) -> Result<(), ConstError> {
    set_const_until(m, d, &|| false)
}

/// [`set_const`] that gives up once `stop` says true: it asks after each body, joint, tendon and
/// actuator, whose inverse inertias take time that grows with the square of the model's size.
///
/// # Errors
/// As [`set_const`], and [`ConstError::Stopped`].
#[doc(hidden)]
pub fn set_const_until(
    m: &mut Model,
    d: &mut Data,
    stop: &dyn Fn() -> bool,
) -> Result<(), ConstError> {
    // not by the plan, which the constants below change
    if d.check_model(m).is_err() {
        *d = Data::new(m);
    }

    // constants that depend on no configuration
    fixed::subtree_mass(m);
    fixed::count_gravcomp(m);
    fixed::actuator_of_joints_and_tendons(m);
    sleep_policy::decide(m)?;

    // constants at qpos0
    flex::prepare(m)?;
    default_pose::compute(m, d);
    default_pose::copy_lengths(m, d);
    invweight::bodies(m, d, stop)?;
    invweight::dofs(m, d, stop)?;
    flex::invweight(m, d, stop)?;
    invweight::tendons(m, d, stop)?;
    invweight::actuators(m, d, stop)?;
    default_pose::complete_equalities(m, d)?;
    default_pose::camera_and_light_offsets(m, d);
    default_pose::damping_from_ratio(m, d);
    stat::set_stat(m, d, stop)?;

    // constants at qpos_spring
    set_qpos(d, &m.qpos_spring);
    smooth::kinematics(m, d);
    smooth::com_pos(m, d);
    smooth::tendon(m, d);
    smooth::transmission(m, d);
    for t in m.tendons() {
        // -1: where the spring rests is not given
        if m.tendon_lengthspring[t] == [-1.0; 2] {
            m.tendon_lengthspring[t] = [d.ten_length[t]; 2];
        }
    }
    // ready before the first step, which does not allocate
    m.plan();
    Ok(())
}

/// Sets the positions.
fn set_qpos(d: &mut Data, qpos: &[f64]) {
    for (i, &q) in qpos.iter().enumerate().take(d.qpos.len()) {
        d.qpos[QposAdr(i)] = q;
    }
}
