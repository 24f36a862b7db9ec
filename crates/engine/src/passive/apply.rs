//! Forces on bodies, turned into joint forces.

use crate::data::Lanes;
use crate::fields::Field;
use crate::ids::{BodyId, DofId};
use crate::math::{SpatialOf, Vec3Of};
use crate::model::Model;
use crate::smooth::jacobian::{CarriedPoint, chain};

/// What moves a body: the motion of every degree of freedom and the point it is expressed at.
pub(crate) struct Motion<'a, N> {
    /// `cdof`.
    pub(crate) cdof: &'a Field<DofId, SpatialOf<N>>,
    /// `subtree_com`.
    pub(crate) subtree_com: &'a Field<BodyId, Vec3Of<N>>,
}

impl<N: Lanes> Motion<'_, N> {
    /// Adds to `qfrc` the joint forces that equal `force` and `torque` on `body` at `point`.
    #[doc(alias = "mj_applyFT")]
    pub(crate) fn apply(
        &self,
        m: &Model,
        wrench: &SpatialOf<N>,
        point: Vec3Of<N>,
        body: BodyId,
        qfrc: &mut Field<DofId, N>,
    ) {
        let carried = CarriedPoint::new(m, self.subtree_com, body, point);
        for k in chain(m, body) {
            let column = carried.column(&self.cdof[k]);
            qfrc[k] += column.p.dot(wrench.lin());
            qfrc[k] += column.r.dot(wrench.ang());
        }
    }
}
