//! Sensors of contacts: the force that presses on a zone, and the contacts between given objects.
//!
//! Without contacts all of them read zero, but for the axes that the net force of a contact sensor
//! is expressed in.

use crate::constants::MINVAL;
use crate::data::Data;
use crate::enums::{ConDataField, ObjType};
use crate::ids::{BodyId, ContactId, SensorId, SiteId};
use crate::math::Vec3;
use crate::model::Model;
use crate::model::facts::body_of_geom;
use crate::support::contact_force;

use super::reading::Reading;
use super::zone;

/// Sum of the normal forces of contacts that press on the zone of a site.
pub(super) fn touch(m: &Model, d: &Data, s: SensorId) -> Option<Reading> {
    let site = SiteId::new(m.sensor_objid[s]).filter(|site| site.0 < m.nsite)?;
    let body = m.site_bodyid[site].raw();
    let mut sum = 0.0;
    for c in d.contact.ids() {
        let contact = &d.contact[c];
        let bodies = bodies(m, d, c);
        if contact.efc_address < 0 || !bodies.contains(&body) {
            continue;
        }
        let normal_force = contact_force(m, d, c)[0];
        if normal_force <= 0.0 {
            continue;
        }
        // from the contact along its force into the body
        let (along, _) = (contact.frame.row(0) * normal_force).normalized();
        let along = if bodies[1] == body { along * -1.0 } else { along };
        if zone::is_hit(m, d, site, contact.pos, along) {
            sum += normal_force;
        }
    }
    Some(Reading::Number(sum))
}

/// How the contacts of a contact sensor become its slots.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reduce {
    /// The first ones.
    First,
    /// The deepest ones.
    Nearest,
    /// Those with the largest force.
    Strongest,
    /// One slot: the sum of all, in world axes.
    Net,
}

impl Reduce {
    fn of(m: &Model, s: SensorId) -> Self {
        match m.sensor_intprm[s][1] {
            1 => Self::Nearest,
            2 => Self::Strongest,
            3 => Self::Net,
            _ => Self::First,
        }
    }
}

/// A contact that a sensor looks for.
#[derive(Clone, Copy)]
struct ContactMatch {
    contact: ContactId,
    /// Whether it is seen from its second geom.
    flip: bool,
}

impl ContactMatch {
    fn to_raw(self) -> i32 {
        2 * self.contact.raw() + i32::from(self.flip)
    }

    fn from_raw(raw: i32) -> Self {
        Self { contact: ContactId(raw as usize / 2), flip: raw % 2 == 1 }
    }
}

/// Writes the slots of a contact sensor.
pub(super) fn write(m: &Model, d: &mut Data, s: SensorId, out: &mut [f64]) {
    out.fill(0.0);
    let mut found = d.scratch.take_indices(d.contact.len());
    found.clear();
    for c in d.contact.ids() {
        if let Some(flip) = matches(m, d, s, c) {
            found.push(ContactMatch { contact: c, flip }.to_raw());
        }
    }

    let spec = m.sensor_intprm[s][0];
    let size: usize = FIELDS.iter().filter(|(f, _)| has(spec, *f)).map(|(_, n)| n).sum();
    let reduce = Reduce::of(m, s);
    if reduce == Reduce::Net {
        write_net(m, d, &found, spec, out);
    } else {
        // smallest first, the order of contacts decides between equals
        found.sort_unstable_by(|&a, &b| {
            let rank = |raw: i32| criterion(m, d, reduce, ContactMatch::from_raw(raw).contact);
            rank(a).total_cmp(&rank(b)).then(a.cmp(&b))
        });
        for (&raw, slot) in found.iter().zip(out.chunks_exact_mut(size.max(1))) {
            write_slot(m, d, ContactMatch::from_raw(raw), found.len(), spec, slot);
        }
    }
    d.scratch.give_indices(found);
}

/// The values that a contact sensor can report, in order, with how many numbers each has.
const FIELDS: [(ConDataField, usize); 7] = [
    (ConDataField::Found, 1),
    (ConDataField::Force, 3),
    (ConDataField::Torque, 3),
    (ConDataField::Dist, 1),
    (ConDataField::Pos, 3),
    (ConDataField::Normal, 3),
    (ConDataField::Tangent, 3),
];

/// Whether a sensor reports a field.
fn has(spec: i32, field: ConDataField) -> bool {
    spec & (1 << field as i32) != 0
}

/// The key by which contacts are sorted.
fn criterion(m: &Model, d: &Data, reduce: Reduce, c: ContactId) -> f64 {
    match reduce {
        // the sum turns a negative zero into a positive one
        Reduce::Nearest => d.contact[c].dist + 0.0,
        Reduce::Strongest => {
            let [x, y, z, ..] = contact_force(m, d, c);
            let force = Vec3([x, y, z]);
            -force.dot(force)
        }
        Reduce::First | Reduce::Net => 0.0,
    }
}

/// Writes the fields that the sensor reports.
fn write_fields(spec: i32, slot: &mut [f64], value: impl Fn(ConDataField) -> Vec3) {
    let mut rest = slot;
    for (field, n) in FIELDS {
        if has(spec, field) {
            let Some((to, after)) = rest.split_at_mut_checked(n) else {
                return;
            };
            to.copy_from_slice(&value(field).0[..n]);
            rest = after;
        }
    }
}

/// One contact, in its own axes. Seen from the other geom the first two axes turn around, so that
/// force and torque are opposite.
fn write_slot(m: &Model, d: &Data, f: ContactMatch, count: usize, spec: i32, slot: &mut [f64]) {
    let contact = &d.contact[f.contact];
    let [fx, fy, fz, tx, ty, tz] = contact_force(m, d, f.contact);
    let sign = if f.flip { -1.0 } else { 1.0 };
    write_fields(spec, slot, |field| match field {
        ConDataField::Found => Vec3([count as f64, 0.0, 0.0]),
        ConDataField::Force => Vec3([fx, fy, fz * sign]),
        ConDataField::Torque => Vec3([tx, ty, tz * sign]),
        ConDataField::Dist => Vec3([contact.dist, 0.0, 0.0]),
        ConDataField::Pos => contact.pos,
        ConDataField::Normal => contact.frame.row(0) * sign,
        ConDataField::Tangent => contact.frame.row(1) * sign,
    });
}

/// The sum of all contacts in world axes, about their center weighted by force.
fn write_net(m: &Model, d: &Data, found: &[i32], spec: i32, out: &mut [f64]) {
    let wrench = |f: ContactMatch| {
        let force = contact_force(m, d, f.contact);
        let [fx, fy, fz, tx, ty, tz] = if f.flip { force.map(|x| -x) } else { force };
        (Vec3([fx, fy, fz]), Vec3([tx, ty, tz]))
    };
    let all = || found.iter().map(|&raw| ContactMatch::from_raw(raw));

    let (mut point, mut total) = (Vec3::ZERO, 0.0);
    for f in all() {
        let weight = wrench(f).0.norm();
        point += d.contact[f.contact].pos * weight;
        total += weight;
    }
    let point = point * (1.0 / if total > MINVAL { total } else { MINVAL });

    let (mut force, mut torque) = (Vec3::ZERO, Vec3::ZERO);
    for f in all() {
        let contact = &d.contact[f.contact];
        let (local_force, local_torque) = wrench(f);
        let world_force = contact.frame.transpose_mul(local_force);
        force += world_force;
        torque += contact.frame.transpose_mul(local_torque);
        torque += (contact.pos - point).cross(world_force);
    }
    write_fields(spec, out, |field| match field {
        ConDataField::Found => Vec3([found.len() as f64, 0.0, 0.0]),
        ConDataField::Force => force,
        ConDataField::Torque => torque,
        ConDataField::Dist => Vec3::ZERO,
        ConDataField::Pos => point,
        ConDataField::Normal => Vec3::X,
        ConDataField::Tangent => Vec3::Y,
    });
}

/// The bodies of a contact, -1 for a flex.
fn bodies(m: &Model, d: &Data, c: ContactId) -> [i32; 2] {
    d.contact[c].geom.map(|geom| body_of_geom(m, geom).map_or(-1, BodyId::raw))
}

/// Whether a sensor looks for a contact; if so, whether it sees it from the second geom.
fn matches(m: &Model, d: &Data, s: SensorId, c: ContactId) -> Option<bool> {
    let kinds = [m.sensor_objtype[s].raw(), m.sensor_reftype[s].raw()];
    let kinds = kinds.map(|kind| ObjType::from_i32(kind).unwrap_or(ObjType::Unknown));
    if kinds[0] == ObjType::Site {
        let site = SiteId::new(m.sensor_objid[s]).filter(|site| site.0 < m.nsite)?;
        if !zone::is_inside(m, d, site, d.contact[c].pos) {
            return None;
        }
    }

    let (geoms, bodies) = (d.contact[c].geom, bodies(m, d, c));
    let of = |kind, id| [0, 1].map(|side| is_object(m, kind, id, geoms[side], bodies[side]));
    let first = of(kinds[0], m.sensor_objid[s]);
    let second = of(kinds[1], m.sensor_refid[s]);
    if !(first[0] || first[1]) || !(second[0] || second[1]) {
        return None;
    }
    match kinds.map(|kind| kind != ObjType::Unknown) {
        [false, false] => Some(false),
        // away from the first object, toward the second
        [true, false] => Some(!first[0]),
        [false, true] => Some(!second[1]),
        [true, true] if first[0] && second[1] => Some(false),
        [true, true] => (first[1] && second[0]).then_some(true),
    }
}

/// Whether a side of a contact is the object that a sensor names; no name fits all, and a site has
/// been looked at before.
fn is_object(m: &Model, kind: ObjType, id: i32, geom: i32, body: i32) -> bool {
    match kind {
        ObjType::Unknown | ObjType::Site => true,
        ObjType::Geom => id == geom,
        ObjType::Body => id == body,
        ObjType::XBody => {
            // up the tree: ancestors have smaller ids
            let mut body = body;
            while body > id {
                let above = BodyId::new(body).and_then(|b| m.body_parentid.raw().get(b.0)).copied();
                body = above.filter(|&above| above < body).unwrap_or(-1);
            }
            body == id
        }
        _ => false,
    }
}
