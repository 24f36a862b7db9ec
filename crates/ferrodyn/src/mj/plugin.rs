//! Plugins that are known by name, in a [`Registry`] of the caller.

use crate::hooks::plugin::PluginKind;
use crate::hooks::{PluginError, Registry};

/// Adds a kind of plugin: [`Registry::add`](crate::hooks::Registry::add).
///
/// # Errors
/// If there is one of this name.
pub fn mjp_registerPlugin(
    registry: &mut Registry,
    plugin: impl PluginKind + 'static,
) -> Result<usize, PluginError> {
    registry.add(plugin)
}

/// How many kinds there are: [`Registry::kinds`](crate::hooks::Registry::kinds).
pub fn mjp_pluginCount(registry: &Registry) -> usize {
    registry.kinds().count()
}

/// The number and the kind of a name: [`Registry::find`](crate::hooks::Registry::find).
pub fn mjp_getPlugin<'a>(
    registry: &'a Registry,
    name: &str,
) -> Option<(usize, &'a dyn PluginKind)> {
    registry.find(name)
}

/// The kind of a number: [`Registry::kinds`](crate::hooks::Registry::kinds).
pub fn mjp_getPluginAtSlot(registry: &Registry, slot: usize) -> Option<&dyn PluginKind> {
    registry.kinds().nth(slot)
}
