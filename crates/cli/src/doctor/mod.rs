//! `ferrodyn doctor`: what is wrong with models that load.

mod show;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ferrodyn::doctor::{Allowance, Hold, Options, Report, Severity, examine_spec, fixed};
use ferrodyn::{Loader, SavedAssets, Spec};
use serde_json::{Value, json};

use crate::report::{self, count, printable};
use crate::{PROBLEMS, convert, limits, watch};

/// Find out what is wrong with models that load
///
/// Looks at masses, ranges, servos, contacts and time constants, and simulates each model for a short while. Each
/// finding comes with the numbers behind it and with what to write instead. A warning has a measured consequence or
/// was never meant so in models known to be good; a note is true, but maybe meant.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ferrodyn doctor robot.xml
  ferrodyn doctor robot.xml --fix better.xml         what is proposed, as a file
  ferrodyn doctor --hold hand,0,0,0.1 panda.xml      how fast a box slips out of the gripper
  ferrodyn doctor --static models/*.xml              formulas only: milliseconds, for CI
  ferrodyn doctor --allow \"solref\" robot.xml         what is meant; or in the model:
      <custom><text name=\"doctor\" data=\"allow start_inside base shoulder; allow solref\"/></custom>
  ferrodyn doctor --json robot.xml | jq '.[].findings[] | {check, elements, value}'

Exit status: 0 no warnings, 1 a file has warnings or does not load, 2 a file cannot be read, 130 interrupted.")]
pub(crate) struct Args {
    /// Models to examine
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Look at the models alone, simulate nothing
    #[arg(long = "static")]
    is_static: bool,
    /// Hold a box in a gripper and measure how fast it slips: the body that carries the fingers, and where the
    /// center of the box is in its frame
    #[arg(long, value_name = "BODY,X,Y,Z", conflicts_with = "is_static", value_parser = place, allow_hyphen_values = true)]
    hold: Option<(String, [f64; 3])>,
    /// Edges of that box in m, and its mass in kg
    #[arg(long = "box", value_name = "X,Y,Z,KG", default_value = "0.04,0.04,0.04,0.1", value_parser = a_box)]
    held: [f64; 4],
    /// Write the model with all edits that are proposed to this file; needs one FILE
    #[arg(long, value_name = "OUT.xml", conflicts_with = "is_static")]
    fix: Option<PathBuf>,
    /// Print a list of files with their findings, for programs
    #[arg(long)]
    json: bool,
    /// Count notes as warnings
    #[arg(long)]
    strict: bool,
    /// A kind of finding that is meant, and the names of its objects if not of all; can be given several times
    #[arg(long, value_name = "CHECK [NAME...]", value_parser = allowance)]
    allow: Vec<Allowance>,
    /// Seconds for each file; what does not fit is named
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    budget: Duration,
    #[command(flatten)]
    limits: limits::Args,
}

fn allowance(text: &str) -> Result<Allowance, String> {
    text.parse().map_err(|error: ferrodyn::doctor::UnknownCheck| error.to_string())
}

/// Numbers between commas.
fn numbers_of<const N: usize>(text: &str) -> Result<[f64; N], String> {
    let numbers = text.split(',').map(|word| word.trim().parse::<f64>());
    let numbers: Result<Vec<f64>, _> = numbers.collect();
    let numbers = numbers.ok().filter(|numbers| numbers.iter().all(|x| x.is_finite()));
    let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
    numbers.ok_or_else(|| format!("give {N} numbers with commas between them"))
}

fn place(text: &str) -> Result<(String, [f64; 3]), String> {
    // names may have commas
    let (i, _) = text
        .rmatch_indices(',')
        .nth(2)
        .ok_or("give a body and three numbers, as in hand,0,0,0.1")?;
    Ok((text[..i].to_owned(), numbers_of(&text[i + 1..])?))
}

fn a_box(text: &str) -> Result<[f64; 4], String> {
    let numbers: [f64; 4] = numbers_of(text)?;
    if numbers.iter().all(|&x| x > 0.0) {
        Ok(numbers)
    } else {
        Err("give numbers above 0".to_owned())
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| format!("\"{text}\" is not a number"))?;
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "give a positive number of seconds".to_owned())
}

/// What all files together have.
#[derive(Default)]
struct Total {
    warnings: usize,
    notes: usize,
    allowed: usize,
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    if let Some(output) = &args.fix {
        check_output(&args.files, output)?;
    }
    let stop = watch::stop_on_signals()?;
    let mut out = anstream::stdout().lock();
    let (begin, mut total, mut list) = (Instant::now(), Total::default(), Vec::new());
    let (mut worst, mut examined) = (0, 0);
    for file in &args.files {
        let loader = args.limits.loader(file)?;
        let outcome = loader.read_path(file).and_then(|spec| {
            let report = examine_spec(&loader, &spec, &args.options(&stop))?;
            Ok((spec, report))
        });
        if let (Some(out), Ok((spec, report))) = (&args.fix, &outcome) {
            write_fixed(&loader, file, out, (spec, report))?;
        }
        let report = outcome.map(|(_, report)| report);
        examined += usize::from(report.is_ok());
        if args.json {
            list.push(described(file, &report));
        }
        match report {
            Ok(report) => {
                total.add(&report);
                let bad = report.count(Severity::Warning)
                    + if args.strict { report.count(Severity::Note) } else { 0 };
                worst = worst.max(if bad > 0 { PROBLEMS } else { 0 });
                if !args.json {
                    show::show(&mut out, file, &report)?;
                }
            }
            Err(error) => {
                worst = worst.max(report::status(&error));
                if !args.json {
                    report::error(&mut out, &printable(&file.to_string_lossy()), &error)?;
                }
            }
        }
        if stop.load(Ordering::Relaxed) {
            worst = watch::INTERRUPTED;
            break;
        }
    }
    if args.json {
        report::json(&mut out, &list)?;
    } else {
        let files = count(examined, "file");
        let seconds = begin.elapsed().as_secs_f64();
        writeln!(out, "{files} examined in {seconds:.1} s: {}", total.text())?;
    }
    Ok(worst)
}

/// Refuses to write several models to one file, or a model over itself.
fn check_output(files: &[PathBuf], output: &Path) -> io::Result<()> {
    let refuse = |text: &str| Err(io::Error::new(io::ErrorKind::InvalidInput, text));
    let [input] = files else { return refuse("--fix writes one file: give one FILE") };
    let same =
        |a: io::Result<PathBuf>, b: io::Result<PathBuf>| a.is_ok_and(|a| b.is_ok_and(|b| a == b));
    if same(input.canonicalize(), output.canonicalize()) {
        return refuse("--fix does not write a model over itself: give another file");
    }
    convert::check_format(output)
}

impl Args {
    fn options(&self, stop: &Arc<AtomicBool>) -> Options {
        let stop = stop.clone();
        Options {
            runs: !self.is_static,
            cures: !self.is_static,
            hold: self.hold.as_ref().map(|(body, at)| {
                let [x, y, z, mass] = self.held;
                Hold { body: body.clone(), at: *at, size: [x, y, z], mass }
            }),
            budget: self.budget,
            allow: self.allow.clone(),
            interrupt: Some(Arc::new(move || stop.load(Ordering::Relaxed))),
        }
    }
}

impl Total {
    fn add(&mut self, report: &Report) {
        self.warnings += report.count(Severity::Warning);
        self.notes += report.count(Severity::Note);
        self.allowed += report.allowed;
    }

    fn text(&self) -> String {
        let found = [(self.warnings, "warning"), (self.notes, "note")];
        let found: Vec<_> =
            found.iter().filter(|(n, _)| *n > 0).map(|(n, what)| count(*n, what)).collect();
        let found = if found.is_empty() { "nothing found".to_owned() } else { found.join(", ") };
        if self.allowed > 0 { format!("{found}, {} allowed", self.allowed) } else { found }
    }
}

/// Writes the model with all edits that are proposed.
fn write_fixed(
    loader: &Loader,
    input: &Path,
    output: &Path,
    (spec, report): (&Spec, &Report),
) -> io::Result<()> {
    match fixed(spec, report) {
        Some(spec) => convert::write(loader, &spec, input, output, SavedAssets::Link),
        None => writeln!(anstream::stderr(), "nothing is proposed: no file was written"),
    }
}

/// The report of a file, as JSON; one that does not load has its problems instead.
fn described(file: &Path, report: &Result<Report, ferrodyn::LoadError>) -> Value {
    let name = file.to_string_lossy();
    match report {
        Ok(report) => {
            let mut all = json!({ "file": name, "loads": true });
            if let (Some(all), Value::Object(report)) = (all.as_object_mut(), report.to_json()) {
                all.extend(report);
            }
            all
        }
        Err(error) => {
            let problems = error.problems.iter();
            let problems: Vec<_> =
                problems.map(|p| report::described(report::Severity::Error, p)).collect();
            json!({ "file": name, "loads": false, "problems": problems })
        }
    }
}
