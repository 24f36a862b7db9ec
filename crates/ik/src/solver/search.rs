//! Which attempt each lane is in, and when it ends.

use ferrodyn_engine::math::{InLanes, Num, Pose, Quat};
use multiversion::multiversion;

use super::iterate::{Iterate, advance, evaluate};
use super::starts::Used;
use super::{Report, Setup, Status};
use crate::chain::{Chain, Transform};
use crate::unroll::{opaque, unroll};

/// Iterations between looks at how much nearer an attempt came.
const CHECK: usize = 5;
/// An attempt goes on while the squared error falls below this part of itself between two looks.
const PROGRESS: f64 = 0.4;

/// Goals to reach, and the start of each; where the search for it ended takes the place of the start.
pub(super) struct Job<'a> {
    pub(super) goals: &'a [Pose],
    pub(super) q: &'a mut [f64],
    pub(super) reports: &'a mut [Report],
}

/// Settings in which searches of one solver may differ.
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
    best: Best<N>,
    lanes: Vec<Lane>,
    zeros: Vec<f64>,
    /// A solution that ignores limits.
    pub(super) relaxed: Vec<f64>,
}

/// Where each lane came nearest to its goal.
#[derive(Clone, Debug)]
struct Best<N> {
    cost: N,
    error: [N; 6],
    q: Vec<N>,
}

/// The search of one lane.
#[derive(Clone, Debug)]
struct Lane {
    /// Which goal; `None` if there are no more.
    goal: Option<usize>,
    /// The goal, its quaternion normalized.
    target: Pose,
    used: Used,
    restarts: usize,
    /// Iterations of this attempt, and of those before.
    iteration: usize,
    before: usize,
    /// Squared error at the last look.
    look: f64,
    /// Where an attempt starts.
    q: Vec<f64>,
}

impl<N: InLanes> Memory<N> {
    pub(super) fn new(chain: &Chain) -> Self {
        let lane = Lane {
            goal: None,
            target: Pose::default(),
            used: Used::default(),
            restarts: 0,
            iteration: 0,
            before: 0,
            look: f64::INFINITY,
            q: vec![0.0; chain.nq()],
        };
        let far = N::splat(f64::INFINITY);
        Self {
            iterate: Iterate::new(chain),
            goal: Transform::IDENTITY,
            best: Best { cost: far, error: [far; 6], q: vec![N::ZERO; chain.nq()] },
            lanes: vec![lane; N::LANES],
            zeros: vec![0.0; chain.nv()],
            relaxed: vec![0.0; chain.nq()],
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let lane = |lane: &Lane| size_of::<Lane>() + size_of_val(&lane.q[..]);
        size_of::<Self>()
            + self.iterate.bytes()
            + size_of_val(&self.best.q[..])
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
        let nq = p.chain.nq();
        state.target = unit(&job.goals[index]);
        self.goal.pos.set_lane(lane, state.target.pos);
        self.goal.rot.set_lane(lane, &state.target.quat.to_mat());
        state.used = Used::default();
        (state.restarts, state.iteration, state.before) = (0, 0, 0);
        state.look = f64::INFINITY;
        state.q.copy_from_slice(&job.q[index * nq..(index + 1) * nq]);
        // a step of zero moves into limits
        p.chain.integrate(&mut state.q, &self.zeros, true);
        self.best.cost.set_lane(lane, f64::INFINITY);
        self.best.error.iter_mut().for_each(|e| e.set_lane(lane, f64::INFINITY));
        self.best.q.iter_mut().zip(&state.q).for_each(|(to, &from)| to.set_lane(lane, from));
        self.load(lane);
    }

    /// Copies the coordinates of a lane into the numbers that are iterated.
    fn load(&mut self, lane: usize) {
        for (to, &from) in self.iterate.q.iter_mut().zip(&self.lanes[lane].q) {
            to.set_lane(lane, from);
        }
    }

    /// Looks at the error of a lane, `reached` being 1 where that is small enough; whether the lane was
    /// put somewhere else.
    fn judge(
        &mut self,
        p: &Setup,
        job: &mut Job<'_>,
        rules: Rules,
        (lane, reached): (usize, N),
        next: &mut usize,
    ) -> bool {
        let state = &mut self.lanes[lane];
        let Some(index) = state.goal else { return true };
        let reached = reached.lane(lane) == 1.0;
        state.iteration += 1;
        let stalled = !rules.patient && state.iteration.is_multiple_of(CHECK) && {
            let cost = self.iterate.cost.lane(lane);
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
            let found = &mut job.q[index * nq..(index + 1) * nq];
            found.iter_mut().zip(&self.best.q).for_each(|(to, from)| *to = from.lane(lane));
            job.reports[index] = p.report(&self.best.error.map(|e| e.lane(lane)), reached);
            job.reports[index].iterations = state.before;
            job.reports[index].restarts = state.restarts;
            self.begin(p, job, lane, next);
            return true;
        }
        state.restarts += 1;
        (state.iteration, state.look) = (0, f64::INFINITY);
        p.starts.next(&p.chain, &state.target, &p.weights, &mut state.used, &mut state.q);
        self.load(lane);
        true
    }
}

/// A pose with a quaternion of length one.
fn unit(pose: &Pose) -> Pose {
    let norm = pose.quat.norm();
    Pose { pos: pose.pos, quat: Quat(pose.quat.0.map(|x| x / norm)) }
}

/// Keeps the nearest so far; 1 in lanes that are there, within tolerance.
#[multiversion(targets("x86_64+avx512f+avx2", "x86_64+avx2"))]
fn keep_best<N: Num>(p: &Setup, it: &Iterate<N>, best: &mut Best<N>) -> N {
    let nearer = it.cost.lt(best.cost);
    best.cost = N::select(nearer, it.cost, best.cost);
    unroll!(i in 0 1 2 3 4 5 => {
        best.error[i] = N::select(nearer, it.error[i], best.error[i]);
    });
    for i in opaque(best.q.len()) {
        best.q[i] = N::select(nearer, it.q[i], best.q[i]);
    }

    // distance and angle, where they count
    let [a, b, c, d, e, f] = best.error;
    let position = near(a * a + b * b + c * c, p.weights[0], p.settings.position_tolerance);
    let rotation = near(d * d + e * e + f * f, p.weights[3], p.settings.rotation_tolerance);
    N::select(it.cost.eq_mask(best.cost), position * rotation, N::ZERO)
}

/// 1 where a squared length is below a tolerance, and everywhere if it does not count.
#[inline(always)]
fn near<N: Num>(square: N, weight: f64, tolerance: f64) -> N {
    let far = if weight == 0.0 { N::ONE } else { N::ZERO };
    N::select(square.lt(N::splat(tolerance * tolerance)), N::ONE, far)
}

/// Works through all goals, as many at a time as there are lanes.
pub(super) fn run<N: InLanes>(p: &Setup, mut job: Job<'_>, rules: Rules, memory: &mut Memory<N>) {
    let mut next = 0;
    for lane in 0..N::LANES {
        memory.begin(p, &job, lane, &mut next);
    }
    while memory.lanes.iter().any(|lane| lane.goal.is_some()) {
        evaluate(p, &memory.goal, &mut memory.iterate);
        let reached = keep_best(p, &memory.iterate, &mut memory.best);
        let mut hold = N::ZERO;
        let mut held = 0;
        for lane in 0..N::LANES {
            if memory.judge(p, &mut job, rules, (lane, reached), &mut next) {
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
