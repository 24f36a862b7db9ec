//! The elements of one or more XML files in an arena, each with its place in the text.
//!
//! Names and values borrow from the text of their file; only values with entities or carriage
//! returns are stored apart. Comments, declarations and text between elements are not nodes.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::escape;
use super::fault::Misspelt;
use crate::error::{Excerpt, LoadError, Location, Place, Problem, ProblemKind};

/// Longest line shown in an excerpt, in characters.
const EXCERPT_LENGTH: usize = 100;

/// Characters kept before the mark when a line is cut.
const EXCERPT_BEFORE: usize = 40;

/// An element of a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

/// A range of bytes in one of the files of a [`Tree`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// Which file: zero is the first one, the others were included.
    pub file: u32,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// An attribute with its value, entities resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attr<'a> {
    /// The name.
    pub name: &'a str,
    /// The value.
    pub value: &'a str,
    /// Where the name is.
    pub name_span: Span,
    /// Where the value is, without quotes.
    pub value_span: Span,
}

/// A file that was read.
#[derive(Debug)]
pub(super) struct Source {
    /// The path shown to the user.
    pub(super) name: Arc<str>,
    /// Directory of the file, with a final separator; includes are looked up there too.
    pub(super) dir: String,
    pub(super) text: String,
    /// The element that included the file.
    pub(super) included_at: Option<Span>,
    /// Number of includes between this file and the first one.
    pub(super) depth: usize,
    /// Nothing of the text may be shown.
    pub(super) withheld: bool,
    lines: OnceLock<Lines>,
}

/// An index of the lines of a text, so that the place of a byte is found fast.
#[derive(Debug)]
struct Lines {
    /// The byte at which each line starts.
    starts: Vec<u32>,
    /// Characters before each block of bytes.
    chars: Vec<u32>,
}

/// Bytes of a block.
const BLOCK: usize = 1 << 12;

/// A string within the text of a file, or one resolved apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Raw {
    pub(super) start: u32,
    pub(super) end: u32,
    /// Index into `Tree::resolved`, if the text cannot be used as it is written.
    pub(super) resolved: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct RawAttr {
    pub(super) name: (u32, u32),
    pub(super) value: Raw,
}

/// The content of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Content {
    Nothing,
    Comments,
    /// Elements, text or declarations, and perhaps comments.
    More,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The start tag.
    pub(super) span: Span,
    pub(super) name: (u32, u32),
    pub(super) attrs: (u32, u32),
    pub(super) parent: Option<NodeId>,
    pub(super) first_child: Option<NodeId>,
    pub(super) next_sibling: Option<NodeId>,
    /// The first thing inside that is not a comment, if that is text.
    pub(super) text: Option<Raw>,
    pub(super) content: Content,
}

/// The elements of a document, includes among them once they are expanded.
#[derive(Debug)]
pub struct Tree {
    pub(super) sources: Vec<Source>,
    pub(super) nodes: Vec<Node>,
    pub(super) attrs: Vec<RawAttr>,
    pub(super) resolved: Vec<Box<str>>,
    pub(super) root: NodeId,
    pub(super) comment: Option<(u32, u32)>,
    /// The known names that misspelt ones are read as; empty unless the document has mistakes.
    pub(super) meant: HashMap<Misspelt, &'static str>,
    /// Elements without an end tag.
    pub(super) unclosed: Vec<NodeId>,
    /// Elements whose tag could be read in part only.
    pub(super) broken: Vec<NodeId>,
}

impl Source {
    pub(super) fn new(name: &str, dir: &str, text: String) -> Self {
        Self {
            name: name.into(),
            dir: dir.to_owned(),
            text,
            included_at: None,
            depth: 0,
            withheld: false,
            lines: OnceLock::new(),
        }
    }

    fn slice(&self, start: u32, end: u32) -> &str {
        self.text.get(start as usize..end as usize).unwrap_or("")
    }

    fn lines(&self) -> &Lines {
        self.lines.get_or_init(|| {
            let bytes = self.text.as_bytes();
            let ends = memchr::memchr_iter(b'\n', bytes);
            let starts = std::iter::once(0).chain(ends.map(|end| end as u32 + 1)).collect();
            let mut total = 0;
            let chars = bytes.chunks(BLOCK).map(|block| {
                let before = total;
                total += count_chars(block);
                before
            });
            Lines { starts, chars: chars.collect() }
        })
    }

    /// Line (from zero) that holds a byte, and the byte at which the line starts.
    fn line_of(&self, at: u32) -> (usize, usize) {
        let starts = &self.lines().starts;
        let line = starts.partition_point(|&start| start <= at).saturating_sub(1);
        (line, starts.get(line).copied().unwrap_or(0) as usize)
    }

    /// Characters before a byte.
    fn chars_before(&self, at: usize) -> u32 {
        let at = at.min(self.text.len());
        let block = at / BLOCK;
        let before = self.lines().chars.get(block).or(self.lines().chars.last());
        let start = if block < self.lines().chars.len() { block } else { block.saturating_sub(1) };
        before.copied().unwrap_or(0) + count_chars(&self.text.as_bytes()[start * BLOCK..at])
    }

    /// The end of the text before a byte, not much longer than `most` bytes, and whether that is
    /// less than what is from `start` on.
    fn tail(&self, start: usize, at: usize, most: usize) -> (&str, bool) {
        let mut from = at.saturating_sub(most).max(start);
        while !self.text.is_char_boundary(from) {
            from -= 1;
        }
        (self.text.get(from..at).unwrap_or(""), from > start)
    }
}

/// Characters that begin in some bytes of a text.
fn count_chars(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u32
}

impl Tree {
    /// The outermost element.
    #[must_use]
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// The name of an element, prefix included.
    #[must_use]
    pub fn name(&self, node: NodeId) -> &str {
        if !self.meant.is_empty()
            && let Some(meant) = self.meant.get(&Misspelt::Element(node))
        {
            return meant;
        }
        let Node { span, name: (start, end), .. } = self.node(node);
        self.slice(span.file, *start, *end)
    }

    /// The element that contains `node`; for an included element that of the `<include>`.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).parent
    }

    /// The elements directly inside `node`, in order.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.node(node).first_child, |&child| self.node(child).next_sibling)
    }

    /// The children of `node` that have this name.
    pub fn children_named<'a>(
        &'a self,
        node: NodeId,
        name: &'a str,
    ) -> impl Iterator<Item = NodeId> + 'a {
        self.children(node).filter(move |&child| self.name(child) == name)
    }

    /// The value of an attribute.
    #[must_use]
    pub fn attr(&self, node: NodeId, name: &str) -> Option<&str> {
        self.find_attr(node, name).map(|attr| attr.value)
    }

    /// An attribute with its spans.
    #[must_use]
    pub fn find_attr(&self, node: NodeId, name: &str) -> Option<Attr<'_>> {
        self.attrs(node).find(|attr| attr.name == name)
    }

    /// All attributes in the order they are written; names are unique.
    pub fn attrs(&self, node: NodeId) -> impl ExactSizeIterator<Item = Attr<'_>> {
        let Node { span, attrs: (first, last), .. } = *self.node(node);
        let attrs = self.attrs.get(first as usize..last as usize).unwrap_or(&[]);
        let meant = move |i: usize| {
            if self.meant.is_empty() {
                return None;
            }
            self.meant.get(&Misspelt::Attr(first + i as u32)).copied()
        };
        attrs.iter().enumerate().map(move |(i, attr)| {
            let ((start, end), value) = (attr.name, attr.value);
            Attr {
                name: meant(i).unwrap_or_else(|| self.slice(span.file, start, end)),
                value: match value.resolved {
                    Some(i) => self.resolved.get(i as usize).map_or("", |text| text),
                    None => self.slice(span.file, value.start, value.end),
                },
                name_span: Span { file: span.file, start, end },
                value_span: Span { file: span.file, start: value.start, end: value.end },
            }
        })
    }

    /// The text with which the content of `node` begins, comments aside; entities are resolved.
    #[must_use]
    pub fn text(&self, node: NodeId) -> Option<Cow<'_, str>> {
        let Node { span, text, .. } = self.node(node);
        text.map(|raw| match raw.resolved {
            Some(i) => Cow::Borrowed(self.resolved.get(i as usize).map_or("", |text| text)),
            None => escape::unescape(self.slice(span.file, raw.start, raw.end)),
        })
    }

    /// Whether there is anything inside an element: elements, text or comments, but not space.
    #[must_use]
    pub fn has_content(&self, node: NodeId) -> bool {
        self.node(node).content > Content::Nothing
    }

    /// Where the start tag of an element is.
    #[must_use]
    pub fn span(&self, node: NodeId) -> Span {
        self.node(node).span
    }

    /// The comment with which the content of the root begins: MuJoCo keeps it with the model.
    #[must_use]
    pub fn comment_at_top(&self) -> Option<Cow<'_, str>> {
        let file = self.node(self.root).span.file;
        self.comment.map(|(start, end)| escape::normalize_newlines(self.slice(file, start, end)))
    }

    /// Directory of the file an element was included from, with a final separator; `None` for
    /// elements of the first file. Files named by the element may be relative to it.
    #[must_use]
    pub fn include_dir(&self, node: NodeId) -> Option<&str> {
        let file = self.node(node).span.file;
        let source = self.sources.get(file as usize).filter(|_| file > 0)?;
        Some(&source.dir)
    }

    /// The element whose start tag is at `span`.
    pub(crate) fn element_at(&self, span: Span) -> Option<NodeId> {
        // files are parsed one after the other, and each from its start to its end
        let key = |span: &Span| (span.file, span.start);
        let index = self.nodes.binary_search_by_key(&key(&span), |node| key(&node.span)).ok()?;
        u32::try_from(index).ok().filter(|&i| self.nodes[i as usize].span == span).map(NodeId)
    }

    /// The number of elements that were read.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no elements; a tree that was parsed has at least a root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// File, line and column of a span, how its file was reached, and the line of text.
    #[must_use]
    pub fn location(&self, span: Span) -> Location {
        let mut included_from = Vec::new();
        let mut at = self.included_at(span);
        while let Some(include) = at {
            included_from.push(self.place(include));
            at = self.included_at(include);
        }
        let withheld = self.sources.get(span.file as usize).is_some_and(|s| s.withheld);
        let excerpt = if withheld { None } else { self.excerpt(span) };
        Location { place: self.place(span), included_from, excerpt, withheld }
    }

    /// A problem with an element, placed at its name.
    #[must_use]
    pub fn problem(&self, kind: ProblemKind, node: NodeId, message: impl Into<String>) -> Problem {
        let (file, (start, end)) = (self.span(node).file, self.node(node).name);
        // the bracket before the name belongs to it
        let span = Span { file, start: start.saturating_sub(1), end };
        self.attr_problem(kind, node, span, message)
    }

    /// A problem with an element, placed at an attribute of it.
    #[must_use]
    pub fn attr_problem(
        &self,
        kind: ProblemKind,
        node: NodeId,
        span: Span,
        message: impl Into<String>,
    ) -> Problem {
        let problem = Problem::new(kind, message).element(self.name(node));
        problem.at(self.location(span)).about(self.fault(node))
    }

    pub(super) fn node(&self, node: NodeId) -> &Node {
        // ids are handed out by this tree alone and nodes are never removed
        &self.nodes[node.0 as usize]
    }

    /// A problem at a span that belongs to no element.
    pub(super) fn problem_at(&self, kind: ProblemKind, span: Span, message: String) -> LoadError {
        Problem::new(kind, message).at(self.location(span)).into()
    }

    fn slice(&self, file: u32, start: u32, end: u32) -> &str {
        self.sources.get(file as usize).map_or("", |source| source.slice(start, end))
    }

    fn included_at(&self, span: Span) -> Option<Span> {
        self.sources.get(span.file as usize).and_then(|source| source.included_at)
    }

    pub(super) fn place(&self, span: Span) -> Place {
        let Some(source) = self.sources.get(span.file as usize) else {
            return Place { file: "".into(), line: 1, column: 1 };
        };
        let (line, start) = source.line_of(span.start);
        let before = source.chars_before(span.start as usize) - source.chars_before(start);
        Place { file: source.name.clone(), line: line as u32 + 1, column: before + 1 }
    }

    /// The line at the start of `span`, cut around the marked part.
    fn excerpt(&self, span: Span) -> Option<Excerpt> {
        let source = self.sources.get(span.file as usize)?;
        let (_, start) = source.line_of(span.start);
        // a line can be very long: only what may be shown is looked at
        let (before, cut) = source.tail(start, span.start as usize, 4 * EXCERPT_LENGTH);
        let rest = source.text.get(span.start as usize..)?;
        let rest = rest.get(..rest.floor_char_boundary(8 * EXCERPT_LENGTH))?;
        let line_end = memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
        let rest = rest[..line_end].trim_end();
        let marked = source.slice(span.start, span.end.min(span.start + rest.len() as u32));

        // drop indentation, then whatever is too far to the left
        let before = if cut { before } else { before.trim_start() };
        let skipped = before.chars().count().saturating_sub(EXCERPT_BEFORE);
        let lead = if skipped > 0 || cut { "..." } else { "" };
        let shown: String = before.chars().skip(skipped).collect();
        let mark = lead.len() + shown.chars().count();
        let room = EXCERPT_LENGTH - mark.min(EXCERPT_LENGTH);
        let mut text = format!("{lead}{shown}");
        text.extend(rest.chars().take(room));
        if rest.chars().nth(room).is_some() {
            text.push_str("...");
        }
        let text = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let length = marked.chars().take(room).count().max(1);
        Some(Excerpt { text, mark, length })
    }
}
