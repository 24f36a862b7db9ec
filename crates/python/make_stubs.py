"""Writes the type stubs of the package from the engine's tables.

python make_stubs.py            writes python/ferrodyn/__init__.pyi
python make_stubs.py --check    fails if the file is not current
"""

import inspect
import pathlib
import sys
import textwrap

import ferrodyn
from ferrodyn import _core, _mujoco, _solver, gl_context, renderer
from spec_stubs import spec_classes

TARGET = pathlib.Path(__file__).parent / "python" / "ferrodyn" / "__init__.pyi"

HEAD = '''\
"""MuJoCo-compatible physics in pure Rust. Written by make_stubs.py from the engine's tables."""

import builtins
import enum
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias, overload

import numpy as np
import numpy.typing as npt

__version__: Final[str]
'''

FUNCTIONS = '''
class FatalError(Exception):
    """A function was called with values it cannot work with."""

def mj_name2id(m: MjModel, type: int, name: str) -> int:
    """The id of the object of that type and name, -1 if there is none."""

def mj_id2name(m: MjModel, type: int, id: int) -> str | None:
    """The name of the object of that type and id, None if it has none."""

def mj_saveLastXML(filename: str | os.PathLike[str], m: MjModel) -> None:
    """Writes the description that the model was compiled from as an XML file."""

def mj_version() -> int:
    """The MuJoCo release whose behavior is reproduced, as a number."""

def mj_versionString() -> str:
    """The MuJoCo release whose behavior is reproduced."""
'''

# the types of the parameters and of the result of each function, one letter each: m model, d data,
# c callable, C contact, i array to read, o array of float64 to write, O of float32, I of int32, f float, n int, s str;
# a capital N in front allows None; names and descriptions come from the module itself
UTILITIES = {
    "mju_zero3": "o", "mju_copy3": "oi", "mju_scl3": "oif", "mju_add3": "oii", "mju_sub3": "oii",
    "mju_addTo3": "oi", "mju_subFrom3": "oi", "mju_addToScl3": "oif", "mju_addScl3": "oiif",
    "mju_normalize3": "o>f", "mju_norm3": "i>f", "mju_dot3": "ii>f", "mju_dist3": "ii>f",
    "mju_mulMatVec3": "oii", "mju_mulMatTVec3": "oii", "mju_cross": "oii", "mju_zero4": "o",
    "mju_unit4": "o", "mju_copy4": "oi", "mju_normalize4": "o>f",
    "mju_zero": "o", "mju_fill": "of", "mju_copy": "oi", "mju_sum": "o>f", "mju_L1": "o>f",
    "mju_scl": "oif", "mju_add": "oii", "mju_sub": "oii", "mju_addTo": "oi", "mju_subFrom": "oi",
    "mju_addToScl": "oif", "mju_addScl": "oiif", "mju_normalize": "o>f", "mju_norm": "i>f",
    "mju_dot": "ii>f", "mju_isZero": "o>n", "mju_f2n": "oi", "mju_n2f": "Oi", "mju_d2n": "oi",
    "mju_n2d": "oi", "mju_insertionSort": "o", "mju_insertionSortInt": "I",
    "mju_mulMatVec": "oii", "mju_mulMatTVec": "oii", "mju_mulVecMatVec": "iii>f",
    "mju_transpose": "oi", "mju_symmetrize": "oi", "mju_eye": "o", "mju_mulMatMat": "oii",
    "mju_mulMatMatT": "oii", "mju_mulMatTMat": "oii", "mju_sqrMatTD": "oiNo",
    "mju_dense2sparse": "oiIII>n", "mju_sparse2dense": "oiiii",
    "mju_rotVecQuat": "oii", "mju_negQuat": "oi", "mju_mulQuat": "oii", "mju_mulQuatAxis": "oii",
    "mju_axisAngle2Quat": "oif", "mju_quat2Vel": "oif", "mju_subQuat": "oii",
    "mju_quat2Mat": "oi", "mju_mat2Quat": "oi", "mju_derivQuat": "oii", "mju_quatIntegrate": "oif",
    "mju_quatZ2Vec": "oi", "mju_mat2Rot": "oi>n", "mju_euler2Quat": "ois",
    "mju_mulPose": "ooiiii", "mju_negPose": "ooii", "mju_trnVecPose": "oiii",
    "mju_transformSpatial": "oiniii",
    "mju_cholFactor": "of>n", "mju_cholSolve": "oii", "mju_cholUpdate": "oon>n",
    "mju_cholFactorBand": "onnnff>f", "mju_cholSolveBand": "oiinnn", "mju_band2Dense": "oinnnn",
    "mju_dense2Band": "oinnn", "mju_bandMulMatVec": "oiinnnnn", "mju_bandDiag": "nnnn>n",
    "mju_eig3": "oooi>n", "mju_boxQP": "ooNIiiNiNi>n",
    "mju_muscleGain": "ffifi>f", "mju_muscleBias": "fifi>f", "mju_muscleDynamics": "ffi>f",
    "mju_encodePyramid": "oii", "mju_decodePyramid": "oii", "mju_springDamper": "fffff>f",
    "mju_min": "ff>f", "mju_max": "ff>f", "mju_clip": "fff>f", "mju_sign": "f>f",
    "mju_round": "f>n", "mju_isBad": "f>n", "mju_standardNormal": "Nf>f", "mju_Halton": "nn>f",
    "mju_sigmoid": "f>f",
    "mju_rayGeom": "iiiiinNo>f",
    "mju_type2Str": "n>Ns", "mju_str2Type": "s>n", "mju_writeNumBytes": "n>s",
    "mju_warningText": "nn>s", "mju_printMat": "i", "mju_printMatSparse": "iiii",
}  # fmt: skip

# functions of models and data, as UTILITIES; most take the two alone
FUNCTIONS_ON_DATA = {
    name: "md"
    for name in """mj_collision mj_step1 mj_step2 mj_forward mj_inverse mj_fwdKinematics mj_fwdPosition
    mj_fwdVelocity mj_fwdActuation mj_fwdAcceleration mj_fwdConstraint mj_Euler mj_implicit
    mj_invPosition mj_invVelocity mj_invConstraint mj_compareFwdInv mj_checkPos mj_checkVel
    mj_checkAcc mj_sensorPos mj_sensorVel mj_sensorAcc mj_energyPos mj_energyVel mj_kinematics
    mj_comPos mj_camlight mj_flex mj_tendon mj_transmission mj_crb mj_makeM mj_factorM mj_comVel
    mj_passive
    mj_subtreeVel mj_rnePostConstraint mj_makeConstraint mj_island mj_projectConstraint
    mj_referenceConstraint mj_resetData mj_setConst""".split()
} | {
    "mj_step": "mdn", "mj_forwardSkip": "mdnn", "mj_inverseSkip": "mdnn", "mj_RungeKutta": "mdn",
    "mj_solveM": "mdoi", "mj_solveM2": "mdoii", "mj_mulM": "mdoi", "mj_mulM2": "mdoi",
    "mj_addM": "mdoIII", "mj_fullM": "moi", "mj_rne": "mdno", "mj_applyFT": "mdiiino",
    "mj_differentiatePos": "mofii", "mj_integratePos": "moif", "mj_normalizeQuat": "mo",
    "mj_jac": "mdNoNoin", "mj_jacBody": "mdNoNon", "mj_jacBodyCom": "mdNoNon",
    "mj_ray": "mdiiNinnNINo>f", "mj_multiRay": "mdiiNinnIoNonf",
    "mj_rayMesh": "mdniiNo>f", "mj_rayHfield": "mdniiNo>f",
    "mj_constraintUpdate": "mdiNon", "mj_mulJacVec": "mdoi", "mj_mulJacTVec": "mdoi",
    "mj_contactForce": "mdno", "mj_addContact": "mdC>n",
    "mj_geomDistance": "mdnnfNo>f", "mj_ray": "mdiiNinnNINo>f",
    "mj_multiRay": "mdiiNinnIoNonf", "mj_rayMesh": "mdniiNo>f", "mj_rayHfield": "mdniiNo>f",
    "mj_jacSubtreeCom": "mdNon", "mj_jacGeom": "mdNoNon", "mj_jacSite": "mdNoNon",
    "mj_jacPointAxis": "mdNoNoiin", "mj_jacDot": "mdNoNoin", "mj_angmomMat": "mdon",
    "mj_resetDataDebug": "mdn", "mj_resetDataKeyframe": "mdn", "mj_setKeyframe": "mdn",
    "mj_stateSize": "mn>n", "mj_getState": "mdon", "mj_setState": "mdin",
    "mj_extractState": "minon", "mj_copyState": "mddn", "mj_readCtrl": "mdnfn>f",
    "mj_initCtrlHistory": "mdnNii", "mj_readSensor": "mdnfon>o", "mj_initSensorHistory": "mdnNiif",
    "mjd_transitionFD": "mdfnNoNoNoNo", "mjd_inverseFD": "mdfnNoNoNoNoNoNoNo",
    "mjd_subQuat": "iiNoNo", "mjd_quatIntegrate": "ifooo",
    "mj_isSparse": "m>n", "mj_isPyramidal": "m>n", "mj_isDual": "m>n", "mj_getTotalmass": "m>f",
    "mj_setTotalmass": "mf", "mj_objectVelocity": "mdnnon", "mj_objectAcceleration": "mdnnon",
    "mj_local2Global": "dooiinn", "mj_resetCallbacks": "", "mj_copyData": "dmd",
    "mj_maxContact": "mnnn>n", "mj_rayFlex": "mdnnnnnniiNINo>f", "mj_printSchema": "nn>s",
    "mju_getXMLDependencies": "s>L", "mju_raySkin": "nniiiiI>f",
} | {
    f"{verb}_{what}": letters
    for what in ("mjcb_passive", "mjcb_control", "mjcb_contactfilter", "mjcb_sensor",
                 "mjcb_act_dyn", "mjcb_act_gain", "mjcb_act_bias", "mjcb_time", "mju_user_warning",
                 "mju_user_malloc", "mju_user_free")
    for verb, letters in (("set", "Nc"), ("get", ">Nc"))
}  # fmt: skip

KINDS = {
    "m": "MjModel",
    "d": "MjData",
    "c": "Callable[..., Any]",
    "C": "MjContact",
    "i": "npt.ArrayLike",
    "o": "npt.NDArray[np.float64]",
    "O": "npt.NDArray[np.float32]",
    "I": "npt.NDArray[np.int32]",
    "f": "float",
    "n": "int",
    "s": "str",
    "L": "list[str]",
}

MODEL = '''
class MjModel:
    """A compiled model: everything that stays constant while simulating."""

    @staticmethod
    def from_xml_path(
        filename: str | os.PathLike[str],
        assets: Mapping[str, bytes] | Callable[[str], bytes | str | None] | None = None,
        *,
        limits: Limits | Mapping[str, float] | str | None = None,
        roots: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
    ) -> MjModel:
        """Loads a model from an XML file, within limits and reading below the roots only."""
    @staticmethod
    def from_xml_string(
        xml: str,
        assets: Mapping[str, bytes] | Callable[[str], bytes | str | None] | None = None,
        *,
        limits: Limits | Mapping[str, float] | str | None = None,
        roots: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
    ) -> MjModel:
        """Loads a model from XML text, within limits and reading below the roots only."""
    @staticmethod
    def from_binary_path(
        filename: str | os.PathLike[str],
        assets: Mapping[str, bytes] | Callable[[str], bytes | str | None] | None = None,
        *,
        limits: Limits | Mapping[str, float] | str | None = None,
    ) -> MjModel:
        """Loads a model from a binary file of this package, within limits."""
    def __copy__(self) -> MjModel: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> MjModel: ...
    def bind(self, specs: MjsElement | Sequence[MjsElement]) -> Any:
        """The view of the object that was compiled from an element, or those of several."""
    def bind_scalar(self, element: MjsElement) -> Any:
        """The view of the object that was compiled from an element."""
    @property
    def opt(self) -> MjOption: ...
    @property
    def stat(self) -> MjStatistic: ...
    @property
    def vis(self) -> MjVisual: ...
'''

LIMITS = '''
class Limits:
    """How much a model may ask for; a file that asks for more is refused with the limit's name."""

    def __init__(
        self,
        *,
        depth: int = ...,
        nodes: int = ...,
        files: int = ...,
        include_depth: int = ...,
        bytes: int = ...,
        replicas: int = ...,
        spec_bytes: int = ...,
        asset_bytes: int = ...,
        mesh_vertices: int = ...,
        model_bytes: int = ...,
        threads: int = ...,
        time: float = ...,
        confined: bool = ...,
    ) -> None: ...
    @classmethod
    def untrusted(cls, **changes: float) -> Limits:
        """Limits for files from strangers, some of them changed."""
'''

PLUGIN = '''
class Plugin:
    """A kind of plugin, to be derived from; ``register_plugin`` makes it known.

    Which of the methods ``passive``, ``actuator`` and ``sensor`` a class defines, each with the
    arguments m and d, decides what can use it.
    """

    name: str
    """The name by which models ask for it."""
    attributes: builtins.tuple[str, ...]
    """The keys that a configuration may have."""
    stage: mjtStage
    """When sensors are measured."""
    state_len: int | Callable[[Mapping[str, str]], int]
    """How many numbers of state an instance has, or what says so of a configuration."""
    sensor_len: int | Callable[[Mapping[str, str]], int]
    """How many numbers a sensor has, or what says so of a configuration."""
    instance: int
    """The id of the instance in its model."""
    config: dict[str, str]
    """The configuration of the instance."""

    def __init__(self, instance: int, config: Mapping[str, str]) -> None: ...
    def reset(self, state: npt.NDArray[np.float64]) -> None:
        """Writes the state to start from; it is zero before."""
    def advance(self, m: MjModel, d: MjData) -> None:
        """Advances the state by a time step."""
    def act_dot(self, m: MjModel, d: MjData) -> None:
        """Writes rates of activations of its actuators, in ``d.act_dot``."""
'''

SUMMARY = '''
class SolverSummary(NamedTuple):
    """How well the constraint solver did in the last step or ``mj_forward``."""

    iterations: int
    """Iterations, of all islands together and with those of the no-slip solver."""
    improvement: float
    """By how much the last iteration reduced the cost, in the units of ``opt.tolerance``."""
    residual: float
    """Norm of the gradient of the cost at ``qacc``, which is zero at the optimum; in the same units."""
    converged: bool
    """Whether the solver stopped because it was done and not because of ``opt.iterations``."""
    unconverged: int
    """How many solves since the data was reset did not converge."""
    fallbacks: int
    """After how many of the solves since then PGS went on, see ``set_solver_fallback``."""
'''

DATA = '''
class MjData:
    """The state of one simulation and everything computed from it."""

    def __init__(self, model: MjModel) -> None: ...
    def __copy__(self) -> MjData: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> MjData: ...
    def bind(self, specs: MjsElement | Sequence[MjsElement]) -> Any:
        """The view of the object that was compiled from an element, or those of several."""
    def bind_scalar(self, element: MjsElement) -> Any:
        """The view of the object that was compiled from an element."""
    @property
    def model(self) -> MjModel: ...
    @property
    def contact(self) -> _MjContactList: ...
    @property
    def warning(self) -> _MjWarningStatList: ...
    @property
    def timer(self) -> _MjTimerStatList: ...
    @property
    def solver(self) -> _MjSolverStatList: ...
'''

SCALARS = {"float64": "float", "float32": "float"}


def array(dtype):
    return f"npt.NDArray[np.{dtype}]"


def docstring(doc):
    """A description as the lines of a docstring: one, or wrapped with what follows below."""
    first, _, rest = doc.partition("\n\n")
    if not rest and len(first) <= 86:
        return [f'        """{first}"""']
    lines = [*textwrap.wrap(first, 86), *(["", *textwrap.wrap(rest, 86)] if rest else [])]
    return indent(indent(['"""' + lines[0], *lines[1:], '"""']))


def attribute(name, kind, doc, settable=True):
    lines = ["    @property", f"    def {name}(self) -> {kind}:", *docstring(doc)]
    if settable:
        value = "npt.ArrayLike" if kind.startswith("npt.") else kind
        lines += [f"    @{name}.setter", f"    def {name}(self, value: {value}) -> None: ..."]
    return lines


def field(name, dtype, text):
    """A field of a table: text is `name: float64 array of shape (nbody, 3)` and what it is."""
    shape, _, doc = text.partition(": ")[2].partition("\n\n")
    if dtype == "bytes":
        shape = shape.replace("bytes array", "characters")
        return attribute(name, "bytes", f"{doc}\n\n{shape}", settable=False)
    doc = f"{doc}\n\n{shape}"
    if "array of shape" in shape:
        return attribute(name, array(dtype), doc)
    settable = name != "signature"
    return attribute(name, SCALARS.get(dtype, "int"), doc, settable)


def indent(lines):
    return ["    " + line if line else "" for line in lines]


def enums():
    out = []
    for name, doc, constants in _core._enums():
        out += ["", f"class {name}(enum.IntEnum):", f'    """{doc}"""', ""]
        out += [f"    {constant} = {value}" for constant, value in constants]
    return out


def constants():
    out = [""]
    for name in sorted(vars(ferrodyn)):
        value = getattr(ferrodyn, name)
        if name.startswith("mj") and isinstance(value, (int, float)):
            out.append(f"{name}: Final[{type(value).__name__}]")
        elif name.startswith("mj") and isinstance(value, tuple):
            inner = "tuple[str, ...]" if isinstance(value[0], tuple) else "str"
            out.append(f"{name}: Final[tuple[{inner}, ...]]")
    return out


def kinds(letters):
    """The types that letters stand for."""
    out, optional = [], ""
    for letter in letters:
        if letter == "N":
            optional = " | None"
        else:
            out.append(KINDS[letter] + optional)
            optional = ""
    return out


def functions():
    out = []
    for name, letters in (FUNCTIONS_ON_DATA | UTILITIES).items():
        function = getattr(_core, name)
        parameters, _, result = letters.partition(">")
        names = inspect.signature(function).parameters
        types = zip(names, kinds(parameters), strict=True)
        returns = kinds(result)[0] if result else "None"
        lines = [f"{parameter}: {kind}{default(names[parameter])}" for parameter, kind in types]
        doc = function.__doc__.strip().split("\n")
        out += ["", *wrapped(name, lines, returns)]
        quotes = '"""'
        if len(doc) == 1:
            out += [f"    {quotes}{doc[0]}{quotes}"]
        else:
            out += indent([quotes + doc[0], *doc[1:], quotes])
    return out


def default(parameter):
    return "" if parameter.default is parameter.empty else f" = {parameter.default}"


# annotations of functions written in Python, where they are not names of the stubs
ANNOTATIONS = {
    "object": "npt.ArrayLike",
    "np.ndarray": "npt.NDArray[Any]",
    "np.ndarray | None": "npt.NDArray[Any] | None",
    "_Cache": "Any",
}


def written_in_python():
    """Functions and plain classes of the modules written in Python."""
    out = []
    mirror = _mujoco
    modules = (
        mirror.io, mirror.plugin, mirror.print, mirror.camera, mirror.interact, mirror.scene,
        _solver, mirror.render, mirror.render_text,
    )  # fmt: skip
    for module in modules:
        for name in module.__all__:
            if name in ("Plugin", "SolverSummary"):
                out.append({"Plugin": PLUGIN, "SolverSummary": SUMMARY}[name].rstrip())
                continue
            value = getattr(module, name)
            doc = f'    """{value.__doc__}"""'
            if inspect.isfunction(value):
                signature = inspect.signature(value)
                out += ["", *wrapped(name, parameters(signature), annotation(signature)), doc]
            elif isinstance(value, type) and issubclass(value, Exception):
                out += ["", f"class {name}(Exception):", doc]
            elif value.__module__ == "ferrodyn" and name == value.__name__:
                out += whole_class(value)
            else:
                out += ["", f"{name}: TypeAlias = MjVisual.{value.__name__}"]
    return out + whole_class(gl_context.GLContext) + whole_class(renderer.Renderer)


def whole_class(cls):
    """A class with its public methods and properties."""
    out = ["", f"class {cls.__name__}:", *indent(quoted(cls))]
    out += indent([f"{name}: {kind}" for name, kind in vars(cls).get("__annotations__", {}).items()])
    shown = ("__init__", "__enter__", "__exit__")
    for name, member in vars(cls).items():
        if name.startswith("_") and name not in shown:
            continue
        if isinstance(member, property):
            result = annotation(inspect.signature(member.fget))
            out += ["", "    @property", f"    def {name}(self) -> {result}:"]
            out += indent(indent(quoted(member)))
        elif inspect.isfunction(member):
            signature = inspect.signature(member)
            lines = wrapped(name, method_parameters(signature), annotation(signature))
            body = quoted(member) if member.__doc__ else ["..."]
            out += ["", *indent(lines), *indent(indent(body))]
    return out


def quoted(thing):
    """A docstring, as lines."""
    first, *more = inspect.cleandoc(thing.__doc__).split("\n")
    quotes = '"""'
    return [quotes + first, *more, quotes] if more else [quotes + first + quotes]


def method_parameters(signature):
    """Parameters of a method: what is after a star can only be named."""
    out, named = [], False
    for p in signature.parameters.values():
        if p.kind is inspect.Parameter.KEYWORD_ONLY and not named:
            out.append("*")
            named = True
        star = "*" if p.kind is inspect.Parameter.VAR_POSITIONAL else ""
        kind = "" if p.name == "self" else f": {ANNOTATIONS.get(p.annotation, p.annotation)}"
        out.append(f"{star}{p.name}{kind}{'' if p.default is p.empty else ' = ...'}")
    return out


def annotation(signature):
    return ANNOTATIONS.get(signature.return_annotation, signature.return_annotation)


def parameters(signature):
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    return [
        f"{stars.get(p.kind, '')}{p.name}: {ANNOTATIONS.get(p.annotation, p.annotation)}"
        f"{default(p)}"
        for p in signature.parameters.values()
    ]


def structs():
    """Plain data types."""
    arguments = {
        "MjrRect": "self, left: int, bottom: int, width: int, height: int",
        "MjvScene": "self, model: MjModel | None = None, maxgeom: int | None = None",
    }
    parts = {"geoms": "MjvGeom", "lights": "MjvLight", "camera": "MjvGLCamera"}
    out = []
    for name in _mujoco.visual_types.__all__:
        cls = getattr(_mujoco.visual_types, name)
        out += ["", f"class {name}:", f'    """{cls.__doc__}"""', ""]
        out += [f"    def __init__({arguments.get(name, 'self')}) -> None: ..."]
        for member in cls._default.dtype.names:
            dtype, doc = cls._default.dtype[member], getattr(cls, member).__doc__
            kind = array(dtype.base) if dtype.shape else SCALARS.get(str(dtype), "int")
            if dtype.base.kind == "S":
                kind = "npt.NDArray[np.bytes_]" if dtype.shape else "str"
            out += attribute(member, kind, doc)
        if name == "MjvScene":
            for member, item in parts.items():
                out += attribute(member, f"tuple[{item}, ...]", "all there is room for", False)
            for member, values in cls()._more.items():
                out += attribute(member, array(values.dtype), "array")
    return out


def wrapped(name, parameters, returns):
    line = f"def {name}({', '.join(parameters)}) -> {returns}:"
    if len(line) <= 100:
        return [line]
    return [f"def {name}(", *(f"    {p}," for p in parameters), f") -> {returns}:"]


def group(name, fields, doc):
    out = ["", f"class {name}:", f'    """{doc}"""', "", "    def __init__(self) -> None: ..."]
    for row in fields:
        out += field(*row)
    return out


def visual(tables):
    out = ["", "class MjVisual:", '    """Visualization options in groups."""', ""]
    for table, fields in tables.items():
        if table.startswith("MjVisual."):
            name = table.partition(".")[2]
            out += indent(group(name, fields, f"The part `{name.lower()}`.")[1:])
            attr = "global_" if name == "Global" else name.lower()
            out += ["", "    @property", f"    def {attr}(self) -> MjVisual.{name}: ..."]
    return out


def records():
    out = []
    for mj, members in _core._records():
        name = "Mj" + mj[2:]
        out += ["", f"class {name}:", f'    """One `{mj}`."""', ""]
        out += ["    def __init__(self) -> None: ..."]
        for member, dtype, scalar, doc in members:
            kind = SCALARS.get(dtype, "int") if scalar else array(dtype)
            out += attribute(member, kind, doc)
        out += ["", f"class _{name}List:", f'    """All `{mj}` of the data."""', ""]
        out += ["    def __len__(self) -> int: ...", "    @overload"]
        out += [f"    def __getitem__(self, index: int) -> {name}: ...", "    @overload"]
        out += [f"    def __getitem__(self, index: slice) -> _{name}List: ..."]
        for member, dtype, _, doc in members:
            out += attribute(member, array(dtype), doc + "\n\none entry per record")
    return out


def views(tables):
    """Classes of named views, and the methods that return them."""
    dtypes = {t: {name: dtype for name, dtype, _ in tables[t]} for t in ("MjModel", "MjData")}
    counted = _mujoco.named._counted_fields()
    classes, methods = [], {"MjModel": [], "MjData": []}
    for kind, (names, _, _, data_prefix) in _mujoco.named.KINDS.items():
        for table in ("MjModel", "MjData") if data_prefix else ("MjModel",):
            view = _mujoco.named._view_class(kind, table, counted)
            fields = _mujoco.named.fields_of(kind, table, counted)
            classes += ["", f"class {view.__name__}:", f'    """One {names[-1]}."""', ""]
            classes += ["    id: Final[int]", "    name: Final[str]"]
            for name in view._attributes:
                dtype = dtypes[table].get(fields[name][0]) if name in fields else "float64"
                settable = getattr(view, name).fset is not None
                doc = getattr(view, name).__doc__
                classes += attribute(name, array(dtype), doc, settable)
            for name in names:
                if not (table == "MjModel" and name == "ten"):
                    arguments = "self, name_or_id: str | int"
                    methods[table].append(f"    def {name}({arguments}) -> {view.__name__}: ...")
    return classes, methods


def stubs():
    tables = dict(_core._tables())
    view_classes, methods = views(tables)
    out = [HEAD.rstrip(), *enums(), *constants(), FUNCTIONS.rstrip(), *functions()]
    out += [*spec_classes(), LIMITS.rstrip(), MODEL.rstrip()]
    for name in _core._sizes():
        doc = getattr(ferrodyn.MjModel, name).__doc__.partition("\n\n")[2]
        out += attribute(name, "int", doc, settable=False)
    for row in tables["MjModel"]:
        out += field(*row)
    out += [*methods["MjModel"], DATA.rstrip()]
    for row in tables["MjData"]:
        if not row[1].startswith("mj"):
            out += field(*row)
    out += methods["MjData"]
    out += group("MjOption", tables["MjOption"], "Physics options.")
    out += group("MjStatistic", tables["MjStatistic"], "Statistics of a model.")
    out += [*visual(tables), *records(), *view_classes, *structs(), *written_in_python()]
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    text = stubs()
    if "--check" in sys.argv:
        sys.exit(
            0 if TARGET.read_text() == text else "the stubs are not current: run make_stubs.py"
        )
    TARGET.write_text(text)
