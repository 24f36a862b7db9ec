//! Rows of equality constraints: bodies, joints and tendons that are tied to each other.
//!
//! | kind | position of its rows |
//! |---|---|
//! | connect | `p1 - p2` of the two anchors |
//! | weld | the same, then `torquescale * vec(conj(q2) q1)` |
//! | flexes | see `flex` |
//! | joint, tendon | `y - y0 - poly(x - x0)` with `poly` of degree four; without `x`: `y - y0 - a0` |

use super::equality_rows::{Sparse, close};
use super::flex;
use super::friction::tendon_row;
use super::inputs::{Inputs, Poses};
use super::rows::RowBuilder;
use crate::enums::{DisableBit, EqType, ObjType};
use crate::ids::{BodyId, DofId, EqualityId, JointId, SiteId, TendonId};
use crate::math::rotation::mul_quat_axis;
use crate::math::{Quat, Vec3};
use crate::model::Model;
use crate::smooth::jacobian::{PointPair, pair_chain};

/// Adds the rows of all active equality constraints.
#[doc(alias = "mj_instantiateEquality")]
pub(super) fn add(m: &Model, d: Inputs<'_>, rows: &mut RowBuilder<'_>) {
    if m.opt.disabled(DisableBit::Equality) || m.nemax == 0 {
        return;
    }
    let may_sleep = d.some_trees_asleep(m);
    for e in (0..m.neq).map(EqualityId) {
        if d.eq_active[e] == 0 || (may_sleep && d.is_asleep(m, ObjType::Equality, e.raw())) {
            continue;
        }
        match m.eq_type[e].get() {
            Some(EqType::Connect) => add_connect(m, d, e, rows),
            Some(EqType::Weld) => add_weld(m, d, e, rows),
            Some(EqType::Joint) => add_joint(m, d, e, rows),
            Some(EqType::Tendon) => add_tendon(m, d, e, rows),
            Some(EqType::Flex) => flex::add_edges(m, d, e, rows),
            Some(EqType::FlexVert) => flex::add_vertices(m, d, e, rows),
            Some(EqType::FlexStrain) => flex::add_strain(m, d, e, rows),
            // a model with any other kind is refused when loaded
            Some(EqType::Distance) | None => {}
        }
    }
}

/// The two points or frames that a connect or weld constraint ties together.
pub(super) struct Anchors {
    pub(super) bodies: [BodyId; 2],
    /// In world.
    pub(super) points: [Vec3; 2],
}

impl Anchors {
    /// Points of two bodies, or two sites.
    #[doc(alias = "mj_equalityAnchors")]
    pub(super) fn new(m: &Model, d: Poses<'_>, e: EqualityId) -> Self {
        let bodies = Self::bodies_of(m, e);
        if let Some(sites) = sites(m, e) {
            return Self { bodies, points: sites.map(|s| d.site_xpos[s]) };
        }
        let data = &m.eq_data[e];
        // a weld has the anchor of the second body first
        let first = usize::from(m.eq_type[e] != EqType::Connect);
        let anchor = |i: usize| Vec3([data[3 * i], data[3 * i + 1], data[3 * i + 2]]);
        let point = |b: BodyId, local: Vec3| d.xmat[b] * local + d.xpos[b];
        let points = [point(bodies[0], anchor(first)), point(bodies[1], anchor(1 - first))];
        Self { bodies, points }
    }

    /// The two bodies.
    pub(super) fn bodies_of(m: &Model, e: EqualityId) -> [BodyId; 2] {
        match sites(m, e) {
            Some(sites) => sites.map(|s| m.site_bodyid[s].present()),
            None => objects(m, e).map(BodyId),
        }
    }

    /// `p1 - p2`.
    fn offset(&self) -> Vec3 {
        self.points[0] - self.points[1]
    }

    fn pair(&self, m: &Model, d: Inputs<'_>) -> PointPair<f64> {
        PointPair::new(m, d.subtree_com, self.bodies, self.points)
    }

    /// Columns of a row if it is sparse.
    fn dof_count(&self, m: &Model, rows: &RowBuilder<'_>) -> usize {
        if rows.is_sparse() { pair_chain(m, self.bodies[0], self.bodies[1]).count() } else { 0 }
    }
}

/// Orientations that a weld makes equal.
pub(super) struct WeldFrames {
    /// Of the first body, times the relative pose.
    pub(super) first: Quat,
    /// Of the second body, inverted.
    pub(super) second_inv: Quat,
}

impl WeldFrames {
    pub(super) fn new(m: &Model, d: Poses<'_>, e: EqualityId, bodies: [BodyId; 2]) -> Self {
        let [first, second] = bodies.map(|b| d.xquat[b]);
        match sites(m, e) {
            Some([s1, s2]) => Self {
                first: first * m.site_quat[s1],
                second_inv: (second * m.site_quat[s2]).conj(),
            },
            None => Self { first: first * relative_pose(m, e), second_inv: second.conj() },
        }
    }

    /// `conj(q2) * (0, axis) * q1`, the vector part: how the difference of orientations changes,
    /// times two, when the first body turns about `axis` relative to the second.
    fn turn(&self, axis: Vec3) -> Vec3 {
        let [_, x, y, z] = (mul_quat_axis(self.second_inv, axis) * self.first).0;
        Vec3([x, y, z])
    }
}

/// The orientation of the second body in the first, of a weld of bodies.
pub(super) fn relative_pose(m: &Model, e: EqualityId) -> Quat {
    let data = &m.eq_data[e];
    Quat([data[6], data[7], data[8], data[9]])
}

/// The factor of the rotational rows of a weld.
pub(super) fn torque_scale(m: &Model, e: EqualityId) -> f64 {
    m.eq_data[e][10]
}

/// The sites that a constraint ties, `None` if it ties bodies.
pub(super) fn sites(m: &Model, e: EqualityId) -> Option<[SiteId; 2]> {
    (m.eq_objtype[e] != ObjType::Body).then(|| objects(m, e).map(SiteId))
}

fn objects(m: &Model, e: EqualityId) -> [usize; 2] {
    [m.eq_obj1id[e] as usize, m.eq_obj2id[e] as usize]
}

/// Three rows that keep two points together.
fn add_connect(m: &Model, d: Inputs<'_>, e: EqualityId, rows: &mut RowBuilder<'_>) {
    let anchors = Anchors::new(m, d.poses, e);
    let nnz = anchors.dof_count(m, rows);
    let Some(mut block) = rows.open(3, nnz) else { return };
    for (k, [first, second]) in anchors.pair(m, d).columns(m, d.cdof) {
        block.put(k.dof, &(first.p - second.p).0);
    }
    close(rows, e, &anchors.offset().0);
}

/// Six rows that keep two frames together.
fn add_weld(m: &Model, d: Inputs<'_>, e: EqualityId, rows: &mut RowBuilder<'_>) {
    let anchors = Anchors::new(m, d.poses, e);
    let frames = WeldFrames::new(m, d.poses, e, anchors.bodies);
    let scale = torque_scale(m, e);

    let nnz = anchors.dof_count(m, rows);
    let Some(mut block) = rows.open(6, nnz) else { return };
    for (k, [first, second]) in anchors.pair(m, d).columns(m, d.cdof) {
        let p = first.p - second.p;
        let r = (0.5 * frames.turn(first.r - second.r)) * scale;
        block.put(k.dof, &[p[0], p[1], p[2], r[0], r[1], r[2]]);
    }

    let p = anchors.offset();
    let q = frames.second_inv * frames.first;
    close(rows, e, &[p[0], p[1], p[2], q[1] * scale, q[2] * scale, q[3] * scale]);
}

/// One row that makes a joint a polynomial of another, or keeps it in place.
fn add_joint(m: &Model, d: Inputs<'_>, e: EqualityId, rows: &mut RowBuilder<'_>) {
    let joint = |j: JointId| {
        let adr = m.jnt_qposadr[j].present();
        (d.qpos[adr] - m.qpos0[adr], std::slice::from_ref(&m.jnt_dofadr.raw()[j.0]))
    };
    let (y, y_dof) = joint(JointId(m.eq_obj1id[e] as usize));
    let y = (y, (y_dof, &[1.0][..]));
    let x = JointId::new(m.eq_obj2id[e]).map(|j| {
        let (x, x_dof) = joint(j);
        (x, (x_dof, &[1.0][..]))
    });
    add_polynomial(m, e, y, x, rows);
}

/// One row that makes the length of a tendon a polynomial of another's, or keeps it.
fn add_tendon(m: &Model, d: Inputs<'_>, e: EqualityId, rows: &mut RowBuilder<'_>) {
    let tendon = |t: TendonId| (d.ten_length[t] - m.tendon_length0[t], tendon_row(m, d, t));
    let (y, x) = (TendonId(m.eq_obj1id[e] as usize), TendonId::new(m.eq_obj2id[e]));
    rows.note_tendon(y, e.0);
    if let Some(x) = x {
        rows.note_tendon(x, e.0);
    }
    add_polynomial(m, e, tendon(y), x.map(tendon), rows);
}

/// A row that asks for `y = poly(x)`, both measured from the reference pose and given with their
/// Jacobians.
fn add_polynomial(
    m: &Model,
    e: EqualityId,
    (y, y_row): (f64, Sparse<'_>),
    x: Option<(f64, Sparse<'_>)>,
    rows: &mut RowBuilder<'_>,
) {
    let [a0, a1, a2, a3, a4, ..] = m.eq_data[e];
    let (pos, x_row, slope) = match x {
        Some((x, row)) => {
            let poly = a1 * x + a2 * x * x + a3 * x * x * x + a4 * x * x * x * x;
            let slope = a1 + 2.0 * a2 * x + 3.0 * a3 * x * x + 4.0 * a4 * x * x * x;
            (y - a0 - poly, row, slope)
        }
        None => (y - a0, (&[][..], &[][..]), 0.0),
    };
    let nnz = if rows.is_sparse() { sum(y_row, x_row, -slope).count() } else { 0 };
    let Some(mut block) = rows.open(1, nnz) else { return };
    for (k, value) in sum(y_row, x_row, -slope) {
        block.put(k, &[value]);
    }
    close(rows, e, &[pos]);
}

/// The sum of a row and a scaled row, from the last column to the first.
#[doc(alias = "mju_combineSparse")]
fn sum<'a>(
    (a_columns, a_values): Sparse<'a>,
    (b_columns, b_values): Sparse<'a>,
    b_scale: f64,
) -> impl Iterator<Item = (DofId, f64)> {
    let mut a = a_columns.iter().zip(a_values).rev().peekable();
    let mut b = b_columns.iter().zip(b_values).rev().peekable();
    std::iter::from_fn(move || {
        let last = [a.peek(), b.peek()].into_iter().flatten().map(|entry| *entry.0).max()?;
        let from_a = a.next_if(|entry| *entry.0 == last);
        let from_b = b.next_if(|entry| *entry.0 == last);
        let value = match (from_a, from_b) {
            (Some((_, a)), Some((_, b))) => a + b * b_scale,
            (Some((_, a)), None) => *a,
            (_, b) => b.map_or(0.0, |(_, b)| b * b_scale),
        };
        Some((DofId(last as usize), value))
    })
}
