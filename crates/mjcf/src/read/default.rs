//! Default classes.

use super::Reader;
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
                return;
            }
            Some(parent) => {
                let free = self.find_class(&name).is_none();
                if let Some(class) = free.then(|| self.spec.push_default(&name, parent)).flatten() {
                    class
                } else {
                    let message = format!("there is already a default class \"{name}\"");
                    self.refuse_attr(node, "class", message);
                    return;
                }
            }
        };

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
    }
}
