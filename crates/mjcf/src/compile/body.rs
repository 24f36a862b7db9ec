//! Bodies with their joints, sites, cameras and lights, parents first.

use ferrodyn_engine::enums::{AlignFree, GeomType, InertiaFromGeom, JointType, Limited, ObjType};
use ferrodyn_engine::math::{Quat, Vec3};

use super::geom::{self, Around};
use super::pose::{
    EPS, Pose, normalize, point_inertia, principal, resolve_orientation, rotate_inertia, unit,
};
use super::work::Work;
use super::{Assets, Fail, Failed, fail};
use crate::asset::bvh::{Bvh, Leaf};
use crate::error::Problems;
use crate::spec::{Angle, Compiler, Origin};

/// Compiles all bodies and what is in them.
pub(super) fn compile(work: &mut Work<'_>, assets: &Assets, problems: &mut Problems) {
    for body in 0..work.bodies.len() {
        if work.clock.is_over_at(body, 64) {
            problems.push(super::out_of_time(&work.clock));
            return;
        }
        for problem in compile_body(work, body, assets) {
            problems.push(problem);
        }
    }
}

fn compile_body(work: &mut Work<'_>, body: usize, assets: &Assets) -> Vec<crate::Problem> {
    let mut failed = Failed::default();
    let spec = work.bodies[body].spec;
    failed.note("body", &spec.name, &spec.origin, frames(work, body));
    let count = work.spec.size.nuser_body;
    failed.note("body", &spec.name, &spec.origin, check_user(&spec.user, count, "nuser_body"));
    set_weld(work, body);
    failed.note("body", &spec.name, &spec.origin, pose_and_inertial(work, body));

    for g in work.bodies[body].geoms.clone() {
        let done = compile_geom(work, body, g, assets);
        let spec = work.geoms[g].spec;
        failed.note("geom", &spec.name, &spec.origin, done);
    }
    failed.note("body", &spec.name, &spec.origin, inertia(work, body));
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
    failed.problems
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
fn frame_of(work: &Work<'_>, body: usize, frame: Option<usize>) -> Option<Pose> {
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
    let around = Around {
        compiler: work.spec.compiler_of(&spec.origin),
        fitaabb: work.spec.compiler.fitaabb,
        mesh: geom.mesh.and_then(|i| assets.meshes[i].as_deref()),
        hfield_size: geom.hfield.map(|i| work.spec.hfields[i].size),
        is_static: b.weld == 0,
        infer_inertia: body > 0
            && (!b.spec.inertial.as_ref().is_some_and(|inertial| inertial.explicit)
                || body_compiler.inertiafromgeom == InertiaFromGeom::True)
            && (low..=high).contains(&spec.group),
        frame: frame_of(work, body, spec.frame),
    };
    Ok(geom::compile(&mut work.geoms[g], &around)?)
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

/// Inertial frame, mass and moments of several rigid parts.
pub(crate) fn combine(parts: &[(Pose, f64, Vec3)]) -> Result<(Pose, f64, Vec3), Fail> {
    let (mut mass, mut com) = (0.0, Vec3::ZERO);
    for (pose, m, _) in parts {
        mass += m;
        com += *m * pose.pos;
    }
    if mass < EPS {
        return fail("the mass is too small to have a center");
    }
    let center = com / mass;
    let mut total = [0.0; 6];
    for (pose, m, moments) in parts {
        let own = rotate_inertia(*moments, pose.quat);
        let offset = point_inertia(*m, pose.pos - center);
        for k in 0..6 {
            total[k] = total[k] + own[k] + offset[k];
        }
    }
    // positions that are not finite leave no inertia
    let (quat, moments) =
        if total[0].is_nan() { (Quat::IDENTITY, Vec3::ZERO) } else { principal(&total)? };
    Ok((Pose { pos: center, quat }, mass, moments))
}

/// Moves the body frame of a free body to its inertial frame; returns the motion of what is in it.
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

/// Whether limits hold, given what the user said and whether there is a range.
pub(crate) fn is_limited(limited: Limited, range: [f64; 2]) -> bool {
    limited == Limited::True || (limited == Limited::Auto && range[0] < range[1])
}

/// Without automatic limits, a range must come with a decision.
pub(super) fn check_auto(
    compiler: &Compiler,
    limited: Limited,
    range: [f64; 2],
    what: &str,
) -> Result<(), Fail> {
    if !compiler.autolimits && limited == Limited::Auto && range != [0.0; 2] {
        return fail(format!(
            "{what}range is given but not {what}limited: set {what}limited, or \
             autolimits=\"true\" in compiler"
        ));
    }
    Ok(())
}

fn compile_joint(work: &mut Work<'_>, body: usize, j: usize) -> Result<(), Fail> {
    let spec = work.joints[j].spec;
    let compiler = work.spec.compiler_of(&spec.origin);
    check_user(&spec.user, work.spec.size.nuser_jnt, "nuser_jnt")?;
    if spec.springdamper != [0.0; 2] && spec.springdamper.iter().any(|&x| x <= 0.0) {
        return fail("both numbers of springdamper must be positive");
    }
    let frame = frame_of(work, body, spec.frame);
    let joint = &mut work.joints[j];
    let free = spec.kind == JointType::Free;
    let ball = spec.kind == JointType::Ball;
    let degrees = compiler.angle == Angle::Degree;
    let radians = std::f64::consts::PI / 180.0;

    // limits
    if !free {
        check_auto(compiler, spec.limited, spec.range, "")?;
        joint.limited = is_limited(spec.limited, spec.range);
    }
    if joint.limited {
        if spec.range[0] >= spec.range[1] && !ball {
            return fail("the first number of range must be smaller than the second");
        }
        if ball && spec.range[0] != 0.0 {
            return fail("the first number of the range of a ball joint must be 0");
        }
        if degrees && (spec.kind == JointType::Hinge || ball) {
            for limit in joint.range.iter_mut().filter(|limit| **limit != 0.0) {
                *limit *= radians;
            }
        }
    }
    if !free && !ball {
        check_auto(compiler, spec.actfrclimited, spec.actfrcrange, "actuatorfrc")?;
        joint.actfrclimited = is_limited(spec.actfrclimited, spec.actfrcrange);
        if joint.actfrclimited && spec.actfrcrange[0] >= spec.actfrcrange[1] {
            return fail("the first number of actuatorfrcrange must be smaller than the second");
        }
    }

    // axis and anchor
    if free || ball {
        joint.axis = Vec3::Z;
    } else if let Some(frame) = frame {
        joint.axis = frame.quat.rotate(spec.axis);
    }
    if normalize(&mut joint.axis.0) < EPS {
        return fail("the axis is too small: give a direction");
    }
    if free {
        joint.pos = Vec3::ZERO;
    } else if let Some(frame) = frame {
        joint.pos = (frame * Pose { pos: spec.pos, quat: Quat::IDENTITY }).pos;
    }
    if spec.kind == JointType::Hinge && degrees {
        joint.reference *= radians;
        joint.springref *= radians;
    }
    Ok(())
}

/// Joints that cannot stand together in a body, and mocap bodies that could move.
fn check_joints(work: &mut Work<'_>, body: usize) -> Result<(), Fail> {
    let kinds: Vec<JointType> =
        work.bodies[body].joints.iter().map(|&j| work.joints[j].spec.kind).collect();
    let dofnum: usize = kinds.iter().map(|kind| kind.nv()).sum();
    work.bodies[body].dofnum = dofnum;
    if dofnum > 6 {
        return fail(format!("a body has at most 6 degrees of freedom, this one {dofnum}"));
    }
    let after_ball = kinds.iter().skip_while(|kind| **kind != JointType::Ball).skip(1);
    if after_ball.clone().any(|kind| matches!(kind, JointType::Ball | JointType::Hinge)) {
        return fail("no rotation can follow a ball joint");
    }
    let parent = work.bodies[body].parent;
    if kinds.contains(&JointType::Free) {
        if kinds.len() > 1 {
            return fail("a free joint must be the only joint of its body");
        }
        if body > 0 && !work.is_world(parent) && !work.spec.compiler.fusestatic {
            return fail("a free joint can only be in a child of the world");
        }
    }
    if work.bodies[body].spec.mocap && (dofnum > 0 || (body > 0 && !work.is_world(parent))) {
        return fail("a mocap body must be a child of the world without joints");
    }
    Ok(())
}

fn compile_site(work: &mut Work<'_>, body: usize, s: usize) -> Result<(), Fail> {
    let spec = work.sites[s].spec;
    let compiler = work.spec.compiler_of(&spec.origin);
    check_user(&spec.user, work.spec.size.nuser_site, "nuser_site")?;
    if matches!(spec.kind, GeomType::Mesh | GeomType::Hfield | GeomType::Plane) {
        return fail("a site cannot be a mesh, height field or plane");
    }
    let frame = frame_of(work, body, spec.frame);
    let site = &mut work.sites[s];
    match geom::given(spec.fromto) {
        Some(p) => (site.pose, site.size) = geom::from_to(spec.kind, spec.pos, spec.size, p)?,
        None => site.pose.quat = resolve_orientation(&spec.alt, spec.quat, compiler)?,
    }
    if let Some(frame) = frame {
        site.pose = frame * site.pose;
    }
    site.pose.quat = unit(site.pose.quat);
    Ok(geom::check_size(spec.kind, &site.size, "site")?)
}

pub(super) fn compile_camera(work: &mut Work<'_>, body: usize, c: usize) -> Result<(), Fail> {
    let spec = work.cameras[c].spec;
    let compiler = work.spec.compiler_of(&spec.origin);
    check_user(&spec.user, work.spec.size.nuser_cam, "nuser_cam")?;
    let frame = frame_of(work, body, spec.frame);
    let target = target_body(work, &spec.target)?;
    let znear = work.spec.visual.map.znear;
    let camera = &mut work.cameras[c];
    camera.target = target;
    camera.pose =
        Pose { pos: spec.pos, quat: resolve_orientation(&spec.alt, spec.quat, compiler)? };
    if let Some(frame) = frame {
        camera.pose = frame * camera.pose;
    }
    camera.pose.quat = unit(camera.pose.quat);

    // intrinsics
    if spec.fovy >= 180.0 {
        return fail("fovy must be below 180");
    }
    let lengths = [spec.focal, spec.focalpixel, spec.principal, spec.principalpixel];
    let intrinsic = lengths.iter().flatten().any(|&x| x != 0.0);
    let sized = spec.sensorsize.iter().all(|&x| x > 0.0);
    if intrinsic && !sized {
        return fail("focal length and principal point need sensorsize");
    }
    if !sized {
        camera.intrinsic = [znear, znear, 0.0, 0.0];
        return Ok(());
    }
    if spec.resolution.iter().any(|&n| n <= 0) {
        return fail("sensorsize needs a positive resolution");
    }
    let pick = |i: usize, pixels: [f32; 2], length: [f32; 2]| {
        let density = spec.resolution[i] as f32 / spec.sensorsize[i];
        if pixels[i] == 0.0 { length[i] } else { pixels[i] / density }
    };
    camera.intrinsic = [
        pick(0, spec.focalpixel, spec.focal),
        pick(1, spec.focalpixel, spec.focal),
        pick(0, spec.principalpixel, spec.principal),
        pick(1, spec.principalpixel, spec.principal),
    ];
    camera.fovy = geom::field_of_view(spec.sensorsize[1], camera.intrinsic[1]);
    Ok(())
}

pub(super) fn compile_light(work: &mut Work<'_>, body: usize, l: usize) -> Result<(), Fail> {
    let spec = work.lights[l].spec;
    let frame = frame_of(work, body, spec.frame);
    let target = target_body(work, &spec.target)?;
    let texture = work.names.find(ObjType::Texture, &spec.texture);
    if texture.is_none() && !spec.texture.is_empty() {
        return Err(Fail::unknown(&work.names, ObjType::Texture, &spec.texture));
    }
    let light = &mut work.lights[l];
    (light.target, light.texture) = (target, texture);
    (light.pos, light.dir) = (spec.pos, spec.dir);
    if let Some(frame) = frame {
        light.pos = (frame * Pose { pos: spec.pos, quat: Quat::IDENTITY }).pos;
        light.dir = frame.quat.rotate(spec.dir);
    }
    if normalize(&mut light.dir.0) < EPS {
        return fail("the direction is zero");
    }
    Ok(())
}

fn target_body(work: &Work<'_>, name: &str) -> Result<Option<usize>, Fail> {
    if name.is_empty() {
        return Ok(None);
    }
    match work.names.find(ObjType::Body, name) {
        Some(body) => Ok(Some(body)),
        None => Err(Fail::unknown(&work.names, ObjType::Body, name)),
    }
}

/// Where a body was described.
pub(super) fn origin<'s>(work: &Work<'s>, body: usize) -> &'s Origin {
    &work.bodies[body].spec.origin
}
