//! Why there are no derivatives.

use std::fmt;

use ferrodyn_engine::WrongModel;

/// Why there are no derivatives of a step.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum DeriveError {
    /// The model, or the state, has something whose derivative is not there.
    Unsupported(String),
    /// The data was made for another model.
    WrongModel(WrongModel),
    /// The workspace was made for another model.
    WrongWorkspace,
    /// The solver is too far from its optimum: forces and accelerations differ by this share.
    NotConverged(f64),
    /// A number of the state or control, or one that follows from it, is not a number, or so large that a step would begin anew
    /// or take all controls for zero.
    NotFinite,
    /// A matrix that must be positive is not: the model has bodies that move without mass.
    Singular,
}

impl fmt::Display for DeriveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(what) => write!(
                f,
                "there is no exact derivative of {what}; differences may have it (transition_fd, inverse_fd)"
            ),
            Self::WrongModel(error) => error.fmt(f),
            Self::WrongWorkspace => {
                f.write_str("the matrices were made for another model: make them again with `new`")
            }
            Self::NotConverged(residual) => write!(
                f,
                "the constraint solver stopped too early, forces and accelerations differ by {residual:.1e} of their size: \
                 raise opt.iterations, lower opt.tolerance, or take the Newton solver"
            ),
            Self::NotFinite => f.write_str("a state or control, or what follows from it, is not a number or larger than a step accepts"),
            Self::Singular => f.write_str("the inertia matrix is singular: a body that moves has no mass, nor its joint armature"),
        }
    }
}

ferrodyn_engine::debug_as_message!(DeriveError);

impl std::error::Error for DeriveError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::WrongModel(error) => Some(error),
            _ => None,
        }
    }
}

impl From<WrongModel> for DeriveError {
    fn from(error: WrongModel) -> Self {
        Self::WrongModel(error)
    }
}

/// The refusal of something, by name.
pub(crate) fn refuse<T>(what: impl Into<String>) -> Result<T, DeriveError> {
    Err(DeriveError::Unsupported(what.into()))
}
