//! Velocities relative to the medium, and the forces of the medium as joint forces.

use super::apply::Motion;
use crate::data::{DataOf, Lanes};
use crate::ids::BodyId;
use crate::math::{Mat3Of, SpatialOf, Vec3Of};
use crate::model::Model;

/// Velocity relative to the medium of the point `pos` of a body, along the axes `rot`.
pub(crate) fn velocity_in_medium<N: Lanes>(
    m: &Model,
    d: &DataOf<N>,
    b: BodyId,
    pos: Vec3Of<N>,
    rot: &Mat3Of<N>,
) -> SpatialOf<N> {
    let (ang, lin) = (d.cvel[b].ang(), d.cvel[b].lin());
    let offset = pos - d.subtree_com[m.body_rootid[b].present()];
    let at_pos = lin - offset.cross(ang);
    let wind = rot.transpose_mul(Vec3Of::splat(m.opt.wind));
    SpatialOf::new(rot.transpose_mul(ang), rot.transpose_mul(at_pos) - wind)
}

/// Adds to `qfrc_fluid` a force on a body at `pos`, given along the axes `rot`.
pub(super) fn apply_local<N: Lanes>(
    m: &Model,
    d: &mut DataOf<N>,
    b: BodyId,
    pos: Vec3Of<N>,
    rot: Mat3Of<N>,
    lfrc: &SpatialOf<N>,
) {
    let wrench = SpatialOf::new(rot * lfrc.ang(), rot * lfrc.lin());
    let DataOf { cdof, subtree_com, qfrc_fluid, .. } = d;
    Motion { cdof, subtree_com }.apply(m, &wrench, pos, b, qfrc_fluid);
}
