//! Jacobians of points that bodies carry, one degree of freedom at a time.
//!
//! | reads | writes |
//! |---|---|
//! | `cdof`, `subtree_com`; `cdof_dot`, `cvel` for the time derivative | nothing |
//! | `body_rootid`, `body_weldid`, `body_dofnum`, `body_dofadr`, `dof_parentid` | |
//!
//! Column `k` of the Jacobian of a point `p` of a body is the velocity that `qvel[k] = 1` gives it:
//! `jacr = cdof[k].ang`, `jacp = cdof[k].lin + cdof[k].ang x (p - subtree_com[body_rootid])`. It
//! differs from zero only for the degrees of freedom of the body and of its ancestors: the body's
//! chain. Callers walk the chain and use each column as it comes (write it, project it, add it up),
//! so that dense, sparse and projected Jacobians need no memory of their own.

use crate::data::{DataOf, Lanes};
use crate::fields::Field;
use crate::ids::{BodyId, DofId};
use crate::math::{SpatialOf, Vec3Of};
use crate::model::Model;

/// One column of the Jacobian of a point: its velocity and the angular velocity of its body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column<N> {
    /// Translation of the point.
    pub(crate) p: Vec3Of<N>,
    /// Rotation of the body.
    pub(crate) r: Vec3Of<N>,
}

impl<N: Lanes> Column<N> {
    /// The column of a degree of freedom that does not move the point.
    pub(crate) const ZERO: Self = Self { p: Vec3Of::ZERO, r: Vec3Of::ZERO };
}

/// A point that moves with a body, relative to where `cdof` is expressed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CarriedPoint<N> {
    offset: Vec3Of<N>,
}

impl<N: Lanes> CarriedPoint<N> {
    /// The point at `point` (in world) that moves with `body`.
    pub(crate) fn new(
        m: &Model,
        subtree_com: &Field<BodyId, Vec3Of<N>>,
        body: BodyId,
        point: Vec3Of<N>,
    ) -> Self {
        Self { offset: point - subtree_com[root(m, body)] }
    }

    /// The column of a degree of freedom of the chain of the point's body.
    pub(crate) fn column(&self, cdof: &SpatialOf<N>) -> Column<N> {
        Column { p: cdof.lin() + cdof.ang().cross(self.offset), r: cdof.ang() }
    }
}

/// Calls `visit(dof, jacp, jacr)` for every degree of freedom that moves the point of `body` at
/// `point` (in world), from the last to the first. All other columns are zero.
#[doc(alias = "mj_jac")]
pub(crate) fn jac_columns<N: Lanes>(
    m: &Model,
    d: &DataOf<N>,
    body: BodyId,
    point: Vec3Of<N>,
    mut visit: impl FnMut(DofId, Vec3Of<N>, Vec3Of<N>),
) {
    let carried = CarriedPoint::new(m, &d.subtree_com, body, point);
    for k in chain(m, body) {
        let column = carried.column(&d.cdof[k]);
        visit(k, column.p, column.r);
    }
}

/// As [`jac_columns`], for the time derivative of the Jacobian.
#[doc(alias = "mj_jacDot")]
pub(crate) fn jac_dot_columns<N: Lanes>(
    m: &Model,
    d: &DataOf<N>,
    body: BodyId,
    point: Vec3Of<N>,
    mut visit: impl FnMut(DofId, Vec3Of<N>, Vec3Of<N>),
) {
    let moving = MovingPoint::new(m, d, body, point);
    for k in chain(m, body) {
        let column = moving.column_dot(m, d, k);
        visit(k, column.p, column.r);
    }
}

/// A point that moves with a body, and its velocity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovingPoint<N> {
    offset: Vec3Of<N>,
    /// Velocity of the point, in world.
    pub(crate) vel: Vec3Of<N>,
}

impl<N: Lanes> MovingPoint<N> {
    /// The point at `point` (in world) that moves with `body`.
    pub(crate) fn new(m: &Model, d: &DataOf<N>, body: BodyId, point: Vec3Of<N>) -> Self {
        let offset = point - d.subtree_com[root(m, body)];
        let cvel = &d.cvel[body];
        Self { offset, vel: cvel.lin() - offset.cross(cvel.ang()) }
    }

    /// Time derivative of the column of a degree of freedom of the chain of the point's body.
    #[inline(always)]
    pub(crate) fn column_dot(&self, m: &Model, d: &DataOf<N>, k: DofId) -> Column<N> {
        let cdof_dot = column_rate(m, d, k);
        // the column changes, and so does the arm to the point
        let varying = cdof_dot.ang().cross(self.offset);
        let carried = d.cdof[k].ang().cross(self.vel);
        Column { p: cdof_dot.lin() + varying + carried, r: cdof_dot.ang() }
    }
}

/// Time derivative of `cdof` as the body that it moves sees it.
///
/// The axes of ball and free joints turn with the body after all three rotations, while `cdof_dot`
/// has them turn with the joint's parent; other columns agree.
#[inline(always)]
fn column_rate<N: Lanes>(m: &Model, d: &DataOf<N>, k: DofId) -> SpatialOf<N> {
    let dof = &m.plan().dofs[k.0];
    if dof.turns { d.cvel[dof.body].cross_motion(&d.cdof[k]) } else { d.cdof_dot[k] }
}

/// The root of the tree that a body belongs to; `subtree_com` of it is where `cdof` is expressed.
fn root(m: &Model, body: BodyId) -> BodyId {
    m.body_rootid[body].present()
}

/// The degrees of freedom that move a body, from the last to the first.
#[doc(alias = "mj_bodyChain")]
pub(crate) fn chain(m: &Model, body: BodyId) -> impl Iterator<Item = DofId> {
    std::iter::successors(last_dof(m, body), |&k| m.dof_parentid[k].id())
}

/// A degree of freedom and which of two bodies it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PairDof {
    pub(crate) dof: DofId,
    pub(crate) first: bool,
    pub(crate) second: bool,
}

impl PairDof {
    /// Whether it moves both bodies; so do then all that follow in [`pair_chain`].
    pub(crate) fn shared(self) -> bool {
        self.first && self.second
    }
}

/// The degrees of freedom that move one of two bodies or both, from the last to the first.
#[doc(alias = "mj_mergeChain")]
pub(crate) fn pair_chain(
    m: &Model,
    first: BodyId,
    second: BodyId,
) -> impl Iterator<Item = PairDof> {
    let mut ends = [first, second].map(|body| last_dof(m, body).map_or(-1, DofId::raw));
    std::iter::from_fn(move || {
        let last = ends[0].max(ends[1]);
        let dof = DofId::new(last)?;
        let moves = ends.map(|end| end == last);
        let parent = m.dof_parentid[dof].raw();
        ends = std::array::from_fn(|i| if moves[i] { parent } else { ends[i] });
        Some(PairDof { dof, first: moves[0], second: moves[1] })
    })
}

/// The last degree of freedom that moves a body, `None` if the body is fixed to the world.
pub(crate) fn last_dof(m: &Model, body: BodyId) -> Option<DofId> {
    let b = m.body_weldid[body].present();
    if b.0 == 0 { None } else { DofId::new(m.body_dofadr[b].raw() + m.body_dofnum[b] - 1) }
}

/// Two points, each carried by a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PointPair<N> {
    bodies: [BodyId; 2],
    points: [CarriedPoint<N>; 2],
}

impl<N: Lanes> PointPair<N> {
    /// Points in world and the bodies that carry them.
    pub(crate) fn new(
        m: &Model,
        subtree_com: &Field<BodyId, Vec3Of<N>>,
        bodies: [BodyId; 2],
        points: [Vec3Of<N>; 2],
    ) -> Self {
        let carried = |i: usize| CarriedPoint::new(m, subtree_com, bodies[i], points[i]);
        Self { bodies, points: [carried(0), carried(1)] }
    }

    /// Every degree of freedom that moves one of the points or both, from the last to the first,
    /// with the columns of both.
    #[doc(alias = "mj_jacDifPair")]
    pub(crate) fn columns(
        self,
        m: &Model,
        cdof: &Field<DofId, SpatialOf<N>>,
    ) -> impl Iterator<Item = (PairDof, [Column<N>; 2])> {
        pair_chain(m, self.bodies[0], self.bodies[1]).map(move |k| {
            let column = |i: usize, moves: bool| {
                if moves { self.points[i].column(&cdof[k.dof]) } else { Column::ZERO }
            };
            (k, [column(0, k.first), column(1, k.second)])
        })
    }
}
