//! Prefixes and suffixes for the names of attached and replicated elements.

use crate::spec::{Body, Frame, Origin};

/// Prefix and suffix given to names when something is attached.
#[derive(Clone, Debug, Default)]
pub(crate) struct Naming {
    pub(crate) prefix: String,
    pub(crate) suffix: String,
    /// The copy stays within its model: assets and classes keep their names.
    pub(crate) own: bool,
    /// Added to the scope of each copied element.
    pub(crate) scope: usize,
}

impl Naming {
    /// A prefix and a suffix, for something of this model or of another one.
    pub(crate) fn new(prefix: &str, suffix: &str, own: bool) -> Self {
        Self { prefix: prefix.to_owned(), suffix: suffix.to_owned(), own, scope: 0 }
    }

    /// Names within the model, told apart by a suffix.
    pub(crate) fn suffix(suffix: String) -> Self {
        Self { suffix, own: true, ..Self::default() }
    }

    pub(crate) fn apply(&self, name: &str) -> String {
        format!("{}{name}{}", self.prefix, self.suffix)
    }

    /// Renames unless there is no name.
    pub(super) fn rename(&self, name: &mut String) {
        if !name.is_empty() {
            *name = self.apply(name);
        }
    }

    /// Renames an asset or another element of the whole model, unless the copy stays in its model.
    pub(super) fn rename_shared(&self, name: &mut String) {
        if !self.own {
            self.rename(name);
        }
    }

    pub(super) fn rename_class(&self, class: &mut String) {
        if class != "main" {
            self.rename_shared(class);
        }
    }

    pub(super) fn origin(&self, origin: &mut Origin) {
        origin.scope += self.scope;
    }

    /// Renames a body and the elements directly in it.
    pub(super) fn body(&self, body: &mut Body) {
        self.rename(&mut body.name);
        self.rename_class(&mut body.childclass);
        self.rename_shared(&mut body.plugin.name);
        self.origin(&mut body.origin);
        for frame in &mut body.frames {
            self.frame(frame);
        }
        for joint in &mut body.joints {
            self.rename(&mut joint.name);
            self.rename_class(&mut joint.class);
            self.origin(&mut joint.origin);
        }
        for geom in &mut body.geoms {
            self.rename(&mut geom.name);
            self.rename_class(&mut geom.class);
            self.rename_shared(&mut geom.material);
            self.rename_shared(&mut geom.mesh);
            self.rename_shared(&mut geom.hfield);
            self.rename_shared(&mut geom.plugin.name);
            self.origin(&mut geom.origin);
        }
        for site in &mut body.sites {
            self.rename(&mut site.name);
            self.rename_class(&mut site.class);
            self.rename_shared(&mut site.material);
            self.origin(&mut site.origin);
        }
        for camera in &mut body.cameras {
            self.rename(&mut camera.name);
            self.rename_class(&mut camera.class);
            self.rename(&mut camera.target);
            self.origin(&mut camera.origin);
        }
        for light in &mut body.lights {
            self.rename(&mut light.name);
            self.rename_class(&mut light.class);
            self.rename(&mut light.target);
            self.rename(&mut light.texture);
            self.origin(&mut light.origin);
        }
    }

    fn frame(&self, frame: &mut Frame) {
        self.rename(&mut frame.name);
        self.rename_class(&mut frame.childclass);
        self.origin(&mut frame.origin);
    }
}
