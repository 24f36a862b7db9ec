//! What is wrong where the model starts: geoms inside each other, joints out of range.

use std::collections::BTreeMap;

use ferrodyn_engine::Data;
use ferrodyn_engine::ids::{BodyId, GeomId, JointId};
use ferrodyn_engine::step::fwd_position;

use super::{Unfinished, contact};
use crate::finding::{Check, Finding, Severity};
use crate::limit::Limit;
use crate::start::{Start, is_scalar};
use crate::subject::Subject;
use crate::text::{length, percent, quoted, short};

/// Contacts deeper than this are reported, as a note and as a warning; m.
const DEEP: [f64; 2] = [1e-3, 5e-3];
/// And deeper than this share of the smaller geom's radius.
const SHARE: f64 = 0.02;
/// Shares of a range by which joints are out of it, as a note and as a warning.
const OUT: [f64; 2] = [1e-3, 0.2];

/// Geoms inside each other.
struct Inside {
    depth: f64,
    start: Start,
    /// In how many of the starts.
    starts: usize,
}

pub(super) fn contacts(s: &Subject<'_>, limit: &Limit) -> Result<Vec<Finding>, Unfinished> {
    let (m, hooks) = (s.m, limit.hooks());
    let (mut d, mut inside, mut found) = (Data::new(m), BTreeMap::new(), Vec::new());
    let starts = Start::all(m);
    for &start in &starts {
        start.set(m, &mut d);
        fwd_position(&m.with(&hooks), &mut d);
        if limit.is_over() {
            return Err(Unfinished);
        }
        for ([one, two], depth) in deepest(s, &d) {
            let known = inside.entry((one.0, two.0));
            let known: &mut Inside = known.or_insert(Inside { depth, start, starts: 0 });
            known.starts += 1;
            if depth > known.depth {
                (known.depth, known.start) = (depth, start);
            }
        }
        if start == starts[0] {
            let mut heavy: Vec<Finding> =
                d.contact.iter().filter_map(|one| contact::heavy_on_light(s, &d, one)).collect();
            heavy.dedup_by(|a, b| a.elements == b.elements);
            found.extend(heavy);
        }
    }
    let all = starts.len();
    found.extend(
        inside
            .into_iter()
            .map(|((one, two), inside)| finding(s, [GeomId(one), GeomId(two)], &inside, all)),
    );
    Ok(found)
}

/// Pairs of geoms that are inside each other in a state, with their depths.
fn deepest(s: &Subject<'_>, d: &Data) -> BTreeMap<[GeomId; 2], f64> {
    let radius = |g: GeomId| if s.m.geom_rbound[g] > 0.0 { s.m.geom_rbound[g] } else { f64::MAX };
    let mut deepest = BTreeMap::new();
    for contact in d.contact.iter().filter(|contact| contact.exclude == 0) {
        let [Some(one), Some(two)] = contact.geoms() else { continue };
        let depth = -contact.dist;
        if depth > DEEP[0] && depth > SHARE * radius(one).min(radius(two)) {
            let known: &mut f64 = deepest.entry([one, two]).or_insert(depth);
            *known = known.max(depth);
        }
    }
    deepest
}

fn finding(s: &Subject<'_>, pair: [GeomId; 2], inside: &Inside, starts: usize) -> Finding {
    let is_warning = inside.depth > DEEP[1];
    let severity = if is_warning { Severity::Warning } else { Severity::Note };
    let names = pair.map(|g| s.geom_name(g));
    let bodies = pair.map(|g| s.body_of(g));
    let others = match (inside.starts, starts) {
        (n, all) if all > 1 => format!(" ({n} of {all} keyframes)"),
        _ => String::new(),
    };
    let message = format!(
        "{} and {} are {} inside each other {}{others}",
        quoted(&names[0]),
        quoted(&names[1]),
        length(inside.depth),
        inside.start.text(s.m)
    );
    let is_fixed = |b: BodyId| s.m.body_weldid[b] == BodyId(0);
    let help = if bodies.iter().any(|&b| is_fixed(b)) && !is_same_tree(s, bodies) {
        "start higher, or away from it: the contact pushes them apart in the first steps".to_owned()
    } else {
        format!(
            "shapes that do not overlap, another start, or <exclude body1=\"{}\" body2=\"{}\"/>",
            s.name(bodies[0]),
            s.name(bodies[1])
        )
    };
    // bodies are named too, so that a whole pair of them can be allowed
    let names = names.into_iter().chain(bodies.map(|b| s.name(b)));
    Finding::new(Check::StartInside, severity, message)
        .of(names)
        .at(s.place(pair[1]).or_else(|| s.place(pair[0])))
        .help(help)
        .value(inside.depth, DEEP[usize::from(is_warning)], "m")
}

fn is_same_tree(s: &Subject<'_>, [one, two]: [BodyId; 2]) -> bool {
    s.m.body_rootid[one] == s.m.body_rootid[two]
}

pub(super) fn ranges(s: &Subject<'_>, limit: &Limit) -> Result<Vec<Finding>, Unfinished> {
    let m = s.m;
    let mut d = Data::new(m);
    // the worst of all starts, for each joint
    let mut worst: BTreeMap<JointId, (f64, f64, Start)> = BTreeMap::new();
    for start in Start::all(m) {
        start.set(m, &mut d);
        if limit.is_over() {
            return Err(Unfinished);
        }
        for j in m.joints().filter(|&j| m.jnt_limited[j] != 0 && is_scalar(m, j)) {
            let ([low, high], q) = (m.jnt_range[j], d.qpos[m.joint_qpos(j).start]);
            let width = (high - low).max(1e-9);
            let out = (low - q).max(q - high) / width;
            let is_out = out > OUT[0] && out * width > 1e-6;
            if is_out && worst.get(&j).is_none_or(|&(known, ..)| out > known) {
                worst.insert(j, (out, q, start));
            }
        }
    }
    Ok(worst.into_iter().map(|(j, (out, q, start))| out_of_range(s, j, out, q, start)).collect())
}

fn out_of_range(s: &Subject<'_>, j: JointId, out: f64, q: f64, start: Start) -> Finding {
    let is_warning = out > OUT[1];
    let severity = if is_warning { Severity::Warning } else { Severity::Note };
    let ([low, high], name) = (s.m.jnt_range[j], s.name(j));
    let message = format!(
        "joint {} is at {} {}, {} of its range ({} to {}) outside",
        quoted(&name),
        short(q),
        start.text(s.m),
        percent(out),
        short(low),
        short(high)
    );
    let help = match start {
        Start::Default => "a keyframe, ref, or a range that contains the start",
        Start::Key(_) => "a position within the range",
    };
    Finding::new(Check::StartRange, severity, message)
        .of([name])
        .at(s.place(j))
        .help(help)
        .value(out, OUT[usize::from(is_warning)], "1")
        .number("position", q)
}
