//! `ferrodyn completions`: a script that teaches a shell the arguments.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;

/// Print a completion script for a shell
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ferrodyn completions bash > ~/.local/share/bash-completion/completions/ferrodyn
  ferrodyn completions zsh > ~/.zfunc/_ferrodyn
  ferrodyn completions fish > ~/.config/fish/completions/ferrodyn.fish")]
pub(crate) struct Args {
    /// The shell to write for
    shell: Shell,
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    // generated in memory: the generator itself panics when a pipe closes
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::Cli::command(), "ferrodyn", &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(0)
}
