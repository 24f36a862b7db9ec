//! Records the commands for the device from the list of shapes to draw.

use wgpu::util::{BufferInitDescriptor, DeviceExt};
use wgpu::{BufferUsages, TextureUsages};

use crate::Gpu;
use crate::assets::{Assets, Part, Shape, TriangleRange};
use crate::frame::{Block, Lighting, STRIDE, Tile};
use crate::instance::{Cull, Draw};
use crate::list::{List, Step, View};
use crate::pipeline::{Key, Pass, Pipelines, SHADOW};
use crate::target::{Target, texture, view};

/// Buffers on the device whose contents change from picture to picture.
#[derive(Debug)]
pub(crate) struct Buffers {
    instances: GrowingBuffer,
    moving: GrowingBuffer,
    frames: GrowingBuffer,
    lights: GrowingBuffer,
    blocks: GrowingBuffer,
    sampler: wgpu::Sampler,
    shadows: (u32, wgpu::TextureView),
    /// Made of the buffers above, and of nothing older.
    groups: Option<[wgpu::BindGroup; 2]>,
}

impl Buffers {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        let sampler = gpu.device.create_sampler(&wgpu::SamplerDescriptor {
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            compare: Some(wgpu::CompareFunction::GreaterEqual),
            ..Default::default()
        });
        Self {
            instances: GrowingBuffer::new(gpu, BufferUsages::VERTEX),
            moving: GrowingBuffer::new(gpu, BufferUsages::VERTEX),
            frames: GrowingBuffer::new(gpu, BufferUsages::UNIFORM),
            lights: GrowingBuffer::new(gpu, BufferUsages::STORAGE),
            blocks: GrowingBuffer::new(gpu, BufferUsages::UNIFORM),
            sampler,
            shadows: (1, shadow_map(gpu, 1)),
            groups: None,
        }
    }

    /// Copies a list to the device.
    fn write(&mut self, gpu: &Gpu, pipelines: &Pipelines, list: &List) {
        self.instances.write(gpu, bytemuck::cast_slice(&list.parts.instances));
        self.moving.write(gpu, bytemuck::cast_slice(&list.parts.moving));
        let mut is_new = self.frames.write(gpu, bytemuck::cast_slice(&list.frames));
        is_new |= self.lights.write(gpu, bytemuck::cast_slice(&list.lights));
        is_new |= self.blocks.write(gpu, bytemuck::cast_slice(&list.blocks));
        if self.shadows.0 != list.shadow_map && !list.shadows.is_empty() {
            self.shadows = (list.shadow_map, shadow_map(gpu, list.shadow_map));
            is_new = true;
        }
        if is_new {
            self.groups = None;
        }
        if self.groups.is_none() {
            self.groups = Some(self.bind(gpu, pipelines));
        }
    }

    fn bind(&self, gpu: &Gpu, pipelines: &Pipelines) -> [wgpu::BindGroup; 2] {
        let entry = |binding, resource| wgpu::BindGroupEntry { binding, resource };
        let one = |buffer, size| {
            let size = wgpu::BufferSize::new(size);
            wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer, offset: 0, size })
        };
        let frame = one(&self.frames.buffer, STRIDE);
        let group = |layout, entries: &[wgpu::BindGroupEntry<'_>]| {
            gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: None,
                layout,
                entries,
            })
        };
        let scene = [
            entry(0, frame.clone()),
            entry(1, self.lights.buffer.as_entire_binding()),
            entry(2, wgpu::BindingResource::TextureView(&self.shadows.1)),
            entry(3, wgpu::BindingResource::Sampler(&self.sampler)),
            entry(4, one(&self.blocks.buffer, size_of::<Block>() as u64)),
        ];
        [group(&pipelines.scene, &scene), group(&pipelines.view, &[entry(0, frame)])]
    }
}

fn shadow_map(gpu: &Gpu, side: u32) -> wgpu::TextureView {
    let usage = TextureUsages::RENDER_ATTACHMENT | TextureUsages::TEXTURE_BINDING;
    view(&texture(gpu, [side; 2], 1, SHADOW, usage))
}

/// A buffer that grows with its contents.
#[derive(Debug)]
struct GrowingBuffer {
    buffer: wgpu::Buffer,
    usage: BufferUsages,
}

impl GrowingBuffer {
    fn new(gpu: &Gpu, usage: BufferUsages) -> Self {
        let usage = usage | BufferUsages::COPY_DST;
        let init = BufferInitDescriptor { label: None, contents: &[0; 2048], usage };
        Self { buffer: gpu.device.create_buffer_init(&init), usage }
    }

    /// Writes to the start of the buffer; whether it had to be made anew for that.
    fn write(&mut self, gpu: &Gpu, contents: &[u8]) -> bool {
        let is_small = self.buffer.size() < contents.len() as u64;
        if is_small {
            self.buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size: (contents.len() as u64).next_power_of_two(),
                usage: self.usage,
                mapped_at_creation: false,
            });
        }
        gpu.queue.write_buffer(&self.buffer, 0, contents);
        is_small
    }
}

/// Turns lists into commands.
pub(crate) struct Recorder<'a> {
    pub gpu: &'a Gpu,
    pub assets: &'a Assets,
    pub pipelines: &'a mut Pipelines,
    pub buffers: &'a mut Buffers,
}

impl Recorder<'_> {
    /// Commands that draw a list.
    pub(crate) fn record(&mut self, list: &List, target: &Target) -> wgpu::CommandEncoder {
        self.buffers.write(self.gpu, self.pipelines, list);
        self.prepare(list, target);
        let mut encoder =
            self.gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        if !list.shadows.is_empty() {
            self.shadows(&mut encoder, list);
        }
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &[Some(target.color())],
            depth_stencil_attachment: Some(target.depth()),
            ..Default::default()
        });
        pass.set_stencil_reference(1);
        for (i, view) in list.views.iter().enumerate() {
            let lights = i as u32 * size_of::<Block>() as u32;
            let [x, y, width, height] = view.rect;
            pass.set_viewport(x as f32, y as f32, width as f32, height as f32, 0.0, 1.0);
            pass.set_scissor_rect(x, y, width, height);
            for step in &view.steps {
                self.step(&mut pass, list, step, lights, |draw| key(step.pass, draw, view, target));
            }
        }
        drop(pass);
        encoder
    }

    /// Makes all pipelines of a list.
    fn prepare(&mut self, list: &List, target: &Target) {
        for (step, _) in &list.shadows {
            for &draw in &step.draws {
                self.pipelines.prepare(self.gpu, shadow_key(&list.parts.draws[draw]));
            }
        }
        for view in &list.views {
            for step in &view.steps {
                for &draw in &step.draws {
                    let draw = &list.parts.draws[draw];
                    self.pipelines.prepare(self.gpu, key(step.pass, draw, view, target));
                }
            }
        }
    }

    /// Draws the shadow maps.
    fn shadows(&self, encoder: &mut wgpu::CommandEncoder, list: &List) {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &self.buffers.shadows.1,
                depth_ops: Some(wgpu::Operations {
                    load: wgpu::LoadOp::Clear(0.0),
                    store: wgpu::StoreOp::Store,
                }),
                stencil_ops: None,
            }),
            ..Default::default()
        });
        for (step, Tile { x, y, side }) in &list.shadows {
            // a border stays without shadows
            let inside = side.saturating_sub(2).max(1);
            pass.set_viewport(
                (x + 1) as f32,
                (y + 1) as f32,
                inside as f32,
                inside as f32,
                0.0,
                1.0,
            );
            pass.set_scissor_rect(x + 1, y + 1, inside, inside);
            self.step(&mut pass, list, step, 0, shadow_key);
        }
    }

    /// Draws the parts of a step, neighbors that are alike at once, with lights from a byte on.
    fn step(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        list: &List,
        step: &Step,
        lights: u32,
        key: impl Fn(&Draw) -> Key,
    ) {
        let Some([scene, plain]) = &self.buffers.groups else { return };
        let frame = step.frame * STRIDE as u32;
        if is_plain(step.pass) {
            pass.set_bind_group(0, plain, &[frame]);
        } else {
            pass.set_bind_group(0, scene, &[frame, lights]);
        }
        pass.set_vertex_buffer(1, self.buffers.instances.buffer.slice(..));
        let draws: Vec<&Draw> = step.draws.iter().map(|&i| &list.parts.draws[i]).collect();
        let mut last = None;
        for alike in draws.chunk_by(|a, b| follows(a, b)) {
            let draw = alike[0];
            let end = alike[alike.len() - 1].instances.end;
            let moving = &self.buffers.moving.buffer;
            let Some(place) = self.assets.find(&draw.part, list.is_coarse, moving) else {
                continue;
            };
            let key = key(draw);
            let Some(pipeline) = self.pipelines.get(&key) else { continue };
            if last != Some(key) {
                pass.set_pipeline(pipeline);
                last = Some(key);
            }
            if !is_plain(step.pass) {
                let texture =
                    draw.paint.texture().and_then(|t| self.assets.textures.get(t)?.as_ref());
                pass.set_bind_group(1, &texture.unwrap_or(&self.assets.blank).group, &[]);
            }
            let instances = draw.instances.start..end;
            match place {
                TriangleRange::Indexed(corners, indices, range) => {
                    pass.set_vertex_buffer(0, corners.slice(..));
                    pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
                    pass.draw_indexed(range, 0, instances);
                }
                TriangleRange::Plain(corners, range) => {
                    pass.set_vertex_buffer(0, corners.slice(..));
                    pass.draw(range, instances);
                }
            }
        }
    }
}

/// Whether a draw can be done together with the one before it.
fn follows(a: &Draw, b: &Draw) -> bool {
    (&a.part, a.paint, a.cull) == (&b.part, b.paint, b.cull) && a.instances.end == b.instances.start
}

/// Whether a pass needs no lights and textures.
fn is_plain(pass: Pass) -> bool {
    matches!(pass, Pass::Shadow | Pass::Flat)
}

fn shadow_key(draw: &Draw) -> Key {
    Key {
        pass: Pass::Shadow,
        paint: 0,
        cull: Cull::None,
        is_line: is_line(draw),
        wire: false,
        shadowed: false,
        lighting: Lighting::default(),
        additive: false,
        samples: 1,
    }
}

fn key(pass: Pass, draw: &Draw, view: &View, target: &Target) -> Key {
    let shadowed = view.shadowed && matches!(pass, Pass::Opaque | Pass::Add);
    // nobody sees how a mirror is marked
    let is_lit = !is_plain(pass) && !matches!(pass, Pass::Mirror | Pass::Sky | Pass::Haze);
    let lighting = if is_lit { view.lighting } else { Lighting::default() };
    let casting = if shadowed { lighting.casting } else { 0 };
    Key {
        pass,
        paint: if is_plain(pass) { 0 } else { draw.paint.kind() },
        cull: draw.cull,
        is_line: is_line(draw),
        wire: view.wire && !matches!(pass, Pass::Mirror | Pass::Sky | Pass::Haze),
        shadowed,
        lighting: Lighting { casting, ..lighting },
        additive: view.additive,
        samples: target.samples,
    }
}

fn is_line(draw: &Draw) -> bool {
    draw.part == Part::Shape(Shape::Line)
}
