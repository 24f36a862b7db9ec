//! Shapes for everything that is shown, a file for each kind of thing, in MuJoCo's order.
//!
//! | file | what it adds |
//! |---|---|
//! | `geom`, `site`, `tendon`, `slider_crank` | the objects of the model |
//! | `surface` | flexes and skins, whose faces the scene has apart |
//! | `frame`, `body`, `inertia`, `joint`, `actuator` | axes, labels, boxes, arrows |
//! | `camera`, `light`, `sensor`, `tactile` | cameras, lights and sensors |
//! | `bvh` | bounding boxes |
//! | `constraint`, `contact`, `perturb` | forces and their causes |
//! | `plugin` | shapes that plugins draw |
//! | `color`, `label`, `catenary` | colors, texts and hanging strings |

mod actuator;
mod body;
mod bvh;
mod camera;
mod catenary;
mod color;
mod constraint;
mod contact;
mod frame;
mod geom;
mod inertia;
mod joint;
mod label;
mod light;
mod perturb;
mod plugin;
mod sensor;
mod site;
mod slider_crank;
mod surface;
mod tactile;
mod tendon;

pub use catenary::catenary;

use ferrodyn_engine::collision::active_boxes;
use ferrodyn_engine::enums::{CatBit, GeomType, Label, ObjType, VisFlag, VisFrame};
use ferrodyn_engine::ids::BodyId;
use ferrodyn_engine::math::Vec3;
use ferrodyn_engine::sensor::mark_range_boxes;
use ferrodyn_engine::{AsSystem, Data, Model, System};

use plugin::Colors;

use crate::{Perturb, Scene, VGeom, VisOption};

/// Adds the shapes of a simulation to a scene, until it is full; `status` says then that it is.
///
/// `catmask` are bits of [`CatBit`].
#[doc(alias = "mjv_addGeoms")]
pub fn add_geoms(
    m: &impl AsSystem,
    d: &Data,
    opt: &VisOption,
    pert: &Perturb,
    catmask: i32,
    scn: &mut Scene,
) {
    add_to(&m.as_system(), d, opt, pert, catmask, Colors::new(), scn);
}

/// As [`add_geoms`], after what plugins draw.
#[doc(hidden)]
pub fn add_geoms_and_plugins(
    m: &impl AsSystem,
    d: &Data,
    opt: &VisOption,
    pert: &Perturb,
    catmask: i32,
    scn: &mut Scene,
) {
    let m = m.as_system();
    let colors = plugin::plugins(&m, d, opt, scn);
    add_to(&m, d, opt, pert, catmask, colors, scn);
}

fn add_to(
    system: &System<'_>,
    d: &Data,
    opt: &VisOption,
    pert: &Perturb,
    catmask: i32,
    colors: Colors,
    scn: &mut Scene,
) {
    let m = system.model;
    let marks = m.vis.global.bvactive != 0;
    let boxes = opt.shows(VisFlag::BodyBvh) || opt.shows(VisFlag::MeshBvh);
    let mut active = if marks && boxes { active_boxes(system, d) } else { Vec::new() };
    mark_range_boxes(m, d, &mut active);
    let hidden = if opt.shows(VisFlag::Static) { 0 } else { CatBit::Static as i32 };
    let mut add = Add { m, d, opt, pert, mask: catmask & !hidden, active, colors, scn };
    // nothing comes after what found no room
    add.everything();
}

/// Shapes on their way into a scene.
struct Add<'a> {
    m: &'a Model,
    d: &'a Data,
    opt: &'a VisOption,
    pert: &'a Perturb,
    /// Categories that are shown.
    mask: i32,
    /// Which bounding boxes overlap, if that is shown.
    active: Vec<u8>,
    /// Colors that plugins give to geoms.
    colors: Colors,
    scn: &'a mut Scene,
}

impl Add<'_> {
    /// Adds one kind after the other; `None` if the scene is full.
    fn everything(&mut self) -> Option<()> {
        surface::flexes(self)?;
        surface::skins(self)?;
        geom::geoms(self)?;
        site::sites(self)?;
        tendon::tendons(self)?;
        slider_crank::slider_cranks(self)?;
        if self.mask & CatBit::Decor as i32 == 0 {
            return Some(());
        }
        frame::geoms(self)?;
        frame::sites(self)?;
        bvh::bodies(self)?;
        bvh::flexes(self)?;
        bvh::meshes(self)?;
        bvh::octrees(self)?;
        tactile::tactile_sensors(self)?;
        inertia::inertias(self)?;
        perturb::reference(self)?;
        frame::bodies(self)?;
        perturb::selected_point(self)?;
        body::labels(self)?;
        joint::joints(self)?;
        actuator::actuators(self)?;
        body::island_labels(self)?;
        camera::cameras(self)?;
        light::lights(self)?;
        body::centers_of_mass(self)?;
        body::connections(self)?;
        sensor::rays(self)?;
        perturb::forces(self)?;
        constraint::equalities(self)?;
        contact::contacts(self)
    }

    /// A new shape for an object; `None` if the scene is full. It is in the scene once it is kept.
    fn shape(&mut self, objtype: ObjType, objid: usize, category: CatBit) -> Option<VGeom> {
        let ngeom = self.scn.geoms.len();
        if ngeom >= self.scn.maxgeom {
            self.scn.status = 1;
            return None;
        }
        let (objid, category) = (objid as i32, category as i32);
        Some(VGeom { objtype, objid, category, segid: ngeom as i32, ..VGeom::default() })
    }

    /// A new decoration.
    fn decor(&mut self, objtype: ObjType, objid: usize) -> Option<VGeom> {
        self.shape(objtype, objid, CatBit::Decor)
    }

    fn keep(&mut self, geom: VGeom) {
        self.scn.geoms.push(geom);
    }

    /// Adds a decoration between two points.
    fn connector(&mut self, objtype: ObjType, objid: usize, line: &Connector) -> Option<()> {
        let mut geom = self.decor(objtype, objid)?;
        geom.span(line.kind, line.width, line.from, line.to);
        geom.rgba = line.rgba;
        self.keep(geom);
        Some(())
    }

    fn shows(&self, flag: VisFlag) -> bool {
        self.opt.shows(flag)
    }

    fn labels(&self, label: Label) -> bool {
        self.opt.label == label
    }

    fn frames(&self, frame: VisFrame) -> bool {
        self.opt.frame == frame
    }

    fn has(&self, category: CatBit) -> bool {
        self.mask & category as i32 != 0
    }

    /// Size of a decoration: a multiple of the mean size of bodies, in single precision.
    fn size(&self, scale: f32) -> f32 {
        self.m.stat.meansize as f32 * scale
    }
}

/// A decoration between two points.
struct Connector {
    kind: GeomType,
    width: f64,
    from: Vec3,
    to: Vec3,
    rgba: [f32; 4],
}

/// Bodies that cannot move are static, unless they belong to a mocap body.
fn category(m: &Model, body: i32) -> CatBit {
    let body = BodyId::new(body).unwrap_or(BodyId(0));
    let root = m.body_rootid[body].id().unwrap_or(BodyId(0));
    let fixed = m.body_weldid[body].raw() == 0 && m.body_mocapid[root].raw() == -1;
    if fixed { CatBit::Static } else { CatBit::Dynamic }
}
