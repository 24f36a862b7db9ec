//! Cost, force and state of one constraint: the formulas behind every solver.
//!
//! With `jar = J qacc - aref`, a constraint costs `s(jar)` and answers with the force `-ds/djar`.
//! Equalities, dof friction and inequalities are scalar. A contact with an elliptic cone has `dim`
//! rows; scaled by `mu` and `friction` they are a point with height `N` over the axis plane and
//! distance `T` from the axis of a circular cone, and the cost depends on the zone it lies in:
//! above the cone nothing, in the polar cone below a quadratic, between them the squared distance
//! to the cone.
#![allow(clippy::inline_always, reason = "the solvers compile these for several instruction sets")]

use crate::contact::Contact;
use crate::enums::ConstraintState;

/// Most rows of a contact.
pub(crate) const MAXDIM: usize = 6;

/// Cost, force and state of a scalar constraint at one point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Response {
    pub(crate) cost: f64,
    pub(crate) force: f64,
    pub(crate) state: ConstraintState,
}

/// Holds with equality.
#[inline(always)]
pub(crate) fn equality(D: f64, jar: f64) -> Response {
    Response { cost: 0.5 * D * jar * jar, force: -D * jar, state: ConstraintState::Quadratic }
}

/// Friction of a dof or tendon: quadratic until the force reaches `loss`, linear beyond.
#[inline(always)]
pub(crate) fn friction(D: f64, R: f64, loss: f64, jar: f64) -> Response {
    let bound = R * loss;
    let (below, above) = (jar <= -bound, jar >= bound);
    let middle = equality(D, jar);
    let constant = -0.5 * R * loss * loss;
    let (cost, force) = if below { (-(loss * jar), loss) } else { (loss * jar, -loss) };
    let linear = if below { ConstraintState::LinearNeg } else { ConstraintState::LinearPos };
    Response {
        cost: if below | above { constant + cost } else { middle.cost },
        force: if below | above { force } else { middle.force },
        state: if below | above { linear } else { middle.state },
    }
}

/// Pushes only: limits, frictionless contacts and edges of pyramids.
#[inline(always)]
pub(crate) fn inequality(D: f64, jar: f64) -> Response {
    let satisfied = jar >= 0.0;
    let active = equality(D, jar);
    Response {
        cost: if satisfied { 0.0 } else { active.cost },
        force: if satisfied { 0.0 } else { active.force },
        state: if satisfied { ConstraintState::Satisfied } else { active.state },
    }
}

/// The elliptic friction cone of a contact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cone {
    /// Rows, 2 to 6.
    pub(crate) dim: usize,
    /// Scale of each row: `mu`, then the friction coefficients.
    pub(crate) scale: [f64; MAXDIM],
}

impl Cone {
    /// The cone of a contact that has `rows` rows left.
    pub(crate) fn new(contact: &Contact, rows: usize) -> Self {
        let [a, b, c, d, e] = contact.friction;
        let dim = usize::try_from(contact.dim).unwrap_or(0).clamp(1, MAXDIM.min(rows.max(1)));
        Self { dim, scale: [contact.mu, a, b, c, d, e] }
    }

    /// Weight of the squared distance to the cone: `D0 / (mu^2 (1 + mu^2))`.
    #[inline(always)]
    pub(crate) fn weight(&self, D: f64) -> f64 {
        let mu = self.scale[0];
        D / (mu * mu * (1.0 + mu * mu))
    }

    /// The scaled point, and its distance `T` from the axis; zero beyond `dim`.
    #[inline(always)]
    fn scaled(&self, jar: &[f64]) -> ([f64; MAXDIM], f64) {
        let mut u = [0.0; MAXDIM];
        for ((u, x), scale) in u.iter_mut().zip(jar).zip(&self.scale).take(self.dim) {
            *u = x * scale;
        }
        let square = u[1..].iter().fold(0.0, |sum, x| sum + x * x);
        (u, square.sqrt())
    }

    /// Cost and state at `jar`; writes the force of every row. All slices have `dim` entries.
    #[inline(always)]
    pub(crate) fn answer(
        &self,
        D: &[f64],
        jar: &[f64],
        force: &mut [f64],
    ) -> (f64, ConstraintState) {
        let (u, t) = self.scaled(jar);
        let (mu, n) = (self.scale[0], u[0]);
        match zone(mu, n, t) {
            ConstraintState::Satisfied => {
                force.fill(0.0);
                (0.0, ConstraintState::Satisfied)
            }
            ConstraintState::Quadratic => {
                let mut cost = 0.0;
                for ((force, &D), &jar) in force.iter_mut().zip(D).zip(jar) {
                    *force = -D * jar;
                    cost += 0.5 * D * jar * jar;
                }
                (cost, ConstraintState::Quadratic)
            }
            _ => {
                let weight = self.weight(D[0]);
                let distance = n - mu * t;
                let normal = -weight * distance * mu;
                for (j, force) in force.iter_mut().enumerate().take(self.dim).skip(1) {
                    *force = -normal / t * u[j] * self.scale[j];
                }
                force[0] = normal;
                (0.5 * weight * distance * distance, ConstraintState::Cone)
            }
        }
    }

    /// Hessian of the cost with respect to `jar` where the state is `Cone`: `dim` by `dim` at the
    /// start of `H`, symmetric.
    pub(crate) fn hessian(&self, D: f64, jar: &[f64], H: &mut [f64; 36]) {
        let (u, t) = self.scaled(jar);
        let (mu, n, dim) = (self.scale[0], u[0], self.dim);
        let weight = self.weight(D);

        // in scaled coordinates: (1, -mu/T U) in the first row, then
        // mu N/T^3 U U' + (mu^2 - mu N/T) I
        let slope = -mu / t;
        let outer = mu * n / (t * t * t);
        let round = mu * mu - mu * n / t;
        for k in 0..dim {
            for j in k..dim {
                let scaled = match (k, j) {
                    (0, 0) => 1.0,
                    (0, _) => slope * u[j],
                    _ if j == k => outer * u[j] * u[k] + round,
                    _ => outer * u[j] * u[k],
                };
                let entry = scaled * (weight * self.scale[k] * self.scale[j]);
                H[k * dim + j] = entry;
                H[j * dim + k] = entry;
            }
        }
    }
}

/// The Hessian of a cone's cost as a sum of squares: `normal` times that of the distance to the cone,
/// and `tangent` times those of the directions along it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Curvature {
    pub(crate) normal: f64,
    pub(crate) tangent: f64,
    /// The direction away from the axis, in scaled coordinates; the first number is not used.
    pub(crate) unit: [f64; MAXDIM],
}

impl Cone {
    /// What [`hessian`](Self::hessian) consists of.
    #[inline(always)]
    pub(crate) fn curvature(&self, D: f64, jar: &[f64]) -> Curvature {
        let (u, t) = self.scaled(jar);
        let (mu, n) = (self.scale[0], u[0]);
        let (weight, inv) = (self.weight(D), 1.0 / t);
        let unit = u.map(|u| u * inv);
        Curvature { normal: weight, tangent: weight * (mu * mu - mu * n * inv), unit }
    }
}

/// The zone of a point with height `n` at distance `t` from the axis.
#[inline(always)]
fn zone(mu: f64, n: f64, t: f64) -> ConstraintState {
    if n >= mu * t || (t <= 0.0 && n >= 0.0) {
        ConstraintState::Satisfied
    } else if mu * n + t <= 0.0 || (t <= 0.0 && n < 0.0) {
        ConstraintState::Quadratic
    } else {
        ConstraintState::Cone
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONE: Cone = Cone { dim: 4, scale: [0.7, 0.9, 0.8, 0.02, 0.0, 0.0] };
    const D: [f64; 4] = [100.0, 60.0, 70.0, 30.0];
    /// Below, between and above, in this order.
    const POINTS: [[f64; 4]; 4] = [
        [-1.0, 0.1, -0.2, 0.3],
        [-0.3, 1.0, 0.4, -2.0],
        [0.2, -1.0, 0.7, 0.1],
        [2.0, 0.2, 0.1, -0.1],
    ];

    #[test]
    fn forces_of_a_cone_are_minus_the_slope_of_its_cost() {
        const H: f64 = 1e-6;
        for point in POINTS {
            let mut force = [0.0; 4];
            CONE.answer(&D, &point, &mut force);
            for k in 0..4 {
                let at = |h: f64| {
                    let mut moved = point;
                    moved[k] += h;
                    CONE.answer(&D, &moved, &mut [0.0; 4]).0
                };
                let slope = (at(H) - at(-H)) / (2.0 * H);
                assert!((slope + force[k]).abs() < 1e-7, "{point:?} {k}: {slope} {}", force[k]);
            }
        }
    }

    #[test]
    fn the_hessian_of_a_cone_is_the_slope_of_its_forces() {
        const STEP: f64 = 1e-6;
        for point in [POINTS[1], POINTS[2]] {
            let mut H = [0.0; 36];
            assert_eq!(CONE.answer(&D, &point, &mut [0.0; 4]).1, ConstraintState::Cone);
            CONE.hessian(D[0], &point, &mut H);
            for k in 0..4 {
                let at = |h: f64| {
                    let (mut moved, mut force) = (point, [0.0; 4]);
                    moved[k] += h;
                    CONE.answer(&D, &moved, &mut force);
                    force
                };
                let (plus, minus) = (at(STEP), at(-STEP));
                for j in 0..4 {
                    let slope = (minus[j] - plus[j]) / (2.0 * STEP);
                    assert!((slope - H[4 * j + k]).abs() < 1e-7, "{point:?} {j} {k}");
                }
            }
        }
    }

    #[test]
    fn forces_of_a_cone_push_and_stay_inside_it() {
        for point in POINTS {
            let mut force = [0.0; 4];
            // the regularized cone: rows have D_j such that the zones meet
            let mu = CONE.scale[0];
            let weights: Vec<f64> = (0..4)
                .map(|j| {
                    if j == 0 { 100.0 } else { 100.0 * (CONE.scale[j] / mu) * (CONE.scale[j] / mu) }
                })
                .collect();
            CONE.answer(&weights, &point, &mut force);
            assert!(force[0] >= 0.0);
            let tangent: f64 =
                (1..4).map(|j| (force[j] / CONE.scale[j]) * (force[j] / CONE.scale[j])).sum();
            assert!(tangent.sqrt() <= force[0] * (1.0 + 1e-12), "{force:?}");
        }
    }

    #[test]
    fn dof_friction_is_bounded_and_continuous() {
        let at = |jar: f64| friction(20.0, 0.05, 3.0, jar);
        assert_eq!(at(-1.0).force, 3.0);
        assert_eq!(at(1.0).force, -3.0);
        assert_eq!(at(0.1).force, -2.0);
        assert!((at(0.15 - 1e-12).cost - at(0.15 + 1e-12).cost).abs() < 1e-10);
        assert_eq!(inequality(20.0, 0.1).force, 0.0);
        assert_eq!(inequality(20.0, -0.1).force, 2.0);
        assert_eq!(equality(20.0, 0.1).force, -2.0);
    }
}
