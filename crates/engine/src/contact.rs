//! Contacts, their forces, and the statistics that a step leaves behind.

use crate::check;
use crate::constants::{NIMP, NREF};
use crate::data::Data;
use crate::enums::Warning;
use crate::fields::record;
use crate::ids::ContactId;
use crate::math::pyramid::decode_pyramid;
use crate::math::{Mat3, Vec3};
use crate::model::Model;
use crate::support::is_pyramidal;

record! {
    /// A contact between two geoms or flex elements.
    Contact = "mjContact" {
        /// Distance of the nearest points; negative when they penetrate.
        dist: f64,
        /// Contact point, in world: midway between the two surfaces.
        pos: Vec3,
        /// Axes in world, row by row: the normal (from the first geom to the second), two tangents.
        frame: Mat3,
        /// A contact is active while `dist` is below this.
        includemargin: f64,
        /// Friction: two tangential, torsional, two rolling.
        friction: [f64; 5],
        /// Reference acceleration along the normal.
        solref: [f64; NREF],
        /// Reference acceleration in friction directions.
        solreffriction: [f64; NREF],
        /// Impedance.
        solimp: [f64; NIMP],
        /// Friction of the regularized cone.
        mu: f64,
        /// Hessian of the cone.
        H: [f64; 36],
        /// Dimensions of the contact space: 1, 3, 4 or 6.
        dim: i32,
        /// First geom; the same as `geom[0]`.
        geom1: i32,
        /// Second geom; the same as `geom[1]`.
        geom2: i32,
        /// Geoms, -1 for a flex.
        geom: [i32; 2],
        /// Flexes, -1 for a geom.
        flex: [i32; 2],
        /// Flex elements, -1 for a geom or a flex vertex.
        elem: [i32; 2],
        /// Flex vertices, -1 for a geom or a flex element.
        vert: [i32; 2],
        /// Why the contact adds no constraint: 0 it does, 1 in gap, 2 fused, 3 no dofs, 4 passive.
        exclude: i32,
        /// First row in `efc_*`, -1 if it has none.
        efc_address: i32,
        ; padding: i32
    }
}

/// Appends a contact. The constraints are gone until they are made again.
///
/// Returns false, with a warning in `d`, if the memory that the model grants is full.
#[doc(alias = "mj_addContact")]
pub fn add_contact(_m: &Model, d: &mut Data, contact: &Contact) -> bool {
    // what a step sizes, but for the contacts
    for (index, field) in Data::FIELDS.iter().enumerate() {
        if field.name != "contact" {
            d.set_len(index, 0);
        }
    }
    (d.ne, d.nf, d.nl, d.nefc, d.nJ, d.nA) = (0, 0, 0, 0, 0, 0);
    (d.nisland, d.nidof) = (0, 0);

    let bytes = (d.contact.len() + 1).saturating_mul(size_of::<Contact>());
    if i64::try_from(bytes).is_ok_and(|bytes| bytes > d.narena) {
        let at = d.contact.len();
        check::warn(d, Warning::ContactFull, at);
        return false;
    }
    d.contact.push(*contact);
    d.ncon = d.contact.len() as i32;
    true
}

/// Force before torque of a contact, in its own axes: the normal, then the tangents. Zero for a
/// contact that does not exist or adds no constraint.
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

record! {
    /// How often a warning was raised.
    WarningStat = "mjWarningStat" {
        /// What the last warning was about.
        lastinfo: i32,
        /// Times raised.
        number: i32,
    }
}

record! {
    /// Time spent in a part of the pipeline.
    TimerStat = "mjTimerStat" {
        /// Accumulated time.
        duration: f64,
        /// Times measured.
        number: i32,
        ; padding: i32
    }
}

record! {
    /// One iteration of the constraint solver.
    SolverStat = "mjSolverStat" {
        /// Reduction of the cost.
        improvement: f64,
        /// Norm of the gradient.
        gradient: f64,
        /// Slope of the line search.
        lineslope: f64,
        /// Active constraints.
        nactive: i32,
        /// Constraints that changed state.
        nchange: i32,
        /// Evaluations of the cost in the line search.
        neval: i32,
        /// Cholesky updates in the line search.
        nupdate: i32,
    }
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
