//! Cures: for each warning the edits that could mend it, each run against the very check that has fired.
//!
//! Nothing is proposed that was not measured on this model.

mod candidates;
mod edit;
pub(crate) mod time;

use std::collections::BTreeMap;

use ferrodyn_mjcf::{Compiled, Loader, Spec};

use crate::check::{self, Unfinished};
use crate::finding::{Check, Finding, Severity};
use crate::limit::Limit;
use crate::report::Report;
use crate::run;
use crate::subject::Subject;

pub(crate) use edit::Edit;

/// An edit, or several together, and what the check says with it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Cure {
    /// The edits, as one would write them.
    pub text: String,
    /// The number that the check judges, with the edits; infinite where the simulation diverges.
    pub value: f64,
    /// Other numbers, by name.
    pub numbers: BTreeMap<&'static str, f64>,
    /// The check does not fire any more.
    pub cures: bool,
    /// It is the one to take: the first that cures, and no mere diagnosis.
    pub proposed: bool,
    pub(crate) edits: Vec<Edit>,
}

impl Cure {
    /// Edits and what the check says with them.
    pub(crate) fn new(
        edits: Vec<Edit>,
        value: f64,
        cures: bool,
        numbers: impl IntoIterator<Item = (&'static str, f64)>,
    ) -> Self {
        let text = edits.iter().map(Edit::to_string).collect::<Vec<_>>().join(", ");
        let numbers = numbers.into_iter().collect();
        Self { text, value, numbers, cures, proposed: false, edits }
    }
}

/// How many findings of a kind are treated.
const MOST: usize = 3;

/// Tries cures for all warnings of a report.
pub(crate) fn run(
    s: &Subject<'_>,
    spec: &Spec,
    loader: &Loader,
    limit: &Limit,
    report: &mut Report,
) {
    let all = report.findings.clone();
    let mut tried: BTreeMap<Check, usize> = BTreeMap::new();
    for (i, finding) in all.iter().enumerate() {
        let number = tried.entry(finding.check).or_default();
        *number += 1;
        if finding.severity != Severity::Warning || *number > MOST {
            continue;
        }
        let candidates = candidates::of(s, finding, &all);
        if candidates.is_empty() {
            continue;
        }
        if let Ok(cures) = treat(s, spec, loader, limit, finding, candidates) {
            report.findings[i].cures = cures;
        } else {
            let word = finding.check.word();
            report.not_run.push(format!("cures of {word}: no time was left"));
        }
    }
}

/// Tries edits against a finding; what does not compile is left out.
fn treat(
    s: &Subject<'_>,
    spec: &Spec,
    loader: &Loader,
    limit: &Limit,
    finding: &Finding,
    candidates: Vec<Vec<Edit>>,
) -> Result<Vec<Cure>, Unfinished> {
    let mut cures = Vec::new();
    for edits in candidates {
        if limit.is_over() {
            return Err(Unfinished);
        }
        let changed = edited(spec, &edits);
        let Ok(compiled) = changed.compile_with_ids(loader.environment()) else { continue };
        let mut cure = judged(edits, (&changed, &compiled), finding, limit)?;
        if finding.check == Check::AlwaysTouching {
            let [before, after, again] = time::steps([s.m, &compiled.model, s.m], limit)?;
            cure.numbers.insert("step_us_before", before.min(again) * 1e6);
            cure.numbers.insert("step_us", after * 1e6);
            cure.numbers.insert("noise", (before / again).max(again / before) - 1.0);
        }
        cures.push(cure);
    }
    let best =
        cures.iter().position(|cure| cure.cures && !cure.edits.iter().any(Edit::is_diagnosis));
    if let Some(best) = best {
        cures[best].proposed = true;
    }
    Ok(cures)
}

/// A copy of a spec with edits.
pub(crate) fn edited(spec: &Spec, edits: &[Edit]) -> Spec {
    let mut spec = spec.clone();
    for edit in edits {
        edit.apply(&mut spec);
    }
    spec
}

/// What the check of a finding says of an edited model.
fn judged(
    edits: Vec<Edit>,
    (spec, compiled): (&Spec, &Compiled),
    finding: &Finding,
    limit: &Limit,
) -> Result<Cure, Unfinished> {
    let subject = Subject::of_spec(spec, compiled);
    if finding.check == Check::Timestep {
        let (difference, _) = run::difference(subject.m, limit)?;
        let numbers = [("speed", difference.speed)];
        return Ok(Cure::new(edits, difference.departure, !difference.is_fault(), numbers));
    }
    let mut found = Report::default();
    if finding.check == Check::Unconverged {
        run::rest(&subject, limit, &mut found)?;
    } else {
        check::run(&subject, limit, &mut found);
        if limit.is_over() {
            return Err(Unfinished);
        }
    }
    let same = |f: &&Finding| (f.check, &f.elements) == (finding.check, &finding.elements);
    let left = found.findings.iter().find(same);
    let value = left.map_or(0.0, |left| left.value);
    let cures = left.is_none_or(|left| left.severity != Severity::Warning);
    Ok(Cure::new(edits, value, cures, []))
}

/// The spec with all edits that a report proposes; none if it proposes nothing.
pub(crate) fn fixed(spec: &Spec, report: &Report) -> Option<Spec> {
    let proposed = report.findings.iter().flat_map(|f| &f.cures).filter(|cure| cure.proposed);
    let mut edits: Vec<Edit> = Vec::new();
    for edit in proposed.flat_map(|cure| &cure.edits) {
        // two findings may have one cure
        if !edits.contains(edit) {
            edits.push(edit.clone());
        }
    }
    if edits.is_empty() { None } else { Some(edited(spec, &edits)) }
}
