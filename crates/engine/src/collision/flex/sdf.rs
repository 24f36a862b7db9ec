//! A distance field against the triangles of a flex.
//!
//! As the triangles of a mesh, but each gives one point: the deepest.

use super::body::Flex;
use super::found::FlexHit;
use super::{FlexWorkspace, Search};
use crate::collision::sdf::mesh::{Candidates, Tree};
use crate::collision::sdf::shape::SdfShape;
use crate::collision::sdf::{Contacts, MAX_STEPS, Map, pose};
use crate::collision::shape::Shape;
use crate::constants::MAXCONPAIR;
use crate::contact::Collider;
use crate::ids::GeomId;
use crate::math::{Pose, Quat, Vec3};

/// The deepest points of elements.
struct Deepest {
    points: [(usize, Vec3, f64); MAXCONPAIR],
    len: usize,
}

impl Search<'_> {
    /// A distance field and the triangles of a flex; lines and tetrahedra do not touch fields.
    #[doc(alias = "mjc_FlexSDF")]
    pub(super) fn distance_field(&mut self, g: GeomId, flex: &Flex<'_>) {
        let (m, d) = (self.m, self.d);
        let Some(shape) = Shape::of(*m, d, g).filter(|_| flex.dim == 2) else { return };
        let Some(field) = SdfShape::of(&shape) else { return };
        let field_pose = pose(&shape);
        let world = Pose { pos: Vec3::ZERO, quat: Quat::IDENTITY };
        let to_field = Map::between(&world, &field_pose);
        let [starts, steps] =
            [m.opt.sdf_initpoints, m.opt.sdf_iterations].map(|n| n.min(MAX_STEPS));

        let mut deepest = Deepest { points: [(0, Vec3::ZERO, 0.0); MAXCONPAIR], len: 0 };
        let mut candidates = Candidates::new();
        let mut see = |element: i32| {
            let Some(solid) = usize::try_from(element).ok().and_then(|e| flex.element(e)) else {
                return;
            };
            if deepest.len >= MAXCONPAIR || m.hooks.interrupted() {
                return;
            }
            let triangle = solid.triangle().map(|corner| to_field.apply(corner));
            candidates.clear();
            candidates.search(&field, &triangle, starts, steps);
            if let Some((x, dist)) = candidates.deepest() {
                deepest.points[deepest.len] = (element as usize, x, dist);
                deepest.len += 1;
            }
        };
        match Tree::of_flex(m, d, flex.id) {
            Some(tree) => tree.visit(&field, &to_field, see),
            None => (0..flex.len()).for_each(|element| see(element as i32)),
        }

        let FlexWorkspace { hits, found, .. } = &mut *self.work;
        hits.clear();
        let mut contacts = Contacts::of_first(field_pose, hits);
        let mut elements = [0; MAXCONPAIR];
        for &(element, x, dist) in &deepest.points[..deepest.len] {
            let before = contacts.len();
            contacts.add(x, dist, |x| field.gradient(x));
            if let Some(place) = elements.get_mut(before) {
                *place = element;
            }
        }
        found.extend(hits.iter().zip(elements).map(|(&hit, element)| FlexHit {
            hit,
            sides: [Collider::Geom(g), Collider::FlexElement { flex: flex.id, element }],
        }));
    }
}
