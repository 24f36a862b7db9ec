//! The attributes of plugins, and what can be wrong with a plugin.
//!
//! | reads |
//! |---|
//! | `plugin_attr`, `plugin_attradr` |

use std::fmt;

use crate::ids::PluginId;
use crate::model::Model;

/// Why a plugin cannot be registered or an instance cannot be made.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PluginError {
    /// There is a kind of this name.
    Duplicate(String),
    /// The model asks for a kind that is not registered, by its number.
    Unknown {
        /// The instance.
        instance: PluginId,
        /// The number of the kind.
        kind: i32,
    },
    /// An attribute makes no sense.
    Attribute {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
        /// What it should be.
        expected: &'static str,
    },
    /// The plugin does not accept an instance, and says why.
    Refused(String),
    /// The model has room for another number of states than the plugin asks for.
    State {
        /// The instance.
        instance: PluginId,
        /// What the model has room for.
        found: i32,
        /// What the plugin asks for.
        expected: usize,
    },
}

impl fmt::Display for PluginError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Duplicate(name) => write!(f, "a plugin {name:?} is registered already"),
            Self::Unknown { instance, kind } => write!(
                f,
                "plugin instance {} is of kind {kind}, which is not registered: register the \
                 plugins of the model in the order in which it was compiled",
                instance.0
            ),
            Self::Attribute { name, value, expected } => {
                write!(f, "plugin attribute {name}={value:?} should be {expected}")
            }
            Self::Refused(why) => f.write_str(why),
            Self::State { instance, found, expected } => write!(
                f,
                "plugin instance {} has {found} numbers of state in the model and needs {expected}",
                instance.0
            ),
        }
    }
}

crate::debug_as_message!(PluginError);

impl std::error::Error for PluginError {}

/// The attributes of an instance.
#[derive(Clone, Debug, Default)]
pub struct Attributes(Vec<(String, String)>);

impl Attributes {
    /// From names and values.
    #[must_use]
    pub fn new(all: impl IntoIterator<Item = (String, String)>) -> Self {
        Self(all.into_iter().collect())
    }

    /// Those that the model has for an instance, whose kind has attributes of these names.
    pub(super) fn of(m: &Model, id: PluginId, names: Vec<&str>) -> Self {
        let start = usize::try_from(m.plugin_attradr[id]).unwrap_or(usize::MAX);
        let text = m.plugin_attr.as_slice().get(start..).unwrap_or_default();
        let texts = text.split(|&byte| byte == 0).map(|text| {
            let bytes: Vec<u8> = text.iter().map(|byte| byte.cast_unsigned()).collect();
            String::from_utf8_lossy(&bytes).into_owned()
        });
        let named = names.into_iter().map(str::to_owned).zip(texts);
        Self(named.filter(|(_, value)| !value.is_empty()).collect())
    }

    /// The value of an attribute, if it is given.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The number that an attribute gives, if it is given.
    ///
    /// # Errors
    /// If it is no number.
    pub fn number(&self, name: &str) -> Result<Option<f64>, PluginError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        value.trim().parse().map(Some).map_err(|_| PluginError::Attribute {
            name: name.to_owned(),
            value: value.to_owned(),
            expected: "a number",
        })
    }
}
