//! Contacts of pairs of shapes, and how they move when the second shape moves relative to the first.
//!
//! The functions are those of collision detection, on dual numbers that hold six slopes. They give all contacts that a pair
//! can have; the one that the engine found is told by its place.

use ferrodyn_engine::enums::GeomType;
use ferrodyn_engine::ids::GeomId;
use ferrodyn_engine::math::{MINVAL, Mat3Of, Num, Vec3, Vec3Of};
use ferrodyn_engine::{Contact, Data, Model};

use crate::dual::{Dual, moved_axes, moved_point, values};
use crate::error::{DeriveError, refuse};

type Vector = Vec3Of<Dual>;

/// How far, relative to the sizes involved, a contact may be from where it is expected.
const NEAR: f64 = 1e-7;
/// The most contacts of a pair.
const MOST: usize = 8;

/// A shape, its position relative to the point that motions are about.
struct Shape {
    pos: Vector,
    mat: Mat3Of<Dual>,
    size: Vec3,
}

impl Shape {
    /// The z axis.
    fn axis(&self) -> Vector {
        self.mat.col(2)
    }
}

/// A contact: distance, place, normal, and the first tangent if the shapes give one.
#[derive(Clone, Copy)]
pub(crate) struct Hit {
    pub(crate) dist: Dual,
    pub(crate) pos: Vector,
    normal: Vector,
    tangent: Option<Vector>,
}

/// The contacts that a pair can have.
struct Hits {
    list: [Option<Hit>; MOST],
    count: usize,
}

impl Hits {
    fn push(&mut self, hit: &Hit) {
        if let Some(place) = self.list.get_mut(self.count) {
            *place = Some(*hit);
            self.count += 1;
        }
    }
}

/// A contact that the engine found, with slopes along the motions of its second geom about `origin`, in world.
pub(crate) fn find(
    m: &Model,
    d: &Data,
    contact: &Contact,
    origin: Vec3,
) -> Result<Hit, DeriveError> {
    let [Some(first), Some(second)] = contact.geoms() else {
        return refuse("contacts of flexes");
    };
    let mut hits = Hits { list: [None; MOST], count: 0 };
    let [a, b] = [first, second].map(|g| d.geom_xpos[g] - origin);
    let fixed = Shape {
        pos: Vec3Of::splat(a),
        mat: Mat3Of::splat(d.geom_xmat[first]),
        size: m.geom_size[first],
    };
    let moved = Shape {
        pos: moved_point(b),
        mat: moved_axes(&d.geom_xmat[second]),
        size: m.geom_size[second],
    };
    let kinds = [first, second].map(|g| m.geom_type.kind(g));
    let found = contact.pos - origin;
    match kinds {
        [Some(GeomType::Plane), Some(kind)] => {
            plane(kind, &fixed, &moved, found, contact, &mut hits);
        }
        [Some(GeomType::Sphere), Some(GeomType::Sphere)] => {
            sphere_sphere(&fixed, &moved, &mut hits);
        }
        [Some(GeomType::Sphere), Some(GeomType::Capsule)] => {
            sphere_capsule(&fixed, &moved, &mut hits);
        }
        [Some(GeomType::Sphere), Some(GeomType::Cylinder)] => {
            sphere_cylinder(&fixed, &moved, &mut hits);
        }
        [Some(GeomType::Sphere), Some(GeomType::Box)] => sphere_box(&fixed, &moved, &mut hits),
        [Some(GeomType::Capsule), Some(GeomType::Capsule)] => {
            capsule_capsule(&fixed, &moved, &mut hits);
        }
        _ => return refuse(format!("the contact of {} with {}", name(m, first), name(m, second))),
    }

    let size = 1.0 + contact.dist.abs() + found.norm();
    let error =
        |hit: &Hit| (values(hit.pos) - found).norm() + (hit.dist.value - contact.dist).abs();
    let hits = hits.list.iter().flatten();
    let nearest = hits.min_by(|x, y| error(x).total_cmp(&error(y)));
    match nearest {
        Some(hit) if error(hit) < NEAR * size => Ok(*hit),
        _ => refuse(format!(
            "the contact of {} with {} at this place",
            name(m, first),
            name(m, second)
        )),
    }
}

/// The name of a geom and its shape.
fn name(m: &Model, g: GeomId) -> String {
    let kind = m.geom_type.kind(g).map_or("shape", |kind| match kind {
        GeomType::Plane => "plane",
        GeomType::Hfield => "height field",
        GeomType::Sphere => "sphere",
        GeomType::Capsule => "capsule",
        GeomType::Ellipsoid => "ellipsoid",
        GeomType::Cylinder => "cylinder",
        GeomType::Box => "box",
        GeomType::Mesh => "mesh",
        GeomType::Sdf => "distance field",
        _ => "shape",
    });
    match m.name(g) {
        Some(name) => format!("{kind} {name:?}"),
        None => format!("{kind} {}", g.0),
    }
}

/// A plane against anything whose lowest point is a point of the body (a corner, a vertex), or follows from its axes.
fn plane(
    kind: GeomType,
    plane: &Shape,
    shape: &Shape,
    found: Vec3,
    contact: &Contact,
    out: &mut Hits,
) {
    let normal = plane.axis();
    match kind {
        GeomType::Sphere => out.push(&plane_ball(plane, shape.pos, shape.size[0])),
        GeomType::Capsule => {
            for end in [1.0, -1.0] {
                let center = shape.pos + shape.axis() * Dual::splat(end * shape.size[1]);
                let hit = plane_ball(plane, center, shape.size[0]);
                out.push(&Hit { tangent: Some(shape.axis()), ..hit });
            }
        }
        GeomType::Cylinder => plane_cylinder(plane, shape, out),
        GeomType::Ellipsoid => {
            // the point farthest along a direction: with half axes s, s^2 dir / |s dir|
            let size = Vec3Of::splat(shape.size);
            let on_sphere = shape.mat.transpose_mul(-normal).scale_by(size).normalized().0;
            let lowest = shape.mat * on_sphere.scale_by(size) + shape.pos;
            out.push(&plane_point(plane, lowest));
        }
        GeomType::Box | GeomType::Mesh => {
            let frame = contact.frame.row(0);
            out.push(&plane_point(plane, moved_point(found + frame * (0.5 * contact.dist))));
        }
        _ => {}
    }
}

/// A plane and a point of a body.
fn plane_point(plane: &Shape, point: Vector) -> Hit {
    let normal = plane.axis();
    let dist = normal.dot(point - plane.pos);
    Hit { dist, pos: point - normal * (dist * 0.5), normal, tangent: None }
}

fn plane_ball(plane: &Shape, center: Vector, radius: f64) -> Hit {
    let normal = plane.axis();
    let dist = (center - plane.pos).dot(normal) - Dual::splat(radius);
    let pos = center - normal * (dist * 0.5 + Dual::splat(radius));
    Hit { dist, pos, normal, tangent: None }
}

/// The lowest point of a cylinder, the point above it on the other disk, and two that complete a triangle.
fn plane_cylinder(plane: &Shape, cylinder: &Shape, out: &mut Hits) {
    let normal = plane.axis();
    let [radius, half, _] = cylinder.size.0;
    let axis = cylinder.axis();
    let axis = if normal.dot(axis).value > 0.0 { -axis } else { axis };
    let slope = normal.dot(axis);
    let down = axis * Dual::splat(half);
    let descent = axis * slope - normal;
    let rim = if descent.dot(descent).value >= MINVAL * MINVAL {
        descent.normalized().0 * Dual::splat(radius)
    } else {
        cylinder.mat.col(0) * Dual::splat(radius)
    };
    let mut touch = |point: Vector, height: Dual| {
        out.push(&Hit {
            dist: height,
            pos: point - normal * (height * 0.5),
            normal,
            tangent: None,
        });
    };
    let height = |point: Vector| (point - plane.pos).dot(normal);
    for point in [cylinder.pos + rim + down, cylinder.pos + rim - down] {
        touch(point, height(point));
    }
    let side = rim.cross(down).normalized().0 * Dual::splat(radius * 3.0_f64.sqrt() / 2.0);
    for point in [cylinder.pos + side, cylinder.pos - side] {
        let point = point + down - rim * Dual::splat(0.5);
        touch(point, height(point));
    }
}

/// Two balls; none where their centers coincide.
fn balls(a: Vector, a_radius: f64, b: Vector, b_radius: f64, out: &mut Hits) {
    let (normal, length) = (b - a).normalized();
    if length.value < MINVAL {
        return;
    }
    let dist = length - Dual::splat(a_radius + b_radius);
    let pos = normal * (Dual::splat(a_radius) + dist * 0.5) + a;
    out.push(&Hit { dist, pos, normal, tangent: None });
}

fn sphere_sphere(a: &Shape, b: &Shape, out: &mut Hits) {
    balls(a.pos, a.size[0], b.pos, b.size[0], out);
}

fn sphere_capsule(sphere: &Shape, capsule: &Shape, out: &mut Hits) {
    let (axis, half) = (capsule.axis(), capsule.size[1]);
    let along = axis.dot(sphere.pos - capsule.pos).clip(-half, half);
    balls(sphere.pos, sphere.size[0], axis * along + capsule.pos, capsule.size[0], out);
}

/// The side, a disk or a rim, depending on where the center of the sphere is.
fn sphere_cylinder(sphere: &Shape, cylinder: &Shape, out: &mut Hits) {
    let [radius, half, _] = cylinder.size.0;
    let axis = cylinder.axis();
    let offset = sphere.pos - cylinder.pos;
    let height = axis.dot(offset);
    let along = axis * height;
    let across = offset - along;
    let distance = across.norm();
    let up = height.value > 0.0;

    let beside = height.value.abs() < half;
    let over = distance.value < radius;
    let disk_is_nearer = half - height.value.abs() < radius - distance.value;
    if beside && !(over && disk_is_nearer) {
        balls(sphere.pos, sphere.size[0], along + cylinder.pos, radius, out);
    } else if over {
        let outward = if up { axis } else { -axis };
        let dist = outward.dot(offset) - Dual::splat(half + sphere.size[0]);
        let pos = sphere.pos - outward * (dist * 0.5 + Dual::splat(sphere.size[0]));
        out.push(&Hit { dist, pos, normal: -outward, tangent: None });
    } else {
        let reach = Dual::splat(if up { half } else { -half });
        let rim = axis * reach + across * (Dual::splat(radius) / distance) + cylinder.pos;
        balls(sphere.pos, sphere.size[0], rim, 0.0, out);
    }
}

/// The nearest point of the box; of a center inside, the nearest face.
fn sphere_box(sphere: &Shape, cuboid: &Shape, out: &mut Hits) {
    let (half, radius) = (cuboid.size, Dual::splat(sphere.size[0]));
    let center = cuboid.mat.transpose_mul(sphere.pos - cuboid.pos);
    let nearest = Vec3Of(std::array::from_fn(|i| center[i].clip(-half[i], half[i])));
    let (toward, gap) = (nearest - center).normalized();
    let (dist, pos, normal) = if gap.value <= MINVAL {
        let inside = |i: usize| half[i] - center[i].value.abs();
        let face = (1..3).fold(0, |best, i| if inside(i) < inside(best) { i } else { best });
        let side = if center[face].value > 0.0 { 1.0 } else { -1.0 };
        let mut inward = Vec3::ZERO;
        inward[face] = -side;
        let inward = Vec3Of::splat(inward);
        let depth = Dual::splat(half[face]) - center[face] * side;
        (-depth - radius, center + inward * ((radius - depth) * 0.5), inward)
    } else {
        (gap - radius, (nearest + center + toward * radius) * Dual::splat(0.5), toward)
    };
    let pos = cuboid.mat * pos + cuboid.pos;
    out.push(&Hit { dist, pos, normal: cuboid.mat * normal, tangent: None });
}

/// The nearest points of two segments; of parallel ones, each end with the nearest point of the other.
fn capsule_capsule(a: &Shape, b: &Shape, out: &mut Hits) {
    let h1 = a.axis() * Dual::splat(a.size[1]);
    let h2 = b.axis() * Dual::splat(b.size[1]);
    let apart = a.pos - b.pos;
    let (m11, m12, m22) = (h1.dot(h1), -h1.dot(h2), h2.dot(h2));
    let (rhs1, rhs2) = (-h1.dot(apart), h2.dot(apart));
    let x1_at = |x2: Dual| (rhs1 - m12 * x2) / m11;
    let x2_at = |x1: Dual| (rhs2 - m12 * x1) / m22;
    let mut touch = |x1: Dual, x2: Dual| {
        balls(h1 * x1 + a.pos, a.size[0], h2 * x2 + b.pos, b.size[0], out);
    };

    let det = m11 * m22 - m12 * m12;
    if det.value.abs() < MINVAL {
        for end in [1.0, -1.0].map(Dual::splat) {
            touch(end, x2_at(end).clip(-1.0, 1.0));
            touch(x1_at(end).clip(-1.0, 1.0), end);
        }
        return;
    }
    let mut x1 = (m22 * rhs1 - m12 * rhs2) / det;
    let mut x2 = (m11 * rhs2 - m12 * rhs1) / det;
    if x1.value.abs() > 1.0 {
        x1 = Dual::splat(x1.value.signum());
        x2 = x2_at(x1);
    }
    if x2.value.abs() > 1.0 {
        x2 = Dual::splat(x2.value.signum());
        x1 = x1_at(x2).clip(-1.0, 1.0);
    }
    touch(x1, x2);
}

/// Axes of a contact, and how much they spin about the normal when the whole world turns.
pub(crate) struct Frame {
    /// The normal and two tangents.
    pub(crate) axes: [Vector; 3],
    /// The scalar product with a rotation of both shapes is the angle by which the tangents turn more than the shapes do:
    /// where shapes give no tangent, one is guessed from the axes of the world, which do not turn.
    pub(crate) spin: Vec3,
}

impl Frame {
    pub(crate) fn new(hit: &Hit) -> Self {
        let x = hit.normal.normalized().0;
        let given = hit.tangent.filter(|t| t.dot(*t).value >= 0.25);
        let guess = if x[1].value < 0.5 && x[1].value > -0.5 { Vec3::Y } else { Vec3::Z };
        let tangent = given.unwrap_or(Vec3Of::splat(guess));
        let (y, across) = (tangent - x * x.dot(tangent)).normalized();
        let spin = if given.is_some() {
            Vec3::ZERO
        } else {
            values(y) * (values(x).dot(guess) / across.value) - values(x)
        };
        Self { axes: [x, y, x.cross(y)], spin }
    }
}

#[cfg(test)]
mod tests;
