"""Parameters of the model that each episode draws."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ferrodyn.gym._infos import Array
from ferrodyn.gym.parts._part import Generators, Ids, Part, interval

if TYPE_CHECKING:
    from ferrodyn.gym._batch_env import BatchEnv

# parameters on which no constant of the model depends; after others `Batch.set_const` is called
_FREE = (
    "opt.", "geom_friction", "geom_sol", "geom_margin", "geom_gap", "geom_rgba", "pair_", "dof_damping",
    "dof_frictionloss", "jnt_stiffness", "jnt_sol", "actuator_ctrlrange", "actuator_forcerange", "hfield_data",
)  # fmt: skip


class Randomized(Part):
    """A parameter of the model that each episode draws anew: masses, friction, gains."""

    def __init__(
        self,
        env: BatchEnv,
        field: str,
        low: float,
        high: float,
        *,
        where: Any = ...,
        how: str = "scale",
        together: bool = False,
    ) -> None:
        """Draws numbers of a field between two ends, for each environment and each of its numbers.

        Args:
            env: The environments.
            field: Its name, as `Batch.expand` takes it: ``"body_mass"``, ``"geom_friction"``, ``"opt.gravity"``.
            low: The lower end.
            high: The upper end.
            where: Which of the numbers of one environment, as an index: ``3``, ``np.s_[:, 0]``; all, if not given.
            how: ``"scale"`` multiplies those of the model, ``"add"`` adds to them, ``"set"`` replaces them.
            together: Whether all numbers of an environment change by the same draw.
        """
        self.check(env)
        if how not in ("scale", "add", "set"):
            raise ValueError(f"how of a Randomized should be 'scale', 'add' or 'set', got {how!r}")
        self._ends = interval(low, high, f"low and high of {field!r}")
        self._values = env.batch.expand(field)
        if self._values.dtype.kind != "f":
            raise ValueError(f"{field} has integers, which cannot be drawn from a range")
        try:
            self._model = np.array(self._values[0, ...][where])
        except (IndexError, OverflowError) as error:
            shape = self._values.shape[1:]
            raise IndexError(f"where={where!r} does not fit {field} of shape {shape}: {error}") from None
        super().__init__(env)
        self.changes_constants = not field.startswith(_FREE)
        self._where, self._how, self._together = where, how, together

    def start(self, ids: Ids, rngs: Generators) -> None:
        """Draws."""
        shape = () if self._together else self._model.shape
        for i, rng in zip(ids.tolist(), rngs, strict=True):
            drawn = rng.uniform(*self._ends, shape)
            if self._how == "scale":
                drawn = self._model * drawn
            elif self._how == "add":
                drawn = self._model + drawn
            self._values[i, ...][self._where] = drawn

    def remembered(self) -> dict[str, Array]:
        """Nothing: a batch's file has its parameters."""
        return {}
