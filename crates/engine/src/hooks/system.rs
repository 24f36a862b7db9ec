//! A model together with its hooks, as the pipeline takes them.

use std::ops::Deref;
use std::sync::Arc;

use super::Hooks;
use super::plugin::Plugin;
use crate::ids::PluginId;
use crate::model::Model;

/// A model and the hooks that go with it.
///
/// Reads as the model: `s.nv`, `s.body_mass`. Made by [`Model::with`].
#[derive(Clone, Copy, Debug)]
pub struct System<'a> {
    /// The model.
    pub model: &'a Model,
    /// What is called besides the stages.
    pub hooks: &'a Hooks,
}

impl<'a> System<'a> {
    /// The plugins of the model, by instance; `None` where neither hooks nor model have one.
    pub fn plugins(self) -> impl Iterator<Item = (PluginId, Option<&'a dyn Plugin>)> {
        (0..self.model.nplugin).map(PluginId).map(move |id| (id, self.plugin(id)))
    }

    /// An instance: the hooks' if they have any, else the model's own.
    pub(crate) fn plugin(self, id: PluginId) -> Option<&'a dyn Plugin> {
        if self.hooks.plugins.is_empty() {
            return self.model.plugins()?.get(id);
        }
        self.hooks.plugins.get(id)
    }
}

impl Deref for System<'_> {
    type Target = Model;
    fn deref(&self) -> &Model {
        self.model
    }
}

impl Model {
    /// The model together with hooks.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use ferrodyn::{Data, Hooks, forward};
    ///
    /// let m = ferrodyn::load_str("<mujoco/>")?;
    /// let mut d = Data::new(&m);
    /// let control = Some(Arc::new(|_: &_, d: &mut Data| d.time = 1.0) as _);
    /// forward(&m.with(&Hooks { control, ..Hooks::default() }), &mut d);
    /// assert_eq!(d.time, 1.0);
    /// # Ok::<(), ferrodyn::LoadError>(())
    /// ```
    #[must_use]
    pub fn with<'a>(&'a self, hooks: &'a Hooks) -> System<'a> {
        System { model: self, hooks }
    }
}

/// A model, with or without hooks.
pub trait AsSystem {
    /// The model and its hooks.
    fn as_system(&self) -> System<'_>;
}

impl AsSystem for Model {
    fn as_system(&self) -> System<'_> {
        self.with(const { &Hooks::NONE })
    }
}

impl AsSystem for System<'_> {
    fn as_system(&self) -> System<'_> {
        *self
    }
}

impl<T: AsSystem + ?Sized> AsSystem for &T {
    fn as_system(&self) -> System<'_> {
        (**self).as_system()
    }
}

impl<T: AsSystem + ?Sized> AsSystem for Box<T> {
    fn as_system(&self) -> System<'_> {
        (**self).as_system()
    }
}

impl<T: AsSystem + ?Sized> AsSystem for Arc<T> {
    fn as_system(&self) -> System<'_> {
        (**self).as_system()
    }
}
