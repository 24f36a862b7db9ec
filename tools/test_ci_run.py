"""The last line of .ci/run."""

import os
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent


@pytest.fixture
def ci_run(tmp_path):
    """Runs steps where there is neither a corpus nor a Python package; the status and the last line."""

    def run(*steps):
        env = {**os.environ, "HOME": str(tmp_path), "CARGO_TARGET_DIR": str(tmp_path / "target"),
               "FERRODYN_CI_CACHE": str(tmp_path / "cache"), "FERRODYN_CORPUS": str(tmp_path / "absent")}
        done = subprocess.run([shutil.which("bash") or "bash", str(ROOT / ".ci" / "run"), *steps], env=env,
                              capture_output=True, text=True)
        return done.returncode, (done.stdout.strip().splitlines() or [""])[-1]

    return run


def test_steps_that_were_skipped_are_named_and_not_called_done(ci_run):
    status, last = ci_run("solvers", "conformance")
    assert status == 0 and last.startswith("done except skipped: solvers, conformance;")
    assert "all steps done" not in last


def test_an_unknown_step_is_refused(ci_run):
    assert ci_run("conformence")[0] == 2
