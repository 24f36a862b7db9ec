//! `ferrodyn check`: every problem of every file.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use ferrodyn::{LoadError, Loader, Model, Problem};

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

Exit status: 0 all good, 1 a file has problems, 2 a file cannot be read.")]
pub(crate) struct Args {
    /// Models to check
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Show a line for every good file, and what a URDF file says that a model cannot hold
    #[arg(short, long, conflicts_with = "quiet")]
    verbose: bool,
    /// Print nothing; only the exit status tells
    #[arg(short, long)]
    quiet: bool,
    /// Count warnings as problems
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    limits: limits::Args,
}

/// What there is to say about one file.
struct Verdict {
    model: Result<Model, LoadError>,
    /// What was accepted and ignored, because MuJoCo does.
    warnings: Vec<Problem>,
    /// What a URDF file says and the model does not hold.
    notes: Vec<Problem>,
}

impl Verdict {
    fn of(file: &Path, loader: &Loader) -> Self {
        match loader.read_path_with_report(file) {
            Ok((spec, report)) => {
                Self { model: loader.compile(&spec), warnings: spec.warnings, notes: report.notes }
            }
            Err(error) => Self { model: Err(error), warnings: Vec::new(), notes: Vec::new() },
        }
    }

    fn problems(&self) -> usize {
        self.model.as_ref().err().map_or(0, |error| error.problems.len() + error.omitted)
    }
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    let mut out = anstream::stdout().lock();
    let (mut worst, mut bad, mut problems, mut warnings) = (0, 0, 0, 0);
    for file in &args.files {
        let verdict = Verdict::of(file, &args.limits.loader(file)?);
        problems += verdict.problems();
        warnings += verdict.warnings.len();
        let mut status = verdict.model.as_ref().err().map_or(0, report::status);
        if args.strict && !verdict.warnings.is_empty() {
            status = status.max(crate::PROBLEMS);
        }
        worst = worst.max(status);
        bad += usize::from(status > 0);
        if !args.quiet {
            show(&mut out, file, &verdict, args.verbose)?;
        }
    }
    if !args.quiet {
        let files = count(args.files.len(), "file");
        let found = [(problems, "problem"), (warnings, "warning")];
        let found: Vec<_> =
            found.iter().filter(|(n, _)| *n > 0).map(|(n, what)| count(*n, what)).collect();
        let found = if found.is_empty() { "no problems".to_owned() } else { found.join(", ") };
        let in_files = if bad > 0 { format!(" in {}", count(bad, "file")) } else { String::new() };
        writeln!(out, "{files} checked: {found}{in_files}")?;
    }
    Ok(worst)
}

fn show(out: &mut impl Write, file: &Path, verdict: &Verdict, verbose: bool) -> io::Result<()> {
    let file = report::printable(&file.to_string_lossy());
    for warning in &verdict.warnings {
        report::problem(out, &file, Severity::Warning, warning)?;
    }
    if verbose {
        for note in &verdict.notes {
            report::problem(out, &file, Severity::Note, note)?;
        }
    }
    match &verdict.model {
        Err(error) => report::error(out, &file, error)?,
        Ok(m) if verbose => {
            let (bodies, dofs) = (count(m.nbody.saturating_sub(1), "body"), count(m.nv, "dof"));
            let bodies = bodies.replace("bodys", "bodies");
            let rest =
                [count(m.ngeom, "geom"), count(m.nu, "actuator"), count(m.nsensor, "sensor")];
            writeln!(out, "{file}: {GREEN}ok{GREEN:#}, {bodies}, {dofs}, {}", rest.join(", "))?;
        }
        Ok(_) => {}
    }
    if !verbose && !verdict.notes.is_empty() {
        let parts = count(verdict.notes.len(), "part");
        writeln!(out, "{file}: {parts} of this URDF file are not in the model, -v lists them")?;
    }
    Ok(())
}
