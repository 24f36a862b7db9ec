//! Which pairs cannot touch, without looking at their shapes.
//!
//! Every function answers "can this pair be left out?" for one reason: contact bits, the bodies'
//! places in the tree, sleep, exclusion by the model, or bounding spheres.

use crate::data::{Data, DataOf, Lanes};
use crate::enums::{DisableBit, GeomType, SleepState};
use crate::ids::{BodyId, FlexId, GeomId};
use crate::model::Model;
use crate::sleep;

/// `contype` and `conaffinity` of a geom or of all geoms of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bits {
    pub(crate) contype: i32,
    pub(crate) conaffinity: i32,
}

impl Bits {
    #[inline]
    pub(crate) fn of_geom(m: &Model, g: GeomId) -> Self {
        Self { contype: m.geom_contype[g], conaffinity: m.geom_conaffinity[g] }
    }

    /// The bits of a flex.
    pub(crate) fn of_flex(m: &Model, f: FlexId) -> Self {
        Self { contype: m.flex_contype[f], conaffinity: m.flex_conaffinity[f] }
    }

    /// The bits that the model keeps for a body.
    pub(crate) fn of_body(m: &Model, b: BodyId) -> Self {
        Self { contype: m.body_contype[b], conaffinity: m.body_conaffinity[b] }
    }

    /// Whether anything at all may touch it.
    pub(crate) fn any(self) -> bool {
        self.contype != 0 || self.conaffinity != 0
    }

    /// The bits of both together.
    pub(crate) fn with(self, other: Self) -> Self {
        Self {
            contype: self.contype | other.contype,
            conaffinity: self.conaffinity | other.conaffinity,
        }
    }

    /// Whether one's type meets the other's affinity.
    #[inline]
    pub(crate) fn meet(self, other: Self) -> bool {
        self.contype & other.conaffinity != 0 || other.contype & self.conaffinity != 0
    }
}

/// The place of a body among bodies that are fixed to each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weld {
    /// The body that carries the joints.
    id: i32,
    /// The same for its parent.
    parent: i32,
    asleep: bool,
}

/// Leaves out pairs of bodies that move together, that sleep, or that are parent and child.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyFilter<'a> {
    m: &'a Model,
    d: &'a Data,
    pub(crate) some_asleep: bool,
    parents: bool,
}

impl Weld {
    /// The place of bodies fixed to the world, at rest.
    pub(crate) const GROUND: Self = Self { id: 0, parent: 0, asleep: true };

    /// The place of a flex: it is never left out, whatever it is tested against.
    pub(crate) fn of_flex(f: FlexId) -> Self {
        let id = -1 - f.raw();
        Self { id, parent: id, asleep: false }
    }

    /// The place of a body, awake.
    pub(crate) fn of(m: &Model, b: BodyId) -> Self {
        let id = m.body_weldid[b].raw();
        let parent = m.body_weldid[m.body_parentid[BodyId(id as usize)].present()].raw();
        Self { id, parent, asleep: false }
    }

    /// Whether bodies at two places need no test against each other; `parents` says whether that is
    /// so for parents and their children.
    pub(crate) fn apart(self, other: Self, parents: bool) -> bool {
        let (a, b) = (self, other);
        let at_rest = |a: Self, b: Self| a.asleep && (b.asleep || b.id == 0);
        let family = a.id != 0 && b.id != 0 && (a.id == b.parent || b.id == a.parent);
        a.id == b.id || at_rest(a, b) || at_rest(b, a) || (parents && family)
    }
}

impl<'a> BodyFilter<'a> {
    pub(crate) fn new(m: &'a Model, d: &'a Data) -> Self {
        let parents = !m.opt.disabled(DisableBit::FilterParent);
        Self { m, d, some_asleep: sleep::some_asleep(m, d), parents }
    }

    /// The place of a body.
    pub(crate) fn weld(&self, b: BodyId) -> Weld {
        let asleep = self.some_asleep && self.d.body_awake[b] == SleepState::Asleep;
        Weld { asleep, ..Weld::of(self.m, b) }
    }

    /// Whether bodies at two places need no test against each other.
    pub(crate) fn apart(&self, a: Weld, b: Weld) -> bool {
        a.apart(b, self.parents)
    }
}

/// The number of a pair of bodies in `pair_signature` and `exclude_signature`.
pub(crate) fn signature([first, second]: [u32; 2]) -> u32 {
    (first << 16).wrapping_add(second)
}

/// Whether the model excludes contacts of two bodies. Signatures are sorted.
pub(crate) fn excluded(m: &Model, bodies: [u32; 2]) -> bool {
    let wanted = signature(bodies);
    m.exclude_signature.binary_search_by_key(&wanted, |&s| s as u32).is_ok()
}

/// Whether the bounding spheres of two geoms, or a plane and a sphere, are farther apart than
/// `margin`.
#[doc(alias = "mj_filterSphere")]
#[inline(always)]
pub(crate) fn spheres_apart<N: Lanes>(
    m: &Model,
    d: &DataOf<N>,
    g1: GeomId,
    g2: GeomId,
    margin: f64,
) -> N::Mask {
    let (r1, r2) = (m.geom_rbound[g1], m.geom_rbound[g2]);
    if r1 > 0.0 && r2 > 0.0 {
        let gap = d.geom_xpos[g1] - d.geom_xpos[g2];
        let bound = r1 + r2 + margin;
        return N::splat(bound * bound).lt(gap.dot(gap));
    }
    let is_plane = |g: GeomId| m.geom_type[g] == GeomType::Plane;
    let (plane, g, radius) = match (r1 > 0.0, r2 > 0.0) {
        (_, true) if is_plane(g1) => (g1, g2, r2),
        (true, _) if is_plane(g2) => (g2, g1, r1),
        _ => return N::ONE.lt(N::ZERO),
    };
    let height = (d.geom_xpos[g] - d.geom_xpos[plane]).dot(d.geom_xmat[plane].col(2));
    N::splat(margin + radius).lt(height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Mat3, Vec3};
    use crate::sizes::Sizes;

    #[test]
    fn bits_meet_if_one_type_meets_the_other_affinity() {
        let bits = |contype, conaffinity| Bits { contype, conaffinity };
        assert!(bits(1, 0).meet(bits(0, 1)));
        assert!(bits(0, 2).meet(bits(2, 0)));
        assert!(!bits(1, 2).meet(bits(1, 0)));
        assert!(!bits(0, 0).any() && bits(0, 4).any());
    }

    /// World, a body, its child, and a body fixed to the child.
    fn chain() -> Model {
        let mut m = Model::new(Sizes { nbody: 4, nexclude: 2, ..Sizes::default() }).unwrap();
        m.body_parentid.raw_mut().copy_from_slice(&[0, 0, 1, 2]);
        m.body_weldid.raw_mut().copy_from_slice(&[0, 1, 2, 2]);
        m
    }

    #[test]
    fn bodies_fixed_to_each_other_and_relatives_do_not_touch() {
        let mut m = chain();
        let d = Data::new(&m);
        let apart = |m: &Model, a, b| {
            let filter = BodyFilter::new(m, &d);
            filter.apart(filter.weld(BodyId(a)), filter.weld(BodyId(b)))
        };
        assert!(apart(&m, 2, 3));
        assert!(apart(&m, 1, 2) && apart(&m, 3, 1));
        // the world is nobody's parent here
        assert!(!apart(&m, 0, 1) && !apart(&m, 0, 2));
        m.opt.disableflags = DisableBit::FilterParent as i32;
        assert!(!apart(&m, 1, 2) && apart(&m, 2, 3));
    }

    #[test]
    fn excluded_pairs_are_found_by_signature() {
        let mut m = chain();
        m.exclude_signature.copy_from_slice(&[(1 << 16) + 3, (2 << 16) + 3]);
        assert!(excluded(&m, [1, 3]) && excluded(&m, [2, 3]));
        assert!(!excluded(&m, [1, 2]));
    }

    #[test]
    fn spheres_are_apart_when_farther_than_the_margin() {
        let mut m = Model::new(Sizes { nbody: 1, ngeom: 2, ..Sizes::default() }).unwrap();
        m.geom_type.fill(GeomType::Sphere.into());
        m.geom_rbound.fill(1.0);
        let mut d = Data::new(&m);
        d.geom_xmat.fill(Mat3::IDENTITY);
        d.geom_xpos[GeomId(1)] = Vec3::new(0.0, 0.0, 2.5);
        let apart = |m: &Model, margin| spheres_apart(m, &d, GeomId(0), GeomId(1), margin);
        assert!(apart(&m, 0.4) && !apart(&m, 0.6));
        // a plane reaches everywhere below its surface
        m.geom_type[GeomId(0)] = GeomType::Plane.into();
        m.geom_rbound[GeomId(0)] = 0.0;
        assert!(apart(&m, 1.4) && !apart(&m, 1.6));
    }
}
