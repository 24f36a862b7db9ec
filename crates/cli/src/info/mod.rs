//! `ferrodyn info`: what is in a model, for people or as JSON.

mod actuator;
mod summary;
mod text;

use std::io::{self, Write};
use std::path::PathBuf;

use crate::limits;
use crate::report;
use summary::Summary;

/// Show what is in a model
///
/// Prints sizes, options, the tree of bodies with their joints, actuators, sensors and assets of
/// the compiled model: what MuJoCo would simulate, after defaults and inferred values.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ferrodyn info robot.xml
  ferrodyn info robot.urdf | less
  ferrodyn info --json robot.xml | jq '.bodies[] | {name, mass}'")]
pub(crate) struct Args {
    /// MJCF or URDF model
    file: PathBuf,
    /// Print JSON, with every size of the model and lengths in meters, angles in radians
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: limits::Args,
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    let file = args.file.to_string_lossy();
    let model = match args.limits.loader(&args.file)?.load_path(&args.file) {
        Ok(model) => model,
        Err(error) => {
            report::error(&mut anstream::stderr().lock(), &report::printable(&file), &error)?;
            return Ok(report::status(&error));
        }
    };
    let summary = Summary::of(&model, &file);
    let mut text = Vec::new();
    if args.json {
        report::json(&mut text, &summary)?;
        io::stdout().lock().write_all(&text)?;
    } else {
        text::write(&mut text, &summary)?;
        anstream::stdout().lock().write_all(&text)?;
    }
    Ok(0)
}
