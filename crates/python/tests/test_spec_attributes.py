"""Attributes of specs and their elements: names, first values, conversions, refusals."""

import ferrodyn
import numpy as np
import pytest

mujoco = pytest.importorskip("mujoco")


def elements(lib):
    """A fresh element of every class."""
    s = lib.MjSpec()
    b = s.worldbody.add_body()
    return {
        "MjsBody": b, "MjsFrame": s.worldbody.add_frame(), "MjsJoint": b.add_joint(),
        "MjsGeom": b.add_geom(), "MjsSite": b.add_site(), "MjsCamera": b.add_camera(),
        "MjsLight": b.add_light(), "MjsMesh": s.add_mesh(), "MjsHField": s.add_hfield(),
        "MjsSkin": s.add_skin(), "MjsTexture": s.add_texture(), "MjsMaterial": s.add_material(),
        "MjsPair": s.add_pair(), "MjsExclude": s.add_exclude(), "MjsEquality": s.add_equality(),
        "MjsTendon": s.add_tendon(), "MjsActuator": s.add_actuator(), "MjsSensor": s.add_sensor(),
        "MjsNumeric": s.add_numeric(), "MjsText": s.add_text(), "MjsTuple": s.add_tuple(),
        "MjsKey": s.add_key(), "MjsFlex": s.add_flex(),
        "MjsPlugin": s.add_plugin(), "MjsDefault": s.default, "MjsCompiler": s.compiler,
        "MjsOrientation": b.alt, "MjSpec": s,
    }  # fmt: skip


OURS, THEIRS = elements(ferrodyn), elements(mujoco)


def names(cls):
    return {name for name in dir(cls) if not name.startswith("_")}


@pytest.mark.parametrize("name", sorted(THEIRS))
def test_a_class_has_every_attribute_of_the_mujoco_package(name):
    assert names(getattr(mujoco, name)) - names(getattr(ferrodyn, name)) == set()


def value(x):
    """A value that can be compared, or none for objects."""
    if isinstance(x, np.ndarray):
        return (x.dtype.name, x.tolist())
    if type(x).__name__.endswith("Vec"):
        return (type(x).__name__, list(x))
    if type(x).__name__.startswith("mjt"):
        return type(x).__name__, int(x)
    if isinstance(x, (bool, int, float, str, bytes)):
        return type(x).__name__, x
    return None


@pytest.mark.parametrize("name", sorted(THEIRS))
def test_a_fresh_element_starts_with_the_values_of_the_mujoco_package(name):
    ours, theirs = OURS[name], THEIRS[name]
    different = {}
    for attribute in sorted(names(type(theirs)) - {"copy_during_attach", "signature"}):
        expected, found = value(getattr(theirs, attribute)), value(getattr(ours, attribute))
        if repr(found) != repr(expected):
            different[attribute] = (found, expected)
    assert different == {}


def test_assigning_to_items_of_an_array_changes_the_element():
    spec = ferrodyn.MjSpec()
    body = spec.worldbody.add_body()
    body.pos[1] = 2
    body.pos[2:] = [3]
    body.pos += 1
    np.testing.assert_array_equal(body.pos, [1, 3, 4])
    view = body.pos[:2]
    view[0] = 7
    np.testing.assert_array_equal(spec.bodies[1].pos, [7, 3, 4])


def test_operators_in_place_change_the_element():
    spec = ferrodyn.MjSpec()
    geom = spec.worldbody.add_geom(size=[1, 2, 3])
    size = geom.size
    size *= 2
    geom.rgba[:3] *= 0.5
    geom.pos.fill(4)
    np.testing.assert_array_equal(geom.size, [2, 4, 6])
    np.testing.assert_array_equal(geom.rgba, [0.25, 0.25, 0.25, 1])
    np.testing.assert_array_equal(geom.pos, [4, 4, 4])


def test_an_older_array_does_not_undo_what_was_assigned_since():
    body = ferrodyn.MjSpec().worldbody.add_body()
    old = body.pos
    body.pos = [1, 2, 3]
    old[0] = 5
    np.testing.assert_array_equal(body.pos, [5, 2, 3])


def test_arithmetic_with_an_array_does_not_change_the_element():
    body = ferrodyn.MjSpec().worldbody.add_body()
    twice = body.pos + 1
    twice[0] = 9
    np.testing.assert_array_equal(body.pos, [0, 0, 0])


def test_end_points_can_be_given_in_any_order():
    models = []
    for lib in (ferrodyn, mujoco):
        spec = lib.MjSpec()
        geom = spec.worldbody.add_geom(type=lib.mjtGeom.mjGEOM_CAPSULE, size=[0.1, 0, 0])
        geom.fromto[3:] = [1, 2, 3]
        geom.fromto[:3] = [0, 0, 1]
        models.append(spec.compile())
    np.testing.assert_allclose(models[0].geom_pos, models[1].geom_pos)
    np.testing.assert_allclose(models[0].geom_quat, models[1].geom_quat, atol=1e-12)


@pytest.mark.parametrize(
    ("name", "bad", "error"),
    [
        ("pos", [1, 2], ValueError),
        ("pos", "abc", TypeError),
        ("pos", 3, TypeError),
        ("mass", None, TypeError),
        ("mass", "1", TypeError),
        ("contype", 1.5, TypeError),
        ("type", 99, ValueError),
        ("type", "box", TypeError),
        ("material", 3, TypeError),
        ("userdata", "", TypeError),
        ("userdata", ["a"], TypeError),
        ("quat", [[1, 0, 0, 0]], TypeError),
        ("nothing", 1, AttributeError),
        ("parent", None, AttributeError),
    ],
)
def test_a_wrong_value_is_refused(name, bad, error):
    geom = ferrodyn.MjSpec().worldbody.add_geom()
    with pytest.raises(error):
        setattr(geom, name, bad)


def arrays(lib):
    """Fresh elements and settings with the names of their arrays of a fixed length."""
    made = elements(lib)
    spec = made["MjSpec"]
    made |= {"option": spec.option, "stat": spec.stat, "map": spec.visual.map}
    made |= {"headlight": spec.visual.headlight, "rgba": spec.visual.rgba}
    for name, element in made.items():
        for attribute in sorted(names(type(element))):
            try:
                array = getattr(element, attribute)
            except (AttributeError, ValueError):
                continue
            if isinstance(array, np.ndarray):
                yield name, attribute, element


def forms(n):
    """Values for an array of n numbers, and what is none."""
    numbers = np.arange(1.0, n + 1)
    column = numbers[:, None]
    return {
        "row": numbers, "column": column, "list of rows": [[x] for x in numbers],
        "integers": column.astype(np.int64), "single": column.astype(np.float32),
        "every other": np.arange(2.0 * n).reshape(n, 2)[:, :1], "objects": column.astype(object),
        "fractions": numbers + 0.75, "truths": column > 1, "tuple": tuple(numbers),
        "matrix of one row": column.T if n > 1 else column[None],
        "three dimensions": column[:, :, None], "two columns": np.zeros((n, 2)),
        "too many": np.zeros((n + 1, 1)), "too few": np.zeros(n - 1), "words": ["a"] * n,
        "none": None, "number": 1.0, "without dimension": np.array(1.0),
    }  # fmt: skip


def assigned(element, attribute, value):
    """What an array holds after an assignment, which is taken back; ``None`` if it is refused."""
    before = np.array(getattr(element, attribute))
    try:
        setattr(element, attribute, value)
    except (TypeError, ValueError):
        return None
    after = np.array(getattr(element, attribute)).tolist()
    setattr(element, attribute, before)
    return after


def test_arrays_take_rows_and_columns_as_those_of_the_mujoco_package_do():
    ours, theirs = arrays(ferrodyn), arrays(mujoco)
    ours = {(name, attribute): element for name, attribute, element in ours}
    different, compared = [], 0
    for name, attribute, element in theirs:
        # what depends on more than the value is compared elsewhere
        if (name, attribute) not in ours or attribute in ("fromto",):
            continue
        for form, given in forms(getattr(element, attribute).size).items():
            expected = assigned(element, attribute, given)
            found = assigned(ours[name, attribute], attribute, given)
            compared += 1
            if found != expected:
                different.append((name, attribute, form, found, expected))
    assert different == []
    assert compared > 2000


def test_arrays_without_a_dimension_are_numbers():
    for lib in (ferrodyn, mujoco):
        geom = lib.MjSpec().worldbody.add_geom()
        geom.group, geom.mass = np.array(2.75), np.array(2.75)
        assert (geom.group, geom.mass) == (2, 2.75)
        with pytest.raises(TypeError):
            geom.group = 1.0
        with pytest.raises(TypeError):
            geom.mass = np.array([1.0])


def test_a_refused_array_says_how_many_numbers_there_should_be():
    body = ferrodyn.MjSpec().worldbody.add_body()
    with pytest.raises(TypeError, match=r"fullinertia should be 6 numbers, not ndarray \(6, 2\)"):
        body.fullinertia = np.zeros((6, 2))
    with pytest.raises(TypeError, match="pos should be 3 numbers, not list"):
        body.pos = ["a", "b", "c"]
    with pytest.raises(ValueError, match="pos should be a list/array of size 3"):
        body.pos = [1, 2]


def test_a_failed_addition_leaves_nothing_behind():
    spec = ferrodyn.MjSpec()
    for wrong in (dict(pos=[0, 1]), dict(nothing=3), dict(size=[]), dict(type="box")):
        with pytest.raises((TypeError, ValueError)):
            spec.worldbody.add_geom(**wrong)
    assert spec.geoms == []


def test_a_deleted_element_cannot_be_used():
    spec = ferrodyn.MjSpec()
    geom = spec.worldbody.add_geom(name="g", size=[1])
    spec.delete(geom)
    uses = (lambda: geom.pos, lambda: geom.name, lambda: spec.delete(geom), lambda: geom.parent)
    for use in uses:
        with pytest.raises(ReferenceError, match="deleted"):
            use()
    with pytest.raises(ReferenceError):
        geom.size = [1, 1, 1]


def test_an_element_of_another_spec_is_not_deleted():
    spec = ferrodyn.MjSpec()
    geom = spec.worldbody.add_geom()
    copy = spec.copy()
    with pytest.raises(ValueError, match="not in this MjSpec"):
        copy.delete(geom)
    assert len(copy.geoms) == 1


def test_what_the_engine_has_not_is_kept_and_refused_by_name():
    spec = ferrodyn.MjSpec()
    flex = spec.add_flex(name="cloth", vert=[0, 0, 0], vertbody=["world"])
    assert spec.flexes == [flex]
    with pytest.raises(ValueError, match="cloth"):
        spec.compile()
    spec.delete(flex)
    assert spec.compile().nbody == 1


def test_unknown_plugins_are_kept_and_refused_by_name():
    spec = ferrodyn.MjSpec()
    plugin = spec.add_plugin(name="one", plugin_name="some.plugin", active=True)
    plugin.config = {"a": "1"}
    body = spec.worldbody.add_body(plugin=plugin)
    assert spec.plugins == [plugin]
    assert (plugin.config, body.plugin.plugin_name) == ({"a": "1"}, "some.plugin")
    with pytest.raises(ValueError, match=r"some\.plugin"):
        spec.compile()
    spec.delete(plugin)
    with pytest.raises(ValueError, match='"one"'):
        spec.compile()
    body.plugin.active = False
    assert spec.compile().nbody == 2


def test_a_value_that_uses_the_spec_while_it_is_assigned():
    spec = ferrodyn.MjSpec()
    geom = spec.worldbody.add_geom(size=[1, 2, 3])
    geom.pos = (x for x in geom.size)
    np.testing.assert_array_equal(geom.pos, [1, 2, 3])


def test_handles_are_the_same_objects_while_somebody_has_them():
    spec = ferrodyn.MjSpec()
    geom = spec.worldbody.add_geom(name="g")
    assert spec.geoms[0] is geom
    assert spec.geom("g") is geom
    assert spec.worldbody.first_geom() is geom
    assert spec.copy().geom("g") != geom


def test_an_orientation_can_be_set_before_or_after_its_type():
    spec = ferrodyn.MjSpec()
    first, second = spec.worldbody.add_body(), spec.worldbody.add_body()
    first.alt.euler = [0, 0, 90]
    first.alt.type = ferrodyn.mjtOrientation.mjORIENTATION_EULER
    second.alt.type = ferrodyn.mjtOrientation.mjORIENTATION_EULER
    second.alt.euler[2] = 90
    model = spec.compile()
    half = np.sqrt(0.5)
    np.testing.assert_allclose(model.body_quat[1:], [[half, 0, 0, half]] * 2)


def test_settings_of_a_spec_reach_the_model():
    spec = ferrodyn.MjSpec()
    spec.option.gravity[2] = -1
    spec.option.integrator = ferrodyn.mjtIntegrator.mjINT_RK4
    spec.visual.global_.offwidth = 123
    spec.stat.center = [1, 2, 3]
    spec.nuserdata = 4
    model = spec.compile()
    np.testing.assert_array_equal(model.opt.gravity, [0, 0, -1])
    assert (model.opt.integrator, model.vis.global_.offwidth, model.nuserdata) == (1, 123, 4)
    np.testing.assert_array_equal(model.stat.center, [1, 2, 3])
