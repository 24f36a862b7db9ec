//! The `ferrodyn` command as a function: checks, shows, measures, runs and converts models.
//!
//! The program and the Python package both are this function.
//!
//! Exit status: 0 if all went well, 1 if a model has problems, 2 if the command could not do its
//! work (wrong arguments, a file that cannot be read or written), 130 if it was interrupted.

mod bench;
mod check;
mod completions;
mod convert;
mod doctor;
mod ik;
mod info;
mod limits;
mod numbers;
mod render;
mod replay;
mod report;
mod rollout;
mod view;
mod watch;

use std::ffi::OsString;
use std::io;

use clap::{Parser, Subcommand};

/// The status of a command that found problems in a model.
const PROBLEMS: u8 = 1;
/// The status of a command that could not do its work.
const FAILED: u8 = 2;

#[derive(Parser)]
#[command(
    name = "ferrodyn",
    version,
    about = "Check, inspect, measure, run and convert MJCF and URDF models",
    after_help = "Exit status: 0 all good, 1 a model has problems, 2 wrong arguments or a file \
                  that cannot be read or written.\n\
                  Colors appear on terminals only; NO_COLOR=1 turns them off.",
    arg_required_else_help = true
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Args),
    Doctor(doctor::Args),
    Info(info::Args),
    Bench(bench::Args),
    Rollout(rollout::Args),
    Replay(replay::Args),
    Convert(convert::Args),
    Ik(ik::Args),
    Render(render::Args),
    View(view::Args),
    Completions(completions::Args),
}

/// Runs the command; the first argument is the name of the program. Returns the status to end with.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let command = match Cli::try_parse_from(arguments) {
        Ok(Cli { command }) => command,
        Err(problem) => {
            // nobody reads it, then
            let _ = problem.print();
            return u8::try_from(problem.exit_code()).unwrap_or(FAILED);
        }
    };
    match command.run() {
        Ok(status) => status,
        // the reader of a pipe has seen enough
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
        Err(error) => {
            report::failure(&error);
            FAILED
        }
    }
}

impl Command {
    fn run(&self) -> io::Result<u8> {
        match self {
            Self::Check(args) => check::run(args),
            Self::Doctor(args) => doctor::run(args),
            Self::Info(args) => info::run(args),
            Self::Bench(args) => bench::run(args),
            Self::Rollout(args) => rollout::run(args),
            Self::Replay(args) => replay::run(args),
            Self::Convert(args) => convert::run(args),
            Self::Ik(args) => ik::run(args),
            Self::Render(args) => render::run(args),
            Self::View(args) => view::run(args),
            Self::Completions(args) => completions::run(args),
        }
    }
}
