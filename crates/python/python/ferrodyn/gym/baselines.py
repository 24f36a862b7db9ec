"""Environments of a batch in the interface of Stable-Baselines3.

    envs = VecMonitor(BaselinesEnv("HalfCheetah-v5", 16))
    PPO("MlpPolicy", envs).learn(100_000)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

try:
    from stable_baselines3.common.vec_env import VecEnv  # type: ignore[import-not-found, unused-ignore]
except ImportError as missing:
    raise ImportError(
        "ferrodyn.gym.baselines needs Stable-Baselines3: pip install stable-baselines3"
    ) from missing

from ferrodyn.gym import AutoresetMode, BatchEnv, make_vec
from ferrodyn.gym import _attributes as attributes

Indices = int | Sequence[int] | None


class BaselinesEnv(VecEnv):  # type: ignore[misc, unused-ignore]
    """A `BatchEnv` as a ``VecEnv``."""

    def __init__(self, envs: BatchEnv | str | type[BatchEnv], num_envs: int = 1, **arguments: Any) -> None:
        """Takes environments, or the arguments of `make_vec`.

        Raises:
            ValueError: if the environments do not start again in the step in which they end.
        """
        if not isinstance(envs, BatchEnv):
            envs = make_vec(envs, num_envs, autoreset_mode=AutoresetMode.SAME_STEP, **arguments)
        if envs.autoreset_mode is not AutoresetMode.SAME_STEP:
            raise ValueError('the environments should be made with autoreset_mode="SameStep"')
        self.envs = envs
        self._actions: Any = None
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)

    def reset(self) -> Any:
        """Starts all episodes, from the seeds that `seed` gave."""
        seeds = None if None in self._seeds else self._seeds
        self._reset_seeds()
        self._reset_options()
        return self.envs.reset(seed=seeds)[0]

    def step_async(self, actions: Any) -> None:
        """Keeps the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> Any:
        """Takes a step; an episode that ended has begun anew, and says in its infos what was seen last."""
        seen, rewards, terminated, truncated, infos = self.envs.step(self._actions)
        each: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(terminated | truncated):
            each[i]["terminal_observation"] = infos["final_obs"][i]
            each[i]["TimeLimit.truncated"] = bool(truncated[i] and not terminated[i])
        return seen, rewards, terminated | truncated, each

    def close(self) -> None:
        """Lets go of what draws."""
        self.envs.close()

    def get_images(self) -> Any:
        """A picture of each environment."""
        pictures = self.envs.render()
        return [None] * self.num_envs if pictures is None else list(pictures)

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """An attribute for each environment: its row, where there is a row for each."""
        value = attributes.get(self.envs, attr_name)
        return attributes.each(self.envs, value, self._get_indices(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Writes rows of an attribute that has one for each environment, or the attribute of all."""
        ids = None if indices is None else self._get_indices(indices)
        attributes.put(self.envs, attr_name, value, ids)

    def env_method(self, method_name: str, *arguments: Any, indices: Indices = None, **named: Any) -> list[Any]:
        """Calls a method of all environments at once; what each has of what it gives."""
        if indices is not None:
            raise ValueError(f"{method_name} is of all environments: leave out indices")
        return attributes.each(self.envs, attributes.call(self.envs, method_name, *arguments, **named))

    def env_is_wrapped(self, wrapper_class: Any, indices: Indices = None) -> list[bool]:
        """Whether environments are in a wrapper: none is, one by one."""
        return [False for _ in self._get_indices(indices)]
