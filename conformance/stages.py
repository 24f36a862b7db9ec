"""What is compared of one model: six stages, each with a verdict of its own.

  load      both engines load the file, or both refuse it
  model     every field of the model
  authored  accelerations of mj_forward with the model's own solver settings
  forward   every field of the data after mj_forward, solver converged
  steps     along MuJoCo's own trajectory: from each state one step, and the next states
  inverse   what mj_inverse computes from given accelerations
"""

import dataclasses
import functools
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

import numpy as np

from conformance import tolerances
from conformance.compare import Comparison
from conformance.sensitivity import in_words, own_error
from conformance.states import (
    author_states,
    effort,
    get_state,
    moving_controls,
    random_states,
    set_state,
    use_converged_solver,
)
from conformance.tolerances import Tolerance
from conformance.values import data_pairs, model_pairs

STAGES = ("load", "model", "authored", "forward", "steps", "inverse")
NEXT_STATE = ("time", "qpos", "qvel", "act", "history", "plugin_state", "sensordata")
AFTER_INVERSE = ("qacc", "efc_force", "qfrc_constraint", "qfrc_inverse", "sensordata", "energy")


@dataclasses.dataclass
class Verdict:
    """The result of a stage: why it fails (empty if it passes) and the largest error of every field."""

    stage: str
    why: str = ""
    first_field: str = ""
    errors: dict[str, float] = dataclasses.field(default_factory=dict)
    limits: dict[str, float] = dataclasses.field(default_factory=dict)

    @staticmethod
    def of(stage: str, comparison: Comparison) -> "Verdict":
        """The verdict that a comparison gives."""
        first = comparison.first
        return Verdict(stage, str(first or ""), first.field if first else "", comparison.errors, comparison.limits)


def load(engine: ModuleType, path: str) -> tuple[Any, str]:
    """The model, or None and why the engine refuses it. Only ValueError is a refusal."""
    try:
        return engine.MjModel.from_xml_path(path), ""
    except ValueError as error:
        return None, " ".join(str(error).split())[:200]


def judge(mujoco: ModuleType, engine: ModuleType, path: str, say: Callable[[str, Any], None]) -> None:
    """Runs all stages; `say` is given "reference" (loads or refuses), then every verdict as it is found."""
    reference, reason = load(mujoco, path)
    say("reference", "loads" if reference is not None else "refuses")
    got, engine_reason = load(engine, path)
    if reference is None or got is None:
        why = ""
        if reference is not None:
            why = f"MuJoCo loads it, the engine refuses it: {engine_reason}"
        elif got is not None:
            why = f"the engine loads it, MuJoCo refuses it: {reason}"
        say("verdict", Verdict("load", why))
        return
    say("verdict", Verdict("load"))

    comparison = Comparison()
    comparison.fields(model_pairs(reference, got))
    say("verdict", Verdict.of("model", comparison))

    both = Both((mujoco, engine), (reference, got))
    states = [*author_states(mujoco, reference), *random_states(mujoco, reference)]
    say("verdict", both.authored(states))
    for model in both.models:
        use_converged_solver(model)
    # the state where the trajectory ends is one to compare everything at, but comes from the stage after
    steps, end = both.steps(dict(states).get("keyframe 0", states[0][1]))
    states += end
    say("verdict", both.forward(states))
    say("verdict", steps)
    say("verdict", both.inverse(states))


class Both:
    """A model in MuJoCo and in an engine."""

    def __init__(self, engines: tuple[ModuleType, ModuleType], models: tuple[Any, Any]) -> None:
        self.engines, self.models = engines, models

    def fresh(self, state: np.ndarray) -> tuple[Any, Any]:
        """New data of both at a state."""
        datas = tuple(engine.MjData(model) for engine, model in zip(self.engines, self.models))
        for engine, model, data in zip(self.engines, self.models, datas):
            set_state(engine, model, data, state)
        return datas

    def compare(self, comparison: Comparison, name: str, state: np.ndarray, datas: tuple[Any, Any],
                advance: Callable[[ModuleType, Any, Any], None], fields: Iterable[str] = (),
                tolerance: Tolerance | None = None) -> None:
        """Advances both and compares their fields (all of them if none are given).

        Of the first difference it also finds out whether MuJoCo would agree with itself.
        """
        before = comparison.first
        for engine, model, data in zip(self.engines, self.models, datas):
            advance(engine, model, data)
        pairs = data_pairs(self.engines, self.models, datas, fields)
        comparison.fields(((field, a, b, tolerance or usual) for field, a, b, usual in pairs), name)
        first = comparison.first
        if first is not None and before is None:
            own = own_error(self.engines[0], self.models[0], state, advance, first.field, datas[0])
            comparison.first = dataclasses.replace(first, note=in_words(own))

    def authored(self, states: list[tuple[str, np.ndarray]]) -> Verdict:
        """Accelerations with the model's own solver settings."""
        comparison = Comparison()
        for name, state in states:
            self.compare(comparison, name, state, self.fresh(state), forward, ["qacc"], tolerances.AUTHORED)
        return Verdict.of("authored", comparison)

    def forward(self, states: list[tuple[str, np.ndarray]]) -> Verdict:
        """Every field of the data."""
        comparison = Comparison()
        for name, state in states:
            self.compare(comparison, name, state, self.fresh(state), forward)
        return Verdict.of("forward", comparison)

    def steps(self, start: np.ndarray) -> tuple[Verdict, list[tuple[str, np.ndarray]]]:
        """The state after each step along MuJoCo's trajectory; also the state where that ends."""
        comparison = Comparison()
        mujoco, model = self.engines[0], self.models[0]
        datas = self.fresh(start)
        end: list[tuple[str, np.ndarray]] = []
        for step in range(effort(model).steps):
            datas[0].ctrl[:] = moving_controls(model, step)
            state = get_state(mujoco, model, datas[0])
            set_state(self.engines[1], self.models[1], datas[1], state)
            self.compare(comparison, f"step {step}", state, datas, one_step, NEXT_STATE, tolerances.STEP)
            if not np.isfinite(datas[0].qpos).all():
                break
            end = [(f"after {step + 1} steps", get_state(mujoco, model, datas[0]))]
        return Verdict.of("steps", comparison), end

    def inverse(self, states: list[tuple[str, np.ndarray]]) -> Verdict:
        """The forces that given accelerations need."""
        comparison = Comparison()
        rng = np.random.default_rng(len(states))
        for name, state in states:
            advance = functools.partial(inverse_of, rng.normal(size=self.models[0].nv))
            self.compare(comparison, name, state, self.fresh(state), advance, AFTER_INVERSE)
        return Verdict.of("inverse", comparison)


def forward(engine: ModuleType, model: Any, data: Any) -> None:
    """Forward dynamics."""
    engine.mj_forward(model, data)


def one_step(engine: ModuleType, model: Any, data: Any) -> None:
    """One step."""
    engine.mj_step(model, data)


def inverse_of(acceleration: np.ndarray, engine: ModuleType, model: Any, data: Any) -> None:
    """Inverse dynamics of given accelerations."""
    engine.mj_forward(model, data)
    data.qacc[:] = acceleration
    engine.mj_inverse(model, data)
