//! Deformable bodies by what they are made of: [`Cloth`], [`SoftBody`] and [`CapsuleChain`] of a [`Material`].
//!
//! They are builders over what MJCF has: a cloth and a soft body become a flex with its bodies, as
//! `<flexcomp>` makes them, a chain becomes bodies with the elasticity of a cable. So they step, touch,
//! rest and sleep as everything else does, in the same solver, and are saved as MJCF.
//!
//! ```
//! use ferrodyn_mjcf::deformable::{Cloth, Material, SoftBody};
//! use ferrodyn_mjcf::spec::{BodyKey, Spec};
//!
//! let mut spec = Spec::default();
//! let world = BodyKey::WORLD;
//! let cube = SoftBody { count: [4; 3], ..SoftBody::new("cube", Material::FOAM) };
//! cube.add_to(&mut spec, world)?;
//! Cloth { pins: vec![[0, 0], [9, 0]], ..Cloth::silk("flag") }.add_to(&mut spec, world)?;
//! # Ok::<(), ferrodyn_mjcf::deformable::DeformableError>(())
//! ```

mod chain;
mod cloth;
mod material;
mod soft_body;

use std::fmt;

use ferrodyn_engine::math::Quat;

use crate::flexcomp::{Flexcomp, Shape, Template, expand};
use crate::spec::{BodyKey, Equality, Flex, Joint, Origin, Spec};
pub use chain::{CapsuleChain, ChainStart};
pub use cloth::Cloth;
pub use material::Material;
pub use soft_body::SoftBody;

/// Why a deformable body cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
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

impl std::error::Error for DeformableError {}

/// Most points that a builder makes.
const MOST_POINTS: usize = 1_000_000;

/// Adds a flex with its bodies to a spec, inside a body.
fn add(spec: &mut Spec, body: BodyKey, comp: &Flexcomp, flex: Flex) -> Result<(), DeformableError> {
    let refuse = |what: String| DeformableError { name: comp.name.clone(), what };
    let parent = match spec.bodies.get(body) {
        Some(body) => body.name.clone(),
        None => return Err(refuse("the body it should be in is not in the spec".into())),
    };
    let points =
        comp.count.iter().try_fold(1_usize, |all, &n| all.checked_mul(usize::try_from(n).ok()?));
    if points.is_none_or(|points| points > MOST_POINTS) {
        return Err(refuse(format!("more than {MOST_POINTS} points")));
    }
    comp.check(&flex, &parent).map_err(refuse)?;
    let shape = Shape::new(comp, &flex, None).map_err(refuse)?;
    let template = Template {
        parent: &parent,
        quat: Quat(comp.quat),
        joint: &Joint::default(),
        equality: &Equality::default(),
        origin: &Origin::default(),
    };
    let made = expand(comp, flex, shape, &template).map_err(refuse)?;
    spec.flexes.push(made.flex);
    spec.equalities.extend(made.equalities);
    for child in made.bodies {
        spec.bodies.add(body, child);
    }
    Ok(())
}

/// A count of points as specs have it.
fn count(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}
