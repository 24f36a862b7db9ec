//! Sites.

use ferrodyn_engine::enums::{GeomType, Label, ObjType};

use super::{Add, category};
use crate::option::is_shown;

/// Adds sites.
pub(super) fn sites(add: &mut Add<'_>) -> Option<()> {
    let (m, d) = (add.m, add.d);
    for s in m.sites() {
        let category = category(m, m.site_bodyid[s].raw());
        if !add.has(category) || !is_shown(add.opt.sitegroup, m.site_group[s]) {
            continue;
        }
        let mut geom = add.shape(ObjType::Site, s.0, category)?;
        let kind = m.site_type[s].get().unwrap_or(GeomType::None);
        let (pos, mat) = (d.site_xpos[s], &d.site_xmat[s]);
        geom.init(kind, Some(m.site_size[s]), Some(pos), Some(mat), None);
        add.paint(&mut geom, m.site_matid[s].raw(), m.site_rgba[s]);
        if geom.rgba[3] == 0.0 {
            continue;
        }
        if add.pert.select > 0 && add.pert.select == m.site_bodyid[s].raw() {
            add.glow(&mut geom);
        }
        if add.labels(Label::Site) {
            add.name(&mut geom, ObjType::Site, s.0);
        }
        add.keep(geom);
    }
    Some(())
}
