//! Projects points of a scene to its picture.

use ferrodyn_scene::{GlCamera, Scene, average_camera};

/// Where a point is in a picture, from 0 to 1 to the right and down; `None` if it is not seen.
pub(crate) fn project(scn: &Scene, aspect: f32, point: [f32; 3]) -> Option<[f32; 2]> {
    let cam = average_camera(&scn.camera[0], &scn.camera[1]).ok()?;
    let GlCamera { forward, up, frustum_near: near, .. } = cam;
    let right = cross(forward, up);
    let from = [0, 1, 2].map(|i| point[i] - cam.pos[i]);
    let depth = dot(from, forward);
    if depth <= near {
        return None;
    }
    let scale = if cam.orthographic != 0 { 1.0 } else { near / depth };
    let height = 0.5 * (cam.frustum_top - cam.frustum_bottom);
    let width = if cam.frustum_width == 0.0 { aspect * height } else { cam.frustum_width };
    let middle = f32::midpoint(cam.frustum_top, cam.frustum_bottom);
    let x = (scale * dot(from, right) - cam.frustum_center) / width;
    let y = (scale * dot(from, up) - middle) / height;
    let is_seen = x.abs() <= 1.0 && y.abs() <= 1.0;
    is_seen.then_some([0.5 + 0.5 * x, 0.5 - 0.5 * y])
}

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_looked_at_is_in_the_middle() {
        let camera = GlCamera {
            forward: [0.0, 1.0, 0.0],
            up: [0.0, 0.0, 1.0],
            frustum_bottom: -0.1,
            frustum_top: 0.1,
            frustum_near: 0.1,
            frustum_far: 10.0,
            ..GlCamera::default()
        };
        let mut scn = Scene { camera: [camera; 2], ..Scene::default() };
        assert_eq!(project(&scn, 2.0, [0.0, 1.0, 0.0]), Some([0.5, 0.5]));
        assert_eq!(project(&scn, 2.0, [1.0, 1.0, 0.5]), Some([0.75, 0.25]));
        assert_eq!(project(&scn, 2.0, [0.0, -1.0, 0.0]), None);
        assert_eq!(project(&scn, 2.0, [f32::NAN; 3]), None);
        scn.camera[0].orthographic = 1;
        assert_eq!(project(&scn, 2.0, [0.0, 1.0, 0.0]), None);
    }
}
