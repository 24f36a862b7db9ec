"""Random models that step in random groups and alone, for ``calls.py``: their bits must be the same.

A model is put together of features: integrators, cones and solvers, trees that sleep, tendons, delays, muscles,
mocap bodies, flexes, plugins, adhesion, fluids. Simulations of it start from random states. Batches, rollouts
and rollouts of batches then take steps in groups of random sizes, on random numbers of threads; data of one
simulation takes the same steps one by one. A difference of one bit is a failure.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import ferrodyn as fd
import numpy as np
from ferrodyn import rollout
from ferrodyn.batch import Batch

from tools.attack.attacker import Failure

STATE = fd.mjtState.mjSTATE_INTEGRATION
PHYSICS = fd.mjtState.mjSTATE_FULLPHYSICS

TREES = {
    "ball": '<body pos="{x} 0 {z}"><freejoint/><geom size=".1" condim="{condim}"/></body>',
    "box": '<body pos="{x} 0 {z}"><freejoint/><geom type="box" size=".1 .08 .06" condim="{condim}"/></body>',
    "arm": """<body name="arm{i}" pos="{x} 0 1" gravcomp="{half}"><joint name="a{i}" axis="0 1 0" damping=".1"/>
        <geom type="capsule" size=".03" fromto="0 0 0 .2 0 0"/><site name="s{i}" pos=".1 0 0"/>
        <body name="hand{i}" pos=".2 0 0"><joint name="b{i}" axis="0 1 0" range="-1 1" frictionloss=".05" stiffness="2"/>
        <geom type="capsule" size=".02" fromto="0 0 0 .2 0 0"/><site name="t{i}" pos=".1 0 0"/></body></body>""",
    "socket": '<body pos="{x} 0 1"><joint type="ball" range="0 .5"/><geom size=".05" pos="0 0 -.2"/></body>',
    "rail": '<body pos="{x} 0 1"><joint type="slide" axis="1 0 1" armature=".1"/><geom type="ellipsoid" size=".05 .1 .07"/></body>',
    "cloth": """<flexcomp name="cloth{i}" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" mass=".1" radius=".01"
        pos="{x} 0 {z}"><edge equality="true"/></flexcomp>""",
    "moved": """<body name="moved{i}" mocap="true" pos="{x} 0 .5"><geom size=".05"/></body>
        <body name="held{i}" pos="{x} 0 .5"><freejoint/><geom size=".04" contype="0" conaffinity="0"/></body>""",
}
"""What hangs in the world, by name; a mocap body holds another by a weld."""

ACTUATORS = [
    '<motor joint="a{i}" gear="3"/>',
    '<position joint="b{i}" kp="4" forcerange="-1 1"/>',
    '<motor joint="a{i}" delay=".006" nsample="4"/>',
    '<general joint="a{i}" dyntype="filterexact" dynprm=".05" actlimited="true" actrange="-1 1"/>',
    '<general joint="b{i}" dyntype="integrator" gainprm="2" actlimited="true" actrange="-1 1" actearly="true"/>',
    '<muscle joint="a{i}" lengthrange="-1 1"/>',
    '<damper joint="b{i}" kv="1" ctrlrange="0 1"/>',
    '<adhesion body="hand{i}" gain="2" ctrlrange="0 1"/>',
    '<plugin joint="a{i}" plugin="mujoco.pid" actdim="1"><config key="kp" value="3"/><config key="ki" value="1"/></plugin>',
]
SENSORS = [
    '<jointpos joint="a{i}"/>',
    '<accelerometer site="s{i}"/>',
    '<force site="t{i}"/>',
    '<touch site="t{i}"/>',
    '<framelinvel objtype="site" objname="t{i}"/>',
    '<subtreeangmom body="arm{i}"/>',
    '<jointvel joint="b{i}" delay=".008" nsample="5"/>',
    '<jointactuatorfrc joint="a{i}"/>',
    "<clock/>",
    "<e_kinetic/>",
]
TENDONS = [
    '<spatial range="0 .3" limited="true" damping=".1"><site site="s{i}"/><site site="t{i}"/></spatial>',
    '<fixed stiffness="1" frictionloss=".02"><joint joint="a{i}" coef="1"/><joint joint="b{i}" coef="-1"/></fixed>',
]
EQUALITIES = ['<joint joint1="a{i}" joint2="b{i}" polycoef="0 .5 0 0 0"/>', '<connect body1="hand{i}" anchor=".1 0 0"/>']
OPTIONS = {
    "integrator": ["Euler", "RK4", "implicit", "implicitfast"],
    "cone": ["pyramidal", "elliptic"],
    "solver": ["Newton", "CG", "PGS"],
    "jacobian": ["dense", "sparse", "auto"],
    "noslip_iterations": [0, 0, 0, 3],
    "density": [0, 0, 0, 1.2],
    "iterations": [2, 20, 100],
    # with large ones trees fall asleep within some steps
    "sleep_tolerance": [1e-4, 1.0, 100.0],
}
FLAGS = ["sleep", "energy", "island", "warmstart", "eulerdamp", "filterparent", "invdiscrete", "multiccd", "refsafe"]


def describe(rng) -> str:
    """A random model."""
    options = " ".join(f'{name}="{rng.choice(values)}"' for name, values in OPTIONS.items())
    flags = " ".join(
        f'{name}="{rng.choice(["enable", "disable"])}"' for name in FLAGS if rng.random() < 0.25
    )
    kinds = [rng.choice(list(TREES)) for _ in range(rng.randint(1, 5))]
    bodies, parts = [], {"actuator": [], "sensor": [], "tendon": [], "equality": []}
    for i, kind in enumerate(kinds):
        values = {"i": i, "x": 0.3 * i, "z": rng.choice([0.1, 0.15, 0.5]), "condim": rng.choice([1, 3, 4, 6]),
                  "half": rng.choice([0, 0.5, 1])}  # fmt: skip
        bodies.append(TREES[kind].format(**values))
        if kind == "moved":
            parts["equality"].append(f'<weld body1="moved{i}" body2="held{i}"/>')
        if kind == "arm":
            for name, choices in zip(parts, (ACTUATORS, SENSORS, TENDONS, EQUALITIES), strict=True):
                parts[name] += [c.format(i=i) for c in choices if rng.random() < 0.3]
    sections = "".join(f"<{name}>{''.join(content)}</{name}>" for name, content in parts.items() if content)
    plugin = '<extension><plugin plugin="mujoco.pid"/></extension>' if "mujoco.pid" in sections else ""
    return (
        f'<mujoco><option timestep="{rng.choice([0.002, 0.004])}" {options}><flag {flags}/></option>'
        f'<size nuserdata="{rng.choice([0, 2])}"/>{plugin}<worldbody><geom type="plane" size="5 5 .1"/>'
        f"{''.join(bodies)}</worldbody>{sections}</mujoco>"
    )


def starts(m, count: int, numbers) -> np.ndarray:
    """States around the one that the model starts from."""
    d, states = fd.MjData(m), np.empty((count, fd.mj_stateSize(m, STATE)))
    for state in states:
        fd.mj_resetData(m, d)
        fd.mj_integratePos(m, d.qpos, 0.05 * numbers.normal(size=m.nv), 1.0)
        d.qvel[:] = numbers.choice([0.0, 0.3, 3.0]) * numbers.normal(size=m.nv)
        d.act[:] = 0.1 * numbers.random(m.na)
        d.mocap_pos[:] += 0.02 * numbers.normal(size=(m.nmocap, 3))
        fd.mj_getState(m, d, state, STATE)
    return states


def alone(m, states, controls) -> tuple[np.ndarray, np.ndarray] | None:
    """States and sensors after every step of simulations by themselves; nothing if one counts a warning."""
    n, nstep = controls.shape[:2]
    after, sensors = np.empty((n, nstep, states.shape[1])), np.empty((n, nstep, m.nsensordata))
    for i in range(n):
        d = fd.MjData(m)
        fd.mj_setState(m, d, states[i], STATE)
        for t in range(nstep):
            d.ctrl[:] = controls[i, t]
            fd.mj_step(m, d)
            fd.mj_getState(m, d, after[i, t], STATE)
            sensors[i, t] = d.sensordata
        if any(w.number for w in d.warning):
            return None
    return after, sensors


def in_batch(rng, m, states, controls, persistent: bool, folder: Path) -> tuple[np.ndarray, np.ndarray]:
    """The last states and sensors of a batch that takes its steps in groups, and may go through a file."""
    n, nstep = controls.shape[:2]
    batch = Batch(m, n, rng.randint(1, 3), persistent)
    batch.state[:] = states
    sensors = batch.bind("sensordata")
    t = 0
    while t < nstep:
        together = 1
        while t + together < nstep and (controls[:, t] == controls[:, t + together]).all():
            together += 1
        together = rng.randint(1, together)
        batch.ctrl[:] = controls[:, t]
        if rng.random() < 0.3:
            # some simulations first, the others afterwards
            mask = np.array([rng.random() < 0.5 for _ in range(n)])
            batch.step(mask, together)
            batch.step(~mask, together)
        else:
            batch.step(nstep=together)
        t += together
        if rng.random() < 0.1:
            batch.save(folder / "batch.npz")
            batch = Batch(m, n, rng.randint(1, 3), persistent)
            batch.load(folder / "batch.npz")
            sensors = batch.bind("sensordata")
            if t == nstep:
                return batch.state, None
    return batch.state, sensors


def differ(found, wanted) -> bool:
    """Whether a bit differs."""
    as_bits = (np.ascontiguousarray(a).view(np.uint64) for a in (found, wanted))
    return not np.array_equal(*as_bits)


def compare(a, m, xml: str, folder: Path) -> None:
    """Takes the same steps in every way that there is."""
    rng, numbers = a.rng, np.random.default_rng(a.rng.randrange(2**32))
    n, nstep = rng.randint(1, 11), rng.randint(1, 24)
    states = starts(m, n, numbers)
    controls = 0.5 * numbers.normal(size=(n, nstep, m.nu))
    for t in range(1, nstep):
        if rng.random() < 0.5:
            controls[:, t] = controls[:, t - 1]
    # a rollout ends with a warning
    if (wanted := alone(m, states, controls)) is None:
        return
    after, sensors = wanted

    def check(what: str, found, wanted) -> None:
        if found is not None and differ(found, wanted):
            (folder / "model.xml").write_text(xml)
            raise Failure(f"{what} has other bits than {n} simulations alone over {nstep} steps: {xml}")

    for persistent in (False, True):
        what = f"batch(persistent={persistent}, n={n}, nstep={nstep})"
        if (result := a.call(what, in_batch, rng, m, states, controls, persistent, folder)) is not None:
            check(what, result[0], after[:, -1])
            check(f"{what}, sensors", result[1], sensors[:, -1])
    physics = [np.empty(fd.mj_stateSize(m, PHYSICS)) for _ in range(2)]
    batch = Batch(m, n, rng.randint(1, 3))
    batch.state[:] = states
    what = f"Batch.rollout(n={n}, nstep={nstep})"
    record = a.call(what, batch.rollout, nstep, controls, record=["sensordata", int(STATE)])
    if record is not None:
        check(what, record[int(STATE)], after)
        check(f"{what}, sensors", record["sensordata"], sensors)

    # a rollout starts from the physics, with the controls and the warm start that data has
    first = np.array([fd.mj_extractState(m, s, STATE, physics[0], PHYSICS) or physics[0].copy() for s in states])
    data = [fd.MjData(m) for _ in range(rng.randint(1, 3))]
    chunk = rng.choice([None, 1, 3, n])
    what = f"rollout(n={n}, nstep={nstep}, threads={len(data)}, chunk_size={chunk})"
    found = a.call(what, rollout.rollout, m, data, first, controls, chunk_size=chunk)
    if found is not None:
        single = [rollout.rollout(m, fd.MjData(m), s[None], c[None]) for s, c in zip(first, controls, strict=True)]
        check(what, found[0], np.concatenate([s for s, _ in single]))
        check(f"{what}, sensors", found[1], np.concatenate([s for _, s in single]))


def groups(a) -> None:
    """Random models, grouped and alone."""
    with tempfile.TemporaryDirectory() as folder:
        while not a.done:
            xml = describe(a.rng)
            m = a.call(f"load {xml}", fd.MjModel.from_xml_string, xml)
            if m is not None:
                compare(a, m, xml, Path(folder))
