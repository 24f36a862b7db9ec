//! Pairs of geoms of two bodies whose bounding boxes overlap, found with the bodies' trees of boxes.
//!
//! Pairs come sorted, so that the order of contacts does not depend on the shape of the trees. Bodies
//! with few geoms are searched without their trees, whose nodes then do not become active.

use std::ops::Range;

use super::broadphase::body_geoms;
use super::filter::{Bits, spheres_apart};
use super::kinds::by_type;
use super::obb::{Box6, BoxFrame, FramePair, boxes_apart, boxes_apart_fast, boxes_surely};
use crate::collision::mix;
use crate::data::Data;
use crate::enums::DisableBit;
use crate::hooks::System;
use crate::ids::{BodyId, BvhId, FlexId, GeomId};
use crate::model::Model;

/// Trees are used for more pairs of geoms than this.
const FEW: usize = 48;

/// Memory of the midphase, kept from step to step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Midphase {
    /// The pairs, the geom of the lower type first, sorted.
    pub(crate) pairs: Vec<[GeomId; 2]>,
    stack: Vec<[u32; 2]>,
    /// Nodes whose boxes overlap, to be marked in `bvh_active`.
    active: Vec<usize>,
    /// Whether pairs were left out because there are too many.
    pub(crate) full: bool,
    /// Whether trees are used for few pairs too.
    pub(crate) always_walks: bool,
}

impl Midphase {
    /// Finds the pairs of geoms of two bodies that the narrow phase has to look at.
    pub(crate) fn run(&mut self, m: &System<'_>, d: &mut Data, bodies: [BodyId; 2]) {
        if self.always_walks || are_many(m, bodies) {
            self.walk(m, d, bodies);
            return;
        }
        self.full = false;
        self.pairs.clear();
        let meet = |a: GeomId, b: GeomId| Bits::of_geom(m, a).meet(Bits::of_geom(m, b));
        let by_bits = m.hooks.contact_filter.is_none();
        for first in body_geoms(m, bodies[0]) {
            for second in body_geoms(m, bodies[1]) {
                if by_bits && !meet(first, second) {
                    continue;
                }
                let margin = mix::pair_margin(m, None, first, second);
                if spheres_apart(m, d, first, second, margin) {
                    continue;
                }
                if !boxes_of_geoms_apart_exactly(m, d, [first, second], margin) {
                    self.pairs.push(by_type(m, [first, second]));
                }
            }
        }
        if self.pairs.len() > 1 {
            self.pairs.sort_unstable();
        }
    }

    /// The same by way of the trees.
    #[doc(alias = "mj_collideTree")]
    pub(crate) fn walk(&mut self, m: &Model, d: &mut Data, bodies: [BodyId; 2]) {
        self.pairs.clear();
        let most = d.growth.pairs(size_of::<[GeomId; 2]>());
        self.descend(m, d, bodies, most);
        for &node in &self.active {
            d.bvh_active[BvhId(node)] = 1;
        }
        self.pairs.sort_unstable();
    }

    /// Adds the pair of two geoms unless their spheres or boxes are apart; whether it was added.
    fn add(&mut self, m: &Model, d: &Data, geoms: [GeomId; 2]) -> bool {
        let [first, second] = geoms;
        let margin = mix::pair_margin(m, None, first, second);
        if spheres_apart(m, d, first, second, margin) {
            return false;
        }
        let boxes = [&m.geom_aabb[first], &m.geom_aabb[second]];
        let apart = boxes_apart(boxes, [frame(d, first), frame(d, second)], margin);
        if !apart {
            self.pairs.push(by_type(m, geoms));
        }
        !apart
    }

    /// Walks both trees from their roots, wherever boxes overlap, up to `most` pairs.
    fn descend(&mut self, m: &Model, d: &Data, bodies: [BodyId; 2], most: usize) {
        let trees = bodies.map(|b| Tree::of(m, b));
        let frames = bodies.map(|b| BoxFrame { pos: d.xipos[b], mat: &d.ximat[b] });
        let frames = FramePair::new(frames);
        let margin = mix::margin(m, m.body_margin[bodies[0]] + m.body_margin[bodies[1]]);
        let mark = m.vis.global.bvactive != 0;

        self.full = false;
        self.active.clear();
        self.stack.clear();
        self.stack.push([0, 0]);
        while let Some(at) = self.stack.pop() {
            if self.pairs.len() >= most {
                self.full = true;
                break;
            }
            let (Some(a), Some(b)) = (trees[0].node(at[0]), trees[1].node(at[1])) else {
                continue;
            };
            if a.is_leaf() && b.is_leaf() {
                let Some(geoms) = geoms_of_leaves(m, [&a, &b]) else { continue };
                if !self.add(m, d, geoms) {
                    continue;
                }
            } else if frames.boxes_apart([a.bounds, b.bounds], margin) {
                continue;
            } else if a.opens_before(&b) {
                self.stack.extend(a.children().map(|child| [child, at[1]]));
            } else {
                self.stack.extend(b.children().map(|child| [at[0], child]));
            }
            if mark {
                self.active
                    .extend(trees.iter().zip(at).map(|(tree, node)| tree.adr + node as usize));
            }
        }
    }
}

/// Whether the pairs of geoms of two bodies are so many that they are found with trees.
pub(crate) fn are_many(m: &Model, bodies: [BodyId; 2]) -> bool {
    pair_count(m, bodies) > FEW
}

/// How many pairs of geoms two bodies have.
pub(crate) fn pair_count(m: &Model, [b1, b2]: [BodyId; 2]) -> usize {
    let count = |b: BodyId| usize::try_from(m.body_geomnum[b]).unwrap_or(0);
    count(b1).saturating_mul(count(b2))
}

/// Whether the geoms of two bodies go through the midphase: not single geoms, nor if it is off.
pub(crate) fn uses_trees(m: &Model, bodies: [BodyId; 2]) -> bool {
    !m.opt.disabled(DisableBit::MidPhase) && have_trees(m, bodies)
}

/// The same if it is not off.
pub(crate) fn have_trees(m: &Model, [b1, b2]: [BodyId; 2]) -> bool {
    let single = |b: BodyId| m.body_geomnum[b] == 1;
    let has_tree = |b: BodyId| m.body_bvhadr[b] >= 0;
    has_tree(b1) && has_tree(b2) && !(single(b1) && single(b2))
}

/// Whether the boxes of two geoms are farther apart than `margin` for certain.
pub(crate) fn boxes_of_geoms_apart(m: &Model, d: &Data, geoms: [GeomId; 2], margin: f64) -> bool {
    let [first, second] = geoms;
    let boxes = [&m.geom_aabb[first], &m.geom_aabb[second]];
    boxes_surely(boxes, [frame(d, first), frame(d, second)], margin) == Some(true)
}

/// Whether the boxes of two geoms are farther apart than `margin`.
pub(crate) fn boxes_of_geoms_apart_exactly(
    m: &Model,
    d: &Data,
    geoms: [GeomId; 2],
    margin: f64,
) -> bool {
    let [first, second] = geoms;
    let boxes = [&m.geom_aabb[first], &m.geom_aabb[second]];
    boxes_apart_fast(boxes, [frame(d, first), frame(d, second)], margin)
}

/// Where the box of a geom is.
#[inline]
pub(crate) fn frame(d: &Data, g: GeomId) -> BoxFrame<'_> {
    BoxFrame { pos: d.geom_xpos[g], mat: &d.geom_xmat[g] }
}

/// The geoms of two leaves.
fn geoms_of_leaves(m: &Model, leaves: [&Node<'_>; 2]) -> Option<[GeomId; 2]> {
    let known = |leaf: &Node<'_>| GeomId::new(leaf.geom).filter(|g| g.0 < m.ngeom);
    Some([known(leaves[0])?, known(leaves[1])?])
}

/// The tree of boxes of a body or a flex.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tree<'a> {
    pub(crate) adr: usize,
    child: &'a [[i32; 2]],
    geom: &'a [i32],
    bounds: &'a [Box6],
}

/// A box in a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<'a> {
    place: u32,
    child: [i32; 2],
    /// The geom of a leaf, or the element if the tree is that of a flex.
    pub(crate) geom: i32,
    pub(crate) bounds: &'a Box6,
}

impl<'a> Tree<'a> {
    /// The tree of a body; without nodes if it has none.
    pub(crate) fn of(m: &'a Model, b: BodyId) -> Self {
        let adr = usize::try_from(m.body_bvhadr[b]).unwrap_or(0);
        let num = usize::try_from(m.body_bvhnum[b]).unwrap_or(0);
        let range = adr..adr.saturating_add(num);
        Self::at(m, range.clone(), m.bvh_aabb.get(range))
    }

    /// The tree of a flex, whose boxes move with it; without nodes if it has none.
    pub(crate) fn of_flex(m: &'a Model, d: &'a Data, f: FlexId) -> Self {
        let adr = usize::try_from(m.flex_bvhadr[f]).unwrap_or(0);
        let num = usize::try_from(m.flex_bvhnum[f]).unwrap_or(0);
        let range = adr..adr.saturating_add(num);
        let moving = |adr: usize| adr.saturating_sub(m.nbvhstatic);
        Self::at(m, range.clone(), d.bvh_aabb_dyn.get(moving(range.start)..moving(range.end)))
    }

    fn at(m: &'a Model, range: Range<usize>, bounds: Option<&'a [Box6]>) -> Self {
        Self {
            adr: range.start,
            child: m.bvh_child.get(range.clone()).unwrap_or(&[]),
            geom: m.bvh_nodeid.get(range).unwrap_or(&[]),
            bounds: bounds.unwrap_or(&[]),
        }
    }

    pub(crate) fn node(&self, place: u32) -> Option<Node<'a>> {
        let i = place as usize;
        let (child, geom) = (*self.child.get(i)?, *self.geom.get(i)?);
        Some(Node { place, child, geom, bounds: self.bounds.get(i)? })
    }
}

impl Node<'_> {
    pub(crate) fn is_leaf(&self) -> bool {
        self.child[0] < 0 && self.child[1] < 0
    }

    /// The children that there are. They follow their parent, so that every walk ends.
    pub(crate) fn children(&self) -> impl Iterator<Item = u32> + use<> {
        let place = self.place;
        let valid = self.child.into_iter().filter_map(|child| u32::try_from(child).ok());
        valid.filter(move |&child| child > place)
    }

    /// Whether the walk goes on below this node and not below that of the other tree.
    pub(crate) fn opens_before(&self, other: &Self) -> bool {
        other.is_leaf() || (!self.is_leaf() && self.measure() > other.measure())
    }

    /// The sizes that decide which tree is descended first. They change the boxes that are tested, never the result.
    fn measure(&self) -> f64 {
        let b = self.bounds;
        let [x, y, z] = [b[3] - b[0], b[4] - b[1], b[5] - b[2]];
        x * y + y * z + z * x
    }
}
