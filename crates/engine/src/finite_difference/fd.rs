//! Parts that all finite differences use: errors, sizes of outputs, differences of vectors.

use std::fmt;

use crate::data::WrongModel;

/// Why finite differences cannot be taken.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FdError {
    /// The Runge-Kutta integrator has no form that keeps parts of the pipeline.
    RungeKutta,
    /// The model delays controls or sensors: its state is more than positions, velocities and
    /// activations.
    Delays,
    /// The no-slip solver has no inverse.
    NoSlip,
    /// A matrix for the result has another size than the model implies.
    Size {
        /// MuJoCo's name of the matrix.
        matrix: &'static str,
        /// Numbers it should have.
        expected: usize,
        /// Numbers it has.
        found: usize,
    },
    /// The data is of another model.
    Data(WrongModel),
}

impl fmt::Display for FdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RungeKutta => f.write_str("the RK4 integrator is not supported"),
            Self::Delays => f.write_str("delays are not supported"),
            Self::NoSlip => f.write_str("the noslip solver is not supported"),
            Self::Size { matrix, expected, found } => {
                write!(f, "{matrix} should have {expected} numbers, not {found}")
            }
            Self::Data(error) => write!(f, "{error}"),
        }
    }
}

crate::debug_as_message!(FdError);

impl std::error::Error for FdError {}

impl From<WrongModel> for FdError {
    fn from(error: WrongModel) -> Self {
        Self::Data(error)
    }
}

/// A matrix that may be absent has the size that the model implies.
pub(super) fn check_size(
    matrix: &'static str,
    values: Option<&[f64]>,
    expected: usize,
) -> Result<(), FdError> {
    match values.map(<[f64]>::len) {
        Some(found) if found != expected => Err(FdError::Size { matrix, expected, found }),
        _ => Ok(()),
    }
}

/// `result = (to - from) / h`.
pub(super) fn difference(result: &mut [f64], from: &[f64], to: &[f64], h: f64) {
    let inverse = 1.0 / h;
    for ((result, from), to) in result.iter_mut().zip(from).zip(to) {
        *result = inverse * (to - from);
    }
}
