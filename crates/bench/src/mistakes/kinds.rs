//! Kinds of mistakes that authors make, and where a file has room for them.

use ferrodyn_mjcf::xml::{Limits, NodeId, Span, Tree};

use crate::rng::Rng;

pub(crate) const KINDS: [&str; 8] = [
    "unknown attribute",
    "unknown element",
    "bad number",
    "missing attribute",
    "unknown reference",
    "duplicate name",
    "impossible value",
    "missing file",
];

/// Attributes that hold numbers.
const NUMBERS: [&str; 24] = [
    "pos",
    "size",
    "quat",
    "euler",
    "axis",
    "range",
    "mass",
    "damping",
    "stiffness",
    "armature",
    "rgba",
    "gear",
    "ctrlrange",
    "forcerange",
    "kp",
    "friction",
    "fromto",
    "solref",
    "solimp",
    "timestep",
    "gravity",
    "diaginertia",
    "coef",
    "width",
];

/// Attributes that name another element.
const REFERENCES: [&str; 24] = [
    "joint",
    "site",
    "body",
    "geom",
    "tendon",
    "material",
    "mesh",
    "texture",
    "class",
    "childclass",
    "body1",
    "body2",
    "geom1",
    "geom2",
    "joint1",
    "joint2",
    "site1",
    "site2",
    "actuator",
    "objname",
    "target",
    "hfield",
    "sidesite",
    "refsite",
];

/// Attributes that must be there, by element around and element.
const REQUIRED: [(&str, &str, &[&str]); 20] = [
    ("body", "inertial", &["pos", "mass"]),
    ("spatial", "site", &["site"]),
    ("spatial", "geom", &["geom"]),
    ("spatial", "pulley", &["divisor"]),
    ("fixed", "joint", &["joint", "coef"]),
    ("equality", "joint", &["joint1"]),
    ("equality", "tendon", &["tendon1"]),
    ("equality", "connect", &["anchor"]),
    ("contact", "exclude", &["body1", "body2"]),
    ("sensor", "gyro", &["site"]),
    ("sensor", "accelerometer", &["site"]),
    ("sensor", "touch", &["site"]),
    ("sensor", "jointpos", &["joint"]),
    ("sensor", "jointvel", &["joint"]),
    ("sensor", "framepos", &["objtype", "objname"]),
    ("sensor", "framequat", &["objtype", "objname"]),
    ("asset", "hfield", &["size"]),
    ("custom", "numeric", &["name"]),
    ("actuator", "motor", &["joint"]),
    ("actuator", "position", &["joint"]),
];

/// A change of a text that makes it wrong.
pub(crate) struct Mistake {
    pub(crate) kind: &'static str,
    pub(crate) start: usize,
    end: usize,
    with: String,
    /// The end of the element whose name it changes, or where it begins.
    unknown_to: usize,
}

impl Mistake {
    pub(crate) fn apply(&self, text: &str) -> String {
        format!("{}{}{}", &text[..self.start], self.with, &text[self.end..])
    }

    /// The line it is in.
    pub(crate) fn line(&self, text: &str) -> u32 {
        text[..self.start].matches('\n').count() as u32 + 1
    }

    /// Whether another one is in the element whose name this one changes.
    pub(crate) fn hides(&self, other: &Self) -> bool {
        (self.start + 1..self.unknown_to).contains(&other.start)
    }

    /// Whether two mistakes change the same part of the text.
    pub(crate) fn touches(&self, other: &Self) -> bool {
        self.start <= other.end && other.start <= self.end
    }
}

/// Elements of a file.
pub(crate) struct Places {
    tree: Tree,
    nodes: Vec<NodeId>,
}

impl Places {
    pub(crate) fn of(path: &str, text: &str) -> Self {
        let tree = Tree::parse(path, text.as_bytes().to_vec(), &Limits::default());
        let tree = tree.expect("the file loads");
        let mut nodes = Vec::new();
        let mut open = vec![tree.root()];
        while let Some(node) = open.pop() {
            nodes.push(node);
            open.extend(tree.children(node));
        }
        Self { tree, nodes }
    }

    /// A mistake of a kind, if there is room for one.
    pub(crate) fn make(&self, kind: &'static str, text: &str, rng: &mut Rng) -> Option<Mistake> {
        let (span, with) = match kind {
            "unknown attribute" => self.unknown_attribute(rng),
            "unknown element" => self.unknown_element(text, rng),
            "bad number" => self.bad_number(text, rng),
            "missing attribute" => self.missing_attribute(rng),
            "unknown reference" => self.unknown_reference(text, rng),
            "duplicate name" => self.duplicate_name(text, rng),
            "impossible value" => self.impossible_value(text, rng),
            _ => self.missing_file(rng),
        }?;
        let (start, end) = (span.start as usize, span.end as usize);
        // elements that get another name have no content
        let unknown_to = match kind {
            "unknown element" => text[start..].find("/>").map_or(start, |length| start + length),
            _ => start,
        };
        Some(Mistake { kind, start, end, with, unknown_to })
    }

    /// Attributes that a condition holds for.
    fn attrs(&self, wanted: impl Fn(NodeId, &str) -> bool) -> Vec<(Span, Span)> {
        let all = self.nodes.iter().flat_map(|&node| {
            self.tree
                .attrs(node)
                .map(move |attr| (node, attr.name, attr.name_span, attr.value_span))
        });
        all.filter(|(node, name, ..)| wanted(*node, name)).map(|(.., n, v)| (n, v)).collect()
    }

    fn unknown_attribute(&self, rng: &mut Rng) -> Option<(Span, String)> {
        if rng.below(2) == 0 {
            // one that is nowhere known
            let node = *rng.choose(&self.nodes)?;
            let after = self.tree.span(node).start + 1 + self.tree.name(node).len() as u32;
            let at = Span { start: after, end: after, ..self.tree.span(node) };
            return Some((at, " wobble=\"1\"".to_owned()));
        }
        let attrs = self.attrs(|_, _| true);
        let (name, _) = *rng.choose(&attrs)?;
        // a letter twice
        let at = Span { start: name.end, ..name };
        Some((at, "x".to_owned()))
    }

    fn unknown_element(&self, text: &str, rng: &mut Rng) -> Option<(Span, String)> {
        // elements without content: the name of others stands twice
        let span = self.tree.span(*rng.choose(&self.nodes)?);
        if !text[..span.end as usize].ends_with("/>") {
            return None;
        }
        let known = rng.below(2) == 0;
        let at = span.start + if known { 2 } else { 1 };
        let with = if known { "z" } else { "wobble_" };
        Some((Span { start: at, end: at, ..span }, with.to_owned()))
    }

    fn bad_number(&self, text: &str, rng: &mut Rng) -> Option<(Span, String)> {
        let attrs = self.attrs(|_, name| NUMBERS.contains(&name));
        let (_, value) = *rng.choose(&attrs)?;
        let old = &text[value.start as usize..value.end as usize];
        let with = if rng.below(2) == 0 { old.replacen(' ', ", ", 1) } else { format!("{old} o") };
        Some((value, if with == old { "one".to_owned() } else { with }))
    }

    fn missing_attribute(&self, rng: &mut Rng) -> Option<(Span, String)> {
        let attrs = self.attrs(|node, name| {
            let around = self.tree.parent(node).map_or("", |parent| self.tree.name(parent));
            let own = self.tree.name(node);
            REQUIRED.iter().any(|(a, e, names)| *a == around && *e == own && names.contains(&name))
        });
        let (name, value) = *rng.choose(&attrs)?;
        // with the closing quote
        Some((Span { end: value.end + 1, ..name }, String::new()))
    }

    fn unknown_reference(&self, text: &str, rng: &mut Rng) -> Option<(Span, String)> {
        let in_defaults = |node: NodeId| {
            std::iter::successors(Some(node), |&n| self.tree.parent(n))
                .any(|n| self.tree.name(n) == "default")
        };
        let attrs = self.attrs(|node, name| REFERENCES.contains(&name) && !in_defaults(node));
        let (_, value) = *rng.choose(&attrs)?;
        let old = &text[value.start as usize..value.end as usize];
        Some((value, format!("{old}_gone")))
    }

    fn duplicate_name(&self, text: &str, rng: &mut Rng) -> Option<(Span, String)> {
        let twice: Vec<&NodeId> = self
            .nodes
            .iter()
            .filter(|&&node| {
                let copied = ["geom", "site", "camera", "light", "material", "texture"];
                copied.contains(&self.tree.name(node)) && self.tree.attr(node, "name").is_some()
            })
            .collect();
        let span = self.tree.span(**rng.choose(&twice)?);
        let whole = &text[span.start as usize..span.end as usize];
        let one_line = whole.ends_with("/>") && !whole.contains('\n');
        let at = Span { start: span.end, ..span };
        one_line.then(|| (at, whole.to_owned()))
    }

    fn impossible_value(&self, text: &str, rng: &mut Rng) -> Option<(Span, String)> {
        let wanted = [
            ("geom", "size"),
            ("site", "size"),
            ("inertial", "mass"),
            ("inertial", "diaginertia"),
            ("joint", "axis"),
            ("geom", "mass"),
            ("geom", "density"),
            ("joint", "range"),
            ("motor", "ctrlrange"),
            ("position", "forcerange"),
        ];
        let attrs = self.attrs(|node, name| wanted.contains(&(self.tree.name(node), name)));
        let (name, value) = *rng.choose(&attrs)?;
        let old = &text[value.start as usize..value.end as usize];
        let with = match &text[name.start as usize..name.end as usize] {
            "axis" => "0 0 0".to_owned(),
            "diaginertia" => "1 1 9".to_owned(),
            "range" | "ctrlrange" | "forcerange" => "3 -3\" limited=\"true".to_owned(),
            _ => format!("-{}", old.trim_start().trim_start_matches('-')),
        };
        let with = match &text[name.start as usize..name.end as usize] {
            "ctrlrange" => with.replace("limited", "ctrllimited"),
            "forcerange" => with.replace("limited", "forcelimited"),
            _ => with,
        };
        Some((value, with))
    }

    fn missing_file(&self, rng: &mut Rng) -> Option<(Span, String)> {
        let assets = ["mesh", "texture", "hfield", "skin"];
        let attrs =
            self.attrs(|node, name| name == "file" && assets.contains(&self.tree.name(node)));
        let (_, value) = *rng.choose(&attrs)?;
        // before the name, which elements refer to by the file's name
        Some((Span { end: value.start, ..value }, "gone/".to_owned()))
    }
}
