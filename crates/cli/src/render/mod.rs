//! `ferrodyn render`: pictures and clips of a model.
//!
//! | file | what |
//! |---|---|
//! | `camera` | the simulation to draw, and its camera |
//! | `clip` | files of pictures |
//! | `work` | stills, clips and sheets |

#[cfg(feature = "render")]
mod camera;
#[cfg(feature = "render")]
mod clip;
#[cfg(feature = "render")]
mod work;

#[cfg(not(feature = "render"))]
use std::io;
use std::path::PathBuf;

use crate::limits;

/// Make a picture or a clip of a model
///
/// A graphics card draws if there is one, else the processor; no window system is needed. The file's
/// name says what is made: .png, .gif, or .mp4 through ffmpeg.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ferrodyn render humanoid.xml -o humanoid.png               as it starts
  ferrodyn render humanoid.xml -o fall.gif --duration 2      two seconds as a clip
  ferrodyn render humanoid.xml -o fall.png --time 1          after one second
  ferrodyn render humanoid.xml -o poses.png --keys           all keyframes on a sheet
  ferrodyn render humanoid.xml -o run.gif --shard data/shard-00003-of-00016.npz --env 140

FERRODYN_GPU chooses what draws: software, or a part of the name of a device.")]
pub(crate) struct Args {
    /// Model to read
    #[arg(value_name = "FILE")]
    input: PathBuf,
    /// Where to: .png, .gif or .mp4
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Width in pixels
    #[arg(long, default_value_t = 640, value_parser = clap::value_parser!(u32).range(1..=16384))]
    width: u32,
    /// Height in pixels
    #[arg(long, default_value_t = 480, value_parser = clap::value_parser!(u32).range(1..=16384))]
    height: u32,
    /// Camera of the model, by name or number; the free camera if not given
    #[arg(long)]
    camera: Option<String>,
    /// Keyframe to start from, by name or number
    #[arg(long)]
    key: Option<String>,
    /// Draw an environment that ferrodyn rollout has written to this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["key", "keys"])]
    shard: Option<PathBuf>,
    /// Number of the environment in its run; the first of the shard if not given
    #[arg(long, value_name = "N", requires = "shard")]
    env: Option<u64>,
    /// Seconds to simulate before, or to leave out of a shard
    #[arg(long, default_value_t = 0.0, allow_hyphen_values = true)]
    time: f64,
    /// Seconds of a clip; of a shard, up to its end if not given
    #[arg(long, conflicts_with = "keys")]
    duration: Option<f64>,
    /// Pictures of a clip per second
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=240))]
    fps: u32,
    /// Draw all keyframes on a sheet
    #[arg(long)]
    keys: bool,
    #[command(flatten)]
    limits: limits::Args,
}

#[cfg(feature = "render")]
pub(crate) use work::{run, still};

/// Says how to get a command that draws.
#[cfg(not(feature = "render"))]
pub(crate) fn run(_: &Args) -> io::Result<u8> {
    Err(io::Error::new(
        io::ErrorKind::Unsupported,
        "this command was built without pictures: cargo install ferrodyn-cli --features render",
    ))
}
