//! Names and paths: strings one after the other, with the address of each.

use ferrodyn_engine::Sizes;
use ferrodyn_engine::enums::ObjType;
use ferrodyn_engine::fields::Char;
use ferrodyn_engine::model::Draft;

use super::super::Objects;
use super::super::order::Order;
use super::super::work::Work;
use crate::edit::{SpecElement, Stored};
use crate::with_kind;

/// The names of a kind, in the order of their ids.
fn names<'s>(kind: ObjType, work: &Work<'s>, order: &Order, objects: &Objects<'s>) -> Vec<&'s str> {
    let spec = work.spec;
    match kind {
        ObjType::Body => order.bodies.order.iter().map(|&b| &*work.bodies[b].spec.name).collect(),
        ObjType::Joint => order.joints.order.iter().map(|&j| &*work.joints[j].spec.name).collect(),
        ObjType::Geom => order.geoms.order.iter().map(|&g| &*work.geoms[g].spec.name).collect(),
        ObjType::Site => order.sites.order.iter().map(|&s| &*work.sites[s].spec.name).collect(),
        ObjType::Camera => {
            order.cameras.order.iter().map(|&c| &*work.cameras[c].spec.name).collect()
        }
        ObjType::Light => order.lights.order.iter().map(|&l| &*work.lights[l].spec.name).collect(),
        ObjType::Mesh => order.meshes.order.iter().map(|&m| &*spec.meshes[m].name).collect(),
        ObjType::Pair => objects.pairs.iter().map(|p| &*p.spec.name).collect(),
        ObjType::Exclude => objects.excludes.iter().map(|e| &*e.spec.name).collect(),
        ObjType::Plugin => objects.plugins.list.iter().map(|plugin| plugin.name).collect(),
        _ => with_kind!(kind, E => E::of_spec(spec).iter().map(E::name).collect(), Vec::new()),
    }
}

/// The names of all kinds, in the order they are stored.
fn all_names<'s>(
    work: &Work<'s>,
    order: &Order,
    objects: &Objects<'s>,
) -> Vec<(ObjType, Vec<&'s str>)> {
    ObjType::named().map(|kind| (kind, names(kind, work, order, objects))).collect()
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
    let lists = all_names(work, order, objects);
    let total: usize = lists.iter().flat_map(|(_, names)| names).map(|name| name.len() + 1).sum();
    s.nnames = work.spec.modelname.len() + 1 + total;
    let lists = paths(work, order);
    let files = lists.iter().flatten().filter(|file| !file.is_empty());
    s.npaths = files.map(|file| file.len() + 1).sum::<usize>().max(1);
}

/// Fills names, their addresses and their hash table, and paths.
pub(super) fn fill(m: &mut Draft, work: &Work<'_>, order: &Order, objects: &Objects<'_>) {
    let lists = all_names(work, order, objects);
    let mut bytes: Vec<u8> = work.spec.modelname.bytes().chain([0]).collect();
    for (kind, list) in &lists {
        for (address, name) in m.structure().name_addresses_mut(*kind).iter_mut().zip(list) {
            *address = append(&mut bytes, name);
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
