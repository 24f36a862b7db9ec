//! A step that skips the stages whose inputs have not changed.
//!
//! | reads |
//! |---|
//! | `opt.integrator` |

use crate::data::Data;
use crate::enums::Integrator;
use crate::hooks::System;
use crate::inverse::compare_if_enabled;
use crate::step::{Skip, forward_skip};
use crate::{check, integrate};

/// [`step`](crate::step::step) without the stages that are still valid, and without sensors if so
/// asked; never Runge-Kutta.
#[doc(alias = "mj_stepSkip")]
pub(super) fn step_skip(m: &System<'_>, d: &mut Data, skip: Skip, skip_sensors: bool) {
    check::pos(m, d);
    check::vel(m, d);
    forward_skip(m, d, skip, skip_sensors);
    check::acc(m, d);
    compare_if_enabled(m, d);
    match m.opt.integrator() {
        Some(Integrator::Implicit | Integrator::ImplicitFast) => {
            integrate::implicit_skip(m, d, skip >= Skip::Vel);
        }
        _ => integrate::euler_skip(m, d, skip >= Skip::Pos),
    }
}
