"""The process of a window, and what goes to and from it."""

from __future__ import annotations

import contextlib
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

# finds the package where this process found it
_START = "import sys; sys.path[:] = {path!r}; from ferrodyn.{module} import main; main()"


def command_line(module: str, *arguments: str) -> list[str]:
    """How a module of the package is run in a process of its own."""
    if not sys.executable:
        raise RuntimeError("a window needs a Python to run in, and sys.executable names none")
    return [sys.executable, "-c", _START.format(path=sys.path, module=module), *arguments]


def run_command(*arguments: str) -> None:
    """Runs the command ``ferrodyn`` and returns when it ends; RuntimeError if it fails."""
    done = subprocess.run(command_line("__main__", *arguments), stderr=subprocess.PIPE, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.decode(errors="replace").strip() or "the window was killed")


class Process:
    """A window in a process of its own."""

    def __init__(self, greeting: dict[str, Any], on_news: Callable[[dict[str, Any]], None]) -> None:
        """Opens the window and waits until it is there; RuntimeError if it cannot be opened."""
        self._process = subprocess.Popen(
            command_line("viewer._window"), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._input: Any = self._process.stdin
        self._output: Any = self._process.stdout
        self._on_news = on_news
        self._opened = threading.Event()
        self._failure = "its process ended early"
        self.is_open = True
        self.send(greeting)
        threading.Thread(target=self._listen, name="viewer", daemon=True).start()
        self._opened.wait()
        if not self.is_open:
            raise RuntimeError(self._failure)

    def send(self, news: dict[str, Any]) -> None:
        """Tells the window something, if it is still there."""
        with contextlib.suppress(OSError, ValueError):
            pickle.dump(news, self._input, protocol=5)
            self._input.flush()

    def close(self) -> None:
        """Closes the window and waits until it is gone."""
        with contextlib.suppress(OSError):
            self._input.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self.is_open = False

    def _listen(self) -> None:
        with contextlib.suppress(EOFError, OSError, pickle.UnpicklingError, ValueError):
            while True:
                news = pickle.load(self._output)
                if "failure" in news:
                    self._failure = news["failure"]
                    break
                self._opened.set()
                self._on_news(news)
        self.is_open = False
        self._opened.set()
        self._process.wait()
