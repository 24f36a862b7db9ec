"""Which models are compared: those of folders, files and archives."""

import dataclasses
import hashlib
import pathlib
import re
import shutil
import tarfile
import tempfile
from collections.abc import Iterable

ARCHIVES = (".tar", ".tar.gz", ".tgz", ".tar.xz")
# what may stand before the root element of a document
BEFORE_ROOT = re.compile(r"\s*(?:<\?.*?\?>|<!--.*?-->|<![^>]*>|\s+)*", re.DOTALL)
ROOT = re.compile(r"<([A-Za-z_][\w.:-]*)")


@dataclasses.dataclass(frozen=True, order=True)
class Model:
    """A model: its name in the report and its file."""

    name: str
    path: str


def is_model(path: pathlib.Path) -> bool:
    """Whether a file has the root element of MJCF or URDF, and is no fragment made to be included."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    # a model may be broken, or begin with what is no XML: it must be refused, so it counts
    start = BEFORE_ROOT.match(text)
    root = ROOT.search(text, start.end() if start else 0)
    return root is not None and root.group(1) in ("mujoco", "robot")


def find_models(places: Iterable[str | pathlib.Path], cache: pathlib.Path) -> list[Model]:
    """The models of files, folders, and the archives that lie in these folders, by name."""
    found: dict[str, Model] = {}
    for place in map(pathlib.Path, places):
        if not place.exists():
            raise FileNotFoundError(f"there is no {place}")
        if place.is_file():
            found.setdefault(str(place.resolve()), Model(place.name, str(place.resolve())))
            continue
        roots = [place, *(unpacked(archive, cache) for archive in archives_of(place))]
        for root in roots:
            for path in root.rglob("*"):
                if path.suffix in (".xml", ".urdf") and path.is_file() and is_model(path):
                    name = path.relative_to(root).as_posix()
                    found.setdefault(str(path.resolve()), Model(name, str(path.resolve())))
    return sorted(found.values())


def archives_of(folder: pathlib.Path) -> list[pathlib.Path]:
    """The archives that lie directly in a folder."""
    return sorted(path for path in folder.iterdir() if path.name.endswith(ARCHIVES))


def unpacked(archive: pathlib.Path, cache: pathlib.Path) -> pathlib.Path:
    """The contents of an archive, unpacked once into the cache under the hash of the archive."""
    with open(archive, "rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest() if hasattr(hashlib, "file_digest") else \
            hashlib.sha256(stream.read()).hexdigest()
    place = cache / "archives" / digest[:24]
    if not place.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        part = pathlib.Path(tempfile.mkdtemp(dir=place.parent, prefix="part-"))
        try:
            with tarfile.open(archive) as tar:
                tar.extractall(part, filter="data")
            part.rename(place)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    return place
