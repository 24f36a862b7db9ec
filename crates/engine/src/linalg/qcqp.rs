//! Small quadratic programs with one ellipsoidal constraint: the friction force of a contact.
//!
//! ```text
//! minimize 1/2 x' A x + x' b  subject to  sum (x_i / d_i)^2 <= r^2
//! ```
//!
//! In `y = x / d` the constraint is a ball. On its surface `y = -(A + la)^-1 b` for a multiplier
//! `la` that makes its length `r`; Newton's method finds it, starting from zero (no constraint).

use super::{cholesky, dense::dot};

/// Most Newton steps.
const ITERATIONS: usize = 20;
/// Determinants or pivots below are those of a matrix that is not positive definite; violations and
/// steps of the multiplier below end the iteration.
const TINY: f64 = 1e-10;
/// Largest number of unknowns.
const MAX: usize = 5;

/// The program in two unknowns. Also tells whether the constraint is active; if the matrix is not
/// positive definite the answer is zero, and inactive.
#[doc(alias = "mju_QCQP2")]
pub(crate) fn qcqp2(a: &[f64; 4], b: &[f64; 2], d: &[f64; 2], r: f64) -> ([f64; 2], bool) {
    // scaled to a ball
    let [b1, b2] = [b[0] * d[0], b[1] * d[1]];
    let [a11, a22, a12] = [a[0] * d[0] * d[0], a[3] * d[1] * d[1], a[1] * d[0] * d[1]];

    let (mut la, mut v1, mut v2) = (0.0, 0.0, 0.0);
    for _ in 0..ITERATIONS {
        let det = (a11 + la) * (a22 + la) - a12 * a12;
        if det < TINY {
            return ([0.0; 2], false);
        }

        // P = (A + la)^-1, v = -P b
        let inv = 1.0 / det;
        let [p11, p22, p12] = [(a22 + la) * inv, (a11 + la) * inv, -a12 * inv];
        v1 = -p11 * b1 - p12 * b2;
        v2 = -p12 * b1 - p22 * b2;

        let excess = v1 * v1 + v2 * v2 - r * r;
        let slope = -2.0 * (p11 * v1 * v1 + 2.0 * p12 * v1 * v2 + p22 * v2 * v2);
        let Some(step) = newton_step(excess, slope) else { break };
        la += step;
    }
    ([v1 * d[0], v2 * d[1]], la != 0.0)
}

/// The program in three unknowns; see [`qcqp2`].
#[doc(alias = "mju_QCQP3")]
pub(crate) fn qcqp3(a: &[f64; 9], b: &[f64; 3], d: &[f64; 3], r: f64) -> ([f64; 3], bool) {
    // scaled to a ball
    let [b1, b2, b3] = [b[0] * d[0], b[1] * d[1], b[2] * d[2]];
    let [a11, a22, a33] = [a[0] * d[0] * d[0], a[4] * d[1] * d[1], a[8] * d[2] * d[2]];
    let [a12, a13, a23] = [a[1] * d[0] * d[1], a[2] * d[0] * d[2], a[5] * d[1] * d[2]];

    let (mut la, mut v) = (0.0, [0.0; 3]);
    for _ in 0..ITERATIONS {
        // cofactors of A + la
        let p = [
            (a22 + la) * (a33 + la) - a23 * a23,
            (a11 + la) * (a33 + la) - a13 * a13,
            (a11 + la) * (a22 + la) - a12 * a12,
            a13 * a23 - a12 * (a33 + la),
            a12 * a23 - a13 * (a22 + la),
            a12 * a13 - a23 * (a11 + la),
        ];
        let det = (a11 + la) * p[0] + a12 * p[3] + a13 * p[4];
        if det < TINY {
            return ([0.0; 3], false);
        }

        // P = (A + la)^-1, v = -P b
        let inv = 1.0 / det;
        let [p11, p22, p33, p12, p13, p23] = p.map(|x| x * inv);
        let v1 = -p11 * b1 - p12 * b2 - p13 * b3;
        let v2 = -p12 * b1 - p22 * b2 - p23 * b3;
        let v3 = -p13 * b1 - p23 * b2 - p33 * b3;
        v = [v1, v2, v3];

        let excess = v1 * v1 + v2 * v2 + v3 * v3 - r * r;
        let slope = -2.0 * (p11 * v1 * v1 + p22 * v2 * v2 + p33 * v3 * v3)
            - 4.0 * (p12 * v1 * v2 + p13 * v1 * v3 + p23 * v2 * v3);
        let Some(step) = newton_step(excess, slope) else { break };
        la += step;
    }
    ([v[0] * d[0], v[1] * d[1], v[2] * d[2]], la != 0.0)
}

/// The program in up to five unknowns, as many as `res` has; see [`qcqp2`]. More of them, or slices
/// that are too short, give zero.
#[doc(alias = "mju_QCQP")]
pub(crate) fn qcqp(res: &mut [f64], a: &[f64], b: &[f64], d: &[f64], r: f64) -> bool {
    let n = res.len();
    res.fill(0.0);
    if n > MAX || a.len() < n * n || b.len() < n || d.len() < n {
        return false;
    }

    // scaled to a ball
    let (mut scaled, mut scaled_b) = ([0.0; MAX * MAX], [0.0; MAX]);
    for i in 0..n {
        scaled_b[i] = b[i] * d[i];
        for j in 0..n {
            scaled[i * n + j] = a[i * n + j] * d[i] * d[j];
        }
    }

    let mut la = 0.0;
    for _ in 0..ITERATIONS {
        let mut factor = scaled;
        for i in 0..n {
            factor[i * (n + 1)] += la;
        }
        if cholesky::factor(&mut factor[..n * n], n, TINY) < n {
            res.fill(0.0);
            return false;
        }

        // res = -(A + la)^-1 b
        res.copy_from_slice(&scaled_b[..n]);
        cholesky::solve(res, &factor[..n * n]);
        for x in res.iter_mut() {
            *x *= -1.0;
        }

        let excess = dot(res, res) - r * r;
        let mut turned = [0.0; MAX];
        turned[..n].copy_from_slice(res);
        cholesky::solve(&mut turned[..n], &factor[..n * n]);
        let slope = -2.0 * dot(res, &turned[..n]);
        let Some(step) = newton_step(excess, slope) else { break };
        la += step;
    }
    for (x, d) in res.iter_mut().zip(d) {
        *x *= d;
    }
    la != 0.0
}

/// The next step of the multiplier, `None` if the answer is inside the ball or the step is tiny.
fn newton_step(excess: f64, slope: f64) -> Option<f64> {
    if excess < TINY {
        return None;
    }
    let step = -excess / slope;
    if step < TINY { None } else { Some(step) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inside_the_ellipsoid_the_answer_is_the_unconstrained_minimum() {
        let (x, active) = qcqp2(&[2.0, 0.5, 0.5, 1.0], &[-1.0, 0.25], &[3.0, 3.0], 10.0);
        assert!(!active);
        // A x = -b
        assert!((2.0 * x[0] + 0.5 * x[1] - 1.0).abs() < 1e-14);
        assert!((0.5 * x[0] + x[1] + 0.25).abs() < 1e-14);
    }

    #[test]
    fn on_the_ellipsoid_the_gradient_is_normal_to_it() {
        let a = [2.0, 0.3, 0.1, 0.3, 1.5, -0.2, 0.1, -0.2, 1.0];
        let (b, d, r) = ([-4.0, 3.0, 5.0], [0.5, 0.8, 0.3], 1.5);
        let (x, active) = qcqp3(&a, &b, &d, r);
        assert!(active);
        let inside: f64 = (0..3).map(|i| (x[i] / d[i]) * (x[i] / d[i])).sum();
        assert!((inside - r * r).abs() < 1e-9);
        // A x + b = -la x / d^2, the same la in all directions
        let la = [0, 1, 2].map(|i| {
            let gradient = dot(&a[3 * i..3 * i + 3], &x) + b[i];
            -gradient * d[i] * d[i] / x[i]
        });
        assert!(la[0] > 0.0);
        assert!((la[0] - la[1]).abs() < 1e-8 && (la[0] - la[2]).abs() < 1e-8);
    }

    #[test]
    fn the_general_routine_agrees_with_the_small_ones() {
        let a2 = [2.0, 0.3, 0.3, 1.5];
        let (b, d) = ([-4.0, 3.0, 5.0], [0.5, 0.8, 0.3]);
        let (mut x2, mut x3) = ([0.0; 2], [0.0; 3]);
        let (small, active) = qcqp2(&a2, &[b[0], b[1]], &[d[0], d[1]], 0.7);
        assert_eq!(qcqp(&mut x2, &a2, &b, &d, 0.7), active);
        assert!(x2.iter().zip(small).all(|(x, y)| (x - y).abs() < 1e-12));
        let a3 = [2.0, 0.3, 0.1, 0.3, 1.5, -0.2, 0.1, -0.2, 1.0];
        let (small, active) = qcqp3(&a3, &b, &d, 0.7);
        assert_eq!(qcqp(&mut x3, &a3, &b, &d, 0.7), active);
        assert!(x3.iter().zip(small).all(|(x, y)| (x - y).abs() < 1e-12));
    }

    #[test]
    fn matrices_that_are_not_positive_definite_give_zero() {
        assert_eq!(qcqp2(&[1.0, 1.0, 1.0, 1.0], &[1.0; 2], &[1.0; 2], 1.0), ([0.0; 2], false));
        assert_eq!(qcqp3(&[0.0; 9], &[1.0; 3], &[1.0; 3], 1.0), ([0.0; 3], false));
        let mut x = [7.0; 5];
        assert!(!qcqp(&mut x, &[0.0; 25], &[1.0; 5], &[1.0; 5], 1.0));
        assert_eq!(x, [0.0; 5]);
        assert!(!qcqp(&mut [7.0; 6], &[0.0; 36], &[1.0; 6], &[1.0; 6], 1.0));
        assert!(!qcqp(&mut x, &[1.0], &[1.0; 5], &[1.0; 5], 1.0));
    }
}
