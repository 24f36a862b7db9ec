//! Chains and inverse kinematics, for `ferrodyn.ik`.

mod problem;

use std::sync::{Mutex, PoisonError};

use ferrodyn_engine::enums::ObjType;
use ferrodyn_engine::ids::BodyId;
use ferrodyn_engine::math::{Pose, Quat, Vec3};
use ferrodyn_ik::{
    Aim, Chain, Frame, IkError, JacobianType, Kinematics, Report, Settings, Side, Solver, Status,
};
use ferrodyn_python_macros::pymethods;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::args::{Array, Matrix, Vector};
use crate::model::MjModel;

pub(crate) use problem::IkProblem;

fn value_error(error: IkError) -> PyErr {
    match error {
        IkError::Length { .. } => PyTypeError::new_err(error.to_string()),
        IkError::UnknownName { kind: kind @ "body or site", name } => {
            PyValueError::new_err(format!(
                "the model has no {kind} named \"{name}\": if the compiler fused it with its parent, \
                 compile the model once more with fusestatic=\"false\" and give ik.Chain that one as \
                 unfused"
            ))
        }
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// The joints between a body and a frame.
#[pyclass(frozen, name = "_IkChain", module = "ferrodyn._core")]
pub(crate) struct IkChain {
    chain: Chain,
    names: Vec<String>,
}

#[pymethods]
impl IkChain {
    #[new]
    #[pyo3(signature = (model, end, base, unfused = None))]
    fn new(
        model: &MjModel,
        end: &str,
        base: &str,
        unfused: Option<&Bound<'_, MjModel>>,
    ) -> PyResult<Self> {
        // a copy: the other model is looked at while this one is
        let unfused = match unfused {
            Some(unfused) => Some(unfused.get().store()?.with(Clone::clone)?),
            None => None,
        };
        let made = model.store()?.with(|m| -> Result<Self, IkError> {
            let end = match &unfused {
                Some(unfused) => Frame::fused(m, unfused, end)?,
                None => Frame::named(m, end)?,
            };
            let base = if base.is_empty() { BodyId(0) } else { Frame::named(m, base)?.body };
            let chain = Chain::new(m, base, end)?;
            let name = |id: usize| m.id2name(ObjType::Joint, id).unwrap_or_default().to_owned();
            let names = chain.joints().iter().map(|joint| name(joint.id.0)).collect();
            Ok(Self { chain, names })
        })?;
        made.map_err(value_error)
    }

    #[getter]
    fn nq(&self) -> usize {
        self.chain.nq()
    }

    #[getter]
    fn nv(&self) -> usize {
        self.chain.nv()
    }

    /// Name, id, address in `qpos`, number of coordinates and range of each joint.
    #[allow(clippy::type_complexity, reason = "a row of a table")]
    fn joints(&self) -> Vec<(String, usize, usize, usize, Option<[f64; 2]>)> {
        let joints = self.chain.joints().iter().zip(&self.names);
        joints.map(|(j, name)| (name.clone(), j.id.0, j.qpos_address, j.q.len(), j.range)).collect()
    }

    fn dof_addresses(&self) -> Vec<usize> {
        self.chain.dof_addresses().collect()
    }

    fn q0(&self) -> Vec<f64> {
        self.chain.q0().to_vec()
    }

    fn middle(&self) -> Vec<f64> {
        self.chain.middle()
    }

    fn within_limits(&self, q: Vector<f64>) -> bool {
        self.chain.within_limits(&q)
    }

    fn gather(&self, qpos: Vector<f64>) -> PyResult<Vec<f64>> {
        let mut q = vec![0.0; self.chain.nq()];
        self.chain.gather(&qpos, &mut q).map_err(value_error)?;
        Ok(q)
    }

    fn pose(&self, q: Vector<f64>) -> PyResult<([f64; 3], [f64; 4])> {
        let pose = self.chain.pose(&q).map_err(value_error)?;
        Ok((pose.pos.0, pose.quat.0))
    }

    /// Axes and anchors of the degrees of freedom, one after the other.
    fn joint_frames(&self, q: Vector<f64>) -> PyResult<(Vec<f64>, Vec<f64>)> {
        let mut kinematics = Kinematics::<f64>::new(&self.chain);
        kinematics.forward(&self.chain, &q).map_err(value_error)?;
        let flat = |vectors: &[Vec3]| vectors.iter().flat_map(|v| v.0).collect();
        Ok((flat(kinematics.axes()), flat(kinematics.anchors())))
    }

    /// Column after column.
    fn jacobian(&self, q: Vector<f64>, geometric: bool) -> PyResult<Vec<f64>> {
        let kind = if geometric { JacobianType::Geometric } else { JacobianType::Analytic };
        Ok(self.chain.jacobian(&q, kind).map_err(value_error)?.as_slice().to_vec())
    }

    fn is_singular(&self, q: Vector<f64>, threshold: f64) -> PyResult<bool> {
        self.chain.is_singular(&q, threshold).map_err(value_error)
    }

    fn manipulability(&self, q: Vector<f64>) -> PyResult<f64> {
        self.chain.manipulability(&q).map_err(value_error)
    }

    fn condition_number(&self, q: Vector<f64>) -> PyResult<f64> {
        self.chain.condition_number(&q).map_err(value_error)
    }
}

/// Finds coordinates of a chain.
#[pyclass(frozen, name = "_IkSolver", module = "ferrodyn._core")]
pub(crate) struct IkSolver {
    solver: Mutex<Solver>,
}

/// Status, joint and side of the limit in the way, errors of position and rotation, iterations,
/// restarts.
type Outcome = (&'static str, Option<(usize, &'static str)>, f64, f64, usize, usize);

/// A status in words, and the joint and side of the limit in the way.
fn limit(status: Status) -> (&'static str, Option<(usize, &'static str)>) {
    match status {
        Status::Converged => ("converged", None),
        Status::Unreachable => ("unreachable", None),
        Status::LimitBound(limit) => {
            let side = if limit.side == Side::Lower { "lower" } else { "upper" };
            ("limit-bound", Some((limit.joint.0, side)))
        }
    }
}

fn outcome(report: &Report) -> Outcome {
    let (status, limit) = limit(report.status);
    let r = report;
    (status, limit, r.position_error, r.rotation_error, r.iterations, r.restarts)
}

#[pymethods]
impl IkSolver {
    #[new]
    fn new(
        chain: &IkChain,
        aim: &str,
        position_tolerance: f64,
        rotation_tolerance: f64,
        restarts: usize,
        iterations: usize,
    ) -> PyResult<Self> {
        let aim = match aim {
            "pose" => Aim::Pose,
            "position" => Aim::Position,
            "orientation" => Aim::Orientation,
            _ => {
                let text = "aim should be 'pose', 'position' or 'orientation'";
                return Err(PyValueError::new_err(text));
            }
        };
        let settings =
            Settings { aim, position_tolerance, rotation_tolerance, restarts, iterations };
        let solver = Solver::new(&chain.chain, settings).map_err(value_error)?;
        Ok(Self { solver: Mutex::new(solver) })
    }

    fn solve(
        &self,
        py: Python<'_>,
        pos: Array<3>,
        quat: Array<4>,
        start: Vector<f64>,
    ) -> PyResult<(Vec<f64>, Outcome)> {
        let mut q = start.0;
        let target = Pose { pos: Vec3(pos.0), quat: Quat(quat.0) };
        // never held while Python code runs, so this cannot deadlock
        let report = py.detach(|| {
            let mut solver = self.solver.lock().unwrap_or_else(PoisonError::into_inner);
            solver.solve(&target, &mut q)
        });
        Ok((q, outcome(&report.map_err(value_error)?)))
    }

    /// Rows of targets are a position, then a quaternion.
    fn solve_batch(
        &self,
        py: Python<'_>,
        targets: Matrix,
        starts: Matrix,
    ) -> PyResult<(Vec<f64>, Vec<Outcome>)> {
        if targets.cols != 7 {
            return Err(PyTypeError::new_err("targets should have shape (n, 7)"));
        }
        let (rows, _) = targets.values.as_chunks::<7>();
        let poses: Vec<Pose> = rows
            .iter()
            .map(|&[x, y, z, a, b, c, d]| Pose { pos: Vec3([x, y, z]), quat: Quat([a, b, c, d]) })
            .collect();
        let mut q = starts.values;
        let reports = py.detach(|| {
            let solver = self.solver.lock().unwrap_or_else(PoisonError::into_inner).clone();
            solver.solve_batch(&poses, &mut q)
        });
        let reports = reports.map_err(value_error)?;
        Ok((q, reports.iter().map(outcome).collect()))
    }
}
