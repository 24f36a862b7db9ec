"""The class that all environments are written on: a batch of simulations that takes actions."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, ClassVar, TypedDict

import numpy as np
from gymnasium import error, spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy import typing as npt

from ferrodyn import MjModel, mjtStage
from ferrodyn.batch import Batch
from ferrodyn.gym import _checkpoint as checkpoint
from ferrodyn.gym import _results as results
from ferrodyn.gym._checks import (
    check_action_space,
    check_positive,
    control_ranges,
    frames_per_second,
    observation_box,
    parsed_mode,
    reset_mask,
)
from ferrodyn.gym._infos import Array, Infos, Mask, add_infos, final_infos
from ferrodyn.gym._pictures import MODES, SIDE, Pictures
from ferrodyn.gym._seeds import Generators, Seed

Floats = npt.NDArray[np.float64]
Ids = npt.NDArray[np.intp]


class BatchArguments(TypedDict, total=False):
    """What every environment takes, besides what it is about."""

    max_episode_steps: int | None
    autoreset_mode: AutoresetMode | str
    nthread: int
    pictures: Pictures | None
    render_mode: str | None
    width: int
    height: int


class BatchEnv(VectorEnv[Array, Array, Array]):
    """Environments of one model, stepped together. Derive from it to make your own.

    A derived class says what an environment sees (`observe`), what it gains (`reward`), when it
    ends (`terminated`) and how it starts (`reset_state`). Each works on arrays with a row per
    environment. ``qpos``, ``qvel``, ``ctrl`` and ``time`` are such arrays, and so is every field
    that ``batch.bind(name)`` gives: they are live, and those of the state can be written in
    `reset_state`::

        import ferrodyn
        import numpy as np
        from ferrodyn.gym import BatchEnv

        POLE = '''
        <mujoco>
          <worldbody>
            <body>
              <joint name="swing" axis="0 1 0" damping=".1"/>
              <geom type="capsule" fromto="0 0 0 0 0 -1" size=".05"/>
              <site name="tip" pos="0 0 -1"/>
            </body>
          </worldbody>
          <actuator><motor joint="swing" gear="20" ctrlrange="-1 1"/></actuator>
        </mujoco>
        '''

        class SwingUp(BatchEnv):
            def __init__(self, num_envs, **arguments):
                model = ferrodyn.MjModel.from_xml_string(POLE)
                super().__init__(
                    model, num_envs, observation_space=3, frame_skip=5, **arguments
                )
                self.tip = self.batch.bind("site_xpos")[:, 0]

            def reset_state(self, ids, rngs):
                self.qpos[ids] = [rng.uniform(-0.1, 0.1, 1) for rng in rngs]

            def observe(self):
                angle = self.qpos
                return np.concatenate([np.cos(angle), np.sin(angle), self.qvel], axis=1)

            def reward(self, action):
                return self.tip[:, 2] - 0.01 * np.square(action).sum(axis=1)

            def terminated(self):
                return np.abs(self.qvel[:, 0]) > 50

        envs = SwingUp(num_envs=16, max_episode_steps=200)
        observations, infos = envs.reset(seed=0)
        observations, rewards, *_ = envs.step(envs.action_space.sample())

    Bind fields in ``__init__``: one that is bound later holds zeros until the next step or reset.
    Those that follow from the state are, after a step, those from which its last substep began, as
    with ``mj_step``. With ``stage = mjtStage.mjSTAGE_VEL`` in the class positions and velocities of
    everything are those of the new state, for the time of computing them once more.
    """

    # up to where what follows from the state is computed after a step
    stage: ClassVar[mjtStage] = mjtStage.mjSTAGE_NONE
    # the reward of a step in which the simulation fails; if there is none, the least reward of the
    # episode so far, or 0 where that is less: failing must not pay
    failure_reward: ClassVar[float | None] = None

    def __init__(
        self,
        model: MjModel,
        num_envs: int,
        *,
        observation_space: spaces.Box | int,
        action_space: spaces.Box | None = None,
        frame_skip: int = 1,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        nthread: int = 0,
        pictures: Pictures | None = None,
        render_mode: str | None = None,
        width: int = SIDE,
        height: int = SIDE,
    ) -> None:
        """Makes the batch; environments begin with `reset`.

        Args:
            model: The model of all environments.
            num_envs: How many there are.
            observation_space: What one environment sees: a box, or how many numbers. Spaces of
                several parts are flattened.
            action_space: What one takes; the ranges of the controls if it is not given.
            frame_skip: Steps of simulation per action.
            max_episode_steps: After how many actions an episode is truncated.
            autoreset_mode: When an environment that ended starts again.
            nthread: Threads that step; 0 is one per processor.
            pictures: How `render` draws, if it should.
            render_mode: The same in short: ``"rgb_array"`` or ``"depth_array"``.
            width: Pixels of a picture from left to right.
            height: Pixels from top to bottom.
        """
        for name, value in (("num_envs", num_envs), ("frame_skip", frame_skip)):
            check_positive(name, value)
        if max_episode_steps is not None:
            check_positive("max_episode_steps", max_episode_steps)

        self.num_envs = num_envs
        self.frame_skip = frame_skip
        self.autoreset_mode = parsed_mode(autoreset_mode)
        if pictures is not None and render_mode is not None:
            raise ValueError("pictures and render_mode cannot both be given")
        if render_mode is not None:
            pictures = Pictures(render_mode, width, height)
        self.pictures = pictures
        self.render_mode = pictures.mode if pictures else None
        self._set_spaces(model, observation_space, action_space)

        self.batch = Batch(model, num_envs, nthread)
        # a copy that cannot be written
        self.model = self.batch.model
        self.metadata = {
            "render_modes": list(MODES),
            "render_fps": frames_per_second(self.dt),
            "autoreset_mode": self.autoreset_mode,
        }
        self.time: Floats = self.batch.bind("time")
        self.qpos: Floats = self.batch.bind("qpos")
        self.qvel: Floats = self.batch.bind("qvel")
        self.ctrl: Floats = self.batch.bind("ctrl")

        # steps since each environment was reset; in those that just were, it is zero
        self.elapsed = np.zeros(num_envs, np.int64)
        self._longest = max_episode_steps or np.iinfo(np.int64).max
        self._first_state = self.batch.state[0].copy()
        self._generators = Generators(num_envs)
        self._was_reset = np.zeros((), np.bool_)
        self._ended = np.zeros(num_envs, np.bool_)
        self._seen = np.zeros(self.observation_space.shape or (), self.observation_space.dtype)
        # the least reward of each episode so far, or 0
        self._least = np.zeros(num_envs)

    def _set_spaces(
        self, model: MjModel, observation: spaces.Box | int, action: spaces.Box | None
    ) -> None:
        """Spaces of one environment and of all."""
        self.single_observation_space = observation_box(observation)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.single_action_space = control_ranges(model) if action is None else action
        check_action_space(self.single_action_space)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    # --- pictures ------------------------------------------------------------------------------

    def render(self) -> tuple[Array, ...] | None:
        """A picture of each environment as it is now; nothing without a ``render_mode``."""
        return self.pictures.draw(self.model, self.batch) if self.pictures else None

    def close_extras(self, **kwargs: Any) -> None:
        """Lets go of what draws."""
        if self.pictures:
            self.pictures.close()

    # --- what a derived class says -----------------------------------------------------------

    def observe(self) -> Array:
        """What every environment sees: (num_envs, size). A new array, not a live one."""
        raise NotImplementedError(f"{type(self).__name__} has to have a method `observe`")

    def reward(self, action: Array) -> Array:
        """What every environment gained in this step: (num_envs,)."""
        raise NotImplementedError(f"{type(self).__name__} has to have a method `reward`")

    def terminated(self) -> Mask:
        """Which episodes ended by themselves: (num_envs,). None of them, if not overridden."""
        return np.zeros(self.num_envs, np.bool_)

    def reset_state(self, ids: Ids, rngs: Sequence[np.random.Generator]) -> None:
        """Writes the first state of an episode, in the rows ``ids``.

        They hold the state of the model without keyframe. Random numbers for row ``ids[k]`` come
        from ``rngs[k]``, so that an environment does not depend on how many others there are.
        """

    def control(self, action: Array) -> Array:
        """The controls for an action: the same numbers, if not overridden."""
        return action

    def before_step(self) -> None:
        """Is called before each step, to remember what a reward compares with."""

    def step_infos(self) -> dict[str, Array]:
        """Infos after a step: an array with a row per environment for each key, possibly live."""
        return {}

    def reset_infos(self) -> dict[str, Array]:
        """Infos after a reset, in the same form."""
        return {}

    def remembered(self) -> dict[str, Array]:
        """What `save` writes beside the simulations: arrays that the class keeps between steps.

        `load` writes to the same arrays. What a step computes anew needs not be here.
        """
        return {}

    def arguments(self) -> dict[str, Any]:
        """What an environment was made with that `load` should find again: numbers and texts."""
        return {}

    # --- Gymnasium's interface ---------------------------------------------------------------

    @property
    def dt(self) -> float:
        """Seconds that an action lasts."""
        return float(self.batch.model.opt.timestep) * self.frame_skip

    @property  # type: ignore[misc]
    def np_random(self) -> tuple[np.random.Generator, ...]:  # type: ignore[override]
        """The generator of each environment."""
        return self._generators.all()

    @property
    def np_random_seed(self) -> tuple[int, ...]:  # type: ignore[override]
        """What each generator was seeded with."""
        return self._generators.all_seeds()

    def reset(
        self, *, seed: Seed = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, Infos]:
        """Starts new episodes, in all environments or in some.

        Args:
            seed: Environment ``i`` draws from a generator seeded with ``seed + i``, or with entry
                ``i`` of a list. Without a seed generators go on.
            options: ``{"reset_mask": mask}`` starts those in the mask and leaves the others.

        Returns:
            What all environments see, and the infos of those that start.
        """
        mask = reset_mask(options, self.num_envs)
        if not self._was_reset and not mask.all():
            raise error.ResetNeeded("the first reset() has to be of all environments")
        self._generators.seed(seed, np.flatnonzero(mask).tolist())
        self._start(mask)
        self._was_reset[...] = True
        self._ended[mask] = False
        self._seen[mask] = self._observations()[mask]
        infos: Infos = {}
        add_infos(infos, self._infos("reset_infos"), mask)
        return self._seen.copy(), infos

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, Infos]:
        """Takes an action in every environment: (num_envs, size).

        An environment whose simulation fails terminates: its observation is the one before the step,
        its reward is `failure_reward`, and ``infos["failure"]`` says why.

        Returns:
            Observations, rewards, which episodes terminated, which were truncated, infos.

        Raises:
            ValueError: if an action that is taken is not finite, before anything moves.
        """
        action = self._checked(actions)
        starting = self._to_start()
        running = ~starting
        results.check_controls(action, running, "actions")

        # physics: a step of those that run, the first state of those that start
        self.before_step()
        control = results.numbers(self.control(action), self.ctrl.shape, "control()")
        if control is not action:
            results.check_controls(control, running, "control()")
        self.ctrl[...] = control
        if running.any():
            ids = None if running.all() else np.flatnonzero(running)
            self.batch.step(ids, nstep=self.frame_skip, stage=self.stage)
        failed = (self.batch.status != 0) & running
        self.elapsed += 1
        if starting.any():
            self._start(starting)

        # what comes out, computed for all and kept for those that ran
        terminated = results.mask(self.terminated(), self.num_envs, "terminated()") & running | failed
        truncated = (self.elapsed >= self._longest) & running & ~failed
        reward = self._rewards(action, running, failed)
        seen = self._observations()
        self._ended[...] = terminated | truncated
        if failed.any():
            seen = np.where(_as_rows(failed, seen), self._seen, seen)
        self._seen[...] = seen
        infos = self._infos_of_step(starting, failed)
        return self._seen.copy(), reward, terminated, truncated, infos

    def _rewards(self, action: Array, running: Mask, failed: Mask) -> Array:
        """What those gained that took a step."""
        given = results.numbers(self.reward(action), (self.num_envs,), "reward()")
        reward = np.where(running, given, 0.0)
        if failed.any():
            least = self._least if self.failure_reward is None else self.failure_reward
            reward[failed] = np.broadcast_to(least, failed.shape)[failed]
        np.minimum(self._least, reward, out=self._least, where=np.isfinite(reward))
        return reward

    def _infos_of_step(self, starting: Mask, failed: Mask) -> Infos:
        """The infos of a step; starts environments that are to start in the step they end in."""
        values = self._infos("step_infos")
        failures: dict[str, Array] = {}
        if failed.any():
            failures["failure"] = np.full(self.num_envs, None, object)
            for i in np.flatnonzero(failed):
                failures["failure"][i] = self.batch.failure(int(i))
        infos: Infos = {}
        at_once = self.autoreset_mode is AutoresetMode.SAME_STEP and bool(self._ended.any())
        if at_once:
            starting = self._ended
            last: Infos = {}
            add_infos(last, values, starting & ~failed)
            add_infos(last, failures, failed)
            infos = final_infos(self._seen, last, starting)
        add_infos(infos, values, ~starting & ~failed)
        add_infos(infos, failures, failed)
        if at_once:
            self._start(starting)
            self._seen[starting] = self._observations()[starting]
        if starting.any():
            add_infos(infos, self._infos("reset_infos"), starting)
        return infos

    # --- files -------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes environments to a file, whole or not at all, so that a training goes on from there.

        The file has the simulations, lengths and ends of episodes, random generators, and what
        `remembered` gives.
        """
        checkpoint.save(self, path)

    def load(self, path: str | os.PathLike[str]) -> Array:
        """Returns to what `save` has written, and goes on from there with the same bits.

        Returns:
            What environments saw last.

        Raises:
            ValueError: if the file is of other environments or was altered. Then these are as they
                were.
        """
        checkpoint.load(self, path)
        return self._seen.copy()

    # --- how it works ------------------------------------------------------------------------

    def _start(self, mask: Mask) -> None:
        """Puts environments to the first state of an episode."""
        ids = np.flatnonzero(mask)
        self.batch.state[ids] = self._first_state
        self.elapsed[ids] = 0
        self._least[ids] = 0
        self.reset_state(ids, [self._generators[i] for i in ids.tolist()])
        results.check_states({"qpos": self.qpos, "qvel": self.qvel}, ids)
        self.batch.forward(ids)

    def _observations(self) -> Array:
        """What `observe` gives, if it fits."""
        return results.observations(self.observe(), self._seen.shape, self._seen.dtype)

    def _infos(self, method: str) -> dict[str, Array]:
        """What a method gives that tells infos, if it fits."""
        return results.infos(getattr(self, method)(), self.num_envs, f"{method}()")

    def _to_start(self) -> Mask:
        """Environments that start in this step instead of taking their action."""
        if not self._was_reset:
            raise error.ResetNeeded("call reset() before step()")
        if self.autoreset_mode is AutoresetMode.NEXT_STEP:
            return self._ended.copy()
        if self.autoreset_mode is AutoresetMode.DISABLED and self._ended.any():
            raise error.ResetNeeded(
                f"episodes of environments {np.flatnonzero(self._ended).tolist()} have ended: call "
                'reset(options={"reset_mask": terminated | truncated})'
            )
        return np.zeros(self.num_envs, np.bool_)

    def _checked(self, actions: Array) -> Array:
        """The actions as an array, if it has the right shape."""
        try:
            action = np.asarray(actions, order="C")
        except ValueError as problem:
            raise ValueError(f"actions are no array: {problem}") from problem
        if action.shape != self.action_space.shape:
            raise ValueError(
                f"actions should have shape {self.action_space.shape}, got {action.shape}"
            )
        if action.dtype.kind not in "biuf":
            raise ValueError(f"actions should be numbers, got {action.dtype}")
        return action


def _as_rows(mask: Mask, rows: Array) -> Mask:
    """A mask of environments that NumPy repeats along their rows."""
    return mask.reshape(-1, *(1 for _ in rows.shape[1:]))
