"""Parts that environments of one's own are put together from.

Each is made in ``__init__`` of a class derived from `ferrodyn.gym.BatchEnv`, with the environments as its
first argument. From then on it starts with every episode, goes along with every step, and is in the files that
`BatchEnv.save` writes and in pickles::

    class Walker(BatchEnv):
        def __init__(self, num_envs, **arguments):
            super().__init__(MODEL, num_envs, observation_space=40, frame_skip=10, **arguments)
            self.lag = Delay(self, self.model.nu, 0, 2)
            self.noise = Noise(self, 0.05)
            self.pushes = Pushes(self, "trunk", force=(20, 60), every=(4, 8))
            Randomized(self, "body_mass", 0.9, 1.1)

        def control(self, action):
            return self.lag(action)

        def observe(self):
            return self.noise(np.concatenate([self.qpos, self.qvel], axis=1))

Random numbers come from the generators of the environments, so that an environment does not depend on how
many others there are.
"""

from ferrodyn.gym.parts._events import Command, Pushes, Timer
from ferrodyn.gym.parts._part import Part
from ferrodyn.gym.parts._randomized import Randomized
from ferrodyn.gym.parts._senses import Contacts, HeightScan, grid
from ferrodyn.gym.parts._signals import Delay, Noise
from ferrodyn.gym.parts._terrain import Curriculum, Terrain

__all__ = [
    "Command",
    "Contacts",
    "Curriculum",
    "Delay",
    "HeightScan",
    "Noise",
    "Part",
    "Pushes",
    "Randomized",
    "Terrain",
    "Timer",
    "grid",
]
