//! Composite elements.

use std::sync::Arc;

use ferrodyn_engine::math::{Quat, Vec3};

use super::Reader;
use crate::composite::{Composite, CompositeType, Curve, SkinOptions};
use crate::schema::{BadValue, Fit};
use crate::spec::{BodyKey, Geom, Joint, Keyword as _, PluginRef, Site};
use crate::xml::NodeId;

/// Bytes of a body of a cable with what is in it, about.
const BODY_BYTES: usize = 3000;

impl Reader<'_, '_> {
    /// Reads a composite element and expands it into bodies.
    pub(super) fn composite(
        &mut self,
        node: NodeId,
        body: BodyKey,
        frame: Option<usize>,
        class: &str,
    ) {
        let mistakes = self.problems.len();
        let Some(mut composite) = self.composite_attrs(node, class) else { return };
        if self.problems.len() > mistakes {
            return;
        }
        if let Err(why) = composite.check() {
            self.refuse(node, why);
            return;
        }
        let bodies = composite.bodies();
        let bytes = composite.skin_numbers().saturating_mul(4);
        let fits = self.count_copies(node, bodies.saturating_mul(5))
            && self.take_copies(node, BODY_BYTES, bodies)
            && self.take_copies(node, bytes, 1);
        if fits {
            composite.make(self.spec, body, frame);
        }
    }

    fn composite_attrs(&mut self, node: NodeId, class: &str) -> Option<Composite> {
        let mut kind = CompositeType::Particle;
        self.require(node, &["type"]);
        if !self.value(node, "type", &mut kind) {
            return None;
        }
        let mut composite = Composite {
            kind,
            prefix: self.text(node, "prefix").unwrap_or_default(),
            count: [1; 3],
            offset: Vec3::ZERO,
            quat: Quat::IDENTITY,
            initial: self.text(node, "initial").unwrap_or_else(|| "ball".into()),
            vertex: Vec::new(),
            size: [1.0, 0.0, 0.0],
            curve: [Curve::Zero; 3],
            plugin: PluginRef::default(),
            skin: SkinOptions { rgba: [1.0; 4], ..SkinOptions::default() },
            geom: Geom::default(),
            site: Site { group: 3, ..Site::default() },
            joint: Joint { group: 3, ..Joint::default() },
            origin: self.origin(node),
            class: class.to_owned(),
        };
        self.upto(node, "count", &mut composite.count);
        self.value(node, "offset", &mut composite.offset);
        self.value(node, "quat", &mut composite.quat);
        self.upto(node, "size", &mut composite.size);
        self.value(node, "vertex", &mut composite.vertex);
        self.plugin_inside(node, &mut composite.plugin);
        self.curve(node, &mut composite.curve);
        self.composite_parts(node, &mut composite);
        Some(composite)
    }

    /// Skin, geom, site and joint.
    fn composite_parts(&mut self, node: NodeId, composite: &mut Composite) {
        let mut joints = 0;
        for child in self.children(node) {
            let tree = Arc::clone(&self.tree);
            match tree.name(child) {
                "skin" => self.composite_skin(child, &mut composite.skin),
                "geom" => self.attrs(child, &mut composite.geom),
                "site" => self.attrs(child, &mut composite.site),
                "joint" => {
                    joints += 1;
                    if self.required(child, "kind").is_some_and(|kind| kind != "main") {
                        self.refuse_attr(child, "kind", "the joint of a composite is \"main\"");
                    }
                    self.attrs(child, &mut composite.joint);
                    // not taken over, and not a polynomial
                    composite.joint.limited = Joint::default().limited;
                    let mut single = 0.0;
                    self.value(child, "stiffness", &mut single);
                    self.value(child, "damping", &mut single);
                }
                _ => {}
            }
        }
        if joints > 1 {
            self.refuse(node, "a composite has one joint: remove the others");
        }
    }

    fn composite_skin(&mut self, node: NodeId, skin: &mut SkinOptions) {
        skin.given = true;
        self.value(node, "texcoord", &mut skin.texcoord);
        skin.material = self.text(node, "material").unwrap_or_default();
        self.value(node, "rgba", &mut skin.rgba);
        // MuJoCo reads it, but inflates by the thickness of the geoms
        self.value(node, "inflate", &mut 0.0_f64);
        self.value(node, "subgrid", &mut skin.subgrid);
        self.value(node, "group", &mut skin.group);
        if !(0..6).contains(&skin.group) {
            self.refuse_attr(node, "group", "the group of a skin is between 0 and 5");
        }
    }

    /// Up to three words that say how coordinates depend on the place along a cable.
    fn curve(&mut self, node: NodeId, curve: &mut [Curve; 3]) {
        let tree = Arc::clone(&self.tree);
        let Some(attr) = tree.find_attr(node, "curve") else { return };
        let words: Vec<&str> = attr.value.split_whitespace().collect();
        if words.len() > curve.len() {
            let bad = BadValue::Other("curve has at most three words".into());
            self.bad_value(node, "curve", attr.value_span, bad);
            return;
        }
        for (slot, word) in curve.iter_mut().zip(words) {
            if let Some((_, known)) = Curve::WORDS.iter().find(|(known, _)| *known == word) {
                *slot = *known;
                continue;
            }
            let words = Curve::WORDS.iter().map(|(word, _)| *word).collect();
            let bad = BadValue::Keyword { word: word.to_owned(), words };
            self.bad_value(node, "curve", attr.value_span, bad);
        }
    }

    /// Reads an attribute that may have fewer numbers than there is room for.
    fn upto<V: crate::schema::Value>(&mut self, node: NodeId, name: &str, value: &mut V) {
        let tree = Arc::clone(&self.tree);
        let Some(attr) = tree.find_attr(node, name) else { return };
        if let Err(bad) = value.read(attr.value, Fit::UpTo) {
            self.bad_value(node, name, attr.value_span, bad);
        }
    }
}
