//! Kinds of plugins by name, and the instances that a model has of them.
//!
//! | reads |
//! |---|
//! | `plugin`, `plugin_statenum` |

use std::sync::Arc;

use crate::ids::PluginId;
use crate::model::Model;

use super::attributes::{Attributes, PluginError};
use super::plugin::{Plugin, PluginKind};

/// The kinds of plugins that are known.
#[derive(Clone, Default)]
pub struct Registry {
    kinds: Vec<Arc<dyn PluginKind>>,
}

impl Registry {
    /// Adds a kind; its number.
    ///
    /// # Errors
    /// If there is one of this name.
    #[doc(alias = "mjp_registerPlugin")]
    pub fn add(&mut self, kind: impl PluginKind + 'static) -> Result<usize, PluginError> {
        if self.find(kind.name()).is_some() {
            return Err(PluginError::Duplicate(kind.name().to_owned()));
        }
        self.kinds.push(Arc::new(kind));
        Ok(self.kinds.len() - 1)
    }

    /// The number and the kind of a name.
    #[doc(alias = "mjp_getPlugin")]
    #[must_use]
    pub fn find(&self, name: &str) -> Option<(usize, &dyn PluginKind)> {
        let mut all = self.kinds.iter().map(AsRef::as_ref).enumerate();
        all.find(|(_, kind)| kind.name() == name)
    }

    /// The kind of a number.
    #[must_use]
    pub fn get(&self, number: usize) -> Option<&dyn PluginKind> {
        self.kinds.get(number).map(AsRef::as_ref)
    }

    /// All kinds, by number.
    #[doc(alias = "mjp_getPluginAtSlot")]
    pub fn kinds(&self) -> impl Iterator<Item = &dyn PluginKind> {
        self.kinds.iter().map(AsRef::as_ref)
    }
}

/// The instances of plugins that a model has.
#[derive(Clone, Default)]
pub struct Plugins(Vec<Instance>);

/// An instance and what made it.
#[derive(Clone)]
struct Instance {
    kind: Arc<dyn PluginKind>,
    plugin: Arc<dyn Plugin>,
}

impl Instance {
    fn new(m: &Model, id: PluginId, kind: &Arc<dyn PluginKind>) -> Result<Self, PluginError> {
        let attributes = Attributes::of(m, id, kind.attributes());
        let (found, expected) = (m.plugin_statenum[id], kind.state_len(&attributes)?);
        if usize::try_from(found) != Ok(expected) {
            return Err(PluginError::State { instance: id, found, expected });
        }
        let plugin = Arc::from(kind.instance(m, id, &attributes)?);
        Ok(Self { kind: Arc::clone(kind), plugin })
    }
}

impl Plugins {
    /// None.
    pub const NONE: Self = Self(Vec::new());

    /// The instances of a model.
    ///
    /// # Errors
    /// If a kind is not registered, or does not accept what the model gives it.
    pub fn of(m: &Model, registry: &Registry) -> Result<Self, PluginError> {
        let make = |id: PluginId| Self::make(m, id, registry);
        (0..m.nplugin).map(PluginId).map(make).collect::<Result<_, _>>().map(Self)
    }

    /// Whether an instance of a model can be made.
    ///
    /// # Errors
    /// As [`of`](Self::of), for this instance.
    pub fn check(m: &Model, id: PluginId, registry: &Registry) -> Result<(), PluginError> {
        Self::make(m, id, registry).map(drop)
    }

    fn make(m: &Model, id: PluginId, registry: &Registry) -> Result<Instance, PluginError> {
        let kind = m.plugin[id];
        let known = usize::try_from(kind).ok().and_then(|kind| registry.kinds.get(kind));
        Instance::new(m, id, known.ok_or(PluginError::Unknown { instance: id, kind })?)
    }

    /// An instance; `None` if it is not there.
    pub(crate) fn get(&self, id: PluginId) -> Option<&dyn Plugin> {
        self.0.get(id.0).map(|instance| instance.plugin.as_ref())
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Model {
    /// Makes the instances of plugins that the model names. They stay with it and with its copies,
    /// and are used wherever no other ones are passed as hooks.
    ///
    /// # Errors
    /// If a kind is not registered, or does not accept what the model gives it; the model then has
    /// the instances it had before.
    pub fn set_plugins(&mut self, registry: &Registry) -> Result<(), PluginError> {
        let plugins = Plugins::of(self, registry)?;
        self.keep(plugins);
        Ok(())
    }

    /// Makes the instances of the model anew, after a change of attributes or of what they read
    /// when they were made.
    ///
    /// # Errors
    /// If one of them does not accept the model as it is now; all stay as they were then.
    pub fn renew_plugins(&mut self) -> Result<(), PluginError> {
        let Some(plugins) = self.plugins() else { return Ok(()) };
        let renewed = plugins.0.iter().enumerate();
        let renewed = renewed.map(|(i, made)| Instance::new(self, PluginId(i), &made.kind));
        let plugins = Plugins(renewed.collect::<Result<_, _>>()?);
        self.keep(plugins);
        Ok(())
    }

    /// The instances that stay with the model.
    pub(super) fn plugins(&self) -> Option<&Plugins> {
        self.kept()
    }
}
