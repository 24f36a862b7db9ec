//! Differences that derivatives are compared with, and random states.

use ferrodyn_engine::enums::{DisableBit, Integrator};
use ferrodyn_engine::finite_difference::{InverseJacobians, Transition, inverse_fd, transition_fd};
use ferrodyn_engine::integrate::{differentiate_pos, integrate_pos};
use ferrodyn_engine::{Data, Model, step};

/// A linear congruential generator.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number between -1 and 1.
    pub(crate) fn signed(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

/// Lets the solver go to its optimum, so that differences are of the same function.
pub(crate) fn tighten(m: &mut Model) {
    m.opt.tolerance = 0.0;
    m.opt.ls_tolerance = 1e-12;
    m.opt.iterations = 100;
    m.opt.ls_iterations = 100;
    // from a warm start, a nudge gains less than the cost's last digit: the solver would stay where it is
    m.opt.disableflags |= DisableBit::WarmStart as i32;
}

/// Matrices from differences: of two step sizes, in the combination that cancels their error of second order; and how
/// far the two are apart, which says where a step has a corner within reach.
pub(crate) struct Differences {
    pub(crate) A: Vec<f64>,
    pub(crate) B: Vec<f64>,
    pub(crate) apart: f64,
}

fn extrapolated(coarse: &[f64], fine: &[f64]) -> (Vec<f64>, f64) {
    let both = coarse.iter().zip(fine);
    let apart = both.clone().map(|(c, f)| (c - f).abs()).fold(0.0, f64::max);
    (both.map(|(c, f)| (4.0 * f - c) / 3.0).collect(), apart)
}

/// The matrices of a step by differences.
pub(crate) fn of_step(m: &Model, d: &mut Data) -> Differences {
    let nx = 2 * m.nv + m.na;
    let mut take = |eps: f64| {
        if m.opt.integrator() == Some(Integrator::Rk4) {
            return of_whole_steps(m, d, eps);
        }
        let (mut A, mut B) = (vec![0.0; nx * nx], vec![0.0; nx * m.nu]);
        let out = Transition { A: Some(&mut A), B: Some(&mut B), ..Default::default() };
        transition_fd(m, d, eps, true, out).expect("differences of a step");
        (A, B)
    };
    let (coarse, fine) = (take(4e-6), take(2e-6));
    let (A, apart_A) = extrapolated(&coarse.0, &fine.0);
    let (B, apart_B) = extrapolated(&coarse.1, &fine.1);
    Differences { A, B, apart: apart_A.max(apart_B) }
}

/// The same by whole steps from nudged states, as `transition_fd` does not take those of Runge-Kutta.
fn of_whole_steps(m: &Model, d: &Data, eps: f64) -> (Vec<f64>, Vec<f64>) {
    let (nv, na, nu) = (m.nv, m.na, m.nu);
    let nx = 2 * nv + na;
    let (mut A, mut B) = (vec![0.0; nx * nx], vec![0.0; nx * nu]);
    for column in 0..nx + nu {
        let [plus, minus] = [eps, -eps].map(|eps| {
            let mut d = d.clone();
            if column < nv {
                let mut along = vec![0.0; nv];
                along[column] = 1.0;
                integrate_pos(m, &mut d.qpos, &along, eps).unwrap();
            } else if column < 2 * nv {
                d.qvel[column - nv] += eps;
            } else if column < nx {
                d.act[column - 2 * nv] += eps;
            } else {
                d.ctrl[column - nx] += eps;
            }
            step(m, &mut d);
            d
        });
        let mut change = vec![0.0; nx];
        differentiate_pos(m, &mut change[..nv], 2.0 * eps, &minus.qpos, &plus.qpos).unwrap();
        for k in 0..nv {
            change[nv + k] = (plus.qvel[k] - minus.qvel[k]) / (2.0 * eps);
        }
        for k in 0..na {
            change[2 * nv + k] = (plus.act[k] - minus.act[k]) / (2.0 * eps);
        }
        for (row, x) in change.into_iter().enumerate() {
            if column < nx { A[row * nx + column] = x } else { B[row * nu + column - nx] = x }
        }
    }
    (A, B)
}

/// The matrices of inverse dynamics by differences, transposed to rows of forces: in positions, velocities, accelerations.
pub(crate) fn of_inverse(m: &Model, d: &mut Data) -> [Vec<f64>; 3] {
    let nv = m.nv;
    // differences are one-sided: take both sides by hand
    let mut take = |eps: f64| {
        let mut of = [vec![0.0; nv * nv], vec![0.0; nv * nv], vec![0.0; nv * nv]];
        let [q, v, a] = &mut of;
        let out =
            InverseJacobians { DfDq: Some(q), DfDv: Some(v), DfDa: Some(a), ..Default::default() };
        inverse_fd(m, d, eps, false, out).expect("differences of inverse dynamics");
        of
    };
    let (plus, minus) = (take(1e-6), take(-1e-6));
    std::array::from_fn(|i| {
        let mean: Vec<f64> = plus[i].iter().zip(&minus[i]).map(|(p, m)| 0.5 * (p + m)).collect();
        (0..nv * nv).map(|at| mean[at % nv * nv + at / nv]).collect()
    })
}

/// The largest difference of two matrices, relative to the largest entry, which counts as a thousandth at least.
pub(crate) fn error(found: &[f64], expected: &[f64]) -> f64 {
    assert_eq!(found.len(), expected.len());
    let size = expected.iter().fold(1e-3, |max, x| x.abs().max(max));
    found.iter().zip(expected).map(|(f, e)| (f - e).abs()).fold(0.0, f64::max) / size
}
