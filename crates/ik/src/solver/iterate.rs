//! The error of a pose, and the step that a quadratic program in a box asks for.
//!
//! Everything here is written once for numbers and for lanes: a lane has the bits of a search by
//! itself.

use ferrodyn_engine::math::{Num, Vec3Of};
use multiversion::multiversion;

use super::Setup;
use crate::chain::{Kinematics, Transform};
use crate::unroll::{opaque, unroll};

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
    /// Those of free degrees of freedom, and zeros.
    scaled: Vec<[N; 6]>,
    /// Lower triangle of the system that the free ones solve, and its right side: what is left of the
    /// weighted error.
    normal: [[N; 6]; 6],
    rest: [N; 6],
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
            scaled: vec![[N::ZERO; 6]; chain.nv()],
            normal: [[N::ZERO; 6]; 6],
            rest: [N::ZERO; 6],
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
            + 2 * columns
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
    let (mut axis, mut trace) = (Vec3Of::ZERO, N::ZERO);
    unroll!(i in 0 1 2 => {
        let (from, to) = (end.rot.col(i), goal.rot.col(i));
        axis += from.cross(to);
        trace += from.dot(to);
    });
    // twice the sine of half the angle: the angle near the target, and it grows up to half a turn
    let cosine_plus_one = ((trace + N::ONE) * 0.5).max_num(N::splat(1e-9));
    let angular = axis * ((N::splat(2.0) / cosine_plus_one).sqrt() * 0.5);

    it.error = [linear[0], linear[1], linear[2], angular[0], angular[1], angular[2]];
    let mut cost = N::ZERO;
    unroll!(i in 0 1 2 3 4 5 => {
        let e = it.error[i] * p.weights[i];
        cost += e * e;
    });
    it.cost = cost;
}

/// Moves `q` by the step of the quadratic program; lanes where `hold` is one stay.
#[multiversion(targets("x86_64+avx512f+avx2", "x86_64+avx2"))]
pub(super) fn advance<N: Num>(p: &Setup, it: &mut Iterate<N>, bounded: bool, hold: N) {
    unroll!(i in 0 1 2 3 4 5 => { it.rest[i] = it.error[i] * p.weights[i]; });
    for dof in opaque(it.step.len()) {
        let (from, to) = (&it.kinematics.columns[dof], &mut it.columns[dof]);
        unroll!(i in 0 1 2 3 4 5 => { to[i] = from[i] * p.weights[i]; });
    }
    let damping = it.cost * DAMPING + N::splat(LEAST_DAMPING);
    start_in_box(p, it, bounded);
    set_normal(it, damping);
    for _ in 0..PASSES {
        solve(it);
        if !bounded || !cut(it) {
            break;
        }
    }
    let moves = hold.eq_mask(N::ZERO);
    for dof in opaque(it.step.len()) {
        let inside = it.step[dof].max_num(it.lowest[dof]).min_num(it.highest[dof]);
        it.step[dof] = N::select(moves, inside, N::ZERO);
    }
    p.chain.integrate(&mut it.q, &it.step, bounded);
}

/// How far each degree of freedom may go; those at a limit that the error pushes against are held.
#[inline(always)]
fn start_in_box<N: Num>(p: &Setup, it: &mut Iterate<N>, bounded: bool) {
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
            let push = dot(&it.columns[dof], &it.rest);
            let down = N::select(low.lt(N::ZERO), N::ONE, N::ZERO);
            let up = N::select(N::ZERO.lt(high), N::ONE, N::ZERO);
            it.free[dof] = N::select(push.lt(N::ZERO), down, up);
            (it.lowest[dof], it.highest[dof]) = (low, high);
        }
    }
}

/// `J J' + damping` of the free degrees of freedom.
#[inline(always)]
fn set_normal<N: Num>(it: &mut Iterate<N>, damping: N) {
    let nv = it.step.len();
    for dof in opaque(nv) {
        let (free, column, scaled) = (it.free[dof], &it.columns[dof], &mut it.scaled[dof]);
        unroll!(i in 0 1 2 3 4 5 => { scaled[i] = column[i] * free; });
    }
    // one sum after the other: all of them at once do not stay in lanes
    let (columns, scaled) = (&it.columns[..nv], &it.scaled[..nv]);
    unroll!(i in 0 1 2 3 4 5 => {
        unroll!(j in 0 1 2 3 4 5 => {
            if j <= i {
                let mut sum = if i == j { damping } else { N::ZERO };
                for dof in 0..nv {
                    sum += scaled[dof][i] * columns[dof][j];
                }
                it.normal[i][j] = sum;
            }
        });
    });
}

/// Steps of the free degrees of freedom: `d = J' (J J' + damping)^-1 rest`.
#[inline(always)]
fn solve<N: Num>(it: &mut Iterate<N>) {
    let y = solve_symmetric(it.normal, it.rest);
    for dof in opaque(it.step.len()) {
        let (free, step) = (it.free[dof], it.step[dof]);
        it.step[dof] = dot(&it.columns[dof], &y) * free + step * (N::ONE - free);
    }
}

/// Holds at their limits those that the step takes beyond, and takes them out of the system; whether
/// there are any.
#[inline(always)]
fn cut<N: Num>(it: &mut Iterate<N>) -> bool {
    let mut any = false;
    for dof in opaque(it.step.len()) {
        let step = it.step[dof];
        let inside = step.max_num(it.lowest[dof]).min_num(it.highest[dof]);
        let within = step.eq_mask(inside);
        if !N::known_all(within) {
            any = true;
            let held = N::select(within, N::ZERO, N::ONE);
            let moved = N::select(within, N::ZERO, inside);
            it.step[dof] = inside;
            it.free[dof] = N::select(within, it.free[dof], N::ZERO);
            let column = &it.columns[dof];
            unroll!(i in 0 1 2 3 4 5 => {
                let scaled = column[i] * held;
                it.rest[i] -= column[i] * moved;
                unroll!(j in 0 1 2 3 4 5 => {
                    if j <= i {
                        it.normal[i][j] -= scaled * column[j];
                    }
                });
            });
        }
    }
    any
}

/// Solves `a x = b` by `a = L D L'`; the lower triangle of `a` is given.
#[inline(always)]
fn solve_symmetric<N: Num>(mut a: [[N; 6]; 6], b: [N; 6]) -> [N; 6] {
    let mut inverse = [N::ZERO; 6];
    unroll!(j in 0 1 2 3 4 5 => {
        let mut pivot = a[j][j];
        let mut scaled = [N::ZERO; 6];
        unroll!(k in 0 1 2 3 4 => {
            if k < j {
                // a[k][k] keeps the pivot of column k
                scaled[k] = a[j][k] * a[k][k];
                pivot -= a[j][k] * scaled[k];
            }
        });
        a[j][j] = pivot;
        inverse[j] = N::ONE / pivot;
        unroll!(i in 1 2 3 4 5 => {
            if i > j {
                let mut sum = a[i][j];
                unroll!(k in 0 1 2 3 4 => {
                    if k < j {
                        sum -= a[i][k] * scaled[k];
                    }
                });
                a[i][j] = sum * inverse[j];
            }
        });
    });
    let mut x = b;
    unroll!(i in 1 2 3 4 5 => {
        unroll!(k in 0 1 2 3 4 => {
            if k < i {
                x[i] -= a[i][k] * x[k];
            }
        });
    });
    unroll!(i in 5 4 3 2 1 0 => {
        x[i] *= inverse[i];
        unroll!(k in 1 2 3 4 5 => {
            if k > i {
                x[i] -= a[k][i] * x[k];
            }
        });
    });
    x
}

#[inline(always)]
fn dot<N: Num>(a: &[N; 6], b: &[N; 6]) -> N {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + (a[3] * b[3] + a[4] * b[4] + a[5] * b[5])
}
