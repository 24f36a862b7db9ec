"""Releases of MuJoCo as Python finds them, each unpacked into a folder of its own, and programs that run with one.

Nothing is installed: a child process finds a release by `PYTHONPATH`, so two can be compared from one environment,
which needs numpy alone.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

from tools import ROOT

INDEX_NAME = "mujoco"
CORE_NAME, CORE_SINCE = "mujoco-core", (4, 0, 0)
"""From this release on, the package without viewers, which has the same `import mujoco`."""


def parts(version):
    """A version as numbers, which compare in the order of releases."""
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


def cache():
    """Where releases and what they make of models are kept."""
    base = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(base) / "ferrodyn-follow"


def site(version):
    """The folder of a release; it is downloaded and unpacked once."""
    place = cache() / "releases" / version
    if place.exists():
        return place
    name = CORE_NAME if parts(version) >= CORE_SINCE else INDEX_NAME
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent) as folder:
        download = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        subprocess.run([*download, "--only-binary", ":all:", "--dest", folder, f"{name}=={version}"], check=True)
        (wheel,) = pathlib.Path(folder).glob("*.whl")
        part = pathlib.Path(folder, "part")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(part)
        part.rename(place)
    return place


def run(version, module, *arguments):
    """Runs a module of these tools with a release as its mujoco; raises where it fails."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site(version)), str(ROOT)])}
    command = [sys.executable, "-W", "ignore", "-m", module, *map(str, arguments)]
    subprocess.run(command, env=environment, check=True)


def releases_between(old, new):
    """All releases from one to another, both included, the oldest first."""
    listing = [sys.executable, "-m", "pip", "index", "versions", "--disable-pip-version-check"]
    found = {old, new}
    for name in (INDEX_NAME, CORE_NAME):
        answer = subprocess.run([*listing, name], capture_output=True, text=True, check=False)
        line = re.search(r"Available versions: (.*)", answer.stdout)
        found |= {version for version in (line[1].split(", ") if line else ()) if re.fullmatch(r"\d+\.\d+\.\d+", version)}
    return sorted((v for v in found if parts(old) <= parts(v) <= parts(new)), key=parts)
