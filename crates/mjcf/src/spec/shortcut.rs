//! Why the parameters of an actuator could not be set by a shortcut.

use std::fmt;

/// Why an actuator cannot be what a shortcut, such as `position` or `dcmotor`, stands for.
///
/// # Examples
/// ```
/// use ferrodyn::spec::{Actuator, ServoShortcut, ShortcutError};
///
/// let mut actuator = Actuator::default();
/// let servo = ServoShortcut { kp: Some(10.0), kv: Some(-1.0), ..Default::default() };
/// let refused = actuator.set_to_position(&servo);
/// assert_eq!(refused, Err(ShortcutError::Negative("kv")));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShortcutError {
    /// Two parameters of which one can be given.
    Exclusive(&'static str, &'static str),
    /// What cannot be negative is.
    Negative(&'static str),
    /// Neither `motorconst` nor `nominal` gives a positive motor constant.
    MotorConstant,
    /// Neither `resistance` nor `nominal` gives a positive resistance.
    Resistance,
    /// The thermal parameters do not give a positive resistance and capacitance.
    Thermal,
}

impl fmt::Display for ShortcutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Exclusive(one, other) => {
                return write!(f, "{one} and {other} exclude each other: give one of them");
            }
            Self::Negative(what) => return write!(f, "{what} cannot be negative"),
            Self::MotorConstant => {
                "the motor constant must be positive: give motorconst or nominal"
            }
            Self::Resistance => "the resistance must be positive: give resistance or nominal",
            Self::Thermal => {
                "thermal resistance and capacitance must be positive: give two of resistance, \
                 capacitance and time constant"
            }
        })
    }
}

ferrodyn_engine::debug_as_message!(ShortcutError);

impl std::error::Error for ShortcutError {}
