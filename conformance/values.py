"""What is read from a model and its data for comparing, in the order in which it is computed."""

from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any

import numpy as np

from conformance import tolerances
from conformance.fields import DATA_LEFT_OUT, MODEL_LEFT_OUT, ORDER, SOLVED, STAGE_OF
from conformance.tolerances import Tolerance

# groups of the model's arrays, in the order in which a compiler fills them
MODEL_GROUPS = ("opt", "stat", "names", "body", "jnt", "dof", "tree", "qpos0", "qpos", "geom", "site", "cam", "light",
                "mesh", "hfield", "tex", "mat", "skin", "flex", "flexedge", "flexvert", "pair", "exclude", "eq",
                "tendon", "ten", "wrap", "actuator", "sensor", "plugin", "numeric", "text", "tuple", "key", "name")


def left_out(reasons: dict[str, str]) -> set[str]:
    """The names of a table of reasons."""
    return {name for names in reasons.values() for name in names.split()}


def is_value(value: Any) -> bool:
    """Whether something of a model or data is numbers or a text."""
    if isinstance(value, np.ndarray):
        return value.dtype.kind in "biuf"
    return isinstance(value, (bool, int, float, bytes, str, np.generic))


def read(holder: Any, name: str) -> Any:
    """A field, also of a structure inside ("opt.gravity"); None where it is not there."""
    for part in name.split("."):
        holder = getattr(holder, part, None)
    return holder


def names_of(holder: Any) -> list[str]:
    """The fields of a structure that hold values, also those of structures inside `vis`."""
    return [name for name in dir(holder) if not name.startswith("_") and is_value(getattr(holder, name, None))]


def model_names(model: Any) -> list[str]:
    """The fields of a model that are compared: sizes, then options, then arrays by what they describe."""
    names = names_of(model)
    names += [f"opt.{name}" for name in names_of(model.opt)] + [f"stat.{name}" for name in names_of(model.stat)]
    for part in ("global_", "quality", "headlight", "map", "scale", "rgba"):
        names += [f"vis.{part}.{name}" for name in names_of(getattr(model.vis, part))]

    def place(name: str) -> tuple[int, int, str]:
        group = name.partition(".")[0].partition("_")[0]
        size = isinstance(read(model, name), int) and "." not in name
        return (not size, MODEL_GROUPS.index(group) if group in MODEL_GROUPS else len(MODEL_GROUPS), name)

    skipped = left_out(MODEL_LEFT_OUT)
    return sorted((name for name in names if name not in skipped), key=place)


def model_pairs(reference: Any, got: Any) -> Iterator[tuple[str, Any, Any, Tolerance]]:
    """Every compared field of two models."""
    for name in model_names(reference):
        yield name, read(reference, name), read(got, name), tolerances.MODEL


def data_names(data: Any) -> list[str]:
    """The fields of data that are compared, in the order of the pipeline."""
    skipped = left_out(DATA_LEFT_OUT)
    names = [name for name in names_of(data) if name not in skipped]
    names += [f"contact.{name}" for name in names_of(data.contact)] + ["warning.number"]
    return sorted((name for name in names if name not in skipped), key=lambda name: (ORDER.get(name, len(ORDER)), name))


def data_pairs(engines: tuple[ModuleType, ModuleType], models: tuple[Any, Any], datas: tuple[Any, Any],
               fields: Iterable[str] = ()) -> Iterator[tuple[str, Any, Any, Tolerance]]:
    """These fields of two data, MuJoCo's first; all that are compared if none are given."""
    unset = unset_fields(engines[0], models[0], datas[0])
    for name in fields or data_names(datas[0]):
        if name not in unset:
            values = (data_value(engine, model, data, name) for engine, model, data in zip(engines, models, datas))
            yield name, *values, tolerance_of(name)


def data_value(engine: ModuleType, model: Any, data: Any, name: str) -> Any:
    """A field of data, the constraint Jacobian as a dense matrix."""
    return dense_jacobian(engine, model, data) if name == "efc_J" else read(data, name)


def tolerance_of(name: str) -> Tolerance:
    """The tolerance of a field of the data."""
    if name.startswith("contact."):
        return tolerances.CONTACT
    return tolerances.SOLVED if name in SOLVED else tolerances.SMOOTH


def dense_jacobian(engine: ModuleType, model: Any, data: Any) -> np.ndarray:
    """The constraint Jacobian, a row per constraint, whichever way it is stored."""
    values = np.asarray(data.efc_J).ravel()
    if not engine.mj_isSparse(model):
        return values[:data.nefc * model.nv].reshape(data.nefc, model.nv)
    dense = np.zeros((data.nefc, model.nv))
    counts = np.asarray(data.efc_J_rownnz)[:data.nefc]
    rows = np.repeat(np.arange(data.nefc), counts)
    # entries of a row follow each other from the row's address
    entries = np.repeat(np.asarray(data.efc_J_rowadr)[:data.nefc] - np.cumsum(counts) + counts, counts)
    entries = entries + np.arange(len(entries))
    dense[rows, np.asarray(data.efc_J_colind)[entries]] = values[entries]
    return dense


def unset_fields(mujoco: ModuleType, model: Any, data: Any) -> set[str]:
    """Fields whose memory MuJoCo does not write in this state."""
    unset: set[str] = set()
    if not data.nisland:
        unset |= {name for name, stage in STAGE_OF.items() if stage == "islands" and name != "nisland"}
    if not data.nefc:
        unset.add("tendon_efcadr")
    if data.nisland and model.opt.disableflags & int(mujoco.mjtDisableBit.mjDSBL_WARMSTART):
        # with islands, only the warm start writes it
        unset.add("efc_state")
    if model.opt.enableflags & int(mujoco.mjtEnableBit.mjENBL_SLEEP):
        # rows of those asleep
        unset.add("efc_state")
        if data.ntree_awake < model.ntree:
            unset.add("efc_force")
    return unset
