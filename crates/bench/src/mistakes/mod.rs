//! Puts mistakes into model files and counts how many of them the first error names.
//!
//! ```text
//! cargo run -p ferrodyn-bench -- mistakes --files 200 --seed 1 ../shared/corpus
//! ```
//!
//! Options: `--files N` how many files to take (200), chosen by `--seed N` (1) among those that
//! load within a second; `--mistakes N` how many mistakes each file gets (3); `--show` to print
//! what is missed and what is reported besides the mistakes.
//!
//! A mistake is first made alone: what is reported then, at its line, is what is looked for when
//! all mistakes of a file are made together. What is reported then and by no mistake alone is
//! counted as one that only follows. Mistakes that the loader accepts are made again elsewhere.
//! Mistakes inside an element whose name is made unknown are counted, and named apart as well: of
//! such an element nothing can be said.

mod kinds;

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use ferrodyn_mjcf::{LoadError, Loader};

use crate::rng::Rng;
use kinds::{KINDS, Mistake};

/// Files that take longer to load are left out, so that a run takes minutes.
const SLOW: Duration = Duration::from_secs(1);
/// Longer files are left out.
const LONGEST: usize = 300_000;
/// How often a mistake is tried before a file is given up.
const TRIES: usize = 200;

struct Args {
    files: usize,
    seed: u64,
    mistakes: usize,
    show: bool,
    paths: Vec<PathBuf>,
}

/// A problem without its column: what tells it apart from others of the same run.
type Reported = (String, u32, String);

#[derive(Default)]
struct Tally {
    files: usize,
    made: usize,
    named: usize,
    /// Not named, in elements whose name another mistake changed.
    hidden: usize,
    /// Reported beside the mistakes, alone and together.
    besides_one: usize,
    besides_all: usize,
    /// Mistakes made and named, by kind.
    kinds: BTreeMap<&'static str, (usize, usize)>,
}

pub(crate) fn run(arguments: &[String]) -> Result<ExitCode, Box<dyn Error>> {
    let args = Args::parse(arguments)?;
    let mut files = Vec::new();
    args.paths.iter().for_each(|path| collect(path, &mut files));
    files.sort();
    if files.is_empty() {
        return Err("there are no models in these places: nothing is measured".into());
    }

    let mut rng = Rng::new(args.seed);
    let mut tally = Tally::default();
    while tally.files < args.files && !files.is_empty() {
        let file = files.swap_remove(rng.below(files.len()));
        // of its own: what one file takes does not change what the next ones get
        tally.try_file(&file, &args, &mut Rng::new(rng.next()));
    }
    let share = 100.0 * tally.named as f64 / tally.made.max(1) as f64;
    println!(
        "{} files, {} mistakes, {} named in the first run: {share:.1} %",
        tally.files, tally.made, tally.named
    );
    let others = (tally.made - tally.hidden).max(1);
    println!(
        "{} of the rest are in elements whose name is not known; of all others {:.1} % are named",
        tally.hidden,
        100.0 * tally.named as f64 / others as f64
    );
    println!(
        "reported besides: {} with one mistake, {} with all",
        tally.besides_one, tally.besides_all
    );
    for (kind, (made, named)) in &tally.kinds {
        println!("  {kind:<20} {named:>4} of {made:>4}");
    }
    Ok(ExitCode::SUCCESS)
}

impl Tally {
    /// Makes mistakes in a file, if it is fit for that.
    fn try_file(&mut self, file: &Path, args: &Args, rng: &mut Rng) {
        let path = file.to_string_lossy().into_owned();
        let Ok(text) = std::fs::read_to_string(file) else { return };
        let start = Instant::now();
        if text.len() > LONGEST || load(&path, &text).is_err() || start.elapsed() > SLOW {
            return;
        }
        let places = kinds::Places::of(&path, &text);
        let mut chosen: Vec<(Mistake, Vec<Reported>, Reported)> = Vec::new();
        for _ in 0..TRIES {
            if chosen.len() == args.mistakes {
                break;
            }
            let kind = KINDS[rng.below(KINDS.len())];
            let Some(mistake) = places.make(kind, &text, rng) else { continue };
            if chosen.iter().any(|(other, ..)| other.touches(&mistake)) {
                continue;
            }
            let Err(error) = load(&path, &mistake.apply(&text)) else { continue };
            let alone = reported(&error);
            let at_its_line = |(_, line, _): &&Reported| *line == mistake.line(&text);
            let Some(own) = alone.iter().find(at_its_line).cloned() else { continue };
            chosen.push((mistake, alone, own));
        }
        if chosen.len() < args.mistakes {
            return;
        }
        chosen.sort_by_key(|(mistake, ..)| std::cmp::Reverse(mistake.start));
        let broken = chosen.iter().fold(text, |text, (mistake, ..)| mistake.apply(&text));
        let Err(error) = load(&path, &broken) else { return };
        let together = reported(&error);

        self.files += 1;
        for (mistake, alone, own) in &chosen {
            let named = together.contains(own);
            let (made, found) = self.kinds.entry(mistake.kind).or_default();
            *made += 1;
            *found += usize::from(named);
            self.made += 1;
            self.named += usize::from(named);
            let hides = |(other, ..): &(Mistake, _, _)| other.hides(mistake);
            self.hidden += usize::from(!named && chosen.iter().any(hides));
            self.besides_one += alone.len() - 1;
            if args.show && !named {
                println!("MISSED {path}: {} {own:?}\n  of {:?}", mistake.kind, kinds_of(&chosen));
            }
            if args.show && alone.len() > 1 {
                println!("BESIDES ONE {path}: {} {alone:#?}", mistake.kind);
            }
        }
        let known =
            |problem: &&Reported| chosen.iter().any(|(_, alone, _)| alone.contains(problem));
        let besides: Vec<_> = together.iter().filter(|problem| !known(problem)).collect();
        self.besides_all += besides.len();
        if args.show && !besides.is_empty() {
            println!("BESIDES {path}: {besides:#?}\n  of {:?}", kinds_of(&chosen));
        }
    }
}

fn kinds_of(chosen: &[(Mistake, Vec<Reported>, Reported)]) -> Vec<(&'static str, u32, &str)> {
    chosen.iter().map(|(mistake, _, own)| (mistake.kind, own.1, own.2.as_str())).collect()
}

/// Loads a text as if it stood in the file.
fn load(path: &str, text: &str) -> Result<(), LoadError> {
    let mut loader = Loader::new();
    let added = loader.files.add(path, text.as_bytes());
    added.expect("no file is in memory yet");
    loader.load_path(path).map(drop)
}

fn reported(error: &LoadError) -> Vec<Reported> {
    let describe = |problem: &ferrodyn_mjcf::Problem| {
        let place = problem.location.as_ref().map(|location| &location.place);
        let file = place.map_or(String::new(), |place| place.file.to_string());
        // places in messages have columns, which move
        let message = problem.message.chars().filter(|c| !c.is_ascii_digit()).collect();
        (file, place.map_or(0, |place| place.line), message)
    };
    error.problems.iter().map(describe).collect()
}

impl Args {
    fn parse(arguments: &[String]) -> Result<Self, String> {
        let mut args = Self { files: 200, seed: 1, mistakes: 3, show: false, paths: Vec::new() };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            if word == "--show" {
                args.show = true;
                continue;
            }
            if !word.starts_with("--") {
                args.paths.push(word.into());
                continue;
            }
            let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
            let number = value.parse().map_err(|error| format!("{word}: {error}"))?;
            match word.as_str() {
                "--files" => args.files = number,
                "--seed" => args.seed = number as u64,
                "--mistakes" => args.mistakes = number,
                _ => return Err(format!("unknown option {word}")),
            }
        }
        if args.paths.is_empty() { Err("no files given".into()) } else { Ok(args) }
    }
}

/// Model files at or below a path.
fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if let Ok(entries) = std::fs::read_dir(path) {
        entries.flatten().for_each(|entry| collect(&entry.path(), files));
    } else if path.extension().is_some_and(|extension| extension == "xml") {
        files.push(path.to_owned());
    }
}
