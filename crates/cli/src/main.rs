//! The `ferrodyn` command: checks, shows, measures, runs and converts models.
//!
//! Exit status: 0 if all went well, 1 if a model has problems, 2 if the command could not do its
//! work (wrong arguments, a file that cannot be read or written), 130 if it was interrupted.

mod bench;
mod check;
mod completions;
mod convert;
mod failure;
mod ik;
mod info;
mod limits;
mod render;
mod replay;
mod report;
mod rollout;
mod view;
mod watch;

use std::io;
use std::process::ExitCode;

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

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Check(args) => check::run(&args),
        Command::Info(args) => info::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Rollout(args) => rollout::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Ik(args) => ik::run(&args),
        Command::Render(args) => render::run(&args),
        Command::View(args) => view::run(&args),
        Command::Completions(args) => completions::run(&args),
    };
    match done {
        Ok(status) => ExitCode::from(status),
        // the reader of a pipe has seen enough
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            report::failure(&error);
            ExitCode::from(FAILED)
        }
    }
}
