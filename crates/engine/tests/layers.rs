//! The modules of the engine in layers: none imports one above it, and no modules import each other in a
//! circle but for those named here.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use ferrodyn_layers::{Crate, rust_files};

/// Modules from the ground up. Modules of one row do not import each other; those with `+` between them
/// are a circle.
const LAYERS: [&str; 23] = [
    "compat enums",
    "constants",
    "math",
    "fields+ids+sizes",
    "contact option visual",
    "model+plan",
    "linalg names",
    "data",
    "hooks",
    "argument history scratch stage warning",
    "sleep",
    "actuation collision energy island",
    "consistency ray smooth",
    "constraint support",
    "passive sensor solver",
    "derivative",
    "stage_memory",
    "pipeline",
    "check+integrate+inverse+step",
    "finite_difference reset serialize set_const state views",
    "stepping",
    "rollout",
    "batch",
];

/// Circles of modules of one folder, and why they stay.
const CIRCLES: [(&str, &str); 6] = [
    (
        ": fields ids sizes",
        "a table of fields is indexed by ids and sized by sizes, which are a table of fields themselves",
    ),
    (": model plan", "a model keeps the plan that is compiled from its structure"),
    (
        ": check integrate inverse step",
        "a bad acceleration is computed once more, Runge-Kutta integrates by whole steps, and a step may \
         compare itself with its inverse",
    ),
    ("batch: block env error handover stepper", "a block steps by itself what cannot go in lanes"),
    ("math: fun num", "a number knows its functions, which are written for any number"),
    (
        "solver: cg hessian instructions island jacobian linesearch newton primal problem report slabs start",
        "each set of instructions compiles the methods of the solver, which call what is compiled for it",
    ),
];

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

#[test]
fn no_import_points_up() {
    let engine = Crate::read(&src());
    assert!(engine.roots().len() > 30);
    let up = engine.upward(&LAYERS);
    assert!(up.is_empty(), "these imports point up, or to a module of the same row: {up:#?}");
}

#[test]
fn every_circle_of_modules_is_named_with_its_reason() {
    let found = Crate::read(&src()).circles();
    let named = CIRCLES.iter().map(|(modules, _)| (*modules).to_owned()).collect::<BTreeSet<_>>();
    let more: Vec<_> = found.difference(&named).collect();
    assert!(more.is_empty(), "new circles of modules that import each other: {more:#?}");
    let less: Vec<_> = named.difference(&found).collect();
    assert!(less.is_empty(), "no circles any more, take them off the list: {less:#?}");
}

/// Functions that take the model alone and call one that takes hooks, too, and why no hook is left out.
const WITHOUT_HOOKS: [(&str, &str, &str); 4] = [
    (
        "batch/block.rs",
        "fits_lanes",
        "hooks go with environments, of which those with hooks step alone",
    ),
    ("batch/block.rs", "new", "memory for lanes, which are given the states of environments"),
    ("batch/stepper.rs", "new", "memory for environments, which is given their states"),
    ("serialize/read.rs", "data_fields", "every field is read from the file"),
];

/// A function of the engine.
struct Function {
    /// Its file, below the sources.
    file: String,
    /// The type that it is a method of.
    owner: Option<String>,
    name: String,
    /// The rest of its text from the name on.
    text: String,
}

impl Function {
    /// Those of a file.
    fn all_of(path: &Path) -> Vec<Self> {
        let text = fs::read_to_string(path).unwrap();
        let file = path.strip_prefix(src()).unwrap().to_string_lossy().replace('\\', "/");
        let mut all: Vec<Self> = Vec::new();
        let mut owner = None;
        for line in text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("").lines() {
            if line.starts_with("impl") {
                let of = line.rsplit(" for ").next().unwrap_or(line).trim_start_matches("impl");
                // without the generics of the block
                let of = match of.strip_prefix('<').and_then(|of| of.split_once("> ")) {
                    Some((_, of)) => of,
                    None => of.trim_start(),
                };
                owner = of.split(|c: char| !is_word(c)).next().map(str::to_owned);
            } else if line == "}" {
                owner = None;
            }
            if let Some((before, rest)) = line.split_once("fn ")
                && !before.trim_start().starts_with("//")
            {
                let name = rest.split(|c| !is_word(c)).next().unwrap_or("").to_owned();
                let (file, owner) = (file.clone(), owner.clone());
                all.push(Self { file, owner, name, text: String::new() });
            }
            if let Some(last) = all.last_mut() {
                last.text.extend([line, "\n"]);
            }
        }
        all
    }

    /// What is before the body.
    fn head(&self) -> &str {
        self.text.split('{').next().unwrap_or("")
    }

    /// Whether another function of a file with these words in its imports calls this one with `m`.
    fn is_called_by(&self, other: &Self, imports: &BTreeSet<&str>) -> bool {
        let name = &self.name;
        let is_called = |before: &str| {
            let calls = [format!("{before}{name}(m,"), format!("{before}{name}(m)")];
            calls.iter().any(|call| contains_word(&other.text, call))
        };
        if let Some(owner) = &self.owner {
            let is_method = self.head().contains("self") && is_called(".");
            let is_own = other.owner == self.owner && is_called("Self::");
            return is_method || is_own || is_called(&format!("{owner}::"));
        }
        let modules = self.file.trim_end_matches(".rs").split('/');
        let is_imported = other.file == self.file || imports.contains(name.as_str());
        modules.into_iter().any(|module| is_called(&format!("{module}::")))
            || is_imported && is_called("")
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether a text contains another one that does not begin inside a word or behind a path.
fn contains_word(text: &str, wanted: &str) -> bool {
    let is_path = wanted.contains("::");
    let is_inside = |c: char| is_word(c) || !is_path && matches!(c, ':' | '.');
    let mut found = text.match_indices(wanted);
    found.any(|(at, _)| wanted.starts_with('.') || !text[..at].ends_with(is_inside))
}

/// The words of the imports of a file.
fn imports(text: &str) -> BTreeSet<&str> {
    let statements =
        text.split(';').filter_map(|part| part.split_once("use ").map(|(_, path)| path));
    statements.flat_map(|path| path.split(|c| !is_word(c))).collect()
}

/// A model and its hooks can be read as the model alone, so a function that takes only the model and
/// calls one that takes both would leave the hooks out.
#[test]
fn functions_of_the_model_alone_call_none_that_take_hooks() {
    let mut files = rust_files(&src());
    files.retain(|path| !path.to_string_lossy().contains("tests"));
    let all: Vec<_> = files.iter().flat_map(|path| Function::all_of(path)).collect();
    let hooked: Vec<_> = all.iter().filter(|f| f.head().contains("m: &impl AsSystem")).collect();
    for name in ["step", "collide", "new", "pos", "add_contact"] {
        assert!(hooked.iter().any(|f| f.name == name), "{name}");
    }
    let texts: BTreeMap<_, _> = files
        .iter()
        .map(|path| {
            let file = path.strip_prefix(src()).unwrap().to_string_lossy().replace('\\', "/");
            (file, fs::read_to_string(path).unwrap())
        })
        .collect();
    let mut found = BTreeSet::new();
    for f in all.iter().filter(|f| f.head().contains("m: &Model")) {
        let imports = imports(&texts[&f.file]);
        if hooked.iter().any(|hooked| hooked.is_called_by(f, &imports)) {
            found.insert((f.file.as_str(), f.name.as_str()));
        }
    }
    let listed: BTreeSet<_> = WITHOUT_HOOKS.iter().map(|(file, name, _)| (*file, *name)).collect();
    let more: Vec<_> = found.difference(&listed).collect();
    assert!(more.is_empty(), "these take the model alone and call what takes hooks: {more:?}");
    let less: Vec<_> = listed.difference(&found).collect();
    assert!(less.is_empty(), "these call nothing with hooks, take them off the list: {less:?}");
}
