"""The switch: programs that import mujoco run on ferrodyn, unchanged."""

import importlib.metadata
import importlib.util
import os
import pathlib
import pickle
import subprocess
import sys
import textwrap

import ferrodyn
import numpy as np
import pytest
from ferrodyn import compat

# in one line, as programs below contain it
PENDULUM = (
    '<mujoco><worldbody><body name="pole"><joint name="hinge" axis="0 1 0"/>'
    '<geom type="capsule" size=".05" fromto="0 0 0 0 0 -1"/></body></worldbody></mujoco>'
)

# in front of a program, this makes an installed mujoco invisible
HIDE_MUJOCO = """
import importlib.machinery
_find = importlib.machinery.PathFinder.find_spec
def _hidden(name, path=None, target=None):
    return None if name == "mujoco" else _find(name, path, target)
importlib.machinery.PathFinder.find_spec = _hidden
"""

GYMNASIUM = [
    "Ant", "HalfCheetah", "Hopper", "Humanoid", "HumanoidStandup", "InvertedDoublePendulum",
    "InvertedPendulum", "Pusher", "Reacher", "Swimmer", "Walker2d",
]  # fmt: skip


def python(*arguments, status=0, draws=False, **kwargs):
    """Runs Python; what it printed."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "MUJOCO_GL": "disable"}
    if draws:
        del environment["MUJOCO_GL"]
    command = [sys.executable, *map(str, arguments)]
    result = subprocess.run(
        command, env=environment, text=True, capture_output=True, check=False, **kwargs
    )
    assert result.returncode == status, result.stderr
    return result.stdout + (result.stderr if status else "")


def write(folder, code, name="program.py"):
    path = folder / name
    path.write_text(textwrap.dedent(code))
    return path


@pytest.fixture
def mujoco_is_ferrodyn():
    with compat.active():
        import mujoco

        yield mujoco


# --- the command line ------------------------------------------------------------------------


def test_a_script_runs_as_python_would_run_it(tmp_path):
    path = write(
        tmp_path,
        """
        import sys, mujoco, beside
        print(mujoco.MjModel.__module__, __name__, sys.argv[1:], sys.path[0], __file__)
        """,
    )
    write(tmp_path, "", "beside.py")
    out = python("-m", "ferrodyn.compat", path, "a", "-m").split(maxsplit=2)
    assert out[:2] == ["ferrodyn", "__main__"]
    assert out[2].strip() == f"['a', '-m'] {tmp_path} {path}"


def test_a_module_runs_as_python_would_run_it(tmp_path):
    write(tmp_path, "import sys, mujoco; print(mujoco.MjModel, __name__, sys.argv[1:])", "mod.py")
    out = python("-m", "ferrodyn.compat", "-m", "mod", "a", "-c", cwd=tmp_path)
    assert out == "<class 'ferrodyn.MjModel'> __main__ ['a', '-c']\n"


def test_code_runs_as_python_would_run_it():
    code = "import sys, mujoco; print(mujoco.MjModel, __name__, sys.argv)"
    out = python("-m", "ferrodyn.compat", "-c", code, "a", "--help")
    assert out == "<class 'ferrodyn.MjModel'> __main__ ['-c', 'a', '--help']\n"


def test_a_folder_with_a_main_module_runs(tmp_path):
    write(tmp_path, "import mujoco, beside; print(mujoco.MjModel, __name__)", "__main__.py")
    write(tmp_path, "", "beside.py")
    assert python("-m", "ferrodyn.compat", tmp_path) == "<class 'ferrodyn.MjModel'> __main__\n"


def test_the_status_of_the_program_is_kept():
    python("-m", "ferrodyn.compat", "-c", "raise SystemExit(7)", status=7)
    assert "ZeroDivisionError" in python("-m", "ferrodyn.compat", "-c", "1 / 0", status=1)


def test_help_is_short_and_shows_examples():
    out = python("-m", "ferrodyn.compat", "--help")
    assert "python -m ferrodyn.compat train.py" in out
    assert len(out.splitlines()) < 25


@pytest.mark.parametrize("arguments", [[], ["-m"], ["-c"], ["--wrong"], ["no_such_file.py"]])
def test_a_command_line_that_cannot_be_run_is_refused(arguments):
    assert "error:" in python("-m", "ferrodyn.compat", *arguments, status=2)


# --- other processes -------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes_of_multiprocessing_have_the_switch(tmp_path, method):
    if sys.platform == "win32" and method != "spawn":
        pytest.skip("Windows has only the start method spawn")
    path = write(
        tmp_path,
        f"""
        import multiprocessing
        import mujoco

        def child(queue, model):
            queue.put((mujoco.MjModel.__module__, model.nq))

        def grandchild(queue, model):
            process = multiprocessing.get_context("{method}").Process(
                target=child, args=(queue, model))
            process.start()
            process.join()

        if __name__ == "__main__":
            context = multiprocessing.get_context("{method}")
            model = mujoco.MjModel.from_xml_string('{PENDULUM}')
            for target in (child, grandchild):
                queue = context.Queue()
                process = context.Process(target=target, args=(queue, model))
                process.start()
                print(*queue.get(timeout=60))
                process.join()
        """,
    )
    assert python("-m", "ferrodyn.compat", path, timeout=120) == "ferrodyn 1\n" * 2


@pytest.mark.filterwarnings("ignore:two engines")
def test_processes_have_no_switch_after_it_is_off():
    from multiprocessing import spawn, util

    before = spawn.get_command_line(pipe_handle=3), util.spawnv_passfds
    with compat.active():
        assert "ferrodyn.compat" in spawn.get_command_line(pipe_handle=3)[-2]
    assert (spawn.get_command_line(pipe_handle=3), util.spawnv_passfds) == before


def test_what_is_pickled_with_the_switch_is_unpickled_without(tmp_path):
    code = f"""
    import mujoco, pickle, sys
    m = mujoco.MjModel.from_xml_string('{PENDULUM}')
    d = mujoco.MjData(m)
    d.qpos[0] = 0.25
    with open(sys.argv[1], "wb") as file:
        pickle.dump((m, d, mujoco.mjtObj.mjOBJ_GEOM), file)
    """
    target = tmp_path / "objects.pickle"
    python("-m", "ferrodyn.compat", write(tmp_path, code), target)
    assert not compat.is_installed()
    m, d, kind = pickle.loads(target.read_bytes())
    assert isinstance(m, ferrodyn.MjModel)
    assert d.qpos[0] == 0.25
    assert kind is ferrodyn.mjtObj.mjOBJ_GEOM


# --- the module ------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:two engines")
def test_the_switch_goes_on_and_off():
    before = sys.modules.get("mujoco")
    with compat.active():
        import mujoco

        assert compat.is_installed()
        assert mujoco.MjModel is ferrodyn.MjModel
        with compat.active():
            pass
        assert compat.is_installed()
    assert not compat.is_installed()
    assert sys.modules.get("mujoco") is before
    compat.uninstall()


def test_installing_over_an_imported_mujoco_warns_and_gives_it_back(mujoco):
    with pytest.warns(RuntimeWarning, match="imported before"):
        compat.install()
    try:
        assert importlib.import_module("mujoco") is not mujoco
    finally:
        compat.uninstall()
    assert importlib.import_module("mujoco") is mujoco


@pytest.mark.filterwarnings("ignore:two engines")
class TestModule:
    def test_every_name_of_ferrodyn_is_there(self, mujoco_is_ferrodyn):
        for name in set(ferrodyn.__all__) - {"__version__"}:
            assert getattr(mujoco_is_ferrodyn, name) is getattr(ferrodyn, name)

    def test_the_version_is_mujocos(self, mujoco_is_ferrodyn):
        assert mujoco_is_ferrodyn.__version__ == "3.8.0" == ferrodyn.mj_versionString()
        assert importlib.metadata.version("mujoco") == "3.8.0"
        assert importlib.metadata.metadata("mujoco")["Name"] == "mujoco"

    def test_a_star_import_brings_the_names(self, mujoco_is_ferrodyn):
        names = {}
        exec("from mujoco import *", names)
        assert names["mj_step"] is ferrodyn.mj_step

    @pytest.mark.parametrize(
        ("module", "name"),
        [
            ("_callbacks", "set_mjcb_control"),
            ("_constants", "mjMAXVAL"),
            ("_enums", "mjtObj"),
            ("_errors", "FatalError"),
            ("_functions", "mj_step"),
            ("_functions", "mju_copy"),
            ("_specs", "MjSpec"),
            ("_structs", "MjModel"),
        ],
    )
    def test_compiled_submodules_have_their_names(self, mujoco_is_ferrodyn, module, name):
        part = importlib.import_module(f"mujoco.{module}")
        assert getattr(part, name) is getattr(ferrodyn, name)
        assert getattr(mujoco_is_ferrodyn, module) is part

    def test_missing_parts_are_refused_at_use(self, mujoco_is_ferrodyn):
        part = importlib.import_module("mujoco._simulate").Simulate
        with pytest.raises(compat.MissingPart, match=r"mujoco\._simulate\.Simulate"):
            part(3)

    def test_the_viewer_is_ferrodyn_s(self, mujoco_is_ferrodyn):
        part = importlib.import_module("mujoco.viewer")
        assert part.launch_passive is importlib.import_module("ferrodyn.viewer").launch_passive
        with pytest.raises(ValueError, match="`model` is not a mujoco.MjModel"):
            part.launch_passive(3, 4)

    @pytest.mark.parametrize(
        ("module", "name"),
        [
            ("renderer", "Renderer"),
            ("rendering.classic.renderer", "Renderer"),
            ("gl_context", "GLContext"),
            ("egl", "GLContext"),
            ("glfw", "GLContext"),
            ("osmesa", "GLContext"),
        ],
    )
    def test_parts_for_pictures_need_no_window_system(self, mujoco_is_ferrodyn, module, name):
        part = getattr(importlib.import_module(f"mujoco.{module}"), name)
        assert part is getattr(mujoco_is_ferrodyn, name) is getattr(ferrodyn, name)

    def test_a_context_takes_updates_before_anything_is_drawn(self, mujoco_is_ferrodyn):
        m = mujoco_is_ferrodyn.MjModel.from_xml_string(PENDULUM)
        context = mujoco_is_ferrodyn.MjrContext(m, mujoco_is_ferrodyn.mjtFontScale(150))
        with pytest.raises(mujoco_is_ferrodyn.FatalError, match="invalid hfield index 0"):
            mujoco_is_ferrodyn.mjr_uploadHField(m, context, 0)
        assert (context.offWidth, context.offHeight) == (640, 480)
        context.free()

    def test_a_name_that_nobody_has_is_an_attribute_error(self, mujoco_is_ferrodyn):
        assert not hasattr(mujoco_is_ferrodyn, "mj_nonsense")
        with pytest.raises(ModuleNotFoundError, match=r"mujoco\.nonsense"):
            importlib.import_module("mujoco.nonsense")

    def test_data_files_of_an_installed_mujoco_are_found(self, mujoco, mujoco_is_ferrodyn):
        import importlib.resources

        folder = pathlib.Path(mujoco.__file__).parent
        assert pathlib.Path(mujoco_is_ferrodyn.__file__) == folder / "__init__.py"
        data = importlib.resources.files("mujoco") / "testdata" / "msh.xml"
        assert data.read_text() == (folder / "testdata" / "msh.xml").read_text()
        assert mujoco_is_ferrodyn.HEADERS_DIR == mujoco.HEADERS_DIR

    def test_compiled_parts_of_an_installed_mujoco_stay_unloaded(self, mujoco, mujoco_is_ferrodyn):
        introspect = importlib.import_module("mujoco.introspect.enums")
        assert "mjtObj" in introspect.ENUMS
        for name, module in list(sys.modules.items()):
            if name.startswith("mujoco."):
                assert not (getattr(module, "__file__", None) or "").endswith((".so", ".pyd"))


def test_it_works_where_mujoco_is_not_installed(tmp_path):
    code = f"""
    try:
        import mujoco
    except ModuleNotFoundError:
        pass
    else:
        raise SystemExit("mujoco is not hidden")
    import importlib.metadata
    import ferrodyn.compat
    ferrodyn.compat.install()
    import mujoco, mujoco.viewer, mujoco._structs, mujoco.egl
    m = mujoco.MjModel.from_xml_string('{PENDULUM}')
    d = mujoco.MjData(m)
    mujoco.mj_step(m, d)
    print(mujoco.__version__, importlib.metadata.version("mujoco"), d.time)
    """
    program = write(tmp_path, HIDE_MUJOCO + textwrap.dedent(code))
    assert python(program) == "3.8.0 3.8.0 0.002\n"


# --- environments ----------------------------------------------------------------------------

RUN_GYMNASIUM = """
import sys
import gymnasium, numpy
env = gymnasium.make(sys.argv[1])
observation, _ = env.reset(seed=1)
env.action_space.seed(1)
seen = [observation]
for _ in range(50):
    observation, reward, terminated, truncated, _ = env.step(env.action_space.sample())
    seen.append(numpy.append(observation, [reward, terminated, truncated]))
    if terminated or truncated:
        seen.append(env.reset()[0])
import mujoco
print(mujoco.MjModel.__module__)
numpy.save(sys.argv[2], numpy.concatenate(seen))
"""


def needs(package):
    """Skips a test where a package is not installed."""
    there = importlib.util.find_spec(package) is not None
    return pytest.mark.skipif(
        not there, reason=f"{package} is not installed: pip install {package}"
    )


@needs("gymnasium")
@needs("glfw")
@needs("imageio")
@pytest.mark.parametrize("name", GYMNASIUM)
def test_an_environment_of_gymnasium_takes_the_same_steps(mujoco, tmp_path, name):
    program = write(tmp_path, RUN_GYMNASIUM)
    files = tmp_path / "theirs.npy", tmp_path / "ours.npy"
    assert python(program, f"{name}-v5", files[0]).startswith("mujoco")
    assert python("-m", "ferrodyn.compat", program, f"{name}-v5", files[1]) == "ferrodyn\n"
    theirs, ours = map(np.load, files)
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-5 * max(1, np.abs(theirs).max()))


@needs("gymnasium")
@needs("glfw")
@needs("imageio")
def test_environments_run_in_processes_of_their_own(tmp_path):
    program = write(
        tmp_path,
        """
        import gymnasium
        if __name__ == "__main__":
            envs = gymnasium.make_vec("Hopper-v5", num_envs=2, vectorization_mode="async",
                                      vector_kwargs={"context": "spawn"})
            envs.reset(seed=1)
            for _ in range(3):
                envs.step(envs.action_space.sample())
            print(*(type(m).__module__ for m in envs.get_attr("model")))
            envs.close()
        """,
    )
    assert python("-m", "ferrodyn.compat", program, timeout=120) == "ferrodyn ferrodyn\n"


@needs("gymnasium")
@needs("glfw")
@needs("imageio")
def test_an_environment_of_gymnasium_makes_pictures(device, tmp_path):
    program = write(
        tmp_path,
        """
        import gymnasium
        env = gymnasium.make("Hopper-v5", render_mode="rgb_array", width=64, height=48)
        env.reset(seed=1)
        picture = env.render()
        print(picture.shape, picture.dtype, picture.std() > 10)
        """,
    )
    output = python("-m", "ferrodyn.compat", program, draws=True, timeout=120)
    assert output == "(48, 64, 3) uint8 True\n"


@needs("dm_control")
def test_a_task_of_dm_control_makes_pictures(device, tmp_path):
    program = write(
        tmp_path,
        """
        from dm_control import suite
        physics = suite.load("cartpole", "swingup").physics
        picture, depth = physics.render(48, 64), physics.render(48, 64, depth=True)
        objects = physics.render(48, 64, segmentation=True)
        print(picture.shape, depth.shape, objects.shape, picture.std() > 10, depth.min() > 0.5)
        """,
    )
    output = python("-m", "ferrodyn.compat", program, draws=True, timeout=120)
    assert output == "(48, 64, 3) (48, 64) (48, 64, 2) True True\n"


@needs("dm_control")
@pytest.mark.parametrize("name", ["cartpole/swingup", "quadruped/walk", "manipulator/bring_ball"])
def test_a_task_of_dm_control_runs(tmp_path, name):
    program = write(
        tmp_path,
        """
        import sys
        import numpy
        from dm_control import suite
        env = suite.load(*sys.argv[1].split("/"), task_kwargs={"random": 1})
        env.reset()
        for _ in range(20):
            step = env.step(numpy.zeros(env.action_spec().shape))
        assert all(numpy.isfinite(v).all() for v in step.observation.values())
        print(type(env.physics.model.ptr).__module__)
        """,
    )
    assert python("-m", "ferrodyn.compat", program, name) == "ferrodyn\n"
