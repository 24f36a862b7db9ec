"""Inverse kinematics by mink: the loop of its documentation, with restarts that it does not have itself."""
import time

import mink
import numpy as np

LIMIT = 0.9e-5


class Mink:
    """A frame task with gain 1 and quadratic programs by daqp; its damping is a tenth of that of mink's examples for
    arms, which takes half of the time."""

    def __init__(self, model, frame, kind, joints):
        self.configuration = mink.Configuration(model)
        self.task = mink.FrameTask(frame, kind, position_cost=1.0, orientation_cost=1.0, lm_damping=0.1)
        self.limits = [mink.ConfigurationLimit(model)]
        self.low, self.high = model.jnt_range[:joints].T
        self.joints, self.rest = joints, model.qpos0.copy()

    def attempt(self, q, iterations):
        """Whether the target is reached from these coordinates."""
        self.rest[: self.joints] = q
        self.configuration.update(self.rest)
        for _ in range(iterations):
            if np.abs(self.task.compute_error(self.configuration)).max() < LIMIT:
                return True
            velocity = mink.solve_ik(self.configuration, [self.task], 1.0, "daqp", limits=self.limits)
            self.configuration.integrate_inplace(velocity, 1.0)
        return False

    def solve(self, pose, iterations, restarts, random):
        """Microseconds and coordinates, from the middle of all ranges, then from random ones."""
        start = time.perf_counter()
        self.task.set_target(mink.SE3(np.concatenate([pose[3:], pose[:3]])))
        q = 0.5 * (self.low + self.high)
        for _ in range(restarts + 1):
            try:
                if self.attempt(q, iterations):
                    break
            except mink.NoSolutionFound:
                pass
            q = random.uniform(self.low, self.high)
        return 1e6 * (time.perf_counter() - start), self.configuration.q[: self.joints].copy()
