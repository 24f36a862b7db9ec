//! The physics of ferrodyn: model, data and the step pipeline, with MuJoCo's names and numbers.
//!
//! [`Model`] is what a compiler produces and a simulation reads; [`Data`] is the state of one
//! simulation. Both are tables of flat arrays with MuJoCo's names, see [`fields`].
//!
//! | to | see |
//! |---|---|
//! | simulate | [`step`](mod@step), [`inverse`], [`rollout`], [`batch`], [`hooks`] |
//! | compute a stage of a step | [`smooth`], [`collision`], [`constraint`], [`island`], [`passive`], [`actuation`], [`solver`], [`sensor`], [`energy`], [`integrate`], [`check`] |
//! | ask about a state | [`views`], [`support`], [`ray`](mod@ray), [`state`], [`history`] |
//! | differentiate | [`derivative`], [`finite_difference`] |
//! | make or change a model | [`model`], [`set_const`] |
//! | calculate | [`math`], [`linalg`] |
#![allow(non_snake_case, reason = "fields are spelled as MuJoCo spells them")]

pub mod actuation;
mod argument;
pub mod batch;
pub mod check;
pub mod collision;
mod compat;
mod consistency;
pub mod constants;
pub mod constraint;
mod contact;
mod data;
pub mod derivative;
pub mod energy;
pub mod enums;
pub mod fields;
pub mod finite_difference;
pub mod history;
pub mod hooks;
pub mod ids;
pub mod integrate;
pub mod inverse;
pub mod island;
pub mod linalg;
pub mod math;
pub mod model;
mod names;
mod option;
pub mod passive;
#[doc(hidden)]
pub mod pipeline;
mod plan;
pub mod ray;
#[doc(hidden)]
pub mod reset;
pub mod rollout;
mod scratch;
pub mod sensor;
mod serialize;
pub mod set_const;
mod sizes;
#[doc(hidden)]
pub mod sleep;
pub mod smooth;
pub mod solver;
#[doc(hidden)]
pub mod stage;
mod stage_memory;
pub mod state;
pub mod step;
mod stepping;
pub mod support;
pub mod views;
pub mod visual;
pub mod warning;

pub use contact::{Collider, Contact, SolverStat, TimerStat, WarningStat};
pub use data::limits as growth;
pub use data::{Arrays, Data, DataOf, Lanes, LanesError, Sim, WrongModel};
pub use fields::{Field, Kind, Link, Rows, Stage};
pub use hooks::{AsSystem, Hooks, System};
pub use model::{Model, Structure, StructureError};
pub use option::{Opt, Statistic, TimestepError};
pub use serialize::FormatError;
pub use sizes::{SizeError, Sizes};
pub use step::{forward, step, step1, step2, try_forward, try_step};
pub use visual::Visual;

/// Implements `Debug` of an error as its message, the same as `Display`: that is what a program prints whose
/// `main` returns the error, and what `unwrap` and `expect` print.
#[doc(hidden)]
#[macro_export]
macro_rules! debug_as_message {
    ($error:ty) => {
        impl ::std::fmt::Debug for $error {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(self, f)
            }
        }
    };
}
