//! Loading, saving, copying and naming.

use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::asset::{AssetCache, AssetError, FileSource, Files};
use crate::enums::ObjType;
use crate::set_const::LengthRangeOptions;
use crate::{
    AsSystem, Compiled, Data, FormatError, LoadError, Loader, Model, Opt, Spec, Visual, constants,
};

pub use crate::schema_listing as mj_printSchema;

/// Data of a model: [`Data::new`](ferrodyn_engine::DataOf::new).
pub fn mj_makeData(m: &impl AsSystem) -> Data {
    Data::new(m)
}

/// Copies data: [`Data::clone_from`](Clone::clone_from).
pub fn mj_copyData(dest: &mut Data, _m: &Model, src: &Data) {
    dest.clone_from(src);
}

/// Returns data to the default pose: [`Data::reset`](ferrodyn_engine::DataOf::reset).
pub fn mj_resetData(m: &impl AsSystem, d: &mut Data) {
    d.reset(m);
}

/// Copies a model: [`Model::clone_from`](Clone::clone_from).
pub fn mj_copyModel(dest: &mut Model, src: &Model) {
    dest.clone_from(src);
}

/// The id of a named object: [`Model::name2id`].
pub fn mj_name2id(m: &Model, kind: ObjType, name: &str) -> Option<usize> {
    m.name2id(kind, name)
}

/// The name of an object: [`Model::id2name`].
pub fn mj_id2name(m: &Model, kind: ObjType, id: usize) -> Option<&str> {
    m.id2name(kind, id)
}

// --- text ------------------------------------------------------------------------------------

/// A loader with files of the caller, or one that reads from the disk.
fn loader(vfs: Option<&Files>) -> Loader {
    let mut loader = Loader::new();
    if let Some(files) = vfs {
        loader.files = files.clone();
    }
    loader
}

/// Loads a model from a file: [`load`](crate::load()).
///
/// # Errors
/// Every problem found, each with file, line and column.
pub fn mj_loadXML(filename: impl AsRef<Path>, vfs: Option<&Files>) -> Result<Model, LoadError> {
    loader(vfs).load_path(filename)
}

/// Reads a spec from a file: [`Loader::read_path`].
///
/// # Errors
/// Every problem found, each with file, line and column.
pub fn mj_parseXML(filename: impl AsRef<Path>, vfs: Option<&Files>) -> Result<Spec, LoadError> {
    loader(vfs).read_path(filename)
}

/// Reads a spec from text: [`Loader::read_str`].
///
/// # Errors
/// Every problem found, each with line and column.
pub fn mj_parseXMLString(xml: &str, vfs: Option<&Files>) -> Result<Spec, LoadError> {
    loader(vfs).read_str(xml)
}

/// Compiles a spec: [`Spec::compile`], with files of the caller.
///
/// # Errors
/// Every problem found.
pub fn mj_compile(s: &Spec, vfs: Option<&Files>) -> Result<Model, LoadError> {
    s.compile_in(loader(vfs).environment())
}

/// Compiles a spec again and carries the state over: [`Spec::recompile`].
///
/// # Errors
/// Every problem found; model and data stay as they are then.
pub fn mj_recompile(
    s: &Spec,
    vfs: Option<&Files>,
    m: &mut Compiled,
    d: &mut Data,
) -> Result<(), LoadError> {
    (*m, *d) = s.recompile(loader(vfs).environment(), m, d)?;
    Ok(())
}

/// An empty spec: [`Spec::default`].
pub fn mj_makeSpec() -> Spec {
    Spec::default()
}

/// A copy of a spec: [`Spec::clone`].
pub fn mj_copySpec(s: &Spec) -> Spec {
    s.clone()
}

/// The spec as MJCF: [`Spec::to_xml`].
pub fn mj_saveXMLString(s: &Spec) -> String {
    s.to_xml()
}

/// Writes the spec as MJCF: [`Spec::to_xml`] to a file.
///
/// # Errors
/// If the file cannot be written.
pub fn mj_saveXML(s: &Spec, filename: impl AsRef<Path>) -> io::Result<()> {
    std::fs::write(filename, s.to_xml())
}

/// The files that a model names: [`Loader::dependencies`].
///
/// # Errors
/// If a file cannot be read or is not well-formed.
pub fn mju_getXMLDependencies(filename: &str) -> Result<Vec<String>, LoadError> {
    Loader::new().dependencies(filename)
}

// --- bytes -----------------------------------------------------------------------------------

/// Writes a model to a binary file: [`Model::to_bytes`].
///
/// # Errors
/// If the file cannot be written.
pub fn mj_saveModel(m: &Model, filename: impl AsRef<Path>) -> io::Result<()> {
    std::fs::write(filename, m.to_bytes())
}

/// How many bytes [`mj_saveModel`] writes: those of [`Model::to_bytes`].
pub fn mj_sizeModel(m: &Model) -> usize {
    m.to_bytes().len()
}

/// Reads a model from a binary file: [`Model::from_bytes_with`] the plugins of MuJoCo.
///
/// # Errors
/// If the file cannot be read, or is not a model; the error then holds a
/// [`FormatError`].
pub fn mj_loadModel(filename: impl AsRef<Path>) -> io::Result<Model> {
    let bytes = std::fs::read(filename)?;
    mj_loadModelBuffer(&bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Reads a model from bytes: [`Model::from_bytes_with`] the plugins of MuJoCo.
///
/// # Errors
/// If the bytes are not a model.
pub fn mj_loadModelBuffer(buffer: &[u8]) -> Result<Model, FormatError> {
    Model::from_bytes_with(buffer, &crate::plugins::registry())
}

// --- files in memory, and assets that are kept -----------------------------------------------

/// Files in memory, none yet: [`Files::new`].
pub fn mj_defaultVFS() -> Files {
    Files::new()
}

/// Adds a file: [`Files::add`].
///
/// # Errors
/// If there is one of this name.
pub fn mj_addBufferVFS(
    vfs: &mut Files,
    name: &str,
    buffer: impl Into<Arc<[u8]>>,
) -> Result<(), AssetError> {
    vfs.add(name, buffer)
}

/// Whether there is a file of this name: [`Files::contains`].
pub fn mj_containsBufferVFS(vfs: &Files, name: &str) -> bool {
    vfs.contains(name)
}

/// Removes a file; whether there was one: [`Files::remove`].
pub fn mj_deleteFileVFS(vfs: &mut Files, filename: &str) -> bool {
    vfs.remove(filename)
}

/// The bytes of a file: [`Files::read`].
///
/// # Errors
/// If there is no such file, or it may not be read.
pub fn mju_openResource(dir: &str, name: &str, vfs: &Files) -> Result<Arc<[u8]>, AssetError> {
    vfs.read(dir, name)
}

#[must_use]
/// The same files with a source of others, asked for paths that begin with a prefix: [`Files::with_source`].
pub fn mjp_registerResourceProvider(
    vfs: Files,
    prefix: &str,
    provider: impl FileSource + 'static,
) -> Files {
    vfs.with_source(prefix, provider)
}

/// Bytes of what a cache keeps: [`AssetCache::size`].
pub fn mj_getCacheSize(cache: &AssetCache) -> usize {
    cache.size()
}

/// Bytes that a cache may keep: [`AssetCache::capacity`].
pub fn mj_getCacheCapacity(cache: &AssetCache) -> usize {
    cache.capacity()
}

/// Changes how much a cache may keep: [`AssetCache::set_capacity`].
pub fn mj_setCacheCapacity(cache: &AssetCache, size: usize) {
    cache.set_capacity(size);
}

/// Empties a cache: [`AssetCache::clear`].
pub fn mj_clearCache(cache: &AssetCache) {
    cache.clear();
}

// --- defaults and version --------------------------------------------------------------------

/// Default options of length ranges: [`LengthRangeOptions::default`].
pub fn mj_defaultLROpt() -> LengthRangeOptions {
    LengthRangeOptions::default()
}

/// Default options of the physics: [`Opt::default`].
pub fn mj_defaultOption() -> Opt {
    Opt::default()
}

/// Default options of visualizers: [`Visual::default`].
pub fn mj_defaultVisual() -> Visual {
    Visual::default()
}

/// Default `solref` and `solimp` of constraints: those of [`Geom::default`](crate::spec::Geom).
pub fn mj_defaultSolRefImp() -> ([f64; 2], [f64; 5]) {
    let geom = crate::spec::Geom::default();
    (geom.solref, geom.solimp)
}

/// The MuJoCo release whose behavior is reproduced, as a number: [`constants::VERSION_HEADER`].
pub fn mj_version() -> i32 {
    constants::VERSION_HEADER
}

/// The MuJoCo release whose behavior is reproduced: [`constants::MUJOCO_VERSION`].
pub fn mj_versionString() -> &'static str {
    constants::MUJOCO_VERSION
}
