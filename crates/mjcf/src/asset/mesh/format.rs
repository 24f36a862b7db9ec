//! Which reader a mesh file needs.

use ferrodyn_engine::math::Vec3;

use crate::asset::{AssetError, Bound};

use super::{MeshFile, RawMesh, msh, obj, stl};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Stl,
    Obj,
    Msh,
}

/// Reads a file in the format its content type or extension names.
pub(super) fn read(
    file: MeshFile<'_>,
    content_type: &str,
    scale: Vec3,
    bound: Bound,
) -> Result<RawMesh, AssetError> {
    let raw = match format_of(&file, content_type)? {
        Format::Stl => stl::read(file.bytes),
        Format::Obj => obj::read(file.bytes, bound),
        Format::Msh => msh::read(file.bytes, scale),
    }?;
    bound.check(raw.vert.len(), 3 * raw.face.len())?;
    Ok(raw)
}

/// Whether the file is read as OBJ, whose texture coordinates have their own indices.
pub(super) fn is_obj(file: &MeshFile<'_>, content_type: &str) -> bool {
    format_of(file, content_type).is_ok_and(|format| format == Format::Obj)
}

fn format_of(file: &MeshFile<'_>, content_type: &str) -> Result<Format, AssetError> {
    let format = if content_type.is_empty() {
        from_extension(file.name)
    } else {
        from_media_type(content_type)
    };
    format.ok_or_else(|| {
        AssetError::Invalid(if content_type.is_empty() {
            format!("\"{}\" is not a mesh file: the extension must be stl, obj or msh", file.name)
        } else {
            format!(
                "content type \"{content_type}\" is not a mesh: use model/stl, model/obj or \
                 model/vnd.mujoco.msh"
            )
        })
    })
}

fn from_extension(name: &str) -> Option<Format> {
    match name.rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
        "stl" => Some(Format::Stl),
        "obj" => Some(Format::Obj),
        "msh" => Some(Format::Msh),
        _ => None,
    }
}

/// Reads `type/subtype`, optionally followed by `;parameter=value`.
fn from_media_type(text: &str) -> Option<Format> {
    let media = match text.split_once(';') {
        Some((media, parameter)) => {
            let (name, _) = parameter.split_once('=')?;
            if name.is_empty() {
                return None;
            }
            media
        }
        None => text,
    };
    match media {
        "model/stl" => Some(Format::Stl),
        "model/obj" => Some(Format::Obj),
        "model/vnd.mujoco.msh" => Some(Format::Msh),
        _ => None,
    }
}
