"""Attacks on parts of environments, on their attributes and pickles, for ``calls.py``."""

from __future__ import annotations

import copy
import pickle

import ferrodyn as fd
import numpy as np

from tools.attack.batches import HAS_GYMNASIUM, PLAIN, Strict, checked_step
from tools.attack.kinds import describe, hostile
from tools.attack.models import MODELS

N = 3


def parts(a) -> None:
    """Parts made and called with anything, attributes set to anything, between steps."""
    import gymnasium
    from ferrodyn import gym
    from ferrodyn.gym import parts as kit

    rng = a.rng
    strict = Strict(a, (*PLAIN, NotImplementedError, gymnasium.error.Error, pickle.PicklingError))

    class Own(gym.BatchEnv):
        """Shows what its parts say, as far as it fits."""

        def observe(self):
            return np.concatenate([self.qpos, self.qvel], axis=1)

        def reward(self, action):
            return np.ones(self.num_envs)

        def terminated(self):
            return self.elapsed > 3

    # the arguments of each part that are right, after the environments
    def right(m):
        return {
            kit.Delay: ((2, 0, 3), {}),
            kit.Noise: ((0.1, 0.2, "uniform"), {}),
            kit.Timer: ((0.01, 0.02), {}),
            kit.Command: (([0.0], [1.0], (0.01, 0.02)), {}),
            kit.Pushes: ((min(1, m.nbody - 1),), {"force": (1, 2), "every": (0.01, 0.02), "seconds": 0.01}),
            kit.Randomized: (("body_mass", 0.5, 1.5), {"where": ..., "how": "scale", "together": False}),
            kit.HeightScan: ((0, np.zeros((2, 2))), {"groups": (0,), "above": 1.0, "reach": 5.0}),
            kit.Contacts: (([0], 1.0), {}),
            kit.Curriculum: ((np.zeros((2, 2, 3)), 1), {}),
        }

    while not a.done:
        m = fd.MjModel.from_xml_string(MODELS[rng.choice(["pendulum", "balls", "pgs"])])
        mode = rng.choice(["NextStep", "SameStep"])
        dtype = rng.choice([None, np.float32, hostile(rng, m, None)])
        envs = strict.call(
            f"BatchEnv(observation_dtype={describe(dtype)})",
            lambda: Own(m, N, observation_space=m.nq + m.nv, autoreset_mode=mode, observation_dtype=dtype),
        )
        if envs is None:
            continue
        made = []
        for part, (arguments, named) in rng.sample(list(right(m).items()), 4):
            given, options = list(arguments), dict(named)
            if rng.random() < 0.5:
                spot = rng.choice([*range(len(given)), *options])
                (given if isinstance(spot, int) else options)[spot] = hostile(rng, m, None)
            text = f"{part.__name__}({', '.join(map(describe, [*given, *options.values()]))})"[:300]
            made.append(strict.call(text, lambda: part(envs, *given, **options)))
        strict.call("reset", lambda: envs.reset(seed=1))
        for _ in range(20):
            pick, value = rng.random(), hostile(rng, m, None)
            name = rng.choice([*vars(envs), "reset", "dt", "nothing", value])
            if pick < 0.4:
                strict.call("step", lambda: checked_step(envs, np.zeros((N, m.nu))))
            elif pick < 0.55:
                # whoever writes other numbers to a state gets other numbers
                if not isinstance(name, str) or name not in ("qpos", "qvel", "time", "ctrl", "frame_skip"):
                    kept = vars(envs).get(name) if isinstance(name, str) else None
                    strict.call(f"set_attr({describe(name)}, {describe(value)})", lambda: envs.set_attr(name, value))
                    if isinstance(name, str) and name in vars(envs) and not isinstance(kept, np.ndarray):
                        setattr(envs, name, kept)
            elif pick < 0.65:
                strict.call(f"get_attr({describe(name)})", lambda: envs.get_attr(name))
            elif pick < 0.9 and made:
                part = rng.choice(made)
                if callable(part):
                    strict.call(f"{type(part).__name__}: call with {describe(value)}", lambda: part(value))
                elif isinstance(part, kit.Curriculum):
                    strict.call(f"judge({describe(value)})", lambda: part.judge(np.arange(N), value, np.zeros(N, bool)))
            else:
                strict.call("deepcopy", lambda: copy.deepcopy(envs))
            if a.done:
                return


KINDS = {"parts": parts} if HAS_GYMNASIUM else {}
