//! Sensors: their objects, the numbers they have, and the stage after which they can be computed.

use ferrodyn_engine::enums::{
    ConDataField, DataType, GeomType, JointType, ObjType, RayDataField, SensorStage, SensorType,
};

use super::actuator::check_history;
use super::body::check_user;
use super::joint::is_limited;
use super::plugin::{Instance, refused};
use super::work::Work;
use super::{Assets, Fail, fail};
use crate::spec::Sensor;
use crate::spec::sensor::{SENSORS, SensorForm, outputs};

/// A sensor with its objects and output.
pub(super) struct CompiledSensor<'s> {
    pub(super) spec: &'s Sensor,
    pub(super) object: Option<usize>,
    pub(super) reference: Option<usize>,
    pub(super) datatype: DataType,
    pub(super) needstage: SensorStage,
    pub(super) dim: i32,
}

pub(super) fn compile<'s>(
    work: &mut Work<'_>,
    assets: &mut Assets,
    plugin: Option<&Instance<'_>>,
    spec: &'s Sensor,
) -> Result<CompiledSensor<'s>, Fail> {
    check_user(&spec.user, work.spec.size.nuser_sensor, "nuser_sensor")?;
    check_numbers(spec)?;
    let (object, reference) = objects(work, assets, spec)?;
    check_objects(work, spec, object, reference)?;
    let user = spec.kind == SensorType::User;
    let datatype = if user { spec.datatype } else { data_type(spec.kind) };
    let (needstage, dim) = if let Some(plugin) = plugin {
        let len = plugin.kind.sensor_len(&plugin.attributes).map_err(|error| refused(&error))?;
        let dim = i32::try_from(len).map_err(|_| Fail::from("the sensor has too many numbers"))?;
        (plugin.kind.sensor_stage(), dim)
    } else {
        let needstage = if user { spec.needstage } else { stage(spec.kind) };
        (needstage, dimension(work, assets, spec, object)?)
    };
    let rotation = datatype == DataType::Quaternion
        || (datatype == DataType::Axis && spec.kind != SensorType::GeomNormal);
    if spec.cutoff > 0.0 && rotation {
        return fail("cutoff does not apply to axes and quaternions");
    }
    Ok(CompiledSensor { spec, object, reference, datatype, needstage, dim })
}

fn check_numbers(spec: &Sensor) -> Result<(), Fail> {
    let [period, phase] = spec.interval;
    if spec.noise < 0.0 || spec.cutoff < 0.0 {
        return fail("noise and cutoff cannot be negative");
    }
    if period < 0.0 || phase > 0.0 || (period > 0.0 && phase <= -period) {
        return fail("interval is a period, not negative, and a phase between -period and 0");
    }
    check_history(spec.delay, spec.nsample)
}

type Objects = (Option<usize>, Option<usize>);

/// Finds the sensed and the reference object.
fn objects(work: &mut Work<'_>, assets: &mut Assets, spec: &Sensor) -> Result<Objects, Fail> {
    let wanted = |kind: ObjType| kind != ObjType::Unknown;
    let look = |work: &Work<'_>, kind: ObjType, name: &str| {
        if wanted(kind) { work.names.find(kind, name) } else { None }
    };
    let object = look(work, spec.objtype, &spec.objname);
    let reference = look(work, spec.reftype, &spec.refname);
    let free = matches!(
        spec.kind,
        SensorType::EPotential
            | SensorType::EKinetic
            | SensorType::Clock
            | SensorType::Contact
            | SensorType::User
            | SensorType::Plugin
    );
    if !wanted(spec.objtype) && !free {
        return fail("the sensor needs an object");
    }
    let sides = [(spec.objtype, &spec.objname, object), (spec.reftype, &spec.refname, reference)];
    for (kind, name, found) in sides.into_iter().filter(|side| wanted(side.0)) {
        match found {
            None if name.is_empty() => return fail("the name of an object is missing"),
            None => return Err(Fail::unknown(&work.names, kind, name)),
            Some(g) if kind == ObjType::Geom => work.geoms[g].visual = false,
            Some(i) if kind == ObjType::Mesh => assets.visual[i] = false,
            Some(_) => {}
        }
    }
    if wanted(spec.reftype) && !has_frame(spec.reftype) && spec.kind != SensorType::Contact {
        return fail("a reference object is a body, xbody, geom, site or camera");
    }
    Ok((object, reference))
}

fn has_limits(work: &Work<'_>, tendon: usize) -> bool {
    work.spec.tendons.get(tendon).is_some_and(|t| is_limited(t.limited, t.range))
}

/// Whether objects of a kind have a spatial frame.
fn has_frame(kind: ObjType) -> bool {
    use ObjType::{Body, Camera, Geom, Site, XBody};
    matches!(kind, Body | XBody | Geom | Site | Camera)
}

/// Objects that the type of sensor does not go with.
fn check_objects(
    work: &Work<'_>,
    spec: &Sensor,
    object: Option<usize>,
    reference: Option<usize>,
) -> Result<(), Fail> {
    use SensorType as S;
    check_kinds(spec)?;
    let joint = object.filter(|_| spec.objtype == ObjType::Joint).map(|j| &work.joints[j]);
    let kind = joint.map(|j| j.spec.kind);
    match spec.kind {
        S::CamProjection => {
            let camera = reference.map(|c| work.cameras[c].spec);
            if camera.is_some_and(|c| c.resolution.contains(&0)) {
                return fail("the camera needs a resolution");
            }
        }
        S::JointPos | S::JointVel | S::JointActFrc
            if !matches!(kind, Some(JointType::Slide | JointType::Hinge)) =>
        {
            return fail("the joint must be a slide or a hinge");
        }
        S::BallQuat | S::BallAngVel if kind != Some(JointType::Ball) => {
            return fail("the joint must be a ball joint");
        }
        S::JointLimitPos | S::JointLimitVel | S::JointLimitFrc
            if !joint.is_some_and(|j| j.limited) =>
        {
            return fail("the joint has no limits");
        }
        S::TendonLimitPos | S::TendonLimitVel | S::TendonLimitFrc
            if !object.is_some_and(|t| has_limits(work, t)) =>
        {
            return fail("the tendon has no limits");
        }
        S::FramePos
        | S::FrameQuat
        | S::FrameXAxis
        | S::FrameYAxis
        | S::FrameZAxis
        | S::FrameLinVel
        | S::FrameAngVel
        | S::FrameLinAcc
        | S::FrameAngAcc
        | S::InsideSite
            if !has_frame(spec.objtype) =>
        {
            return fail("the object must be a body, xbody, geom, site or camera");
        }
        S::GeomDist | S::GeomNormal | S::GeomFromTo => {
            if spec.objtype == spec.reftype && object == reference {
                return fail("the two objects must differ");
            }
            let hfield = |kind: ObjType, index: Option<usize>| {
                kind == ObjType::Geom
                    && index.is_some_and(|g| work.geoms[g].spec.kind == GeomType::Hfield)
            };
            if hfield(spec.objtype, object) || hfield(spec.reftype, reference) {
                return fail("distances to height fields are not supported");
            }
        }
        S::User => {
            if spec.dim < 0 {
                return fail("dim cannot be negative");
            }
            if spec.datatype == DataType::Axis && spec.dim != 3 {
                return fail("an axis has dim 3");
            }
            if spec.datatype == DataType::Quaternion && spec.dim != 4 {
                return fail("a quaternion has dim 4");
            }
        }
        _ => {}
    }
    Ok(())
}

/// Kinds of objects that the type of sensor does not go with. Files cannot name them, programs can.
fn check_kinds(spec: &Sensor) -> Result<(), Fail> {
    use ObjType::{Body, Camera, Geom, Mesh, Site, Unknown, XBody};
    let (object, reference) = (spec.objtype, spec.reftype);
    let form = SENSORS.into_iter().find(|row| row.1 == spec.kind).map(|row| row.2);
    match form {
        Some(SensorForm::Object(word, kind)) if object != kind => {
            fail(format!("sensor must be attached to {word}"))
        }
        Some(SensorForm::CamProjection) if (object, reference) != (Site, Camera) => {
            fail("sensor must be attached to site, with a camera as reference")
        }
        Some(SensorForm::InsideSite) if reference != Site => {
            fail("sensor must be associated with a site")
        }
        Some(SensorForm::Distance)
            if !matches!(object, Body | Geom) || !matches!(reference, Body | Geom) =>
        {
            fail("sensor must be attached to two bodies or geoms")
        }
        Some(SensorForm::Tactile) if (object, reference) != (Mesh, Geom) => {
            fail("sensor must be associated with a mesh and a geom")
        }
        Some(SensorForm::RangeFinder) => {
            if !matches!(object, Site | Camera) {
                return fail("sensor must be attached to site or camera");
            }
            check_fields(spec.intprm[0], RayDataField::COUNT, "mjNRAYDATA")
        }
        Some(SensorForm::Contact) => {
            if !matches!(object, Site | Body | XBody | Geom | Unknown) {
                return fail("first matching criterion: if set, must be (x)body, geom or site");
            }
            if !matches!(reference, Body | XBody | Geom | Unknown) {
                return fail("second matching criterion: if set, must be (x)body or geom");
            }
            check_fields(spec.intprm[0], ConDataField::COUNT, "mjNCONDATA")?;
            match spec.intprm {
                [_, reduce, _] if !(0..=3).contains(&reduce) => fail(format!(
                    "unknown reduction criterion. got {reduce}, expected one of {{0, 1, 2, 3}}"
                )),
                [_, _, num] if num <= 0 => {
                    fail(format!("num (intprm[2]) must be positive in sensor, got {num}"))
                }
                _ => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

/// Refuses a choice of data fields that is empty or names more than there are.
fn check_fields(bits: i32, count: usize, constant: &str) -> Result<(), Fail> {
    let mask = (1 << count) - 1;
    if bits <= 0 {
        return fail(format!("data spec (intprm[0]) must be positive, got {bits}"));
    }
    if bits & mask == 0 {
        return fail(format!(
            "data spec intprm[0]={bits} must have at least one bit set of the first {constant} bits"
        ));
    }
    if bits & !mask != 0 {
        return fail(format!(
            "data spec intprm[0]={bits} has bits set beyond the first {constant} bits"
        ));
    }
    Ok(())
}

fn data_type(kind: SensorType) -> DataType {
    use SensorType as S;
    match kind {
        S::Touch | S::InsideSite => DataType::Positive,
        S::FrameXAxis | S::FrameYAxis | S::FrameZAxis | S::GeomNormal => DataType::Axis,
        S::BallQuat | S::FrameQuat => DataType::Quaternion,
        _ => DataType::Real,
    }
}

fn stage(kind: SensorType) -> SensorStage {
    use SensorType as S;
    match kind {
        S::Touch
        | S::Accelerometer
        | S::Force
        | S::Torque
        | S::ActuatorFrc
        | S::JointActFrc
        | S::TendonActFrc
        | S::JointLimitFrc
        | S::TendonLimitFrc
        | S::FrameLinAcc
        | S::FrameAngAcc
        | S::Contact
        | S::Tactile => SensorStage::Acc,
        S::Velocimeter
        | S::Gyro
        | S::JointVel
        | S::TendonVel
        | S::ActuatorVel
        | S::BallAngVel
        | S::JointLimitVel
        | S::TendonLimitVel
        | S::FrameLinVel
        | S::FrameAngVel
        | S::SubtreeLinVel
        | S::SubtreeAngMom => SensorStage::Vel,
        _ => SensorStage::Pos,
    }
}

/// Number of outputs.
fn dimension(
    work: &Work<'_>,
    assets: &Assets,
    spec: &Sensor,
    object: Option<usize>,
) -> Result<i32, Fail> {
    let vertices = || {
        let mesh = object.and_then(|i| assets.meshes.get(i)?.as_deref());
        mesh.map_or(0, |m| m.vert.len())
    };
    let resolution = || object.map(|c| work.cameras[c].spec.resolution);
    outputs(spec, resolution, vertices)
        .ok_or_else(|| Fail::from("the sensor has more outputs than can be counted".to_owned()))
}
