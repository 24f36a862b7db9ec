"""Vector environments of ours beside Gymnasium's own, and how to compare them.

Some steps are decided by rounding: a contact comes or goes with the last bit, or a solver ends with
the digits it has. Where results differ, MuJoCo takes the step again from states that differ by
rounding. If its own results then differ by a tenth of that or more, the step is *unsteady*: it tells
nothing, and is counted.
"""

import numpy as np

# what a step starts from
STATE = ("time", "qpos", "qvel", "act", "ctrl", "qacc_warmstart")
TOLERANCE = 1e-9
# how MuJoCo is asked whether a step is decided by rounding
ROUNDING, DRAWS = 1e-15, 30


class Pair:
    """The same environments on a batch of ours and on MuJoCo, one after the other."""

    def __init__(self, name, num_envs=4, autoreset_mode="NextStep", **arguments):
        import gymnasium
        from ferrodyn import gym

        self.ours = gym.make_vec(name, num_envs, autoreset_mode=autoreset_mode, **arguments)
        self.theirs = gymnasium.make_vec(
            name,
            num_envs,
            vectorization_mode="sync",
            vector_kwargs={"autoreset_mode": gymnasium.vector.AutoresetMode(autoreset_mode)},
            **arguments,
        )
        self.random = np.random.default_rng(0)
        self.largest, self.unsteady = 0.0, 0
        # one that takes steps again
        arguments.pop("max_episode_steps", None)
        self.spare = gymnasium.make(name, **arguments).unwrapped

    def synchronize(self):
        """Sets ours to the states of theirs, so that an error is that of one step; returns them."""
        states = {}
        for name in STATE:
            rows = self.ours.batch.bind(name)
            for i, env in enumerate(self.theirs.envs):
                rows[i] = getattr(env.unwrapped.data, name)
            states[name] = rows.copy()
        return states

    def reset(self, **arguments):
        """Resets both, compares and gives what Gymnasium's answer."""
        ours, theirs = self.ours.reset(**arguments), self.theirs.reset(**arguments)
        self.compare(ours, theirs)
        return theirs

    def step(self):
        """Steps both from the same states with random actions, compares, gives what theirs are."""
        space = self.ours.action_space
        action = self.random.uniform(space.low, space.high).astype(np.float32)
        states = self.synchronize()
        ours, theirs = self.ours.step(action), self.theirs.step(action)
        try:
            self.compare(ours, theirs)
        except AssertionError:
            if not self.is_unsteady(states, action, ours, theirs):
                raise
            self.unsteady += 1
        return theirs

    def is_unsteady(self, states, action, ours, theirs):
        """Whether environments whose observations and rewards differ do so by rounding."""
        pairs = [np.column_stack(result[:2]) for result in (ours, theirs)]
        error = relative(*pairs).max(axis=1)
        differ = np.flatnonzero(error > TOLERANCE)
        return differ.size > 0 and all(
            self.spread({name: rows[i] for name, rows in states.items()}, action[i])
            >= 0.1 * error[i]
            for i in differ
        )

    def spread(self, state, action):
        """By how much MuJoCo's results of a step differ, from states that differ by rounding."""
        data, random = self.spare.data, np.random.default_rng(0)

        def result(rounding):
            for name, value in state.items():
                if name == "time":
                    data.time = float(value)
                else:
                    getattr(data, name)[:] = value
            for part in (data.qpos, data.qvel):
                part += rounding * random.uniform(-1, 1, part.shape)
            observation, reward, *_ = self.spare.step(action)
            return np.append(observation, reward)

        there = result(0)
        return max(relative(result(ROUNDING), there).max() for _ in range(DRAWS))

    def compare(self, ours, theirs):
        """Fails where two results differ: in type, shape, or by more than the tolerance."""
        for one, other in zip(ours, theirs, strict=True):
            self.largest = max(self.largest, difference(one, other))


def relative(ours, theirs):
    """Errors, relative above 1."""
    return np.abs(ours - theirs) / np.maximum(1, np.abs(theirs))


def difference(ours, theirs, where="result"):
    """The largest error of two nested results, relative above 1; fails above the tolerance."""
    assert type(ours) is type(theirs), where
    if isinstance(theirs, dict):
        assert set(ours) == set(theirs), where
        each = [difference(ours[key], theirs[key], f"{where}, {key}") for key in theirs]
        return max(each, default=0.0)
    if theirs is None:
        return 0.0
    assert (ours.shape, ours.dtype) == (theirs.shape, theirs.dtype), where
    if theirs.dtype == object:
        return max(difference(*pair, where) for pair in zip(ours, theirs, strict=True))
    if theirs.dtype.kind != "f":
        np.testing.assert_array_equal(ours, theirs, where)
        return 0.0
    largest = float(relative(ours, theirs).max(initial=0.0))
    assert largest <= TOLERANCE, f"{where}: {largest}"
    return largest
