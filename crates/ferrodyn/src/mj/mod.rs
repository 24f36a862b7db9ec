//! MuJoCo's spelling of functions, for code and eyes that know it from C.
//!
//! Every name here is another name for what this crate has under a name of its own, which
//! [docs/functions.md](https://github.com/ferrodyn/ferrodyn/blob/main/docs/functions.md) lists.
//! Arguments come in MuJoCo's order, with these differences from C:
//!
//! - Slices bring their lengths, so that there are no counts.
//! - Ids and constants have types; -1 and null pointers are `None`.
//! - A result of fixed size is returned instead of written through a pointer; what has the size of
//!   a model is written to a slice of the caller.
//! - What can fail returns a `Result`.
//! - Elements of a [`Spec`](crate::Spec) are identities, so that `mjs_` functions take the spec first.
//! - Nothing is global: a cache, registered plugins or a generator of random numbers are arguments.
//!
//! ```
//! use ferrodyn::ids::BodyId;
//! use ferrodyn::mj::{mj_comPos, mj_jacBody, mj_kinematics, mj_makeData};
//!
//! let m = ferrodyn::load_str(
//!     "<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>",
//! )?;
//! let mut d = mj_makeData(&m);
//! mj_kinematics(&m, &mut d);
//! mj_comPos(&m, &mut d);
//! let (mut jacp, mut jacr) = (vec![0.0; 3 * m.nv], vec![0.0; 3 * m.nv]);
//! mj_jacBody(&m, &d, Some(&mut jacp), Some(&mut jacr), BodyId(1))?;
//! assert_eq!((jacp[0], jacr[2 * m.nv + 5]), (1.0, 1.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Jacobians are written to slices, as in C. [`support::jac`](crate::support::jac) and the functions beside it
//! return matrices; [`mj_jac_body`] and [`mj_jac_site`] are two of them under their names from C-like code. Where a factor of a dense matrix goes into the matrix itself, as
//! `cholesky_in_place` and `cholesky_solve_in_place` of other libraries do, it is [`mju_cholFactor`] and
//! [`mju_cholSolve`]: a rank below `n` says that the matrix is not positive definite.
#![allow(non_snake_case, reason = "spelled as MuJoCo spells it")]

mod dynamics;
mod jacobian;
mod matrix;
mod model;
mod plugin;
mod ray;
mod rotation;
mod scalar;
mod spec;
mod spec_elements;
mod vector;

pub use dynamics::*;
pub use jacobian::*;
pub use matrix::*;
pub use model::*;
pub use plugin::*;
pub use ray::*;
pub use rotation::*;
pub use scalar::*;
pub use spec::*;
pub use spec_elements::*;
pub use vector::*;

pub use crate::actuation::delay::{
    init_ctrl_history as mj_initCtrlHistory, read_ctrl as mj_readCtrl,
};
pub use crate::actuation::fwd_actuation as mj_fwdActuation;
pub use crate::check::{acc as mj_checkAcc, pos as mj_checkPos, vel as mj_checkVel};
pub use crate::collision::{
    collide as mj_collision, geom_distance as mj_geomDistance, max_contacts as mj_maxContact,
};
pub use crate::constraint::{
    make as mj_makeConstraint, project as mj_projectConstraint,
    reference as mj_referenceConstraint, update as mj_constraintUpdate,
};
pub use crate::derivative::{quat_integrate as mjd_quatIntegrate, sub_quat as mjd_subQuat};
pub use crate::energy::{pos as mj_energyPos, vel as mj_energyVel};
pub use crate::finite_difference::{
    inverse_fd as mjd_inverseFD, transition_fd as mjd_transitionFD,
};
pub use crate::history::init_sensor_history as mj_initSensorHistory;
pub use crate::integrate::{
    differentiate_pos as mj_differentiatePos, euler as mj_Euler, implicit as mj_implicit,
    integrate_pos as mj_integratePos, normalize_quat as mj_normalizeQuat,
};
pub use crate::inverse::{
    compare_fwd_inv as mj_compareFwdInv, inv_constraint as mj_invConstraint,
    inv_position as mj_invPosition, inv_velocity as mj_invVelocity, inverse as mj_inverse,
    inverse_skip as mj_inverseSkip,
};
pub use crate::island::find as mj_island;
pub use crate::passive::passive as mj_passive;
pub use crate::sensor::{acc as mj_sensorAcc, pos as mj_sensorPos, vel as mj_sensorVel};
pub use crate::set_const::set_const as mj_setConst;
pub use crate::smooth::{
    camlight as mj_camlight, com_pos as mj_comPos, com_vel as mj_comVel, crb as mj_crb,
    factor_m as mj_factorM, factor_m as mj_factor_sparse, flex as mj_flex,
    kinematics as mj_kinematics, make_m as mj_makeM, rne as mj_rne,
    rne_post_constraint as mj_rnePostConstraint, solve_m as mj_solve_sparse,
    subtree_vel as mj_subtreeVel, tendon as mj_tendon, transmission as mj_transmission,
};
pub use crate::state::{
    copy_state as mj_copyState, extract_state as mj_extractState, get_state as mj_getState,
    reset_debug as mj_resetDataDebug, reset_keyframe as mj_resetDataKeyframe,
    set_keyframe as mj_setKeyframe, set_state as mj_setState, state_size as mj_stateSize,
};
pub use crate::step::{
    forward_skip as mj_forwardSkip, fwd_acceleration as mj_fwdAcceleration,
    fwd_constraint as mj_fwdConstraint, fwd_kinematics as mj_fwdKinematics,
    fwd_position as mj_fwdPosition, fwd_velocity as mj_fwdVelocity,
};
pub use crate::support::{
    add_contact as mj_addContact, contact_force as mj_contactForce, full_m_into as mj_fullM,
    is_dual as mj_isDual, is_pyramidal as mj_isPyramidal, is_sparse as mj_isSparse,
    mul_m as mj_mulM, mul_m2 as mj_mulM2, object_acceleration as mj_objectAcceleration,
    object_velocity as mj_objectVelocity, set_total_mass as mj_setTotalmass,
    total_mass as mj_getTotalmass,
};
pub use crate::{forward as mj_forward, step as mj_step, step1 as mj_step1, step2 as mj_step2};
