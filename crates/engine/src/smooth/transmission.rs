//! Transmissions: how actuators act on the degrees of freedom.
//!
//! A row of `actuator_moment` is the gradient of the actuator's length, gear included. Rows are
//! sparse and follow each other without gaps. Those of sites, slider-cranks and bodies hold what is
//! not zero in this very state (with several lanes: in any of them); what lies beyond the last row
//! is left as it was.

use super::adhesion;
use super::jacobian::{PointPair, jac_columns};
use super::kinematics::quat_at;
use crate::actuation::is_asleep;
use crate::data::{DataOf, Lanes};
use crate::enums::{DisableBit, JointType, TrnType};
use crate::ids::{ActuatorId, JointId, MomentAdr, SiteId, TendonId, TendonJAdr};
use crate::linalg::sparse;
use crate::math::rotation::sub_quat;
use crate::math::{InLanes, QuatOf, Vec3, Vec3Of};
use crate::model::Model;
use crate::plan::Drives;
use crate::sleep::some_asleep;
use crate::stage::stage;

stage! {
    /// Lengths and moment arms of actuators.
    TRANSMISSION = Lanes(transmission), PosKinematics;
    model {
        jnt_type jnt_qposadr jnt_dofadr site_bodyid site_quat ten_J_rownnz ten_J_rowadr ten_J_colind
        actuator_trntype actuator_trnid actuator_gear actuator_cranklength opt.disableflags
    }
    reads { qpos ten_length ten_J xquat site_xpos site_xmat cdof subtree_com }
    reads when Adhesion { contact efc_J }
    writes { actuator_length actuator_moment moment_rownnz moment_rowadr moment_colind }
}

/// Computes lengths and moments of actuators.
#[doc(alias = "mj_transmission")]
pub fn transmission<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    let some_asleep = some_asleep(m, d);
    let actuators = &m.plan().actuators.list;
    let mut row = d.scratch.take(m.nv);
    let mut adr = 0;
    for u in m.actuators() {
        if some_asleep && is_asleep(m, d, u) {
            d.moment_rowadr[u] = adr as i32;
            d.moment_rownnz[u] = 0;
            continue;
        }
        let kind = match actuators[u.0].drives {
            Drives::Axis(qpos, dof) => {
                let gear = m.actuator_gear[u][0];
                put(d, adr, dof.raw(), &[N::splat(gear)]);
                d.actuator_length[u] = d.qpos[qpos] * gear;
                d.moment_rowadr[u] = adr as i32;
                d.moment_rownnz[u] = 1;
                adr += 1;
                continue;
            }
            Drives::Other(kind) => kind,
        };
        let (length, nnz) = match kind {
            Some(TrnType::Joint | TrnType::JointInParent) => {
                joint(m, d, u, adr, kind == Some(TrnType::JointInParent))
            }
            Some(TrnType::Tendon) => tendon(m, d, u, adr),
            Some(TrnType::SliderCrank) => {
                let length = slider_crank(m, d, u, &mut row);
                (length, compress(d, adr, &mut row, m.actuator_gear[u][0]))
            }
            Some(TrnType::Site) => {
                let length = match SiteId::new(m.actuator_trnid[u][1]) {
                    None => site(m, d, u, &mut row),
                    Some(reference) => site_in_site(m, d, u, reference, &mut row),
                };
                (length, compress(d, adr, &mut row, 1.0))
            }
            Some(TrnType::Body) => {
                adhesion::body(m, d, u, &mut row);
                (N::ZERO, compress(d, adr, &mut row, 1.0))
            }
            Some(TrnType::Undefined) | None => (N::ZERO, 0),
        };
        d.actuator_length[u] = length;
        d.moment_rowadr[u] = adr as i32;
        d.moment_rownnz[u] = nnz as i32;
        adr += nnz;
    }
    d.scratch.give(row);
}

/// A ball or free joint. Returns length and number of moments, as the other kinds do.
fn joint<N: Lanes>(
    m: &Model,
    d: &mut DataOf<N>,
    u: ActuatorId,
    adr: usize,
    in_parent: bool,
) -> (N, usize) {
    let j = JointId(m.actuator_trnid[u][0] as usize);
    let [gx, gy, gz, rx, ry, rz] = m.actuator_gear[u];
    let qpos = m.jnt_qposadr[j].raw() as usize;
    let dof = m.jnt_dofadr[j].raw();
    match m.jnt_type[j].get() {
        Some(JointType::Ball) => {
            let quat = quat_at(d, qpos).normalized();
            let gear = axis_in(in_parent, quat, Vec3::new(gx, gy, gz));
            put(d, adr, dof, &gear.0);
            (sub_quat(quat, QuatOf::IDENTITY).dot(gear), 3)
        }
        Some(JointType::Free) => {
            let force = [gx, gy, gz].map(N::splat);
            let quat = quat_at(d, qpos + 3).normalized();
            let torque = axis_in(in_parent, quat, Vec3::new(rx, ry, rz));
            put(d, adr, dof, &force);
            put(d, adr + 3, dof + 3, &torque.0);
            // a pose has no length
            (N::ZERO, 6)
        }
        // one axis: see above
        _ => (N::ZERO, 0),
    }
}

/// A gear axis in the frame of the child, given there or in the parent's frame.
fn axis_in<N: Lanes>(in_parent: bool, quat: QuatOf<N>, axis: Vec3) -> Vec3Of<N> {
    let axis = Vec3Of::splat(axis);
    if in_parent { quat.conj().rotate(axis) } else { axis }
}

/// A tendon.
fn tendon<N: Lanes>(m: &Model, d: &mut DataOf<N>, u: ActuatorId, adr: usize) -> (N, usize) {
    let t = TendonId(m.actuator_trnid[u][0] as usize);
    let gear = m.actuator_gear[u][0];
    let from = m.ten_J_rowadr[t] as usize;
    let nnz = m.ten_J_rownnz[t] as usize;
    for i in 0..nnz {
        let moment = d.ten_J[TendonJAdr(from + i)] * gear;
        put(d, adr + i, m.ten_J_colind[TendonJAdr(from + i)], &[moment]);
    }
    (d.ten_length[t] * gear, nnz)
}

/// A slider that a rod connects to a crank: the position of the slider along its axis.
///
/// With `v` from slider site to crank, `a` the slider's axis and `r` the length of the rod, the
/// length is `a'v - sqrt(det)` with `det = (a'v)^2 + r^2 - v'v`; where the rod is too short to
/// reach, `a'v`. The moments come without gear.
fn slider_crank<N: Lanes>(m: &Model, d: &DataOf<N>, u: ActuatorId, row: &mut [N]) -> N {
    let [crank, slider] = m.actuator_trnid[u].map(|s| SiteId(s as usize));
    let rod = m.actuator_cranklength[u];
    let axis = d.site_xmat[slider].col(2);
    let vec = d.site_xpos[crank] - d.site_xpos[slider];

    let along = vec.dot(axis);
    let det = along * along + N::splat(rod * rod) - vec.dot(vec);
    let det = N::select(det.lt(N::ZERO), N::ZERO, det);
    let too_short = det.eq_mask(N::ZERO);
    let root = N::select(too_short, N::ZERO, det.sqrt());
    let length = along - root;

    // derivatives of the length
    let ratio = N::ONE - along / root;
    let by_vec = Vec3Of::select(too_short, axis, axis * ratio + vec * (N::ONE / root));
    let by_axis = Vec3Of::select(too_short, vec, vec * ratio);

    let bodies = [slider, crank].map(|s| m.site_bodyid[s].present());
    let points = [slider, crank].map(|s| d.site_xpos[s]);
    for (k, [slider, crank]) in
        PointPair::new(m, &d.subtree_com, bodies, points).columns(m, &d.cdof)
    {
        let jac_vec = crank.p - slider.p;
        let jac_axis = slider.r.cross(axis);
        for i in 0..3 {
            row[k.dof.0] += by_axis[i] * jac_axis[i] + by_vec[i] * jac_vec[i];
        }
    }
    length * m.actuator_gear[u][0]
}

/// A wrench in the frame of a site. It has no length.
fn site<N: Lanes>(m: &Model, d: &DataOf<N>, u: ActuatorId, row: &mut [N]) -> N {
    let s = SiteId(m.actuator_trnid[u][0] as usize);
    let [force, torque] = gear(m, u).map(|g| d.site_xmat[s] * Vec3Of::splat(g));
    let body = m.site_bodyid[s].present();
    jac_columns(m, d, body, d.site_xpos[s], |k, p, r| row[k.0] = p.dot(force) + r.dot(torque));
    N::ZERO
}

/// A wrench on a site in the frame of a reference site; the length is the pose of the one in the
/// other. What moves both together has no moment.
fn site_in_site<N: Lanes>(
    m: &Model,
    d: &DataOf<N>,
    u: ActuatorId,
    reference: SiteId,
    row: &mut [N],
) -> N {
    let s = SiteId(m.actuator_trnid[u][0] as usize);
    let gear = gear(m, u);
    let [has_force, has_torque] = gear.map(|g| g.0.iter().any(|&x| x != 0.0));
    let [force, torque] = gear.map(|g| d.site_xmat[reference] * Vec3Of::splat(g));

    // lengths along and about the axes of the reference site
    let mut length = N::ZERO;
    if has_force {
        let vec = d.site_xpos[s] - d.site_xpos[reference];
        length += d.site_xmat[reference].transpose_mul(vec).dot(Vec3Of::splat(gear[0]));
    }
    if has_torque {
        let quat = |s: SiteId| QuatOf::splat(m.site_quat[s]) * d.xquat[m.site_bodyid[s].present()];
        let vec = sub_quat(quat(s), quat(reference));
        length += vec.dot(Vec3Of::splat(gear[1]));
    }

    let bodies = [reference, s].map(|s| m.site_bodyid[s].present());
    let points = [reference, s].map(|s| d.site_xpos[s]);
    for (k, [a, b]) in PointPair::new(m, &d.subtree_com, bodies, points).columns(m, &d.cdof) {
        if k.shared() {
            break;
        }
        let value = &mut row[k.dof.0];
        if has_force {
            *value = (b.p - a.p).dot(force);
        }
        if has_torque {
            *value += (b.r - a.r).dot(torque);
        }
    }
    length
}

/// Translational and rotational gear of an actuator.
fn gear(m: &Model, u: ActuatorId) -> [Vec3; 2] {
    let [x, y, z, rx, ry, rz] = m.actuator_gear[u];
    [Vec3::new(x, y, z), Vec3::new(rx, ry, rz)]
}

/// Writes moments of consecutive degrees of freedom.
fn put<N: Lanes>(d: &mut DataOf<N>, at: usize, dof: i32, moments: &[N]) {
    for (i, &moment) in moments.iter().enumerate() {
        // the model has room for all rows unless transmissions were edited
        if let (Some(column), Some(value)) =
            (d.moment_colind.get_mut(at + i), d.actuator_moment.get_mut(at + i))
        {
            *column = dof + i as i32;
            *value = moment;
        }
    }
}

/// Writes what is not zero in a dense row, times `scale`, and clears the row; returns how many.
fn compress<N: Lanes>(d: &mut DataOf<N>, adr: usize, row: &mut [N], scale: f64) -> usize {
    let mut nnz = 0;
    for (k, value) in row.iter_mut().enumerate() {
        if !N::known_all(value.eq_mask(N::ZERO)) {
            put(d, adr + nnz, k as i32, &[*value * scale]);
            *value = N::ZERO;
            nnz += 1;
        }
    }
    nnz.min(d.actuator_moment.len().saturating_sub(adr))
}

stage! {
    /// Velocities of actuators.
    ACTUATOR_VELOCITY = Lanes(actuator_velocity), Velocity;
    model { opt.disableflags }
    reads { actuator_moment moment_rownnz moment_rowadr moment_colind qvel }
    writes { actuator_velocity }
}

/// Computes `actuator_velocity`; zero if actuation is disabled.
pub fn actuator_velocity<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    if m.opt.disabled(DisableBit::Actuation) {
        d.actuator_velocity.fill(N::ZERO);
        return;
    }
    for u in m.actuators() {
        let adr = d.moment_rowadr[u] as usize;
        let row = MomentAdr(adr)..MomentAdr(adr + d.moment_rownnz[u] as usize);
        let (values, columns) = (&d.actuator_moment[row.clone()], &d.moment_colind[row]);
        let velocity = if N::LANES > 1 && is_compressed(m, u) {
            dot_compressed(values, columns, &d.qvel)
        } else if let ([value], [k]) = (values, columns) {
            // as a sum of one
            N::ZERO + *value * d.qvel.get(*k as usize).copied().unwrap_or(N::ZERO)
        } else {
            sparse::dot(values, columns, &d.qvel)
        };
        d.actuator_velocity[u] = velocity;
    }
}

/// Whether the row of an actuator holds only what is not zero.
fn is_compressed(m: &Model, u: ActuatorId) -> bool {
    matches!(
        m.actuator_trntype[u].get(),
        Some(TrnType::Site | TrnType::SliderCrank | TrnType::Body)
    )
}

/// Dot product of a row that holds what is not zero in any lane: as if each lane had a row of its own.
fn dot_compressed<N: Lanes>(values: &[N], columns: &[i32], dense: &[N]) -> N {
    let mut dot = N::splat(f64::NAN);
    if let (Some(values), Some(dense), Some([dot])) =
        (N::plain(values), N::plain(dense), N::plain_mut(std::slice::from_mut(&mut dot)))
    {
        for lane in 0..N::LANES {
            dot.set_lane(lane, dot_nonzero(values, columns, dense, lane));
        }
    }
    dot
}

/// Dot product in one lane as [`sparse::dot`] computes it for the row without zeros: the zeros of
/// this lane, which stand there for another, must not change the order of summation.
fn dot_nonzero<N: InLanes>(values: &[N], columns: &[i32], dense: &[N], lane: usize) -> f64 {
    let terms = || {
        let terms = values.iter().zip(columns).map(|(v, &c)| (v.lane(lane), c as usize));
        terms.filter(|(v, _)| *v != 0.0).map(|(v, c)| v * dense[c].lane(lane))
    };
    let in_fours = terms().count() / 4 * 4;
    let mut sums = [0.0; 4];
    for (i, term) in terms().take(in_fours).enumerate() {
        sums[i % 4] += term;
    }
    let total = (sums[0] + sums[2]) + (sums[1] + sums[3]);
    terms().skip(in_fours).fold(total, |total, term| total + term)
}
