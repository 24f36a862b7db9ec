//! Sensors.

use ferrodyn_engine::{DataType, ObjType, SensorType, Stage};

use super::Origin;
use super::actuator::Interp;
use super::constraint::Namespace;
use crate::schema::element;

element! {
    /// A sensor.
    pub struct Sensor {
        /// Name.
        pub name: String = String::new(), "name";
        /// Type.
        pub kind: SensorType = SensorType::Touch;
        /// Type of the sensed object.
        pub objtype: ObjType = ObjType::Unknown;
        /// Name of the sensed object.
        pub objname: String = String::new();
        /// Type of the reference object.
        pub reftype: ObjType = ObjType::Unknown;
        /// Name of the reference object.
        pub refname: String = String::new();
        /// Integer parameters, by sensor type.
        pub intprm: [i32; 3] = [0; 3];
        /// Data type of a user sensor.
        pub datatype: DataType = DataType::Real;
        /// Stage a user sensor needs.
        pub needstage: Stage = Stage::Acc;
        /// Number of outputs of a user sensor.
        pub dim: i32 = 0;
        /// Largest magnitude reported; 0 for any.
        pub cutoff: f64 = 0.0, "cutoff";
        /// Standard deviation of the noise.
        pub noise: f64 = 0.0, "noise";
        /// Samples in the history buffer.
        pub nsample: i32 = 0, "nsample";
        /// How the history is read.
        pub interp: Interp = Interp::Zoh, "interp";
        /// Delay in seconds.
        pub delay: f64 = 0.0, "delay";
        /// Period and phase of sampling.
        pub interval: [f64; 2] = [0.0; 2], upto "interval";
        /// User data.
        pub user: Vec<f64> = Vec::new(), "user";
        /// Prefix and suffix still to apply to the names, after an attachment.
        pub namespace: Namespace = Namespace::default();
        /// Where it came from.
        pub origin: Origin = Origin::default();
    }
}
