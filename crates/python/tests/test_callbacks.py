"""Timers, their clock, and what is called when warnings are raised."""

import ferrodyn
import pytest

BALL = "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>"


@pytest.fixture
def ball():
    model = ferrodyn.MjModel.from_xml_string(BALL)
    yield model, ferrodyn.MjData(model)
    ferrodyn.mj_resetCallbacks()


def test_timers_run_by_default(ball):
    model, data = ball
    ferrodyn.mj_step(model, data)
    step = ferrodyn.mjtTimer.mjTIMER_STEP
    first = data.timer[step].duration
    assert data.timer[step].number == 1
    assert first > 0
    ferrodyn.mj_step(model, data, 5)
    assert data.timer[step].number == 6
    assert data.timer[step].duration > first
    assert ferrodyn.get_mjcb_time() is None
    # stages only with a clock of one's own: reading it takes as long as a stage of a small model
    assert data.timer[ferrodyn.mjtTimer.mjTIMER_POSITION].number == 0


@pytest.mark.parametrize("disabled", [0, 1])
def test_timers_count_as_in_the_reference(mujoco, disabled):
    counts = []
    for package in (ferrodyn, mujoco):
        model = package.MjModel.from_xml_string(BALL)
        model.opt.disableflags = disabled
        data = package.MjData(model)
        package.set_mjcb_time(lambda: 0.0)
        for function in (package.mj_step, package.mj_forward, package.mj_inverse, package.mj_step1,
                         package.mj_step2):  # fmt: skip
            function(model, data)
        package.set_mjcb_time(None)
        counts.append(data.timer.number.tolist())
    assert counts[0] == counts[1]


def test_a_clock_of_ones_own(ball):
    model, data = ball
    ticks = iter(range(10**6))
    ferrodyn.set_mjcb_time(lambda: next(ticks))
    ferrodyn.mj_forward(model, data)
    timers = data.timer.duration
    assert (
        timers[ferrodyn.mjtTimer.mjTIMER_FORWARD] > timers[ferrodyn.mjtTimer.mjTIMER_POSITION] > 0
    )


def test_a_clock_may_read_the_data(ball):
    model, data = ball
    ferrodyn.set_mjcb_time(lambda: data.time + data.qpos[0])
    ferrodyn.mj_step(model, data)
    assert data.time > 0


def test_a_clock_that_fails_raises(ball):
    model, data = ball
    ferrodyn.set_mjcb_time(lambda: "noon")
    with pytest.raises(TypeError, match="mjcb_time callback did not return a number"):
        ferrodyn.mj_forward(model, data)
    ferrodyn.set_mjcb_time(lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        ferrodyn.mj_forward(model, data)
    ferrodyn.set_mjcb_time(None)
    ferrodyn.mj_forward(model, data)
    with pytest.raises(TypeError, match=r"callback is not an Optional\[Callable\]"):
        ferrodyn.set_mjcb_time(1)


def test_new_warnings_are_told_once(mujoco):
    told = []
    for package in (ferrodyn, mujoco):
        model = package.MjModel.from_xml_string(BALL)
        data = package.MjData(model)
        texts = []
        package.set_mju_user_warning(texts.append)
        assert package.get_mju_user_warning() is not None
        for _ in range(2):
            data.qpos[1] = float("nan")
            package.mj_step(model, data)
        package.set_mju_user_warning(None)
        told.append(texts)
    assert told[0] == told[1]
    assert len(told[0]) == 1


def test_memory_has_no_callbacks():
    for what in ("malloc", "free"):
        getattr(ferrodyn, f"set_mju_user_{what}")(None)
        assert getattr(ferrodyn, f"get_mju_user_{what}")() is None
        with pytest.raises(NotImplementedError):
            getattr(ferrodyn, f"set_mju_user_{what}")(print)


def test_memory_in_use_is_an_error(mujoco):
    for package in (ferrodyn, mujoco):
        model = package.MjModel.from_xml_string(BALL)
        data = package.MjData(model)
        data.pstack = data.narena
        with pytest.raises(package.FatalError, match="mj_stackAlloc: out of memory"):
            package.mj_forward(model, data)
