//! Pictures straight to the window: cheaper than as a part of its panels, which are blended.

use eframe::egui::{PaintCallback, PaintCallbackInfo, Rect};
use eframe::egui_wgpu::{Callback, CallbackResources, CallbackTrait, RenderState};
use ferrodyn_render::wgpu;

/// Copies pictures to a window.
#[derive(Clone, Debug)]
pub(crate) struct Blit {
    pipeline: wgpu::RenderPipeline,
    /// Without and with blending between pixels.
    samplers: [wgpu::Sampler; 2],
    device: wgpu::Device,
}

/// A picture that is ready to be copied.
#[derive(Clone, Debug)]
pub(crate) struct Print {
    pipeline: wgpu::RenderPipeline,
    picture: wgpu::BindGroup,
}

impl Blit {
    /// For the window of a device.
    pub(crate) fn new(state: &RenderState) -> Self {
        let device = state.device.clone();
        let shader = device.create_shader_module(wgpu::include_wgsl!("blit.wgsl"));
        let format = state.target_format;
        let show = if format.is_srgb() { "show_linear" } else { "show" };
        let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: None,
            layout: None,
            vertex: wgpu::VertexState {
                module: &shader,
                entry_point: Some("corner"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: &[],
            },
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: None,
            multisample: wgpu::MultisampleState::default(),
            fragment: Some(wgpu::FragmentState {
                module: &shader,
                entry_point: Some(show),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &[Some(format.into())],
            }),
            multiview_mask: None,
            cache: None,
        });
        let samplers = [wgpu::FilterMode::Nearest, wgpu::FilterMode::Linear].map(|filter| {
            device.create_sampler(&wgpu::SamplerDescriptor {
                mag_filter: filter,
                min_filter: filter,
                ..wgpu::SamplerDescriptor::default()
            })
        });
        Self { pipeline, samplers, device }
    }

    /// Makes a picture ready; smooth if it is shown larger than it is.
    pub(crate) fn print(&self, picture: &wgpu::TextureView, is_smooth: bool) -> Print {
        let sampler = &self.samplers[usize::from(is_smooth)];
        let picture = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &self.pipeline.get_bind_group_layout(0),
            entries: &[
                wgpu::BindGroupEntry {
                    binding: 0,
                    resource: wgpu::BindingResource::TextureView(picture),
                },
                wgpu::BindGroupEntry {
                    binding: 1,
                    resource: wgpu::BindingResource::Sampler(sampler),
                },
            ],
        });
        Print { pipeline: self.pipeline.clone(), picture }
    }
}

impl Print {
    /// The picture over a rectangle of the window.
    pub(crate) fn over(self, rect: Rect) -> PaintCallback {
        Callback::new_paint_callback(rect, self)
    }
}

impl CallbackTrait for Print {
    fn paint(
        &self,
        _: PaintCallbackInfo,
        pass: &mut wgpu::RenderPass<'static>,
        _: &CallbackResources,
    ) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.picture, &[]);
        pass.draw(0..3, 0..1);
    }
}
