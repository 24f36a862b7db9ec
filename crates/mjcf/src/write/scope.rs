//! Brings the parts of attached models under the settings of the whole, so that one file can say
//! them.
//!
//! Only what differs is touched: files are named from the directory of the whole; where angles
//! differ, everything is in radians and without default classes, whose angles have no unit of
//! their own; where inertia settings differ, the widest ones hold and bodies and geoms say what
//! they take from them. A lower bound of mass or inertia that holds for part of the model cannot
//! be kept for bodies whose inertia comes from geoms.

use ferrodyn_engine::enums::{AlignFree, InertiaFromGeom, JointType};

use crate::compile::joint::is_limited;
use crate::path;
use crate::spec::pose::{principal, resolve_orientation, unit};
use crate::spec::{
    Angle, Body, BodyKey, Compiler, Inertial, Joint, Orientation, Origin, Scope, Spec,
};

/// Makes the settings of `spec` hold for all of it.
pub(super) fn merge_scopes(spec: &mut Spec) {
    let scopes = Scopes::of(spec);
    files(spec, &scopes);
    let differ = |field: fn(&Compiler) -> String| {
        scopes.list.iter().any(|scope| field(&scope.compiler) != field(&spec.compiler))
    };
    let angles = differ(|c| format!("{:?} {}", c.angle, c.eulerseq));
    let inertia = differ(|c| {
        let bounds = (c.boundmass, c.boundinertia, c.balanceinertia);
        format!("{:?} {:?} {bounds:?}", c.inertiafromgeom, c.inertiagrouprange)
    });
    let align = differ(|c| c.alignfree.to_string());

    let mut is_world = true;
    spec.bodies.each_mut(BodyKey::WORLD, |body| {
        let compiler = scopes.compiler(&body.origin);
        if !std::mem::take(&mut is_world) && inertia {
            explicit_inertia(body, compiler, scopes.least_bounds());
        }
        if align {
            explicit_alignment(body, compiler);
        }
        if angles {
            radians(body, &scopes);
        }
    });
    let compilers = || scopes.list.iter().map(|scope| &scope.compiler);
    // it only decides what is refused
    spec.compiler.autolimits = compilers().any(|c| c.autolimits);
    if angles {
        spec.compiler.angle = Angle::Radian;
        spec.drop_classes();
    }
    if inertia {
        let ranges = || compilers().map(|c| c.inertiagrouprange);
        let low = ranges().map(|[low, _]| low).min().unwrap_or(0);
        let high = ranges().map(|[_, high]| high).max().unwrap_or(5);
        spec.compiler.inertiagrouprange = [low, high];
        spec.compiler.inertiafromgeom = InertiaFromGeom::Auto;
        spec.compiler.balanceinertia = compilers().any(|c| c.balanceinertia);
        (spec.compiler.boundmass, spec.compiler.boundinertia) = scopes.least_bounds();
    }
    spec.attached.clear();
}

/// The settings of the whole, then those of its parts.
struct Scopes {
    list: Vec<Scope>,
}

impl Scopes {
    fn of(spec: &Spec) -> Self {
        let whole =
            Scope { compiler: spec.compiler.clone(), modelfiledir: spec.modelfiledir.clone() };
        Self { list: std::iter::once(whole).chain(spec.attached.iter().cloned()).collect() }
    }

    fn scope(&self, origin: &Origin) -> &Scope {
        self.list.get(origin.scope).unwrap_or(&self.list[0])
    }

    fn compiler(&self, origin: &Origin) -> &Compiler {
        &self.scope(origin).compiler
    }

    /// The smallest of the lower bounds of mass and inertia.
    fn least_bounds(&self) -> (f64, f64) {
        self.list.iter().fold((f64::INFINITY, f64::INFINITY), |(mass, inertia), scope| {
            (mass.min(scope.compiler.boundmass), inertia.min(scope.compiler.boundinertia))
        })
    }
}

/// Names the files of attached parts from the directories of the whole.
fn files(spec: &mut Spec, scopes: &Scopes) {
    let meshes = spec.meshes.iter().map(|m| (&m.file, &m.origin));
    let hfields = spec.hfields.iter().map(|h| (&h.file, &h.origin));
    let skins = spec.skins.iter().map(|s| (&s.file, &s.origin));
    let mesh_dir = common_dir(meshes.chain(hfields).chain(skins), scopes, meshdir);
    let textures = spec.textures.iter().flat_map(|t| {
        std::iter::once(&t.file).chain(&t.cubefiles).map(move |file| (file, &t.origin))
    });
    let texture_dir = common_dir(textures, scopes, texturedir);
    let mut whole = scopes.list[0].clone();
    whole.compiler.meshdir = mesh_dir.unwrap_or(whole.compiler.meshdir);
    whole.compiler.texturedir = texture_dir.unwrap_or(whole.compiler.texturedir);

    let strip = whole.compiler.strippath;
    let mut moved = false;
    let mut rename = |file: &mut String, origin: &Origin, dir: fn(&Compiler) -> &str| {
        if file.is_empty() {
            return;
        }
        let given = std::mem::take(file);
        let stripped = if strip { path::file_name(&given) } else { &given };
        let full = place(scopes.scope(origin), dir, stripped);
        *file = if full == place(&whole, dir, stripped) {
            stripped.to_owned()
        } else {
            moved = true;
            relative(path::directory(&place(&whole, dir, "x")), &full)
        };
    };
    for mesh in &mut spec.meshes {
        rename(&mut mesh.file, &mesh.origin, meshdir);
    }
    for hfield in &mut spec.hfields {
        rename(&mut hfield.file, &hfield.origin, meshdir);
    }
    for skin in &mut spec.skins {
        rename(&mut skin.file, &skin.origin, meshdir);
    }
    for texture in &mut spec.textures {
        rename(&mut texture.file, &texture.origin, texturedir);
        for file in &mut texture.cubefiles {
            rename(file, &texture.origin, texturedir);
        }
    }
    whole.compiler.strippath &= !moved;
    spec.compiler = whole.compiler;
}

fn meshdir(compiler: &Compiler) -> &str {
    &compiler.meshdir
}

fn texturedir(compiler: &Compiler) -> &str {
    &compiler.texturedir
}

/// The path of an asset.
fn place(scope: &Scope, dir: fn(&Compiler) -> &str, file: &str) -> String {
    let asset = path::join(&path::reduce(dir(&scope.compiler)), &path::reduce(file));
    path::join(&scope.modelfiledir, &asset)
}

/// The directory that all files are given from, seen from the whole, if it is the same for all.
fn common_dir<'f>(
    files: impl Iterator<Item = (&'f String, &'f Origin)>,
    scopes: &Scopes,
    dir: fn(&Compiler) -> &str,
) -> Option<String> {
    let mut places = files
        .filter(|(file, _)| !file.is_empty() && !path::is_absolute(file))
        .map(|(_, origin)| place(scopes.scope(origin), dir, "x"));
    let first = places.next()?;
    let whole = &scopes.list[0];
    let apart = first != place(whole, dir, "x") && places.all(|place| place == first);
    apart.then(|| relative(&whole.modelfiledir, path::directory(&first)))
}

/// `file` as seen from `dir`; both are reduced, and both absolute or both relative to the same
/// directory. `file` itself if there is no way from one to the other.
fn relative(dir: &str, file: &str) -> String {
    if path::absolute_prefix(dir) != path::absolute_prefix(file) {
        return file.to_owned();
    }
    let (mut from, mut to) = (dir, file);
    // leave out the directories they share
    while let (Some((a, rest_from)), Some((b, rest_to))) =
        (from.split_once('/'), to.split_once('/'))
    {
        if a != b {
            break;
        }
        (from, to) = (rest_from, rest_to);
    }
    let up: Vec<&str> = from.split('/').filter(|step| !step.is_empty()).collect();
    if up.contains(&"..") {
        return file.to_owned();
    }
    format!("{}{to}", "../".repeat(up.len()))
}

/// Writes the consequences of the inertia settings into the body and its geoms.
fn explicit_inertia(body: &mut Body, compiler: &Compiler, least: (f64, f64)) {
    let [low, high] = compiler.inertiagrouprange;
    let heavy = |mass: Option<f64>, density: f64| mass.map_or(density > 0.0, |mass| mass > 0.0);
    let counts =
        body.geoms.iter().any(|g| (low..=high).contains(&g.group) && heavy(g.mass, g.density));
    if compiler.inertiafromgeom == InertiaFromGeom::True && counts {
        body.inertial = None;
    }
    let none = compiler.inertiafromgeom == InertiaFromGeom::False;
    if body.inertial.is_none() {
        for geom in &mut body.geoms {
            if none || !(low..=high).contains(&geom.group) {
                geom.mass = Some(0.0);
            }
        }
    }

    // bounds, where the inertia is known
    if (compiler.boundmass, compiler.boundinertia) == least {
        return;
    }
    if body.inertial.is_none() && (none || !counts) {
        // such a body has its own pose for an inertial frame
        let quat = resolve_orientation(&body.alt, unit(body.quat), compiler);
        let quat = quat.unwrap_or(body.quat);
        body.inertial = Some(Inertial { pos: body.pos, quat, ..Inertial::default() });
    }
    if let Some(inertial) = &mut body.inertial {
        if let Some((quat, moments)) = inertial.fullinertia.and_then(|full| principal(&full).ok()) {
            inertial.fullinertia = None;
            (inertial.quat, inertial.diaginertia) = (quat, moments);
        }
        inertial.mass = inertial.mass.max(compiler.boundmass);
        for moment in &mut inertial.diaginertia.0 {
            *moment = moment.max(compiler.boundinertia);
        }
    }
}

/// Turns all angles of a spec into radians, and all Euler angles into quaternions.
pub(super) fn all_radians(spec: &mut Spec) {
    let scopes = Scopes::of(spec);
    spec.bodies.each_mut(BodyKey::WORLD, |body| radians(body, &scopes));
    for class in &mut spec.defaults {
        // a body holds all that has angles
        let mut holder = Body {
            joints: vec![std::mem::take(&mut class.joint)],
            geoms: vec![std::mem::take(&mut class.geom)],
            sites: vec![std::mem::take(&mut class.site)],
            cameras: vec![std::mem::take(&mut class.camera)],
            ..Body::default()
        };
        radians(&mut holder, &scopes);
        class.joint = holder.joints.pop().unwrap_or_default();
        class.geom = holder.geoms.pop().unwrap_or_default();
        class.site = holder.sites.pop().unwrap_or_default();
        class.camera = holder.cameras.pop().unwrap_or_default();
    }
    spec.compiler.angle = Angle::Radian;
    spec.compiler.eulerseq = Compiler::default().eulerseq;
}

/// Says in the free joint of a body whether it is aligned.
fn explicit_alignment(body: &mut Body, compiler: &Compiler) {
    for joint in &mut body.joints {
        if joint.kind == JointType::Free && joint.align == AlignFree::Auto {
            joint.align = if compiler.alignfree { AlignFree::True } else { AlignFree::False };
        }
    }
}

/// Turns angles into radians and orientations that depend on settings into quaternions.
fn radians(body: &mut Body, scopes: &Scopes) {
    macro_rules! orient {
        ($($element:expr, $origin:expr);+) => {$(
            if matches!($element.alt, Orientation::AxisAngle(_) | Orientation::Euler(_)) {
                let compiler = scopes.compiler($origin);
                let found = resolve_orientation(&$element.alt, $element.quat, compiler);
                if let Ok(quat) = found {
                    ($element.quat, $element.alt) = (quat, Orientation::Quat);
                }
            }
        )+};
    }
    orient!(body, &body.origin);
    if let Some(inertial) = &mut body.inertial {
        orient!(inertial, &body.origin);
    }
    body.frames.iter_mut().for_each(|e| orient!(e, &e.origin));
    body.geoms.iter_mut().for_each(|e| orient!(e, &e.origin));
    body.sites.iter_mut().for_each(|e| orient!(e, &e.origin));
    body.cameras.iter_mut().for_each(|e| orient!(e, &e.origin));
    for joint in &mut body.joints {
        if scopes.compiler(&joint.origin).angle == Angle::Degree {
            joint_radians(joint);
        }
    }
}

/// As the compiler does when angles are in degrees.
fn joint_radians(joint: &mut Joint) {
    let radians = std::f64::consts::PI / 180.0;
    let limited = joint.kind != JointType::Free && is_limited(joint.limited, joint.range);
    if limited && matches!(joint.kind, JointType::Hinge | JointType::Ball) {
        for limit in joint.range.iter_mut().filter(|limit| **limit != 0.0) {
            *limit *= radians;
        }
    }
    if joint.kind == JointType::Hinge {
        joint.reference *= radians;
        joint.springref *= radians;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_from_another_directory() {
        assert_eq!(relative("/a/b/", "/a/b/c/x.stl"), "c/x.stl");
        assert_eq!(relative("/a/b/", "/a/d/x.stl"), "../d/x.stl");
        assert_eq!(relative("", "d/x.stl"), "d/x.stl");
        assert_eq!(relative("m/", "d/x.stl"), "../d/x.stl");
        assert_eq!(relative("../m/", "../d/x.stl"), "../d/x.stl");
        assert_eq!(relative("/m/", "d/x.stl"), "d/x.stl");
    }
}
