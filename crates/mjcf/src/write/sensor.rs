//! Sensors.

use ferrodyn_engine::enums::{ConDataField, ObjType, RayDataField};

use super::Writer;
use super::element::{allowed, attrs_of};
use super::node::Node;
use crate::schema::Value;
use crate::spec::sensor::{ContactReduce, SENSORS, SensorForm};
use crate::spec::{Keyword, Sensor};

impl Writer<'_> {
    pub(super) fn sensor(&self) -> Node {
        let mut section = Node::new("sensor");
        for sensor in &self.spec.sensors {
            let row = SENSORS.into_iter().find(|(_, kind, _)| *kind == sensor.kind);
            let Some((name, _, form)) = row else { continue };
            let said = attrs_of(sensor, &Sensor::default(), allowed(&["sensor", name]));
            let mut node = Node::new(name).with(said.attrs);
            objects(&mut node, sensor, form);
            if form == SensorForm::Plugin {
                self.set_plugin(&mut node, &sensor.plugin);
            }
            section.push(node);
        }
        section
    }
}

/// The object that the sensor measures, and the object it is measured relative to.
fn objects(node: &mut Node, s: &Sensor, form: SensorForm) {
    match form {
        SensorForm::Global => {}
        SensorForm::Object(name, _) => node.set(name, &*s.objname),
        SensorForm::Frame => {
            object(node, s);
            if s.reftype != ObjType::Unknown {
                node.set("reftype", s.reftype.word());
                node.set("refname", &*s.refname);
            }
        }
        SensorForm::Acceleration => object(node, s),
        SensorForm::InsideSite => {
            node.set("site", &*s.refname);
            object(node, s);
        }
        SensorForm::CamProjection => {
            node.set("site", &*s.objname);
            node.set("camera", &*s.refname);
        }
        SensorForm::RangeFinder => {
            let camera = s.objtype == ObjType::Camera;
            node.set(if camera { "camera" } else { "site" }, &*s.objname);
            data_fields::<RayDataField>(node, s.intprm[0], |field| field as i32);
        }
        SensorForm::Distance => {
            let pick = |kind, geom, body| if kind == ObjType::Body { body } else { geom };
            node.set(pick(s.objtype, "geom1", "body1"), &*s.objname);
            node.set(pick(s.reftype, "geom2", "body2"), &*s.refname);
        }
        SensorForm::Contact => contact(node, s),
        SensorForm::Tactile => {
            node.set("mesh", &*s.objname);
            node.set("geom", &*s.refname);
        }
        SensorForm::Plugin => {
            if s.objtype != ObjType::Unknown {
                object(node, s);
            }
            if s.reftype != ObjType::Unknown {
                node.set("reftype", s.reftype.word());
                node.set("refname", &*s.refname);
            }
        }
        SensorForm::User => {
            if s.objtype != ObjType::Unknown {
                object(node, s);
            }
            node.set("dim", s.dim.to_string());
            let default = Sensor::default();
            if let Some(stage) = s.needstage.write(&default.needstage) {
                node.set("needstage", stage);
            }
            if let Some(datatype) = s.datatype.write(&default.datatype) {
                node.set("datatype", datatype);
            }
        }
    }
}

fn object(node: &mut Node, s: &Sensor) {
    node.set("objtype", s.objtype.word());
    node.set("objname", &*s.objname);
}

fn contact(node: &mut Node, s: &Sensor) {
    let names = |kind: ObjType, [site, body, subtree, geom]: [&'static str; 4]| match kind {
        ObjType::Site => Some(site),
        ObjType::Body => Some(body),
        ObjType::XBody => Some(subtree),
        ObjType::Geom => Some(geom),
        _ => None,
    };
    if let Some(name) = names(s.objtype, ["site", "body1", "subtree1", "geom1"]) {
        node.set(name, &*s.objname);
    }
    if let Some(name) = names(s.reftype, ["site", "body2", "subtree2", "geom2"]) {
        node.set(name, &*s.refname);
    }
    data_fields::<ConDataField>(node, s.intprm[0], |field| field as i32);
    let reduce = ContactReduce::WORDS.iter().find(|(_, reduce)| *reduce as i32 == s.intprm[1]);
    if let Some((word, _)) = reduce.filter(|_| s.intprm[1] != 0) {
        node.set("reduce", *word);
    }
    if s.intprm[2] != 1 {
        node.set("num", s.intprm[2].to_string());
    }
}

/// The fields that bits stand for, unless only the first.
fn data_fields<K: Keyword>(node: &mut Node, bits: i32, bit: fn(K) -> i32) {
    let words = K::WORDS.iter().filter(|(_, field)| bits >> bit(*field) & 1 == 1);
    if bits != 1 {
        node.set("data", words.map(|(word, _)| *word).collect::<Vec<_>>().join(" "));
    }
}
