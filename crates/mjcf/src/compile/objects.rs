//! Everything outside the tree, compiled list by list.

use ferrodyn_engine::enums::ObjType;

use super::actuator::CompiledActuator;
use super::assets::Assets;
use super::flex::CompiledFlex;
use super::plugin::Instances;
use super::reference::{
    CompiledEquality, CompiledExclude, CompiledPair, CompiledTendon, CompiledTuple,
};
use super::sensor::CompiledSensor;
use super::work::Work;
use super::{Fail, Failed, actuator, reference, sensor};
use crate::error::Problems;
use crate::spec::Origin;

/// Elements outside the tree, compiled.
pub(super) struct Objects<'s> {
    pub(super) pairs: Vec<CompiledPair<'s>>,
    pub(super) excludes: Vec<CompiledExclude<'s>>,
    pub(super) equalities: Vec<CompiledEquality<'s>>,
    pub(super) tendons: Vec<CompiledTendon<'s>>,
    pub(super) actuators: Vec<CompiledActuator<'s>>,
    pub(super) sensors: Vec<CompiledSensor<'s>>,
    pub(super) tuples: Vec<CompiledTuple<'s>>,
    pub(super) flexes: Vec<CompiledFlex<'s>>,
    /// Bodies of the bones of each skin.
    pub(super) bones: Vec<Vec<usize>>,
    /// Textures of each material.
    pub(super) textures: Vec<[i32; 10]>,
    /// Instances of plugins.
    pub(super) plugins: Instances<'s>,
}

/// Compiles a list of elements, keeping the problems of those that fail.
pub(super) fn all<'s, S, T>(
    problems: &mut Problems,
    list: &'s [S],
    element: &str,
    name: impl Fn(&'s S) -> &'s str,
    origin: impl Fn(&'s S) -> &'s Origin,
    mut compile: impl FnMut(&'s S) -> Result<T, Fail>,
) -> Vec<T> {
    let mut failed = Failed::default();
    let done = list
        .iter()
        .filter_map(|item| failed.keep(element, name(item), origin(item), compile(item)))
        .collect();
    failed.report(problems);
    done
}

/// Compiles everything outside the tree.
pub(super) fn compile<'s>(
    work: &mut Work<'s>,
    assets: &mut Assets,
    (flexes, plugins): (Vec<CompiledFlex<'s>>, Instances<'s>),
    problems: &mut Problems,
) -> Objects<'s> {
    let spec = work.spec;
    mark_faulty_tree(work, problems);
    let mut compiled = assets.skins.iter();
    let bones = all(
        problems,
        &spec.skins,
        "skin",
        |s| &s.name,
        |s| &s.origin,
        |_| {
            let data = compiled.next().and_then(Option::as_deref);
            let names = data.map_or(&[][..], |data| &data.bonebody);
            names.iter().map(|name| reference::find(work, ObjType::Body, name)).collect()
        },
    );
    let textures = textures(work, problems);
    let mut pairs = all(
        problems,
        &spec.pairs,
        "pair",
        |p| &p.name,
        |p| &p.origin,
        |p| reference::pair(work, p),
    );
    let mut excludes = all(
        problems,
        &spec.excludes,
        "exclude",
        |e| &e.name,
        |e| &e.origin,
        |e| reference::exclude(work, e),
    );
    let equalities = all(
        problems,
        &spec.equalities,
        "equality",
        |e| &e.name,
        |e| &e.origin,
        |e| without_consequences(work, |work| reference::equality(work, &flexes, e)),
    );
    let tendons = all(
        problems,
        &spec.tendons,
        "tendon",
        |t| &t.name,
        |t| &t.origin,
        |t| {
            let material = match t.material.as_str() {
                "" => None,
                _ if spec.compiler.discardvisual => None,
                name => Some(reference::find(work, ObjType::Material, name)?),
            };
            without_consequences(work, |work| reference::tendon(work, t, material))
        },
    );
    mark_faulty_tendons(work, problems);
    let actuators = all(
        problems,
        &spec.actuators,
        "actuator",
        |a| &a.name,
        |a| &a.origin,
        |a| without_consequences(work, |work| actuator::actuator(work, a)),
    );
    let sensors = sensors(work, assets, &plugins, problems);
    let tuples = all(
        problems,
        &spec.tuples,
        "tuple",
        |t| &t.name,
        |t| &t.origin,
        |t| reference::tuple(work, t),
    );

    // pairs and exclusions are searched by signature
    pairs.sort_by_key(|p| p.geoms.map(|g| work.geoms[g].body));
    excludes.sort_by_key(|e| e.bodies);
    Objects {
        pairs,
        excludes,
        equalities,
        tendons,
        actuators,
        sensors,
        tuples,
        flexes,
        bones,
        textures,
        plugins,
    }
}

/// Compiles an element. If it refers to one that has a mistake, its own failures count as consequences and are not
/// reported.
fn without_consequences<'s, T>(
    work: &mut Work<'s>,
    compile: impl FnOnce(&mut Work<'s>) -> Result<T, Fail>,
) -> Result<T, Fail> {
    work.names.take_faulty();
    let done = compile(work);
    let doubted = work.names.take_faulty();
    done.map_err(|why| if doubted { why.into_consequence() } else { why })
}

/// Marks the joints, geoms, sites, cameras and meshes that are not as they were meant.
fn mark_faulty_tree(work: &mut Work<'_>, problems: &Problems) {
    let mistaken = problems.mistaken();
    if mistaken.is_empty() {
        return;
    }
    let is_mistaken = |origin: &Origin| mistaken.has(&origin.fault());
    macro_rules! mark_faulty {
        ($($kind:ident $list:expr),+ $(,)?) => {$(
            let list: Vec<usize> = $list.enumerate().filter(|(_, o)| is_mistaken(o)).map(|(i, _)| i).collect();
            for i in list {
                work.names.mark_faulty(ObjType::$kind, i);
            }
        )+};
    }
    mark_faulty!(
        Joint work.joints.iter().map(|j| &j.spec.origin),
        Geom work.geoms.iter().map(|g| &g.spec.origin),
        Site work.sites.iter().map(|s| &s.spec.origin),
        Camera work.cameras.iter().map(|c| &c.spec.origin),
        Mesh work.spec.meshes.iter().map(|m| &m.origin),
        Flex work.spec.flexes.iter().map(|f| &f.origin),
    );
}

fn mark_faulty_tendons(work: &mut Work<'_>, problems: &Problems) {
    let mistaken = problems.mistaken();
    if mistaken.is_empty() {
        return;
    }
    for (i, tendon) in work.spec.tendons.iter().enumerate() {
        if mistaken.has(&tendon.origin.fault()) {
            work.names.mark_faulty(ObjType::Tendon, i);
        }
    }
}

/// Textures of each material.
fn textures(work: &Work<'_>, problems: &mut Problems) -> Vec<[i32; 10]> {
    all(
        problems,
        &work.spec.materials,
        "material",
        |m| &m.name,
        |m| &m.origin,
        |m| {
            let mut ids = [-1; 10];
            for (id, name) in ids.iter_mut().zip(&m.textures).filter(|(_, name)| !name.is_empty()) {
                *id = reference::find(work, ObjType::Texture, name)? as i32;
            }
            Ok(ids)
        },
    )
}

/// Compiles the sensors, each with the plugin that measures it.
fn sensors<'s>(
    work: &mut Work<'s>,
    assets: &mut Assets,
    plugins: &Instances<'s>,
    problems: &mut Problems,
) -> Vec<CompiledSensor<'s>> {
    let spec = work.spec;
    let mut of_sensors = plugins.sensors.iter();
    all(
        problems,
        &spec.sensors,
        "sensor",
        |s| &s.name,
        |s| &s.origin,
        |s| {
            let plugin = of_sensors.next().copied().flatten().map(|i| &plugins.list[i]);
            without_consequences(work, |work| sensor::compile(work, assets, plugin, s))
        },
    )
}
