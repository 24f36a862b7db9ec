//! The scene: everything that a renderer draws.

use ferrodyn_engine::enums::{LightType, RndFlag, Stereo};
use ferrodyn_engine::{Model, ids::FlexId};

use crate::names::{RND_SWITCHES, defaults};
use crate::{GlCamera, VGeom};

/// A light of a scene.
#[doc(alias = "mjvLight")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VLight {
    /// The light of the model; -1 for the one at the camera.
    pub id: i32,
    /// Position; m.
    pub pos: [f32; 3],
    /// Direction.
    pub dir: [f32; 3],
    /// How its rays go.
    #[doc(alias = "type")]
    pub kind: LightType,
    /// Texture of an image light; -1 for none.
    pub texid: i32,
    /// Coefficients of how it fades with distance.
    pub attenuation: [f32; 3],
    /// Half angle of the cone; deg.
    pub cutoff: f32,
    /// How it fades towards the border of the cone.
    pub exponent: f32,
    /// Color of what it does not reach.
    pub ambient: [f32; 3],
    /// Color of what it reaches.
    pub diffuse: [f32; 3],
    /// Color of its reflections.
    pub specular: [f32; 3],
    /// Whether it is at the camera.
    pub headlight: bool,
    /// Whether it casts shadows.
    pub castshadow: bool,
    /// Radius of the bulb, for soft shadows; m.
    pub bulbradius: f32,
    /// Intensity; cd.
    pub intensity: f32,
    /// How far it reaches; m.
    pub range: f32,
}

/// Shapes, lights and cameras, and the surfaces of what bends.
///
/// Faces of a flex are its share of `flexface`, from `flexfaceadr` on, as many as `flexfaceused`
/// says; vertices and edges are as in the model. So are the vertices of skins.
#[doc(alias = "mjvScene")]
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "MuJoCo's switches, all independent")]
pub struct Scene {
    /// How many shapes there is room for.
    pub maxgeom: usize,
    /// The shapes.
    pub geoms: Vec<VGeom>,

    /// First edge of each flex.
    pub flexedgeadr: Vec<i32>,
    /// Number of edges of each flex.
    pub flexedgenum: Vec<i32>,
    /// First vertex of each flex.
    pub flexvertadr: Vec<i32>,
    /// Number of vertices of each flex.
    pub flexvertnum: Vec<i32>,
    /// First face of each flex.
    pub flexfaceadr: Vec<i32>,
    /// Faces of each flex that there is room for.
    pub flexfacenum: Vec<i32>,
    /// Faces of each flex that are shown.
    pub flexfaceused: Vec<i32>,
    /// Edges: two vertices of the flex.
    pub flexedge: Vec<[i32; 2]>,
    /// Positions of vertices; m.
    pub flexvert: Vec<[f32; 3]>,
    /// Positions of the corners of faces; m.
    pub flexface: Vec<[f32; 9]>,
    /// Normals at the corners of faces.
    pub flexnormal: Vec<[f32; 9]>,
    /// Texture coordinates of the corners of faces.
    pub flextexcoord: Vec<[f32; 6]>,
    /// Whether vertices of flexes are shown.
    pub flexvertopt: bool,
    /// Whether edges of flexes are shown.
    pub flexedgeopt: bool,
    /// Whether faces of flexes are shown.
    pub flexfaceopt: bool,
    /// Whether flexes have a smooth skin.
    pub flexskinopt: bool,

    /// Number of faces of each skin.
    pub skinfacenum: Vec<i32>,
    /// First vertex of each skin.
    pub skinvertadr: Vec<i32>,
    /// Number of vertices of each skin.
    pub skinvertnum: Vec<i32>,
    /// Positions of the vertices of skins; m.
    pub skinvert: Vec<[f32; 3]>,
    /// Normals at the vertices of skins.
    pub skinnormal: Vec<[f32; 3]>,

    /// The lights, at most [`MAXLIGHT`](ferrodyn_engine::constants::MAXLIGHT).
    pub lights: Vec<VLight>,
    /// Left and right eye.
    pub camera: [GlCamera; 2],

    /// Whether the model has a pose and scale of its own in the room.
    pub enabletransform: bool,
    /// Position of the model in the room; m.
    pub translate: [f32; 3],
    /// Orientation of the model in the room, a quaternion.
    pub rotate: [f32; 4],
    /// Size of the model in the room.
    pub scale: f32,

    /// How the two eyes are drawn.
    pub stereo: Stereo,
    /// Effects, by [`RndFlag`].
    pub flags: [u8; RndFlag::COUNT],
    /// Width of a frame around the picture; px.
    pub framewidth: i32,
    /// Color of the frame.
    pub framergb: [f32; 3],
    /// 1 if a shape found no room.
    pub status: i32,
}

impl Default for Scene {
    /// A scene without room for shapes.
    #[doc(alias = "mjv_defaultScene")]
    fn default() -> Self {
        Self {
            maxgeom: 0,
            geoms: Vec::new(),
            flexedgeadr: Vec::new(),
            flexedgenum: Vec::new(),
            flexvertadr: Vec::new(),
            flexvertnum: Vec::new(),
            flexfaceadr: Vec::new(),
            flexfacenum: Vec::new(),
            flexfaceused: Vec::new(),
            flexedge: Vec::new(),
            flexvert: Vec::new(),
            flexface: Vec::new(),
            flexnormal: Vec::new(),
            flextexcoord: Vec::new(),
            flexvertopt: false,
            flexedgeopt: false,
            flexfaceopt: false,
            flexskinopt: false,
            skinfacenum: Vec::new(),
            skinvertadr: Vec::new(),
            skinvertnum: Vec::new(),
            skinvert: Vec::new(),
            skinnormal: Vec::new(),
            lights: Vec::new(),
            camera: [GlCamera::default(); 2],
            enabletransform: false,
            translate: [0.0; 3],
            rotate: [1.0, 0.0, 0.0, 0.0],
            scale: 1.0,
            stereo: Stereo::None,
            flags: defaults(&RND_SWITCHES),
            framewidth: 0,
            framergb: [0.0; 3],
            status: 0,
        }
    }
}

impl Scene {
    /// A scene with room for so many shapes, and for the flexes and skins of a model.
    #[doc(alias = "mjv_makeScene")]
    #[must_use]
    pub fn new(m: &Model, maxgeom: usize) -> Self {
        let flexfacenum: Vec<i32> = (0..m.nflex).map(|f| most_faces(m, FlexId(f))).collect();
        let mut total = 0;
        let place = |&count: &i32| {
            let start = total;
            total += count;
            start
        };
        let flexfaceadr = flexfacenum.iter().map(place).collect();
        let faces = usize::try_from(total).unwrap_or(0);
        Self {
            maxgeom,
            flexedgeadr: m.flex_edgeadr.to_vec(),
            flexedgenum: m.flex_edgenum.to_vec(),
            flexvertadr: m.flex_vertadr.to_vec(),
            flexvertnum: m.flex_vertnum.to_vec(),
            flexfaceadr,
            flexfacenum,
            flexfaceused: vec![0; m.nflex],
            flexedge: m.flex_edge.to_vec(),
            flexvert: vec![[0.0; 3]; m.nflexvert],
            flexface: vec![[0.0; 9]; faces],
            flexnormal: vec![[0.0; 9]; faces],
            flextexcoord: vec![[0.0; 6]; faces],
            skinfacenum: m.skin_facenum.to_vec(),
            skinvertadr: m.skin_vertadr.to_vec(),
            skinvertnum: m.skin_vertnum.to_vec(),
            skinvert: vec![[0.0; 3]; m.nskinvert],
            skinnormal: vec![[0.0; 3]; m.nskinvert],
            ..Self::default()
        }
    }
}

/// The most faces that a flex shows, whatever the options.
fn most_faces(m: &Model, f: FlexId) -> i32 {
    let (shells, elements) = (m.flex_shellnum[f], m.flex_elemnum[f]);
    if m.flex_dim[f] == 2 {
        return 2 * shells + 2 * elements;
    }
    // lines have no faces, but room for them as if they were solid
    let start = usize::try_from(m.flex_elemadr[f]).unwrap_or(0);
    let end = start + usize::try_from(elements).unwrap_or(0);
    let layers = m.flex_elemlayer.get(start..end).unwrap_or(&[]);
    let in_layer = |layer: i32| layers.iter().filter(|&&own| own == layer).count();
    let counts = (0..).map(in_layer).take_while(|&count| count > 0);
    let largest = counts.max().unwrap_or(0);
    shells.max(4 * largest as i32)
}
