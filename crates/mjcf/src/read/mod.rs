//! MJCF text to [`Spec`].
//!
//! The document is first held against the grammar, then read section by section in MuJoCo's
//! order, whatever the order in the file: defaults before what uses them, the bodies last.
//! Reading goes on after a mistake, so that all of them are reported together.

pub(crate) mod actuator;
mod asset;
mod body;
pub(crate) mod check;
mod composite;
mod constraint;
mod custom;
mod default;
pub(crate) mod file;
mod flex;
mod plugin;
mod room;
pub(crate) mod section;
mod sensor;

use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use ferrodyn_engine::hooks::Registry;

use crate::asset::Files;
use crate::error::{Problem, ProblemKind, Problems};
use crate::path;
pub(crate) use room::ReadBudget;

use crate::schema::{BadNumber, BadValue, Element};
use crate::spec::{Origin, Spec};
use crate::xml::{NodeId, Span, Tree};

/// Reads the MJCF document in `tree` over the values already in `spec`.
pub(crate) fn read_mjcf(
    mut tree: Tree,
    spec: &mut Spec,
    context: &Context<'_>,
    problems: &mut Problems,
) {
    let root = tree.root();
    let mut warnings = Problems::new();
    check::check(&mut tree, problems, &mut warnings);
    spec.warnings.extend(warnings.into_vec());
    let mut reader = Reader::new(Arc::new(tree), spec, context, problems);
    reader.document(root);
}

/// Reads a `compiler`, `option` or `size` section that stands outside of an MJCF document.
pub(crate) fn read_settings(
    tree: Arc<Tree>,
    section: NodeId,
    spec: &mut Spec,
    context: &Context<'_>,
    problems: &mut Problems,
) {
    let mut reader = Reader::new(tree, spec, context, problems);
    match reader.tree.name(section) {
        "compiler" => reader.compiler(section),
        "option" => reader.option(section),
        "size" => reader.size(section),
        _ => {}
    }
}

/// Files, limits and plugins for reading, and its state: open models, default classes, memory taken.
pub(crate) struct Context<'a> {
    /// Where files come from.
    pub(crate) files: &'a Files,
    /// Limits on what a document may ask for.
    pub(crate) limits: &'a crate::xml::Limits,
    /// Plugins that are known.
    pub(crate) plugins: &'a Registry,
    /// How URDF files are read.
    pub(crate) urdf: &'a crate::urdf::UrdfOptions,
    /// Directory of the outermost model; none before that is read.
    pub(crate) main_dir: Option<&'a str>,
    /// The models being read, each inside the one before.
    pub(crate) open: Vec<String>,
    /// How many models were opened so far.
    pub(crate) opened: Rc<Cell<usize>>,
    /// Room and time for all files together.
    pub(crate) room: ReadBudget,
}

impl Context<'_> {
    /// What holds inside the model of a directory.
    pub(crate) fn inside<'a>(&'a self, main_dir: &'a str) -> Context<'a> {
        let (open, opened) = (self.open.clone(), Rc::clone(&self.opened));
        Context { main_dir: Some(main_dir), open, opened, room: self.room.clone(), ..*self }
    }
}

pub(crate) struct Reader<'a, 'c> {
    tree: Arc<Tree>,
    spec: &'a mut Spec,
    context: &'a Context<'c>,
    problems: &'a mut Problems,
    /// Models to attach, by name.
    models: Vec<(String, Spec)>,
    /// Whether a model to attach could not be read; attaching it is then no further mistake.
    unread: bool,
    /// Elements made by replication so far.
    copies: usize,
    /// States of keyframes kept with elements so far.
    states: usize,
    /// Default classes by name, and how many of them are there.
    classes: HashMap<String, usize>,
    classes_seen: usize,
    /// What elements take over from each class, in bytes.
    class_bytes: Vec<usize>,
    /// Kinds of elements that each class has mistakes for.
    mistaken_classes: Vec<BTreeSet<&'static str>>,
    /// There is no room, or no time, for more.
    full: bool,
}

impl<'a, 'c> Reader<'a, 'c> {
    fn new(
        tree: Arc<Tree>,
        spec: &'a mut Spec,
        context: &'a Context<'c>,
        problems: &'a mut Problems,
    ) -> Self {
        Self {
            tree,
            spec,
            context,
            problems,
            models: Vec::new(),
            unread: false,
            copies: 0,
            states: 0,
            classes: HashMap::new(),
            classes_seen: 0,
            class_bytes: Vec::new(),
            mistaken_classes: Vec::new(),
            full: false,
        }
    }
}

impl Reader<'_, '_> {
    fn document(&mut self, root: NodeId) {
        if let Some(name) = self.text(root, "model") {
            self.spec.modelname = name;
        }
        self.spec.comment = self.tree.comment_at_top().unwrap_or_default().into_owned();
        self.each(root, "compiler", Self::compiler);
        self.each(root, "option", Self::option);
        self.each(root, "size", Self::size);
        self.each(root, "visual", Self::visual);
        self.each(root, "statistic", Self::statistic);
        self.each(root, "default", |r, node| r.default_class(node, None));
        self.each(root, "extension", Self::extension);
        self.each(root, "custom", Self::custom);
        self.each(root, "asset", Self::asset);
        self.each(root, "contact", Self::contact);
        self.each(root, "deformable", Self::deformable);
        self.each(root, "equality", Self::equality);
        self.each(root, "tendon", Self::tendon);
        self.each(root, "actuator", Self::actuator);
        self.each(root, "sensor", Self::sensor);
        self.each(root, "keyframe", Self::keyframe);
        self.each(root, "worldbody", Self::worldbody);
    }

    fn each(&mut self, parent: NodeId, name: &str, read: impl Fn(&mut Self, NodeId)) {
        let nodes: Vec<NodeId> = self.tree.children_named(parent, name).collect();
        for node in nodes {
            if !self.room_for(node) {
                return;
            }
            read(self, node);
        }
    }

    fn children(&self, node: NodeId) -> Vec<NodeId> {
        self.tree.children(node).collect()
    }

    /// Sets the fields of `element` that `node` has attributes for.
    fn attrs<E: Element>(&mut self, node: NodeId, element: &mut E) {
        let tree = Arc::clone(&self.tree);
        for attr in tree.attrs(node) {
            if let Some(row) = E::attr(attr.name)
                && let Err(bad) = (row.read)(element, attr.value)
            {
                self.bad_value(node, attr.name, attr.value_span, bad);
            }
        }
    }

    /// The text of an attribute.
    fn text(&self, node: NodeId, name: &str) -> Option<String> {
        self.tree.attr(node, name).map(str::to_owned)
    }

    /// The text of an attribute that must be there.
    fn required(&mut self, node: NodeId, name: &str) -> Option<String> {
        let text = self.text(node, name);
        if text.is_none() {
            self.refuse(node, format!("attribute \"{name}\" is missing"));
        }
        text
    }

    /// Reports attributes that must be there and are not.
    fn require(&mut self, node: NodeId, names: &[&str]) {
        for name in names {
            let empty = self.tree.attr(node, name).is_none_or(|text| text.trim().is_empty());
            if empty {
                self.refuse(node, format!("attribute \"{name}\" is missing"));
            }
        }
    }

    /// Whether an attribute is there.
    fn has(&self, node: NodeId, name: &str) -> bool {
        self.tree.attr(node, name).is_some()
    }

    /// Reads one attribute that has no row in the declaration of its element.
    fn value<V: crate::schema::Value>(&mut self, node: NodeId, name: &str, value: &mut V) -> bool {
        let tree = Arc::clone(&self.tree);
        let Some(attr) = tree.find_attr(node, name) else { return false };
        match value.read(attr.value, crate::schema::Fit::Exact) {
            Ok(found) => found,
            Err(bad) => {
                self.bad_value(node, name, attr.value_span, bad);
                false
            }
        }
    }

    /// Where `node` is, in the settings of the model being read.
    fn origin(&self, node: NodeId) -> Origin {
        let (tree, span) = (Some(Arc::clone(&self.tree)), self.tree.span(node));
        Origin { tree, span, ..Origin::default() }
    }

    /// The default class of a name.
    fn find_class(&mut self, name: &str) -> Option<usize> {
        if name.is_empty() {
            return Some(0);
        }
        // classes are only added, by this model or by those that are attached to it
        for (index, class) in self.spec.defaults.iter().enumerate().skip(self.classes_seen) {
            self.classes.entry(class.name.clone()).or_insert(index);
        }
        self.classes_seen = self.spec.defaults.len();
        self.classes.get(name).copied()
    }

    /// The default class of an element, or `inherited` if it names none.
    fn class(&mut self, node: NodeId, attr: &str, inherited: usize) -> usize {
        let tree = Arc::clone(&self.tree);
        let Some(class) = tree.find_attr(node, attr) else {
            self.take_class(node, inherited);
            self.mark_faulty_class(node, inherited);
            return inherited;
        };
        let known = self.find_class(class.value);
        self.take_class(node, known.unwrap_or(inherited));
        self.mark_faulty_class(node, known.unwrap_or(inherited));
        known.unwrap_or_else(|| {
            let names = self.spec.defaults.iter().map(|c| c.name.as_str());
            self.problems.push_with(|| {
                let message = format!("there is no default class \"{}\"", class.value);
                let mut problem = tree
                    .attr_problem(ProblemKind::Schema, node, class.value_span, message)
                    .suggest(class.value, names);
                if let Some(fault) = &mut problem.fault {
                    fault.missing = Some(class.value.to_owned());
                }
                problem
            });
            inherited
        })
    }

    /// A file named by an attribute, as seen from `dir`: relative to the including file where it
    /// is not found from the model's directory.
    fn file(&self, node: NodeId, file: &str, dir: &str) -> String {
        match self.tree.include_dir(node) {
            Some(include_dir) if !path::is_absolute(file) => {
                let dir = path::join(&self.spec.modelfiledir, dir);
                if self.context.files.read(&dir, file).is_ok() {
                    path::reduce(file)
                } else {
                    path::join(include_dir, file)
                }
            }
            _ => path::reduce(file),
        }
    }

    fn refuse(&mut self, node: NodeId, message: impl Into<String>) {
        self.problems.push_with(|| self.tree.problem(ProblemKind::Schema, node, message));
    }

    fn refuse_attr(&mut self, node: NodeId, name: &str, message: impl Into<String>) {
        self.problems.push_with(|| match self.tree.find_attr(node, name) {
            Some(a) => self.tree.attr_problem(ProblemKind::Schema, node, a.value_span, message),
            None => self.tree.problem(ProblemKind::Schema, node, message),
        });
    }

    fn bad_value(&mut self, node: NodeId, name: &str, span: Span, bad: BadValue) {
        // another attribute was meant than the one it was taken for, unless there are numbers in it
        if self.tree.is_misspelt(node, name) && !self.has_number(node, name, &bad) {
            self.problems.mark_faulty(self.tree.fault(node));
            return;
        }
        let problem =
            |message: String| self.tree.attr_problem(ProblemKind::Schema, node, span, message);
        self.problems.push_with(|| explain(name, bad, problem));
    }

    /// Whether an attribute of numbers holds one, beside what is none.
    fn has_number(&self, node: NodeId, name: &str, bad: &BadValue) -> bool {
        let is_number = |word: &str| word.parse::<f64>().is_ok_and(f64::is_finite);
        let text = self.tree.find_attr(node, name).map_or("", |attr| attr.value);
        matches!(bad, BadValue::Number(..)) && text.split_whitespace().any(is_number)
    }
}

/// What is wrong with an attribute, in words.
pub(crate) fn explain(
    name: &str,
    bad: BadValue,
    problem: impl FnOnce(String) -> Problem,
) -> Problem {
    match bad {
        BadValue::Number(BadNumber::Syntax(token), what) => {
            let comma = token.contains(',');
            let problem = problem(format!("attribute \"{name}\" takes {what}, found \"{token}\""));
            if comma { problem.help("numbers are separated by spaces") } else { problem }
        }
        BadValue::Number(BadNumber::Range(token), _) => {
            problem(format!("\"{token}\" in attribute \"{name}\" is out of range"))
        }
        BadValue::Count { want, upto, got } => {
            let most = if upto { "at most " } else { "" };
            let numbers = if want == 1 { "number" } else { "numbers" };
            problem(format!("attribute \"{name}\" takes {most}{want} {numbers}, found {got}"))
        }
        BadValue::Keyword { word, words } => {
            let list = words.join(", ");
            let near = crate::suggest::did_you_mean(&word, words.iter().copied());
            let problem = problem(format!("attribute \"{name}\" cannot be \"{word}\""));
            match near {
                Some(near) => problem.help(format!("did you mean \"{near}\"?")),
                None => problem.help(format!("it is one of: {list}")),
            }
        }
        BadValue::Repeated(word) => {
            problem(format!("\"{word}\" stands twice in attribute \"{name}\""))
        }
        BadValue::ZeroQuat => problem(format!("the quaternion in attribute \"{name}\" is zero")),
        BadValue::Other(message) => problem(message),
    }
}
