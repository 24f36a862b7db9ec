//! The editable model description.
//!
//! A [`Spec`] holds what a user writes, uncompiled: bodies with their joints and geoms as a tree,
//! everything else in lists, references by name. It is what the readers produce, what programs
//! edit, what the writer saves and what [`compile`](Spec::compile) turns into a model.
//!
//! Elements are plain structs with public fields, which MJCF's attributes set, and with defaults, which
//! are MJCF's: `Geom { name: "ball".into(), ..Default::default() }`. Positions, directions and what else
//! is a vector of space are [`Vec3`](ferrodyn_engine::math::Vec3), orientations
//! [`Quat`](ferrodyn_engine::math::Quat), and both come `from` arrays; sizes, colors, coefficients and
//! other lists of parameters are arrays where their number is known, else `Vec`.
//!
//! # Examples
//! A door on a hinge with a handle, and a motor that opens it:
//! ```
//! use ferrodyn::enums::{GeomType, TrnType};
//! use ferrodyn::math::Vec3;
//! use ferrodyn::spec::{Actuator, Body, Geom, Joint, Spec};
//! use ferrodyn::LoadError;
//!
//! let mut spec = Spec::default();
//! let leaf = Geom { kind: GeomType::Box, size: [0.4, 0.02, 1.0], ..Geom::default() };
//! let hinge = Joint { name: "hinge".into(), pos: Vec3::new(-0.4, 0.0, 0.0), ..Joint::default() };
//! let door = Body { geoms: vec![leaf], joints: vec![hinge], ..Body::default() };
//! let door = spec.add_to(spec.world(), door)?;
//!
//! let knob = Geom { size: [0.03, 0.0, 0.0], ..Geom::default() };
//! let handle = Body { pos: Vec3::new(0.35, 0.05, 0.0), geoms: vec![knob], ..Body::default() };
//! spec.add_to(door, handle)?;
//!
//! let target = "hinge".into();
//! spec.add(Actuator { trntype: TrnType::Joint, target, ..Actuator::default() });
//!
//! let model = spec.compile()?;
//! assert_eq!((model.nbody, model.ngeom, model.nv, model.nu), (3, 2, 1, 1));
//! # Ok::<(), LoadError>(())
//! ```

pub mod actuator;
pub mod asset;
mod bodies;
pub(crate) mod compiled;
pub mod compiler;
pub mod composite;
pub mod constraint;
pub mod custom;
pub mod dcmotor;
mod default;
pub(crate) mod flags;
pub mod flex;
mod nonfinite;
mod origin;
pub(crate) mod place;
pub mod plugin;
pub(crate) mod pose;
pub(crate) mod saved;
pub mod sensor;
mod shortcut;
pub mod tree;
mod words;

use std::collections::BTreeMap;

use ferrodyn_engine::{Opt, Visual};

use crate::error::Problem;
pub use crate::schema::Keyword;
pub use actuator::{
    Actuator, AdhesionShortcut, CylinderShortcut, Interp, MotorInput, MuscleShortcut,
    ServoShortcut, VelocityShortcut,
};
pub use asset::{Bone, HField, Material, Mesh, Skin, Texture};
pub use bodies::{Bodies, BodyKey};
pub use compiler::{Angle, Compiler, LengthRange, Size, StatisticOverride};
pub use constraint::{Equality, Exclude, Pair, Tendon, Wrap, WrapKind};
pub use custom::{Key, Numeric, Text, Tuple, TupleElement};
pub use default::DefaultClass;
pub use ferrodyn_engine::enums::{
    Builtin as TextureBuiltin, ColorSpace, Mark as TextureMark, MeshBuiltin, MeshInertia,
    TextureType,
};
pub use flex::{Flex, FlexCells, FlexDof};
pub use origin::{ElementId, Origin};
use place::Places;
pub use plugin::{Plugin, PluginRef};
pub use sensor::Sensor;
pub use shortcut::ShortcutError;
pub use tree::{Body, Camera, FluidShape, Frame, Geom, Inertial, Joint, Light, Orientation, Site};

/// Default reference parameters of constraints.
pub(crate) const SOLREF: [f64; 2] = [0.02, 1.0];
/// Default impedance parameters of constraints.
pub(crate) const SOLIMP: [f64; 5] = [0.9, 0.95, 0.001, 0.5, 2.0];

/// A model description that can be built, changed, saved and compiled.
#[derive(Clone, Debug)]
pub struct Spec {
    /// Name of the model.
    pub modelname: String,
    /// Comment at the top of the file.
    pub comment: String,
    /// Directory that asset paths are relative to.
    pub modelfiledir: String,
    /// Settings of the compiler.
    pub compiler: Compiler,
    /// Settings of models attached to this one, with the directories of their assets.
    pub attached: Vec<Scope>,
    /// Physics options.
    pub option: Opt,
    /// Visualization options.
    pub visual: Visual,
    /// Statistics given by the user.
    pub stat: StatisticOverride,
    /// Sizes.
    pub size: Size,
    /// Default classes; the first is the root, parents come before children.
    pub defaults: Vec<DefaultClass>,
    /// The world and all bodies in it, each with its joints, geoms, sites, cameras and lights.
    pub bodies: Bodies,
    /// Meshes.
    pub meshes: Vec<Mesh>,
    /// Height fields.
    pub hfields: Vec<HField>,
    /// Skins.
    pub skins: Vec<Skin>,
    /// Textures.
    pub textures: Vec<Texture>,
    /// Materials.
    pub materials: Vec<Material>,
    /// Flexes.
    pub flexes: Vec<Flex>,
    /// Instances of plugins. Elements may have others of their own.
    pub plugins: Vec<Plugin>,
    /// Names of plugins that may be used.
    pub active_plugins: Vec<String>,
    /// Contact pairs.
    pub pairs: Vec<Pair>,
    /// Excluded body pairs.
    pub excludes: Vec<Exclude>,
    /// Equality constraints.
    pub equalities: Vec<Equality>,
    /// Tendons.
    pub tendons: Vec<Tendon>,
    /// Actuators.
    pub actuators: Vec<Actuator>,
    /// Sensors.
    pub sensors: Vec<Sensor>,
    /// Custom numbers.
    pub numerics: Vec<Numeric>,
    /// Custom texts.
    pub texts: Vec<Text>,
    /// Custom tuples.
    pub tuples: Vec<Tuple>,
    /// Keyframes.
    pub keys: Vec<Key>,
    /// What the reader accepted and ignored, because MuJoCo does.
    pub warnings: Vec<Problem>,
    /// Keyframes of attached models, to be completed when the tree is.
    pub(crate) pending: Vec<saved::PendingKey>,
    /// Files of packages that were not found, and why.
    pub(crate) missing_packages: BTreeMap<String, String>,
    /// The file held settings that are infinite, NaN, or a time step that is not positive.
    pub(crate) excused: bool,
    /// Where elements were found before.
    pub(crate) places: Places,
    /// What elements became when the spec was compiled.
    pub(crate) compiled: compiled::CompiledModels,
}

/// Settings under which part of a model was written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scope {
    /// Settings of the compiler.
    pub compiler: Compiler,
    /// Directory that asset paths are relative to.
    pub modelfiledir: String,
}

impl Default for Spec {
    fn default() -> Self {
        let mut spec = Self {
            modelname: "MuJoCo Model".into(),
            comment: String::new(),
            modelfiledir: String::new(),
            compiler: Compiler::default(),
            attached: Vec::new(),
            option: Opt::default(),
            visual: Visual::default(),
            stat: StatisticOverride::default(),
            size: Size::default(),
            defaults: vec![DefaultClass { name: "main".into(), ..DefaultClass::default() }],
            bodies: Bodies::default(),
            meshes: Vec::new(),
            hfields: Vec::new(),
            skins: Vec::new(),
            textures: Vec::new(),
            materials: Vec::new(),
            flexes: Vec::new(),
            plugins: Vec::new(),
            active_plugins: Vec::new(),
            pairs: Vec::new(),
            excludes: Vec::new(),
            equalities: Vec::new(),
            tendons: Vec::new(),
            actuators: Vec::new(),
            sensors: Vec::new(),
            numerics: Vec::new(),
            texts: Vec::new(),
            tuples: Vec::new(),
            keys: Vec::new(),
            warnings: Vec::new(),
            pending: Vec::new(),
            missing_packages: BTreeMap::new(),
            excused: false,
            places: Places::default(),
            compiled: compiled::CompiledModels::default(),
        };
        spec.assign_ids();
        spec
    }
}

/// Specs are equal if everything that a user writes is: settings, elements in their order, keyframes that wait. Numbers
/// are compared as numbers are, so that one that is none equals nothing. Ids, places in files and warnings of
/// the reader do not count.
impl PartialEq for Spec {
    fn eq(&self, other: &Self) -> bool {
        // a new field has to be named here
        let Self {
            modelname,
            comment,
            modelfiledir,
            compiler,
            attached,
            option,
            visual,
            stat,
            size,
            defaults,
            bodies,
            meshes,
            hfields,
            skins,
            textures,
            materials,
            flexes,
            plugins,
            active_plugins,
            pairs,
            excludes,
            equalities,
            tendons,
            actuators,
            sensors,
            numerics,
            texts,
            tuples,
            keys,
            pending,
            warnings: _,
            missing_packages: _,
            places: _,
            excused: _,
            compiled: _,
        } = self;
        *modelname == other.modelname
            && *comment == other.comment
            && *modelfiledir == other.modelfiledir
            && *compiler == other.compiler
            && *attached == other.attached
            && *option == other.option
            && *visual == other.visual
            && *stat == other.stat
            && *size == other.size
            && *defaults == other.defaults
            && *bodies == other.bodies
            && *meshes == other.meshes
            && *hfields == other.hfields
            && *skins == other.skins
            && *textures == other.textures
            && *materials == other.materials
            && *flexes == other.flexes
            && *plugins == other.plugins
            && *active_plugins == other.active_plugins
            && *pairs == other.pairs
            && *excludes == other.excludes
            && *equalities == other.equalities
            && *tendons == other.tendons
            && *actuators == other.actuators
            && *sensors == other.sensors
            && *numerics == other.numerics
            && *texts == other.texts
            && *tuples == other.tuples
            && *keys == other.keys
            && *pending == other.pending
    }
}

impl Spec {
    /// The settings that hold for an element.
    pub fn compiler_of(&self, origin: &Origin) -> &Compiler {
        match origin.scope.checked_sub(1).and_then(|i| self.attached.get(i)) {
            Some(scope) => &scope.compiler,
            None => &self.compiler,
        }
    }

    /// The directory that the asset paths of an element are relative to.
    pub fn dir_of(&self, origin: &Origin) -> &str {
        match origin.scope.checked_sub(1).and_then(|i| self.attached.get(i)) {
            Some(scope) => &scope.modelfiledir,
            None => &self.modelfiledir,
        }
    }
}
