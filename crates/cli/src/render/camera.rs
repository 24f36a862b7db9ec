//! The simulation to draw, and its camera.

use std::io;

use ferrodyn::enums::{CameraType, CatBit, ObjType, StateBit};
use ferrodyn::render::{Gpu, Renderer};
use ferrodyn::scene::{Camera, Perturb, Scene, VisOption, update_scene};
use ferrodyn::state::set_state;
use ferrodyn::{Data, Model, forward, step};

/// The most shapes of a scene.
const SHAPES: usize = 20_000;

/// A simulation with a camera.
pub(super) struct Studio {
    pub(super) m: Model,
    pub(super) d: Data,
    scene: Scene,
    camera: Camera,
    renderer: Renderer,
    size: [u32; 2],
}

/// An error of the user.
pub(super) fn invalid(text: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, text.into())
}

impl Studio {
    /// A model as it starts, seen by a camera of it or the free one.
    pub(super) fn new(m: Model, camera: Option<&str>, size: [u32; 2]) -> io::Result<Self> {
        let camera = self::camera(&m, camera)?;
        let renderer =
            Gpu::new().and_then(|gpu| Renderer::new(&gpu, &m)).map_err(io::Error::other)?;
        let (d, scene) = (Data::new(&m), Scene::new(&m, SHAPES));
        let mut made = Self { m, d, scene, camera, renderer, size };
        forward(&made.m, &mut made.d);
        Ok(made)
    }

    /// Takes the pose of a keyframe, by name or number.
    pub(super) fn pose_named(&mut self, name: &str) -> io::Result<()> {
        self.pose(find(&self.m, ObjType::Key, self.m.nkey, "keyframe", name)?);
        Ok(())
    }

    /// Name of the device that draws.
    pub(super) fn device(&self) -> String {
        self.renderer.gpu().name()
    }

    /// Takes the pose of a keyframe.
    pub(super) fn pose(&mut self, key: usize) {
        ferrodyn::mj::mj_resetDataKeyframe(&self.m, &mut self.d, key as i32);
        forward(&self.m, &mut self.d);
    }

    /// Takes a state that a rollout has kept.
    pub(super) fn take(&mut self, state: &[f64]) -> io::Result<()> {
        let kept = StateBit::FullPhysics as i32;
        set_state(&self.m, &mut self.d, state, kept).map_err(io::Error::other)?;
        forward(&self.m, &mut self.d);
        Ok(())
    }

    /// Simulates up to a time.
    pub(super) fn run_until(&mut self, time: f64) {
        // half a step of doubt, for times that are sums of steps
        while self.d.time + 0.5 * self.m.opt.timestep < time {
            let before = self.d.time;
            step(&self.m, &mut self.d);
            if self.d.time <= before {
                // it was unstable and began again
                break;
            }
        }
    }

    /// A picture of this moment: red, green and blue, row by row from the top.
    pub(super) fn picture(&mut self) -> io::Result<Vec<u8>> {
        let (options, nothing) = (VisOption::default(), Perturb::default());
        let everything = CatBit::All as i32;
        update_scene(
            &self.m,
            &self.d,
            &options,
            &nothing,
            &mut self.camera,
            everything,
            &mut self.scene,
        )
        .map_err(io::Error::other)?;
        let [width, height] = self.size;
        self.renderer.color(&self.scene, width, height).map_err(io::Error::other)
    }
}

/// A camera by name or number, else the free one.
fn camera(m: &Model, name: Option<&str>) -> io::Result<Camera> {
    let Some(name) = name else { return Ok(Camera::free(m)) };
    let id = find(m, ObjType::Camera, m.ncam, "camera", name)?;
    Ok(Camera { kind: Some(CameraType::Fixed), fixedcamid: id as i32, ..Camera::free(m) })
}

/// An object by name or number.
fn find(m: &Model, kind: ObjType, count: usize, what: &str, name: &str) -> io::Result<usize> {
    let number = || name.parse().ok().filter(|&id: &usize| id < count);
    m.name2id(kind, name).or_else(number).ok_or_else(|| {
        let names: Vec<_> = (0..count).filter_map(|id| m.id2name(kind, id)).collect();
        let list = match names.len() {
            0 => format!("the model has {count}, without names"),
            _ => format!("there are {}", names.join(", ")),
        };
        invalid(format!("no {what} \"{name}\": {list}"))
    })
}
