"""A picture of every preset of ferrodyn.deformable, all on one sheet: docs/deformables.jpg.

    python -m tools.pictures.deformables [--out docs/deformables.jpg] [--seconds 1.2] [--only cotton foam]

Sheets and chains fall on a ball, blocks on an edge, with a time step of half a millisecond: sheets keep their edges by
constraints, sheets and blocks are softened where they do not bear it, chains are damped. Thin chains are drawn thicker
than they are. Drawn by ferrodyn.Renderer, in about two minutes.
"""

import argparse
import dataclasses
import pathlib

import ferrodyn
import imageio.v3 as imageio
import numpy as np
from ferrodyn.deformable import CapsuleChain, Cloth, SoftBody

from tools import ROOT
from tools.compare.deformable_presets import BLOCKS, CHAINS, CLOTHS

WIDTH, HEIGHT, COLUMNS = 240, 200, 6
# drawn larger and made smaller, which smooths edges
LARGER = 2
TIMESTEP = 5e-4
COLORS = {
    "cotton": (0.85, 0.85, 0.9), "silk": (0.8, 0.3, 0.5), "leather": (0.5, 0.3, 0.15), "rubber": (0.25, 0.25, 0.28),
    "paper": (0.95, 0.95, 0.88), "membrane": (0.9, 0.35, 0.25), "gelatin": (0.3, 0.7, 0.4), "soft_tissue": (0.9, 0.7, 0.6),
    "muscle": (0.7, 0.2, 0.2), "foam": (0.95, 0.85, 0.4), "stiff": (0.4, 0.6, 0.85), "rope": (0.75, 0.65, 0.45),
    "steel_cable": (0.6, 0.62, 0.66), "soft_cable": (0.2, 0.2, 0.25), "hair": (0.35, 0.22, 0.12), "chain": (0.5, 0.5, 0.5),
}  # fmt: skip
SCENE = """
<mujoco>
  <statistic center="0 0 .08" extent=".35"/>
  <visual><headlight ambient=".3 .3 .3" diffuse=".25 .25 .25" specular="0 0 0"/><global offwidth="960" offheight="800"/></visual>
  <asset>
    <texture name="sky" type="skybox" builtin="flat" rgb1="1 1 1" rgb2="1 1 1" width="8" height="8"/>
    <texture name="grid" type="2d" builtin="checker" rgb1=".86 .88 .9" rgb2=".8 .82 .85" width="64" height="64"/>
    <material name="grid" texture="grid" texrepeat="20 20"/>
  </asset>
  <worldbody>
    <light pos=".4 -.2 1" dir="-.4 .2 -1" diffuse=".6 .6 .6" specular=".1 .1 .1"/>
    <geom type="plane" size="1 1 1" material="grid"/>
    {box}
    <camera name="view" pos=".36 -.46 .34" xyaxes=".79 .62 0 -.27 .34 .9" fovy="{fovy}"/>
  </worldbody>
</mujoco>"""
# what bodies fall on: a ball, or an edge
BALL = '<geom type="sphere" size=".05" margin=".008" pos="0 0 .05" rgba=".55 .6 .7 1"/>'
STEP = '<geom type="box" size=".05 .12 .006" pos="-.05 0 .006" rgba=".55 .6 .7 1"/>'


def bodies():
    """Kind, name, body, what it falls on, and how wide the picture is; degrees."""
    for name in CLOTHS:
        cloth = getattr(Cloth, name)("body", count=(14, 14), pos=(0, 0, 0.11)).edge_constraints(2 * TIMESTEP)
        yield "cloth", name, cloth.soften_to(TIMESTEP)[0], BALL, 30
    for name in BLOCKS:
        block = getattr(SoftBody, name)("body", count=(4, 4, 4), pos=(-0.02, 0, 0.085))
        yield "soft body", name, block.soften_to(TIMESTEP)[0], STEP, 30
    for name in CHAINS:
        chain = getattr(CapsuleChain, name)("body", pos=(-0.15, 0, 0.1), start="free")
        shown = dataclasses.replace(chain, links=16, length=0.32)
        yield "chain", name, shown.damp_to(TIMESTEP)[0], BALL, 30


def picture(name, body, scene, seconds):
    """The body after some time."""
    spec = ferrodyn.MjSpec.from_string(scene)
    spec.option.timestep = TIMESTEP
    body.add_to(spec.worldbody)
    color = [*COLORS[name], 1]
    for flex in spec.flexes:
        flex.rgba = color
    model = spec.compile()
    for geom in range(model.ngeom):
        if model.geom_bodyid[geom]:
            model.geom_rgba[geom] = color
    data = ferrodyn.MjData(model)
    ferrodyn.mj_step(model, data, round(seconds / model.opt.timestep))
    if any(warning.number for warning in data.warning):
        raise SystemExit(f"{name} is not stable")
    # a hair could not be seen
    links = model.geom_type == ferrodyn.mjtGeom.mjGEOM_CAPSULE
    model.geom_size[links, 0] = np.maximum(model.geom_size[links, 0], 1.5e-3)
    option = ferrodyn.MjvOption()
    option.flags[ferrodyn.mjtVisFlag.mjVIS_FLEXSKIN] = 1
    with ferrodyn.Renderer(model, LARGER * HEIGHT, LARGER * WIDTH) as renderer:
        renderer.update_scene(data, "view", option)
        pixels = renderer.render().astype(float)
    return pixels.reshape(HEIGHT, LARGER, WIDTH, LARGER, 3).mean((1, 3)).astype(np.uint8)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs" / "deformables.jpg")
    parser.add_argument("--seconds", type=float, default=1.2)
    parser.add_argument("--only", nargs="+", help="names of presets")
    arguments = parser.parse_args()
    pictures = []
    for kind, name, body, below, fovy in bodies():
        if not arguments.only or name in arguments.only:
            print(kind, name, flush=True)
            pictures.append(picture(name, body, SCENE.format(box=below, fovy=fovy), arguments.seconds))
    pictures += [np.full_like(pictures[0], 255)] * (-len(pictures) % COLUMNS)
    rows = [np.hstack(pictures[i : i + COLUMNS]) for i in range(0, len(pictures), COLUMNS)]
    imageio.imwrite(arguments.out, np.vstack(rows), quality=85)
    print(arguments.out, arguments.out.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
