//! Distance of two convex solids (Gilbert, Johnson, Keerthi).
//!
//! The difference `{p - q}` of the solids is a convex set whose distance to the origin is theirs.
//! GJK walks toward it with simplices of support points. When only penetration matters, it stops at
//! the first plane that separates the origin, and once it has a tetrahedron it moves that one until
//! it holds the origin or cannot.
//!
//! MuJoCo counterpart: `gjk` and `gjkIntersect` in `engine_collision_gjk.c`.

use crate::constants::MAXVAL;
use crate::math::{MINVAL, Vec3};

use super::simplex::closest;
use super::support::Solid;
use crate::collision::grazing::DOUBT;
use Origin::{Inside, Outside};

/// A support point of the difference of two solids.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Vertex {
    /// `a - b`.
    pub diff: Vec3,
    /// The point of the first solid.
    pub a: Vec3,
    /// The point of the second solid.
    pub b: Vec3,
    /// The first solid's vertex, -1 without.
    pub index_a: i32,
    /// The second solid's vertex, -1 without.
    pub index_b: i32,
}

impl Vertex {
    /// The support point along the unit vector `dir`.
    #[inline]
    pub(super) fn support(a: &mut Solid, b: &mut Solid, dir: Vec3) -> Self {
        let on_a = a.support_with_margin(dir);
        let on_b = b.support_with_margin(-dir);
        Self { diff: on_a - on_b, a: on_a, b: on_b, index_a: a.vertex, index_b: b.vertex }
    }

    /// Whether both are made of the same vertices of the solids.
    pub(super) fn same_indices(&self, other: &Self) -> bool {
        self.index_a == other.index_a && self.index_b == other.index_b
    }
}

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Accuracy of the distance.
    pub tolerance: f64,
    /// Most iterations.
    pub iterations: i32,
    /// Distances above are of no interest; zero if only penetration is.
    pub cutoff: f64,
}

/// What GJK finds.
#[derive(Clone, Debug)]
pub(super) struct Closest {
    /// The distance, `f64::MAX` if beyond the cutoff, about zero if the solids penetrate.
    pub dist: f64,
    /// The closest points, if computed.
    pub points: Option<(Vec3, Vec3)>,
    /// Number of vertices of the simplex that count, the first.
    pub len: usize,
    /// Whether the solids penetrate for certain: more than rounding could change.
    pub certain: bool,
    /// A direction from the first solid to the second that separates them, if one was found.
    pub between: Option<Vec3>,
}

impl Closest {
    fn far_away(between: Option<Vec3>) -> Self {
        Self { dist: f64::MAX, points: None, len: 0, certain: false, between }
    }
}

/// The distance of two solids; leaves the simplex closest to the origin.
pub(super) fn gjk(
    a: &mut Solid,
    b: &mut Solid,
    limits: &Limits,
    simplex: &mut [Vertex; 4],
) -> Closest {
    let wants_distance = limits.cutoff > 0.0;
    let mut may_intersect = !wants_distance;
    let tol2 = limits.tolerance * limits.tolerance;

    // polyhedra converge in finitely many steps
    let discrete = a.is_discrete() && b.is_discrete();
    let (gap_min, norm2_min) = if discrete { (0.0, MINVAL * MINVAL) } else { (0.5 * tol2, tol2) };

    let mut len = 0;
    let mut coef = [1.0, 0.0, 0.0, 0.0];
    let mut x = a.pos - b.pos;
    let mut dist = f64::MAX;
    let mut k = 0;
    while k < limits.iterations {
        // the origin is reached
        dist = x.dot(x);
        if dist < norm2_min {
            break;
        }
        dist = dist.sqrt();

        // a new support point; the gap bounds the error
        let dir = -(x * (1.0 / dist));
        let new = Vertex::support(a, b, dir);
        simplex[len] = new;
        if x.dot(x - new.diff) < gap_min {
            if k == 0 {
                len = 1;
            }
            break;
        }
        if is_separated(x, new.diff, limits.cutoff) {
            return Closest::far_away(Some(dir));
        }

        // a tetrahedron: only look for the origin in it
        if len == 3 && may_intersect {
            match intersect(a, b, simplex, &mut k, limits.iterations) {
                Some(Inside { certain }) => {
                    return Closest { dist: 0.0, points: None, len: 4, certain, between: None };
                }
                Some(Outside { dir }) => return Closest::far_away(Some(dir)),
                None => may_intersect = false,
            }
        }

        // keep the vertices that carry the closest point
        let diffs = [simplex[0].diff, simplex[1].diff, simplex[2].diff, simplex[3].diff];
        coef = closest(&diffs[..=len]);
        len = 0;
        for i in 0..4 {
            if coef[i] != 0.0 {
                if len < i {
                    simplex[len] = simplex[i];
                    coef[len] = coef[i];
                }
                len += 1;
            }
        }
        if len == 0 {
            return Closest::far_away(None);
        }

        let next = combine_first(coef, len, simplex, |v| v.diff);
        if is_same_point(next, x) {
            break;
        }
        x = next;

        // the tetrahedron holds the origin
        if len == 4 {
            dist = 0.0;
            break;
        }
        k += 1;
    }

    let points = if len == 0 {
        (a.pos, b.pos)
    } else {
        (combine_first(coef, len, simplex, |v| v.a), combine_first(coef, len, simplex, |v| v.b))
    };
    Closest { dist, points: Some(points), len, certain: false, between: None }
}

/// Whether the plane through `support` normal to `x` shows that the solids are too far apart.
fn is_separated(x: Vec3, support: Vec3, cutoff: f64) -> bool {
    let along = x.dot(support);
    if cutoff <= 0.0 {
        along > 0.0
    } else if cutoff < f64::MAX {
        along > 0.0 && along * along / x.dot(x) >= cutoff * cutoff
    } else {
        false
    }
}

fn is_same_point(a: Vec3, b: Vec3) -> bool {
    (0..3).all(|i| (a[i] - b[i]).abs() < MINVAL)
}

/// Combines a part of the first vertices of a simplex.
#[inline]
fn combine_first(
    coef: [f64; 4],
    len: usize,
    s: &[Vertex; 4],
    part: impl Fn(&Vertex) -> Vec3,
) -> Vec3 {
    let mut sum = part(&s[0]) * coef[0];
    for (vertex, c) in s.iter().zip(coef).take(len).skip(1) {
        sum += part(vertex) * c;
    }
    sum
}

/// Where the origin is, relative to the difference of two solids.
enum Origin {
    Inside {
        /// By more than rounding could change.
        certain: bool,
    },
    Outside {
        /// A direction in which all points of the difference are on the other side.
        dir: Vec3,
    },
}

/// Moves a tetrahedron until it holds the origin.
///
/// The tetrahedron if the origin is inside of the difference; `None` and the simplex as it was if
/// that cannot be told.
#[doc(alias = "gjkIntersect")]
fn intersect(
    a: &mut Solid,
    b: &mut Solid,
    simplex: &mut [Vertex; 4],
    k: &mut i32,
    iterations: i32,
) -> Option<Origin> {
    let mut s = *simplex;
    while *k < iterations {
        // distance of the origin to each face, negative outside
        let side = |i: usize, j: usize, l: usize| inner_side(s[i].diff, s[j].diff, s[l].diff);
        let sides = [side(2, 1, 3), side(0, 2, 3), side(1, 0, 3), side(0, 1, 2)];
        let dist = [sides[0].1, sides[1].1, sides[2].1, sides[3].1];
        if dist.contains(&0.0) {
            return None;
        }

        // the face with the smallest
        let closer = |i: usize, j: usize| if dist[i] < dist[j] { i } else { j };
        let worst = closer(closer(0, 1), closer(2, 3));
        if dist[worst] > 0.0 {
            let length = |v: Vec3| v[0].abs() + v[1].abs() + v[2].abs();
            let size = s.iter().fold(0.0, |sum, v| sum + length(v.diff));
            *simplex = s;
            return Some(Inside { certain: dist[worst] > DOUBT * size });
        }

        // replace the vertex opposite to it by one beyond it
        let normal = sides[worst].0;
        s[worst] = Vertex::support(a, b, normal);
        if normal.dot(s[worst].diff) < 0.0 {
            return Some(Outside { dir: normal });
        }

        // keep the orientation
        s.swap((worst + 1) % 4, (worst + 2) % 4);
        *k += 1;
    }
    None
}

/// The unit normal of a face and its distance to the origin; `f64::MAX` if it has no normal.
#[inline]
fn inner_side(v1: Vec3, v2: Vec3, v3: Vec3) -> (Vec3, f64) {
    let normal = (v3 - v1).cross(v2 - v1);
    let norm2 = normal.dot(normal);
    if norm2 > MINVAL * MINVAL && norm2 < MAXVAL * MAXVAL {
        let unit = normal * (1.0 / norm2.sqrt());
        (unit, unit.dot(v1))
    } else {
        (normal, f64::MAX)
    }
}
