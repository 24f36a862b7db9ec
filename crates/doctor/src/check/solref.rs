//! Time constants of constraints below two time steps, which MuJoCo raises to two steps.

use ferrodyn_engine::Field;
use ferrodyn_engine::enums::DisableBit;
use ferrodyn_engine::ids::{EqualityId, GeomId, JointId, NamedId, PairId, TendonId};

use crate::finding::{Check, Finding, Severity};
use crate::subject::Subject;
use crate::text::{quoted, short};

pub(super) fn run(s: &Subject<'_>) -> Vec<Finding> {
    let m = s.m;
    let collides = |g: &GeomId| m.geom_contype[*g] != 0 || m.geom_conaffinity[*g] != 0;
    let geoms: Vec<GeomId> = m.geoms().filter(collides).collect();
    let joints: Vec<JointId> = m.joints().filter(|&j| m.jnt_limited[j] != 0).collect();
    let tendons: Vec<TendonId> = m.tendons().filter(|&t| m.tendon_limited[t] != 0).collect();
    let equalities: Vec<EqualityId> = m.ids::<EqualityId>().collect();
    let pairs: Vec<PairId> = m.ids::<PairId>().collect();
    let found = [
        of_kind(s, "geom", &geoms, &m.geom_solref, |g| s.geom_name(g)),
        of_kind(s, "limit of joint", &joints, &m.jnt_solref, |j| s.name(j)),
        of_kind(s, "limit of tendon", &tendons, &m.tendon_solref_lim, |t| s.name(t)),
        of_kind(s, "equality", &equalities, &m.eq_solref, |e| s.name(e)),
        of_kind(s, "pair", &pairs, &m.pair_solref, |p| s.name(p)),
    ];
    found.into_iter().flatten().collect()
}

/// One finding for all objects of a kind whose time constant is too short.
fn of_kind<I: NamedId>(
    s: &Subject<'_>,
    kind: &str,
    objects: &[I],
    solref: &Field<I, [f64; 2]>,
    name: impl Fn(I) -> String,
) -> Option<Finding> {
    let bound = 2.0 * s.m.opt.timestep;
    let constant = |id: I| solref.as_slice()[id.index()][0];
    let is_short = |id: I| constant(id) > 0.0 && constant(id) < bound * (1.0 - 1e-9);
    let objects: Vec<I> = objects.iter().copied().filter(|&id| is_short(id)).collect();
    let first = *objects.first()?;
    let shortest = objects.iter().map(|&id| constant(id)).fold(bound, f64::min);
    let others = match objects.len() {
        1 => String::new(),
        n => format!(" (and {} more)", n - 1),
    };
    let consequence = if s.m.opt.disabled(DisableBit::RefSafe) {
        "and refsafe is disabled, which lets it oscillate"
    } else {
        "and is raised to them without a word"
    };
    let message = format!(
        "the time constant of {kind} {}{others} is {} s, below two time steps ({} s), {consequence}",
        quoted(&name(first)),
        short(shortest),
        short(bound)
    );
    let help = format!(
        "write solref=\"{} 1\" or a shorter time step; see solimp for less penetration",
        short(bound)
    );
    let finding = Finding::new(Check::Solref, Severity::Note, message)
        .of(objects.iter().map(|&id| name(id)))
        .at(s.place(first));
    Some(finding.help(help).value(shortest, bound, "s"))
}
