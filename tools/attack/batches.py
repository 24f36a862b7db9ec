"""Attacks on batches, their files and vector environments, for ``calls.py``.

Beyond what every attack looks for: a call raises only what its documentation names, with words of its
own and not those of NumPy about shapes; a call that is refused changes nothing; what comes out has the
promised shape, so that nothing spread.
"""

from __future__ import annotations

import collections
import importlib.util
import os
import shutil

import ferrodyn as fd
import numpy as np
from ferrodyn.batch import DATA_FIELDS, MODEL_FIELDS, Batch, SimulationError

from tools.attack.attacker import Failure
from tools.attack.kinds import damage, describe, hostile, mended
from tools.attack.models import MODELS

N = 5
# what NumPy says of shapes, and PyO3 of arguments
UNNAMED = ("broadcast", "operands", "Arrays", "while processing", "could not convert")
# a name that no object has is a `KeyError`, a number an `IndexError`
PLAIN = (ValueError, TypeError, AttributeError, KeyError, IndexError, MemoryError, SimulationError)
HAS_GYMNASIUM = importlib.util.find_spec("gymnasium") is not None
SIMPLE = ["pendulum", "empty", "balls", "pgs", "everything"]


class Strict:
    """Makes calls of an attacker and looks closer at what they raise."""

    def __init__(self, attacker, allowed=PLAIN) -> None:
        self.attacker, self.allowed = attacker, allowed
        self.outcomes: collections.Counter[str] = collections.Counter()

    def call(self, text: str, function, unchanged=None):
        """What a function returns; nothing if it is refused, and then ``unchanged()`` is what it was."""
        before = unchanged() if unchanged else None

        def strictly():
            try:
                return function()
            except self.allowed as error:
                if any(word in str(error) for word in UNNAMED) or "internal error" in str(error):
                    fail(f"{text}: {type(error).__name__}: {error}")
                if unchanged and unchanged() != before:
                    fail(f"{text}: refused ({error}), but something changed")
                raise
            except Exception as error:
                fail(f"{text}: {type(error).__name__}: {error}")

        return self.attacker.call(text, strictly)


def fail(text: str) -> None:
    """Ends the attack: this must not happen."""
    raise Failure(text)


def made(rng, **options) -> Batch:
    m = fd.MjModel.from_xml_string(MODELS[rng.choice(SIMPLE)])
    return Batch(m, N, rng.choice([1, 2]), **options)


def bits(batch: Batch):
    values = {name: batch.expanded(name).tobytes() for name in batch._values}
    return batch.state.tobytes(), batch.warning.tobytes(), values


def shape_of(rng, batch: Batch):
    """Numbers of a shape that may fit, or nearly."""
    m = batch.model
    sizes = [1, 2, 3, 6, N, N + 1, m.nq, m.nv, m.nu, m.nbody, batch.nstate, 0]
    shape = tuple(rng.choice(sizes) for _ in range(rng.randrange(4)))
    return np.full(shape, rng.choice([0.0, 1.0, -1.0, 1e12, np.nan])).astype(rng.choice(["f8", "f8", "f4", "i4", "?"]))


def value(rng, batch: Batch):
    return hostile(rng, batch.model, None) if rng.random() < 0.4 else shape_of(rng, batch)


def ids(rng):
    return rng.choice([None, None, [0], [1, 3], np.array([True] * N), np.zeros(N, bool), [N], [-1], [2, 1], 3, "a",
                       [0.5], np.arange(N, dtype=np.int64), [[0]], [True], np.zeros(0)])  # fmt: skip


def batches(a) -> None:
    """Every call and attribute of batches with odd arguments."""
    rng = a.rng
    strict = Strict(a)
    data, fields = sorted(DATA_FIELDS), sorted(MODEL_FIELDS)
    while not a.done:
        batch = made(rng, persistent=rng.random() < 0.3)
        handed = batch.state, batch.warning
        for _ in range(60):
            odd, sims = value(rng, batch), ids(rng)
            name = rng.choice([*data, *fields, "qposs", "state", "warning", "model", "nsim", ""])
            small = rng.choice([0, 1, 2, 3, True, np.int32(2), *([odd] if rng.random() < 0.3 else [])])
            if isinstance(small, int) and small > 5:
                small = -small
            stage = rng.choice([0, 1, 2, 3, fd.mjtStage.mjSTAGE_VEL, odd])
            record = rng.choice([["qpos"], [name], name, [odd], [1, "qvel"], [2**13], {"xpos"}, odd, []])
            calls = {
                "step": lambda: batch.step(sims, small, stage),
                "forward": lambda: batch.forward(sims, stage),
                "reset": lambda: batch.reset(sims, rng.choice([-1, 0, odd, [0] * N]), stage),
                "set_const": lambda: batch.set_const(sims),
                "rollout": lambda: checked_rollout(batch, small, odd, record, sims),
                "jac": lambda: batch.jac(rng.choice([0, 1, odd]), rng.choice([odd, [0, 0, 0]]), sims),
                "ray": lambda: batch.ray(odd, rng.choice([odd, [0, 0, 1]]), rng.choice([None, odd]), True,
                                         rng.choice([-1, 0, odd]), sims, True),
                "bind": lambda: checked_bind(batch, rng.choice([name, odd])),
                "expand": lambda: checked_expand(batch, rng.choice([name, odd])),
                "expanded": lambda: batch.expanded(name),
                "get": lambda: getattr(batch, name),
                "set": lambda: setattr(batch, name, odd),
                "set state": lambda: setattr(batch, rng.choice(["state", "warning"]), odd),
                "body": lambda: setattr(batch.body(rng.choice([0, 1, 99, "ball", odd])),
                                        rng.choice(["mass", "xfrc_applied", "pos", "xpos", "name"]), odd),
                "failure": lambda: batch.failure(small),
                "get_data": lambda: batch.get_data(small),
                "get_model": lambda: batch.get_model(small),
                "set_models": lambda: batch.set_models(rng.choice([None, odd, batch.model, [batch.model] * N, [odd] * N, []])),
                "model": lambda: setattr(batch.model.opt, "timestep", 1),
            }  # fmt: skip
            kind = rng.choice(list(calls))
            text = f"Batch.{kind}({name!r}, {describe(odd)}, {describe(sims)}, {describe(small)}, {describe(record)})"
            # where some simulations have no constants the others have theirs
            watched = None if kind in ("set_const", "expand", "body") else lambda: bits(batch)
            strict.call(text, calls[kind], watched)
            if batch.state is not handed[0] or batch.warning is not handed[1]:
                fail(f"{text}: the arrays of the batch are others")
            if batch.state.shape != (N, batch.nstate):
                fail(f"{text}: the state has shape {batch.state.shape}")
            if a.done:
                return


def checked_rollout(batch, nstep, control, record, sims):
    out = batch.rollout(nstep, None if control is None else control, record=record, ids=sims)
    count = N if sims is None else len(np.flatnonzero(sims) if np.asarray(sims).dtype == bool else sims)
    for item, rows in out.items():
        if rows.shape[:2] != (count, int(nstep)):
            fail(f"rollout: {item} has shape {rows.shape}")
    return out


def checked_bind(batch, name):
    rows = batch.bind(name)
    if rows.shape[0] != N:
        fail(f"bind({name!r}) has shape {rows.shape}")
    return rows


def checked_expand(batch, name):
    rows = batch.expand(name)
    if rows.shape[0] != N or not rows.flags.writeable:
        fail(f"expand({name!r}) has shape {rows.shape}")
    rows[:] = rows
    return rows


# files -----------------------------------------------------------------------------------------------


def batchfiles(a) -> None:
    """Files of batches that were edited: refused, and nothing changed, or as they were."""
    from ferrodyn._batch import archive

    rng = a.rng
    strict = Strict(a, (ValueError, OSError, MemoryError))
    while not a.done:
        state = rng.getstate()
        batch = made(rng, persistent=rng.random() < 0.4)
        rng.setstate(state)
        victim = made(rng, persistent=rng.random() < 0.4)
        if rng.random() < 0.5 and batch.model.nbody > 1:
            for each in (batch, victim):
                each.expand("body_mass")[:] *= 1.1
            batch.set_const()
        batch.step(nstep=3)
        batch.save("whole.npz")
        whole = open("whole.npz", "rb").read()
        with np.load("whole.npz") as content:
            arrays = {name: content[name] for name in content.files}
        for _ in range(40):
            if rng.random() < 0.5:
                torn = bytearray(whole)
                for _ in range(rng.choice([1, 1, 3])):
                    at = rng.randrange(len(torn))
                    torn[at] = rng.randrange(256)
                    if rng.random() < 0.1:
                        del torn[at : at + rng.randrange(1, 60)]
                open("file.npz", "wb").write(bytes(torn[: rng.choice([len(torn), rng.randrange(len(torn))])]))
                text = "load of a torn file"
            else:
                text = edit(rng, arrays, archive)
            strict.call(text, lambda: victim.load("file.npz"), lambda: bits(victim))
            # what was accepted can be computed with
            strict.call(f"step after {text}", lambda: victim.step(nstep=rng.randrange(3)))
            if a.done:
                return
        strict.call("load", lambda: victim.load("whole.npz"))
        victim.step(nstep=20)
        batch.step(nstep=20)
        if victim.state.tobytes() != batch.state.tobytes():
            fail("a file went elsewhere")
        places = ["no/where", ".", "/dev/null", "x" * 300, "", "a\0b", "link", "new.npz"]
        place = rng.choice(places)
        if place == "link" and not os.path.lexists("link"):
            os.symlink("link", "link")
        strict.call(f"save to {place[:9]!r}", lambda: batch.save(place))
        strict.call(f"load from {place[:9]!r}", lambda: victim.load(place))


def edit(rng, arrays, archive) -> str:
    """Writes a file with another entry, and says which."""
    changed = dict(arrays)
    name = rng.choice([*arrays, "values/body_mass", "models", "other", "values/x"])
    if "data" in arrays and rng.random() < 0.3:
        # data of one simulation with numbers of somebody else, and all sums right
        start, end = [0, *arrays["ends"].tolist()][:2]
        damaged = mended(damage(rng, arrays["data"][start:end].tobytes()))
        rest = arrays["data"][end:]
        changed["data"] = np.concatenate([np.frombuffer(damaged, np.uint8), rest])
        changed["ends"] = arrays["ends"] + (len(damaged) - end)
        changed["digest"] = np.array(archive.digest({k: v for k, v in changed.items() if k != "digest"}))
        np.savez("file.npz", **changed)
        return "load of a file with damaged data"
    old = changed.pop(name, np.zeros((N, 2)))
    other = [
        lambda: None,
        lambda: old.astype(rng.choice(["f4", "i8", "u1", "c16", "U3", "?"])),
        lambda: old[..., None],
        lambda: old.reshape(-1)[: rng.randrange(old.size + 1)],
        lambda: np.zeros((2,) * rng.randrange(5)),
        lambda: np.array(rng.choice(["", "x", "0.1.0", "{}"])),
        lambda: np.array([hostile(rng, None, None)], object),
        lambda: np.full(old.shape, -1 if old.dtype.kind != "U" else "y", old.dtype),
    ]
    try:
        new = rng.choice(other)()
    except (ValueError, TypeError, OverflowError):
        new = None
    if new is not None:
        changed[name] = new
    changed.pop("digest", None)
    objects = any(array.dtype == object for array in changed.values())
    if rng.random() < 0.8 and not objects:
        changed["digest"] = np.array(archive.digest(changed))
    with np.errstate(all="ignore"):
        save = np.savez_compressed if rng.random() < 0.05 else np.savez
        try:
            save("file.npz", **changed)
        except Exception:  # what cannot be pickled
            shutil.copy("whole.npz", "file.npz")
    return f"load of a file with another {name}: {'nothing' if new is None else describe(new)}"


# environments ----------------------------------------------------------------------------------------


def environments(a) -> None:
    """Environments whose methods give anything, and calls with anything."""
    import gymnasium
    from ferrodyn import gym

    rng = a.rng
    strict = Strict(a, (*PLAIN, NotImplementedError, gymnasium.error.Error, OSError))
    methods = ("observe", "reward", "terminated", "control", "step_infos", "reset_infos", "reset_state", "remembered")

    class Own(gym.BatchEnv):
        """Methods may misbehave from some call on."""

        def observe(self):
            return np.concatenate([self.qpos, self.qvel], axis=1)

        def reward(self, action):
            return self.qpos[:, 0] if self.model.nq else np.ones(self.num_envs)

        def terminated(self):
            return self.elapsed > 3

    def odd(of):
        n = of.num_envs
        size = of.single_observation_space.shape[0]
        return rng.choice(
            [
                lambda: hostile(rng, of.model, None),
                lambda: shape_of(rng, of.batch),
                lambda: np.ones((n, 1)),
                lambda: np.ones(n),
                lambda: np.zeros(n, bool),
                lambda: np.ones((n, size)),
                lambda: {"x": hostile(rng, of.model, None)},
                lambda: {"x": np.ones((n, 2))},
            ]
        )()

    while not a.done:
        m = fd.MjModel.from_xml_string(MODELS[rng.choice(["pendulum", "balls", "pgs"])])
        wrong = {}
        for name in rng.sample(methods, rng.choice([0, 0, 1, 1, 2])):
            wrong[name] = lambda self, *_: odd(self)
        arguments = {
            "observation_space": m.nq + m.nv,
            "autoreset_mode": rng.choice(["NextStep", "SameStep", "Disabled"]),
            "max_episode_steps": rng.choice([None, 1, 5]),
            "frame_skip": rng.choice([1, 2]),
        }
        if rng.random() < 0.1:
            arguments[rng.choice([*arguments, "action_space", "render_mode", "nthread"])] = hostile(rng, m, None)
        if isinstance(arguments["frame_skip"], int):
            # a long call is not a wrong one
            arguments["frame_skip"] = min(arguments["frame_skip"], 50)
        envs = strict.call(f"BatchEnv({arguments})"[:300], lambda: type("Env", (Own,), wrong)(m, N, **arguments))
        if envs is None:
            continue
        strict.call(f"reset, {list(wrong)}", lambda: envs.reset(seed=0))
        for _ in range(25):
            pick = rng.random()
            if pick < 0.55:
                action = np.full((N, m.nu), rng.choice([0.0, 1.0, 1e5])) if rng.random() < 0.8 else odd(envs)
                if rng.random() < 0.2:
                    row = envs.batch.state[rng.randrange(N)]
                    row[rng.randrange(1, max(2, m.nq + m.nv))] = rng.choice([np.nan, 1e12, -np.inf])
                strict.call(f"step({describe(action)}), {list(wrong)}", lambda: checked_step(envs, action))
            elif pick < 0.7:
                mask = rng.choice([np.ones(N, bool), np.arange(N) < 2, odd(envs)])
                options = rng.choice([None, {"reset_mask": mask}, {"x": 1}, odd(envs)])
                seed = rng.choice([None, 3, [1] * N, odd(envs)])
                strict.call(f"reset({describe(seed)}, {describe(options)})", lambda: envs.reset(seed=seed, options=options))
            elif pick < 0.85:
                strict.call("save", lambda: envs.save("envs.npz"))
            else:
                other = rng.choice([envs, type("Env", (Own,), {})(m, N, observation_space=m.nq + m.nv)])
                strict.call("load", lambda: other.load("envs.npz"), lambda: (bits(other.batch), other.elapsed.tobytes()))
            if a.done:
                return


def checked_step(envs, action) -> None:
    seen, rewards, terminated, truncated, infos = envs.step(action)
    n = envs.num_envs
    if seen.shape != envs.observation_space.shape or seen.dtype != envs.observation_space.dtype:
        fail(f"observations have shape {seen.shape}, {seen.dtype}")
    if rewards.shape != (n,) or rewards.dtype.kind != "f":
        fail(f"rewards have shape {rewards.shape}, {rewards.dtype}")
    if any(ends.shape != (n,) or ends.dtype != bool for ends in (terminated, truncated)):
        fail(f"ends have shapes {terminated.shape}, {truncated.shape}")
    failed = infos.get("_failure", np.zeros(n, bool))
    if not terminated[failed].all() or not np.isfinite(rewards[failed]).all():
        fail("an environment that failed went on")


KINDS = {"batches": batches, "batchfiles": batchfiles}
if HAS_GYMNASIUM:
    KINDS["environments"] = environments
