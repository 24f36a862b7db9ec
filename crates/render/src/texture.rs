//! Textures of a model, with mipmaps.

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::{ColorSpace, TextureType};
use ferrodyn_engine::ids::TextureId;
use wgpu::{TextureDimension, TextureFormat, TextureUsages, TextureViewDimension};

use crate::{Gpu, RenderError};

/// What a texture is wrapped around.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Wrap {
    /// A surface.
    Flat,
    /// Everything, from its middle.
    Cube,
}

/// Pixels of a texture, six pictures for a cube.
#[derive(Debug, PartialEq)]
pub(crate) struct Pixels {
    pub wrap: Wrap,
    width: u32,
    height: u32,
    is_srgb: bool,
    layers: Vec<Vec<[u8; 4]>>,
}

impl Pixels {
    /// One white pixel.
    pub(crate) fn white(wrap: Wrap) -> Self {
        let count = if wrap == Wrap::Flat { 1 } else { 6 };
        let layers = vec![vec![[u8::MAX; 4]]; count];
        Self { wrap, width: 1, height: 1, is_srgb: false, layers }
    }

    /// A texture of a model; `None` if the model does not hold its pixels.
    pub(crate) fn of(m: &Model, t: TextureId) -> Option<Self> {
        let (width, height) = (size(m.tex_width[t])?, size(m.tex_height[t])?);
        let channels = usize::try_from(m.tex_nchannel[t]).ok().filter(|n| (1..=4).contains(n))?;
        let start = usize::try_from(m.tex_adr[t]).ok()?;
        let area = |height: u32| width as usize * height as usize;
        let picture = |first: usize, height: u32| {
            let start = start.checked_add(first.checked_mul(channels)?)?;
            let bytes = m.tex_data.as_slice().get(start..)?.get(..area(height) * channels)?;
            Some(bytes.chunks_exact(channels).map(pixel).collect::<Vec<_>>())
        };
        if m.tex_type[t] == TextureType::TwoD {
            let is_srgb = m.tex_colorspace[t] == ColorSpace::Srgb;
            let layers = vec![picture(0, height)?];
            return Some(Self { wrap: Wrap::Flat, width, height, is_srgb, layers });
        }
        // one picture for all sides, or one for each below each other
        let side = |i: usize| picture(if width == height { 0 } else { i * area(width) }, width);
        let layers = (0..6).map(side).collect::<Option<Vec<_>>>()?;
        Some(Self { wrap: Wrap::Cube, width, height: width, is_srgb: false, layers })
    }

    /// Sends it to a device.
    ///
    /// # Errors
    /// If it is too large.
    pub(crate) fn upload(self, gpu: &Gpu, id: usize) -> Result<wgpu::TextureView, RenderError> {
        if self.width.max(self.height) > gpu.largest_side() {
            return Err(RenderError::TooLarge { what: "texture", id });
        }
        let levels = self.width.max(self.height).ilog2() + 1;
        let format =
            if self.is_srgb { TextureFormat::Rgba8UnormSrgb } else { TextureFormat::Rgba8Unorm };
        let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("texture"),
            size: wgpu::Extent3d {
                width: self.width,
                height: self.height,
                depth_or_array_layers: self.layers.len() as u32,
            },
            mip_level_count: levels,
            sample_count: 1,
            dimension: TextureDimension::D2,
            format,
            usage: TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_DST,
            view_formats: &[],
        });
        for (layer, pixels) in self.layers.into_iter().enumerate() {
            let mut level = Level { width: self.width, height: self.height, pixels };
            level.write(gpu, &texture, 0, layer as u32);
            for mip in 1..levels {
                level = level.half(self.is_srgb);
                level.write(gpu, &texture, mip, layer as u32);
            }
        }
        let dimension = match self.wrap {
            Wrap::Flat => TextureViewDimension::D2,
            Wrap::Cube => TextureViewDimension::Cube,
        };
        Ok(texture.create_view(&wgpu::TextureViewDescriptor {
            dimension: Some(dimension),
            ..Default::default()
        }))
    }
}

fn size(x: i32) -> Option<u32> {
    u32::try_from(x).ok().filter(|&x| x > 0)
}

/// A pixel with four channels, of one with one to four.
fn pixel(bytes: &[u8]) -> [u8; 4] {
    match *bytes {
        [r, g, b, a] => [r, g, b, a],
        [r, g, b] => [r, g, b, u8::MAX],
        [l, a] => [l, l, l, a],
        [l, ..] => [l, l, l, u8::MAX],
        [] => [u8::MAX; 4],
    }
}

/// A picture of a texture in one of its sizes.
struct Level {
    width: u32,
    height: u32,
    pixels: Vec<[u8; 4]>,
}

impl Level {
    fn write(&self, gpu: &Gpu, texture: &wgpu::Texture, mip_level: u32, layer: u32) {
        let target = wgpu::TexelCopyTextureInfo {
            texture,
            mip_level,
            origin: wgpu::Origin3d { x: 0, y: 0, z: layer },
            aspect: wgpu::TextureAspect::All,
        };
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(4 * self.width),
            rows_per_image: None,
        };
        let size =
            wgpu::Extent3d { width: self.width, height: self.height, depth_or_array_layers: 1 };
        gpu.queue.write_texture(target, bytemuck::cast_slice(&self.pixels), layout, size);
    }

    /// The means of two by two pixels.
    fn half(&self, is_srgb: bool) -> Self {
        let (width, height) = ((self.width / 2).max(1), (self.height / 2).max(1));
        let at = |x: u32, y: u32| {
            let (x, y) = (x.min(self.width - 1), y.min(self.height - 1));
            self.pixels[(y * self.width + x) as usize]
        };
        let mean = |x: u32, y: u32| {
            let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(i, j)| at(2 * x + i, 2 * y + j));
            std::array::from_fn(|channel| {
                let values = four.map(|pixel| pixel[channel]);
                if is_srgb && channel < 3 { bright_mean(values) } else { plain_mean(values) }
            })
        };
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| mean(x, y))).collect();
        Self { width, height, pixels }
    }
}

fn plain_mean(values: [u8; 4]) -> u8 {
    ((values.iter().map(|&x| u32::from(x)).sum::<u32>() + 2) / 4) as u8
}

/// The value that is as bright as the mean of four, for values that grow slower than brightness.
fn bright_mean(values: [u8; 4]) -> u8 {
    const GAMMA: f32 = 2.2;
    let light: f32 = values.iter().map(|&x| (f32::from(x) / 255.0).powf(GAMMA)).sum::<f32>() / 4.0;
    (255.0 * light.powf(1.0 / GAMMA)).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smaller_copies_are_means_down_to_one_pixel() {
        let gray = |x: u8| [x, x, x, 255];
        let pixels = vec![gray(0), gray(100), gray(50), gray(20), gray(40), gray(70)];
        let half = Level { width: 3, height: 2, pixels }.half(false);
        assert_eq!((half.width, half.height, half.pixels), (1, 1, vec![gray(40)]));
        assert_eq!(bright_mean([0, 0, 255, 255]), 186);
    }

    #[test]
    fn pixels_get_four_channels() {
        assert_eq!(pixel(&[1, 2, 3]), [1, 2, 3, 255]);
        assert_eq!(pixel(&[7]), [7, 7, 7, 255]);
        assert_eq!(pixel(&[7, 9]), [7, 7, 7, 9]);
    }
}
