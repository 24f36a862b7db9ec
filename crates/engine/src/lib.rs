//! The physics of ferrodyn: model, data and the step pipeline, with MuJoCo's names and numbers.
//!
//! [`Model`] is what a compiler produces and a simulation reads; [`Data`] is the state of one
//! simulation. Both are tables of flat arrays with MuJoCo's names, see [`fields`].
#![allow(non_snake_case, reason = "fields are spelled as MuJoCo spells them")]

pub mod constants;
pub mod contact;
pub mod data;
pub mod enums;
pub mod fields;
pub mod ids;
pub mod math;
pub mod model;
pub mod names;
pub mod option;
pub mod serialize;
pub mod set_const;
pub mod sizes;
pub mod visual;

pub use contact::Contact;
pub use data::Data;
pub use fields::{Field, Rows, Stage};
pub use model::Model;
pub use option::{Opt, Statistic};
pub use sizes::{SizeError, Sizes};
pub use visual::Visual;
