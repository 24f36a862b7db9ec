"""Attributes and arguments of a batch: what does not fit is refused with its name and both shapes."""

import copy
import os
import pickle
import subprocess
import sys
import threading

import ferrodyn as fd
import numpy as np
import pytest
from ferrodyn.batch import Batch

CART = """
<mujoco>
  <worldbody>
    <body name="cart"><joint name="slide" type="slide" axis="1 0 0"/><geom name="box" type="box" size=".2 .1 .1"/>
      <body name="pole" pos="0 0 .1"><joint name="hinge" axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 0 0 1" size=".04"/></body></body>
  </worldbody>
  <actuator><motor joint="slide"/><motor joint="hinge"/></actuator>
</mujoco>
"""
N = 5


def carts(nsim=N, **options):
    return Batch(fd.MjModel.from_xml_string(CART), nsim, **options)


def test_state_and_warning_are_written_through():
    batch = carts()
    qpos, state, warning = batch.bind("qpos"), batch.state, batch.warning
    batch.step(nstep=3)
    moved = np.tile(batch.state[0], (N, 1)) + 1
    batch.state = moved
    assert batch.state is state
    np.testing.assert_array_equal(qpos, np.ones((N, 2)))
    batch.state += 1
    np.testing.assert_array_equal(qpos, np.full((N, 2), 2.0))
    batch.step()
    assert (batch.time > 2).all()
    batch.warning = np.ones(warning.shape, int)
    assert batch.warning is warning
    assert (warning == 1).all()
    for name, value, text in [
        ("state", moved[0], r"state should have shape \(5, \d+\), got \(\d+,\)"),
        ("state", moved[:, :-1], "state should have shape"),
        ("state", 0.0, r"got \(\)"),
        ("state", moved.astype(complex), "state should be numbers, got complex"),
        ("state", [["a"]], "state should be numbers"),
        ("state", None, "state should be numbers"),
        ("state", [[1], [1, 2]], "state is no array"),
        ("warning", np.ones(warning.shape), "warning should be int32, got float64"),
        ("warning", np.full(warning.shape, 2**40), "warning should be int32"),
    ]:
        with pytest.raises(ValueError, match=text):
            setattr(batch, name, value)


def test_unknown_attributes_are_refused_with_a_suggestion():
    batch = carts()
    for name, text in [("qposs", "did you mean 'qpos'"), ("states", "did you mean 'state'"),
                       ("nsim", "nsim"), ("model", "model"), ("step", "'step' of a Batch cannot be assigned"),
                       ("body_mass", "use expand"), ("whatever", "cannot be assigned")]:  # fmt: skip
        with pytest.raises(AttributeError, match=text):
            setattr(batch, name, 1)

    class Mine(Batch):
        gain: float
        tag = None

    mine = Mine(batch.model, 2)
    mine.gain, mine.tag = 2.0, "x"
    with pytest.raises(AttributeError, match="cannot be assigned"):
        mine.gian = 3


def test_the_model_of_a_batch_is_read_only():
    m = fd.MjModel.from_xml_string(CART)
    batch = Batch(m, N)
    own = batch.model
    for write in (
        lambda: setattr(own.opt, "timestep", 0.1),
        lambda: setattr(own, "body_mass", 1),
        lambda: setattr(own.stat, "extent", 1),
        lambda: setattr(own.vis.global_, "offwidth", 9),
        lambda: setattr(own.body("pole"), "mass", 1),
        lambda: own.body_mass.__setitem__(1, 2),
        lambda: own.opt.gravity.__setitem__(2, 0),
        lambda: own.jnt_type.__setitem__(0, 3),
        lambda: own.geom("box").size.__setitem__(0, 3),
        lambda: fd.mj_setConst(own, fd.MjData(own)),
        lambda: fd.mj_setTotalmass(own, 3),
    ):
        with pytest.raises(ValueError, match="read-only"):
            write()
    with pytest.raises(ValueError, match=r"the model of a batch is read-only: .* `expand`"):
        own.opt.timestep = 0.1
    # the caller's is as it was, and so is a copy
    m.opt.timestep = 0.1
    assert own.opt.timestep == 0.002
    assert own._to_bytes() != m._to_bytes()
    free = batch.get_model(0)
    free.opt.timestep = 0.1
    d = fd.MjData(own)
    fd.mj_step(own, d)
    assert d.time == 0.002


def test_values_are_one_number_or_a_row_or_a_row_each():
    batch = carts()
    for value in (0.5, np.full(2, 0.5), np.full((1, 2), 0.5), np.full((N, 2), 0.5)):
        batch.ctrl = 0
        batch.ctrl = value
        assert (batch.ctrl == 0.5).all()
    batch.joint("hinge").qpos = np.arange(N)[:, None]
    np.testing.assert_array_equal(batch.qpos[:, 1], np.arange(N))
    for write, text in [
        (lambda: setattr(batch, "ctrl", np.ones((N, 1))), r"ctrl should have shape \(5, 2\), got \(5, 1\)"),
        (lambda: setattr(batch, "ctrl", np.ones(N)), r"ctrl should have shape \(5, 2\), got \(5,\)"),
        (lambda: setattr(batch, "ctrl", "a"), "ctrl should be numbers"),
        (lambda: setattr(batch.joint("hinge"), "qpos", np.ones(N)), r"qpos should have shape \(5, 1\)"),
        (lambda: setattr(batch.body("pole"), "mass", np.ones((2, 1))), r"mass should have shape \(5, 1\)"),
        (lambda: setattr(batch.geom("box"), "size", np.ones((N, 1))), r"size should have shape \(5, 3\)"),
    ]:
        with pytest.raises(ValueError, match=text):
            write()
    assert batch.expanded("body_mass") is None


def test_arguments_that_do_not_fit_are_named():
    batch = carts()
    controls = np.zeros((N, 4, 2))
    assert batch.rollout(4, controls[0])["qpos"].shape == (N, 4, 2)
    assert batch.rollout(4, controls[0, 0])["qpos"].shape == (N, 4, 2)
    out = {"qpso": np.zeros(3)}
    for call, text in [
        (lambda: batch.rollout(4, controls[:, :, :1]), r"control should have shape \(5, 4, 2\), got \(5, 4, 1\)"),
        (lambda: batch.rollout(3, controls), r"control should have shape \(5, 3, 2\), got \(5, 4, 2\)"),
        (lambda: batch.rollout(4, 1.0), r"control should have shape \(5, 4, 2\), got \(\)"),
        (lambda: batch.rollout(4, "ctrl"), "control should be numbers"),
        (lambda: batch.rollout(controls), r"nstep must be an integer .* an array of shape \(5, 4, 2\)"),
        (lambda: batch.rollout(2, record="qpos"), r"record should be a list, such as \['qpos'\], got 'qpos'"),
        (lambda: batch.rollout(2, record=["qpso"]), "qpso is not a field of MjData .*'qpos'"),
        (lambda: batch.rollout(2, record=[1.5]), "record should be an integer, got 1.5"),
        (lambda: batch.rollout(2, out=out), r"out\['qpso'\] is not recorded"),
        (lambda: batch.rollout(2, control_spec=2**40), "control_spec should be an integer of 32 bits"),
        (lambda: batch.step(ids=[[0], [1, 2]]), "ids is no array"),
        (lambda: batch.step(nstep=2**70), "nstep is too large"),
        (lambda: batch.step(stage="acc"), "stage should be an integer, got 'acc'"),
        (lambda: batch.forward(stage=9), "stage is 9"),
        (lambda: batch.reset(keyframe=[0, 0]), r"keyframe must be in|keyframe should have shape \(5,\)"),
        (lambda: batch.jac(1, [0, 0]), r"point should have shape \(5, 3\), got \(2,\)"),
        (lambda: batch.jac([1, 1], [0, 0, 0]), r"body should have shape \(5,\), got \(2,\)"),
        (lambda: batch.ray([0, 0], [0, 0, 1]), r"pnt should have shape \(5, 1, 3\), got \(2,\)"),
        (lambda: batch.ray(np.zeros((2, 3)), np.zeros((4, 3))), r"pnt should have shape \(5, 4, 3\), got \(2, 3\)"),
        (lambda: batch.ray([0, 0, 0], [0, 0, 1], geomgroup=[1]), r"geomgroup should have shape \(6,\)"),
        (lambda: batch.get_data(1.5), "sim should be an integer"),
        (lambda: batch.failure(-1), "no simulation -1"),
        (lambda: batch.set_models([]), "models should be 5, got 0"),
        (lambda: Batch(batch.model, 2**70), "nsim is too large"),
    ]:
        with pytest.raises(ValueError, match=text):
            call()
    for call, text in [
        (lambda: batch.expand(["body_mass"]), "asked for by its name"),
        (lambda: batch.bind(3), "asked for by its name"),
        (lambda: batch.set_models([1] * N), r"models\[0\] should be a model, got 1"),
        (lambda: batch.set_models(7), "models should be a model"),
    ]:
        with pytest.raises(TypeError, match=text):
            call()


def test_arrays_to_record_into_share_no_memory():
    batch = carts()
    rows, physics = np.zeros((N, 2, 2)), int(fd.mjtState.mjSTATE_QPOS)
    whole_state = int(fd.mjtState.mjSTATE_INTEGRATION)
    for record, out, text in [
        (["qpos", "qvel"], {"qpos": rows, "qvel": rows}, r"out\['qvel'\] shares memory with out\['qpos'\]"),
        (["qpos", physics], {"qpos": rows, physics: rows}, "shares memory with out"),
        ([whole_state], {whole_state: batch.state[:, None]}, "shares memory with the state"),
    ]:
        before = batch.state.copy()
        nstep = next(iter(out.values())).shape[1]
        with pytest.raises(ValueError, match=text):
            batch.rollout(nstep, record=record, out=out)
        np.testing.assert_array_equal(batch.state, before)
    assert not rows.any()


def test_models_of_simulations_are_copied_whatever_else_they_have():
    batch = carts()
    keyed = fd.MjModel.from_xml_string(CART.replace("</mujoco>", "<keyframe><key time='3'/></keyframe></mujoco>"))
    batch.set_models([batch.model, *[keyed] * (N - 1)])
    batch.reset(keyframe=0)
    assert [batch.get_model(i).nkey for i in range(N)] == [0, 1, 1, 1, 1]
    assert batch.time.tolist() == [0, 3, 3, 3, 3]
    batch.get_model(1).opt.timestep = 1
    assert batch.get_model(1).opt.timestep == 0.002
    with pytest.raises(ValueError, match=r"get_model\(sim\) gives a copy"):
        batch.get_model(1, fd.MjModel.from_xml_string(CART))


def test_solves_that_a_reset_makes_are_counted_for_every_simulation():
    m = fd.MjModel.from_xml_string("""<mujoco><option iterations="1" tolerance="0"/><worldbody>
      <geom type="plane" size="5 5 1"/><body pos="0 0 .09"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
      </worldbody></mujoco>""")
    for persistent in (False, True):
        batch = Batch(m, 20, 2, persistent)
        batch.reset()
        assert batch.unconverged.tolist() == [1] * 20


def test_a_batch_that_is_copied_says_what_to_do():
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="a batch cannot be copied: `save` and `load`"):
            copied(carts())


def test_a_busy_batch_and_a_read_only_state_say_so():
    batch = carts(64)
    batch.expand("body_mass")
    thread = threading.Thread(target=lambda: batch.step(nstep=30000))
    thread.start()
    words = set()
    while thread.is_alive():
        for call in (batch.step, batch.forward, batch.set_const):
            try:
                call()
            except RuntimeError as error:
                words.add(str(error))
    thread.join()
    assert len(words) == 1
    assert "the batch is busy: another thread is in one of its calls" in words.pop()
    batch.state.flags.writeable = False
    with pytest.raises(ValueError, match="array `state` of the batch was made read-only"):
        batch.step()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of address space are Linux's")
@pytest.mark.parametrize(("nsim", "persistent"), [(10**5, True), (2 * 10**4, True), (10**6, False)])
def test_a_batch_that_does_not_fit_is_a_memory_error(nsim, persistent):
    script = f"""
import resource
import ferrodyn as fd
from ferrodyn.batch import Batch
m = fd.MjModel.from_xml_string('''{CART}''')
Batch(m, 2, 1)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (200 << 20), used + (200 << 20)))
try:
    Batch(m, {nsim}, 1, {persistent})
except MemoryError as error:
    print("MemoryError", error)
b = Batch(m, 100, 1, {persistent})
b.step()
print(b.time[0])
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=os.environ, timeout=300)
    assert run.stdout.startswith("MemoryError"), run.stderr
    assert run.stdout.endswith("0.002\n")
