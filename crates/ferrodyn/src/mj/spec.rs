//! Editing a spec: attaching, finding, naming, tendon paths, shortcuts of actuators.

use crate::enums::ObjType;
use crate::spec::{
    Actuator, Body, CylinderShortcut, DcMotorShortcut, DefaultClass, Frame, Geom, Joint, Mesh,
    MeshBuiltin, MuscleShortcut, ServoShortcut, ShortcutError, Site, Spec, Tendon, Wrap, WrapKind,
};
use crate::{Compiled, EditError, ElementId, SpecElement};

pub use crate::resolve_orientation as mjs_resolveOrientation;

/// Attaches a part of another spec, or all of it: [`Spec::attach`].
///
/// # Errors
/// If the two cannot be put together.
pub fn mjs_attach(
    s: &mut Spec,
    parent: ElementId,
    child: Spec,
    part: Option<ElementId>,
    prefix: &str,
    suffix: &str,
) -> Result<ElementId, EditError> {
    s.attach(parent, child, part, prefix, suffix)
}

/// Lets elements use the plugin of a name: [`Spec::activate_plugin`].
pub fn mjs_activatePlugin(s: &mut Spec, name: &str) {
    s.activate_plugin(name);
}

/// Removes an element: [`Spec::delete`].
///
/// # Errors
/// If there is no such element, or it has to stay.
pub fn mjs_delete(s: &mut Spec, element: ElementId) -> Result<(), EditError> {
    s.delete(element)
}

/// Adds a frame to a body, in another frame of it if one is given: [`Spec::add_to`].
///
/// # Errors
/// If body or frame are not in the spec.
pub fn mjs_addFrame(
    s: &mut Spec,
    body: ElementId,
    parentframe: Option<ElementId>,
) -> Result<ElementId, EditError> {
    s.add_of_class::<Frame>(Some(body), parentframe, None)
}

/// Adds a free joint to a body: [`Spec::add_freejoint`].
///
/// # Errors
/// If there is no such body.
pub fn mjs_addFreeJoint(s: &mut Spec, body: ElementId) -> Result<ElementId, EditError> {
    s.add_freejoint(body)
}

/// Makes a frame of a body: [`Spec::body_to_frame`].
///
/// # Errors
/// If there is no such body.
pub fn mjs_bodyToFrame(s: &mut Spec, body: ElementId) -> Result<ElementId, EditError> {
    s.body_to_frame(body)
}

/// Puts an element into a frame: [`Spec::set_frame`].
///
/// # Errors
/// If element or frame are not in the spec, or do not fit together.
pub fn mjs_setFrame(
    s: &mut Spec,
    dest: ElementId,
    frame: Option<ElementId>,
) -> Result<(), EditError> {
    s.set_frame(dest, frame)
}

/// The number of outputs of a sensor: [`Spec::sensor_dim`].
pub fn mjs_sensorDim(s: &Spec, sensor: ElementId) -> Option<i32> {
    s.sensor_dim(sensor)
}

/// Replaces a mesh by a generated one: [`Mesh::make`].
///
/// # Errors
/// If the parameters are not those the shape takes.
pub fn mjs_makeMesh(mesh: &mut Mesh, shape: MeshBuiltin, params: &[f64]) -> Result<(), EditError> {
    mesh.make(shape, params)
}

// --- finding ---------------------------------------------------------------------------------

/// The body of a name: [`Spec::find::<Body>`](Spec::find).
pub fn mjs_findBody(s: &Spec, name: &str) -> Option<ElementId> {
    s.find::<Body>(name)
}

/// The element of a kind and a name: [`Spec::find_kind`].
pub fn mjs_findElement(s: &Spec, kind: ObjType, name: &str) -> Option<ElementId> {
    s.find_kind(kind, name)
}

/// The child of a body that has a name, or the body itself: [`Spec::find_child`].
pub fn mjs_findChild(s: &Spec, body: ElementId, name: &str) -> Option<ElementId> {
    s.find_child(body, name)
}

/// The frame of a name: [`Spec::find::<Frame>`](Spec::find).
pub fn mjs_findFrame(s: &Spec, name: &str) -> Option<ElementId> {
    s.find::<Frame>(name)
}

/// The body that an element is in: [`Spec::parent_of`].
pub fn mjs_getParent(s: &Spec, element: ElementId) -> Option<ElementId> {
    s.parent_of(element)
}

/// The frame that an element is in: [`Spec::frame_of`].
pub fn mjs_getFrame(s: &Spec, element: ElementId) -> Option<ElementId> {
    s.frame_of(element)
}

/// The id of what an element became in a model: [`Compiled::object_id`].
pub fn mjs_getId(compiled: &Compiled, element: ElementId) -> Option<i32> {
    compiled.object_id(element)
}

/// The first element of a kind in a body: first of [`Spec::list_in`].
pub fn mjs_firstChild<E: SpecElement>(
    s: &Spec,
    body: ElementId,
    recurse: bool,
) -> Option<ElementId> {
    s.list_in::<E>(body, recurse).first().copied()
}

/// The element of a kind in a body that comes after one: next of [`Spec::list_in`], which takes the
/// whole list at once.
pub fn mjs_nextChild<E: SpecElement>(
    s: &Spec,
    body: ElementId,
    child: ElementId,
    recurse: bool,
) -> Option<ElementId> {
    s.list_in::<E>(body, recurse).into_iter().skip_while(|&id| id != child).nth(1)
}

/// The first element of a kind: first of [`Spec::list`].
pub fn mjs_firstElement<E: SpecElement>(s: &Spec) -> Option<ElementId> {
    s.list::<E>().first().copied()
}

/// The element of a kind that comes after one: next of [`Spec::list`], which takes the whole list
/// at once.
pub fn mjs_nextElement<E: SpecElement>(s: &Spec, element: ElementId) -> Option<ElementId> {
    s.list::<E>().into_iter().skip_while(|&id| id != element).nth(1)
}

// --- names and classes -----------------------------------------------------------------------

/// The name of an element: [`Spec::name_of`].
pub fn mjs_getName(s: &Spec, element: ElementId) -> Option<&str> {
    s.name_of(element)
}

/// Renames an element: [`Spec::set_name`].
///
/// # Errors
/// If another element of the kind has the name, or there is no such element.
pub fn mjs_setName(s: &mut Spec, element: ElementId, name: &str) -> Result<(), EditError> {
    s.set_name(element, name)
}

/// Adds a default class: [`Spec::add_class`].
///
/// # Errors
/// If the name is taken, or there is no such parent.
pub fn mjs_addDefault(
    s: &mut Spec,
    classname: &str,
    parent: Option<ElementId>,
) -> Result<ElementId, EditError> {
    s.add_class(classname, parent)
}

/// The default class of an element: [`Spec::class_of`].
pub fn mjs_getDefault(s: &Spec, element: ElementId) -> Option<ElementId> {
    s.class_of(element)
}

/// The default class of a name: [`Spec::find::<DefaultClass>`](Spec::find).
pub fn mjs_findDefault(s: &Spec, classname: &str) -> Option<ElementId> {
    s.find::<DefaultClass>(classname)
}

/// The default class of everything: first of [`Spec::defaults`].
pub fn mjs_getSpecDefault(s: &Spec) -> Option<ElementId> {
    s.defaults.first().map(|class| class.origin.id)
}

/// Changes the default class of an element: [`Spec::set_class`].
///
/// # Errors
/// If element or class are not in the spec.
pub fn mjs_setDefault(s: &mut Spec, element: ElementId, def: ElementId) -> Result<(), EditError> {
    s.set_class(element, def)
}

// --- paths of tendons ------------------------------------------------------------------------

/// Leads a tendon through a site: [`Spec::add_wrap`].
///
/// # Errors
/// If there is no such tendon.
pub fn mjs_wrapSite(s: &mut Spec, tendon: ElementId, name: &str) -> Result<ElementId, EditError> {
    s.add_wrap(tendon, WrapKind::Site { site: name.to_owned() })
}

/// Leads a tendon around a geom: [`Spec::add_wrap`].
///
/// # Errors
/// If there is no such tendon.
pub fn mjs_wrapGeom(
    s: &mut Spec,
    tendon: ElementId,
    name: &str,
    sidesite: &str,
) -> Result<ElementId, EditError> {
    let (geom, sidesite) = (name.to_owned(), sidesite.to_owned());
    s.add_wrap(tendon, WrapKind::Geom { geom, sidesite })
}

/// Adds a joint to a fixed tendon: [`Spec::add_wrap`].
///
/// # Errors
/// If there is no such tendon.
pub fn mjs_wrapJoint(
    s: &mut Spec,
    tendon: ElementId,
    name: &str,
    coef: f64,
) -> Result<ElementId, EditError> {
    s.add_wrap(tendon, WrapKind::Joint { joint: name.to_owned(), coef })
}

/// Adds a pulley to a tendon: [`Spec::add_wrap`].
///
/// # Errors
/// If there is no such tendon.
pub fn mjs_wrapPulley(
    s: &mut Spec,
    tendon: ElementId,
    divisor: f64,
) -> Result<ElementId, EditError> {
    s.add_wrap(tendon, WrapKind::Pulley { divisor })
}

/// How many objects are on the path of a tendon: length of [`Tendon::path`].
pub fn mjs_getWrapNum(tendon: &Tendon) -> usize {
    tendon.path.len()
}

/// An object on the path of a tendon: entry of [`Tendon::path`].
pub fn mjs_getWrap(tendon: &Tendon, i: usize) -> Option<&Wrap> {
    tendon.path.get(i)
}

/// The object that a tendon passes: [`Spec::find`] of the name in [`WrapKind`].
pub fn mjs_getWrapTarget(s: &Spec, wrap: &Wrap) -> Option<ElementId> {
    match &wrap.kind {
        WrapKind::Site { site } => s.find::<Site>(site),
        WrapKind::Geom { geom, .. } => s.find::<Geom>(geom),
        WrapKind::Joint { joint, .. } => s.find::<Joint>(joint),
        WrapKind::Pulley { .. } => None,
    }
}

/// The site on whose side a tendon passes a geom: [`Spec::find`] of the name in [`WrapKind`].
pub fn mjs_getWrapSideSite(s: &Spec, wrap: &Wrap) -> Option<ElementId> {
    match &wrap.kind {
        WrapKind::Geom { sidesite, .. } if !sidesite.is_empty() => s.find::<Site>(sidesite),
        _ => None,
    }
}

/// By what the path after a pulley counts divided: [`WrapKind::Pulley`].
pub fn mjs_getWrapDivisor(wrap: &Wrap) -> Option<f64> {
    match wrap.kind {
        WrapKind::Pulley { divisor } => Some(divisor),
        _ => None,
    }
}

/// The coefficient of a joint on a fixed tendon: [`WrapKind::Joint`].
pub fn mjs_getWrapCoef(wrap: &Wrap) -> Option<f64> {
    match wrap.kind {
        WrapKind::Joint { coef, .. } => Some(coef),
        _ => None,
    }
}

// --- shortcuts of actuators ------------------------------------------------------------------

/// A direct drive: [`Actuator::set_to_motor`].
pub fn mjs_setToMotor(actuator: &mut Actuator) {
    actuator.set_to_motor();
}

/// A position servo: [`Actuator::set_to_position`].
///
/// # Errors
/// If the numbers cannot be combined.
pub fn mjs_setToPosition(
    actuator: &mut Actuator,
    kp: f64,
    kv: Option<f64>,
    dampratio: Option<f64>,
    timeconst: Option<f64>,
    inheritrange: f64,
) -> Result<(), ShortcutError> {
    let (kp, inheritrange) = (Some(kp), Some(inheritrange));
    actuator.set_to_position(&ServoShortcut { kp, kv, dampratio, timeconst, inheritrange })
}

/// An integrated-velocity servo: [`Actuator::set_to_intvelocity`].
///
/// # Errors
/// If the numbers cannot be combined.
pub fn mjs_setToIntVelocity(
    actuator: &mut Actuator,
    kp: f64,
    kv: Option<f64>,
    dampratio: Option<f64>,
    timeconst: Option<f64>,
    inheritrange: f64,
) -> Result<(), ShortcutError> {
    let (kp, inheritrange) = (Some(kp), Some(inheritrange));
    actuator.set_to_intvelocity(&ServoShortcut { kp, kv, dampratio, timeconst, inheritrange })
}

/// A velocity servo: [`Actuator::set_to_velocity`].
pub fn mjs_setToVelocity(actuator: &mut Actuator, kv: f64) {
    actuator.set_to_velocity(kv);
}

/// An active damper: [`Actuator::set_to_damper`].
///
/// # Errors
/// If the gain is negative.
pub fn mjs_setToDamper(actuator: &mut Actuator, kv: f64) -> Result<(), ShortcutError> {
    actuator.set_to_damper(kv)
}

/// A pneumatic or hydraulic cylinder: [`Actuator::set_to_cylinder`].
pub fn mjs_setToCylinder(
    actuator: &mut Actuator,
    timeconst: f64,
    bias: f64,
    area: f64,
    diameter: f64,
) {
    actuator.set_to_cylinder(&CylinderShortcut {
        timeconst: Some(timeconst),
        area: Some(area),
        diameter: Some(diameter),
        bias: Some([bias, 0.0, 0.0]),
    });
}

/// A muscle: [`Actuator::set_to_muscle`].
///
/// # Errors
/// If the numbers cannot be combined.
pub fn mjs_setToMuscle(
    actuator: &mut Actuator,
    muscle: &MuscleShortcut,
) -> Result<(), ShortcutError> {
    actuator.set_to_muscle(muscle)
}

/// Adhesion: [`Actuator::set_to_adhesion`].
///
/// # Errors
/// If the gain is negative.
pub fn mjs_setToAdhesion(actuator: &mut Actuator, gain: f64) -> Result<(), ShortcutError> {
    actuator.set_to_adhesion(gain)
}

/// A DC motor: [`Actuator::set_to_dcmotor`].
///
/// # Errors
/// If the numbers cannot be combined.
pub fn mjs_setToDCMotor(
    actuator: &mut Actuator,
    motor: &DcMotorShortcut,
) -> Result<(), ShortcutError> {
    actuator.set_to_dcmotor(motor)
}
