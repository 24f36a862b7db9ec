//! Elements of a flex and geoms of a body, or elements of two flexes, whose boxes overlap: found with
//! their trees of boxes.
//!
//! The order in which pairs are found decides which of many contacts are kept, so the walk goes as
//! MuJoCo's does.

use crate::collision::candidates::filter::Bits;
use crate::collision::candidates::midphase::{Node, Tree, frame};
use crate::collision::candidates::obb::{Box6, BoxFrame, FramePair, boxes_apart};
use crate::collision::mix::margin;
use crate::data::Data;
use crate::ids::{BodyId, FlexId, GeomId};
use crate::math::{Mat3, Vec3};
use crate::model::Model;

/// Boxes of flexes are given in world.
const WORLD: BoxFrame<'static> = BoxFrame { pos: Vec3::ZERO, mat: &Mat3::IDENTITY };

/// Memory of a walk over two trees.
#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    /// Pairs of leaves: a geom and an element, or two elements.
    pub(super) pairs: Vec<[u32; 2]>,
    /// Nodes whose boxes overlap, to be marked in `bvh_active`.
    pub(super) active: Vec<usize>,
    stack: Vec<[u32; 2]>,
}

impl Walk {
    /// Pairs of geoms of a body and elements of a flex; false if there are more than `most`.
    #[doc(alias = "mj_collideTree")]
    pub(super) fn body(
        &mut self,
        m: &Model,
        d: &Data,
        (body, flex): (BodyId, FlexId),
        most: usize,
    ) -> bool {
        let trees = [Tree::of(m, body), Tree::of_flex(m, d, flex)];
        let frames = FramePair::new([BoxFrame { pos: d.xipos[body], mat: &d.ximat[body] }, WORLD]);
        let inner = margin(m, m.body_margin[body] + m.flex_margin[flex]);
        let bits = Bits::of_flex(m, flex);
        let touch = |a: &Node<'_>, b: &Node<'_>| {
            if !(a.is_leaf() && b.is_leaf()) {
                return !frames.boxes_apart([a.bounds, b.bounds], inner);
            }
            let Some(g) = GeomId::new(a.geom).filter(|g| g.0 < m.ngeom) else { return false };
            let margin = margin(m, m.geom_margin[g] + m.flex_margin[flex]);
            Bits::of_geom(m, g).meet(bits)
                && !sphere_apart(d.geom_xpos[g], m.geom_rbound[g] + margin, b.bounds)
                && !boxes_apart([&m.geom_aabb[g], b.bounds], [frame(d, g), WORLD], margin)
        };
        self.descend(trees, false, most, touch)
    }

    /// Pairs of elements of two flexes, or of one; false if there are more than `most`.
    pub(super) fn flexes(&mut self, m: &Model, d: &Data, ids: [FlexId; 2], most: usize) -> bool {
        let trees = ids.map(|f| Tree::of_flex(m, d, f));
        let margin = margin(m, m.flex_margin[ids[0]] + m.flex_margin[ids[1]]);
        self.descend(trees, ids[0] == ids[1], most, |a, b| {
            (a.is_leaf() && b.is_leaf()) || !aligned_apart(a.bounds, b.bounds, margin)
        })
    }

    /// Walks both trees from their roots, wherever nodes touch.
    fn descend(
        &mut self,
        trees: [Tree<'_>; 2],
        is_one: bool,
        most: usize,
        touch: impl Fn(&Node<'_>, &Node<'_>) -> bool,
    ) -> bool {
        self.pairs.clear();
        self.active.clear();
        self.stack.clear();
        self.stack.push([0, 0]);
        while let Some(at) = self.stack.pop() {
            if is_one && at[0] > at[1] {
                continue;
            }
            let (Some(a), Some(b)) = (trees[0].node(at[0]), trees[1].node(at[1])) else {
                continue;
            };
            if !touch(&a, &b) {
                continue;
            }
            if a.is_leaf() && b.is_leaf() {
                let [Ok(first), Ok(second)] = [a.geom, b.geom].map(u32::try_from) else { continue };
                if self.pairs.len() >= most {
                    return false;
                }
                self.pairs.push([first, second]);
            } else if a.opens_before(&b) {
                self.stack.extend(a.children().map(|child| [child, at[1]]));
            } else {
                self.stack.extend(b.children().map(|child| [at[0], child]));
            }
            self.active.extend(trees.iter().zip(at).map(|(tree, node)| tree.adr + node as usize));
        }
        true
    }
}

/// Whether a sphere, taken as a box, misses a box along the axes of the world.
#[doc(alias = "filterSphereBox")]
pub(super) fn sphere_apart(center: Vec3, radius: f64, b: &Box6) -> bool {
    (0..3).any(|i| center[i] + radius < b[i] - b[3 + i] || center[i] - radius > b[i] + b[3 + i])
}

/// Whether two boxes along the axes of the world are farther apart than `margin`.
#[doc(alias = "filterBox")]
pub(super) fn aligned_apart(a: &Box6, b: &Box6, margin: f64) -> bool {
    (0..3).any(|i| {
        a[i] + a[3 + i] + margin < b[i] - b[3 + i] || b[i] + b[3 + i] + margin < a[i] - a[3 + i]
    })
}
