//! From files to specs and models.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use ferrodyn_engine::Model;

use crate::asset::{AssetCache, Files};
use crate::compile::Environment;
use crate::error::{LoadError, Problem, ProblemKind, Problems};
use crate::path;
use crate::read::{Context, read_mjcf};
use crate::spec::Spec;
use crate::xml::{Limits, ReadFile, Tree, expand_includes};

/// Reads models, with files from memory or disk, within limits.
///
/// # Examples
/// ```
/// use ferrodyn_mjcf::Loader;
///
/// let model = Loader::new().load_str(
///     "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// assert_eq!((model.nbody, model.nv), (2, 6));
/// # Ok::<(), ferrodyn_mjcf::LoadError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Loader {
    /// Where included files and assets come from.
    pub files: Files,
    /// How much a file may ask for.
    pub limits: Limits,
    /// Assets decoded before; none are kept by default.
    pub cache: Option<Arc<AssetCache>>,
}

impl Loader {
    /// Reads from the disk, with the default limits and no cache.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds files in memory, by name.
    ///
    /// # Errors
    /// If a name is already taken.
    pub fn with_assets(mut self, assets: &BTreeMap<String, Vec<u8>>) -> Result<Self, LoadError> {
        for (name, bytes) in assets {
            self.files
                .add(name, bytes.as_slice())
                .map_err(|error| Problem::new(ProblemKind::Io, error.0))?;
        }
        Ok(self)
    }

    /// Reads MJCF or URDF from a file.
    ///
    /// # Errors
    /// Every problem found, each with file, line and column.
    #[doc(alias = "mj_parseXML")]
    pub fn read_path(&self, file: impl AsRef<Path>) -> Result<Spec, LoadError> {
        let file = file.as_ref().to_string_lossy();
        read_file(&file, &self.files, &self.limits, 0)
    }

    /// Reads MJCF or URDF text; files it names are relative to the working directory.
    ///
    /// # Errors
    /// Every problem found, each with line and column.
    #[doc(alias = "mj_parseXMLString")]
    pub fn read_str(&self, xml: &str) -> Result<Spec, LoadError> {
        read_text("model.xml", xml.as_bytes().to_vec(), &self.files, &self.limits, 0)
    }

    /// Reads MJCF or URDF text as if from a file in a directory.
    ///
    /// # Errors
    /// Every problem found, each with line and column.
    pub fn read_str_in(&self, dir: &str, xml: &str) -> Result<Spec, LoadError> {
        let separator = if dir.is_empty() || dir.ends_with(['/', '\\']) { "" } else { "/" };
        let name = format!("{dir}{separator}model.xml");
        read_text(&name, xml.as_bytes().to_vec(), &self.files, &self.limits, 0)
    }

    /// Compiles a spec with this loader's files and cache.
    ///
    /// # Errors
    /// Every problem found, each with the place of the element at fault.
    pub fn compile(&self, spec: &Spec) -> Result<Model, LoadError> {
        spec.compile(Environment { files: &self.files, cache: self.cache.as_deref() })
    }

    /// Reads and compiles a file.
    ///
    /// # Errors
    /// Every problem found, each with file, line and column.
    #[doc(alias = "mj_loadXML")]
    pub fn load_path(&self, file: impl AsRef<Path>) -> Result<Model, LoadError> {
        self.compile(&self.read_path(file)?)
    }

    /// Reads and compiles a text.
    ///
    /// # Errors
    /// Every problem found, each with line and column.
    pub fn load_str(&self, xml: &str) -> Result<Model, LoadError> {
        self.compile(&self.read_str(xml)?)
    }
}

/// A model inside another model.
pub(crate) fn read_nested(file: &str, context: &Context<'_>) -> Result<Spec, LoadError> {
    read_file(file, context.files, context.limits, context.depth + 1)
}

fn read_file(file: &str, files: &Files, limits: &Limits, depth: usize) -> Result<Spec, LoadError> {
    let bytes = files.read("", file).map_err(|error| Problem::new(ProblemKind::Io, error.0))?;
    read_text(file, bytes.to_vec(), files, limits, depth)
}

fn read_text(
    name: &str,
    bytes: Vec<u8>,
    files: &Files,
    limits: &Limits,
    depth: usize,
) -> Result<Spec, LoadError> {
    let mut tree = Tree::parse(name, bytes, limits)?;
    let mut problems = Problems::new();
    let mut spec = Spec { modelfiledir: path::directory(name).to_owned(), ..Spec::default() };
    let root = tree.root();
    match tree.name(root) {
        "mujoco" => {
            expand_includes(&mut tree, files, limits, &mut problems);
            problems.check()?;
            let context = Context { files, limits, depth };
            read_mjcf(Arc::new(tree), &mut spec, &context, &mut problems);
        }
        "robot" => {
            return Err(tree
                .problem(ProblemKind::Unsupported, root, "URDF is not supported yet")
                .into());
        }
        other => {
            let message = format!("the root is <{other}>: a model starts with <mujoco> or <robot>");
            return Err(tree.problem(ProblemKind::Schema, root, message).into());
        }
    }
    if depth == 0 {
        spec.resolve_keys();
    }
    problems.into_result(spec)
}

impl ReadFile for Files {
    fn read(&self, dir: &str, name: &str) -> Result<Vec<u8>, String> {
        match self.read(dir, name) {
            Ok(bytes) => Ok(bytes.to_vec()),
            Err(error) => Err(error.0),
        }
    }
}
