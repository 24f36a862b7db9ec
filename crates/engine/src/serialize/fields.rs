//! All fields of a model, in the order in which they are written and hashed.

use crate::fields::FieldRef;
use crate::model::Model;

/// Options, statistics and visualization groups, then the arrays. Names within the groups repeat,
/// so their order tells them apart.
pub(super) fn model_fields(m: &Model) -> impl Iterator<Item = FieldRef<'_>> {
    let vis = &m.vis;
    (m.opt.fields().chain(m.stat.fields()))
        .chain(vis.global.fields())
        .chain(vis.quality.fields())
        .chain(vis.headlight.fields())
        .chain(vis.map.fields())
        .chain(vis.scale.fields())
        .chain(vis.rgba.fields())
        .chain(m.fields())
}
