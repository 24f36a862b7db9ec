"""Contact lists against MuJoCo 3.8.0: the same pairs, number, order, geometry and parameters.

    python -m tools.compare.contacts [--only SUBSTRING] [--jobs 2] [--verbose] [MODEL_OR_FOLDER ...]

Takes the models of the conformance judge by default and visits the states it visits. Prints how
many models, states and contacts agree, and the first difference of each model that does not.
"""
import argparse
import collections

from tools.corpus import add_arguments, for_each, load_both, load_judge, model_paths

FIELDS = ("geom", "dist", "pos", "frame", "dim", "includemargin", "friction", "solref", "solreffriction", "solimp")


def difference(judge, ref, got):
    """What differs first between two contact lists; None if they agree."""
    if ref.ncon != got.ncon:
        return f"ncon {got.ncon}, reference {ref.ncon}"
    for name in FIELDS:
        e, how = judge.error(getattr(ref.contact, name), getattr(got.contact, name))
        if not e <= 1e-8:
            return f"{name}{how} (error {e:.1e})"
    return None


def compare(path):
    """States and contacts compared, and the first difference; None if a side refuses the model."""
    import ferrodyn
    import mujoco

    judge, models = load_judge(), load_both(path)
    if models is None:
        return None
    rm, gm = models
    states = contacts = 0
    for where, state in judge.sample_states(mujoco, rm):
        rd, gd = mujoco.MjData(rm), ferrodyn.MjData(gm)
        judge.set_state(rd, state), judge.set_state(gd, state)
        mujoco.mj_fwdPosition(rm, rd)
        ferrodyn.mj_fwdPosition(gm, gd)
        states += 1
        contacts += rd.ncon
        what = difference(judge, rd, gd)
        if what:
            return states, contacts, f"{where}: {what}"
    return states, contacts, None


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(ap)
    ap.add_argument("--verbose", action="store_true", help="name the models that differ")
    a = ap.parse_args()
    total = collections.Counter()
    for path, found in for_each(compare, model_paths(load_judge(), a), a.jobs):
        if found is None:
            continue
        states, contacts, what = found
        total.update(models=1, states=states, contacts=contacts, agree=what is None)
        if what and a.verbose:
            print(f"\n{path}: {what}")
    print(f"{total['agree']} of {total['models']} models agree; {total['states']} states, {total['contacts']} contacts")


if __name__ == "__main__":
    main()
