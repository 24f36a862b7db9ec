//! Data from bytes: counts, ids and addresses must fit the model and each other, because stages index
//! with them.

use super::FormatError;
use crate::consistency::{self, Fault};
use crate::data::Data;
use crate::model::Model;

/// Refuses data whose integers do not fit, with the field at fault. Rows that are left from before the
/// contacts were found anew are forgotten.
pub(super) fn check(m: &Model, d: &mut Data) -> Result<(), FormatError> {
    if d.nefc == 0 {
        d.clear_constraints();
    }
    let found = consistency::check(m, d);
    found.map_err(|Fault { field, index }| FormatError::Reference { field, index })
}
