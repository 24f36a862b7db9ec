"""Worker processes: models go out, results come in, whatever becomes of the workers."""

import multiprocessing
import pathlib
import signal
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait

from conformance.models import Model
from conformance.result import ModelResult
from conformance.worker import last_words, work

START_SECONDS = 120.0
KILLED = "signal SIGKILL"


class EngineMissing(Exception):
    """MuJoCo or the engine cannot be imported."""


class Worker:
    """One process and the model it is at."""

    def __init__(self, engine: str, target: Callable[[Connection, str, str], None]) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="conformance-", ignore_cleanup_errors=True)
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=target, args=(theirs, engine, self.folder.name), daemon=True)
        self.process.start()
        theirs.close()
        self.ready = False
        self.result: ModelResult | None = None
        self.limit = time.monotonic() + START_SECONDS

    def send(self, model: Model, seconds: float) -> None:
        """Gives it a model, to be done in so many seconds."""
        self.result = ModelResult(model.name)
        self.began = time.monotonic()
        self.limit = self.began + seconds
        self.pipe.send(model.path)

    def finish(self, end: str = "", seconds: float | None = None) -> ModelResult:
        """Takes what is found of its model; `end` says why no more is."""
        result, self.result = self.result, None
        assert result is not None
        result.end = end or result.end
        result.seconds = time.monotonic() - self.began if seconds is None else seconds
        return result

    def last_words(self) -> str:
        """What the process printed last."""
        try:
            text = pathlib.Path(self.folder.name, "printed.txt").read_text(errors="replace")
        except OSError:
            return ""
        # Python tells of a crash with the innermost call first, and ends with a list of modules
        before, fatal, after = text.replace("\0", "").partition("Fatal Python error")
        return f"{last_words(before)} {' '.join((fatal + after).split())[:250]}".strip()

    def kill(self) -> None:
        """Ends the process at once."""
        self.process.kill()
        self.process.join()
        self.pipe.close()
        self.folder.cleanup()


def run(models: Iterable[Model], engine: str, jobs: int, seconds: float,
        target: Callable[[Connection, str, str], None] = work) -> Iterator[ModelResult]:
    """The results of models, in the order in which they are found.

    A model whose process was killed from outside, as happens where memory ends, is tried again, alone.
    """
    models = list(models)
    alone: list[Model] = []
    for result in run_beside(models, engine, jobs, seconds, target):
        if jobs > 1 and KILLED in result.end:
            alone += [model for model in models if model.name == result.name]
        else:
            yield result
    yield from run_beside(alone, engine, 1, seconds, target)


def run_beside(models: list[Model], engine: str, jobs: int, seconds: float,
               target: Callable[[Connection, str, str], None]) -> Iterator[ModelResult]:
    """The results of models that run beside each other."""
    todo = models[::-1]
    workers: list[Worker] = []
    try:
        while todo or workers:
            while len(workers) < min(jobs, len(todo) + sum(w.result is not None for w in workers)):
                workers.append(Worker(engine, target))
            for worker in workers:
                if worker.ready and worker.result is None and todo:
                    worker.send(todo.pop(), seconds)
            wait([worker.pipe for worker in workers], timeout=0.2)
            for worker in list(workers):
                done = tend(worker)
                if done is not None:
                    yield done
                if worker.result is None and (not todo or not worker.process.is_alive()):
                    worker.kill()
                    workers.remove(worker)
    finally:
        for worker in workers:
            worker.kill()


def tend(worker: Worker) -> ModelResult | None:
    """Reads what a worker says; its result if it is done with a model, or will never be."""
    try:
        while worker.pipe.poll():
            kind, what = worker.pipe.recv()
            if kind == "cannot start":
                raise EngineMissing(what)
            if kind == "ready":
                worker.ready = True
            elif kind == "done":
                return worker.finish(seconds=what)
            elif worker.result is not None:
                worker.result.add(kind, what)
    except (EOFError, OSError):
        worker.process.join()
        if worker.result is None:
            raise EngineMissing(f"a worker ended before its first model: {worker.last_words()}") from None
        return worker.finish(f"crash: the process ended with {ended_with(worker.process.exitcode)}. "
                             f"It printed: {worker.last_words() or 'nothing'}")
    if time.monotonic() > worker.limit:
        worker.process.kill()
        worker.process.join()
        if worker.result is None:
            raise EngineMissing(f"a worker was not ready after {START_SECONDS:.0f} s")
        return worker.finish("hang: stopped after the time limit")
    return None


def ended_with(code: int | None) -> str:
    """An exit code in words."""
    if code is not None and code < 0:
        return f"signal {signal.Signals(-code).name}" if -code in set(signal.Signals) else f"signal {-code}"
    return f"status {code}"
