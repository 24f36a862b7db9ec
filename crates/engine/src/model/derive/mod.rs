//! Structure that follows from other structure: computed when a model is made, compared when one
//! is read from a file, kept up to date when it is edited.
//!
//! | file | reads | writes |
//! |---|---|---|
//! | `chain` | `body_parentid`, `body_jntnum`, `body_geomnum`, `jnt_type` | addresses and owners of joints, dofs and geoms; `body_rootid`, `body_weldid`, `dof_parentid`, `dof_Madr` |
//! | `trees` | dofs, `body_weldid`, tendon paths | `body_treeid`, `dof_treeid`, `tree_*`, `tendon_treenum`, `tendon_treeid` |
//! | `sparsity` | `dof_parentid`, `dof_simplenum` | patterns of `M`, `D`, `B` and the maps between them |
//! | `columns` | tendon paths | `ten_J_rownnz`, `ten_J_rowadr`, `ten_J_colind` |
//! | `moments` | transmissions | nothing: they must fit into `nJmom` |

mod chain;
mod columns;
mod moments;
mod sparsity;
mod trees;

pub(crate) use trees::of_tendon as trees_of_tendon;

use super::error::Allowed;
use super::{Structure, StructureError};

/// Fills in everything that follows from the rest, which has been checked.
///
/// # Errors
/// If arrays do not have the sizes that this takes.
pub(super) fn fill(s: &mut Structure) -> Result<(), StructureError> {
    chain::fill(s)?;
    trees::fill(s)?;
    sparsity::fill(s)?;
    columns::fill(s)?;
    moments::check(s)
}

/// A size of the model is what the structure needs.
fn exactly(name: &'static str, needed: usize, size: usize) -> Result<(), StructureError> {
    if needed == size { Ok(()) } else { Err(StructureError::Size { name, needed, size }) }
}

macro_rules! derived {
    ($($field:ident)*) => {
        /// Whether a field follows from other structure.
        pub(crate) fn is_derived(name: &str) -> bool {
            [$(stringify!($field)),*].contains(&name)
        }

        /// Takes the derived structure that `chosen` names from `right`.
        pub(super) fn take(s: &mut Structure, right: &Structure, chosen: impl Fn(&'static str) -> bool) {
            $(if chosen(stringify!($field)) {
                s.$field.copy_from_slice(&right.$field);
            })*
        }

        /// The first entry of derived structure that differs from what is right.
        pub(super) fn compare(s: &Structure, right: &Structure) -> Result<(), StructureError> {
            $(differs(stringify!($field), &s.$field.scalars::<i32>(), &right.$field.scalars(), s.$field.len())?;)*
            Ok(())
        }

        /// Takes derived structure from `right` where it was not changed since `before`.
        pub(super) fn update(s: &mut Structure, before: &Structure, right: &Structure) {
            $(if *s.$field == *before.$field {
                s.$field.copy_from_slice(&right.$field);
            })*
        }
    };
}

derived! {
    body_rootid body_weldid body_jntadr body_dofnum body_dofadr body_treeid body_geomadr
    jnt_qposadr jnt_dofadr jnt_bodyid
    dof_bodyid dof_jntid dof_parentid dof_treeid dof_Madr
    geom_bodyid
    tree_bodyadr tree_bodynum tree_dofadr tree_dofnum
    tendon_treenum tendon_treeid ten_J_rownnz ten_J_rowadr ten_J_colind
    B_rownnz B_rowadr B_colind
    M_rownnz M_rowadr M_colind mapM2M
    D_rownnz D_rowadr D_diag D_colind mapM2D mapD2M
}

fn differs(
    field: &'static str,
    values: &[i32],
    right: &[i32],
    entries: usize,
) -> Result<(), StructureError> {
    let Some(at) = values.iter().zip(right).position(|(value, right)| value != right) else {
        return Ok(());
    };
    let parts = values.len() / entries.max(1);
    Err(StructureError::Entry {
        field,
        index: at / parts,
        part: (parts > 1).then_some(at % parts),
        value: values[at].into(),
        allowed: Allowed::Exactly(right[at].into()),
    })
}
