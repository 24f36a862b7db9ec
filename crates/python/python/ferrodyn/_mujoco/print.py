"""Models, data and scenes as text files, in the layout of MuJoCo's ``mj_printModel`` and the like.

What is printed follows from the field tables: every number of every object of a model, and the
arrays of the data in the order in which the pipeline computes them. Sizes of memory are those of
this package, and arrays that exist for islands only inside the solver are left out.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator

import numpy as np

from ferrodyn import _core
from ferrodyn._core import FatalError, MjData, MjModel, mjNISLAND, mjNSOLVER
from ferrodyn._mujoco.camera import check
from ferrodyn._mujoco.enums import mjtObj
from ferrodyn._mujoco.visual_types import MjvScene

_FLOAT = "% -9.2g"
_VALID = re.compile(r"%(?!.*?([-+ #0])[-+ #0]*\1)[-+ #0]*\d*(\.\d*)?L?[fgGeE]")

def _objects():
    """Titles of the objects of a model: size, kind whose name is shown."""
    found = {}
    for number, word, size, names in _core._object_kinds():
        if word == "numeric":  # it and those after it are printed in another way
            break
        if word != "xbody":
            title = {"hfield": "heightfield"}.get(word, word).upper()
            found[title] = (size, mjtObj(number) if names else None)
        if word == "dof":
            found["TREE"] = ("ntree", None)
    return found


_OBJECTS = _objects()

# counted by objects, but rows of matrices
_MATRICES = ("B_", "M_", "D_", "map", "name_", "flexedge_J_")

# arrays of the data in the order of printing: a bar in front prints behind the title, a dash in a
# single row
_STATE = """qacc_warmstart ctrl qfrc_applied xfrc_applied |eq_active mocap_pos mocap_quat qacc
    act_dot userdata sensordata tree_asleep"""
_POSITION = """xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos site_xmat
    cam_xpos cam_xmat light_xpos light_xdir subtree_com cdof cinert flexvert_xpos flexelem_aabb
    flexedge_length ten_length"""
_AWAKE = {"tree_awake": "", "body_awake": "", "body_awake_ind": "nbody_awake",
          "parent_awake_ind": "nparent_awake", "dof_awake_ind": "nv_awake"}  # fmt: skip
_ROWS = "efc_pos efc_margin efc_frictionloss efc_diagApprox efc_KBIP efc_D efc_R"
_VELOCITY = """flexedge_velocity ten_velocity actuator_velocity cvel cdof_dot qfrc_bias qfrc_spring
    qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_passive efc_vel efc_aref subtree_linvel subtree_angmom
    actuator_force qfrc_actuator qfrc_smooth qacc_smooth efc_b efc_force efc_state qfrc_constraint
    qfrc_inverse cacc cfrc_int cfrc_ext"""
_ISLANDS = """-tree_island -island_ntree -island_itreeadr -map_itree2tree |dof_island |island_nv
    |island_idofadr |map_idof2dof |efc_island |island_nefc |island_iefcadr |map_iefc2efc"""


def mj_printModel(m: MjModel, filename: str | os.PathLike[str]) -> None:
    """Writes a model to a text file."""
    mj_printFormattedModel(m, filename, _FLOAT)


def mj_printFormattedModel(m: MjModel, filename: str | os.PathLike[str], float_format: str) -> None:
    """Writes a model to a text file, numbers in the given format."""
    check(m=(m, MjModel))
    _write(filename, _model(m, _Format(float_format)))


def mj_printData(m: MjModel, d: MjData, filename: str | os.PathLike[str]) -> None:
    """Writes data to a text file."""
    mj_printFormattedData(m, d, filename, _FLOAT)


def mj_printFormattedData(
    m: MjModel, d: MjData, filename: str | os.PathLike[str], float_format: str
) -> None:
    """Writes data to a text file, numbers in the given format."""
    check(m=(m, MjModel), d=(d, MjData))
    _write(filename, _data(m, d, _Format(float_format)))


def mj_printScene(s: MjvScene, filename: str | os.PathLike[str]) -> None:
    """Writes a scene to a text file."""
    mj_printFormattedScene(s, filename, _FLOAT)


def mj_printFormattedScene(s: MjvScene, filename: str | os.PathLike[str], float_format: str) -> None:
    """Writes a scene to a text file, numbers in the given format."""
    check(s=(s, MjvScene))
    _write(filename, _scene(s, _Format(float_format)))


def _write(filename: str | os.PathLike[str], lines: Iterable[str]) -> None:
    try:
        with open(filename, "w") as file:
            file.writelines(f"{line}\n" for line in lines)
    except OSError as error:
        raise FatalError(f"cannot write {os.fspath(filename)}: {error.strerror}") from None


class _Format:
    """How numbers are written."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError("float_format must be a str")
        self.text = text if len(text) <= 20 and _VALID.fullmatch(text) else _FLOAT

    def one(self, value: object) -> str:
        """A number as text; integers have a space in front."""
        if isinstance(value, (float, np.floating)):
            return self.text % float(value)
        return f" {int(value)}"

    def all(self, values: object, between: str = "") -> str:
        """Numbers as text, each followed by `between`."""
        return "".join(self.one(value) + between for value in np.ravel(values))

    def matrix(self, title: str, values: np.ndarray) -> Iterator[str]:
        """A title and the rows of an array; nothing if it is empty."""
        if not values.size:
            return
        yield title.upper()
        whole = np.issubdtype(values.dtype, np.integer)
        for row in values.reshape(len(values), -1):
            yield " " + "".join(f" {int(x)}" if whole else " " + self.one(x) for x in row)
        yield ""

    def sparse(self, title: str, values: np.ndarray, rows: _Rows) -> Iterator[str]:
        """A title and the entries of each row with their columns."""
        if not len(rows.nnz) or len(rows.nnz) > 300:
            return
        yield title
        for row in rows:
            entries = (f"  {rows.colind[k]:2d}: {self.one(values[k])}" for k in row)
            yield "  " + "".join(entries)
        yield ""


class _Rows:
    """Where the entries of a sparse matrix are."""

    def __init__(self, owner: object, prefix: str) -> None:
        self.nnz, self.adr, self.colind = (
            getattr(owner, f"{prefix}_{part}") for part in ("rownnz", "rowadr", "colind")
        )

    def __iter__(self) -> Iterator[range]:
        for n, start in zip(self.nnz, self.adr, strict=True):
            yield range(int(start), int(start) + int(n))

    def picture(self, title: str, width: int, diagonal: np.ndarray | None = None) -> Iterator[str]:
        """A title and an x for each entry, a D on a marked diagonal."""
        if not len(self.nnz) or not width or width > 300:
            return
        yield title
        yield "-" * (width + 2)
        for r, row in enumerate(self):
            line = [" "] * width
            for k, entry in enumerate(row):
                line[self.colind[entry]] = "D" if diagonal is not None and diagonal[r] == k else "x"
            yield " " + "".join(line) + " |"
        yield "-" * (width + 2)
        yield ""


def _tables() -> dict[str, list[tuple[str, str]]]:
    """For each table, the fields with the size that counts them."""
    return {
        table: [(name, text.partition("shape (")[2].partition(",")[0]) for name, _, text in fields]
        for table, fields in _core._tables()
    }


_FIELDS = _tables()


def _group(owner: object, table: str, indent: str, form: _Format) -> Iterator[str]:
    for name, _ in _FIELDS[table]:
        yield f"{indent + name:<21}" + form.all(getattr(owner, name))


def _kilobytes(n: int) -> str:
    return f"{n:5d} bytes" if n < 1024 else f"{n / 1024:7.0f} KB"


def _model(m: MjModel, form: _Format) -> Iterator[str]:
    name = m.names[: m.names.find(b"\0")].decode("utf-8", "replace")
    yield f"MuJoCo version {_core.mj_versionString()}"
    yield f"model name     {name}\n"
    yield f"MEMORY\n  total       {_kilobytes(len(m._to_bytes()))}\n"
    yield "SIZES"
    sizes = ((size, getattr(m, size)) for size in _core._sizes())
    yield from (f"{'  ' + size:<21} {value}" for size, value in sizes if value)
    yield "\nOPTION"
    yield from _group(m.opt, "MjOption", "  ", form)
    yield "\nVISUAL"
    for part in ("Global", "Quality", "Headlight", "Map", "Scale", "Rgba"):
        yield f"  {part.upper()}"
        own = m.vis.global_ if part == "Global" else getattr(m.vis, part.lower())
        yield from _group(own, f"MjVisual.{part}", "    ", form)
    yield f"\n{'totalmass':<21}{form.one(float(np.sum(m.body_mass)))}\n"
    yield "STATISTIC"
    yield from _group(m.stat, "MjStatistic", "  ", form)
    for name in ("qpos0", "qpos_spring"):
        yield f"\n{name:<21}{form.all(getattr(m, name), ' ')}"
    yield ""
    for title, (size, kind) in _OBJECTS.items():
        yield from _objects(m, title, size, kind, form)
    for title in ("numeric", "text", "tuple"):
        yield from _custom(m, title, form)
    yield from _keyframes(m, form)
    for prefix, what in (("B", "body-dof matrix"), ("M", "reduced inertia matrix")):
        yield from _structure(m, prefix, what, form)
    yield from form.matrix("mapM2M", m.mapM2M[None, :])
    yield from _structure(m, "D", "dof-dof matrix", form, m.D_diag)
    yield from form.matrix("mapM2D", m.mapM2D[None, :])
    yield from form.matrix("mapD2M", m.mapD2M[None, :])
    yield f"\nSIGNATURE\n  {m.signature}\n"
    yield f"BVH:\n  {'id':<8}{'depth':<8}{'nodeid':<8}{'child[0]':<10}child[1]"
    for i in range(m.nbvh):
        first, second = m.bvh_child[i]
        yield f"  {i:<8}{m.bvh_depth[i]:<8}{m.bvh_nodeid[i]:< 8}{first:< 10}{second:< }"
    yield ""


def _objects(
    m: MjModel, title: str, size: str, kind: mjtObj | None, form: _Format
) -> Iterator[str]:
    fields = [f for f, n in _FIELDS["MjModel"] if n == size and not f.startswith(_MATRICES)]
    for i in range(getattr(m, size)):
        yield f"\n{title} {i}:"
        if kind is not None:
            yield f"  {'name':<21} {m._id2name(kind, i) or ''}"
        for field in fields:
            values = getattr(m, field)[i]
            if np.size(values):
                yield f"  {field:<21}{form.all(values, ' ')}"
        if title == "TENDON":
            yield "  path\n    type  objid  prm"
            for k in range(m.tendon_adr[i], m.tendon_adr[i] + m.tendon_num[i]):
                yield f"    {m.wrap_type[k]}     {m.wrap_objid[k]}     {form.one(m.wrap_prm[k])}"
            yield ""
    if getattr(m, size):
        yield ""


def _custom(m: MjModel, kind: str, form: _Format) -> Iterator[str]:
    """Numbers, texts and tuples that users have added."""
    for i in range(getattr(m, f"n{kind}")):
        start, size = (int(getattr(m, f"{kind}_{part}")[i]) for part in ("adr", "size"))
        name = m._id2name(getattr(mjtObj, f"mjOBJ_{kind.upper()}"), i) or ""
        yield f"\n{kind.upper()} {i}:\n  name         {name}\n  size         {size}"
        if kind == "numeric":
            yield f"  value       {form.all(m.numeric_data[start : start + size])}"
        elif kind == "text":
            content = m.text_data[start : start + size].rstrip(b"\0")
            yield f"  value        {content.decode('utf-8', 'replace')}"
        else:
            yield "  elements"
            for j in range(start, start + size):
                what = _core.mju_type2Str(int(m.tuple_objtype[j]))
                prm = form.one(m.tuple_objprm[j])
                yield f"       {what} {m.tuple_objid[j]}, prm = {prm}"
    if getattr(m, f"n{kind}"):
        yield ""


def _keyframes(m: MjModel, form: _Format) -> Iterator[str]:
    """What differs in keyframes from the state after a reset."""
    mocap = np.flatnonzero(m.body_mocapid >= 0)
    mocap = mocap[np.argsort(m.body_mocapid[mocap])]
    default = {"qpos": m.qpos0, "qvel": 0, "act": 0, "mpos": m.body_pos[mocap].ravel(),
               "mquat": m.body_quat[mocap].ravel(), "ctrl": 0}  # fmt: skip
    for i in range(m.nkey):
        name, changed = m._id2name(mjtObj.mjOBJ_KEY, i), False
        if name:
            yield f"key_name{i}    {name}"
        if m.key_time[i] != 0:
            yield f"key_time{i}    {m.key_time[i]:.4f}"
        for part, normal in default.items():
            values = getattr(m, f"key_{part}")[i]
            if np.any(values != normal):
                changed = True
                yield f"key_{part}{i}   {form.all(values)}"
        if changed:
            yield ""


def _structure(
    m: MjModel, prefix: str, what: str, form: _Format, diagonal: np.ndarray | None = None
) -> Iterator[str]:
    yield from _Rows(m, prefix).picture(f"{prefix}: {what}", m.nv, diagonal)
    for part in ("rownnz", "rowadr", "colind"):
        yield from form.matrix(f"{prefix}_{part}", getattr(m, f"{prefix}_{part}")[None, :])


def _data(m: MjModel, d: MjData, form: _Format) -> Iterator[str]:
    yield f"MEMORY\n  buffer        {_kilobytes(d.nbuffer)}"
    yield f"  arena         {_kilobytes(d.narena)}\n"
    yield "SIZES"
    for name, count in _FIELDS["MjData"]:
        hidden = name in ("pstack", "pbase", "parena", "signature")
        if not count and not hidden and type(getattr(d, name)) is int:
            yield f"  {name:<21} {getattr(d, name)}"
    yield ""
    yield from _statistics(d, form)
    yield "ENERGY = " + "".join(f" {form.one(x)}" for x in d.energy) + "\n"
    yield f"TIME = {form.one(d.time)}\n"
    for name in ("qpos", "qvel", "act"):
        yield from form.matrix(name, getattr(d, name))
    yield from _arrays(d, _STATE, form)
    yield from _arrays(d, _POSITION, form)
    yield from _transmission(m, d, form)
    yield from _inertia(m, d, form)
    for name, count in _AWAKE.items():
        values = getattr(d, name)
        yield from form.matrix(name, values[None, : getattr(d, count) if count else None])
    yield from _contacts(m, d, form)
    yield from _constraints(m, d, form)
    yield from _arrays(d, _VELOCITY, form)
    if d.nisland:
        yield from _arrays(d, _ISLANDS, form)
    if m.ntendon:
        yield f"{'TENDON_EFCADR':<21}{form.all(d.tendon_efcadr)}\n"


def _arrays(d: MjData, names: str, form: _Format) -> Iterator[str]:
    for name in names.split():
        field = name.lstrip("|-")
        values = getattr(d, field)
        title = "SENSOR" if field == "sensordata" else field
        if name.startswith("-"):
            yield from form.matrix(title, values[None, :])
        elif not name.startswith("|"):
            yield from form.matrix(title, values)
        elif len(values):
            # a bar between those of different islands
            of = {"map_idof2dof": "dof_island", "map_iefc2efc": "efc_island"}.get(field)
            islands = getattr(d, of)[values] if of else np.zeros(len(values))
            bars = np.flatnonzero(np.diff(islands, prepend=islands[0]))
            words = [("| " if k in bars else "") + str(int(x)) for k, x in enumerate(values)]
            yield f"{title.upper():<21} {' '.join(words)}\n"


def _statistics(d: MjData, form: _Format) -> Iterator[str]:
    if any(warning.number for warning in d.warning):
        yield "WARNING"
        for i, warning in enumerate(d.warning):
            if warning.number:
                yield f"    {i}:  lastinfo = {warning.lastinfo}   number = {warning.number}"
        yield ""
    if any(timer.duration for timer in d.timer):
        yield "TIMER"
        for i, timer in enumerate(d.timer):
            yield f"    {i}:  duration = {form.one(timer.duration)}   number = {timer.number}"
        yield ""
    if not d.nefc:
        return
    yield "SOLVER STAT"
    yield "  solver_fwdinv = " + "".join(f" {form.one(x)}" for x in d.solver_fwdinv)
    for island in range(max(1, min(d.nisland, mjNISLAND))):
        iterations = min(mjNSOLVER, int(d.solver_niter[island]))
        if not iterations:
            continue
        yield f"  ISLAND {island}\n    solver_niter = {d.solver_niter[island]}"
        yield f"    solver_nnz = {d.solver_nnz[island]}"
        for i in range(iterations):
            stat = d.solver[island * mjNSOLVER + i]
            numbers = ("improvement", "gradient", "lineslope")
            text = "    ".join(f"{name} = {form.one(getattr(stat, name))}" for name in numbers)
            yield f"      {i}:  {text}"
            counts = ("nactive", "nchange", "neval", "nupdate")
            yield " " * 10 + "   ".join(f"{name} = {getattr(stat, name)}" for name in counts)
        yield ""


def _transmission(m: MjModel, d: MjData, form: _Format) -> Iterator[str]:
    tendons = _Rows(m, "ten_J")
    yield from tendons.picture("TEN_J: tendon moments", m.nv)
    yield from form.matrix("TEN_J_ROWNNZ", tendons.nnz)
    yield from form.matrix("TEN_J_ROWADR", tendons.adr)
    yield from form.sparse("TEN_J", d.ten_J, tendons)
    points, objects = d.wrap_xpos.reshape(-1, 3), d.wrap_obj.reshape(-1)
    for i in range(m.ntendon):
        yield f"TENDON {i}: {d.ten_wrapnum[i]} wrap points"
        first = int(d.ten_wrapadr[i])
        for j in range(first, first + int(d.ten_wrapnum[i])):
            yield f"    {objects[j]}:  " + "".join(f" {form.one(x)}" for x in points[j])
        yield ""
    yield from form.matrix("actuator_length", d.actuator_length)
    moments = _Rows(d, "moment")
    yield from moments.picture("actuator_moment", m.nv)
    yield from form.sparse("ACTUATOR_MOMENT", d.actuator_moment, moments)


def _inertia(m: MjModel, d: MjData, form: _Format) -> Iterator[str]:
    yield from form.matrix("crb", d.crb)
    inertia, derivative = _Rows(m, "M"), _Rows(m, "D")
    if 0 < m.nv <= 300:
        yield "QM"
        blank = " " * (len(form.one(0.0)) + 1)
        dense = np.zeros((m.nv, m.nv))
        _core.mj_fullM(m, dense, d.qM)
        for i in range(m.nv):
            above, j = set(), i
            while j >= 0 and j not in above:
                above.add(j)
                j = int(m.dof_parentid[j])
            yield " " + "".join(
                f" {form.one(dense[i, k])}" if k in above else blank for k in range(i + 1)
            )
        yield ""
    yield from form.sparse("M", d.M, inertia)
    yield from form.sparse("QLD", d.qLD, inertia)
    yield from form.matrix("qLDiagInv", d.qLDiagInv)
    if d.nisland:
        yield from inertia.picture("M: inertia structure", m.nv)
    if np.any(d.qHDiagInv):
        yield from form.sparse("QH", d.qH, inertia)
        yield from form.matrix("qHDiagInv", d.qHDiagInv)
    for name in ("qDeriv", "qLU"):
        if np.any(getattr(d, name)):
            yield from form.sparse(name.upper(), getattr(d, name), derivative)


def _contacts(m: MjModel, d: MjData, form: _Format) -> Iterator[str]:
    if d.ncon:
        yield "CONTACT"
    for i, contact in enumerate(d.contact):
        names = (m._id2name(mjtObj.mjOBJ_GEOM, g) or str(g) for g in contact.geom.tolist())
        yield f"  {i}:\n     dim           {contact.dim}"
        yield f"     geoms         {' : '.join(names)}"
        yield f"     exclude       {contact.exclude}\n     efc_address   {contact.efc_address}"
        force = np.zeros(6)
        _core.mj_contactForce(m, d, i, force)
        for name in ("solref", "solimp", "dist", "includemargin", "pos", "frame", "friction", "mu"):
            values = "".join(f" {form.one(x)}" for x in np.ravel(getattr(contact, name)))
            yield f"     {name:<13}{values}"
        yield f"     {'force':<13}" + "".join(f" {form.one(x)}" for x in force)
    if d.ncon:
        yield ""


def _constraints(m: MjModel, d: MjData, form: _Format) -> Iterator[str]:
    yield from form.matrix("efc_type", d.efc_type)
    yield from form.matrix("efc_id", d.efc_id)
    if not _core.mj_isSparse(m):
        for name, width in (("efc_J", m.nv), ("efc_AR", d.nefc)):
            values = getattr(d, name)
            if values.size == d.nefc * width:
                yield from form.matrix(name, values.reshape(d.nefc, width))
    else:
        rows = _Rows(d, "efc_J")
        yield from form.matrix("efc_J_rownnz", rows.nnz)
        yield from form.matrix("efc_J_rowadr", rows.adr)
        yield from form.sparse("EFC_J", d.efc_J, rows)
        yield from rows.picture("J: constraint Jacobian", m.nv)
        if len(d.efc_AR_rownnz):
            yield from form.sparse("EFC_AR", d.efc_AR, _Rows(d, "efc_AR"))
    yield from _arrays(d, _ROWS, form)


def _scene(s: MjvScene, form: _Format) -> Iterator[str]:
    yield f"{'ngeom':<21} {s.ngeom}"
    yield f"{'nlight':<21} {s.nlight}"
    parts = [("GEOM", s.geoms[: s.ngeom]), ("LIGHT", s.lights[: s.nlight]), ("CAMERA", s.camera)]
    for title, items in parts:
        for i, item in enumerate(items):
            yield f"\n{title} {i}:"
            for name in item._default.dtype.names:
                value = getattr(item, name)
                text = value if isinstance(value, str) else form.all(value, " ")
                yield f"  {name:<21}{text}"


__all__ = [name for name in globals() if name.startswith("mj_print")]
