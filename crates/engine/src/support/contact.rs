//! Contacts of the user's own, and forces of contacts.
//!
//! | reads | writes |
//! |---|---|
//! | `efc_force` | `ncon`, `ne`, `nf`, `nl`, `nefc`, `nJ`, `nA` |
//! | | `nisland`, `nidof`, `contact` |

use super::is_pyramidal;
use crate::contact::Contact;
use crate::data::Data;
use crate::enums::Warning;
use crate::hooks::AsSystem;
use crate::ids::ContactId;
use crate::math::pyramid::decode_pyramid;
use crate::model::Model;

/// Appends a contact. The constraints are gone until they are made again.
///
/// Returns false, with a warning in `d`, if the memory that the model grants is full.
#[doc(alias = "mj_addContact")]
pub fn add_contact(m: &impl AsSystem, d: &mut Data, contact: &Contact) -> bool {
    d.empty_rows();
    (d.ne, d.nf, d.nl, d.nefc, d.nJ, d.nA) = (0, 0, 0, 0, 0, 0);
    (d.nisland, d.nidof) = (0, 0);

    let bytes = (d.contact.len() + 1).saturating_mul(size_of::<Contact>());
    if i64::try_from(bytes).is_ok_and(|bytes| bytes > d.narena) {
        let at = d.contact.len();
        m.as_system().warn(d, Warning::ContactFull, at);
        return false;
    }
    d.contact.push(*contact);
    d.ncon = d.contact.len() as i32;
    true
}

/// Force before torque of a contact, in its own axes: the normal from the first geom to the second, then
/// the tangents. It acts on the second geom, and negated on the first. Zero for a contact that does not
/// exist or adds no constraint.
#[doc(alias = "mj_contactForce")]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sizes;
    use crate::ids::WarningId;

    #[test]
    fn an_added_contact_is_last_and_constraints_are_gone() {
        let mut sizes = Sizes { nbody: 1, nmocap: 0, ..Sizes::default() };
        sizes.narena = 2 * size_of::<Contact>() as i64;
        let m = Model::new(sizes).unwrap();
        let mut d = Data::new(&m);
        d.nefc = 3;
        d.efc_force.resize(3);
        let contact = Contact { dist: -0.5, ..Contact::default() };
        assert!(add_contact(&m, &mut d, &contact));
        assert!(add_contact(&m, &mut d, &Contact::default()));
        assert_eq!((d.ncon, d.contact[ContactId(0)].dist), (2, -0.5));
        assert_eq!((d.nefc, d.efc_force.len()), (0, 0));
        // no room for a third
        assert!(!add_contact(&m, &mut d, &contact));
        assert_eq!((d.ncon, d.warning[WarningId(Warning::ContactFull as usize)].number), (2, 1));
    }
}
