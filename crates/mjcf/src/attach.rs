//! Putting copies of a body, or of a whole model, into a tree: `<attach>` and `<replicate>`.
//!
//! Copies get a prefix and suffix on their names. Elements that refer to what was copied
//! (actuators, sensors, tendons, ...) are copied along if what they refer to is found under the
//! new names. Keyframes of the copied part become keyframes of the whole.

use std::collections::HashSet;

use ferrodyn_engine::enums::{EqType, ObjType, TrnType};

use crate::compile::pose::Pose;
use crate::path;
use crate::spec::{
    Actuator, Body, Equality, Exclude, Frame, Origin, Pair, Scope, Sensor, Spec, Tendon, Tuple,
    WrapKind,
};

/// Prefix and suffix given to names when something is attached.
#[derive(Clone, Debug, Default)]
pub(crate) struct Naming {
    pub(crate) prefix: String,
    pub(crate) suffix: String,
    /// The copy stays within its model: assets and classes keep their names.
    pub(crate) own: bool,
    /// Added to the scopes of what is copied.
    pub(crate) scope: usize,
}

impl Naming {
    /// Names within the model, told apart by a suffix.
    pub(crate) fn suffix(suffix: String) -> Self {
        Self { suffix, own: true, ..Self::default() }
    }

    fn apply(&self, name: &str) -> String {
        format!("{}{name}{}", self.prefix, self.suffix)
    }

    /// Renames unless there is no name.
    fn rename(&self, name: &mut String) {
        if !name.is_empty() {
            *name = self.apply(name);
        }
    }

    /// Renames what belongs to the model as a whole.
    fn rename_shared(&self, name: &mut String) {
        if !self.own {
            self.rename(name);
        }
    }

    fn rename_class(&self, class: &mut String) {
        if class != "main" {
            self.rename_shared(class);
        }
    }

    fn origin(&self, origin: &mut Origin) {
        origin.scope += self.scope;
    }

    /// Renames a body and everything in it.
    fn body(&self, body: &mut Body) {
        self.rename(&mut body.name);
        self.rename_class(&mut body.childclass);
        self.origin(&mut body.origin);
        for frame in &mut body.frames {
            self.frame(frame);
        }
        for joint in &mut body.joints {
            self.rename(&mut joint.name);
            self.rename_class(&mut joint.class);
            self.origin(&mut joint.origin);
        }
        for geom in &mut body.geoms {
            self.rename(&mut geom.name);
            self.rename_class(&mut geom.class);
            self.rename_shared(&mut geom.material);
            self.rename_shared(&mut geom.mesh);
            self.rename_shared(&mut geom.hfield);
            self.origin(&mut geom.origin);
        }
        for site in &mut body.sites {
            self.rename(&mut site.name);
            self.rename_class(&mut site.class);
            self.rename_shared(&mut site.material);
            self.origin(&mut site.origin);
        }
        for camera in &mut body.cameras {
            self.rename(&mut camera.name);
            self.rename_class(&mut camera.class);
            self.rename(&mut camera.target);
            self.origin(&mut camera.origin);
        }
        for light in &mut body.lights {
            self.rename(&mut light.name);
            self.rename_class(&mut light.class);
            self.rename(&mut light.target);
            self.rename(&mut light.texture);
            self.origin(&mut light.origin);
        }
        for child in &mut body.bodies {
            self.body(child);
        }
    }

    fn frame(&self, frame: &mut Frame) {
        self.rename(&mut frame.name);
        self.rename_class(&mut frame.childclass);
        self.origin(&mut frame.origin);
    }
}

/// Elements that refer to others by name.
#[derive(Clone, Default)]
struct References {
    pairs: Vec<Pair>,
    excludes: Vec<Exclude>,
    tendons: Vec<Tendon>,
    equalities: Vec<Equality>,
    actuators: Vec<Actuator>,
    sensors: Vec<Sensor>,
    tuples: Vec<Tuple>,
}

impl References {
    fn of(spec: &Spec) -> Self {
        Self {
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

/// Number of elements in a model, assets and references included.
pub(crate) fn count_all(spec: &Spec) -> usize {
    count(&spec.world)
        + spec.meshes.len()
        + spec.skins.len()
        + spec.hfields.len()
        + spec.textures.len()
        + spec.materials.len()
        + spec.defaults.len()
        + spec.pairs.len()
        + spec.excludes.len()
        + spec.equalities.len()
        + spec.tendons.len()
        + spec.actuators.len()
        + spec.sensors.len()
        + spec.tuples.len()
        + spec.numerics.len()
        + spec.texts.len()
        + spec.keys.len()
}

/// Number of elements in a body.
pub(crate) fn count(body: &Body) -> usize {
    1 + body.frames.len()
        + body.joints.len()
        + body.geoms.len()
        + body.sites.len()
        + body.cameras.len()
        + body.lights.len()
        + body.bodies.iter().map(count).sum::<usize>()
}

/// Copies the content of `source` into `body`, inside `frame`; returns the names it added.
fn graft(
    source: &Body,
    body: &mut Body,
    frame: Option<usize>,
    naming: &Naming,
) -> Vec<(ObjType, String)> {
    let mut copy = source.clone();
    naming.body(&mut copy);
    let names = names_in(&copy);
    let base = body.frames.len();
    let moved = |inner: Option<usize>| inner.map(|i| base + i).or(frame);
    body.frames.extend(copy.frames.into_iter().map(|mut f| {
        f.frame = moved(f.frame);
        f
    }));
    macro_rules! take {
        ($($list:ident),+) => {$(
            body.$list.extend(copy.$list.into_iter().map(|mut element| {
                element.frame = moved(element.frame);
                element
            }));
        )+};
    }
    take!(joints, geoms, sites, cameras, lights, bodies);
    names
}

/// Names of everything in a body, not of the body itself.
fn names_in(body: &Body) -> Vec<(ObjType, String)> {
    let mut names = Vec::new();
    collect_names(body, &mut names);
    names
}

fn collect_names(body: &Body, names: &mut Vec<(ObjType, String)>) {
    let mut add = |kind: ObjType, name: &str| {
        if !name.is_empty() {
            names.push((kind, name.to_owned()));
        }
    };
    body.joints.iter().for_each(|j| add(ObjType::Joint, &j.name));
    body.geoms.iter().for_each(|g| add(ObjType::Geom, &g.name));
    body.sites.iter().for_each(|s| add(ObjType::Site, &s.name));
    body.cameras.iter().for_each(|c| add(ObjType::Camera, &c.name));
    body.lights.iter().for_each(|l| add(ObjType::Light, &l.name));
    body.bodies.iter().for_each(|b| add(ObjType::Body, &b.name));
    for child in &body.bodies {
        collect_names(child, names);
    }
}

/// The body at a path of child indices from the world.
fn body_at<'s>(spec: &'s mut Spec, path: &[usize]) -> &'s mut Body {
    path.iter().fold(&mut spec.world, |body, &child| &mut body.bodies[child])
}

/// Replication under way: the original stays in the tree until all copies are made.
pub(crate) struct Replication {
    path: Vec<usize>,
    known: Known,
    /// What may refer to the original; looking at copies, too, would take quadratic time.
    references: References,
}

impl Replication {
    /// Starts with the original at `path`.
    pub(crate) fn new(spec: &Spec, path: Vec<usize>) -> Self {
        Self { path, known: Known::of(spec), references: References::of(spec) }
    }

    /// Makes a copy next to the original, its first frame at `pose` inside `frame`.
    pub(crate) fn copy(
        &mut self,
        spec: &mut Spec,
        pose: Pose,
        frame: Option<usize>,
        naming: &Naming,
    ) -> Result<(), String> {
        let pending = spec.store_keys(|name| naming.apply(name))?;
        spec.pending.extend(pending);
        let original = body_at(spec, &self.path);
        original.frames[0].pos = pose.pos;
        original.frames[0].quat = pose.quat;
        let source = original.clone();
        for body in &mut original.bodies {
            Spec::forget_keys(body);
        }
        let parent = body_at(spec, &self.path[..self.path.len() - 1]);
        let added = graft(&source, parent, frame, naming);
        self.known.names.extend(added);
        self.known.copy(spec, &self.references, naming);
        spec.expand_keys();
        Ok(())
    }

    /// Removes the original and what refers to it.
    pub(crate) fn finish(mut self, spec: &mut Spec) -> Result<(), String> {
        let pending = spec.store_keys(str::to_owned)?;
        spec.pending.extend(pending);
        spec.keys.clear();
        let last = self.path.len() - 1;
        let original = body_at(spec, &self.path[..last]).bodies.remove(self.path[last]);
        let left = Known::of(spec);
        let gone: HashSet<_> =
            names_in(&original).into_iter().filter(|name| !left.names.contains(name)).collect();
        self.known = left;
        self.known.drop_lost(spec, &gone);
        Ok(())
    }
}

/// Puts a body of `child`, or all of it if `name` is empty, into the body at `path`, inside
/// `frame`, and everything else of it into `spec`.
pub(crate) fn attach_model(
    spec: &mut Spec,
    mut child: Spec,
    name: &str,
    (path, frame): (&[usize], usize),
    prefix: String,
) -> Result<(), String> {
    // a body that is there already only changes its frame
    let existing = format!("{prefix}{name}");
    if let Some(body) = body_at(spec, path).bodies.iter_mut().find(|b| b.name == existing) {
        body.frame = Some(frame);
        return Ok(());
    }
    let scope = spec.attached.len() + 1;
    let naming = Naming { prefix, suffix: String::new(), own: false, scope };
    let pending = child.store_keys(|name| naming.apply(name))?;
    let body = body_at(spec, path);
    if name.is_empty() {
        // everything in the child's world
        child.world.name.clear();
        graft(&child.world, body, Some(frame), &naming);
    } else {
        let found = find_body(&child.world, name)
            .ok_or_else(|| format!("model \"{}\" has no body \"{name}\"", child.modelname))?;
        let mut copy = found.clone();
        naming.body(&mut copy);
        copy.frame = Some(frame);
        body.bodies.push(copy);
    }
    let Spec { compiler, modelfiledir, .. } = &child;
    spec.attached.push(Scope { compiler: compiler.clone(), modelfiledir: modelfiledir.clone() });
    spec.attached.extend(child.attached.iter().cloned());
    attach_defaults(spec, &child, &naming);
    attach_assets(spec, &child, &naming);
    spec.pending.extend(pending);
    spec.pending.append(&mut child.pending);
    let mut references = References::of(&child);
    references.enter(&naming);
    Known::of(spec).copy(spec, &references, &naming);
    spec.expand_keys();
    Ok(())
}

fn find_body<'b>(body: &'b Body, name: &str) -> Option<&'b Body> {
    body.bodies
        .iter()
        .find_map(|child| if child.name == name { Some(child) } else { find_body(child, name) })
}

fn attach_defaults(spec: &mut Spec, child: &Spec, naming: &Naming) {
    let base = spec.defaults.len();
    for class in &child.defaults {
        let mut class = class.clone();
        naming.rename(&mut class.name);
        class.parent = Some(class.parent.map_or(0, |parent| base + parent));
        if spec.find_default(&class.name).is_none() {
            spec.defaults.push(class);
        }
    }
}

fn attach_assets(spec: &mut Spec, child: &Spec, naming: &Naming) {
    let named = |name: &mut String, file: &str| {
        if name.is_empty() {
            path::asset_name(file).clone_into(name);
        }
        naming.rename(name);
    };
    for mut mesh in child.meshes.iter().cloned() {
        named(&mut mesh.name, &mesh.file);
        naming.rename_class(&mut mesh.class);
        naming.rename(&mut mesh.material);
        naming.origin(&mut mesh.origin);
        spec.meshes.push(mesh);
    }
    for mut skin in child.skins.iter().cloned() {
        named(&mut skin.name, &skin.file);
        naming.rename(&mut skin.material);
        skin.bones.iter_mut().for_each(|bone| naming.rename(&mut bone.body));
        naming.origin(&mut skin.origin);
        spec.skins.push(skin);
    }
    for mut hfield in child.hfields.iter().cloned() {
        named(&mut hfield.name, &hfield.file);
        naming.origin(&mut hfield.origin);
        spec.hfields.push(hfield);
    }
    for mut texture in child.textures.iter().cloned() {
        named(&mut texture.name, &texture.file);
        naming.origin(&mut texture.origin);
        spec.textures.push(texture);
    }
    for mut material in child.materials.iter().cloned() {
        naming.rename(&mut material.name);
        naming.rename_class(&mut material.class);
        material.textures.iter_mut().for_each(|texture| naming.rename(texture));
        naming.origin(&mut material.origin);
        spec.materials.push(material);
    }
    for mut numeric in child.numerics.iter().cloned() {
        naming.rename(&mut numeric.name);
        spec.numerics.push(numeric);
    }
    for mut text in child.texts.iter().cloned() {
        naming.rename(&mut text.name);
        spec.texts.push(text);
    }
}

impl References {
    /// Moves the elements of another model into the scope they will have here.
    fn enter(&mut self, naming: &Naming) {
        macro_rules! enter {
            ($($list:ident),+) => {$(
                self.$list.iter_mut().for_each(|e| naming.origin(&mut e.origin));
            )+};
        }
        enter!(pairs, excludes, tendons, equalities, actuators, sensors, tuples);
        for tendon in &mut self.tendons {
            naming.rename_class(&mut tendon.class);
            naming.rename_shared(&mut tendon.material);
        }
        self.pairs.iter_mut().for_each(|p| naming.rename_class(&mut p.class));
        self.equalities.iter_mut().for_each(|e| naming.rename_class(&mut e.class));
        self.actuators.iter_mut().for_each(|a| naming.rename_class(&mut a.class));
    }
}

/// Names that exist at some point of building a model.
struct Known {
    names: HashSet<(ObjType, String)>,
}

impl Known {
    fn of(spec: &Spec) -> Self {
        let mut names: HashSet<_> = names_in(&spec.world).into_iter().collect();
        names.insert((ObjType::Body, "world".into()));
        let mut known = Self { names };
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

    /// Copies what can be resolved under the new names.
    fn copy(&mut self, spec: &mut Spec, source: &References, naming: &Naming) {
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

    /// Drops elements that refer to something gone.
    fn drop_lost(&mut self, spec: &mut Spec, gone: &HashSet<(ObjType, String)>) {
        let lost = |kind: ObjType, name: &str| {
            let kind = if kind == ObjType::XBody { ObjType::Body } else { kind };
            gone.contains(&(kind, name.to_owned()))
        };
        spec.pairs.retain(|p| !lost(ObjType::Geom, &p.geom1) && !lost(ObjType::Geom, &p.geom2));
        spec.excludes.retain(|e| !lost(ObjType::Body, &e.body1) && !lost(ObjType::Body, &e.body2));
        let mut lost_tendons: HashSet<String> = HashSet::new();
        spec.tendons.retain(|t| {
            let keep = !t.path.iter().any(|wrap| match &wrap.kind {
                WrapKind::Site { site } => lost(ObjType::Site, site),
                WrapKind::Geom { geom, sidesite } => {
                    lost(ObjType::Geom, geom) || lost(ObjType::Site, sidesite)
                }
                WrapKind::Joint { joint, .. } => lost(ObjType::Joint, joint),
                WrapKind::Pulley { .. } => false,
            });
            if !keep {
                lost_tendons.insert(t.name.clone());
            }
            keep
        });
        let lost = |kind: ObjType, name: &str| {
            lost(kind, name) || (kind == ObjType::Tendon && lost_tendons.contains(name))
        };
        spec.equalities.retain(|e| {
            let kind = match e.kind {
                EqType::Joint => ObjType::Joint,
                EqType::Tendon => ObjType::Tendon,
                _ if e.sites => ObjType::Site,
                _ => ObjType::Body,
            };
            !lost(kind, &e.name1) && !lost(kind, &e.name2)
        });
        let mut lost_actuators: HashSet<String> = HashSet::new();
        spec.actuators.retain(|a| {
            let kind = match a.trntype {
                TrnType::Joint | TrnType::JointInParent => ObjType::Joint,
                TrnType::Tendon => ObjType::Tendon,
                TrnType::Body => ObjType::Body,
                _ => ObjType::Site,
            };
            let keep = !lost(kind, &a.target)
                && !lost(ObjType::Site, &a.refsite)
                && !lost(ObjType::Site, &a.slidersite);
            if !keep {
                lost_actuators.insert(a.name.clone());
            }
            keep
        });
        spec.sensors.retain(|s| {
            let gone = |kind: ObjType, name: &str| {
                lost(kind, name) || (kind == ObjType::Actuator && lost_actuators.contains(name))
            };
            !gone(s.objtype, &s.objname) && !gone(s.reftype, &s.refname)
        });
        self.names.retain(|(kind, name)| match kind {
            ObjType::Tendon => !lost_tendons.contains(name),
            ObjType::Actuator => !lost_actuators.contains(name),
            _ => true,
        });
    }
}
