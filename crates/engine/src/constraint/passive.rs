//! Contacts of flexes that act as springs instead of constraints.
//!
//! | reads | writes |
//! |---|---|
//! | `contact`, `cdof`, `subtree_com`, `flexvert_xpos`, `flex_passive` | `qfrc_spring` |
//! | `opt.disableflags` | `contact.exclude`, `contact.efc_address` |

use super::difference::{BodyPair, WeightedSum};
use super::parts::Sides;
use crate::contact::{Collider, Contact};
use crate::data::Data;
use crate::enums::DisableBit;
use crate::ids::{ContactId, DofId};
use crate::model::Model;
use crate::smooth::jacobian::Column;

/// Stiffness of the springs, in N/m.
const STIFFNESS: f64 = 1e4;
/// What `contact.exclude` says of such a contact,
pub(super) const PASSIVE: i32 = 4;
/// and of one that no degree of freedom changes.
pub(super) const NO_DOFS: i32 = 3;

/// Whether a contact is left to the passive forces, as a flex on one of its sides asks.
pub(super) fn is_passive(m: &Model, contact: &Contact) -> bool {
    contact.colliders().into_iter().flatten().any(|side| match side {
        Collider::Geom(_) => false,
        Collider::FlexElement { flex, .. } | Collider::FlexVertex { flex, .. } => {
            m.flex_passive.get(flex.0).is_some_and(|&passive| passive != 0)
        }
    })
}

/// Adds the forces of passive contacts, along their normals, to those of springs.
#[doc(alias = "mj_contactPassive")]
pub(crate) fn add_passive_contacts(m: &Model, d: &mut Data) {
    if m.opt.disabled(DisableBit::Contact) || m.nv == 0 {
        return;
    }
    let mut parts = std::mem::take(&mut d.workspace.contact_parts);
    for id in (0..d.contact.len()).map(ContactId) {
        if d.contact[id].exclude != PASSIVE {
            continue;
        }
        d.contact[id].efc_address = -1;
        let contact = d.contact[id];
        let Some(sides) = Sides::of(m, &d.flexvert_xpos, &contact, &mut parts) else { continue };
        let (normal, force) = (contact.frame.row(0), -STIFFNESS * contact.dist);
        let Data { cdof, subtree_com, qfrc_spring, .. } = d;
        let push = |(k, column): (DofId, Column<f64>)| {
            qfrc_spring[k] += normal.dot(column.p) * force;
        };
        let count = match sides {
            Sides::Bodies(bodies) => {
                let pair = BodyPair::new(m, subtree_com, bodies, contact.pos);
                pair.columns(m, cdof).map(push).count()
            }
            Sides::Parts(parts) => WeightedSum::new(m, subtree_com, cdof, parts).map(push).count(),
        };
        if count == 0 {
            d.contact[id].exclude = NO_DOFS;
        }
    }
    d.workspace.contact_parts = parts;
}
