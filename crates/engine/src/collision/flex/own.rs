//! Elements of flexes against each other, and a flex against itself.
//!
//! Margins do not count within a flex, or its neighboring elements would always touch.

use std::mem::take;

use super::body::{Element, Flex, shares_body};
use super::triangle::Triangle;
use super::walk::{aligned_apart, sphere_apart};
use super::{FlexWorkspace, Search, has_tree};
use crate::collision::candidates::filter::Bits;
use crate::collision::candidates::midphase::Tree;
use crate::collision::convex::penetration;
use crate::collision::mix::margin;
use crate::collision::pairs::capsule_capsule::capsule_capsule;
use crate::collision::pairs::sphere::sphere_capsule;
use crate::collision::shape::{Hit, Shape};
use crate::contact::Collider;
use crate::enums::{DisableBit, FlexSelf};
use crate::ids::FlexId;
use crate::math::Vec3;

/// Most pairs that a sweep finds.
const MOST_SWEPT: usize = 1_000_000;
/// The faces of a tetrahedron, seen from outside, and the vertex opposite of each.
const FACES: [([usize; 3], usize); 4] =
    [([0, 1, 2], 3), ([0, 2, 3], 1), ([0, 3, 1], 2), ([1, 3, 2], 0)];

impl Search<'_> {
    /// A flex with itself.
    pub(super) fn own(&mut self, id: FlexId) {
        let (m, d) = (self.m, self.d);
        let bits = Bits::of_flex(m, id);
        if m.flex_rigid[id] != 0 || !bits.meet(bits) {
            return;
        }
        let Some(flex) = Flex::of(m, d, id) else { return };
        if m.flex_internal[id] != 0 {
            self.internal(&flex);
            self.work.chooser.thin_out(&mut self.work.found, 0);
        }
        let how = m.flex_selfcollide[id].get();
        if how == Some(FlexSelf::None) {
            return;
        }
        let start = self.work.found.len();
        let searched = !m.opt.disabled(DisableBit::MidPhase)
            && how != Some(FlexSelf::Narrow)
            && has_tree(m, id);
        if !searched {
            self.all_elements(&flex);
        } else if how == Some(FlexSelf::Bvh) || (how == Some(FlexSelf::Auto) && flex.dim == 3) {
            self.walk_flexes(&flex, &flex);
        } else {
            self.sweep(&flex);
        }
        self.work.chooser.thin_out(&mut self.work.found, start);
    }

    /// Every two active elements of a flex.
    fn all_elements(&mut self, flex: &Flex<'_>) {
        for i in (0..flex.len()).filter(|&i| flex.is_active(i)) {
            for j in (i + 1..flex.len()).filter(|&j| flex.is_active(j)) {
                self.elements((flex, i), (flex, j));
                if self.ends() {
                    return;
                }
            }
        }
    }

    /// Active elements of a flex whose boxes overlap, found by a sweep along its longest axis.
    #[doc(alias = "mj_collideFlexSAP")]
    fn sweep(&mut self, flex: &Flex<'_>) {
        let Some(root) = Tree::of_flex(self.m, self.d, flex.id).node(0) else { return };
        let &[.., x, y, z] = root.bounds;
        let axis = match [x, y, z] {
            [x, y, z] if x > y && x > z => 0,
            [_, y, z] if y > z => 1,
            _ => 2,
        };
        let mut ids = take(&mut self.work.elements);
        ids.clear();
        ids.extend((0..flex.len()).filter(|&i| flex.is_active(i)).map(|i| i as u32));
        let mut sap = take(&mut self.work.sap);
        let most = MOST_SWEPT.min(self.d.growth.pairs(size_of::<[u32; 2]>()));
        let mut bodies = take(&mut self.work.bodies);
        bodies.clear();
        bodies.extend((0..flex.len()).map(|i| flex.bodies(i)));
        let apart = |i: u32, j: u32| !shares_body(&bodies[i as usize], &bodies[j as usize]);
        sap.run(axis, flex.boxes, &ids, most, apart);
        for &[i, j] in &sap.pairs {
            self.elements_apart((flex, i as usize), (flex, j as usize));
            if self.ends() {
                break;
            }
        }
        (self.work.sap, self.work.elements, self.work.bodies) = (sap, ids, bodies);
    }

    /// Two elements.
    #[doc(alias = "mj_collideElems")]
    pub(super) fn elements(&mut self, (a, i): (&Flex<'_>, usize), (b, j): (&Flex<'_>, usize)) {
        if !shares_body(&a.bodies(i), &b.bodies(j)) {
            self.elements_apart((a, i), (b, j));
        }
    }

    /// Two elements without a body that both have vertices on.
    fn elements_apart(&mut self, (a, i): (&Flex<'_>, usize), (b, j): (&Flex<'_>, usize)) {
        let margin = if a.id == b.id { 0.0 } else { margin(self.m, a.margin + b.margin) };
        let (Some(of_a), Some(of_b)) = (a.boxes.get(i), b.boxes.get(j)) else { return };
        if aligned_apart(of_a, of_b, margin) {
            return;
        }
        let (Some(first), Some(second)) = (a.element(i), b.element(j)) else { return };
        if first.is_clearly_apart(&second, margin) {
            return;
        }
        let FlexWorkspace { hits, convex, .. } = &mut *self.work;
        hits.clear();
        if a.dim == 1 && b.dim == 1 {
            let (pos, mat, size) = first.capsule();
            let first = Shape::capsule(*self.m, pos, &mat, size);
            let (pos, mat, size) = second.capsule();
            capsule_capsule(&first, &Shape::capsule(*self.m, pos, &mat, size), margin, hits);
        } else {
            let [mut first, mut second] = [&first, &second].map(|e| e.solid(margin));
            penetration(&mut first, &mut second, 1, margin, &self.options, convex, hits);
        }
        self.keep([
            Collider::FlexElement { flex: a.id, element: i },
            Collider::FlexElement { flex: b.id, element: j },
        ]);
    }

    /// Elements and vertices of a flex that would pass through each other.
    #[doc(alias = "mj_collideFlexInternal")]
    fn internal(&mut self, flex: &Flex<'_>) {
        let m = self.m;
        let start = usize::try_from(m.flex_evpairadr[flex.id]).unwrap_or(0);
        let count = usize::try_from(m.flex_evpairnum[flex.id]).unwrap_or(0);
        let pairs = m.flex_evpair.get(start..start.saturating_add(count)).unwrap_or_default();
        for &[element, vertex] in pairs {
            self.element_and_vertex(flex, element, vertex);
            if self.ends() {
                return;
            }
        }
        if flex.dim == 3 {
            (0..flex.len()).for_each(|element| self.inversion(flex, element));
        }
    }

    /// An element and a vertex that is not its own.
    #[doc(alias = "mj_collideElemVert")]
    fn element_and_vertex(&mut self, flex: &Flex<'_>, element: i32, vertex: i32) {
        let (Ok(element), Some(at)) = (usize::try_from(element), flex.vertex(vertex)) else {
            return;
        };
        let Some(solid) = flex.element(element) else { return };
        let reach = margin(self.m, flex.margin) + flex.radius;
        if sphere_apart(at, reach, &flex.boxes[element]) {
            return;
        }
        let FlexWorkspace { hits, convex, .. } = &mut *self.work;
        hits.clear();
        match flex.dim {
            1 => {
                let (pos, mat, size) = solid.capsule();
                let capsule = Shape::capsule(*self.m, pos, &mat, size);
                sphere_capsule(&Shape::sphere(*self.m, at, flex.radius), &capsule, 0.0, hits);
            }
            2 => {
                let triangle = Triangle { corners: solid.triangle(), radius: flex.radius };
                triangle.ball(at, flex.radius, 0.0, hits);
            }
            _ => {
                let vertex = Element::vertex(at, flex.radius);
                let [mut vertex, mut solid] = [&vertex, &solid].map(|e| e.solid(0.0));
                penetration(&mut vertex, &mut solid, 1, 0.0, &self.options, convex, hits);
            }
        }
        let vertex = Collider::FlexVertex { flex: flex.id, vertex: vertex as usize };
        self.keep([vertex, Collider::FlexElement { flex: flex.id, element }]);
    }

    /// The vertices of a tetrahedron that come too near to the opposite face, or beyond it.
    #[doc(alias = "planeVertex")]
    fn inversion(&mut self, flex: &Flex<'_>, element: usize) {
        let Some(solid) = flex.element(element) else { return };
        let (corners, ids) = (solid.corners(), flex.corners(element));
        for ([a, b, c], opposite) in FACES {
            let (origin, vertex) = (corners[a], corners[opposite]);
            let up = (corners[b] - origin).cross(corners[c] - origin).normalized().0;
            let height = (vertex - origin).dot(up);
            if height <= -2.0 * flex.radius {
                continue;
            }
            let hit = Hit {
                dist: -height - 2.0 * flex.radius,
                pos: vertex + up * (-0.5 * height),
                normal: -up,
                tangent: Vec3::ZERO,
            };
            self.work.hits.clear();
            self.work.hits.push(hit);
            self.keep([
                Collider::FlexElement { flex: flex.id, element },
                Collider::FlexVertex { flex: flex.id, vertex: ids[opposite] as usize },
            ]);
        }
    }
}
