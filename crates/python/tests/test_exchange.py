"""Compiled models of the mujoco package: taken over, given back, refused."""

import subprocess
import sys
import types
import warnings

import ferrodyn as fd
import numpy as np
import pytest
from ferrodyn import batch
from ferrodyn._mujoco import exchange

GROUPS = ("opt", "stat", "vis", "global_", "quality", "headlight", "map", "scale", "rgba")

XML = """<mujoco><option timestep=".004"/><asset><mesh name="pad" vertex="0 0 0  .1 0 0  0 .1 0  0 0 .1"/></asset>
<worldbody><geom type="plane" size="5 5 .1"/>
<body name="arm" pos="0 0 1"><joint name="j" axis="0 1 0"/><geom name="g" size=".1" margin=".02" gap=".005"/>
<site name="s" size=".1"/></body>
<body pos=".3 0 .1"><freejoint/><geom size=".1"/></body><body mocap="true" pos="2 0 0"><geom size=".1"/></body>
</worldbody><actuator><motor joint="j"/>
<general joint="j" dyntype="user" gaintype="user" biastype="user" actdim="1"/></actuator>
<equality><weld body1="arm" body2="world" active="false"/></equality>
<sensor><contact geom1="g" data="found force"/><insidesite site="s" objtype="body" objname="arm"/>
<tactile geom="g" mesh="pad"/></sensor></mujoco>"""


def plain(thing):
    """The numbers of a model without its class: an object with MuJoCo's arrays."""
    out = types.SimpleNamespace()
    for name in dir(thing):
        value = None if name.startswith("_") else getattr(thing, name)
        if name in GROUPS:
            setattr(out, name, plain(value))
        elif isinstance(value, (int, float, bytes, np.ndarray)):
            setattr(out, name, value.copy() if isinstance(value, np.ndarray) else value)
    return out


def as_release(m, release):
    """The same numbers as a release has them."""
    if release >= (3, 9):
        del m.flex_bandwidth
        for kind in ("geom", "pair"):
            setattr(m, f"{kind}_margin", getattr(m, f"{kind}_margin") - getattr(m, f"{kind}_gap"))
        m.geom_margin = m.geom_margin.astype(float)
    if release >= (3, 11):
        m.nactuator = m.nout = m.nu
        m.actuator_ctrladr = m.actuator_outadr = np.arange(m.nu, dtype=np.int32)
        m.geom_adhesion, m.geom_surfacevel = np.zeros(m.ngeom), np.zeros((m.ngeom, 6))
        m.pair_adhesion = np.zeros(m.npair)
        m.actuator_gaintype = np.where(m.actuator_gaintype == 4, 5, m.actuator_gaintype)
        m.actuator_biastype = np.where(m.actuator_biastype == 4, 5, m.actuator_biastype)
        m.jnt_limited = m.jnt_limited.astype(bool)
    if release >= (3, 12):
        m.mesh_extrema, m.light_softness = np.zeros((0, 27)), np.zeros(0, np.float32)
        m.actuator_dyntype = np.where(m.actuator_dyntype == 6, 7, m.actuator_dyntype)
        m.actuator_gaintype = np.where(m.actuator_gaintype == 5, 6, m.actuator_gaintype)
        m.body_weldid = np.arange(m.nbody, dtype=np.int32)
    if release >= (3, 17):
        m.site_dataid, m.efmC_perm = np.full(m.nsite, -1), np.zeros(0)
        m.tex_contenttypeadr = np.zeros(0)
        early = np.isin(m.sensor_type, [fd.mjtSensor.mjSENS_CONTACT.value, fd.mjtSensor.mjSENS_TACTILE.value])
        m.sensor_needstage = np.where(early, 1, m.sensor_needstage)
        m.eq_data = np.column_stack([m.eq_data, np.ones(m.neq)])
    if release >= (4, 0):
        m.jnt_springyield, m.tendon_springyield, m.nplastic = np.zeros(m.njnt), np.zeros(0), 0
        m.geom_castshadow = np.ones(m.ngeom, bool)
        for name in ("flex_vertedge", "flex_vertedgeadr", "flexvert_J_rownnz", "nJfv", "nflexevpair"):
            delattr(m, name)
    return m


def states(m, steps=50):
    d, out = fd.MjData(m), []
    for i in range(steps):
        d.ctrl[:] = np.sin(i)
        fd.mj_step(m, d)
        out.append(np.concatenate([d.qpos, d.qvel, d.sensordata]))
    return np.array(out)


def same(a, b, skip=("signature", "narena")):
    names = [n for n in exchange._ARRAYS if n not in skip]
    return [n for n in names if not np.array_equal(getattr(a, n), getattr(b, n))]


@pytest.fixture
def ours():
    return fd.MjModel.from_xml_string(XML)


@pytest.fixture(autouse=True)
def quiet(monkeypatch):
    monkeypatch.setattr(exchange, "_told", set())
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "a model of MuJoCo")
        yield


# models of the package itself


def test_a_model_of_the_package_is_the_one_that_its_text_makes_here(mujoco):
    theirs = mujoco.MjModel.from_xml_string(XML)
    theirs.opt.timestep, theirs.body_mass[1] = 0.003, 7
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        taken = fd.MjModel.from_mujoco(theirs)
    loaded = fd.MjModel.from_xml_string(XML)
    assert same(loaded, taken) == ["body_mass"] and taken.body_mass[1] == 7
    assert taken.opt.timestep == 0.003 and taken.body("arm").id == 1
    loaded.opt.timestep, loaded.body_mass[1] = 0.003, 7
    assert np.array_equal(states(loaded), states(taken))
    theirs.body_mass[1] = 1
    assert taken.body_mass[1] == 7


def test_a_model_goes_back_to_the_package_whole(mujoco, theirs, ours):
    ours = fd.MjModel.from_mujoco(theirs)
    ours.opt.gravity[:] = 0, 1, -3
    ours.vis.global_.fovy = 33
    back = ours.to_mujoco(mujoco)
    assert type(back) is mujoco.MjModel and same(back, ours) == []
    assert back.opt.gravity[1] == 1 and back.vis.global_.fovy == 33 and back.opt.timestep == 0.004
    assert back.body("hand").id == theirs.body("hand").id
    mujoco.mj_step(back, mujoco.MjData(back))


def test_a_model_loaded_here_goes_to_the_package(mujoco, ours):
    back = ours.to_mujoco(mujoco)
    assert same(back, ours) == []
    again = fd.MjModel.from_mujoco(back)
    assert np.array_equal(states(again), states(ours))


def test_other_releases_get_no_models(ours):
    with pytest.raises(ValueError, match=r"given back to mujoco 3\.8\.0; this is '4\.0\.1'"):
        ours.to_mujoco(types.SimpleNamespace(__version__="4.0.1"))


def test_nothing_imports_the_package():
    code = (
        "import sys, types, ferrodyn as fd; m = fd.MjModel.from_xml_string('<mujoco/>')\n"
        "groups = ('opt', 'stat', 'vis')\n"
        "like = types.SimpleNamespace(**{n: getattr(m, n) for n in dir(m) if n[0] != '_'})\n"
        "fd.MjModel.from_mujoco(like); print('mujoco' in sys.modules)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout == "False\n"


# any object with MuJoCo's arrays


def test_a_model_of_ours_is_copied(ours):
    taken = fd.MjModel.from_mujoco(ours)
    assert taken is not ours and same(taken, ours, ()) == []


@pytest.mark.parametrize("release", [(3, 8), (3, 9), (3, 11), (3, 12), (3, 17), (4, 0)])
def test_releases_say_the_same_in_other_numbers(ours, release):
    taken = fd.MjModel.from_mujoco(as_release(plain(ours), release))
    assert same(ours, taken) == []
    assert np.array_equal(states(ours), states(taken))


def test_a_taken_model_runs_in_batches(ours):
    taken = fd.MjModel.from_mujoco(plain(ours))
    b = batch.Batch(taken, 8)
    b.step(nstep=20)
    assert np.array_equal(b.bind("qpos")[3], states_without_control(ours, 20))


def states_without_control(m, steps):
    d = fd.MjData(m)
    fd.mj_step(m, d, steps)
    return d.qpos


def test_the_release_is_said_once(ours):
    with pytest.warns(RuntimeWarning, match=r"MuJoCo 4\.0 or newer moves with the numbers of MuJoCo 3\.8\.0"):
        fd.MjModel.from_mujoco(as_release(plain(ours), (4, 0)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fd.MjModel.from_mujoco(as_release(plain(ours), (4, 0)))


def test_what_pictures_leave_out_is_said(ours):
    m = as_release(plain(ours), (4, 0))
    m.geom_castshadow[0] = False
    with pytest.warns(RuntimeWarning, match="pictures are drawn without its geom_castshadow"):
        fd.MjModel.from_mujoco(m)


NEW = {
    "geom_adhesion": (lambda m: m.geom_adhesion.fill(1), r"adhesion of geoms \(geom_adhesion\) came with MuJoCo 3\.11"),
    "geom_surfacevel": (lambda m: m.geom_surfacevel.fill(1), "the surface velocity of geoms"),
    "site_dataid": (lambda m: m.site_dataid.fill(0), "the mesh of sites .* 3.13"),
    "springyield": (lambda m: m.jnt_springyield.fill(1), "the plasticity of joints .* 4.0"),
    "inputs": (lambda m: m.actuator_ctrladr.fill(0), "several inputs or outputs"),
    "so3": (lambda m: m.actuator_trntype.fill(6), r"the type so3 of actuators \(actuator_trntype\)"),
    "pid": (lambda m: m.actuator_dyntype.fill(6), "the type pid .* 3.12"),
    "dcmotor": (lambda m: m.actuator_dyntype.fill(5), "the present form of motors"),
    "linvel": (lambda m: m.sensor_intprm.fill(128), "velocities in sensors of contacts"),
    "enclosed": (lambda m: m.sensor_intprm.fill(1), "the attribute enclosed"),
    "discrete": (lambda m: setattr(m.opt, "integrator", 4), "the integrator discrete .* 3.13"),
    "speculative": (lambda m: setattr(m.opt, "enableflags", 128), "the flag speculative .* 4.0"),
    "flexes": (lambda m: setattr(m, "nflex", 1), "it has flexes"),
    "plugins": (lambda m: setattr(m, "nplugin", 1), "it has plugins"),
}


@pytest.mark.parametrize("what", NEW)
def test_what_is_not_here_is_refused_by_name(ours, what):
    m = as_release(plain(ours), (4, 0))
    use, words = NEW[what]
    use(m)
    with pytest.raises(ValueError, match=f"^the model cannot be taken: .*{words}"):
        fd.MjModel.from_mujoco(m)


def test_other_versions_of_the_package_are_refused(ours, monkeypatch):
    class Model(types.SimpleNamespace):
        pass

    Model.__module__ = "mujoco._structs"
    for version in ("3.7.1", "4.1.0", "5.0.0"):
        module = types.SimpleNamespace(__version__=version)
        monkeypatch.setitem(sys.modules, "mujoco", module)
        with pytest.raises(ValueError, match=f"^the model cannot be taken: it is one of mujoco {version}; "):
            fd.MjModel.from_mujoco(Model(**vars(plain(ours))))


def put(name, value):
    return lambda m: setattr(m, name, value(getattr(m, name)))


WRONG = {
    "missing": (lambda m: delattr(m, "body_pos"), "its array body_pos is of type object"),
    "short": (put("body_pos", lambda a: a[:-1]), "field 'body_pos' has the wrong type or shape"),
    "long": (put("geom_size", lambda a: np.tile(a, 2)), "field 'geom_size'"),
    "text": (put("qpos0", lambda a: "text"), "its array qpos0 is of type <U4, not float64"),
    "float": (put("geom_type", lambda a: a * 1.0), "its array geom_type is of type float64, not int32"),
    "large": (put("geom_type", lambda a: a + np.int64(2**40)), "numbers of its array geom_type do not fit"),
    "parent": (put("body_parentid", lambda a: a + 9), r"body_parentid\[0\] is 9"),
    "derived": (put("dof_jntid", lambda a: a[::-1]), r"dof_jntid\[0\] is .*follows from the rest"),
    "size": (put("nbody", lambda n: n + 1), "field 'body_parentid'"),
    "vast": (put("nmeshvert", lambda n: 2**40), "field 'mesh_vert'|too large"),
    "negative": (put("nuserdata", lambda n: -3), "size nuserdata is negative"),
    "none": (put("nq", lambda n: None), "its size nq is None, not an integer"),
    "names": (put("names", lambda b: b[:3]), "field 'names'"),
    "option": (lambda m: setattr(m.opt, "timestep", "soon"), "its opt.timestep is 'soon'"),
    "options": (lambda m: delattr(m, "opt"), "opt"),
}


@pytest.mark.parametrize("what", WRONG)
def test_arrays_that_do_not_fit_are_refused_by_name(ours, what):
    m = plain(ours)
    spoil, words = WRONG[what]
    spoil(m)
    with pytest.raises(ValueError, match=f"^the model cannot be taken: .*({words})"):
        fd.MjModel.from_mujoco(m)


@pytest.mark.parametrize("thing", [None, 3, "model", object(), [], np.zeros(3)])
def test_what_is_no_model_is_refused(thing):
    with pytest.raises(ValueError, match="cannot be taken"):
        fd.MjModel.from_mujoco(thing)
