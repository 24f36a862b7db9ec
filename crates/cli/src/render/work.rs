//! Stills, clips and sheets.

use std::io::{self, Write};
use std::path::Path;

use ferrodyn::enums::{ObjType, StateBit};
use ferrodyn::render::{Paper, TextSize};
use ferrodyn::state::state_size;
use ferrodyn::{Model, forward};
use ferrodyn_rollouts::{Trajectory, is_shard};

use super::Args;
use super::camera::{Studio, invalid};
use super::clip::{Clip, Kind};
use crate::report::{self, in_file};
use crate::rollout::with_advice;
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
    if is_shard(&args.input) {
        let shard = report::printable(&args.input.to_string_lossy());
        return Err(invalid(format!(
            "{shard}: a shard of rollouts, not a model: ferrodyn render MODEL --shard {shard} --env N"
        )));
    }
    let read = |file: &std::path::PathBuf| Trajectory::read(file, args.env).map_err(with_advice);
    let shard = args.shard.as_ref().map(read).transpose()?;
    let loader = args.limits.loader(&args.input)?;
    let m = match loader.load_path(&args.input) {
        Ok(m) => m,
        Err(error) => {
            let name = report::printable(&args.input.to_string_lossy());
            report::error(&mut anstream::stderr().lock(), &name, &error)?;
            return Ok(report::status(&error));
        }
    };
    if let (Some(file), Some(shard)) = (&args.shard, &shard) {
        fits(shard, &m).map_err(|text| in_file(file, &invalid(text)))?;
    }
    let mut studio = Studio::new(m, args.camera.as_deref(), [args.width, args.height])?;
    if let Some(name) = &args.key {
        studio.pose_named(name)?;
    }
    let pictures = |duration: f64| (duration * f64::from(args.fps)).ceil().clamp(1.0, MOST) as u32;
    let status = if args.keys {
        sheet(args, &mut studio)?
    } else if let Some(shard) = &shard {
        let timestep = studio.m.opt.timestep;
        let end = shard.steps.last().map_or(0.0, |&steps| steps as f64 * timestep);
        // a still is of one moment
        let rest = if kind == Kind::Png { 0.0 } else { (end - args.time).max(0.0) };
        let count = pictures(args.duration.unwrap_or(rest));
        clip(args, &mut studio, count, |studio, seconds| {
            // half a step of doubt
            studio.take(shard.at((args.time + seconds) / timestep + 0.5))
        })?
    } else {
        let start = studio.d.time + args.time;
        clip(args, &mut studio, pictures(duration), |studio, seconds| {
            studio.run_until(start + seconds);
            Ok(())
        })?
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

/// An error if the states of a shard are not of a model.
fn fits(shard: &Trajectory, m: &Model) -> Result<(), String> {
    let hash = format!("{:016x}", m.content_hash());
    if let Some(found) = &shard.model_hash
        && *found != hash
    {
        return Err(format!("a shard of another model (hash {found}, not {hash})"));
    }
    let (found, width) = (shard.width(), state_size(m, StateBit::FullPhysics as i32).unwrap_or(0));
    if found == width {
        Ok(())
    } else {
        Err(format!("a state has {found} numbers, mjSTATE_FULLPHYSICS of the model has {width}"))
    }
}

/// Draws so many pictures, one frame of time after the other, each after the simulation has gone to its time.
fn clip(
    args: &Args,
    studio: &mut Studio,
    count: u32,
    go_to: impl Fn(&mut Studio, f64) -> io::Result<()>,
) -> io::Result<u8> {
    let watch = Watch::new(u64::from(count), "pictures")?;
    let mut clip = Clip::create(&args.output, [args.width, args.height], count, args.fps)?;
    for i in 0..count {
        if watch.stopped() {
            watch.end();
            return Ok(INTERRUPTED);
        }
        go_to(studio, f64::from(i) / f64::from(args.fps))?;
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
