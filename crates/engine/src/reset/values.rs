//! What stages compute from values alone, so that only numbers that are nothing else can have it.
//!
//! | reads |
//! |---|
//! | `actuator_delay`, `actuator_trntype`, `opt.integrator`, `wrap_type` |

use crate::data::LanesError;
use crate::enums::{Integrator, TrnType, WrapType};
use crate::integrate;
use crate::model::Model;

/// An error if stages take values out of numbers to step a model.
pub(super) fn check(m: &Model) -> Result<(), LanesError> {
    let wraps = |&kind: &i32| {
        matches!(WrapType::from_i32(kind), Some(WrapType::Sphere | WrapType::Cylinder))
    };
    let implicit =
        matches!(m.opt.integrator(), Some(Integrator::Implicit | Integrator::ImplicitFast));
    if m.nhistory > 0 && m.actuator_delay.iter().any(|&delay| delay != 0.0) {
        Err(LanesError::Delays)
    } else if m.wrap_type.raw().iter().any(wraps) {
        Err(LanesError::Wrapping)
    } else if m.actuator_trntype.raw().contains(&(TrnType::Body as i32)) {
        Err(LanesError::Adhesion)
    } else if implicit && integrate::iterates(m) {
        Err(LanesError::Midpoint)
    } else {
        Ok(())
    }
}
