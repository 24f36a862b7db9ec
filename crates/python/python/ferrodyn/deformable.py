"""Deformable bodies by what they are made of: sheets, blocks and chains of a material.

They are added to a spec, as flexes and bodies that step, touch and rest as everything else does::

    spec = ferrodyn.MjSpec()
    cushion = deformable.SoftBody.foam("cushion", pos=[0, 0, 0.1])
    spec.option.timestep = cushion.longest_step().seconds
    cushion.add_to(spec.worldbody)
    model = spec.compile()

A body that is added to a spec with a longer time step than it bears is an error. What to do is then up to you:
take the time step of ``longest_step``, which says what limits it, or a softer material from ``soften_to`` (for
chains more damping, from ``damp_to``), or constraints that keep the edges of a cloth, from ``edge_constraints``.

Skins that follow bodies are computed by ``skin_surface``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar

import numpy as np
from numpy import typing as npt

from ferrodyn import MjData, MjModel, MjsBody, _core
from ferrodyn._core import _spec as _native

__all__ = [
    "CapsuleChain",
    "Cloth",
    "LongestStep",
    "Material",
    "SkinSurface",
    "SoftBody",
    "skin_surface",
]

_Body = TypeVar("_Body", "Cloth", "SoftBody", "CapsuleChain")


@dataclass(frozen=True)
class Material:
    """An isotropic elastic material.

    The presets are round figures from handbooks: ``Material.FOAM``, or ``Material.PRESETS["foam"]``.
    """

    young: float
    """Young's modulus: stress for each unit of stretch; Pa."""
    poisson: float
    """Poisson's ratio: how much it thins for each unit of stretch, from 0 to below 0.5."""
    density: float
    """Mass of a volume; kg/m^3."""
    friction: float
    """Coefficient of sliding friction, as of a geom."""
    damping: float
    """Damping for each unit of stiffness; s. Flexes get less where it would decide the time step."""

    PRESETS: ClassVar[dict[str, Material]]
    RUBBER: ClassVar[Material]
    CLOTH: ClassVar[Material]
    SOFT_TISSUE: ClassVar[Material]
    MUSCLE: ClassVar[Material]
    CARTILAGE: ClassVar[Material]
    GELATIN: ClassVar[Material]
    FOAM: ClassVar[Material]
    LEATHER: ClassVar[Material]
    ROPE: ClassVar[Material]
    STEEL_CABLE: ClassVar[Material]
    TENDON: ClassVar[Material]
    PAPER: ClassVar[Material]
    FLEXIBLE_PLASTIC: ClassVar[Material]
    SOFT_WOOD: ClassVar[Material]

    @property
    def shear_modulus(self) -> float:
        """Stress for each unit of shear; Pa."""
        return self.young / (2 * (1 + self.poisson))

    @property
    def bulk_modulus(self) -> float:
        """Pressure for each unit of lost volume; Pa."""
        return self.young / (3 * (1 - 2 * self.poisson))

    @property
    def wave_speed(self) -> float:
        """Speed of waves that compress a large body of it; m/s."""
        return float(np.sqrt((self.bulk_modulus + 4 / 3 * self.shear_modulus) / self.density))


Material.PRESETS = {name: Material(*numbers) for name, numbers in _native.materials()}
for _name, _material in Material.PRESETS.items():
    setattr(Material, _name.upper(), _material)


class LongestStep(NamedTuple):
    """The longest time step of a body; as text, it says why."""

    seconds: float
    """The step."""
    limit: str
    """What limits it: ``stretch``, ``bend``, ``twist``, ``weight``, ``swing`` or ``contact``."""
    undamped: float
    """What it would be without damping; s."""
    damping: float
    """The damping for each unit of stiffness that the body gets, at most that of its material; s."""
    text: str
    """All of it in words."""

    def __str__(self) -> str:
        return self.text


# what presets of chains set besides the material
_CHAIN = ["radius", "length", "joint_damping"]


def _preset(cls: type[_Body], kind: str, preset: str, name: str, names: Sequence[str], changes: dict[str, Any]) -> _Body:
    """A body of a preset; `names` are those of what it sets besides the material."""
    material, numbers = _native.preset(kind, preset)
    return cls(name, **{"material": Material(*material), **dict(zip(names, numbers, strict=True)), **changes})


def _fitted(body: _Body, kind: str, timestep: float) -> tuple[_Body, float]:
    young, left = _native.fit_to(kind, body, timestep)
    return replace(body, material=replace(body.material, young=young)), left


def _add(body: object, kind: str, parent: MjsBody) -> None:
    if not isinstance(parent, MjsBody):
        raise TypeError(f"a deformable body is added to an MjsBody, not {type(parent).__name__}")
    element: Any = parent
    _native.add_deformable(element._cell, element._id, kind, body)


@dataclass(frozen=True)
class Cloth:
    """A rectangular sheet that resists stretching and bending as a thin plate of its material does.

    It lies in the plane of x and y, centered at ``pos``. Each point has a body ``<name>_<i>``, counted along y
    first. Presets: ``cotton``, ``silk``, ``leather``, ``rubber``, ``paper``, ``membrane``.
    """

    name: str
    """Name of the flex, and beginning of the names of its bodies."""
    material: Material
    """What it is made of."""
    thickness: float
    """Thickness of the sheet; m. Contacts begin half of it away from the middle."""
    count: Sequence[int] = (10, 10)
    """Points along x and y."""
    spacing: float = 0.02
    """Distance of points; m."""
    pos: Sequence[float] = (0.0, 0.0, 0.0)
    """Center, in the body it is added to; m."""
    quat: Sequence[float] = (1.0, 0.0, 0.0, 0.0)
    """Orientation, in the body it is added to."""
    pins: Sequence[Sequence[int]] = ()
    """Points that stay where they are, by their places along x and y."""
    drag: float | None = None
    """What the air takes of velocities; 1/s. By default it falls flat as fast as such a sheet does in air."""
    edges: Sequence[float] | None = None
    """Time constant (s) and damping ratio of constraints that keep the length of edges."""

    @classmethod
    def cotton(cls, name: str, **changes: Any) -> Cloth:
        """A cotton shirt; further arguments are fields."""
        return _preset(cls, "cloth", "cotton", name, ["thickness"], changes)

    @classmethod
    def silk(cls, name: str, **changes: Any) -> Cloth:
        """A silk scarf, lighter and smoother; further arguments are fields."""
        return _preset(cls, "cloth", "silk", name, ["thickness"], changes)

    @classmethod
    def leather(cls, name: str, **changes: Any) -> Cloth:
        """A piece of leather; further arguments are fields."""
        return _preset(cls, "cloth", "leather", name, ["thickness"], changes)

    @classmethod
    def rubber(cls, name: str, **changes: Any) -> Cloth:
        """A rubber sheet; further arguments are fields."""
        return _preset(cls, "cloth", "rubber", name, ["thickness"], changes)

    @classmethod
    def paper(cls, name: str, **changes: Any) -> Cloth:
        """A sheet of paper; further arguments are fields."""
        return _preset(cls, "cloth", "paper", name, ["thickness"], changes)

    @classmethod
    def membrane(cls, name: str, **changes: Any) -> Cloth:
        """The skin of a balloon; further arguments are fields."""
        return _preset(cls, "cloth", "membrane", name, ["thickness"], changes)

    def edge_constraints(self, time_constant: float, damping_ratio: float = 1.0) -> Cloth:
        """The same sheet with constraints that keep the length of edges in the place of elasticity, which leaves
        bending to it: steps of milliseconds are stable. The time constant (s) should be two steps or more."""
        return replace(self, edges=(time_constant, damping_ratio))

    def longest_step(self) -> LongestStep:
        """The longest time step with which it is stable, and what limits that."""
        return LongestStep(*_native.longest_step("cloth", self, None))

    def soften_to(self, timestep: float) -> tuple[Cloth, float]:
        """The same sheet of a softer material if the time step needs that, and the share of Young's modulus that
        is left.

        Raises ValueError if no material bears the step: contacts allow 10 ms, edge constraints half their time constant."""
        return _fitted(self, "cloth", timestep)

    def add_to(self, body: MjsBody) -> None:
        """Adds it to a spec, in a body of it.

        Raises ValueError if the time step of the spec is too long or a number makes no sense."""
        _add(self, "cloth", body)


@dataclass(frozen=True)
class SoftBody:
    """A rectangular block of tetrahedra that keeps its shape and volume as its material does.

    Presets: ``rubber``, ``gelatin``, ``soft_tissue``, ``muscle``, ``foam``, ``stiff``.
    """

    name: str
    """Name of the flex, and beginning of the names of its bodies."""
    material: Material
    """What it is made of."""
    count: Sequence[int] = (5, 5, 5)
    """Points along each axis."""
    spacing: float = 0.04
    """Distance of points; m."""
    radius: float = 0.002
    """Radius around vertices at which contacts begin; m."""
    dof: Literal["full", "trilinear", "quadratic"] = "full"
    """Which bodies move its points: one at each, or those of one cell around all."""
    pos: Sequence[float] = (0.0, 0.0, 0.0)
    """Center, in the body it is added to; m."""
    quat: Sequence[float] = (1.0, 0.0, 0.0, 0.0)
    """Orientation, in the body it is added to."""
    pins: Sequence[Sequence[int]] = ()
    """Points that stay where they are, by their places along each axis."""

    @classmethod
    def rubber(cls, name: str, **changes: Any) -> SoftBody:
        """A block of rubber; further arguments are fields."""
        return _preset(cls, "soft_body", "rubber", name, [], changes)

    @classmethod
    def gelatin(cls, name: str, **changes: Any) -> SoftBody:
        """A block of table jelly; further arguments are fields."""
        return _preset(cls, "soft_body", "gelatin", name, [], changes)

    @classmethod
    def soft_tissue(cls, name: str, **changes: Any) -> SoftBody:
        """A piece of fat and skin; further arguments are fields."""
        return _preset(cls, "soft_body", "soft_tissue", name, [], changes)

    @classmethod
    def muscle(cls, name: str, **changes: Any) -> SoftBody:
        """A piece of muscle; further arguments are fields."""
        return _preset(cls, "soft_body", "muscle", name, [], changes)

    @classmethod
    def foam(cls, name: str, **changes: Any) -> SoftBody:
        """A cushion; further arguments are fields."""
        return _preset(cls, "soft_body", "foam", name, [], changes)

    @classmethod
    def stiff(cls, name: str, **changes: Any) -> SoftBody:
        """A block that hardly yields; further arguments are fields."""
        return _preset(cls, "soft_body", "stiff", name, [], changes)

    def longest_step(self, integrator: int | None = None) -> LongestStep:
        """The longest time step with which it is stable, and what limits that. ``implicit`` and ``implicitfast``
        know the stiffness of the corners of a cell (``dof``), other integrators do not."""
        number = None if integrator is None else int(integrator)
        return LongestStep(*_native.longest_step("soft_body", self, number))

    def soften_to(self, timestep: float) -> tuple[SoftBody, float]:
        """The same block of a softer material if the time step needs that, and the share of Young's modulus that
        is left.

        Raises ValueError if no material bears the step: contacts allow 10 ms."""
        return _fitted(self, "soft_body", timestep)

    def add_to(self, body: MjsBody) -> None:
        """Adds it to a spec, in a body of it.

        Raises ValueError if the time step of the spec is too long or a number makes no sense."""
        _add(self, "soft_body", body)


@dataclass(frozen=True)
class CapsuleChain:
    """Capsules in a row that resist bending and twisting as a rod of their material does, and do not stretch.

    It lies along x and begins at ``pos``. Links are bodies ``<name>B_first``, ``<name>B_1``, ...
    ``<name>B_last``. Presets: ``rope``, ``steel_cable``, ``soft_cable``, ``hair``, ``chain``.
    """

    name: str
    """Beginning of the names of its bodies."""
    material: Material
    """What it is made of."""
    radius: float
    """Radius of the links; m."""
    links: int = 20
    """Number of links."""
    length: float = 1.0
    """Length of all links together; m."""
    joint_damping: float = 0.0
    """Damping of each joint besides that of the material, such as friction between links; N m s."""
    start: Literal["hinged", "clamped", "free"] = "hinged"
    """How the first link is held."""
    pos: Sequence[float] = (0.0, 0.0, 0.0)
    """The beginning, in the body it is added to; m."""
    quat: Sequence[float] = (1.0, 0.0, 0.0, 0.0)
    """Orientation, in the body it is added to."""

    @classmethod
    def rope(cls, name: str, **changes: Any) -> CapsuleChain:
        """A climbing rope; further arguments are fields."""
        return _preset(cls, "chain", "rope", name, _CHAIN, changes)

    @classmethod
    def steel_cable(cls, name: str, **changes: Any) -> CapsuleChain:
        """A steel cable; further arguments are fields."""
        return _preset(cls, "chain", "steel_cable", name, _CHAIN, changes)

    @classmethod
    def soft_cable(cls, name: str, **changes: Any) -> CapsuleChain:
        """The cord of a headphone, strands in a sheath; further arguments are fields."""
        return _preset(cls, "chain", "soft_cable", name, _CHAIN, changes)

    @classmethod
    def hair(cls, name: str, **changes: Any) -> CapsuleChain:
        """A strand of hair; further arguments are fields."""
        return _preset(cls, "chain", "hair", name, _CHAIN, changes)

    @classmethod
    def chain(cls, name: str, **changes: Any) -> CapsuleChain:
        """A chain, whose links resist bending by friction only; further arguments are fields."""
        return _preset(cls, "chain", "chain", name, _CHAIN, changes)

    def longest_step(self) -> LongestStep:
        """The longest time step with which it is stable, and what limits that: at rest, on the ground, and while it
        swings after it was held at one end and let go from the horizontal.

        What is thrown faster, or falls from upright, may need a shorter one."""
        return LongestStep(*_native.longest_step("chain", self, None))

    def damp_to(self, timestep: float) -> tuple[CapsuleChain, float]:
        """The same chain of a material that damps more if the time step needs that, and its damping in seconds.

        A chain that does not resist bending gets a larger ``joint_damping`` instead."""
        damping, joint_damping = _native.fit_to("chain", self, timestep)
        material = replace(self.material, damping=damping)
        return replace(self, material=material, joint_damping=joint_damping), damping

    def add_to(self, body: MjsBody) -> None:
        """Adds it to a spec, in a body of it.

        Raises ValueError if the time step of the spec is too long or a number makes no sense."""
        _add(self, "chain", body)


class SkinSurface(NamedTuple):
    """The surface of a skin in world coordinates."""

    vert: npt.NDArray[np.float32]
    """Positions of vertices; m."""
    normal: npt.NDArray[np.float32]
    """Unit normals at vertices."""


def skin_surface(
    model: MjModel,
    data: MjData,
    skin: int | str,
    method: Literal["linear_blend", "dual_quaternion"] = "linear_blend",
) -> SkinSurface:
    """The surface of a skin, by id or name, where the bodies of the data are.

    ``linear_blend`` takes the mean of the places to which bones take a vertex, as MuJoCo draws skins;
    ``dual_quaternion`` the mean of their motions, which keeps the thickness of what twists. Poses are those of
    the last call that computed them, such as ``mj_forward`` or ``mj_kinematics``."""
    if method not in ("linear_blend", "dual_quaternion"):
        raise ValueError(f"method is 'linear_blend' or 'dual_quaternion', not {method!r}")
    number = model.skin(skin).id if isinstance(skin, str) else int(skin)
    if number < 0:
        raise ValueError(f"there is no skin {number}")
    return SkinSurface(*_core._skin_surface(model, data, number, method == "dual_quaternion"))
