//! Functions that find, add and move the elements of a spec.

use ferrodyn_engine::enums::ObjType;
use ferrodyn_mjcf::spec::{DefaultClass, Mesh, MeshBuiltin, Orientation, Tendon, WrapKind};
use ferrodyn_mjcf::{ElementId, with_kind};
use ferrodyn_python_macros::pyfunction;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::cell::{Id, SpecCell, deleted, kind};
use super::error::edit_error;
use super::value::Value as _;

/// The error for a kind that has no elements.
fn no_elements(kind: ObjType) -> PyErr {
    PyTypeError::new_err(format!("a spec has no list of {kind:?}"))
}

fn ids(all: Vec<ElementId>) -> Vec<Id> {
    all.into_iter().map(Id).collect()
}

/// All elements of a kind.
#[pyfunction]
fn list(cell: &SpecCell, number: i32) -> PyResult<Vec<Id>> {
    let kind = kind(number)?;
    with_kind!(kind, E => Ok(ids(cell.lock().list::<E>())), Err(no_elements(kind)))
}

/// The elements of a kind in a body, or in the whole subtree.
#[pyfunction]
fn list_in(cell: &SpecCell, body: Id, number: i32, recursive: bool) -> PyResult<Vec<Id>> {
    let kind = kind(number)?;
    let spec = cell.lock();
    spec.kind_of(body.0).ok_or_else(deleted)?;
    with_kind!(kind, E => Ok(ids(spec.list_in::<E>(body.0, recursive))), Err(no_elements(kind)))
}

/// The element of a kind with that name.
#[pyfunction]
fn find(cell: &SpecCell, number: i32, name: &str) -> PyResult<Option<Id>> {
    Ok(cell.lock().find_kind(kind(number)?, name).map(Id))
}

/// The child of a body with that name.
#[pyfunction]
fn find_child(cell: &SpecCell, body: Id, name: &str) -> Option<Id> {
    cell.lock().find_child(body.0, name).map(Id)
}

/// The world.
#[pyfunction]
fn world(cell: &SpecCell) -> Id {
    Id(cell.lock().world())
}

/// The name of an element.
#[pyfunction]
fn name(cell: &SpecCell, id: Id) -> PyResult<String> {
    cell.lock().name_of(id.0).map(ToOwned::to_owned).ok_or_else(deleted)
}

/// Renames an element.
#[pyfunction]
fn set_name(cell: &SpecCell, id: Id, name: &str) -> PyResult<()> {
    cell.lock().set_name(id.0, name).map_err(|e| edit_error(&e))
}

/// Whose settings hold for an element: 0 for the spec's own, n for its n-th attached spec.
#[pyfunction]
fn scope(cell: &SpecCell, id: Id) -> PyResult<usize> {
    use ferrodyn_mjcf::SpecElement;
    let spec = cell.lock();
    let kind = spec.kind_of(id.0).ok_or_else(deleted)?;
    with_kind!(kind, E => spec.get::<E>(id.0).map(|e| e.origin().scope).ok_or_else(deleted), Ok(0))
}

/// The body that an element is in.
#[pyfunction]
fn parent(cell: &SpecCell, id: Id) -> PyResult<Option<Id>> {
    let spec = cell.lock();
    spec.kind_of(id.0).ok_or_else(deleted)?;
    Ok(spec.parent_of(id.0).map(Id))
}

/// The frame that an element is in.
#[pyfunction]
fn frame(cell: &SpecCell, id: Id) -> PyResult<Option<Id>> {
    let spec = cell.lock();
    spec.kind_of(id.0).ok_or_else(deleted)?;
    Ok(spec.frame_of(id.0).map(Id))
}

/// Puts an element into a frame.
#[pyfunction]
fn set_frame(cell: &SpecCell, id: Id, frame: Id) -> PyResult<()> {
    cell.lock().set_frame(id.0, Some(frame.0)).map_err(|e| edit_error(&e))
}

/// The default class of an element.
#[pyfunction]
fn class_of(cell: &SpecCell, id: Id) -> PyResult<Option<Id>> {
    let spec = cell.lock();
    spec.kind_of(id.0).ok_or_else(deleted)?;
    Ok(spec.class_of(id.0).map(Id))
}

/// Changes the default class of an element.
#[pyfunction]
fn set_class(cell: &SpecCell, id: Id, class: Id) -> PyResult<()> {
    cell.lock().set_class(id.0, class.0).map_err(|e| edit_error(&e))
}

/// Adds a default class; nothing if the name is taken.
#[pyfunction]
fn add_class(cell: &SpecCell, name: &str, parent: Option<Id>) -> PyResult<Option<Id>> {
    let mut spec = cell.lock();
    if !name.is_empty() && spec.find_default(name).is_some() {
        return Ok(None);
    }
    let added = spec.add_class(name, parent.map(|id| id.0));
    added.map(|id| Some(Id(id))).map_err(|e| edit_error(&e))
}

/// The default class with that name; the root if it is empty.
#[pyfunction]
fn find_class(cell: &SpecCell, name: &str) -> Option<Id> {
    let spec = cell.lock();
    spec.find_default(name).map(|class| Id(spec.defaults[class].origin.id))
}

/// The element of a kind in a default class.
#[pyfunction]
fn in_class(cell: &SpecCell, class: Id, number: i32) -> PyResult<Id> {
    let spec = cell.lock();
    let class = spec.get::<DefaultClass>(class.0).ok_or_else(deleted)?;
    let origin = match kind(number)? {
        ObjType::Joint => &class.joint.origin,
        ObjType::Geom => &class.geom.origin,
        ObjType::Site => &class.site.origin,
        ObjType::Camera => &class.camera.origin,
        ObjType::Light => &class.light.origin,
        ObjType::Mesh => &class.mesh.origin,
        ObjType::Material => &class.material.origin,
        ObjType::Pair => &class.pair.origin,
        ObjType::Equality => &class.equality.origin,
        ObjType::Tendon => &class.tendon.origin,
        ObjType::Actuator => &class.actuator.origin,
        kind => return Err(no_elements(kind)),
    };
    Ok(Id(origin.id))
}

/// Adds an element.
#[pyfunction]
fn add(
    cell: &SpecCell,
    number: i32,
    parent: Option<Id>,
    frame: Option<Id>,
    class: Option<Id>,
) -> PyResult<Id> {
    let kind = kind(number)?;
    let [parent, frame, class] = [parent, frame, class].map(|id| id.map(|id| id.0));
    let mut spec = cell.lock();
    for id in [parent, frame, class].into_iter().flatten() {
        spec.kind_of(id).ok_or_else(deleted)?;
    }
    with_kind!(kind, E => {
        spec.add_of_class::<E>(parent, frame, class).map(Id).map_err(|e| edit_error(&e))
    }, Err(no_elements(kind)))
}

/// Adds a free joint to a body.
#[pyfunction]
fn add_freejoint(cell: &SpecCell, body: Id) -> PyResult<Id> {
    let mut spec = cell.lock();
    spec.kind_of(body.0).ok_or_else(deleted)?;
    spec.add_freejoint(body.0).map(Id).map_err(|e| edit_error(&e))
}

/// Adds to the path of a tendon: a site, a geom and a site to its side, a joint and a coefficient,
/// or a pulley and a divisor.
#[pyfunction]
fn add_wrap(
    cell: &SpecCell,
    tendon: Id,
    what: &str,
    name: &str,
    side: &str,
    number: f64,
) -> PyResult<Id> {
    let name = name.to_owned();
    let wrap = match what {
        "site" => WrapKind::Site { site: name },
        "geom" => WrapKind::Geom { geom: name, sidesite: side.to_owned() },
        "joint" => WrapKind::Joint { joint: name, coef: number },
        "pulley" => WrapKind::Pulley { divisor: number },
        _ => return Err(PyValueError::new_err(format!("a tendon cannot pass a {what}"))),
    };
    cell.lock().add_wrap(tendon.0, wrap).map(Id).map_err(|e| edit_error(&e))
}

/// An object on the path of a tendon.
#[pyfunction]
fn path(cell: &SpecCell, tendon: Id) -> PyResult<Vec<Id>> {
    let spec = cell.lock();
    let tendon = spec.get::<Tendon>(tendon.0).ok_or_else(deleted)?;
    Ok(tendon.path.iter().map(|wrap| Id(wrap.origin.id)).collect())
}

/// One part of the path of a tendon, as `add_wrap` takes it.
#[pyfunction]
fn wrap(cell: &SpecCell, id: Id) -> PyResult<(&'static str, String, String, f64)> {
    let spec = cell.lock();
    Ok(match spec.wrap(id.0).ok_or_else(deleted)?.kind.clone() {
        WrapKind::Site { site } => ("site", site, String::new(), 0.0),
        WrapKind::Geom { geom, sidesite } => ("geom", geom, sidesite, 0.0),
        WrapKind::Joint { joint, coef } => ("joint", joint, String::new(), coef),
        WrapKind::Pulley { divisor } => ("pulley", String::new(), String::new(), divisor),
    })
}

/// The note on a part of the path of a tendon.
#[pyfunction]
fn wrap_info(cell: &SpecCell, id: Id) -> PyResult<String> {
    cell.lock().wrap(id.0).map(|wrap| wrap.origin.info.clone()).ok_or_else(deleted)
}

/// Changes the note on a part of the path of a tendon.
#[pyfunction]
fn set_wrap_info(cell: &SpecCell, id: Id, info: String) -> PyResult<()> {
    cell.lock().wrap_mut(id.0).map(|wrap| wrap.origin.info = info).ok_or_else(deleted)
}

/// Deletes an element.
#[pyfunction]
fn delete(cell: &SpecCell, id: Id) -> PyResult<()> {
    let mut spec = cell.lock();
    spec.kind_of(id.0).ok_or_else(deleted)?;
    spec.delete(id.0).map_err(|e| edit_error(&e))
}

/// Turns a body into a frame of its parent.
#[pyfunction]
fn to_frame(cell: &SpecCell, body: Id) -> PyResult<Id> {
    cell.lock().body_to_frame(body.0).map(Id).map_err(|e| edit_error(&e))
}

/// Attaches a part of a description, or all of it, to an element of another one.
#[pyfunction]
fn attach(
    cell: &SpecCell,
    to: Id,
    child: &SpecCell,
    part: Option<Id>,
    prefix: &str,
    suffix: &str,
) -> PyResult<Id> {
    let child = child.lock().clone();
    let part = part.map(|part| part.0);
    let attached = cell.lock().attach(to.0, child, part, prefix, suffix);
    attached.map(Id).map_err(|e| edit_error(&e))
}

/// Attaches a copy of a part of a description to an element of the same one.
#[pyfunction]
fn attach_copy(cell: &SpecCell, to: Id, part: Id, prefix: &str, suffix: &str) -> PyResult<Id> {
    let attached = cell.lock().attach_copy(to.0, part.0, prefix, suffix);
    attached.map(Id).map_err(|e| edit_error(&e))
}

/// The quaternion of an orientation: its form and its numbers.
#[pyfunction]
fn resolve_orientation(
    degree: bool,
    sequence: &str,
    orientation: &Bound<'_, PyAny>,
) -> PyResult<Vec<f64>> {
    let orientation = Orientation::take("orientation", orientation)?;
    let quat = ferrodyn_mjcf::resolve_orientation(degree, sequence, &orientation);
    quat.map(|quat| quat.0.to_vec()).map_err(|e| PyValueError::new_err(e.to_string()))
}

/// Lets elements use a plugin.
#[pyfunction]
fn activate_plugin(cell: &SpecCell, name: &str) -> PyResult<()> {
    if crate::plugin::registry().find(name).is_none() {
        return Err(PyValueError::new_err(format!("there is no plugin \"{name}\"")));
    }
    cell.lock().activate_plugin(name);
    Ok(())
}

/// Makes a mesh a generated shape.
#[pyfunction]
fn make_mesh(cell: &SpecCell, mesh: Id, shape: i32, params: Vec<f64>) -> PyResult<()> {
    let shape = MeshBuiltin::from_i32(shape)
        .ok_or_else(|| PyValueError::new_err(format!("there is no shape {shape}")))?;
    let mut spec = cell.lock();
    let mesh = spec.get_mut::<Mesh>(mesh.0).ok_or_else(deleted)?;
    mesh.make(shape, &params).map_err(|e| edit_error(&e))
}

/// Adds the functions to a module.
pub(crate) fn functions(m: &Bound<'_, PyModule>) -> PyResult<()> {
    macro_rules! all {
        ($($name:ident)+) => {{ $(m.add_function(wrap_pyfunction!($name, m)?)?;)+ }};
    }
    all! {
        list list_in find find_child world name set_name scope parent frame set_frame class_of
        set_class add_class find_class in_class add add_freejoint add_wrap path wrap wrap_info set_wrap_info
        delete to_frame attach attach_copy resolve_orientation make_mesh
        activate_plugin
    }
    Ok(())
}
