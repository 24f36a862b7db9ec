//! Names of objects and of timers.

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::{ObjType, Timer};

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

/// The name of an object, or its kind and number.
pub(crate) fn name_of(m: &Model, kind: ObjType, id: usize) -> String {
    let unnamed = || format!("{} {id}", format!("{kind:?}").to_lowercase());
    m.id2name(kind, id).map_or_else(unnamed, str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_timer_is_listed_once() {
        let mut order = TIMER_ORDER.to_vec();
        order.sort_unstable();
        assert_eq!(order, Timer::ALL);
    }

    #[test]
    fn what_has_no_name_has_a_number() {
        let xml =
            "<mujoco><worldbody><body name='arm'><geom size='1'/></body></worldbody></mujoco>";
        let m = ferrodyn_mjcf::Loader::new().load_str(xml).unwrap();
        assert_eq!(name_of(&m, ObjType::Body, 1), "arm");
        assert_eq!(name_of(&m, ObjType::Geom, 0), "geom 0");
    }
}
