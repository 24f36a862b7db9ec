//! The common part of two polygons that face each other, and its reduction to four points.
//!
//! MuJoCo counterpart: `polygonClip` and `polygonQuad` in `engine_collision_gjk.c`.

use crate::math::{MINVAL, Vec3};

/// Clips a polygon by the sides of a convex one whose normal is `normal`; `spare` is scratch.
///
/// The sides of `window` are planes through its edges, parallel to the normal.
pub(super) fn clip(window: &[Vec3], normal: Vec3, polygon: &mut Vec<Vec3>, spare: &mut Vec<Vec3>) {
    for (i, start) in window.iter().enumerate() {
        let end = window.get(i + 1).unwrap_or(&window[0]);
        let inward = (*end - *start).cross((*start + normal) - *start);
        let offset = inward.dot(*start);
        let is_inside = |p: Vec3| (p - *start).dot(inward) > -MINVAL;

        spare.clear();
        let Some(&(mut p)) = polygon.first() else { return };
        let mut p_inside = is_inside(p);
        for &q in polygon[1..].iter().chain(&polygon[..1]) {
            let q_inside = is_inside(q);
            if p_inside != q_inside {
                spare.extend(cut(inward, offset, p, q));
            }
            if q_inside {
                spare.push(q);
            }
            (p, p_inside) = (q, q_inside);
        }
        std::mem::swap(polygon, spare);
    }
}

/// Where the plane `normal . x = offset` cuts the segment from `a` to `b`.
fn cut(normal: Vec3, offset: f64, a: Vec3, b: Vec3) -> Option<Vec3> {
    let ab = b - a;
    let slope = normal.dot(ab);
    if slope == 0.0 {
        return None;
    }
    let t = (offset - normal.dot(a)) / slope;
    (0.0..=1.0).contains(&t).then(|| a + ab * t)
}

/// Four vertices of a convex polygon with at least four, far from each other.
///
/// The first vertex goes once around; the others advance as long as [`spread`] grows.
pub(super) fn pick_four(polygon: &[Vec3]) -> [Vec3; 4] {
    let next = |i: usize| if i + 1 >= polygon.len() { 0 } else { i + 1 };
    let measure = |[a, b, c, d]: [usize; 4]| spread(polygon[a], polygon[b], polygon[c], polygon[d]);
    let mut quad = [0, 1, 2, 3];
    let mut best = quad;
    let mut max = measure(quad);

    // moves one corner; false if the spread does not grow
    let mut advance = |quad: &mut [usize; 4], corner: usize, best: &mut [usize; 4]| {
        let mut moved = *quad;
        moved[corner] = next(moved[corner]);
        let grown = measure(moved);
        let grows = grown > max;
        if grows {
            max = grown;
            *quad = moved;
            *best = moved;
        }
        grows
    };
    for a in 0..polygon.len() {
        quad[0] = a;
        while advance(&mut quad, 3, &mut best) {
            while advance(&mut quad, 2, &mut best) {}
            while advance(&mut quad, 1, &mut best) {}
        }
        // the others stay ahead
        for corner in 1..4 {
            if quad[corner] != quad[corner - 1] {
                break;
            }
            quad[corner] = next(quad[corner]);
        }
    }
    best.map(|i| polygon[i])
}

/// Area of the triangles `a d b` and `b c a`, with their signs: what MuJoCo calls the area of a
/// quadrilateral. It is zero for a square in order, and large when the edge `a b` is a diagonal.
fn spread(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> f64 {
    let twice = (d - a).cross(b - d) + (c - b).cross(a - c);
    0.5 * twice.norm()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: f64, y: f64) -> Vec<Vec3> {
        let corners = [[-1.0, -1.0], [-1.0, 1.0], [1.0, 1.0], [1.0, -1.0]];
        corners.map(|[u, v]| Vec3([x + u, y + v, 0.0])).to_vec()
    }

    #[test]
    fn clipping_squares_leaves_the_common_rectangle() {
        let (mut polygon, mut spare) = (square(0.5, 1.0), Vec::new());
        clip(&square(0.0, 0.0), Vec3::Z, &mut polygon, &mut spare);
        assert_eq!(polygon.len(), 4);
        for p in polygon {
            assert!((p[0] == -0.5 || p[0] == 1.0) && (p[1] == 0.0 || p[1] == 1.0), "{p:?}");
        }
    }

    #[test]
    fn clipping_disjoint_squares_leaves_nothing() {
        let (mut polygon, mut spare) = (square(3.0, 0.0), Vec::new());
        clip(&square(0.0, 0.0), Vec3::Z, &mut polygon, &mut spare);
        assert!(polygon.is_empty());
    }

    #[test]
    fn four_vertices_do_not_shrink_their_measure() {
        let angles = [0.0, 0.5, 1.3, 2.0, 3.1, 4.4, 5.5];
        let polygon = angles.map(|t: f64| {
            let (sin, cos) = crate::math::fun::sin_cos(t);
            Vec3([cos, 2.0 * sin, 1.0])
        });
        let [a, b, c, d] = pick_four(&polygon);
        assert!([a, b, c, d].iter().all(|p| polygon.contains(p)));
        assert!(spread(a, b, c, d) > spread(polygon[0], polygon[1], polygon[2], polygon[3]));
    }

    #[test]
    fn choice_among_undefined_points_ends() {
        pick_four(&[Vec3([f64::NAN; 3]); 6]);
    }
}
