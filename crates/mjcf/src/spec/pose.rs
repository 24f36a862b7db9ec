//! Poses, orientations and rigid-body inertia as the compiler computes them.
//!
//! MuJoCo's compiler has vector functions of its own that differ from the engine's in when they
//! normalize; results must agree to the last bit, so they exist here too.

use std::ops::Mul;

use ferrodyn_engine::enums::JointType;
use ferrodyn_engine::math::{Mat3, Quat, Vec3, eig3_with, fun};

use super::{Angle, Compiler, Orientation};

/// Smallest number the compiler takes for nonzero.
pub(crate) const EPS: f64 = 1e-14;

/// Difference below which two frames count as equal.
const FRAME_EPS: f64 = 1e-6;

/// Scales to unit length unless the vector is nearly zero or nearly unit; returns the length
/// before, 0 if nearly zero.
pub(crate) fn normalize(v: &mut [f64]) -> f64 {
    let square: f64 = v.iter().fold(0.0, |sum, x| sum + x * x);
    if square < EPS {
        return 0.0;
    }
    let norm = square.sqrt();
    if (norm - 1.0).abs() > EPS {
        for x in v {
            *x /= norm;
        }
    }
    norm
}

/// The unit quaternion along `q`, or `q` itself if it is nearly zero.
pub(crate) fn unit(mut q: Quat) -> Quat {
    normalize(&mut q.0);
    q
}

/// Composition of rotations, normalized.
pub(crate) fn compose(a: Quat, b: Quat) -> Quat {
    unit(a * b)
}

/// A position and an orientation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Pose {
    pub(crate) pos: Vec3,
    pub(crate) quat: Quat,
}

impl Pose {
    /// The pose of the parent seen from here.
    pub(crate) fn inverse(self) -> Self {
        let quat = self.quat.conj();
        Self { pos: -(quat.to_mat() * self.pos), quat }
    }

    /// Whether two poses are nearly equal.
    pub(crate) fn same(&self, other: &Self) -> bool {
        same_vec(self.pos, other.pos) && same_quat(self.quat, other.quat)
    }

    /// Whether the pose is nearly the identity.
    pub(crate) fn is_null(&self) -> bool {
        self.same(&Self::default())
    }
}

/// Appends the positions of a joint in the reference configuration: the pose of the body for a free
/// joint, no rotation for a ball joint, `reference` for the others.
pub(crate) fn push_reference(qpos: &mut Vec<f64>, kind: JointType, pose: &Pose, reference: f64) {
    match kind {
        JointType::Free => qpos.extend(pose.pos.0.iter().chain(&pose.quat.0)),
        JointType::Ball => qpos.extend(Quat::IDENTITY.0),
        JointType::Slide | JointType::Hinge => qpos.push(reference),
    }
}

/// A pose given in the frame of another.
impl Mul for Pose {
    type Output = Self;
    fn mul(self, child: Self) -> Self {
        Self {
            pos: self.pos + self.quat.to_mat() * child.pos,
            quat: compose(self.quat, child.quat),
        }
    }
}

pub(crate) fn same_vec(a: Vec3, b: Vec3) -> bool {
    (0..3).all(|i| (a[i] - b[i]).abs() < FRAME_EPS)
}

pub(crate) fn same_quat(a: Quat, b: Quat) -> bool {
    // a quaternion and its negative are the same rotation
    (0..4).all(|i| (a[i] - b[i]).abs() < FRAME_EPS)
        || (0..4).all(|i| (a[i] + b[i]).abs() < FRAME_EPS)
}

/// The smallest rotation that takes z to the unit vector `v`.
pub(crate) fn z_to(v: Vec3) -> Quat {
    let mut axis = Vec3::Z.cross(v);
    let sine = normalize(&mut axis.0);
    if sine < 1e-10 {
        axis = Vec3::X;
    }
    let angle = fun::atan2(sine, v[2]);
    let s = fun::sin(angle / 2.0);
    Quat([fun::cos(angle / 2.0), axis[0] * s, axis[1] * s, axis[2] * s])
}

/// The rotation with the given unit axes as columns.
pub(crate) fn from_axes(x: Vec3, y: Vec3, z: Vec3) -> Quat {
    let mut q = Quat([0.0; 4]);
    if x[0] + y[1] + z[2] > 0.0 {
        q[0] = 0.5 * (1.0 + x[0] + y[1] + z[2]).sqrt();
        q[1] = 0.25 * (y[2] - z[1]) / q[0];
        q[2] = 0.25 * (z[0] - x[2]) / q[0];
        q[3] = 0.25 * (x[1] - y[0]) / q[0];
    } else if x[0] > y[1] && x[0] > z[2] {
        q[1] = 0.5 * (1.0 + x[0] - y[1] - z[2]).sqrt();
        q[0] = 0.25 * (y[2] - z[1]) / q[1];
        q[2] = 0.25 * (y[0] + x[1]) / q[1];
        q[3] = 0.25 * (z[0] + x[2]) / q[1];
    } else if y[1] > z[2] {
        q[2] = 0.5 * (1.0 - x[0] + y[1] - z[2]).sqrt();
        q[0] = 0.25 * (z[0] - x[2]) / q[2];
        q[1] = 0.25 * (y[0] + x[1]) / q[2];
        q[3] = 0.25 * (z[1] + y[2]) / q[2];
    } else {
        q[3] = 0.5 * (1.0 - x[0] - y[1] + z[2]).sqrt();
        q[0] = 0.25 * (x[1] - y[0]) / q[3];
        q[1] = 0.25 * (z[0] + x[2]) / q[3];
        q[2] = 0.25 * (z[1] + y[2]) / q[3];
    }
    normalize(&mut q.0);
    q
}

/// The orientation as a quaternion: `quat` itself unless another form is given.
#[doc(alias = "mjs_resolveOrientation")]
pub(crate) fn resolve_orientation(
    alt: &Orientation,
    quat: Quat,
    compiler: &Compiler,
) -> Result<Quat, &'static str> {
    let radians = |angle: f64| match compiler.angle {
        Angle::Degree => angle / 180.0 * std::f64::consts::PI,
        Angle::Radian => angle,
    };
    match *alt {
        Orientation::Quat => Ok(quat),
        Orientation::AxisAngle([x, y, z, angle]) => {
            let mut axis = [x, y, z];
            if normalize(&mut axis) < EPS {
                return Err("the axis of axisangle is too small");
            }
            let half = radians(angle) / 2.0;
            let s = fun::sin(half);
            Ok(Quat([fun::cos(half), s * axis[0], s * axis[1], s * axis[2]]))
        }
        Orientation::XyAxes([a, b, c, d, e, f]) => {
            let (mut x, mut y) = (Vec3([a, b, c]), Vec3([d, e, f]));
            if normalize(&mut x.0) < EPS {
                return Err("the x axis of xyaxes is too small");
            }
            let along = x.dot(y);
            y -= Vec3([x[0] * along, x[1] * along, x[2] * along]);
            if normalize(&mut y.0) < EPS {
                return Err("the y axis of xyaxes is too small, or parallel to the x axis");
            }
            let mut z = x.cross(y);
            normalize(&mut z.0);
            Ok(from_axes(x, y, z))
        }
        Orientation::ZAxis(z) => {
            let mut z = Vec3(z);
            if normalize(&mut z.0) < EPS {
                return Err("zaxis is too small");
            }
            Ok(z_to(z))
        }
        Orientation::Euler(angles) => from_euler(angles.map(radians), &compiler.eulerseq),
    }
}

/// Rotations about three axes in turn; lower case axes move along, upper case ones are fixed.
fn from_euler(angles: [f64; 3], sequence: &str) -> Result<Quat, &'static str> {
    let mut q = Quat::IDENTITY;
    for (angle, axis) in angles.into_iter().zip(sequence.bytes()) {
        let mut turn = Quat([fun::cos(angle / 2.0), 0.0, 0.0, 0.0]);
        match axis.to_ascii_lowercase() {
            b'x' => turn[1] = fun::sin(angle / 2.0),
            b'y' => turn[2] = fun::sin(angle / 2.0),
            b'z' => turn[3] = fun::sin(angle / 2.0),
            _ => return Err("eulerseq can only contain x, y, z, X, Y, Z"),
        }
        q = if axis.is_ascii_lowercase() { compose(q, turn) } else { compose(turn, q) };
    }
    normalize(&mut q.0);
    Ok(q)
}

/// Inertia matrix (xx, yy, zz, xy, xz, yz) of principal moments in a rotated frame.
pub(crate) fn rotate_inertia(moments: Vec3, quat: Quat) -> [f64; 6] {
    let m = quat.to_mat();
    let t = |row: usize, k: usize| m[3 * row + k] * moments[k];
    let entry =
        |i: usize, j: usize| m[3 * i] * t(j, 0) + m[3 * i + 1] * t(j, 1) + m[3 * i + 2] * t(j, 2);
    [entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)]
}

/// Inertia matrix of a point mass at `v`.
pub(crate) fn point_inertia(mass: f64, v: Vec3) -> [f64; 6] {
    [
        mass * (v[1] * v[1] + v[2] * v[2]),
        mass * (v[0] * v[0] + v[2] * v[2]),
        mass * (v[0] * v[0] + v[1] * v[1]),
        -mass * v[0] * v[1],
        -mass * v[0] * v[2],
        -mass * v[1] * v[2],
    ]
}

/// Principal axes and moments of an inertia matrix (xx, yy, zz, xy, xz, yz).
pub(crate) fn principal(full: &[f64; 6]) -> Result<(Quat, Vec3), &'static str> {
    let [xx, yy, zz, xy, xz, yz] = *full;
    let (moments, quat) = eig3_with(&Mat3([xx, xy, xz, xy, yy, yz, xz, yz, zz]), unit);
    if moments[2] < EPS {
        return Err("the inertia matrix is not positive definite");
    }
    Ok((quat, moments))
}

/// Inertial frame, mass and moments of several rigid parts.
pub(crate) fn combine(parts: &[(Pose, f64, Vec3)]) -> Result<(Pose, f64, Vec3), &'static str> {
    let (mut mass, mut com) = (0.0, Vec3::ZERO);
    for (pose, m, _) in parts {
        mass += m;
        com += *m * pose.pos;
    }
    if mass < EPS {
        return Err("the mass is too small to have a center");
    }
    let center = com / mass;
    let mut total = [0.0; 6];
    for (pose, m, moments) in parts {
        let own = rotate_inertia(*moments, pose.quat);
        let offset = point_inertia(*m, pose.pos - center);
        for k in 0..6 {
            total[k] = total[k] + own[k] + offset[k];
        }
    }
    // positions that are not finite leave no inertia
    let (quat, moments) =
        if total[0].is_nan() { (Quat::IDENTITY, Vec3::ZERO) } else { principal(&total)? };
    Ok((Pose { pos: center, quat }, mass, moments))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(alt: Orientation) -> Quat {
        resolve_orientation(&alt, Quat::IDENTITY, &Compiler::default()).unwrap()
    }

    #[test]
    fn every_form_gives_the_same_quarter_turn_about_z() {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let expected = Quat([half, 0.0, 0.0, half]);
        for alt in [
            Orientation::AxisAngle([0.0, 0.0, 3.0, 90.0]),
            Orientation::XyAxes([0.0, 2.0, 0.0, -1.0, 5.0, 0.0]),
            Orientation::Euler([0.0, 0.0, 90.0]),
        ] {
            let q = resolved(alt);
            assert!((0..4).all(|i| (q[i] - expected[i]).abs() < 1e-15), "{alt:?}: {q:?}");
        }
        let tilted = resolved(Orientation::ZAxis([1.0, 0.0, 0.0])).rotate(Vec3::Z);
        assert!(same_vec(tilted, Vec3::X));
    }

    #[test]
    fn a_pose_times_its_inverse_is_null() {
        let quat = resolved(Orientation::Euler([10.0, 20.0, 30.0]));
        let pose = Pose { pos: Vec3([1.0, 2.0, 3.0]), quat };
        assert!((pose * pose.inverse()).is_null());
        assert!((pose.inverse() * pose).is_null());
    }

    #[test]
    fn principal_axes_rebuild_the_matrix() {
        let quat = resolved(Orientation::Euler([10.0, 20.0, 30.0]));
        let full = rotate_inertia(Vec3([3.0, 2.0, 1.5]), quat);
        let (q, moments) = principal(&full).unwrap();
        assert!(moments[0] >= moments[1] && moments[1] >= moments[2]);
        let back = rotate_inertia(moments, q);
        assert!((0..6).all(|i| (back[i] - full[i]).abs() < 1e-6));
    }
}
