use png::{BitDepth, ColorType};

use super::*;

/// Encodes samples that are already packed into rows.
pub(crate) fn encode(
    (width, height): (u32, u32),
    color: ColorType,
    depth: BitDepth,
    samples: &[u8],
    settings: impl FnOnce(&mut png::Encoder<'_, &mut Vec<u8>>),
) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(color);
    encoder.set_depth(depth);
    settings(&mut encoder);
    encoder.write_header().unwrap().write_image_data(samples).unwrap();
    file
}

/// Encodes an 8-bit RGB image.
pub(crate) fn encode_rgb(size: (u32, u32), samples: &[u8]) -> Vec<u8> {
    encode(size, ColorType::Rgb, BitDepth::Eight, samples, |_| {})
}

/// Encodes an 8-bit gray image.
pub(crate) fn encode_gray(size: (u32, u32), samples: &[u8]) -> Vec<u8> {
    encode(size, ColorType::Grayscale, BitDepth::Eight, samples, |_| {})
}

fn pixels(file: &[u8], nchannel: usize) -> Vec<u8> {
    decode_png(file, nchannel).unwrap().data
}

#[test]
fn gray_of_a_colored_image_is_its_red_channel() {
    let file = encode_rgb((2, 1), &[10, 20, 30, 40, 50, 60]);
    assert_eq!(pixels(&file, 1), [10, 40]);
    assert_eq!(pixels(&file, 3), [10, 20, 30, 40, 50, 60]);
    assert_eq!(pixels(&file, 4), [10, 20, 30, 255, 40, 50, 60, 255]);
}

#[test]
fn sixteen_bit_samples_keep_their_high_byte() {
    let rgba = [0x12, 0xff, 0x34, 0xff, 0x56, 0xff, 0x78, 0xff];
    let file = encode((1, 1), ColorType::Rgba, BitDepth::Sixteen, &rgba, |_| {});
    assert_eq!(pixels(&file, 4), [0x12, 0x34, 0x56, 0x78]);
    assert_eq!(pixels(&file, 3), [0x12, 0x34, 0x56]);
}

#[test]
fn few_bits_are_spread_over_the_byte() {
    // five samples of 2 bits: 0 1 2 3 | 2
    let file =
        encode((5, 1), ColorType::Grayscale, BitDepth::Two, &[0b0001_1011, 0b1000_0000], |_| {});
    assert_eq!(pixels(&file, 1), [0, 85, 170, 255, 170]);
    let file = encode((3, 1), ColorType::Grayscale, BitDepth::Four, &[0x07, 0xf0], |_| {});
    assert_eq!(pixels(&file, 1), [0, 119, 255]);
}

#[test]
fn palettes_are_looked_up_and_continue_in_black() {
    let file = encode((3, 1), ColorType::Indexed, BitDepth::Four, &[0x10, 0x70], |encoder| {
        encoder.set_palette(vec![1, 2, 3, 4, 5, 6]);
        encoder.set_trns(vec![9]);
    });
    assert_eq!(pixels(&file, 4), [4, 5, 6, 255, 1, 2, 3, 9, 0, 0, 0, 255]);
    assert_eq!(pixels(&file, 3), [4, 5, 6, 1, 2, 3, 0, 0, 0]);
    assert_eq!(pixels(&file, 1), [4, 1, 0]);
}

#[test]
fn the_transparent_color_has_no_alpha() {
    let file = encode((2, 1), ColorType::Grayscale, BitDepth::Eight, &[7, 8], |encoder| {
        encoder.set_trns(vec![0, 8]);
    });
    assert_eq!(pixels(&file, 4), [7, 7, 7, 255, 8, 8, 8, 0]);
    let samples = [0, 1, 0, 2, 0, 3, 0, 1, 0, 2, 0, 4];
    let file = encode((2, 1), ColorType::Rgb, BitDepth::Sixteen, &samples, |encoder| {
        encoder.set_trns(vec![0, 1, 0, 2, 0, 4]);
    });
    assert_eq!(pixels(&file, 4), [0, 0, 0, 255, 0, 0, 0, 0]);
}

#[test]
fn only_the_srgb_chunk_makes_an_image_srgb() {
    let gray = |settings: fn(&mut png::Encoder<'_, &mut Vec<u8>>)| {
        encode((1, 1), ColorType::Grayscale, BitDepth::Eight, &[7], settings)
    };
    let plain = gray(|_| {});
    let tagged = gray(|encoder| {
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    });
    let gamma = gray(|encoder| {
        encoder.set_source_gamma(png::ScaledFloat::from_scaled(45455));
    });
    assert!(!decode_png(&plain, 3).unwrap().srgb);
    assert!(decode_png(&tagged, 3).unwrap().srgb);
    assert!(!decode_png(&gamma, 3).unwrap().srgb);
}

#[test]
fn channel_counts_other_than_1_3_4_are_refused() {
    for nchannel in [0, 2, 5] {
        assert!(decode_png(&encode_gray((1, 1), &[7]), nchannel).is_err());
    }
}

#[test]
fn headers_that_promise_too_much_are_refused() {
    for size in [0x7fff_ffff_u32, 30_000] {
        let mut file = encode_gray((1, 1), &[7]);
        file[16..20].copy_from_slice(&size.to_be_bytes());
        file[20..24].copy_from_slice(&size.to_be_bytes());
        let crc = crc32fast::hash(&file[12..29]);
        file[29..33].copy_from_slice(&crc.to_be_bytes());
        assert!(decode_png(&file, 3).is_err(), "{size}");
    }
}

#[test]
fn damage_anywhere_is_an_error_or_harmless() {
    let file = encode((3, 2), ColorType::Indexed, BitDepth::Two, &[0x1b, 0x1b], |encoder| {
        encoder.set_palette(vec![1, 2, 3, 4, 5, 6]);
        encoder.set_trns(vec![9]);
    });
    assert!(decode_png(&file, 3).is_ok());
    for cut in 0..file.len() {
        assert!(decode_png(&file[..cut], 3).is_err(), "cut at {cut}");
    }
    for at in 0..file.len() {
        for flip in [0x01, 0x20, 0x80, 0xff] {
            let mut bad = file.clone();
            bad[at] ^= flip;
            if let Ok(image) = decode_png(&bad, 3) {
                assert_eq!(image.data.len(), image.width * image.height * 3);
            }
        }
    }
}
