//! How many numbers the state of a joint has.

use super::JointType;

impl JointType {
    /// Number of positions: entries of `qpos`.
    ///
    /// # Examples
    /// ```
    /// use ferrodyn::enums::JointType;
    /// assert_eq!((JointType::Free.nq(), JointType::Free.nv()), (7, 6));
    /// ```
    #[must_use]
    pub const fn nq(self) -> usize {
        match self {
            Self::Free => 7,
            Self::Ball => 4,
            Self::Slide | Self::Hinge => 1,
        }
    }

    /// Number of degrees of freedom: entries of `qvel`.
    #[must_use]
    pub const fn nv(self) -> usize {
        match self {
            Self::Free => 6,
            Self::Ball => 3,
            Self::Slide | Self::Hinge => 1,
        }
    }

    /// Where among its positions the joint has a quaternion, if it has one.
    #[must_use]
    pub const fn quat_offset(self) -> Option<usize> {
        match self {
            Self::Free => Some(3),
            Self::Ball => Some(0),
            Self::Slide | Self::Hinge => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quaternion_is_one_number_longer_than_its_rotation_and_comes_last() {
        for &kind in JointType::ALL {
            let quat = kind.quat_offset();
            assert_eq!(kind.nq() - kind.nv(), usize::from(quat.is_some()), "{kind:?}");
            assert_eq!(quat.map_or(1, |offset| offset + 4), kind.nq(), "{kind:?}");
        }
    }
}
