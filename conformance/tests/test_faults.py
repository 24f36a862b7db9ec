"""Engines with faults: each is caught, named, and costs one model."""

import sys

import pytest

from conformance.result import FAILS, NOT_RUN, PASSES
from conformance.stages import STAGES


def statuses(result):
    return {stage: result.status(stage) for stage in STAGES}


def test_mujoco_compared_with_itself_passes_every_stage(judged, arm):
    result = judged([arm()])["arm.xml"]
    assert statuses(result) == dict.fromkeys(STAGES, PASSES)
    assert not any(error for verdict in result.verdicts.values() for error in verdict.errors.values())
    # a comparison of nothing would pass, too
    assert len(result.verdicts["model"].errors) > 500 and len(result.verdicts["forward"].errors) > 100


@pytest.mark.parametrize(("fault", "stage", "named"), [
    ("mass", "model", "body_mass[2]"),
    ("velocity", "forward", "initial: cvel[2, 1]"),
    ("velocity", "authored", "initial: qacc[0]"),
    ("step", "steps", "qvel[1]"),
    ("inverse", "inverse", "initial: qfrc_inverse[0]"),
])
def test_a_changed_field_is_caught_and_named_with_both_numbers(judged, arm, fault, stage, named):
    result = judged([arm("bad")], fault)["bad.xml"]
    why = result.why(stage)
    assert result.status(stage) == FAILS and named in why
    got, reference = (float(part.split(" (")[0]) for part in why.split(" is ")[1].split(", MuJoCo has "))
    assert 5e-7 < got - reference < 2e-3


def test_only_the_stage_with_the_fault_fails(judged, arm):
    assert judged([arm("bad")], "inverse")["bad.xml"].failing() == ["inverse"]


def test_a_model_that_the_engine_refuses_fails_to_load(judged, arm):
    result = judged([arm("bad")], "refuses")["bad.xml"]
    assert statuses(result) == {stage: FAILS if stage == "load" else NOT_RUN for stage in STAGES}
    assert "the engine refuses it: it is not to its taste" in result.why("load")


def test_a_model_that_both_refuse_passes(judged, arm, tmp_path):
    model = arm()
    (tmp_path / "models" / "arm.xml").write_text("<mujoco><nonsense/></mujoco>")
    result = judged([model])["arm.xml"]
    assert result.reference == "refuses" and result.failing() == [] and result.status("load") == PASSES


def test_an_error_that_is_no_refusal_fails(judged, arm):
    result = judged([arm("bad")], "raises")["bad.xml"]
    assert result.failing() == list(STAGES) and "RuntimeError: broken inside" in result.why("load")


def test_a_crash_costs_one_model_and_is_reported_with_the_last_words(judged, arm):
    results = judged([arm("a"), arm("bad"), arm("c")], "crashes")
    why = results["bad.xml"].why("authored")
    assert why.startswith("crash: the process ended with") and "about to end" in why
    assert results["bad.xml"].status("model") == PASSES
    assert not results["a.xml"].failing() and not results["c.xml"].failing()


def test_a_hang_costs_one_model_and_is_reported(judged, arm):
    results = judged([arm("bad"), arm("c")], "hangs", seconds=20)
    assert results["bad.xml"].end.startswith("hang") and results["bad.xml"].failing()
    assert not results["c.xml"].failing()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_model_whose_process_was_killed_is_tried_again_alone(judged, arm, tmp_path, monkeypatch):
    monkeypatch.setenv("MARK", str(tmp_path / "mark"))
    results = judged([arm("bad"), arm("c")], "is killed once", jobs=2)
    assert (tmp_path / "mark").exists() and len(results) == 2
    assert not results["bad.xml"].failing() and not results["c.xml"].failing()
