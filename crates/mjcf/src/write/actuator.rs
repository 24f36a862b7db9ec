//! Actuators: in general form, or as the servos that alone can take a range from their target.

use ferrodyn_engine::enums::TrnType;

use super::Writer;
use super::element::{WrittenAttrs, allowed, attrs_of, same};
use super::node::Node;
use crate::read::actuator::TARGETS;
use crate::schema::{Element, Value};
use crate::spec::{Actuator, ServoShortcut};

impl Writer<'_> {
    pub(super) fn actuator(&mut self) -> Node {
        let mut section = Node::new("actuator");
        let spec = self.spec;
        for actuator in &spec.actuators {
            let own = self.class(&actuator.class);
            let base = &spec.defaults[own].actuator;
            if actuator.plugin.active {
                let said = attrs_of(actuator, base, allowed(&["actuator", "plugin"]));
                let mut node = Node::new("plugin").with(said.attrs);
                self.set_class(&mut node, own, 0);
                set_target(&mut node, actuator);
                self.set_plugin(&mut node, &actuator.plugin);
                section.push(node);
                continue;
            }
            let mut forms = std::iter::once(general(actuator, base)).chain(
                ["position", "intvelocity"].into_iter().map(|name| servo(actuator, base, name)),
            );
            let mut node = match forms.find(|(_, said)| said.exact) {
                Some((name, said)) => {
                    let mut node = Node::new(name).with(said.attrs);
                    self.set_class(&mut node, own, 0);
                    node
                }
                None => self.with_other_class(actuator),
            };
            set_target(&mut node, actuator);
            section.push(node);
        }
        section
    }

    /// An actuator of another class; if none will do, of one made for the range it inherits.
    fn with_other_class(&mut self, actuator: &Actuator) -> Node {
        let lost = self.lost;
        let (class, said) =
            self.choose(&actuator.class, |class| general(actuator, &class.actuator).1);
        if said.exact {
            let mut node = Node::new("general").with(said.attrs);
            self.set_class(&mut node, class, 0);
            return node;
        }
        let mut base = self.spec.defaults[0].actuator.clone();
        let content = inherit_range(&mut base, actuator.inheritrange);
        let (name, said) = general(actuator, &base);
        self.lost = lost || !said.exact;
        let class = self.add_class("inheritrange", content);
        let mut node = Node::new(name).with(said.attrs);
        node.set_class("class", &class);
        node
    }
}

/// Names the target of the actuator.
fn set_target(node: &mut Node, actuator: &Actuator) {
    if let Some((name, _)) = TARGETS.into_iter().find(|(_, kind)| *kind == actuator.trntype) {
        node.set(name, &*actuator.target);
    }
}

/// Whether the attributes of one transmission are not given with another.
fn fits_transmission(actuator: &Actuator, base: &Actuator, attrs: &[(&str, String)]) -> bool {
    let spelled = |name| attrs.iter().any(|(attr, _)| *attr == name);
    let kind = actuator.trntype;
    let named = TARGETS.iter().any(|(_, target)| *target == kind);
    let said = named || (kind == base.trntype && actuator.target == base.target);
    said && (kind == TrnType::Undefined
        || ((kind == TrnType::SliderCrank || !(spelled("cranklength") || spelled("slidersite")))
            && (kind == TrnType::Site || !spelled("refsite"))))
}

fn general(actuator: &Actuator, base: &Actuator) -> (&'static str, WrittenAttrs) {
    let mut said = attrs_of(actuator, base, allowed(&["actuator", "general"]));
    said.exact &= actuator.inheritrange.to_bits() == base.inheritrange.to_bits()
        && fits_transmission(actuator, base, &said.attrs);
    ("general", said)
}

/// The actuator as a `position` or `intvelocity` servo.
fn servo(actuator: &Actuator, base: &Actuator, name: &'static str) -> (&'static str, WrittenAttrs) {
    let rule = allowed(&["actuator", name]);
    let mut said = attrs_of(actuator, base, rule);
    let mut state = base.clone();
    for (name, text) in &said.attrs {
        if let Some(row) = <Actuator as Element>::attr(name) {
            let _ = (row.read)(&mut state, text);
        }
    }

    // what the parameters stand for
    let kp = actuator.gainprm[0];
    let damping = actuator.biasprm[2];
    let changed = damping.to_bits() != base.biasprm[2].to_bits();
    let kv = (changed && damping <= 0.0).then_some(-damping);
    let dampratio = (changed && damping > 0.0).then_some(damping);
    let filtered = actuator.dynprm[0] != base.dynprm[0] || actuator.dyntype != base.dyntype;
    let timeconst = (filtered && name == "position").then_some(actuator.dynprm[0]);
    let inherit = actuator.inheritrange;
    let (given, range) = (Some(kp), Some(inherit));
    let servo = ServoShortcut { kp: given, kv, dampratio, timeconst, inheritrange: range };
    let done = if name == "position" {
        state.set_to_position(&servo)
    } else {
        state.set_to_intvelocity(&servo)
    };

    if kp.to_bits() != base.gainprm[0].to_bits() {
        said.attrs.push(("kp", kp.text()));
    }
    for (name, value) in [("kv", kv), ("dampratio", dampratio), ("timeconst", timeconst)] {
        said.attrs.extend(value.map(|value| (name, value.text())));
    }
    if inherit.to_bits() != base.inheritrange.to_bits() {
        said.attrs.push(("inheritrange", inherit.text()));
    }
    said.exact = done.is_ok()
        && same(actuator, &state)
        && state.inheritrange.to_bits() == inherit.to_bits()
        && fits_transmission(actuator, base, &said.attrs);
    (name, said)
}

/// The element of a class that changes which range is inherited; `base` becomes what it makes.
pub(super) fn inherit_range(base: &mut Actuator, inheritrange: f64) -> Node {
    let mut node = Node::new("position");
    if base.ctrlrange != [0.0; 2] {
        base.ctrlrange = [0.0; 2];
        node.set("ctrlrange", "0 0");
    }
    // with no other argument than the range, nothing can be refused
    let range = ServoShortcut { inheritrange: Some(inheritrange), ..ServoShortcut::default() };
    let _ = base.set_to_position(&range);
    node.set("inheritrange", inheritrange.text());
    node
}
