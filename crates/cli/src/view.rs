//! `ferrodyn view`: a window on a model, or a page for browsers.

mod serve;

use std::io;
use std::path::PathBuf;

use crate::limits;

/// Open a window with a model
///
/// Simulates the model in real time. Keys and mouse are those of MuJoCo's simulate; F1 lists them.
/// The file is loaded again whenever it changes; if it has problems, they are shown beside the last
/// good model.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ferrodyn view humanoid.xml
  ferrodyn view --paused --size 800x600 robot.urdf
  ferrodyn view --key home robot.xml
  ferrodyn view                    empty: drop a file on the window
  ferrodyn view --frames 600 humanoid.xml     measure, then close
  ferrodyn view --serve humanoid.xml          a page for browsers, from another machine too

The window needs a build with it: cargo install ferrodyn-cli --features viewer")]
pub(crate) struct Args {
    /// Model to show
    file: Option<PathBuf>,
    /// Start with the time standing still
    #[arg(long)]
    paused: bool,
    /// Keyframe to start in, by name or number, or -1 for the default pose; the first one, if there is one, as in rollouts
    #[arg(long, value_name = "KEY", allow_hyphen_values = true)]
    key: Option<String>,
    /// Start without the panels at the sides
    #[arg(long)]
    plain: bool,
    /// Size of the window
    #[arg(long, value_name = "WxH", value_parser = parse_size, default_value = "1200x800")]
    size: [f32; 2],
    /// Where screenshots, videos and keyframes are written to
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    /// Close the window after so many frames, and print how long they took
    #[arg(long, value_name = "N")]
    frames: Option<u32>,
    #[command(flatten)]
    serve: serve::Args,
    #[command(flatten)]
    limits: limits::Args,
}

/// The least and the largest side of a window.
const SIDES: std::ops::RangeInclusive<f32> = 64.0..=16384.0;

fn parse_size(text: &str) -> Result<[f32; 2], String> {
    let sides = text.split_once('x').and_then(|(width, height)| {
        let size: [f32; 2] = [width.parse().ok()?, height.parse().ok()?];
        size.iter().all(|side| SIDES.contains(side)).then_some(size)
    });
    sides.ok_or_else(|| "give a width and a height, as in 800x600".to_owned())
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    let (paused, key) = (args.paused, args.key.as_deref());
    let page = args.serve.run(args.file.as_deref(), (paused, key), &args.limits);
    page.unwrap_or_else(|| open_window(args))
}

#[cfg(feature = "viewer")]
fn open_window(args: &Args) -> io::Result<u8> {
    use std::path::Path;

    use ferrodyn_viewer::{Options, Start, Subject};

    let loader = args.limits.loader(args.file.as_deref().unwrap_or(Path::new(".")))?;
    let options = Options {
        size: args.size,
        paused: args.paused,
        panels: [!args.plain; 2],
        directory: args.out.clone(),
        loader,
        frames: args.frames,
        start: args.key.clone().map_or(Start::FirstKey, Start::Key),
    };
    let subject = args.file.clone().map_or(Subject::Nothing, Subject::File);
    let report = ferrodyn_viewer::run(subject, options).map_err(io::Error::other)?;
    if args.frames.is_some() {
        anstream::println!("{report}");
    }
    Ok(0)
}

#[cfg(not(feature = "viewer"))]
fn open_window(_: &Args) -> io::Result<u8> {
    Err(io::Error::other(
        "this build has no window: show the model in a browser with --serve, or get a window with: \
         cargo install ferrodyn-cli --features viewer",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_two_numbers() {
        assert_eq!(parse_size("800x600"), Ok([800.0, 600.0]));
        for wrong in ["", "800", "800x", "0x600", "nanx600", "800x600x2", "1e9x600"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
    }
}
