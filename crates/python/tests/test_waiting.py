"""No wait is for ever: locks between threads, signals, forks, callbacks that need each other."""

import os
import subprocess
import sys
import textwrap
import threading
import time

import ferrodyn as fd
import numpy as np
import pytest
from ferrodyn import rollout
from ferrodyn.batch import Batch

BALLS = """<mujoco><option timestep="0.001"/><worldbody><geom type="plane" size="5 5 .1"/>
<replicate count="8" offset="0 0 .25"><body pos="0 0 .2"><freejoint/><geom size=".1"/></body>
</replicate></worldbody></mujoco>"""
PENDULUM = """<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody>
<actuator><motor joint="j"/></actuator></mujoco>"""

PRELUDE = f"""
import faulthandler, os, signal, sys, threading, time
import numpy as np, ferrodyn as fd
from ferrodyn import rollout
from ferrodyn.batch import Batch
faulthandler.dump_traceback_later(50, exit=True)
# whoever runs this in the background may have told it to ignore Ctrl-C
signal.signal(signal.SIGINT, signal.default_int_handler)
BALLS = '''{BALLS}'''
PENDULUM = '''{PENDULUM}'''
def interrupt_after(seconds, sign=signal.SIGINT):
    def send():
        time.sleep(seconds)
        global sent
        sent = time.time()
        os.kill(os.getpid(), sign)
    threading.Thread(target=send, daemon=True).start()
"""


@pytest.fixture(autouse=True)
def _no_callbacks():
    yield
    fd.mj_resetCallbacks()


def run(code, timeout=60):
    """What a program prints that must end by itself."""
    script = PRELUDE + textwrap.dedent(code)
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=timeout
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.strip()


def within_a_second(code):
    """Runs a program that prints how long after a signal it went on."""
    assert float(run(code)) < 1.0


def test_ctrl_c_ends_a_wait_for_data_that_another_thread_steps():
    within_a_second("""
        m = fd.MjModel.from_xml_string(BALLS)
        d = fd.MjData(m)
        threading.Thread(target=fd.mj_step, args=(m, d, 10**8), daemon=True).start()
        time.sleep(.3)
        interrupt_after(.5)
        try:
            fd.mj_forward(m, d)
        except KeyboardInterrupt:
            print(time.time() - sent)
        sys.stdout.flush()
        os._exit(0)
    """)


def test_numbers_and_views_of_data_in_use_do_not_wait():
    assert run("""
        m = fd.MjModel.from_xml_string(BALLS)
        d = fd.MjData(m)
        threading.Thread(target=fd.mj_step, args=(m, d, 10**8), daemon=True).start()
        time.sleep(.3)
        start = time.time()
        d.time, d.qpos[0], m.nq, m.opt.timestep, m.geom_size[0], m.body(1).mass, d.energy, m.names
        print(time.time() - start < .2, d.time > 0)
        sys.stdout.flush()
        os._exit(0)
    """) == "True True"


def test_first_view_of_a_model_does_not_wait_for_a_rollout():
    assert run("""
        m = fd.MjModel.from_xml_string(BALLS)
        ds = [fd.MjData(m) for _ in range(2)]
        x = np.zeros((2, fd.mj_stateSize(m, fd.mjtState.mjSTATE_FULLPHYSICS)))
        x[:, 4::7] = 1
        work = lambda: rollout.rollout(m, ds, x, nstep=10**5)
        threading.Thread(target=work, daemon=True).start()
        time.sleep(.3)
        start = time.time()
        m.geom_rgba, m.body_mass, m.opt.gravity
        print(time.time() - start < .2)
        sys.stdout.flush()
        os._exit(0)
    """) == "True"


def test_a_signal_handler_may_read_the_data_of_a_rollout():
    assert run("""
        m = fd.MjModel.from_xml_string(BALLS)
        ds = [fd.MjData(m) for _ in range(2)]
        x = np.zeros((2, fd.mj_stateSize(m, fd.mjtState.mjSTATE_FULLPHYSICS)))
        def handler(*_):
            print(ds[0].time >= 0, len(ds[0].qpos) == m.nq)
            try:
                fd.mj_forward(m, ds[0])
            except RuntimeError as e:
                print(e)
            raise KeyboardInterrupt
        signal.signal(signal.SIGINT, handler)
        interrupt_after(.5)
        try:
            rollout.rollout(m, ds, x, nstep=10**6)
        except KeyboardInterrupt:
            print(time.time() - sent < 1)
    """).splitlines() == [
        "True True",
        "the object is in use by a rollout that this thread waits for",
        "True",
    ]


PGS = """
        xml = BALLS.replace("<option", '<option solver="PGS" iterations="2147483647" tolerance="0"')
        m = fd.MjModel.from_xml_string(xml)
        d = fd.MjData(m)
        d.qpos[2::7] = 0.09
"""


def test_ctrl_c_ends_a_step_whose_solver_does_not():
    within_a_second(PGS + """
        interrupt_after(.5)
        try:
            fd.mj_step(m, d)
        except KeyboardInterrupt:
            print(time.time() - sent)
    """)


def test_ctrl_c_ends_a_rollout_whose_solver_does_not():
    within_a_second(PGS + """
        ds = [d, fd.MjData(m)]
        x = np.zeros((2, fd.mj_stateSize(m, fd.mjtState.mjSTATE_FULLPHYSICS)))
        fd.mj_getState(m, d, x[0], fd.mjtState.mjSTATE_FULLPHYSICS)
        x[1] = x[0]
        interrupt_after(.5)
        try:
            rollout.rollout(m, ds, x, nstep=2)
        except KeyboardInterrupt:
            print(time.time() - sent)
    """)


def test_a_signal_handler_during_a_step_gets_an_error_for_functions_on_its_data():
    assert run(PGS + """
        def handler(*_):
            print(d.time >= 0)
            try:
                fd.mj_forward(m, d)
            except RuntimeError as e:
                print(e)
            raise KeyboardInterrupt
        signal.signal(signal.SIGINT, handler)
        interrupt_after(.5)
        try:
            fd.mj_step(m, d)
        except KeyboardInterrupt:
            print(time.time() - sent < 1)
    """).splitlines() == [
        "True",
        "the object is in use by a function that runs on this thread",
        "True",
    ]


def test_rollout_of_the_data_a_callback_owns_is_refused():
    m = fd.MjModel.from_xml_string(PENDULUM)
    d = fd.MjData(m)
    x = np.zeros((4, fd.mj_stateSize(m, fd.mjtState.mjSTATE_FULLPHYSICS)))

    def control(m, d):
        fd.set_mjcb_control(None)
        rollout.rollout(m, [d, d], x, nstep=3)

    with rollout.Rollout(nthread=2):
        fd.mj_forward(m, d)
        fd.set_mjcb_control(control)
        with pytest.raises(RuntimeError, match="in use by the function whose callback"):
            fd.mj_step(m, d)


def test_callbacks_that_need_each_others_data_get_an_error_not_a_deadlock():
    m = fd.MjModel.from_xml_string(PENDULUM)
    pair = [fd.MjData(m), fd.MjData(m)]
    both = threading.Barrier(2)
    errors = []

    def control(m, d):
        other = pair[1] if d is pair[0] else pair[0]
        if d.userdata is not None and not both.broken and threading.current_thread() in threads:
            try:
                both.wait(5)
            except threading.BrokenBarrierError:
                return
            both.abort()
            fd.mj_forward(m, other)

    def work(d):
        try:
            fd.mj_step(m, d)
        except RuntimeError as error:
            errors.append(str(error))

    fd.set_mjcb_control(control)
    threads = [threading.Thread(target=work, args=(d,), daemon=True) for d in pair]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
        assert not thread.is_alive()
    assert all("deadlock" in error for error in errors)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_is_told_of_data_that_a_thread_of_the_parent_was_writing():
    assert run("""
        m = fd.MjModel.from_xml_string(BALLS)
        d = fd.MjData(m)
        threading.Thread(target=fd.mj_step, args=(m, d, 10**8), daemon=True).start()
        time.sleep(.3)
        pid = os.fork()
        if pid == 0:
            for use in [lambda: d.efc_J, lambda: fd.mj_resetData(m, d), lambda: fd.mj_step(m, d)]:
                try:
                    use()
                    os._exit(1)
                except RuntimeError as error:
                    assert "forked" in str(error)
            assert d.qpos.shape == (m.nq,)  # arrays that stay in place can still be read
            del d
            ds = [fd.MjData(m) for _ in range(2)]
            x = np.zeros((2, fd.mj_stateSize(m, fd.mjtState.mjSTATE_FULLPHYSICS)))
            rollout.rollout(m, ds, x, nstep=10)
            os._exit(7)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
        sys.stdout.flush()
        os._exit(0)
    """) == "7"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_pools_made_before_a_fork_work_in_the_child():
    assert run("""
        m = fd.MjModel.from_xml_string(PENDULUM)
        ds = [fd.MjData(m) for _ in range(2)]
        x = np.zeros((4, fd.mj_stateSize(m, fd.mjtState.mjSTATE_FULLPHYSICS)))
        pool = rollout.Rollout(nthread=2)
        pool.rollout(m, ds, x, nstep=10)
        pid = os.fork()
        if pid == 0:
            pool.rollout(m, ds, x, nstep=10)
            os._exit(7)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
    """) == "7"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_callback_that_forks_goes_on_in_both_processes():
    assert run("""
        m = fd.MjModel.from_xml_string(PENDULUM)
        d = fd.MjData(m)
        pids = []
        def control(m, d):
            if not pids:
                pids.append(os.fork())
                fd.mj_kinematics(m, d)
        fd.set_mjcb_control(control)
        fd.mj_step(m, d)
        fd.mj_step(m, d)
        if pids[0] == 0:
            os._exit(7 if d.time == 2 * m.opt.timestep else 8)
        print(os.waitstatus_to_exitcode(os.waitpid(pids[0], 0)[1]), d.time == 2 * m.opt.timestep)
    """) == "7 True"


def test_threads_that_step_one_data_take_turns():
    m = fd.MjModel.from_xml_string(PENDULUM)
    d = fd.MjData(m)
    counts = [0, 0]
    deadline = time.time() + 30
    both = threading.Barrier(2)

    def work(i):
        both.wait()
        while min(counts) < 20 and time.time() < deadline:
            fd.mj_step(m, d, 20)
            counts[i] += 1

    threads = [threading.Thread(target=work, args=(i,)) for i in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert min(counts) >= 20
    assert max(counts) < 2000
    assert d.time == pytest.approx(sum(counts) * 20 * m.opt.timestep)


BATCH = """
        from ferrodyn.batch import Batch
        m = fd.MjModel.from_xml_string(BALLS)
        batch = Batch(m, 64, nthread=2)
        def step():
            while True:
                batch.step(nstep=2)
        asked = {
            "status": lambda: batch.status,
            "failure": lambda: batch.failure(0),
            "unconverged": lambda: batch.unconverged,
            "persistent": lambda: batch.persistent,
        }
"""


def test_what_went_wrong_in_a_batch_can_be_asked_while_another_thread_steps_it():
    # whoever steps needs the interpreter before it lets go of the batch
    assert run(BATCH + """
        threading.Thread(target=step, daemon=True).start()
        for _ in range(20):
            for ask in asked.values():
                ask()
        print(True)
        sys.stdout.flush()
        os._exit(0)
    """) == "True"


def test_a_signal_handler_that_asks_the_batch_of_the_call_it_interrupts_gets_an_error():
    assert run(BATCH + """
        def handler(*_):
            for name, ask in asked.items():
                try:
                    ask()
                    print(name)
                except RuntimeError as error:
                    print(error)
            raise KeyboardInterrupt
        signal.signal(signal.SIGINT, handler)
        interrupt_after(.5)
        try:
            batch.step(nstep=10**8)
        except KeyboardInterrupt:
            print(time.time() - sent < 1)
    """).splitlines() == [
        *["the object is in use by a function that runs on this thread"] * 3,
        "persistent",
        "True",
    ]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_is_told_of_a_batch_that_a_thread_of_the_parent_was_stepping():
    assert run(BATCH + """
        threading.Thread(target=lambda: batch.step(nstep=10**8), daemon=True).start()
        time.sleep(.3)
        pid = os.fork()
        if pid == 0:
            count = 0
            for ask in [*asked.values(), lambda: batch.set_models(m), batch.step]:
                try:
                    ask()
                except RuntimeError as error:
                    count += "fork" in str(error)
            os._exit(count)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
        sys.stdout.flush()
        os._exit(0)
    """) == "5"


def test_a_callback_that_asks_a_batch_which_waits_for_its_data_gets_an_error():
    m = fd.MjModel.from_xml_string(PENDULUM)
    d, batch = fd.MjData(m), Batch(m, 2)
    waits, errors = threading.Event(), []

    def control(m, d):
        if threading.current_thread() is not threads[0]:
            return
        threads[1].start()
        time.sleep(0.3)
        batch.set_models(None)

    def step():
        try:
            fd.mj_step(m, d)
        except RuntimeError as error:
            errors.append(str(error))

    def take():
        waits.set()
        batch.get_data(0, d)

    fd.set_mjcb_control(control)
    threads = [threading.Thread(target=work, daemon=True) for work in (step, take)]
    threads[0].start()
    assert waits.wait(20)
    for thread in threads:
        thread.join(20)
        assert not thread.is_alive()
    assert [error[:8] for error in errors] == ["deadlock"]
