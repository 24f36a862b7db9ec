//! Stills, clips and sheets.

use std::io::{self, Write};
use std::path::Path;

use ferrodyn::enums::ObjType;
use ferrodyn::render::{Paper, TextSize};
use ferrodyn::{Model, forward};

use super::Args;
use super::camera::{Studio, invalid};
use super::clip::{Clip, Kind};
use crate::report;
use crate::watch::{INTERRUPTED, Watch};

/// The most pictures of a clip.
const MOST: f64 = 100_000.0;

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    let kind = Kind::of(&args.output)?;
    let seconds = |name: &str, x: f64| {
        let wrong = || invalid(format!("{name} must be a number of seconds"));
        (x >= 0.0 && x.is_finite()).then_some(x).ok_or_else(wrong)
    };
    seconds("--time", args.time)?;
    let duration = seconds("--duration", args.duration.unwrap_or(0.0))?;
    if args.keys && kind != Kind::Png {
        return Err(invalid("--keys makes one picture: --output must end in .png"));
    }
    let loader = args.limits.loader(&args.input)?;
    let m = match loader.load_path(&args.input) {
        Ok(m) => m,
        Err(error) => {
            let name = report::printable(&args.input.to_string_lossy());
            report::error(&mut anstream::stderr().lock(), &name, &error)?;
            return Ok(report::status(&error));
        }
    };
    let mut studio = Studio::new(m, args.camera.as_deref(), [args.width, args.height])?;
    if let Some(name) = &args.key {
        studio.pose_named(name)?;
    }
    studio.run_until(studio.d.time + args.time);
    let status = if args.keys {
        sheet(args, &mut studio)?
    } else {
        let count = (duration * f64::from(args.fps)).ceil().clamp(1.0, MOST) as u32;
        clip(args, &mut studio, count)?
    };
    if status == 0 {
        let file = report::printable(&args.output.to_string_lossy());
        writeln!(anstream::stderr(), "{file}: drawn by {}", studio.device())?;
    }
    Ok(status)
}

/// Writes a picture of a model with some positions, from the free camera.
pub(crate) fn still(m: Model, qpos: &[f64], file: &Path) -> io::Result<()> {
    const SIZE: [u32; 2] = [640, 480];
    if Kind::of(file)? != Kind::Png {
        return Err(invalid("a picture ends in .png"));
    }
    let mut studio = Studio::new(m, None, SIZE)?;
    studio.d.qpos.as_mut_slice().copy_from_slice(qpos);
    forward(&studio.m, &mut studio.d);
    let mut clip = Clip::create(file, SIZE, 1, 1)?;
    clip.add(&studio.picture()?)?;
    clip.finish()
}

/// Draws so many pictures, one frame of time after the other.
fn clip(args: &Args, studio: &mut Studio, count: u32) -> io::Result<u8> {
    let watch = Watch::new(u64::from(count), "pictures")?;
    let mut clip = Clip::create(&args.output, [args.width, args.height], count, args.fps)?;
    let start = studio.d.time;
    for i in 0..count {
        if watch.stopped() {
            watch.end();
            return Ok(INTERRUPTED);
        }
        studio.run_until(start + f64::from(i) / f64::from(args.fps));
        clip.add(&studio.picture()?)?;
        watch.advance(1);
    }
    watch.end();
    clip.finish()?;
    Ok(0)
}

/// Draws all keyframes beside each other, with their names.
fn sheet(args: &Args, studio: &mut Studio) -> io::Result<u8> {
    let count = studio.m.nkey;
    if count == 0 {
        return Err(invalid("the model has no keyframes"));
    }
    let columns = (count as f64).sqrt().ceil() as usize;
    let rows = count.div_ceil(columns);
    let [width, height] = [args.width as usize, args.height as usize];
    let line = 3 * columns * width;
    if line.saturating_mul(rows * height) > 1 << 30 {
        return Err(invalid("the sheet would be too large: set --width and --height"));
    }
    let mut all = vec![0; line * rows * height];
    let watch = Watch::new(count as u64, "pictures")?;
    for key in 0..count {
        if watch.stopped() {
            watch.end();
            return Ok(INTERRUPTED);
        }
        studio.pose(key);
        let mut picture = studio.picture()?;
        let name = studio.m.id2name(ObjType::Key, key);
        let name = name.map_or_else(|| format!("keyframe {key}"), report::printable);
        let mut paper = Paper::new(&mut picture, args.width);
        paper.write(9, 9, &name, TextSize::Medium, [0; 3]);
        paper.write(8, 8, &name, TextSize::Medium, [255; 3]);
        let start = key / columns * height * line + key % columns * 3 * width;
        for (row, pixels) in picture.chunks_exact(3 * width).enumerate() {
            let at = start + row * line;
            all[at..at + 3 * width].copy_from_slice(pixels);
        }
        watch.advance(1);
    }
    watch.end();
    let size = [(columns * width) as u32, (rows * height) as u32];
    let mut file = Clip::create(&args.output, size, 1, 1)?;
    file.add(&all)?;
    file.finish()?;
    Ok(0)
}
