"""A release tried on this machine: wheels in an index of its own, installed from there in clean environments, and a step taken.

    python -m tools.release.rehearsal dist/*.whl                          with every Python from 3.10 on that is there
    python -m tools.release.rehearsal dist/*.whl --python python3.12 --page docs/releasing.md
    python -m tools.release.rehearsal dist/*.whl --root /srv/debian       in a bare root file system, by chroot

The index is a server of this process with the pages that pip reads (PEP 503), each file with its SHA-256 sum. What the wheels
ask for (NumPy) is fetched once from the usual index and put beside them; installing then asks this index alone. In each
environment the package is imported, a program takes steps, and the command checks a model. A root is one as debootstrap makes it
with python3, python3-venv and pip in it: `debootstrap --variant=minbase --include=python3-venv bookworm FOLDER`.
"""

import argparse
import contextlib
import dataclasses
import email
import functools
import hashlib
import html
import http.server
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import zipfile

from tools.docs import measured, sections

OLDEST, NEWEST = 10, 20
# what a stranger does first, in the environment that was made
STEP = """
import ferrodyn, sys
m = ferrodyn.MjModel.from_xml_string("<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>")
d = ferrodyn.MjData(m)
ferrodyn.mj_step(m, d, nstep=100)
print("Python", sys.version.split()[0], "ferrodyn", ferrodyn.__version__, "height", round(float(d.qpos[2]), 6))
"""
# after 100 steps of 2 ms, a body that falls from 0 is here
HEIGHT = "height -0.198162"
BROKEN = '<mujoco><worldbody><geom sizes=".1"/></worldbody></mujoco>'
HEADER = "| environment | installed, s | first step, s | command |\n|---|---|---|---|"


# --- the index -----------------------------------------------------------------------------------


def normal(name):
    """The name of a package as an index writes it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def metadata(wheel):
    """The metadata of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return email.message_from_bytes(archive.read(name))


def requirements(wheel):
    """What a wheel asks for without extras."""
    return [text for text in metadata(wheel).get_all("Requires-Dist") or [] if "extra ==" not in text]


def write_index(folder):
    """Writes the pages of the wheels in `folder/files` to `folder/simple`."""
    packages = {}
    for file in sorted((folder / "files").glob("*.whl")):
        packages.setdefault(normal(file.name.split("-")[0]), []).append(file)
    simple = folder / "simple"
    shutil.rmtree(simple, ignore_errors=True)
    for name, files in packages.items():
        (simple / name).mkdir(parents=True)
        links = [f'<a href="../../files/{file.name}#sha256={hashlib.sha256(file.read_bytes()).hexdigest()}">{html.escape(file.name)}</a>'
                 for file in files]  # fmt: skip
        (simple / name / "index.html").write_text("<!DOCTYPE html>\n" + "<br>\n".join(links) + "\n", encoding="utf-8")
    front = "<br>\n".join(f'<a href="{name}/">{name}</a>' for name in packages)
    (simple / "index.html").write_text(f"<!DOCTYPE html>\n{front}\n", encoding="utf-8")


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files and prints nothing."""

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def served(folder):
    """The address of the index of a folder, while it is served."""
    write_index(folder)
    handler = functools.partial(Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/simple/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


# --- environments --------------------------------------------------------------------------------


@dataclasses.dataclass
class Place:
    """Where a stranger types: a Python in an empty folder, of this system or below a root of its own."""

    name: str
    python: str
    folder: pathlib.Path
    root: pathlib.Path | None = None

    def run(self, *command, inside=True):
        """Runs a command; what it printed, or SystemExit."""
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("PIP_", "PYTHON", "FERRODYN", "VIRTUAL"))}
        environment |= {"PIP_CONFIG_FILE": os.devnull, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "LC_ALL": "C.UTF-8"}
        command, folder = [str(word) for word in command], self.folder
        if self.root and inside:
            # the folder as it is called below the root
            below = "/" + str(self.folder.relative_to(self.root))
            command = ["chroot", str(self.root), "sh", "-c", 'cd "$0" && exec "$@"', below, *command]
            environment |= {"HOME": below, "PATH": "/usr/local/bin:/usr/bin:/bin"}
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        return done

    def must(self, *command):
        """Runs a command that must succeed."""
        done = self.run(*command)
        if done.returncode:
            raise Failed(f"{' '.join(map(str, command))}: {(done.stderr or done.stdout).strip()[-1500:]}")
        return done.stdout


class Failed(Exception):
    """A step did not do what it should."""


def rehearse(place, address, version):
    """Installs from the index, takes steps and calls the command; seconds to install, and seconds to the first result."""
    begun = time.perf_counter()
    place.must(place.python, "-m", "venv", "venv")
    programs = "venv/Scripts" if os.name == "nt" else "venv/bin"
    python = f"{programs}/python"
    place.must(python, "-m", "pip", "install", "--no-cache-dir", "--index-url", address, f"ferrodyn=={version}")
    installed = time.perf_counter() - begun
    begun = time.perf_counter()
    said = place.must(python, "-c", STEP).strip()
    first = time.perf_counter() - begun
    if f"ferrodyn {version} " not in said or not said.endswith(HEIGHT):
        raise Failed(f"the step printed {said!r}, not {HEIGHT!r}")
    place.must(python, "-m", "pip", "check")
    (place.folder / "broken.xml").write_text(BROKEN, encoding="utf-8")
    checked = place.run(f"{programs}/ferrodyn", "check", "broken.xml")
    if checked.returncode != 1 or 'did you mean "size"' not in checked.stdout:
        raise Failed(f"ferrodyn check ended with {checked.returncode}: {checked.stdout}{checked.stderr}")
    return said, installed, first


def pythons():
    """The Pythons of this machine that the package supports, by their minor versions."""
    found = {}
    for minor in range(OLDEST, NEWEST):
        for candidate in [f"python3.{minor}", *sorted(pathlib.Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/python3"))]:
            path = shutil.which(str(candidate))
            # a shim of a version that is not there is found, too, and fails
            if path and subprocess.run([path, "-c", "import venv, ensurepip"], capture_output=True, check=False).returncode == 0:
                found.setdefault(minor, path)
    return list(found.values())


def fetch(python, wheel, files):
    """Puts what a wheel asks for beside it, as a certain Python needs it, from the usual index."""
    needs = requirements(wheel)
    if needs:
        command = [python, "-m", "pip", "download", "--quiet", "--only-binary", ":all:", "--dest", str(files), *needs]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Failed(f"{' '.join(needs)} cannot be fetched: {done.stderr.strip()[-800:]}")


def chosen(wheels):
    """The version that wheels have; all must have the same."""
    versions = {metadata(wheel)["Version"] for wheel in wheels}
    if len(versions) != 1:
        sys.exit(f"wheels of one version are wanted, not of {', '.join(sorted(versions)) or 'none'}")
    return versions.pop()


def attempt(place, python, wheels, index, version):
    """The row of an environment, and what failed."""
    try:
        fetch(python, wheels[0], index / "files")
        with served(index) as address:
            said, installed, first = rehearse(place, address, version)
    except Failed as problem:
        return f"| {place.name} | failed | | |", f"{place.name}: {problem}"
    print(f"{place.name}: {said}; installed in {installed:.0f} s", flush=True)
    return f"| {place.name} | {installed:.0f} | {first:.1f} | tells a mistake |", None


def places(options):
    """Each environment, with the Python that fetches what it needs; folders are empty and go afterwards."""
    for python in options.python or ([] if options.root else pythons()):
        shown = subprocess.run([python, "--version"], capture_output=True, text=True, check=True).stdout.strip()
        with tempfile.TemporaryDirectory(prefix="ferrodyn-rehearsal-") as folder:
            yield Place(shown, python, pathlib.Path(folder)), python
    for root in options.root:
        release = dict(re.findall(r'(?m)^(\w+)="?([^"\n]*)"?$', (root / "etc" / "os-release").read_text(encoding="utf-8")))
        with tempfile.TemporaryDirectory(prefix="ferrodyn-rehearsal-", dir=root / "tmp") as folder:
            place = Place(f"{release.get('PRETTY_NAME', root.name)}, bare", "python3", pathlib.Path(folder), root.resolve())
            minor = place.must("python3", "-c", "import sys; print(sys.version_info.minor)").strip()
            yield place, f"python3.{minor}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheels", nargs="+", type=pathlib.Path, metavar="WHEEL")
    parser.add_argument("--python", nargs="+", default=[], help="which Pythons; all from 3.10 on that are there by default")
    parser.add_argument("--root", nargs="+", default=[], type=pathlib.Path, help="bare root file systems, instead of or beside them")
    sections.add_argument(parser)
    measured.add_argument(parser)
    options = parser.parse_args()
    version, rows, failures = chosen(options.wheels), [], []
    with tempfile.TemporaryDirectory(prefix="ferrodyn-index-") as folder:
        index = pathlib.Path(folder)
        (index / "files").mkdir()
        for wheel in options.wheels:
            shutil.copy(wheel, index / "files")
        for place, python in places(options):
            row, failure = attempt(place, python, options.wheels, index, version)
            rows.append(row)
            failures += [failure] if failure else []
    table = "\n".join([HEADER, *rows])
    print(f"\n{table}")
    for failure in failures:
        print(f"FAILED: {failure}", file=sys.stderr)
    if options.page and not failures:
        sections.write(options.page, "rehearsal", f"{table}\n\n{measured.line(options.note, mujoco=[])}")
    return 1 if failures or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
