//! Dense, banded and sparse linear algebra on flat row-major slices.
//!
//! Sums are accumulated in MuJoCo's order, so that results agree with it to the last bit. Sizes
//! that do not fit together never panic: what is missing is not computed.

pub mod band;
pub mod cholesky;
pub mod dense;
#[doc(hidden)]
pub mod ldl;
pub(crate) mod lu;
pub(crate) mod qcqp;
pub mod qp;
pub mod sparse;
