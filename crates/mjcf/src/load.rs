//! From files to specs and models.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use ferrodyn_engine::Model;
use ferrodyn_engine::hooks::Registry;
use ferrodyn_engine::hooks::plugin::PluginKind;

use crate::asset::files::DEFAULT_MAX_FILE_BYTES;
use crate::asset::{AssetCache, AssetError, Files};
use crate::clock::Clock;
use crate::compile::Environment;
use crate::error::{LoadError, Problem, ProblemKind};
use crate::read::file::{Read, read_file, read_text};
use crate::read::{Context, ReadBudget};
use crate::spec::Spec;
use crate::urdf::{Report, UrdfOptions};
use crate::xml::{Limits, ReadError, ReadFile};

/// What messages call a model that is not from a file.
const TEXT: &str = "<string>";

/// Reads models, with files from memory or disk, within limits.
///
/// # Examples
/// ```
/// use ferrodyn::Loader;
///
/// let model = Loader::new().load_str(
///     "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// assert_eq!((model.nbody, model.nv), (2, 6));
/// # Ok::<(), ferrodyn::LoadError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Loader {
    /// Where included files and assets come from.
    pub files: Files,
    /// How much a file may ask for.
    pub limits: Limits,
    /// Assets decoded before; none are kept by default.
    pub cache: Option<Arc<AssetCache>>,
    /// What to make of URDF where MuJoCo makes nothing of it.
    pub urdf: UrdfOptions,
    /// Plugins that models may use: those that come with MuJoCo, and what is added to them.
    pub plugins: Plugins,
    /// Whether specs made in code may hold what files may hold, as in MuJoCo: infinite numbers, NaN, a time step
    /// that is not positive. They are mistakes otherwise, which compiling reports. In a file they are
    /// accepted in any case; NaN is told in [`Spec::warnings`].
    pub accept_any_number: bool,
}

/// All there is to say about a file.
#[derive(Debug)]
#[non_exhaustive]
pub struct Checked {
    /// The model and what it was made from, or every problem found.
    pub loaded: Result<(Spec, Model), LoadError>,
    /// What was accepted and ignored, because MuJoCo does.
    pub warnings: Vec<Problem>,
    /// What a URDF file says and the model does not hold.
    pub report: Report,
}

/// The plugins that a loader knows.
#[derive(Clone)]
pub struct Plugins(pub Registry);

impl Default for Plugins {
    fn default() -> Self {
        Self(ferrodyn_plugins::registry())
    }
}

impl fmt::Debug for Plugins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.kinds().map(PluginKind::name)).finish()
    }
}

impl Loader {
    /// Reads from the disk, with the default limits and no cache.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// For files from strangers: [`Limits::untrusted`], and nothing is read from the disk. To let
    /// a model read below a directory, set [`files`](Self::files) to
    /// `Files::new().with_roots([directory])`.
    ///
    /// # Examples
    /// ```
    /// use ferrodyn::Loader;
    ///
    /// let xml = "<mujoco><include file='/etc/passwd'/></mujoco>";
    /// let error = Loader::untrusted().load_str(xml).unwrap_err().to_string();
    /// assert!(error.contains("not in the directories this program may read"));
    /// ```
    pub fn untrusted() -> Self {
        let limits = Limits::untrusted();
        let files = Files::new().with_roots(std::iter::empty::<&Path>());
        Self { files, limits, ..Self::default() }.with_limits_on_files()
    }

    /// Refuses files that are larger than all that the limits allow, before they are read.
    #[must_use]
    pub fn with_limits_on_files(self) -> Self {
        let most = self.limits.bytes.max(self.limits.asset_bytes);
        let files =
            self.files.with_max_file_bytes(most.min(DEFAULT_MAX_FILE_BYTES as usize) as u64);
        Self { files, ..self }
    }

    /// Says where a package is, for files that a URDF file names `package://name/path`. Where the
    /// disk may be read in part only, this directory may be read as well.
    ///
    /// Packages that are not named are looked for among the directories above the model and in
    /// those of the environment variable `ROS_PACKAGE_PATH`.
    #[must_use]
    pub fn with_package(mut self, name: &str, directory: impl AsRef<Path>) -> Self {
        let directory = directory.as_ref();
        let whole = std::path::absolute(directory).unwrap_or_else(|_| directory.to_owned());
        let text = whole.to_string_lossy().into_owned();
        self.urdf.packages.insert(name.to_owned(), text);
        self.files = self.files.with_root(whole);
        self
    }

    /// Adds files in memory, by name.
    ///
    /// # Errors
    /// If a name is already taken.
    pub fn with_assets(mut self, assets: &BTreeMap<String, Vec<u8>>) -> Result<Self, LoadError> {
        for (name, bytes) in assets {
            self.files
                .add(name, bytes.as_slice())
                .map_err(|error| Problem::new(ProblemKind::Io, error.to_string()))?;
        }
        Ok(self)
    }

    /// Reads MJCF or URDF from a file.
    ///
    /// # Errors
    /// Every problem found, each with file, line and column.
    #[doc(alias = "mj_parseXML")]
    pub fn read_path(&self, file: impl AsRef<Path>) -> Result<Spec, LoadError> {
        self.read_path_with_report(file).map(|(spec, _)| spec)
    }

    /// Reads a file, and says what of a URDF file the spec does not hold.
    ///
    /// # Errors
    /// Every problem found, each with file, line and column.
    pub fn read_path_with_report(
        &self,
        file: impl AsRef<Path>,
    ) -> Result<(Spec, Report), LoadError> {
        self.finish(read_file(&file.as_ref().to_string_lossy(), &self.context())?)
    }

    /// Reads MJCF or URDF text; files it names are relative to the working directory.
    ///
    /// # Errors
    /// Every problem found, each with line and column.
    #[doc(alias = "mj_parseXMLString")]
    pub fn read_str(&self, xml: &str) -> Result<Spec, LoadError> {
        self.read_str_with_report(xml).map(|(spec, _)| spec)
    }

    /// Reads a text, and says what of URDF the spec does not hold.
    ///
    /// # Errors
    /// Every problem found, each with line and column.
    pub fn read_str_with_report(&self, xml: &str) -> Result<(Spec, Report), LoadError> {
        self.finish(read_text(TEXT, xml.as_bytes().to_vec(), &self.context())?)
    }

    /// Reads MJCF or URDF text as if from a file in a directory.
    ///
    /// # Errors
    /// Every problem found, each with line and column.
    pub fn read_str_in(&self, dir: &str, xml: &str) -> Result<Spec, LoadError> {
        let separator = if dir.is_empty() || dir.ends_with(['/', '\\']) { "" } else { "/" };
        let name = format!("{dir}{separator}{TEXT}");
        let read = read_text(&name, xml.as_bytes().to_vec(), &self.context())?;
        self.finish(read).map(|(spec, _)| spec)
    }

    /// Compiles a spec with this loader's files and cache.
    ///
    /// # Errors
    /// Every problem found, each with the place of the element at fault.
    pub fn compile(&self, spec: &Spec) -> Result<Model, LoadError> {
        spec.compile_in(self.environment())
    }

    /// What compilation uses besides the spec: this loader's files, cache and limits.
    pub fn environment(&self) -> Environment<'_> {
        Environment {
            files: &self.files,
            cache: self.cache.as_deref(),
            limits: &self.limits,
            plugins: &self.plugins.0,
            accept_any_number: self.accept_any_number,
        }
    }

    /// Reads and compiles a file.
    ///
    /// # Errors
    /// Every problem found, each with file, line and column.
    #[doc(alias = "mj_loadXML")]
    pub fn load_path(&self, file: impl AsRef<Path>) -> Result<Model, LoadError> {
        self.check_path(file).loaded.map(|(_, model)| model)
    }

    /// Reads and compiles a file, and tells everything about it.
    pub fn check_path(&self, file: impl AsRef<Path>) -> Checked {
        self.check(read_file(&file.as_ref().to_string_lossy(), &self.context()))
    }

    /// Reads and compiles a text.
    ///
    /// # Errors
    /// Every problem found, each with line and column.
    pub fn load_str(&self, xml: &str) -> Result<Model, LoadError> {
        let read = read_text(TEXT, xml.as_bytes().to_vec(), &self.context());
        self.check(read).loaded.map(|(_, model)| model)
    }

    /// What was read, or everything that is wrong with it apart from asset files: these may still
    /// be given when it is compiled.
    fn finish(&self, read: Read) -> Result<(Spec, Report), LoadError> {
        let Read { spec, report, problems } = read;
        if problems.is_empty() {
            return Ok((spec, report));
        }
        Err(spec.review(self.environment(), problems, false))
    }

    fn check(&self, read: Result<Read, LoadError>) -> Checked {
        let (warnings, report) = (Vec::new(), Report::default());
        let Read { mut spec, report, problems } = match read {
            Ok(read) => read,
            Err(error) => return Checked { loaded: Err(error), warnings, report },
        };
        if problems.is_empty() {
            let warnings = spec.warnings.clone();
            let loaded = self.compile(&spec).map(|model| (spec, model));
            return Checked { loaded, warnings, report };
        }
        let warnings = std::mem::take(&mut spec.warnings);
        Checked { loaded: Err(spec.review(self.environment(), problems, true)), warnings, report }
    }

    fn context(&self) -> Context<'_> {
        Context {
            files: &self.files,
            limits: &self.limits,
            plugins: &self.plugins.0,
            urdf: &self.urdf,
            main_dir: None,
            open: Vec::new(),
            opened: Rc::default(),
            room: ReadBudget::new(Clock::start(self.limits.time)),
        }
    }
}

impl Spec {
    /// Compiles the description into a model, as a new [`Loader`] does: files come from the disk,
    /// within the default limits. [`Loader::compile`] has other files, limits and plugins.
    ///
    /// # Errors
    /// Every problem found, each with the place of the element at fault.
    ///
    /// # Examples
    /// ```
    /// use ferrodyn::spec::{Body, Geom, Spec};
    ///
    /// let mut spec = Spec::default();
    /// let geoms = vec![Geom { size: [0.1, 0.0, 0.0], ..Default::default() }];
    /// spec.add_to(spec.world(), Body { name: "ball".into(), geoms, ..Default::default() })?;
    /// let model = spec.compile()?;
    /// assert!(model.body("ball").is_some());
    /// # Ok::<(), ferrodyn::LoadError>(())
    /// ```
    #[doc(alias = "mj_compile")]
    pub fn compile(&self) -> Result<Model, LoadError> {
        Loader::new().compile(self)
    }
}

impl ReadFile for Files {
    fn read(&self, dir: &str, name: &str) -> Result<Vec<u8>, ReadError> {
        match self.read(dir, name) {
            Ok(bytes) => Ok(bytes.to_vec()),
            Err(AssetError::Source(why)) => Err(ReadError::Failed(why)),
            Err(error) => Err(ReadError::Missing(error.to_string())),
        }
    }

    fn directories(&self, dir: &str) -> Vec<String> {
        self.directories(dir)
    }

    fn other_case(&self, dir: &str, name: &str) -> Option<String> {
        self.other_case(dir, name)
    }

    fn may_quote(&self, model_dir: &str, path: &str) -> bool {
        self.may_quote(model_dir, path)
    }
}
