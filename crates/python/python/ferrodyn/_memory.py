"""How much memory a step may take for contacts, rows of constraints and solvers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrodyn import _core

if TYPE_CHECKING:
    from ferrodyn import MjData


def memory_limit(d: MjData) -> int:
    """How many bytes a step may take for contacts, rows of constraints and solvers: 512 MiB if not set."""
    return _core._memory_limit(d)


def set_memory_limit(d: MjData, nbytes: int) -> None:
    """Sets how many bytes a step may take, whatever the model says; memory is taken only when a step needs it.

    Contacts and rows that do not fit are left out, with a warning. Copies of the data have the limit too;
    data from a file has not.
    """
    _core._set_memory_limit(d, nbytes)


memory_limit.__module__ = set_memory_limit.__module__ = "ferrodyn"
__all__ = ["memory_limit", "set_memory_limit"]
