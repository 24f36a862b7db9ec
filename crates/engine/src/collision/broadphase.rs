//! Pairs of bodies that may touch: those whose bounding boxes overlap.
//!
//! | reads | writes |
//! |---|---|
//! | `geom_xpos`, `geom_xmat`, `geom_aabb`, `geom_rbound`, `geom_margin`, contact bits | [`Broadphase::pairs`] |
//!
//! The world, and planes fixed to it, are paired with every body. The other bodies are swept along
//! the direction in which the geoms of the model spread most. Boxes are aligned with the principal
//! axes of that spread, and each contains the geoms of a body grown by their margins. Any sound
//! choice of boxes leads to the same contacts.

use super::filter::{Bits, BodyFilter};
use crate::data::Data;
use crate::enums::{EnableBit, GeomType};
use crate::ids::{BodyId, GeomId};
use crate::math::scalar::{max, min};
use crate::math::{Mat3, Vec3, eig3};
use crate::model::Model;

/// Memory of the broadphase, kept from step to step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Broadphase {
    /// The pairs, smaller body first, sorted, each once.
    pub(crate) pairs: Vec<[u32; 2]>,
    bits: Vec<Bits>,
    boxes: Vec<BodyBox>,
    ends: Vec<End>,
    open: Vec<u32>,
}

/// The box around the geoms of a body, along the axes of the sweep.
#[derive(Clone, Copy, Debug)]
struct BodyBox {
    body: BodyId,
    min: [f64; 3],
    max: [f64; 3],
}

/// Where a box begins or ends on the axis of the sweep.
#[derive(Clone, Copy, Debug)]
struct End {
    value: f32,
    /// Twice the place of the box in the list, plus one for its upper end.
    index: u32,
}

impl Broadphase {
    /// Finds all pairs of bodies that the narrow phase has to look at.
    #[doc(alias = "mj_broadphase")]
    pub(crate) fn run(&mut self, m: &Model, d: &Data) {
        self.pairs.clear();
        self.gather_bits(m);
        let filter = BodyFilter::new(m, d);
        self.ground_pairs(m, filter);
        if let Some(axes) = principal_axes(m, d) {
            self.gather_boxes(m, d, &axes);
            self.sweep(m, filter);
        }
        self.pairs.sort_unstable();
        self.pairs.dedup();
    }

    /// Contact bits of bodies as their geoms have them now; the model's own may be out of date.
    fn gather_bits(&mut self, m: &Model) {
        self.bits.clear();
        self.bits.extend(m.bodies().map(|b| {
            let geoms = body_geoms(m, b).map(|g| Bits::of_geom(m, g));
            geoms.fold(Bits::default(), Bits::with)
        }));
    }

    /// Pairs every body with the world and with planes fixed to it.
    fn ground_pairs(&mut self, m: &Model, filter: BodyFilter<'_>) {
        let solid = |b: &BodyId| Bits::of_body(m, *b).any();
        for ground in m.bodies().filter(solid).filter(|&b| is_ground(m, b)) {
            for b in m.bodies().filter(solid) {
                if !filter.apart_from_ground(b) {
                    self.add(m, ground, b);
                }
            }
        }
    }

    /// Adds a pair if the bits of the bodies meet.
    fn add(&mut self, m: &Model, a: BodyId, b: BodyId) {
        let now = self.bits[a.0].meet(self.bits[b.0]);
        if now && Bits::of_body(m, a).meet(Bits::of_body(m, b)) {
            self.pairs.push([a.0.min(b.0) as u32, a.0.max(b.0) as u32]);
        }
    }

    /// Boxes of all bodies but the world that something may touch.
    fn gather_boxes(&mut self, m: &Model, d: &Data, axes: &[Vec3; 3]) {
        self.boxes.clear();
        let solid = m.bodies().skip(1).filter(|&b| Bits::of_body(m, b).any());
        self.boxes.extend(solid.filter_map(|b| body_box(m, d, b, axes)));
    }

    /// Adds the pairs of bodies whose boxes overlap.
    #[doc(alias = "mj_SAP")]
    fn sweep(&mut self, m: &Model, filter: BodyFilter<'_>) {
        self.ends.clear();
        for (i, b) in self.boxes.iter().enumerate() {
            // a box that is nowhere meets all others
            let number = |x: f64, or: f64| if x.is_nan() { or } else { x };
            let end = |value: f64, upper| End { value: value as f32, index: 2 * i as u32 + upper };
            let lower = end(number(b.min[0], f64::NEG_INFINITY), 0);
            self.ends.extend([lower, end(number(b.max[0], f64::INFINITY), 1)]);
        }
        self.ends.sort_unstable_by(|a, b| {
            // zeros of both signs are equal
            (a.value + 0.0).total_cmp(&(b.value + 0.0)).then(a.index.cmp(&b.index))
        });

        self.open.clear();
        for e in 0..self.ends.len() {
            let index = self.ends[e].index;
            let id = index / 2;
            if index % 2 == 1 {
                if let Some(place) = self.open.iter().position(|&other| other == id) {
                    self.open.swap_remove(place);
                }
                continue;
            }
            let this = self.boxes[id as usize];
            for o in 0..self.open.len() {
                let other = self.boxes[self.open[o] as usize];
                if !this.apart(&other) && !filter.apart(this.body, other.body) {
                    self.add(m, this.body, other.body);
                }
            }
            self.open.push(id);
        }
    }
}

impl BodyBox {
    /// Whether boxes that overlap on the first axis do not on one of the others.
    fn apart(&self, other: &Self) -> bool {
        (1..3).any(|k| self.min[k] > other.max[k] || other.min[k] > self.max[k])
    }
}

/// The geoms of a body.
pub(crate) fn body_geoms(m: &Model, b: BodyId) -> impl Iterator<Item = GeomId> + use<> {
    let adr = usize::try_from(m.body_geomadr[b]).unwrap_or(0);
    let num = usize::try_from(m.body_geomnum[b]).unwrap_or(0);
    (adr..adr + num).map(GeomId)
}

/// Whether a body is paired with all others: the world with geoms, or a body fixed to it that has
/// a plane.
fn is_ground(m: &Model, b: BodyId) -> bool {
    let plane = |g: GeomId| m.geom_type[g] == GeomType::Plane as i32;
    let world_with_geoms = b.0 == 0 && m.body_geomnum[b] > 0;
    world_with_geoms || (m.body_weldid[b] == 0 && body_geoms(m, b).any(plane))
}

/// Principal axes of the positions of geoms outside the world, the direction of largest spread
/// first; `None` without such geoms.
fn principal_axes(m: &Model, d: &Data) -> Option<[Vec3; 3]> {
    let points = || m.geoms().filter(|&g| m.geom_bodyid[g] != 0).map(|g| d.geom_xpos[g]);
    let mut count = 0.0;
    let mut center = Vec3::ZERO;
    for point in points() {
        center += point;
        count += 1.0;
    }
    if count == 0.0 {
        return None;
    }
    let scale = 1.0 / count;
    center = center * scale;

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
    Some([0, 1, 2].map(|i| axes.row(i)))
}

/// The box of a body, `None` without geoms. Each geom counts with its box or its sphere, whichever
/// is smaller along the axis.
fn body_box(m: &Model, d: &Data, body: BodyId, axes: &[Vec3; 3]) -> Option<BodyBox> {
    let overriding = if m.opt.enabled(EnableBit::Override) { 0.5 * m.opt.o_margin } else { 0.0 };
    let of_geom = |g: GeomId| {
        let margin = if overriding == 0.0 { m.geom_margin[g] } else { overriding };
        let [x, y, z, half @ ..] = m.geom_aabb[g];
        let (pos, mat) = (d.geom_xpos[g], &d.geom_xmat[g]);
        let center = *mat * Vec3::new(x, y, z) + pos;
        let radius = m.geom_rbound[g];
        let mut made = BodyBox { body, min: [0.0; 3], max: [0.0; 3] };
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
        body,
        min: std::array::from_fn(|k| min(a.min[k], b.min[k])),
        max: std::array::from_fn(|k| max(a.max[k], b.max[k])),
    })
}
