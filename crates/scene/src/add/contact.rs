//! Contacts: points, axes and forces.
//!
//! | reads |
//! |---|
//! | `contact`, `efc_force`, `efc_island`, `island_dofadr` |

use ferrodyn_engine::constants::MINVAL;
use ferrodyn_engine::enums::{GeomType, Label, ObjType, VisFlag, VisFrame};
use ferrodyn_engine::ids::ContactId;
use ferrodyn_engine::math::{Mat3, Vec3};
use ferrodyn_engine::support::contact_force;
use ferrodyn_engine::{Contact, Model};

use super::Add;
use super::color::{island_color, island_of_row};
use super::label::three_digits;
use crate::geom::{single, singles};

/// The most bytes of one of the two names in a label.
const NAME: usize = 47;

/// Adds contacts.
pub(super) fn contacts(add: &mut Add<'_>) -> Option<()> {
    let (m, d) = (add.m, add.d);
    let force = add.shows(VisFlag::ContactForce);
    for (i, contact) in d.contact.iter().enumerate() {
        if add.shows(VisFlag::ContactPoint) {
            point(add, i, contact)?;
        }
        let axes = contact.frame.transpose();
        if add.frames(VisFrame::Contact) {
            let sizes = [m.vis.scale.framelength, m.vis.scale.framewidth];
            let sizes = sizes.map(|size| f64::from(size) * m.stat.meansize / 2.0);
            add.axes_of_size(i, contact.pos, &axes, sizes)?;
        }
        if force && contact.efc_address >= 0 {
            forces(add, i, contact, &axes)?;
        }
    }
    Some(())
}

fn point(add: &mut Add<'_>, i: usize, contact: &Contact) -> Option<()> {
    let (m, d) = (add.m, add.d);
    let mut geom = add.decor(ObjType::Unknown, i)?;
    let sized = |scale: f32| (f64::from(scale) * m.stat.meansize) as f32;
    let width = sized(m.vis.scale.contactwidth);
    let (height, depth) = (sized(m.vis.scale.contactheight), (-contact.dist / 2.0) as f32);
    geom.kind = GeomType::Cylinder;
    geom.size = [width, width, if height > depth { height } else { depth }];
    // the axis of the cylinder is the normal
    let rows = [1, 2, 0].map(|i| contact.frame.row(i));
    let mat = Mat3::from_cols(rows[0], rows[1], rows[2]);
    (geom.pos, geom.mat) = (single(contact.pos), singles(&mat));
    geom.rgba = if contact.efc_address < 0 {
        m.vis.rgba.contactgap
    } else if add.shows(VisFlag::Island) {
        island_color(island_of_row(d, contact.efc_address), true)
    } else {
        m.vis.rgba.contactpoint
    };
    if add.labels(Label::ContactPoint) {
        let [first, second] = [0, 1].map(|side| side_name(m, contact, side));
        geom.set_label(&format!("{first} | {second}"));
    }
    add.keep(geom);
    Some(())
}

/// The name of what takes part in a contact.
fn side_name(m: &Model, contact: &Contact, side: usize) -> String {
    let name = |kind, id: i32| usize::try_from(id).ok().and_then(|id| m.id2name(kind, id));
    let (geom, flex) = (contact.geom[side], contact.flex[side]);
    let mut text = if geom >= 0 {
        name(ObjType::Geom, geom).map_or_else(|| format!("g{geom}"), ToOwned::to_owned)
    } else {
        let (elem, vert) = (contact.elem[side], contact.vert[side]);
        let part = if elem >= 0 { format!("e{elem}") } else { format!("v{vert}") };
        let flex = name(ObjType::Flex, flex).map_or_else(|| format!("f{flex}"), ToOwned::to_owned);
        format!("{flex}.{part}")
    };
    text.truncate(text.floor_char_boundary(NAME));
    text
}

/// Adds the force of a contact, or its normal part and its friction.
fn forces(add: &mut Add<'_>, i: usize, contact: &Contact, axes: &Mat3) -> Option<()> {
    let m = add.m;
    let mut force = Vec3::ZERO;
    let all = contact_force(m, add.d, ContactId(i));
    let dim = usize::try_from(contact.dim).unwrap_or(0).min(3);
    force.0[..dim].copy_from_slice(&all[..dim]);
    if force.norm() < MINVAL {
        return Some(());
    }
    let split = add.shows(VisFlag::ContactSplit) && contact.dim > 1;
    let (normal, friction) = (m.vis.rgba.contactforce, m.vis.rgba.contactfriction);
    let [x, y, z] = force.0;
    if split {
        let across = axes.col(1) * y + axes.col(2) * z;
        arrow(add, i, contact, axes.col(0) * x, normal, Some(force.norm()))?;
        return arrow(add, i, contact, across, friction, None);
    }
    arrow(add, i, contact, *axes * force, normal, Some(force.norm()))
}

fn arrow(
    add: &mut Add<'_>,
    i: usize,
    contact: &Contact,
    force: Vec3,
    rgba: [f32; 4],
    norm: Option<f64>,
) -> Option<()> {
    let m = add.m;
    let mut vec = force * (f64::from(m.vis.map.force) / m.stat.meanmass);
    // towards what comes later: flexes after bodies
    let [first, second] = [0, 1].map(|side| {
        let geom =
            usize::try_from(contact.geom[side]).ok().and_then(|g| m.geom_bodyid.raw().get(g));
        geom.map_or(i64::from(contact.flex[side]) + m.nbody as i64, |&body| i64::from(body))
    });
    if first > second {
        vec *= -1.0;
    }
    let split = add.shows(VisFlag::ContactSplit) && contact.dim > 1;
    let both = first > 0 && second > 0 && !split;
    let mut geom = add.decor(ObjType::Unknown, i)?;
    let width = f64::from(m.vis.scale.forcewidth) * m.stat.meansize;
    let kind = if both { GeomType::Arrow2 } else { GeomType::Arrow };
    geom.span(kind, width, contact.pos, contact.pos + vec);
    geom.rgba = rgba;
    if let Some(norm) = norm.filter(|_| add.labels(Label::ContactForce)) {
        geom.set_label(&three_digits(norm));
    }
    add.keep(geom);
    Some(())
}
