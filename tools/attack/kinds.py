"""The kinds of attack that ``calls.py`` makes, each a function of an attacker that makes calls."""

from __future__ import annotations

import copy
import gc
import inspect
import os
import pickle
import signal
import sys
import threading
import time

import ferrodyn as fd
import numpy as np
from ferrodyn import _core, rollout

from tools.attack.models import MODELS

np.seterr(all="ignore")
HUGE = [2**31 - 1, -(2**31), 10**6, -1, -2, 2**15, 2**16, 255, 1000]
SCALARS = [0.0, -1.0, 1e300, -1e300, 1e-320, float("nan"), float("inf"), -float("inf")]
SKIPPED = {"mj_loadAllPluginLibraries", "mj_loadPluginLibrary", "mju_writeLog"}
FUNCTIONS = {
    name: getattr(fd, name)
    for name in sorted(dir(fd))
    if name.startswith(("mj_", "mju_", "mjd_")) and name not in SKIPPED
}
OF_MODEL_AND_DATA = [
    name
    for name, function in FUNCTIONS.items()
    if (getattr(function, "__text_signature__", "") or "").split(", ")[:2] in (["(m", "d)"], ["(m", "d"])
    and (getattr(function, "__text_signature__", "") or "").count(",") == 1
] + ["mj_step"]
# iterations that end when the user says so: a long call is not a wrong one
SOLVER_ITERATIONS = ("iterations", "ls_iterations", "noslip_iterations")
MOST_ITERATIONS = 10_000
CALLBACKS = ["control", "passive", "sensor", "contactfilter", "act_dyn", "act_gain", "act_bias", "time"]


def run(kind: str, a) -> None:
    """Makes the calls of a kind."""
    if hasattr(fd, "mj_setCacheCapacity"):
        fd.mj_setCacheCapacity(fd.mj_getCache(), 1 << 20)
    KINDS[kind](a)


def load(rng, name: str | None = None):
    """A model and its data."""
    m = fd.MjModel.from_xml_string(MODELS[name or rng.choice(list(MODELS))])
    return m, fd.MjData(m)


# arguments -------------------------------------------------------------------------------------


def plausible(rng, name: str, m, d):
    """A value that an argument of that name may have."""
    if name in ("m", "model"):
        return m
    if name in ("d", "data", "src", "dest"):
        return d
    if name in ("nstep", "n", "num"):
        return rng.randrange(-1, 6)
    if name in ("filename", "path", "name", "text", "xml"):
        return rng.choice(["x", "", "box", "a/b", "y.xml", "ü"])
    sizes = [1, 2, 3, 4, 5, 6, 9, 10, 11, m.nq, m.nv, m.nu, m.na, m.nbody, m.nM, m.nC, m.nsensordata]
    pick = rng.random()
    if pick < 0.3:
        return rng.randrange(-2, 12)
    if pick < 0.4:
        return rng.choice([rng.uniform(-2, 2), 0.0, 1.0])
    if pick < 0.45:
        return None
    shape = (rng.choice(sizes),) if rng.random() < 0.6 else (rng.choice(sizes), rng.choice(sizes))
    array = np.array([rng.uniform(-2, 2) for _ in range(int(np.prod(shape)))]).reshape(shape)
    if rng.random() < 0.2:
        array = array.astype(np.int32)
    return array


def hostile(rng, m, d):
    """A value that no argument expects."""
    shape = rng.choice([(), (0,), (1,), (3,), (3, 3), (0, 3), (2, 3, 4), (7,), (1, 9)])
    array = np.full(shape, rng.choice(SCALARS))
    make = rng.choice(
        [
            lambda: None,
            lambda: rng.choice(HUGE),
            lambda: 2**63,
            lambda: -(2**70),
            lambda: rng.choice(SCALARS),
            lambda: array,
            lambda: array.astype(rng.choice(["f4", "i4", "i8", "u1", "c16", "O", "?"])),
            lambda: np.full((6, 6), 1.0)[::2, ::-1],
            lambda: _frozen(array),
            lambda: rng.choice(["", "x" * 3000, "\0", "nan"]),
            lambda: rng.choice([b"", b"\xff\xfe", bytearray(8), memoryview(b"abc")]),
            lambda: [[1, 2], [3]],
            lambda: {"a": 1},
            lambda: (m, d),
            lambda: object(),
            lambda: load(rng, "pendulum")[rng.randrange(2)],
            lambda: np.broadcast_to(np.float64(1), (4, 4)),
        ]
    )
    return make()


def _frozen(array):
    array.setflags(write=False)
    return array


def parameters_of(function) -> list[str]:
    try:
        return list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return ["m", "d"]


def call_any(a, m, d, wild: float) -> None:
    """A random function with random arguments."""
    rng = a.rng
    name = rng.choice(list(FUNCTIONS))
    function = FUNCTIONS[name]
    named = parameters_of(function)
    count = len(named) if rng.random() < 0.9 else rng.randrange(len(named) + 2)
    args = []
    for i in range(count):
        of = named[i] if i < len(named) else ""
        # a long call is not a wrong one
        wrong = rng.random() < wild and of != "nstep"
        args.append(hostile(rng, m, d) if wrong else plausible(rng, of, m, d))
    a.call(f"{name}({', '.join(describe(x) for x in args)})", function, *args)


def describe(value) -> str:
    if isinstance(value, np.ndarray):
        return f"array{value.shape}:{value.dtype}"
    text = repr(value)
    return text if len(text) < 40 and " at 0x" not in text else type(value).__name__


def arguments(a) -> None:
    m, d = load(a.rng)
    while not a.done:
        if a.rng.random() < 0.01:
            m, d = load(a.rng)
        call_any(a, m, d, a.rng.choice([0.0, 0.1, 0.3, 0.9]))
        if a.rng.random() < 0.05:
            a.call("attribute", set_anything, a.rng, m, d)


def set_anything(rng, m, d) -> None:
    """Sets a random attribute of something to a random value."""
    target = rng.choice([m, d, m.opt, m.stat, m.vis.global_, d.contact, d.warning])
    names = [n for n in dir(target) if not n.startswith("_")]
    name = rng.choice(names)
    if rng.random() < 0.5 and target is m and name in {n for n in dir(m) if n.endswith(("id", "adr"))}:
        return
    setattr(target, name, hostile(rng, m, d))
    if name in SOLVER_ITERATIONS:
        setattr(m.opt, name, min(getattr(m.opt, name), MOST_ITERATIONS))


# arrays of models and data -----------------------------------------------------------------------


def arrays_of(owner, table: str) -> dict[str, np.ndarray]:
    found = {}
    for name, _, _ in dict(_core._tables())[table]:
        value = getattr(owner, name, None)
        if isinstance(value, np.ndarray) and value.size:
            found[name] = value
    return found


def overwrite(rng, array) -> str:
    """Spoils an entry; says which."""
    at = rng.randrange(array.size)
    flat = array.reshape(-1)
    if array.dtype.kind == "f":
        value = rng.choice(SCALARS)
    else:
        limits = np.iinfo(array.dtype)
        value = rng.choice([*HUGE, int(flat[at]) + 1, int(flat[at]) - 1, rng.randrange(-3, 60)])
        value = max(limits.min, min(limits.max, value))
    flat[at] = value
    return f"[{at}] = {value}"


def native(a, m, d, note: str) -> None:
    """A function that runs on model and data."""
    rng = a.rng
    pick = rng.random()
    if pick < 0.75:
        name = rng.choice(OF_MODEL_AND_DATA)
        a.call(f"{note}; {name}(m, d)", FUNCTIONS[name], m, d)
    elif pick < 0.9:
        call_any(a, m, d, 0.0)
    else:
        extra = {
            "copy": lambda: copy.copy(m),
            "MjData": lambda: fd.MjData(m),
            "setConst": lambda: fd.mj_setConst(m, d),
            "pickle": lambda: pickle.loads(pickle.dumps(m)),
            "pickle data": lambda: pickle.loads(pickle.dumps(d)),
            "reset": lambda: fd.mj_resetData(m, d),
            "reset key": lambda: fd.mj_resetDataKeyframe(m, d, 0),
            "debug": lambda: fd.mj_resetDataDebug(m, d, rng.randrange(256)),
            "rollout": lambda: rollout.rollout(m, d, np.zeros((1, _state(m))), nstep=2),
            "contacts": lambda: [repr(c) for c in d.contact][:3],
            "print": lambda: fd.mj_printModel(m, "model.txt"),
        }
        name = rng.choice(list(extra))
        a.call(f"{note}; {name}", extra[name])


def _state(m) -> int:
    return fd.mj_stateSize(m, fd.mjtState.mjSTATE_FULLPHYSICS)


def spoil(a, integers: bool) -> None:
    """Overwrites entries of arrays, calls, writes through all views, and puts things right again."""
    rng = a.rng
    while not a.done:
        m, d = load(rng)
        of_model, of_data = arrays_of(m, "MjModel"), arrays_of(d, "MjData")
        chosen = [n for n, x in of_model.items() if (x.dtype.kind != "f") == integers]
        for _ in range(rng.randrange(1, 60)):
            name = rng.choice(chosen)
            before = of_model[name].copy()
            note = f"m.{name}{overwrite(rng, of_model[name])}"
            if rng.random() < 0.2 and not integers:
                other = rng.choice(list(of_data))
                note += f", d.{other}{overwrite(rng, of_data[other])}"
            for _ in range(rng.randrange(1, 4)):
                native(a, m, d, note)
            for view in of_data.values():
                view.reshape(-1)[-1:] = 0
            of_model[name][...] = before
            if rng.random() < 0.3:
                fd.mj_resetData(m, d)
            if rng.random() < 0.5:
                a.call(f"{note}, undone; mj_step", fd.mj_step, m, d)
            if a.done:
                return


# specs -------------------------------------------------------------------------------------------


def spec(a) -> None:
    rng = a.rng
    while not a.done:
        s = a.call("MjSpec", fd.MjSpec.from_string, MODELS[rng.choice(list(MODELS))])
        elements = [s, s.worldbody, *s.bodies, *s.geoms, *s.joints, *s.sites, *s.actuators]
        for _ in range(30):
            target = rng.choice(elements)
            names = [n for n in dir(target) if not n.startswith("_")]
            name = rng.choice(names)
            value = rng.choice([hostile(rng, None, None), rng.choice(elements), "box", 1, 2.0, [1, 2, 3]])
            attribute = a.call(f"spec.{name}", getattr, target, name)
            if callable(attribute) and not name.startswith(("to_file", "from_")):
                count = rng.randrange(3)
                made = a.call(f"spec.{name}({describe(value)})", attribute, *[value] * count)
                if made is not None and hasattr(made, "name"):
                    elements.append(made)
            else:
                a.call(f"spec.{name} = {describe(value)}", setattr, target, name, value)
        m = a.call("spec.compile", s.compile)
        if m is not None and m.nv < 1000 and m.ngeom < 300:
            d = a.call("MjData", fd.MjData, m)
            if d is not None:
                a.call("mj_step", fd.mj_step, m, d)
        a.call("to_xml", s.to_xml)
        a.call("copy", s.copy)


# threads and callbacks -----------------------------------------------------------------------------


def threads(a) -> None:
    """Four threads on the same model and data."""
    m, d = load(a.rng)
    other = fd.MjData(m)
    views = list(arrays_of(d, "MjData").values()) + list(arrays_of(m, "MjModel").values())
    kind = type(a)

    def work(seed: int) -> None:
        mine = attackers[seed]
        rng = mine.rng
        while not mine.done:
            data = rng.choice([d, other])
            pick = rng.random()
            if pick < 0.5:
                native(mine, m, data, "threads")
            elif pick < 0.7:
                overwrite(rng, rng.choice(views))
            elif pick < 0.8:
                mine.call("read", lambda: (d.time, d.ncon, len(d.contact), d.efc_J.sum(), m.opt.timestep))
            elif pick < 0.85:
                mine.call("copy", copy.copy, data)
            else:
                mine.call("step", fd.mj_step, m, data, rng.randrange(4))

    start = a.rng.random()
    attackers = [kind(f"threads/{start}", seed, a.calls // 4, None) for seed in range(4)]
    broken: list[BaseException] = []
    threading.excepthook = lambda args: broken.append(args.exc_value)
    workers = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for worker in workers:
        worker.start()
    while any(worker.is_alive() for worker in workers):
        a.made = sum(attacker.made for attacker in attackers)
        if a.journal:
            a.journal.write(a.made, " | ".join(attacker.last for attacker in attackers))
        time.sleep(0.1)
    a.made = sum(attacker.made for attacker in attackers)
    for attacker in attackers:
        a.caught.update(attacker.caught)
        a.examples.update(attacker.examples)
        a.slow.extend(attacker.slow)
    if broken:
        raise broken[0]


def callbacks(a) -> None:
    """Callbacks that raise, call their callers, create and delete."""
    rng = a.rng
    while not a.done:
        m, d = load(rng)
        keep: list = []
        depth = [0]

        def misbehave(*args, keep=keep, depth=depth):
            pick = rng.random()
            if depth[0] > 300:
                return 0
            depth[0] += 1
            if pick < 0.1:
                raise ValueError("a callback")
            if pick < 0.3 and len(args) > 1:
                FUNCTIONS[rng.choice(OF_MODEL_AND_DATA)](args[0], args[1])
            elif pick < 0.4 and args:
                keep.append(fd.MjData(args[0]))
                fd.mj_step(args[0], keep[-1])
                del keep[:-3]
            elif pick < 0.5 and len(args) > 1:
                keep.append((args[1].qpos, args[1].contact, args[1].efc_J))
                overwrite(rng, args[1].qvel)
            elif pick < 0.6:
                getattr(fd, f"set_mjcb_{rng.choice(CALLBACKS)}")(None)
            elif pick < 0.65 and len(args) > 1:
                rollout.rollout(args[0], [args[1]] * 2, np.zeros((3, _state(args[0]))), nstep=2)
            elif pick < 0.7 and args:
                fd.mj_setConst(args[0], args[1])
            elif pick < 0.75 and args:
                pickle.dumps(args[rng.randrange(2)])
            return rng.choice([0, 1, 0.5, None, "x", float("nan"), 2**70])

        for _ in range(rng.randrange(1, 4)):
            getattr(fd, f"set_mjcb_{rng.choice(CALLBACKS)}")(misbehave)
        for _ in range(10):
            depth[0] = 0
            if rng.random() < 0.2:
                data = [fd.MjData(m), fd.MjData(m)]
                x = np.zeros((4, _state(m)))
                a.call("rollout with callbacks", rollout.rollout, m, data, x, nstep=3)
            else:
                native(a, m, d, "callbacks")
        a.call("mj_resetCallbacks", fd.mj_resetCallbacks)
        a.call("mj_resetData", fd.mj_resetData, m, d)


def views(a) -> None:
    """Views that outlive what they show, and steps that resize it."""
    rng = a.rng
    held: list = []
    while not a.done:
        m, d = load(rng)
        for _ in range(rng.randrange(1, 30)):
            if rng.random() < 0.5:
                native(a, m, d, "views")
            owner, table = rng.choice([(m, "MjModel"), (d, "MjData")])
            name = rng.choice([n for n, _, _ in dict(_core._tables())[table]])
            view = a.call(f"view of {name}", getattr, owner, name, None)
            if isinstance(view, np.ndarray):
                held.append(view)
            held.append(a.call("contact", lambda d=d: d.contact.pos))
            if rng.random() < 0.1:
                held.append(a.call("named", lambda m=m, d=d: (m.body(1).mass, d.body(1).xpos, m.geom(0).size)))
        del m, d
        if rng.random() < 0.2:
            gc.collect()
        for view in held[-400:]:
            if isinstance(view, np.ndarray) and view.size and view.flags.writeable:
                view.reshape(-1)[0] = view.reshape(-1)[-1]
        if len(held) > 2000:
            del held[: rng.randrange(len(held))]


# files and pickles -----------------------------------------------------------------------------------

MASK = (1 << 64) - 1


def checksum(content: bytes) -> bytes:
    """The checksum that ends a file: see the engine's ``serialize/hash.rs``."""
    state = 0xCBF29CE484222325
    tail = content[len(content) & ~7 :].ljust(8, b"\0")
    words = np.frombuffer(content[: len(content) & ~7] + tail, "<u8").tolist()
    for word in [*words, len(content)]:
        state = ((state ^ word) * 0x9E3779B97F4A7C15) & MASK
        state ^= state >> 32
    return state.to_bytes(8, "little")


def mended(content: bytearray) -> bytes:
    return bytes(content[:-8]) + checksum(bytes(content[:-8]))


def damage(rng, content: bytes) -> bytearray:
    """The file with a few bytes changed."""
    out = bytearray(content)
    for _ in range(rng.choice([1, 1, 1, 2, 5])):
        at = rng.randrange(30, len(out) - 8)
        pick = rng.random()
        if pick < 0.5:
            out[at] = rng.randrange(256)
        elif pick < 0.9:
            at &= ~3
            value = rng.choice([*HUGE, 0, 1, 2, 3, 5, 40])
            out[at : at + 4] = value.to_bytes(4, "little", signed=True)
        elif pick < 0.95:
            del out[at : at + rng.randrange(1, 9)]
        else:
            out[at:at] = bytes(rng.randrange(1, 9))
    return out


def files(a) -> None:
    """Binary models and data with errors and right checksums."""
    rng = a.rng
    while not a.done:
        m, d = load(rng)
        fd.mj_step(m, d)
        whole, state = m._to_bytes(), d._to_bytes()
        for _ in range(50):
            if rng.random() < 0.75:
                content = mended(damage(rng, whole))
                model = a.call("MjModel._from_bytes", fd.MjModel._from_bytes, content)
                if model is None or model.nv > 1000 or model.ngeom > 1000:
                    continue
                data = a.call("MjData of a damaged model", fd.MjData, model)
                if data is not None:
                    for _ in range(2):
                        native(a, model, data, "damaged model")
            else:
                content = mended(damage(rng, state))
                data = a.call("MjData._from_bytes", fd.MjData._from_bytes, m, content)
                if data is not None:
                    for _ in range(2):
                        native(a, m, data, "damaged data")
            if a.done:
                return


# forks and signals -----------------------------------------------------------------------------------


def processes(a) -> None:
    """Forks while threads step, and signals during long calls."""
    rng = a.rng
    m, d = load(rng, "balls")
    stop = threading.Event()

    def step() -> None:
        while not stop.is_set():
            fd.mj_step(m, d, 50)

    worker = threading.Thread(target=step, daemon=True)
    worker.start()

    class Ring(Exception):
        pass

    def handler(*_):
        len(d.qpos), d.time, m.opt.timestep
        if rng.random() < 0.5:
            raise Ring

    signal.signal(signal.SIGALRM, handler)
    try:
        while not a.done:
            if rng.random() < 0.5:
                a.call("fork", fork, m, d)
            else:
                own = fd.MjData(m)
                name = rng.choice(["mj_step", "wait", "load", "rollout"])
                calls = {
                    "mj_step": lambda: fd.mj_step(m, own, 300),
                    "wait": lambda: fd.mj_forward(m, d),
                    "load": lambda: load(rng),
                    "rollout": lambda: rollout.rollout(m, [own, fd.MjData(m)], np.zeros((2, _state(m))), nstep=200),
                }
                try:
                    signal.setitimer(signal.ITIMER_REAL, rng.uniform(0.01, 0.2))
                    a.call(f"signal in {name}", calls[name])
                    signal.setitimer(signal.ITIMER_REAL, 0)
                except Ring:
                    pass  # just before or after the call
    finally:
        stop.set()
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        worker.join()


def fork(m, d) -> None:
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            signal.alarm(0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            try:
                fd.mj_resetData(m, d)
                fd.mj_step(m, d)
            except RuntimeError as error:
                if "forked" not in str(error):
                    raise
            rollout.rollout(m, [fd.MjData(m), fd.MjData(m)], np.zeros((2, _state(m))), nstep=2)
            load(__import__("random").Random(0), "pendulum")
            code = 0
        finally:
            os._exit(code)
    end = time.monotonic() + 9
    while time.monotonic() < end:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            if status:
                print(f"the child of a fork ended with status {status}", file=sys.stderr, flush=True)
                os._exit(3)
            return
        time.sleep(0.01)
    print("the child of a fork hangs", file=sys.stderr, flush=True)
    os.kill(pid, signal.SIGABRT)
    os._exit(4)


KINDS = {
    "arguments": arguments,
    "structure": lambda a: spoil(a, integers=True),
    "parameters": lambda a: spoil(a, integers=False),
    "spec": spec,
    "threads": threads,
    "callbacks": callbacks,
    "views": views,
    "files": files,
    "processes": processes,
}
