//! Axes of a contact.

use crate::math::{Mat3, Vec3};

/// Completes axes from a normal and, unless it is zero, a first tangent. Rows are the unit normal,
/// the tangent made perpendicular to it, and their vector product.
///
/// Without a tangent the first lies in the direction of y, or of z where the normal is near y.
#[must_use]
#[doc(alias = "mju_makeFrame")]
pub(crate) fn make_frame(normal: Vec3, tangent: Vec3) -> Mat3 {
    let x = normal.normalized().0;
    let given = tangent.dot(tangent) >= 0.25;
    let guess = if x[1] < 0.5 && x[1] > -0.5 { Vec3::Y } else { Vec3::Z };
    let tangent = if given { tangent } else { guess };
    let y = (tangent - x * x.dot(tangent)).normalized().0;
    Mat3::from_cols(x, y, x.cross(y)).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_are_perpendicular_and_right_handed() {
        for (normal, tangent) in [
            (Vec3::new(0.2, -0.3, 2.0), Vec3::ZERO),
            (Vec3::new(0.1, 3.0, 0.4), Vec3::ZERO),
            (Vec3::new(1.0, 1.0, 0.0), Vec3::new(0.0, 1.0, 1.0)),
        ] {
            let frame = make_frame(normal, tangent);
            let product = frame * frame.transpose();
            for i in 0..9 {
                assert!((product[i] - Mat3::IDENTITY[i]).abs() < 1e-14);
            }
            assert!((frame.row(0) * normal.norm() - normal).norm() < 1e-14);
            assert!((frame.row(0).cross(frame.row(1)) - frame.row(2)).norm() < 1e-14);
        }
    }

    #[test]
    fn a_given_tangent_is_kept() {
        let frame = make_frame(Vec3::Z, Vec3::X);
        assert_eq!(frame, Mat3([0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]));
    }
}
