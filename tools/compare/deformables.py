"""Deformable bodies against what mechanics says of them.

    python -m tools.compare.deformables [--package ferrodyn] [--only slab cloth beam catenary squeeze] [--svg docs/deformables.svg]
    python -m tools.compare.deformables --presets [--seconds 10] [--points 4] [--most-steps 1000000] [--only paper rope]

    slab      a box on a deformable slab and on a rigid one: the forces of its contacts sum up to its weight
    cloth     a cloth that hangs from two corners for 60 s: its energy never rises above that of the start
    beam      the tip of an elastic cable, clamped at one end, against Euler and Bernoulli's beam, by links
    catenary  a chain between two points against the catenary of its length, by links
    squeeze   a soft cube between two plates: it loses no more volume than its Poisson ratio allows

With --presets, it prints a table of all presets of ferrodyn.deformable instead: whether the longest step that is claimed
is the one that is measured, and what they do in 10 s at that step on the ground (tools/compare/deformable_presets.py).

Ends with 1 if one of them does not hold. The picture shows the errors of beam and catenary against the number of links.
"""

import argparse
import importlib
import math
import pathlib
import sys

import numpy as np

from tools.compare import deformable_presets
from tools.speed import log_plot

GRAVITY = 9.81


class World:
    """A model of a package with its data."""

    def __init__(self, package, xml):
        self.mj = importlib.import_module(package)
        self.m = self.mj.MjModel.from_xml_string(xml)
        self.d = self.mj.MjData(self.m)

    def run(self, seconds, look=None):
        """Steps for some time; what is looked at after each step."""
        seen = []
        for _ in range(round(seconds / self.m.opt.timestep)):
            self.mj.mj_step(self.m, self.d)
            if look:
                seen.append(look())
        return np.array(seen)

    def vertices(self):
        return self.d.flexvert_xpos.reshape(-1, 3)

    def lift(self, geom):
        """The upward force of all contacts of a geom."""
        total, force = 0.0, np.zeros(6)
        for i, contact in enumerate(self.d.contact):
            if geom in contact.geom:
                self.mj.mj_contactForce(self.m, self.d, i, force)
                upward = contact.frame.reshape(3, 3).T @ force[:3]
                total += upward[2] * (1 if contact.geom[1] == geom else -1)
        return total

    def volume(self):
        """The volume of all tetrahedra."""
        corners = self.vertices()[self.m.flex_elem.reshape(-1, 4)]
        sides = corners[:, 1:] - corners[:, :1]
        return np.abs(np.linalg.det(sides)).sum() / 6


def slab(package):
    """Relative errors of the force under a box, on a rigid and on a deformable slab."""
    box = '<body pos="0 0 .165"><freejoint/><geom name="box" type="box" size=".08 .08 .05" mass="2"/></body>'
    rigid = '<geom type="box" size=".15 .15 .05" pos="0 0 .05"/>'
    soft = ('<flexcomp name="slab" type="grid" dim="3" count="7 7 3" spacing=".05 .05 .05" pos="0 0 .055" radius=".005" mass="3">'
            '<elasticity young="2e4" poisson=".2" damping=".002"/><contact selfcollide="none" internal="false"/></flexcomp>')
    errors = []
    for support in (rigid, soft):
        world = World(package, f'<mujoco><option timestep=".001"/><worldbody><geom type="plane" size="1 1 1"/>{support}{box}</worldbody></mujoco>')
        geom = world.m.geom("box").id
        world.run(4)
        force = world.run(1, lambda world=world, geom=geom: world.lift(geom)).mean()
        errors.append(force / (2 * GRAVITY) - 1)
    print(f"slab      force under a box of 2 kg, relative to its weight: rigid {errors[0]:+.1e}, deformable {errors[1]:+.1e}")
    return max(map(abs, errors)) < 1e-3


def cloth(package):
    """Whether a hanging cloth comes to rest. Elastic energy is none at the start and never negative, so that motion
    and height together may not exceed what they were."""
    world = World(package, """<mujoco><option timestep=".001"><flag energy="enable"/></option><worldbody>
      <flexcomp name="cloth" type="grid" dim="2" count="10 10 1" spacing=".05 .05 .05" pos="0 0 2" radius=".001" mass=".5">
        <elasticity young="2e4" poisson=".2" thickness=".002" elastic2d="both" damping=".002"/>
        <contact selfcollide="none"/></flexcomp></worldbody>
      <equality><connect body1="cloth_0" anchor="0 0 0"/><connect body1="cloth_90" anchor="0 0 0"/></equality></mujoco>""")
    world.mj.mj_forward(world.m, world.d)
    start = world.d.energy.sum()
    energy = world.run(60, lambda: world.d.energy.copy()).reshape(60, -1, 2)
    rise, motion = energy.sum(2).max() - start, energy[:, :, 1].max(1)
    print(f"cloth     energy of motion and height {start:.3f} J at the start, never more than that by {max(rise, 0):.1e} J; "
          f"motion at most {motion.max():.2f} J, {motion[29]:.1e} J after 30 s, {motion[59]:.1e} J after 60 s")
    return rise < 1e-9 and motion[59] < 0.1 * motion.max()


def beam(package, links):
    """The relative error of the tip of a clamped cable that bends under its weight."""
    length, radius, young, density = 1.0, 0.01, 1e9, 1000.0
    area, second = math.pi * radius**2, math.pi * radius**4 / 4
    expected = density * area * GRAVITY * length**4 / (8 * young * second)
    # half of the first link is in the wall, so that a beam of the whole length is free
    link = length / (links - 0.5)
    # the round ends of capsules are inside of their neighbours
    density *= link / (link + 4 / 3 * radius)
    # time constant 0.05 s of what bends
    damping = 0.05 * young * second / link
    world = World(package, f"""<mujoco><extension><plugin plugin="mujoco.elasticity.cable"/></extension>
      <option timestep="{0.1 / links**2:.3g}" integrator="implicitfast"/><worldbody>
      <composite prefix="c" type="cable" curve="s 0 0" count="{links + 1} 1 1" size="{length + link / 2}" initial="none" offset="0 0 1">
        <plugin plugin="mujoco.elasticity.cable"><config key="bend" value="{young}"/><config key="twist" value="{young / 2.6}"/></plugin>
        <joint kind="main" damping="{damping}"/><geom type="capsule" size="{radius}" density="{density}" contype="0" conaffinity="0"/>
      </composite></worldbody></mujoco>""")
    world.run(4)
    tip = world.d.site("cS_last").xpos[2]
    return abs((1 - tip) / expected - 1)


def catenary(package, links):
    """The largest distance of a hanging chain's joints from the catenary of its length, by its span."""
    span, stretch = 1.0, 1.2
    step = stretch / links
    # a zigzag of the right length to start from
    width = span / links
    depth = math.sqrt(step**2 - width**2)
    points = " ".join(f"{i * width:.9f} 0 {-(i % 2) * depth:.9f}" for i in range(links + 1))
    lines = " ".join(f"{i} {i + 1}" for i in range(links))
    world = World(package, f"""<mujoco><option timestep=".001"/><default><joint damping="{0.3 / links}"/></default><worldbody>
      <flexcomp name="chain" type="direct" dim="1" point="{points}" element="{lines}" radius=".001" mass=".1">
        <edge equality="true" damping=".02" solref=".003 1"/><contact contype="0" conaffinity="0" selfcollide="none"/>
        <pin id="0 {links}"/></flexcomp></worldbody></mujoco>""")
    world.run(10)
    at, stretch = world.vertices(), world.d.flexedge_length.sum()
    low, high = 1e-3, 10.0
    for _ in range(100):  # length = 2 a sinh(span / 2 a)
        a = (low + high) / 2
        long = 2 * a * math.sinh(min(span / (2 * a), 700)) > stretch
        low, high = (a, high) if long else (low, a)
    curve = a * (np.cosh((at[:, 0] - span / 2) / a) - math.cosh(span / (2 * a)))
    return np.abs(at[:, 2] - curve).max() / span


def squeeze(package):
    """Whether soft cubes that are squeezed lose no more volume than they may."""
    holds = True
    for poisson in (0.1, 0.3, 0.45):
        world = World(package, f"""<mujoco><option timestep=".0005" gravity="0 0 0"/><worldbody>
          <body name="top" mocap="true" pos="0 0 .132"><geom type="box" size=".2 .2 .02" friction="0 0 0"/></body>
          <body name="bottom" mocap="true" pos="0 0 -.132"><geom type="box" size=".2 .2 .02" friction="0 0 0"/></body>
          <flexcomp name="cube" type="grid" dim="3" count="5 5 5" spacing=".05 .05 .05" radius=".01" mass="1">
            <elasticity young="2e3" poisson="{poisson}" damping=".002"/>
            <contact selfcollide="none" internal="false" condim="1"/></flexcomp></worldbody></mujoco>""")
        world.mj.mj_forward(world.m, world.d)
        before, layers = world.volume(), world.vertices()[:, 2].copy()
        ends = [layers > layers.max() - 1e-6, layers < layers.min() + 1e-6]

        def height(world=world, ends=ends):
            z = world.vertices()[:, 2]
            return z[ends[0]].mean() - z[ends[1]].mean()

        rest = height()
        steps = 4000
        for i in range(steps):
            world.d.mocap_pos[:, 2] = np.array([1, -1]) * (0.132 - 0.010 * (i + 1) / steps)
            world.mj.mj_step(world.m, world.d)
        world.run(2)
        lost, strain = 1 - world.volume() / before, 1 - height() / rest
        bound = (1 - 2 * poisson) * strain
        print(f"squeeze   Poisson's ratio {poisson}: squeezed by {strain:.2%}, lost {lost:.2%} of its volume, at most {bound:.2%} by its ratio")
        # the bound is that of small strains
        holds &= 0.05 < strain < 0.1 and -1e-3 < lost < bound + strain**2
    return holds


def converges(name, errors):
    """Prints errors by links; whether the last is small and less than the first."""
    print(f"{name:9} error by links: " + ", ".join(f"{n}: {error:.1e}" for n, error in errors))
    return errors[-1][1] < 0.02 and errors[-1][1] < errors[0][1]


def main():
    kinds = ("slab", "cloth", "beam", "catenary", "squeeze")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--package", default="ferrodyn")
    parser.add_argument("--only", nargs="+", help=f"of {', '.join(kinds)}; with --presets, words of their names")
    parser.add_argument("--presets", action="store_true")
    parser.add_argument("--seconds", type=float, default=10.0, help="simulated time of a preset")
    parser.add_argument("--points", type=int, default=4, help="points along a side of sheets; blocks have one fewer")
    parser.add_argument("--svg", type=pathlib.Path)
    parser.add_argument("--most-steps", type=float, default=1e6, help="of a preset; its points are farther apart for that")
    arguments = parser.parse_args()
    package, failed, curves = arguments.package, [], {}
    if arguments.presets:
        finish(deformable_presets.table(package, arguments.seconds, arguments.points, arguments.only, arguments.most_steps))
    for kind in arguments.only or kinds:
        if kind not in kinds:
            parser.error(f"there is no {kind}: --only takes {', '.join(kinds)}")
        if kind == "beam":
            curves[package, kind] = [(n, beam(package, n)) for n in (4, 8, 16, 32)]
            holds = converges(kind, curves[package, kind])
        elif kind == "catenary":
            curves[package, kind] = [(n, catenary(package, n)) for n in (4, 8, 16, 32)]
            holds = converges(kind, curves[package, kind])
        else:
            holds = {"slab": slab, "cloth": cloth, "squeeze": squeeze}[kind](package)
        failed += [] if holds else [kind]
    if arguments.svg and curves:
        picture = log_plot.plot(curves, "Error against the number of links", "links", words=log_plot.percent)
        arguments.svg.write_text(picture)
    finish(failed)


def finish(failed):
    """Says what did not hold, and ends."""
    print("all of it holds" if not failed else f"does not hold: {', '.join(failed)}")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
