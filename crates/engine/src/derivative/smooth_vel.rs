//! The derivative of all smooth forces in the velocity.
//!
//! | reads | writes |
//! |---|---|
//! | `D_rownnz`, `D_rowadr` | `qDeriv` |
//!
//! `qDeriv = d (qfrc_actuator + qfrc_passive - qfrc_bias) / d qvel`, at fixed positions, controls
//! and activations.

use super::{actuator_vel, passive_vel, rne_vel};
use crate::data::{DataOf, Lanes};
use crate::ids::DofDofAdr;
use crate::model::Model;
use crate::sleep::Dofs;

/// Computes `qDeriv`; without the derivative of Coriolis and centrifugal forces unless `with_bias`.
///
/// Needs the forward dynamics of the state up to actuator forces.
#[doc(alias = "mjd_smooth_vel")]
pub fn smooth_vel<N: Lanes>(m: &Model, d: &mut DataOf<N>, with_bias: bool) {
    clear(m, d);
    actuator_vel(m, d);
    passive_vel(m, d);
    if with_bias {
        rne_vel(m, d);
    }
}

/// Sets the rows of what is awake to zero.
fn clear<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    let dofs = Dofs::new(m, d);
    if dofs.all() {
        d.qDeriv.fill(N::ZERO);
        return;
    }
    for i in dofs.places() {
        let k = dofs.at(d, i);
        let start = m.D_rowadr[k] as usize;
        let row = DofDofAdr(start)..DofDofAdr(start + m.D_rownnz[k] as usize);
        d.qDeriv[row].fill(N::ZERO);
    }
}
