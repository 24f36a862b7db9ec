//! Accelerations and forces of bodies once `qacc` and the constraint forces are known.
//!
//! | reads | writes |
//! |---|---|
//! | `cdof`, `cdof_dot`, `cinert`, `cvel`, `qvel`, `qacc`, `xfrc_applied`, contacts, `efc_force` | `cacc`, `cfrc_ext`, `cfrc_int`, `flg_rnepost` |
//! | `ne`, `xpos`, `xmat`, `xipos`, `contact`, `efc_type`, `efc_id` | |
//! | `geom_bodyid`, `site_bodyid`, `site_pos`, `eq_type` | |
//! | `eq_obj1id`, `eq_obj2id`, `eq_objtype`, `eq_data`, `opt.disableflags`, `opt.gravity` | |
//!
//! All are about the center of mass of each tree. `cfrc_ext` are the forces on a body from outside
//! of the kinematic tree, `cfrc_int` the force that a body exerts on its parent (joints included).

use multiversion::multiversion;

use super::contact_force::contact_force;
use super::object::{force_at, tree_com};
use crate::data::Data;
use crate::enums::{ConstraintType, DisableBit, EqType, ObjType};
use crate::ids::{BodyId, EfcId, EqualityId, SiteId};
use crate::math::{Spatial, Vec3};
use crate::model::Model;

use super::com::combine;

/// Recursive Newton-Euler with all forces: `cacc`, `cfrc_ext`, `cfrc_int`.
///
/// Not part of the pipeline: sensors ask for it when they need it.
#[doc(alias = "mj_rnePostConstraint")]
pub fn rne_post_constraint(m: &Model, d: &mut Data) {
    d.cfrc_ext.fill(Spatial::ZERO);
    add_applied(m, d);
    add_contacts(m, d);
    add_equalities(m, d);
    accelerate(m, d);

    // leaves to root: a body passes on what its children exert on it
    for (b, body) in m.bodies().zip(&m.plan().bodies).skip(1).rev() {
        let sum = d.cfrc_int[b];
        d.cfrc_int[body.parent] += sum;
    }
    d.flg_rnepost = 1;
}

/// `cfrc_ext += xfrc_applied`, which acts at the center of mass of the body.
fn add_applied(m: &Model, d: &mut Data) {
    for b in m.bodies().skip(1) {
        let [fx, fy, fz, tx, ty, tz] = d.xfrc_applied[b];
        let applied = Spatial([tx, ty, tz, fx, fy, fz]);
        if applied != Spatial::ZERO {
            let force = force_at(&applied, tree_com(m, d, b), d.xipos[b]);
            d.cfrc_ext[b] += force;
        }
    }
}

/// Adds the forces of contacts between geoms.
fn add_contacts(m: &Model, d: &mut Data) {
    for c in d.contact.ids() {
        let contact = d.contact[c];
        let [Some(first), Some(second)] = contact.geom.map(|g| {
            let g = usize::try_from(g).ok()?;
            body(m, *m.geom_bodyid.raw().get(g)?)
        }) else {
            continue;
        };
        if contact.efc_address < 0 {
            continue;
        }

        // from contact axes to world axes, torque before force
        let [fx, fy, fz, tx, ty, tz] = contact_force(m, d, c);
        let force = contact.frame.transpose_mul(Vec3([fx, fy, fz]));
        let torque = contact.frame.transpose_mul(Vec3([tx, ty, tz]));
        let force = Spatial::new(torque, force);
        add_pair(m, d, &force, [second, first], [contact.pos; 2]);
    }
}

/// Adds the forces of connect and weld constraints.
fn add_equalities(m: &Model, d: &mut Data) {
    let ne = usize::try_from(d.ne).unwrap_or(0).min(d.efc_id.len()).min(d.efc_force.len());
    for row in 0..ne {
        // the rows of one constraint follow each other
        let first = row == 0 || d.efc_id[EfcId(row)] != d.efc_id[EfcId(row - 1)];
        let equality = d.efc_type[EfcId(row)] == ConstraintType::Equality;
        if let Some(e) =
            EqualityId::new(d.efc_id[EfcId(row)]).filter(|e| first && equality && e.0 < m.neq)
        {
            add_equality(m, d, e, row);
        }
    }
}

/// One equality constraint whose forces start at that row.
fn add_equality(m: &Model, d: &mut Data, e: EqualityId, row: usize) -> Option<()> {
    let weld = match m.eq_type[e].get()? {
        EqType::Connect => false,
        EqType::Weld => true,
        _ => return None,
    };
    let at = |i: usize| d.efc_force.get(row + i).copied().unwrap_or(0.0);
    let force = Vec3([at(0), at(1), at(2)]);
    let torque = if weld { Vec3([at(3), at(4), at(5)]) } else { Vec3::ZERO };

    // where it acts on both bodies: anchors in `eq_data` (the weld has them the other way around)
    let data = &m.eq_data[e];
    let anchors = [Vec3([data[0], data[1], data[2]]), Vec3([data[3], data[4], data[5]])];
    let [first, second] = [(m.eq_obj1id[e], weld), (m.eq_obj2id[e], !weld)].map(|(id, later)| {
        if m.eq_objtype[e] == ObjType::Body {
            return Some((body(m, id)?, anchors[usize::from(later)]));
        }
        let site = SiteId::new(id).filter(|s| s.0 < m.nsite)?;
        Some((body(m, m.site_bodyid[site].raw())?, m.site_pos[site]))
    });
    let (first, second) = (first?, second?);
    let place = |(b, local): (BodyId, Vec3)| d.xmat[b] * local + d.xpos[b];
    let places = [place(first), place(second)];
    add_pair(m, d, &Spatial::new(torque, force), [first.0, second.0], places);
    Some(())
}

/// Adds a force that acts on one body and, the other way, on another; the world feels nothing.
fn add_pair(m: &Model, d: &mut Data, force: &Spatial, on: [BodyId; 2], at: [Vec3; 2]) {
    if on[0].0 > 0 {
        let force = force_at(force, tree_com(m, d, on[0]), at[0]);
        d.cfrc_ext[on[0]] += force;
    }
    if on[1].0 > 0 {
        let force = force_at(force, tree_com(m, d, on[1]), at[1]);
        d.cfrc_ext[on[1]] -= force;
    }
}

/// Root to leaves: `cacc`, and into `cfrc_int` the force that each body needs from its parent.
#[multiversion(targets("x86_64+avx2"))]
fn accelerate(m: &Model, d: &mut Data) {
    // gravity as an acceleration of the world
    let gravity = !m.opt.disabled(DisableBit::Gravity);
    let up = if gravity { m.opt.gravity * -1.0 } else { Vec3::ZERO };
    d.cacc[BodyId(0)] = Spatial::new(Vec3::ZERO, up);
    d.cfrc_int[BodyId(0)] = Spatial::ZERO;

    for (b, body) in m.bodies().zip(&m.plan().bodies).skip(1) {
        let above = d.cacc[body.parent];
        let dofs = body.dofs.clone();
        let carried = combine(&d.cdof_dot[dofs.clone()], &d.qvel[dofs.clone()]);
        let driven = combine(&d.cdof[dofs.clone()], &d.qacc[dofs]);
        let acc = above + carried + driven;
        d.cacc[b] = acc;

        // I a + v x (I v) - external
        let inert = &d.cinert[b];
        let momentum = inert * &d.cvel[b];
        let needed = inert * &acc + d.cvel[b].cross_force(&momentum);
        d.cfrc_int[b] = needed - d.cfrc_ext[b];
    }
}

/// A body that the model names, if it exists.
fn body(m: &Model, id: i32) -> Option<BodyId> {
    BodyId::new(id).filter(|b| b.0 < m.nbody)
}
