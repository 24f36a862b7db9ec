//! Where the joints, dofs and geoms of bodies are, and which dof comes before which.

use super::exactly;
use crate::fields::Link;
use crate::ids::{BodyId, DofId, GeomId, JointId};
use crate::model::error::Allowed;
use crate::model::{Structure, StructureError};

pub(super) fn fill(s: &mut Structure) -> Result<(), StructureError> {
    let (mut joint, mut dof, mut position, mut geom) = (0, 0, 0, 0);
    // the last dof on the way from the world to each body
    let mut last = vec![-1; s.nbody];
    for b in s.bodies() {
        let parent = s.body_parentid[b].raw() as usize;
        let mut above = last[parent];
        let first = dof;

        s.body_jntadr[b] = Link::from_raw(address(joint, s.body_jntnum[b]));
        for _ in 0..s.body_jntnum[b] {
            let j = JointId(joint);
            s.jnt_bodyid[j] = b.into();
            s.jnt_qposadr[j] = Link::from_raw(position as i32);
            s.jnt_dofadr[j] = Link::from_raw(dof as i32);
            let (nq, nv) = s.jnt_type[j].get().map_or((0, 0), |kind| (kind.nq(), kind.nv()));
            for k in (dof..dof + nv).map(DofId) {
                s.dof_bodyid[k] = b.into();
                s.dof_jntid[k] = j.into();
                s.dof_parentid[k] = Link::from_raw(above);
                above = k.raw();
            }
            (joint, dof, position) = (joint + 1, dof + nv, position + nq);
        }
        s.body_dofnum[b] = (dof - first) as i32;
        s.body_dofadr[b] = Link::from_raw(address(first, s.body_dofnum[b]));
        last[b.0] = above;

        s.body_geomadr[b] = Link::from_raw(address(geom, s.body_geomnum[b]));
        for g in (geom..geom + s.body_geomnum[b] as usize).map(GeomId) {
            s.geom_bodyid[g] = b.into();
        }
        geom += s.body_geomnum[b] as usize;

        // the child of the world above it, and the body that it moves with
        let top = b.0 == 0 || parent == 0;
        s.body_rootid[b] = if top { b.into() } else { s.body_rootid[BodyId(parent)] };
        let moves = b.0 == 0 || s.body_jntnum[b] > 0;
        s.body_weldid[b] = if moves { b.into() } else { s.body_weldid[BodyId(parent)] };
    }
    addresses_in_inertia(s)
}

/// An address, -1 where there is nothing.
fn address(adr: usize, num: i32) -> i32 {
    if num == 0 { -1 } else { adr as i32 }
}

/// `dof_Madr`: the inertia matrix lists every dof with all dofs above it.
fn addresses_in_inertia(s: &mut Structure) -> Result<(), StructureError> {
    let mut depth = vec![0_usize; s.nv];
    let mut next = 0;
    for k in s.dofs() {
        let parent = s.dof_parentid[k].id();
        depth[k.0] = 1 + parent.map_or(0, |parent| depth[parent.0]);
        s.dof_Madr[k] = i32::try_from(next).unwrap_or(i32::MAX);
        next += depth[k.0];

        // a simple dof has no other inertia than its own, so nothing hangs on it but its like
        let on_simple = parent.is_some_and(|parent| s.dof_simplenum[parent] > 0);
        let num = s.dof_simplenum[k];
        if on_simple && num == 0 {
            let parent = s.dof_parentid[k].raw() as usize;
            let allowed = Allowed::Words("0, as another dof moves with it");
            let value = s.dof_simplenum[DofId(parent)];
            return Err(StructureError::entry("dof_simplenum", parent, value, allowed));
        }
    }
    exactly("nM", next, s.nM)
}
