//! Forces of contacts, from those of their rows.
//!
//! | reads |
//! |---|
//! | `contact`, `efc_force` |

use crate::data::Data;
use crate::ids::ContactId;
use crate::math::pyramid::decode_pyramid;
use crate::model::Model;
use crate::model::facts::is_pyramidal;

/// Force before torque of a contact, in its own axes: the normal from the first geom to the second, then
/// the tangents. It acts on the second geom, and negated on the first. Zero for a contact that does not
/// exist or adds no constraint.
#[doc(alias = "mj_contactForce")]
#[must_use]
pub fn contact_force(m: &Model, d: &Data, id: ContactId) -> [f64; 6] {
    let mut force = [0.0; 6];
    let Some(contact) = d.contact.get(id.0) else {
        return force;
    };
    let start = usize::try_from(contact.efc_address).ok();
    let Some(rows) = start.and_then(|start| d.efc_force.get(start..)) else {
        return force;
    };
    let dim = usize::try_from(contact.dim).unwrap_or(0).min(6);
    if dim > 1 && is_pyramidal(m) {
        decode_pyramid(&mut force[..dim], rows, &contact.friction[..dim - 1]);
    } else {
        force.iter_mut().zip(rows).take(dim).for_each(|(to, from)| *to = *from);
    }
    force
}
