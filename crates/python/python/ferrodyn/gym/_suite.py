"""What the tasks of dm_control's suite have in common.

Models are those of the package dm_control, which is looked for but not imported. Observations are
the parts of dm_control's in their order, flat; rewards and lengths of episodes are its own. After a
step positions and velocities of everything are those of the new state, as in dm_control, and forces
those of the last substep.
"""

from __future__ import annotations

import importlib.util
import pathlib
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from gymnasium import error

from ferrodyn import MjData, MjModel, mj_fwdPosition, mjtJoint, mjtStage
from ferrodyn.gym._batch_env import BatchEnv, Floats, Ids
from ferrodyn.gym._infos import Array, Mask
from ferrodyn.gym._task import Generators

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ferrodyn.gym._batch_env import BatchArguments


class SuiteTask(BatchEnv):
    """A task of the suite; its episodes end when their time is over."""

    stage = mjtStage.mjSTAGE_VEL

    # the file of the model below dm_control/suite, how much is observed, in seconds how long an
    # action and an episode last
    xml_file: ClassVar[str]
    observed: ClassVar[int]
    control_timestep: ClassVar[float | None] = None
    time_limit: ClassVar[float]

    def __init__(self, num_envs: int, **batch: Unpack[BatchArguments]) -> None:
        model = MjModel.from_xml_path(str(suite_path() / self.xml_file))
        timestep = float(model.opt.timestep)
        frame_skip = round((self.control_timestep or timestep) / timestep)
        batch.setdefault("max_episode_steps", self.episode_steps(timestep * frame_skip))
        super().__init__(
            model, num_envs, observation_space=self.observed, frame_skip=frame_skip, **batch
        )
        self._xpos: Floats = self.batch.bind("xpos")
        self._xmat: Floats = self.batch.bind("xmat").reshape(num_envs, model.nbody, 3, 3)
        self._sensordata: Floats = self.batch.bind("sensordata")
        # where contacts of one environment are looked for
        self._data = MjData(model)

    @classmethod
    def episode_steps(cls, dt: float) -> int:
        """The first number of actions whose time is not below the limit."""
        return int(np.ceil(cls.time_limit / dt))

    def parts(self) -> tuple[Array, ...]:
        """What is observed, each part with a row per environment."""
        raise NotImplementedError

    def observe(self) -> Floats:
        """The parts beside each other."""
        return np.concatenate([part.reshape(self.num_envs, -1) for part in self.parts()], axis=1)

    def reset_state(self, ids: Ids, rngs: Generators) -> None:
        """Joints anywhere within their ranges, at rest."""
        for i, rng in zip(ids, rngs, strict=True):
            self.qpos[i] = self.random_pose(rng)

    # --- what tasks are made of --------------------------------------------------------------

    def pos(self, body: str) -> Floats:
        """Positions of a body."""
        return self._xpos[:, self.model.body(body).id]

    def mat(self, body: str) -> Floats:
        """Orientations of a body, as matrices."""
        return self._xmat[:, self.model.body(body).id]

    def sensor(self, name: str) -> Floats:
        """What a sensor measures."""
        adr, dim = self.model.sensor(name).adr[0], self.model.sensor(name).dim[0]
        return self._sensordata[:, adr : adr + dim]

    def small_control(self) -> Floats:
        """1 without controls, 0.8 with those of 1 and more."""
        small = tolerance(self.ctrl, margin=1, at_margin=0, sigmoid="quadratic")
        mean: Floats = small.mean(axis=1)
        return (4 + mean) / 5

    def random_pose(self, rng: np.random.Generator) -> Floats:
        """A pose with hinges, and sliders that have a range, anywhere, and free bodies turned."""
        qpos: Floats = self.model.qpos0.copy()
        for joint in range(self.model.njnt):
            kind, adr = self.model.jnt_type[joint], self.model.jnt_qposadr[joint]
            if kind == mjtJoint.mjJNT_FREE:
                # not the same for all turns, but as in dm_control
                turn = rng.uniform(size=4)
                qpos[adr + 3 : adr + 7] = turn / np.linalg.norm(turn)
            elif self.model.jnt_limited[joint]:
                qpos[adr] = rng.uniform(*self.model.jnt_range[joint])
            elif kind == mjtJoint.mjJNT_HINGE:
                qpos[adr] = rng.uniform(-np.pi, np.pi)
        return qpos

    def touching(self, ids: Ids) -> Mask:
        """Which of these environments have contacts."""
        touching = np.zeros(len(ids), np.bool_)
        for k, i in enumerate(ids.tolist()):
            self.batch.get_data(i, self._data)
            mj_fwdPosition(self.model, self._data)
            touching[k] = self._data.ncon > 0
        return touching

    def draw_apart(self, ids: Ids, rngs: Generators) -> None:
        """Calls `draw(id, rng)` for each environment until nothing in it touches."""
        drawn = dict(zip(ids.tolist(), rngs, strict=True))
        while drawn:
            for i, rng in drawn.items():
                self.draw(i, rng)
            pending = np.array(list(drawn))
            drawn = {i: drawn[i] for i in pending[self.touching(pending)].tolist()}

    def draw(self, i: int, rng: np.random.Generator) -> None:
        """A first state for one environment."""
        self.qpos[i] = self.random_pose(rng)


def suite_path() -> pathlib.Path:
    """The directory of the suite's models."""
    found = importlib.util.find_spec("dm_control")
    if found is None or not found.submodule_search_locations:
        raise error.DependencyNotInstalled(
            "tasks of dm_control's suite need its models: pip install dm_control"
        )
    return pathlib.Path(found.submodule_search_locations[0]) / "suite"


def tolerance(
    x: Array,
    low: float = 0.0,
    high: float = 0.0,
    *,
    margin: float = 0.0,
    at_margin: float = 0.1,
    sigmoid: str = "gaussian",
) -> Floats:
    """1 from ``low`` to ``high``, less beyond: ``at_margin`` at the distance ``margin``."""
    inside = (low <= x) & (x <= high)
    if margin == 0:
        return inside.astype(np.float64)
    away = np.where(x < low, low - x, x - high) / margin
    if sigmoid == "gaussian":
        value = np.exp(-0.5 * (away * np.sqrt(-2 * np.log(at_margin))) ** 2)
    else:
        power = {"linear": 1, "quadratic": 2}[sigmoid]
        value = np.maximum(1 - (1 - at_margin) * np.abs(away) ** power, 0.0)
    return np.where(inside, 1.0, value)
