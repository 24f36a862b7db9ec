"""Threads run at the same time, share what they may share, and Ctrl-C ends long calls."""

import copy
import os
import signal
import subprocess
import sys
import sysconfig
import textwrap
import threading
import time

import ferrodyn
import numpy as np
import pytest
from ferrodyn import rollout

PENDULUMS = """
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <replicate count="6" offset="0.4 0 0">
      <body pos="0 0 1">
        <joint axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 0 0 -.4" size=".03"/>
        <body pos="0 0 -.4">
          <joint axis="0 1 0"/>
          <geom type="capsule" fromto="0 0 0 .3 0 -.7" size=".03"/>
        </body>
      </body>
    </replicate>
  </worldbody>
</mujoco>
"""


@pytest.fixture
def model():
    return ferrodyn.MjModel.from_xml_string(PENDULUMS)


def started(model, seed):
    d = ferrodyn.MjData(model)
    d.qvel[:] = np.random.default_rng(seed).normal(size=model.nv)
    return d


def run_together(*functions):
    """Runs functions on threads that start together; raises the first exception."""
    barrier, errors = threading.Barrier(len(functions)), []

    def work(function):
        barrier.wait()
        try:
            function()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(f,)) for f in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def test_data_of_one_model_step_at_the_same_time(model):
    """While one thread is inside a single long call, the other one makes many short ones."""
    seconds = []

    def long_call():
        d = started(model, 0)
        start = time.perf_counter()
        ferrodyn.mj_step(model, d, nstep=20000)
        seconds.append((start, time.perf_counter()))

    stamps = []

    def short_calls():
        d = started(model, 1)
        for _ in range(500):
            ferrodyn.mj_step(model, d)
            stamps.append(time.perf_counter())
            time.sleep(0)

    run_together(long_call, short_calls)
    ((start, end),) = seconds
    assert sum(start < stamp < end for stamp in stamps) > 20


def test_results_of_threads_are_those_of_one_after_the_other(model):
    expected = []
    for seed in range(4):
        d = started(model, seed)
        ferrodyn.mj_step(model, d, nstep=300)
        expected.append(d.qpos.tobytes() + d.sensordata.tobytes())
    data = [started(model, seed) for seed in range(4)]

    def steps(d):
        def run():
            for _ in range(100):
                ferrodyn.mj_step(model, d)
            ferrodyn.mj_step(model, d, nstep=200)

        return run

    run_together(*map(steps, data))
    assert [d.qpos.tobytes() + d.sensordata.tobytes() for d in data] == expected


def test_threads_may_share_one_data(model):
    """Nobody crashes, and each call sees the data whole: time moves by steps."""
    d = started(model, 0)
    end = threading.Event()
    count = 4 * 200

    def steps():
        for i in range(200):
            ferrodyn.mj_step(model, d)
            if i % 50 == 0:
                ferrodyn.mj_forward(model, d)

    def reads():
        out = np.zeros((model.nv, model.nv))
        state = np.zeros(ferrodyn.mj_stateSize(model, 1))
        while not end.is_set():
            ferrodyn.mj_fullM(model, out, d.qM)
            ferrodyn.mj_getState(model, d, state, 1)
            steps_done = state[0] / model.opt.timestep
            assert abs(steps_done - round(steps_done)) < 1e-6
            [c.dist for c in d.contact]
            d.efc_force.sum()
            repr(d.contact)
            copy.copy(d)

    reader = threading.Thread(target=reads)
    reader.start()
    try:
        run_together(*[steps] * 4)
    finally:
        end.set()
        reader.join()
    np.testing.assert_allclose(d.time, count * model.opt.timestep)


def test_a_model_may_be_edited_while_it_is_stepped(model):
    d = started(model, 0)

    def edits():
        for i in range(300):
            model.opt.timestep = 0.001 + 1e-6 * i
            model.body_mass[1] = 1 + 0.001 * i
            ferrodyn.mj_setConst(model, ferrodyn.MjData(model))

    def steps():
        for _ in range(300):
            ferrodyn.mj_step(model, d)

    run_together(edits, steps, steps)
    assert np.isfinite(d.qpos).all()


def test_objects_are_made_and_dropped_on_any_thread(model):
    def churn():
        for seed in range(20):
            m = copy.copy(model)
            d = started(m, seed)
            ferrodyn.mj_step(m, d)
            views = [d.qpos, d.xpos, m.body_mass, d.body(1).xpos, d.contact]
            del m, d
            assert np.isfinite(views[0]).all()
            ferrodyn.MjModel.from_xml_string("<mujoco/>")

    run_together(*[churn] * 4)


def test_rollouts_of_several_threads_share_a_pool(model):
    start = np.zeros((8, ferrodyn.mj_stateSize(model, ferrodyn.mjtState.mjSTATE_FULLPHYSICS)))
    start[:, -3:] = np.random.default_rng(0).normal(size=(8, 3))
    expected, _ = rollout.rollout(model, ferrodyn.MjData(model), start, nstep=50)
    with rollout.Rollout(nthread=2) as pool:

        def roll():
            data = [ferrodyn.MjData(model) for _ in range(2)]
            for _ in range(3):
                state, _ = pool.rollout(model, data, start, nstep=50)
                assert state.tobytes() == expected.tobytes()

        run_together(*[roll] * 3)


def test_other_threads_run_during_native_work(model):
    """A thread that only counts goes on while calls of several kinds run."""
    counts = [0]
    end = threading.Event()

    def count():
        while not end.is_set():
            counts[0] += 1
            time.sleep(0.0005)

    d = started(model, 0)
    n = 2 * model.nv
    vectors = np.random.default_rng(0).normal(size=3 * 20000)
    dist, geom = np.zeros(20000), np.zeros(20000, np.int32)
    start = np.zeros((4, ferrodyn.mj_stateSize(model, ferrodyn.mjtState.mjSTATE_FULLPHYSICS)))
    long = {
        "step": lambda: ferrodyn.mj_step(model, d, nstep=5000),
        "rollout": lambda: rollout.rollout(model, d, start, nstep=1500),
        "derivatives": lambda: [
            ferrodyn.mjd_transitionFD(model, d, 1e-6, True, np.zeros((n, n)), None, None, None)
            for _ in range(60)
        ],
        "rays": lambda: [
            ferrodyn.mj_multiRay(
                model, d, np.array([0, 0, 2.0]), vectors, None, True, -1, geom, dist, None, 20000, 9
            )
            for _ in range(4)
        ],
        "compile": lambda: ferrodyn.MjModel.from_xml_string(
            PENDULUMS.replace('count="6"', 'count="300"')
        ),
    }
    counter = threading.Thread(target=count)
    counter.start()
    try:
        for name, call in long.items():
            before, begin = counts[0], time.perf_counter()
            call()
            seconds = time.perf_counter() - begin
            # one count a millisecond would be plenty; on a busy machine some are enough
            assert counts[0] - before >= min(5, seconds / 0.02), name
    finally:
        end.set()
        counter.join()


INTERRUPTED = """
import signal, sys, time
import numpy as np
import ferrodyn
from ferrodyn import rollout
m = ferrodyn.MjModel.from_xml_string('''{xml}''')
d = ferrodyn.MjData(m)
start = np.zeros((8, ferrodyn.mj_stateSize(m, ferrodyn.mjtState.mjSTATE_FULLPHYSICS)))
many = [ferrodyn.MjData(m) for _ in range(2)]
# a shell may have started everything in the background, where Ctrl-C is ignored
signal.signal(signal.SIGINT, signal.default_int_handler)
print("ready", flush=True)
try:
    {call}
    print("not interrupted")
except KeyboardInterrupt:
    print(time.time(), flush=True)
before = d.time
ferrodyn.mj_step(m, d)
assert np.isfinite(d.qpos).all()
assert abs(d.time - before - m.opt.timestep) < 1e-12
print("goes on")
"""


def model_that_compiles_for_seconds():
    """Many meshes, each with a convex hull of all its vertices."""
    random = np.random.default_rng(0)
    meshes, geoms = [], []
    for i in range(200):
        points = random.normal(size=(3000, 3))
        points /= np.linalg.norm(points, axis=1, keepdims=True)
        vertices = " ".join(f"{x:.6f}" for x in points.ravel())
        meshes.append(f'<mesh name="m{i}" vertex="{vertices}"/>')
        geoms.append(f'<geom type="mesh" mesh="m{i}"/>')
    assets, bodies = "".join(meshes), "".join(geoms)
    return f"<mujoco><asset>{assets}</asset><worldbody>{bodies}</worldbody></mujoco>"


@pytest.mark.skipif(os.name != "posix", reason="signals are sent to a process")
@pytest.mark.parametrize(
    "call",
    [
        "ferrodyn.mj_step(m, d, nstep=10**9)",
        "rollout.rollout(m, d, start, nstep=10**6)",
        "rollout.rollout(m, many, start, nstep=10**6)",
        "ferrodyn.MjModel.from_xml_string(open('{long}').read())",
    ],
)
def test_ctrl_c_ends_a_long_call(call, tmp_path):
    long = tmp_path / "long.xml"
    if "long" in call:
        long.write_text(model_that_compiles_for_seconds())
    script = INTERRUPTED.format(xml=PENDULUMS, call=call.format(long=long))
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.7)
        sent = time.time()
        process.send_signal(signal.SIGINT)
        seen = process.stdout.readline()
        assert seen != "not interrupted\n"
        # 0.1 s on an idle machine
        assert float(seen) - sent < 1.0
        assert process.stdout.readline() == "goes on\n"
        assert process.wait(timeout=60) == 0


@pytest.mark.skipif(os.name != "posix", reason="signals are sent to a process")
def test_a_signal_handler_may_use_the_data(model):
    seen = []
    d = started(model, 0)

    def look(number, frame):
        seen.append((d.time, d.qpos.copy(), d.ncon, model.opt.timestep))

    former = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, 0.1, 0.1)
    try:
        start = time.perf_counter()
        while not seen and time.perf_counter() - start < 20:
            ferrodyn.mj_step(model, d, nstep=20000)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)
    # handlers run between steps of a call, not only after it
    assert any(0 < time < d.time for time, *_ in seen)


def test_free_threaded_python_keeps_the_gil_off():
    if not sysconfig.get_config_var("Py_GIL_DISABLED"):
        pytest.skip("this Python has a GIL: run these tests with python3.14t too")
    code = "import sys, ferrodyn, ferrodyn.rollout; sys.exit(sys._is_gil_enabled())"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
