"""The index of a rehearsal, and a whole one with a package that is a few lines."""

import hashlib
import subprocess
import sys
import urllib.error
import urllib.request
import zipfile

import pytest

from tools.release import rehearsal

# answers as the package does, without being it
MODULE = '''
__version__ = "0.0.1"
class MjModel:
    from_xml_string = staticmethod(lambda text: None)
class MjData:
    def __init__(self, m):
        self.qpos = [0, 0, -0.198162]
def mj_step(m, d, nstep): pass
def main():
    print('did you mean "size"')
    return 1
'''


def make(folder, version="0.0.1"):
    """A wheel of plain Python."""
    path, info = folder / f"ferrodyn-{version}-py3-none-any.whl", f"ferrodyn-{version}.dist-info"
    files = {
        "ferrodyn/__init__.py": MODULE,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: ferrodyn\nVersion: {version}\nRequires-Dist: x ; extra == 'gym'\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": "[console_scripts]\nferrodyn = ferrodyn:main\n",
    }
    files[f"{info}/RECORD"] = "".join(f"{name},,\n" for name in [*files, f"{info}/RECORD"])
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def run(monkeypatch, *arguments):
    monkeypatch.setattr(sys, "argv", ["rehearsal", *map(str, arguments)])
    return rehearsal.main()


def test_the_index_has_a_page_for_each_package_with_the_sums_of_its_files(tmp_path):
    (tmp_path / "files").mkdir()
    wheel = make(tmp_path / "files")
    with rehearsal.served(tmp_path) as address:
        read = lambda place: urllib.request.urlopen(address + place, timeout=10).read()
        assert b'<a href="ferrodyn/">' in read("")
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        assert f'href="../../files/{wheel.name}#sha256={digest}"'.encode() in read("ferrodyn/")
        assert read(f"../files/{wheel.name}") == wheel.read_bytes()
        with pytest.raises(urllib.error.HTTPError):
            read("numpy/")
    with pytest.raises(urllib.error.URLError):
        read("")


def test_names_are_written_as_indexes_write_them():
    assert rehearsal.normal("Some_Package.x") == "some-package-x"


def test_what_extras_need_is_not_installed(tmp_path):
    assert rehearsal.requirements(make(tmp_path)) == []


def test_a_package_is_installed_and_stepped_and_its_command_called(tmp_path, monkeypatch, capsys):
    assert run(monkeypatch, make(tmp_path), "--python", sys.executable) == 0
    said = capsys.readouterr().out
    assert "ferrodyn 0.0.1 height -0.198162" in said and "| tells a mistake |" in said


@pytest.mark.parametrize(("said", "status", "problem"), [
    ("Python 3.12 ferrodyn 0.0.1 height -0.2", 1, "the step printed"),
    ("Python 3.12 ferrodyn 0.0.2 height -0.198162", 1, "the step printed"),
    ("Python 3.12 ferrodyn 0.0.1 height -0.198162", 0, "ferrodyn check ended with 0"),
])  # fmt: skip
def test_a_package_that_does_something_else_fails(tmp_path, said, status, problem):
    class Pretended(rehearsal.Place):
        def run(self, *command):
            code = status if "check" in command and "pip" not in command else 0
            return subprocess.CompletedProcess(command, code, said + "\n", "")

    with pytest.raises(rehearsal.Failed, match=problem):
        rehearsal.rehearse(Pretended("pretended", "python", tmp_path), "http://localhost", "0.0.1")


def test_wheels_of_two_versions_are_refused(tmp_path, monkeypatch):
    wheels = [make(tmp_path), make(tmp_path, version="0.0.2")]
    with pytest.raises(SystemExit, match=r"not of 0\.0\.1, 0\.0\.2"):
        run(monkeypatch, *wheels)
