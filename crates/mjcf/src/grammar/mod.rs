//! Which elements MJCF has, how often each may stand, which attributes it takes and what it may
//! contain: the table `mjcf.txt`, parsed once.

mod listing;
mod sets;
mod table;

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, OnceLock};

use sets::{Attributes, Holds};

pub use listing::{ListingStyle, schema_listing};
pub use table::schema_table;

/// How often an element may stand in its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    /// At most once.
    Optional,
    /// Any number of times.
    Many,
    /// Any number of times, and inside itself.
    Recursive,
}

/// An element of the grammar.
#[derive(Debug)]
pub(crate) struct Rule {
    /// Name of the element.
    pub(crate) name: &'static str,
    /// How often it may stand.
    pub(crate) count: Count,
    /// What it may contain.
    pub(crate) children: Vec<Rule>,
    /// What the table says of its attributes.
    words: Vec<&'static str>,
    groups: Arc<Groups>,
    /// Names of its attributes and what they hold, found when first asked for: a file has few of the
    /// elements.
    attributes: OnceLock<(Vec<&'static str>, Vec<Holds>)>,
}

impl Rule {
    /// The rule for a child.
    pub(crate) fn child(&self, name: &str) -> Option<&Rule> {
        self.children.iter().find(|rule| rule.name == name)
    }

    /// Names of its attributes.
    pub(crate) fn attrs(&self) -> &[&'static str] {
        &self.attributes().0
    }

    /// What each of its attributes holds.
    pub(crate) fn holds(&self) -> &[Holds] {
        &self.attributes().1
    }

    fn attributes(&self) -> &(Vec<&'static str>, Vec<Holds>) {
        self.attributes.get_or_init(|| attributes(&self.words, &self.groups).into_iter().unzip())
    }

    fn new(
        name: &'static str,
        count: Count,
        words: Vec<&'static str>,
        groups: Arc<Groups>,
    ) -> Self {
        Self { name, count, children: Vec::new(), words, groups, attributes: OnceLock::new() }
    }
}

/// The attributes of `frame`, which otherwise is like a body.
pub(crate) static FRAME: LazyLock<Rule> = LazyLock::new(|| {
    let words = [
        "name",
        "childclass",
        "pos",
        "quat",
        "axisangle",
        "xyaxes",
        "zaxis",
        "euler",
        "@Frame",
        "@Orientation",
    ];
    Rule::new("frame", Count::Many, words.to_vec(), Arc::default())
});

/// The attributes of `replicate`, which otherwise is like a body.
pub(crate) static REPLICATE: LazyLock<Rule> = LazyLock::new(|| {
    let words = ["count=int", "offset=real(3)", "euler=real(3)", "sep", "childclass"];
    Rule::new("replicate", Count::Many, words.to_vec(), Arc::default())
});

/// Words that the table gives a name.
type Groups = HashMap<&'static str, Vec<&'static str>>;

/// The whole grammar, from the root.
pub(crate) static MJCF: LazyLock<Rule> = LazyLock::new(|| {
    let table = elements(include_str!("mjcf.txt"));
    let group = |line: &Line| Some((line.head.strip_prefix('@')?, line.words.clone()));
    let groups: Arc<Groups> = Arc::new(table.iter().filter_map(group).collect());
    let mut open: Vec<Rule> = Vec::new();
    for Line { depth, head, words } in table.into_iter().filter(|l| !l.head.starts_with('@')) {
        close(&mut open, depth);
        let name = head.trim_end_matches(['?', '*', '+']);
        let count = match &head[name.len()..] {
            "?" => Count::Optional,
            "+" => Count::Recursive,
            _ => Count::Many,
        };
        open.push(Rule::new(name, count, words, Arc::clone(&groups)));
    }
    close(&mut open, 1);
    open.pop().unwrap_or_else(|| Rule::new("mujoco", Count::Optional, Vec::new(), groups))
});

/// A line of the table, with those that continue it.
struct Line {
    depth: usize,
    /// Name of the element with how often it may stand, or of a group.
    head: &'static str,
    /// Words for attributes.
    words: Vec<&'static str>,
}

fn elements(table: &'static str) -> Vec<Line> {
    let mut found: Vec<Line> = Vec::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let text = line.trim_start();
        if let (Some(more), Some(last)) = (text.strip_prefix('|'), found.last_mut()) {
            last.words.extend(more.split_ascii_whitespace());
        } else if let Some((head, attrs)) = text.split_once(':') {
            let depth = (line.len() - text.len()) / 2;
            found.push(Line { depth, head, words: attrs.split_ascii_whitespace().collect() });
        }
    }
    found
}

/// Puts rules that are complete into those that contain them.
fn close(open: &mut Vec<Rule>, depth: usize) {
    while open.len() > depth.max(1) {
        let done = open.pop();
        if let (Some(rule), Some(parent)) = (done, open.last_mut()) {
            parent.children.push(rule);
        }
    }
}

/// The attributes that a line of the table names; `mjcf.txt` explains how.
fn attributes(words: &[&'static str], groups: &Groups) -> Attributes {
    let set = |name: &str| {
        let group = groups.get(name).map(|words| attributes(words, groups));
        let found = group.or_else(|| sets::attributes(name));
        debug_assert!(found.is_some(), "no type or group has the name {name}");
        found.unwrap_or_default()
    };
    let mut all = Attributes::new();
    let mut first = 0;
    for &word in words.iter().filter(|word| !word.starts_with('-')) {
        if let Some(name) = word.strip_prefix('@') {
            all.extend(set(name));
            continue;
        }
        let (name, holds) = match (word.split_once('@'), word.split_once('=')) {
            (Some((name, from)), _) => {
                let found = set(from).iter().find(|attr| attr.0 == name).map(|attr| attr.1);
                debug_assert!(found.is_some(), "{from} has no attribute {name}");
                (name, found)
            }
            (_, Some((name, holds))) => (name, Some(Holds::named(holds))),
            _ => (word, None),
        };
        all.push((name, holds.unwrap_or(Holds::Words("text"))));
        first += usize::from(all.len() == first + 1);
    }
    // what is listed in front of a type keeps its place, and holds what the type says
    let (listed, rest) = all.split_at(first);
    let mut listed = listed.to_vec();
    for attr in &mut listed {
        if let Some(of_type) = rest.iter().find(|other| other.0 == attr.0) {
            attr.1 = of_type.1;
        }
    }
    debug_assert!(
        words
            .iter()
            .filter_map(|word| word.strip_prefix('-'))
            .all(|n| rest.iter().any(|a| a.0 == n)),
        "something is left out that is not there: {words:?}"
    );
    let excluded = |name: &str| words.iter().any(|word| word.strip_prefix('-') == Some(name));
    let is_listed = |name: &str| listed.iter().any(|attr| attr.0 == name);
    let mut rest: Attributes =
        rest.iter().filter(|a| !excluded(a.0) && !is_listed(a.0)).copied().collect();
    rest.sort_by_key(|attr| attr.0);
    rest.dedup_by_key(|attr| attr.0);
    listed.extend(rest);
    listed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_takes_the_attributes_of_its_type_and_those_listed() {
        assert_eq!(MJCF.name, "mujoco");
        let geom = MJCF.child("body").and_then(|b| b.child("geom")).unwrap();
        assert_eq!(geom.count, Count::Many);
        assert_eq!(geom.attrs()[..4], ["name", "class", "type", "axisangle"]);
        assert!(geom.attrs().contains(&"fluidcoef") && geom.child("plugin").is_some());
        let default = MJCF.child("default").and_then(|d| d.child("geom")).unwrap();
        assert!(!default.attrs().contains(&"name") && default.attrs().contains(&"fluidcoef"));
    }

    #[test]
    fn listed_attributes_come_first_and_the_others_in_alphabetical_order() {
        let parse = |words: &[&'static str]| attributes(words, &Groups::new());
        let names = |words| parse(words).iter().map(|attr| attr.0).collect::<Vec<_>>();
        assert_eq!(names(&["z", "name", "@Text", "x=int", "-data"]), ["z", "name", "x"]);
        assert_eq!(names(&["b", "a"]), ["b", "a"]);
        let holds = |words| parse(words)[0].1.text();
        assert_eq!(holds(&["size", "@Geom"]), "real(3)");
        assert_eq!(holds(&["group@Joint"]), "int");
        assert_eq!(holds(&["x=real(5)"]), "real(5)");
        assert_eq!(holds(&["x"]), "text");
    }
}
