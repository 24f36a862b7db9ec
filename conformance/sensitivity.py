"""Whether MuJoCo agrees with itself: how far a field moves when the state moves in its last digits.

Where forces of 1e16 cancel, or rounding decides whether two shapes touch, no two programs agree. This tells such
places from mistakes. It explains a difference; it does not excuse it.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from conformance.compare import largest_error
from conformance.states import SEED, set_state
from conformance.values import data_value

MOVE = 1e-15
TRIES = 5


def own_error(mujoco: ModuleType, model: Any, state: np.ndarray, advance: Callable[[ModuleType, Any, Any], None],
              field: str, data: Any) -> float:
    """The largest error of a field between MuJoCo's data and MuJoCo's data from a state that is 1e-15 away."""
    rng = np.random.default_rng(SEED)
    reference = np.asarray(data_value(mujoco, model, data, field))
    worst = 0.0
    for _ in range(TRIES):
        moved = mujoco.MjData(model)
        set_state(mujoco, model, moved, state)
        for values in (moved.qpos, moved.qvel, moved.qacc_warmstart):
            values += MOVE * np.maximum(1.0, np.abs(values)) * rng.uniform(-1.0, 1.0, size=values.shape)
        advance(mujoco, model, moved)
        got = np.asarray(data_value(mujoco, model, moved, field))
        worst = max(worst, largest_error(reference, got, 1.0)[0] if got.shape == reference.shape else float("inf"))
    return worst


def in_words(error: float) -> str:
    """What MuJoCo's own error means."""
    when = f"when its state moves by {MOVE:.0e}"
    if error == 0:
        return f"MuJoCo agrees with itself {when}"
    if error == float("inf"):
        return f"MuJoCo itself has another number of entries, or NaN, {when}"
    return f"MuJoCo differs from itself by {error:.0e} {when}"
