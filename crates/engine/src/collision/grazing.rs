//! When surfaces graze each other: whether there is a contact is then in doubt, and
//! [`mod@crate::collision::compat`] decides as MuJoCo does.

/// Depth up to which contacts are in doubt, relative to the size of geoms. More than the tolerance
/// of any routine.
pub(crate) const DOUBT: f64 = 1e-5;
/// The same relative to the distance from the origin.
pub(crate) const ROUNDING: f64 = 1e-12;
