//! Custom numbers, texts and tuples; keyframes.

use super::Writer;
use super::element::{allowed, attrs_of};
use super::node::Node;
use crate::schema::Value;
use crate::spec::{Key, Keyword, Numeric, Text, Tuple};

impl Writer<'_> {
    pub(super) fn custom(&self) -> Node {
        let mut section = Node::new("custom");
        for numeric in &self.spec.numerics {
            // the size says no more than the data if it is theirs
            let given = numeric.size != numeric.data.len() as i32;
            let size = if given { numeric.size } else { 0 };
            let numeric = Numeric { size, ..numeric.clone() };
            let said = attrs_of(&numeric, &Numeric::default(), allowed(&["custom", "numeric"]));
            section.push(Node::new("numeric").with(said.attrs));
        }
        for text in &self.spec.texts {
            let said = attrs_of(text, &Text::default(), allowed(&["custom", "text"]));
            section.push(Node::new("text").with(said.attrs));
        }
        for tuple in &self.spec.tuples {
            let said = attrs_of(tuple, &Tuple::default(), allowed(&["custom", "tuple"]));
            let mut node = Node::new("tuple").with(said.attrs);
            for element in &tuple.elements {
                let mut child = Node::new("element");
                child.set("objtype", element.objtype.word());
                child.set("objname", &*element.objname);
                if let Some(prm) = element.prm.write(&0.0) {
                    child.set("prm", prm);
                }
                node.push(child);
            }
            section.push(node);
        }
        section
    }

    pub(super) fn keyframe(&self) -> Node {
        let mut section = Node::new("keyframe");
        for key in &self.spec.keys {
            let said = attrs_of(key, &Key::default(), allowed(&["keyframe", "key"]));
            section.push(Node::new("key").with(said.attrs));
        }
        section
    }
}
