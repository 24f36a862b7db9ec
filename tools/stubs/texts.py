"""What is written by hand: the head, and classes and functions that no table describes."""

HEAD = '''\
"""MuJoCo-compatible physics in pure Rust. Written by tools/stubs from the engine's tables."""

import builtins
import enum
import os
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias, overload

import numpy as np
import numpy.typing as npt

__version__: Final[str]
'''

FUNCTIONS = '''
class FatalError(Exception):
    """A function was called with values it cannot work with."""

def mj_name2id(m: MjModel, type: int, name: str) -> int:
    """The id of the object of that type and name, -1 if there is none."""

def mj_id2name(m: MjModel, type: int, id: int) -> str | None:
    """The name of the object of that type and id, None if it has none."""

def mj_saveLastXML(filename: str | os.PathLike[str], m: MjModel) -> None:
    """Writes the description that the model was compiled from as an XML file."""

def mj_version() -> int:
    """The MuJoCo release whose behavior is reproduced, as a number."""

def mj_versionString() -> str:
    """The MuJoCo release whose behavior is reproduced."""
'''

MODEL = '''
class MjModel:
    """A compiled model: everything that stays constant while simulating."""

    @staticmethod
    def from_xml_path(
        filename: str | os.PathLike[str],
        assets: Mapping[str, bytes] | Callable[[str], bytes | str | None] | None = None,
        *,
        limits: Limits | Mapping[str, float] | str | None = None,
        roots: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
    ) -> MjModel:
        """Loads a model from an XML file, within limits and reading below the roots only."""
    @staticmethod
    def from_xml_string(
        xml: str,
        assets: Mapping[str, bytes] | Callable[[str], bytes | str | None] | None = None,
        *,
        limits: Limits | Mapping[str, float] | str | None = None,
        roots: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
    ) -> MjModel:
        """Loads a model from XML text, within limits and reading below the roots only."""
    @staticmethod
    def from_binary_path(
        filename: str | os.PathLike[str],
        assets: Mapping[str, bytes] | Callable[[str], bytes | str | None] | None = None,
        *,
        limits: Limits | Mapping[str, float] | str | None = None,
    ) -> MjModel:
        """Loads a model from a binary file of this package, within limits."""
    @staticmethod
    def from_mujoco(m: Any) -> MjModel:
        """A copy of a model that the mujoco package has compiled, of MuJoCo 3.8 to 4.0."""
    def to_mujoco(self, mujoco: types.ModuleType) -> Any:
        """The model as one of the mujoco package, which is given as a module of MuJoCo 3.8.0."""
    def __copy__(self) -> MjModel: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> MjModel: ...
    def bind(self, specs: MjsElement | Sequence[MjsElement]) -> Any:
        """The view of the object that was compiled from an element, or those of several."""
    def bind_scalar(self, element: MjsElement) -> Any:
        """The view of the object that was compiled from an element."""
    @property
    def opt(self) -> MjOption: ...
    @property
    def stat(self) -> MjStatistic: ...
    @property
    def vis(self) -> MjVisual: ...
'''

LIMITS = '''
class Limits:
    """How much a model may ask for; a file that asks for more is refused with the limit's name."""

    def __init__(
        self,
        *,
        depth: int = ...,
        nodes: int = ...,
        files: int = ...,
        include_depth: int = ...,
        bytes: int = ...,
        replicas: int = ...,
        spec_bytes: int = ...,
        asset_bytes: int = ...,
        mesh_vertices: int = ...,
        model_bytes: int = ...,
        threads: int = ...,
        time: float = ...,
        confined: bool = ...,
    ) -> None: ...
    @classmethod
    def untrusted(cls, **changes: float) -> Limits:
        """Limits for files from strangers, some of them changed."""
'''

PLUGIN = '''
class Plugin:
    """A kind of plugin, to be derived from; ``register_plugin`` makes it known.

    Which of the methods ``passive``, ``actuator`` and ``sensor`` a class defines, each with the
    arguments m and d, decides what can use it.
    """

    name: str
    """The name by which models ask for it."""
    attributes: builtins.tuple[str, ...]
    """The keys that a configuration may have."""
    stage: mjtStage
    """When sensors are measured."""
    state_len: int | Callable[[Mapping[str, str]], int]
    """How many numbers of state an instance has, or what says so of a configuration."""
    sensor_len: int | Callable[[Mapping[str, str]], int]
    """How many numbers a sensor has, or what says so of a configuration."""
    instance: int
    """The id of the instance in its model."""
    config: dict[str, str]
    """The configuration of the instance."""

    def __init__(self, instance: int, config: Mapping[str, str]) -> None: ...
    def reset(self, state: npt.NDArray[np.float64]) -> None:
        """Writes the state to start from; it is zero before."""
    def advance(self, m: MjModel, d: MjData) -> None:
        """Advances the state by a time step."""
    def act_dot(self, m: MjModel, d: MjData) -> None:
        """Writes rates of activations of its actuators, in ``d.act_dot``."""
'''

SUMMARY = '''
class SolverSummary(NamedTuple):
    """How well the constraint solver did in the last step or ``mj_forward``."""

    iterations: int
    """Iterations, of all islands together and with those of the no-slip solver."""
    improvement: float
    """By how much the last iteration reduced the cost, in the units of ``opt.tolerance``."""
    residual: float
    """Norm of the gradient of the cost at ``qacc``, which is zero at the optimum; in the same units."""
    converged: bool
    """Whether the solver stopped because it was done and not because of ``opt.iterations``."""
    unconverged: int
    """How many solves since the data was reset did not converge."""
    fallbacks: int
    """After how many of the solves since then PGS went on, see ``set_solver_fallback``."""
'''

DATA = '''
class MjData:
    """The state of one simulation and everything computed from it."""

    def __init__(self, model: MjModel) -> None: ...
    def __copy__(self) -> MjData: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> MjData: ...
    def bind(self, specs: MjsElement | Sequence[MjsElement]) -> Any:
        """The view of the object that was compiled from an element, or those of several."""
    def bind_scalar(self, element: MjsElement) -> Any:
        """The view of the object that was compiled from an element."""
    @property
    def model(self) -> MjModel: ...
    @property
    def contact(self) -> _MjContactList: ...
    @property
    def warning(self) -> _MjWarningStatList: ...
    @property
    def timer(self) -> _MjTimerStatList: ...
    @property
    def solver(self) -> _MjSolverStatList: ...
'''
