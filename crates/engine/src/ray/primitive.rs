//! Rays against shapes with closed-form answers: plane, sphere, capsule, ellipsoid, cylinder, box.
//!
//! Distances are in units of the ray's direction: the hit is at `pnt + dist * vec`. Normals point
//! out of the shape, in the world. A ray that starts inside hits the surface from within.

use crate::enums::GeomType;
use crate::math::{MINVAL, Mat3, Vec3};

/// Where a ray meets a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Distance in units of the direction.
    pub dist: f64,
    /// Outward unit normal, in the world.
    pub normal: Vec3,
}

/// A half-line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where it starts.
    pub pnt: Vec3,
    /// Where it points; any length.
    pub vec: Vec3,
}

impl Ray {
    /// The same ray in a frame at `pos` with axes `mat`.
    #[must_use]
    pub(super) fn in_frame(self, pos: Vec3, mat: &Mat3) -> Self {
        Self { pnt: mat.transpose_mul(self.pnt - pos), vec: mat.transpose_mul(self.vec) }
    }

    /// The point at a distance.
    pub(super) fn at(self, dist: f64) -> Vec3 {
        self.pnt + self.vec * dist
    }
}

/// The first hit of a ray with a shape at `pos` with axes `mat`; `None` if it misses.
///
/// Shapes other than the six primitive ones are missed.
#[doc(alias = "mju_rayGeom")]
#[must_use]
pub fn ray_geom(kind: GeomType, pos: Vec3, mat: &Mat3, size: Vec3, ray: Ray) -> Option<Hit> {
    // each shape answers in its own frame, the sphere in the world
    let local = ray.in_frame(pos, mat);
    let (dist, normal) = match kind {
        GeomType::Plane => {
            let dist = plane(size, local)?;
            return Some(Hit { dist, normal: mat.col(2) });
        }
        GeomType::Sphere => {
            let dist = sphere(size[0] * size[0], Ray { pnt: ray.pnt - pos, vec: ray.vec })?;
            let normal = (ray.pnt + dist * ray.vec - pos).normalized().0;
            return Some(Hit { dist, normal });
        }
        // the others are inside a sphere, which most rays miss
        GeomType::Capsule => {
            let radius = size[0] + size[1];
            sphere(radius * radius, Ray { pnt: ray.pnt - pos, vec: ray.vec })?;
            capsule(size, local)?
        }
        GeomType::Cylinder => {
            let square = size[0] * size[0] + size[1] * size[1];
            sphere(square, Ray { pnt: ray.pnt - pos, vec: ray.vec })?;
            cylinder(size, local)?
        }
        GeomType::Box => first_face(&box_faces(pos, mat, size, ray)?)?,
        GeomType::Ellipsoid => ellipsoid(size, local)?,
        _ => return None,
    };
    Some(Hit { dist, normal: *mat * normal })
}

/// The nearest of the solutions so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest<T>(pub(super) Option<(f64, T)>);

impl<T> Nearest<T> {
    /// Takes a solution if it is nearer than the one before: of equal ones the first stays, and
    /// what is no number is never taken. True if it is taken.
    pub(super) fn offer(&mut self, dist: f64, part: T) -> bool {
        let nearer = dist >= 0.0 && self.0.as_ref().is_none_or(|(best, _)| dist < *best);
        if nearer {
            self.0 = Some((dist, part));
        }
        nearer
    }
}

/// The front of a plane, within its rectangle where that is finite.
fn plane(size: Vec3, Ray { pnt, vec }: Ray) -> Option<f64> {
    if vec[2] > -MINVAL {
        return None;
    }
    let x = -pnt[2] / vec[2];
    if x < 0.0 {
        return None;
    }
    let within = |i: usize| size[i] <= 0.0 || (pnt[i] + x * vec[i]).abs() <= size[i];
    (within(0) && within(1)).then_some(x)
}

/// A sphere about the origin.
pub(super) fn sphere(radius_squared: f64, Ray { pnt, vec }: Ray) -> Option<f64> {
    first_root(vec.dot(vec), vec.dot(pnt), pnt.dot(pnt) - radius_squared)
}

fn capsule(size: Vec3, ray: Ray) -> Option<(f64, Vec3)> {
    let (radius, half) = (size[0], size[1]);
    let Ray { pnt, vec } = ray;
    let mut nearest = Nearest(None);
    if let Some(x) = round_side(radius, half, ray) {
        nearest.offer(x, 0.0);
    }

    // the outer half of the sphere at each end
    for end in [1.0, -1.0] {
        let dif = Vec3([pnt[0], pnt[1], pnt[2] - end * half]);
        let both = roots(vec.dot(vec), vec.dot(dif), dif.dot(dif) - radius * radius);
        for x in both.into_iter().flatten().filter(|&x| x >= 0.0) {
            let z = pnt[2] + x * vec[2];
            if if end > 0.0 { z >= half } else { z <= -half } {
                nearest.offer(x, end);
            }
        }
    }

    let (x, end) = nearest.0?;
    let mut normal = pnt + x * vec;
    normal[2] = if end == 0.0 { 0.0 } else { normal[2] - half * end };
    Some((x, normal.normalized().0))
}

fn ellipsoid(size: Vec3, Ray { pnt, vec }: Ray) -> Option<(f64, Vec3)> {
    let s = Vec3([0, 1, 2].map(|i| 1.0 / (size[i] * size[i])));
    let weighted = |u: Vec3, v: Vec3| s[0] * u[0] * v[0] + s[1] * u[1] * v[1] + s[2] * u[2] * v[2];
    let x = first_root(weighted(vec, vec), weighted(vec, pnt), weighted(pnt, pnt) - 1.0)?;
    let gradient = s.scale_by(pnt + x * vec);
    Some((x, gradient.normalized().0))
}

fn cylinder(size: Vec3, ray: Ray) -> Option<(f64, Vec3)> {
    let (radius, half) = (size[0], size[1]);
    let Ray { pnt, vec } = ray;
    let mut nearest = Nearest(None);

    // flat ends
    if vec[2].abs() > MINVAL {
        for end in [-1.0, 1.0] {
            let x = (end * half - pnt[2]) / vec[2];
            let (p0, p1) = (pnt[0] + x * vec[0], pnt[1] + x * vec[1]);
            if x >= 0.0 && p0 * p0 + p1 * p1 <= radius * radius {
                nearest.offer(x, end);
            }
        }
    }
    if let Some(x) = round_side(radius, half, ray) {
        nearest.offer(x, 0.0);
    }

    let (x, end) = nearest.0?;
    if end != 0.0 {
        return Some((x, Vec3([0.0, 0.0, end])));
    }
    let outward = Vec3([pnt[0] + vec[0] * x, pnt[1] + vec[1] * x, 0.0]);
    Some((x, outward.normalized().0))
}

/// Distances to the faces of a box that a ray passes through: -x, +x, -y, +y, -z, +z.
pub(super) type Faces = [Option<f64>; 6];

/// Where a ray meets the faces of a box at `pos` with axes `mat`; `None` if it misses the sphere
/// around the box.
pub(super) fn box_faces(pos: Vec3, mat: &Mat3, size: Vec3, ray: Ray) -> Option<Faces> {
    sphere(size.dot(size), Ray { pnt: ray.pnt - pos, vec: ray.vec })?;
    let Ray { pnt, vec } = ray.in_frame(pos, mat);
    let mut faces = [None; 6];
    for axis in (0..3).filter(|&i| vec[i].abs() > MINVAL) {
        for (at, side) in [-1.0, 1.0].into_iter().enumerate() {
            let x = (side * size[axis] - pnt[axis]) / vec[axis];
            let within = |i: usize| i == axis || (pnt[i] + x * vec[i]).abs() <= size[i];
            if x >= 0.0 && (0..3).all(within) {
                faces[2 * axis + at] = Some(x);
            }
        }
    }
    Some(faces)
}

/// Distance to the first face and its normal, in the frame of the box.
pub(super) fn first_face(faces: &Faces) -> Option<(f64, Vec3)> {
    let mut nearest = Nearest(None);
    for (face, x) in faces.iter().enumerate() {
        if let &Some(x) = x {
            nearest.offer(x, face);
        }
    }
    let (x, face) = nearest.0?;
    let mut normal = Vec3::ZERO;
    normal[face / 2] = if face % 2 == 0 { -1.0 } else { 1.0 };
    Some((x, normal))
}

/// Whether a ray meets a box.
pub(super) fn meets_box(pos: Vec3, mat: &Mat3, size: Vec3, ray: Ray) -> bool {
    box_faces(pos, mat, size, ray).is_some_and(|faces| faces.iter().any(Option::is_some))
}

/// The round side of a cylinder of half length `half` along z: its first root, if between the ends.
fn round_side(radius: f64, half: f64, Ray { pnt, vec }: Ray) -> Option<f64> {
    let a = vec[0] * vec[0] + vec[1] * vec[1];
    let b = vec[0] * pnt[0] + vec[1] * pnt[1];
    let c = pnt[0] * pnt[0] + pnt[1] * pnt[1] - radius * radius;
    first_root(a, b, c).filter(|x| (pnt[2] + x * vec[2]).abs() <= half)
}

/// The smallest root of `a x^2 + 2 b x + c` that is not negative.
fn first_root(a: f64, b: f64, c: f64) -> Option<f64> {
    roots(a, b, c)?.into_iter().find(|&x| x >= 0.0)
}

/// Both roots of `a x^2 + 2 b x + c`, the smaller first.
fn roots(a: f64, b: f64, c: f64) -> Option<[f64; 2]> {
    let det = b * b - a * c;
    if det < 0.0 || a < MINVAL {
        return None;
    }
    let det = det.sqrt();
    Some([(-b - det) / a, (-b + det) / a])
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPES: [GeomType; 6] = [
        GeomType::Plane,
        GeomType::Sphere,
        GeomType::Capsule,
        GeomType::Ellipsoid,
        GeomType::Cylinder,
        GeomType::Box,
    ];

    fn down(kind: GeomType, x: f64) -> Option<Hit> {
        let ray = Ray { pnt: Vec3([x, 0.0, 5.0]), vec: Vec3([0.0, 0.0, -2.0]) };
        ray_geom(kind, Vec3([0.0, 0.0, 1.0]), &Mat3::IDENTITY, Vec3([0.5, 1.0, 2.0]), ray)
    }

    #[test]
    fn a_ray_from_above_meets_the_top_of_every_shape() {
        // heights above the center: 0, r, half length + r, c, half length, c
        for (kind, height) in SHAPES.into_iter().zip([0.0, 0.5, 1.5, 2.0, 1.0, 2.0]) {
            let hit = down(kind, 0.0).unwrap();
            assert!((hit.dist - (4.0 - height) / 2.0).abs() < 1e-15, "{kind:?}");
            assert!((hit.normal - Vec3::Z).norm() < 1e-15, "{kind:?}");
            assert_eq!(down(kind, 0.6), None, "{kind:?}");
        }
        assert_eq!(down(GeomType::Mesh, 0.0), None);
    }

    #[test]
    fn a_ray_from_the_side_meets_the_round_wall() {
        let ray = Ray { pnt: Vec3([3.0, 0.0, 0.3]), vec: Vec3([-1.0, 0.0, 0.0]) };
        for kind in [GeomType::Capsule, GeomType::Cylinder, GeomType::Box] {
            let size = Vec3([0.5, 1.0, 1.0]);
            let hit = ray_geom(kind, Vec3::ZERO, &Mat3::IDENTITY, size, ray).unwrap();
            assert!((hit.dist - 2.5).abs() < 1e-15, "{kind:?}");
            assert!((hit.normal - Vec3::X).norm() < 1e-15, "{kind:?}");
        }
    }

    #[test]
    fn broken_numbers_are_missed() {
        let nan = Vec3([f64::NAN; 3]);
        for kind in SHAPES {
            let rays = [Ray { pnt: nan, vec: Vec3::Z }, Ray { pnt: Vec3::Z, vec: Vec3::ZERO }];
            for ray in rays {
                let hit = ray_geom(kind, Vec3::ZERO, &Mat3::IDENTITY, Vec3([1.0; 3]), ray);
                assert!(hit.is_none_or(|h| h.dist.is_nan()), "{kind:?}");
            }
        }
    }
}
