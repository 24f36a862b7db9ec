"""Functions on models and data: the numbers, checks and errors of the reference package."""

import threading

import ferrodyn
import numpy as np
import pytest

ARM = """
<mujoco>
  <option timestep="0.004"><flag constraint="disable" energy="enable"/></option>
  <worldbody>
    <camera name="eye" pos="0 -2 1"/>
    <body pos="0 0 1" euler="20 0 30"><freejoint/>
      <geom type="box" size="0.1 0.2 0.3"/><site name="base" pos="0.1 0 0"/>
      <body pos="0.3 0.1 0"><joint type="ball" pos="0 0 -0.1" damping="0.1"/>
        <geom size="0.1" pos="0.1 0 0"/>
        <body pos="0 0.2 0.1">
          <joint name="elbow" axis="1 2 3" stiffness="2" springref="20"/>
          <geom size="0.07"/>
          <body pos="0 0 0.3"><joint name="rail" type="slide" axis="-1 0.5 2" armature="0.1"/>
            <geom type="capsule" size="0.05 0.1" pos="0.1 0.1 0"/><site name="tip" pos="0.1 0.2 0"/>
          </body>
        </body>
      </body>
      <body pos="-0.3 0 0"><joint axis="0 1 0"/><geom size="0.06"/></body>
    </body>
  </worldbody>
  <tendon>
    <spatial name="string" stiffness="3"><site site="base"/><site site="tip"/></spatial>
  </tendon>
  <actuator>
    <motor joint="elbow" gear="3" delay="0.012" nsample="3"/>
    <general joint="rail" dyntype="filter" dynprm="0.1" gainprm="2"/>
  </actuator>
  <sensor>
    <framepos objtype="site" objname="tip"/><velocimeter site="tip"/><accelerometer site="tip"/>
    <jointvel joint="elbow" delay="0.02" nsample="4"/>
  </sensor>
  <keyframe><key time="1.5"/></keyframe>
</mujoco>
"""

NO_DELAY = ARM.replace(' delay="0.012" nsample="3"', "").replace(' delay="0.02" nsample="4"', "")

@pytest.fixture
def both(mujoco):
    """The same model and state in both packages, forward dynamics computed."""
    return pair(mujoco, ARM)


def pair(mujoco, xml):
    rng = np.random.default_rng(3)
    out = []
    for package in (ferrodyn, mujoco):
        m = package.MjModel.from_xml_string(xml)
        out.append((package, m, package.MjData(m)))
    m, d = out[1][1:]
    velocity = rng.normal(size=m.nv)
    mujoco.mj_integratePos(m, d.qpos, velocity, 1)
    values = {"qpos": d.qpos.copy(), "qvel": rng.normal(size=m.nv), "ctrl": rng.normal(size=m.nu)}
    values["xfrc_applied"] = rng.normal(size=(m.nbody, 6))
    for package, m, d in out:
        for name, value in values.items():
            getattr(d, name)[...] = value
        package.mj_forward(m, d)
    return out


def same(a, b, tolerance=1e-10):
    np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance)


def same_data(both, tolerance=1e-9):
    (_, _, ours), (_, _, theirs) = both
    for name in ("time", "qpos", "qvel", "act", "qacc", "xpos", "xmat", "cvel", "qM", "energy",
                 "sensordata", "qfrc_inverse", "qfrc_bias", "qfrc_passive", "ten_length",
                 "actuator_length", "history", "qLD", "cacc", "subtree_angmom"):  # fmt: skip
        a, b = getattr(ours, name), getattr(theirs, name)
        np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance, err_msg=name)


STAGES = """forward step1 step2 inverse kinematics comPos camlight tendon transmission crb makeM factorM
    comVel passive subtreeVel rnePostConstraint fwdKinematics fwdPosition fwdVelocity fwdActuation
    fwdAcceleration fwdConstraint Euler invPosition invVelocity invConstraint compareFwdInv
    checkPos checkVel checkAcc sensorPos sensorVel sensorAcc energyPos energyVel resetData""".split()


@pytest.mark.parametrize("stage", STAGES)
def test_stages_agree(both, stage):
    for package, m, d in both:
        getattr(package, "mj_" + stage)(m, d)
    same_data(both)


@pytest.mark.parametrize("integrator", ["EULER", "RK4", "IMPLICIT", "IMPLICITFAST"])
def test_steps_agree(both, integrator):
    for package, m, d in both:
        m.opt.integrator = getattr(package.mjtIntegrator, "mjINT_" + integrator)
        package.mj_step(m, d)
        package.mj_step(m, d, nstep=20)
        package.mj_step(m, d, 0)
    assert both[0][2].time == both[1][2].time
    same_data(both, 1e-7)


def test_the_implicit_stage_agrees(both):
    for package, m, d in both:
        m.opt.integrator = package.mjtIntegrator.mjINT_IMPLICITFAST
        package.mj_implicit(m, d)
    same_data(both)


def test_partial_pipelines_agree(both):
    for package, m, d in both:
        d.qvel[0] += 1
        package.mj_forwardSkip(m, d, package.mjtStage.mjSTAGE_POS, 1)
        package.mj_inverseSkip(m, d, package.mjtStage.mjSTAGE_VEL, 0)
        package.mj_RungeKutta(m, d, 4)
    same_data(both)


def outputs(both, call):
    """What a call writes: `call(package, m, d, zeros)` where zeros makes arrays that are kept."""
    written = []
    for package, m, d in both:
        kept = []

        def zeros(*shape, kept=kept):
            kept.append(np.zeros(shape))
            return kept[-1]

        result = call(package, m, d, zeros)
        written.append([*kept, *([] if result is None else [np.array(result)])])
    return written


POINT, AXIS = [0.7, -0.4, 1.9], [0.1, 0.2, 0.3]

CALLS = {
    "jac": lambda p, m, d, z: p.mj_jac(m, d, z(3, m.nv), z(3, m.nv), POINT, 4),
    "jac_only_r": lambda p, m, d, z: p.mj_jac(m, d, None, z(3, m.nv), POINT, 4),
    "jacBody": lambda p, m, d, z: p.mj_jacBody(m, d, z(3, m.nv), None, 5),
    "jacBodyCom": lambda p, m, d, z: p.mj_jacBodyCom(m, d, z(3, m.nv), z(3, m.nv), 2),
    "jacSubtreeCom": lambda p, m, d, z: p.mj_jacSubtreeCom(m, d, z(3, m.nv), 1),
    "jacGeom": lambda p, m, d, z: p.mj_jacGeom(m, d, z(3, m.nv), z(3, m.nv), 3),
    "jacSite": lambda p, m, d, z: p.mj_jacSite(m, d, z(3, m.nv), z(3, m.nv), 1),
    "jacPointAxis": lambda p, m, d, z: p.mj_jacPointAxis(
        m, d, z(3, m.nv), z(3, m.nv), POINT, AXIS, 3
    ),
    "jacDot": lambda p, m, d, z: p.mj_jacDot(m, d, z(3, m.nv), z(3, m.nv), POINT, 4),
    "angmomMat": lambda p, m, d, z: p.mj_angmomMat(m, d, z(3, m.nv), 1),
    "mulM": lambda p, m, d, z: p.mj_mulM(m, d, z(m.nv), d.qvel),
    "mulM2": lambda p, m, d, z: p.mj_mulM2(m, d, z(m.nv), d.qvel),
    "solveM": lambda p, m, d, z: p.mj_solveM(m, d, z(2, m.nv), np.stack([d.qvel, d.qacc])),
    "solveM2": lambda p, m, d, z: p.mj_solveM2(
        m, d, z(1, m.nv), d.qvel[None], np.sqrt(d.qLDiagInv)
    ),
    "fullM": lambda p, m, d, z: p.mj_fullM(m, z(m.nv, m.nv), d.qM),
    "rne": lambda p, m, d, z: p.mj_rne(m, d, 1, z(m.nv)),
    "applyFT": lambda p, m, d, z: p.mj_applyFT(m, d, [1, 2, 3], [0, 0, 4], POINT, 4, z(m.nv)),
    "differentiatePos": lambda p, m, d, z: p.mj_differentiatePos(
        m, z(m.nv), 0.1, m.qpos0, d.qpos
    ),
    "integratePos": lambda p, m, d, z: p.mj_integratePos(m, d.qpos, d.qvel, 0.3),
    "normalizeQuat": lambda p, m, d, z: p.mj_normalizeQuat(m, d.qpos),
    "objectVelocity": lambda p, m, d, z: p.mj_objectVelocity(
        m, d, p.mjtObj.mjOBJ_SITE, 1, z(6), 1
    ),
    "objectAcceleration": lambda p, m, d, z: (
        p.mj_rnePostConstraint(m, d),
        p.mj_objectAcceleration(m, d, p.mjtObj.mjOBJ_BODY, 4, z(6), 0),
    )[1],
    "local2Global": lambda p, m, d, z: p.mj_local2Global(
        d, z(3), z(9), [1, 2, 3], [0.5, 0.5, 0.5, 0.5], 3, 0
    ),
    "getState": lambda p, m, d, z: p.mj_getState(m, d, z(p.mj_stateSize(m, 255)), 255),
    "readCtrl": lambda p, m, d, z: p.mj_readCtrl(m, d, 0, 0.01, 1),
    "readSensor": lambda p, m, d, z: p.mj_readSensor(m, d, 3, 0.01, z(1), -1),
    "totalmass": lambda p, m, d, z: p.mj_getTotalmass(m),
    "flags": lambda p, m, d, z: [p.mj_isSparse(m), p.mj_isPyramidal(m), p.mj_isDual(m)],
}


@pytest.mark.parametrize("name", CALLS)
def test_results_agree(both, name):
    ours, theirs = outputs(both, CALLS[name])
    assert len(ours) == len(theirs)
    for a, b in zip(ours, theirs, strict=True):
        same(a, b)
    same_data(both)


def test_adding_the_inertia_matrix_to_a_sparse_matrix_agrees(both):
    results = []
    for package, m, d in both:
        dst, rownnz, rowadr = np.zeros(m.nM), m.M_rownnz.copy(), m.M_rowadr.copy()
        colind = np.zeros(m.nM, np.int32)
        colind[: m.nC] = m.M_colind
        # a row that lacks an entry gets it back
        last = rowadr[-1] + rownnz[-1] - 1
        rownnz[-1] -= 1
        colind[last - 1 : last] = colind[last]
        package.mj_addM(m, d, dst, rownnz, rowadr, colind)
        package.mj_addM(m, d, dst, rownnz, rowadr, colind)
        results.append((dst, rownnz, colind))
    for a, b in zip(*results, strict=True):
        same(a, b)


def test_states_and_keyframes_agree(both):
    for package, m, d in both:
        full = package.mjtState.mjSTATE_INTEGRATION
        physics = package.mjtState.mjSTATE_PHYSICS
        state = np.zeros(package.mj_stateSize(m, full))
        package.mj_getState(m, d, state, full)
        part = np.zeros(package.mj_stateSize(m, physics))
        package.mj_extractState(m, state, full, part, physics)
        package.mj_setKeyframe(m, d, 0)
        package.mj_resetDataDebug(m, d, 7)
        package.mj_setState(m, d, part, physics)
        other = package.MjData(m)
        package.mj_copyState(m, d, other, physics)
        assert (other.qpos == d.qpos).all()
        package.mj_resetDataKeyframe(m, d, 0)
        package.mj_forward(m, d)
        assert m.key_time[0] == 0.0
    same_data(both)


def test_histories_agree(both):
    for package, m, d in both:
        package.mj_initCtrlHistory(m, d, 0, [-0.3, -0.2, -0.1], [1, 2, 3])
        package.mj_initSensorHistory(m, d, 3, None, np.ones((4, 1)), 0.0)
        package.mj_step(m, d, 5)
    same_data(both, 1e-8)


def test_constants_agree_after_an_edit(both):
    for package, m, d in both:
        m.body_mass[2] *= 3
        package.mj_setTotalmass(m, 7.0)
        package.mj_setConst(m, d)
    (_, ours, _), (_, theirs, _) = both
    for name in ("body_mass", "body_inertia", "body_subtreemass", "dof_M0", "body_invweight0"):
        same(getattr(ours, name), getattr(theirs, name), 1e-8)


@pytest.mark.parametrize("centered", [0, 1])
def test_finite_differences_agree(mujoco, centered):
    both = pair(mujoco, NO_DELAY)
    results = []
    for package, m, d in both:
        nx = 2 * m.nv + m.na
        A, B = np.zeros((nx, nx)), np.zeros((nx, m.nu))
        C = np.zeros((m.nsensordata, nx))
        package.mjd_transitionFD(m, d, 1e-6, centered, A, B, C, None)
        f = [np.zeros((m.nv, m.nv)) for _ in range(3)]
        mass = np.zeros((m.nv, m.nM))
        package.mjd_inverseFD(m, d, 1e-6, centered, *f, None, None, None, mass)
        results.append([A, B, C, *f, mass])
    for a, b in zip(*results, strict=True):
        same(a, b, 1e-6)


def test_derivatives_of_quaternions_agree(mujoco):
    rng = np.random.default_rng(1)
    qa, qb = (q / np.linalg.norm(q) for q in rng.normal(size=(2, 4)))
    results = []
    for package in (ferrodyn, mujoco):
        Da, Db = np.zeros((3, 3)), np.zeros((3, 3))
        package.mjd_subQuat(qa, qb, Da, Db)
        D = np.zeros(9), np.zeros(9), np.zeros(3)
        package.mjd_quatIntegrate(qa[:3], 0.3, *D)
        results.append([Da, Db, *D])
    for a, b in zip(*results, strict=True):
        same(a, b)


WRONG = {
    "shape": lambda p, m, d: p.mj_jac(m, d, np.zeros((2, m.nv)), None, POINT, 1),
    "dtype": lambda p, m, d: p.mj_jac(m, d, np.zeros((3, m.nv), np.float32), None, POINT, 1),
    "point": lambda p, m, d: p.mj_jac(m, d, np.zeros((3, m.nv)), None, [1, 2], 1),
    "missing": lambda p, m, d: p.mj_jac(m, d),
    "model": lambda p, m, d: p.mj_step(d, m),
    "nstep": lambda p, m, d: p.mj_step(m, d, nstep=1.5),
    "state": lambda p, m, d: p.mj_setState(m, d, [1.0, 2.0], 1),
    "rows": lambda p, m, d: p.mj_solveM(m, d, np.zeros((1, m.nv)), np.zeros((2, m.nv))),
    "full": lambda p, m, d: p.mj_fullM(m, np.zeros((2, 2)), d.qM),
    "matrix": lambda p, m, d: p.mjd_transitionFD(m, d, 1e-6, 0, np.zeros((2, 2)), None, None, None),
    "callback": lambda p, m, d: p.set_mjcb_control(3),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_arguments_are_type_errors(both, name):
    for package, m, d in both:
        with pytest.raises(TypeError):
            WRONG[name](package, m, d)


FATAL = {
    "body": lambda p, m, d: p.mj_applyFT(m, d, POINT, POINT, POINT, 99, d.qfrc_applied),
    "implicit": lambda p, m, d: p.mj_implicit(m, d),
    "order": lambda p, m, d: p.mj_RungeKutta(m, d, 3),
    "signature": lambda p, m, d: p.mj_stateSize(m, 1 << 25),
    "keyframe": lambda p, m, d: p.mj_setKeyframe(m, d, 1),
    "object": lambda p, m, d: p.mj_objectVelocity(m, d, 0, 0, np.zeros(6), 0),
    "actuator": lambda p, m, d: p.mj_readCtrl(m, d, 9, 0.0, 0),
    "subset": lambda p, m, d: p.mj_extractState(m, [0.0], 1, np.zeros(m.nq), 2),
}


@pytest.mark.parametrize("name", FATAL)
def test_impossible_requests_are_fatal_errors(both, name):
    for package, m, d in both:
        with pytest.raises(package.FatalError):
            FATAL[name](package, m, d)


def test_ids_out_of_range_are_refused(both):
    package, m, d = both[0]
    for body in (-1, 99, 2**31 - 1):
        with pytest.raises(package.FatalError):
            package.mj_jacBody(m, d, np.zeros((3, m.nv)), None, body)
    with pytest.raises(package.FatalError):
        package.mj_jacSite(m, d, np.zeros((3, m.nv)), None, 9)


def test_data_of_another_model_is_refused(both):
    package, _m, d = both[0]
    other = package.MjModel.from_xml_string("<mujoco/>")
    with pytest.raises(ValueError, match="other sizes"):
        package.mj_forward(other, d)


@pytest.fixture
def callbacks(mujoco):
    yield
    for package in (ferrodyn, mujoco):
        for what in ("control", "passive", "act_dyn", "act_gain", "act_bias"):
            getattr(package, "set_mjcb_" + what)(None)
            assert getattr(package, "get_mjcb_" + what)() is None


def test_callbacks_see_and_change_the_data(both, callbacks):
    for package, m, d in both:
        calls = []

        def control(m, d, calls=calls, package=package):
            calls.append(d.time)
            d.ctrl[:] = np.sin(10 * d.time) * m.opt.timestep
            # functions on the data that is being stepped
            package.mj_energyPos(m, d)

        def passive(m, d):
            d.qfrc_passive[:] -= d.qvel

        package.set_mjcb_control(control)
        package.set_mjcb_passive(passive)
        assert package.get_mjcb_control() is control
        package.mj_step(m, d, 3)
        assert len(calls) == 3
    same_data(both, 1e-8)


def test_user_actuators_ask_their_callbacks(mujoco, callbacks):
    xml = ARM.replace('dyntype="filter" dynprm="0.1" gainprm="2"', "{}")
    xml = xml.format('dyntype="user" actdim="1" gaintype="user" biastype="user"')
    both = pair(mujoco, xml)
    for package, m, d in both:
        package.set_mjcb_act_dyn(lambda m, d, i: d.ctrl[i] - 3 * d.time)
        package.set_mjcb_act_gain(lambda m, d, i: 2.0)
        package.set_mjcb_act_bias(lambda m, d, i: float(d.qvel[i]))
        package.mj_step(m, d, 3)
    same_data(both, 1e-8)


def test_all_callbacks_can_be_removed_at_once(callbacks):
    ferrodyn.set_mjcb_control(print)
    ferrodyn.mj_resetCallbacks()
    assert ferrodyn.get_mjcb_control() is None


def test_an_exception_of_a_callback_is_raised_by_the_function(both, callbacks):
    for package, m, d in both:

        def fail(m, d):
            raise KeyError("mine")

        package.set_mjcb_control(fail)
        with pytest.raises(KeyError, match="mine"):
            package.mj_step(m, d, 100)
        package.set_mjcb_control(None)
        package.mj_resetData(m, d)
        package.mj_step(m, d)
    same_data(both)


def test_a_callback_that_computes_a_number_cannot_change_the_data(mujoco, callbacks):
    xml = NO_DELAY.replace('dyntype="filter" dynprm="0.1" gainprm="2"', 'gaintype="user"')
    m = ferrodyn.MjModel.from_xml_string(xml)
    d = ferrodyn.MjData(m)

    def gain(m, d, i):
        d.time = 5.0

    ferrodyn.set_mjcb_act_gain(gain)
    with pytest.raises(RuntimeError, match="may read"):
        ferrodyn.mj_forward(m, d)


def test_threads_step_and_read_the_same_data_with_callbacks(both, callbacks):
    package, m, d = both[0]
    package.set_mjcb_control(lambda m, d: d.ctrl.fill(d.time))
    done = threading.Event()

    def look():
        while not done.is_set():
            assert d.time >= 0

    watcher = threading.Thread(target=look, daemon=True)
    watcher.start()
    others = [package.MjData(m) for _ in range(2)]
    steppers = [threading.Thread(target=package.mj_step, args=(m, x, 200)) for x in (d, *others)]
    for stepper in steppers:
        stepper.start()
    for stepper in steppers:
        stepper.join(60)
        assert not stepper.is_alive()
    done.set()
    watcher.join(60)
    assert (others[0].qpos == others[1].qpos).all()


def test_other_threads_run_while_a_step_runs(both):
    package, m, d = both[0]
    ticks = []
    stepper = threading.Thread(target=package.mj_step, args=(m, d, 20000))
    stepper.start()
    while stepper.is_alive():
        ticks.append(1)
    assert len(ticks) > 10


SCENE = """<mujoco><worldbody>
    <geom type="plane" size="2 2 .1"/>
    <body pos="0 0 .09"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos=".15 0 .25"><freejoint/><geom type="capsule" size=".05 .1"/></body>
    <body pos="-.5 0 .3"><freejoint/><geom type="ellipsoid" size=".1 .2 .3"/></body>
</worldbody></mujoco>"""


def test_contacts_and_rays_agree(mujoco):
    found = []
    for engine in (mujoco, ferrodyn):
        m = engine.MjModel.from_xml_string(SCENE)
        d = engine.MjData(m)
        engine.mj_kinematics(m, d)
        engine.mj_comPos(m, d)
        engine.mj_collision(m, d)
        geomid, normal = np.zeros(1, np.int32), np.zeros(3)
        down = np.array([0.0, 0.0, -1.0])
        dist = engine.mj_ray(m, d, np.array([0.02, 0.0, 1.0]), down, None, 1, -1, geomid, normal)
        rays = np.random.default_rng(1).normal(size=(50, 3))
        ids, dists, normals = np.zeros(50, np.int32), np.zeros(50), np.zeros(150)
        engine.mj_multiRay(m, d, np.array([0, 0, 1.0]), rays.ravel(), None, 1, -1, ids, dists, normals, 50, 10.0)
        contacts = [np.array(getattr(d.contact, name)) for name in ("dist", "pos", "frame", "geom", "friction")]
        found.append([*contacts, geomid, normal, dist, ids, dists, normals])
    assert len(found[0][0]) > 0
    for theirs, ours in zip(*found):
        np.testing.assert_allclose(ours, theirs, atol=1e-12)


def test_distances_of_geoms_agree(mujoco):
    found = []
    for engine in (mujoco, ferrodyn):
        m = engine.MjModel.from_xml_string(SCENE)
        d = engine.MjData(m)
        engine.mj_kinematics(m, d)
        values = []
        for geom1 in range(m.ngeom):
            for geom2 in range(m.ngeom):
                fromto = np.full((2, 3), 7.0)
                values.append(engine.mj_geomDistance(m, d, geom1, geom2, 0.4, fromto))
                values.extend(fromto.ravel())
                assert engine.mj_geomDistance(m, d, geom1, geom2, 0.4, None) == values[-7]
        found.append(values)
        with pytest.raises(TypeError):
            engine.mj_geomDistance(m, d, 0, 1, 1.0, np.zeros(5))
    assert min(found[0]) < 0.4
    np.testing.assert_allclose(*found, atol=1e-9)


def test_the_distance_of_a_geom_that_does_not_exist_is_refused():
    m = ferrodyn.MjModel.from_xml_string(SCENE)
    d = ferrodyn.MjData(m)
    for geom in (-1, m.ngeom):
        with pytest.raises(ferrodyn.FatalError, match="invalid geom"):
            ferrodyn.mj_geomDistance(m, d, 0, geom, 1.0, None)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda m, d: ferrodyn.mj_getState(m, d, np.zeros(3), ferrodyn.mjtState.mjSTATE_QPOS),
            r"mj_stateSize\(m, sig\): expected 14, given 3",
        ),
        (
            lambda m, d: ferrodyn.mj_mulM(m, d, np.zeros(12), np.zeros(11)),
            r"vec should be of size nv: expected 12, given 11",
        ),
        (
            lambda m, d: ferrodyn.mju_rotVecQuat(np.zeros(3), np.zeros(4), [1, 0, 0, 0]),
            r"(?s)(?=.*'vec').*expected a vector of size 3, given one of size 4",
        ),
        (
            lambda m, d: ferrodyn.mju_rotVecQuat(np.zeros((2, 3)), np.zeros(3), [1, 0, 0, 0]),
            r"(?s)(?=.*'res').*expected a vector, given an array of shape \(2, 3\)",
        ),
        (
            lambda m, d: ferrodyn.mju_rotVecQuat([0, 0, 0], np.zeros(3), [1, 0, 0, 0]),
            r"(?s)(?=.*'res').*expected a contiguous writable array of float64, given list",
        ),
        (
            lambda m, d: ferrodyn.mju_rotVecQuat(np.zeros(3, "f4"), np.zeros(3), [1, 0, 0, 0]),
            r"(?s)(?=.*'res').* given an array of float32",
        ),
        (
            lambda m, d: ferrodyn.mju_rotVecQuat(np.zeros(6)[::2], np.zeros(3), [1, 0, 0, 0]),
            r"(?s)(?=.*'res').* given an array that is not contiguous, of float64",
        ),
    ],
)
def test_a_wrong_shape_names_the_argument_what_is_expected_and_what_is_given(call, message):
    m = ferrodyn.MjModel.from_xml_string(ARM)
    with pytest.raises(TypeError, match=message):
        call(m, ferrodyn.MjData(m))


def test_what_belongs_to_flexes_agrees():
    mujoco = pytest.importorskip("mujoco")
    xml = """<mujoco><worldbody>
      <flexcomp name="cloth" type="grid" count="3 3 1" spacing="0.1 0.1 0.1" mass="1" dim="2"/>
    </worldbody></mujoco>"""
    results = []
    for package in (ferrodyn, mujoco):
        m = package.MjModel.from_xml_string(xml)
        d = package.MjData(m)
        d.qpos[:] = 0.01 * np.arange(m.nq)
        package.mj_kinematics(m, d)
        package.mj_comPos(m, d)
        package.mj_flex(m, d)
        results.append((d.flexvert_xpos.copy(), d.flexedge_length.copy()))
    np.testing.assert_array_equal(results[0][0], results[1][0])
    np.testing.assert_array_equal(results[0][1], results[1][1])
    assert results[0][0].any()
