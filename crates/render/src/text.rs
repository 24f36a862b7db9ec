//! Text on pictures.

use ferrodyn_scene::Scene;
use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};

use crate::frame::Eye;

/// Height of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextSize {
    /// 16 pixels from line to line.
    Small,
    /// 24 pixels from line to line.
    Medium,
    /// 32 pixels from line to line.
    Large,
}

impl TextSize {
    fn raster(self) -> RasterHeight {
        match self {
            Self::Small => RasterHeight::Size16,
            Self::Medium => RasterHeight::Size24,
            Self::Large => RasterHeight::Size32,
        }
    }

    /// Pixels from line to line.
    #[must_use]
    pub fn line_height(self) -> u32 {
        self.raster().val() as u32
    }

    /// Pixels from letter to letter.
    #[must_use]
    pub fn letter_width(self) -> u32 {
        get_raster_width(FontWeight::Regular, self.raster()) as u32
    }
}

/// A picture that is drawn on: red, green and blue of each pixel, row by row from the top.
#[derive(Debug)]
pub struct Paper<'a> {
    pixels: &'a mut [[u8; 3]],
    width: i64,
}

impl<'a> Paper<'a> {
    /// A picture of a width.
    #[must_use]
    pub fn new(pixels: &'a mut [u8], width: u32) -> Self {
        Self { pixels: pixels.as_chunks_mut().0, width: i64::from(width.max(1)) }
    }

    /// Writes text whose first line has its upper left corner at a pixel; what does not fit is cut.
    pub fn write(&mut self, x: i64, y: i64, text: &str, size: TextSize, color: [u8; 3]) {
        for (line, text) in text.lines().enumerate() {
            let top = y.saturating_add(i64::from(size.line_height()) * line as i64);
            for (column, letter) in text.chars().enumerate() {
                let left = x.saturating_add(i64::from(size.letter_width()) * column as i64);
                if left >= self.width {
                    break;
                }
                self.letter(left, top, letter, size, color);
            }
        }
    }

    fn letter(&mut self, x: i64, y: i64, letter: char, size: TextSize, color: [u8; 3]) {
        let raster = |letter| get_raster(letter, FontWeight::Regular, size.raster());
        let Some(raster) = raster(letter).or_else(|| raster('?')) else { return };
        for (row, line) in raster.rows().enumerate() {
            for (column, &share) in line.iter().enumerate() {
                self.mix(x + column as i64, y + row as i64, color, share);
            }
        }
    }

    /// Mixes a color into a rectangle, as much of it as 255 parts say.
    pub fn fill(&mut self, corner: [i64; 2], size: [u32; 2], color: [u8; 3], share: u8) {
        let height = self.pixels.len() as i64 / self.width;
        let range = |start: i64, length: u32, most: i64| {
            start.clamp(0, most)..start.saturating_add(i64::from(length)).clamp(0, most)
        };
        for y in range(corner[1], size[1], height) {
            for x in range(corner[0], size[0], self.width) {
                self.mix(x, y, color, share);
            }
        }
    }

    fn mix(&mut self, x: i64, y: i64, color: [u8; 3], share: u8) {
        if share == 0 || !(0..self.width).contains(&x) {
            return;
        }
        let at = usize::try_from(y.saturating_mul(self.width).saturating_add(x)).ok();
        let Some(pixel) = at.filter(|_| y >= 0).and_then(|at| self.pixels.get_mut(at)) else {
            return;
        };
        let share = u32::from(share);
        for (old, new) in pixel.iter_mut().zip(color) {
            *old = ((u32::from(*old) * (255 - share) + u32::from(new) * share + 127) / 255) as u8;
        }
    }

    /// Writes the labels of a scene where its shapes are, in a rectangle of the picture.
    pub(crate) fn label(&mut self, scn: &Scene, eye: &Eye, rect: [u32; 4]) {
        const SIZE: TextSize = TextSize::Small;
        let [left, top, width, height] = rect.map(f64::from);
        for geom in scn.geoms.iter().filter(|geom| !geom.label.is_empty()) {
            let Some([x, y]) = eye.see(geom.pos) else { continue };
            let place = |share: f32, size: f64| (0.5 + 0.5 * f64::from(share)) * size;
            let (x, y) = (left + place(x, width), top + place(-y, height));
            let (x, y) = (x as i64, y as i64 - i64::from(SIZE.line_height()));
            self.write(x + 1, y + 1, &geom.label, SIZE, [0; 3]);
            self.write(x, y, &geom.label, SIZE, [255; 3]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_written_where_it_should_be_and_cut_where_it_ends() {
        let mut pixels = vec![0; 3 * 40 * 30];
        let mut paper = Paper::new(&mut pixels, 40);
        paper.write(5, 3, "Wi", TextSize::Small, [255, 0, 0]);
        for (x, y) in [(38, 3), (-3, 25), (1 << 40, 5), (5, i64::MIN)] {
            paper.write(x, y, "Wide\nand high", TextSize::Large, [0, 0, 255]);
        }
        let red = |x: usize, y: usize| pixels[3 * (y * 40 + x)];
        assert!((5..21).any(|x| (3..19).any(|y| red(x, y) > 200)));
        assert!((0..40).all(|x| red(x, 0) == 0 && red(x, 24) == 0));
    }

    #[test]
    fn rectangles_are_mixed_into_what_is_there() {
        let mut pixels = vec![100; 3 * 4 * 4];
        Paper::new(&mut pixels, 4).fill([-1, 2], [3, 9], [200, 100, 0], 128);
        assert_eq!(pixels[3 * 8..3 * 8 + 3], [150, 100, 50]);
        assert_eq!(pixels[3 * 10..3 * 10 + 3], [100; 3]);
        assert_eq!(pixels[..24], [100; 24]);
    }
}
