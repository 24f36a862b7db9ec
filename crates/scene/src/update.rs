//! The whole scene.

use ferrodyn_engine::{AsSystem, Data};

use crate::{
    Camera, Perturb, Scene, SceneError, VisOption, add_geoms_and_plugins, make_lights,
    update_active_flex, update_active_skin, update_camera,
};

/// Fills a scene with the shapes, lights and cameras of a simulation, and with its surfaces.
///
/// `catmask` are bits of [`CatBit`](ferrodyn_engine::enums::CatBit). Infinite planes follow the
/// camera that the scene had before.
///
/// # Errors
/// If there is no such camera or body to track, or the scene was made for another model; shapes are
/// there all the same. If the data is of another model; the scene is empty then.
#[doc(alias = "mjv_updateScene")]
pub fn update_scene(
    m: &impl AsSystem,
    d: &Data,
    opt: &VisOption,
    pert: &Perturb,
    cam: &mut Camera,
    catmask: i32,
    scn: &mut Scene,
) -> Result<(), SceneError> {
    let m = m.as_system();
    scn.geoms.clear();
    d.check_model(&m)?;
    add_geoms_and_plugins(&m, d, opt, pert, catmask, scn);
    update_camera(&m, d, cam, scn)?;
    make_lights(&m, d, scn)?;
    if opt.shows_flexes() {
        update_active_flex(&m, d, opt, scn)?;
    }
    if opt.shows(ferrodyn_engine::enums::VisFlag::Skin) {
        update_active_skin(&m, d, opt, scn)?;
    }
    Ok(())
}
