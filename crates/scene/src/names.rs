//! Names of the flags of visualization and rendering, for users.

use ferrodyn_engine::enums::{Label, RndFlag, VisFlag, VisFrame};

/// A switch: its name, whether it is on at first, and its key in MuJoCo's `simulate`.
pub type Switch = (&'static str, bool, &'static str);

/// The kinds of things that can be shown, by [`VisFlag`].
#[doc(alias = "mjVISSTRING")]
pub const VIS_SWITCHES: [Switch; VisFlag::COUNT] = [
    ("Convex Hull", false, "H"),
    ("Texture", true, "X"),
    ("Joint", false, "J"),
    ("Camera", false, "Q"),
    ("Actuator", false, "U"),
    ("Activation", false, ","),
    ("Light", false, "Z"),
    ("Tendon", true, "V"),
    ("Range Finder", true, "Y"),
    ("Equality", false, "E"),
    ("Inertia", false, "I"),
    ("Scale Inertia", false, "'"),
    ("Perturb Force", false, "B"),
    ("Perturb Object", true, "O"),
    ("Contact Point", false, "C"),
    ("Island", false, "N"),
    ("Contact Force", false, "F"),
    ("Contact Split", false, "P"),
    ("Transparent", false, "T"),
    ("Auto Connect", false, "A"),
    ("Center of Mass", false, "M"),
    ("Select Point", false, ""),
    ("Static Body", true, "D"),
    ("Skin", true, ";"),
    ("Flex Vert", false, ""),
    ("Flex Edge", true, ""),
    ("Flex Face", false, ""),
    ("Flex Skin", true, ""),
    ("Body Tree", false, "`"),
    ("Mesh Tree", false, "\\"),
    ("SDF iters", false, ""),
];

/// The effects, by [`RndFlag`].
#[doc(alias = "mjRNDSTRING")]
pub const RND_SWITCHES: [Switch; RndFlag::COUNT] = [
    ("Shadow", true, "S"),
    ("Wireframe", false, "W"),
    ("Reflection", true, "R"),
    ("Additive", false, "L"),
    ("Skybox", true, "K"),
    ("Fog", false, "G"),
    ("Haze", true, "/"),
    ("Depth", false, ""),
    ("Segment", false, ","),
    ("Id Color", false, ""),
    ("Cull Face", true, ""),
];

/// What can be labeled, by [`Label`].
#[doc(alias = "mjLABELSTRING")]
pub const LABEL_NAMES: [&str; Label::COUNT] = [
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

/// Whose axes can be shown, by [`VisFrame`].
#[doc(alias = "mjFRAMESTRING")]
pub const FRAME_NAMES: [&str; VisFrame::COUNT] =
    ["None", "Body", "Geom", "Site", "Camera", "Light", "Contact", "World"];

/// The switches as they are at first.
pub(crate) fn defaults<const N: usize>(switches: &[Switch; N]) -> [u8; N] {
    switches.map(|(_, is_on, _)| u8::from(is_on))
}
