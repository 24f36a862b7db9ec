"""One who makes calls and looks at what they raise, with a note of the call for the time after its process."""

from __future__ import annotations

import collections
import mmap
import random
import time
from pathlib import Path

LIMIT = 10.0
"""Seconds that a call may take."""
NOTE = 4000
"""Bytes of the note that a process leaves about the call it makes."""


class Journal:
    """A note in shared memory: how many calls were made, and which one runs."""

    def __init__(self, path: Path, create: bool = False) -> None:
        if create:
            path.write_bytes(bytes(NOTE))
        self._file = path.open("r+b")
        self._map = mmap.mmap(self._file.fileno(), NOTE)

    def write(self, count: int, text: str) -> None:
        line = f"{count}\n{text}".encode("utf-8", "replace")[: NOTE - 1]
        self._map[: len(line) + 1] = line + b"\0"

    def read(self) -> tuple[int, str]:
        count, _, text = self._map[:].partition(b"\0")[0].partition(b"\n")
        return int(count or 0), text.decode("utf-8", "replace")


class Failure(BaseException):
    """What must not happen happened: not an ``Exception``, so that no attack catches it."""


class Attacker:
    """Makes calls, notes each before it is made, and looks at what it raises."""

    def __init__(self, kind: str, seed: int, calls: int, journal: Journal | None) -> None:
        self.rng = random.Random(f"{kind}/{seed}")
        self.calls, self.made, self.last = calls, 0, ""
        self.journal = journal
        self.caught: collections.Counter[str] = collections.Counter()
        self.examples: dict[str, str] = {}
        self.slow: list[tuple[float, str]] = []

    @property
    def done(self) -> bool:
        return self.made >= self.calls

    def call(self, text: str, function, *args, **named):
        """What a function returns; nothing if it raises an exception."""
        self.made, self.last = self.made + 1, text
        if self.journal:
            self.journal.write(self.made, text)
        start = time.monotonic()
        try:
            return function(*args, **named)
        except Exception as error:
            self._look_at(error, text)
            return None
        except BaseException as error:
            raise Failure(f"{type(error).__name__}: {error}") from None
        finally:
            took = time.monotonic() - start
            if took > LIMIT:
                self.slow.append((took, text))

    def _look_at(self, error: Exception, text: str) -> None:
        message = str(error)
        if "internal error" in message:
            what, _, place = message.partition("internal error: ")[2].partition(";")[0].rpartition(" at ")
            self.caught[place or what[:200]] += 1
            self.examples.setdefault(place or what[:200], f"{what[:90]} <- {text[:90]}")
