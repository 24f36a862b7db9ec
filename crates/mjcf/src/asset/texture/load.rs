//! One image of a texture from a file: PNG, KTX or MuJoCo's binary format, flipped on request.
//!
//! The binary format is `width`, `height` (32-bit integers) and RGB pixels. A KTX file is not
//! decoded: its bytes become the pixels, one row of one channel, for a renderer to understand.

use super::image_bytes;
use crate::asset::bytes::header;
use crate::asset::image::{Image, decode_png};
use crate::asset::{AssetError, AssetSource};
use crate::path;
use crate::spec::{ColorSpace, Texture};

/// Reads an image with the channels and flips that the texture asks for.
pub(super) fn load(
    spec: &Texture,
    file: &str,
    source: &AssetSource<'_>,
) -> Result<Image, AssetError> {
    let media_type = path::media_type(&source.resolve(file), &spec.content_type);
    let decode = match media_type.as_str() {
        "image/png" => from_png,
        "image/ktx" => from_ktx,
        "" | "image/vnd.mujoco.texture" => from_binary,
        _ => {
            return Err(AssetError::Invalid(format!(
                "a texture cannot be of type '{media_type}': use image/png, image/ktx or \
                 image/vnd.mujoco.texture"
            )));
        }
    };
    let bytes = source.read(file)?;
    let decode = || {
        let mut image = decode(spec, &bytes)?;
        flip(spec, &mut image.data, image.width, image.nchannel);
        Ok(image)
    };
    let in_file = |e: AssetError| AssetError::Invalid(format!("file '{file}': {e}"));
    let Some(cache) = source.cache else {
        return decode().map_err(in_file);
    };
    let Texture { nchannel, hflip, vflip, .. } = spec;
    let parameters = format!("{media_type} {nchannel} {hflip} {vflip}");
    let size = |image: &Image| image.data.len();
    let shared = cache.get_or_decode("texture", &parameters, &bytes, size, decode);
    shared.map(|image| (*image).clone()).map_err(in_file)
}

/// The color space of a texture read from an image.
pub(super) fn colorspace(wanted: ColorSpace, image: &Image) -> ColorSpace {
    match wanted {
        ColorSpace::Auto if image.srgb => ColorSpace::Srgb,
        ColorSpace::Auto => ColorSpace::Linear,
        ColorSpace::Linear | ColorSpace::Srgb => wanted,
    }
}

/// Mirrors an image as the texture asks.
pub(super) fn flip(spec: &Texture, data: &mut [u8], width: usize, nchannel: usize) {
    if width == 0 || nchannel == 0 {
        return;
    }
    if spec.hflip {
        for row in data.chunks_exact_mut(width * nchannel) {
            // reverse the bytes, then each pixel's own
            row.reverse();
            row.chunks_exact_mut(nchannel).for_each(<[u8]>::reverse);
        }
    }
    if spec.vflip {
        data.reverse();
        for row in data.chunks_exact_mut(width * nchannel) {
            row.reverse();
        }
    }
}

fn from_png(spec: &Texture, bytes: &[u8]) -> Result<Image, AssetError> {
    let nchannel = usize::try_from(spec.nchannel).unwrap_or(0);
    decode_png(bytes, nchannel)
}

fn from_ktx(spec: &Texture, bytes: &[u8]) -> Result<Image, AssetError> {
    if spec.hflip || spec.vflip {
        return Err(AssetError::Invalid(
            "a KTX texture cannot be flipped: flip it before saving".into(),
        ));
    }
    let width = image_bytes(bytes.len(), 1, 1)?;
    Ok(Image { width, height: 1, nchannel: 1, srgb: false, data: bytes.to_vec() })
}

fn from_binary(spec: &Texture, bytes: &[u8]) -> Result<Image, AssetError> {
    let refuse = |why: std::fmt::Arguments<'_>| {
        AssetError::Invalid(format!(
            "it is no PNG, and not in MuJoCo's binary format because {why}"
        ))
    };
    let Some(([w, h], pixels)) = header::<2>(bytes) else {
        return Err(refuse(format_args!("it has less than 8 bytes")));
    };
    let (Ok(width), Ok(height)) = (usize::try_from(w), usize::try_from(h)) else {
        return Err(refuse(format_args!("its width and height are not positive")));
    };
    if width == 0 || height == 0 {
        return Err(refuse(format_args!("its width and height are not positive")));
    }
    if image_bytes(width, height, 3).ok() != Some(pixels.len()) {
        let have = bytes.len();
        return Err(refuse(format_args!("{have} bytes do not hold its width times height pixels")));
    }

    // fewer channels take the first bytes, whatever they mean; there is nothing to take more from
    let nchannel = usize::try_from(spec.nchannel).unwrap_or(0);
    let wanted = image_bytes(width, height, nchannel).ok().filter(|bytes| *bytes > 0);
    let Some(data) = wanted.and_then(|bytes| pixels.get(..bytes)) else {
        return Err(AssetError::Invalid(format!(
            "it has 3 channels, not {}: set nchannel=\"3\"",
            spec.nchannel
        )));
    };
    Ok(Image { width, height, nchannel, srgb: false, data: data.to_vec() })
}
