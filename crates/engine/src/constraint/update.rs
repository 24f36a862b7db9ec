//! Forces, states and cost of all constraints at an acceleration, from `jar = J qacc - aref`.

use super::cost::{self, Cone};
use super::jacobian::force_on_dofs;
use crate::argument::{ArgumentError, check_len};
use crate::contact::Contact;
use crate::data::{Data, Sim};
use crate::enums::{ConstraintState, ConstraintType};
use crate::fields::Field;
use crate::fields::Kind;
use crate::ids::{ContactId, EfcId};
use crate::model::Model;

/// Computes forces and states of all rows at `jar`, and returns the cost of the constraints. With
/// `cone_hessian` the contacts between sticking and separating also receive their `H`.
///
/// # Errors
/// If the data is of another model or `jar` has not one number per row; nothing is written then.
#[doc(alias = "mj_constraintUpdate")]
pub fn update(
    m: &Model,
    d: &mut Data,
    jar: &[f64],
    cone_hessian: bool,
) -> Result<f64, ArgumentError> {
    d.check_plan(m)?;
    check_len("update", "jar", jar.len(), d.efc_force.len())?;
    Ok(update_forces(m, d, jar, cone_hessian))
}

/// [`update`] of as many numbers as there are rows.
pub(crate) fn update_forces(m: &Model, d: &mut Data, jar: &[f64], cone_hessian: bool) -> f64 {
    let total = update_rows(d, jar, cone_hessian);
    force_on_dofs(m, d);
    total
}

/// [`update`] without `qfrc_constraint`.
pub(crate) fn update_rows(d: &mut Data, jar: &[f64], cone_hessian: bool) -> f64 {
    Rows::split(d).0.update(jar, cone_hessian)
}

/// The same at `jar = efc_b`, where the acceleration is that without constraints.
pub(crate) fn update_rows_at_b(d: &mut Data) -> f64 {
    let (mut rows, b) = Rows::split(d);
    rows.update(b, false)
}

/// The fields that forces are computed from and written to, borrowed apart from the rest of the data.
#[expect(non_snake_case, reason = "the fields of the data")]
struct Rows<'a> {
    ne: usize,
    nf: usize,
    efc_type: &'a Field<EfcId, Kind<ConstraintType>>,
    efc_id: &'a Field<EfcId, i32>,
    efc_D: &'a Field<EfcId, f64>,
    efc_R: &'a Field<EfcId, f64>,
    efc_frictionloss: &'a Field<EfcId, f64>,
    contact: &'a mut Field<ContactId, Contact>,
    efc_force: &'a mut Field<EfcId, f64>,
    efc_state: &'a mut Field<EfcId, Kind<ConstraintState>>,
}

impl<'a> Rows<'a> {
    /// The rows, and `efc_b`.
    fn split(d: &'a mut Sim) -> (Self, &'a [f64]) {
        let Sim { efc_type, efc_id, efc_D, efc_R, efc_frictionloss, contact, .. } = d;
        let Sim { ne, nf, efc_force, efc_state, efc_b, .. } = d;
        let (ne, nf) = (*ne as usize, *nf as usize);
        let rows = Self {
            ne,
            nf,
            efc_type,
            efc_id,
            efc_D,
            efc_R,
            efc_frictionloss,
            contact,
            efc_force,
            efc_state,
        };
        (rows, efc_b)
    }

    /// As [`update_rows`].
    fn update(&mut self, jar: &[f64], cone_hessian: bool) -> f64 {
        let nefc = self.efc_force.len().min(jar.len());
        let (ne, nf) = (self.ne, self.nf);
        let mut total = 0.0;
        let mut i = 0;
        while i < nefc {
            let row = EfcId(i);
            let D = self.efc_D[row];
            let answer = if i < ne {
                cost::equality(D, jar[i])
            } else if i < ne + nf {
                cost::friction(D, self.efc_R[row], self.efc_frictionloss[row], jar[i])
            } else if self.efc_type[row] == ConstraintType::ContactElliptic {
                let (cost, dim) = self.update_cone(jar, i, cone_hessian);
                total += cost;
                i += dim;
                continue;
            } else {
                cost::inequality(D, jar[i])
            };
            total += answer.cost;
            self.efc_force[row] = answer.force;
            self.efc_state[row] = answer.state.into();
            i += 1;
        }
        total
    }

    /// The rows of an elliptic contact that start at row `i`; returns cost and number of rows.
    fn update_cone(&mut self, jar: &[f64], i: usize, cone_hessian: bool) -> (f64, usize) {
        let contact = usize::try_from(self.efc_id[EfcId(i)]).ok();
        let contact = contact.and_then(|c| self.contact.get_mut(c));
        let Some(contact) = contact else { return (0.0, 1) };
        let cone = Cone::new(contact, jar.len() - i);
        let rows = EfcId(i)..EfcId(i + cone.dim);
        let (D, jar) = (&self.efc_D[rows.clone()], &jar[i..i + cone.dim]);
        let (cost, state) = cone.answer(D, jar, &mut self.efc_force[rows.clone()]);
        self.efc_state[rows].fill(state.into());
        if cone_hessian && state == ConstraintState::Cone {
            cone.hessian(D[0], jar, &mut contact.H);
        }
        (cost, cone.dim)
    }
}
