//! Sparsity patterns that the kinematic tree decides: the inertia matrix `M` (lower triangle), the
//! dof-dof matrix `D` (both triangles), the body-dof matrix `B`, and the maps between them.

use ferrodyn_engine::Model;
use ferrodyn_engine::ids::{BodyDofAdr, BodyId, DofDofAdr, DofId, MAdr};

/// Ancestors of a dof, nearest first, the dof itself not included.
fn ancestors(parent: &[i32], dof: usize) -> impl Iterator<Item = usize> + '_ {
    let up = |dof: &usize| usize::try_from(parent[*dof]).ok();
    std::iter::successors(up(&dof), up)
}

/// Number of nonzeros of the three patterns, from parents and simple flags.
pub(super) struct Counts {
    pub(super) chain: usize,
    pub(super) lower: usize,
    pub(super) both: usize,
}

impl Counts {
    pub(super) fn new(parent: &[i32], simplenum: &[i32]) -> Self {
        let nv = parent.len();
        let (mut chain, mut lower) = (nv, nv);
        for (dof, &simple) in simplenum.iter().enumerate() {
            let above = ancestors(parent, dof).count();
            chain += above;
            if simple == 0 {
                lower += above;
            }
        }
        Self { chain, lower, both: 2 * chain - nv }
    }
}

/// Fills the patterns of `M`, `D` and `B` and the maps between `M` and `D`.
pub(super) fn fill(m: &mut Model) {
    let parent = m.dof_parentid.to_vec();
    let nv = parent.len();

    // M: a row is the chain of ancestors, increasing; simple dofs have only the diagonal
    let mut next = 0;
    for dof in 0..nv {
        let simple = m.dof_simplenum[DofId(dof)] != 0;
        let mut row: Vec<usize> = vec![dof];
        if !simple {
            row.extend(ancestors(&parent, dof));
        }
        row.reverse();
        m.M_rownnz[DofId(dof)] = row.len() as i32;
        m.M_rowadr[DofId(dof)] = next as i32;
        for (k, col) in row.iter().enumerate() {
            m.M_colind[MAdr(next + k)] = *col as i32;
        }
        next += row.len();
    }

    // D: ancestors and descendants, increasing
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); nv];
    for dof in 0..nv {
        let mut above: Vec<usize> = ancestors(&parent, dof).collect();
        above.reverse();
        for &a in &above {
            rows[a].push(dof);
        }
        above.push(dof);
        above.append(&mut rows[dof]);
        rows[dof] = above;
    }
    let mut next = 0;
    for (dof, row) in rows.iter().enumerate() {
        m.D_rownnz[DofId(dof)] = row.len() as i32;
        m.D_rowadr[DofId(dof)] = next as i32;
        m.D_diag[DofId(dof)] = row.iter().position(|&c| c == dof).unwrap_or(0) as i32;
        for (k, col) in row.iter().enumerate() {
            m.D_colind[DofDofAdr(next + k)] = *col as i32;
        }
        next += row.len();
    }
    fill_bodies(m);
    fill_maps(m, &parent);
}

/// B: for each body, the dofs of its ancestors and of its subtree, increasing.
fn fill_bodies(m: &mut Model) {
    let nbody = m.nbody;
    let own = |m: &Model, b: usize| {
        let first = usize::try_from(m.body_dofadr[BodyId(b)]).unwrap_or(0);
        first..first + m.body_dofnum[BodyId(b)] as usize
    };
    let mut subtree: Vec<Vec<usize>> = vec![Vec::new(); nbody];
    for b in (1..nbody).rev() {
        let mut dofs: Vec<usize> = own(m, b).collect();
        dofs.append(&mut subtree[b]);
        let parent = m.body_parentid[BodyId(b)] as usize;
        // the world collects all; keep one list per body
        let copy = dofs.clone();
        subtree[parent].extend(copy);
        subtree[b] = dofs;
    }
    let mut next = 0;
    for (b, mut row) in subtree.into_iter().enumerate() {
        let mut up = m.body_parentid[BodyId(b)] as usize;
        while up > 0 {
            row.extend(own(m, up));
            up = m.body_parentid[BodyId(up)] as usize;
        }
        row.sort_unstable();
        m.B_rownnz[BodyId(b)] = row.len() as i32;
        m.B_rowadr[BodyId(b)] = next as i32;
        for (k, dof) in row.iter().enumerate() {
            m.B_colind[BodyDofAdr(next + k)] = *dof as i32;
        }
        next += row.len();
    }
}

/// Index maps: entry of `D` to entry of `M` and back, and entry of `M` to that of `qM`.
fn fill_maps(m: &mut Model, parent: &[i32]) {
    let nv = parent.len();
    let entry = |m: &Model, row: usize, col: usize| -> i32 {
        // position of (row, col) in the lower triangle, -1 if it is not there
        let adr = m.M_rowadr[DofId(row)] as usize;
        let n = m.M_rownnz[DofId(row)] as usize;
        let found = (adr..adr + n).find(|&k| m.M_colind[MAdr(k)] == col as i32);
        found.map_or(-1, |k| k as i32)
    };
    for row in 0..nv {
        let (adr, n) = (m.D_rowadr[DofId(row)] as usize, m.D_rownnz[DofId(row)] as usize);
        for k in adr..adr + n {
            let col = m.D_colind[DofDofAdr(k)] as usize;
            // D is symmetric: an entry above the diagonal is the one below it
            let at = entry(m, row.max(col), row.min(col));
            m.mapM2D[DofDofAdr(k)] = at;
            if col <= row && at >= 0 {
                m.mapD2M[MAdr(at as usize)] = k as i32;
            }
        }
        // qM lists a dof, then its ancestors
        let first = m.dof_Madr[DofId(row)];
        let simple = m.dof_simplenum[DofId(row)] != 0;
        let chain = std::iter::once(row).chain(ancestors(parent, row));
        for (k, col) in chain.take(if simple { 1 } else { usize::MAX }).enumerate() {
            let at = entry(m, row, col);
            if let Ok(at) = usize::try_from(at) {
                m.mapM2M[MAdr(at)] = first + k as i32;
            }
        }
    }
}
