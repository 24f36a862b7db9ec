//! The `extension` section, and plugins that elements name.

use std::collections::BTreeMap;

use ferrodyn_engine::hooks::plugin::PluginKind;

use super::Reader;
use crate::error::ProblemKind;
use crate::spec::{Plugin, PluginRef};
use crate::xml::NodeId;

impl Reader<'_, '_> {
    /// Plugins that the model uses, and their instances.
    pub(super) fn extension(&mut self, section: NodeId) {
        for node in self.children(section) {
            if !self.room_for(node) {
                return;
            }
            let Some(name) = self.required(node, "plugin") else {
                self.problems.mark_faulty(self.tree.fault_of_all(node));
                continue;
            };
            let plugins = self.context.plugins;
            if plugins.find(&name).is_none() {
                let known = plugins.kinds().map(PluginKind::name);
                let message = format!("there is no plugin \"{name}\"");
                let problem = self.tree.problem(ProblemKind::Unsupported, node, message);
                let problem = problem.about(self.tree.fault_of_all(node));
                self.problems.push(problem.suggest(&name, known));
                continue;
            }
            self.spec.activate_plugin(&name);
            for instance in self.children(node) {
                if !self.room_for(instance) {
                    return;
                }
                let origin = self.origin(instance);
                let plugin_name = name.clone();
                let name = self.required(instance, "name").unwrap_or_default();
                let config = self.plugin_config(instance);
                let plugin = Plugin { name, plugin_name, config, origin, ..Plugin::default() };
                self.spec.plugins.push(plugin);
            }
        }
    }

    /// The plugin that a child of an element names, if there is one.
    pub(super) fn plugin_inside(&mut self, node: NodeId, plugin: &mut PluginRef) {
        let child = self.tree.children_named(node, "plugin").next();
        if let Some(child) = child {
            *plugin = self.plugin_ref(child);
        }
    }

    /// A plugin by name, with settings, or an instance of one.
    pub(super) fn plugin_ref(&mut self, node: NodeId) -> PluginRef {
        let plugin_name = self.text(node, "plugin").unwrap_or_default();
        let name = self.text(node, "instance").unwrap_or_default();
        let config = if name.is_empty() {
            self.plugin_config(node)
        } else {
            self.ignored_config(node);
            BTreeMap::new()
        };
        PluginRef { active: true, name, plugin_name, config, ..PluginRef::default() }
    }

    /// Settings of an instance that is defined elsewhere.
    fn ignored_config(&mut self, node: NodeId) {
        if let Some(config) = self.tree.children_named(node, "config").next() {
            let message = "settings beside the name of an instance are ignored: that has its own";
            self.spec.warnings.push(self.tree.problem(ProblemKind::Schema, config, message));
        }
    }

    fn plugin_config(&mut self, node: NodeId) -> BTreeMap<String, String> {
        let mut config = BTreeMap::new();
        let children: Vec<NodeId> = self.tree.children_named(node, "config").collect();
        for child in children {
            if !self.room_for(child) {
                break;
            }
            let (key, value) = (self.required(child, "key"), self.required(child, "value"));
            let (Some(key), Some(value)) = (key, value) else { continue };
            if config.contains_key(&key) {
                self.refuse_attr(child, "key", format!("the key \"{key}\" stands twice"));
            }
            config.insert(key, value);
        }
        config
    }
}
