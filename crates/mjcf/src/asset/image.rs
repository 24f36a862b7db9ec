//! PNG files to 8-bit gray, RGB or RGBA pixels, equal to what MuJoCo gets from lodepng.
//!
//! * 16-bit samples keep their high byte; samples of fewer than 8 bits become `value * 255 / max`.
//! * Gray out of a colored image is its red channel; alpha is dropped when it is not asked for.
//! * A palette index beyond the palette is opaque black.
//! * Only an sRGB chunk makes an image sRGB: color profiles and gamma are ignored.
//!
//! Chunks are read here, by lodepng's rules. Only the compressed pixels go through the `png` crate,
//! behind a header of our own that calls palette indices gray, so that it hands out raw samples.

use std::io::Cursor;

use super::AssetError;

/// Decoded pixels, rows from top to bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Bytes of a pixel: 1 gray, 3 RGB, 4 RGBA.
    pub nchannel: usize,
    /// Whether the file says that its values are gamma-encoded.
    pub srgb: bool,
    /// `height * width * nchannel` bytes.
    pub data: Vec<u8>,
}

/// Most bytes of pixels that are decoded: addresses in a model are 32-bit.
const MAX_BYTES: usize = i32::MAX as usize;

/// Deflate cannot shrink data more than this: a header that promises more is lying.
const MAX_DEFLATE_RATIO: usize = 1032;

/// Bytes that decoding takes if this is a PNG file, as its header says; 0 for other files and for
/// headers that promise more than the file can hold.
pub(super) fn decoded_bytes(bytes: &[u8]) -> usize {
    let size = |at: usize| {
        let bytes = bytes.get(at..at + 4).and_then(|b| <[u8; 4]>::try_from(b).ok());
        bytes.map_or(0, |b| u32::from_be_bytes(b) as usize)
    };
    if bytes.get(1..4) != Some(b"PNG") {
        return 0;
    }
    // at most four samples of two bytes
    let most = size(16).saturating_mul(size(20)).saturating_mul(8);
    if most / 64 > bytes.len().saturating_mul(MAX_DEFLATE_RATIO) { 0 } else { most }
}

/// Decodes a PNG file to `nchannel` bytes per pixel: 1 gray, 3 RGB, 4 RGBA.
///
/// # Errors
/// For other channel counts, files that are damaged, and images too large for a model.
pub fn decode_png(bytes: &[u8], nchannel: usize) -> Result<Image, AssetError> {
    if ![1, 3, 4].contains(&nchannel) {
        return Err(AssetError::Invalid(format!(
            "a PNG cannot have {nchannel} channels: use 1, 3 or 4"
        )));
    }
    let chunks = Chunks::read(bytes)?;
    chunks.header.check_size(nchannel, chunks.compressed.len())?;

    let samples = chunks.samples()?;
    let Header { width, height, .. } = chunks.header;
    let mut data = Vec::with_capacity(width * height * nchannel);
    for row in samples.chunks_exact(chunks.header.row_bytes()) {
        for i in 0..width {
            let rgba = chunks.pixel(row, i);
            data.extend_from_slice(&rgba[..nchannel]);
        }
    }
    Ok(Image { width, height, nchannel, srgb: chunks.srgb, data })
}

fn damaged(what: impl std::fmt::Display) -> AssetError {
    AssetError::Invalid(format!("the PNG file is damaged ({what}): save it again"))
}

/// The image header.
#[derive(Clone, Copy, Debug)]
struct Header {
    width: usize,
    height: usize,
    depth: u8,
    color: Color,
    interlaced: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Color {
    Gray,
    Rgb,
    Palette,
    GrayAlpha,
    Rgba,
}

impl Color {
    /// Samples of a pixel.
    fn samples(self) -> usize {
        match self {
            Self::Gray | Self::Palette => 1,
            Self::GrayAlpha => 2,
            Self::Rgb => 3,
            Self::Rgba => 4,
        }
    }

    /// Code in a header that gives raw samples: palette indices pass as gray.
    fn raw_code(self) -> u8 {
        match self {
            Self::Gray | Self::Palette => 0,
            Self::Rgb => 2,
            Self::GrayAlpha => 4,
            Self::Rgba => 6,
        }
    }
}

impl Header {
    fn parse(data: &[u8]) -> Result<Self, AssetError> {
        let &[w0, w1, w2, w3, h0, h1, h2, h3, depth, color, method, filter, interlace] = data
        else {
            return Err(damaged("wrong header length"));
        };
        let color = match (color, depth) {
            (0, 1 | 2 | 4 | 8 | 16) => Color::Gray,
            (2, 8 | 16) => Color::Rgb,
            (3, 1 | 2 | 4 | 8) => Color::Palette,
            (4, 8 | 16) => Color::GrayAlpha,
            (6, 8 | 16) => Color::Rgba,
            _ => return Err(damaged(format_args!("color type {color} with {depth} bits"))),
        };
        if method != 0 || filter != 0 || interlace > 1 {
            return Err(damaged("unknown compression, filter or interlace method"));
        }
        let width = u32::from_be_bytes([w0, w1, w2, w3]) as usize;
        let height = u32::from_be_bytes([h0, h1, h2, h3]) as usize;
        if width == 0 || height == 0 {
            return Err(damaged("it has no pixels"));
        }
        Ok(Self { width, height, depth, color, interlaced: interlace == 1 })
    }

    /// Bytes of a row of samples.
    fn row_bytes(&self) -> usize {
        let bits = self.width as u64 * self.color.samples() as u64 * u64::from(self.depth);
        bits.div_ceil(8) as usize
    }

    /// Refuses, before anything is allocated, images that no model can hold and images that the
    /// compressed bytes cannot fill.
    fn check_size(&self, nchannel: usize, compressed: usize) -> Result<(), AssetError> {
        let (width, height) = (self.width, self.height);
        let fits = |row: usize| row.checked_mul(height).filter(|n| *n <= MAX_BYTES);
        let decoded = width.checked_mul(nchannel).and_then(fits);
        let (Some(raw), Some(_)) = (fits(self.row_bytes()), decoded) else {
            return Err(AssetError::Invalid(format!(
                "the PNG file has {width} x {height} pixels, more than a model can hold: use a \
                 smaller image"
            )));
        };
        if raw > compressed.saturating_mul(MAX_DEFLATE_RATIO) {
            return Err(damaged("it ends before its last pixel"));
        }
        if compressed > MAX_BYTES {
            return Err(damaged("it has more data than pixels"));
        }
        Ok(())
    }
}

/// The contents of the chunks of a PNG file.
struct Chunks {
    header: Header,
    /// RGBA entries; opaque black beyond those of the file.
    palette: [[u8; 4]; 256],
    /// Samples of the color that is transparent, for gray and RGB.
    transparent: Option<[u16; 3]>,
    srgb: bool,
    compressed: Vec<u8>,
}

const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// Chunks whose checksum counts, with their length if it is fixed; others are skipped unread.
const KNOWN_CHUNKS: [(&[u8; 4], Option<usize>); 19] = [
    (b"IDAT", None),
    (b"IEND", None),
    (b"PLTE", None),
    (b"tRNS", None),
    (b"bKGD", None),
    (b"tEXt", None),
    (b"zTXt", None),
    (b"iTXt", None),
    (b"iCCP", None),
    (b"eXIf", None),
    (b"sBIT", None),
    (b"tIME", Some(7)),
    (b"pHYs", Some(9)),
    (b"gAMA", Some(4)),
    (b"cHRM", Some(32)),
    (b"sRGB", Some(1)),
    (b"cICP", Some(4)),
    (b"mDCV", Some(24)),
    (b"cLLI", Some(8)),
];

impl Chunks {
    fn read(bytes: &[u8]) -> Result<Self, AssetError> {
        let body = bytes.strip_prefix(&SIGNATURE).ok_or_else(|| {
            AssetError::Invalid("the file is not a PNG: convert it, or set content_type".into())
        })?;
        let (name, data, mut rest) = next_chunk(body)?;
        if name != b"IHDR" {
            return Err(damaged("it does not begin with a header"));
        }
        check_crc(body, data.len())?;
        let mut chunks = Self {
            header: Header::parse(data)?,
            palette: [[0, 0, 0, 255]; 256],
            transparent: None,
            srgb: false,
            compressed: Vec::new(),
        };

        let mut palette_len = 0;
        loop {
            let (name, data, after) = next_chunk(rest)?;
            match name {
                b"IDAT" => chunks.compressed.extend_from_slice(data),
                b"PLTE" => palette_len = chunks.set_palette(data)?,
                b"tRNS" => chunks.set_transparency(data, palette_len)?,
                b"sRGB" => chunks.srgb = true,
                _ => {}
            }
            match KNOWN_CHUNKS.iter().find(|known| known.0 == name) {
                Some((_, Some(length))) if *length != data.len() => {
                    return Err(damaged("a chunk of the wrong length"));
                }
                Some(_) => check_crc(rest, data.len())?,
                None => check_unknown(*name)?,
            }
            if name == b"IEND" {
                break;
            }
            rest = after;
        }
        if chunks.header.color == Color::Palette && palette_len == 0 {
            return Err(damaged("it has no palette"));
        }
        Ok(chunks)
    }

    fn set_palette(&mut self, data: &[u8]) -> Result<usize, AssetError> {
        let len = data.len() / 3;
        if len == 0 || len > 256 {
            return Err(damaged(format_args!("palette of {len} colors")));
        }
        self.palette = [[0, 0, 0, 255]; 256];
        for (entry, rgb) in self.palette.iter_mut().zip(data.chunks_exact(3)) {
            entry[..3].copy_from_slice(rgb);
        }
        Ok(len)
    }

    fn set_transparency(&mut self, data: &[u8], palette_len: usize) -> Result<(), AssetError> {
        match (self.header.color, data) {
            (Color::Palette, alphas) if alphas.len() <= palette_len => {
                for (entry, alpha) in self.palette.iter_mut().zip(alphas) {
                    entry[3] = *alpha;
                }
            }
            (Color::Gray, &[hi, lo]) => {
                self.transparent = Some([u16::from_be_bytes([hi, lo]); 3]);
            }
            (Color::Rgb, &[r1, r0, g1, g0, b1, b0]) => {
                self.transparent = Some([[r1, r0], [g1, g0], [b1, b0]].map(u16::from_be_bytes));
            }
            _ => return Err(damaged("transparency that does not suit its colors")),
        }
        Ok(())
    }

    /// Rows of samples, uncompressed and without interlacing.
    fn samples(&self) -> Result<Vec<u8>, AssetError> {
        let mut options = png::DecodeOptions::default();
        options.set_ignore_adler32(false);
        let stream = Cursor::new(self.raw_png());
        let mut decoder = png::Decoder::new_with_options(stream, options);
        decoder.set_limits(png::Limits { bytes: MAX_BYTES });
        let mut reader = decoder.read_info().map_err(damaged)?;
        let mut samples = vec![0; self.header.row_bytes() * self.header.height];
        reader.next_frame(&mut samples).map_err(damaged)?;
        Ok(samples)
    }

    /// A file of the compressed pixels alone.
    fn raw_png(&self) -> Vec<u8> {
        let Header { width, height, depth, color, interlaced } = self.header;
        let mut header = Vec::with_capacity(13);
        header.extend_from_slice(&(width as u32).to_be_bytes());
        header.extend_from_slice(&(height as u32).to_be_bytes());
        header.extend_from_slice(&[depth, color.raw_code(), 0, 0, u8::from(interlaced)]);

        let mut file = SIGNATURE.to_vec();
        for (name, data) in
            [(b"IHDR", &header[..]), (b"IDAT", &self.compressed[..]), (b"IEND", &[][..])]
        {
            let start = file.len() + 4;
            file.extend_from_slice(&(data.len() as u32).to_be_bytes());
            file.extend_from_slice(name);
            file.extend_from_slice(data);
            let crc = crc32fast::hash(&file[start..]);
            file.extend_from_slice(&crc.to_be_bytes());
        }
        file
    }

    /// Pixel `i` of a row, as RGBA.
    fn pixel(&self, row: &[u8], i: usize) -> [u8; 4] {
        let Header { depth, color, .. } = self.header;
        // full 16 bits or the sample as it is, for the comparison with the transparent color
        let sample = |k: usize| -> u16 {
            let k = i * color.samples() + k;
            match depth {
                16 => u16::from_be_bytes([row[2 * k], row[2 * k + 1]]),
                8 => u16::from(row[k]),
                _ => {
                    let per_byte = 8 / usize::from(depth);
                    let shift = 8 - usize::from(depth) * (k % per_byte + 1);
                    u16::from(row[k / per_byte] >> shift) & ((1 << depth) - 1)
                }
            }
        };
        let to_byte = |value: u16| -> u8 {
            match depth {
                16 => (value >> 8) as u8,
                8 => value as u8,
                _ => (value * 255 / ((1 << depth) - 1)) as u8,
            }
        };
        let alpha = |rgb: [u16; 3]| if self.transparent == Some(rgb) { 0 } else { 255 };
        match color {
            Color::Gray => {
                let value = sample(0);
                let gray = to_byte(value);
                [gray, gray, gray, alpha([value; 3])]
            }
            Color::Rgb => {
                let rgb = [sample(0), sample(1), sample(2)];
                let [r, g, b] = rgb.map(to_byte);
                [r, g, b, alpha(rgb)]
            }
            Color::Palette => self.palette[usize::from(sample(0)) & 255],
            Color::GrayAlpha => {
                let gray = to_byte(sample(0));
                [gray, gray, gray, to_byte(sample(1))]
            }
            Color::Rgba => [sample(0), sample(1), sample(2), sample(3)].map(to_byte),
        }
    }
}

/// Name of a chunk, its contents, and the bytes after it.
type Chunk<'a> = (&'a [u8; 4], &'a [u8], &'a [u8]);

/// The first chunk.
fn next_chunk(bytes: &[u8]) -> Result<Chunk<'_>, AssetError> {
    let cut = || damaged("it ends too early");
    let (length, rest) = bytes.split_first_chunk::<4>().ok_or_else(cut)?;
    let (name, rest) = rest.split_first_chunk::<4>().ok_or_else(cut)?;
    let length = u32::from_be_bytes(*length) as usize;
    let (data, rest) = rest.split_at_checked(length).ok_or_else(cut)?;
    let (_crc, rest) = rest.split_first_chunk::<4>().ok_or_else(cut)?;
    Ok((name, data, rest))
}

/// Refuses chunks that are unknown and cannot be skipped: names are letters, of which the third is
/// upper case, and a lower-case first one marks what a reader may ignore.
fn check_unknown(name: [u8; 4]) -> Result<(), AssetError> {
    if !name.iter().all(u8::is_ascii_alphabetic) || name[2].is_ascii_lowercase() {
        return Err(damaged("invalid chunk name"));
    }
    if name[0].is_ascii_uppercase() {
        return Err(damaged("unknown critical chunk"));
    }
    Ok(())
}

/// Checks the checksum of the first chunk, whose contents have `length` bytes.
fn check_crc(bytes: &[u8], length: usize) -> Result<(), AssetError> {
    let stored = bytes.get(8 + length..12 + length);
    let covered = bytes.get(4..8 + length).unwrap_or_default();
    if stored == Some(&crc32fast::hash(covered).to_be_bytes()) {
        Ok(())
    } else {
        Err(damaged("wrong checksum"))
    }
}

#[cfg(test)]
pub(crate) mod tests;
