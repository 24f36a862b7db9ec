"""The last line of .ci/run."""

import os
import shutil
import subprocess

import pytest

from tools import ROOT


@pytest.fixture
def ci_run(tmp_path):
    """Runs steps where there is neither a corpus nor a Python package; the status and the last line."""

    def run(*steps):
        env = {**os.environ, "HOME": str(tmp_path), "CARGO_TARGET_DIR": str(tmp_path / "target"),
               "FERRODYN_CI_CACHE": str(tmp_path / "cache"), "FERRODYN_CORPUS": str(tmp_path / "absent")}
        done = subprocess.run([shutil.which("bash") or "bash", str(ROOT / ".ci" / "run"), *steps], env=env,
                              capture_output=True, text=True)
        run.text = done.stdout
        return done.returncode, (done.stdout.strip().splitlines() or [""])[-1]

    return run


def test_steps_that_were_skipped_are_named_and_not_called_done(ci_run):
    status, last = ci_run("solvers", "conformance")
    assert status == 0 and last.startswith("done except skipped: solvers, conformance;")
    assert "all steps done" not in last
    # why is said again at the end
    *_, one, other, _ = ci_run.text.strip().splitlines()
    assert one.startswith("not run: solvers: no judge") and other.startswith("not run: conformance: ")


def test_an_unknown_step_is_refused(ci_run):
    assert ci_run("conformence")[0] == 2


@pytest.mark.skipif(os.name == "nt", reason="shells of Windows have other paths")
def test_every_night_names_what_failed_and_what_was_skipped(tmp_path):
    env = {**os.environ, "HOME": str(tmp_path), "CARGO_TARGET_DIR": str(tmp_path / "target"),
           "FERRODYN_CI_CACHE": str(tmp_path / "cache"), "FERRODYN_CORPUS": str(tmp_path / "absent")}  # fmt: skip
    night = [shutil.which("bash") or "bash", str(ROOT / ".ci" / "nightly")]
    done = subprocess.run([*night, "claims", "nothing", "attack"], env=env, capture_output=True, text=True)
    *_, one, other, last = done.stdout.strip().splitlines()
    assert done.returncode == 1 and last.endswith("failed: nothing")
    assert one.startswith("SKIPPED: the Python package is not built") and other == one
    done = subprocess.run([*night, "claims"], env=env, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.strip().endswith("failed: none")
