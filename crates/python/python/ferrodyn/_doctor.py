"""What is wrong with a model."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import Any

from ferrodyn import _core

__all__ = ["doctor"]


def doctor(model: Any, runs: bool = True, budget: float = 10.0, allow: Sequence[str] = ()) -> dict[str, Any]:
    """Finds out what is wrong with a model, as the command ``ferrodyn doctor`` does.

    Args:
        model: An `MjModel`, with the numbers that it has now, an `MjSpec`, or the path of a file.
        runs: Whether to simulate it for a short while; without, formulas on the model alone, in milliseconds.
        budget: Seconds that all may take; what does not fit is in `not_run`.
        allow: Findings that are meant: a check, then names of objects, such as ``"start_inside base shoulder"``.

    Returns:
        `findings`, warnings first, each with `check`, `severity` (warning or note), `elements`, `message`, `help`,
        `value`, `threshold`, `unit`, `numbers` and, where the model knows the text that it was compiled from, `file`, `line`,
        `column`; `facts` that were measured; `allowed`, how many findings are meant; `not_run`; `seconds`.

    Raises:
        ValueError: If the model cannot be loaded, a check is unknown, or the budget is no number of seconds.
    """
    from ferrodyn import MjModel, MjSpec

    if isinstance(model, (str, os.PathLike)):
        model = MjModel.from_xml_path(os.fspath(model))
    elif isinstance(model, MjSpec):
        model = model.compile()
    if isinstance(allow, str):
        raise TypeError(f"allow is a list of texts, not the text {allow!r}")
    return json.loads(_core._doctor(model, runs, budget, list(allow)))
