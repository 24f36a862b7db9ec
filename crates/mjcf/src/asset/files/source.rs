//! Sources of files that a program brings: a database, an archive, another machine.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::super::AssetError;

/// What a source says of a file: its contents, nothing if the source does not have it, or why it could
/// not be had.
pub type Found = Result<Option<Arc<[u8]>>, Box<dyn Error + Send + Sync>>;

/// A source of files of a program's own, which models read from beside memory and disk: what resource
/// providers are in MuJoCo. [`Files::with_source`](super::Files::with_source) adds one.
///
/// Models are compiled on several threads, which may ask at the same time. A source that waits for
/// others should bound the time: a limit of time is looked at between files.
///
/// # Examples
/// ```
/// use std::sync::Arc;
///
/// use ferrodyn::Loader;
/// use ferrodyn::asset::{FileSource, Files, Found};
///
/// /// Parts by number, as a database has them.
/// struct Parts;
///
/// impl FileSource for Parts {
///     fn read(&self, path: &str, _most: u64) -> Found {
///         let number: u32 = path.trim_start_matches("parts://").trim_end_matches(".xml").parse()?;
///         let xml = format!("<mujoco><worldbody><geom size='{number}'/></worldbody></mujoco>");
///         Ok(Some(Arc::from(xml.into_bytes())))
///     }
/// }
///
/// let loader = Loader { files: Files::new().with_source("parts://", Parts), ..Loader::new() };
/// let model = loader.load_str("<mujoco><include file='parts://3.xml'/></mujoco>")?;
/// assert_eq!(model.geom_rbound[ferrodyn::ids::GeomId(0)], 3.0);
///
/// let error = loader.load_str("<mujoco><include file='parts://three.xml'/></mujoco>").unwrap_err();
/// assert!(error.to_string().contains("file 'parts://three.xml' could not be read"));
/// assert!(error.to_string().contains("invalid digit"));
/// # Ok::<(), ferrodyn::LoadError>(())
/// ```
#[doc(alias = "mjpResourceProvider")]
pub trait FileSource: Send + Sync {
    /// The contents of a file, `Ok(None)` if this source does not have it: then the next source is asked,
    /// and the disk after all of them.
    ///
    /// `path` is what the model says, joined with the directories that it is relative to, with `/` as
    /// separator and without `..` where these cancel. A file of more than `most` bytes is refused: there
    /// is no need to fetch the rest of it.
    ///
    /// # Errors
    /// Whatever keeps the file from being had. The message of the model's error names file and reason, and the file is
    /// looked for nowhere else: a source that may not have it should answer `Ok(None)`.
    fn read(&self, path: &str, most: u64) -> Found;
}

impl<F: Fn(&str) -> Found + Send + Sync> FileSource for F {
    fn read(&self, path: &str, _most: u64) -> Found {
        self(path)
    }
}

/// The sources of some files, in the order in which they are asked.
#[derive(Clone, Default)]
pub(super) struct Sources {
    list: Vec<(String, Arc<dyn FileSource>)>,
    /// Paths that a source had.
    answered: Arc<Mutex<BTreeSet<String>>>,
}

impl fmt::Debug for Sources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.list.iter().map(|(prefix, _)| prefix)).finish()
    }
}

impl Sources {
    /// Adds one for paths that begin with a prefix.
    pub(super) fn add(&mut self, prefix: String, source: Arc<dyn FileSource>) {
        self.list.push((prefix, source));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The contents of a file in the first source that has it.
    pub(super) fn read(&self, path: &str, most: u64) -> Result<Option<Arc<[u8]>>, AssetError> {
        for (prefix, source) in &self.list {
            if !path.starts_with(prefix.as_str()) {
                continue;
            }
            let fail = |why: &dyn fmt::Display| {
                AssetError::Source(format!(
                    "file '{path}' could not be read from its source: {why}"
                ))
            };
            let Some(bytes) = source.read(path, most).map_err(|error| fail(&error))? else {
                continue;
            };
            if bytes.len() as u64 > most {
                return Err(fail(&format_args!(
                    "it has {} bytes, more than the limit of {most} (the limits bytes and asset_bytes)",
                    bytes.len(),
                )));
            }
            self.answered().insert(path.to_owned());
            return Ok(Some(bytes));
        }
        Ok(None)
    }

    /// Whether a file that was read came from a source.
    pub(super) fn has_given(&self, path: &str) -> bool {
        !self.is_empty() && self.answered().contains(path)
    }

    fn answered(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.answered.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
