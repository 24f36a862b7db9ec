//! Videos: animated PNG files, which browsers play and `ffmpeg` turns into anything else.
//!
//! Another thread compresses and writes the frames. A frame is shown until the next one was
//! taken, so that a video goes as fast as the window did.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::{self, JoinHandle};

use crate::output::write_png;

/// Frames that wait to be written at most; what comes then is left out.
const WAITING: usize = 8;
/// Time between frames at least; s.
const EVERY: f64 = 1.0 / 30.0;

/// A frame and when it was taken; s.
type FilmFrame = (Vec<u8>, f64);

/// A video that is being written.
#[derive(Debug)]
pub(crate) struct Film {
    path: PathBuf,
    size: [u32; 2],
    send: SyncSender<FilmFrame>,
    worker: JoinHandle<io::Result<u32>>,
    last: f64,
}

impl Film {
    /// Starts a video of a size.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn start(path: PathBuf, file: File, size: [u32; 2]) -> io::Result<Self> {
        let (send, receive) = sync_channel(WAITING);
        let worker = thread::Builder::new().name("film".to_owned());
        let worker = worker.spawn(move || write(file, size, &receive))?;
        Ok(Self { path, size, send, worker, last: f64::NEG_INFINITY })
    }

    /// The size of its frames; px.
    pub(crate) fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Whether it is time for a frame.
    pub(crate) fn is_due(&self, time: f64) -> bool {
        time - self.last >= EVERY
    }

    /// Adds a frame that was taken at a time; false if the file cannot be written any more.
    pub(crate) fn add(&mut self, rgb: Vec<u8>, time: f64) -> bool {
        self.last = time;
        !matches!(self.send.try_send((rgb, time)), Err(TrySendError::Disconnected(_)))
    }

    /// Writes the waiting frames and ends the file; returns its path and the number of frames.
    ///
    /// # Errors
    /// If the file could not be written.
    pub(crate) fn finish(self) -> io::Result<(PathBuf, u32)> {
        drop(self.send);
        let frames = self.worker.join().map_err(|_| io::Error::other("writing stopped"))??;
        Ok((self.path, frames))
    }

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

/// Writes frames as they come; returns how many there were.
fn write(file: File, size: [u32; 2], frames: &Receiver<FilmFrame>) -> io::Result<u32> {
    let mut movie = Movie::start(BufWriter::new(file), size)?;
    let mut held: Option<FilmFrame> = None;
    while let Ok(frame) = frames.recv() {
        if let Some((rgb, time)) = held.replace(frame) {
            let until = held.as_ref().map_or(time, |next| next.1);
            movie.add(&rgb, until - time)?;
        }
    }
    if let Some((rgb, _)) = held {
        movie.add(&rgb, EVERY)?;
    }
    movie.finish()
}

/// The bytes of an animated PNG file.
struct Movie<W> {
    to: W,
    size: [u32; 2],
    frames: u32,
    /// Number of the next chunk of the animation.
    sequence: u32,
}

/// Where the number of frames is: after the signature, the header and the head of its chunk.
const COUNT_AT: u64 = 8 + 25;

impl<W: Write + Seek> Movie<W> {
    fn start(mut to: W, size: [u32; 2]) -> io::Result<Self> {
        to.write_all(b"\x89PNG\r\n\x1a\n")?;
        let mut header = [size[0].to_be_bytes(), size[1].to_be_bytes()].concat();
        // eight bits each of red, green and blue
        header.extend([8, 2, 0, 0, 0]);
        chunk(&mut to, *b"IHDR", &header)?;
        // the number of frames is not known yet; played again and again
        chunk(&mut to, *b"acTL", &[0; 8])?;
        Ok(Self { to, size, frames: 0, sequence: 0 })
    }

    /// Adds a frame that is shown for some seconds.
    fn add(&mut self, rgb: &[u8], seconds: f64) -> io::Result<()> {
        let mut single = Vec::new();
        write_png(&mut single, self.size, rgb)?;
        let milliseconds = (1000.0 * seconds).round().clamp(1.0, 65535.0) as u16;
        let mut control = self.next().to_vec();
        for number in [self.size[0], self.size[1], 0, 0] {
            control.extend(number.to_be_bytes());
        }
        control.extend(milliseconds.to_be_bytes());
        control.extend(1000_u16.to_be_bytes());
        // nothing is cleared between frames, and each replaces the one before
        control.extend([0, 0]);
        chunk(&mut self.to, *b"fcTL", &control)?;
        for data in image_data(&single) {
            if self.frames == 0 {
                chunk(&mut self.to, *b"IDAT", data)?;
            } else {
                let numbered = [&self.next()[..], data].concat();
                chunk(&mut self.to, *b"fdAT", &numbered)?;
            }
        }
        self.frames += 1;
        Ok(())
    }

    fn next(&mut self) -> [u8; 4] {
        self.sequence += 1;
        (self.sequence - 1).to_be_bytes()
    }

    fn finish(mut self) -> io::Result<u32> {
        chunk(&mut self.to, *b"IEND", &[])?;
        let plays = 0_u32;
        self.to.seek(SeekFrom::Start(COUNT_AT))?;
        let content = [self.frames.to_be_bytes(), plays.to_be_bytes()].concat();
        chunk(&mut self.to, *b"acTL", &content)?;
        self.to.flush()?;
        Ok(self.frames)
    }
}

fn chunk(to: &mut impl Write, kind: [u8; 4], content: &[u8]) -> io::Result<()> {
    let length = u32::try_from(content.len()).map_err(io::Error::other)?;
    let mut sum = crc32fast::Hasher::new();
    sum.update(&kind);
    sum.update(content);
    to.write_all(&length.to_be_bytes())?;
    to.write_all(&kind)?;
    to.write_all(content)?;
    to.write_all(&sum.finalize().to_be_bytes())
}

/// The packed pixels of a PNG file.
fn image_data(png: &[u8]) -> Vec<&[u8]> {
    let (mut rest, mut found) = (png.get(8..).unwrap_or(&[]), Vec::new());
    while let Some((head, tail)) = rest.split_first_chunk::<8>() {
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let Some(content) = tail.get(..length) else { break };
        if &head[4..] == b"IDAT" {
            found.push(content);
        }
        rest = tail.get(length + 4..).unwrap_or(&[]);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_frame_comes_back_with_its_time() {
        let path = std::env::temp_dir().join(format!("ferrodyn-film-{}.png", std::process::id()));
        let size = [4, 2];
        let file = File::create(&path).unwrap();
        let mut film = Film::start(path.clone(), file, size).unwrap();
        for (i, time) in [10.0, 10.1, 10.35].into_iter().enumerate() {
            assert!(film.is_due(time) && film.add(vec![i as u8; 24], time));
            assert!(!film.is_due(time + 0.01));
        }
        assert_eq!(film.finish().unwrap(), (path.clone(), 3));

        let decoder = png::Decoder::new(io::BufReader::new(File::open(&path).unwrap()));
        let mut reader = decoder.read_info().unwrap();
        assert_eq!(reader.info().animation_control().unwrap().num_frames, 3);
        for (i, delay) in [100, 250, 33].into_iter().enumerate() {
            let mut read = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut read).unwrap();
            assert_eq!(read, vec![i as u8; 24]);
            assert_eq!(reader.info().frame_control().unwrap().delay_num, delay);
        }
        std::fs::remove_file(&path).unwrap();
    }
}
