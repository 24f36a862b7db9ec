//! XML text to a tree that knows the place of everything, with `<include>` resolved.
//!
//! MuJoCo reads XML with tinyxml2, which accepts much that the XML standard refuses and refuses
//! some of what it accepts. Models in circulation depend on that, so [`Tree::parse`] follows tinyxml2
//! rather than the standard.

mod escape;
mod fault;
mod include;
mod limits;
mod parse;
#[cfg(test)]
mod tests;
mod tree;

pub(crate) use include::expand_includes_of;
pub use include::{Disk, ReadError, ReadFile, expand_includes};
pub use limits::{LimitError, Limits};
pub use tree::{Attr, NodeId, Span, Tree};
