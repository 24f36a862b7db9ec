"""Specs built with the same calls in both packages compile to the same models."""

import ferrodyn
import numpy as np
import pytest

mujoco = pytest.importorskip("mujoco")


def pendulums(lib):
    """Nested bodies, frames and classes."""
    spec = lib.MjSpec()
    spec.modelname = "pendulums"
    main = spec.default
    main.joint.damping = [0.1, 0, 0]
    thin = spec.add_default("thin", main)
    thin.geom.size = [0.02, 0.1, 0]
    thin.geom.type = lib.mjtGeom.mjGEOM_CAPSULE
    spec.worldbody.add_geom(type=lib.mjtGeom.mjGEOM_PLANE, size=[1, 1, 0.1])
    parent = spec.worldbody
    for i in range(3):
        frame = parent.add_frame(pos=[0.1, 0, 0.3], euler=[0, 30, 0])
        body = frame.add_body(name=f"b{i}", pos=[0, 0, 0.1])
        body.add_joint(name=f"j{i}", axis=[0, 1, 0], range=[-60, 60])
        body.add_geom(thin, name=f"g{i}", rgba=[1, 0, 0, 1])
        body.add_site(name=f"s{i}", pos=[0, 0, 0.2])
        parent = body
    spec.worldbody.add_light(pos=[0, 0, 3], dir=[0, 0, -1])
    parent.add_camera(name="eye", pos=[1, 0, 0], xyaxes=[0, 1, 0, 0, 0, 1])
    return spec


def machine(lib):
    """What refers to elements of the tree."""
    spec = pendulums(lib)
    spec.add_material(name="red", rgba=[1, 0, 0, 1], shininess=0.3)
    spec.geom("g1").material = "red"
    tendon = spec.add_tendon(name="t", stiffness=2, springlength=[0.1, 0.2])
    tendon.wrap_site("s0")
    tendon.wrap_site("s2")
    fixed = spec.add_tendon(name="fixed", range=[-1, 1])
    fixed.wrap_joint("j0", 0.5)
    fixed.wrap_joint("j1", -1)
    motor = spec.add_actuator(name="m", trntype=lib.mjtTrn.mjTRN_JOINT, target="j0")
    motor.set_to_position(kp=3, kv=0.2)
    muscle = spec.add_actuator(name="muscle", trntype=lib.mjtTrn.mjTRN_TENDON, target="fixed")
    muscle.set_to_velocity(kv=0.3)
    spec.add_sensor(
        type=lib.mjtSensor.mjSENS_JOINTPOS, objtype=lib.mjtObj.mjOBJ_JOINT, objname="j1"
    )
    spec.add_sensor(type=lib.mjtSensor.mjSENS_FRAMEPOS, objtype=lib.mjtObj.mjOBJ_SITE, objname="s2")
    spec.add_exclude(bodyname1="b0", bodyname2="b2")
    spec.add_pair(geomname1="g0", geomname2="g2", condim=1)
    weld = spec.add_equality(type=lib.mjtEq.mjEQ_CONNECT, objtype=lib.mjtObj.mjOBJ_BODY)
    weld.name1, weld.name2 = "b2", "b0"
    weld.data[:3] = [0, 0, 0.1]
    spec.add_numeric(name="n", data=[1, 2, 3])
    spec.add_text(name="text", data="abc")
    spec.add_tuple(name="tuple", objtype=[lib.mjtObj.mjOBJ_BODY], objname=["b1"], objprm=[0.5])
    spec.add_key(name="k", qpos=[0.1, 0.2, 0.3])
    return spec


def attached(lib):
    """A spec attached twice, once as a copy."""
    parent = lib.MjSpec()
    parent.compiler.degree = False
    frame = parent.worldbody.add_frame(pos=[0, 0, 1], euler=[0, 0, 1])
    parent.attach(machine(lib), prefix="a-", frame=frame)
    site = parent.worldbody.add_site(pos=[2, 0, 0])
    site.attach_body(pendulums(lib).body("b1"), prefix="b-", suffix="-x")
    return parent


def inertia(lib):
    """Masses given and inferred."""
    spec = lib.MjSpec()
    given = spec.worldbody.add_body(
        mass=2, inertia=[1, 1, 1], ipos=[0, 0, 0.1], explicitinertial=True
    )
    given.add_freejoint()
    given.add_geom(size=[0.1])
    half = spec.worldbody.add_body(mass=3)
    half.add_freejoint(align=True)
    half.add_geom(size=[0.2], pos=[0.1, 0, 0])
    full = spec.worldbody.add_body(fullinertia=[1, 2, 2.5, 0.1, 0, 0], mass=1, ipos=[0, 0, 0])
    full.explicitinertial = True
    full.add_freejoint()
    return spec


BUILDERS = (pendulums, machine, attached, inertia)


def arrays(model):
    for name in dir(model):
        if not name.startswith("_") and name not in ("signature", "names_map"):
            value = getattr(model, name)
            if isinstance(value, (int, float, np.ndarray)):
                yield name, value


@pytest.mark.parametrize("build", BUILDERS)
def test_the_models_are_the_same(build):
    ours, theirs = build(ferrodyn).compile(), build(mujoco).compile()
    different = []
    for name, expected in arrays(theirs):
        found = getattr(ours, name)
        same = np.shape(found) == np.shape(expected)
        if not same or not np.allclose(found, expected, rtol=1e-12, atol=1e-12, equal_nan=True):
            different.append(name)
    assert [n for n in different if not n.startswith(("narena", "nbuffer"))] == []


@pytest.mark.parametrize("build", BUILDERS)
def test_the_signatures_are_the_same(build):
    assert build(ferrodyn).compile().signature == build(mujoco).compile().signature


@pytest.mark.parametrize("build", BUILDERS)
def test_the_saved_text_gives_the_same_model_in_both_packages(build):
    text = build(ferrodyn).to_xml()
    ours, theirs = ferrodyn.MjModel.from_xml_string(text), mujoco.MjModel.from_xml_string(text)
    direct = build(ferrodyn).compile()
    for name in ("body_pos", "body_quat", "body_inertia", "geom_size", "jnt_range", "key_qpos"):
        expected = getattr(direct, name)
        np.testing.assert_allclose(getattr(ours, name), expected, atol=1e-9, err_msg=name)
        np.testing.assert_allclose(getattr(theirs, name), expected, atol=1e-5, err_msg=name)


def test_recompiling_keeps_the_state():
    spec = pendulums(ferrodyn)
    model = spec.compile()
    data = ferrodyn.MjData(model)
    data.qpos[:] = [0.1, 0.2, 0.3]
    data.time = 2
    first = spec.body("b0")
    first.add_joint(name="new", type=ferrodyn.mjtJoint.mjJNT_SLIDE)
    model, data = spec.recompile(model, data)
    np.testing.assert_allclose(data.qpos, [0.1, 0, 0.2, 0.3])
    assert data.time == 2
    assert data.bind(spec.joint("j2")).qpos == 0.3


def test_data_of_another_model_is_refused():
    spec = pendulums(ferrodyn)
    model = spec.compile()
    other = ferrodyn.MjSpec()
    other.worldbody.add_body().add_joint()
    other.bodies[1].add_geom(size=[1])
    with pytest.raises(ValueError, match="not that of the model"):
        spec.recompile(model, ferrodyn.MjData(other.compile()))


def test_handles_follow_their_elements_into_the_parent():
    parent, child = ferrodyn.MjSpec(), pendulums(ferrodyn)
    geom, world = child.geom("g0"), child.worldbody
    frame = parent.worldbody.add_frame()
    parent.attach(child, prefix="c-", frame=frame)
    assert geom.name == "c-g0"
    assert parent.geom("c-g0") is geom
    assert child.geom("c-g0") is geom
    assert child.worldbody is world
    assert child.parent is parent
    geom.rgba = [0, 1, 0, 1]
    np.testing.assert_array_equal(parent.compile().bind(geom).rgba, [0, 1, 0, 1])
    with pytest.raises(ValueError, match="cannot compile child spec"):
        child.compile()


def test_bodies_of_one_spec_go_to_several_places():
    parent, child = ferrodyn.MjSpec(), ferrodyn.MjSpec()
    bodies = [child.worldbody.add_body(name=name) for name in "ab"]
    for body in bodies:
        assert parent.worldbody.add_frame().attach_body(body, prefix="c-") is body
    assert [body.name for body in parent.bodies] == ["world", "c-a", "c-b"]
    assert parent.compile().bind(bodies[1]).id == 2


def test_attaching_a_copy_leaves_the_other_spec_alone():
    parent, child = ferrodyn.MjSpec(), pendulums(ferrodyn)
    parent.copy_during_attach = True
    body = child.body("b0")
    copy = parent.worldbody.add_frame().attach_body(body, prefix="c-")
    assert copy is not body
    assert (copy.name, body.name) == ("c-b0", "b0")
    assert child.compile().nbody == 4
    assert parent.compile().nbody == 4


def test_problems_name_the_element_and_all_of_them():
    spec = ferrodyn.MjSpec()
    spec.worldbody.add_geom(name="fine", size=[1])
    spec.worldbody.add_geom(name="small", info="made here")
    spec.worldbody.add_geom(name="negative", size=[-1])
    with pytest.raises(ValueError, match="must be positive") as caught:
        spec.compile()
    text = str(caught.value)
    first = "Error: size 0 must be positive in geom\nElement name 'small', id 1, made here\n"
    assert text.startswith(first)
    assert 'name="negative"' in text


def test_bound_elements_are_those_of_the_model():
    spec = machine(ferrodyn)
    model = spec.compile()
    data = ferrodyn.MjData(model)
    for plural in ("bodies", "joints", "geoms", "sites", "cameras", "lights", "tendons",
                   "actuators", "sensors", "materials", "pairs", "excludes", "equalities",
                   "numerics", "tuples", "keys"):  # fmt: skip
        for element in getattr(spec, plural):
            assert model.bind(element).name == element.name
    data.bind(spec.joints).qpos = [1, 2, 3]
    np.testing.assert_array_equal(data.qpos, [1, 2, 3])
