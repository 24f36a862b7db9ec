#!/usr/bin/env python3
"""Someone who changes ferrodyn: CONTRIBUTING.md, from a clone to the tests of one part and the first checks.

Only what is committed is cloned. The quickest checks are run; `.ci/run` alone takes long.
"""

import os
import shutil
import sys

from trial import ROOT, main, quoted


def steps(trial):
    """What is typed."""
    target = os.environ.get("CARGO_TARGET_DIR", str(trial.folder / "target"))
    trial.env.update(CARGO_TARGET_DIR=target, FERRODYN_CI_CACHE=str(trial.folder / "cache"))
    trial.run(f"git clone --quiet {quoted(ROOT)} ferrodyn")
    trial.folder /= "ferrodyn"

    # what one works on is tested first, as nothing else has to be built for it
    tests, passed = "cargo nextest run --locked -p ferrodyn-engine --lib solver", "tests run: [0-9]+ passed"
    if shutil.which("cargo-nextest") is None:
        tests, passed = "cargo test --locked -p ferrodyn-engine --lib solver", "test result: ok. [1-9]"
    trial.run(tests, shows=passed, first=True, timeout=2400)
    changed_test(trial, tests)

    trial.run(".ci/run fmt", shows="all steps done")
    trial.run(".ci/run formt", status=2, shows="unknown step formt; there are: fmt lint clippy")
    trial.run(f"{quoted(sys.executable)} -m tools.release.version crates", shows="ferrodyn-engine")

    # tools that need nothing but Python and pytest
    trial.run(f"{quoted(sys.executable)} -m venv .venv")
    trial.env["PATH"] = f"{trial.folder / '.venv' / 'bin'}{os.pathsep}{trial.env['PATH']}"
    trial.run("pip install -q pytest numpy")
    trial.run("pytest -q tools/release/test_version.py tools/ci/test_run.py tools/docs/test_trials.py",
              shows="passed")  # fmt: skip

    # the command without installing it
    model = "crates/cli/tests/models/arm.xml"
    trial.run(f"cargo run --quiet --locked -p ferrodyn-cli -- info {model}", shows="nq 11", timeout=2400)
    changed_message(trial)


def changed_test(trial, tests):
    """A mistake in the solver is found by its tests, and they are built again for that."""
    path = "crates/engine/src/solver/vec8.rs"
    text = (trial.folder / path).read_text("utf-8")
    right, wrong = "+= a.0[k] * scale", "-= a.0[k] * scale"
    if text.count(right) != 1:
        trial.fail(path, f"has {right!r} {text.count(right)} times, not once")
    (trial.folder / path).write_text(text.replace(right, wrong), "utf-8")
    trial.run(tests, status=None, shows="FAIL.*a_diagonal_multiplies|a_diagonal_multiplies.*FAILED", timeout=2400)
    trial.run(f"git checkout --quiet {path}")


def changed_message(trial):
    """A line that is not formatted is found before anything is built."""
    path = trial.folder / "crates/engine/src/lib.rs"
    path.write_text(path.read_text("utf-8") + "\nfn   spaced( ) { }\n", "utf-8")
    trial.run(".ci/run fmt", status=1, shows="fmt FAILED")
    trial.run("git checkout --quiet crates/engine/src/lib.rs")


if __name__ == "__main__":
    sys.exit(main("contributor", steps))
