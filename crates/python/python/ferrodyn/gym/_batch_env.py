"""The class that all environments are written on: a batch of simulations that takes actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, TypedDict

import numpy as np
from gymnasium import error, spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy import typing as npt

from ferrodyn import MjModel, mjtStage
from ferrodyn.batch import Batch
from ferrodyn.gym._checks import check_positive, control_ranges, parsed_mode, reset_mask
from ferrodyn.gym._infos import Array, Infos, Mask, add_infos, final_infos
from ferrodyn.gym._pictures import MODES, Pictures
from ferrodyn.gym._seeds import Generators, Seed

Floats = npt.NDArray[np.float64]
Ids = npt.NDArray[np.intp]


class BatchArguments(TypedDict, total=False):
    """What every environment takes, besides what it is about."""

    max_episode_steps: int | None
    autoreset_mode: AutoresetMode | str
    nthread: int
    pictures: Pictures | None


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
    ) -> None:
        """Makes the batch; environments begin with `reset`.

        Args:
            model: The model of all environments.
            num_envs: How many there are.
            observation_space: What one environment sees: a box, or how many numbers.
            action_space: What one takes; the ranges of the controls if it is not given.
            frame_skip: Steps of simulation per action.
            max_episode_steps: After how many actions an episode is truncated.
            autoreset_mode: When an environment that ended starts again.
            nthread: Threads that step; 0 is one per processor.
            pictures: How `render` draws, if it should.
        """
        for name, value in (("num_envs", num_envs), ("frame_skip", frame_skip)):
            check_positive(name, value)
        if max_episode_steps is not None:
            check_positive("max_episode_steps", max_episode_steps)

        self.num_envs = num_envs
        self.frame_skip = frame_skip
        self.autoreset_mode = parsed_mode(autoreset_mode)
        self.metadata = {
            "render_modes": list(MODES),
            "render_fps": round(1 / (model.opt.timestep * frame_skip)),
            "autoreset_mode": self.autoreset_mode,
        }
        self.pictures = pictures
        self.render_mode = pictures.mode if pictures else None
        self._set_spaces(model, observation_space, action_space)

        self.model = model
        self.batch = Batch(model, num_envs, nthread)
        self.time: Floats = self.batch.bind("time")
        self.qpos: Floats = self.batch.bind("qpos")
        self.qvel: Floats = self.batch.bind("qvel")
        self.ctrl: Floats = self.batch.bind("ctrl")

        # steps since each environment was reset; in those that just were, it is zero
        self.elapsed = np.zeros(num_envs, np.int64)
        self._longest = max_episode_steps or np.iinfo(np.int64).max
        self._first_state = self.batch.state[0].copy()
        self._generators = Generators(num_envs)
        self._was_reset = False
        self._ended = np.zeros(num_envs, np.bool_)
        self._seen = np.zeros(self.observation_space.shape or (), self.observation_space.dtype)

    def _set_spaces(
        self, model: MjModel, observation: spaces.Box | int, action: spaces.Box | None
    ) -> None:
        """Spaces of one environment and of all."""
        if not isinstance(observation, spaces.Box):
            observation = spaces.Box(-np.inf, np.inf, (observation,), np.float64)
        self.single_observation_space = observation
        self.observation_space = batch_space(observation, self.num_envs)
        self.single_action_space = control_ranges(model) if action is None else action
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

    # --- Gymnasium's interface ---------------------------------------------------------------

    @property
    def dt(self) -> float:
        """Seconds that an action lasts."""
        return float(self.model.opt.timestep) * self.frame_skip

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
        self._was_reset = True
        self._ended[mask] = False
        self._seen[mask] = self.observe()[mask]
        infos: Infos = {}
        add_infos(infos, self.reset_infos(), mask)
        return self._seen.copy(), infos

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, Infos]:
        """Takes an action in every environment: (num_envs, size).

        Returns:
            Observations, rewards, which episodes terminated, which were truncated, infos.
        """
        action = self._checked(actions)
        starting = self._to_start()
        running = ~starting

        # physics: a step of those that run, the first state of those that start
        self.before_step()
        self.ctrl[...] = self.control(action)
        if running.any():
            ids = None if running.all() else np.flatnonzero(running)
            self.batch.step(ids, nstep=self.frame_skip, stage=self.stage)
        self.elapsed += 1
        if starting.any():
            self._start(starting)

        # what comes out, computed for all and kept for those that ran
        terminated = self.terminated() & running
        truncated = (self.elapsed >= self._longest) & running
        reward = np.where(running, self.reward(action), 0.0)
        self._ended = terminated | truncated
        self._seen[...] = self.observe()
        return self._seen_and_infos(starting, reward, terminated, truncated)

    def _seen_and_infos(
        self, starting: Mask, reward: Array, terminated: Mask, truncated: Mask
    ) -> tuple[Array, Array, Array, Array, Infos]:
        """The result of a step; starts environments that are to start in the step they end in."""
        values = self.step_infos()
        if self.autoreset_mode is AutoresetMode.SAME_STEP and self._ended.any():
            starting = self._ended
            infos = final_infos(self._seen, values, starting)
            self._start(starting)
            self._seen[starting] = self.observe()[starting]
        else:
            infos = {}
            add_infos(infos, values, ~starting)
        if starting.any():
            add_infos(infos, self.reset_infos(), starting)
        return self._seen.copy(), reward, terminated, truncated, infos

    # --- how it works ------------------------------------------------------------------------

    def _start(self, mask: Mask) -> None:
        """Puts environments to the first state of an episode."""
        ids = np.flatnonzero(mask)
        self.batch.state[ids] = self._first_state
        self.elapsed[ids] = 0
        self.reset_state(ids, [self._generators[i] for i in ids.tolist()])
        self.batch.forward(ids)

    def _to_start(self) -> Mask:
        """Environments that start in this step instead of taking their action."""
        if not self._was_reset:
            raise error.ResetNeeded("call reset() before step()")
        if self.autoreset_mode is AutoresetMode.NEXT_STEP:
            return self._ended
        if self.autoreset_mode is AutoresetMode.DISABLED and self._ended.any():
            raise error.ResetNeeded(
                f"episodes of environments {np.flatnonzero(self._ended).tolist()} have ended: call "
                'reset(options={"reset_mask": terminated | truncated})'
            )
        return np.zeros(self.num_envs, np.bool_)

    def _checked(self, actions: Array) -> Array:
        """The actions as an array, if it has the right shape."""
        action = np.ascontiguousarray(actions)
        if action.shape != self.action_space.shape:
            raise ValueError(
                f"actions should have shape {self.action_space.shape}, got {action.shape}"
            )
        return action
