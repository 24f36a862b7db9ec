//! Errors of chains and tasks, and of the numbers given to them.

use std::fmt;

/// Why a chain, a measure or a solution cannot be had.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum IkError {
    /// No object of the model has the name.
    UnknownName {
        /// What was looked for: `"body or site"`.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// An id is not one of the model.
    UnknownId {
        /// What was looked for: `"body"`.
        kind: &'static str,
        /// The id.
        id: usize,
        /// How many the model has.
        count: usize,
    },
    /// No joint lies between base and end: nothing there can move.
    NoJoints {
        /// Name of the base, or its number.
        base: String,
        /// Name of the end, or its number.
        end: String,
    },
    /// An argument has not the length that the chain or the model asks for.
    Length {
        /// Name of the argument.
        argument: &'static str,
        /// The length that is needed.
        expected: usize,
        /// The length that was given.
        given: usize,
    },
    /// An argument holds a number that is not finite, or a quaternion of no length.
    NotFinite {
        /// Name of the argument.
        argument: &'static str,
    },
    /// A setting lies outside of what makes sense.
    Setting {
        /// Name of the setting.
        setting: &'static str,
        /// What it has to be.
        needed: &'static str,
    },
    /// A quantity that a task needs does not exist in this model.
    Task {
        /// What is missing.
        problem: String,
    },
}

impl fmt::Display for IkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // only links can have been fused with others
            Self::UnknownName { kind: kind @ "body or site", name } => write!(
                f,
                "the model has no {kind} named \"{name}\": if the compiler fused it with its parent, \
                 compile once more with fusestatic=\"false\" and use Frame::fused"
            ),
            Self::UnknownName { kind, name } => {
                write!(f, "the model has no {kind} named \"{name}\"")
            }
            Self::UnknownId { kind, id, count } => {
                write!(f, "there is no {kind} {id}: the model has {count}")
            }
            Self::NoJoints { base, end } => write!(
                f,
                "no joint lies between \"{base}\" and \"{end}\": choose a base above a joint that \
                 moves the end"
            ),
            Self::Length { argument, expected, given } => {
                write!(f, "{argument} has {given} numbers, {expected} are needed")
            }
            Self::NotFinite { argument } => write!(
                f,
                "{argument} has a number that is not finite, or a quaternion of no length"
            ),
            Self::Setting { setting, needed } => write!(f, "{setting} has to be {needed}"),
            Self::Task { problem } => f.write_str(problem),
        }
    }
}

ferrodyn_engine::debug_as_message!(IkError);

impl std::error::Error for IkError {}

/// `Ok` if an argument has the length that is needed.
pub(crate) fn check_len(
    argument: &'static str,
    given: usize,
    expected: usize,
) -> Result<(), IkError> {
    if given == expected { Ok(()) } else { Err(IkError::Length { argument, expected, given }) }
}

/// `Ok` if all numbers of an argument are finite.
pub(crate) fn check_finite(argument: &'static str, numbers: &[f64]) -> Result<(), IkError> {
    if numbers.iter().all(|x| x.is_finite()) {
        Ok(())
    } else {
        Err(IkError::NotFinite { argument })
    }
}

/// The most restarts and the most iterations that may be asked for.
const MOST: usize = 10_000;

/// `Ok` if a search with these numbers ends in a time that one can wait for.
pub(crate) fn check_search(restarts: usize, iterations: usize) -> Result<(), IkError> {
    if restarts > MOST {
        return Err(IkError::Setting { setting: "restarts", needed: "at most 10000" });
    }
    if !(1..=MOST).contains(&iterations) {
        return Err(IkError::Setting { setting: "iterations", needed: "between 1 and 10000" });
    }
    Ok(())
}

/// `Ok` if a setting is positive and finite.
pub(crate) fn check_positive(setting: &'static str, value: f64) -> Result<(), IkError> {
    if value > 0.0 && value.is_finite() {
        Ok(())
    } else {
        Err(IkError::Setting { setting, needed: "positive and finite" })
    }
}
