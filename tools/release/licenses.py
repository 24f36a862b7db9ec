"""License texts of all crates that are linked into the wheel, the command or the page of the web, for a target.

    python -m tools.release.licenses check                            # every crate has the texts that its license asks for
    python -m tools.release.licenses text wheel --out FILE            # all texts, each once, with who it is of
    python -m tools.release.licenses text command --target aarch64-apple-darwin

What is linked is what `cargo tree` says with the features of the build: no build scripts, no procedural macros, no
tests. Texts are those of the packages. A crate that offers Apache-2.0 and brings no text is covered by the text of
that license, which names nobody; `NOTICES` has whom to name where a package forgot it; any other crate without a text
is a mistake, and `check` says which, for all systems that wheels are made for. `tools/release/wheels.py` puts the result into
wheels, `tools/viewer/web_page.py` beside the page.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tools import ROOT

# what is built, and with which features
BUILDS = {
    "wheel": ["-p", "ferrodyn-python", "--features", "pyo3/extension-module"],
    "command": ["-p", "ferrodyn-cli", "--features", "render,viewer"],
    "page": ["-p", "ferrodyn-web"],
}

# systems that wheels are made for
TARGETS = [
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "x86_64-unknown-linux-musl",
    "aarch64-unknown-linux-musl",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
    "aarch64-pc-windows-msvc",
]

# the one system that the page is made for
WEB = "wasm32-wasip1"

# files of a package that are license texts, also of what is in a folder of it, such as a font
TEXT = re.compile(r"(?i)^((un)?licen[cs]es?|copying|copyright|notice|ofl|ufl)\b|licen[cs]e")
ENDINGS = ("", ".txt", ".md", ".lib", ".mit", ".apache", ".rst")

# words by which the text of a license is known
WORDS = {
    "MIT": "permission is hereby granted, free of charge",
    "Apache-2.0": "apache license",
    "Apache-2.0 WITH LLVM-exception": "llvm exceptions",
    "BSD-2-Clause": "redistribution and use in source and binary forms",
    "BSD-3-Clause": "neither the name",
    "ISC": "permission to use, copy, modify, and",
    "Zlib": "this software is provided 'as-is'",
    "Unicode-3.0": "unicode license v3",
    "OFL-1.1": "sil open font license",
    "Ubuntu-font-1.0": "ubuntu font licence",
}
# who to name where a package under MIT forgot the text, by its repository; the terms are those of that license
NOTICES = {
    "https://github.com/madsmtm/objc2": "Copyright Mads Marquart, Steven Sheldon and contributors",
    "http://github.com/SSheldon/rust-dispatch": "Copyright Steven Sheldon and contributors",
}
# licenses that ask for nothing
FREE = {"0BSD", "Unlicense", "CC0-1.0", "MIT-0"}
# what is taken where a crate offers several
PREFERRED = ["Apache-2.0", "MIT"]


@dataclass
class Crate:
    """A crate that is linked."""

    name: str
    version: str
    license: str
    authors: list[str]
    repository: str
    texts: dict[str, str] = field(default_factory=dict)

    @property
    def label(self) -> str:
        return f"{self.name} {self.version}"


def parse(expression: str) -> tuple:
    """An SPDX expression as nested tuples: ("OR", a, b), ("AND", a, b), ("IS", name)."""
    words = re.findall(r"\(|\)|[^\s()]+", expression.replace("/", " OR "))

    def either(at: int) -> tuple[tuple, int]:
        found, at = both(at)
        while at < len(words) and words[at] == "OR":
            more, at = both(at + 1)
            found = ("OR", found, more)
        return found, at

    def both(at: int) -> tuple[tuple, int]:
        found, at = one(at)
        while at < len(words) and words[at] == "AND":
            more, at = one(at + 1)
            found = ("AND", found, more)
        return found, at

    def one(at: int) -> tuple[tuple, int]:
        if at >= len(words):
            raise ValueError(f"{expression!r} is no license expression")
        if words[at] == "(":
            found, at = either(at + 1)
            return found, at + 1
        if words[at + 1 : at + 2] == ["WITH"]:
            return ("IS", " ".join(words[at : at + 3])), at + 3
        return ("IS", words[at]), at + 1

    tree, end = either(0)
    if end != len(words):
        raise ValueError(f"{expression!r} is no license expression")
    return tree


def choose(tree: tuple, has: Callable[[str], bool]) -> set[str] | None:
    """The licenses that are kept of an expression, given which of them can be; None if it cannot be."""
    kind, *parts = tree
    if kind == "IS":
        return {parts[0]} if has(parts[0]) else None
    found = [choose(part, has) for part in parts]
    if kind == "AND":
        return set().union(*found) if None not in found else None
    able = [names for names in found if names is not None]

    def cost(names: set[str]) -> tuple[int, list[int]]:
        ranks = [PREFERRED.index(name) if name in PREFERRED else len(PREFERRED) for name in names]
        return max(ranks), ranks

    return min(able, key=cost, default=None)


def kept(crate: Crate) -> set[str] | None:
    """The licenses under which a crate is passed on; None if a text is missing."""
    text = " ".join(" ".join(crate.texts.values()).split()).lower()

    def has(name: str) -> bool:
        # the text of Apache-2.0 is in any case there
        return name in FREE or name == "Apache-2.0" or (name in WORDS and WORDS[name] in text)

    return choose(parse(crate.license), has) if crate.license else None


def texts_of(directory: Path) -> dict[str, str]:
    """License texts in a package, by the name of their file."""
    found = {}
    for file in sorted(directory.rglob("*")):
        if TEXT.search(file.name) and file.suffix.lower() in ENDINGS and file.is_file():
            text = file.read_text(encoding="utf-8", errors="replace").strip()
            if text:
                found[file.relative_to(directory).as_posix()] = text
    return found


def cargo(*arguments: str) -> str:
    command = ["cargo", *arguments, "--locked"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


def host() -> str:
    text = subprocess.run(["rustc", "-vV"], check=True, capture_output=True, text=True).stdout
    return next(line.split()[1] for line in text.splitlines() if line.startswith("host:"))


def linked(build: str, targets: Iterable[str]) -> list[Crate]:
    """The crates of others that are linked for any of the targets, by name."""
    labels = set()
    for target in targets:
        tree = cargo("tree", *BUILDS[build], "-e", "normal,no-proc-macro", "--target", target,
                     "--prefix", "none", "--format", "{p}")  # fmt: skip
        labels |= {tuple(line.split()[:2]) for line in tree.splitlines() if line.strip()}
    metadata = json.loads(cargo("metadata", "--format-version", "1"))
    crates = []
    for package in metadata["packages"]:
        label = package["name"], f"v{package['version']}"
        # without a source it is one of the workspace
        if label in labels and package["source"] is not None:
            directory = Path(package["manifest_path"]).parent
            crate = Crate(package["name"], package["version"], package["license"] or "",
                          package["authors"], package["repository"] or "", texts_of(directory))  # fmt: skip
            supplement(crate)
            crates.append(crate)
    return sorted(crates, key=lambda crate: (crate.name, crate.version))


def supplement(crate: Crate) -> None:
    """Gives a crate the text that its package forgot, where it is known who made it."""
    notice = NOTICES.get(crate.repository.removesuffix(".git"))
    if notice and crate.license == "MIT" and not crate.texts:
        own = (ROOT / "LICENSE-MIT").read_text(encoding="utf-8")
        terms = own[own.index("Permission is hereby granted") :].strip()
        crate.texts[f"by {crate.repository}"] = f"{notice}\n\n{terms}"


def problems(crates: list[Crate]) -> list[str]:
    """Crates whose texts are not there."""
    return [
        f"{crate.label} ({crate.license or 'no license'}): its package has no text of that license"
        for crate in crates
        if kept(crate) is None
    ]


def standard_library() -> str:
    """What the standard library of Rust, which is linked too, says of itself."""
    sysroot = subprocess.run(["rustc", "--print", "sysroot"], check=True, capture_output=True, text=True)
    found = list(Path(sysroot.stdout.strip()).glob("share/doc/rust*/COPYRIGHT-library.html"))
    notice = "The standard library of Rust: Apache-2.0 OR MIT, copyright The Rust Project Contributors.\n"
    if found:
        page = found[0].read_text(encoding="utf-8", errors="replace")
        page = re.sub(r"(?s)<(style|script|head).*?</\1>", "", page)
        text = re.sub(r"<[^>]+>", "", page).replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"')
        notice += "\n" + re.sub(r"\n\s*\n+", "\n\n", text.replace("&amp;", "&")).strip() + "\n"
    return notice


def targets_of(build: str) -> list[str]:
    """The systems that something is built for."""
    return [WEB] if build == "page" else TARGETS


def document(build: str, targets: list[str], crates: list[Crate]) -> str:
    """All texts, each once, with the crates that bring it."""
    owners: dict[str, tuple[str, list[str]]] = {}
    bare = []
    for crate in crates:
        for name, text in crate.texts.items():
            key = " ".join(text.split())
            owners.setdefault(key, (text, []))[1].append(f"{crate.label} ({name})")
        if not crate.texts:
            by = ", ".join(crate.authors) or crate.repository
            bare.append(f"{crate.label}, {crate.license}, by {by}")
    line = "=" * 100
    parts = [
        f"What is linked into the {build} of ferrodyn for {', '.join(targets)}, and its licenses.\n\n"
        + "\n".join(f"{crate.label}: {crate.license}" for crate in crates),
        standard_library(),
    ]
    apache = (ROOT / "LICENSE-APACHE").read_text(encoding="utf-8").strip()
    if bare:
        parts.append("Passed on under Apache-2.0, without a text of their own:\n\n" + "\n".join(bare) + "\n\n" + apache)
    for text, names in sorted(owners.values(), key=lambda entry: entry[1]):
        parts.append("\n".join(names) + "\n\n" + text)
    return f"\n\n{line}\n\n".join(part.strip() for part in parts) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser("check", help="whether all texts are there")
    text = commands.add_parser("text", help="all texts")
    text.add_argument("build", choices=BUILDS)
    text.add_argument("--out", type=Path)
    for command in (check, text):
        command.add_argument("--target", action="append", help="the processor and system; check: all, text: this one")
    options = parser.parse_args()
    found = []
    for build in BUILDS if options.command == "check" else [options.build]:
        every = options.command == "check" or build == "page"
        targets = options.target or (targets_of(build) if every else [host()])
        crates = linked(build, targets)
        found += problems(crates)
        if options.command == "check":
            licenses = sorted(set().union(*(kept(crate) or set() for crate in crates)))
            print(f"{build}: {len(crates)} crates, {', '.join(licenses)}")
        elif not found:
            whole = document(build, targets, crates)
            if options.out:
                options.out.write_text(whole, encoding="utf-8")
            else:
                sys.stdout.write(whole)
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
