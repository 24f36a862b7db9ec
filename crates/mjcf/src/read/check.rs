//! Holds a document against the grammar: unknown elements and attributes, elements that stand
//! too often, and elements that are known but not supported yet.

use crate::error::{Problem, ProblemKind, Problems};
use crate::schema::{Count, FRAME, MJCF, REPLICATE, Rule};
use crate::xml::{NodeId, Tree};

/// Stands for a body that is not in the world.
const OUTSIDE: &str = "body outside worldbody";

/// Elements of deformables and plugins, wherever they stand.
pub(crate) const UNSUPPORTED: [&str; 8] =
    ["extension", "plugin", "composite", "flexcomp", "flex", "flexvert", "flexstrain", "instance"];

/// Reports everything in the document that the grammar does not know.
///
/// MuJoCo does not look inside frames and replicates: what it would ignore there goes to
/// `warnings`, as does a body outside the world.
pub(super) fn check(tree: &Tree, problems: &mut Problems, warnings: &mut Problems) {
    let root = tree.root();
    if tree.name(root) == MJCF.name {
        element(tree, root, &MJCF, problems, warnings);
    }
}

/// The element name a node follows the rule of.
fn rule_name<'t>(tree: &'t Tree, node: NodeId, level: usize) -> &'t str {
    match tree.name(node) {
        "worldbody" if level == 1 => "body",
        "body" if level == 1 => OUTSIDE,
        "frame" | "replicate" if level >= 1 => "body",
        name => name,
    }
}

/// Checks one element and what is in it, with a stack of its own: files can nest deeply.
fn element(
    tree: &Tree,
    root: NodeId,
    rule: &'static Rule,
    problems: &mut Problems,
    warnings: &mut Problems,
) {
    let mut stack = vec![(root, rule, 0, false)];
    while let Some((node, rule, level, unseen)) = stack.pop() {
        let unseen = unseen || matches!(tree.name(node), "frame" | "replicate");
        attributes(tree, node, rule, if unseen { warnings } else { problems });
        let mut seen: Vec<&str> = Vec::new();
        let mut inside = Vec::new();
        for child in tree.children(node) {
            let name = rule_name(tree, child, level + 1);
            if UNSUPPORTED.contains(&name) {
                problems.push(unsupported(tree, child));
                continue;
            }
            if name == OUTSIDE {
                let message = "a body outside <worldbody> is ignored";
                warnings.push(tree.problem(ProblemKind::Schema, child, message));
                continue;
            }
            let recursive = rule.count == Count::Recursive && rule.name == name;
            let below = if recursive { Some(rule) } else { rule.child(name) };
            let Some(below) = below else {
                problems.push(unknown_element(tree, child, rule));
                continue;
            };
            if below.count == Count::Optional && seen.contains(&below.name) {
                let message = format!("<{name}> stands more than once in <{}>", tree.name(node));
                problems.push(tree.problem(ProblemKind::Schema, child, message));
            }
            seen.push(below.name);
            inside.push((child, below, level + 1, unseen));
        }
        // problems come in document order
        stack.extend(inside.into_iter().rev());
    }
}

fn attributes(tree: &Tree, node: NodeId, rule: &'static Rule, problems: &mut Problems) {
    let known: &[&str] = match tree.name(node) {
        "frame" => &FRAME,
        "replicate" => &REPLICATE,
        "worldbody" => &[],
        _ => &rule.attrs,
    };
    for attr in tree.attrs(node) {
        if known.contains(&attr.name) {
            continue;
        }
        let message = format!("unknown attribute \"{}\"", attr.name);
        let problem = tree.attr_problem(ProblemKind::Schema, node, attr.name_span, message);
        problems.push(problem.suggest(attr.name, known.iter().copied()));
    }
}

fn unknown_element(tree: &Tree, node: NodeId, parent: &Rule) -> Problem {
    let name = tree.name(node);
    let mut known: Vec<&str> = parent.children.iter().map(|rule| rule.name).collect();
    if parent.name == "body" {
        known.extend(["body", "frame", "replicate"]);
    }
    if parent.name == MJCF.name {
        known.retain(|n| *n != "body");
        known.push("worldbody");
    }
    let message = format!("unknown element in <{}>", parent.name);
    tree.problem(ProblemKind::Schema, node, message).suggest(name, known)
}

fn unsupported(tree: &Tree, node: NodeId) -> Problem {
    let name = tree.name(node);
    let what = if matches!(name, "extension" | "plugin" | "instance") {
        "engine plugins"
    } else {
        "deformable objects"
    };
    tree.problem(ProblemKind::Unsupported, node, format!("{what} are not supported yet"))
        .help(format!("remove <{name}> to load the rest"))
}
