"""Views of one object by name or id: ``model.body("torso").mass``, ``data.joint(0).qpos``.

Which attributes a view has follows from the field tables: every array that has one entry per
object, without the prefix of its kind. Joints also have the entries of their positions and degrees
of freedom. Attributes are live arrays, also for single numbers.

The same object has the same view, with the same arrays, each time. A model holds its views, so they
hold not the model but another object for it.
"""

from ferrodyn import _core
from ferrodyn._mujoco.enums import mjtObj

# kinds without views, and further names of methods, as in the mujoco package
_WITHOUT_VIEWS = {"flex", "text", "plugin"}
_ALSO = {"tendon": "ten", "key": "keyframe"}
_IN_DATA = {"actuator", "body", "camera", "geom", "joint", "light", "sensor", "site", "tendon"}


def _kinds():
    """Kinds of objects: names of the method, size, prefix in the model, prefix in the data."""
    kinds = {}
    for number, word, size, names in sorted(_core._object_kinds(), key=lambda row: row[1]):
        if names is None or word in _WITHOUT_VIEWS:
            continue
        short = names.removeprefix("name_").removesuffix("adr")
        also = [_ALSO[word]] if word in _ALSO else []
        in_data = {"tendon": "ten"}.get(word, short) + "_" if word in _IN_DATA else None
        methods = tuple(dict.fromkeys((short, word, *also)))
        kinds[mjtObj(number)] = (methods, size, f"{short}_", in_data)
    return kinds


KINDS = _kinds()

# arrays that are counted by objects and yet are not about the object at that place
_LISTS = {
    "body_awake_ind", "parent_awake_ind", "dof_awake_ind", "B_rownnz", "B_rowadr", "M_rownnz",
    "M_rowadr", "D_rownnz", "D_rowadr", "D_diag", "map_dof2idof", "map_idof2dof",
}  # fmt: skip

_PLURAL = {"body": "Body", "cam": "Camera", "eq": "Equality", "jnt": "Joint", "mat": "Material",
           "tex": "Texture", "key": "Keyframe"}  # fmt: skip


def _entry(size):
    """How the numbers of one object are found in an array counted by ``size``."""

    def one(a, m, i):
        return a[i] if a.ndim > 1 else a[i : i + 1]

    def between(adr, total):
        def pick(a, m, i):
            starts = getattr(m, adr)
            end = starts[i + 1] if i + 1 < len(starts) else getattr(m, total)
            return a[starts[i] : end]

        return pick

    def grid(adr, *shape):
        def pick(a, m, i):
            n = [int(getattr(m, s)[i]) for s in shape]
            start = int(getattr(m, adr)[i])
            total = 1
            for k in n:
                total *= k
            return a[start : start + total].reshape(n)

        return pick

    return {
        "nq": between("jnt_qposadr", "nq"),
        "nv": between("jnt_dofadr", "nv"),
        "nhfielddata": grid("hfield_adr", "hfield_nrow", "hfield_ncol"),
        "ntexdata": grid("tex_adr", "tex_height", "tex_width", "tex_nchannel"),
        "nsensordata": grid("sensor_adr", "sensor_dim"),
        "nnumericdata": grid("numeric_adr", "numeric_size"),
        "ntupledata": grid("tuple_adr", "tuple_size"),
    }.get(size, one)


class _View:
    """One object of a model or of data."""

    __slots__ = ("_arrays", "_model", "_owner", "id")
    _attributes = ()
    _kind = mjtObj.mjOBJ_UNKNOWN

    def __init__(self, owner, model, id):
        self._owner, self._model, self.id = owner, model, id
        self._arrays = {}

    @property
    def name(self):
        """The name of the object, empty if it has none."""
        return self._model._id2name(self._kind, self.id) or ""

    def __repr__(self):
        lines = [f"<{type(self).__name__}"]
        for name in sorted((*self._attributes, "id", "name")):
            lines.append(f"  {name}: {getattr(self, name)!r}")
        return "\n".join([*lines, ">"])


def _attribute(field, size):
    pick = _entry(size)

    def get(self):
        array = self._arrays.get(field)
        if array is None:
            array = pick(getattr(self._owner, field), self._model, self.id)
            self._arrays[field] = array
        return array

    def put(self, value):
        get(self)[...] = value

    return property(get, put, doc=f"The part of `{field}` that belongs to the object.")


def _sparse_row(values, rownnz, rowadr):
    """A row of a sparse matrix of the data, as a dense copy over degrees of freedom."""

    def get(self):
        import numpy as np

        d, m, i = self._owner, self._model, self.id
        start = int(getattr(d, rowadr)[i])
        row = slice(start, start + int(getattr(d, rownnz)[i]))
        dense = np.zeros(m.nv)
        dense[d.moment_colind[row]] = getattr(d, values)[row]
        return dense

    return property(get, doc=f"The row of `{values}`, as a dense copy.")


def _columns(self):
    m, i = self._model, self.id
    start = int(m.ten_J_rowadr[i])
    return m.ten_J_colind[start : start + int(m.ten_J_rownnz[i])]


def _counted_fields():
    """For both tables, the arrays with the size that counts their entries."""
    out = {}
    for table, fields in _core._tables():
        if table in ("MjModel", "MjData"):
            out[table] = [
                (field, text.partition("shape (")[2].partition(",")[0])
                for field, _, text in fields
                if field not in _LISTS and not field.startswith("name_")
            ]
    return out


def fields_of(kind, table, counted):
    """Attributes of a view: name, field, size that counts the field."""
    _, size, model_prefix, data_prefix = KINDS[kind]
    prefix = model_prefix if table == "MjModel" else data_prefix
    found = {}
    for field, count in counted[table]:
        if count == size:
            # dof fields win over joint fields of the same name, except for solver parameters
            for p in (prefix, "ten_", "tendon_"):
                if field.startswith(p):
                    found.setdefault(field[len(p) :], (field, count))
                    break
            else:
                found.setdefault(field, (field, count))
        elif size == "njnt" and count in ("nq", "nv"):
            name = field.removeprefix("dof_")
            if name not in ("solref", "solimp"):
                found[name] = (field, count)
        elif count == f"n{prefix[:-1]}data":
            found.setdefault(field.removeprefix(prefix).removeprefix(prefix[:-1]), (field, count))
    return found


def _view_class(kind, table, counted):
    methods = KINDS[kind][0]
    short = _PLURAL.get(methods[0], methods[0].capitalize())
    found = fields_of(kind, table, counted)
    members = {name: _attribute(field, size) for name, (field, size) in found.items()}
    if kind == mjtObj.mjOBJ_ACTUATOR and table == "MjData":
        members["moment"] = _sparse_row("actuator_moment", "moment_rownnz", "moment_rowadr")
        for extra in ("moment_rownnz", "moment_rowadr"):
            members.pop(extra, None)
    if kind == mjtObj.mjOBJ_TENDON and table == "MjModel":
        members["J_colind"] = property(_columns, doc="Columns of the row of `ten_J`.")
        # the mujoco package has these with the underscore
        members |= {f"_{n}": p for n, p in members.items() if not n.startswith("J_")}
    names = tuple(n for n in members if not n.startswith("_"))
    members |= {"__slots__": (), "_attributes": names, "_kind": kind, "__module__": "ferrodyn"}
    return type(f"_{table}{short}Views", (_View,), members)


def _place(model, kind, size, name):
    """The id of an object, given its name or the id itself."""
    if isinstance(name, str):
        i = model._name2id(kind, name)
        if i < 0:
            raise KeyError(f"Invalid name '{name}'. Valid names: {model._names(kind)}")
        return i
    if not hasattr(name, "__index__"):
        raise TypeError(f"expected a name or an index, not {type(name).__name__}")
    i, count = name.__index__(), getattr(model, size)
    if not 0 <= i < count:
        raise IndexError(f"Invalid index {i}. Valid indices from 0 to {count - 1}")
    return i


def _method(kind, table, view):
    size = KINDS[kind][1]

    def find(self, name=""):
        views = self._views
        if isinstance(name, (int, str)) and (kind, name) in views:
            return views[kind, name]
        model = self if table == "MjModel" else self.model
        i = _place(model, kind, size, name)
        if (kind, i) not in views:
            twin = views.get("twin")
            if twin is None:
                twin = views["twin"] = self._twin()
            views[kind, i] = view(twin, twin if table == "MjModel" else twin.model, i)
        if isinstance(name, str):
            views[kind, name] = views[kind, i]
        return views[kind, i]

    return find


# classes of views by name, once they are made
VIEWS: dict[str, type] = {}


def add_views():
    """Gives the classes a method per kind of object."""
    counted = _counted_fields()
    for kind, (methods, _, _, data_prefix) in KINDS.items():
        for table in ("MjModel", "MjData"):
            if table == "MjData" and data_prefix is None:
                continue
            view = _view_class(kind, table, counted)
            VIEWS[view.__name__] = view
            find = _method(kind, table, view)
            find.__doc__ = f"The {methods[-1]} of that name or id, as a view of its numbers."
            find.__name__ = methods[0]
            for method in methods:
                if table == "MjModel" and method == "ten":
                    continue
                setattr(getattr(_core, table), method, find)
