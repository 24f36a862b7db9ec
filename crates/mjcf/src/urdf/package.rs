//! Files given as `package://name/path` or `file:///path`, which MuJoCo cannot open.

use std::collections::BTreeMap;

use super::UrdfOptions;
use crate::path;
use crate::spec::Spec;
use crate::xml::{Limits, ReadFile, Tree};

/// The result of resolving a URI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Resolved {
    /// The file, as the compiler will open it.
    File(String),
    /// No URI.
    AsWritten,
    /// The package, or the file in it, is not there: in words.
    Missing(String),
}

/// Where packages are.
pub(super) struct Packages<'a> {
    files: &'a dyn ReadFile,
    options: &'a UrdfOptions,
    limits: &'a Limits,
    /// Directories of packages found by what their `package.xml` says; none if there is none.
    by_manifest: BTreeMap<String, Option<String>>,
}

impl<'a> Packages<'a> {
    pub(super) fn new(
        files: &'a dyn ReadFile,
        options: &'a UrdfOptions,
        limits: &'a Limits,
    ) -> Self {
        Self { files, options, limits, by_manifest: BTreeMap::new() }
    }

    /// The file behind a URI of a model.
    pub(super) fn resolve(&mut self, file: &str, spec: &Spec) -> Resolved {
        if let Some(rest) = file.strip_prefix("file://") {
            return Resolved::File(rest.to_owned());
        }
        let Some(uri) = file.strip_prefix("package://") else { return Resolved::AsWritten };
        let Some((package, rest)) = uri.split_once('/').filter(|(name, _)| is_name(name)) else {
            return Resolved::Missing(format!(
                "\"{file}\" names no package: write package://name/path/to/file"
            ));
        };
        if let Some(dir) = self.options.packages.get(package) {
            return Resolved::File(path::join(dir, rest));
        }
        let above = self.above_model(package, rest, spec);
        match above.or_else(|| self.on_path(package, rest)) {
            Some(found) => Resolved::File(found),
            None => Resolved::Missing(match self.other_case(package, rest, spec) {
                Some(other) => format!(
                    "package \"{package}\" has no file \"{rest}\"; there is '{other}': capital letters count here"
                ),
                None => self.not_found(package, rest),
            }),
        }
    }

    /// The nearest directory above the model that is the package or contains it.
    fn above_model(&self, package: &str, rest: &str, spec: &Spec) -> Option<String> {
        let mut names = names_above(package, rest, spec);
        let found = names.find(|name| self.files.read(&spec.modelfiledir, name).is_ok())?;
        Some(beside_meshdir(spec, &found))
    }

    /// The file in a package that is in a directory of the path, or is one.
    fn on_path(&mut self, package: &str, rest: &str) -> Option<String> {
        let found = self.by_folder(package).find(|dir| self.files.read(dir, rest).is_ok());
        let dir = found.or_else(|| self.by_manifest(package))?;
        Some(path::join(&dir, rest))
    }

    /// Directories of the path that may be the package, by their names.
    fn by_folder(&self, package: &str) -> impl Iterator<Item = String> {
        let dirs = self.options.package_path.iter().flat_map(move |dir| {
            let own = path::file_name(dir.trim_end_matches(['/', '\\'])) == package;
            [own.then(|| dir.clone()), Some(path::join(dir, package))]
        });
        dirs.flatten()
    }

    /// A file of a package that differs from the missing one in capital letters only.
    fn other_case(&self, package: &str, rest: &str, spec: &Spec) -> Option<String> {
        let above = names_above(package, rest, spec)
            .find_map(|name| self.files.other_case(&spec.modelfiledir, &name));
        let mut folders = self.by_folder(package);
        above.or_else(|| folders.find_map(|dir| self.files.other_case(&dir, rest)))
    }

    /// The package whose `package.xml` has this name.
    fn by_manifest(&mut self, package: &str) -> Option<String> {
        if let Some(known) = self.by_manifest.get(package) {
            return known.clone();
        }
        let mut looked_at = 0;
        let mut found = None;
        'path: for root in &self.options.package_path {
            let inside = self.files.directories(root);
            for dir in std::iter::once(root.clone()).chain(inside) {
                looked_at += 1;
                if looked_at > self.limits.files {
                    break 'path;
                }
                if self.name_in(&dir).as_deref() == Some(package) {
                    found = Some(dir);
                    break 'path;
                }
            }
        }
        self.by_manifest.insert(package.to_owned(), found.clone());
        found
    }

    /// The name in the `package.xml` of a directory.
    fn name_in(&self, dir: &str) -> Option<String> {
        let bytes = self.files.read(dir, "package.xml").ok()?;
        let tree = Tree::parse("package.xml", bytes, &Limits::untrusted()).ok()?;
        let name = tree.children_named(tree.root(), "name").next()?;
        tree.text(name).map(|text| text.trim().to_owned())
    }

    fn not_found(&self, package: &str, rest: &str) -> String {
        let path = &self.options.package_path;
        let ros = match &path[..] {
            [] => "ROS_PACKAGE_PATH, which names no directory".to_owned(),
            dirs => format!("those of ROS_PACKAGE_PATH ({})", dirs.join(", ")),
        };
        format!(
            "package \"{package}\" with the file \"{rest}\" was not found in the directory of the \
             model, those above it, nor {ros}: say where it is with --package {package}=DIR (in Rust \
             Loader::with_package), or add the directory around it to ROS_PACKAGE_PATH"
        )
    }
}

/// Where a file of a package can be above a model, as seen from it, the nearest place first.
fn names_above(package: &str, rest: &str, spec: &Spec) -> impl Iterator<Item = String> {
    let places = ancestors(&spec.modelfiledir).enumerate().flat_map(move |(level, dir)| {
        let up = "../".repeat(level);
        let own_name = path::file_name(dir.trim_end_matches(['/', '\\']));
        let within = (own_name == package).then(|| format!("{up}{rest}"));
        [within, Some(format!("{up}{package}/{rest}"))]
    });
    places.flatten()
}

/// Whether a text can be the name of a package: it is no path.
fn is_name(name: &str) -> bool {
    !name.is_empty() && !matches!(name, "." | "..") && !name.contains('\\')
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
    use crate::xml::ReadError;

    /// Files by full path.
    struct Memory(&'static [(&'static str, &'static str)]);

    impl ReadFile for Memory {
        fn read(&self, dir: &str, name: &str) -> Result<Vec<u8>, ReadError> {
            let path = path::join(dir, name);
            let found = self.0.iter().find(|(file, _)| *file == path);
            found.map(|(_, text)| text.as_bytes().to_vec()).ok_or(ReadError::Missing(path))
        }

        fn directories(&self, dir: &str) -> Vec<String> {
            let below = |file: &str| {
                let (name, _) = file.strip_prefix(dir)?.strip_prefix('/')?.split_once('/')?;
                Some(format!("{dir}/{name}"))
            };
            self.0.iter().filter_map(|(file, _)| below(file)).collect()
        }
    }

    type Texts = &'static [(&'static str, &'static str)];

    fn resolved(dir: &str, file: &str, files: Texts, options: &UrdfOptions) -> Resolved {
        let spec = Spec { modelfiledir: dir.into(), ..Spec::default() };
        let limits = Limits::default();
        Packages::new(&Memory(files), options, &limits).resolve(file, &spec)
    }

    fn nowhere() -> UrdfOptions {
        UrdfOptions { package_path: Vec::new(), ..UrdfOptions::default() }
    }

    fn at(file: &str) -> Resolved {
        Resolved::File(file.to_owned())
    }

    #[test]
    fn packages_are_found_above_the_model() {
        let own = "package://bot/meshes/x.stl";
        let other = "package://other/x.stl";
        let files = &[("/ws/bot/meshes/x.stl", ""), ("/ws/other/x.stl", "")];
        let found_at = |file| resolved("/ws/bot/urdf/", file, files, &nowhere());
        assert_eq!(found_at(own), at("/ws/bot/meshes/x.stl"));
        assert_eq!(found_at(other), at("/ws/other/x.stl"));
        assert_eq!(found_at("meshes/x.stl"), Resolved::AsWritten);
    }

    #[test]
    fn relative_directories_stay_relative_to_the_mesh_directory() {
        let files = &[("ws/bot/meshes/x.stl", "")];
        let file = "package://bot/meshes/x.stl";
        assert_eq!(resolved("ws/bot/urdf/", file, files, &nowhere()), at("../meshes/x.stl"));

        let mut spec = Spec { modelfiledir: "ws/bot/urdf/".into(), ..Spec::default() };
        spec.compiler.meshdir = "a/b/".into();
        let (options, limits) = (nowhere(), Limits::default());
        let found = Packages::new(&Memory(files), &options, &limits).resolve(file, &spec);
        let Resolved::File(name) = found else { panic!("{found:?}") };
        assert_eq!(path::join("ws/bot/urdf/a/b/", &name), files[0].0);
    }

    #[test]
    fn the_user_can_say_where_a_package_is() {
        let mut options = nowhere();
        options.packages.insert("bot".to_owned(), "/opt/bot".to_owned());
        assert_eq!(resolved("", "package://bot/x.stl", &[], &options), at("/opt/bot/x.stl"));
    }

    #[test]
    fn packages_on_the_path_are_found_by_folder_and_by_manifest() {
        let files = &[
            ("/ros/bot/x.stl", ""),
            ("/ros/folder/package.xml", "<package><name> arm </name></package>"),
            ("/ros/folder/y.stl", ""),
            ("/ws/gripper/z.stl", ""),
        ];
        let path = ["/ros", "/ws/gripper"].map(str::to_owned).to_vec();
        let options = UrdfOptions { package_path: path, ..nowhere() };
        let found = |file| resolved("/m/", file, files, &options);
        assert_eq!(found("package://bot/x.stl"), at("/ros/bot/x.stl"));
        assert_eq!(found("package://arm/y.stl"), at("/ros/folder/y.stl"));
        assert_eq!(found("package://gripper/z.stl"), at("/ws/gripper/z.stl"));
    }

    #[test]
    fn a_missing_package_is_named_with_the_places_and_the_remedy() {
        let options = UrdfOptions { package_path: vec!["/ros".into()], ..nowhere() };
        let Resolved::Missing(why) = resolved("/m/", "package://arm/x.stl", &[], &options) else {
            panic!("it is there")
        };
        for part in ["\"arm\"", "x.stl", "(/ros)", "--package arm=DIR", "with_package"] {
            assert!(why.contains(part), "{part}: {why}");
        }
    }

    #[test]
    fn a_package_is_no_path() {
        for file in ["package://../x.stl", "package:///x.stl", "package://a\\b/x.stl"] {
            let found = resolved("/m/", file, &[("/x.stl", "")], &nowhere());
            assert!(matches!(found, Resolved::Missing(_)), "{file}: {found:?}");
        }
    }

    #[test]
    fn file_uris_are_paths() {
        assert_eq!(resolved("", "file:///m/x.stl", &[], &nowhere()), at("/m/x.stl"));
    }
}
