//! Poses, that is a position and an orientation, and how vectors change between them.

use super::{Mat3, Quat, Vec3};

/// The position and orientation of one frame in another.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pose {
    /// Position of the origin.
    pub pos: Vec3,
    /// Orientation.
    pub quat: Quat,
}

impl Pose {
    /// The pose of a frame that has the pose `other` in this one.
    #[doc(alias = "mju_mulPose")]
    #[must_use]
    pub fn compose(&self, other: &Self) -> Self {
        Self {
            pos: self.quat.rotate(other.pos) + self.pos,
            quat: (self.quat * other.quat).normalized(),
        }
    }

    /// The opposite transformation.
    #[doc(alias = "mju_negPose")]
    #[must_use]
    pub fn inverse(&self) -> Self {
        let quat = self.quat.conj();
        Self { pos: -quat.rotate(self.pos), quat }
    }

    /// A point given in this frame, in the frame outside.
    #[doc(alias = "mju_trnVecPose")]
    #[must_use]
    pub fn transform(&self, point: Vec3) -> Vec3 {
        self.quat.rotate(point) + self.pos
    }
}

/// Kinds of six-vectors, rotation first, by how they change with the point they are taken at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpatialKind {
    /// Velocity or acceleration: the linear part depends on the point.
    Motion,
    /// Force: the torque depends on the point.
    Force,
}

/// A six-vector taken at `oldpos`, taken at `newpos` and turned into the frame `rotnew2old`.
///
/// The columns of `rotnew2old` are the new axes in the old frame; both points are in the old frame.
#[doc(alias = "mju_transformSpatial")]
pub fn transform_spatial(
    vec: [f64; 6],
    kind: SpatialKind,
    newpos: Vec3,
    oldpos: Vec3,
    rotnew2old: Option<&Mat3>,
) -> [f64; 6] {
    let [r0, r1, r2, t0, t1, t2] = vec;
    let (mut rot, mut tran) = (Vec3([r0, r1, r2]), Vec3([t0, t1, t2]));
    let dif = newpos - oldpos;
    match kind {
        SpatialKind::Force => rot -= dif.cross(tran),
        SpatialKind::Motion => tran -= dif.cross(rot),
    }
    if let Some(mat) = rotnew2old {
        let inverse = mat.transpose();
        (rot, tran) = (inverse * rot, inverse * tran);
    }
    [rot[0], rot[1], rot[2], tran[0], tran[1], tran[2]]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some_pose() -> Pose {
        Pose { pos: Vec3([0.2, -1.0, 3.0]), quat: Quat([0.3, -0.5, 0.7, 0.2]).normalized() }
    }

    #[test]
    fn a_pose_times_its_inverse_is_the_identity() {
        let pose = some_pose();
        let id = pose.compose(&pose.inverse());
        assert!(id.pos.norm() < 1e-14);
        assert!((id.quat[0] - 1.0).abs() < 1e-15);
        let point = Vec3([1.0, 2.0, 3.0]);
        let back = pose.inverse().transform(pose.transform(point));
        assert!((back - point).norm() < 1e-14);
    }

    #[test]
    fn power_does_not_depend_on_the_frame() {
        let (vel, force) = ([1.0, -2.0, 0.5, 0.3, 0.8, -1.5], [0.4, 0.1, -0.7, 2.0, -1.0, 0.6]);
        let (new, old) = (Vec3([0.2, 0.4, -0.3]), Vec3([1.0, 0.0, 0.5]));
        let mat = some_pose().quat.to_mat();
        let v = transform_spatial(vel, SpatialKind::Motion, new, old, Some(&mat));
        let f = transform_spatial(force, SpatialKind::Force, new, old, Some(&mat));
        let power = |a: [f64; 6], b: [f64; 6]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
        assert!((power(v, f) - power(vel, force)).abs() < 1e-14);
        assert_eq!(transform_spatial(vel, SpatialKind::Motion, new, new, None), vel);
    }
}
