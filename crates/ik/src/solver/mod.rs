//! Inverse kinematics of a chain: joint coordinates that bring its end to a pose.
//!
//! Each iteration is a step of sequential quadratic programming: with `e` the error of the pose and
//! `J` the Jacobian, it minimizes
//!
//! ```text
//! |e - J d|^2 + damping |d|^2    subject to    lowest <= q + d <= highest
//! ```
//!
//! The damping follows the error (Sugihara, "Solvability-unconcerned inverse kinematics by the
//! Levenberg-Marquardt method", 2011), so that the last iterations are those of Newton. An attempt
//! that no longer gets nearer is given up for the start that lies nearest to the target among a
//! table of evenly spread ones. Results depend on the arguments alone.
//!
//! | file | what |
//! |---|---|
//! | `iterate` | error, quadratic program and step, for numbers and for lanes |
//! | `search` | which attempt a lane is in, and when it ends |
//! | `starts` | where attempts start |
//! | `classify` | why a target was not reached |
//! | `batch` | many targets in lanes and on threads |

mod batch;
mod classify;
mod iterate;
mod search;
mod starts;

use ferrodyn_engine::math::Pose;

use crate::chain::{Chain, Limit};
use crate::error::{IkError, check_finite, check_len, check_positive, check_search};

use search::{Job, Memory, Rules};
use starts::Starts;

/// Which parts of a target pose have to be reached: position, orientation or both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// Position and orientation.
    #[default]
    Pose,
    /// The position; any orientation will do.
    Position,
    /// The orientation, anywhere.
    Orientation,
}

/// How a [`Solver`] looks for solutions.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// What has to be reached.
    pub aim: Aim,
    /// Largest distance to the target, in meters.
    pub position_tolerance: f64,
    /// Largest angle to the target, in radians.
    pub rotation_tolerance: f64,
    /// How often to start again from somewhere else before giving up, at most 10,000 times.
    pub restarts: usize,
    /// Iterations after which an attempt is given up, at most 10,000.
    pub iterations: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            aim: Aim::Pose,
            position_tolerance: 1e-5,
            rotation_tolerance: 1e-5,
            restarts: 100,
            iterations: 60,
        }
    }
}

impl Settings {
    fn check(&self) -> Result<(), IkError> {
        check_positive("position_tolerance", self.position_tolerance)?;
        check_positive("rotation_tolerance", self.rotation_tolerance)?;
        check_search(self.restarts, self.iterations)
    }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The target is reached, within tolerance and limits.
    Converged,
    /// No attempt reached the target, not even where limits were left out.
    Unreachable,
    /// The target can be reached only beyond a limit: the one that is exceeded most by a solution
    /// that ignores limits.
    LimitBound(Limit),
}

/// How a search ended, and how near it came.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// How it ended.
    pub status: Status,
    /// Distance to the target, in meters; 0 if only the orientation is asked for.
    pub position_error: f64,
    /// Angle to the target, in radians; 0 if only the position is asked for.
    pub rotation_error: f64,
    /// Iterations of all attempts.
    pub iterations: usize,
    /// How often it started again.
    pub restarts: usize,
}

/// Finds coordinates of a chain for poses of its end.
///
/// # Examples
/// ```
/// use ferrodyn::math::{Pose, Quat, Vec3};
/// use ferrodyn::ik::{Aim, Chain, Settings, Solver, Status};
///
/// let m = ferrodyn::load_str(
///     "<mujoco><worldbody><body><joint axis='0 0 1' range='-90 90'/><geom size='.1'/>
///        <body pos='1 0 0'><joint axis='0 0 1' range='-170 170'/><geom size='.1'/>
///          <site name='tip' pos='1 0 0'/></body></body></worldbody></mujoco>",
/// )?;
/// let chain = Chain::by_name(&m, "", "tip")?;
/// let mut solver = Solver::new(&chain, Settings { aim: Aim::Position, ..Settings::default() })?;
/// let target = Pose { pos: Vec3([1.0, 1.0, 0.0]), quat: Quat::IDENTITY };
/// let mut q = chain.middle();
/// let report = solver.solve(&target, &mut q)?;
/// assert_eq!(report.status, Status::Converged);
/// assert!((chain.pose(&q)?.pos - target.pos).norm() < 2e-5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    setup: Setup,
    memory: Memory<f64>,
}

/// Settings and memory that all searches of a solver share.
#[derive(Clone, Debug)]
struct Setup {
    chain: Chain,
    settings: Settings,
    starts: Starts,
    /// Weights of the six coordinates of the error.
    weights: [f64; 6],
    low: Vec<f64>,
    high: Vec<f64>,
}

impl Solver {
    /// A solver for a chain, with all the memory that it needs.
    ///
    /// # Errors
    /// If a setting makes no sense.
    pub fn new(chain: &Chain, settings: Settings) -> Result<Self, IkError> {
        settings.check()?;
        let (position, rotation) = match settings.aim {
            Aim::Pose => (1.0, 1.0),
            Aim::Position => (1.0, 0.0),
            Aim::Orientation => (0.0, 1.0),
        };
        let starts = Starts::new(chain);
        // errors of position count in parts of the reach, so that they weigh as radians do
        let position = position / starts.reach();
        let weights = [position, position, position, rotation, rotation, rotation];
        let (low, high) = chain.boxes();
        let memory = Memory::new(chain);
        let setup = Setup { chain: chain.clone(), settings, starts, weights, low, high };
        Ok(Self { setup, memory })
    }

    /// The chain.
    #[must_use]
    pub fn chain(&self) -> &Chain {
        &self.setup.chain
    }

    /// Moves `q` from where to start to where the end is at the target, or as near as was found.
    ///
    /// The first attempt starts from `q`, moved into its limits; for a path, pass the solution of the
    /// point before. `q` never leaves the limits. Nothing is allocated.
    ///
    /// # Errors
    /// If `q` has the wrong length, or if a number is not finite; `q` stays what it was.
    pub fn solve(&mut self, target: &Pose, q: &mut [f64]) -> Result<Report, IkError> {
        self.setup.check(target, q)?;
        let mut report = Report::default();
        let job = Job {
            goals: std::slice::from_ref(target),
            q,
            reports: std::slice::from_mut(&mut report),
        };
        search::run(&self.setup, job, self.setup.rules(), &mut self.memory);
        if report.status != Status::Converged {
            classify::classify(&self.setup, target, q, &mut report, &mut self.memory);
        }
        Ok(report)
    }

    /// Bytes of the memory that a search works with, and of the table of starts.
    #[must_use]
    pub fn bytes(&self) -> (usize, usize) {
        (self.memory.bytes(), self.setup.starts.bytes())
    }
}

impl Setup {
    /// How the user wants solutions to be looked for.
    fn rules(&self) -> Rules {
        Rules { bounded: true, restarts: self.settings.restarts, patient: false }
    }

    /// `Ok` if a target and a start make sense.
    fn check(&self, target: &Pose, q: &[f64]) -> Result<(), IkError> {
        check_len("q", q.len(), self.chain.nq())?;
        check_finite("q", q)?;
        check_finite("target", &target.pos.0)?;
        check_finite("target", &target.quat.0)?;
        let norm = target.quat.norm();
        if !norm.is_finite() || norm < 1e-6 {
            return Err(IkError::NotFinite { argument: "target" });
        }
        Ok(())
    }
}

impl Default for Report {
    fn default() -> Self {
        Self {
            status: Status::Unreachable,
            position_error: f64::INFINITY,
            rotation_error: f64::INFINITY,
            iterations: 0,
            restarts: 0,
        }
    }
}
