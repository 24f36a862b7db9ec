//! `ferrodyn check`: every problem of every file.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use ferrodyn::{Checked, Problem};
use serde_json::{Value, json};

use crate::limits;
use crate::report::{self, GREEN, Severity, count};

/// Report every problem of MJCF and URDF files
///
/// Reads and compiles each file as MuJoCo 3.8.0 would, and shows all independent mistakes at once,
/// with file, line, column and, where one is near, the word that was meant.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ferrodyn check robot.xml
  ferrodyn check -v models/*.xml         a line for every good file, too
  ferrodyn check --strict robot.urdf     for CI: warnings fail as well
  ferrodyn check --untrusted upload.xml  a file from a stranger
  ferrodyn check --json robot.xml | jq '.[].problems[] | {line, message}'

Exit status: 0 all good, 1 a file has problems, 2 a file cannot be read.")]
#[expect(clippy::struct_excessive_bools, reason = "options of a command")]
pub(crate) struct Args {
    /// Models to check
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Show a line for every good file, and what a URDF file says that a model cannot hold
    #[arg(short, long, conflicts_with = "quiet")]
    verbose: bool,
    /// Print a list of files with their problems, warnings and notes, for programs
    #[arg(long, conflicts_with_all = ["verbose", "quiet"])]
    json: bool,
    /// Print nothing; only the exit status tells
    #[arg(short, long)]
    quiet: bool,
    /// Count warnings as problems
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    limits: limits::Args,
}

fn problems(checked: &Checked) -> usize {
    checked.loaded.as_ref().err().map_or(0, |error| error.problems.len() + error.omitted)
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    let mut out = anstream::stdout().lock();
    let (mut worst, mut bad, mut found, mut warnings) = (0, 0, 0, 0);
    let mut list = Vec::new();
    for file in &args.files {
        let checked = args.limits.loader(file)?.check_path(file);
        found += problems(&checked);
        warnings += checked.warnings.len();
        let mut status = checked.loaded.as_ref().err().map_or(0, report::status);
        if args.strict && !checked.warnings.is_empty() {
            status = status.max(crate::PROBLEMS);
        }
        worst = worst.max(status);
        bad += usize::from(status > 0);
        if args.json {
            list.push(described(file, &checked));
        } else if !args.quiet {
            show(&mut out, file, &checked, args.verbose)?;
        }
    }
    if args.json {
        report::json(&mut out, &list)?;
    } else if !args.quiet {
        let files = count(args.files.len(), "file");
        let found = [(found, "problem"), (warnings, "warning")];
        let found: Vec<_> =
            found.iter().filter(|(n, _)| *n > 0).map(|(n, what)| count(*n, what)).collect();
        let found = if found.is_empty() { "no problems".to_owned() } else { found.join(", ") };
        let in_files = if bad > 0 { format!(" in {}", count(bad, "file")) } else { String::new() };
        writeln!(out, "{files} checked: {found}{in_files}")?;
    }
    Ok(worst)
}

fn show(out: &mut impl Write, file: &Path, checked: &Checked, verbose: bool) -> io::Result<()> {
    let file = report::printable(&file.to_string_lossy());
    for warning in &checked.warnings {
        report::problem(out, &file, Severity::Warning, warning)?;
    }
    if verbose {
        for note in &checked.report.notes {
            report::problem(out, &file, Severity::Note, note)?;
        }
    }
    match &checked.loaded {
        Err(error) => report::error(out, &file, error)?,
        Ok((_, m)) if verbose => {
            let (bodies, dofs) = (count(m.nbody.saturating_sub(1), "body"), count(m.nv, "dof"));
            let bodies = bodies.replace("bodys", "bodies");
            let rest =
                [count(m.ngeom, "geom"), count(m.nu, "actuator"), count(m.nsensor, "sensor")];
            writeln!(out, "{file}: {GREEN}ok{GREEN:#}, {bodies}, {dofs}, {}", rest.join(", "))?;
        }
        Ok(_) => {}
    }
    if !verbose && !checked.report.is_empty() {
        let parts = count(checked.report.notes.len(), "part");
        writeln!(out, "{file}: {parts} of this URDF file are not in the model, -v lists them")?;
    }
    Ok(())
}

/// The result of checking a file, as JSON.
fn described(file: &Path, checked: &Checked) -> Value {
    let all = |severity: Severity, problems: &[Problem]| -> Vec<Value> {
        problems.iter().map(|problem| report::described(severity, problem)).collect()
    };
    let error = checked.loaded.as_ref().err();
    let mut problems = all(Severity::Error, error.map_or(&[], |error| &error.problems));
    problems.extend(all(Severity::Warning, &checked.warnings));
    problems.extend(all(Severity::Note, &checked.report.notes));
    json!({
        "file": file.to_string_lossy(),
        "loads": error.is_none(),
        "problems": problems,
        "omitted": error.map_or(0, |error| error.omitted),
    })
}
