//! Contacts of the user's own.
//!
//! | reads | writes |
//! |---|---|
//! | | `ncon`, `ne`, `nf`, `nl`, `nefc`, `nJ`, `nA` |
//! | | `nisland`, `nidof`, `contact` |

use crate::contact::Contact;
use crate::data::Data;
use crate::enums::Warning;
use crate::hooks::AsSystem;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Model;
    use crate::Sizes;
    use crate::ids::{ContactId, WarningId};

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
