//! Bodies with their joints, sites, cameras and lights, parents first.

use ferrodyn_engine::enums::{AlignFree, InertiaFromGeom, JointType};
use ferrodyn_engine::math::{Quat, Vec3};

use super::geom::{self, GeomContext};
use super::joint::{check_joints, compile_joint};
use super::view::{compile_camera, compile_light, compile_site};
use super::work::Work;
use super::{Assets, Fail, Failed, fail};
use crate::asset::bvh::{Bvh, Leaf};
use crate::error::Problems;
use crate::spec::pose::{EPS, Pose, combine, principal, resolve_orientation, unit};
use crate::spec::{Compiler, Origin};

/// Compiles all bodies and their elements.
pub(super) fn compile(work: &mut Work<'_>, assets: &Assets, problems: &mut Problems) {
    for body in 0..work.bodies.len() {
        if work.clock.is_over_at(body, 64) {
            problems.push(super::out_of_time(&work.clock));
            return;
        }
        compile_body(work, body, assets, problems).report(problems);
    }
}

fn compile_body(work: &mut Work<'_>, body: usize, assets: &Assets, problems: &Problems) -> Failed {
    let mut failed = Failed::default();
    let spec = work.bodies[body].spec;
    // masses and inertias that could not be read cannot be judged
    let is_mistaken = !problems.is_empty() && has_mistaken_inertial(problems, &spec.origin);
    let judged = |done: Result<(), Fail>| if is_mistaken { Err(Fail::consequence()) } else { done };
    failed.note("body", &spec.name, &spec.origin, frames(work, body));
    let count = work.spec.size.nuser_body;
    failed.note("body", &spec.name, &spec.origin, check_user(&spec.user, count, "nuser_body"));
    set_weld(work, body);
    failed.note("body", &spec.name, &spec.origin, judged(pose_and_inertial(work, body)));

    for g in work.bodies[body].geoms.clone() {
        let done = compile_geom(work, body, g, assets);
        let spec = work.geoms[g].spec;
        failed.note("geom", &spec.name, &spec.origin, done);
    }
    failed.note("body", &spec.name, &spec.origin, judged(inertia(work, body)));
    let align = align_free(work, body);
    if align.is_some() {
        failed.note("body", &spec.name, &spec.origin, Ok(()));
    }
    collect_geoms(work, body);

    for j in work.bodies[body].joints.clone() {
        let done = compile_joint(work, body, j);
        let spec = work.joints[j].spec;
        failed.note("joint", &spec.name, &spec.origin, done);
    }
    failed.note("body", &spec.name, &spec.origin, check_joints(work, body));
    for s in work.bodies[body].sites.clone() {
        let done = compile_site(work, body, s);
        let spec = work.sites[s].spec;
        failed.note("site", &spec.name, &spec.origin, done);
    }
    for c in work.bodies[body].cameras.clone() {
        let done = compile_camera(work, body, c);
        let spec = work.cameras[c].spec;
        failed.note("camera", &spec.name, &spec.origin, done);
    }
    for l in work.bodies[body].lights.clone() {
        let done = compile_light(work, body, l);
        let spec = work.lights[l].spec;
        failed.note("light", &spec.name, &spec.origin, done);
    }
    if let Some(inverse) = align {
        realign(work, body, inverse);
    }
    failed
}

fn has_mistaken_inertial(problems: &Problems, body: &Origin) -> bool {
    let mistaken = problems.mistaken();
    let inertial = body.fault_inside("inertial");
    inertial.is_some_and(|fault| mistaken.has(&fault) || mistaken.has_inside(&fault))
}

/// Refuses more user numbers than the model has room for.
pub(super) fn check_user(user: &[f64], count: i32, name: &str) -> Result<(), Fail> {
    if count >= 0 && user.len() > count as usize {
        return fail(format!("user has {} numbers, {name} is {count}", user.len()));
    }
    Ok(())
}

/// Poses of the body's frames; an inner frame comes after the one it sits in.
fn frames(work: &mut Work<'_>, body: usize) -> Result<(), Fail> {
    let spec = work.bodies[body].spec;
    let mut poses: Vec<Pose> = Vec::with_capacity(spec.frames.len());
    for frame in &spec.frames {
        let compiler = work.spec.compiler_of(&frame.origin);
        let quat = resolve_orientation(&frame.alt, frame.quat, compiler)?;
        let mut pose = Pose { pos: frame.pos, quat };
        if let Some(outer) = frame.frame.and_then(|i| poses.get(i)) {
            pose = *outer * pose;
        }
        pose.quat = unit(pose.quat);
        poses.push(pose);
    }
    work.bodies[body].frames = poses;
    Ok(())
}

/// The pose of the frame an element sits in.
pub(super) fn frame_of(work: &Work<'_>, body: usize, frame: Option<usize>) -> Option<Pose> {
    work.bodies[body].frames.get(frame?).copied()
}

fn set_weld(work: &mut Work<'_>, body: usize) {
    if body > 0 {
        let parent = work.bodies[body].parent;
        let moves = !work.bodies[body].joints.is_empty();
        work.bodies[body].weld = if moves { body } else { work.bodies[parent].weld };
    }
}

/// Pose in the parent (without the frame the body sits in) and explicit inertia.
fn pose_and_inertial(work: &mut Work<'_>, body: usize) -> Result<(), Fail> {
    let spec = work.bodies[body].spec;
    let compiler = work.spec.compiler_of(&spec.origin);
    let quat = resolve_orientation(&spec.alt, unit(spec.quat), compiler)?;
    let b = &mut work.bodies[body];
    b.pose = Pose { pos: spec.pos, quat };
    let Some(inertial) = &spec.inertial else { return Ok(()) };
    b.inertial = Pose { pos: inertial.pos, quat: unit(inertial.quat) };
    b.mass = inertial.mass;
    b.inertia = inertial.diaginertia;
    if let Some(full) = inertial.fullinertia.filter(|full| !full[0].is_nan()) {
        if inertial.alt != crate::spec::Orientation::Quat {
            return fail("fullinertia has an orientation of its own: remove the other one");
        }
        if inertial.diaginertia != Vec3::ZERO {
            return fail("fullinertia and diaginertia exclude each other: give one of them");
        }
        (b.inertial.quat, b.inertia) = principal(&full)?;
    }
    b.inertial.quat = resolve_orientation(&inertial.alt, b.inertial.quat, compiler)?;
    Ok(())
}

fn compile_geom(work: &mut Work<'_>, body: usize, g: usize, assets: &Assets) -> Result<(), Fail> {
    let spec = work.geoms[g].spec;
    check_user(&spec.user, work.spec.size.nuser_geom, "nuser_geom")?;
    let b = &work.bodies[body];
    let body_compiler = work.spec.compiler_of(&b.spec.origin);
    let [low, high] = body_compiler.inertiagrouprange;
    let geom = &work.geoms[g];
    let mesh = match geom.mesh.map(|i| assets.meshes.get(i).and_then(Option::as_deref)) {
        Some(None) => return Err(Fail::consequence()),
        Some(mesh) => mesh,
        None => None,
    };
    let around = GeomContext {
        compiler: work.spec.compiler_of(&spec.origin),
        fitaabb: work.spec.compiler.fitaabb,
        mesh,
        hfield_size: geom.hfield.map(|i| work.spec.hfields[i].size),
        is_static: b.weld == 0,
        infer_inertia: body > 0
            && (!b.spec.inertial.as_ref().is_some_and(|inertial| inertial.explicit)
                || body_compiler.inertiafromgeom == InertiaFromGeom::True)
            && (low..=high).contains(&spec.group),
        frame: frame_of(work, body, spec.frame),
    };
    geom::compile(&mut work.geoms[g], &around)
}

/// Inertia from geoms where it is not given, bounds and checks; then the frame of the body.
fn inertia(work: &mut Work<'_>, body: usize) -> Result<(), Fail> {
    let spec = work.bodies[body].spec;
    let compiler = work.spec.compiler_of(&spec.origin);
    let explicit = spec.inertial.as_ref().is_some_and(|inertial| !inertial.pos[0].is_nan());
    let from_geoms = match compiler.inertiafromgeom {
        InertiaFromGeom::True => true,
        InertiaFromGeom::Auto => !explicit,
        InertiaFromGeom::False => false,
    };
    let found = body > 0 && from_geoms && inertia_from_geoms(work, body, compiler)?;
    let parent = work.bodies[body].parent;
    let frame = if body > 0 { frame_of(work, parent, spec.frame) } else { None };
    let b = &mut work.bodies[body];
    if (!explicit && !found) || b.inertial.pos[0].is_nan() {
        b.inertial = b.pose;
    }
    if body > 0 {
        b.mass = b.mass.max(compiler.boundmass);
        for moment in &mut b.inertia.0 {
            *moment = moment.max(compiler.boundinertia);
        }
        let [x, y, z] = b.inertia.0;
        if b.mass < 0.0 || x < 0.0 || y < 0.0 || z < 0.0 {
            return fail("mass and inertia cannot be negative");
        }
        if x + y < z || x + z < y || y + z < x {
            if !compiler.balanceinertia {
                return fail(
                    "no body has this inertia: the sum of two principal moments is less than the \
                     third; correct it, or set balanceinertia=\"true\" in compiler",
                );
            }
            b.inertia = Vec3([(x + y + z) / 3.0; 3]);
        }
    }
    if let Some(frame) = frame {
        b.pose = frame * b.pose;
    }
    Ok(())
}

/// Combines the geoms that count; false if there are none.
fn inertia_from_geoms(work: &mut Work<'_>, body: usize, compiler: &Compiler) -> Result<bool, Fail> {
    let [low, high] = compiler.inertiagrouprange;
    let parts: Vec<(Pose, f64, Vec3)> = work.bodies[body]
        .geoms
        .iter()
        .map(|&g| &work.geoms[g])
        .filter(|g| (low..=high).contains(&g.spec.group) && g.mass > EPS)
        .map(|g| (g.pose, g.mass, g.inertia))
        .collect();
    let b = &mut work.bodies[body];
    match parts[..] {
        [] => return Ok(false),
        [(pose, mass, inertia)] => (b.inertial, b.mass, b.inertia) = (pose, mass, inertia),
        _ => {
            let (pose, mass, inertia) = combine(&parts)?;
            (b.inertial, b.mass, b.inertia) = (pose, mass, inertia);
        }
    }
    Ok(true)
}

/// Moves the body frame of a free body to its inertial frame; returns the pose of the old frame in
/// the new one, by which its other elements have to move.
fn align_free(work: &mut Work<'_>, body: usize) -> Option<Pose> {
    let b = &work.bodies[body];
    let [joint] = b.joints[..] else { return None };
    let joint = work.joints[joint].spec;
    let compiler = work.spec.compiler_of(&b.spec.origin);
    let wanted =
        joint.align == AlignFree::True || (joint.align == AlignFree::Auto && compiler.alignfree);
    if joint.kind != JointType::Free || !b.children.is_empty() || !wanted {
        return None;
    }
    let b = &mut work.bodies[body];
    let inverse = b.inertial.inverse();
    b.pose = b.pose * b.inertial;
    b.inertial = Pose::default();
    for g in b.geoms.clone() {
        work.geoms[g].pose = inverse * work.geoms[g].pose;
    }
    Some(inverse)
}

/// The rest of the alignment: sites, cameras and lights.
fn realign(work: &mut Work<'_>, body: usize, inverse: Pose) {
    for &s in &work.bodies[body].sites {
        work.sites[s].pose = inverse * work.sites[s].pose;
    }
    for &c in &work.bodies[body].cameras {
        work.cameras[c].pose = inverse * work.cameras[c].pose;
    }
    for &l in &work.bodies[body].lights {
        let light = &mut work.lights[l];
        light.pos = (inverse * Pose { pos: light.pos, quat: Quat::IDENTITY }).pos;
        light.dir = inverse.quat.rotate(light.dir);
    }
}

/// What collision needs to know of a body's geoms together.
pub(super) fn collect_geoms(work: &mut Work<'_>, body: usize) {
    let (mut contype, mut conaffinity, mut margin) = (0, 0, 0.0_f64);
    let mut leaves = Vec::with_capacity(work.bodies[body].geoms.len());
    for &g in &work.bodies[body].geoms {
        let geom = &work.geoms[g];
        contype |= geom.spec.contype;
        conaffinity |= geom.spec.conaffinity;
        margin = margin.max(geom.spec.margin);
        leaves.push(Leaf {
            id: g as i32,
            contype: geom.spec.contype,
            conaffinity: geom.spec.conaffinity,
            pos: geom.pose.pos,
            quat: Some(geom.pose.quat),
            aabb: geom.aabb,
        });
    }
    let b = &mut work.bodies[body];
    (b.contype, b.conaffinity, b.margin) = (contype, conaffinity, margin);
    b.bvh = Bvh::new(&leaves, b.inertial.pos, b.inertial.quat);
}

/// Where a body was described.
pub(super) fn origin<'s>(work: &Work<'s>, body: usize) -> &'s Origin {
    &work.bodies[body].spec.origin
}

/// A body that moves needs mass and inertia, its own or that of a child fixed to it.
pub(super) fn check_moving_bodies(work: &Work<'_>, problems: &mut Problems) {
    let mut failed = Failed::default();
    let sound = problems.is_empty();
    for (b, body) in work.bodies.iter().enumerate().skip(1) {
        if body.fused || body.joints.is_empty() {
            continue;
        }
        // nearest bodies fixed to this one that have mass, or might have if all were right
        let mut open = vec![b];
        let mut heavy = false;
        while let Some(b) = open.pop() {
            let body = &work.bodies[b];
            heavy |= !sound && may_have_mass(work, b, problems);
            let min = ferrodyn_engine::math::MINVAL;
            heavy |= body.mass >= min && body.inertia.0.iter().all(|&i| i >= min);
            if heavy {
                break;
            }
            open.extend(body.children.iter().filter(|&&c| work.bodies[c].joints.is_empty()));
        }
        if !heavy {
            let spec = body.spec;
            let message = "the body moves but has no mass or inertia: give it a geom with mass, or \
                           an inertial element";
            failed.note("body", &spec.name, &spec.origin, fail(message));
        }
    }
    failed.report(problems);
}

/// Whether something in a body, or the body itself, is not as it was meant.
fn may_have_mass(work: &Work<'_>, body: usize, problems: &Problems) -> bool {
    let (body, mistaken) = (&work.bodies[body], problems.mistaken());
    let own = body.spec.origin.fault();
    mistaken.has(&own)
        || mistaken.has_inside(&own)
        || body.geoms.iter().any(|&g| mistaken.has(&work.geoms[g].spec.origin.fault()))
}
