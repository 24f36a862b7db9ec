//! Skins: the vertices, faces and bones of a deformable visual mesh.
//!
//! The weights of each vertex are scaled to sum to one over all bones, and bind orientations are
//! normalized. Bones keep the names of their bodies: the compiler turns them into ids.
//!
//! A skin file holds `nvert`, `ntexcoord`, `nface`, `nbone` (32-bit integers), then vertices,
//! texture coordinates and faces, then for each bone a name of 40 bytes, bind position, bind
//! orientation, a vertex count, vertex indices and weights.

use super::bytes::{floats, header, ints};
use super::{AssetError, AssetSource};
use crate::path;
use crate::spec::{Bone, Skin};

/// The arrays of a skin, as in `skin_vert`, `skin_face` and so on, addresses from zero.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SkinData {
    /// Vertex positions, three numbers each.
    pub vert: Vec<f32>,
    /// Texture coordinates, two numbers for each vertex, or none.
    pub texcoord: Vec<f32>,
    /// Faces, three vertex indices each.
    pub face: Vec<i32>,
    /// Name of the body of each bone.
    pub bonebody: Vec<String>,
    /// First vertex of each bone in `bonevertid`.
    pub bonevertadr: Vec<i32>,
    /// Number of vertices of each bone.
    pub bonevertnum: Vec<i32>,
    /// Bind position of each bone, three numbers.
    pub bonebindpos: Vec<f32>,
    /// Bind orientation of each bone, four numbers.
    pub bonebindquat: Vec<f32>,
    /// Vertices of all bones.
    pub bonevertid: Vec<i32>,
    /// Weight of each vertex of a bone; for every vertex they sum to one.
    pub bonevertweight: Vec<f32>,
}

/// Total weights up to this count as none.
const MIN_WEIGHT: f64 = 1e-15;

/// Smallest squared length, and smallest difference of a length from one, that is normalized.
const MIN_LENGTH: f64 = 1e-14;

/// Reads or takes the data of a skin, checks it and normalizes weights and orientations.
///
/// # Errors
/// For missing, doubled or mismatched data, indices out of range, vertices without weight, and
/// unreadable files.
#[doc(alias = "mjCSkin::Compile")]
pub fn compile_skin(spec: &Skin, source: &AssetSource<'_>) -> Result<SkinData, AssetError> {
    let mesh = if spec.file.is_empty() {
        Mesh {
            vertex: spec.vertex.clone(),
            texcoord: spec.texcoord.clone(),
            face: spec.face.clone(),
            bones: spec.bones.clone(),
        }
    } else {
        load(spec, source)?
    };
    mesh.check()?;
    let total = total_weights(&mesh.bones, mesh.vertex.len() / 3)?;

    let mut skin = SkinData {
        vert: mesh.vertex,
        texcoord: mesh.texcoord,
        face: mesh.face,
        ..SkinData::default()
    };
    for bone in mesh.bones {
        skin.bonevertadr.push(skin.bonevertid.len() as i32);
        skin.bonevertnum.push(bone.vertid.len() as i32);
        skin.bonebindpos.extend(bone.bindpos);
        skin.bonebindquat.extend(normalize(bone.bindquat));
        for (id, weight) in bone.vertid.iter().zip(&bone.vertweight) {
            skin.bonevertweight.push(weight / total[*id as usize]);
        }
        skin.bonevertid.extend(bone.vertid);
        skin.bonebody.push(bone.body);
    }
    Ok(skin)
}

/// A skin as a file or a spec gives it, unchecked.
struct Mesh {
    vertex: Vec<f32>,
    texcoord: Vec<f32>,
    face: Vec<i32>,
    bones: Vec<Bone>,
}

impl Mesh {
    /// Checks that everything is there and that the sizes fit.
    fn check(&self) -> Result<(), AssetError> {
        let fail = |what: String| Err(AssetError::Invalid(what));
        let (nvert, nface) = (self.vertex.len(), self.face.len());
        if nvert == 0 || nface == 0 || self.bones.is_empty() {
            return fail("a skin needs vertices, faces and bones: give all of them".into());
        }
        if nvert % 3 != 0 {
            return fail(format!("vertex must hold three numbers each: it has {nvert}"));
        }
        if !self.texcoord.is_empty() && self.texcoord.len() != 2 * nvert / 3 {
            return fail(format!(
                "texcoord must hold two numbers for each of the {} vertices: it has {}",
                nvert / 3,
                self.texcoord.len()
            ));
        }
        if nface % 3 != 0 {
            return fail(format!("face must hold three indices each: it has {nface}"));
        }
        if let Some(id) = self.face.iter().find(|id| !(0..nvert / 3).contains(&(**id as usize))) {
            return fail(format!("face refers to vertex {id} of {}", nvert / 3));
        }
        Ok(())
    }
}

/// Sum of the weights of each vertex over all bones.
fn total_weights(bones: &[Bone], nvert: usize) -> Result<Vec<f32>, AssetError> {
    let mut total = vec![0.0_f32; nvert];
    for bone in bones {
        if bone.vertid.is_empty() || bone.vertid.len() != bone.vertweight.len() {
            return Err(AssetError::Invalid(format!(
                "bone '{}' must have as many vertices as weights, and at least one: it has {} and \
                 {}",
                bone.body,
                bone.vertid.len(),
                bone.vertweight.len()
            )));
        }
        for (id, weight) in bone.vertid.iter().zip(&bone.vertweight) {
            let Some(sum) = usize::try_from(*id).ok().and_then(|id| total.get_mut(id)) else {
                return Err(AssetError::Invalid(format!(
                    "bone '{}' refers to vertex {id} of {nvert}",
                    bone.body
                )));
            };
            *sum += weight;
        }
    }
    if let Some(id) = total.iter().position(|sum| f64::from(*sum) <= MIN_WEIGHT) {
        return Err(AssetError::Invalid(format!(
            "vertex {id} has no positive total weight: attach it to a bone"
        )));
    }
    Ok(total)
}

/// The unit quaternion; one that is too small stays as it is.
fn normalize(quat: [f32; 4]) -> [f32; 4] {
    let quat = quat.map(f64::from);
    let square = quat.iter().fold(0.0, |sum, x| sum + x * x);
    let length = square.sqrt();
    // written so that NaN changes nothing
    let scale = square >= MIN_LENGTH && (length - 1.0).abs() > MIN_LENGTH;
    quat.map(|x| if scale { (x / length) as f32 } else { x as f32 })
}

fn load(spec: &Skin, source: &AssetSource<'_>) -> Result<Mesh, AssetError> {
    let file = &spec.file;
    let given = [spec.vertex.len(), spec.texcoord.len(), spec.face.len(), spec.bones.len()];
    if given != [0; 4] {
        return Err(AssetError::Invalid("give either a file or skin data, not both".into()));
    }
    if !path::extension(file).eq_ignore_ascii_case(".skn") {
        return Err(AssetError::Invalid(format!("skin file '{file}' must end in .skn")));
    }
    parse(&source.read(file)?).map_err(|e| AssetError::Invalid(format!("file '{file}': {e}")))
}

/// Reads a skin file.
#[doc(alias = "mjCSkin::LoadSKN")]
fn parse(bytes: &[u8]) -> Result<Mesh, AssetError> {
    let short = |what: &str| AssetError::Invalid(format!("it ends within {what}: write it again"));
    let (sizes, rest) = header::<4>(bytes).ok_or_else(|| short("its header"))?;
    if sizes.iter().any(|size| *size < 0) {
        return Err(AssetError::Invalid("its header has a negative size".into()));
    }
    let [nvert, ntexcoord, nface, nbone] = sizes.map(|size| size as usize);

    let mut reader = Words(rest);
    let mut mesh = Mesh {
        vertex: floats(reader.take(nvert, 3).ok_or_else(|| short("its vertices"))?),
        texcoord: floats(reader.take(ntexcoord, 2).ok_or_else(|| short("its coordinates"))?),
        face: ints(reader.take(nface, 3).ok_or_else(|| short("its faces"))?),
        bones: Vec::new(),
    };
    for i in 0..nbone {
        let bone =
            parse_bone(&mut reader).map_err(|e| AssetError::Invalid(format!("bone {i}: {e}")))?;
        mesh.bones.push(bone);
    }
    if !reader.0.is_empty() {
        return Err(AssetError::Invalid(format!("it has {} bytes too many", reader.0.len())));
    }
    Ok(mesh)
}

fn parse_bone(reader: &mut Words<'_>) -> Result<Bone, AssetError> {
    let short = || AssetError::Invalid("the file ends within it: write it again".into());
    // the name has 40 bytes, of which 39 count and the first zero ends it
    let name = reader.take(10, 1).ok_or_else(short)?;
    let name = name.iter().take(39).take_while(|c| **c != 0).copied().collect::<Vec<u8>>();
    let bind = floats(reader.take(7, 1).ok_or_else(short)?);
    let count = ints(reader.take(1, 1).ok_or_else(short)?)[0];
    let Some(count) = usize::try_from(count).ok().filter(|count| *count > 0) else {
        return Err(AssetError::Invalid(format!("its vertex count {count} is not positive")));
    };
    Ok(Bone {
        body: String::from_utf8_lossy(&name).into_owned(),
        bindpos: [bind[0], bind[1], bind[2]],
        bindquat: [bind[3], bind[4], bind[5], bind[6]],
        vertid: ints(reader.take(count, 1).ok_or_else(short)?),
        vertweight: floats(reader.take(count, 1).ok_or_else(short)?),
    })
}

/// Bytes yet to be read.
struct Words<'a>(&'a [u8]);

impl<'a> Words<'a> {
    /// The next `count` groups of `width` four-byte numbers, if they are all there.
    fn take(&mut self, count: usize, width: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.0.split_at_checked(count.checked_mul(4 * width)?)?;
        self.0 = rest;
        Some(head)
    }
}

#[cfg(test)]
mod tests;
