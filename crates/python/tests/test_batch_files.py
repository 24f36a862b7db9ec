"""Files of batches: what was written comes back bit for bit, anything else is refused as a whole."""

import copy
import os
import signal
import stat
import sys
import threading
import zipfile

import ferrodyn as fd
import numpy as np
import pytest
from ferrodyn._batch import archive
from ferrodyn.batch import Batch

ARM = """
<mujoco>
  <option><flag sleep="{sleep}"/></option>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body name="arm" pos="0 0 1"><joint name="hinge" axis="0 1 0" damping=".1"/>
      <geom type="capsule" fromto="0 0 0 .4 0 0" size=".05"/></body>
    <body name="box" pos="1 0 .2"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  </worldbody>
  <actuator><motor joint="hinge" gear="{gear}"/></actuator>
</mujoco>
"""
NSIM = 3


def model(gear=2, sleep="disable", gravity=-9.81):
    m = fd.MjModel.from_xml_string(ARM.format(gear=gear, sleep=sleep))
    m.opt.gravity[2] = gravity
    return m


def moving(batch):
    batch.qvel[:] = np.random.default_rng(1).normal(size=batch.qvel.shape)
    batch.ctrl[:] = 0.3
    return batch


def plain():
    batch = moving(Batch(model(), NSIM, 1))
    batch.expand("body_mass")[:] *= np.array([[1], [1.2], [0.7]])
    batch.expand("opt.gravity")[:, 2] = [-9, -10, -11]
    batch.set_const()
    return batch


def persistent():
    batch = moving(Batch(model(), NSIM, 1, persistent=True))
    batch.expand("geom_friction")[:, 1, 0] = [0.5, 0.8, 1]
    return batch


def sleeping():
    return moving(Batch(model(sleep="enable"), NSIM, 1))


def with_models():
    batch = moving(Batch(model(), NSIM, 1))
    batch.set_models([model(gravity=g) for g in (-5, -6, -7)])
    return batch


KINDS = [plain, persistent, sleeping, with_models]


def arrays_in(path):
    with np.load(path) as content:
        return {name: content[name] for name in content.files}


def bits(batch):
    """Everything of a batch that Python can see."""
    values = {name: batch.expanded(name).tobytes() for name in sorted(batch._values)}
    data = [batch.get_data(i)._to_bytes() for i in range(batch.nsim)] if batch.persistent else []
    return batch.state.tobytes(), batch.warning.tobytes(), values, data


def edits_of(name, array):
    """Other contents of an array's entry; ``None`` is no entry."""
    yield "dropped", None
    for dtype in ("f8", "f4", "i4", "i8", "u1", "U3", "c16", "S3", "?"):
        if array.dtype != dtype:
            with np.errstate(all="ignore"):
                yield f"as {dtype}", np.asarray(np.ones(array.shape), dtype)
    yield "one more dimension", array[None]
    if array.dtype.itemsize > 1:
        yield "other order of bytes", np.array(array, array.dtype.newbyteorder(">"))
    yield "structure", np.zeros(array.shape, [("a", "f8")])
    if array.ndim:
        yield "shorter", array[:-1]
        yield "longer", np.concatenate([array, array[:1]])
        yield "flat", array.reshape(-1) if array.ndim > 1 else array.reshape(1, -1)
        yield "empty", array[:0]
    if array.size and array.dtype.kind in "biuf" and not name.startswith("values/"):
        changed = array.copy()
        changed.reshape(-1).view(np.uint8)[-1] ^= 1
        yield "one bit", changed
    if name == "ends":
        yield "ends beyond the data", array + 1
        yield "negative ends", -array
        yield "falling ends", array[::-1].copy()
    if name == "data":
        for at in (30, len(array) // 2, len(array) - 20):
            changed = array.copy()
            changed[at] ^= 255
            yield f"another byte at {at}", changed


def edited(content):
    """All edits of all entries, and of the list of them."""
    for name, array in content.items():
        for what, other in edits_of(name, array):
            changed = {**content, name: other}
            yield f"{name}: {what}", {k: v for k, v in changed.items() if v is not None}
        if name != "digest":
            renamed = {(k if k != name else "x" + k): v for k, v in content.items()}
            yield f"{name}: renamed", renamed
    more = {"values/qpos": np.zeros(3), "values/nothing": np.zeros(3), "state2": np.zeros(3),
            "values/body_parentid": np.zeros((NSIM, 3), np.int32), "../state": np.zeros(3),
            "values/geom_rgba": np.zeros((NSIM, 1)), "values/": np.zeros(1), "ends": np.zeros(3, np.int64),
            "models": np.zeros(NSIM, np.uint64), "data": np.zeros(9, np.uint8)}  # fmt: skip
    for name, array in more.items():
        if name not in content:
            yield f"{name}: added", {**content, name: array}


@pytest.mark.parametrize("kind", KINDS)
def test_every_edit_of_a_file_is_refused_and_leaves_the_batch_as_it_was(kind, tmp_path):
    path = tmp_path / "batch.npz"
    batch = kind()
    batch.step(nstep=20)
    batch.save(path)
    content = arrays_in(path)
    victim, twin = kind(), kind()
    # contents that were edited are those of another batch if the digest is edited, too
    of_another = {"state: one bit", "warning: one bit"}
    of_another |= {f"{name}: dropped" for name in content if name.startswith("values/")}
    cases = 0
    for mended in (False, True):
        for what, changed in edited(content):
            if mended:
                changed.pop("digest", None)
                if what in of_another or what.startswith("digest"):
                    continue
                changed["digest"] = np.array(archive.digest(changed))
            np.savez(path, **changed)
            before = bits(victim)
            with pytest.raises(ValueError, match=r"batch\.npz"):
                victim.load(path)
                pytest.fail(f"{what}, digest mended: {mended}")
            assert bits(victim) == before, what
            victim.step(nstep=10)
            twin.step(nstep=10)
            assert victim.state.tobytes() == twin.state.tobytes(), what
            cases += 1
    assert cases > 200


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_with_flipped_bits_is_refused_or_the_same(kind, tmp_path):
    path = tmp_path / "batch.npz"
    batch = kind()
    batch.step(nstep=20)
    batch.save(path)
    whole = path.read_bytes()
    batch.step(nstep=50)
    victim = kind()
    rng = np.random.default_rng(0)
    refused = 0
    for at in rng.integers(0, len(whole), 150):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ (1 << rng.integers(8))]) + whole[at + 1 :])
        before = bits(victim)
        try:
            victim.load(path)
        except ValueError:
            refused += 1
            assert bits(victim) == before
        else:
            victim.step(nstep=50)
            assert bits(victim)[:3] == bits(batch)[:3]
    assert refused > 100


@pytest.mark.parametrize("kind", KINDS)
def test_a_batch_goes_back_to_its_own_file_with_the_same_bits(kind, tmp_path):
    path = tmp_path / "batch.npz"
    batch = kind()
    # values of simulations that were handed out stay those of the batch
    values = {name: batch.expand(name) for name in list(batch._values)}
    batch.step(nstep=20)
    batch.save(path)
    batch.step(nstep=50)
    after = bits(batch)
    for array in values.values():
        array[:] = 1
    for other in (batch, kind()):
        other.load(path)
        other.step(nstep=50)
        assert bits(other)[:3] == after[:3]
    for name, array in values.items():
        assert array.size == 0 or np.shares_memory(array, batch.expanded(name))


def test_values_that_the_file_does_not_have_are_those_of_the_model(tmp_path):
    batch = moving(Batch(model(), NSIM, 1))
    batch.save(tmp_path / "a")
    batch.step(nstep=30)
    other = Batch(model(), NSIM, 1)
    mass = other.expand("body_mass")
    mass[:] = 7
    other.load(tmp_path / "a")
    np.testing.assert_array_equal(mass, [other.model.body_mass] * NSIM)
    other.step(nstep=30)
    assert other.state.tobytes() == batch.state.tobytes()
    # writes to what was handed out still count
    mass[:] = 7
    assert (other.expanded("body_mass") == 7).all()


def test_a_field_without_entries_can_be_written():
    m = fd.MjModel.from_xml_string("<mujoco><worldbody><body><joint/><geom size='.1'/></body></worldbody></mujoco>")
    batch = Batch(m, 2)
    batch.expand("actuator_gainprm")[:] = 1
    assert batch.expand("actuator_gainprm").shape == (2, 0, 10)


def test_files_of_other_models_are_refused(tmp_path):
    path = tmp_path / "batch.npz"
    one = Batch(model(), NSIM)
    one.set_models(model(gravity=-1))
    one.save(path)
    with pytest.raises(ValueError, match="with models of set_models"):
        Batch(model(), NSIM).load(path)
    other = Batch(model(), NSIM)
    other.set_models([model(gravity=-1), model(gravity=-1), model(gravity=-2)])
    with pytest.raises(ValueError, match="another model of simulation 2"):
        other.load(path)
    expanded = Batch(model(), NSIM)
    expanded.expand("opt.gravity")[:, 2] = -1
    expanded.save(path)
    with pytest.raises(ValueError, match="without models of set_models"):
        one.load(path)


def test_a_file_names_the_copy_of_the_model_not_the_callers(tmp_path):
    path = tmp_path / "batch.npz"
    m = model()
    batch = Batch(m, NSIM)
    m.opt.gravity[2] = -1
    batch.save(path)
    batch.load(path)
    with pytest.raises(ValueError, match="another model"):
        Batch(m, NSIM).load(path)
    own = model(gravity=-3)
    batch.set_models(own)
    own.opt.gravity[2] = -4
    assert batch.get_model(0).opt.gravity[2] == -3
    assert batch.models.opt.gravity[2] == -3
    batch.save(path)
    batch.load(path)


def test_a_file_of_another_version_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "batch.npz"
    batch = Batch(model(), NSIM)
    monkeypatch.setattr("ferrodyn._batch.snapshot.__version__", "0.0.1")
    batch.save(path)
    monkeypatch.undo()
    with pytest.raises(ValueError, match=r"written by ferrodyn '0\.0\.1'"):
        batch.load(path)


def test_compressed_files_do_not_take_memory(tmp_path):
    path = tmp_path / "batch.npz"
    batch = Batch(model(), NSIM)
    batch.save(path)
    content = arrays_in(path)
    np.savez_compressed(path, **content, bomb=np.zeros(10**8))
    assert path.stat().st_size < 10**6
    resource = pytest.importorskip("resource", reason="the memory of a process is told by the module resource")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(ValueError, match="compressed"):
        batch.load(path)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert after - before < (64 << 20) >> (0 if sys.platform == "darwin" else 10)
    # many entries over the same bytes
    with zipfile.ZipFile(path, "w") as file:
        for name, array in content.items():
            with file.open(f"{name}.npy", "w") as entry:
                np.save(entry, array)
        with pytest.warns(UserWarning, match="Duplicate"):
            file.writestr("state.npy", b"")
    with pytest.raises(ValueError, match="two arrays of one name"):
        batch.load(path)


@pytest.mark.skipif(os.name != "posix", reason="modes, links and pipes are those of POSIX")
def test_files_have_the_mode_of_new_files_and_links_are_followed(tmp_path):
    batch = Batch(model(), NSIM)
    real, link = tmp_path / "real.npz", tmp_path / "link.npz"
    link.symlink_to(real)
    before = os.umask(0o027)
    try:
        batch.save(link)
        batch.save(link)
    finally:
        os.umask(before)
    assert link.is_symlink()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    batch.load(link)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["link.npz", "real.npz"]
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for name in ("pipe", "loop", "."):
        with pytest.raises(OSError, match="regular file|symbolic links|directory"):
            batch.save(tmp_path / name)
    with pytest.raises(ValueError, match="not a regular file"):
        batch.load(tmp_path / "pipe")
    with pytest.raises(FileNotFoundError):
        batch.load(tmp_path / "nothing")
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_a_batch_that_cannot_be_written_is_left_as_it_was(tmp_path):
    batch = plain()
    batch.save(tmp_path / "a")
    for name in ("state", "warning", "body_mass"):
        victim = plain()
        victim.step(nstep=5)
        array = victim.expand(name) if name == "body_mass" else getattr(victim, name)
        array.flags.writeable = False
        before = bits(victim)
        with pytest.raises(ValueError, match=f"array `{name}` of the batch was made read-only"):
            victim.load(tmp_path / "a")
        assert bits(victim) == before


def interrupted(call, at):
    """Calls with a Ctrl-C at a line of `put` or of what it calls; whether it has so many lines."""
    lines = iter(range(at + 1))
    inside = []

    def trace(frame, event, _):
        if frame.f_code.co_name == "put":
            inside.append(frame)
        if not inside:
            return None
        if event == "line" and next(lines, None) == at:
            sys.settrace(None)
            signal.raise_signal(signal.SIGINT)
        return trace

    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(None)
    return next(lines, None) is None


@pytest.mark.parametrize("make", KINDS, ids=lambda make: make.__name__)
def test_a_load_that_is_interrupted_leaves_the_batch_as_it_was_or_whole(tmp_path, make):
    other = make()
    other.step(nstep=5)
    if make is not with_models:
        other.expand("body_pos")[1, 1] = [0, 0.1, 1]
    other.save(tmp_path / "a")
    whole, handler, at, seen = bits(other), signal.getsignal(signal.SIGINT), 0, set()
    while True:
        batch = make()
        before = bits(batch)
        try:
            if not interrupted(lambda batch=batch: batch.load(tmp_path / "a"), at):
                break
        except KeyboardInterrupt:
            pass
        assert bits(batch) in (before, whole), at
        assert signal.getsignal(signal.SIGINT) is handler
        seen.add(bits(batch) == whole)
        at += 1 if at < 8 else 3
    assert at > 10 and True in seen
    # what is ignored stays so, and other threads are not interrupted
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert interrupted(lambda: make().load(tmp_path / "a"), 3)
    finally:
        signal.signal(signal.SIGINT, handler)
    batch = make()
    thread = threading.Thread(target=batch.load, args=[tmp_path / "a"])
    thread.start()
    thread.join()
    assert bits(batch) == whole


def test_a_busy_batch_is_neither_saved_nor_loaded(tmp_path):
    batch = plain()
    batch.save(tmp_path / "a")
    thread = threading.Thread(target=lambda: batch.step(nstep=30000))
    thread.start()
    words = set()
    while thread.is_alive():
        for call, name in ((batch.save, "b"), (batch.load, "a")):
            try:
                call(tmp_path / name)
            except RuntimeError as error:
                words.add((name, str(error).partition(":")[0]))
    thread.join()
    assert words == {("a", "the batch is busy"), ("b", "the batch is busy")}


def test_a_copy_of_the_model_of_a_batch_makes_the_same_batch(tmp_path):
    batch = moving(Batch(model(), NSIM))
    batch.save(tmp_path / "a")
    Batch(batch.model, NSIM).load(tmp_path / "a")
    Batch(copy.copy(batch.model), NSIM).load(tmp_path / "a")
