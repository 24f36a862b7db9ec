//! Does a triangle touch a box? Separating axes in the form of Schwarz and Seidel, "Fast parallel
//! surface and solid voxelization on GPUs" (2010).

use ferrodyn_engine::math::Vec3;

/// Whether a triangle touches the box with the given lower and upper corner.
pub(super) fn touches(v: &[Vec3; 3], bounds: &[f64; 6]) -> bool {
    let low = Vec3([bounds[0], bounds[1], bounds[2]]);
    let high = Vec3([bounds[3], bounds[4], bounds[5]]);

    // sides of the box
    for k in 0..3 {
        if v.iter().all(|p| p[k] < low[k]) || v.iter().all(|p| p[k] > high[k]) {
            return false;
        }
    }

    // plane of the triangle, against the two corners it separates last
    let edge = [v[1] - v[0], v[2] - v[1], v[0] - v[2]];
    let normal = edge[0].cross(edge[1]);
    let size = high - low;
    let critical = Vec3([0, 1, 2].map(|k| if normal[k] > 0.0 { size[k] } else { 0.0 }));
    let near = normal.dot(low) + normal.dot(critical - v[0]);
    let far = normal.dot(low) + normal.dot(size - critical - v[0]);
    if near * far > 0.0 {
        return false;
    }

    // edges, in the three coordinate planes
    for a in 0..3 {
        let (b, c) = ((a + 1) % 3, (a + 2) % 3);
        let sign = if normal[a] >= 0.0 { 1.0 } else { -1.0 };
        for (e, p) in edge.iter().zip(v) {
            let (nb, nc) = (-e[c] * sign, e[b] * sign);
            let reach = -(nb * p[b] + nc * p[c]) + positive(size[b] * nb) + positive(size[c] * nc);
            if (nb * low[b] + nc * low[c]) + reach < 0.0 {
                return false;
            }
        }
    }
    true
}

fn positive(x: f64) -> f64 {
    if x > 0.0 { x } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_cutting_from_passing_triangles() {
        let unit = [0.0, 0.0, 0.0, 1.0, 1.0, 1.0];
        let cutting = [[-1.0, 0.5, 0.5], [2.0, 0.5, 0.5], [0.5, 2.0, 0.5]].map(Vec3);
        let above = [[0.0, 0.0, 1.5], [1.0, 0.0, 1.5], [0.0, 1.0, 1.5]].map(Vec3);
        // its bounding box contains a corner of the unit box, but it passes by
        let passing = [[1.2, 0.9, 0.5], [0.9, 1.2, 0.5], [1.5, 1.5, 0.5]].map(Vec3);
        assert!(touches(&cutting, &unit));
        assert!(!touches(&above, &unit));
        assert!(!touches(&passing, &unit));
    }
}
