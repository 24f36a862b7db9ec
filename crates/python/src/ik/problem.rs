//! Tasks for whole models, for `ferrodyn.ik.Problem`.

use std::sync::{Mutex, MutexGuard, PoisonError};

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::ObjType;
use ferrodyn_engine::ids::{BodyId, GeomId, JointId};
use ferrodyn_engine::math::{Pose, Quat, Vec3};
use ferrodyn_ik::{Frame, IkError, Problem, Task, WholeReport};
use ferrodyn_python_macros::pymethods;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::{limit, value_error};
use crate::args::Vector;
use crate::model::MjModel;

/// Status, joint and side of the limit in the way, errors of tasks and equality constraints, iterations.
type Outcome = (&'static str, Option<(usize, &'static str)>, f64, f64, usize);

/// Tasks for a model, which every call gets again.
#[pyclass(frozen, name = "_IkProblem", module = "ferrodyn._core")]
pub(crate) struct IkProblem {
    problem: Mutex<Problem>,
}

#[pymethods]
impl IkProblem {
    #[new]
    fn new(
        model: &MjModel,
        tolerance: f64,
        iterations: usize,
        restarts: usize,
        damping: f64,
    ) -> PyResult<Self> {
        let mut problem = model.store()?.with(Problem::new)?;
        let settings = &mut problem.settings;
        (settings.tolerance, settings.iterations) = (tolerance, iterations);
        (settings.restarts, settings.damping) = (restarts, damping);
        Ok(Self { problem: Mutex::new(problem) })
    }

    /// Adds a task, or replaces the one of an index; returns its index.
    #[pyo3(signature = (model, kind, names, numbers, weight, priority, index = None))]
    #[allow(clippy::too_many_arguments, reason = "a task has as many parts")]
    fn set(
        &self,
        model: &MjModel,
        kind: &str,
        names: Vec<String>,
        numbers: Vector<f64>,
        weight: f64,
        priority: usize,
        index: Option<usize>,
    ) -> PyResult<usize> {
        let set = |m: &Model| -> PyResult<usize> {
            let task = task(m, kind, &names, &numbers)?;
            let mut problem = self.lock();
            let done = match index {
                Some(index) => problem.set(m, index, task).map(|()| index),
                None => problem.add(m, task, weight, priority),
            };
            done.map_err(value_error)
        };
        model.store()?.with(set)?
    }

    fn limit_speed(&self, speed: Vector<f64>) -> PyResult<()> {
        self.lock().limit_speed(&speed).map_err(value_error)
    }

    fn limit_acceleration(&self, acceleration: Vector<f64>) -> PyResult<()> {
        self.lock().limit_acceleration(&acceleration).map_err(value_error)
    }

    /// Keeps the geoms of each pair a distance apart.
    fn keep_apart(&self, model: &MjModel, pairs: Vec<[usize; 2]>, distance: f64) -> PyResult<()> {
        let keep = |m: &Model| -> Result<(), IkError> {
            let mut problem = self.lock();
            pairs.iter().try_for_each(|&pair| problem.keep_apart(m, pair.map(GeomId), distance))
        };
        model.store()?.with(keep)?.map_err(value_error)
    }

    fn solve(
        &self,
        py: Python<'_>,
        model: &MjModel,
        start: Vector<f64>,
    ) -> PyResult<(Vec<f64>, Outcome)> {
        let (mut qpos, store) = (start.0, model.store()?);
        let report = py.detach(|| store.with(|m| self.lock().solve(m, &mut qpos)))?;
        Ok((qpos, outcome(&report.map_err(value_error)?)))
    }

    /// The velocities of a step, after those of the step before.
    fn velocity(
        &self,
        model: &MjModel,
        qpos: Vector<f64>,
        dt: f64,
        before: Option<Vector<f64>>,
    ) -> PyResult<Vec<f64>> {
        let find = |m: &Model| -> Result<Vec<f64>, IkError> {
            let mut qvel = before.map_or_else(|| vec![0.0; m.nv], |before| before.0);
            self.lock().velocity(m, &qpos, dt, &mut qvel)?;
            Ok(qvel)
        };
        model.store()?.with(find)?.map_err(value_error)
    }
}

impl IkProblem {
    /// Whoever holds the lock does not wait for Python.
    fn lock(&self) -> MutexGuard<'_, Problem> {
        self.problem.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn outcome(report: &WholeReport) -> Outcome {
    let (status, limit) = limit(report.status);
    (status, limit, report.task_error, report.equality_error, report.iterations)
}

fn id(m: &Model, object: ObjType, kind: &'static str, name: &str) -> Result<usize, IkError> {
    m.name2id(object, name).ok_or_else(|| IkError::UnknownName { kind, name: name.into() })
}

/// A task from its kind, the names it speaks of and all its numbers in one row.
fn task(m: &Model, kind: &str, names: &[String], numbers: &[f64]) -> PyResult<Task> {
    let frame = |i: usize| {
        let name = names.get(i).map_or("", String::as_str);
        Frame::named(m, name).map_err(value_error)
    };
    let task = match (kind, numbers) {
        ("position", &[x, y, z]) => Task::Position { frame: frame(0)?, target: Vec3([x, y, z]) },
        ("orientation", &[a, b, c, d]) => {
            Task::Orientation { frame: frame(0)?, target: Quat([a, b, c, d]) }
        }
        ("pose", &[x, y, z, a, b, c, d]) => {
            Task::Pose { frame: frame(0)?, target: pose([x, y, z], [a, b, c, d]) }
        }
        ("relative", &[x, y, z, a, b, c, d]) => {
            let target = pose([x, y, z], [a, b, c, d]);
            Task::Relative { frame: frame(0)?, base: frame(1)?, target }
        }
        ("posture", target) => Task::Posture { target: target.to_vec() },
        ("center of mass", &[x, y, z, a, b, c]) => {
            let body = if names.is_empty() { BodyId(0) } else { frame(0)?.body };
            let axes = [a, b, c].map(|axis| axis != 0.0);
            Task::CenterOfMass { body, target: Vec3([x, y, z]), axes }
        }
        ("look at", &[x, y, z, a, b, c]) => {
            Task::LookAt { frame: frame(0)?, axis: Vec3([a, b, c]), target: Vec3([x, y, z]) }
        }
        ("coupling", &[ref factors @ .., value]) if factors.len() == names.len() => {
            let term = |(name, &factor): (&String, &f64)| {
                id(m, ObjType::Joint, "joint", name).map(|joint| (JointId(joint), factor))
            };
            let terms: Result<_, IkError> = names.iter().zip(factors).map(term).collect();
            Task::Coupling { terms: terms.map_err(value_error)?, value }
        }
        _ => return Err(PyTypeError::new_err(format!("not the numbers of a task of kind {kind}"))),
    };
    Ok(task)
}

fn pose(pos: [f64; 3], quat: [f64; 4]) -> Pose {
    Pose { pos: Vec3(pos), quat: Quat(quat) }
}
