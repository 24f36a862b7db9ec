//! Views of actuators.

use crate::data::Data;
use crate::ids::ActuatorId;
use crate::model::Model;

/// What data has of one actuator.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ActuatorView<'a> {
    /// The actuator.
    pub id: ActuatorId,
    /// Its name, if it has one.
    pub name: Option<&'a str>,
    /// Control.
    pub ctrl: f64,
    /// Activations; none for an actuator without.
    pub act: &'a [f64],
    /// Length of the transmission.
    pub length: f64,
    /// Velocity of the transmission.
    pub velocity: f64,
    /// Force on the transmission.
    pub force: f64,
}

/// What a user writes of one actuator.
#[derive(Debug)]
#[non_exhaustive]
pub struct ActuatorMut<'a> {
    /// Control.
    pub ctrl: &'a mut f64,
    /// Activations; none for an actuator without.
    pub act: &'a mut [f64],
}

impl Data {
    /// What belongs to an actuator.
    ///
    /// # Panics
    /// As indexing does: if the model has no such actuator, or the data is of another model.
    pub fn actuator<'a>(&'a self, m: &'a Model, u: ActuatorId) -> ActuatorView<'a> {
        ActuatorView {
            id: u,
            name: m.name(u),
            ctrl: self.ctrl[u],
            act: &self.act[m.actuator_act(u)],
            length: self.actuator_length[u],
            velocity: self.actuator_velocity[u],
            force: self.actuator_force[u],
        }
    }

    /// [`actuator`](Self::actuator) of all actuators.
    ///
    /// # Panics
    /// If the data is of another model.
    pub fn actuators<'a>(
        &'a self,
        m: &'a Model,
    ) -> impl ExactSizeIterator<Item = ActuatorView<'a>> {
        m.actuators().map(move |u| self.actuator(m, u))
    }

    /// Control and activations of an actuator, to be written: `*d.actuator_mut(&m, grip).ctrl = 0.04`.
    ///
    /// # Panics
    /// As indexing does: if the model has no such actuator, or the data is of another model.
    pub fn actuator_mut(&mut self, m: &Model, u: ActuatorId) -> ActuatorMut<'_> {
        ActuatorMut { ctrl: &mut self.ctrl[u], act: &mut self.act[m.actuator_act(u)] }
    }
}
