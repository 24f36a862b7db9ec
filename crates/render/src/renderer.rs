//! Pictures of scenes.

use std::slice::from_ref;

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::{RndFlag, Stereo};
use ferrodyn_scene::{GlCamera, Scene};

use crate::assets::Assets;
use crate::frame::{Eye, tiles};
use crate::list::{List, middle, shadow_count};
use crate::pipeline::{DEPTH, Pipelines};
use crate::record::{Buffers, Recorder};
use crate::sheet::Sheet;
use crate::target::{Copied, Readback, Target};
use crate::text::Paper;
use crate::{Gpu, RenderError};

/// Draws scenes of one model.
///
/// Meshes, height fields and textures are copied to the device when it is made, and again when
/// they are [uploaded](Self::upload_mesh).
#[derive(Debug)]
pub struct Renderer {
    gpu: Gpu,
    assets: Assets,
    pipelines: Pipelines,
    buffers: Buffers,
    /// Where colors are drawn, and where numbers and depth.
    targets: [Option<Target>; 2],
    readback: Option<Readback>,
}

/// Side of the largest picture that shows no difference if round shapes have fewer triangles; px.
const COARSE: u32 = 128;

/// How scenes are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// With lights.
    Lit,
    /// One color for each shape.
    Flat,
}

impl Renderer {
    /// A renderer of a model.
    ///
    /// # Errors
    /// If a mesh, height field or texture is too large for the device, or its driver refuses.
    #[doc(alias = "mjr_makeContext")]
    pub fn new(gpu: &Gpu, m: &Model) -> Result<Self, RenderError> {
        let pipelines = Pipelines::new(gpu);
        let assets = Assets::new(gpu, &pipelines.texture, m)?;
        let buffers = Buffers::new(gpu);
        gpu.check()?;
        let gpu = gpu.clone();
        Ok(Self { gpu, assets, pipelines, buffers, targets: [None, None], readback: None })
    }

    /// The device that draws.
    #[must_use]
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// Copies a mesh to the device again.
    ///
    /// # Errors
    /// If the model has no such mesh, or it is too large.
    #[doc(alias = "mjr_uploadMesh")]
    pub fn upload_mesh(&mut self, m: &Model, id: usize) -> Result<(), RenderError> {
        self.assets.upload_mesh(&self.gpu, m, id)
    }

    /// Copies a height field to the device again.
    ///
    /// # Errors
    /// If the model has no such height field, or it is too large.
    #[doc(alias = "mjr_uploadHField")]
    pub fn upload_hfield(&mut self, m: &Model, id: usize) -> Result<(), RenderError> {
        self.assets.upload_hfield(&self.gpu, m, id)
    }

    /// Copies a texture to the device again.
    ///
    /// # Errors
    /// If the model has no such texture, or it is too large.
    #[doc(alias = "mjr_uploadTexture")]
    pub fn upload_texture(&mut self, m: &Model, id: usize) -> Result<(), RenderError> {
        self.assets.upload_texture(&self.gpu, &self.pipelines.texture, m, id)
    }

    /// Colors of a scene: red, green and blue of each pixel, row by row from the top.
    ///
    /// With the effect [`RndFlag::Segment`] every shape has one color, with [`RndFlag::IdColor`]
    /// also the number `segid + 1`, red its lowest byte; with [`RndFlag::Depth`] what is near is
    /// bright.
    ///
    /// # Errors
    /// If the size cannot be drawn, the cameras of the scene cannot be used, or the driver refuses.
    #[doc(alias = "mjr_render")]
    pub fn color(&mut self, scn: &Scene, width: u32, height: u32) -> Result<Vec<u8>, RenderError> {
        let mut pixels = if has(scn, RndFlag::Depth) {
            let depth = self.depth(scn, width, height)?;
            depth.iter().flat_map(|depth| [(255.0 * depth).round() as u8; 3]).collect()
        } else {
            let style = if has(scn, RndFlag::Segment) { Style::Flat } else { Style::Lit };
            self.paint(from_ref(scn), width, height, style)?
        };
        let mut paper = Paper::new(&mut pixels, width);
        if !has(scn, RndFlag::Segment) && scn.geoms.iter().any(|geom| !geom.label.is_empty()) {
            for (cam, rect) in views(scn, [0, 0, width, height])? {
                paper.label(scn, &Eye::new(scn, cam, [rect[2], rect[3]])?, rect);
            }
        }
        add_border(scn, &mut paper, [width, height]);
        Ok(pixels)
    }

    /// Colors of several scenes, drawn at once, one picture after the other.
    ///
    /// # Errors
    /// As [`color`](Self::color).
    pub fn colors(
        &mut self,
        scenes: &[Scene],
        width: u32,
        height: u32,
    ) -> Result<Vec<u8>, RenderError> {
        let is_plain = |scn: &Scene| {
            let flags = [RndFlag::Segment, RndFlag::Depth];
            let has_labels = scn.geoms.iter().any(|geom| !geom.label.is_empty());
            scn.framewidth == 0 && !has_labels && !flags.iter().any(|&flag| has(scn, flag))
        };
        if scenes.iter().all(is_plain) {
            return self.paint(scenes, width, height, Style::Lit);
        }
        if scenes.iter().all(|scn| has(scn, RndFlag::Segment) && scn.framewidth == 0) {
            return self.paint(scenes, width, height, Style::Flat);
        }
        let pictures = scenes.iter().map(|scn| self.color(scn, width, height));
        Ok(pictures.collect::<Result<Vec<_>, _>>()?.concat())
    }

    /// Depth of a scene: 1 at the nearest that is seen, 0 at the farthest and where nothing is, for
    /// each pixel, row by row from the top.
    ///
    /// # Errors
    /// As [`color`](Self::color).
    pub fn depth(&mut self, scn: &Scene, width: u32, height: u32) -> Result<Vec<f32>, RenderError> {
        self.depths(from_ref(scn), width, height)
    }

    /// Depth of several scenes, drawn at once, one picture after the other.
    ///
    /// # Errors
    /// As [`color`](Self::color).
    pub fn depths(
        &mut self,
        scenes: &[Scene],
        width: u32,
        height: u32,
    ) -> Result<Vec<f32>, RenderError> {
        let sheet = Sheet::new(scenes.len(), width, height, self.gpu.largest_side())?;
        let mut all = vec![0.0; scenes.len() * sheet.pixels()];
        let groups = scenes.chunks(sheet.most()).zip(all.chunks_mut(sheet.most() * sheet.pixels()));
        for (group, out) in groups {
            self.shoot(group, &sheet, Style::Flat, Copied::Depth, |at, bytes| {
                let row = out.iter_mut().skip(at);
                for (to, from) in row.zip(bytes.as_chunks::<4>().0) {
                    *to = f32::from_le_bytes(*from);
                }
            })?;
        }
        Ok(all)
    }

    fn paint(
        &mut self,
        scenes: &[Scene],
        width: u32,
        height: u32,
        style: Style,
    ) -> Result<Vec<u8>, RenderError> {
        let sheet = Sheet::new(scenes.len(), width, height, self.gpu.largest_side())?;
        let mut all = vec![0; 3 * scenes.len() * sheet.pixels()];
        let bytes = 3 * sheet.most() * sheet.pixels();
        for (group, out) in scenes.chunks(sheet.most()).zip(all.chunks_mut(bytes)) {
            self.shoot(group, &sheet, style, Copied::Color, |at, bytes| {
                let row = out.get_mut(3 * at..).unwrap_or(&mut []).as_chunks_mut::<3>().0;
                for (to, [r, g, b, _]) in row.iter_mut().zip(bytes.as_chunks::<4>().0) {
                    *to = [*r, *g, *b];
                }
            })?;
        }
        Ok(all)
    }

    /// Draws a scene and leaves the picture on the device, for a window that shares it.
    ///
    /// # Errors
    /// As [`color`](Self::color).
    pub fn show(
        &mut self,
        scn: &Scene,
        width: u32,
        height: u32,
    ) -> Result<&wgpu::TextureView, RenderError> {
        let sheet = Sheet::new(1, width, height, self.gpu.largest_side())?;
        let style = if has(scn, RndFlag::Segment) { Style::Flat } else { Style::Lit };
        let encoder = self.record(from_ref(scn), &sheet, style)?;
        self.gpu.queue.submit([encoder.finish()]);
        self.gpu.check()?;
        Ok(&self.target(&sheet, style).picture_view)
    }

    /// Draws scenes on a sheet and gives the rows of their pictures, four bytes per pixel, each with
    /// the place of its first pixel.
    fn shoot(
        &mut self,
        scenes: &[Scene],
        sheet: &Sheet,
        style: Style,
        what: Copied,
        mut each: impl FnMut(usize, &[u8]),
    ) -> Result<(), RenderError> {
        let mut encoder = self.record(scenes, sheet, style)?;
        let gpu = self.gpu.clone();
        let size = sheet.size();
        let readback = match self.readback.take().filter(|readback| readback.is(size)) {
            Some(readback) => readback,
            None => Readback::new(&gpu, size),
        };
        readback.copy(&mut encoder, self.target(sheet, style), what);
        gpu.queue.submit([encoder.finish()]);
        let mut row = 0;
        readback.read(&gpu, |bytes| {
            sheet.split(row, bytes, &mut each);
            row += 1;
        })?;
        self.readback = Some(readback);
        Ok(())
    }

    /// Commands that draw scenes on a sheet.
    fn record(
        &mut self,
        scenes: &[Scene],
        sheet: &Sheet,
        style: Style,
    ) -> Result<wgpu::CommandEncoder, RenderError> {
        let list = self.list(scenes, sheet, style)?;
        self.target(sheet, style);
        let target = self.targets[style as usize].as_ref();
        let target = target.ok_or(RenderError::Driver("no texture to draw to".to_owned()))?;
        let mut recorder = Recorder {
            gpu: &self.gpu,
            assets: &self.assets,
            pipelines: &mut self.pipelines,
            buffers: &mut self.buffers,
        };
        Ok(recorder.record(&list, target))
    }

    /// Where scenes are drawn, made anew if it has another size.
    fn target(&mut self, sheet: &Sheet, style: Style) -> &Target {
        let (size, gpu) = (sheet.size(), &self.gpu);
        let (samples, depth) = match style {
            Style::Lit => (self.assets.look.samples, self.pipelines.depth_stencil),
            Style::Flat => (1, DEPTH),
        };
        let place = &mut self.targets[style as usize];
        if place.as_ref().is_some_and(|target| !target.is(size, samples, depth)) {
            *place = None;
        }
        place.get_or_insert_with(|| Target::new(gpu, size, samples, depth))
    }

    /// What to draw of scenes on a sheet.
    fn list(&self, scenes: &[Scene], sheet: &Sheet, style: Style) -> Result<List, RenderError> {
        if !self.pipelines.has_wires && scenes.iter().any(|scn| has(scn, RndFlag::Wireframe)) {
            return Err(RenderError::Wireframe);
        }
        let mut list = List::default();
        let views = scenes.iter().enumerate().map(|(i, scn)| views(scn, sheet.rect(i)));
        let views = views.collect::<Result<Vec<_>, _>>()?;
        let all = || {
            scenes.iter().zip(&views).flat_map(|(scn, views)| views.iter().map(move |v| (scn, v)))
        };
        let lights = match style {
            Style::Lit => all().map(|(scn, _)| shadow_count(scn, &self.assets)).sum(),
            Style::Flat => 0,
        };
        let [_, _, width, height] = sheet.rect(0);
        let size = self.assets.look.shadow_size.min(self.gpu.largest_side());
        let (squares, side) = tiles(lights, size, width.max(height));
        list.shadow_map = side;
        list.is_coarse = width.max(height) <= COARSE;
        let mut squares = squares.into_iter();
        for (scn, &(cam, rect)) in all() {
            let eye = Eye::new(scn, cam, [rect[2], rect[3]])?;
            match style {
                Style::Lit => list.add_lit(scn, &eye, rect, &self.assets, &mut squares),
                Style::Flat => list.add_flat(scn, &eye, rect, &self.assets),
            }
        }
        Ok(list)
    }
}

/// Whether an effect is on.
fn has(scn: &Scene, flag: RndFlag) -> bool {
    scn.flags[flag as usize] != 0
}

/// The cameras of a scene with the rectangles they are drawn to: one, or two beside each other; none
/// for a scene that was never filled.
fn views(scn: &Scene, rect: [u32; 4]) -> Result<Vec<(GlCamera, [u32; 4])>, RenderError> {
    if scn.geoms.is_empty() && scn.camera.iter().all(|cam| cam.frustum_near == 0.0) {
        return Ok(Vec::new());
    }
    let [x, y, width, height] = rect;
    let half = width / 2;
    if scn.stereo == Stereo::None || half == 0 {
        return Ok(vec![(middle(scn)?, rect)]);
    }
    Ok(vec![(scn.camera[0], [x, y, half, height]), (scn.camera[1], [x + half, y, half, height])])
}

/// Draws the frame of a scene around its picture.
fn add_border(scn: &Scene, paper: &mut Paper<'_>, [width, height]: [u32; 2]) {
    let border = u32::try_from(scn.framewidth).unwrap_or(0);
    let color = scn.framergb.map(|x| (255.0 * x).round() as u8);
    let (right, bottom) = (i64::from(width), i64::from(height));
    let thick = i64::from(border);
    for (corner, size) in [
        ([0, 0], [width, border]),
        ([0, bottom - thick], [width, border]),
        ([0, 0], [border, height]),
        ([right - thick, 0], [border, height]),
    ] {
        paper.fill(corner, size, color, u8::MAX);
    }
}
