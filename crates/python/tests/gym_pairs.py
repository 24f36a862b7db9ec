"""Vector environments of ours beside Gymnasium's own, and how to compare them."""

import numpy as np

# what a step starts from
STATE = ("time", "qpos", "qvel", "act", "ctrl", "qacc_warmstart")
TOLERANCE = 1e-9


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
        self.largest = 0.0

    def synchronize(self):
        """Sets ours to the states of theirs, so that an error is that of one step."""
        for name in STATE:
            rows = self.ours.batch.bind(name)
            for i, env in enumerate(self.theirs.envs):
                rows[i] = getattr(env.unwrapped.data, name)

    def reset(self, **arguments):
        """Resets both, compares and gives what Gymnasium's answer."""
        ours, theirs = self.ours.reset(**arguments), self.theirs.reset(**arguments)
        self.compare(ours, theirs)
        return theirs

    def step(self):
        """Steps both from the same states with random actions, compares, gives what theirs are."""
        space = self.ours.action_space
        action = self.random.uniform(space.low, space.high).astype(np.float32)
        self.synchronize()
        ours, theirs = self.ours.step(action), self.theirs.step(action)
        self.compare(ours, theirs)
        return theirs

    def compare(self, ours, theirs):
        """Fails where two results differ: in type, shape, or by more than the tolerance."""
        for one, other in zip(ours, theirs, strict=True):
            self.largest = max(self.largest, difference(one, other))


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
    errors = np.abs(ours - theirs) / np.maximum(1, np.abs(theirs))
    largest = float(errors.max(initial=0.0))
    assert largest <= TOLERANCE, f"{where}: {largest}"
    return largest
