"""Environments of a batch in the interface of Tianshou's vector environments.

    training_envs = TianshouEnvs("Hopper-v5", 16)
    collector = Collector(algorithm, training_envs, VectorReplayBuffer(20_000, len(training_envs)))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy import typing as npt

from ferrodyn.gym import AutoresetMode, BatchEnv, make_vec
from ferrodyn.gym._infos import Array, Infos

Ids = int | Sequence[int] | npt.NDArray[np.integer[Any]] | None


class TianshouEnvs:
    """A `BatchEnv` that Tianshou's collectors take: they say which environments step, and reset those that ended.

    All simulations step together. Those that a collector leaves out stand still in its eyes: they begin a new episode
    when it takes them in again by a reset, as it does.
    """

    is_async = False
    waiting_id: tuple[int, ...] = ()

    def __init__(self, envs: BatchEnv | str | type[BatchEnv], num_envs: int = 1, **arguments: Any) -> None:
        """Takes environments, or the arguments of `make_vec`.

        Raises:
            ValueError: if the environments start again by themselves.
        """
        if not isinstance(envs, BatchEnv):
            envs = make_vec(envs, num_envs, autoreset_mode=AutoresetMode.DISABLED, **arguments)
        if envs.autoreset_mode is not AutoresetMode.DISABLED:
            raise ValueError('the environments should be made with autoreset_mode="Disabled"')
        self.envs = envs
        self.env_num = envs.num_envs
        # one for each, as collectors ask for them
        self.action_space = [envs.single_action_space] * envs.num_envs
        self.observation_space = [envs.single_observation_space] * envs.num_envs
        self._seed: Any = None
        self._ended = np.zeros(envs.num_envs, np.bool_)

    def __len__(self) -> int:
        """How many there are."""
        return self.env_num

    def seed(self, seed: int | list[int] | None = None) -> list[int | None]:
        """Seeds of the next reset of all: ``seed + i`` or entry ``i`` for each."""
        self._seed = seed
        return list(seed) if isinstance(seed, list) else [None if seed is None else seed + i for i in range(len(self))]

    def reset(self, env_id: Ids = None, *, seed: Any = None, options: Any = None) -> tuple[Any, Array]:
        """Starts episodes of some environments, or of all: what these see, and a dictionary of infos for each."""
        ids = self._ids(env_id)
        if env_id is None:
            seed, self._seed = self._seed if seed is None else seed, None
        mask = np.zeros(self.env_num, np.bool_)
        mask[ids] = True
        seen, infos = self.envs.reset(seed=seed, options={**(options or {}), "reset_mask": mask})
        self._ended[ids] = False
        return _rows(seen, ids), _infos(infos, ids)

    def step(self, action: Any, id: Ids = None) -> tuple[Any, Array, Array, Array, Array]:
        """Takes a step in some environments, or in all: an entry for each in everything that it gives."""
        ids = self._ids(id)
        given = np.asarray(action)
        if given.shape[:1] != (len(ids),):
            raise ValueError(f"there should be an action for each of {len(ids)} environments, got shape {given.shape}")
        if self._ended[ids].any():
            raise ValueError(f"episodes of environments {ids[self._ended[ids]].tolist()} have ended: reset them first")
        if self._ended.any():
            # nobody looks at those
            self.envs.reset(options={"reset_mask": self._ended.copy()})
        actions = np.zeros((self.env_num, *given.shape[1:]), given.dtype)
        actions[ids] = given
        seen, rewards, terminated, truncated, infos = self.envs.step(actions)
        now = terminated | truncated
        self._ended[...] = now
        return _rows(seen, ids), rewards[ids], terminated[ids], truncated[ids], _infos(infos, ids)

    def render(self) -> list[Any]:
        """A picture of each environment."""
        pictures = self.envs.render()
        return [None] * self.env_num if pictures is None else list(pictures)

    def close(self) -> None:
        """Lets go of what draws."""
        self.envs.close()

    def _ids(self, ids: Ids) -> npt.NDArray[np.intp]:
        return np.arange(self.env_num) if ids is None else np.atleast_1d(np.asarray(ids, np.intp))


def _rows(seen: Any, ids: npt.NDArray[np.intp]) -> Any:
    """What some see; of dictionaries one for each, as Tianshou stacks them."""
    if not isinstance(seen, dict):
        return seen[ids]
    return np.array([{name: part[i] for name, part in seen.items()} for i in ids], object)


def _infos(infos: Infos, ids: npt.NDArray[np.intp]) -> Array:
    """Dictionaries of infos, one for each environment."""
    out = np.empty(len(ids), object)
    for k, i in enumerate(ids.tolist()):
        given = {name: value[i] for name, value in infos.items() if f"_{name}" in infos and infos[f"_{name}"][i]}
        out[k] = {**given, "env_id": i}
    return out
