//! Reports of the doctor as text.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use ferrodyn::doctor::{Cure, Finding, Report, Severity};

use crate::report::{self, BOLD, DIM, printable};

/// How many findings of a kind are shown.
const MOST: usize = 5;

/// Writes the findings of a file, what was measured, and what was not run.
pub(super) fn show(out: &mut impl Write, file: &Path, report: &Report) -> io::Result<()> {
    let file = printable(&file.to_string_lossy());
    let mut rest = &report.findings[..];
    while let Some(first) = rest.first() {
        let same = |f: &Finding| (f.check, f.severity) == (first.check, first.severity);
        let (kind, others) = rest.split_at(rest.iter().take_while(|f| same(f)).count());
        for finding in kind.iter().take(MOST) {
            show_finding(out, &file, finding)?;
        }
        if let Some(more @ 1..) = kind.len().checked_sub(MOST) {
            let word = first.check.word();
            writeln!(out, "{DIM}    and {more} more of {word}, --json lists them{DIM:#}")?;
        }
        rest = others;
    }
    for fact in &report.facts {
        writeln!(out, "{BOLD}{file}:{BOLD:#} {}", printable(&fact.message))?;
    }
    for why in &report.not_run {
        writeln!(out, "{BOLD}{file}:{BOLD:#} not run: {}", printable(why))?;
    }
    Ok(())
}

/// Writes the place, the severity, the message and the check, then the line of the file and what to write instead.
fn show_finding(out: &mut impl Write, file: &str, finding: &Finding) -> io::Result<()> {
    let severity = match finding.severity {
        Severity::Warning => report::Severity::Warning,
        Severity::Note => report::Severity::Note,
    };
    let (word, style) = severity.word();
    let place = finding.location.as_ref().map(|location| printable(&location.to_string()));
    let place = place.as_deref().unwrap_or(file);
    let (message, check) = (printable(&finding.message), finding.check.word());
    writeln!(
        out,
        "{BOLD}{place}:{BOLD:#} {style}{word}:{style:#} {message} {DIM}[{check}]{DIM:#}"
    )?;
    if let Some(excerpt) = finding.location.as_ref().and_then(|place| place.excerpt.as_ref()) {
        let line = finding.location.as_ref().map_or(0, |location| location.place.line);
        let (text, indent) = (printable(&excerpt.text), " ".repeat(excerpt.mark));
        let mark = "^".repeat(excerpt.length.max(1));
        writeln!(out, "{DIM}{line:>5} | {text}{DIM:#}")?;
        writeln!(out, "{DIM}      | {indent}{mark}{DIM:#}")?;
    }
    if let Some(help) = &finding.help {
        writeln!(out, "    {}", printable(help))?;
    }
    show_cures(out, finding)
}

/// Writes a table of what was tried.
fn show_cures(out: &mut impl Write, finding: &Finding) -> io::Result<()> {
    if finding.cures.is_empty() {
        return Ok(());
    }
    let texts: Vec<String> = finding.cures.iter().map(|cure| printable(&cure.text)).collect();
    let width =
        texts.iter().map(|text| text.chars().count()).max().unwrap_or(0).max("as it is".len());
    let row = |edit: &str, numbers: String, mark: &str| {
        let line = format!("      {edit:width$}  {numbers}{mark}");
        line.trim_end().to_owned()
    };
    writeln!(out, "    tried:")?;
    writeln!(
        out,
        "{DIM}{}{DIM:#}",
        row("as it is", numbers(finding.value, finding.unit, &finding.numbers), "")
    )?;
    for (cure, text) in finding.cures.iter().zip(&texts) {
        let mark = match cure {
            Cure { proposed: true, .. } => "  <- proposed",
            Cure { cures: true, .. } => "  <- cures",
            _ => "",
        };
        writeln!(out, "{}", row(text, numbers(cure.value, finding.unit, &cure.numbers), mark))?;
    }
    Ok(())
}

/// The number that is judged, and those that say more.
fn numbers(value: f64, unit: &str, others: &BTreeMap<&'static str, f64>) -> String {
    let mut texts = vec![match unit {
        "1" => format!("{value:>9.4}"),
        "m" => format!("{:>9.3} mm", value * 1e3),
        "m/s" => format!("{:>9.4} mm/s", value * 1e3),
        _ => format!("{value:>9.4} {unit}"),
    }];
    if let Some(predicted) = others.get("predicted") {
        texts.push(format!("predicted {:.4}", predicted * 1e3));
    }
    if let Some(speed) = others.get("speed") {
        texts.push(format!("speed {speed:.3} x"));
    }
    if let (Some(before), Some(after)) = (others.get("step_us_before"), others.get("step_us")) {
        let noise = others.get("noise").copied().unwrap_or(0.0);
        let gain = before / after;
        texts.push(format!("step {before:.1} -> {after:.1} us"));
        // what is below the difference of two measurements of one model is none
        if gain > 1.0 + noise {
            texts.push(format!("{gain:.2} times as fast"));
        }
    }
    texts.join("  ")
}
