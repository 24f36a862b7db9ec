//! Results as text: a line per model, a bar per stage.

use std::io::{self, Write};

use ferrodyn::math::fun;
use ferrodyn_rollouts::Bytes;

use super::Result;
use crate::report::{BOLD, DIM, GREEN, thousands};

/// Characters of the longest bar.
const BAR: usize = 30;

/// Writes what was measured of a model.
pub(super) fn write(out: &mut impl Write, r: &Result) -> io::Result<()> {
    writeln!(out, "{BOLD}{}{BOLD:#}", r.file)?;
    write!(
        out,
        "  {} steps/s, {} us per step",
        thousands(r.steps_per_second),
        short(r.microseconds)
    )?;
    match &r.against {
        Some(against) => writeln!(
            out,
            ": {GREEN}{:.2} times{GREEN:#} MuJoCo {} ({} us)",
            against.ratio,
            against.version,
            short(against.microseconds)
        )?,
        None => writeln!(out)?,
    }
    writeln!(
        out,
        "  {DIM}{} dofs; on average {:.1} contacts, {:.1} rows, {:.1} iterations; {} of data{DIM:#}",
        r.nv,
        r.contacts,
        r.rows,
        r.iterations,
        Bytes(r.bytes as u128)
    )?;
    let longest = r.stages.iter().map(|stage| stage.microseconds).fold(0.0, f64::max);
    for stage in &r.stages {
        let share = stage.microseconds / longest.max(f64::MIN_POSITIVE);
        let bar = "\u{2588}".repeat((share * BAR as f64).round() as usize);
        writeln!(out, "  {:20} {:>8} us  {bar}", stage.name, short(stage.microseconds))?;
    }
    writeln!(out)
}

/// Writes the mean over several models.
pub(super) fn write_mean(out: &mut impl Write, results: &[Result]) -> io::Result<()> {
    let ratios: Vec<f64> = results.iter().filter_map(|r| Some(r.against.as_ref()?.ratio)).collect();
    if ratios.len() < 2 {
        return Ok(());
    }
    let sum: f64 = ratios.iter().map(|&ratio| fun::ln(ratio)).sum();
    let mean = fun::exp(sum / ratios.len() as f64);
    let lowest = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    writeln!(
        out,
        "{BOLD}geometric mean {mean:.2}, lowest {lowest:.2}{BOLD:#} over {} models",
        ratios.len()
    )
}

/// Three digits.
pub(super) fn short(x: f64) -> String {
    match x {
        x if x < 10.0 => format!("{x:.2}"),
        x if x < 100.0 => format!("{x:.1}"),
        x => format!("{x:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([short(1.234), short(12.34), short(1234.5)], ["1.23", "12.3", "1234"]);
    }
}
