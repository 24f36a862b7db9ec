//! `fusestatic`: bodies without joints are merged into their parents.

use std::collections::HashSet;

use ferrodyn_engine::enums::{ObjType, SensorType, TrnType};
use ferrodyn_engine::math::{MINVAL, Quat, Vec3};

use super::body::collect_geoms;
use super::view;
use super::work::Work;
use super::{Fail, Failed};
use crate::error::Problems;
use crate::spec::pose::{Pose, combine};

/// Merges all bodies that can be merged, parents first.
pub(super) fn fuse_static(work: &mut Work<'_>, problems: &mut Problems) {
    let kept = referenced_bodies(work);
    let mut failed = Failed::default();
    for b in 1..work.bodies.len() {
        let spec = work.bodies[b].spec;
        let named = !spec.name.is_empty() && kept.contains(spec.name.as_str());
        if named || !work.bodies[b].joints.is_empty() || spec.mocap || senses_force(work, b) {
            continue;
        }
        failed.note("body", &spec.name, &spec.origin, fuse(work, b));
    }

    // fields that depend on the new parents
    for b in 1..work.bodies.len() {
        if work.bodies[b].fused {
            continue;
        }
        let parent = work.bodies[b].parent;
        let moves = !work.bodies[b].joints.is_empty();
        work.bodies[b].weld = if moves { b } else { work.bodies[parent].weld };
    }
    // lights and cameras are compiled anew, in the frames they were described in
    for l in 0..work.lights.len() {
        let (owner, spec) = (described_in_light(work, l), work.lights[l].spec);
        failed.note("light", &spec.name, &spec.origin, view::compile_light(work, owner, l));
    }
    for c in 0..work.cameras.len() {
        let (owner, spec) = (described_in_camera(work, c), work.cameras[c].spec);
        failed.note("camera", &spec.name, &spec.origin, view::compile_camera(work, owner, c));
    }
    failed.report(problems);
}

/// Names of bodies that something refers to.
fn referenced_bodies<'s>(work: &Work<'s>) -> HashSet<&'s str> {
    let spec = work.spec;
    let mut names: HashSet<&str> = HashSet::new();
    names.extend(work.cameras.iter().map(|c| c.spec.target.as_str()));
    names.extend(work.lights.iter().map(|l| l.spec.target.as_str()));
    names.extend(spec.skins.iter().flat_map(|s| s.bones.iter().map(|b| b.body.as_str())));
    names.extend(spec.excludes.iter().flat_map(|e| [e.body1.as_str(), e.body2.as_str()]));
    for equality in spec.equalities.iter().filter(|e| !e.sites) {
        use ferrodyn_engine::enums::EqType::{Connect, Weld};
        if matches!(equality.kind, Connect | Weld) {
            names.extend([equality.name1.as_str(), equality.name2.as_str()]);
        }
    }
    let on_body = spec.actuators.iter().filter(|a| a.trntype == TrnType::Body);
    names.extend(on_body.map(|a| a.target.as_str()));
    for sensor in &spec.sensors {
        if sensor.objtype == ObjType::Body {
            names.insert(&sensor.objname);
        }
        if sensor.reftype == ObjType::Body {
            names.insert(&sensor.refname);
        }
    }
    for element in spec.tuples.iter().flat_map(|t| &t.elements) {
        if element.objtype == ObjType::Body {
            names.insert(&element.objname);
        }
    }
    names
}

/// Whether a force or torque sensor sits in a named body: merging would change what it measures.
fn senses_force(work: &Work<'_>, b: usize) -> bool {
    if work.bodies[b].spec.name.is_empty() {
        return false;
    }
    work.spec.sensors.iter().any(|sensor| {
        matches!(sensor.kind, SensorType::Force | SensorType::Torque)
            && work
                .names
                .find(ObjType::Site, &sensor.objname)
                .is_some_and(|site| work.sites[site].body == b)
    })
}

fn fuse(work: &mut Work<'_>, b: usize) -> Result<(), Fail> {
    let parent = work.bodies[b].parent;
    if !work.is_world(parent) && work.bodies[b].mass >= MINVAL {
        add_inertia(work, parent, b)?;
    }
    let pose = work.bodies[b].pose;
    work.bodies[b].fused = true;

    // children take the place of the body
    let children = std::mem::take(&mut work.bodies[b].children);
    for &child in &children {
        work.bodies[child].pose = pose * work.bodies[child].pose;
        work.bodies[child].parent = parent;
    }
    let siblings = &mut work.bodies[parent].children;
    if let Some(place) = siblings.iter().position(|&s| s == b) {
        siblings.splice(place..=place, children);
    }

    // elements go to the end of the parent's
    for g in std::mem::take(&mut work.bodies[b].geoms) {
        work.geoms[g].body = parent;
        work.geoms[g].pose = pose * work.geoms[g].pose;
        work.bodies[parent].geoms.push(g);
    }
    for s in std::mem::take(&mut work.bodies[b].sites) {
        work.sites[s].body = parent;
        work.sites[s].pose = pose * work.sites[s].pose;
        work.bodies[parent].sites.push(s);
    }
    for c in std::mem::take(&mut work.bodies[b].cameras) {
        work.cameras[c].body = parent;
        work.bodies[parent].cameras.push(c);
    }
    for l in std::mem::take(&mut work.bodies[b].lights) {
        work.lights[l].body = parent;
        work.bodies[parent].lights.push(l);
    }
    collect_geoms(work, parent);
    Ok(())
}

/// Adds the inertia of a body to that of its parent.
fn add_inertia(work: &mut Work<'_>, parent: usize, b: usize) -> Result<(), Fail> {
    let body = &work.bodies[b];
    // the child's inertial frame, with positions swapped as MuJoCo composes them
    let inertial = body.inertial * body.pose;
    let parts = [
        (work.bodies[parent].inertial, work.bodies[parent].mass, work.bodies[parent].inertia),
        (inertial, body.mass, body.inertia),
    ];
    let p = &mut work.bodies[parent];
    if parts[0].1 + parts[1].1 < MINVAL {
        (p.inertial, p.mass, p.inertia) = (Pose::default(), 0.0, Vec3::ZERO);
        p.inertial.quat = Quat::IDENTITY;
    } else {
        (p.inertial, p.mass, p.inertia) = combine(&parts)?;
    }
    Ok(())
}

/// The body a light was described in, whose frames it uses.
fn described_in_light(work: &Work<'_>, l: usize) -> usize {
    let spec = work.lights[l].spec;
    let owner =
        work.bodies.iter().position(|b| b.spec.lights.iter().any(|x| std::ptr::eq(x, spec)));
    owner.unwrap_or(0)
}

/// The body a camera was described in, whose frames it uses.
fn described_in_camera(work: &Work<'_>, c: usize) -> usize {
    let spec = work.cameras[c].spec;
    let owner =
        work.bodies.iter().position(|b| b.spec.cameras.iter().any(|x| std::ptr::eq(x, spec)));
    owner.unwrap_or(0)
}
