"""Arguments of environments: what is checked, and what follows from the model."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode

from ferrodyn import MjModel
from ferrodyn.gym._infos import Mask


def check_positive(name: str, value: int) -> None:
    """Whether it is an integer above zero."""
    if not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name} should be an integer, got {value!r}")
    if value < 1:
        raise ValueError(f"{name} should be 1 or more, got {value}")


def parsed_mode(mode: AutoresetMode | str) -> AutoresetMode:
    """The mode, which may be given by its value."""
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = ", ".join(repr(each.value) for each in AutoresetMode)
        raise ValueError(f"autoreset_mode should be one of {known}, got {mode!r}") from None


def control_ranges(model: MjModel) -> spaces.Box:
    """The ranges of the controls; no bounds where there is no range."""
    ranges = np.where(
        model.actuator_ctrllimited.reshape(-1, 1), model.actuator_ctrlrange, [-np.inf, np.inf]
    )
    low, high = ranges.astype(np.float32).T
    return spaces.Box(low, high, dtype=np.float32)


def check_action_space(space: Any) -> None:
    """Whether actions are an array."""
    if not isinstance(space, (spaces.Box, spaces.Discrete, spaces.MultiDiscrete, spaces.MultiBinary)):
        raise TypeError(f"action_space should be a Box or a discrete space, got {space!r}")


def frames_per_second(dt: float) -> int:
    """How many actions there are in a second."""
    if not dt > 0 or not np.isfinite(dt):
        raise ValueError(f"the timestep of the model and frame_skip should be above 0, {dt} s is an action")
    return round(min(1 / dt, 1e9))


def reset_mask(options: dict[str, Any] | None, num_envs: int) -> Mask:
    """The environments that options of a reset ask for: all, if they do not say."""
    for name in options or {}:
        if name != "reset_mask":
            raise ValueError(f'reset() has no option {name!r}; there is "reset_mask"')
    if not options:
        return np.ones(num_envs, np.bool_)
    mask = options["reset_mask"]
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
        raise TypeError("reset_mask should be an array of bool")
    if mask.shape != (num_envs,):
        raise ValueError(f"reset_mask should have shape ({num_envs},), got {mask.shape}")
    if not mask.any():
        raise ValueError("reset_mask should have an environment to reset")
    return mask
