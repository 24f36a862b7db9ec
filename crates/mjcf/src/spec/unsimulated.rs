//! Elements that can be described and kept, but not compiled: plugins.

use std::collections::BTreeMap;

use super::{ElementId, Origin};
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

/// Which plugin computes something of an element.
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
    /// The instance, if it is known.
    pub instance: ElementId,
}
