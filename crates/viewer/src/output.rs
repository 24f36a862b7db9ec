//! Files that the viewer writes: pictures, videos, keyframes.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Files with the same name that are tried at most.
const MOST_FILES: u32 = 10_000;

/// A new file in a directory: the name of the model, a number that is not taken yet, an ending.
///
/// # Errors
/// If the directory cannot be written to.
pub(crate) fn new_file(
    dir: &Path,
    model: Option<&Path>,
    ending: &str,
) -> io::Result<(PathBuf, File)> {
    let stem = model.and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned());
    let stem = stem.unwrap_or_else(|| "ferrodyn".to_owned());
    for number in 1..MOST_FILES {
        let path = dir.join(format!("{stem}-{number:04}.{ending}"));
        match File::create_new(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => {
                return Err(io::Error::new(error.kind(), format!("{}: {error}", path.display())));
            }
        }
    }
    Err(io::Error::other("too many files of that name"))
}

/// Writes a picture of red, green and blue.
///
/// # Errors
/// If it has not that size, or cannot be written.
pub(crate) fn write_png(to: impl Write, [width, height]: [u32; 2], rgb: &[u8]) -> io::Result<()> {
    let mut encoder = png::Encoder::new(BufWriter::new(to), width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().map_err(io::Error::other)?;
    writer.write_image_data(rgb).map_err(io::Error::other)?;
    writer.finish().map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_comes_back() {
        let rgb: Vec<u8> = (0..18).collect();
        let mut bytes = Vec::new();
        write_png(&mut bytes, [3, 2], &rgb).unwrap();
        let mut reader = png::Decoder::new(io::Cursor::new(bytes)).read_info().unwrap();
        let mut read = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut read).unwrap();
        assert_eq!((info.width, info.height), (3, 2));
        assert_eq!(&read[..18], &rgb[..]);
        assert!(write_png(Vec::new(), [3, 2], &rgb[..5]).is_err());
    }

    #[test]
    fn no_file_is_written_over() {
        let dir = std::env::temp_dir().join(format!("ferrodyn-output-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        let model = Some(Path::new("models/arm.xml"));
        let (first, _) = new_file(&dir, model, "png").unwrap();
        let (second, _) = new_file(&dir, model, "png").unwrap();
        assert!(first.ends_with("arm-0001.png") && second.ends_with("arm-0002.png"));
        assert!(new_file(&dir.join("none"), None, "png").is_err());
        std::fs::remove_dir_all(&dir).unwrap();
    }
}
