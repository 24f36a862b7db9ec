//! Which elements MJCF has, how often each may stand, which attributes it takes and what it may
//! contain: the table `mjcf.txt`, parsed once.

use std::sync::LazyLock;

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
    /// Names of its attributes.
    pub(crate) attrs: Vec<&'static str>,
    /// What it may contain.
    pub(crate) children: Vec<Rule>,
}

impl Rule {
    /// The rule for a child.
    pub(crate) fn child(&self, name: &str) -> Option<&Rule> {
        self.children.iter().find(|rule| rule.name == name)
    }
}

/// Attributes of `frame`, which otherwise is like a body.
pub(crate) const FRAME: [&str; 8] =
    ["name", "childclass", "pos", "quat", "axisangle", "xyaxes", "zaxis", "euler"];

/// Attributes of `replicate`, which otherwise is like a body.
pub(crate) const REPLICATE: [&str; 5] = ["count", "offset", "euler", "sep", "childclass"];

/// The whole grammar, from the root.
pub(crate) static MJCF: LazyLock<Rule> = LazyLock::new(|| {
    let mut open: Vec<Rule> = Vec::new();
    let close = |open: &mut Vec<Rule>, depth: usize| {
        while open.len() > depth.max(1) {
            let done = open.pop();
            if let (Some(rule), Some(parent)) = (done, open.last_mut()) {
                parent.children.push(rule);
            }
        }
    };
    for line in include_str!("mjcf.txt").lines().filter(|l| !l.starts_with('#')) {
        let text = line.trim_start();
        if let Some(more) = text.strip_prefix('|') {
            if let Some(rule) = open.last_mut() {
                rule.attrs.extend(more.split_ascii_whitespace());
            }
        } else if let Some((head, attrs)) = text.split_once(':') {
            close(&mut open, (line.len() - text.len()) / 2);
            let name = head.trim_end_matches(['?', '*', '+']);
            let count = match &head[name.len()..] {
                "?" => Count::Optional,
                "+" => Count::Recursive,
                _ => Count::Many,
            };
            let attrs = attrs.split_ascii_whitespace().collect();
            open.push(Rule { name, count, attrs, children: Vec::new() });
        }
    }
    close(&mut open, 1);
    open.pop().unwrap_or(Rule {
        name: "mujoco",
        count: Count::Optional,
        attrs: Vec::new(),
        children: Vec::new(),
    })
});

#[cfg(test)]
mod tests {
    use super::*;

    fn count(rule: &Rule) -> usize {
        1 + rule.attrs.len() + rule.children.iter().map(count).sum::<usize>()
    }

    #[test]
    fn the_table_holds_all_elements_and_attributes() {
        assert_eq!(MJCF.name, "mujoco");
        assert_eq!(count(&MJCF), 1975);
        let geom = MJCF.child("body").and_then(|b| b.child("geom")).unwrap();
        assert_eq!(geom.count, Count::Many);
        assert!(geom.attrs.contains(&"fluidcoef") && geom.child("plugin").is_some());
    }
}
