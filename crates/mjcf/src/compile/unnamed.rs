//! Says where elements are that have neither a name nor a place in a file: `geom 0 of body "arm"`.

use std::fmt::Write;

use crate::edit::{Home, ObjType, Place};
use crate::error::LoadError;
use crate::spec::{BodyKey, ElementId, Spec};

/// How many bodies without names a message names inside each other.
const MOST_BODIES: usize = 4;

/// Names by their place the elements of problems that nothing else names, and leaves out identities that
/// only the copy has which was compiled: those after `last`.
pub(super) fn name_by_place(error: &mut LoadError, spec: &Spec, last: ElementId) {
    for problem in &mut error.problems {
        let is_named = problem.location.is_some() || problem.element.contains("name=\"");
        if !is_named && let Some(place) = spec.place(problem.id) {
            // the kind of element, and perhaps a note of the user
            let (kind, note) = match problem.element.split_once(", ") {
                Some((kind, note)) => (kind, format!(", {note}")),
                None => (&*problem.element, String::new()),
            };
            problem.path = Some(describe(spec, kind, place) + &note);
        }
        if problem.id > last {
            problem.id = ElementId::NONE;
        }
    }
}

/// An element by its kind and its number where it is.
fn describe(spec: &Spec, kind: &str, place: Place) -> String {
    let index = place.index;
    match place.home {
        Home::Body(body) if kind == "body" => body_words(spec, body),
        // the inertial of a body has no place of its own
        Home::Body(body) if place.kind == ObjType::Body => {
            format!("{kind} of {}", body_words(spec, body))
        }
        Home::Body(body) => format!("{kind} {index} of {}", body_words(spec, body)),
        Home::List => format!("{kind} {index}"),
        Home::Class(class) => {
            let name = spec.defaults.get(class).map_or("", |class| &class.name);
            format!("{kind} of default class \"{name}\"")
        }
        Home::Path(tendon) => match spec.tendons.get(tendon).map_or("", |tendon| &tendon.name) {
            "" => format!("object {index} on the path of tendon {tendon}"),
            name => format!("object {index} on the path of tendon \"{name}\""),
        },
    }
}

/// A body by its name, or by its number in the body around it.
fn body_words(spec: &Spec, body: BodyKey) -> String {
    let (mut words, mut body) = (String::new(), body);
    for _ in 0..MOST_BODIES {
        if body == BodyKey::WORLD {
            return words + "the world";
        }
        let name = spec.bodies.get(body).map_or("", |body| &body.name);
        if !name.is_empty() {
            return format!("{words}body \"{name}\"");
        }
        let Some(parent) = spec.bodies.parent(body) else { break };
        let inside = spec.bodies.children(parent);
        let number = inside.iter().position(|&child| child == body).unwrap_or(0);
        let _ = write!(words, "body {number} of ");
        body = parent;
    }
    words + "a body"
}
