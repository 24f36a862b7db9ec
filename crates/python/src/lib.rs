//! The compiled part of the Python package `ferrodyn`.
//!
//! Classes and their attributes come from the engine's field tables; arrays are live NumPy views.
#![allow(missing_docs, reason = "nothing here is called from Rust")]
#![allow(non_snake_case, reason = "functions are spelled as MuJoCo spells them")]
#![allow(clippy::needless_pass_by_value, reason = "arguments arrive by value from Python")]
#![allow(clippy::used_underscore_items, reason = "an underscore hides a method in Python")]
#![cfg_attr(
    not(feature = "graphics"),
    allow(dead_code, reason = "pictures and the window use more of it")
)]

mod args;
mod arrays;
mod batch;
mod data;
mod descriptor;
mod doctor;
mod error;
mod function;
mod group;
mod guard;
mod ik;
mod interrupt;
mod load;
mod lock;
mod member;
mod mj;
mod mju;
mod model;
mod numbers;
mod plugin;
mod record;
mod source;
mod spec;
mod stack;
mod structure;
mod threads;
mod view;

use ferrodyn_engine::constants;
use pyo3::prelude::*;

#[pymodule(gil_used = false)]
fn _core(m: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = m.py();
    guard::install_hook();
    m.add_class::<model::MjModel>()?;
    m.add_class::<data::MjData>()?;
    spec::add(m)?;
    m.add_class::<batch::Batch>()?;
    m.add_class::<mj::rollout::Pool>()?;
    m.add_class::<ik::IkChain>()?;
    m.add_class::<ik::IkSolver>()?;
    m.add_class::<ik::IkProblem>()?;
    m.add_class::<group::MjOption>()?;
    m.add_class::<group::MjStatistic>()?;
    m.add_class::<group::MjVisual>()?;
    m.add_class::<record::MjContact>()?;
    m.add_class::<record::MjWarningStat>()?;
    m.add_class::<record::MjTimerStat>()?;
    m.add_class::<record::MjSolverStat>()?;
    m.add_class::<record::ContactList>()?;
    m.add_class::<record::WarningStatList>()?;
    m.add_class::<record::TimerStatList>()?;
    m.add_class::<record::SolverStatList>()?;
    m.add("FatalError", py.get_type::<error::FatalError>())?;
    model::add_attributes(py)?;
    data::add_attributes(py)?;
    group::add_attributes(py)?;
    record::add_attributes(py)?;

    m.add_function(wrap_pyfunction!(function::mj_name2id, m)?)?;
    m.add_function(wrap_pyfunction!(function::mj_id2name, m)?)?;
    m.add_function(wrap_pyfunction!(function::mj_saveLastXML, m)?)?;
    m.add_function(wrap_pyfunction!(function::mj_version, m)?)?;
    m.add_function(wrap_pyfunction!(function::mj_versionString, m)?)?;
    m.add_function(wrap_pyfunction!(mj::rollout::shard::_rollout_shard, m)?)?;
    mj::add(m)?;
    mju::add(m)?;
    #[cfg(feature = "graphics")]
    m.add_function(wrap_pyfunction!(function::_command, m)?)?;
    m.add_function(wrap_pyfunction!(function::_after_fork, m)?)?;
    m.add_function(wrap_pyfunction!(function::_enums, m)?)?;
    m.add_function(wrap_pyfunction!(function::_object_kinds, m)?)?;
    m.add_function(wrap_pyfunction!(function::_sizes, m)?)?;
    m.add_function(wrap_pyfunction!(doctor::_doctor, m)?)?;
    m.add_function(wrap_pyfunction!(load::_limits, m)?)?;
    m.add_function(wrap_pyfunction!(arrays::_model_of_arrays, m)?)?;
    m.add_function(wrap_pyfunction!(plugin::_plugins, m)?)?;
    m.add_function(wrap_pyfunction!(plugin::_register_plugin, m)?)?;
    m.add_function(wrap_pyfunction!(plugin::_renew_plugins, m)?)?;
    m.add_function(wrap_pyfunction!(descriptor::_tables, m)?)?;
    m.add_function(wrap_pyfunction!(record::_records, m)?)?;

    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    m.add("mjVERSION_HEADER", constants::VERSION_HEADER)?;
    m.add("mjPI", std::f64::consts::PI)?;
    m.add("mjMAXVAL", constants::MAXVAL)?;
    m.add("mjMINVAL", constants::MINVAL)?;
    m.add("mjMINMU", constants::MINMU)?;
    m.add("mjMINIMP", constants::MINIMP)?;
    m.add("mjMAXIMP", constants::MAXIMP)?;
    for &(name, value) in constants::COUNTS {
        m.add(name, value)?;
    }
    Ok(())
}
