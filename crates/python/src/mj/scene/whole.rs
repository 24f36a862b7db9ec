//! Scenes as Python keeps them: a record and arrays.

use bytemuck::{Pod, Zeroable};
use ferrodyn_engine::enums::{RndFlag, Stereo};
use ferrodyn_scene::Scene;
use pyo3::intern;
use pyo3::prelude::*;

use super::record::{EyeRecord, GeomRecord, LightRecord, Record, read, read_all};

/// What of `mjvScene` is not in arrays of their own.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct SceneRecord {
    maxgeom: i32,
    ngeom: i32,
    nflex: i32,
    flexopt: [u8; 4],
    nskin: i32,
    nlight: i32,
    enabletransform: u8,
    padding: [u8; 3],
    translate: [f32; 3],
    rotate: [f32; 4],
    scale: f32,
    stereo: i32,
    flags: [u8; RndFlag::COUNT],
    more: u8,
    framewidth: i32,
    framergb: [f32; 3],
    status: i32,
}

/// A scene without shapes, lights and surfaces: eyes, place in the room, and how much room there is.
pub(super) struct View {
    pub(super) scene: Scene,
    /// How many shapes there are.
    pub(super) ngeom: usize,
}

impl<'py> FromPyObject<'_, 'py> for View {
    type Error = PyErr;
    fn extract(obj: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let Record(record) = obj.extract::<Record<SceneRecord>>()?;
        let eyes: [EyeRecord; 2] = read(&obj.getattr(intern!(obj.py(), "_cameras"))?)?;
        let count = |n: i32| usize::try_from(n).unwrap_or(0);
        let scene = Scene {
            maxgeom: count(record.maxgeom),
            camera: eyes.map(|eye| eye.get()),
            enabletransform: record.enabletransform != 0,
            translate: record.translate,
            rotate: record.rotate,
            scale: record.scale,
            status: record.status,
            ..Scene::default()
        };
        Ok(Self { scene, ngeom: count(record.ngeom) })
    }
}

/// A scene with everything that is drawn of it.
pub(super) struct Whole(pub(super) Scene);

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;
    fn extract(obj: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let py = obj.py();
        let View { mut scene, ngeom } = obj.extract()?;
        let Record(record) = obj.extract::<Record<SceneRecord>>()?;
        let first = |name, count: usize| {
            obj.getattr(name)?.get_item(pyo3::types::PySlice::new(py, 0, count as isize, 1))
        };
        let geoms: Vec<GeomRecord> = read_all(&first(intern!(py, "_geoms"), ngeom)?)?;
        let nlight = usize::try_from(record.nlight).unwrap_or(0);
        let lights: Vec<LightRecord> = read_all(&first(intern!(py, "_lights"), nlight)?)?;
        scene.geoms = geoms.iter().map(GeomRecord::get_labeled).collect();
        scene.lights = lights.iter().map(LightRecord::get).collect();
        [scene.flexvertopt, scene.flexedgeopt, scene.flexfaceopt, scene.flexskinopt] =
            record.flexopt.map(|x| x != 0);
        scene.stereo = Stereo::from_i32(record.stereo).unwrap_or(Stereo::None);
        scene.flags = record.flags;
        (scene.framewidth, scene.framergb) = (record.framewidth, record.framergb);
        read_surfaces(&mut scene, &obj.getattr(intern!(py, "_more"))?)?;
        Ok(Self(scene))
    }
}

/// Reads what bends.
fn read_surfaces(scene: &mut Scene, more: &Bound<'_, PyAny>) -> PyResult<()> {
    let numbers = |name: &str| read_all(&more.get_item(name)?);
    scene.flexedgeadr = numbers("flexedgeadr")?;
    scene.flexedgenum = numbers("flexedgenum")?;
    scene.flexvertadr = numbers("flexvertadr")?;
    scene.flexvertnum = numbers("flexvertnum")?;
    scene.flexfaceadr = numbers("flexfaceadr")?;
    scene.flexfacenum = numbers("flexfacenum")?;
    scene.flexfaceused = numbers("flexfaceused")?;
    scene.flexedge = read_all(&more.get_item("flexedge")?)?;
    scene.flexvert = read_all(&more.get_item("flexvert")?)?;
    scene.flexface = read_all(&more.get_item("flexface")?)?;
    scene.flexnormal = read_all(&more.get_item("flexnormal")?)?;
    scene.flextexcoord = read_all(&more.get_item("flextexcoord")?)?;
    scene.skinfacenum = numbers("skinfacenum")?;
    scene.skinvertadr = numbers("skinvertadr")?;
    scene.skinvertnum = numbers("skinvertnum")?;
    scene.skinvert = read_all(&more.get_item("skinvert")?)?;
    scene.skinnormal = read_all(&more.get_item("skinnormal")?)?;
    Ok(())
}
