//! Pairs of bodies that touch in every pose.
//!
//! MuJoCo does not let a body collide with its parent, unless the parent is fixed to the world: then they do, and a
//! base whose shape overlaps that of the first link is pressed by it in every step.

use std::collections::BTreeMap;

use ferrodyn_engine::ids::BodyId;
use ferrodyn_engine::step::fwd_position;
use ferrodyn_engine::{Data, Model};

use super::{Unfinished, pose};
use crate::finding::{Check, Finding, Severity};
use crate::limit::Limit;
use crate::random::Random;
use crate::start::Start;
use crate::subject::Subject;
use crate::text::{length, quoted};

/// How many poses are tried.
const POSES: usize = 60;
/// In how many of them a pair need not touch.
const MISSES: usize = 2;

#[derive(Clone, Copy, Default)]
struct Touching {
    poses: usize,
    deepest: f64,
}

pub(super) fn run(s: &Subject<'_>, limit: &Limit) -> Result<Vec<Finding>, Unfinished> {
    Ok(always(s.m, limit)?.into_iter().map(|(pair, found)| finding(s, pair, found)).collect())
}

/// The pairs of moving bodies of one tree that touch in all poses but a few.
fn always(m: &Model, limit: &Limit) -> Result<BTreeMap<[BodyId; 2], Touching>, Unfinished> {
    let (hooks, mut random) = (limit.hooks(), Random::new(0));
    let mut d = Data::new(m);
    let mut pairs: BTreeMap<[BodyId; 2], Touching> = BTreeMap::new();
    for pose in 0..POSES {
        Start::first(m).set(m, &mut d);
        pose::randomize(m, &mut d, &mut random);
        fwd_position(&m.with(&hooks), &mut d);
        if limit.is_over() {
            return Err(Unfinished);
        }
        for (pair, depth) in touching(m, &d) {
            let known = pairs.entry(pair).or_default();
            known.poses += 1;
            known.deepest = known.deepest.max(depth);
        }
        // most models are done after a few poses: no pair has touched in enough of them
        pairs.retain(|_, known| known.poses + MISSES > pose);
        if pairs.is_empty() && pose >= MISSES {
            break;
        }
    }
    Ok(pairs)
}

/// The pairs of bodies of one tree that touch in a state, without the world, and how deep.
fn touching(m: &Model, d: &Data) -> BTreeMap<[BodyId; 2], f64> {
    let mut found = BTreeMap::new();
    for contact in d.contact.iter().filter(|contact| contact.dist <= 0.0 && contact.exclude == 0) {
        let [Some(one), Some(two)] = contact.geoms().map(|g| m.geom_bodyid[g?].id()) else {
            continue;
        };
        let pair = [one.min(two), one.max(two)];
        if pair[0] != BodyId(0) && m.body_rootid[one] == m.body_rootid[two] {
            let known: &mut f64 = found.entry(pair).or_insert(0.0);
            *known = known.max(-contact.dist);
        }
    }
    found
}

fn finding(s: &Subject<'_>, pair: [BodyId; 2], touching: Touching) -> Finding {
    let names = pair.map(|b| s.name(b));
    let why = if pair.iter().any(|&b| s.m.body_weldid[b] == BodyId(0)) {
        ": MuJoCo does not filter a parent that is fixed to the world"
    } else {
        ""
    };
    let message = format!(
        "{} and {} touch in {} of {POSES} poses within the ranges of the joints, up to {} deep{why}",
        quoted(&names[0]),
        quoted(&names[1]),
        touching.poses,
        length(touching.deepest)
    );
    let help = if pair.iter().all(|&b| s.m.name(b).is_some_and(|name| !name.is_empty())) {
        format!("<contact><exclude body1=\"{}\" body2=\"{}\"/></contact>", names[0], names[1])
    } else {
        "name both bodies and <exclude> the pair".to_owned()
    };
    Finding::new(Check::AlwaysTouching, Severity::Warning, message)
        .of(names)
        .at(s.place(pair[1]))
        .help(help)
        .value(touching.poses as f64 / POSES as f64, 0.95, "1")
        .number("depth", touching.deepest)
}
