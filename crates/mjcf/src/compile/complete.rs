//! Completes a spec before it is compiled: sizes, names of assets, lengths of user data, missing keyframes.

use super::work::Work;
use super::{Failed, fail, too_large};
use crate::error::{LoadError, Problems};
use crate::path;
use crate::spec::{Key, Spec};
use crate::xml::Limits;

/// Adds keyframes until there are as many as `nkey` says.
pub(super) fn add_keys(spec: &mut Spec, limits: &Limits) -> Result<(), LoadError> {
    let wanted = usize::try_from(spec.size.nkey).unwrap_or(0);
    if wanted.saturating_mul(size_of::<Key>()) > limits.model_bytes {
        return Err(too_large(&format!("nkey asks for {wanted} keyframes"), limits));
    }
    let missing = wanted.saturating_sub(spec.keys.len());
    spec.keys.extend(std::iter::repeat_with(Key::default).take(missing));
    Ok(())
}

/// Assets without a name are called after their file.
pub(super) fn name_assets(spec: &mut Spec) {
    let fill = |name: &mut String, file: &str| {
        if name.is_empty() {
            path::asset_name(file).clone_into(name);
        }
    };
    for mesh in &mut spec.meshes {
        fill(&mut mesh.name, &mesh.file);
    }
    for hfield in &mut spec.hfields {
        fill(&mut hfield.name, &hfield.file);
    }
    for skin in &mut spec.skins {
        fill(&mut skin.name, &skin.file);
    }
    for texture in &mut spec.textures {
        fill(&mut texture.name, &texture.file);
    }
    if spec.compiler.discardvisual {
        spec.materials.clear();
        spec.textures.clear();
    }
}

/// Custom numbers are as many as given, unless the spec says how many.
pub(super) fn complete_numerics(spec: &mut Spec, problems: &mut Problems) {
    let mut failed = Failed::default();
    for numeric in &mut spec.numerics {
        let given = numeric.data.len();
        if numeric.size == 0 {
            numeric.size = i32::try_from(given).unwrap_or(i32::MAX);
        }
        let problem = match usize::try_from(numeric.size) {
            Err(_) => Some("size cannot be negative: it is the number of values"),
            Ok(0) => Some("size cannot be zero: give data, or how many numbers there are"),
            Ok(size) if size < given => {
                Some("specified size smaller than initialization array: give fewer numbers")
            }
            Ok(_) => None,
        };
        let done = problem.map_or(Ok(()), fail);
        failed.note("numeric", &numeric.name, &numeric.origin, done);
    }
    failed.report(problems);
}

/// User data of a kind is as long as the longest, unless the spec says.
pub(crate) fn choose_user_sizes(spec: &mut Spec) {
    fn choose<'a>(size: &mut i32, user: impl Iterator<Item = &'a Vec<f64>>) {
        if *size < 0 {
            *size = user.map(Vec::len).max().unwrap_or(0) as i32;
        }
    }
    let mut size = spec.size.clone();
    {
        let work = Work::new(spec);
        choose(&mut size.nuser_body, work.bodies.iter().map(|b| &b.spec.user));
        choose(&mut size.nuser_jnt, work.joints.iter().map(|j| &j.spec.user));
        choose(&mut size.nuser_geom, work.geoms.iter().map(|g| &g.spec.user));
        choose(&mut size.nuser_site, work.sites.iter().map(|s| &s.spec.user));
        choose(&mut size.nuser_cam, work.cameras.iter().map(|c| &c.spec.user));
    }
    choose(&mut size.nuser_tendon, spec.tendons.iter().map(|t| &t.user));
    choose(&mut size.nuser_actuator, spec.actuators.iter().map(|a| &a.user));
    choose(&mut size.nuser_sensor, spec.sensors.iter().map(|s| &s.user));
    spec.size = size;
}
