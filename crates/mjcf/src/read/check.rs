//! Holds a document against the grammar: unknown elements and attributes, and elements that stand too
//! often.

use crate::error::{Problem, ProblemKind, Problems};
use crate::schema::{Count, FRAME, MJCF, REPLICATE, Rule};
use crate::xml::{NodeId, Tree};

/// Stands for a body that is not in the world.
const OUTSIDE: &str = "body outside worldbody";

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
fn rule_name(tree: &Tree, node: NodeId, level: usize) -> &str {
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
            if name == OUTSIDE {
                let message = "a body outside <worldbody> is ignored";
                warnings.push_with(|| tree.problem(ProblemKind::Schema, child, message));
                continue;
            }
            let recursive = rule.count == Count::Recursive && rule.name == name;
            let below = if recursive { Some(rule) } else { rule.child(name) };
            let Some(below) = below else {
                problems.push_with(|| unknown_element(tree, child, node, rule));
                continue;
            };
            if below.count == Count::Optional {
                if seen.contains(&below.name) {
                    let parent = tree.name(node);
                    let message = format!("stands more than once in <{parent}>: keep one of them");
                    problems.push_with(|| tree.problem(ProblemKind::Schema, child, message));
                } else {
                    seen.push(below.name);
                }
            }
            inside.push((child, below, level + 1, unseen));
        }
        stack.extend(inside.into_iter().rev());
    }
}

fn attributes(tree: &Tree, node: NodeId, rule: &'static Rule, problems: &mut Problems) {
    let known: &[&str] = match tree.name(node) {
        "frame" => &FRAME.attrs,
        "replicate" => &REPLICATE.attrs,
        "worldbody" => &[],
        _ => &rule.attrs,
    };
    for attr in tree.attrs(node) {
        if known.contains(&attr.name) {
            continue;
        }
        problems.push_with(|| {
            let message = format!("unknown attribute \"{}\"", attr.name);
            let problem = tree.attr_problem(ProblemKind::Schema, node, attr.name_span, message);
            let near = crate::suggest::did_you_mean(attr.name, known.iter().copied());
            match near {
                Some(near) => problem.help(format!("did you mean \"{near}\"?")),
                None if known.is_empty() => problem.help("it takes none"),
                None => problem.help(format!("it takes: {}", known.join(", "))),
            }
        });
    }
}

fn unknown_element(tree: &Tree, node: NodeId, parent: NodeId, rule: &Rule) -> Problem {
    let name = tree.name(node);
    let mut known: Vec<&str> = rule.children.iter().map(|rule| rule.name).collect();
    if rule.name == "body" {
        known.extend(["body", "frame", "replicate"]);
    }
    if rule.name == MJCF.name {
        known.retain(|n| *n != "body");
        known.push("worldbody");
    }
    let message = format!("unknown element in <{}>", tree.name(parent));
    let problem = tree.problem(ProblemKind::Schema, node, message);
    let mut places = Vec::new();
    places_of(name, &MJCF, &mut places);
    match crate::suggest::did_you_mean(name, known.iter().copied()) {
        Some(near) => problem.help(format!("did you mean \"{near}\"?")),
        None if !places.is_empty() => {
            problem.help(format!("it stands in <{}>", places.join(">, <")))
        }
        None if known.is_empty() => problem.help("nothing stands there"),
        None => problem.help(format!("what stands there: {}", known.join(", "))),
    }
}

/// Elements that may contain one of this name.
fn places_of(name: &str, rule: &'static Rule, places: &mut Vec<&'static str>) {
    if rule.child(name).is_some() && !places.contains(&rule.name) {
        places.push(rule.name);
    }
    rule.children.iter().for_each(|child| places_of(name, child, places));
}
