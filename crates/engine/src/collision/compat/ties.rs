//! Pairs that barely touch: whether MuJoCo tests them at all.
//!
//! Surfaces that touch in one point, as in models that start at rest, make a contact or none as
//! rounding decides: that of MuJoCo's bounding boxes, aligned with the principal axes of the positions
//! of geoms and swept along the first of them in 32 bits, and that of the trees of boxes. The
//! broadphase uses other boxes, slightly larger; here the same boxes as in MuJoCo decide. Deeper
//! contacts do not depend on boxes and are not looked at again.

use crate::collision::candidates::broadphase::body_geoms;
use crate::collision::candidates::kinds::by_type;
use crate::collision::candidates::midphase::{Midphase, uses_trees};
use crate::data::Data;
use crate::enums::{EnableBit, GeomType};
use crate::ids::{BodyId, GeomId};
use crate::math::scalar::{max, min};
use crate::math::{Mat3, Vec3, eig3};
use crate::model::Model;

/// Decides pairs in doubt.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ties {
    axes: Option<[Vec3; 3]>,
    walk: Midphase,
}

impl Ties {
    /// Forgets the state of the step before.
    pub(crate) fn clear(&mut self) {
        self.axes = None;
    }

    /// Whether [`tested`](Self::tested) depends on where other geoms are.
    pub(crate) fn looks_at_boxes(m: &Model, geoms: [GeomId; 2]) -> bool {
        let bodies = bodies_of(m, geoms);
        uses_trees(m, bodies) || !bodies.iter().any(|&b| is_ground(m, b))
    }

    /// Whether MuJoCo's boxes let two geoms through that are not named by the model.
    pub(crate) fn tested(&mut self, m: &Model, d: &mut Data, geoms: [GeomId; 2]) -> bool {
        let bodies = bodies_of(m, geoms);
        self.boxes_overlap(m, d, bodies)
            && (!uses_trees(m, bodies) || {
                self.walk.walk(m, d, bodies);
                self.walk.pairs.contains(&by_type(m, geoms))
            })
    }

    /// Whether the boxes of two bodies overlap; the ground has none.
    fn boxes_overlap(&mut self, m: &Model, d: &Data, [a, b]: [BodyId; 2]) -> bool {
        if is_ground(m, a) || is_ground(m, b) {
            return true;
        }
        let axes = self.axes.get_or_insert_with(|| principal_axes(m, d));
        let (Some(a), Some(b)) = (body_box(m, d, a, axes), body_box(m, d, b, axes)) else {
            return true;
        };

        // of equal ends along the sweep, that of the first body comes first
        let [a_min, a_max] = [a.min[0] as f32, a.max[0] as f32];
        let [b_min, b_max] = [b.min[0] as f32, b.max[0] as f32];
        let swept_apart = a_min > b_max || b_min >= a_max;
        !swept_apart && (1..3).all(|k| !(a.min[k] > b.max[k] || b.min[k] > a.max[k]))
    }
}

/// The bodies of two geoms, in order.
fn bodies_of(m: &Model, geoms: [GeomId; 2]) -> [BodyId; 2] {
    let mut bodies = geoms.map(|g| m.geom_bodyid[g].present());
    bodies.sort_unstable();
    bodies
}

/// The box around the geoms of a body.
struct BodyBox {
    min: [f64; 3],
    max: [f64; 3],
}

/// Whether a body is paired with all others: the world with geoms, or a body fixed to it that has
/// a plane.
fn is_ground(m: &Model, b: BodyId) -> bool {
    let plane = |g: GeomId| m.geom_type[g] == GeomType::Plane;
    b.0 == 0 || (m.body_weldid[b].raw() == 0 && body_geoms(m, b).any(plane))
}

/// Principal axes of the positions of geoms and vertices of flexes outside the world, the direction of
/// largest spread first.
fn principal_axes(m: &Model, d: &Data) -> [Vec3; 3] {
    let moving = || m.geoms().filter(|&g| m.geom_bodyid[g].raw() != 0).map(|g| d.geom_xpos[g]);
    let of_flexes = || m.flex_vertbodyid.raw().iter().zip(d.flexvert_xpos.iter());
    let points = || moving().chain(of_flexes().filter(|(b, _)| **b != 0).map(|(_, at)| *at));
    let mut count = 0.0;
    let mut center = Vec3::ZERO;
    for point in points() {
        center += point;
        count += 1.0;
    }
    let scale = 1.0 / count;
    center *= scale;

    let mut cov = Mat3([0.0; 9]);
    for point in points() {
        let arm = point - center;
        for i in 0..3 {
            for j in 0..3 {
                cov[3 * i + j] += arm[i] * arm[j];
            }
        }
    }
    let (_, quat) = eig3(&Mat3(cov.0.map(|x| x * scale)));
    let axes = quat.to_mat();
    [0, 1, 2].map(|i| axes.row(i))
}

/// The box of a body, `None` without geoms. Each geom counts with its box or its sphere, whichever
/// is smaller along the axis.
#[doc(alias = "makeAAMM")]
fn body_box(m: &Model, d: &Data, body: BodyId, axes: &[Vec3; 3]) -> Option<BodyBox> {
    let overriding = if m.opt.enabled(EnableBit::Override) { 0.5 * m.opt.o_margin } else { 0.0 };
    let of_geom = |g: GeomId| {
        let margin = if overriding == 0.0 { m.geom_margin[g] } else { overriding };
        let [x, y, z, half @ ..] = m.geom_aabb[g];
        let (pos, mat) = (d.geom_xpos[g], &d.geom_xmat[g]);
        let center = *mat * Vec3::new(x, y, z) + pos;
        let radius = m.geom_rbound[g];
        let mut made = BodyBox { min: [0.0; 3], max: [0.0; 3] };
        for (k, &axis) in axes.iter().enumerate() {
            let at = center.dot(axis);
            let reach = |i: usize| (half[i] * mat.col(i).dot(axis)).abs();
            let reach = reach(0) + reach(1) + reach(2);
            let sphere = pos.dot(axis);
            made.min[k] = max(sphere - radius, at - reach) - margin;
            made.max[k] = min(sphere + radius, at + reach) + margin;
        }
        made
    };
    body_geoms(m, body).map(of_geom).reduce(|a, b| BodyBox {
        min: std::array::from_fn(|k| min(a.min[k], b.min[k])),
        max: std::array::from_fn(|k| max(a.max[k], b.max[k])),
    })
}
