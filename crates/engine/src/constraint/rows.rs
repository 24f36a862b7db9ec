//! The table of constraint rows, and how a constraint appends to it.
//!
//! | of each row | of all |
//! |---|---|
//! | `efc_type`, `efc_id`, `efc_pos`, `efc_margin`, `efc_frictionloss` | `ne`, `nf`, `nl`, `nefc`, `nJ` |
//! | `efc_J`; if sparse `efc_J_rownnz`, `efc_J_rowadr`, `efc_J_colind`, `efc_J_rowsuper` | `tendon_efcadr` |
//!
//! A dense Jacobian has `nv` numbers per row. A sparse one has in each row the columns of the
//! degrees of freedom that can move the constraint, also those whose entry is zero; its arrays are
//! empty while the Jacobian is dense.

use crate::data::Data;
use crate::enums::ConstraintType;
use crate::fields::Field;
use crate::fields::Kind;
use crate::fields::Link;
use crate::ids::{DofId, EfcId, EfcJAdr, TendonId};
use crate::linalg::dense::is_zero;
use crate::model::Model;
use crate::model::facts::is_sparse;

/// Where a row stands: its position and the margin at which it becomes active.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RowPosition {
    pub(super) pos: f64,
    pub(super) margin: f64,
}

/// The arrays of [`Data`] that rows are written to.
pub(super) struct RowArrays<'a> {
    pub(super) jacobian: &'a mut Field<EfcJAdr, f64>,
    pub(super) rownnz: &'a mut Field<EfcId, i32>,
    pub(super) rowadr: &'a mut Field<EfcId, i32>,
    /// While rows are made: how many rows of the same constraint follow.
    pub(super) rowsuper: &'a mut Field<EfcId, i32>,
    pub(super) colind: &'a mut Field<EfcJAdr, i32>,
    pub(super) kind: &'a mut Field<EfcId, Kind<ConstraintType>>,
    pub(super) id: &'a mut Field<EfcId, i32>,
    pub(super) pos: &'a mut Field<EfcId, f64>,
    pub(super) margin: &'a mut Field<EfcId, f64>,
    pub(super) frictionloss: &'a mut Field<EfcId, f64>,
    pub(super) tendon_efcadr: &'a mut Field<TendonId, Link<EfcId>>,
}

/// How many rows there are, and numbers in their Jacobian.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) ne: usize,
    pub(super) nf: usize,
    pub(super) nl: usize,
    pub(super) nefc: usize,
    pub(super) nj: usize,
    /// Whether rows were left out because memory is full.
    pub(super) full: bool,
}

/// The rows made so far. Arrays keep their length from one step to the next and grow by doubling;
/// what is beyond the rows in use is cut off at the end.
pub(super) struct RowBuilder<'a> {
    nv: usize,
    sparse: bool,
    /// Rows in use.
    len: usize,
    /// Numbers in use in the Jacobian.
    used: usize,
    to: RowArrays<'a>,
    ne: usize,
    nf: usize,
    nl: usize,
    /// Dense rows left out because they are zero; memory is counted as if they were there.
    left_out: usize,
    /// Bytes that rows may take.
    most: usize,
    /// Constraints that are still to come, this one included, if that is known.
    coming: usize,
    /// Whether rows were left out because memory is full.
    full: bool,
}

/// Bytes of a row in [`Data`], but for its Jacobian.
const ROW_BYTES: usize = {
    let (fields, mut bytes, mut i) = (Data::FIELDS, 0, 0);
    while i < fields.len() {
        if let b"nefc" = fields[i].count.as_bytes() {
            let width = if fields[i].inner.is_empty() { 1 } else { fields[i].inner[0] };
            bytes += width * fields[i].dtype.size();
        }
        i += 1;
    }
    bytes
};

impl<'a> RowBuilder<'a> {
    /// No rows yet.
    pub(super) fn start(m: &Model, to: RowArrays<'a>, most: usize) -> Self {
        let (nv, sparse) = (m.nv, is_sparse(m));
        let mut rows = Self {
            nv,
            sparse,
            len: 0,
            used: 0,
            to,
            ne: 0,
            nf: 0,
            nl: 0,
            left_out: 0,
            most,
            coming: 1,
            full: false,
        };
        // all arrays have as much room as the first, also if options changed since the last step
        rows.set_rows(rows.to.kind.len());
        rows.set_entries(rows.to.jacobian.len());
        rows.to.tendon_efcadr.fill(Link::NONE);
        rows
    }

    /// Cuts the arrays off behind the rows in use and says how many there are.
    pub(super) fn finish(mut self) -> Counts {
        let nefc = self.len;
        self.set_rows(nefc);
        if self.sparse {
            self.set_entries(self.used);
            self.join_supernodes();
        } else {
            let all = self.used.saturating_add(self.left_out.saturating_mul(self.nv));
            let fits = self.fits(nefc, all);
            self.set_entries(if fits { all } else { self.used });
            self.to.jacobian.as_mut_slice()[self.used..].fill(0.0);
        }
        let Self { ne, nf, nl, full, .. } = self;
        Counts { ne, nf, nl, nefc, nj: self.to.jacobian.len(), full }
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
    ///
    /// `None` if memory is full: then, and from there on, rows are left out.
    pub(super) fn open(&mut self, count: usize, nnz: usize) -> Option<Block<'_>> {
        let (first, start) = (self.len, self.used);
        let stride = if self.sparse { nnz } else { self.nv };
        let end = start + count * stride;
        let room = first + count <= self.to.kind.len() && end <= self.to.jacobian.len();
        if self.full || (!room && !self.make_room(count, count * stride)) {
            self.full = true;
            return None;
        }
        self.used = end;

        let values = &mut self.to.jacobian.as_mut_slice()[start..end];
        if !self.sparse {
            values.fill(0.0);
            return Some(Block { values, columns: &mut [], stride, left: None });
        }
        for row in 0..count {
            self.to.rownnz[EfcId(first + row)] = nnz as i32;
            self.to.rowadr[EfcId(first + row)] = (start + row * nnz) as i32;
            self.to.rowsuper[EfcId(first + row)] = (count - 1 - row) as i32;
        }
        let columns = &mut self.to.colind.as_mut_slice()[start..start + nnz];
        Some(Block { values, columns, stride, left: Some(nnz) })
    }

    /// Ends the rows that were opened last and says where each of them stands. Rows that are not of
    /// a contact are left out if no degree of freedom moves them.
    #[inline]
    pub(super) fn close<const N: usize>(&mut self, of: Origin, places: [RowPosition; N]) {
        self.close_with(of, N, |i| places[i]);
    }

    /// The same for a number of rows that is not known beforehand.
    #[inline]
    pub(super) fn close_with(
        &mut self,
        of: Origin,
        count: usize,
        place: impl Fn(usize) -> RowPosition,
    ) {
        let first = self.len;
        if !is_contact(of.kind) && self.drop_if_empty(count) {
            return;
        }
        if self.sparse {
            self.repeat_columns(first);
        }
        for i in 0..count {
            let (row, place) = (EfcId(first + i), place(i));
            self.to.kind[row] = of.kind.into();
            self.to.id[row] = of.id as i32;
            self.to.pos[row] = place.pos;
            self.to.margin[row] = place.margin;
            self.to.frictionloss[row] = of.frictionloss;
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
        let first = &mut self.to.tendon_efcadr[tendon];
        if *first == Link::NONE {
            *first = EfcId(address).into();
        }
    }

    /// Removes the Jacobian of the rows opened last if it is zero (dense) or has no columns.
    fn drop_if_empty(&mut self, count: usize) -> bool {
        if self.sparse {
            return self.to.rownnz[EfcId(self.len)] == 0;
        }
        let start = self.used - count * self.nv;
        let empty = is_zero(&self.to.jacobian.as_slice()[start..self.used]);
        if empty {
            self.used = start;
            self.left_out += count;
        }
        empty
    }

    /// Gives the rows of a constraint after its first the same columns.
    fn repeat_columns(&mut self, first: usize) {
        let first = EfcId(first);
        let (start, nnz) = (self.to.rowadr[first] as usize, self.to.rownnz[first] as usize);
        for row in 1..=self.to.rowsuper[first] as usize {
            self.to.colind.copy_within(start..start + nnz, start + row * nnz);
        }
    }

    /// Finds runs of rows with the same columns: `rowsuper` counts the rows of the run that follow.
    #[doc(alias = "mju_superSparse")]
    fn join_supernodes(&mut self) {
        let columns = |r: usize| {
            let start = self.to.rowadr[EfcId(r)] as usize;
            &self.to.colind.as_slice()[start..start + self.to.rownnz[EfcId(r)] as usize]
        };
        let mut following = 0;
        for r in (0..self.len).rev() {
            let same_constraint = self.to.rowsuper[EfcId(r)] > 0;
            let same = same_constraint || (r + 1 < self.len && columns(r) == columns(r + 1));
            following = if same { following + 1 } else { 0 };
            self.to.rowsuper[EfcId(r)] = following;
        }
    }

    /// Says how many constraints are still to come, all likely of the same size: rows then grow at
    /// once instead of again and again.
    pub(super) fn expect(&mut self, constraints: usize) {
        self.coming = constraints;
    }

    /// Whether so many rows and numbers of the Jacobian may be.
    fn fits(&self, rows: usize, entries: usize) -> bool {
        let number = size_of::<f64>() + if self.sparse { size_of::<i32>() } else { 0 };
        let bytes = rows.saturating_mul(ROW_BYTES).saturating_add(entries.saturating_mul(number));
        bytes <= self.most && i32::try_from(entries).is_ok()
    }

    /// Makes arrays longer by so many rows and numbers, and by as much again for each constraint
    /// that is to come as far as memory goes; false if there is none for the first.
    #[cold]
    fn make_room(&mut self, rows: usize, entries: usize) -> bool {
        if !self.fits(self.len + rows, self.used.saturating_add(entries)) {
            return false;
        }
        // as many as come, or as there are already
        let mut times = self.coming.max(self.len / rows.max(1)).max(1);
        while !self.fits(self.len + times * rows, self.used + times * entries) {
            times /= 2;
        }
        let rows = (self.len + times * rows).max(self.to.kind.len());
        let entries = (self.used + times * entries).max(self.to.jacobian.len());
        self.set_rows(rows) && self.set_entries(entries)
    }

    /// Makes arrays this many rows long; false if the machine has not enough memory.
    fn set_rows(&mut self, rows: usize) -> bool {
        let listed = if self.sparse { rows } else { 0 };
        let RowArrays { kind, id, pos, margin, frictionloss, rownnz, rowadr, rowsuper, .. } =
            &mut self.to;
        kind.try_resize(rows)
            && id.try_resize(rows)
            && pos.try_resize(rows)
            && margin.try_resize(rows)
            && frictionloss.try_resize(rows)
            && rownnz.try_resize(listed)
            && rowadr.try_resize(listed)
            && rowsuper.try_resize(listed)
    }

    /// Makes the Jacobian this many numbers long; false if the machine has not enough memory.
    fn set_entries(&mut self, entries: usize) -> bool {
        let listed = if self.sparse { entries } else { 0 };
        self.to.jacobian.try_resize(entries) && self.to.colind.try_resize(listed)
    }
}

/// Values that all rows of a constraint share.
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
