"""Growth of times: what is fitted, written and drawn."""

import math
import xml.etree.ElementTree as ElementTree
from types import SimpleNamespace

import numpy as np
import pytest

from tools.speed import growth
from tools.speed.log_plot import HEIGHT, WIDTH, duration, plot

# the first sizes are dear for what they are: they do not count
ROWS = [{"kind": kind, "n": n, "contacts": n, "us": {"ferrodyn": 100 + n**power, "MuJoCo": 100 + 3 * n ** (power + 1)}}
        for kind, power in (("boxes", 2), ("chain", 1)) for n in (1, 1000, 3000, 10000)]


def test_the_exponent_is_that_of_the_largest_sizes():
    powers = {key: growth.exponent(points) for key, points in growth.curves_of(ROWS).items()}
    assert powers["ferrodyn", "boxes"] == pytest.approx(2, abs=1e-3)
    assert powers["MuJoCo", "boxes"] == pytest.approx(3, abs=1e-3)
    assert powers["ferrodyn", "chain"] == pytest.approx(1, abs=0.05)
    assert math.isnan(growth.exponent([(10, 3.0)]))


def test_the_table_has_every_model_and_kind():
    table = growth.table(ROWS)
    assert "| boxes | 1000 | 1000 | 1 s | " in table
    assert "| chain | 1 | 1 | 101 µs | 103 µs | 1.02 |" in table
    assert "| boxes | n^2.00 | n^3.00 |" in table


def test_the_picture_has_every_curve_inside_of_it():
    svg = ElementTree.fromstring(plot(growth.curves_of(ROWS), "Title", "boxes or links"))
    curves = svg.findall("{*}polyline")
    assert len(curves) == 4
    for curve in curves:
        points = [tuple(map(float, point.split(","))) for point in curve.get("points").split()]
        assert len(points) == 4
        assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in points)
        # larger models are to the right and take longer
        assert points == sorted(points, key=lambda point: (point[0], -point[1]))
    assert "boxes, MuJoCo" in [text.text for text in svg.findall("{*}text")]


def test_durations_have_the_unit_that_suits_them():
    assert [duration(power) for power in (0, 2, 3, 5, 6, 8)] == ["1 µs", "100 µs", "1 ms", "100 ms", "1 s", "100 s"]


def run_with(warnings=0, ncon=3, qacc=1.0):
    data = SimpleNamespace(warning=[SimpleNamespace(number=warnings)], ncon=ncon, nefc=4 * ncon, qacc=np.array([qacc]))
    return SimpleNamespace(engine=growth, d=data)


def test_times_of_different_work_are_not_compared():
    assert growth.difference([run_with(), run_with()]) is None
    assert "raises the warnings [0]" in growth.difference([run_with(warnings=18), run_with()])
    assert "contacts and rows differ: 3 and 12, 2 and 8" in growth.difference([run_with(), run_with(ncon=2)])
    assert "accelerations differ" in growth.difference([run_with(), run_with(qacc=1.1)])


@pytest.mark.parametrize("n", [1, 10, 37])
def test_models_have_as_many_parts_as_they_should(n):
    boxes = ElementTree.fromstring(growth.boxes(n))
    assert len(boxes.findall(".//freejoint")) == n
    assert len(ElementTree.fromstring(growth.chain(n)).findall(".//joint")) == n
