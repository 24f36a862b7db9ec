//! Flexes and skins: one shape each, whose faces are in arrays of the scene.

use ferrodyn_engine::enums::{CatBit, GeomType, Label, ObjType, VisFlag};
use ferrodyn_engine::ids::{FlexId, SkinBoneId, SkinId};

use super::Add;
use crate::geom::single;
use crate::option::is_shown;

/// Adds flexes.
pub(super) fn flexes(add: &mut Add<'_>) -> Option<()> {
    let (m, d) = (add.m, add.d);
    if !add.has(CatBit::Dynamic) || !add.opt.shows_flexes() {
        return Some(());
    }
    for f in (0..m.nflex).map(FlexId) {
        if !is_shown(add.opt.flexgroup, m.flex_group[f]) {
            continue;
        }
        let mut geom = add.shape(ObjType::Flex, f.0, CatBit::Dynamic)?;
        geom.kind = GeomType::Flex;
        let first = usize::try_from(m.flex_vertadr[f]).ok();
        if let Some(at) = first.and_then(|first| d.flexvert_xpos.get(first)) {
            geom.pos = single(*at);
        }
        geom.size[0] = m.flex_radius[f] as f32;
        add.paint(&mut geom, m.flex_matid[f].raw(), m.flex_rgba[f]);
        geom.texcoord = m.flex_texcoordadr[f] >= 0;
        if !geom.texcoord {
            geom.matid = -1;
        }
        if add.pert.flexselect == f.raw() {
            add.glow(&mut geom);
        }
        if geom.rgba[3] == 0.0 {
            continue;
        }
        if add.labels(Label::Flex) {
            add.name(&mut geom, ObjType::Flex, f.0);
        }
        add.keep(geom);
    }
    Some(())
}

/// Adds skins.
pub(super) fn skins(add: &mut Add<'_>) -> Option<()> {
    let (m, d) = (add.m, add.d);
    if !add.has(CatBit::Dynamic) || !add.shows(VisFlag::Skin) {
        return Some(());
    }
    for s in (0..m.nskin).map(SkinId) {
        if !is_shown(add.opt.skingroup, m.skin_group[s]) {
            continue;
        }
        let mut geom = add.shape(ObjType::Skin, s.0, CatBit::Dynamic)?;
        geom.kind = GeomType::Skin;
        let bone = SkinBoneId::new(m.skin_boneadr[s]).filter(|bone| bone.0 < m.nskinbone);
        if let Some(body) = bone.and_then(|bone| m.skin_bonebodyid[bone].id()) {
            geom.pos = single(d.xpos[body]);
        }
        add.paint(&mut geom, m.skin_matid[s].raw(), m.skin_rgba[s]);
        if add.pert.skinselect == s.raw() {
            add.glow(&mut geom);
        }
        geom.texcoord = m.skin_texcoordadr[s] >= 0;
        if geom.rgba[3] == 0.0 {
            continue;
        }
        if add.labels(Label::Skin) {
            add.name(&mut geom, ObjType::Skin, s.0);
        }
        add.keep(geom);
    }
    Some(())
}
