"""MuJoCo with the fault that the variable FAULT names, in models whose name begins with "bad"."""

import os
import pathlib
import signal
import time

import mujoco

FAULT = os.environ.get("FAULT", "")


def __getattr__(name):
    """Everything else is MuJoCo's."""
    return getattr(mujoco, name)


def has(model, fault):
    """Whether a model has this fault."""
    return fault == FAULT and model.names.startswith(b"bad")


class MjModel:
    """Loads models, with faults."""

    @staticmethod
    def from_xml_path(path):
        model = mujoco.MjModel.from_xml_path(path)
        if has(model, "refuses"):
            raise ValueError("it is not to its taste")
        if has(model, "raises"):
            raise RuntimeError("broken inside")
        if has(model, "mass"):
            model.body_mass[2] += 1e-6
        return model


def mj_forward(model, data):
    """Forward dynamics, with faults."""
    if has(model, "crashes"):
        print("about to end", flush=True)
        os.abort()
    if has(model, "is killed once") and not pathlib.Path(os.environ["MARK"]).exists():
        pathlib.Path(os.environ["MARK"]).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    if has(model, "hangs"):
        if "MARK" in os.environ:
            pathlib.Path(os.environ["MARK"]).write_text(str(os.getpid()))
        time.sleep(1000)
    mujoco.mj_forward(model, data)
    if has(model, "velocity"):
        # a later field differs too, by more: the first in the pipeline must be named
        data.cvel[2, 1] += 1e-6
        data.qacc[0] += 1e-3


def mj_step(model, data):
    """A step, with faults."""
    mujoco.mj_step(model, data)
    if has(model, "step") and data.time > 0.1:
        data.qvel[1] += 1e-5


def mj_inverse(model, data):
    """Inverse dynamics, with faults."""
    mujoco.mj_inverse(model, data)
    if has(model, "inverse"):
        data.qfrc_inverse[0] += 1e-5
