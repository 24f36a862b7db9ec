"""Deformable bodies by material, and skins."""

import dataclasses

import ferrodyn
import numpy as np
import pytest
from ferrodyn import deformable
from ferrodyn.deformable import CapsuleChain, Cloth, Material, SoftBody

CLOTHS = ("cotton", "silk", "leather", "rubber", "paper", "membrane")
BLOCKS = ("rubber", "gelatin", "soft_tissue", "muscle", "foam", "stiff")
GROUND = """<mujoco><worldbody><geom type="plane" size="2 2 1"/></worldbody></mujoco>"""
CHAINS = ("rope", "steel_cable", "soft_cable", "hair", "chain")


def bodies():
    for name in CLOTHS:
        yield getattr(Cloth, name)("body", count=(3, 3))
    for name in BLOCKS:
        yield getattr(SoftBody, name)("body", count=(3, 3, 3))
    for name in CHAINS:
        yield getattr(CapsuleChain, name)("body", links=4)


def fitted(body, timestep):
    return (body.damp_to if isinstance(body, CapsuleChain) else body.soften_to)(timestep)


def test_materials_have_their_presets():
    assert len(Material.PRESETS) == 14
    assert Material.PRESETS["foam"] == Material.FOAM == Material(5e4, 0.2, 40, 0.7, 5e-3)
    assert Material.FOAM.shear_modulus < Material.FOAM.young
    assert Material.RUBBER.wave_speed == pytest.approx(280, rel=0.05)


@pytest.mark.parametrize("body", list(bodies()), ids=lambda body: f"{type(body).__name__}-{body.material.young:g}")
def test_presets_step_at_their_longest_step_and_not_beyond(body):
    spec = ferrodyn.MjSpec.from_string(GROUND)
    if isinstance(body, CapsuleChain):
        body = dataclasses.replace(body, pos=(0, 0, body.length / 2))
    else:
        body = dataclasses.replace(body, pos=(0, 0, 0.05))
    longest = body.longest_step()
    assert longest.limit in ("stretch", "bend", "twist", "weight", "swing", "contact")
    spec.option.timestep = 1.01 * longest.seconds
    with pytest.raises(ValueError, match="too long: at most") as error:
        body.add_to(spec.worldbody)
    assert str(longest) in str(error.value)
    spec.option.timestep = longest.seconds
    body.add_to(spec.worldbody)
    model = spec.compile()
    data = ferrodyn.MjData(model)
    ferrodyn.mj_step(model, data, 500)
    assert not any(warning.number for warning in data.warning)


@pytest.mark.parametrize("body", list(bodies()), ids=lambda body: f"{type(body).__name__}-{body.material.young:g}")
def test_bodies_can_be_made_to_bear_the_default_step(body):
    changed, _ = fitted(body, 0.002)
    assert changed.longest_step().seconds >= 0.002
    spec = ferrodyn.MjSpec()
    changed.add_to(spec.worldbody)
    assert spec.compile().opt.timestep == 0.002


def test_chains_without_stiffness_are_damped_at_their_joints():
    chain = CapsuleChain.chain("body", joint_damping=1e-4)
    assert chain.longest_step().limit == "swing"
    damped, of_material = chain.damp_to(0.002)
    assert damped.joint_damping > chain.joint_damping
    assert of_material == damped.material.damping == chain.material.damping
    with pytest.raises(ValueError, match="damping of its joints"):
        CapsuleChain.chain("body", joint_damping=-1.0).longest_step()


def test_the_share_that_is_left_is_told():
    block = SoftBody.muscle("steak")
    soft, left = block.soften_to(0.004)
    assert 0 < left < 1
    assert soft.material.young == pytest.approx(left * block.material.young)
    assert soft.material.density == block.material.density


def test_a_step_that_no_material_bears_is_refused():
    for body in bodies():
        with pytest.raises(ValueError, match="no material bears a time step of 20 ms: at most"):
            fitted(body, 0.02)


def test_bodies_go_into_any_body_and_can_be_edited():
    spec = ferrodyn.MjSpec()
    spec.option.timestep = 1e-4
    table = spec.worldbody.add_body(name="table", pos=[0, 0, 1])
    Cloth.cotton("cover", count=(4, 4), pins=[(0, 0)], pos=(0, 0, 0.1)).add_to(table)
    assert spec.flex("cover").dim == 2
    assert spec.body("cover_0").parent.name == "table"
    model = spec.compile()
    data = ferrodyn.MjData(model)
    ferrodyn.mj_forward(model, data)
    assert model.nflexvert == 16
    np.testing.assert_allclose(data.flexvert_xpos[:, 2], 1.1)
    # what was added is saved
    again = ferrodyn.MjModel.from_xml_string(spec.to_xml())
    np.testing.assert_allclose(again.flex_stiffness, model.flex_stiffness, rtol=1e-5)


def test_constraints_of_edges_bear_two_milliseconds():
    spec = ferrodyn.MjSpec()
    flag = Cloth.silk("flag", count=(5, 5), pins=[(0, 0), (4, 0)]).edge_constraints(0.004)
    assert flag.edges == (0.004, 1.0)
    flag.add_to(spec.worldbody)
    model = spec.compile()
    assert model.flex_edgeequality[0] == 1
    np.testing.assert_allclose(model.eq_solref[0], [0.004, 1])
    data = ferrodyn.MjData(model)
    ferrodyn.mj_step(model, data, 1000)
    stretch = np.abs(data.flexedge_length / model.flexedge_length0 - 1)
    assert stretch.max() < 0.05
    assert data.flexvert_xpos[:, 2].min() < -0.05


def test_the_corners_of_a_cell_know_the_integrator():
    block = SoftBody.stiff("block", dof="trilinear")
    assert block.longest_step().limit == "stretch"
    assert block.longest_step(ferrodyn.mjtIntegrator.mjINT_IMPLICITFAST).limit == "contact"


def test_what_makes_no_sense_is_refused():
    spec = ferrodyn.MjSpec()
    for body in (
        Cloth.silk("cloth", count=(0, 5)),
        Cloth.silk("cloth", pins=[(0, 10)]),
        SoftBody.foam("block", count=(100_000,) * 3),
        SoftBody.foam("block", dof="cubic"),
        SoftBody("block", dataclasses.replace(Material.FOAM, young=float("nan"))),
        CapsuleChain.rope("chain", links=1),
        CapsuleChain.rope("chain", start="loose"),
    ):
        with pytest.raises(ValueError):
            body.add_to(spec.worldbody)
    with pytest.raises(TypeError):
        Cloth.silk("cloth").add_to(spec)
    with pytest.raises((TypeError, ValueError, OverflowError)):
        Cloth.silk("cloth", count=(-1, 5)).longest_step()
    with pytest.raises(ValueError, match="integrator"):
        SoftBody.foam("block").longest_step(17)
    assert len(spec.bodies) == 1


def test_fields_that_are_no_numbers_are_named():
    cloth, foam = Cloth.silk("cloth"), dataclasses.replace(Material.FOAM, young="soft")
    for body, field in (
        (dataclasses.replace(cloth, spacing="far"), "spacing: must be real number, not str"),
        (dataclasses.replace(cloth, edges=[1, 2, 3]), "edges: "),
        (dataclasses.replace(cloth, pins=[(-1, 0)]), "pins: "),
        (SoftBody("block", foam), "material.young: must be real number, not str"),
        (CapsuleChain.rope("chain", radius=None), "radius: must be real number, not NoneType"),
    ):
        with pytest.raises(TypeError, match=f"^{field}"):
            body.longest_step()
    for timestep in (0, -1, float("nan"), float("inf")):
        for body in (cloth, SoftBody.foam("block", count=(3, 3, 3)), CapsuleChain.rope("chain", links=4)):
            with pytest.raises(ValueError, match="must be positive and finite"):
                fitted(body, timestep)


TWIST = """
<mujoco>
  <worldbody>
    <body name="a"><geom size=".1"/></body>
    <body name="b"><joint name="turn" axis="1 0 0"/><geom size=".1"/></body>
  </worldbody>
  <deformable>
    <skin name="sleeve" vertex="0 0 1  1 0 1  0 1 1" face="0 1 2">
      <bone body="a" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight=".5 .5 .5"/>
      <bone body="b" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight=".5 .5 .5"/>
    </skin>
  </deformable>
</mujoco>"""


def test_skins_follow_bodies_by_either_method():
    model = ferrodyn.MjModel.from_xml_string(TWIST)
    data = ferrodyn.MjData(model)
    data.joint("turn").qpos = np.pi / 2
    ferrodyn.mj_forward(model, data)
    linear = deformable.skin_surface(model, data, "sleeve")
    dual = deformable.skin_surface(model, data, 0, "dual_quaternion")
    assert linear.vert.shape == linear.normal.shape == (3, 3)
    assert linear.vert.dtype == np.float32
    # halfway between 0 and 90 degrees about x: the mean of places is thinner
    half = np.sqrt(0.5)
    np.testing.assert_allclose(dual.vert[0], [0, -half, half], atol=1e-6)
    np.testing.assert_allclose(linear.vert[0], [0, -0.5, 0.5], atol=1e-6)
    np.testing.assert_allclose(np.linalg.norm(dual.normal, axis=1), 1, atol=1e-6)


def test_skins_that_are_not_there_are_refused():
    model = ferrodyn.MjModel.from_xml_string(TWIST)
    data = ferrodyn.MjData(model)
    for skin in (1, -1):
        with pytest.raises(ValueError):
            deformable.skin_surface(model, data, skin)
    with pytest.raises(KeyError):
        deformable.skin_surface(model, data, "glove")
    with pytest.raises(ValueError, match="method"):
        deformable.skin_surface(model, data, 0, "cubic")
