//! Sensors.

use ferrodyn_engine::enums::{
    ConDataField, DataType, ObjType, RayDataField, SensorStage, SensorType,
};

use super::actuator::Interp;
use super::{Origin, PluginRef};
use crate::schema::element;
use crate::schema::keyword::keywords;

element! {
    /// A sensor.
    pub struct Sensor {
        /// Name.
        pub name: String = String::new(), "name";
        /// Type.
        pub kind: SensorType = SensorType::Touch => "type";
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
        pub needstage: SensorStage = SensorStage::Acc;
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
        pub user: Vec<f64> = Vec::new(), "user" => "userdata";
        /// Plugin that computes something of it.
        pub plugin: PluginRef = PluginRef::default();
        /// Where it came from.
        pub origin: Origin = Origin::default();
    }
}

keywords! {
    /// How a contact sensor chooses among contacts.
    pub enum ContactReduce {
        /// The first ones found.
        None = 0 "none",
        /// The deepest.
        Mindist = 1 "mindist",
        /// Those with the largest force.
        Maxforce = 2 "maxforce",
        /// One with the net force.
        Netforce = 3 "netforce",
    }
}

/// How the objects of a sensor are named in MJCF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SensorForm {
    /// No object.
    Global,
    /// One object, in an attribute of its own.
    Object(&'static str, ObjType),
    /// An object with a frame and optionally one to be relative to.
    Frame,
    /// An object with a frame.
    Acceleration,
    /// An object with a frame and a site.
    InsideSite,
    /// A site and a camera.
    CamProjection,
    /// A site or a camera.
    RangeFinder,
    /// Two geoms or bodies.
    Distance,
    /// Up to two of geom, body, subtree, site.
    Contact,
    /// A mesh and a geom.
    Tactile,
    /// Anything.
    User,
    /// Anything that a plugin measures.
    Plugin,
}

/// Sensor elements: name, type, and how their objects are named.
pub(crate) const SENSORS: [(&str, SensorType, SensorForm); 49] = {
    use SensorForm as F;
    use SensorType as S;
    const SITE: SensorForm = F::Object("site", ObjType::Site);
    const JOINT: SensorForm = F::Object("joint", ObjType::Joint);
    const TENDON: SensorForm = F::Object("tendon", ObjType::Tendon);
    const ACTUATOR: SensorForm = F::Object("actuator", ObjType::Actuator);
    const BODY: SensorForm = F::Object("body", ObjType::Body);
    [
        ("touch", S::Touch, SITE),
        ("accelerometer", S::Accelerometer, SITE),
        ("velocimeter", S::Velocimeter, SITE),
        ("gyro", S::Gyro, SITE),
        ("force", S::Force, SITE),
        ("torque", S::Torque, SITE),
        ("magnetometer", S::Magnetometer, SITE),
        ("camprojection", S::CamProjection, F::CamProjection),
        ("rangefinder", S::RangeFinder, F::RangeFinder),
        ("jointpos", S::JointPos, JOINT),
        ("jointvel", S::JointVel, JOINT),
        ("tendonpos", S::TendonPos, TENDON),
        ("tendonvel", S::TendonVel, TENDON),
        ("actuatorpos", S::ActuatorPos, ACTUATOR),
        ("actuatorvel", S::ActuatorVel, ACTUATOR),
        ("actuatorfrc", S::ActuatorFrc, ACTUATOR),
        ("jointactuatorfrc", S::JointActFrc, JOINT),
        ("tendonactuatorfrc", S::TendonActFrc, TENDON),
        ("ballquat", S::BallQuat, JOINT),
        ("ballangvel", S::BallAngVel, JOINT),
        ("jointlimitpos", S::JointLimitPos, JOINT),
        ("jointlimitvel", S::JointLimitVel, JOINT),
        ("jointlimitfrc", S::JointLimitFrc, JOINT),
        ("tendonlimitpos", S::TendonLimitPos, TENDON),
        ("tendonlimitvel", S::TendonLimitVel, TENDON),
        ("tendonlimitfrc", S::TendonLimitFrc, TENDON),
        ("framepos", S::FramePos, F::Frame),
        ("framequat", S::FrameQuat, F::Frame),
        ("framexaxis", S::FrameXAxis, F::Frame),
        ("frameyaxis", S::FrameYAxis, F::Frame),
        ("framezaxis", S::FrameZAxis, F::Frame),
        ("framelinvel", S::FrameLinVel, F::Frame),
        ("frameangvel", S::FrameAngVel, F::Frame),
        ("framelinacc", S::FrameLinAcc, F::Acceleration),
        ("frameangacc", S::FrameAngAcc, F::Acceleration),
        ("subtreecom", S::SubtreeCom, BODY),
        ("subtreelinvel", S::SubtreeLinVel, BODY),
        ("subtreeangmom", S::SubtreeAngMom, BODY),
        ("insidesite", S::InsideSite, F::InsideSite),
        ("distance", S::GeomDist, F::Distance),
        ("normal", S::GeomNormal, F::Distance),
        ("fromto", S::GeomFromTo, F::Distance),
        ("contact", S::Contact, F::Contact),
        ("e_potential", S::EPotential, F::Global),
        ("e_kinetic", S::EKinetic, F::Global),
        ("clock", S::Clock, F::Global),
        ("tactile", S::Tactile, F::Tactile),
        ("user", S::User, F::User),
        ("plugin", S::Plugin, F::Plugin),
    ]
};

/// The row of a sensor element.
pub(crate) fn form_of(name: &str) -> Option<(&'static str, SensorType, SensorForm)> {
    SENSORS.into_iter().find(|row| row.0 == name)
}

/// Number of outputs, given the resolution of the camera or the vertices of the mesh it senses
/// with; nothing if they are too many to be counted.
pub(crate) fn outputs(
    spec: &Sensor,
    resolution: impl FnOnce() -> Option<[i32; 2]>,
    vertices: impl FnOnce() -> usize,
) -> Option<i32> {
    use SensorType as S;
    Some(match spec.kind {
        S::CamProjection => 2,
        S::Accelerometer
        | S::Velocimeter
        | S::Gyro
        | S::Force
        | S::Torque
        | S::Magnetometer
        | S::BallAngVel
        | S::FramePos
        | S::FrameXAxis
        | S::FrameYAxis
        | S::FrameZAxis
        | S::FrameLinVel
        | S::FrameAngVel
        | S::FrameLinAcc
        | S::FrameAngAcc
        | S::SubtreeCom
        | S::SubtreeLinVel
        | S::SubtreeAngMom
        | S::GeomNormal => 3,
        S::GeomFromTo => 6,
        S::BallQuat | S::FrameQuat => 4,
        S::Contact => {
            let size: i32 =
                ConDataField::ALL
                    .iter()
                    .filter(|field| spec.intprm[0] >> **field as i32 & 1 == 1)
                    .map(|field| {
                        if matches!(field, ConDataField::Found | ConDataField::Dist) {
                            1
                        } else {
                            3
                        }
                    })
                    .sum();
            spec.intprm[2].checked_mul(size)?
        }
        S::RangeFinder => {
            let size: i32 =
                RayDataField::ALL
                    .iter()
                    .filter(|field| spec.intprm[0] >> **field as i32 & 1 == 1)
                    .map(|field| {
                        if matches!(field, RayDataField::Dist | RayDataField::Depth) {
                            1
                        } else {
                            3
                        }
                    })
                    .sum();
            let rays = match spec.objtype {
                ObjType::Camera => {
                    resolution().map_or(Some(1), |[width, height]| width.checked_mul(height))?
                }
                _ => 1,
            };
            size.checked_mul(rays)?
        }
        S::Tactile => i32::try_from(3 * vertices()).ok()?,
        S::User => spec.dim,
        _ => 1,
    })
}
