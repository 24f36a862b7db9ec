//! Elements of the document to write, and their text.

use std::fmt::Write;

/// An element with all that is in it: a list in which each element comes before those inside it, so
/// that any depth is written and dropped without recursion.
#[derive(Clone, Debug)]
pub(super) struct Node {
    first: Line,
    inside: Vec<Line>,
}

/// One element: how many are around it, name and attributes.
#[derive(Clone, Debug)]
struct Line {
    depth: usize,
    name: &'static str,
    attrs: Vec<(&'static str, String)>,
}

impl Node {
    pub(super) fn new(name: &'static str) -> Self {
        Self { first: Line { depth: 0, name, attrs: Vec::new() }, inside: Vec::new() }
    }

    /// The element with these attributes added.
    pub(super) fn with(mut self, attrs: Vec<(&'static str, String)>) -> Self {
        self.first.attrs.extend(attrs);
        self
    }

    /// Adds an attribute.
    pub(super) fn set(&mut self, name: &'static str, value: impl Into<String>) {
        self.first.attrs.push((name, value.into()));
    }

    /// Adds the class, after the name if there is one.
    pub(super) fn set_class(&mut self, name: &'static str, class: &str) {
        let attrs = &mut self.first.attrs;
        let at = usize::from(attrs.first().is_some_and(|(first, _)| *first == "name"));
        attrs.insert(at, (name, class.to_owned()));
    }

    /// Puts an attribute behind name and class.
    pub(super) fn set_first(&mut self, name: &'static str, value: &str) {
        let attrs = &mut self.first.attrs;
        attrs.retain(|(other, _)| *other != name);
        let first = |(name, _): &&(&str, String)| matches!(*name, "name" | "class");
        let at = attrs.iter().take_while(first).count();
        attrs.insert(at, (name, value.to_owned()));
    }

    /// Adds an element inside.
    pub(super) fn push(&mut self, child: Self) {
        self.push_at(1, child);
    }

    /// Adds an element that is so many levels deep: inside the last one of the level before.
    pub(super) fn push_at(&mut self, depth: usize, child: Self) {
        let lines = std::iter::once(child.first).chain(child.inside);
        self.inside.extend(lines.map(|line| Line { depth: line.depth + depth, ..line }));
    }

    /// Adds an element inside unless it says nothing.
    pub(super) fn push_unless_empty(&mut self, child: Self) {
        if !child.is_empty() {
            self.push(child);
        }
    }

    /// Whether the element says nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.first.attrs.is_empty() && self.inside.is_empty()
    }

    /// The document with this root and a comment at its top.
    pub(super) fn document(&self, comment: &str) -> String {
        let mut out = String::new();
        let mut open: Vec<&str> = Vec::new();
        let mut lines = std::iter::once(&self.first).chain(&self.inside).peekable();
        let mut apart = !comment.is_empty();
        while let Some(line) = lines.next() {
            close(&mut out, &mut open, line.depth);
            // sections stand apart
            if line.depth == 1 && std::mem::replace(&mut apart, true) {
                out.push('\n');
            }
            line.begin(&mut out);
            let comment = if line.depth == 0 { comment } else { "" };
            if comment.is_empty() && lines.peek().is_none_or(|next| next.depth <= line.depth) {
                out.push_str("/>\n");
                continue;
            }
            out.push_str(">\n");
            open.push(line.name);
            if !comment.is_empty() {
                indent(&mut out, 1);
                // the end of a comment cannot stand inside one
                let _ = writeln!(out, "<!--{}-->", comment.replace("-->", "-- >"));
            }
        }
        close(&mut out, &mut open, 0);
        out
    }
}

impl Line {
    /// Writes name and attributes.
    fn begin(&self, out: &mut String) {
        indent(out, self.depth);
        out.push('<');
        out.push_str(self.name);
        for (name, value) in &self.attrs {
            let _ = write!(out, " {name}=\"");
            escape(out, value);
            out.push('"');
        }
    }
}

/// Writes the ends of elements that are open, until so many are left.
fn close(out: &mut String, open: &mut Vec<&str>, left: usize) {
    while open.len() > left
        && let Some(name) = open.pop()
    {
        indent(out, open.len());
        let _ = writeln!(out, "</{name}>");
    }
}

/// Levels of indentation at most.
const DEEP: usize = 500;

fn indent(out: &mut String, depth: usize) {
    // deeper levels, which no reader accepts, would be nothing but space
    out.extend(std::iter::repeat_n("  ", depth.min(DEEP)));
}

/// Appends text so that it reads back as it is inside an attribute.
fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            // no reference can name it
            '\0' => {}
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_escaped_and_children_indented() {
        let mut root = Node::new("a");
        root.set("x", "1 < 2 & \"3\"\r\n");
        let mut section = Node::new("b");
        section.push(Node::new("c"));
        section.push_unless_empty(Node::new("d"));
        root.push(section);
        let text = root.document(" top --> ");
        let expected = "<a x=\"1 &lt; 2 &amp; &quot;3&quot;&#13;&#10;\">\n  <!-- top -- > -->\n\n  \
                        <b>\n    <c/>\n  </b>\n</a>\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn the_class_stands_after_the_name() {
        let mut node = Node::new("geom").with(vec![("name", "g".into()), ("size", "1".into())]);
        node.set_class("class", "c");
        assert_eq!(node.document(""), "<geom name=\"g\" class=\"c\" size=\"1\"/>\n");
    }
}
