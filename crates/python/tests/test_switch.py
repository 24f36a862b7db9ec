"""The switch in every process: FERRODYN_COMPAT, two engines in one program, the launcher."""

import importlib.metadata
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import textwrap
import types

import ferrodyn
import pytest
from ferrodyn import compat
from ferrodyn.compat import _engines, _versions

installed = pytest.mark.skipif(
    importlib.util.find_spec("_ferrodyn_switch") is None,
    reason="ferrodyn is on the path, not installed: pip install the wheel",
)

TOOLS = pathlib.Path(__file__).parents[3] / "tools" / "ecosystem"

WHO = "import mujoco; print(mujoco.MjModel.__module__)"


def python(*arguments, status=0, variable=None, **kwargs):
    """Runs Python, with FERRODYN_COMPAT if it is given; what it printed, errors after the rest."""
    environment = {k: v for k, v in os.environ.items() if k != "FERRODYN_COMPAT"}
    environment["PYTHONPATH"] = os.pathsep.join(p for p in sys.path if "site-packages" not in p)
    if variable is not None:
        environment["FERRODYN_COMPAT"] = variable
    result = subprocess.run(
        [sys.executable, *map(str, arguments)],
        env=environment, text=True, capture_output=True, check=False, timeout=300, **kwargs,
    )  # fmt: skip
    assert result.returncode == status, result.stderr
    return result.stdout + result.stderr


def write(folder, code, name="program.py"):
    path = folder / name
    path.write_text(textwrap.dedent(code))
    return path


# --- the variable ----------------------------------------------------------------------------


@installed
def test_the_variable_turns_the_switch_on():
    assert python("-c", WHO, variable="1") == "ferrodyn\n"


@installed
@pytest.mark.parametrize("value", ["", "0", None])
def test_without_the_variable_nothing_happens(value):
    code = "import sys; print([n for n in sys.modules if 'ferrodyn' in n], sys.meta_path)"
    assert "errodyn" not in python("-c", code, variable=value).replace("[]", "")


@installed
def test_ferrodyn_is_not_imported_before_mujoco_is():
    code = "import sys, json; print('ferrodyn' in sys.modules, 'numpy' in sys.modules)"
    assert python("-c", code, variable="1") == "False False\n"


@installed
@pytest.mark.parametrize(
    "code",
    [
        "import mujoco._structs; print(mujoco.MjModel.__module__)",
        "from mujoco import rollout; print(rollout.rollout.__module__.partition('.')[0])",
        "import importlib.metadata; importlib.metadata.version('mujoco'); " + WHO,
    ],
)
def test_whatever_is_asked_for_first_turns_it_on(code):
    assert python("-c", code, variable="1") == "ferrodyn\n"


@installed
def test_other_packages_are_found_as_ever():
    code = "import importlib.metadata; print(importlib.metadata.version('numpy'))"
    assert python("-c", code, variable="1") == importlib.metadata.version("numpy") + "\n"
    assert "No module named 'nonsense'" in python("-c", "import nonsense", variable="1", status=1)


# --- processes that programs start -----------------------------------------------------------

PROCESSES = {
    "subprocess": f"""
        import subprocess, sys
        print(subprocess.check_output([sys.executable, "-c", "{WHO}"], text=True), end="")
        """,
    "shell": f"""
        import os, sys
        status = os.system(f'"{{sys.executable}}" -c "{WHO}"')
        assert status == 0
        """,
    "multiprocessing": """
        import multiprocessing
        def who(_):
            import mujoco
            return mujoco.MjModel.__module__
        if __name__ == "__main__":
            with multiprocessing.get_context("spawn").Pool(1) as pool:
                print(*pool.map(who, range(1)))
        """,
    "joblib": """
        import joblib
        def who():
            import mujoco
            return mujoco.MjModel.__module__
        if __name__ == "__main__":
            print(set(joblib.Parallel(n_jobs=2)(joblib.delayed(who)() for _ in range(4))).pop())
        """,
    "ray": """
        import os, ray
        ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
        @ray.remote
        def who():
            import mujoco
            return mujoco.MjModel.__module__
        print(ray.get(who.remote()))
        """,
}


@installed
@pytest.mark.parametrize("how", PROCESSES)
@pytest.mark.parametrize("switch", ["variable", "launcher", "function"])
def test_processes_have_the_switch(tmp_path, how, switch):
    if how in ("joblib", "ray"):
        pytest.importorskip(how, reason=f"{how} is not installed: pip install {how}")
    code = textwrap.dedent(PROCESSES[how])
    if switch == "function":
        code = "import ferrodyn.compat; ferrodyn.compat.install()\n" + code
    program = write(tmp_path, code)
    before = ["-m", "ferrodyn.compat"] if switch == "launcher" else []
    out = python(*before, program, variable="1" if switch == "variable" else None)
    assert out.splitlines()[0] == "ferrodyn", out


@pytest.mark.filterwarnings("ignore:two engines")
def test_the_environment_is_as_before_when_the_switch_is_off(monkeypatch):
    for before in (None, "0"):
        if before is None:
            monkeypatch.delenv("FERRODYN_COMPAT", raising=False)
        else:
            monkeypatch.setenv("FERRODYN_COMPAT", before)
        with compat.active():
            assert os.environ["FERRODYN_COMPAT"] == "1"
        assert os.environ.get("FERRODYN_COMPAT") == before


# --- two engines -----------------------------------------------------------------------------


def test_mujoco_before_the_switch_is_named(mujoco, monkeypatch):
    user = types.ModuleType("some_user")
    user.engine = mujoco
    monkeypatch.setitem(sys.modules, "some_user", user)
    monkeypatch.setitem(sys.modules, "mujoco", mujoco)
    with pytest.warns(RuntimeWarning, match=r"two engines.*mujoco 3\.8\.0 .*stays with") as caught:
        compat.install()
    compat.uninstall()
    [warning] = caught
    assert f"ferrodyn {ferrodyn.__version__}" in str(warning.message)
    assert warning.filename == __file__


def test_mujoco_after_the_switch_is_named(mujoco, tmp_path):
    write(tmp_path, "import mujoco as engine", "keeps.py")
    program = write(
        tmp_path,
        """
        import ferrodyn.compat
        with ferrodyn.compat.active():
            import keeps
        import mujoco
        print(mujoco.MjModel is keeps.engine.MjModel)
        """,
    )
    out = python(program)
    assert out.startswith("False\n")
    assert "two engines in one program: ferrodyn" in out
    assert "stays with keeps; the switch is off, and mujoco itself is imported now" in out
    assert f"{program}:5: RuntimeWarning" in out


def test_one_engine_is_not_worth_a_warning(tmp_path):
    program = write(
        tmp_path,
        """
        import ferrodyn.compat
        with ferrodyn.compat.active():
            import mujoco
        del mujoco
        import mujoco
        """,
    )
    pytest.importorskip("mujoco")
    assert python(program) == ""
    assert not any(isinstance(finder, _engines._Watch) for finder in sys.meta_path)


# --- newer MuJoCo ----------------------------------------------------------------------------


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Makes an installed package of a name, version and requirement."""

    def make(name, version, requirement):
        folder = tmp_path / f"{name}-{version}.dist-info"
        folder.mkdir()
        text = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        folder.joinpath("METADATA").write_text(text + f"Requires-Dist: {requirement}\n")

    monkeypatch.syspath_prepend(str(tmp_path))
    return make


@pytest.mark.parametrize(
    ("requirement", "wanted"),
    [
        ("mujoco>=3.17.0", "3.17.0"),
        ("mujoco (>=3.9,<4)", "3.9"),
        ("mujoco==4.0.0", "4.0.0"),
        ("mujoco>=3.8.0.dev0", None),
        ("mujoco", None),
        ("mujoco-mjx>=3.17.0", None),
        ('mujoco>=3.17.0; extra == "mujoco"', None),
    ],
)
def test_a_package_that_expects_a_newer_mujoco_is_named(package, requirement, wanted):
    package("mink", "1.3.0", requirement)
    expected = f"mink 1.3.0 expects mujoco >= {wanted}; ferrodyn answers as 3.8.0; use mink==1.1.0"
    assert _versions.complaint("mink") == (expected if wanted else "")


def test_a_name_that_is_newer_says_who_wants_it(package, tmp_path):
    package("needy", "2.0", "mujoco>=3.17.0")
    write(tmp_path, "import mujoco\ndef ask(): return mujoco.mj_ofTomorrow", "needy.py")
    program = write(tmp_path, "import needy\nneedy.ask()")
    out = python("-m", "ferrodyn.compat", program, status=1)
    words = "needy 2.0 expects mujoco >= 3.17.0; ferrodyn answers as 3.8.0; use an older needy"
    assert f"RuntimeWarning: {words}" in out
    assert f"has no attribute 'mj_ofTomorrow': {words}" in out
    assert out.count("RuntimeWarning") == 1


@pytest.fixture
def later(tmp_path):
    """Makes a folder with a mujoco package of a version, in plain Python, which nothing may import."""

    def make(version, *modules):
        metadata = tmp_path / f"mujoco-{version}.dist-info"
        metadata.mkdir()
        text = f"Metadata-Version: 2.1\nName: mujoco\nVersion: {version}\n"
        metadata.joinpath("METADATA").write_text(text)
        for name in ("mujoco", *modules):
            folder = tmp_path.joinpath("mujoco", *name.split(".")[name == "mujoco" :])
            folder.mkdir(parents=True, exist_ok=True)
            content = "from mujoco import _of_later" if name in ("mujoco", "batch") else ""
            folder.joinpath("__init__.py").write_text(content)
        return f"import sys; sys.path.insert(0, {str(tmp_path)!r}); "

    return make


SWITCHED = "import ferrodyn.compat; ferrodyn.compat.install(); "


def test_batches_of_later_releases_are_ours_whatever_is_installed(later):
    setup = later("4.0.0", "batch") + SWITCHED
    show = "print(mujoco.batch.Batch.__module__, mujoco.batch.__name__)"
    assert python("-c", setup + "import mujoco.batch; " + show) == "ferrodyn.batch mujoco.batch\n"
    code = setup + "from mujoco import batch; print(batch.Batch is ferrodyn.batch.Batch)"
    assert python("-c", code.replace("import ferrodyn.", "import ferrodyn.batch, ferrodyn.")) == "True\n"


@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("experimental.studio", "it came with mujoco 3.10.0; ferrodyn answers as 3.8.0"),
        ("mjrf", "it came with mujoco 3.16.0; ferrodyn answers as 3.8.0"),
        ("rendering.filament", "it came with mujoco 3.12.0; ferrodyn answers as 3.8.0"),
        ("ofTomorrow", "it is part of mujoco 4.1.0, which is installed; ferrodyn answers as 3.8.0"),
    ],
)
def test_submodules_of_later_releases_are_refused_by_the_name_of_the_release(later, module, words):
    setup = later("4.1.0", "experimental", module) + SWITCHED
    out = python("-c", setup + f"import mujoco.{module}", status=1)
    top = "experimental" if module.startswith("experimental") else module
    assert f"ModuleNotFoundError: No module named 'mujoco.{top}': {words}" in out


def test_plain_python_of_another_release_is_named_once(later, tmp_path):
    setup = later("4.0.0", "sysid", "usd", "sysid.parts")
    lines = (setup + SWITCHED).split("; ") + ["import mujoco.sysid.parts", "import mujoco.sysid"]
    program = write(tmp_path, "\n".join(lines))
    out = python(program)
    words = (
        "mujoco.sysid is that of mujoco 4.0.0, which is installed; ferrodyn answers as 3.8.0: install "
        "mujoco==3.8.0 for one that fits"
    )
    assert out.count("RuntimeWarning") == 1
    assert f"{program}:{len(lines) - 1}: RuntimeWarning: {words}" in out


def test_plain_python_of_the_release_that_is_answered_as_is_no_news(later):
    code = later("3.8.0", "sysid") + SWITCHED + "import mujoco.sysid"
    assert python("-c", code) == ""


def test_releases_that_are_recommended_are_among_those_that_were_run(monkeypatch):
    place = TOOLS / "version_programs.py"
    spec = importlib.util.spec_from_file_location("version_programs", place)
    programs = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, programs)
    spec.loader.exec_module(programs)
    pins = {pin.lower().replace("_", "-") for p in programs.PACKAGES for pin in p.pins}
    assert {f"{name}=={version}" for name, version in _versions.SERVED.items()} <= pins


# --- the launcher ----------------------------------------------------------------------------


def test_a_program_is_read_from_standard_input():
    code = WHO + "; import sys; print(__name__, sys.argv, '__file__' in globals())"
    out = python("-m", "ferrodyn.compat", "-", "a", "-c", input=code)
    assert out == "ferrodyn\n__main__ ['-', 'a', '-c'] False\n"


@pytest.mark.parametrize("how", ["script", "-c", "-m", "-"])
def test_tracebacks_begin_with_the_program(tmp_path, how):
    program = write(tmp_path, "def fail():\n    1 / 0\nfail()\n", "failing.py")
    arguments = {
        "script": [program], "-c": ["-c", program.read_text()], "-m": ["-m", "failing"], "-": ["-"],
    }[how]  # fmt: skip
    text = program.read_text() if how == "-" else None
    out = python("-m", "ferrodyn.compat", *arguments, status=1, cwd=tmp_path, input=text)
    lines = out.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert lines[1].endswith(", line 3, in <module>")
    assert "compat" not in out
    assert "runpy" not in out
    assert lines[-1] == "ZeroDivisionError: division by zero"


def test_a_program_with_a_mistake_in_its_syntax_is_shown_as_by_python(tmp_path):
    program = write(tmp_path, "if True\n")
    assert python("-m", "ferrodyn.compat", program, status=1) == python(program, status=1)


def test_the_hook_of_a_program_sees_its_own_frames(tmp_path):
    program = write(
        tmp_path,
        """
        import sys, traceback
        def hook(kind, value, tb):
            print(kind.__name__, len(traceback.extract_tb(tb)), value.__traceback__ is tb)
        sys.excepthook = hook
        1 / 0
        """,
    )
    assert python("-m", "ferrodyn.compat", program, status=1) == "ZeroDivisionError 1 True\n"


def test_what_the_page_of_versions_quotes_is_what_is_said(package):
    page = (TOOLS.parents[1] / "docs/versions.md").read_text(encoding="utf-8")
    errors = re.findall(r"fails: AttributeError: ('[\w.]+' object has no attribute '(\w+)'.*?)(?:; warned|; \||\s\|)", page)
    assert len(errors) == page.count("AttributeError"), errors
    owners = {"MjModel": ferrodyn.MjModel.from_xml_string("<mujoco/>")}
    owners["MjData"] = ferrodyn.MjData(owners["MjModel"])
    for text, name in errors:
        owner = re.match(r"'(?:ferrodyn\.)?(\w+)'", text)[1]
        with pytest.raises(AttributeError) as raised:
            getattr(owners[owner], name)
        assert str(raised.value) == text
    warnings = re.findall(r"^RuntimeWarning: ((\S+) (\S+) expects mujoco (>= \S+);.*)$", page, re.M)
    assert warnings
    for text, name, version, requirement in warnings:
        package(name, version, f"mujoco {requirement}")
        assert _versions.complaint(name) == text
        # the table says the same
        assert re.search(rf"warned: expects mujoco {requirement} .*\| {name} {version}", page)
