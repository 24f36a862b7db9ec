//! From `jar = J qacc - aref` to forces: what the constraints answer to an acceleration.
//!
//! | reads | writes |
//! |---|---|
//! | `efc_D`, `efc_R`, `efc_frictionloss`, `contact` | `efc_state`, `efc_force`, `qfrc_constraint` |

use super::cost::{self, Cone};
use super::jacobian::mul_jac_t_vec;
use crate::data::Data;
use crate::enums::{ConstraintState, ConstraintType};
use crate::ids::EfcId;
use crate::model::Model;

/// Computes forces and states of all rows at `jar`, and returns the cost of the constraints. With
/// `cone_hessian` the contacts between sticking and separating also receive their `H`.
///
/// `jar` has one number per row; otherwise nothing is written and the cost is zero.
#[doc(alias = "mj_constraintUpdate")]
pub fn update(m: &Model, d: &mut Data, jar: &[f64], cone_hessian: bool) -> f64 {
    if jar.len() != d.efc_force.len() {
        return 0.0;
    }
    let total = update_rows(d, jar, cone_hessian);
    let mut force = std::mem::take(&mut d.qfrc_constraint);
    mul_jac_t_vec(m, d, &d.efc_force, &mut force);
    d.qfrc_constraint = force;
    total
}

/// [`update`] without `qfrc_constraint`.
pub(crate) fn update_rows(d: &mut Data, jar: &[f64], cone_hessian: bool) -> f64 {
    let nefc = d.efc_force.len().min(jar.len());
    let (ne, nf) = (d.ne as usize, d.nf as usize);
    let mut total = 0.0;
    let mut i = 0;
    while i < nefc {
        let row = EfcId(i);
        let D = d.efc_D[row];
        let answer = if i < ne {
            cost::equality(D, jar[i])
        } else if i < ne + nf {
            cost::friction(D, d.efc_R[row], d.efc_frictionloss[row], jar[i])
        } else if d.efc_type[row] == ConstraintType::ContactElliptic as i32 {
            let (cost, dim) = update_cone(d, jar, i, cone_hessian);
            total += cost;
            i += dim;
            continue;
        } else {
            cost::inequality(D, jar[i])
        };
        total += answer.cost;
        d.efc_force[row] = answer.force;
        d.efc_state[row] = answer.state as i32;
        i += 1;
    }
    total
}

/// The rows of an elliptic contact that start at row `i`; returns cost and number of rows.
fn update_cone(d: &mut Data, jar: &[f64], i: usize, cone_hessian: bool) -> (f64, usize) {
    let Data { contact, efc_D, efc_id, efc_force, efc_state, .. } = d;
    let contact = usize::try_from(efc_id[EfcId(i)]).ok().and_then(|c| contact.get_mut(c));
    let Some(contact) = contact else { return (0.0, 1) };
    let cone = Cone::new(contact, jar.len() - i);
    let rows = EfcId(i)..EfcId(i + cone.dim);
    let (D, jar) = (&efc_D[rows.clone()], &jar[i..i + cone.dim]);
    let (cost, state) = cone.answer(D, jar, &mut efc_force[rows.clone()]);
    efc_state[rows].fill(state as i32);
    if cone_hessian && state == ConstraintState::Cone {
        cone.hessian(D[0], jar, &mut contact.H);
    }
    (cost, cone.dim)
}
