//! The assets of a spec that is saved: what each will be called, and copying them.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use super::{SaveError, SavedAssets, disk, named};
use crate::asset::{AssetError, AssetSource, Budget};
use crate::load::Loader;
use crate::path;
use crate::spec::{Origin, Spec};

/// Directory of copied assets, beside the file.
const ASSETS: &str = "assets";

/// The assets of a spec on their way to another directory.
pub(super) struct Copies<'a> {
    loader: &'a Loader,
    spec: &'a Spec,
    assets: SavedAssets,
    /// The bytes that assets may still take.
    budget: Budget,
    /// The file that will be written.
    file: &'a Path,
    /// Its real place, if there is such a file already.
    old: Option<PathBuf>,
    /// The real place of the file's directory.
    directory: &'a Path,
    /// What is copied, by its name in the directory of assets, in lower case: some disks do not tell them apart.
    files: BTreeMap<String, (String, Arc<[u8]>)>,
}

impl<'a> Copies<'a> {
    /// Nothing yet: `directory` is the real place of the directory of `file`.
    pub(super) fn new(
        loader: &'a Loader,
        spec: &'a Spec,
        assets: SavedAssets,
        file: &'a Path,
        directory: &'a Path,
    ) -> Self {
        let budget = Budget::bytes(loader.limits.asset_bytes);
        let (old, files) = (file.canonicalize().ok(), BTreeMap::new());
        Self { loader, spec, assets, budget, file, old, directory, files }
    }

    /// Gives all elements the files that they will have.
    pub(super) fn rename_all(&mut self, saved: &mut Spec) -> Result<(), SaveError> {
        for (i, mesh) in saved.meshes.iter_mut().enumerate() {
            let element = named("mesh", &mesh.name, i);
            self.rename(&element, &mesh.origin, false, &mut mesh.file, Some(&mut mesh.name))?;
        }
        for (i, hfield) in saved.hfields.iter_mut().enumerate() {
            let element = named("hfield", &hfield.name, i);
            self.rename(&element, &hfield.origin, false, &mut hfield.file, Some(&mut hfield.name))?;
        }
        for (i, skin) in saved.skins.iter_mut().enumerate() {
            let element = named("skin", &skin.name, i);
            self.rename(&element, &skin.origin, false, &mut skin.file, Some(&mut skin.name))?;
        }
        for (i, texture) in saved.textures.iter_mut().enumerate() {
            let element = named("texture", &texture.name, i);
            let (origin, name) = (&texture.origin, &mut texture.name);
            self.rename(&element, origin, true, &mut texture.file, Some(name))?;
            for file in &mut texture.cubefiles {
                self.rename(&element, origin, true, file, None)?;
            }
        }
        Ok(())
    }

    /// Reads the file of an element and says what it will be called; an element that was called after its file keeps
    /// its name.
    fn rename(
        &mut self,
        element: &str,
        origin: &Origin,
        is_texture: bool,
        file: &mut String,
        name: Option<&mut String>,
    ) -> Result<(), SaveError> {
        if file.is_empty() {
            return Ok(());
        }
        let compiler = self.spec.compiler_of(origin);
        let source = AssetSource {
            files: &self.loader.files,
            model_dir: self.spec.dir_of(origin),
            asset_dir: if is_texture { &compiler.texturedir } else { &compiler.meshdir },
            strippath: self.spec.compiler.strippath,
            cache: None,
            budget: Some(&self.budget),
        };
        let read = source.read(file);
        let missing = self.spec.missing_packages.get(file);
        let bytes = read.map_err(|error| {
            let error = missing.map_or(error, |why| AssetError::File(why.clone()));
            SaveError::Asset { element: element.to_owned(), error }
        })?;
        let full = path::join(source.model_dir, &source.resolve(file));
        let is_on_disk = self.loader.files.is_on_disk(&full);
        if is_on_disk && self.old.is_some() && Path::new(&full).canonicalize().ok() == self.old {
            let (path, element) = (self.file.to_owned(), element.to_owned());
            return Err(SaveError::OwnAsset { path, element });
        }
        let to = match self.assets {
            SavedAssets::Link if is_on_disk => self.link(Path::new(&full))?,
            _ => self.copy(path::file_name(file), bytes)?,
        };
        if let Some(name) = name.filter(|name| name.is_empty())
            && path::asset_name(file) != path::asset_name(&to)
        {
            path::asset_name(file).clone_into(name);
        }
        *file = to;
        Ok(())
    }

    /// The path of a file of the disk as seen from the directory.
    fn link(&self, full: &Path) -> Result<String, SaveError> {
        let real = full.canonicalize().map_err(|error| SaveError::write(full, &error))?;
        let path = relative(self.directory, &real);
        let text = path.to_str().filter(|text| !text.contains(char::is_control));
        let text = text.ok_or_else(|| SaveError::Name(real.clone()))?;
        Ok(text.replace(std::path::MAIN_SEPARATOR, "/"))
    }

    /// Notes a file to be copied, and returns its path as seen from the directory.
    fn copy(&mut self, name: &str, bytes: Arc<[u8]>) -> Result<String, SaveError> {
        let mut name = portable_name(name).ok_or_else(|| SaveError::Name(name.into()))?;
        let (stem, end) =
            (path::strip_extension(&name).to_owned(), path::extension(&name).to_owned());
        let mut number = 1;
        loop {
            match self.files.get(&name.to_lowercase()) {
                Some((there, same)) if *same == bytes => return Ok(format!("{ASSETS}/{there}")),
                Some(_) => {
                    number += 1;
                    name = format!("{stem}_{number}{end}");
                }
                None => {
                    self.files.insert(name.to_lowercase(), (name.clone(), bytes));
                    return Ok(format!("{ASSETS}/{name}"));
                }
            }
        }
    }

    /// Writes the copies, where they are not there already; nothing if something else is where one of them would be.
    pub(super) fn write(&self) -> Result<(), SaveError> {
        if self.files.is_empty() {
            return Ok(());
        }
        let directory = self.directory.join(ASSETS);
        if self.file.file_name().is_some_and(|name| name.eq_ignore_ascii_case(ASSETS)) {
            return Err(SaveError::Name(self.file.to_owned()));
        }
        // a link may lead to a directory where nobody wants such files
        if directory.symlink_metadata().is_ok_and(|meta| !meta.is_dir()) {
            return Err(SaveError::Exists(directory));
        }
        let mut missing = Vec::new();
        for (name, bytes) in self.files.values() {
            let path = directory.join(name);
            match path.symlink_metadata() {
                Ok(_) if disk::holds(&path, bytes) => {}
                Ok(_) => return Err(SaveError::Exists(path)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    missing.push((path, bytes));
                }
                Err(error) => return Err(SaveError::write(&path, &error)),
            }
        }
        fs::create_dir_all(&directory).map_err(|error| SaveError::write(&directory, &error))?;
        for (path, bytes) in missing {
            // what appeared meanwhile is not overwritten either
            disk::create(&path, bytes).map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => SaveError::Exists(path.clone()),
                _ => SaveError::write(&path, &error),
            })?;
        }
        Ok(())
    }
}

/// Names that mean devices on some systems, whatever follows a dot.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// The name of a copy on any system: that of the asset, with `_` for what some do not take. None for what is no
/// name; names of files in memory may be anything.
fn portable_name(name: &str) -> Option<String> {
    if ["", ".", ".."].contains(&name) {
        return None;
    }
    let is_odd = |c: char| c.is_control() || "<>:\"|?*".contains(c);
    let mut name = name.replace(is_odd, "_");
    if name.ends_with([' ', '.']) {
        name.push('_');
    }
    let first = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let is_port = |port: &str| {
        first
            .strip_prefix(port)
            .is_some_and(|n| n.len() == 1 && n.bytes().all(|b| b.is_ascii_digit()))
    };
    if DEVICES.contains(&&*first) || is_port("com") || is_port("lpt") {
        name.insert(0, '_');
    }
    Some(name)
}

/// The path that leads from one absolute directory to a file.
fn relative(from: &Path, to: &Path) -> PathBuf {
    let shared = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    // nothing in common, not even the disk: only the whole path leads there
    if shared == 0 {
        return to.to_owned();
    }
    let up = from.components().skip(shared).map(|_| Component::ParentDir);
    up.chain(to.components().skip(shared)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_relative_path_leads_from_one_directory_to_the_other() {
        let path = |from, to| relative(Path::new(from), Path::new(to));
        assert_eq!(path("/a/b", "/a/b"), Path::new(""));
        assert_eq!(path("/a/b", "/a/c/d"), Path::new("../c/d"));
        assert_eq!(path("/a/b/c", "/a"), Path::new("../.."));
    }

    #[test]
    fn names_of_copies_are_taken_by_every_system() {
        for (name, copy) in [
            ("base.obj", "base.obj"),
            ("Tür 1.obj", "Tür 1.obj"),
            (".hidden", ".hidden"),
            ("c:base.obj", "c_base.obj"),
            ("a\nb\0c\u{1b}[2J.obj", "a_b_c_[2J.obj"),
            ("what?*<>|\".stl", "what______.stl"),
            ("dots..", "dots.._"),
            ("space ", "space _"),
            ("CON.obj", "_CON.obj"),
            ("com1 .tar.obj", "_com1 .tar.obj"),
            ("com10.obj", "com10.obj"),
            ("console.obj", "console.obj"),
        ] {
            assert_eq!(portable_name(name).as_deref(), Some(copy), "{name:?}");
        }
        for name in ["", ".", ".."] {
            assert_eq!(portable_name(name), None, "{name:?}");
        }
    }
}
