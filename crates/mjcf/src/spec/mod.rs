//! The editable model description.

pub mod asset;
mod keyword;

pub use asset::{
    Bone, ColorSpace, HField, Material, Mesh, MeshBuiltin, MeshInertia, Skin, Texture,
    TextureBuiltin, TextureMark, TextureType,
};
pub use keyword::Keyword;
