//! Sheets.

use ferrodyn_engine::enums::EqType;
use ferrodyn_engine::math::{Quat, Vec3};

use super::{DeformableError, Material, add, count};
use crate::flexcomp::{Flexcomp, FlexcompKind};
use crate::spec::{BodyKey, Equality, Flex, Spec};

/// A rectangular sheet that resists stretching and bending as a thin plate of its material does.
///
/// It lies in the plane of x and y, centered at `pos`. Each of its points has a body `<name>_<i>`, counted
/// along y first.
#[derive(Clone, Debug, PartialEq)]
pub struct Cloth {
    /// Name of the flex, and beginning of the names of its bodies.
    pub name: String,
    /// Points along x and y.
    pub count: [usize; 2],
    /// Distance of points; m.
    pub spacing: f64,
    /// Thickness of the sheet; m. Contacts begin half of it away from the middle.
    pub thickness: f64,
    /// What it is made of.
    pub material: Material,
    /// Center, in the body it is added to; m.
    pub pos: Vec3,
    /// Orientation, in the body it is added to.
    pub quat: Quat,
    /// Points that stay where they are in the body, by their places along x and y.
    pub pins: Vec<[usize; 2]>,
}

impl Cloth {
    /// Ten by ten points 2 cm apart.
    pub fn new(name: impl Into<String>, material: Material, thickness: f64) -> Self {
        Self {
            name: name.into(),
            count: [10; 2],
            spacing: 0.02,
            thickness,
            material,
            pos: Vec3::ZERO,
            quat: Quat::IDENTITY,
            pins: Vec::new(),
        }
    }

    /// A cotton shirt.
    pub fn cotton(name: impl Into<String>) -> Self {
        Self::new(name, Material::CLOTH, 5e-4)
    }

    /// A silk scarf, lighter and smoother.
    pub fn silk(name: impl Into<String>) -> Self {
        let silk = Material { density: 500.0, friction: 0.25, ..Material::CLOTH };
        Self::new(name, silk, 1e-4)
    }

    /// A piece of leather.
    pub fn leather(name: impl Into<String>) -> Self {
        Self::new(name, Material::LEATHER, 1.5e-3)
    }

    /// A rubber sheet.
    pub fn rubber(name: impl Into<String>) -> Self {
        Self::new(name, Material::RUBBER, 2e-3)
    }

    /// A sheet of paper.
    pub fn paper(name: impl Into<String>) -> Self {
        Self::new(name, Material::PAPER, 1e-4)
    }

    /// The skin of a balloon.
    pub fn membrane(name: impl Into<String>) -> Self {
        Self::new(name, Material { young: 1e6, ..Material::RUBBER }, 2e-4)
    }

    /// Mass; kg.
    pub fn mass(&self) -> f64 {
        let side = |n: usize| n.saturating_sub(1) as f64 * self.spacing;
        self.material.density * side(self.count[0]) * side(self.count[1]) * self.thickness
    }

    /// Adds the sheet to a spec, in a body of it.
    ///
    /// # Errors
    /// If the body is not there or has no name, or a number makes no sense: fewer than two points along an
    /// axis, points nearer than the thickness, no mass. The spec is not changed then.
    pub fn add_to(&self, spec: &mut Spec, body: BodyKey) -> Result<(), DeformableError> {
        let Material { young, poisson, friction, damping, .. } = self.material;
        let radius = 0.5 * self.thickness;
        let flex = Flex {
            dim: 2,
            radius,
            friction: [friction, 0.005, 0.0001],
            young,
            poisson,
            damping,
            thickness: self.thickness,
            elastic2d: 3,
            ..Flex::default()
        };
        let comp = Flexcomp {
            name: self.name.clone(),
            kind: FlexcompKind::Grid,
            count: [count(self.count[0]), count(self.count[1]), 1],
            spacing: [self.spacing; 3],
            mass: self.mass(),
            inertiabox: radius.max(0.1 * self.spacing),
            pos: self.pos,
            quat: self.quat.0,
            ..Flexcomp::default()
        };
        if let Some([x, y]) =
            self.pins.iter().find(|pin| pin[0] >= self.count[0] || pin[1] >= self.count[1])
        {
            let what = format!("there is no point {x}, {y} to pin");
            return Err(DeformableError { name: self.name.clone(), what });
        }
        add(spec, body, &comp, flex)?;
        let parent = spec.bodies[body].name.clone();
        spec.equalities.extend(self.pins.iter().map(|pin| self.hold(pin, &parent)));
        Ok(())
    }

    /// The constraint that holds a point: flexes that bend cannot have points fixed to a body.
    fn hold(&self, [x, y]: &[usize; 2], parent: &str) -> Equality {
        Equality {
            kind: EqType::Connect,
            name1: format!("{}_{}", self.name, x * self.count[1] + y),
            name2: parent.to_owned(),
            data: [0.0; 11],
            ..Equality::default()
        }
    }
}
