//! Plugins: instances, and which of them an element uses.

use std::collections::{BTreeMap, HashSet};

use super::{BodyKey, ElementId, Origin, Spec};
use crate::schema::element;

element! {
    /// An instance of a plugin.
    pub struct Plugin {
        /// Name of the instance.
        pub name: String = String::new(), "name";
        /// Name of the plugin.
        pub plugin_name: String = String::new();
        /// In use.
        pub active: bool = false;
        /// Its settings.
        pub config: BTreeMap<String, String> = BTreeMap::new();
        /// Where it came from.
        pub origin: Origin = Origin::default();
    }
}

impl Plugin {
    /// Whether it was made for the bodies of a composite or a flexcomp, and is numbered with bodies.
    pub(crate) fn is_of_bodies(&self) -> bool {
        matches!(self.origin.tag(), Some("composite" | "flexcomp"))
    }
}

/// Which plugin computes something of an element: an instance of the spec, by its name or, where it
/// has none, by its identity; otherwise one of the element's own, with its settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PluginRef {
    /// A plugin is used.
    pub active: bool,
    /// Name of the instance.
    pub name: String,
    /// Name of the plugin.
    pub plugin_name: String,
    /// A note that messages quote.
    pub info: String,
    /// The instance, if it has no name.
    pub instance: ElementId,
    /// Settings of an instance of the element's own.
    pub config: BTreeMap<String, String>,
}

impl PluginRef {
    /// What a named instance is referred to by; nothing if none is used.
    pub(crate) fn named(&self) -> Option<&str> {
        (self.active && !self.name.is_empty()).then_some(self.name.as_str())
    }
}

impl Spec {
    /// An instance that many bodies share: the named one, or a new one with the settings given.
    pub(crate) fn shared_instance(
        &mut self,
        plugin: &PluginRef,
        name: String,
        origin: &Origin,
    ) -> PluginRef {
        let mut shared = PluginRef { config: BTreeMap::new(), ..plugin.clone() };
        if plugin.active && plugin.name.is_empty() {
            shared.name.clone_from(&name);
            self.plugins.push(Plugin {
                name,
                plugin_name: plugin.plugin_name.clone(),
                active: false,
                config: plugin.config.clone(),
                origin: origin.clone(),
            });
        }
        shared
    }

    /// Lets elements use the plugin of a name.
    #[doc(alias = "mjs_activatePlugin")]
    pub fn activate_plugin(&mut self, name: &str) {
        if !self.active_plugins.iter().any(|active| active == name) {
            self.active_plugins.push(name.to_owned());
        }
    }

    /// What all elements say about plugins.
    pub(crate) fn plugin_refs(&self) -> impl Iterator<Item = &PluginRef> {
        let bodies = self.bodies.iter();
        let tree = bodies.flat_map(|body| {
            let geoms = body.geoms.iter().map(|geom| &geom.plugin);
            std::iter::once(&body.plugin).chain(geoms)
        });
        tree.chain(self.meshes.iter().map(|mesh| &mesh.plugin))
            .chain(self.actuators.iter().map(|actuator| &actuator.plugin))
            .chain(self.sensors.iter().map(|sensor| &sensor.plugin))
    }

    /// As [`plugin_refs`](Self::plugin_refs), to be changed.
    pub(crate) fn each_plugin_ref(&mut self, mut change: impl FnMut(&mut PluginRef)) {
        self.bodies.each_mut(BodyKey::WORLD, |body| {
            change(&mut body.plugin);
            body.geoms.iter_mut().for_each(|geom| change(&mut geom.plugin));
        });
        self.meshes.iter_mut().for_each(|mesh| change(&mut mesh.plugin));
        self.actuators.iter_mut().for_each(|actuator| change(&mut actuator.plugin));
        self.sensors.iter_mut().for_each(|sensor| change(&mut sensor.plugin));
    }

    /// Drops named instances that nothing uses.
    pub(crate) fn drop_unused_plugins(&mut self) {
        if self.plugins.is_empty() {
            return;
        }
        let used: HashSet<String> =
            self.plugin_refs().filter_map(PluginRef::named).map(str::to_owned).collect();
        self.plugins.retain(|plugin| plugin.name.is_empty() || used.contains(&plugin.name));
    }
}
