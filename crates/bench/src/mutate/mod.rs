//! Loads damaged copies of model files and reports panics, slow loads and memory.
//!
//! ```text
//! cargo run --release -p ferrodyn-bench -- mutate --count 20000 --seed 1 models/
//! ```
//!
//! Options: `--count N` how many copies to load (1000), taken from all files in turn; `--seed N`
//! (0); `--out DIR` where to put inputs that fail (`mutate-out`); `--slow MS` when a load counts
//! as slow (10000); `--stop MS` when a load counts as hung and the run ends (60000); `--from N`
//! to begin with copy number N.
//!
//! The same seed gives the same copies; the first copy of each file is the file itself. The input
//! being loaded is kept in `DIR/current.xml` and its number in `DIR/current.txt`, so that they are
//! still there if the process dies. The exit code is 1 after a panic, 3 after a hang.
//!
//! The limits are lower than the default ones, see [`limits`], so that memory stays below 1 GiB.

mod mutation;

use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ferrodyn_mjcf::Loader;
use ferrodyn_mjcf::xml::Limits;

use crate::rng::Rng;

/// What is put to the test: loads `bytes` as if they stood in the file `path`.
const LOAD: fn(path: &str, bytes: Vec<u8>) -> Result<(), String> = |path, bytes| {
    let mut loader = Loader::new();
    loader.limits = limits();
    loader.files.add(path, bytes).map_err(|error| error.to_string())?;
    loader.load_path(path).map(drop).map_err(|error| error.to_string())
};

/// How much a damaged file may ask for.
fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.bytes = 64 << 20;
    limits.nodes = 2_000_000;
    limits.replicas = 100_000;
    limits.asset_bytes = 256 << 20;
    limits.mesh_vertices = 150_000;
    limits.model_bytes = 256 << 20;
    limits
}

struct Args {
    count: u64,
    seed: u64,
    from: u64,
    out: PathBuf,
    slow: Duration,
    stop: Duration,
    paths: Vec<PathBuf>,
}

/// What happened so far.
#[derive(Default)]
struct Tally {
    loaded: u64,
    refused: u64,
    panicked: u64,
    slow: u64,
    slowest: (Duration, String),
    largest: (u64, String),
}

pub(crate) fn run(arguments: &[String]) -> Result<ExitCode, Box<dyn Error>> {
    let args = Args::parse(arguments)?;
    std::fs::create_dir_all(&args.out)
        .map_err(|error| format!("{}: {error}", args.out.display()))?;
    let mut files = Vec::new();
    for path in &args.paths {
        collect(path, &mut files);
    }
    files.sort();

    // panics are reported by the loop below
    let last_panic = Arc::new(Mutex::new(String::new()));
    let message = Arc::clone(&last_panic);
    std::panic::set_hook(Box::new(move |info| {
        if let Ok(mut message) = message.lock() {
            *message = info.to_string();
        }
    }));

    let started = Arc::new(AtomicU64::new(0));
    watch(Arc::clone(&started), args.stop);
    let mut tally = Tally::default();
    for number in args.from..if files.is_empty() { 0 } else { args.count } {
        let (copy, i) = (number / files.len() as u64, number as usize % files.len());
        let file = &files[i];
        let Ok(text) = std::fs::read(file) else { continue };
        let other = files.get((i + 1) % files.len()).and_then(|f| std::fs::read(f).ok());
        let _ = std::fs::write(args.out.join("current.txt"), number.to_string());
        let seed = args.seed ^ (i as u64) << 40 ^ copy << 8;
        let bytes = match copy {
            0 => text,
            _ => mutation::mutate(&text, &other.unwrap_or_default(), &mut Rng::new(seed)),
        };
        started.store(now(), Ordering::Relaxed);
        tally.load(file, copy, bytes, &args, &last_panic);
        started.store(0, Ordering::Relaxed);
    }

    let Tally { loaded, refused, panicked, slow, slowest, largest } = &tally;
    let total = loaded + refused + panicked;
    println!("{:?}", limits());
    println!("{total} copies of {} files", files.len());
    println!("{loaded} loaded, {refused} refused, {panicked} panicked");
    println!("{slow} above {:?}; slowest {:?} {}", args.slow, slowest.0, slowest.1);
    println!("peak memory {} MiB {}", largest.0 / 1024, largest.1);
    Ok(if tally.panicked > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

impl Tally {
    fn load(
        &mut self,
        file: &Path,
        copy: u64,
        bytes: Vec<u8>,
        args: &Args,
        last_panic: &Mutex<String>,
    ) {
        let label = format!("{} copy {copy}", file.display());
        let current = args.out.join("current.xml");
        let kept = std::fs::write(&current, &bytes);
        if let Err(error) = kept {
            eprintln!("{}: {error}", current.display());
        }

        reset_peak();
        let start = Instant::now();
        let path = file.to_string_lossy().into_owned();
        let result = catch_unwind(AssertUnwindSafe(|| LOAD(&path, bytes)));
        let took = start.elapsed();

        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let keep = |why: &str| {
            let _ = std::fs::copy(&current, args.out.join(format!("{why}-{copy}-{name}")));
        };
        match result {
            Ok(Ok(())) => self.loaded += 1,
            Ok(Err(_)) => self.refused += 1,
            Err(_) => {
                self.panicked += 1;
                keep("panic");
                let message = last_panic.lock().map(|m| m.clone()).unwrap_or_default();
                println!("PANIC {label}: {message}");
            }
        }
        if took > args.slow {
            self.slow += 1;
            keep("slow");
            println!("SLOW {label}: {took:?}");
        }
        if took > self.slowest.0 {
            self.slowest = (took, label.clone());
        }
        let peak = peak_memory();
        if peak > self.largest.0 {
            self.largest = (peak, label);
        }
    }
}

impl Args {
    fn parse(arguments: &[String]) -> Result<Self, String> {
        let mut args = Self {
            count: 1000,
            seed: 0,
            from: 0,
            out: "mutate-out".into(),
            slow: Duration::from_secs(10),
            stop: Duration::from_mins(1),
            paths: Vec::new(),
        };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            if !word.starts_with("--") {
                args.paths.push(word.into());
                continue;
            }
            let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
            let number = || value.parse::<u64>().map_err(|error| format!("{word}: {error}"));
            match word.as_str() {
                "--count" => args.count = number()?,
                "--seed" => args.seed = number()?,
                "--from" => args.from = number()?,
                "--out" => args.out = value.into(),
                "--slow" => args.slow = Duration::from_millis(number()?),
                "--stop" => args.stop = Duration::from_millis(number()?),
                _ => return Err(format!("unknown option {word}")),
            }
        }
        if args.paths.is_empty() { Err("no files given".into()) } else { Ok(args) }
    }
}

/// Model files at or below a path.
fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if let Ok(entries) = std::fs::read_dir(path) {
        for entry in entries.flatten() {
            collect(&entry.path(), files);
        }
    } else if path.extension().is_some_and(|e| e == "xml" || e == "urdf") {
        files.push(path.to_owned());
    }
}

/// Ends the process if one load takes longer than `stop`.
fn watch(started: Arc<AtomicU64>, stop: Duration) {
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_millis(100));
            let start = started.load(Ordering::Relaxed);
            if start > 0 && now().saturating_sub(start) > stop.as_millis() as u64 {
                println!("HANG: the input is in current.xml of the output directory");
                std::process::exit(3);
            }
        }
    });
}

/// Milliseconds of wall time, from some point in the past.
fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(1, |since| since.as_millis() as u64)
}

/// Forgets the peak so far, where the system allows that (Linux).
fn reset_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// Peak resident memory in KiB, or zero where the system does not tell.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
