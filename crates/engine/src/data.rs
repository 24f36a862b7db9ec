//! The state of a simulation: the table of everything in it, and how it is made and reset.

use std::any::Any;

use crate::contact::{Contact, SolverStat, TimerStat, WarningStat};
use crate::fields::{Field, FieldInfo, Stage, data_fields, table_impl};
use crate::growth::Growth;
#[allow(clippy::wildcard_imports)]
use crate::ids::*;
use crate::math::{Inert, Mat3, Num, Quat, Spatial, Vec3};
use crate::model::Model;
use crate::scratch::Scratch;
use crate::{sleep, support};

data_fields! {
    // constant sizes
    narena: i64, Header;
    nbuffer: i64, Header;
    nplugin: i32, Header;

    // memory use
    pstack: i64, Header;
    pbase: i64, Header;
    parena: i64, Header;
    maxuse_stack: i64, Header;
    maxuse_threadstack: Field<ThreadId, u64>, Header;
    maxuse_arena: i64, Header;
    maxuse_con: i32, Header;
    maxuse_efc: i32, Header;

    // solver statistics
    solver: Field<SolverStatId, SolverStat>, Header;
    solver_niter: Field<SolverIslandId, i32>, Header;
    solver_nnz: Field<SolverIslandId, i32>, Header;
    solver_fwdinv: [f64; 2], Header;

    // diagnostics
    warning: Field<WarningId, WarningStat>, Header;
    timer: Field<TimerId, TimerStat>, Header;

    // sizes that a step decides
    ncon: i32, Header;
    ne: i32, Header;
    nf: i32, Header;
    nl: i32, Header;
    nefc: i32, Header;
    nJ: i32, Header;
    nA: i32, Header;
    nisland: i32, Header;
    nidof: i32, Header;
    ntree_awake: i32, Header;
    nbody_awake: i32, Header;
    nparent_awake: i32, Header;
    nv_awake: i32, Header;

    // whether lazily computed quantities are current
    flg_energypos: u8, Header;
    flg_energyvel: u8, Header;
    flg_subtreevel: u8, Header;
    flg_rnepost: u8, Header;

    // global quantities
    time: f64, State;
    energy: [N; 2], Energy;

    // state
    qpos: Field<QposAdr, N>, State;
    qvel: Field<DofId, N>, State;
    act: Field<ActAdr, N>, State;
    history: Field<HistoryAdr, N>, State;
    qacc_warmstart: Field<DofId, N>, State;
    plugin_state: Field<PluginStateAdr, N>, State;

    // inputs
    ctrl: Field<ActuatorId, N>, Input;
    qfrc_applied: Field<DofId, N>, Input;
    xfrc_applied: Field<BodyId, [N; 6]>, Input;
    eq_active: Field<EqualityId, u8>, Input;

    // poses of mocap bodies
    mocap_pos: Field<MocapId, Vec3<N>>, Input;
    mocap_quat: Field<MocapId, Quat<N>>, Input;

    // outputs
    qacc: Field<DofId, N>, FwdConstraint;
    act_dot: Field<ActAdr, N>, Actuation;
    userdata: Field<UserDataAdr, N>, Input;
    sensordata: Field<SensorAdr, N>, Sensor;

    // sleep state
    tree_asleep: Field<TreeId, i32>, State;

    // plugins
    plugin: Field<PluginId, i32>, Header;
    plugin_data: Field<PluginId, u64>, Header;

    // poses
    xpos: Field<BodyId, Vec3<N>>, Kinematics;
    xquat: Field<BodyId, Quat<N>>, Kinematics;
    xmat: Field<BodyId, Mat3<N>>, Kinematics;
    xipos: Field<BodyId, Vec3<N>>, Kinematics;
    ximat: Field<BodyId, Mat3<N>>, Kinematics;
    xanchor: Field<JointId, Vec3<N>>, Kinematics;
    xaxis: Field<JointId, Vec3<N>>, Kinematics;
    geom_xpos: Field<GeomId, Vec3<N>>, Kinematics;
    geom_xmat: Field<GeomId, Mat3<N>>, Kinematics;
    site_xpos: Field<SiteId, Vec3<N>>, Kinematics;
    site_xmat: Field<SiteId, Mat3<N>>, Kinematics;

    // poses of cameras and lights
    cam_xpos: Field<CameraId, Vec3<N>>, CamLight;
    cam_xmat: Field<CameraId, Mat3<N>>, CamLight;
    light_xpos: Field<LightId, Vec3<N>>, CamLight;
    light_xdir: Field<LightId, Vec3<N>>, CamLight;

    // quantities about the center of mass of each tree
    subtree_com: Field<BodyId, Vec3<N>>, ComPos;
    cdof: Field<DofId, Spatial<N>>, ComPos;
    cinert: Field<BodyId, Inert<N>>, ComPos;

    // flexes
    flexvert_xpos: Field<FlexVertId, Vec3<N>>, Flex;
    flexelem_aabb: Field<FlexElemId, [N; 6]>, Flex;
    flexedge_J: Field<FlexEdgeJAdr, N>, Flex;
    flexedge_length: Field<FlexEdgeId, N>, Flex;
    flexvert_J: Field<FlexVertJAdr, [N; 2]>, Flex;
    flexvert_length: Field<FlexVertId, [N; 2]>, Flex;
    bvh_aabb_dyn: Field<BvhDynamicId, [N; 6]>, Flex;

    // tendons
    ten_wrapadr: Field<TendonId, i32>, Tendon;
    ten_wrapnum: Field<TendonId, i32>, Tendon;
    ten_J: Field<TendonJAdr, N>, Tendon;
    ten_length: Field<TendonId, N>, Tendon;
    wrap_obj: Field<WrapId, [i32; 2]>, Tendon;
    wrap_xpos: Field<WrapId, [N; 6]>, Tendon;

    // actuators
    actuator_length: Field<ActuatorId, N>, Transmission;
    moment_rownnz: Field<ActuatorId, i32>, Transmission;
    moment_rowadr: Field<ActuatorId, i32>, Transmission;
    moment_colind: Field<MomentAdr, i32>, Transmission;
    actuator_moment: Field<MomentAdr, N>, Transmission;

    // inertia
    crb: Field<BodyId, Inert<N>>, MakeM;
    qM: Field<QMAdr, N>, MakeM;
    M: Field<MAdr, N>, MakeM;
    qLD: Field<MAdr, N>, FactorM;
    qLDiagInv: Field<DofId, N>, FactorM;

    // collision
    bvh_active: Field<BvhId, u8>, Collision;

    // what is awake
    tree_awake: Field<TreeId, i32>, Sleep;
    body_awake: Field<BodyId, i32>, Sleep;
    body_awake_ind: Field<BodyId, i32>, Sleep;
    parent_awake_ind: Field<BodyId, i32>, Sleep;
    dof_awake_ind: Field<DofId, i32>, Sleep;

    // velocities
    flexedge_velocity: Field<FlexEdgeId, N>, FwdVelocity;
    ten_velocity: Field<TendonId, N>, FwdVelocity;
    actuator_velocity: Field<ActuatorId, N>, FwdVelocity;
    cvel: Field<BodyId, Spatial<N>>, ComVel;
    cdof_dot: Field<DofId, Spatial<N>>, ComVel;

    // forces that depend on velocity
    qfrc_bias: Field<DofId, N>, Rne;
    qfrc_spring: Field<DofId, N>, Passive;
    qfrc_damper: Field<DofId, N>, Passive;
    qfrc_gravcomp: Field<DofId, N>, Passive;
    qfrc_fluid: Field<DofId, N>, Passive;
    qfrc_passive: Field<DofId, N>, Passive;

    // subtree velocities
    subtree_linvel: Field<BodyId, Vec3<N>>, SubtreeVel;
    subtree_angmom: Field<BodyId, Vec3<N>>, SubtreeVel;

    // matrices of implicit integration
    qH: Field<MAdr, N>, Integrate;
    qHDiagInv: Field<DofId, N>, Integrate;
    qDeriv: Field<DofDofAdr, N>, Integrate;
    qLU: Field<DofDofAdr, N>, Integrate;

    // forces and accelerations
    actuator_force: Field<ActuatorId, N>, Actuation;
    qfrc_actuator: Field<DofId, N>, Actuation;
    qfrc_smooth: Field<DofId, N>, FwdAcceleration;
    qacc_smooth: Field<DofId, N>, FwdAcceleration;
    qfrc_constraint: Field<DofId, N>, FwdConstraint;
    qfrc_inverse: Field<DofId, N>, Inverse;

    // accelerations and forces of bodies, rotation before translation
    cacc: Field<BodyId, Spatial<N>>, RnePostConstraint;
    cfrc_int: Field<BodyId, Spatial<N>>, RnePostConstraint;
    cfrc_ext: Field<BodyId, Spatial<N>>, RnePostConstraint;

    // contacts
    contact: Field<ContactId, Contact>, Collision;

    // constraints
    efc_type: Field<EfcId, i32>, MakeConstraint;
    efc_id: Field<EfcId, i32>, MakeConstraint;
    efc_J_rownnz: Field<EfcId, i32>, MakeConstraint;
    efc_J_rowadr: Field<EfcId, i32>, MakeConstraint;
    efc_J_rowsuper: Field<EfcId, i32>, MakeConstraint;
    efc_J_colind: Field<EfcJAdr, i32>, MakeConstraint;
    efc_J: Field<EfcJAdr, N>, MakeConstraint;
    efc_pos: Field<EfcId, N>, MakeConstraint;
    efc_margin: Field<EfcId, N>, MakeConstraint;
    efc_frictionloss: Field<EfcId, N>, MakeConstraint;
    efc_diagApprox: Field<EfcId, N>, MakeConstraint;
    efc_KBIP: Field<EfcId, [N; 4]>, MakeConstraint;
    efc_D: Field<EfcId, N>, MakeConstraint;
    efc_R: Field<EfcId, N>, MakeConstraint;
    tendon_efcadr: Field<TendonId, i32>, MakeConstraint;

    // islands: trees, dofs
    tree_island: Field<TreeId, i32>, Island;
    island_ntree: Field<IslandId, i32>, Island;
    island_itreeadr: Field<IslandId, i32>, Island;
    map_itree2tree: Field<TreeId, i32>, Island;
    dof_island: Field<DofId, i32>, Island;
    island_nv: Field<IslandId, i32>, Island;
    island_idofadr: Field<IslandId, i32>, Island;
    island_dofadr: Field<IslandId, i32>, Island;
    map_dof2idof: Field<DofId, i32>, Island;
    map_idof2dof: Field<DofId, i32>, Island;

    // islands: quantities in island order
    ifrc_smooth: Field<IdofId, N>, Island;
    iacc_smooth: Field<IdofId, N>, Island;
    iM_rownnz: Field<IdofId, i32>, Island;
    iM_rowadr: Field<IdofId, i32>, Island;
    iM_colind: Field<MAdr, i32>, Island;
    iM: Field<MAdr, N>, Island;
    iLD: Field<MAdr, N>, Island;
    iLDiagInv: Field<IdofId, N>, Island;
    iacc: Field<IdofId, N>, Island;

    // islands: constraints
    efc_island: Field<EfcId, i32>, Island;
    island_ne: Field<IslandId, i32>, Island;
    island_nf: Field<IslandId, i32>, Island;
    island_nefc: Field<IslandId, i32>, Island;
    island_iefcadr: Field<IslandId, i32>, Island;
    map_efc2iefc: Field<EfcId, i32>, Island;
    map_iefc2efc: Field<EfcId, i32>, Island;

    // islands: constraints in island order
    iefc_type: Field<EfcId, i32>, Island;
    iefc_id: Field<EfcId, i32>, Island;
    iefc_J_rownnz: Field<EfcId, i32>, Island;
    iefc_J_rowadr: Field<EfcId, i32>, Island;
    iefc_J_rowsuper: Field<EfcId, i32>, Island;
    iefc_J_colind: Field<EfcJAdr, i32>, Island;
    iefc_J: Field<EfcJAdr, N>, Island;
    iefc_frictionloss: Field<EfcId, N>, Island;
    iefc_D: Field<EfcId, N>, Island;
    iefc_R: Field<EfcId, N>, Island;

    // inverse inertia of constraints
    efc_AR_rownnz: Field<EfcId, i32>, ProjectConstraint;
    efc_AR_rowadr: Field<EfcId, i32>, ProjectConstraint;
    efc_AR_colind: Field<EfcARAdr, i32>, ProjectConstraint;
    efc_AR: Field<EfcARAdr, N>, ProjectConstraint;

    // velocity and force of constraints
    efc_vel: Field<EfcId, N>, FwdVelocity;
    efc_aref: Field<EfcId, N>, FwdVelocity;
    efc_b: Field<EfcId, N>, FwdConstraint;
    iefc_aref: Field<EfcId, N>, FwdConstraint;
    iefc_state: Field<EfcId, i32>, FwdConstraint;
    iefc_force: Field<EfcId, N>, FwdConstraint;
    efc_state: Field<EfcId, i32>, FwdConstraint;
    efc_force: Field<EfcId, N>, FwdConstraint;
    ifrc_constraint: Field<IdofId, N>, FwdConstraint;

    // identity
    threadpool: u64, Header;
    signature: u64, Header;
}

table_impl!(DataOf<N>);

impl<N: Num> Clone for DataOf<N> {
    fn clone(&self) -> Self {
        let mut made = Self::empty();
        for access in Self::ACCESS {
            (access.copy)(&mut made, self);
        }
        made.scratch = self.scratch.clone();
        made
    }

    /// Copies everything; arrays stay where they are in memory as far as they are large enough.
    #[doc(alias = "mj_copyData")]
    fn clone_from(&mut self, from: &Self) {
        for access in Self::ACCESS {
            (access.copy)(self, from);
        }
    }
}

impl<N: Num> DataOf<N> {
    /// Allocates data for a model, in the state that [`reset`](Self::reset) describes.
    ///
    /// # Panics
    /// If the machine has not enough memory; [`Draft::new`](crate::model::Draft::new) has bounded the amount.
    #[doc(alias = "mj_makeData")]
    pub fn new(m: &Model) -> Self {
        let mut d = Self::allocate(&m.sizes).expect("memory for the data of a model");
        d.scratch = Scratch::new(m);
        d.reset(m);
        d
    }

    /// Returns to the model's default pose at rest: `qpos0`, no contacts, no constraints, mocap
    /// bodies where the model puts them, equality constraints as the model switches them.
    ///
    /// Does not compute anything that follows from the state, unless sleep is enabled: then poses of
    /// what is static are computed here, and trees that the model wants to start asleep do so, which
    /// takes the forward dynamics of the initial state.
    #[doc(alias = "mj_resetData")]
    pub fn reset(&mut self, m: &Model) {
        self.clear();
        self.narena = m.sizes.narena;
        self.nbuffer = Self::bytes_for(&m.sizes).unwrap_or(0) as i64;
        self.nplugin = m.sizes.nplugin as i32;
        self.signature = m.signature;

        for (to, &from) in self.qpos.iter_mut().zip(m.qpos0.iter()) {
            *to = N::splat(from);
        }
        copy(&mut self.eq_active, &m.eq_active0);
        copy(&mut self.plugin, &m.plugin);
        self.reset_history(m);
        sleep::start(m, self);

        // mocap bodies start where the model has them
        for b in m.bodies() {
            let Some(id) = MocapId::new(m.body_mocapid[b]).filter(|id| id.0 < m.nmocap) else {
                continue;
            };
            self.mocap_pos[id] = Vec3::splat(m.body_pos[b]);
            self.mocap_quat[id] = Quat::splat(m.body_quat[b]);
        }
    }

    /// How many bytes a step may take for contacts, rows and solvers: [`mod@crate::growth`] says what
    /// happens beyond.
    pub fn memory_limit(&self) -> usize {
        self.scratch.growth.limit()
    }

    /// Sets [`memory_limit`](Self::memory_limit), from the next step on. Memory that is there stays.
    pub fn set_memory_limit(&mut self, bytes: usize) {
        self.scratch.growth = Growth::new(bytes);
    }

    /// The data, if it is of a single simulation.
    pub fn single(&self) -> Option<&Data> {
        (self as &dyn Any).downcast_ref()
    }

    /// The data, to be written, if it is of a single simulation.
    pub fn single_mut(&mut self) -> Option<&mut Data> {
        (self as &mut dyn Any).downcast_mut()
    }

    /// Sets every byte to zero and empties what a step sizes; memory is kept.
    fn clear(&mut self) {
        for (access, allocation) in Self::ACCESS.iter().zip(Self::ALLOCATION) {
            (allocation.set_len)(self, 0);
            (access.get_mut)(self).bytes.fill(0);
        }
    }

    /// Resizes the array at that place of [`FIELDS`](Self::FIELDS) if a step may do so.
    pub(crate) fn set_len(&mut self, index: usize, len: usize) {
        if let Some(allocation) = Self::ALLOCATION.get(index) {
            (allocation.set_len)(self, len);
        }
    }

    /// Forgets the rows of constraints and their islands; contacts stay.
    pub(crate) fn clear_constraints(&mut self) {
        for (field, allocation) in Self::FIELDS.iter().zip(Self::ALLOCATION) {
            if matches!(field.count, "nefc" | "nJ" | "nA" | "nisland" | "nidof") {
                (allocation.set_len)(self, 0);
            }
        }
        self.nefc = 0;
        self.nisland = 0;
        for contact in self.contact.iter_mut() {
            contact.efc_address = -1;
        }
    }

    /// Makes room for so many contacts and constraint rows, all zero, and for `nj` numbers of the
    /// constraint Jacobian; what was there is gone. For those who fill these arrays themselves.
    ///
    /// Returns false, with none of them, if they take more memory than the model grants.
    pub fn resize_constraints(&mut self, m: &Model, ncon: usize, nefc: usize, nj: usize) -> bool {
        self.clear_constraints();
        (self.ncon, self.nefc, self.nJ, self.nA) = (0, 0, 0, 0);
        let dual = support::is_dual(m);
        let len = |field: &FieldInfo| match field.count {
            _ if field.by == Stage::Island || field.name.starts_with("iefc_") => None,
            "ncon" => Some(ncon),
            "nefc" if dual || !field.name.starts_with("efc_AR") => Some(nefc),
            "nJ" => Some(nj),
            _ => None,
        };

        // within the limit, each array and all together
        let mut bytes = 0usize;
        for field in Self::FIELDS {
            let entry = field.inner.iter().product::<usize>() * field.dtype.size();
            let size = len(field).map_or(Some(0), |n| n.checked_mul(entry));
            bytes = bytes.saturating_add(size.unwrap_or(usize::MAX));
        }
        let fits = i64::try_from(bytes).is_ok_and(|bytes| bytes <= self.narena);
        for (field, allocation) in Self::FIELDS.iter().zip(Self::ALLOCATION) {
            if let Some(n) = len(field) {
                (allocation.set_len)(self, 0);
                (allocation.set_len)(self, if fits { n } else { 0 });
            }
        }
        if fits {
            (self.ncon, self.nefc, self.nJ) = (ncon as i32, nefc as i32, nj as i32);
        }
        fits
    }

    /// Fills the delay buffers with zeros, stamped with the times before the start.
    fn reset_history(&mut self, m: &Model) {
        let dt = m.opt.timestep;
        for u in m.actuators() {
            let n = m.actuator_history[u][0];
            let stamp = |j: i32| -f64::from(n - j) * dt;
            self.reset_history_of(m.actuator_historyadr[u], n, 0.0, stamp);
        }
        for s in m.sensors() {
            let n = m.sensor_history[s][0];
            let [period, phase] = m.sensor_interval[s];
            let start = if phase == 0.0 { -period } else { phase };
            if period > 0.0 {
                // samples lie one period apart, moved up to the next step
                let stamp = |j: i32| ((start - f64::from(n - 1 - j) * period) / dt).ceil() * dt;
                self.reset_history_of(m.sensor_historyadr[s], n, start, stamp);
            } else {
                let stamp = |j: i32| -f64::from(n - j) * dt;
                self.reset_history_of(m.sensor_historyadr[s], n, -dt, stamp);
            }
        }
    }

    /// One delay buffer: a slot for the user, the place of the newest sample, then the times.
    fn reset_history_of(&mut self, adr: i32, n: i32, slot: f64, stamp: impl Fn(i32) -> f64) {
        let Some(buf) = usize::try_from(adr).ok().and_then(|adr| self.history.get_mut(adr..))
        else {
            return;
        };
        let times = (0..n).map(stamp);
        if n > 0 {
            let values = [slot, f64::from(n - 1)].into_iter().chain(times);
            buf.iter_mut().zip(values).for_each(|(to, v)| *to = N::splat(v));
        }
    }
}

/// Copies as far as both reach.
fn copy<T: Copy>(to: &mut [T], from: &[T]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::Storage;
    use crate::sizes::Sizes;

    /// World, a mocap body with a child, and a body with one slider.
    fn model() -> Model {
        let sizes = Sizes {
            nbody: 4,
            nq: 1,
            nv: 1,
            ntree: 1,
            nmocap: 1,
            neq: 2,
            nu: 1,
            nhistory: 8,
            ..Sizes::default()
        };
        let mut m = Model::new(sizes).unwrap();
        m.qpos0.fill(0.5);
        m.eq_active0.copy_from_slice(&[1, 0]);
        m.body_rootid.copy_from_slice(&[0, 1, 1, 3]);
        m.body_treeid.copy_from_slice(&[-1, -1, -1, 0]);
        m.dof_bodyid.fill(3);
        m.body_mocapid.copy_from_slice(&[-1, 0, -1, -1]);
        m.body_pos[BodyId(1)] = Vec3::new(1.0, 2.0, 3.0);
        m.body_quat[BodyId(1)] = Quat::new(0.0, 1.0, 0.0, 0.0);
        m.actuator_history[ActuatorId(0)] = [3, 0];
        m.opt.timestep = 0.5;
        m
    }

    #[test]
    fn new_data_is_at_the_default_pose() {
        let d = Data::new(&model());
        assert_eq!(d.qpos.as_slice(), [0.5]);
        assert_eq!(d.eq_active.as_slice(), [1, 0]);
        assert_eq!(d.mocap_pos[MocapId(0)], Vec3::new(1.0, 2.0, 3.0));
        assert_eq!(d.mocap_quat[MocapId(0)], Quat::new(0.0, 1.0, 0.0, 0.0));
        // slot, newest sample, times, values
        assert_eq!(d.history.as_slice(), [0.0, 2.0, -1.5, -1.0, -0.5, 0.0, 0.0, 0.0]);
        assert_eq!(d.body_awake.as_slice(), [-1, 1, 1, 1]);
        assert_eq!((d.nbody_awake, d.nparent_awake, d.nv_awake), (4, 3, 1));
        assert!(d.contact.is_empty() && d.efc_force.is_empty());
    }

    #[test]
    fn reset_returns_to_new_data_and_keeps_memory() {
        let m = model();
        let mut d = Data::new(&m);
        let place = d.qpos.as_ptr();
        d.qpos.fill(9.0);
        d.time = 4.0;
        d.contact.push(Contact::default());
        d.ncon = 1;
        d.reset(&m);
        assert_eq!(d.to_bytes(&m), Data::new(&m).to_bytes(&m));
        assert_eq!(d.qpos.as_ptr(), place);
    }

    #[test]
    fn a_clone_has_equal_values_in_memory_of_its_own() {
        let m = model();
        let mut d = Data::new(&m);
        d.contact.push(Contact { dist: 1.0, ..Contact::default() });
        let copy = d.clone();
        assert_eq!(copy.to_bytes(&m), d.to_bytes(&m));
        assert_ne!(copy.qpos.as_ptr(), d.qpos.as_ptr());
        assert_eq!(copy.contact.shape().to_vec(), [1]);
    }

    #[test]
    fn copying_keeps_the_memory_of_the_copy() {
        let m = model();
        let (mut from, mut to) = (Data::new(&m), Data::new(&m));
        from.qpos.fill(2.0);
        from.contact.push(Contact { dist: 1.0, ..Contact::default() });
        let place = to.qpos.as_ptr();
        to.clone_from(&from);
        assert_eq!(to.to_bytes(&m), from.to_bytes(&m));
        assert_eq!(to.qpos.as_ptr(), place);
    }

    #[test]
    fn constraints_take_no_more_memory_than_the_model_grants() {
        let m = model();
        let mut d = Data::new(&m);
        d.narena = 1 << 14;
        assert!(d.resize_constraints(&m, 3, 5, 7));
        assert_eq!((d.contact.len(), d.efc_force.len(), d.efc_J.len()), (3, 5, 7));
        assert_eq!((d.ncon, d.nefc, d.nJ), (3, 5, 7));
        assert!(!d.resize_constraints(&m, usize::MAX, 5, 7));
        assert_eq!((d.contact.len(), d.efc_force.len(), d.nJ), (0, 0, 0));
    }

    #[test]
    fn ids_out_of_range_do_not_panic() {
        let mut m = model();
        m.body_mocapid.fill(7);
        m.body_rootid.fill(-3);
        m.actuator_historyadr.fill(1000);
        m.actuator_history.fill([i32::MAX, 0]);
        assert_eq!(Data::new(&m).history.as_slice(), [0.0; 8]);
        m.actuator_historyadr.fill(6);
        assert_eq!(Data::new(&m).history[HistoryAdr(7)], f64::from(i32::MAX - 1));
    }
}
