//! Deformable bodies by what they are made of: [`Cloth`], [`SoftBody`] and [`CapsuleChain`] of a [`Material`].
//!
//! They are builders over what MJCF has: a cloth and a soft body become a flex with its bodies, as
//! `<flexcomp>` makes them, a chain becomes bodies with the elasticity of a cable. So they step, touch,
//! rest and sleep as everything else does, in the same solver, and are saved as MJCF.
//!
//! ```
//! use ferrodyn::deformable::{Cloth, Material, SoftBody};
//! use ferrodyn::spec::{BodyKey, Spec};
//!
//! let mut spec = Spec::default();
//! spec.option.timestep = 2e-4;
//! let world = BodyKey::WORLD;
//! let cube = SoftBody { count: [4; 3], ..SoftBody::new("cube", Material::FOAM) };
//! println!("steps of at most {}", cube.longest_step()?);
//! cube.add_to(&mut spec, world)?;
//! Cloth { pins: vec![[0, 0], [9, 0]], ..Cloth::silk("flag") }.add_to(&mut spec, world)?;
//! # Ok::<(), ferrodyn::deformable::DeformableError>(())
//! ```
//!
//! | file | what |
//! |---|---|
//! | `material` | materials by name |
//! | `cloth`, `soft_body`, `chain` | the builders |
//! | `longest_step` | the longest stable step of a mode, and what limits it |
//! | `modes` | the fastest mode of a flex |

mod chain;
mod cloth;
mod longest_step;
mod material;
mod modes;
mod soft_body;

use std::fmt;

use ferrodyn_engine::ids::FlexId;
use ferrodyn_engine::math::{Quat, Vec3};

use crate::flexcomp::{Flexcomp, Shape, Template, expand};
use crate::load::Loader;
use crate::spec::{BodyKey, Equality, Flex, FlexDof, Joint, Origin, Spec};
pub use chain::{CapsuleChain, ChainStart};
pub use cloth::Cloth;
pub use longest_step::{LongestStep, StepLimit};
pub use material::Material;
use modes::Modes;
pub use soft_body::SoftBody;

/// Why a deformable body cannot be made.
#[derive(Clone, PartialEq, Eq)]
pub struct DeformableError {
    /// The body's name.
    pub name: String,
    /// What is wrong with it.
    pub what: String,
}

impl fmt::Display for DeformableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "deformable body '{}': {}", self.name, self.what)
    }
}

ferrodyn_engine::debug_as_message!(DeformableError);

impl std::error::Error for DeformableError {}

/// Most points that a builder makes.
const MOST_POINTS: usize = 1_000_000;

/// Most points along an axis of the grid whose modes are found. Those of larger grids are hardly faster: the
/// fastest wave turns from one point to the next.
const MOST_PROBED: [i32; 2] = [16, 8];

/// What a builder makes of itself.
struct Parts {
    comp: Flexcomp,
    flex: Flex,
    joint: Joint,
    equality: Equality,
}

impl Parts {
    fn refuse(&self, what: impl Into<String>) -> DeformableError {
        DeformableError { name: self.comp.name.clone(), what: what.into() }
    }

    /// Adds a flex with its bodies to a spec, inside a body.
    fn add(self, spec: &mut Spec, body: BodyKey) -> Result<(), DeformableError> {
        let parent = match spec.bodies.get(body) {
            Some(body) => body.name.clone(),
            None => return Err(self.refuse("the body it should be in is not in the spec")),
        };
        let comp = &self.comp;
        self.check(&parent)?;
        let refuse = |what: String| self.refuse(what);
        let shape = Shape::new(comp, &self.flex, None).map_err(refuse)?;
        let template = Template {
            parent: &parent,
            quat: Quat(comp.quat),
            joint: &self.joint,
            equality: &self.equality,
            origin: &Origin::default(),
        };
        let made = expand(comp, self.flex.clone(), shape, &template).map_err(refuse)?;
        spec.flexes.push(made.flex);
        spec.equalities.extend(made.equalities);
        for child in made.bodies {
            spec.bodies.add(body, child);
        }
        Ok(())
    }

    /// Refuses numbers that make no sense.
    fn check(&self, parent: &str) -> Result<(), DeformableError> {
        let points = self
            .comp
            .count
            .iter()
            .try_fold(1_usize, |all, &n| all.checked_mul(usize::try_from(n).ok()?));
        if points.is_none_or(|points| points > MOST_POINTS) {
            return Err(self.refuse(format!("more than {MOST_POINTS} points")));
        }
        let sheet = usize::try_from(self.flex.dim).unwrap_or(0);
        if self.comp.count.iter().take(sheet).any(|&n| n < 2) {
            return Err(self.refuse("at least two points are needed along each axis"));
        }
        let Flex { young, poisson, damping, radius, friction: [friction, ..], .. } = self.flex;
        let elastic = young >= 0.0 && damping >= 0.0 && poisson > -1.0 && poisson < 0.5;
        let touches = radius >= 0.0 && friction >= 0.0;
        let Flexcomp { mass, spacing: [spacing, ..], pos, quat, .. } = self.comp;
        let air = self.joint.damping[0];
        let all = [young, damping, mass, spacing, air, radius, friction];
        let all = [&all[..], &pos.0, &quat, &self.equality.solref].concat();
        if !(elastic && touches) || all.iter().any(|x| !x.is_finite()) {
            let what = "its numbers must be finite, Young's modulus, damping, radius and friction at \
                least 0, Poisson's ratio between -1 and 0.5";
            return Err(self.refuse(what));
        }
        self.comp.check(&self.flex, parent).map_err(|what| self.refuse(what))
    }

    /// The modes of the body at rest, free and alone. Large grids are represented by a part of themselves
    /// with the same points.
    fn modes(mut self) -> Result<Modes, DeformableError> {
        self.check("world")?;
        let Flexcomp { count, spacing, mass, dof, .. } = &mut self.comp;
        if dof.order() > 0 {
            // its cell is as large whatever the number of points inside
            for (n, spacing) in count.iter_mut().zip(spacing) {
                *spacing *= f64::from(*n - 1);
                *n = 2;
            }
        } else {
            let most = if self.flex.dim == 2 { MOST_PROBED[0] } else { MOST_PROBED[1] };
            for n in count.iter_mut().filter(|n| **n > most) {
                *mass *= f64::from(most) / f64::from(*n);
                *n = most;
            }
            if *dof != FlexDof::Planar {
                *dof = FlexDof::Full;
            }
        }
        self.comp.pin_grid.clear();
        (self.comp.pos, self.comp.quat) = (Vec3::ZERO, Quat::IDENTITY.0);
        let refuse = self.refuse("");
        let refuse = |what: String| DeformableError { what, ..refuse.clone() };
        let mut spec = Spec::default();
        self.add(&mut spec, BodyKey::WORLD)?;
        let m = Loader::new().compile(&spec).map_err(|error| refuse(error.to_string()))?;
        let modes = Modes::of(&m, FlexId(0));
        if !(modes.stretch.is_finite() && modes.bend.is_finite() && modes.all.is_finite()) {
            return Err(refuse("its stiffness is not finite".to_owned()));
        }
        Ok(modes)
    }
}

/// Refuses a time step that a body cannot be made to bear.
fn check_step(name: &str, timestep: f64) -> Result<(), DeformableError> {
    if timestep > 0.0 && timestep.is_finite() {
        return Ok(());
    }
    let what = "the time step that it should bear must be positive and finite".to_owned();
    Err(DeformableError { name: name.to_owned(), what })
}

/// A count of points as specs have it.
fn count(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}
