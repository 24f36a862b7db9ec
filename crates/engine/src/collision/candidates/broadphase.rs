//! Pairs of bodies and flexes that may touch: those whose bounding boxes overlap.
//!
//! The world, and planes fixed to it, are paired with every body. The other bodies are found by
//! their boxes, aligned with the axes of the world, each around the geoms of a body grown by their
//! margins, and by a little more: [`mod@crate::collision::compat`] decides what barely touches. Other than that, any
//! choice of boxes leads to the same contacts.

use super::filter::{Bits, BodyFilter, Weld};
use super::sweep::{Sweep, WorldBox};
use crate::collision::grazing::{DOUBT, ROUNDING};
use crate::data::{Data, DataOf, Lanes};
use crate::enums::{EnableBit, GeomType};
use crate::hooks::System;
use crate::ids::{BodyId, FlexId, GeomId};
use crate::math::{Num, Vec3, Vec3Of};
use crate::model::Model;

/// More pairs than this are sorted by counting.
const MANY: usize = 256;

/// Memory of the broadphase, kept from step to step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Broadphase {
    /// The pairs, smaller body first, sorted, each once.
    pub(crate) pairs: Vec<[u32; 2]>,
    /// Bodies that something may touch, the world among them.
    solids: Vec<BoundedBody>,
    /// Boxes of the bodies that are not ground.
    boxes: Vec<WorldBox>,
    /// The place in `solids` of each box.
    owners: Vec<u32>,
    sweep: Sweep,
    spare: Vec<[u32; 2]>,
    counts: Vec<u32>,
    /// Whether pairs were left out because there are too many.
    pub(crate) full: bool,
}

/// A body or flex with everything but its pose that decides what it may touch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoundedBody {
    pub(crate) body: u32,
    weld: Weld,
    /// Contact bits of the geoms as they are now; those that the model keeps may be out of date.
    now: Bits,
    kept: Bits,
    /// Whether it is paired with every body.
    pub(crate) is_ground: bool,
}

impl BoundedBody {
    /// A body at its place in the tree; `None` if nothing may touch it.
    pub(crate) fn of(m: &Model, b: BodyId, weld: Weld) -> Option<Self> {
        let kept = Bits::of_body(m, b);
        let mut now = Bits::default();
        let mut has_plane = false;
        for g in body_geoms(m, b) {
            now = now.with(Bits::of_geom(m, g));
            has_plane |= m.geom_type[g] == GeomType::Plane;
        }
        let has_geoms = m.body_geomnum[b] > 0;
        let is_ground = if b.0 == 0 { has_geoms } else { has_plane && m.body_weldid[b].raw() == 0 };
        let solid = Self { body: b.0 as u32, weld, now, kept, is_ground };
        kept.any().then_some(solid)
    }

    /// A flex; `None` if nothing may touch it. Flexes are numbered after bodies.
    fn of_flex(m: &Model, f: FlexId) -> Option<Self> {
        let bits = Bits::of_flex(m, f);
        let body = (m.nbody + f.0) as u32;
        let weld = Weld::of_flex(f);
        bits.any().then_some(Self { body, weld, now: bits, kept: bits, is_ground: false })
    }

    /// Whether two bodies need to be compared, wherever they are.
    pub(crate) fn may_touch(&self, other: &Self, parents: bool) -> bool {
        let apart = if self.is_ground {
            Weld::GROUND.apart(other.weld, parents)
        } else if other.is_ground {
            Weld::GROUND.apart(self.weld, parents)
        } else {
            self.weld.apart(other.weld, parents)
        };
        !apart && self.bits_meet(other)
    }

    fn bits_meet(&self, other: &Self) -> bool {
        self.now.meet(other.now) && self.kept.meet(other.kept)
    }

    /// Adds the pair if the bits of the bodies meet.
    fn add_with(&self, other: &Self, pairs: &mut Vec<[u32; 2]>) {
        if self.bits_meet(other) {
            pairs.push([self.body.min(other.body), self.body.max(other.body)]);
        }
    }
}

impl Broadphase {
    /// Memory that is ready for so many bodies, each with the ground.
    pub(crate) fn new(nbody: usize) -> Self {
        Self {
            pairs: Vec::with_capacity(nbody),
            solids: Vec::with_capacity(nbody),
            boxes: Vec::with_capacity(nbody),
            owners: Vec::with_capacity(nbody),
            ..Self::default()
        }
    }

    /// Finds all pairs of bodies that the narrow phase has to look at, but no more than `most`. Bodies
    /// that something may touch, awake, are `known` or looked for.
    #[doc(alias = "mj_broadphase")]
    pub(crate) fn run(
        &mut self,
        m: &System<'_>,
        d: &Data,
        known: Option<&[BoundedBody]>,
        most: usize,
    ) {
        let filter = BodyFilter::new(m, d);
        self.gather(m, d, known, filter);
        let Self { pairs, solids, boxes, owners, sweep, full, .. } = self;
        pairs.clear();

        // the ground with every body
        for ground in solids.iter().filter(|s| s.is_ground) {
            for solid in solids.iter().filter(|s| !filter.apart(Weld::GROUND, s.weld)) {
                ground.add_with(solid, pairs);
            }
            if pairs.len() >= most {
                break;
            }
        }

        // bodies with each other
        if m.nflex > 0 && !something_moves(m) {
            boxes.clear();
        }
        sweep.overlaps(boxes, |i, j| {
            let [a, b] =
                [&solids[owners[i as usize] as usize], &solids[owners[j as usize] as usize]];
            if !filter.apart(a.weld, b.weld) {
                a.add_with(b, pairs);
            }
            pairs.len() < most
        });
        *full = pairs.len() >= most;
        self.sort(m.nbody + m.nflex);
    }

    /// Lists bodies that something may touch, and their boxes.
    fn gather(
        &mut self,
        m: &System<'_>,
        d: &Data,
        known: Option<&[BoundedBody]>,
        filter: BodyFilter<'_>,
    ) {
        self.solids.clear();
        self.boxes.clear();
        self.owners.clear();
        if let Some(known) = known {
            self.solids.extend_from_slice(known);
        } else {
            self.solids.extend(m.bodies().filter_map(|b| BoundedBody::of(m, b, Weld::of(m, b))));
        }
        let instead = margin_instead(m);
        let by_bits = m.hooks.contact_filter.is_none() && m.nflex == 0;
        for (i, solid) in self.solids.iter_mut().enumerate() {
            let b = BodyId(solid.body as usize);
            if filter.some_asleep {
                solid.weld = filter.weld(b);
            }
            if m.body_geomnum[b] > 0 && b.0 > 0 && !solid.is_ground {
                let mut bounds = Bounds::empty();
                for g in body_geoms(m, b) {
                    if Bits::of_geom(m, g).any() || !by_bits {
                        bounds.add_geom(m, d, g, instead.unwrap_or(m.geom_margin[g]));
                    }
                }
                self.boxes.push(bounds.finish());
                self.owners.push(i as u32);
            }
        }
        self.gather_flexes(m, d, instead);
    }

    /// Lists flexes that something may touch, and their boxes.
    fn gather_flexes(&mut self, m: &Model, d: &Data, margin: Option<f64>) {
        for (f, solid) in
            (0..m.nflex).filter_map(|f| Some((f, BoundedBody::of_flex(m, FlexId(f))?)))
        {
            let mut bounds = Bounds::empty();
            bounds.add_flex(m, d, FlexId(f), margin.unwrap_or(m.flex_margin[FlexId(f)]));
            self.boxes.push(bounds.finish());
            self.owners.push(self.solids.len() as u32);
            self.solids.push(solid);
        }
    }

    /// Sorts the pairs of so many bodies: by comparing, or if there are many by counting, the second
    /// body first.
    fn sort(&mut self, nbody: usize) {
        let Self { pairs, spare, counts, .. } = self;
        if pairs.len() <= MANY {
            pairs.sort_unstable();
            return;
        }
        for which in [1, 0] {
            counts.clear();
            counts.resize(nbody + 1, 0);
            for pair in &*pairs {
                counts[pair[which] as usize + 1] += 1;
            }
            for b in 0..nbody {
                counts[b + 1] += counts[b];
            }
            spare.clear();
            spare.resize(pairs.len(), [0; 2]);
            for pair in &*pairs {
                let place = &mut counts[pair[which] as usize];
                spare[*place as usize] = *pair;
                *place += 1;
            }
            std::mem::swap(pairs, spare);
        }
    }
}

/// Whether a geom or a vertex of a flex is not fixed to the world.
fn something_moves(m: &Model) -> bool {
    m.geom_bodyid.raw().iter().any(|&b| b != 0) || m.flex_vertbodyid.raw().iter().any(|&b| b != 0)
}

/// The margin that replaces those of geoms, if there is one.
pub(crate) fn margin_instead(m: &Model) -> Option<f64> {
    let instead = m.opt.enabled(EnableBit::Override).then_some(0.5 * m.opt.o_margin);
    instead.filter(|margin| *margin != 0.0)
}

/// The geoms of a body.
pub(crate) fn body_geoms(m: &Model, b: BodyId) -> impl Iterator<Item = GeomId> + use<> {
    let adr = usize::try_from(m.body_geomadr[b].raw()).unwrap_or(0);
    let num = usize::try_from(m.body_geomnum[b]).unwrap_or(0);
    (adr..adr + num).map(GeomId)
}

/// The box around the geoms of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds<N = f64> {
    min: [N; 3],
    max: [N; 3],
    /// Not a number if a geom is nowhere.
    sum: N,
}

impl<N: Lanes> Bounds<N> {
    /// A box around nothing.
    #[inline(always)]
    pub(crate) fn empty() -> Self {
        let [min, max] = [f64::INFINITY, f64::NEG_INFINITY].map(|x| [N::splat(x); 3]);
        Self { min, max, sum: N::ZERO }
    }

    /// A box that overlaps all others.
    #[inline(always)]
    pub(crate) fn everywhere() -> Self {
        let Self { min, max, sum } = Self::empty();
        Self { min: max, max: min, sum }
    }

    /// Includes a geom: its box or its sphere, whichever is smaller along each axis.
    #[inline(always)]
    pub(crate) fn add_geom(&mut self, m: &Model, d: &DataOf<N>, g: GeomId, margin: f64) {
        let (pos, radius) = (d.geom_xpos[g], N::splat(m.geom_rbound[g]));
        let far = pos[0].abs() + pos[1].abs() + pos[2].abs();
        let margin = N::splat(margin + DOUBT * m.geom_rbound[g]) + far * ROUNDING;
        let mut reach = [radius; 3];
        let mut center = pos;
        if m.geom_type[g] != GeomType::Sphere {
            let [x, y, z, half @ ..] = m.geom_aabb[g];
            let mat = &d.geom_xmat[g];
            if x != 0.0 || y != 0.0 || z != 0.0 {
                center = *mat * Vec3Of::splat(Vec3::new(x, y, z)) + pos;
            }
            for (k, reach) in reach.iter_mut().enumerate() {
                let [a, b, c] = mat.row(k).0;
                *reach = (a * half[0]).abs() + (b * half[1]).abs() + (c * half[2]).abs();
            }
        }
        for k in 0..3 {
            let low = (pos[k] - radius).max_num(center[k] - reach[k]) - margin;
            let high = (pos[k] + radius).min_num(center[k] + reach[k]) + margin;
            self.min[k] = low.min_num(self.min[k]);
            self.max[k] = high.max_num(self.max[k]);
            self.sum += low + high;
        }
    }

    /// The same, but everywhere if one of the geoms is nowhere.
    #[inline(always)]
    pub(crate) fn or_everywhere(mut self) -> Self {
        let known = self.sum.eq_mask(self.sum);
        for k in 0..3 {
            self.min[k] = N::select(known, self.min[k], N::splat(f64::NEG_INFINITY));
            self.max[k] = N::select(known, self.max[k], N::splat(f64::INFINITY));
        }
        self
    }

    /// Whether two boxes do not overlap.
    #[inline(always)]
    pub(crate) fn apart(&self, other: &Self) -> N::Mask {
        let mut gap = N::ZERO;
        for k in 0..3 {
            gap = (self.min[k] - other.max[k]).max_num(gap);
            gap = (other.min[k] - self.max[k]).max_num(gap);
        }
        N::ZERO.lt(gap)
    }
}

impl Bounds {
    /// Includes the vertices of a flex, with its radius around.
    fn add_flex(&mut self, m: &Model, d: &Data, f: FlexId, margin: f64) {
        let start = usize::try_from(m.flex_vertadr[f]).unwrap_or(0);
        let count = usize::try_from(m.flex_vertnum[f]).unwrap_or(0);
        let end = start.saturating_add(count);
        let mut far: f64 = 0.0;
        for v in d.flexvert_xpos.get(start..end).unwrap_or_default() {
            for k in 0..3 {
                self.min[k] = v[k].min_num(self.min[k]);
                self.max[k] = v[k].max_num(self.max[k]);
                self.sum += v[k];
                far = far.max_num(v[k].abs());
            }
        }
        let size = (0..3).fold(0.0, |sum, k| sum + (self.max[k] - self.min[k]));
        let reach = m.flex_radius[f] + margin + DOUBT * size + ROUNDING * far;
        self.min = self.min.map(|x| x - reach);
        self.max = self.max.map(|x| x + reach);
    }

    /// The box; nowhere if one of the geoms is.
    pub(crate) fn finish(&self) -> WorldBox {
        if self.sum.is_nan() {
            return WorldBox::new([f64::NAN; 3], [f64::NAN; 3]);
        }
        WorldBox::new(self.min, self.max)
    }
}
