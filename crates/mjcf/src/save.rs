//! Writing a spec to a file that can be loaded from there, with the assets that it names.

mod copies;
mod disk;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::asset::AssetError;
use crate::load::Loader;
use crate::spec::Spec;
use copies::Copies;

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
    /// Something else is where an asset, or the directory of assets, would be.
    Exists(PathBuf),
    /// The name of a file cannot stand in MJCF, because it is not UTF-8 or holds control characters, or no file
    /// can have it where it is needed.
    Name(PathBuf),
    /// The file to be written is that of an asset.
    OwnAsset {
        /// The file.
        path: PathBuf,
        /// The element whose asset it is.
        element: String,
    },
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
                write!(
                    f,
                    "{path}: there is something else of this name: remove it or save elsewhere"
                )
            }
            Self::Name(path) => {
                write!(
                    f,
                    "{}: no file of a model can have this name: choose another",
                    path.display()
                )
            }
            Self::OwnAsset { path, element } => {
                write!(f, "{} is the file of {element}: save elsewhere", path.display())
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
    /// the file loads from there: [`Loader::save`] with assets from the disk. A spec of somebody whom you do not
    /// trust may name any file of yours as an asset: save it with the loader that read it.
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
    /// Assets are read as when the spec is compiled, from this loader's memory, sources and part of the disk, and within
    /// its limit `asset_bytes`. Copies keep their names, but for characters that some systems do not take, which
    /// become `_`; of two assets with one name and different contents, the second gets a number. A copy that is
    /// there already is left as it is. A file of the name `file` is replaced; so is a link, and what it leads to
    /// stays.
    ///
    /// # Errors
    /// If an asset cannot be read; if something else is where a copy would be, which is never overwritten, or the
    /// directory of copies is a link; if `file` is one of the assets; if a texture or mesh holds what MJCF has no
    /// words for; and if a file cannot be written. Every file is whole or not there: `file` is written last, and
    /// is as before if anything fails.
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
        let permissions = disk::check(file).map_err(|error| SaveError::write(file, &error))?;
        let directory = disk::directory(file);
        let real = directory.canonicalize().map_err(|error| SaveError::write(file, &error))?;
        let mut saved = spec.clone();
        let mut copies = Copies::new(self, spec, assets, file, &real);
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
        disk::replace(file, saved.to_xml().as_bytes(), permissions)
            .map_err(|error| SaveError::write(file, &error))
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
