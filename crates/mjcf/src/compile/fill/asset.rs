//! Arrays of meshes, skins, height fields, textures and materials.

use ferrodyn_engine::Link;
use ferrodyn_engine::ids::{
    BvhId, BvhStaticId, HfieldId, MaterialId, MeshId, MeshPolyId, MeshVertId, OctId, SkinBoneId,
    SkinId, TextureId,
};
use ferrodyn_engine::model::Draft;

use super::super::order::Order;
use super::super::work::Work;
use super::super::{Assets, Objects};
use crate::asset::mesh::MeshData;
use crate::asset::texture::generate;

/// Fills the arrays of assets; `bvh` bounding volumes are in use already, returns how many are then.
pub(super) fn fill(
    m: &mut Draft,
    work: &Work<'_>,
    assets: &Assets,
    order: &Order,
    objects: &Objects<'_>,
    bvh: usize,
) -> usize {
    let mut at = MeshAddresses { bvh, ..MeshAddresses::default() };
    for (i, &index) in order.meshes.order.iter().enumerate() {
        if let Some(mesh) = assets.meshes[index].as_deref() {
            fill_mesh(m, MeshId(i), mesh, &mut at);
        }
        m.mesh_scale[MeshId(i)] = work.spec.meshes[index].scale;
    }
    skins(m, work, assets, order, objects);
    hfields(m, work, assets);
    textures(m, work, assets);
    for (i, material) in work.spec.materials.iter().enumerate() {
        let id = MaterialId(i);
        m.structure().mat_texid[id] = objects.textures[i].map(Link::from_raw);
        m.mat_texuniform[id] = u8::from(material.texuniform);
        m.mat_texrepeat[id] = material.texrepeat;
        m.mat_emission[id] = material.emission;
        m.mat_specular[id] = material.specular;
        m.mat_shininess[id] = material.shininess;
        m.mat_reflectance[id] = material.reflectance;
        m.mat_metallic[id] = material.metallic;
        m.mat_roughness[id] = material.roughness;
        m.mat_rgba[id] = material.rgba;
    }
    at.bvh
}

/// Where the next mesh's parts go.
#[derive(Default)]
struct MeshAddresses {
    vert: usize,
    normal: usize,
    texcoord: usize,
    face: usize,
    graph: usize,
    poly: usize,
    polyvert: usize,
    polymap: usize,
    bvh: usize,
    oct: usize,
}

/// Copies a part to its place and moves the address on.
pub(super) fn append<T: Copy>(array: &mut [T], at: &mut usize, part: &[T]) {
    array[*at..*at + part.len()].copy_from_slice(part);
    *at += part.len();
}

fn fill_mesh(m: &mut Draft, id: MeshId, mesh: &MeshData, at: &mut MeshAddresses) {
    let address = |adr: usize, count: usize| if count == 0 { -1 } else { adr as i32 };
    m.structure().mesh_vertadr[id] = at.vert as i32;
    m.structure().mesh_vertnum[id] = mesh.vert.len() as i32;
    m.structure().mesh_faceadr[id] = at.face as i32;
    m.structure().mesh_facenum[id] = mesh.face.len() as i32;
    m.structure().mesh_normaladr[id] = at.normal as i32;
    m.structure().mesh_normalnum[id] = mesh.normal.len() as i32;
    m.structure().mesh_texcoordadr[id] = address(at.texcoord, mesh.texcoord.len());
    m.structure().mesh_texcoordnum[id] = mesh.texcoord.len() as i32;
    m.structure().mesh_graphadr[id] = address(at.graph, mesh.graph.len());
    m.mesh_pos[id] = mesh.pos;
    m.mesh_quat[id] = mesh.quat;

    // polygons of the hull
    m.structure().mesh_polynum[id] = mesh.polygons.normal.len() as i32;
    m.structure().mesh_polyadr[id] = at.poly as i32;
    for (k, vert) in mesh.polygons.vert.iter().enumerate() {
        let poly = MeshPolyId(at.poly + k);
        m.mesh_polynormal[poly] = mesh.polygons.normal[k].into();
        m.structure().mesh_polyvertadr[poly] = at.polyvert as i32;
        m.structure().mesh_polyvertnum[poly] = vert.len() as i32;
        append(&mut m.structure().mesh_polyvert, &mut at.polyvert, vert);
    }
    at.poly += mesh.polygons.normal.len();
    for (k, polygons) in mesh.polygons.map(mesh.vert.len()).iter().enumerate() {
        let vert = MeshVertId(at.vert + k);
        m.structure().mesh_polymapadr[vert] = at.polymap as i32;
        m.structure().mesh_polymapnum[vert] = polygons.len() as i32;
        append(&mut m.structure().mesh_polymap, &mut at.polymap, polygons);
    }

    // vertices and faces, with normals and texture coordinates
    append(&mut m.structure().mesh_facenormal, &mut at.face.clone(), &mesh.facenormal);
    append(&mut m.structure().mesh_facetexcoord, &mut at.face.clone(), &mesh.facetexcoord);
    append(&mut m.structure().mesh_face, &mut at.face, &mesh.face);
    append(&mut m.mesh_vert, &mut at.vert, &mesh.vert);
    append(&mut m.mesh_normal, &mut at.normal, &mesh.normal);
    append(&mut m.mesh_texcoord, &mut at.texcoord, &mesh.texcoord);
    append(&mut m.structure().mesh_graph, &mut at.graph, &mesh.graph);

    // bounding volumes
    let count = mesh.bvh.len();
    m.structure().mesh_bvhadr[id] = address(at.bvh, count);
    m.structure().mesh_bvhnum[id] = count as i32;
    for k in 0..count {
        let node = BvhId(at.bvh + k);
        m.structure().bvh_child[node] = mesh.bvh.child[k];
        m.structure().bvh_depth[node] = mesh.bvh.level[k];
        m.structure().bvh_nodeid[node] = mesh.bvh.nodeid[k];
        m.bvh_aabb[BvhStaticId(at.bvh + k)] = mesh.bvh.aabb[k];
    }
    at.bvh += count;
    fill_octree(m, id, mesh, at);
}

fn fill_octree(m: &mut Draft, id: MeshId, mesh: &MeshData, at: &mut MeshAddresses) {
    let Some(octree) = &mesh.octree else {
        m.structure().mesh_octadr[id] = -1;
        return;
    };
    let count = octree.level.len();
    m.structure().mesh_octadr[id] = if count == 0 { -1 } else { at.oct as i32 };
    m.structure().mesh_octnum[id] = count as i32;
    for k in 0..count {
        let node = OctId(at.oct + k);
        m.structure().oct_depth[node] = octree.level[k];
        m.structure().oct_child[node] = octree.child[k];
        m.oct_aabb[node] = octree.aabb[k];
        m.oct_coeff[node] = octree.coeff[k];
    }
    at.oct += count;
}

fn skins(m: &mut Draft, work: &Work<'_>, assets: &Assets, order: &Order, objects: &Objects<'_>) {
    let (mut vert, mut texcoord, mut face, mut bone, mut bonevert) = (0, 0, 0, 0, 0);
    for (i, spec) in work.spec.skins.iter().enumerate() {
        let id = SkinId(i);
        let material = work.names.find(ferrodyn_engine::enums::ObjType::Material, &spec.material);
        m.structure().skin_matid[id] = Link::from_raw(material.map_or(-1, |i| i as i32));
        m.skin_group[id] = spec.group;
        m.skin_rgba[id] = spec.rgba;
        m.skin_inflate[id] = spec.inflate;
        let Some(skin) = assets.skins[i].as_deref() else { continue };
        m.structure().skin_vertadr[id] = vert as i32;
        m.structure().skin_vertnum[id] = (skin.vert.len() / 3) as i32;
        m.structure().skin_texcoordadr[id] =
            if skin.texcoord.is_empty() { -1 } else { texcoord as i32 };
        m.structure().skin_faceadr[id] = face as i32;
        m.structure().skin_facenum[id] = (skin.face.len() / 3) as i32;
        m.structure().skin_boneadr[id] = bone as i32;
        m.structure().skin_bonenum[id] = skin.bonebody.len() as i32;
        for (k, &body) in objects.bones[i].iter().enumerate() {
            let id = SkinBoneId(bone + k);
            m.structure().skin_bonebodyid[id] = Link::from_raw(order.bodies.id(Some(body)));
            m.structure().skin_bonevertadr[id] = skin.bonevertadr[k] + bonevert as i32;
            m.structure().skin_bonevertnum[id] = skin.bonevertnum[k];
        }
        append(m.skin_bonebindpos.scalars_mut(), &mut (3 * bone), &skin.bonebindpos);
        append(m.skin_bonebindquat.scalars_mut(), &mut (4 * bone), &skin.bonebindquat);
        bone += skin.bonebody.len();
        append(m.skin_vert.scalars_mut(), &mut (3 * vert), &skin.vert);
        vert += skin.vert.len() / 3;
        append(m.skin_texcoord.scalars_mut(), &mut (2 * texcoord), &skin.texcoord);
        texcoord += skin.texcoord.len() / 2;
        append(m.structure().skin_face.scalars_mut(), &mut (3 * face), &skin.face);
        face += skin.face.len() / 3;
        append(&mut m.skin_bonevertweight, &mut bonevert.clone(), &skin.bonevertweight);
        append(&mut m.structure().skin_bonevertid, &mut bonevert, &skin.bonevertid);
    }
}

fn hfields(m: &mut Draft, work: &Work<'_>, assets: &Assets) {
    let mut at = 0;
    for (i, spec) in work.spec.hfields.iter().enumerate() {
        let id = HfieldId(i);
        m.hfield_size[id] = spec.size;
        let Some(hfield) = assets.hfields[i].as_deref() else { continue };
        m.structure().hfield_nrow[id] = hfield.nrow as i32;
        m.structure().hfield_ncol[id] = hfield.ncol as i32;
        m.structure().hfield_adr[id] = at as i32;
        append(&mut m.hfield_data, &mut at, &hfield.data);
    }
}

fn textures(m: &mut Draft, work: &Work<'_>, assets: &Assets) {
    let mut at = 0;
    for (i, texture) in assets.textures.iter().enumerate() {
        let Some(texture) = texture.as_deref() else { continue };
        let id = TextureId(i);
        m.structure().tex_type[id] = texture.kind.into();
        m.structure().tex_colorspace[id] = texture.colorspace.into();
        m.structure().tex_height[id] = texture.height as i32;
        m.structure().tex_width[id] = texture.width as i32;
        m.structure().tex_nchannel[id] = texture.nchannel as i32;
        m.structure().tex_adr[id] = at as i64;
        let pixels = &mut m.tex_data.as_mut_slice()[at..at + texture.bytes()];
        at += pixels.len();
        if texture.data.is_empty() {
            generate(&work.spec.textures[i], [texture.width, texture.height], pixels);
        } else {
            pixels.copy_from_slice(&texture.data);
        }
    }
}
