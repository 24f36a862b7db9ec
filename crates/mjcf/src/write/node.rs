//! Elements of the document to write, and their text.

use std::fmt::Write;

/// An element: name, attributes and what is in it.
#[derive(Clone, Debug)]
pub(super) struct Node {
    name: &'static str,
    attrs: Vec<(&'static str, String)>,
    children: Vec<Node>,
}

impl Node {
    pub(super) fn new(name: &'static str) -> Self {
        Self { name, attrs: Vec::new(), children: Vec::new() }
    }

    /// The element with these attributes added.
    pub(super) fn with(mut self, attrs: Vec<(&'static str, String)>) -> Self {
        self.attrs.extend(attrs);
        self
    }

    /// Adds an attribute.
    pub(super) fn set(&mut self, name: &'static str, value: impl Into<String>) {
        self.attrs.push((name, value.into()));
    }

    /// Adds the class, after the name if there is one.
    pub(super) fn set_class(&mut self, name: &'static str, class: &str) {
        let at = usize::from(self.attrs.first().is_some_and(|(first, _)| *first == "name"));
        self.attrs.insert(at, (name, class.to_owned()));
    }

    /// Puts an attribute behind name and class.
    pub(super) fn set_first(&mut self, name: &'static str, value: &str) {
        self.attrs.retain(|(other, _)| *other != name);
        let first = |(name, _): &&(&str, String)| matches!(*name, "name" | "class");
        let at = self.attrs.iter().take_while(first).count();
        self.attrs.insert(at, (name, value.to_owned()));
    }

    /// Adds an element inside.
    pub(super) fn push(&mut self, child: Self) {
        self.children.push(child);
    }

    /// Adds an element inside unless it says nothing.
    pub(super) fn push_unless_empty(&mut self, child: Self) {
        if !child.is_empty() {
            self.children.push(child);
        }
    }

    /// Whether the element says nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.attrs.is_empty() && self.children.is_empty()
    }

    /// The document with this root and a comment at its top.
    pub(super) fn document(&self, comment: &str) -> String {
        let mut out = String::new();
        self.write(&mut out, 0, comment);
        out
    }

    fn write(&self, out: &mut String, depth: usize, comment: &str) {
        indent(out, depth);
        out.push('<');
        out.push_str(self.name);
        for (name, value) in &self.attrs {
            let _ = write!(out, " {name}=\"");
            escape(out, value);
            out.push('"');
        }
        if self.children.is_empty() && comment.is_empty() {
            out.push_str("/>\n");
            return;
        }
        out.push_str(">\n");
        if !comment.is_empty() {
            indent(out, depth + 1);
            // the end of a comment cannot stand inside one
            let _ = writeln!(out, "<!--{}-->", comment.replace("-->", "-- >"));
        }
        for (i, child) in self.children.iter().enumerate() {
            // sections stand apart
            if depth == 0 && (i > 0 || !comment.is_empty()) {
                out.push('\n');
            }
            child.write(out, depth + 1, "");
        }
        indent(out, depth);
        let _ = writeln!(out, "</{}>", self.name);
    }
}

fn indent(out: &mut String, depth: usize) {
    // deeper levels, which no reader accepts, would be nothing but space
    out.extend(std::iter::repeat_n("  ", depth.min(super::DEEP)));
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
