//! Equalities that hold two points together: a sphere at each.

use ferrodyn_engine::enums::{EqType, GeomType, Label, ObjType, VisFlag};
use ferrodyn_engine::ids::{BodyId, EqualityId, SiteId};
use ferrodyn_engine::math::{Mat3, Vec3};
use ferrodyn_engine::{Data, Model};

use super::Add;

/// Adds the ends of connects and welds.
pub(super) fn equalities(add: &mut Add<'_>) -> Option<()> {
    let (m, d) = (add.m, add.d);
    if !add.shows(VisFlag::Constraint) {
        return Some(());
    }
    let size = Vec3([f64::from(add.size(m.vis.scale.constraint)); 3]);
    for e in (0..m.neq).map(EqualityId).filter(|&e| d.eq_active[e] != 0) {
        let Some(ends) = ends(m, d, e) else { continue };
        let colors = [m.vis.rgba.connect, m.vis.rgba.constraint];
        for ((pos, mat), rgba) in ends.into_iter().zip(colors) {
            let mut geom = add.decor(ObjType::Equality, e.0)?;
            geom.init(GeomType::Sphere, Some(size), Some(pos), Some(&mat), Some(rgba));
            if add.labels(Label::Constraint) {
                add.name(&mut geom, ObjType::Equality, e.0);
            }
            add.keep(geom);
        }
    }
    Some(())
}

/// The points of an equality and the axes there; `None` if it does not hold points.
fn ends(m: &Model, d: &Data, e: EqualityId) -> Option<[(Vec3, Mat3); 2]> {
    let weld = match m.eq_type[e].get() {
        Some(EqType::Weld) => true,
        Some(EqType::Connect) => false,
        _ => return None,
    };
    let objects = [m.eq_obj1id[e], m.eq_obj2id[e]];
    if m.eq_objtype[e] == ObjType::Site {
        let [a, b] = objects.map(|id| SiteId::new(id).filter(|site| site.0 < m.nsite));
        return Some([a?, b?].map(|site| (d.site_xpos[site], d.site_xmat[site])));
    }
    let [a, b] = objects.map(|id| BodyId::new(id).filter(|body| body.0 < m.nbody));
    let [x, y, z, u, v, w, ..] = m.eq_data[e];
    // the point of the first body comes first for connects, that of the second for welds
    let (first, second) = (Vec3([x, y, z]), Vec3([u, v, w]));
    let points = if weld { [second, first] } else { [first, second] };
    let end = |body: BodyId, point: Vec3| (d.xmat[body] * point + d.xpos[body], d.xmat[body]);
    Some([end(a?, points[0]), end(b?, points[1])])
}
