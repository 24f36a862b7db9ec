//! How rows of equality constraints are put into the table of rows.

use super::rows::{Origin, RowBuilder, RowPosition};
use crate::enums::ConstraintType;
use crate::ids::{DofId, EqualityId};

/// A sparse row: columns in increasing order, and values.
pub(super) type Sparse<'a> = (&'a [i32], &'a [f64]);

/// A row that is known already.
pub(super) fn put_row(
    rows: &mut RowBuilder<'_>,
    e: EqualityId,
    (columns, values): Sparse<'_>,
    pos: f64,
) {
    let Some(mut block) = rows.open(1, columns.len()) else { return };
    for (&k, &value) in columns.iter().zip(values).rev() {
        block.put(DofId(k as usize), &[value]);
    }
    close(rows, e, &[pos]);
}

/// Ends the rows of an equality constraint.
pub(super) fn close<const N: usize>(rows: &mut RowBuilder<'_>, e: EqualityId, pos: &[f64; N]) {
    let places = pos.map(|pos| RowPosition { pos, margin: 0.0 });
    rows.close(Origin::new(ConstraintType::Equality, e.0), places);
}
