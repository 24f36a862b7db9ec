//! Meshes, height fields, textures and skins: from bytes to the arrays of a model.

mod budget;
pub mod bvh;
mod bytes;
pub mod cache;
mod compat;
pub mod files;
pub(crate) mod gmsh;
pub mod hfield;
pub mod hull;
pub mod image;
pub mod mesh;
pub mod octree;
pub mod skin;
pub mod texture;

pub use crate::error::AssetError;
pub(crate) use budget::Bound;
pub use budget::Budget;
pub use cache::AssetCache;
pub use files::{AssetSource, FileSource, Files, Found};
pub use hfield::{HFieldData, compile_hfield};
pub use skin::{SkinData, compile_skin};
pub use texture::{TextureData, compile_texture};
