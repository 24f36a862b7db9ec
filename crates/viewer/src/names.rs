//! Names and keys of what can be switched, as in MuJoCo's `simulate`.

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::{Frame, Label, ObjType, RndFlag, Timer, VisFlag};

/// Names of the kinds of things that are shown, each with its key, by [`VisFlag`].
#[doc(alias = "mjVISSTRING")]
pub(crate) const VIS: [(&str, &str); VisFlag::COUNT] = [
    ("Convex Hull", "H"),
    ("Texture", "X"),
    ("Joint", "J"),
    ("Camera", "Q"),
    ("Actuator", "U"),
    ("Activation", ","),
    ("Light", "Z"),
    ("Tendon", "V"),
    ("Range Finder", "Y"),
    ("Equality", "E"),
    ("Inertia", "I"),
    ("Scale Inertia", "'"),
    ("Perturb Force", "B"),
    ("Perturb Object", "O"),
    ("Contact Point", "C"),
    ("Island", "N"),
    ("Contact Force", "F"),
    ("Contact Split", "P"),
    ("Transparent", "T"),
    ("Auto Connect", "A"),
    ("Center of Mass", "M"),
    ("Select Point", ""),
    ("Static Body", "D"),
    ("Skin", ";"),
    ("Flex Vert", ""),
    ("Flex Edge", ""),
    ("Flex Face", ""),
    ("Flex Skin", ""),
    ("Body Tree", "`"),
    ("Mesh Tree", "\\"),
    ("SDF iters", ""),
];

/// Names of the effects, each with its key, by [`RndFlag`].
#[doc(alias = "mjRNDSTRING")]
pub(crate) const RND: [(&str, &str); RndFlag::COUNT] = [
    ("Shadow", "S"),
    ("Wireframe", "W"),
    ("Reflection", "R"),
    ("Additive", "L"),
    ("Skybox", "K"),
    ("Fog", "G"),
    ("Haze", "/"),
    ("Depth", ""),
    ("Segment", ","),
    ("Id Color", ""),
    ("Cull Face", ""),
];

/// What can be labeled.
#[doc(alias = "mjLABELSTRING")]
pub(crate) const LABELS: [&str; Label::COUNT] = [
    "None",
    "Body",
    "Joint",
    "Geom",
    "Site",
    "Camera",
    "Light",
    "Tendon",
    "Actuator",
    "Constraint",
    "Flex",
    "Skin",
    "Selection",
    "SelPoint",
    "Contact",
    "ContactForce",
    "Island",
];

/// Whose axes can be shown.
#[doc(alias = "mjFRAMESTRING")]
pub(crate) const FRAMES: [&str; Frame::COUNT] =
    ["None", "Body", "Geom", "Site", "Camera", "Light", "Contact", "World"];

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
