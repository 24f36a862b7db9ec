"""Brings the models of a pinned repository into the cache, or refuses what is not exactly them."""

import contextlib
import os
import pathlib
import shutil
import sys
import tarfile
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from typing import Protocol, TextIO

from conformance.git_tree import FILE, LINK, PROGRAM, blob_id, tree_id
from conformance.inline_models import write_inline_models
from conformance.sources import Source


class FetchError(Exception):
    """Why models could not be had."""


class Readable(Protocol):
    """Where bytes come from."""

    def read(self, size: int = -1, /) -> bytes:
        """The next bytes."""


def cache_folder() -> pathlib.Path:
    """Where models are kept between runs."""
    base = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(base) / "ferrodyn-conformance"


def place_of(source: Source, cache: pathlib.Path) -> pathlib.Path:
    """The folder of the cache with the source's models, once they are fetched."""
    return cache / f"{source.name}-{source.commit}"


def fetch(source: Source, cache: pathlib.Path, mirror: str = "", tell: Callable[[str], None] = print) -> pathlib.Path:
    """The folder with the source's models, fetched and verified if it is not in the cache.

    `mirror` is a folder or an address below which the archive has the name `source.archive`.
    """
    place = place_of(source, cache)
    if place.exists():
        return place
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache, prefix="part-") as part:
        staged = pathlib.Path(part) / "models"
        with open_archive(source, mirror, tell) as archive:
            unpack(source, archive, staged)
        if source.inline:
            write_inline_models(staged / source.inline[0], staged / source.inline[1])
        # the folder appears whole or not at all; a run beside this one may have been faster
        with contextlib.suppress(OSError):
            staged.rename(place)
    return place


@contextlib.contextmanager
def open_archive(source: Source, mirror: str, tell: Callable[[str], None]) -> Iterator[Readable]:
    """The archive as a stream, from the mirror or from the repository itself."""
    if mirror and "://" not in mirror:
        path = pathlib.Path(mirror) / source.archive
        if not path.is_file():
            raise FetchError(f"the mirror has no {path}")
        with open(path, "rb") as stream:
            yield stream
        return
    address = f"{mirror.rstrip('/')}/{source.archive}" if mirror else source.address
    tell(f"fetching {address}")
    try:
        with urllib.request.urlopen(address, timeout=60) as stream:
            yield Watched(stream)
    except (urllib.error.URLError, TimeoutError, ConnectionError) as error:
        raise FetchError(f"{address} could not be fetched: {error}. Without a network, give a folder of models "
                         "(--models) or of archives (--mirror)") from error


class Watched:
    """A stream that shows on a terminal how much of it was read."""

    def __init__(self, stream: Readable, terminal: TextIO = sys.stderr) -> None:
        self.stream, self.terminal = stream, terminal
        self.megabytes = 0.0

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        data = self.stream.read(size)
        before, self.megabytes = self.megabytes, self.megabytes + len(data) / 1e6
        if self.terminal.isatty() and (int(before) != int(self.megabytes) or not data):
            self.terminal.write(f"\r{self.megabytes:.0f} MB" + ("" if data else "\n"))
            self.terminal.flush()
        return data


def unpack(source: Source, archive: Readable, staged: pathlib.Path) -> None:
    """Writes the source's folders below `staged`; raises FetchError unless their ids are the pinned ones."""
    found: dict[str, dict[str, tuple[str, str]]] = {folder.path: {} for folder in source.folders}
    try:
        with tarfile.open(fileobj=archive, mode="r|*") as tar:
            for member in tar:
                # the archive has one folder that holds everything
                path = member.name.partition("/")[2]
                for folder in source.folders:
                    below = path if not folder.path else path.removeprefix(folder.path + "/")
                    if path and (not folder.path or below != path):
                        entry = write_member(tar, member, staged / folder.place, below)
                        if entry:
                            found[folder.path][below] = entry
    except (tarfile.TarError, EOFError, OSError) as error:
        if isinstance(error, urllib.error.URLError):
            raise
        raise FetchError(f"the archive of {source.name} {source.version} is broken: {error}") from error
    for folder in source.folders:
        got = tree_id(found[folder.path])
        if got != folder.tree:
            shutil.rmtree(staged, ignore_errors=True)
            raise FetchError(f"{source.name} {source.version}: {folder.path or 'the whole tree'} has the id {got}, "
                             f"not {folder.tree}: these are not the pinned files, nothing of them is used")


def write_member(tar: tarfile.TarFile, member: tarfile.TarInfo, place: pathlib.Path, below: str) -> tuple[str, str] | None:
    """Writes one file of an archive; its mode and id, or None for what is no file."""
    if member.issym():
        # counts for the id, but is not followed or made
        return LINK, blob_id(member.linkname.encode())
    content = tar.extractfile(member) if member.isfile() else None
    if content is None:
        return None
    path = place / below
    if not path.resolve().is_relative_to(place.resolve()):
        raise FetchError(f"the archive would write outside its folder: {member.name}")
    path.parent.mkdir(parents=True, exist_ok=True)
    data = content.read()
    path.write_bytes(data)
    return (PROGRAM if member.mode & 0o100 else FILE), blob_id(data)
