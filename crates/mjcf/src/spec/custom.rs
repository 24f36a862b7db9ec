//! Custom data and keyframes.

use ferrodyn_engine::enums::ObjType;

use super::Origin;
use crate::schema::element;

element! {
    /// Named numbers.
    pub struct Numeric {
        /// Name.
        pub name: String = String::new(), "name";
        /// Length of the array; that of the data if 0.
        pub size: i32 = 0, "size";
        /// First values of the array.
        pub data: Vec<f64> = Vec::new(), "data";
        /// Where it came from.
        pub origin: Origin = Origin::default();
    }

    /// Named text.
    pub struct Text {
        /// Name.
        pub name: String = String::new(), "name";
        /// The text.
        pub data: String = String::new(), "data";
        /// Where it came from.
        pub origin: Origin = Origin::default();
    }

    /// Named list of model elements.
    pub struct Tuple {
        /// Name.
        pub name: String = String::new(), "name";
        /// The elements.
        pub elements: Vec<TupleElement> = Vec::new() => _;
        /// Where it came from.
        pub origin: Origin = Origin::default();
    }

    /// A saved state.
    pub struct Key {
        /// Name.
        pub name: String = String::new(), "name";
        /// Time.
        pub time: f64 = 0.0, "time";
        /// Positions; the reference configuration if empty.
        pub qpos: Vec<f64> = Vec::new(), "qpos";
        /// Velocities.
        pub qvel: Vec<f64> = Vec::new(), "qvel";
        /// Activations.
        pub act: Vec<f64> = Vec::new(), "act";
        /// Positions of mocap bodies.
        pub mpos: Vec<f64> = Vec::new(), "mpos";
        /// Orientations of mocap bodies.
        pub mquat: Vec<f64> = Vec::new(), "mquat";
        /// Controls.
        pub ctrl: Vec<f64> = Vec::new(), "ctrl";
        /// Where it came from.
        pub origin: Origin = Origin::default();
    }
}

/// One element of a tuple.
#[derive(Clone, Debug, PartialEq)]
pub struct TupleElement {
    /// Type of the element.
    pub objtype: ObjType,
    /// Its name.
    pub objname: String,
    /// A parameter.
    pub prm: f64,
}

impl Default for TupleElement {
    /// A body without a name.
    fn default() -> Self {
        Self { objtype: ObjType::Body, objname: String::new(), prm: 0.0 }
    }
}
