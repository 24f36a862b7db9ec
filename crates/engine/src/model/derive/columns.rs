//! Which dofs move each tendon: the columns of its Jacobian.

use super::exactly;
use crate::enums::WrapType;
use crate::ids::{BodyId, GeomId, JointId, SiteId, TendonId, WrapId};
use crate::model::{Structure, StructureError};

/// Lists the columns, ascending in each row.
pub(super) fn fill(s: &mut Structure) -> Result<(), StructureError> {
    let mut next = 0;
    let mut columns = Vec::new();
    let mut used = vec![false; s.nv];
    if s.nv == 0 {
        s.ten_J_rownnz.fill(0);
        s.ten_J_rowadr.fill(0);
        return exactly("nJten", 0, s.nJten);
    }
    for t in s.tendons() {
        columns.clear();
        dofs_of_tendon(s, t, &mut columns, &mut used);
        columns.sort_unstable();
        s.ten_J_rowadr[t] = next as i32;
        s.ten_J_rownnz[t] = columns.len() as i32;
        // counted on where there is no room, for the error
        for &column in &columns {
            if let Some(to) = s.ten_J_colind.get_mut(next) {
                *to = column;
            }
            next += 1;
        }
    }
    exactly("nJten", next, s.nJten)
}

fn dofs_of_tendon(s: &Structure, t: TendonId, columns: &mut Vec<i32>, used: &mut [bool]) {
    let first = s.tendon_adr[t].raw().max(0) as usize;
    let path = (first..first + s.tendon_num[t] as usize).map(WrapId);
    let kind = |w: WrapId| s.wrap_type[w].get();

    // a fixed tendon lists its joints
    if path.clone().next().is_some_and(|w| kind(w) == Some(WrapType::Joint)) {
        columns.extend(path.map(|w| s.jnt_dofadr[JointId(s.wrap_objid[w] as usize)].raw()));
        return;
    }

    // a spatial one is moved by all dofs between its bodies and the world
    for w in path {
        let object = s.wrap_objid[w] as usize;
        let mut b = match kind(w) {
            Some(WrapType::Site) => s.site_bodyid[SiteId(object)].raw(),
            Some(WrapType::Sphere | WrapType::Cylinder) => s.geom_bodyid[GeomId(object)].raw(),
            _ => continue,
        } as usize;
        while b > 0 {
            for k in s.body_dofs(BodyId(b)) {
                if !used[k.0] {
                    used[k.0] = true;
                    columns.push(k.raw());
                }
            }
            b = s.body_parentid[BodyId(b)].raw() as usize;
        }
    }
    for &k in columns.iter() {
        used[k as usize] = false;
    }
}
