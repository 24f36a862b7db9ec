"""The class that all environments are written on: a batch of simulations that takes actions."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, ClassVar, TypedDict

import numpy as np
from gymnasium import error, spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy import typing as npt

from ferrodyn import MjModel, mjtStage
from ferrodyn.batch import Batch
from ferrodyn.gym import _attributes as attributes
from ferrodyn.gym import _checkpoint as checkpoint
from ferrodyn.gym import _results as results
from ferrodyn.gym._checks import (
    check_action_space,
    check_positive,
    control_ranges,
    frames_per_second,
    parsed_mode,
    reset_mask,
)
from ferrodyn.gym._infos import Array, Infos, Mask, add_infos, final_infos
from ferrodyn.gym._methods import Ids as Ids
from ferrodyn.gym._methods import Methods
from ferrodyn.gym._observations import Observations, Parts, Space, parsed_space
from ferrodyn.gym._pictures import MODES, SIDE, Pictures
from ferrodyn.gym._seeds import Generators, Seed

if TYPE_CHECKING:
    from ferrodyn.gym.parts import Part

Floats = npt.NDArray[np.float64]


class BatchArguments(TypedDict, total=False):
    """What every environment takes, besides what it is about."""

    max_episode_steps: int | None
    autoreset_mode: AutoresetMode | str
    nthread: int
    pictures: Pictures | None
    render_mode: str | None
    width: int
    height: int
    observation_dtype: npt.DTypeLike | None


class BatchEnv(Methods, VectorEnv[Any, Array, Array]):
    """Environments of one model, stepped together. Derive from it to make your own.

    A derived class says what an environment sees (`observe`), what it gains (`reward`), when it
    ends (`terminated`) and how it starts (`reset_state`); `Methods` has all of them. Each works on arrays with a row per
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
    pictures: Pictures | None = None
    # positional and named arguments of the class
    _made_with: tuple[tuple[Any, ...], dict[str, Any]]

    def __init__(
        self,
        model: MjModel,
        num_envs: int,
        *,
        observation_space: spaces.Box | int | spaces.Dict | dict[str, spaces.Box | int],
        action_space: spaces.Box | None = None,
        frame_skip: int = 1,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        nthread: int = 0,
        pictures: Pictures | None = None,
        render_mode: str | None = None,
        width: int = SIDE,
        height: int = SIDE,
        observation_dtype: npt.DTypeLike | None = None,
    ) -> None:
        """Makes the batch; environments begin with `reset`.

        Args:
            model: The model of all environments.
            num_envs: How many there are.
            observation_space: What one environment sees: a box, or how many numbers; or a dictionary
                with one of these for each part, as which `observe` gives arrays.
            action_space: What one takes; the ranges of the controls if it is not given.
            frame_skip: Steps of simulation per action.
            max_episode_steps: After how many actions an episode is truncated.
            autoreset_mode: When an environment that ended starts again.
            nthread: Threads that step; 0 is one per processor.
            pictures: How `render` draws, if it should.
            render_mode: The same in short: ``"rgb_array"`` or ``"depth_array"``.
            width: Pixels of a picture from left to right.
            height: Pixels from top to bottom.
            observation_dtype: ``np.float32`` or ``np.float64``, the type of what is observed; that of
                the space if it is not given, and float64 without a box.
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
        observed = parsed_space(observation_space, observation_dtype)
        self._set_spaces(model, observed, action_space)

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
        # whose simulation failed in the last step that it took
        self.failed = np.zeros(num_envs, np.bool_)
        self._seen = Observations(observed, num_envs)
        # the least reward of each episode so far, or 0
        self._least = np.zeros(num_envs)
        self._parts: list[Part] = []

    def _set_spaces(self, model: MjModel, observation: Space, action: spaces.Box | None) -> None:
        """Spaces of one environment and of all."""
        self.single_observation_space = observation
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.single_action_space = control_ranges(model) if action is None else action
        check_action_space(self.single_action_space)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    # --- pictures ------------------------------------------------------------------------------

    def render(self) -> tuple[Array, ...] | None:
        """A picture of each environment as it is now; nothing without a ``render_mode``."""
        self._check_open()
        return self.pictures.draw(self.model, self.batch) if self.pictures else None

    def close_extras(self, **kwargs: Any) -> None:
        """Lets go of what draws."""
        if self.pictures:
            self.pictures.close()

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
    ) -> tuple[Any, Infos]:
        """Starts new episodes, in all environments or in some.

        Args:
            seed: Environment ``i`` draws from a generator seeded with ``seed + i``, or with entry
                ``i`` of a list. Without a seed generators go on.
            options: ``{"reset_mask": mask}`` starts those in the mask and leaves the others.

        Returns:
            What all environments see, and the infos of those that start.
        """
        self._check_open()
        mask = reset_mask(options, self.num_envs)
        if not self._was_reset and not mask.all():
            raise error.ResetNeeded("the first reset() has to be of all environments")
        self._generators.seed(seed, np.flatnonzero(mask).tolist())
        self._start(mask)
        self._was_reset[...] = True
        self._ended[mask] = False
        self._seen.put(self._observations(), mask)
        infos: Infos = {}
        add_infos(infos, self._infos("reset_infos"), mask)
        return self._seen.now(), infos

    def step(self, actions: Array) -> tuple[Any, Array, Array, Array, Infos]:
        """Takes an action in every environment: (num_envs, size).

        An environment whose simulation fails terminates: its observation is the one before the step,
        its reward is `failure_reward`, and ``infos["failure"]`` says why.

        Returns:
            Observations, rewards, which episodes terminated, which were truncated, infos.

        Raises:
            ValueError: if an action that is taken is not finite, before anything moves.
        """
        self._check_open()
        action = self._checked(actions)
        starting = self._to_start()
        running = ~starting
        results.check_controls(action, running, "actions")

        # physics: a step of those that run, the first state of those that start
        for part in self._parts:
            part.before_step(running)
        self.before_step()
        control = results.numbers(self.control(action), self.ctrl.shape, "control()")
        if control is not action:
            results.check_controls(control, running, "control()")
        self.ctrl[...] = control
        if running.any():
            ids = None if running.all() else np.flatnonzero(running)
            self.batch.step(ids, nstep=self.frame_skip, stage=self.stage)
        failed = (self.batch.status != 0) & running
        self.failed[running] = failed[running]
        self.elapsed += 1
        for part in self._parts:
            part.after_step(running)
        if starting.any():
            self._start(starting)

        # what comes out, computed for all and kept for those that ran
        terminated = results.mask(self.terminated(), self.num_envs, "terminated()") & running | failed
        truncated = (self.elapsed >= self._longest) & running & ~failed
        reward = self._rewards(action, running, failed)
        self._ended[...] = terminated | truncated
        self._seen.put(self._observations(), ~failed)
        infos = self._infos_of_step(starting, failed)
        return self._seen.now(), reward, terminated, truncated, infos

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
            self._seen.put(self._observations(), starting)
        if starting.any():
            add_infos(infos, self._infos("reset_infos"), starting)
        return infos

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """An attribute for each environment: its row, where there is a row for each, else the same."""
        return tuple(attributes.each(self, attributes.get(self, name)))

    def set_attr(self, name: str, values: Any) -> None:
        """Writes an attribute: rows of one that has a row for each environment, or the only value.

        Args:
            name: The attribute.
            values: A list or tuple of a value for each environment, or one for all.

        Raises:
            ValueError: if values have another shape, or if the attribute is the same in all.
            AttributeError: if it is not there, or follows from how the environments were made.
        """
        attributes.put(self, name, values)

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Calls a method, once for all; what each environment has of what it gives."""
        return tuple(attributes.each(self, attributes.call(self, name, *args, **kwargs)))

    def generators(self, ids: Ids) -> list[np.random.Generator]:
        """The random generators of these rows."""
        return [self._generators[i] for i in np.asarray(ids).tolist()]

    # --- files -------------------------------------------------------------------------------

    def __new__(cls, *args: Any, **kwargs: Any) -> BatchEnv:
        """Keeps the arguments, by which pickling makes the same environments."""
        made = super().__new__(cls)
        made._made_with = args, kwargs
        return made

    def __reduce__(self) -> Any:
        """Pickles the class, its arguments and what `save` writes."""
        return checkpoint.pickled(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes environments to a file, whole or not at all, so that a training goes on from there.

        The file has the simulations, lengths and ends of episodes, random generators, and what
        `remembered` gives.
        """
        checkpoint.save(self, path)

    def load(self, path: str | os.PathLike[str]) -> Any:
        """Returns to what `save` has written, and goes on from there with the same bits.

        Returns:
            What environments saw last.

        Raises:
            ValueError: if the file is of other environments or was altered. Then these are as they
                were.
        """
        self._check_open()
        checkpoint.load(self, path)
        return self._seen.now()

    # --- how it works ------------------------------------------------------------------------

    def _start(self, mask: Mask) -> None:
        """Puts environments to the first state of an episode."""
        ids = np.flatnonzero(mask)
        moved = ids[self.elapsed[ids] > 0]
        if len(moved):
            self.before_reset(moved)
        self.batch.state[ids] = self._first_state
        self.elapsed[ids] = 0
        self._least[ids] = 0
        self.failed[ids] = False
        rngs = self.generators(ids)
        for part in self._parts:
            part.start(ids, rngs)
        if any(part.changes_constants for part in self._parts):
            self.batch.set_const(ids)
        self.reset_state(ids, rngs)
        results.check_states({"qpos": self.qpos, "qvel": self.qvel}, ids)
        self.batch.forward(ids)

    def _observations(self) -> Parts:
        """What `observe` gives, if it fits."""
        return self._seen.parsed(self.observe())

    def _infos(self, method: str) -> dict[str, Array]:
        """What a method gives that tells infos, if it fits."""
        return results.infos(getattr(self, method)(), self.num_envs, f"{method}()")

    def _check_open(self) -> None:
        """Whether nobody has closed them."""
        if self.closed:
            raise error.ClosedEnvironmentError(f"this {type(self).__name__} was closed: make a new one")

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
