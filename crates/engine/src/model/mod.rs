//! [`Model`], a compiled model: its arrays, and how they are filled in, checked and edited.
//!
//! | file | what it has |
//! |---|---|
//! | `fields` | a row for every array, structure or parameter; `table` makes the structs from them |
//! | `draft` | a model under construction |
//! | `derive` | structure that follows from other structure |
//! | `check` | tests that every id and address points into its array |
//! | `edit` | changes of the structure of a finished model |
//! | `facts` | answers derived from several fields: total mass, whether Jacobians are sparse |

mod check;
mod derive;
mod draft;
mod edit;
mod error;
pub(crate) mod facts;
mod fields;
mod table;

use std::any::Any;
use std::ops::Deref;
use std::sync::Arc;

pub(crate) use derive::{is_derived, trees_of_tendon};
pub use draft::Draft;
pub use error::{Allowed, StructureError};
pub use fields::{Model, Structure};

pub use crate::sizes::MAX_BYTES;

use crate::enums::JointType;
use crate::ids::{
    ActAdr, ActuatorId, BodyId, DofId, GeomId, IdRange, JointId, ModelSize, QposAdr, SensorAdr,
    SensorId, SiteId, TendonId, TreeId, WrapId,
};
use crate::plan::Plan;
use crate::sizes::Sizes;

/// `body_simple` of bodies that only slide along the axes of the world.
pub(crate) const SLIDES_ONLY: u8 = 2;

impl Clone for Model {
    fn clone(&self) -> Self {
        let mut made = Self::empty();
        made.structure.sizes.clone_from(&self.sizes);
        made.plan.clone_from(&self.plan);
        made.version = self.version;
        made.kept.clone_from(&self.kept);
        made.opt.clone_from(&self.opt);
        made.vis.clone_from(&self.vis);
        made.stat.clone_from(&self.stat);
        for row in Self::ROWS {
            (row.copy)(&mut made, self);
        }
        made
    }
}

impl Deref for Model {
    type Target = Structure;
    fn deref(&self) -> &Structure {
        &self.structure
    }
}

impl Deref for Structure {
    type Target = Sizes;
    fn deref(&self) -> &Sizes {
        &self.sizes
    }
}

/// Tests build small models by hand and keep them consistent themselves.
#[cfg(test)]
impl std::ops::DerefMut for Model {
    fn deref_mut(&mut self) -> &mut Structure {
        self.structure_mut()
    }
}

#[cfg(test)]
impl Model {
    /// A model of the given sizes with zero arrays, unchecked.
    pub(crate) fn new(sizes: Sizes) -> Result<Self, crate::sizes::SizeError> {
        Draft::new(sizes).map(Draft::unchecked)
    }
}

impl Model {
    /// A number that changes with the structure.
    pub fn structure_version(&self) -> u64 {
        self.version
    }

    /// The [`Plan`] of the present structure, compiled when it is first needed.
    pub(crate) fn plan(&self) -> &Plan {
        self.plan.get_or_init(|| Arc::new(Plan::compile(&self.structure)))
    }

    /// The number of the plan, if it was needed before: no other model of the process has it but clones, as
    /// long as the structure of both stays.
    #[doc(hidden)]
    #[inline]
    pub fn plan_number(&self) -> Option<u64> {
        self.plan.get().map(|plan| plan.number)
    }

    /// The structure, for changes that are valid by construction.
    pub(crate) fn structure_mut(&mut self) -> &mut Structure {
        self.changed();
        &mut self.structure
    }

    /// The value that a layer above has stored with the model, if it is of this type: plugin instances.
    pub(crate) fn kept<T: Any>(&self) -> Option<&T> {
        self.kept.as_deref().and_then(|kept| kept.downcast_ref())
    }

    /// Stores a value with the model, and with copies that are made of it.
    pub(crate) fn keep<T: Any + Send + Sync>(&mut self, kept: T) {
        self.kept = Some(Arc::new(kept));
    }

    /// Drops the plan and counts the change, after the structure was edited.
    fn changed(&mut self) {
        self.version += 1;
        self.plan.take();
    }
}

impl Structure {
    /// All bodies, the world first.
    pub fn bodies(&self) -> impl DoubleEndedIterator<Item = BodyId> + ExactSizeIterator + use<> {
        (0..self.sizes.nbody).map(BodyId)
    }

    /// All joints.
    pub fn joints(&self) -> impl DoubleEndedIterator<Item = JointId> + ExactSizeIterator + use<> {
        (0..self.sizes.njnt).map(JointId)
    }

    /// All degrees of freedom.
    pub fn dofs(&self) -> impl DoubleEndedIterator<Item = DofId> + ExactSizeIterator + use<> {
        (0..self.sizes.nv).map(DofId)
    }

    /// All geoms.
    pub fn geoms(&self) -> impl DoubleEndedIterator<Item = GeomId> + ExactSizeIterator + use<> {
        (0..self.sizes.ngeom).map(GeomId)
    }

    /// All sites.
    pub fn sites(&self) -> impl DoubleEndedIterator<Item = SiteId> + ExactSizeIterator + use<> {
        (0..self.sizes.nsite).map(SiteId)
    }

    /// All tendons.
    pub fn tendons(&self) -> impl DoubleEndedIterator<Item = TendonId> + ExactSizeIterator + use<> {
        (0..self.sizes.ntendon).map(TendonId)
    }

    /// All actuators.
    pub fn actuators(
        &self,
    ) -> impl DoubleEndedIterator<Item = ActuatorId> + ExactSizeIterator + use<> {
        (0..self.sizes.nu).map(ActuatorId)
    }

    /// All sensors.
    pub fn sensors(&self) -> impl DoubleEndedIterator<Item = SensorId> + ExactSizeIterator + use<> {
        (0..self.sizes.nsensor).map(SensorId)
    }

    /// All ids of a kind, such as `m.ids::<KeyId>()`.
    pub fn ids<I: ModelSize>(
        &self,
    ) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I> {
        (0..I::count(&self.sizes)).map(I::from_index)
    }

    /// Where the positions of a joint are in `qpos`: one, or four of a ball, or seven of a free joint.
    ///
    /// # Panics
    /// If there is no such joint.
    pub fn joint_qpos(&self, j: JointId) -> IdRange<QposAdr> {
        let num = self.jnt_type[j].get().map_or(1, JointType::nq);
        IdRange::from_raw(self.jnt_qposadr[j].raw(), num as i32)
    }

    /// The degrees of freedom of a joint: one, or three of a ball, or six of a free joint.
    ///
    /// # Panics
    /// If there is no such joint.
    pub fn joint_dofs(&self, j: JointId) -> IdRange<DofId> {
        let num = self.jnt_type[j].get().map_or(1, JointType::nv);
        IdRange::from_raw(self.jnt_dofadr[j].raw(), num as i32)
    }

    /// Where the activations of an actuator are in `act`; none for actuators without.
    ///
    /// # Panics
    /// If there is no such actuator.
    pub fn actuator_act(&self, u: ActuatorId) -> IdRange<ActAdr> {
        IdRange::from_raw(self.actuator_actadr[u].raw(), self.actuator_actnum[u])
    }

    /// Where the readings of a sensor are in `sensordata`.
    ///
    /// # Panics
    /// If there is no such sensor.
    pub fn sensor_values(&self, s: SensorId) -> IdRange<SensorAdr> {
        IdRange::from_raw(self.sensor_adr[s].raw(), self.sensor_dim[s])
    }

    /// The joints of a body.
    ///
    /// # Panics
    /// If there is no such body.
    pub fn body_joints(&self, b: BodyId) -> IdRange<JointId> {
        IdRange::from_raw(self.body_jntadr[b].raw(), self.body_jntnum[b])
    }

    /// The degrees of freedom of a body.
    ///
    /// # Panics
    /// If there is no such body.
    pub fn body_dofs(&self, b: BodyId) -> IdRange<DofId> {
        IdRange::from_raw(self.body_dofadr[b].raw(), self.body_dofnum[b])
    }

    /// The geoms of a body.
    ///
    /// # Panics
    /// If there is no such body.
    pub fn body_geoms(&self, b: BodyId) -> IdRange<GeomId> {
        IdRange::from_raw(self.body_geomadr[b].raw(), self.body_geomnum[b])
    }

    /// The bodies of a kinematic tree.
    ///
    /// # Panics
    /// If there is no such tree.
    pub fn tree_bodies(&self, t: TreeId) -> IdRange<BodyId> {
        IdRange::from_raw(self.tree_bodyadr[t].raw(), self.tree_bodynum[t])
    }

    /// The degrees of freedom of a kinematic tree.
    ///
    /// # Panics
    /// If there is no such tree.
    pub fn tree_dofs(&self, t: TreeId) -> IdRange<DofId> {
        IdRange::from_raw(self.tree_dofadr[t].raw(), self.tree_dofnum[t])
    }

    /// The path of a tendon.
    ///
    /// # Panics
    /// If there is no such tendon.
    pub fn tendon_wraps(&self, t: TendonId) -> IdRange<WrapId> {
        IdRange::from_raw(self.tendon_adr[t].raw(), self.tendon_num[t])
    }
}

#[cfg(test)]
mod tests;
