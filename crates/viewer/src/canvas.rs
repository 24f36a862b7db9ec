//! The picture of a scene on the device of a window.

use eframe::egui::TextureId;
use eframe::egui_wgpu::RenderState;
use ferrodyn_engine::Model;
use ferrodyn_engine::enums::RndFlag;
use ferrodyn_render::{Gpu, RenderError, Renderer, wgpu};
use ferrodyn_scene::Scene;

/// Draws scenes where a window can show them.
pub(crate) struct Canvas {
    state: RenderState,
    gpu: Gpu,
    renderer: Option<Renderer>,
    /// The model that the renderer is for.
    generation: u64,
    texture: Option<(TextureId, wgpu::TextureView)>,
    /// A picture that came back and is shown as it is.
    uploaded: Option<wgpu::Texture>,
    /// Why there is no picture.
    pub(crate) error: Option<String>,
}

impl Canvas {
    pub(crate) fn new(state: &RenderState) -> Self {
        let info = state.adapter.get_info();
        Self {
            state: state.clone(),
            gpu: Gpu::from_parts(state.device.clone(), state.queue.clone(), info),
            renderer: None,
            generation: 0,
            texture: None,
            uploaded: None,
            error: None,
        }
    }

    /// Name of the device.
    pub(crate) fn device(&self) -> String {
        self.gpu.name()
    }

    /// Makes a renderer of a model, if it is another one than before.
    pub(crate) fn load(&mut self, m: &Model, generation: u64) {
        if self.generation == generation {
            return;
        }
        self.generation = generation;
        match Renderer::new(&self.gpu, m) {
            Ok(renderer) => {
                self.renderer = Some(renderer);
                self.error = None;
            }
            Err(error) => {
                self.renderer = None;
                self.error = Some(error.to_string());
            }
        }
    }

    /// Draws a scene; what is drawn stays on the device.
    pub(crate) fn draw(&mut self, scn: &Scene, [width, height]: [u32; 2]) -> Option<TextureId> {
        let most = self.gpu.largest_side();
        let (width, height) = (width.clamp(1, most), height.clamp(1, most));
        let drawn = if scn.flags[RndFlag::Depth as usize] != 0 {
            self.upload(scn, width, height)
        } else {
            self.renderer.as_mut()?.show(scn, width, height).cloned()
        };
        match drawn {
            Ok(view) => {
                self.error = None;
                Some(self.register(view))
            }
            Err(error) => {
                self.error = Some(error.to_string());
                None
            }
        }
    }

    /// Colors of a scene, three bytes for each pixel.
    pub(crate) fn shoot(
        &mut self,
        scn: &Scene,
        [width, height]: [u32; 2],
    ) -> Result<Vec<u8>, String> {
        let renderer = self.renderer.as_mut().ok_or("there is nothing to draw")?;
        renderer.color(scn, width, height).map_err(|error| error.to_string())
    }

    /// Draws what comes back to be made a picture of, and puts it on the device again.
    fn upload(
        &mut self,
        scn: &Scene,
        width: u32,
        height: u32,
    ) -> Result<wgpu::TextureView, RenderError> {
        let renderer = self.renderer.as_mut();
        let renderer = renderer.ok_or(RenderError::Driver("nothing to draw".to_owned()))?;
        let rgb = renderer.color(scn, width, height)?;
        let rgba: Vec<u8> =
            rgb.as_chunks::<3>().0.iter().flat_map(|&[r, g, b]| [r, g, b, 255]).collect();
        let size = wgpu::Extent3d { width, height, depth_or_array_layers: 1 };
        let old = self.uploaded.take().filter(|texture| texture.size() == size);
        let texture = old.unwrap_or_else(|| {
            self.state.device.create_texture(&wgpu::TextureDescriptor {
                label: None,
                size,
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format: wgpu::TextureFormat::Rgba8Unorm,
                usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
                view_formats: &[],
            })
        });
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(4 * width),
            rows_per_image: None,
        };
        self.state.queue.write_texture(texture.as_image_copy(), &rgba, layout, size);
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        self.uploaded = Some(texture);
        Ok(view)
    }

    /// The picture as the window knows it.
    fn register(&mut self, view: wgpu::TextureView) -> TextureId {
        let (device, filter) = (&self.state.device, wgpu::FilterMode::Nearest);
        let mut painter = self.state.renderer.write();
        let id = match &self.texture {
            Some((id, known)) if *known == view => return *id,
            Some((id, _)) => {
                painter.update_egui_texture_from_wgpu_texture(device, &view, filter, *id);
                *id
            }
            None => painter.register_native_texture(device, &view, filter),
        };
        self.texture = Some((id, view));
        id
    }
}
