"""The table of pictures has all of them, and pages say the commands that make them."""

import pathlib
import re
import shlex

import pytest

from tools import ROOT
from tools.pictures import pages

FILES = sorted(path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*")
               if path.suffix in (".png", ".jpg", ".svg", ".webp", ".gif", ".mp4") and "site" not in path.parts)
CLIPS = (ROOT / "docs" / "clips.md").read_text(encoding="utf-8")


def test_every_picture_of_the_pages_has_its_command():
    assert sorted([*pages.PICTURES, *pages.BESIDE, *pages.BY_HAND]) == FILES


def test_every_picture_is_shown_on_a_page():
    text = "".join(path.read_text(encoding="utf-8") for path in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
    assert [name for name in FILES if name not in text] == []


def test_each_clip_stands_above_its_command():
    shown = re.findall(r"(?ms)^!\[[^\]]+\]\(([\w./-]+)\)\n\n```sh\n(.*?)\n```$", CLIPS)
    assert len(shown) >= 5
    for name, command in shown:
        ours, theirs = (text.replace("\n", " && ").replace(" -y ", " ") for text in (pages.command_of(name), command))
        # the page writes to the folder of whoever types it
        plain = lambda text: [pathlib.PurePath(word).name for word in shlex.split(text)]
        assert plain(theirs) == plain(ours), name


def test_clips_are_small():
    """A page of clips is read on phones."""
    sizes = {name: (ROOT / "docs" / name).stat().st_size for name in FILES if name.endswith(".webp")}
    assert sum(sizes.values()) < 2e6 and sizes["envs.webp"] < 1e6, sizes


def test_commands_of_models_are_found_or_left_out(monkeypatch, tmp_path):
    model = tmp_path / "m.xml"
    monkeypatch.setattr(pages.corpus, "find_model", lambda name: model if name == "mujoco/here.xml" else None)
    draw, shrink = pages.runnable("ferrodyn render mujoco/here.xml -o x.png && ffmpeg -i x.png x.webp")
    assert draw[1:5] == ["-m", "ferrodyn", "render", str(model)] and shrink[0] == "ffmpeg"
    assert pages.runnable("ferrodyn render mujoco/gone.xml -o x.webp") is None


@pytest.mark.parametrize("name", sorted(pages.PICTURES))
def test_commands_name_tools_that_exist(name):
    words = shlex.split(pages.command_of(name))
    if words[0] == "python":
        assert (ROOT / (words[2].replace(".", "/") + ".py")).is_file()
    else:
        assert words[:2] == ["ferrodyn", "render"]
