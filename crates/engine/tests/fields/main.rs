//! What the tables say about fields, held against the code that reads and writes them.
//!
//! `FERRODYN_WRITE_DOCS=1` writes docs/fields.md instead of comparing it.

mod page;
mod scan;
mod tables;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use ferrodyn_engine::fields::Stage;
use ferrodyn_engine::pipeline::Part;
use ferrodyn_engine::stage::StageOf;
use ferrodyn_engine::{Data, Model, Opt, Sizes, Statistic};

use scan::Named;
use tables::{Columns, member};

/// Modules that are no stages: what is below them, and files of whole models.
const BELOW: [&str; 17] = [
    "constants",
    "contact",
    "data",
    "enums",
    "fields",
    "ids",
    "lib",
    "linalg",
    "math",
    "model",
    "names",
    "option",
    "scratch",
    "serialize",
    "sizes",
    "visual",
    "warning",
];

/// The stages of the pipeline.
fn stages() -> impl Iterator<Item = &'static StageOf<f64>> {
    let parts = const { &Part::<f64>::ALL }.iter();
    parts.flat_map(|part| part.stages.iter().chain(part.sensors).chain(part.energy))
}

/// The file of a stage, from `src` on.
fn file_of(stage: &StageOf<f64>) -> String {
    let path = stage.file.replace('\\', "/");
    path.rsplit_once("/src/").map_or(path.clone(), |(_, file)| file.to_owned())
}

/// How the files of a stage start, its own and those below: `smooth/com` of `smooth/com.rs`, `solver/` of
/// `solver/mod.rs`.
fn start_of(file: &str) -> &str {
    file.strip_suffix("mod.rs").unwrap_or(file.trim_end_matches(".rs"))
}

/// What stages declare: those in the file, or those in whose folders it is.
fn declared(is_meant: impl Fn(&str) -> bool) -> Columns {
    let mut columns = Columns::default();
    for stage in stages().filter(|stage| is_meant(&file_of(stage))) {
        columns.found = true;
        let reads = stage.reads.iter().flat_map(|(_, names)| *names);
        columns.reads.extend(stage.model.iter().chain(reads).map(|name| (*name).to_owned()));
        columns.writes.extend(stage.writes.iter().map(|name| (*name).to_owned()));
    }
    columns
}

/// The variants of [`Stage`] that are no stages of forward dynamics, and the files that write their fields.
fn files_of(stage: Stage) -> &'static [&'static str] {
    match stage {
        Stage::Sleep => &["sleep/"],
        Stage::SubtreeVel => &["smooth/subtree"],
        Stage::RnePostConstraint => &["smooth/post"],
        Stage::Integrate => &["integrate/"],
        Stage::Inverse => &["inverse"],
        _ => &[],
    }
}

/// The declared stages that a variant of [`Stage`] stands for, by their names.
fn is_of(stage: Stage, name: &str) -> bool {
    let plain = |name: &str| name.replace('_', "").to_lowercase();
    match stage {
        Stage::FwdVelocity => name.ends_with("_VELOCITY") || name == "REFERENCE_CONSTRAINT",
        Stage::Rne => name == "BIAS",
        stage => plain(name).starts_with(&plain(&format!("{stage:?}"))),
    }
}

/// Fields that no stage fills: copies in the order of islands, which the solver gathers in its own memory instead.
const EMPTY: [&str; 5] = ["iefc_*", "iM*", "iLD*", "iacc*", "ifrc_*"];

fn stays_empty(name: &str) -> bool {
    EMPTY.iter().any(|empty| match empty.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == *empty,
    })
}

/// All fields by name, those of options and statistics as `opt.timestep`.
fn fields() -> Vec<String> {
    let plain = Model::FIELDS.iter().chain(Data::FIELDS).map(|info| info.name.to_owned());
    let opt = Opt::FIELDS.iter().map(|info| format!("opt.{}", info.name));
    let stat = Statistic::FIELDS.iter().map(|info| format!("stat.{}", info.name));
    let all = plain.chain(opt).chain(stat);
    all.filter(|name| !Sizes::NAMES.contains(&name.as_str())).collect()
}

fn rust_files(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// The text without what stages declare.
fn without_declarations(text: &str) -> String {
    let mut parts = text.split("stage! {\n");
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |text, part| text + part.split_once("\n}\n").map_or(part, |(_, rest)| rest))
}

/// What each file names and what is said of it, by path: by the stages that are declared in it, and by its table.
fn files() -> BTreeMap<String, (Named, Columns)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    rust_files(&src, &mut paths);
    let fields = fields();
    let mut texts = BTreeMap::new();
    for path in paths {
        let name = path.strip_prefix(&src).unwrap().to_str().unwrap().replace('\\', "/");
        let module = name.split('/').next().unwrap().trim_end_matches(".rs");
        if !BELOW.contains(&module) && !name.contains("test") {
            let text = without_declarations(&fs::read_to_string(&path).unwrap());
            let named = scan::scan(&text, &|name| fields.iter().any(|field| field == name));
            texts.insert(name, (text, named));
        }
    }
    let columns = |name: &String, text: &str| {
        let mut columns = Columns::of(text, &fields, &words(&texts, name));
        let of_stages = declared(|file| file == name);
        columns.found |= of_stages.found;
        columns.reads.extend(of_stages.reads);
        columns.writes.extend(of_stages.writes);
        columns
    };
    let columns: Vec<_> = texts.iter().map(|(name, (text, _))| columns(name, text)).collect();
    let both = texts.into_iter().zip(columns);
    both.map(|((name, (_, named)), columns)| (name, (named, columns))).collect()
}

/// The words of a file; for the head of a module also those of the files in its folder.
fn words(texts: &BTreeMap<String, (String, Named)>, name: &str) -> BTreeSet<String> {
    let folder = name.strip_suffix("mod.rs");
    let of_module =
        |other: &&String| *other == name || folder.is_some_and(|f| other.starts_with(f));
    let files = texts.iter().filter(|(other, _)| of_module(other));
    files.flat_map(|(_, (_, named))| named.words.iter().cloned()).collect()
}

#[test]
fn every_file_names_the_fields_that_its_stage_or_its_table_lists() {
    let files = files();
    assert!(files.len() > 100);
    let mut problems = Vec::new();
    for (file, (named, table)) in &files {
        let mut problem = |what: String| problems.push(format!("{file}: {what}"));
        let around = declared(|other| file.starts_with(start_of(other)));
        let reads = |field| table.reads.contains(field) || around.reads.contains(field);
        let writes = |field| table.writes.contains(field) || around.writes.contains(field);
        for (field, &written) in &named.fields {
            if !table.found && !around.found {
                problem(format!("names `{field}`: open it with a table `| reads | writes |`"));
            } else if written && !writes(field) {
                problem(format!("writes `{field}`: list it in \"writes\" of its stage or table"));
            } else if !reads(field) && !writes(field) {
                problem(format!("names `{field}`: list it in \"reads\" of its stage or table"));
            }
        }
    }
    for (file, field) in listed_but_not_named(&files) {
        problems.push(format!("{file}: does not name `{field}`: take it off its stage or table"));
    }
    assert!(problems.is_empty(), "lists that do not tell the truth:\n{}", problems.join("\n"));
}

/// Fields that a file or its stages list, and that neither it nor a file below it names. What a stage touches of
/// the data may be named anywhere: it asks others for poses and Jacobians.
fn listed_but_not_named(files: &BTreeMap<String, (Named, Columns)>) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    for (file, (_, table)) in files {
        let folder = start_of(file);
        let is_named = |field: &str, start: &str| {
            let mut beside = files.iter().filter(|(other, _)| other.starts_with(start));
            beside.any(|(_, (named, _))| named.words.contains(member(field)))
        };
        let of_stages = declared(|other| other == file);
        let is_data = |field: &str| Data::FIELDS.iter().any(|info| info.name == field);
        for field in table.reads.union(&table.writes) {
            let is_of_stage = of_stages.reads.contains(field) || of_stages.writes.contains(field);
            let asks = is_of_stage && is_data(field);
            if !is_named(field, if asks { "" } else { folder }) {
                found.push((file.as_str(), field.as_str()));
            }
        }
    }
    found
}

#[test]
fn every_field_is_written_by_the_stage_that_the_table_of_data_names() {
    let files = files();
    let mut problems = Vec::new();
    for info in Data::FIELDS {
        let of_stage = files_of(info.by);
        let mut writers = files.iter().filter(|(_, (_, table))| table.writes.contains(info.name));
        if stays_empty(info.name) {
            problems.extend(writers.next().map(|(file, _)| {
                format!("{file} writes `{}`: take it off EMPTY of this test", info.name)
            }));
            continue;
        }
        let mut stages = stages().filter(|stage| is_of(info.by, stage.name)).peekable();
        let is_written = if stages.peek().is_some() {
            stages.any(|stage| stage.writes.contains(&info.name))
        } else {
            let by_stage = |file: &str| of_stage.iter().any(|start| file.starts_with(start));
            of_stage.is_empty() || writers.any(|(file, _)| by_stage(file))
        };
        if !is_written {
            problems.push(format!(
                "data/fields.rs: `{}` is said to be written by {:?}, which does not list it: name the stage \
                 that writes it",
                info.name, info.by
            ));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn the_page_of_fields_is_current() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    if !docs.is_dir() {
        eprintln!("SKIPPED: no folder docs beside the crates, there is no page to compare");
        return;
    }
    let columns = files().into_iter().map(|(file, (_, columns))| (file, columns)).collect();
    let page = page::page(&columns);
    let path = docs.join("fields.md");
    if std::env::var_os("FERRODYN_WRITE_DOCS").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let current = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(
        current == page,
        "docs/fields.md is not current: run FERRODYN_WRITE_DOCS=1 cargo test -p ferrodyn-engine \
         --test fields"
    );
}
