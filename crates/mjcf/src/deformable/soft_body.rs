//! Blocks.

use ferrodyn_engine::enums::{FlexSelf, Integrator};
use ferrodyn_engine::math::{Quat, Vec3};

use super::longest_step::{CONTACT, Damping, LongestStep, Mode, StepLimit};
use super::longest_step::{eigenvalue_for, flex_damping};
use super::{DeformableError, Material, Parts, check_step, count};
use crate::flexcomp::{Flexcomp, FlexcompKind};
use crate::spec::{BodyKey, Equality, Flex, FlexDof, Joint, Spec};

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

    /// The longest time step with which it is stable, and what limits that. The corners of one cell
    /// ([`dof`](Self::dof)) are better with the integrators `implicit` and `implicitfast`, which know their
    /// stiffness: see [`longest_step_with`](Self::longest_step_with).
    ///
    /// # Errors
    /// If a number makes no sense.
    pub fn longest_step(&self) -> Result<LongestStep, DeformableError> {
        self.longest_step_with(Integrator::Euler)
    }

    /// The longest time step with an integrator.
    ///
    /// ```
    /// use ferrodyn::enums::Integrator;
    /// use ferrodyn::deformable::{SoftBody, StepLimit};
    /// use ferrodyn::spec::FlexDof;
    ///
    /// let block = SoftBody { dof: FlexDof::Trilinear, ..SoftBody::stiff("block") };
    /// assert!(block.longest_step()?.seconds < 0.001);
    /// let longest = block.longest_step_with(Integrator::ImplicitFast)?;
    /// assert_eq!(longest.limit, StepLimit::Contact);
    /// # Ok::<(), ferrodyn::deformable::DeformableError>(())
    /// ```
    ///
    /// # Errors
    /// If a number makes no sense.
    pub fn longest_step_with(
        &self,
        integrator: Integrator,
    ) -> Result<LongestStep, DeformableError> {
        let implicit = matches!(integrator, Integrator::Implicit | Integrator::ImplicitFast);
        let eigenvalue = self.parts().modes()?.all;
        if implicit && self.dof.order() > 0 {
            let damping = self.material.damping;
            return Ok(LongestStep { damping, ..LongestStep::of(&[], Damping::Implicit, CONTACT) });
        }
        let damping = flex_damping(self.material.damping, eigenvalue);
        let mode = Mode { limit: StepLimit::Stretch, eigenvalue, rate: damping * eigenvalue };
        Ok(LongestStep::of(&[mode], Damping::Explicit, CONTACT))
    }

    /// The same block of a softer material if the time step needs that, and the share of Young's modulus that
    /// is left.
    ///
    /// ```
    /// use ferrodyn::deformable::SoftBody;
    ///
    /// let (soft, left) = SoftBody::muscle("steak").soften_to(0.002)?;
    /// assert!(left < 1.0 && soft.longest_step()?.seconds >= 0.002);
    /// # Ok::<(), ferrodyn::deformable::DeformableError>(())
    /// ```
    ///
    /// # Errors
    /// If a number makes no sense, or the step is too long for contacts.
    pub fn soften_to(self, timestep: f64) -> Result<(Self, f64), DeformableError> {
        check_step(&self.name, timestep)?;
        let now = self.parts().modes()?.all;
        let left = Material::share_left(now, eigenvalue_for(timestep, self.material.damping));
        let soft = Self { material: self.material.softened(left), ..self };
        soft.longest_step()?.check_reached(&soft.name, timestep)?;
        Ok((soft, left))
    }

    /// Adds the block to a spec, in a body of it.
    ///
    /// # Errors
    /// If the body is not there or has no name, or a number makes no sense: fewer than two points along an
    /// axis, points nearer than twice the radius, no mass. If the time step of the spec is longer than
    /// [`longest_step_with`](Self::longest_step_with) its integrator: set it first. The spec is not changed
    /// then.
    pub fn add_to(&self, spec: &mut Spec, body: BodyKey) -> Result<(), DeformableError> {
        let refuse = |what: String| DeformableError { name: self.name.clone(), what };
        let integrator = spec.option.integrator().unwrap_or(Integrator::Euler);
        let longest = self.longest_step_with(integrator)?;
        let help = if self.dof.order() > 0 {
            "softer with soften_to(timestep), or use the integrator implicitfast"
        } else {
            "softer with soften_to(timestep)"
        };
        longest.check(spec.option.timestep, help).map_err(refuse)?;
        let mut parts = self.parts();
        parts.flex.damping = longest.damping;
        parts.add(spec, body)
    }

    fn parts(&self) -> Parts {
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
        Parts { comp, flex, joint: Joint::default(), equality: Equality::default() }
    }
}
