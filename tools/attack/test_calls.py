"""Parts of the attack tool."""

import json
import subprocess
import sys

import ferrodyn as fd
import pytest

from tools import ROOT
from tools.attack import kinds
from tools.attack.attacker import Attacker, Failure, Journal
from tools.attack.models import MODELS


def test_checksums_are_mended():
    content = fd.MjModel.from_xml_string(MODELS["pendulum"])._to_bytes()
    assert kinds.mended(bytearray(content)) == content


@pytest.mark.parametrize("name", MODELS)
def test_models_load_and_step(name):
    m = fd.MjModel.from_xml_string(MODELS[name])
    fd.mj_step(m, fd.MjData(m))


def test_notes_survive_the_process(tmp_path):
    note = tmp_path / "note"
    reader = Journal(note, create=True)
    Journal(note).write(41, "mj_step(m, d)")
    assert reader.read() == (41, "mj_step(m, d)")


def test_the_same_seed_makes_the_same_calls():
    def calls(seed):
        texts = []
        attacker = Attacker("arguments", seed, 50, None)
        attacker.call = lambda text, *_: texts.append(text) or setattr(attacker, "made", len(texts))
        kinds.run("arguments", attacker)
        return texts

    assert calls(3) == calls(3)
    assert calls(3) != calls(4)


def test_a_panic_that_reaches_python_is_a_failure():
    class PanicException(BaseException):
        pass

    def panic():
        raise PanicException("index out of bounds")

    with pytest.raises(Failure, match="PanicException"):
        Attacker("arguments", 0, 1, None).call("panic", panic)


def test_a_process_tells_what_it_caught():
    code = "from tools.attack import calls; calls.child('views', 1, 20)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert set(json.loads(done.stdout.splitlines()[-1])) == {"caught", "examples"}
