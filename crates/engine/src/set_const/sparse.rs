//! Which dofs move each tendon: the columns of its Jacobian.
//!
//! | reads | writes |
//! |---|---|
//! | tendon paths, `body_parentid`, dofs of bodies | `ten_J_rownnz`, `ten_J_rowadr`, `ten_J_colind` |

use crate::enums::WrapType;
use crate::ids::{BodyId, GeomId, JointId, SiteId, TendonId, WrapId};
use crate::model::Model;

/// Lists the columns, ascending in each row.
pub(super) fn tendon_columns(m: &mut Model) {
    let mut adr = 0;
    let mut columns = Vec::new();
    for t in m.tendons() {
        columns.clear();
        dofs_of_tendon(m, t, &mut columns);
        columns.sort_unstable();
        m.ten_J_rowadr[t] = adr as i32;
        m.ten_J_rownnz[t] = columns.len() as i32;
        for (to, from) in m.ten_J_colind.iter_mut().skip(adr).zip(&columns) {
            *to = *from;
        }
        adr += columns.len();
    }
}

fn dofs_of_tendon(m: &Model, t: TendonId, columns: &mut Vec<i32>) {
    let first = m.tendon_adr[t] as usize;
    let path = (first..first + m.tendon_num[t] as usize).map(WrapId);
    let kind = |w: WrapId| WrapType::from_i32(m.wrap_type[w]);

    // a fixed tendon lists its joints
    if path.clone().next().is_some_and(|w| kind(w) == Some(WrapType::Joint)) {
        columns.extend(path.map(|w| m.jnt_dofadr[JointId(m.wrap_objid[w] as usize)]));
        return;
    }

    // a spatial one is moved by all dofs between its bodies and the world
    for w in path {
        let object = m.wrap_objid[w] as usize;
        let mut b = match kind(w) {
            Some(WrapType::Site) => m.site_bodyid[SiteId(object)],
            Some(WrapType::Sphere | WrapType::Cylinder) => m.geom_bodyid[GeomId(object)],
            _ => continue,
        } as usize;
        while b > 0 {
            for k in m.body_dofs(BodyId(b)).map(|k| k as i32) {
                if !columns.contains(&k) {
                    columns.push(k);
                }
            }
            b = m.body_parentid[BodyId(b)] as usize;
        }
    }
}
