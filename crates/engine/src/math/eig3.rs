//! Eigenvalues of a symmetric 3x3 matrix, by Jacobi rotations kept as a quaternion.

use super::{MINVAL, Mat3, Quat, Vec3};

const EPS: f64 = MINVAL * 1000.0;
#[expect(clippy::approx_constant, reason = "the digits MuJoCo uses, one bit off the constant")]
const QUARTER_TURN: f64 = 0.707_106_781_186_548;
const MAX_SWEEPS: usize = 500;

/// Eigenvalues in decreasing order and the rotation whose columns are the eigenvectors.
#[doc(alias = "mju_eig3")]
#[must_use]
pub fn eig3(m: &Mat3) -> (Vec3, Quat) {
    eig3_with(m, Quat::normalized)
}

/// [`eig3`] and the number of rotations it took.
#[must_use]
pub fn eig3_counted(m: &Mat3) -> (Vec3, Quat, usize) {
    jacobi(m, Quat::normalized)
}

/// [`eig3`] with another way to bring a quaternion to unit length.
///
/// MuJoCo's compiler normalizes differently from its engine, and the last bits show it.
#[doc(alias = "mjuu_eig3")]
#[must_use]
pub fn eig3_with(m: &Mat3, unit: impl Fn(Quat) -> Quat) -> (Vec3, Quat) {
    let (values, quat, _) = jacobi(m, unit);
    (values, quat)
}

fn jacobi(m: &Mat3, unit: impl Fn(Quat) -> Quat) -> (Vec3, Quat, usize) {
    let mut turns = 0;
    let mut q = Quat::IDENTITY;
    let mut values = Vec3::ZERO;

    for _ in 0..MAX_SWEEPS {
        // D = R' m R, diagonal at convergence
        let r = q.to_mat();
        let d = (r.transpose() * *m) * r;
        values = Vec3([d[0], d[4], d[8]]);

        // largest off-diagonal entry (row, col) and the axis to rotate about
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

        // 2x2 Schur decomposition: cosine of the rotation that clears the entry
        let tau = (d[4 * col] - d[4 * row]) / (2.0 * off);
        let root = (1.0 + tau * tau).sqrt();
        let t = if tau >= 0.0 { 1.0 / (tau + root) } else { -1.0 / (root - tau) };
        let c = 1.0 / (1.0 + t * t).sqrt();
        if c > 1.0 - EPS {
            break;
        }

        // accumulate it as a quaternion
        let half_sine = (0.5 - 0.5 * c).sqrt();
        let sign = if (tau >= 0.0) == (axis == 1) { 1.0 } else { -1.0 };
        let mut turn = Quat([0.0; 4]);
        turn[axis + 1] = sign * half_sine;
        turn[0] = (1.0 - turn[axis + 1] * turn[axis + 1]).sqrt();
        q = unit(q * unit(turn));
        turns += 1;
    }

    // sort: three exchanges of neighbours, each a quarter turn about the third axis
    for lead in [0, 1, 0] {
        if values[lead] + EPS < values[lead + 1] {
            values.0.swap(lead, lead + 1);
            let mut turn = Quat([QUARTER_TURN, 0.0, 0.0, 0.0]);
            turn[(lead + 2) % 3 + 1] = turn[0];
            q = unit(q * turn);
        }
    }
    (values, q, turns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rebuilds_the_matrix_from_sorted_eigenvalues() {
        let m = Mat3([2.0, -0.3, 0.4, -0.3, 5.0, 1.1, 0.4, 1.1, 3.0]);
        let (values, q) = eig3(&m);
        assert!(values[0] >= values[1] && values[1] >= values[2]);
        let r = q.to_mat();
        let d = Mat3([values[0], 0.0, 0.0, 0.0, values[1], 0.0, 0.0, 0.0, values[2]]);
        let back = (r * d) * r.transpose();
        assert!((0..9).all(|i| (back[i] - m[i]).abs() < 1e-6));
    }
}
