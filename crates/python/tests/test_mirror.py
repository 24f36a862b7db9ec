"""Where what mirrors the mujoco package is found: under MuJoCo's names, once, and in pickles of any age."""

import importlib
import inspect
import pickle
import subprocess
import sys
import types

import ferrodyn
import pytest

# submodules that MuJoCo's package has under these names
MUJOCOS = ["_callbacks", "_constants", "_enums", "_errors", "_functions", "_render", "_structs"]


@pytest.mark.parametrize("name", MUJOCOS)
def test_a_module_of_mujoco_is_found_first_of_all(name):
    script = f"import ferrodyn.{name} as a; from ferrodyn import {name} as b; print(a is b, len(vars(a)) > 5)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "True True", done.stderr


def test_a_module_is_there_once_under_both_of_its_names():
    inside = [name for name in sys.modules if name.startswith("ferrodyn._mujoco.")]
    assert len(inside) > 30
    for name in inside:
        short = "ferrodyn._" + name.removeprefix("ferrodyn._mujoco.")
        assert importlib.import_module(short) is sys.modules[name]
    files = {}
    for name, module in sys.modules.items():
        if name.startswith("ferrodyn.") and getattr(module, "__file__", None):
            assert files.setdefault(module.__file__, module) is module, name


def test_public_names_say_that_they_are_of_the_package_and_can_be_pickled():
    for name in ferrodyn.__all__:
        value = getattr(ferrodyn, name)
        if isinstance(value, (type, types.FunctionType)):
            assert value.__module__ in ("ferrodyn", "ferrodyn._core"), name
            # classes of a part of a model have a second name, which no pickle can know
            if value.__name__ == name:
                assert pickle.loads(pickle.dumps(value)) is value, name
        if isinstance(value, types.FunctionType):
            assert inspect.signature(value) and inspect.getsource(value)


@pytest.mark.parametrize(
    ("place", "name"),
    [("ferrodyn._interact", "mjv_moveCamera"), ("ferrodyn._print", "mj_printModel"), ("ferrodyn", "MjvCamera")],
)
def test_names_in_earlier_pickles_are_found(place, name):
    assert pickle.loads(f"c{place}\n{name}\n.".encode()) is getattr(ferrodyn, name)
