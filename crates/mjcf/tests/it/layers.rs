//! The modules of the crate in layers: none imports one above it, and no modules import each other in a
//! circle but for those named here.

use std::collections::BTreeSet;
use std::path::Path;

use ferrodyn_layers::Crate;

/// Modules from the ground up. Modules of one row do not import each other; those with `+` between them
/// are a circle.
const LAYERS: [&str; 11] = [
    "clock identity open path suggest",
    "error",
    "xml",
    "schema",
    "spec",
    "asset",
    "attach composite flexcomp",
    "edit grammar",
    "compile read+urdf",
    "load write",
    "deformable dependencies recompile save signature watched",
];

/// Circles of modules of one folder, and why they stay.
const CIRCLES: [(&str, &str); 7] = [
    (
        ": read urdf",
        "a model inside a model may be of either format, and URDF has elements of MJCF",
    ),
    ("asset: compat hull", "a hull is computed as qhull does, and its graph is what both speak of"),
    (
        "compile: assets body flex joint reference view",
        "each checks its elements with what the others know of names, frames and limits",
    ),
    ("compile/fill: flex size", "the sizes of a model count what the flexes will fill"),
    ("flexcomp: grid hull shape", "a shape is made by a grid or a hull, which are given the shape"),
    (
        "spec: actuator bodies plugin pose saved tree",
        "elements are declared with each other as parts, and keep what a keyframe saved of them",
    ),
    ("xml: fault tree", "a tree keeps the misspelt words that a fault is told with"),
];

fn read() -> Crate {
    Crate::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"))
}

#[test]
fn no_import_points_up() {
    let up = read().upward(&LAYERS);
    assert!(up.is_empty(), "these imports point up, or to a module of the same row: {up:#?}");
}

#[test]
fn every_circle_of_modules_is_named_with_its_reason() {
    let found = read().circles();
    let named = CIRCLES.iter().map(|(modules, _)| (*modules).to_owned()).collect::<BTreeSet<_>>();
    let more: Vec<_> = found.difference(&named).collect();
    assert!(more.is_empty(), "new circles of modules that import each other: {more:#?}");
    let less: Vec<_> = named.difference(&found).collect();
    assert!(less.is_empty(), "no circles any more, take them off the list: {less:#?}");
}
