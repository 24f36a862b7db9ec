//! Meshes, height fields, textures and skins: from bytes to the arrays of a model.

mod budget;
mod bytes;
pub mod cache;
mod compat;
pub mod files;
pub mod hfield;
pub mod image;
pub mod skin;
pub mod texture;

pub(crate) use budget::Bound;
pub use budget::Budget;
pub use cache::AssetCache;
pub use files::{AssetSource, Files};
pub use hfield::{HFieldData, compile_hfield};
pub use skin::{SkinData, compile_skin};
pub use texture::{TextureData, compile_texture};
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
