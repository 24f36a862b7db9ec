//! Ropes, cables and chains.

use std::f64::consts::PI;

use ferrodyn_engine::enums::GeomType;
use ferrodyn_engine::math::{Quat, Vec3};

use super::{DeformableError, MOST_POINTS, Material, count};
use crate::composite::{Composite, CompositeType, Curve, SkinOptions};
use crate::spec::{BodyKey, Geom, Joint, Origin, PluginRef, Site, Spec};

/// The plugin that bends and twists cables.
const CABLE: &str = "mujoco.elasticity.cable";

/// How the first link of a chain is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChainStart {
    /// It turns about its end, as if on a ball joint.
    #[default]
    Hinged,
    /// It is fixed.
    Clamped,
    /// It is free.
    Free,
}

/// Capsules in a row that resist bending and twisting as a rod of their material does, and do not stretch.
///
/// It lies along x and begins at `pos`. Links are bodies `<name>B_first`, `<name>B_1`, ... `<name>B_last`.
#[derive(Clone, Debug, PartialEq)]
pub struct CapsuleChain {
    /// Beginning of the names of its bodies.
    pub name: String,
    /// Number of links.
    pub links: usize,
    /// Length of all links together; m.
    pub length: f64,
    /// Radius of the links; m.
    pub radius: f64,
    /// What it is made of.
    pub material: Material,
    /// How the first link is held.
    pub start: ChainStart,
    /// The beginning, in the body it is added to; m.
    pub pos: Vec3,
    /// Orientation, in the body it is added to.
    pub quat: Quat,
}

impl CapsuleChain {
    /// Twenty links, one metre.
    pub fn new(name: impl Into<String>, material: Material, radius: f64) -> Self {
        Self {
            name: name.into(),
            links: 20,
            length: 1.0,
            radius,
            material,
            start: ChainStart::Hinged,
            pos: Vec3::ZERO,
            quat: Quat::IDENTITY,
        }
    }

    /// A climbing rope: its strands slide over each other, so that it bends far more easily than a rod.
    pub fn rope(name: impl Into<String>) -> Self {
        Self::new(name, Material { young: 1e6, ..Material::ROPE }, 5e-3)
    }

    /// A steel cable.
    pub fn steel_cable(name: impl Into<String>) -> Self {
        Self::new(name, Material::STEEL_CABLE, 2e-3)
    }

    /// The cord of a headphone.
    pub fn soft_cable(name: impl Into<String>) -> Self {
        Self::new(name, Material::RUBBER, 2e-3)
    }

    /// A strand of hair.
    pub fn hair(name: impl Into<String>) -> Self {
        let hair = Material { young: 4e9, density: 1300.0, ..Material::TENDON };
        Self { length: 0.3, ..Self::new(name, hair, 1e-4) }
    }

    /// A chain, which does not resist bending at all.
    pub fn chain(name: impl Into<String>) -> Self {
        Self::new(name, Material { young: 0.0, ..Material::STEEL_CABLE }, 4e-3)
    }

    /// Adds the chain to a spec, in a body of it.
    ///
    /// # Errors
    /// If the body is not there, or a number makes no sense: fewer than two links, no length or radius. The
    /// spec is not changed then.
    pub fn add_to(&self, spec: &mut Spec, body: BodyKey) -> Result<(), DeformableError> {
        let refuse =
            |what: &str| DeformableError { name: self.name.clone(), what: what.to_owned() };
        if spec.bodies.get(body).is_none() {
            return Err(refuse("the body it should be in is not in the spec"));
        }
        if !(2..=MOST_POINTS).contains(&self.links) {
            return Err(refuse("a chain has from 2 to a million links"));
        }
        if !(self.length > 0.0 && self.radius > 0.0 && self.length.is_finite()) {
            return Err(refuse("length and radius must be positive"));
        }
        let mut cable = self.cable();
        cable.check().map_err(|what| refuse(&what))?;
        if cable.plugin.active {
            spec.activate_plugin(CABLE);
        }
        cable.make(spec, body, None);
        Ok(())
    }

    /// Damping of a joint: that of the material for the stiffness of a link in bending.
    fn damping(&self) -> f64 {
        let second_moment = PI / 4.0 * (self.radius * self.radius) * (self.radius * self.radius);
        self.material.damping * self.material.young * second_moment * self.links as f64
            / self.length
    }

    fn cable(&self) -> Composite {
        let Material { young, friction, density, .. } = self.material;
        let config = [("bend", young), ("twist", self.material.shear_modulus())];
        let plugin = PluginRef {
            active: young > 0.0,
            plugin_name: CABLE.to_owned(),
            config: config.map(|(key, value)| (key.to_owned(), value.to_string())).into(),
            ..PluginRef::default()
        };
        let initial = match self.start {
            ChainStart::Hinged => "ball",
            ChainStart::Clamped => "none",
            ChainStart::Free => "free",
        };
        Composite {
            kind: CompositeType::Cable,
            prefix: self.name.clone(),
            count: [count(self.links + 1), 1, 1],
            offset: self.pos,
            quat: self.quat,
            initial: initial.to_owned(),
            vertex: Vec::new(),
            size: [self.length, 0.0, 0.0],
            curve: [Curve::Line, Curve::Zero, Curve::Zero],
            plugin,
            skin: SkinOptions::default(),
            geom: Geom {
                kind: GeomType::Capsule,
                size: [self.radius, 0.0, 0.0],
                density,
                friction: [friction, 0.005, 0.0001],
                ..Geom::default()
            },
            site: Site::default(),
            joint: Joint { damping: [self.damping(), 0.0, 0.0], ..Joint::default() },
            origin: Origin::default(),
            class: String::new(),
        }
    }
}
