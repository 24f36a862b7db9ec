"""What happens now and then: timers and pushes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy import typing as npt

from ferrodyn.gym._infos import Array, Mask
from ferrodyn.gym.parts._part import Floats, Generators, Ids, Part, amount, body_id, floats, interval, last, pair

if TYPE_CHECKING:
    from ferrodyn.gym._batch_env import BatchEnv


class Timer(Part):
    """Goes off at random intervals, in each environment by itself.

    ``due`` is a mask of the environments in which it goes off in this step: to be read in
    `BatchEnv.before_step`, `BatchEnv.control` and what follows.
    """

    def __init__(self, env: BatchEnv, shortest: float, longest: float) -> None:
        """A timer of intervals between two numbers of seconds; the first begins with the episode."""
        self._seconds = interval(shortest, longest, "seconds of a Timer", 0)
        super().__init__(env)
        self.due: Mask = np.zeros(env.num_envs, np.bool_)
        # the number of the action at which it goes off next
        self._next = np.zeros(env.num_envs, np.int64)

    def start(self, ids: Ids, rngs: Generators) -> None:
        """Begins with the first interval."""
        self.due[ids] = False
        self._set(ids, rngs)

    def before_step(self, running: Mask) -> None:
        """Looks whose time has come."""
        self.due[...] = running & (self.env.elapsed >= self._next)
        if self.due.any():
            ids = np.flatnonzero(self.due)
            self._set(ids, self.env.generators(ids))

    def _set(self, ids: Ids, rngs: Generators) -> None:
        seconds = np.array([rng.uniform(*self._seconds) for rng in rngs])
        steps = np.clip(np.round(seconds / self.env.dt), 1, 2.0**52).astype(np.int64)
        self._next[ids] = self.env.elapsed[ids] + steps

    def remembered(self) -> dict[str, Array]:
        """When it goes off."""
        return {"due": self.due, "next": self._next}


class Command(Part):
    """Numbers that environments are told to follow, drawn with the episode and anew now and then.

    ``value`` has them: (num_envs, size). They are those of the step that comes.
    """

    def __init__(
        self, env: BatchEnv, low: npt.ArrayLike, high: npt.ArrayLike, every: tuple[float, float]
    ) -> None:
        """Draws between two arrays, and again after so many seconds.

        Args:
            env: The environments.
            low: The lower ends.
            high: The upper ends, as many.
            every: From how many to how many seconds a command holds.
        """
        self._low, self._high = (
            np.atleast_1d(floats(ends, f"{name} of a Command")) for ends, name in ((low, "low"), (high, "high"))
        )
        if self._low.ndim != 1 or self._low.shape != self._high.shape:
            raise ValueError(
                f"low and high of a Command should be as many numbers, got shapes {self._low.shape} and {self._high.shape}"
            )
        for ends in zip(self._low, self._high, strict=True):
            interval(*ends, "low and high of a Command")
        every = pair(every, "every of a Command")
        super().__init__(env)
        self._timer = Timer(env, *every)
        last(self)
        self.value: Floats = np.zeros((env.num_envs, len(self._low)))

    def start(self, ids: Ids, rngs: Generators) -> None:
        """Draws."""
        self.value[ids] = [rng.uniform(self._low, self._high) for rng in rngs]

    def before_step(self, running: Mask) -> None:
        """Draws for those whose time has come."""
        if self._timer.due.any():
            ids = np.flatnonzero(self._timer.due)
            self.start(ids, self.env.generators(ids))

    def remembered(self) -> dict[str, Array]:
        """What they were told."""
        return {"value": self.value}


class Pushes(Part):
    """Pushes a body now and then: a horizontal force of random direction for a short time."""

    def __init__(
        self,
        env: BatchEnv,
        body: str | int,
        *,
        force: tuple[float, float],
        every: tuple[float, float],
        seconds: float = 0.1,
    ) -> None:
        """Pushes of a body, through ``xfrc_applied``.

        Args:
            env: The environments.
            body: The body, by its name or number.
            force: From how many to how many newtons.
            every: From how many to how many seconds there are between the beginnings of two pushes.
            seconds: How long each lasts.
        """
        self.check(env)
        self._newtons = pair(force, "force of Pushes")
        lasts = amount(seconds, "seconds of Pushes")
        every = pair(every, "every of Pushes")
        row = body_id(env, body)
        super().__init__(env)
        self._timer = Timer(env, *every)
        last(self)
        self._applied: Floats = env.batch.bind("xfrc_applied")[:, row, :2]
        self._steps = max(1, round(min(lasts / env.dt, 2.0**52)))
        # what pushes, as long as it does
        self.force: Floats = np.zeros((env.num_envs, 2))
        self._until = np.zeros(env.num_envs, np.int64)

    def start(self, ids: Ids, rngs: Generators) -> None:
        """Begins without a push."""
        self.force[ids] = 0
        self._until[ids] = 0

    def before_step(self, running: Mask) -> None:
        """Begins and ends pushes."""
        self.force[running & (self.env.elapsed >= self._until)] = 0
        if self._timer.due.any():
            ids = np.flatnonzero(self._timer.due)
            drawn = [(rng.uniform(-np.pi, np.pi), rng.uniform(*self._newtons)) for rng in self.env.generators(ids)]
            angle, size = np.array(drawn).T
            self.force[ids] = (size * [np.cos(angle), np.sin(angle)]).T
            self._until[ids] = self.env.elapsed[ids] + self._steps
        self._applied[running] = self.force[running]

    def remembered(self) -> dict[str, Array]:
        """Pushes that go on."""
        return {"force": self.force, "until": self._until}
