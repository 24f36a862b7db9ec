//! Default classes.

use std::collections::BTreeSet;

use super::Reader;
use crate::grammar::{MJCF, Rule};
use crate::xml::NodeId;

impl Reader<'_, '_> {
    /// Reads a class and the classes inside it; `parent` is none for the root.
    pub(super) fn default_class(&mut self, node: NodeId, parent: Option<usize>) {
        let name = self.text(node, "class").unwrap_or_default();
        let class = match parent {
            None => {
                if !name.is_empty() && name != "main" {
                    self.refuse_attr(node, "class", "the outermost class is always \"main\": put this class inside another <default>");
                }
                0
            }
            Some(_) if name.is_empty() => {
                self.refuse(node, "a nested default needs a name: add the attribute \"class\"");
                self.problems.mark_faulty(self.tree.fault_of_all(node));
                return;
            }
            Some(parent) => {
                let free = self.find_class(&name).is_none();
                if let Some(class) = free.then(|| self.spec.push_default(&name, parent)).flatten() {
                    class
                } else {
                    let message = format!("there is already a default class \"{name}\"");
                    self.refuse_attr(node, "class", message);
                    self.problems.mark_faulty(self.tree.fault_of_all(node));
                    return;
                }
            }
        };

        self.inherit_mistakes(class, parent);
        self.add_class_bytes(node, class, parent);
        if self.full {
            return;
        }

        // elements first, so that nested classes inherit them wherever they stand
        let children = self.children(node);
        for &child in &children {
            self.default_element(child, class);
        }
        for child in children {
            if self.tree.name(child) == "default" && self.room_for(child) {
                self.default_class(child, Some(class));
            }
        }
    }

    fn default_element(&mut self, node: NodeId, class: usize) {
        let before = self.problems.len();
        let mut defaults = self.spec.defaults[class].clone();
        match self.tree.name(node) {
            "mesh" => self.mesh_attrs(node, &mut defaults.mesh),
            "material" => self.material_attrs(node, &mut defaults.material),
            "joint" => self.attrs(node, &mut defaults.joint),
            "geom" => self.geom_attrs(node, &mut defaults.geom),
            "site" => self.site_attrs(node, &mut defaults.site),
            "camera" => self.camera_attrs(node, &mut defaults.camera),
            "light" => self.light_attrs(node, &mut defaults.light),
            "pair" => self.attrs(node, &mut defaults.pair),
            "equality" => self.attrs(node, &mut defaults.equality),
            "tendon" => self.tendon_attrs(node, &mut defaults.tendon),
            "default" => return,
            _ => self.actuator_attrs(node, &mut defaults.actuator),
        }
        self.spec.defaults[class] = defaults;
        let mistaken = |r: &Self| r.problems.mistaken().has(&r.tree.fault(node));
        if self.problems.len() > before || (before > 0 && mistaken(self)) {
            let kinds = self.kinds_of_default(node);
            self.mistaken_classes[class].extend(kinds);
        }
    }

    /// Marks a nested class if the class around it has mistakes.
    fn inherit_mistakes(&mut self, class: usize, parent: Option<usize>) {
        let known = self.spec.defaults.len().max(class + 1);
        self.mistaken_classes.resize(known, BTreeSet::new());
        if let Some(parent) = parent {
            self.mistaken_classes[class] = self.mistaken_classes[parent].clone();
        }
    }

    /// Takes note of an element that takes values from a class with mistakes.
    pub(super) fn mark_faulty_class(&mut self, node: NodeId, class: usize) {
        if self.mistaken_classes.get(class).is_some_and(|kinds| !kinds.is_empty()) {
            let section = self.tree.parent(node).map_or("", |parent| self.tree.name(parent));
            let kind = match section {
                "actuator" | "tendon" | "equality" => section,
                _ => self.tree.name(node),
            };
            if self.mistaken_classes[class].contains(kind) {
                self.problems.mark_faulty(self.tree.fault(node));
            }
        }
    }

    /// The kinds of elements that an element of a class may hold values for. If nothing is known of
    /// that name, they are those that take some of its attributes.
    fn kinds_of_default(&self, node: NodeId) -> Vec<&'static str> {
        let known = MJCF.child("default").map_or(&[][..], |rule| &rule.children);
        let kinds = |meant: &dyn Fn(&Rule) -> bool| -> Vec<&'static str> {
            known.iter().filter(|rule| meant(rule)).map(|rule| kind(rule.name)).collect()
        };
        let named = kinds(&|rule| rule.name == self.tree.name(node));
        if !named.is_empty() {
            return named;
        }
        let takes =
            |rule: &Rule| self.tree.attrs(node).any(|attr| rule.attrs().contains(&attr.name));
        let alike = kinds(&takes);
        // it says nothing that is known: anything may have been meant
        if alike.is_empty() { kinds(&|_| true) } else { alike }
    }
}

/// The kind of elements that an element of this name gives values to.
fn kind(name: &'static str) -> &'static str {
    let own = ["mesh", "material", "joint", "geom", "site", "camera", "light", "pair"];
    let own = own.contains(&name) || matches!(name, "equality" | "tendon");
    if own { name } else { "actuator" }
}
