//! Meshes, height fields, textures and skins: from bytes to the arrays of a model.

pub mod bvh;
pub mod hull;
pub mod mesh;
pub mod octree;

/// Why an asset could not be read or processed: one sentence, without the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssetError(pub String);

impl std::fmt::Display for AssetError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for AssetError {}
