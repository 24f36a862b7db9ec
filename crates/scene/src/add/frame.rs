//! Axes of geoms, sites, bodies and the world: three cylinders each.

use ferrodyn_engine::enums::{GeomType, ObjType, VisFlag, VisFrame};
use ferrodyn_engine::ids::BodyId;
use ferrodyn_engine::math::{Mat3, Vec3};

use super::color::is_invisible;
use super::{Add, category};
use crate::option::is_shown;

impl Add<'_> {
    /// Adds axes of the usual size, or a multiple of it.
    pub(super) fn axes(&mut self, id: usize, pos: Vec3, mat: &Mat3, scale: f32) -> Option<()> {
        let length = self.size(self.m.vis.scale.framelength) * scale;
        let width = self.size(self.m.vis.scale.framewidth) * scale;
        self.axes_of_size(id, pos, mat, [f64::from(length), f64::from(width)])
    }

    /// Adds axes of a length and width.
    pub(super) fn axes_of_size(
        &mut self,
        id: usize,
        pos: Vec3,
        mat: &Mat3,
        [length, width]: [f64; 2],
    ) -> Option<()> {
        for axis in 0..3 {
            let mut geom = self.decor(ObjType::Unknown, id)?;
            // numbers go through single precision
            let along = mat.col(axis) * f64::from(length as f32);
            geom.span(GeomType::Cylinder, f64::from(width as f32), pos, pos + along);
            geom.rgba = [0.0, 0.0, 0.0, 1.0];
            geom.rgba[axis] = 0.9;
            self.keep(geom);
        }
        Some(())
    }
}

/// Adds axes of geoms.
pub(super) fn geoms(add: &mut Add<'_>) -> Option<()> {
    let (m, d) = (add.m, add.d);
    if !add.frames(VisFrame::Geom) {
        return Some(());
    }
    for g in m.geoms() {
        let shown = is_shown(add.opt.geomgroup, m.geom_group[g]);
        let invisible = is_invisible(m, m.geom_matid[g].raw(), m.geom_rgba[g]);
        if shown && !invisible && add.has(category(m, m.geom_bodyid[g].raw())) {
            add.axes(g.0, d.geom_xpos[g], &d.geom_xmat[g], 1.0)?;
        }
    }
    Some(())
}

/// Adds axes of sites.
pub(super) fn sites(add: &mut Add<'_>) -> Option<()> {
    let (m, d) = (add.m, add.d);
    if !add.frames(VisFrame::Site) {
        return Some(());
    }
    for s in m.sites() {
        let shown = is_shown(add.opt.sitegroup, m.site_group[s]);
        let invisible = is_invisible(m, m.site_matid[s].raw(), m.site_rgba[s]);
        if shown && !invisible && add.has(category(m, m.site_bodyid[s].raw())) {
            add.axes(s.0, d.site_xpos[s], &d.site_xmat[s], 1.0)?;
        }
    }
    Some(())
}

/// Adds axes of the world or of bodies; of their inertias if these are shown.
pub(super) fn bodies(add: &mut Add<'_>) -> Option<()> {
    let (m, d) = (add.m, add.d);
    let bodies = match add.opt.frame {
        VisFrame::World => 0..1,
        VisFrame::Body => 1..m.nbody,
        _ => return Some(()),
    };
    for b in bodies.map(BodyId) {
        if b.0 > 0 && !add.has(category(m, b.raw())) {
            continue;
        }
        let inertial = add.shows(VisFlag::Inertia);
        let (pos, mat) = if inertial { (d.xipos[b], &d.ximat[b]) } else { (d.xpos[b], &d.xmat[b]) };
        add.axes(b.0, pos, mat, if b.0 == 0 { 2.0 } else { 1.0 })?;
    }
    Some(())
}
