//! Open-loop trajectories: a start, a control for each step, and the states and sensor values that
//! follow.
//!
//! | reads | writes |
//! |---|---|
//! | `body_mocapid`, `body_pos`, `body_quat` | `warning`, `qacc_warmstart`, `ctrl` |
//! | `eq_active0` | `qfrc_applied`, `xfrc_applied`, `eq_active` |
//! | | `mocap_pos`, `mocap_quat`, `sensordata` |
//!
//! A rollout depends on its arguments alone, not on what the data went through before: many of them
//! can be spread over threads, one data for each, and give the same bits however they are spread.
//!
//! ```
//! use ferrodyn::enums::StateBit;
//! use ferrodyn::rollout::{Control, Input, Output, rollout};
//! use ferrodyn::{Data, state};
//!
//! let m = ferrodyn::load_str("<mujoco/>")?;
//! let mut d = Data::new(&m);
//! let start = vec![0.0; state::state_size(&m, StateBit::FullPhysics as i32)?];
//! let mut states = vec![0.0; 10 * start.len()];
//!
//! let (control, signature) = (Control::Held(&[]), StateBit::Ctrl as i32);
//! let input = Input { state: &start, warmstart: None, control, signature };
//! let output = Output { state: Some(&mut states), sensordata: None };
//! rollout(&m, &mut d, 10, &input, output, |_, _| true)?;
//! assert!((states[9] - 10.0 * m.opt.timestep).abs() < 1e-12, "the state is the time alone");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::data::Data;
use crate::enums::StateBit;
use crate::hooks::{AsSystem, System};
use crate::model::Model;
use crate::state::{StateError, get_state, set_state, state_size};
use crate::step::step;
use crate::stepping::Stepping;

/// The parts of the state that a rollout starts from and writes.
pub(crate) const STATE: i32 = StateBit::FullPhysics as i32;

/// The controls of a rollout, in vectors of the parts that [`Input::signature`] names.
#[derive(Clone, Copy, Debug)]
pub enum Control<'a> {
    /// One vector, set before the first step.
    Held(&'a [f64]),
    /// A vector for each step, one after the other.
    Each(&'a [f64]),
}

/// Where a rollout starts and what drives it.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The state at the start, [`StateBit::FullPhysics`].
    pub state: &'a [f64],
    /// What the solver starts from in the first step; zero if not given.
    pub warmstart: Option<&'a [f64]>,
    /// The controls.
    pub control: Control<'a>,
    /// The parts of a control, out of [`StateBit::User`]. Other inputs are those of a new data.
    pub signature: i32,
}

/// Where a rollout writes: a vector for each step, one after the other.
#[derive(Debug, Default)]
pub struct Output<'a> {
    /// States after the steps, [`StateBit::FullPhysics`].
    pub state: Option<&'a mut [f64]>,
    /// Sensor values of the steps.
    pub sensordata: Option<&'a mut [f64]>,
}

/// Takes `nstep` steps and writes the state and sensor values after each.
///
/// When a step counts a warning, the rollout ends there: its last values fill the rest. After each
/// step `proceed` says whether to go on; if not, the rest is left as it was.
///
/// # Errors
/// If the data is of another model, an array has not the length it should have, or the signature is
/// none.
pub fn rollout(
    m: &impl AsSystem,
    d: &mut Data,
    nstep: usize,
    input: &Input<'_>,
    mut output: Output<'_>,
    mut proceed: impl FnMut(&Model, &mut Data) -> bool,
) -> Result<(), StateError> {
    let m = &m.as_system();
    d.accept(m)?;
    check_lengths(m, nstep, input, &output)?;
    let (nstate, ncontrol) = (state_size(m, STATE)?, state_size(m, input.signature)?);
    start(m, d, input)?;

    for t in 0..nstep {
        // after a warning the outputs stay what they are
        if !d.warning.iter().any(|warning| warning.number != 0) {
            if let Control::Each(controls) = input.control {
                set_state(m, d, row(controls, t, ncontrol), input.signature)?;
            }
            step(m, d);
            if !proceed(m, d) {
                return Ok(());
            }
        }
        if let Some(state) = output.state.as_deref_mut() {
            get_state(m, d, row_mut(state, t, nstate), STATE)?;
        }
        if let Some(sensordata) = output.sensordata.as_deref_mut() {
            row_mut(sensordata, t, m.nsensordata).copy_from_slice(&d.sensordata);
        }
    }
    Ok(())
}

/// Checks that arrays have the lengths they should have.
pub(crate) fn check_lengths(
    m: &Model,
    nstep: usize,
    input: &Input<'_>,
    output: &Output<'_>,
) -> Result<(), StateError> {
    if let Some(state) = &output.state {
        check_length(state, nstep.saturating_mul(state_size(m, STATE)?))?;
    }
    if let Some(sensordata) = &output.sensordata {
        check_length(sensordata, nstep.saturating_mul(m.nsensordata))?;
    }
    if let Control::Each(controls) = input.control {
        check_length(controls, nstep.saturating_mul(state_size(m, input.signature)?))?;
    }
    Ok(())
}

/// Sets all that the first step depends on.
pub(crate) fn start(m: &System<'_>, d: &mut Data, input: &Input<'_>) -> Result<(), StateError> {
    // no state contains which trees sleep, nor the fields that hooks may read
    if Stepping::of(m).keeps_data() {
        d.reset(m);
    }
    clear_inputs(m, d, input.signature);
    if let Control::Held(control) = input.control {
        set_state(m, d, control, input.signature)?;
    }
    set_state(m, d, input.state, STATE)?;
    match input.warmstart {
        Some(warmstart) => set_state(m, d, warmstart, StateBit::WarmStart as i32)?,
        None => d.qacc_warmstart.fill(0.0),
    }
    d.sensordata.fill(0.0);
    for warning in &mut d.warning {
        warning.number = 0;
    }
    Ok(())
}

/// Gives the inputs that are not in a signature the values they have in a new data.
fn clear_inputs(m: &Model, d: &mut Data, signature: i32) {
    let free = |part: StateBit| signature & part as i32 == 0;
    if free(StateBit::Ctrl) {
        d.ctrl.fill(0.0);
    }
    if free(StateBit::QfrcApplied) {
        d.qfrc_applied.fill(0.0);
    }
    if free(StateBit::XfrcApplied) {
        d.xfrc_applied.scalars_mut().fill(0.0);
    }
    if free(StateBit::EqActive) {
        d.eq_active.iter_mut().zip(m.eq_active0.iter()).for_each(|(to, &from)| *to = from);
    }
    for b in m.bodies() {
        let Some(id) = m.body_mocapid[b].id().filter(|id| id.0 < m.nmocap) else {
            continue;
        };
        if free(StateBit::MocapPos) {
            d.mocap_pos[id] = m.body_pos[b];
        }
        if free(StateBit::MocapQuat) {
            d.mocap_quat[id] = m.body_quat[b];
        }
    }
}

fn check_length(vector: &[f64], expected: usize) -> Result<(), StateError> {
    let found = vector.len();
    if found == expected { Ok(()) } else { Err(StateError::Length { expected, found }) }
}

pub(crate) fn row(vectors: &[f64], t: usize, len: usize) -> &[f64] {
    &vectors[t * len..][..len]
}

pub(crate) fn row_mut(vectors: &mut [f64], t: usize, len: usize) -> &mut [f64] {
    &mut vectors[t * len..][..len]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sizes::Sizes;

    /// An empty world: its state is the time.
    fn empty() -> (Model, Data) {
        let m = Model::new(Sizes { nbody: 1, ..Sizes::default() }).unwrap();
        let d = Data::new(&m);
        (m, d)
    }

    fn input<'a>(state: &'a [f64], control: Control<'a>) -> Input<'a> {
        Input { state, warmstart: None, control, signature: StateBit::Ctrl as i32 }
    }

    #[test]
    fn wrong_lengths_are_errors_and_change_nothing() {
        let (m, mut d) = empty();
        let mut run = |state: &[f64], control: Control<'_>, out: &mut [f64]| {
            let output = Output { state: Some(out), sensordata: None };
            let done = rollout(&m, &mut d, 2, &input(state, control), output, |_, _| true);
            done.map(|()| d.time)
        };
        let length = |expected, found| Err(StateError::Length { expected, found });
        assert_eq!(run(&[0.0], Control::Held(&[]), &mut [0.0]), length(2, 1));
        assert_eq!(run(&[], Control::Held(&[]), &mut [0.0; 2]), length(1, 0));
        assert_eq!(run(&[0.0], Control::Held(&[1.0]), &mut [0.0; 2]), length(0, 1));
        assert_eq!(run(&[0.0], Control::Each(&[1.0]), &mut [0.0; 2]), length(0, 1));
        assert_eq!(run(&[3.0], Control::Each(&[]), &mut [0.0; 2]), Ok(3.0 + 0.002 + 0.002));
    }

    #[test]
    fn a_rollout_ends_when_told() {
        let (m, mut d) = empty();
        let mut times = [-1.0; 5];
        let output = Output { state: Some(&mut times), sensordata: None };
        let mut left = 3;
        let proceed = |_: &Model, _: &mut Data| {
            left -= 1;
            left > 0
        };
        rollout(&m, &mut d, 5, &input(&[0.0], Control::Held(&[])), output, proceed).unwrap();
        assert_eq!(times, [0.002, 0.004, -1.0, -1.0, -1.0]);
    }
}
