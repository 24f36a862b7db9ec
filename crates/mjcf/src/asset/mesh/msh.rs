//! MuJoCo's binary mesh format: four counts, then vertices, normals, texture coordinates, faces.

use ferrodyn_engine::math::Vec3;

use crate::asset::AssetError;

use super::RawMesh;

/// Reads a binary MSH file.
///
/// `scale` is needed because a mirroring scale exchanges two corners of each face, which
/// processing exchanges once more: of the three index arrays only `face` ends up as in the file.
pub(super) fn read(bytes: &[u8], scale: Vec3) -> Result<RawMesh, AssetError> {
    let Some((header, body)) = bytes.split_first_chunk::<16>() else {
        return Err(AssetError::Invalid(format!(
            "an MSH file starts with 16 bytes of counts, this one has {} bytes",
            bytes.len()
        )));
    };
    let (counts, _) = header.as_chunks::<4>();
    let [nvert, nnormal, ntexcoord, nface] =
        [0, 1, 2, 3].map(|i| i64::from(i32::from_le_bytes(counts[i])));
    if nvert < 4 || nface < 0 || (nnormal != 0 && nnormal != nvert) {
        return Err(bad_counts());
    }
    if ntexcoord != 0 && ntexcoord != nvert {
        return Err(bad_counts());
    }
    let expected = 4 * (3 * nvert + 3 * nnormal + 2 * ntexcoord + 3 * nface);
    if expected != body.len() as i64 {
        // the counts are not shown: the file may be anything, and none of the model's business
        return Err(AssetError::Invalid(format!(
            "the MSH counts do not fit the {} bytes of data that follow: write the file again",
            body.len()
        )));
    }

    let (words, _) = body.as_chunks::<4>();
    let (vert, words) = words.split_at(3 * nvert as usize);
    let (normal, words) = words.split_at(3 * nnormal as usize);
    let (texcoord, face) = words.split_at(2 * ntexcoord as usize);
    let indices = groups(face, i32::from_le_bytes);
    let mut raw = RawMesh {
        vert: groups(vert, f32::from_le_bytes),
        normal: groups(normal, f32::from_le_bytes),
        texcoord: groups(texcoord, f32::from_le_bytes),
        facetexcoord: if ntexcoord > 0 { indices.clone() } else { Vec::new() },
        facenormal: indices.clone(),
        face: indices,
    };
    let righthand = scale[0] * scale[1] * scale[2] > 0.0;
    if !righthand {
        for face in &mut raw.face {
            face.swap(1, 2);
        }
    }
    Ok(raw)
}

fn groups<T: Copy, const N: usize>(words: &[[u8; 4]], read: fn([u8; 4]) -> T) -> Vec<[T; N]> {
    words.as_chunks::<N>().0.iter().map(|group| group.map(read)).collect()
}

fn bad_counts() -> AssetError {
    AssetError::Invalid(
        "the MSH header must announce at least 4 vertices, and as many normals and texture \
         coordinates as vertices, or none"
            .into(),
    )
}
