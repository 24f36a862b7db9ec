//! Programs that measure and test ferrodyn itself: `ferrodyn-bench COMMAND ...`.
//!
//! ```text
//! cargo run --release -p ferrodyn-bench -- lanes humanoid.xml
//! ```
//!
//! Without a command it lists them. The head of each module says what its command takes.

mod batches;
mod bits;
mod ik {
    //! Kinematics and inverse kinematics of arms and of a humanoid.
    pub(crate) mod humanoid;
    pub(crate) mod jacobians;
    pub(crate) mod protocol;
    pub(crate) mod side;
}
mod lanes;
mod load_scaling;
mod mistakes;
mod mutate;
mod rng;
#[path = "../../ik/tests/it/robots/mod.rs"]
mod robots;

use std::error::Error;
use std::process::ExitCode;

type Command = fn(&[String]) -> Result<ExitCode, Box<dyn Error>>;

/// Name, arguments, what it does.
const COMMANDS: [(&str, &str, &str, Command); 10] = [
    ("batches", "[FILE]", "time and allocations of batches", batches::run),
    ("bits", "STEPS FILE...", "hashes of trajectories", bits::run),
    ("lanes", "[FILE]", "what lanes gain, stage by stage", lanes::run),
    ("load-scaling", "", "how loading times grow with files", load_scaling::run),
    ("mutate", "[OPTIONS] PATH...", "loads damaged copies of files", mutate::run),
    ("mistakes", "[OPTIONS] PATH...", "how many mistakes the first error names", mistakes::run),
    ("jacobians", "", "time and memory of Jacobians of arms", |_| {
        ik::jacobians::run();
        Ok(ExitCode::SUCCESS)
    }),
    ("ik-protocol", "[TARGETS]", "random poses, TRAC-IK's protocol", ik::protocol::run),
    ("ik-humanoid", "[TARGETS]", "both hands of a G1 to random places", ik::humanoid::run),
    ("ik-side", "MODEL FRAME Q POSES", "answers tools/speed/ik.py", ik::side::run),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let name = arguments.first().map_or("", String::as_str);
    let Some((.., run)) = COMMANDS.iter().find(|command| command.0 == name) else {
        if !name.is_empty() {
            eprintln!("there is no command {name}");
        }
        eprintln!("ferrodyn-bench COMMAND ...");
        for (name, takes, does, _) in COMMANDS {
            eprintln!("  {name:14}{takes:22}{does}");
        }
        return ExitCode::from(2);
    };
    run(&arguments[1..]).unwrap_or_else(|error| {
        eprintln!("{name}: {error}");
        ExitCode::from(2)
    })
}
