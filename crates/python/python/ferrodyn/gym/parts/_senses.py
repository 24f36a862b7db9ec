"""What environments feel and see of their surroundings: contacts, and heights of the ground."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy import typing as npt

from ferrodyn import mjtJoint
from ferrodyn.gym._infos import Array, Mask
from ferrodyn.gym.parts._part import Floats, Generators, Ids, Part, amount, body_id, floats

if TYPE_CHECKING:
    from ferrodyn.gym._batch_env import BatchEnv


def grid(length: float, width: float, spacing: float) -> Floats:
    """Points of a rectangle around the origin, (count, 2): ``length`` ahead, ``width`` to the sides."""
    length, width = amount(length, "length"), amount(width, "width")
    if not (np.isfinite(spacing) and spacing > 0):
        raise ValueError(f"spacing should be above 0, got {spacing!r}")
    counts = [round(size / spacing) + 1 for size in (length, width)]
    if counts[0] * counts[1] > 1_000_000:
        raise ValueError(f"a grid of {counts[0]} times {counts[1]} points is too large")
    x, y = (spacing * (np.arange(count) - (count - 1) / 2) for count in counts)
    return np.stack(np.meshgrid(x, y, indexing="ij"), axis=-1).reshape(-1, 2)


class HeightScan(Part):
    """How far the ground is below a body, at points that turn with its heading."""

    def __init__(
        self,
        env: BatchEnv,
        body: str | int,
        points: npt.ArrayLike,
        *,
        groups: Sequence[int] = (0,),
        above: float = 1.0,
        reach: float = 5.0,
    ) -> None:
        """Rays go down from above the points, and see geoms of some groups only.

        Args:
            env: The environments.
            body: The body, by its name or number.
            points: Places ahead of the body and to its left, (count, 2); see `grid`.
            groups: The groups of geoms that are ground. Give those of the robot another one.
            above: How far above the body rays begin.
            reach: The distance that is given where there is no ground, and the greatest there is.
        """
        self.check(env)
        self._points = floats(points, "points of a HeightScan")
        if self._points.ndim != 2 or self._points.shape[1] != 2 or not np.isfinite(self._points).all():
            raise ValueError(f"points of a HeightScan should be finite, of shape (count, 2), got {self._points.shape}")
        for group in groups:
            if group not in range(6):
                raise ValueError(f"groups of geoms are numbers from 0 to 5, got {group!r}")
        self._groups = [int(group in tuple(groups)) for group in range(6)]
        self._above = amount(above, "above of a HeightScan")
        self._reach = amount(reach, "reach of a HeightScan")
        self._body = body_id(env, body)
        super().__init__(env)
        self._pos, self._quat = _pose(env, self._body)

    def __call__(self) -> Floats:
        """Heights of the body above the ground at each point: (num_envs, count)."""
        w, x, y, z = self._quat.T
        heading = np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
        cos, sin = np.cos(heading)[:, None], np.sin(heading)[:, None]
        ahead, left = self._points.T
        start = np.empty((self.env.num_envs, len(self._points), 3))
        start[..., 0] = self._pos[:, :1] + cos * ahead - sin * left
        start[..., 1] = self._pos[:, 1:2] + sin * ahead + cos * left
        start[..., 2] = self._pos[:, 2:] + self._above
        if not len(self._points):
            return np.zeros(start.shape[:2])
        distance, _ = self.env.batch.ray(start, [0.0, 0.0, -1.0], geomgroup=self._groups)
        below: Floats = np.where(distance < 0, self._reach, distance - self._above)
        return np.clip(below, -self._reach, self._reach)


def _pose(env: BatchEnv, body: int) -> tuple[Floats, Floats]:
    """Live position and orientation of a body: of one that moves freely those at the end of a step."""
    joint = int(env.model.body_jntadr[body])
    if joint >= 0 and env.model.jnt_type[joint] == mjtJoint.mjJNT_FREE:
        adr = int(env.model.jnt_qposadr[joint])
        return env.qpos[:, adr : adr + 3], env.qpos[:, adr + 3 : adr + 7]
    return env.batch.bind("xpos")[:, body], env.batch.bind("xquat")[:, body]


class Contacts(Part):
    """Which bodies touch something, how strongly, and how long they have not.

    Forces are those that contacts, welds and connections exert in the last substep, without those that were applied.
    Whether one geom touches another one is for sensors: ``<contact geom1="a" geom2="b"/>`` in the model.
    """

    def __init__(self, env: BatchEnv, bodies: Sequence[str | int], least: float = 1.0) -> None:
        """Contacts of bodies, by their names or numbers; forces below ``least`` newtons are none."""
        self.check(env)
        if isinstance(bodies, (str, int)):
            raise TypeError(f"bodies should be a list of names or numbers, got {bodies!r}")
        self._least = amount(least, "least of Contacts")
        self._rows = [body_id(env, body) for body in bodies]
        super().__init__(env)
        self._forces: Floats = env.batch.bind("cfrc_ext")
        self._applied: Floats = env.batch.bind("xfrc_applied")
        shape = env.num_envs, len(self._rows)
        # which touch something after the last step
        self.touching: Mask = np.zeros(shape, np.bool_)
        # which began to in that step
        self.landed: Mask = np.zeros(shape, np.bool_)
        # seconds without contact; of those that landed, how long it was
        self.air: Floats = np.zeros(shape)

    def force(self) -> Floats:
        """Forces on the bodies, in directions of the world: (num_envs, count, 3)."""
        return self._forces[:, self._rows, 3:] - self._applied[:, self._rows, :3]

    def start(self, ids: Ids, rngs: Generators) -> None:
        """Begins as if nothing had left the ground."""
        for array in (self.touching, self.landed):
            array[ids] = False
        self.air[ids] = 0

    def after_step(self, running: Mask) -> None:
        """Looks at the contacts."""
        rows = np.flatnonzero(running)
        before = self.touching[rows]
        now = np.linalg.norm(self.force()[rows], axis=2) >= max(self._least, np.finfo(float).tiny)
        air = np.where(before, 0, self.air[rows])
        self.air[rows] = np.where(now, air, air + self.env.dt)
        self.landed[rows] = now & ~before
        self.touching[rows] = now

    def remembered(self) -> dict[str, Array]:
        """Contacts and times."""
        return {"touching": self.touching, "landed": self.landed, "air": self.air}
