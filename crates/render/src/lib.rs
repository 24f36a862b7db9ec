//! Pictures of simulations: color, depth and segmentation, on a GPU or in software.
//!
//! A [`Renderer`] draws what [`update_scene`](ferrodyn_scene::update_scene) put into a
//! [`Scene`](ferrodyn_scene::Scene), with MuJoCo's shapes, materials, lights, shadows and
//! reflections. No window system is needed.
//!
//! | file | what |
//! |---|---|
//! | `gpu` | the device that draws |
//! | `shape`, `surface`, `texture` | triangles and pixels of shapes and models |
//! | `assets` | the meshes and textures of a model on the device |
//! | `instance`, `list`, `frame`, `matrix` | the place, order and light in which shapes are drawn |
//! | `pipeline`, `record`, `shader.wgsl` | how it is drawn |
//! | `target`, `sheet`, `text`, `renderer` | pictures |
//!
//! ```no_run
//! # mod ferrodyn {
//! #     pub use {ferrodyn_engine::{Data, forward}, ferrodyn_render as render, ferrodyn_scene as scene};
//! #     pub fn load(file: &str) -> Result<ferrodyn_engine::Model, ferrodyn_mjcf::LoadError> {
//! #         ferrodyn_mjcf::Loader::new().load_path(file)
//! #     }
//! # }
//! use ferrodyn::render::{Gpu, Renderer};
//! use ferrodyn::scene::{Camera, Perturb, Scene, VisOption, update_scene};
//! use ferrodyn::{Data, forward};
//!
//! let m = ferrodyn::load("humanoid.xml")?;
//! let mut d = Data::new(&m);
//! forward(&m, &mut d);
//! let mut scene = Scene::new(&m, 1000);
//! let mut camera = Camera::free(&m);
//! update_scene(&m, &d, &VisOption::default(), &Perturb::default(), &mut camera, 7, &mut scene)?;
//! let mut renderer = Renderer::new(&Gpu::new()?, &m)?;
//! let rgb = renderer.color(&scene, 640, 480)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod assets;
mod error;
mod frame;
mod gpu;
mod instance;
mod list;
mod matrix;
mod pipeline;
mod record;
mod renderer;
mod shape;
mod sheet;
mod surface;
mod target;
mod text;
mod texture;

pub use error::RenderError;
pub use gpu::Gpu;
pub use renderer::Renderer;
pub use text::{Paper, TextSize};
pub use wgpu;
