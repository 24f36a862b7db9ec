"""Cameras, options, perturbations and scenes: the numbers of the reference package."""

import copy
import pickle

import ferrodyn
import numpy as np
import pytest

SCENE = """
<mujoco>
  <asset>
    <texture name="t" type="2d" builtin="checker" width="32" height="32"/>
    <material name="mat" texture="t" texrepeat="3 3" rgba=".2 .3 .4 .5"/>
    <mesh name="tet" vertex="0 0 0  1 0 0  0 1 0  0 0 1"/>
  </asset>
  <worldbody>
    <light pos="0 0 3"/><light type="directional" dir="0 1 -1"/>
    <camera name="lens" pos="1 2 3" euler="20 30 40" resolution="100 80" sensorsize=".1 .2"
            focal=".1 .2"/>
    <camera name="flat" pos="1 2 3" euler="20 30 40" fovy="3" projection="orthographic"/>
    <geom type="plane" size="0 0 1" material="mat"/>
    <geom type="box" size="1 1 1" group="4"/>
    <body pos="0 0 1">
      <freejoint/>
      <geom size=".1"/><geom type="mesh" mesh="tet"/><site name="a"/>
      <body pos=".3 0 0">
        <joint damping="1"/>
        <geom name="limb" type="capsule" size=".05 .1" rgba="1 0 0 .5"/><site name="b"/>
      </body>
    </body>
    <body mocap="true" pos="0 1 2"><geom type="cylinder" size=".1 .2"/></body>
  </worldbody>
  <tendon>
    <spatial damping="1"><site site="a"/><site site="b"/></spatial>
  </tendon>
</mujoco>
"""

TYPES = ["MjLROpt", "MjvCamera", "MjvOption", "MjvPerturb", "MjvGeom", "MjvLight", "MjvGLCamera"]


def attributes(value):
    """The public attributes of an object."""
    return {name: getattr(value, name) for name in dir(value) if not name.startswith("_")}


def assert_same(ours, theirs):
    """The same attributes, to rounding."""
    assert attributes(ours).keys() >= attributes(theirs).keys()
    for name, value in attributes(theirs).items():
        if isinstance(value, (str, tuple)):
            assert getattr(ours, name) == value, name
        else:
            np.testing.assert_allclose(getattr(ours, name), value, 1e-6, 1e-12, err_msg=name)


@pytest.fixture
def both(mujoco):
    """Both packages, each with a model and data of the scene."""
    out = []
    for package in (ferrodyn, mujoco):
        model = package.MjModel.from_xml_string(SCENE)
        data = package.MjData(model)
        package.mj_forward(model, data)
        out.append((package, model, data))
    return out


def in_both(both, run):
    """What a function of package, model and data gives, compared."""
    ours, theirs = (run(*one) for one in both)
    for a, b in zip(ours, theirs, strict=True):
        if isinstance(b, (int, float, np.ndarray, list)):
            np.testing.assert_allclose(a, b, 1e-6, 1e-12)
        else:
            assert_same(a, b)


def scene_of(package, model, data, cam=None, **options):
    """An updated scene."""
    scene, opt = package.MjvScene(model, 50), package.MjvOption()
    for name, value in options.items():
        getattr(opt, name)[:] = value
    mask = package.mjtCatBit.mjCAT_ALL
    cam = package.MjvCamera() if cam is None else cam
    package.mjv_updateScene(model, data, opt, None, cam, mask, scene)
    return scene


@pytest.mark.parametrize("name", [*TYPES, "MjvFigure"])
def test_new_structs_have_the_defaults_of_the_reference(mujoco, name):
    ours, theirs = getattr(ferrodyn, name)(), getattr(mujoco, name)()
    for field, value in attributes(theirs).items():
        assert np.array_equal(getattr(ours, field), value), field
        if isinstance(value, np.ndarray):
            assert getattr(ours, field).dtype == value.dtype, field
        else:
            assert type(getattr(ours, field)) is type(value), field
    if name in TYPES:
        assert repr(ours) == repr(theirs)


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))])
@pytest.mark.parametrize("name", [*TYPES, "MjvFigure"])
def test_structs_are_copied_and_compared(name, how):
    struct = getattr(ferrodyn, name)()
    other = how(struct)
    assert type(other) is type(struct)
    assert other == struct
    field = next(f for f, v in attributes(struct).items() if isinstance(v, (int, float)))
    setattr(other, field, 5)
    assert other != struct
    assert struct != 3
    with pytest.raises(TypeError):
        hash(struct)


def test_attributes_take_what_the_reference_takes(mujoco):
    for package in (ferrodyn, mujoco):
        cam, geom = package.MjvCamera(), package.MjvGeom()
        for wrong in (0.5, "a", None, 2**40):
            with pytest.raises(TypeError):
                cam.fixedcamid = wrong
        for wrong in ("a", None):
            with pytest.raises(TypeError):
                cam.distance = wrong
        with pytest.raises(ValueError, match="broadcast"):
            cam.lookat = [1, 2]
        cam.lookat, cam.distance, cam.type = 3, 1, package.mjtCamera.mjCAMERA_FIXED
        assert cam.lookat.tolist() == [3, 3, 3]
        assert cam.distance == 1.0
        assert cam.type == 2
        geom.label = "x" * 99
        with pytest.raises(ValueError, match="cannot exceed 99"):
            geom.label = "x" * 100
        with pytest.raises(AttributeError):
            cam.nothing = 1


def test_rectangles(mujoco):
    ours, theirs = (p.MjrRect(1, 2, width=3, height=4) for p in (ferrodyn, mujoco))
    assert repr(ours) == repr(theirs)
    for point in ((1, 2), (3, 5), (4, 2), (0, 2), (1, 6)):
        assert ferrodyn.mjr_findRect(*point, 1, ours) == mujoco.mjr_findRect(*point, 1, theirs)


def test_a_scene_without_a_model_is_empty(mujoco):
    for package in (ferrodyn, mujoco):
        scene = package.MjvScene()
        assert (scene.maxgeom, scene.ngeom, scene.scale, scene.geoms) == (0, 0, 1.0, ())
        with pytest.raises(TypeError):
            package.MjvScene("model", 3)


def test_scenes_have_the_geoms_lights_and_cameras_of_the_reference(both):
    def run(package, model, data):
        cam = package.MjvCamera()
        package.mjv_defaultFreeCamera(model, cam)
        scene = scene_of(package, model, data, cam, geomgroup=[1, 1, 1, 1, 0, 1])
        parts = [scene.ngeom, scene.nlight, cam, *scene.geoms[: scene.ngeom]]
        return [*parts, *scene.lights[: scene.nlight], *scene.camera]

    in_both(both, run)


def test_scenes_stop_when_full(both):
    _, model, data = both[0]
    scene = ferrodyn.MjvScene(model, 2)
    opt, cam = ferrodyn.MjvOption(), ferrodyn.MjvCamera()
    ferrodyn.mjv_updateScene(model, data, opt, None, cam, 7, scene)
    assert (scene.ngeom, scene.status) == (2, 1)


BUSY = """
<mujoco>
  <option timestep=".01"/>
  <asset>
    <mesh name="tet" vertex="0 0 0  .3 0 0  0 .3 0  0 0 .3"/>
    <skin name="skin" vertex="0 0 0  .1 0 0  0 .1 0" face="0 1 2" inflate=".01">
      <bone body="free" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/>
    </skin>
  </asset>
  <worldbody>
    <light pos="0 0 3"/><camera name="lens" pos="0 -2 1" euler="80 0 0" resolution="4 3"/>
    <site name="above" pos=".05 .05 2" euler="180 0 0"/>
    <geom name="floor" type="plane" size="0 0 1"/>
    <body name="free" pos="0 0 .09"><freejoint/>
      <geom type="box" size=".1 .1 .1"/><geom type="mesh" mesh="tet" pos="0 0 .3"/>
      <site name="s1"/><site name="eye" pos="0 0 .5" euler="180 0 0" type="box" size=".01 .02 .03"/>
    </body>
    <body pos="1 0 1"><joint name="hinge" axis="0 1 0" limited="true" range="-1 1"/>
      <geom type="capsule" size=".05 .2"/><site name="s2"/>
      <body pos="0 0 .5"><joint name="slide" type="slide"/><geom size=".1"/><site name="s3"/>
        <body pos="0 .4 0"><joint name="ball" type="ball"/><geom type="ellipsoid" size=".1 .2 .1"/>
        </body>
      </body>
    </body>
    <body name="mocap" mocap="true" pos="0 1 1"><geom type="cylinder" size=".1 .1"/></body>
    <flexcomp name="cloth" type="grid" count="3 3 1" spacing=".1 .1 .1" radius=".01" dim="2"
              pos="-1 0 .5"><edge equality="true"/></flexcomp>
  </worldbody>
  <tendon>
    <spatial name="string" limited="true" range="0 3"><site site="s1"/><site site="s2"/></spatial>
    <spatial name="taut"><site site="s2"/><site site="s3"/></spatial>
  </tendon>
  <equality><connect body1="free" body2="mocap" anchor="0 0 .1"/></equality>
  <actuator>
    <motor joint="hinge" ctrlrange="0 2" ctrllimited="true"/><motor joint="ball"/>
    <general site="s3" dyntype="filter"/><motor tendon="taut"/><adhesion body="free" ctrlrange="0 1"/>
    <motor cranksite="s2" slidersite="s3" cranklength=".3"/>
  </actuator>
  <sensor>
    <rangefinder site="eye"/><rangefinder site="above"/><rangefinder camera="lens"/>
  </sensor>
</mujoco>
"""


@pytest.fixture(scope="module")
def busy(mujoco):
    """Both packages with a model of many things, a few steps after its start."""
    out = []
    for package in (ferrodyn, mujoco):
        model = package.MjModel.from_xml_string(BUSY)
        data = package.MjData(model)
        data.qvel[:3], data.ctrl[:] = 0.1, 0.7
        data.xfrc_applied[2] = [1, 2, 3, 0, 0, 0]
        for _ in range(3):
            package.mj_step(model, data)
        package.mj_forward(model, data)
        out.append((package, model, data))
    return out


def assert_same_scenes(busy, setting):
    """Scenes under options that a function sets are the same, to the error of three steps."""
    scenes = []
    for package, model, data in busy:
        opt, cam, pert = package.MjvOption(), package.MjvCamera(), package.MjvPerturb()
        setting(opt, pert)
        scene = package.MjvScene(model, 2000)
        package.mjv_updateScene(model, data, opt, pert, cam, 7, scene)
        scenes.append(scene)
    ours, theirs = scenes
    assert (ours.ngeom, ours.nlight, ours.status) == (theirs.ngeom, theirs.nlight, theirs.status)
    for a, b in zip(ours.geoms, theirs.geoms[: theirs.ngeom], strict=False):
        for name, value in attributes(b).items():
            if isinstance(value, str):
                assert getattr(a, name) == value, name
            else:
                np.testing.assert_allclose(getattr(a, name), value, 1e-5, 1e-6, err_msg=name)


@pytest.mark.parametrize("flag", range(31))
def test_flags_show_what_the_reference_shows(busy, flag):
    def flip(opt, _pert):
        opt.flags[flag] = 1 - opt.flags[flag]

    assert_same_scenes(busy, flip)


@pytest.mark.parametrize("depth", range(4))
def test_boxes_that_rays_and_contacts_meet_are_those_of_the_reference(busy, depth):
    def boxes(opt, _pert):
        opt.flags[ferrodyn.mjtVisFlag.mjVIS_MESHBVH] = 1
        opt.flags[ferrodyn.mjtVisFlag.mjVIS_BODYBVH] = 1
        opt.bvh_depth = depth

    assert_same_scenes(busy, boxes)


@pytest.mark.parametrize("label", range(17))
def test_labels_are_those_of_the_reference(busy, label):
    def everything(opt, pert):
        opt.flags[:], opt.label, pert.select = 1, label, 2
        opt.flags[ferrodyn.mjtVisFlag.mjVIS_INERTIA] = 0

    assert_same_scenes(busy, everything)


@pytest.mark.parametrize("frame", range(8))
def test_frames_and_what_is_pulled_are_those_of_the_reference(busy, frame):
    def pulled(opt, pert):
        opt.flags[:], opt.frame = 1, frame
        pert.select, pert.active, pert.active2, pert.localpos = 2, 3, 1, [0.1, 0.2, 0.3]

    assert_same_scenes(busy, pulled)


def test_surfaces_are_those_of_the_reference(busy):
    scenes = []
    for package, model, data in busy:
        scene = package.MjvScene(model, 100)
        package.mjv_updateScene(model, data, package.MjvOption(), None, package.MjvCamera(), 7, scene)
        scenes.append(scene)
    names = ["nflex", "nskin", "flexvert", "flexedge", "flexface", "flexnormal", "flexfaceused"]
    names += ["flexfaceadr", "skinvert", "skinnormal", "flexskinopt", "flexvertopt"]
    for name in names:
        ours, theirs = (getattr(scene, name) for scene in scenes)
        np.testing.assert_allclose(ours, theirs, 1e-5, 1e-6, err_msg=name)


def test_scenes_of_other_models_are_refused(busy):
    package, model, data = busy[0]
    scene = package.MjvScene(package.MjModel.from_xml_string(SCENE), 100)
    with pytest.raises(package.FatalError, match="made for a model with other flexes"):
        package.mjv_updateScene(model, data, package.MjvOption(), None, package.MjvCamera(), 7, scene)


@pytest.mark.parametrize("y", [0.2, 0.5, 0.8])
@pytest.mark.parametrize("x", [0.2, 0.5, 0.8])
def test_pixels_select_what_the_reference_selects(busy, x, y):
    hits = []
    for package, model, data in busy:
        scene, opt, cam = package.MjvScene(model, 100), package.MjvOption(), package.MjvCamera()
        package.mjv_defaultFreeCamera(model, cam)
        package.mjv_updateScene(model, data, opt, None, cam, 7, scene)
        point, ids = np.zeros(3), [np.zeros((1, 1), np.int32) for _ in range(3)]
        body = package.mjv_select(model, data, opt, 1.3, x, y, scene, point, *ids)
        hits.append([body, *(int(i[0, 0]) for i in ids), *point])
    np.testing.assert_allclose(*hits, 1e-5, 1e-6)


@pytest.mark.parametrize("camera", [0, 1])
def test_cameras_of_the_model(both, camera):
    def run(package, model, data):
        cam = package.MjvCamera()
        cam.type, cam.fixedcamid = package.mjtCamera.mjCAMERA_FIXED, camera
        scene = package.MjvScene(model, 3)
        package.mjv_updateCamera(model, data, cam, scene)
        frame = [np.zeros(3) for _ in range(4)]
        package.mjv_cameraFrame(*frame, data, cam)
        extents = [np.zeros(2, np.float32) for _ in range(3)]
        package.mjv_cameraFrustum(*extents, model, cam)
        middle = package.mjv_averageCamera(*scene.camera)
        return [*scene.camera, *frame, *extents, middle, package.mjv_frustumHeight(scene)]

    in_both(both, run)


def test_cameras_that_do_not_exist_are_errors(both):
    for package, model, data in both:
        cam, scene = package.MjvCamera(), package.MjvScene(model, 3)
        cam.type, cam.fixedcamid = package.mjtCamera.mjCAMERA_FIXED, 9
        with pytest.raises(package.FatalError, match="fixed camera id is outside valid range"):
            package.mjv_cameraFrustum(*(np.zeros(2, np.float32) for _ in range(3)), model, cam)
        cam.type = package.mjtCamera.mjCAMERA_TRACKING
        with pytest.raises(package.FatalError, match="track body id is outside valid range"):
            package.mjv_updateCamera(model, data, cam, scene)


@pytest.mark.parametrize("action", range(1, 8))
def test_a_mouse_moves_the_camera(both, action):
    def run(package, model, data):
        cam = package.MjvCamera()
        scene = scene_of(package, model, data, cam)
        for _ in range(3):
            package.mjv_moveCamera(model, action, 0.3, 0.2, scene, cam)
        return [cam]

    in_both(both, run)


@pytest.mark.parametrize("action", range(1, 8))
def test_a_mouse_moves_the_model_in_the_room(both, action):
    def run(package, model, data):
        scene = scene_of(package, model, data)
        scene.enabletransform, scene.scale = 1, 2
        scene.translate, scene.rotate = [0.1, 0.2, 0.3], [0.5, 0.5, 0.5, 0.5]
        package.mjv_moveModel(model, action, 0.1, 0.2, [0, 0, 1], scene)
        pos, quat, out = np.zeros(3), np.zeros(4), [scene.translate, scene.rotate, scene.scale]
        for transform in (package.mjv_room2model, package.mjv_model2room):
            transform(pos, quat, [1, 2, 3], [0.5, 0.5, -0.5, 0.5], scene)
            out += [pos.copy(), quat.copy()]
        for camera in (package.mjv_cameraInModel, package.mjv_cameraInRoom):
            frame = [np.zeros(3) for _ in range(3)]
            camera(*frame, scene)
            out += frame
        return out

    in_both(both, run)


@pytest.mark.parametrize("select", [1, 2, 3])
def test_perturbations(both, select):
    def run(package, model, data):
        data.qvel[:] = 0.3
        package.mj_forward(model, data)
        scene, pert, out = scene_of(package, model, data), package.MjvPerturb(), []
        pert.select, pert.active, pert.localpos = select, 3, [0.1, 0, 0.05]
        package.mjv_initPerturb(model, data, scene, pert)
        for action in (1, 2, 2, 2, 3, 4, 5, 6, 7):
            package.mjv_movePerturb(model, data, action, 0.3, 0.2, scene, pert)
            out.append(copy.copy(pert))
        package.mjv_applyPerturbForce(model, data, pert)
        package.mjv_applyPerturbPose(model, data, pert, 1)
        return [*out, data.xfrc_applied, data.qpos, data.mocap_pos, data.mocap_quat]

    in_both(both, run)


def test_geoms_are_initialized_and_connect_points(both):
    def run(package, _model, _data):
        geom, out = package.MjvGeom(), []
        for kind in (2, 3, 5, 6, 100):
            package.mjv_initGeom(geom, kind, [1, 2, 3], [4, 5, 6], np.arange(9.0), [1, 0, 0, 0.5])
            out.append(copy.copy(geom))
        for kind in (3, 5, 100, 103):
            package.mjv_connector(geom, kind, 0.1, np.array([1.0, 2, 3]), np.array([4.0, 5, 7]))
            out.append(copy.copy(geom))
        with pytest.raises(package.FatalError, match="invalid geom type"):
            package.mjv_connector(geom, 2, 0.1, np.zeros(3), np.ones(3))
        return out

    in_both(both, run)


def test_arguments_of_the_wrong_type_or_size_are_type_errors(both):
    for package, model, _ in both:
        geom, cam, three = package.MjvGeom(), package.MjvCamera(), np.zeros(3)
        wrong = [
            ("mjv_defaultCamera", geom),
            ("mjv_defaultFreeCamera", cam, model),
            ("mjv_alignToCamera", np.zeros(4), three, three),
            ("mjv_alignToCamera", np.zeros(3, int), three, three),
            ("mjv_connector", geom, 3, 0.1, np.zeros(2), three),
        ]
        for name, *arguments in wrong:
            with pytest.raises(TypeError):
                getattr(package, name)(*arguments)
