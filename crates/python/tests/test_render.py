"""Pictures: colors, depth, segmentation, text, and the buffers of contexts."""

from __future__ import annotations

import multiprocessing
import os
import signal

import ferrodyn
import numpy as np
import pytest

SCENE = """
<mujoco>
  <visual><headlight ambient="0 0 0" diffuse="1 1 1" specular="0 0 0"/></visual>
  <statistic center="0 0 0" extent="1"/>
  <worldbody>
    <camera name="front" pos="3 0 0" xyaxes="0 1 0 0 0 1"/>
    <geom name="ball" size=".3" pos="0 -.5 0" rgba="1 0 0 1"/>
    <geom name="box" type="box" size=".3 .3 .3" pos="0 .5 0" rgba="0 1 0 1"/>
    <site name="mark" size=".1" pos="0 0 .8" rgba="0 0 1 1"/>
  </worldbody>
</mujoco>
"""
HEIGHT, WIDTH = 60, 80
LEFT, RIGHT = (30, 26), (30, 54)


pytestmark = pytest.mark.usefixtures("device")


@pytest.fixture
def model():
    return ferrodyn.MjModel.from_xml_string(SCENE)


@pytest.fixture
def data(model):
    data = ferrodyn.MjData(model)
    ferrodyn.mj_forward(model, data)
    return data


@pytest.fixture
def renderer(model, data):
    with ferrodyn.Renderer(model, HEIGHT, WIDTH) as renderer:
        renderer.update_scene(data, "front")
        yield renderer


def test_colors_are_where_the_shapes_are(renderer):
    pixels = renderer.render()
    assert (pixels.shape, pixels.dtype) == ((HEIGHT, WIDTH, 3), np.uint8)
    assert pixels[LEFT][0] > 200 > 20 > pixels[LEFT][1]
    assert pixels[RIGHT][1] > 200 > 20 > pixels[RIGHT][0]
    assert not pixels[0, 0].any()


def test_depth_is_the_distance_along_the_view(renderer):
    renderer.enable_depth_rendering()
    depth = renderer.render()
    assert (depth.shape, depth.dtype) == ((HEIGHT, WIDTH), np.float32)
    np.testing.assert_allclose(depth[RIGHT], 2.7, atol=1e-4)
    np.testing.assert_allclose(depth[0, 0], 50, rtol=1e-3)


def test_segmentation_gives_ids_and_types(renderer):
    renderer.enable_segmentation_rendering()
    objects = renderer.render()
    geom = ferrodyn.mjtObj.mjOBJ_GEOM
    assert objects[LEFT].tolist() == [0, geom]
    assert objects[RIGHT].tolist() == [1, geom]
    assert objects[0, 0].tolist() == [-1, -1]
    assert not renderer.scene.flags[ferrodyn.mjtRndFlag.mjRND_SEGMENT]


def test_pictures_go_to_an_array_that_is_given(renderer):
    out = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    assert renderer.render(out=out) is out
    np.testing.assert_array_equal(out, renderer.render())
    with pytest.raises(ValueError, match=r"out\.shape == \(60, 80, 3\)"):
        renderer.render(out=np.empty((3, 4)))


def test_without_a_scene_everything_is_black(model):
    with ferrodyn.Renderer(model, HEIGHT, WIDTH) as renderer:
        assert not renderer.render().any()


def test_shapes_can_be_added_by_hand(renderer):
    before = renderer.render()
    scene = renderer.scene
    ferrodyn.mjv_initGeom(
        scene.geoms[scene.ngeom], ferrodyn.mjtGeom.mjGEOM_SPHERE, [0.2, 0, 0], np.zeros(3),
        np.eye(3).ravel(), np.array([0, 0, 1, 1], np.float32),
    )  # fmt: skip
    scene.ngeom += 1
    after = renderer.render()
    assert after[30, 40, 2] > 200 > before[30, 40, 2] + 100


def test_what_cannot_be_drawn_is_refused(model, data, renderer):
    with pytest.raises(ValueError, match="Image width 641 > framebuffer width 640"):
        ferrodyn.Renderer(model, 10, 641)
    with pytest.raises(ValueError, match='The camera "back" does not exist'):
        renderer.update_scene(data, "back")
    with pytest.raises(ValueError, match=r"range \[-1, 1\)"):
        renderer.update_scene(data, 7)
    renderer.close()
    with pytest.raises(RuntimeError, match="after close"):
        renderer.render()


def test_a_context_gives_the_same_picture_from_the_bottom(model, renderer):
    context = ferrodyn.MjrContext(model, 150)
    rect = ferrodyn.MjrRect(0, 0, WIDTH, HEIGHT)
    ferrodyn.mjr_setBuffer(ferrodyn.mjtFramebuffer.mjFB_OFFSCREEN, context)
    ferrodyn.mjr_render(rect, renderer.scene, context)
    rgb, depth = np.empty((HEIGHT, WIDTH, 3), np.uint8), np.empty((HEIGHT, WIDTH), np.float32)
    ferrodyn.mjr_readPixels(rgb, depth, rect, context)
    np.testing.assert_array_equal(rgb[::-1], renderer.render())
    # near is small, unless the context says otherwise
    assert depth[RIGHT] < depth[0, 0] == 1
    with pytest.raises(TypeError, match="14400 entries, not 3"):
        ferrodyn.mjr_readPixels(np.empty(3, np.uint8), None, rect, context)


def test_text_is_drawn_into_the_buffer(model, renderer):
    context = ferrodyn.MjrContext(model, 100)
    rect = ferrodyn.MjrRect(0, 0, WIDTH, HEIGHT)
    ferrodyn.mjr_render(rect, renderer.scene, context)
    before, after = np.empty((2, HEIGHT, WIDTH, 3), np.uint8)
    ferrodyn.mjr_readPixels(before, None, rect, context)
    font, corner = ferrodyn.mjtFont.mjFONT_NORMAL, ferrodyn.mjtGridPos.mjGRID_BOTTOMLEFT
    ferrodyn.mjr_overlay(font, corner, rect, "time", "1", context)
    ferrodyn.mjr_readPixels(after, None, rect, context)
    changed = np.argwhere((before != after).any(-1))
    assert len(changed) > 20
    assert changed[:, 0].max() < 2 * context.charHeight


@pytest.mark.parametrize("kind", ["color", "depth", "segmentation"])
def test_pictures_of_many_states_are_those_of_each(model, data, renderer, kind):
    if kind != "color":
        getattr(renderer, f"enable_{kind}_rendering")()
    state = np.empty(ferrodyn.mj_stateSize(model, ferrodyn.mjtState.mjSTATE_INTEGRATION))
    ferrodyn.mj_getState(model, data, state, ferrodyn.mjtState.mjSTATE_INTEGRATION)
    many = renderer.render_states(np.tile(state, (3, 1)), "front")
    one = renderer.render()
    assert (many.shape, many.dtype) == ((3, *one.shape), one.dtype)
    for picture in many:
        off = np.abs(picture.astype(float) - one) > 1e-4 * np.abs(one) + (2 if kind == "color" else 0)
        assert off.mean() < 0.01
    with pytest.raises(ValueError, match="state"):
        renderer.render_states(np.zeros((2, 3)))


def test_states_of_rollouts_are_drawn_as_those_of_batches():
    model = ferrodyn.MjModel.from_xml_string(
        SCENE.replace("<site", '<body mocap="true" pos="0 0 -.5"><geom size=".1"/></body><site').replace(
            "</worldbody>",
            '<body><joint name="j" type="slide" axis="0 0 1"/><geom size=".2"/></body></worldbody>'
            '<actuator><position joint="j" timeconst="1"/></actuator>',
        )
    )
    data = ferrodyn.MjData(model)
    data.qpos[0], data.qvel[0], data.act[0] = 0.4, 1, 2
    every, kept = ferrodyn.mjtState.mjSTATE_INTEGRATION, ferrodyn.mjtState.mjSTATE_FULLPHYSICS
    sizes = [ferrodyn.mj_stateSize(model, which) for which in (every, kept)]
    whole, short = (np.empty(size) for size in sizes)
    ferrodyn.mj_getState(model, data, whole, every)
    ferrodyn.mj_getState(model, data, short, kept)
    with ferrodyn.Renderer(model, HEIGHT, WIDTH) as renderer:
        np.testing.assert_array_equal(renderer._whole(np.tile(short, (2, 1))), [whole, whole])
        pictures = renderer.render_states([short, short], "front")
        np.testing.assert_array_equal(pictures, renderer.render_states([whole, whole], "front"))
        words = rf"{sizes[0]} numbers \(mjSTATE_INTEGRATION\) or {sizes[1]} \(mjSTATE_FULLPHYSICS\).*\(2, 7\)"
        with pytest.raises(ValueError, match=words):
            renderer.render_states(np.zeros((2, 7)))


def test_a_changed_texture_is_drawn_once_it_is_uploaded():
    model = ferrodyn.MjModel.from_xml_string("""
        <mujoco>
          <visual><headlight ambient="1 1 1" diffuse="0 0 0" specular="0 0 0"/></visual>
          <asset>
            <texture name="t" type="2d" builtin="flat" rgb1="1 0 0" width="8" height="8"/>
            <material name="m" texture="t"/>
          </asset>
          <worldbody><geom type="plane" size="1 1 1" material="m"/></worldbody>
        </mujoco>""")
    data = ferrodyn.MjData(model)
    ferrodyn.mj_forward(model, data)
    with ferrodyn.Renderer(model, HEIGHT, WIDTH) as renderer:
        renderer.update_scene(data)
        assert renderer.render()[30, 40].tolist() == [255, 0, 0]
        model.tex_data[:] = np.tile(np.array([0, 0, 255], np.uint8), 64)
        ferrodyn.mjr_uploadTexture(model, renderer._mjr_context, 0)
        assert renderer.render()[30, 40].tolist() == [0, 0, 255]


def _picture(queue):
    model = ferrodyn.MjModel.from_xml_string(SCENE)
    data = ferrodyn.MjData(model)
    ferrodyn.mj_forward(model, data)
    with ferrodyn.Renderer(model, HEIGHT, WIDTH) as renderer:
        renderer.update_scene(data, "front")
        queue.put(renderer.render()[LEFT].tolist())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_process_draws_by_itself(renderer):
    expected = renderer.render()[LEFT].tolist()
    context = multiprocessing.get_context("fork")
    queue = context.SimpleQueue()
    process = context.Process(target=_picture, args=(queue,))
    process.start()
    process.join(60)
    assert process.exitcode == 0
    assert queue.get() == expected


def _status_of_child(work):
    """How a forked process ends that works for at most 30 seconds: 0 if the work returns True."""
    pid = os.fork()
    if pid == 0:
        signal.alarm(30)
        try:
            os._exit(0 if work() else 1)
        finally:
            os._exit(2)
    return os.waitpid(pid, 0)[1]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_renderer_of_the_process_that_forked_is_refused(renderer):
    expected = renderer.render()[LEFT].tolist()

    def is_refused():
        with pytest.raises(RuntimeError, match="forked"):
            renderer.render()
        with pytest.raises(RuntimeError, match="forked"):
            _ = renderer.device
        renderer.close()
        return True

    assert _status_of_child(is_refused) == 0
    # the process itself goes on with it
    assert renderer.render()[LEFT].tolist() == expected
