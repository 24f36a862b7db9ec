//! The table of everything in data, in MuJoCo's order.
//!
//! A row is its documentation (see [`Doc`](crate::fields::Doc)), name, type and the stage that writes
//! it. `each` is what a simulation has for itself, `lanes` what several may hold in lanes.

use super::table::data_fields;
use crate::contact::{Contact, SolverStat, TimerStat, WarningStat};
use crate::enums::{ConstraintState, ConstraintType, SleepState};
use crate::fields::{Field, Kind, Link};
#[allow(clippy::wildcard_imports)]
use crate::ids::*;
use crate::math::{InertOf, Mat3Of, QuatOf, SpatialOf, Vec3Of};

data_fields! {
    each {
        // constant sizes
        /// Most bytes that contacts, constraint rows and solvers may take; byte.
        narena: i64, Header;
        /// Bytes of all arrays that the model sizes; byte.
        nbuffer: i64, Header;
        /// Number of plugin instances.
        nplugin: i32, Header;

        // memory use
        /// Place in MuJoCo's stack, here always 0; byte.
        pstack: i64, Header;
        /// Start of MuJoCo's current stack frame, here always 0; byte.
        pbase: i64, Header;
        /// Bytes of MuJoCo's arena that are in use, here always 0; byte.
        parena: i64, Header;
        /// Most bytes of MuJoCo's stack that were in use, here always 0; byte.
        maxuse_stack: i64, Header;
        /// Most bytes of each thread's stack that were in use, here always 0; byte.
        maxuse_threadstack: Field<ThreadId, u64>, Header;
        /// Most bytes of MuJoCo's arena that were in use, here always 0; byte.
        maxuse_arena: i64, Header;
        /// Most contacts there were.
        maxuse_con: i32, Header;
        /// Most constraint rows there were.
        maxuse_efc: i32, Header;

        // solver statistics
        /// Statistics of the solver by island and iteration.
        solver: Field<SolverStatId, SolverStat>, Header;
        /// Iterations of the solver by island.
        solver_niter: Field<SolverIslandId, i32>, Header;
        /// Nonzeros of the Hessian, or of `efc_AR`, by island.
        solver_nnz: Field<SolverIslandId, i32>, Header;
        /// How far forward and inverse dynamics differ, as norms of joint forces and of constraint
        /// forces; N or N m.
        solver_fwdinv: [f64; 2], Header;

        // diagnostics
        /// How often each warning was raised.
        warning: Field<WarningId, WarningStat>, Header;
        /// Time spent in each part of the pipeline.
        timer: Field<TimerId, TimerStat>, Header;

        // sizes that a step decides
        /// Number of contacts.
        ncon: i32, Header;
        /// Number of rows of equality constraints.
        ne: i32, Header;
        /// Number of rows of dry friction.
        nf: i32, Header;
        /// Number of rows of limits.
        nl: i32, Header;
        /// Number of constraint rows.
        nefc: i32, Header;
        /// Number of entries of the constraint Jacobian.
        nJ: i32, Header;
        /// Number of entries of `efc_AR`.
        nA: i32, Header;
        /// Number of islands.
        nisland: i32, Header;
        /// Number of degrees of freedom in islands.
        nidof: i32, Header;
        /// Number of kinematic trees that are awake.
        ntree_awake: i32, Header;
        /// Number of bodies that are awake or static.
        nbody_awake: i32, Header;
        /// Number of bodies whose parents are awake or static.
        nparent_awake: i32, Header;
        /// Number of degrees of freedom that are awake.
        nv_awake: i32, Header;
    }
    lanes {
        // whether lazily computed quantities are current
        /// Whether the potential energy is current.
        flg_energypos: u8, Header;
        /// Whether the kinetic energy is current.
        flg_energyvel: u8, Header;
        /// Whether `subtree_linvel` and `subtree_angmom` are current.
        flg_subtreevel: u8, Header;
        /// Whether `cacc`, `cfrc_int` and `cfrc_ext` are current.
        flg_rnepost: u8, Header;
    }
    each {
        // global quantities
        /// Simulation time; s.
        time: f64, State;
    }
    lanes {
        /// Potential and kinetic energy; J.
        energy: [N; 2], Energy;

        // state
        /// Positions of joints, a unit quaternion (w, x, y, z) for rotations of ball and free
        /// joints; m or rad or 1.
        qpos: Field<QposAdr, N>, State;
        /// Velocities of degrees of freedom; m/s or rad/s, joint space.
        qvel: Field<DofId, N>, State;
        /// Activations of actuators; any.
        act: Field<ActAdr, N>, State;
        /// Past controls and sensor values with their times; any.
        history: Field<HistoryAdr, N>, State;
        /// Accelerations that the solver starts from; m/s^2 or rad/s^2, joint space.
        qacc_warmstart: Field<DofId, N>, State;
        /// State of plugin instances; any.
        plugin_state: Field<PluginStateAdr, N>, State;

        // inputs
        /// Controls of actuators; any.
        ctrl: Field<ActuatorId, N>, Input;
        /// Forces that the user applies to degrees of freedom; N or N m, joint space.
        qfrc_applied: Field<DofId, N>, Input;
        /// Force and torque that the user applies at the body's center of mass; N and N m, world
        /// axes.
        xfrc_applied: Field<BodyId, [N; 6]>, Input;
    }
    each {
        /// Whether the equality constraint is on.
        eq_active: Field<EqualityId, u8>, Input;
    }
    lanes {
        // poses of mocap bodies
        /// Positions of mocap bodies; m, world frame.
        mocap_pos: Field<MocapId, Vec3Of<N>>, Input;
        /// Orientations of mocap bodies; 1, world frame.
        mocap_quat: Field<MocapId, QuatOf<N>>, Input;

        // outputs
        /// Accelerations of degrees of freedom; m/s^2 or rad/s^2, joint space.
        qacc: Field<DofId, N>, FwdConstraint;
        /// Time derivatives of activations; any.
        act_dot: Field<ActAdr, N>, Actuation;
        /// Numbers of the user's own; any.
        userdata: Field<UserDataAdr, N>, Input;
        /// What sensors measure; any.
        sensordata: Field<SensorAdr, N>, Sensor;
    }
    each {
        // sleep state
        /// Negative: steps until the tree may sleep, else the next tree in the cycle of those
        /// asleep together.
        tree_asleep: Field<TreeId, i32>, State;

        // plugins
        /// The plugin that the instance is of.
        plugin: Field<PluginId, i32>, Header;
        /// Handles of plugin instances, opaque numbers.
        plugin_data: Field<PluginId, u64>, Header;
    }
    lanes {
        // poses
        /// Positions of body frames; m, world frame.
        xpos: Field<BodyId, Vec3Of<N>>, Kinematics;
        /// Orientations of body frames; 1, world frame.
        xquat: Field<BodyId, QuatOf<N>>, Kinematics;
        /// Orientations of body frames as matrices; 1, world frame.
        xmat: Field<BodyId, Mat3Of<N>>, Kinematics;
        /// Centers of mass of bodies; m, world frame.
        xipos: Field<BodyId, Vec3Of<N>>, Kinematics;
        /// Orientations of inertial frames; 1, world frame.
        ximat: Field<BodyId, Mat3Of<N>>, Kinematics;
        /// Anchors of joints; m, world frame.
        xanchor: Field<JointId, Vec3Of<N>>, Kinematics;
        /// Axes of joints; 1, world frame.
        xaxis: Field<JointId, Vec3Of<N>>, Kinematics;
        /// Positions of geoms; m, world frame.
        geom_xpos: Field<GeomId, Vec3Of<N>>, Kinematics;
        /// Orientations of geoms; 1, world frame.
        geom_xmat: Field<GeomId, Mat3Of<N>>, Kinematics;
        /// Positions of sites; m, world frame.
        site_xpos: Field<SiteId, Vec3Of<N>>, Kinematics;
        /// Orientations of sites; 1, world frame.
        site_xmat: Field<SiteId, Mat3Of<N>>, Kinematics;

        // poses of cameras and lights
        /// Positions of cameras; m, world frame.
        cam_xpos: Field<CameraId, Vec3Of<N>>, CamLight;
        /// Orientations of cameras; 1, world frame.
        cam_xmat: Field<CameraId, Mat3Of<N>>, CamLight;
        /// Positions of lights; m, world frame.
        light_xpos: Field<LightId, Vec3Of<N>>, CamLight;
        /// Directions of lights; 1, world frame.
        light_xdir: Field<LightId, Vec3Of<N>>, CamLight;

        // quantities about the center of mass of each tree
        /// Centers of mass of each body with its descendants; m, world frame.
        subtree_com: Field<BodyId, Vec3Of<N>>, ComPos;
        /// Motion of the body for a velocity of 1, rotation before translation; 1 and m, world axes
        /// at the tree's center of mass.
        cdof: Field<DofId, SpatialOf<N>>, ComPos;
        /// Inertia of the body: moments, products, mass times offset, mass; kg m^2 and kg m and kg,
        /// world axes at the tree's center of mass.
        cinert: Field<BodyId, InertOf<N>>, ComPos;

        // flexes
        /// Positions of flex vertices; m, world frame.
        flexvert_xpos: Field<FlexVertId, Vec3Of<N>>, Flex;
        /// Center and half sizes of the box around the element; m, world frame.
        flexelem_aabb: Field<FlexElemId, [N; 6]>, Flex;
        /// Derivatives of edge lengths, by the pattern of the model; 1 or m, joint space.
        flexedge_J: Field<FlexEdgeJAdr, N>, Flex;
        /// Lengths of flex edges; m.
        flexedge_length: Field<FlexEdgeId, N>, Flex;
        /// Derivatives of the two strains at vertices, by the pattern of the model; 1 or 1/m, joint
        /// space.
        flexvert_J: Field<FlexVertJAdr, [N; 2]>, Flex;
        /// The two strains at vertices; 1.
        flexvert_length: Field<FlexVertId, [N; 2]>, Flex;
        /// Center and half sizes of the boxes of flexes; m, world frame.
        bvh_aabb_dyn: Field<BvhDynamicId, [N; 6]>, Flex;
    }
    each {
        // tendons
        /// Where the path of the tendon starts in `wrap_obj` and `wrap_xpos`, counted in points.
        ten_wrapadr: Field<TendonId, i32>, Tendon;
        /// How many points the path of the tendon has.
        ten_wrapnum: Field<TendonId, i32>, Tendon;
    }
    lanes {
        /// Derivatives of tendon lengths, by the pattern of the model; 1 or m, joint space.
        ten_J: Field<TendonJAdr, N>, Tendon;
        /// Lengths of tendons; m.
        ten_length: Field<TendonId, N>, Tendon;
    }
    each {
        /// What two points of a path belong to: a geom, -1 for a site, -2 for a pulley.
        wrap_obj: Field<WrapId, [i32; 2]>, Tendon;
    }
    lanes {
        /// Two points of a path; m, world frame.
        wrap_xpos: Field<WrapId, [N; 6]>, Tendon;

        // actuators
        /// Lengths of actuators, as their transmissions define them; m or rad.
        actuator_length: Field<ActuatorId, N>, Transmission;
        // the same places in all lanes
        /// Entries in the actuator's row of `actuator_moment`.
        moment_rownnz: Field<ActuatorId, i32>, Transmission;
        /// Where the actuator's row starts in `actuator_moment`.
        moment_rowadr: Field<ActuatorId, i32>, Transmission;
        /// The degree of freedom of each entry of `actuator_moment`.
        moment_colind: Field<MomentAdr, i32>, Transmission;
        /// Derivatives of actuator lengths; 1 or m, joint space.
        actuator_moment: Field<MomentAdr, N>, Transmission;

        // inertia
        /// Inertia of the body with its descendants, laid out as `cinert`; kg m^2 and kg m and kg,
        /// world axes at the tree's center of mass.
        crb: Field<BodyId, InertOf<N>>, MakeM;
        /// Inertia matrix along chains of ancestors; kg or kg m or kg m^2, joint space.
        qM: Field<QMAdr, N>, MakeM;
        /// Lower triangle of the inertia matrix, row by row; kg or kg m or kg m^2, joint space.
        M: Field<MAdr, N>, MakeM;
        /// Factors `L` and `D` of the inertia matrix, `M = L^T D L`; kg or kg m^2 or 1, joint
        /// space.
        qLD: Field<MAdr, N>, FactorM;
        /// Reciprocals of the diagonal of `D`; 1/kg or 1/(kg m^2), joint space.
        qLDiagInv: Field<DofId, N>, FactorM;
    }
    each {
        // collision
        /// Whether the node's box was found to overlap another.
        bvh_active: Field<BvhId, u8>, Collision;

        // what is awake
        /// Whether the kinematic tree is awake.
        tree_awake: Field<TreeId, i32>, Sleep;
        /// Whether the body is awake, asleep or static, a `SleepState`.
        body_awake: Field<BodyId, Kind<SleepState>>, Sleep;
        /// Bodies that are awake or static, in order.
        body_awake_ind: Field<BodyId, i32>, Sleep;
        /// Bodies whose parents are awake or static, in order.
        parent_awake_ind: Field<BodyId, i32>, Sleep;
        /// Degrees of freedom that are awake, in order.
        dof_awake_ind: Field<DofId, i32>, Sleep;
    }
    lanes {
        // velocities
        /// Rates of change of flex edge lengths; m/s.
        flexedge_velocity: Field<FlexEdgeId, N>, FwdVelocity;
        /// Rates of change of tendon lengths; m/s.
        ten_velocity: Field<TendonId, N>, FwdVelocity;
        /// Rates of change of actuator lengths; m/s or rad/s.
        actuator_velocity: Field<ActuatorId, N>, FwdVelocity;
        /// Velocities of bodies, rotation before translation; rad/s and m/s, world axes at the
        /// tree's center of mass.
        cvel: Field<BodyId, SpatialOf<N>>, ComVel;
        /// Time derivatives of `cdof`; 1/s and m/s, world axes at the tree's center of mass.
        cdof_dot: Field<DofId, SpatialOf<N>>, ComVel;

        // forces that depend on velocity
        /// Coriolis, centrifugal and gravitational forces, to be subtracted; N or N m, joint space.
        qfrc_bias: Field<DofId, N>, Rne;
        /// Forces of springs; N or N m, joint space.
        qfrc_spring: Field<DofId, N>, Passive;
        /// Forces of dampers; N or N m, joint space.
        qfrc_damper: Field<DofId, N>, Passive;
        /// Forces of gravity compensation; N or N m, joint space.
        qfrc_gravcomp: Field<DofId, N>, Passive;
        /// Forces of the medium; N or N m, joint space.
        qfrc_fluid: Field<DofId, N>, Passive;
        /// All passive forces together; N or N m, joint space.
        qfrc_passive: Field<DofId, N>, Passive;

        // subtree velocities
        /// Velocities of the centers of mass of each body with its descendants; m/s, world axes.
        subtree_linvel: Field<BodyId, Vec3Of<N>>, SubtreeVel;
        /// Angular momentum of each body with its descendants about their center of mass; kg m^2/s,
        /// world axes.
        subtree_angmom: Field<BodyId, Vec3Of<N>>, SubtreeVel;

        // matrices of implicit integration
        /// Factors of the inertia matrix with damping, laid out as `qLD`; kg or kg m^2 or 1, joint
        /// space.
        qH: Field<MAdr, N>, Integrate;
        /// Reciprocals of the diagonal in `qH`; 1/kg or 1/(kg m^2), joint space.
        qHDiagInv: Field<DofId, N>, Integrate;
        /// Derivatives of forces by velocities; N s/m or N m s/rad, joint space.
        qDeriv: Field<DofDofAdr, N>, Integrate;
        /// Factors `L` and `U` of `M - h * qDeriv`, h the time step; kg or kg m or kg m^2, joint
        /// space.
        qLU: Field<DofDofAdr, N>, Integrate;

        // forces and accelerations
        /// Forces of actuators; N or N m.
        actuator_force: Field<ActuatorId, N>, Actuation;
        /// Forces of actuators on degrees of freedom; N or N m, joint space.
        qfrc_actuator: Field<DofId, N>, Actuation;
        /// All forces but those of constraints; N or N m, joint space.
        qfrc_smooth: Field<DofId, N>, FwdAcceleration;
        /// Accelerations without constraints; m/s^2 or rad/s^2, joint space.
        qacc_smooth: Field<DofId, N>, FwdAcceleration;
        /// Forces of constraints; N or N m, joint space.
        qfrc_constraint: Field<DofId, N>, FwdConstraint;
        /// Applied forces that would cause `qacc`; N or N m, joint space.
        qfrc_inverse: Field<DofId, N>, Inverse;

        // accelerations and forces of bodies, rotation before translation
        /// Accelerations of bodies minus gravity, rotation before translation; rad/s^2 and m/s^2,
        /// world axes at the tree's center of mass.
        cacc: Field<BodyId, SpatialOf<N>>, RnePostConstraint;
        /// Torque and force from the parent on the body; N m and N, world axes at the tree's center
        /// of mass.
        cfrc_int: Field<BodyId, SpatialOf<N>>, RnePostConstraint;
        /// Torque and force from outside on the body; N m and N, world axes at the tree's center of
        /// mass.
        cfrc_ext: Field<BodyId, SpatialOf<N>>, RnePostConstraint;
    }
    each {
        // contacts
        /// All contacts that were detected.
        contact: Field<ContactId, Contact>, Collision;

        // constraints
        /// Kind of constraint of the row, a `ConstraintType`.
        efc_type: Field<EfcId, Kind<ConstraintType>>, MakeConstraint;
        /// What the row belongs to: an equality constraint, dof, joint, tendon or contact.
        efc_id: Field<EfcId, i32>, MakeConstraint;
        /// Entries in the row of the constraint Jacobian.
        efc_J_rownnz: Field<EfcId, i32>, MakeConstraint;
        /// Where the row starts in `efc_J`.
        efc_J_rowadr: Field<EfcId, i32>, MakeConstraint;
        /// How many rows after this one have the same columns.
        efc_J_rowsuper: Field<EfcId, i32>, MakeConstraint;
        /// The degree of freedom of each entry of `efc_J` where it is sparse.
        efc_J_colind: Field<EfcJAdr, i32>, MakeConstraint;
        /// Constraint Jacobian; 1 or m, constraint space by joint space.
        efc_J: Field<EfcJAdr, f64>, MakeConstraint;
        /// How far the constraint is violated, negative if it is; m or rad, constraint space.
        efc_pos: Field<EfcId, f64>, MakeConstraint;
        /// Distance at which the constraint begins; m or rad, constraint space.
        efc_margin: Field<EfcId, f64>, MakeConstraint;
        /// Largest force of dry friction; N or N m, constraint space.
        efc_frictionloss: Field<EfcId, f64>, MakeConstraint;
        /// Estimate of the diagonal of the inverse inertia; 1/kg or 1/(kg m^2), constraint space.
        efc_diagApprox: Field<EfcId, f64>, MakeConstraint;
        /// Stiffness, damping, impedance and its derivative; 1/s^2 and 1/s and 1 and 1/m,
        /// constraint space.
        efc_KBIP: Field<EfcId, [f64; 4]>, MakeConstraint;
        /// Reciprocals of `efc_R`; kg or kg m^2, constraint space.
        efc_D: Field<EfcId, f64>, MakeConstraint;
        /// Regularization, the inverse mass of the constraint; 1/kg or 1/(kg m^2), constraint
        /// space.
        efc_R: Field<EfcId, f64>, MakeConstraint;
        /// The first row of the tendon's constraints, -1 if it has none.
        tendon_efcadr: Field<TendonId, Link<EfcId>>, MakeConstraint;

        // islands: trees, dofs
        /// The island of the kinematic tree, -1 if no constraint moves it.
        tree_island: Field<TreeId, Link<IslandId>>, Island;
        /// How many kinematic trees the island has.
        island_ntree: Field<IslandId, i32>, Island;
        /// Where the island starts in `map_itree2tree`.
        island_itreeadr: Field<IslandId, i32>, Island;
        /// Kinematic trees in the order of islands.
        map_itree2tree: Field<TreeId, i32>, Island;
        /// The island of the degree of freedom, -1 if no constraint moves it.
        dof_island: Field<DofId, Link<IslandId>>, Island;
        /// How many degrees of freedom the island has.
        island_nv: Field<IslandId, i32>, Island;
        /// Where the island's degrees of freedom start in the order of islands.
        island_idofadr: Field<IslandId, i32>, Island;
        /// The island's first degree of freedom in the model's order.
        island_dofadr: Field<IslandId, i32>, Island;
        /// The place of the degree of freedom in the order of islands.
        map_dof2idof: Field<DofId, i32>, Island;
        /// Degrees of freedom in the order of islands, those of none at the end.
        map_idof2dof: Field<DofId, i32>, Island;

        // islands: quantities in island order
        /// `qfrc_smooth` in the order of islands; N or N m, joint space.
        ifrc_smooth: Field<IdofId, f64>, Island;
        /// `qacc_smooth` in the order of islands; m/s^2 or rad/s^2, joint space.
        iacc_smooth: Field<IdofId, f64>, Island;
        /// `M_rownnz` in the order of islands.
        iM_rownnz: Field<IdofId, i32>, Island;
        /// `M_rowadr` in the order of islands.
        iM_rowadr: Field<IdofId, i32>, Island;
        /// `M_colind` in the order of islands.
        iM_colind: Field<MAdr, i32>, Island;
        /// `M` in the order of islands; kg or kg m or kg m^2, joint space.
        iM: Field<MAdr, f64>, Island;
        /// `qLD` in the order of islands; kg or kg m^2 or 1, joint space.
        iLD: Field<MAdr, f64>, Island;
        /// `qLDiagInv` in the order of islands; 1/kg or 1/(kg m^2), joint space.
        iLDiagInv: Field<IdofId, f64>, Island;
        /// `qacc` in the order of islands; m/s^2 or rad/s^2, joint space.
        iacc: Field<IdofId, f64>, Island;

        // islands: constraints
        /// The island of the row.
        efc_island: Field<EfcId, Link<IslandId>>, Island;
        /// How many rows of equality constraints the island has.
        island_ne: Field<IslandId, i32>, Island;
        /// How many rows of dry friction the island has.
        island_nf: Field<IslandId, i32>, Island;
        /// How many rows the island has.
        island_nefc: Field<IslandId, i32>, Island;
        /// Where the island's rows start in the order of islands.
        island_iefcadr: Field<IslandId, i32>, Island;
        /// The place of the row in the order of islands.
        map_efc2iefc: Field<EfcId, i32>, Island;
        /// Rows in the order of islands.
        map_iefc2efc: Field<EfcId, i32>, Island;

        // islands: constraints in island order
        /// `efc_type` in the order of islands.
        iefc_type: Field<EfcId, Kind<ConstraintType>>, Island;
        /// `efc_id` in the order of islands.
        iefc_id: Field<EfcId, i32>, Island;
        /// `efc_J_rownnz` in the order of islands.
        iefc_J_rownnz: Field<EfcId, i32>, Island;
        /// `efc_J_rowadr` in the order of islands.
        iefc_J_rowadr: Field<EfcId, i32>, Island;
        /// `efc_J_rowsuper` in the order of islands.
        iefc_J_rowsuper: Field<EfcId, i32>, Island;
        /// `efc_J_colind` in the order of islands.
        iefc_J_colind: Field<EfcJAdr, i32>, Island;
        /// `efc_J` in the order of islands; 1 or m, constraint space by joint space.
        iefc_J: Field<EfcJAdr, f64>, Island;
        /// `efc_frictionloss` in the order of islands; N or N m, constraint space.
        iefc_frictionloss: Field<EfcId, f64>, Island;
        /// `efc_D` in the order of islands; kg or kg m^2, constraint space.
        iefc_D: Field<EfcId, f64>, Island;
        /// `efc_R` in the order of islands; 1/kg or 1/(kg m^2), constraint space.
        iefc_R: Field<EfcId, f64>, Island;

        // inverse inertia of constraints
        /// Entries in the row of `efc_AR`.
        efc_AR_rownnz: Field<EfcId, i32>, ProjectConstraint;
        /// Where the row starts in `efc_AR`.
        efc_AR_rowadr: Field<EfcId, i32>, ProjectConstraint;
        /// The column of each entry of `efc_AR` where it is sparse.
        efc_AR_colind: Field<EfcARAdr, i32>, ProjectConstraint;
        /// Inverse inertia of constraints with regularization, `J M^-1 J^T + R`; 1/kg or 1/(kg
        /// m^2), constraint space.
        efc_AR: Field<EfcARAdr, f64>, ProjectConstraint;

        // velocity and force of constraints
        /// Velocities of constraints, `J qvel`; m/s or rad/s, constraint space.
        efc_vel: Field<EfcId, f64>, FwdVelocity;
        /// Accelerations that constraints aim at; m/s^2 or rad/s^2, constraint space.
        efc_aref: Field<EfcId, f64>, FwdVelocity;
        /// Accelerations of constraints without their forces minus `efc_aref`; m/s^2 or rad/s^2,
        /// constraint space.
        efc_b: Field<EfcId, f64>, FwdConstraint;
        /// `efc_aref` in the order of islands; m/s^2 or rad/s^2, constraint space.
        iefc_aref: Field<EfcId, f64>, FwdConstraint;
        /// `efc_state` in the order of islands.
        iefc_state: Field<EfcId, Kind<ConstraintState>>, FwdConstraint;
        /// `efc_force` in the order of islands; N or N m, constraint space.
        iefc_force: Field<EfcId, f64>, FwdConstraint;
        /// What the row does at the solution, a `ConstraintState`.
        efc_state: Field<EfcId, Kind<ConstraintState>>, FwdConstraint;
        /// Forces of constraints; N or N m, constraint space.
        efc_force: Field<EfcId, f64>, FwdConstraint;
        /// `qfrc_constraint` in the order of islands; N or N m, joint space.
        ifrc_constraint: Field<IdofId, f64>, FwdConstraint;

        // identity
        /// Handle of MuJoCo's thread pool, here always 0.
        threadpool: u64, Header;
        /// Number that tells models of different structure apart, of the model that the data was
        /// made for.
        signature: u64, Header;
    }
    lanes {}
}
