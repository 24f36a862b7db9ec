//! Editing a [`Spec`] by handle: find, add, change, move and delete elements.
//!
//! Every element has an identity, an [`ElementId`](crate::ElementId), that stays the same while the
//! spec is edited, cloned or attached to another one. The functions here take and return
//! identities; [`Spec::get`] and [`Spec::get_mut`] give access to the element behind one. An identity
//! that is not of the spec finds nothing, and functions that cannot go on return an [`EditError`].
//!
//! # Examples
//! ```
//! use ferrodyn::Spec;
//! use ferrodyn::spec::{Body, Geom};
//!
//! let mut spec = Spec::default();
//! let body = spec.add_to(spec.world(), Body::default())?;
//! let geom = spec.add_to(body, Geom { size: [0.1; 3], ..Geom::default() })?;
//! spec.set_name(geom, "ball")?;
//! assert_eq!(spec.find::<Geom>("ball"), Some(geom));
//! assert_eq!(spec.parent_of(geom), Some(body));
//! # Ok::<(), ferrodyn::EditError>(())
//! ```

mod add;
mod attach;
mod class;
mod delete;
mod element;
mod frame;
mod ids;
mod list;
mod place;
mod shortcut;
#[cfg(test)]
mod tests;

pub use crate::error::EditError;
pub(crate) use crate::spec::place::{Home, Place};
pub(crate) use element::Stored;
pub use element::{ELEMENT_KINDS, ElementKind, InBody, InSpec, SpecElement};
#[doc(no_inline)]
pub use ferrodyn_engine::enums::ObjType;
pub use shortcut::resolve_orientation;

#[cfg(doc)]
use crate::Spec;
