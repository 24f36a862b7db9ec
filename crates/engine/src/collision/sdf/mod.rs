//! Contacts of a signed distance field with a convex shape or another field.
//!
//! Points spread over the intersection of both bounding boxes slide downhill: first along
//! `A + B + |max(A, B)|`, which is smallest where both shapes are deepest, then one step along
//! `max(A, B)`. Where they end inside both shapes there is a contact, with the normal of the
//! surface `A = B`.

pub(super) mod mesh;
mod octree;
pub(super) mod shape;

use std::cell::RefCell;

use super::shape::{Hit, Hits, Shape};
use crate::constants::{MAXCONPAIR, MAXVAL};
use crate::math::scalar::halton;
use crate::math::{MINVAL, Mat3, Num, Pose, Quat, Vec3};
use shape::SdfShape;

/// The smallest step of the line search, relative to the gradient.
const MIN_STEP: f64 = 1e-4;
/// The decrease that a step must bring, relative to the first order estimate.
const DECREASE: f64 = 0.1;
/// More steps than this are never done.
pub(super) const MAX_STEPS: i32 = 10_000;
/// The user is asked whether to go on after so many points.
const POLL: i32 = 16;

/// Contacts of a shape with a signed distance field.
#[doc(alias = "mjc_SDF")]
pub(crate) fn convex_sdf(a: &Shape, b: &Shape, _margin: f64, out: &mut Hits) {
    contacts(a, b, out, None);
}

/// The points at which gradients of the field are asked for while contacts with a shape are found: a
/// list for each point that slides, in the frame of the field. `None` if their boxes are apart.
pub(crate) fn descents(a: &Shape, b: &Shape, out: &mut Hits) -> Option<Vec<Vec<Vec3>>> {
    let asked = RefCell::default();
    contacts(a, b, out, Some(&asked)).then(|| asked.into_inner())
}

/// Adds contacts; false if the boxes of the shapes are apart.
fn contacts(a: &Shape, b: &Shape, out: &mut Hits, asked: Option<&Asked>) -> bool {
    let (Some(other), Some(field)) = (SdfShape::of(a), SdfShape::of(b)) else { return false };
    let (a_world, b_world) = (pose(a), pose(b));
    let pair = Pair { field, other, to_other: Map::between(&b_world, &a_world), asked };
    let Some(region) = Region::of(a, b, &pair.to_other) else { return false };

    // start points are drawn in the frame of a; the way through world rounds as MuJoCo does
    let around = Map::between(&a_world, &a_world);
    let to_field = Map::between(&a_world, &b_world);

    let m = a.m;
    let mut contacts = Contacts::new(b_world, out);
    for i in 0..m.opt.sdf_initpoints {
        if i % POLL == POLL - 1 && m.hooks.interrupted() {
            break;
        }
        if let Some(asked) = asked {
            asked.borrow_mut().push(Vec::new());
        }
        let start = to_field.apply(around.apply(region.point(i)));
        let (low, _) = descend(&pair, Goal::Collision, start, m.opt.sdf_iterations);
        let (x, dist) = descend(&pair, Goal::Intersection, low, 1);
        if !contacts.add(x, dist, |x| pair.outward(x)) {
            break;
        }
    }
    true
}

/// Points at which a gradient was asked for, a list for each point that slides.
type Asked = RefCell<Vec<Vec<Vec3>>>;

/// The pose of a shape, its orientation recovered from the axes.
pub(super) fn pose(shape: &Shape) -> Pose {
    Pose { pos: shape.pos, quat: Quat::from_mat(shape.mat) }
}

/// A rigid motion of points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Map {
    mat: Mat3,
    pos: Vec3,
}

impl Map {
    /// From one frame to another, both given in world.
    pub(super) fn between(from: &Pose, to: &Pose) -> Self {
        let relative = to.inverse().compose(from);
        Self { mat: relative.quat.to_mat(), pos: relative.pos }
    }

    /// The point in the other frame.
    pub(super) fn apply(&self, x: Vec3) -> Vec3 {
        self.mat * x + self.pos
    }

    /// A direction of the other frame in this one.
    fn turn_back(&self, v: Vec3) -> Vec3 {
        self.mat.transpose_mul(v)
    }
}

/// Where both bounding boxes overlap, in the frame of the first shape.
struct Region {
    low: Vec3,
    high: Vec3,
}

impl Region {
    fn of(a: &Shape, b: &Shape, b_to_a: &Map) -> Option<Self> {
        let own = Self::around(&a.m.geom_aabb[a.geom], |corner| corner);
        let other = Self::around(&b.m.geom_aabb[b.geom], |corner| b_to_a.apply(corner));
        let low = Vec3(std::array::from_fn(|k| own.low[k].max_num(other.low[k])));
        let high = Vec3(std::array::from_fn(|k| own.high[k].min_num(other.high[k])));
        let apart = (0..3).any(|k| high[k] < low[k]);
        (!apart).then_some(Self { low, high })
    }

    /// Bounds of the corners of a box, moved.
    fn around(bounds: &[f64; 6], place: impl Fn(Vec3) -> Vec3) -> Self {
        let mut region = Self { low: Vec3([MAXVAL; 3]), high: Vec3([-MAXVAL; 3]) };
        for corner in 0..8 {
            let coordinate = |k: usize| {
                let (center, half) = (bounds[k], bounds[3 + k]);
                if (corner >> k) & 1 == 1 { center + half } else { center - half }
            };
            let p = place(Vec3([coordinate(0), coordinate(1), coordinate(2)]));
            for k in 0..3 {
                region.low[k] = region.low[k].min_num(p[k]);
                region.high[k] = region.high[k].max_num(p[k]);
            }
        }
        region
    }

    /// A point of a sequence that fills the region evenly.
    fn point(&self, i: i32) -> Vec3 {
        let along =
            |k: usize, base: i32| self.low[k] + (self.high[k] - self.low[k]) * halton(i, base);
        Vec3([along(0, 2), along(1, 3), along(2, 5)])
    }
}

/// A function of two signed distances A and B.
#[derive(Clone, Copy, Debug)]
enum Goal {
    /// `A + B + |max(A, B)|`
    Collision,
    /// `max(A, B)`
    Intersection,
}

impl Goal {
    fn of(self, a: f64, b: f64) -> f64 {
        let larger = a.max_num(b);
        match self {
            Self::Collision => a + b + larger.abs(),
            Self::Intersection => larger,
        }
    }
}

/// A distance field and the other shape, as functions of points in the frame of the field.
struct Pair<'a> {
    field: SdfShape<'a>,
    other: SdfShape<'a>,
    to_other: Map,
    /// Where points are noted, if somebody wants to know.
    asked: Option<&'a Asked>,
}

impl Pair<'_> {
    /// Notes that a gradient of the field is asked for.
    fn note(&self, x: Vec3) {
        if let Some(points) = self.asked
            && let Some(last) = points.borrow_mut().last_mut()
        {
            last.push(x);
        }
    }

    /// The gradient of the field.
    fn field_gradient(&self, x: Vec3) -> Vec3 {
        self.note(x);
        self.field.gradient(x)
    }

    /// The distances to both shapes.
    fn distances(&self, x: Vec3) -> (f64, f64) {
        (self.field.distance(x), self.other.distance(self.to_other.apply(x)))
    }

    fn value(&self, goal: Goal, x: Vec3) -> f64 {
        let (a, b) = self.distances(x);
        goal.of(a, b)
    }

    /// The gradient of the distance to the other shape.
    fn other_gradient(&self, x: Vec3) -> Vec3 {
        self.to_other.turn_back(self.other.gradient(self.to_other.apply(x)))
    }

    /// The value of a goal, and its gradient.
    fn slope(&self, goal: Goal, x: Vec3) -> (f64, Vec3) {
        match goal {
            Goal::Collision => {
                self.note(x);
                let (a, grad_a) = self.field.distance_and_gradient(x);
                let (b, grad_b) = self.other.distance_and_gradient(self.to_other.apply(x));
                let grad_b = self.to_other.turn_back(grad_b);
                let larger = if a > b { grad_a } else { grad_b };
                let sign = if a.max_num(b) > 0.0 { 1.0 } else { -1.0 };
                (goal.of(a, b), grad_a + grad_b + larger * sign)
            }
            Goal::Intersection => {
                let (a, b) = self.distances(x);
                let gradient = if a > b { self.field_gradient(x) } else { self.other_gradient(x) };
                (goal.of(a, b), gradient)
            }
        }
    }

    /// The normal of the surface `A = B`.
    fn outward(&self, x: Vec3) -> Vec3 {
        let (grad_a, grad_b) = (self.field_gradient(x), self.other_gradient(x));
        (grad_a.normalized().0 - grad_b.normalized().0).normalized().0
    }
}

/// Slides a point downhill; gives where it ends and the value there.
fn descend(pair: &Pair, goal: Goal, start: Vec3, steps: i32) -> (Vec3, f64) {
    let (mut x, mut value) = (start, MAXVAL);
    for _ in 0..steps.min(MAX_STEPS) {
        let (before, grad) = pair.slope(goal, x);
        if grad.0.iter().any(|g| g.is_nan() || *g > MAXVAL || *g < -MAXVAL) {
            return (x, MAXVAL);
        }

        // halve the step until the value decreases enough
        let from = x;
        let mut step = 2.0;
        let mut wanted = -DECREASE * step * grad.dot(grad);
        loop {
            step *= 0.5;
            wanted *= 0.5;
            x = from + grad * -step;
            value = pair.value(goal, x);
            let too_little = value - before > wanted;
            if step <= MIN_STEP || !too_little {
                break;
            }
        }
        if before < value {
            break;
        }
    }
    (x, value)
}

/// The contacts found so far, and their points in the frame of the field.
pub(super) struct Contacts<'o> {
    field: Pose,
    /// Whether the field is the first of the two shapes, from which normals point to the second.
    field_is_first: bool,
    points: [Vec3; MAXCONPAIR],
    len: usize,
    out: &'o mut Hits,
}

impl<'o> Contacts<'o> {
    /// No contacts with the field at a pose, the second of the two shapes.
    pub(super) fn new(field: Pose, out: &'o mut Hits) -> Self {
        Self { field, field_is_first: false, points: [Vec3::ZERO; MAXCONPAIR], len: 0, out }
    }

    /// The same with the field as the first of the two.
    pub(super) fn of_first(field: Pose, out: &'o mut Hits) -> Self {
        Self { field_is_first: true, ..Self::new(field, out) }
    }

    /// How many contacts there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Adds a contact at a point unless the shapes are apart, the point is known or the normal is
    /// undefined; false if there is no room for more.
    ///
    /// `outward` is the direction out of the field, in its frame.
    pub(super) fn add(&mut self, x: Vec3, dist: f64, outward: impl Fn(Vec3) -> Vec3) -> bool {
        if dist > 0.0 || self.points[..self.len].iter().any(|&p| (x - p).norm() < MINVAL) {
            return true;
        }
        let Some(slot) = self.points.get_mut(self.len) else { return false };
        let (outward, length) = outward(x).normalized();
        if length < MINVAL {
            return true;
        }
        let to_second = if self.field_is_first { outward } else { -outward };
        let normal = self.field.quat.rotate(to_second).normalized().0;
        let pos = self.field.quat.rotate(x) + self.field.pos + normal * (-dist / 2.0);
        if !self.out.push(Hit { dist, pos, normal, tangent: tangent(normal) }) {
            return false;
        }
        *slot = x;
        self.len += 1;
        true
    }
}

/// A unit vector orthogonal to a normal: the y axis made orthogonal, or z if y is too close.
fn tangent(normal: Vec3) -> Vec3 {
    let axis = if normal[1] < 0.5 && normal[1] > -0.5 { Vec3::Y } else { Vec3::Z };
    (axis - normal * normal.dot(axis)).normalized().0
}

#[cfg(test)]
mod tests;
