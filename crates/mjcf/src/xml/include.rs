//! `<include file="..."/>`: the children of another file's root in place of the element.
//!
//! A name is looked up in the directory of the first file, then in that of the including file.
//! Where a file may be included twice is decided by comparing names the way MuJoCo does, which
//! misses some repetitions below the first level; a file that includes itself is always refused.

use std::collections::BTreeSet;
use std::fmt;
use std::io::Read;
use std::path::Path;

use super::escape;
use super::limits::Limits;
use super::tree::{NodeId, Source, Tree};
use crate::error::{LoadError, Problem, ProblemKind, Problems};
use crate::open::open_regular;
use crate::path;

/// Where the bytes of files come from.
pub trait ReadFile {
    /// Reads the file `name` as seen from directory `dir`, which is `path::join(dir, name)`.
    ///
    /// # Errors
    /// Says why the file cannot be had, and whether it may be looked for elsewhere.
    fn read(&self, dir: &str, name: &str) -> Result<Vec<u8>, ReadError>;

    /// The directories inside a directory, in the order of their names; none if it may not be
    /// looked at.
    fn directories(&self, _dir: &str) -> Vec<String> {
        Vec::new()
    }

    /// A file whose path differs from that of a missing one in capital letters only.
    fn other_case(&self, _dir: &str, _name: &str) -> Option<String> {
        None
    }

    /// Whether messages may show the text of the file at `path`, for a model in `model_dir`.
    fn may_quote(&self, _model_dir: &str, _path: &str) -> bool {
        true
    }
}

/// Why a file cannot be had, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// It is not at that path, or not readable there: other directories are tried.
    Missing(String),
    /// What answers for the path failed, which ends the search.
    Failed(String),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Missing(why) | Self::Failed(why)) = self;
        f.write_str(why)
    }
}

/// Files from the file system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Disk;

impl Disk {
    /// Larger files are refused, as in MuJoCo.
    const LARGEST: u64 = i32::MAX as u64;
}

impl ReadFile for Disk {
    fn read(&self, dir: &str, name: &str) -> Result<Vec<u8>, ReadError> {
        let path = path::join(dir, name);
        let fail = |why: String| ReadError::Missing(format!("cannot read file \"{path}\": {why}"));

        let opened = open_regular(Path::new(&path)).map_err(|error| fail(error.to_string()));
        let (file, about) = opened?;
        let mut bytes = Vec::with_capacity(about.len().min(1 << 30) as usize);
        let read = file.take(Self::LARGEST + 1).read_to_end(&mut bytes);
        read.map_err(|error| fail(error.to_string()))?;
        if bytes.len() as u64 > Self::LARGEST {
            return Err(fail("it is larger than 2 GB".to_owned()));
        }
        Ok(bytes)
    }
}

/// Replaces every `<include>` below the root by the content of its file.
///
/// An include that fails is reported and left out, and the others are still looked at.
#[doc(alias = "IncludeXML")]
pub fn expand_includes(
    tree: &mut Tree,
    files: &dyn ReadFile,
    limits: &Limits,
    problems: &mut Problems,
) {
    let dir = tree.sources[0].dir.clone();
    expand_includes_of(tree, &dir, files, limits, problems);
}

/// The same for a model that is part of the one in the directory `main_dir`.
pub(crate) fn expand_includes_of(
    tree: &mut Tree,
    main_dir: &str,
    files: &dyn ReadFile,
    limits: &Limits,
    problems: &mut Problems,
) {
    let first = &tree.sources[0];
    let included = BTreeSet::from([first.name.to_string()]);
    let model_dir = first.dir.clone();
    Expansion { tree, files, limits, main_dir, model_dir, included }.run(problems);
}

/// A list of children under way.
struct Level {
    parent: NodeId,
    /// The latest child that stays.
    before: Option<NodeId>,
    next: Option<NodeId>,
}

/// A file that was found.
struct IncludedFile {
    bytes: Vec<u8>,
    /// The path that was opened.
    path: String,
    /// The key by which repeated includes are recognized.
    key: String,
}

struct Expansion<'a> {
    tree: &'a mut Tree,
    files: &'a dyn ReadFile,
    limits: &'a Limits,
    /// Where the outermost model is.
    main_dir: &'a str,
    model_dir: String,
    included: BTreeSet<String>,
}

impl Expansion<'_> {
    /// Visits all elements in document order, included ones too.
    fn run(&mut self, problems: &mut Problems) {
        let root = self.tree.root();
        let mut levels = vec![self.level(root)];
        while let Some(level) = levels.last_mut() {
            let Some(node) = level.next else {
                levels.pop();
                continue;
            };
            if self.tree.name(node) == "include" {
                let after = self.tree.node(node).next_sibling;
                level.next = match self.load(node, level.parent, problems) {
                    Ok(Some((first, last))) => {
                        self.tree.nodes[last.0 as usize].next_sibling = after;
                        Some(first)
                    }
                    Ok(None) => {
                        problems.mark_faulty(self.tree.fault(node));
                        after
                    }
                    Err(error) => {
                        let stop = error.kind() == ProblemKind::Limit;
                        problems.extend(error);
                        problems.mark_faulty(self.tree.fault(node));
                        if stop {
                            return;
                        }
                        after
                    }
                };
                // whatever came in place of the include follows the latest child
                match level.before {
                    Some(before) => self.tree.nodes[before.0 as usize].next_sibling = level.next,
                    None => self.tree.nodes[level.parent.0 as usize].first_child = level.next,
                }
                continue;
            }
            level.before = Some(node);
            level.next = self.tree.node(node).next_sibling;
            if self.tree.node(node).first_child.is_some() {
                levels.push(self.level(node));
            }
            if levels.len() > self.limits.depth {
                let message = format!(
                    "more than {} elements inside each other: raise the limit depth",
                    self.limits.depth
                );
                problems.push(self.tree.problem(ProblemKind::Limit, node, message));
                return;
            }
        }
    }

    fn level(&self, parent: NodeId) -> Level {
        Level { parent, before: None, next: self.tree.node(parent).first_child }
    }

    /// Parses the file of an include, gives its elements a new parent and returns the first and
    /// the last of them. None if nothing of the file could be read, which is a problem already.
    fn load(
        &mut self,
        include: NodeId,
        parent: NodeId,
        problems: &mut Problems,
    ) -> Result<Option<(NodeId, NodeId)>, LoadError> {
        if self.tree.has_content(include) {
            return Err(self
                .refuse(include, "an include cannot have content: remove what is between its tags")
                .into());
        }
        let found = self.find(include)?;
        self.check_cycle(include, &found.path)?;
        if found.bytes.is_empty() {
            let message =
                format!("file \"{}\" is empty: write it, or remove the include", found.path);
            return Err(self.refuse(include, message).into());
        }

        let mut source =
            Source::new(&found.path, path::directory(&found.path), escape::into_text(found.bytes));
        source.included_at = Some(self.tree.span(include));
        source.withheld = !self.files.may_quote(self.main_dir, &found.path);
        source.depth = self.depth(include) + 1;
        self.check_count(include, source.depth)?;
        let known = problems.len();
        let (root, _) = self.tree.parse_source(source, self.limits, problems)?;
        self.included.insert(found.key);

        let children: Vec<NodeId> = self.tree.children(root).collect();
        let (Some(&first), Some(&last)) = (children.first(), children.last()) else {
            if problems.len() > known {
                return Ok(None);
            }
            let message =
                format!("file \"{}\" has nothing inside its root: remove the include", found.path);
            return Err(self.refuse(include, message).into());
        };
        for child in children {
            self.tree.nodes[child.0 as usize].parent = Some(parent);
        }
        Ok(Some((first, last)))
    }

    /// Looks for the file of an include, first next to the model, then next to the including file.
    fn find(&self, include: NodeId) -> Result<IncludedFile, LoadError> {
        let Some(file) = self.tree.find_attr(include, "file") else {
            return Err(self.refuse(include, "attribute \"file\" is missing").into());
        };
        let written = path::join("", file.value);
        let dir = self.tree.include_dir(include).unwrap_or("");
        let model_dir = self.model_dir.as_str();

        let fail = |why: String| {
            LoadError::from(self.tree.attr_problem(ProblemKind::Io, include, file.value_span, why))
        };

        // the name goes by the model's directory if the file is there or the path is absolute
        let beside_model = match self.files.read(model_dir, &written) {
            Err(ReadError::Failed(why)) => return Err(fail(why)),
            Err(ReadError::Missing(why)) => Err(why),
            Ok(bytes) => Ok(bytes),
        };
        let name = if beside_model.is_ok() || path::is_absolute(&written) {
            written.clone()
        } else {
            path::join(dir, &written)
        };
        if self.included.contains(&name) {
            self.check_cycle(include, &path::join(model_dir, &name))?;
            let message = format!("file \"{name}\" is already included: include it once");
            return Err(self.refuse(include, message).into());
        }

        // the directory of an including file may already contain that of the model
        let key = path::join(dir, &name);
        let reason = match beside_model {
            Ok(bytes) => {
                return Ok(IncludedFile { bytes, path: path::join(model_dir, &name), key });
            }
            Err(reason) => reason,
        };
        let beside_includer = path::join(dir, &written);
        let mut asked = vec![path::join(model_dir, &written)];
        for (dir, name) in [(model_dir, &name), (model_dir, &key), ("", &beside_includer)] {
            let path = path::join(dir, name);
            if asked.contains(&path) {
                continue;
            }
            match self.files.read(dir, name) {
                Ok(bytes) => return Ok(IncludedFile { bytes, path, key: key.clone() }),
                Err(ReadError::Failed(why)) => return Err(fail(why)),
                Err(ReadError::Missing(_)) => asked.push(path),
            }
        }
        Err(fail(reason))
    }

    fn depth(&self, include: NodeId) -> usize {
        self.tree.sources[self.tree.span(include).file as usize].depth
    }

    /// Refuses a file that is being read already.
    fn check_cycle(&self, include: NodeId, path: &str) -> Result<(), LoadError> {
        let mut chain = vec![path.to_owned()];
        let mut at = Some(self.tree.span(include));
        while let Some(span) = at {
            let source = &self.tree.sources[span.file as usize];
            chain.push(source.name.to_string());
            if path::join("", &source.name) == path {
                chain.reverse();
                let message = format!("file includes itself: {}", chain.join(" -> "));
                return Err(self.refuse(include, message).into());
            }
            at = source.included_at;
        }
        Ok(())
    }

    fn check_count(&self, include: NodeId, depth: usize) -> Result<(), LoadError> {
        let Limits { files, include_depth, .. } = *self.limits;
        let message = if self.tree.sources.len() >= files {
            format!("more than {files} files: raise the limit files")
        } else if depth > include_depth {
            format!(
                "more than {include_depth} includes inside each other: raise the limit include_depth"
            )
        } else {
            return Ok(());
        };
        Err(self.tree.problem(ProblemKind::Limit, include, message).into())
    }

    fn refuse(&self, include: NodeId, message: impl Into<String>) -> Problem {
        self.tree.problem(ProblemKind::Schema, include, message)
    }
}
