//! Triangle meshes: from a file, user data or parameters to the arrays of a model.
//!
//! Reading ([`stl`], [`obj`], [`msh`], [`builtin`]) gives a [`RawMesh`]; [`process`] moves it to
//! its inertial frame and derives normals, convex hull, polygons and bounding volumes. The
//! arithmetic follows `mjCMesh` step by step: positions are doubles until the very end, normals
//! are rounded to single precision after every step.

pub(crate) mod builtin;
mod field;
mod fit;
mod format;
mod inertia;
mod msh;
mod normals;
mod obj;
mod polygons;
mod process;
mod raw;
mod stl;
#[cfg(test)]
mod tests;
mod vertex_table;

use ferrodyn_engine::hooks::plugin::SdfPlugin;
use ferrodyn_engine::math::{Quat, Vec3};

use super::bvh::Bvh;
use super::{AssetError, Bound, Budget};
use crate::spec::{Mesh, MeshBuiltin};

pub use fit::{FitShape, fit_primitive};
pub use polygons::Polygons;
pub use raw::RawMesh;

/// How a model uses a mesh: decides whether its hull and its distance field are computed, and its frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MeshUse {
    /// A geom collides with it, or its inertia is that of its hull.
    pub needs_hull: bool,
    /// A geom uses its signed distance field.
    pub needs_sdf: bool,
    /// It keeps its frame, in which a plugin measures distances, and is not moved to that of its
    /// inertia.
    pub keeps_frame: bool,
}

/// The bytes of a mesh file.
#[derive(Clone, Copy, Debug)]
pub struct MeshFile<'a> {
    /// File name; the extension decides the format unless the spec gives a content type.
    pub name: &'a str,
    /// Contents.
    pub bytes: &'a [u8],
}

/// A compiled mesh, centered at its center of mass and aligned with its principal axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshData {
    /// Vertices (`mesh_vert`).
    pub vert: Vec<[f32; 3]>,
    /// Normals (`mesh_normal`).
    pub normal: Vec<[f32; 3]>,
    /// Texture coordinates (`mesh_texcoord`).
    pub texcoord: Vec<[f32; 2]>,
    /// Vertex indices of the faces (`mesh_face`).
    pub face: Vec<[i32; 3]>,
    /// Normal indices of the faces (`mesh_facenormal`).
    pub facenormal: Vec<[i32; 3]>,
    /// Texture coordinate indices of the faces (`mesh_facetexcoord`); empty without texture
    /// coordinates.
    pub facetexcoord: Vec<[i32; 3]>,
    /// Convex hull in the layout of `mesh_graph`; empty if there is none.
    pub graph: Vec<i32>,
    /// Flat sides of the convex hull; without sides if there is no hull.
    pub polygons: Polygons,
    /// Bounding volumes of the faces.
    pub bvh: Bvh,
    /// Signed distances, if they were asked for.
    pub octree: Option<super::octree::Octree>,
    /// Translation applied to the vertices (`mesh_pos`).
    pub pos: Vec3,
    /// Rotation applied to the vertices (`mesh_quat`).
    pub quat: Quat,
    /// Half sizes of the box with the same inertia.
    pub inertia_box: [f64; 3],
    /// Smallest and largest coordinates of the vertices.
    pub aamm: [f64; 6],
    /// Volume, or surface area if `shell` is set.
    pub volume: f64,
    /// The mass is spread over the surface.
    pub shell: bool,
}

/// Compiles a mesh.
///
/// The file must be given if and only if `spec.file` names one: reading it is the caller's task.
///
/// # Errors
/// Returns an [`AssetError`] if the file is malformed, or if the mesh has no inertia or no hull.
#[doc(alias = "mjCMesh")]
pub fn compile_mesh(
    spec: &Mesh,
    file: Option<MeshFile<'_>>,
    usage: &MeshUse,
) -> Result<MeshData, AssetError> {
    compile_mesh_within(spec, file, usage, None)
}

/// As [`compile_mesh`], with the vertices taken from a budget before they are processed.
///
/// # Errors
/// As [`compile_mesh`], and if too few vertices are left.
pub fn compile_mesh_within(
    spec: &Mesh,
    file: Option<MeshFile<'_>>,
    usage: &MeshUse,
    vertices: Option<&Budget>,
) -> Result<MeshData, AssetError> {
    // the size of a builtin mesh is taken from the budget before it is made
    let builtin = builtin::vertices(spec.builtin, &spec.params);
    if let Some(budget) = vertices {
        budget.take(builtin)?;
    }
    let bound = vertices.map_or_else(Bound::unlimited, Budget::bound);
    let clock = bound.clock;
    let raw = raw_mesh(spec, file, bound)?;
    if let Some(budget) = vertices {
        budget.take(raw.vert.len().saturating_sub(builtin))?;
    }
    // a generated plate has no volume: MuJoCo turns it into a shell
    let inertia = if spec.builtin == MeshBuiltin::Plate {
        crate::spec::MeshInertia::Shell
    } else {
        spec.inertia
    };
    process::process(spec, inertia, raw, *usage, clock)
}

/// Compiles the surface of a signed distance field.
///
/// # Errors
/// As [`compile_mesh_within`], and if the field has no surface.
pub(crate) fn compile_field(
    spec: &Mesh,
    field: &dyn SdfPlugin,
    usage: MeshUse,
    vertices: &Budget,
) -> Result<MeshData, AssetError> {
    if spec.scale != Vec3::new(1.0, 1.0, 1.0) {
        return Err(AssetError::Invalid("signed distance fields cannot be scaled".into()));
    }
    let clock = vertices.bound().clock;
    let raw = field::surface(field, clock)?;
    raw.check(false)?;
    vertices.take(raw.vert.len())?;
    // distances come from the plugin itself
    let usage = MeshUse { needs_sdf: false, keeps_frame: true, ..usage };
    process::process(spec, spec.inertia, raw, usage, clock)
}

/// Reads a mesh file without processing it; `merge` joins vertices at equal positions.
pub fn read_mesh_file(
    file: MeshFile<'_>,
    content_type: &str,
    scale: Vec3,
    merge: bool,
) -> Result<RawMesh, AssetError> {
    let mut raw = format::read(file, content_type, scale, Bound::unlimited())?;
    if merge {
        raw.merge_vertices()?;
    }
    Ok(raw)
}

/// Vertices and faces before processing, checked for consistency.
fn raw_mesh(spec: &Mesh, file: Option<MeshFile<'_>>, bound: Bound) -> Result<RawMesh, AssetError> {
    let mut user = RawMesh::from_spec(spec)?;
    if spec.builtin != MeshBuiltin::None {
        if file.is_some() || !spec.vertex.is_empty() {
            return Err(AssetError::Invalid(
                "a builtin mesh cannot also have a file or vertices: remove one of them".into(),
            ));
        }
        builtin::fill(&mut user, spec.builtin, &spec.params)?;
    }
    let Some(file) = file else {
        // only files carry separate normal indices
        user.facenormal.clear();
        user.check(false)?;
        return Ok(user);
    };
    let mut raw = format::read(file, &spec.content_type, spec.scale, bound)?;
    raw.complete_from(user)?;
    raw.check(format::is_obj(&file, &spec.content_type))?;
    Ok(raw)
}
