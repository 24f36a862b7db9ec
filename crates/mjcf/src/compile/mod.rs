//! [`Spec`] to [`Model`]: resolves names, units, frames and inertias, compiles assets and fills
//! the arrays.
//!
//! The order of work is MuJoCo's, because later steps depend on what earlier ones did: assets,
//! then bodies with what is in them, then merging, then everything that refers to bodies, then
//! sizes and arrays. Each step reports all its problems; a step with problems is the last.

mod assets;
pub(crate) mod body;
mod complete;
mod fill;
mod flex;
mod fuse;
mod geom;
mod ids;
mod key;
mod order;
mod plugin;
pub(crate) mod pose;
mod recompile;
mod reference;
pub(crate) mod sensor;
mod shape;
mod sparse;
mod work;

use std::collections::HashMap;
use std::fmt;

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::{ObjType, TextureType};
use ferrodyn_engine::hooks::Registry;

use crate::asset::{AssetCache, Files};
use crate::clock::Clock;
use crate::edit::{SpecElement as _, Stored as _};
use crate::error::{LoadError, Problem, ProblemKind, Problems};
use crate::spec::{ElementId, Keyword, Origin, Spec};
use crate::with_kind;
use crate::xml::Limits;
use assets::Assets;
pub(crate) use complete::choose_user_sizes;
use complete::{add_keys, complete_numerics, name_assets};
use flex::CompiledFlex;
pub use ids::Compiled;
use order::Order;
use plugin::Instances;
use reference::{
    CompiledActuator, CompiledEquality, CompiledExclude, CompiledPair, CompiledTendon,
    CompiledTuple,
};
use sensor::CompiledSensor;
use work::{Names, Work};

/// Most bodies a model can have: pairs of ids are packed into 32 bits.
const MAX_BODIES: usize = 65534;

/// How many names a message lists when none is similar.
const SHOWN_NAMES: usize = 5;

/// What compilation uses besides the spec.
#[derive(Clone, Copy)]
pub struct Environment<'a> {
    /// Where asset files come from.
    pub files: &'a Files,
    /// Assets decoded before, if they are to be kept.
    pub cache: Option<&'a AssetCache>,
    /// How much the model may take.
    pub limits: &'a Limits,
    /// Plugins that are known.
    pub plugins: &'a Registry,
}

impl fmt::Debug for Environment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment")
            .field("files", &self.files)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

/// Why an element could not be compiled.
pub(crate) struct Fail {
    message: String,
    help: Option<String>,
    /// The value at fault, to be marked in the text.
    value: Option<String>,
}

/// Shorthand for a failure with a message.
fn fail<T>(message: impl Into<String>) -> Result<T, Fail> {
    Err(Fail::from(message.into()))
}

impl From<String> for Fail {
    fn from(message: String) -> Self {
        Self { message, help: None, value: None }
    }
}

impl From<&str> for Fail {
    fn from(message: &str) -> Self {
        Self::from(message.to_owned())
    }
}

impl Fail {
    /// A name that nothing has, with a similar one if there is.
    fn unknown(names: &Names<'_>, kind: ObjType, name: &str) -> Self {
        if !names.may_suggest() {
            return Self::from(format!("there is no {} \"{name}\"", kind.word()));
        }
        let known = names.all(kind);
        let help = match crate::suggest::did_you_mean(name, known.iter().copied()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None if known.is_empty() => "none has a name in this model".to_owned(),
            None => {
                let some: Vec<String> =
                    known.iter().take(SHOWN_NAMES).map(|n| format!("\"{n}\"")).collect();
                let more = if known.len() > SHOWN_NAMES { ", ..." } else { "" };
                format!("there is {}{more}", some.join(", "))
            }
        };
        Self {
            message: format!("there is no {} \"{name}\"", kind.word()),
            help: Some(help),
            value: Some(name.to_owned()),
        }
    }
}

/// Failures as problems with a place.
#[derive(Default)]
struct Failed {
    problems: Vec<Problem>,
    /// Failures that are only counted: more than enough are described.
    omitted: usize,
}

impl Failed {
    /// Keeps a failure of an element.
    fn note(&mut self, element: &str, name: &str, origin: &Origin, done: Result<(), Fail>) {
        self.keep(element, name, origin, done);
    }

    /// The result of an element, or nothing and its failure kept.
    fn keep<T, E: Into<Fail>>(
        &mut self,
        element: &str,
        name: &str,
        origin: &Origin,
        done: Result<T, E>,
    ) -> Option<T> {
        match done.map_err(Into::into) {
            Ok(value) => Some(value),
            Err(_) if self.problems.len() >= Problems::KEPT => {
                self.omitted += 1;
                None
            }
            Err(Fail { message, help, value }) => {
                let element = origin.tag().unwrap_or(element);
                let element = if name.is_empty() {
                    element.to_owned()
                } else {
                    format!("{element} name=\"{name}\"")
                };
                let element = match origin.info.as_str() {
                    "" => element,
                    info => format!("{element}, {info}"),
                };
                let mut problem = Problem::new(ProblemKind::Compile, message).element(element);
                problem.location = match &value {
                    Some(value) => origin.location_of(value),
                    None => origin.location(),
                };
                problem.help = help;
                problem.id = origin.id;
                self.problems.push(problem);
                None
            }
        }
    }
}

impl Failed {
    /// Hands the failures on.
    fn report(self, problems: &mut Problems) {
        problems.omit(self.omitted);
        self.problems.into_iter().for_each(|problem| problems.push(problem));
    }

    /// An error, if anything failed.
    fn into_result(self) -> Result<(), LoadError> {
        let mut problems = Problems::new();
        self.report(&mut problems);
        problems.into_result(())
    }
}

/// Elements outside the tree, compiled.
struct Objects<'s> {
    pairs: Vec<CompiledPair<'s>>,
    excludes: Vec<CompiledExclude<'s>>,
    equalities: Vec<CompiledEquality<'s>>,
    tendons: Vec<CompiledTendon<'s>>,
    actuators: Vec<CompiledActuator<'s>>,
    sensors: Vec<CompiledSensor<'s>>,
    tuples: Vec<CompiledTuple<'s>>,
    flexes: Vec<CompiledFlex<'s>>,
    /// Bodies of the bones of each skin.
    bones: Vec<Vec<usize>>,
    /// Textures of each material.
    textures: Vec<[i32; 10]>,
    /// Instances of plugins.
    plugins: Instances<'s>,
}

impl Spec {
    /// Compiles the description into a model.
    ///
    /// # Errors
    /// Returns every problem found, each with the place of the element at fault.
    #[doc(alias = "mj_compile")]
    pub fn compile(&self, environment: Environment<'_>) -> Result<Model, LoadError> {
        let mut model = compile(&self.prepared(&environment)?, &environment, None)?;
        model.signature = self.signature();
        Ok(model)
    }

    /// Compiles the description, and says which object of the model each element became.
    ///
    /// # Errors
    /// As [`compile`](Self::compile).
    pub fn compile_with_ids(&self, environment: Environment<'_>) -> Result<Compiled, LoadError> {
        let mut ids = HashMap::new();
        let mut model = compile(&self.prepared(&environment)?, &environment, Some(&mut ids))?;
        model.signature = self.signature();
        Ok(Compiled { model, ids })
    }

    /// A copy with names filled in, sizes decided and keyframes completed.
    fn prepared(&self, environment: &Environment<'_>) -> Result<Self, LoadError> {
        let mut spec = self.clone();
        spec.resolve_keys();
        name_assets(&mut spec);
        choose_user_sizes(&mut spec);
        complete_numerics(&mut spec)?;
        add_keys(&mut spec, environment.limits)?;
        Ok(spec)
    }
}

fn compile(
    spec: &Spec,
    environment: &Environment<'_>,
    ids: Option<&mut HashMap<ElementId, (ObjType, i32)>>,
) -> Result<Model, LoadError> {
    let clock = Clock::start(environment.limits.time);
    let mut problems = Problems::new();
    let mut work = Work::new(spec);
    work.clock = clock;
    check_names(&mut work, &mut problems);
    if !work.bodies[0].joints.is_empty() {
        problems.push(Problem::new(ProblemKind::Compile, "the world has no joints"));
    }
    if work.bodies.len() + spec.flexes.len() >= MAX_BODIES {
        let message = format!("a model has fewer than {MAX_BODIES} bodies and flexes");
        problems.push(Problem::new(ProblemKind::Compile, message));
    }
    problems.check()?;
    let plugins = plugin::compile(&work, environment.plugins, &mut problems);
    problems.check()?;
    // whoever looks for an instance from here on finds its place in the model
    work.names.add(ObjType::Plugin, plugins.list.iter().map(|plugin| plugin.name));

    // assets
    assets::connect(&mut work, &mut problems);
    let pairs = all(
        &mut problems,
        &spec.pairs,
        "pair",
        |p| &p.name,
        |p| &p.origin,
        |p| reference::pair(&mut work, p),
    );
    problems.check()?;
    let mut assets = assets::compile(&work, &pairs, &plugins, environment, &mut problems);
    problems.check()?;

    // the tree
    body::compile(&mut work, &assets, &mut problems);
    problems.check()?;
    let rest = if spec.flexes.is_empty() { Vec::new() } else { flex::rest_poses(&work) };
    if spec.compiler.fusestatic {
        fuse::fuse_static(&mut work, &mut problems);
        problems.check()?;
    }

    // what refers to it
    let flexes = all(
        &mut problems,
        &spec.flexes,
        "flex",
        |f| &f.name,
        |f| &f.origin,
        |f| flex::compile(&work, &rest, environment.limits, f),
    );
    problems.check()?;
    let objects = objects(&mut work, &mut assets, (flexes, plugins), &mut problems);
    problems.check()?;
    clock.check().map_err(|over| Problem::new(ProblemKind::Limit, over.to_string()))?;
    let keep_mesh = assets::discard_visual(&mut work, &mut assets);
    check_moving_bodies(&work, &mut problems);
    problems.check()?;
    let order = Order::new(&work, &keep_mesh);
    if let Some(ids) = ids {
        ids::collect(&work, &order, &objects, ids);
    }
    let mut model = fill::fill(&work, &assets, &order, &objects, environment.limits)?;
    objects.plugins.make(&mut model, environment.plugins)?;
    Ok(model)
}

/// The problem of a model that takes too long.
fn out_of_time(clock: &Clock) -> Problem {
    Problem::new(ProblemKind::Limit, clock.message())
}

/// A model that exceeds the limit on its size.
fn too_large(why: &str, limits: &Limits) -> LoadError {
    let message = format!("{why}: the model may take {} bytes", limits.model_bytes);
    let problem = Problem::new(ProblemKind::Limit, message);
    problem.help("make it smaller, or raise the limit model_bytes").into()
}

/// Compiles a list of elements, keeping the problems of those that fail.
fn all<'s, S, T>(
    problems: &mut Problems,
    list: &'s [S],
    element: &str,
    name: impl Fn(&'s S) -> &'s str,
    origin: impl Fn(&'s S) -> &'s Origin,
    mut compile: impl FnMut(&'s S) -> Result<T, Fail>,
) -> Vec<T> {
    let mut failed = Failed::default();
    let done = list
        .iter()
        .filter_map(|item| failed.keep(element, name(item), origin(item), compile(item)))
        .collect();
    failed.report(problems);
    done
}

/// Compiles everything outside the tree.
fn objects<'s>(
    work: &mut Work<'s>,
    assets: &mut Assets,
    (flexes, plugins): (Vec<CompiledFlex<'s>>, Instances<'s>),
    problems: &mut Problems,
) -> Objects<'s> {
    let spec = work.spec;
    let mut compiled = assets.skins.iter();
    let bones = all(
        problems,
        &spec.skins,
        "skin",
        |s| &s.name,
        |s| &s.origin,
        |_| {
            let data = compiled.next().and_then(Option::as_deref);
            let names = data.map_or(&[][..], |data| &data.bonebody);
            names.iter().map(|name| reference::find(work, ObjType::Body, name)).collect()
        },
    );
    let textures = textures(work, problems);
    let mut pairs = all(
        problems,
        &spec.pairs,
        "pair",
        |p| &p.name,
        |p| &p.origin,
        |p| reference::pair(work, p),
    );
    let mut excludes = all(
        problems,
        &spec.excludes,
        "exclude",
        |e| &e.name,
        |e| &e.origin,
        |e| reference::exclude(work, e),
    );
    let equalities = all(
        problems,
        &spec.equalities,
        "equality",
        |e| &e.name,
        |e| &e.origin,
        |e| reference::equality(work, &flexes, e),
    );
    let tendons = all(
        problems,
        &spec.tendons,
        "tendon",
        |t| &t.name,
        |t| &t.origin,
        |t| {
            let material = match t.material.as_str() {
                "" => None,
                _ if spec.compiler.discardvisual => None,
                name => Some(reference::find(work, ObjType::Material, name)?),
            };
            reference::tendon(work, t, material)
        },
    );
    let actuators = all(
        problems,
        &spec.actuators,
        "actuator",
        |a| &a.name,
        |a| &a.origin,
        |a| reference::actuator(work, &tendons, a),
    );
    let sensors = sensors(work, &tendons, assets, &plugins, problems);
    let tuples = all(
        problems,
        &spec.tuples,
        "tuple",
        |t| &t.name,
        |t| &t.origin,
        |t| reference::tuple(work, t),
    );

    // pairs and exclusions are searched by signature
    pairs.sort_by_key(|p| p.geoms.map(|g| work.geoms[g].body));
    excludes.sort_by_key(|e| e.bodies);
    Objects {
        pairs,
        excludes,
        equalities,
        tendons,
        actuators,
        sensors,
        tuples,
        flexes,
        bones,
        textures,
        plugins,
    }
}

/// Textures of each material.
fn textures(work: &Work<'_>, problems: &mut Problems) -> Vec<[i32; 10]> {
    all(
        problems,
        &work.spec.materials,
        "material",
        |m| &m.name,
        |m| &m.origin,
        |m| {
            let mut ids = [-1; 10];
            for (id, name) in ids.iter_mut().zip(&m.textures).filter(|(_, name)| !name.is_empty()) {
                *id = reference::find(work, ObjType::Texture, name)? as i32;
            }
            Ok(ids)
        },
    )
}

/// Compiles the sensors, each with the plugin that measures it.
fn sensors<'s>(
    work: &mut Work<'s>,
    tendons: &[CompiledTendon<'s>],
    assets: &mut Assets,
    plugins: &Instances<'s>,
    problems: &mut Problems,
) -> Vec<CompiledSensor<'s>> {
    let spec = work.spec;
    let mut of_sensors = plugins.sensors.iter();
    all(
        problems,
        &spec.sensors,
        "sensor",
        |s| &s.name,
        |s| &s.origin,
        |s| {
            let plugin = of_sensors.next().copied().flatten().map(|i| &plugins.list[i]);
            sensor::compile(work, tendons, assets, plugin, s)
        },
    )
}

/// Collects all names, refuses repeated ones and those that must not be empty.
fn check_names<'s>(work: &mut Work<'s>, problems: &mut Problems) {
    let spec = work.spec;
    let bodies: Vec<_> = work.bodies.iter().map(|b| (&*b.spec.name, &b.spec.origin)).collect();
    let joints: Vec<_> = work.joints.iter().map(|j| (&*j.spec.name, &j.spec.origin)).collect();
    let geoms: Vec<_> = work.geoms.iter().map(|g| (&*g.spec.name, &g.spec.origin)).collect();
    let sites: Vec<_> = work.sites.iter().map(|s| (&*s.spec.name, &s.spec.origin)).collect();
    let cameras: Vec<_> = work.cameras.iter().map(|c| (&*c.spec.name, &c.spec.origin)).collect();
    let lights: Vec<_> = work.lights.iter().map(|l| (&*l.spec.name, &l.spec.origin)).collect();
    let frames: Vec<_> = work
        .bodies
        .iter()
        .flat_map(|b| b.spec.frames.iter().map(|f| (&*f.name, &f.origin)))
        .collect();
    let mut tree = [
        (ObjType::Body, bodies),
        (ObjType::Joint, joints),
        (ObjType::Geom, geoms),
        (ObjType::Site, sites),
        (ObjType::Camera, cameras),
        (ObjType::Light, lights),
        (ObjType::Frame, frames),
    ];
    for (kind, list) in &mut tree {
        add_names(work, *kind, list, problems);
    }
    let in_tree: Vec<ObjType> = tree.iter().map(|(kind, _)| *kind).collect();
    let listed = |kind: &ObjType| !in_tree.contains(kind);
    for kind in ObjType::named().filter(listed) {
        let list: Vec<(&'s str, &Origin)> = with_kind!(
            kind,
            E => E::of_spec(spec).iter().map(|e| (e.name(), e.origin())).collect(),
            Vec::new()
        );
        add_names(work, kind, &list, problems);
    }
    for texture in spec.textures.iter().filter(|t| t.name.is_empty()) {
        if texture.kind != TextureType::Skybox {
            refuse_empty("texture", &texture.origin, problems);
        }
    }
    for mesh in spec.meshes.iter().filter(|m| m.name.is_empty()) {
        refuse_empty("mesh", &mesh.origin, problems);
    }
    for hfield in spec.hfields.iter().filter(|h| h.name.is_empty()) {
        refuse_empty("hfield", &hfield.origin, problems);
    }
    for material in spec.materials.iter().filter(|m| m.name.is_empty()) {
        refuse_empty("material", &material.origin, problems);
    }
}

fn refuse_empty(element: &str, origin: &Origin, problems: &mut Problems) {
    let mut failed = Failed::default();
    failed.note(element, "", origin, fail("the name is missing: add the attribute \"name\""));
    failed.report(problems);
}

fn add_names<'s>(
    work: &mut Work<'s>,
    kind: ObjType,
    list: &[(&'s str, &Origin)],
    problems: &mut Problems,
) {
    work.names.add(kind, list.iter().map(|(name, _)| *name));
    let mut sorted: Vec<_> = list.iter().filter(|(name, _)| !name.is_empty()).collect();
    sorted.sort_by_key(|(name, _)| *name);
    let mut failed = Failed::default();
    for pair in sorted.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
        let element = if kind == ObjType::Frame { "frame" } else { kind.word() };
        if failed.problems.len() >= Problems::KEPT {
            failed.omitted += 1;
            continue;
        }
        let first = pair[0].1.location().map_or(String::new(), |at| format!(" at {at}"));
        let message = format!("another {element}{first} has this name: rename one of them");
        failed.note(element, pair[1].0, pair[1].1, fail(message));
    }
    failed.report(problems);
}

/// A body that moves needs mass and inertia, its own or that of a child fixed to it.
fn check_moving_bodies(work: &Work<'_>, problems: &mut Problems) {
    let mut failed = Failed::default();
    for (b, body) in work.bodies.iter().enumerate().skip(1) {
        if body.fused || body.joints.is_empty() {
            continue;
        }
        // nearest bodies fixed to this one that have mass
        let mut open = vec![b];
        let mut heavy = false;
        while let Some(b) = open.pop() {
            let body = &work.bodies[b];
            let min = ferrodyn_engine::math::MINVAL;
            heavy |= body.mass >= min && body.inertia.0.iter().all(|&i| i >= min);
            if heavy {
                break;
            }
            open.extend(body.children.iter().filter(|&&c| work.bodies[c].joints.is_empty()));
        }
        if !heavy {
            let spec = body.spec;
            let message = "the body moves but has no mass or inertia: give it a geom with mass, or \
                           an inertial element";
            failed.note("body", &spec.name, &spec.origin, fail(message));
        }
    }
    failed.report(problems);
}
