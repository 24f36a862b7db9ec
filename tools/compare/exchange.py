"""Compiled models of the installed mujoco, taken by ``MjModel.from_mujoco``, beside the files loaded here.

    python -m tools.compare.exchange [--only SUBSTRING] [--jobs 2] [--verbose] [MODEL_OR_FOLDER ...]

Each model of the corpus that mujoco and ferrodyn load is stepped 50 times under random controls, as
mujoco's model taken over and as the file loaded here. Prints how many are taken and move alike bit for
bit, which fields differ in those that do not, and why others are refused. With --corrupt N instead,
makes N models by changing numbers, types and lengths of arrays of models of the corpus: each is
refused with ValueError, or steps.
"""

import argparse
import collections
import re
import types
import warnings

import numpy as np

from tools.corpus import add_arguments, for_each, model_paths

STEPS = 50
HUGE, LARGE = 500_000_000, 3_000_000
"""Bytes of a model above which it is left out, and above which no arrays of it are changed."""


def move(engine, m, steps=STEPS):
    """Positions and velocities after each of some steps."""
    d = engine.MjData(m)
    if m.nkey:
        engine.mj_resetDataKeyframe(m, d, 0)
    random, states = np.random.default_rng(1), []
    for _ in range(steps):
        d.ctrl[:] = random.uniform(-1, 1, m.nu)
        engine.mj_step(m, d)
        states.append(np.concatenate([d.qpos, d.qvel, d.sensordata]))
    return np.array(states)


SKIPPED = ("signature", "nbuffer", "narena", "names_map", "nnames_map", "paths", "npaths", "bvh", "oct_", "mesh_graph", "mesh_poly")
"""Beginnings of names of what is memory, or may be in another order."""


def differing(ref, got):
    """The arrays and settings that differ by more than rounding."""
    found = []
    for where, a, b in (("", ref, got), ("opt.", ref.opt, got.opt), ("stat.", ref.stat, got.stat)):
        for name in dir(a):
            one = getattr(a, name)
            if name.startswith(("_", *SKIPPED)) or not isinstance(one, (int, float, np.ndarray)):
                continue
            other = np.asarray(getattr(b, name))
            same = other.shape == np.shape(one) and np.allclose(one, other, rtol=1e-12, atol=1e-12, equal_nan=True)
            found += [] if same else [where + name]
    return found


def compare(path):
    """What became of a model: a word, and the fields or the message."""
    import ferrodyn
    import mujoco

    warnings.simplefilter("ignore")
    try:
        theirs = mujoco.MjModel.from_xml_path(path)
    except ValueError:
        return "not loaded by mujoco", ""
    if theirs.nbuffer > HUGE:
        return "too large for this", ""
    try:
        ours = ferrodyn.MjModel.from_xml_path(path)
    except (ValueError, NotImplementedError):
        ours = None
    try:
        taken = ferrodyn.MjModel.from_mujoco(theirs)
    except ValueError as error:
        return "refused", str(error)
    if ours is None:
        return "taken, not loaded here", ""
    fields = differing(ours, taken)
    if (ours.nq, ours.nv, ours.nu, ours.nsensordata) == (taken.nq, taken.nv, taken.nu, taken.nsensordata):
        one, other = move(ferrodyn, ours), move(ferrodyn, taken)
        if np.array_equal(one, other, equal_nan=True):
            return "taken, moves alike", ""
        apart = np.abs(one - other)
        first, last = (float(np.nanmax(a, initial=0)) for a in (apart[0], apart))
        small = [name for name in fields if name != "opt.sleep_tolerance"]
        what = ", ".join(fields) if small else "rounding of fields"
        return "taken, moves apart", f"{what} ({first:.0e} after a step, {last:.0e} after {STEPS})"
    return "taken, other sizes", ", ".join(fields)


# changed arrays


class Copy(types.SimpleNamespace):
    """The attributes of a model, to be changed."""


def attributes(thing, depth=2):
    out = Copy()
    for name in dir(thing):
        value = None if name.startswith("_") else getattr(thing, name, None)
        if isinstance(value, (int, float, bytes, np.integer)):
            setattr(out, name, value)
        elif isinstance(value, np.ndarray):
            setattr(out, name, value.copy())
        elif depth and name in ("opt", "stat", "vis", "global_", "quality", "headlight", "map", "scale", "rgba"):
            setattr(out, name, attributes(value, depth - 1))
    return out


WILD = (-1, 0, 1, -2, 2, 7, 255, 65536, 2**31 - 1, -(2**31), float("nan"), float("inf"), -1e300, 1e-300)


def change(random, m):
    """Changes an attribute of the copy; says which."""
    names = [name for name, value in vars(m).items() if not isinstance(value, Copy)]
    full = [n for n in names if isinstance(getattr(m, n), np.ndarray) and getattr(m, n).size]
    name = str(random.choice(full if random.random() < 0.8 else names))
    value = getattr(m, name)
    if isinstance(value, np.ndarray) and value.size and random.random() < 0.85:
        flat, at = value.reshape(-1), int(random.integers(value.size))
        near = [flat[at] - 1, flat[at] + 1] if value.dtype.kind in "if" else []
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            flat[at : at + int(random.choice([1, 1, 4]))] = np.array(random.choice([*WILD, *near])).astype(value.dtype)
        return name
    others = [None, "text", b"", b"\xff" * 5, np.zeros(0), np.zeros((2, 3, 4)), np.array("s"), [[1], [2, 3]], 2**70]
    if isinstance(value, np.ndarray):
        others += [value[:-1], np.concatenate([value, value]), value.astype(object), value.astype(np.float32)]
        others += [value.astype(np.int64), value[..., None].T]
    else:
        others += [-1, 0, 1, 3, 10**6, 2**31, 2**62, -(2**63), True, 1.5]
    setattr(m, name, others[int(random.integers(len(others)))])
    return name


def corrupt(path, rounds, seed):
    """Changed models of a file: how many were taken and refused, and what else happened."""
    import ferrodyn
    import mujoco

    warnings.simplefilter("ignore")
    try:
        model = mujoco.MjModel.from_xml_path(path)
        ferrodyn.MjModel.from_mujoco(model)
    except ValueError:
        return None
    if model.nbuffer > LARGE:
        return None
    random = np.random.default_rng([seed, *path.encode()])
    counts, wrong = collections.Counter(), []
    for _ in range(rounds):
        m = attributes(model)
        names = [change(random, m) for _ in range(int(random.choice([1, 1, 2, 5])))]
        try:
            taken = ferrodyn.MjModel.from_mujoco(m)
        except ValueError:
            counts["refused"] += 1
            continue
        except BaseException as error:
            wrong.append(f"{path}: {names}: {type(error).__name__}: {error}")
            continue
        try:
            counts["taken"] += 1
            d = ferrodyn.MjData(taken)
            for _ in range(3):
                ferrodyn.mj_step(taken, d)
            ferrodyn.mj_inverse(taken, d)
            ferrodyn.MjModel.__copy__(taken)
        except (ValueError, MemoryError):
            counts["no data"] += 1
        except BaseException as error:
            wrong.append(f"{path}: {names}: a step raises {type(error).__name__}: {error}")
    return counts, wrong


def report_corruption(arguments, paths):
    total, wrong = collections.Counter(), []
    rounds = -(-arguments.corrupt // max(1, len(paths))) * 3
    for _, found in for_each(corrupt, paths, arguments.jobs, rounds, arguments.seed):
        if found and total["refused"] + total["taken"] < arguments.corrupt:
            total.update(found[0], models=1)
            wrong += found[1]
    made = total["refused"] + total["taken"] + len(wrong)
    print(f"{made} changed models of {total['models']}: {total['refused']} refused, {total['taken']} taken,")
    print(f"of which {total['no data']} have no data; {len(wrong)} raised something else, or their steps did")
    print("\n".join(wrong[:20]))
    return bool(wrong)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(ap)
    ap.add_argument("--verbose", action="store_true", help="name every model that does not move alike")
    ap.add_argument("--corrupt", type=int, default=0, metavar="N", help="change arrays of N models instead")
    ap.add_argument("--seed", type=int, default=0)
    a = ap.parse_args()
    paths = model_paths(a)
    if a.corrupt:
        return report_corruption(a, paths)
    import mujoco

    counts, fields, reasons = (collections.Counter() for _ in range(3))
    for path, (what, detail) in for_each(compare, paths, a.jobs):
        counts[what] += 1
        if what == "refused":
            reasons[re.sub(r"\d+", "#", detail)] += 1
        elif detail:
            fields[re.sub(r" \(.*\)$", "", detail)] += 1
        if a.verbose and detail:
            print(f"\n{path}: {what}: {detail}")
    print(f"mujoco {mujoco.__version__}, {len(paths)} files")
    for counter, title in ((counts, ""), (reasons, "refused:"), (fields, "fields that differ where it moves apart:")):
        print(title)
        for text, count in counter.most_common():
            print(f"{count:6} {text[:200]}")
    return counts["taken, moves apart"] > 0 and mujoco.__version__ == "3.8.0"


if __name__ == "__main__":
    raise SystemExit(main())
