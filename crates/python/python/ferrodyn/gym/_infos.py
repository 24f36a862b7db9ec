"""Infos of a batch, in the form of Gymnasium's vector environments.

Each key has an array with an entry per environment, and a mask ``_key`` that says which of them
gave it. Entries of the others are zero.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy import typing as npt

if TYPE_CHECKING:
    from ferrodyn.gym._observations import Observations

Infos = dict[str, Any]
Array = npt.NDArray[Any]
Mask = npt.NDArray[np.bool_]


def add_infos(infos: Infos, values: dict[str, Array], mask: Mask) -> None:
    """Adds the entries of the environments in the mask; copies, since values may be live."""
    if not mask.any():
        return
    everywhere = bool(mask.all())
    for key, value in values.items():
        if everywhere:
            infos[key], infos[f"_{key}"] = np.array(value), mask.copy()
            continue
        if key not in infos:
            nothing = None if value.dtype == object else 0
            infos[key] = np.full(value.shape, nothing, value.dtype)
            infos[f"_{key}"] = np.zeros_like(mask)
        infos[key][mask] = value[mask]
        infos[f"_{key}"] |= mask


def final_infos(observations: Observations, last: Infos, ended: Mask) -> Infos:
    """Infos of a step after which some environments start again at once.

    What these saw last is in ``final_obs``, what they said in ``final_info``.
    """
    seen = np.full(len(ended), None, dtype=object)
    for i in np.flatnonzero(ended):
        seen[i] = observations.of(int(i))
    infos: Infos = {"final_obs": seen, "_final_obs": ended.copy()}
    return infos | {"final_info": last, "_final_info": ended.copy()}
