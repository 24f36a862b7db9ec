"""mjlab on ferrodyn: as a backend of its registry, and beside simulations on Warp. Needs mjlab."""

import contextlib
import io
import sys
import types

import numpy as np
import pytest

pytest.importorskip("mjlab", reason="mjlab is not installed: pip install mjlab")

import mjlab.tasks  # noqa: F401
import mujoco_warp
import torch
from ferrodyn import warp
from ferrodyn.warp import mjlab as backend
from mjlab.envs import ManagerBasedRlEnv, manager_based_rl_env
from mjlab.tasks.registry import load_env_cfg

NENV = 3


@pytest.fixture
def env(monkeypatch):
    # what a registry does
    monkeypatch.setattr(manager_based_rl_env, "Simulation", backend.Simulation)
    cfg = load_env_cfg("Mjlab-Cartpole-Balance")
    cfg.scene.num_envs, cfg.seed = NENV, 1
    with contextlib.redirect_stdout(io.StringIO()):
        made = ManagerBasedRlEnv(cfg, device="cpu")
        made.reset()
    yield made
    made.close()


def test_an_environment_runs_on_the_backend_alone(env):
    theirs = mujoco_warp.step
    for _ in range(3):
        observations, reward = env.step(torch.ones((NENV, env.action_manager.total_action_dim)))[:2]
    assert mujoco_warp.step is theirs and not warp.is_installed()
    batch = env.sim.wp_data.batch
    assert np.allclose(batch.bind("time"), 3 * env.step_dt)
    assert np.array_equal(env.sim.data.qpos[:].numpy(), batch.bind("qpos").astype(np.float32))
    assert torch.isfinite(reward).all() and all(torch.isfinite(o).all() for o in observations.values())
    env.sim.reset(torch.tensor([1]))
    assert env.sim.data.time[:].tolist()[1] == 0 and env.sim.data.time[:].tolist()[0] > 0


def test_the_backend_registers_itself(monkeypatch):
    with pytest.raises(ImportError, match=r"no registry of simulation backends: call ferrodyn\.warp\.install"):
        backend.register()
    found = {}
    registry = types.SimpleNamespace(register_simulation_backend=found.__setitem__)
    monkeypatch.setitem(sys.modules, "mjlab.sim.registry", registry)
    backend.register()
    assert found == {"ferrodyn": backend.Simulation}
