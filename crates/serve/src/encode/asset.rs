//! Meshes, height fields and textures.

use bytes::Bytes;
use ferrodyn_engine::Model;
use ferrodyn_engine::enums::TextureType;
use ferrodyn_engine::ids::{HfieldId, MeshId, TextureId};

use super::run;
use crate::wire::{Kind, Wire};

pub(super) fn meshes(m: &Model, number: u32) -> impl Iterator<Item = Bytes> {
    (0..m.nmesh).map(move |id| mesh(m, number, MeshId(id)))
}

/// Vertices, normals and texture coordinates, and the three of each that every face has. Normals of
/// faces are left out where they are those of the vertices.
fn mesh(m: &Model, number: u32, mesh: MeshId) -> Bytes {
    let (first, count) = (m.mesh_faceadr[mesh], m.mesh_facenum[mesh]);
    let verts = run(m.mesh_vert.as_slice(), m.mesh_vertadr[mesh], m.mesh_vertnum[mesh]);
    let normals = run(m.mesh_normal.as_slice(), m.mesh_normaladr[mesh], m.mesh_normalnum[mesh]);
    let is_textured = m.mesh_texcoordadr[mesh] >= 0;
    let texcoords =
        run(m.mesh_texcoord.as_slice(), m.mesh_texcoordadr[mesh], m.mesh_texcoordnum[mesh]);
    let faces = run(m.mesh_face.as_slice(), first, count).as_flattened();
    let face_normals = run(m.mesh_facenormal.as_slice(), first, count).as_flattened();
    let face_texcoords = run(m.mesh_facetexcoord.as_slice(), first, count).as_flattened();
    let face_normals = if faces == face_normals { &[][..] } else { face_normals };
    let face_texcoords = if is_textured { face_texcoords } else { &[][..] };
    Wire::new(Kind::Mesh)
        .u32(number)
        .count(mesh.0)
        .count(verts.len())
        .count(normals.len())
        .count(texcoords.len())
        .count(faces.len())
        .count(face_normals.len())
        .count(face_texcoords.len())
        .floats(verts.as_flattened())
        .floats(normals.as_flattened())
        .floats(texcoords.as_flattened())
        .indices(faces, verts.len())
        .indices(face_normals, normals.len())
        .indices(face_texcoords, texcoords.len())
        .done()
}

pub(super) fn hfields(m: &Model, number: u32) -> impl Iterator<Item = Bytes> {
    (0..m.nhfield).map(HfieldId).map(move |h| {
        let [rows, columns] = [m.hfield_nrow[h], m.hfield_ncol[h]];
        let heights = run(m.hfield_data.as_slice(), m.hfield_adr[h], rows.saturating_mul(columns));
        // heights that are not there are no field
        let [rows, columns] = if heights.is_empty() { [0; 2] } else { [rows, columns] };
        Wire::new(Kind::Hfield)
            .u32(number)
            .count(h.0)
            .i32(rows)
            .i32(columns)
            .floats(&m.hfield_size[h].map(|x| x as f32))
            .floats(heights)
            .done()
    })
}

/// Textures whose pixels the model holds.
pub(super) fn textures(m: &Model, number: u32) -> impl Iterator<Item = Bytes> {
    (0..m.ntex).filter_map(move |id| texture(m, number, TextureId(id)))
}

/// A texture; those that go around everything have a picture for each side, below each other, or one
/// for all of them.
fn texture(m: &Model, number: u32, t: TextureId) -> Option<Bytes> {
    let size = |x: i32| u32::try_from(x).ok().filter(|&x| x > 0);
    let (width, mut height) = (size(m.tex_width[t])?, size(m.tex_height[t])?);
    if m.tex_type[t] != TextureType::TwoD && width != height {
        height = width.checked_mul(6).filter(|&all| all <= height)?;
    }
    let channels = usize::try_from(m.tex_nchannel[t]).ok()?;
    let start = usize::try_from(m.tex_adr[t]).ok()?;
    let len = (width as usize).checked_mul(height as usize)?.checked_mul(channels)?;
    let pixels = m.tex_data.as_slice().get(start..)?.get(..len)?;
    let picture = compress(width, height, channels, pixels)?;
    let wire = Wire::new(Kind::Texture)
        .u32(number)
        .count(t.0)
        .i32(m.tex_type[t].raw())
        .i32(m.tex_colorspace[t].raw())
        .u32(width)
        .u32(height)
        .bytes(&picture);
    Some(wire.done())
}

/// A PNG file, made quickly.
fn compress(width: u32, height: u32, channels: usize, pixels: &[u8]) -> Option<Vec<u8>> {
    let color = match channels {
        1 => png::ColorType::Grayscale,
        2 => png::ColorType::GrayscaleAlpha,
        3 => png::ColorType::Rgb,
        4 => png::ColorType::Rgba,
        _ => return None,
    };
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(color);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(pixels).ok()?;
    writer.finish().ok()?;
    Some(file)
}
