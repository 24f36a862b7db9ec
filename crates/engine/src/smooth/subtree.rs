//! Velocity and angular momentum of subtrees.
//!
//! | reads | writes |
//! |---|---|
//! | `xipos`, `ximat`, `subtree_com` | `subtree_linvel`, `subtree_angmom`, `flg_subtreevel` |
//! | `body_parentid`, `body_mass`, `body_subtreemass`, `body_inertia` | |
//!
//! The angular momentum of a subtree is about its own center of mass, which moves with the subtree's
//! linear velocity.

use super::object::object_velocity;
use crate::constants::MINVAL;
use crate::data::Data;
use crate::enums::ObjType;
use crate::ids::BodyId;
use crate::math::Vec3;
use crate::model::Model;
use crate::sleep::Bodies;

/// Computes `subtree_linvel` and `subtree_angmom`, leaves to root.
///
/// Not part of the pipeline: sensors ask for it when they need it.
#[doc(alias = "mj_subtreeVel")]
pub fn subtree_vel(m: &Model, d: &mut Data) {
    let bodies = Bodies::new(m, d);
    let mut speeds = d.scratch.take(3 * m.nbody);

    // momentum of each body; its velocity is kept for later
    for i in bodies.places() {
        let b = bodies.at(d, i);
        let vel = object_velocity(m, d, ObjType::Body, b.0, false).unwrap_or_default();
        speeds[3 * b.0..][..3].copy_from_slice(&vel.lin().0);
        d.subtree_linvel[b] = vel.lin() * m.body_mass[b];
        let local = d.ximat[b].transpose_mul(vel.ang()).scale_by(m.body_inertia[b]);
        d.subtree_angmom[b] = d.ximat[b] * local;
    }

    // linear: sum up momenta, then divide by the mass
    for i in bodies.places().rev() {
        let b = bodies.at(d, i);
        let momentum = d.subtree_linvel[b];
        if b.0 > 0 {
            d.subtree_linvel[parent(m, b)] += momentum;
        }
        let mass = m.body_subtreemass[b];
        let mass = if MINVAL >= mass { MINVAL } else { mass };
        d.subtree_linvel[b] *= 1.0 / mass;
    }

    // angular: about the center of mass of the subtree, then about that of the parent's
    for i in bodies.places_below_world().rev() {
        let b = bodies.at(d, i);
        let above = parent(m, b);
        let speed = Vec3([speeds[3 * b.0], speeds[3 * b.0 + 1], speeds[3 * b.0 + 2]]);
        let momentum = (speed - d.subtree_linvel[b]) * m.body_mass[b];
        let own = (d.xipos[b] - d.subtree_com[b]).cross(momentum);
        d.subtree_angmom[b] += own;
        let sum = d.subtree_angmom[b];
        d.subtree_angmom[above] += sum;

        let arm = d.subtree_com[b] - d.subtree_com[above];
        let momentum = (d.subtree_linvel[b] - d.subtree_linvel[above]) * m.body_subtreemass[b];
        d.subtree_angmom[above] += arm.cross(momentum);
    }

    d.scratch.give(speeds);
    d.flg_subtreevel = 1;
}

/// The parent of a body.
fn parent(m: &Model, b: BodyId) -> BodyId {
    m.body_parentid[b].id().filter(|p| p.0 < m.nbody).unwrap_or(BodyId(0))
}
