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

/// The files that a stage consists of, as starts of their paths; none for fields that no stage writes.
fn files_of(stage: Stage) -> &'static [&'static str] {
    match stage {
        Stage::Kinematics => &["smooth/kinematics"],
        Stage::ComPos | Stage::ComVel => &["smooth/com"],
        Stage::CamLight => &["smooth/camlight"],
        Stage::Flex => &["smooth/flex"],
        Stage::Tendon => &["smooth/tendon"],
        Stage::Transmission => &["smooth/transmission"],
        Stage::MakeM | Stage::FactorM | Stage::FwdAcceleration => &["smooth/inertia"],
        Stage::Collision => &["collision/"],
        Stage::MakeConstraint => &["constraint/"],
        Stage::ProjectConstraint => &["constraint/project"],
        Stage::ReferenceConstraint => &["constraint/reference"],
        Stage::Island => &["island/"],
        Stage::Sleep => &["sleep/"],
        Stage::FwdVelocity => {
            &["smooth/flex/edges", "smooth/tendon", "smooth/transmission", "constraint/reference"]
        }
        Stage::Rne => &["smooth/rne"],
        Stage::Passive => &["passive/"],
        Stage::SubtreeVel => &["smooth/subtree"],
        Stage::Actuation => &["actuation/"],
        Stage::FwdConstraint => &["solver/", "constraint/"],
        Stage::RnePostConstraint => &["smooth/post"],
        Stage::Energy => &["energy"],
        Stage::Sensor => &["sensor/"],
        Stage::Integrate => &["integrate/"],
        Stage::Inverse => &["inverse"],
        Stage::Model | Stage::Header | Stage::State | Stage::Input => &[],
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

/// What each file names and what its table says, by path.
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
            let text = fs::read_to_string(&path).unwrap();
            let named = scan::scan(&text, &|name| fields.iter().any(|field| field == name));
            texts.insert(name, (text, named));
        }
    }
    let columns = |name: &String, text: &str| Columns::of(text, &fields, &words(&texts, name));
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
fn every_file_lists_the_fields_that_it_reads_and_writes() {
    let files = files();
    assert!(files.len() > 100);
    let mut problems = Vec::new();
    for (file, (named, table)) in &files {
        let mut problem = |what: String| problems.push(format!("{file}: {what}"));
        for (field, &written) in &named.fields {
            let read = table.reads.contains(field);
            if !table.found {
                problem(format!("names `{field}`: open it with a table `| reads | writes |`"));
            } else if written && !table.writes.contains(field) {
                problem(format!("writes `{field}`: list it in the column \"writes\" of its table"));
            } else if !read && !table.writes.contains(field) {
                problem(format!("names `{field}`: list it in the column \"reads\" of its table"));
            }
        }
    }
    for (file, field) in listed_but_not_named(&files) {
        problems.push(format!("{file}: does not name `{field}`: take it off its table"));
    }
    assert!(problems.is_empty(), "tables that do not tell the truth:\n{}", problems.join("\n"));
}

/// Fields in tables of files whose code does not have the name.
fn listed_but_not_named(files: &BTreeMap<String, (Named, Columns)>) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    for (file, (_, table)) in files {
        let folder = file.strip_suffix("mod.rs").unwrap_or(file);
        let beside: Vec<_> = files.iter().filter(|(other, _)| other.starts_with(folder)).collect();
        for field in table.reads.union(&table.writes) {
            if !beside.iter().any(|(_, (named, _))| named.words.contains(member(field))) {
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
        let by_stage =
            writers.any(|(file, _)| of_stage.iter().any(|start| file.starts_with(start)));
        if !of_stage.is_empty() && !by_stage {
            problems.push(format!(
                "data/fields.rs: `{}` is said to be written by {:?}, but no table of {of_stage:?} \
                 has it in \"writes\": name the stage that writes it",
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
