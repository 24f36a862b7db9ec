"""What a release is made of: the order of its crates, the check of its version, its text.

    python -m tools.release.version crates          # those to be published, each after what it depends on
    python -m tools.release.version check v0.1.0    # whether the tag is the version of everything
    python -m tools.release.version notes v0.1.0    # the section of CHANGELOG.md
"""

import argparse
import json
import re
import subprocess
import sys

from tools import ROOT

# what a page of a registry shows
WANTED = ["description", "license", "readme", "repository", "keywords", "categories"]


def packages() -> list[dict]:
    """The crates of the workspace that are published, as cargo describes them."""
    command = ["cargo", "metadata", "--no-deps", "--format-version", "1", "--locked"]
    text = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [package for package in json.loads(text)["packages"] if package["publish"] != []]


def order(found: list[dict]) -> list[str]:
    """Names of crates, each after those it depends on, for tests and examples too."""
    waiting = {package["name"]: package["dependencies"] for package in found}
    done: list[str] = []
    while waiting:
        ready = sorted(
            name
            for name, needs in waiting.items()
            if not any(need["name"] in waiting for need in needs)
        )
        if not ready:
            raise SystemExit("crates depend on each other in a circle: " + ", ".join(waiting))
        done += ready
        for name in ready:
            del waiting[name]
    return done


def notes(changelog: str, version: str) -> str:
    """The section of a version, without its heading; empty if there is none."""
    heading = rf"^## \[?{re.escape(version)}\]?(?:[ -].*)?$"
    parts = re.split(heading, changelog, maxsplit=1, flags=re.MULTILINE)
    if len(parts) < 2:
        return ""
    return re.split(r"^## ", parts[1], maxsplit=1, flags=re.MULTILINE)[0].strip()


def problems(found: list[dict], version: str, changelog: str) -> list[str]:
    """Why a version cannot be released."""
    wrong = []
    for package in found:
        name = package["name"]
        if package["version"] != version:
            wrong.append(f"{name} has version {package['version']}, not {version}")
        wrong += [f"{name} has no {field}" for field in WANTED if not package[field]]
        for need in package["dependencies"]:
            # cargo leaves out what only tests need and what has no version, as crates that are not published have none
            if need.get("kind") == "dev" and need["req"] == "*":
                continue
            if need.get("path") and need["req"] != f"^{version}":
                wrong.append(f"{name} asks for {need['name']} {need['req']}, not ^{version}")
    if not notes(changelog, version):
        wrong.append(f"CHANGELOG.md has no section {version}")
    return wrong


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["crates", "check", "notes"])
    parser.add_argument("tag", nargs="?", default="")
    arguments = parser.parse_args()
    version = arguments.tag.removeprefix("v")
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if arguments.what == "crates":
        print("\n".join(order(packages())))
        return
    if not version:
        parser.error(f"{arguments.what} needs a tag")
    if arguments.what == "notes":
        print(notes(changelog, version))
        return
    wrong = problems(packages(), version, changelog)
    print("\n".join(wrong) or f"ready to release {version}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
