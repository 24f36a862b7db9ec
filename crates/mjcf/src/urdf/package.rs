//! Files given as `package://name/path` or `file:///path`, which MuJoCo cannot open.

use std::collections::BTreeMap;

use crate::path;
use crate::spec::Spec;
use crate::xml::ReadFile;

/// The file behind a URI, as the compiler will open it. None if `file` is no such URI or the
/// package cannot be found.
pub(super) fn resolve(
    file: &str,
    spec: &Spec,
    files: &dyn ReadFile,
    packages: &BTreeMap<String, String>,
) -> Option<String> {
    if let Some(rest) = file.strip_prefix("file://") {
        return Some(rest.to_owned());
    }
    let (package, rest) = file.strip_prefix("package://")?.split_once('/')?;
    if let Some(dir) = packages.get(package) {
        return Some(path::join(dir, rest));
    }

    // the nearest directory above the model that is the package or contains it
    let mut up = String::new();
    for dir in ancestors(&spec.modelfiledir) {
        let own_name = path::file_name(dir.trim_end_matches(['/', '\\']));
        let inside = format!("{up}{package}/{rest}");
        let within = format!("{up}{rest}");
        let candidates = [(own_name == package).then_some(within), Some(inside)];
        for name in candidates.into_iter().flatten() {
            if files.read(&spec.modelfiledir, &name).is_ok() {
                return Some(beside_meshdir(spec, &name));
            }
        }
        up.push_str("../");
    }
    None
}

/// A name relative to the model's directory as seen from its mesh directory.
fn beside_meshdir(spec: &Spec, name: &str) -> String {
    if path::is_absolute(&spec.modelfiledir) {
        return path::join(&spec.modelfiledir, name);
    }
    let levels = spec.compiler.meshdir.split(['/', '\\']).filter(|part| !part.is_empty());
    format!("{}{name}", levels.map(|_| "../").collect::<String>())
}

/// The directory and those above it, innermost first.
fn ancestors(dir: &str) -> impl Iterator<Item = &str> {
    let dir = dir.trim_end_matches(['/', '\\']);
    std::iter::successors(Some(dir), |dir| {
        dir.rfind(['/', '\\']).map(|at| &dir[..at]).filter(|dir| !dir.is_empty())
    })
}
