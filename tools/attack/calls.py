"""Attacks ferrodyn from Python: wrong arguments, wrong ids, threads, callbacks, files, forks, signals.

    python -m tools.attack.calls --calls 1000000            # everything, in many short processes
    python -m tools.attack.calls --only structure --seed 7  # one kind of attack
    python -m tools.attack.calls --seconds 600              # for so long

Every process makes some thousand calls that its seed decides. Calls may raise any exception that a
program may expect. What may not happen is counted as a failure: the process dies, a call raises
``PanicException`` or something that is no ``Exception``, or takes more than ten seconds. A failure is
printed with a script that repeats it. Internal errors that were caught (``FatalError``) are listed
by place: they are bugs, but nothing broke.
"""

from __future__ import annotations

import argparse
import collections
import importlib.util
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tools import ROOT
from tools.attack import batches, groups, kinds, parts
from tools.attack.attacker import LIMIT, Attacker, Failure, Journal

STARTUP = 120.0
"""Seconds that a process may take to import what it attacks, on a busy machine."""
PER_PROCESS = {
    "arguments": 20000,
    "structure": 4000,
    "parameters": 4000,
    "spec": 1500,
    "threads": 2000,
    "callbacks": 1500,
    "views": 4000,
    "files": 800,
    "processes": 40,
    "batches": 3000,
    "batchfiles": 1500,
    "groups": 600,
    "environments": 2500,
    "parts": 1000,
}
"""Kinds of attack, and how many calls of each a process makes."""
if importlib.util.find_spec("gymnasium") is None:
    del PER_PROCESS["environments"], PER_PROCESS["parts"]
MOST_FAILURES = 50
"""Failures after which nothing more is to be learned."""


def child(kind: str, seed: int, calls: int, note: str = "") -> None:
    """Makes the calls of one process; prints what was caught."""
    journal = Journal(Path(note)) if note else None
    attacker = Attacker(kind, seed, calls, journal)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            if kind in batches.KINDS:
                batches.KINDS[kind](attacker)
            elif kind in parts.KINDS:
                parts.KINDS[kind](attacker)
            elif kind == "groups":
                groups.groups(attacker)
            else:
                kinds.run(kind, attacker)
        finally:
            os.chdir("/")
    if journal:
        journal.write(attacker.made, "the end")
    if attacker.slow:
        raise Failure(f"a call took {attacker.slow[0][0]:.1f} s: {attacker.slow[0][1]}")
    print(json.dumps({"caught": attacker.caught, "examples": attacker.examples}))


class Process:
    """A process that attacks."""

    def __init__(self, kind: str, seed: int, calls: int, folder: Path) -> None:
        self.kind, self.seed, self.calls = kind, seed, calls
        self.note = folder / f"{kind}-{seed}"
        self.journal = Journal(self.note, create=True)
        self.output = (folder / f"{kind}-{seed}.out").open("w+b")
        path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
        code = f"from tools.attack import calls; calls.child({kind!r}, {seed}, {calls}, {str(self.note)!r})"
        self.process = subprocess.Popen(
            [sys.executable, "-X", "faulthandler", "-c", code],
            stdout=self.output, stderr=subprocess.STDOUT, start_new_session=True,
            cwd=ROOT, env=os.environ | {"PYTHONPATH": path},
        )  # fmt: skip
        self.seen, self.since = -1, time.monotonic()

    def poll(self) -> str | None:
        """Nothing while it runs; what went wrong, or an empty text, when it has ended."""
        code = self.process.poll()
        made, text = self.journal.read()
        if code is None:
            if made != self.seen:
                self.seen, self.since = made, time.monotonic()
            if time.monotonic() - self.since < (LIMIT + 5 if made else STARTUP):
                return None
            self.process.send_signal(signal.SIGABRT)
            self.process.wait()
            return f"call {made} does not end: {text}"
        if code < 0:
            return f"signal {-code} in call {made}: {text}"
        if code > 0:
            return f"exit code {code} in call {made}: {text}"
        return ""

    def text(self) -> str:
        self.output.seek(0)
        return self.output.read().decode("utf-8", "replace")

    def script(self) -> str:
        made = self.journal.read()[0]
        return (
            f"from tools.attack import calls\n"
            f"calls.child({self.kind!r}, {self.seed}, {max(made, 1)})\n"
        )


class Campaign:
    """All processes, and what came of them."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.kinds = options.only or list(PER_PROCESS)
        self.made: collections.Counter[str] = collections.Counter()
        self.caught: collections.Counter[str] = collections.Counter()
        self.examples: dict[str, str] = {}
        self.failures: list[str] = []
        self.start = time.monotonic()
        self.next = 0

    def run(self) -> int:
        with tempfile.TemporaryDirectory() as folder:
            running: list[Process] = []
            told = self.start
            while True:
                while len(running) < self.options.jobs and self._more(running):
                    running.append(self._process(Path(folder)))
                if not running:
                    break
                time.sleep(0.05)
                running = [process for process in running if not self._ended(process)]
                if time.monotonic() - told > 10:
                    told = time.monotonic()
                    self._tell()
        self._tell()
        for place, count in self.caught.most_common(40):
            print(f"  caught {count:6}  {place}: {self.examples[place]}")
        return 1 if self.failures else 0

    def _more(self, running: list[Process]) -> bool:
        options = self.options
        if options.seconds and time.monotonic() - self.start > options.seconds:
            return False
        if len(self.failures) >= MOST_FAILURES:
            return False
        planned = sum(self.made.values()) + sum(process.calls for process in running)
        return not options.calls or planned < options.calls

    def _process(self, folder: Path) -> Process:
        kind = self.kinds[self.next % len(self.kinds)]
        seed = self.options.seed + self.next // len(self.kinds)
        self.next += 1
        return Process(kind, seed, PER_PROCESS[kind], folder)

    def _ended(self, process: Process) -> bool:
        problem = process.poll()
        if problem is None:
            return False
        output = process.text()
        self.made[process.kind] += process.journal.read()[0]
        if problem:
            self.failures.append(problem)
            print(f"\nFAILURE {process.kind} seed {process.seed}: {problem}")
            print("\n".join(output.splitlines()[-30:]))
            print(f"--- repeat with\n{process.script()}---", flush=True)
        else:
            result = json.loads(output.splitlines()[-1])
            self.caught.update(result["caught"])
            self.examples.update(result["examples"])
        return True

    def _tell(self) -> None:
        made = sum(self.made.values())
        parts = ", ".join(f"{kind} {count}" for kind, count in self.made.items())
        print(
            f"{time.monotonic() - self.start:6.0f} s  {made} calls ({parts}), "
            f"{len(self.failures)} failures, {sum(self.caught.values())} internal errors caught",
            flush=True,
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--calls", type=int, default=0, help="end after so many calls")
    parser.add_argument("--seconds", type=float, default=0, help="end after so much time")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", action="append", choices=list(PER_PROCESS))
    options = parser.parse_args()
    if not options.calls and not options.seconds:
        options.calls = 100_000
    return Campaign(options).run()


if __name__ == "__main__":
    sys.exit(main())
