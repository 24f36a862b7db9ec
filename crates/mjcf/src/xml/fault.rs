//! The element and attribute that a problem is about, and misspelt words that are read as known ones.

use super::tree::{NodeId, Tree};
use crate::error::{Fault, FaultScope};
use crate::path;

/// More names than these are not listed.
const MANY_NAMES: usize = 10_000;

/// A name that is read as another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Misspelt {
    Element(NodeId),
    /// By place in `Tree::attrs`.
    Attr(u32),
}

impl Tree {
    /// What a problem with an element is about.
    pub(crate) fn fault(&self, node: NodeId) -> Fault {
        let mut around = Vec::new();
        let mut reach = reach_of(self.name(node));
        let mut at = self.parent(node).filter(|_| !is_body(self.name(node)));
        while let Some(above) = at {
            around.push(self.place(self.span(above)));
            // what makes other elements does so from what is in it
            if matches!(self.name(above), "composite" | "flexcomp" | "compiler" | "size") {
                reach = reach_of(self.name(above));
            }
            at = self.parent(above).filter(|_| !is_body(self.name(above)));
        }
        Fault {
            element: Some(self.place(self.span(node))),
            around,
            is_body: is_body(self.name(node)),
            reach,
            follows: self.broken.contains(&node),
            ..Fault::default()
        }
    }

    /// The same of an element that is left out with everything in it.
    pub(crate) fn fault_of_all(&self, node: NodeId) -> Fault {
        let mut fault = self.fault(node);
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            for attr in self.attrs(node) {
                match attr.name {
                    "name" | "class" | "plugin" => fault.left_out.push(attr.value.to_owned()),
                    "file" => fault.left_out.push(path::asset_name(attr.value).to_owned()),
                    _ => {}
                }
            }
            if reach_of(self.name(node)) != FaultScope::Element || fault.left_out.len() > MANY_NAMES
            {
                fault.reach = FaultScope::Names;
                break;
            }
            open.extend(self.children(node));
        }
        fault
    }

    /// Whether what is in an element may belong elsewhere, because its end tag is missing.
    pub(crate) fn is_unclosed(&self, node: NodeId) -> bool {
        self.unclosed.contains(&node)
    }

    /// Reads an element as one of another name from now on.
    pub(crate) fn read_element_as(&mut self, node: NodeId, name: &'static str) {
        self.meant.insert(Misspelt::Element(node), name);
    }

    /// Reads the attribute of an element that has this name as one of another name from now on.
    pub(crate) fn read_attr_as(&mut self, node: NodeId, name: &str, meant: &'static str) {
        let first = self.node(node).attrs.0;
        let position = self.attrs(node).position(|attr| attr.name == name);
        if let Some(index) = position.and_then(|i| u32::try_from(i).ok()) {
            self.meant.insert(Misspelt::Attr(first + index), meant);
        }
    }

    /// Whether an attribute is read as one of another name.
    pub(crate) fn is_misspelt(&self, node: NodeId, name: &str) -> bool {
        let first = self.node(node).attrs.0;
        let position = self.attrs(node).position(|attr| attr.name == name);
        let index = position.and_then(|i| u32::try_from(i).ok());
        index.is_some_and(|i| self.meant.contains_key(&Misspelt::Attr(first + i)))
    }
}

fn is_body(name: &str) -> bool {
    matches!(name, "body" | "worldbody" | "link")
}

/// How far a mistake in an element of this name reaches.
fn reach_of(name: &str) -> FaultScope {
    match name {
        "compiler" | "size" => FaultScope::Settings,
        "composite" | "flexcomp" | "attach" | "replicate" | "model" => FaultScope::Names,
        "include" => FaultScope::Document,
        _ => FaultScope::Element,
    }
}
