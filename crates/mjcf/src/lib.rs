//! MJCF and URDF to an editable spec, and from there to a compiled model.

pub mod asset;
mod attach;
mod clock;
pub mod compile;
mod composite;
pub mod deformable;
mod dependencies;
pub mod edit;
pub mod error;
mod flexcomp;
mod grammar;
mod identity;
mod load;
mod open;
pub mod path;
mod read;
mod recompile;
mod save;
mod schema;
mod signature;
pub mod spec;
pub mod suggest;
pub mod urdf;
mod watched;
mod write;
pub mod xml;

pub use clock::{Clock, TimeOver};
pub use compile::{Compiled, Environment};
pub use edit::{
    ELEMENT_KINDS, EditError, ElementKind, InBody, InSpec, SpecElement, resolve_orientation,
};
pub use error::{LoadError, Location, Place, Problem, ProblemKind, Problems};
pub use grammar::{ListingStyle, schema_listing, schema_table};
pub use load::{Checked, Loader, Plugins};
pub use save::{SaveError, SavedAssets};
pub use spec::{ElementId, Spec};
pub use watched::Watched;
