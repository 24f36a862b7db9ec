"""What is said of attributes that models, data and the package do not have: which was meant, or which
release of MuJoCo brought it.
"""

import difflib
import functools

from ferrodyn import _core

# names that MuJoCo has after 3.8.0, by class and by the release that brought them
LATER = {
    "MjModel": {
        "3.8.1": "flex_bendingadr nflexbending",
        "3.11.0": """
            actuator_ctrladr actuator_ctrlnum actuator_ctrlspec actuator_outadr actuator_outnum
            efm0_L efm0_L_colind efm0_L_rowadr efm0_L_rownnz efm0_dofid flg_adhesion
            flg_gravcomp flg_surfacevel geom_adhesion geom_surfacevel nactuator nefm0L nefm0dof
            nmeshdegmax nout npolygonmax pair_adhesion
        """,
        "3.12.0": "light_softness mesh_extrema",
        "3.13.0": "site_dataid",
        "3.16.0": "efmC_perm nefmCvert",
        "3.17.0": "tex_contenttypeadr",
        "4.0.0": """
            flex_plasticadr flex_plasticmode flex_vertcell flex_yield geom_castshadow
            jnt_plasticadr jnt_springyield key_plastic nplastic tendon_plasticadr
            tendon_springyield tendon_type
        """,
    },
    "MjData": {
        "3.9.0": "efc_Y efc_Y_colind efc_Y_rowadr efc_Y_rownnz nY",
        "3.10.0": "efc_diagA threadlock",
        "3.11.0": """
            efm_K_colind efm_K_rowadr efm_K_rownnz efm_K_val efm_L efm_active efm_c efm_dofid
            flexelem_krot nefmK nefmL nefmdof qfrc_adhesion
        """,
        "3.13.0": """
            efm_aid efm_ak efm_as efm_ca efm_ck efm_con_ind efm_con_val efm_diag efm_fluid
            efm_sdiag efm_tid efm_tk efm_ts nefmA nefmT nefmcon
        """,
        "3.14.0": "flexvert_conage flexvert_lambda",
        "3.15.0": "flex_hessian_valid flexedge_hessian flexvert_hessian",
        "4.0.0": "geom_xquat plastic site_xquat xiquat",
    },
    "ferrodyn": {
        "3.8.1": "MjVfs mju_sym2dense",
        "3.9.0": "MjPreContact mjtCTimer",
        "3.10.0": """
            MJTNUM_BYTES MJTNUM_DTYPE MjLogConfig MjLogMessage MjrVertexAttribute MjsAuthored
            mjrIndexType mjrMeshPrimitiveType mjrPixelFormat mjrVertexAttributeType
            mjrVertexAttributeUsage mjtConflict mjtLogLevel mjtLogTopic mju_threadpool
        """,
        "3.11.0": """
            MjrRendererInfo mj_actuatorInputName mj_resetCtrl mjr_defaultRendererInfo
            mjr_getRendererInfo mjtCtrlChart
        """,
        "3.12.0": "mjtCtrlInput mjv_camera2GLCamera",
        "3.13.0": "mj_insideSite",
        "3.16.0": "mjtActuator mjtScaling",
        "3.17.0": """
            mjSC_IN mjSC_INOUT mjSC_OUT mj_embedAssets mj_loadTexture mjtEmbed mjtFlexSection
            mjtPassthrough
        """,
        "4.0.0": "mjtTendon",
    },
}
_RELEASES = {
    owner: {name: release for release, names in by_release.items() for name in names.split()}
    for owner, by_release in LATER.items()
}


@functools.lru_cache(maxsize=256)
def hint(owner: str, name: str, names: tuple[str, ...]) -> str:
    """A sentence on a name that an owner does not have; empty if there is nothing to say."""
    release = _RELEASES.get(owner, {}).get(name)
    if release is not None:
        return f". MuJoCo has it since {release}; ferrodyn is MuJoCo 3.8.0"
    close = difflib.get_close_matches(name, names, n=1)
    return f". Did you mean: {close[0]!r}?" if close else ""


@functools.cache
def _names(cls: type) -> tuple[str, ...]:
    return tuple(name for name in dir(cls) if not name.startswith("_"))


def _missing_attribute(self, name):
    cls = next(base for base in type(self).__mro__ if base.__name__ in LATER)
    what = f"'ferrodyn.{cls.__name__}' object has no attribute {name!r}"
    if not name.startswith("_"):
        what += hint(cls.__name__, name, _names(cls))
    # without the object Python does not add a second suggestion, which knows no releases
    raise AttributeError(what, name=name, obj=None)


def add_hints() -> None:
    """Gives the classes of the table their words for attributes that they do not have."""
    for owner in LATER:
        if owner != "ferrodyn":
            getattr(_core, owner).__getattr__ = _missing_attribute


def missing_name(module: str, name: str, names: tuple[str, ...]) -> AttributeError:
    """The error for a name that the package does not have."""
    what = f"module {module!r} has no attribute {name!r}"
    if not name.startswith("_"):
        what += hint("ferrodyn", name, names)
    return AttributeError(what, name=name, obj=None)
