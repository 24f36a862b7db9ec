//! Inverse kinematics of whole models: several tasks at once, by weight or by strict priority.
//!
//! Each iteration moves the degrees of freedom by a `d` that, in this order,
//!
//! 1. stays within limits of joints and velocities, and keeps the distances that are asked for,
//! 2. brings the model's equality constraints back to where they hold,
//! 3. brings the tasks of the first priority as near to their targets as the above leaves free,
//!    weighted squares and a little damping deciding among them, then those of the next.
//!
//! | file | what |
//! |---|---|
//! | `task` | errors of tasks and their rows |
//! | `rows` | errors and derivatives, by priority |
//! | `cascade` | the step, priority after priority, in the freedom that those before leave |
//! | `search` | steps until nothing is nearer, and where to begin again |
//! | `rates` | velocities for control loops, within limits of speed and acceleration |
//! | `keep` | equality constraints of the model, and distances |

mod cascade;
mod keep;
mod rates;
mod rows;
mod search;
mod task;

use ferrodyn_engine::enums::JointType;
use ferrodyn_engine::ids::{BodyId, GeomId};
use ferrodyn_engine::{Data, Model, smooth};

use crate::chain::{Limit, Side};
use crate::error::{IkError, check_finite, check_len, check_positive, check_search};
use crate::solver::Status;

use cascade::Cascade;
use keep::Pair;
use rows::Rows;
use search::Search;
pub use task::Task;

/// How a [`Problem`] is solved.
#[derive(Clone, Debug, PartialEq)]
pub struct WholeSettings {
    /// Largest error of the equality constraints and of the tasks of the first priority: in meters,
    /// radians and the units of couplings, each task by itself.
    pub tolerance: f64,
    /// Iterations after which the search ends, restarts and all, at most 10,000.
    pub iterations: usize,
    /// How often the search begins again elsewhere, evenly spread around where it began, when no
    /// step brings the tasks nearer, at most 10,000 times: 0 stays near.
    pub restarts: usize,
    /// Damping of steps; more makes them shorter where directions are nearly lost.
    pub damping: f64,
}

impl Default for WholeSettings {
    fn default() -> Self {
        Self { tolerance: 1e-4, iterations: 200, restarts: 8, damping: 1e-6 }
    }
}

/// How a search for a whole model ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WholeReport {
    /// Converged if all tasks of the first priority are within tolerance; limit-bound if limits hold
    /// back degrees of freedom that would bring them nearer (the one that is pushed most).
    pub status: Status,
    /// Largest error of a task of the first priority.
    pub task_error: f64,
    /// Largest error of the model's equality constraints.
    pub equality_error: f64,
    /// Iterations it took.
    pub iterations: usize,
}

/// A task among others.
#[derive(Clone, Debug)]
struct Entry {
    task: Task,
    weight: f64,
    priority: usize,
}

/// Tasks for a model, and the memory to solve them.
///
/// # Examples
/// ```
/// use ferrodyn::math::Vec3;
/// use ferrodyn::ik::{Frame, Problem, Status, Task};
///
/// let m = ferrodyn::load_str(
///     "<mujoco><worldbody><body><joint axis='0 0 1'/><geom size='.1'/>
///        <body pos='1 0 0'><joint axis='0 0 1'/><geom size='.1'/>
///          <site name='tip' pos='1 0 0'/></body></body></worldbody></mujoco>",
/// )?;
/// let mut problem = Problem::new(&m);
/// let frame = Frame::named(&m, "tip")?;
/// problem.add(&m, Task::Position { frame, target: Vec3([1.0, 1.0, 0.0]) }, 1.0, 0)?;
/// let mut qpos = [0.1, 0.1];
/// assert_eq!(problem.solve(&m, &mut qpos)?.status, Status::Converged);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Problem {
    /// How it is solved; may change between calls.
    pub settings: WholeSettings,
    entries: Vec<Entry>,
    pairs: Vec<Pair>,
    /// Largest speed and acceleration of each degree of freedom.
    speed: Vec<f64>,
    acceleration: Vec<f64>,
    d: Data,
    rows: Rows,
    cascade: Cascade,
    lowest: Vec<f64>,
    highest: Vec<f64>,
    step: Vec<f64>,
    qpos: Vec<f64>,
    search: Search,
}

impl Problem {
    /// A problem without tasks for a model.
    pub fn new(m: &Model) -> Self {
        Self {
            settings: WholeSettings::default(),
            entries: Vec::new(),
            pairs: Vec::new(),
            speed: vec![f64::INFINITY; m.nv],
            acceleration: vec![f64::INFINITY; m.nv],
            d: Data::new(m),
            rows: Rows::new(m.nv),
            cascade: Cascade::new(m.nv),
            lowest: vec![0.0; m.nv],
            highest: vec![0.0; m.nv],
            step: vec![0.0; m.nv],
            qpos: vec![0.0; m.nq],
            search: Search::new(m),
        }
    }

    /// Adds a task: those of a lower priority number come first, strictly; weights decide among
    /// tasks of the same one. Returns its index.
    ///
    /// # Errors
    /// If the task does not fit the model, or if the weight is not positive.
    pub fn add(
        &mut self,
        m: &Model,
        task: Task,
        weight: f64,
        priority: usize,
    ) -> Result<usize, IkError> {
        task.check(m)?;
        check_positive("weight", weight)?;
        self.entries.push(Entry { task, weight, priority });
        Ok(self.entries.len() - 1)
    }

    /// Replaces a task, for example by one with another target.
    ///
    /// # Errors
    /// If there is no such task, or if the new one does not fit the model.
    pub fn set(&mut self, m: &Model, index: usize, task: Task) -> Result<(), IkError> {
        task.check(m)?;
        let count = self.entries.len();
        match self.entries.get_mut(index) {
            Some(entry) => entry.task = task,
            None => return Err(IkError::UnknownId { kind: "task", id: index, count }),
        }
        Ok(())
    }

    /// Keeps two geoms a distance apart.
    ///
    /// # Errors
    /// If a geom does not exist, or if the distance is negative or not finite.
    pub fn keep_apart(
        &mut self,
        m: &Model,
        geoms: [GeomId; 2],
        distance: f64,
    ) -> Result<(), IkError> {
        if let Some(geom) = geoms.iter().find(|geom| geom.0 >= m.ngeom) {
            return Err(IkError::UnknownId { kind: "geom", id: geom.0, count: m.ngeom });
        }
        if !(distance >= 0.0 && distance.is_finite()) {
            return Err(IkError::Setting { setting: "distance", needed: "at least 0 and finite" });
        }
        self.pairs.push(Pair { geoms, distance });
        Ok(())
    }

    /// Keeps all geoms of one body that collide a distance apart from those of another; how many pairs
    /// these are.
    ///
    /// # Errors
    /// If a body does not exist or has no geom that collides, if they are the same one, or if the
    /// distance is negative or not finite.
    pub fn keep_bodies_apart(
        &mut self,
        m: &Model,
        bodies: [BodyId; 2],
        distance: f64,
    ) -> Result<usize, IkError> {
        if bodies[0] == bodies[1] {
            let problem = format!("body {} cannot be kept apart from itself", bodies[0].0);
            return Err(IkError::Task { problem });
        }
        let [first, second] = bodies.map(|body| keep::colliding(m, body));
        let (first, second) = (first?, second?);
        let before = self.pairs.len();
        for &a in &first {
            for &b in &second {
                self.keep_apart(m, [a, b], distance)?;
            }
        }
        Ok(self.pairs.len() - before)
    }

    fn check(&self, m: &Model, qpos: &[f64]) -> Result<(), IkError> {
        let settings = &self.settings;
        check_positive("tolerance", settings.tolerance)?;
        check_positive("damping", settings.damping)?;
        check_search(settings.restarts, settings.iterations)?;
        check_len("qpos", qpos.len(), m.nq)?;
        check_len("qpos of this problem", self.qpos.len(), m.nq)?;
        check_len("degrees of freedom of this problem", self.step.len(), m.nv)?;
        check_finite("qpos", qpos)
    }

    /// Computes errors and rows of all tasks at `qpos`.
    fn look(&mut self, m: &Model) -> WholeReport {
        let Self { d, rows, entries, settings, .. } = self;
        d.qpos.as_mut_slice().copy_from_slice(&self.qpos);
        smooth::kinematics(m, d);
        smooth::com_pos(m, d);
        rows.clear();
        let equality_error = keep::equalities(m, d, rows);
        let first = entries.iter().map(|entry| entry.priority).min();
        let last = entries.iter().map(|entry| entry.priority).max();
        let mut task_error: f64 = 0.0;
        for priority in first.unwrap_or(1)..=last.unwrap_or(0) {
            rows.next_level();
            for entry in entries.iter().filter(|entry| entry.priority == priority) {
                let error = entry.task.add_rows(m, d, entry.weight.sqrt(), rows);
                if Some(priority) == first {
                    task_error = if error <= task_error { task_error } else { error };
                }
            }
        }
        let near = task_error < settings.tolerance && equality_error < settings.tolerance;
        let status = if near { Status::Converged } else { Status::Unreachable };
        WholeReport { status, task_error, equality_error, iterations: 0 }
    }

    /// The step of this iteration, with the pairs that are near.
    fn advance(&mut self, m: &Model) {
        keep::distances(m, &mut self.d, &self.pairs, f64::INFINITY, &mut self.rows);
        self.step_in_boxes();
    }

    /// The limit that holds back the tasks most, if there is one.
    fn obstacle(&mut self, m: &Model) -> Status {
        self.boxes(m, f64::INFINITY);
        let (rows, lowest, highest) = (&self.rows, &self.lowest, &self.highest);
        let mut most = (1e-6, Status::Unreachable);
        for j in m.joints() {
            let dof = m.jnt_dofadr[j].raw() as usize;
            let push = rows.gradient(dof);
            let side = match (lowest[dof] >= -1e-9, highest[dof] <= 1e-9) {
                (true, _) if push < 0.0 => Side::Lower,
                (_, true) if push > 0.0 => Side::Upper,
                _ => continue,
            };
            if push.abs() > most.0 {
                most = (push.abs(), Status::LimitBound(Limit { joint: j, side }));
            }
        }
        most.1
    }
}

/// Calls a function with address, degree of freedom and range of each hinge and slide with limits.
fn for_limits(m: &Model, mut each: impl FnMut(usize, usize, [f64; 2])) {
    for j in m.joints() {
        let kind = m.jnt_type[j].get();
        let boxed = matches!(kind, Some(JointType::Hinge | JointType::Slide));
        if boxed && m.jnt_limited[j] != 0 {
            each(m.jnt_qposadr[j].raw() as usize, m.jnt_dofadr[j].raw() as usize, m.jnt_range[j]);
        }
    }
}

fn into_limits(m: &Model, qpos: &mut [f64]) {
    for_limits(m, |adr, _, [low, high]| qpos[adr] = qpos[adr].min(high).max(low));
}
