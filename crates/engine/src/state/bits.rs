//! [`StateBits`]: which parts a state vector has.

use std::fmt;
use std::ops::{BitOr, BitOrAssign};

use super::{PARTS, StateError, last_signature};
use crate::enums::StateBit;

/// A set of parts of a state: MuJoCo's signature, known to name nothing else.
///
/// Functions on states take a single [`StateBit`], several of them joined by `|`, or a number as in MuJoCo.
///
/// ```
/// use ferrodyn::enums::StateBit;
/// use ferrodyn::state::StateBits;
///
/// let parts = StateBit::Qpos | StateBit::Qvel;
/// assert!(parts.contains(StateBit::Qvel) && !parts.contains(StateBit::Physics));
/// assert_eq!((parts.bits(), parts.to_string()), (6, "Qpos | Qvel".to_owned()));
/// assert_eq!(StateBits::try_from(6), Ok(parts));
/// assert!(StateBits::try_from(-1).is_err());
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct StateBits(i32);

impl StateBits {
    /// No part.
    pub const NONE: Self = Self(0);
    /// All parts.
    pub const ALL: Self = Self(last_signature());

    /// The number that MuJoCo knows the set by.
    pub const fn bits(self) -> i32 {
        self.0
    }

    /// Whether all of these parts are in the set.
    pub fn contains(self, parts: impl Into<Self>) -> bool {
        let parts = parts.into();
        self.0 & parts.0 == parts.0
    }

    /// Whether the set has no part.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The parts one by one, in the order in which a state vector has them.
    pub fn iter(self) -> impl Iterator<Item = StateBit> {
        PARTS.iter().copied().filter(move |&part| self.0 & part as i32 != 0)
    }
}

/// What names the parts of a state: a [`StateBit`], [`StateBits`], or the number that MuJoCo takes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` names no parts of a state",
    note = "give `StateBit::Integration`, `StateBit::Qpos | StateBit::Qvel`, or MuJoCo's number as an `i32`"
)]
pub trait Signature {
    /// The parts.
    ///
    /// # Errors
    /// If a number has bits that name nothing.
    fn parts(self) -> Result<StateBits, StateError>;
}

impl Signature for StateBits {
    fn parts(self) -> Result<StateBits, StateError> {
        Ok(self)
    }
}

impl Signature for StateBit {
    fn parts(self) -> Result<StateBits, StateError> {
        Ok(self.into())
    }
}

impl Signature for i32 {
    fn parts(self) -> Result<StateBits, StateError> {
        StateBits::try_from(self)
    }
}

impl From<StateBit> for StateBits {
    fn from(bit: StateBit) -> Self {
        Self(bit as i32)
    }
}

impl TryFrom<i32> for StateBits {
    type Error = StateError;

    fn try_from(signature: i32) -> Result<Self, StateError> {
        if (0..=last_signature()).contains(&signature) {
            Ok(Self(signature))
        } else {
            Err(StateError::Signature { signature })
        }
    }
}

impl From<StateBits> for i32 {
    fn from(parts: StateBits) -> Self {
        parts.0
    }
}

impl BitOr for StateBit {
    type Output = StateBits;
    fn bitor(self, other: Self) -> StateBits {
        StateBits(self as i32 | other as i32)
    }
}

impl<P: Into<StateBits>> BitOr<P> for StateBits {
    type Output = Self;
    fn bitor(self, other: P) -> Self {
        Self(self.0 | other.into().0)
    }
}

impl BitOr<StateBits> for StateBit {
    type Output = StateBits;
    fn bitor(self, other: StateBits) -> StateBits {
        other | self
    }
}

impl<P: Into<Self>> BitOrAssign<P> for StateBits {
    fn bitor_assign(&mut self, other: P) {
        *self = *self | other;
    }
}

/// The names of the parts, as they are written in Rust.
impl fmt::Display for StateBits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        for (i, part) in self.iter().enumerate() {
            let between = if i == 0 { "" } else { " | " };
            write!(f, "{between}{part:?}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for StateBits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StateBits({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_joined_from_bits_and_sets() {
        let physics = StateBit::Qpos | StateBit::Qvel | StateBit::Act | StateBit::History;
        assert_eq!(physics, StateBit::Physics.into());
        let mut all = StateBit::Time | physics;
        all |= StateBit::User | StateBit::Plugin;
        all |= StateBit::WarmStart;
        assert_eq!((all, all.iter().count()), (StateBits::ALL, StateBit::COUNT));
        assert_eq!(StateBits::ALL, StateBit::Integration.into());
        assert_eq!(
            (StateBits::NONE.to_string(), StateBits::default().is_empty()),
            ("none".into(), true)
        );
    }
}
