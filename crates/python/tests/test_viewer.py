"""Windows on simulations: what the program and the window tell each other, and real windows."""

import os
import pickle
import shutil
import subprocess
import sys
import textwrap
import time

import ferrodyn
import numpy as np
import pytest
from ferrodyn import viewer
from ferrodyn.viewer import _handle, _model

XML = """
<mujoco>
  <worldbody>
    <camera name="side" pos="0 -3 0" xyaxes="1 0 0 0 0 1"/>
    <geom name="floor" type="plane" size="1 1 .1"/>
    <body name="ball" pos="0 0 1"><freejoint/><geom name="ball" size=".1"/></body>
    <body name="arm"><joint name="hinge"/><geom size=".1" pos="0 0 .3"/></body>
  </worldbody>
  <actuator><motor name="motor" joint="hinge"/></actuator>
</mujoco>
"""


class FakeProcess:
    """A window that shows nothing: keeps what it is told."""

    def __init__(self, greeting, on_news):
        # what goes through a pipe is pickled
        self.greeting, self.on_news = pickle.loads(pickle.dumps(greeting)), on_news
        self.heard, self.is_open = [], True

    def send(self, news):
        self.heard.append(pickle.loads(pickle.dumps(news)))

    def close(self):
        self.is_open = False


@pytest.fixture
def simulation():
    m = ferrodyn.MjModel.from_xml_string(XML)
    return m, ferrodyn.MjData(m)


@pytest.fixture
def opened(simulation, monkeypatch):
    monkeypatch.setattr(_handle, "Process", FakeProcess)
    handle = viewer.launch_passive(*simulation)
    frame(handle)
    handle._process.heard.clear()
    return handle


def frame(handle, **news):
    """The window has drawn a frame."""
    told = {
        "cam": handle.cam._record.tobytes(),
        "opt": handle.opt._record.tobytes(),
        "perturb": handle.perturb._record.tobytes(),
        "flags": bytes(ferrodyn.mjtRndFlag.mjNRNDFLAG),
        "size": [640, 480],
        "is_playing": True,
        "percent": 100.0,
        "keys": [],
        "wants_reload": False,
        "seen": handle._number,
    }
    handle._process.on_news(told | news)


def heard(handle, name):
    """What the window was told last of something."""
    return [news[name] for news in handle._process.heard if name in news][-1]


class TestWithoutAWindow:
    def test_the_state_is_shown(self, opened, simulation):
        m, d = simulation
        frame(opened)
        ferrodyn.mj_step(m, d)
        opened.sync()
        assert np.frombuffer(heard(opened, "state"))[0] == d.time == 0.002

    def test_states_that_come_too_fast_are_left_out_but_not_the_last(self, opened, simulation):
        m, d = simulation
        for _ in range(100):
            ferrodyn.mj_step(m, d)
            opened.sync()
        assert len(opened._process.heard) == 0
        frame(opened)
        assert len(opened._process.heard) == 1
        assert np.frombuffer(heard(opened, "state"))[0] == d.time

    def test_what_the_program_changes_is_told(self, opened):
        frame(opened)
        opened.cam.azimuth = 33
        opened.opt.flags[ferrodyn.mjtVisFlag.mjVIS_COM] = 1
        opened.user_scn.flags[ferrodyn.mjtRndFlag.mjRND_WIREFRAME] = 1
        geom = opened.user_scn.geoms[0]
        size, pos, mat = np.full(3, 0.1), np.zeros(3), np.eye(3).ravel()
        ferrodyn.mjv_initGeom(geom, ferrodyn.mjtGeom.mjGEOM_SPHERE, size, pos, mat, np.ones(4))
        opened.user_scn.ngeom = 1
        opened.sync()
        assert heard(opened, "cam").azimuth == 33
        assert heard(opened, "opt").flags[ferrodyn.mjtVisFlag.mjVIS_COM] == 1
        assert heard(opened, "flags")[ferrodyn.mjtRndFlag.mjRND_WIREFRAME] == 1
        assert len(heard(opened, "geoms")) == opened.user_scn._geoms.dtype.itemsize

    def test_what_the_mouse_changes_is_seen_unless_the_program_changed_it_too(self, opened):
        other = ferrodyn.MjvCamera()
        other.azimuth = 77
        frame(opened, cam=other._record.tobytes())
        assert opened.cam.azimuth == 77
        opened.cam.azimuth = 5
        frame(opened, cam=other._record.tobytes())
        assert opened.cam.azimuth == 5
        opened.sync()
        # of a frame before the window knew
        frame(opened, cam=other._record.tobytes(), seen=opened._number - 1)
        assert opened.cam.azimuth == 5
        frame(opened, cam=other._record.tobytes())
        assert opened.cam.azimuth == 77

    def test_a_pulled_body_feels_a_force_and_other_forces_end(self, opened, simulation):
        _m, d = simulation
        d.xfrc_applied[2] = 1
        pert = ferrodyn.MjvPerturb()
        pert.select, pert.active, pert.localmass = 1, ferrodyn.mjtPertBit.mjPERT_TRANSLATE, 1
        pert.refselpos = [0, 0, 3]
        frame(opened, perturb=pert._record.tobytes())
        opened.sync()
        assert d.xfrc_applied[1, 2] > 0
        assert not d.xfrc_applied[2].any()

    def test_a_slider_changes_its_number_only(self, opened, simulation):
        m, d = simulation
        # what comes before controls has the lower bits
        control = ferrodyn.mj_stateSize(m, int(ferrodyn.mjtState.mjSTATE_CTRL) - 1)
        ferrodyn.mj_step(m, d)
        frame(opened, parts=[(control, 0.25), (10**6, 1.0)])
        opened.sync()
        assert (d.ctrl[0], d.time) == (0.25, 0.002)

    def test_a_reset_is_a_whole_state(self, opened, simulation):
        m, d = simulation
        size = ferrodyn.mj_stateSize(m, ferrodyn.mjtState.mjSTATE_INTEGRATION)
        start = np.empty(size)
        ferrodyn.mj_getState(m, d, start, ferrodyn.mjtState.mjSTATE_INTEGRATION)
        for _ in range(5):
            ferrodyn.mj_step(m, d)
        frame(opened, state=start.tobytes())
        frame(opened, state=b"12345678")
        opened.sync()
        assert (d.time, d.qpos[2]) == (0.0, 1.0)

    def test_numbers_of_the_model_are_taken_over(self, opened, simulation, monkeypatch):
        m, _ = simulation
        monkeypatch.setattr(_handle, "_LOOK", -1)
        frame(opened)
        opened.sync()
        assert not any("fields" in news for news in opened._process.heard)
        m.geom("ball").rgba = [1, 0, 0, 1]
        m.opt.timestep = 0.005
        m.vis.headlight.ambient = [0.5, 0.5, 0.5]
        frame(opened)
        opened.sync()
        fields = heard(opened, "fields")
        assert set(fields) == {("geom_rgba",), ("opt", "timestep"), ("vis", "headlight", "ambient")}
        other = ferrodyn.MjModel.from_xml_string(XML)
        _model.put(other, fields)
        assert (other.geom("ball").rgba == [1, 0, 0, 1]).all()
        assert other.opt.timestep == 0.005
        assert other.vis.headlight.ambient[0] == 0.5
        frame(opened)
        m.opt.timestep = 0.001
        opened.sync(state_only=True)
        assert ("opt", "timestep") in heard(opened, "fields")
        assert heard(opened, "fields")["opt", "timestep"] == 0.005

    def test_keys_reach_the_program_and_its_mistakes_stay_its_own(
        self, simulation, monkeypatch, capsys
    ):
        monkeypatch.setattr(_handle, "Process", FakeProcess)
        keys = []

        def note(key):
            keys.append(key)
            raise ValueError("wrong key")

        handle = viewer.launch_passive(*simulation, key_callback=note)
        frame(handle, keys=[65, 32])
        assert keys == [65, 32]
        assert "wrong key" in capsys.readouterr().err

    def test_texts_and_images_are_checked(self, opened):
        frame(opened)
        opened.set_texts((None, ferrodyn.mjtGridPos.mjGRID_TOPRIGHT, "a", None))
        frame(opened)
        assert heard(opened, "texts") == [(1.0, 1, "a", "")]
        frame(opened)
        image = np.zeros((4, 6, 3), np.uint8)
        opened.set_images((ferrodyn.MjrRect(1, 2, 6, 4), image))
        assert heard(opened, "images") == [([1, 2], [6, 4], bytes(72))]
        with pytest.raises(ValueError, match="does not match"):
            opened.set_images((ferrodyn.MjrRect(1, 2, 6, 5), image))
        with pytest.raises(NotImplementedError, match="set_images"):
            opened.set_figures([])
        with pytest.raises(IndexError):
            opened.update_mesh(0)

    def test_a_closed_window_is_no_error(self, opened, simulation):
        assert opened.is_running()
        frame(opened)
        assert (opened.viewport.width, opened.viewport.height) == (640, 480)
        with opened:
            pass
        opened.sync()
        assert not opened.is_running()
        assert (opened.m, opened.d, opened.viewport) == (None, None, None)

    @pytest.mark.parametrize(
        ("arguments", "problem"),
        [((None, 3), "mjModel is not"), ((dict, 3), "should not be specified")],
    )
    def test_wrong_arguments_of_launch_are_named(self, arguments, problem):
        with pytest.raises(ValueError, match=problem):
            viewer.launch(*arguments)


def test_without_a_display_the_error_says_so(simulation, monkeypatch):
    if not sys.platform.startswith("linux"):
        pytest.skip("other systems always have a display")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(RuntimeError, match="the window cannot be opened"):
        viewer.launch_passive(*simulation)
    with pytest.raises(RuntimeError, match="the window cannot be opened"):
        viewer.launch_from_path("nothing.xml")


@pytest.fixture(scope="module")
def display():
    """A display that nobody sees."""
    if not shutil.which("Xvfb"):
        pytest.skip("Xvfb is not installed")
    screen = ["-screen", "0", "800x600x24"]
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), *screen],
        pass_fds=[write], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(write)
    with os.fdopen(read) as file:
        number = file.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait()


@pytest.fixture
def on_display(display, monkeypatch):
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    return display


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


@pytest.mark.usefixtures("on_display")
class TestRealWindows:
    def test_a_passive_window_opens_follows_and_closes(self, simulation):
        m, d = simulation
        keys = []
        with viewer.launch_passive(m, d, key_callback=keys.append, show_left_ui=False) as window:
            assert window.is_running()
            for _ in range(50):
                ferrodyn.mj_step(m, d)
                window.sync()
            window.cam.azimuth = 12
            window.sync()
            assert wait_for(lambda: window.viewport.width > 100)
            # the window tells what it has
            assert wait_for(lambda: window._is_ready)
            assert window.cam.azimuth == 12
            if shutil.which("xdotool"):
                press(window, keys, "g", 71)
        assert not window.is_running()

    def test_the_loop_of_mujoco_s_documentation_runs(self, tmp_path):
        (tmp_path / "model.xml").write_text(XML)
        program = textwrap.dedent("""
            import time
            import ferrodyn.compat; ferrodyn.compat.install()
            import mujoco
            import mujoco.viewer

            m = mujoco.MjModel.from_xml_path("model.xml")
            d = mujoco.MjData(m)
            with mujoco.viewer.launch_passive(m, d) as viewer:
                start = time.time()
                while viewer.is_running() and time.time() - start < 1:
                    step_start = time.time()
                    mujoco.mj_step(m, d)
                    with viewer.lock():
                        viewer.opt.flags[mujoco.mjtVisFlag.mjVIS_CONTACTPOINT] = int(d.time % 2)
                    viewer.sync()
                    time_until_next_step = m.opt.timestep - (time.time() - step_start)
                    if time_until_next_step > 0:
                        time.sleep(time_until_next_step)
            print(d.time > 0.05)
        """)
        done = subprocess.run(
            [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, timeout=120
        )
        assert done.stdout.decode().strip() == "True", done.stderr.decode()

    def test_launch_steps_with_callbacks_until_it_is_closed(self, simulation, monkeypatch):
        m, d = simulation
        calls = []

        class Closing(viewer.Handle):
            """Closed by its user once there was something to see."""

            def sync(self, state_only=False):
                super().sync(state_only)
                if d.time > 0.05:
                    self.close()

        monkeypatch.setattr(viewer, "Handle", Closing)
        ferrodyn.set_mjcb_control(lambda m, d: calls.append(d.time))
        try:
            viewer.launch(m, d)
        finally:
            ferrodyn.set_mjcb_control(None)
        assert d.time > 0.05
        assert len(calls) > 10

    def test_a_program_that_is_killed_takes_its_window_along(self, tmp_path):
        program = (
            "import ferrodyn, ferrodyn.viewer, os, time\n"
            f"m = ferrodyn.MjModel.from_xml_string('''{XML}''')\n"
            "handle = ferrodyn.viewer.launch_passive(m, ferrodyn.MjData(m))\n"
            "print(handle._process._process.pid, flush=True)\n"
            "time.sleep(60)\n"
        )
        process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE)
        window = int(process.stdout.readline())
        process.kill()
        process.wait()
        assert wait_for(lambda: not is_alive(window))


def press(window, keys, name, number):
    """Presses a key until the window has it, as it may have no focus yet."""

    def pressed():
        subprocess.run(["xdotool", "search", "--name", "ferrodyn", "windowfocus"], check=False)
        subprocess.run(["xdotool", "key", name], check=False)
        window.sync()
        time.sleep(0.1)
        return number in keys

    assert wait_for(pressed)


def is_alive(pid):
    """Whether a process runs, and has not only not been waited for."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False
