"""Every preset of ferrodyn.deformable at its own longest step, for tools/compare/deformables.py --presets.

A preset stands 5 mm above the ground on a coarse grid; a chain lies in the air, held at one end, and falls: low, so that it
lands, and once more so high that it swings. The step
of a sheet or a block is proportional to the distance of its points, which is made larger where the time would take
more steps than --most-steps: the waves are the same, on a larger body.

    spacing   distance of points; mm
    claimed   what longest_step says
    measured  the longest step that is stable, by bisection: within 2,000 steps from a little noise, the energy of
              motion and height never doubles
    growth    how much that energy exceeds the start at any time, at the claimed step, relative to it
    motion    the energy of motion at the end, relative to all energy at the start
    sags      how much lower the highest point is at the end than at the start, relative to its height then

A claim that waves limit must be within 20 % of what is measured, and no more than a thousandth of the energy may come
from nowhere. One that contacts or the swinging of chains limit must be stable; the error of its long steps may bring a
tenth. At the end all must be finite, and less than a thousandth of the energy may be left in motion, unless it swings.
"""

import dataclasses
import importlib
import math
import time

import numpy as np

CLOTHS = ("cotton", "silk", "leather", "rubber", "paper", "membrane")
BLOCKS = ("rubber", "gelatin", "soft_tissue", "muscle", "foam", "stiff")
CHAINS = ("rope", "steel_cable", "soft_cable", "hair", "chain")
GROUND = """<mujoco><option><flag energy="enable"/></option><worldbody><geom type="plane" size="2 2 1"/></worldbody></mujoco>"""
HEIGHT = 5e-3
# limits whose claims are on the safe side
SAFE = ("contact", "swing")
MOST_STEPS = 2_000


@dataclasses.dataclass
class Row:
    """What is known of a preset."""

    name: str
    spacing: float
    claimed: float
    limit: str
    measured: float
    growth: float
    motion: float
    sags: float
    took: float

    def holds(self):
        ratio = self.measured / self.claimed
        swings = self.name.startswith("swinging")
        rests = (swings and math.isfinite(self.motion)) or self.motion < 1e-3
        if swings or self.limit in SAFE:
            return ratio >= 1 and self.growth < 0.1 and rests
        return 1 <= ratio <= 1.2 and self.growth < 1e-3 and rests

    def __str__(self):
        return (f"{self.name:24} {self.spacing * 1e3:7.0f} {self.claimed * 1e6:9.2f} {self.limit:8} {self.measured * 1e6:9.2f} "
                f"{self.measured / self.claimed:6.2f} {self.growth:8.0e} {self.motion:8.0e} {self.sags:6.1%} "
                f"{self.took:7.1f}  {'' if self.holds() else 'DOES NOT HOLD'}").rstrip()


def presets(deformable, points):
    """Names and bodies."""
    for name in CLOTHS:
        cloth = getattr(deformable.Cloth, name)("body", count=(points, points))
        yield f"cloth {name}", dataclasses.replace(cloth, pos=(0, 0, cloth.thickness / 2 + HEIGHT))
    materials = [(f"block of {name}", material) for name, material in deformable.Material.PRESETS.items()]
    blocks = [(f"soft body {name}", getattr(deformable.SoftBody, name)("body").material) for name in BLOCKS]
    for name, material in blocks + materials:
        block = deformable.SoftBody("body", material, count=(points - 1,) * 3)
        middle = (points - 2) / 2 * block.spacing + block.radius + HEIGHT
        yield name, dataclasses.replace(block, pos=(0, 0, middle))
    for name in CHAINS:
        chain = getattr(deformable.CapsuleChain, name)("body")
        # links of the length that the preset has, fewer of them
        links = 2 * points
        length = chain.length * links / chain.links
        chain = dataclasses.replace(chain, links=links, length=length)
        for what, height in (("chain", length / 2), ("swinging", 1.1 * length)):
            yield f"{what} {name}", dataclasses.replace(chain, pos=(0, 0, height))


def fit(body, seconds, most_steps):
    """The body with its points as far apart as the number of steps asks for."""
    if not hasattr(body, "spacing"):
        return body
    scale = max(1.0, seconds / most_steps / body.longest_step().seconds)
    higher = (scale - 1) * (body.count[2] - 1) / 2 * body.spacing if len(body.count) > 2 else 0.0
    x, y, z = body.pos
    return dataclasses.replace(body, spacing=scale * body.spacing, pos=(x, y, z + higher))


class World:
    """A body of its own above the ground."""

    def __init__(self, package, body):
        self.mj = importlib.import_module(package)
        spec = self.mj.MjSpec.from_string(GROUND)
        self.longest = body.longest_step()
        spec.option.timestep = self.longest.seconds
        body.add_to(spec.worldbody)
        self.m = spec.compile()
        self.d = self.mj.MjData(self.m)

    def start(self, timestep):
        """At the start with a little noise; the energy."""
        self.mj.mj_resetData(self.m, self.d)
        self.m.opt.timestep = timestep
        self.d.qvel[:] = 1e-3 * np.random.default_rng(0).normal(size=self.m.nv)
        self.mj.mj_forward(self.m, self.d)
        return self.d.energy.sum()

    def is_stable(self, timestep):
        start = self.start(timestep)
        for _ in range(MOST_STEPS):
            self.mj.mj_step(self.m, self.d)
            if not self.d.energy.sum() < 2 * start or any(w.number for w in self.d.warning):
                return False
        return True

    def measure(self):
        """The longest stable step, to 3 %."""
        low, high = 0.5 * self.longest.seconds, 2 * self.longest.seconds
        if self.longest.limit in SAFE:
            return self.longest.seconds if self.is_stable(self.longest.seconds) else 0.0
        while high / low > 1.03:
            middle = math.sqrt(low * high)
            low, high = (middle, high) if self.is_stable(middle) else (low, middle)
        return low

    def top(self):
        """The highest point."""
        return self.d.flexvert_xpos[:, 2].max() if self.m.nflex else self.d.xpos[1:, 2].max()

    def run(self, seconds):
        """Growth of energy, energy of motion at the end, and how much it sags."""
        start = self.start(self.longest.seconds)
        top, most = self.top(), start
        for _ in range(math.ceil(seconds / self.longest.seconds)):
            self.mj.mj_step(self.m, self.d)
            most = max(most, self.d.energy.sum())
            if any(w.number for w in self.d.warning):
                return math.inf, math.inf, math.nan
        self.mj.mj_forward(self.m, self.d)
        return most / start - 1, self.d.energy[1] / start, 1 - self.top() / top


def table(package, seconds, points, only, most_steps):
    """Prints a row for each preset; whether all hold."""
    deformable = importlib.import_module(f"{package}.deformable")
    print(f"{'':24} {'spacing':>7} {'claimed':>9} {'limit':8} {'measured':>9} {'ratio':>6} {'growth':>8} {'motion':>8} "
          f"{'sags':>6} {'took':>7}\n{'':24} {'mm':>7} {'us':>9} {'':8} {'us':>9} {'':31} {'s':>7}")
    failed = []
    for name, body in presets(deformable, points):
        if only and not any(word in name for word in only):
            continue
        began = time.perf_counter()
        body = fit(body, seconds, most_steps)
        world = World(package, body)
        spacing = getattr(body, "spacing", None) or body.length / body.links
        row = Row(name, spacing, world.longest.seconds, world.longest.limit, world.measure(), *world.run(seconds), 0.0)
        row.took = time.perf_counter() - began
        print(row, flush=True)
        failed += [] if row.holds() else [name]
    return failed
