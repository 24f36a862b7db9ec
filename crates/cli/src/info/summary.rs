//! The parts of a model that `info` shows, as plain values.

use std::collections::BTreeMap;

use ferrodyn::Model;
use ferrodyn::enums::{DisableBit, EnableBit, EqType, GeomType, ObjType, WrapType};
use ferrodyn::ids::{
    ActuatorId, BodyId, EqualityId, HfieldId, JointId, MeshId, SensorId, TendonId, TextureId,
    WrapId,
};
use ferrodyn::spec::Keyword;
use serde::Serialize;

use super::actuator;

/// Everything that `info` shows of a model.
#[derive(Serialize)]
pub(super) struct Summary {
    pub(super) model: String,
    pub(super) file: String,
    /// Total mass.
    pub(super) mass: f64,
    /// Every size of the model, by MuJoCo's name.
    pub(super) sizes: BTreeMap<&'static str, i64>,
    pub(super) option: Options,
    /// In depth-first order, the world first.
    pub(super) bodies: Vec<Body>,
    pub(super) joints: Vec<Joint>,
    pub(super) tendons: Vec<Tendon>,
    pub(super) actuators: Vec<Actuator>,
    pub(super) sensors: Vec<Sensor>,
    pub(super) equalities: Vec<Equality>,
    pub(super) keyframes: Vec<Option<String>>,
    pub(super) meshes: Vec<Mesh>,
    pub(super) hfields: Vec<HeightField>,
    pub(super) textures: Vec<Texture>,
}

#[derive(Serialize)]
pub(super) struct Options {
    pub(super) timestep: f64,
    pub(super) gravity: [f64; 3],
    pub(super) integrator: &'static str,
    pub(super) cone: &'static str,
    pub(super) solver: &'static str,
    pub(super) iterations: i32,
    pub(super) tolerance: f64,
    pub(super) disabled: Vec<String>,
    pub(super) enabled: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct Body {
    pub(super) name: Option<String>,
    /// Index of the parent; none for the world.
    pub(super) parent: Option<usize>,
    pub(super) mass: f64,
    pub(super) pos: [f64; 3],
    pub(super) mocap: bool,
    /// Indices of the joints.
    pub(super) joints: Vec<usize>,
    /// Number of geoms of each type.
    pub(super) geoms: BTreeMap<&'static str, usize>,
}

#[derive(Serialize)]
pub(super) struct Joint {
    pub(super) name: Option<String>,
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    pub(super) body: usize,
    pub(super) axis: [f64; 3],
    /// Limits, where there are any: radians, or meters of a slide.
    pub(super) range: Option<[f64; 2]>,
}

#[derive(Serialize)]
pub(super) struct Tendon {
    pub(super) name: Option<String>,
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    /// Objects along the path.
    pub(super) objects: usize,
    pub(super) range: Option<[f64; 2]>,
}

#[derive(Serialize)]
pub(super) struct Actuator {
    pub(super) name: Option<String>,
    /// The element that makes such an actuator.
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    pub(super) target: Target,
    pub(super) gear: [f64; 6],
    pub(super) ctrlrange: Option<[f64; 2]>,
    pub(super) forcerange: Option<[f64; 2]>,
}

/// An object that something refers to.
#[derive(Serialize)]
pub(super) struct Target {
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) id: i32,
    pub(super) name: Option<String>,
}

#[derive(Serialize)]
pub(super) struct Sensor {
    pub(super) name: Option<String>,
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) target: Option<Target>,
    /// Numbers it reports.
    pub(super) dim: i32,
}

#[derive(Serialize)]
pub(super) struct Equality {
    pub(super) name: Option<String>,
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) first: Option<Target>,
    pub(super) second: Option<Target>,
    pub(super) active: bool,
}

#[derive(Serialize)]
pub(super) struct Mesh {
    pub(super) name: Option<String>,
    pub(super) vertices: i32,
    pub(super) faces: i32,
}

#[derive(Serialize)]
pub(super) struct HeightField {
    pub(super) name: Option<String>,
    pub(super) rows: i32,
    pub(super) columns: i32,
}

#[derive(Serialize)]
pub(super) struct Texture {
    pub(super) name: Option<String>,
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) channels: i32,
}

impl Summary {
    pub(super) fn of(m: &Model, file: &str) -> Self {
        Self {
            model: m.model_name().to_owned(),
            file: file.to_owned(),
            mass: m.body_mass.iter().sum(),
            sizes: m.sizes.iter().collect(),
            option: Options::of(m),
            bodies: m.bodies().map(|b| body(m, b)).collect(),
            joints: m.joints().map(|j| joint(m, j)).collect(),
            tendons: m.tendons().map(|t| tendon(m, t)).collect(),
            actuators: m.actuators().map(|a| actuator(m, a)).collect(),
            sensors: m.sensors().map(|s| sensor(m, s)).collect(),
            equalities: m.eq_type.ids().map(|e| equality(m, e)).collect(),
            keyframes: (0..m.nkey).map(|k| name(m, ObjType::Key, k)).collect(),
            meshes: m.mesh_vertnum.ids().map(|i| mesh(m, i)).collect(),
            hfields: m.hfield_nrow.ids().map(|h| hfield(m, h)).collect(),
            textures: m.tex_type.ids().map(|t| texture(m, t)).collect(),
        }
    }
}

impl Options {
    fn of(m: &Model) -> Self {
        let o = &m.opt;
        let disabled = DisableBit::ALL.iter().filter(|&&bit| o.disabled(bit));
        let enabled = EnableBit::ALL.iter().filter(|&&bit| o.enabled(bit));
        Self {
            timestep: o.timestep,
            gravity: o.gravity.0,
            integrator: o.integrator().map_or("", Keyword::word),
            cone: o.cone().map_or("", Keyword::word),
            solver: o.solver().map_or("", Keyword::word),
            iterations: o.iterations,
            tolerance: o.tolerance,
            disabled: disabled.map(|bit| lower_name(bit.mujoco_name())).collect(),
            enabled: enabled.map(|bit| lower_name(bit.mujoco_name())).collect(),
        }
    }
}

fn body(m: &Model, b: BodyId) -> Body {
    let mut geoms = BTreeMap::new();
    for g in m.body_geoms(b) {
        let kind = m.geom_type.raw().get(g.0).and_then(|&kind| GeomType::from_i32(kind));
        *geoms.entry(kind.map_or("other", Keyword::word)).or_default() += 1;
    }
    Body {
        name: name(m, ObjType::Body, b.0),
        parent: m.body_parentid.id(b).map(|p: BodyId| p.0).filter(|_| b.0 > 0),
        mass: m.body_mass[b],
        pos: m.body_pos[b].0,
        mocap: m.body_mocapid[b].raw() >= 0,
        joints: m.body_joints(b).indices().collect(),
        geoms,
    }
}

fn joint(m: &Model, j: JointId) -> Joint {
    Joint {
        name: name(m, ObjType::Joint, j.0),
        kind: m.jnt_type[j].get().map_or("", Keyword::word),
        body: m.jnt_bodyid[j].raw() as usize,
        axis: m.jnt_axis[j].0,
        range: (m.jnt_limited[j] != 0).then_some(m.jnt_range[j]),
    }
}

fn tendon(m: &Model, t: TendonId) -> Tendon {
    let first = usize::try_from(m.tendon_adr[t].raw()).ok().filter(|&w| w < m.nwrap);
    let fixed = first.is_some_and(|w| m.wrap_type[WrapId(w)] == WrapType::Joint);
    Tendon {
        name: name(m, ObjType::Tendon, t.0),
        kind: if fixed { "fixed" } else { "spatial" },
        objects: m.tendon_num[t] as usize,
        range: (m.tendon_limited[t] != 0).then_some(m.tendon_range[t]),
    }
}

fn actuator(m: &Model, a: ActuatorId) -> Actuator {
    Actuator {
        name: name(m, ObjType::Actuator, a.0),
        kind: actuator::kind(m, a),
        target: actuator::target(m, a),
        gear: m.actuator_gear[a],
        ctrlrange: (m.actuator_ctrllimited[a] != 0).then_some(m.actuator_ctrlrange[a]),
        forcerange: (m.actuator_forcelimited[a] != 0).then_some(m.actuator_forcerange[a]),
    }
}

fn sensor(m: &Model, s: SensorId) -> Sensor {
    let kind = m.sensor_type[s].get();
    Sensor {
        name: name(m, ObjType::Sensor, s.0),
        kind: kind.map_or(String::new(), |kind| lower_name(kind.mujoco_name())),
        target: target(m, m.sensor_objtype[s].raw(), m.sensor_objid[s]),
        dim: m.sensor_dim[s],
    }
}

fn equality(m: &Model, e: EqualityId) -> Equality {
    let kind = m.eq_type[e].get();
    let of = match kind {
        Some(EqType::Joint) => ObjType::Joint as i32,
        Some(EqType::Tendon) => ObjType::Tendon as i32,
        Some(EqType::Flex | EqType::FlexVert | EqType::FlexStrain) => ObjType::Flex as i32,
        _ => m.eq_objtype[e].raw(),
    };
    Equality {
        name: name(m, ObjType::Equality, e.0),
        kind: kind.map_or(String::new(), |kind| lower_name(kind.mujoco_name())),
        first: target(m, of, m.eq_obj1id[e]),
        second: target(m, of, m.eq_obj2id[e]),
        active: m.eq_active0[e] != 0,
    }
}

fn mesh(m: &Model, i: MeshId) -> Mesh {
    Mesh {
        name: name(m, ObjType::Mesh, i.0),
        vertices: m.mesh_vertnum[i],
        faces: m.mesh_facenum[i],
    }
}

fn hfield(m: &Model, h: HfieldId) -> HeightField {
    HeightField {
        name: name(m, ObjType::Hfield, h.0),
        rows: m.hfield_nrow[h],
        columns: m.hfield_ncol[h],
    }
}

fn texture(m: &Model, t: TextureId) -> Texture {
    Texture {
        name: name(m, ObjType::Texture, t.0),
        kind: m.tex_type[t].get().map_or("", Keyword::word),
        width: m.tex_width[t],
        height: m.tex_height[t],
        channels: m.tex_nchannel[t],
    }
}

/// The object of a kind and id; none if there is no such object.
pub(super) fn target(m: &Model, kind: i32, id: i32) -> Option<Target> {
    let kind = ObjType::from_i32(kind).filter(|&kind| kind != ObjType::Unknown)?;
    let index = usize::try_from(id).ok()?;
    Some(Target { kind: kind.word().to_owned(), id, name: name(m, kind, index) })
}

fn name(m: &Model, kind: ObjType, id: usize) -> Option<String> {
    m.id2name(kind, id).map(str::to_owned)
}

/// `framepos` of `mjSENS_FRAMEPOS`.
fn lower_name(constant: &str) -> String {
    constant.split_once('_').map_or(constant, |(_, name)| name).to_lowercase()
}
