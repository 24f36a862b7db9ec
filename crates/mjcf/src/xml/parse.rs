//! Parses text into a tree; accepts and refuses the same texts as tinyxml2.
//!
//! What differs from the XML standard: any `&` and `<` in attribute values, `--` in comments,
//! undeclared prefixes, several roots (the first counts), text outside the root if markup follows
//! it, no space between attributes, attributes in end tags, `</a/>` as an element, declarations
//! that say anything. An end tag at the top level ends the document in silence, and so does a
//! zero byte. Refused: repeated attributes, declarations after anything else, trailing text. After
//! most of these parsing goes on, so that what else is wrong can be told as well.

use std::collections::{HashMap, HashSet};

use super::escape;
use super::limits::Limits;
use super::tree::{Content, Node, NodeId, Raw, RawAttr, Source, Span, Tree};
use crate::error::{FaultScope, LoadError, Problem, ProblemKind, Problems};

/// Open elements inside each other at which tinyxml2 gives up.
const DEEPEST: usize = 499;

/// From this number on, attribute names are compared through a set.
const MANY_ATTRS: usize = 16;

impl Tree {
    /// Parses one file; includes stay as elements. `name` is the path shown in messages.
    pub fn parse(name: &str, bytes: Vec<u8>, limits: &Limits) -> Result<Self, LoadError> {
        let mut problems = Problems::new();
        let tree = Self::parse_what_can_be(name, bytes, limits, false, &mut problems)?;
        problems.into_result(tree)
    }

    /// Parses one file and goes on after mistakes where it can. Messages show nothing of a file
    /// that is `withheld`.
    ///
    /// # Errors
    /// If there is nothing to go on with.
    pub(crate) fn parse_what_can_be(
        name: &str,
        bytes: Vec<u8>,
        limits: &Limits,
        withheld: bool,
        problems: &mut Problems,
    ) -> Result<Self, LoadError> {
        let mut tree = Self {
            sources: Vec::new(),
            nodes: Vec::new(),
            attrs: Vec::new(),
            resolved: Vec::new(),
            root: NodeId(0),
            comment: None,
            meant: HashMap::new(),
            unclosed: Vec::new(),
            broken: Vec::new(),
        };
        let mut source = Source::new(name, crate::path::directory(name), escape::into_text(bytes));
        source.withheld = withheld;
        let (root, comment) = tree.parse_source(source, limits, problems)?;
        tree.root = root;
        tree.comment = comment;
        Ok(tree)
    }

    /// Parses a file into this tree and returns its root, which is linked to nothing, and the
    /// comment its root begins with.
    pub(super) fn parse_source(
        &mut self,
        mut source: Source,
        limits: &Limits,
        problems: &mut Problems,
    ) -> Result<(NodeId, Option<(u32, u32)>), LoadError> {
        if let Some(end) = memchr::memchr(0, source.text.as_bytes()) {
            source.text.truncate(end);
        }
        let total: usize = self.sources.iter().map(|s| s.text.len()).sum();
        let file = self.sources.len() as u32;
        let text = std::mem::take(&mut source.text);
        self.sources.push(source);

        let fits = total + text.len() <= limits.bytes.min(u32::MAX as usize);
        let parsed = if fits {
            let mut parser = Parser {
                text: &text,
                bytes: text.as_bytes(),
                at: 0,
                file,
                tree: self,
                limits,
                open: Vec::new(),
                root: None,
                comment: None,
                only_declarations: true,
                failures: Vec::new(),
                broken_tag: false,
            };
            parser.run().map(|()| (parser.root, parser.comment, parser.failures))
        } else {
            let message = format!(
                "the files are larger than {} bytes together: raise the limit bytes",
                limits.bytes
            );
            Err(limit((0, 0), message))
        };

        // a message shows the text, so it goes back before anything is reported
        if fits {
            self.sources[file as usize].text = text;
        }
        match parsed {
            Ok((Some(root), comment, failures)) => {
                for failure in failures {
                    problems.push(self.report(file, failure));
                }
                Ok((root, comment))
            }
            Ok((None, _, failures)) => {
                if let Some(failure) = failures.into_iter().next() {
                    return Err(self.report(file, failure).into());
                }
                let span = Span { file, start: 0, end: 0 };
                let message = "there is no root element".to_owned();
                Err(self.problem_at(ProblemKind::Xml, span, message))
            }
            Err(failure) => Err(self.report(file, failure).into()),
        }
    }

    fn report(&self, file: u32, failure: Failure) -> Problem {
        let (start, end) = failure.at;
        let mut message = failure.message;
        if let Some(opened) = failure.element {
            let place = self.place(self.span(opened));
            let (line, column) = (place.line, place.column);
            message = format!("{message} <{}> opened at {line}:{column}", self.name(opened));
        }
        let location = self.location(Span { file, start: start as u32, end: end as u32 });
        Problem::new(failure.kind, message).at(location).reaching(failure.reach)
    }
}

/// A mistake in the XML, with the bytes in question.
struct Failure {
    kind: ProblemKind,
    reach: FaultScope,
    at: (usize, usize),
    /// An element to name at the end of the message.
    element: Option<NodeId>,
    message: String,
}

/// An element whose end tag has not come yet.
struct Open {
    node: NodeId,
    last_child: Option<NodeId>,
}

/// The kind of a tag that was read.
#[derive(PartialEq, Eq)]
enum Closing {
    /// `<a>`
    Opens,
    /// `<a/>`
    Sealed,
    /// `</a>`
    Closes,
}

struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    file: u32,
    tree: &'a mut Tree,
    limits: &'a Limits,
    open: Vec<Open>,
    root: Option<NodeId>,
    comment: Option<(u32, u32)>,
    only_declarations: bool,
    /// Mistakes after which parsing went on.
    failures: Vec<Failure>,
    /// A part of the tag under way was passed over.
    broken_tag: bool,
}

impl<'a> Parser<'a> {
    /// Parses up to the end, or up to a mistake after which nothing is certain: what is open then
    /// ends there.
    fn run(&mut self) -> Result<(), Failure> {
        match self.document() {
            Err(failure) if failure.kind == ProblemKind::Xml => {
                let open = self.open.iter().map(|open| open.node);
                self.tree.unclosed.extend(open);
                self.failures.push(failure);
                Ok(())
            }
            done => done,
        }
    }

    fn document(&mut self) -> Result<(), Failure> {
        self.skip_space();
        if self.bytes[self.at..].starts_with(b"\xEF\xBB\xBF") {
            self.at += 3;
        }
        if self.at == self.bytes.len() {
            return Err(fail((0, 0), "the file is empty"));
        }

        loop {
            let content = self.at;
            self.skip_space();
            let start = self.at;
            let rest = &self.bytes[start..];
            let Some(&first) = rest.first() else { break };
            if first != b'<' {
                self.text_node(content, start)?;
            } else if rest.starts_with(b"<?") {
                self.declaration(start)?;
            } else if rest.starts_with(b"<!--") {
                let end = self.until(start, 4, b"-->", "this comment is never closed")?;
                self.note_comment(start + 4, end);
            } else if rest.starts_with(b"<![CDATA[") {
                let end = self.until(start, 9, b"]]>", "this CDATA section is never closed")?;
                self.note_cdata(start + 9, end);
            } else if rest.starts_with(b"<!") {
                self.until(start, 2, b">", "this `<!` is never closed")?;
                self.note_content(Content::More);
            } else if self.tag(start)? {
                // an end tag at the top level: the rest is not looked at
                return Ok(());
            }
        }

        match self.open.last() {
            None => Ok(()),
            Some(open) => {
                let Span { start, end, .. } = self.tree.span(open.node);
                let name = self.name_of(open.node);
                let message = format!("<{name}> is never closed");
                Err(fail((start as usize, end as usize), message))
            }
        }
    }

    /// Reads a start or end tag. Returns whether it was an end tag with nothing open.
    fn tag(&mut self, start: usize) -> Result<bool, Failure> {
        self.at += 1;
        self.skip_space();
        let mut closing = Closing::Opens;
        if self.peek() == Some(b'/') {
            closing = Closing::Closes;
            self.at += 1;
        }
        let Some(name) = self.name() else {
            return Err(fail((start, self.at + 1), "an element name is expected after `<`"));
        };

        let first_attr = self.tree.attrs.len();
        self.broken_tag = false;
        if self.attributes(start, name, first_attr)? {
            closing = Closing::Sealed;
        }
        if closing == Closing::Closes {
            self.tree.attrs.truncate(first_attr);
            return self.close(start, name);
        }

        let node = self.add_node(start, name, first_attr)?;
        if self.broken_tag {
            self.tree.broken.push(node);
        }
        if closing == Closing::Opens {
            if self.open.len() + 1 >= DEEPEST {
                let message = format!(
                    "more than {} elements inside each other, the most that MuJoCo reads (the limit \
                     depth)",
                    DEEPEST - 1
                );
                return Err(limit((start, self.at), message));
            }
            self.open.push(Open { node, last_child: None });
        }
        Ok(false)
    }

    /// Reads attributes up to the end of the tag. Returns whether the tag ends with `/>`.
    fn attributes(
        &mut self,
        start: usize,
        element: (usize, usize),
        first_attr: usize,
    ) -> Result<bool, Failure> {
        let whole: &'a str = self.text;
        let mut seen: Option<HashSet<&'a str>> = None;
        loop {
            self.skip_space();
            match self.peek() {
                None => return Err(fail((start, self.at), "this tag is never closed")),
                Some(b'>') => {
                    self.at += 1;
                    return Ok(false);
                }
                Some(b'/') if self.bytes.get(self.at + 1) == Some(&b'>') => {
                    self.at += 2;
                    return Ok(true);
                }
                Some(_) => {}
            }
            let Some(name) = self.name() else {
                let found = self.text[self.at..].chars().next().unwrap_or(' ');
                let at = (self.at, self.at + found.len_utf8());
                let element = &self.text[element.0..element.1];
                let message = format!("{found:?} is not expected in the tag of <{element}>");
                self.go_on_after(fail(at, message))?;
                return Ok(self.skip_tag());
            };
            let value = match self.value(name) {
                Ok(value) => value,
                Err(failure) => {
                    self.go_on_after(failure)?;
                    return Ok(self.skip_tag());
                }
            };

            // the same name twice is refused
            let text = &whole[name.0..name.1];
            let earlier = &self.tree.attrs[first_attr..];
            let mut names = earlier.iter().map(|attr| {
                let (start, end) = attr.name;
                &whole[start as usize..end as usize]
            });
            let repeated = if earlier.len() < MANY_ATTRS {
                names.any(|earlier| earlier == text)
            } else {
                !seen.get_or_insert_with(|| names.collect()).insert(text)
            };
            if repeated {
                // the first one counts
                let failure = fail(name, format!("attribute \"{text}\" is repeated"));
                self.go_on_after(Failure { reach: FaultScope::Nothing, ..failure })?;
                continue;
            }
            self.check_nodes(name)?;
            let name = (name.0 as u32, name.1 as u32);
            self.tree.attrs.push(RawAttr { name, value });
        }
    }

    /// Reads `= "value"` after the attribute `name`.
    fn value(&mut self, name: (usize, usize)) -> Result<Raw, Failure> {
        self.skip_space();
        if self.peek() != Some(b'=') {
            let message = format!("attribute \"{}\" has no value", &self.text[name.0..name.1]);
            return Err(fail(name, message));
        }
        self.at += 1;
        self.skip_space();
        let Some(quote @ (b'"' | b'\'')) = self.peek() else {
            let name = &self.text[name.0..name.1];
            let message = format!("the value of attribute \"{name}\" is not in quotes");
            return Err(fail((self.at, self.at + 1), message));
        };
        let start = self.at + 1;
        let Some(length) = memchr::memchr(quote, &self.bytes[start..]) else {
            let message = format!(
                "the value of attribute \"{}\" is never closed",
                &self.text[name.0..name.1]
            );
            return Err(fail((self.at, self.at + 1), message));
        };
        self.at = start + length + 1;
        Ok(self.raw(start, start + length))
    }

    fn close(&mut self, start: usize, name: (usize, usize)) -> Result<bool, Failure> {
        let Some(open) = self.open.last() else { return Ok(true) };
        let closes = &self.text[name.0..name.1];
        if closes == self.name_of(open.node) {
            self.open.pop();
            return Ok(false);
        }
        // the tag of an element further out, or a misspelt one
        let outer = self.open.iter().rposition(|open| self.name_of(open.node) == closes);
        self.go_on_after(Failure {
            kind: ProblemKind::Xml,
            reach: if outer.is_some() { FaultScope::Document } else { FaultScope::Nothing },
            at: (start, self.at),
            element: Some(open.node),
            message: format!("</{closes}> does not close"),
        })?;
        let keep = outer.unwrap_or(self.open.len() - 1);
        let unclosed = self.open.drain(keep..).skip(1).map(|open| open.node);
        self.tree.unclosed.extend(unclosed);
        Ok(false)
    }

    /// Keeps a mistake after which parsing goes on, unless there are too many.
    fn go_on_after(&mut self, failure: Failure) -> Result<(), Failure> {
        if failure.kind != ProblemKind::Xml || self.failures.len() >= Problems::KEPT {
            return Err(failure);
        }
        self.failures.push(failure);
        Ok(())
    }

    /// Passes over the rest of a tag. Returns whether it ends with `/>`.
    fn skip_tag(&mut self) -> bool {
        self.broken_tag = true;
        let rest = &self.bytes[self.at..];
        let end = memchr::memchr2(b'<', b'>', rest).unwrap_or(rest.len());
        let closed = end > 0 && rest[end - 1] == b'/';
        // a tag that is not closed ends where the next one begins
        self.at += end + usize::from(rest.get(end) == Some(&b'>'));
        closed
    }

    fn add_node(
        &mut self,
        start: usize,
        name: (usize, usize),
        first_attr: usize,
    ) -> Result<NodeId, Failure> {
        self.check_nodes((start, self.at))?;
        self.note_content(Content::More);
        let node = NodeId(self.tree.nodes.len() as u32);
        self.tree.nodes.push(Node {
            span: Span { file: self.file, start: start as u32, end: self.at as u32 },
            name: (name.0 as u32, name.1 as u32),
            attrs: (first_attr as u32, self.tree.attrs.len() as u32),
            parent: self.open.last().map(|open| open.node),
            first_child: None,
            next_sibling: None,
            text: None,
            content: Content::Nothing,
        });

        // link it behind the latest sibling
        if let Some(open) = self.open.last_mut() {
            match open.last_child.replace(node) {
                Some(sibling) => self.tree.nodes[sibling.0 as usize].next_sibling = Some(node),
                None => self.tree.nodes[open.node.0 as usize].first_child = Some(node),
            }
        } else if self.root.is_none() {
            self.root = Some(node);
        }
        Ok(node)
    }

    /// Text from `start`; it must be followed by markup. `mark` is its first visible character.
    fn text_node(&mut self, start: usize, mark: usize) -> Result<(), Failure> {
        let length = memchr::memchr(b'<', &self.bytes[start..]);
        let end = length.map(|length| start + length).filter(|end| end + 1 < self.bytes.len());
        let Some(end) = end else {
            let line_end = memchr::memchr(b'\n', &self.bytes[mark..]);
            let end = line_end.map_or(self.bytes.len(), |length| mark + length);
            let message = match self.open.last() {
                Some(open) => format!("<{}> is never closed", self.name_of(open.node)),
                None => "this text is outside of any element".to_owned(),
            };
            return Err(fail((mark, end), message));
        };
        self.at = end;
        let raw = Raw { start: start as u32, end: end as u32, resolved: None };
        self.note_text(raw);
        Ok(())
    }

    fn declaration(&mut self, start: usize) -> Result<(), Failure> {
        self.until(start, 2, b"?>", "this declaration is never closed")?;
        if self.only_declarations {
            return Ok(());
        }
        let message = "a declaration is allowed only before everything else";
        Err(fail((start, self.at), message))
    }

    /// Moves past `end` and returns where it began; what begins at `start` has a `lead` of
    /// so many bytes.
    fn until(
        &mut self,
        start: usize,
        lead: usize,
        end: &[u8],
        otherwise: &str,
    ) -> Result<usize, Failure> {
        let content = start + lead;
        match memchr::memmem::find(&self.bytes[content..], end) {
            Some(length) => {
                self.at = content + length + end.len();
                Ok(content + length)
            }
            None => Err(fail((start, content), otherwise)),
        }
    }

    fn note_comment(&mut self, start: usize, end: usize) {
        if let [open] = &self.open[..]
            && Some(open.node) == self.root
            && !self.tree.has_content(open.node)
        {
            self.comment = Some((start as u32, end as u32));
        }
        self.note_content(Content::Comments);
    }

    fn note_cdata(&mut self, start: usize, end: usize) {
        // entities are left alone in CDATA
        let text = escape::normalize_newlines(&self.text[start..end]).into_owned();
        let resolved = Some(self.tree.resolved.len() as u32);
        self.tree.resolved.push(text.into_boxed_str());
        self.note_text(Raw { start: start as u32, end: end as u32, resolved });
    }

    fn note_text(&mut self, raw: Raw) {
        if let Some(open) = self.open.last() {
            let node = &mut self.tree.nodes[open.node.0 as usize];
            if node.content < Content::More {
                node.text = Some(raw);
            }
        }
        self.note_content(Content::More);
    }

    /// Notes that the innermost open element has content of this kind.
    fn note_content(&mut self, content: Content) {
        self.only_declarations = false;
        if let Some(open) = self.open.last() {
            let node = &mut self.tree.nodes[open.node.0 as usize];
            node.content = node.content.max(content);
        }
    }

    fn raw(&mut self, start: usize, end: usize) -> Raw {
        let written = &self.text[start..end];
        let resolved = (!escape::is_plain(written)).then(|| {
            self.tree.resolved.push(escape::unescape(written).into());
            self.tree.resolved.len() as u32 - 1
        });
        Raw { start: start as u32, end: end as u32, resolved }
    }

    /// Reads a name, if one begins here.
    fn name(&mut self) -> Option<(usize, usize)> {
        let start = self.at;
        if !self.peek().is_some_and(starts_name) {
            return None;
        }
        let rest = &self.bytes[start..];
        let length = rest.iter().position(|&byte| !continues_name(byte)).unwrap_or(rest.len());
        self.at += length;
        Some((start, self.at))
    }

    fn skip_space(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|&byte| !is_space(byte)).unwrap_or(rest.len());
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn check_nodes(&self, at: (usize, usize)) -> Result<(), Failure> {
        if self.tree.nodes.len() + self.tree.attrs.len() < self.limits.nodes.min(u32::MAX as usize)
        {
            return Ok(());
        }
        let message = format!(
            "there are more than {} elements and attributes: raise the limit nodes",
            self.limits.nodes
        );
        Err(limit(at, message))
    }

    /// The name of an element of the file being parsed.
    fn name_of(&self, node: NodeId) -> &'a str {
        let (start, end) = self.tree.node(node).name;
        &self.text[start as usize..end as usize]
    }
}

fn fail(at: (usize, usize), message: impl Into<String>) -> Failure {
    let (kind, reach) = (ProblemKind::Xml, FaultScope::Document);
    Failure { kind, reach, at, element: None, message: message.into() }
}

fn limit(at: (usize, usize), message: impl Into<String>) -> Failure {
    Failure { kind: ProblemKind::Limit, ..fail(at, message) }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | 0x0B | 0x0C | b'\r')
}

fn starts_name(byte: u8) -> bool {
    byte >= 128 || byte.is_ascii_alphabetic() || byte == b':' || byte == b'_'
}

fn continues_name(byte: u8) -> bool {
    starts_name(byte) || byte.is_ascii_digit() || byte == b'.' || byte == b'-'
}
