//! Surfaces of flexes: faces of elements, or a smooth skin over them.
//!
//! | reads |
//! |---|
//! | `flexvert_xpos`, `flex_elem`, `flex_elemtexcoord`, `flex_elemlayer`, `flex_shell` |
//! | `flex_texcoord`, `flex_radius`, `flex_dim`, `flex_flatskin` |

use ferrodyn_engine::enums::VisFlag;
use ferrodyn_engine::ids::FlexId;
use ferrodyn_engine::math::Vec3;
use ferrodyn_engine::{Data, Model};

use crate::geom::single;
use crate::{Scene, SceneError, VisOption};

/// Computes vertices and faces of flexes.
///
/// # Errors
/// If the scene was made for a model with other flexes.
#[doc(alias = "mjv_updateActiveFlex")]
pub fn update_active_flex(
    m: &Model,
    d: &Data,
    opt: &VisOption,
    scn: &mut Scene,
) -> Result<(), SceneError> {
    scn.flexvertopt = opt.shows(VisFlag::FlexVert);
    scn.flexedgeopt = opt.shows(VisFlag::FlexEdge);
    scn.flexfaceopt = opt.shows(VisFlag::FlexFace);
    scn.flexskinopt = opt.shows(VisFlag::FlexSkin);
    if scn.flexvert.len() != m.nflexvert || scn.flexfaceadr.len() != m.nflex {
        return Err(SceneError::OtherModel);
    }
    for (to, from) in scn.flexvert.iter_mut().zip(d.flexvert_xpos.iter()) {
        *to = single(*from);
    }
    for f in (0..m.nflex).map(FlexId) {
        let flex = Flex::new(m, d, f);
        let mut faces = Vec::new();
        if flex.dim > 1 && scn.flexskinopt {
            flex.skin(&mut faces);
        } else if flex.dim > 1 && scn.flexfaceopt {
            flex.elements(opt.flex_layer, &mut faces);
        }
        store(scn, f, &faces, m.flex_texcoordadr[f] >= 0)?;
    }
    Ok(())
}

/// Puts the faces of a flex where the scene has them.
fn store(scn: &mut Scene, f: FlexId, faces: &[Face], textured: bool) -> Result<(), SceneError> {
    let start = usize::try_from(scn.flexfaceadr[f.0]).unwrap_or(usize::MAX);
    let end = start.saturating_add(faces.len());
    let room = usize::try_from(scn.flexfacenum.get(f.0).copied().unwrap_or(0)).unwrap_or(0);
    let arrays = scn.flexface.len().min(scn.flexnormal.len()).min(scn.flextexcoord.len());
    let fits = faces.len() <= room && end <= arrays;
    if !fits && !faces.is_empty() {
        return Err(SceneError::OtherModel);
    }
    for (i, face) in (start..).zip(faces) {
        scn.flexface[i] = face.vert;
        scn.flexnormal[i] = face.normal;
        if textured {
            scn.flextexcoord[i] = face.texcoord;
        }
    }
    if let Some(used) = scn.flexfaceused.get_mut(f.0) {
        *used = faces.len() as i32;
    }
    Ok(())
}

/// A triangle.
struct Face {
    vert: [f32; 9],
    normal: [f32; 9],
    texcoord: [f32; 6],
}

/// A flex with more than one dimension, or a line.
struct Flex<'a> {
    dim: usize,
    radius: f64,
    flat: bool,
    vert: &'a [Vec3],
    /// Vertices of elements, and their places in `texcoord`.
    elem: &'a [i32],
    elem_texcoord: &'a [i32],
    layer: &'a [i32],
    shell: &'a [i32],
    texcoord: &'a [[f32; 2]],
}

/// Part of an array; nothing if it is not all there.
fn part<T>(array: &[T], adr: i32, num: usize) -> &[T] {
    let start = usize::try_from(adr).unwrap_or(usize::MAX);
    array.get(start..start.saturating_add(num)).unwrap_or(&[])
}

impl<'a> Flex<'a> {
    fn new(m: &'a Model, d: &'a Data, f: FlexId) -> Self {
        let count = |num: i32| usize::try_from(num).unwrap_or(0);
        let dim = count(m.flex_dim[f]);
        let (elements, data) = (count(m.flex_elemnum[f]), m.flex_elemdataadr[f]);
        let texcoord = usize::try_from(m.flex_texcoordadr[f]).ok();
        Self {
            dim,
            radius: m.flex_radius[f],
            flat: m.flex_flatskin[f] != 0,
            vert: part(&d.flexvert_xpos, m.flex_vertadr[f], count(m.flex_vertnum[f])),
            elem: part(&m.flex_elem, data, elements * (dim + 1)),
            elem_texcoord: part(&m.flex_elemtexcoord, data, elements * (dim + 1)),
            layer: part(&m.flex_elemlayer, m.flex_elemadr[f], elements),
            shell: part(&m.flex_shell, m.flex_shelldataadr[f], count(m.flex_shellnum[f]) * dim),
            texcoord: texcoord.and_then(|start| m.flex_texcoord.get(start..)).unwrap_or(&[]),
        }
    }

    fn at(&self, i: i32) -> Vec3 {
        usize::try_from(i).ok().and_then(|i| self.vert.get(i)).copied().unwrap_or_default()
    }

    /// Unit normal of a triangle.
    fn normal(&self, [a, b, c]: [i32; 3]) -> Vec3 {
        let origin = self.at(a);
        (self.at(b) - origin).cross(self.at(c) - origin).normalized().0
    }

    fn textures(&self, corners: [i32; 3]) -> [f32; 6] {
        let mut out = [0.0; 6];
        for (to, corner) in out.chunks_exact_mut(2).zip(corners) {
            let at = usize::try_from(corner).ok().and_then(|i| self.texcoord.get(i));
            to.copy_from_slice(at.unwrap_or(&[0.0; 2]));
        }
        out
    }

    /// Sides of elements with flat normals: both of triangles, all four of solids in one layer.
    fn elements(&self, layer: i32, faces: &mut Vec<Face>) {
        const TRIANGLE: &[[usize; 3]] = &[[0, 1, 2], [0, 2, 1]];
        const SOLID: &[[usize; 3]] = &[[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]];
        let sides = if self.dim == 2 { TRIANGLE } else { SOLID };
        let all = self.elem.chunks_exact(self.dim + 1);
        let textures = self.elem_texcoord.chunks_exact(self.dim + 1);
        for ((element, texture), own) in all.zip(textures).zip(self.layer) {
            if self.dim == 2 || *own == layer {
                for &side in sides {
                    faces.push(self.flat_face(side.map(|i| element[i]), side.map(|i| texture[i])));
                }
            }
        }
    }

    fn flat_face(&self, corners: [i32; 3], texture: [i32; 3]) -> Face {
        let normal = self.normal(corners);
        let vert = corners.map(|i| single(self.at(i) + normal * self.radius));
        let texcoord = self.textures(texture);
        Face { vert: joined(vert), normal: joined([single(normal); 3]), texcoord }
    }

    /// A surface at the distance of the radius: both sides of a sheet and its border, or the outside
    /// of a solid.
    fn skin(&self, faces: &mut Vec<Face>) {
        let triangles = if self.dim == 2 { self.elem } else { self.shell };
        let normals = self.vertex_normals(triangles);
        if self.dim != 2 {
            for side in triangles.as_chunks().0 {
                faces.push(self.smooth_face(&normals, self.radius, *side, *side));
            }
            return;
        }
        let textures = self.elem_texcoord.as_chunks().0;
        for (&[a, b, c], &[ta, tb, tc]) in triangles.as_chunks().0.iter().zip(textures) {
            faces.push(self.smooth_face(&normals, self.radius, [a, b, c], [ta, tb, tc]));
            faces.push(self.smooth_face(&normals, -self.radius, [a, c, b], [ta, tc, tb]));
        }
        for &[a, b] in self.shell.as_chunks().0 {
            faces.push(self.border(&normals, self.radius, [a, b]));
            faces.push(self.border(&normals, -self.radius, [b, a]));
        }
    }

    /// Mean normals of the triangles around each vertex.
    fn vertex_normals(&self, triangles: &[i32]) -> Vec<Vec3> {
        let mut normals = vec![Vec3::ZERO; self.vert.len()];
        for &triangle in triangles.as_chunks().0 {
            let normal = self.normal(triangle);
            for i in triangle {
                if let Some(sum) = usize::try_from(i).ok().and_then(|i| normals.get_mut(i)) {
                    *sum += normal;
                }
            }
        }
        for normal in &mut normals {
            normal.normalize();
        }
        normals
    }

    fn smooth_face(
        &self,
        normals: &[Vec3],
        radius: f64,
        corners: [i32; 3],
        texture: [i32; 3],
    ) -> Face {
        let sign = if radius > 0.0 { 1.0 } else { -1.0 };
        let vert = corners.map(|i| single(self.at(i) + normal_at(normals, i) * radius));
        let shading = if self.flat {
            [self.normal(corners); 3]
        } else {
            corners.map(|i| normal_at(normals, i))
        };
        let normal = joined(shading.map(|n| single(n * sign)));
        Face { vert: joined(vert), normal, texcoord: self.textures(texture) }
    }

    /// A triangle of the border of a sheet, between its two sides.
    fn border(&self, normals: &[Vec3], radius: f64, [a, b]: [i32; 2]) -> Face {
        let mut normal = (self.at(b) - self.at(a)).cross(normal_at(normals, b));
        if radius < 0.0 {
            normal = -normal;
        }
        normal.normalize();
        let place =
            |i: i32, side: f64| single(self.at(i) + normal_at(normals, i) * (side * radius));
        let vert = [place(a, 1.0), place(b, -1.0), place(b, 1.0)];
        let texcoord = self.textures([a, b, b]);
        Face { vert: joined(vert), normal: joined([single(normal); 3]), texcoord }
    }
}

fn normal_at(normals: &[Vec3], i: i32) -> Vec3 {
    usize::try_from(i).ok().and_then(|i| normals.get(i)).copied().unwrap_or_default()
}

fn joined(corners: [[f32; 3]; 3]) -> [f32; 9] {
    std::array::from_fn(|i| corners[i / 3][i % 3])
}
