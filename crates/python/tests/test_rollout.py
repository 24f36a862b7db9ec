"""Rollouts: what the reference package computes and checks, for any number of threads."""

import copy

import ferrodyn
import numpy as np
import pytest
from ferrodyn import mjtState as S
from ferrodyn import rollout

ARM = """
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .1">
      <joint name="yaw" axis="0 0 1"/>
      <joint name="pitch" axis="0 1 0"/>
      <geom type="capsule" size=".02" fromto="0 0 0 1 0 0"/>
      <geom type="box" pos="1 0 0" size=".1 .1 .1"/>
      <site name="tip" pos="1 0 0"/>
    </body>
    <body name="target" mocap="true" pos="1 2 3"/>
  </worldbody>
  <equality><weld body1="target" body2="world" active="false"/></equality>
  <actuator>
    <general joint="pitch" gainprm="100"/>
    <general joint="yaw" dyntype="filter" dynprm="1" gainprm="100"/>
  </actuator>
  <sensor><accelerometer site="tip"/><framepos objtype="body" objname="target"/></sensor>
</mujoco>
"""

# a box that starts deep in the floor flies apart
DIVERGING = """
<mujoco>
  <option><flag gravity="disable"/></option>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 -.3" euler="30 45 90"><freejoint/><geom type="box" size=".1 .2 .4"/></body>
  </worldbody>
</mujoco>
"""


def made(package, xml=ARM):
    m = package.MjModel.from_xml_string(xml)
    return m, package.MjData(m)


def state_size(m, signature=S.mjSTATE_FULLPHYSICS):
    return ferrodyn.mj_stateSize(m, signature)


@pytest.fixture
def arm():
    return made(ferrodyn)


@pytest.fixture
def inputs(arm):
    """Starts and controls of 23 rollouts of 7 steps."""
    random = np.random.default_rng(0)
    m, _ = arm
    return random.normal(size=(23, state_size(m))), random.normal(size=(23, 7, m.nu))


def stepped(m, d, start, controls):
    """A rollout step by step."""
    states, sensors = [], []
    ferrodyn.mj_resetData(m, d)
    ferrodyn.mj_setState(m, d, start, S.mjSTATE_FULLPHYSICS)
    for control in controls:
        d.ctrl[:] = control
        ferrodyn.mj_step(m, d)
        states.append(np.empty(len(start)))
        ferrodyn.mj_getState(m, d, states[-1], S.mjSTATE_FULLPHYSICS)
        sensors.append(d.sensordata.copy())
    return np.array(states), np.array(sensors)


def test_a_rollout_is_what_steps_give(arm, inputs):
    m, d = arm
    state, sensordata = rollout.rollout(m, d, *inputs)
    for r, (start, controls) in enumerate(zip(*inputs, strict=True)):
        states, sensors = stepped(m, d, start, controls)
        np.testing.assert_array_equal(state[r], states)
        np.testing.assert_array_equal(sensordata[r], sensors)


@pytest.mark.parametrize("spec", [S.mjSTATE_CTRL, S.mjSTATE_MOCAP_POS | S.mjSTATE_QFRC_APPLIED])
def test_numbers_are_those_of_the_reference(mujoco, arm, inputs, spec):
    from mujoco import rollout as reference

    start, _ = inputs
    # two degrees of freedom and no memory of the last bits: the arm is stiff
    start = 0.1 * start
    control = np.random.default_rng(1).normal(size=(23, 7, state_size(arm[0], int(spec))))
    ours = rollout.rollout(*arm, start, control, control_spec=int(spec))
    theirs = reference.rollout(*made(mujoco), start, control, control_spec=int(spec))
    for one, other in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-8, atol=1e-8)


@pytest.mark.parametrize("chunk_size", [None, 1, 5, 100])
@pytest.mark.parametrize("nthread", [1, 2, 5, 32])
def test_threads_and_chunks_do_not_change_a_bit(arm, inputs, nthread, chunk_size):
    m, d = arm
    expected = rollout.rollout(m, d, *inputs)
    data = [ferrodyn.MjData(m) for _ in range(nthread)]
    with rollout.Rollout(nthread=nthread) as pool:
        for _ in range(2):
            results = pool.rollout(m, data, *inputs, chunk_size=chunk_size)
            for result, one in zip(results, expected, strict=True):
                assert result.tobytes() == one.tobytes()


def test_what_the_data_held_before_does_not_matter(arm, inputs):
    m, d = arm
    expected = rollout.rollout(m, d, *inputs)
    random = np.random.default_rng(2)
    for name in ("ctrl", "qfrc_applied", "xfrc_applied", "mocap_pos", "qacc_warmstart"):
        getattr(d, name)[...] = random.normal(size=getattr(d, name).shape)
    d.eq_active[:] = 1
    d.warning[0].number = 3
    for result, one in zip(rollout.rollout(m, d, *inputs), expected, strict=True):
        np.testing.assert_array_equal(result, one)


def test_without_controls_those_of_the_data_are_held(mujoco, arm):
    from mujoco import rollout as reference

    results = []
    for package, module in ((ferrodyn, rollout), (mujoco, reference)):
        m, d = made(package)
        d.ctrl[:] = [0.3, -0.2]
        start = np.zeros((2, state_size(arm[0])))
        results.append(module.rollout(m, d, start, nstep=4)[0])
        np.testing.assert_array_equal(d.ctrl, [0.3, -0.2])
    np.testing.assert_allclose(*results, rtol=1e-9, atol=1e-9)
    assert np.abs(results[0][:, -1]).max() > 0.01


def test_a_diverging_rollout_ends_and_its_last_state_fills_the_rest():
    m, d = made(ferrodyn, DIVERGING)
    bad = np.zeros((3, state_size(m)))
    bad[:, 4] = 1
    bad[:, 3] = 5
    bad[1, 9] = np.nan
    for data in (d, [copy.copy(d) for _ in range(3)]):
        state, _ = rollout.rollout(m, data, bad, nstep=10)
        # the bad state is reset and stepped once, from the pose of the model
        assert (state[1] == state[1, 0]).all()
        np.testing.assert_array_equal(state[1, 0, 0], m.opt.timestep)
        for r in (0, 2):
            assert (np.diff(state[r, :, 0]) > 0).all()
            assert np.isfinite(state[r]).all()


def test_divergence_is_that_of_the_reference(mujoco):
    from mujoco import rollout as reference

    results = []
    for package, module in ((ferrodyn, rollout), (mujoco, reference)):
        m, d = made(package, DIVERGING)
        start = np.zeros((2, 14))
        start[:, 1:8] = m.qpos0
        start[1, 10] = np.inf
        results.append(module.rollout(m, d, start, nstep=20)[0])
    assert (results[0][1] == results[0][1, 0]).all()
    np.testing.assert_allclose(results[0][1], results[1][1], rtol=1e-6)


def test_a_warm_start_goes_on_where_the_data_was(arm):
    m, d = arm
    start = np.zeros(state_size(m))
    first, _ = stepped(m, d, start, np.zeros((1, 2)))
    warm = d.qacc_warmstart.copy()
    ferrodyn.mj_step(m, d)
    after = np.empty(len(start))
    ferrodyn.mj_getState(m, d, after, S.mjSTATE_FULLPHYSICS)
    cold, _ = rollout.rollout(m, d, first, np.zeros(2))
    same, _ = rollout.rollout(m, d, first, np.zeros(2), initial_warmstart=warm)
    np.testing.assert_array_equal(same[0, 0], after)
    assert (cold != same).any()


def test_each_rollout_may_have_its_own_model(arm, inputs):
    m, d = arm
    models = [copy.copy(m) for _ in range(23)]
    for i, model in enumerate(models):
        model.opt.gravity[2] = -i
    state, sensordata = rollout.rollout(models, [copy.copy(d) for _ in range(4)], *inputs)
    for r, model in enumerate(models):
        alone, sensors = rollout.rollout(model, d, inputs[0][r], inputs[1][r])
        np.testing.assert_array_equal(alone[0], state[r])
        np.testing.assert_array_equal(sensors[0], sensordata[r])


def test_sizes_follow_from_any_array_and_ones_are_repeated(arm):
    m, d = arm
    nstate = state_size(m)
    start, control = np.zeros(nstate), np.zeros(m.nu)
    shapes = {
        (1, 1): {},
        (1, 6): {"nstep": 6},
        (4, 6): {"state": np.empty((4, 6, nstate))},
        (4, 3): {"sensordata": np.empty((4, 3, m.nsensordata))},
        (5, 1): {"initial_warmstart": np.zeros((5, m.nv))},
    }
    for (nbatch, nstep), arguments in shapes.items():
        state, sensordata = rollout.rollout(m, d, start, control, **arguments)
        assert state.shape == (nbatch, nstep, nstate)
        assert sensordata.shape == (nbatch, nstep, m.nsensordata)
        for name, result in (("state", state), ("sensordata", sensordata)):
            assert result is arguments.get(name, result)
    state, _ = rollout.rollout([m] * 3, d, start, np.zeros((2, m.nu)))
    assert state.shape == (3, 2, nstate)


def test_without_checks_only_wanted_outputs_are_written(arm, inputs):
    m, d = arm
    start, control = inputs
    state = np.empty((23, 7, state_size(m)))
    result = rollout.rollout([m] * 23, d, start, control, nstep=7, skip_checks=True, state=state)
    assert result[0] is state
    assert result[1] is None
    np.testing.assert_array_equal(state, rollout.rollout(m, d, start, control)[0])


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"control": "text"}, ValueError, "control must be a numpy array or float"),
        ({"control": np.zeros((2, 3, 4, 5))}, ValueError, "control can have at most 3 dimensions"),
        ({"initial_state": np.zeros((1, 2, 3))}, ValueError, "can have at most 2 dimensions"),
        ({"initial_state": np.zeros(7)}, ValueError, "of initial_state must be 6, got 7"),
        ({"control": np.zeros((1, 3, 3))}, ValueError, "of control must be 2, got 3"),
        ({"initial_warmstart": np.zeros(3)}, ValueError, "of initial_warmstart must be 2, got 3"),
        (
            {"control": np.zeros((1, 3, 2)), "state": np.zeros((1, 4, 6))},
            ValueError,
            "dimension 1 inferred as 3 but state has 4",
        ),
        ({"control_spec": int(S.mjSTATE_ACT)}, ValueError, "only contain bits in mjSTATE_USER"),
        ({"nstep": 2.5}, ValueError, "nstep must be an integer"),
        ({"chunk_size": 2.5}, ValueError, "chunk_size must be an integer"),
        ({"data": []}, ValueError, "The list of data instances is empty"),
        ({"data": ["x"]}, TypeError, "MjData"),
        ({"skip_checks": True, "nstep": None}, TypeError, "integer"),
        ({"skip_checks": True, "nstep": 2, "model": []}, IndexError, "out of range"),
        (
            {"skip_checks": True, "nstep": 2, "state": np.zeros((1, 2, 5))},
            ValueError,
            "state.size should be 12, got 10",
        ),
        (
            {"skip_checks": True, "nstep": 2, "state": np.zeros((1, 2, 6), np.float32)},
            TypeError,
            "contiguous writable array of float64",
        ),
    ],
)
def test_arguments_are_checked(arm, arguments, error, message):
    m, d = arm
    arguments = {"model": [m], "data": d, "initial_state": np.zeros((1, 6))} | arguments
    with pytest.raises(error, match=message):
        rollout.rollout(**arguments)


def test_data_must_go_with_the_threads(arm):
    m, d = arm
    start = np.zeros((4, state_size(m)))
    with (
        rollout.Rollout(nthread=2) as pool,
        pytest.raises(ValueError, match="Length of data: 1 not equal to nthread: 2"),
    ):
        pool.rollout(m, d, start)
    with (
        rollout.Rollout(nthread=0) as pool,
        pytest.raises(ValueError, match="configured to run on main thread"),
    ):
        pool.rollout(m, [d, copy.copy(d)], start)
    with pytest.raises(ValueError, match="chunk_size must be positive"):
        rollout.rollout(m, [d, copy.copy(d)], start, chunk_size=-1)
    pool.close()
    with pytest.raises(RuntimeError, match="after thread pool shutdown"):
        pool.rollout(m, d, start)


def test_models_and_data_of_other_sizes_are_refused(arm):
    m, d = arm
    other, other_data = made(ferrodyn, ARM.replace("<site name", '<geom size=".1"/><site name'))
    start = np.zeros((2, state_size(m)))
    with pytest.raises(ValueError, match="other sizes"):
        rollout.rollout(m, other_data, start)
    with pytest.raises(ValueError, match="not compatible"):
        rollout.rollout([m, other], d, start)
    box, _ = made(ferrodyn, DIVERGING)
    with pytest.raises(ValueError, match="not compatible"):
        rollout.rollout([m, box], d, start)


def test_a_model_that_cannot_be_simulated_is_a_fatal_error(arm):
    m, d = arm
    m.opt.solver = 10
    for data in (d, [copy.copy(d) for _ in range(2)]):
        with pytest.raises(ferrodyn.FatalError, match="unknown solver type 10"):
            rollout.rollout(m, data, np.zeros((4, state_size(m))), nstep=3)


def test_threads_are_kept_if_asked_for(arm, inputs):
    m, _ = arm
    data = [ferrodyn.MjData(m) for _ in range(3)]
    expected = rollout.rollout(m, data, *inputs)
    first = rollout.rollout(m, data, *inputs, persistent_pool=True)
    pool = rollout.persistent_rollout
    again = rollout.rollout(m, data, *inputs, persistent_pool=True)
    assert rollout.persistent_rollout is pool
    for results in (first, again):
        np.testing.assert_array_equal(results[0], expected[0])
    rollout.rollout(m, data[:2], *inputs, persistent_pool=True)
    assert rollout.persistent_rollout is not pool
    rollout.shutdown_persistent_pool()
    assert rollout.persistent_rollout is None


def test_callbacks_run_and_their_exceptions_come_out(arm, inputs):
    m, d = arm
    start, control = inputs
    calls = []

    def push(model, data):
        calls.append(model)
        data.ctrl[0] = data.qpos[0]

    expected = None
    try:
        ferrodyn.set_mjcb_control(push)
        expected = rollout.rollout(m, d, start, control)[0]
        assert len(calls) == 23 * 7
        data = [copy.copy(d) for _ in range(3)]
        np.testing.assert_array_equal(rollout.rollout(m, data, start, control)[0], expected)

        def fail(model, data):
            raise KeyError("from the callback")

        ferrodyn.set_mjcb_control(fail)
        for data in (d, [copy.copy(d) for _ in range(3)]):
            with pytest.raises(KeyError, match="from the callback"):
                rollout.rollout(m, data, start, control)
    finally:
        ferrodyn.set_mjcb_control(None)
    assert (rollout.rollout(m, d, start, control)[0] != expected).any()


def test_one_data_may_serve_several_threads(arm, inputs):
    m, d = arm
    expected = rollout.rollout(m, d, *inputs)
    for result, one in zip(rollout.rollout(m, [d, d, d], *inputs), expected, strict=True):
        np.testing.assert_array_equal(result, one)
