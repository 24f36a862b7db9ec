//! Kinematic chains, Jacobians and inverse kinematics on models of ferrodyn.
//!
//! | to | see |
//! |---|---|
//! | follow the joints between two frames | [`Chain`], [`Kinematics`] |
//! | bring the end of a chain to a pose | [`Solver`] |
//! | bring several frames of a model to targets at once | [`Problem`], [`Task`] |
//! | convert and judge Jacobians | [`convert_jacobian`], [`is_singular`], [`manipulability`], [`condition_number`] |

mod chain;
mod error;
mod frame;
mod jacobian;
mod sequence;
mod solver;
mod unroll;
mod whole;

pub use chain::{Chain, ChainJoint, Kinematics, Limit, Motion, Side};
pub use error::IkError;
pub use frame::Frame;
pub use jacobian::{
    JacobianType, SINGULAR, condition_number, convert_jacobian, is_singular, manipulability,
    singular_values,
};
pub use solver::{Aim, Report, Settings, Solver, Status};
pub use whole::{Problem, Task, WholeReport, WholeSettings};

pub use ferrodyn_engine::math::Pack;
