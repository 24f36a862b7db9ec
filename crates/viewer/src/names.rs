//! Names of timers.

use ferrodyn_engine::enums::Timer;

/// Parts of a step that are timed, each with how deep it is inside others, by [`Timer`].
#[doc(alias = "mjTIMERSTRING")]
pub(crate) const TIMERS: [(&str, usize); Timer::COUNT] = [
    ("step", 0),
    ("forward", 1),
    ("inverse", 1),
    ("position", 2),
    ("velocity", 2),
    ("actuation", 2),
    ("constraint", 2),
    ("advance", 1),
    ("kinematics", 3),
    ("inertia", 3),
    ("collision", 3),
    ("make", 3),
    ("project", 3),
    ("broadphase", 4),
    ("narrowphase", 4),
];

/// The order in which timers are listed: parts below what they are parts of.
pub(crate) const TIMER_ORDER: [Timer; Timer::COUNT] = [
    Timer::Step,
    Timer::Forward,
    Timer::Position,
    Timer::PosKinematics,
    Timer::PosInertia,
    Timer::PosCollision,
    Timer::ColBroad,
    Timer::ColNarrow,
    Timer::PosMake,
    Timer::PosProject,
    Timer::Velocity,
    Timer::Actuation,
    Timer::Constraint,
    Timer::Advance,
    Timer::Inverse,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_timer_is_listed_once() {
        let mut order = TIMER_ORDER.to_vec();
        order.sort_unstable();
        assert_eq!(order, Timer::ALL);
    }
}
