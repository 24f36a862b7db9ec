//! Shapes of a scene as parts with a place, a size and a color.

use ferrodyn_engine::enums::{CatBit, GeomType, RndFlag};
use ferrodyn_engine::math::scalar::halton;
use ferrodyn_engine::math::{Quat, Vec3};
use ferrodyn_scene::{Scene, VGeom};

use crate::assets::{Assets, Part, Shape};
use crate::matrix::{dot, minus};
use crate::shape::Vertex;
use crate::surface::{at, run};
use crate::texture::Wrap;

/// The uniforms of a part.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub(crate) struct Instance {
    /// Rows of the rotation, each with a coordinate of the position.
    pub rows: [[f32; 4]; 3],
    /// Scales along the axes, and by how much the ends of a capsule are apart from its middle.
    pub scale: [f32; 4],
    pub color: [f32; 4],
    /// Emission, specular and shininess; width of a line in pixels.
    pub material: [f32; 4],
    /// Factors from corners to texture coordinates, and what is added.
    pub texture: [f32; 4],
}

/// How a part is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Paint {
    /// With its color only.
    Plain,
    /// With a texture, by coordinates of the corners.
    Corners(usize),
    /// With a texture that is projected along z.
    Along(usize),
    /// With a texture around everything.
    Around(usize),
}

impl Paint {
    /// The texture.
    pub(crate) fn texture(self) -> Option<usize> {
        match self {
            Self::Plain => None,
            Self::Corners(t) | Self::Along(t) | Self::Around(t) => Some(t),
        }
    }
}

/// Which sides of triangles are not drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Cull {
    None,
    Back,
    Front,
}

/// A run of instances of one part.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Draw {
    pub part: Part,
    pub paint: Paint,
    pub cull: Cull,
    pub instances: std::ops::Range<u32>,
}

/// How colors are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coloring {
    /// As the shapes say.
    Own,
    /// A number for each shape.
    Id,
    /// A color for each shape that differs from the others.
    Segment,
}

/// All parts of the scenes of a picture.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    pub instances: Vec<Instance>,
    pub draws: Vec<Draw>,
    /// Corners of flexes and skins.
    pub moving: Vec<Vertex>,
}

/// Whether somebody is behind a plane.
pub(crate) fn is_behind(head: [f32; 3], geom: &VGeom) -> bool {
    dot(minus(head, geom.pos), normal(geom)) < 0.0
}

/// The z axis of a shape.
pub(crate) fn normal(geom: &VGeom) -> [f32; 3] {
    [geom.mat[2], geom.mat[5], geom.mat[8]]
}

/// Whether a shape throws shadows.
pub(crate) fn casts_shadow(geom: &VGeom) -> bool {
    !matches!(geom.kind, GeomType::Line | GeomType::LineBox)
        && geom.category != CatBit::Decor as i32
}

impl Parts {
    /// Adds the parts of a shape, and says which draws they are.
    pub(crate) fn add(
        &mut self,
        geom: &VGeom,
        scn: &Scene,
        head: [f32; 3],
        coloring: Coloring,
        assets: &Assets,
    ) -> std::ops::Range<usize> {
        let first = self.draws.len();
        let behind = geom.kind == GeomType::Plane && is_behind(head, geom);
        let culls = scn.flags[RndFlag::CullFace as usize] != 0;
        let cull = match (culls && geom.kind != GeomType::Triangle, behind) {
            (false, _) => Cull::None,
            (true, false) => Cull::Back,
            (true, true) => Cull::Front,
        };
        let (paint, texture) = match coloring {
            Coloring::Own => paint(geom, assets),
            Coloring::Id | Coloring::Segment => (Paint::Plain, [0.0; 4]),
        };
        let base = Instance {
            rows: std::array::from_fn(|i| {
                [geom.mat[3 * i], geom.mat[3 * i + 1], geom.mat[3 * i + 2], geom.pos[i]]
            }),
            scale: [1.0, 1.0, 1.0, 0.0],
            color: color(geom, behind, coloring),
            material: [geom.emission, geom.specular, 128.0 * geom.shininess, 0.0],
            texture,
        };
        let mut brush = Brush { parts: self, base, paint, cull };
        brush.shape(geom, scn, assets);
        first..self.draws.len()
    }

    fn push(&mut self, part: Part, paint: Paint, cull: Cull, instance: Instance) {
        let at = self.instances.len() as u32;
        self.instances.push(instance);
        self.draws.push(Draw { part, paint, cull, instances: at..at + 1 });
    }
}

fn color(geom: &VGeom, behind: bool, coloring: Coloring) -> [f32; 4] {
    let [r, g, b, a] = geom.rgba;
    match coloring {
        // planes are seen through from below
        Coloring::Own => [r, g, b, if behind { 0.3 * a } else { a }],
        Coloring::Id => {
            let [r, g, b, _] =
                geom.segid.wrapping_add(1).to_le_bytes().map(|x| f32::from(x) / 255.0);
            [r, g, b, 1.0]
        }
        Coloring::Segment => {
            let mix = |base| 0.1 + 0.8 * halton(geom.segid.saturating_add(10), base) as f32;
            [mix(2), mix(3), mix(5), 1.0]
        }
    }
}

/// How a shape is painted, and the factors of its texture coordinates.
fn paint(geom: &VGeom, assets: &Assets) -> (Paint, [f32; 4]) {
    let plain = (Paint::Plain, [0.0; 4]);
    let Some(material) = usize::try_from(geom.matid).ok().and_then(|i| assets.materials.get(i))
    else {
        return plain;
    };
    let found = material.texture.and_then(|t| Some((t, assets.textures.get(t)?.as_ref()?)));
    let Some((t, texture)) = found else { return plain };
    let [x, y, z] = geom.size;
    match texture.wrap {
        Wrap::Flat if geom.texcoord => (Paint::Corners(t), [0.0; 4]),
        Wrap::Cube if geom.texcoord => plain,
        Wrap::Flat => {
            let scale = |repeat: f32, size: f32| {
                let mut scale = repeat;
                // corners of planes and meshes have the size of the shape already
                if geom.dataid >= 0 && size > 0.0 {
                    scale /= size.max(1e-15);
                }
                if material.uniform && size > 0.0 {
                    scale *= size;
                }
                scale
            };
            let [s, t_] = [scale(material.repeat[0], x), scale(material.repeat[1], y)];
            (Paint::Along(t), [0.5 * s, -0.5 * t_, 0.0, -0.5])
        }
        Wrap::Cube if material.uniform => (Paint::Around(t), [x, y, z, 0.0]),
        Wrap::Cube => (Paint::Around(t), [1.0, 1.0, 1.0, 0.0]),
    }
}

/// Adds parts of one shape.
struct Brush<'a> {
    parts: &'a mut Parts,
    base: Instance,
    paint: Paint,
    cull: Cull,
}

impl Brush<'_> {
    fn shape(&mut self, geom: &VGeom, scn: &Scene, assets: &Assets) {
        let [x, y, z] = geom.size;
        let data = usize::try_from(geom.dataid).ok();
        match geom.kind {
            GeomType::Plane => match data {
                Some(i) => self.put(Part::Plane(i), [1.0; 3], 0.0),
                None => self.put(Part::Shape(Shape::Square), [x, y, 1.0], 0.0),
            },
            GeomType::Hfield => self.put_all(data.map(Part::Hfield)),
            GeomType::Mesh | GeomType::Sdf => self.put_all(data.map(Part::Mesh)),
            GeomType::Sphere | GeomType::Ellipsoid => self.solid(Shape::Sphere, [x, y, z], 0.0),
            GeomType::Capsule => {
                self.base.scale[3] = z;
                self.solid(Shape::Capsule, [x, y, 0.5 * (x + y)], 0.0);
            }
            GeomType::Cylinder => self.solid(Shape::Cylinder, [x, y, z], 0.0),
            GeomType::Box => self.solid(Shape::Cube, [x, y, z], 0.0),
            GeomType::Triangle => self.solid(Shape::Triangle, [x, y, 1.0], 0.0),
            GeomType::Arrow | GeomType::Arrow1 => {
                let head = if geom.kind == GeomType::Arrow { 1.75 } else { 1.0 };
                self.solid(Shape::Cylinder, [x, y, z / 6.0], z / 6.0);
                self.solid(Shape::Cone, [head * x, head * y, z / 6.0], z / 3.0);
            }
            GeomType::Arrow2 => self.double_arrow([x, y, z]),
            GeomType::Line => self.line([0.0; 3], [0.0, 0.0, z], x * assets.look.line_width),
            GeomType::LineBox => self.line_box(geom.size, 1.5 * assets.look.line_width),
            GeomType::Flex => self.flex(geom, scn),
            GeomType::Skin => self.skin(geom, scn, assets),
            GeomType::Label | GeomType::None => {}
        }
    }

    /// Adds a part of a size, moved along the z axis of the shape.
    fn put(&mut self, part: Part, size: [f32; 3], up: f32) {
        let mut instance = self.base;
        instance.scale[..3].copy_from_slice(&size);
        for row in &mut instance.rows {
            row[3] += up * row[2];
        }
        self.parts.push(part, self.paint, self.cull, instance);
    }

    /// Adds a part, if there is one, in the size that it has.
    fn put_all(&mut self, part: Option<Part>) {
        if let Some(part) = part {
            self.put(part, [1.0; 3], 0.0);
        }
    }

    fn solid(&mut self, shape: Shape, size: [f32; 3], up: f32) {
        self.put(Part::Shape(shape), size, up);
    }

    fn double_arrow(&mut self, [x, y, z]: [f32; 3]) {
        let head = [1.75 * x, 1.75 * y, z / 6.0];
        self.solid(Shape::Tube, [x, y, z / 3.0], 0.0);
        self.solid(Shape::Cone, head, z / 3.0);
        // the other head is turned about x
        for row in &mut self.base.rows {
            (row[1], row[2]) = (-row[1], -row[2]);
        }
        self.solid(Shape::Cone, head, z / 3.0);
    }

    /// A line between two points of the shape.
    fn line(&mut self, from: [f32; 3], to: [f32; 3], width: f32) {
        let rows = self.base.rows;
        let place =
            |p: [f32; 3]| rows.map(|row| row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + row[3]);
        let instance = between(self.base, place(from), place(to));
        let instance = Instance { material: [0.0, 0.0, 0.0, width], ..instance };
        self.parts.push(Part::Shape(Shape::Line), Paint::Plain, Cull::None, instance);
    }

    fn line_box(&mut self, [x, y, z]: [f32; 3], width: f32) {
        for (a, b) in [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)] {
            self.line([-x, a * y, b * z], [x, a * y, b * z], width);
            self.line([a * x, -y, b * z], [a * x, y, b * z], width);
            self.line([a * x, b * y, -z], [a * x, b * y, z], width);
        }
    }

    fn flex(&mut self, geom: &VGeom, scn: &Scene) {
        let f = geom.objid;
        let faces = at(&scn.flexfaceused, f).unwrap_or(0);
        let radius = geom.size[0];
        if radius > 0.0 && !(scn.flexskinopt && faces > 0) {
            self.net(f, radius, scn);
        }
        let start = at(&scn.flexfaceadr, f).unwrap_or(0);
        let begin = self.parts.moving.len();
        let corners = run(&scn.flexface, start, faces).iter().flat_map(|face| {
            let (corners, _) = face.as_chunks::<3>();
            corners.iter().copied()
        });
        let normals = run(&scn.flexnormal, start, faces).iter().flat_map(|n| n.as_chunks::<3>().0);
        let uvs = run(&scn.flextexcoord, start, faces).iter().flat_map(|t| t.as_chunks::<2>().0);
        let all = corners.zip(normals).zip(uvs);
        self.parts.moving.extend(all.map(|((pos, &normal), &uv)| Vertex { pos, normal, uv }));
        self.moving(begin);
    }

    /// Vertices and edges of a flex.
    fn net(&mut self, f: i32, radius: f32, scn: &Scene) {
        let paint = std::mem::replace(&mut self.paint, Paint::Plain);
        let span =
            |starts: &[i32], counts: &[i32]| at(starts, f).zip(at(counts, f)).unwrap_or((0, 0));
        let (start, count) = span(&scn.flexvertadr, &scn.flexvertnum);
        let verts = run(&scn.flexvert, start, count);
        if scn.flexvertopt {
            for &[x, y, z] in verts {
                self.base.rows = [[1.0, 0.0, 0.0, x], [0.0, 1.0, 0.0, y], [0.0, 0.0, 1.0, z]];
                self.solid(Shape::Sphere, [radius; 3], 0.0);
            }
        }
        if scn.flexedgeopt {
            let (start, count) = span(&scn.flexedgeadr, &scn.flexedgenum);
            for edge in run(&scn.flexedge, start, count) {
                let [Some(a), Some(b)] = edge.map(|v| at(verts, v)) else { continue };
                let mut instance = between(self.base, a, b);
                let half = 0.5 * instance.scale[2];
                instance.scale = [radius, radius, half, 0.0];
                for row in &mut instance.rows {
                    row[3] += half * row[2];
                }
                self.parts.push(Part::Shape(Shape::Tube), Paint::Plain, self.cull, instance);
            }
        }
        self.paint = paint;
    }

    fn skin(&mut self, geom: &VGeom, scn: &Scene, assets: &Assets) {
        let s = geom.objid;
        let Some(faces) = usize::try_from(s).ok().and_then(|s| assets.skins.get(s)) else { return };
        let start = at(&scn.skinvertadr, s).unwrap_or(0);
        let count = at(&scn.skinvertnum, s).unwrap_or(0);
        let (verts, normals) =
            (run(&scn.skinvert, start, count), run(&scn.skinnormal, start, count));
        let begin = self.parts.moving.len();
        for face in &faces.faces {
            let corner = |v: i32| {
                let uv = at(&faces.texture, v).unwrap_or_default();
                Some(Vertex { pos: at(verts, v)?, normal: at(normals, v)?, uv })
            };
            let [Some(a), Some(b), Some(c)] = face.map(corner) else { continue };
            self.parts.moving.extend([a, b, c]);
        }
        self.moving(begin);
    }

    /// Adds the moving corners from one on, which are in the world already.
    fn moving(&mut self, begin: usize) {
        let end = self.parts.moving.len();
        if begin == end {
            return;
        }
        self.base.rows = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];
        self.put(Part::Moving(begin as u32..end as u32), [1.0; 3], 0.0);
    }
}

/// An instance at a point whose z axis ends at another.
fn between(base: Instance, from: [f32; 3], to: [f32; 3]) -> Instance {
    let along = minus(to, from);
    let mat = Quat::z_to(Vec3(along.map(f64::from))).to_mat().0.map(|x| x as f32);
    Instance {
        rows: std::array::from_fn(|i| [mat[3 * i], mat[3 * i + 1], mat[3 * i + 2], from[i]]),
        scale: [1.0, 1.0, dot(along, along).sqrt(), 0.0],
        ..base
    }
}
