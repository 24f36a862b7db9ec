"""Figures that pages claim, measured again: the table conformance/claims.toml says what, where and how far off it may be.

    python -m tools.docs.claims                # everything; the status is 1 if a claim does not hold
    python -m tools.docs.claims ik_protocol    # some of the programs
    python -m tools.docs.claims --read FILE ik_protocol    # what the program printed, from a file

A program whose models are not there is skipped. Every claim is printed with the worst figure that was found.
"""

from __future__ import annotations

import argparse
import functools
import json
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

from tools import ROOT

TABLE = ROOT / "conformance" / "claims.toml"


def programs() -> list[dict]:
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))["program"]


def judge(claim: dict, text: str) -> tuple[bool, str]:
    """Whether a claim holds for what a program printed, and what was found."""
    found = re.findall(claim["find"], text, re.MULTILINE)
    if "times" in claim and len(found) != claim["times"]:
        return False, f"found {len(found)} times, not {claim['times']}"
    if not {"least", "most"} & set(claim):
        return True, "as it should be"
    if not found:
        return False, "not found"
    numbers = [float(number) for number in found]
    low, high = min(numbers), max(numbers)
    least, most = claim.get("least", float("-inf")), claim.get("most", float("inf"))
    # what is not a number is within no bounds
    holds = all(least <= number <= most for number in numbers)
    bounds = [f"{word} {claim[word]:g}" for word in ("least", "most") if word in claim]
    return holds, f"{low:g}" + (f" to {high:g}" if high != low else "") + f" ({', '.join(bounds)})"


@functools.cache
def bench() -> str:
    """The program ferrodyn-bench, built together with the command: both then have the same crates, which a run of
    `.ci/run` has compiled already."""
    command = "cargo build --release --quiet --locked -p ferrodyn-cli -p ferrodyn-bench --message-format json"
    done = subprocess.run(command.split(), cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    messages = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    made = [message["executable"] for message in messages if message.get("executable")]
    return next(path for path in made if Path(path).stem == "ferrodyn-bench")


def run(program: dict) -> str:
    programs = {"{python}": lambda: sys.executable, "{bench}": bench}
    words = shlex.split(program["run"])
    command = [programs[word]() if word in programs else word for word in words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode and not done.stdout:
        raise SystemExit(f"{program['name']}: {done.stderr.strip()[-2000:]}")
    return done.stdout


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="PROGRAM")
    parser.add_argument("--read", type=Path, help="a file with what the program printed")
    options = parser.parse_args()
    chosen = [program for program in programs() if not options.names or program["name"] in options.names]
    if len(chosen) < len(options.names) or (options.read and len(chosen) != 1):
        raise SystemExit(f"there are the programs {', '.join(program['name'] for program in programs())}")
    bad = 0
    for program in chosen:
        text = options.read.read_text(encoding="utf-8") if options.read else run(program)
        if "needs" in program and not re.search(program["needs"], text):
            print(f"SKIPPED: {program['name']}: {text.strip().splitlines()[0] if text.strip() else 'it printed nothing'}")
            continue
        for claim in program["claim"]:
            holds, what = judge(claim, text)
            bad += not holds
            print(f"{'ok  ' if holds else 'BAD '} {claim['page']}: {claim['says']}: {what}", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
