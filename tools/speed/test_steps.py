"""Times of steps beside MuJoCo's: what is written and drawn of them, and that engines are asked in turn."""

import json
import sys
import xml.etree.ElementTree as ElementTree

import pytest

from tools.speed import ratio_chart, steps

ROWS = [
    {"model": "arm", "nv": 6, "contacts": 0.0, "us": 4.0, "refused": {},
     "peers": {"3.8.0": {"us": 16.0, "ratio": 4.0, "contacts": 0.0}, "4.0.0": {"us": 8.0, "ratio": 2.0, "contacts": 0.0}}},
    {"model": "heap", "nv": 600, "contacts": 100.0, "us": 1000.0, "refused": {"python": "ValueError: no"},
     "peers": {"3.8.0": {"us": 250.0, "ratio": 0.25, "contacts": 120.0}}},
]  # fmt: skip


def test_the_table_has_losses_means_and_what_was_refused():
    text = steps.table(ROWS)
    assert "| arm | 6 | 0.0 | 4 | 16 | 4.00 | 8 | 2.00 |" in text
    assert "| heap | 600 | 100.0 (120.0 in 3.8.0) | 1000 | 250 | 0.25 | refused |  |" in text
    assert "| geometric mean of 2 | | | |  | 1.00 |  | 2.00 |" in text
    assert "Slower than MuJoCo 3.8.0: heap (0.25)." in text and "Slower than MuJoCo 4.0.0: none." in text


@pytest.mark.parametrize("theme", ratio_chart.THEMES)
def test_the_chart_has_every_model_inside_of_it_and_a_background(theme):
    svg = ElementTree.fromstring(ratio_chart.draw(ROWS, ["3.8.0", "4.0.0"], theme))
    page, *bars = svg.findall("{*}rect")
    assert (page.get("width"), page.get("fill")) == (svg.get("width"), ratio_chart.THEMES[theme]["page"])
    assert len(bars) == 2 and len(svg.findall("{*}path")) == 1
    slower = min(bars, key=lambda bar: float(bar.get("x")))
    assert slower.get("fill") == ratio_chart.THEMES[theme]["worse"]
    for bar in bars:
        left, width = float(bar.get("x")), float(bar.get("width"))
        assert ratio_chart.LEFT <= left and left + width <= ratio_chart.WIDTH - ratio_chart.RIGHT
    assert [text.text for text in svg.findall("{*}text") if text.text in ("arm", "heap")] == ["arm", "heap"]


FAKE = '''
import numpy as np
__version__ = "9.9.9"
class MjModel:
    @staticmethod
    def from_xml_path(path):
        if "bad" in path:
            raise ValueError("no such joint")
        return MjModel()
    nu = nv = nkey = 0
    actuator_ctrllimited, actuator_ctrlrange = np.zeros(0), np.zeros((0, 2))
class MjData:
    def __init__(self, m):
        self.ctrl, self.ncon = np.zeros(0), 3
def mj_resetData(m, d): pass
def mj_step(m, d, nstep): pass
'''


def test_an_engine_answers_from_a_process_of_its_own(tmp_path):
    (tmp_path / "fake_engine.py").write_text(FAKE)
    engine = steps.Engine("fake_engine", str(tmp_path), "robot.xml")
    assert engine.about == {"version": "9.9.9", "nv": 0}
    seconds, contacts = engine.run(40)
    assert seconds >= 0 and contacts == 3
    engine.close()
    with pytest.raises(steps.Refused, match="ValueError: no such joint"):
        steps.Engine("fake_engine", str(tmp_path), "bad.xml")
    with pytest.raises(steps.Refused, match="No module named"):
        steps.Engine("no_such_engine", sys.executable, "robot.xml")


def test_figures_of_the_chart_in_the_readme_are_those_of_its_table():
    found = json.loads((steps.ROOT / "docs" / "steps.json").read_text())
    page = (steps.ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    assert f"<!-- steps -->\n{steps.table(found['rows'])}\n\n{found['how']}\n<!-- end -->" in page
    for theme in ratio_chart.THEMES:
        drawn = (steps.ROOT / "docs" / f"steps-{theme}.svg").read_text(encoding="utf-8")
        assert drawn == ratio_chart.draw(found["rows"], steps.versions(found["rows"]), theme)
