//! Textures: pixels generated, read from files or given by the program.
//!
//! A 2D texture is one image. A cube or skybox is either one square image that all faces repeat, or
//! six square images on top of each other: right, left, up, down, front, back (in MuJoCo's frame:
//! +x, -x, +y, -y, +z, -z).

mod builtin;
mod cube;
mod load;
mod random;

use super::{AssetError, AssetSource};
use crate::spec::{ColorSpace, Texture, TextureBuiltin, TextureType};

/// A compiled texture, as in the `tex_` arrays of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextureData {
    /// Mapping.
    pub kind: TextureType,
    /// Color space; files settle `Auto`, generated and given pixels leave it.
    pub colorspace: ColorSpace,
    /// Pixels in a row.
    pub width: usize,
    /// Rows; six times the width for a cube with separate faces.
    pub height: usize,
    /// Bytes of a pixel.
    pub nchannel: usize,
    /// `height * width * nchannel` bytes, rows from top to bottom.
    pub data: Vec<u8>,
}

impl TextureData {
    /// How many bytes its pixels take.
    pub(crate) fn bytes(&self) -> usize {
        self.height * self.width * self.nchannel
    }
}

/// Most bytes of one texture.
const MAX_BYTES: usize = if usize::BITS > 32 { 1 << 33 } else { 1 << 30 };

/// Generates, reads or takes the pixels of a texture.
///
/// # Errors
/// For sizes that do not fit, unreadable or unsuitable files, and textures without a source.
#[doc(alias = "mjCTexture::Compile")]
pub fn compile_texture(
    spec: &Texture,
    source: &AssetSource<'_>,
) -> Result<TextureData, AssetError> {
    let mut texture = describe_texture(spec, source)?;
    if texture.data.is_empty() {
        texture.data = vec![0; texture.bytes()];
        let TextureData { width, height, data, .. } = &mut texture;
        generate(spec, [*width, *height], data);
    }
    Ok(texture)
}

/// As [`compile_texture`], without the pixels of a pattern, which [`generate`] can paint where they belong.
pub(crate) fn describe_texture(
    spec: &Texture,
    source: &AssetSource<'_>,
) -> Result<TextureData, AssetError> {
    if !spec.data.is_empty() {
        given(spec)
    } else if is_generated(spec) {
        pattern(spec)
    } else if !spec.file.is_empty() {
        match spec.kind {
            TextureType::TwoD => flat(spec, source),
            TextureType::Cube | TextureType::Skybox => cube::from_one_file(spec, source),
        }
    } else if spec.kind == TextureType::TwoD {
        Err(AssetError::Invalid("a 2d texture needs a file, a builtin or data".into()))
    } else {
        cube::from_face_files(spec, source)
    }
}

/// Pixels given by the program.
fn given(spec: &Texture) -> Result<TextureData, AssetError> {
    let [width, height, nchannel] = sizes([spec.width, spec.height, spec.nchannel])?;
    let mut data = spec.data.clone();
    if image_bytes(width, height, nchannel)? != data.len() {
        return Err(AssetError::Invalid(format!(
            "data must have nchannel*width*height = {nchannel} x {width} x {height} bytes, not {}",
            data.len()
        )));
    }
    load::flip(spec, &mut data, width, nchannel);
    Ok(TextureData { data, ..described(spec, width, height, nchannel) })
}

/// Whether a texture is a pattern.
pub(crate) fn is_generated(spec: &Texture) -> bool {
    spec.builtin != TextureBuiltin::None && spec.data.is_empty()
}

/// Bytes of a generated pattern; 0 if the texture is not generated or its sizes are refused later.
pub(crate) fn generated_bytes(spec: &Texture) -> usize {
    let rows = match spec.kind {
        TextureType::TwoD => spec.height,
        TextureType::Cube | TextureType::Skybox => spec.width.saturating_mul(6),
    };
    match sizes([spec.width, rows, spec.nchannel.max(3)]) {
        Ok(sizes) if is_generated(spec) => sizes.into_iter().fold(1, usize::saturating_mul),
        _ => 0,
    }
}

/// A pattern, yet without pixels.
fn pattern(spec: &Texture) -> Result<TextureData, AssetError> {
    let height = match spec.kind {
        TextureType::TwoD => spec.height,
        TextureType::Cube | TextureType::Skybox => spec.width.saturating_mul(6),
    };
    let [width, height, nchannel] = sizes([spec.width, height, spec.nchannel])?;
    image_bytes(width, height, nchannel)?;
    image_bytes(width, height, 3)?;
    Ok(described(spec, width, height, nchannel))
}

/// Paints a pattern where all is zero. It is drawn as RGB whatever `nchannel` says: fewer channels cut
/// its bytes short, a fourth one leaves zeros at the end.
pub(crate) fn generate(spec: &Texture, [width, height]: [usize; 2], pixels: &mut [u8]) {
    let paint = |image: &mut [u8]| match spec.kind {
        TextureType::TwoD => builtin::flat(spec, [width, height], image),
        TextureType::Cube | TextureType::Skybox => builtin::cube(spec, width, image),
    };
    let bytes = 3 * width * height;
    if let Some(image) = pixels.get_mut(..bytes) {
        paint(image);
    } else {
        let mut image = vec![0; bytes];
        paint(&mut image);
        pixels.copy_from_slice(&image[..pixels.len()]);
    }
}

/// One image from a file.
fn flat(spec: &Texture, source: &AssetSource<'_>) -> Result<TextureData, AssetError> {
    let image = load::load(spec, &spec.file, source)?;
    let colorspace = load::colorspace(spec.colorspace, &image);
    let described = described(spec, image.width, image.height, image.nchannel);
    Ok(TextureData { data: image.data, colorspace, ..described })
}

/// The texture without its pixels.
fn described(spec: &Texture, width: usize, height: usize, nchannel: usize) -> TextureData {
    let (kind, colorspace) = (spec.kind, spec.colorspace);
    TextureData { kind, colorspace, width, height, nchannel, data: Vec::new() }
}

/// Width, height and channels, if all are positive.
fn sizes(sizes: [i32; 3]) -> Result<[usize; 3], AssetError> {
    if sizes.iter().any(|size| *size < 1) {
        return Err(AssetError::Invalid(
            "width, height and nchannel of a texture must be positive".into(),
        ));
    }
    Ok(sizes.map(|size| size as usize))
}

/// Bytes of an image, if a model can hold them.
fn image_bytes(width: usize, height: usize, nchannel: usize) -> Result<usize, AssetError> {
    let bytes = width.checked_mul(height).and_then(|pixels| pixels.checked_mul(nchannel));
    bytes.filter(|bytes| *bytes <= MAX_BYTES).ok_or_else(|| {
        AssetError::Invalid(format!(
            "a texture of {width} x {height} pixels is too large: make it smaller"
        ))
    })
}

#[cfg(test)]
mod tests;
