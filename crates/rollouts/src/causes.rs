//! Failures of a run, counted by cause.

use std::collections::BTreeMap;

use ferrodyn_engine::Model;
use serde::Serialize;

use crate::envs::Failure;
use crate::failure::Place;

/// The cause of a failure: kind, degree of freedom, body, actuator.
type Key = (String, Option<usize>, Option<usize>, Option<usize>);

/// Counts by cause; as many as the model has places, however many failures there are.
#[derive(Debug, Default)]
pub struct Causes(BTreeMap<Key, (u64, Failure)>);

/// A line of the table.
#[derive(Debug, Serialize)]
pub struct Cause {
    /// How many failures.
    pub count: u64,
    /// What was wrong.
    pub kind: String,
    /// Where.
    pub place: Place,
    /// The environment of the first failure: the lowest number among those of the first step.
    pub env: u64,
    /// The step of the first failure.
    pub step: u64,
}

impl Causes {
    /// Counts a failure.
    pub fn add(&mut self, failure: Failure) {
        self.count(failure, 1);
    }

    /// Adds the causes of another shard.
    pub fn join(&mut self, other: Self) {
        for (count, first) in other.0.into_values() {
            self.count(first, count);
        }
    }

    fn count(&mut self, failure: Failure, count: u64) {
        let error = &failure.error;
        let key = (error.kind.to_string(), error.dof, error.body, error.actuator);
        let (sum, first) = self.0.entry(key).or_insert((0, failure));
        *sum += count;
        if (failure.step, failure.env) < (first.step, first.env) {
            *first = failure;
        }
    }

    /// The most frequent first.
    #[must_use]
    pub fn table(&self, m: &Model) -> Vec<Cause> {
        let mut table: Vec<Cause> = self
            .0
            .values()
            .map(|(count, first)| Cause {
                count: *count,
                kind: first.error.kind.to_string(),
                place: Place::of(m, &first.error),
                env: first.env,
                step: first.step,
            })
            .collect();
        table.sort_by_key(|cause| (std::cmp::Reverse(cause.count), cause.step, cause.env));
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferrodyn_engine::batch::{StepError, StepErrorKind};

    #[test]
    fn failures_of_one_cause_are_one_line() {
        let failure = |env, step, kind, dof| {
            let error = StepError {
                kind,
                time: 0.0,
                dof: Some(dof),
                body: Some(1),
                actuator: None,
                contact: None,
            };
            Failure { env, step, error }
        };
        let xml =
            "<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>";
        let m = crate::test_model(xml).unwrap();
        let (mut causes, mut other) = (Causes::default(), Causes::default());
        causes.add(failure(5, 7, StepErrorKind::Velocity, 0));
        causes.add(failure(4, 9, StepErrorKind::Position, 0));
        other.add(failure(9, 7, StepErrorKind::Velocity, 0));
        other.add(failure(3, 7, StepErrorKind::Velocity, 0));
        causes.join(other);
        let table: Vec<_> =
            causes.table(&m).into_iter().map(|c| (c.count, c.kind, c.env, c.step)).collect();
        assert_eq!(table, [(3, "velocity".to_owned(), 3, 7), (1, "position".to_owned(), 4, 9)]);
    }
}
