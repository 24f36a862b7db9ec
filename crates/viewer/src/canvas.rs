//! The picture of a scene on the device of a window.

use eframe::egui::{Color32, Frame, Rgba, Style};
use eframe::egui_wgpu::RenderState;
use ferrodyn_engine::Model;
use ferrodyn_engine::enums::RndFlag;
use ferrodyn_render::{Gpu, RenderError, Renderer, wgpu};
use ferrodyn_scene::Scene;

use crate::blit::{Blit, Print};
use crate::coarse::Coarse;

/// Side of shadow maps at most where the processor draws; px.
const SOFTWARE_SHADOWS: i32 = 1024;

/// Draws scenes where a window can show them.
pub(crate) struct Canvas {
    state: RenderState,
    gpu: Gpu,
    renderer: Option<Renderer>,
    /// The model that the renderer is for.
    generation: u64,
    blit: Blit,
    /// The picture.
    print: Option<Print>,
    /// What the picture is of.
    drawn: Option<(Scene, [u32; 2])>,
    /// How coarse it is while it moves.
    coarse: Coarse,
    /// Whether the last picture was of something that moves.
    was_moving: bool,
    /// A picture that came back and is shown as it is.
    uploaded: Option<wgpu::Texture>,
    /// Why there is no picture.
    pub(crate) error: Option<String>,
}

impl Canvas {
    pub(crate) fn new(state: &RenderState) -> Self {
        let info = state.adapter.get_info();
        let gpu = Gpu::from_parts(state.device.clone(), state.queue.clone(), info);
        Self {
            state: state.clone(),
            coarse: Coarse::new(gpu.is_software()),
            gpu,
            drawn: None,
            was_moving: false,
            renderer: None,
            generation: 0,
            blit: Blit::new(state),
            print: None,
            uploaded: None,
            error: None,
        }
    }

    /// Name of the device.
    pub(crate) fn device(&self) -> String {
        self.gpu.name()
    }

    /// The frame of panels. A processor needs longer for their pixels than for the picture, so it
    /// leaves them in the color that the window is cleared to.
    pub(crate) fn panel_frame(&self, style: &Style) -> Frame {
        let frame = Frame::side_top_panel(style);
        if self.gpu.is_software() { frame.fill(Color32::TRANSPARENT) } else { frame }
    }

    /// What the window has to be cleared to for a color to appear.
    pub(crate) fn clear_color(&self, color: Color32) -> [f32; 4] {
        if self.state.target_format.is_srgb() {
            return Rgba::from(color).to_array();
        }
        color.to_normalized_gamma_f32()
    }

    /// Makes a renderer of a model, if it is another one than before.
    pub(crate) fn load(&mut self, m: &mut Model, generation: u64) {
        if self.generation == generation {
            return;
        }
        self.generation = generation;
        self.drawn = None;
        let wanted = m.vis.quality.clone();
        if self.gpu.is_software() {
            // what the processor draws has to be cheap
            m.vis.quality.offsamples = 0;
            m.vis.quality.shadowsize = wanted.shadowsize.min(SOFTWARE_SHADOWS);
        }
        let made = Renderer::new(&self.gpu, m);
        m.vis.quality = wanted;
        match made {
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

    /// Notes how long a frame took, from one picture to the next.
    pub(crate) fn note(&mut self, seconds: f64) {
        if self.was_moving {
            self.coarse.note(seconds);
        }
    }

    /// Draws a scene; what is drawn stays on the device. What moves is drawn as coarse as it has to
    /// be, and what stands still is not drawn again.
    pub(crate) fn draw(&mut self, scn: &Scene, size: [u32; 2], is_moving: bool) -> Option<Print> {
        let most = self.gpu.largest_side();
        let factor = if is_moving { self.coarse.factor() } else { 1 };
        let size = size.map(|side| side.div_ceil(factor).clamp(1, most));
        self.was_moving = is_moving;
        if self.drawn.as_ref().is_none_or(|(drawn, was)| *was != size || drawn != scn) {
            self.drawn = None;
            let view = self.draw_anew(scn, size)?;
            self.print = Some(self.blit.print(&view, factor > 1));
            self.drawn = Some((scn.clone(), size));
        }
        self.print.clone()
    }

    fn draw_anew(&mut self, scn: &Scene, [width, height]: [u32; 2]) -> Option<wgpu::TextureView> {
        let drawn = if scn.flags[RndFlag::Depth as usize] != 0 {
            self.upload(scn, width, height)
        } else {
            self.renderer.as_mut()?.show(scn, width, height).cloned()
        };
        self.error = drawn.as_ref().err().map(ToString::to_string);
        drawn.ok()
    }

    /// Waits until everything is drawn.
    pub(crate) fn wait(&self) {
        // a device that is lost draws nothing
        let _ = self.state.device.poll(wgpu::PollType::wait_indefinitely());
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
}
