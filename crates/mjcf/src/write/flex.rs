//! Flexes.

use super::Writer;
use super::element::{allowed, attrs_of, attrs_of_rows};
use super::node::Node;
use crate::spec::flex::{FLEX_CONTACT, FLEX_DOF, FLEX_EDGE, FLEX_ELASTICITY};
use crate::spec::{Flex, FlexDof, Keyword as _};

impl Writer<'_> {
    pub(super) fn deformable(&self) -> Node {
        let mut section = Node::new("deformable");
        self.spec.flexes.iter().for_each(|f| section.push(flex(f)));
        section
    }
}

fn flex(flex: &Flex) -> Node {
    let base = Flex::default();
    let said = attrs_of(flex, &base, allowed(&["deformable", "flex"]));
    let mut node = Node::new("flex").with(said.attrs);
    let passive = passive(flex);
    if let Some(dof) = (FLEX_DOF.write)(flex, &base) {
        node.set(FLEX_DOF.name, dof);
    } else if passive == Passive::ByDof {
        node.set(FLEX_DOF.name, FlexDof::Radial.word());
    }
    for (name, rows) in
        [("contact", FLEX_CONTACT), ("edge", FLEX_EDGE), ("elasticity", FLEX_ELASTICITY)]
    {
        let mut attrs = attrs_of_rows(flex, &base, rows).attrs;
        attrs.retain(|(name, _)| *name != "passive" || passive != Passive::Unsaid);
        node.push_unless_empty(Node::new(name).with(attrs));
    }
    node
}

/// How a file can say that contacts act as passive forces: MuJoCo looks at the keyword before that.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passive {
    /// By `internal`, which is true as well, or there is nothing to say.
    Plainly,
    /// By a way to move vertices that means nothing to a flex.
    ByDof,
    /// Not at all: the flex is interpolated.
    Unsaid,
}

fn passive(flex: &Flex) -> Passive {
    if flex.passive == 0 || flex.internal {
        Passive::Plainly
    } else if flex.order == 0 {
        Passive::ByDof
    } else {
        Passive::Unsaid
    }
}
