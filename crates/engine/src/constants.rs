//! MuJoCo's compile-time constants: array widths, limits, version, and the table Python exposes.

use crate::compat::PROFILE;

/// Largest value that is not taken for divergence in `qpos`, `qvel` and `qacc`.
#[doc(alias = "mjMAXVAL")]
pub const MAXVAL: f64 = 1e10;
/// Smallest number that is divided by or taken for nonzero.
#[doc(alias = "mjMINVAL")]
pub const MINVAL: f64 = 1e-15;
/// Smallest friction coefficient.
#[doc(alias = "mjMINMU")]
pub const MINMU: f64 = 1e-5;
/// Smallest constraint impedance.
#[doc(alias = "mjMINIMP")]
pub const MINIMP: f64 = 0.0001;
/// Largest constraint impedance.
#[doc(alias = "mjMAXIMP")]
pub const MAXIMP: f64 = 0.9999;

macro_rules! counts {
    ($($(#[$doc:meta])* $name:ident, $mj:literal = $value:literal;)*) => {
        $(
            $(#[$doc])*
            #[doc(alias = $mj)]
            pub const $name: usize = $value;
        )*
        /// The integer constants by MuJoCo's names.
        #[doc(hidden)]
        pub const COUNTS: &[(&str, usize)] = &[$(($mj, $value)),*];
    };
}

counts! {
    /// Contacts that one geom pair can have.
    MAXCONPAIR, "mjMAXCONPAIR" = 50;
    /// Depth of a bounding volume hierarchy.
    MAXTREEDEPTH, "mjMAXTREEDEPTH" = 50;
    /// Nodes of a flex.
    MAXFLEXNODES, "mjMAXFLEXNODES" = 27;
    /// Steps at rest before a tree may sleep.
    MINAWAKE, "mjMINAWAKE" = 10;
    /// Numbers in `eq_data`.
    NEQDATA, "mjNEQDATA" = 11;
    /// Parameters of actuator dynamics.
    NDYN, "mjNDYN" = 10;
    /// Parameters of actuator gain.
    NGAIN, "mjNGAIN" = 10;
    /// Parameters of actuator bias.
    NBIAS, "mjNBIAS" = 10;
    /// Parameters of fluid interaction.
    NFLUID, "mjNFLUID" = 12;
    /// Parameters of a constraint's reference acceleration.
    NREF, "mjNREF" = 2;
    /// Parameters of a constraint's impedance.
    NIMP, "mjNIMP" = 5;
    /// Higher polynomial coefficients of stiffness and damping.
    NPOLY, "mjNPOLY" = 2;
    /// Integer parameters of a sensor.
    NSENS, "mjNSENS" = 3;
    /// Iterations that solver statistics are kept for.
    NSOLVER, "mjNSOLVER" = 200;
    /// Islands that solver statistics are kept for.
    NISLAND, "mjNISLAND" = 20;
    /// Threads of a pool.
    MAXTHREAD, "mjMAXTHREAD" = 128;
    /// Groups of geoms, sites, joints and skins that can be shown or hidden.
    NGROUP, "mjNGROUP" = 6;
    /// Lights of a scene.
    MAXLIGHT, "mjMAXLIGHT" = 100;
    /// Characters of overlay text.
    MAXOVERLAY, "mjMAXOVERLAY" = 500;
    /// Lines of a plot.
    MAXLINE, "mjMAXLINE" = 100;
    /// Points of a line in a plot.
    MAXLINEPNT, "mjMAXLINEPNT" = 1001;
    /// Grid divisions of a plane.
    MAXPLANEGRID, "mjMAXPLANEGRID" = 200;
}

/// Texture roles of a material.
#[doc(alias = "mjNTEXROLE")]
pub const NTEXROLE: usize = 10;
/// Kinds of warnings.
#[doc(alias = "mjNWARNING")]
pub const NWARNING: usize = 7;
/// Timers.
#[doc(alias = "mjNTIMER")]
pub const NTIMER: usize = 15;

/// The MuJoCo release whose behavior is reproduced.
pub const MUJOCO_VERSION: &str = PROFILE.version;
/// The same as a number: major, minor, patch in three digits each.
#[doc(alias = "mjVERSION_HEADER")]
pub const VERSION_HEADER: i32 = 3_008_000;
