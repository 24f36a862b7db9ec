//! A mesh as read, before processing: the union of what files and models can specify.

use crate::asset::AssetError;
use crate::spec::Mesh;

use super::vertex_table::VertexTable;

/// Vertices, faces and the optional normals and texture coordinates of an unprocessed mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawMesh {
    /// Vertices.
    pub vert: Vec<[f32; 3]>,
    /// Normals, any length.
    pub normal: Vec<[f32; 3]>,
    /// Texture coordinates, first row of the image at zero.
    pub texcoord: Vec<[f32; 2]>,
    /// Vertex indices of the faces.
    pub face: Vec<[i32; 3]>,
    /// Normal indices of the faces.
    pub facenormal: Vec<[i32; 3]>,
    /// Texture coordinate indices of the faces.
    pub facetexcoord: Vec<[i32; 3]>,
}

impl RawMesh {
    /// The data given in the model itself.
    pub(super) fn from_spec(spec: &Mesh) -> Result<Self, AssetError> {
        Ok(Self {
            vert: tuples(&spec.vertex, "vertex")?,
            normal: tuples(&spec.normal, "normal")?,
            texcoord: tuples(&spec.texcoord, "texcoord")?,
            face: tuples(&spec.face, "face")?,
            facenormal: tuples(&spec.facenormal, "facenormal")?,
            facetexcoord: tuples(&spec.facetexcoord, "facetexcoord")?,
        })
    }

    /// Adds arrays that a file left out; an array that both give is refused.
    pub(super) fn complete_from(&mut self, user: Self) -> Result<(), AssetError> {
        let normals_given = !user.normal.is_empty();
        take_missing(&mut self.normal, user.normal, "normal")?;
        take_missing(&mut self.texcoord, user.texcoord, "texcoord")?;
        take_missing(&mut self.face, user.face, "face")?;
        take_missing(&mut self.vert, user.vert, "vertex")?;
        if normals_given && !self.facenormal.is_empty() {
            return Err(twice("facenormal"));
        }
        if self.facenormal.is_empty() {
            self.facenormal = user.facenormal;
        }
        take_missing(&mut self.facetexcoord, user.facetexcoord, "facetexcoord")
    }

    /// Refuses meshes that cannot be processed.
    #[doc(alias = "CheckInitialMesh")]
    pub(super) fn check(&self, is_obj: bool) -> Result<(), AssetError> {
        self.check_finite()?;
        if self.vert.len() < 4 {
            return Err(AssetError::Invalid(format!(
                "a mesh needs at least 4 vertices, this one has {}",
                self.vert.len()
            )));
        }
        if !self.texcoord.is_empty()
            && self.texcoord.len() != self.vert.len()
            && self.facetexcoord.is_empty()
            && !is_obj
        {
            return Err(AssetError::Invalid(format!(
                "{} texture coordinates for {} vertices: give one for each vertex, or an OBJ file \
                 with texture indices",
                self.texcoord.len(),
                self.vert.len()
            )));
        }
        self.check_face_indices()
    }

    /// Joins vertices with equal coordinates, keeping the first of each; faces follow.
    #[doc(alias = "ProcessVertices")]
    pub(super) fn merge_vertices(&mut self) -> Result<(), AssetError> {
        self.check_finite()?;
        self.check_face_indices()?;
        let mut table = VertexTable::with_capacity(self.vert.len());
        // adding zero makes negative zero equal to zero in the key; the stored value is the first
        let ids: Vec<i32> =
            self.vert.iter().map(|v| table.insert(v.map(|x| (x + 0.0).to_bits()), *v)).collect();
        self.vert = table.into_vertices();
        for index in self.face.iter_mut().flatten() {
            *index = ids[*index as usize];
        }
        Ok(())
    }

    fn check_finite(&self) -> Result<(), AssetError> {
        match self.vert.iter().position(|v| v.iter().any(|x| !x.is_finite())) {
            Some(i) => Err(AssetError::Invalid(format!("vertex {i} is not finite"))),
            None => Ok(()),
        }
    }

    fn check_face_indices(&self) -> Result<(), AssetError> {
        let count = self.vert.len();
        for (f, face) in self.face.iter().enumerate() {
            if let Some(index) = face.iter().find(|&&i| i < 0 || i as usize >= count) {
                return Err(AssetError::Invalid(format!(
                    "face {f} refers to vertex {index}, but there are {count} vertices"
                )));
            }
        }
        Ok(())
    }
}

/// Groups numbers into tuples of `N`.
fn tuples<T: Copy, const N: usize>(flat: &[T], what: &str) -> Result<Vec<[T; N]>, AssetError> {
    let (tuples, rest) = flat.as_chunks::<N>();
    if !rest.is_empty() {
        return Err(AssetError::Invalid(format!(
            "{what} has {} numbers, which is not a multiple of {N}",
            flat.len()
        )));
    }
    Ok(tuples.to_vec())
}

fn take_missing<T>(have: &mut Vec<T>, user: Vec<T>, what: &str) -> Result<(), AssetError> {
    if have.is_empty() {
        *have = user;
    } else if !user.is_empty() {
        return Err(twice(what));
    }
    Ok(())
}

fn twice(what: &str) -> AssetError {
    AssetError::Invalid(format!("{what} is given both by the file and by the model: remove one"))
}
