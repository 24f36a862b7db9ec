"""Each constraint solver on every model with contacts: cones, complementarity, and the same optimum.

    python -m tools.compare.solvers [--check] [--only SUBSTRING] [--jobs 2] [--verbose] [MODEL_OR_FOLDER ...]

Forces PGS, CG and Newton, with pyramidal and with elliptic cones, on the states that
`python -m conformance` visits. For each it prints how far contact forces leave their friction cone, how
far forces and what they act against are from complementary, and how much the cost lies above
Newton's converged one; all relative to the size of the forces, and the cost in the units of the
solver's tolerance. PGS converges slowly: MuJoCo's own is measured beside it, with as many iterations.
With --check it fails if Newton's method or CG miss the optimum, or PGS is further from it than MuJoCo's.
"""
import argparse
import collections
import sys

import numpy as np

from conformance.states import all_states, set_state
from tools.corpus import add_arguments, for_each, model_paths

SOLVERS = {0: "PGS", 1: "CG", 2: "Newton", 3: "MuJoCo's PGS"}
CONES = {0: "pyramidal", 1: "elliptic"}
ITERATIONS = {0: 1000, 1: 500, 2: 100, 3: 1000}
# how far Newton's method and CG may be outside the cone, from complementary, above the optimum
LARGEST = 1e-10, 1e-8, 1e-9
# how much further above the optimum PGS may be than MuJoCo's
MORE_THAN_MUJOCO = 1e-6
# beyond these sizes the dense dual problem of PGS takes minutes
MOST_DOFS, MOST_ROWS = 500, 2000


def cone_violation(fd, m, d):
    """How far the forces of contacts lie outside their cones."""
    worst, force = 0.0, np.zeros(6)
    for i in range(d.ncon):
        contact = d.contact[i]
        if contact.efc_address < 0:
            continue
        fd.mj_contactForce(m, d, i, force)
        n = contact.dim - 1
        scaled = force[1 : n + 1] / contact.friction[:n]
        size = np.linalg.norm(scaled) if m.opt.cone else np.abs(scaled).sum()
        worst = max(worst, (max(size - force[0], -force[0])) / max(1.0, np.abs(force).max()))
    return worst


def residual(d, jar):
    """The largest product of a force that cannot pull and the motion against it."""
    w, f = jar + d.efc_R * d.efc_force, d.efc_force
    worst, i = 0.0, d.ne + d.nf
    while i < d.nefc:
        # the rows of an elliptic cone belong together
        n = d.contact[d.efc_id[i]].dim if d.efc_type[i] == 7 else 1
        scale = max(1.0, np.abs(f[i : i + n]).max() * max(1.0, np.abs(w[i : i + n]).max()))
        worst, i = max(worst, abs(f[i : i + n] @ w[i : i + n]) / scale), i + n
    return worst


def cost(fd, m, d):
    """Cost of the accelerations, and J qacc - aref."""
    jar, Ma, value = np.zeros(d.nefc), np.zeros(m.nv), np.zeros(1)
    fd.mj_mulJacVec(m, d, jar, d.qacc)
    jar -= d.efc_aref
    fd.mj_mulM(m, d, Ma, d.qacc)
    force, state, qfrc = np.array(d.efc_force), np.array(d.efc_state), np.array(d.qfrc_constraint)
    fd.mj_constraintUpdate(m, d, jar, value, 0)
    d.efc_force[:], d.efc_state[:], d.qfrc_constraint[:] = force, state, qfrc
    return value[0] + 0.5 * (Ma - d.qfrc_smooth) @ (d.qacc - d.qacc_smooth), jar


def solve(engine, m, state, solver, cone):
    """Data of a state with this solver; Newton runs to convergence."""
    m.opt.solver, m.opt.cone, m.opt.iterations = solver % 3, cone, ITERATIONS[solver]
    m.opt.ls_iterations, m.opt.tolerance = 50, 0 if solver == 2 else 1e-10
    d = engine.MjData(m)
    set_state(engine, m, d, state)
    engine.mj_forward(m, d)
    return d


def check(path):
    """(solver, cone) to the largest violation, residual and distance from the optimum."""
    import ferrodyn as fd
    import mujoco

    worst = {}
    try:
        m, rm = fd.MjModel.from_xml_path(path), mujoco.MjModel.from_xml_path(path)
    except (ValueError, NotImplementedError):
        return None
    if m.nv > MOST_DOFS or m.opt.noslip_iterations:
        return None
    contacts = 0
    for _, state in all_states(mujoco, rm):
        for cone in CONES:
            best = None
            for solver in (2, 0, 1, 3):
                engine, model = (mujoco, rm) if solver == 3 else (fd, m)
                d = solve(engine, model, state, solver, cone)
                if not d.ncon or not 0 < d.nefc <= MOST_ROWS:
                    break
                contacts += d.ncon
                value, jar = cost(engine, model, d)
                best = value if best is None else best
                above = (value - best) / (m.stat.meaninertia * max(1, m.nv))
                found = cone_violation(engine, model, d), residual(d, jar), above / max(1.0, abs(best))
                old = worst.get((solver, cone), (0.0, 0.0, 0.0))
                worst[solver, cone] = tuple(map(max, zip(old, found)))
    return worst, contacts


def failures(rows):
    """What must not be: in words, by model."""
    words = "outside the cone", "from complementary", "above the optimum"
    reference = {(cone, path): above for (solver, cone), found in rows.items() if solver == 3 for *_, above, path in found}
    for (solver, cone), found in rows.items():
        for *values, path in found:
            if solver in (1, 2):
                wrong = [(v, w) for v, most, w in zip(values, LARGEST, words) if not v <= most]
            elif solver == 0:
                most = (LARGEST[0], np.inf, reference.get((cone, path), 0.0) + MORE_THAN_MUJOCO)
                wrong = [(v, w) for v, most, w in zip(values, most, words) if not v <= most]
            else:
                wrong = []
            for value, word in wrong:
                yield f"{path}: {SOLVERS[solver]}, {CONES[cone]}: {value:.1e} {word}"


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(ap)
    ap.add_argument("--check", action="store_true", help="fail if a solver misses what it should find")
    ap.add_argument("--verbose", action="store_true", help="print every model")
    a = ap.parse_args()
    rows, models, contacts = collections.defaultdict(list), 0, 0
    for path, found in for_each(check, model_paths(a), a.jobs):
        if not found or not found[0]:
            continue
        models, contacts = models + 1, contacts + found[1]
        for key, values in found[0].items():
            rows[key].append((*values, path))
            if a.verbose:
                print(f"\n{path} {SOLVERS[key[0]]} {CONES[key[1]]}", *(f"{v:.1e}" for v in values))
    print(f"{models} models with contacts, {contacts} contacts")
    print(f"{'solver':12} {'cone':10} {'':8} {'outside cone':>12} {'residual':>10} {'above optimum':>14}")
    for (solver, cone), found in sorted(rows.items()):
        columns = list(zip(*found))[:3]
        for name, pick in (("median", np.median), ("99 %", lambda c: np.quantile(c, 0.99)), ("largest", max)):
            values = [pick(c) for c in columns]
            print(f"{SOLVERS[solver]:12} {CONES[cone]:10} {name:8} {values[0]:12.1e} {values[1]:10.1e} {values[2]:14.1e}")
    if a.check and (not models or (wrong := list(failures(rows)))):
        sys.exit("\n".join(wrong) if models else "there were no models with contacts")


if __name__ == "__main__":
    main()
