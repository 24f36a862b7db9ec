//! Generated textures: gradients, checkers and flat colors, with marks on top. All are RGB.

use ferrodyn_engine::math::fun;

use super::random::Twister;
use crate::spec::{Texture, TextureBuiltin, TextureMark};

type Rgb = [u8; 3];

/// Faces of a cube in the order they are stored.
const RIGHT: usize = 0;
const LEFT: usize = 1;
const UP: usize = 2;
const DOWN: usize = 3;
const FRONT: usize = 4;
const BACK: usize = 5;

/// Paints a 2D pattern of `3 * width * height` bytes.
pub(super) fn flat(spec: &Texture, size: [usize; 2], image: &mut [u8]) {
    let [width, height] = size;
    let (rgb1, rgb2) = (color(spec.rgb1), color(spec.rgb2));
    paint(image, width, |pixel| match spec.builtin {
        TextureBuiltin::None => [0; 3],
        TextureBuiltin::Gradient => {
            // rgb1 in the middle, rgb2 from the edges on
            let [x, y] = position(pixel, size);
            let radius = (x * x + y * y).sqrt();
            blend(spec.rgb2, spec.rgb1, 2.0 * radius - 1.0)
        }
        TextureBuiltin::Checker if checker(pixel, size) => rgb1,
        TextureBuiltin::Checker => rgb2,
        TextureBuiltin::Flat => rgb1,
    });
    mark(spec, image, width, height);
    scatter(spec, image);
}

/// Paints six faces on top of each other, `18 * width * width` bytes.
pub(super) fn cube(spec: &Texture, width: usize, image: &mut [u8]) {
    let size = 3 * width * width;
    for face in [RIGHT, LEFT, UP, DOWN, FRONT, BACK] {
        if let Some(twin) = twin(spec.builtin, face) {
            image.copy_within(twin * size..(twin + 1) * size, face * size);
            continue;
        }
        let pixels = &mut image[face * size..(face + 1) * size];
        paint_face(spec, face, pixels, width);
        mark(spec, pixels, width, width);
    }
    scatter(spec, image);
}

/// The face before it that a face looks like.
fn twin(builtin: TextureBuiltin, face: usize) -> Option<usize> {
    match face {
        LEFT => Some(RIGHT),
        FRONT if builtin != TextureBuiltin::Checker => Some(RIGHT),
        BACK => Some(FRONT),
        _ => None,
    }
}

fn paint_face(spec: &Texture, face: usize, pixels: &mut [u8], width: usize) {
    let (rgb1, rgb2) = (color(spec.rgb1), color(spec.rgb2));
    let size = [width, width];
    paint(pixels, width, |pixel| match spec.builtin {
        TextureBuiltin::None => [0; 3],
        TextureBuiltin::Gradient => {
            let [x, y] = position(pixel, size);
            blend(spec.rgb1, spec.rgb2, elevation(face, x, y))
        }
        // front and back are the negative of the others
        TextureBuiltin::Checker if checker(pixel, size) == (face < FRONT) => rgb1,
        TextureBuiltin::Checker => rgb2,
        TextureBuiltin::Flat if face == DOWN => rgb2,
        TextureBuiltin::Flat => rgb1,
    });
}

/// Angle above the horizon of a point on a face of the cube, from -1 (down) to 1 (up).
fn elevation(face: usize, x: f64, y: f64) -> f64 {
    let right_angle = 0.5 * std::f64::consts::PI;
    let distance = (1.0 + x * x + y * y).sqrt();
    let above = || 1.0 - fun::acos(1.0 / distance) / right_angle;
    match face {
        UP => above(),
        DOWN => -above(),
        _ => fun::asin(y / distance) / right_angle,
    }
}

/// Sets every pixel of an RGB image from its row and column.
fn paint(image: &mut [u8], width: usize, rgb: impl Fn([usize; 2]) -> Rgb) {
    for (r, row) in image.chunks_exact_mut(3 * width).enumerate() {
        for (c, pixel) in row.chunks_exact_mut(3).enumerate() {
            pixel.copy_from_slice(&rgb([r, c]));
        }
    }
}

/// Coordinates of a pixel, x to the right and y up, from -1 to 1. NaN along a side of one pixel,
/// which becomes black.
fn position([r, c]: [usize; 2], [width, height]: [usize; 2]) -> [f64; 2] {
    let x = (2 * c) as f64 / (width as f64 - 1.0) - 1.0;
    let y = 1.0 - (2 * r) as f64 / (height as f64 - 1.0);
    [x, y]
}

/// Whether a pixel is in the first or last quarter of a two by two checkerboard.
fn checker([r, c]: [usize; 2], [width, height]: [usize; 2]) -> bool {
    (r < height / 2) == (c < width / 2)
}

/// From `rgb2` at -1 to `rgb1` at 1 along a sigmoid.
fn blend(rgb1: [f64; 3], rgb2: [f64; 3], at: f64) -> Rgb {
    let correction = 1.0 / 2.0_f64.sqrt();
    let alpha = 0.5 * (1.0 + at / (1.0 + at * at).sqrt() / correction);
    let alpha = alpha.clamp(0.0, 1.0);
    std::array::from_fn(|j| byte(255.0 * (alpha * rgb1[j] + (1.0 - alpha) * rgb2[j])))
}

/// Draws the marks that look the same on every face.
fn mark(spec: &Texture, image: &mut [u8], width: usize, height: usize) {
    let rgb = color(spec.markrgb);
    let (rows, columns) = match spec.mark {
        TextureMark::Edge => ([0, height - 1], [0, width - 1]),
        TextureMark::Cross => ([height / 2; 2], [width / 2; 2]),
        TextureMark::None | TextureMark::Random => return,
    };
    for (r, row) in image.chunks_exact_mut(3 * width).enumerate() {
        if rows.contains(&r) {
            row.chunks_exact_mut(3).for_each(|pixel| pixel.copy_from_slice(&rgb));
        }
        for c in columns {
            row[3 * c..3 * c + 3].copy_from_slice(&rgb);
        }
    }
}

/// Draws random dots over the whole image, the same ones every time.
fn scatter(spec: &Texture, image: &mut [u8]) {
    if spec.mark != TextureMark::Random || spec.random <= 0.0 || spec.random.is_nan() {
        return;
    }
    let rgb = color(spec.markrgb);
    let mut twister = Twister::new(42);
    for pixel in image.chunks_exact_mut(3) {
        if twister.uniform() < spec.random {
            pixel.copy_from_slice(&rgb);
        }
    }
}

/// A color in bytes.
pub(super) fn color(rgb: [f64; 3]) -> Rgb {
    rgb.map(|x| byte(255.0 * x))
}

/// A number cut to an integer, of which the lowest byte remains; 0 for what is no 32-bit integer.
fn byte(x: f64) -> u8 {
    if x > -2_147_483_649.0 && x < 2_147_483_648.0 { x as i32 as u8 } else { 0 }
}
