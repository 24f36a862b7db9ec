"""Sections that tools write into pages."""

import pytest

from tools.docs import sections

PAGE = "# Title\n<!-- a -->\nold\n<!-- end -->\nbetween\n<!-- b -->\nkept\n<!-- end -->\n"


def test_a_section_is_replaced_and_the_rest_stays(tmp_path):
    file = tmp_path / "page.md"
    file.write_text(PAGE)
    sections.write(file, "a", "new\nlines\n")
    assert file.read_text() == PAGE.replace("old", "new\nlines")
    # writing it again changes nothing
    sections.write(file, "a", "new\nlines\n")
    assert file.read_text() == PAGE.replace("old", "new\nlines")


def test_a_page_without_the_section_is_left_alone(tmp_path):
    file = tmp_path / "page.md"
    file.write_text(PAGE)
    with pytest.raises(SystemExit, match="no section between <!-- c --> and"):
        sections.write(file, "c", "new")
    assert file.read_text() == PAGE
