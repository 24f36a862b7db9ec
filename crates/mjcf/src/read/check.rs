//! Compares a document with the grammar: reports unknown elements and attributes, and elements that occur too often.

use crate::error::{FaultScope, Problem, ProblemKind, Problems};
use crate::grammar::{Count, FRAME, MJCF, REPLICATE, Rule};
use crate::path;
use crate::schema::is_space;
use crate::xml::{Attr, NodeId, Tree};

/// Stands for a body that is not in the world.
const OUTSIDE: &str = "body outside worldbody";

/// Misspelt names, each with the known name that it is read as.
#[derive(Default)]
struct Repairs {
    elements: Vec<(NodeId, &'static str)>,
    attrs: Vec<(NodeId, String, &'static str)>,
}

/// Reports everything in the document that the grammar does not know. A name that is near a known
/// one is read as that from now on.
///
/// MuJoCo does not look inside frames and replicates: what it would ignore there goes to
/// `warnings`, as does a body outside the world.
pub(super) fn check(tree: &mut Tree, problems: &mut Problems, warnings: &mut Problems) {
    let root = tree.root();
    if tree.name(root) != MJCF.name {
        return;
    }
    let repairs = element(tree, root, &MJCF, problems, warnings);
    for (node, meant) in repairs.elements {
        tree.read_element_as(node, meant);
    }
    for (node, name, meant) in repairs.attrs {
        tree.read_attr_as(node, &name, meant);
    }
}

/// The element name a node follows the rule of.
fn rule_name(name: &str, level: usize) -> &str {
    match name {
        "worldbody" if level == 1 => "body",
        "body" if level == 1 => OUTSIDE,
        "frame" | "replicate" if level >= 1 => "body",
        name => name,
    }
}

/// The rule for an element of this name inside another.
fn rule_below(rule: &'static Rule, name: &str, level: usize) -> Option<&'static Rule> {
    let name = rule_name(name, level);
    let recursive = rule.count == Count::Recursive && rule.name == name;
    if recursive { Some(rule) } else { rule.child(name) }
}

/// Checks one element and its content, with an explicit stack instead of recursion, because files can nest deeply.
fn element(
    tree: &Tree,
    root: NodeId,
    rule: &'static Rule,
    problems: &mut Problems,
    warnings: &mut Problems,
) -> Repairs {
    let mut repairs = Repairs::default();
    let mut stack = vec![(root, tree.name(root), rule, 0, false)];
    while let Some((node, name, rule, level, unseen)) = stack.pop() {
        let unseen = unseen || matches!(name, "frame" | "replicate");
        let known = rule_of_attrs(name, rule);
        warn_of_nan(tree, node, known, warnings);
        let known = known.map_or(&[][..], Rule::attrs);
        if unseen {
            attributes(tree, node, known, warnings);
        } else {
            let meant = attributes(tree, node, known, problems);
            repairs.attrs.extend(meant.into_iter().map(|(name, meant)| (node, name, meant)));
        }
        let mut seen: Vec<&str> = Vec::new();
        let mut inside = Vec::new();
        for child in tree.children(node) {
            let mut name = tree.name(child);
            if rule_name(name, level + 1) == OUTSIDE {
                let message = "a body outside <worldbody> is ignored";
                warnings.push_with(|| tree.problem(ProblemKind::Schema, child, message));
                continue;
            }
            let mut below = rule_below(rule, name, level + 1);
            if below.is_none() {
                if tree.is_unclosed(node) {
                    continue;
                }
                let known = known_children(rule);
                let meant = crate::suggest::did_you_mean(name, known.iter().copied());
                let meant = meant.filter(|meant| !seen.contains(meant));
                problems.push_with(|| unknown_element(tree, child, node, rule, meant.is_some()));
                let Some(meant) = meant else { continue };
                repairs.elements.push((child, meant));
                (name, below) = (meant, rule_below(rule, meant, level + 1));
            }
            let Some(below) = below else { continue };
            if below.count == Count::Optional {
                if seen.contains(&below.name) {
                    let parent = tree.name(node);
                    let message = format!("stands more than once in <{parent}>: keep one of them");
                    problems.push_with(|| tree.problem(ProblemKind::Schema, child, message));
                } else {
                    seen.push(below.name);
                }
            }
            inside.push((child, name, below, level + 1, unseen));
        }
        stack.extend(inside.into_iter().rev());
    }
    repairs
}

/// The rule that says which attributes an element takes; none if it takes none.
fn rule_of_attrs(name: &str, rule: &'static Rule) -> Option<&'static Rule> {
    match name {
        "frame" => Some(&FRAME),
        "replicate" => Some(&REPLICATE),
        "worldbody" => None,
        _ => Some(rule),
    }
}

/// Warns of NaN where an attribute holds real numbers, as MuJoCo does; infinite numbers are read in silence.
fn warn_of_nan(tree: &Tree, node: NodeId, known: Option<&'static Rule>, warnings: &mut Problems) {
    let is_nan = |word: &str| word.parse::<f64>().is_ok_and(f64::is_nan);
    for attr in tree.attrs(node) {
        // few attributes have the letter
        if !attr.value.contains(['n', 'N']) || !attr.value.split(is_space).any(is_nan) {
            continue;
        }
        let at = known.and_then(|rule| rule.attrs().iter().position(|name| *name == attr.name));
        let holds = known.zip(at).map_or_else(String::new, |(rule, at)| rule.holds()[at].text());
        if ["real", "quaternion"].iter().any(|numbers| holds.starts_with(numbers)) {
            warnings.push_with(|| nan_warning(tree, node, &attr));
        }
    }
}

/// What is told of an attribute that holds NaN.
pub(crate) fn nan_warning(tree: &Tree, node: NodeId, attr: &Attr<'_>) -> Problem {
    let message = format!("attribute \"{}\" holds NaN", attr.name);
    let problem = tree.attr_problem(ProblemKind::Schema, node, attr.value_span, message);
    problem.help("what is computed from it will be NaN, too")
}

/// Reports unknown attributes; returns those that are to be read as others.
fn attributes(
    tree: &Tree,
    node: NodeId,
    known: &'static [&'static str],
    problems: &mut Problems,
) -> Vec<(String, &'static str)> {
    let mut repairs: Vec<(String, &'static str)> = Vec::new();
    for attr in tree.attrs(node) {
        if known.contains(&attr.name) {
            continue;
        }
        let near = crate::suggest::did_you_mean(attr.name, known.iter().copied());
        let taken = |meant: &str| {
            tree.find_attr(node, meant).is_some() || repairs.iter().any(|(_, m)| *m == meant)
        };
        let meant = near.filter(|meant| !taken(meant));
        problems.push_with(|| {
            let message = format!("unknown attribute \"{}\"", attr.name);
            let mut problem = tree.attr_problem(ProblemKind::Schema, node, attr.name_span, message);
            if meant.is_some() {
                problem = problem.reaching(FaultScope::Nothing);
            } else if let Some(fault) = &mut problem.fault {
                // perhaps it was the name, or the file that gives a name
                fault.left_out.push(attr.value.to_owned());
                fault.left_out.push(path::asset_name(attr.value).to_owned());
            }
            match near {
                Some(near) => problem.help(format!("did you mean \"{near}\"?")),
                None if known.is_empty() => problem.help("it takes none"),
                None => problem.help(format!("it takes: {}", known.join(", "))),
            }
        });
        repairs.extend(meant.map(|meant| (attr.name.to_owned(), meant)));
    }
    repairs
}

/// Elements that may stand in another.
fn known_children(rule: &'static Rule) -> Vec<&'static str> {
    let mut known: Vec<&str> = rule.children.iter().map(|rule| rule.name).collect();
    if rule.name == "body" {
        known.extend(["body", "frame", "replicate"]);
    }
    if rule.name == MJCF.name {
        known.retain(|n| *n != "body");
        known.push("worldbody");
    }
    known
}

fn unknown_element(
    tree: &Tree,
    node: NodeId,
    parent: NodeId,
    rule: &'static Rule,
    repaired: bool,
) -> Problem {
    let name = tree.name(node);
    let known = known_children(rule);
    let message = format!("unknown element in <{}>", tree.name(parent));
    let problem = tree.problem(ProblemKind::Schema, node, message);
    let problem = if repaired {
        problem.reaching(FaultScope::Nothing)
    } else {
        problem.about(tree.fault_of_all(node))
    };
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
