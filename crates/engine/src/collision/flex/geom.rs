//! A geom against a flex: vertices against a plane, elements against everything else.

use super::body::{Element, Flex};
use super::hfield::hfield_element;
use super::normal::set_round_normal;
use super::triangle::Triangle;
use super::walk::sphere_apart;
use super::{FlexWorkspace, Search};
use crate::collision::convex::penetration;
use crate::collision::convex::support::Solid;
use crate::collision::mix::margin;
use crate::collision::pairs::capsule_box::capsule_box;
use crate::collision::pairs::capsule_capsule::capsule_capsule;
use crate::collision::pairs::sphere::sphere_capsule;
use crate::collision::shape::{Hit, Shape};
use crate::contact::Collider;
use crate::enums::{DisableBit, GeomType};
use crate::ids::GeomId;
use crate::math::Vec3;

impl Search<'_> {
    /// A plane and the vertices of a flex.
    #[doc(alias = "mj_collidePlaneFlex")]
    pub(super) fn plane(&mut self, g: GeomId, flex: &Flex<'_>) {
        let (m, d) = (self.m, self.d);
        let normal = d.geom_xmat[g].col(2);
        let reach = margin(m, m.geom_margin[g] + flex.margin) + flex.radius;
        for (vertex, &at) in flex.vertices.iter().enumerate() {
            let height = (at - d.geom_xpos[g]).dot(normal);
            if height > reach {
                continue;
            }
            let dist = height - flex.radius;
            let pos = at + normal * (-dist * 0.5 - flex.radius);
            self.work.hits.clear();
            self.work.hits.push(Hit { dist, pos, normal, tangent: Vec3::ZERO });
            self.keep([Collider::Geom(g), Collider::FlexVertex { flex: flex.id, vertex }]);
        }
    }

    /// A geom and an element of a flex.
    #[doc(alias = "mj_collideGeomElem")]
    pub(super) fn geom_and_element(&mut self, g: GeomId, flex: &Flex<'_>, element: usize) {
        let (m, d) = (self.m, self.d);
        let margin = margin(m, m.geom_margin[g] + flex.margin);
        let (Some(shape), Some(solid)) = (Shape::of(*m, d, g), flex.element(element)) else {
            return;
        };
        if m.opt.disabled(DisableBit::MidPhase)
            && sphere_apart(shape.pos, m.geom_rbound[g] + margin, &flex.boxes[element])
        {
            return;
        }
        if flex.is_on(element, m.geom_bodyid[g].raw()) {
            return;
        }
        self.work.hits.clear();
        self.touch(&shape, flex.dim, &solid, margin);
        self.keep([Collider::Geom(g), Collider::FlexElement { flex: flex.id, element }]);
    }

    /// Finds the points where a geom touches an element.
    fn touch(&mut self, shape: &Shape<'_>, dim: usize, element: &Element, margin: f64) {
        let FlexWorkspace { hits, convex, .. } = &mut *self.work;
        let triangle = || Triangle { corners: element.triangle(), radius: element.radius };
        match (shape.kind, dim) {
            (GeomType::Sphere | GeomType::Capsule | GeomType::Box, 1) => {
                self.touch_line(shape, element, margin);
            }
            (GeomType::Hfield, _) => {
                hfield_element(shape, element, margin, &self.options, convex, hits);
            }
            (GeomType::Sphere, 2) => triangle().ball(shape.pos, shape.size[0], margin, hits),
            (GeomType::Box, 2) => triangle().cuboid(shape, margin, hits),
            (GeomType::Capsule, 2) => triangle().capsule(shape, margin, hits),
            _ => {
                let Some(mut solid) = Solid::new(shape, margin) else { return };
                let element = &mut element.solid(margin);
                penetration(&mut solid, element, 1, margin, &self.options, convex, hits);
                if dim == 2 && !self.m.opt.disabled(DisableBit::NativeCcd) {
                    hits.as_mut_slice().iter_mut().for_each(|hit| set_round_normal(shape, hit));
                }
            }
        }
    }

    /// Finds the points where a sphere, capsule or box touches a line.
    fn touch_line(&mut self, shape: &Shape<'_>, line: &Element, margin: f64) {
        let hits = &mut self.work.hits;
        let (pos, mat, size) = line.capsule();
        let line = Shape::capsule(*self.m, pos, &mat, size);
        match shape.kind {
            GeomType::Sphere => sphere_capsule(shape, &line, margin, hits),
            GeomType::Capsule => capsule_capsule(shape, &line, margin, hits),
            _ => {
                capsule_box(&line, shape, margin, hits);
                hits.as_mut_slice().iter_mut().for_each(|hit| hit.normal = -hit.normal);
            }
        }
    }
}
