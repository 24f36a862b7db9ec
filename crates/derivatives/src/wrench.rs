//! Forces between two bodies, and how they follow the motion of the bodies.
//!
//! The wrench `W` acts on the second body and `-W` on the first. A degree of freedom `j` moves the second relative to
//! the first by `xi`, which is plus or minus its axis, and zero where it moves both:
//!
//! ```text
//! dW = by_pose xi + by_velocity eta + by_acceleration zeta      (seen from the first body)
//! ```
//!
//! with `eta` and `zeta` the changes of relative velocity and acceleration that come with `xi`. These three
//! matrices are all that contacts, applied forces and their like have to give.

use ferrodyn_engine::Model;
use ferrodyn_engine::ids::BodyId;
use ferrodyn_engine::math::Spatial;

use crate::residual::Residual;
use crate::sweep::Sweep;
use crate::topology::{apart, chain};

/// A 6x6 matrix, row by row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Matrix6(pub(crate) [Spatial; 6]);

impl Matrix6 {
    pub(crate) const ZERO: Self = Self([Spatial::ZERO; 6]);

    /// The matrix with these columns.
    pub(crate) fn from_columns(columns: &[Spatial; 6]) -> Self {
        Self(std::array::from_fn(|i| Spatial(std::array::from_fn(|j| columns[j][i]))))
    }

    pub(crate) fn times(&self, x: &Spatial) -> Spatial {
        Spatial(std::array::from_fn(|i| self.0[i].dot(x)))
    }

    /// The transpose times a vector.
    pub(crate) fn transpose_times(&self, x: &Spatial) -> Spatial {
        let mut sum = Spatial::ZERO;
        for (row, &x) in self.0.iter().zip(&x.0) {
            sum += *row * x;
        }
        sum
    }

    pub(crate) fn add(&mut self, other: &Self) {
        for (row, other) in self.0.iter_mut().zip(&other.0) {
            *row += *other;
        }
    }

    /// Adds `scale` times the matrix `a b'`.
    pub(crate) fn add_outer(&mut self, scale: f64, a: &Spatial, b: &Spatial) {
        for (row, &a) in self.0.iter_mut().zip(&a.0) {
            *row += *b * (scale * a);
        }
    }

    /// Adds `scale` times a matrix.
    pub(crate) fn add_scaled(&mut self, scale: f64, other: &Self) {
        for (row, other) in self.0.iter_mut().zip(&other.0) {
            *row += *other * scale;
        }
    }
}

/// How the wrench on the second of two bodies follows their relative motion.
#[derive(Clone, Debug)]
pub(crate) struct Wrench {
    pub(crate) value: Spatial,
    pub(crate) by_pose: Matrix6,
    pub(crate) by_velocity: Matrix6,
    pub(crate) by_acceleration: Matrix6,
}

impl Wrench {
    /// A wrench that nothing changes.
    pub(crate) fn constant(value: Spatial) -> Self {
        let zero = Matrix6::ZERO;
        Self { value, by_pose: zero, by_velocity: zero, by_acceleration: zero }
    }

    /// Adds the wrench to the forces on bodies, which the sweep carries along with them, and what it does beyond
    /// that to the derivatives of the residual. `list` holds the degrees of freedom that move the bodies apart.
    pub(crate) fn add(
        &self,
        m: &Model,
        bodies: [BodyId; 2],
        sweep: &mut Sweep,
        out: &mut Residual,
        list: &mut Vec<(usize, f64)>,
    ) {
        let [first, second] = bodies;
        sweep.force[second.0] -= self.value;
        sweep.force[first.0] += self.value;

        apart(m, bodies, list);
        let nv = out.nv;
        for &(j, sign) in list.iter() {
            let xi = sweep.axis[j] * sign;
            let eta = sweep.axis_velocity[j] * sign;
            let zeta = sweep.axis_acceleration[j] * sign;
            let by_velocity = self.by_velocity.times(&xi);
            let by_acceleration = self.by_acceleration.times(&xi);
            let by_pose = self.by_pose.times(&xi)
                + self.by_velocity.times(&eta)
                + self.by_acceleration.times(&zeta);
            for &(i, sign) in list.iter() {
                let row = sweep.axis[i] * sign;
                out.dq[i * nv + j] -= row.dot(&by_pose);
                out.dv[i * nv + j] -= row.dot(&by_velocity);
                out.da[i * nv + j] -= row.dot(&by_acceleration);
            }
            // the sweep turns the force on the second body with it, which `by_pose` does, too
            let carried = xi.cross_force(&self.value);
            for i in chain(m, second) {
                out.dq[i * nv + j] += sweep.axis[i].dot(&carried);
            }
        }
    }
}
