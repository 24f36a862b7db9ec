"""The scene of a simulation: what a renderer would draw, as ``mjv_updateScene`` collects it.

Geoms, sites, straight tendons and lights are there. Decorations (contacts, joints, frames, labels
and the like) and what bends (flexes, skins, slack tendons) are not: an option that asks for one of
them is an error, and so is a model that has one which is shown by default.
"""

from __future__ import annotations

import numpy as np

from ferrodyn._camera import camera_in_model, check, init_geom, mjv_connector, mjv_updateCamera
from ferrodyn._core import MjData, MjModel, mjMAXLIGHT, mjMAXPLANEGRID, mjNGROUP
from ferrodyn._enums import (
    mjtCatBit,
    mjtConstraint,
    mjtFrame,
    mjtGeom,
    mjtLabel,
    mjtLightType,
    mjtObj,
    mjtSensor,
    mjtTrn,
    mjtVisFlag,
)
from ferrodyn._struct import integer, reset
from ferrodyn._visual_types import MjvCamera, MjvGeom, MjvOption, MjvPerturb, MjvScene

_MESHES = (mjtGeom.mjGEOM_MESH, mjtGeom.mjGEOM_SDF)
_SHOWN = {
    mjtVisFlag.mjVIS_CONVEXHULL, mjtVisFlag.mjVIS_TEXTURE, mjtVisFlag.mjVIS_TENDON,
    mjtVisFlag.mjVIS_TRANSPARENT, mjtVisFlag.mjVIS_STATIC,
}  # fmt: skip
_LABELS = {
    mjtLabel.mjLABEL_GEOM: mjtObj.mjOBJ_GEOM,
    mjtLabel.mjLABEL_SITE: mjtObj.mjOBJ_SITE,
    mjtLabel.mjLABEL_TENDON: mjtObj.mjOBJ_TENDON,
}


def mjv_updateScene(
    m: MjModel,
    d: MjData,
    opt: MjvOption,
    pert: MjvPerturb | None,
    cam: MjvCamera,
    catmask: int,
    scn: MjvScene,
) -> None:
    """Fills a scene with the shapes, lights and cameras of a simulation."""
    scn.ngeom = 0
    mjv_addGeoms(m, d, opt, MjvPerturb() if pert is None else pert, catmask, scn)
    mjv_updateCamera(m, d, cam, scn)
    mjv_makeLights(m, d, scn)


def mjv_addGeoms(
    m: MjModel, d: MjData, opt: MjvOption, pert: MjvPerturb, catmask: int, scn: MjvScene
) -> None:
    """Adds the shapes of a simulation to a scene."""
    check(m=(m, MjModel), d=(d, MjData), opt=(opt, MjvOption), scn=(scn, MjvScene))
    check(pert=(pert, MjvPerturb))
    _check_options(opt)
    _check_model(m, opt)
    mask = integer(catmask)
    if not opt.flags[mjtVisFlag.mjVIS_STATIC]:
        mask &= ~mjtCatBit.mjCAT_STATIC
    _Shapes(m, d, opt, pert, mask, scn).add()


def _check_options(opt: MjvOption) -> None:
    """NotImplementedError for decorations that were asked for."""
    asked = np.flatnonzero(opt.flags > MjvOption._default["flags"][0])
    for flag in (mjtVisFlag(int(i)) for i in asked):
        if flag not in _SHOWN:
            raise NotImplementedError(f"scenes do not have what {flag.name} shows")
    if opt.frame != mjtFrame.mjFRAME_NONE:
        raise NotImplementedError("scenes do not have frames")
    if opt.label not in (mjtLabel.mjLABEL_NONE, *_LABELS):
        raise NotImplementedError(f"scenes do not have labels of kind {opt.label}")


def _check_model(m: MjModel, opt: MjvOption) -> None:
    """NotImplementedError for what the model has, the options show, and scenes lack."""
    limit, spring = m.tendon_range.T, m.tendon_lengthspring.T
    slack = (m.tendon_limited == 1) & (limit[0] == 0) & (limit[1] > 0)
    slack |= (m.tendon_stiffness > 0) & (spring[0] == 0) & (spring[1] > 0)
    slack &= (m.tendon_num == 2) & (m.tendon_damping == 0) & (m.tendon_frictionloss == 0)
    lacking = {
        "skins": (mjtVisFlag.mjVIS_SKIN, m.nskin),
        "lines of range finders": (
            mjtVisFlag.mjVIS_RANGEFINDER,
            np.any(m.sensor_type == mjtSensor.mjSENS_RANGEFINDER),
        ),
        "slack tendons": (mjtVisFlag.mjVIS_TENDON, np.any(slack)),
    }
    for what, (flag, present) in lacking.items():
        if present and opt.flags[flag]:
            raise NotImplementedError(f"scenes do not have {what}: turn {flag.name} off")
    if np.any(m.actuator_trntype == mjtTrn.mjTRN_SLIDERCRANK):
        raise NotImplementedError("scenes do not have slider-cranks")


class _Shapes:
    """Shapes on their way into a scene."""

    def __init__(
        self, m: MjModel, d: MjData, opt: MjvOption, pert: MjvPerturb, mask: int, scn: MjvScene
    ) -> None:
        self.m, self.d, self.opt, self.pert, self.mask, self.scn = m, d, opt, pert, mask, scn

    def add(self) -> None:
        """Adds everything until the scene is full."""
        for shapes in (self._geoms(), self._sites(), self._tendons()):
            for _ in shapes:
                if self.scn.ngeom >= self.scn.maxgeom:
                    self.scn.status = 1
                    return

    def _new(self, kind: mjtObj, i: int, category: int) -> MjvGeom:
        """The next shape; it is in the scene once `ngeom` counts it."""
        geom = self.scn.geoms[self.scn.ngeom]
        reset(geom)
        geom.objtype, geom.objid, geom.category = kind, i, category
        geom.segid = self.scn.ngeom
        return geom

    def _keep(self, geom: MjvGeom) -> None:
        kind = _LABELS.get(self.opt.label)
        if kind == geom.objtype:
            name = self.m._id2name(kind, geom.objid)
            words = {mjtObj.mjOBJ_GEOM: "geom", mjtObj.mjOBJ_SITE: "site"}
            geom.label = (name or f"{words.get(kind, 'tendon')} {geom.objid}")[:99]
        self.scn.ngeom += 1

    def _category(self, body: int) -> int:
        m = self.m
        fixed = m.body_weldid[body] == 0 and m.body_mocapid[m.body_rootid[body]] == -1
        return int(mjtCatBit.mjCAT_STATIC if fixed else mjtCatBit.mjCAT_DYNAMIC)

    def _is_shown(self, groups: np.ndarray, group: int) -> bool:
        return bool(groups[min(max(int(group), 0), mjNGROUP - 1)])

    def _paint(self, geom: MjvGeom, matid: int, rgba: np.ndarray) -> None:
        m, flags = self.m, self.opt.flags
        if matid >= 0:
            geom.rgba = m.mat_rgba[matid]
            for name in ("emission", "specular", "shininess", "reflectance"):
                setattr(geom, name, getattr(m, f"mat_{name}")[matid])
        if matid < 0 or not np.array_equal(rgba, np.array([0.5, 0.5, 0.5, 1], np.float32)):
            geom.rgba = rgba
        if flags[mjtVisFlag.mjVIS_TEXTURE] and matid >= 0:
            geom.matid = matid
        if flags[mjtVisFlag.mjVIS_TRANSPARENT] and geom.category == mjtCatBit.mjCAT_DYNAMIC:
            geom.rgba[3] *= np.float32(m.vis.map.alpha)

    def _geoms(self):
        m, d, plane = self.m, self.d, -1
        for i in range(m.ngeom):
            kind, body = int(m.geom_type[i]), int(m.geom_bodyid[i])
            plane += kind == mjtGeom.mjGEOM_PLANE
            category = self._category(body)
            if not category & self.mask or not self._is_shown(self.opt.geomgroup, m.geom_group[i]):
                continue
            yield
            geom = self._new(mjtObj.mjOBJ_GEOM, i, category)
            init_geom(geom, kind, m.geom_size[i], d.geom_xpos[i], d.geom_xmat[i])
            geom.dataid, geom.modelrbound = m.geom_dataid[i], m.geom_rbound[i]
            self._paint(geom, int(m.geom_matid[i]), m.geom_rgba[i])
            if geom.rgba[3] == 0:
                continue
            if self.pert.select > 0 and self.pert.select == body:
                geom.emission += m.vis.global_.glow
            if kind in _MESHES and geom.dataid >= 0:
                self._set_mesh(geom, i)
            elif kind == mjtGeom.mjGEOM_PLANE:
                geom.dataid = plane
                geom.pos = self._plane_center(i)
            self._keep(geom)

    def _set_mesh(self, geom: MjvGeom, i: int) -> None:
        m, mesh = self.m, geom.dataid
        geom.texcoord = int(m.mesh_texcoordadr[mesh] >= 0)
        hull = self.opt.flags[mjtVisFlag.mjVIS_CONVEXHULL] and m.mesh_graphadr[mesh] >= 0
        touches = m.geom_contype[i] or m.geom_conaffinity[i]
        geom.dataid = 2 * mesh + int(bool(hull and touches))

    def _plane_center(self, i: int) -> np.ndarray:
        """Infinite planes follow the camera in steps of their grid."""
        m, d = self.m, self.d
        center = d.geom_xpos[i].copy()
        axes = d.geom_xmat[i].reshape(3, 3)
        eyes = [eye.pos.astype(float) for eye in self.scn.camera]
        away = 0.5 * (eyes[0] + eyes[1]) - center
        for k in range(2):
            if m.geom_size[i, k] <= 0:
                mat = m.geom_matid[i]
                step = 2.1 * m.vis.map.zfar * m.stat.extent / (mjMAXPLANEGRID - 2)
                if mat >= 0 and m.mat_texrepeat[mat, k] > 0:
                    step = 2 / float(m.mat_texrepeat[mat, k])
                along = float(away @ axes[:, k])
                center += axes[:, k] * (2 * step * np.floor(0.5 * along / step + 0.5))
        return center

    def _sites(self):
        m, d = self.m, self.d
        for i in range(m.nsite):
            body = int(m.site_bodyid[i])
            category = self._category(body)
            if not category & self.mask or not self._is_shown(self.opt.sitegroup, m.site_group[i]):
                continue
            yield
            geom = self._new(mjtObj.mjOBJ_SITE, i, category)
            init_geom(geom, int(m.site_type[i]), m.site_size[i], d.site_xpos[i], d.site_xmat[i])
            self._paint(geom, int(m.site_matid[i]), m.site_rgba[i])
            if geom.rgba[3] == 0:
                continue
            if self.pert.select > 0 and self.pert.select == body:
                geom.emission += m.vis.global_.glow
            self._keep(geom)

    def _tendons(self):
        m, d, category = self.m, self.d, int(mjtCatBit.mjCAT_DYNAMIC)
        if not category & self.mask or not self.opt.flags[mjtVisFlag.mjVIS_TENDON]:
            return
        points, objects = d.wrap_xpos.reshape(-1, 3), d.wrap_obj.reshape(-1)
        for i in range(m.ntendon):
            if not self._is_shown(self.opt.tendongroup, m.tendon_group[i]):
                continue
            first = int(d.ten_wrapadr[i])
            for j in range(first, first + int(d.ten_wrapnum[i]) - 1):
                if -2 in objects[j : j + 2]:
                    continue
                yield
                geom = self._new(mjtObj.mjOBJ_TENDON, i, category)
                inside = objects[j] >= 0 and objects[j + 1] >= 0
                width = float(m.tendon_width[i]) * (0.5 if inside else 1)
                mjv_connector(geom, mjtGeom.mjGEOM_CAPSULE, width, points[j], points[j + 1])
                self._paint(geom, int(m.tendon_matid[i]), self._tendon_color(i))
                self._keep(geom)

    def _tendon_color(self, i: int) -> np.ndarray:
        """Tendons without a color of their own show how far they are at their limit."""
        m, d, rgba = self.m, self.d, self.m.tendon_rgba[i].copy()
        if m.tendon_matid[i] != -1 or not np.array_equal(rgba, [0.5, 0.5, 0.5, 1]):
            return rgba
        limits = slice(d.ne + d.nf, d.ne + d.nf + d.nl)
        own = d.efc_id[limits] == i
        own &= d.efc_type[limits] == mjtConstraint.mjCNSTR_LIMIT_TENDON
        impedance = d.efc_KBIP[limits][own, 2]
        if len(impedance):
            limited = m.vis.rgba.constraint[:3]
            rgba[:3] = (1 - impedance[-1]) * rgba[:3] + impedance[-1] * limited
        return rgba


def mjv_makeLights(m: MjModel, d: MjData, scn: MjvScene) -> None:
    """Fills a scene with the lights of a simulation, the one at the camera first."""
    check(m=(m, MjModel), d=(d, MjData), scn=(scn, MjvScene))
    scn.nlight = 0
    if m.vis.headlight.active:
        headpos, forward, _ = camera_in_model(scn)
        light = scn.lights[0]
        reset(light)
        light.id, light.headlight, light.texid = -1, 1, -1
        light.type = mjtLightType.mjLIGHT_DIRECTIONAL
        light.bulbradius, light.range = 0.02, 10
        light.pos, light.dir = headpos, forward
        for name in ("ambient", "diffuse", "specular"):
            setattr(light, name, getattr(m.vis.headlight, name))
        scn.nlight = 1
    for i in np.flatnonzero(m.light_active)[: mjMAXLIGHT - scn.nlight]:
        light = scn.lights[scn.nlight]
        reset(light)
        light.id = i
        names = ["type", "texid", "castshadow", "bulbradius", "intensity", "range", "ambient"]
        names += ["diffuse", "specular"]
        if m.light_type[i] == mjtLightType.mjLIGHT_SPOT:
            names += ["attenuation", "exponent", "cutoff"]
        for name in names:
            setattr(light, name, getattr(m, f"light_{name}")[i])
        light.pos, light.dir = d.light_xpos[i], d.light_xdir[i]
        scn.nlight += 1


def mjv_updateSkin(m: MjModel, d: MjData, scn: MjvScene) -> None:
    """Computes the vertices of skins; only for models without skins."""
    check(m=(m, MjModel), d=(d, MjData), scn=(scn, MjvScene))
    if m.nskin:
        raise NotImplementedError("scenes do not have skins")


def mjv_select(
    m: MjModel,
    d: MjData,
    vopt: MjvOption,
    aspectratio: float,
    relx: float,
    rely: float,
    scn: MjvScene,
    selpnt: np.ndarray,
    geomid: np.ndarray,
    flexid: np.ndarray,
    skinid: np.ndarray,
) -> int:
    """Fails: selection by a pixel comes with drawing."""
    raise NotImplementedError("mjv_select: drawing is not supported")


__all__ = [name for name in globals() if name.startswith("mjv_") and name != "mjv_connector"]
__all__.remove("mjv_updateCamera")
