//! Refuses structure that leads out of the arrays it refers to, so that stages can index with it.
//!
//! | file | what it checks |
//! |---|---|
//! | `tree` | bodies, joints and dofs: their order and their counts |
//! | `ids` | ids, addresses and spans, field by field |
//! | `path` | the paths of tendons |
//! | `object` | types, and references whose target depends on a type |
//! | `asset` | meshes, trees of boxes, height fields, textures |
//! | `flex` | flexes: bodies, vertices, edges, elements, rows of their Jacobians |
//! | `buffer` | activations, delay buffers, outputs of sensors, moments |

mod asset;
mod buffer;
mod flex;
mod ids;
mod object;
mod path;
mod tree;

pub(super) use ids::set_to_none;

use asset::{boxes, parts, span};

use super::error::Allowed;
use super::{Model, Structure, StructureError};

type Checked = Result<(), StructureError>;

/// Everything but what follows from the rest.
#[doc(alias = "mj_validateReferences")]
pub(super) fn given(s: &Structure) -> Checked {
    tree::check(s)?;
    ids::check(s)?;
    path::check(s)?;
    object::check(s)?;
    asset::check(s)?;
    flex::check(s)?;
    buffer::check(s)
}

/// Every array has the length that the sizes give it.
pub(super) fn lengths(m: &Model) -> Checked {
    for row in Model::ROWS {
        let right = (row.bytes)(&m.structure.sizes);
        if !row.info.count.is_empty() && right != Some((row.get)(m).bytes.len()) {
            return Err(StructureError::Length { field: row.info.name });
        }
    }
    Ok(())
}

/// An entry is a number from `low` to `count`, not included.
fn below(field: &'static str, index: usize, value: i32, low: i32, count: usize) -> Checked {
    if value >= low && i64::from(value) < count as i64 {
        return Ok(());
    }
    let allowed = Allowed::Range(low.into(), count as i64 - 1);
    Err(StructureError::entry(field, index, value, allowed))
}

/// `num` entries from `adr` lie in an array of `count`.
fn fits(field: &'static str, index: usize, adr: i32, num: i64, count: usize) -> Checked {
    let last = count as i64 - num;
    if adr >= 0 && num >= 0 && i64::from(adr) <= last {
        return Ok(());
    }
    Err(StructureError::entry(field, index, adr, Allowed::Range(0, last)))
}

/// The parts of an array that objects have, one object after the other: each begins where the
/// former ended, and has -1 for its address if it is empty and `none` says so.
fn number(field: &'static str, index: usize, num: i32) -> Result<usize, StructureError> {
    let wrong = |_| StructureError::entry(field, index, num, Allowed::Words("a number of objects"));
    usize::try_from(num).map_err(wrong)
}
