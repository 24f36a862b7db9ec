//! Binary STL: an 80-byte header, a face count, and 50 bytes per face.
//!
//! The stored normals are ignored. Corners with the same bits become one vertex.

use crate::asset::AssetError;

use super::RawMesh;
use super::vertex_table::VertexTable;

const HEADER: usize = 84;
const FACE: usize = 50;
const MAX_FACES: usize = 200_000;
/// Largest coordinate, 2^30.
const MAX_COORDINATE: f32 = 1_073_741_824.0;

/// Reads a binary STL file.
pub(super) fn read(bytes: &[u8]) -> Result<RawMesh, AssetError> {
    let Some((header, body)) = bytes.split_at_checked(HEADER) else {
        return Err(AssetError::Invalid(format!(
            "an STL file starts with {HEADER} bytes of header, this one has {} bytes",
            bytes.len()
        )));
    };
    let count = word(&header[80..]) as usize;
    if !(1..=MAX_FACES).contains(&count) {
        return Err(AssetError::Invalid(format!(
            "the STL header does not announce 1 to {MAX_FACES} faces: text STL must be converted to \
             binary, larger meshes reduced"
        )));
    }
    if body.len() != count * FACE {
        return Err(AssetError::Invalid(format!(
            "the STL faces do not take the {} bytes that follow the header: the file is cut, or is \
             text",
            body.len()
        )));
    }

    let mut table = VertexTable::with_capacity(3 * count);
    let mut face = Vec::with_capacity(count);
    for record in body.chunks_exact(FACE) {
        // twelve bytes of normal, three corners, two bytes of attributes
        let mut indices = [0; 3];
        for (index, corner) in indices.iter_mut().zip(record[12..48].chunks_exact(12)) {
            let bits = [word(corner), word(&corner[4..]), word(&corner[8..])];
            let vertex = bits.map(f32::from_bits);
            if vertex.iter().any(|x| x.abs() > MAX_COORDINATE) {
                return Err(AssetError::Invalid(format!(
                    "STL face {} has a coordinate larger than 2^30",
                    face.len()
                )));
            }
            *index = table.insert(bits, vertex);
        }
        face.push(indices);
    }
    Ok(RawMesh { vert: table.into_vertices(), face, ..RawMesh::default() })
}

/// Four little-endian bytes.
fn word(bytes: &[u8]) -> u32 {
    u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}
