"""How far a number may be from MuJoCo's: all tolerances, in one place, each with its reason.

The error of an entry is its distance from MuJoCo's, divided by the largest entry of the same field or by
`floor`, whichever is larger: small entries beside large ones carry the rounding of the large ones, and what
should be zero carries the rounding of what cancels (1e-2 times 1e-9 is what terms of 1e4 leave). Numbers that
are not finite must be the same: NaN where MuJoCo has NaN, the same infinity.
"""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Tolerance:
    """The largest error allowed for a kind of number."""

    name: str
    limit: float
    floor: float
    why: str


EXACT = Tolerance("exact", 0.0, 1.0, "counts, ids, addresses, flags and names: there is nothing to round")
MODEL = Tolerance("model", 1e-9, 1e-3, "what the compiler computes: a chain of sums and rotations, in double precision")
SMOOTH = Tolerance("smooth", 1e-9, 1e-2, "kinematics, inertia, bias, passive forces, constraint rows: closed formulas")
CONTACT = Tolerance("contact", 1e-8, 1.0, "places and frames of contacts: searches that end at a tolerance of their own")
SOLVED = Tolerance("solved", 1e-7, 1.0, "what the constraint solver finds, and what follows from it: the same optimum, "
                   "reached along another path")
STEP = Tolerance("step", 1e-7, 1.0, "the state after one step, which the solver's forces have changed")
AUTHORED = Tolerance("authored", 1e-5, 1.0, "accelerations with the model's own solver settings, which may stop the "
                     "solver long before the optimum")

ALL = (EXACT, MODEL, SMOOTH, CONTACT, SOLVED, STEP, AUTHORED)
