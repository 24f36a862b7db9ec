//! Options of every command that loads a model: limits on its size, and the directories it may read.

use std::io;
use std::path::{Path, PathBuf};

use ferrodyn::Limits;
use ferrodyn::Loader;
use ferrodyn::asset::Files;

/// Options on what a model may take.
#[derive(clap::Args)]
#[command(next_help_heading = "Limits")]
#[group(id = "limits")]
#[allow(clippy::doc_markdown, reason = "what is said here is printed as help")]
pub(crate) struct Args {
    /// For files from strangers: low limits, 2 seconds, and no file outside the model's directory
    #[arg(long)]
    untrusted: bool,
    /// Let models read files below this directory only; can be given several times
    #[arg(long, value_name = "DIR")]
    root: Vec<PathBuf>,
    /// Give a limit another value, as in --limit time=10; can be given several times
    #[arg(long, value_name = "NAME=NUMBER", value_parser = parse)]
    limit: Vec<(String, f64)>,
    /// Say where a package of ROS is, as in --package my_robot=src/my_robot, for URDF files that
    /// name meshes package://my_robot/...; can be given several times
    ///
    /// Other packages are looked for in the directories above the model and in those of
    /// ROS_PACKAGE_PATH. The directory may be read whatever --root and --untrusted say.
    #[arg(long, value_name = "NAME=DIR", value_parser = parse_package)]
    package: Vec<(String, PathBuf)>,
    /// Keep the visual geoms of a URDF file, which are left out as in MuJoCo unless the file says otherwise
    #[arg(long)]
    keep_visual: bool,
}

/// A package and its directory.
fn parse_package(text: &str) -> Result<(String, PathBuf), String> {
    let (name, dir) =
        text.split_once('=').ok_or("give a name and a directory, as in bot=src/bot")?;
    if name.is_empty() || name.contains(['/', '\\']) {
        return Err(format!("\"{name}\" is not the name of a package"));
    }
    let dir = PathBuf::from(dir);
    if dir.is_dir() {
        Ok((name.to_owned(), dir))
    } else {
        Err(format!("there is no directory \"{}\"", dir.display()))
    }
}

/// A limit and its value.
fn parse(text: &str) -> Result<(String, f64), String> {
    let (name, number) = text.split_once('=').ok_or("give a name and a number, as in files=10")?;
    let number = number.parse().map_err(|_| format!("\"{number}\" is not a number"))?;
    Limits::default().set(name, number).map_err(|e| e.to_string())?;
    Ok((name.to_owned(), number))
}

impl Args {
    /// The loader for a file.
    pub(crate) fn loader(&self, file: &Path) -> io::Result<Loader> {
        let mut loader = Loader::new();
        if self.untrusted {
            loader.limits = Limits::untrusted();
            let dir = file.parent().filter(|dir| !dir.as_os_str().is_empty());
            loader.files = Files::new().with_roots([dir.unwrap_or(Path::new("."))]);
        }
        if !self.root.is_empty() {
            loader.files = Files::new().with_roots(&self.root);
        }
        for (name, number) in &self.limit {
            loader.limits.set(name, *number).map_err(io::Error::other)?;
        }
        loader.urdf.keep_visual |= self.keep_visual;
        for (name, dir) in &self.package {
            loader = loader.with_package(name, dir);
        }
        Ok(loader.with_limits_on_files())
    }
}
