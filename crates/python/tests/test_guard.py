"""Nothing that a program does ends the process: depth of calls, small stacks, wrong ids."""

import re
import threading
from pathlib import Path

import ferrodyn as fd
import numpy as np
import pytest
from ferrodyn import rollout

XML = """<mujoco><worldbody><body><joint name="j"/><geom name="g" size=".1"/></body>
<body pos="0 0 .1"><freejoint/><geom size=".1"/></body></worldbody>
<actuator><general joint="j" gaintype="user" biastype="user" dyntype="user" actdim="1"/>
</actuator></mujoco>"""


@pytest.fixture(autouse=True)
def _no_callbacks():
    yield
    fd.mj_resetCallbacks()


@pytest.fixture
def model():
    return fd.MjModel.from_xml_string(XML)


def on_thread(function, stack):
    """What a function returns or raises on a thread with so much stack."""
    result = []

    def work():
        try:
            result.append(function())
        except BaseException as error:
            result.append(error)

    before = threading.stack_size(stack)
    try:
        thread = threading.Thread(target=work)
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    return result[0]


def test_every_file_with_native_functions_guards_them():
    sources = Path(__file__).parents[1] / "src"
    for file in sources.rglob("*.rs"):
        text = file.read_text()
        attributes = {line.strip() for line in text.splitlines()}
        for name in ("pyfunction", "pymethods"):
            if f"#[{name}]" in attributes:
                guarded = re.search(r"use ferrodyn_python_macros::.*\b" + name + r"\b", text)
                assert guarded, f"{file}: {name} is PyO3's own"


def test_a_callback_that_calls_its_caller_gets_a_recursion_error(model):
    d = fd.MjData(model)
    fd.set_mjcb_control(lambda m, d: fd.mj_step(m, d))
    with pytest.raises(RecursionError):
        fd.mj_step(model, d)
    fd.mj_resetCallbacks()
    fd.mj_resetData(model, d)
    fd.mj_step(model, d)


def test_a_callback_that_recurses_in_a_rollout_gets_a_recursion_error(model):
    ds = [fd.MjData(model) for _ in range(2)]
    x = np.zeros((4, fd.mj_stateSize(model, fd.mjtState.mjSTATE_FULLPHYSICS)))
    fd.set_mjcb_control(lambda m, d: fd.mj_step(m, d))
    with pytest.raises(RecursionError):
        rollout.rollout(model, ds, x, nstep=3)


@pytest.mark.parametrize("kib", [64, 128, 256, 512])
def test_small_stacks_work_or_say_so(model, kib):
    d = fd.MjData(model)

    def work():
        assert d.qpos[0] == 0
        fd.mju_norm3([1, 2, 2])
        fd.MjModel.from_xml_string(XML)
        fd.mj_step(model, d)
        return "done"

    result = on_thread(work, kib << 10)
    assert result == "done" or (isinstance(result, RecursionError) and "KiB" in str(result))


def test_recursion_in_a_callback_on_a_small_stack(model):
    d = fd.MjData(model)
    fd.set_mjcb_control(lambda m, d: fd.mj_step(m, d))
    assert isinstance(on_thread(lambda: fd.mj_step(model, d), 1 << 20), RecursionError)


def test_a_pool_of_too_many_threads_is_refused():
    with pytest.raises(ValueError, match="nthread is 60000, must be at most 1024"):
        rollout.Rollout(nthread=60000)


def test_callbacks_that_may_only_read_get_arrays_that_cannot_be_written(model):
    d = fd.MjData(model)
    d.qpos[:]
    flags = {}

    def look(name):
        def callback(m, d, *_):
            flags[name] = (d.qpos.flags.writeable, m.geom_size.flags.writeable)
            with pytest.raises(RuntimeError):
                d.time = 3
            with pytest.raises(ValueError, match="read-only"):
                d.qvel = 1
            return 0

        return callback

    for name in ("contactfilter", "act_dyn", "act_gain", "act_bias"):
        getattr(fd, f"set_mjcb_{name}")(look(name))
    fd.set_mjcb_control(lambda m, d: flags.update(control=(d.qpos.flags.writeable, True)))
    fd.mj_step(model, d)
    assert flags.pop("control") == (True, True)
    assert set(flags) == {"contactfilter", "act_dyn", "act_gain", "act_bias"}
    assert set(flags.values()) == {(False, False)}
    assert d.qpos.flags.writeable


def test_callbacks_get_the_data_that_is_computed(model):
    a, b = fd.MjData(model), fd.MjData(model)
    seen = []

    def control(m, d):
        seen.append(d)
        if len(seen) == 1:
            fd.mj_forward(m, b)

    fd.set_mjcb_control(control)
    fd.mj_forward(model, a)
    assert [d is a for d in seen] == [True, False]
    assert seen[1] is b


STAGES = [
    name
    for name, function in vars(fd).items()
    if name.startswith("mj_") and getattr(function, "__text_signature__", None) == "(m, d)"
    and name != "mj_implicit"  # refuses models with another integrator
]


@pytest.mark.parametrize("name", STAGES)
def test_stages_take_any_integers_in_the_data(model, name):
    kept = fd.MjData(model)
    fd.mj_step(model, kept, 5)
    assert kept.nefc
    fields = [f for f in dir(kept) if isinstance(getattr(kept, f), np.ndarray)]
    integers = [f for f in fields if getattr(kept, f).dtype == np.int32]
    assert {"efc_id", "moment_rownnz"} <= set(integers)
    for field in integers:
        for value in (-1, 7, 10**6, 2**31 - 1):
            d = fd.MjData(model)
            fd.mj_step(model, d, 5)
            getattr(d, field)[...] = value
            getattr(fd, name)(model, d)  # a FatalError fails the test
