//! Surfaces of skins.

use ferrodyn_engine::ids::SkinId;
use ferrodyn_engine::support::{SkinSurface, SkinningMethod, skin_surface};
use ferrodyn_engine::{Data, Model};

use crate::option::is_shown;
use crate::{Scene, SceneError, VisOption};

/// Computes vertices and normals of the skins that are shown; those of the others are zero.
///
/// # Errors
/// If the scene was made for a model with other skins.
#[doc(alias = "mjv_updateActiveSkin")]
#[doc(alias = "mjv_updateSkin")]
pub fn update_active_skin(
    m: &Model,
    d: &Data,
    opt: &VisOption,
    scn: &mut Scene,
) -> Result<(), SceneError> {
    if scn.skinvert.len() != m.nskinvert || scn.skinnormal.len() != m.nskinvert {
        return Err(SceneError::OtherModel);
    }
    let mut surface = SkinSurface::default();
    for skin in (0..m.nskin).map(SkinId) {
        let start = usize::try_from(m.skin_vertadr[skin]).unwrap_or(0);
        let end = start + usize::try_from(m.skin_vertnum[skin]).unwrap_or(0);
        let (verts, normals) =
            (scn.skinvert.get_mut(start..end), scn.skinnormal.get_mut(start..end));
        let (Some(verts), Some(normals)) = (verts, normals) else { continue };
        verts.fill([0.0; 3]);
        normals.fill([0.0; 3]);
        let shown = is_shown(opt.skingroup, m.skin_group[skin]);
        let method = SkinningMethod::LinearBlend;
        if shown && skin_surface(m, d, skin, method, &mut surface).is_ok() {
            verts.copy_from_slice(&surface.vert);
            normals.copy_from_slice(&surface.normal);
        }
    }
    Ok(())
}
