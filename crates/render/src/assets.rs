//! The assets of a model on the device: triangles, textures, materials.

use std::collections::HashMap;
use std::ops::Range;

use ferrodyn_engine::Model;
use ferrodyn_engine::constants::NTEXROLE;
use ferrodyn_engine::enums::{TextureRole, TextureType};
use ferrodyn_engine::ids::{HfieldId, MaterialId, MeshId, SkinId, TextureId};
use wgpu::util::{BufferInitDescriptor, DeviceExt};

use crate::shape::{self, Cuts, Vertex};
use crate::texture::{Pixels, Wrap};
use crate::{Gpu, RenderError, surface};

/// Triangles that can be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// One of the shapes that every scene may have.
    Shape(Shape),
    /// A plane of the model with its own size.
    Plane(usize),
    /// A mesh or its hull, as scenes number them.
    Mesh(usize),
    /// A height field.
    Hfield(usize),
    /// Corners among those that move, of a flex or a skin.
    Moving(Range<u32>),
}

/// Shapes that every scene may have, in the order of their triangles on the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Sphere,
    Capsule,
    Tube,
    Cylinder,
    Cone,
    Cube,
    Square,
    Triangle,
    Line,
    Haze,
}

/// How a material shows its texture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Material {
    pub texture: Option<usize>,
    pub uniform: bool,
    pub repeat: [f32; 2],
}

/// How a model wants to be shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub fog: [f32; 2],
    pub fog_color: [f32; 4],
    pub haze_color: [f32; 4],
    pub shadow_clip: f32,
    pub shadow_scale: f32,
    pub shadow_size: u32,
    pub line_width: f32,
    pub samples: u32,
}

impl Look {
    fn of(m: &Model) -> Self {
        let extent = m.stat.extent as f32;
        Self {
            fog: [extent * m.vis.map.fogstart, extent * m.vis.map.fogend],
            fog_color: m.vis.rgba.fog,
            haze_color: m.vis.rgba.haze,
            shadow_clip: extent * m.vis.map.shadowclip,
            shadow_scale: m.vis.map.shadowscale,
            shadow_size: u32::try_from(m.vis.quality.shadowsize).unwrap_or(0),
            line_width: m.vis.global.linewidth,
            // devices offer one or four
            samples: if m.vis.quality.offsamples > 1 { 4 } else { 1 },
        }
    }
}

/// Faces of a skin, which are the same wherever its vertices are.
#[derive(Debug)]
pub(crate) struct SkinFaces {
    pub faces: Vec<[i32; 3]>,
    pub texture: Vec<[f32; 2]>,
}

/// Triangles on the device, whose corners are listed once.
#[derive(Debug)]
struct Surface {
    corners: wgpu::Buffer,
    indices: wgpu::Buffer,
    count: u32,
}

/// Where the triangles of a part are.
pub(crate) enum TriangleRange<'a> {
    /// A range of indices of corners.
    Indexed(&'a wgpu::Buffer, &'a wgpu::Buffer, Range<u32>),
    /// A range of corners.
    Plain(&'a wgpu::Buffer, Range<u32>),
}

/// A texture on the device.
#[derive(Debug)]
pub(crate) struct Texture {
    pub wrap: Wrap,
    pub group: wgpu::BindGroup,
}

/// Everything of a model that pictures need.
#[derive(Debug)]
pub(crate) struct Assets {
    shapes: Surface,
    /// Of the shapes for large pictures, and of those for small ones.
    shape_ranges: [Vec<Range<u32>>; 2],
    plane_ranges: Vec<Range<u32>>,
    meshes: Vec<Option<Surface>>,
    hfields: Vec<Option<Surface>>,
    pub textures: Vec<Option<Texture>>,
    pub blank: Texture,
    pub skybox: Option<usize>,
    pub materials: Vec<Material>,
    pub skins: Vec<SkinFaces>,
    pub look: Look,
}

impl Assets {
    pub(crate) fn new(
        gpu: &Gpu,
        layout: &wgpu::BindGroupLayout,
        m: &Model,
    ) -> Result<Self, RenderError> {
        let Shapes { corners, ranges: shape_ranges, planes: plane_ranges } = shapes(m);
        let blank = texture(gpu, layout, Pixels::white(Wrap::Flat), 0)?;
        let mut made = Self {
            shapes: Surface::new(gpu, &corners)
                .ok_or(RenderError::TooLarge { what: "shape", id: 0 })?,
            shape_ranges,
            plane_ranges,
            meshes: Vec::new(),
            hfields: Vec::new(),
            textures: Vec::new(),
            blank,
            skybox: m.tex_type.ids().find(|&t| m.tex_type[t] == TextureType::Skybox).map(|t| t.0),
            materials: materials(m),
            skins: skins(m),
            look: Look::of(m),
        };
        made.meshes.resize_with(2 * m.nmesh, || None);
        made.hfields.resize_with(m.nhfield, || None);
        made.textures.resize_with(m.ntex, || None);
        (0..m.nmesh).try_for_each(|id| made.upload_mesh(gpu, m, id))?;
        (0..m.nhfield).try_for_each(|id| made.upload_hfield(gpu, m, id))?;
        (0..m.ntex).try_for_each(|id| made.upload_texture(gpu, layout, m, id))?;
        Ok(made)
    }

    pub(crate) fn upload_mesh(
        &mut self,
        gpu: &Gpu,
        m: &Model,
        id: usize,
    ) -> Result<(), RenderError> {
        let what = "mesh";
        let places = self.meshes.get_mut(2 * id..2 * id + 2).filter(|_| id < m.nmesh);
        let Some([mesh, hull]) = places else { return Err(RenderError::Asset { what, id }) };
        *mesh = Surface::some(gpu, &surface::mesh(m, MeshId(id)), what, id)?;
        *hull = Surface::some(gpu, &surface::hull(m, MeshId(id)), what, id)?;
        Ok(())
    }

    pub(crate) fn upload_hfield(
        &mut self,
        gpu: &Gpu,
        m: &Model,
        id: usize,
    ) -> Result<(), RenderError> {
        let what = "height field";
        let place = self.hfields.get_mut(id).filter(|_| id < m.nhfield);
        let place = place.ok_or(RenderError::Asset { what, id })?;
        *place = Surface::some(gpu, &surface::hfield(m, HfieldId(id)), what, id)?;
        Ok(())
    }

    pub(crate) fn upload_texture(
        &mut self,
        gpu: &Gpu,
        layout: &wgpu::BindGroupLayout,
        m: &Model,
        id: usize,
    ) -> Result<(), RenderError> {
        let place = self.textures.get_mut(id).filter(|_| id < m.ntex);
        let place = place.ok_or(RenderError::Asset { what: "texture", id })?;
        let pixels = Pixels::of(m, TextureId(id));
        *place = pixels.map(|pixels| texture(gpu, layout, pixels, id)).transpose()?;
        Ok(())
    }

    /// Where the triangles of a part are, coarse or not; `None` if it has none.
    pub(crate) fn find<'a>(
        &'a self,
        part: &Part,
        is_coarse: bool,
        moving: &'a wgpu::Buffer,
    ) -> Option<TriangleRange<'a>> {
        let shapes = |range: &Range<u32>| {
            TriangleRange::Indexed(&self.shapes.corners, &self.shapes.indices, range.clone())
        };
        let whole = |s: &'a Surface| TriangleRange::Indexed(&s.corners, &s.indices, 0..s.count);
        match part {
            Part::Shape(shape) => {
                Some(shapes(&self.shape_ranges[usize::from(is_coarse)][*shape as usize]))
            }
            Part::Plane(i) => self.plane_ranges.get(*i).map(shapes),
            Part::Mesh(i) => self.meshes.get(*i)?.as_ref().map(whole),
            Part::Hfield(i) => self.hfields.get(*i)?.as_ref().map(whole),
            Part::Moving(range) => Some(TriangleRange::Plain(moving, range.clone())),
        }
    }
}

impl Surface {
    /// Triangles on the device; `None` if it cannot hold so many.
    fn new(gpu: &Gpu, triangles: &[Vertex]) -> Option<Self> {
        let (corners, indices) = weld(triangles);
        let upload = |contents: &[u8], usage| {
            let fits = contents.len() as u64 <= gpu.device.limits().max_buffer_size;
            let init = BufferInitDescriptor { label: Some("triangles"), contents, usage };
            fits.then(|| gpu.device.create_buffer_init(&init))
        };
        Some(Self {
            corners: upload(bytemuck::cast_slice(&corners), wgpu::BufferUsages::VERTEX)?,
            indices: upload(bytemuck::cast_slice(&indices), wgpu::BufferUsages::INDEX)?,
            count: indices.len() as u32,
        })
    }

    /// The triangles of something, if it has any.
    fn some(
        gpu: &Gpu,
        triangles: &[Vertex],
        what: &'static str,
        id: usize,
    ) -> Result<Option<Self>, RenderError> {
        if triangles.is_empty() {
            return Ok(None);
        }
        Self::new(gpu, triangles).ok_or(RenderError::TooLarge { what, id }).map(Some)
    }
}

/// Corners of triangles, each once, and which of them each triangle has.
fn weld(triangles: &[Vertex]) -> (Vec<Vertex>, Vec<u32>) {
    let mut known = HashMap::with_capacity(triangles.len() / 3);
    let mut corners = Vec::new();
    let indices = triangles.iter().map(|corner| {
        // zeros are alike, whatever their sign
        let bits = bytemuck::cast::<_, [f32; 8]>(*corner).map(|x| (x + 0.0).to_bits());
        *known.entry(bits).or_insert_with(|| {
            corners.push(*corner);
            corners.len() as u32 - 1
        })
    });
    let indices = indices.collect();
    (corners, indices)
}

/// The corners of all shapes and planes, and where each begins and ends.
struct Shapes {
    corners: Vec<Vertex>,
    ranges: [Vec<Range<u32>>; 2],
    planes: Vec<Range<u32>>,
}

fn shapes(m: &Model) -> Shapes {
    let cuts = Cuts::new(m.vis.quality.numslices, m.vis.quality.numstacks);
    let mut corners = Vec::new();
    let mut add = |more: &[Vertex]| {
        let start = corners.len() as u32;
        corners.extend_from_slice(more);
        start..corners.len() as u32
    };
    let ranges = [cuts, cuts.coarse()].map(|cuts| {
        // in the order of `Shape`
        vec![
            add(&shape::sphere(cuts)),
            add(&shape::capsule(cuts)),
            add(&shape::tube(cuts)),
            add(&shape::cylinder(cuts)),
            add(&shape::cone(cuts)),
            add(&shape::cube()),
            add(&shape::plane(1.0, 1.0)),
            add(&shape::triangle()),
            add(&shape::line()),
            add(&shape::haze(m.vis.map.haze, cuts)),
        ]
    });
    let planes = surface::planes(m).iter().map(|plane| add(plane)).collect();
    Shapes { corners, ranges, planes }
}

fn texture(
    gpu: &Gpu,
    layout: &wgpu::BindGroupLayout,
    pixels: Pixels,
    id: usize,
) -> Result<Texture, RenderError> {
    let wrap = pixels.wrap;
    let view = pixels.upload(gpu, id)?;
    // every draw has one of each, and uses one
    let other = match wrap {
        Wrap::Flat => Pixels::white(Wrap::Cube),
        Wrap::Cube => Pixels::white(Wrap::Flat),
    };
    let other = other.upload(gpu, id)?;
    let (flat, cube) = if wrap == Wrap::Flat { (&view, &other) } else { (&other, &view) };
    let sampler = gpu.device.create_sampler(&wgpu::SamplerDescriptor {
        address_mode_u: wgpu::AddressMode::Repeat,
        address_mode_v: wgpu::AddressMode::Repeat,
        mag_filter: wgpu::FilterMode::Linear,
        min_filter: wgpu::FilterMode::Linear,
        mipmap_filter: wgpu::MipmapFilterMode::Linear,
        ..Default::default()
    });
    let entry = |binding, resource| wgpu::BindGroupEntry { binding, resource };
    let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("texture"),
        layout,
        entries: &[
            entry(0, wgpu::BindingResource::TextureView(flat)),
            entry(1, wgpu::BindingResource::TextureView(cube)),
            entry(2, wgpu::BindingResource::Sampler(&sampler)),
        ],
    });
    Ok(Texture { wrap, group })
}

fn materials(m: &Model) -> Vec<Material> {
    const RGB: usize = TextureRole::Rgb as usize;
    const { assert!(RGB < NTEXROLE) };
    let material = |i: MaterialId| Material {
        texture: usize::try_from(m.mat_texid[i][RGB].raw()).ok(),
        uniform: m.mat_texuniform[i] != 0,
        repeat: m.mat_texrepeat[i],
    };
    m.mat_texid.ids().map(material).collect()
}

fn skins(m: &Model) -> Vec<SkinFaces> {
    let skin = |s: SkinId| SkinFaces {
        faces: surface::run(m.skin_face.as_slice(), m.skin_faceadr[s], m.skin_facenum[s]).to_vec(),
        texture: surface::run(m.skin_texcoord.as_slice(), m.skin_texcoordadr[s], m.skin_vertnum[s])
            .to_vec(),
    };
    m.skin_faceadr.ids().map(skin).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_that_triangles_share_are_kept_once() {
        let (corners, indices) = weld(&shape::plane(1.0, 1.0));
        assert_eq!((corners.len(), indices), (4, vec![0, 1, 2, 0, 2, 3]));
        let sphere = shape::sphere(Cuts::new(8, 8));
        let (corners, indices) = weld(&sphere);
        assert_eq!((corners.len(), indices.len()), (2 + 8 * 7, sphere.len()));
    }
}
