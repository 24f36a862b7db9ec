//! Limits on memory and time while files are read, shared by all files of a model.

use std::cell::Cell;
use std::rc::Rc;

use super::Reader;
use crate::clock::Clock;
use crate::error::ProblemKind;
use crate::spec::{Bodies, BodyKey, DefaultClass, Flex, Spec};
use crate::xml::NodeId;

/// Bytes of an element without its texts and numbers, about.
const ELEMENT: usize = 1 << 10;
/// Bytes of a number for each of its characters: a digit and a space make eight bytes.
const PER_CHARACTER: usize = 4;
/// Elements between two looks at the clock.
const LOOK: usize = 32;

/// Memory and time that all files of a model have taken so far.
#[derive(Clone, Debug)]
pub(crate) struct ReadBudget {
    /// Ends reading when the time limit is reached.
    pub(crate) clock: Clock,
    /// Bytes taken so far.
    taken: Rc<Cell<usize>>,
    /// Elements met so far.
    met: Rc<Cell<usize>>,
}

impl ReadBudget {
    /// All of it.
    pub(crate) fn new(clock: Clock) -> Self {
        Self { clock, taken: Rc::default(), met: Rc::default() }
    }
}

impl Reader<'_, '_> {
    /// Whether there is room and time for an element; if not, that is a problem, and reading ends.
    pub(super) fn room_for(&mut self, node: NodeId) -> bool {
        let text: usize = self.tree.attrs(node).map(|attr| attr.value.len()).sum();
        let room = &self.context.room;
        room.met.set(room.met.get() + 1);
        if room.clock.is_over_at(room.met.get(), LOOK) {
            return self.give_up(node, room.clock.message());
        }
        self.take(node, ELEMENT.saturating_add(text.saturating_mul(PER_CHARACTER)))
    }

    /// Whether there is room for what an element takes over from its default class.
    pub(super) fn take_class(&mut self, node: NodeId, class: usize) -> bool {
        let bytes = self.class_bytes.get(class).copied().unwrap_or(0);
        self.take(node, bytes)
    }

    /// Remembers what the default class of a node takes, that of its parent included.
    pub(super) fn add_class_bytes(&mut self, node: NodeId, class: usize, parent: Option<usize>) {
        let inherited = parent.and_then(|p| self.class_bytes.get(p).copied()).unwrap_or(0);
        let mut open = vec![node];
        let mut text = self.spec.defaults[class].name.len();
        while let Some(node) = open.pop() {
            let values = self.tree.attrs(node).map(|attr| attr.value.len()).sum::<usize>();
            text = text.saturating_add(values.saturating_mul(PER_CHARACTER));
            let inside = self.tree.children(node);
            open.extend(inside.filter(|&child| self.tree.name(child) != "default"));
        }
        self.class_bytes.resize(self.spec.defaults.len(), 0);
        let own = &mut self.class_bytes[class];
        *own = own.saturating_add(inherited).saturating_add(text);
        let all = size_of::<DefaultClass>().saturating_add(*own);
        self.take(node, all);
    }

    /// Whether there is room for copies of something that takes so many bytes.
    pub(super) fn take_copies(&mut self, node: NodeId, bytes: usize, copies: usize) -> bool {
        self.take(node, bytes.saturating_mul(copies))
    }

    /// Whether there is still time, asked at a turn of a loop that copies.
    pub(super) fn has_time(&mut self, node: NodeId) -> bool {
        let clock = self.context.room.clock;
        if clock.is_over() { self.give_up(node, clock.message()) } else { true }
    }

    fn take(&mut self, node: NodeId, bytes: usize) -> bool {
        let (room, limit) = (&self.context.room, self.context.limits.spec_bytes);
        let taken = room.taken.get().saturating_add(bytes);
        room.taken.set(taken);
        if taken <= limit && !self.full {
            return true;
        }
        let message = format!(
            "the description takes more than {limit} bytes: make it smaller, or raise the limit \
             spec_bytes"
        );
        self.give_up(node, message)
    }

    fn give_up(&mut self, node: NodeId, message: String) -> bool {
        if !self.full {
            self.full = true;
            self.problems.push(self.tree.problem(ProblemKind::Limit, node, message));
        }
        false
    }
}

/// How many elements refer to others.
pub(super) struct Counts {
    others: usize,
    tendons: usize,
    tuples: usize,
}

impl Counts {
    /// Those of a description.
    pub(super) fn of(spec: &Spec) -> Self {
        let others = spec.pairs.len()
            + spec.excludes.len()
            + spec.equalities.len()
            + spec.actuators.len()
            + spec.sensors.len();
        Self { others, tendons: spec.tendons.len(), tuples: spec.tuples.len() }
    }

    /// Bytes of those that were added since, about.
    pub(super) fn added_bytes(&self, spec: &Spec) -> usize {
        let tendons = spec.tendons.get(self.tendons..).unwrap_or(&[]);
        let tuples = spec.tuples.get(self.tuples..).unwrap_or(&[]);
        let parts = tendons.iter().map(|t| t.path.len()).sum::<usize>()
            + tuples.iter().map(|t| t.elements.len()).sum::<usize>();
        let elements = Self::of(spec).others - self.others + tendons.len() + tuples.len();
        ELEMENT * elements + ELEMENT / 4 * parts
    }
}

/// Bytes of a body and of all below it, about.
pub(super) fn body_bytes(bodies: &Bodies, body: BodyKey) -> usize {
    let own = |key: BodyKey| {
        let body = &bodies[key];
        let mut total = ELEMENT + body.name.len() + body.childclass.len() + 8 * body.user.len();
        macro_rules! add {
            ($($list:ident { $($text:ident),+ } $($user:ident)?),+ $(,)?) => {$(
                for element in &body.$list {
                    total += ELEMENT $(+ element.$text.len())+ $(+ 8 * element.$user.len())?;
                }
            )+};
        }
        add!(
            frames { name, childclass },
            joints { name, class } user,
            geoms { name, class, material, mesh, hfield } user,
            sites { name, class, material } user,
            cameras { name, class, target } user,
            lights { name, class, target, texture },
        );
        total
    };
    bodies.subtree(body).map(own).fold(0, usize::saturating_add)
}

/// Bytes of a whole description, about.
pub(super) fn spec_bytes(spec: &Spec) -> usize {
    let (bodies, world) = (&spec.bodies, BodyKey::WORLD);
    let elements = crate::attach::count_all(spec) - crate::attach::count(bodies, world);
    let mut total = body_bytes(bodies, world) + ELEMENT * elements;
    total += spec.defaults.len() * size_of::<DefaultClass>();
    for mesh in &spec.meshes {
        total += 4 * (mesh.vertex.len() + mesh.normal.len() + mesh.face.len());
    }
    total += spec.flexes.iter().map(flex_bytes).sum::<usize>();
    total += spec.hfields.iter().map(|h| 4 * h.elevation.len()).sum::<usize>();
    total += spec.numerics.iter().map(|n| 8 * n.data.len()).sum::<usize>();
    total += spec.texts.iter().map(|t| t.data.len()).sum::<usize>();
    for key in &spec.keys {
        total += 8 * (key.qpos.len() + key.qvel.len() + key.act.len() + key.ctrl.len());
    }
    total
}

/// Bytes of what a flex lists.
fn flex_bytes(flex: &Flex) -> usize {
    let names =
        flex.vertbody.iter().chain(&flex.nodebody).map(|name| size_of::<String>() + name.len());
    let integers = flex.elem.len() + flex.texcoord.len() + flex.elemtexcoord.len();
    names.sum::<usize>() + 8 * (flex.vert.len() + flex.node.len()) + 4 * integers
}
