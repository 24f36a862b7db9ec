//! Signed distance of a point to a shape, and its gradient, in the frame of the shape.
//!
//! Exact for planes, spheres and capsules, and outside boxes and cylinders. Inside a box the
//! gradient turns from radial to the face normals; the distance of an ellipsoid is its first order
//! estimate; meshes are interpolated ([`Octree`]).

use std::fmt;

use super::octree::Octree;
use crate::collision::shape::Shape;
use crate::constants::MAXVAL;
use crate::enums::GeomType;
use crate::hooks::plugin::SdfPlugin;
use crate::ids::MeshId;
use crate::math::{Num, Vec3};

/// What distances are measured to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SdfShape<'a> {
    /// The half space below z = 0.
    Plane,
    /// A ball with a radius.
    Sphere(f64),
    /// A segment along z with a radius.
    Capsule { radius: f64, half: f64 },
    /// An ellipsoid with half axes.
    Ellipsoid(Vec3),
    /// A cylinder along z.
    Cylinder { radius: f64, half: f64 },
    /// A box with half sizes.
    Box(Vec3),
    /// A mesh with an octree.
    Mesh(Octree<'a>),
    /// What a plugin computes.
    Plugin(Field<'a>),
}

/// The distance field of a plugin.
#[derive(Clone, Copy)]
pub(crate) struct Field<'a>(&'a dyn SdfPlugin);

impl fmt::Debug for Field<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Field").field(&self.0.aabb()).finish()
    }
}

impl<'a> SdfShape<'a> {
    /// The solid of a geom; `None` for height fields, for meshes without an octree and for fields of
    /// plugins that are not there.
    pub(crate) fn of(shape: &Shape<'a>) -> Option<Self> {
        let [x, y, _] = shape.size.0;
        if shape.kind == GeomType::Sdf
            && let Some(id) = shape.m.geom_plugin[shape.geom].id()
        {
            return shape.m.plugin(id)?.sdf().map(|sdf| Self::Plugin(Field(sdf)));
        }
        Some(match shape.kind {
            GeomType::Plane => Self::Plane,
            GeomType::Sphere => Self::Sphere(x),
            GeomType::Capsule => Self::Capsule { radius: x, half: y },
            GeomType::Ellipsoid => Self::Ellipsoid(shape.size),
            GeomType::Cylinder => Self::Cylinder { radius: x, half: y },
            GeomType::Box => Self::Box(shape.size),
            GeomType::Mesh | GeomType::Sdf => {
                let mesh = MeshId::new(shape.m.geom_dataid[shape.geom])?;
                Self::Mesh(Octree::of(shape.m.model, mesh)?)
            }
            _ => return None,
        })
    }

    /// Signed distance to the surface, negative inside.
    #[doc(alias = "mjc_distance")]
    pub(crate) fn distance(&self, x: Vec3) -> f64 {
        match self {
            Self::Plane => x[2],
            Self::Sphere(radius) => x.norm() - radius,
            Self::Capsule { radius, half } => from_segment(x, *half).norm() - radius,
            Self::Ellipsoid(size) => {
                let (k0, k1, _) = ellipsoid_norms(x, *size);
                k0 * (k0 - 1.0) / k1
            }
            Self::Cylinder { radius, half } => {
                let side = (x[0] * x[0] + x[1] * x[1]).sqrt() - radius;
                let cap = x[2].abs() - half;
                let (b0, b1) = (side.max_num(0.0), cap.max_num(0.0));
                side.max_num(cap).min_num(0.0) + (b0 * b0 + b1 * b1).sqrt()
            }
            Self::Box(size) => box_distance(x, *size),
            // a hole in the octree is far from everything
            Self::Mesh(octree) => octree.distance(x).unwrap_or(MAXVAL),
            Self::Plugin(field) => field.0.distance(x),
        }
    }

    /// Gradient of the distance, not always of unit length.
    #[doc(alias = "mjc_gradient")]
    pub(crate) fn gradient(&self, x: Vec3) -> Vec3 {
        match self {
            Self::Plane => Vec3::Z,
            Self::Sphere(_) => x * (1.0 / x.norm()),
            Self::Capsule { half, .. } => {
                let a = from_segment(x, *half);
                a / a.norm()
            }
            Self::Ellipsoid(size) => ellipsoid_gradient(x, *size),
            Self::Cylinder { radius, half } => cylinder_gradient(x, *radius, *half),
            Self::Box(size) => box_gradient(x, *size),
            Self::Mesh(octree) => octree.gradient(x).unwrap_or(Vec3::ZERO),
            Self::Plugin(field) => field.0.gradient(x),
        }
    }
}

impl SdfShape<'_> {
    /// Distance and gradient.
    pub(crate) fn distance_and_gradient(&self, x: Vec3) -> (f64, Vec3) {
        match self {
            Self::Plugin(field) => field.0.distance_and_gradient(x),
            Self::Mesh(octree) => octree.distance_and_gradient(x).unwrap_or((MAXVAL, Vec3::ZERO)),
            _ => (self.distance(x), self.gradient(x)),
        }
    }
}

/// From the nearest point of a segment along z.
fn from_segment(x: Vec3, half: f64) -> Vec3 {
    Vec3([x[0], x[1], x[2] - x[2].clip(-half, half)])
}

/// Coordinates by which a point lies outside the slabs of a box.
fn beyond(x: Vec3, size: Vec3) -> Vec3 {
    Vec3(std::array::from_fn(|i| x[i].abs() - size[i]))
}

fn positive_part(a: Vec3) -> Vec3 {
    Vec3(a.0.map(|x| x.max_num(0.0)))
}

/// Unit field inside a box: radial at the center, along the normal at a face.
fn radial_field(a: Vec3, x: Vec3, size: Vec3) -> Vec3 {
    let (unit, _) = Vec3(std::array::from_fn(|i| -size[i] / a[i])).normalized();
    Vec3(std::array::from_fn(|i| if x[i] < 0.0 { -unit[i] } else { unit[i] }))
}

fn box_distance(x: Vec3, size: Vec3) -> f64 {
    let a = beyond(x, size);
    if a.0.iter().any(|&a| a >= 0.0) {
        let largest = a[0].max_num(a[1].max_num(a[2]));
        return positive_part(a).norm() + largest.min_num(0.0);
    }
    // inside: along the field to the first face
    let field = radial_field(a, x, size);
    let [t0, t1, t2] = std::array::from_fn(|i| -a[i] / field[i].abs());
    -t0.min_num(t1.min_num(t2)) * field.norm()
}

fn box_gradient(x: Vec3, size: Vec3) -> Vec3 {
    let a = beyond(x, size);
    let larger = if a[0] > a[1] { a[0] } else { a[1] };
    let largest = if a[2] > larger { a[2] } else { larger };
    if largest < 0.0 {
        return radial_field(a, x, size);
    }
    let b = positive_part(a);
    let norm = b.norm();
    let side = |i: usize| if a[i] > 0.0 { b[i] / norm * x[i] / x[i].abs() } else { 0.0 };
    Vec3([side(0), side(1), side(2)])
}

/// `|x/s|`, `|x/s^2|` and the vector `x/s^2`.
fn ellipsoid_norms(x: Vec3, size: Vec3) -> (f64, f64, Vec3) {
    let a = Vec3(std::array::from_fn(|i| x[i] / size[i]));
    let b = Vec3(std::array::from_fn(|i| a[i] / size[i]));
    (a.norm(), b.norm(), b)
}

fn ellipsoid_gradient(x: Vec3, size: Vec3) -> Vec3 {
    // distance = k0 (k0 - 1) / k1
    let (k0, k1, b) = ellipsoid_norms(x, size);
    let (inv0, inv1) = (1.0 / k0, 1.0 / k1);
    let by_k0 = (2.0 * k0 - 1.0) * inv1;
    let by_k1 = k0 * (k0 - 1.0) * inv1 * inv1;
    let along = |i: usize| {
        let grad_k0 = b[i] * inv0;
        let grad_k1 = b[i] * inv1 / (size[i] * size[i]);
        grad_k0 * by_k0 - grad_k1 * by_k1
    };
    Vec3([along(0), along(1), along(2)]).normalized().0
}

fn cylinder_gradient(x: Vec3, radius: f64, half: f64) -> Vec3 {
    let (c, e) = ((x[0] * x[0] + x[1] * x[1]).sqrt(), x[2].abs());
    let (side, cap) = (c - radius, e - half);
    let out = Vec3([
        x[0] / c.max_num(1.0 / MAXVAL),
        x[1] / c.max_num(1.0 / MAXVAL),
        x[2] / e.max_num(1.0 / MAXVAL),
    ]);
    let nearest = if side > cap { side } else { cap };
    if nearest < 0.0 {
        return if side > cap { Vec3([out[0], out[1], 0.0]) } else { Vec3([0.0, 0.0, out[2]]) };
    }
    let (b0, b1) = (side.max_num(0.0), cap.max_num(0.0));
    let norm = (b0 * b0 + b1 * b1).sqrt().max_num(1.0 / MAXVAL);
    Vec3([out[0] * b0 / norm, out[1] * b0 / norm, out[2] * b1 / norm])
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Vec3 = Vec3([0.3, 0.2, 0.5]);
    const SHAPES: [SdfShape; 6] = [
        SdfShape::Plane,
        SdfShape::Sphere(0.3),
        SdfShape::Capsule { radius: 0.3, half: 0.2 },
        SdfShape::Ellipsoid(SIZE),
        SdfShape::Cylinder { radius: 0.3, half: 0.2 },
        SdfShape::Box(SIZE),
    ];

    #[test]
    fn distances_along_an_axis_are_exact() {
        let above = Vec3([0.0, 0.0, 0.9]);
        let expected = [0.9, 0.6, 0.4, 0.4, 0.7, 0.4];
        for (shape, expected) in SHAPES.iter().zip(expected) {
            let dist = shape.distance(above);
            // an ellipsoid along an axis: k0 (k0 - 1) / k1 = x - size
            assert!((dist - expected).abs() < 1e-12, "{shape:?}: {dist}");
        }
    }

    #[test]
    fn the_surface_is_at_distance_zero() {
        let on = [
            Vec3([0.4, 0.1, 0.0]),
            Vec3([0.0, 0.3, 0.0]),
            Vec3([0.3, 0.0, 0.1]),
            Vec3([0.0, 0.2, 0.0]),
            Vec3([0.1, 0.1, -0.2]),
            Vec3([0.1, 0.2, -0.4]),
        ];
        for (shape, x) in SHAPES.iter().zip(on) {
            assert!(shape.distance(x).abs() < 1e-12, "{shape:?}");
        }
    }

    #[test]
    fn gradients_match_finite_differences() {
        const H: f64 = 1e-6;
        // outside of all, in an edge region of box and cylinder; inside of all but the plane
        for x in [Vec3([0.5, -0.45, 0.7]), Vec3([-0.05, 0.04, 0.15])] {
            for shape in SHAPES {
                let slope = |axis: usize| {
                    let (mut low, mut high) = (x, x);
                    low[axis] -= H;
                    high[axis] += H;
                    (shape.distance(high) - shape.distance(low)) / (2.0 * H)
                };
                // inside a box the field is not a gradient, and an ellipsoid's has unit length
                let (numeric, analytic) = (Vec3([slope(0), slope(1), slope(2)]), shape.gradient(x));
                match shape {
                    SdfShape::Box(_) if shape.distance(x) < 0.0 => {
                        assert!((analytic.norm() - 1.0).abs() < 1e-12);
                        assert!(numeric.dot(analytic) > 0.0);
                    }
                    SdfShape::Ellipsoid(_) => {
                        assert!((numeric.normalized().0 - analytic).norm() < 1e-8);
                    }
                    _ => assert!((numeric - analytic).norm() < 1e-8, "{shape:?}"),
                }
            }
        }
    }
}
