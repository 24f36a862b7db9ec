//! The textures that pictures are drawn into, and the copy of their pixels from the device.

use wgpu::{Extent3d, TextureDimension, TextureFormat, TextureUsages};

use crate::pipeline::{COLOR, DEPTH};
use crate::{Gpu, RenderError};

/// Textures of a size to draw into.
#[derive(Debug)]
pub(crate) struct Target {
    pub size: [u32; 2],
    pub samples: u32,
    pub depth_format: TextureFormat,
    /// What is drawn to, if it is not the picture itself.
    many: Option<wgpu::TextureView>,
    picture: wgpu::Texture,
    pub picture_view: wgpu::TextureView,
    pub depth: wgpu::Texture,
    pub depth_view: wgpu::TextureView,
}

impl Target {
    pub(crate) fn new(
        gpu: &Gpu,
        size: [u32; 2],
        samples: u32,
        depth_format: TextureFormat,
    ) -> Self {
        let draw = TextureUsages::RENDER_ATTACHMENT;
        let shown = TextureUsages::COPY_SRC | TextureUsages::TEXTURE_BINDING;
        let picture = texture(gpu, size, 1, COLOR, draw | shown);
        let depth_usage = if depth_format == DEPTH { draw | TextureUsages::COPY_SRC } else { draw };
        let depth = texture(gpu, size, samples, depth_format, depth_usage);
        let many = (samples > 1).then(|| view(&texture(gpu, size, samples, COLOR, draw)));
        Self {
            size,
            samples,
            depth_format,
            many,
            picture_view: view(&picture),
            picture,
            depth_view: view(&depth),
            depth,
        }
    }

    /// Whether it is as somebody wants it.
    pub(crate) fn is(&self, size: [u32; 2], samples: u32, depth_format: TextureFormat) -> bool {
        (self.size, self.samples, self.depth_format) == (size, samples, depth_format)
    }

    /// Where colors go, black at first.
    pub(crate) fn color(&self) -> wgpu::RenderPassColorAttachment<'_> {
        wgpu::RenderPassColorAttachment {
            view: self.many.as_ref().unwrap_or(&self.picture_view),
            depth_slice: None,
            resolve_target: self.many.as_ref().map(|_| &self.picture_view),
            ops: wgpu::Operations {
                load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                // what was drawn to is not needed once the picture is made of it
                store: if self.many.is_some() {
                    wgpu::StoreOp::Discard
                } else {
                    wgpu::StoreOp::Store
                },
            },
        }
    }

    /// Where depth goes, far away at first.
    pub(crate) fn depth(&self) -> wgpu::RenderPassDepthStencilAttachment<'_> {
        let keeps = self.depth_format == DEPTH;
        let store = if keeps { wgpu::StoreOp::Store } else { wgpu::StoreOp::Discard };
        wgpu::RenderPassDepthStencilAttachment {
            view: &self.depth_view,
            depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(0.0), store }),
            stencil_ops: (!keeps)
                .then_some(wgpu::Operations { load: wgpu::LoadOp::Clear(0), store }),
        }
    }
}

/// A texture of a device.
pub(crate) fn texture(
    gpu: &Gpu,
    [width, height]: [u32; 2],
    sample_count: u32,
    format: TextureFormat,
    usage: TextureUsages,
) -> wgpu::Texture {
    gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count,
        dimension: TextureDimension::D2,
        format,
        usage,
        view_formats: &[],
    })
}

/// All of a texture.
pub(crate) fn view(texture: &wgpu::Texture) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

/// Pixels that are being copied from the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Copied {
    /// Four bytes of color for each pixel.
    Color,
    /// A number for each pixel.
    Depth,
}

/// A buffer that pictures come back through.
#[derive(Debug)]
pub(crate) struct Readback {
    buffer: wgpu::Buffer,
    row: u32,
    size: [u32; 2],
}

impl Readback {
    pub(crate) fn new(gpu: &Gpu, size: [u32; 2]) -> Self {
        let row = (4 * size[0]).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("picture"),
            size: u64::from(row) * u64::from(size[1]),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        Self { buffer, row, size }
    }

    pub(crate) fn is(&self, size: [u32; 2]) -> bool {
        self.size == size
    }

    /// Asks for the copy of a picture.
    pub(crate) fn copy(&self, encoder: &mut wgpu::CommandEncoder, target: &Target, what: Copied) {
        let [width, height] = self.size;
        let (texture, aspect) = match what {
            Copied::Color => (&target.picture, wgpu::TextureAspect::All),
            Copied::Depth => (&target.depth, wgpu::TextureAspect::DepthOnly),
        };
        encoder.copy_texture_to_buffer(
            wgpu::TexelCopyTextureInfo {
                texture,
                mip_level: 0,
                origin: wgpu::Origin3d::ZERO,
                aspect,
            },
            wgpu::TexelCopyBufferInfo {
                buffer: &self.buffer,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(self.row),
                    rows_per_image: None,
                },
            },
            Extent3d { width, height, depth_or_array_layers: 1 },
        );
    }

    /// Waits for the picture, and gives its rows from the top.
    pub(crate) fn read(&self, gpu: &Gpu, mut each: impl FnMut(&[u8])) -> Result<(), RenderError> {
        let refused = |words: String| RenderError::Driver(words);
        let (sender, receiver) = std::sync::mpsc::channel();
        self.buffer.map_async(wgpu::MapMode::Read, .., move |result| {
            // the receiver may have given up waiting
            let _ = sender.send(result);
        });
        let waited = gpu.device.poll(wgpu::PollType::wait_indefinitely());
        gpu.check()?;
        waited.map_err(|error| refused(error.to_string()))?;
        let mapped = receiver.try_recv().map_err(|error| refused(error.to_string()))?;
        mapped.map_err(|error| refused(error.to_string()))?;
        {
            let bytes =
                self.buffer.get_mapped_range(..).map_err(|error| refused(error.to_string()))?;
            let width = 4 * self.size[0] as usize;
            bytes.chunks_exact(self.row as usize).for_each(|row| each(&row[..width]));
        }
        self.buffer.unmap();
        Ok(())
    }
}
