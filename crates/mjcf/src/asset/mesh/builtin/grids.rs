//! Generated point grids: the rays of a camera, and a flat plate. Three normals per vertex form
//! the frame of each point.

use ferrodyn_engine::math::{Vec3, fun};

use super::super::normals::unit;

type Points = Vec<[f32; 3]>;

/// Points on the unit sphere seen by a camera looking along -z, with their tangent frames.
pub(super) fn wedge([columns, rows]: [usize; 2], fov: [f64; 2], gamma: f64) -> (Points, Points) {
    let azimuths = bin_centers(columns, fov[0], gamma);
    let elevations = bin_centers(rows, fov[1], gamma);
    let mut vert = Vec::with_capacity(columns * rows);
    let mut normal = Vec::with_capacity(3 * columns * rows);
    for &a in &azimuths {
        let (sin_a, cos_a) = (fun::sin(a), fun::cos(a));
        for &e in &elevations {
            let (sin_e, cos_e) = (fun::sin(e), fun::cos(e));
            vert.push([cos_e * sin_a, sin_e, -cos_e * cos_a].map(|x| x as f32));
            let along_a = unit(Vec3::new(cos_e * cos_a, 0.0, cos_e * sin_a)).0;
            let along_e = unit(Vec3::new(-sin_e * sin_a, cos_e, sin_e * cos_a)).0;
            let frame = [along_e.cross(along_a), along_a, along_e];
            normal.extend(frame.map(|axis| axis.0.map(|x| x as f32)));
        }
    }
    (vert, normal)
}

/// Middles of `count` bins over a field of view in degrees, denser near zero with `gamma`.
fn bin_centers(count: usize, fov: f64, gamma: f64) -> Vec<f64> {
    let radians = fov * std::f64::consts::PI / 180.0;
    let increment = 2.0 / count as f64;
    let mut position = -1.0;
    let edges: Vec<f64> = (0..=count)
        .map(|_| {
            let edge = radians * fovea(position, gamma);
            position += increment;
            edge
        })
        .collect();
    edges.windows(2).map(|edge| 0.5 * (edge[1] + edge[0])).collect()
}

/// Blend of `x` and its fifth power.
fn fovea(x: f64, gamma: f64) -> f64 {
    if gamma == 0.0 { x } else { gamma * fun::pow(x, 5.0) + (1.0 - gamma) * x }
}

/// A square in the plane z = -1, with one point in the middle of each cell.
pub(super) fn plate([columns, rows]: [usize; 2]) -> (Points, Points, Vec<[i32; 3]>) {
    let (dx, dy) = (2.0 / columns as f64, 2.0 / rows as f64);
    let mut vert = Vec::with_capacity(columns * rows);
    let mut normal = Vec::with_capacity(3 * columns * rows);
    let mut face = Vec::new();
    for i in 0..columns {
        for j in 0..rows {
            let x = -1.0 + (i as f64 + 0.5) * dx;
            let y = -1.0 + (j as f64 + 0.5) * dy;
            vert.push([x as f32, y as f32, -1.0]);
            normal.extend([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
            if i > 0 && j > 0 {
                let at = |di: usize, dj: usize| ((i - di) * rows + j - dj) as i32;
                face.push([at(1, 1), at(0, 1), at(1, 0)]);
                face.push([at(0, 0), at(1, 0), at(0, 1)]);
            }
        }
    }
    (vert, normal, face)
}
