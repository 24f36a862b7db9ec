//! What to draw of a simulation, without drawing it: MuJoCo's `mjv_*`.
//!
//! [`update_scene`] turns a model, its data and [`VisOption`]s into a [`Scene`]: a list of shapes with
//! colors and labels, lights, the two eyes of a camera, and the surfaces of flexes and skins. What a
//! mouse does to cameras and bodies is here too, and so is the selection by a pixel.
//!
//! | file | what |
//! |---|---|
//! | `scene`, `geom`, `option`, `camera`, `figure`, `names` | types, their defaults and names |
//! | `add/` | shapes, a file for each kind of thing |
//! | `update`, `light`, `skin`, `flex` | the whole scene, its lights and surfaces |
//! | `room` | cameras in the model and in the room |
//! | `mouse`, `perturb`, `select` | actions of users |
//! | `start` | the keyframe where a simulation begins |
//!
//! ```
//! use ferrodyn::{Data, forward};
//! use ferrodyn::scene::{Camera, Perturb, Scene, VisOption, update_scene};
//!
//! let xml = r#"<mujoco><worldbody>
//!     <geom type="plane" size="1 1 1"/>
//!     <body pos="0 0 1"><freejoint/><geom size=".1"/></body>
//! </worldbody></mujoco>"#;
//! let m = ferrodyn::load_str(xml)?;
//! let mut d = Data::new(&m);
//! forward(&m, &mut d);
//! let mut scene = Scene::new(&m, 100);
//! let mut camera = Camera::free(&m);
//! let (options, nothing) = (VisOption::default(), Perturb::default());
//! update_scene(&m, &d, &options, &nothing, &mut camera, 7, &mut scene)?;
//! assert_eq!((scene.geoms.len(), scene.lights.len()), (2, 1));
//! assert_eq!(scene.geoms[1].pos, [0.0, 0.0, 1.0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![allow(non_snake_case, reason = "fields are spelled as MuJoCo spells them")]

mod add;
mod camera;
mod error;
mod figure;
mod flex;
mod geom;
mod light;
mod mouse;
mod names;
mod option;
mod perturb;
mod room;
mod scene;
mod select;
mod skin;
mod start;
mod update;

#[doc(hidden)]
pub use add::add_geoms_and_plugins;
pub use add::{add_geoms, catenary};
pub use camera::{Camera, GlCamera, average_camera, camera_frame, camera_frustum, update_camera};
pub use camera::{CameraFrame, Frustum};
pub use error::SceneError;
pub use figure::{Figure, FigureLine};
pub use flex::update_active_flex;
pub use geom::VGeom;
pub use light::make_lights;
pub use mouse::{align_to_camera, move_camera, move_model, move_perturb};
pub use names::{FRAME_NAMES, LABEL_NAMES, RND_SWITCHES, Switch, VIS_SWITCHES};
pub use option::{Perturb, VisOption};
pub use perturb::{apply_perturb_force, apply_perturb_pose, init_perturb};
pub use room::{
    Head, camera_in_model, camera_in_room, frustum_height, model_to_room, room_to_model,
};
pub use scene::{Scene, VLight};
pub use select::{Selection, select};
pub use skin::update_active_skin;
pub use start::Start;
pub use update::update_scene;
