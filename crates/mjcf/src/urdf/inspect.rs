//! Finds everything in a URDF file that reading it passes over.

use super::{Report, UrdfOptions};
use crate::grammar::{MJCF, Rule};
use crate::suggest::did_you_mean;
use crate::xml::{NodeId, Tree};

/// An element that is read: its attributes and children, and those that have no counterpart.
struct Known {
    name: &'static str,
    attrs: &'static [&'static str],
    children: &'static [&'static str],
    /// Attributes that are part of URDF and not of a model.
    lost_attrs: &'static [(&'static str, &'static str)],
    /// Elements that are part of URDF, or usual in it, and not of a model.
    lost_children: &'static [(&'static str, &'static str)],
}

const NONE: Known =
    Known { name: "", attrs: &[], children: &[], lost_attrs: &[], lost_children: &[] };

const KNOWN: &[Known] = &[
    Known {
        name: "robot",
        attrs: &["name", "version"],
        children: &["link", "joint", "material", "mujoco"],
        lost_children: &[
            ("transmission", "transmissions are ignored: add actuators to the model instead"),
            ("gazebo", "settings for Gazebo are ignored"),
            ("ros2_control", "settings for ros2_control are ignored"),
            ("sensor", "sensors are ignored"),
            ("include", "files are not included in URDF"),
        ],
        ..NONE
    },
    Known {
        name: "link",
        attrs: &["name"],
        children: &["inertial", "visual", "collision"],
        lost_attrs: &[("type", "link types are ignored")],
        lost_children: &[("contact", "contact coefficients are ignored")],
    },
    Known { name: "inertial", children: &["origin", "mass", "inertia"], ..NONE },
    Known { name: "mass", attrs: &["value"], ..NONE },
    Known { name: "inertia", attrs: &["ixx", "iyy", "izz", "ixy", "ixz", "iyz"], ..NONE },
    Known { name: "origin", attrs: &["xyz", "rpy"], ..NONE },
    Known {
        name: "visual",
        attrs: &["name"],
        children: &["origin", "geometry", "material"],
        ..NONE
    },
    Known {
        name: "collision",
        attrs: &["name"],
        children: &["origin", "geometry"],
        lost_children: &[("verbose", "verbose is ignored")],
        ..NONE
    },
    Known { name: "geometry", children: &["box", "cylinder", "sphere", "capsule", "mesh"], ..NONE },
    Known { name: "box", attrs: &["size"], ..NONE },
    Known { name: "cylinder", attrs: &["radius", "length"], ..NONE },
    Known { name: "capsule", attrs: &["radius", "length"], ..NONE },
    Known { name: "sphere", attrs: &["radius"], ..NONE },
    Known { name: "mesh", attrs: &["filename", "scale"], ..NONE },
    Known {
        name: "material",
        attrs: &["name"],
        children: &["color"],
        lost_children: &[("texture", "textures are ignored")],
        ..NONE
    },
    Known { name: "color", attrs: &["rgba"], ..NONE },
    Known {
        name: "joint",
        attrs: &["name", "type"],
        children: &["origin", "parent", "child", "axis", "dynamics", "limit", "mimic"],
        lost_children: &[
            ("safety_controller", "safety controllers are ignored"),
            ("calibration", "calibration is ignored"),
        ],
        ..NONE
    },
    Known { name: "parent", attrs: &["link"], ..NONE },
    Known { name: "child", attrs: &["link"], ..NONE },
    Known { name: "axis", attrs: &["xyz"], ..NONE },
    Known { name: "dynamics", attrs: &["damping", "friction"], ..NONE },
    Known {
        name: "limit",
        attrs: &["lower", "upper", "effort"],
        lost_attrs: &[("velocity", "limits of velocity are ignored")],
        ..NONE
    },
    Known { name: "mimic", attrs: &["joint", "multiplier", "offset"], ..NONE },
];

/// Notes everything that has no effect on the model.
pub(super) fn inspect(tree: &Tree, options: &UrdfOptions, report: &mut Report) {
    let mut stack = vec![(tree.root(), "robot")];
    while let Some((node, name)) = stack.pop() {
        match name {
            "mujoco" => {
                settings(tree, node, report);
                continue;
            }
            "mimic" if !options.mimic => {
                report.note(tree, node, "mimic is ignored, as in MuJoCo");
                continue;
            }
            "inertial" => lost_rotation(tree, node, report),
            _ => {}
        }
        let Some(known) = KNOWN.iter().find(|known| known.name == name) else { continue };
        attributes(tree, node, known, report);
        let mut inside = Vec::new();
        for child in tree.children(node) {
            let name = tree.name(child);
            if let Some(&found) = known.children.iter().find(|&&known| known == name) {
                inside.push((child, found));
            } else if let Some((_, why)) = known.lost_children.iter().find(|(n, _)| *n == name) {
                report.note(tree, child, *why);
            } else {
                report.note(tree, child, unknown("element", name, known.children));
            }
        }
        stack.extend(inside.into_iter().rev());
    }
}

fn attributes(tree: &Tree, node: NodeId, known: &Known, report: &mut Report) {
    for attr in tree.attrs(node) {
        if known.attrs.contains(&attr.name) || is_namespace(attr.name) {
            continue;
        }
        let lost = known.lost_attrs.iter().find(|(name, _)| *name == attr.name);
        let message = match lost {
            Some((_, why)) => (*why).to_owned(),
            None => unknown("attribute", attr.name, known.attrs),
        };
        report.note_attr(tree, node, attr.name_span, message);
    }
}

fn is_namespace(name: &str) -> bool {
    name == "xmlns" || name.starts_with("xmlns:") || name.starts_with("xsi:")
}

/// MuJoCo takes the principal axes from the inertia matrix alone.
fn lost_rotation(tree: &Tree, inertial: NodeId, report: &mut Report) {
    let Some(origin) = tree.children_named(inertial, "origin").next() else { return };
    let Some(rpy) = tree.find_attr(origin, "rpy") else { return };
    let is_zero = |word: &str| word.parse::<f64>().is_ok_and(|angle| angle == 0.0);
    if !rpy.value.split_whitespace().all(is_zero) {
        let message = "the rotation of an inertial frame is ignored, as in MuJoCo";
        report.note_attr(tree, origin, rpy.name_span, message);
    }
}

/// The `<mujoco>` element: three sections of MJCF.
fn settings(tree: &Tree, extension: NodeId, report: &mut Report) {
    const SECTIONS: [&str; 3] = ["compiler", "option", "size"];
    for section in tree.children(extension) {
        let name = tree.name(section);
        match MJCF.child(name).filter(|_| SECTIONS.contains(&name)) {
            Some(rule) => against_grammar(tree, section, rule, report),
            None => report.note(tree, section, unknown("element", name, &SECTIONS)),
        }
    }
}

fn against_grammar(tree: &Tree, node: NodeId, rule: &Rule, report: &mut Report) {
    for attr in tree.attrs(node).filter(|attr| !rule.attrs().contains(&attr.name)) {
        let message = unknown("attribute", attr.name, rule.attrs());
        report.note_attr(tree, node, attr.name_span, message);
    }
    for child in tree.children(node) {
        if let Some(below) = rule.child(tree.name(child)) {
            against_grammar(tree, child, below, report);
        } else {
            let known: Vec<&str> = rule.children.iter().map(|rule| rule.name).collect();
            report.note(tree, child, unknown("element", tree.name(child), &known));
        }
    }
}

fn unknown(what: &str, name: &str, known: &[&str]) -> String {
    let message = format!("unknown {what} \"{name}\" is ignored");
    match did_you_mean(name, known.iter().copied()) {
        Some(near) => format!("{message}, did you mean \"{near}\"?"),
        None => message,
    }
}
