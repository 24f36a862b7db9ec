//! URDF that is still to be written by xacro.

use crate::error::{Problem, ProblemKind};
use crate::path;
use crate::xml::{NodeId, Tree};

/// The problem of a file with macros: which is the first of them, and how to expand it. A file that
/// only declares the prefix, as xacro leaves it behind, has none.
pub(super) fn refuse(tree: &Tree, file: &str) -> Option<Problem> {
    let mut open = vec![tree.root()];
    while let Some(node) = open.pop() {
        if tree.name(node).starts_with("xacro:") {
            let problem = tree.problem(ProblemKind::Unsupported, node, MESSAGE);
            return Some(problem.help(command(file)));
        }
        if let Some(span) = expression(tree, node, file) {
            let problem = tree.attr_problem(ProblemKind::Unsupported, node, span, MESSAGE);
            return Some(problem.help(command(file)));
        }
        let children: Vec<NodeId> = tree.children(node).collect();
        open.extend(children.into_iter().rev());
    }
    None
}

const MESSAGE: &str = "this is a xacro file: its macros must be expanded before it is URDF";

/// An expression among the attributes of an element of a file that is meant for xacro.
fn expression(tree: &Tree, node: NodeId, file: &str) -> Option<crate::xml::Span> {
    let declared = tree.attr(tree.root(), "xmlns:xacro").is_some();
    if !declared && !has_suffix(file) {
        return None;
    }
    let mut attrs = tree.attrs(node);
    let found = attrs.find(|attr| attr.value.contains("${") || attr.value.contains("$("));
    found.map(|attr| attr.value_span)
}

fn has_suffix(file: &str) -> bool {
    path::extension(file).eq_ignore_ascii_case(".xacro")
}

/// How to expand a file, and what to load then.
fn command(file: &str) -> String {
    let name = path::file_name(file);
    // a text has no file
    let name = if name.starts_with('<') { "robot.urdf.xacro" } else { name };
    let stem = if has_suffix(name) { path::strip_extension(name) } else { name };
    let stem = if path::extension(stem).eq_ignore_ascii_case(".urdf") {
        path::strip_extension(stem)
    } else {
        stem
    };
    let output = if format!("{stem}.urdf") == name {
        format!("{stem}_expanded.urdf")
    } else {
        format!("{stem}.urdf")
    };
    format!("run xacro first (pip install xacro): xacro {name} -o {output}, and load {output}")
}
