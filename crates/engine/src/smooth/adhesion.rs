//! Adhesion of a body: the average of the normals of its contacts, as moments.
//!
//! | reads | writes |
//! |---|---|
//! | `contact`, `efc_J`, `cdof`, `subtree_com` | the row of an actuator |
//! | `efc_J_rownnz`, `efc_J_rowadr`, `efc_J_colind`, `actuator_trnid` | |
//! | `opt.cone` | |
//!
//! A contact that adds constraints counts with the rows of its normal (of a pyramid: the mean of all
//! edges), one in the gap with the Jacobian of its normal. Pulling is positive, so the sign turns.

use super::jacobian::PointPair;
use crate::contact::Contact;
use crate::data::{DataOf, Lanes, Sim};
use crate::enums::Cone;
use crate::ids::ActuatorId;
use crate::math::{InLanes, Vec3, Vec3Of};
use crate::model::Model;
use crate::model::facts::{bodies_of_contact, is_sparse};

/// Fills the dense row of an actuator that adheres a body; zero without contacts. Contacts are those of
/// each simulation: refused for numbers that are more than values.
pub(super) fn body<N: Lanes>(m: &Model, d: &mut DataOf<N>, u: ActuatorId, row: &mut [N]) {
    let mut active = d.scratch.take(m.nv);
    let mut in_gap = d.scratch.take(m.nv);
    if let (Some(active), Some(in_gap), Some(row)) =
        (N::plain_mut(&mut active), N::plain_mut(&mut in_gap), N::plain_mut(row))
    {
        for lane in 0..N::LANES {
            let count = add_contacts(m, d, u, lane, [active, in_gap]);
            if count > 0.0 {
                let scale = -1.0 / count;
                for ((to, a), b) in row.iter_mut().zip(&*active).zip(&*in_gap) {
                    to.set_lane(lane, (a.lane(lane) + b.lane(lane)) * scale);
                }
            }
        }
    } else {
        row.fill(N::splat(f64::NAN));
    }
    d.scratch.give(active);
    d.scratch.give(in_gap);
}

/// Adds up the normals of the contacts of one simulation, those with constraints and those in the
/// gap, in its lane; returns how many there are.
fn add_contacts<N: Lanes>(
    m: &Model,
    d: &DataOf<N>,
    u: ActuatorId,
    lane: usize,
    [active, in_gap]: [&mut [N::Plain]; 2],
) -> f64 {
    let sim = &d.sims()[lane];
    let mut count = 0.0;
    for contact in &sim.contact {
        let Some(bodies) = bodies_of_contact(m, contact) else { continue };
        if bodies.iter().all(|b| b.raw() != m.actuator_trnid[u][0]) {
            continue;
        }
        match contact.exclude {
            0 => add_rows(m, sim, contact, |k, x| add(&mut active[k], lane, x)),
            1 => {
                let points = [Vec3Of::splat(contact.pos); 2];
                let pair = PointPair::new(m, &d.subtree_com, bodies, points);
                for (k, [first, second]) in pair.columns(m, &d.cdof) {
                    let Some(along) = N::plain_array((second.p - first.p).0) else { continue };
                    let along = Vec3(along).lane(lane);
                    add(&mut in_gap[k.dof.0], lane, contact.frame.row(0).dot(along));
                }
            }
            _ => continue,
        }
        count += 1.0;
    }
    count
}

fn add<N: InLanes>(sum: &mut N, lane: usize, x: f64) {
    sum.set_lane(lane, sum.lane(lane) + x);
}

/// Most directions of friction of a contact.
const MAX_FRICTION: usize = 5;

/// Adds the rows of the constraint Jacobian that make up the normal of a contact.
fn add_rows(m: &Model, d: &Sim, contact: &Contact, mut add: impl FnMut(usize, f64)) {
    let Ok(start) = usize::try_from(contact.efc_address) else { return };
    let directions = usize::try_from(contact.dim.saturating_sub(1)).unwrap_or(0).min(MAX_FRICTION);
    let (rows, weight) = if directions == 0 || m.opt.cone() == Some(Cone::Elliptic) {
        (1, 1.0)
    } else {
        (2 * directions, 0.5 / directions as f64)
    };
    for r in start..start + rows {
        if is_sparse(m) {
            let (Some(&adr), Some(&nnz)) = (d.efc_J_rowadr.get(r), d.efc_J_rownnz.get(r)) else {
                return;
            };
            let range = adr as usize..adr.saturating_add(nnz) as usize;
            let (Some(values), Some(columns)) =
                (d.efc_J.get(range.clone()), d.efc_J_colind.get(range))
            else {
                return;
            };
            for (value, &k) in values.iter().zip(columns) {
                if (k as usize) < m.nv {
                    add(k as usize, value * weight);
                }
            }
        } else {
            let start = r.saturating_mul(m.nv);
            let values = d.efc_J.get(start..start.saturating_add(m.nv)).unwrap_or(&[]);
            for (k, value) in values.iter().enumerate() {
                add(k, value * weight);
            }
        }
    }
}
