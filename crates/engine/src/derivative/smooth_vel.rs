//! The derivative of all smooth forces in the velocity.
//!
//! `qDeriv = d (qfrc_actuator + qfrc_passive - qfrc_bias) / d qvel`, at fixed positions, controls
//! and activations.

use super::{actuator_vel, passive_vel, rne_vel};
use crate::data::DataOf;
use crate::math::Num;
use crate::model::Model;

/// Computes `qDeriv`; without the derivative of Coriolis and centrifugal forces unless `with_bias`.
///
/// Needs the forward dynamics of the state up to actuator forces.
#[doc(alias = "mjd_smooth_vel")]
pub fn smooth_vel<N: Num>(m: &Model, d: &mut DataOf<N>, with_bias: bool) {
    d.qDeriv.fill(N::ZERO);
    actuator_vel(m, d);
    passive_vel(m, d);
    if with_bias {
        rne_vel(m, d);
    }
}
