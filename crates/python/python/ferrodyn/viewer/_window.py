"""What runs in the process of a window."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
import threading
from typing import Any, BinaryIO

from ferrodyn import _core
from ferrodyn.viewer._model import put


def main() -> None:
    """Shows what comes through the standard input, and tells what users do on the output."""
    # the process that started this one says when to end
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    source = sys.stdin.buffer
    # what is printed by accident must not get into the messages
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    greeting = pickle.load(source)
    window = _core._Window(greeting["is_clock"])
    done = threading.Event()
    talk = threading.Thread(target=_tell, args=(window, sink, done))
    threading.Thread(target=_listen, args=(window, source, greeting["model"]), daemon=True).start()
    talk.start()
    try:
        window.run(greeting["model"], greeting["panels"])
    except RuntimeError as error:
        done.set()
        talk.join()
        _write(sink, {"failure": str(error)})
    done.set()
    talk.join()


def _listen(window: Any, source: BinaryIO, model: Any) -> None:
    """Hands on what comes in; the end of it is the end of the window."""
    with contextlib.suppress(EOFError, OSError, pickle.UnpicklingError):
        while True:
            news = pickle.load(source)
            model = news.get("model", model)
            if "fields" in news:
                put(model, news.pop("fields"))
                news["model"] = model
            window.post(news)
    window.close()


def _tell(window: Any, sink: BinaryIO, done: threading.Event) -> None:
    """Hands on what users do."""
    while not done.is_set():
        news = window.hear()
        if news is not None and not _write(sink, news):
            window.close()
            return


def _write(sink: BinaryIO, news: dict[str, Any]) -> bool:
    try:
        pickle.dump(news, sink, protocol=5)
        sink.flush()
    except OSError:
        return False
    return True
