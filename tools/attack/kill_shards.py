"""Kills `ferrodyn rollout` at random moments and lets it go on: no shard may be lost or torn.

    python -m tools.attack.kill_shards [--kills 200] [--shards 16] [--command target/release/ferrodyn] [MODEL]

Runs once without interruption, then over and over with kill -9, half of the times after a random delay, half
of the times when a file has just appeared. After every kill each shard that is there must have the bytes
of the first run, and none that was there may be missing; a run that comes to its end must leave the
files of the first run and nothing else. Then it starts anew, until there are enough kills.
"""
import argparse
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile

from tools import ROOT

MODEL = ROOT / "crates/cli/tests/models/arm.xml"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", nargs="?", type=pathlib.Path, default=MODEL)
    parser.add_argument("--command", type=pathlib.Path, default=ROOT / "target/release/ferrodyn")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--shards", type=int, default=16)
    parser.add_argument("--environments", type=int, default=512)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def shards_of(directory):
    """The shards that are there, as bytes."""
    return {path.name: path.read_bytes() for path in sorted(directory.glob("shard-*.npz"))}


def is_whole(path):
    """Whether a zip file can be read to its end."""
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.testzip() is None
    except (zipfile.BadZipFile, EOFError):
        return False


class Run:
    """A run that is killed and goes on."""

    def __init__(self, command, directory, rng):
        self.command, self.directory, self.rng = command, directory, rng
        self.kills, self.while_writing, self.left_over, self.ends = 0, 0, 0, 0
        self.problems = []

    def start(self):
        return subprocess.Popen(self.command + ["--out", str(self.directory)], stdout=subprocess.DEVNULL)

    def kill_once(self, seconds):
        """Starts the run and kills it; False if it came to its end first."""
        process = self.start()
        if self.rng.random() < 0.5:
            deadline = time.monotonic() + self.rng.uniform(0, seconds)
            while time.monotonic() < deadline and process.poll() is None:
                time.sleep(0.0005)
        else:
            # when a file appears that was not there; some are passed over, so that others than the first are hit
            before, passed = set(os.listdir(self.directory)), self.rng.randrange(6)
            while process.poll() is None:
                now = set(os.listdir(self.directory))
                if now - before:
                    passed -= 1
                    if passed < 0:
                        break
                before = now
            time.sleep(self.rng.choice([0, 0, self.rng.uniform(0, 0.002)]))
        if process.poll() is not None:
            if process.returncode != 0:
                self.problems.append(f"status {process.returncode}")
            return False
        process.kill()
        process.wait()
        return True

    def check(self, expected, before):
        """Compares what is there with the run without interruption."""
        found = shards_of(self.directory)
        for name in sorted(before - found.keys()):
            self.problems.append(f"{name} is lost")
        for name, data in found.items():
            if not is_whole(self.directory / name):
                self.problems.append(f"{name} is torn")
            elif data != expected.get(name):
                self.problems.append(f"{name} has other bytes")
        return set(found)


def main():
    args = arguments()
    command = [str(args.command), "rollout", str(args.model), "-n", str(args.environments), "--every", "1"]
    command += ["--steps", str(args.steps), "--shards", str(args.shards), "--threads", "1"]
    with tempfile.TemporaryDirectory(prefix="ferrodyn-kill-") as top:
        whole, killed = pathlib.Path(top, "whole"), pathlib.Path(top, "killed")
        start = time.monotonic()
        subprocess.run(command + ["--out", str(whole)], check=True, stdout=subprocess.DEVNULL)
        seconds = time.monotonic() - start
        expected = shards_of(whole)
        size = sum(map(len, expected.values()))
        print(f"{len(expected)} shards, {size / 2**20:.1f} MiB, {seconds:.2f} s without interruption", flush=True)

        run, before = Run(command, killed, random.Random(args.seed)), set()
        killed.mkdir()
        while run.kills < args.kills:
            if run.kill_once(seconds / 4):
                run.kills += 1
                left = len(list(killed.glob(".shard-*.tmp")))
                run.while_writing += left > 0
                run.left_over = max(run.left_over, left)
                before = run.check(expected, before)
            else:
                finish(run, expected, before)
                before = set()
        process = run.start()
        process.wait()
        finish(run, expected, before)

    print(f"{run.kills} kills, {run.while_writing} of them while a shard was written; {run.ends} runs came to their end")
    print(f"at most {run.left_over} temporary file at a time; {len(run.problems)} problems: shards lost, torn or other than they should be")
    for problem in run.problems:
        print(f"  {problem}")
    return 1 if run.problems or run.ends == 0 else 0


def finish(run, expected, before):
    """A run that has ended left what it should; the next starts anew."""
    run.check(expected, before)
    names = sorted(path.name for path in run.directory.iterdir())
    if names != sorted(expected):
        run.problems.append(f"a finished directory has {names}")
    run.ends += 1
    shutil.rmtree(run.directory)
    run.directory.mkdir()


if __name__ == "__main__":
    sys.exit(main())
