//! Parameters of a contact from those of its geoms and flexes, of a predefined pair, or of the
//! options.

use super::frame::make_frame;
use super::shape::Hit;
use crate::constants::{MINMU, MINVAL, NIMP, NREF};
use crate::contact::{Collider, Contact};
use crate::enums::EnableBit;
use crate::ids::{FlexId, GeomId, PairId};
use crate::math::scalar::{max, min};
use crate::model::Model;

/// Parameters that all contacts of a pair of geoms share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mix {
    dim: i32,
    gap: f64,
    friction: [f64; 5],
    solref: [f64; NREF],
    solreffriction: [f64; NREF],
    solimp: [f64; NIMP],
}

/// Distance below which a contact is made: that of the objects, or the one that overrides it.
#[doc(alias = "mj_assignMargin")]
pub(crate) fn margin(m: &Model, of_objects: f64) -> f64 {
    if m.opt.enabled(EnableBit::Override) { m.opt.o_margin } else { of_objects }
}

/// The margin of a geom pair, or of a predefined pair.
#[inline]
pub(crate) fn pair_margin(m: &Model, pair: Option<PairId>, g1: GeomId, g2: GeomId) -> f64 {
    margin(
        m,
        match pair {
            Some(pair) => m.pair_margin[pair],
            None => m.geom_margin[g1] + m.geom_margin[g2],
        },
    )
}

/// The contact parameters of a geom or a flex.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surface {
    priority: i32,
    dim: i32,
    gap: f64,
    solmix: f64,
    friction: [f64; 3],
    solref: [f64; NREF],
    solimp: [f64; NIMP],
}

impl Surface {
    /// The surface of one side of a contact.
    pub(crate) fn of(m: &Model, side: Collider) -> Self {
        match side {
            Collider::Geom(geom) => Self::of_geom(m, geom),
            Collider::FlexElement { flex, .. } | Collider::FlexVertex { flex, .. } => {
                Self::of_flex(m, flex)
            }
        }
    }

    #[inline]
    fn of_geom(m: &Model, g: GeomId) -> Self {
        Self {
            priority: m.geom_priority[g],
            dim: m.geom_condim[g],
            gap: m.geom_gap[g],
            solmix: m.geom_solmix[g],
            friction: m.geom_friction[g],
            solref: m.geom_solref[g],
            solimp: m.geom_solimp[g],
        }
    }

    fn of_flex(m: &Model, f: FlexId) -> Self {
        Self {
            priority: m.flex_priority[f],
            dim: m.flex_condim[f],
            gap: m.flex_gap[f],
            solmix: m.flex_solmix[f],
            friction: m.flex_friction[f],
            solref: m.flex_solref[f],
            solimp: m.flex_solimp[f],
        }
    }
}

impl Mix {
    /// The parameters of a pair of geoms.
    pub(crate) fn of_geoms(m: &Model, g1: GeomId, g2: GeomId) -> Self {
        Self::of_surfaces(&Surface::of_geom(m, g1), &Surface::of_geom(m, g2))
    }

    /// The parameters of a pair: of the surface with higher priority, or a mixture of both.
    #[doc(alias = "mj_contactParam")]
    #[inline]
    pub(crate) fn of_surfaces(first: &Surface, second: &Surface) -> Self {
        let gap = first.gap + second.gap;
        if first.priority != second.priority {
            let one = if first.priority > second.priority { first } else { second };
            return Self {
                dim: one.dim,
                gap,
                friction: spread(one.friction),
                solref: one.solref,
                solreffriction: [0.0; NREF],
                solimp: one.solimp,
            };
        }

        // the first surface's share
        let share = share(first.solmix, second.solmix);
        let blend = |a: f64, b: f64| share * a + (1.0 - share) * b;

        // references in the direct format are not mixed
        let solref = if first.solref[0] > 0.0 && second.solref[0] > 0.0 {
            each(first.solref, second.solref, blend)
        } else {
            each(first.solref, second.solref, min)
        };
        Self {
            dim: first.dim.max(second.dim),
            gap,
            friction: spread(each(first.friction, second.friction, max)),
            solref,
            solreffriction: [0.0; NREF],
            solimp: each(first.solimp, second.solimp, blend),
        }
    }

    /// The parameters of a predefined pair.
    pub(crate) fn of_pair(m: &Model, pair: PairId) -> Self {
        Self {
            dim: m.pair_dim[pair],
            gap: m.pair_gap[pair],
            friction: m.pair_friction[pair],
            solref: m.pair_solref[pair],
            solreffriction: m.pair_solreffriction[pair],
            solimp: m.pair_solimp[pair],
        }
    }

    /// Replaces what the options override, and keeps friction positive.
    pub(crate) fn finish(mut self, m: &Model) -> Self {
        if m.opt.enabled(EnableBit::Override) {
            self.friction = m.opt.o_friction;
            self.solref = m.opt.o_solref;
            self.solreffriction = m.opt.o_solref;
            self.solimp = m.opt.o_solimp;
        }
        self.friction = self.friction.map(|mu| max(MINMU, mu));
        self.dim = self.dim.clamp(1, 6);
        self
    }

    /// The part of the margin in which contacts exert no force.
    pub(crate) fn gap(&self) -> f64 {
        self.gap
    }

    /// Leaves only the force along the normal.
    pub(crate) fn without_friction(&mut self) {
        self.dim = 1;
    }

    /// What the contacts of two geoms or flexes have in common, included up to a distance.
    pub(crate) fn contact_of(&self, includemargin: f64, sides: [Collider; 2]) -> Contact {
        let mut contact = self.contact(0.0, [GeomId(0); 2]);
        contact.includemargin = includemargin;
        contact.set_colliders(sides);
        contact
    }

    /// What the contacts of two geoms have in common; [`set_hit`] completes it.
    #[doc(alias = "mj_setContact")]
    pub(crate) fn contact(&self, margin: f64, geoms: [GeomId; 2]) -> Contact {
        let geom = [geoms[0].raw(), geoms[1].raw()];
        Contact {
            includemargin: margin - self.gap,
            friction: self.friction,
            solref: self.solref,
            solreffriction: self.solreffriction,
            solimp: self.solimp,
            dim: self.dim,
            geom1: geom[0],
            geom2: geom[1],
            geom,
            flex: [-1; 2],
            elem: [-1; 2],
            vert: [-1; 2],
            efc_address: -1,
            ..Contact::default()
        }
    }
}

/// Sets the fields that differ between contacts of a pair: position, frame, distance.
pub(crate) fn set_hit(contact: &mut Contact, hit: &Hit) {
    contact.dist = hit.dist;
    contact.pos = hit.pos;
    contact.frame = make_frame(hit.normal, hit.tangent);
    contact.exclude = i32::from(hit.dist >= contact.includemargin);
}

/// The weight of the first of two geoms.
fn share(mix1: f64, mix2: f64) -> f64 {
    match (mix1 >= MINVAL, mix2 >= MINVAL) {
        (true, true) => mix1 / (mix1 + mix2),
        (false, false) => 0.5,
        (first, _) => f64::from(first),
    }
}

/// Tangential, torsional and rolling friction for each direction.
fn spread([slide, spin, roll]: [f64; 3]) -> [f64; 5] {
    [slide, slide, spin, roll, roll]
}

/// Combines entry by entry.
fn each<const N: usize>(a: [f64; N], b: [f64; N], f: impl Fn(f64, f64) -> f64) -> [f64; N] {
    std::array::from_fn(|i| f(a[i], b[i]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;
    use crate::sizes::Sizes;

    const GEOMS: [GeomId; 2] = [GeomId(0), GeomId(1)];

    fn model() -> Model {
        let mut m = Model::new(Sizes { nbody: 1, ngeom: 2, npair: 1, ..Sizes::default() }).unwrap();
        m.geom_condim.copy_from_slice(&[3, 4]);
        m.geom_solmix.copy_from_slice(&[1.0, 3.0]);
        m.geom_solref.copy_from_slice(&[[0.02, 1.0], [0.04, 2.0]]);
        m.geom_solimp.copy_from_slice(&[[0.8; 5], [0.4; 5]]);
        m.geom_friction.copy_from_slice(&[[1.0, 0.1, 0.0], [0.5, 0.2, 0.0]]);
        m.geom_gap.copy_from_slice(&[0.01, 0.02]);
        m
    }

    #[test]
    fn equal_priorities_mix_by_weight() {
        let m = model();
        let mix = Mix::of_geoms(&m, GEOMS[0], GEOMS[1]);
        assert_eq!(mix.dim, 4);
        assert_eq!(mix.friction, [1.0, 1.0, 0.2, 0.0, 0.0]);
        assert_eq!(mix.solref, [0.25 * 0.02 + 0.75 * 0.04, 0.25 + 0.75 * 2.0]);
        assert!(mix.solimp.iter().all(|x| (x - 0.5).abs() < 1e-15));
        assert_eq!(mix.finish(&m).friction[3], MINMU);
    }

    #[test]
    fn the_higher_priority_decides_alone() {
        let mut m = model();
        m.geom_priority.copy_from_slice(&[2, 1]);
        let mix = Mix::of_geoms(&m, GEOMS[0], GEOMS[1]);
        assert_eq!((mix.dim, mix.solref, mix.friction[2]), (3, [0.02, 1.0], 0.1));
        // gaps always add up
        assert_eq!(mix.gap, 0.03);
        let swapped = Mix::of_geoms(&m, GEOMS[1], GEOMS[0]);
        assert_eq!(mix, swapped);
    }

    #[test]
    fn a_direct_reference_takes_the_smaller_numbers() {
        let mut m = model();
        m.geom_solref[GEOMS[1]] = [-100.0, -5.0];
        assert_eq!(Mix::of_geoms(&m, GEOMS[0], GEOMS[1]).solref, [-100.0, -5.0]);
    }

    #[test]
    fn weights_below_the_threshold_count_as_nothing() {
        assert_eq!([share(0.0, 0.0), share(1.0, 0.0), share(0.0, 1.0)], [0.5, 1.0, 0.0]);
    }

    #[test]
    fn options_override_geoms_and_pairs() {
        let mut m = model();
        m.opt.enableflags = EnableBit::Override as i32;
        m.opt.o_margin = 0.5;
        let mix = Mix::of_pair(&m, PairId(0)).finish(&m);
        assert_eq!(mix.solimp, m.opt.o_solimp);
        assert_eq!(mix.solreffriction, m.opt.o_solref);
        assert_eq!(pair_margin(&m, None, GEOMS[0], GEOMS[1]), 0.5);
    }

    #[test]
    fn a_contact_in_the_gap_is_excluded() {
        let m = model();
        let mix = Mix::of_geoms(&m, GEOMS[0], GEOMS[1]).finish(&m);
        let at = |dist| {
            let hit = Hit { dist, normal: Vec3::Z, ..Hit::default() };
            let mut contact = mix.contact(0.05, GEOMS);
            set_hit(&mut contact, &hit);
            contact.exclude
        };
        assert_eq!([at(0.01), at(0.03)], [0, 1]);
    }
}
