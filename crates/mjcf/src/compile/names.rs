//! The names of everything: collected, and refused where they repeat or are missing.

use ferrodyn_engine::enums::{ObjType, TextureType};

use super::work::Work;
use super::{Fail, Failed, fail};
use crate::edit::{SpecElement as _, Stored as _};
use crate::error::Problems;
use crate::spec::{Keyword, Origin};
use crate::with_kind;

/// Collects all names, refuses repeated ones and those that must not be empty.
pub(super) fn check_names<'s>(work: &mut Work<'s>, problems: &mut Problems) {
    let spec = work.spec;
    let bodies: Vec<_> = work.bodies.iter().map(|b| (&*b.spec.name, &b.spec.origin)).collect();
    let joints: Vec<_> = work.joints.iter().map(|j| (&*j.spec.name, &j.spec.origin)).collect();
    let geoms: Vec<_> = work.geoms.iter().map(|g| (&*g.spec.name, &g.spec.origin)).collect();
    let sites: Vec<_> = work.sites.iter().map(|s| (&*s.spec.name, &s.spec.origin)).collect();
    let cameras: Vec<_> = work.cameras.iter().map(|c| (&*c.spec.name, &c.spec.origin)).collect();
    let lights: Vec<_> = work.lights.iter().map(|l| (&*l.spec.name, &l.spec.origin)).collect();
    let frames: Vec<_> = work
        .bodies
        .iter()
        .flat_map(|b| b.spec.frames.iter().map(|f| (&*f.name, &f.origin)))
        .collect();
    let mut tree = [
        (ObjType::Body, bodies),
        (ObjType::Joint, joints),
        (ObjType::Geom, geoms),
        (ObjType::Site, sites),
        (ObjType::Camera, cameras),
        (ObjType::Light, lights),
        (ObjType::Frame, frames),
    ];
    for (kind, list) in &mut tree {
        add_names(work, *kind, list, problems);
    }
    let in_tree: Vec<ObjType> = tree.iter().map(|(kind, _)| *kind).collect();
    let listed = |kind: &ObjType| !in_tree.contains(kind);
    for kind in ObjType::named().filter(listed) {
        let list: Vec<(&'s str, &Origin)> = with_kind!(
            kind,
            E => E::of_spec(spec).iter().map(|e| (e.name(), e.origin())).collect(),
            Vec::new()
        );
        add_names(work, kind, &list, problems);
    }
    for texture in spec.textures.iter().filter(|t| t.name.is_empty()) {
        if texture.kind != TextureType::Skybox {
            refuse_empty("texture", &texture.origin, problems);
        }
    }
    for mesh in spec.meshes.iter().filter(|m| m.name.is_empty()) {
        refuse_empty("mesh", &mesh.origin, problems);
    }
    for hfield in spec.hfields.iter().filter(|h| h.name.is_empty()) {
        refuse_empty("hfield", &hfield.origin, problems);
    }
    for material in spec.materials.iter().filter(|m| m.name.is_empty()) {
        refuse_empty("material", &material.origin, problems);
    }
}

fn refuse_empty(element: &str, origin: &Origin, problems: &mut Problems) {
    let mut failed = Failed::default();
    failed.note(element, "", origin, fail("the name is missing: add the attribute \"name\""));
    failed.report(problems);
}

fn add_names<'s>(
    work: &mut Work<'s>,
    kind: ObjType,
    list: &[(&'s str, &Origin)],
    problems: &mut Problems,
) {
    work.names.add(kind, list.iter().map(|(name, _)| *name));
    let mut sorted: Vec<_> = list.iter().filter(|(name, _)| !name.is_empty()).collect();
    sorted.sort_by_key(|(name, _)| *name);
    let mut failed = Failed::default();
    for pair in sorted.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
        let element = if kind == ObjType::Frame { "frame" } else { kind.word() };
        if failed.problems.len() >= Problems::KEPT {
            failed.omitted += 1;
            continue;
        }
        let first = pair[0].1.location().map_or(String::new(), |at| format!(" at {at}"));
        let message = format!("another {element}{first} has this name: rename one of them");
        failed.note(element, pair[1].0, pair[1].1, Err(Fail::sure(message)));
    }
    failed.report(problems);
}
