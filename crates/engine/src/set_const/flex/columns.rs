//! The patterns of the Jacobians of edges and vertices, and which edges meet at a vertex.
//!
//! | reads | writes |
//! |---|---|
//! | `flex_edge`, `flex_edgeadr`, `flex_edgenum`, `dof_parentid` | `flexedge_J_rownnz`, `flexedge_J_rowadr`, `flexedge_J_colind` |
//! | `flex_vertadr`, `flex_vertnum`, `flex_vertbodyid` | `flexvert_J_rownnz`, `flexvert_J_rowadr`, `flexvert_J_colind` |
//! | `flex_rigid`, `flex_interp`, `flex_edgeequality` | `flex_vertedge`, `flex_vertedgeadr`, `flex_vertedgenum` |
//! | `flex_edgedamping`, `flex_edgestiffness`, `flex_damping` | `flex_bandwidth` |
//!
//! They depend on parameters (a flex without damping has no Jacobian of edges), so that they are made
//! here and not where the structure of a model is. The model is changed only if they differ.
//!
//! Flexes without rows have the address zero for them. MuJoCo begins at zero again behind such a flex,
//! over the rows of those before it; here rows never share memory.

use super::super::ConstError;
use super::{band, flexes, in_plane, vertices};
use crate::ids::{FlexEdgeId, FlexId, FlexVertId};
use crate::model::Model;
use crate::smooth::jacobian::last_dof;

/// All that is made here, laid out as in the model.
struct Patterns {
    edge_rownnz: Vec<i32>,
    edge_rowadr: Vec<i32>,
    edge_colind: Vec<i32>,
    vert_rownnz: Vec<i32>,
    vert_rowadr: Vec<i32>,
    vert_colind: Vec<i32>,
    vertedge: Vec<i32>,
    vertedgeadr: Vec<i32>,
    vertedgenum: Vec<i32>,
    bandwidth: i32,
    /// Where the next rows of edges and of vertices begin.
    edge_end: i32,
    vert_end: i32,
    /// For which row a dof was counted last.
    seen: Vec<usize>,
    rows: usize,
}

/// Brings the patterns up to date.
pub(super) fn update(m: &mut Model) -> Result<(), ConstError> {
    let mut new = Patterns::empty(m);
    let mut listed = 0;
    for f in flexes(m).filter(|&f| m.flex_rigid[f] == 0 && m.flex_interp[f] == 0) {
        if has_edge_rows(m, f) {
            new.edges(m, f)?;
        }
        if in_plane(m, f) {
            new.list_edges(m, f, &mut listed)?;
            new.vertices(m, f)?;
        }
    }
    new.bandwidth = band::width(m);
    if new.same(m) {
        return Ok(());
    }
    m.edit(|s| {
        s.flexedge_J_rownnz.copy_from_slice(&new.edge_rownnz);
        s.flexedge_J_rowadr.copy_from_slice(&new.edge_rowadr);
        s.flexedge_J_colind.copy_from_slice(&new.edge_colind);
        s.flexvert_J_rownnz.scalars_mut().copy_from_slice(&new.vert_rownnz);
        s.flexvert_J_rowadr.scalars_mut().copy_from_slice(&new.vert_rowadr);
        s.flexvert_J_colind.scalars_mut().copy_from_slice(&new.vert_colind);
        s.flex_vertedge.scalars_mut().copy_from_slice(&new.vertedge);
        s.flex_vertedgeadr.copy_from_slice(&new.vertedgeadr);
        s.flex_vertedgenum.copy_from_slice(&new.vertedgenum);
        s.flex_bandwidth.fill(new.bandwidth);
    })
    .map_err(|_| ConstError::FlexColumns)
}

/// Whether a force or a constraint may depend on the Jacobians of edges.
fn has_edge_rows(m: &Model, f: FlexId) -> bool {
    m.flex_edgeequality[f] != 0
        || m.flex_edgedamping[f] != 0.0
        || m.flex_edgestiffness[f] != 0.0
        || m.flex_damping[f] != 0.0
}

impl Patterns {
    fn empty(m: &Model) -> Self {
        Self {
            edge_rownnz: vec![0; m.nflexedge],
            edge_rowadr: vec![0; m.nflexedge],
            edge_colind: m.flexedge_J_colind.to_vec(),
            vert_rownnz: vec![0; 2 * m.nflexvert],
            vert_rowadr: vec![0; 2 * m.nflexvert],
            vert_colind: m.flexvert_J_colind.scalars::<i32>().to_vec(),
            vertedge: vec![0; 2 * m.nflexedge],
            vertedgeadr: vec![0; m.nflexvert],
            vertedgenum: vec![0; m.nflexvert],
            bandwidth: 0,
            edge_end: 0,
            vert_end: 0,
            seen: vec![0; m.nv],
            rows: 0,
        }
    }

    fn same(&self, m: &Model) -> bool {
        *m.flexedge_J_rownnz == self.edge_rownnz[..]
            && *m.flexedge_J_rowadr == self.edge_rowadr[..]
            && *m.flexedge_J_colind == self.edge_colind[..]
            && m.flexvert_J_rownnz.scalars::<i32>()[..] == self.vert_rownnz[..]
            && m.flexvert_J_rowadr.scalars::<i32>()[..] == self.vert_rowadr[..]
            && m.flexvert_J_colind.scalars::<i32>()[..] == self.vert_colind[..]
            && m.flex_vertedge.scalars::<i32>()[..] == self.vertedge[..]
            && *m.flex_vertedgeadr == self.vertedgeadr[..]
            && *m.flex_vertedgenum == self.vertedgenum[..]
            && m.flex_bandwidth.iter().all(|&width| width == self.bandwidth)
    }

    /// The dofs that move some vertices of a flex, in increasing order.
    fn columns(&mut self, m: &Model, f: FlexId, ends: impl Iterator<Item = i32>) -> Vec<i32> {
        self.rows += 1;
        let first = m.flex_vertadr[f] as usize;
        let mut columns = Vec::new();
        for end in ends {
            let body = m.flex_vertbodyid[FlexVertId(first + end as usize)].id();
            let mut dof = body.and_then(|body| last_dof(m, body));
            while let Some(k) = dof.filter(|k| self.seen[k.0] != self.rows) {
                self.seen[k.0] = self.rows;
                columns.push(k.raw());
                dof = m.dof_parentid[k].id();
            }
        }
        columns.sort_unstable();
        columns
    }

    /// Rows of edges, each behind the one before.
    fn edges(&mut self, m: &Model, f: FlexId) -> Result<(), ConstError> {
        let first = m.flex_edgeadr[f] as usize;
        for e in first..first + m.flex_edgenum[f] as usize {
            let columns = self.columns(m, f, m.flex_edge[FlexEdgeId(e)].into_iter());
            self.edge_rowadr[e] = self.edge_end;
            self.edge_rownnz[e] = columns.len() as i32;
            put(&mut self.edge_colind, self.edge_end, &columns)?;
            self.edge_end += columns.len() as i32;
        }
        Ok(())
    }

    /// Which edges meet at each vertex.
    fn list_edges(&mut self, m: &Model, f: FlexId, listed: &mut i32) -> Result<(), ConstError> {
        let (vert, edge) = (m.flex_vertadr[f] as usize, m.flex_edgeadr[f] as usize);
        let mut around = vec![Vec::new(); m.flex_vertnum[f] as usize];
        for e in 0..m.flex_edgenum[f] {
            for end in m.flex_edge[FlexEdgeId(edge + e as usize)] {
                around[end as usize].push(e);
            }
        }
        for (v, edges) in around.iter().enumerate() {
            self.vertedgeadr[vert + v] = *listed;
            self.vertedgenum[vert + v] = edges.len() as i32;
            put(&mut self.vertedge, *listed, edges)?;
            *listed += edges.len() as i32;
        }
        Ok(())
    }

    /// Two rows for each vertex: all that moves the edges around it.
    fn vertices(&mut self, m: &Model, f: FlexId) -> Result<(), ConstError> {
        let edge = m.flex_edgeadr[f] as usize;
        for v in vertices(m, f) {
            let start = self.vertedgeadr[v.0] as usize;
            let edges = self.vertedge[start..start + self.vertedgenum[v.0] as usize].to_vec();
            let ends = edges.iter().flat_map(|&e| m.flex_edge[FlexEdgeId(edge + e as usize)]);
            let columns = self.columns(m, f, ends);
            for row in [2 * v.0, 2 * v.0 + 1] {
                self.vert_rowadr[row] = self.vert_end;
                self.vert_rownnz[row] = columns.len() as i32;
                put(&mut self.vert_colind, self.vert_end, &columns)?;
                self.vert_end += columns.len() as i32;
                // the next row begins behind, also if another flex has it and leaves it empty
                if let Some(next) = self.vert_rowadr.get_mut(row + 1) {
                    *next = self.vert_end;
                }
            }
        }
        Ok(())
    }
}

/// Copies to an address; what does not fit is refused.
fn put(array: &mut [i32], adr: i32, part: &[i32]) -> Result<(), ConstError> {
    let start = usize::try_from(adr).map_err(|_| ConstError::FlexColumns)?;
    let place = array.get_mut(start..start + part.len()).ok_or(ConstError::FlexColumns)?;
    place.copy_from_slice(part);
    Ok(())
}
