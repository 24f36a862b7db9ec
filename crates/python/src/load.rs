//! From files and text to models, and back to text.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use ferrodyn_engine::Model;

/// An editable description of a model.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spec;

/// Why a model could not be loaded.
#[derive(Debug)]
pub(crate) struct LoadError(String);

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Files given in memory, by name.
pub(crate) type Assets = BTreeMap<String, Vec<u8>>;

/// Loads a model from a file.
pub(crate) fn load_path(path: &Path, _assets: &Assets) -> Result<(Spec, Model), LoadError> {
    Err(LoadError(format!("{}: this build has no MJCF reader", path.display())))
}

/// Loads a model from text.
pub(crate) fn load_str(_xml: &str, _assets: &Assets) -> Result<(Spec, Model), LoadError> {
    Err(LoadError("this build has no MJCF reader".to_owned()))
}

/// Compiles a description.
pub(crate) fn compile(_spec: &Spec) -> Result<Model, LoadError> {
    Err(LoadError("this build has no MJCF compiler".to_owned()))
}

/// A description as MJCF text.
pub(crate) fn write_xml(_spec: &Spec) -> String {
    String::new()
}
