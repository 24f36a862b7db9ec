//! Why an environment failed: the kind of bad number, and the joint, body, actuator or contact to blame.
//!
//! | reads |
//! |---|
//! | `warning`, `qLD`, `dof_bodyid`, `dof_treeid`, `jnt_qposadr`, `jnt_dofadr` |

use std::fmt;

use super::stepper::STATE;
use crate::constants::MINVAL;
use crate::data::Data;
use crate::enums::Warning;
use crate::hooks::System;
use crate::ids::{DofId, WarningId};
use crate::linalg::ldl;
use crate::model::Model;
use crate::state::set_state;
use crate::step::forward;
use crate::warning::deepest_contact;

/// A failure of an environment: what, when and where.
#[derive(Clone, Copy, PartialEq)]
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
    /// An acceleration is, because nothing is accelerated: a pivot of the inertia matrix is zero, negative,
    /// below [`MINVAL`] or not a number.
    Inertia,
}

impl fmt::Display for StepErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Position => "position",
            Self::Velocity => "velocity",
            Self::Acceleration => "acceleration",
            Self::Control => "control",
            Self::Inertia => "inertia",
        })
    }
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            StepErrorKind::Inertia => f.write_str("the inertia matrix cannot be factored")?,
            kind => write!(f, "NaN, infinity or a huge value in the {kind}")?,
        }
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

crate::debug_as_message!(StepError);

impl std::error::Error for StepError {}

impl StepError {
    /// The failure that the warnings of a step report; the first kind that was counted decides.
    pub(super) fn of(m: &Model, d: &Data, time: f64) -> Option<Self> {
        let raised = |warning: Warning| {
            let found = d.warning[WarningId(warning as usize)];
            (found.number > 0).then_some(found.lastinfo.max(0) as usize)
        };
        let error = |kind, dof: Option<usize>, actuator| {
            let body = dof.filter(|&k| k < m.nv).map(|k| m.dof_bodyid[DofId(k)].raw() as usize);
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

    /// Adds the cause of a bad acceleration: a body without inertia, or the deepest contact. For that, the step is
    /// computed once more from the state before it.
    pub(super) fn with_cause(self, m: &System<'_>, before: &[f64]) -> Self {
        let (StepErrorKind::Acceleration, Some(dof), Some(body)) = (self.kind, self.dof, self.body)
        else {
            return self;
        };
        let mut d = Data::new(m);
        if set_state(m, &mut d, before, STATE).is_err() {
            return self;
        }
        forward(m, &mut d);
        if let Some(DofId(dof)) = without_inertia(m, &d, DofId(dof)) {
            let body = Some(m.dof_bodyid[DofId(dof)].raw() as usize);
            return Self { kind: StepErrorKind::Inertia, dof: Some(dof), body, ..self };
        }
        Self { contact: deepest_contact(m, &d, body), ..self }
    }
}

/// The degree of freedom where the factor of the inertia matrix breaks down: in the tree of one, else in
/// any. Elimination begins at the last one; the pivots of its ancestors are what remains after it.
fn without_inertia(m: &Model, d: &Data, near: DofId) -> Option<DofId> {
    let breaks = |&k: &DofId| {
        let pivot = d.qLD[ldl::diagonal(m, k)];
        pivot.is_nan() || pivot < MINVAL
    };
    let in_tree = |k: &DofId| m.dof_treeid[*k].raw() == m.dof_treeid[near].raw();
    let of_tree = m.dofs().rev().filter(in_tree).find(breaks);
    of_tree.or_else(|| m.dofs().rev().find(breaks))
}

/// The first degree of freedom of the joint that has a position.
fn dof_of_position(m: &Model, at: usize) -> Option<usize> {
    let joint = m.joints().take_while(|&j| m.jnt_qposadr[j].raw() as usize <= at).last()?;
    Some(m.jnt_dofadr[joint].raw() as usize)
}
