"""Types of MuJoCo's visualizer that hold data only: cameras, options, geoms of a scene, figures."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ferrodyn._core import (
    MjModel,
    _mjv_sceneArrays,
    mjMAXLIGHT,
    mjMAXLINE,
    mjMAXLINEPNT,
    mjNGROUP,
    mju_Halton,
)
from ferrodyn._mujoco.enums import mjtGeom, mjtRndFlag, mjtVisFlag
from ferrodyn._mujoco.strings import mjRNDSTRING, mjVISSTRING
from ferrodyn._mujoco.struct import integer, struct

_GROUPS = [1, 1, 1, 0, 0, 0]
assert len(_GROUPS) == mjNGROUP
_VIS_FLAGS = [int(default) for _, default, _ in mjVISSTRING]
_RND_FLAGS = [int(default) for _, default, _ in mjRNDSTRING]
assert len(_VIS_FLAGS) == mjtVisFlag.mjNVISFLAG
assert len(_RND_FLAGS) == mjtRndFlag.mjNRNDFLAG

MjLROpt = struct(
    "MjLROpt",
    "How ranges of actuator lengths are found; a new one is all zero, see mj_defaultLROpt.",
    [
        ("mode", "i4", 0),
        ("useexisting", "i4", 0),
        ("uselimit", "i4", 0),
        ("accel", "f8", 0),
        ("maxforce", "f8", 0),
        ("timeconst", "f8", 0),
        ("timestep", "f8", 0),
        ("inttotal", "f8", 0),
        ("interval", "f8", 0),
        ("tolrange", "f8", 0),
    ],
)

MjvCamera = struct(
    "MjvCamera",
    "An abstract camera: free, tracking a body, or one of the model.",
    [
        ("type", "i4", 0),
        ("fixedcamid", "i4", -1),
        ("trackbodyid", "i4", -1),
        ("lookat", "f8", [0] * 3),
        ("distance", "f8", 2),
        ("azimuth", "f8", 90),
        ("elevation", "f8", -45),
        ("orthographic", "i4", 0),
    ],
)

MjvOption = struct(
    "MjvOption",
    "What is shown.",
    [
        ("label", "i4", 0),
        ("frame", "i4", 0),
        ("geomgroup", "u1", _GROUPS),
        ("sitegroup", "u1", _GROUPS),
        ("jointgroup", "u1", _GROUPS),
        ("tendongroup", "u1", _GROUPS),
        ("actuatorgroup", "u1", _GROUPS),
        ("flexgroup", "u1", _GROUPS),
        ("skingroup", "u1", _GROUPS),
        ("flags", "u1", _VIS_FLAGS),
        ("bvh_depth", "i4", 1),
        ("flex_layer", "i4", 0),
    ],
)

MjvPerturb = struct(
    "MjvPerturb",
    "What a user selects and how it is pulled.",
    [
        ("select", "i4", 0),
        ("flexselect", "i4", -1),
        ("skinselect", "i4", -1),
        ("active", "i4", 0),
        ("active2", "i4", 0),
        ("refpos", "f8", [0] * 3),
        ("refquat", "f8", [1, 0, 0, 0]),
        ("refselpos", "f8", [0] * 3),
        ("localpos", "f8", [0] * 3),
        ("localmass", "f8", 0),
        ("scale", "f8", 1),
    ],
)

MjvGLCamera = struct(
    "MjvGLCamera",
    "A camera as a renderer wants it.",
    [
        ("pos", "f4", [0] * 3),
        ("forward", "f4", [0] * 3),
        ("up", "f4", [0] * 3),
        ("frustum_center", "f4", 0),
        ("frustum_width", "f4", 0),
        ("frustum_bottom", "f4", 0),
        ("frustum_top", "f4", 0),
        ("frustum_near", "f4", 0),
        ("frustum_far", "f4", 0),
        ("orthographic", "i4", 0),
    ],
)

MjvGeom = struct(
    "MjvGeom",
    "One shape of a scene.",
    [
        ("type", "i4", int(mjtGeom.mjGEOM_NONE)),
        ("dataid", "i4", -1),
        ("objtype", "i4", 0),
        ("objid", "i4", 0),
        ("category", "i4", 0),
        ("matid", "i4", -1),
        ("texcoord", "i4", 0),
        ("segid", "i4", 0),
        ("size", "f4", [0.1] * 3),
        ("pos", "f4", [0] * 3),
        ("mat", "f4", np.eye(3)),
        ("rgba", "f4", [0.5, 0.5, 0.5, 1]),
        ("emission", "f4", 0),
        ("specular", "f4", 0.5),
        ("shininess", "f4", 0.5),
        ("reflectance", "f4", 0),
        ("label", "S100", b""),
        ("camdist", "f4", 0),
        ("modelrbound", "f4", 0),
        ("transparent", "u1", 0),
    ],
)

MjvLight = struct(
    "MjvLight",
    "One light of a scene.",
    [
        ("id", "i4", 0),
        ("pos", "f4", [0] * 3),
        ("dir", "f4", [0] * 3),
        ("type", "i4", 0),
        ("texid", "i4", 0),
        ("attenuation", "f4", [0] * 3),
        ("cutoff", "f4", 0),
        ("exponent", "f4", 0),
        ("ambient", "f4", [0] * 3),
        ("diffuse", "f4", [0] * 3),
        ("specular", "f4", [0] * 3),
        ("headlight", "u1", 0),
        ("castshadow", "u1", 0),
        ("bulbradius", "f4", 0),
        ("intensity", "f4", 0),
        ("range", "f4", 0),
    ],
)


def _line_colors() -> np.ndarray:
    """Eight named colors, then numbers that spread over the cube of colors."""
    named = [[1, 0.3, 0.3], [0.1, 1, 0.1], [0.3, 0.3, 1], [0.1, 1, 1], [1, 0.2, 1], [1, 1, 0.1],
             [1, 0.6, 0.2], [0.6, 0.7, 0.4]]  # fmt: skip

    low, span = float(np.float32(0.1)), float(np.float32(0.8))
    rest = [
        [low + span * mju_Halton(i, base) for base in (2, 3, 5)]
        for i in range(len(named), mjMAXLINE)
    ]
    return np.array(named + rest, np.float32)


MjvFigure = struct(
    "MjvFigure",
    "A plot of lines.",
    [
        ("flg_legend", "i4", 1),
        ("flg_ticklabel", "i4", [1, 1]),
        ("flg_extend", "i4", 1),
        ("flg_barplot", "i4", 0),
        ("flg_selection", "i4", 0),
        ("flg_symmetric", "i4", 0),
        ("linewidth", "f4", 3),
        ("gridwidth", "f4", 1),
        ("gridsize", "i4", [2, 2]),
        ("gridrgb", "f4", [0.4] * 3),
        ("figurergba", "f4", [0, 0, 0, 1]),
        ("panergba", "f4", [0, 0, 0, 1]),
        ("legendrgba", "f4", [0, 0, 0, 0.3]),
        ("textrgb", "f4", [1] * 3),
        ("linergb", "f4", _line_colors()),
        ("range", "f4", [[0, 1], [0, 1]]),
        ("xformat", "S20", b"%.0f"),
        ("yformat", "S20", b"%.2g"),
        ("minwidth", "S20", b"XXX"),
        ("title", "S1000", b""),
        ("xlabel", "S100", b""),
        ("linename", "S100", [b""] * mjMAXLINE),
        ("legendoffset", "i4", 0),
        ("subplot", "i4", 0),
        ("highlight", "i4", [0, 0]),
        ("highlightid", "i4", -1),
        ("selection", "f4", 0),
        ("linepnt", "i4", [0] * mjMAXLINE),
        ("linedata", "f4", np.zeros((mjMAXLINE, 2 * mjMAXLINEPNT))),
        ("xaxispixel", "i4", [0, 0]),
        ("yaxispixel", "i4", [0, 0]),
        ("xaxisdata", "f4", [0, 0]),
        ("yaxisdata", "f4", [0, 0]),
    ],
)


_RECT = struct(
    "_MjrRect",
    "",
    [("left", "i4", 0), ("bottom", "i4", 0), ("width", "i4", 0), ("height", "i4", 0)],
)


class MjrRect(_RECT):
    """A rectangle of pixels."""

    __slots__ = ()

    def __init__(self, left: int, bottom: int, width: int, height: int) -> None:
        super().__init__()
        self.left, self.bottom, self.width, self.height = left, bottom, width, height


MjrRect.__module__ = "ferrodyn"

_SCENE = struct(
    "_MjvScene",
    "",
    [
        ("maxgeom", "i4", 0),
        ("ngeom", "i4", 0),
        ("nflex", "i4", 0),
        ("flexvertopt", "u1", 0),
        ("flexedgeopt", "u1", 0),
        ("flexfaceopt", "u1", 0),
        ("flexskinopt", "u1", 0),
        ("nskin", "i4", 0),
        ("nlight", "i4", 0),
        ("enabletransform", "u1", 0),
        ("translate", "f4", [0] * 3),
        ("rotate", "f4", [1, 0, 0, 0]),
        ("scale", "f4", 1),
        ("stereo", "i4", 0),
        ("flags", "u1", _RND_FLAGS),
        ("framewidth", "i4", 0),
        ("framergb", "f4", [0] * 3),
        ("status", "i4", 0),
    ],
)


class MjvScene(_SCENE):
    """The shapes, lights and cameras that a renderer draws."""

    __slots__ = ("_cameras", "_geom_list", "_geoms", "_lights", "_more", "camera", "lights")
    _ARRAYS: ClassVar[dict[str, str]] = {
        "flexedgeadr": "i4", "flexedgenum": "i4", "flexvertadr": "i4", "flexvertnum": "i4",
        "flexfaceadr": "i4", "flexfacenum": "i4", "flexfaceused": "i4", "flexedge": "i4",
        "flexvert": "f4", "flexface": "f4", "flexnormal": "f4", "flextexcoord": "f4",
        "skinfacenum": "i4", "skinvertadr": "i4", "skinvertnum": "i4", "skinvert": "f4",
        "skinnormal": "f4",
    }  # fmt: skip

    def __init__(self, model: MjModel | None = None, maxgeom: int | None = None) -> None:
        super().__init__()
        if (model is None) != (maxgeom is None):
            raise TypeError("MjvScene takes a model together with maxgeom, or neither")
        if model is not None and not isinstance(model, MjModel):
            raise TypeError(f"model must be a MjModel, not {type(model).__name__}")
        self.maxgeom = 0 if maxgeom is None else integer(maxgeom)
        if self.maxgeom < 0:
            raise ValueError("maxgeom must not be negative")
        content = {} if model is None else _mjv_sceneArrays(model)
        self._more = {
            name: np.frombuffer(content.get(name, b""), kind).copy()
            for name, kind in self._ARRAYS.items()
        }
        self.nflex, self.nskin = len(self.flexvertadr), len(self.skinvertadr)
        self._allocate()

    def _allocate(self) -> None:
        self._geoms = np.repeat(MjvGeom._default, self.maxgeom)
        self._lights = np.repeat(MjvLight._default, mjMAXLIGHT)
        self._cameras = np.repeat(MjvGLCamera._default, 2)
        self._more["geomorder"] = np.zeros(self.maxgeom, np.int32)
        self._bind()

    def _bind(self) -> None:
        """Objects for the records; those of geoms are made when asked for."""
        self._geom_list: tuple | None = None
        self.lights = tuple(MjvLight._of(self._lights[i : i + 1]) for i in range(mjMAXLIGHT))
        self.camera = tuple(MjvGLCamera._of(self._cameras[i : i + 1]) for i in range(2))

    @property
    def geoms(self) -> tuple:
        """All shapes there is room for; the first ngeom are in use."""
        if self._geom_list is None:
            records = (self._geoms[i : i + 1] for i in range(self.maxgeom))
            self._geom_list = tuple(MjvGeom._of(record) for record in records)
        return self._geom_list

    def __copy__(self) -> MjvScene:
        made = MjvScene._of(self._record.copy())
        made._more = {name: array.copy() for name, array in self._more.items()}
        made._geoms, made._lights = self._geoms.copy(), self._lights.copy()
        made._cameras = self._cameras.copy()
        made._bind()
        return made

    def __reduce__(self) -> tuple:
        parts = (self._record, self._more, self._geoms, self._lights, self._cameras)
        return _read_scene, parts

    def __eq__(self, other: object) -> bool:
        return self is other

    def __repr__(self) -> str:
        return object.__repr__(self)


def _read_scene(record: Any, more: Any, geoms: Any, lights: Any, cameras: Any) -> MjvScene:
    made = MjvScene._of(record)
    made._more, made._geoms, made._lights, made._cameras = more, geoms, lights, cameras
    made._bind()
    return made


def _add_more_arrays() -> None:
    def attribute(name: str) -> property:
        def put(self: MjvScene, value: Any) -> None:
            self._more[name][...] = value

        return property(lambda self: self._more[name], put, doc="array")

    for name in [*MjvScene._ARRAYS, "geomorder"]:
        setattr(MjvScene, name, attribute(name))


_add_more_arrays()
MjvScene.__module__ = "ferrodyn"

__all__ = [
    "MjLROpt",
    "MjrRect",
    "MjvCamera",
    "MjvFigure",
    "MjvGLCamera",
    "MjvGeom",
    "MjvLight",
    "MjvOption",
    "MjvPerturb",
    "MjvScene",
]
