//! Sheets.

use ferrodyn_engine::enums::EqType;
use ferrodyn_engine::math::{Quat, Vec3};

use super::longest_step::{CONTACT, Damping, LongestStep, Mode, StepLimit};
use super::longest_step::{eigenvalue_for, flex_damping};
use super::{DeformableError, Material, Modes, Parts, check_step, count};
use crate::flexcomp::{FlexEquality, Flexcomp, FlexcompKind};
use crate::spec::{BodyKey, Equality, Flex, Joint, Spec};

/// Resistance of the air to a sheet that falls flat: half of the density of air (kg/m^3) times the coefficient
/// of a plate.
const PLATE: f64 = 0.5 * 1.2 * 1.2;
/// The acceleration of falling; m/s^2.
const GRAVITY: f64 = 9.81;

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
    /// What the air takes of the velocity of all points; 1/s. None: as much as lets the sheet fall flat as fast
    /// as it does in air, where its resistance grows with the square of the velocity.
    pub drag: Option<f64>,
    /// Time constant (s) and damping ratio of the constraints that keep the length of edges, see
    /// [`edge_constraints`](Self::edge_constraints). None: it stretches as its material does.
    pub edges: Option<[f64; 2]>,
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
            drag: None,
            edges: None,
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

    /// Keeps the length of edges by constraints of a time constant (s) and a damping ratio, as `solref` has
    /// them, in the place of elasticity. What is left to elasticity is bending, so that steps of milliseconds
    /// are stable. Constraints are as stiff as their time constant says, which should be two steps or more.
    ///
    /// ```
    /// use ferrodyn::deformable::Cloth;
    ///
    /// let flag = Cloth::silk("flag").edge_constraints(0.004, 1.0);
    /// assert!(flag.longest_step()?.seconds >= 0.002);
    /// # Ok::<(), ferrodyn::deformable::DeformableError>(())
    /// ```
    #[must_use]
    pub fn edge_constraints(self, time_constant: f64, damping_ratio: f64) -> Self {
        Self { edges: Some([time_constant, damping_ratio]), ..self }
    }

    /// The longest time step with which it is stable, and what limits that.
    ///
    /// # Errors
    /// If a number makes no sense.
    pub fn longest_step(&self) -> Result<LongestStep, DeformableError> {
        let positive = self.edges.is_none_or(|edges| edges[0] > 0.0 && edges[1] > 0.0);
        if !positive || self.drag() < 0.0 {
            let what = "drag must be at least 0, time constant and damping ratio of edges positive";
            return Err(DeformableError { name: self.name.clone(), what: what.to_owned() });
        }
        Ok(self.longest(self.parts().modes()?))
    }

    fn longest(&self, modes: Modes) -> LongestStep {
        let limit = if modes.stretch < modes.bend { StepLimit::Bend } else { StepLimit::Stretch };
        let damping = flex_damping(self.material.damping, modes.all);
        let mode = Mode { limit, eigenvalue: modes.all, rate: damping * modes.all };
        let time_constant = self.edges.map_or(CONTACT, |edges| edges[0].min(CONTACT));
        LongestStep::of(&[mode], Damping::Explicit, time_constant)
    }

    /// The same sheet of a softer material if the time step needs that, and the share of Young's modulus that
    /// is left.
    ///
    /// ```
    /// use ferrodyn::deformable::Cloth;
    ///
    /// let (soft, left) = Cloth::leather("hide").soften_to(1e-4)?;
    /// assert!(left < 1.0 && soft.longest_step()?.seconds >= 1e-4);
    /// # Ok::<(), ferrodyn::deformable::DeformableError>(())
    /// ```
    ///
    /// # Errors
    /// If a number makes no sense, or the step is too long for something else than the material: contacts and edge
    /// constraints.
    pub fn soften_to(self, timestep: f64) -> Result<(Self, f64), DeformableError> {
        check_step(&self.name, timestep)?;
        let now = self.parts().modes()?.all;
        let left = Material::share_left(now, eigenvalue_for(timestep, self.material.damping));
        let soft = Self { material: self.material.softened(left), ..self };
        soft.longest_step()?.check_reached(&soft.name, timestep)?;
        Ok((soft, left))
    }

    /// Adds the sheet to a spec, in a body of it.
    ///
    /// # Errors
    /// If the body is not there or has no name, or a number makes no sense: fewer than two points along an
    /// axis, points nearer than the thickness, no mass. If the time step of the spec is longer than
    /// [`longest_step`](Self::longest_step): set it first. The spec is not changed then.
    pub fn add_to(&self, spec: &mut Spec, body: BodyKey) -> Result<(), DeformableError> {
        let refuse = |what: String| DeformableError { name: self.name.clone(), what };
        if let Some([x, y]) =
            self.pins.iter().find(|pin| pin[0] >= self.count[0] || pin[1] >= self.count[1])
        {
            return Err(refuse(format!("there is no point {x}, {y} to pin")));
        }
        let longest = self.longest_step()?;
        let help = "softer with soften_to(timestep), or give it edge_constraints(..)";
        longest.check(spec.option.timestep, help).map_err(refuse)?;
        let mut parts = self.parts();
        parts.flex.damping = longest.damping;
        parts.add(spec, body)?;
        let parent = spec.bodies[body].name.clone();
        spec.equalities.extend(self.pins.iter().map(|pin| self.hold(pin, &parent)));
        Ok(())
    }

    fn parts(&self) -> Parts {
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
            elastic2d: if self.edges.is_some() { 1 } else { 3 },
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
            equality: if self.edges.is_some() { FlexEquality::Edge } else { FlexEquality::None },
            ..Flexcomp::default()
        };
        let point = self.mass() / self.count[0].saturating_mul(self.count[1]).max(1) as f64;
        let joint = Joint { damping: [point * self.drag(), 0.0, 0.0], ..Joint::default() };
        let mut equality = Equality::default();
        equality.solref = self.edges.unwrap_or(equality.solref);
        Parts { comp, flex, joint, equality }
    }

    /// What the air takes of the velocity; 1/s.
    fn drag(&self) -> f64 {
        // falling flat: weight = PLATE v^2 for each area
        let weight = GRAVITY * self.material.density * self.thickness;
        self.drag.unwrap_or_else(|| GRAVITY / (weight / PLATE).sqrt())
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
