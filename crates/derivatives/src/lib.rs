//! Exact derivatives of a simulation step, contacts included.
//!
//! [`linearize`] gives the matrices of the step at the state and control that a `Data` holds:
//!
//! ```text
//! x' = A x + B u      x: displacements of qpos (along its tangents), qvel, act; u: of ctrl
//! ```
//!
//! with the layout of MuJoCo's `mjd_transitionFD`, but without differences: no step size, no contact that appears
//! within it. [`linearize_inverse`] does the same for inverse dynamics.
//!
//! # How
//!
//! The step's acceleration `a` is where the residual of inverse dynamics vanishes,
//!
//! ```text
//! r(q, v, a, u) = M a + c(q, v) - passive - actuators - J' f(J a - aref),     H = dr/da = M + J' S J
//! ```
//!
//! so that `da = -H^-1 dr`: one recursion over the tree differentiates `r` at fixed acceleration, and one factor
//! of Newton's own matrix `H` does the rest. `S` is the slope of the forces of constraints, zero where a
//! constraint is inactive. Nothing is unrolled and no derivative of a matrix is formed.
//!
//! | part | what it computes |
//! |---|---|
//! | `sweep` | kinematics, Coriolis and inertial forces: from root to leaves and back |
//! | `wrench` | forces between two bodies as three 6x6 matrices |
//! | `contact`, `geometry` | contacts: rows, friction cones, pairs of shapes on dual numbers |
//! | `rows` | limits, dry friction, equalities of joints |
//! | `passive`, `actuation` | springs, dampers, applied forces, actuators and their activations |
//! | `integrate`, `runge_kutta` | from accelerations to the next state |
//! | `coverage` | what is refused, by name |
//!
//! # What a derivative means where a step has corners
//!
//! The set of contacts is held: which shapes touch, and at which of their features. At the border of a friction
//! cone, at a limit that is just reached and the like the derivative is that of the side on which the state is. At
//! touchdown the step itself jumps, which no derivative shows.
#![allow(non_snake_case, reason = "matrices are spelled as in the equations")]

mod actuation;
mod contact;
mod coverage;
mod dense;
mod dual;
mod error;
mod geometry;
mod integrate;
mod linearization;
mod passive;
mod residual;
mod rows;
mod runge_kutta;
mod sweep;
mod topology;
mod wrench;

pub use error::DeriveError;
pub use linearization::{InverseLinearization, Linearization, linearize, linearize_inverse};

/// Random numbers for tests.
#[cfg(test)]
mod tests_random {
    /// A linear congruential generator.
    pub(crate) struct Random(u64);

    impl Random {
        pub(crate) fn new(seed: u64) -> Self {
            Self(seed)
        }

        /// A number between -1 and 1.
        pub(crate) fn signed(&mut self) -> f64 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        }
    }
}
