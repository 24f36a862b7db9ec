//! Views of contacts.
//!
//! | reads |
//! |---|
//! | `geom_bodyid` |

use std::ops::Deref;

use crate::contact::{Collider, Contact};
use crate::data::Data;
use crate::ids::{BodyId, ContactId, GeomId};
use crate::math::Vec3;
use crate::model::Model;
use crate::support::contact_force;

/// One contact of a simulation, with names and forces; the fields of [`Contact`] are read through it, as in
/// `contact.dist` and `contact.pos`.
#[derive(Clone, Copy, Debug)]
pub struct ContactView<'a> {
    m: &'a Model,
    d: &'a Data,
    id: ContactId,
    contact: &'a Contact,
}

impl Deref for ContactView<'_> {
    type Target = Contact;
    fn deref(&self) -> &Contact {
        self.contact
    }
}

impl<'a> ContactView<'a> {
    /// Which contact it is: a place in `d.contact`, until the next step.
    pub fn id(&self) -> ContactId {
        self.id
    }

    /// The geoms; `None` for a side that is a flex.
    pub fn geoms(&self) -> [Option<GeomId>; 2] {
        self.contact.colliders().map(|side| match side {
            Some(Collider::Geom(geom)) => Some(geom).filter(|g| g.0 < self.m.ngeom),
            _ => None,
        })
    }

    /// The bodies of the geoms; `None` for a side that is a flex.
    pub fn bodies(&self) -> [Option<BodyId>; 2] {
        self.geoms().map(|geom| self.m.geom_bodyid[geom?].id())
    }

    /// The names of geoms or flexes; `None` where there is none.
    pub fn names(&self) -> [Option<&'a str>; 2] {
        self.contact.colliders().map(|side| match side? {
            Collider::Geom(geom) => self.m.name(geom),
            Collider::FlexElement { flex, .. } | Collider::FlexVertex { flex, .. } => {
                self.m.name(flex)
            }
        })
    }

    /// The normal, from the first side to the second; world frame.
    pub fn normal(&self) -> Vec3 {
        self.contact.frame.row(0)
    }

    /// Force on the second side, along the normal and the two tangents; N. As [`contact_force`] computes it: zero for a
    /// contact that adds no constraint.
    pub fn force(&self) -> Vec3 {
        let [normal, first, second, ..] = contact_force(self.m, self.d, self.id);
        Vec3([normal, first, second])
    }

    /// Torque on the second side, about the normal and the two tangents; N m.
    pub fn torque(&self) -> Vec3 {
        let [_, _, _, normal, first, second] = contact_force(self.m, self.d, self.id);
        Vec3([normal, first, second])
    }

    /// [`force`](Self::force) in the world frame; N.
    pub fn world_force(&self) -> Vec3 {
        self.contact.frame.transpose_mul(self.force())
    }
}

impl Data {
    /// All contacts, with names and forces.
    ///
    /// ```
    /// use ferrodyn::{Data, Model};
    ///
    /// /// What presses on the ground, and how hard.
    /// fn load_on_ground(m: &Model, d: &Data) -> f64 {
    ///     let on_ground = d.contacts(m).filter(|contact| contact.names()[0] == Some("ground"));
    ///     on_ground.map(|contact| contact.world_force()[2]).sum()
    /// }
    /// ```
    pub fn contacts<'a>(&'a self, m: &'a Model) -> impl ExactSizeIterator<Item = ContactView<'a>> {
        self.contact.iter().enumerate().map(move |(i, contact)| ContactView {
            m,
            d: self,
            id: ContactId(i),
            contact,
        })
    }
}
