//! Matrices of views and projections, column by column as shaders read them.
//!
//! Depth is reversed, 1 at the nearest and 0 at the farthest that is seen: floating point numbers
//! are then equally exact at all distances.

use ferrodyn_engine::math::Quat;
use ferrodyn_scene::{GlCamera, Scene};

/// A matrix of four columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mat4(pub [[f32; 4]; 4]);

impl Mat4 {
    /// Perspective projection through a window at a distance.
    fn frustum(x: [f32; 2], y: [f32; 2], near: f32, far: f32) -> Self {
        let (w, h, deep) = (x[1] - x[0], y[1] - y[0], far - near);
        Self([
            [2.0 * near / w, 0.0, 0.0, 0.0],
            [0.0, 2.0 * near / h, 0.0, 0.0],
            [(x[1] + x[0]) / w, (y[1] + y[0]) / h, near / deep, -1.0],
            [0.0, 0.0, near * far / deep, 0.0],
        ])
    }

    /// Orthographic projection of a box.
    pub(crate) fn orthographic(x: [f32; 2], y: [f32; 2], near: f32, far: f32) -> Self {
        let (w, h, deep) = (x[1] - x[0], y[1] - y[0], far - near);
        Self([
            [2.0 / w, 0.0, 0.0, 0.0],
            [0.0, 2.0 / h, 0.0, 0.0],
            [0.0, 0.0, 1.0 / deep, 0.0],
            [-(x[1] + x[0]) / w, -(y[1] + y[0]) / h, far / deep, 1.0],
        ])
    }

    /// Perspective projection of a pyramid with equal sides.
    pub(crate) fn perspective(degrees: f32, near: f32, far: f32) -> Self {
        let h = (degrees.to_radians() / 2.0).tan() * near;
        Self::frustum([-h, h], [-h, h], near, far)
    }

    /// The projection of a camera to a picture of so many pixels per pixel of height.
    pub(crate) fn projection(cam: &GlCamera, aspect: f32) -> Self {
        let y = [cam.frustum_bottom, cam.frustum_top];
        let half =
            if cam.frustum_width == 0.0 { 0.5 * aspect * (y[1] - y[0]) } else { cam.frustum_width };
        let x = [cam.frustum_center - half, cam.frustum_center + half];
        let (near, far) = (cam.frustum_near, cam.frustum_far);
        if cam.orthographic == 0 {
            Self::frustum(x, y, near, far)
        } else {
            Self::orthographic(x, y, near, far)
        }
    }

    /// The world as somebody at a point sees it who looks along a direction.
    pub(crate) fn look(eye: [f32; 3], forward: [f32; 3], up: [f32; 3]) -> Self {
        let f = unit(forward);
        let s = unit(cross(f, up));
        let u = unit(cross(s, f));
        let column = |i: usize| [s[i], u[i], -f[i], 0.0];
        Self([column(0), column(1), column(2), [-dot(s, eye), -dot(u, eye), dot(f, eye), 1.0]])
    }

    /// The pose of the model in the room of a scene.
    pub(crate) fn room(scn: &Scene) -> Self {
        if !scn.enabletransform {
            return Self([
                [1.0, 0.0, 0.0, 0.0],
                [0.0, 1.0, 0.0, 0.0],
                [0.0, 0.0, 1.0, 0.0],
                [0.0, 0.0, 0.0, 1.0],
            ]);
        }
        let mat = Quat(scn.rotate.map(f64::from)).to_mat().0.map(|x| scn.scale * x as f32);
        let [x, y, z] = scn.translate;
        Self([
            [mat[0], mat[3], mat[6], 0.0],
            [mat[1], mat[4], mat[7], 0.0],
            [mat[2], mat[5], mat[8], 0.0],
            [x, y, z, 1.0],
        ])
    }

    /// The world in a mirror, given by a point and a unit normal.
    pub(crate) fn mirror(point: [f32; 3], n: [f32; 3]) -> Self {
        let column = |i: usize| {
            let mut c = n.map(|x| -2.0 * x * n[i]);
            c[i] += 1.0;
            [c[0], c[1], c[2], 0.0]
        };
        let shift = n.map(|x| 2.0 * x * dot(n, point));
        Self([column(0), column(1), column(2), [shift[0], shift[1], shift[2], 1.0]])
    }

    /// Where a point goes.
    pub(crate) fn apply(&self, p: [f32; 3]) -> [f32; 3] {
        let c = &self.0;
        std::array::from_fn(|i| c[0][i] * p[0] + c[1][i] * p[1] + c[2][i] * p[2] + c[3][i])
    }
}

impl std::ops::Mul for Mat4 {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self(
            other.0.map(|column| {
                std::array::from_fn(|i| (0..4).map(|k| self.0[k][i] * column[k]).sum())
            }),
        )
    }
}

pub(crate) fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn minus(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// A vector of length one, up if it has none.
pub(crate) fn unit(v: [f32; 3]) -> [f32; 3] {
    let length = dot(v, v).sqrt();
    if length < 1e-10 { [0.0, 0.0, 1.0] } else { v.map(|x| x / length) }
}

/// A unit vector at a right angle to another: the up direction of the view of a light.
pub(crate) fn sideways(v: [f32; 3]) -> [f32; 3] {
    let first = cross(v, [-1.0, 0.0, 0.0]);
    unit(if dot(first, first) > 0.01 { first } else { cross(v, [0.0, 1.0, 0.0]) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_goes_from_one_to_zero() {
        let (near, far) = (0.5, 20.0);
        for (projection, is_perspective) in [
            (Mat4::perspective(45.0, near, far), true),
            (Mat4::orthographic([-1.0, 1.0], [-1.0, 1.0], near, far), false),
        ] {
            let depth = |z: f32| {
                let w = if is_perspective { z } else { 1.0 };
                projection.apply([0.0, 0.0, -z])[2] / w
            };
            assert!((depth(near) - 1.0).abs() < 1e-6 && depth(far).abs() < 1e-6);
        }
    }

    #[test]
    fn a_mirror_leaves_its_points_and_turns_its_normal() {
        let mirror = Mat4::mirror([0.0, 0.0, 2.0], [0.0, 0.0, 1.0]);
        assert_eq!(mirror.apply([1.0, 3.0, 2.0]), [1.0, 3.0, 2.0]);
        assert_eq!(mirror.apply([1.0, 3.0, 5.0]), [1.0, 3.0, -1.0]);
    }

    #[test]
    fn a_viewer_sees_what_is_ahead_along_negative_z() {
        let view = Mat4::look([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
        assert_eq!(view.apply([1.0, 2.0, 0.0]), [0.0, 0.0, -2.0]);
        assert_eq!(view.apply([2.0, 0.0, 3.0]), [1.0, 3.0, 0.0]);
    }
}
