//! Writing a spec to a file that can be loaded from there, with the assets that it names.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::asset::{AssetError, AssetSource};
use crate::load::Loader;
use crate::path;
use crate::spec::{Origin, Spec};

/// Directory of copied assets, beside the file.
const ASSETS: &str = "assets";

/// What [`Loader::save`] does with the assets of a spec: files of meshes, height fields, skins and textures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SavedAssets {
    /// They are copied to a directory `assets` beside the file, which can travel with it.
    #[default]
    Copy,
    /// The file names them where they are, by relative paths. Those that are not on the disk, but in memory or
    /// from a [`FileSource`](crate::asset::FileSource), are copied.
    Link,
}

/// Why a spec could not be saved.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SaveError {
    /// An asset cannot be read.
    Asset {
        /// The element that names it.
        element: String,
        /// Why.
        error: AssetError,
    },
    /// MJCF has no words for something that an element holds.
    NotInMjcf {
        /// The element.
        element: String,
        /// What it holds.
        what: &'static str,
    },
    /// There is another file where an asset would be copied to.
    Exists(PathBuf),
    /// The name of a file cannot stand in MJCF, because it is not UTF-8, or cannot be that of a copy.
    Name(PathBuf),
    /// A file or directory cannot be written.
    Write {
        /// The file or directory.
        path: PathBuf,
        /// Why.
        why: String,
    },
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asset { element, error } => write!(f, "{element}: {error}"),
            Self::NotInMjcf { element, what } => {
                write!(f, "{element}: MJCF cannot hold {what}: save the model as bytes instead")
            }
            Self::Exists(path) => {
                let path = path.display();
                write!(f, "{path}: there is another file of this name: remove it or save elsewhere")
            }
            Self::Name(path) => {
                write!(f, "{}: no file beside a model can have this name", path.display())
            }
            Self::Write { path, why } => write!(f, "{} cannot be written: {why}", path.display()),
        }
    }
}

ferrodyn_engine::debug_as_message!(SaveError);

impl std::error::Error for SaveError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Asset { error, .. } => Some(error),
            _ => None,
        }
    }
}

impl SaveError {
    fn write(path: &Path, error: &io::Error) -> Self {
        Self::Write { path: path.to_owned(), why: error.to_string() }
    }
}

impl Spec {
    /// Writes the description as MJCF to a file, and copies its assets to a directory `assets` beside it, so that
    /// the file loads from there: [`Loader::save`] with assets from the disk.
    ///
    /// # Errors
    /// As [`Loader::save`].
    #[doc(alias = "mj_saveXML")]
    pub fn save(&self, file: impl AsRef<Path>) -> Result<(), SaveError> {
        Loader::new().save(self, file, SavedAssets::Copy)
    }
}

impl Loader {
    /// Writes a description as MJCF to a file that loads from where it is, with the assets that it names;
    /// those of [attached](Spec::attach) specs included.
    ///
    /// Assets are read as when the spec is compiled, from this loader's memory, sources and part of the disk. Copies
    /// keep their names; of two assets with one name and different contents, the second gets a number. A copy
    /// that is there already is left as it is. A file of the name `file` is replaced.
    ///
    /// # Errors
    /// If an asset cannot be read; if something else is where a copy would be, which is never overwritten; if
    /// a texture or mesh holds what MJCF has no words for; and if a file cannot be written. The MJCF file is
    /// written last: it is not there, or as before, if anything fails.
    ///
    /// # Examples
    /// ```
    /// use ferrodyn::{Loader, SavedAssets};
    ///
    /// let obj = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
    /// let loader = Loader::new().with_assets(&[("corner.obj".to_owned(), obj.to_vec())].into())?;
    /// let spec = loader.read_str(
    ///     "<mujoco><asset><mesh file='corner.obj'/></asset>
    ///     <worldbody><geom type='mesh' mesh='corner'/></worldbody></mujoco>",
    /// )?;
    ///
    /// let folder = std::env::temp_dir().join("ferrodyn-saved");
    /// std::fs::create_dir_all(&folder)?;
    /// loader.save(&spec, folder.join("corner.xml"), SavedAssets::Copy)?;
    /// assert!(folder.join("assets/corner.obj").exists());
    /// assert_eq!(Loader::new().load_path(folder.join("corner.xml"))?.nmeshvert, 4);
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(
        &self,
        spec: &Spec,
        file: impl AsRef<Path>,
        assets: SavedAssets,
    ) -> Result<(), SaveError> {
        let file = file.as_ref();
        check_words(spec)?;
        let directory = match file.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let real = directory.canonicalize().map_err(|e| SaveError::write(directory, &e))?;
        let mut saved = spec.clone();
        let mut copies =
            Copies { loader: self, spec, assets, directory: &real, files: BTreeMap::new() };
        copies.rename_all(&mut saved)?;
        copies.write()?;
        for compiler in std::iter::once(&mut saved.compiler)
            .chain(saved.attached.iter_mut().map(|s| &mut s.compiler))
        {
            (compiler.meshdir, compiler.texturedir) = (String::new(), String::new());
            compiler.strippath = false;
        }
        saved.modelfiledir = String::new();
        saved.attached.iter_mut().for_each(|scope| scope.modelfiledir = String::new());
        fs::write(file, saved.to_xml()).map_err(|error| SaveError::write(file, &error))
    }
}

/// Refuses what [`Spec::to_xml`] would leave out of assets.
fn check_words(spec: &Spec) -> Result<(), SaveError> {
    for (i, texture) in spec.textures.iter().enumerate() {
        if !texture.data.is_empty() {
            let what = "pixels that a program set";
            return Err(SaveError::NotInMjcf { element: named("texture", &texture.name, i), what });
        }
    }
    for (i, mesh) in spec.meshes.iter().enumerate() {
        if !mesh.facenormal.is_empty() || !mesh.facetexcoord.is_empty() {
            let what = "indices of normals or texture coordinates that a program set";
            return Err(SaveError::NotInMjcf { element: named("mesh", &mesh.name, i), what });
        }
    }
    Ok(())
}

/// An element as messages call it.
fn named(element: &str, name: &str, index: usize) -> String {
    if name.is_empty() { format!("{element} {index}") } else { format!("{element} \"{name}\"") }
}

/// The assets of a spec on their way to another directory.
struct Copies<'a> {
    loader: &'a Loader,
    spec: &'a Spec,
    assets: SavedAssets,
    /// The real place of the file's directory.
    directory: &'a Path,
    /// What is copied, by its name in the directory of assets, in lower case: some disks do not tell them apart.
    files: BTreeMap<String, (String, Arc<[u8]>)>,
}

impl Copies<'_> {
    /// Gives all elements the files that they will have.
    fn rename_all(&mut self, saved: &mut Spec) -> Result<(), SaveError> {
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
            budget: None,
        };
        let read = source.read(file);
        let missing = self.spec.missing_packages.get(file);
        let bytes = read.map_err(|error| {
            let error = missing.map_or(error, |why| AssetError::File(why.clone()));
            SaveError::Asset { element: element.to_owned(), error }
        })?;
        let full = path::join(source.model_dir, &source.resolve(file));
        let to = match self.assets {
            SavedAssets::Link if self.loader.files.is_on_disk(&full) => {
                self.link(Path::new(&full))?
            }
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
        let text = path.to_str().ok_or_else(|| SaveError::Name(real.clone()))?;
        Ok(text.replace(std::path::MAIN_SEPARATOR, "/"))
    }

    /// Notes a file to be copied, and returns its path as seen from the directory.
    fn copy(&mut self, name: &str, bytes: Arc<[u8]>) -> Result<String, SaveError> {
        // a name in memory may be anything: a drive, the directory above
        let is_name = |part: Component<'_>| matches!(part, Component::Normal(_));
        if !Path::new(name).components().all(is_name) {
            return Err(SaveError::Name(name.into()));
        }
        let (stem, end) = (path::strip_extension(name), path::extension(name));
        let mut number = 1;
        let mut name = name.to_owned();
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

    /// Writes the copies, where they are not there already; nothing if one of them cannot be.
    fn write(&self) -> Result<(), SaveError> {
        if self.files.is_empty() {
            return Ok(());
        }
        let directory = self.directory.join(ASSETS);
        let mut missing = Vec::new();
        for (name, bytes) in self.files.values() {
            let path = directory.join(name);
            match fs::read(&path) {
                Ok(there) if there[..] == bytes[..] => {}
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
            let made = fs::File::create_new(&path);
            let done = made.and_then(|mut file| io::Write::write_all(&mut file, bytes));
            done.map_err(|error| SaveError::write(&path, &error))?;
        }
        Ok(())
    }
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
