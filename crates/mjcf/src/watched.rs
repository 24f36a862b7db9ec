//! A model file that is loaded again when it, or a file that it names, has changed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use ferrodyn_engine::Model;

use crate::load::Loader;

/// When a file was written and how long it is; none if it cannot be read.
type Stamp = Option<(SystemTime, u64)>;

type Stamps = BTreeMap<PathBuf, Stamp>;

/// A model file and the files that it names, with what they were like when they were loaded.
#[derive(Debug, Clone)]
pub struct Watched {
    file: PathBuf,
    loaded: Stamps,
    seen: Stamps,
}

impl Watched {
    /// A file that is not loaded yet.
    #[must_use]
    pub fn new(file: &Path) -> Self {
        Self { file: file.to_owned(), loaded: Stamps::new(), seen: Stamps::new() }
    }

    /// The file.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Loads the file.
    ///
    /// # Errors
    /// What is wrong with it, as text that names the file.
    pub fn load(&mut self, loader: &Loader) -> Result<Model, String> {
        // as they are before they are read, so that a change meanwhile is seen; those of an earlier
        // time too, since a broken file does not name all
        let named = loader.dependencies(&self.file.to_string_lossy()).unwrap_or_default();
        let known = std::mem::take(&mut self.loaded).into_keys();
        let files = known.chain([self.file.clone()]).chain(named.into_iter().map(PathBuf::from));
        self.loaded = stamps(files);
        self.seen.clone_from(&self.loaded);
        loader.load_path(&self.file).map_err(|error| {
            // a problem without a place does not name the file
            let (text, name) = (error.to_string(), self.file.display().to_string());
            if text.contains(&name) { text } else { format!("{name}: {text}") }
        })
    }

    /// Whether something has changed since it was loaded and is the same as at the last call: a
    /// file that is still being written is waited for.
    pub fn has_changed(&mut self) -> bool {
        let now = stamps(self.loaded.keys().cloned());
        let settled = now == self.seen;
        self.seen = now;
        settled && self.seen != self.loaded
    }
}

fn stamps(files: impl Iterator<Item = PathBuf>) -> Stamps {
    files.map(|file| (file.clone(), stamp(&file))).collect()
}

fn stamp(file: &Path) -> Stamp {
    let data = std::fs::metadata(file).ok()?;
    Some((data.modified().ok()?, data.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_just_loaded_has_not_changed() {
        let file = std::env::temp_dir().join(format!("ferrodyn-loaded-{}", std::process::id()));
        std::fs::write(&file, "<mujoco/>").unwrap();
        let mut watched = Watched::new(&file);
        assert_eq!(watched.load(&Loader::new()).unwrap().nbody, 1);
        assert!(!watched.has_changed());
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn a_file_that_is_being_written_is_waited_for() {
        let file = std::env::temp_dir().join(format!("ferrodyn-watched-{}", std::process::id()));
        std::fs::write(&file, "<mujoco/>").unwrap();
        let (mut watched, loader) = (Watched::new(&file), Loader::new());
        assert_eq!(watched.load(&loader).unwrap().nbody, 1);
        assert!(!watched.has_changed());

        // as editors write: empty at first
        std::fs::write(&file, "").unwrap();
        assert!(!watched.has_changed(), "just emptied");
        std::fs::write(&file, "<mujoco><worldbody><body/></worldbody></mujoco>").unwrap();
        assert!(!watched.has_changed(), "just written");
        assert!(watched.has_changed(), "the same for a while");
        assert_eq!(watched.load(&loader).unwrap().nbody, 2);
        assert!(!watched.has_changed());

        std::fs::remove_file(&file).unwrap();
        assert!(!watched.has_changed(), "just removed");
        assert!(watched.has_changed(), "gone for a while");
        assert!(watched.load(&loader).unwrap_err().contains("ferrodyn-watched-"));
        assert!(!watched.has_changed());
    }
}
