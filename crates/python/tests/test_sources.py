"""Files that a function gives where ``assets`` are taken."""

import concurrent.futures
import gc
import struct
import threading
import time
import weakref

import ferrodyn
import pytest

MESH = """
<mujoco><compiler meshdir="meshes"/>
  <asset><mesh name="a" file="{file}"/></asset>
  <worldbody><body><freejoint/><geom type="mesh" mesh="a"/></body></worldbody></mujoco>
"""
INCLUDE = "<mujoco><include file='parts/a.xml'/></mujoco>"


def tetrahedron(size=1.0):
    """A tetrahedron as a binary STL file."""
    points = [(0, 0, 0), (size, 0, 0), (0, size, 0), (0, 0, size)]
    faces = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    body = b"".join(
        struct.pack("<12fH", 0, 0, 0, *(x for corner in face for x in points[corner]), 0)
        for face in faces
    )
    return bytes(80) + struct.pack("<I", len(faces)) + body


class Store:
    """Files by path, and what was asked for."""

    def __init__(self, files):
        self.files, self.asked = files, []

    def __call__(self, path):
        self.asked.append(path)
        return self.files.get(path)


LOADERS = {
    "model": lambda xml, assets: ferrodyn.MjModel.from_xml_string(xml, assets),
    "spec": lambda xml, assets: ferrodyn.MjSpec.from_string(xml, assets=assets).compile(),
}
load = pytest.mark.parametrize("load", LOADERS.values(), ids=LOADERS)


@load
def test_a_function_gives_meshes_and_included_files(load):
    store = Store({"meshes/a.stl": tetrahedron(), "more.xml": "<mujoco><option density='3'/></mujoco>"})
    xml = MESH.format(file="a.stl").replace("<compiler", "<include file='more.xml'/><compiler")
    model = load(xml, store)
    assert (model.nmesh, model.opt.density) == (1, 3)
    assert set(store.asked) == {"meshes/a.stl", "more.xml"}


@load
def test_names_with_a_scheme_stay_what_they_are(load):
    store = Store({"store://parts/a.stl": tetrahedron()})
    assert load(MESH.format(file="store://parts/../parts/a.stl"), store).nmesh == 1
    assert store.asked == ["store://parts/a.stl"]


@load
def test_what_the_function_does_not_have_is_read_from_the_disk(load, tmp_path):
    (tmp_path / "a.stl").write_bytes(tetrahedron())
    store = Store({})
    assert load(MESH.format(file=tmp_path / "a.stl"), store).nmesh == 1
    assert store.asked == [str(tmp_path / "a.stl")]
    with pytest.raises(ValueError, match="from the sources of files, nor on the disk"):
        load(MESH.format(file="nowhere.stl"), store)


@load
def test_what_the_function_raises_is_the_cause(load):
    def store(path):
        raise LookupError(f"no part {path}")

    with pytest.raises(ValueError, match="could not be read from its source: LookupError") as caught:
        load(MESH.format(file="a.stl"), store)
    assert "meshes/a.stl" in str(caught.value)
    assert isinstance(caught.value.__cause__, LookupError)

    with pytest.raises(ValueError, match="should return bytes, a string or None, not int"):
        load(MESH.format(file="a.stl"), lambda path: 3)

    def interrupted(path):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        load(MESH.format(file="a.stl"), interrupted)


def test_a_function_that_loads_without_end_is_stopped():
    calls = []

    def store(path):
        calls.append(path)
        ferrodyn.MjSpec.from_string(MESH.format(file="a.stl"), assets=store).compile()
        return tetrahedron()

    with pytest.raises((ValueError, RecursionError)) as caught:
        ferrodyn.MjSpec.from_string(MESH.format(file="a.stl"), assets=store).compile()
    assert 2 < len(calls) < 1000
    causes, error = [], caught.value
    while error is not None:
        causes.append(error)
        error = error.__cause__
    assert isinstance(causes[-1], RecursionError)
    assert ferrodyn.MjModel.from_xml_string(MESH.format(file="a.stl"), lambda path: tetrahedron()).nmesh == 1


def test_an_error_that_is_over_is_no_cause():
    files = {}
    spec = ferrodyn.MjSpec.from_string(MESH.format(file="a.stl"), assets=lambda path: files[path])
    with pytest.raises(ValueError, match="KeyError"):
        spec.compile()
    files["meshes/a.stl"] = tetrahedron()
    assert spec.compile().nmesh == 1
    spec.worldbody.add_geom(size=[-1, 0, 0])
    with pytest.raises(ValueError, match="size") as caught:
        spec.compile()
    assert caught.value.__cause__ is None


def test_loads_inside_each_other_ask_once_for_an_included_file_that_fails():
    asked = []

    def store(path):
        asked.append(path)
        if len(asked) == 8:
            raise LookupError("the last one")
        ferrodyn.MjModel.from_xml_string(INCLUDE, store)
        return "<mujoco/>"

    with pytest.raises(ValueError, match="the last one"):
        ferrodyn.MjModel.from_xml_string(INCLUDE, store)
    assert asked == ["parts/a.xml"] * 8


@pytest.mark.parametrize("fails", [True, False])
def test_an_included_file_that_fails_is_looked_for_nowhere_else(fails):
    asked = []

    def store(path):
        asked.append(path)
        if path == "parts/a.xml":
            return "<mujoco><include file='b.xml'/></mujoco>"
        if fails:
            raise LookupError(path)
        return None

    with pytest.raises(ValueError, match="b.xml"):
        ferrodyn.MjModel.from_xml_string(INCLUDE, store)
    assert asked[:2] == ["parts/a.xml", "b.xml"]
    assert asked[2:3] == ([] if fails else ["parts/b.xml"])
    assert len(set(asked)) == len(asked), asked


def test_threads_that_share_the_function_of_a_spec_get_each_the_cause_of_their_own_load():
    together = threading.Barrier(2)

    def store(path):
        together.wait(timeout=60)
        raise LookupError(threading.get_ident())

    spec = ferrodyn.MjSpec.from_string(MESH.format(file="a.stl"), assets=store)

    def cause():
        with pytest.raises(ValueError, match="LookupError") as caught:
            spec.compile()
        return caught.value.__cause__

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        causes = [future.result() for future in [pool.submit(cause), pool.submit(cause)]]
    assert all(isinstance(error, LookupError) for error in causes)
    assert causes[0] is not causes[1]


def test_limits_hold_for_what_the_function_gives():
    limits = {"bytes": 1000, "asset_bytes": 500}
    for given, words in [(5000, "more than the limit of 1000 "), (600, "limit asset_bytes")]:
        with pytest.raises(ValueError, match=words):
            ferrodyn.MjModel.from_xml_string(
                MESH.format(file="a.stl"), lambda path, n=given: bytes(n), limits=limits
            )
    # strangers read what the function gives them, and nothing of the disk
    store = Store({"meshes/a.stl": tetrahedron()})
    xml = MESH.format(file="a.stl")
    assert ferrodyn.MjModel.from_xml_string(xml, store, limits="untrusted").nmesh == 1
    with pytest.raises(ValueError, match="not in the directories"):
        ferrodyn.MjModel.from_xml_string(MESH.format(file="/etc/passwd"), store, limits="untrusted")

    def slow(path):
        time.sleep(0.05)
        return tetrahedron()

    meshes = "".join(f"<mesh file='{i}.stl'/>" for i in range(200))
    xml = f"<mujoco><asset>{meshes}</asset><worldbody/></mujoco>"
    began = time.monotonic()
    with pytest.raises(ValueError, match="limit time"):
        ferrodyn.MjModel.from_xml_string(xml, slow, limits={"time": 0.3})
    assert time.monotonic() - began < 3


def test_files_are_found_from_the_directory_of_the_model(tmp_path):
    (tmp_path / "model.xml").write_text(MESH.format(file="a.stl"))
    wanted = f"{tmp_path}/meshes/a.stl"
    store = Store({wanted: tetrahedron()})
    assert ferrodyn.MjModel.from_xml_path(str(tmp_path / "model.xml"), store).nmesh == 1
    assert ferrodyn.MjSpec.from_file(str(tmp_path / "model.xml"), assets=store).compile().nmesh == 1
    # the model itself may come from the function too
    store = Store({"robot.xml": "<mujoco model='given'/>"})
    model = ferrodyn.MjModel.from_xml_path("robot.xml", store)
    assert model.names.startswith(b"given")


def test_a_binary_model_comes_from_the_function(tmp_path):
    model = ferrodyn.MjModel.from_xml_string(MESH.format(file="a.stl"), lambda path: tetrahedron())
    ferrodyn.mj_saveModel(model, str(tmp_path / "model.mjb"), None)
    content = (tmp_path / "model.mjb").read_bytes()
    store = Store({"model.mjb": content})
    assert ferrodyn.MjModel.from_binary_path("model.mjb", store).nmesh == 1


def test_a_model_does_not_keep_the_function():
    store = Store({"meshes/a.stl": tetrahedron()})
    gone = weakref.ref(store)
    model = ferrodyn.MjModel.from_xml_string(MESH.format(file="a.stl"), store)
    del store
    gc.collect()
    assert gone() is None
    assert model.nmesh == 1


def test_neither_a_dictionary_nor_a_function_is_refused():
    with pytest.raises(TypeError, match="assets should be a dict of names and bytes, or a function"):
        ferrodyn.MjModel.from_xml_string("<mujoco/>", 3)
