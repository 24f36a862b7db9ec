//! [`Spec`] to [`Model`]: resolves names, units, frames and inertias, compiles assets and fills
//! the arrays.
//!
//! The order of work is MuJoCo's, because later steps depend on what earlier ones did: assets,
//! then bodies with what is in them, then merging, then everything that refers to bodies, then
//! sizes and arrays. Each step reports all its problems. The next ones still look at what these do
//! not touch, so that an author sees all mistakes at once; nothing is merged or filled then.

mod actuator;
mod assets;
pub(crate) mod body;
mod complete;
mod fail;
mod fill;
mod flex;
mod fuse;
mod geom;
mod ids;
pub(crate) mod joint;
mod key;
mod names;
mod numbers;
mod objects;
mod order;
mod plugin;
mod recompile;
mod reference;
pub(crate) mod sensor;
mod shape;
mod sparse;
mod unnamed;
mod view;
mod work;

use std::collections::HashMap;
use std::fmt;

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::ObjType;
use ferrodyn_engine::hooks::Registry;

use crate::asset::{AssetCache, Files};
use crate::clock::Clock;
use crate::error::{LoadError, Problem, ProblemKind, Problems};
use crate::spec::{ElementId, Spec};
use crate::xml::Limits;
use assets::Assets;
pub(crate) use complete::choose_user_sizes;
use complete::{add_keys, complete_numerics, name_assets};
pub(crate) use fail::Fail;
use fail::{Failed, fail};
pub use ids::Compiled;
use objects::{Objects, all};
use order::Order;
use plugin::Instances;
pub(crate) use recompile::carry_over;
use work::{Names, Work};

/// Most bodies a model can have: pairs of ids are packed into 32 bits.
const MAX_BODIES: usize = 65534;

/// Everything that compilation uses besides the spec.
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
    /// Whether specs made in code may hold infinite numbers, NaN and any time step; see
    /// [`Loader::accept_any_number`](crate::Loader::accept_any_number).
    pub accept_any_number: bool,
}

impl fmt::Debug for Environment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment")
            .field("files", &self.files)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

impl Spec {
    /// [`compile`](Self::compile) with files, limits and plugins of the caller's choice; a
    /// [`Loader`](crate::Loader) has them all.
    ///
    /// # Errors
    /// Returns every problem found, each with the place of the element at fault.
    pub fn compile_in(&self, environment: Environment<'_>) -> Result<Model, LoadError> {
        self.compile_with_ids(environment).map(|compiled| compiled.model)
    }

    /// Compiles the description, and says which object of the model each element became.
    ///
    /// # Errors
    /// As [`compile`](Self::compile).
    pub fn compile_with_ids(&self, environment: Environment<'_>) -> Result<Compiled, LoadError> {
        let mut ids = HashMap::new();
        let last = ElementId::fresh();
        let mut model = compile(self, &environment, Problems::new(), Purpose::Ids(&mut ids))?;
        // those of elements without an identity are not known outside
        ids.retain(|&id, _| id < last);
        model.signature = self.signature();
        // computing the constants of the model took its plan
        if let Some(number) = model.plan_number() {
            self.compiled.remember(number, &ids);
        }
        Ok(Compiled { model: *model, ids })
    }

    /// Everything that is wrong with a description of which reading found `problems`; with
    /// `assets`, their files are looked at as well.
    pub(crate) fn review(
        &self,
        environment: Environment<'_>,
        problems: Problems,
        assets: bool,
    ) -> LoadError {
        let found = problems.clone();
        let compiled = compile(self, &environment, problems, Purpose::Problems { assets });
        // it fails in any case: `problems` is not empty
        compiled.err().unwrap_or_else(|| found.into_error())
    }

    /// Fills in names, decides sizes and completes keyframes.
    fn prepare(&mut self, limits: &Limits, problems: &mut Problems) -> Result<(), LoadError> {
        self.resolve_keys();
        name_assets(self);
        choose_user_sizes(self);
        complete_numerics(self, problems);
        add_keys(self, limits)?;
        problems.end_stage()
    }
}

/// The purpose of a compilation.
enum Purpose<'a> {
    /// The model, and where its elements are in it.
    Ids(&'a mut HashMap<ElementId, (ObjType, i32)>),
    /// Only the problems, perhaps without opening asset files.
    Problems { assets: bool },
}

/// Compiles a copy of a spec, in which every element has an identity.
fn compile(
    spec: &Spec,
    environment: &Environment<'_>,
    problems: Problems,
    purpose: Purpose<'_>,
) -> Result<Box<Model>, LoadError> {
    let (mut spec, last) = (spec.clone(), ElementId::fresh());
    spec.each_origin(&mut |origin| {
        if origin.id.is_none() {
            origin.id = ElementId::fresh();
        }
    });
    compile_copy(&mut spec, environment, problems, purpose).map_err(|mut error| {
        unnamed::name_by_place(&mut error, &spec, last);
        error
    })
}

fn compile_copy(
    spec: &mut Spec,
    environment: &Environment<'_>,
    mut problems: Problems,
    purpose: Purpose<'_>,
) -> Result<Box<Model>, LoadError> {
    if !environment.accept_any_number {
        let mut found = Problems::new();
        numbers::check(spec, &mut found);
        // what is computed from such numbers would be reported as well
        found.check()?;
    }
    spec.prepare(environment.limits, &mut problems)?;
    let spec = &*spec;
    let clock = Clock::start(environment.limits.time);
    let mut work = Work::new(spec);
    work.clock = clock;
    names::check_names(&mut work, &mut problems);
    if !work.bodies[0].joints.is_empty() {
        problems.push(Problem::new(ProblemKind::Compile, "the world has no joints"));
    }
    if work.bodies.len() + spec.flexes.len() >= MAX_BODIES {
        let message = format!("a model has fewer than {MAX_BODIES} bodies and flexes");
        problems.push(Problem::new(ProblemKind::Compile, message));
        problems.check()?;
    }
    problems.end_stage()?;
    let plugins = plugin::compile(&work, environment.plugins, &mut problems);
    problems.end_stage()?;
    // from here on, the name of an instance leads to its id in the model
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
    problems.end_stage()?;
    let mut assets = match purpose {
        Purpose::Problems { assets: false } => Assets::none(spec),
        _ => assets::compile(&work, &pairs, &plugins, environment, &mut problems),
    };
    problems.end_stage()?;

    // the tree
    body::compile(&mut work, &assets, &mut problems);
    problems.end_stage()?;
    let sound = problems.is_empty();
    let rest = if spec.flexes.is_empty() { Vec::new() } else { flex::rest_poses(&work) };
    if spec.compiler.fusestatic && sound {
        fuse::fuse_static(&mut work, &mut problems);
        problems.end_stage()?;
    }

    // elements that refer to the tree
    let flexes = all(
        &mut problems,
        &spec.flexes,
        "flex",
        |f| &f.name,
        |f| &f.origin,
        |f| {
            if sound {
                return flex::compile(&work, &rest, environment.limits, f);
            }
            flex::check(&work, environment.limits, f).and(Err(Fail::consequence()))
        },
    );
    problems.end_stage()?;
    let objects = objects::compile(&mut work, &mut assets, (flexes, plugins), &mut problems);
    problems.end_stage()?;
    clock.check().map_err(|over| Problem::new(ProblemKind::Limit, over.to_string()))?;
    let keep_mesh = assets::discard_visual(&mut work, &mut assets);
    body::check_moving_bodies(&work, &mut problems);
    problems.check()?;
    let order = Order::new(&work, &keep_mesh);
    if let Purpose::Ids(ids) = purpose {
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
