"""Ways out of a directory: nothing outside is read, nothing blocks, nothing is quoted."""

import ctypes
import json
import os
import socket
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import ferrodyn
import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links and pipes of Unix")

SECRET = "hunter2"
CHILD = """
import json, sys, ferrodyn
for line in sys.stdin:
    case = json.loads(line)
    try:
        if case.get("text"):
            ferrodyn.MjModel.from_xml_string(case["text"], limits="untrusted", roots=case["roots"])
        elif case.get("spec"):
            ferrodyn.MjSpec.from_file(case["path"], limits=case["limits"], roots=case["roots"]).compile()
        else:
            ferrodyn.MjModel.from_xml_path(case["path"], limits=case["limits"], roots=case["roots"])
        said = None
    except ValueError as error:
        said = str(error)
    print(json.dumps([case["name"], said]), flush=True)
"""


def include(file):
    return f"<mujoco><include file='{file}'/></mujoco>"


def model(file):
    return f"<mujoco><asset><model name='m' file='{file}'/></asset></mujoco>"


def mesh(file, compiler=""):
    return f"<mujoco><compiler {compiler}/><asset><mesh name='m' file='{file}'/></asset></mujoco>"


def texture(file, compiler="", attribute="file"):
    element = f"<texture name='t' type='2d' {attribute}='{file}'/>"
    if attribute != "file":
        element = f"<texture name='t' type='cube' {attribute}='{file}'/>"
    return f"<mujoco><compiler {compiler}/><asset>{element}</asset></mujoco>"


def hfield(file):
    return f"<mujoco><asset><hfield name='h' size='1 1 1 1' file='{file}'/></asset></mujoco>"


def skin(file):
    return f"<mujoco><asset><skin name='s' file='{file}'/></asset></mujoco>"


def urdf(file):
    shape = f"<geometry><mesh filename='{file}'/></geometry>"
    return f"<robot name='r'><link name='l'><collision>{shape}</collision></link></robot>"


def cases(root, outside):
    """Name and text of models in `root` that name something they may not have."""
    xml, obj, png = (f"{outside}/secret.{kind}" for kind in ("xml", "obj", "png"))
    yield from {
        "include absolute": include(xml),
        "include two slashes": include(f"/{xml}"),
        "include up": include("../outside/secret.xml"),
        "include down and up": include("sub/../../outside/secret.xml"),
        "include up with dots": include("./.././outside/./secret.xml"),
        "include backslashes": include("..\\outside\\secret.xml"),
        "include link": include("link.xml"),
        "include link to a link": include("link2.xml"),
        "include linked directory": include("linked/secret.xml"),
        "include up out of a linked directory": include("linked/../secret.xml"),
        "include dead link": include("dead.xml"),
        "include through proc root": include(f"/proc/self/root{xml}"),
        "include through proc cwd": include("/proc/self/cwd/../outside/secret.xml"),
        "include through proc pid": include(f"/proc/{os.getpid()}/root{xml}"),
        "include environment": include("/proc/self/environ"),
        "include memory": include("/proc/self/mem"),
        "include file descriptor": include("/dev/fd/0"),
        "include standard input": include("/dev/stdin"),
        "include shadow": include("/etc/shadow"),
        "include passwd": include("/etc/passwd"),
        "include zeros": include("/dev/zero"),
        "include random": include("/dev/urandom"),
        "include terminal": include("/dev/tty"),
        "include pipe": include("pipe"),
        "include pipe outside": include("../outside/pipe"),
        "include linked pipe": include("linked_pipe"),
        "include socket": include("socket"),
        "include directory": include("sub"),
        "include root": include("/"),
        "include missing outside": include("../outside/missing.xml"),
        "include in an included file": include("sub/include_up.xml"),
        "include in a model": model("sub/include_up.xml"),
        "model absolute": model(xml),
        "model up": model("../outside/secret.xml"),
        "model link": model("link.xml"),
        "model pipe": model("pipe"),
        "model in a model": model("sub/model_up.xml"),
        "mesh absolute": mesh(obj),
        "mesh up": mesh("../outside/secret.obj"),
        "mesh link": mesh("link.obj"),
        "mesh absolute directory": mesh("secret.obj", f"meshdir='{outside}'"),
        "mesh directory up": mesh("secret.obj", "meshdir='../outside'"),
        "mesh linked directory": mesh("secret.obj", "assetdir='linked'"),
        "mesh stripped": mesh("x/y/secret.obj", "strippath='true' meshdir='../outside'"),
        "mesh pipe": mesh("pipe.obj"),
        "mesh zeros": mesh("zeros.stl"),
        "texture absolute": texture(png),
        "texture directory": texture("secret.png", "texturedir='../outside'"),
        "texture of a cube": texture("../outside/secret.png", attribute="fileup"),
        "texture pipe": texture("pipe.png"),
        "hfield up": hfield("../outside/secret.png"),
        "hfield of a text": hfield("/etc/passwd"),
        "hfield pipe": hfield("pipe"),
        "skin up": skin("../outside/secret.skn"),
        "skin pipe": skin("pipe.skn"),
        "urdf up": urdf("../outside/secret.obj"),
        "urdf file uri": urdf(f"file://{obj}"),
        "urdf package": urdf("package://outside/secret.obj"),
        "urdf package up": urdf("package://root/../outside/secret.obj"),
    }.items()


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    base = tmp_path_factory.mktemp("escapes").resolve()
    root, outside = base / "root", base / "outside"
    for folder in (root, outside, root / "sub"):
        folder.mkdir()
    content = f"{SECRET} <mujoco><{SECRET}/></mujoco>"
    for name in ("secret.xml", "secret.obj", "secret.png", "secret.skn"):
        (outside / name).write_text(content)
    (root.parent / "secret.xml").write_text(content)
    (root / "sub" / "include_up.xml").write_text(include("../../outside/secret.xml"))
    (root / "sub" / "model_up.xml").write_text(model("../../outside/secret.xml"))
    links = {
        "link.xml": outside / "secret.xml", "link2.xml": root / "link.xml",
        "linked": outside, "dead.xml": outside / "missing.xml", "link.obj": outside / "secret.obj",
        "linked_pipe": outside / "pipe", "zeros.stl": "/dev/zero", "main.xml": outside / "secret.xml",
    }  # fmt: skip
    for name, target in links.items():
        (root / name).symlink_to(target)
    for name in ("pipe", "pipe.obj", "pipe.png", "pipe.skn"):
        os.mkfifo(root / name)
    os.mkfifo(outside / "pipe")
    here = os.getcwd()
    os.chdir(root)
    server = socket.socket(socket.AF_UNIX)
    server.bind("socket")
    os.chdir(here)
    yield root, outside
    server.close()


class Watch:
    """Says which files of directories were opened or read meanwhile (Linux)."""

    OPEN, ACCESS = 0x20, 0x01

    def __init__(self, *folders):
        self.libc = ctypes.CDLL(None, use_errno=True)
        self.fd = self.libc.inotify_init1(os.O_NONBLOCK)
        for folder in folders:
            mask = self.OPEN | self.ACCESS
            assert self.libc.inotify_add_watch(self.fd, os.fsencode(folder), mask) >= 0

    def names(self):
        found = []
        while True:
            try:
                events = os.read(self.fd, 1 << 16)
            except BlockingIOError:
                return found
            while events:
                length = struct.unpack_from("iIII", events)[3]
                found.append(events[16 : 16 + length].rstrip(b"\0").decode())
                events = events[16 + length :]


def run(cases):
    """What a process says that loads one case after the other; a hang ends in an error."""
    lines = "".join(json.dumps(case) + "\n" for case in cases)
    done = subprocess.run(
        [sys.executable, "-c", CHILD], input=lines, text=True, timeout=120, capture_output=True
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def written(root, outside):
    for i, (name, text) in enumerate(cases(root, outside)):
        path = root / f"case{i}.{'urdf' if text.startswith('<robot') else 'xml'}"
        path.write_text(text)
        yield name, text, str(path)


def test_there_are_fifty(place):
    assert len(list(cases(*place))) >= 50


@pytest.mark.parametrize("how", ["roots", "untrusted", "spec", "text"])
def test_nothing_outside_is_read(place, how):
    root, outside = place
    variants = {
        "roots": {"limits": None, "roots": str(root)},
        "untrusted": {"limits": "untrusted", "roots": None},
        "spec": {"limits": "untrusted", "roots": [str(root)], "spec": True},
        "text": {"roots": None},
    }
    asked = []
    for name, text, path in written(root, outside):
        case = {"name": name, "path": path, **variants[how]}
        asked.append({**case, "text": text} if how == "text" else case)
    asked.append({**asked[0], "name": "main file is a link", "path": str(root / "main.xml")})
    watch = Watch(outside) if sys.platform == "linux" else None
    said = run(asked)
    assert len(said) == len(asked)
    for name, error in said:
        assert error is not None, f"{name} loads"
        assert SECRET not in error and "root:" not in error, f"{name}: {error}"
    if watch:
        assert watch.names() == []


def test_without_roots_nothing_blocks_and_nothing_outside_is_quoted(place):
    root, outside = place
    asked = [
        {"name": name, "path": path, "limits": None, "roots": None}
        for name, _, path in written(root, outside)
    ]
    for name, error in run(asked):
        assert SECRET not in (error or ""), f"{name}: {error}"
        assert "root:" not in (error or ""), f"{name}: {error}"


def test_the_watch_notices(tmp_path):
    if sys.platform != "linux":
        pytest.skip("files are watched on Linux only")
    (tmp_path / "x").write_text("x")
    watch = Watch(tmp_path)
    (tmp_path / "x").read_text()
    assert "x" in watch.names()


@pytest.mark.parametrize(
    "name", ["/m.obj", "../m.obj", "a/../../m.obj", "..\\m.obj", "C:\\m.obj", "\\m.obj", "c:m.obj"]
)
def test_names_in_archives_stay_inside(tmp_path, name):
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("m.xml", "<mujoco/>")
        info = zipfile.ZipInfo("x")
        info.filename = name
        file.writestr(info, b"v 0 0 0")
    with pytest.raises(ValueError, match="a name outside the archive"):
        ferrodyn.MjSpec.from_zip(path)


def test_archives_read_nothing_from_the_disk_if_untrusted(tmp_path, monkeypatch):
    (tmp_path / "m.obj").write_text("v 0 0 0")
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("m.xml", mesh("m.obj"))
    with pytest.raises(ValueError, match="may read"):
        ferrodyn.MjSpec.from_zip(path, limits="untrusted").compile()


def test_files_outside_keep_the_place_of_their_problem(tmp_path: Path):
    (tmp_path / "in").mkdir()
    (tmp_path / "out.xml").write_text(f"<mujocoinclude>\n  <option {SECRET}='1'/>\n</mujocoinclude>")
    path = tmp_path / "in" / "m.xml"
    path.write_text(include("../out.xml"))
    with pytest.raises(ValueError, match="out.xml:2:11: the file has a problem here") as caught:
        ferrodyn.MjModel.from_xml_path(str(path))
    assert SECRET not in str(caught.value)
    with pytest.raises(ValueError, match=f'unknown attribute "{SECRET}"'):
        ferrodyn.MjModel.from_xml_path(str(path), roots=tmp_path)
