#!/usr/bin/env python3
"""Someone who changes ferrodyn: CONTRIBUTING.md, from a clone to the first checks.

Only what is committed is cloned. The quickest checks are run; `.ci/run` alone takes long.
"""

import os
import sys

from trial import ROOT, main, quoted


def steps(trial):
    """What is typed."""
    target = os.environ.get("CARGO_TARGET_DIR", str(trial.folder / "target"))
    trial.env.update(CARGO_TARGET_DIR=target, FERRODYN_CI_CACHE=str(trial.folder / "cache"))
    trial.run(f"git clone --quiet {quoted(ROOT)} ferrodyn")
    trial.folder /= "ferrodyn"
    trial.run(".ci/run fmt", shows="all steps done")
    trial.run(".ci/run formt", status=2, shows="unknown step formt; there are: fmt lint clippy")
    trial.run(f"{quoted(sys.executable)} -m tools.release.version crates", shows="ferrodyn-engine")

    # tools that need nothing but Python and pytest
    trial.run(f"{quoted(sys.executable)} -m venv .venv")
    trial.env["PATH"] = f"{trial.folder / '.venv' / 'bin'}{os.pathsep}{trial.env['PATH']}"
    trial.run("pip install -q pytest numpy")
    trial.run("pytest -q tools/release/test_version.py tools/ci/test_run.py tools/docs/test_trials.py",
              shows="passed")  # fmt: skip

    # the command without installing it, then the tests of one crate
    model = "crates/cli/tests/models/arm.xml"
    trial.run(f"cargo run --quiet --locked -p ferrodyn-cli -- info {model}", shows="nq 11",
              first=True, timeout=2400)  # fmt: skip
    trial.run("cargo test --quiet --locked -p ferrodyn-engine --lib", shows="test result: ok",
              timeout=2400)  # fmt: skip
    changed_message(trial)


def changed_message(trial):
    """A line that is not formatted is found before anything is built."""
    path = trial.folder / "crates/engine/src/lib.rs"
    path.write_text(path.read_text("utf-8") + "\nfn   spaced( ) { }\n", "utf-8")
    trial.run(".ci/run fmt", status=1, shows="fmt FAILED")
    trial.run("git checkout --quiet crates/engine/src/lib.rs")


if __name__ == "__main__":
    sys.exit(main("contributor", steps))
