//! Flexes.

use super::Writer;
use super::element::{allowed, say, say_rows};
use super::node::Node;
use crate::spec::Flex;
use crate::spec::flex::{FLEX_CONTACT, FLEX_DOF, FLEX_EDGE, FLEX_ELASTICITY};

impl Writer<'_> {
    pub(super) fn deformable(&self) -> Node {
        let mut section = Node::new("deformable");
        self.spec.flexes.iter().for_each(|f| section.push(flex(f)));
        section
    }
}

fn flex(flex: &Flex) -> Node {
    let base = Flex::default();
    let said = say(flex, &base, allowed(&["deformable", "flex"]));
    let mut node = Node::new("flex").with(said.attrs);
    if let Some(dof) = (FLEX_DOF.write)(flex, &base) {
        node.set(FLEX_DOF.name, dof);
    }
    for (name, rows) in
        [("contact", FLEX_CONTACT), ("edge", FLEX_EDGE), ("elasticity", FLEX_ELASTICITY)]
    {
        node.push_unless_empty(Node::new(name).with(say_rows(flex, &base, rows).attrs));
    }
    node
}
