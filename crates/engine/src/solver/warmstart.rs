//! Warm start of the dual solver: the forces that follow from the acceleration of the step before, or none.

use super::dual;
use crate::constraint::{to_rows, update_rows};
use crate::data::Data;
use crate::enums::DisableBit;
use crate::linalg::dense::{self, dot};
use crate::model::Model;
use crate::model::facts::is_sparse;

/// Sets `efc_force` to where the solver starts.
pub(super) fn warmstart(m: &Model, d: &mut Data) {
    if m.opt.disabled(DisableBit::WarmStart) {
        d.efc_force.fill(0.0);
        return;
    }
    let mut jar = d.scratch.take(d.efc_force.len());
    to_rows(m, d, &d.qacc_warmstart, &mut jar);
    dense::sub_from(&mut jar, &d.efc_aref);
    update_rows(d, &jar, false);

    // no forces if that is better
    let ar_force = &mut jar;
    dual::mul_ar_force(d, is_sparse(m), ar_force);
    let mut cost = dot(&d.efc_force, &d.efc_b);
    cost += 0.5 * dot(&d.efc_force, ar_force);
    d.scratch.give(jar);
    if cost > 0.0 {
        d.efc_force.fill(0.0);
    }
}
