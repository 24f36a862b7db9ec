"""Elements in lists of the spec: assets, constraints, tendons, actuators, sensors, custom data."""

from ferrodyn._core import _spec as edit
from ferrodyn._mujoco.enums import mjtGeom, mjtMeshBuiltin, mjtObj, mjtWrap
from ferrodyn._mujoco.spec.element import Classed, MjsElement


class MjsMesh(Classed, kind=mjtObj.mjOBJ_MESH):
    """A triangle mesh, from a file, from user data or generated."""

    __slots__ = ()

    def _make(self, shape, *params):
        numbers = []
        for value in params:
            numbers += list(value) if hasattr(value, "__iter__") else [value]
        kind = getattr(mjtMeshBuiltin, f"mjMESH_BUILTIN_{shape}")
        edit.make_mesh(self._cell, self._id, kind, [float(n) for n in numbers])

    def make_wedge(self, resolution=(0, 0), fov=(0, 0), gamma=0):
        """Makes the mesh a wedge of a sphere."""
        self._make("WEDGE", resolution, fov, gamma)

    def make_sphere(self, subdivision):
        """Makes the mesh a sphere of triangles, divided that often."""
        self._make("SPHERE", subdivision)

    def make_hemisphere(self, resolution):
        """Makes the mesh a hemisphere."""
        self._make("HEMISPHERE", resolution)

    def make_cone(self, nedge, radius):
        """Makes the mesh a cone, or a prism, with that many edges and that upper radius."""
        self._make("CONE", nedge, radius)

    def make_supersphere(self, resolution, e, n):
        """Makes the mesh a superellipsoid."""
        self._make("SUPERSPHERE", resolution, e, n)

    def make_supertorus(self, resolution, radius, s, t):
        """Makes the mesh a supertoroid."""
        self._make("SUPERTORUS", resolution, radius, s, t)

    def make_plate(self, resolution=(0, 0)):
        """Makes the mesh a rectangle with that many vertices."""
        self._make("PLATE", resolution)


class MjsHField(MjsElement, kind=mjtObj.mjOBJ_HFIELD):
    """A height field: elevations on a grid."""

    __slots__ = ()


class MjsSkin(MjsElement, kind=mjtObj.mjOBJ_SKIN):
    """A deformable visual mesh attached to bodies."""

    __slots__ = ()


class MjsTexture(MjsElement, kind=mjtObj.mjOBJ_TEXTURE):
    """A texture, generated or from one or six files."""

    __slots__ = ()


class MjsMaterial(Classed, kind=mjtObj.mjOBJ_MATERIAL):
    """Surface appearance."""

    __slots__ = ()


class MjsPair(Classed, kind=mjtObj.mjOBJ_PAIR):
    """A pair of geoms that collide with parameters of their own."""

    __slots__ = ()


class MjsExclude(MjsElement, kind=mjtObj.mjOBJ_EXCLUDE):
    """Two bodies that never collide."""

    __slots__ = ()


class MjsEquality(Classed, kind=mjtObj.mjOBJ_EQUALITY):
    """An equality constraint."""

    __slots__ = ()


class MjsTendon(MjsElement, kind=mjtObj.mjOBJ_TENDON):
    """A tendon: a length that depends on the configuration."""

    __slots__ = ()

    @property
    def path(self):
        """What the tendon passes, in order."""
        return MjsTendonPath(self)

    def default(self):
        """The default class."""
        return self._spec._element(edit.class_of(self._cell, self._id))

    def _wrap(self, what, name="", side="", number=0.0):
        return MjsWrap(self, edit.add_wrap(self._cell, self._id, what, name, side, number))

    def wrap_site(self, name):
        """Adds a site to the path."""
        return self._wrap("site", name)

    def wrap_geom(self, name, sidesite):
        """Adds a geom to wrap around; the site, if not empty, is on the side to pass on."""
        return self._wrap("geom", name, sidesite)

    def wrap_joint(self, name, coef):
        """Adds a joint with a coefficient."""
        return self._wrap("joint", name, number=coef)

    def wrap_pulley(self, divisor):
        """Adds a pulley: later parts of the path count divided."""
        return self._wrap("pulley", number=divisor)


class MjsTendonPath:
    """What a tendon passes, in order."""

    __slots__ = ("_tendon",)

    def __init__(self, tendon):
        self._tendon = tendon

    def _ids(self):
        return edit.path(self._tendon._cell, self._tendon._id)

    def __len__(self):
        return len(self._ids())

    def __getitem__(self, index):
        ids = self._ids()
        if not 0 <= index < len(ids):
            raise IndexError("Index out of range.")
        return MjsWrap(self._tendon, ids[index])


# what can be on the path of a tendon
_ON_PATH = {"site": mjtObj.mjOBJ_SITE, "geom": mjtObj.mjOBJ_GEOM, "joint": mjtObj.mjOBJ_JOINT}


class MjsWrap:
    """One object on the path of a tendon."""

    __slots__ = ("_id", "_tendon")

    def __init__(self, tendon, id):
        self._tendon, self._id = tendon, id

    def _row(self):
        return edit.wrap(self._tendon._cell, self._id)

    def __eq__(self, other):
        return isinstance(other, MjsWrap) and (self._tendon, self._id) == (other._tendon, other._id)

    def __hash__(self):
        return hash((self._tendon, self._id))

    @property
    def type(self):
        """What it is; a geom is wrapped around as a cylinder or as a sphere."""
        what = self._row()[0]
        if what == "geom":
            target = self.target
            round_ = target is not None and target.type == mjtGeom.mjGEOM_CYLINDER
            return mjtWrap.mjWRAP_CYLINDER if round_ else mjtWrap.mjWRAP_SPHERE
        return getattr(mjtWrap, f"mjWRAP_{what.upper()}")

    @property
    def target(self):
        """The site, geom or joint, none for a pulley."""
        what, name, _, _ = self._row()
        if what not in _ON_PATH:
            return None
        return self._tendon._spec._find(_ON_PATH[what], name)

    @property
    def sidesite(self):
        """The site on the side to pass a geom on."""
        side = self._row()[2]
        return self._tendon._spec._find(mjtObj.mjOBJ_SITE, side) if side else None

    @property
    def divisor(self):
        """The divisor of a pulley."""
        what, _, _, number = self._row()
        return number if what == "pulley" else None

    @property
    def coef(self):
        """The coefficient of a joint."""
        what, _, _, number = self._row()
        return number if what == "joint" else None

    @property
    def info(self):
        """A note, shown with problems."""
        return edit.wrap_info(self._tendon._cell, self._id)

    @info.setter
    def info(self, value):
        edit.set_wrap_info(self._tendon._cell, self._id, value)


class MjsActuator(Classed, kind=mjtObj.mjOBJ_ACTUATOR):
    """An actuator: transmission, activation dynamics and force generation."""

    __slots__ = ()

    def _shortcut(self, name, *numbers):
        edit.set_to(self._cell, self._id, name, [[float(n) for n in row] for row in numbers])

    def set_to_motor(self):
        """A direct drive: the force is the control."""
        self._shortcut("motor")

    def set_to_position(self, kp, kv=-1, dampratio=-1, timeconst=-1, inheritrange=False):
        """A position servo; negative means not given."""
        self._shortcut("position", [kp, kv, dampratio, timeconst, inheritrange])

    def set_to_intvelocity(self, kp, kv=-1, dampratio=-1, timeconst=-1, inheritrange=False):
        """A servo whose set point is the integral of the control; negative means not given."""
        self._shortcut("intvelocity", [kp, kv, dampratio, timeconst, inheritrange])

    def set_to_velocity(self, kv):
        """A velocity servo."""
        self._shortcut("velocity", [kv])

    def set_to_damper(self, kv):
        """A damper whose coefficient is the control."""
        self._shortcut("damper", [kv])

    def set_to_cylinder(self, timeconst, bias, area, diameter=-1):
        """A pneumatic or hydraulic cylinder; a diameter, if not negative, wins over the area."""
        self._shortcut("cylinder", [timeconst, bias, area, diameter])

    def set_to_muscle(self, timeconst=(-1, -1), tausmooth=0, range=(-1, -1), force=-1, scale=-1,
                      lmin=-1, lmax=-1, vmax=-1, fpmax=-1, fvmax=-1):  # fmt: skip
        """A muscle; negative parameters keep their value."""
        both = timeconst if hasattr(timeconst, "__iter__") else (timeconst, timeconst)
        rest = [tausmooth, force, scale, lmin, lmax, vmax, fpmax, fvmax]
        self._shortcut("muscle", both, range, rest)

    def set_to_adhesion(self, gain):
        """An adhesion actuator: pulls a body's contacts together."""
        self._shortcut("adhesion", [gain])

    def set_to_dcmotor(self, motorconst, resistance, nominal=(0, 0, 0), saturation=(0, 0, 0),
                       inductance=(0, 0), cogging=(0, 0, 0), controller=(0, 0, 0, 0, 0, 0),
                       thermal=(0, 0, 0, 0, 0, 0), lugre=(0, 0, 0, 0, 0),
                       input_mode=0):  # fmt: skip
        """A DC motor."""
        self._shortcut("dcmotor", motorconst, [resistance], nominal, saturation, inductance,
                       cogging, controller, thermal, lugre, [input_mode])  # fmt: skip


class MjsSensor(MjsElement, kind=mjtObj.mjOBJ_SENSOR):
    """A sensor."""

    __slots__ = ()

    def get_data_size(self):
        """How many numbers the sensor reports."""
        return edit.sensor_size(self._cell, self._id)


class MjsNumeric(MjsElement, kind=mjtObj.mjOBJ_NUMERIC):
    """Named numbers."""

    __slots__ = ()


class MjsText(MjsElement, kind=mjtObj.mjOBJ_TEXT):
    """Named text."""

    __slots__ = ()


class MjsTuple(MjsElement, kind=mjtObj.mjOBJ_TUPLE):
    """Named list of model elements."""

    __slots__ = ()


class MjsKey(MjsElement, kind=mjtObj.mjOBJ_KEY):
    """A saved state."""

    __slots__ = ()


class MjsFlex(MjsElement, kind=mjtObj.mjOBJ_FLEX):
    """A deformable body. The engine has none yet: compiling refuses it."""

    __slots__ = ()


class MjsDefault(MjsElement, kind=mjtObj.mjOBJ_DEFAULT):
    """A default class: what elements created with it start from."""

    __slots__ = ()

    @property
    def flex(self):
        """What a flex of this class starts from."""
        kept = self._spec._flexes
        if self._id not in kept:
            # default classes have no flex of their own: one of a spec apart stands for it
            kept[self._id] = type(self._spec)().add_flex()
        return kept[self._id]


def _in_class(word, kind):
    def get(self):
        return self._spec._element(edit.in_class(self._cell, self._id, kind))

    return property(get, doc=f"What a {word} of this class starts from.")


for _word in ("joint", "geom", "site", "camera", "light", "mesh", "material", "pair",
              "equality", "tendon", "actuator"):  # fmt: skip
    setattr(MjsDefault, _word, _in_class(_word, getattr(mjtObj, f"mjOBJ_{_word.upper()}")))
