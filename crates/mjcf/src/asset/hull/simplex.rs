//! The tetrahedron a hull grows from: extreme along x, then as wide and as high as possible.

use super::lattice::{Lattice, flat};
use crate::asset::AssetError;

/// Four points of a tetrahedron with volume; the fourth is behind the first three.
pub(super) fn largest(lattice: &Lattice) -> Result<[u32; 4], AssetError> {
    let points = &lattice.points;
    let index_of_max = |measure: &dyn Fn(&[f64; 3]) -> f64| -> (u32, f64) {
        let mut best = (0, f64::NEG_INFINITY);
        for (i, p) in points.iter().enumerate() {
            let value = measure(p);
            if value > best.1 {
                best = (i as u32, value);
            }
        }
        best
    };

    // the axis along which the points are most spread
    let mut ends = (0, 0, -1.0);
    for k in 0..3 {
        let (low, most) = index_of_max(&|p| -p[k]);
        let (high, least) = index_of_max(&|p| p[k]);
        if most + least > ends.2 {
            ends = (low, high, most + least);
        }
    }
    let (a, b, _) = ends;
    let (pa, pb) = (points[a as usize], points[b as usize]);

    // furthest from the line, then from the plane
    let along = minus(pb, pa);
    let length = norm(along);
    let (c, width) = index_of_max(&|p| norm(cross(along, minus(*p, pa))));
    if !(length > 0.0 && width > lattice.tolerance * length) {
        return Err(flat());
    }
    let normal = cross(along, minus(points[c as usize], pa));
    let area = norm(normal);
    let (d, height) = index_of_max(&|p| dot(normal, minus(*p, pa)).abs());
    if height <= lattice.tolerance * area {
        return Err(flat());
    }
    match lattice.side([a, b, c], d) {
        0 => Err(flat()),
        1.. => Ok([a, c, b, d]),
        _ => Ok([a, b, c, d]),
    }
}

pub(super) fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(super) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn norm(a: [f64; 3]) -> f64 {
    dot(a, a).sqrt()
}
