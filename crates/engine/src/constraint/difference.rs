//! Jacobians of one side of a contact or constraint relative to the other.
//!
//! Columns come from the last degree of freedom to the first, as the chains of bodies are walked.

use super::parts::Part;
use crate::fields::Field;
use crate::fields::Link;
use crate::ids::{BodyId, DofId};
use crate::math::{Spatial, Vec3};
use crate::model::Model;
use crate::smooth::jacobian::{CarriedPoint, Column, last_dof};

/// Two bodies that meet at a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyPair {
    bodies: [BodyId; 2],
    points: [CarriedPoint<f64>; 2],
}

impl BodyPair {
    /// `point` is in world.
    pub(super) fn new(
        m: &Model,
        subtree_com: &Field<BodyId, Vec3>,
        bodies: [BodyId; 2],
        point: Vec3,
    ) -> Self {
        let carried = |b| CarriedPoint::new(m, subtree_com, b, point);
        Self { bodies, points: [carried(bodies[0]), carried(bodies[1])] }
    }

    /// Number of degrees of freedom that move one body and not the other.
    pub(super) fn dof_count(&self, m: &Model) -> usize {
        ApartDofs::new(m, self.bodies).count()
    }

    /// The columns of the second body's Jacobian minus the first's at the point, which differ from
    /// zero only for degrees of freedom that move one body and not the other.
    pub(super) fn columns<'a>(&self, m: &'a Model, cdof: &'a Field<DofId, Spatial>) -> Columns<'a> {
        Columns { dofs: ApartDofs::new(m, self.bodies), points: self.points, cdof }
    }
}

/// The columns that [`BodyPair::columns`] gives.
pub(super) struct Columns<'a> {
    dofs: ApartDofs<'a>,
    points: [CarriedPoint<f64>; 2],
    cdof: &'a Field<DofId, Spatial>,
}

impl Iterator for Columns<'_> {
    type Item = (DofId, Column<f64>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (k, moves_second) = self.dofs.next()?;
        let Column { p, r } = self.points[usize::from(moves_second)].column(&self.cdof[k]);
        let column = if moves_second { Column { p, r } } else { Column { p: -p, r: -r } };
        Some((k, column))
    }
}

/// The degrees of freedom that move one of two bodies and not the other, from the last to the
/// first, and whether it is the second that they move. Those that move both come before all of
/// these in the model, so the walk ends where the chains meet.
struct ApartDofs<'a> {
    parent: &'a Field<DofId, Link<DofId>>,
    ends: [i32; 2],
}

impl<'a> ApartDofs<'a> {
    fn new(m: &'a Model, bodies: [BodyId; 2]) -> Self {
        let end = |b| last_dof(m, b).map_or(-1, DofId::raw);
        Self { parent: &m.dof_parentid, ends: [end(bodies[0]), end(bodies[1])] }
    }
}

impl Iterator for ApartDofs<'_> {
    type Item = (DofId, bool);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let [first, second] = self.ends;
        if first == second {
            return None;
        }
        let moves_second = second > first;
        let k = DofId(first.max(second) as usize);
        self.ends[usize::from(moves_second)] = self.parent[k].raw();
        Some((k, moves_second))
    }
}

/// The columns of a sum of Jacobians: of several points, each carried by a body and weighted.
pub(super) struct WeightedSum<'a> {
    m: &'a Model,
    subtree_com: &'a Field<BodyId, Vec3>,
    cdof: &'a Field<DofId, Spatial>,
    parts: &'a mut [Part],
}

impl<'a> WeightedSum<'a> {
    pub(super) fn new(
        m: &'a Model,
        subtree_com: &'a Field<BodyId, Vec3>,
        cdof: &'a Field<DofId, Spatial>,
        parts: &'a mut [Part],
    ) -> Self {
        let mut sum = Self { m, subtree_com, cdof, parts };
        sum.rewind();
        sum
    }

    /// Number of degrees of freedom that move a part.
    pub(super) fn dof_count(&mut self) -> usize {
        let count = self.by_ref().count();
        self.rewind();
        count
    }

    fn rewind(&mut self) {
        for part in self.parts.iter_mut() {
            part.last_dof = last_dof(self.m, part.body).map_or(-1, DofId::raw);
        }
    }
}

impl Iterator for WeightedSum<'_> {
    type Item = (DofId, Column<f64>);

    fn next(&mut self) -> Option<Self::Item> {
        let k = self.parts.iter().map(|part| part.last_dof).max().and_then(DofId::new)?;
        let mut sum: Option<Column<f64>> = None;
        for part in self.parts.iter_mut().filter(|part| part.last_dof == k.raw()) {
            let carried = CarriedPoint::new(self.m, self.subtree_com, part.body, part.point);
            let Column { p, r } = carried.column(&self.cdof[k]);
            let (p, r) = (part.weight * p, part.weight * r);
            sum = Some(sum.map_or(Column { p, r }, |s| Column { p: s.p + p, r: s.r + r }));
            part.last_dof = self.m.dof_parentid[k].raw();
        }
        Some((k, sum?))
    }
}
