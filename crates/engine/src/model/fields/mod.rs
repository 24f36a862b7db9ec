//! The table of every array of a model, in MuJoCo's order, one file for each kind of object.
//!
//! *Structure* is ids, addresses, types, counts and sparsity: checked once, read-only afterwards
//! except through [`Model::edit`]. *Parameters* are numbers that may change between steps: stages
//! read them as they are and must bear any value.
//!
//! A row is its documentation (see [`Doc`](crate::fields::Doc)), name and type. Rust needs all rows of a struct
//! in one macro call, so the files are chained: each file is a macro that appends its rows to those it received
//! and calls the next one. The last, `model_fields` of `table`, receives all rows and makes the structs.

mod actuator;
mod body;
mod camera;
mod custom;
mod flex;
mod geom;
mod joint;
mod material;
mod mesh;
mod names;
mod pair;
mod position;
mod sensor;
mod skin;
mod tendon;

use super::table::{model_fields, table_impl};
use crate::constants::{NBIAS, NDYN, NEQDATA, NFLUID, NGAIN, NIMP, NPOLY, NREF, NSENS, NTEXROLE};
use crate::enums::{
    BiasType, CamLight, ColorSpace, DataType, DynType, EqType, FlexSelf, GainType, GeomType,
    JointType, LightType, ObjType, Projection, SensorStage, SensorType, SleepPolicy, TextureType,
    TrnType, WrapType,
};
use crate::fields::{Char, Field, Kind, Link, Rows};
#[allow(clippy::wildcard_imports)]
use crate::ids::*;
use crate::math::{Mat3, Quat, Vec3};
use crate::option::{Opt, Statistic};
use crate::sizes::Sizes;
use crate::visual::Visual;

use actuator::actuator_fields;
use body::body_fields;
use camera::camera_fields;
use custom::custom_fields;
use flex::flex_fields;
use geom::geom_fields;
use joint::joint_fields;
use material::material_fields;
use mesh::mesh_fields;
use names::names_fields;
use pair::pair_fields;
use position::position_fields;
use sensor::sensor_fields;
use skin::skin_fields;
use tendon::tendon_fields;

position_fields! {
    body_fields
    joint_fields
    geom_fields
    camera_fields
    flex_fields
    mesh_fields
    skin_fields
    material_fields
    pair_fields
    tendon_fields
    actuator_fields
    sensor_fields
    custom_fields
    names_fields
    model_fields;
}

table_impl!(Model);
