//! MuJoCo's spelling of functions, for code and eyes that know it from C.
//!
//! Every name here is another name for a function of this crate, with its Rust signature.
//!
//! ```
//! use ferrodyn::ids::BodyId;
//! use ferrodyn::mj::{mj_comPos, mj_jac_body, mj_kinematics, mj_makeData};
//!
//! let m = ferrodyn::load_str(
//!     "<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>",
//! )?;
//! let mut d = mj_makeData(&m);
//! mj_kinematics(&m, &mut d);
//! mj_comPos(&m, &mut d);
//! let (jacp, jacr) = mj_jac_body(&m, &d, BodyId(1));
//! assert_eq!((jacp[(0, 0)], jacr[(2, 5)]), (1.0, 1.0));
//! # Ok::<(), ferrodyn::LoadError>(())
//! ```
#![allow(non_snake_case, reason = "spelled as MuJoCo spells it")]

use ferrodyn_engine::enums::ObjType;
use ferrodyn_engine::{Data, Model};

pub use ferrodyn_engine::actuation::delay::{
    init_ctrl_history as mj_initCtrlHistory, read_ctrl as mj_readCtrl,
};
pub use ferrodyn_engine::actuation::fwd_actuation as mj_fwdActuation;
pub use ferrodyn_engine::check::{acc as mj_checkAcc, pos as mj_checkPos, vel as mj_checkVel};
pub use ferrodyn_engine::collision::{
    collide as mj_collision, geom_distance as mj_geomDistance, max_contacts as mj_maxContact,
};
pub use ferrodyn_engine::constraint::{
    make as mj_makeConstraint, mul_jac_t_vec as mj_mulJacTVec, mul_jac_vec as mj_mulJacVec,
    project as mj_projectConstraint, reference as mj_referenceConstraint,
    update as mj_constraintUpdate,
};
pub use ferrodyn_engine::derivative::{
    quat_integrate as mjd_quatIntegrate, sub_quat as mjd_subQuat,
};
pub use ferrodyn_engine::energy::{pos as mj_energyPos, vel as mj_energyVel};
pub use ferrodyn_engine::finite_difference::{
    inverse_fd as mjd_inverseFD, transition_fd as mjd_transitionFD,
};
pub use ferrodyn_engine::history::{
    init_sensor_history as mj_initSensorHistory, read_sensor as mj_readSensor,
};
pub use ferrodyn_engine::integrate::{
    differentiate_pos as mj_differentiatePos, euler as mj_Euler, implicit as mj_implicit,
    integrate_pos as mj_integratePos, normalize_quat as mj_normalizeQuat,
    runge_kutta4 as mj_RungeKutta,
};
pub use ferrodyn_engine::inverse::{
    compare_fwd_inv as mj_compareFwdInv, inv_constraint as mj_invConstraint,
    inv_position as mj_invPosition, inv_velocity as mj_invVelocity, inverse as mj_inverse,
    inverse_skip as mj_inverseSkip,
};
pub use ferrodyn_engine::island::find as mj_island;
pub use ferrodyn_engine::object::{
    object_acceleration as mj_objectAcceleration, object_velocity as mj_objectVelocity,
};
pub use ferrodyn_engine::passive::passive as mj_passive;
pub use ferrodyn_engine::ray::{
    multi_ray as mj_multiRay, ray as mj_ray, ray_hfield as mj_rayHfield, ray_mesh as mj_rayMesh,
};
pub use ferrodyn_engine::sensor::{acc as mj_sensorAcc, pos as mj_sensorPos, vel as mj_sensorVel};
pub use ferrodyn_engine::set_const::{
    set_const as mj_setConst, set_length_range as mj_setLengthRange,
};
pub use ferrodyn_engine::smooth::{
    camlight as mj_camlight, com_pos as mj_comPos, com_vel as mj_comVel, crb as mj_crb,
    factor_m as mj_factorM, factor_m as mj_factor_sparse, kinematics as mj_kinematics,
    make_m as mj_makeM, rne as mj_rne, rne_post_constraint as mj_rnePostConstraint,
    solve_m as mj_solveM, solve_m as mj_solve_sparse, solve_m2 as mj_solveM2,
    subtree_vel as mj_subtreeVel, tendon as mj_tendon, transmission as mj_transmission,
};
pub use ferrodyn_engine::state::{
    copy_state as mj_copyState, extract_state as mj_extractState, get_state as mj_getState,
    reset_debug as mj_resetDataDebug, reset_keyframe as mj_resetDataKeyframe,
    set_keyframe as mj_setKeyframe, set_state as mj_setState, state_size as mj_stateSize,
};
pub use ferrodyn_engine::step::{
    forward as mj_forward, forward_skip as mj_forwardSkip, fwd_acceleration as mj_fwdAcceleration,
    fwd_constraint as mj_fwdConstraint, fwd_kinematics as mj_fwdKinematics,
    fwd_position as mj_fwdPosition, fwd_velocity as mj_fwdVelocity, step as mj_step,
    step1 as mj_step1, step2 as mj_step2,
};
pub use ferrodyn_engine::support::{
    add_contact as mj_addContact, contact_force as mj_contactForce,
};
pub use ferrodyn_engine::support::{
    add_m as mj_addM, angmom_mat as mj_angmomMat, apply_ft as mj_apply_ft, apply_ft as mj_applyFT,
    full_m as mj_fullM, is_dual as mj_isDual, is_pyramidal as mj_isPyramidal,
    is_sparse as mj_isSparse, jac as mj_jac, jac_body as mj_jac_body, jac_body as mj_jacBody,
    jac_body_com as mj_jac_body_com, jac_body_com as mj_jacBodyCom, jac_dot as mj_jac_dot,
    jac_dot as mj_jacDot, jac_geom as mj_jac_geom, jac_geom as mj_jacGeom,
    jac_point as mj_jac_point, jac_point_axis as mj_jac_point_axis,
    jac_point_axis as mj_jacPointAxis, jac_site as mj_jac_site, jac_site as mj_jacSite,
    jac_subtree_com as mj_jac_subtree_com, jac_subtree_com as mj_jacSubtreeCom, mul_m as mj_mulM,
    mul_m2 as mj_mulM2, set_total_mass as mj_setTotalmass, total_mass as mj_getTotalmass,
};

/// Data of a model: [`Data::new`].
pub fn mj_makeData(m: &Model) -> Data {
    Data::new(m)
}

/// Returns data to the default pose: [`Data::reset`](ferrodyn_engine::DataOf::reset).
pub fn mj_resetData(m: &Model, d: &mut Data) {
    d.reset(m);
}

/// The id of a named object: [`Model::name2id`](ferrodyn_engine::Model::name2id).
pub fn mj_name2id(m: &Model, kind: ObjType, name: &str) -> Option<usize> {
    m.name2id(kind, name)
}

/// The name of an object: [`Model::id2name`](ferrodyn_engine::Model::id2name).
pub fn mj_id2name(m: &Model, kind: ObjType, id: usize) -> Option<&str> {
    m.id2name(kind, id)
}
