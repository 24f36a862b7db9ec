"""What a wheel carries besides the package: licenses and a list of what is linked into it.

    python -m tools.release.wheels finish dist/*.whl     # puts them in, then checks
    python -m tools.release.wheels check dist/*.whl

`finish` adds the texts of `tools/release/licenses.py` for the systems that the wheel is for as
`dist-info/licenses/THIRD-PARTY-LICENSES.txt`, and the same crates as CycloneDX in `dist-info/sboms`. `check` compares
both with what cargo says, asks whether `License-Expression` covers all of it, and looks for paths of the machine that
built it in the library: `RUSTFLAGS=--remap-path-prefix=...` keeps them out (`.ci/run`, release.yml).
"""

from __future__ import annotations

import argparse
import base64
import functools
import hashlib
import json
import os
import re
import sys
import zipfile
from pathlib import Path

from tools import ROOT
from tools.release import licenses

TEXTS = "licenses/THIRD-PARTY-LICENSES.txt"
BOM = "sboms/ferrodyn.cyclonedx.json"

# what the end of a wheel's name says, and what cargo calls it
TARGETS = [
    (r"musllinux.*_x86_64", ["x86_64-unknown-linux-musl"]),
    (r"musllinux.*_aarch64", ["aarch64-unknown-linux-musl"]),
    (r"linux.*_x86_64", ["x86_64-unknown-linux-gnu"]),
    (r"linux.*_aarch64", ["aarch64-unknown-linux-gnu"]),
    (r"macosx.*_universal2", ["aarch64-apple-darwin", "x86_64-apple-darwin"]),
    (r"macosx.*_arm64", ["aarch64-apple-darwin"]),
    (r"macosx.*_x86_64", ["x86_64-apple-darwin"]),
    (r"win_amd64", ["x86_64-pc-windows-msvc"]),
    (r"win_arm64", ["aarch64-pc-windows-msvc"]),
]

# a folder in which machines build, as it would stand in a library
HOMES = [r"/home/[\w.-]+", r"/Users/[\w.-]+", r"/root", r"[A-Z]:\\Users\\[\w.-]+", r"/__w", r"/github/[\w.-]+"]
PATH = re.compile(
    rb"(?:(?:%s)[/\\][\w./\\ -]*\.(?:rs|cargo|rustup)\b[\w./\\-]*)"
    rb"|(?<!/cargo[/\\])registry[/\\]src[/\\][\w./\\-]+" % "|".join(HOMES).encode()
)


def targets(wheel: Path) -> list[str]:
    """The systems that a wheel is for."""
    for tag, found in TARGETS:
        if re.search(tag + "$", wheel.stem):
            return found
    raise SystemExit(f"{wheel.name}: not known for which system it is")


@functools.cache
def crates(names: tuple[str, ...]) -> list[licenses.Crate]:
    return licenses.linked("wheel", names)


def bill(version: str, found: list[licenses.Crate]) -> str:
    """The crates as CycloneDX."""
    components = [
        {
            "type": "library",
            "bom-ref": f"pkg:cargo/{crate.name}@{crate.version}",
            "name": crate.name,
            "version": crate.version,
            "licenses": [{"expression": crate.license.replace("/", " OR ")}],
            "purl": f"pkg:cargo/{crate.name}@{crate.version}",
        }
        for crate in found
    ]
    subject = {"type": "library", "bom-ref": f"pkg:pypi/ferrodyn@{version}", "name": "ferrodyn", "version": version,
               "purl": f"pkg:pypi/ferrodyn@{version}"}  # fmt: skip
    document = {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "metadata": {"component": subject},
                "components": components}  # fmt: skip
    return json.dumps(document, indent=1) + "\n"


def record(files: dict[str, bytes], name: str) -> bytes:
    """The table of all files with their sums."""
    lines = []
    for file, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{file},sha256={digest},{len(content)}" if file != name else f"{name},,")
    return ("\n".join(lines) + "\n").encode()


class Wheel:
    """The files of a wheel, in memory."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with zipfile.ZipFile(path) as archive:
            self.entries = {entry.filename: entry for entry in archive.infolist()}
            self.files = {name: archive.read(name) for name in self.entries}
        self.info = next(name.split("/")[0] for name in self.files if name.endswith(".dist-info/METADATA"))

    def metadata(self, name: str) -> list[str]:
        """The values of a field of the metadata."""
        head = self.files[f"{self.info}/METADATA"].decode().split("\n\n")[0]
        return re.findall(rf"(?m)^{name}: (.*)$", head)

    def put(self, name: str, content: bytes) -> None:
        entry = zipfile.ZipInfo(name, self.entries[f"{self.info}/METADATA"].date_time)
        entry.external_attr = self.entries[f"{self.info}/METADATA"].external_attr
        self.entries.setdefault(name, entry)
        self.files[name] = content

    def finish(self) -> None:
        """Puts licenses and the list in."""
        names = targets(self.path)
        found = crates(tuple(names))
        missing = licenses.problems(found)
        if missing:
            raise SystemExit("\n".join(missing))
        for name in [name for name in self.files if name.startswith(f"{self.info}/sboms/")]:
            del self.files[name]
        self.put(f"{self.info}/{TEXTS}", licenses.document("wheel", names, found).encode())
        self.put(f"{self.info}/{BOM}", bill(self.metadata("Version")[0], found).encode())
        file = Path(TEXTS).name
        if file not in self.metadata("License-File"):
            text = self.files[f"{self.info}/METADATA"].decode()
            ours = f"License-File: {self.metadata('License-File')[-1]}\n"
            text = text.replace(ours, f"{ours}License-File: {file}\n", 1)
            self.files[f"{self.info}/METADATA"] = text.encode()
        self.write()

    def write(self) -> None:
        table = f"{self.info}/RECORD"
        # the table is the last file
        self.files[table] = self.files.pop(table)
        self.files[table] = record(self.files, table)
        new = self.path.with_suffix(".new")
        with zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in self.files.items():
                archive.writestr(self.entries[name], content, zipfile.ZIP_DEFLATED)
        os.replace(new, self.path)

    def problems(self) -> list[str]:
        """What is not as it should be."""
        found = crates(tuple(targets(self.path)))
        texts = self.files.get(f"{self.info}/{TEXTS}", b"").decode()
        bills = [name for name in self.files if "/sboms/" in name]
        problems = [
            f"{TEXTS}: {crate.label} is not there" for crate in found if f"\n{crate.label}: " not in texts
        ]
        if bills != [f"{self.info}/{BOM}"]:
            problems.append(f"lists of what is linked: {bills}, not {BOM} alone")
        else:
            listed = {(part["name"], part["version"]) for part in json.loads(self.files[bills[0]])["components"]}
            if listed != {(crate.name, crate.version) for crate in found}:
                problems.append(f"{BOM}: not what is linked")
        expression = self.metadata("License-Expression")
        covered = set(re.findall(r"[\w.-]+", expression[0])) if expression else set()
        needed = set().union(*(licenses.kept(crate) or set() for crate in found)) - licenses.FREE
        if needed - covered:
            problems.append(f"License-Expression does not cover {', '.join(sorted(needed - covered))}")
        return problems + [problem for name in self.files for problem in self.paths(name)]

    def paths(self, name: str) -> list[str]:
        """Paths of the machine that built it in a library."""
        if not name.endswith((".so", ".pyd", ".dylib")):
            return []
        here = [str(ROOT), os.environ.get("CARGO_HOME", str(Path.home() / ".cargo"))]
        content = self.files[name]
        found = {match[0].decode() for match in PATH.finditer(content)}
        found |= {path for path in here if re.search(re.escape(path.encode()) + rb"[/\\]", content)}
        shown = ", ".join(sorted(found)[:3])
        return [f"{name}: {len(found)} paths of the machine that built it: {shown}"] if found else []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=["finish", "check"])
    parser.add_argument("wheels", nargs="+", type=Path)
    options = parser.parse_args()
    bad = 0
    for path in options.wheels:
        wheel = Wheel(path)
        if options.command == "finish":
            wheel.finish()
        problems = wheel.problems()
        for problem in problems:
            print(f"{path.name}: {problem}", file=sys.stderr)
        bad += len(problems)
        if not problems:
            count = len(crates(tuple(targets(path))))
            print(f"{path.name}: licenses of {count} crates, {path.stat().st_size / 1e6:.1f} MB")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
