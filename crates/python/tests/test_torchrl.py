"""The backend of TorchRL's environments."""

import numpy as np
import pytest

mujoco = pytest.importorskip("mujoco")
pytest.importorskip("torchrl", reason="TorchRL is not installed: pip install torchrl")

import ferrodyn.torchrl  # noqa: E402
import torch  # noqa: E402
from torchrl.envs import HopperEnv  # noqa: E402
from torchrl.envs.utils import check_env_specs  # noqa: E402


@pytest.fixture(autouse=True)
def installed():
    ferrodyn.torchrl.install()


def test_an_environment_holds_what_torchrl_asks_of_one():
    check_env_specs(HopperEnv(num_envs=3, backend="ferrodyn", seed=0))


def test_a_rollout_goes_where_that_of_mujoco_goes():
    ours = HopperEnv(num_envs=2, backend="ferrodyn", seed=0, max_episode_steps=1000)
    theirs = HopperEnv(backend="mujoco", seed=0)
    a, b = ours._backend, theirs._backend
    qpos, qvel = a.qpos0 + 0.001, a.qvel0 - 0.002
    a.reset(qpos.repeat(2, 1), qvel.repeat(2, 1))
    b.reset(qpos[None], qvel[None])
    for k in range(20):
        ctrl = torch.full((1, a.nu), float(np.sin(k)))
        a.step(ctrl.repeat(2, 1), 4)
        b.step(ctrl, 4)
    assert torch.allclose(a.qpos[1], b.qpos[0], atol=1e-5) and torch.allclose(a.time[:1], b.time)
    assert a.qpos.dtype == b.qpos.dtype and a.qpos.shape == (2, a.nq)


def test_parts_are_reset_cloned_and_put_back():
    env = HopperEnv(num_envs=4, backend="ferrodyn", seed=0)
    env.reset()
    backend = env._backend
    backend.step(torch.ones(4, backend.nu), 5)
    some = backend.clone_batch(torch.tensor([1, 3]), 2)
    assert torch.equal(some.qpos, backend.qpos[[1, 3]])
    backend.step(torch.ones(4, backend.nu), 5)
    before = backend.qpos
    mask = torch.tensor([False, True, False, False])
    backend.reset_mask(mask, backend.qpos0.repeat(4, 1), backend.qvel0.repeat(4, 1))
    assert torch.equal(backend.qpos[[0, 2, 3]], before[[0, 2, 3]]) and backend.time[1] == 0
    backend.set_batch([3, 1], some)
    assert torch.equal(backend.qpos[[3, 1]], some.qpos)


def test_contacts_and_sites_are_those_of_the_state():
    env = HopperEnv(num_envs=2, backend="ferrodyn", seed=0)
    env.reset()
    model = env._backend.mj_model
    assert isinstance(model, mujoco.MjModel)
    for _ in range(40):
        env._backend.step(torch.zeros(2, env._backend.nu), 4)
    touching = env._backend.geom_contacts(range(model.ngeom))
    assert touching.shape == (2, model.ngeom) and touching[:, 0].all()
    assert env._backend.site_positions([]).shape == (2, 0, 3)


def test_other_backends_are_as_they_were():
    with pytest.raises(ValueError, match="unknown backend 'nothing'"):
        HopperEnv(backend="nothing")
    with pytest.raises(ValueError, match="no step to compile"):
        HopperEnv(backend="ferrodyn", compile_step=True)


def test_what_does_not_fit_is_refused_before_anything_moves():
    backend = HopperEnv(num_envs=3, backend="ferrodyn", seed=0)._backend
    qpos, qvel = backend.qpos0.repeat(3, 1), backend.qvel0.repeat(3, 1)
    before = backend.qpos
    bad = qpos.clone()
    bad[1, 0] = float("nan")
    with pytest.raises(ValueError, match=r"qpos of environments \[1\] is not finite"):
        backend.reset(bad, qvel)
    with pytest.raises(ValueError, match=rf"ctrl should have shape \(3, {backend.nu}\), got \(1, {backend.nu}\)"):
        backend.step(torch.zeros(1, backend.nu), 1)
    with pytest.raises(ValueError, match=r"ctrl of environments \[0, 1, 2\] is not finite"):
        backend.step(torch.full((3, backend.nu), float("inf")), 1)
    with pytest.raises(ValueError, match="the index names 2 environments, num_envs is 3"):
        backend.clone_batch([0, 1], 3)
    with pytest.raises(ValueError, match="the index names 1 environments, the source has 3"):
        backend.set_batch([0], backend)
    with pytest.raises(TypeError, match="Expected a FerrodynBackend"):
        backend.set_batch([0], None)
    assert torch.equal(backend.qpos, before)
    # a row that is not put anywhere may be anything
    backend.reset_mask(torch.tensor([True, False, True]), bad, qvel)
