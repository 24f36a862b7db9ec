//! Inserts copies of a body, or of a whole model, into a tree: `<attach>` and `<replicate>`.
//!
//! Names of copies get a prefix and suffix. Elements that refer to a copied element (actuators, sensors, tendons,
//! ...) are copied along if the names they refer to exist with that prefix and suffix. Keyframes of the copied
//! part become keyframes of the whole.

mod branch;
mod dropped;
mod naming;
mod references;
mod replicate;

use std::collections::HashSet;

use ferrodyn_engine::enums::ObjType;

pub(crate) use dropped::drop_references;
pub(crate) use naming::Naming;
pub(crate) use replicate::Replication;

use crate::error::EditError;
use crate::path;
use crate::spec::{Bodies, Body, BodyKey, PluginRef, Scope, Spec};
use branch::Subtree;
use references::{KnownNames, References};

/// Number of elements in a model, assets and references included.
pub(crate) fn count_all(spec: &Spec) -> usize {
    count(&spec.bodies, BodyKey::WORLD)
        + spec.meshes.len()
        + spec.skins.len()
        + spec.hfields.len()
        + spec.textures.len()
        + spec.materials.len()
        + spec.flexes.len()
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
        + spec.plugins.len()
}

/// Number of elements in a body.
pub(crate) fn count(bodies: &Bodies, body: BodyKey) -> usize {
    let own = |key: BodyKey| {
        let body = &bodies[key];
        1 + body.frames.len()
            + body.joints.len()
            + body.geoms.len()
            + body.sites.len()
            + body.cameras.len()
            + body.lights.len()
    };
    bodies.subtree(body).map(own).sum()
}

/// All names inside a subtree, whose root comes first in `bodies`; without the name of the root itself.
fn names_in<'b>(bodies: impl IntoIterator<Item = &'b Body>) -> Vec<(ObjType, String)> {
    let mut names = Vec::new();
    let mut add = |kind: ObjType, name: &str| {
        if !name.is_empty() {
            names.push((kind, name.to_owned()));
        }
    };
    for (i, body) in bodies.into_iter().enumerate() {
        if i > 0 {
            add(ObjType::Body, &body.name);
        }
        body.joints.iter().for_each(|j| add(ObjType::Joint, &j.name));
        body.geoms.iter().for_each(|g| add(ObjType::Geom, &g.name));
        body.sites.iter().for_each(|s| add(ObjType::Site, &s.name));
        body.cameras.iter().for_each(|c| add(ObjType::Camera, &c.name));
        body.lights.iter().for_each(|l| add(ObjType::Light, &l.name));
    }
    names
}

/// The part of a model that is attached.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    /// Everything in the world.
    World,
    /// A body.
    Body(BodyKey),
    /// A frame of a body, by index, with all that is in it.
    Frame(BodyKey, usize),
}

/// Puts a body of `child`, or all of it if `name` is empty, into the body `to`, inside `frame`, and
/// everything else of it into `spec`.
pub(crate) fn attach_model(
    spec: &mut Spec,
    child: Spec,
    name: &str,
    (to, frame): (BodyKey, usize),
    prefix: String,
) -> Result<(), EditError> {
    // a body that is already in this model only moves to another frame
    let existing = format!("{prefix}{name}");
    let mut inside = spec.bodies.children(to).iter();
    if let Some(&body) = inside.find(|&&body| spec.bodies[body].name == existing) {
        spec.bodies[body].frame = Some(frame);
        return Ok(());
    }
    let part = if name.is_empty() {
        Part::World
    } else {
        let mut bodies = child.bodies.subtree(BodyKey::WORLD).skip(1);
        let Some(found) = bodies.find(|&body| child.bodies[body].name == name) else {
            return Err(EditError::NoBody { model: child.modelname, body: name.to_owned() });
        };
        Part::Body(found)
    };
    let naming = Naming { prefix, ..Naming::default() };
    attach_part(spec, child, part, (to, Some(frame)), naming)
}

/// Puts part of `child` into the body `to`, inside `frame`, and what refers to it into `spec`; from
/// another model, also its assets, default classes, keyframes and settings.
pub(crate) fn attach_part(
    spec: &mut Spec,
    mut child: Spec,
    part: Part,
    (to, frame): (BodyKey, Option<usize>),
    mut naming: Naming,
) -> Result<(), EditError> {
    if !naming.own {
        naming.scope = spec.attached.len() + 1;
        let pending = child.store_keys(|name| naming.apply(name))?;
        spec.pending.extend(pending);
    }
    match part {
        Part::World => {
            let mut branch = Subtree::whole(&child.bodies, BodyKey::WORLD);
            branch.rename(&naming);
            branch.add_content(&mut spec.bodies, to, frame);
        }
        Part::Body(source) => {
            let class = child.childclass_in(source);
            let mut branch = Subtree::whole(&child.bodies, source);
            // the bodies around the copy stay behind; their default class still holds for it
            if class != "main" {
                class.clone_into(&mut branch.first().childclass);
            }
            branch.rename(&naming);
            branch.first().frame = frame;
            branch.add_to(&mut spec.bodies, to);
        }
        Part::Frame(source, inside) => {
            let mut branch = Subtree::inside_frame(&child.bodies, source, inside);
            branch.rename(&naming);
            branch.add_content(&mut spec.bodies, to, frame);
        }
    }
    if !naming.own {
        let Spec { compiler, modelfiledir, .. } = &child;
        let scope = Scope { compiler: compiler.clone(), modelfiledir: modelfiledir.clone() };
        spec.attached.push(scope);
        spec.attached.extend(child.attached.iter().cloned());
        attach_defaults(spec, &child, &naming);
        attach_assets(spec, &child, &naming);
        spec.pending.append(&mut child.pending);
        spec.missing_packages.append(&mut child.missing_packages);
    }
    let mut references = References::of(&child);
    references.enter(&naming);
    KnownNames::of(spec).copy(spec, &references, &naming);
    if !naming.own {
        attach_plugins(spec, &child, &naming);
    }
    spec.expand_keys();
    Ok(())
}

fn attach_defaults(spec: &mut Spec, child: &Spec, naming: &Naming) {
    // a class whose name is taken is not copied: the present one of that name is used
    let mut places: Vec<usize> = Vec::with_capacity(child.defaults.len());
    for class in &child.defaults {
        let mut class = class.clone();
        naming.rename(&mut class.name);
        let place = spec.find_default(&class.name).unwrap_or(spec.defaults.len());
        class.parent = Some(class.parent.and_then(|p| places.get(p).copied()).unwrap_or(0));
        if place == spec.defaults.len() {
            spec.defaults.push(class);
        }
        places.push(place);
    }
}

/// Copies the instances of plugins that a copied element uses, and those without a name.
fn attach_plugins(spec: &mut Spec, child: &Spec, naming: &Naming) {
    child.active_plugins.iter().for_each(|name| spec.activate_plugin(name));
    if child.plugins.is_empty() {
        return;
    }
    let used: HashSet<String> =
        spec.plugin_refs().filter_map(PluginRef::named).map(str::to_owned).collect();
    let mut known: HashSet<String> = spec.plugins.iter().map(|p| p.name.clone()).collect();
    for mut plugin in child.plugins.iter().cloned() {
        naming.rename(&mut plugin.name);
        naming.origin(&mut plugin.origin);
        let unnamed = plugin.name.is_empty();
        if unnamed || used.contains(&plugin.name) && known.insert(plugin.name.clone()) {
            spec.plugins.push(plugin);
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
        naming.rename(&mut mesh.plugin.name);
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
