//! Names and paths: strings one after the other, with the address of each.

use ferrodyn_engine::Sizes;
use ferrodyn_engine::fields::Char;
use ferrodyn_engine::model::Draft;

use super::super::Objects;
use super::super::order::Order;
use super::super::work::Work;

/// Names by kind, in the order they are stored.
fn names<'s>(work: &Work<'s>, order: &Order, objects: &Objects<'s>) -> [Vec<&'s str>; 22] {
    let spec = work.spec;
    [
        order.bodies.order.iter().map(|&b| &*work.bodies[b].spec.name).collect(),
        order.joints.order.iter().map(|&j| &*work.joints[j].spec.name).collect(),
        order.geoms.order.iter().map(|&g| &*work.geoms[g].spec.name).collect(),
        order.sites.order.iter().map(|&s| &*work.sites[s].spec.name).collect(),
        order.cameras.order.iter().map(|&c| &*work.cameras[c].spec.name).collect(),
        order.lights.order.iter().map(|&l| &*work.lights[l].spec.name).collect(),
        Vec::new(),
        order.meshes.order.iter().map(|&m| &*spec.meshes[m].name).collect(),
        spec.skins.iter().map(|s| &*s.name).collect(),
        spec.hfields.iter().map(|h| &*h.name).collect(),
        spec.textures.iter().map(|t| &*t.name).collect(),
        spec.materials.iter().map(|m| &*m.name).collect(),
        objects.pairs.iter().map(|p| &*p.spec.name).collect(),
        objects.excludes.iter().map(|e| &*e.spec.name).collect(),
        spec.equalities.iter().map(|e| &*e.name).collect(),
        spec.tendons.iter().map(|t| &*t.name).collect(),
        spec.actuators.iter().map(|a| &*a.name).collect(),
        spec.sensors.iter().map(|s| &*s.name).collect(),
        spec.numerics.iter().map(|n| &*n.name).collect(),
        spec.texts.iter().map(|t| &*t.name).collect(),
        spec.tuples.iter().map(|t| &*t.name).collect(),
        spec.keys.iter().map(|k| &*k.name).collect(),
    ]
}

/// Paths by kind: height fields, meshes, skins, textures.
fn paths<'s>(work: &Work<'s>, order: &Order) -> [Vec<&'s str>; 4] {
    let spec = work.spec;
    let strip = |file: &'s str| -> &'s str {
        if spec.compiler.strippath { crate::path::file_name(file) } else { file }
    };
    [
        spec.hfields.iter().map(|h| strip(&h.file)).collect(),
        order.meshes.order.iter().map(|&m| strip(&spec.meshes[m].file)).collect(),
        spec.skins.iter().map(|s| strip(&s.file)).collect(),
        spec.textures.iter().map(|t| strip(&t.file)).collect(),
    ]
}

/// Bytes of names and paths.
pub(super) fn sizes(s: &mut Sizes, work: &Work<'_>, order: &Order, objects: &Objects<'_>) {
    let lists = names(work, order, objects);
    let total: usize = lists.iter().flatten().map(|name| name.len() + 1).sum();
    s.nnames = work.spec.modelname.len() + 1 + total;
    let lists = paths(work, order);
    let files = lists.iter().flatten().filter(|file| !file.is_empty());
    s.npaths = files.map(|file| file.len() + 1).sum::<usize>().max(1);
}

/// Fills names, their addresses and their hash table, and paths.
pub(super) fn fill(m: &mut Draft, work: &Work<'_>, order: &Order, objects: &Objects<'_>) {
    let lists = names(work, order, objects);
    let mut bytes: Vec<u8> = work.spec.modelname.bytes().chain([0]).collect();
    {
        let s = m.structure();
        let tables: [&mut [i32]; 22] = [
            &mut s.name_bodyadr,
            &mut s.name_jntadr,
            &mut s.name_geomadr,
            &mut s.name_siteadr,
            &mut s.name_camadr,
            &mut s.name_lightadr,
            &mut s.name_flexadr,
            &mut s.name_meshadr,
            &mut s.name_skinadr,
            &mut s.name_hfieldadr,
            &mut s.name_texadr,
            &mut s.name_matadr,
            &mut s.name_pairadr,
            &mut s.name_excludeadr,
            &mut s.name_eqadr,
            &mut s.name_tendonadr,
            &mut s.name_actuatoradr,
            &mut s.name_sensoradr,
            &mut s.name_numericadr,
            &mut s.name_textadr,
            &mut s.name_tupleadr,
            &mut s.name_keyadr,
        ];
        for (table, list) in tables.into_iter().zip(&lists) {
            for (address, name) in table.iter_mut().zip(list) {
                *address = append(&mut bytes, name);
            }
        }
    }
    copy(&mut m.structure().names, &bytes);
    m.build_names_map();

    let lists = paths(work, order);
    let mut bytes = Vec::new();
    let s = m.structure();
    {
        let tables: [&mut [i32]; 4] =
            [&mut s.hfield_pathadr, &mut s.mesh_pathadr, &mut s.skin_pathadr, &mut s.tex_pathadr];
        for (table, list) in tables.into_iter().zip(&lists) {
            for (address, file) in table.iter_mut().zip(list) {
                *address = if file.is_empty() { -1 } else { append(&mut bytes, file) };
            }
        }
    }
    copy(&mut s.paths, &bytes);
}

/// Adds a string with its final zero and returns its address.
fn append(bytes: &mut Vec<u8>, text: &str) -> i32 {
    let address = bytes.len() as i32;
    bytes.extend(text.bytes());
    bytes.push(0);
    address
}

fn copy(chars: &mut [Char], bytes: &[u8]) {
    for (c, b) in chars.iter_mut().zip(bytes) {
        *c = Char(*b);
    }
}
