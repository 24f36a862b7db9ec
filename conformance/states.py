"""The states at which engines are compared, all of them made with MuJoCo."""

import dataclasses
import math
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np

SEED = 380
MAX_KEYFRAMES = 10
# all that decides a step: time, position, velocity, activations, controls, forces, warm start, plugins
STATE = "mjSTATE_INTEGRATION"


@dataclasses.dataclass(frozen=True)
class Effort:
    """How much is tried with a model; less with huge ones."""

    random_states: int
    steps: int


def effort(model: Any) -> Effort:
    """The effort that suits the size of a model."""
    if model.nv <= 100:
        return Effort(4, 100)
    return Effort(2, 20) if model.nv <= 500 else Effort(1, 5)


def get_state(engine: ModuleType, model: Any, data: Any) -> np.ndarray:
    """The state of data, as one vector."""
    kind = int(getattr(engine.mjtState, STATE))
    state = np.empty(engine.mj_stateSize(model, kind))
    engine.mj_getState(model, data, state, kind)
    return state


def set_state(engine: ModuleType, model: Any, data: Any, state: np.ndarray) -> None:
    """Puts a state, which may be another engine's, into data."""
    engine.mj_setState(model, data, state, int(getattr(engine.mjtState, STATE)))


def use_converged_solver(model: Any) -> None:
    """Newton's method until nothing improves: the problem is convex, so every engine must find the same optimum."""
    model.opt.solver = 2  # mjSOL_NEWTON
    model.opt.tolerance = 0
    model.opt.iterations = max(200, model.opt.iterations)
    model.opt.ls_tolerance = min(1e-6, model.opt.ls_tolerance)
    model.opt.ls_iterations = max(100, model.opt.ls_iterations)


def all_states(mujoco: ModuleType, model: Any) -> Iterator[tuple[str, np.ndarray]]:
    """What the author gave, then random states."""
    yield from author_states(mujoco, model)
    yield from random_states(mujoco, model)


def author_states(mujoco: ModuleType, model: Any) -> Iterator[tuple[str, np.ndarray]]:
    """What the author gave: the initial state and the keyframes."""
    data = mujoco.MjData(model)
    yield "initial", get_state(mujoco, model, data)
    for key in range(min(model.nkey, MAX_KEYFRAMES)):
        mujoco.mj_resetDataKeyframe(model, data, key)
        yield f"keyframe {key}", get_state(mujoco, model, data)


def random_states(mujoco: ModuleType, model: Any) -> Iterator[tuple[str, np.ndarray]]:
    """States near the initial one, and one anywhere within the limits of joints, always the same ones."""
    rng = np.random.default_rng(SEED)
    count = effort(model).random_states
    for i in range(count):
        anywhere = i == 3
        data = mujoco.MjData(model)
        # where limits do not say how far a joint may go, not far
        mujoco.mj_integratePos(model, data.qpos, rng.normal(scale=0.01 if model.nflex else 0.1, size=model.nv), 1.0)
        if anywhere:
            spread_joints(mujoco, model, data, rng)
        data.qvel[:] = rng.normal(scale=0.3, size=model.nv)
        data.act[:] = rng.uniform(0.0, 0.5, size=model.na)
        data.ctrl[:] = controls(model, rng.uniform(-1.0, 1.0, size=model.nu))
        data.qfrc_applied[:] = rng.normal(scale=0.01, size=model.nv)
        data.xfrc_applied[1:] = rng.normal(scale=0.01, size=(model.nbody - 1, 6))
        data.mocap_pos[:] += rng.normal(scale=0.01, size=(model.nmocap, 3))
        yield ("anywhere" if anywhere else f"random {i}"), get_state(mujoco, model, data)


def spread_joints(mujoco: ModuleType, model: Any, data: Any, rng: np.random.Generator) -> None:
    """Puts every limited joint with one degree of freedom anywhere in its range."""
    simple = (int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE))
    fractions = rng.uniform(size=model.njnt)
    for joint in range(model.njnt):
        low, high = model.jnt_range[joint]
        if model.jnt_limited[joint] and model.jnt_type[joint] in simple and math.isfinite(high - low):
            data.qpos[model.jnt_qposadr[joint]] = low + fractions[joint] * (high - low)


def controls(model: Any, fractions: np.ndarray) -> np.ndarray:
    """Controls from fractions between -1 and 1 of their ranges."""
    limited = np.asarray(model.actuator_ctrllimited, dtype=bool)[:, None]
    low, high = np.where(limited, model.actuator_ctrlrange, [-1.0, 1.0]).reshape(-1, 2).T
    return (low + high) / 2 + fractions * (high - low) / 2


def moving_controls(model: Any, step: int) -> np.ndarray:
    """Controls that swing slowly about the middle of their ranges, every actuator with a rhythm of its own."""
    actuator = np.arange(model.nu)
    return controls(model, 0.3 * np.sin(0.05 * (1 + actuator % 7) * step + actuator))
