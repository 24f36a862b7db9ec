//! Sites, cameras and lights.

use ferrodyn_engine::enums::{GeomType, ObjType};
use ferrodyn_engine::math::Quat;

use super::body::{check_user, frame_of};
use super::work::Work;
use super::{Fail, fail, geom};
use crate::spec::pose::{EPS, Pose, normalize, resolve_orientation, unit};

pub(super) fn compile_site(work: &mut Work<'_>, body: usize, s: usize) -> Result<(), Fail> {
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
    geom::check_size(spec.kind, &site.size, "site")
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
