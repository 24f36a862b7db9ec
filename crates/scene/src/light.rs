//! Lights of a scene.
//!
//! | reads |
//! |---|
//! | `light_xpos`, `light_xdir`, `light_*`, `vis.headlight` |

use ferrodyn_engine::constants::MAXLIGHT;
use ferrodyn_engine::enums::LightType;
use ferrodyn_engine::ids::LightId;
use ferrodyn_engine::{Data, Model};

use crate::geom::single;
use crate::{Scene, SceneError, VLight, camera_in_model};

/// Fills a scene with lights: the one at the camera, then those of the model that are on.
///
/// # Errors
/// If there is a light at the camera, and the scene has no camera yet.
#[doc(alias = "mjv_makeLights")]
pub fn make_lights(m: &Model, d: &Data, scn: &mut Scene) -> Result<(), SceneError> {
    scn.lights.clear();
    if m.vis.headlight.active != 0 {
        let light = headlight(m, scn)?;
        scn.lights.push(light);
    }
    for i in (0..m.nlight).map(LightId) {
        if m.light_active[i] != 0 && scn.lights.len() < MAXLIGHT {
            scn.lights.push(light(m, d, i));
        }
    }
    Ok(())
}

fn headlight(m: &Model, scn: &Scene) -> Result<VLight, SceneError> {
    let head = camera_in_model(scn)?;
    Ok(VLight {
        id: -1,
        pos: single(head.pos),
        dir: single(head.forward),
        kind: LightType::Directional,
        texid: -1,
        attenuation: [0.0; 3],
        cutoff: 0.0,
        exponent: 0.0,
        ambient: m.vis.headlight.ambient,
        diffuse: m.vis.headlight.diffuse,
        specular: m.vis.headlight.specular,
        headlight: true,
        castshadow: false,
        bulbradius: 0.02,
        intensity: 0.0,
        range: 10.0,
    })
}

fn light(m: &Model, d: &Data, i: LightId) -> VLight {
    let kind = m.light_type[i].get().unwrap_or(LightType::Spot);
    // other kinds have no cone, and do not fade
    let (attenuation, cutoff, exponent) = if kind == LightType::Spot {
        (m.light_attenuation[i], m.light_cutoff[i], m.light_exponent[i])
    } else {
        ([0.0; 3], 0.0, 0.0)
    };
    VLight {
        id: i.raw(),
        pos: single(d.light_xpos[i]),
        dir: single(d.light_xdir[i]),
        kind,
        texid: m.light_texid[i].raw(),
        attenuation,
        cutoff,
        exponent,
        ambient: m.light_ambient[i],
        diffuse: m.light_diffuse[i],
        specular: m.light_specular[i],
        headlight: false,
        castshadow: m.light_castshadow[i] != 0,
        bulbradius: m.light_bulbradius[i],
        intensity: m.light_intensity[i],
        range: m.light_range[i],
    }
}
