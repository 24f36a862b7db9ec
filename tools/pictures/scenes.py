"""What tools/pictures/compare.py draws: models, the state they are in, the cameras that look at them, and the pictures."""

import collections
import importlib
import os
import sys

import numpy as np

# relative to the corpus; together they show every kind of thing that can be drawn
MODELS = (
    "mujoco/model/adhesion/active_adhesion.xml",  # transparent geoms
    "mujoco/model/balloons/balloons.xml",  # tendons over a floor that reflects much
    "mujoco/model/car/car.xml",
    "mujoco/model/cards/cards.xml",  # 54 textures
    "mujoco/model/cube/cube_3x3x3.xml",  # cube maps, skybox
    "mujoco/model/flex/poncho.xml",  # a flex of triangles, three lights
    "mujoco/model/flex/pulley.xml",  # a flex of lines
    "mujoco/model/flex/softbox.xml",  # a flex of tetrahedra
    "mujoco/model/humanoid/22_humanoids.xml",  # seven lights
    "mujoco/model/humanoid/humanoid.xml",
    "mujoco/model/plugin/elasticity/belt.xml",  # skin
    "mujoco/model/plugin/sdf/cow.xml",
    "mujoco/model/plugin/sdf/gear.xml",
    "mujoco/model/slider_crank/slider_crank.xml",
    "mujoco/model/tendon_arm/arm26.xml",  # tendons around transparent geoms
    "mujoco/test/engine/testdata/collision_convex/perf/mixed.xml",  # height field, every primitive
    "mujoco/test/user/testdata/cube_skin.xml",  # a skin
    "mujoco/test/engine/testdata/vis_visualize/orthographic.xml",
    "mujoco/test/user/testdata/makemesh.xml",  # six lights, 42 meshes
    "mujoco/test/user/testdata/textured_torus_flex.xml",
    "menagerie/anybotics_anymal_c/scene.xml",  # 19 textured meshes
    "menagerie/google_barkour_vb/scene_hfield_mjx.xml",
    "menagerie/google_robot/scene.xml",
    "menagerie/skydio_x2/scene.xml",
)
STEPS = 50
WIDTH, HEIGHT = 640, 480

# a camera of the model by its id (-1: its free camera), or a free camera by what it looks at and from where
View = collections.namedtuple("View", "name id lookat azimuth elevation distance", defaults=[None] * 5)
# colors (0 to 255), depth (m) and segmentation (id and type of the object) of every pixel
Picture = collections.namedtuple("Picture", "color depth segmentation")


def load(package):
    """An engine; MuJoCo draws without a screen where that has to be asked for."""
    if sys.platform == "linux":
        os.environ.setdefault("MUJOCO_GL", "egl")
    return importlib.import_module(package)


def why_not(engine):
    """Why an engine cannot draw here; None if it can."""
    m = engine.MjModel.from_xml_string("<mujoco/>")
    try:
        renderer = engine.Renderer(m, 8, 8)
        renderer.update_scene(engine.MjData(m))
        renderer.render()
        renderer.close()
    except Exception as error:  # every kind of failure of a graphics library
        return f"{type(error).__name__}: {error}"
    return None


def short_name(path):
    """A model's name in tables: that of its folder if the file is called as in every other folder."""
    return path.parent.name if path.stem.startswith("scene") else path.stem


def views(engine, m, d):
    """Three views: as the model has it, from another side and height, and by a camera of the model or from nearby."""
    free = engine.MjvCamera()
    engine.mjv_defaultFreeCamera(m, free)

    def around(name, turn, rise, nearer):
        elevation = max(-85.0, free.elevation + rise)
        return View(name, None, d.subtree_com[0].copy(), free.azimuth + turn, elevation, nearer * free.distance)

    third = View("camera 0", 0) if m.ncam else around("nearby", -60, 15, 0.4)
    return View("free", -1), around("other side", 130, -25, 0.8), third


def size(m):
    """Height and width of pictures: no larger than the model allows."""
    return min(HEIGHT, m.vis.global_.offheight), min(WIDTH, m.vis.global_.offwidth)


def moved(engine, m):
    """The state of a model that has been stepped for a while, from its first keyframe if it has one."""
    d = engine.MjData(m)
    if m.nkey:
        engine.mj_resetDataKeyframe(m, d, 0)
    engine.mj_step(m, d, nstep=STEPS)
    state = np.zeros(engine.mj_stateSize(m, engine.mjtState.mjSTATE_INTEGRATION))
    engine.mj_getState(m, d, state, engine.mjtState.mjSTATE_INTEGRATION)
    return state


class Painter:
    """An engine that draws a model in a given state."""

    def __init__(self, engine, m, state, height, width):
        self.engine, self.m, self.d = engine, m, engine.MjData(m)
        engine.mj_setState(m, self.d, state, engine.mjtState.mjSTATE_INTEGRATION)
        engine.mj_forward(m, self.d)
        self.renderer = engine.Renderer(m, height, width)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.renderer.close()

    def camera(self, view):
        """What `update_scene` takes for a view."""
        if view.id is not None:
            return view.id
        camera = self.engine.MjvCamera()
        camera.type = self.engine.mjtCamera.mjCAMERA_FREE
        camera.lookat[:] = view.lookat
        camera.azimuth, camera.elevation, camera.distance = view.azimuth, view.elevation, view.distance
        return camera

    def draw(self, view):
        """The picture of a view."""
        renderer = self.renderer
        renderer.update_scene(self.d, self.camera(view))
        color = renderer.render()
        renderer.enable_depth_rendering()
        depth = renderer.render()
        renderer.enable_segmentation_rendering()
        segmentation = renderer.render()
        renderer.disable_segmentation_rendering()
        return Picture(color, depth, segmentation)


def painters(engine, reference, path):
    """An engine and MuJoCo, ready to draw a model in the same state."""
    theirs = reference.MjModel.from_xml_path(str(path))
    ours = engine.MjModel.from_xml_path(str(path))
    state, (height, width) = moved(reference, theirs), size(theirs)
    return [Painter(*side, state, height, width) for side in ((engine, ours), (reference, theirs))]
