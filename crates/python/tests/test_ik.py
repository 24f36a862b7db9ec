"""Chains and inverse kinematics from Python."""

import ferrodyn
import numpy as np
import pytest
from ferrodyn import ik

ARM = """
<mujoco><worldbody>
  <body name="upper"><joint name="yaw" axis="0 0 1" range="-170 170"/>
    <joint name="pitch" axis="0 1 0" range="-90 90"/><geom size=".05"/>
    <body name="lower" pos="0 0 .5">
      <joint name="elbow" axis="0 1 0" range="0 150"/><geom size=".05"/>
      <site name="tip" pos="0 0 .4"/></body></body>
  <body name="other" pos="3 0 0"><joint/><geom size=".1"/></body>
</worldbody></mujoco>
"""

URDF = """
<robot name="r"><link name="base"/>
  <link name="arm"><inertial><mass value="1"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="tool0"/>
  <joint name="j" type="continuous"><parent link="base"/><child link="arm"/>
    <axis xyz="0 0 1"/></joint>
  <joint name="t" type="fixed"><parent link="arm"/><child link="tool0"/>
    <origin xyz="2 0 0"/></joint>
  {extension}</robot>
"""


@pytest.fixture
def model():
    return ferrodyn.MjModel.from_xml_string(ARM)


@pytest.fixture
def chain(model):
    return ik.Chain(model, "tip")


def test_poses_and_jacobians_are_those_of_the_model(model, chain):
    data = ferrodyn.MjData(model)
    q = np.array([0.3, -0.4, 0.9])
    chain.scatter(q, data.qpos)
    ferrodyn.mj_forward(model, data)
    pos, quat = chain.pose(q)
    np.testing.assert_allclose(pos, data.site("tip").xpos, atol=1e-14)
    jacp, jacr = np.zeros((3, model.nv)), np.zeros((3, model.nv))
    ferrodyn.mj_jacSite(model, data, jacp, jacr, model.site("tip").id)
    expected = np.vstack([jacp, jacr])[:, chain.dof_addresses]
    np.testing.assert_allclose(chain.jacobian(q), expected, atol=1e-14)
    body = ik.convert_jacobian(chain.jacobian(q), quat, "analytic", "geometric")
    np.testing.assert_allclose(chain.jacobian(q, "geometric"), body, atol=1e-14)
    np.testing.assert_array_equal(chain.gather(data.qpos), q)


def test_measures_are_those_of_numpy(chain):
    q = [0.3, -0.4, 0.9]
    values = np.linalg.svd(chain.jacobian(q), compute_uv=False)
    assert chain.manipulability(q) == pytest.approx(np.prod(values))
    assert chain.condition_number(q) == pytest.approx(values[0] / values[-1])
    assert not chain.is_singular(q)
    assert chain.is_singular(q, threshold=100.0)


def test_joints_say_where_they_are(chain):
    assert [joint.name for joint in chain.joints] == ["yaw", "pitch", "elbow"]
    assert chain.joints[2].range == pytest.approx((0.0, np.radians(150)))
    assert (chain.nq, chain.nv) == (3, 3)
    assert chain.within_limits(chain.middle)
    assert not chain.within_limits([0.0, 0.0, -1.0])


def test_a_position_is_reached_and_a_batch_has_the_same_bits(chain):
    solver = ik.Solver(chain, aim="position")
    targets = np.zeros((20, 7))
    targets[:, 3] = 1
    for row, angle in zip(targets, np.linspace(-2, 2, 20), strict=True):
        row[:3] = chain.pose([angle, 0.3, 1.0])[0]
    batch = solver.solve_batch(targets)
    for row, together in zip(targets, batch, strict=True):
        alone = solver.solve(row[:3])
        assert alone.converged
        assert chain.within_limits(alone.q)
        np.testing.assert_allclose(chain.pose(alone.q)[0], row[:3], atol=1e-5)
        np.testing.assert_array_equal(alone.q, together.q)
    assert solver.solve_batch(np.zeros((0, 7))) == []


def test_what_is_out_of_reach_says_why(model, chain):
    far = ik.Solver(chain, aim="position").solve([5, 0, 0])
    assert far.status == "unreachable"
    assert far.position_error == pytest.approx(4.1, abs=0.1)
    # straight down through the elbow needs more than a right angle of pitch
    down = ik.Solver(chain, aim="position").solve([0.0, 0.05, -0.895])
    assert down.status == "limit-bound"
    assert down.limit.joint in (model.joint("pitch").id, model.joint("elbow").id)
    assert chain.within_limits(down.q)


def test_a_fused_link_can_be_named():
    fused = ferrodyn.MjModel.from_xml_string(URDF.format(extension=""))
    extension = '<mujoco><compiler fusestatic="false"/></mujoco>'
    unfused = ferrodyn.MjModel.from_xml_string(URDF.format(extension=extension))
    with pytest.raises(ValueError, match="tool0"):
        ik.Chain(fused, "tool0")
    chain = ik.Chain(fused, "tool0", unfused=unfused)
    np.testing.assert_allclose(chain.pose([np.pi / 2])[0], [0, 2, 0], atol=1e-14)


def test_nonsense_is_refused(model, chain):
    with pytest.raises(ValueError, match="no body or site named"):
        ik.Chain(model, "nothing")
    with pytest.raises(ValueError, match="no joint lies between"):
        ik.Chain(model, "upper", "upper")
    with pytest.raises(TypeError, match="3 are needed"):
        chain.pose([0.0])
    with pytest.raises(TypeError):
        chain.scatter([0.0], np.zeros(4))
    with pytest.raises(ValueError, match="kind"):
        chain.jacobian(chain.q0, "other")
    with pytest.raises(ValueError, match="aim"):
        ik.Solver(chain, aim="other")
    with pytest.raises(ValueError, match="position_tolerance"):
        ik.Solver(chain, position_tolerance=-1)
    solver = ik.Solver(chain)
    with pytest.raises(ValueError, match="not finite"):
        solver.solve([np.nan, 0, 0])
    with pytest.raises(TypeError):
        solver.solve_batch(np.zeros((2, 3)))
    with pytest.raises(ValueError, match="shape"):
        solver.solve_batch(np.zeros((2, 7)), np.zeros((3, 3)))
