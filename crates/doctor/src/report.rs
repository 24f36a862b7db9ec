//! [`Report`]: all that was found, for people and programs.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::cure::Cure;
use crate::finding::{Finding, Severity};

/// Something that was measured and is neither good nor bad.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Fact {
    /// The word for it in JSON.
    pub name: &'static str,
    /// What was measured, in one sentence without a full stop.
    pub message: String,
    /// The number.
    pub value: f64,
    /// Its unit; `1` for ratios.
    pub unit: &'static str,
}

/// What an examination found.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// Warnings first, each check's worst first.
    pub findings: Vec<Finding>,
    /// What was measured.
    pub facts: Vec<Fact>,
    /// How many findings were left out because they are meant.
    pub allowed: usize,
    /// What did not fit the budget or cannot be done with this model, and why.
    pub not_run: Vec<String>,
    /// Somebody asked to end before all was done.
    pub interrupted: bool,
    /// How long it took; s.
    pub seconds: f64,
}

impl Report {
    /// How many findings there are of a severity.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.severity == severity).count()
    }

    /// Puts warnings first, then the order of checks, then the worst.
    pub(crate) fn sort(&mut self) {
        let worse = |a: &Finding, b: &Finding| match (a.value, b.value) {
            (a, b) if a.is_nan() || b.is_nan() => Ordering::Equal,
            // what is too small is worse the smaller it is
            (x, y) if a.value < a.threshold => x.total_cmp(&y),
            (x, y) => y.total_cmp(&x),
        };
        self.findings.sort_by(|a, b| {
            let kinds = (a.severity, a.check).cmp(&(b.severity, b.check));
            kinds.then_with(|| worse(a, b))
        });
    }

    /// The report for programs: `findings`, `facts`, `allowed`, `not_run`, `interrupted`, `seconds`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let facts = self.facts.iter().map(|fact| {
            json!({
                "name": fact.name,
                "message": fact.message,
                "value": number(fact.value),
                "unit": fact.unit,
            })
        });
        json!({
            "findings": self.findings.iter().map(finding).collect::<Vec<_>>(),
            "facts": facts.collect::<Vec<_>>(),
            "allowed": self.allowed,
            "not_run": self.not_run,
            "interrupted": self.interrupted,
            "seconds": number(self.seconds),
        })
    }
}

fn finding(f: &Finding) -> Value {
    let place = f.location.as_ref().map(|location| &location.place);
    json!({
        "check": f.check.word(),
        "severity": f.severity.word(),
        "elements": f.elements,
        "file": place.map(|place| &*place.file),
        "line": place.map(|place| place.line),
        "column": place.map(|place| place.column),
        "message": f.message,
        "help": f.help,
        "value": number(f.value),
        "threshold": number(f.threshold),
        "unit": f.unit,
        "numbers": numbers(&f.numbers),
        "cures": f.cures.iter().map(cure).collect::<Vec<_>>(),
    })
}

fn cure(cure: &Cure) -> Value {
    json!({
        "edit": cure.text,
        "value": number(cure.value),
        "numbers": numbers(&cure.numbers),
        "cures": cure.cures,
        "proposed": cure.proposed,
    })
}

fn numbers(numbers: &BTreeMap<&'static str, f64>) -> Map<String, Value> {
    numbers.iter().map(|(name, &x)| ((*name).to_owned(), number(x))).collect()
}

/// A number, or a word where JSON has no number for it.
fn number(x: f64) -> Value {
    if x.is_finite() { json!(x) } else { json!(x.to_string()) }
}
