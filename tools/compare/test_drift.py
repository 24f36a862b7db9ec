"""Drift of two simulations: what is written and drawn."""

import json
import xml.etree.ElementTree as ElementTree

from tools import ROOT
from tools.compare import drift

CURVES = {"arm": {drift.OURS: [(1, 0.0), (10, 1e-14), (100, 1e-3)], drift.THEIRS: [(1, 1e-15), (10, 2e-15), (100, 2e-3)]}}


def test_the_table_has_both_distances_at_the_steps_that_all_models_have():
    text = drift.table(CURVES)
    assert "| largest distance after steps | | 1 | 10 | 100 |" in text
    assert "| arm | ferrodyn from MuJoCo | 0 | 1e-14 | 1e-03 |" in text
    assert "| arm | MuJoCo from itself, moved by 1e-15 | 1e-15 | 2e-15 | 2e-03 |" in text


def test_the_picture_leaves_out_where_there_is_no_distance():
    svg = ElementTree.fromstring(drift.picture(CURVES))
    assert [len(line.get("points").split()) for line in svg.findall("{*}polyline")] == [2, 3]
    words = [text.text for text in svg.findall("{*}text")]
    assert "arm, ferrodyn" in words and "arm, MuJoCo, moved" in words


def test_the_page_shows_the_figures_of_the_picture():
    found = json.loads((ROOT / "docs" / "drift.json").read_text())
    page = (ROOT / "docs" / "same-numbers.md").read_text(encoding="utf-8")
    assert f"<!-- drift -->\n{drift.table(found['curves'])}\n\n{found['how']}\n<!-- end -->" in page
    assert (ROOT / "docs" / "drift.svg").read_text(encoding="utf-8") == drift.picture(found["curves"])
