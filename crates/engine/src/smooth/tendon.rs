//! Tendons: lengths, moment arms, velocities, and the inertia that they add.
//!
//! | reads | writes |
//! |---|---|
//! | `qpos`, `site_xpos`, `cdof`, `subtree_com` | `ten_length`, `ten_J`, `ten_wrapadr`, `ten_wrapnum` |
//! | `ten_J`, `qvel` | `ten_velocity`; adds to `M` and `qfrc_bias` |
//! | `jnt_qposadr`, `jnt_dofadr`, `geom_bodyid`, `tendon_adr`, `tendon_num`, `ten_J_rownnz` | |
//! | `ten_J_rowadr`, `ten_J_colind`, `tendon_armature`, `wrap_objid`, `wrap_prm`, `M_rownnz` | |
//! | `M_rowadr`, `M_colind`, `opt.jacobian` | |
//!
//! A fixed tendon is a sum of joint positions times coefficients. A spatial tendon is a path over
//! sites and around geoms, in branches between pulleys. Its Jacobian sums up, over all segments
//! between different bodies, the direction of the segment times the difference of the Jacobians of
//! its ends. `ten_J` is sparse, with the pattern of the model (`ten_J_rownnz`, `ten_J_rowadr`,
//! `ten_J_colind`).

use std::ops::Range;

use multiversion::multiversion;

use super::jacobian::{Column, MovingPoint, PointPair, pair_chain};
use super::tendon_path::{PathWriter, Piece, Span, Strand, is_fixed, pieces};
use crate::actuation::reflected::{self, Target};
use crate::data::{DataOf, Lanes};
use crate::enums::{ObjType, SleepState};
use crate::fields::Field;
use crate::ids::{BodyId, DofId, JointId, MAdr, TendonId, TendonJAdr, WrapId};
use crate::linalg::{dense, sparse};
use crate::math::{MINVAL, Vec3Of};
use crate::model::Model;
use crate::model::facts::is_sparse;
use crate::sleep::{sleep_state, some_asleep};
use crate::stage::stage;

stage! {
    /// Lengths and moment arms of tendons.
    TENDON = Lanes(tendon), PosKinematics;
    model {
        jnt_qposadr jnt_dofadr geom_bodyid tendon_adr tendon_num ten_J_rownnz ten_J_rowadr
        ten_J_colind tendon_armature wrap_objid wrap_prm M_rownnz M_rowadr M_colind opt.jacobian
        geom_size site_bodyid wrap_type
    }
    reads { qpos site_xpos geom_xpos geom_xmat cdof subtree_com }
    writes { ten_length ten_J ten_wrapadr ten_wrapnum wrap_obj wrap_xpos }
}

/// Computes lengths, Jacobians and paths of tendons.
#[doc(alias = "mj_tendon")]
pub fn tendon<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    d.ten_length.fill(N::ZERO);
    d.ten_J.fill(N::ZERO);
    let mut path = PathWriter::new();
    for t in m.tendons() {
        if is_asleep(m, d, t) {
            continue;
        }
        for (sim, &start) in d.sims_mut().iter_mut().zip(path.counts()) {
            sim.ten_wrapadr[t] = start as i32;
        }
        if is_fixed(m, t) {
            fixed(m, d, t);
        } else {
            spatial(m, d, t, &mut path);
        }
        for (sim, &end) in d.sims_mut().iter_mut().zip(path.counts()) {
            sim.ten_wrapnum[t] = end as i32 - sim.ten_wrapadr[t];
        }
    }
}

/// Whether a tendon and all that it connects sleep.
fn is_asleep<N: Lanes>(m: &Model, d: &DataOf<N>, t: TendonId) -> bool {
    some_asleep(m, d) && sleep_state(m, d, ObjType::Tendon, t.raw()) == SleepState::Asleep
}

/// A tendon over joints.
fn fixed<N: Lanes>(m: &Model, d: &mut DataOf<N>, t: TendonId) {
    let row = row(m, t);
    for i in elements(m, t) {
        let j = JointId(m.wrap_objid[i] as usize);
        let coef = m.wrap_prm[i];
        d.ten_length[t] += d.qpos[m.jnt_qposadr[j].present()] * coef;
        let dof = m.jnt_dofadr[j].raw();
        if let Some(at) = m.ten_J_colind[row.clone()].iter().position(|&column| column == dof) {
            d.ten_J[TendonJAdr(row.start.0 + at)] += N::splat(coef);
        }
    }
}

/// A tendon through space.
fn spatial<N: Lanes>(m: &Model, d: &mut DataOf<N>, t: TendonId, path: &mut PathWriter<N>) {
    for piece in pieces(m, t) {
        match piece {
            Piece::Pulley => path.pulley(d),
            Piece::Span(span) => {
                let strand = span.strand(m, d);
                d.ten_length[t] += strand.length() / N::splat(span.divisor);
                add_span(m, d, t, &span, &strand);
                path.span(d, &span, &strand);
            }
        }
    }
}

/// Adds the moment arms of a span.
fn add_span<N: Lanes>(m: &Model, d: &mut DataOf<N>, t: TendonId, span: &Span, strand: &Strand<N>) {
    let [from, to] = span.bodies(m);
    let [a, touch, leave, b] = strand.points;
    let straight = strand.straight();
    if !N::known_none(straight) {
        add_segment(m, d, t, span.divisor, straight, [(from, a), (to, b)]);
    }
    let wrapped = strand.wrapped();
    if let Some(around) = span.around
        && !N::known_none(wrapped)
    {
        let geom = m.geom_bodyid[around.geom].present();
        add_segment(m, d, t, span.divisor, wrapped, [(from, a), (geom, touch)]);
        add_segment(m, d, t, span.divisor, wrapped, [(geom, leave), (to, b)]);
    }
}

/// Adds the moment arms of the straight segment between two points, each with the body it moves
/// with, in the lanes of the mask.
#[multiversion(targets("x86_64+avx2"))]
fn add_segment<N: Lanes>(
    m: &Model,
    d: &mut DataOf<N>,
    t: TendonId,
    divisor: f64,
    mask: N::Mask,
    [(from, a), (to, b)]: [(BodyId, Vec3Of<N>); 2],
) {
    if from == to {
        return;
    }
    let DataOf { ten_J, cdof, subtree_com, .. } = d;
    let (direction, _) = (b - a).normalized();
    let scale = 1.0 / divisor;
    let row = row(m, t);
    let columns = &m.ten_J_colind[row.clone()];
    let values = &mut ten_J[row];

    // the chain descends, so the place in the row moves down with it
    let mut at = columns.len();
    for (k, [a, b]) in PointPair::new(m, subtree_com, [from, to], [a, b]).columns(m, cdof) {
        while at > 0 && columns[at - 1] > k.dof.raw() {
            at -= 1;
        }
        if at == 0 || columns[at - 1] != k.dof.raw() {
            continue;
        }
        let value = values[at - 1];
        let sum = value + (b.p - a.p).dot(direction) * scale;
        values[at - 1] = N::select(mask, sum, value);
    }
}

stage! {
    /// Velocities of tendons.
    TENDON_VELOCITY = Lanes(tendon_velocity), Velocity;
    model { ten_J_rownnz ten_J_rowadr ten_J_colind }
    reads { ten_J qvel }
    writes { ten_velocity }
}

/// Computes `ten_velocity`.
pub fn tendon_velocity<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    for t in m.tendons() {
        let row = row(m, t);
        d.ten_velocity[t] = sparse::dot(&d.ten_J[row.clone()], &m.ten_J_colind[row], &d.qvel);
    }
}

/// Adds the inertia of tendons to `M`: `armature * ten_J' * ten_J`.
#[doc(alias = "mj_tendonArmature")]
pub fn tendon_armature<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    for t in m.tendons() {
        let armature = armature(m, t);
        if armature == 0.0 || is_asleep(m, d, t) {
            continue;
        }
        let DataOf { M, ten_J, .. } = d;
        let row = row(m, t);
        let columns = &m.ten_J_colind[row.clone()];
        let values = &ten_J[row];
        for (&i, &value) in columns.iter().zip(values) {
            if !N::known_all(value.eq_mask(N::ZERO)) {
                add_to_row_of_m(m, M, i, columns, values, value * armature);
            }
        }
    }
}

/// Adds a sparse vector times `scale` to row `i` of `M`, as far as the lower triangle goes.
fn add_to_row_of_m<N: Lanes>(
    m: &Model,
    M: &mut Field<MAdr, N>,
    i: i32,
    columns: &[i32],
    values: &[N],
    scale: N,
) {
    let i = DofId(i as usize);
    let adr = m.M_rowadr[i] as usize;
    let row = MAdr(adr)..MAdr(adr + m.M_rownnz[i] as usize);
    let mut entries = m.M_colind[row.clone()].iter().zip(&mut M[row]).peekable();
    for (&column, &value) in columns.iter().zip(values) {
        while entries.next_if(|(at, _)| **at < column).is_some() {}
        if let Some((_, entry)) = entries.next_if(|(at, _)| **at == column) {
            *entry += scale * value;
        }
    }
}

/// Adds the bias force of tendon inertia to `qfrc_bias`.
#[doc(alias = "mj_tendonBias")]
pub(crate) fn tendon_bias<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    for t in m.tendons() {
        if let Some(coef) = bias_coefficient(m, d, t) {
            let DataOf { ten_J, qfrc_bias, .. } = d;
            add_row(m, t, ten_J, coef, qfrc_bias);
        }
    }
}

/// Adds the bias force of tendon inertia, `armature * ten_J' * (d/dt ten_J * qvel)`, to `force`.
pub(crate) fn add_tendon_bias<N: Lanes>(m: &Model, d: &mut DataOf<N>, force: &mut [N]) {
    for t in m.tendons() {
        if let Some(coef) = bias_coefficient(m, d, t) {
            add_row(m, t, &d.ten_J, coef, force);
        }
    }
}

/// `armature * d/dt ten_J * qvel` of a tendon, `None` if it has no inertia or sleeps.
fn bias_coefficient<N: Lanes>(m: &Model, d: &mut DataOf<N>, t: TendonId) -> Option<N> {
    let armature = armature(m, t);
    if armature == 0.0 || is_asleep(m, d, t) {
        return None;
    }
    let mut buffer = d.scratch.take(2 * m.nv);
    let coef = tendon_dot(m, d, t, &d.qvel, &mut buffer) * armature;
    d.scratch.give(buffer);
    Some(coef)
}

/// Adds the Jacobian of a tendon times `coef` to a force.
fn add_row<N: Lanes>(
    m: &Model,
    t: TendonId,
    ten_J: &Field<TendonJAdr, N>,
    coef: N,
    force: &mut [N],
) {
    let row = row(m, t);
    for (&k, &value) in m.ten_J_colind[row.clone()].iter().zip(&ten_J[row]) {
        force[k as usize] += coef * value;
    }
}

/// The time derivative of the Jacobian of a tendon times a vector. `buffer` holds two numbers per
/// degree of freedom.
///
/// Zero for fixed tendons, and for spans that may wrap around a geom, which have no derivative here
/// (MuJoCo refuses inertia on such tendons).
#[doc(alias = "mj_tendonDot")]
pub(crate) fn tendon_dot<N: Lanes>(
    m: &Model,
    d: &DataOf<N>,
    t: TendonId,
    vec: &[N],
    buffer: &mut [N],
) -> N {
    let mut sum = N::ZERO;
    if is_fixed(m, t) {
        return sum;
    }
    let (changes, turns) = buffer.split_at_mut(m.nv);
    for piece in pieces(m, t) {
        let Piece::Span(span) = piece else { continue };
        let [from, to] = span.bodies(m);
        if span.around.is_some() || from == to {
            continue;
        }
        let divisor = N::splat(span.divisor);
        segment_dot(m, d, &span, changes, turns);
        for columns in [&*changes, &*turns] {
            if is_sparse(m) {
                for &k in &m.ten_J_colind[row(m, t)] {
                    sum += (columns[k as usize] / divisor) * vec[k as usize];
                }
            } else {
                sum += dense::dot(columns, vec) / divisor;
            }
        }
    }
    sum
}

/// The time derivative of the moment arms of a straight span in two parts: that of the Jacobians of
/// its ends along its direction, and that of its direction.
fn segment_dot<N: Lanes>(
    m: &Model,
    d: &DataOf<N>,
    span: &Span,
    changes: &mut [N],
    turns: &mut [N],
) {
    let bodies = span.bodies(m);
    let points = span.sites.map(|s| d.site_xpos[s]);
    let moving = [0, 1].map(|i| MovingPoint::new(m, d, bodies[i], points[i]));

    // direction and its derivative
    let (direction, length) = (points[1] - points[0]).normalized();
    let vel = moving[1].vel - moving[0].vel;
    let across = vel + direction * -direction.dot(vel);
    let inverse = N::select(N::splat(MINVAL).lt(length), N::ONE / length, N::ZERO);
    let direction_dot = across * inverse;

    changes.fill(N::ZERO);
    turns.fill(N::ZERO);
    for k in pair_chain(m, bodies[0], bodies[1]) {
        let rate = |i: usize, moves: bool| {
            if moves { moving[i].column_dot(m, d, k.dof) } else { Column::ZERO }
        };
        changes[k.dof.0] = (rate(1, k.second).p - rate(0, k.first).p).dot(direction);
    }
    for (k, [a, b]) in PointPair::new(m, &d.subtree_com, bodies, points).columns(m, &d.cdof) {
        turns[k.dof.0] = (b.p - a.p).dot(direction_dot);
    }
}

/// Inertia of a tendon, that of its actuators included.
fn armature(m: &Model, t: TendonId) -> f64 {
    m.tendon_armature[t] + reflected::armature(m, Target::Tendon(t))
}

/// The row of a tendon in `ten_J`.
fn row(m: &Model, t: TendonId) -> Range<TendonJAdr> {
    let adr = m.ten_J_rowadr[t] as usize;
    TendonJAdr(adr)..TendonJAdr(adr + m.ten_J_rownnz[t] as usize)
}

/// The objects of a tendon.
fn elements(m: &Model, t: TendonId) -> impl Iterator<Item = WrapId> {
    let adr = m.tendon_adr[t].raw() as usize;
    (adr..adr + m.tendon_num[t] as usize).map(WrapId)
}
