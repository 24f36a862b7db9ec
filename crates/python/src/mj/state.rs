//! States as vectors, resets and keyframes, histories of controls and sensors.

use ferrodyn_engine::actuation::delay;
use ferrodyn_engine::history::{self, HistoryError, Interpolation};
use ferrodyn_engine::ids::{ActuatorId, KeyId, SensorId};
use ferrodyn_engine::set_const;
use ferrodyn_engine::state::{self, StateError};
use ferrodyn_python_macros::pyfunction;
use pyo3::prelude::*;

use super::call::{change, change_both, fatal, index, inspect};
use super::{functions, warning};
use crate::args::{Int, Matrix, Vector, VectorMut, check, equal};
use crate::data::MjData;
use crate::model::MjModel;

functions! {
    mj_resetData, mj_resetDataDebug, mj_resetDataKeyframe, mj_setKeyframe, mj_setConst,
    mj_stateSize, mj_getState, mj_setState, mj_extractState, mj_copyState, mj_readCtrl,
    mj_initCtrlHistory, mj_readSensor, mj_initSensorHistory,
}

/// Returns to the default pose at rest.
#[pyfunction]
fn mj_resetData(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
    warning::rearm(d);
    change(m, d, |m, d| d.reset(m))
}

/// Returns to the default pose, with `debug_value` in every byte that a step computes.
#[pyfunction]
fn mj_resetDataDebug(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    debug_value: Int<u8>,
) -> PyResult<()> {
    warning::rearm(d);
    change(m, d, |m, d| state::reset_debug(m, d, debug_value.0))
}

/// Returns to a keyframe, or to the default pose if there is none with that number.
#[pyfunction]
fn mj_resetDataKeyframe(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    key: Int<i32>,
) -> PyResult<()> {
    warning::rearm(d);
    change(m, d, |m, d| state::reset_keyframe(m, d, key.0))
}

/// Makes the current state a keyframe of the model.
#[pyfunction]
fn mj_setKeyframe(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, k: Int<i32>) -> PyResult<()> {
    let key = KeyId(index("mj_setKeyframe", "keyframe", k.0)?);
    let set = change_both(m, d, |m, d| state::set_keyframe(m, d, key))?;
    set.map_err(|e| match e {
        StateError::Key { count, .. } => {
            let text = format!("index must be smaller than {count} (keyframes allocated in model)");
            fatal("mj_setKeyframe", text)
        }
        e => fatal("mj_setKeyframe", e),
    })
}

/// Computes what follows from other fields of the model, after they were edited.
#[pyfunction]
fn mj_setConst(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
    change_both(m, d, set_const::set_const)?.map_err(|e| fatal("mj_setConst", e))
}

/// How many numbers a state with these parts has.
#[pyfunction]
fn mj_stateSize(m: &Bound<'_, MjModel>, sig: Int<i32>) -> PyResult<usize> {
    size("mj_stateSize", m, sig.0)
}

/// Copies parts of the state to a vector.
#[pyfunction]
fn mj_getState(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    state: VectorMut<'_, f64>,
    sig: Int<i32>,
) -> PyResult<()> {
    let len = size("mj_getState", m, sig.0)?;
    equal(state.len(), len, "state size should equal mj_stateSize(m, sig)")?;
    let mut out = vec![0.0; len];
    inspect(m, d, |m, d| state::get_state(m, d, &mut out, sig.0))?
        .map_err(|e| fatal("mj_getState", e))?;
    state.set(&out)
}

/// Copies a vector to parts of the state.
#[pyfunction]
fn mj_setState(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    state: Vector<f64>,
    sig: Int<i32>,
) -> PyResult<()> {
    let len = size("mj_setState", m, sig.0)?;
    equal(state.len(), len, "state size should equal mj_stateSize(m, sig)")?;
    change(m, d, |m, d| state::set_state(m, d, &state, sig.0))?.map_err(|e| fatal("mj_setState", e))
}

/// Copies parts of a state vector to one with fewer parts.
#[pyfunction]
fn mj_extractState(
    m: &Bound<'_, MjModel>,
    src: Vector<f64>,
    srcsig: Int<i32>,
    dst: VectorMut<'_, f64>,
    dstsig: Int<i32>,
) -> PyResult<()> {
    let source = size("mj_extractState", m, srcsig.0)?;
    let target = size("mj_extractState", m, dstsig.0)?;
    equal(src.len(), source, "src size should equal mj_stateSize(m, srcsig)")?;
    equal(dst.len(), target, "dst size should equal mj_stateSize(m, dstsig)")?;
    let mut out = vec![0.0; target];
    let done =
        m.get().store()?.with(|m| state::extract_state(m, &src, srcsig.0, &mut out, dstsig.0));
    done?.map_err(|e| fatal("mj_extractState", e))?;
    dst.set(&out)
}

/// Copies parts of the state of src to dst.
#[pyfunction]
fn mj_copyState(
    m: &Bound<'_, MjModel>,
    src: &Bound<'_, MjData>,
    dst: &Bound<'_, MjData>,
    sig: Int<i32>,
) -> PyResult<()> {
    // one after the other: never two data locked at once
    let mut state = vec![0.0; size("mj_copyState", m, sig.0)?];
    let read = inspect(m, src, |m, d| state::get_state(m, d, &mut state, sig.0))?;
    read.map_err(|e| fatal("mj_copyState", e))?;
    let written = change(m, dst, |m, d| state::set_state(m, d, &state, sig.0))?;
    written.map_err(|e| fatal("mj_copyState", e))
}

/// The control of an actuator at a time, less its delay; interp -1 is that of the model.
#[pyfunction]
fn mj_readCtrl(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    id: Int<i32>,
    time: f64,
    interp: Int<i32>,
) -> PyResult<f64> {
    let id = ActuatorId(index("mj_readCtrl", "actuator id", id.0)?);
    inspect(m, d, |m, d| delay::read_ctrl(m, d, id, time, interpolation(interp.0)))?
        .map_err(|e| fatal("mj_readCtrl", e))
}

/// Replaces the history of an actuator; without times, those of the buffer stay.
#[pyfunction]
fn mj_initCtrlHistory(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    id: Int<i32>,
    times: Option<Vector<f64>>,
    values: Vector<f64>,
) -> PyResult<()> {
    let name = "mj_initCtrlHistory";
    let id = ActuatorId(index(name, "actuator id", id.0)?);
    let len = m.get().store()?.with(|m| m.actuator_history.get(id.0).map(|h| h[0]));
    if let Some(len) = len? {
        let fits = |given: usize| usize::try_from(len) == Ok(given);
        let times_fit = times.as_ref().is_none_or(|times| fits(times.len()));
        check(times_fit, "times should have length actuator_history[2*id]")?;
        check(fits(values.len()), "values should have length actuator_history[2*id]")?;
    }
    change(m, d, |m, d| delay::init_ctrl_history(m, d, id, times.as_deref(), Some(&values)))?
        .map_err(|e| fatal(name, e))
}

/// The value of a sensor at a time, less its delay; interp -1 is that of the model.
#[pyfunction]
fn mj_readSensor<'py>(
    m: &Bound<'py, MjModel>,
    d: &Bound<'py, MjData>,
    id: Int<i32>,
    time: f64,
    result: Bound<'py, PyAny>,
    interp: Int<i32>,
) -> PyResult<Bound<'py, PyAny>> {
    let out: VectorMut<'py, f64> = result.extract()?;
    let id = SensorId(index("mj_readSensor", "sensor id", id.0)?);
    let mut values = vec![0.0; out.len()];
    let read = inspect(m, d, |m, d| {
        history::read_sensor(m, d, id, time, interpolation(interp.0), &mut values)
    })?;
    let wrong_size = matches!(read, Err(HistoryError::Length { .. }));
    check(!wrong_size, "result should have length sensor_dim[id]")?;
    read.map_err(|e| fatal("mj_readSensor", e))?;
    out.set(&values)?;
    Ok(result)
}

/// Replaces the history of a sensor and the time of its last interval; without times, those of the
/// buffer stay.
#[pyfunction]
fn mj_initSensorHistory(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    id: Int<i32>,
    times: Option<Vector<f64>>,
    values: Matrix,
    phase: f64,
) -> PyResult<()> {
    let name = "mj_initSensorHistory";
    let id = SensorId(index(name, "sensor id", id.0)?);
    let shape =
        m.get().store()?.with(|m| Some((m.sensor_history.get(id.0)?[0], *m.sensor_dim.get(id.0)?)));
    if let Some((len, dim)) = shape? {
        let fits = |given: usize, needed: i32| usize::try_from(needed) == Ok(given);
        let times_fit = times.as_ref().is_none_or(|times| fits(times.len(), len));
        check(times_fit, "times should have length sensor_history[2*id]")?;
        let text = "values should have shape (sensor_history[2*id], sensor_dim[id])";
        check(fits(values.rows, len) && fits(values.cols, dim), text)?;
    }
    change(m, d, |m, d| {
        let values = Some(values.values.as_slice());
        history::init_sensor_history(m, d, id, times.as_deref(), values, phase)
    })?
    .map_err(|e| fatal(name, e))
}

/// The size of a state.
fn size(function: &str, m: &Bound<'_, MjModel>, signature: i32) -> PyResult<usize> {
    let size = m.get().store()?.with(|m| state::state_size(m, signature));
    size?.map_err(|e| match e {
        StateError::Signature { signature } => {
            let bound = if signature < 0 { "< 0" } else { ">= 2^mjNSTATE" };
            fatal(function, format!("invalid state signature {signature} {bound}"))
        }
        e => fatal(function, e),
    })
}

/// An order of interpolation; a negative one is that of the model.
fn interpolation(order: i32) -> Option<Interpolation> {
    (order >= 0).then(|| Interpolation::from_i32(order))
}
