//! The warnings about public robots are those of `conformance/doctor.txt`: one that comes or goes is to be looked at.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use ferrodyn_doctor::{Options, Severity, examine_spec};
use ferrodyn_mjcf::Loader;

/// The folders of the collections: what is below has the same name everywhere.
const COLLECTIONS: [&str; 4] = ["menagerie", "menagerie_extra", "menagerie_workshop", "dm_control"];

/// The folder of public robots, if somebody names one: examining them takes minutes without optimization.
fn robots() -> Option<PathBuf> {
    std::env::var_os("FERRODYN_ROBOTS").map(PathBuf::from).filter(|folder| folder.is_dir())
}

fn models_below(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = folder.read_dir().expect("it is a folder");
    let mut entries: Vec<PathBuf> =
        entries.map(|entry| entry.expect("it is listed").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            models_below(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "xml") {
            files.push(path);
        }
    }
}

/// The name of a model below the last folder that has the name of a collection.
fn name_of(file: &Path) -> Option<String> {
    let parts: Vec<_> = file.iter().map(|part| part.to_string_lossy()).collect();
    let from = parts.iter().rposition(|part| COLLECTIONS.contains(&&**part))?;
    Some(parts[from..].join("/"))
}

/// The warnings of a file, without what needs time: the check and the objects.
fn warnings(name: &str, file: &Path) -> Vec<String> {
    let loader = Loader::new();
    let Ok(spec) = loader.read_path(file) else { return Vec::new() };
    let options = Options { runs: false, ..Options::default() };
    let Ok(report) = examine_spec(&loader, &spec, &options) else { return Vec::new() };
    let serious = report.findings.iter().filter(|f| f.severity == Severity::Warning);
    serious.map(|f| format!("{name}: {} {}", f.check.word(), f.elements.join(" "))).collect()
}

#[test]
fn public_robots_have_the_warnings_that_are_listed() {
    let Some(root) = robots() else {
        println!(
            "SKIPPED: no robots: FERRODYN_ROBOTS names a folder of them, as `.ci/run doctor` does"
        );
        return;
    };
    let mut files = Vec::new();
    models_below(&root, &mut files);
    let (next, found) = (AtomicUsize::new(0), Mutex::new(BTreeSet::new()));
    let work = || {
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Some(name) = name_of(file) {
                let warnings = warnings(&name, file);
                found.lock().expect("no thread panics").extend(warnings);
            }
        }
    };
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        (0..threads).for_each(|_| drop(scope.spawn(work)));
    });
    let found = found.into_inner().expect("no thread panics");

    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance/doctor.txt");
    if std::env::var_os("FERRODYN_WRITE_DOCS").is_some() {
        let mut text = HEAD.to_owned();
        for line in &found {
            writeln!(text, "{line}").expect("text takes all");
        }
        std::fs::write(&list, text).expect("it can be written");
    }
    let text = std::fs::read_to_string(&list).expect("the list is in the tree");
    let listed = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    // a part of the robots may be there
    let names: BTreeSet<String> = files.iter().filter_map(|file| name_of(file)).collect();
    let is_there =
        |line: &&str| line.split_once(": ").is_some_and(|(name, _)| names.contains(name));
    let listed: BTreeSet<String> = listed.filter(is_there).map(str::to_owned).collect();
    let new: Vec<_> = found.difference(&listed).collect();
    let gone: Vec<_> = listed.difference(&found).collect();
    assert!(new.is_empty() && gone.is_empty(), "new: {new:#?}\ngone: {gone:#?}");
}

const HEAD: &str = "\
# Warnings of `ferrodyn doctor --static` about public robots. A test fails when one comes or goes, until somebody has looked at it.
# FERRODYN_WRITE_DOCS=1 cargo test -p ferrodyn-doctor corpus writes this list.
";
