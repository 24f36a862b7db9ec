//! Assets: meshes, height fields, skins, textures and materials, as the user describes them.

use ferrodyn_engine::enums::{Builtin, ColorSpace, Mark, MeshBuiltin, MeshInertia, TextureType};
use ferrodyn_engine::math::{Quat, Vec3};

use super::{Origin, PluginRef};
use crate::schema::element;

/// Attributes for the six files of a cube texture: right, left, up, down, front, back.
pub(crate) const CUBE_FILES: [&str; 6] =
    ["fileright", "fileleft", "fileup", "filedown", "filefront", "fileback"];

element! {
    /// A triangle mesh, from a file, from user data or generated.
    pub struct Mesh {
        /// Name; the file's base name if empty.
        pub name: String = String::new(), "name";
        /// Default class the mesh was created with.
        pub class: String = String::new();
        /// Media type that overrides the file's extension.
        pub content_type: String = String::new(), "content_type";
        /// File, relative to the mesh directory.
        pub file: String = String::new(), "file";
        /// Position of the frame the file's vertices are given in.
        pub refpos: Vec3 = Vec3::ZERO, "refpos";
        /// Orientation of that frame.
        pub refquat: Quat = Quat::IDENTITY, "refquat";
        /// Scale along each axis.
        pub scale: Vec3 = Vec3::new(1.0, 1.0, 1.0), "scale";
        /// Volume that carries the mass.
        pub inertia: MeshInertia = MeshInertia::Legacy, "inertia";
        /// Average normals over sharp edges too.
        pub smoothnormal: bool = false, "smoothnormal";
        /// Largest number of hull vertices, or -1 for no limit.
        pub maxhullvert: i32 = -1, "maxhullvert";
        /// Vertices given in the model, three numbers each.
        pub vertex: Vec<f32> = Vec::new(), "vertex" => "uservert";
        /// Normals given in the model.
        pub normal: Vec<f32> = Vec::new(), "normal" => "usernormal";
        /// Texture coordinates given in the model, two numbers each.
        pub texcoord: Vec<f32> = Vec::new(), "texcoord" => "usertexcoord";
        /// Faces given in the model, three vertex indices each.
        pub face: Vec<i32> = Vec::new(), "face" => "userface";
        /// Normal indices of user faces (not part of MJCF).
        pub facenormal: Vec<i32> = Vec::new() => "userfacenormal";
        /// Texture coordinate indices of user faces (not part of MJCF).
        pub facetexcoord: Vec<i32> = Vec::new() => "userfacetexcoord";
        /// Material for geoms that have none.
        pub material: String = String::new(), "material";
        /// Generated shape.
        pub builtin: MeshBuiltin = MeshBuiltin::None, "builtin" => _;
        /// Parameters of the generated shape.
        pub params: Vec<f64> = Vec::new(), "params" => _;
        /// Plugin that computes something of it.
        pub plugin: PluginRef = PluginRef::default();
        /// Where it came from.
        pub origin: Origin = Origin::default();
    }

    /// A height field: elevations on a grid.
    pub struct HField {
        /// Name; the file's base name if empty.
        pub name: String = String::new(), "name";
        /// Media type that overrides the file's extension.
        pub content_type: String = String::new(), "content_type";
        /// PNG or binary file, relative to the mesh directory.
        pub file: String = String::new(), "file";
        /// Half extent in x and y, elevation scale, base thickness.
        pub size: [f64; 4] = [0.0; 4], "size";
        /// Rows of the grid.
        pub nrow: i32 = 0, "nrow";
        /// Columns of the grid.
        pub ncol: i32 = 0, "ncol";
        /// Elevations given in the model, first row first.
        pub elevation: Vec<f32> = Vec::new(), "elevation" => "userdata";
        /// Where it came from.
        pub origin: Origin = Origin::default();
    }

    /// One bone of a skin: a body and the vertices it moves.
    pub struct Bone {
        /// Name of the body.
        pub body: String = String::new(), "body";
        /// Position of the body when the skin was bound.
        pub bindpos: [f32; 3] = [0.0; 3], "bindpos";
        /// Orientation of the body when the skin was bound.
        pub bindquat: [f32; 4] = [0.0; 4], "bindquat";
        /// Vertices influenced.
        pub vertid: Vec<i32> = Vec::new(), "vertid";
        /// Weight of each of them.
        pub vertweight: Vec<f32> = Vec::new(), "vertweight";
    }

    /// A deformable visual mesh attached to bodies.
    pub struct Skin {
        /// Name; the file's base name if empty.
        pub name: String = String::new(), "name";
        /// Skin file, relative to the mesh directory.
        pub file: String = String::new(), "file";
        /// Material.
        pub material: String = String::new(), "material";
        /// Color where there is no material.
        pub rgba: [f32; 4] = [0.5, 0.5, 0.5, 1.0], "rgba";
        /// Offset along the normals.
        pub inflate: f32 = 0.0, "inflate";
        /// Visualization group.
        pub group: i32 = 0, "group";
        /// Vertices, three numbers each.
        pub vertex: Vec<f32> = Vec::new(), "vertex" => "vert";
        /// Texture coordinates, two numbers each.
        pub texcoord: Vec<f32> = Vec::new(), "texcoord";
        /// Faces, three vertex indices each.
        pub face: Vec<i32> = Vec::new(), "face";
        /// Bones.
        pub bones: Vec<Bone> = Vec::new() => _;
        /// Where it came from.
        pub origin: Origin = Origin::default();
    }

    /// A texture, generated or from one or six files.
    pub struct Texture {
        /// Name; the file's base name if empty.
        pub name: String = String::new(), "name";
        /// Mapping.
        pub kind: TextureType = TextureType::Cube, "type" => "type";
        /// Color space.
        pub colorspace: ColorSpace = ColorSpace::Auto, "colorspace";
        /// Generated pattern.
        pub builtin: Builtin = Builtin::None, "builtin";
        /// Marks over the generated pattern.
        pub mark: Mark = Mark::None, "mark";
        /// First color.
        pub rgb1: [f64; 3] = [0.8; 3], "rgb1";
        /// Second color.
        pub rgb2: [f64; 3] = [0.5; 3], "rgb2";
        /// Color of the marks.
        pub markrgb: [f64; 3] = [0.0; 3], "markrgb";
        /// Probability of a dot, for random marks.
        pub random: f64 = 0.01, "random";
        /// Height in pixels of a generated texture; a cube has square faces.
        pub height: i32 = 0, "height";
        /// Width in pixels of a generated texture.
        pub width: i32 = 0, "width";
        /// Channels: 1 gray, 3 RGB, 4 RGBA.
        pub nchannel: i32 = 3, "nchannel";
        /// Media type that overrides the file's extension.
        pub content_type: String = String::new(), "content_type";
        /// File for all faces, or the whole image.
        pub file: String = String::new(), "file";
        /// Rows and columns of faces in a composite file.
        pub gridsize: [i32; 2] = [1, 1], "gridsize";
        /// Face in each cell of the grid: one of `RLUDFB`, or `.` for none.
        pub gridlayout: String = "............".into(), "gridlayout" => _;
        /// One file for each face: right, left, up, down, front, back.
        pub cubefiles: [String; 6] = std::array::from_fn(|_| String::new());
        /// Mirror horizontally.
        pub hflip: bool = false, "hflip";
        /// Mirror vertically.
        pub vflip: bool = false, "vflip";
        /// Pixels given by the program (not part of MJCF).
        pub data: Vec<u8> = Vec::new() => _;
        /// Where it came from.
        pub origin: Origin = Origin::default();
    }

    /// Surface appearance.
    pub struct Material {
        /// Name.
        pub name: String = String::new(), "name";
        /// Default class the material was created with.
        pub class: String = String::new();
        /// Texture names by role (`mjtTextureRole`).
        pub textures: [String; 10] = std::array::from_fn(|_| String::new());
        /// Texture repeats per unit of length instead of per object.
        pub texuniform: bool = false, "texuniform";
        /// Repetitions of a 2D texture.
        pub texrepeat: [f32; 2] = [1.0, 1.0], "texrepeat";
        /// Emission times color.
        pub emission: f32 = 0.0, "emission";
        /// Specularity.
        pub specular: f32 = 0.5, "specular";
        /// Shininess.
        pub shininess: f32 = 0.5, "shininess";
        /// Reflectance.
        pub reflectance: f32 = 0.0, "reflectance";
        /// Metallic coefficient; negative for none.
        pub metallic: f32 = -1.0, "metallic";
        /// Roughness; negative for none.
        pub roughness: f32 = -1.0, "roughness";
        /// Color.
        pub rgba: [f32; 4] = [1.0; 4], "rgba";
        /// Where it came from.
        pub origin: Origin = Origin::default();
    }
}
