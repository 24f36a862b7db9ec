"""The last lines of .ci/run: a table of steps, what was skipped, whether all is done."""

import os
import shutil
import subprocess
import sys

import pytest

from tools import ROOT


@pytest.fixture
def ci_run(tmp_path):
    """Runs steps where there is neither a corpus nor a Python package; the status and the last line."""

    def run(*steps, path=None):
        first = f"{path}{os.pathsep}" if path else ""
        env = {**os.environ, "HOME": str(tmp_path), "CARGO_TARGET_DIR": str(tmp_path / "target"),
               "FERRODYN_CI_CACHE": str(tmp_path / "cache"), "FERRODYN_CORPUS": str(tmp_path / "absent"), "PATH": first + os.environ["PATH"]}
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
    assert one.startswith("not run: solvers: the Python package is not built") and other.startswith("not run: conformance: ")


def test_a_table_says_how_long_each_step_took(ci_run):
    ci_run("solvers", "conformance")
    table = ci_run.text[ci_run.text.index("\nseconds, and those of processors\n"):].split("\n\n")[0]
    assert [line.split()[0] for line in table.strip().splitlines()] == ["seconds,", "solvers", "conformance"]
    assert all(number.isdigit() for line in table.strip().splitlines()[1:] for number in line.split()[-2:])


@pytest.mark.skipif(os.name == "nt", reason="shells of Windows have other paths")
def test_the_table_counts_the_time_of_processors_apart(ci_run, tmp_path):
    tools = tmp_path / "bin"
    tools.mkdir()
    cargo = tools / "cargo"
    # three seconds of work, then two of waiting
    cargo.write_text(f"#!{sys.executable}\nimport time\nwhile time.process_time() < 3: pass\ntime.sleep(2)\n")
    cargo.chmod(0o755)
    assert ci_run("fmt", path=tools)[0] == 0
    row = next(line for line in ci_run.text.splitlines() if line.startswith("fmt "))
    seconds, processors = map(int, row.split()[-2:])
    assert 2 <= processors < seconds


@pytest.mark.skipif(os.name == "nt", reason="shells of Windows have other paths")
def test_a_step_that_fails_stands_in_the_table(ci_run, tmp_path):
    # no program of that name: the step cannot do anything
    tools = tmp_path / "bin"
    tools.mkdir()
    cargo = tools / "cargo"
    cargo.write_text("#!/bin/sh\nexit 3\n")
    cargo.chmod(0o755)
    status, last = ci_run("solvers", "fmt", path=tools)
    assert status == 3 and last.startswith("fmt (failed)")
    assert "=== fmt FAILED after" in ci_run.text and "\nsolvers " in ci_run.text


FAKE = """#!/bin/sh
echo "$(basename $0) $*" >> {log}
case "$*" in
*"-m maturin"*) sleep 1; echo "the linker says no"; [ -f {fails} ] && exit 7; mkdir -p {out}/wheels; touch {out}/wheels/a.whl ;;
esac
exit 0
"""


@pytest.fixture
def programs(tmp_path):
    """Programs that only write down how they are called: cargo, and the Python of the environment of a run."""
    log, fails = tmp_path / "log", tmp_path / "fails"
    for place in (tmp_path / "bin/cargo", tmp_path / "bin/cargo-deny", tmp_path / "cache/venv/bin/python"):
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(FAKE.format(log=log, fails=fails, out=tmp_path / "target/ci"))
        place.chmod(0o755)
    return tmp_path


@pytest.mark.skipif(os.name == "nt", reason="shells of Windows have other paths")
def test_the_wheel_then_the_command_are_built_beside_the_first_steps(ci_run, programs):
    status, last = ci_run("fmt", "python", "deny", path=programs / "bin")
    assert status == 0 and last.startswith("all steps done")
    calls = (programs / "log").read_text().splitlines()
    order = ["-m pip install --quiet --disable-pip-version-check ruff", "-m maturin build", "-m tools.release.wheels finish",
             "cargo build --release --locked -p ferrodyn-cli", "cargo-deny --all-features check"]
    places = [next(i for i, call in enumerate(calls) if part in call) for part in order]
    assert places == sorted(places)
    # tests of the package wait for the wheel, and not for the command
    tests = next(i for i, call in enumerate(calls) if "pytest -q -n 2 --dist loadfile crates/python/tests tools" in call)
    assert tests > places[2] and calls.index("cargo fmt --all --check") < places[2]


@pytest.mark.skipif(os.name == "nt", reason="shells of Windows have other paths")
def test_a_wheel_that_cannot_be_built_fails_with_its_words(ci_run, programs):
    (programs / "fails").touch()
    status, _ = ci_run("python", path=programs / "bin")
    assert status == 1 and "the linker says no" in ci_run.text and "python (failed)" in ci_run.text
    calls = (programs / "log").read_text().splitlines()
    assert not [call for call in calls if "-m pytest" in call or call.startswith("cargo build")]


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
