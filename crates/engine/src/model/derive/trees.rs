//! Kinematic trees: which bodies, dofs and tendons belong to them.

use super::exactly;
use crate::enums::WrapType;
use crate::fields::Link;
use crate::ids::{BodyId, DofId, GeomId, JointId, SiteId, TendonId, TreeId, WrapId};
use crate::model::{Structure, StructureError};

/// Bodies and dofs of each tree, both of which are numbered tree by tree; trees of tendons.
pub(super) fn fill(s: &mut Structure) -> Result<(), StructureError> {
    let roots = s.dof_parentid.raw().iter().filter(|&&parent| parent == -1).count();
    exactly("ntree", roots, s.ntree)?;
    let mut tree = -1;
    for k in s.dofs() {
        tree += i32::from(s.dof_parentid[k].raw() == -1);
        s.dof_treeid[k] = Link::from_raw(tree);
    }
    for b in s.bodies() {
        let weld = s.body_weldid[b].present();
        s.body_treeid[b] = s.body_dofs(weld).next().map_or(Link::NONE, |k| s.dof_treeid[k]);
    }

    let (nbody, nv) = (s.nbody, s.nv);
    let Structure { tree_bodyadr, tree_bodynum, body_treeid, .. } = s;
    let of_bodies = (1..nbody).map(|b| (b, body_treeid[BodyId(b)].raw()));
    spans(tree_bodyadr.raw_mut(), tree_bodynum, of_bodies);
    let Structure { tree_dofadr, tree_dofnum, dof_treeid, .. } = s;
    let of_dofs = (0..nv).map(|k| (k, dof_treeid[DofId(k)].raw()));
    spans(tree_dofadr.raw_mut(), tree_dofnum, of_dofs);

    for t in s.tendons() {
        let touched = of_tendon(s, t);
        s.tendon_treenum[t] = touched.len() as i32;
        s.tendon_treeid[t] = [0, 1].map(|i| touched.get(i).copied().into());
    }
    Ok(())
}

/// First index and number of those that belong to each tree.
fn spans(adr: &mut [i32], num: &mut [i32], trees: impl Iterator<Item = (usize, i32)>) {
    num.fill(0);
    let mut newest = -1;
    for (index, tree) in trees.filter(|&(_, tree)| tree >= 0) {
        if tree > newest {
            newest += 1;
            if let Some(adr) = adr.get_mut(newest as usize) {
                *adr = index as i32;
            }
        }
        if let Some(num) = num.get_mut(newest as usize) {
            *num += 1;
        }
    }
}

/// The trees along a tendon's path, each once, in order.
pub(crate) fn of_tendon(s: &Structure, t: TendonId) -> Vec<TreeId> {
    let mut touched = Vec::new();
    let first = s.tendon_adr[t].raw().max(0) as usize;
    for w in (first..first + s.tendon_num[t] as usize).map(WrapId) {
        if let Some(tree) = of_wrap(s, w).filter(|tree| !touched.contains(tree)) {
            touched.push(tree);
        }
    }
    touched
}

fn of_wrap(s: &Structure, w: WrapId) -> Option<TreeId> {
    let object = s.wrap_objid[w] as usize;
    let body = match s.wrap_type[w].get()? {
        WrapType::Joint => s.jnt_bodyid[JointId(object)].raw(),
        WrapType::Site => s.site_bodyid[SiteId(object)].raw(),
        WrapType::Sphere | WrapType::Cylinder => s.geom_bodyid[GeomId(object)].raw(),
        WrapType::Pulley | WrapType::None => return None,
    };
    s.body_treeid[BodyId(body as usize)].id()
}
