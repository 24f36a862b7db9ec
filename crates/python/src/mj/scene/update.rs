//! Shapes, lights, surfaces and selection.

use ferrodyn_engine::enums::GeomType;
use ferrodyn_engine::math::{Mat3, Vec3};
use ferrodyn_python_macros::pyfunction;
use ferrodyn_scene::{Scene, VGeom};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::record::{GeomRecord, LightRecord, OptionRecord, PerturbRecord, Record, bytes};
use super::whole::View;
use super::{call, fatal, functions};
use crate::args::Vector;
use crate::data::MjData;
use crate::model::MjModel;

functions! {
    _mjv_addGeoms, _mjv_makeLights, _mjv_updateFlex, _mjv_updateSkin, _mjv_select, _mjv_sceneArrays,
    _mjv_initGeom, _mjv_connector,
}

/// The shapes that are added to a scene, perhaps with those of plugins, and whether one found no room.
#[pyfunction]
fn _mjv_addGeoms<'py>(
    m: &Bound<'py, MjModel>,
    d: &Bound<'py, MjData>,
    opt: Record<OptionRecord>,
    pert: Record<PerturbRecord>,
    catmask: i32,
    scn: View,
    plugins: bool,
) -> PyResult<(Bound<'py, PyBytes>, bool)> {
    let View { mut scene, ngeom } = scn;
    let (opt, pert) = (opt.0.get(), pert.0.get());
    // the shapes before count, but are not looked at
    scene.geoms = vec![VGeom::default(); ngeom.min(scene.maxgeom)];
    scene.status = 0;
    call::inspect(m, d, |m, d| {
        if plugins {
            ferrodyn_scene::add_geoms_and_plugins(m, d, &opt, &pert, catmask, &mut scene);
        } else {
            ferrodyn_scene::add_geoms(m, d, &opt, &pert, catmask, &mut scene);
        }
    })?;
    let new = scene.geoms.get(ngeom..).unwrap_or(&[]);
    let records: Vec<GeomRecord> = new.iter().map(GeomRecord::of).collect();
    Ok((bytes(m.py(), &records), scene.status != 0))
}

/// The lights of a scene.
#[pyfunction]
fn _mjv_makeLights<'py>(
    m: &Bound<'py, MjModel>,
    d: &Bound<'py, MjData>,
    scn: View,
) -> PyResult<Bound<'py, PyBytes>> {
    let mut scene = scn.scene;
    call::inspect(m, d, |m, d| ferrodyn_scene::make_lights(m, d, &mut scene))?
        .map_err(fatal("mjv_makeLights"))?;
    let records: Vec<LightRecord> = scene.lights.iter().map(LightRecord::of).collect();
    Ok(bytes(m.py(), &records))
}

/// The arrays of flexes that change, by name.
#[pyfunction]
fn _mjv_updateFlex<'py>(
    m: &Bound<'py, MjModel>,
    d: &Bound<'py, MjData>,
    opt: Record<OptionRecord>,
) -> PyResult<Bound<'py, PyDict>> {
    let (py, opt) = (m.py(), opt.0.get());
    let scene = call::inspect(m, d, |m, d| {
        let mut scene = Scene::new(m, 0);
        ferrodyn_scene::update_active_flex(m, d, &opt, &mut scene).map(|()| scene)
    })?;
    let scene = scene.map_err(fatal("mjv_updateActiveFlex"))?;
    let arrays = PyDict::new(py);
    arrays.set_item("flexfaceused", bytes(py, &scene.flexfaceused))?;
    arrays.set_item("flexvert", bytes(py, &scene.flexvert))?;
    arrays.set_item("flexface", bytes(py, &scene.flexface))?;
    arrays.set_item("flexnormal", bytes(py, &scene.flexnormal))?;
    arrays.set_item("flextexcoord", bytes(py, &scene.flextexcoord))?;
    Ok(arrays)
}

/// The arrays of skins that change, by name.
#[pyfunction]
fn _mjv_updateSkin<'py>(
    m: &Bound<'py, MjModel>,
    d: &Bound<'py, MjData>,
    opt: Record<OptionRecord>,
) -> PyResult<Bound<'py, PyDict>> {
    let (py, opt) = (m.py(), opt.0.get());
    let scene = call::inspect(m, d, |m, d| {
        let mut scene = Scene::new(m, 0);
        ferrodyn_scene::update_active_skin(m, d, &opt, &mut scene).map(|()| scene)
    })?;
    let scene = scene.map_err(fatal("mjv_updateSkin"))?;
    let arrays = PyDict::new(py);
    arrays.set_item("skinvert", bytes(py, &scene.skinvert))?;
    arrays.set_item("skinnormal", bytes(py, &scene.skinnormal))?;
    Ok(arrays)
}

/// The arrays that a scene has for the flexes and skins of a model, by name.
#[pyfunction]
fn _mjv_sceneArrays<'py>(m: &Bound<'py, MjModel>) -> PyResult<Bound<'py, PyDict>> {
    let py = m.py();
    let scene = m.get().store()?.with(|m| Scene::new(m, 0))?;
    let arrays = PyDict::new(py);
    for (name, array) in [
        ("flexedgeadr", &scene.flexedgeadr),
        ("flexedgenum", &scene.flexedgenum),
        ("flexvertadr", &scene.flexvertadr),
        ("flexvertnum", &scene.flexvertnum),
        ("flexfaceadr", &scene.flexfaceadr),
        ("flexfacenum", &scene.flexfacenum),
        ("flexfaceused", &scene.flexfaceused),
        ("skinfacenum", &scene.skinfacenum),
        ("skinvertadr", &scene.skinvertadr),
        ("skinvertnum", &scene.skinvertnum),
    ] {
        arrays.set_item(name, bytes(py, array))?;
    }
    arrays.set_item("flexedge", bytes(py, &scene.flexedge))?;
    arrays.set_item("flexvert", bytes(py, &scene.flexvert))?;
    arrays.set_item("flexface", bytes(py, &scene.flexface))?;
    arrays.set_item("flexnormal", bytes(py, &scene.flexnormal))?;
    arrays.set_item("flextexcoord", bytes(py, &scene.flextexcoord))?;
    arrays.set_item("skinvert", bytes(py, &scene.skinvert))?;
    arrays.set_item("skinnormal", bytes(py, &scene.skinnormal))?;
    Ok(arrays)
}

/// Body, geom, flex, skin and point.
type Selected = (usize, i32, i32, i32, [f64; 3]);

/// What is under a pixel.
#[pyfunction]
fn _mjv_select(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    opt: Record<OptionRecord>,
    aspectratio: f64,
    rel: [f64; 2],
    scn: View,
    skinvert: Vector<f32>,
) -> PyResult<Option<Selected>> {
    let (opt, mut scene) = (opt.0.get(), scn.scene);
    scene.skinvert = skinvert.0.as_chunks().0.to_vec();
    let found =
        call::inspect(m, d, |m, d| ferrodyn_scene::select(m, d, &opt, aspectratio, rel, &scene))?;
    let id = |id: Option<usize>| id.map_or(-1, |id| id as i32);
    let row =
        |s: ferrodyn_scene::Selection| (s.body.0, id(s.geom), id(s.flex), id(s.skin), s.point.0);
    Ok(found.map_err(fatal("mjv_select"))?.map(row))
}

/// A shape with what is given and defaults for the rest.
#[pyfunction]
fn _mjv_initGeom(
    py: Python<'_>,
    geom: Record<GeomRecord>,
    kind: i32,
    size: Option<[f64; 3]>,
    pos: Option<[f64; 3]>,
    mat: Option<[f64; 9]>,
    rgba: Option<[f32; 4]>,
) -> Bound<'_, PyBytes> {
    let mut made = geom.0.get();
    let known = GeomType::from_i32(kind).unwrap_or(GeomType::None);
    made.init(known, size.map(Vec3), pos.map(Vec3), mat.map(Mat3).as_ref(), rgba);
    bytes(py, &[geom.0.renewed(&made, kind)])
}

/// A shape between two points.
#[pyfunction]
fn _mjv_connector(
    py: Python<'_>,
    geom: Record<GeomRecord>,
    kind: i32,
    width: f64,
    from: [f64; 3],
    to: [f64; 3],
) -> PyResult<Bound<'_, PyBytes>> {
    let wrong = || fatal("mjv_connector")(ferrodyn_scene::SceneError::Connector(kind));
    let known = GeomType::from_i32(kind).ok_or_else(wrong)?;
    let mut made = geom.0.get();
    made.connect(known, width, Vec3(from), Vec3(to)).map_err(fatal("mjv_connector"))?;
    Ok(bytes(py, &[geom.0.connected(&made)]))
}
