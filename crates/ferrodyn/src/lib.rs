//! MuJoCo-compatible physics in pure Rust: the same models, the same numbers, no C.
//!
//! ferrodyn reads MJCF and URDF and compiles them into the [`Model`] that MuJoCo 3.8.0 makes of
//! them: same fields, same names, same numbers. It moves them as MuJoCo does, contacts and other
//! constraints included.
//!
//! # Simulate
//!
//! ```
//! use ferrodyn::{Data, step};
//!
//! let m = ferrodyn::load_str(
//!     r#"<mujoco><worldbody>
//!         <body pos="0 0 1"><freejoint/><geom size=".1"/></body>
//!     </worldbody></mujoco>"#,
//! )?;
//! let mut d = Data::new(&m);
//! for _ in 0..100 {
//!     step(&m, &mut d);
//! }
//! let fallen = 0.5 * 9.81 * d.time * d.time;
//! assert!((1.0 - d.qpos[2] - fallen).abs() < 0.01);
//! # Ok::<(), ferrodyn::LoadError>(())
//! ```
//!
//! # Load a model and look at it
//!
//! Arrays have MuJoCo's names and are indexed by typed ids, so that a geom id cannot index bodies.
//! Every kind of object that has names has a function that finds them: [`m.body`](Model::body),
//! [`m.joint`](Model::joint), [`m.key`](Model::key) and so on; [`m.name`](Model::name) is the way back.
//! Vectors such as `qpos`, `qvel`, `ctrl` and `sensordata` take plain numbers and ranges too.
//!
//! ```
//! use ferrodyn::Data;
//!
//! let m = ferrodyn::load_str(
//!     r#"<mujoco model="pendulum">
//!         <worldbody>
//!             <body name="rod" pos="0 0 1">
//!                 <joint name="pivot" axis="0 1 0"/>
//!                 <geom type="capsule" fromto="0 0 0 0 0 -0.5" size="0.02" mass="2"/>
//!             </body>
//!         </worldbody>
//!         <keyframe><key name="up" qpos="3.14159"/></keyframe>
//!     </mujoco>"#,
//! )?;
//! assert_eq!((m.model_name(), m.nq, m.nv), ("pendulum", 1, 1));
//!
//! let rod = m.body("rod").ok_or("no such body")?;
//! assert_eq!(m.body_mass[rod], 2.0);
//! assert_eq!(m.body_ipos[rod].0, [0.0, 0.0, -0.25]);
//! assert_eq!((m.name(rod), m.body("cone")), (Some("rod"), None));
//!
//! let mut d = Data::new(&m);
//! d.reset_to_key(&m, m.key("up").ok_or("no such keyframe")?)?;
//! let pivot = m.joint("pivot").ok_or("no such joint")?;
//! assert_eq!(d.joint(&m, pivot).qpos, [3.14159]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`load`] does the same with a file; a [`Loader`] takes assets from memory, sets limits for files
//! from strangers and keeps decoded assets.
//!
//! # What belongs to one object
//!
//! Views gather what the arrays have of one [joint](Data::joint), [actuator](Data::actuator), [sensor](Data::sensor) or
//! [contact](Data::contacts), without an allocation.
//!
//! ```
//! use ferrodyn::{Data, step};
//!
//! let m = ferrodyn::load_str(
//!     r#"<mujoco>
//!         <worldbody>
//!             <geom name="floor" type="plane" size="1 1 .1"/>
//!             <body name="ball" pos="0 0 .1"><freejoint/><geom name="rubber" size=".1" mass="2"/></body>
//!             <body pos="1 0 1"><joint name="elbow" axis="0 1 0" damping=".1"/><geom size=".1"/></body>
//!         </worldbody>
//!         <actuator><motor name="bend" joint="elbow"/></actuator>
//!         <sensor><jointpos name="angle" joint="elbow"/></sensor>
//!     </mujoco>"#,
//! )?;
//! let mut d = Data::new(&m);
//! let elbow = m.joint("elbow").ok_or("no elbow")?;
//! let bend = m.actuator("bend").ok_or("no motor")?;
//! d.joint_mut(&m, elbow).qpos[0] = 0.5;
//! *d.actuator_mut(&m, bend).ctrl = 0.2;
//! for _ in 0..500 {
//!     step(&m, &mut d);
//! }
//!
//! let joint = d.joint(&m, elbow);
//! println!("{}: {} rad, {} rad/s", joint.name.unwrap_or("?"), joint.qpos[0], joint.qvel[0]);
//! assert_eq!((joint.qfrc_actuator, joint.qpos.len()), (&[0.2][..], 1));
//! for sensor in d.sensors(&m) {
//!     println!("{}: {:?}", sensor.name.unwrap_or("?"), sensor.values);
//! }
//! let contact = d.contacts(&m).next().ok_or("the ball lies on the floor")?;
//! assert_eq!(contact.names(), [Some("floor"), Some("rubber")]);
//! assert!((contact.world_force()[2] - 2.0 * 9.81).abs() < 0.1);
//! assert_eq!(d.warnings().count(), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Build a model in code
//!
//! A [`Spec`] is what a user writes, before it is compiled. Reading a file gives one too, so files
//! can be changed in the same way.
//!
//! ```
//! use ferrodyn::enums::JointType;
//! use ferrodyn::math::Vec3;
//! use ferrodyn::spec::{Body, Geom, Joint};
//! use ferrodyn::Spec;
//!
//! let mut spec = Spec::default();
//! let ball = Body {
//!     name: "ball".into(),
//!     pos: Vec3::new(0.0, 0.0, 1.0),
//!     joints: vec![Joint { kind: JointType::Free, ..Default::default() }],
//!     geoms: vec![Geom { size: [0.1, 0.0, 0.0], ..Default::default() }],
//!     ..Default::default()
//! };
//! spec.add_to(spec.world(), ball)?;
//! let m = spec.compile()?;
//! assert_eq!((m.nbody, m.nq, m.nv), (2, 7, 6));
//! # Ok::<(), ferrodyn::LoadError>(())
//! ```
//!
//! # Reach for something
//!
//! [`ik`] follows the joints between two frames, and finds coordinates that bring them to a pose.
//!
//! ```
//! use ferrodyn::ik::{Chain, Settings, Solver, Status};
//!
//! let m = ferrodyn::load_str(
//!     "<mujoco><worldbody><body name='arm'><joint axis='0 0 1'/><geom size='.1'/></body>
//!     </worldbody></mujoco>",
//! )?;
//! let chain = Chain::by_name(&m, "", "arm")?;
//! let target = chain.pose(&[0.7])?;
//! let mut q = chain.middle();
//! let report = Solver::new(&chain, Settings::default())?.solve(&target, &mut q)?;
//! assert_eq!(report.status, Status::Converged);
//! assert!((q[0] - 0.7).abs() < 1e-4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Mistakes come with place and remedy
//!
//! A [`LoadError`] holds every independent problem of a model, not just the first.
//!
//! ```
//! let error = ferrodyn::load_str(
//!     r#"<mujoco>
//!   <worldbody>
//!     <geom sizes="1"/>
//!   </worldbody>
//! </mujoco>"#,
//! )
//! .unwrap_err();
//! assert!(error.to_string().starts_with(
//!     r#"<string>:3:11: <geom>: unknown attribute "sizes", did you mean "size"?"#
//! ));
//! ```
//!
//! # Data of another model
//!
//! [`Data`] belongs to the model that it was made for, and to models of the same sizes. [`step`](step()),
//! [`forward`](forward()) and [`inverse`](inverse::inverse) compare that first, which costs a few
//! instructions. Data of another model they leave with NaN in every number and a warning in
//! `d.warning`; [`try_step`] and [`try_forward`] leave it as it is and return a [`WrongModel`], as do
//! functions with errors of their own. [`Data::reset`] turns it into data of the model it is given, and
//! [`Data::check_model`] only asks. Single stages, such as [`smooth::kinematics`], do not compare: ask
//! once before them, they panic where an array is too short.
//!
//! ```
//! use ferrodyn::{Data, load_str, step, try_step};
//!
//! let ball = load_str("<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>")?;
//! let empty = load_str("<mujoco/>")?;
//! let mut d = Data::new(&empty);
//! println!("{}", try_step(&ball, &mut d).unwrap_err());
//! step(&ball, &mut d);
//! assert!(d.time.is_nan());
//! d.reset(&ball);
//! step(&ball, &mut d);
//! assert_eq!(d.time, 0.002);
//! # Ok::<(), ferrodyn::LoadError>(())
//! ```
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `doctor` | no | `ferrodyn::doctor`: what is wrong with a model that loads, by formulas and short runs |
//! | `mint` | no | [`Vec3`](math::Vec3), [`Quat`](math::Quat) and [`Mat3`](math::Mat3) from and to those of glam, nalgebra and others |
//! | `parallel` | yes | batches step, and targets of inverse kinematics are solved, on all cores; by rayon |
//! | `render` | no | [`render`](https://github.com/ferrodyn/ferrodyn/blob/main/docs/pictures.md): pictures, on a GPU or in software; by wgpu |
//! | `serde` | no | vectors, ids, enums (by their names here), options; a [`Model`] as its bytes, checked when it is read |
//!
//! No feature changes a number: results are the same with and without.
//!
//! The crate needs `std`; `no_std` is not supported. Models are read from files and their sizes are known
//! only then, so that models, data and what a step has to grow live on the heap, and batches use threads.
//! It builds for `wasm32-unknown-unknown` without default features, where loaders read from memory only.
//!
//! # Examples
//!
//! `cargo run -p ferrodyn --example NAME` runs one of these; each begins with what it prints.
//!
//! | | |
//! |---|---|
//! | [`load_and_step`](https://github.com/ferrodyn/ferrodyn/blob/main/crates/ferrodyn/examples/load_and_step.rs) | load a file, step it |
//! | [`names`](https://github.com/ferrodyn/ferrodyn/blob/main/crates/ferrodyn/examples/names.rs) | joints, sensors, motors and keyframes by name |
//! | [`urdf`](https://github.com/ferrodyn/ferrodyn/blob/main/crates/ferrodyn/examples/urdf.rs) | read a URDF robot, and what a model cannot hold of it |
//! | [`build_in_code`](https://github.com/ferrodyn/ferrodyn/blob/main/crates/ferrodyn/examples/build_in_code.rs) | build a model in code, save it as MJCF |
//! | [`contacts`](https://github.com/ferrodyn/ferrodyn/blob/main/crates/ferrodyn/examples/contacts.rs) | list contacts and their forces |
//! | [`jacobian`](https://github.com/ferrodyn/ferrodyn/blob/main/crates/ferrodyn/examples/jacobian.rs) | a Jacobian, and inverse kinematics written with it |
//! | [`reach`](https://github.com/ferrodyn/ferrodyn/blob/main/crates/ferrodyn/examples/reach.rs) | inverse kinematics along a line and for a thousand targets |
//! | [`states`](https://github.com/ferrodyn/ferrodyn/blob/main/crates/ferrodyn/examples/states.rs) | save a state, go back to it, the same bits again |
//! | [`threads`](https://github.com/ferrodyn/ferrodyn/blob/main/crates/ferrodyn/examples/threads.rs) | many simulations on all cores with rayon |
//! | [`batch`](https://github.com/ferrodyn/ferrodyn/blob/main/crates/ferrodyn/examples/batch.rs) | a thousand environments, rewards, a failure |
//! | [`randomize`](https://github.com/ferrodyn/ferrodyn/blob/main/crates/ferrodyn/examples/randomize.rs) | environments with masses and friction of their own |
//! | [`control_loop`](https://github.com/ferrodyn/ferrodyn/blob/main/crates/ferrodyn/examples/control_loop.rs) | a control loop that does not allocate |
//! | [`plugin`](https://github.com/ferrodyn/ferrodyn/blob/main/crates/ferrodyn/examples/plugin.rs) | a force of your own, with attributes and state |
//! | [`picture`](https://github.com/ferrodyn/ferrodyn/blob/main/crates/ferrodyn/examples/picture.rs) | pictures without a display; with `--features render` |
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod mj;

use std::path::Path;

pub use ferrodyn_engine::{
    AsSystem, Collider, Contact, Data, Field, FormatError, Hooks, Kind, Link, Model, Opt, Rows,
    Sim, SizeError, Sizes, SolverStat, Stage, Statistic, Structure, StructureError, System,
    TimerStat, TimestepError, Visual, WarningStat, WrongModel, actuation, batch, check, collision,
    constants, constraint, derivative, energy, enums, fields, finite_difference, forward, history,
    hooks, ids, integrate, inverse, island, passive, ray, rollout, sensor, set_const, smooth,
    solver, state, support, try_forward, try_step, views, visual, warning,
};
// the functions of `Data` are on its page
pub use ferrodyn_derivatives as derive;
#[cfg(feature = "doctor")]
pub use ferrodyn_doctor as doctor;
pub use ferrodyn_engine::DataOf;
pub use ferrodyn_ik as ik;
pub use ferrodyn_plugins as plugins;
#[cfg(feature = "render")]
pub use ferrodyn_render as render;
pub use ferrodyn_scene as scene;

pub use ferrodyn_mjcf::error::Excerpt;
pub use ferrodyn_mjcf::xml::{LimitError, Limits};
pub use ferrodyn_mjcf::{
    Checked, Compiled, EditError, ElementId, Environment, InBody, InSpec, ListingStyle, LoadError,
    Loader, Location, Place, Problem, ProblemKind, Problems, SaveError, SavedAssets, Spec,
    SpecElement, deformable, resolve_orientation, schema_listing, schema_table, urdf,
};

#[cfg(doctest)]
pub mod pages {
    //! The Rust code of pages, compiled and run as tests.

    macro_rules! pages {
        ($($name:ident $path:literal)+) => {$(
            #[doc = include_str!(concat!("../../../", $path))]
            pub struct $name;
        )+};
    }
    pages! {
        Readme "README.md"
        Batch "docs/batch.md"
        Deformables "docs/deformables.md"
        Derive "docs/derive.md"
        ErrorsOfSteps "docs/errors/simulation.md"
        FromRapier "docs/from-rapier.md"
        Guide "docs/rust.md"
        Ik "docs/ik.md"
        Rollout "docs/rollout.md"
        Start "docs/start/rust.md"
        Untrusted "docs/untrusted.md"
    }
}

/// The crate of the matrices that Jacobians and derivatives are returned in.
///
/// `ferrodyn::nalgebra` is the version that signatures name. A version of it that breaks programs comes
/// with a version of ferrodyn that may break programs.
pub use nalgebra;

pub mod math {
    //! Vectors, quaternions, matrices and poses with MuJoCo's layout and order of arithmetic.

    pub use ferrodyn_engine::math::{
        Inert, Mat3, Pose, Quat, Spatial, SpatialKind, Vec3, eig3, fun, pyramid, random, rotation,
        transform_spatial,
    };
    // their functions are on these pages
    pub use ferrodyn_engine::math::{InertOf, Mat3Of, QuatOf, SpatialOf, Vec3Of};
}

pub use ferrodyn_engine::step::{step, step1, step2};

pub mod step {
    //! Parts of a step, by what they compute.

    pub use ferrodyn_engine::step::{
        Skip, forward_skip, forward_to, fwd_acceleration, fwd_actuation, fwd_constraint,
        fwd_kinematics, fwd_position, fwd_velocity,
    };
}

pub mod model {
    //! Bounds of models: what an integer may be, how much memory arrays may take.

    pub use ferrodyn_engine::model::{Allowed, MAX_BYTES};
}

pub mod asset {
    //! Files that a model names, in memory and on disk, and decoded ones that are kept.

    pub use ferrodyn_mjcf::asset::{AssetCache, AssetError, FileSource, Files, Found};
}

pub mod spec {
    //! The editable model description: a [`Spec`] and the elements in it.

    pub use ferrodyn_mjcf::spec::dcmotor::DcMotorShortcut;
    pub use ferrodyn_mjcf::spec::sensor::ContactReduce;
    pub use ferrodyn_mjcf::spec::{
        Actuator, AdhesionShortcut, Angle, Bodies, Body, BodyKey, Bone, Camera, ColorSpace,
        Compiler, CylinderShortcut, DefaultClass, ElementId, Equality, Exclude, Flex, FlexCells,
        FlexDof, FluidShape, Frame, Geom, HField, Inertial, Interp, Joint, Key, Keyword,
        LengthRange, Light, Material, Mesh, MeshBuiltin, MeshInertia, MotorInput, MuscleShortcut,
        Numeric, Orientation, Origin, Pair, Plugin, PluginRef, Scope, Sensor, ServoShortcut,
        ShortcutError, Site, Size, Skin, Spec, StatisticOverride, Tendon, Text, Texture,
        TextureBuiltin, TextureMark, TextureType, Tuple, TupleElement, VelocityShortcut, Wrap,
        WrapKind,
    };
}

/// Loads a model from an MJCF or URDF file.
///
/// Files it names are relative to its own directory.
///
/// # Errors
/// Every problem found, each with file, line and column.
///
/// # Examples
/// ```no_run
/// let m = ferrodyn::load("robot.xml")?;
/// println!("{} has {} degrees of freedom", m.model_name(), m.nv);
/// # Ok::<(), ferrodyn::LoadError>(())
/// ```
#[doc(alias = "mj_loadXML")]
pub fn load(file: impl AsRef<Path>) -> Result<Model, LoadError> {
    Loader::new().load_path(file)
}

/// Loads a model from MJCF or URDF text.
///
/// Files it names are relative to the working directory.
///
/// # Errors
/// Every problem found, each with line and column.
///
/// # Examples
/// ```
/// let m = ferrodyn::load_str("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>")?;
/// assert_eq!((m.nbody, m.ngeom), (1, 1));
/// # Ok::<(), ferrodyn::LoadError>(())
/// ```
pub fn load_str(xml: &str) -> Result<Model, LoadError> {
    Loader::new().load_str(xml)
}
