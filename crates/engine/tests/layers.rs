//! The modules of the engine in layers: none imports one above it, and no modules import each other in a
//! circle but for those named here.

use std::collections::BTreeSet;
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
    "finite_difference reset serialize set_const state",
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

/// The functions of a text: the rest of each from its name on, up to the next one.
fn functions(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
    code.split("fn ").skip(1)
}

/// A model and its hooks can be read as the model alone, so a function that takes only the model and
/// calls one that takes both would leave the hooks out.
#[test]
fn functions_of_the_model_alone_call_none_that_take_hooks() {
    let mut all = rust_files(&src());
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
