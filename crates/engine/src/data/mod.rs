//! The state of simulations: the table of everything in it, in two parts.
//!
//! Numbers `N` are in [`DataOf`], one for each simulation in a lane of its own; the rest is in a
//! [`Sim`] for each. [`mod@crate::reset`] makes data and brings it back to the start.

mod lanes;
mod sim;
mod table;

use std::fmt;
use std::ops::{Deref, DerefMut};

use crate::contact::{Contact, SolverStat, TimerStat, WarningStat};
use crate::fields::{Field, FieldRef};
use crate::growth::Growth;
#[allow(clippy::wildcard_imports)]
use crate::ids::*;
use crate::math::{Inert, Mat3, Quat, Spatial, Vec3};
use crate::sizes::{SizeError, Sizes};

pub use lanes::{Lanes, LanesError};
use table::data_fields;

data_fields! {
    each {
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
    }
    lanes {
        // whether lazily computed quantities are current
        flg_energypos: u8, Header;
        flg_energyvel: u8, Header;
        flg_subtreevel: u8, Header;
        flg_rnepost: u8, Header;
    }
    each {
        // global quantities
        time: f64, State;
    }
    lanes {
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
    }
    each {
        eq_active: Field<EqualityId, u8>, Input;
    }
    lanes {
        // poses of mocap bodies
        mocap_pos: Field<MocapId, Vec3<N>>, Input;
        mocap_quat: Field<MocapId, Quat<N>>, Input;

        // outputs
        qacc: Field<DofId, N>, FwdConstraint;
        act_dot: Field<ActAdr, N>, Actuation;
        userdata: Field<UserDataAdr, N>, Input;
        sensordata: Field<SensorAdr, N>, Sensor;
    }
    each {
        // sleep state
        tree_asleep: Field<TreeId, i32>, State;

        // plugins
        plugin: Field<PluginId, i32>, Header;
        plugin_data: Field<PluginId, u64>, Header;
    }
    lanes {
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
    }
    each {
        // tendons
        ten_wrapadr: Field<TendonId, i32>, Tendon;
        ten_wrapnum: Field<TendonId, i32>, Tendon;
    }
    lanes {
        ten_J: Field<TendonJAdr, N>, Tendon;
        ten_length: Field<TendonId, N>, Tendon;
    }
    each {
        wrap_obj: Field<WrapId, [i32; 2]>, Tendon;
    }
    lanes {
        wrap_xpos: Field<WrapId, [N; 6]>, Tendon;

        // actuators
        actuator_length: Field<ActuatorId, N>, Transmission;
        // the same places in all lanes
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
    }
    each {
        // collision
        bvh_active: Field<BvhId, u8>, Collision;

        // what is awake
        tree_awake: Field<TreeId, i32>, Sleep;
        body_awake: Field<BodyId, i32>, Sleep;
        body_awake_ind: Field<BodyId, i32>, Sleep;
        parent_awake_ind: Field<BodyId, i32>, Sleep;
        dof_awake_ind: Field<DofId, i32>, Sleep;
    }
    lanes {
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
    }
    each {
        // contacts
        contact: Field<ContactId, Contact>, Collision;

        // constraints
        efc_type: Field<EfcId, i32>, MakeConstraint;
        efc_id: Field<EfcId, i32>, MakeConstraint;
        efc_J_rownnz: Field<EfcId, i32>, MakeConstraint;
        efc_J_rowadr: Field<EfcId, i32>, MakeConstraint;
        efc_J_rowsuper: Field<EfcId, i32>, MakeConstraint;
        efc_J_colind: Field<EfcJAdr, i32>, MakeConstraint;
        efc_J: Field<EfcJAdr, f64>, MakeConstraint;
        efc_pos: Field<EfcId, f64>, MakeConstraint;
        efc_margin: Field<EfcId, f64>, MakeConstraint;
        efc_frictionloss: Field<EfcId, f64>, MakeConstraint;
        efc_diagApprox: Field<EfcId, f64>, MakeConstraint;
        efc_KBIP: Field<EfcId, [f64; 4]>, MakeConstraint;
        efc_D: Field<EfcId, f64>, MakeConstraint;
        efc_R: Field<EfcId, f64>, MakeConstraint;
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
        ifrc_smooth: Field<IdofId, f64>, Island;
        iacc_smooth: Field<IdofId, f64>, Island;
        iM_rownnz: Field<IdofId, i32>, Island;
        iM_rowadr: Field<IdofId, i32>, Island;
        iM_colind: Field<MAdr, i32>, Island;
        iM: Field<MAdr, f64>, Island;
        iLD: Field<MAdr, f64>, Island;
        iLDiagInv: Field<IdofId, f64>, Island;
        iacc: Field<IdofId, f64>, Island;

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
        iefc_J: Field<EfcJAdr, f64>, Island;
        iefc_frictionloss: Field<EfcId, f64>, Island;
        iefc_D: Field<EfcId, f64>, Island;
        iefc_R: Field<EfcId, f64>, Island;

        // inverse inertia of constraints
        efc_AR_rownnz: Field<EfcId, i32>, ProjectConstraint;
        efc_AR_rowadr: Field<EfcId, i32>, ProjectConstraint;
        efc_AR_colind: Field<EfcARAdr, i32>, ProjectConstraint;
        efc_AR: Field<EfcARAdr, f64>, ProjectConstraint;

        // velocity and force of constraints
        efc_vel: Field<EfcId, f64>, FwdVelocity;
        efc_aref: Field<EfcId, f64>, FwdVelocity;
        efc_b: Field<EfcId, f64>, FwdConstraint;
        iefc_aref: Field<EfcId, f64>, FwdConstraint;
        iefc_state: Field<EfcId, i32>, FwdConstraint;
        iefc_force: Field<EfcId, f64>, FwdConstraint;
        efc_state: Field<EfcId, i32>, FwdConstraint;
        efc_force: Field<EfcId, f64>, FwdConstraint;
        ifrc_constraint: Field<IdofId, f64>, FwdConstraint;

        // identity
        threadpool: u64, Header;
        signature: u64, Header;
    }
    lanes {}
}

/// The number of a single simulation, for what the table lists of [`Data`].
type N = f64;

impl Deref for Data {
    type Target = Sim;
    #[inline]
    fn deref(&self) -> &Sim {
        &self.sims[0]
    }
}

impl DerefMut for Data {
    #[inline]
    fn deref_mut(&mut self) -> &mut Sim {
        &mut self.sims[0]
    }
}

impl<N: Lanes> Clone for DataOf<N> {
    fn clone(&self) -> Self {
        let mut made = Self::empty();
        made.clone_from(self);
        made.scratch = self.scratch.clone();
        made
    }

    /// Copies everything; arrays stay where they are in memory as far as they are large enough.
    #[doc(alias = "mj_copyData")]
    fn clone_from(&mut self, from: &Self) {
        for row in Self::ROWS {
            (row.copy)(self, from);
        }
        for (to, from) in self.sims_mut().iter_mut().zip(from.sims()) {
            to.clone_from(from);
        }
    }
}

impl<N: Lanes> fmt::Debug for DataOf<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("DataOf");
        for field in self.numbers().filter(|field| !field.bytes.is_empty()) {
            out.field(field.name, &field.shape);
        }
        out.field("sims", &self.sims()).finish_non_exhaustive()
    }
}

impl Data {
    /// Resizes the array at that place of [`FIELDS`](Self::FIELDS) if a step may do so.
    pub(crate) fn set_len(&mut self, index: usize, len: usize) {
        let Some(info) = Self::FIELDS.get(index) else { return };
        if let Some(row) = Sim::ROWS.iter().find(|row| row.info.name == info.name) {
            (row.set_len)(&mut self.sims[0], len);
        }
    }
}

impl<N: Lanes> DataOf<N> {
    /// Allocates every array as zeros; those that a step sizes are empty.
    pub(crate) fn allocate(sizes: &Sizes) -> Result<Self, SizeError> {
        let mut made = Self::empty();
        Self::ROWS.iter().try_for_each(|row| (row.make)(&mut made, sizes))?;
        for sim in made.sims_mut() {
            *sim = Sim::allocate(sizes)?;
        }
        Ok(made)
    }

    /// Bytes of all arrays that the model sizes; `None` on overflow.
    pub fn bytes_for(sizes: &Sizes) -> Option<usize> {
        let rows = |total: usize, bytes: Option<usize>| total.checked_add(bytes?);
        let shared = Self::ROWS.iter().map(|row| (row.bytes)(sizes)).try_fold(0, rows)?;
        let own = Sim::ROWS.iter().map(|row| (row.bytes)(sizes)).try_fold(0, rows)?;
        shared.checked_add(own.checked_mul(N::LANES)?)
    }

    /// The numbers in lanes and the integers that lanes share, in MuJoCo's order.
    pub fn numbers(&self) -> impl Iterator<Item = FieldRef<'_>> {
        Self::ROWS.iter().map(|row| (row.get)(self))
    }

    /// What each simulation has for itself, one after the other.
    #[inline]
    pub fn sims(&self) -> &[Sim] {
        self.sims.as_ref()
    }

    /// The one whose sleep decides what stages leave out: models that sleep are not put into lanes.
    #[inline]
    pub(crate) fn first(&self) -> &Sim {
        &self.sims()[0]
    }

    /// What each simulation has for itself, to be written.
    #[inline]
    pub fn sims_mut(&mut self) -> &mut [Sim] {
        self.sims.as_mut()
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

    /// Sets every byte to zero and empties what a step sizes; memory is kept.
    pub(crate) fn clear(&mut self) {
        for row in Self::ROWS {
            (row.get_mut)(self).bytes.fill(0);
        }
        self.sims_mut().iter_mut().for_each(Sim::clear);
    }
}

#[cfg(test)]
mod tests;
