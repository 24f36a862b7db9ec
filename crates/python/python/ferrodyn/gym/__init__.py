"""Vector environments of Gymnasium: all of them in one process, on one batch of simulations.

`make_vec` makes Gymnasium's eleven MuJoCo environments, version 5, and 20 tasks of dm_control's
suite; `BatchEnv` is the class to write one's own on, of `parts` where these fit. Observations, rewards and ends of episodes are
computed with NumPy for the whole batch at once::

    from ferrodyn.gym import make_vec

    envs = make_vec("HalfCheetah-v5", num_envs=64)
    observations, infos = envs.reset(seed=0)
    for _ in range(1000):
        observations, rewards, terminated, truncated, infos = envs.step(policy(observations))

Gymnasium's registry has them, too: ``gymnasium.make_vec("ferrodyn/HalfCheetah-v5", 64)`` after this
module is imported, or ``"ferrodyn.gym:ferrodyn/HalfCheetah-v5"`` without that.

Needs Gymnasium: ``pip install "ferrodyn[gym]"``.
"""

try:
    from gymnasium.vector import AutoresetMode
except ImportError as missing:
    raise ImportError(
        'ferrodyn.gym needs Gymnasium 1.1 or later: pip install "ferrodyn[gym]"'
    ) from missing

from ferrodyn.gym import parts
from ferrodyn.gym._batch_env import BatchEnv
from ferrodyn.gym._make import ENVIRONMENTS, make_vec
from ferrodyn.gym._methods import Methods
from ferrodyn.gym._pictures import Pictures
from ferrodyn.gym._registry import REGISTERED, register
from ferrodyn.gym._suite_tasks import TASKS

__all__ = ["ENVIRONMENTS", "REGISTERED", "TASKS", "AutoresetMode", "BatchEnv", "Methods", "Pictures", "make_vec", "parts"]

register()
