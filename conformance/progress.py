"""A line that shows how far a run is; silent where nobody watches."""

import shutil
import sys
import time
from typing import TextIO


class Progress:
    """Shows `done` of `total` on a terminal, on one line that is written again and again."""

    def __init__(self, total: int, stream: TextIO = sys.stderr) -> None:
        self.total, self.stream = total, stream
        self.done = self.failing = 0
        self.began = time.monotonic()
        self.shown = stream.isatty()

    def add(self, name: str, fails: bool) -> None:
        """Counts a model."""
        self.done += 1
        self.failing += fails
        if not self.shown:
            return
        share = self.done / max(1, self.total)
        left = (time.monotonic() - self.began) * (1 - share) / share
        bar = ("#" * round(20 * share)).ljust(20, ".")
        line = f"[{bar}] {self.done}/{self.total}, {self.failing} fail, {duration(left)} left  {name}"
        self.stream.write("\r" + line[:self.width()].ljust(self.width()))
        self.stream.flush()

    def width(self) -> int:
        """The width of the line."""
        return max(40, shutil.get_terminal_size().columns - 1)

    def close(self) -> None:
        """Leaves the line empty."""
        if self.shown:
            self.stream.write("\r" + " " * self.width() + "\r")
            self.stream.flush()


def duration(seconds: float) -> str:
    """A time in words: 42 s, 3 min 5 s, 1 h 2 min."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
