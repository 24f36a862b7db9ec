"""Contact lists against MuJoCo 3.8.0: the same pairs, number, order, geometry and parameters.

    python -m tools.compare.contacts [--only SUBSTRING] [--jobs 2] [--verbose] [MODEL_OR_FOLDER ...]

Takes all models that are there by default and visits the states of `python -m conformance`. Prints how
many models, states and contacts agree, and the first difference of each model that does not.
"""
import argparse
import collections

from conformance.compare import Comparison
from conformance.states import all_states, set_state
from conformance.tolerances import CONTACT
from tools.corpus import add_arguments, for_each, load_both, model_paths

FIELDS = ("geom", "dist", "pos", "frame", "dim", "includemargin", "friction", "solref", "solreffriction", "solimp")


def difference(ref, got):
    """What differs first between two contact lists; None if they agree."""
    found = Comparison()
    found.field("ncon", ref.ncon, got.ncon, CONTACT)
    if ref.ncon == got.ncon:
        found.fields((name, getattr(ref.contact, name), getattr(got.contact, name), CONTACT) for name in FIELDS)
    return found.first


def compare(path):
    """States and contacts compared, and the first difference; None if a side refuses the model."""
    import ferrodyn
    import mujoco

    models = load_both(path)
    if models is None:
        return None
    rm, gm = models
    states = contacts = 0
    for where, state in all_states(mujoco, rm):
        rd, gd = mujoco.MjData(rm), ferrodyn.MjData(gm)
        set_state(mujoco, rm, rd, state)
        set_state(ferrodyn, gm, gd, state)
        mujoco.mj_fwdPosition(rm, rd)
        ferrodyn.mj_fwdPosition(gm, gd)
        states += 1
        contacts += rd.ncon
        what = difference(rd, gd)
        if what:
            return states, contacts, f"{where}: {what}"
    return states, contacts, None


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(ap)
    ap.add_argument("--verbose", action="store_true", help="name the models that differ")
    a = ap.parse_args()
    total = collections.Counter()
    for path, found in for_each(compare, model_paths(a), a.jobs):
        if found is None:
            continue
        states, contacts, what = found
        total.update(models=1, states=states, contacts=contacts, agree=what is None)
        if what and a.verbose:
            print(f"\n{path}: {what}")
    print(f"{total['agree']} of {total['models']} models agree; {total['states']} states, {total['contacts']} contacts")


if __name__ == "__main__":
    main()
