//! `ferrodyn convert`: MJCF or URDF to MJCF.

use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use ferrodyn::{Checked, Loader, SavedAssets, Spec};

use crate::limits;
use crate::report::{self, Severity, count};

/// Write a model as MJCF
///
/// Reads MJCF or URDF, resolves includes and attached models, checks that the model compiles, and
/// writes one MJCF file: no other format is written. What a URDF file says and MJCF cannot is listed
/// on the standard error stream.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ferrodyn convert robot.urdf robot.xml
  ferrodyn convert --copy-assets robot.urdf out/robot.xml    meshes too, in out/assets
  ferrodyn convert scene.xml - | less      to the standard output")]
pub(crate) struct Args {
    /// Model to read
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// File to write, .xml or .mjcf, or - for the standard output
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// Copy meshes, textures and height fields to a directory `assets` beside OUT, so that they can go
    /// elsewhere together
    #[arg(long)]
    copy_assets: bool,
    /// Do not list what MJCF cannot hold
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    limits: limits::Args,
}

/// Extensions of files that hold MJCF.
const WRITTEN: [&str; 2] = ["xml", "mjcf"];

/// Refuses a file whose name promises another format than the one that is written.
pub(crate) fn check_format(output: &Path) -> io::Result<()> {
    let Some(extension) = output.extension().map(OsStr::to_string_lossy) else { return Ok(()) };
    if WRITTEN.iter().any(|known| extension.eq_ignore_ascii_case(known)) {
        return Ok(());
    }
    let name = report::printable(&output.to_string_lossy());
    let message = format!(
        "{name}: .{extension} files are not written, only MJCF: name the file .xml or .mjcf, or give - \
         for the standard output"
    );
    Err(io::Error::new(io::ErrorKind::InvalidInput, message))
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    check_format(&args.output)?;
    let loader = args.limits.loader(&args.input)?;
    let name = report::printable(&args.input.to_string_lossy());
    let mut err = anstream::stderr().lock();
    let Checked { loaded, report: notes, .. } = loader.check_path(&args.input);
    let spec = match loaded {
        Ok((spec, _)) => spec,
        Err(error) => {
            report::error(&mut err, &name, &error)?;
            return Ok(report::status(&error));
        }
    };
    if !args.quiet {
        for warning in &spec.warnings {
            report::problem(&mut err, &name, Severity::Warning, warning)?;
        }
        for note in &notes.notes {
            report::problem(&mut err, &name, Severity::Note, note)?;
        }
        if notes.omitted > 0 {
            writeln!(err, "{name}: and {}", count(notes.omitted, "more note"))?;
        }
    }

    if args.output.as_os_str() == OsStr::new("-") {
        let mut out = io::stdout().lock();
        let xml = spec.to_xml();
        let xml = if out.is_terminal() { report::xml_for_terminals(&xml) } else { xml };
        out.write_all(xml.as_bytes())?;
        return Ok(0);
    }
    let assets = if args.copy_assets { SavedAssets::Copy } else { SavedAssets::Link };
    write(&loader, &spec, &args.input, &args.output, assets)?;
    Ok(0)
}

/// Writes a spec that was read from one file to another, with assets that are found from there.
pub(crate) fn write(
    loader: &Loader,
    spec: &Spec,
    input: &Path,
    output: &Path,
    assets: SavedAssets,
) -> io::Result<()> {
    let is_beside = directory(input) == directory(output);
    // a pipe or device is written to as the standard output is
    let is_file = std::fs::metadata(output).map_or(true, |meta| meta.is_file());
    if assets == SavedAssets::Link && (is_beside || !is_file) {
        let written = std::fs::write(output, spec.to_xml());
        return written.map_err(|error| report::in_file(output, &error));
    }
    let saved = loader.save(spec, output, assets);
    saved.map_err(|error| io::Error::other(report::printable(&error.to_string())))
}

/// The directory of a file, links followed.
fn directory(file: &Path) -> Option<PathBuf> {
    let parent = file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    parent.canonicalize().ok()
}
