//! Which crate may depend on which: the list in ARCHITECTURE.md says it, from the top to the ground.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// What only some crates may bring in, as others should not pay for it.
const HEAVY: [(&str, &[&str]); 9] = [
    ("clap", &["cli"]),
    ("eframe", &["viewer"]),
    ("httparse", &["serve"]),
    ("numpy", &["python"]),
    ("pyo3", &["python"]),
    ("serde_json", &["cli", "doctor", "rollouts"]),
    ("tungstenite", &["serve"]),
    ("wgpu", &["render"]),
    ("winit", &["viewer"]),
];

/// What tests of any crate may use: they load models, and hold which modules import which.
const FOR_TESTS: [&str; 2] = ["layers", "mjcf"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The packages of the workspace with their dependencies, as cargo reads them.
fn packages() -> Vec<Value> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let args = ["metadata", "--no-deps", "--offline", "--format-version", "1"];
    let output = Command::new(cargo).args(args).current_dir(root()).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let all: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    all["packages"].as_array().expect("there are packages").clone()
}

/// A crate of the workspace by the name that the list has for it; none for a crate of others.
fn short(package: &str) -> Option<&str> {
    package.strip_prefix("ferrodyn-").or_else(|| (package == "ferrodyn").then_some(package))
}

/// The dependencies of a package of a kind, which is null for the usual one.
fn dependencies<'a>(package: &'a Value, kind: &Value) -> Vec<&'a Value> {
    let all = package["dependencies"].as_array().expect("there are dependencies");
    all.iter().filter(|one| one["kind"] == *kind).collect()
}

fn name(value: &Value) -> &str {
    value["name"].as_str().expect("it has a name")
}

/// The lines of the list: a crate, and those that it depends on.
fn listed() -> Vec<(String, BTreeSet<String>)> {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("it is there");
    let (_, rest) = text.split_once("```crates\n").expect("it has the list");
    let (list, _) = rest.split_once("```").expect("the list ends");
    let line = |line: &str| {
        let mut words = line.split_whitespace().map(str::to_owned);
        (words.next().expect("a line has a crate"), words.collect())
    };
    list.lines().map(line).collect()
}

#[test]
fn crates_depend_on_what_the_architecture_says() {
    let found: BTreeMap<String, BTreeSet<String>> = packages()
        .iter()
        .map(|package| {
            let own = dependencies(package, &Value::Null).into_iter().filter_map(|one| {
                let name = short(name(one))?;
                Some(if one["optional"] == true { format!("[{name}]") } else { name.to_owned() })
            });
            (short(name(package)).expect("it is one of ours").to_owned(), own.collect())
        })
        .collect();
    let listed: BTreeMap<_, _> = listed().into_iter().collect();
    assert_eq!(found, listed, "left: what cargo says, right: ARCHITECTURE.md");
}

#[test]
fn dependencies_between_crates_point_down() {
    let lines = listed();
    for (i, (name, dependencies)) in lines.iter().enumerate() {
        for dependency in dependencies {
            let dependency = dependency.trim_matches(['[', ']']);
            let is_below = lines[i + 1..].iter().any(|(below, _)| below == dependency);
            assert!(is_below, "{name} depends on {dependency}, which is not below it");
        }
    }
}

#[test]
fn heavy_dependencies_stay_where_they_are_needed() {
    for package in packages() {
        let of = short(name(&package)).expect("it is one of ours");
        for one in dependencies(&package, &Value::Null) {
            let heavy = HEAVY.iter().find(|(heavy, _)| *heavy == name(one));
            assert!(
                heavy.is_none_or(|(_, may)| may.contains(&of)),
                "{of} depends on {}",
                name(one)
            );
        }
        for one in dependencies(&package, &Value::from("dev")) {
            let ours = short(name(one));
            assert!(
                ours.is_none_or(|name| FOR_TESTS.contains(&name)),
                "tests of {of} use {ours:?}"
            );
        }
    }
}

#[test]
fn the_documentation_of_what_is_published_shows_all_features() {
    for package in packages().iter().filter(|package| package["publish"].is_null()) {
        let shown = &package["metadata"]["docs"]["rs"]["all-features"];
        assert_eq!(*shown, true, "{}: [package.metadata.docs.rs]", name(package));
    }
}
