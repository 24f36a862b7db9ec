//! The modules of the engine in layers: none imports one above it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Modules from the ground up. Those of one layer may import each other.
const LAYERS: [&str; 10] = [
    "compat constants enums",
    "math",
    "sizes ids fields contact option visual",
    "model names plan",
    "linalg",
    "data hooks scratch stage warning",
    "actuation collision consistency constraint derivative energy history island passive ray \
     sensor sleep smooth solver stage_memory support",
    "pipeline step inverse integrate check reset",
    "finite_difference rollout serialize set_const state stepping",
    "batch",
];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.split_whitespace().any(|name| name == module))
}

fn files(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// The modules of the crate that a text names, in `use crate::{a, b}` and in `crate::a::b`, without
/// comments and tests.
fn imports(text: &str) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or(""));
    let code = lines.collect::<Vec<_>>().join(" ");
    let word = |s: &str| s.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let mut found = BTreeSet::new();
    for after in code.split("crate::").skip(1) {
        let Some(list) = after.strip_prefix('{') else {
            found.insert(word(after));
            continue;
        };
        let list = list.split_once("};").map_or(list, |(list, _)| list);
        let mut depth = 0;
        let between = |c: char| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            c == ',' && depth == 0
        };
        found.extend(list.split(between).map(|item| word(item.trim())));
    }
    found
}

#[test]
fn no_import_points_up() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    files(&src, &mut all);
    assert!(all.len() > 100);
    let mut up = BTreeSet::new();
    for path in all {
        let name = path.strip_prefix(&src).unwrap().to_str().unwrap().replace('\\', "/");
        let top = name.split('/').next().unwrap().trim_end_matches(".rs");
        if top == "lib" || name.contains("tests") {
            continue;
        }
        let own = layer(top).unwrap_or_else(|| panic!("{top} is in no layer: add it to LAYERS"));
        for module in imports(&fs::read_to_string(&path).unwrap()) {
            if layer(&module).is_some_and(|other| other > own) {
                up.insert(format!("{name} -> {module}"));
            }
        }
    }
    assert!(up.is_empty(), "these imports point up: {up:#?}");
}

/// The functions of a text: the rest of each from its name on, up to the next one.
fn functions(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
    code.split("fn ").skip(1)
}

/// A model and its hooks can be read as the model alone, so a function that takes only the model and
/// calls one that takes both would leave the hooks out.
#[test]
fn functions_of_the_model_alone_call_none_that_take_hooks() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    files(&src, &mut all);
    all.retain(|path| !path.to_string_lossy().contains("tests"));
    let read = |path: &PathBuf| (path.clone(), fs::read_to_string(path).unwrap());
    let texts: Vec<_> = all.iter().map(read).collect();
    let name = |function: &str| function.split(['(', '<']).next().unwrap_or("").to_owned();
    let head = |function: &str| function.split('{').next().unwrap_or("").to_owned();

    let mut hooked = BTreeSet::new();
    for (_, text) in &texts {
        let takes = |f: &&str| head(f).contains("m: &impl AsSystem");
        hooked.extend(functions(text).filter(takes).map(name));
    }
    assert!(hooked.contains("step") && hooked.contains("collide") && hooked.len() > 30);
    // names that stages without hooks have too are looked for with their module
    let shared = ["pos", "vel", "acc", "compute", "make", "new", "of", "reset"];
    let calls = |body: &str| {
        let plain = hooked.iter().filter(|name| !shared.contains(&name.as_str()));
        let mut all = plain.flat_map(|name| [format!(" {name}(m,"), format!("::{name}(m,")]);
        let mut more = ["sensor::", "check::"].iter().flat_map(|module| {
            ["pos", "vel", "acc", "compute"].map(|name| format!("{module}{name}(m,"))
        });
        all.find(|call| body.contains(call))
            .or_else(|| more.find(|call| body.contains(call)))
            .or_else(|| {
                let methods = [".reset(m)", "constraint::make(m,"];
                methods.into_iter().find(|call| body.contains(call)).map(str::to_owned)
            })
    };
    for (path, text) in &texts {
        for f in functions(text).filter(|f| head(f).contains("m: &Model")) {
            let call = calls(f);
            assert!(call.is_none(), "{}: {} calls{call:?}", path.display(), name(f));
        }
    }
}

#[test]
fn imports_are_found_in_every_form() {
    let text =
        "use crate::a::B; // crate::c\nuse crate::{d, e::{f, g}, h};\nfn x() { crate::i::y() }";
    assert_eq!(imports(text).into_iter().collect::<Vec<_>>(), ["a", "d", "e", "h", "i"]);
}
