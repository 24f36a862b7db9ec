//! Inverse inertia in the space of the constraints, for the solvers that work on forces.
//!
//! `AR = J M^-1 J' + diag(R)`. With `M = L' D L` this is `B B' + diag(R)`, `B = J L^-1 D^-1/2`. A
//! dense `AR` is a full square; a sparse one has an entry where rows of `B` share a dof.

use crate::data::{Data, Sim};
use crate::enums::Warning;
use crate::hooks::AsSystem;
use crate::ids::{DofId, EfcARAdr, EfcId, MAdr};
use crate::linalg::{dense, ldl, sparse};
use crate::model::Model;
use crate::model::facts::{is_dual, is_sparse};
use crate::smooth;
use crate::stage::stage;

stage! {
    /// The inverse inertia between rows.
    PROJECT_CONSTRAINT = Forward(project), PosProject;
    model { M_rownnz M_rowadr M_colind }
    reads { nefc }
    reads when Factor { qLD qLDiagInv efc_J efc_J_rownnz efc_J_rowadr efc_J_colind efc_R }
    writes { nA efc_AR efc_AR_rownnz efc_AR_rowadr efc_AR_colind }
}

/// Inverse inertia in the space of the constraints, for the dual solvers: `efc_AR`.
#[doc(alias = "mj_projectConstraint")]
pub fn project(m: &impl AsSystem, d: &mut Data) {
    let m = &m.as_system();
    if rows(d) == 0 || !is_dual(m) {
        forget_projection(d);
    } else if !project_always(m, d) {
        // as in MuJoCo: no constraints rather than some of them
        forget_projection(d);
        d.clear_constraints();
        let limit = d.growth.limit();
        m.warn(d, Warning::CnstrFull, limit);
    }
}

/// Rows of constraints that there are.
fn rows(d: &Data) -> usize {
    usize::try_from(d.nefc).unwrap_or(0).min(d.efc_R.len())
}

/// [`project`] whatever the solver; false, with `efc_AR` in pieces, if that takes more memory than a step
/// may.
pub(crate) fn project_always(m: &Model, d: &mut Data) -> bool {
    let nefc = rows(d);
    let mut memory = std::mem::take(&mut d.workspace.projection);
    memory.sqrt_inv_d.clear();
    memory.sqrt_inv_d.extend(m.dofs().map(|k| 1.0 / d.qLD[ldl::diagonal(m, k)].sqrt()));
    let most = d.growth.inverse();
    let made = if is_sparse(m) {
        project_sparse(m, d, nefc, &mut memory, most)
    } else {
        project_dense(m, d, nefc, &mut memory, most)
    };
    d.nA = i32::try_from(d.efc_AR.len()).unwrap_or(i32::MAX);
    d.workspace.projection = memory;
    made
}

/// No `efc_AR`.
pub(crate) fn forget_projection(d: &mut Data) {
    d.nA = 0;
    d.efc_AR.resize(0);
    d.efc_AR_colind.resize(0);
    d.efc_AR_rownnz.resize(0);
    d.efc_AR_rowadr.resize(0);
}

/// All of `AR`; false if it takes more bytes than `most`.
fn project_dense(
    m: &Model,
    d: &mut Data,
    nefc: usize,
    memory: &mut ProjectionWorkspace,
    most: usize,
) -> bool {
    let ProjectionWorkspace { sqrt_inv_d, B, BT, .. } = memory;
    forget_projection(d);
    let entries = nefc.saturating_mul(nefc);
    if entries.saturating_mul(size_of::<f64>()) > most || !d.efc_AR.try_resize(entries) {
        return false;
    }

    // B = J L^-1 D^-1/2, and its transpose
    B.values.clear();
    B.values.extend(d.efc_J.iter().take(nefc * m.nv));
    B.values.resize(nefc * m.nv, 0.0);
    smooth::solve_half(m, d, sqrt_inv_d, &mut B.values);
    BT.values.clear();
    BT.values.resize(nefc * m.nv, 0.0);
    dense::transpose(&mut BT.values, &B.values, nefc, m.nv);

    // B B' + diag(R)
    dense::sqr_mat_td(&mut d.efc_AR, &BT.values, None, nefc);
    for r in 0..nefc {
        d.efc_AR[EfcARAdr(r * (nefc + 1))] += d.efc_R[EfcId(r)];
    }
    true
}

/// Bytes of an entry of the lower triangle, of its mirror, and of both in `efc_AR`: about three times
/// one.
const ENTRY: usize = 3 * (size_of::<f64>() + size_of::<i32>());

/// The entries of `AR` where two rows share a dof; false if they take more bytes than `most`.
fn project_sparse(
    m: &Model,
    d: &mut Data,
    nefc: usize,
    memory: &mut ProjectionWorkspace,
    most: usize,
) -> bool {
    let ProjectionWorkspace { sqrt_inv_d, B, BT, lower, sum, marked, pattern } = memory;

    // B = J L^-1 D^-1/2, and its transpose
    B.clear();
    sum.clear();
    sum.resize(m.nv.max(nefc), 0.0);
    marked.clear();
    marked.resize(m.nv.max(nefc), false);
    for r in 0..nefc {
        half_solved_row(m, d, r, sum, marked, pattern);
        for &k in pattern.iter() {
            let k = k as usize;
            B.push(k, sum[k] * sqrt_inv_d[k]);
            (sum[k], marked[k]) = (0.0, false);
        }
        B.end_row();
    }
    BT.transpose_of(B, m.nv);

    // lower triangle of B B', row by row; its other half and `efc_AR` have the same entries
    let most = (most / ENTRY).min(i32::MAX as usize / 2);
    lower.clear();
    for r in 0..nefc {
        pattern.clear();
        let (values, dofs) = B.row(r);
        for (&b, &k) in values.iter().zip(dofs) {
            let (column, rows) = BT.row(k as usize);
            for (&x, &c) in column.iter().zip(rows).take_while(|(_, c)| **c as usize <= r) {
                let at = c as usize;
                if !marked[at] {
                    marked[at] = true;
                    pattern.push(c);
                }
                if b != 0.0 {
                    sum[at] += b * x;
                }
            }
        }
        pattern.sort_unstable();
        for &c in pattern.iter() {
            let c = c as usize;
            lower.push(c, sum[c]);
            (sum[c], marked[c]) = (0.0, false);
        }
        lower.end_row();
        if lower.values.len() > most {
            return false;
        }
    }
    mirror(d, lower, nefc)
}

/// Writes row `r` of `J L^-1` into `sum` and the sorted dofs it may have into `pattern`: those of the
/// Jacobian and all that `M` couples them to.
fn half_solved_row(
    m: &Model,
    d: &Data,
    r: usize,
    sum: &mut [f64],
    marked: &mut [bool],
    pattern: &mut Vec<i32>,
) {
    pattern.clear();
    let (nnz, adr) = (&d.efc_J_rownnz, &d.efc_J_rowadr);
    let (values, dofs) = sparse::row(&d.efc_J, r, nnz, adr, &d.efc_J_colind);
    let inertia_row = |k: usize| {
        let first = m.M_rowadr[DofId(k)] as usize;
        MAdr(first)..MAdr(first + m.M_rownnz[DofId(k)] as usize)
    };
    for (&x, &k) in values.iter().zip(dofs).rev() {
        let k = k as usize;
        if k >= m.nv {
            continue;
        }
        sum[k] = x;
        if !marked[k] {
            for &c in &m.M_colind[inertia_row(k)] {
                if !marked[c as usize] {
                    marked[c as usize] = true;
                    pattern.push(c);
                }
            }
        }
    }
    pattern.sort_unstable();

    for &k in pattern.iter().rev() {
        let x = sum[k as usize];
        if x == 0.0 {
            continue;
        }
        let row = inertia_row(k as usize);
        let (_, above) = m.M_colind[row.clone()].split_last().unwrap_or((&0, &[]));
        for (&c, &l) in above.iter().zip(&d.qLD[row]) {
            sum[c as usize] += -x * l;
        }
    }
}

/// `efc_AR` from its lower triangle, `R` added; false if there is no memory for it.
fn mirror(d: &mut Sim, lower: &Csr, nefc: usize) -> bool {
    let Sim { efc_AR, efc_AR_rownnz: nnz, efc_AR_rowadr: adr, efc_AR_colind, efc_R, .. } = d;
    nnz.resize(nefc);
    adr.resize(nefc);
    nnz.fill(0);

    // entries of each row, on both sides of the diagonal
    for r in 0..nefc {
        for &c in lower.row(r).1 {
            nnz[EfcId(r)] += 1;
            if c as usize != r {
                nnz[EfcId(c as usize)] += 1;
            }
        }
    }
    let mut total = 0;
    for r in (0..nefc).map(EfcId) {
        adr[r] = total;
        total += nnz[r];
        nnz[r] = 0;
    }
    if !efc_AR.try_resize(total as usize) || !efc_AR_colind.try_resize(total as usize) {
        return false;
    }

    // a row is met first for its own entries, then for its columns in later rows
    let mut put = |r: usize, c: usize, x: f64| {
        let at = EfcARAdr((adr[EfcId(r)] + nnz[EfcId(r)]) as usize);
        efc_AR[at] = x;
        efc_AR_colind[at] = c as i32;
        nnz[EfcId(r)] += 1;
    };
    for r in 0..nefc {
        let (values, columns) = lower.row(r);
        for (&x, &c) in values.iter().zip(columns) {
            let c = c as usize;
            if c == r {
                put(r, r, x + efc_R[EfcId(r)]);
            } else {
                put(r, c, x);
                put(c, r, x);
            }
        }
    }
    true
}

/// Memory that [`project`] keeps from step to step.
#[derive(Clone, Debug, Default)]
#[allow(non_snake_case, reason = "matrices")]
pub(crate) struct ProjectionWorkspace {
    sqrt_inv_d: Vec<f64>,
    /// `J L^-1 D^-1/2`, a row per constraint; only its values if dense.
    B: Csr,
    BT: Csr,
    /// `B B'` up to the diagonal.
    lower: Csr,
    /// A row that is being summed, with zeros between rows.
    sum: Vec<f64>,
    marked: Vec<bool>,
    /// Columns of that row.
    pattern: Vec<i32>,
}

/// A matrix in compressed rows that is built row by row.
#[derive(Clone, Debug, Default)]
struct Csr {
    values: Vec<f64>,
    columns: Vec<i32>,
    /// Where each row ends.
    ends: Vec<usize>,
}

impl Csr {
    fn clear(&mut self) {
        self.values.clear();
        self.columns.clear();
        self.ends.clear();
    }

    fn push(&mut self, column: usize, value: f64) {
        self.values.push(value);
        self.columns.push(column as i32);
    }

    fn end_row(&mut self) {
        self.ends.push(self.values.len());
    }

    fn row(&self, r: usize) -> (&[f64], &[i32]) {
        let start = if r == 0 { 0 } else { self.ends[r - 1] };
        let range = start..self.ends[r];
        (&self.values[range.clone()], &self.columns[range])
    }

    /// Becomes the transpose of a matrix with `nc` columns.
    fn transpose_of(&mut self, mat: &Self, nc: usize) {
        self.values.clear();
        self.values.resize(mat.values.len(), 0.0);
        self.columns.clear();
        self.columns.resize(mat.values.len(), 0);

        // where rows start, one place late: filling moves it to where they end
        self.ends.clear();
        self.ends.resize(nc + 1, 0);
        for &c in &mat.columns {
            self.ends[c as usize + 1] += 1;
        }
        for c in 0..nc {
            self.ends[c + 1] += self.ends[c];
        }
        for r in 0..mat.ends.len() {
            let (values, columns) = mat.row(r);
            for (&x, &c) in values.iter().zip(columns) {
                let at = &mut self.ends[c as usize];
                self.values[*at] = x;
                self.columns[*at] = r as i32;
                *at += 1;
            }
        }
        self.ends.truncate(nc);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transpose_has_rows_and_columns_swapped() {
        // [1 0 2; 0 0 3]
        let mut mat = Csr::default();
        mat.push(0, 1.0);
        mat.push(2, 2.0);
        mat.end_row();
        mat.push(2, 3.0);
        mat.end_row();
        let mut turned = Csr::default();
        turned.transpose_of(&mat, 3);
        assert_eq!(turned.row(0), (&[1.0][..], &[0][..]));
        assert_eq!(turned.row(1), (&[][..], &[][..]));
        assert_eq!(turned.row(2), (&[2.0, 3.0][..], &[0, 1][..]));
    }
}
