"""Pictures, depth and objects with Renderer; frames of a short clip."""

import mujoco
import numpy as np

XML = """
<mujoco>
  <asset>
    <texture name="grid" type="2d" builtin="checker" width="128" height="128"
      rgb1=".2 .3 .4" rgb2=".8 .8 .8"/>
    <material name="grid" texture="grid" texrepeat="4 4"/>
  </asset>
  <worldbody>
    <light pos="0 0 3"/><camera name="fixed" pos="0 -2 1" xyaxes="1 0 0 0 .45 .9"/>
    <geom name="floor" type="plane" size="2 2 .1" material="grid"/>
    <body name="ball" pos="0 0 .8"><freejoint/><geom name="ball" size=".2" rgba="1 0 0 1"/></body>
  </worldbody>
</mujoco>
"""

model = mujoco.MjModel.from_xml_string(XML)
data = mujoco.MjData(model)
frames = []
with mujoco.Renderer(model, height=120, width=160) as renderer:
    while data.time < 0.5:
        mujoco.mj_step(model, data)
        if len(frames) < data.time * 30:
            renderer.update_scene(data, camera="fixed")
            frames.append(renderer.render())
    print(len(frames), frames[-1].shape, frames[-1].dtype)
    moved = np.abs(frames[0].astype(int) - frames[-1]).max()
    print("pixels differ", moved > 50, "red is there", (frames[0][..., 0] > 120).any())

    renderer.enable_depth_rendering()
    renderer.update_scene(data, camera="fixed")
    depth = renderer.render()
    print("depth", depth.shape, bool(0.5 < depth.min() < 3))
    renderer.disable_depth_rendering()
    renderer.enable_segmentation_rendering()
    renderer.update_scene(data, camera="fixed")
    print("objects", sorted(set(np.unique(renderer.render()[..., 0]).tolist()) - {-1}))
