//! The point of a segment, triangle or tetrahedron that is closest to the origin.
//!
//! Answers are barycentric coordinates, exactly zero for the vertices that do not matter: GJK drops
//! those. The method is the signed volumes of Montanari, Petrinic, Barbieri, "Improving the GJK
//! algorithm for faster and more reliable distance queries between convex objects", ACM
//! Transactions on Graphics 36(3), 2017: coordinates are ratios of volumes; where one has the wrong
//! sign, the answer lies on the opposite face.

use crate::compat::PROFILE;
use crate::math::{MINVAL, Vec3};

/// Coordinates of the closest point of one to four vertices.
#[doc(alias = "subdistance")]
pub(super) fn closest(s: &[Vec3]) -> [f64; 4] {
    match *s {
        [s1, s2, s3, s4] => tetrahedron([s1, s2, s3, s4]),
        [s1, s2, s3] => {
            let [a, b, c] = triangle([s1, s2, s3]);
            [a, b, c, 0.0]
        }
        [s1, s2] => {
            let [a, b] = segment([s1, s2]);
            [a, b, 0.0, 0.0]
        }
        _ => [1.0, 0.0, 0.0, 0.0],
    }
}

/// The sum of vectors times coefficients.
pub(super) fn combine<const K: usize>(coef: [f64; K], v: [Vec3; K]) -> Vec3 {
    let mut sum = v[0] * coef[0];
    for i in 1..K {
        sum += v[i] * coef[i];
    }
    sum
}

/// Whether both numbers are positive or both negative.
fn same_sign(a: f64, b: f64) -> bool {
    (a > 0.0 && b > 0.0) || (a < 0.0 && b < 0.0)
}

fn det(a: Vec3, b: Vec3, c: Vec3) -> f64 {
    a.dot(b.cross(c))
}

fn tetrahedron(s: [Vec3; 4]) -> [f64; 4] {
    // signed volumes of the tetrahedra that the origin forms with each face; their sum is that of
    // the whole
    let [s1, s2, s3, s4] = s;
    let volumes = [-det(s2, s3, s4), det(s1, s3, s4), -det(s1, s2, s4), det(s1, s2, s3)];
    let whole = volumes[0] + volumes[1] + volumes[2] + volumes[3];
    let is_inside = |i: usize| same_sign(whole, volumes[i]);
    let inside = [is_inside(0), is_inside(1), is_inside(2), is_inside(3)];
    if inside == [true; 4] {
        let [v1, v2, v3, v4] = volumes;
        return [v1 / whole, v2 / whole, v3 / whole, v4 / whole];
    }

    // the best of the faces beyond which the origin lies
    let mut best = [0.0; 4];
    let mut min = f64::MAX;
    for without in 0..4 {
        if inside[without] {
            continue;
        }
        let kept = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]][without];
        let face = [s[kept[0]], s[kept[1]], s[kept[2]]];
        let coef = triangle(face);
        let point = combine(coef, face);
        let dist2 = point.dot(point);
        if without == 0 || dist2 < min {
            if without < 3 || !PROFILE.stale_fourth_coordinate {
                best[without] = 0.0;
            }
            for (k, c) in kept.into_iter().zip(coef) {
                best[k] = c;
            }
            min = dist2;
        }
    }
    best
}

fn triangle(s: [Vec3; 3]) -> [f64; 3] {
    let [s1, s2, s3] = s;
    let Some(origin) = project_on_plane(s1, s2, s3) else {
        let [a, b] = segment([s1, s2]);
        return [a, b, 0.0];
    };

    // signed areas of the triangles that the projected origin forms with each side
    let shadow = Shadow::of(s1, s2, s3);
    let areas = shadow.areas(s1, s2, s3, origin);
    let is_inside = |i: usize| same_sign(shadow.area, areas[i]);
    let inside = [is_inside(0), is_inside(1), is_inside(2)];
    if inside == [true; 3] {
        return [areas[0] / shadow.area, areas[1] / shadow.area, areas[2] / shadow.area];
    }

    // the best of the sides beyond which the origin lies
    let mut best = [0.0; 3];
    let mut min = f64::MAX;
    for without in 0..3 {
        if inside[without] {
            continue;
        }
        let kept = [[1, 2], [0, 2], [0, 1]][without];
        let side = [s[kept[0]], s[kept[1]]];
        let coef = segment(side);
        let point = combine(coef, side);
        let dist2 = point.dot(point);
        if without == 0 || dist2 < min {
            best[without] = 0.0;
            best[kept[0]] = coef[0];
            best[kept[1]] = coef[1];
            min = dist2;
        }
    }
    best
}

fn segment([s1, s2]: [Vec3; 2]) -> [f64; 2] {
    // the origin projected on the line
    let diff = s2 - s1;
    let scale = -(s2.dot(diff) / diff.dot(diff));
    let origin = s2 + diff * scale;

    // compare along the axis where the segment is longest; of equals, the last
    let along = s1 - s2;
    let mut axis = 0;
    for i in 1..3 {
        if along[i].abs() >= along[axis].abs() {
            axis = i;
        }
    }
    let length = along[axis];
    let parts = [origin[axis] - s2[axis], s1[axis] - origin[axis]];
    if same_sign(length, parts[0]) && same_sign(length, parts[1]) {
        [parts[0] / length, parts[1] / length]
    } else {
        [0.0, 1.0]
    }
}

/// The projection of a triangle on the coordinate plane where its area is largest.
struct Shadow {
    x: usize,
    y: usize,
    /// Twice the signed area.
    area: f64,
}

impl Shadow {
    fn of(s1: Vec3, s2: Vec3, s3: Vec3) -> Self {
        let area = |x: usize, y: usize| {
            s2[x] * s3[y] - s2[y] * s3[x] - s1[x] * s3[y] + s1[y] * s3[x] + s1[x] * s2[y]
                - s1[y] * s2[x]
        };
        let (yz, xz, xy) = (area(1, 2), area(0, 2), area(0, 1));
        if yz.abs() >= xz.abs() && yz.abs() >= xy.abs() {
            Self { x: 1, y: 2, area: yz }
        } else if xz.abs() >= xy.abs() {
            Self { x: 0, y: 2, area: xz }
        } else {
            Self { x: 0, y: 1, area: xy }
        }
    }

    /// Twice the signed areas that a point forms with the side opposite to each vertex.
    fn areas(&self, s1: Vec3, s2: Vec3, s3: Vec3, p: Vec3) -> [f64; 3] {
        let (x, y) = (self.x, self.y);
        let area = |u: Vec3, v: Vec3| {
            p[x] * u[y] + p[y] * v[x] + u[x] * v[y] - p[x] * v[y] - p[y] * u[x] - v[x] * u[y]
        };
        [area(s2, s3), area(s3, s1), area(s1, s2)]
    }
}

/// Coordinates of a point in the plane of a triangle.
pub(super) fn affine_coordinates(v1: Vec3, v2: Vec3, v3: Vec3, p: Vec3) -> [f64; 3] {
    let shadow = Shadow::of(v1, v2, v3);
    let [a1, a2, a3] = shadow.areas(v1, v2, v3, p);
    [a1 / shadow.area, a2 / shadow.area, a3 / shadow.area]
}

/// The origin projected on the plane of three points; `None` if they lie on a line.
///
/// The normal can be computed at each vertex: the first vertex that gives a usable one decides.
#[inline]
pub(super) fn project_on_plane(v1: Vec3, v2: Vec3, v3: Vec3) -> Option<Vec3> {
    let (diff21, diff32) = (v2 - v1, v3 - v2);
    let n = diff32.cross(diff21);
    let (nv, nn) = (n.dot(v2), n.dot(n));
    if nv != 0.0 && nn > MINVAL {
        return Some(n * (nv / nn));
    }
    if nn == 0.0 { None } else { project_by_others(v1, v2, v3) }
}

/// The same where the second vertex gives no usable normal.
#[cold]
fn project_by_others(v1: Vec3, v2: Vec3, v3: Vec3) -> Option<Vec3> {
    let (diff21, diff31, diff32) = (v2 - v1, v3 - v1, v3 - v2);
    let n = diff21.cross(diff31);
    let (nv, nn) = (n.dot(v1), n.dot(n));
    if nn == 0.0 {
        return None;
    }
    if nv != 0.0 && nn > MINVAL {
        return Some(n * (nv / nn));
    }
    let n = diff31.cross(diff32);
    Some(n * (n.dot(v3) / n.dot(n)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::StandardNormal;

    fn point(random: &mut StandardNormal) -> Vec3 {
        let ((x, y), (z, _)) = (random.pair(), random.pair());
        Vec3([x + 0.5, y, z])
    }

    /// As GJK does: add a vertex that is closer, find the closest point, drop what it does not
    /// need. No vertex may be closer along the direction of that point.
    #[test]
    fn closest_point_of_growing_simplices_is_optimal() {
        let mut random = StandardNormal::new(1);
        let (mut tetrahedra, mut inside) = (0, 0);
        for _ in 0..2000 {
            let mut s = vec![point(&mut random)];
            let mut x = s[0];
            for _ in 0..8 {
                let new = point(&mut random);
                if x.dot(new) > x.dot(x) - 1e-3 {
                    continue;
                }
                s.push(new);
                let coef = closest(&s);
                assert!((coef.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                assert!(coef.iter().all(|c| *c >= 0.0));
                x = s.iter().zip(coef).fold(Vec3::ZERO, |sum, (v, c)| sum + *v * c);
                assert!(s.iter().all(|v| x.dot(*v) > x.dot(x) - 1e-9), "{s:?} {coef:?}");
                tetrahedra += usize::from(s.len() == 4);
                let mut kept = coef.iter().map(|c| *c != 0.0);
                s.retain(|_| kept.next() == Some(true));
                if s.len() == 4 {
                    inside += 1;
                    break;
                }
            }
        }
        assert!(tetrahedra > 100 && inside > 10);
    }

    #[test]
    fn affine_coordinates_recover_a_point_of_the_plane() {
        let (v1, v2, v3) = (Vec3([1.0, 0.0, 2.0]), Vec3([0.0, 3.0, 1.0]), Vec3([-1.0, 0.5, 0.0]));
        let coef = [0.2, 0.5, 0.3];
        let p = combine(coef, [v1, v2, v3]);
        let found = affine_coordinates(v1, v2, v3, p);
        assert!(found.iter().zip(coef).all(|(f, c)| (f - c).abs() < 1e-12));
    }
}
