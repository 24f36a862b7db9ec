"""A process that compares the models it is sent, so that a crash or a hang costs one model."""

import faulthandler
import importlib
import os
import signal
import sys
import time
import traceback
from multiprocessing.connection import Connection

from conformance.stages import judge

REFERENCE = "3.8.0"


def work(pipe: Connection, engine_name: str, folder: str) -> None:
    """Receives paths and sends what is found of each, then ("done", seconds), until it receives None.

    What engines print and the logs they write go to `folder`.
    """
    # Ctrl-C goes to the whole group: the parent decides when to end
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.chdir(folder)
    log = open("printed.txt", "a", buffering=1)
    os.dup2(log.fileno(), 1)
    os.dup2(log.fileno(), 2)
    faulthandler.enable(log)
    try:
        mujoco = importlib.import_module("mujoco")
        if mujoco.__version__ != REFERENCE:
            raise ImportError(f"the reference is MuJoCo {REFERENCE}, but {mujoco.__version__} is installed: "
                              f"pip install mujoco=={REFERENCE}")
        engine = importlib.import_module(engine_name)
    except ImportError as error:
        pipe.send(("cannot start", f"{error}"))
        return
    pipe.send(("ready", f"{engine_name} {getattr(engine, '__version__', '')}".strip()))
    while (path := pipe.recv()) is not None:
        log.truncate(0)
        began = time.monotonic()
        try:
            judge(mujoco, engine, path, lambda kind, what: pipe.send((kind, what)))
        except Exception:
            pipe.send(("exception", last_words(traceback.format_exc(limit=-3))))
        pipe.send(("done", time.monotonic() - began))
    sys.exit(0)


def last_words(text: str, length: int = 300) -> str:
    """The end of a text, on one line."""
    return " ".join(text.split())[-length:]
