"""What each feature of the crate `ferrodyn` costs those who build it: crates, and seconds from an empty folder.

    python -m tools.speed.features [FEATURE ...] [--release] [--only-count] [--kept FILE] [--page docs/rust.md]

A new crate that depends on `ferrodyn` with one feature and has an empty main program is built in an empty folder, with the
versions of Cargo.lock and cargo's own profiles, as those of a user. Crates are downloaded before. Counted are normal
dependencies, `ferrodyn` included. Seconds of processors say more than those of the clock where other programs are at work.
--kept adds to the builds that a file holds, so that one can be measured at a time; the table has all in it.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import tempfile
import time

from tools import ROOT
from tools.docs import measured, sections

CRATE = ROOT / "crates" / "ferrodyn"
# "" is none of them
ADDS = {
    "": "engine, MJCF and URDF, scenes, inverse kinematics, derivatives, on one thread",
    "doctor": "[what is wrong with a model](doctor.md), found by formulas and short runs",
    "mint": "`Vec3`, `Quat` and `Mat3` from and to those of glam, nalgebra and others",
    "parallel": "batches, and targets of inverse kinematics, on all cores; by rayon",
    "render": "[pictures](pictures.md) through wgpu",
    "serde": "vectors, ids, enums (by their names in Rust), options; a `Model` as its bytes, checked when it is read",
}


def declared():
    """The features of the crate, and those that are on by default."""
    metadata = subprocess.run(
        ["cargo", "metadata", "--no-deps", "--locked", "--format-version", "1"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    package = next(p for p in json.loads(metadata.stdout)["packages"] if p["name"] == "ferrodyn")
    features = package["features"]
    return sorted(features.keys() - {"default"}), features["default"]


def crates(feature):
    """How many crates are built for a feature, and how many of them are ferrodyn's own."""
    tree = subprocess.run(
        ["cargo", "tree", "--locked", "-e", "normal", "-p", "ferrodyn", "--no-default-features", "--features", feature,
         "--prefix", "none", "--format", "{p}"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return count(tree.stdout)


def count(tree):
    """The crates in the lines of `cargo tree`, and those of them that are ferrodyn's own."""
    # the same version twice is one crate; the second time it is marked with a star, and its folder is left out
    names = {tuple(line.split()[:2]) for line in tree.splitlines() if line.strip()}
    return len(names), sum(name == "ferrodyn" or name.startswith("ferrodyn-") for name, _ in names)


def build(feature, release):
    """Seconds of the clock and of processors that a crate with this feature takes to build."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "src").mkdir()
        (folder / "src" / "main.rs").write_text("fn main() {}\n", encoding="utf-8")
        (folder / "Cargo.toml").write_text(manifest(feature), encoding="utf-8")
        (folder / "Cargo.lock").write_bytes((ROOT / "Cargo.lock").read_bytes())
        environment = {**os.environ, "CARGO_TARGET_DIR": str(folder / "target")}
        run = {"cwd": folder, "env": environment, "check": True}
        subprocess.run(["cargo", "fetch", "--quiet"], **run)
        start, before = time.perf_counter(), os.times()
        subprocess.run(["cargo", "build", "--quiet", "--offline", *(["--release"] if release else [])], **run)
        wall, after = time.perf_counter() - start, os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return {"wall": wall, "processors": used}


def manifest(feature):
    """The manifest of a crate with one feature, or with none."""
    features = json.dumps([feature] if feature else [])
    return (
        '[package]\nname = "user"\nversion = "0.0.0"\nedition = "2024"\n\n[dependencies]\n'
        f"ferrodyn = {{ path = {json.dumps(str(CRATE))}, default-features = false, features = {features} }}\n\n[workspace]\n"
    )


def table(rows, defaults):
    """The features with what they add and cost."""
    head = ["feature", "default", "adds", "crates in all", "own crates"]
    is_built = all("wall" in row for row in rows.values())
    if is_built:
        head += ["build, s of processors", "build, s"]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for name in sorted(rows):
        row = rows[name]
        is_default = "" if not name else "yes" if name in defaults else "no"
        cells = [f"`{name}`" if name else "", is_default, ADDS.get(name, ""), *map(str, row["crates"])]
        if is_built:
            cells += [f"{row['processors']:.0f}", f"{row['wall']:.0f}"]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def compiler():
    """The version of the compiler."""
    return re.search(r"rustc [\d.]+", subprocess.run(["rustc", "--version"], check=True, capture_output=True, text=True).stdout)[0]


def main():
    """Builds, and prints the table."""
    features, defaults = declared()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("features", nargs="*", help='the features; "none" for the crate without any')
    parser.add_argument("--release", action="store_true", help="with cargo's release profile instead of dev")
    parser.add_argument("--only-count", action="store_true", help="count crates and build nothing")
    parser.add_argument("--kept", type=pathlib.Path, help="a file of builds, to which these are added")
    measured.add_argument(parser)
    sections.add_argument(parser)
    a = parser.parse_args()
    wanted = ["" if name == "none" else name for name in a.features] or ["", *features]
    if unknown := set(wanted) - {"", *features}:
        parser.error(f"there is no feature {', '.join(sorted(unknown))}: there are {', '.join(features)}")
    rows = json.loads(a.kept.read_text()) if a.kept and a.kept.exists() else {}
    for name in wanted:
        rows[name] = {"crates": crates(name), **({} if a.only_count else build(name, a.release))}
        if a.kept:
            a.kept.write_text(json.dumps(rows))
    profile = [] if a.only_count else [compiler(), "release" if a.release else "dev"]
    note = ", ".join(word for word in (a.note, *profile) if word)
    text = f"{table(rows, defaults)}\n\n{measured.line(note)}"
    print(text)
    sections.write(a.page, "features", text)


if __name__ == "__main__":
    main()
