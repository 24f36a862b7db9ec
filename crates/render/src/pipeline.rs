//! How each kind of triangle is drawn.

use std::collections::HashMap;

use wgpu::{
    BlendComponent, BlendFactor, BlendOperation, BlendState, CompareFunction, Face, FrontFace,
    PolygonMode, StencilFaceState, StencilOperation, TextureFormat, VertexStepMode,
};

use crate::Gpu;
use crate::frame::{Block, Light, Lighting, ViewUniforms};
use crate::instance::{Cull, Instance, Paint};
use crate::shape::Vertex;

/// Format of colors.
pub(crate) const COLOR: TextureFormat = TextureFormat::Rgba8Unorm;
/// Format of depth that is read.
pub(crate) const DEPTH: TextureFormat = TextureFormat::Depth32Float;
/// Format of shadow maps.
pub(crate) const SHADOW: TextureFormat = TextureFormat::Depth24Plus;

/// The purpose of a group of draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Pass {
    /// Marks where a mirror is.
    Mirror,
    /// Opaque shapes in a mirror.
    Mirrored,
    /// Transparent shapes in a mirror.
    MirroredBlend,
    /// The mirror itself, on top of its reflection.
    Add,
    Opaque,
    Sky,
    Haze,
    /// Transparent shapes.
    Blend,
    /// As seen from a light.
    Shadow,
    /// One color for each shape, and depth.
    Flat,
}

/// All that pipelines differ by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "all independent")]
pub(crate) struct Key {
    pub pass: Pass,
    /// 0 without texture, 1 on a surface, 2 around.
    pub paint: u8,
    pub cull: Cull,
    pub is_line: bool,
    pub wire: bool,
    pub shadowed: bool,
    pub lighting: Lighting,
    pub additive: bool,
    pub samples: u32,
}

impl Paint {
    /// Its number for shaders.
    pub(crate) fn kind(self) -> u8 {
        match self {
            Self::Plain => 0,
            Self::Corners(_) | Self::Along(_) => 1,
            Self::Around(_) => 2,
        }
    }
}

/// Pipelines that were needed so far.
#[derive(Debug)]
pub(crate) struct Pipelines {
    shader: wgpu::ShaderModule,
    /// View, lights and shadows.
    pub scene: wgpu::BindGroupLayout,
    /// Only the view.
    pub view: wgpu::BindGroupLayout,
    /// A texture.
    pub texture: wgpu::BindGroupLayout,
    lit: wgpu::PipelineLayout,
    plain: wgpu::PipelineLayout,
    /// Format of depth with a stencil.
    pub depth_stencil: TextureFormat,
    /// Whether the device draws outlines of triangles.
    pub has_wires: bool,
    made: HashMap<Key, wgpu::RenderPipeline>,
}

impl Pipelines {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        let device = &gpu.device;
        let shader = device.create_shader_module(wgpu::include_wgsl!("shader.wgsl"));
        let [scene, view, texture] = layouts(device);
        let layout = |groups: &[Option<&wgpu::BindGroupLayout>]| {
            device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: None,
                bind_group_layouts: groups,
                immediate_size: 0,
            })
        };
        let lit = layout(&[Some(&scene), Some(&texture)]);
        let plain = layout(&[Some(&view)]);
        let features = device.features();
        let depth_stencil = if features.contains(wgpu::Features::DEPTH32FLOAT_STENCIL8) {
            TextureFormat::Depth32FloatStencil8
        } else {
            TextureFormat::Depth24PlusStencil8
        };
        let has_wires = features.contains(wgpu::Features::POLYGON_MODE_LINE);
        let made = HashMap::new();
        Self { shader, scene, view, texture, lit, plain, depth_stencil, has_wires, made }
    }

    /// Makes a pipeline, unless there is one.
    pub(crate) fn prepare(&mut self, gpu: &Gpu, key: Key) {
        if !self.made.contains_key(&key) {
            let pipeline = self.make(gpu, key);
            self.made.insert(key, pipeline);
        }
    }

    /// A pipeline that was prepared.
    pub(crate) fn get(&self, key: &Key) -> Option<&wgpu::RenderPipeline> {
        self.made.get(key)
    }

    fn make(&self, gpu: &Gpu, key: Key) -> wgpu::RenderPipeline {
        let (vertex, fragment) = entries(key);
        let is_plain = matches!(key.pass, Pass::Shadow | Pass::Flat);
        let in_mirror = matches!(key.pass, Pass::Mirrored | Pass::MirroredBlend);
        let constants = [
            ("PAINT", f64::from(key.paint)),
            ("SHADOWED", f64::from(u8::from(key.shadowed))),
            ("LIGHTS", f64::from(key.lighting.count)),
            ("PLACED", f64::from(key.lighting.placed)),
            ("CASTING", f64::from(key.lighting.casting)),
            ("MIRRORED", f64::from(u8::from(in_mirror))),
        ];
        let options =
            || wgpu::PipelineCompilationOptions { constants: &constants, ..Default::default() };
        let targets = [Some(wgpu::ColorTargetState {
            format: COLOR,
            blend: blend(key),
            write_mask: match key.pass {
                Pass::Mirror => wgpu::ColorWrites::empty(),
                _ => wgpu::ColorWrites::ALL,
            },
        })];
        gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: None,
            layout: Some(if is_plain { &self.plain } else { &self.lit }),
            vertex: wgpu::VertexState {
                module: &self.shader,
                entry_point: Some(vertex),
                compilation_options: options(),
                buffers: &buffers(),
            },
            primitive: wgpu::PrimitiveState {
                front_face: if in_mirror { FrontFace::Cw } else { FrontFace::Ccw },
                cull_mode: match key.cull {
                    Cull::None => None,
                    Cull::Back => Some(Face::Back),
                    Cull::Front => Some(Face::Front),
                },
                polygon_mode: if key.wire { PolygonMode::Line } else { PolygonMode::Fill },
                ..Default::default()
            },
            depth_stencil: Some(self.depth(key)),
            multisample: wgpu::MultisampleState { count: key.samples, ..Default::default() },
            fragment: fragment.map(|entry| wgpu::FragmentState {
                module: &self.shader,
                entry_point: Some(entry),
                compilation_options: options(),
                targets: &targets,
            }),
            multiview_mask: None,
            cache: None,
        })
    }

    fn depth(&self, key: Key) -> wgpu::DepthStencilState {
        let stencil = |compare, pass_op| {
            let face =
                StencilFaceState { compare, fail_op: pass_op, depth_fail_op: pass_op, pass_op };
            wgpu::StencilState { front: face, back: face, read_mask: 0xFF, write_mask: 0xFF }
        };
        let keep = StencilOperation::Keep;
        wgpu::DepthStencilState {
            format: match key.pass {
                Pass::Shadow => SHADOW,
                Pass::Flat => DEPTH,
                _ => self.depth_stencil,
            },
            depth_write_enabled: Some(!matches!(
                key.pass,
                Pass::Mirror | Pass::Blend | Pass::MirroredBlend
            )),
            depth_compare: Some(match key.pass {
                Pass::Mirror => CompareFunction::Always,
                _ => CompareFunction::GreaterEqual,
            }),
            stencil: match key.pass {
                Pass::Mirror => stencil(CompareFunction::Always, StencilOperation::Replace),
                Pass::Mirrored | Pass::MirroredBlend => stencil(CompareFunction::Equal, keep),
                _ => wgpu::StencilState::default(),
            },
            bias: match key.pass {
                // moved away from the light, so that nothing shadows itself
                Pass::Shadow => {
                    wgpu::DepthBiasState { constant: -4, slope_scale: -1.5, clamp: 0.0 }
                }
                _ => wgpu::DepthBiasState::default(),
            },
        }
    }
}

/// Names of the shaders of a pipeline.
fn entries(key: Key) -> (&'static str, Option<&'static str>) {
    match (key.pass, key.is_line) {
        (Pass::Shadow, _) => ("outline", None),
        (_, true) => ("line", Some("plain")),
        (Pass::Flat, _) => ("flat_shape", Some("plain")),
        (Pass::Sky, _) => ("shape", Some("sky")),
        (Pass::Haze, _) => ("haze", Some("hazy")),
        _ => ("shape", Some("lit")),
    }
}

fn blend(key: Key) -> Option<BlendState> {
    let mix = |src_factor, dst_factor| {
        let part = BlendComponent { src_factor, dst_factor, operation: BlendOperation::Add };
        Some(BlendState { color: part, alpha: part })
    };
    match key.pass {
        Pass::Add => mix(BlendFactor::One, BlendFactor::One),
        Pass::Blend | Pass::MirroredBlend if key.additive => {
            mix(BlendFactor::SrcAlpha, BlendFactor::One)
        }
        Pass::Blend | Pass::MirroredBlend | Pass::Haze => {
            mix(BlendFactor::SrcAlpha, BlendFactor::OneMinusSrcAlpha)
        }
        _ => None,
    }
}

/// Corners, then instances.
fn buffers() -> [Option<wgpu::VertexBufferLayout<'static>>; 2] {
    const CORNER: [wgpu::VertexAttribute; 3] =
        wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3, 2 => Float32x2];
    const INSTANCE: [wgpu::VertexAttribute; 7] = wgpu::vertex_attr_array![
        3 => Float32x4, 4 => Float32x4, 5 => Float32x4, 6 => Float32x4, 7 => Float32x4,
        8 => Float32x4, 9 => Float32x4
    ];
    let layout = |size: usize, step_mode, attributes| {
        Some(wgpu::VertexBufferLayout { array_stride: size as u64, step_mode, attributes })
    };
    [
        layout(size_of::<Vertex>(), VertexStepMode::Vertex, &CORNER),
        layout(size_of::<Instance>(), VertexStepMode::Instance, &INSTANCE),
    ]
}

fn layouts(device: &wgpu::Device) -> [wgpu::BindGroupLayout; 3] {
    use wgpu::{
        BindingType, BufferBindingType, SamplerBindingType, ShaderStages, TextureSampleType,
    };
    let entry = |binding, visibility, ty| wgpu::BindGroupLayoutEntry {
        binding,
        visibility,
        ty,
        count: None,
    };
    let buffer = |ty, has_dynamic_offset, size: usize| BindingType::Buffer {
        ty,
        has_dynamic_offset,
        min_binding_size: wgpu::BufferSize::new(size as u64),
    };
    let texture = |sample_type, view_dimension| BindingType::Texture {
        sample_type,
        view_dimension,
        multisampled: false,
    };
    let layout = |entries: &[wgpu::BindGroupLayoutEntry]| {
        device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries })
    };
    let frame = entry(
        0,
        ShaderStages::VERTEX_FRAGMENT,
        buffer(BufferBindingType::Uniform, true, size_of::<ViewUniforms>()),
    );
    let lights = buffer(BufferBindingType::Storage { read_only: true }, false, size_of::<Light>());
    let color = TextureSampleType::Float { filterable: true };
    let pixels = ShaderStages::FRAGMENT;
    [
        layout(&[
            frame,
            entry(1, pixels, lights),
            entry(2, pixels, texture(TextureSampleType::Depth, wgpu::TextureViewDimension::D2)),
            entry(3, pixels, BindingType::Sampler(SamplerBindingType::Comparison)),
            entry(4, pixels, buffer(BufferBindingType::Uniform, true, size_of::<Block>())),
        ]),
        layout(&[frame]),
        layout(&[
            entry(0, pixels, texture(color, wgpu::TextureViewDimension::D2)),
            entry(1, pixels, texture(color, wgpu::TextureViewDimension::Cube)),
            entry(2, pixels, BindingType::Sampler(SamplerBindingType::Filtering)),
        ]),
    ]
}
