//! Which attempt each lane is in, and when it ends.

use ferrodyn_engine::math::{Num, Quat};

use super::iterate::{Iterate, advance, evaluate};
use super::starts::Used;
use super::{Report, Setup, Status};
use crate::chain::{Chain, Transform};

/// Iterations between looks at how much nearer an attempt came.
const CHECK: usize = 5;
/// An attempt goes on while the squared error falls below this part of itself between two looks.
const PROGRESS: f64 = 0.4;

/// Goals to reach, each from its own start.
pub(super) struct Job<'a> {
    pub(super) goals: &'a [Transform],
    pub(super) starts: &'a [f64],
    pub(super) found: &'a mut [f64],
    pub(super) reports: &'a mut [Report],
}

/// What differs between searches of a solver.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// Whether limits hold.
    pub(super) bounded: bool,
    /// How often to start again.
    pub(super) restarts: usize,
    /// Whether attempts go on that come hardly nearer.
    pub(super) patient: bool,
}

/// What a search works with.
#[derive(Clone, Debug)]
pub(super) struct Memory<N> {
    iterate: Iterate<N>,
    goal: Transform<N>,
    lanes: Vec<Lane>,
    zeros: Vec<f64>,
    /// A solution that ignores limits.
    pub(super) relaxed: Vec<f64>,
}

/// The search of one lane.
#[derive(Clone, Debug)]
struct Lane {
    /// Which goal; `None` if there are no more.
    goal: Option<usize>,
    quat: Quat,
    used: Used,
    restarts: usize,
    /// Iterations of this attempt, and of those before.
    iteration: usize,
    before: usize,
    /// Squared error at the last look.
    look: f64,
    /// The least squared error so far, and where it was.
    best: f64,
    best_q: Vec<f64>,
    best_error: [f64; 6],
    q: Vec<f64>,
}

impl<N: Num> Memory<N> {
    pub(super) fn new(chain: &Chain) -> Self {
        let lane = Lane {
            goal: None,
            quat: Quat::IDENTITY,
            used: Used::default(),
            restarts: 0,
            iteration: 0,
            before: 0,
            look: f64::INFINITY,
            best: f64::INFINITY,
            best_q: vec![0.0; chain.nq()],
            best_error: [f64::INFINITY; 6],
            q: vec![0.0; chain.nq()],
        };
        let goal = Transform::IDENTITY;
        Self {
            iterate: Iterate::new(chain),
            goal,
            lanes: vec![lane; N::LANES],
            zeros: vec![0.0; chain.nv()],
            relaxed: vec![0.0; chain.nq()],
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let lane = |lane: &Lane| size_of::<Lane>() + 2 * size_of_val(&lane.q[..]);
        size_of::<Self>()
            + self.iterate.bytes()
            + self.lanes.iter().map(lane).sum::<usize>()
            + size_of_val(&self.zeros[..])
            + size_of_val(&self.relaxed[..])
    }

    /// Puts a lane at the start of a goal.
    fn begin(&mut self, p: &Setup, job: &Job<'_>, lane: usize, next: &mut usize) {
        let state = &mut self.lanes[lane];
        state.goal = (*next < job.goals.len()).then_some(*next);
        let Some(index) = state.goal else { return };
        *next += 1;
        let (goal, nq) = (&job.goals[index], p.chain.nq());
        self.goal.pos.set_lane(lane, goal.pos);
        self.goal.rot.set_lane(lane, &goal.rot);
        state.quat = Quat::from_mat(&goal.rot);
        state.used = Used::default();
        (state.restarts, state.iteration, state.before) = (0, 0, 0);
        (state.look, state.best) = (f64::INFINITY, f64::INFINITY);
        state.q.copy_from_slice(&job.starts[index * nq..(index + 1) * nq]);
        // a step of zero moves into limits
        p.chain.integrate(&mut state.q, &self.zeros, true);
        state.best_q.copy_from_slice(&state.q);
        state.best_error = [f64::INFINITY; 6];
        self.load(lane);
    }

    /// Copies the coordinates of a lane into the numbers that are iterated.
    fn load(&mut self, lane: usize) {
        for (to, &from) in self.iterate.q.iter_mut().zip(&self.lanes[lane].q) {
            to.set_lane(lane, from);
        }
    }

    /// Looks at the error of a lane; whether it was put somewhere else.
    fn judge(
        &mut self,
        p: &Setup,
        job: &mut Job<'_>,
        rules: Rules,
        lane: usize,
        next: &mut usize,
    ) -> bool {
        let it = &self.iterate;
        let state = &mut self.lanes[lane];
        let Some(index) = state.goal else { return true };
        let cost = it.cost.lane(lane);
        state.iteration += 1;
        if cost < state.best {
            state.best = cost;
            state.best_error = it.error.map(|e| e.lane(lane));
            for (to, from) in state.best_q.iter_mut().zip(&it.q) {
                *to = from.lane(lane);
            }
        }
        let reached = cost == state.best && p.within_tolerance(&state.best_error);
        let stalled = !rules.patient && state.iteration.is_multiple_of(CHECK) && {
            let last = std::mem::replace(&mut state.look, cost);
            // also where the error is not a number
            !matches!(cost.partial_cmp(&(PROGRESS * last)), Some(std::cmp::Ordering::Less))
        };
        if !reached && !stalled && state.iteration < p.settings.iterations {
            return false;
        }
        state.before += state.iteration;
        if reached || state.restarts >= rules.restarts {
            let nq = p.chain.nq();
            job.found[index * nq..(index + 1) * nq].copy_from_slice(&state.best_q);
            job.reports[index] = p.report(&state.best_error, reached);
            job.reports[index].iterations = state.before;
            job.reports[index].restarts = state.restarts;
            self.begin(p, job, lane, next);
            return true;
        }
        state.restarts += 1;
        (state.iteration, state.look) = (0, f64::INFINITY);
        let target = (&job.goals[index], &state.quat);
        p.starts.next(&p.chain, target, &p.weights, &mut state.used, &mut state.q);
        self.load(lane);
        true
    }
}

/// Works through all goals, as many at a time as there are lanes.
pub(super) fn run<N: Num>(p: &Setup, mut job: Job<'_>, rules: Rules, memory: &mut Memory<N>) {
    let mut next = 0;
    for lane in 0..N::LANES {
        memory.begin(p, &job, lane, &mut next);
    }
    while memory.lanes.iter().any(|lane| lane.goal.is_some()) {
        evaluate(p, &memory.goal, &mut memory.iterate);
        let mut hold = N::ZERO;
        let mut held = 0;
        for lane in 0..N::LANES {
            if memory.judge(p, &mut job, rules, lane, &mut next) {
                hold.set_lane(lane, 1.0);
                held += 1;
            }
        }
        if held < N::LANES {
            advance(p, &mut memory.iterate, rules.bounded, hold);
        }
    }
}

impl Setup {
    /// Whether distance and angle are small enough, where they count.
    pub(super) fn within_tolerance(&self, error: &[f64; 6]) -> bool {
        let square = |half: &[f64]| half.iter().map(|e| e * e).sum::<f64>();
        let near = |weight: f64, half: &[f64], tolerance: f64| {
            weight == 0.0 || square(half) < tolerance * tolerance
        };
        let s = &self.settings;
        near(self.weights[0], &error[..3], s.position_tolerance)
            && near(self.weights[3], &error[3..], s.rotation_tolerance)
    }

    /// What is known of a search by its error.
    pub(super) fn report(&self, error: &[f64; 6], reached: bool) -> Report {
        let norm = |half: &[f64]| half.iter().map(|e| e * e).sum::<f64>().sqrt();
        let angle = |sine: f64| 2.0 * ferrodyn_engine::math::fun::asin((0.5 * sine).min(1.0));
        Report {
            status: if reached { Status::Converged } else { Status::Unreachable },
            position_error: if self.weights[0] == 0.0 { 0.0 } else { norm(&error[..3]) },
            rotation_error: if self.weights[3] == 0.0 { 0.0 } else { angle(norm(&error[3..])) },
            ..Report::default()
        }
    }
}
