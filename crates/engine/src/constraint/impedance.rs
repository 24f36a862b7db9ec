//! How stiff constraint rows are.
//!
//! The impedance `imp` of a row, between 0 and 1, follows from `solimp` and how far the row is from
//! its margin; `R = (1 - imp) / imp * diagApprox` regularizes it, with `diagApprox` the inverse
//! inertia that the row acts on in the reference pose, and `D = 1 / R`. `solref` gives stiffness
//! `K` and damping `B` of the reference acceleration.

use super::contact::dimension;
use super::flex_weights;
use super::parts::Sides;
use super::weights::{coupled_weight, single_weight};
use crate::constants::{MAXIMP, MINIMP, MINVAL, NIMP, NREF};
use crate::data::Data;
use crate::enums::{ConstraintType, DisableBit, EqType};
use crate::ids::{ContactId, DofId, EfcId, EqualityId, JointId, TendonId};
use crate::linalg::dense::norm;
use crate::math::{Num, fun};
use crate::model::Model;
use crate::option::DEFAULT_SOLREF;

/// Computes impedance and regularization of all rows, one constraint after the other.
#[doc(alias = "mj_makeImpedance")]
#[doc(alias = "mj_diagApprox")]
pub(super) fn make(m: &Model, d: &mut Data) {
    let weights = flex_weights::all(m, d);
    let given = Given(weights.as_deref());
    let mut row = 0;
    while row < d.efc_type.len() {
        let id = d.efc_id[EfcId(row)] as usize;
        let kind = d.efc_type[EfcId(row)].get();
        let weight = || kind.map_or(0.0, |kind| single_weight(m, kind, id));
        row += match kind {
            Some(ConstraintType::Equality) => equality(m, d, row, EqualityId(id), given),
            Some(ConstraintType::FrictionDof) => {
                let k = DofId(id);
                let soft = Softness::new(m, m.dof_solref[k], m.dof_solimp[k]);
                friction(d, row, &soft, given.at(row, weight))
            }
            Some(ConstraintType::FrictionTendon) => {
                let t = TendonId(id);
                let soft = Softness::new(m, m.tendon_solref_fri[t], m.tendon_solimp_fri[t]);
                friction(d, row, &soft, given.at(row, weight))
            }
            Some(ConstraintType::LimitJoint) => {
                let j = JointId(id);
                let soft = Softness::new(m, m.jnt_solref[j], m.jnt_solimp[j]);
                limit(d, row, &soft, given.at(row, weight))
            }
            Some(ConstraintType::LimitTendon) => {
                let t = TendonId(id);
                let soft = Softness::new(m, m.tendon_solref_lim[t], m.tendon_solimp_lim[t]);
                limit(d, row, &soft, given.at(row, weight))
            }
            _ => contact(m, d, row, ContactId(id), given),
        };
    }
    if let Some(weights) = weights {
        d.scratch.give(weights);
    }
}

/// Inverse inertia of rows that [`flex_weights`] has computed.
#[derive(Clone, Copy)]
struct Given<'a>(Option<&'a [f64]>);

impl Given<'_> {
    #[inline(always)]
    fn at(self, row: usize, otherwise: impl FnOnce() -> f64) -> f64 {
        self.0.map_or_else(otherwise, |weights| weights[row])
    }
}

/// Rows of an equality constraint; those of points and frames share the impedance of their
/// distance. Returns their number, as do the functions below.
fn equality(m: &Model, d: &mut Data, row: usize, e: EqualityId, given: Given<'_>) -> usize {
    let soft = Softness::new(m, m.eq_solref[e], m.eq_solimp[e]);
    let kind = m.eq_type[e].get();
    let count = match kind {
        Some(EqType::Connect) => 3,
        Some(EqType::Weld) => 6,
        _ => 1,
    };
    let at_row = &d.efc_pos.as_slice()[row..row + count];
    let pos = if count == 1 { at_row[0] } else { norm(at_row) };
    let imp = soft.impedance(pos, d.efc_margin[EfcId(row)]);
    let kbip = soft.kbip(imp);
    for i in 0..count {
        // translation, then rotation
        let weight = || coupled_weight(m, e, kind, usize::from(i > 2));
        set(d, row + i, regularization(imp.value, given.at(row + i, weight)), kbip);
    }
    count
}

/// A row of friction loss: damped, without stiffness.
fn friction(d: &mut Data, row: usize, soft: &Softness, inverse_inertia: f64) -> usize {
    let imp = soft.impedance(d.efc_pos[EfcId(row)], d.efc_margin[EfcId(row)]);
    let [_, damping, value, slope] = soft.kbip(imp);
    set(d, row, regularization(imp.value, inverse_inertia), [0.0, damping, value, slope])
}

/// A row of a limit.
fn limit(d: &mut Data, row: usize, soft: &Softness, inverse_inertia: f64) -> usize {
    let imp = soft.impedance(d.efc_pos[EfcId(row)], d.efc_margin[EfcId(row)]);
    set(d, row, regularization(imp.value, inverse_inertia), soft.kbip(imp))
}

/// Inverse inertia of the translation of both sides of a contact.
fn inverse_weight(m: &Model, d: &mut Data, id: ContactId) -> f64 {
    let Data { workspace, flexvert_xpos, sims: [sim], .. } = d;
    let sides = Sides::both(m, flexvert_xpos, &sim.contact[id], &mut workspace.contact_parts);
    sides.map_or(0.0, |sides| sides.inverse_weight(m))
}

/// Rows of a contact. Those of friction are regularized relative to the normal: `impratio` times
/// as stiff, and less so where there is less friction.
fn contact(m: &Model, d: &mut Data, row: usize, id: ContactId, given: Given<'_>) -> usize {
    let contact = &d.contact[id];
    let dim = dimension(contact);
    let mu = contact.friction;
    let soft = Softness::new(m, contact.solref, contact.solimp);
    let friction_ref = Softness::friction_reference(m, contact.solreffriction);
    let imp = soft.impedance(d.efc_pos[EfcId(row)], d.efc_margin[EfcId(row)]);
    let kbip = soft.kbip(imp);

    let translation = inverse_weight(m, d, id);
    let ratio = MINVAL.max_num(m.opt.impratio);
    match d.efc_type[EfcId(row)].get() {
        Some(ConstraintType::ContactElliptic) => {
            let normal = regularization(imp.value, given.at(row, || translation));
            let tangent = normal / ratio;
            d.contact[id].mu = mu[0] * (tangent / normal).sqrt();

            // damping without stiffness in directions of friction
            let reference = friction_ref.unwrap_or(soft.solref);
            let damped = [0.0, soft.damping(reference), imp.value, imp.slope];
            set(d, row, normal, kbip);
            set(d, row + 1, tangent, damped);
            for i in 1..dim - 1 {
                let other = tangent * mu[0] * mu[0] / (mu[i] * mu[i]);
                set(d, row + 1 + i, other, damped);
            }
            dim
        }
        Some(ConstraintType::ContactPyramidal) => {
            // all edges alike, so that friction is as stiff as with an elliptic cone
            let weight = given.at(row, || translation + mu[0] * mu[0] * translation);
            let edge = regularization(imp.value, weight);
            let cone_mu = mu[0] * ((edge / ratio) / edge).sqrt();
            d.contact[id].mu = cone_mu;
            set_alike(d, row, 2 * (dim - 1), 2.0 * cone_mu * cone_mu * edge, kbip)
        }
        _ => set(d, row, regularization(imp.value, given.at(row, || translation)), kbip),
    }
}

/// `R` of a row.
fn regularization(imp: f64, inverse_inertia: f64) -> f64 {
    MINVAL.max_num((1.0 - imp) * inverse_inertia / imp)
}

/// Writes a row and returns one; `diagApprox` becomes what `R` and the impedance imply.
fn set(d: &mut Data, row: usize, r: f64, kbip: [f64; 4]) -> usize {
    let row = EfcId(row);
    d.efc_R[row] = r;
    d.efc_D[row] = 1.0 / r;
    d.efc_KBIP[row] = kbip;
    d.efc_diagApprox[row] = r * kbip[2] / (1.0 - kbip[2]);
    1
}

/// Writes rows that are alike; returns their number.
fn set_alike(d: &mut Data, row: usize, count: usize, r: f64, kbip: [f64; 4]) -> usize {
    set(d, row, r, kbip);
    let (stiffness, inverse_inertia) = (d.efc_D[EfcId(row)], d.efc_diagApprox[EfcId(row)]);
    for row in (row + 1..row + count).map(EfcId) {
        d.efc_R[row] = r;
        d.efc_D[row] = stiffness;
        d.efc_KBIP[row] = kbip;
        d.efc_diagApprox[row] = inverse_inertia;
    }
    count
}

/// Impedance and its derivative with position.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Impedance {
    value: f64,
    slope: f64,
}

/// The parameters `solref` and `solimp` of a constraint, brought into their ranges.
struct Softness {
    solref: [f64; NREF],
    solimp: [f64; NIMP],
}

impl Softness {
    /// References of mixed format (one number positive, one not) become the default one.
    fn new(m: &Model, solref: [f64; NREF], solimp: [f64; NIMP]) -> Self {
        let solref = if is_mixed(solref) { DEFAULT_SOLREF } else { solref };
        let within = |x: f64| MAXIMP.min_num(MINIMP.max_num(x));
        let [low, high, width, midpoint, power] = solimp;
        Self {
            solref: safe(m, solref),
            solimp: [
                within(low),
                within(high),
                0.0.max_num(width),
                within(midpoint),
                1.0.max_num(power),
            ],
        }
    }

    /// The reference of friction in elliptic cones, `None` if it is that of the normal.
    fn friction_reference(m: &Model, solref: [f64; NREF]) -> Option<[f64; NREF]> {
        let absent = is_mixed(solref) || solref == [0.0; NREF];
        (!absent).then(|| safe(m, solref))
    }

    /// From `low` to `high` as the distance to the margin grows to the width: two power curves that
    /// meet at the midpoint.
    fn impedance(&self, pos: f64, margin: f64) -> Impedance {
        let [low, high, width, midpoint, power] = self.solimp;
        if low == high || width <= MINVAL {
            return Impedance { value: 0.5 * (low + high), slope: 0.0 };
        }
        let x = (pos - margin) / width;
        let (x, sign) = if x < 0.0 { (-x, -1.0) } else { (x, 1.0) };
        if x >= 1.0 {
            return Impedance { value: high, slope: 0.0 };
        }
        if x <= 0.0 {
            return Impedance { value: low, slope: 0.0 };
        }

        let (y, slope) = if power == 1.0 {
            (x, 1.0)
        } else if x <= midpoint {
            let a = 1.0 / pow(midpoint, power - 1.0);
            (a * pow(x, power), power * a * pow(x, power - 1.0))
        } else {
            let b = 1.0 / pow(1.0 - midpoint, power - 1.0);
            (1.0 - b * pow(1.0 - x, power), power * b * pow(1.0 - x, power - 1.0))
        };
        Impedance { value: low + y * (high - low), slope: slope * sign * (high - low) / width }
    }

    /// Stiffness, damping, impedance and its slope.
    fn kbip(&self, imp: Impedance) -> [f64; 4] {
        [self.stiffness(), self.damping(self.solref), imp.value, imp.slope]
    }

    /// `solref` is (time constant, damping ratio), or (-stiffness, -damping) if not positive.
    fn stiffness(&self) -> f64 {
        let [time, ratio] = self.solref;
        let high = self.solimp[1];
        if time > 0.0 {
            1.0 / MINVAL.max_num(high * high * time * time * ratio * ratio)
        } else {
            -time / MINVAL.max_num(high * high)
        }
    }

    fn damping(&self, [time, ratio]: [f64; NREF]) -> f64 {
        let high = self.solimp[1];
        if ratio > 0.0 { 2.0 / MINVAL.max_num(high * time) } else { -ratio / MINVAL.max_num(high) }
    }
}

/// Whether only one of both numbers is positive.
fn is_mixed([first, second]: [f64; NREF]) -> bool {
    (first > 0.0) != (second > 0.0)
}

/// A time constant of at least two time steps, which integration can follow.
fn safe(m: &Model, [time, ratio]: [f64; NREF]) -> [f64; NREF] {
    let limited = time > 0.0 && !m.opt.disabled(DisableBit::RefSafe);
    [if limited { time.max_num(2.0 * m.opt.timestep) } else { time }, ratio]
}

/// A power; one and two, the usual ones, are exact.
fn pow(x: f64, power: f64) -> f64 {
    if power == 1.0 {
        x
    } else if power == 2.0 {
        x * x
    } else {
        fun::pow(x, power)
    }
}

#[cfg(test)]
mod tests;
