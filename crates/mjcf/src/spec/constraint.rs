//! Contact pairs, exclusions, equality constraints and tendons.

use ferrodyn_engine::enums::{EqType, Limited};

use super::{Origin, SOLIMP, SOLREF};
use crate::schema::element;

element! {
    /// A pair of geoms that collide with parameters of their own.
    pub struct Pair {
        /// Name.
        pub name: String = String::new(), "name";
        /// Default class.
        pub class: String = String::new();
        /// First geom.
        pub geom1: String = String::new(), "geom1" => "geomname1";
        /// Second geom.
        pub geom2: String = String::new(), "geom2" => "geomname2";
        /// Dimension of contacts: 1, 3, 4 or 6.
        pub condim: i32 = 3, "condim";
        /// Sliding (2), torsional and rolling (2) friction.
        pub friction: [f64; 5] = [1.0, 1.0, 0.005, 0.0001, 0.0001], upto "friction";
        /// Reference parameters.
        pub solref: [f64; 2] = SOLREF, upto "solref";
        /// Reference parameters in the friction dimensions.
        pub solreffriction: [f64; 2] = [0.0; 2], upto "solreffriction";
        /// Impedance parameters.
        pub solimp: [f64; 5] = SOLIMP, upto "solimp";
        /// Part of the margin in which contacts exert no force.
        pub gap: f64 = 0.0, "gap";
        /// Distance at which contacts are detected.
        pub margin: f64 = 0.0, "margin";
        /// Where it came from.
        pub origin: Origin = Origin::default();
    }

    /// Two bodies that never collide.
    pub struct Exclude {
        /// Name.
        pub name: String = String::new(), "name";
        /// First body.
        pub body1: String = String::new(), "body1" => "bodyname1";
        /// Second body.
        pub body2: String = String::new(), "body2" => "bodyname2";
        /// Where it came from.
        pub origin: Origin = Origin::default();
    }

    /// An equality constraint.
    pub struct Equality {
        /// Name.
        pub name: String = String::new(), "name";
        /// Default class.
        pub class: String = String::new();
        /// Type.
        pub kind: EqType = EqType::Connect => "type";
        /// The objects are sites (connect and weld).
        pub sites: bool = false => _;
        /// First object.
        pub name1: String = String::new();
        /// Second object; the world, or none, if empty.
        pub name2: String = String::new();
        /// Data: anchor, relative pose and torque scale, or polynomial coefficients.
        pub data: [f64; 11] = [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
        /// Active at the start.
        pub active: bool = true, "active";
        /// Reference parameters.
        pub solref: [f64; 2] = SOLREF, upto "solref";
        /// Impedance parameters.
        pub solimp: [f64; 5] = SOLIMP, upto "solimp";
        /// Where it came from.
        pub origin: Origin = Origin::default();
    }

    /// A tendon: a length that depends on the configuration.
    pub struct Tendon {
        /// Name.
        pub name: String = String::new(), "name";
        /// Default class.
        pub class: String = String::new();
        /// Visualization group.
        pub group: i32 = 0, "group";
        /// Whether the range is enforced.
        pub limited: Limited = Limited::Auto, "limited";
        /// Whether total actuator force is clamped.
        pub actfrclimited: Limited = Limited::False, "actuatorfrclimited";
        /// Limits.
        pub range: [f64; 2] = [0.0; 2], "range";
        /// Limits of the total actuator force.
        pub actfrcrange: [f64; 2] = [0.0; 2], "actuatorfrcrange";
        /// Reference parameters of the limit.
        pub solref_limit: [f64; 2] = SOLREF, upto "solreflimit";
        /// Impedance parameters of the limit.
        pub solimp_limit: [f64; 5] = SOLIMP, upto "solimplimit";
        /// Reference parameters of friction loss.
        pub solref_friction: [f64; 2] = SOLREF, upto "solreffriction";
        /// Impedance parameters of friction loss.
        pub solimp_friction: [f64; 5] = SOLIMP, upto "solimpfriction";
        /// Dry friction.
        pub frictionloss: f64 = 0.0, "frictionloss";
        /// Range of lengths at which the spring is at rest; negative to use the initial length.
        pub springlength: [f64; 2] = [-1.0; 2];
        /// Width to draw.
        pub width: f64 = 0.003, "width";
        /// Material.
        pub material: String = String::new(), "material";
        /// Distance from the limit at which it becomes active.
        pub margin: f64 = 0.0, "margin";
        /// Stiffness: linear, quadratic and cubic coefficient.
        pub stiffness: [f64; 3] = [0.0; 3], upto "stiffness";
        /// Damping: linear, quadratic and cubic coefficient.
        pub damping: [f64; 3] = [0.0; 3], upto "damping";
        /// Inertia along the tendon.
        pub armature: f64 = 0.0, "armature";
        /// Color where there is no material.
        pub rgba: [f32; 4] = [0.5, 0.5, 0.5, 1.0], "rgba";
        /// User data.
        pub user: Vec<f64> = Vec::new(), "user" => "userdata";
        /// The path.
        pub path: Vec<Wrap> = Vec::new() => _;
        /// Where it came from.
        pub origin: Origin = Origin::default();
    }
}

/// One object on a tendon's path.
///
/// ```
/// use ferrodyn::spec::{Tendon, Wrap};
///
/// let path = vec![Wrap::site("shoulder"), Wrap::geom("elbow"), Wrap::site("wrist")];
/// let muscle = Tendon { name: "biceps".into(), path, ..Default::default() };
/// # assert_eq!(muscle.path.len(), 3);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wrap {
    /// What it is.
    pub kind: WrapKind,
    /// Where it came from.
    pub origin: Origin,
}

impl From<WrapKind> for Wrap {
    fn from(kind: WrapKind) -> Self {
        Self { kind, ..Self::default() }
    }
}

impl Wrap {
    /// A site to pass.
    pub fn site(name: impl Into<String>) -> Self {
        WrapKind::Site { site: name.into() }.into()
    }

    /// A sphere or cylinder to wrap around, on either side.
    pub fn geom(name: impl Into<String>) -> Self {
        WrapKind::Geom { geom: name.into(), sidesite: String::new() }.into()
    }

    /// A pulley that divides what follows.
    pub fn pulley(divisor: f64) -> Self {
        WrapKind::Pulley { divisor }.into()
    }

    /// A joint of a fixed tendon, with its coefficient.
    pub fn joint(name: impl Into<String>, coef: f64) -> Self {
        WrapKind::Joint { joint: name.into(), coef }.into()
    }
}

/// What a tendon passes.
#[derive(Clone, Debug, PartialEq)]
pub enum WrapKind {
    /// A site.
    Site {
        /// Its name.
        site: String,
    },
    /// A sphere or cylinder to wrap around.
    Geom {
        /// Its name.
        geom: String,
        /// Site on the side to pass on; empty for either.
        sidesite: String,
    },
    /// A pulley: later parts of the path count divided.
    Pulley {
        /// By what.
        divisor: f64,
    },
    /// A joint of a fixed tendon.
    Joint {
        /// Its name.
        joint: String,
        /// Its coefficient.
        coef: f64,
    },
}

impl Default for WrapKind {
    /// A site without a name.
    fn default() -> Self {
        Self::Site { site: String::new() }
    }
}
