"""Accelerations with islands on and off, with sparse and dense Jacobians: the same numbers?

    python -m tools.compare.variants [--check] [--only SUBSTRING] [--jobs 2] [MODEL_OR_FOLDER ...]

Visits the states of `python -m conformance` with the Newton solver run to convergence. Prints how many
models agree to 1e-9 of their largest acceleration, and the ten that differ most. With --check it fails
if one does not agree.
"""
import argparse
import pathlib
import sys

import numpy as np

from conformance.states import all_states, set_state, use_converged_solver
from tools.corpus import add_arguments, for_each, model_paths

TOLERANCE = 1e-9


def spread(path):
    """The largest difference over states and variants; None if the model has no constraints."""
    import ferrodyn
    import mujoco

    try:
        m, reference = ferrodyn.MjModel.from_xml_path(path), mujoco.MjModel.from_xml_path(path)
    except (ValueError, NotImplementedError):
        return None
    use_converged_solver(m)
    # trees sleep by islands: without them all are awake
    m.opt.enableflags &= ~int(ferrodyn.mjtEnableBit.mjENBL_SLEEP)
    flags, worst, rows = m.opt.disableflags, 0.0, 0
    for _, state in all_states(mujoco, reference):
        found = []
        for jacobian in (ferrodyn.mjtJacobian.mjJAC_DENSE, ferrodyn.mjtJacobian.mjJAC_SPARSE):
            for bit in (0, int(ferrodyn.mjtDisableBit.mjDSBL_ISLAND)):
                if jacobian == ferrodyn.mjtJacobian.mjJAC_DENSE and m.nv > 300:
                    continue
                m.opt.jacobian, m.opt.disableflags = int(jacobian), flags | bit
                d = ferrodyn.MjData(m)
                set_state(ferrodyn, m, d, state)
                ferrodyn.mj_forward(m, d)
                found.append(np.array(d.qacc))
        rows += d.nefc
        if np.isfinite(found).all():
            scale = max(1.0, np.abs(found[0]).max(initial=0.0))
            worst = max(worst, max(np.abs(q - found[0]).max(initial=0.0) for q in found) / scale)
    return worst if rows else None


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(ap)
    ap.add_argument("--check", action="store_true", help="fail if a model does not agree")
    a = ap.parse_args()
    found = {path: worst for path, worst in for_each(spread, model_paths(a), a.jobs) if worst is not None}
    agree = sum(worst <= TOLERANCE for worst in found.values())
    print(f"{agree} of {len(found)} models with constraints agree to {TOLERANCE:.0e}; the largest differences:")
    for path, worst in sorted(found.items(), key=lambda item: -item[1])[:10]:
        print(f"{worst:9.1e}  {'/'.join(pathlib.Path(path).parts[-2:])}")
    if a.check and (agree < len(found) or not found):
        sys.exit("not all of them agree" if found else "there were no models with constraints")


if __name__ == "__main__":
    main()
