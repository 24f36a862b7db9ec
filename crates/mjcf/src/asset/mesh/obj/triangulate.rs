//! Cuts polygons into triangles by removing ears, in the plane the polygon is most parallel to.

use super::Corner;
use crate::clock::Clock;

/// Appends the triangles of all faces; faces with fewer than three corners vanish. Ends early when
/// the time is over: a polygon takes time that grows with the cube of its corners.
pub(super) fn append(
    (corners, counts, vert): (&[Corner], &[u32], &[[f32; 3]]),
    triangles: &mut Vec<[Corner; 3]>,
    clock: Clock,
) {
    let mut rest = corners;
    for &count in counts {
        let (face, tail) = rest.split_at(count as usize);
        rest = tail;
        match *face {
            [] | [_] | [_, _] => {}
            [a, b, c] => triangles.push([a, b, c]),
            _ => append_polygon(face, vert, triangles, clock),
        }
    }
}

fn append_polygon(
    face: &[Corner],
    vert: &[[f32; 3]],
    triangles: &mut Vec<[Corner; 3]>,
    clock: Clock,
) {
    let flat = Plane::of(face, vert);
    let area = flat.area(face);
    let mut left = face.to_vec();
    let mut guess = 0;
    let mut tries = face.len();
    let mut before = left.len();

    while left.len() > 3 && tries > 0 {
        let n = left.len();
        // small polygons are too quick to look at the clock for each of their corners
        if n > 64 && clock.is_over() {
            return;
        }
        if guess >= n {
            guess -= n;
        }
        // give up after one round without an ear
        if before == n {
            tries -= 1;
        } else {
            before = n;
            tries = n;
        }

        let ear = [0, 1, 2].map(|k| left[(guess + k) % n]);
        let points = ear.map(|c| flat.point(c).unwrap_or([0.0; 2]));
        let [[x0, y0], [x1, y1], [x2, y2]] = points;
        let turn = (x1 - x0) * (y2 - y1) - (y1 - y0) * (x2 - x1);
        let reflex = turn * area < 0.0;
        let covers = || {
            (3..n).any(|k| flat.point(left[(guess + k) % n]).is_some_and(|p| contains(&points, p)))
        };
        if reflex || covers() {
            guess += 1;
            continue;
        }
        triangles.push(ear);
        left.remove((guess + 1) % n);
    }
    if let [a, b, c] = *left {
        triangles.push([a, b, c]);
    }
}

/// The coordinate plane a polygon is projected to.
struct Plane<'a> {
    vert: &'a [[f32; 3]],
    axes: [usize; 2],
}

impl<'a> Plane<'a> {
    /// Chooses the plane from the first corner that is not straight.
    fn of(face: &[Corner], vert: &'a [[f32; 3]]) -> Self {
        let n = face.len();
        let mut axes = [1, 2];
        for k in 0..n {
            let corner = [0, 1, 2].map(|j| position(vert, face[(k + j) % n]));
            let [Some(a), Some(b), Some(c)] = corner else { continue };
            let d = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
            let e = [c[0] - b[0], c[1] - b[1], c[2] - b[2]];
            let x = (d[1] * e[2] - d[2] * e[1]).abs();
            let y = (d[2] * e[0] - d[0] * e[2]).abs();
            let z = (d[0] * e[1] - d[1] * e[0]).abs();
            if x > f32::EPSILON || y > f32::EPSILON || z > f32::EPSILON {
                if !(x > y && x > z) {
                    axes = if z > x && z > y { [0, 1] } else { [0, 2] };
                }
                break;
            }
        }
        Self { vert, axes }
    }

    fn point(&self, corner: Corner) -> Option<[f32; 2]> {
        position(self.vert, corner).map(|v| self.axes.map(|axis| v[axis]))
    }

    /// Signed area of the projected polygon.
    fn area(&self, face: &[Corner]) -> f32 {
        let mut area = 0.0;
        for (k, &corner) in face.iter().enumerate() {
            let next = face[(k + 1) % face.len()];
            if let (Some([x0, y0]), Some([x1, y1])) = (self.point(corner), self.point(next)) {
                area += (x0 * y1 - y0 * x1) * 0.5;
            }
        }
        area
    }
}

fn position(vert: &[[f32; 3]], corner: Corner) -> Option<[f32; 3]> {
    vert.get(usize::try_from(corner.vert).ok()?).copied()
}

/// Even-odd test of a point against a triangle.
fn contains(triangle: &[[f32; 2]; 3], [x, y]: [f32; 2]) -> bool {
    let mut inside = false;
    for (i, j) in [(0, 2), (1, 0), (2, 1)] {
        let ([xi, yi], [xj, yj]) = (triangle[i], triangle[j]);
        if (yi > y) != (yj > y) && x < (xj - xi) * (y - yi) / (yj - yi) + xi {
            inside = !inside;
        }
    }
    inside
}
