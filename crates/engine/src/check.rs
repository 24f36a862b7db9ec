//! States that went bad: a counted warning and, unless switched off, a reset.
//!
//! | reads |
//! |---|
//! | `qpos`, `qvel`, `qacc`, `opt.disableflags` |
//!
//! A number is bad if it is not a number or exceeds [`MAXVAL`](crate::constants::MAXVAL).

use crate::consistency;
use crate::data::Data;
use crate::enums::{DisableBit, Warning};
use crate::hooks::{AsSystem, System};
use crate::math::scalar::is_bad;
use crate::model::Model;
use crate::sleep::Dofs;
use crate::step::forward;

/// Checks the integers that stages index with (counts, ids, addresses, lists), after somebody else
/// may have written to them. What does not fit the model or the arrays is forgotten: contacts, rows
/// of constraints, moments; or computed again: islands, what is awake.
///
/// Functions that start in the middle of a step, such as [`step2`](crate::step2), do this themselves.
pub fn integers(m: &Model, d: &mut Data) {
    // data of another model has no integers either
    let _ = consistency::repair(m, d);
}

/// Checks `qpos`.
#[doc(alias = "mj_checkPos")]
pub fn pos(m: &impl AsSystem, d: &mut Data) {
    let m = &m.as_system();
    if let Some(at) = first_bad_of(&d.qpos) {
        warn_and_reset(m, d, Warning::BadQpos, at);
    }
}

/// Checks `qvel`.
#[doc(alias = "mj_checkVel")]
pub fn vel(m: &impl AsSystem, d: &mut Data) {
    let m = &m.as_system();
    if let Some(at) = first_bad(m, d, &d.qvel) {
        warn_and_reset(m, d, Warning::BadQvel, at);
    }
}

/// Checks `qacc`; after a reset the forward dynamics are computed again.
#[doc(alias = "mj_checkAcc")]
pub fn acc(m: &impl AsSystem, d: &mut Data) {
    let m = &m.as_system();
    if let Some(at) = first_bad(m, d, &d.qacc)
        && warn_and_reset(m, d, Warning::BadQacc, at)
    {
        forward(m, d);
    }
}

/// The first degree of freedom that is awake and has a bad number.
fn first_bad(m: &Model, d: &Data, numbers: &[f64]) -> Option<usize> {
    let dofs = Dofs::new(m, d);
    if dofs.all() {
        return first_bad_of(numbers);
    }
    dofs.places().map(|i| dofs.at(d, i).0).find(|&k| is_bad(numbers[k]))
}

/// The first bad number.
fn first_bad_of(numbers: &[f64]) -> Option<usize> {
    // almost never is there one, and without asking where it is, several are compared at a time
    if !numbers.iter().fold(false, |bad, &x| bad | is_bad(x)) {
        return None;
    }
    numbers.iter().position(|&x| is_bad(x))
}

/// Counts the warning, also across the reset that follows; true if there was one.
fn warn_and_reset(m: &System<'_>, d: &mut Data, warning: Warning, at: usize) -> bool {
    let reset = !m.opt.disabled(DisableBit::AutoReset);
    m.warn(d, warning, at);
    if reset {
        d.reset(m);
    }
    // MuJoCo counts once more after the reset, so that the count is not lost
    d.warn(warning, at);
    reset
}
