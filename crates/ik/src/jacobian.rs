//! Kinds of Jacobians, and measures of how near they are to losing a direction.

use ferrodyn_engine::math::{Pose, Vec3};
use nalgebra::DMatrix;

/// The smallest singular value below which a configuration usually counts as singular.
pub const SINGULAR: f64 = 1e-6;

/// In which axes a Jacobian gives the velocity of the end's origin and its angular velocity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum JacobianType {
    /// In those of the base: world-aligned if the base is the world. As `mj_jac`.
    #[default]
    Analytic,
    /// In those of the end itself: the body Jacobian.
    Geometric,
}

/// A Jacobian (linear above angular velocity) in other axes, given the pose of the end.
///
/// Both kinds take the velocity at the end's origin, so the adjoint between them is that of the
/// rotation alone. Rows beyond the sixth stay; a matrix with fewer than six is returned as it is.
///
/// # Examples
/// ```
/// use ferrodyn::math::Pose;
/// use ferrodyn::ik::{JacobianType, convert_jacobian};
/// use ferrodyn::nalgebra::DMatrix;
///
/// let jacobian = DMatrix::from_column_slice(6, 1, &[0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
/// let (from, to) = (JacobianType::Analytic, JacobianType::Geometric);
/// assert_eq!(convert_jacobian(&jacobian, &Pose::default(), from, to), jacobian);
/// ```
#[must_use]
pub fn convert_jacobian(
    jacobian: &DMatrix<f64>,
    pose: &Pose,
    from: JacobianType,
    to: JacobianType,
) -> DMatrix<f64> {
    let mut out = jacobian.clone();
    if from == to || jacobian.nrows() < 6 {
        return out;
    }
    let rot = pose.quat.normalized().to_mat();
    for mut column in out.column_iter_mut() {
        for half in [0, 3] {
            let v = Vec3([column[half], column[half + 1], column[half + 2]]);
            let turned = if to == JacobianType::Geometric { rot.transpose_mul(v) } else { rot * v };
            (0..3).for_each(|i| column[half + i] = turned[i]);
        }
    }
    out
}

/// Whether the smallest singular value lies below the threshold; so does one that is not a number.
#[must_use]
pub fn is_singular(jacobian: &DMatrix<f64>, threshold: f64) -> bool {
    !singular_values(jacobian).last().is_some_and(|&smallest| smallest >= threshold)
}

/// The product of the singular values: `sqrt(det(J J'))` where there are six columns or more.
#[must_use]
pub fn manipulability(jacobian: &DMatrix<f64>) -> f64 {
    singular_values(jacobian).iter().product()
}

/// The largest singular value over the smallest: infinite where a direction is lost.
#[must_use]
pub fn condition_number(jacobian: &DMatrix<f64>) -> f64 {
    let values = singular_values(jacobian);
    match (values.first(), values.last()) {
        (Some(largest), Some(smallest)) => largest / smallest,
        _ => f64::NAN,
    }
}

/// Singular values, largest first: as many as the smaller side of the matrix.
///
/// Pairs of rows or columns are turned until they are at right angles (one-sided Jacobi, Hestenes
/// 1958), which finds small values to full relative precision; eigenvalues of `J J'` would lose half
/// of the digits.
#[must_use]
pub fn singular_values(jacobian: &DMatrix<f64>) -> Vec<f64> {
    const SWEEPS: usize = 30;
    // vectors to be made orthogonal, as columns
    let mut a =
        if jacobian.nrows() < jacobian.ncols() { jacobian.transpose() } else { jacobian.clone() };
    for _ in 0..SWEEPS {
        let mut turned = false;
        for i in 0..a.ncols() {
            for j in i + 1..a.ncols() {
                turned |= make_orthogonal(&mut a, i, j);
            }
        }
        if !turned {
            break;
        }
    }
    let mut values: Vec<f64> = a.column_iter().map(|column| column.norm()).collect();
    values.sort_by(|x, y| y.total_cmp(x));
    values
}

/// Turns two columns in their plane until they are at right angles; whether they were not.
fn make_orthogonal(a: &mut DMatrix<f64>, i: usize, j: usize) -> bool {
    let (x, y) = (a.column(i).norm_squared(), a.column(j).norm_squared());
    let product = a.column(i).dot(&a.column(j));
    let aligned = product.abs() > f64::EPSILON * (x * y).sqrt();
    if !aligned {
        return false;
    }
    let zeta = (y - x) / (2.0 * product);
    let tangent = zeta.signum() / (zeta.abs() + (1.0 + zeta * zeta).sqrt());
    let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
    let sine = cosine * tangent;
    for row in 0..a.nrows() {
        let (p, q) = (a[(row, i)], a[(row, j)]);
        a[(row, i)] = cosine * p - sine * q;
        a[(row, j)] = sine * p + cosine * q;
    }
    true
}
