"""Environments in a file: their batch, and what they know beside it, so that a training resumes."""

from __future__ import annotations

import json
import os
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from ferrodyn._batch import archive, arrays, snapshot
from ferrodyn._batch.archive import Archive, Arrays
from ferrodyn.gym._infos import Array

if TYPE_CHECKING:
    from ferrodyn.gym._batch_env import BatchEnv

_ABOUT, _RANDOM = "env/about", "env/random"
_RESULTS, _REMEMBERED = "env/results/", "env/remembered/"


def save(env: BatchEnv, path: str | os.PathLike[str]) -> None:
    """Writes environments."""
    _warn_of_forgotten(env)
    archive.write(path, _content(env))


def pickled(env: BatchEnv) -> Any:
    """What pickling keeps: class, arguments, and the content of a file."""
    name = type(env).__name__
    if not hasattr(env, "_parts"):
        raise TypeError(f"this {name} is not made to the end: its __init__ did not come to super().__init__()")
    env._check_open()
    _warn_of_forgotten(env)
    args, kwargs = env._made_with
    return _made_again, (type(env), args, kwargs, env.spec, archive.to_bytes(_content(env)))


def _made_again(made: Any, args: Any, kwargs: Any, spec: Any, content: bytes) -> BatchEnv:
    """Environments that were pickled."""
    env: BatchEnv = made(*args, **kwargs)
    env.spec = spec
    with archive.reading_bytes(content) as file:
        _load(env, file)
    return env


def _content(env: BatchEnv) -> Arrays:
    """The arrays of a file."""
    content = snapshot.content(env.batch)
    content[_ABOUT] = np.array(_about_as_text(env))
    content[_RANDOM] = np.array(json.dumps(env._generators.states()))
    content |= _own(env)
    # what follows from the state is that of the last substep: nobody can compute it again
    content |= {_RESULTS + name: rows for name, rows in env.batch._bound.items()}
    for name, rows in _remembered(env).items():
        content[_REMEMBERED + name] = rows
    return content


def load(env: BatchEnv, path: str | os.PathLike[str]) -> None:
    """Puts environments where they were when they were written, or leaves them as they are."""
    with archive.reading(path) as file:
        _load(env, file)


def _load(env: BatchEnv, file: Archive) -> None:
    if _ABOUT not in file.names:
        raise ValueError(f"{file.path} is not a file of environments")
    _check_about(env, file)
    read = {name: file.read(name, rows.dtype, *rows.shape) for name, rows in _own(env).items()}
    kept = _remembered(env)
    remembered = _read_remembered(kept, file)
    results = _read_results(env, file)
    states = env._generators.parsed(_parsed(file, _RANDOM))
    known = {_ABOUT, _RANDOM, *read, *remembered, *results}
    found = snapshot.check(env.batch, file, frozenset(known))

    def put() -> None:
        for name in results:
            env.batch.bind(name.removeprefix(_RESULTS))
        snapshot.put(env.batch, found)
        for name, rows in results.items():
            env.batch._bound[name.removeprefix(_RESULTS)][...] = rows
        for name, rows in kept.items():
            rows[...] = remembered[_REMEMBERED + name]
        for name, rows in _own(env).items():
            rows[...] = read[name]
        env._generators.restore(states)

    snapshot.uninterrupted(put)


def _about(env: BatchEnv) -> dict[str, Any]:
    """What has to be the same."""
    longest = env._longest
    return {
        "class": type(env).__qualname__,
        "num_envs": env.num_envs,
        "frame_skip": env.frame_skip,
        "max_episode_steps": None if longest == np.iinfo(np.int64).max else int(longest),
        "autoreset_mode": env.autoreset_mode.value,
        "stage": arrays.index_of(env.stage, "stage"),
        "observations": repr(env.single_observation_space),
        "actions": repr(env.single_action_space),
        "failure_reward": env.failure_reward,
        "parts": [type(part).__qualname__ for part in env._parts],
        "arguments": env.arguments(),
    }


def _about_as_text(env: BatchEnv) -> str:
    return json.dumps(_about(env), default=repr)


def _check_about(env: BatchEnv, file: Archive) -> None:
    theirs = _parsed(file, _ABOUT)
    ours = json.loads(_about_as_text(env))
    if not isinstance(theirs, dict) or theirs.keys() != ours.keys():
        raise ValueError(f"{file.path} is not a file of environments of this version")
    for name, value in ours.items():
        if theirs[name] != value:
            raise ValueError(
                f"{file.path} was written with another {name}: "
                f"{arrays.said(theirs[name])}, this is {arrays.said(value)}"
            )


def _parsed(file: Archive, name: str) -> Any:
    try:
        return json.loads(file.read_text(name))
    except (json.JSONDecodeError, RecursionError) as error:
        raise ValueError(f"{file.path}: {name} is not what was written") from error


def _own(env: BatchEnv) -> Arrays:
    """What the base class keeps for every environment."""
    return {
        "env/elapsed": env.elapsed,
        "env/ended": env._ended,
        "env/failed": env.failed,
        "env/least": env._least,
        "env/reset": env._was_reset,
        **{f"env/{name}": rows for name, rows in env._seen.arrays().items()},
    }


def _remembered(env: BatchEnv) -> dict[str, Array]:
    """What the derived class keeps, and its parts."""
    rows = _checked(env.remembered(), "")
    for k, part in enumerate(env._parts):
        own = _checked(part.remembered(), f" of {type(part).__name__}")
        rows |= {f"part {k}/{name}": array for name, array in own.items()}
    return rows


def _checked(rows: Any, whose: str) -> dict[str, Array]:
    """What `remembered` gave, if it can be written."""
    if not isinstance(rows, dict):
        raise ValueError(f"remembered(){whose} should give a dictionary of arrays, got {arrays.said(rows)}")
    for name, array in rows.items():
        if not isinstance(array, np.ndarray) or array.dtype.kind not in "biuf":
            raise ValueError(
                f"remembered(){whose}[{name!r}] should be an array of numbers, got {arrays.said(array)}"
            )
    return dict(rows)


def _warn_of_forgotten(env: BatchEnv) -> None:
    """Tells of arrays with a row per environment that nobody writes."""
    batch = env.batch
    written = [batch.state, *batch._bound.values(), *batch._values.values(), env.elapsed, env.failed]
    written += _remembered(env).values()
    for name, rows in vars(env).items():
        # what begins with an underscore is the own business of a class, and `qpos0` of one is a pose
        if name.startswith("_") or name == "qpos0" or not isinstance(rows, np.ndarray) or not rows.size:
            continue
        if rows.shape[:1] == (env.num_envs,) and not any(np.may_share_memory(rows, a) for a in written):
            text = f"{name} is not in remembered(): who resumes has another one, unless a step makes it"
            warnings.warn(text, UserWarning, stacklevel=4)


def _read_remembered(ours: dict[str, Array], file: Archive) -> Arrays:
    for name, rows in ours.items():
        if not rows.flags.writeable:
            raise ValueError(f"remembered()[{name!r}] cannot be written")
    return {
        _REMEMBERED + name: file.read(_REMEMBERED + name, rows.dtype, *rows.shape)
        for name, rows in ours.items()
    }


def _read_results(env: BatchEnv, file: Archive) -> Arrays:
    """Fields that follow from the state: those of the environments, and what else was bound."""
    names = {name for name in file.names if name.startswith(_RESULTS)}
    for name in env.batch._bound:
        if _RESULTS + name not in names:
            raise ValueError(f"{file.path} has no {name}, which is bound here")
    out = {}
    for key in sorted(names):
        name = key.removeprefix(_RESULTS)
        if name not in arrays.DATA_FIELDS or name in arrays.STATE_FIELDS:
            raise ValueError(f"{file.path} has {key!r}, which is no field that can be bound")
        template = env.batch._template
        out[key] = file.read(key, template.dtype(name), env.num_envs, *template.data_shape(name))
    return out
