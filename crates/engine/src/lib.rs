//! The physics of ferrodyn: model, data and the step pipeline, with MuJoCo's names and numbers.
//!
//! [`Model`] is what a compiler produces and a simulation reads; [`Data`] is the state of one
//! simulation. Both are tables of flat arrays with MuJoCo's names, see [`fields`].
#![allow(non_snake_case, reason = "fields are spelled as MuJoCo spells them")]

pub mod actuation;
pub mod check;
pub mod collision;
mod compat;
mod consistency;
pub mod constants;
pub mod constraint;
pub mod contact;
pub mod data;
pub mod derivative;
pub mod energy;
pub mod enums;
pub mod fields;
pub mod finite_difference;
pub mod growth;
pub mod history;
pub mod hooks;
pub mod ids;
pub mod integrate;
pub mod inverse;
pub mod island;
pub mod linalg;
pub mod math;
pub mod model;
pub mod names;
pub mod object;
mod octree;
pub mod option;
pub mod passive;
mod plan;
pub mod ray;
pub mod reset;
pub mod rollout;
mod scratch;
pub mod sensor;
pub mod serialize;
pub mod set_const;
pub mod sizes;
pub mod sleep;
pub mod smooth;
pub mod solver;
pub mod state;
pub mod step;
pub mod support;
mod timer;
pub mod visual;
pub mod warning;
mod workspace;

pub use contact::Contact;
pub use data::{Data, DataOf, Lanes, LanesError, Sim};
pub use fields::{Field, Rows, Stage};
pub use hooks::{AsSystem, Hooks, System};
pub use model::{Model, Structure, StructureError};
pub use object::{object_acceleration, object_velocity};
pub use option::{Opt, Statistic};
pub use sizes::{SizeError, Sizes};
pub use step::{forward, step, step1, step2};
pub use visual::Visual;
