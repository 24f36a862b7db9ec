//! Default classes.

use super::{
    Actuator, Camera, Equality, Geom, Joint, Light, Material, Mesh, Origin, Pair, Site, Spec,
    Tendon,
};

/// A default class: what elements created with it start from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DefaultClass {
    /// Name.
    pub name: String,
    /// The class this one was derived from, by index; none for the root.
    pub parent: Option<usize>,
    /// Joints.
    pub joint: Joint,
    /// Geoms.
    pub geom: Geom,
    /// Sites.
    pub site: Site,
    /// Cameras.
    pub camera: Camera,
    /// Lights.
    pub light: Light,
    /// Meshes.
    pub mesh: Mesh,
    /// Materials.
    pub material: Material,
    /// Contact pairs.
    pub pair: Pair,
    /// Equality constraints.
    pub equality: Equality,
    /// Tendons.
    pub tendon: Tendon,
    /// Actuators.
    pub actuator: Actuator,
    /// Where it came from.
    pub origin: Origin,
}

impl Spec {
    /// The default class with this name; the root class also answers to the empty name.
    pub fn find_default(&self, name: &str) -> Option<usize> {
        if name.is_empty() {
            return Some(0);
        }
        self.defaults.iter().position(|class| class.name == name)
    }

    /// Adds a class derived from another; none if the name is taken.
    pub fn add_default(&mut self, name: &str, parent: usize) -> Option<usize> {
        if self.find_default(name).is_some() {
            return None;
        }
        self.push_default(name, parent)
    }

    /// Adds a class whose name is known to be free.
    pub(crate) fn push_default(&mut self, name: &str, parent: usize) -> Option<usize> {
        let mut class = self.defaults.get(parent)?.clone();
        name.clone_into(&mut class.name);
        class.parent = Some(parent);
        class.renew_ids();
        self.defaults.push(class);
        Some(self.defaults.len() - 1)
    }
}
