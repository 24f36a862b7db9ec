"""One engine and one model in a process of their own, which steps when it is told to.

    PYTHON tools/speed/one_engine.py MODULE MODEL

It is run by interpreters that have nothing of this repository. The first line that it prints says what is there; each
number of steps that it reads is answered with the seconds of processor time of a step and the contacts on average. Controls
swing about those of the start, the same in every engine; every thousand steps the simulation starts again.
"""

import importlib
import json
import sys
import time

import numpy as np

EPISODE, HOLD = 1000, 20


class Stepper:
    """A simulation and the controls that move it."""

    def __init__(self, engine, path):
        self.engine, self.m = engine, engine.MjModel.from_xml_path(path)
        self.d = engine.MjData(self.m)
        low, high = np.where(np.asarray(self.m.actuator_ctrllimited, bool)[:, None],
                             np.asarray(self.m.actuator_ctrlrange).reshape(-1, 2), [-1.0, 1.0]).T
        self.half = (high - low) / 2

    def reset(self):
        """The start: the first keyframe, or the default pose."""
        if self.m.nkey:
            self.engine.mj_resetDataKeyframe(self.m, self.d, 0)
        else:
            self.engine.mj_resetData(self.m, self.d)
        return np.array(self.d.ctrl)

    def run(self, steps):
        """Seconds of a step on the processor, and contacts on average."""
        seconds, contacts, actuator = 0.0, [], np.arange(self.m.nu)
        for done in range(0, steps, HOLD):
            if done % EPISODE == 0:
                rest = self.reset()
            swing = np.sin(0.002 * (1 + actuator % 7) * (done % EPISODE) + actuator)
            self.d.ctrl[:] = rest + 0.2 * self.half * swing
            begun = time.thread_time()
            self.engine.mj_step(self.m, self.d, nstep=min(HOLD, steps - done))
            seconds += time.thread_time() - begun
            contacts.append(int(self.d.ncon))
        return seconds / steps, float(np.mean(contacts))


def main(name, path):
    try:
        engine = importlib.import_module(name)
        stepper = Stepper(engine, path)
    except Exception as error:  # whatever an engine says of a model, the one who asked shall hear it
        print(json.dumps({"error": f"{type(error).__name__}: {error}".splitlines()[0]}), flush=True)
        return
    print(json.dumps({"version": engine.__version__, "nv": int(stepper.m.nv)}), flush=True)
    for line in sys.stdin:
        print(json.dumps(stepper.run(int(line))), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:3])
