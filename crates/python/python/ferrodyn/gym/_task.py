"""What Gymnasium's MuJoCo environments have in common.

Each is a class with a dataclass of its options, which have the names and defaults of Gymnasium's
arguments. Formulas are those of version 5, and so is the order in which random numbers are drawn.
"""

from __future__ import annotations

import dataclasses
import pathlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import gymnasium
import numpy as np
from numpy import typing as npt

from ferrodyn import MjModel, mjtSensor
from ferrodyn.batch import Batch
from ferrodyn.gym._batch_env import BatchEnv, Floats, Ids
from ferrodyn.gym._infos import Array, Mask

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ferrodyn.gym._batch_env import BatchArguments

Range = tuple[float, float]
Reals = npt.NDArray[np.floating[Any]]
Generators = Sequence[np.random.Generator]

# sensors for which a forward computation finds the forces between bodies
_FORCE_SENSORS = (
    mjtSensor.mjSENS_ACCELEROMETER,
    mjtSensor.mjSENS_FORCE,
    mjtSensor.mjSENS_TORQUE,
    mjtSensor.mjSENS_FRAMELINACC,
    mjtSensor.mjSENS_FRAMEANGACC,
)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Options:
    """The options of every environment."""

    xml_file: str
    frame_skip: int


Opt = TypeVar("Opt", bound=Options)


class Task(BatchEnv, Generic[Opt]):
    """One of Gymnasium's environments, with its options in ``opt``."""

    Options: type[Opt]

    def __init__(self, options: Opt, num_envs: int, **batch: Unpack[BatchArguments]) -> None:
        model = MjModel.from_xml_path(str(model_path(options.xml_file)))
        self.opt = options
        super().__init__(
            model,
            num_envs,
            observation_space=self.observation_size(model),
            frame_skip=options.frame_skip,
            **batch,
        )
        self.qpos0: Floats = self.qpos[0].copy()
        self.terms: dict[str, Array] = {}

    def arguments(self) -> dict[str, Any]:
        """The options; the model stands for its file."""
        options = dataclasses.asdict(self.opt)
        return {name: value for name, value in options.items() if name != "xml_file"}

    def observation_size(self, model: MjModel) -> int:
        """How many numbers an environment sees."""
        raise NotImplementedError

    def step_infos(self) -> dict[str, Array]:
        """Where the environments are, and the terms of the reward."""
        return {**self.reset_infos(), **self.terms}

    def reset_infos(self) -> dict[str, Array]:
        """Where the environments are."""
        return {}


class ExternalForces:
    """The forces that contacts exert on bodies, ``cfrc_ext``: (num_envs, nbody, 6).

    Gymnasium computes them after a step, not after a reset, where they are zero, unless the model
    has a sensor that needs them.
    """

    def __init__(self, batch: Batch, model: MjModel) -> None:
        self._cfrc_ext: Floats = batch.bind("cfrc_ext")
        self._after_reset = bool(np.isin(model.sensor_type, _FORCE_SENSORS).any())

    def now(self, elapsed: Ids) -> Floats:
        """The forces, given the number of steps since each environment was reset."""
        just_reset = elapsed == 0
        if self._after_reset or not just_reset.any():
            return self._cfrc_ext
        return np.where(just_reset[:, None, None], 0.0, self._cfrc_ext)


def model_path(xml_file: str) -> pathlib.Path:
    """The file of a model: one of Gymnasium's by its name, any other by ``./``, ``~`` or ``/``."""
    path = pathlib.Path(xml_file).expanduser()
    if not (path.is_absolute() or xml_file.startswith(".")):
        path = pathlib.Path(gymnasium.__file__).parent / "envs" / "mujoco" / "assets" / path
    if not path.exists():
        raise FileNotFoundError(f"there is no file {path}")
    return path


def uniform(rngs: Generators, scale: float, size: int) -> Floats:
    """Numbers between -scale and scale, a row from each generator."""
    return np.array([rng.uniform(-scale, scale, size) for rng in rngs])


def normal(rngs: Generators, scale: float, size: int) -> Floats:
    """Normally distributed numbers, a row from each generator."""
    return scale * np.array([rng.standard_normal(size) for rng in rngs])


def squared(values: Array) -> Reals:
    """The sum of squares in each environment, with the precision of the values.

    Gymnasium multiplies such a sum by a number of Python, which makes it double in NumPy 1.
    """
    total: Reals = np.square(values).reshape(len(values), -1).sum(axis=1)
    return total.astype((total.dtype.type(1) * 1.0).dtype, copy=False)


def between(values: Array, limits: Range) -> Mask:
    """Which values are inside, ends excluded."""
    low, high = limits
    return (low < values) & (values < high)
