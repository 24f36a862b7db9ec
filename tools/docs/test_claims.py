"""Figures that pages claim."""

import re

import pytest

from tools.docs import claims

PRINTED = "UR5e  solved 99.90 %, median 4.0 us\nPanda solved 99.99 %, median 30.5 us\n"


@pytest.mark.parametrize(("claim", "holds"), [
    ({"find": r"solved ([\d.]+) %", "least": 99.5}, True),
    ({"find": r"solved ([\d.]+) %", "least": 99.95}, False),
    ({"find": r"median ([\d.]+) us", "most": 30}, False),
    ({"find": r"median ([\d.]+) us", "most": 31}, True),
    ({"find": r"^(UR5e)", "times": 1}, True),
    ({"find": r"(wrong)", "times": 0}, True),
    ({"find": r"(median)", "times": 1}, False),
    # what is not printed any more is no figure that holds
    ({"find": r"mean ([\d.]+) us", "most": 31}, False),
])  # fmt: skip
def test_a_claim_holds_within_its_bounds(claim, holds):
    assert claims.judge(claim, PRINTED)[0] is holds


def test_a_figure_that_is_no_number_holds_nowhere():
    assert claims.judge({"find": r"(\w+) us", "most": 2}, "1 us\nnan us\n")[0] is False


def test_every_claim_names_a_page_and_can_be_found():
    for program in claims.programs():
        assert program["run"] and program["claim"], program["name"]
        for claim in program["claim"]:
            assert (claims.ROOT / claim["page"]).is_file(), claim
            assert re.compile(claim["find"]).groups == 1, claim
            assert {"least", "most", "times"} & set(claim), claim
