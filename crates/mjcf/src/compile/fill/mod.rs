//! From working copies to the arrays of the model.

mod asset;
mod dynamics;
mod flex;
mod name;
mod object;
mod size;
mod tree;

use ferrodyn_engine::model::Draft;
use ferrodyn_engine::support::set_total_mass;
use ferrodyn_engine::{Data, Model};

use super::order::Order;
use super::work::Work;
use super::{Assets, Objects, key, too_large};
use crate::error::{LoadError, Problem, ProblemKind};
use crate::spec::StatisticOverride;
use crate::xml::Limits;
use size::Dofs;

/// Makes the model and fills it.
pub(super) fn fill(
    work: &Work<'_>,
    assets: &Assets,
    order: &Order,
    objects: &Objects<'_>,
    limits: &Limits,
) -> Result<Box<Model>, LoadError> {
    let dofs = Dofs::new(work, order, objects);
    let sizes = size::sizes(work, assets, order, objects, &dofs)
        .ok_or_else(|| too_large("the arrays are too large to be counted", limits))?;
    let needed = Model::bytes_for(&sizes).zip(Data::bytes_for(&sizes));
    let needed = needed.map_or(usize::MAX, |(model, data)| model.max(data));
    if needed > limits.model_bytes {
        let (name, most) = sizes.iter().max_by_key(|(_, count)| *count).unwrap_or(("", 0));
        let why = format!("the arrays take {needed} bytes, with {name} = {most}");
        return Err(too_large(&why, limits));
    }
    let mut draft = Draft::new(sizes).map_err(|error| {
        Problem::new(ProblemKind::Limit, format!("the model is too large: {error}"))
    })?;
    draft.opt = work.spec.option.clone();
    draft.vis = work.spec.visual.clone();
    name::fill(&mut draft, work, order, objects);
    let bvh = tree::fill(&mut draft, work, assets, order, &dofs, &objects.plugins)?;
    let bvh = asset::fill(&mut draft, work, assets, order, objects, bvh);
    flex::fill(&mut draft, work, order, objects, bvh);
    object::fill(&mut draft, work, order, objects);
    objects.plugins.fill(&mut draft);
    let mut m = finish(draft)?;
    key::fill(&mut m, work, order)?;
    let total = work.spec.compiler.settotalmass;
    if total > 0.0 {
        set_total_mass(&mut m, total);
    }
    dynamics::fill(&mut m, work, order, objects)?;
    override_statistics(&mut m, &work.spec.stat);
    Ok(m)
}

/// Checks the structure. Not inlined, so that the large models that it moves stay off the stack of its callers.
#[inline(never)]
fn finish(draft: Draft) -> Result<Box<Model>, LoadError> {
    let m = draft.finish().map_err(|error| {
        Problem::new(ProblemKind::Compile, format!("internal error: the compiled model is inconsistent: {error}; please report this file"))
    })?;
    Ok(Box::new(m))
}

/// Statistics given by the user win over computed ones.
fn override_statistics(m: &mut Model, given: &StatisticOverride) {
    let set = |slot: &mut f64, value: Option<f64>| *slot = value.unwrap_or(*slot);
    set(&mut m.stat.extent, given.extent);
    set(&mut m.stat.meaninertia, given.meaninertia);
    set(&mut m.stat.meanmass, given.meanmass);
    set(&mut m.stat.meansize, given.meansize);
    if let Some(center) = given.center {
        m.stat.center = center.into();
    }
}
