"""Exact derivatives of a step and of inverse dynamics, contacts included.

What `mjd_transitionFD` and `mjd_inverseFD` find by differences, computed: no step size, no contact that appears
within it::

    A, B = derive.transition(model, data)

`A` and `B` are those of `x' = A x + B u` at the state and control that `data` holds, where `x` are displacements of
`qpos` (along its tangents, `nv` of them), `qvel` and `act`.

What has no exact derivative here raises `NotImplementedError` with its name. Contacts that a derivative covers, and
what one means where a step has corners, is on the page "Exact derivatives" of the documentation.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy import typing as npt

from ferrodyn import MjData, MjModel, _core

__all__ = ["InverseTransition", "Transition", "inverse", "transition"]


class Transition(NamedTuple):
    """The matrices of a step: `x' = A x + B u`."""

    A: npt.NDArray[np.float64]
    """The next state by the state, `2 nv + na` squared."""
    B: npt.NDArray[np.float64]
    """The next state by the control, `2 nv + na` by `nu`."""


class InverseTransition(NamedTuple):
    """The matrices of inverse dynamics; a row for each force, a column for each degree of freedom."""

    DfDq: npt.NDArray[np.float64]
    """`qfrc_inverse` by `qpos`, along its tangents."""
    DfDv: npt.NDArray[np.float64]
    """`qfrc_inverse` by `qvel`."""
    DfDa: npt.NDArray[np.float64]
    """`qfrc_inverse` by `qacc`: the inertia, and what active constraints add to it."""


def transition(model: MjModel, data: MjData) -> Transition:
    """The matrices of a step at the state, control and applied forces of `data`.

    The state of `data` stays as it is; what `mj_forward` computes is computed.

    Raises:
        NotImplementedError: if the model or the state has something whose derivative is not there; it is named.
        ValueError: if the solver stopped far from its optimum, or numbers are not finite.
    """
    nx = 2 * model.nv + model.na
    made = Transition(np.zeros((nx, nx)), np.zeros((nx, model.nu)))
    _core._derive_step(model, data, made.A, made.B)
    return made


def inverse(model: MjModel, data: MjData) -> InverseTransition:
    """The matrices of inverse dynamics at the positions, velocities and accelerations of `data`.

    What `mj_inverse` computes is computed. MuJoCo's `mjd_inverseFD` gives the transposed matrices.

    Raises:
        NotImplementedError: if the model or the state has something whose derivative is not there; it is named.
        ValueError: if numbers are not finite.
    """
    made = InverseTransition(*(np.zeros((model.nv, model.nv)) for _ in range(3)))
    _core._derive_inverse(model, data, *made)
    return made
