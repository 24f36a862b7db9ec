//! What the doctor finds, and what it leaves alone.

mod allow;
mod corpus;
mod cures;
mod limits;
mod planted;
mod runs;

use std::time::Duration;

use ferrodyn_doctor::{Check, Finding, Options, Report, examine_spec};
use ferrodyn_mjcf::Loader;

/// The budget of tests that are not about it: others may be at work on the machine.
const PATIENCE: Duration = Duration::from_mins(10);

/// The report of a text; simulated only if so asked.
fn report(xml: &str, runs: bool) -> Report {
    let loader = Loader::new();
    let spec = loader.read_str(xml).expect("it is read");
    examine_spec(&loader, &spec, &Options { runs, budget: PATIENCE, ..Options::default() })
        .expect("it compiles")
}

/// The findings of a check.
fn of(report: &Report, check: Check) -> Vec<&Finding> {
    report.findings.iter().filter(|finding| finding.check == check).collect()
}
