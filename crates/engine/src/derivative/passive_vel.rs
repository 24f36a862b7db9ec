//! The derivative of passive forces in the velocity.
//!
//! | reads | writes |
//! |---|---|
//! | `qvel`, `ten_velocity`, `ten_J`, `cdof`, poses of bodies and geoms | adds to `qDeriv` |
//! | `xipos`, `ximat`, `geom_xpos`, `geom_xmat`, `subtree_com`, `body_rootid`, `body_geomnum` | |
//! | `body_geomadr`, `ten_J_rownnz`, `ten_J_rowadr`, `ten_J_colind`, `D_rowadr`, `D_diag` | |
//! | `flexedge_J`, `flexedge_J_rownnz`, `flexedge_J_rowadr`, `flexedge_J_colind`, `flex_rigid` | |
//! | `flexedge_rigid`, `flex_edgeadr`, `flex_edgenum`, `flex_edgedamping` | |
//! | `opt.density`, `opt.disableflags`, `opt.integrator`, `opt.viscosity` | |

use super::fluid_vel;
use super::quadratic::{add_body, add_row};
use crate::compat::PROFILE;
use crate::data::{DataOf, Lanes};
use crate::enums::{DisableBit, Integrator, ObjType, SleepState};
use crate::ids::{BodyId, DofDofAdr, DofId, FlexEdgeId, FlexId, TendonId};
use crate::math::{Mat3Of, SpatialOf, Vec3Of};
use crate::model::Model;
use crate::passive::all_disabled;
use crate::passive::fluid::{BoxDrag, is_immersed, uses_ellipsoids};
use crate::passive::fluid_ellipsoid::Ellipsoid;
use crate::passive::medium::velocity_in_medium;
use crate::passive::spring_damper::{dof_damping, tendon_damping};
use crate::sleep::{Bodies, Dofs, sleep_state, some_asleep};
use crate::smooth::flex::flexes;
use crate::smooth::jacobian;

/// Adds `d qfrc_passive / d qvel` to `qDeriv`.
#[doc(alias = "mjd_passive_vel")]
pub(crate) fn passive_vel<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    if all_disabled(m) {
        return;
    }
    if m.opt.viscosity > 0.0 || m.opt.density > 0.0 {
        fluid(m, d);
    }
    if m.opt.disabled(DisableBit::Damper) {
        return;
    }

    // dampers of joints
    let dofs = Dofs::new(m, d);
    for i in dofs.places() {
        let k = dofs.at(d, i);
        let diag = DofDofAdr((m.D_rowadr[k] + m.D_diag[k]) as usize);
        d.qDeriv[diag] -= dof_damping(m, k).damper_slope(d.qvel[k]);
    }

    // dampers of edges of flexes
    for f in flexes(m).filter(|&f| m.flex_rigid[f] == 0 && m.flex_edgedamping[f] != 0.0) {
        flex_edges(m, d, f);
    }

    // dampers of tendons
    for t in m.tendons() {
        if sleeps(m, d, t) {
            continue;
        }
        let slope = -tendon_damping(m, t).damper_slope(d.ten_velocity[t]);
        if !N::known_all(slope.eq_mask(N::ZERO)) {
            let start = m.ten_J_rowadr[t] as usize;
            let row = start..start + m.ten_J_rownnz[t] as usize;
            let (columns, J) = (m.ten_J_colind.as_slice(), d.ten_J.as_slice());
            add_row(m, &mut d.qDeriv, &columns[row.clone()], &J[row], slope);
        }
    }
}

/// Adds the derivatives of the dampers along the edges of a flex.
fn flex_edges<N: Lanes>(m: &Model, d: &mut DataOf<N>, f: FlexId) {
    let slope = N::splat(-m.flex_edgedamping[f]);
    let start = m.flex_edgeadr[f] as usize;
    for e in (start..start + m.flex_edgenum[f] as usize).map(FlexEdgeId) {
        if m.flexedge_rigid[e] == 0 {
            let start = m.flexedge_J_rowadr[e] as usize;
            let row = start..start + m.flexedge_J_rownnz[e] as usize;
            let (columns, J) = (m.flexedge_J_colind.as_slice(), d.flexedge_J.as_slice());
            add_row(m, &mut d.qDeriv, &columns[row.clone()], &J[row], slope);
        }
    }
}

/// Whether a tendon and all that it connects sleep.
fn sleeps<N: Lanes>(m: &Model, d: &DataOf<N>, t: TendonId) -> bool {
    some_asleep(m, d) && sleep_state(m, d, ObjType::Tendon, t.raw()) == SleepState::Asleep
}

/// Adds the derivatives of fluid forces on all bodies.
fn fluid<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    let mut chain = d.scratch.take_indices(m.nv);
    let mut J = d.scratch.take_spatial(m.nv);
    let bodies = Bodies::new(m, d);
    for i in bodies.places() {
        let b = bodies.at(d, i);
        if !is_immersed(m, b) {
            continue;
        }
        let len = fill_chain(m, b, &mut chain);
        let (chain, J) = (&chain[..len], &mut J[..len]);
        if uses_ellipsoids(m, b) {
            ellipsoids(m, d, b, chain, J);
        } else {
            inertia_box(m, d, b, chain, J);
        }
    }
    d.scratch.give_spatial(J);
    d.scratch.give_indices(chain);
}

/// Lists the degrees of freedom that move a body in increasing order; how many there are.
fn fill_chain(m: &Model, b: BodyId, chain: &mut [i32]) -> usize {
    let mut len = 0;
    for (to, k) in chain.iter_mut().zip(jacobian::chain(m, b)) {
        *to = k.raw();
        len += 1;
    }
    chain[..len].reverse();
    len
}

/// Velocity of the point `pos` of a body along the axes `rot`, per unit speed of each degree of
/// freedom in `chain`.
fn local_jacobian<N: Lanes>(
    m: &Model,
    d: &DataOf<N>,
    b: BodyId,
    (pos, rot): (Vec3Of<N>, &Mat3Of<N>),
    chain: &[i32],
    J: &mut [SpatialOf<N>],
) {
    let offset = pos - d.subtree_com[m.body_rootid[b].present()];
    for (to, &k) in J.iter_mut().zip(chain) {
        let cdof = &d.cdof[DofId(k as usize)];
        let at_point = cdof.lin() + cdof.ang().cross(offset);
        *to = SpatialOf::new(rot.transpose_mul(cdof.ang()), rot.transpose_mul(at_point));
    }
}

/// Adds the derivative of the force on the inertia box of a body.
#[doc(alias = "mjd_inertiaBoxFluid")]
fn inertia_box<N: Lanes>(
    m: &Model,
    d: &mut DataOf<N>,
    b: BodyId,
    chain: &[i32],
    J: &mut [SpatialOf<N>],
) {
    let (pos, rot) = (d.xipos[b], d.ximat[b]);
    local_jacobian(m, d, b, (pos, &rot), chain, J);
    let lvel = velocity_in_medium(m, d, b, pos, &rot);
    for slope in BoxDrag::new(m, b).slope(&lvel).into_iter().flatten() {
        let mut B = [[N::ZERO; 6]; 6];
        for i in 0..6 {
            B[i][i] = slope[i];
        }
        add_body(m, &mut d.qDeriv, chain, J, &B);
    }
}

/// Adds the derivatives of the forces on the geoms of a body.
#[doc(alias = "mjd_ellipsoidFluid")]
fn ellipsoids<N: Lanes>(
    m: &Model,
    d: &mut DataOf<N>,
    b: BodyId,
    chain: &[i32],
    J: &mut [SpatialOf<N>],
) {
    for g in m.body_geoms(b) {
        let Some(ellipsoid) = Ellipsoid::new(m, g) else { continue };
        let (pos, rot) = (d.geom_xpos[g], d.geom_xmat[g]);
        local_jacobian(m, d, b, (pos, &rot), chain, J);
        let lvel = velocity_in_medium(m, d, b, pos, &rot);
        let mut B = fluid_vel::force_slope(&ellipsoid, &lvel);
        if !PROFILE.unscaled_fluid_slope {
            B = B.map(|row| row.map(|x| x * N::splat(ellipsoid.coef.interaction)));
        }
        if m.opt.integrator() == Some(Integrator::ImplicitFast) {
            B = symmetric_part(&B);
        }
        add_body(m, &mut d.qDeriv, chain, J, &B);
    }
}

/// The symmetric part of a matrix.
fn symmetric_part<N: Lanes>(B: &[[N; 6]; 6]) -> [[N; 6]; 6] {
    std::array::from_fn(|i| std::array::from_fn(|j| (B[i][j] + B[j][i]) * 0.5))
}
