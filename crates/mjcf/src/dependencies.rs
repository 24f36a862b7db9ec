//! The files that a model names: includes, nested models and assets.

use std::collections::BTreeSet;

use crate::error::{LoadError, Problem, ProblemKind, Problems};
use crate::load::Loader;
use crate::path;
use crate::xml::{NodeId, Tree};

impl Loader {
    /// The file itself and every file that it names, in alphabetical order: included files and
    /// nested models with all that these name, meshes, skins, height fields and textures with the
    /// directories of their compiler. Only XML files are opened.
    ///
    /// # Errors
    /// If an XML file cannot be read or is not well-formed, or more files are named than the limits
    /// allow.
    #[doc(alias = "mju_getXMLDependencies")]
    pub fn dependencies(&self, file: &str) -> Result<Vec<String>, LoadError> {
        let mut found = BTreeSet::new();
        let (main, main_dir) = (file, path::directory(file));
        let mut open = vec![file.to_owned()];
        while let Some(file) = open.pop() {
            if !found.insert(file.clone()) {
                continue;
            }
            if found.len() > self.limits.files {
                let message = format!("the model names more than {} files", self.limits.files);
                return Err(Problem::new(ProblemKind::Limit, message).into());
            }
            let bytes = self.files.read("", &file);
            let bytes = bytes.map_err(|error| Problem::new(ProblemKind::Io, error.to_string()))?;
            let withheld = file != main && !self.files.may_quote(main_dir, &file);
            let mut problems = Problems::new();
            let (bytes, limits) = (bytes.to_vec(), &self.limits);
            let tree = Tree::parse_what_can_be(&file, bytes, limits, withheld, &mut problems)?;
            problems.check()?;
            let named = Named::of(&tree);
            let dir = path::directory(&file);
            open.extend(named.models.iter().map(|model| path::join(dir, model)));
            found.extend(named.assets().iter().map(|asset| path::join(dir, asset)));
        }
        Ok(found.into_iter().collect())
    }
}

/// The files that one file names, as written.
#[derive(Default)]
struct Named {
    models: BTreeSet<String>,
    meshes: BTreeSet<String>,
    textures: BTreeSet<String>,
    hfields: BTreeSet<String>,
    assetdir: Option<String>,
    meshdir: Option<String>,
    texturedir: Option<String>,
}

impl Named {
    fn of(tree: &Tree) -> Self {
        let mut named = Self::default();
        let mut open = vec![tree.root()];
        while let Some(node) = open.pop() {
            named.visit(tree, node);
            open.extend(tree.children(node));
        }
        named
    }

    fn visit(&mut self, tree: &Tree, node: NodeId) {
        let attr = |name: &str| tree.attr(node, name).map(ToOwned::to_owned);
        match tree.name(node) {
            "include" | "model" => self.models.extend(attr("file")),
            "mesh" | "flexcomp" | "skin" => self.meshes.extend(attr("file")),
            "hfield" => self.hfields.extend(attr("file")),
            "texture" => {
                let sides = ["", "right", "up", "left", "down", "front", "back"];
                self.textures.extend(sides.iter().filter_map(|side| attr(&format!("file{side}"))));
            }
            "compiler" => {
                self.assetdir = attr("assetdir").or(self.assetdir.take());
                self.meshdir = attr("meshdir").or(self.meshdir.take());
                self.texturedir = attr("texturedir").or(self.texturedir.take());
            }
            _ => {}
        }
    }

    /// All assets, in the directories that the compiler gives them.
    fn assets(&self) -> Vec<String> {
        let kinds = [
            (&self.meshes, &self.meshdir),
            (&self.textures, &self.texturedir),
            (&self.hfields, &None),
        ];
        let mut out = Vec::new();
        for (files, dir) in kinds {
            let dir = dir.as_ref().or(self.assetdir.as_ref()).map_or("", String::as_str);
            out.extend(files.iter().map(|file| path::join(dir, file)));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn files_of_included_files_are_found_with_their_directories() {
        let main = "<mujoco><compiler assetdir='a' meshdir='m'/><include file='sub/more.xml'/>\
                    <asset><mesh file='x.obj'/><texture fileup='t.png'/></asset></mujoco>";
        let more = "<mujoco><asset><hfield file='h.png'/></asset></mujoco>";
        let files = [("dir/main.xml", main), ("dir/sub/more.xml", more)];
        let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
        let loader = Loader::new().with_assets(&BTreeMap::from(files)).unwrap();
        assert_eq!(
            loader.dependencies("dir/main.xml").unwrap(),
            ["dir/a/t.png", "dir/m/x.obj", "dir/main.xml", "dir/sub/h.png", "dir/sub/more.xml"]
        );
        assert!(loader.dependencies("dir/none.xml").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn files_outside_are_not_quoted() {
        let main = b"<mujoco><include file='/etc/hostname'/></mujoco>".to_vec();
        let files = BTreeMap::from([("dir/main.xml".to_owned(), main)]);
        let loader = Loader::new().with_assets(&files).unwrap();
        let error = loader.dependencies("dir/main.xml").unwrap_err().to_string();
        let secret = std::fs::read_to_string("/etc/hostname").unwrap_or_default();
        assert!(!error.contains(secret.trim()) || secret.trim().is_empty(), "{error}");
    }
}
