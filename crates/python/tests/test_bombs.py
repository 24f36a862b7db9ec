"""Files that ask for too much are refused in little time and memory, with the name of the limit."""

import os
import re
import sys
import zipfile
from pathlib import Path

import bombs
import ferrodyn
import pytest

STATIC = Path(__file__).parents[2] / "mjcf" / "tests" / "bombs"
SECONDS, MEGABYTES = 5, 512
LOAD = """
import sys, ferrodyn
try:
    ferrodyn.MjModel.from_xml_path(sys.argv[1], limits="untrusted")
except ValueError as error:
    sys.exit(print(str(error)[:5000]))
sys.exit("it loads")
"""


def measured(path, out):
    """What a process that loads a file says, its processor time and its peak memory."""
    if not hasattr(os, "posix_spawn"):
        pytest.skip("processes cannot be measured on this system")
    writing = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    actions = [(os.POSIX_SPAWN_OPEN, fd, str(out), writing, 0o600) for fd in (1, 2)]
    command = [sys.executable, "-c", LOAD, str(path)]
    pid = os.posix_spawn(sys.executable, command, os.environ, file_actions=actions)
    _, status, usage = os.wait4(pid, 0)
    unit = 1 if sys.platform == "darwin" else 1024
    return status, out.read_text(), usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit / 2**20


def check(path, limit, out):
    status, text, seconds, megabytes = measured(path, out)
    # what only the clock refuses may load on a fast machine, within the same bounds
    if not (limit == "time" and text.strip() == "it loads"):
        assert status == 0, text
        # on a busy machine, the time may be over before another limit is reached
        assert re.search(rf"the limits? ([a-z_]+ and )?({limit}|time)\b", text), text
    assert seconds < SECONDS, f"{seconds:.1f} s"
    assert megabytes < MEGABYTES, f"{megabytes:.0f} MB"


@pytest.mark.parametrize("path", sorted(STATIC.glob("*.*")), ids=lambda path: path.stem)
def test_small_bomb(path, tmp_path):
    limit = re.match("<!-- limit: (.*) -->", path.read_text())[1]
    check(path, limit, tmp_path / "out")


@pytest.mark.parametrize("name", bombs.GENERATED)
def test_generated_bomb(name, tmp_path):
    limit, make = bombs.GENERATED[name]
    for file, content in make().items():
        content = content if isinstance(content, bytes) else content.encode()
        (tmp_path / file).write_bytes(content)
    check(tmp_path / "m.xml", limit, tmp_path / "out")


def test_there_are_eighty_bombs():
    assert len(list(STATIC.glob("*.*"))) >= 80


def archive(path, entries, method=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", method) as file:
        for name, content in entries:
            file.writestr(zipfile.ZipInfo(name), content, method)
    return path


def test_a_small_archive_of_much_is_refused_before_it_is_unpacked(tmp_path):
    path = archive(tmp_path / "a.zip", [("m.xml", "<mujoco/>"), ("big.bin", bytes(100 << 20))])
    assert path.stat().st_size < 1 << 20
    with pytest.raises(ValueError, match="raise the limits bytes and asset_bytes"):
        ferrodyn.MjSpec.from_zip(path, limits="untrusted")
    assert ferrodyn.MjSpec.from_zip(path).compile().nbody == 1


def test_an_archive_that_lies_about_sizes_is_refused(tmp_path):
    path = archive(tmp_path / "a.zip", [("m.xml", "<mujoco/>"), ("big.bin", bytes(100 << 20))])
    content = path.read_bytes()
    size = (100 << 20).to_bytes(4, "little")
    assert size in content
    path.write_bytes(content.replace(size, (1000).to_bytes(4, "little")))
    with pytest.raises((ValueError, zipfile.BadZipFile)):
        ferrodyn.MjSpec.from_zip(path, limits="untrusted")


def test_archives_of_many_entries_are_refused(tmp_path):
    entries = [(f"{i}.bin", b"") for i in range(1100)]
    path = archive(tmp_path / "a.zip", [("m.xml", "<mujoco/>"), *entries], zipfile.ZIP_STORED)
    with pytest.raises(ValueError, match="raise the limit files"):
        ferrodyn.MjSpec.from_zip(path, limits="untrusted")
    entries = [(f"{i:0>2000}.bin", b"") for i in range(1000)]
    path = archive(tmp_path / "b.zip", [("m.xml", "<mujoco/>"), *entries], zipfile.ZIP_STORED)
    with pytest.raises(ValueError, match="raise the limit files"):
        ferrodyn.MjSpec.from_zip(path, limits="untrusted")
