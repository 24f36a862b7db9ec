"""The product tried as strangers would, by role: what they type, what comes, how long it takes.

    python -m tools.docs.trials --wheel target/wheels/ferrodyn-*.whl [--role NAME ...] [--full] [--page FILE]

Every role is a script in `trials/`, which starts in an empty folder with the wheel or the sources
and does what the pages tell it to do. The table says how many steps there were, how long it took to
the first result (installing and compiling included), and what failed. The status is 1 if anything
did. With --full also what downloads gigabytes. Rust is built in CARGO_TARGET_DIR, if it is set.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from tools import ROOT
from tools.docs import sections

TRIALS = ROOT / "trials"
# role, and what it is given beside the checkout
ROLES = {
    "researcher": "has scripts that import mujoco",
    "learner": "trains policies on many environments",
    "rust": "writes a controller in Rust",
    "command": "writes and checks models on the command line",
    "contributor": "changes ferrodyn itself",
}
# where a role reads how to begin after the README, and the kind of the first block that it types or runs
FIRST = {
    "researcher": ("docs/start/mujoco.md", "python"),
    "learner": ("docs/start/learning.md", "python"),
    "rust": ("docs/start/rust.md", "rust"),
    "command": ("docs/start/command.md", "text"),
    "contributor": ("CONTRIBUTING.md", "sh"),
}
HEADER = (
    "| role | who | words | steps | first result, s | of processors, s | all, s | failed |\n|---|---|---|---|---|---|---|---|"
)


def read(text):
    """How many words a reader reads: no code, no addresses, no tags."""
    text = re.sub(r"(?ms)^```.*?^```$", "", text)
    return len(re.findall(r"[./'-]*\w[\w./'-]*", re.sub(r"\]\([^)]*\)", "]", re.sub(r"<[^>]*>", "", text))))


def words(role, root=ROOT):
    """Words up to the first thing of one's own: the README up to how to install, then the page up to its first program."""
    page, kind = FIRST[role]
    readme = (root / "README.md").read_text(encoding="utf-8").partition("```sh\n")[0]
    begin, found, _ = (root / page).read_text(encoding="utf-8").partition(f"```{kind}\n")
    if not found:
        raise ValueError(f"{page} has no block of {kind}")
    return read(readme) + read(begin)


def attempt(role, options, folder):
    """Runs the script of a role, whose output is shown as it comes; its result."""
    result = folder / f"{role}.json"
    command = [sys.executable, TRIALS / f"{role}.py", "--result", result]
    for name in ("wheel", "command"):
        if value := getattr(options, name):
            command += [f"--{name}", value]
    if options.full:
        command.append("--full")
    print(f"\n=== {role}: {ROLES[role]} ===", flush=True)
    status = subprocess.run(command, check=False).returncode
    if not result.exists():
        why = f"{role}.py ended with {status} and no result"
        return {"role": role, "steps": 0, "first": None, "processor": None, "seconds": 0,
                "failures": [why], "skipped": []}  # fmt: skip
    return json.loads(result.read_text())


def row(result):
    """The line of a role in the table."""
    first, processor = (
        "none" if seconds is None else f"{seconds:.0f}" for seconds in (result["first"], result["processor"])
    )
    role, failed = result["role"], len(result["failures"])
    return (f"| {role} | {ROLES.get(role, '')} | {words(role)} | {result['steps']} | {first} | {processor} "
            f"| {result['seconds']:.0f} | {failed} |")  # fmt: skip


def passed(result):
    """Whether a role met no failure and came to a result."""
    return not result["failures"] and result["first"] is not None


def merged(before, results):
    """The table with new rows, and those of a former one for roles that did not run."""
    rows = {line.split("|")[1].strip(): line for line in before.splitlines() if line[:2] == "| "}
    rows.update({result["role"]: row(result) for result in results})
    return "\n".join([HEADER, *(rows[role] for role in ROLES if role in rows)])


def report(results):
    """The table, and below it what failed and what was not tried."""
    lines = [HEADER, *map(row, results), ""]
    for result in results:
        lines += [f"FAILED, {result['role']}: {failure}" for failure in result["failures"]]
        lines += [f"SKIPPED, {result['role']}: {what}" for what in result["skipped"]]
    return "\n".join(lines).rstrip()


def main(arguments=None):
    """Prints the table; 1 if a role failed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--role", nargs="+", choices=ROLES, default=list(ROLES))
    parser.add_argument("--wheel", type=pathlib.Path, help="the Python package")
    parser.add_argument("--command", type=pathlib.Path, help="the program, if not the wheel's")
    parser.add_argument("--full", action="store_true", help="also what downloads gigabytes")
    sections.add_argument(parser)
    options = parser.parse_args(arguments)
    if options.wheel is None and {"researcher", "learner", "command"} & set(options.role):
        parser.error("give --wheel: maturin build --release -m crates/python/Cargo.toml")

    with tempfile.TemporaryDirectory() as folder:
        results = [attempt(role, options, pathlib.Path(folder)) for role in options.role]
    text = report(results)
    print(f"\n{text}")
    if options.page:
        before = options.page.read_text(encoding="utf-8").partition("<!-- trials -->")[2]
        sections.write(options.page, "trials", merged(before.partition("<!-- end -->")[0], results))
    return 0 if all(map(passed, results)) else 1


if __name__ == "__main__":
    sys.exit(main())
