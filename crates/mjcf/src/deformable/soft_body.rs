//! Blocks.

use ferrodyn_engine::enums::FlexSelf;
use ferrodyn_engine::math::{Quat, Vec3};

use super::{DeformableError, Material, add, count};
use crate::flexcomp::{Flexcomp, FlexcompKind};
use crate::spec::{BodyKey, Flex, FlexDof, Spec};

/// A rectangular block of tetrahedra that keeps its shape and volume as its material does.
#[derive(Clone, Debug, PartialEq)]
pub struct SoftBody {
    /// Name of the flex, and beginning of the names of its bodies.
    pub name: String,
    /// Points along each axis.
    pub count: [usize; 3],
    /// Distance of points; m.
    pub spacing: f64,
    /// Radius around vertices at which contacts begin; m.
    pub radius: f64,
    /// What it is made of.
    pub material: Material,
    /// Which bodies move its points: one at each of them, or the corners of one cell around all.
    pub dof: FlexDof,
    /// Center, in the body it is added to; m.
    pub pos: Vec3,
    /// Orientation, in the body it is added to.
    pub quat: Quat,
    /// Points that stay where they are, by their places along each axis.
    pub pins: Vec<[usize; 3]>,
}

impl SoftBody {
    /// Five points 4 cm apart along each axis.
    pub fn new(name: impl Into<String>, material: Material) -> Self {
        Self {
            name: name.into(),
            count: [5; 3],
            spacing: 0.04,
            radius: 0.002,
            material,
            dof: FlexDof::Full,
            pos: Vec3::ZERO,
            quat: Quat::IDENTITY,
            pins: Vec::new(),
        }
    }

    /// A block of rubber.
    pub fn rubber(name: impl Into<String>) -> Self {
        Self::new(name, Material::RUBBER)
    }

    /// A block of table jelly.
    pub fn gelatin(name: impl Into<String>) -> Self {
        Self::new(name, Material::GELATIN)
    }

    /// A piece of fat and skin.
    pub fn soft_tissue(name: impl Into<String>) -> Self {
        Self::new(name, Material::SOFT_TISSUE)
    }

    /// A piece of muscle.
    pub fn muscle(name: impl Into<String>) -> Self {
        Self::new(name, Material::MUSCLE)
    }

    /// A cushion.
    pub fn foam(name: impl Into<String>) -> Self {
        Self::new(name, Material::FOAM)
    }

    /// A block that hardly yields.
    pub fn stiff(name: impl Into<String>) -> Self {
        Self::new(name, Material::FLEXIBLE_PLASTIC)
    }

    /// Volume; m^3.
    pub fn volume(&self) -> f64 {
        self.count.iter().map(|&n| n.saturating_sub(1) as f64 * self.spacing).product()
    }

    /// Mass; kg.
    pub fn mass(&self) -> f64 {
        self.material.density * self.volume()
    }

    /// Adds the block to a spec, in a body of it.
    ///
    /// # Errors
    /// If the body is not there or has no name, or a number makes no sense: fewer than two points along an
    /// axis, points nearer than twice the radius, no mass. The spec is not changed then.
    pub fn add_to(&self, spec: &mut Spec, body: BodyKey) -> Result<(), DeformableError> {
        let Material { young, poisson, friction, damping, .. } = self.material;
        let flex = Flex {
            dim: 3,
            radius: self.radius,
            friction: [friction, 0.005, 0.0001],
            young,
            poisson,
            damping,
            // points of a cell cannot meet each other
            selfcollide: if self.dof.order() > 0 { FlexSelf::None } else { FlexSelf::Auto },
            ..Flex::default()
        };
        let comp = Flexcomp {
            name: self.name.clone(),
            kind: FlexcompKind::Grid,
            dof: self.dof,
            count: self.count.map(count),
            spacing: [self.spacing; 3],
            mass: self.mass(),
            inertiabox: self.radius.max(0.1 * self.spacing),
            pos: self.pos,
            quat: self.quat.0,
            pin_grid: self.pins.iter().flatten().map(|&n| count(n)).collect(),
            ..Flexcomp::default()
        };
        add(spec, body, &comp, flex)
    }
}
