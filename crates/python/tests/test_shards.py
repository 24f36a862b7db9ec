"""Shards of rollouts: the same files as those of the command, whole or not there."""

import subprocess
import sys

import ferrodyn
import numpy as np
import pytest
from ferrodyn import mjtState, rollout

ARM = """
<mujoco>
  <worldbody>
    <body>
      <joint name="pitch" axis="0 1 0"/>
      <geom type="capsule" size=".02" fromto="0 0 0 1 0 0"/>
    </body>
  </worldbody>
  <actuator><motor joint="pitch" ctrlrange="-1 1"/></actuator>
</mujoco>
"""

# a spring that is too stiff for the time step
UNSTABLE = ARM.replace('axis="0 1 0"', 'axis="0 1 0" stiffness="1e6"')

SHARD = {"environments": 10, "steps": 40, "every": 5, "seed": 3, "noise": 1.0}


def test_a_shard_has_the_same_bytes_on_any_number_of_threads(tmp_path):
    m = ferrodyn.MjModel.from_xml_string(ARM)
    written = []
    for nthread in (1, 2, None):
        out = rollout.shard(m, tmp_path / str(nthread), 1, 2, nthread=nthread, **SHARD)
        assert (out.file.name, out.kept, out.failed) == ("shard-00001-of-00002.npz", False, [])
        written.append(out.file.read_bytes())
    assert len(set(written)) == 1
    with np.load(out.file) as arrays:
        assert arrays["env"].tolist() == [5, 6, 7, 8, 9]
        assert arrays["step"].tolist() == list(range(0, 41, 5))
        width = ferrodyn.mj_stateSize(m, mjtState.mjSTATE_FULLPHYSICS)
        assert arrays["state"].shape == (5, 9, width)
    again = rollout.shard(m, tmp_path / "None", 1, 2, **SHARD)
    assert again == (out.file, True, [], [])


PINNED = f"""
import os
import sys
os.sched_setaffinity(0, {{min(os.sched_getaffinity(0))}})
import ferrodyn
from ferrodyn import rollout
from ferrodyn.batch import Batch
m = ferrodyn.MjModel.from_xml_string({ARM!r})
rollout.shard(m, sys.argv[1], environments=10, steps=40)
print(rollout._cores(), Batch(m, 4).nthread)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="processes are pinned to cores on Linux")
def test_a_process_with_one_core_gets_one_thread(tmp_path):
    run = subprocess.run(
        [sys.executable, "-c", PINNED, tmp_path], check=True, capture_output=True, text=True
    )
    assert run.stdout.split() == ["1", "1"]


@pytest.mark.skipif(not hasattr(ferrodyn._core, "_command"), reason="built without the command")
def test_a_shard_of_the_command_is_that_of_the_function(tmp_path):
    (tmp_path / "arm.xml").write_text(ARM)
    m = ferrodyn.MjModel.from_xml_path(str(tmp_path / "arm.xml"))
    out = rollout.shard(m, tmp_path / "a", **SHARD)
    words = "-n 10 --steps 40 --every 5 --seed 3 --noise 1".split()
    command = [sys.executable, "-m", "ferrodyn", "rollout", str(tmp_path / "arm.xml"), *words]
    subprocess.run([*command, "--out", str(tmp_path / "b")], check=True, capture_output=True)
    assert (tmp_path / "b" / out.file.name).read_bytes() == out.file.read_bytes()


def test_failures_of_a_shard_are_told_and_dumped(tmp_path):
    m = ferrodyn.MjModel.from_xml_string(UNSTABLE)
    dumps = tmp_path / "dumps"
    out = rollout.shard(m, tmp_path, dumps=dumps, model_path="arm.xml", **SHARD)
    failed = [env for env, _, _ in out.failed]
    assert failed == list(range(10))
    assert out.dumps == [dumps / f"env-{env:06}.dump" for env in failed]
    assert all(b"arm.xml" in dump.read_bytes() for dump in out.dumps)
    with np.load(out.file) as arrays:
        assert arrays["error_env"].tolist() == failed
        assert arrays["error_step"].tolist() == [step for _, step, _ in out.failed]


def test_a_shard_of_no_run_is_refused(tmp_path):
    m = ferrodyn.MjModel.from_xml_string(ARM)
    for changed, message in [
        ({"steps": 0}, "steps must be at least 1"),
        ({"hold": 0}, "hold must be at least 1"),
        ({"noise": float("nan")}, "noise must be a number from 0 on"),
        ({"count": 11}, "11 shards of 10 environments"),
        ({"index": 1}, "there is no shard 1"),
    ]:
        with pytest.raises(ValueError, match=message):
            rollout.shard(m, tmp_path, **SHARD | changed)
    rollout.shard(m, tmp_path, **SHARD)
    with pytest.raises(ValueError, match="a shard of another run, whose seed is 3, not 4"):
        rollout.shard(m, tmp_path, **SHARD | {"seed": 4})
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        rollout.shard(m, tmp_path / "file", **SHARD)


def test_an_interrupt_ends_a_shard_and_leaves_nothing(tmp_path):
    script = f"""
import os, signal, threading, time
import ferrodyn as fd
from ferrodyn import rollout
signal.signal(signal.SIGINT, signal.default_int_handler)
m = fd.MjModel.from_xml_string('''{ARM}''')
long = dict(environments=64, steps=10**8, every=10**8, hold=10**8)
for nthread in (1, 2):
    threading.Timer(.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    start = time.time()
    try:
        rollout.shard(m, {str(tmp_path)!r}, nthread=nthread, **long)
    except KeyboardInterrupt:
        print(time.time() - start < 5)
"""
    python = [sys.executable, "-c", script]
    result = subprocess.run(python, capture_output=True, text=True, timeout=60)
    assert result.stdout.split() == ["True", "True"], result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "name", ["index", "count", "environments", "steps", "every", "hold", "seed", "nthread"]
)
@pytest.mark.parametrize("value", [-1, 2**70, 1.5, "7"])
def test_a_number_of_a_shard_that_makes_no_sense_is_named(tmp_path, name, value):
    m = ferrodyn.MjModel.from_xml_string(ARM)
    with pytest.raises(ValueError, match=f"^{name} "):
        rollout.shard(m, tmp_path, **{**SHARD, name: value})
    assert not list(tmp_path.iterdir())


def test_directories_of_shards_may_be_bytes(tmp_path):
    m = ferrodyn.MjModel.from_xml_string(ARM)
    out = rollout.shard(m, bytes(tmp_path), **SHARD)
    assert out.file.parent == tmp_path
