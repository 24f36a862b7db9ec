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

#[cfg(test)]
mod tests {
    use super::*;

    /// Files by full path.
    struct Memory(&'static [&'static str]);

    impl ReadFile for Memory {
        fn read(&self, dir: &str, name: &str) -> Result<Vec<u8>, String> {
            let path = path::join(dir, name);
            if self.0.contains(&path.as_str()) { Ok(Vec::new()) } else { Err(path) }
        }
    }

    fn found(dir: &str, file: &str, files: &'static [&'static str]) -> Option<String> {
        let spec = Spec { modelfiledir: dir.into(), ..Spec::default() };
        resolve(file, &spec, &Memory(files), &BTreeMap::new())
    }

    #[test]
    fn packages_are_found_above_the_model() {
        let own = "package://bot/meshes/x.stl";
        let other = "package://other/x.stl";
        let files = &["/ws/bot/meshes/x.stl", "/ws/other/x.stl"];
        let found_at = |file| found("/ws/bot/urdf/", file, files);
        assert_eq!(found_at(own).as_deref(), Some("/ws/bot/meshes/x.stl"));
        assert_eq!(found_at(other).as_deref(), Some("/ws/other/x.stl"));
        assert_eq!(found_at("package://none/x.stl"), None);
        assert_eq!(found_at("meshes/x.stl"), None);
    }

    #[test]
    fn relative_directories_stay_relative_to_the_mesh_directory() {
        let files = &["ws/bot/meshes/x.stl"];
        let file = "package://bot/meshes/x.stl";
        assert_eq!(found("ws/bot/urdf/", file, files).as_deref(), Some("../meshes/x.stl"));

        let mut spec = Spec { modelfiledir: "ws/bot/urdf/".into(), ..Spec::default() };
        spec.compiler.meshdir = "a/b/".into();
        let name = resolve(file, &spec, &Memory(files), &BTreeMap::new()).unwrap();
        assert_eq!(path::join("ws/bot/urdf/a/b/", &name), files[0]);
    }

    #[test]
    fn the_user_can_say_where_a_package_is() {
        let packages = BTreeMap::from([("bot".to_owned(), "/opt/bot".to_owned())]);
        let name = resolve("package://bot/x.stl", &Spec::default(), &Memory(&[]), &packages);
        assert_eq!(name.as_deref(), Some("/opt/bot/x.stl"));
    }

    #[test]
    fn file_uris_are_paths() {
        assert_eq!(found("", "file:///m/x.stl", &[]).as_deref(), Some("/m/x.stl"));
    }
}
