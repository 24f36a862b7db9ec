//! Contacts of a flex with something: how many are kept, their order and parameters.

use crate::collision::mix::{Mix, Surface, margin, set_hit};
use crate::collision::shape::Hit;
use crate::compat::PROFILE;
use crate::constants::{MAXCONPAIR, MAXVAL};
use crate::contact::{Collider, Contact};
use crate::ids::FlexId;
use crate::model::Model;

/// A point where something touches a flex.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlexHit {
    pub(super) hit: Hit,
    pub(super) sides: [Collider; 2],
}

impl FlexHit {
    /// The contact with all its parameters.
    pub(super) fn contact(&self, m: &Model) -> Contact {
        let sides = self.sides;
        let [first, second] = sides.map(|side| Surface::of(m, side));
        let mut mix = Mix::of_surfaces(&first, &second);

        // no margin keeps parts of the same flex apart, else they would always touch
        let is_own = flex_of(sides[0]).is_some() && flex_of(sides[0]) == flex_of(sides[1]);
        let include = if is_own { 0.0 } else { side_margin(m, sides) - mix.gap() };
        if let [Collider::FlexElement { .. }, Collider::FlexVertex { .. }] = sides {
            mix.without_friction();
        }
        let mut contact = mix.finish(m).contact_of(include, sides);
        set_hit(&mut contact, &self.hit);
        contact
    }

    /// What contacts of two objects are sorted by: the numbers of geoms, elements or vertices.
    fn key(&self) -> [usize; 2] {
        self.sides.map(|side| match side {
            Collider::Geom(geom) => geom.0,
            Collider::FlexElement { element, .. } => element,
            Collider::FlexVertex { vertex, .. } => vertex,
        })
    }
}

/// The margin of two objects.
pub(super) fn side_margin(m: &Model, sides: [Collider; 2]) -> f64 {
    let [first, second] = sides.map(|side| match side {
        Collider::Geom(geom) => m.geom_margin[geom],
        Collider::FlexElement { flex, .. } | Collider::FlexVertex { flex, .. } => {
            m.flex_margin[flex]
        }
    });
    margin(m, first + second)
}

fn flex_of(side: Collider) -> Option<FlexId> {
    match side {
        Collider::Geom(_) => None,
        Collider::FlexElement { flex, .. } | Collider::FlexVertex { flex, .. } => Some(flex),
    }
}

/// Memory for choosing and sorting contacts.
#[derive(Clone, Debug, Default)]
pub(super) struct Chooser {
    chosen: Vec<bool>,
    distances: Vec<f64>,
    order: Vec<([usize; 2], usize)>,
    sorted: Vec<FlexHit>,
}

impl Chooser {
    /// Keeps some of many contacts from `start` on: the deepest, then each time the one that is farthest from those
    /// chosen before.
    ///
    /// A chosen contact changes places with one in front. Where what is known about the two places does
    /// not follow them, as in MuJoCo, the choice is not quite the farthest.
    #[doc(alias = "filterFlexContacts")]
    pub(super) fn thin_out(&mut self, all: &mut Vec<FlexHit>, start: usize) {
        let found = all.get_mut(start..).unwrap_or_default();
        let count = found.len();
        if count <= MAXCONPAIR {
            return;
        }
        let Self { chosen, distances, .. } = self;
        chosen.clear();
        chosen.resize(count, false);
        distances.clear();
        distances.resize(count, MAXVAL);
        let mut next = Some(deepest(found));
        let mut kept = 0;
        while let Some(best) = next.filter(|_| kept < MAXCONPAIR) {
            chosen[best] = true;
            let from = found[best].hit.pos;
            next = None;
            let mut farthest = -1.0;
            for i in (0..count).filter(|&i| !chosen[i]) {
                let gap = found[i].hit.pos - from;
                let dist2 = gap.dot(gap);
                if dist2 < distances[i] {
                    distances[i] = dist2;
                }
                if distances[i] > farthest {
                    (farthest, next) = (distances[i], Some(i));
                }
            }
            if kept < MAXCONPAIR - 1 {
                found.swap(kept, best);
                if !PROFILE.stale_distances_of_contacts {
                    chosen.swap(kept, best);
                    distances.swap(kept, best);
                }
                next = next.map(|i| if i == kept { best } else { i });
            }
            kept += 1;
        }
        all.truncate(start + kept);
    }

    /// Sorts contacts by what touches what; those of the same two parts stay in their order.
    #[doc(alias = "contactSort")]
    pub(super) fn sort(&mut self, found: &mut Vec<FlexHit>) {
        if found.is_sorted_by_key(FlexHit::key) {
            return;
        }
        let Self { order, sorted, .. } = self;
        order.clear();
        order.extend(found.iter().enumerate().map(|(i, found)| (found.key(), i)));
        order.sort_unstable();
        sorted.clear();
        sorted.extend(order.iter().map(|&(_, i)| found[i]));
        std::mem::swap(found, sorted);
    }
}

/// The first of the deepest contacts.
fn deepest(found: &[FlexHit]) -> usize {
    let mut best = 0;
    for (i, other) in found.iter().enumerate() {
        if other.hit.dist < found[best].hit.dist {
            best = i;
        }
    }
    best
}
