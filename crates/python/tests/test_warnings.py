"""Warnings of the simulation: told on sys.stderr, once per kind and data, with whom to blame."""

import io
import os
import pathlib
import sys

import ferrodyn
import numpy as np
import pytest
from ferrodyn import batch, rollout

LEG = """
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 .1"/>
    <body name="shin" pos="0 0 .09"><joint name="knee" type="slide"/>
      <geom name="foot" size=".1"/></body>
  </worldbody>
  <actuator><motor name="pull" joint="knee"/></actuator>
</mujoco>
"""


@pytest.fixture
def leg():
    model = ferrodyn.MjModel.from_xml_string(LEG)
    return model, ferrodyn.MjData(model)


@pytest.fixture(autouse=True)
def alone(monkeypatch, tmp_path):
    """In a folder of its own, in which nothing may appear."""
    monkeypatch.delenv("FERRODYN_QUIET", raising=False)
    monkeypatch.chdir(tmp_path)
    yield
    assert os.listdir(tmp_path) == []


def spoil(model, data, field="qpos"):
    getattr(data, field)[0] = np.nan
    ferrodyn.mj_step(model, data)


def test_a_warning_names_joint_and_time(leg, capsys):
    model, data = leg
    ferrodyn.mj_step(model, data)
    spoil(model, data)
    out, err = capsys.readouterr()
    assert out == ""
    assert err == (
        "WARNING: Nan, Inf or huge value in QPOS at DOF 0. The simulation is unstable. "
        'Time = 0.0020. Joint "knee": qpos[0] is NaN. The data was reset.\n'
    )


def test_names_do_not_reach_the_terminal_raw(capsys):
    name = "knee\x9b31m\u202e\u2028\x7fWARNING"
    xml = LEG.replace("knee", "knee&#x9b;31m&#x202e;&#x2028;&#x7f;WARNING")
    model = ferrodyn.MjModel.from_xml_string(xml)
    assert model.joint(0).name == name
    spoil(model, ferrodyn.MjData(model))
    err = capsys.readouterr().err
    shown = "knee\ufffd31m\ufffd\ufffd\ufffdWARNING"
    assert f'Joint "{shown}": qpos[0] is NaN.' in err
    assert err.count("\n") == 1 and err.endswith("\n")


def test_lines_and_escapes_in_names_stay_in_one_line(capsys):
    spec = ferrodyn.MjSpec.from_string(LEG)
    spec.joint("knee").name = "knee\n\x1b[2J\rWARNING: all is well"
    for actuator in spec.actuators:
        actuator.target = spec.joints[0].name
    model = spec.compile()
    spoil(model, ferrodyn.MjData(model))
    err = capsys.readouterr().err
    assert "knee\ufffd\ufffd[2J\ufffdWARNING: all is well" in err
    assert err.count("\n") == 1 and "\x1b" not in err


def test_a_bad_control_names_the_actuator(leg, capsys):
    spoil(*leg, "ctrl")
    assert 'Actuator "pull": its control is NaN.' in capsys.readouterr().err


def test_a_bad_acceleration_names_the_contact(leg, capsys):
    model, data = leg
    data.qfrc_applied[0] = -1e30
    ferrodyn.mj_step(model, data)
    assert 'geoms "floor" and "foot"' in capsys.readouterr().err


def test_the_time_is_that_of_the_step_among_many(leg, capsys):
    model, data = leg
    ferrodyn.set_mjcb_control(lambda m, d: d.ctrl.fill(np.nan if d.time > 0.0995 else 0))
    try:
        ferrodyn.mj_step(model, data, nstep=100)
    finally:
        ferrodyn.set_mjcb_control(None)
    assert "Time = 0.1000." in capsys.readouterr().err


def test_a_kind_is_told_once_until_a_reset(leg, capsys):
    model, data = leg
    for _ in range(3):
        spoil(model, data)
        # the reset that follows forgets how often other kinds were counted
        spoil(model, data, "qvel")
    assert capsys.readouterr().err.count("WARNING") == 2
    for reset in (
        ferrodyn.mj_resetData,
        lambda m, d: ferrodyn.mj_resetDataKeyframe(m, d, 0),
        lambda m, d: ferrodyn.mj_resetDataDebug(m, d, 0),
    ):
        reset(model, data)
        spoil(model, data)
        assert capsys.readouterr().err.count("WARNING") == 1


def test_data_warn_one_by_one(leg, capsys):
    model, data = leg
    for each in (data, ferrodyn.MjData(model)):
        spoil(model, each)
    assert capsys.readouterr().err.count("WARNING") == 2


@pytest.mark.parametrize(("value", "lines"), [("1", 0), ("0", 1), ("", 1)])
def test_a_variable_silences_them(leg, capsys, monkeypatch, value, lines):
    monkeypatch.setenv("FERRODYN_QUIET", value)
    spoil(*leg)
    assert capsys.readouterr().err.count("WARNING") == lines


def test_a_function_is_told_instead(leg, capsys):
    told = []
    ferrodyn.set_mju_user_warning(told.append)
    try:
        spoil(*leg)
    finally:
        ferrodyn.set_mju_user_warning(None)
    assert capsys.readouterr().err == ""
    assert told == [
        "Nan, Inf or huge value in QPOS at DOF 0. The simulation is unstable. Time = 0.0000."
    ]


def test_what_a_told_function_raises_is_raised(leg):
    ferrodyn.set_mju_user_warning(lambda text: 1 / 0)
    try:
        with pytest.raises(ZeroDivisionError):
            spoil(*leg)
    finally:
        ferrodyn.set_mju_user_warning(None)


def test_a_warning_is_told_also_when_a_callback_fails(leg, capsys):
    def fail(m, d):
        raise KeyError("control")

    ferrodyn.set_mjcb_control(fail)
    try:
        with pytest.raises(KeyError):
            spoil(*leg)
    finally:
        ferrodyn.set_mjcb_control(None)
    assert "QPOS" in capsys.readouterr().err


def test_functions_in_callbacks_tell_of_their_own_data(leg, capsys):
    model, data = leg
    other = ferrodyn.MjData(model)

    def control(m, d):
        if d is data:
            spoil(model, other)
            spoil(model, other)

    data.qpos[0] = np.nan
    ferrodyn.set_mjcb_control(control)
    try:
        for _ in range(2):
            ferrodyn.mj_step(model, data)
    finally:
        ferrodyn.set_mjcb_control(None)
    assert capsys.readouterr().err.count("WARNING") == 2


@pytest.mark.parametrize("stream", [None, io.StringIO()])
def test_a_stream_that_cannot_be_written_is_no_error(leg, monkeypatch, stream):
    if stream is not None:
        stream.close()
    monkeypatch.setattr(sys, "stderr", stream)
    spoil(*leg)
    assert leg[1].warning[ferrodyn.mjtWarning.mjWARN_BADQPOS].number == 1


def test_rollouts_and_batches_have_other_ways_to_say_it(leg, capsys):
    model, data = leg
    state = np.full((4, ferrodyn.mj_stateSize(model, ferrodyn.mjtState.mjSTATE_FULLPHYSICS)), 1.0)
    state[1] = np.nan
    rollout.rollout(model, data, state, nstep=3)
    many = batch.Batch(model, 8)
    many.qpos[3] = np.nan
    many.step()
    assert capsys.readouterr().err == ""


def test_nothing_is_written_to_files(leg):
    spoil(*leg)
    assert not pathlib.Path("MUJOCO_LOG.TXT").exists()
