//! Which modules of a crate import each other, read from its source: tests hold the order of modules with it.
//!
//! An import counts for the module that defines what is named: re-exports are followed. Tests are left
//! out, and so are the imports between the head of a folder (`mod.rs`, or the file beside the folder)
//! and what is inside it, which are one thing.

mod imports;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use imports::Imports;

/// The place of a module, from the root of the crate.
type Place = Vec<String>;

/// For each of some modules those that it imports, with the first import of each in words.
type Arrows<'a> = BTreeMap<&'a str, BTreeMap<&'a str, String>>;

/// The modules of a crate.
#[derive(Debug, Default)]
pub struct Crate {
    modules: BTreeMap<Place, Imports>,
    /// From which module to which an import leads, and the path that it names.
    arrows: Vec<(Place, Place, String)>,
}

/// All Rust files in a folder and below, tests among them.
///
/// # Panics
/// If the folder cannot be read.
pub fn rust_files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(rust_files(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    found
}

/// The module of a file, from its path in the folder of sources; none if it holds tests.
fn place_of(file: &str) -> Option<Place> {
    let mut place: Place = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    let is_test = |name: &String| name == "tests" || name == "test" || name.ends_with("_tests");
    if place.iter().any(is_test) {
        return None;
    }
    if matches!(place.last()?.as_str(), "mod" | "lib" | "main") {
        place.pop();
    }
    Some(place)
}

impl Crate {
    /// Reads the sources of a crate from a folder.
    ///
    /// # Panics
    /// If a file cannot be read.
    pub fn read(src: &Path) -> Self {
        let text = |path: PathBuf| {
            let file = path.strip_prefix(src).unwrap().to_str().unwrap().replace('\\', "/");
            (file, fs::read_to_string(&path).unwrap())
        };
        Self::of(rust_files(src).into_iter().map(text))
    }

    /// The same from paths in the folder of sources and the texts there.
    pub fn of(files: impl IntoIterator<Item = (String, String)>) -> Self {
        let files = files.into_iter();
        let files: Vec<(Place, String)> =
            files.filter_map(|(file, text)| Some((place_of(&file)?, text))).collect();
        let inside = |place: &Place| {
            let others = files.iter().map(|(other, _)| other);
            others
                .filter(|other| other.len() == place.len() + 1 && other.starts_with(place))
                .filter_map(|other| other.last().cloned())
                .collect::<BTreeSet<_>>()
        };
        let modules = files.iter().map(|(place, text)| {
            let imports = Imports::of(text, &inside(place));
            (place.clone(), imports)
        });
        let mut found = Self { modules: modules.collect(), arrows: Vec::new() };
        found.arrows = found.all_arrows();
        found
    }

    /// The names of the modules in the root of the crate.
    pub fn roots(&self) -> BTreeSet<&str> {
        self.modules.keys().filter_map(|place| place.first()).map(String::as_str).collect()
    }

    /// The module where a path that is named in a module leads; none if it leads out of the crate.
    fn resolve(&self, from: &[String], path: &[String], depth: usize) -> Option<Place> {
        const DEEPEST: usize = 16;
        if depth > DEEPEST {
            return None;
        }
        let first = path.first()?;
        let (mut at, mut rest) = match first.as_str() {
            "crate" => (Vec::new(), &path[1..]),
            "self" => (from.to_vec(), &path[1..]),
            "super" => {
                let ups = path.iter().take_while(|name| *name == "super").count();
                (from[..from.len().checked_sub(ups)?].to_vec(), &path[ups..])
            }
            _ if self.modules.contains_key(&inner(from, first)) => (from.to_vec(), path),
            _ => {
                let known = self.modules.get(from)?.names.get(first)?;
                return self.resolve(from, &joined(&known.path, &path[1..]), depth + 1);
            }
        };
        while let Some(name) = rest.first() {
            let next = inner(&at, name);
            if self.modules.contains_key(&next) {
                (at, rest) = (next, &rest[1..]);
                continue;
            }
            let names = self.modules.get(&at).map(|module| &module.names);
            // what a module imports for itself can be named by the modules inside it
            let seen = |name: &str| {
                names
                    .and_then(|names| names.get(name))
                    .filter(|n| n.public || from.starts_with(&at))
            };
            if let Some(known) = seen(name) {
                let path = joined(&known.path, &rest[1..]);
                return self.resolve(&at, &path, depth + 1).or(Some(at));
            }
            if let Some(all) = seen("*") {
                let path = joined(&all.path[..all.path.len() - 1], rest);
                return self.resolve(&at, &path, depth + 1).or(Some(at));
            }
            break;
        }
        self.modules.contains_key(&at).then_some(at)
    }

    fn all_arrows(&self) -> Vec<(Place, Place, String)> {
        let of = |(from, imports): (&Place, &Imports)| -> Vec<_> {
            let arrow = |path: &Vec<String>| {
                Some((from.clone(), self.resolve(from, path, 0)?, path.join("::")))
            };
            imports.paths.iter().filter_map(arrow).collect()
        };
        self.modules.iter().flat_map(of).collect()
    }

    /// The imports between modules that are side by side in a folder, each with what is below it.
    fn between(&self, folder: &[String]) -> Arrows<'_> {
        let mut found = Arrows::new();
        let at = folder.len();
        let inside = |place: &Place| place.len() > at && place.starts_with(folder);
        for (from, to, path) in &self.arrows {
            if inside(from) && inside(to) && from[at] != to[at] {
                let what = || format!("{} -> {path}", from.join("/"));
                let known = found.entry(from[at].as_str()).or_default();
                known.entry(to[at].as_str()).or_insert_with(what);
            }
        }
        found
    }

    /// The modules that import each other in a circle: the folder, and the names there.
    pub fn circles(&self) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let folders = self.modules.keys().flat_map(|place| (0..place.len()).map(|n| &place[..n]));
        for folder in folders.collect::<BTreeSet<_>>() {
            let arrows = self.between(folder);
            let all: BTreeMap<&str, BTreeSet<&str>> =
                arrows.keys().map(|&name| (name, reached(&arrows, name))).collect();
            for (name, seen) in all.iter().filter(|(name, seen)| seen.contains(*name)) {
                let back = |other: &&&str| all.get(**other).is_some_and(|seen| seen.contains(name));
                let circle: Vec<&str> = seen.iter().filter(back).copied().collect();
                found.insert(format!("{}: {}", folder.join("/"), circle.join(" ")));
            }
        }
        found
    }

    /// The imports that point up in rows of modules of the root, from the ground up. Modules of one row know
    /// nothing of each other, but for those with `+` between them.
    ///
    /// # Panics
    /// If a module is in no row.
    pub fn upward(&self, rows: &[&str]) -> Vec<String> {
        let groups: Vec<(usize, &str)> = rows
            .iter()
            .enumerate()
            .flat_map(|(row, words)| words.split_whitespace().map(move |word| (row, word)))
            .collect();
        let place = |name: &str| {
            let found = groups.iter().position(|(_, word)| word.split('+').any(|w| w == name));
            found.unwrap_or_else(|| panic!("{name} is in no row: add it"))
        };
        for name in self.roots() {
            place(name);
        }
        let mut found = Vec::new();
        for (from, to) in self.between(&[]) {
            for (to, what) in to {
                let (own, other) = (place(from), place(to));
                if own != other && groups[other].0 >= groups[own].0 {
                    found.push(format!("{what} (of {to})"));
                }
            }
        }
        found
    }
}

/// The modules that imports lead to from one of them, step by step.
fn reached<'a>(arrows: &Arrows<'a>, from: &'a str) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        let next = arrows.get(at).into_iter().flat_map(BTreeMap::keys).copied();
        open.extend(next.filter(|name| seen.insert(*name)));
    }
    seen
}

/// A module inside another one.
fn inner(place: &[String], name: &str) -> Place {
    [place, &[name.to_owned()]].concat()
}

fn joined(path: &[String], rest: &[String]) -> Vec<String> {
    [path, rest].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(files: &[(&str, &str)]) -> Crate {
        Crate::of(files.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())))
    }

    #[test]
    fn a_circle_is_found_through_re_exports() {
        let files = [
            ("lib.rs", "mod a; mod b; pub use a::Shape;"),
            ("a/mod.rs", "mod shape; pub use shape::Shape;"),
            ("a/shape.rs", "use crate::b::area; pub struct Shape;"),
            ("b.rs", "use crate::Shape;"),
        ];
        let found = of(&files);
        assert_eq!(found.circles().into_iter().collect::<Vec<_>>(), [": a b"]);
        assert_eq!(found.upward(&["b", "a"]), ["b -> crate::Shape (of a)"]);
        assert!(found.upward(&["a+b"]).is_empty());
        assert_eq!(found.upward(&["a b"]).len(), 2, "in one row they must not know each other");
    }

    #[test]
    fn a_folder_and_its_head_are_one() {
        let files = [
            ("a/mod.rs", "mod b; mod c; use crate::d::D; fn f() { b::g(); }"),
            ("a/b.rs", "use super::{D, f}; use super::c::h;"),
            ("a/c.rs", "fn h() { super::b::g() }"),
            ("d.rs", "pub struct D;"),
        ];
        assert_eq!(of(&files).circles().into_iter().collect::<Vec<_>>(), ["a: b c"]);
        assert!(of(&files).upward(&["d", "a"]).is_empty());
    }

    #[test]
    fn tests_may_import_what_they_like() {
        let files = [
            ("a.rs", "#[cfg(test)]\nmod tests { use crate::b::f; }"),
            ("a_tests.rs", "use crate::b::f;"),
            ("a/tests/x.rs", "use crate::b::f;"),
            ("b.rs", "use crate::a::g; // crate::c"),
        ];
        assert!(of(&files).circles().is_empty());
    }
}
