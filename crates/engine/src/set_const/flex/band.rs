//! How far apart coupled degrees of freedom of interpolated flexes are, when those of their nodes are
//! numbered one after the other.
//!
//! | reads | writes |
//! |---|---|
//! | `flex_interp`, `flex_cellnum`, `flex_nodeadr`, `flex_nodenum`, `flex_nodebodyid` | nothing: `columns` does |
//! | `body_dofnum`, `dof_parentid`, `D_rownnz`, `D_rowadr`, `D_colind` | |
//! | `M_rownnz`, `M_rowadr`, `M_colind` | |

use super::flexes;
use crate::ids::{BodyId, DofId, FlexId, FlexNodeId};
use crate::model::Model;
use crate::smooth::jacobian::last_dof;

/// Numbers of the dofs of nodes, in the order of the nodes.
struct Numbers {
    of_dof: Vec<Option<usize>>,
    dofs: Vec<DofId>,
}

/// The width of the band, for all flexes together.
pub(super) fn width(m: &Model) -> i32 {
    let interpolated: Vec<FlexId> = flexes(m).filter(|&f| m.flex_interp[f] != 0).collect();
    let mut numbers = Numbers { of_dof: vec![None; m.nv], dofs: Vec::new() };
    for &f in &interpolated {
        let first = m.flex_nodeadr[f] as usize;
        for n in first..first + m.flex_nodenum[f] as usize {
            numbers.add(m, body_of(m, n));
        }
    }
    let coupled = numbers.of_matrices(m);
    let cells = interpolated.iter().map(|&f| numbers.of_cells(m, f)).max();
    coupled.max(cells.unwrap_or(0)) as i32
}

fn body_of(m: &Model, node: usize) -> BodyId {
    m.flex_nodebodyid[FlexNodeId(node)].present()
}

/// The dofs that move a body, from the last to the first.
fn chain(m: &Model, body: BodyId) -> impl Iterator<Item = DofId> {
    std::iter::successors(last_dof(m, body), |&k| m.dof_parentid[k].id())
}

impl Numbers {
    /// Numbers the dofs of a body, or if it has none those that move it.
    fn add(&mut self, m: &Model, body: BodyId) {
        let own = m.body_dofnum[body] as usize;
        let mut dofs: Vec<DofId> =
            if own == 0 { chain(m, body).collect() } else { chain(m, body).take(own).collect() };
        dofs.reverse();
        for k in dofs {
            if self.of_dof[k.0].is_none() {
                self.of_dof[k.0] = Some(self.dofs.len());
                self.dofs.push(k);
            }
        }
    }

    /// The largest distance of dofs that the matrices of inertia and of damping couple.
    fn of_matrices(&self, m: &Model) -> usize {
        let mut width = 0;
        for (i, &k) in self.dofs.iter().enumerate() {
            let rows = [
                (m.D_rowadr[k], m.D_rownnz[k], m.D_colind.as_slice()),
                (m.M_rowadr[k], m.M_rownnz[k], m.M_colind.as_slice()),
            ];
            for (adr, count, columns) in rows {
                let row = columns.iter().skip(adr as usize).take(count as usize);
                let numbers = row.filter_map(|&column| self.of_dof[column as usize]);
                width = numbers.fold(width, |width, j| width.max(i.abs_diff(j)));
            }
        }
        width
    }

    /// The largest distance of dofs that move nodes of the same cell.
    fn of_cells(&self, m: &Model, f: FlexId) -> usize {
        let order = m.flex_interp[f].unsigned_abs() as usize;
        let cells = m.flex_cellnum[f].map(|n| n as usize);
        let [_, ny, nz] = cells.map(|n| n * order + 1);
        let first = m.flex_nodeadr[f] as usize;
        let spans: Vec<Option<(usize, usize)>> = (0..m.flex_nodenum[f] as usize)
            .map(|n| {
                let numbers = chain(m, body_of(m, first + n)).filter_map(|k| self.of_dof[k.0]);
                numbers.fold(None, |span, i| merge(span, Some((i, i))))
            })
            .collect();
        let steps = || 0..=order;
        let mut width = 0;
        for x in 0..cells[0] {
            for y in 0..cells[1] {
                for z in 0..cells[2] {
                    let mut span = None;
                    for dx in steps() {
                        for dy in steps() {
                            let row = ((x * order + dx) * ny + y * order + dy) * nz + z * order;
                            span = steps().fold(span, |span, dz| {
                                merge(span, spans.get(row + dz).copied().flatten())
                            });
                        }
                    }
                    width = span.map_or(width, |(low, high)| width.max(high - low));
                }
            }
        }
        width
    }
}

/// The smallest span with two others in it.
fn merge(a: Option<(usize, usize)>, b: Option<(usize, usize)>) -> Option<(usize, usize)> {
    match (a, b) {
        (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
        (a, b) => a.or(b),
    }
}
