"""Environments by name."""

from __future__ import annotations

import copy
import dataclasses
import difflib
from collections.abc import Iterable
from typing import Any

import gymnasium
from gymnasium import error
from gymnasium.vector import AutoresetMode
from numpy import typing as npt

from ferrodyn.gym._ant import Ant
from ferrodyn.gym._arms import Pusher, Reacher
from ferrodyn.gym._batch_env import BatchEnv
from ferrodyn.gym._humanoids import Humanoid, HumanoidStandup
from ferrodyn.gym._pendulums import InvertedDoublePendulum, InvertedPendulum
from ferrodyn.gym._pictures import Pictures
from ferrodyn.gym._runners import HalfCheetah, Hopper, Swimmer, Walker2d
from ferrodyn.gym._suite_tasks import TASKS
from ferrodyn.gym._task import Task

_CLASSES: tuple[type[Task[Any]], ...] = (
    Ant,
    HalfCheetah,
    Hopper,
    Humanoid,
    HumanoidStandup,
    InvertedDoublePendulum,
    InvertedPendulum,
    Pusher,
    Reacher,
    Swimmer,
    Walker2d,
)

# the environments that `make_vec` makes, by Gymnasium's names
ENVIRONMENTS = {f"{each.__name__}-v5": each for each in _CLASSES}

# arguments of Gymnasium's environments that are about pictures, and those that are not taken
_DRAWN = ("width", "height", "camera_id", "camera_name")
_NOT_DRAWN = ("default_camera_config", "max_geom", "visual_options")


def make_vec(
    id: str | type[BatchEnv],
    num_envs: int = 1,
    *,
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    max_episode_steps: int | None = None,
    nthread: int = 0,
    observation_dtype: npt.DTypeLike | None = None,
    **kwargs: Any,
) -> BatchEnv:
    """Makes environments of Gymnasium, or tasks of dm_control's suite, that step together.

    Spaces, observations, rewards, infos and the states that seeds start from are those of
    ``gymnasium.make_vec(id, num_envs, vectorization_mode="sync")``. Of tasks of the suite, rewards
    and observations, in one array, are those of dm_control; seeds lead to other first states.

    Args:
        id: The name, such as ``"Ant-v5"`` or ``"dm_control/walker-walk-v0"``: one of `ENVIRONMENTS`
            or `TASKS`; or a class derived from `BatchEnv`.
        num_envs: How many there are.
        autoreset_mode: When an environment that ended starts again: in the next step, in the same
            step, or when ``reset(options={"reset_mask": mask})`` says so.
        max_episode_steps: After how many steps an episode is truncated. By default what Gymnasium
            has for the environment; -1 is never.
        nthread: Threads that step; 0 is one per processor.
        observation_dtype: ``np.float32``, for learners that compute with it; what is observed is float64
            otherwise, as in Gymnasium.
        **kwargs: The arguments of Gymnasium's environment, or of the class. ``render_mode`` is ``"rgb_array"`` or
            ``"depth_array"``: `render` gives a picture of each environment, ``width`` by ``height``
            pixels, by ``camera_id`` or ``camera_name``.

    Raises:
        gymnasium.error.NameNotFound: for an unknown name.
        TypeError: for an unknown argument.
    """
    if isinstance(id, type) and id in ENVIRONMENTS.values():
        id = next(name for name, made in ENVIRONMENTS.items() if made is id)
    if not isinstance(id, str):
        given = {"autoreset_mode": autoreset_mode, "nthread": nthread, "observation_dtype": observation_dtype}
        return _made_of_class(id, num_envs, max_episode_steps, given | kwargs)
    if id in TASKS:
        return _made_of_suite(
            id,
            num_envs,
            max_episode_steps,
            kwargs,
            autoreset_mode=autoreset_mode,
            nthread=nthread,
            observation_dtype=observation_dtype,
        )
    if id not in ENVIRONMENTS:
        known = TASKS if id.startswith("dm_control/") else ENVIRONMENTS
        raise error.NameNotFound(
            f"there is no environment {id!r}{_similar(id, known)}; there are {', '.join(known)}"
        )
    made = ENVIRONMENTS[id]
    options = made.Options(**_checked(id, made, kwargs))
    spec = copy.deepcopy(gymnasium.spec(id))
    if max_episode_steps is not None:
        spec.max_episode_steps = None if max_episode_steps == -1 else max_episode_steps
    envs = made(
        options,
        num_envs,
        max_episode_steps=spec.max_episode_steps,
        autoreset_mode=autoreset_mode,
        nthread=nthread,
        pictures=_pictures(kwargs),
        observation_dtype=observation_dtype,
    )
    spec.kwargs = {**kwargs, "num_envs": num_envs}
    envs.spec = spec
    return envs


def _made_of_class(
    made: Any, num_envs: int, steps: int | None, arguments: dict[str, Any]
) -> BatchEnv:
    """Environments of a class; it need not take arguments that nobody gives."""
    if not (isinstance(made, type) and issubclass(made, BatchEnv)):
        raise TypeError(f"id should be a name or a class derived from BatchEnv, got {made!r}")
    usual = {"autoreset_mode": AutoresetMode.NEXT_STEP, "nthread": 0, "observation_dtype": None}
    arguments = {name: v for name, v in arguments.items() if name not in usual or v != usual[name]}
    if steps is not None:
        arguments["max_episode_steps"] = None if steps == -1 else steps
    return made(num_envs, **arguments)  # type: ignore[arg-type]


def _made_of_suite(
    id: str, num_envs: int, steps: int | None, kwargs: dict[str, Any], **batch: Any
) -> BatchEnv:
    """A task of the suite."""
    for name in kwargs:
        if name not in (*_DRAWN, "render_mode"):
            raise TypeError(f"{id} has no argument {name!r}{_similar(name, _DRAWN)}")
    if steps is not None:
        batch["max_episode_steps"] = None if steps == -1 else steps
    return TASKS[id](num_envs, pictures=_pictures(kwargs), **batch)


def _checked(id: str, made: type[Task[Any]], kwargs: dict[str, Any]) -> dict[str, Any]:
    """The arguments, if the environment has them; those about pictures are left out."""
    names = [field.name for field in dataclasses.fields(made.Options)]
    for name, value in kwargs.items():
        if name in _NOT_DRAWN:
            if value is not None:
                raise ValueError(f"{name}={value!r}: ferrodyn.gym draws without it")
        elif name not in (*names, *_DRAWN, "render_mode"):
            raise TypeError(f"{id} has no argument {name!r}{_similar(name, names)}")
    return {name: value for name, value in kwargs.items() if name in names}


def _pictures(kwargs: dict[str, Any]) -> Pictures | None:
    """How environments are drawn, if somebody wants to see them."""
    mode = kwargs.get("render_mode")
    given = {name: kwargs[name] for name in _DRAWN if kwargs.get(name) is not None}
    return None if mode is None else Pictures(mode, **given)


def _similar(name: str, names: Iterable[str]) -> str:
    """The names that are most like a wrong one, as a question."""
    close = difflib.get_close_matches(name, list(names), n=3)
    return f" (did you mean {' or '.join(map(repr, close))}?)" if close else ""
