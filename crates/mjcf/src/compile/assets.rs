//! Compiles meshes, textures, height fields and skins, and connects them with the elements that use them.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use ferrodyn_engine::enums::{GeomType, MeshInertia, ObjType};

use super::plugin::{Instance, Instances};
use super::reference::CompiledPair;
use super::work::Work;
use super::{Environment, Fail, Failed, out_of_time};
use crate::asset::mesh::{MeshData, MeshFile, MeshUse, compile_field, compile_mesh_within};
use crate::asset::texture::{describe_texture, generated_bytes, is_generated};
use crate::asset::{
    AssetError, AssetSource, Budget, HFieldData, SkinData, TextureData, compile_hfield,
    compile_skin,
};
use crate::error::Problems;
use crate::schema::Element;
use crate::spec::{Mesh, Origin, Spec};

/// Most cells of a height field that no file backs.
const MAX_HFIELD: usize = 1 << 28;

/// Compiled assets, in the order of the spec; nothing where compilation failed.
#[derive(Default)]
pub(super) struct Assets {
    pub(super) meshes: Vec<Option<Arc<MeshData>>>,
    pub(super) textures: Vec<Option<Arc<TextureData>>>,
    pub(super) hfields: Vec<Option<Arc<HFieldData>>>,
    pub(super) skins: Vec<Option<Arc<SkinData>>>,
    /// Meshes that only visual geoms use: they are drawn and do nothing else.
    pub(super) visual: Vec<bool>,
}

impl Assets {
    /// No asset of a spec.
    pub(super) fn none(spec: &Spec) -> Self {
        let meshes = spec.meshes.len();
        Self { meshes: vec![None; meshes], visual: vec![true; meshes], ..Self::default() }
    }
}

/// Finds the meshes, height fields and materials of geoms and sites.
pub(super) fn connect(work: &mut Work<'_>, problems: &mut Problems) {
    let mut failed = Failed::default();
    let materials = !work.spec.compiler.discardvisual;
    for g in 0..work.geoms.len() {
        let spec = work.geoms[g].spec;
        let find = |kind, name: &str| match name {
            "" => Ok(None),
            name => super::reference::find(work, kind, name).map(Some),
        };
        let mesh = find(ObjType::Mesh, &spec.mesh);
        let hfield = find(ObjType::Hfield, &spec.hfield);
        let inherited = || match mesh {
            Ok(Some(i)) if spec.material.is_empty() => work.spec.meshes[i].material.as_str(),
            _ => spec.material.as_str(),
        };
        let material = if materials { find(ObjType::Material, inherited()) } else { Ok(None) };
        let found = match (mesh, hfield, material) {
            (Ok(mesh), Ok(hfield), Ok(material)) => {
                let geom = &mut work.geoms[g];
                (geom.mesh, geom.hfield, geom.material) = (mesh, hfield, material);
                Ok(())
            }
            (Err(why), _, _) | (_, Err(why), _) | (_, _, Err(why)) => Err(why),
        };
        failed.note("geom", &spec.name, &spec.origin, found);
    }
    for s in 0..work.sites.len() {
        let spec = work.sites[s].spec;
        if spec.material.is_empty() || !materials {
            continue;
        }
        let found = super::reference::find(work, ObjType::Material, &spec.material);
        let found = found.map(|material| work.sites[s].material = Some(material));
        failed.note("site", &spec.name, &spec.origin, found);
    }
    failed.report(problems);
}

/// Compiles all assets, on several threads if the model allows it.
pub(super) fn compile(
    work: &Work<'_>,
    pairs: &[CompiledPair<'_>],
    plugins: &Instances<'_>,
    environment: &Environment<'_>,
    problems: &mut Problems,
) -> Assets {
    let spec = work.spec;
    let budget = &Budget::bytes(environment.limits.asset_bytes).until(work.clock);
    let vertices = &Budget::vertices(environment.limits.mesh_vertices).until(work.clock);
    if !reserve(spec, budget, problems) {
        return Assets::none(spec);
    }
    let usage = mesh_usage(work, pairs);
    let (meshes, hfields, skins) = (spec.meshes.len(), spec.hfields.len(), spec.skins.len());
    let textures = if spec.compiler.discardvisual { 0 } else { spec.textures.len() };

    // one job per asset; results are placed by index, so threads do not matter
    let total = meshes + textures + hfields + skins;
    let done: Vec<Mutex<Option<Outcome>>> = (0..total).map(|_| Mutex::new(None)).collect();
    let clock = work.clock;
    let job = |i: usize| {
        if clock.is_over() {
            return;
        }
        let outcome = if i < meshes {
            let field = plugins.meshes.get(i).copied().flatten().map(|i| &plugins.list[i]);
            match field.filter(|_| spec.meshes[i].file.is_empty()) {
                Some(field) => field_mesh(&spec.meshes[i], field, usage[i], vertices),
                None => mesh(spec, i, usage[i], environment, [budget, vertices]),
            }
        } else if i < meshes + textures {
            texture(spec, i - meshes, environment, budget)
        } else if i < meshes + textures + hfields {
            hfield(spec, i - meshes - textures, environment, budget)
        } else {
            skin(spec, i - meshes - textures - hfields, environment, budget)
        };
        if let Ok(mut slot) = done[i].lock() {
            *slot = Some(outcome);
        }
    };
    // patterns are painted in the model
    let painted = spec.textures[..textures].iter().filter(|texture| is_generated(texture)).count();
    let threaded = spec.compiler.usethread && total > painted + 1;
    let threads = if threaded { environment.limits.threads } else { 1 };
    run(total, threads, &job);
    if clock.is_over() {
        problems.push(out_of_time(&clock));
        return Assets::none(spec);
    }

    let mut assets = Assets { visual: vec![true; meshes], ..Assets::default() };
    let mut failed = Failed::default();
    for (i, slot) in done.into_iter().enumerate() {
        let outcome = slot.into_inner().ok().flatten();
        let (kind, name, origin) = described(spec, i, [meshes, textures, hfields]);
        match outcome {
            Some(Outcome::Mesh(result)) => {
                assets.meshes.push(failed.keep(kind, name, origin, result));
            }
            Some(Outcome::Texture(result)) => {
                assets.textures.push(failed.keep(kind, name, origin, result));
            }
            Some(Outcome::HField(result)) => {
                assets.hfields.push(failed.keep(kind, name, origin, result));
            }
            Some(Outcome::Skin(result)) => {
                assets.skins.push(failed.keep(kind, name, origin, result));
            }
            None => {}
        }
    }
    failed.report(problems);
    assets
}

/// Takes what the model asks for in numbers, before anything is generated; false if that is too
/// much.
fn reserve(spec: &Spec, budget: &Budget, problems: &mut Problems) -> bool {
    let mut failed = Failed::default();
    for hfield in spec.hfields.iter().filter(|h| h.file.is_empty()) {
        // the grid, its copy and the model's
        let cells = [hfield.nrow, hfield.ncol].map(|n| usize::try_from(n).unwrap_or(0));
        let taken = budget.take(cells[0].saturating_mul(cells[1]).saturating_mul(12));
        failed.keep("hfield", &hfield.name, &hfield.origin, taken);
    }
    for texture in &spec.textures {
        let taken = budget.take(generated_bytes(texture));
        failed.keep("texture", &texture.name, &texture.origin, taken);
    }
    let fits = failed.problems.is_empty();
    failed.report(problems);
    fits
}

enum Outcome {
    Mesh(Result<Arc<MeshData>, AssetError>),
    Texture(Result<Arc<TextureData>, AssetError>),
    HField(Result<Arc<HFieldData>, AssetError>),
    Skin(Result<Arc<SkinData>, AssetError>),
}

/// Runs jobs 0 to `count` - 1 on so many threads; 0 for as many as there are cores.
fn run(count: usize, threads: usize, job: &(dyn Fn(usize) + Sync)) {
    let most = if threads == 0 { count } else { threads.min(count) };
    // asking takes as long as many small assets
    let cores = if most < 2 { 1 } else { thread::available_parallelism().map_or(1, usize::from) };
    let cores = cores.min(most);
    if cores < 2 {
        (0..count).for_each(job);
        return;
    }
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= count {
                return;
            }
            job(i);
        }
    };
    thread::scope(|scope| {
        for _ in 1..cores {
            scope.spawn(work);
        }
        work();
    });
}

/// Element, name and place of the i-th asset.
fn described(spec: &Spec, i: usize, [m, t, h]: [usize; 3]) -> (&'static str, &str, &Origin) {
    if i < m {
        let mesh = &spec.meshes[i];
        ("mesh", &mesh.name, &mesh.origin)
    } else if i < m + t {
        let texture = &spec.textures[i - m];
        ("texture", &texture.name, &texture.origin)
    } else if i < m + t + h {
        let hfield = &spec.hfields[i - m - t];
        ("hfield", &hfield.name, &hfield.origin)
    } else {
        let skin = &spec.skins[i - m - t - h];
        ("skin", &skin.name, &skin.origin)
    }
}

/// How each mesh is used.
fn mesh_usage(work: &Work<'_>, pairs: &[CompiledPair<'_>]) -> Vec<MeshUse> {
    let mut usage = vec![MeshUse::default(); work.spec.meshes.len()];
    let mut paired = vec![false; work.geoms.len()];
    for g in pairs.iter().flat_map(|pair| pair.geoms) {
        paired[g] = true;
    }
    for (g, geom) in work.geoms.iter().enumerate() {
        let Some(mesh) = geom.mesh else { continue };
        let spec = geom.spec;
        usage[mesh].needs_sdf |= spec.kind == GeomType::Sdf;
        if matches!(spec.kind, GeomType::Mesh | GeomType::Sdf) {
            usage[mesh].needs_hull |= spec.contype != 0
                || spec.conaffinity != 0
                || paired[g]
                || work.spec.meshes[mesh].inertia == MeshInertia::Convex;
        }
    }
    usage
}

fn source<'a>(
    spec: &'a Spec,
    origin: &Origin,
    textures: bool,
    environment: &Environment<'a>,
    budget: &'a Budget,
) -> AssetSource<'a> {
    let compiler = spec.compiler_of(origin);
    AssetSource {
        files: environment.files,
        model_dir: spec.dir_of(origin),
        asset_dir: if textures { &compiler.texturedir } else { &compiler.meshdir },
        strippath: spec.compiler.strippath,
        cache: environment.cache,
        budget: Some(budget),
    }
}

fn mesh(
    spec: &Spec,
    i: usize,
    usage: MeshUse,
    environment: &Environment<'_>,
    [budget, vertices]: [&Budget; 2],
) -> Outcome {
    let mesh = &spec.meshes[i];
    let compile = || {
        if mesh.file.is_empty() {
            return compile_mesh_within(mesh, None, &usage, Some(vertices)).map(Arc::new);
        }
        let read = source(spec, &mesh.origin, false, environment, budget).read(&mesh.file);
        let bytes = match (read, spec.missing_packages.get(&mesh.file)) {
            (Err(AssetError::File(_)), Some(why)) => return Err(AssetError::File(why.clone())),
            (read, _) => read?,
        };
        let file = MeshFile { name: &mesh.file, bytes: &bytes };
        match environment.cache {
            None => compile_mesh_within(mesh, Some(file), &usage, Some(vertices)).map(Arc::new),
            Some(cache) => {
                let parameters = mesh_parameters(mesh, usage);
                cache.get_or_decode("mesh", &parameters, &bytes, mesh_bytes, || {
                    compile_mesh_within(mesh, Some(file), &usage, Some(vertices))
                })
            }
        }
    };
    Outcome::Mesh(compile())
}

/// A mesh that is the surface of a plugin's distance field.
fn field_mesh(mesh: &Mesh, instance: &Instance<'_>, usage: MeshUse, vertices: &Budget) -> Outcome {
    let field = instance.kind.field(&instance.attributes);
    let field = field.map_err(|error| AssetError::Invalid(error.to_string()));
    Outcome::Mesh(
        field.and_then(|field| compile_field(mesh, field.as_ref(), usage, vertices).map(Arc::new)),
    )
}

/// Everything besides the file's contents that decides what a mesh becomes.
fn mesh_parameters(mesh: &Mesh, usage: MeshUse) -> String {
    let plain = Mesh::default();
    let mut text = format!("{usage:?} {}", crate::path::extension(&mesh.file));
    for attr in Mesh::ATTRS.iter().filter(|attr| !matches!(attr.name, "name" | "file")) {
        if let Some(value) = (attr.write)(mesh, &plain) {
            text.extend([" ", attr.name, "=", &value]);
        }
    }
    text
}

/// Bytes a compiled mesh keeps in the cache.
fn mesh_bytes(mesh: &MeshData) -> usize {
    12 * (mesh.vert.len() + mesh.normal.len() + 3 * mesh.face.len())
        + 8 * mesh.texcoord.len()
        + 4 * mesh.graph.len()
        + 64 * mesh.bvh.len()
}

fn texture(spec: &Spec, i: usize, environment: &Environment<'_>, budget: &Budget) -> Outcome {
    let texture = &spec.textures[i];
    let source = source(spec, &texture.origin, true, environment, budget);
    Outcome::Texture(describe_texture(texture, &source).map(Arc::new))
}

fn hfield(spec: &Spec, i: usize, environment: &Environment<'_>, budget: &Budget) -> Outcome {
    let mut hfield = spec.hfields[i].clone();
    if hfield.file.is_empty() && hfield.elevation.is_empty() {
        // a grid without elevations is flat
        let grid = [hfield.nrow, hfield.ncol].map(|n| usize::try_from(n).unwrap_or(0));
        match grid[0].checked_mul(grid[1]) {
            Some(cells) if cells <= MAX_HFIELD => hfield.elevation = vec![0.0; cells],
            _ => {
                let [rows, columns] = grid;
                let why = format!(
                    "a height field of {rows} x {columns} is too large: it has at most \
                     {MAX_HFIELD} points"
                );
                return Outcome::HField(Err(AssetError::Invalid(why)));
            }
        }
    }
    let hfield = &hfield;
    let source = source(spec, &hfield.origin, false, environment, budget);
    Outcome::HField(compile_hfield(hfield, &source).map(Arc::new))
}

fn skin(spec: &Spec, i: usize, environment: &Environment<'_>, budget: &Budget) -> Outcome {
    let skin = &spec.skins[i];
    let source = source(spec, &skin.origin, false, environment, budget);
    Outcome::Skin(compile_skin(skin, &source).map(Arc::new))
}

/// Drops geoms and meshes that only serve to be seen.
pub(super) fn discard_visual(work: &mut Work<'_>, assets: &mut Assets) -> Vec<bool> {
    for geom in &work.geoms {
        if let Some(mesh) = work.names.find(ObjType::Mesh, &geom.spec.mesh)
            && !geom.visual
        {
            assets.visual[mesh] = false;
        }
    }
    if !work.spec.compiler.discardvisual {
        return vec![true; work.spec.meshes.len()];
    }
    for geom in &mut work.geoms {
        geom.discarded = geom.visual;
    }
    for body in &mut work.bodies {
        body.geoms.retain(|&g| !work.geoms[g].discarded);
    }
    assets.visual.iter().map(|visual| !visual).collect()
}

/// A failure of an asset as one of the compiler.
impl From<AssetError> for Fail {
    fn from(error: AssetError) -> Self {
        Self::from(error.to_string())
    }
}
