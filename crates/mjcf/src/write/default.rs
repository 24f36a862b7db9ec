//! Default classes, each as its difference from the class it derives from.

use super::Writer;
use super::asset::{attrs_of_material, write_layers};
use super::body::attrs_of_camera;
use super::constraint::attrs_of_tendon;
use super::element::{WrittenAttrs, allowed, attrs_of, say_oriented};
use super::node::Node;
use crate::schema::Value as _;
use crate::spec::{Actuator, DefaultClass};

impl Writer<'_> {
    /// The root class with all others inside.
    pub(super) fn default(&mut self) -> Node {
        let mut root = self.default_class(0);
        let mut derived = vec![Vec::new(); self.spec.defaults.len()];
        for class in 1..derived.len() {
            derived[self.parent(class).unwrap_or(0)].push(class);
        }
        // an explicit stack: classes may derive from each other deeply
        let mut open: Vec<(usize, usize)> = derived[0].iter().rev().map(|&c| (c, 1)).collect();
        while let Some((class, depth)) = open.pop() {
            root.push_at(depth, self.default_class(class));
            open.extend(derived[class].iter().rev().map(|&inner| (inner, depth + 1)));
        }
        for (name, content) in std::mem::take(&mut self.added) {
            let mut class = Node::new("default");
            class.set("class", name);
            class.push(content);
            root.push(class);
        }
        root
    }

    /// A class without those derived from it.
    fn default_class(&mut self, index: usize) -> Node {
        let spec = self.spec;
        let class = &spec.defaults[index];
        let mut node = Node::new("default");
        let built_in = DefaultClass::default();
        let parent = match self.parent(index) {
            Some(parent) => {
                node.set("class", &*class.name);
                &spec.defaults[parent]
            }
            None => &built_in,
        };
        self.class_content(&mut node, class, parent);
        node
    }

    /// The class that a class derives from: one before it, the root if in doubt.
    fn parent(&self, index: usize) -> Option<usize> {
        let parent = self.spec.defaults[index].parent.filter(|&parent| parent < index);
        if index == 0 { None } else { Some(parent.unwrap_or(0)) }
    }

    fn class_content(&mut self, node: &mut Node, class: &DefaultClass, parent: &DefaultClass) {
        let (mut exact, saved) = (true, self.saved);
        let sized = |mut said: WrittenAttrs, size: &[f64; 3]| {
            let mut given = said.attrs.iter_mut().filter(|(name, _)| saved && *name == "size");
            if let Some((_, text)) = given.next() {
                *text = size.text();
            }
            said
        };
        let mut add = |name: &'static str, attrs_of: &dyn Fn(&[&str]) -> WrittenAttrs| {
            let said = attrs_of(allowed(&["default", name]));
            exact &= said.exact;
            node.push_unless_empty(Node::new(name).with(said.attrs));
        };
        add("mesh", &|rule| attrs_of(&class.mesh, &parent.mesh, rule));
        add("joint", &|rule| attrs_of(&class.joint, &parent.joint, rule));
        add("geom", &|rule| sized(say_oriented(&class.geom, &parent.geom, rule), &class.geom.size));
        add("site", &|rule| sized(say_oriented(&class.site, &parent.site, rule), &class.site.size));
        add("camera", &|rule| attrs_of_camera(&class.camera, &parent.camera, rule));
        add("light", &|rule| attrs_of(&class.light, &parent.light, rule));
        add("pair", &|rule| attrs_of(&class.pair, &parent.pair, rule));
        add("equality", &|rule| attrs_of(&class.equality, &parent.equality, rule));
        add("tendon", &|rule| attrs_of_tendon(&class.tendon, &parent.tendon, rule));

        let rule = allowed(&["default", "material"]);
        let said = attrs_of_material(&class.material, &parent.material, rule);
        exact &= said.exact;
        let mut material = Node::new("material").with(said.attrs);
        write_layers(&mut material, &class.material, &parent.material);
        node.push_unless_empty(material);

        exact &= class_actuator(node, &class.actuator, &parent.actuator);
        self.lost |= !exact;
    }
}

/// The actuator of a class; true if it reads back.
fn class_actuator(node: &mut Node, actuator: &Actuator, parent: &Actuator) -> bool {
    let mut base = parent.clone();
    if actuator.inheritrange.to_bits() != parent.inheritrange.to_bits() {
        node.push(super::actuator::inherit_range(&mut base, actuator.inheritrange));
    }
    let said = attrs_of(actuator, &base, allowed(&["default", "general"]));
    node.push_unless_empty(Node::new("general").with(said.attrs));
    said.exact && actuator.trntype == parent.trntype && actuator.target == parent.target
}
