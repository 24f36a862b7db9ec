//! Functions about memory and files: copies of data, sizes of arrays, limits of a model, the cache of assets, the
//! grammar of model files, the files that they name, and the memory of a step.

use ferrodyn_engine::Data;
use ferrodyn_engine::collision::max_contacts;
use ferrodyn_engine::enums::LrMode;
use ferrodyn_engine::ids::{ActuatorId, FlexId, GeomId};
use ferrodyn_engine::math::Vec3;
use ferrodyn_engine::ray::{FlexParts, Ray, ray_flex};
use ferrodyn_engine::set_const::{LengthRangeOptions, set_length_range};
use ferrodyn_engine::warning::num_bytes;
use ferrodyn_mjcf::{ListingStyle, Loader, schema_listing};
use ferrodyn_python_macros::pyfunction;
use pyo3::prelude::*;

use super::call::{change_both, fatal, index, inspect};
use super::{callback, functions};
use crate::args::{Array, ArrayMut, Int, Text, VectorMut, check};
use crate::data::MjData;
use crate::error::FatalError;
use crate::load::asset_cache;
use crate::model::MjModel;

functions! {
    mj_copyData, _realloc_con_efc, mj_maxContact, _set_length_range, mj_rayFlex, mj_printSchema,
    mju_getXMLDependencies, _cache_size, _cache_capacity, _set_cache_capacity, _clear_cache, _memory_limit,
    _set_memory_limit,
}

/// Copies the data src to dest, which both belong to the model m; views of dest stay valid.
#[pyfunction]
fn mj_copyData(
    dest: &Bound<'_, MjData>,
    m: &Bound<'_, MjModel>,
    src: &Bound<'_, MjData>,
) -> PyResult<()> {
    if dest.is(src) {
        return Ok(());
    }
    let buffers = |d: &Bound<'_, MjData>| d.get().store.with(|d| (d.nbuffer, d.narena));
    if buffers(dest)? != buffers(src)? {
        return Err(fatal("mj_copyData", "dest and src data have different sizes"));
    }
    inspect(m, dest, |_, _| ())?;
    // one after the other: never two data locked at once
    let copy = inspect(m, src, |_, d| d.clone())?;
    dest.get().store.with_mut(|d| d.clone_from(&copy))
}

/// Makes room for so many contacts, constraint rows and numbers of the constraint Jacobian.
#[pyfunction]
#[pyo3(signature = (d, ncon, nefc, nJ = Int(-1)), text_signature = "(d, ncon, nefc, nJ=-1)")]
fn _realloc_con_efc(
    d: &Bound<'_, MjData>,
    ncon: Int<i32>,
    nefc: Int<i32>,
    nJ: Int<i32>,
) -> PyResult<()> {
    let name = "_realloc_con_efc";
    let (ncon, nefc) = (index(name, "ncon", ncon.0)?, index(name, "nefc", nefc.0)?);
    let (model, data) = (d.get().model.get(), d.get());
    let fits = model.store()?.with(|m| {
        data.store.with_mut(|d| {
            let nj = if nJ.0 < 0 { d.nJ } else { nJ.0 };
            d.resize_constraints(m, ncon, nefc, usize::try_from(nj).unwrap_or(0))
        })
    })??;
    if fits {
        return Ok(());
    }
    let memory = data.store.with(|d| num_bytes(d.narena.unsigned_abs()))?;
    Err(FatalError::new_err(format!(
        "Insufficient arena memory, currently allocated memory=\"{memory}\". \
         Increase using <size memory=\"X\"/>."
    )))
}

/// An upper bound of the number of contacts of two geoms; a negative `has_margin` asks the model.
#[pyfunction]
fn mj_maxContact(
    m: &Bound<'_, MjModel>,
    g1: Int<i32>,
    g2: Int<i32>,
    has_margin: Int<i32>,
) -> PyResult<usize> {
    const NAME: &str = "mj_maxContact";
    let (g1, g2) = (index(NAME, "geom", g1.0)?, index(NAME, "geom", g2.0)?);
    let has_margin = (has_margin.0 >= 0).then_some(has_margin.0 > 0);
    let bound = m.get().store()?.with(|m| {
        let exist = g1.max(g2) < m.ngeom;
        exist.then(|| max_contacts(m, GeomId(g1), GeomId(g2), has_margin))
    });
    bound?.ok_or_else(|| fatal(NAME, format!("invalid geom {}", g1.max(g2))))
}

/// Finds the range of an actuator's length: mode, the two flags, then the numbers of `MjLROpt`.
#[pyfunction]
fn _set_length_range(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    actuator: Int<i32>,
    mode: [i32; 3],
    numbers: [f64; 7],
) -> PyResult<()> {
    const NAME: &str = "mj_setLengthRange";
    let actuator = ActuatorId(index(NAME, "actuator id", actuator.0)?);
    let kind = LrMode::from_i32(mode[0]).ok_or_else(|| fatal(NAME, "invalid mode"))?;
    let [accel, maxforce, timeconst, timestep, inttotal, interval, tolrange] = numbers;
    let (useexisting, uselimit) = (mode[1] != 0, mode[2] != 0);
    let options = LengthRangeOptions {
        mode: kind,
        useexisting,
        uselimit,
        accel,
        maxforce,
        timeconst,
        timestep,
        inttotal,
        interval,
        tolrange,
    };
    let hooks = callback::hooks();
    let found = change_both(m, d, |m, d| set_length_range(m, &hooks, d, actuator, &options))?;
    found.map_err(|e| fatal(NAME, e))
}

/// Distance along vec from pnt to a flex, -1 if the ray misses it; writes the nearest vertex and
/// the normal.
#[pyfunction]
#[pyo3(signature = (m, d, flex_layer, flg_vert, flg_edge, flg_face, flg_skin, flexid, pnt, vec,
    vertid = None, normal = None))]
#[expect(clippy::too_many_arguments, reason = "the signature is MuJoCo's")]
fn mj_rayFlex(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    flex_layer: Int<i32>,
    flg_vert: Int<i32>,
    flg_edge: Int<i32>,
    flg_face: Int<i32>,
    flg_skin: Int<i32>,
    flexid: Int<i32>,
    pnt: Array<3>,
    vec: Array<3>,
    vertid: Option<VectorMut<'_, i32>>,
    normal: Option<ArrayMut<'_, 3>>,
) -> PyResult<f64> {
    const NAME: &str = "mj_rayFlex";
    check(vertid.as_ref().is_none_or(|v| v.len() == 1), "vertid should be of size 1")?;
    let flex = index(NAME, "flex", flexid.0)?;
    let parts = FlexParts {
        layer: flex_layer.0,
        vert: flg_vert.0 != 0,
        edge: flg_edge.0 != 0,
        face: flg_face.0 != 0,
        skin: flg_skin.0 != 0,
    };
    let hit = inspect(m, d, |m, d| {
        let ray = Ray { pnt: Vec3(pnt.0), vec: Vec3(vec.0) };
        let hit = || ray_flex(m, d, FlexId(flex), parts, ray);
        (flex < m.nflex).then(hit)
    })?;
    let hit = hit.ok_or_else(|| fatal(NAME, format!("invalid flex {flex}")))?;
    if let Some(vertid) = vertid {
        vertid.set(&[hit.map_or(-1, |hit| hit.vert as i32)])?;
    }
    if let Some(normal) = normal {
        normal.set(hit.map_or([0.0; 3], |hit| hit.normal.0))?;
    }
    Ok(hit.map_or(-1.0, |hit| hit.dist))
}

/// The elements and attributes of MJCF, as text or as an HTML table indented by hard spaces or by
/// style.
#[pyfunction]
fn mj_printSchema(flg_html: Int<i32>, flg_pad: Int<i32>) -> String {
    schema_listing(match (flg_html.0 != 0, flg_pad.0 != 0) {
        (false, _) => ListingStyle::Text,
        (true, false) => ListingStyle::Html,
        (true, true) => ListingStyle::PaddedHtml,
    })
}

/// The files that a model file names: itself, included files, nested models, assets.
#[pyfunction]
fn mju_getXMLDependencies(py: Python<'_>, filename: Text) -> PyResult<Vec<String>> {
    let found = py.detach(|| Loader::new().dependencies(&filename.0));
    found.map_err(|e| FatalError::new_err(format!("mju_getXMLDependencies: {e}")))
}

/// Bytes of assets kept in memory.
#[pyfunction]
fn _cache_size() -> usize {
    asset_cache().size()
}

/// Bytes that assets kept in memory may take.
#[pyfunction]
fn _cache_capacity() -> usize {
    asset_cache().capacity()
}

/// Changes how many bytes assets kept in memory may take.
#[pyfunction]
fn _set_cache_capacity(size: Int<usize>) {
    asset_cache().set_capacity(size.0);
}

/// Forgets the assets kept in memory.
#[pyfunction]
fn _clear_cache() {
    asset_cache().clear();
}

/// How many bytes a step of the data may take.
#[pyfunction]
fn _memory_limit(d: &Bound<'_, MjData>) -> PyResult<usize> {
    d.get().store.with(Data::memory_limit)
}

/// Sets how many bytes a step of the data may take.
#[pyfunction]
fn _set_memory_limit(d: &Bound<'_, MjData>, bytes: Int<usize>) -> PyResult<()> {
    d.get().store.with_mut(|d| d.set_memory_limit(bytes.0))
}
