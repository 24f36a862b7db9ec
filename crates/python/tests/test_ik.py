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


WALKER = """
<mujoco><worldbody>
  <body name="trunk" pos="0 0 1"><freejoint/><geom size=".1" mass="5"/>
    <body name="left" pos="0 .2 0"><joint axis="0 1 0" range="-90 90"/>
      <joint name="knee" axis="1 0 0" range="-90 90"/><geom size=".05"/>
      <body name="left_hand" pos="0 0 -.5"><joint name="wrist" axis="0 1 0" range="-90 90"/>
        <geom name="left_ball" size=".05"/><site name="eye" pos="0 0 -.1"/></body></body>
    <body name="right" pos="0 -.2 0"><joint axis="0 1 0" range="-90 90"/>
      <joint axis="1 0 0" range="-90 90"/><geom size=".05"/>
      <body name="right_hand" pos="0 0 -.5"><geom name="right_ball" size=".05"/></body></body>
  </body></worldbody></mujoco>
"""


@pytest.fixture
def walker():
    return ferrodyn.MjModel.from_xml_string(WALKER)


def _forward(model, qpos):
    data = ferrodyn.MjData(model)
    data.qpos[:] = qpos
    ferrodyn.mj_forward(model, data)
    return data


def test_tasks_of_every_kind_are_fulfilled(walker):
    goal = _forward(walker, walker.qpos0)
    ferrodyn.mj_integratePos(walker, goal.qpos, np.linspace(-0.4, 0.5, walker.nv), 1.0)
    ferrodyn.mj_forward(walker, goal)
    hand, eye = goal.body("left_hand"), goal.site("eye")
    back = np.zeros(4)
    ferrodyn.mju_negQuat(back, goal.body("trunk").xquat)
    pos, quat = np.zeros(3), np.zeros(4)
    ferrodyn.mju_rotVecQuat(pos, hand.xpos - goal.body("trunk").xpos, back)
    ferrodyn.mju_mulQuat(quat, back, hand.xquat)
    tasks = [
        ik.Position("eye", eye.xpos),
        ik.Orientation("left_hand", hand.xquat),
        ik.Pose("left_hand", hand.xpos, hand.xquat),
        ik.Relative("left_hand", "trunk", pos, quat),
        ik.Posture(goal.qpos),
        ik.CenterOfMass(goal.subtree_com[0], axes="xy"),
        ik.CenterOfMass(goal.body("left").subtree_com, body="left"),
        ik.LookAt("eye", [1.0, 2.0, 0.5], axis=[0, 0, -1]),
        ik.Coupling({"knee": 1.0, "wrist": -2.0}, 0.3),
    ]
    for task in tasks:
        problem = ik.Problem(walker)
        assert problem.add(task) == 0
        solution = problem.solve(walker.qpos0)
        assert solution.converged, task
        assert solution.task_error < 1e-4
        assert solution.limit is None


def test_a_task_is_moved_and_others_hold(walker):
    problem = ik.Problem(walker)
    hand = problem.add(ik.Position("left_hand", [0.1, 0.2, 0.5]))
    problem.add(ik.CenterOfMass([0, 0, 0], axes="xy"))
    problem.add(ik.Posture(walker.qpos0), weight=1e-3, priority=1)
    qpos = walker.qpos0
    for x in np.linspace(0.1, 0.3, 5):
        problem.set(hand, ik.Position("left_hand", [x, 0.2, 0.5]))
        solution = problem.solve(qpos)
        assert solution.converged
        qpos = solution.qpos
        data = _forward(walker, qpos)
        np.testing.assert_allclose(data.body("left_hand").xpos, [x, 0.2, 0.5], atol=1.5e-4)
        np.testing.assert_allclose(data.subtree_com[0][:2], 0, atol=1.5e-4)


def test_velocities_keep_limits_and_geoms_stay_apart(walker):
    problem = ik.Problem(walker)
    for hand in ("left_hand", "right_hand"):
        problem.add(ik.Position(hand, [0.1, 0, 0.6]))
    problem.keep_apart("left_ball", "right_ball", 0.05)
    problem.limit_speed(0.5)
    qpos = walker.qpos0.copy()
    for _ in range(400):
        qvel = problem.velocity(qpos, 0.01)
        assert np.abs(qvel).max() <= 0.5 + 1e-12
        ferrodyn.mj_integratePos(walker, qpos, qvel, 0.01)
    data = _forward(walker, qpos)
    balls = [walker.geom(name).id for name in ("left_ball", "right_ball")]
    distance = ferrodyn.mj_geomDistance(walker, data, *balls, 1.0, None)
    assert 0.04 < distance < 0.06


def test_velocities_change_no_faster_than_they_may(walker):
    problem = ik.Problem(walker)
    problem.add(ik.Position("left_hand", [0.2, 0.3, 0.6]))
    problem.limit_speed(1.0)
    problem.limit_acceleration(np.full(walker.nv, 4.0))
    with pytest.raises(TypeError, match="needs qvel"):
        problem.velocity(walker.qpos0, 0.01)
    qpos, qvel = walker.qpos0.copy(), np.zeros(walker.nv)
    for _ in range(300):
        before = qvel
        qvel = problem.velocity(qpos, 0.01, before)
        assert np.abs(qvel - before).max() <= 0.04 * (1 + 1e-9)
        assert np.abs(qvel).max() <= 1 + 1e-12
        ferrodyn.mj_integratePos(walker, qpos, qvel, 0.01)
    np.testing.assert_allclose(_forward(walker, qpos).body("left_hand").xpos, [0.2, 0.3, 0.6], atol=1e-6)
    assert np.abs(qvel).max() < 1e-6
    with pytest.raises(ValueError, match="acceleration has to be positive"):
        problem.limit_acceleration(0)


UNNAMED = """
<mujoco><worldbody>
  <body name="wall"><geom type="box" size=".1 1 1"/><geom size=".1" pos="0 0 2"/></body>
  <body name="car" pos="1 0 0"><joint name="x" type="slide" axis="1 0 0"/>
    <geom size=".1"/><geom size=".1" pos="-.2 0 0"/>
    <geom size=".1" pos="-.5 0 0" contype="0" conaffinity="0" mass="0"/></body>
  <body name="ghost"><geom name="mist" size=".1" contype="0" conaffinity="0"/><site name="s"/></body>
</worldbody></mujoco>
"""


@pytest.mark.parametrize(
    ("sides", "pairs"),
    [
        (lambda m: ("car", "wall"), 4),
        (lambda m: (3, 0), 1),
        (lambda m: (np.int32(3), np.array([0, 1])), 2),
        (lambda m: (m.body("car"), m.geom(0)), 2),
        (lambda m: ([2, "car", m.geom(3)], ["wall"]), 4),
    ],
)
def test_geoms_without_names_are_kept_apart(sides, pairs):
    model = ferrodyn.MjModel.from_xml_string(UNNAMED)
    problem = ik.Problem(model, restarts=0)
    problem.add(ik.Coupling({"x": 1.0}, -1.0))
    assert problem.keep_apart(*sides(model), 0.1) == pairs
    # the front is 0.3 before the middle, the wall 0.1 thick
    np.testing.assert_allclose(problem.solve([0.0]).qpos, [-0.5], atol=1e-6)


def test_what_cannot_be_kept_apart_is_named():
    model = ferrodyn.MjModel.from_xml_string(UNNAMED)
    problem = ik.Problem(model)
    for sides, error, words in [
        (("car", "door"), ValueError, 'no geom named "door", nor a body'),
        (("car", "ghost"), ValueError, "body ghost has no geom that collides: name geoms"),
        (("car", "car"), ValueError, "both sides are on one body"),
        ((0, 99), ValueError, "there is no geom 99: the model has 6"),
        ((0, -1), ValueError, "there is no geom -1: the model has 6"),
        ((0, 1.5), TypeError, "not float"),
        ((0, None), TypeError, "not NoneType"),
        ((0, model.site("s")), TypeError, "a geom or a body can be kept apart"),
    ]:
        with pytest.raises(error, match=words):
            problem.keep_apart(*sides, 0.1)
    assert problem.keep_apart("mist", 0, 0.1) == 1


def test_messages_use_the_names_of_python(model, chain):
    with pytest.raises(ValueError, match="give ik.Chain that one as unfused") as caught:
        ik.Chain(model, "tool0")
    assert "Frame::" not in str(caught.value)
    with pytest.raises(TypeError, match=r"an ik.Chain, not MjModel: ik.Chain\(model, end\)"):
        ik.Solver(model)
    with pytest.raises(TypeError, match="an MjModel, not Chain"):
        ik.Problem(chain)
    words = r"speed should be one number or have shape \(4,\), .* got \(2,\)"
    with pytest.raises(TypeError, match=words):
        ik.Problem(model).limit_speed([1, 2])


def test_joint_frames_are_those_of_the_model(model, chain):
    q = [0.3, -0.4, 0.9]
    data = ferrodyn.MjData(model)
    chain.scatter(q, data.qpos)
    ferrodyn.mj_forward(model, data)
    axes, anchors = chain.joint_frames(q)
    ids = [joint.id for joint in chain.joints]
    np.testing.assert_allclose(axes, data.xaxis[ids], atol=1e-14)
    np.testing.assert_allclose(anchors, data.xanchor[ids], atol=1e-14)
    linear = np.cross(axes, chain.pose(q)[0] - anchors).T
    np.testing.assert_allclose(chain.jacobian(q)[:3], linear, atol=1e-14)


def test_mistakes_in_tasks_are_named(walker):
    problem = ik.Problem(walker)
    with pytest.raises(ValueError, match='no body or site named "nose"'):
        problem.add(ik.Position("nose", [0, 0, 0]))
    with pytest.raises(TypeError, match=r"target should have shape \(3,\), got \(2,\)"):
        problem.add(ik.Position("eye", [0, 0]))
    with pytest.raises(ValueError, match="axes"):
        problem.add(ik.CenterOfMass([0, 0, 0], axes="w"))
    with pytest.raises(ValueError, match='no joint named "neck"'):
        problem.add(ik.Coupling({"neck": 1.0}))
    with pytest.raises(TypeError, match="target has 2 numbers, 12 are needed"):
        problem.add(ik.Posture([0, 0]))
    with pytest.raises(ValueError, match="there is no task 3"):
        problem.set(3, ik.Position("eye", [0, 0, 0]))
    with pytest.raises(ValueError, match='no geom named "wall"'):
        problem.keep_apart("left_ball", "wall", 0.1)
    with pytest.raises(ValueError, match="dt"):
        problem.velocity(walker.qpos0, 0.0)
    with pytest.raises(ValueError, match="qpos"):
        problem.solve(np.full(walker.nq, np.nan))
