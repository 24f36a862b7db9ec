//! Where the bytes of assets come from: memory first, then sources of the program's own, then the disk.
//!
//! A file is asked for as MuJoCo's `mju_openResource` does: the directory of the model and the
//! file's own path are combined and reduced (see [`path`]), then looked up among the files in
//! memory and, failing that, asked for from [`FileSource`]s and opened on the disk relative to the
//! working directory.

mod source;

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{AssetCache, AssetError, Budget, image};
pub use crate::open::read_regular;
use crate::open::{identity, open_regular};
use crate::path;
use source::Sources;
pub use source::{FileSource, Found};

/// Largest file read from the disk unless told otherwise: 2 GiB, as in MuJoCo.
pub const DEFAULT_MAX_FILE_BYTES: u64 = (1 << 31) - 1;

/// Names of a directory that are compared with one that is missing.
const MOST_ENTRIES: usize = 10_000;

/// Files in memory, sources of the program's own, and the part of the disk that may be read.
#[derive(Clone, Debug)]
#[doc(alias = "mjVFS")]
pub struct Files {
    /// Reduced path to contents.
    memory: BTreeMap<String, Arc<[u8]>>,
    sources: Sources,
    /// Directories that may be read; `None` for the whole disk.
    roots: Option<Vec<PathBuf>>,
    max_bytes: u64,
}

impl Default for Files {
    fn default() -> Self {
        let (memory, sources) = (BTreeMap::new(), Sources::default());
        Self { memory, sources, roots: None, max_bytes: DEFAULT_MAX_FILE_BYTES }
    }
}

impl Files {
    /// No file in memory, the whole disk readable.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file in memory; it hides any file of that path, or of that name, on the disk.
    ///
    /// # Errors
    /// If a file of that path was already added.
    #[doc(alias = "mj_addBufferVFS")]
    pub fn add(&mut self, name: &str, bytes: impl Into<Arc<[u8]>>) -> Result<(), AssetError> {
        let key = path::reduce(name);
        if self.memory.contains_key(&key) {
            return Err(AssetError::File(format!(
                "file '{key}' is already in memory: remove it first or use another name"
            )));
        }
        self.memory.insert(key, bytes.into());
        Ok(())
    }

    /// Removes a file from memory and says whether there was one.
    #[doc(alias = "mj_deleteFileVFS")]
    pub fn remove(&mut self, name: &str) -> bool {
        let lower = path::file_name(name).to_ascii_lowercase();
        self.memory.remove(&path::reduce(name)).or_else(|| self.memory.remove(&lower)).is_some()
    }

    /// Whether a file in memory has exactly that path.
    #[doc(alias = "mj_containsBufferVFS")]
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.memory.contains_key(name)
    }

    /// Adds a source that is asked for files whose path begins with `prefix` (all files if it is empty)
    /// when memory does not have them: after the sources that were added before, and before the disk.
    ///
    /// A prefix that contains `:/`, such as `store://`, makes a path absolute, so that `meshdir` and the
    /// directory of the model stay away from it. Paths are reduced before they are compared: none leads
    /// out of the prefix by `..`. As for files in memory, directories that may be read do not matter, and
    /// messages may show what is in the files.
    #[must_use]
    #[doc(alias = "mjp_registerResourceProvider")]
    pub fn with_source(mut self, prefix: &str, source: impl FileSource + 'static) -> Self {
        self.sources.add(prefix.to_owned(), Arc::new(source));
        self
    }

    /// Forbids the disk outside these directories; with none, the disk is not read at all.
    #[must_use]
    pub fn with_roots(mut self, roots: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        self.roots = Some(roots.into_iter().map(Into::into).collect());
        self
    }

    /// Lets the disk be read below this directory too, if it may be read in part only.
    #[must_use]
    pub fn with_root(mut self, root: impl Into<PathBuf>) -> Self {
        if let Some(roots) = &mut self.roots {
            roots.push(root.into());
        }
        self
    }

    /// The directories inside a directory of the disk, in the order of their names; none if it may
    /// not be read.
    #[must_use]
    pub fn directories(&self, dir: &str) -> Vec<String> {
        let on_disk = Path::new(dir);
        let Ok(inside) = self.check_root(on_disk, dir) else { return Vec::new() };
        let Ok(entries) = std::fs::read_dir(inside.as_deref().unwrap_or(on_disk)) else {
            return Vec::new();
        };
        let directories = entries.flatten().filter(|entry| entry.path().is_dir());
        let mut names: Vec<String> = directories
            .filter_map(|entry| entry.file_name().into_string().ok())
            .map(|name| path::join(dir, &name))
            .collect();
        names.sort_unstable();
        names
    }

    /// A file of the disk whose path differs from that of a missing one in capital letters only; none if it
    /// may not be read.
    pub(crate) fn other_case(&self, dir: &str, file: &str) -> Option<String> {
        let full = path::join(dir, file);
        let mut wanted = Vec::new();
        let mut above = Path::new(&full);
        // the nearest directory that is there, from which names are looked for
        let mut found = loop {
            wanted.push(above.file_name()?);
            above = above.parent()?;
            let there = if above.as_os_str().is_empty() { Path::new(".") } else { above };
            if there.is_dir() {
                break above.to_owned();
            }
        };
        for name in wanted.into_iter().rev() {
            let there = if found.as_os_str().is_empty() { Path::new(".") } else { &found };
            if !self.is_allowed(there) {
                return None;
            }
            let entries = std::fs::read_dir(there).ok()?.take(MOST_ENTRIES).flatten();
            let names = entries.map(|entry| entry.file_name());
            let mut same: Vec<_> = names.filter(|own| own.eq_ignore_ascii_case(name)).collect();
            same.sort_unstable();
            found.push(same.into_iter().next()?);
        }
        let is_allowed = found.is_file() && self.is_allowed(&found);
        is_allowed.then(|| found.to_string_lossy().into_owned()).filter(|found| *found != full)
    }

    /// The same part of the disk and the same sources, and no file in memory.
    #[must_use]
    pub fn without_memory(&self) -> Self {
        Self { memory: BTreeMap::new(), ..self.clone() }
    }

    /// The same memory and part of the disk, and no source.
    #[must_use]
    pub fn without_sources(&self) -> Self {
        Self { sources: Sources::default(), ..self.clone() }
    }

    /// Refuses larger files.
    #[must_use]
    pub fn with_max_file_bytes(mut self, max_bytes: u64) -> Self {
        self.max_bytes = max_bytes;
        self
    }

    /// The contents of `file` as seen from the directory `dir`.
    ///
    /// # Errors
    /// Names the path tried if it is nowhere, outside the allowed directories, too large or not
    /// readable, and what the source says that could not give it.
    #[doc(alias = "mju_openResource")]
    pub fn read(&self, dir: &str, file: &str) -> Result<Arc<[u8]>, AssetError> {
        let full = path::join(dir, file);
        if let Some(bytes) = self.find_in_memory(&full) {
            return Ok(bytes);
        }
        match self.sources.read(&full, self.max_bytes)? {
            Some(bytes) => Ok(bytes),
            None => self.read_disk(&full),
        }
    }

    /// The file in memory that answers for a path: the same path, else a directory of it that was
    /// added as a file, else the same file name in any directory and any case.
    fn find_in_memory(&self, full: &str) -> Option<Arc<[u8]>> {
        let mut prefix = full;
        while !prefix.is_empty() {
            if let Some(bytes) = self.memory.get(prefix) {
                return Some(bytes.clone());
            }
            prefix = prefix.rfind(['/', '\\']).map_or("", |n| &prefix[..n]);
        }
        let name = path::file_name(full);
        let same_name = |key: &str| path::file_name(key).eq_ignore_ascii_case(name);
        self.memory.iter().find(|(key, _)| same_name(key)).map(|(_, bytes)| bytes.clone())
    }

    /// Whether a file that was read came from the disk.
    pub(crate) fn is_on_disk(&self, full: &str) -> bool {
        self.find_in_memory(full).is_none() && !self.sources.has_given(full)
    }

    fn read_disk(&self, full: &str) -> Result<Arc<[u8]>, AssetError> {
        let on_disk = Path::new(full);
        let fail = |why: &dyn std::fmt::Display| {
            let tried = match (self.memory.is_empty(), self.sources.is_empty()) {
                (true, true) => "",
                (false, true) => "among the files in memory, nor ",
                (true, false) => "from the sources of files, nor ",
                (false, false) => "among the files in memory, from the sources of files, nor ",
            };
            AssetError::File(format!("file '{full}' could not be read {tried}on the disk: {why}"))
        };
        let inside = self.check_root(on_disk, full)?;
        let (file, meta) = open_regular(inside.as_deref().unwrap_or(on_disk)).map_err(|e| {
            let other =
                (e.kind() == std::io::ErrorKind::NotFound).then(|| self.other_case("", full));
            fail(&with_other_case(&e, other.flatten()))
        })?;
        // a link that was changed meanwhile must not lead out
        if let Some(real) = self.check_root(on_disk, full)?
            && std::fs::metadata(real).ok().map(|m| identity(&m)) != Some(identity(&meta))
        {
            return Err(fail(&"it changed while it was opened"));
        }
        if meta.len() > self.max_bytes {
            return Err(fail(&format_args!(
                "it has {} bytes, more than the limit of {} (the limits bytes and asset_bytes)",
                meta.len(),
                self.max_bytes
            )));
        }

        // the file may grow meanwhile: never take more than was checked
        let mut bytes = Vec::with_capacity(meta.len() as usize);
        file.take(meta.len()).read_to_end(&mut bytes).map_err(|e| fail(&e))?;
        Ok(bytes.into())
    }

    /// Whether the real place of what is at a path, links followed, may be read.
    fn is_allowed(&self, on_disk: &Path) -> bool {
        let Some(roots) = &self.roots else { return true };
        let mut roots = roots.iter().filter_map(|root| root.canonicalize().ok());
        on_disk.canonicalize().is_ok_and(|real| roots.any(|root| real.starts_with(root)))
    }

    /// Refuses a path whose real place, links followed, is below none of the allowed directories;
    /// returns that place if there are such directories.
    fn check_root(&self, on_disk: &Path, full: &str) -> Result<Option<PathBuf>, AssetError> {
        let Some(roots) = &self.roots else {
            return Ok(None);
        };
        let roots: Vec<PathBuf> = roots.iter().filter_map(|r| r.canonicalize().ok()).collect();
        let inside = |real: &Path| roots.iter().any(|root| real.starts_with(root));
        match on_disk.canonicalize() {
            Ok(real) if inside(&real) => Ok(Some(real)),
            // a missing file outside, or behind a link, gets the same answer as one that is there,
            // so that nothing is learned about the disk
            Err(error) if missing_below(on_disk, inside) => Err(AssetError::File(format!(
                "file '{full}' could not be read on the disk: {}",
                with_other_case(&error, self.other_case("", full))
            ))),
            _ => Err(AssetError::File(format!(
                "file '{full}' is not in the directories this program may read (the limit roots): \
                 move it there or allow its directory"
            ))),
        }
    }

    /// Whether messages may show the text of a file: it is in memory, came from a source, is in a
    /// directory that may be read, or, where no such directories are given, below that of the model.
    pub(crate) fn may_quote(&self, model_dir: &str, full: &str) -> bool {
        let given = self.find_in_memory(full).is_some() || self.sources.has_given(full);
        if self.roots.is_some() || given {
            return true;
        }
        let model_dir = if model_dir.is_empty() { "." } else { model_dir };
        let Ok(base) = Path::new(model_dir).canonicalize() else { return false };
        // the whole disk is no directory of a model
        base.parent().is_some()
            && Path::new(full).canonicalize().is_ok_and(|real| real.starts_with(base))
    }
}

/// Why a file cannot be opened, with the one that was meant, perhaps.
fn with_other_case(why: &std::io::Error, other: Option<String>) -> String {
    let other = other.map(|other| format!("; there is '{other}': capital letters count here"));
    format!("{why}{}", other.unwrap_or_default())
}

/// Whether a path, without any link at its end, is missing from an allowed directory.
fn missing_below(on_disk: &Path, inside: impl Fn(&Path) -> bool) -> bool {
    if on_disk.symlink_metadata().is_ok() {
        return false;
    }
    let mut above = on_disk
        .ancestors()
        .skip(1)
        .map(|dir| if dir.as_os_str().is_empty() { Path::new(".") } else { dir });
    let nearest = above.find_map(|dir| match dir.canonicalize() {
        Ok(real) => Some(Some(real)),
        // a link that leads nowhere
        Err(_) if dir.symlink_metadata().is_ok() => Some(None),
        Err(_) => None,
    });
    nearest.flatten().is_some_and(|real| inside(&real))
}

/// Where the assets of one kind are looked for: what a compiler passes to each asset.
#[derive(Clone, Copy, Debug)]
pub struct AssetSource<'a> {
    /// Files in memory and on the disk.
    pub files: &'a Files,
    /// Directory of the model file.
    pub model_dir: &'a str,
    /// `meshdir` or `texturedir` of the model, relative to `model_dir` unless absolute.
    pub asset_dir: &'a str,
    /// Whether the model asks to drop the directories of asset files.
    pub strippath: bool,
    /// Decoded assets to share between models.
    pub cache: Option<&'a AssetCache>,
    /// Bytes that assets may take; none for any number.
    pub budget: Option<&'a Budget>,
}

impl<'a> AssetSource<'a> {
    /// Files below the working directory, nothing shared.
    #[must_use]
    pub fn new(files: &'a Files) -> Self {
        Self { files, model_dir: "", asset_dir: "", strippath: false, cache: None, budget: None }
    }

    /// The path of an asset's file, seen from the directory of the model.
    #[must_use]
    pub fn resolve(&self, file: &str) -> String {
        let file = if self.strippath { path::file_name(file) } else { file };
        path::join(&path::reduce(self.asset_dir), &path::reduce(file))
    }

    /// The contents of an asset's file.
    ///
    /// # Errors
    /// As [`Files::read`], for an empty file, and for one that is larger, also when decoded, than
    /// what the budget leaves.
    pub fn read(&self, file: &str) -> Result<Arc<[u8]>, AssetError> {
        let resolved = self.resolve(file);
        let bytes = self.files.read(self.model_dir, &resolved)?;
        if bytes.is_empty() {
            return Err(AssetError::File(format!("file '{resolved}' is empty: write it again")));
        }
        self.take(bytes.len().saturating_add(image::decoded_bytes(&bytes)))?;
        Ok(bytes)
    }

    /// Takes bytes from the budget, if there is one, before they are allocated.
    ///
    /// # Errors
    /// If fewer are left.
    pub fn take(&self, bytes: usize) -> Result<(), AssetError> {
        self.budget.map_or(Ok(()), |budget| budget.take(bytes))
    }
}

#[cfg(test)]
mod tests;
