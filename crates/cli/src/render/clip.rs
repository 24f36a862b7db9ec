//! Files of pictures.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::report::in_file;

/// A file that pictures are added to.
pub(super) enum Clip {
    Png(Box<png::Writer<BufWriter<File>>>),
    Gif(Box<gif::Encoder<BufWriter<File>>>, [u16; 2], u16),
    Video(Child),
}

/// The kind of a file, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Png,
    Gif,
    Video,
}

impl Kind {
    pub(super) fn of(file: &Path) -> io::Result<Self> {
        let ending = file.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        match ending.as_str() {
            "png" | "apng" => Ok(Self::Png),
            "gif" => Ok(Self::Gif),
            "mp4" | "webm" | "mov" | "mkv" => Ok(Self::Video),
            _ => Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "--output must end in .png, .gif or .mp4",
            )),
        }
    }
}

impl Clip {
    /// A file for pictures of a size, so many and so many per second.
    pub(super) fn create(file: &Path, size: [u32; 2], count: u32, fps: u32) -> io::Result<Self> {
        let out = || File::create(file).map(BufWriter::new).map_err(|error| in_file(file, &error));
        match Kind::of(file)? {
            Kind::Png => Self::png(out()?, size, count, fps),
            Kind::Gif => Self::gif(out()?, size, fps),
            Kind::Video => Self::video(file, size, fps),
        }
    }

    fn png(out: BufWriter<File>, size: [u32; 2], count: u32, fps: u32) -> io::Result<Self> {
        let mut encoder = png::Encoder::new(out, size[0], size[1]);
        encoder.set_color(png::ColorType::Rgb);
        if count > 1 {
            encoder.set_animated(count, 0)?;
            encoder.set_frame_delay(1, u16::try_from(fps).unwrap_or(u16::MAX))?;
        }
        Ok(Self::Png(Box::new(encoder.write_header()?)))
    }

    fn gif(out: BufWriter<File>, size: [u32; 2], fps: u32) -> io::Result<Self> {
        let side = |x| u16::try_from(x).map_err(|_| invalid("a GIF has at most 65535 pixels"));
        let size = [side(size[0])?, side(size[1])?];
        let mut encoder =
            gif::Encoder::new(out, size[0], size[1], &[]).map_err(io::Error::other)?;
        encoder.set_repeat(gif::Repeat::Infinite).map_err(io::Error::other)?;
        // hundredths of a second
        let delay = (100.0 / f64::from(fps)).round().max(1.0) as u16;
        Ok(Self::Gif(Box::new(encoder), size, delay))
    }

    fn video(file: &Path, [width, height]: [u32; 2], fps: u32) -> io::Result<Self> {
        let size = format!("{width}x{height}");
        let child = Command::new("ffmpeg")
            .args(["-y", "-loglevel", "error", "-f", "rawvideo", "-pixel_format", "rgb24"])
            .args(["-video_size", &size, "-framerate", &fps.to_string(), "-i", "-"])
            // players want even sides
            .args(["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p"])
            .arg(file)
            .stdin(Stdio::piped())
            .spawn();
        child.map(Self::Video).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => io::Error::new(
                io::ErrorKind::NotFound,
                "video needs ffmpeg, which is not installed: install it, or write .gif or .png",
            ),
            _ => error,
        })
    }

    /// Adds a picture.
    pub(super) fn add(&mut self, pixels: &[u8]) -> io::Result<()> {
        match self {
            Self::Png(writer) => Ok(writer.write_image_data(pixels)?),
            Self::Gif(encoder, [width, height], delay) => {
                let mut frame = gif::Frame::from_rgb_speed(*width, *height, pixels, 10);
                frame.delay = *delay;
                encoder.write_frame(&frame).map_err(io::Error::other)
            }
            Self::Video(child) => match &mut child.stdin {
                Some(pipe) => pipe.write_all(pixels),
                None => Ok(()),
            },
        }
    }

    /// Ends the file.
    pub(super) fn finish(self) -> io::Result<()> {
        match self {
            Self::Png(writer) => Ok(writer.finish()?),
            Self::Gif(encoder, ..) => encoder.into_inner().map_err(io::Error::other)?.flush(),
            Self::Video(mut child) => {
                drop(child.stdin.take());
                let status = child.wait()?;
                let failed = || io::Error::other(format!("ffmpeg failed: {status}"));
                status.success().then_some(()).ok_or_else(failed)
            }
        }
    }
}

fn invalid(text: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, text)
}
