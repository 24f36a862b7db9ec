//! [`Finding`]: what is wrong with which objects, and the numbers that show it.

use std::collections::BTreeMap;

use ferrodyn_mjcf::Location;

use crate::cure::Cure;

macro_rules! checks {
    ($($(#[$doc:meta])+ $name:ident = $word:literal;)+) => {
        /// What is looked for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Check {
            $($(#[$doc])+ $name,)+
        }

        impl Check {
            /// All of them, in the order of reports.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The word for it in reports, in JSON and in what is allowed.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)+
                }
            }
        }
    };
}

checks! {
    /// Bodies whose radius of gyration is far larger than their geoms.
    InertiaLarge = "inertia_large";
    /// Bodies whose radius of gyration is far smaller than their geoms.
    InertiaSmall = "inertia_small";
    /// Bodies denser than any metal.
    Dense = "dense";
    /// Ranges of joints that are 57.3 times smaller than those of their servos.
    Degrees = "degrees";
    /// Servos that are too stiff for the time step.
    Servo = "servo";
    /// Geoms that are inside each other where the model starts.
    StartInside = "start_inside";
    /// Pairs of bodies that touch in every pose.
    AlwaysTouching = "always_touching";
    /// Joints that start out of their range.
    StartRange = "start_range";
    /// Masses of shapes to be seen and of shapes that collide, added up.
    MassTwice = "mass_twice";
    /// Constraints that are asked to be faster than two time steps.
    Solref = "solref";
    /// Shapes that are named visual and collide.
    VisualCollides = "visual_collides";
    /// Actuators that cannot hold their joint against gravity.
    Weak = "weak";
    /// Something heavy that lies on something light.
    HeavyOnLight = "heavy_on_light";
    /// Runs that depend on the time step, or diverge.
    Timestep = "timestep";
    /// Servos that are at the limit of their force and do not reach where they should hold.
    Sags = "sags";
    /// Actuators that are at the limit of their force most of the time.
    Saturated = "saturated";
    /// Solvers that stop before accelerations are right.
    Unconverged = "unconverged";
    /// A box that slips out of a gripper.
    Slip = "slip";
    /// A custom text named `doctor` that says something else than what to allow.
    Allow = "allow";
}

impl Check {
    /// The check of a word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|check| check.word() == word)
    }
}

/// How sure a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Its consequence was measured, or nobody has meant such a thing yet.
    Warning,
    /// True, but maybe meant.
    Note,
}

impl Severity {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// Something that is wrong, or may be.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// What was looked for.
    pub check: Check,
    /// How sure it is.
    pub severity: Severity,
    /// Names of the objects; one without a name is called by its number, as `#3`, a geom by its place in its body,
    /// as `hand#0`.
    pub elements: Vec<String>,
    /// Where the first of them is, if the model was read from a file.
    pub location: Option<Location>,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What to write instead, or where to look.
    pub help: Option<String>,
    /// The number that was judged.
    pub value: f64,
    /// The number from which on it is a finding of this severity.
    pub threshold: f64,
    /// The unit of both; `1` for ratios.
    pub unit: &'static str,
    /// Other numbers, by name.
    pub numbers: BTreeMap<&'static str, f64>,
    /// Edits that were tried, in the order in which they were.
    pub cures: Vec<Cure>,
}

impl Finding {
    /// A finding without place, help and further numbers.
    pub(crate) fn new(check: Check, severity: Severity, message: String) -> Self {
        Self {
            check,
            severity,
            elements: Vec::new(),
            location: None,
            message,
            help: None,
            value: 0.0,
            threshold: 0.0,
            unit: "1",
            numbers: BTreeMap::new(),
            cures: Vec::new(),
        }
    }

    pub(crate) fn of(mut self, elements: impl IntoIterator<Item = String>) -> Self {
        self.elements.extend(elements);
        self
    }

    pub(crate) fn at(self, location: Option<Location>) -> Self {
        Self { location, ..self }
    }

    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    pub(crate) fn value(self, value: f64, threshold: f64, unit: &'static str) -> Self {
        Self { value, threshold, unit, ..self }
    }

    pub(crate) fn number(mut self, name: &'static str, value: f64) -> Self {
        self.numbers.insert(name, value);
        self
    }
}
