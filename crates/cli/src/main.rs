//! The `ferrodyn` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(ferrodyn_cli::run(std::env::args_os()))
}
