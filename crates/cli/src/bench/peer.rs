//! MuJoCo in a separate Python process, stepped in turn with ferrodyn.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Steps a round whenever a line arrives, and answers with the seconds of a step. Controls are those
/// of `measure`.
const SCRIPT: &str = r"
import sys, time
import mujoco
m = mujoco.MjModel.from_xml_path(sys.argv[1])
d = mujoco.MjData(m)
steps, hold, seed = int(sys.argv[2]), 25, 1
print(mujoco.mj_versionString(), flush=True)
for _ in sys.stdin:
    mujoco.mj_resetData(m, d)
    if m.nkey:
        mujoco.mj_resetDataKeyframe(m, d, 0)
    rest, seed, done, seconds = d.ctrl.copy(), 1, 0, 0.0
    while done < steps:
        for i in range(m.nu):
            seed = (seed * 1103515245 + 12345) & 0x7fffffff
            d.ctrl[i] = rest[i] + 0.1 * (seed / 2**30 - 1)
        count = min(hold, steps - done)
        start = time.perf_counter()
        mujoco.mj_step(m, d, nstep=count)
        seconds += time.perf_counter() - start
        done += count
    print(seconds / steps, flush=True)
";

/// The other engine.
pub(super) struct Peer {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    pub(super) version: String,
}

impl Peer {
    /// Starts an interpreter that has the package `mujoco`.
    pub(super) fn start(python: &Path, model: &Path, steps: u32) -> io::Result<Self> {
        let mut child = Command::new(python)
            .args(["-c", SCRIPT])
            .arg(model)
            .arg(steps.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| crate::report::in_file(python, &error))?;
        let (input, output) = match (child.stdin.take(), child.stdout.take()) {
            (Some(input), Some(output)) => (input, BufReader::new(output)),
            _ => return Err(io::Error::other("the interpreter has no input or output")),
        };
        let mut peer = Self { child, input, output, version: String::new() };
        peer.version = peer.line()?;
        Ok(peer)
    }

    /// Seconds per step of one round.
    pub(super) fn round(&mut self) -> io::Result<f64> {
        // where this fails, so does the answer, which says more
        let _ = writeln!(self.input, "go").and_then(|()| self.input.flush());
        let line = self.line()?;
        line.parse().map_err(|_| io::Error::other(format!("the interpreter answered {line:?}")))
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        if self.output.read_line(&mut line)? == 0 {
            return Err(io::Error::other(
                "the interpreter ended: it needs the package mujoco, and must be able to load the model",
            ));
        }
        Ok(line.trim().to_owned())
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
