"""``ferrodyn.doctor`` finds what is wrong with a model, with its place."""

import threading
import time

import ferrodyn as fd
import pytest

BASE = """<mujoco>
  <worldbody>
    <body name="base">
      <geom type="cylinder" size=".1 .1"/>
      <body name="turn" pos="0 0 .19">
        <joint axis="0 0 1"/>
        <geom type="cylinder" size=".08 .1"/>
      </body>
    </body>
  </worldbody>
</mujoco>"""


def checks(report):
    return {finding["check"]: finding for finding in report["findings"]}


def test_a_finding_has_names_place_and_numbers():
    report = fd.doctor(fd.MjModel.from_xml_string(BASE), runs=False)
    finding = checks(report)["always_touching"]
    assert finding["severity"] == "warning"
    assert finding["elements"] == ["base", "turn"]
    assert finding["line"] == 5
    assert finding["value"] == 1.0
    assert finding["numbers"]["depth"] == pytest.approx(0.01, rel=0.01)
    assert report["facts"] == [] and report["not_run"] == []


def test_models_specs_and_files_are_examined(tmp_path):
    path = tmp_path / "base.xml"
    path.write_text(BASE)
    models = [str(path), path, fd.MjSpec.from_string(BASE), fd.MjModel.from_xml_path(str(path))]
    for model in models:
        assert "always_touching" in checks(fd.doctor(model, runs=False)), model


def test_numbers_are_those_that_the_model_has_now():
    model = fd.MjModel.from_xml_string(BASE)
    assert "dense" not in checks(fd.doctor(model, runs=False))
    model.body_mass[2] *= 1e5
    assert checks(fd.doctor(model, runs=False))["dense"]["elements"] == ["turn"]


def test_what_is_meant_is_counted():
    report = fd.doctor(fd.MjModel.from_xml_string(BASE), runs=False, allow=["always_touching base turn"])
    assert "always_touching" not in checks(report)
    assert report["allowed"] == 1


def test_runs_measure_the_longest_step():
    report = fd.doctor(fd.MjModel.from_xml_string(BASE))
    assert [fact["name"] for fact in report["facts"]] == ["longest_step"]


def test_wrong_arguments_are_errors():
    model = fd.MjModel.from_xml_string(BASE)
    with pytest.raises(ValueError, match='"always" is no check'):
        fd.doctor(model, allow=["always"])
    for budget in (-1.0, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="budget"):
            fd.doctor(model, budget=budget)
    with pytest.raises(TypeError, match="list of texts"):
        fd.doctor(model, allow="solref")
    with pytest.raises(TypeError):
        fd.doctor(3)
    with pytest.raises(ValueError):
        fd.doctor("no such file.xml")


def test_other_threads_run_meanwhile():
    boxes = "".join(
        f'<body pos="{0.19 * (i % 5)} {0.19 * (i // 5)} .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>'
        for i in range(25)
    )
    model = fd.MjModel.from_xml_string(
        f'<mujoco><option timestep="1e-6"/><worldbody><geom type="plane" size="9 9 1"/>{boxes}</worldbody></mujoco>'
    )
    reports = []
    thread = threading.Thread(target=lambda: reports.append(fd.doctor(model, budget=1.0)))
    start = time.monotonic()
    thread.start()
    turns = 0
    while thread.is_alive() and time.monotonic() - start < 60:
        time.sleep(0.01)
        turns += 1
    thread.join()
    assert turns > 20
    assert reports[0]["not_run"]
