//! Sensors.

use std::sync::Arc;

use ferrodyn_engine::enums::{ConDataField, ObjType, RayDataField, SensorType};

use super::Reader;
use crate::schema::{BadValue, read_keywords};
use crate::spec::sensor::{ContactReduce, SensorForm, form_of};
use crate::spec::{Keyword, Sensor};
use crate::xml::NodeId;

impl Reader<'_, '_> {
    pub(super) fn sensor(&mut self, section: NodeId) {
        for node in self.children(section) {
            if !self.room_for(node) {
                return;
            }
            let tree = Arc::clone(&self.tree);
            let Some((_, kind, form)) = form_of(tree.name(node)) else { continue };
            let mut sensor = Sensor { kind, origin: self.origin(node), ..Sensor::default() };
            self.attrs(node, &mut sensor);
            self.sensor_objects(node, &mut sensor, form);
            self.spec.sensors.push(sensor);
        }
    }

    /// What the sensor measures, and relative to what.
    fn sensor_objects(&mut self, node: NodeId, s: &mut Sensor, form: SensorForm) {
        match form {
            SensorForm::Global => {}
            SensorForm::Object(name, objtype) => {
                s.objtype = objtype;
                s.objname = self.required(node, name).unwrap_or_default();
            }
            SensorForm::Frame => self.frame_sensor(node, s),
            SensorForm::Acceleration => {
                s.objtype = self.object_type(node, "objtype").unwrap_or(ObjType::Unknown);
                s.objname = self.required(node, "objname").unwrap_or_default();
            }
            SensorForm::InsideSite => {
                s.reftype = ObjType::Site;
                s.refname = self.required(node, "site").unwrap_or_default();
                s.objtype = self.object_type(node, "objtype").unwrap_or(ObjType::Unknown);
                s.objname = self.required(node, "objname").unwrap_or_default();
            }
            SensorForm::CamProjection => {
                s.objtype = ObjType::Site;
                s.objname = self.required(node, "site").unwrap_or_default();
                s.reftype = ObjType::Camera;
                s.refname = self.required(node, "camera").unwrap_or_default();
            }
            SensorForm::RangeFinder => self.range_finder(node, s),
            SensorForm::Distance => self.distance(node, s),
            SensorForm::Contact => self.contact_sensor(node, s),
            SensorForm::Tactile => {
                s.reftype = ObjType::Geom;
                s.refname = self.required(node, "geom").unwrap_or_default();
                s.objtype = ObjType::Mesh;
                s.objname = self.required(node, "mesh").unwrap_or_default();
            }
            SensorForm::User => self.user_sensor(node, s),
            SensorForm::Plugin => {
                s.plugin = self.plugin_ref(node);
                (s.objtype, s.objname) = self.typed_object(node, "objtype", "objname");
                (s.reftype, s.refname) = self.typed_object(node, "reftype", "refname");
            }
        }
    }

    /// An object and its kind, which are given together or not at all.
    fn typed_object(&mut self, node: NodeId, kind: &str, name: &str) -> (ObjType, String) {
        let word = self.text(node, kind).unwrap_or_default();
        let objtype = ObjType::from_type_name(&word).unwrap_or(ObjType::Unknown);
        let object = self.text(node, name).unwrap_or_default();
        if objtype != ObjType::Unknown && object.is_empty() {
            self.refuse(node, format!("{kind} needs {name}"));
        }
        if objtype == ObjType::Unknown && !object.is_empty() {
            self.refuse(node, format!("{name} needs {kind}"));
        }
        (objtype, object)
    }

    fn frame_sensor(&mut self, node: NodeId, s: &mut Sensor) {
        s.objtype = self.object_type(node, "objtype").unwrap_or(ObjType::Unknown);
        s.objname = self.required(node, "objname").unwrap_or_default();
        if self.has(node, "reftype") {
            s.reftype = self.object_type(node, "reftype").unwrap_or(ObjType::Unknown);
            s.refname = self.required(node, "refname").unwrap_or_default();
        } else if self.has(node, "refname") {
            self.refuse_attr(
                node,
                "refname",
                "refname needs reftype: say what kind of object it is",
            );
        }
    }

    fn range_finder(&mut self, node: NodeId, s: &mut Sensor) {
        match (self.text(node, "site"), self.text(node, "camera")) {
            (Some(site), None) => (s.objtype, s.objname) = (ObjType::Site, site),
            (None, Some(camera)) => (s.objtype, s.objname) = (ObjType::Camera, camera),
            _ => self.refuse(node, "a rangefinder has either a site or a camera"),
        }
        s.intprm[0] = self.data_fields::<RayDataField>(node, |field| field as i32);
    }

    fn distance(&mut self, node: NodeId, s: &mut Sensor) {
        (s.objtype, s.objname) = self.geom_or_body(node, "geom1", "body1");
        (s.reftype, s.refname) = self.geom_or_body(node, "geom2", "body2");
    }

    fn geom_or_body(&mut self, node: NodeId, geom: &str, body: &str) -> (ObjType, String) {
        match (self.text(node, geom), self.text(node, body)) {
            (Some(name), None) => (ObjType::Geom, name),
            (None, Some(name)) => (ObjType::Body, name),
            _ => {
                self.refuse(node, format!("give either {geom} or {body}"));
                (ObjType::Geom, String::new())
            }
        }
    }

    fn contact_sensor(&mut self, node: NodeId, s: &mut Sensor) {
        let first = [
            ("site", ObjType::Site),
            ("body1", ObjType::Body),
            ("subtree1", ObjType::XBody),
            ("geom1", ObjType::Geom),
        ];
        let second =
            [("body2", ObjType::Body), ("subtree2", ObjType::XBody), ("geom2", ObjType::Geom)];
        (s.objtype, s.objname) = self.one_of(node, &first);
        (s.reftype, s.refname) = self.one_of(node, &second);
        s.intprm[0] = self.data_fields::<ConDataField>(node, |field| field as i32);
        let mut reduce = ContactReduce::None;
        self.value(node, "reduce", &mut reduce);
        s.intprm[1] = reduce as i32;
        s.intprm[2] = 1;
        self.value(node, "num", &mut s.intprm[2]);
        if s.intprm[2] <= 0 {
            self.refuse_attr(node, "num", "num must be positive");
        }
    }

    /// At most one of several attributes, with the object type each stands for.
    fn one_of(&mut self, node: NodeId, options: &[(&str, ObjType)]) -> (ObjType, String) {
        let given: Vec<(ObjType, String)> = options
            .iter()
            .filter_map(|(name, objtype)| self.text(node, name).map(|text| (*objtype, text)))
            .collect();
        if given.len() > 1 {
            let names: Vec<&str> = options.iter().map(|(name, _)| *name).collect();
            self.refuse(node, format!("give at most one of {}", names.join(", ")));
        }
        given.into_iter().next().unwrap_or((ObjType::Unknown, String::new()))
    }

    /// Bits of the fields listed in `data`, which come in a fixed order; the first by default.
    fn data_fields<K: Keyword>(&mut self, node: NodeId, bit: fn(K) -> i32) -> i32 {
        let tree = Arc::clone(&self.tree);
        let Some(data) = tree.find_attr(node, "data") else { return 1 };
        let fields = match read_keywords::<K>(data.value) {
            Ok(fields) => fields,
            Err(bad) => {
                self.bad_value(node, "data", data.value_span, bad);
                return 1;
            }
        };
        let bits: Vec<i32> = fields.into_iter().map(bit).collect();
        if bits.windows(2).any(|w| w[0] >= w[1]) {
            let order: Vec<&str> = K::WORDS.iter().map(|(word, _)| *word).collect();
            let message = format!("data fields come in this order: {}", order.join(", "));
            self.bad_value(node, "data", data.value_span, BadValue::Other(message));
        }
        if bits.is_empty() { 1 } else { bits.iter().fold(0, |all, bit| all | 1 << bit) }
    }

    fn user_sensor(&mut self, node: NodeId, s: &mut Sensor) {
        s.objname = self.text(node, "objname").unwrap_or_default();
        match (self.has(node, "objtype"), self.has(node, "objname")) {
            (true, true) => {
                s.objtype = self.object_type(node, "objtype").unwrap_or(ObjType::Unknown);
            }
            (true, false) => self.refuse(node, "objtype needs objname"),
            (false, true) => self.refuse(node, "objname needs objtype"),
            (false, false) => {}
        }
        self.require(node, &["dim"]);
        self.value(node, "dim", &mut s.dim);
        self.value(node, "needstage", &mut s.needstage);
        self.value(node, "datatype", &mut s.datatype);
        debug_assert_eq!(s.kind, SensorType::User);
    }
}
