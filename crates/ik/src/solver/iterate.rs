//! The error of a pose, and the step that a quadratic program in a box asks for.
//!
//! Everything here is written once for numbers and for lanes: a lane has the bits of a search by
//! itself.

use ferrodyn_engine::math::{Num, Vec3};
use multiversion::multiversion;

use super::Setup;
use crate::chain::{Kinematics, Transform};

/// Damping for a squared error of one.
const DAMPING: f64 = 0.05;
/// Damping at the target: keeps the program solvable at singular configurations.
const LEAST_DAMPING: f64 = 1e-9;
/// How often joints are added to those at their limits before the step is cut.
const PASSES: usize = 4;

/// Numbers of one iteration.
#[derive(Clone, Debug)]
pub(super) struct Iterate<N> {
    pub(super) q: Vec<N>,
    pub(super) kinematics: Kinematics<N>,
    /// Rotation vector and distance to the target, unweighted.
    pub(super) error: [N; 6],
    /// Sum of squares of the weighted error.
    pub(super) cost: N,
    /// Columns of the weighted Jacobian.
    columns: Vec<[N; 6]>,
    step: Vec<N>,
    /// One where a degree of freedom may move, zero where it is held at a limit.
    free: Vec<N>,
    lowest: Vec<N>,
    highest: Vec<N>,
}

impl<N: Num> Iterate<N> {
    pub(super) fn new(chain: &crate::chain::Chain) -> Self {
        let zeros = vec![N::ZERO; chain.nv()];
        Self {
            q: vec![N::ZERO; chain.nq()],
            kinematics: Kinematics::new(chain),
            error: [N::ZERO; 6],
            cost: N::ZERO,
            columns: vec![[N::ZERO; 6]; chain.nv()],
            step: zeros.clone(),
            free: zeros.clone(),
            lowest: zeros.clone(),
            highest: zeros,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let columns = size_of_val(&self.columns[..]);
        size_of_val(&self.q[..])
            + self.kinematics.bytes()
            + columns
            + 4 * size_of_val(&self.step[..])
    }
}

/// Computes the pose, its error and the Jacobian at `q`.
pub(super) fn evaluate<N: Num>(p: &Setup, goal: &Transform<N>, it: &mut Iterate<N>) {
    it.kinematics.update(&p.chain, &it.q);
    measure(p, goal, it);
}

#[multiversion(targets("x86_64+avx512f+avx2", "x86_64+avx2"))]
fn measure<N: Num>(p: &Setup, goal: &Transform<N>, it: &mut Iterate<N>) {
    let end = &it.kinematics.end;
    let linear = goal.pos - end.pos;

    // sine of the angle times the axis, and the cosine
    let (mut axis, mut trace) = (Vec3::ZERO, N::ZERO);
    for i in 0..3 {
        let (from, to) = (end.rot.col(i), goal.rot.col(i));
        axis += from.cross(to);
        trace += from.dot(to);
    }
    // twice the sine of half the angle: the angle near the target, and it grows up to half a turn
    let cosine_plus_one = ((trace + N::ONE) * 0.5).max_num(N::splat(1e-9));
    let angular = axis * ((N::splat(2.0) / cosine_plus_one).sqrt() * 0.5);

    it.error = [linear[0], linear[1], linear[2], angular[0], angular[1], angular[2]];
    it.cost = N::ZERO;
    for (&e, &w) in it.error.iter().zip(&p.weights) {
        it.cost += (e * w) * (e * w);
    }
}

/// Moves `q` by the step of the quadratic program; lanes where `hold` is one stay.
#[multiversion(targets("x86_64+avx512f+avx2", "x86_64+avx2"))]
pub(super) fn advance<N: Num>(p: &Setup, it: &mut Iterate<N>, bounded: bool, hold: N) {
    let mut e = it.error;
    e.iter_mut().zip(&p.weights).for_each(|(e, &w)| *e = *e * w);
    for (column, from) in it.columns.iter_mut().zip(&it.kinematics.columns) {
        for i in 0..6 {
            column[i] = from[i] * p.weights[i];
        }
    }
    let damping = it.cost * DAMPING + N::splat(LEAST_DAMPING);
    start_in_box(p, it, &e, bounded);
    for _ in 0..PASSES {
        solve(it, &e, damping);
        if !bounded || !cut(it) {
            break;
        }
    }
    let moves = hold.eq_mask(N::ZERO);
    for (dof, step) in it.step.iter_mut().enumerate() {
        let inside = step.max_num(it.lowest[dof]).min_num(it.highest[dof]);
        *step = N::select(moves, inside, N::ZERO);
    }
    p.chain.integrate(&mut it.q, &it.step, bounded);
}

/// How far each degree of freedom may go; those at a limit that the error pushes against are held.
#[inline(always)]
fn start_in_box<N: Num>(p: &Setup, it: &mut Iterate<N>, e: &[N; 6], bounded: bool) {
    for joint in p.chain.joints() {
        for (i, dof) in joint.dof.clone().enumerate() {
            it.step[dof] = N::ZERO;
            it.free[dof] = N::ONE;
            // balls have no box, and coordinates more than degrees of freedom
            let boxed = bounded && joint.dof.len() == 1;
            if !boxed {
                it.lowest[dof] = N::splat(f64::NEG_INFINITY);
                it.highest[dof] = N::splat(f64::INFINITY);
                continue;
            }
            let q = it.q[joint.q.start + i];
            let (low, high) = (N::splat(p.low[dof]) - q, N::splat(p.high[dof]) - q);
            let push = dot(&it.columns[dof], e);
            let down = N::select(low.lt(N::ZERO), N::ONE, N::ZERO);
            let up = N::select(N::ZERO.lt(high), N::ONE, N::ZERO);
            it.free[dof] = N::select(push.lt(N::ZERO), down, up);
            (it.lowest[dof], it.highest[dof]) = (low, high);
        }
    }
}

/// Steps of the free degrees of freedom: `d = J' (J J' + damping)^-1 (e - J_held d_held)`.
#[inline(always)]
fn solve<N: Num>(it: &mut Iterate<N>, e: &[N; 6], damping: N) {
    let mut a = [[N::ZERO; 6]; 6];
    let mut b = *e;
    for i in 0..6 {
        a[i][i] = damping;
    }
    for ((column, &free), &step) in it.columns.iter().zip(&it.free).zip(&it.step) {
        let held = step * (N::ONE - free);
        for i in 0..6 {
            b[i] -= column[i] * held;
            let scaled = column[i] * free;
            for j in 0..=i {
                a[i][j] += scaled * column[j];
            }
        }
    }
    let y = solve_symmetric(&mut a, b);
    for ((column, &free), step) in it.columns.iter().zip(&it.free).zip(&mut it.step) {
        *step = dot(column, &y) * free + *step * (N::ONE - free);
    }
}

/// Holds at their limits those that the step takes beyond; whether there are any.
#[inline(always)]
fn cut<N: Num>(it: &mut Iterate<N>) -> bool {
    let mut any = false;
    for dof in 0..it.step.len() {
        let step = it.step[dof];
        let inside = step.max_num(it.lowest[dof]).min_num(it.highest[dof]);
        let beyond = step.eq_mask(inside);
        if !N::all(beyond) {
            any = true;
            it.step[dof] = inside;
            it.free[dof] = N::select(beyond, it.free[dof], N::ZERO);
        }
    }
    any
}

/// Solves `a x = b` by `a = L D L'`; the lower triangle of `a` is given, and overwritten.
#[inline(always)]
fn solve_symmetric<N: Num>(a: &mut [[N; 6]; 6], b: [N; 6]) -> [N; 6] {
    let mut inverse = [N::ZERO; 6];
    for j in 0..6 {
        let mut pivot = a[j][j];
        let mut scaled = [N::ZERO; 6];
        for k in 0..j {
            // a[k][k] keeps the pivot of column k
            scaled[k] = a[j][k] * a[k][k];
            pivot -= a[j][k] * scaled[k];
        }
        a[j][j] = pivot;
        inverse[j] = N::ONE / pivot;
        for i in j + 1..6 {
            let mut sum = a[i][j];
            for k in 0..j {
                sum -= a[i][k] * scaled[k];
            }
            a[i][j] = sum * inverse[j];
        }
    }
    let mut x = b;
    for i in 0..6 {
        for k in 0..i {
            x[i] -= a[i][k] * x[k];
        }
    }
    for i in (0..6).rev() {
        x[i] *= inverse[i];
        for k in i + 1..6 {
            x[i] -= a[k][i] * x[k];
        }
    }
    x
}

#[inline(always)]
fn dot<N: Num>(a: &[N; 6], b: &[N; 6]) -> N {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + (a[3] * b[3] + a[4] * b[4] + a[5] * b[5])
}
