//! Rows of friction loss: a force up to `frictionloss` that opposes the motion of a degree of
//! freedom or tendon.

use super::inputs::Inputs;
use super::rows::{Origin, RowBuilder, RowPosition};
use crate::enums::{ConstraintType, DisableBit, ObjType};
use crate::ids::{DofId, TendonId};
use crate::model::Model;

/// Adds a row for every degree of freedom and tendon with friction.
pub(super) fn add(m: &Model, d: Inputs<'_>, rows: &mut RowBuilder<'_>) {
    if m.opt.disabled(DisableBit::FrictionLoss) {
        return;
    }
    let may_sleep = d.some_trees_asleep(m);
    let asleep = |k| may_sleep && d.is_asleep(m, ObjType::Dof, k);

    for k in m.dofs() {
        let loss = m.dof_frictionloss[k];
        if loss != 0.0 && !asleep(k.raw()) {
            let Some(mut block) = rows.open(1, 1) else { return };
            block.put(k, &[1.0]);
            close(rows, ConstraintType::FrictionDof, k.0, loss);
        }
    }
    for t in m.tendons() {
        let loss = m.tendon_frictionloss[t];
        if loss > 0.0 {
            let address = rows.len();
            if !open_tendon(m, d, t, 1.0, rows) {
                return;
            }
            close(rows, ConstraintType::FrictionTendon, t.0, loss);
            rows.note_tendon(t, address);
        }
    }
}

fn close(rows: &mut RowBuilder<'_>, kind: ConstraintType, id: usize, frictionloss: f64) {
    rows.close(Origin { kind, id, frictionloss }, [RowPosition::default()]);
}

/// Opens a row along the length of a tendon, times `scale`; false if memory is full.
pub(super) fn open_tendon(
    m: &Model,
    d: Inputs<'_>,
    t: TendonId,
    scale: f64,
    rows: &mut RowBuilder<'_>,
) -> bool {
    let (columns, values) = tendon_row(m, d, t);
    let Some(mut block) = rows.open(1, columns.len()) else { return false };
    for (&k, value) in columns.iter().zip(values).rev() {
        block.put(DofId(k as usize), &[value * scale]);
    }
    true
}

/// Columns and values of the Jacobian of a tendon's length.
pub(super) fn tendon_row<'a>(m: &'a Model, d: Inputs<'a>, t: TendonId) -> (&'a [i32], &'a [f64]) {
    let adr = m.ten_J_rowadr[t] as usize;
    let range = adr..adr + m.ten_J_rownnz[t] as usize;
    (&m.ten_J_colind.as_slice()[range.clone()], &d.ten_J.as_slice()[range])
}
