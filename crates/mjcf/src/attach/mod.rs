//! Putting copies of a body, or of a whole model, into a tree: `<attach>` and `<replicate>`.
//!
//! Copies get a prefix and suffix on their names. Elements that refer to what was copied
//! (actuators, sensors, tendons, ...) are copied along if what they refer to is found under the
//! new names. Keyframes of the copied part become keyframes of the whole.

mod dropped;
mod naming;
mod references;
mod replicate;

use ferrodyn_engine::enums::ObjType;

pub(crate) use dropped::drop_references;
pub(crate) use naming::Naming;
pub(crate) use replicate::Replication;

use crate::path;
use crate::spec::{Body, Frame, Scope, Spec};
use references::{Known, References};

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
    let own = |body: &Body| {
        1 + body.frames.len()
            + body.joints.len()
            + body.geoms.len()
            + body.sites.len()
            + body.cameras.len()
            + body.lights.len()
    };
    body.tree().map(own).sum()
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
    body.tree().for_each(|body| collect_names(body, &mut names));
    names
}

/// Adds the names of what is directly in a body.
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
}

/// The body at a path of child indices from the world.
fn body_at<'s>(spec: &'s mut Spec, path: &[usize]) -> &'s mut Body {
    path.iter().fold(&mut spec.world, |body, &child| &mut body.bodies[child])
}

/// What of a model is attached.
pub(crate) enum Part {
    /// Everything in the world.
    World,
    /// The body at a path.
    Body(Vec<usize>),
    /// A frame of the body at a path, with all that is in it.
    Frame(Vec<usize>, usize),
}

/// Puts a body of `child`, or all of it if `name` is empty, into the body at `path`, inside
/// `frame`, and everything else of it into `spec`.
pub(crate) fn attach_model(
    spec: &mut Spec,
    child: Spec,
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
    let part = if name.is_empty() {
        Part::World
    } else {
        let Some(found) = find_body(&child.world, name) else {
            return Err(format!("model \"{}\" has no body \"{name}\"", child.modelname));
        };
        Part::Body(found)
    };
    let naming = Naming { prefix, ..Naming::default() };
    attach_part(spec, child, &part, (path, Some(frame)), naming)
}

/// Puts part of `child` into the body at `path`, inside `frame`, and what refers to it into
/// `spec`; from another model, also its assets, default classes, keyframes and settings.
pub(crate) fn attach_part(
    spec: &mut Spec,
    mut child: Spec,
    part: &Part,
    (path, frame): (&[usize], Option<usize>),
    mut naming: Naming,
) -> Result<(), String> {
    if !naming.own {
        naming.scope = spec.attached.len() + 1;
        let pending = child.store_keys(|name| naming.apply(name))?;
        spec.pending.extend(pending);
    }
    let body = body_at(spec, path);
    match part {
        Part::World => {
            child.world.name.clear();
            graft(&child.world, body, frame, &naming);
        }
        Part::Body(source) => {
            let class = child.childclass_at(source).to_owned();
            let mut copy = body_at(&mut child, source).clone();
            // the class around it stays behind, its effect does not
            if class != "main" {
                copy.childclass = class;
            }
            naming.body(&mut copy);
            copy.frame = frame;
            body.bodies.push(copy);
        }
        Part::Frame(source, inside) => {
            let content = frame_content(body_at(&mut child, source), *inside);
            graft(&content, body, frame, &naming);
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
    }
    let mut references = References::of(&child);
    references.enter(&naming);
    Known::of(spec).copy(spec, &references, &naming);
    spec.expand_keys();
    Ok(())
}

/// The path of the first body below `body` that has this name.
fn find_body(body: &Body, name: &str) -> Option<Vec<usize>> {
    // the lists that are open, and which of their bodies comes next
    let mut open = vec![(&body.bodies, 0)];
    while let Some((list, next)) = open.last_mut() {
        match list.get(*next) {
            Some(child) if child.name == name => {
                return Some(
                    open.iter()
                        .enumerate()
                        .map(|(i, (_, next))| next - usize::from(i + 1 < open.len()))
                        .collect(),
                );
            }
            Some(child) => {
                *next += 1;
                open.push((&child.bodies, 0));
            }
            None => drop(open.pop()),
        }
    }
    None
}

/// What is in a frame of a body, that frame first, as the content of a body of its own.
fn frame_content(body: &Body, frame: usize) -> Body {
    let inside = |mut at: Option<usize>| {
        while let Some(index) = at {
            if index == frame {
                return true;
            }
            at = body.frames.get(index).and_then(|f| f.frame);
        }
        false
    };
    let others = (0..body.frames.len()).filter(|&i| i != frame && inside(Some(i)));
    let order: Vec<usize> = std::iter::once(frame).chain(others).collect();
    let renumbered = |old: Option<usize>| old.and_then(|i| order.iter().position(|&o| o == i));
    let frames = order.iter().map(|&i| {
        let outer = if i == frame { None } else { renumbered(body.frames[i].frame) };
        Frame { frame: outer, ..body.frames[i].clone() }
    });
    let mut content = Body { frames: frames.collect(), ..Body::default() };
    macro_rules! take {
        ($($list:ident),+) => {$(
            content.$list = body.$list.iter().filter(|e| inside(e.frame)).cloned().collect();
            content.$list.iter_mut().for_each(|e| e.frame = renumbered(e.frame));
        )+};
    }
    take!(joints, geoms, sites, cameras, lights, bodies);
    content
}

fn attach_defaults(spec: &mut Spec, child: &Spec, naming: &Naming) {
    // classes whose name is taken are those that are there
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
    for mut flex in child.flexes.iter().cloned() {
        naming.rename(&mut flex.name);
        flex.nodebody.iter_mut().chain(&mut flex.vertbody).for_each(|body| naming.rename(body));
        naming.rename(&mut flex.material);
        spec.flexes.push(flex);
    }
    for mut plugin in child.plugins.iter().cloned() {
        naming.rename(&mut plugin.name);
        spec.plugins.push(plugin);
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
