//! What went wrong with an environment.
//!
//! | reads |
//! |---|
//! | `warning`, `dof_bodyid`, `jnt_qposadr`, `jnt_dofadr` |

use std::fmt;

use super::stepper::STATE;
use crate::data::Data;
use crate::enums::Warning;
use crate::hooks::System;
use crate::ids::{DofId, WarningId};
use crate::model::Model;
use crate::state::set_state;
use crate::step::forward;
use crate::warning::deepest_contact;

/// A failure of an environment: what, when and where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepError {
    /// What is wrong.
    pub kind: StepErrorKind,
    /// The time at the start of the step; s.
    pub time: f64,
    /// The first degree of freedom that it is wrong with; of positions, that of the joint.
    pub dof: Option<usize>,
    /// The body that this one moves.
    pub body: Option<usize>,
    /// The actuator, where it is its control.
    pub actuator: Option<usize>,
    /// The geoms of the deepest contact of the body in that step.
    pub contact: Option<[usize; 2]>,
}

/// What is wrong with an environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StepErrorKind {
    /// A position is not finite or beyond all bounds.
    Position,
    /// A velocity is.
    Velocity,
    /// An acceleration is.
    Acceleration,
    /// A control is.
    Control,
}

impl fmt::Display for StepErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Position => "position",
            Self::Velocity => "velocity",
            Self::Acceleration => "acceleration",
            Self::Control => "control",
        })
    }
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NaN, infinity or a huge value in the {}", self.kind)?;
        let places = [("dof", self.dof), ("body", self.body), ("actuator", self.actuator)];
        for (what, at) in places {
            if let Some(at) = at {
                write!(f, ", {what} {at}")?;
            }
        }
        if let Some([a, b]) = self.contact {
            write!(f, ", in contact: geoms {a} and {b}")?;
        }
        write!(f, ", at time {:.4}", self.time)
    }
}

impl std::error::Error for StepError {}

impl StepError {
    /// What the warnings of a step say, of which the first counts.
    pub(super) fn of(m: &Model, d: &Data, time: f64) -> Option<Self> {
        let raised = |warning: Warning| {
            let found = d.warning[WarningId(warning as usize)];
            (found.number > 0).then_some(found.lastinfo.max(0) as usize)
        };
        let error = |kind, dof: Option<usize>, actuator| {
            let body = dof.filter(|&k| k < m.nv).map(|k| m.dof_bodyid[DofId(k)] as usize);
            Self { kind, time, dof, body, actuator, contact: None }
        };
        if let Some(at) = raised(Warning::BadQpos) {
            return Some(error(StepErrorKind::Position, dof_of_position(m, at), None));
        }
        if let Some(dof) = raised(Warning::BadQvel) {
            return Some(error(StepErrorKind::Velocity, Some(dof), None));
        }
        if let Some(actuator) = raised(Warning::BadCtrl) {
            return Some(error(StepErrorKind::Control, None, Some(actuator)));
        }
        raised(Warning::BadQacc).map(|dof| error(StepErrorKind::Acceleration, Some(dof), None))
    }

    /// Adds the contact to blame for an acceleration, given the state before the step, which is computed
    /// once more.
    pub(super) fn with_contact(self, m: &System<'_>, before: &[f64]) -> Self {
        let (StepErrorKind::Acceleration, Some(body)) = (self.kind, self.body) else { return self };
        let mut d = Data::new(m);
        let contact = set_state(m, &mut d, before, STATE).ok().and_then(|()| {
            forward(m, &mut d);
            deepest_contact(m, &d, body)
        });
        Self { contact, ..self }
    }
}

/// The first degree of freedom of the joint that has a position.
fn dof_of_position(m: &Model, at: usize) -> Option<usize> {
    let joint = m.joints().take_while(|&j| m.jnt_qposadr[j] as usize <= at).last()?;
    Some(m.jnt_dofadr[joint] as usize)
}
