//! The table of constraint rows, and how a constraint appends to it.
//!
//! | reads | writes |
//! |---|---|
//! | | `efc_type`, `efc_id`, `efc_pos`, `efc_margin`, `efc_frictionloss` |
//! | | `efc_J`; if sparse `efc_J_rownnz`, `efc_J_rowadr`, `efc_J_colind`, `efc_J_rowsuper` |
//! | | `tendon_efcadr`, `ne`, `nf`, `nl`, `nefc`, `nJ` |
//!
//! A dense Jacobian has `nv` numbers per row. A sparse one has in each row the columns of the
//! degrees of freedom that can move the constraint, also those whose entry is zero; its arrays are
//! empty while the Jacobian is dense.

use std::mem::take;

use crate::data::Data;
use crate::enums::ConstraintType;
use crate::fields::Field;
use crate::ids::{DofId, EfcId, EfcJAdr, TendonId};
use crate::linalg::dense::is_zero;
use crate::model::Model;
use crate::support::is_sparse;

/// Where a row stands: its position and the margin at which it becomes active.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    pub(super) pos: f64,
    pub(super) margin: f64,
}

/// The rows made so far. Holds the arrays of [`Data`] while rows are made, so that the rest of it
/// can be read meanwhile. Arrays keep their length from one step to the next and grow by doubling;
/// what is beyond the rows in use is cut off at the end.
pub(super) struct RowBuilder {
    nv: usize,
    sparse: bool,
    /// Rows in use.
    len: usize,
    /// Numbers in use in the Jacobian.
    used: usize,
    jacobian: Field<EfcJAdr, f64>,
    rownnz: Field<EfcId, i32>,
    rowadr: Field<EfcId, i32>,
    /// While rows are made: how many rows of the same constraint follow.
    rowsuper: Field<EfcId, i32>,
    colind: Field<EfcJAdr, i32>,
    kind: Field<EfcId, i32>,
    id: Field<EfcId, i32>,
    pos: Field<EfcId, f64>,
    margin: Field<EfcId, f64>,
    frictionloss: Field<EfcId, f64>,
    tendon_efcadr: Field<TendonId, i32>,
    ne: usize,
    nf: usize,
    nl: usize,
    /// Dense rows left out because they are zero; memory is counted as if they were there.
    left_out: usize,
}

impl RowBuilder {
    /// No rows yet; takes the arrays out of `d` until [`finish`](Self::finish).
    pub(super) fn start(m: &Model, d: &mut Data) -> Self {
        let mut rows = Self {
            nv: m.nv,
            sparse: is_sparse(m),
            len: 0,
            used: 0,
            jacobian: take(&mut d.efc_J),
            rownnz: take(&mut d.efc_J_rownnz),
            rowadr: take(&mut d.efc_J_rowadr),
            rowsuper: take(&mut d.efc_J_rowsuper),
            colind: take(&mut d.efc_J_colind),
            kind: take(&mut d.efc_type),
            id: take(&mut d.efc_id),
            pos: take(&mut d.efc_pos),
            margin: take(&mut d.efc_margin),
            frictionloss: take(&mut d.efc_frictionloss),
            tendon_efcadr: take(&mut d.tendon_efcadr),
            ne: 0,
            nf: 0,
            nl: 0,
            left_out: 0,
        };
        // all arrays have as much room as the first, also if options changed since the last step
        rows.set_rows(rows.kind.len());
        rows.set_entries(rows.jacobian.len());
        rows.tendon_efcadr.fill(-1);
        rows
    }

    /// Puts the arrays back, with the numbers of rows; all arrays of rows get their length.
    pub(super) fn finish(mut self, d: &mut Data) {
        let nefc = self.len;
        self.set_rows(nefc);
        if self.sparse {
            self.set_entries(self.used);
            self.join_supernodes();
        } else {
            let left_out = self.left_out * self.nv;
            self.set_entries(self.used + left_out);
            self.jacobian.as_mut_slice()[self.used..].fill(0.0);
        }
        d.ne = self.ne as i32;
        d.nf = self.nf as i32;
        d.nl = self.nl as i32;
        d.nefc = nefc as i32;
        d.nJ = self.jacobian.len() as i32;
        d.nA = 0;
        d.nisland = 0;
        d.nidof = 0;

        d.efc_J = self.jacobian;
        d.efc_J_rownnz = self.rownnz;
        d.efc_J_rowadr = self.rowadr;
        d.efc_J_rowsuper = self.rowsuper;
        d.efc_J_colind = self.colind;
        d.efc_type = self.kind;
        d.efc_id = self.id;
        d.efc_pos = self.pos;
        d.efc_margin = self.margin;
        d.efc_frictionloss = self.frictionloss;
        d.tendon_efcadr = self.tendon_efcadr;

        d.efc_KBIP.resize(nefc);
        d.efc_state.resize(nefc);
        for field in [
            &mut d.efc_diagApprox,
            &mut d.efc_D,
            &mut d.efc_R,
            &mut d.efc_vel,
            &mut d.efc_aref,
            &mut d.efc_b,
            &mut d.efc_force,
        ] {
            field.resize(nefc);
        }
    }

    /// Number of rows.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Whether rows list their columns.
    pub(super) fn is_sparse(&self) -> bool {
        self.sparse
    }

    /// Begins `count` rows, of `nnz` columns each if rows are sparse. The caller writes all columns
    /// of a sparse row and those that are not zero of a dense one, then [`close`](Self::close)s the
    /// rows.
    pub(super) fn open(&mut self, count: usize, nnz: usize) -> Block<'_> {
        let (first, start) = (self.len, self.used);
        let stride = if self.sparse { nnz } else { self.nv };
        let end = start + count * stride;
        if first + count > self.kind.len() {
            self.set_rows((first + count).max(2 * first));
        }
        if end > self.jacobian.len() {
            self.set_entries(end.max(2 * start));
        }
        self.used = end;

        let values = &mut self.jacobian.as_mut_slice()[start..end];
        if !self.sparse {
            values.fill(0.0);
            return Block { values, columns: &mut [], stride, left: None };
        }
        for row in 0..count {
            self.rownnz[EfcId(first + row)] = nnz as i32;
            self.rowadr[EfcId(first + row)] = (start + row * nnz) as i32;
            self.rowsuper[EfcId(first + row)] = (count - 1 - row) as i32;
        }
        let columns = &mut self.colind.as_mut_slice()[start..start + nnz];
        Block { values, columns, stride, left: Some(nnz) }
    }

    /// Ends the rows that were opened last and says where each of them stands. Rows that are not of
    /// a contact are left out if no degree of freedom moves them.
    #[inline]
    pub(super) fn close<const N: usize>(&mut self, of: Origin, places: [Place; N]) {
        self.close_with(of, N, |i| places[i]);
    }

    /// The same for a number of rows that is not known beforehand.
    #[inline]
    pub(super) fn close_with(&mut self, of: Origin, count: usize, place: impl Fn(usize) -> Place) {
        let first = self.len;
        if !is_contact(of.kind) && self.drop_if_empty(count) {
            return;
        }
        if self.sparse {
            self.repeat_columns(first);
        }
        for i in 0..count {
            let (row, place) = (EfcId(first + i), place(i));
            self.kind[row] = of.kind as i32;
            self.id[row] = of.id as i32;
            self.pos[row] = place.pos;
            self.margin[row] = place.margin;
            self.frictionloss[row] = of.frictionloss;
        }
        self.len += count;
        match of.kind {
            ConstraintType::Equality => self.ne += count,
            ConstraintType::FrictionDof | ConstraintType::FrictionTendon => self.nf += count,
            ConstraintType::LimitJoint | ConstraintType::LimitTendon => self.nl += count,
            _ => {}
        }
    }

    /// Notes where a tendon has its first row. MuJoCo notes the equality constraint instead of its
    /// row if that comes first.
    pub(super) fn note_tendon(&mut self, tendon: TendonId, address: usize) {
        let first = &mut self.tendon_efcadr[tendon];
        if *first == -1 {
            *first = address as i32;
        }
    }

    /// Removes the Jacobian of the rows opened last if it is zero (dense) or has no columns.
    fn drop_if_empty(&mut self, count: usize) -> bool {
        if self.sparse {
            return self.rownnz[EfcId(self.len)] == 0;
        }
        let start = self.used - count * self.nv;
        let empty = is_zero(&self.jacobian.as_slice()[start..self.used]);
        if empty {
            self.used = start;
            self.left_out += count;
        }
        empty
    }

    /// Gives the rows of a constraint after its first the same columns.
    fn repeat_columns(&mut self, first: usize) {
        let first = EfcId(first);
        let (start, nnz) = (self.rowadr[first] as usize, self.rownnz[first] as usize);
        for row in 1..=self.rowsuper[first] as usize {
            self.colind.copy_within(start..start + nnz, start + row * nnz);
        }
    }

    /// Finds runs of rows with the same columns: `rowsuper` counts the rows of the run that follow.
    #[doc(alias = "mju_superSparse")]
    fn join_supernodes(&mut self) {
        let columns = |r: usize| {
            let start = self.rowadr[EfcId(r)] as usize;
            &self.colind.as_slice()[start..start + self.rownnz[EfcId(r)] as usize]
        };
        let mut following = 0;
        for r in (0..self.len).rev() {
            let same_constraint = self.rowsuper[EfcId(r)] > 0;
            let same = same_constraint || (r + 1 < self.len && columns(r) == columns(r + 1));
            following = if same { following + 1 } else { 0 };
            self.rowsuper[EfcId(r)] = following;
        }
    }

    /// Makes arrays this many rows long.
    #[cold]
    fn set_rows(&mut self, rows: usize) {
        self.kind.resize(rows);
        self.id.resize(rows);
        self.pos.resize(rows);
        self.margin.resize(rows);
        self.frictionloss.resize(rows);
        let listed = if self.sparse { rows } else { 0 };
        self.rownnz.resize(listed);
        self.rowadr.resize(listed);
        self.rowsuper.resize(listed);
    }

    /// Makes the Jacobian this many numbers long.
    #[cold]
    fn set_entries(&mut self, entries: usize) {
        self.jacobian.resize(entries);
        self.colind.resize(if self.sparse { entries } else { 0 });
    }
}

/// What the rows of a constraint have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    pub(super) kind: ConstraintType,
    /// Of the equality, degree of freedom, joint, tendon or contact.
    pub(super) id: usize,
    pub(super) frictionloss: f64,
}

impl Origin {
    /// Of rows without friction loss.
    pub(super) fn new(kind: ConstraintType, id: usize) -> Self {
        Self { kind, id, frictionloss: 0.0 }
    }
}

fn is_contact(kind: ConstraintType) -> bool {
    kind as i32 >= ConstraintType::ContactFrictionless as i32
}

/// The Jacobians of rows that belong together and depend on the same degrees of freedom.
pub(super) struct Block<'a> {
    values: &'a mut [f64],
    /// Columns of the first row, if sparse.
    columns: &'a mut [i32],
    stride: usize,
    /// Number of columns that are still to be written, if sparse.
    left: Option<usize>,
}

impl Block<'_> {
    /// Writes a column: one number for each row. Columns come from the last degree of freedom to
    /// the first.
    #[inline]
    pub(super) fn put<const N: usize>(&mut self, k: DofId, column: &[f64; N]) {
        let mut at = k.0;
        if let Some(left) = &mut self.left {
            *left -= 1;
            at = *left;
            self.columns[at] = k.raw();
        }
        for &x in column {
            self.values[at] = x;
            at += self.stride;
        }
    }
}
