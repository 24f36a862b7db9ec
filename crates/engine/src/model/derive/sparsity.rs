//! Sparsity patterns that the kinematic tree decides: the inertia matrix `M` (lower triangle), the
//! dof-dof matrix `D` (both triangles), the body-dof matrix `B`, and the maps between them.

use super::exactly;
use crate::ids::{BodyDofAdr, BodyId, DofDofAdr, DofId, MAdr};
use crate::model::{Structure, StructureError};

/// Fills the patterns, whose sizes are compared before anything is made of them.
pub(super) fn fill(s: &mut Structure) -> Result<(), StructureError> {
    let depth = depths(s);
    let chain: usize = depth.iter().sum();
    exactly("nD", (2 * chain).saturating_sub(s.nv), s.nD)?;
    let row = |(&depth, &simple): (&usize, &i32)| if simple == 0 { depth } else { 1 };
    exactly("nC", depth.iter().zip(s.dof_simplenum.iter()).map(row).sum(), s.nC)?;
    exactly("nB", if s.nv == 0 { 0 } else { count_body_dofs(s) }, s.nB)?;

    fill_lower(s, &depth);
    fill_both(s, &depth);
    if s.nv > 0 {
        fill_bodies(s);
    } else {
        s.B_rownnz.fill(0);
        s.B_rowadr.fill(0);
    }
    fill_maps(s, &depth);
    Ok(())
}

/// Number of dofs from the root to each dof, that dof included.
fn depths(s: &Structure) -> Vec<usize> {
    let mut depth = vec![1; s.nv];
    for k in s.dofs() {
        if let Some(parent) = s.dof_parentid[k].id() {
            depth[k.0] = 1 + depth[parent.0];
        }
    }
    depth
}

/// A dof and those above it, nearest first.
fn upward(s: &Structure, dof: DofId) -> impl Iterator<Item = DofId> + '_ {
    std::iter::successors(Some(dof), |&k| s.dof_parentid[k].id())
}

/// M: a row is a dof and all above it, increasing; simple dofs have only the diagonal.
fn fill_lower(s: &mut Structure, depth: &[usize]) {
    let mut next = 0;
    for k in s.dofs() {
        let simple = s.dof_simplenum[k] != 0;
        let len = if simple { 1 } else { depth[k.0] };
        s.M_rownnz[k] = len as i32;
        s.M_rowadr[k] = next as i32;
        let mut up = k;
        for place in (next..next + len).rev() {
            s.M_colind[MAdr(place)] = up.raw();
            up = s.dof_parentid[up].id().unwrap_or(up);
        }
        next += len;
    }
}

/// D: dofs above and below, increasing.
fn fill_both(s: &mut Structure, depth: &[usize]) {
    // how many lie below each dof, itself included
    let mut below = vec![1_usize; s.nv];
    for k in s.dofs().rev() {
        if let Some(parent) = s.dof_parentid[k].id() {
            below[parent.0] += below[k.0];
        }
    }
    let mut next = 0;
    let mut end = vec![0; s.nv];
    for k in s.dofs() {
        s.D_rownnz[k] = (depth[k.0] + below[k.0] - 1) as i32;
        s.D_rowadr[k] = next as i32;
        s.D_diag[k] = depth[k.0] as i32 - 1;
        end[k.0] = next + depth[k.0] - 1;
        next += depth[k.0] + below[k.0] - 1;
    }
    for k in s.dofs() {
        // what lies above goes in front of the diagonal of this row, this dof into the rows above
        let diagonal = s.D_rowadr[k] as usize + depth[k.0] - 1;
        let mut up = Some(k);
        for place in (s.D_rowadr[k] as usize..=diagonal).rev() {
            let Some(above) = up else { break };
            s.D_colind[DofDofAdr(place)] = above.raw();
            s.D_colind[DofDofAdr(end[above.0])] = k.raw();
            end[above.0] += 1;
            up = s.dof_parentid[above].id();
        }
    }
}

/// Nonzeros of B: for every body the dofs of its subtree and of the bodies above it.
fn count_body_dofs(s: &Structure) -> usize {
    let own = |b: BodyId| s.body_dofnum[b] as usize;
    let mut subtree: Vec<usize> = s.bodies().map(own).collect();
    let mut above = vec![0; s.nbody];
    for b in s.bodies().skip(1) {
        let parent = s.body_parentid[b].present();
        above[b.0] = above[parent.0] + own(parent);
    }
    for b in s.bodies().skip(1).rev() {
        subtree[s.body_parentid[b].raw() as usize] += subtree[b.0];
    }
    subtree.iter().sum::<usize>() + above.iter().sum::<usize>()
}

/// B: for each body, the dofs of the bodies above it and of its subtree, increasing.
fn fill_bodies(s: &mut Structure) {
    // bodies and dofs are numbered depth first: a subtree is a range of both
    let mut after = vec![0; s.nbody];
    for b in s.bodies().rev() {
        after[b.0] = after[b.0].max(b.0 + 1);
        let parent = s.body_parentid[b].raw() as usize;
        after[parent] = after[parent].max(after[b.0]);
    }
    let mut first = vec![0; s.nbody + 1];
    for b in s.bodies() {
        first[b.0 + 1] = first[b.0] + s.body_dofnum[b] as usize;
    }
    let mut next = 0;
    for b in s.bodies() {
        let start = next;
        let mut up = s.body_parentid[b].raw() as usize;
        while up > 0 {
            for dof in s.body_dofs(BodyId(up)).rev() {
                s.B_colind[BodyDofAdr(next)] = dof.raw();
                next += 1;
            }
            up = s.body_parentid[BodyId(up)].raw() as usize;
        }
        s.B_colind[BodyDofAdr(start)..BodyDofAdr(next)].reverse();
        for dof in first[b.0]..first[after[b.0]] {
            s.B_colind[BodyDofAdr(next)] = dof as i32;
            next += 1;
        }
        s.B_rowadr[b] = start as i32;
        s.B_rownnz[b] = (next - start) as i32;
    }
}

/// Entry of D to entry of M and back, and entry of M to that of `qM`.
fn fill_maps(s: &mut Structure, depth: &[usize]) {
    // a row of M lists one dof for each depth, so that a column is found by its depth
    let entry = |s: &Structure, row: DofId, column: DofId| {
        let (adr, simple) = (s.M_rowadr[row] as usize, s.dof_simplenum[row] != 0);
        if simple { (row == column).then_some(adr) } else { Some(adr + depth[column.0] - 1) }
    };
    for row in s.dofs() {
        let adr = s.D_rowadr[row] as usize;
        for place in (adr..adr + s.D_rownnz[row] as usize).map(DofDofAdr) {
            let column = DofId(s.D_colind[place] as usize);
            // D is symmetric: an entry above the diagonal is the one below it
            let at = entry(s, row.max(column), row.min(column));
            s.mapM2D[place] = at.map_or(-1, |at| at as i32);
            if let Some(at) = at.filter(|_| column <= row) {
                s.mapD2M[MAdr(at)] = place.raw();
            }
        }
        // qM lists a dof, then those above it
        for (k, column) in
            upward(s, row).take(s.M_rownnz[row] as usize).enumerate().collect::<Vec<_>>()
        {
            if let Some(at) = entry(s, row, column) {
                s.mapM2M[MAdr(at)] = s.dof_Madr[row] + k as i32;
            }
        }
    }
}
