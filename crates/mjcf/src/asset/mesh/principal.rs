//! Principal axes of an inertia matrix, with the compiler's arithmetic.
//!
//! Same Jacobi iteration as [`ferrodyn_engine::math::eig3`], but quaternions are normalized by
//! division and left alone if they are within 1e-14 of unit length, so the last bits differ.

use ferrodyn_engine::math::{Mat3, Quat, Vec3};

const EPS: f64 = 1e-12;
const NORM_EPS: f64 = 1e-14;
const MAX_SWEEPS: usize = 500;
#[expect(clippy::approx_constant, reason = "the digits MuJoCo uses, one bit off the constant")]
const QUARTER_TURN: f64 = 0.707_106_781_186_548;

/// Eigenvalues in decreasing order and the rotation whose columns are the eigenvectors.
#[doc(alias = "mjuu_eig3")]
pub fn principal_axes(m: &Mat3) -> (Vec3, Quat) {
    let mut q = Quat::IDENTITY;
    let mut values = Vec3::ZERO;

    for _ in 0..MAX_SWEEPS {
        // D = R' m R, diagonal at convergence
        let r = q.to_mat();
        let d = (r.transpose() * *m) * r;
        values = Vec3([d[0], d[4], d[8]]);

        // largest off-diagonal entry and the axis to rotate about
        let (row, col, axis) = if d[1].abs() > d[2].abs() && d[1].abs() > d[5].abs() {
            (0, 1, 2)
        } else if d[2].abs() > d[5].abs() {
            (0, 2, 1)
        } else {
            (1, 2, 0)
        };
        let off = d[3 * row + col];
        if off.abs() < EPS {
            break;
        }

        // cosine of the rotation that clears the entry
        let tau = (d[4 * col] - d[4 * row]) / (2.0 * off);
        let root = (1.0 + tau * tau).sqrt();
        let t = if tau >= 0.0 { 1.0 / (tau + root) } else { -1.0 / (-tau + root) };
        let c = 1.0 / (1.0 + t * t).sqrt();
        if c > 1.0 - EPS {
            break;
        }

        // accumulate it as a quaternion
        let half_sine = (0.5 - 0.5 * c).sqrt();
        let mut turn = [0.0; 4];
        turn[axis + 1] = if (tau >= 0.0) == (axis == 1) { half_sine } else { -half_sine };
        turn[0] = (1.0 - turn[axis + 1] * turn[axis + 1]).sqrt();
        q = compose(q, unit(Quat(turn)));
    }

    // sort: three exchanges of neighbors, each a quarter turn about the third axis
    for lead in [0, 1, 0] {
        if values[lead] + EPS < values[lead + 1] {
            values.0.swap(lead, lead + 1);
            let mut turn = [QUARTER_TURN, 0.0, 0.0, 0.0];
            turn[(lead + 2) % 3 + 1] = QUARTER_TURN;
            q = compose(q, Quat(turn));
        }
    }
    (values, q)
}

/// Scales to unit length by division, unless the length is 1 to within rounding.
#[doc(alias = "mjuu_normvec")]
pub(super) fn unit(mut q: Quat) -> Quat {
    let squared = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if squared >= NORM_EPS {
        let norm = squared.sqrt();
        if (norm - 1.0).abs() > NORM_EPS {
            for c in &mut q.0 {
                *c /= norm;
            }
        }
    }
    q
}

/// Product, normalized twice as the compiler does.
fn compose(a: Quat, b: Quat) -> Quat {
    unit(unit(a * b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_rebuild_the_matrix_and_come_in_decreasing_order() {
        let m = Mat3([2.0, -0.3, 0.4, -0.3, 5.0, 1.1, 0.4, 1.1, 3.0]);
        let (values, q) = principal_axes(&m);
        assert!(values[0] >= values[1] && values[1] >= values[2]);
        let r = q.to_mat();
        let d = Mat3([values[0], 0.0, 0.0, 0.0, values[1], 0.0, 0.0, 0.0, values[2]]);
        let back = (r * d) * r.transpose();
        assert!((0..9).all(|i| (back[i] - m[i]).abs() < 1e-6), "{back:?}");
    }
}
