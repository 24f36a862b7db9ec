//! Giving identities to elements.

use std::collections::HashSet;

use crate::spec::{Body, BodyKey, DefaultClass, ElementId, Origin, Spec};

impl Spec {
    /// Gives an identity to every element that has none, or one that another element has.
    ///
    /// Readers do this, and so do the functions that add elements. It is needed after pushing
    /// elements into the lists of a spec directly.
    pub fn assign_ids(&mut self) {
        let mut taken = HashSet::new();
        self.each_origin(&mut |origin| {
            if origin.id.is_none() || !taken.insert(origin.id) {
                origin.id = ElementId::fresh();
                taken.insert(origin.id);
            }
        });
    }

    /// Visits the origins of all elements, those inside default classes and tendons included.
    pub(crate) fn each_origin(&mut self, visit: &mut dyn FnMut(&mut Origin)) {
        self.bodies.each_mut(BodyKey::WORLD, |body| body.each_origin(visit));
        self.defaults.iter_mut().for_each(|class| class.each_origin(visit));
        macro_rules! lists {
            ($($list:ident),+) => {$(
                self.$list.iter_mut().for_each(|element| visit(&mut element.origin));
            )+};
        }
        lists!(meshes, hfields, skins, textures, materials, pairs, excludes, equalities, tendons);
        lists!(actuators, sensors, numerics, texts, tuples, keys, flexes, plugins);
        for wrap in self.tendons.iter_mut().flat_map(|tendon| &mut tendon.path) {
            visit(&mut wrap.origin);
        }
    }
}

impl Body {
    /// Visits the origins of the body and of what is directly in it.
    pub(super) fn each_origin(&mut self, visit: &mut dyn FnMut(&mut Origin)) {
        visit(&mut self.origin);
        macro_rules! lists {
            ($($list:ident),+) => {$(
                self.$list.iter_mut().for_each(|element| visit(&mut element.origin));
            )+};
        }
        lists!(frames, joints, geoms, sites, cameras, lights);
    }
}

impl DefaultClass {
    /// Visits the origins of the class and of the elements in it.
    pub(crate) fn each_origin(&mut self, visit: &mut dyn FnMut(&mut Origin)) {
        visit(&mut self.origin);
        macro_rules! fields {
            ($($field:ident),+) => {$(visit(&mut self.$field.origin);)+};
        }
        fields!(joint, geom, site, camera, light, mesh, material, pair, equality, tendon, actuator);
    }

    /// Gives new identities to the class and the elements in it.
    pub(crate) fn renew_ids(&mut self) {
        self.each_origin(&mut |origin| origin.id = ElementId::fresh());
    }
}
