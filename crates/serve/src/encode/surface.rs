//! The faces or edges of flexes and skins; the vertices are in frames.

use bytes::Bytes;
use ferrodyn_engine::Model;
use ferrodyn_engine::ids::{FlexId, SkinId};

use super::run;
use crate::wire::{Kind, Wire};

/// A surface: flexes come first, skins after them.
#[derive(Default)]
struct Surface<'a> {
    /// 1 for lines, 2 for sheets that are seen from both sides, 3 for what has an inside.
    dim: u32,
    /// How far the surface is from the vertices.
    radius: f32,
    /// Whether faces are shaded as if they were flat.
    is_flat: bool,
    verts: usize,
    /// Two vertices of each line, or three of each face.
    corners: &'a [i32],
    /// Which texture coordinates these have; as the vertices if there are none.
    texture_corners: &'a [i32],
    texture: &'a [[f32; 2]],
}

/// All surfaces of a model.
pub(super) fn surfaces(m: &Model, number: u32) -> Vec<Bytes> {
    let flexes = (0..m.nflex).map(|f| flex(m, FlexId(f)));
    let skins = (0..m.nskin).map(|s| skin(m, SkinId(s)));
    let all = flexes.chain(skins).enumerate();
    all.map(|(id, surface)| surface.encode(number, id)).collect()
}

fn flex(m: &Model, f: FlexId) -> Surface<'_> {
    let dim = m.flex_dim[f].clamp(1, 3);
    let textured = m.flex_texcoordadr[f];
    let (corners, texture_corners) = match dim {
        1 => (run(&m.flex_edge, m.flex_edgeadr[f], m.flex_edgenum[f]).as_flattened(), &[][..]),
        2 => (elements(m, f, &m.flex_elem), elements(m, f, &m.flex_elemtexcoord)),
        _ => {
            let corners = m.flex_shellnum[f].saturating_mul(3);
            (run(&m.flex_shell, m.flex_shelldataadr[f], corners), &[][..])
        }
    };
    let is_textured = textured >= 0;
    // where the coordinates of the next flex begin, these end
    let later = m.flex_texcoordadr.as_slice().iter().filter(|&&adr| adr > textured).min();
    let end = later.copied().unwrap_or(m.flex_texcoord.as_slice().len() as i32);
    let texture = if is_textured { run(&m.flex_texcoord, textured, end - textured) } else { &[] };
    Surface {
        dim: dim as u32,
        radius: m.flex_radius[f] as f32,
        is_flat: m.flex_flatskin[f] != 0,
        verts: usize::try_from(m.flex_vertnum[f]).unwrap_or(0),
        corners,
        texture_corners: if is_textured { texture_corners } else { &[] },
        texture,
    }
}

/// What a table has for the corners of the triangles of a sheet.
fn elements<'a>(m: &Model, f: FlexId, table: &'a [i32]) -> &'a [i32] {
    run(table, m.flex_elemdataadr[f], m.flex_elemnum[f].saturating_mul(3))
}

fn skin(m: &Model, s: SkinId) -> Surface<'_> {
    Surface {
        dim: 3,
        verts: usize::try_from(m.skin_vertnum[s]).unwrap_or(0),
        corners: run(m.skin_face.as_slice(), m.skin_faceadr[s], m.skin_facenum[s]).as_flattened(),
        texture: run(m.skin_texcoord.as_slice(), m.skin_texcoordadr[s], m.skin_vertnum[s]),
        ..Surface::default()
    }
}

impl Surface<'_> {
    fn encode(&self, number: u32, id: usize) -> Bytes {
        Wire::new(Kind::Surface)
            .u32(number)
            .count(id)
            .u32(self.dim)
            .floats(&[self.radius])
            .flag(self.is_flat)
            .count(self.verts)
            .count(self.corners.len())
            .count(self.texture_corners.len())
            .count(self.texture.len())
            .floats(self.texture.as_flattened())
            .indices(self.corners, self.verts)
            .indices(self.texture_corners, self.texture.len())
            .done()
    }
}
