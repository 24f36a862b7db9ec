"""Whatever a model has in it, batches and rollouts give each simulation the bits that it has alone,
however simulations and their steps are grouped."""

import itertools
from pathlib import Path

import ferrodyn as fd
import numpy as np
import pytest
from ferrodyn import mjtDisableBit as D
from ferrodyn import mjtEnableBit as E
from ferrodyn import rollout
from ferrodyn.batch import Batch

MODELS = Path(__file__).parents[3] / "models"
PHYSICS = fd.mjtState.mjSTATE_FULLPHYSICS.value
INTEGRATION = fd.mjtState.mjSTATE_INTEGRATION.value

# boxes that fall asleep, an arm with a delayed sensor and actuator, what users drive, a mocap body
XML = """
<mujoco>
  <option sleep_tolerance="2"/><size nuserdata="2"/>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1"/>
    <body name="a" pos="0 0 .101"><freejoint/><geom name="a" type="box" size=".1 .1 .1"/></body>
    <body name="b" pos=".5 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body name="arm" pos="1 0 1"><joint name="h" axis="0 1 0" damping=".1" frictionloss=".01"/>
      <geom type="capsule" fromto="0 0 0 .4 0 0" size=".05"/><site name="e" pos=".4 0 0"/></body>
    <body name="m" mocap="true" pos="0 2 .1"><geom size=".1"/></body>
  </worldbody>
  <equality><weld body1="a" body2="b" active="false"/></equality>
  <actuator><motor joint="h" delay=".006" nsample="4"/>
    <general joint="h" dyntype="filter" dynprm=".1"/></actuator>
  <sensor><accelerometer site="e"/><jointpos joint="h" nsample="3" delay=".004"/>
    <framepos objtype="body" objname="a"/></sensor>
</mujoco>
"""


def with_options(**options):
    m = fd.MjModel.from_xml_string(XML)
    for name, value in options.items():
        setattr(m.opt, name, value)
    return m


VARIANTS = {
    "plain": with_options(),
    "sleep": with_options(enableflags=E.mjENBL_SLEEP.value),
    "no sensors": with_options(disableflags=D.mjDSBL_SENSOR.value),
    "no actuation": with_options(disableflags=D.mjDSBL_ACTUATION.value),
    "no constraints": with_options(disableflags=D.mjDSBL_CONSTRAINT.value),
    "energy": with_options(enableflags=E.mjENBL_ENERGY.value),
    "inverse": with_options(enableflags=E.mjENBL_FWDINV.value),
    "fluid": with_options(density=20.0, integrator=3),
    "RK4": with_options(integrator=1),
    "PGS, elliptic": with_options(solver=0, cone=1, noslip_iterations=2),
}
# what a step leaves as it is under some flags is among them
BOUND = ("sensordata", "qfrc_actuator", "actuator_force", "act_dot", "qfrc_passive", "qfrc_damper", "qfrc_fluid",
         "qfrc_constraint", "energy", "qacc", "xpos", "cvel", "qfrc_inverse", "solver_fwdinv")  # fmt: skip


@fd.register_plugin
class Remembers(fd.Plugin):
    """Pushes by what the last step has left in the data."""

    name = "test.remembers"

    def passive(self, m, d):
        d.qfrc_passive[0] += 1 - 0.1 * d.qacc[0]


PLUGIN = """
<mujoco><extension><plugin plugin="{}"><instance name="i"/></plugin></extension><worldbody><body>
  <freejoint/><geom size=".1"/><plugin plugin="{}" instance="i"/></body></worldbody></mujoco>"""


def remembers():
    return fd.MjModel.from_xml_string(PLUGIN.format("test.remembers", "test.remembers"))


def start_of(m, signature=PHYSICS):
    d = fd.MjData(m)
    state = np.empty(fd.mj_stateSize(m, signature))
    fd.mj_getState(m, d, state, signature)
    return state


def starts(m, count):
    """States around the start, at rest so that something sleeps."""
    states = np.tile(start_of(m), (count, 1))
    hinges = m.nq - 1
    states[:, 1 + hinges] += 0.1 * np.arange(count)
    return states


def alone(m, state, controls):
    """States and sensors after each step, up to the first warning, where rollouts end."""
    d = fd.MjData(m)
    fd.mj_setState(m, d, state, PHYSICS)
    states, sensors = [], []
    for control in controls:
        d.ctrl[:] = control
        fd.mj_step(m, d)
        if d.warning.number.any():
            break
        states.append(np.empty_like(state))
        fd.mj_getState(m, d, states[-1], PHYSICS)
        sensors.append(d.sensordata.copy())
    assert states, "the first step warns"
    return np.array(states), np.array(sensors)


def assert_rollouts_are_those_alone(m, count=12, steps=20):
    first = starts(m, count)
    controls = np.random.default_rng(1).normal(size=(count, steps, m.nu))
    expected = [alone(m, *pair) for pair in zip(first, controls, strict=True)]
    for threads, chunk_size in itertools.product((1, 3), (None, 1, 5)):
        data = [fd.MjData(m) for _ in range(threads)]
        for _ in range(2):  # the second time in data that others have used
            states, sensors = rollout.rollout(m, data, first, controls, chunk_size=chunk_size)
            for row, (state, sensor) in enumerate(expected):
                what = f"row {row}, {threads} threads, chunks of {chunk_size}"
                done = len(state)
                np.testing.assert_array_equal(states[row, :done], state, err_msg=what)
                np.testing.assert_array_equal(sensors[row, :done], sensor, err_msg=what)


@pytest.mark.parametrize("name", VARIANTS)
def test_rollouts_are_those_alone(name):
    assert_rollouts_are_those_alone(VARIANTS[name])


@pytest.mark.parametrize("name", ["flex/flex", "plugins_pid", "plugins_cable", "plugins_touch_grid", "sensors_body",
                                  "actuators_muscle", "physics/mocap", "physics/noslip"])  # fmt: skip
def test_rollouts_of_models_of_the_repository_are_those_alone(name):
    assert_rollouts_are_those_alone(fd.MjModel.from_xml_path(str(MODELS / f"{name}.xml")), 9, 8)


def test_rollouts_take_plugins_in_python():
    assert_rollouts_are_those_alone(remembers(), 9, 10)


def test_rollouts_with_callbacks_do_not_see_what_data_held_before():
    fd.set_mjcb_control(lambda m, d: d.ctrl.__setitem__(0, 0.01 * d.sensordata[0] + 0.1 * d.qacc[-1]))
    try:
        assert_rollouts_are_those_alone(VARIANTS["plain"], 9, 8)
    finally:
        fd.set_mjcb_control(None)


def bound(batch):
    return {name: batch.bind(name) for name in BOUND}


@pytest.mark.parametrize("persistent", [False, True])
@pytest.mark.parametrize("name", VARIANTS)
def test_models_of_simulations_step_as_they_do_alone_or_are_refused(name, persistent):
    """All variants side by side in a batch whose own model is one of them: steps in one call and in many."""
    for threads, calls in ((1, [1] * 24), (3, [24]), (2, [5, 1, 18])):
        models = list(VARIANTS.values())
        batch = Batch(VARIANTS[name], 2 * len(models), threads, persistent)
        if not batch.persistent:
            with pytest.raises(ValueError, match=r"models\[1\]: it lets trees sleep .*persistent=True"):
                batch.set_models(2 * models)
            models[1] = models[0]
        batch.set_models(2 * models)
        fields = bound(batch)
        batch.ctrl[:] = np.random.default_rng(2).normal(size=batch.ctrl.shape)
        data = [fd.MjData(m) for m in 2 * models]
        for m, d, state in zip(2 * models, data, batch.state, strict=True):
            fd.mj_setState(m, d, state, INTEGRATION)
        for nstep in calls:
            batch.step(nstep=nstep)
            for i, (m, d) in enumerate(zip(2 * models, data, strict=True)):
                fd.mj_step(m, d, nstep)
                state = np.empty_like(batch.state[i])
                fd.mj_getState(m, d, state, INTEGRATION)
                what = f"{list(VARIANTS)[i % len(models)]} {nstep}"
                np.testing.assert_array_equal(batch.state[i], state, err_msg=what)
                for field, values in fields.items():
                    np.testing.assert_array_equal(values[i], getattr(d, field), err_msg=f"{what} {field}")


def test_simulations_begin_to_sleep_and_cease_with_their_models():
    plain, sleep = VARIANTS["plain"], VARIANTS["sleep"]
    for first, second in ((plain, sleep), (sleep, plain)):
        batch = Batch(first, 2, 1, persistent=True)
        d = fd.MjData(first)
        batch.step(nstep=15)
        fd.mj_step(first, d, 15)
        batch.set_models(second)
        after = fd.MjData(second)
        fd.mj_setState(second, after, batch.state[1], INTEGRATION)
        batch.step(nstep=15)
        fd.mj_step(second, after, 15)
        np.testing.assert_array_equal(batch.qpos[1], after.qpos)
        np.testing.assert_array_equal(batch.qvel[1], after.qvel)


def test_models_that_a_batch_refuses_are_refused_later_too():
    own = remembers()
    with pytest.raises(ValueError, match="plugins written in it"):
        Batch(own, 2)
    batch = Batch(fd.MjModel.from_xml_string(PLUGIN.format("mujoco.elasticity.cable", "mujoco.elasticity.cable")), 2)
    with pytest.raises(ValueError, match=r"models\[1\]: .*plugins written in it"):
        batch.set_models([batch.model, own])
    assert batch.models is None
    batch.step()


def test_models_whose_fields_only_add_up_to_the_same_sizes_are_refused():
    def arm(actuators):
        return fd.MjModel.from_xml_string(f"<mujoco><worldbody><body><joint name='h'/><geom size='.1'/></body></worldbody>"
                                          f"<actuator>{actuators}</actuator></mujoco>")  # fmt: skip

    # two controls, or a control and an activation: states of the same length
    batch = Batch(arm("<motor joint='h'/><motor joint='h'/>"), 2)
    other = arm("<general joint='h' dyntype='filter'/>")
    assert fd.mj_stateSize(other, INTEGRATION) == batch.nstate
    with pytest.raises(ValueError, match=r"models\[0\] has other sizes .* numbers of "):
        batch.set_models(other)


@pytest.mark.parametrize("stage", [0, 1, 2, 3])
@pytest.mark.parametrize("persistent", [False, True])
@pytest.mark.parametrize("name", ["plain", "sleep", "inverse"])
def test_a_reset_gives_all_that_a_single_one_gives(name, persistent, stage):
    m = fd.MjModel.from_xml_string(XML.replace("</mujoco>", """<keyframe>
      <key name="low" time="2" qpos="0 0 .05 1 0 0 0  .5 0 .1 1 0 0 0  .3" ctrl=".4 .2" act=".1"/>
      <key qpos="0 1 .2 1 0 0 0  .5 0 .3 1 0 0 0  -.3" qvel="1 0 0 0 0 0 0 0 0 0 0 0 2"/></keyframe></mujoco>"""))
    m.opt.enableflags = VARIANTS[name].opt.enableflags
    batch = Batch(m, 40, 2, persistent)
    fields = bound(batch)
    batch.ctrl[:] = np.random.default_rng(0).normal(size=batch.ctrl.shape)
    batch.qvel[:] = 0.1
    batch.step(nstep=7)
    for keys in (-1, np.arange(40) % 3 - 1):
        ids = np.arange(1, 40)
        batch.reset(ids, keyframe=np.broadcast_to(keys, 40)[ids], stage=stage)
        for i, key in zip(ids, np.broadcast_to(keys, 40)[ids], strict=True):
            d = fd.MjData(m)
            fd.mj_resetDataKeyframe(m, d, int(key)) if key >= 0 else fd.mj_resetData(m, d)
            if stage == 3:
                fd.mj_forward(m, d)
            state = np.empty_like(batch.state[i])
            fd.mj_getState(m, d, state, INTEGRATION)
            np.testing.assert_array_equal(batch.state[i], state, err_msg=f"{i}")
            for field, values in fields.items():
                if stage in (0, 3):
                    np.testing.assert_array_equal(values[i], getattr(d, field), err_msg=f"{i} {field}")
        assert (batch.qvel[0] != batch.qvel[1]).any(), "the first one was not asked for"


@pytest.mark.parametrize("name", ["plain", "sleep"])
def test_a_control_function_is_called_before_each_step(name):
    m = VARIANTS[name]

    def control(batch):
        times.append(batch.time[0])
        batch.ctrl[:, 0] = np.sin(batch.sensordata[:, 0] + np.arange(batch.nsim))
        batch.qfrc_applied[:, -1] = batch.qpos[:, -1]

    times = []
    once, often = Batch(m, 6, 2), Batch(m, 6, 2)
    once.step(nstep=8, control=control, stage=3)
    assert len(times) == 8 and times == sorted(times)
    for k in range(8):
        control(often)
        often.step(stage=3 if k == 7 else 0)
    assert once.state.tobytes() == often.state.tobytes()
    assert once.sensordata.tobytes() == often.sensordata.tobytes()
    # only those that are asked for move
    once.step([1, 3], nstep=2, control=control)
    steps = 8 + 2 * np.array([0, 1, 0, 1, 0, 0])
    np.testing.assert_allclose(once.time, steps * m.opt.timestep, rtol=1e-12)


def test_what_fails_in_an_early_step_of_a_call_is_told_after_the_last():
    batch = Batch(VARIANTS["plain"], 4)

    def control(batch):
        if batch.time[1] == 0:
            batch.qvel[2] = np.nan

    batch.step(nstep=5, control=control)
    assert batch.status.tolist() == [0, 0, 1, 0] and "velocity" in batch.failure(2)
    batch.step()
    assert batch.status.tolist() == [0, 0, 0, 0]

    def broken(batch):
        raise KeyError("in the function")

    with pytest.raises(KeyError, match="in the function"):
        batch.step(control=broken)


@pytest.mark.parametrize("inertia", [1.0, 0.0])
def test_constants_of_what_weighs_nothing_are_those_of_mujoco(mujoco, inertia):
    """Not a number where MuJoCo has none, in a batch as alone."""
    xml = """<mujoco><worldbody><body><freejoint/><geom size=".1"/></body>
      <body pos="1 0 0"><joint name="h"/><geom size=".1" pos=".1 0 0"/></body></worldbody>
      <actuator><motor joint="h"/></actuator></mujoco>"""
    m = fd.MjModel.from_xml_string(xml)
    batch = Batch(m, 3)
    batch.expand("body_mass")[1] = 0
    batch.expand("body_inertia")[1] *= inertia
    batch.set_const()
    for i in range(3):
        theirs = mujoco.MjModel.from_xml_string(xml)
        if i == 1:
            theirs.body_mass[:] = 0
            theirs.body_inertia[:] *= inertia
        mujoco.mj_setConst(theirs, mujoco.MjData(theirs))
        for name in ("body_invweight0", "dof_invweight0", "dof_M0", "actuator_acc0"):
            ours, other = batch.expanded(name)[i], getattr(theirs, name)
            np.testing.assert_array_equal(ours, other, err_msg=f"{i} {name}")
        assert batch.expanded("stat.meaninertia")[i] == theirs.stat.meaninertia
    assert np.isnan(batch.expanded("dof_invweight0")[1]).any()
    assert np.isfinite(batch.expanded("dof_invweight0")[[0, 2]]).all()
