"""How much a model may ask for before it is refused."""

from __future__ import annotations

import dataclasses
from typing import Any

from ferrodyn import _core

_USUAL = {name: usual for name, usual, _ in _core._limits()}
_UNTRUSTED = {name: untrusted for name, _, untrusted in _core._limits()}


def _limit(name: str, doc: str) -> Any:
    default = _USUAL[name]
    default = default if name == "time" else int(default)
    return dataclasses.field(default=default, metadata={"doc": doc})


@dataclasses.dataclass(frozen=True, kw_only=True)
class Limits:
    """How much a model may ask for; a file that asks for more is refused with the limit's name.

    Limits that are not given have their defaults; ``Limits.untrusted()`` has those for files from
    strangers, and ``dataclasses.replace`` changes some of them.
    """

    depth: int = _limit("depth", "Elements inside each other, includes counted.")
    nodes: int = _limit("nodes", "Elements and attributes of all files together.")
    files: int = _limit("files", "Files: included ones, and models to attach.")
    include_depth: int = _limit("include_depth", "Includes, or models, inside each other.")
    bytes: int = _limit("bytes", "Bytes of the text of all files together.")
    replicas: int = _limit("replicas", "Elements made by <replicate> and <attach>.")
    spec_bytes: int = _limit("spec_bytes", "Bytes of the description, before it is compiled.")
    asset_bytes: int = _limit("asset_bytes", "Bytes of asset files and of what they decode to.")
    mesh_vertices: int = _limit("mesh_vertices", "Vertices of all meshes.")
    model_bytes: int = _limit("model_bytes", "Bytes of the model, and of its data.")
    threads: int = _limit("threads", "Threads that compile assets; 0 for as many as cores.")
    time: float = _limit("time", "Seconds to read, and as many to compile.")
    confined: bool = False
    """Without ``roots``, read nothing outside the directory of the model; for text, nothing."""

    @classmethod
    def untrusted(cls, **changes: float) -> Limits:
        """Limits for files from strangers, some of them changed."""
        kept = {n: v if n == "time" else int(v) for n, v in _UNTRUSTED.items()}
        values: dict[str, Any] = {**kept, "confined": True, **changes}
        return cls(**values)


def resolve_limits(limits: Limits | dict[str, float] | str | None) -> Limits:
    """Limits given by the name of a preset, as an object or as a dictionary."""
    if isinstance(limits, Limits):
        return limits
    if limits is None or limits == "default":
        return Limits()
    if limits == "untrusted":
        return Limits.untrusted()
    if isinstance(limits, dict):
        unknown = set(limits) - {field.name for field in dataclasses.fields(Limits)}
        if not unknown:
            values: dict[str, Any] = limits
            return Limits(**values)
        raise ValueError(f"there is no limit {min(unknown)!r}")
    raise ValueError(f'there are no limits {limits!r}: use "default", "untrusted", a Limits or a dict')


Limits.__module__ = "ferrodyn"
__all__ = ["Limits"]
