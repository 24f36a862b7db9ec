"""Labels of flags, for user interfaces."""

from ferrodyn._core import _switches

mjDISABLESTRING = (
    "Constraint",
    "Equality",
    "Frictionloss",
    "Limit",
    "Contact",
    "Spring",
    "Damper",
    "Gravity",
    "Clampctrl",
    "Warmstart",
    "Filterparent",
    "Actuation",
    "Refsafe",
    "Sensor",
    "Midphase",
    "Eulerdamp",
    "AutoReset",
    "NativeCCD",
    "Island",
    "MultiCCD",
)
mjENABLESTRING = (
    "Override",
    "Energy",
    "Fwdinv",
    "InvDiscrete",
    "Sleep",
)
mjTIMERSTRING = (
    "step",
    "forward",
    "inverse",
    "position",
    "velocity",
    "actuation",
    "constraint",
    "advance",
    "pos_kinematics",
    "pos_inertia",
    "pos_collision",
    "pos_make",
    "pos_project",
    "col_broadphase",
    "col_narrowphase",
)
mjLABELSTRING, mjFRAMESTRING, _VIS, _RND = _switches()
mjVISSTRING = tuple((name, str(int(is_on)), key) for name, is_on, key in _VIS)
mjRNDSTRING = tuple((name, str(int(is_on)), key) for name, is_on, key in _RND)
