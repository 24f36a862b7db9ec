//! Elements that refer to others by name, such as actuators and sensors, and which of them are copied together with a
//! subtree.

use std::collections::HashSet;

use ferrodyn_engine::enums::{EqType, ObjType, TrnType};

use super::names_in;
use super::naming::Naming;
use crate::spec::{Actuator, Equality, Exclude, Flex, Pair, Sensor, Spec, Tendon, Tuple, WrapKind};

/// Elements that refer to others by name.
#[derive(Clone, Default)]
pub(super) struct References {
    flexes: Vec<Flex>,
    pairs: Vec<Pair>,
    excludes: Vec<Exclude>,
    tendons: Vec<Tendon>,
    equalities: Vec<Equality>,
    actuators: Vec<Actuator>,
    sensors: Vec<Sensor>,
    tuples: Vec<Tuple>,
}

impl References {
    pub(super) fn of(spec: &Spec) -> Self {
        Self {
            flexes: spec.flexes.clone(),
            pairs: spec.pairs.clone(),
            excludes: spec.excludes.clone(),
            tendons: spec.tendons.clone(),
            equalities: spec.equalities.clone(),
            actuators: spec.actuators.clone(),
            sensors: spec.sensors.clone(),
            tuples: spec.tuples.clone(),
        }
    }
}

impl References {
    /// Moves the elements of another model into the scope they will have here.
    pub(super) fn enter(&mut self, naming: &Naming) {
        macro_rules! enter {
            ($($list:ident),+) => {$(
                self.$list.iter_mut().for_each(|e| naming.origin(&mut e.origin));
            )+};
        }
        enter!(flexes, pairs, excludes, tendons, equalities, actuators, sensors, tuples);
        self.flexes.iter_mut().for_each(|f| naming.rename_shared(&mut f.material));
        for tendon in &mut self.tendons {
            naming.rename_class(&mut tendon.class);
            naming.rename_shared(&mut tendon.material);
        }
        self.pairs.iter_mut().for_each(|p| naming.rename_class(&mut p.class));
        self.equalities.iter_mut().for_each(|e| naming.rename_class(&mut e.class));
        for actuator in &mut self.actuators {
            naming.rename_class(&mut actuator.class);
            naming.rename_shared(&mut actuator.plugin.name);
        }
        self.sensors.iter_mut().for_each(|s| naming.rename_shared(&mut s.plugin.name));
    }
}

/// The names that exist so far, while a model is being built.
pub(super) struct KnownNames {
    pub(super) names: HashSet<(ObjType, String)>,
}

impl KnownNames {
    pub(super) fn of(spec: &Spec) -> Self {
        let mut names: HashSet<_> = names_in(spec.bodies.iter()).into_iter().collect();
        names.insert((ObjType::Body, "world".into()));
        let mut known = Self { names };
        spec.flexes.iter().for_each(|f| known.add(ObjType::Flex, &f.name));
        spec.tendons.iter().for_each(|t| known.add(ObjType::Tendon, &t.name));
        spec.actuators.iter().for_each(|a| known.add(ObjType::Actuator, &a.name));
        spec.sensors.iter().for_each(|s| known.add(ObjType::Sensor, &s.name));
        spec.meshes.iter().for_each(|m| known.add(ObjType::Mesh, &m.name));
        known
    }

    fn add(&mut self, kind: ObjType, name: &str) {
        self.names.insert((kind, name.to_owned()));
    }

    fn has(&self, kind: ObjType, name: &str) -> bool {
        let kind = if kind == ObjType::XBody { ObjType::Body } else { kind };
        self.names.contains(&(kind, name.to_owned()))
    }

    /// Copies the elements whose references exist under the new names.
    pub(super) fn copy(&mut self, spec: &mut Spec, source: &References, naming: &Naming) {
        for flex in &source.flexes {
            if let Some(copy) = self.flex(flex, naming) {
                self.add(ObjType::Flex, &copy.name);
                spec.flexes.push(copy);
            }
        }
        spec.pairs.extend(source.pairs.iter().filter_map(|p| self.pair(p, naming)));
        spec.excludes.extend(source.excludes.iter().filter_map(|e| self.exclude(e, naming)));
        for tendon in &source.tendons {
            if let Some(copy) = self.tendon(tendon, naming) {
                self.add(ObjType::Tendon, &copy.name);
                spec.tendons.push(copy);
            }
        }
        spec.equalities.extend(source.equalities.iter().filter_map(|e| self.equality(e, naming)));
        for actuator in &source.actuators {
            if let Some(copy) = self.actuator(actuator, naming) {
                self.add(ObjType::Actuator, &copy.name);
                spec.actuators.push(copy);
            }
        }
        for sensor in &source.sensors {
            if let Some(copy) = self.sensor(sensor, naming) {
                self.add(ObjType::Sensor, &copy.name);
                spec.sensors.push(copy);
            }
        }
        spec.tuples.extend(source.tuples.iter().filter_map(|t| self.tuple(t, naming)));
    }

    /// A flex, if all its bodies are found.
    fn flex(&self, flex: &Flex, naming: &Naming) -> Option<Flex> {
        let mut copy = flex.clone();
        naming.rename(&mut copy.name);
        for body in copy.vertbody.iter_mut().chain(&mut copy.nodebody) {
            *body = naming.apply(body);
            if !self.has(ObjType::Body, body) {
                return None;
            }
        }
        Some(copy)
    }

    /// Two names of which at least one is found under the new naming.
    fn two(&self, kind: ObjType, names: [&str; 2], naming: &Naming) -> Option<[String; 2]> {
        let new = names.map(|name| naming.apply(name));
        match [self.has(kind, &new[0]), self.has(kind, &new[1])] {
            [true, true] => Some(new),
            [true, false] if self.has(kind, names[1]) => Some([new[0].clone(), names[1].into()]),
            [false, true] if self.has(kind, names[0]) => Some([names[0].into(), new[1].clone()]),
            _ => None,
        }
    }

    fn pair(&self, pair: &Pair, naming: &Naming) -> Option<Pair> {
        let names = self.two(ObjType::Geom, [&pair.geom1, &pair.geom2], naming)?;
        let mut copy = pair.clone();
        naming.rename(&mut copy.name);
        [copy.geom1, copy.geom2] = names;
        Some(copy)
    }

    fn exclude(&self, exclude: &Exclude, naming: &Naming) -> Option<Exclude> {
        let names = self.two(ObjType::Body, [&exclude.body1, &exclude.body2], naming)?;
        let mut copy = exclude.clone();
        naming.rename(&mut copy.name);
        [copy.body1, copy.body2] = names;
        Some(copy)
    }

    fn tendon(&self, tendon: &Tendon, naming: &Naming) -> Option<Tendon> {
        let mut copy = tendon.clone();
        naming.rename(&mut copy.name);
        let mut inside = 0;
        for wrap in &mut copy.path {
            let (kind, name, side) = match &mut wrap.kind {
                WrapKind::Site { site } => (ObjType::Site, site, None),
                WrapKind::Geom { geom, sidesite } => (ObjType::Geom, geom, Some(sidesite)),
                WrapKind::Joint { joint, .. } => (ObjType::Joint, joint, None),
                WrapKind::Pulley { .. } => continue,
            };
            let new = naming.apply(name);
            let new_side =
                side.as_ref().filter(|s| !s.is_empty()).map(|s| naming.apply(s.as_str()));
            let found = self.has(kind, &new)
                && new_side.as_ref().is_none_or(|s| self.has(ObjType::Site, s));
            if found {
                *name = new;
                if let (Some(side), Some(new_side)) = (side, new_side) {
                    *side = new_side;
                }
                inside += 1;
            } else if !self.has(kind, name) {
                return None;
            }
        }
        (inside > 0).then_some(copy)
    }

    fn equality(&self, equality: &Equality, naming: &Naming) -> Option<Equality> {
        let mut copy = equality.clone();
        naming.rename(&mut copy.name);
        naming.rename(&mut copy.name1);
        naming.rename(&mut copy.name2);
        let kind = match copy.kind {
            EqType::Joint => ObjType::Joint,
            EqType::Tendon => ObjType::Tendon,
            EqType::Flex | EqType::FlexVert | EqType::FlexStrain => ObjType::Flex,
            _ if copy.sites => ObjType::Site,
            _ => ObjType::Body,
        };
        let both = [&copy.name1, &copy.name2];
        both.iter().all(|name| name.is_empty() || self.has(kind, name)).then_some(copy)
    }

    fn actuator(&self, actuator: &Actuator, naming: &Naming) -> Option<Actuator> {
        let mut copy = actuator.clone();
        naming.rename(&mut copy.name);
        naming.rename(&mut copy.target);
        naming.rename(&mut copy.refsite);
        naming.rename(&mut copy.slidersite);
        let kind = match copy.trntype {
            TrnType::Joint | TrnType::JointInParent => ObjType::Joint,
            TrnType::Tendon => ObjType::Tendon,
            TrnType::Body => ObjType::Body,
            _ => ObjType::Site,
        };
        let sites = [&copy.refsite, &copy.slidersite];
        let found = self.has(kind, &copy.target)
            && sites.iter().all(|site| site.is_empty() || self.has(ObjType::Site, site));
        found.then_some(copy)
    }

    fn sensor(&self, sensor: &Sensor, naming: &Naming) -> Option<Sensor> {
        let mut copy = sensor.clone();
        naming.rename(&mut copy.name);
        let none = ObjType::Unknown;
        let new = [naming.apply(&sensor.objname), naming.apply(&sensor.refname)];
        let found = [
            sensor.objtype != none && self.has(sensor.objtype, &new[0]),
            sensor.reftype != none && self.has(sensor.reftype, &new[1]),
        ];
        match (sensor.objtype != none, sensor.reftype != none, found) {
            (true, false, [true, _]) => [copy.objname, _] = new,
            (true, true, [true, true]) => [copy.objname, copy.refname] = new,
            (true, true, [true, false]) if self.has(sensor.reftype, &sensor.refname) => {
                [copy.objname, _] = new;
            }
            (true, true, [false, true]) if self.has(sensor.objtype, &sensor.objname) => {
                [_, copy.refname] = new;
            }
            (false, _, [_, r]) if r || sensor.reftype == none => [_, copy.refname] = new,
            _ => return None,
        }
        if sensor.reftype == none {
            copy.refname.clear();
        }
        Some(copy)
    }

    fn tuple(&self, tuple: &Tuple, naming: &Naming) -> Option<Tuple> {
        let mut copy = tuple.clone();
        naming.rename(&mut copy.name);
        for element in &mut copy.elements {
            naming.rename(&mut element.objname);
            if !self.has(element.objtype, &element.objname) {
                return None;
            }
        }
        Some(copy)
    }
}
