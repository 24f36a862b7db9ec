"""Models that differ in structure, in one batch."""

import os
import subprocess
import sys
import threading

import ferrodyn as fd
import numpy as np
import pytest
from ferrodyn.batch import Batch, SimulationError
from ferrodyn.mixed import MixedBatch


def chain(links, extra=""):
    """A pendulum of some links, with a motor at each joint."""
    bodies = "".join(
        f"<body pos='0 0 {-0.3 if k else 2}'><joint name='j{k}' axis='0 1 0' damping='.01'/>"
        "<geom type='capsule' fromto='0 0 0 0 0 -.3' size='.03'/>"
        for k in range(links)
    )
    motors = "".join(f"<motor joint='j{k}'/>" for k in range(links))
    return fd.MjModel.from_xml_string(
        f"<mujoco>{extra}<worldbody><geom type='plane' size='5 5 .1'/>{bodies}{'</body>' * links}</worldbody>"
        f"<actuator>{motors}</actuator></mujoco>"
    )


def batch(counts=(5, 20, 1), nthread=2):
    models = [chain(k + 1) for k in range(len(counts))]
    return MixedBatch(zip(models, counts, strict=True), nthread)


def scatter(parts):
    rng = np.random.default_rng(0)
    for part in parts:
        part.qpos[:] = rng.uniform(-2, 2, part.qpos.shape)
        part.ctrl[:] = rng.uniform(-1, 1, part.ctrl.shape)


@pytest.mark.parametrize("nthread", [1, 2, 5])
def test_each_simulation_goes_where_it_goes_alone(nthread):
    mixed = batch((5, 20, 1, 0, 9), nthread)
    alone = [Batch(part.model, part.nsim, 1) for part in mixed]
    for parts in (mixed.parts, alone):
        scatter(parts)
    for calls in range(4):
        mixed.step(nstep=25)
        for part in alone:
            part.step(nstep=25)
        if calls == 2:
            mixed.forward()
            for part in alone:
                part.forward()
        for one, other in zip(mixed, alone, strict=True):
            np.testing.assert_array_equal(one.state, other.state)
    data = fd.MjData(mixed[1].model)
    data = mixed[1].get_data(3, data)
    assert data.time == mixed.bind("time")[1][3] == pytest.approx(100 * 0.002)


def test_what_is_bound_is_written_by_a_call_on_all_parts():
    mixed = batch()
    bound = mixed.bind("xpos")
    assert [xpos.shape for xpos in bound] == [(5, 2, 3), (20, 3, 3), (1, 4, 3)]
    scatter(mixed)
    mixed.forward()
    for part, xpos in zip(mixed, bound, strict=True):
        one = part.get_data(0)
        fd.mj_forward(part.model, one)
        np.testing.assert_array_equal(xpos[0], one.xpos)


def test_numbers_run_through_all_parts():
    mixed = batch((5, 0, 20, 1))
    assert (mixed.nsim, len(mixed), mixed.nthread) == (26, 4, 2)
    assert [mixed.place(sim) for sim in (0, 4, 5, 24, 25)] == [(0, 0), (0, 4), (2, 0), (2, 19), (3, 0)]
    assert [mixed.numbers(k) for k in (0, 1, 2, -1)] == [range(5), range(5, 5), range(5, 25), range(25, 26)]
    for sim in range(26):
        part, at = mixed.place(sim)
        assert mixed.numbers(part)[at] == sim
    for wrong in (26, -1, 10**30, 1.5):
        with pytest.raises(ValueError, match="sim"):
            mixed.place(wrong)


def test_some_simulations_of_some_parts():
    mixed = batch()
    mixed.step([0, 4, 5, 25])
    mixed.step(np.isin(np.arange(26), [24, 25]), nstep=2)
    steps = np.concatenate(mixed.bind("time")) / 0.002
    expected = np.zeros(26)
    expected[[0, 4, 5]], expected[24], expected[25] = 1, 2, 3
    np.testing.assert_allclose(steps, expected)
    mixed.reset([25])
    assert mixed[2].time[0] == 0
    assert mixed[0].time[0] > 0
    for wrong in ([3, 1], [1, 1], [26], [-1], [0.5], np.ones(3, bool)):
        with pytest.raises(ValueError, match=r"ids|mask"):
            mixed.step(wrong)


def test_what_goes_wrong_has_the_number_of_its_simulation():
    mixed = batch()
    mixed[1].qpos[7, 0] = np.nan
    mixed.step()
    assert np.flatnonzero(mixed.status).tolist() == [12]
    assert "NaN" in mixed.failure(12)
    assert mixed.failure(0) == mixed.failure(25) == ""
    assert mixed.unconverged.sum() == 0
    with pytest.raises(ValueError, match="read-only"):
        mixed.status[0] = 1


def test_a_function_is_called_before_each_step_and_failures_of_all_steps_are_kept():
    mixed, count = batch(), []

    def control(given):
        assert given is mixed
        count.append(float(mixed[0].time[0]))
        mixed[0].ctrl = 0.1 * len(count)
        if len(count) == 2:
            mixed[2].qvel[0, 0] = np.inf

    mixed.step(nstep=3, control=control)
    np.testing.assert_allclose(count, [0, 0.002, 0.004])
    assert np.flatnonzero(mixed.status).tolist() == [25]
    alone = Batch(mixed[0].model, 5)
    for step in range(3):
        alone.ctrl = 0.1 * (step + 1)
        alone.step()
    np.testing.assert_array_equal(alone.state, mixed[0].state)


def test_parameters_of_parts():
    mixed = batch()
    mixed[1].expand("body_mass")[:] *= np.linspace(0.5, 2, 20)[:, None]
    mixed.set_const()
    assert mixed[0].expanded("body_mass") is None
    assert mixed[1].expanded("dof_invweight0").shape == (20, 2)


def test_parameters_without_constants_are_named_by_the_numbers_of_all_parts():
    slide = fd.MjModel.from_xml_string(
        "<mujoco><worldbody><body><joint type='slide'/><geom size='.1'/></body></worldbody></mujoco>"
    )
    mixed = MixedBatch([(chain(2), 4), (slide, 5), (chain(1), 2), (slide, 2)])
    mixed[1].expand("body_mass")[:, 1] = [1, 0, 2, 0, 3]
    mixed[3].expand("body_mass")[:, 1] = [0, 5]
    with pytest.raises(SimulationError, match="3 simulations failed, the first is 5: .* no mass") as raised:
        mixed.set_const()
    assert raised.value.ids.tolist() == [5, 7, 11]
    mixed.set_const([4, 6, 12])
    np.testing.assert_allclose(mixed[1].expanded("dof_invweight0")[[0, 2], 0], [1, 0.5])


def test_models_that_keep_their_data_step_beside_others():
    sleepy = fd.MjModel.from_xml_string(
        "<mujoco><option><flag sleep='enable'/></option><worldbody><geom type='plane' size='5 5 .1'/>"
        "<body pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body></worldbody></mujoco>"
    )
    mixed = MixedBatch([(sleepy, 3), (chain(2), 9)])
    assert mixed.persistent == (True, False)
    alone = Batch(sleepy, 3)
    mixed.step(nstep=300)
    alone.step(nstep=300)
    np.testing.assert_array_equal(mixed[0].state, alone.state)


def test_wrong_arguments_are_errors():
    model = chain(1)
    with pytest.raises(ValueError, match="at least one model"):
        MixedBatch([])
    for wrong in ([model], [(model,)], [(1, model)], [(model, 1, 2)], ["ab"]):
        with pytest.raises(TypeError, match="pairs of a model and a number"):
            MixedBatch(wrong)
    for wrong in (-1, 0.5, 2**70, None):
        with pytest.raises(ValueError, match="nsim"):
            MixedBatch([(model, wrong)])
    with pytest.raises(AttributeError):
        Batch(model, 1, beside=3)
    mixed = batch()
    with pytest.raises(ValueError, match="stage"):
        mixed.step(stage=9)
    with pytest.raises(ValueError, match="nstep"):
        mixed.step(nstep=-1)
    with pytest.raises(ValueError, match="keyframe"):
        mixed.reset(keyframe=0)


def test_an_empty_batch_does_nothing():
    mixed = MixedBatch([(chain(1), 0), (chain(2), 0)])
    mixed.step(nstep=5)
    mixed.forward()
    mixed.reset()
    assert mixed.status.shape == (0,)


def test_a_batch_of_two_thousand_models_steps():
    # each is a part, none of which has work for a second thread
    mixed = MixedBatch([(chain(1), 1)] * 2000, nthread=2)
    mixed.step(nstep=2)
    np.testing.assert_allclose(np.concatenate(mixed.bind("time")), 0.004)


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="counts threads as Linux does")
def test_all_parts_share_their_threads():
    before = len(os.listdir("/proc/self/task"))
    mixed = MixedBatch([(chain(1), 8)] * 20, nthread=4)
    mixed.step()
    assert len(os.listdir("/proc/self/task")) <= before + 4


def test_another_call_on_a_part_is_refused_while_all_are_stepped():
    mixed = batch((64, 64))
    words = set()
    thread = threading.Thread(target=lambda: mixed.step(nstep=20000))
    thread.start()
    while thread.is_alive():
        for call in (mixed.step, mixed.forward, mixed[1].step):
            try:
                call()
            except RuntimeError as error:
                words.add(str(error))
    thread.join()
    assert len(words) == 1
    assert "busy" in words.pop()


def test_ctrl_c_ends_a_call_on_all_parts():
    code = f"""
import os, signal, sys, threading, time
sys.path.insert(0, {os.path.dirname(__file__)!r})
from test_mixed import batch
signal.signal(signal.SIGINT, signal.default_int_handler)
mixed = batch((64, 3))
def send():
    global sent
    time.sleep(.5)
    sent = time.time()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=send, daemon=True).start()
try:
    mixed.step(nstep=10**8)
except KeyboardInterrupt:
    print(time.time() - sent < 1)
mixed.step()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "True", done.stderr[-2000:]
