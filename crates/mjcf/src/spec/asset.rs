//! Assets: meshes, height fields, skins, textures and materials, as the user describes them.

use ferrodyn_engine::math::{Quat, Vec3};

use super::keyword::keywords;

keywords! {
    /// Which volume a mesh's mass is spread over.
    pub enum MeshInertia {
        /// The convex hull.
        Convex = 0 "convex",
        /// The solid bounded by the faces, which must be consistently oriented.
        Exact = 1 "exact",
        /// The faces' signed pyramids taken as positive: overestimates concave meshes.
        Legacy = 2 "legacy",
        /// The surface.
        Shell = 3 "shell",
    }

    /// A mesh generated from parameters instead of read from a file.
    pub enum MeshBuiltin {
        /// Not generated.
        None = 0 "none",
        /// Subdivided icosahedron.
        Sphere = 1 "sphere",
        /// Half a sphere.
        Hemisphere = 2 "hemisphere",
        /// Cone or truncated cone.
        Cone = 3 "cone",
        /// Superellipsoid.
        Supersphere = 4 "supersphere",
        /// Supertoroid.
        Supertorus = 5 "supertorus",
        /// Part of a spherical shell, as seen by a camera.
        Wedge = 6 "wedge",
        /// Flat grid.
        Plate = 7 "plate",
    }

    /// A texture generated from parameters.
    pub enum TextureBuiltin {
        /// Not generated.
        None = 0 "none",
        /// `rgb1` to `rgb2`.
        Gradient = 1 "gradient",
        /// Two by two checkers of `rgb1` and `rgb2`.
        Checker = 2 "checker",
        /// One color; `rgb2` on the lower face of a cube.
        Flat = 3 "flat",
    }

    /// Marks drawn over a generated texture.
    pub enum TextureMark {
        /// None.
        None = 0 "none",
        /// Edges.
        Edge = 1 "edge",
        /// A cross.
        Cross = 2 "cross",
        /// Random dots.
        Random = 3 "random",
    }

    /// How a texture is mapped.
    pub enum TextureType {
        /// Flat image.
        Flat2d = 0 "2d",
        /// Six images around a cube.
        Cube = 1 "cube",
        /// Cube map drawn behind the scene.
        Skybox = 2 "skybox",
    }

    /// How texture values relate to light.
    pub enum ColorSpace {
        /// Decided by the file.
        Auto = 0 "auto",
        /// Linear.
        Linear = 1 "linear",
        /// Gamma-encoded.
        Srgb = 2 "sRGB",
    }
}

/// A triangle mesh, from a file, from user data or generated.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    /// Name; the file's base name if empty.
    pub name: String,
    /// Default class the mesh was created with.
    pub class: String,
    /// Media type that overrides the file's extension.
    pub content_type: String,
    /// File, relative to the mesh directory.
    pub file: String,
    /// Position of the frame the file's vertices are given in.
    pub refpos: Vec3,
    /// Orientation of that frame.
    pub refquat: Quat,
    /// Scale along each axis.
    pub scale: Vec3,
    /// Volume that carries the mass.
    pub inertia: MeshInertia,
    /// Average normals over sharp edges too.
    pub smoothnormal: bool,
    /// Largest number of hull vertices, or -1 for no limit.
    pub maxhullvert: i32,
    /// Vertices given in the model, three numbers each.
    pub vertex: Vec<f32>,
    /// Normals given in the model.
    pub normal: Vec<f32>,
    /// Texture coordinates given in the model, two numbers each.
    pub texcoord: Vec<f32>,
    /// Faces given in the model, three vertex indices each.
    pub face: Vec<i32>,
    /// Normal indices of user faces (not part of MJCF).
    pub facenormal: Vec<i32>,
    /// Texture coordinate indices of user faces (not part of MJCF).
    pub facetexcoord: Vec<i32>,
    /// Material for geoms that have none.
    pub material: String,
    /// Generated shape.
    pub builtin: MeshBuiltin,
    /// Parameters of the generated shape.
    pub params: Vec<f64>,
}

impl Default for Mesh {
    fn default() -> Self {
        Self {
            name: String::new(),
            class: String::new(),
            content_type: String::new(),
            file: String::new(),
            refpos: Vec3::ZERO,
            refquat: Quat::IDENTITY,
            scale: Vec3::new(1.0, 1.0, 1.0),
            inertia: MeshInertia::Legacy,
            smoothnormal: false,
            maxhullvert: -1,
            vertex: Vec::new(),
            normal: Vec::new(),
            texcoord: Vec::new(),
            face: Vec::new(),
            facenormal: Vec::new(),
            facetexcoord: Vec::new(),
            material: String::new(),
            builtin: MeshBuiltin::None,
            params: Vec::new(),
        }
    }
}

/// A height field: elevations on a grid.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HField {
    /// Name; the file's base name if empty.
    pub name: String,
    /// Media type that overrides the file's extension.
    pub content_type: String,
    /// PNG or binary file, relative to the mesh directory.
    pub file: String,
    /// Half extent in x and y, elevation scale, base thickness.
    pub size: [f64; 4],
    /// Rows of the grid.
    pub nrow: i32,
    /// Columns of the grid.
    pub ncol: i32,
    /// Elevations given in the model, first row first.
    pub elevation: Vec<f32>,
}

/// One bone of a skin: a body and the vertices it moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bone {
    /// Name of the body.
    pub body: String,
    /// Position of the body when the skin was bound.
    pub bindpos: [f32; 3],
    /// Orientation of the body when the skin was bound.
    pub bindquat: [f32; 4],
    /// Vertices influenced.
    pub vertid: Vec<i32>,
    /// Weight of each of them.
    pub vertweight: Vec<f32>,
}

/// A deformable visual mesh attached to bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct Skin {
    /// Name; the file's base name if empty.
    pub name: String,
    /// Skin file, relative to the mesh directory.
    pub file: String,
    /// Material.
    pub material: String,
    /// Color where there is no material.
    pub rgba: [f32; 4],
    /// Offset along the normals.
    pub inflate: f32,
    /// Visualization group.
    pub group: i32,
    /// Vertices, three numbers each.
    pub vertex: Vec<f32>,
    /// Texture coordinates, two numbers each.
    pub texcoord: Vec<f32>,
    /// Faces, three vertex indices each.
    pub face: Vec<i32>,
    /// Bones.
    pub bones: Vec<Bone>,
}

impl Default for Skin {
    fn default() -> Self {
        Self {
            name: String::new(),
            file: String::new(),
            material: String::new(),
            rgba: [0.5, 0.5, 0.5, 1.0],
            inflate: 0.0,
            group: 0,
            vertex: Vec::new(),
            texcoord: Vec::new(),
            face: Vec::new(),
            bones: Vec::new(),
        }
    }
}

/// A texture, generated or from one or six files.
#[derive(Clone, Debug, PartialEq)]
pub struct Texture {
    /// Name; the file's base name if empty.
    pub name: String,
    /// Mapping.
    pub kind: TextureType,
    /// Color space.
    pub colorspace: ColorSpace,
    /// Generated pattern.
    pub builtin: TextureBuiltin,
    /// Marks over the generated pattern.
    pub mark: TextureMark,
    /// First color.
    pub rgb1: [f64; 3],
    /// Second color.
    pub rgb2: [f64; 3],
    /// Color of the marks.
    pub markrgb: [f64; 3],
    /// Probability of a dot, for random marks.
    pub random: f64,
    /// Height in pixels of a generated texture; a cube has square faces.
    pub height: i32,
    /// Width in pixels of a generated texture.
    pub width: i32,
    /// Channels: 1 gray, 3 RGB, 4 RGBA.
    pub nchannel: i32,
    /// Media type that overrides the file's extension.
    pub content_type: String,
    /// File for all faces, or the whole image.
    pub file: String,
    /// Rows and columns of faces in a composite file.
    pub gridsize: [i32; 2],
    /// Face in each cell of the grid: one of `RLUDFB`, or `.` for none.
    pub gridlayout: String,
    /// One file for each face: right, left, up, down, front, back.
    pub cubefiles: [String; 6],
    /// Mirror horizontally.
    pub hflip: bool,
    /// Mirror vertically.
    pub vflip: bool,
    /// Pixels given by the program (not part of MJCF).
    pub data: Vec<u8>,
}

impl Default for Texture {
    fn default() -> Self {
        Self {
            name: String::new(),
            kind: TextureType::Cube,
            colorspace: ColorSpace::Auto,
            builtin: TextureBuiltin::None,
            mark: TextureMark::None,
            rgb1: [0.8; 3],
            rgb2: [0.5; 3],
            markrgb: [0.0; 3],
            random: 0.01,
            height: 0,
            width: 0,
            nchannel: 3,
            content_type: String::new(),
            file: String::new(),
            gridsize: [1, 1],
            gridlayout: "............".into(),
            cubefiles: Default::default(),
            hflip: false,
            vflip: false,
            data: Vec::new(),
        }
    }
}

/// Surface appearance.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// Name.
    pub name: String,
    /// Default class the material was created with.
    pub class: String,
    /// Texture names by role (`mjtTextureRole`).
    pub textures: [String; 10],
    /// Texture repeats per unit of length instead of per object.
    pub texuniform: bool,
    /// Repetitions of a 2D texture.
    pub texrepeat: [f32; 2],
    /// Emission times color.
    pub emission: f32,
    /// Specularity.
    pub specular: f32,
    /// Shininess.
    pub shininess: f32,
    /// Reflectance.
    pub reflectance: f32,
    /// Metallic coefficient; negative for none.
    pub metallic: f32,
    /// Roughness; negative for none.
    pub roughness: f32,
    /// Color.
    pub rgba: [f32; 4],
}

impl Default for Material {
    fn default() -> Self {
        Self {
            name: String::new(),
            class: String::new(),
            textures: Default::default(),
            texuniform: false,
            texrepeat: [1.0, 1.0],
            emission: 0.0,
            specular: 0.5,
            shininess: 0.5,
            reflectance: 0.0,
            metallic: -1.0,
            roughness: -1.0,
            rgba: [1.0; 4],
        }
    }
}
