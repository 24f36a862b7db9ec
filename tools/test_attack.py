"""Parts of the attack tool."""

import json
import subprocess
import sys
from pathlib import Path

import attack
import attack_kinds
import ferrodyn as fd
import pytest
from attack_models import MODELS


def test_checksums_are_mended():
    content = fd.MjModel.from_xml_string(MODELS["pendulum"])._to_bytes()
    assert attack_kinds.mended(bytearray(content)) == content


@pytest.mark.parametrize("name", MODELS)
def test_models_load_and_step(name):
    m = fd.MjModel.from_xml_string(MODELS[name])
    fd.mj_step(m, fd.MjData(m))


def test_notes_survive_the_process(tmp_path):
    note = tmp_path / "note"
    reader = attack.Journal(note, create=True)
    attack.Journal(note).write(41, "mj_step(m, d)")
    assert reader.read() == (41, "mj_step(m, d)")


def test_the_same_seed_makes_the_same_calls():
    def calls(seed):
        texts = []
        attacker = attack.Attacker("arguments", seed, 50, None)
        attacker.call = lambda text, *_: texts.append(text) or setattr(attacker, "made", len(texts))
        attack_kinds.run("arguments", attacker)
        return texts

    assert calls(3) == calls(3)
    assert calls(3) != calls(4)


def test_a_panic_that_reaches_python_is_a_failure():
    class PanicException(BaseException):
        pass

    def panic():
        raise PanicException("index out of bounds")

    with pytest.raises(attack.Failure, match="PanicException"):
        attack.Attacker("arguments", 0, 1, None).call("panic", panic)


def test_a_process_tells_what_it_caught():
    code = "import attack; attack.child('views', 1, 20)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=Path(attack.__file__).parent, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert set(json.loads(done.stdout.splitlines()[-1])) == {"caught", "examples"}
