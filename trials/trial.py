"""A trial: a new user in an empty folder, who types what the pages say.

Each step is printed with what came of it and how long it took. A step that ends with another status
than expected, or does not show what it should, is a failure; the trial goes on. Pages are read from
the checkout, so that what is tried is what they say.
"""

import argparse
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# how much of what a step printed is shown
SHOWN = 12
BLOCK = r"(?ms)^```{kind}\n(.*?)^```\n"
# a number in what a program printed
NUMBER = re.compile(r"[-+]?\d+\.?\d*(?:[eE][-+]?\d+)?")


class Trial:
    """Steps in a folder, and when the first result was there."""

    def __init__(self, role, folder, *, wheel=None, command=None, full=False):
        self.role = role
        self.folder = pathlib.Path(folder)
        self.wheel, self.command, self.full = wheel, command, full
        self.steps, self.failures, self.skipped = 0, [], []
        self.first = self.first_processor = None
        self.start = time.perf_counter()
        # nothing of the machine's own Python packages, nor of a switch that is on
        unwanted = ("PYTHONPATH", "FERRODYN_COMPAT", "VIRTUAL_ENV")
        self.env = {key: value for key, value in os.environ.items() if key not in unwanted}

    def run(self, typed, *, shows=(), status=0, first=False, text="", timeout=540, **env):
        """Types a line; what it printed, in which the patterns `shows` must be found.

        A status of None is any.
        """
        self.steps += 1
        print(f"\n$ {' '.join([*(f'{k}={v}' for k, v in env.items()), typed])}", flush=True)
        start = time.perf_counter()
        try:
            done = subprocess.run(
                shell(typed), cwd=self.folder, env={**self.env, **env}, input=text, text=True,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=timeout, check=False,
                encoding="utf-8", errors="replace")  # fmt: skip
            ended, output = done.returncode, done.stdout
        except subprocess.TimeoutExpired as late:
            ended, output = f"not ended after {timeout} s", str(late.stdout or "")
        now = time.perf_counter()
        show(output)
        print(f"-- {ended}, {now - start:.1f} s", flush=True)
        if status is not None and ended != status:
            self.fail(typed, f"ended with {ended}, not {status}")
        for pattern in [shows] if isinstance(shows, str) else shows:
            if not re.search(pattern, output):
                self.fail(typed, f"did not show {pattern!r}")
        if first and self.first is None:
            self.first = now - self.start
            self.first_processor = processor_seconds()
        return output

    def fail(self, typed, why):
        """Notes a failure and goes on."""
        self.failures.append(f"{typed}: {why}")
        print(f"FAILED: {why}", flush=True)

    def skip(self, what):
        """Notes what cannot be tried here."""
        self.skipped.append(what)
        print(f"\nSKIPPED: {what}", flush=True)

    def write(self, name, text):
        """A file in the folder."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"\n(writes {name}, {len(text.splitlines())} lines)")
        return path

    def environment(self, *packages, name="venv"):
        """A virtual environment with the wheel, which is then the one that is used."""
        self.run(f"{quoted(sys.executable)} -m venv {name}")
        programs = self.folder / name / ("Scripts" if os.name == "nt" else "bin")
        self.env["PATH"] = f"{programs}{os.pathsep}{self.env['PATH']}"
        self.run(f"python -m pip install -q {' '.join([quoted(self.wheel), *packages])}")

    def printed_as(self, typed, expected, **options):
        """Runs a program that must print what a page says, numbers to the last digit."""
        output = self.run(typed, **options)
        if [line.rstrip() for line in output.splitlines()] != expected.rstrip().splitlines():
            self.fail(typed, f"printed something else than {expected.strip()!r}")

    def result(self):
        """What the driver puts into its table."""
        seconds = time.perf_counter() - self.start
        return {"role": self.role, "steps": self.steps, "first": self.first,
                "processor": self.first_processor, "seconds": seconds, "failures": self.failures,
                "skipped": self.skipped}  # fmt: skip


def processor_seconds():
    """The time of processors that ended child processes took; 0 where the system does not tell."""
    times = os.times()
    return times.children_user + times.children_system


def shell(typed):
    """A line as a process: without a shell where it has nothing for one."""
    if any(sign in typed for sign in "|&<>*;"):
        return ["bash", "-c", typed]
    return shlex.split(typed)


def quoted(path):
    """A path as one word of a line."""
    return shlex.quote(str(path))


def show(output):
    """Prints the first and the last lines of what a step printed."""
    lines = output.rstrip().splitlines()
    if len(lines) > SHOWN:
        lines = [*lines[: SHOWN // 2], f"... {len(lines) - SHOWN} lines", *lines[-SHOWN // 2 :]]
    for line in lines:
        print(f"  {line}")


def blocks(page, kind):
    """The blocks of code of a page, `kind` as `python` or `text`."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(BLOCK.format(kind=kind), text)


def same_numbers(ours, theirs, tolerance=1e-6):
    """Whether two programs printed the same words, and numbers that are close."""
    if NUMBER.sub("#", ours).split() != NUMBER.sub("#", theirs).split():
        return False
    pairs = zip(NUMBER.findall(ours), NUMBER.findall(theirs), strict=True)
    return all(abs(float(a) - float(b)) <= tolerance * max(1, abs(float(b))) for a, b in pairs)


def main(role, steps):
    """Runs a trial by its script: 1 if a step failed."""
    parser = argparse.ArgumentParser(description=f"what the pages tell the role {role} to do")
    parser.add_argument("--wheel", type=pathlib.Path, help="the Python package")
    parser.add_argument("--command", type=pathlib.Path, help="the program ferrodyn")
    parser.add_argument("--full", action="store_true", help="also what downloads gigabytes")
    parser.add_argument("--result", type=pathlib.Path, help="where to write the result, as JSON")
    options = parser.parse_args()
    wheel = options.wheel and options.wheel.resolve()
    command = options.command and options.command.resolve()
    with tempfile.TemporaryDirectory(prefix=f"ferrodyn-{role}-") as folder:
        trial = Trial(role, folder, wheel=wheel, command=command, full=options.full)
        steps(trial)
    result = trial.result()
    if options.result:
        options.result.write_text(json.dumps(result))
    if trial.first is not None:
        print(f"\nthe first result took {trial.first:.0f} s, {trial.first_processor:.0f} s of processors")
    print(f"\n{role}: {trial.steps} steps, {len(trial.failures)} failed")
    return 1 if trial.failures else 0
