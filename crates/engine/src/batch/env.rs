//! A borrowed environment: its state and, if it has them, its `Data`, hooks and model, for the duration of a call.
//!
//! | reads | writes |
//! |---|---|
//! | `warning` | `warning` |

use super::StepError;
use super::vary::{OwnedValues, Parameter, Varied};
use crate::contact::WarningStat;
use crate::data::{Data, Limited, Sim};
use crate::enums::Warning;
use crate::hooks::Hooks;
use crate::model::Model;

/// An environment whose state the caller keeps.
#[doc(hidden)]
#[derive(Debug)]
pub struct Env<'a> {
    /// Its number in the batch.
    pub index: usize,
    /// Its [`StateBit::Integration`](crate::enums::StateBit::Integration) state.
    pub state: &'a mut [f64],
    /// The `Data` of this environment: to keep computed fields after the step, or because the next step
    /// [depends on more than the state](super::Stepping::keeps_data).
    pub own: Option<&'a mut Data>,
    /// The hooks of this environment. With them it needs [`own`](Self::own) data, and never steps in lanes.
    pub hooks: Option<&'a Hooks>,
    /// The first failure, until the caller clears it.
    pub error: Option<StepError>,
    /// How often each warning was raised, until the caller clears them.
    pub warnings: [u32; Warning::COUNT],
    /// How many solves stopped at `opt.iterations` before they had converged, until the caller clears it:
    /// see [`Sim::unconverged`].
    pub unconverged: u32,
}

impl<'a> Env<'a> {
    /// An environment without failures and warnings.
    pub fn new(index: usize, state: &'a mut [f64], own: Option<&'a mut Data>) -> Self {
        Self {
            index,
            state,
            own,
            hooks: None,
            error: None,
            warnings: [0; Warning::COUNT],
            unconverged: 0,
        }
    }

    /// The same with hooks, if there are any.
    #[must_use]
    pub fn with_hooks(self, hooks: Option<&'a Hooks>) -> Self {
        Self { hooks, ..self }
    }

    /// Whether a warning was raised.
    pub fn has_warned(&self) -> bool {
        self.warnings.iter().any(|&number| number != 0)
    }

    /// Adds what a step has counted.
    pub(super) fn add_counts(&mut self, d: &Sim) {
        for (count, warning) in self.warnings.iter_mut().zip(d.warning.iter()) {
            *count = count.saturating_add_signed(warning.number);
        }
        self.unconverged = self.unconverged.saturating_add(d.unconverged());
    }
}

/// Sets the counts of warnings and of solves that did not converge to zero.
pub(super) fn clear_counts(d: &mut Sim) {
    d.warning.fill(WarningStat::default());
    d.limited = Limited::default();
}

/// Models of environments that have the same structure.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Models<'a> {
    /// The same for all.
    Same(&'a Model),
    /// The same, but for some parameters.
    Varied(&'a Model, &'a [Varied<'a>]),
    /// The same, with values that a batch owns.
    Owned(&'a Model, &'a [OwnedValues]),
    /// A model for each, by its number.
    Each(&'a [&'a Model]),
}

/// A copy of a model with the parameters of one environment, and which parameters were written to it.
#[doc(hidden)]
#[derive(Debug)]
pub struct VariedModel {
    m: Model,
    written: Vec<Parameter>,
}

impl VariedModel {
    /// The copy, with the parameters of an environment. It is made again if other parameters differ than before: the
    /// earlier ones would keep their values.
    fn of<'b, 'v>(
        own: &'b mut Option<Box<Self>>,
        m: &Model,
        index: usize,
        varied: impl Iterator<Item = Varied<'v>> + Clone,
    ) -> &'b Model {
        let parameters = || varied.clone().map(|varied| varied.parameter);
        if !own.as_ref().is_some_and(|own| own.written.iter().copied().eq(parameters())) {
            *own = None;
        }
        let make = || Box::new(Self { m: m.clone(), written: parameters().collect() });
        let own = &mut own.get_or_insert_with(make).m;
        for varied in varied {
            varied.load(index, own);
        }
        own
    }
}

impl<'a> Models<'a> {
    /// The model of an environment, written to `own` where its parameters differ.
    ///
    /// # Panics
    /// If there is no model for such an environment.
    pub fn of<'b>(&self, index: usize, own: &'b mut Option<Box<VariedModel>>) -> &'b Model
    where
        'a: 'b,
    {
        match *self {
            Self::Same(m) => m,
            Self::Each(models) => models[index],
            Self::Varied(m, varied) => VariedModel::of(own, m, index, varied.iter().copied()),
            Self::Owned(m, values) => {
                VariedModel::of(own, m, index, values.iter().map(OwnedValues::as_varied))
            }
        }
    }
}
