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

use std::fmt;

use crate::clock::TimeOver;

pub(crate) use budget::Bound;
pub use budget::Budget;
pub use cache::AssetCache;
pub use files::{AssetSource, FileSource, Files, Found};
pub use hfield::{HFieldData, compile_hfield};
pub use skin::{SkinData, compile_skin};
pub use texture::{TextureData, compile_texture};

/// Why an asset could not be read or processed: displays as one sentence, without the place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AssetError {
    /// A file is not there, may not be read, is empty, or is in memory already.
    File(String),
    /// The assets have more bytes or vertices than a limit allows.
    Limit(String),
    /// It takes longer than it may.
    TimeOver(TimeOver),
    /// What a file or the description says does not make such an asset.
    Invalid(String),
}

impl fmt::Display for AssetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(why) | Self::Limit(why) | Self::Invalid(why) => f.write_str(why),
            Self::TimeOver(over) => over.fmt(f),
        }
    }
}

impl std::error::Error for AssetError {}

impl From<TimeOver> for AssetError {
    fn from(over: TimeOver) -> Self {
        Self::TimeOver(over)
    }
}
