//! The parts of the state of an environment by their names: positions, controls, applied forces.
//!
//! A batch keeps the state of an environment as one row of numbers, its [`StateBit::Integration`] state: the parts
//! in the order of their bits. `qpos` and `qvel` are next to each other there; together they are what
//! [`BatchSim::state`] and [`BatchResult::state`](super::BatchResult::state) give.

use std::ops::Range;

use super::BatchSim;
use super::stepper::{OF_THE_SIZE, STATE};
use crate::enums::StateBit;
use crate::model::Model;
use crate::state::{Signature, StateError, extract_state, insert_state, state_size};

/// Where the parts are in the row of an environment.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// Where each part begins, and where the last one ends.
    starts: [usize; StateBit::COUNT + 1],
}

impl Layout {
    pub(super) fn new(m: &Model) -> Self {
        let before = |part: usize| state_size(m, (1 << part) - 1).expect(OF_THE_SIZE);
        Self { starts: std::array::from_fn(before) }
    }

    /// Numbers of a row.
    pub(super) fn size(&self) -> usize {
        self.starts[StateBit::COUNT]
    }

    /// Where a single part is.
    pub(super) fn range(&self, part: StateBit) -> Range<usize> {
        let number = (part as i32).trailing_zeros() as usize;
        self.starts[number]..self.starts[number + 1]
    }

    /// Where `qpos` and `qvel` are.
    pub(super) fn moving(&self) -> Range<usize> {
        self.range(StateBit::Qpos).start..self.range(StateBit::Qvel).end
    }
}

/// An environment before a step, as a [control closure](BatchSim::with_control) sees it: its state, to be read and
/// written, and the sensors of its last step.
#[derive(Debug)]
pub struct EnvState<'a> {
    pub(super) layout: &'a Layout,
    pub(super) row: &'a mut [f64],
    pub(super) sensordata: &'a [f64],
}

impl EnvState<'_> {
    /// The sensors of the last step; zeros after a reset.
    pub fn sensordata(&self) -> &[f64] {
        self.sensordata
    }

    /// The time; s.
    pub fn time(&self) -> f64 {
        self.row[0]
    }

    /// `qpos` and `qvel`, one after the other.
    pub fn state(&self) -> &[f64] {
        &self.row[self.layout.moving()]
    }

    fn part(&self, part: StateBit) -> &[f64] {
        &self.row[self.layout.range(part)]
    }

    fn part_mut(&mut self, part: StateBit) -> &mut [f64] {
        &mut self.row[self.layout.range(part)]
    }
}

impl BatchSim {
    /// The time of an environment; s.
    ///
    /// # Panics
    /// If there is no such environment.
    pub fn time(&self, env: usize) -> f64 {
        self.part(env, StateBit::Time)[0]
    }

    /// Sets the time of an environment; s.
    ///
    /// # Panics
    /// If there is no such environment.
    pub fn set_time(&mut self, env: usize, time: f64) {
        self.part_mut(env, StateBit::Time)[0] = time;
    }

    /// `qpos` and `qvel` of an environment, one after the other, as in
    /// [`BatchResult::state`](super::BatchResult::state).
    ///
    /// # Panics
    /// If there is no such environment.
    pub fn state(&self, env: usize) -> &[f64] {
        &self.integration_state(env)[self.layout.moving()]
    }

    /// `qpos` and `qvel` of an environment, to be written.
    ///
    /// # Panics
    /// If there is no such environment.
    pub fn state_mut(&mut self, env: usize) -> &mut [f64] {
        let moving = self.layout.moving();
        &mut self.integration_state_mut(env)[moving]
    }

    /// All that decides where an environment goes: its [`StateBit::Integration`] state.
    ///
    /// # Panics
    /// If there is no such environment.
    pub fn integration_state(&self, env: usize) -> &[f64] {
        &self.states[env * self.layout.size()..][..self.layout.size()]
    }

    /// The [`StateBit::Integration`] state of an environment, to be written.
    ///
    /// # Panics
    /// If there is no such environment.
    pub fn integration_state_mut(&mut self, env: usize) -> &mut [f64] {
        &mut self.states[env * self.layout.size()..][..self.layout.size()]
    }

    /// The [`StateBit::Integration`] states of all environments, one after the other.
    pub fn integration_states(&self) -> &[f64] {
        &self.states
    }

    /// Copies the parts of the state of an environment that a [`Signature`] names.
    ///
    /// # Errors
    /// If the signature is none, or the vector has not its length.
    ///
    /// # Panics
    /// If there is no such environment.
    pub fn get_state(
        &self,
        env: usize,
        state: &mut [f64],
        signature: impl Signature,
    ) -> Result<(), StateError> {
        extract_state(&self.model, self.integration_state(env), STATE, state, signature)
    }

    /// Sets the parts of the state of an environment that a [`Signature`] names.
    ///
    /// # Errors
    /// If the signature is none, or the vector has not its length.
    ///
    /// # Panics
    /// If there is no such environment.
    pub fn set_state(
        &mut self,
        env: usize,
        state: &[f64],
        signature: impl Signature,
    ) -> Result<(), StateError> {
        let size = self.layout.size();
        let row = &mut self.states[env * size..][..size];
        insert_state(&self.model, state, signature, row, STATE)
    }

    /// The sensors of the last step of an environment; zeros after a reset.
    ///
    /// # Panics
    /// If there is no such environment.
    pub fn sensordata(&self, env: usize) -> &[f64] {
        let (first, count) = (env * self.model.nsensordata, self.model.nsensordata);
        assert!(env < self.len(), "there are {} environments", self.len());
        &self.sensordata[first..][..count]
    }

    fn part(&self, env: usize, part: StateBit) -> &[f64] {
        &self.integration_state(env)[self.layout.range(part)]
    }

    fn part_mut(&mut self, env: usize, part: StateBit) -> &mut [f64] {
        let range = self.layout.range(part);
        &mut self.integration_state_mut(env)[range]
    }
}

/// Functions that read and write a part: vectors of numbers, or rows of so many numbers.
macro_rules! parts {
    ($($bit:ident, $name:ident, $name_mut:ident $(, $width:literal)?: $what:literal;)*) => {
        impl EnvState<'_> {
            $(
                #[doc = concat!($what, ".")]
                pub fn $name(&self) -> &parts!(@type $($width)?) {
                    parts!(@get self.part(StateBit::$bit) $(, $width)?)
                }

                #[doc = concat!($what, ", to be written.")]
                pub fn $name_mut(&mut self) -> &mut parts!(@type $($width)?) {
                    parts!(@get_mut self.part_mut(StateBit::$bit) $(, $width)?)
                }
            )*
        }

        impl BatchSim {
            $(
                #[doc = concat!($what, " of an environment.")]
                ///
                /// # Panics
                /// If there is no such environment.
                pub fn $name(&self, env: usize) -> &parts!(@type $($width)?) {
                    parts!(@get self.part(env, StateBit::$bit) $(, $width)?)
                }

                #[doc = concat!($what, " of an environment, to be written.")]
                ///
                /// # Panics
                /// If there is no such environment.
                pub fn $name_mut(&mut self, env: usize) -> &mut parts!(@type $($width)?) {
                    parts!(@get_mut self.part_mut(env, StateBit::$bit) $(, $width)?)
                }
            )*
        }
    };
    (@type) => { [f64] };
    (@type $width:literal) => { [[f64; $width]] };
    (@get $part:expr) => { $part };
    (@get $part:expr, $width:literal) => { $part.as_chunks::<$width>().0 };
    (@get_mut $part:expr) => { $part };
    (@get_mut $part:expr, $width:literal) => { $part.as_chunks_mut::<$width>().0 };
}

parts! {
    Qpos, qpos, qpos_mut: "Positions";
    Qvel, qvel, qvel_mut: "Velocities";
    Act, act, act_mut: "Activations of actuators";
    WarmStart, qacc_warmstart, qacc_warmstart_mut: "Accelerations that the solver starts from";
    Ctrl, ctrl, ctrl_mut: "Controls";
    QfrcApplied, qfrc_applied, qfrc_applied_mut: "Applied forces, one for each degree of freedom";
    XfrcApplied, xfrc_applied, xfrc_applied_mut, 6: "Forces and torques applied to bodies: a force, then a torque, for each body";
    EqActive, eq_active, eq_active_mut: "Which equality constraints are on, as 1 and 0";
    MocapPos, mocap_pos, mocap_pos_mut, 3: "Positions of mocap bodies";
    MocapQuat, mocap_quat, mocap_quat_mut, 4: "Orientations of mocap bodies";
    Userdata, userdata, userdata_mut: "Numbers of the user";
}
