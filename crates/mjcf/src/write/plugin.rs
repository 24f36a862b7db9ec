//! Plugins: the `extension` section, and the plugin that an element names.

use std::collections::BTreeMap;

use super::Writer;
use super::node::Node;
use crate::spec::PluginRef;

impl Writer<'_> {
    /// Plugins that may be used, with the instances that have names.
    pub(super) fn extension(&self) -> Node {
        let mut section = Node::new("extension");
        let spec = self.spec;
        let mut named = spec.plugins.iter().filter(|plugin| !plugin.name.is_empty()).peekable();
        let mut written: Vec<&str> = Vec::new();
        while let Some(&first) = named.peek() {
            let kind = first.plugin_name.as_str();
            let mut node = Node::new("plugin");
            node.set("plugin", kind);
            while let Some(plugin) = named.next_if(|plugin| plugin.plugin_name == kind) {
                let mut instance = Node::new("instance");
                instance.set("name", &*plugin.name);
                set_config(&mut instance, &plugin.config);
                node.push(instance);
            }
            section.push(node);
            written.push(kind);
        }
        for name in spec.active_plugins.iter().filter(|name| !written.contains(&name.as_str())) {
            let mut node = Node::new("plugin");
            node.set("plugin", &**name);
            section.push(node);
        }
        section
    }

    /// Adds the plugin of an element and its settings, as an element inside.
    pub(super) fn push_plugin(&self, node: &mut Node, plugin: &PluginRef) {
        if plugin.active {
            let mut child = Node::new("plugin");
            self.set_plugin(&mut child, plugin);
            node.push(child);
        }
    }

    /// Adds the name of the instance, or of the plugin with the settings.
    pub(super) fn set_plugin(&self, node: &mut Node, plugin: &PluginRef) {
        if !plugin.name.is_empty() {
            node.set("instance", &*plugin.name);
            return;
        }
        if !plugin.plugin_name.is_empty() {
            node.set("plugin", &*plugin.plugin_name);
        }
        // an instance that has no name is written where it is used
        let mut instances = self.spec.plugins.iter();
        let instance = instances
            .find(|instance| !plugin.instance.is_none() && instance.origin.id == plugin.instance);
        set_config(node, instance.map_or(&plugin.config, |instance| &instance.config));
    }
}

fn set_config(node: &mut Node, config: &BTreeMap<String, String>) {
    for (key, value) in config {
        let mut child = Node::new("config");
        child.set("key", &**key);
        child.set("value", &**value);
        node.push(child);
    }
}
