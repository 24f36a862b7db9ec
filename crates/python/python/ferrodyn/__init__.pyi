"""MuJoCo-compatible physics in pure Rust. Written by tools/stubs from the engine's tables."""

import builtins
import enum
import os
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias, overload

import numpy as np
import numpy.typing as npt

__version__: Final[str]

class mjtDisableBit(enum.IntEnum):
    """Parts of the pipeline that can be switched off, as bits."""

    mjDSBL_CONSTRAINT = 1
    mjDSBL_EQUALITY = 2
    mjDSBL_FRICTIONLOSS = 4
    mjDSBL_LIMIT = 8
    mjDSBL_CONTACT = 16
    mjDSBL_SPRING = 32
    mjDSBL_DAMPER = 64
    mjDSBL_GRAVITY = 128
    mjDSBL_CLAMPCTRL = 256
    mjDSBL_WARMSTART = 512
    mjDSBL_FILTERPARENT = 1024
    mjDSBL_ACTUATION = 2048
    mjDSBL_REFSAFE = 4096
    mjDSBL_SENSOR = 8192
    mjDSBL_MIDPHASE = 16384
    mjDSBL_EULERDAMP = 32768
    mjDSBL_AUTORESET = 65536
    mjDSBL_NATIVECCD = 131072
    mjDSBL_ISLAND = 262144
    mjDSBL_MULTICCD = 524288
    mjNDISABLE = 20

class mjtEnableBit(enum.IntEnum):
    """Optional parts of the pipeline, as bits."""

    mjENBL_OVERRIDE = 1
    mjENBL_ENERGY = 2
    mjENBL_FWDINV = 4
    mjENBL_INVDISCRETE = 8
    mjENBL_SLEEP = 16
    mjNENABLE = 5

class mjtJoint(enum.IntEnum):
    """Type of a joint."""

    mjJNT_FREE = 0
    mjJNT_BALL = 1
    mjJNT_SLIDE = 2
    mjJNT_HINGE = 3

class mjtGeom(enum.IntEnum):
    """Type of a geom."""

    mjGEOM_PLANE = 0
    mjGEOM_HFIELD = 1
    mjGEOM_SPHERE = 2
    mjGEOM_CAPSULE = 3
    mjGEOM_ELLIPSOID = 4
    mjGEOM_CYLINDER = 5
    mjGEOM_BOX = 6
    mjGEOM_MESH = 7
    mjGEOM_SDF = 8
    mjNGEOMTYPES = 9
    mjGEOM_ARROW = 100
    mjGEOM_ARROW1 = 101
    mjGEOM_ARROW2 = 102
    mjGEOM_LINE = 103
    mjGEOM_LINEBOX = 104
    mjGEOM_FLEX = 105
    mjGEOM_SKIN = 106
    mjGEOM_LABEL = 107
    mjGEOM_TRIANGLE = 108
    mjGEOM_NONE = 1001

class mjtProjection(enum.IntEnum):
    """Projection of a camera."""

    mjPROJ_PERSPECTIVE = 0
    mjPROJ_ORTHOGRAPHIC = 1

class mjtCamLight(enum.IntEnum):
    """How a camera or light moves."""

    mjCAMLIGHT_FIXED = 0
    mjCAMLIGHT_TRACK = 1
    mjCAMLIGHT_TRACKCOM = 2
    mjCAMLIGHT_TARGETBODY = 3
    mjCAMLIGHT_TARGETBODYCOM = 4

class mjtLightType(enum.IntEnum):
    """Type of a light."""

    mjLIGHT_SPOT = 0
    mjLIGHT_DIRECTIONAL = 1
    mjLIGHT_POINT = 2
    mjLIGHT_IMAGE = 3

class mjtTexture(enum.IntEnum):
    """Type of a texture."""

    mjTEXTURE_2D = 0
    mjTEXTURE_CUBE = 1
    mjTEXTURE_SKYBOX = 2

class mjtTextureRole(enum.IntEnum):
    """Role of a texture in a material."""

    mjTEXROLE_USER = 0
    mjTEXROLE_RGB = 1
    mjTEXROLE_OCCLUSION = 2
    mjTEXROLE_ROUGHNESS = 3
    mjTEXROLE_METALLIC = 4
    mjTEXROLE_NORMAL = 5
    mjTEXROLE_OPACITY = 6
    mjTEXROLE_EMISSIVE = 7
    mjTEXROLE_RGBA = 8
    mjTEXROLE_ORM = 9
    mjNTEXROLE = 10

class mjtColorSpace(enum.IntEnum):
    """Color space of a texture."""

    mjCOLORSPACE_AUTO = 0
    mjCOLORSPACE_LINEAR = 1
    mjCOLORSPACE_SRGB = 2

class mjtIntegrator(enum.IntEnum):
    """Integrator."""

    mjINT_EULER = 0
    mjINT_RK4 = 1
    mjINT_IMPLICIT = 2
    mjINT_IMPLICITFAST = 3

class mjtCone(enum.IntEnum):
    """Friction cone."""

    mjCONE_PYRAMIDAL = 0
    mjCONE_ELLIPTIC = 1

class mjtJacobian(enum.IntEnum):
    """Format of the constraint Jacobian."""

    mjJAC_DENSE = 0
    mjJAC_SPARSE = 1
    mjJAC_AUTO = 2

class mjtSolver(enum.IntEnum):
    """Constraint solver."""

    mjSOL_PGS = 0
    mjSOL_CG = 1
    mjSOL_NEWTON = 2

class mjtEq(enum.IntEnum):
    """Type of an equality constraint."""

    mjEQ_CONNECT = 0
    mjEQ_WELD = 1
    mjEQ_JOINT = 2
    mjEQ_TENDON = 3
    mjEQ_FLEX = 4
    mjEQ_FLEXVERT = 5
    mjEQ_FLEXSTRAIN = 6
    mjEQ_DISTANCE = 7

class mjtWrap(enum.IntEnum):
    """Object along a tendon path."""

    mjWRAP_NONE = 0
    mjWRAP_JOINT = 1
    mjWRAP_PULLEY = 2
    mjWRAP_SITE = 3
    mjWRAP_SPHERE = 4
    mjWRAP_CYLINDER = 5

class mjtTrn(enum.IntEnum):
    """What an actuator acts on."""

    mjTRN_JOINT = 0
    mjTRN_JOINTINPARENT = 1
    mjTRN_SLIDERCRANK = 2
    mjTRN_TENDON = 3
    mjTRN_SITE = 4
    mjTRN_BODY = 5
    mjTRN_UNDEFINED = 1000

class mjtDyn(enum.IntEnum):
    """Activation dynamics of an actuator."""

    mjDYN_NONE = 0
    mjDYN_INTEGRATOR = 1
    mjDYN_FILTER = 2
    mjDYN_FILTEREXACT = 3
    mjDYN_MUSCLE = 4
    mjDYN_DCMOTOR = 5
    mjDYN_USER = 6

class mjtGain(enum.IntEnum):
    """Gain of an actuator."""

    mjGAIN_FIXED = 0
    mjGAIN_AFFINE = 1
    mjGAIN_MUSCLE = 2
    mjGAIN_DCMOTOR = 3
    mjGAIN_USER = 4

class mjtBias(enum.IntEnum):
    """Bias of an actuator."""

    mjBIAS_NONE = 0
    mjBIAS_AFFINE = 1
    mjBIAS_MUSCLE = 2
    mjBIAS_DCMOTOR = 3
    mjBIAS_USER = 4

class mjtObj(enum.IntEnum):
    """Kind of an object."""

    mjOBJ_UNKNOWN = 0
    mjOBJ_BODY = 1
    mjOBJ_XBODY = 2
    mjOBJ_JOINT = 3
    mjOBJ_DOF = 4
    mjOBJ_GEOM = 5
    mjOBJ_SITE = 6
    mjOBJ_CAMERA = 7
    mjOBJ_LIGHT = 8
    mjOBJ_FLEX = 9
    mjOBJ_MESH = 10
    mjOBJ_SKIN = 11
    mjOBJ_HFIELD = 12
    mjOBJ_TEXTURE = 13
    mjOBJ_MATERIAL = 14
    mjOBJ_PAIR = 15
    mjOBJ_EXCLUDE = 16
    mjOBJ_EQUALITY = 17
    mjOBJ_TENDON = 18
    mjOBJ_ACTUATOR = 19
    mjOBJ_SENSOR = 20
    mjOBJ_NUMERIC = 21
    mjOBJ_TEXT = 22
    mjOBJ_TUPLE = 23
    mjOBJ_KEY = 24
    mjOBJ_PLUGIN = 25
    mjNOBJECT = 26
    mjOBJ_FRAME = 100
    mjOBJ_DEFAULT = 101
    mjOBJ_MODEL = 102

class mjtSensor(enum.IntEnum):
    """Type of a sensor."""

    mjSENS_TOUCH = 0
    mjSENS_ACCELEROMETER = 1
    mjSENS_VELOCIMETER = 2
    mjSENS_GYRO = 3
    mjSENS_FORCE = 4
    mjSENS_TORQUE = 5
    mjSENS_MAGNETOMETER = 6
    mjSENS_RANGEFINDER = 7
    mjSENS_CAMPROJECTION = 8
    mjSENS_JOINTPOS = 9
    mjSENS_JOINTVEL = 10
    mjSENS_TENDONPOS = 11
    mjSENS_TENDONVEL = 12
    mjSENS_ACTUATORPOS = 13
    mjSENS_ACTUATORVEL = 14
    mjSENS_ACTUATORFRC = 15
    mjSENS_JOINTACTFRC = 16
    mjSENS_TENDONACTFRC = 17
    mjSENS_BALLQUAT = 18
    mjSENS_BALLANGVEL = 19
    mjSENS_JOINTLIMITPOS = 20
    mjSENS_JOINTLIMITVEL = 21
    mjSENS_JOINTLIMITFRC = 22
    mjSENS_TENDONLIMITPOS = 23
    mjSENS_TENDONLIMITVEL = 24
    mjSENS_TENDONLIMITFRC = 25
    mjSENS_FRAMEPOS = 26
    mjSENS_FRAMEQUAT = 27
    mjSENS_FRAMEXAXIS = 28
    mjSENS_FRAMEYAXIS = 29
    mjSENS_FRAMEZAXIS = 30
    mjSENS_FRAMELINVEL = 31
    mjSENS_FRAMEANGVEL = 32
    mjSENS_FRAMELINACC = 33
    mjSENS_FRAMEANGACC = 34
    mjSENS_SUBTREECOM = 35
    mjSENS_SUBTREELINVEL = 36
    mjSENS_SUBTREEANGMOM = 37
    mjSENS_INSIDESITE = 38
    mjSENS_GEOMDIST = 39
    mjSENS_GEOMNORMAL = 40
    mjSENS_GEOMFROMTO = 41
    mjSENS_CONTACT = 42
    mjSENS_E_POTENTIAL = 43
    mjSENS_E_KINETIC = 44
    mjSENS_CLOCK = 45
    mjSENS_TACTILE = 46
    mjSENS_PLUGIN = 47
    mjSENS_USER = 48

class mjtStage(enum.IntEnum):
    """Stage of the pipeline that a sensor needs."""

    mjSTAGE_NONE = 0
    mjSTAGE_POS = 1
    mjSTAGE_VEL = 2
    mjSTAGE_ACC = 3

class mjtDataType(enum.IntEnum):
    """What the numbers of a sensor are."""

    mjDATATYPE_REAL = 0
    mjDATATYPE_POSITIVE = 1
    mjDATATYPE_AXIS = 2
    mjDATATYPE_QUATERNION = 3

class mjtConDataField(enum.IntEnum):
    """Numbers that a contact sensor reports."""

    mjCONDATA_FOUND = 0
    mjCONDATA_FORCE = 1
    mjCONDATA_TORQUE = 2
    mjCONDATA_DIST = 3
    mjCONDATA_POS = 4
    mjCONDATA_NORMAL = 5
    mjCONDATA_TANGENT = 6
    mjNCONDATA = 7

class mjtRayDataField(enum.IntEnum):
    """Numbers that a range finder reports."""

    mjRAYDATA_DIST = 0
    mjRAYDATA_DIR = 1
    mjRAYDATA_ORIGIN = 2
    mjRAYDATA_POINT = 3
    mjRAYDATA_NORMAL = 4
    mjRAYDATA_DEPTH = 5
    mjNRAYDATA = 6

class mjtCamOutBit(enum.IntEnum):
    """Outputs of a camera, as bits."""

    mjCAMOUT_RGB = 1
    mjCAMOUT_DEPTH = 2
    mjCAMOUT_DIST = 4
    mjCAMOUT_NORMAL = 8
    mjCAMOUT_SEG = 16
    mjNCAMOUT = 5

class mjtSameFrame(enum.IntEnum):
    """Frame that an object shares with its body."""

    mjSAMEFRAME_NONE = 0
    mjSAMEFRAME_BODY = 1
    mjSAMEFRAME_INERTIA = 2
    mjSAMEFRAME_BODYROT = 3
    mjSAMEFRAME_INERTIAROT = 4

class mjtSleepPolicy(enum.IntEnum):
    """Whether a tree may sleep."""

    mjSLEEP_AUTO = 0
    mjSLEEP_AUTO_NEVER = 1
    mjSLEEP_AUTO_ALLOWED = 2
    mjSLEEP_NEVER = 3
    mjSLEEP_ALLOWED = 4
    mjSLEEP_INIT = 5

class mjtLRMode(enum.IntEnum):
    """Which actuators have their length range computed."""

    mjLRMODE_NONE = 0
    mjLRMODE_MUSCLE = 1
    mjLRMODE_MUSCLEUSER = 2
    mjLRMODE_ALL = 3

class mjtFlexSelf(enum.IntEnum):
    """How a flex collides with itself."""

    mjFLEXSELF_NONE = 0
    mjFLEXSELF_NARROW = 1
    mjFLEXSELF_BVH = 2
    mjFLEXSELF_SAP = 3
    mjFLEXSELF_AUTO = 4

class mjtSDFType(enum.IntEnum):
    """How signed distance fields are combined."""

    mjSDFTYPE_SINGLE = 0
    mjSDFTYPE_INTERSECTION = 1
    mjSDFTYPE_MIDSURFACE = 2
    mjSDFTYPE_COLLISION = 3

class mjtTaskStatus(enum.IntEnum):
    """State of a task of a thread pool."""

    mjTASK_NEW = 0
    mjTASK_QUEUED = 1
    mjTASK_COMPLETED = 2

class mjtState(enum.IntEnum):
    """Parts of the state, as bits."""

    mjSTATE_TIME = 1
    mjSTATE_QPOS = 2
    mjSTATE_QVEL = 4
    mjSTATE_ACT = 8
    mjSTATE_HISTORY = 16
    mjSTATE_WARMSTART = 32
    mjSTATE_CTRL = 64
    mjSTATE_QFRC_APPLIED = 128
    mjSTATE_XFRC_APPLIED = 256
    mjSTATE_EQ_ACTIVE = 512
    mjSTATE_MOCAP_POS = 1024
    mjSTATE_MOCAP_QUAT = 2048
    mjSTATE_USERDATA = 4096
    mjSTATE_PLUGIN = 8192
    mjNSTATE = 14
    mjSTATE_PHYSICS = 30
    mjSTATE_FULLPHYSICS = 8223
    mjSTATE_USER = 8128
    mjSTATE_INTEGRATION = 16383

class mjtConstraint(enum.IntEnum):
    """Type of a scalar constraint."""

    mjCNSTR_EQUALITY = 0
    mjCNSTR_FRICTION_DOF = 1
    mjCNSTR_FRICTION_TENDON = 2
    mjCNSTR_LIMIT_JOINT = 3
    mjCNSTR_LIMIT_TENDON = 4
    mjCNSTR_CONTACT_FRICTIONLESS = 5
    mjCNSTR_CONTACT_PYRAMIDAL = 6
    mjCNSTR_CONTACT_ELLIPTIC = 7

class mjtConstraintState(enum.IntEnum):
    """State of a scalar constraint."""

    mjCNSTRSTATE_SATISFIED = 0
    mjCNSTRSTATE_QUADRATIC = 1
    mjCNSTRSTATE_LINEARNEG = 2
    mjCNSTRSTATE_LINEARPOS = 3
    mjCNSTRSTATE_CONE = 4

class mjtWarning(enum.IntEnum):
    """Warnings that a step may count."""

    mjWARN_INERTIA = 0
    mjWARN_CONTACTFULL = 1
    mjWARN_CNSTRFULL = 2
    mjWARN_BADQPOS = 3
    mjWARN_BADQVEL = 4
    mjWARN_BADQACC = 5
    mjWARN_BADCTRL = 6
    mjNWARNING = 7

class mjtTimer(enum.IntEnum):
    """Parts of the pipeline that are timed."""

    mjTIMER_STEP = 0
    mjTIMER_FORWARD = 1
    mjTIMER_INVERSE = 2
    mjTIMER_POSITION = 3
    mjTIMER_VELOCITY = 4
    mjTIMER_ACTUATION = 5
    mjTIMER_CONSTRAINT = 6
    mjTIMER_ADVANCE = 7
    mjTIMER_POS_KINEMATICS = 8
    mjTIMER_POS_INERTIA = 9
    mjTIMER_POS_COLLISION = 10
    mjTIMER_POS_MAKE = 11
    mjTIMER_POS_PROJECT = 12
    mjTIMER_COL_BROAD = 13
    mjTIMER_COL_NARROW = 14
    mjNTIMER = 15

class mjtSleepState(enum.IntEnum):
    """Whether an object sleeps."""

    mjS_STATIC = -1
    mjS_ASLEEP = 0
    mjS_AWAKE = 1

class mjtGeomInertia(enum.IntEnum):
    """Whether a geom is filled or a shell."""

    mjINERTIA_VOLUME = 0
    mjINERTIA_SHELL = 1

class mjtMeshInertia(enum.IntEnum):
    """How the inertia of a mesh is computed."""

    mjMESH_INERTIA_CONVEX = 0
    mjMESH_INERTIA_EXACT = 1
    mjMESH_INERTIA_LEGACY = 2
    mjMESH_INERTIA_SHELL = 3

class mjtMeshBuiltin(enum.IntEnum):
    """Procedural mesh."""

    mjMESH_BUILTIN_NONE = 0
    mjMESH_BUILTIN_SPHERE = 1
    mjMESH_BUILTIN_HEMISPHERE = 2
    mjMESH_BUILTIN_CONE = 3
    mjMESH_BUILTIN_SUPERSPHERE = 4
    mjMESH_BUILTIN_SUPERTORUS = 5
    mjMESH_BUILTIN_WEDGE = 6
    mjMESH_BUILTIN_PLATE = 7

class mjtBuiltin(enum.IntEnum):
    """Procedural texture."""

    mjBUILTIN_NONE = 0
    mjBUILTIN_GRADIENT = 1
    mjBUILTIN_CHECKER = 2
    mjBUILTIN_FLAT = 3

class mjtMark(enum.IntEnum):
    """Marks on a procedural texture."""

    mjMARK_NONE = 0
    mjMARK_EDGE = 1
    mjMARK_CROSS = 2
    mjMARK_RANDOM = 3

class mjtLimited(enum.IntEnum):
    """Whether limits apply."""

    mjLIMITED_FALSE = 0
    mjLIMITED_TRUE = 1
    mjLIMITED_AUTO = 2

class mjtAlignFree(enum.IntEnum):
    """Whether a free body is aligned with its inertia."""

    mjALIGNFREE_FALSE = 0
    mjALIGNFREE_TRUE = 1
    mjALIGNFREE_AUTO = 2

class mjtInertiaFromGeom(enum.IntEnum):
    """Whether inertia is computed from geoms."""

    mjINERTIAFROMGEOM_FALSE = 0
    mjINERTIAFROMGEOM_TRUE = 1
    mjINERTIAFROMGEOM_AUTO = 2

class mjtOrientation(enum.IntEnum):
    """How an orientation is given."""

    mjORIENTATION_QUAT = 0
    mjORIENTATION_AXISANGLE = 1
    mjORIENTATION_XYAXES = 2
    mjORIENTATION_ZAXIS = 3
    mjORIENTATION_EULER = 4

class mjtCatBit(enum.IntEnum):
    """Categories of visual geoms, as bits."""

    mjCAT_STATIC = 1
    mjCAT_DYNAMIC = 2
    mjCAT_DECOR = 4
    mjCAT_ALL = 7

class mjtMouse(enum.IntEnum):
    """Mouse interaction."""

    mjMOUSE_NONE = 0
    mjMOUSE_ROTATE_V = 1
    mjMOUSE_ROTATE_H = 2
    mjMOUSE_MOVE_V = 3
    mjMOUSE_MOVE_H = 4
    mjMOUSE_ZOOM = 5
    mjMOUSE_MOVE_V_REL = 6
    mjMOUSE_MOVE_H_REL = 7

class mjtPertBit(enum.IntEnum):
    """Perturbations, as bits."""

    mjPERT_TRANSLATE = 1
    mjPERT_ROTATE = 2

class mjtCamera(enum.IntEnum):
    """Camera of the abstract scene."""

    mjCAMERA_FREE = 0
    mjCAMERA_TRACKING = 1
    mjCAMERA_FIXED = 2
    mjCAMERA_USER = 3

class mjtLabel(enum.IntEnum):
    """What is labeled."""

    mjLABEL_NONE = 0
    mjLABEL_BODY = 1
    mjLABEL_JOINT = 2
    mjLABEL_GEOM = 3
    mjLABEL_SITE = 4
    mjLABEL_CAMERA = 5
    mjLABEL_LIGHT = 6
    mjLABEL_TENDON = 7
    mjLABEL_ACTUATOR = 8
    mjLABEL_CONSTRAINT = 9
    mjLABEL_FLEX = 10
    mjLABEL_SKIN = 11
    mjLABEL_SELECTION = 12
    mjLABEL_SELPNT = 13
    mjLABEL_CONTACTPOINT = 14
    mjLABEL_CONTACTFORCE = 15
    mjLABEL_ISLAND = 16
    mjNLABEL = 17

class mjtFrame(enum.IntEnum):
    """Whose frames are shown."""

    mjFRAME_NONE = 0
    mjFRAME_BODY = 1
    mjFRAME_GEOM = 2
    mjFRAME_SITE = 3
    mjFRAME_CAMERA = 4
    mjFRAME_LIGHT = 5
    mjFRAME_CONTACT = 6
    mjFRAME_WORLD = 7
    mjNFRAME = 8

class mjtVisFlag(enum.IntEnum):
    """What is shown."""

    mjVIS_CONVEXHULL = 0
    mjVIS_TEXTURE = 1
    mjVIS_JOINT = 2
    mjVIS_CAMERA = 3
    mjVIS_ACTUATOR = 4
    mjVIS_ACTIVATION = 5
    mjVIS_LIGHT = 6
    mjVIS_TENDON = 7
    mjVIS_RANGEFINDER = 8
    mjVIS_CONSTRAINT = 9
    mjVIS_INERTIA = 10
    mjVIS_SCLINERTIA = 11
    mjVIS_PERTFORCE = 12
    mjVIS_PERTOBJ = 13
    mjVIS_CONTACTPOINT = 14
    mjVIS_ISLAND = 15
    mjVIS_CONTACTFORCE = 16
    mjVIS_CONTACTSPLIT = 17
    mjVIS_TRANSPARENT = 18
    mjVIS_AUTOCONNECT = 19
    mjVIS_COM = 20
    mjVIS_SELECT = 21
    mjVIS_STATIC = 22
    mjVIS_SKIN = 23
    mjVIS_FLEXVERT = 24
    mjVIS_FLEXEDGE = 25
    mjVIS_FLEXFACE = 26
    mjVIS_FLEXSKIN = 27
    mjVIS_BODYBVH = 28
    mjVIS_MESHBVH = 29
    mjVIS_SDFITER = 30
    mjNVISFLAG = 31

class mjtRndFlag(enum.IntEnum):
    """Rendering effects."""

    mjRND_SHADOW = 0
    mjRND_WIREFRAME = 1
    mjRND_REFLECTION = 2
    mjRND_ADDITIVE = 3
    mjRND_SKYBOX = 4
    mjRND_FOG = 5
    mjRND_HAZE = 6
    mjRND_DEPTH = 7
    mjRND_SEGMENT = 8
    mjRND_IDCOLOR = 9
    mjRND_CULL_FACE = 10
    mjNRNDFLAG = 11

class mjtStereo(enum.IntEnum):
    """Stereo rendering."""

    mjSTEREO_NONE = 0
    mjSTEREO_QUADBUFFERED = 1
    mjSTEREO_SIDEBYSIDE = 2

class mjtPluginCapabilityBit(enum.IntEnum):
    """What a plugin can do, as bits."""

    mjPLUGIN_ACTUATOR = 1
    mjPLUGIN_SENSOR = 2
    mjPLUGIN_PASSIVE = 4
    mjPLUGIN_SDF = 8

class mjtGridPos(enum.IntEnum):
    """Place of an overlay."""

    mjGRID_TOPLEFT = 0
    mjGRID_TOPRIGHT = 1
    mjGRID_BOTTOMLEFT = 2
    mjGRID_BOTTOMRIGHT = 3
    mjGRID_TOP = 4
    mjGRID_BOTTOM = 5
    mjGRID_LEFT = 6
    mjGRID_RIGHT = 7

class mjtFramebuffer(enum.IntEnum):
    """Where to render."""

    mjFB_WINDOW = 0
    mjFB_OFFSCREEN = 1

class mjtDepthMap(enum.IntEnum):
    """Direction of depth."""

    mjDEPTH_ZERONEAR = 0
    mjDEPTH_ZEROFAR = 1

class mjtFontScale(enum.IntEnum):
    """Scale of a font."""

    mjFONTSCALE_50 = 50
    mjFONTSCALE_100 = 100
    mjFONTSCALE_150 = 150
    mjFONTSCALE_200 = 200
    mjFONTSCALE_250 = 250
    mjFONTSCALE_300 = 300

class mjtFont(enum.IntEnum):
    """Font."""

    mjFONT_NORMAL = 0
    mjFONT_SHADOW = 1
    mjFONT_BIG = 2

class mjtButton(enum.IntEnum):
    """Mouse button."""

    mjBUTTON_NONE = 0
    mjBUTTON_LEFT = 1
    mjBUTTON_RIGHT = 2
    mjBUTTON_MIDDLE = 3

class mjtEvent(enum.IntEnum):
    """Input event."""

    mjEVENT_NONE = 0
    mjEVENT_MOVE = 1
    mjEVENT_PRESS = 2
    mjEVENT_RELEASE = 3
    mjEVENT_SCROLL = 4
    mjEVENT_KEY = 5
    mjEVENT_RESIZE = 6
    mjEVENT_REDRAW = 7
    mjEVENT_FILESDROP = 8

class mjtItem(enum.IntEnum):
    """Item of a user interface."""

    mjITEM_END = -2
    mjITEM_SECTION = -1
    mjITEM_SEPARATOR = 0
    mjITEM_STATIC = 1
    mjITEM_BUTTON = 2
    mjITEM_CHECKINT = 3
    mjITEM_CHECKBYTE = 4
    mjITEM_RADIO = 5
    mjITEM_RADIOLINE = 6
    mjITEM_SELECT = 7
    mjITEM_SLIDERINT = 8
    mjITEM_SLIDERNUM = 9
    mjITEM_EDITINT = 10
    mjITEM_EDITNUM = 11
    mjITEM_EDITFLOAT = 12
    mjITEM_EDITTXT = 13
    mjNITEM = 14

class mjtSection(enum.IntEnum):
    """State of a user interface section."""

    mjSECT_CLOSED = 0
    mjSECT_OPEN = 1
    mjSECT_FIXED = 2

mjDISABLESTRING: Final[tuple[str, ...]]
mjENABLESTRING: Final[tuple[str, ...]]
mjFRAMESTRING: Final[tuple[str, ...]]
mjLABELSTRING: Final[tuple[str, ...]]
mjMAXCONPAIR: Final[int]
mjMAXFLEXNODES: Final[int]
mjMAXIMP: Final[float]
mjMAXLIGHT: Final[int]
mjMAXLINE: Final[int]
mjMAXLINEPNT: Final[int]
mjMAXOVERLAY: Final[int]
mjMAXPLANEGRID: Final[int]
mjMAXTHREAD: Final[int]
mjMAXTREEDEPTH: Final[int]
mjMAXVAL: Final[float]
mjMINAWAKE: Final[int]
mjMINIMP: Final[float]
mjMINMU: Final[float]
mjMINVAL: Final[float]
mjNBIAS: Final[int]
mjNDYN: Final[int]
mjNEQDATA: Final[int]
mjNFLUID: Final[int]
mjNGAIN: Final[int]
mjNGROUP: Final[int]
mjNIMP: Final[int]
mjNISLAND: Final[int]
mjNPOLY: Final[int]
mjNREF: Final[int]
mjNSENS: Final[int]
mjNSOLVER: Final[int]
mjPI: Final[float]
mjRNDSTRING: Final[tuple[tuple[str, ...], ...]]
mjTIMERSTRING: Final[tuple[str, ...]]
mjVERSION_HEADER: Final[int]
mjVISSTRING: Final[tuple[tuple[str, ...], ...]]

class FatalError(Exception):
    """A function was called with values it cannot work with."""

def mj_name2id(m: MjModel, type: int, name: str) -> int:
    """The id of the object of that type and name, -1 if there is none."""

def mj_id2name(m: MjModel, type: int, id: int) -> str | None:
    """The name of the object of that type and id, None if it has none."""

def mj_saveLastXML(filename: str | os.PathLike[str], m: MjModel) -> None:
    """Writes the description that the model was compiled from as an XML file."""

def mj_version() -> int:
    """The MuJoCo release whose behavior is reproduced, as a number."""

def mj_versionString() -> str:
    """The MuJoCo release whose behavior is reproduced."""

def mj_collision(m: MjModel, d: MjData) -> None:
    """Finds all contacts."""

def mj_step1(m: MjModel, d: MjData) -> None:
    """The part of a step before controls are needed."""

def mj_step2(m: MjModel, d: MjData) -> None:
    """The part of a step after controls are set."""

def mj_forward(m: MjModel, d: MjData) -> None:
    """Forward dynamics: everything that follows from the state and the inputs."""

def mj_inverse(m: MjModel, d: MjData) -> None:
    """Inverse dynamics: qacc to `qfrc_inverse`."""

def mj_fwdKinematics(m: MjModel, d: MjData) -> None:
    """Poses of everything, and the tendons that run between them."""

def mj_fwdPosition(m: MjModel, d: MjData) -> None:
    """What depends on positions."""

def mj_fwdVelocity(m: MjModel, d: MjData) -> None:
    """What depends on velocities."""

def mj_fwdActuation(m: MjModel, d: MjData) -> None:
    """Forces of actuators and derivatives of activations."""

def mj_fwdAcceleration(m: MjModel, d: MjData) -> None:
    """Accelerations without constraints, `qacc_smooth`."""

def mj_fwdConstraint(m: MjModel, d: MjData) -> None:
    """Accelerations with constraints, qacc."""

def mj_Euler(m: MjModel, d: MjData) -> None:
    """Advances the state by the semi-implicit Euler method."""

def mj_implicit(m: MjModel, d: MjData) -> None:
    """Advances the state by an implicit method, which must be the integrator of the model."""

def mj_invPosition(m: MjModel, d: MjData) -> None:
    """What depends on positions, for inverse dynamics."""

def mj_invVelocity(m: MjModel, d: MjData) -> None:
    """What depends on velocities, for inverse dynamics."""

def mj_invConstraint(m: MjModel, d: MjData) -> None:
    """Forces of constraints by inverse dynamics."""

def mj_compareFwdInv(m: MjModel, d: MjData) -> None:
    """Compares forward and inverse dynamics, into `solver_fwdinv`."""

def mj_checkPos(m: MjModel, d: MjData) -> None:
    """Checks qpos; resets if it is bad."""

def mj_checkVel(m: MjModel, d: MjData) -> None:
    """Checks qvel; resets if it is bad."""

def mj_checkAcc(m: MjModel, d: MjData) -> None:
    """Checks qacc; resets if it is bad."""

def mj_sensorPos(m: MjModel, d: MjData) -> None:
    """Sensors that depend on positions."""

def mj_sensorVel(m: MjModel, d: MjData) -> None:
    """Sensors that depend on velocities."""

def mj_sensorAcc(m: MjModel, d: MjData) -> None:
    """Sensors that depend on accelerations and forces."""

def mj_energyPos(m: MjModel, d: MjData) -> None:
    """Potential energy."""

def mj_energyVel(m: MjModel, d: MjData) -> None:
    """Kinetic energy."""

def mj_kinematics(m: MjModel, d: MjData) -> None:
    """Poses of bodies, joints, geoms and sites."""

def mj_comPos(m: MjModel, d: MjData) -> None:
    """Inertias and motion axes about centers of mass."""

def mj_camlight(m: MjModel, d: MjData) -> None:
    """Poses of cameras and lights."""

def mj_flex(m: MjModel, d: MjData) -> None:
    """Positions, boxes, edges and strains of flexes."""

def mj_tendon(m: MjModel, d: MjData) -> None:
    """Lengths and moment arms of tendons."""

def mj_transmission(m: MjModel, d: MjData) -> None:
    """Lengths and moment arms of actuators."""

def mj_crb(m: MjModel, d: MjData) -> None:
    """Composite inertias and the inertia matrix without tendons."""

def mj_makeM(m: MjModel, d: MjData) -> None:
    """The inertia matrix."""

def mj_factorM(m: MjModel, d: MjData) -> None:
    """Factors the inertia matrix."""

def mj_comVel(m: MjModel, d: MjData) -> None:
    """Velocities about centers of mass."""

def mj_passive(m: MjModel, d: MjData) -> None:
    """Passive forces."""

def mj_subtreeVel(m: MjModel, d: MjData) -> None:
    """Velocities and angular momenta of subtrees."""

def mj_rnePostConstraint(m: MjModel, d: MjData) -> None:
    """Accelerations and forces of bodies, given all forces."""

def mj_makeConstraint(m: MjModel, d: MjData) -> None:
    """Makes the rows of all constraints."""

def mj_island(m: MjModel, d: MjData) -> None:
    """Finds the islands of trees that constraints connect."""

def mj_projectConstraint(m: MjModel, d: MjData) -> None:
    """Inverse inertia in the space of constraints, for the dual solvers."""

def mj_referenceConstraint(m: MjModel, d: MjData) -> None:
    """Velocities and reference accelerations of constraints."""

def mj_resetData(m: MjModel, d: MjData) -> None:
    """Returns to the default pose at rest."""

def mj_setConst(m: MjModel, d: MjData) -> None:
    """Computes what follows from other fields of the model, after they were edited."""

def mj_step(m: MjModel, d: MjData, nstep: int = 1) -> None:
    """Advances the simulation by a time step. Optionally, repeat nstep times."""

def mj_forwardSkip(m: MjModel, d: MjData, skipstage: int, skipsensor: int) -> None:
    """Forward dynamics without the stages that are still valid, and without sensors if so asked."""

def mj_inverseSkip(m: MjModel, d: MjData, skipstage: int, skipsensor: int) -> None:
    """Inverse dynamics without the stages that are still valid, and without sensors if so asked."""

def mj_RungeKutta(m: MjModel, d: MjData, N: int) -> None:
    """Advances the state by the Runge-Kutta method of order N = 4."""

def mj_solveM(m: MjModel, d: MjData, x: npt.NDArray[np.float64], y: npt.ArrayLike) -> None:
    """Solves M x = y for each row of y."""

def mj_solveM2(
    m: MjModel,
    d: MjData,
    x: npt.NDArray[np.float64],
    y: npt.ArrayLike,
    sqrtInvD: npt.ArrayLike,
) -> None:
    """Half of the solve for each row of y: x = sqrt(inv(D)) inv(L') y, where M = L' D L."""

def mj_mulM(m: MjModel, d: MjData, res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None:
    """res = M vec"""

def mj_mulM2(m: MjModel, d: MjData, res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None:
    """res = sqrt(D) L vec, where M = L' D L: the product with a square root of M."""

def mj_addM(
    m: MjModel,
    d: MjData,
    dst: npt.NDArray[np.float64],
    rownnz: npt.NDArray[np.int32],
    rowadr: npt.NDArray[np.int32],
    colind: npt.NDArray[np.int32],
) -> None:
    """Adds the lower triangle of M to a sparse matrix."""

def mj_fullM(m: MjModel, dst: npt.NDArray[np.float64], M: npt.ArrayLike) -> None:
    """The dense matrix of what has the layout of qM."""

def mj_rne(m: MjModel, d: MjData, flg_acc: int, result: npt.NDArray[np.float64]) -> None:
    """The force that a motion needs, M qacc + C; without the first term if `flg_acc` is 0."""

def mj_applyFT(
    m: MjModel,
    d: MjData,
    force: npt.ArrayLike,
    torque: npt.ArrayLike,
    point: npt.ArrayLike,
    body: int,
    qfrc_target: npt.NDArray[np.float64],
) -> None:
    """Adds the joint forces of a force and torque at a point of a body to `qfrc_target`."""

def mj_differentiatePos(
    m: MjModel,
    qvel: npt.NDArray[np.float64],
    dt: float,
    qpos1: npt.ArrayLike,
    qpos2: npt.ArrayLike,
) -> None:
    """Velocities that lead from qpos1 to qpos2 in a time dt."""

def mj_integratePos(
    m: MjModel,
    qpos: npt.NDArray[np.float64],
    qvel: npt.ArrayLike,
    dt: float,
) -> None:
    """Moves positions for a time dt along velocities."""

def mj_normalizeQuat(m: MjModel, qpos: npt.NDArray[np.float64]) -> None:
    """Scales the quaternions of ball and free joints to unit length."""

def mj_jac(
    m: MjModel,
    d: MjData,
    jacp: npt.NDArray[np.float64] | None,
    jacr: npt.NDArray[np.float64] | None,
    point: npt.ArrayLike,
    body: int,
) -> None:
    """Jacobian of a point in world coordinates that moves with a body."""

def mj_jacBody(
    m: MjModel,
    d: MjData,
    jacp: npt.NDArray[np.float64] | None,
    jacr: npt.NDArray[np.float64] | None,
    body: int,
) -> None:
    """Jacobian of the origin of a body's frame."""

def mj_jacBodyCom(
    m: MjModel,
    d: MjData,
    jacp: npt.NDArray[np.float64] | None,
    jacr: npt.NDArray[np.float64] | None,
    body: int,
) -> None:
    """Jacobian of the center of mass of a body."""

def mj_ray(
    m: MjModel,
    d: MjData,
    pnt: npt.ArrayLike,
    vec: npt.ArrayLike,
    geomgroup: npt.ArrayLike | None,
    flg_static: int,
    bodyexclude: int,
    geomid: npt.NDArray[np.int32] | None,
    normal: npt.NDArray[np.float64] | None = None,
) -> float:
    """Distance along vec from pnt to the first geom, -1 if there is none; writes its id and normal."""

def mj_multiRay(
    m: MjModel,
    d: MjData,
    pnt: npt.ArrayLike,
    vec: npt.ArrayLike,
    geomgroup: npt.ArrayLike | None,
    flg_static: int,
    bodyexclude: int,
    geomid: npt.NDArray[np.int32],
    dist: npt.NDArray[np.float64],
    normal: npt.NDArray[np.float64] | None,
    nray: int,
    cutoff: float,
) -> None:
    """The first geoms that nray rays from pnt meet: writes ids, distances (-1 for none) and normals."""

def mj_rayMesh(
    m: MjModel,
    d: MjData,
    geomid: int,
    pnt: npt.ArrayLike,
    vec: npt.ArrayLike,
    normal: npt.NDArray[np.float64] | None = None,
) -> float:
    """Distance along vec from pnt to a mesh geom, -1 if there is no hit; writes the normal."""

def mj_rayHfield(
    m: MjModel,
    d: MjData,
    geomid: int,
    pnt: npt.ArrayLike,
    vec: npt.ArrayLike,
    normal: npt.NDArray[np.float64] | None = None,
) -> float:
    """Distance along vec from pnt to a height field geom, -1 if there is no hit; writes the normal."""

def mj_constraintUpdate(
    m: MjModel,
    d: MjData,
    jar: npt.ArrayLike,
    cost: npt.NDArray[np.float64] | None,
    flg_coneHessian: int,
) -> None:
    """Forces and states of constraints, given jar = J qacc - aref; writes the cost if asked for."""

def mj_mulJacVec(m: MjModel, d: MjData, res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None:
    """res = J vec"""

def mj_mulJacTVec(m: MjModel, d: MjData, res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None:
    """res = J' vec"""

def mj_contactForce(m: MjModel, d: MjData, id: int, result: npt.NDArray[np.float64]) -> None:
    """Force before torque of a contact, in the axes of the contact: the first number is along the normal, from
    the first geom to the second. It acts on the second geom, and negated on the first. Zeros for a
    contact that adds no constraint, or that does not exist.
    """

def mj_addContact(m: MjModel, d: MjData, con: MjContact) -> int:
    """Adds a contact to the list of the data; 0 if there was room, else 1."""

def mj_geomDistance(
    m: MjModel,
    d: MjData,
    geom1: int,
    geom2: int,
    distmax: float,
    fromto: npt.NDArray[np.float64] | None,
) -> float:
    """The smallest signed distance of two geoms, at most distmax; writes the segment between them."""

def mj_jacSubtreeCom(
    m: MjModel,
    d: MjData,
    jacp: npt.NDArray[np.float64] | None,
    body: int,
) -> None:
    """Jacobian of the center of mass of a body and all below it."""

def mj_jacGeom(
    m: MjModel,
    d: MjData,
    jacp: npt.NDArray[np.float64] | None,
    jacr: npt.NDArray[np.float64] | None,
    geom: int,
) -> None:
    """Jacobian of the center of a geom."""

def mj_jacSite(
    m: MjModel,
    d: MjData,
    jacp: npt.NDArray[np.float64] | None,
    jacr: npt.NDArray[np.float64] | None,
    site: int,
) -> None:
    """Jacobian of a site."""

def mj_jacPointAxis(
    m: MjModel,
    d: MjData,
    jacPoint: npt.NDArray[np.float64] | None,
    jacAxis: npt.NDArray[np.float64] | None,
    point: npt.ArrayLike,
    axis: npt.ArrayLike,
    body: int,
) -> None:
    """Jacobians of a point on a body and of an axis that turns with it."""

def mj_jacDot(
    m: MjModel,
    d: MjData,
    jacp: npt.NDArray[np.float64] | None,
    jacr: npt.NDArray[np.float64] | None,
    point: npt.ArrayLike,
    body: int,
) -> None:
    """Rate of change of the Jacobian of a point on a body."""

def mj_angmomMat(m: MjModel, d: MjData, mat: npt.NDArray[np.float64], body: int) -> None:
    """The matrix that turns velocities into the angular momentum of a body and all below it."""

def mj_resetDataDebug(m: MjModel, d: MjData, debug_value: int) -> None:
    """Returns to the default pose, with `debug_value` in every byte that a step computes."""

def mj_resetDataKeyframe(m: MjModel, d: MjData, key: int) -> None:
    """Returns to a keyframe, or to the default pose if there is none with that number."""

def mj_setKeyframe(m: MjModel, d: MjData, k: int) -> None:
    """Makes the current state a keyframe of the model."""

def mj_stateSize(m: MjModel, sig: int) -> int:
    """How many numbers a state with these parts has."""

def mj_getState(m: MjModel, d: MjData, state: npt.NDArray[np.float64], sig: int) -> None:
    """Copies parts of the state to a vector."""

def mj_setState(m: MjModel, d: MjData, state: npt.ArrayLike, sig: int) -> None:
    """Copies a vector to parts of the state."""

def mj_extractState(
    m: MjModel,
    src: npt.ArrayLike,
    srcsig: int,
    dst: npt.NDArray[np.float64],
    dstsig: int,
) -> None:
    """Copies parts of a state vector to one with fewer parts."""

def mj_copyState(m: MjModel, src: MjData, dst: MjData, sig: int) -> None:
    """Copies parts of the state of src to dst."""

def mj_readCtrl(m: MjModel, d: MjData, id: int, time: float, interp: int) -> float:
    """The control of an actuator at a time, less its delay; interp -1 is that of the model."""

def mj_initCtrlHistory(
    m: MjModel,
    d: MjData,
    id: int,
    times: npt.ArrayLike | None,
    values: npt.ArrayLike,
) -> None:
    """Replaces the history of an actuator; without times, those of the buffer stay."""

def mj_readSensor(
    m: MjModel,
    d: MjData,
    id: int,
    time: float,
    result: npt.NDArray[np.float64],
    interp: int,
) -> npt.NDArray[np.float64]:
    """The value of a sensor at a time, less its delay; interp -1 is that of the model."""

def mj_initSensorHistory(
    m: MjModel,
    d: MjData,
    id: int,
    times: npt.ArrayLike | None,
    values: npt.ArrayLike,
    phase: float,
) -> None:
    """Replaces the history of a sensor and the time of its last interval; without times, those of the
    buffer stay.
    """

def mjd_transitionFD(
    m: MjModel,
    d: MjData,
    eps: float,
    flg_centered: int,
    A: npt.NDArray[np.float64] | None,
    B: npt.NDArray[np.float64] | None,
    C: npt.NDArray[np.float64] | None,
    D: npt.NDArray[np.float64] | None,
) -> None:
    """Derivatives of a step: of the next state and of the sensors, in state and control."""

def mjd_inverseFD(
    m: MjModel,
    d: MjData,
    eps: float,
    flg_actuation: int,
    DfDq: npt.NDArray[np.float64] | None,
    DfDv: npt.NDArray[np.float64] | None,
    DfDa: npt.NDArray[np.float64] | None,
    DsDq: npt.NDArray[np.float64] | None,
    DsDv: npt.NDArray[np.float64] | None,
    DsDa: npt.NDArray[np.float64] | None,
    DmDq: npt.NDArray[np.float64] | None,
) -> None:
    """Derivatives of inverse dynamics: of forces, sensors and inertia in position, velocity and
    acceleration.
    """

def mjd_subQuat(
    qa: npt.ArrayLike,
    qb: npt.ArrayLike,
    Da: npt.NDArray[np.float64] | None,
    Db: npt.NDArray[np.float64] | None,
) -> None:
    """Derivatives of the difference of two quaternions in both."""

def mjd_quatIntegrate(
    vel: npt.ArrayLike,
    scale: float,
    Dquat: npt.NDArray[np.float64],
    Dvel: npt.NDArray[np.float64],
    Dscale: npt.NDArray[np.float64],
) -> None:
    """Derivatives of integrating a quaternion in the quaternion, the velocity and its scale."""

def mj_isSparse(m: MjModel) -> int:
    """1 if the constraint Jacobian is stored sparse, else 0."""

def mj_isPyramidal(m: MjModel) -> int:
    """1 if friction cones are pyramids, else 0."""

def mj_isDual(m: MjModel) -> int:
    """1 if the solver works on constraint forces, else 0."""

def mj_getTotalmass(m: MjModel) -> float:
    """Sum of the masses of all bodies."""

def mj_setTotalmass(m: MjModel, newmass: float) -> None:
    """Scales masses and inertias so that the masses add up to newmass."""

def mj_objectVelocity(
    m: MjModel,
    d: MjData,
    objtype: int,
    objid: int,
    res: npt.NDArray[np.float64],
    flg_local: int,
) -> None:
    """Velocity of an object, rotation before translation, in world axes or its own."""

def mj_objectAcceleration(
    m: MjModel,
    d: MjData,
    objtype: int,
    objid: int,
    res: npt.NDArray[np.float64],
    flg_local: int,
) -> None:
    """Acceleration of an object, rotation before translation, in world axes or its own. Reads cacc:
    call `mj_rnePostConstraint` before.
    """

def mj_local2Global(
    d: MjData,
    xpos: npt.NDArray[np.float64],
    xmat: npt.NDArray[np.float64],
    pos: npt.ArrayLike,
    quat: npt.ArrayLike,
    body: int,
    sameframe: int,
) -> None:
    """The pose in the world of a frame given in that of a body."""

def mj_resetCallbacks() -> None:
    """Removes all callbacks."""

def mj_copyData(dest: MjData, m: MjModel, src: MjData) -> None:
    """Copies the data src to dest, which both belong to the model m; views of dest stay valid."""

def mj_maxContact(m: MjModel, g1: int, g2: int, has_margin: int) -> int:
    """An upper bound of the number of contacts of two geoms; a negative `has_margin` asks the model."""

def mj_rayFlex(
    m: MjModel,
    d: MjData,
    flex_layer: int,
    flg_vert: int,
    flg_edge: int,
    flg_face: int,
    flg_skin: int,
    flexid: int,
    pnt: npt.ArrayLike,
    vec: npt.ArrayLike,
    vertid: npt.NDArray[np.int32] | None = None,
    normal: npt.NDArray[np.float64] | None = None,
) -> float:
    """Distance along vec from pnt to a flex, -1 if the ray misses it; writes the nearest vertex and
    the normal.
    """

def mj_printSchema(flg_html: int, flg_pad: int) -> str:
    """The elements and attributes of MJCF, as text or as an HTML table indented by hard spaces or by
    style.
    """

def mju_getXMLDependencies(filename: str) -> list[str]:
    """The files that a model file names: itself, included files, nested models, assets."""

def mju_raySkin(
    nface: int,
    nvert: int,
    face: npt.ArrayLike,
    vert: npt.ArrayLike,
    pnt: npt.ArrayLike,
    vec: npt.ArrayLike,
    vertid: npt.NDArray[np.int32],
) -> float:
    """Distance along a ray to a skin, -1 if it misses: nface triples of vertices in face, nvert
    positions in vert. Writes the vertex nearest to the point that is hit.
    """

def set_mjcb_passive(callback: Callable[..., Any] | None) -> None:
    """Sets the callable that adds passive forces: f(m, d), or None."""

def get_mjcb_passive() -> Callable[..., Any] | None:
    """The callable that adds passive forces: f(m, d), or None."""

def set_mjcb_control(callback: Callable[..., Any] | None) -> None:
    """Sets the callable that sets controls: f(m, d), or None."""

def get_mjcb_control() -> Callable[..., Any] | None:
    """The callable that sets controls: f(m, d), or None."""

def set_mjcb_contactfilter(callback: Callable[..., Any] | None) -> None:
    """Sets the callable that leaves out contacts: f(m, d, geom1, geom2), or None."""

def get_mjcb_contactfilter() -> Callable[..., Any] | None:
    """The callable that leaves out contacts: f(m, d, geom1, geom2), or None."""

def set_mjcb_sensor(callback: Callable[..., Any] | None) -> None:
    """Sets the callable that computes user sensors: f(m, d, stage), or None."""

def get_mjcb_sensor() -> Callable[..., Any] | None:
    """The callable that computes user sensors: f(m, d, stage), or None."""

def set_mjcb_act_dyn(callback: Callable[..., Any] | None) -> None:
    """Sets the callable that computes the activation derivative of user actuators: f(m, d, id), or None."""

def get_mjcb_act_dyn() -> Callable[..., Any] | None:
    """The callable that computes the activation derivative of user actuators: f(m, d, id), or None."""

def set_mjcb_act_gain(callback: Callable[..., Any] | None) -> None:
    """Sets the callable that computes the gain of user actuators: f(m, d, id), or None."""

def get_mjcb_act_gain() -> Callable[..., Any] | None:
    """The callable that computes the gain of user actuators: f(m, d, id), or None."""

def set_mjcb_act_bias(callback: Callable[..., Any] | None) -> None:
    """Sets the callable that computes the bias of user actuators: f(m, d, id), or None."""

def get_mjcb_act_bias() -> Callable[..., Any] | None:
    """The callable that computes the bias of user actuators: f(m, d, id), or None."""

def set_mjcb_time(callback: Callable[..., Any] | None) -> None:
    """Sets the callable that tells the time for timers, of all stages then: f(), or None."""

def get_mjcb_time() -> Callable[..., Any] | None:
    """The callable that tells the time for timers, of all stages then: f(), or None."""

def set_mju_user_warning(callback: Callable[..., Any] | None) -> None:
    """Sets the callable that is told warnings, instead of sys.stderr: f(text), or None."""

def get_mju_user_warning() -> Callable[..., Any] | None:
    """The callable that is told warnings, instead of sys.stderr: f(text), or None."""

def set_mju_user_malloc(callback: Callable[..., Any] | None) -> None:
    """Sets the callable that provides memory: only None, as memory is Rust's."""

def get_mju_user_malloc() -> Callable[..., Any] | None:
    """None: memory is Rust's."""

def set_mju_user_free(callback: Callable[..., Any] | None) -> None:
    """Sets the callable that takes memory back: only None, as memory is Rust's."""

def get_mju_user_free() -> Callable[..., Any] | None:
    """None: memory is Rust's."""

def mju_zero3(res: npt.NDArray[np.float64]) -> None:
    """Sets all of res to 0."""

def mju_copy3(res: npt.NDArray[np.float64], data: npt.ArrayLike) -> None:
    """res = data"""

def mju_scl3(res: npt.NDArray[np.float64], vec: npt.ArrayLike, scl: float) -> None:
    """res = vec * scl"""

def mju_add3(res: npt.NDArray[np.float64], vec1: npt.ArrayLike, vec2: npt.ArrayLike) -> None:
    """res = vec1 + vec2"""

def mju_sub3(res: npt.NDArray[np.float64], vec1: npt.ArrayLike, vec2: npt.ArrayLike) -> None:
    """res = vec1 - vec2"""

def mju_addTo3(res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None:
    """res += vec"""

def mju_subFrom3(res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None:
    """res -= vec"""

def mju_addToScl3(res: npt.NDArray[np.float64], vec: npt.ArrayLike, scl: float) -> None:
    """res += vec * scl"""

def mju_addScl3(
    res: npt.NDArray[np.float64],
    vec1: npt.ArrayLike,
    vec2: npt.ArrayLike,
    scl: float,
) -> None:
    """res = vec1 + vec2 * scl"""

def mju_normalize3(vec: npt.NDArray[np.float64]) -> float:
    """Scales vec to unit length, to (1, 0, 0) if it is too short; returns the length before."""

def mju_norm3(vec: npt.ArrayLike) -> float:
    """Length of vec."""

def mju_dot3(vec1: npt.ArrayLike, vec2: npt.ArrayLike) -> float:
    """Dot product."""

def mju_dist3(pos1: npt.ArrayLike, pos2: npt.ArrayLike) -> float:
    """Distance between two points."""

def mju_mulMatVec3(res: npt.NDArray[np.float64], mat: npt.ArrayLike, vec: npt.ArrayLike) -> None:
    """res = mat * vec, with a 3x3 matrix given as 9 numbers"""

def mju_mulMatTVec3(res: npt.NDArray[np.float64], mat: npt.ArrayLike, vec: npt.ArrayLike) -> None:
    """res = mat' * vec, with a 3x3 matrix given as 9 numbers"""

def mju_cross(res: npt.NDArray[np.float64], a: npt.ArrayLike, b: npt.ArrayLike) -> None:
    """res = cross product of a and b"""

def mju_zero4(res: npt.NDArray[np.float64]) -> None:
    """Sets all of res to 0."""

def mju_unit4(res: npt.NDArray[np.float64]) -> None:
    """Sets res to the identity quaternion (1, 0, 0, 0)."""

def mju_copy4(res: npt.NDArray[np.float64], data: npt.ArrayLike) -> None:
    """res = data"""

def mju_normalize4(vec: npt.NDArray[np.float64]) -> float:
    """Scales vec to unit length, to (1, 0, 0, 0) if it is too short; returns the length before."""

def mju_zero(res: npt.NDArray[np.float64]) -> None:
    """Sets all of res to 0."""

def mju_fill(res: npt.NDArray[np.float64], val: float) -> None:
    """Sets all of res to val."""

def mju_copy(res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None:
    """res = vec"""

def mju_sum(vec: npt.NDArray[np.float64]) -> float:
    """Sum of all entries."""

def mju_L1(vec: npt.NDArray[np.float64]) -> float:
    """Sum of absolute values."""

def mju_scl(res: npt.NDArray[np.float64], vec: npt.ArrayLike, scl: float) -> None:
    """res = vec * scl"""

def mju_add(res: npt.NDArray[np.float64], vec1: npt.ArrayLike, vec2: npt.ArrayLike) -> None:
    """res = vec1 + vec2"""

def mju_sub(res: npt.NDArray[np.float64], vec1: npt.ArrayLike, vec2: npt.ArrayLike) -> None:
    """res = vec1 - vec2"""

def mju_addTo(res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None:
    """res += vec"""

def mju_subFrom(res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None:
    """res -= vec"""

def mju_addToScl(res: npt.NDArray[np.float64], vec: npt.ArrayLike, scl: float) -> None:
    """res += vec * scl"""

def mju_addScl(
    res: npt.NDArray[np.float64],
    vec1: npt.ArrayLike,
    vec2: npt.ArrayLike,
    scl: float,
) -> None:
    """res = vec1 + vec2 * scl"""

def mju_normalize(res: npt.NDArray[np.float64]) -> float:
    """Scales res to unit length (the first axis if it is too short); returns the length before."""

def mju_norm(res: npt.ArrayLike) -> float:
    """Length of a vector."""

def mju_dot(vec1: npt.ArrayLike, vec2: npt.ArrayLike) -> float:
    """Dot product."""

def mju_isZero(vec: npt.NDArray[np.float64]) -> int:
    """1 if all entries are 0, else 0."""

def mju_f2n(res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None:
    """Copies numbers of single precision."""

def mju_n2f(res: npt.NDArray[np.float32], vec: npt.ArrayLike) -> None:
    """Copies numbers into single precision."""

def mju_d2n(res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None:
    """Copies numbers of double precision."""

def mju_n2d(res: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None:
    """Copies numbers into double precision."""

def mju_insertionSort(list: npt.NDArray[np.float64]) -> None:
    """Sorts a list upward, in place."""

def mju_insertionSortInt(list: npt.NDArray[np.int32]) -> None:
    """Sorts a list of integers upward, in place."""

def mju_mulMatVec(res: npt.NDArray[np.float64], mat: npt.ArrayLike, vec: npt.ArrayLike) -> None:
    """res = mat * vec"""

def mju_mulMatTVec(res: npt.NDArray[np.float64], mat: npt.ArrayLike, vec: npt.ArrayLike) -> None:
    """res = mat' * vec"""

def mju_mulVecMatVec(vec1: npt.ArrayLike, mat: npt.ArrayLike, vec2: npt.ArrayLike) -> float:
    """vec1' * mat * vec2, for a square matrix"""

def mju_transpose(res: npt.NDArray[np.float64], mat: npt.ArrayLike) -> None:
    """res = mat'"""

def mju_symmetrize(res: npt.NDArray[np.float64], mat: npt.ArrayLike) -> None:
    """res = (mat + mat') / 2"""

def mju_eye(mat: npt.NDArray[np.float64]) -> None:
    """Sets mat to the identity."""

def mju_mulMatMat(res: npt.NDArray[np.float64], mat1: npt.ArrayLike, mat2: npt.ArrayLike) -> None:
    """res = mat1 * mat2"""

def mju_mulMatMatT(res: npt.NDArray[np.float64], mat1: npt.ArrayLike, mat2: npt.ArrayLike) -> None:
    """res = mat1 * mat2'"""

def mju_mulMatTMat(res: npt.NDArray[np.float64], mat1: npt.ArrayLike, mat2: npt.ArrayLike) -> None:
    """res = mat1' * mat2"""

def mju_sqrMatTD(
    res: npt.NDArray[np.float64],
    mat: npt.ArrayLike,
    diag: npt.NDArray[np.float64] | None,
) -> None:
    """res = mat' * diag * mat, or mat' * mat if diag is None"""

def mju_dense2sparse(
    res: npt.NDArray[np.float64],
    mat: npt.ArrayLike,
    rownnz: npt.NDArray[np.int32],
    rowadr: npt.NDArray[np.int32],
    colind: npt.NDArray[np.int32],
) -> int:
    """Collects the nonzeros of mat; returns 1 if res and colind are too small for them, else 0."""

def mju_sparse2dense(
    res: npt.NDArray[np.float64],
    mat: npt.ArrayLike,
    rownnz: npt.ArrayLike,
    rowadr: npt.ArrayLike,
    colind: npt.ArrayLike,
) -> None:
    """Writes a sparse matrix as a dense one."""

def mju_rotVecQuat(res: npt.NDArray[np.float64], vec: npt.ArrayLike, quat: npt.ArrayLike) -> None:
    """Rotates a vector."""

def mju_negQuat(res: npt.NDArray[np.float64], quat: npt.ArrayLike) -> None:
    """The opposite rotation."""

def mju_mulQuat(res: npt.NDArray[np.float64], quat1: npt.ArrayLike, quat2: npt.ArrayLike) -> None:
    """Product of quaternions."""

def mju_mulQuatAxis(res: npt.NDArray[np.float64], quat: npt.ArrayLike, axis: npt.ArrayLike) -> None:
    """Product of a quaternion with (0, axis)."""

def mju_axisAngle2Quat(res: npt.NDArray[np.float64], axis: npt.ArrayLike, angle: float) -> None:
    """Rotation by an angle in radians about a unit vector."""

def mju_quat2Vel(res: npt.NDArray[np.float64], quat: npt.ArrayLike, dt: float) -> None:
    """Angular velocity that turns by quat in time dt."""

def mju_subQuat(res: npt.NDArray[np.float64], qa: npt.ArrayLike, qb: npt.ArrayLike) -> None:
    """Rotation vector from qb to qa, in the frame of qb."""

def mju_quat2Mat(res: npt.NDArray[np.float64], quat: npt.ArrayLike) -> None:
    """Rotation matrix of a quaternion, as 9 numbers."""

def mju_mat2Quat(quat: npt.NDArray[np.float64], mat: npt.ArrayLike) -> None:
    """Quaternion of a rotation matrix, given as 9 numbers."""

def mju_derivQuat(res: npt.NDArray[np.float64], quat: npt.ArrayLike, vel: npt.ArrayLike) -> None:
    """Time derivative of a quaternion that turns with angular velocity vel."""

def mju_quatIntegrate(quat: npt.NDArray[np.float64], vel: npt.ArrayLike, scale: float) -> None:
    """Turns quat with angular velocity vel for time scale."""

def mju_quatZ2Vec(quat: npt.NDArray[np.float64], vec: npt.ArrayLike) -> None:
    """Smallest rotation that takes the z axis to vec."""

def mju_mat2Rot(quat: npt.NDArray[np.float64], mat: npt.ArrayLike) -> int:
    """Refines quat to the rotation nearest to mat; returns the number of iterations."""

def mju_euler2Quat(quat: npt.NDArray[np.float64], euler: npt.ArrayLike, seq: str) -> None:
    """Quaternion of three Euler angles in radians.

    seq names the axes: xyz for moving ones, XYZ for fixed ones.
    """

def mju_mulPose(
    posres: npt.NDArray[np.float64],
    quatres: npt.NDArray[np.float64],
    pos1: npt.ArrayLike,
    quat1: npt.ArrayLike,
    pos2: npt.ArrayLike,
    quat2: npt.ArrayLike,
) -> None:
    """Product of two poses."""

def mju_negPose(
    posres: npt.NDArray[np.float64],
    quatres: npt.NDArray[np.float64],
    pos: npt.ArrayLike,
    quat: npt.ArrayLike,
) -> None:
    """The opposite of a pose."""

def mju_trnVecPose(
    res: npt.NDArray[np.float64],
    pos: npt.ArrayLike,
    quat: npt.ArrayLike,
    vec: npt.ArrayLike,
) -> None:
    """Transforms a point by a pose."""

def mju_transformSpatial(
    res: npt.NDArray[np.float64],
    vec: npt.ArrayLike,
    flg_force: int,
    newpos: npt.ArrayLike,
    oldpos: npt.ArrayLike,
    rotnew2old: npt.ArrayLike,
) -> None:
    """Moves a motion vector, or a force vector if `flg_force`, from oldpos to newpos and turns it
    into the frame whose axes are the columns of rotnew2old.
    """

def mju_cholFactor(mat: npt.NDArray[np.float64], mindiag: float) -> int:
    """Factorizes mat = L * L' in place; returns the rank."""

def mju_cholSolve(res: npt.NDArray[np.float64], mat: npt.ArrayLike, vec: npt.ArrayLike) -> None:
    """Solves (mat * mat') * res = vec, where mat is a Cholesky factor."""

def mju_cholUpdate(mat: npt.NDArray[np.float64], x: npt.NDArray[np.float64], flg_plus: int) -> int:
    """Turns the factor of A into that of A + x * x', or A - x * x' if `flg_plus` is 0. Returns
    the rank.
    """

def mju_cholFactorBand(
    mat: npt.NDArray[np.float64],
    ntotal: int,
    nband: int,
    ndense: int,
    diagadd: float,
    diagmul: float,
) -> float:
    """Factorizes a band matrix with dense rows at the end in place.

    diagadd + diagmul * mat(i, i) is added to the diagonal first. Returns the smallest square on
    the diagonal of the factor, 0 if the matrix is not positive definite.
    """

def mju_cholSolveBand(
    res: npt.NDArray[np.float64],
    mat: npt.ArrayLike,
    vec: npt.ArrayLike,
    ntotal: int,
    nband: int,
    ndense: int,
) -> None:
    """Solves (mat * mat') * res = vec, where mat is the Cholesky factor of a band matrix."""

def mju_band2Dense(
    res: npt.NDArray[np.float64],
    mat: npt.ArrayLike,
    ntotal: int,
    nband: int,
    ndense: int,
    flg_sym: int,
) -> None:
    """Writes a band matrix as a dense one; the upper triangle too if `flg_sym`."""

def mju_dense2Band(
    res: npt.NDArray[np.float64],
    mat: npt.ArrayLike,
    ntotal: int,
    nband: int,
    ndense: int,
) -> None:
    """Stores the lower triangle of a dense matrix as a band matrix."""

def mju_bandMulMatVec(
    res: npt.NDArray[np.float64],
    mat: npt.ArrayLike,
    vec: npt.ArrayLike,
    ntotal: int,
    nband: int,
    ndense: int,
    nvec: int,
    flg_sym: int,
) -> None:
    """res = mat * vec for a band matrix; the upper triangle counts too if `flg_sym`.

    res is a vector, so nvec must be 1.
    """

def mju_bandDiag(i: int, ntotal: int, nband: int, ndense: int) -> int:
    """Where entry (i, i) of a band matrix is stored."""

def mju_eig3(
    eigval: npt.NDArray[np.float64],
    eigvec: npt.NDArray[np.float64],
    quat: npt.NDArray[np.float64],
    mat: npt.ArrayLike,
) -> int:
    """Eigenvalues of a symmetric 3x3 matrix, in decreasing order; returns the number of iterations.

    The eigenvectors are the columns of eigvec, and come as a quaternion too.
    """

def mju_boxQP(
    res: npt.NDArray[np.float64],
    R: npt.NDArray[np.float64],
    index: npt.NDArray[np.int32] | None,
    H: npt.ArrayLike,
    g: npt.ArrayLike,
    lower: npt.ArrayLike | None,
    upper: npt.ArrayLike | None,
) -> int:
    """Minimizes x' * H * x / 2 + x' * g with lower <= x <= upper, from the start in res.

    Returns the number of dimensions that are not at a bound, -1 on failure. Their indices come
    back in index, if given, and the Cholesky factor of their part of H in the first numbers of R,
    which has n * (n + 7).
    """

def mju_muscleGain(
    len: float,
    vel: float,
    lengthrange: npt.ArrayLike,
    acc0: float,
    prm: npt.ArrayLike,
) -> float:
    """Active muscle force. prm:
    `range[2], force, scale, lmin, lmax, vmax, fpmax, fvmax`.
    """

def mju_muscleBias(
    len: float,
    lengthrange: npt.ArrayLike,
    acc0: float,
    prm: npt.ArrayLike,
) -> float:
    """Passive muscle force. prm:
    `range[2], force, scale, lmin, lmax, vmax, fpmax, fvmax`.
    """

def mju_muscleDynamics(ctrl: float, act: float, prm: npt.ArrayLike) -> float:
    """Time derivative of muscle activation. prm: `tau_act, tau_deact, smoothing_width`."""

def mju_encodePyramid(
    pyramid: npt.NDArray[np.float64],
    force: npt.ArrayLike,
    mu: npt.ArrayLike,
) -> None:
    """Forces along the edges of a friction pyramid that add up to a contact force.

    As in the mujoco package, the last coefficient in mu is not used.
    """

def mju_decodePyramid(
    force: npt.NDArray[np.float64],
    pyramid: npt.ArrayLike,
    mu: npt.ArrayLike,
) -> None:
    """Contact force of forces along the edges of a friction pyramid.

    As in the mujoco package, the last coefficient in mu is not used.
    """

def mju_springDamper(pos0: float, vel0: float, Kp: float, Kv: float, dt: float) -> float:
    """Position after time dt of a unit mass on a spring with stiffness Kp and damping Kv."""

def mju_min(a: float, b: float) -> float:
    """The smaller number."""

def mju_max(a: float, b: float) -> float:
    """The larger number."""

def mju_clip(x: float, min: float, max: float) -> float:
    """x brought into the range from min to max."""

def mju_sign(x: float) -> float:
    """-1, 0 or 1."""

def mju_round(x: float) -> int:
    """The nearest integer."""

def mju_isBad(x: float) -> int:
    """1 if x is NaN or its absolute value is above mjMAXVAL, else 0."""

def mju_standardNormal(num2: float | None) -> float:
    """A random number with standard normal distribution. num2 is not used."""

def mju_Halton(index: int, base: int) -> float:
    """An element of the Halton sequence."""

def mju_sigmoid(x: float) -> float:
    """The quintic step from 0 at 0 to 1 at 1."""

def mju_rayGeom(
    pos: npt.ArrayLike,
    mat: npt.ArrayLike,
    size: npt.ArrayLike,
    pnt: npt.ArrayLike,
    vec: npt.ArrayLike,
    geomtype: int,
    normal: npt.NDArray[np.float64] | None = None,
) -> float:
    """Distance along a ray to a primitive shape, in units of vec; -1 if it misses.

    The surface normal comes back in normal, if given; zero if the ray misses.
    """

def mju_type2Str(type: int) -> str | None:
    """The word for an object type, None if there is none."""

def mju_str2Type(str: str) -> int:
    """The object type that a word stands for, 0 if there is none."""

def mju_writeNumBytes(nbytes: int) -> str:
    """A number of bytes with a suffix such as K or M."""

def mju_warningText(warning: int, info: int) -> str:
    """The message of a warning, with the number that comes with it."""

def mju_printMat(mat: npt.ArrayLike) -> None:
    """Prints a matrix."""

def mju_printMatSparse(
    mat: npt.ArrayLike,
    rownnz: npt.ArrayLike,
    rowadr: npt.ArrayLike,
    colind: npt.ArrayLike,
) -> None:
    """Prints a sparse matrix."""

class MjByteVec:
    """A list of bytes."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> Any: ...
    def __setitem__(self, index: int, value: Any) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...

class MjCharVec:
    """A list of characters."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> Any: ...
    def __setitem__(self, index: int, value: Any) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...

class MjDoubleVec:
    """A list of double precision numbers."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> Any: ...
    def __setitem__(self, index: int, value: Any) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...

class MjFloatVec:
    """A list of single precision numbers."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> Any: ...
    def __setitem__(self, index: int, value: Any) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...

class MjIntVec:
    """A list of integers."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> Any: ...
    def __setitem__(self, index: int, value: Any) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...

class MjSpec:
    """A description of a model that can be edited, compiled and written as XML."""

    def __init__(self) -> None: ...
    def activate_plugin(self, name: Any) -> None:
        """Lets elements use the plugin of this name."""
    def actuator(self, name: Any) -> MjsActuator | None:
        """The actuator of that name, none if there is none."""
    @property
    def actuators(self) -> list[MjsActuator]:
        """All actuators."""
    def add_actuator(self, default: Any = ..., **kwargs: Any) -> MjsActuator:
        """Adds a actuator; keyword arguments give its attributes values."""
    def add_default(self, classname: Any, parent: Any) -> MjsDefault:
        """Adds a default class derived from another one; returns none if the name is taken."""
    def add_equality(self, default: Any = ..., **kwargs: Any) -> MjsEquality:
        """Adds a equality; keyword arguments give its attributes values."""
    def add_exclude(self, **kwargs: Any) -> MjsExclude:
        """Adds a exclude; keyword arguments give its attributes values."""
    def add_flex(self, **kwargs: Any) -> MjsFlex:
        """Adds a flex; keyword arguments give its attributes values."""
    def add_hfield(self, **kwargs: Any) -> MjsHField:
        """Adds a hfield; keyword arguments give its attributes values."""
    def add_key(self, **kwargs: Any) -> MjsKey:
        """Adds a key; keyword arguments give its attributes values."""
    def add_material(self, default: Any = ..., **kwargs: Any) -> MjsMaterial:
        """Adds a material; keyword arguments give its attributes values."""
    def add_mesh(self, default: Any = ..., **kwargs: Any) -> MjsMesh:
        """Adds a mesh; keyword arguments give its attributes values."""
    def add_numeric(self, **kwargs: Any) -> MjsNumeric:
        """Adds a numeric; keyword arguments give its attributes values."""
    def add_pair(self, default: Any = ..., **kwargs: Any) -> MjsPair:
        """Adds a pair; keyword arguments give its attributes values."""
    def add_plugin(self, **kwargs: Any) -> MjsPlugin:
        """Adds a plugin; keyword arguments give its attributes values."""
    def add_sensor(self, **kwargs: Any) -> MjsSensor:
        """Adds a sensor; keyword arguments give its attributes values."""
    def add_skin(self, **kwargs: Any) -> MjsSkin:
        """Adds a skin; keyword arguments give its attributes values."""
    def add_tendon(self, default: Any = ..., **kwargs: Any) -> MjsTendon:
        """Adds a tendon; keyword arguments give its attributes values."""
    def add_text(self, **kwargs: Any) -> MjsText:
        """Adds a text; keyword arguments give its attributes values."""
    def add_texture(self, **kwargs: Any) -> MjsTexture:
        """Adds a texture; keyword arguments give its attributes values."""
    def add_tuple(self, **kwargs: Any) -> MjsTuple:
        """Adds a tuple; keyword arguments give its attributes values."""
    @property
    def assets(self) -> dict[str, bytes | str]:
        """Files in memory by name; assigning a dictionary adds to it."""
    @assets.setter
    def assets(self, value: dict[str, bytes | str]) -> None: ...
    def attach(self, child: Any, prefix: Any = ..., suffix: Any = ..., site: Any = ..., frame: Any = ...) -> MjsFrame:
        """Attaches another spec to a site or a frame, given as elements or by name, and returns the frame that holds what was attached. Names get a prefix and a suffix."""
    @property
    def bodies(self) -> list[MjsBody]:
        """All bodies."""
    def body(self, name: Any) -> MjsBody | None:
        """The body of that name, none if there is none."""
    def camera(self, name: Any) -> MjsCamera | None:
        """The camera of that name, none if there is none."""
    @property
    def cameras(self) -> list[MjsCamera]:
        """All cameras."""
    @property
    def comment(self) -> str:
        """A text."""
    @comment.setter
    def comment(self, value: str) -> None: ...
    def compile(self) -> MjModel:
        """Compiles the description into a model."""
    @property
    def compiler(self) -> MjsCompiler:
        """Settings of the compiler."""
    @compiler.setter
    def compiler(self, value: MjsCompiler) -> None: ...
    def copy(self) -> MjSpec:
        """Another description with the same content."""
    @property
    def copy_during_attach(self) -> bool:
        """Whether attaching copies the other spec; can only be set."""
    @copy_during_attach.setter
    def copy_during_attach(self, value: bool) -> None: ...
    @property
    def default(self) -> MjsDefault:
        """The default class that all others are derived from."""
    def delete(self, element: Any) -> None:
        """Removes an element; with a body also what is in it and what refers to that."""
    @property
    def equalities(self) -> list[MjsEquality]:
        """All equalities."""
    def equality(self, name: Any) -> MjsEquality | None:
        """The equality of that name, none if there is none."""
    def exclude(self, name: Any) -> MjsExclude | None:
        """The exclude of that name, none if there is none."""
    @property
    def excludes(self) -> list[MjsExclude]:
        """All excludes."""
    def find_default(self, classname: Any) -> MjsDefault | None:
        """The default class of that name, none if there is none."""
    def flex(self, name: Any) -> MjsFlex | None:
        """The flex of that name, none if there is none."""
    @property
    def flexes(self) -> list[MjsFlex]:
        """All flexes."""
    def frame(self, name: Any) -> MjsFrame | None:
        """The frame of that name, none if there is none."""
    @property
    def frames(self) -> list[MjsFrame]:
        """All frames."""
    @staticmethod
    def from_file(filename: Any, include: Any = ..., assets: Any = ..., *, limits: Any = ..., roots: Any = ...) -> MjSpec:
        """Reads a description from an XML file. `include` are files in memory that it includes, `assets` files in memory that it names, both by name, or a function that is called with the path of either and returns its bytes, or None for the disk. `limits` ("untrusted", a Limits or a dict) and `roots` (directories) bound what it may ask for and read, also when compiled."""
    @staticmethod
    def from_string(xml: Any, include: Any = ..., assets: Any = ..., *, limits: Any = ..., roots: Any = ...) -> MjSpec:
        """Reads a description from XML text. `include` are files in memory that it includes, `assets` files in memory that it names, both by name, or a function that is called with the path of either and returns its bytes, or None for the disk. `limits` ("untrusted", a Limits or a dict) and `roots` (directories) bound what it may ask for and read, also when compiled."""
    @staticmethod
    def from_zip(file: Any, *, limits: Any = ..., roots: Any = ...) -> MjSpec:
        """Reads a description and its assets from a zip file, given by path or as a file object. `limits` and `roots` are those of `from_string`; the former also bound the archive."""
    def geom(self, name: Any) -> MjsGeom | None:
        """The geom of that name, none if there is none."""
    @property
    def geoms(self) -> list[MjsGeom]:
        """All geoms."""
    @property
    def hasImplicitPluginElem(self) -> int:
        """An integer."""
    @hasImplicitPluginElem.setter
    def hasImplicitPluginElem(self, value: int) -> None: ...
    def hfield(self, name: Any) -> MjsHField | None:
        """The hfield of that name, none if there is none."""
    @property
    def hfields(self) -> list[MjsHField]:
        """All hfields."""
    def joint(self, name: Any) -> MjsJoint | None:
        """The joint of that name, none if there is none."""
    @property
    def joints(self) -> list[MjsJoint]:
        """All joints."""
    def key(self, name: Any) -> MjsKey | None:
        """The key of that name, none if there is none."""
    @property
    def keys(self) -> list[MjsKey]:
        """All keys."""
    def light(self, name: Any) -> MjsLight | None:
        """The light of that name, none if there is none."""
    @property
    def lights(self) -> list[MjsLight]:
        """All lights."""
    def material(self, name: Any) -> MjsMaterial | None:
        """The material of that name, none if there is none."""
    @property
    def materials(self) -> list[MjsMaterial]:
        """All materials."""
    @property
    def memory(self) -> int:
        """An integer."""
    @memory.setter
    def memory(self, value: int) -> None: ...
    def mesh(self, name: Any) -> MjsMesh | None:
        """The mesh of that name, none if there is none."""
    @property
    def meshdir(self) -> str:
        """A text."""
    @meshdir.setter
    def meshdir(self, value: str) -> None: ...
    @property
    def meshes(self) -> list[MjsMesh]:
        """All meshes."""
    @property
    def modelfiledir(self) -> str:
        """A text."""
    @modelfiledir.setter
    def modelfiledir(self, value: str) -> None: ...
    @property
    def modelname(self) -> str:
        """A text."""
    @modelname.setter
    def modelname(self, value: str) -> None: ...
    @property
    def nconmax(self) -> int:
        """An integer."""
    @nconmax.setter
    def nconmax(self, value: int) -> None: ...
    @property
    def nemax(self) -> int:
        """An integer."""
    @nemax.setter
    def nemax(self, value: int) -> None: ...
    @property
    def njmax(self) -> int:
        """An integer."""
    @njmax.setter
    def njmax(self, value: int) -> None: ...
    @property
    def nkey(self) -> int:
        """An integer."""
    @nkey.setter
    def nkey(self, value: int) -> None: ...
    @property
    def nstack(self) -> int:
        """An integer."""
    @nstack.setter
    def nstack(self, value: int) -> None: ...
    def numeric(self, name: Any) -> MjsNumeric | None:
        """The numeric of that name, none if there is none."""
    @property
    def numerics(self) -> list[MjsNumeric]:
        """All numerics."""
    @property
    def nuser_actuator(self) -> int:
        """An integer."""
    @nuser_actuator.setter
    def nuser_actuator(self, value: int) -> None: ...
    @property
    def nuser_body(self) -> int:
        """An integer."""
    @nuser_body.setter
    def nuser_body(self, value: int) -> None: ...
    @property
    def nuser_cam(self) -> int:
        """An integer."""
    @nuser_cam.setter
    def nuser_cam(self, value: int) -> None: ...
    @property
    def nuser_geom(self) -> int:
        """An integer."""
    @nuser_geom.setter
    def nuser_geom(self, value: int) -> None: ...
    @property
    def nuser_jnt(self) -> int:
        """An integer."""
    @nuser_jnt.setter
    def nuser_jnt(self, value: int) -> None: ...
    @property
    def nuser_sensor(self) -> int:
        """An integer."""
    @nuser_sensor.setter
    def nuser_sensor(self, value: int) -> None: ...
    @property
    def nuser_site(self) -> int:
        """An integer."""
    @nuser_site.setter
    def nuser_site(self, value: int) -> None: ...
    @property
    def nuser_tendon(self) -> int:
        """An integer."""
    @nuser_tendon.setter
    def nuser_tendon(self, value: int) -> None: ...
    @property
    def nuserdata(self) -> int:
        """An integer."""
    @nuserdata.setter
    def nuserdata(self, value: int) -> None: ...
    @property
    def option(self) -> _SpecOption:
        """Physics options."""
    @option.setter
    def option(self, value: _SpecOption) -> None: ...
    @property
    def override_assets(self) -> bool:
        """Whether assets of an attached spec replace those of the same name."""
    @override_assets.setter
    def override_assets(self, value: bool) -> None: ...
    def pair(self, name: Any) -> MjsPair | None:
        """The pair of that name, none if there is none."""
    @property
    def pairs(self) -> list[MjsPair]:
        """All pairs."""
    @property
    def parent(self) -> MjsBody:
        """The spec that this one was attached to."""
    def plugin(self, name: Any) -> MjsPlugin | None:
        """The plugin of that name, none if there is none."""
    @property
    def plugins(self) -> list[MjsPlugin]:
        """All plugins."""
    def recompile(self, m: Any, d: Any) -> builtins.tuple[MjModel, MjData]:
        """Compiles again; returns the new model and new data with the state of the old one."""
    @staticmethod
    def resolve_orientation(degree: Any, sequence: Any = ..., orientation: Any = ...) -> list[float]:
        """The quaternion of an orientation in another form, with angles in degrees or radians and Euler angles in that sequence."""
    def sensor(self, name: Any) -> MjsSensor | None:
        """The sensor of that name, none if there is none."""
    @property
    def sensors(self) -> list[MjsSensor]:
        """All sensors."""
    def site(self, name: Any) -> MjsSite | None:
        """The site of that name, none if there is none."""
    @property
    def sites(self) -> list[MjsSite]:
        """All sites."""
    def skin(self, name: Any) -> MjsSkin | None:
        """The skin of that name, none if there is none."""
    @property
    def skins(self) -> list[MjsSkin]:
        """All skins."""
    @property
    def stat(self) -> _SpecStatistic:
        """Statistics given by the user; NaN to compute."""
    @stat.setter
    def stat(self, value: _SpecStatistic) -> None: ...
    @property
    def strippath(self) -> int:
        """An integer."""
    @strippath.setter
    def strippath(self, value: int) -> None: ...
    def tendon(self, name: Any) -> MjsTendon | None:
        """The tendon of that name, none if there is none."""
    @property
    def tendons(self) -> list[MjsTendon]:
        """All tendons."""
    def text(self, name: Any) -> MjsText | None:
        """The text of that name, none if there is none."""
    @property
    def texts(self) -> list[MjsText]:
        """All texts."""
    def texture(self, name: Any) -> MjsTexture | None:
        """The texture of that name, none if there is none."""
    @property
    def texturedir(self) -> str:
        """A text."""
    @texturedir.setter
    def texturedir(self, value: str) -> None: ...
    @property
    def textures(self) -> list[MjsTexture]:
        """All textures."""
    def to_file(self, file: Any) -> None:
        """Writes the description, which must be one that compiles, to an XML file."""
    def to_xml(self) -> str:
        """The description as MJCF text. It must be one that compiles."""
    def to_zip(self, file: Any) -> None:
        """Writes the description and its assets to a zip file: a path or a file object."""
    def tuple(self, name: Any) -> MjsTuple | None:
        """The tuple of that name, none if there is none."""
    @property
    def tuples(self) -> list[MjsTuple]:
        """All tuples."""
    @property
    def visual(self) -> _SpecVisual:
        """Visual settings."""
    @visual.setter
    def visual(self, value: _SpecVisual) -> None: ...
    @property
    def worldbody(self) -> MjsBody:
        """The world."""

class MjStringVec:
    """A list of strings."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> Any: ...
    def __setitem__(self, index: int, value: Any) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...

class MjsActuator:
    """An actuator: transmission, activation dynamics and force generation."""

    @property
    def actdim(self) -> int:
        """An integer."""
    @actdim.setter
    def actdim(self, value: int) -> None: ...
    @property
    def actearly(self) -> int:
        """An integer."""
    @actearly.setter
    def actearly(self, value: int) -> None: ...
    @property
    def actlimited(self) -> int:
        """An integer."""
    @actlimited.setter
    def actlimited(self, value: int) -> None: ...
    @property
    def actrange(self) -> npt.NDArray[np.float64]:
        """Array of 2 float64 numbers."""
    @actrange.setter
    def actrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def armature(self) -> float:
        """A number."""
    @armature.setter
    def armature(self, value: float) -> None: ...
    @property
    def biasprm(self) -> npt.NDArray[np.float64]:
        """Array of 10 float64 numbers."""
    @biasprm.setter
    def biasprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def biastype(self) -> mjtBias:
        """One of `mjtBias`."""
    @biastype.setter
    def biastype(self, value: mjtBias | int) -> None: ...
    @property
    def classname(self) -> MjsDefault:
        """The default class."""
    @classname.setter
    def classname(self, value: MjsDefault) -> None: ...
    @property
    def compiler(self) -> MjsCompiler:
        """The compiler settings that hold for the element."""
    @property
    def cranklength(self) -> float:
        """A number."""
    @cranklength.setter
    def cranklength(self, value: float) -> None: ...
    @property
    def ctrllimited(self) -> int:
        """An integer."""
    @ctrllimited.setter
    def ctrllimited(self, value: int) -> None: ...
    @property
    def ctrlrange(self) -> npt.NDArray[np.float64]:
        """Array of 2 float64 numbers."""
    @ctrlrange.setter
    def ctrlrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def damping(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @damping.setter
    def damping(self, value: npt.ArrayLike) -> None: ...
    @property
    def delay(self) -> float:
        """A number."""
    @delay.setter
    def delay(self, value: float) -> None: ...
    @property
    def dynprm(self) -> npt.NDArray[np.float64]:
        """Array of 10 float64 numbers."""
    @dynprm.setter
    def dynprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def dyntype(self) -> mjtDyn:
        """One of `mjtDyn`."""
    @dyntype.setter
    def dyntype(self, value: mjtDyn | int) -> None: ...
    @property
    def forcelimited(self) -> int:
        """An integer."""
    @forcelimited.setter
    def forcelimited(self, value: int) -> None: ...
    @property
    def forcerange(self) -> npt.NDArray[np.float64]:
        """Array of 2 float64 numbers."""
    @forcerange.setter
    def forcerange(self, value: npt.ArrayLike) -> None: ...
    @property
    def gainprm(self) -> npt.NDArray[np.float64]:
        """Array of 10 float64 numbers."""
    @gainprm.setter
    def gainprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def gaintype(self) -> mjtGain:
        """One of `mjtGain`."""
    @gaintype.setter
    def gaintype(self, value: mjtGain | int) -> None: ...
    @property
    def gear(self) -> npt.NDArray[np.float64]:
        """Array of 6 float64 numbers."""
    @gear.setter
    def gear(self, value: npt.ArrayLike) -> None: ...
    @property
    def group(self) -> int:
        """An integer."""
    @group.setter
    def group(self, value: int) -> None: ...
    @property
    def id(self) -> int:
        """The index in the compiled model, -1 before."""
    @property
    def info(self) -> str:
        """A text."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def inheritrange(self) -> float:
        """A number."""
    @inheritrange.setter
    def inheritrange(self, value: float) -> None: ...
    @property
    def interp(self) -> int:
        """An integer."""
    @interp.setter
    def interp(self, value: int) -> None: ...
    @property
    def lengthrange(self) -> npt.NDArray[np.float64]:
        """Array of 2 float64 numbers."""
    @lengthrange.setter
    def lengthrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def name(self) -> str:
        """The name; no other element of the kind has it."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def nsample(self) -> int:
        """An integer."""
    @nsample.setter
    def nsample(self, value: int) -> None: ...
    @property
    def plugin(self) -> MjsPlugin:
        """The plugin that the element uses."""
    @plugin.setter
    def plugin(self, value: MjsPlugin) -> None: ...
    @property
    def refsite(self) -> str:
        """A text."""
    @refsite.setter
    def refsite(self, value: str) -> None: ...
    def set_to_adhesion(self, gain: Any) -> None:
        """An adhesion actuator: pulls a body's contacts together."""
    def set_to_cylinder(self, timeconst: Any, bias: Any, area: Any, diameter: Any = ...) -> None:
        """A pneumatic or hydraulic cylinder; a diameter, if not negative, wins over the area."""
    def set_to_damper(self, kv: Any) -> None:
        """A damper whose coefficient is the control."""
    def set_to_dcmotor(self, motorconst: Any, resistance: Any, nominal: Any = ..., saturation: Any = ..., inductance: Any = ..., cogging: Any = ..., controller: Any = ..., thermal: Any = ..., lugre: Any = ..., input_mode: Any = ...) -> None:
        """A DC motor."""
    def set_to_intvelocity(self, kp: Any, kv: Any = ..., dampratio: Any = ..., timeconst: Any = ..., inheritrange: Any = ...) -> None:
        """A servo whose set point is the integral of the control; negative means not given."""
    def set_to_motor(self) -> None:
        """A direct drive: the force is the control."""
    def set_to_muscle(self, timeconst: Any = ..., tausmooth: Any = ..., range: Any = ..., force: Any = ..., scale: Any = ..., lmin: Any = ..., lmax: Any = ..., vmax: Any = ..., fpmax: Any = ..., fvmax: Any = ...) -> None:
        """A muscle; negative parameters keep their value."""
    def set_to_position(self, kp: Any, kv: Any = ..., dampratio: Any = ..., timeconst: Any = ..., inheritrange: Any = ...) -> None:
        """A position servo; negative means not given."""
    def set_to_velocity(self, kv: Any) -> None:
        """A velocity servo."""
    @property
    def signature(self) -> int:
        """A number that changes with the structure of the spec; models have that of their spec."""
    @property
    def slidersite(self) -> str:
        """A text."""
    @slidersite.setter
    def slidersite(self, value: str) -> None: ...
    @property
    def target(self) -> str:
        """A text."""
    @target.setter
    def target(self, value: str) -> None: ...
    @property
    def trntype(self) -> mjtTrn:
        """One of `mjtTrn`."""
    @trntype.setter
    def trntype(self, value: mjtTrn | int) -> None: ...
    @property
    def userdata(self) -> MjDoubleVec:
        """A list of double precision numbers."""
    @userdata.setter
    def userdata(self, value: npt.ArrayLike) -> None: ...

class MjsBody:
    """A body: a frame that moves relative to its parent as its joints allow."""

    def add_body(self, default: Any = ..., **kwargs: Any) -> MjsBody:
        """Adds a body; keyword arguments give its attributes values."""
    def add_camera(self, default: Any = ..., **kwargs: Any) -> MjsCamera:
        """Adds a camera; keyword arguments give its attributes values."""
    def add_frame(self, parentframe: Any = ..., **kwargs: Any) -> MjsFrame:
        """Adds a frame; keyword arguments give its attributes values."""
    def add_freejoint(self, **kwargs: Any) -> MjsJoint:
        """Adds a free joint. Takes align, group and name."""
    def add_geom(self, default: Any = ..., **kwargs: Any) -> MjsGeom:
        """Adds a geom; keyword arguments give its attributes values."""
    def add_joint(self, default: Any = ..., **kwargs: Any) -> MjsJoint:
        """Adds a joint; keyword arguments give its attributes values."""
    def add_light(self, default: Any = ..., **kwargs: Any) -> MjsLight:
        """Adds a light; keyword arguments give its attributes values."""
    def add_site(self, default: Any = ..., **kwargs: Any) -> MjsSite:
        """Adds a site; keyword arguments give its attributes values."""
    @property
    def alt(self) -> MjsOrientation:
        """An orientation in another form than the quaternion."""
    @alt.setter
    def alt(self, value: MjsOrientation) -> None: ...
    def attach_frame(self, frame: Any, prefix: Any = ..., suffix: Any = ...) -> MjsFrame:
        """Attaches a frame of another spec, with everything in it, to this body."""
    @property
    def bodies(self) -> list[MjsBody]:
        """The bodies directly in the body."""
    @property
    def cameras(self) -> list[MjsCamera]:
        """The cameras directly in the body."""
    @property
    def childclass(self) -> str:
        """The name of the default class of what is inside."""
    @childclass.setter
    def childclass(self, value: str) -> None: ...
    @property
    def classname(self) -> MjsDefault:
        """The default class."""
    @classname.setter
    def classname(self, value: MjsDefault) -> None: ...
    @property
    def compiler(self) -> MjsCompiler:
        """The compiler settings that hold for the element."""
    @property
    def explicitinertial(self) -> int:
        """An integer."""
    @explicitinertial.setter
    def explicitinertial(self, value: int) -> None: ...
    def find_all(self, type: Any) -> list[Any]:
        """All elements of a type in the body and below: a word such as 'geom', or an mjtObj."""
    def find_child(self, name: Any) -> MjsBody | None:
        """The body of that name among this one and its children."""
    def first_body(self) -> MjsBody | None:
        """The first body directly in the body, none if there is no body."""
    def first_camera(self) -> MjsCamera | None:
        """The first camera directly in the body, none if there is no camera."""
    def first_frame(self) -> MjsFrame | None:
        """The first frame directly in the body, none if there is no frame."""
    def first_geom(self) -> MjsGeom | None:
        """The first geom directly in the body, none if there is no geom."""
    def first_joint(self) -> MjsJoint | None:
        """The first joint directly in the body, none if there is no joint."""
    def first_light(self) -> MjsLight | None:
        """The first light directly in the body, none if there is no light."""
    def first_site(self) -> MjsSite | None:
        """The first site directly in the body, none if there is no site."""
    @property
    def frame(self) -> MjsFrame | None:
        """The frame that the element sits in, none if directly in the body."""
    @property
    def frames(self) -> list[MjsFrame]:
        """The frames directly in the body."""
    @property
    def fullinertia(self) -> npt.NDArray[np.float64]:
        """Array of 6 float64 numbers."""
    @fullinertia.setter
    def fullinertia(self, value: npt.ArrayLike) -> None: ...
    @property
    def geoms(self) -> list[MjsGeom]:
        """The geoms directly in the body."""
    @property
    def gravcomp(self) -> float:
        """A number."""
    @gravcomp.setter
    def gravcomp(self, value: float) -> None: ...
    @property
    def ialt(self) -> MjsOrientation:
        """An orientation in another form than the quaternion."""
    @ialt.setter
    def ialt(self, value: MjsOrientation) -> None: ...
    @property
    def id(self) -> int:
        """The index in the compiled model, -1 before."""
    @property
    def inertia(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @inertia.setter
    def inertia(self, value: npt.ArrayLike) -> None: ...
    @property
    def info(self) -> str:
        """A text."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def ipos(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @ipos.setter
    def ipos(self, value: npt.ArrayLike) -> None: ...
    @property
    def iquat(self) -> npt.NDArray[np.float64]:
        """Array of 4 float64 numbers."""
    @iquat.setter
    def iquat(self, value: npt.ArrayLike) -> None: ...
    @property
    def joints(self) -> list[MjsJoint]:
        """The joints directly in the body."""
    @property
    def lights(self) -> list[MjsLight]:
        """The lights directly in the body."""
    @property
    def mass(self) -> float:
        """A number."""
    @mass.setter
    def mass(self, value: float) -> None: ...
    @property
    def mocap(self) -> int:
        """An integer."""
    @mocap.setter
    def mocap(self, value: int) -> None: ...
    @property
    def name(self) -> str:
        """The name; no other element of the kind has it."""
    @name.setter
    def name(self, value: str) -> None: ...
    def next_body(self, child: Any) -> MjsBody | None:
        """The body of the body after the given one, none after the last."""
    def next_camera(self, child: Any) -> MjsCamera | None:
        """The camera of the body after the given one, none after the last."""
    def next_frame(self, child: Any) -> MjsFrame | None:
        """The frame of the body after the given one, none after the last."""
    def next_geom(self, child: Any) -> MjsGeom | None:
        """The geom of the body after the given one, none after the last."""
    def next_joint(self, child: Any) -> MjsJoint | None:
        """The joint of the body after the given one, none after the last."""
    def next_light(self, child: Any) -> MjsLight | None:
        """The light of the body after the given one, none after the last."""
    def next_site(self, child: Any) -> MjsSite | None:
        """The site of the body after the given one, none after the last."""
    @property
    def parent(self) -> MjsBody:
        """The body that this one is in; the world is in itself."""
    @property
    def plugin(self) -> MjsPlugin:
        """The plugin that the element uses."""
    @plugin.setter
    def plugin(self, value: MjsPlugin) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """Array of 4 float64 numbers."""
    @quat.setter
    def quat(self, value: npt.ArrayLike) -> None: ...
    def set_frame(self, frame: Any) -> None:
        """Puts the element into a frame of its body."""
    @property
    def signature(self) -> int:
        """A number that changes with the structure of the spec; models have that of their spec."""
    @property
    def sites(self) -> list[MjsSite]:
        """The sites directly in the body."""
    @property
    def sleep(self) -> mjtSleepPolicy:
        """One of `mjtSleepPolicy`."""
    @sleep.setter
    def sleep(self, value: mjtSleepPolicy | int) -> None: ...
    def to_frame(self) -> MjsFrame:
        """Makes the body a frame of its parent and returns that frame."""
    @property
    def userdata(self) -> MjDoubleVec:
        """A list of double precision numbers."""
    @userdata.setter
    def userdata(self, value: npt.ArrayLike) -> None: ...

class MjsCamera:
    """A camera."""

    @property
    def alt(self) -> MjsOrientation:
        """An orientation in another form than the quaternion."""
    @alt.setter
    def alt(self, value: MjsOrientation) -> None: ...
    @property
    def classname(self) -> MjsDefault:
        """The default class."""
    @classname.setter
    def classname(self, value: MjsDefault) -> None: ...
    @property
    def compiler(self) -> MjsCompiler:
        """The compiler settings that hold for the element."""
    @property
    def focal_length(self) -> npt.NDArray[np.float32]:
        """Array of 2 float32 numbers."""
    @focal_length.setter
    def focal_length(self, value: npt.ArrayLike) -> None: ...
    @property
    def focal_pixel(self) -> npt.NDArray[np.float32]:
        """Array of 2 float32 numbers."""
    @focal_pixel.setter
    def focal_pixel(self, value: npt.ArrayLike) -> None: ...
    @property
    def fovy(self) -> float:
        """A number."""
    @fovy.setter
    def fovy(self, value: float) -> None: ...
    @property
    def frame(self) -> MjsFrame | None:
        """The frame that the element sits in, none if directly in the body."""
    @property
    def id(self) -> int:
        """The index in the compiled model, -1 before."""
    @property
    def info(self) -> str:
        """A text."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def intrinsic(self) -> npt.NDArray[np.float32]:
        """Array of 4 float32 numbers."""
    @intrinsic.setter
    def intrinsic(self, value: npt.ArrayLike) -> None: ...
    @property
    def ipd(self) -> float:
        """A number."""
    @ipd.setter
    def ipd(self, value: float) -> None: ...
    @property
    def mode(self) -> mjtCamLight:
        """One of `mjtCamLight`."""
    @mode.setter
    def mode(self, value: mjtCamLight | int) -> None: ...
    @property
    def name(self) -> str:
        """The name; no other element of the kind has it."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def output(self) -> int:
        """An integer."""
    @output.setter
    def output(self, value: int) -> None: ...
    @property
    def parent(self) -> MjsBody:
        """The body that the element is in."""
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def principal_length(self) -> npt.NDArray[np.float32]:
        """Array of 2 float32 numbers."""
    @principal_length.setter
    def principal_length(self, value: npt.ArrayLike) -> None: ...
    @property
    def principal_pixel(self) -> npt.NDArray[np.float32]:
        """Array of 2 float32 numbers."""
    @principal_pixel.setter
    def principal_pixel(self, value: npt.ArrayLike) -> None: ...
    @property
    def proj(self) -> mjtProjection:
        """One of `mjtProjection`."""
    @proj.setter
    def proj(self, value: mjtProjection | int) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """Array of 4 float64 numbers."""
    @quat.setter
    def quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def resolution(self) -> npt.NDArray[np.int32]:
        """Array of 2 int32 numbers."""
    @resolution.setter
    def resolution(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_size(self) -> npt.NDArray[np.float32]:
        """Array of 2 float32 numbers."""
    @sensor_size.setter
    def sensor_size(self, value: npt.ArrayLike) -> None: ...
    def set_frame(self, frame: Any) -> None:
        """Puts the element into a frame of its body."""
    @property
    def signature(self) -> int:
        """A number that changes with the structure of the spec; models have that of their spec."""
    @property
    def targetbody(self) -> str:
        """A text."""
    @targetbody.setter
    def targetbody(self, value: str) -> None: ...
    @property
    def userdata(self) -> MjDoubleVec:
        """A list of double precision numbers."""
    @userdata.setter
    def userdata(self, value: npt.ArrayLike) -> None: ...

class MjsCompiler:
    """Settings of the compiler."""

    @property
    def LRopt(self) -> MjLROpt:
        """How actuator length ranges are estimated."""
    @LRopt.setter
    def LRopt(self, value: MjLROpt) -> None: ...
    @property
    def alignfree(self) -> int:
        """An integer."""
    @alignfree.setter
    def alignfree(self, value: int) -> None: ...
    @property
    def autolimits(self) -> int:
        """An integer."""
    @autolimits.setter
    def autolimits(self, value: int) -> None: ...
    @property
    def balanceinertia(self) -> int:
        """An integer."""
    @balanceinertia.setter
    def balanceinertia(self, value: int) -> None: ...
    @property
    def boundinertia(self) -> float:
        """A number."""
    @boundinertia.setter
    def boundinertia(self, value: float) -> None: ...
    @property
    def boundmass(self) -> float:
        """A number."""
    @boundmass.setter
    def boundmass(self, value: float) -> None: ...
    @property
    def degree(self) -> int:
        """An integer."""
    @degree.setter
    def degree(self, value: int) -> None: ...
    @property
    def discardvisual(self) -> int:
        """An integer."""
    @discardvisual.setter
    def discardvisual(self, value: int) -> None: ...
    @property
    def eulerseq(self) -> MjCharVec:
        """A list of characters."""
    @eulerseq.setter
    def eulerseq(self, value: Sequence[str]) -> None: ...
    @property
    def fitaabb(self) -> int:
        """An integer."""
    @fitaabb.setter
    def fitaabb(self, value: int) -> None: ...
    @property
    def fusestatic(self) -> int:
        """An integer."""
    @fusestatic.setter
    def fusestatic(self, value: int) -> None: ...
    @property
    def inertiafromgeom(self) -> int:
        """An integer."""
    @inertiafromgeom.setter
    def inertiafromgeom(self, value: int) -> None: ...
    @property
    def inertiagrouprange(self) -> npt.NDArray[np.int32]:
        """Array of 2 int32 numbers."""
    @inertiagrouprange.setter
    def inertiagrouprange(self, value: npt.ArrayLike) -> None: ...
    @property
    def meshdir(self) -> str:
        """A text."""
    @meshdir.setter
    def meshdir(self, value: str) -> None: ...
    @property
    def saveinertial(self) -> int:
        """An integer."""
    @saveinertial.setter
    def saveinertial(self, value: int) -> None: ...
    @property
    def settotalmass(self) -> float:
        """A number."""
    @settotalmass.setter
    def settotalmass(self, value: float) -> None: ...
    @property
    def texturedir(self) -> str:
        """A text."""
    @texturedir.setter
    def texturedir(self, value: str) -> None: ...
    @property
    def usethread(self) -> int:
        """An integer."""
    @usethread.setter
    def usethread(self, value: int) -> None: ...

class MjsDefault:
    """A default class: what elements created with it start from."""

    @property
    def actuator(self) -> MjsActuator:
        """What a actuator of this class starts from."""
    @property
    def camera(self) -> MjsCamera:
        """What a camera of this class starts from."""
    @property
    def compiler(self) -> MjsCompiler:
        """The compiler settings that hold for the element."""
    @property
    def equality(self) -> MjsEquality:
        """What a equality of this class starts from."""
    @property
    def flex(self) -> MjsFlex:
        """What a flex of this class starts from."""
    @property
    def geom(self) -> MjsGeom:
        """What a geom of this class starts from."""
    @property
    def id(self) -> int:
        """The index in the compiled model, -1 before."""
    @property
    def info(self) -> str:
        """A text."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def joint(self) -> MjsJoint:
        """What a joint of this class starts from."""
    @property
    def light(self) -> MjsLight:
        """What a light of this class starts from."""
    @property
    def material(self) -> MjsMaterial:
        """What a material of this class starts from."""
    @property
    def mesh(self) -> MjsMesh:
        """What a mesh of this class starts from."""
    @property
    def name(self) -> str:
        """The name; no other element of the kind has it."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def pair(self) -> MjsPair:
        """What a pair of this class starts from."""
    @property
    def signature(self) -> int:
        """A number that changes with the structure of the spec; models have that of their spec."""
    @property
    def site(self) -> MjsSite:
        """What a site of this class starts from."""
    @property
    def tendon(self) -> MjsTendon:
        """What a tendon of this class starts from."""

class MjsElement:
    """An element of a spec: a handle that stays valid until the element is deleted."""

    @property
    def compiler(self) -> MjsCompiler:
        """The compiler settings that hold for the element."""
    @property
    def id(self) -> int:
        """The index in the compiled model, -1 before."""
    @property
    def name(self) -> str:
        """The name; no other element of the kind has it."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def signature(self) -> int:
        """A number that changes with the structure of the spec; models have that of their spec."""

class MjsEquality:
    """An equality constraint."""

    @property
    def active(self) -> int:
        """An integer."""
    @active.setter
    def active(self, value: int) -> None: ...
    @property
    def classname(self) -> MjsDefault:
        """The default class."""
    @classname.setter
    def classname(self, value: MjsDefault) -> None: ...
    @property
    def compiler(self) -> MjsCompiler:
        """The compiler settings that hold for the element."""
    @property
    def data(self) -> npt.NDArray[np.float64]:
        """Array of 11 float64 numbers."""
    @data.setter
    def data(self, value: npt.ArrayLike) -> None: ...
    @property
    def id(self) -> int:
        """The index in the compiled model, -1 before."""
    @property
    def info(self) -> str:
        """A text."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def name(self) -> str:
        """The name; no other element of the kind has it."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def name1(self) -> str:
        """A text."""
    @name1.setter
    def name1(self, value: str) -> None: ...
    @property
    def name2(self) -> str:
        """A text."""
    @name2.setter
    def name2(self, value: str) -> None: ...
    @property
    def objtype(self) -> mjtObj:
        """One of `mjtObj`."""
    @objtype.setter
    def objtype(self, value: mjtObj | int) -> None: ...
    @property
    def signature(self) -> int:
        """A number that changes with the structure of the spec; models have that of their spec."""
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """Array of 5 float64 numbers."""
    @solimp.setter
    def solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """Array of 2 float64 numbers."""
    @solref.setter
    def solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def type(self) -> mjtEq:
        """One of `mjtEq`."""
    @type.setter
    def type(self, value: mjtEq | int) -> None: ...

class MjsExclude:
    """Two bodies that never collide."""

    @property
    def bodyname1(self) -> str:
        """A text."""
    @bodyname1.setter
    def bodyname1(self, value: str) -> None: ...
    @property
    def bodyname2(self) -> str:
        """A text."""
    @bodyname2.setter
    def bodyname2(self, value: str) -> None: ...
    @property
    def compiler(self) -> MjsCompiler:
        """The compiler settings that hold for the element."""
    @property
    def id(self) -> int:
        """The index in the compiled model, -1 before."""
    @property
    def info(self) -> str:
        """A text."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def name(self) -> str:
        """The name; no other element of the kind has it."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def signature(self) -> int:
        """A number that changes with the structure of the spec; models have that of their spec."""

class MjsFlex:
    """A deformable body. The engine has none yet: compiling refuses it."""

    @property
    def activelayers(self) -> int:
        """An integer."""
    @activelayers.setter
    def activelayers(self, value: int) -> None: ...
    @property
    def cellcount(self) -> npt.NDArray[np.int32]:
        """Array of 3 int32 numbers."""
    @cellcount.setter
    def cellcount(self, value: npt.ArrayLike) -> None: ...
    @property
    def compiler(self) -> MjsCompiler:
        """The compiler settings that hold for the element."""
    @property
    def conaffinity(self) -> int:
        """An integer."""
    @conaffinity.setter
    def conaffinity(self, value: int) -> None: ...
    @property
    def condim(self) -> int:
        """An integer."""
    @condim.setter
    def condim(self, value: int) -> None: ...
    @property
    def contype(self) -> int:
        """An integer."""
    @contype.setter
    def contype(self, value: int) -> None: ...
    @property
    def damping(self) -> float:
        """A number."""
    @damping.setter
    def damping(self, value: float) -> None: ...
    @property
    def dim(self) -> int:
        """An integer."""
    @dim.setter
    def dim(self, value: int) -> None: ...
    @property
    def edgedamping(self) -> float:
        """A number."""
    @edgedamping.setter
    def edgedamping(self, value: float) -> None: ...
    @property
    def edgestiffness(self) -> float:
        """A number."""
    @edgestiffness.setter
    def edgestiffness(self, value: float) -> None: ...
    @property
    def elastic2d(self) -> int:
        """An integer."""
    @elastic2d.setter
    def elastic2d(self, value: int) -> None: ...
    @property
    def elem(self) -> MjIntVec:
        """A list of integers."""
    @elem.setter
    def elem(self, value: npt.ArrayLike) -> None: ...
    @property
    def elemtexcoord(self) -> MjIntVec:
        """A list of integers."""
    @elemtexcoord.setter
    def elemtexcoord(self, value: npt.ArrayLike) -> None: ...
    @property
    def flatskin(self) -> int:
        """An integer."""
    @flatskin.setter
    def flatskin(self, value: int) -> None: ...
    @property
    def friction(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @friction.setter
    def friction(self, value: npt.ArrayLike) -> None: ...
    @property
    def gap(self) -> float:
        """A number."""
    @gap.setter
    def gap(self, value: float) -> None: ...
    @property
    def group(self) -> int:
        """An integer."""
    @group.setter
    def group(self, value: int) -> None: ...
    @property
    def id(self) -> int:
        """The index in the compiled model, -1 before."""
    @property
    def info(self) -> str:
        """A text."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def internal(self) -> int:
        """An integer."""
    @internal.setter
    def internal(self, value: int) -> None: ...
    @property
    def margin(self) -> float:
        """A number."""
    @margin.setter
    def margin(self, value: float) -> None: ...
    @property
    def material(self) -> str:
        """A text."""
    @material.setter
    def material(self, value: str) -> None: ...
    @property
    def name(self) -> str:
        """The name; no other element of the kind has it."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def node(self) -> MjDoubleVec:
        """A list of double precision numbers."""
    @node.setter
    def node(self, value: npt.ArrayLike) -> None: ...
    @property
    def nodebody(self) -> MjStringVec:
        """A list of strings."""
    @nodebody.setter
    def nodebody(self, value: Sequence[str]) -> None: ...
    @property
    def order(self) -> int:
        """An integer."""
    @order.setter
    def order(self, value: int) -> None: ...
    @property
    def passive(self) -> int:
        """An integer."""
    @passive.setter
    def passive(self, value: int) -> None: ...
    @property
    def poisson(self) -> float:
        """A number."""
    @poisson.setter
    def poisson(self, value: float) -> None: ...
    @property
    def priority(self) -> int:
        """An integer."""
    @priority.setter
    def priority(self, value: int) -> None: ...
    @property
    def radius(self) -> float:
        """A number."""
    @radius.setter
    def radius(self, value: float) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """Array of 4 float32 numbers."""
    @rgba.setter
    def rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def selfcollide(self) -> int:
        """An integer."""
    @selfcollide.setter
    def selfcollide(self, value: int) -> None: ...
    @property
    def signature(self) -> int:
        """A number that changes with the structure of the spec; models have that of their spec."""
    @property
    def size(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @size.setter
    def size(self, value: npt.ArrayLike) -> None: ...
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """Array of 5 float64 numbers."""
    @solimp.setter
    def solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def solmix(self) -> float:
        """A number."""
    @solmix.setter
    def solmix(self, value: float) -> None: ...
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """Array of 2 float64 numbers."""
    @solref.setter
    def solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def texcoord(self) -> MjFloatVec:
        """A list of single precision numbers."""
    @texcoord.setter
    def texcoord(self, value: npt.ArrayLike) -> None: ...
    @property
    def thickness(self) -> float:
        """A number."""
    @thickness.setter
    def thickness(self, value: float) -> None: ...
    @property
    def vert(self) -> MjDoubleVec:
        """A list of double precision numbers."""
    @vert.setter
    def vert(self, value: npt.ArrayLike) -> None: ...
    @property
    def vertbody(self) -> MjStringVec:
        """A list of strings."""
    @vertbody.setter
    def vertbody(self, value: Sequence[str]) -> None: ...
    @property
    def young(self) -> float:
        """A number."""
    @young.setter
    def young(self, value: float) -> None: ...

class MjsFrame:
    """A coordinate frame inside a body; what sits in it is moved along."""

    def add_body(self, default: Any = ..., **kwargs: Any) -> MjsBody:
        """Adds a body; keyword arguments give its attributes values."""
    def add_camera(self, default: Any = ..., **kwargs: Any) -> MjsCamera:
        """Adds a camera; keyword arguments give its attributes values."""
    def add_frame(self, default: Any = ..., **kwargs: Any) -> MjsFrame:
        """Adds a frame; keyword arguments give its attributes values."""
    def add_geom(self, default: Any = ..., **kwargs: Any) -> MjsGeom:
        """Adds a geom; keyword arguments give its attributes values."""
    def add_joint(self, default: Any = ..., **kwargs: Any) -> MjsJoint:
        """Adds a joint; keyword arguments give its attributes values."""
    def add_light(self, default: Any = ..., **kwargs: Any) -> MjsLight:
        """Adds a light; keyword arguments give its attributes values."""
    def add_site(self, default: Any = ..., **kwargs: Any) -> MjsSite:
        """Adds a site; keyword arguments give its attributes values."""
    @property
    def alt(self) -> MjsOrientation:
        """An orientation in another form than the quaternion."""
    @alt.setter
    def alt(self, value: MjsOrientation) -> None: ...
    def attach_body(self, body: Any, prefix: Any = ..., suffix: Any = ...) -> MjsBody:
        """Attaches a body of another spec, with everything in it, to this frame."""
    @property
    def childclass(self) -> str:
        """A text."""
    @childclass.setter
    def childclass(self, value: str) -> None: ...
    @property
    def compiler(self) -> MjsCompiler:
        """The compiler settings that hold for the element."""
    @property
    def frame(self) -> MjsFrame | None:
        """The frame that the element sits in, none if directly in the body."""
    @property
    def id(self) -> int:
        """The index in the compiled model, -1 before."""
    @property
    def info(self) -> str:
        """A text."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def name(self) -> str:
        """The name; no other element of the kind has it."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def parent(self) -> MjsBody:
        """The body that the element is in."""
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """Array of 4 float64 numbers."""
    @quat.setter
    def quat(self, value: npt.ArrayLike) -> None: ...
    def set_frame(self, frame: Any) -> None:
        """Puts the element into a frame of its body."""
    @property
    def signature(self) -> int:
        """A number that changes with the structure of the spec; models have that of their spec."""

class MjsGeom:
    """A geom: a shape that collides, has mass and is seen."""

    @property
    def alt(self) -> MjsOrientation:
        """An orientation in another form than the quaternion."""
    @alt.setter
    def alt(self, value: MjsOrientation) -> None: ...
    @property
    def classname(self) -> MjsDefault:
        """The default class."""
    @classname.setter
    def classname(self, value: MjsDefault) -> None: ...
    @property
    def compiler(self) -> MjsCompiler:
        """The compiler settings that hold for the element."""
    @property
    def conaffinity(self) -> int:
        """An integer."""
    @conaffinity.setter
    def conaffinity(self, value: int) -> None: ...
    @property
    def condim(self) -> int:
        """An integer."""
    @condim.setter
    def condim(self, value: int) -> None: ...
    @property
    def contype(self) -> int:
        """An integer."""
    @contype.setter
    def contype(self, value: int) -> None: ...
    @property
    def density(self) -> float:
        """A number."""
    @density.setter
    def density(self, value: float) -> None: ...
    @property
    def fitscale(self) -> float:
        """A number."""
    @fitscale.setter
    def fitscale(self, value: float) -> None: ...
    @property
    def fluid_coefs(self) -> npt.NDArray[np.float64]:
        """Array of 5 float64 numbers."""
    @fluid_coefs.setter
    def fluid_coefs(self, value: npt.ArrayLike) -> None: ...
    @property
    def fluid_ellipsoid(self) -> float:
        """A number."""
    @fluid_ellipsoid.setter
    def fluid_ellipsoid(self, value: float) -> None: ...
    @property
    def frame(self) -> MjsFrame | None:
        """The frame that the element sits in, none if directly in the body."""
    @property
    def friction(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @friction.setter
    def friction(self, value: npt.ArrayLike) -> None: ...
    @property
    def fromto(self) -> npt.NDArray[np.float64]:
        """Array of 6 float64 numbers."""
    @fromto.setter
    def fromto(self, value: npt.ArrayLike) -> None: ...
    @property
    def gap(self) -> float:
        """A number."""
    @gap.setter
    def gap(self, value: float) -> None: ...
    @property
    def group(self) -> int:
        """An integer."""
    @group.setter
    def group(self, value: int) -> None: ...
    @property
    def hfieldname(self) -> str:
        """A text."""
    @hfieldname.setter
    def hfieldname(self, value: str) -> None: ...
    @property
    def id(self) -> int:
        """The index in the compiled model, -1 before."""
    @property
    def info(self) -> str:
        """A text."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def margin(self) -> float:
        """A number."""
    @margin.setter
    def margin(self, value: float) -> None: ...
    @property
    def mass(self) -> float:
        """A number."""
    @mass.setter
    def mass(self, value: float) -> None: ...
    @property
    def material(self) -> str:
        """A text."""
    @material.setter
    def material(self, value: str) -> None: ...
    @property
    def meshname(self) -> str:
        """A text."""
    @meshname.setter
    def meshname(self, value: str) -> None: ...
    @property
    def name(self) -> str:
        """The name; no other element of the kind has it."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def parent(self) -> MjsBody:
        """The body that the element is in."""
    @property
    def plugin(self) -> MjsPlugin:
        """The plugin that the element uses."""
    @plugin.setter
    def plugin(self, value: MjsPlugin) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def priority(self) -> int:
        """An integer."""
    @priority.setter
    def priority(self, value: int) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """Array of 4 float64 numbers."""
    @quat.setter
    def quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """Array of 4 float32 numbers."""
    @rgba.setter
    def rgba(self, value: npt.ArrayLike) -> None: ...
    def set_frame(self, frame: Any) -> None:
        """Puts the element into a frame of its body."""
    @property
    def signature(self) -> int:
        """A number that changes with the structure of the spec; models have that of their spec."""
    @property
    def size(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @size.setter
    def size(self, value: npt.ArrayLike) -> None: ...
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """Array of 5 float64 numbers."""
    @solimp.setter
    def solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def solmix(self) -> float:
        """A number."""
    @solmix.setter
    def solmix(self, value: float) -> None: ...
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """Array of 2 float64 numbers."""
    @solref.setter
    def solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def type(self) -> mjtGeom:
        """One of `mjtGeom`."""
    @type.setter
    def type(self, value: mjtGeom | int) -> None: ...
    @property
    def typeinertia(self) -> mjtGeomInertia:
        """One of `mjtGeomInertia`."""
    @typeinertia.setter
    def typeinertia(self, value: mjtGeomInertia | int) -> None: ...
    @property
    def userdata(self) -> MjDoubleVec:
        """A list of double precision numbers."""
    @userdata.setter
    def userdata(self, value: npt.ArrayLike) -> None: ...

class MjsHField:
    """A height field: elevations on a grid."""

    @property
    def compiler(self) -> MjsCompiler:
        """The compiler settings that hold for the element."""
    @property
    def content_type(self) -> str:
        """A text."""
    @content_type.setter
    def content_type(self, value: str) -> None: ...
    @property
    def file(self) -> str:
        """A text."""
    @file.setter
    def file(self, value: str) -> None: ...
    @property
    def id(self) -> int:
        """The index in the compiled model, -1 before."""
    @property
    def info(self) -> str:
        """A text."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def name(self) -> str:
        """The name; no other element of the kind has it."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def ncol(self) -> int:
        """An integer."""
    @ncol.setter
    def ncol(self, value: int) -> None: ...
    @property
    def nrow(self) -> int:
        """An integer."""
    @nrow.setter
    def nrow(self, value: int) -> None: ...
    @property
    def signature(self) -> int:
        """A number that changes with the structure of the spec; models have that of their spec."""
    @property
    def size(self) -> npt.NDArray[np.float64]:
        """Array of 4 float64 numbers."""
    @size.setter
    def size(self, value: npt.ArrayLike) -> None: ...
    @property
    def userdata(self) -> MjFloatVec:
        """A list of single precision numbers."""
    @userdata.setter
    def userdata(self, value: npt.ArrayLike) -> None: ...

class MjsJoint:
    """A joint: one to six degrees of freedom between a body and its parent."""

    @property
    def actfrclimited(self) -> int:
        """An integer."""
    @actfrclimited.setter
    def actfrclimited(self, value: int) -> None: ...
    @property
    def actfrcrange(self) -> npt.NDArray[np.float64]:
        """Array of 2 float64 numbers."""
    @actfrcrange.setter
    def actfrcrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def actgravcomp(self) -> int:
        """An integer."""
    @actgravcomp.setter
    def actgravcomp(self, value: int) -> None: ...
    @property
    def align(self) -> int:
        """An integer."""
    @align.setter
    def align(self, value: int) -> None: ...
    @property
    def armature(self) -> float:
        """A number."""
    @armature.setter
    def armature(self, value: float) -> None: ...
    @property
    def axis(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @axis.setter
    def axis(self, value: npt.ArrayLike) -> None: ...
    @property
    def classname(self) -> MjsDefault:
        """The default class."""
    @classname.setter
    def classname(self, value: MjsDefault) -> None: ...
    @property
    def compiler(self) -> MjsCompiler:
        """The compiler settings that hold for the element."""
    @property
    def damping(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @damping.setter
    def damping(self, value: npt.ArrayLike) -> None: ...
    @property
    def frame(self) -> MjsFrame | None:
        """The frame that the element sits in, none if directly in the body."""
    @property
    def frictionloss(self) -> float:
        """A number."""
    @frictionloss.setter
    def frictionloss(self, value: float) -> None: ...
    @property
    def group(self) -> int:
        """An integer."""
    @group.setter
    def group(self, value: int) -> None: ...
    @property
    def id(self) -> int:
        """The index in the compiled model, -1 before."""
    @property
    def info(self) -> str:
        """A text."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def limited(self) -> int:
        """An integer."""
    @limited.setter
    def limited(self, value: int) -> None: ...
    @property
    def margin(self) -> float:
        """A number."""
    @margin.setter
    def margin(self, value: float) -> None: ...
    @property
    def name(self) -> str:
        """The name; no other element of the kind has it."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def parent(self) -> MjsBody:
        """The body that the element is in."""
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def range(self) -> npt.NDArray[np.float64]:
        """Array of 2 float64 numbers."""
    @range.setter
    def range(self, value: npt.ArrayLike) -> None: ...
    @property
    def ref(self) -> float:
        """A number."""
    @ref.setter
    def ref(self, value: float) -> None: ...
    def set_frame(self, frame: Any) -> None:
        """Puts the element into a frame of its body."""
    @property
    def signature(self) -> int:
        """A number that changes with the structure of the spec; models have that of their spec."""
    @property
    def solimp_friction(self) -> npt.NDArray[np.float64]:
        """Array of 5 float64 numbers."""
    @solimp_friction.setter
    def solimp_friction(self, value: npt.ArrayLike) -> None: ...
    @property
    def solimp_limit(self) -> npt.NDArray[np.float64]:
        """Array of 5 float64 numbers."""
    @solimp_limit.setter
    def solimp_limit(self, value: npt.ArrayLike) -> None: ...
    @property
    def solref_friction(self) -> npt.NDArray[np.float64]:
        """Array of 2 float64 numbers."""
    @solref_friction.setter
    def solref_friction(self, value: npt.ArrayLike) -> None: ...
    @property
    def solref_limit(self) -> npt.NDArray[np.float64]:
        """Array of 2 float64 numbers."""
    @solref_limit.setter
    def solref_limit(self, value: npt.ArrayLike) -> None: ...
    @property
    def springdamper(self) -> npt.NDArray[np.float64]:
        """Array of 2 float64 numbers."""
    @springdamper.setter
    def springdamper(self, value: npt.ArrayLike) -> None: ...
    @property
    def springref(self) -> float:
        """A number."""
    @springref.setter
    def springref(self, value: float) -> None: ...
    @property
    def stiffness(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @stiffness.setter
    def stiffness(self, value: npt.ArrayLike) -> None: ...
    @property
    def type(self) -> mjtJoint:
        """One of `mjtJoint`."""
    @type.setter
    def type(self, value: mjtJoint | int) -> None: ...
    @property
    def userdata(self) -> MjDoubleVec:
        """A list of double precision numbers."""
    @userdata.setter
    def userdata(self, value: npt.ArrayLike) -> None: ...

class MjsKey:
    """A saved state."""

    @property
    def act(self) -> MjDoubleVec:
        """A list of double precision numbers."""
    @act.setter
    def act(self, value: npt.ArrayLike) -> None: ...
    @property
    def compiler(self) -> MjsCompiler:
        """The compiler settings that hold for the element."""
    @property
    def ctrl(self) -> MjDoubleVec:
        """A list of double precision numbers."""
    @ctrl.setter
    def ctrl(self, value: npt.ArrayLike) -> None: ...
    @property
    def id(self) -> int:
        """The index in the compiled model, -1 before."""
    @property
    def info(self) -> str:
        """A text."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def mpos(self) -> MjDoubleVec:
        """A list of double precision numbers."""
    @mpos.setter
    def mpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def mquat(self) -> MjDoubleVec:
        """A list of double precision numbers."""
    @mquat.setter
    def mquat(self, value: npt.ArrayLike) -> None: ...
    @property
    def name(self) -> str:
        """The name; no other element of the kind has it."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def qpos(self) -> MjDoubleVec:
        """A list of double precision numbers."""
    @qpos.setter
    def qpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def qvel(self) -> MjDoubleVec:
        """A list of double precision numbers."""
    @qvel.setter
    def qvel(self, value: npt.ArrayLike) -> None: ...
    @property
    def signature(self) -> int:
        """A number that changes with the structure of the spec; models have that of their spec."""
    @property
    def time(self) -> float:
        """A number."""
    @time.setter
    def time(self, value: float) -> None: ...

class MjsLight:
    """A light."""

    @property
    def active(self) -> int:
        """An integer."""
    @active.setter
    def active(self, value: int) -> None: ...
    @property
    def ambient(self) -> npt.NDArray[np.float32]:
        """Array of 3 float32 numbers."""
    @ambient.setter
    def ambient(self, value: npt.ArrayLike) -> None: ...
    @property
    def attenuation(self) -> npt.NDArray[np.float32]:
        """Array of 3 float32 numbers."""
    @attenuation.setter
    def attenuation(self, value: npt.ArrayLike) -> None: ...
    @property
    def bulbradius(self) -> float:
        """A number."""
    @bulbradius.setter
    def bulbradius(self, value: float) -> None: ...
    @property
    def castshadow(self) -> int:
        """An integer."""
    @castshadow.setter
    def castshadow(self, value: int) -> None: ...
    @property
    def classname(self) -> MjsDefault:
        """The default class."""
    @classname.setter
    def classname(self, value: MjsDefault) -> None: ...
    @property
    def compiler(self) -> MjsCompiler:
        """The compiler settings that hold for the element."""
    @property
    def cutoff(self) -> float:
        """A number."""
    @cutoff.setter
    def cutoff(self, value: float) -> None: ...
    @property
    def diffuse(self) -> npt.NDArray[np.float32]:
        """Array of 3 float32 numbers."""
    @diffuse.setter
    def diffuse(self, value: npt.ArrayLike) -> None: ...
    @property
    def dir(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @dir.setter
    def dir(self, value: npt.ArrayLike) -> None: ...
    @property
    def exponent(self) -> float:
        """A number."""
    @exponent.setter
    def exponent(self, value: float) -> None: ...
    @property
    def frame(self) -> MjsFrame | None:
        """The frame that the element sits in, none if directly in the body."""
    @property
    def id(self) -> int:
        """The index in the compiled model, -1 before."""
    @property
    def info(self) -> str:
        """A text."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def intensity(self) -> float:
        """A number."""
    @intensity.setter
    def intensity(self, value: float) -> None: ...
    @property
    def mode(self) -> mjtCamLight:
        """One of `mjtCamLight`."""
    @mode.setter
    def mode(self, value: mjtCamLight | int) -> None: ...
    @property
    def name(self) -> str:
        """The name; no other element of the kind has it."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def parent(self) -> MjsBody:
        """The body that the element is in."""
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def range(self) -> float:
        """A number."""
    @range.setter
    def range(self, value: float) -> None: ...
    def set_frame(self, frame: Any) -> None:
        """Puts the element into a frame of its body."""
    @property
    def signature(self) -> int:
        """A number that changes with the structure of the spec; models have that of their spec."""
    @property
    def specular(self) -> npt.NDArray[np.float32]:
        """Array of 3 float32 numbers."""
    @specular.setter
    def specular(self, value: npt.ArrayLike) -> None: ...
    @property
    def targetbody(self) -> str:
        """A text."""
    @targetbody.setter
    def targetbody(self, value: str) -> None: ...
    @property
    def texture(self) -> str:
        """A text."""
    @texture.setter
    def texture(self, value: str) -> None: ...
    @property
    def type(self) -> mjtLightType:
        """One of `mjtLightType`."""
    @type.setter
    def type(self, value: mjtLightType | int) -> None: ...

class MjsMaterial:
    """Surface appearance."""

    @property
    def classname(self) -> MjsDefault:
        """The default class."""
    @classname.setter
    def classname(self, value: MjsDefault) -> None: ...
    @property
    def compiler(self) -> MjsCompiler:
        """The compiler settings that hold for the element."""
    @property
    def emission(self) -> float:
        """A number."""
    @emission.setter
    def emission(self, value: float) -> None: ...
    @property
    def id(self) -> int:
        """The index in the compiled model, -1 before."""
    @property
    def info(self) -> str:
        """A text."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def metallic(self) -> float:
        """A number."""
    @metallic.setter
    def metallic(self, value: float) -> None: ...
    @property
    def name(self) -> str:
        """The name; no other element of the kind has it."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def reflectance(self) -> float:
        """A number."""
    @reflectance.setter
    def reflectance(self, value: float) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """Array of 4 float32 numbers."""
    @rgba.setter
    def rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def roughness(self) -> float:
        """A number."""
    @roughness.setter
    def roughness(self, value: float) -> None: ...
    @property
    def shininess(self) -> float:
        """A number."""
    @shininess.setter
    def shininess(self, value: float) -> None: ...
    @property
    def signature(self) -> int:
        """A number that changes with the structure of the spec; models have that of their spec."""
    @property
    def specular(self) -> float:
        """A number."""
    @specular.setter
    def specular(self, value: float) -> None: ...
    @property
    def texrepeat(self) -> npt.NDArray[np.float32]:
        """Array of 2 float32 numbers."""
    @texrepeat.setter
    def texrepeat(self, value: npt.ArrayLike) -> None: ...
    @property
    def textures(self) -> MjStringVec:
        """A list of strings."""
    @textures.setter
    def textures(self, value: Sequence[str]) -> None: ...
    @property
    def texuniform(self) -> int:
        """An integer."""
    @texuniform.setter
    def texuniform(self, value: int) -> None: ...

class MjsMesh:
    """A triangle mesh, from a file, from user data or generated."""

    @property
    def classname(self) -> MjsDefault:
        """The default class."""
    @classname.setter
    def classname(self, value: MjsDefault) -> None: ...
    @property
    def compiler(self) -> MjsCompiler:
        """The compiler settings that hold for the element."""
    @property
    def content_type(self) -> str:
        """A text."""
    @content_type.setter
    def content_type(self, value: str) -> None: ...
    @property
    def file(self) -> str:
        """A text."""
    @file.setter
    def file(self, value: str) -> None: ...
    @property
    def id(self) -> int:
        """The index in the compiled model, -1 before."""
    @property
    def inertia(self) -> mjtMeshInertia:
        """One of `mjtMeshInertia`."""
    @inertia.setter
    def inertia(self, value: mjtMeshInertia | int) -> None: ...
    @property
    def info(self) -> str:
        """A text."""
    @info.setter
    def info(self, value: str) -> None: ...
    def make_cone(self, nedge: Any, radius: Any) -> None:
        """Makes the mesh a cone, or a prism, with that many edges and that upper radius."""
    def make_hemisphere(self, resolution: Any) -> None:
        """Makes the mesh a hemisphere."""
    def make_plate(self, resolution: Any = ...) -> None:
        """Makes the mesh a rectangle with that many vertices."""
    def make_sphere(self, subdivision: Any) -> None:
        """Makes the mesh a sphere of triangles, divided that often."""
    def make_supersphere(self, resolution: Any, e: Any, n: Any) -> None:
        """Makes the mesh a superellipsoid."""
    def make_supertorus(self, resolution: Any, radius: Any, s: Any, t: Any) -> None:
        """Makes the mesh a supertoroid."""
    def make_wedge(self, resolution: Any = ..., fov: Any = ..., gamma: Any = ...) -> None:
        """Makes the mesh a wedge of a sphere."""
    @property
    def material(self) -> str:
        """A text."""
    @material.setter
    def material(self, value: str) -> None: ...
    @property
    def maxhullvert(self) -> int:
        """An integer."""
    @maxhullvert.setter
    def maxhullvert(self, value: int) -> None: ...
    @property
    def name(self) -> str:
        """The name; no other element of the kind has it."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def needsdf(self) -> int:
        """An integer."""
    @needsdf.setter
    def needsdf(self, value: int) -> None: ...
    @property
    def plugin(self) -> MjsPlugin:
        """The plugin that the element uses."""
    @plugin.setter
    def plugin(self, value: MjsPlugin) -> None: ...
    @property
    def refpos(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @refpos.setter
    def refpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def refquat(self) -> npt.NDArray[np.float64]:
        """Array of 4 float64 numbers."""
    @refquat.setter
    def refquat(self, value: npt.ArrayLike) -> None: ...
    @property
    def scale(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @scale.setter
    def scale(self, value: npt.ArrayLike) -> None: ...
    @property
    def signature(self) -> int:
        """A number that changes with the structure of the spec; models have that of their spec."""
    @property
    def smoothnormal(self) -> int:
        """An integer."""
    @smoothnormal.setter
    def smoothnormal(self, value: int) -> None: ...
    @property
    def userface(self) -> MjIntVec:
        """A list of integers."""
    @userface.setter
    def userface(self, value: npt.ArrayLike) -> None: ...
    @property
    def userfacenormal(self) -> MjIntVec:
        """A list of integers."""
    @userfacenormal.setter
    def userfacenormal(self, value: npt.ArrayLike) -> None: ...
    @property
    def userfacetexcoord(self) -> MjIntVec:
        """A list of integers."""
    @userfacetexcoord.setter
    def userfacetexcoord(self, value: npt.ArrayLike) -> None: ...
    @property
    def usernormal(self) -> MjFloatVec:
        """A list of single precision numbers."""
    @usernormal.setter
    def usernormal(self, value: npt.ArrayLike) -> None: ...
    @property
    def usertexcoord(self) -> MjFloatVec:
        """A list of single precision numbers."""
    @usertexcoord.setter
    def usertexcoord(self, value: npt.ArrayLike) -> None: ...
    @property
    def uservert(self) -> MjFloatVec:
        """A list of single precision numbers."""
    @uservert.setter
    def uservert(self, value: npt.ArrayLike) -> None: ...

class MjsNumeric:
    """Named numbers."""

    @property
    def compiler(self) -> MjsCompiler:
        """The compiler settings that hold for the element."""
    @property
    def data(self) -> MjDoubleVec:
        """A list of double precision numbers."""
    @data.setter
    def data(self, value: npt.ArrayLike) -> None: ...
    @property
    def id(self) -> int:
        """The index in the compiled model, -1 before."""
    @property
    def info(self) -> str:
        """A text."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def name(self) -> str:
        """The name; no other element of the kind has it."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def signature(self) -> int:
        """A number that changes with the structure of the spec; models have that of their spec."""
    @property
    def size(self) -> int:
        """An integer."""
    @size.setter
    def size(self, value: int) -> None: ...

class MjsOrientation:
    """An orientation in one of several forms; `type` says which one holds."""

    @property
    def axisangle(self) -> npt.NDArray[np.float64]:
        """Array of 4 float64 numbers."""
    @axisangle.setter
    def axisangle(self, value: npt.ArrayLike) -> None: ...
    @property
    def euler(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @euler.setter
    def euler(self, value: npt.ArrayLike) -> None: ...
    @property
    def type(self) -> mjtOrientation:
        """The form that holds; with `mjORIENTATION_QUAT` it is the quaternion of the element."""
    @type.setter
    def type(self, value: mjtOrientation | int) -> None: ...
    @property
    def xyaxes(self) -> npt.NDArray[np.float64]:
        """Array of 6 float64 numbers."""
    @xyaxes.setter
    def xyaxes(self, value: npt.ArrayLike) -> None: ...
    @property
    def zaxis(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @zaxis.setter
    def zaxis(self, value: npt.ArrayLike) -> None: ...

class MjsPair:
    """A pair of geoms that collide with parameters of their own."""

    @property
    def classname(self) -> MjsDefault:
        """The default class."""
    @classname.setter
    def classname(self, value: MjsDefault) -> None: ...
    @property
    def compiler(self) -> MjsCompiler:
        """The compiler settings that hold for the element."""
    @property
    def condim(self) -> int:
        """An integer."""
    @condim.setter
    def condim(self, value: int) -> None: ...
    @property
    def friction(self) -> npt.NDArray[np.float64]:
        """Array of 5 float64 numbers."""
    @friction.setter
    def friction(self, value: npt.ArrayLike) -> None: ...
    @property
    def gap(self) -> float:
        """A number."""
    @gap.setter
    def gap(self, value: float) -> None: ...
    @property
    def geomname1(self) -> str:
        """A text."""
    @geomname1.setter
    def geomname1(self, value: str) -> None: ...
    @property
    def geomname2(self) -> str:
        """A text."""
    @geomname2.setter
    def geomname2(self, value: str) -> None: ...
    @property
    def id(self) -> int:
        """The index in the compiled model, -1 before."""
    @property
    def info(self) -> str:
        """A text."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def margin(self) -> float:
        """A number."""
    @margin.setter
    def margin(self, value: float) -> None: ...
    @property
    def name(self) -> str:
        """The name; no other element of the kind has it."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def signature(self) -> int:
        """A number that changes with the structure of the spec; models have that of their spec."""
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """Array of 5 float64 numbers."""
    @solimp.setter
    def solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """Array of 2 float64 numbers."""
    @solref.setter
    def solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def solreffriction(self) -> npt.NDArray[np.float64]:
        """Array of 2 float64 numbers."""
    @solreffriction.setter
    def solreffriction(self, value: npt.ArrayLike) -> None: ...

class MjsPlugin:
    """An instance of a plugin, or what an element says about the plugin it uses."""

    @property
    def active(self) -> int:
        """An integer."""
    @active.setter
    def active(self, value: int) -> None: ...
    @property
    def compiler(self) -> MjsCompiler:
        """The compiler settings that hold for the element."""
    @property
    def config(self) -> dict[str, str]:
        """dict."""
    @config.setter
    def config(self, value: dict[str, str]) -> None: ...
    @property
    def id(self) -> int:
        """The index in the compiled model, -1 before."""
    @property
    def info(self) -> str:
        """A text."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def name(self) -> str:
        """The name; no other element of the kind has it."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def plugin_name(self) -> str:
        """A text."""
    @plugin_name.setter
    def plugin_name(self, value: str) -> None: ...
    @property
    def signature(self) -> int:
        """A number that changes with the structure of the spec; models have that of their spec."""

class MjsSensor:
    """A sensor."""

    @property
    def compiler(self) -> MjsCompiler:
        """The compiler settings that hold for the element."""
    @property
    def cutoff(self) -> float:
        """A number."""
    @cutoff.setter
    def cutoff(self, value: float) -> None: ...
    @property
    def datatype(self) -> mjtDataType:
        """One of `mjtDataType`."""
    @datatype.setter
    def datatype(self, value: mjtDataType | int) -> None: ...
    @property
    def delay(self) -> float:
        """A number."""
    @delay.setter
    def delay(self, value: float) -> None: ...
    @property
    def dim(self) -> int:
        """An integer."""
    @dim.setter
    def dim(self, value: int) -> None: ...
    def get_data_size(self) -> int:
        """How many numbers the sensor reports."""
    @property
    def id(self) -> int:
        """The index in the compiled model, -1 before."""
    @property
    def info(self) -> str:
        """A text."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def interp(self) -> int:
        """An integer."""
    @interp.setter
    def interp(self, value: int) -> None: ...
    @property
    def interval(self) -> npt.NDArray[np.float64]:
        """Array of 2 float64 numbers."""
    @interval.setter
    def interval(self, value: npt.ArrayLike) -> None: ...
    @property
    def intprm(self) -> npt.NDArray[np.int32]:
        """Array of 3 int32 numbers."""
    @intprm.setter
    def intprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def name(self) -> str:
        """The name; no other element of the kind has it."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def needstage(self) -> mjtStage:
        """One of `mjtStage`."""
    @needstage.setter
    def needstage(self, value: mjtStage | int) -> None: ...
    @property
    def noise(self) -> float:
        """A number."""
    @noise.setter
    def noise(self, value: float) -> None: ...
    @property
    def nsample(self) -> int:
        """An integer."""
    @nsample.setter
    def nsample(self, value: int) -> None: ...
    @property
    def objname(self) -> str:
        """A text."""
    @objname.setter
    def objname(self, value: str) -> None: ...
    @property
    def objtype(self) -> mjtObj:
        """One of `mjtObj`."""
    @objtype.setter
    def objtype(self, value: mjtObj | int) -> None: ...
    @property
    def plugin(self) -> MjsPlugin:
        """The plugin that the element uses."""
    @plugin.setter
    def plugin(self, value: MjsPlugin) -> None: ...
    @property
    def refname(self) -> str:
        """A text."""
    @refname.setter
    def refname(self, value: str) -> None: ...
    @property
    def reftype(self) -> mjtObj:
        """One of `mjtObj`."""
    @reftype.setter
    def reftype(self, value: mjtObj | int) -> None: ...
    @property
    def signature(self) -> int:
        """A number that changes with the structure of the spec; models have that of their spec."""
    @property
    def type(self) -> mjtSensor:
        """One of `mjtSensor`."""
    @type.setter
    def type(self, value: mjtSensor | int) -> None: ...
    @property
    def userdata(self) -> MjDoubleVec:
        """A list of double precision numbers."""
    @userdata.setter
    def userdata(self, value: npt.ArrayLike) -> None: ...

class MjsSite:
    """A site: a point with orientation that tendons, sensors and actuators attach to."""

    @property
    def alt(self) -> MjsOrientation:
        """An orientation in another form than the quaternion."""
    @alt.setter
    def alt(self, value: MjsOrientation) -> None: ...
    def attach_body(self, body: Any, prefix: Any = ..., suffix: Any = ...) -> MjsBody:
        """Attaches a body of another spec, with everything in it, to this site."""
    @property
    def classname(self) -> MjsDefault:
        """The default class."""
    @classname.setter
    def classname(self, value: MjsDefault) -> None: ...
    @property
    def compiler(self) -> MjsCompiler:
        """The compiler settings that hold for the element."""
    @property
    def frame(self) -> MjsFrame | None:
        """The frame that the element sits in, none if directly in the body."""
    @property
    def fromto(self) -> npt.NDArray[np.float64]:
        """Array of 6 float64 numbers."""
    @fromto.setter
    def fromto(self, value: npt.ArrayLike) -> None: ...
    @property
    def group(self) -> int:
        """An integer."""
    @group.setter
    def group(self, value: int) -> None: ...
    @property
    def id(self) -> int:
        """The index in the compiled model, -1 before."""
    @property
    def info(self) -> str:
        """A text."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def material(self) -> str:
        """A text."""
    @material.setter
    def material(self, value: str) -> None: ...
    @property
    def name(self) -> str:
        """The name; no other element of the kind has it."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def parent(self) -> MjsBody:
        """The body that the element is in."""
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """Array of 4 float64 numbers."""
    @quat.setter
    def quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """Array of 4 float32 numbers."""
    @rgba.setter
    def rgba(self, value: npt.ArrayLike) -> None: ...
    def set_frame(self, frame: Any) -> None:
        """Puts the element into a frame of its body."""
    @property
    def signature(self) -> int:
        """A number that changes with the structure of the spec; models have that of their spec."""
    @property
    def size(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @size.setter
    def size(self, value: npt.ArrayLike) -> None: ...
    @property
    def type(self) -> mjtGeom:
        """One of `mjtGeom`."""
    @type.setter
    def type(self, value: mjtGeom | int) -> None: ...
    @property
    def userdata(self) -> MjDoubleVec:
        """A list of double precision numbers."""
    @userdata.setter
    def userdata(self, value: npt.ArrayLike) -> None: ...

class MjsSkin:
    """A deformable visual mesh attached to bodies."""

    @property
    def bindpos(self) -> MjFloatVec:
        """A list of single precision numbers."""
    @bindpos.setter
    def bindpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def bindquat(self) -> MjFloatVec:
        """A list of single precision numbers."""
    @bindquat.setter
    def bindquat(self, value: npt.ArrayLike) -> None: ...
    @property
    def bodyname(self) -> MjStringVec:
        """A list of strings."""
    @bodyname.setter
    def bodyname(self, value: Sequence[str]) -> None: ...
    @property
    def compiler(self) -> MjsCompiler:
        """The compiler settings that hold for the element."""
    @property
    def face(self) -> MjIntVec:
        """A list of integers."""
    @face.setter
    def face(self, value: npt.ArrayLike) -> None: ...
    @property
    def file(self) -> str:
        """A text."""
    @file.setter
    def file(self, value: str) -> None: ...
    @property
    def group(self) -> int:
        """An integer."""
    @group.setter
    def group(self, value: int) -> None: ...
    @property
    def id(self) -> int:
        """The index in the compiled model, -1 before."""
    @property
    def inflate(self) -> float:
        """A number."""
    @inflate.setter
    def inflate(self, value: float) -> None: ...
    @property
    def info(self) -> str:
        """A text."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def material(self) -> str:
        """A text."""
    @material.setter
    def material(self, value: str) -> None: ...
    @property
    def name(self) -> str:
        """The name; no other element of the kind has it."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """Array of 4 float32 numbers."""
    @rgba.setter
    def rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def signature(self) -> int:
        """A number that changes with the structure of the spec; models have that of their spec."""
    @property
    def texcoord(self) -> MjFloatVec:
        """A list of single precision numbers."""
    @texcoord.setter
    def texcoord(self, value: npt.ArrayLike) -> None: ...
    @property
    def vert(self) -> MjFloatVec:
        """A list of single precision numbers."""
    @vert.setter
    def vert(self, value: npt.ArrayLike) -> None: ...
    @property
    def vertid(self) -> list[list[int]]:
        """Lists of int32 numbers."""
    @vertid.setter
    def vertid(self, value: Sequence[Sequence[int]]) -> None: ...
    @property
    def vertweight(self) -> list[list[float]]:
        """Lists of float32 numbers."""
    @vertweight.setter
    def vertweight(self, value: Sequence[Sequence[float]]) -> None: ...

class MjsTendon:
    """A tendon: a length that depends on the configuration."""

    @property
    def actfrclimited(self) -> int:
        """An integer."""
    @actfrclimited.setter
    def actfrclimited(self, value: int) -> None: ...
    @property
    def actfrcrange(self) -> npt.NDArray[np.float64]:
        """Array of 2 float64 numbers."""
    @actfrcrange.setter
    def actfrcrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def armature(self) -> float:
        """A number."""
    @armature.setter
    def armature(self, value: float) -> None: ...
    @property
    def compiler(self) -> MjsCompiler:
        """The compiler settings that hold for the element."""
    @property
    def damping(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @damping.setter
    def damping(self, value: npt.ArrayLike) -> None: ...
    def default(self) -> MjsDefault:
        """The default class."""
    @property
    def frictionloss(self) -> float:
        """A number."""
    @frictionloss.setter
    def frictionloss(self, value: float) -> None: ...
    @property
    def group(self) -> int:
        """An integer."""
    @group.setter
    def group(self, value: int) -> None: ...
    @property
    def id(self) -> int:
        """The index in the compiled model, -1 before."""
    @property
    def info(self) -> str:
        """A text."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def limited(self) -> int:
        """An integer."""
    @limited.setter
    def limited(self, value: int) -> None: ...
    @property
    def margin(self) -> float:
        """A number."""
    @margin.setter
    def margin(self, value: float) -> None: ...
    @property
    def material(self) -> str:
        """A text."""
    @material.setter
    def material(self, value: str) -> None: ...
    @property
    def name(self) -> str:
        """The name; no other element of the kind has it."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def path(self) -> MjsTendonPath:
        """What the tendon passes, in order."""
    @property
    def range(self) -> npt.NDArray[np.float64]:
        """Array of 2 float64 numbers."""
    @range.setter
    def range(self, value: npt.ArrayLike) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """Array of 4 float32 numbers."""
    @rgba.setter
    def rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def signature(self) -> int:
        """A number that changes with the structure of the spec; models have that of their spec."""
    @property
    def solimp_friction(self) -> npt.NDArray[np.float64]:
        """Array of 5 float64 numbers."""
    @solimp_friction.setter
    def solimp_friction(self, value: npt.ArrayLike) -> None: ...
    @property
    def solimp_limit(self) -> npt.NDArray[np.float64]:
        """Array of 5 float64 numbers."""
    @solimp_limit.setter
    def solimp_limit(self, value: npt.ArrayLike) -> None: ...
    @property
    def solref_friction(self) -> npt.NDArray[np.float64]:
        """Array of 2 float64 numbers."""
    @solref_friction.setter
    def solref_friction(self, value: npt.ArrayLike) -> None: ...
    @property
    def solref_limit(self) -> npt.NDArray[np.float64]:
        """Array of 2 float64 numbers."""
    @solref_limit.setter
    def solref_limit(self, value: npt.ArrayLike) -> None: ...
    @property
    def springlength(self) -> npt.NDArray[np.float64]:
        """Array of 2 float64 numbers."""
    @springlength.setter
    def springlength(self, value: npt.ArrayLike) -> None: ...
    @property
    def stiffness(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @stiffness.setter
    def stiffness(self, value: npt.ArrayLike) -> None: ...
    @property
    def userdata(self) -> MjDoubleVec:
        """A list of double precision numbers."""
    @userdata.setter
    def userdata(self, value: npt.ArrayLike) -> None: ...
    @property
    def width(self) -> float:
        """A number."""
    @width.setter
    def width(self, value: float) -> None: ...
    def wrap_geom(self, name: Any, sidesite: Any) -> MjsWrap:
        """Adds a geom to wrap around; the site, if not empty, is on the side to pass on."""
    def wrap_joint(self, name: Any, coef: Any) -> MjsWrap:
        """Adds a joint with a coefficient."""
    def wrap_pulley(self, divisor: Any) -> MjsWrap:
        """Adds a pulley: later parts of the path count divided."""
    def wrap_site(self, name: Any) -> MjsWrap:
        """Adds a site to the path."""

class MjsTendonPath:
    """What a tendon passes, in order."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> Any: ...

class MjsText:
    """Named text."""

    @property
    def compiler(self) -> MjsCompiler:
        """The compiler settings that hold for the element."""
    @property
    def data(self) -> str:
        """A text."""
    @data.setter
    def data(self, value: str) -> None: ...
    @property
    def id(self) -> int:
        """The index in the compiled model, -1 before."""
    @property
    def info(self) -> str:
        """A text."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def name(self) -> str:
        """The name; no other element of the kind has it."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def signature(self) -> int:
        """A number that changes with the structure of the spec; models have that of their spec."""

class MjsTexture:
    """A texture, generated or from one or six files."""

    @property
    def builtin(self) -> int:
        """An integer."""
    @builtin.setter
    def builtin(self, value: int) -> None: ...
    @property
    def colorspace(self) -> mjtColorSpace:
        """One of `mjtColorSpace`."""
    @colorspace.setter
    def colorspace(self, value: mjtColorSpace | int) -> None: ...
    @property
    def compiler(self) -> MjsCompiler:
        """The compiler settings that hold for the element."""
    @property
    def content_type(self) -> str:
        """A text."""
    @content_type.setter
    def content_type(self, value: str) -> None: ...
    @property
    def cubefiles(self) -> MjStringVec:
        """A list of strings."""
    @cubefiles.setter
    def cubefiles(self, value: Sequence[str]) -> None: ...
    @property
    def data(self) -> bytes:
        """bytes."""
    @data.setter
    def data(self, value: bytes) -> None: ...
    @property
    def file(self) -> str:
        """A text."""
    @file.setter
    def file(self, value: str) -> None: ...
    @property
    def gridlayout(self) -> MjCharVec:
        """A list of characters."""
    @gridlayout.setter
    def gridlayout(self, value: Sequence[str]) -> None: ...
    @property
    def gridsize(self) -> npt.NDArray[np.int32]:
        """Array of 2 int32 numbers."""
    @gridsize.setter
    def gridsize(self, value: npt.ArrayLike) -> None: ...
    @property
    def height(self) -> int:
        """An integer."""
    @height.setter
    def height(self, value: int) -> None: ...
    @property
    def hflip(self) -> int:
        """An integer."""
    @hflip.setter
    def hflip(self, value: int) -> None: ...
    @property
    def id(self) -> int:
        """The index in the compiled model, -1 before."""
    @property
    def info(self) -> str:
        """A text."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def mark(self) -> int:
        """An integer."""
    @mark.setter
    def mark(self, value: int) -> None: ...
    @property
    def markrgb(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @markrgb.setter
    def markrgb(self, value: npt.ArrayLike) -> None: ...
    @property
    def name(self) -> str:
        """The name; no other element of the kind has it."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def nchannel(self) -> int:
        """An integer."""
    @nchannel.setter
    def nchannel(self, value: int) -> None: ...
    @property
    def random(self) -> float:
        """A number."""
    @random.setter
    def random(self, value: float) -> None: ...
    @property
    def rgb1(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @rgb1.setter
    def rgb1(self, value: npt.ArrayLike) -> None: ...
    @property
    def rgb2(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @rgb2.setter
    def rgb2(self, value: npt.ArrayLike) -> None: ...
    @property
    def signature(self) -> int:
        """A number that changes with the structure of the spec; models have that of their spec."""
    @property
    def type(self) -> mjtTexture:
        """One of `mjtTexture`."""
    @type.setter
    def type(self, value: mjtTexture | int) -> None: ...
    @property
    def vflip(self) -> int:
        """An integer."""
    @vflip.setter
    def vflip(self, value: int) -> None: ...
    @property
    def width(self) -> int:
        """An integer."""
    @width.setter
    def width(self, value: int) -> None: ...

class MjsTuple:
    """Named list of model elements."""

    @property
    def compiler(self) -> MjsCompiler:
        """The compiler settings that hold for the element."""
    @property
    def id(self) -> int:
        """The index in the compiled model, -1 before."""
    @property
    def info(self) -> str:
        """A text."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def name(self) -> str:
        """The name; no other element of the kind has it."""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def objname(self) -> MjStringVec:
        """A list of strings."""
    @objname.setter
    def objname(self, value: Sequence[str]) -> None: ...
    @property
    def objprm(self) -> MjDoubleVec:
        """A list of double precision numbers."""
    @objprm.setter
    def objprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def objtype(self) -> MjIntVec:
        """A list of integers."""
    @objtype.setter
    def objtype(self, value: npt.ArrayLike) -> None: ...
    @property
    def signature(self) -> int:
        """A number that changes with the structure of the spec; models have that of their spec."""

class MjsWrap:
    """One object on the path of a tendon."""

    @property
    def coef(self) -> float | None:
        """The coefficient of a joint."""
    @property
    def divisor(self) -> float | None:
        """The divisor of a pulley."""
    @property
    def info(self) -> str:
        """A note, shown with problems."""
    @info.setter
    def info(self, value: str) -> None: ...
    @property
    def sidesite(self) -> MjsSite | None:
        """The site on the side to pass a geom on."""
    @property
    def target(self) -> MjsSite | MjsGeom | MjsJoint | None:
        """The site, geom or joint, none for a pulley."""
    @property
    def type(self) -> Any:
        """What it is; a geom is wrapped around as a cylinder or as a sphere."""

class _SpecOption:
    """Physics options of a spec."""

    @property
    def ccd_iterations(self) -> int:
        """An integer."""
    @ccd_iterations.setter
    def ccd_iterations(self, value: int) -> None: ...
    @property
    def ccd_tolerance(self) -> float:
        """A number."""
    @ccd_tolerance.setter
    def ccd_tolerance(self, value: float) -> None: ...
    @property
    def cone(self) -> int:
        """An integer."""
    @cone.setter
    def cone(self, value: int) -> None: ...
    @property
    def density(self) -> float:
        """A number."""
    @density.setter
    def density(self, value: float) -> None: ...
    @property
    def disableactuator(self) -> int:
        """An integer."""
    @disableactuator.setter
    def disableactuator(self, value: int) -> None: ...
    @property
    def disableflags(self) -> int:
        """An integer."""
    @disableflags.setter
    def disableflags(self, value: int) -> None: ...
    @property
    def enableflags(self) -> int:
        """An integer."""
    @enableflags.setter
    def enableflags(self, value: int) -> None: ...
    @property
    def gravity(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @gravity.setter
    def gravity(self, value: npt.ArrayLike) -> None: ...
    @property
    def impratio(self) -> float:
        """A number."""
    @impratio.setter
    def impratio(self, value: float) -> None: ...
    @property
    def integrator(self) -> int:
        """An integer."""
    @integrator.setter
    def integrator(self, value: int) -> None: ...
    @property
    def iterations(self) -> int:
        """An integer."""
    @iterations.setter
    def iterations(self, value: int) -> None: ...
    @property
    def jacobian(self) -> int:
        """An integer."""
    @jacobian.setter
    def jacobian(self, value: int) -> None: ...
    @property
    def ls_iterations(self) -> int:
        """An integer."""
    @ls_iterations.setter
    def ls_iterations(self, value: int) -> None: ...
    @property
    def ls_tolerance(self) -> float:
        """A number."""
    @ls_tolerance.setter
    def ls_tolerance(self, value: float) -> None: ...
    @property
    def magnetic(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @magnetic.setter
    def magnetic(self, value: npt.ArrayLike) -> None: ...
    @property
    def noslip_iterations(self) -> int:
        """An integer."""
    @noslip_iterations.setter
    def noslip_iterations(self, value: int) -> None: ...
    @property
    def noslip_tolerance(self) -> float:
        """A number."""
    @noslip_tolerance.setter
    def noslip_tolerance(self, value: float) -> None: ...
    @property
    def o_friction(self) -> npt.NDArray[np.float64]:
        """Array of 5 float64 numbers."""
    @o_friction.setter
    def o_friction(self, value: npt.ArrayLike) -> None: ...
    @property
    def o_margin(self) -> float:
        """A number."""
    @o_margin.setter
    def o_margin(self, value: float) -> None: ...
    @property
    def o_solimp(self) -> npt.NDArray[np.float64]:
        """Array of 5 float64 numbers."""
    @o_solimp.setter
    def o_solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def o_solref(self) -> npt.NDArray[np.float64]:
        """Array of 2 float64 numbers."""
    @o_solref.setter
    def o_solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def sdf_initpoints(self) -> int:
        """An integer."""
    @sdf_initpoints.setter
    def sdf_initpoints(self, value: int) -> None: ...
    @property
    def sdf_iterations(self) -> int:
        """An integer."""
    @sdf_iterations.setter
    def sdf_iterations(self, value: int) -> None: ...
    @property
    def sleep_tolerance(self) -> float:
        """A number."""
    @sleep_tolerance.setter
    def sleep_tolerance(self, value: float) -> None: ...
    @property
    def solver(self) -> int:
        """An integer."""
    @solver.setter
    def solver(self, value: int) -> None: ...
    @property
    def timestep(self) -> float:
        """A number."""
    @timestep.setter
    def timestep(self, value: float) -> None: ...
    @property
    def tolerance(self) -> float:
        """A number."""
    @tolerance.setter
    def tolerance(self, value: float) -> None: ...
    @property
    def viscosity(self) -> float:
        """A number."""
    @viscosity.setter
    def viscosity(self, value: float) -> None: ...
    @property
    def wind(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @wind.setter
    def wind(self, value: npt.ArrayLike) -> None: ...

class _SpecStatistic:
    """Statistics given by the user; NaN to compute."""

    @property
    def center(self) -> npt.NDArray[np.float64]:
        """Array of 3 float64 numbers."""
    @center.setter
    def center(self, value: npt.ArrayLike) -> None: ...
    @property
    def extent(self) -> float:
        """A number."""
    @extent.setter
    def extent(self, value: float) -> None: ...
    @property
    def meaninertia(self) -> float:
        """A number."""
    @meaninertia.setter
    def meaninertia(self, value: float) -> None: ...
    @property
    def meanmass(self) -> float:
        """A number."""
    @meanmass.setter
    def meanmass(self, value: float) -> None: ...
    @property
    def meansize(self) -> float:
        """A number."""
    @meansize.setter
    def meansize(self, value: float) -> None: ...

class _SpecVisual:
    """Visual settings of a spec, in groups."""

    @property
    def global_(self) -> Any:
        """Camera, window and global switches."""
    @global_.setter
    def global_(self, value: Any) -> None: ...
    @property
    def headlight(self) -> Any:
        """The light at the camera."""
    @headlight.setter
    def headlight(self, value: Any) -> None: ...
    @property
    def map(self) -> Any:
        """Mapping of quantities to what is drawn."""
    @map.setter
    def map(self, value: Any) -> None: ...
    @property
    def quality(self) -> Any:
        """Rendering quality."""
    @quality.setter
    def quality(self, value: Any) -> None: ...
    @property
    def rgba(self) -> Any:
        """Colors of decorations."""
    @rgba.setter
    def rgba(self, value: Any) -> None: ...
    @property
    def scale(self) -> Any:
        """Sizes of decorations."""
    @scale.setter
    def scale(self, value: Any) -> None: ...

MjStruct: TypeAlias = MjsElement

class Limits:
    """How much a model may ask for; a file that asks for more is refused with the limit's name."""

    def __init__(
        self,
        *,
        depth: int = ...,
        nodes: int = ...,
        files: int = ...,
        include_depth: int = ...,
        bytes: int = ...,
        replicas: int = ...,
        spec_bytes: int = ...,
        asset_bytes: int = ...,
        mesh_vertices: int = ...,
        model_bytes: int = ...,
        threads: int = ...,
        time: float = ...,
        confined: bool = ...,
    ) -> None: ...
    @classmethod
    def untrusted(cls, **changes: float) -> Limits:
        """Limits for files from strangers, some of them changed."""

class MjModel:
    """A compiled model: everything that stays constant while simulating."""

    @staticmethod
    def from_xml_path(
        filename: str | os.PathLike[str],
        assets: Mapping[str, bytes] | Callable[[str], bytes | str | None] | None = None,
        *,
        limits: Limits | Mapping[str, float] | str | None = None,
        roots: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
    ) -> MjModel:
        """Loads a model from an XML file, within limits and reading below the roots only."""
    @staticmethod
    def from_xml_string(
        xml: str,
        assets: Mapping[str, bytes] | Callable[[str], bytes | str | None] | None = None,
        *,
        limits: Limits | Mapping[str, float] | str | None = None,
        roots: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
    ) -> MjModel:
        """Loads a model from XML text, within limits and reading below the roots only."""
    @staticmethod
    def from_binary_path(
        filename: str | os.PathLike[str],
        assets: Mapping[str, bytes] | Callable[[str], bytes | str | None] | None = None,
        *,
        limits: Limits | Mapping[str, float] | str | None = None,
    ) -> MjModel:
        """Loads a model from a binary file of this package, within limits."""
    @staticmethod
    def from_mujoco(m: Any) -> MjModel:
        """A copy of a model that the mujoco package has compiled, of MuJoCo 3.8 to 4.0."""
    def to_mujoco(self, mujoco: types.ModuleType) -> Any:
        """The model as one of the mujoco package, which is given as a module of MuJoCo 3.8.0."""
    def __copy__(self) -> MjModel: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> MjModel: ...
    def bind(self, specs: MjsElement | Sequence[MjsElement]) -> Any:
        """The view of the object that was compiled from an element, or those of several."""
    def bind_scalar(self, element: MjsElement) -> Any:
        """The view of the object that was compiled from an element."""
    @property
    def opt(self) -> MjOption: ...
    @property
    def stat(self) -> MjStatistic: ...
    @property
    def vis(self) -> MjVisual: ...
    @property
    def nq(self) -> int:
        """Number of positions."""
    @property
    def nv(self) -> int:
        """Number of degrees of freedom."""
    @property
    def nu(self) -> int:
        """Number of actuators."""
    @property
    def na(self) -> int:
        """Number of activations."""
    @property
    def nbody(self) -> int:
        """Number of bodies, the world included."""
    @property
    def nbvh(self) -> int:
        """Number of nodes of all bounding volume hierarchies."""
    @property
    def nbvhstatic(self) -> int:
        """Number of nodes that do not deform."""
    @property
    def nbvhdynamic(self) -> int:
        """Number of nodes that deform."""
    @property
    def noct(self) -> int:
        """Number of octree nodes."""
    @property
    def njnt(self) -> int:
        """Number of joints."""
    @property
    def ntree(self) -> int:
        """Number of kinematic trees."""
    @property
    def nM(self) -> int:
        """Number of nonzeros of the inertia matrix along ancestor chains."""
    @property
    def nB(self) -> int:
        """Number of nonzeros of the body-dof matrix."""
    @property
    def nC(self) -> int:
        """Number of nonzeros of the lower triangle of the inertia matrix."""
    @property
    def nD(self) -> int:
        """Number of nonzeros of the dof-dof matrix."""
    @property
    def ngeom(self) -> int:
        """Number of geoms."""
    @property
    def nsite(self) -> int:
        """Number of sites."""
    @property
    def ncam(self) -> int:
        """Number of cameras."""
    @property
    def nlight(self) -> int:
        """Number of lights."""
    @property
    def nflex(self) -> int:
        """Number of flexes."""
    @property
    def nflexnode(self) -> int:
        """Number of flex nodes."""
    @property
    def nflexvert(self) -> int:
        """Number of flex vertices."""
    @property
    def nflexedge(self) -> int:
        """Number of flex edges."""
    @property
    def nflexelem(self) -> int:
        """Number of flex elements."""
    @property
    def nflexelemdata(self) -> int:
        """Number of vertex ids of flex elements."""
    @property
    def nflexstiffness(self) -> int:
        """Number of numbers of flex stiffness."""
    @property
    def nflexelemedge(self) -> int:
        """Number of edge ids of flex elements."""
    @property
    def nflexshelldata(self) -> int:
        """Number of vertex ids of flex shell fragments."""
    @property
    def nflexevpair(self) -> int:
        """Number of element-vertex pairs of flexes."""
    @property
    def nflextexcoord(self) -> int:
        """Number of texture coordinates of flexes."""
    @property
    def nJfe(self) -> int:
        """Number of nonzeros of the flex edge Jacobian."""
    @property
    def nJfv(self) -> int:
        """Number of nonzeros of the flex vertex Jacobian."""
    @property
    def nmesh(self) -> int:
        """Number of meshes."""
    @property
    def nmeshvert(self) -> int:
        """Number of mesh vertices."""
    @property
    def nmeshnormal(self) -> int:
        """Number of mesh normals."""
    @property
    def nmeshtexcoord(self) -> int:
        """Number of texture coordinates of meshes."""
    @property
    def nmeshface(self) -> int:
        """Number of mesh triangles."""
    @property
    def nmeshgraph(self) -> int:
        """Number of numbers of mesh hull graphs."""
    @property
    def nmeshpoly(self) -> int:
        """Number of mesh polygons."""
    @property
    def nmeshpolyvert(self) -> int:
        """Number of vertex ids of mesh polygons."""
    @property
    def nmeshpolymap(self) -> int:
        """Number of polygon ids of mesh vertices."""
    @property
    def nskin(self) -> int:
        """Number of skins."""
    @property
    def nskinvert(self) -> int:
        """Number of skin vertices."""
    @property
    def nskintexvert(self) -> int:
        """Number of texture coordinates of skins."""
    @property
    def nskinface(self) -> int:
        """Number of skin triangles."""
    @property
    def nskinbone(self) -> int:
        """Number of skin bones."""
    @property
    def nskinbonevert(self) -> int:
        """Number of vertices of skin bones."""
    @property
    def nhfield(self) -> int:
        """Number of height fields."""
    @property
    def nhfielddata(self) -> int:
        """Number of heights of all height fields."""
    @property
    def ntex(self) -> int:
        """Number of textures."""
    @property
    def ntexdata(self) -> int:
        """Number of bytes of all textures."""
    @property
    def nmat(self) -> int:
        """Number of materials."""
    @property
    def npair(self) -> int:
        """Number of predefined geom pairs."""
    @property
    def nexclude(self) -> int:
        """Number of excluded body pairs."""
    @property
    def neq(self) -> int:
        """Number of equality constraints."""
    @property
    def ntendon(self) -> int:
        """Number of tendons."""
    @property
    def nJten(self) -> int:
        """Number of nonzeros of the tendon Jacobian."""
    @property
    def nwrap(self) -> int:
        """Number of objects along tendon paths."""
    @property
    def nsensor(self) -> int:
        """Number of sensors."""
    @property
    def nnumeric(self) -> int:
        """Number of custom numeric fields."""
    @property
    def nnumericdata(self) -> int:
        """Number of numbers of custom numeric fields."""
    @property
    def ntext(self) -> int:
        """Number of custom text fields."""
    @property
    def ntextdata(self) -> int:
        """Number of bytes of custom text fields."""
    @property
    def ntuple(self) -> int:
        """Number of custom tuples."""
    @property
    def ntupledata(self) -> int:
        """Number of objects of custom tuples."""
    @property
    def nkey(self) -> int:
        """Number of keyframes."""
    @property
    def nmocap(self) -> int:
        """Number of mocap bodies."""
    @property
    def nplugin(self) -> int:
        """Number of plugin instances."""
    @property
    def npluginattr(self) -> int:
        """Number of characters of plugin attributes."""
    @property
    def nuser_body(self) -> int:
        """Number of user numbers per body."""
    @property
    def nuser_jnt(self) -> int:
        """Number of user numbers per joint."""
    @property
    def nuser_geom(self) -> int:
        """Number of user numbers per geom."""
    @property
    def nuser_site(self) -> int:
        """Number of user numbers per site."""
    @property
    def nuser_cam(self) -> int:
        """Number of user numbers per camera."""
    @property
    def nuser_tendon(self) -> int:
        """Number of user numbers per tendon."""
    @property
    def nuser_actuator(self) -> int:
        """Number of user numbers per actuator."""
    @property
    def nuser_sensor(self) -> int:
        """Number of user numbers per sensor."""
    @property
    def nnames(self) -> int:
        """Number of characters of all names."""
    @property
    def npaths(self) -> int:
        """Number of characters of all asset paths."""
    @property
    def nnames_map(self) -> int:
        """Number of slots of the name hash table."""
    @property
    def nJmom(self) -> int:
        """Number of nonzeros of the actuator moments."""
    @property
    def ngravcomp(self) -> int:
        """Number of bodies with gravity compensation."""
    @property
    def nemax(self) -> int:
        """Number of potential equality-constraint rows."""
    @property
    def njmax(self) -> int:
        """Number of constraint rows given by the user, -1 for automatic."""
    @property
    def nconmax(self) -> int:
        """Number of contacts given by the user, -1 for automatic."""
    @property
    def nuserdata(self) -> int:
        """Number of user numbers in the data."""
    @property
    def nsensordata(self) -> int:
        """Number of numbers of all sensors."""
    @property
    def npluginstate(self) -> int:
        """Number of numbers of plugin state."""
    @property
    def nhistory(self) -> int:
        """Number of numbers of the history buffer."""
    @property
    def narena(self) -> int:
        """Number of bytes of the data arena; byte."""
    @property
    def nbuffer(self) -> int:
        """Number of bytes of the model arrays; byte."""
    @property
    def qpos0(self) -> npt.NDArray[np.float64]:
        """Positions at the default pose, a unit quaternion (w, x, y, z) for rotations of ball
        and free joints; m or rad or 1.

        float64 array of shape (nq,)
        """
    @qpos0.setter
    def qpos0(self, value: npt.ArrayLike) -> None: ...
    @property
    def qpos_spring(self) -> npt.NDArray[np.float64]:
        """Positions where springs of joints are at rest, laid out as `qpos0`; m or rad or 1.

        float64 array of shape (nq,)
        """
    @qpos_spring.setter
    def qpos_spring(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_parentid(self) -> npt.NDArray[np.int32]:
        """The parent body, for the world the world itself.

        int32 array of shape (nbody,)
        """
    @body_parentid.setter
    def body_parentid(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_rootid(self) -> npt.NDArray[np.int32]:
        """The topmost ancestor below the world, the body itself if its parent is the world.

        int32 array of shape (nbody,)
        """
    @body_rootid.setter
    def body_rootid(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_weldid(self) -> npt.NDArray[np.int32]:
        """The topmost body that this one is rigidly attached to, itself if it has joints.

        int32 array of shape (nbody,)
        """
    @body_weldid.setter
    def body_weldid(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_mocapid(self) -> npt.NDArray[np.int32]:
        """The place in `mocap_pos` and `mocap_quat`, -1 if it is not a mocap body.

        int32 array of shape (nbody,)
        """
    @body_mocapid.setter
    def body_mocapid(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_jntnum(self) -> npt.NDArray[np.int32]:
        """How many joints the body has.

        int32 array of shape (nbody,)
        """
    @body_jntnum.setter
    def body_jntnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_jntadr(self) -> npt.NDArray[np.int32]:
        """The first joint of the body, -1 if it has none.

        int32 array of shape (nbody,)
        """
    @body_jntadr.setter
    def body_jntadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_dofnum(self) -> npt.NDArray[np.int32]:
        """How many degrees of freedom the body has.

        int32 array of shape (nbody,)
        """
    @body_dofnum.setter
    def body_dofnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_dofadr(self) -> npt.NDArray[np.int32]:
        """The first degree of freedom of the body, -1 if it has none.

        int32 array of shape (nbody,)
        """
    @body_dofadr.setter
    def body_dofadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_treeid(self) -> npt.NDArray[np.int32]:
        """The kinematic tree that the body belongs to, -1 if it is static.

        int32 array of shape (nbody,)
        """
    @body_treeid.setter
    def body_treeid(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_geomnum(self) -> npt.NDArray[np.int32]:
        """How many geoms the body has.

        int32 array of shape (nbody,)
        """
    @body_geomnum.setter
    def body_geomnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_geomadr(self) -> npt.NDArray[np.int32]:
        """The first geom of the body, -1 if it has none.

        int32 array of shape (nbody,)
        """
    @body_geomadr.setter
    def body_geomadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_simple(self) -> npt.NDArray[np.uint8]:
        """How simple the body's block of the inertia matrix is: 0 full, 1 diagonal, 2 diagonal
        and sliders only.

        uint8 array of shape (nbody,)
        """
    @body_simple.setter
    def body_simple(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_sameframe(self) -> npt.NDArray[np.uint8]:
        """How the inertial frame lies to the body frame, a `SameFrame`.

        uint8 array of shape (nbody,)
        """
    @body_sameframe.setter
    def body_sameframe(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_pos(self) -> npt.NDArray[np.float64]:
        """Position relative to the parent body; m, parent frame.

        float64 array of shape (nbody, 3)
        """
    @body_pos.setter
    def body_pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_quat(self) -> npt.NDArray[np.float64]:
        """Orientation relative to the parent body; 1, parent frame.

        float64 array of shape (nbody, 4)
        """
    @body_quat.setter
    def body_quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_ipos(self) -> npt.NDArray[np.float64]:
        """Center of mass; m, body frame.

        float64 array of shape (nbody, 3)
        """
    @body_ipos.setter
    def body_ipos(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_iquat(self) -> npt.NDArray[np.float64]:
        """Orientation of the principal axes of inertia; 1, body frame.

        float64 array of shape (nbody, 4)
        """
    @body_iquat.setter
    def body_iquat(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_mass(self) -> npt.NDArray[np.float64]:
        """Mass; kg.

        float64 array of shape (nbody,)
        """
    @body_mass.setter
    def body_mass(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_subtreemass(self) -> npt.NDArray[np.float64]:
        """Mass of the body and all its descendants; kg.

        float64 array of shape (nbody,)
        """
    @body_subtreemass.setter
    def body_subtreemass(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_inertia(self) -> npt.NDArray[np.float64]:
        """Moments of inertia about the principal axes; kg m^2, inertial frame.

        float64 array of shape (nbody, 3)
        """
    @body_inertia.setter
    def body_inertia(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_invweight0(self) -> npt.NDArray[np.float64]:
        """Mean inverse inertia at the default pose, of translation and of rotation; 1/kg and
        1/(kg m^2).

        float64 array of shape (nbody, 2)
        """
    @body_invweight0.setter
    def body_invweight0(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_gravcomp(self) -> npt.NDArray[np.float64]:
        """Share of the weight that is compensated by a force against gravity; 1.

        float64 array of shape (nbody,)
        """
    @body_gravcomp.setter
    def body_gravcomp(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_margin(self) -> npt.NDArray[np.float64]:
        """Largest detection margin of the body's geoms; m.

        float64 array of shape (nbody,)
        """
    @body_margin.setter
    def body_margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_user(self) -> npt.NDArray[np.float64]:
        """Numbers of the user's own; any.

        float64 array of shape (nbody, nuser_body)
        """
    @body_user.setter
    def body_user(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_plugin(self) -> npt.NDArray[np.int32]:
        """The plugin instance of the body, -1 if it has none.

        int32 array of shape (nbody,)
        """
    @body_plugin.setter
    def body_plugin(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_contype(self) -> npt.NDArray[np.int32]:
        """All `geom_contype` bits of the body's geoms together.

        int32 array of shape (nbody,)
        """
    @body_contype.setter
    def body_contype(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_conaffinity(self) -> npt.NDArray[np.int32]:
        """All `geom_conaffinity` bits of the body's geoms together.

        int32 array of shape (nbody,)
        """
    @body_conaffinity.setter
    def body_conaffinity(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_bvhadr(self) -> npt.NDArray[np.int32]:
        """The root of the body's tree of bounding boxes, -1 if it has none.

        int32 array of shape (nbody,)
        """
    @body_bvhadr.setter
    def body_bvhadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_bvhnum(self) -> npt.NDArray[np.int32]:
        """How many bounding boxes the body's tree has.

        int32 array of shape (nbody,)
        """
    @body_bvhnum.setter
    def body_bvhnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def bvh_depth(self) -> npt.NDArray[np.int32]:
        """Depth of the node in its tree, 0 for a root.

        int32 array of shape (nbvh,)
        """
    @bvh_depth.setter
    def bvh_depth(self, value: npt.ArrayLike) -> None: ...
    @property
    def bvh_child(self) -> npt.NDArray[np.int32]:
        """The two children of the node, counted from its tree's root, -1 for a leaf.

        int32 array of shape (nbvh, 2)
        """
    @bvh_child.setter
    def bvh_child(self, value: npt.ArrayLike) -> None: ...
    @property
    def bvh_nodeid(self) -> npt.NDArray[np.int32]:
        """What a leaf bounds, a geom, face or flex element, -1 for inner nodes.

        int32 array of shape (nbvh,)
        """
    @bvh_nodeid.setter
    def bvh_nodeid(self, value: npt.ArrayLike) -> None: ...
    @property
    def bvh_aabb(self) -> npt.NDArray[np.float64]:
        """Center and half sizes of the node's box; m, frame of what is bounded.

        float64 array of shape (nbvhstatic, 6)
        """
    @bvh_aabb.setter
    def bvh_aabb(self, value: npt.ArrayLike) -> None: ...
    @property
    def oct_depth(self) -> npt.NDArray[np.int32]:
        """Depth of the node in its octree, 0 for a root.

        int32 array of shape (noct,)
        """
    @oct_depth.setter
    def oct_depth(self, value: npt.ArrayLike) -> None: ...
    @property
    def oct_child(self) -> npt.NDArray[np.int32]:
        """The eight children of the node, -1 where there is none.

        int32 array of shape (noct, 8)
        """
    @oct_child.setter
    def oct_child(self, value: npt.ArrayLike) -> None: ...
    @property
    def oct_aabb(self) -> npt.NDArray[np.float64]:
        """Center and half sizes of the node's cube; m, mesh frame.

        float64 array of shape (noct, 6)
        """
    @oct_aabb.setter
    def oct_aabb(self, value: npt.ArrayLike) -> None: ...
    @property
    def oct_coeff(self) -> npt.NDArray[np.float64]:
        """Signed distance to the surface at the eight corners of the node; m.

        float64 array of shape (noct, 8)
        """
    @oct_coeff.setter
    def oct_coeff(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_type(self) -> npt.NDArray[np.int32]:
        """Kind of joint, a `JointType`.

        int32 array of shape (njnt,)
        """
    @jnt_type.setter
    def jnt_type(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_qposadr(self) -> npt.NDArray[np.int32]:
        """Where the joint's positions start in `qpos`.

        int32 array of shape (njnt,)
        """
    @jnt_qposadr.setter
    def jnt_qposadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_dofadr(self) -> npt.NDArray[np.int32]:
        """The joint's first degree of freedom.

        int32 array of shape (njnt,)
        """
    @jnt_dofadr.setter
    def jnt_dofadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_bodyid(self) -> npt.NDArray[np.int32]:
        """The body that the joint moves.

        int32 array of shape (njnt,)
        """
    @jnt_bodyid.setter
    def jnt_bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_actuatorid(self) -> npt.NDArray[np.int32]:
        """The actuator that adds damping or armature to the joint, -1 if none does, -2 if
        several do.

        int32 array of shape (njnt,)
        """
    @jnt_actuatorid.setter
    def jnt_actuatorid(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_group(self) -> npt.NDArray[np.int32]:
        """Group for visibility.

        int32 array of shape (njnt,)
        """
    @jnt_group.setter
    def jnt_group(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_limited(self) -> npt.NDArray[np.uint8]:
        """Whether the joint has a limit.

        uint8 array of shape (njnt,)
        """
    @jnt_limited.setter
    def jnt_limited(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_actfrclimited(self) -> npt.NDArray[np.uint8]:
        """Whether the total force of actuators on the joint is limited.

        uint8 array of shape (njnt,)
        """
    @jnt_actfrclimited.setter
    def jnt_actfrclimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_actgravcomp(self) -> npt.NDArray[np.uint8]:
        """Whether gravity compensation counts as a force of actuators.

        uint8 array of shape (njnt,)
        """
    @jnt_actgravcomp.setter
    def jnt_actgravcomp(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_solref(self) -> npt.NDArray[np.float64]:
        """Reference of the limit: time constant and damping ratio, if negative stiffness and
        damping; s and 1.

        float64 array of shape (njnt, 2)
        """
    @jnt_solref.setter
    def jnt_solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_solimp(self) -> npt.NDArray[np.float64]:
        """Impedance of the limit: smallest, largest, width, midpoint, power; 1 and m or rad.

        float64 array of shape (njnt, 5)
        """
    @jnt_solimp.setter
    def jnt_solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_pos(self) -> npt.NDArray[np.float64]:
        """Anchor of the joint; m, body frame.

        float64 array of shape (njnt, 3)
        """
    @jnt_pos.setter
    def jnt_pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_axis(self) -> npt.NDArray[np.float64]:
        """Axis of the joint; 1, body frame.

        float64 array of shape (njnt, 3)
        """
    @jnt_axis.setter
    def jnt_axis(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_stiffness(self) -> npt.NDArray[np.float64]:
        """Linear stiffness of the joint's spring; N/m or N m/rad.

        float64 array of shape (njnt,)
        """
    @jnt_stiffness.setter
    def jnt_stiffness(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_stiffnesspoly(self) -> npt.NDArray[np.float64]:
        """Coefficients of the quadratic and cubic force of the joint's spring; N/m^2 and N/m^3
        or N m/rad^2 and N m/rad^3.

        float64 array of shape (njnt, 2)
        """
    @jnt_stiffnesspoly.setter
    def jnt_stiffnesspoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_range(self) -> npt.NDArray[np.float64]:
        """Lower and upper limit of the position, for ball joints the largest angle in the
        second; m or rad.

        float64 array of shape (njnt, 2)
        """
    @jnt_range.setter
    def jnt_range(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_actfrcrange(self) -> npt.NDArray[np.float64]:
        """Lower and upper limit of the total force of actuators on the joint; N or N m.

        float64 array of shape (njnt, 2)
        """
    @jnt_actfrcrange.setter
    def jnt_actfrcrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_margin(self) -> npt.NDArray[np.float64]:
        """Distance from the limit at which its constraint begins; m or rad.

        float64 array of shape (njnt,)
        """
    @jnt_margin.setter
    def jnt_margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_user(self) -> npt.NDArray[np.float64]:
        """Numbers of the user's own; any.

        float64 array of shape (njnt, nuser_jnt)
        """
    @jnt_user.setter
    def jnt_user(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_bodyid(self) -> npt.NDArray[np.int32]:
        """The body that the degree of freedom moves.

        int32 array of shape (nv,)
        """
    @dof_bodyid.setter
    def dof_bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_jntid(self) -> npt.NDArray[np.int32]:
        """The joint that the degree of freedom belongs to.

        int32 array of shape (nv,)
        """
    @dof_jntid.setter
    def dof_jntid(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_parentid(self) -> npt.NDArray[np.int32]:
        """The degree of freedom before it on the way to the root, -1 if there is none.

        int32 array of shape (nv,)
        """
    @dof_parentid.setter
    def dof_parentid(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_treeid(self) -> npt.NDArray[np.int32]:
        """The kinematic tree that the degree of freedom belongs to.

        int32 array of shape (nv,)
        """
    @dof_treeid.setter
    def dof_treeid(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_Madr(self) -> npt.NDArray[np.int32]:
        """Where the row of the degree of freedom starts in `qM`, with its diagonal entry.

        int32 array of shape (nv,)
        """
    @dof_Madr.setter
    def dof_Madr(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_simplenum(self) -> npt.NDArray[np.int32]:
        """How many simple degrees of freedom follow one another from here on.

        int32 array of shape (nv,)
        """
    @dof_simplenum.setter
    def dof_simplenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_solref(self) -> npt.NDArray[np.float64]:
        """Reference of dry friction: time constant and damping ratio, if negative stiffness and
        damping; s and 1.

        float64 array of shape (nv, 2)
        """
    @dof_solref.setter
    def dof_solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_solimp(self) -> npt.NDArray[np.float64]:
        """Impedance of dry friction: smallest, largest, width, midpoint, power; 1 and m or rad.

        float64 array of shape (nv, 5)
        """
    @dof_solimp.setter
    def dof_solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_frictionloss(self) -> npt.NDArray[np.float64]:
        """Largest force of dry friction; N or N m.

        float64 array of shape (nv,)
        """
    @dof_frictionloss.setter
    def dof_frictionloss(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_armature(self) -> npt.NDArray[np.float64]:
        """Inertia added to the diagonal of the inertia matrix; kg or kg m^2.

        float64 array of shape (nv,)
        """
    @dof_armature.setter
    def dof_armature(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_damping(self) -> npt.NDArray[np.float64]:
        """Linear damping; N s/m or N m s/rad.

        float64 array of shape (nv,)
        """
    @dof_damping.setter
    def dof_damping(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_dampingpoly(self) -> npt.NDArray[np.float64]:
        """Coefficients of the quadratic and cubic force of damping; N s^2/m^2 and N s^3/m^3 or N
        m s^2/rad^2 and N m s^3/rad^3.

        float64 array of shape (nv, 2)
        """
    @dof_dampingpoly.setter
    def dof_dampingpoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_invweight0(self) -> npt.NDArray[np.float64]:
        """Diagonal of the inverse inertia matrix at the default pose, averaged over a joint;
        1/kg or 1/(kg m^2).

        float64 array of shape (nv,)
        """
    @dof_invweight0.setter
    def dof_invweight0(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_M0(self) -> npt.NDArray[np.float64]:
        """Diagonal of the inertia matrix at the default pose; kg or kg m^2.

        float64 array of shape (nv,)
        """
    @dof_M0.setter
    def dof_M0(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_length(self) -> npt.NDArray[np.float64]:
        """What turns a velocity into one along a path: the body's size for rotations, 1 for
        translations; m or 1.

        float64 array of shape (nv,)
        """
    @dof_length.setter
    def dof_length(self, value: npt.ArrayLike) -> None: ...
    @property
    def tree_bodyadr(self) -> npt.NDArray[np.int32]:
        """The first body of the tree.

        int32 array of shape (ntree,)
        """
    @tree_bodyadr.setter
    def tree_bodyadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def tree_bodynum(self) -> npt.NDArray[np.int32]:
        """How many bodies the tree has.

        int32 array of shape (ntree,)
        """
    @tree_bodynum.setter
    def tree_bodynum(self, value: npt.ArrayLike) -> None: ...
    @property
    def tree_dofadr(self) -> npt.NDArray[np.int32]:
        """The first degree of freedom of the tree.

        int32 array of shape (ntree,)
        """
    @tree_dofadr.setter
    def tree_dofadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def tree_dofnum(self) -> npt.NDArray[np.int32]:
        """How many degrees of freedom the tree has.

        int32 array of shape (ntree,)
        """
    @tree_dofnum.setter
    def tree_dofnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def tree_sleep_policy(self) -> npt.NDArray[np.int32]:
        """Whether the tree may fall asleep, a `SleepPolicy`.

        int32 array of shape (ntree,)
        """
    @tree_sleep_policy.setter
    def tree_sleep_policy(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_type(self) -> npt.NDArray[np.int32]:
        """Shape, a `GeomType`.

        int32 array of shape (ngeom,)
        """
    @geom_type.setter
    def geom_type(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_contype(self) -> npt.NDArray[np.int32]:
        """Bits that must meet another geom's `geom_conaffinity` for both to collide.

        int32 array of shape (ngeom,)
        """
    @geom_contype.setter
    def geom_contype(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_conaffinity(self) -> npt.NDArray[np.int32]:
        """Bits that must meet another geom's `geom_contype` for both to collide.

        int32 array of shape (ngeom,)
        """
    @geom_conaffinity.setter
    def geom_conaffinity(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_condim(self) -> npt.NDArray[np.int32]:
        """Dimensions of contact forces: 1 frictionless, 3 sliding, 4 torsional, 6 rolling
        friction.

        int32 array of shape (ngeom,)
        """
    @geom_condim.setter
    def geom_condim(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_bodyid(self) -> npt.NDArray[np.int32]:
        """The body that carries the geom.

        int32 array of shape (ngeom,)
        """
    @geom_bodyid.setter
    def geom_bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_dataid(self) -> npt.NDArray[np.int32]:
        """The mesh or height field of the geom, -1 if it has none.

        int32 array of shape (ngeom,)
        """
    @geom_dataid.setter
    def geom_dataid(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_matid(self) -> npt.NDArray[np.int32]:
        """The material, -1 if it has none.

        int32 array of shape (ngeom,)
        """
    @geom_matid.setter
    def geom_matid(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_group(self) -> npt.NDArray[np.int32]:
        """Group for visibility.

        int32 array of shape (ngeom,)
        """
    @geom_group.setter
    def geom_group(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_priority(self) -> npt.NDArray[np.int32]:
        """The geom with the higher priority decides the parameters of a contact.

        int32 array of shape (ngeom,)
        """
    @geom_priority.setter
    def geom_priority(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_plugin(self) -> npt.NDArray[np.int32]:
        """The plugin instance of the geom, -1 if it has none.

        int32 array of shape (ngeom,)
        """
    @geom_plugin.setter
    def geom_plugin(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_sameframe(self) -> npt.NDArray[np.uint8]:
        """How the geom frame lies to the body and inertial frames, a `SameFrame`.

        uint8 array of shape (ngeom,)
        """
    @geom_sameframe.setter
    def geom_sameframe(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_solmix(self) -> npt.NDArray[np.float64]:
        """Weight of the geom when the parameters of two are mixed; 1.

        float64 array of shape (ngeom,)
        """
    @geom_solmix.setter
    def geom_solmix(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_solref(self) -> npt.NDArray[np.float64]:
        """Reference of contacts: time constant and damping ratio, if negative stiffness and
        damping; s and 1.

        float64 array of shape (ngeom, 2)
        """
    @geom_solref.setter
    def geom_solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_solimp(self) -> npt.NDArray[np.float64]:
        """Impedance of contacts: smallest, largest, width, midpoint, power; 1 and m.

        float64 array of shape (ngeom, 5)
        """
    @geom_solimp.setter
    def geom_solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_size(self) -> npt.NDArray[np.float64]:
        """Sizes of the shape, half of its extent in most; m, geom frame.

        float64 array of shape (ngeom, 3)
        """
    @geom_size.setter
    def geom_size(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_aabb(self) -> npt.NDArray[np.float64]:
        """Center and half sizes of the bounding box; m, geom frame.

        float64 array of shape (ngeom, 6)
        """
    @geom_aabb.setter
    def geom_aabb(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_rbound(self) -> npt.NDArray[np.float64]:
        """Radius of the bounding sphere, 0 for planes; m.

        float64 array of shape (ngeom,)
        """
    @geom_rbound.setter
    def geom_rbound(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_pos(self) -> npt.NDArray[np.float64]:
        """Position on the body; m, body frame.

        float64 array of shape (ngeom, 3)
        """
    @geom_pos.setter
    def geom_pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_quat(self) -> npt.NDArray[np.float64]:
        """Orientation on the body; 1, body frame.

        float64 array of shape (ngeom, 4)
        """
    @geom_quat.setter
    def geom_quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_friction(self) -> npt.NDArray[np.float64]:
        """Coefficients of sliding, torsional and rolling friction; 1 and m.

        float64 array of shape (ngeom, 3)
        """
    @geom_friction.setter
    def geom_friction(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_margin(self) -> npt.NDArray[np.float64]:
        """Distance at which contacts are detected; m.

        float64 array of shape (ngeom,)
        """
    @geom_margin.setter
    def geom_margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_gap(self) -> npt.NDArray[np.float64]:
        """Part of the margin in which contacts exert no force; m.

        float64 array of shape (ngeom,)
        """
    @geom_gap.setter
    def geom_gap(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_fluid(self) -> npt.NDArray[np.float64]:
        """Coefficients of the ellipsoidal fluid model, the first of them 0 if it is not used; 1
        and m^3 and m^5.

        float64 array of shape (ngeom, 12)
        """
    @geom_fluid.setter
    def geom_fluid(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_user(self) -> npt.NDArray[np.float64]:
        """Numbers of the user's own; any.

        float64 array of shape (ngeom, nuser_geom)
        """
    @geom_user.setter
    def geom_user(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_rgba(self) -> npt.NDArray[np.float32]:
        """Color and opacity where there is no material; 1.

        float32 array of shape (ngeom, 4)
        """
    @geom_rgba.setter
    def geom_rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_type(self) -> npt.NDArray[np.int32]:
        """Shape to draw, a `GeomType`.

        int32 array of shape (nsite,)
        """
    @site_type.setter
    def site_type(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_bodyid(self) -> npt.NDArray[np.int32]:
        """The body that carries the site.

        int32 array of shape (nsite,)
        """
    @site_bodyid.setter
    def site_bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_matid(self) -> npt.NDArray[np.int32]:
        """The material, -1 if it has none.

        int32 array of shape (nsite,)
        """
    @site_matid.setter
    def site_matid(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_group(self) -> npt.NDArray[np.int32]:
        """Group for visibility.

        int32 array of shape (nsite,)
        """
    @site_group.setter
    def site_group(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_sameframe(self) -> npt.NDArray[np.uint8]:
        """How the site frame lies to the body and inertial frames, a `SameFrame`.

        uint8 array of shape (nsite,)
        """
    @site_sameframe.setter
    def site_sameframe(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_size(self) -> npt.NDArray[np.float64]:
        """Sizes of the shape, as `geom_size`; m, site frame.

        float64 array of shape (nsite, 3)
        """
    @site_size.setter
    def site_size(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_pos(self) -> npt.NDArray[np.float64]:
        """Position on the body; m, body frame.

        float64 array of shape (nsite, 3)
        """
    @site_pos.setter
    def site_pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_quat(self) -> npt.NDArray[np.float64]:
        """Orientation on the body; 1, body frame.

        float64 array of shape (nsite, 4)
        """
    @site_quat.setter
    def site_quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_user(self) -> npt.NDArray[np.float64]:
        """Numbers of the user's own; any.

        float64 array of shape (nsite, nuser_site)
        """
    @site_user.setter
    def site_user(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_rgba(self) -> npt.NDArray[np.float32]:
        """Color and opacity where there is no material; 1.

        float32 array of shape (nsite, 4)
        """
    @site_rgba.setter
    def site_rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_mode(self) -> npt.NDArray[np.int32]:
        """What the camera follows, a `CamLight`.

        int32 array of shape (ncam,)
        """
    @cam_mode.setter
    def cam_mode(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_bodyid(self) -> npt.NDArray[np.int32]:
        """The body that carries the camera.

        int32 array of shape (ncam,)
        """
    @cam_bodyid.setter
    def cam_bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_targetbodyid(self) -> npt.NDArray[np.int32]:
        """The body that the camera looks at, -1 if there is none.

        int32 array of shape (ncam,)
        """
    @cam_targetbodyid.setter
    def cam_targetbodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_pos(self) -> npt.NDArray[np.float64]:
        """Position on the body; m, body frame.

        float64 array of shape (ncam, 3)
        """
    @cam_pos.setter
    def cam_pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_quat(self) -> npt.NDArray[np.float64]:
        """Orientation on the body, looking along -z; 1, body frame.

        float64 array of shape (ncam, 4)
        """
    @cam_quat.setter
    def cam_quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_poscom0(self) -> npt.NDArray[np.float64]:
        """Position from the center of mass of the body's subtree at the default pose; m, world
        axes.

        float64 array of shape (ncam, 3)
        """
    @cam_poscom0.setter
    def cam_poscom0(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_pos0(self) -> npt.NDArray[np.float64]:
        """Position from the body at the default pose; m, world axes.

        float64 array of shape (ncam, 3)
        """
    @cam_pos0.setter
    def cam_pos0(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_mat0(self) -> npt.NDArray[np.float64]:
        """Orientation at the default pose; 1, world frame.

        float64 array of shape (ncam, 9)
        """
    @cam_mat0.setter
    def cam_mat0(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_projection(self) -> npt.NDArray[np.int32]:
        """Projection, a `Projection`.

        int32 array of shape (ncam,)
        """
    @cam_projection.setter
    def cam_projection(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_fovy(self) -> npt.NDArray[np.float64]:
        """Vertical field of view, an angle in perspective and a length in orthographic
        projection; deg or m.

        float64 array of shape (ncam,)
        """
    @cam_fovy.setter
    def cam_fovy(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_ipd(self) -> npt.NDArray[np.float64]:
        """Distance of the two eyes in stereo; m.

        float64 array of shape (ncam,)
        """
    @cam_ipd.setter
    def cam_ipd(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_resolution(self) -> npt.NDArray[np.int32]:
        """Width and height of the image, in pixels.

        int32 array of shape (ncam, 2)
        """
    @cam_resolution.setter
    def cam_resolution(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_output(self) -> npt.NDArray[np.int32]:
        """Bits of the images that the camera gives.

        int32 array of shape (ncam,)
        """
    @cam_output.setter
    def cam_output(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_sensorsize(self) -> npt.NDArray[np.float32]:
        """Width and height of the image sensor, 0 if `cam_fovy` decides; m.

        float32 array of shape (ncam, 2)
        """
    @cam_sensorsize.setter
    def cam_sensorsize(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_intrinsic(self) -> npt.NDArray[np.float32]:
        """Focal lengths and principal point, both in x and y; m.

        float32 array of shape (ncam, 4)
        """
    @cam_intrinsic.setter
    def cam_intrinsic(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_user(self) -> npt.NDArray[np.float64]:
        """Numbers of the user's own; any.

        float64 array of shape (ncam, nuser_cam)
        """
    @cam_user.setter
    def cam_user(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_mode(self) -> npt.NDArray[np.int32]:
        """What the light follows, a `CamLight`.

        int32 array of shape (nlight,)
        """
    @light_mode.setter
    def light_mode(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_bodyid(self) -> npt.NDArray[np.int32]:
        """The body that carries the light.

        int32 array of shape (nlight,)
        """
    @light_bodyid.setter
    def light_bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_targetbodyid(self) -> npt.NDArray[np.int32]:
        """The body that the light points at, -1 if there is none.

        int32 array of shape (nlight,)
        """
    @light_targetbodyid.setter
    def light_targetbodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_type(self) -> npt.NDArray[np.int32]:
        """Kind of light, a `LightType`.

        int32 array of shape (nlight,)
        """
    @light_type.setter
    def light_type(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_texid(self) -> npt.NDArray[np.int32]:
        """The texture of an image light, -1 if it has none.

        int32 array of shape (nlight,)
        """
    @light_texid.setter
    def light_texid(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_castshadow(self) -> npt.NDArray[np.uint8]:
        """Whether the light casts shadows.

        uint8 array of shape (nlight,)
        """
    @light_castshadow.setter
    def light_castshadow(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_bulbradius(self) -> npt.NDArray[np.float32]:
        """Radius of the source, for soft shadows; m.

        float32 array of shape (nlight,)
        """
    @light_bulbradius.setter
    def light_bulbradius(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_intensity(self) -> npt.NDArray[np.float32]:
        """Luminous intensity; cd.

        float32 array of shape (nlight,)
        """
    @light_intensity.setter
    def light_intensity(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_range(self) -> npt.NDArray[np.float32]:
        """How far the light reaches; m.

        float32 array of shape (nlight,)
        """
    @light_range.setter
    def light_range(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_active(self) -> npt.NDArray[np.uint8]:
        """Whether the light is on.

        uint8 array of shape (nlight,)
        """
    @light_active.setter
    def light_active(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_pos(self) -> npt.NDArray[np.float64]:
        """Position on the body; m, body frame.

        float64 array of shape (nlight, 3)
        """
    @light_pos.setter
    def light_pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_dir(self) -> npt.NDArray[np.float64]:
        """Direction of the rays; 1, body frame.

        float64 array of shape (nlight, 3)
        """
    @light_dir.setter
    def light_dir(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_poscom0(self) -> npt.NDArray[np.float64]:
        """Position from the center of mass of the body's subtree at the default pose; m, world
        axes.

        float64 array of shape (nlight, 3)
        """
    @light_poscom0.setter
    def light_poscom0(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_pos0(self) -> npt.NDArray[np.float64]:
        """Position from the body at the default pose; m, world axes.

        float64 array of shape (nlight, 3)
        """
    @light_pos0.setter
    def light_pos0(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_dir0(self) -> npt.NDArray[np.float64]:
        """Direction of the rays at the default pose; 1, world axes.

        float64 array of shape (nlight, 3)
        """
    @light_dir0.setter
    def light_dir0(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_attenuation(self) -> npt.NDArray[np.float32]:
        """Attenuation with distance: constant, linear and quadratic coefficient; 1 and 1/m and
        1/m^2.

        float32 array of shape (nlight, 3)
        """
    @light_attenuation.setter
    def light_attenuation(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_cutoff(self) -> npt.NDArray[np.float32]:
        """Half the opening angle of a spotlight; deg.

        float32 array of shape (nlight,)
        """
    @light_cutoff.setter
    def light_cutoff(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_exponent(self) -> npt.NDArray[np.float32]:
        """How fast a spotlight fades from its axis; 1.

        float32 array of shape (nlight,)
        """
    @light_exponent.setter
    def light_exponent(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_ambient(self) -> npt.NDArray[np.float32]:
        """Ambient color; 1.

        float32 array of shape (nlight, 3)
        """
    @light_ambient.setter
    def light_ambient(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_diffuse(self) -> npt.NDArray[np.float32]:
        """Diffuse color; 1.

        float32 array of shape (nlight, 3)
        """
    @light_diffuse.setter
    def light_diffuse(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_specular(self) -> npt.NDArray[np.float32]:
        """Specular color; 1.

        float32 array of shape (nlight, 3)
        """
    @light_specular.setter
    def light_specular(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_contype(self) -> npt.NDArray[np.int32]:
        """Bits that must meet another `conaffinity` for both to collide.

        int32 array of shape (nflex,)
        """
    @flex_contype.setter
    def flex_contype(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_conaffinity(self) -> npt.NDArray[np.int32]:
        """Bits that must meet another `contype` for both to collide.

        int32 array of shape (nflex,)
        """
    @flex_conaffinity.setter
    def flex_conaffinity(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_condim(self) -> npt.NDArray[np.int32]:
        """Dimensions of contact forces: 1, 3, 4 or 6.

        int32 array of shape (nflex,)
        """
    @flex_condim.setter
    def flex_condim(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_priority(self) -> npt.NDArray[np.int32]:
        """What has the higher priority decides the parameters of a contact.

        int32 array of shape (nflex,)
        """
    @flex_priority.setter
    def flex_priority(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_solmix(self) -> npt.NDArray[np.float64]:
        """Weight of the flex when the parameters of two are mixed; 1.

        float64 array of shape (nflex,)
        """
    @flex_solmix.setter
    def flex_solmix(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_solref(self) -> npt.NDArray[np.float64]:
        """Reference of contacts: time constant and damping ratio, if negative stiffness and
        damping; s and 1.

        float64 array of shape (nflex, 2)
        """
    @flex_solref.setter
    def flex_solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_solimp(self) -> npt.NDArray[np.float64]:
        """Impedance of contacts: smallest, largest, width, midpoint, power; 1 and m.

        float64 array of shape (nflex, 5)
        """
    @flex_solimp.setter
    def flex_solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_friction(self) -> npt.NDArray[np.float64]:
        """Coefficients of sliding, torsional and rolling friction; 1 and m.

        float64 array of shape (nflex, 3)
        """
    @flex_friction.setter
    def flex_friction(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_margin(self) -> npt.NDArray[np.float64]:
        """Distance at which contacts are detected; m.

        float64 array of shape (nflex,)
        """
    @flex_margin.setter
    def flex_margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_gap(self) -> npt.NDArray[np.float64]:
        """Part of the margin in which contacts exert no force; m.

        float64 array of shape (nflex,)
        """
    @flex_gap.setter
    def flex_gap(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_internal(self) -> npt.NDArray[np.uint8]:
        """Whether an element collides with its own vertices, against inversion.

        uint8 array of shape (nflex,)
        """
    @flex_internal.setter
    def flex_internal(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_selfcollide(self) -> npt.NDArray[np.int32]:
        """Whether and how elements of the flex collide with each other, a `FlexSelf`.

        int32 array of shape (nflex,)
        """
    @flex_selfcollide.setter
    def flex_selfcollide(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_activelayers(self) -> npt.NDArray[np.int32]:
        """How many layers of elements from the surface collide, for tetrahedra.

        int32 array of shape (nflex,)
        """
    @flex_activelayers.setter
    def flex_activelayers(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_passive(self) -> npt.NDArray[np.int32]:
        """Whether contacts of the flex act as passive forces.

        int32 array of shape (nflex,)
        """
    @flex_passive.setter
    def flex_passive(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_dim(self) -> npt.NDArray[np.int32]:
        """Dimension of elements: 1 lines, 2 triangles, 3 tetrahedra.

        int32 array of shape (nflex,)
        """
    @flex_dim.setter
    def flex_dim(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_matid(self) -> npt.NDArray[np.int32]:
        """The material, -1 if it has none.

        int32 array of shape (nflex,)
        """
    @flex_matid.setter
    def flex_matid(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_group(self) -> npt.NDArray[np.int32]:
        """Group for visibility.

        int32 array of shape (nflex,)
        """
    @flex_group.setter
    def flex_group(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_interp(self) -> npt.NDArray[np.int32]:
        """Order of interpolation between nodes, 0 if vertices are bodies themselves.

        int32 array of shape (nflex,)
        """
    @flex_interp.setter
    def flex_interp(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_bandwidth(self) -> npt.NDArray[np.int32]:
        """Bandwidth of the stiffness matrix of the interpolated flex.

        int32 array of shape (nflex,)
        """
    @flex_bandwidth.setter
    def flex_bandwidth(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_cellnum(self) -> npt.NDArray[np.int32]:
        """Cells of the interpolation grid along x, y and z.

        int32 array of shape (nflex, 3)
        """
    @flex_cellnum.setter
    def flex_cellnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_nodeadr(self) -> npt.NDArray[np.int32]:
        """The first node of the flex.

        int32 array of shape (nflex,)
        """
    @flex_nodeadr.setter
    def flex_nodeadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_nodenum(self) -> npt.NDArray[np.int32]:
        """How many nodes the flex has, 0 if it is not interpolated.

        int32 array of shape (nflex,)
        """
    @flex_nodenum.setter
    def flex_nodenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_vertadr(self) -> npt.NDArray[np.int32]:
        """The first vertex of the flex.

        int32 array of shape (nflex,)
        """
    @flex_vertadr.setter
    def flex_vertadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_vertnum(self) -> npt.NDArray[np.int32]:
        """How many vertices the flex has.

        int32 array of shape (nflex,)
        """
    @flex_vertnum.setter
    def flex_vertnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_edgeadr(self) -> npt.NDArray[np.int32]:
        """The first edge of the flex.

        int32 array of shape (nflex,)
        """
    @flex_edgeadr.setter
    def flex_edgeadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_edgenum(self) -> npt.NDArray[np.int32]:
        """How many edges the flex has.

        int32 array of shape (nflex,)
        """
    @flex_edgenum.setter
    def flex_edgenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_elemadr(self) -> npt.NDArray[np.int32]:
        """The first element of the flex.

        int32 array of shape (nflex,)
        """
    @flex_elemadr.setter
    def flex_elemadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_elemnum(self) -> npt.NDArray[np.int32]:
        """How many elements the flex has.

        int32 array of shape (nflex,)
        """
    @flex_elemnum.setter
    def flex_elemnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_elemdataadr(self) -> npt.NDArray[np.int32]:
        """Where the flex starts in `flex_elem`.

        int32 array of shape (nflex,)
        """
    @flex_elemdataadr.setter
    def flex_elemdataadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_stiffnessadr(self) -> npt.NDArray[np.int32]:
        """Where the flex starts in `flex_stiffness`.

        int32 array of shape (nflex,)
        """
    @flex_stiffnessadr.setter
    def flex_stiffnessadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_elemedgeadr(self) -> npt.NDArray[np.int32]:
        """Where the flex starts in `flex_elemedge`.

        int32 array of shape (nflex,)
        """
    @flex_elemedgeadr.setter
    def flex_elemedgeadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_shellnum(self) -> npt.NDArray[np.int32]:
        """How many fragments the surface of the flex has.

        int32 array of shape (nflex,)
        """
    @flex_shellnum.setter
    def flex_shellnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_shelldataadr(self) -> npt.NDArray[np.int32]:
        """Where the flex starts in `flex_shell`.

        int32 array of shape (nflex,)
        """
    @flex_shelldataadr.setter
    def flex_shelldataadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_evpairadr(self) -> npt.NDArray[np.int32]:
        """The first pair of the flex in `flex_evpair`.

        int32 array of shape (nflex,)
        """
    @flex_evpairadr.setter
    def flex_evpairadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_evpairnum(self) -> npt.NDArray[np.int32]:
        """How many pairs of element and vertex the flex has.

        int32 array of shape (nflex,)
        """
    @flex_evpairnum.setter
    def flex_evpairnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_texcoordadr(self) -> npt.NDArray[np.int32]:
        """The first texture coordinate of the flex, -1 if it has none.

        int32 array of shape (nflex,)
        """
    @flex_texcoordadr.setter
    def flex_texcoordadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_nodebodyid(self) -> npt.NDArray[np.int32]:
        """The body of the node.

        int32 array of shape (nflexnode,)
        """
    @flex_nodebodyid.setter
    def flex_nodebodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_vertbodyid(self) -> npt.NDArray[np.int32]:
        """The body of the vertex, -1 if vertices are interpolated.

        int32 array of shape (nflexvert,)
        """
    @flex_vertbodyid.setter
    def flex_vertbodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_vertedgeadr(self) -> npt.NDArray[np.int32]:
        """Where the edges of the vertex start in `flex_vertedge`.

        int32 array of shape (nflexvert,)
        """
    @flex_vertedgeadr.setter
    def flex_vertedgeadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_vertedgenum(self) -> npt.NDArray[np.int32]:
        """How many edges meet at the vertex.

        int32 array of shape (nflexvert,)
        """
    @flex_vertedgenum.setter
    def flex_vertedgenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_vertedge(self) -> npt.NDArray[np.int32]:
        """Edges by vertex, two to an entry.

        int32 array of shape (nflexedge, 2)
        """
    @flex_vertedge.setter
    def flex_vertedge(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_edge(self) -> npt.NDArray[np.int32]:
        """The two vertices of the edge, counted from the flex's first.

        int32 array of shape (nflexedge, 2)
        """
    @flex_edge.setter
    def flex_edge(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_edgeflap(self) -> npt.NDArray[np.int32]:
        """The vertices opposite of the edge in its two triangles, -1 where there is none.

        int32 array of shape (nflexedge, 2)
        """
    @flex_edgeflap.setter
    def flex_edgeflap(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_elem(self) -> npt.NDArray[np.int32]:
        """Vertices of the elements, `flex_dim + 1` each, counted from the flex's first.

        int32 array of shape (nflexelemdata,)
        """
    @flex_elem.setter
    def flex_elem(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_elemtexcoord(self) -> npt.NDArray[np.int32]:
        """Texture coordinates of the elements' vertices, counted from the flex's first.

        int32 array of shape (nflexelemdata,)
        """
    @flex_elemtexcoord.setter
    def flex_elemtexcoord(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_elemedge(self) -> npt.NDArray[np.int32]:
        """Edges of the elements, counted from the flex's first.

        int32 array of shape (nflexelemedge,)
        """
    @flex_elemedge.setter
    def flex_elemedge(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_elemlayer(self) -> npt.NDArray[np.int32]:
        """Layers between the element and the surface.

        int32 array of shape (nflexelem,)
        """
    @flex_elemlayer.setter
    def flex_elemlayer(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_shell(self) -> npt.NDArray[np.int32]:
        """Vertices of the surface's fragments, `flex_dim` each, counted from the flex's first.

        int32 array of shape (nflexshelldata,)
        """
    @flex_shell.setter
    def flex_shell(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_evpair(self) -> npt.NDArray[np.int32]:
        """An element and a vertex of the same flex that may touch.

        int32 array of shape (nflexevpair, 2)
        """
    @flex_evpair.setter
    def flex_evpair(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_vert(self) -> npt.NDArray[np.float64]:
        """Position of the vertex on its body; m, body frame.

        float64 array of shape (nflexvert, 3)
        """
    @flex_vert.setter
    def flex_vert(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_vert0(self) -> npt.NDArray[np.float64]:
        """Place of the vertex in the flex's bounding box, from 0 to 1 along each axis; 1, box of
        the flex.

        float64 array of shape (nflexvert, 3)
        """
    @flex_vert0.setter
    def flex_vert0(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_vertmetric(self) -> npt.NDArray[np.float64]:
        """Inverse of the two edges that span a vertex at rest, as a matrix; 1/m.

        float64 array of shape (nflexvert, 4)
        """
    @flex_vertmetric.setter
    def flex_vertmetric(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_node(self) -> npt.NDArray[np.float64]:
        """Position of the node on its body; m, body frame.

        float64 array of shape (nflexnode, 3)
        """
    @flex_node.setter
    def flex_node(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_node0(self) -> npt.NDArray[np.float64]:
        """Position of the node at the default pose; m, world frame.

        float64 array of shape (nflexnode, 3)
        """
    @flex_node0.setter
    def flex_node0(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexedge_length0(self) -> npt.NDArray[np.float64]:
        """Length of the edge at the default pose; m.

        float64 array of shape (nflexedge,)
        """
    @flexedge_length0.setter
    def flexedge_length0(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexedge_invweight0(self) -> npt.NDArray[np.float64]:
        """Inverse inertia that the edge meets at the default pose; 1/kg.

        float64 array of shape (nflexedge,)
        """
    @flexedge_invweight0.setter
    def flexedge_invweight0(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_radius(self) -> npt.NDArray[np.float64]:
        """Radius around vertices, lines and triangles; m.

        float64 array of shape (nflex,)
        """
    @flex_radius.setter
    def flex_radius(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_size(self) -> npt.NDArray[np.float64]:
        """Half sizes of the box around the vertices at the default pose; m, world axes.

        float64 array of shape (nflex, 3)
        """
    @flex_size.setter
    def flex_size(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_stiffness(self) -> npt.NDArray[np.float64]:
        """Stiffness of elements against changes of squared lengths, or of the interpolation grid
        against displacements; N/m^3 or N/m.

        float64 array of shape (nflexstiffness,)
        """
    @flex_stiffness.setter
    def flex_stiffness(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_bending(self) -> npt.NDArray[np.float64]:
        """Stiffness of the edge against bending, for triangles; N/m.

        float64 array of shape (nflexedge, 17)
        """
    @flex_bending.setter
    def flex_bending(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_damping(self) -> npt.NDArray[np.float64]:
        """Damping as a multiple of stiffness; s.

        float64 array of shape (nflex,)
        """
    @flex_damping.setter
    def flex_damping(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_edgestiffness(self) -> npt.NDArray[np.float64]:
        """Stiffness of edges; N/m.

        float64 array of shape (nflex,)
        """
    @flex_edgestiffness.setter
    def flex_edgestiffness(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_edgedamping(self) -> npt.NDArray[np.float64]:
        """Damping of edges; N s/m.

        float64 array of shape (nflex,)
        """
    @flex_edgedamping.setter
    def flex_edgedamping(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_edgeequality(self) -> npt.NDArray[np.int32]:
        """Which equality constraint the flex has: 0 none, else on edges, vertices or strain.

        int32 array of shape (nflex,)
        """
    @flex_edgeequality.setter
    def flex_edgeequality(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_rigid(self) -> npt.NDArray[np.uint8]:
        """Whether all vertices are on one body.

        uint8 array of shape (nflex,)
        """
    @flex_rigid.setter
    def flex_rigid(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexedge_rigid(self) -> npt.NDArray[np.uint8]:
        """Whether both vertices of the edge are on one body.

        uint8 array of shape (nflexedge,)
        """
    @flexedge_rigid.setter
    def flexedge_rigid(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_centered(self) -> npt.NDArray[np.uint8]:
        """Whether all vertices are at the origins of their bodies.

        uint8 array of shape (nflex,)
        """
    @flex_centered.setter
    def flex_centered(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_flatskin(self) -> npt.NDArray[np.uint8]:
        """Whether the surface is drawn with flat shading.

        uint8 array of shape (nflex,)
        """
    @flex_flatskin.setter
    def flex_flatskin(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_bvhadr(self) -> npt.NDArray[np.int32]:
        """The root of the flex's tree of bounding boxes, -1 if it has none.

        int32 array of shape (nflex,)
        """
    @flex_bvhadr.setter
    def flex_bvhadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_bvhnum(self) -> npt.NDArray[np.int32]:
        """How many bounding boxes the flex's tree has.

        int32 array of shape (nflex,)
        """
    @flex_bvhnum.setter
    def flex_bvhnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexedge_J_rownnz(self) -> npt.NDArray[np.int32]:
        """Entries in the edge's row of `flexedge_J`.

        int32 array of shape (nflexedge,)
        """
    @flexedge_J_rownnz.setter
    def flexedge_J_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexedge_J_rowadr(self) -> npt.NDArray[np.int32]:
        """Where the edge's row starts in `flexedge_J`.

        int32 array of shape (nflexedge,)
        """
    @flexedge_J_rowadr.setter
    def flexedge_J_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexedge_J_colind(self) -> npt.NDArray[np.int32]:
        """The degree of freedom of each entry of `flexedge_J`.

        int32 array of shape (nJfe,)
        """
    @flexedge_J_colind.setter
    def flexedge_J_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexvert_J_rownnz(self) -> npt.NDArray[np.int32]:
        """Entries in the vertex's two rows of `flexvert_J`.

        int32 array of shape (nflexvert, 2)
        """
    @flexvert_J_rownnz.setter
    def flexvert_J_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexvert_J_rowadr(self) -> npt.NDArray[np.int32]:
        """Where the vertex's two rows start in `flexvert_J`.

        int32 array of shape (nflexvert, 2)
        """
    @flexvert_J_rowadr.setter
    def flexvert_J_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexvert_J_colind(self) -> npt.NDArray[np.int32]:
        """The degrees of freedom of each entry of `flexvert_J`.

        int32 array of shape (nJfv, 2)
        """
    @flexvert_J_colind.setter
    def flexvert_J_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_rgba(self) -> npt.NDArray[np.float32]:
        """Color and opacity where there is no material; 1.

        float32 array of shape (nflex, 4)
        """
    @flex_rgba.setter
    def flex_rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_texcoord(self) -> npt.NDArray[np.float32]:
        """Texture coordinates; 1.

        float32 array of shape (nflextexcoord, 2)
        """
    @flex_texcoord.setter
    def flex_texcoord(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_vertadr(self) -> npt.NDArray[np.int32]:
        """The first vertex of the mesh.

        int32 array of shape (nmesh,)
        """
    @mesh_vertadr.setter
    def mesh_vertadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_vertnum(self) -> npt.NDArray[np.int32]:
        """How many vertices the mesh has.

        int32 array of shape (nmesh,)
        """
    @mesh_vertnum.setter
    def mesh_vertnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_faceadr(self) -> npt.NDArray[np.int32]:
        """The first triangle of the mesh.

        int32 array of shape (nmesh,)
        """
    @mesh_faceadr.setter
    def mesh_faceadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_facenum(self) -> npt.NDArray[np.int32]:
        """How many triangles the mesh has.

        int32 array of shape (nmesh,)
        """
    @mesh_facenum.setter
    def mesh_facenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_bvhadr(self) -> npt.NDArray[np.int32]:
        """The root of the mesh's tree of bounding boxes, -1 if it has none.

        int32 array of shape (nmesh,)
        """
    @mesh_bvhadr.setter
    def mesh_bvhadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_bvhnum(self) -> npt.NDArray[np.int32]:
        """How many bounding boxes the mesh's tree has.

        int32 array of shape (nmesh,)
        """
    @mesh_bvhnum.setter
    def mesh_bvhnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_octadr(self) -> npt.NDArray[np.int32]:
        """The root of the mesh's octree, -1 if it has none.

        int32 array of shape (nmesh,)
        """
    @mesh_octadr.setter
    def mesh_octadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_octnum(self) -> npt.NDArray[np.int32]:
        """How many nodes the mesh's octree has.

        int32 array of shape (nmesh,)
        """
    @mesh_octnum.setter
    def mesh_octnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_normaladr(self) -> npt.NDArray[np.int32]:
        """The first normal of the mesh.

        int32 array of shape (nmesh,)
        """
    @mesh_normaladr.setter
    def mesh_normaladr(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_normalnum(self) -> npt.NDArray[np.int32]:
        """How many normals the mesh has.

        int32 array of shape (nmesh,)
        """
    @mesh_normalnum.setter
    def mesh_normalnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_texcoordadr(self) -> npt.NDArray[np.int32]:
        """The first texture coordinate of the mesh, -1 if it has none.

        int32 array of shape (nmesh,)
        """
    @mesh_texcoordadr.setter
    def mesh_texcoordadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_texcoordnum(self) -> npt.NDArray[np.int32]:
        """How many texture coordinates the mesh has.

        int32 array of shape (nmesh,)
        """
    @mesh_texcoordnum.setter
    def mesh_texcoordnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_graphadr(self) -> npt.NDArray[np.int32]:
        """Where the graph of the convex hull starts in `mesh_graph`, -1 if there is none.

        int32 array of shape (nmesh,)
        """
    @mesh_graphadr.setter
    def mesh_graphadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_vert(self) -> npt.NDArray[np.float32]:
        """Positions of vertices; m, mesh frame.

        float32 array of shape (nmeshvert, 3)
        """
    @mesh_vert.setter
    def mesh_vert(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_normal(self) -> npt.NDArray[np.float32]:
        """Normals of vertices; 1, mesh frame.

        float32 array of shape (nmeshnormal, 3)
        """
    @mesh_normal.setter
    def mesh_normal(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_texcoord(self) -> npt.NDArray[np.float32]:
        """Texture coordinates of vertices; 1.

        float32 array of shape (nmeshtexcoord, 2)
        """
    @mesh_texcoord.setter
    def mesh_texcoord(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_face(self) -> npt.NDArray[np.int32]:
        """The three vertices of the triangle, counted from the mesh's first.

        int32 array of shape (nmeshface, 3)
        """
    @mesh_face.setter
    def mesh_face(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_facenormal(self) -> npt.NDArray[np.int32]:
        """The three normals of the triangle, counted from the mesh's first.

        int32 array of shape (nmeshface, 3)
        """
    @mesh_facenormal.setter
    def mesh_facenormal(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_facetexcoord(self) -> npt.NDArray[np.int32]:
        """The three texture coordinates of the triangle, counted from the mesh's first.

        int32 array of shape (nmeshface, 3)
        """
    @mesh_facetexcoord.setter
    def mesh_facetexcoord(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_graph(self) -> npt.NDArray[np.int32]:
        """Convex hulls: counts, neighbors of each hull vertex, triangles.

        int32 array of shape (nmeshgraph,)
        """
    @mesh_graph.setter
    def mesh_graph(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_scale(self) -> npt.NDArray[np.float64]:
        """Scale that was applied to the vertices of the file; 1.

        float64 array of shape (nmesh, 3)
        """
    @mesh_scale.setter
    def mesh_scale(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_pos(self) -> npt.NDArray[np.float64]:
        """Shift that took the file's vertices to the inertial frame; m, frame of the file.

        float64 array of shape (nmesh, 3)
        """
    @mesh_pos.setter
    def mesh_pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_quat(self) -> npt.NDArray[np.float64]:
        """Rotation that took the file's vertices to the inertial frame; 1, frame of the file.

        float64 array of shape (nmesh, 4)
        """
    @mesh_quat.setter
    def mesh_quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_pathadr(self) -> npt.NDArray[np.int32]:
        """Where the file's path starts in `paths`, -1 if there is none.

        int32 array of shape (nmesh,)
        """
    @mesh_pathadr.setter
    def mesh_pathadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_polynum(self) -> npt.NDArray[np.int32]:
        """How many polygons the convex hull of the mesh has.

        int32 array of shape (nmesh,)
        """
    @mesh_polynum.setter
    def mesh_polynum(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_polyadr(self) -> npt.NDArray[np.int32]:
        """The first polygon of the mesh.

        int32 array of shape (nmesh,)
        """
    @mesh_polyadr.setter
    def mesh_polyadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_polynormal(self) -> npt.NDArray[np.float64]:
        """Normals of polygons; 1, mesh frame.

        float64 array of shape (nmeshpoly, 3)
        """
    @mesh_polynormal.setter
    def mesh_polynormal(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_polyvertadr(self) -> npt.NDArray[np.int32]:
        """Where the polygon starts in `mesh_polyvert`.

        int32 array of shape (nmeshpoly,)
        """
    @mesh_polyvertadr.setter
    def mesh_polyvertadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_polyvertnum(self) -> npt.NDArray[np.int32]:
        """How many vertices the polygon has.

        int32 array of shape (nmeshpoly,)
        """
    @mesh_polyvertnum.setter
    def mesh_polyvertnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_polyvert(self) -> npt.NDArray[np.int32]:
        """Vertices of polygons, in order around each.

        int32 array of shape (nmeshpolyvert,)
        """
    @mesh_polyvert.setter
    def mesh_polyvert(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_polymapadr(self) -> npt.NDArray[np.int32]:
        """Where the vertex starts in `mesh_polymap`.

        int32 array of shape (nmeshvert,)
        """
    @mesh_polymapadr.setter
    def mesh_polymapadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_polymapnum(self) -> npt.NDArray[np.int32]:
        """How many polygons meet at the vertex.

        int32 array of shape (nmeshvert,)
        """
    @mesh_polymapnum.setter
    def mesh_polymapnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_polymap(self) -> npt.NDArray[np.int32]:
        """Polygons by vertex.

        int32 array of shape (nmeshpolymap,)
        """
    @mesh_polymap.setter
    def mesh_polymap(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_matid(self) -> npt.NDArray[np.int32]:
        """The material, -1 if it has none.

        int32 array of shape (nskin,)
        """
    @skin_matid.setter
    def skin_matid(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_group(self) -> npt.NDArray[np.int32]:
        """Group for visibility.

        int32 array of shape (nskin,)
        """
    @skin_group.setter
    def skin_group(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_rgba(self) -> npt.NDArray[np.float32]:
        """Color and opacity where there is no material; 1.

        float32 array of shape (nskin, 4)
        """
    @skin_rgba.setter
    def skin_rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_inflate(self) -> npt.NDArray[np.float32]:
        """Distance that the skin is drawn outwards along its normals; m.

        float32 array of shape (nskin,)
        """
    @skin_inflate.setter
    def skin_inflate(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_vertadr(self) -> npt.NDArray[np.int32]:
        """The first vertex of the skin.

        int32 array of shape (nskin,)
        """
    @skin_vertadr.setter
    def skin_vertadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_vertnum(self) -> npt.NDArray[np.int32]:
        """How many vertices the skin has.

        int32 array of shape (nskin,)
        """
    @skin_vertnum.setter
    def skin_vertnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_texcoordadr(self) -> npt.NDArray[np.int32]:
        """The first texture coordinate of the skin, -1 if it has none.

        int32 array of shape (nskin,)
        """
    @skin_texcoordadr.setter
    def skin_texcoordadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_faceadr(self) -> npt.NDArray[np.int32]:
        """The first triangle of the skin.

        int32 array of shape (nskin,)
        """
    @skin_faceadr.setter
    def skin_faceadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_facenum(self) -> npt.NDArray[np.int32]:
        """How many triangles the skin has.

        int32 array of shape (nskin,)
        """
    @skin_facenum.setter
    def skin_facenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_boneadr(self) -> npt.NDArray[np.int32]:
        """The first bone of the skin.

        int32 array of shape (nskin,)
        """
    @skin_boneadr.setter
    def skin_boneadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_bonenum(self) -> npt.NDArray[np.int32]:
        """How many bones the skin has.

        int32 array of shape (nskin,)
        """
    @skin_bonenum.setter
    def skin_bonenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_vert(self) -> npt.NDArray[np.float32]:
        """Positions of vertices as the skin was bound; m, world frame.

        float32 array of shape (nskinvert, 3)
        """
    @skin_vert.setter
    def skin_vert(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_texcoord(self) -> npt.NDArray[np.float32]:
        """Texture coordinates of vertices; 1.

        float32 array of shape (nskintexvert, 2)
        """
    @skin_texcoord.setter
    def skin_texcoord(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_face(self) -> npt.NDArray[np.int32]:
        """The three vertices of the triangle, counted from the skin's first.

        int32 array of shape (nskinface, 3)
        """
    @skin_face.setter
    def skin_face(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_bonevertadr(self) -> npt.NDArray[np.int32]:
        """Where the bone starts in `skin_bonevertid` and `skin_bonevertweight`.

        int32 array of shape (nskinbone,)
        """
    @skin_bonevertadr.setter
    def skin_bonevertadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_bonevertnum(self) -> npt.NDArray[np.int32]:
        """How many vertices the bone moves.

        int32 array of shape (nskinbone,)
        """
    @skin_bonevertnum.setter
    def skin_bonevertnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_bonebindpos(self) -> npt.NDArray[np.float32]:
        """Position of the bone as the skin was bound; m, world frame.

        float32 array of shape (nskinbone, 3)
        """
    @skin_bonebindpos.setter
    def skin_bonebindpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_bonebindquat(self) -> npt.NDArray[np.float32]:
        """Orientation of the bone as the skin was bound; 1, world frame.

        float32 array of shape (nskinbone, 4)
        """
    @skin_bonebindquat.setter
    def skin_bonebindquat(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_bonebodyid(self) -> npt.NDArray[np.int32]:
        """The body that is the bone.

        int32 array of shape (nskinbone,)
        """
    @skin_bonebodyid.setter
    def skin_bonebodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_bonevertid(self) -> npt.NDArray[np.int32]:
        """Vertices that bones move, counted from the skin's first.

        int32 array of shape (nskinbonevert,)
        """
    @skin_bonevertid.setter
    def skin_bonevertid(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_bonevertweight(self) -> npt.NDArray[np.float32]:
        """How much the bone moves the vertex; 1.

        float32 array of shape (nskinbonevert,)
        """
    @skin_bonevertweight.setter
    def skin_bonevertweight(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_pathadr(self) -> npt.NDArray[np.int32]:
        """Where the file's path starts in `paths`, -1 if there is none.

        int32 array of shape (nskin,)
        """
    @skin_pathadr.setter
    def skin_pathadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def hfield_size(self) -> npt.NDArray[np.float64]:
        """Half sizes along x and y, height of the data's 1, depth of the base; m, geom frame.

        float64 array of shape (nhfield, 4)
        """
    @hfield_size.setter
    def hfield_size(self, value: npt.ArrayLike) -> None: ...
    @property
    def hfield_nrow(self) -> npt.NDArray[np.int32]:
        """Rows of the grid, along y.

        int32 array of shape (nhfield,)
        """
    @hfield_nrow.setter
    def hfield_nrow(self, value: npt.ArrayLike) -> None: ...
    @property
    def hfield_ncol(self) -> npt.NDArray[np.int32]:
        """Columns of the grid, along x.

        int32 array of shape (nhfield,)
        """
    @hfield_ncol.setter
    def hfield_ncol(self, value: npt.ArrayLike) -> None: ...
    @property
    def hfield_adr(self) -> npt.NDArray[np.int32]:
        """Where the height field starts in `hfield_data`.

        int32 array of shape (nhfield,)
        """
    @hfield_adr.setter
    def hfield_adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def hfield_data(self) -> npt.NDArray[np.float32]:
        """Heights from 0 to 1, row by row; 1.

        float32 array of shape (nhfielddata,)
        """
    @hfield_data.setter
    def hfield_data(self, value: npt.ArrayLike) -> None: ...
    @property
    def hfield_pathadr(self) -> npt.NDArray[np.int32]:
        """Where the file's path starts in `paths`, -1 if there is none.

        int32 array of shape (nhfield,)
        """
    @hfield_pathadr.setter
    def hfield_pathadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def tex_type(self) -> npt.NDArray[np.int32]:
        """Kind of texture, a `Texture`.

        int32 array of shape (ntex,)
        """
    @tex_type.setter
    def tex_type(self, value: npt.ArrayLike) -> None: ...
    @property
    def tex_colorspace(self) -> npt.NDArray[np.int32]:
        """Color space, a `ColorSpace`.

        int32 array of shape (ntex,)
        """
    @tex_colorspace.setter
    def tex_colorspace(self, value: npt.ArrayLike) -> None: ...
    @property
    def tex_height(self) -> npt.NDArray[np.int32]:
        """Rows of pixels, of all six sides for a cube.

        int32 array of shape (ntex,)
        """
    @tex_height.setter
    def tex_height(self, value: npt.ArrayLike) -> None: ...
    @property
    def tex_width(self) -> npt.NDArray[np.int32]:
        """Columns of pixels.

        int32 array of shape (ntex,)
        """
    @tex_width.setter
    def tex_width(self, value: npt.ArrayLike) -> None: ...
    @property
    def tex_nchannel(self) -> npt.NDArray[np.int32]:
        """Bytes per pixel.

        int32 array of shape (ntex,)
        """
    @tex_nchannel.setter
    def tex_nchannel(self, value: npt.ArrayLike) -> None: ...
    @property
    def tex_adr(self) -> npt.NDArray[np.int64]:
        """Where the texture starts in `tex_data`.

        int64 array of shape (ntex,)
        """
    @tex_adr.setter
    def tex_adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def tex_data(self) -> npt.NDArray[np.uint8]:
        """Pixels of all textures, row by row.

        uint8 array of shape (ntexdata,)
        """
    @tex_data.setter
    def tex_data(self, value: npt.ArrayLike) -> None: ...
    @property
    def tex_pathadr(self) -> npt.NDArray[np.int32]:
        """Where the file's path starts in `paths`, -1 if there is none.

        int32 array of shape (ntex,)
        """
    @tex_pathadr.setter
    def tex_pathadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_texid(self) -> npt.NDArray[np.int32]:
        """The textures of the material by role (`TextureRole`), -1 where there is none.

        int32 array of shape (nmat, 10)
        """
    @mat_texid.setter
    def mat_texid(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_texuniform(self) -> npt.NDArray[np.uint8]:
        """Whether the texture's scale follows space instead of the object's size.

        uint8 array of shape (nmat,)
        """
    @mat_texuniform.setter
    def mat_texuniform(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_texrepeat(self) -> npt.NDArray[np.float32]:
        """How often the texture repeats along x and y; 1.

        float32 array of shape (nmat, 2)
        """
    @mat_texrepeat.setter
    def mat_texrepeat(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_emission(self) -> npt.NDArray[np.float32]:
        """Emission, as a multiple of the color; 1.

        float32 array of shape (nmat,)
        """
    @mat_emission.setter
    def mat_emission(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_specular(self) -> npt.NDArray[np.float32]:
        """Strength of specular reflection; 1.

        float32 array of shape (nmat,)
        """
    @mat_specular.setter
    def mat_specular(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_shininess(self) -> npt.NDArray[np.float32]:
        """Sharpness of specular reflection; 1.

        float32 array of shape (nmat,)
        """
    @mat_shininess.setter
    def mat_shininess(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_reflectance(self) -> npt.NDArray[np.float32]:
        """Strength of mirror reflection; 1.

        float32 array of shape (nmat,)
        """
    @mat_reflectance.setter
    def mat_reflectance(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_metallic(self) -> npt.NDArray[np.float32]:
        """How metallic the surface is, negative if not given; 1.

        float32 array of shape (nmat,)
        """
    @mat_metallic.setter
    def mat_metallic(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_roughness(self) -> npt.NDArray[np.float32]:
        """How rough the surface is, negative if not given; 1.

        float32 array of shape (nmat,)
        """
    @mat_roughness.setter
    def mat_roughness(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_rgba(self) -> npt.NDArray[np.float32]:
        """Color and opacity; 1.

        float32 array of shape (nmat, 4)
        """
    @mat_rgba.setter
    def mat_rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_dim(self) -> npt.NDArray[np.int32]:
        """Dimensions of contact forces: 1, 3, 4 or 6.

        int32 array of shape (npair,)
        """
    @pair_dim.setter
    def pair_dim(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_geom1(self) -> npt.NDArray[np.int32]:
        """The first geom of the pair.

        int32 array of shape (npair,)
        """
    @pair_geom1.setter
    def pair_geom1(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_geom2(self) -> npt.NDArray[np.int32]:
        """The second geom of the pair.

        int32 array of shape (npair,)
        """
    @pair_geom2.setter
    def pair_geom2(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_signature(self) -> npt.NDArray[np.int32]:
        """The bodies of the pair in one number, by which pairs are sorted.

        int32 array of shape (npair,)
        """
    @pair_signature.setter
    def pair_signature(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_solref(self) -> npt.NDArray[np.float64]:
        """Reference along the normal: time constant and damping ratio, if negative stiffness and
        damping; s and 1.

        float64 array of shape (npair, 2)
        """
    @pair_solref.setter
    def pair_solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_solreffriction(self) -> npt.NDArray[np.float64]:
        """Reference of friction, zeros for that of the normal; s and 1.

        float64 array of shape (npair, 2)
        """
    @pair_solreffriction.setter
    def pair_solreffriction(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_solimp(self) -> npt.NDArray[np.float64]:
        """Impedance: smallest, largest, width, midpoint, power; 1 and m.

        float64 array of shape (npair, 5)
        """
    @pair_solimp.setter
    def pair_solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_margin(self) -> npt.NDArray[np.float64]:
        """Distance at which contacts are detected; m.

        float64 array of shape (npair,)
        """
    @pair_margin.setter
    def pair_margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_gap(self) -> npt.NDArray[np.float64]:
        """Part of the margin in which contacts exert no force; m.

        float64 array of shape (npair,)
        """
    @pair_gap.setter
    def pair_gap(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_friction(self) -> npt.NDArray[np.float64]:
        """Coefficients of friction: two sliding, torsional, two rolling; 1 and m.

        float64 array of shape (npair, 5)
        """
    @pair_friction.setter
    def pair_friction(self, value: npt.ArrayLike) -> None: ...
    @property
    def exclude_signature(self) -> npt.NDArray[np.int32]:
        """The two bodies that do not collide in one number, by which pairs are sorted.

        int32 array of shape (nexclude,)
        """
    @exclude_signature.setter
    def exclude_signature(self, value: npt.ArrayLike) -> None: ...
    @property
    def eq_type(self) -> npt.NDArray[np.int32]:
        """Kind of equality constraint, an `EqType`.

        int32 array of shape (neq,)
        """
    @eq_type.setter
    def eq_type(self, value: npt.ArrayLike) -> None: ...
    @property
    def eq_obj1id(self) -> npt.NDArray[np.int32]:
        """The first object of the constraint.

        int32 array of shape (neq,)
        """
    @eq_obj1id.setter
    def eq_obj1id(self, value: npt.ArrayLike) -> None: ...
    @property
    def eq_obj2id(self) -> npt.NDArray[np.int32]:
        """The second object of the constraint, -1 if there is none.

        int32 array of shape (neq,)
        """
    @eq_obj2id.setter
    def eq_obj2id(self, value: npt.ArrayLike) -> None: ...
    @property
    def eq_objtype(self) -> npt.NDArray[np.int32]:
        """What the two objects are, an `ObjType`.

        int32 array of shape (neq,)
        """
    @eq_objtype.setter
    def eq_objtype(self, value: npt.ArrayLike) -> None: ...
    @property
    def eq_active0(self) -> npt.NDArray[np.uint8]:
        """Whether the constraint is on after a reset.

        uint8 array of shape (neq,)
        """
    @eq_active0.setter
    def eq_active0(self, value: npt.ArrayLike) -> None: ...
    @property
    def eq_solref(self) -> npt.NDArray[np.float64]:
        """Reference: time constant and damping ratio, if negative stiffness and damping; s and
        1.

        float64 array of shape (neq, 2)
        """
    @eq_solref.setter
    def eq_solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def eq_solimp(self) -> npt.NDArray[np.float64]:
        """Impedance: smallest, largest, width, midpoint, power; 1 and m or rad.

        float64 array of shape (neq, 5)
        """
    @eq_solimp.setter
    def eq_solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def eq_data(self) -> npt.NDArray[np.float64]:
        """Parameters by kind: anchors and relative pose, or the coefficients of a polynomial;
        any.

        float64 array of shape (neq, 11)
        """
    @eq_data.setter
    def eq_data(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_adr(self) -> npt.NDArray[np.int32]:
        """The first object of the tendon's path.

        int32 array of shape (ntendon,)
        """
    @tendon_adr.setter
    def tendon_adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_num(self) -> npt.NDArray[np.int32]:
        """How many objects the tendon's path has.

        int32 array of shape (ntendon,)
        """
    @tendon_num.setter
    def tendon_num(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_matid(self) -> npt.NDArray[np.int32]:
        """The material, -1 if it has none.

        int32 array of shape (ntendon,)
        """
    @tendon_matid.setter
    def tendon_matid(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_actuatorid(self) -> npt.NDArray[np.int32]:
        """The actuator that adds damping or armature to the tendon, -1 if none does, -2 if
        several do.

        int32 array of shape (ntendon,)
        """
    @tendon_actuatorid.setter
    def tendon_actuatorid(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_group(self) -> npt.NDArray[np.int32]:
        """Group for visibility.

        int32 array of shape (ntendon,)
        """
    @tendon_group.setter
    def tendon_group(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_treenum(self) -> npt.NDArray[np.int32]:
        """How many kinematic trees the tendon connects.

        int32 array of shape (ntendon,)
        """
    @tendon_treenum.setter
    def tendon_treenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_treeid(self) -> npt.NDArray[np.int32]:
        """The first two kinematic trees that the tendon connects, -1 where there is none.

        int32 array of shape (ntendon, 2)
        """
    @tendon_treeid.setter
    def tendon_treeid(self, value: npt.ArrayLike) -> None: ...
    @property
    def ten_J_rownnz(self) -> npt.NDArray[np.int32]:
        """Entries in the tendon's row of `ten_J`.

        int32 array of shape (ntendon,)
        """
    @ten_J_rownnz.setter
    def ten_J_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def ten_J_rowadr(self) -> npt.NDArray[np.int32]:
        """Where the tendon's row starts in `ten_J`.

        int32 array of shape (ntendon,)
        """
    @ten_J_rowadr.setter
    def ten_J_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def ten_J_colind(self) -> npt.NDArray[np.int32]:
        """The degree of freedom of each entry of `ten_J`.

        int32 array of shape (nJten,)
        """
    @ten_J_colind.setter
    def ten_J_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_limited(self) -> npt.NDArray[np.uint8]:
        """Whether the length is limited.

        uint8 array of shape (ntendon,)
        """
    @tendon_limited.setter
    def tendon_limited(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_actfrclimited(self) -> npt.NDArray[np.uint8]:
        """Whether the total force of actuators on the tendon is limited.

        uint8 array of shape (ntendon,)
        """
    @tendon_actfrclimited.setter
    def tendon_actfrclimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_width(self) -> npt.NDArray[np.float64]:
        """Width to draw; m.

        float64 array of shape (ntendon,)
        """
    @tendon_width.setter
    def tendon_width(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_solref_lim(self) -> npt.NDArray[np.float64]:
        """Reference of the limit: time constant and damping ratio, if negative stiffness and
        damping; s and 1.

        float64 array of shape (ntendon, 2)
        """
    @tendon_solref_lim.setter
    def tendon_solref_lim(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_solimp_lim(self) -> npt.NDArray[np.float64]:
        """Impedance of the limit: smallest, largest, width, midpoint, power; 1 and m.

        float64 array of shape (ntendon, 5)
        """
    @tendon_solimp_lim.setter
    def tendon_solimp_lim(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_solref_fri(self) -> npt.NDArray[np.float64]:
        """Reference of dry friction: time constant and damping ratio, if negative stiffness and
        damping; s and 1.

        float64 array of shape (ntendon, 2)
        """
    @tendon_solref_fri.setter
    def tendon_solref_fri(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_solimp_fri(self) -> npt.NDArray[np.float64]:
        """Impedance of dry friction: smallest, largest, width, midpoint, power; 1 and m.

        float64 array of shape (ntendon, 5)
        """
    @tendon_solimp_fri.setter
    def tendon_solimp_fri(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_range(self) -> npt.NDArray[np.float64]:
        """Lower and upper limit of the length; m.

        float64 array of shape (ntendon, 2)
        """
    @tendon_range.setter
    def tendon_range(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_actfrcrange(self) -> npt.NDArray[np.float64]:
        """Lower and upper limit of the total force of actuators on the tendon; N.

        float64 array of shape (ntendon, 2)
        """
    @tendon_actfrcrange.setter
    def tendon_actfrcrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_margin(self) -> npt.NDArray[np.float64]:
        """Distance from the limit at which its constraint begins; m.

        float64 array of shape (ntendon,)
        """
    @tendon_margin.setter
    def tendon_margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_stiffness(self) -> npt.NDArray[np.float64]:
        """Linear stiffness of the tendon's spring; N/m.

        float64 array of shape (ntendon,)
        """
    @tendon_stiffness.setter
    def tendon_stiffness(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_stiffnesspoly(self) -> npt.NDArray[np.float64]:
        """Coefficients of the quadratic and cubic force of the tendon's spring; N/m^2 and N/m^3.

        float64 array of shape (ntendon, 2)
        """
    @tendon_stiffnesspoly.setter
    def tendon_stiffnesspoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_damping(self) -> npt.NDArray[np.float64]:
        """Linear damping along the tendon; N s/m.

        float64 array of shape (ntendon,)
        """
    @tendon_damping.setter
    def tendon_damping(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_dampingpoly(self) -> npt.NDArray[np.float64]:
        """Coefficients of the quadratic and cubic force of damping along the tendon; N s^2/m^2
        and N s^3/m^3.

        float64 array of shape (ntendon, 2)
        """
    @tendon_dampingpoly.setter
    def tendon_dampingpoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_armature(self) -> npt.NDArray[np.float64]:
        """Inertia added to changes of the tendon's length; kg.

        float64 array of shape (ntendon,)
        """
    @tendon_armature.setter
    def tendon_armature(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_frictionloss(self) -> npt.NDArray[np.float64]:
        """Largest force of dry friction along the tendon; N.

        float64 array of shape (ntendon,)
        """
    @tendon_frictionloss.setter
    def tendon_frictionloss(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_lengthspring(self) -> npt.NDArray[np.float64]:
        """Lengths between which the tendon's spring is slack; m.

        float64 array of shape (ntendon, 2)
        """
    @tendon_lengthspring.setter
    def tendon_lengthspring(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_length0(self) -> npt.NDArray[np.float64]:
        """Length at the default pose; m.

        float64 array of shape (ntendon,)
        """
    @tendon_length0.setter
    def tendon_length0(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_invweight0(self) -> npt.NDArray[np.float64]:
        """Inverse inertia that the tendon meets at the default pose; 1/kg.

        float64 array of shape (ntendon,)
        """
    @tendon_invweight0.setter
    def tendon_invweight0(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_user(self) -> npt.NDArray[np.float64]:
        """Numbers of the user's own; any.

        float64 array of shape (ntendon, nuser_tendon)
        """
    @tendon_user.setter
    def tendon_user(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_rgba(self) -> npt.NDArray[np.float32]:
        """Color and opacity where there is no material; 1.

        float32 array of shape (ntendon, 4)
        """
    @tendon_rgba.setter
    def tendon_rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def wrap_type(self) -> npt.NDArray[np.int32]:
        """What the object along the path is, a `WrapType`.

        int32 array of shape (nwrap,)
        """
    @wrap_type.setter
    def wrap_type(self, value: npt.ArrayLike) -> None: ...
    @property
    def wrap_objid(self) -> npt.NDArray[np.int32]:
        """The joint, site or geom along the path, -1 for a pulley.

        int32 array of shape (nwrap,)
        """
    @wrap_objid.setter
    def wrap_objid(self, value: npt.ArrayLike) -> None: ...
    @property
    def wrap_prm(self) -> npt.NDArray[np.float64]:
        """Coefficient of a joint, divisor of a pulley, or side site of a geom; 1.

        float64 array of shape (nwrap,)
        """
    @wrap_prm.setter
    def wrap_prm(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_trntype(self) -> npt.NDArray[np.int32]:
        """What the force acts on, a `TrnType`.

        int32 array of shape (nu,)
        """
    @actuator_trntype.setter
    def actuator_trntype(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_dyntype(self) -> npt.NDArray[np.int32]:
        """How the activation follows the control, a `DynType`.

        int32 array of shape (nu,)
        """
    @actuator_dyntype.setter
    def actuator_dyntype(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_gaintype(self) -> npt.NDArray[np.int32]:
        """How the force grows with control or activation, a `GainType`.

        int32 array of shape (nu,)
        """
    @actuator_gaintype.setter
    def actuator_gaintype(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_biastype(self) -> npt.NDArray[np.int32]:
        """How the force depends on length and velocity alone, a `BiasType`.

        int32 array of shape (nu,)
        """
    @actuator_biastype.setter
    def actuator_biastype(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_trnid(self) -> npt.NDArray[np.int32]:
        """The joint, tendon, site or body that the force acts on, and a reference or slider
        site, -1 if there is none.

        int32 array of shape (nu, 2)
        """
    @actuator_trnid.setter
    def actuator_trnid(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_damping(self) -> npt.NDArray[np.float64]:
        """Linear damping that the actuator adds to its joint or tendon; N s/m or N m s/rad.

        float64 array of shape (nu,)
        """
    @actuator_damping.setter
    def actuator_damping(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_dampingpoly(self) -> npt.NDArray[np.float64]:
        """Coefficients of the quadratic and cubic force of the added damping; N s^2/m^2 and N
        s^3/m^3 or N m s^2/rad^2 and N m s^3/rad^3.

        float64 array of shape (nu, 2)
        """
    @actuator_dampingpoly.setter
    def actuator_dampingpoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_armature(self) -> npt.NDArray[np.float64]:
        """Inertia that the actuator adds to its joint or tendon; kg or kg m^2.

        float64 array of shape (nu,)
        """
    @actuator_armature.setter
    def actuator_armature(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_actadr(self) -> npt.NDArray[np.int32]:
        """Where the actuator's activations start in `act`, -1 if it has none.

        int32 array of shape (nu,)
        """
    @actuator_actadr.setter
    def actuator_actadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_actnum(self) -> npt.NDArray[np.int32]:
        """How many activations the actuator has.

        int32 array of shape (nu,)
        """
    @actuator_actnum.setter
    def actuator_actnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_group(self) -> npt.NDArray[np.int32]:
        """Group for visibility, and for disabling by `opt.disableactuator`.

        int32 array of shape (nu,)
        """
    @actuator_group.setter
    def actuator_group(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_history(self) -> npt.NDArray[np.int32]:
        """Samples of the control that are kept, and how they are interpolated.

        int32 array of shape (nu, 2)
        """
    @actuator_history.setter
    def actuator_history(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_historyadr(self) -> npt.NDArray[np.int32]:
        """Where the actuator's samples start in `history`, -1 if it keeps none.

        int32 array of shape (nu,)
        """
    @actuator_historyadr.setter
    def actuator_historyadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_delay(self) -> npt.NDArray[np.float64]:
        """Time from setting a control to its effect; s.

        float64 array of shape (nu,)
        """
    @actuator_delay.setter
    def actuator_delay(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_ctrllimited(self) -> npt.NDArray[np.uint8]:
        """Whether the control is limited.

        uint8 array of shape (nu,)
        """
    @actuator_ctrllimited.setter
    def actuator_ctrllimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_forcelimited(self) -> npt.NDArray[np.uint8]:
        """Whether the force is limited.

        uint8 array of shape (nu,)
        """
    @actuator_forcelimited.setter
    def actuator_forcelimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_actlimited(self) -> npt.NDArray[np.uint8]:
        """Whether the activation is limited.

        uint8 array of shape (nu,)
        """
    @actuator_actlimited.setter
    def actuator_actlimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_dynprm(self) -> npt.NDArray[np.float64]:
        """Parameters of the activation's dynamics, by `actuator_dyntype`; any.

        float64 array of shape (nu, 10)
        """
    @actuator_dynprm.setter
    def actuator_dynprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_gainprm(self) -> npt.NDArray[np.float64]:
        """Parameters of the gain, by `actuator_gaintype`; any.

        float64 array of shape (nu, 10)
        """
    @actuator_gainprm.setter
    def actuator_gainprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_biasprm(self) -> npt.NDArray[np.float64]:
        """Parameters of the bias, by `actuator_biastype`; any.

        float64 array of shape (nu, 10)
        """
    @actuator_biasprm.setter
    def actuator_biasprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_actearly(self) -> npt.NDArray[np.uint8]:
        """Whether the force follows the activation at the end of the step instead of its start.

        uint8 array of shape (nu,)
        """
    @actuator_actearly.setter
    def actuator_actearly(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_ctrlrange(self) -> npt.NDArray[np.float64]:
        """Lower and upper limit of the control; any.

        float64 array of shape (nu, 2)
        """
    @actuator_ctrlrange.setter
    def actuator_ctrlrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_forcerange(self) -> npt.NDArray[np.float64]:
        """Lower and upper limit of the force; N or N m.

        float64 array of shape (nu, 2)
        """
    @actuator_forcerange.setter
    def actuator_forcerange(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_actrange(self) -> npt.NDArray[np.float64]:
        """Lower and upper limit of the activation; any.

        float64 array of shape (nu, 2)
        """
    @actuator_actrange.setter
    def actuator_actrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_gear(self) -> npt.NDArray[np.float64]:
        """What the length and the force are scaled by, for some transmissions a direction of
        force and torque; 1 or m.

        float64 array of shape (nu, 6)
        """
    @actuator_gear.setter
    def actuator_gear(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_cranklength(self) -> npt.NDArray[np.float64]:
        """Length of the rod of a slider-crank; m.

        float64 array of shape (nu,)
        """
    @actuator_cranklength.setter
    def actuator_cranklength(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_acc0(self) -> npt.NDArray[np.float64]:
        """Norm of the acceleration that a force of 1 causes at the default pose; 1/kg or 1/(kg
        m^2).

        float64 array of shape (nu,)
        """
    @actuator_acc0.setter
    def actuator_acc0(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_length0(self) -> npt.NDArray[np.float64]:
        """Length at the default pose; m or rad.

        float64 array of shape (nu,)
        """
    @actuator_length0.setter
    def actuator_length0(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_lengthrange(self) -> npt.NDArray[np.float64]:
        """Smallest and largest length that can be reached; m or rad.

        float64 array of shape (nu, 2)
        """
    @actuator_lengthrange.setter
    def actuator_lengthrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_user(self) -> npt.NDArray[np.float64]:
        """Numbers of the user's own; any.

        float64 array of shape (nu, nuser_actuator)
        """
    @actuator_user.setter
    def actuator_user(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_plugin(self) -> npt.NDArray[np.int32]:
        """The plugin instance of the actuator, -1 if it has none.

        int32 array of shape (nu,)
        """
    @actuator_plugin.setter
    def actuator_plugin(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_type(self) -> npt.NDArray[np.int32]:
        """What is measured, a `SensorType`.

        int32 array of shape (nsensor,)
        """
    @sensor_type.setter
    def sensor_type(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_datatype(self) -> npt.NDArray[np.int32]:
        """What kind of numbers the sensor gives, a `DataType`.

        int32 array of shape (nsensor,)
        """
    @sensor_datatype.setter
    def sensor_datatype(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_needstage(self) -> npt.NDArray[np.int32]:
        """What must have been computed before the sensor, a `SensorStage`.

        int32 array of shape (nsensor,)
        """
    @sensor_needstage.setter
    def sensor_needstage(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_objtype(self) -> npt.NDArray[np.int32]:
        """What the sensor is attached to, an `ObjType`.

        int32 array of shape (nsensor,)
        """
    @sensor_objtype.setter
    def sensor_objtype(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_objid(self) -> npt.NDArray[np.int32]:
        """The object that the sensor is attached to, -1 if there is none.

        int32 array of shape (nsensor,)
        """
    @sensor_objid.setter
    def sensor_objid(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_reftype(self) -> npt.NDArray[np.int32]:
        """What the frame of reference belongs to, an `ObjType`.

        int32 array of shape (nsensor,)
        """
    @sensor_reftype.setter
    def sensor_reftype(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_refid(self) -> npt.NDArray[np.int32]:
        """The object whose frame is the reference, -1 for the world.

        int32 array of shape (nsensor,)
        """
    @sensor_refid.setter
    def sensor_refid(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_intprm(self) -> npt.NDArray[np.int32]:
        """Integer parameters, by `sensor_type`.

        int32 array of shape (nsensor, 3)
        """
    @sensor_intprm.setter
    def sensor_intprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_dim(self) -> npt.NDArray[np.int32]:
        """How many numbers the sensor gives.

        int32 array of shape (nsensor,)
        """
    @sensor_dim.setter
    def sensor_dim(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_adr(self) -> npt.NDArray[np.int32]:
        """Where the sensor's numbers start in `sensordata`.

        int32 array of shape (nsensor,)
        """
    @sensor_adr.setter
    def sensor_adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_cutoff(self) -> npt.NDArray[np.float64]:
        """Largest magnitude of what is measured, 0 for no limit; any.

        float64 array of shape (nsensor,)
        """
    @sensor_cutoff.setter
    def sensor_cutoff(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_noise(self) -> npt.NDArray[np.float64]:
        """Standard deviation of the noise, a note to the user that is not added; any.

        float64 array of shape (nsensor,)
        """
    @sensor_noise.setter
    def sensor_noise(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_history(self) -> npt.NDArray[np.int32]:
        """Samples of the sensor that are kept, and how they are interpolated.

        int32 array of shape (nsensor, 2)
        """
    @sensor_history.setter
    def sensor_history(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_historyadr(self) -> npt.NDArray[np.int32]:
        """Where the sensor's samples start in `history`, -1 if it keeps none.

        int32 array of shape (nsensor,)
        """
    @sensor_historyadr.setter
    def sensor_historyadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_delay(self) -> npt.NDArray[np.float64]:
        """Time from a measurement to its reading; s.

        float64 array of shape (nsensor,)
        """
    @sensor_delay.setter
    def sensor_delay(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_interval(self) -> npt.NDArray[np.float64]:
        """Time between two measurements, and of the first one; s.

        float64 array of shape (nsensor, 2)
        """
    @sensor_interval.setter
    def sensor_interval(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_user(self) -> npt.NDArray[np.float64]:
        """Numbers of the user's own; any.

        float64 array of shape (nsensor, nuser_sensor)
        """
    @sensor_user.setter
    def sensor_user(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_plugin(self) -> npt.NDArray[np.int32]:
        """The plugin instance of the sensor, -1 if it has none.

        int32 array of shape (nsensor,)
        """
    @sensor_plugin.setter
    def sensor_plugin(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin(self) -> npt.NDArray[np.int32]:
        """The plugin that the instance is of, its place among those registered.

        int32 array of shape (nplugin,)
        """
    @plugin.setter
    def plugin(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin_stateadr(self) -> npt.NDArray[np.int32]:
        """Where the instance's state starts in `plugin_state`.

        int32 array of shape (nplugin,)
        """
    @plugin_stateadr.setter
    def plugin_stateadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin_statenum(self) -> npt.NDArray[np.int32]:
        """How many numbers of state the instance has.

        int32 array of shape (nplugin,)
        """
    @plugin_statenum.setter
    def plugin_statenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin_attr(self) -> npt.NDArray[np.int8]:
        """Attributes of all instances as texts that end with a zero.

        int8 array of shape (npluginattr,)
        """
    @plugin_attr.setter
    def plugin_attr(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin_attradr(self) -> npt.NDArray[np.int32]:
        """Where the instance's attributes start in `plugin_attr`.

        int32 array of shape (nplugin,)
        """
    @plugin_attradr.setter
    def plugin_attradr(self, value: npt.ArrayLike) -> None: ...
    @property
    def numeric_adr(self) -> npt.NDArray[np.int32]:
        """Where the numbers start in `numeric_data`.

        int32 array of shape (nnumeric,)
        """
    @numeric_adr.setter
    def numeric_adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def numeric_size(self) -> npt.NDArray[np.int32]:
        """How many numbers there are.

        int32 array of shape (nnumeric,)
        """
    @numeric_size.setter
    def numeric_size(self, value: npt.ArrayLike) -> None: ...
    @property
    def numeric_data(self) -> npt.NDArray[np.float64]:
        """Numbers of all custom numeric fields; any.

        float64 array of shape (nnumericdata,)
        """
    @numeric_data.setter
    def numeric_data(self, value: npt.ArrayLike) -> None: ...
    @property
    def text_adr(self) -> npt.NDArray[np.int32]:
        """Where the text starts in `text_data`.

        int32 array of shape (ntext,)
        """
    @text_adr.setter
    def text_adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def text_size(self) -> npt.NDArray[np.int32]:
        """Bytes of the text, with the zero at its end.

        int32 array of shape (ntext,)
        """
    @text_size.setter
    def text_size(self, value: npt.ArrayLike) -> None: ...
    @property
    def text_data(self) -> bytes:
        """Characters of all custom texts, each with a zero at its end.

        characters of shape (ntextdata,)
        """
    @property
    def tuple_adr(self) -> npt.NDArray[np.int32]:
        """Where the tuple starts in `tuple_objid`.

        int32 array of shape (ntuple,)
        """
    @tuple_adr.setter
    def tuple_adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def tuple_size(self) -> npt.NDArray[np.int32]:
        """How many objects the tuple has.

        int32 array of shape (ntuple,)
        """
    @tuple_size.setter
    def tuple_size(self, value: npt.ArrayLike) -> None: ...
    @property
    def tuple_objtype(self) -> npt.NDArray[np.int32]:
        """What the object of a tuple is, an `ObjType`.

        int32 array of shape (ntupledata,)
        """
    @tuple_objtype.setter
    def tuple_objtype(self, value: npt.ArrayLike) -> None: ...
    @property
    def tuple_objid(self) -> npt.NDArray[np.int32]:
        """The object of a tuple.

        int32 array of shape (ntupledata,)
        """
    @tuple_objid.setter
    def tuple_objid(self, value: npt.ArrayLike) -> None: ...
    @property
    def tuple_objprm(self) -> npt.NDArray[np.float64]:
        """A number that goes with the object of a tuple; any.

        float64 array of shape (ntupledata,)
        """
    @tuple_objprm.setter
    def tuple_objprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def key_time(self) -> npt.NDArray[np.float64]:
        """Time of the keyframe; s.

        float64 array of shape (nkey,)
        """
    @key_time.setter
    def key_time(self, value: npt.ArrayLike) -> None: ...
    @property
    def key_qpos(self) -> npt.NDArray[np.float64]:
        """Positions of the keyframe, laid out as `qpos`; m or rad or 1.

        float64 array of shape (nkey, nq)
        """
    @key_qpos.setter
    def key_qpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def key_qvel(self) -> npt.NDArray[np.float64]:
        """Velocities of the keyframe; m/s or rad/s.

        float64 array of shape (nkey, nv)
        """
    @key_qvel.setter
    def key_qvel(self, value: npt.ArrayLike) -> None: ...
    @property
    def key_act(self) -> npt.NDArray[np.float64]:
        """Activations of the keyframe; any.

        float64 array of shape (nkey, na)
        """
    @key_act.setter
    def key_act(self, value: npt.ArrayLike) -> None: ...
    @property
    def key_mpos(self) -> npt.NDArray[np.float64]:
        """Positions of mocap bodies; m, world frame.

        float64 array of shape (nkey, nmocap * 3)
        """
    @key_mpos.setter
    def key_mpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def key_mquat(self) -> npt.NDArray[np.float64]:
        """Orientations of mocap bodies; 1, world frame.

        float64 array of shape (nkey, nmocap * 4)
        """
    @key_mquat.setter
    def key_mquat(self, value: npt.ArrayLike) -> None: ...
    @property
    def key_ctrl(self) -> npt.NDArray[np.float64]:
        """Controls of the keyframe; any.

        float64 array of shape (nkey, nu)
        """
    @key_ctrl.setter
    def key_ctrl(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_bodyadr(self) -> npt.NDArray[np.int32]:
        """Where the body's name starts in `names`.

        int32 array of shape (nbody,)
        """
    @name_bodyadr.setter
    def name_bodyadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_jntadr(self) -> npt.NDArray[np.int32]:
        """Where the joint's name starts in `names`.

        int32 array of shape (njnt,)
        """
    @name_jntadr.setter
    def name_jntadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_geomadr(self) -> npt.NDArray[np.int32]:
        """Where the geom's name starts in `names`.

        int32 array of shape (ngeom,)
        """
    @name_geomadr.setter
    def name_geomadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_siteadr(self) -> npt.NDArray[np.int32]:
        """Where the site's name starts in `names`.

        int32 array of shape (nsite,)
        """
    @name_siteadr.setter
    def name_siteadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_camadr(self) -> npt.NDArray[np.int32]:
        """Where the camera's name starts in `names`.

        int32 array of shape (ncam,)
        """
    @name_camadr.setter
    def name_camadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_lightadr(self) -> npt.NDArray[np.int32]:
        """Where the light's name starts in `names`.

        int32 array of shape (nlight,)
        """
    @name_lightadr.setter
    def name_lightadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_flexadr(self) -> npt.NDArray[np.int32]:
        """Where the flex's name starts in `names`.

        int32 array of shape (nflex,)
        """
    @name_flexadr.setter
    def name_flexadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_meshadr(self) -> npt.NDArray[np.int32]:
        """Where the mesh's name starts in `names`.

        int32 array of shape (nmesh,)
        """
    @name_meshadr.setter
    def name_meshadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_skinadr(self) -> npt.NDArray[np.int32]:
        """Where the skin's name starts in `names`.

        int32 array of shape (nskin,)
        """
    @name_skinadr.setter
    def name_skinadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_hfieldadr(self) -> npt.NDArray[np.int32]:
        """Where the height field's name starts in `names`.

        int32 array of shape (nhfield,)
        """
    @name_hfieldadr.setter
    def name_hfieldadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_texadr(self) -> npt.NDArray[np.int32]:
        """Where the texture's name starts in `names`.

        int32 array of shape (ntex,)
        """
    @name_texadr.setter
    def name_texadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_matadr(self) -> npt.NDArray[np.int32]:
        """Where the material's name starts in `names`.

        int32 array of shape (nmat,)
        """
    @name_matadr.setter
    def name_matadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_pairadr(self) -> npt.NDArray[np.int32]:
        """Where the geom pair's name starts in `names`.

        int32 array of shape (npair,)
        """
    @name_pairadr.setter
    def name_pairadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_excludeadr(self) -> npt.NDArray[np.int32]:
        """Where the excluded pair's name starts in `names`.

        int32 array of shape (nexclude,)
        """
    @name_excludeadr.setter
    def name_excludeadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_eqadr(self) -> npt.NDArray[np.int32]:
        """Where the equality constraint's name starts in `names`.

        int32 array of shape (neq,)
        """
    @name_eqadr.setter
    def name_eqadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_tendonadr(self) -> npt.NDArray[np.int32]:
        """Where the tendon's name starts in `names`.

        int32 array of shape (ntendon,)
        """
    @name_tendonadr.setter
    def name_tendonadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_actuatoradr(self) -> npt.NDArray[np.int32]:
        """Where the actuator's name starts in `names`.

        int32 array of shape (nu,)
        """
    @name_actuatoradr.setter
    def name_actuatoradr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_sensoradr(self) -> npt.NDArray[np.int32]:
        """Where the sensor's name starts in `names`.

        int32 array of shape (nsensor,)
        """
    @name_sensoradr.setter
    def name_sensoradr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_numericadr(self) -> npt.NDArray[np.int32]:
        """Where the custom number's name starts in `names`.

        int32 array of shape (nnumeric,)
        """
    @name_numericadr.setter
    def name_numericadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_textadr(self) -> npt.NDArray[np.int32]:
        """Where the custom text's name starts in `names`.

        int32 array of shape (ntext,)
        """
    @name_textadr.setter
    def name_textadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_tupleadr(self) -> npt.NDArray[np.int32]:
        """Where the custom tuple's name starts in `names`.

        int32 array of shape (ntuple,)
        """
    @name_tupleadr.setter
    def name_tupleadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_keyadr(self) -> npt.NDArray[np.int32]:
        """Where the keyframe's name starts in `names`.

        int32 array of shape (nkey,)
        """
    @name_keyadr.setter
    def name_keyadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_pluginadr(self) -> npt.NDArray[np.int32]:
        """Where the plugin instance's name starts in `names`.

        int32 array of shape (nplugin,)
        """
    @name_pluginadr.setter
    def name_pluginadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def names(self) -> bytes:
        """The model's name and those of all objects, each with a zero at its end.

        characters of shape (nnames,)
        """
    @property
    def names_map(self) -> npt.NDArray[np.int32]:
        """Hash table from names to ids, a part for each kind of object.

        int32 array of shape (nnames_map,)
        """
    @names_map.setter
    def names_map(self, value: npt.ArrayLike) -> None: ...
    @property
    def paths(self) -> bytes:
        """Paths of asset files, each with a zero at its end.

        characters of shape (npaths,)
        """
    @property
    def B_rownnz(self) -> npt.NDArray[np.int32]:
        """Degrees of freedom that move the body: entries in its row of the body-dof matrix.

        int32 array of shape (nbody,)
        """
    @B_rownnz.setter
    def B_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def B_rowadr(self) -> npt.NDArray[np.int32]:
        """Where the body's row of the body-dof matrix starts.

        int32 array of shape (nbody,)
        """
    @B_rowadr.setter
    def B_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def B_colind(self) -> npt.NDArray[np.int32]:
        """The degree of freedom of each entry of the body-dof matrix.

        int32 array of shape (nB,)
        """
    @B_colind.setter
    def B_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def M_rownnz(self) -> npt.NDArray[np.int32]:
        """Entries in the row of the inertia matrix, from the first ancestor to the diagonal.

        int32 array of shape (nv,)
        """
    @M_rownnz.setter
    def M_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def M_rowadr(self) -> npt.NDArray[np.int32]:
        """Where the row starts in `M`.

        int32 array of shape (nv,)
        """
    @M_rowadr.setter
    def M_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def M_colind(self) -> npt.NDArray[np.int32]:
        """The column of each entry of `M`.

        int32 array of shape (nC,)
        """
    @M_colind.setter
    def M_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def mapM2M(self) -> npt.NDArray[np.int32]:
        """The place in `qM` of each entry of `M`.

        int32 array of shape (nC,)
        """
    @mapM2M.setter
    def mapM2M(self, value: npt.ArrayLike) -> None: ...
    @property
    def D_rownnz(self) -> npt.NDArray[np.int32]:
        """Entries in the row of the dof-dof matrix.

        int32 array of shape (nv,)
        """
    @D_rownnz.setter
    def D_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def D_rowadr(self) -> npt.NDArray[np.int32]:
        """Where the row of the dof-dof matrix starts.

        int32 array of shape (nv,)
        """
    @D_rowadr.setter
    def D_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def D_diag(self) -> npt.NDArray[np.int32]:
        """The place of the diagonal in the row of the dof-dof matrix.

        int32 array of shape (nv,)
        """
    @D_diag.setter
    def D_diag(self, value: npt.ArrayLike) -> None: ...
    @property
    def D_colind(self) -> npt.NDArray[np.int32]:
        """The column of each entry of the dof-dof matrix.

        int32 array of shape (nD,)
        """
    @D_colind.setter
    def D_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def mapM2D(self) -> npt.NDArray[np.int32]:
        """The place in `M` of each entry of the dof-dof matrix.

        int32 array of shape (nD,)
        """
    @mapM2D.setter
    def mapM2D(self, value: npt.ArrayLike) -> None: ...
    @property
    def mapD2M(self) -> npt.NDArray[np.int32]:
        """The place in the dof-dof matrix of each entry of `M`.

        int32 array of shape (nC,)
        """
    @mapD2M.setter
    def mapD2M(self, value: npt.ArrayLike) -> None: ...
    @property
    def signature(self) -> int:
        """Number that tells models of different structure apart.

        uint64
        """
    def actuator(self, name_or_id: str | int) -> _MjModelActuatorViews: ...
    def body(self, name_or_id: str | int) -> _MjModelBodyViews: ...
    def cam(self, name_or_id: str | int) -> _MjModelCameraViews: ...
    def camera(self, name_or_id: str | int) -> _MjModelCameraViews: ...
    def eq(self, name_or_id: str | int) -> _MjModelEqualityViews: ...
    def equality(self, name_or_id: str | int) -> _MjModelEqualityViews: ...
    def exclude(self, name_or_id: str | int) -> _MjModelExcludeViews: ...
    def geom(self, name_or_id: str | int) -> _MjModelGeomViews: ...
    def hfield(self, name_or_id: str | int) -> _MjModelHfieldViews: ...
    def jnt(self, name_or_id: str | int) -> _MjModelJointViews: ...
    def joint(self, name_or_id: str | int) -> _MjModelJointViews: ...
    def key(self, name_or_id: str | int) -> _MjModelKeyframeViews: ...
    def keyframe(self, name_or_id: str | int) -> _MjModelKeyframeViews: ...
    def light(self, name_or_id: str | int) -> _MjModelLightViews: ...
    def mat(self, name_or_id: str | int) -> _MjModelMaterialViews: ...
    def material(self, name_or_id: str | int) -> _MjModelMaterialViews: ...
    def mesh(self, name_or_id: str | int) -> _MjModelMeshViews: ...
    def numeric(self, name_or_id: str | int) -> _MjModelNumericViews: ...
    def pair(self, name_or_id: str | int) -> _MjModelPairViews: ...
    def sensor(self, name_or_id: str | int) -> _MjModelSensorViews: ...
    def site(self, name_or_id: str | int) -> _MjModelSiteViews: ...
    def skin(self, name_or_id: str | int) -> _MjModelSkinViews: ...
    def tendon(self, name_or_id: str | int) -> _MjModelTendonViews: ...
    def tex(self, name_or_id: str | int) -> _MjModelTextureViews: ...
    def texture(self, name_or_id: str | int) -> _MjModelTextureViews: ...
    def tuple(self, name_or_id: str | int) -> _MjModelTupleViews: ...

class MjData:
    """The state of one simulation and everything computed from it."""

    def __init__(self, model: MjModel) -> None: ...
    def __copy__(self) -> MjData: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> MjData: ...
    def bind(self, specs: MjsElement | Sequence[MjsElement]) -> Any:
        """The view of the object that was compiled from an element, or those of several."""
    def bind_scalar(self, element: MjsElement) -> Any:
        """The view of the object that was compiled from an element."""
    @property
    def model(self) -> MjModel: ...
    @property
    def contact(self) -> _MjContactList: ...
    @property
    def warning(self) -> _MjWarningStatList: ...
    @property
    def timer(self) -> _MjTimerStatList: ...
    @property
    def solver(self) -> _MjSolverStatList: ...
    @property
    def narena(self) -> int:
        """Most bytes that contacts, constraint rows and solvers may take; byte.

        int64
        """
    @narena.setter
    def narena(self, value: int) -> None: ...
    @property
    def nbuffer(self) -> int:
        """Bytes of all arrays that the model sizes; byte.

        int64
        """
    @nbuffer.setter
    def nbuffer(self, value: int) -> None: ...
    @property
    def nplugin(self) -> int:
        """Number of plugin instances.

        int32
        """
    @nplugin.setter
    def nplugin(self, value: int) -> None: ...
    @property
    def pstack(self) -> int:
        """Place in MuJoCo's stack, here always 0; byte.

        int64
        """
    @pstack.setter
    def pstack(self, value: int) -> None: ...
    @property
    def pbase(self) -> int:
        """Start of MuJoCo's current stack frame, here always 0; byte.

        int64
        """
    @pbase.setter
    def pbase(self, value: int) -> None: ...
    @property
    def parena(self) -> int:
        """Bytes of MuJoCo's arena that are in use, here always 0; byte.

        int64
        """
    @parena.setter
    def parena(self, value: int) -> None: ...
    @property
    def maxuse_stack(self) -> int:
        """Most bytes of MuJoCo's stack that were in use, here always 0; byte.

        int64
        """
    @maxuse_stack.setter
    def maxuse_stack(self, value: int) -> None: ...
    @property
    def maxuse_threadstack(self) -> npt.NDArray[np.uint64]:
        """Most bytes of each thread's stack that were in use, here always 0; byte.

        uint64 array of shape (mjMAXTHREAD,)
        """
    @maxuse_threadstack.setter
    def maxuse_threadstack(self, value: npt.ArrayLike) -> None: ...
    @property
    def maxuse_arena(self) -> int:
        """Most bytes of MuJoCo's arena that were in use, here always 0; byte.

        int64
        """
    @maxuse_arena.setter
    def maxuse_arena(self, value: int) -> None: ...
    @property
    def maxuse_con(self) -> int:
        """Most contacts there were.

        int32
        """
    @maxuse_con.setter
    def maxuse_con(self, value: int) -> None: ...
    @property
    def maxuse_efc(self) -> int:
        """Most constraint rows there were.

        int32
        """
    @maxuse_efc.setter
    def maxuse_efc(self, value: int) -> None: ...
    @property
    def solver_niter(self) -> npt.NDArray[np.int32]:
        """Iterations of the solver by island.

        int32 array of shape (mjNISLAND,)
        """
    @solver_niter.setter
    def solver_niter(self, value: npt.ArrayLike) -> None: ...
    @property
    def solver_nnz(self) -> npt.NDArray[np.int32]:
        """Nonzeros of the Hessian, or of `efc_AR`, by island.

        int32 array of shape (mjNISLAND,)
        """
    @solver_nnz.setter
    def solver_nnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def solver_fwdinv(self) -> npt.NDArray[np.float64]:
        """How far forward and inverse dynamics differ, as norms of joint forces and of
        constraint forces; N or N m.

        float64 array of shape (2,)
        """
    @solver_fwdinv.setter
    def solver_fwdinv(self, value: npt.ArrayLike) -> None: ...
    @property
    def ncon(self) -> int:
        """Number of contacts.

        int32
        """
    @ncon.setter
    def ncon(self, value: int) -> None: ...
    @property
    def ne(self) -> int:
        """Number of rows of equality constraints.

        int32
        """
    @ne.setter
    def ne(self, value: int) -> None: ...
    @property
    def nf(self) -> int:
        """Number of rows of dry friction.

        int32
        """
    @nf.setter
    def nf(self, value: int) -> None: ...
    @property
    def nl(self) -> int:
        """Number of rows of limits.

        int32
        """
    @nl.setter
    def nl(self, value: int) -> None: ...
    @property
    def nefc(self) -> int:
        """Number of constraint rows.

        int32
        """
    @nefc.setter
    def nefc(self, value: int) -> None: ...
    @property
    def nJ(self) -> int:
        """Number of entries of the constraint Jacobian.

        int32
        """
    @nJ.setter
    def nJ(self, value: int) -> None: ...
    @property
    def nA(self) -> int:
        """Number of entries of `efc_AR`.

        int32
        """
    @nA.setter
    def nA(self, value: int) -> None: ...
    @property
    def nisland(self) -> int:
        """Number of islands.

        int32
        """
    @nisland.setter
    def nisland(self, value: int) -> None: ...
    @property
    def nidof(self) -> int:
        """Number of degrees of freedom in islands.

        int32
        """
    @nidof.setter
    def nidof(self, value: int) -> None: ...
    @property
    def ntree_awake(self) -> int:
        """Number of kinematic trees that are awake.

        int32
        """
    @ntree_awake.setter
    def ntree_awake(self, value: int) -> None: ...
    @property
    def nbody_awake(self) -> int:
        """Number of bodies that are awake or static.

        int32
        """
    @nbody_awake.setter
    def nbody_awake(self, value: int) -> None: ...
    @property
    def nparent_awake(self) -> int:
        """Number of bodies whose parents are awake or static.

        int32
        """
    @nparent_awake.setter
    def nparent_awake(self, value: int) -> None: ...
    @property
    def nv_awake(self) -> int:
        """Number of degrees of freedom that are awake.

        int32
        """
    @nv_awake.setter
    def nv_awake(self, value: int) -> None: ...
    @property
    def flg_energypos(self) -> int:
        """Whether the potential energy is current.

        uint8
        """
    @flg_energypos.setter
    def flg_energypos(self, value: int) -> None: ...
    @property
    def flg_energyvel(self) -> int:
        """Whether the kinetic energy is current.

        uint8
        """
    @flg_energyvel.setter
    def flg_energyvel(self, value: int) -> None: ...
    @property
    def flg_subtreevel(self) -> int:
        """Whether `subtree_linvel` and `subtree_angmom` are current.

        uint8
        """
    @flg_subtreevel.setter
    def flg_subtreevel(self, value: int) -> None: ...
    @property
    def flg_rnepost(self) -> int:
        """Whether `cacc`, `cfrc_int` and `cfrc_ext` are current.

        uint8
        """
    @flg_rnepost.setter
    def flg_rnepost(self, value: int) -> None: ...
    @property
    def time(self) -> float:
        """Simulation time; s.

        float64
        """
    @time.setter
    def time(self, value: float) -> None: ...
    @property
    def energy(self) -> npt.NDArray[np.float64]:
        """Potential and kinetic energy; J.

        float64 array of shape (2,), written by Energy
        """
    @energy.setter
    def energy(self, value: npt.ArrayLike) -> None: ...
    @property
    def qpos(self) -> npt.NDArray[np.float64]:
        """Positions of joints, a unit quaternion (w, x, y, z) for rotations of ball and free
        joints; m or rad or 1.

        float64 array of shape (nq,)
        """
    @qpos.setter
    def qpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def qvel(self) -> npt.NDArray[np.float64]:
        """Velocities of degrees of freedom; m/s or rad/s, joint space.

        float64 array of shape (nv,)
        """
    @qvel.setter
    def qvel(self, value: npt.ArrayLike) -> None: ...
    @property
    def act(self) -> npt.NDArray[np.float64]:
        """Activations of actuators; any.

        float64 array of shape (na,)
        """
    @act.setter
    def act(self, value: npt.ArrayLike) -> None: ...
    @property
    def history(self) -> npt.NDArray[np.float64]:
        """Past controls and sensor values with their times; any.

        float64 array of shape (nhistory,)
        """
    @history.setter
    def history(self, value: npt.ArrayLike) -> None: ...
    @property
    def qacc_warmstart(self) -> npt.NDArray[np.float64]:
        """Accelerations that the solver starts from; m/s^2 or rad/s^2, joint space.

        float64 array of shape (nv,)
        """
    @qacc_warmstart.setter
    def qacc_warmstart(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin_state(self) -> npt.NDArray[np.float64]:
        """State of plugin instances; any.

        float64 array of shape (npluginstate,)
        """
    @plugin_state.setter
    def plugin_state(self, value: npt.ArrayLike) -> None: ...
    @property
    def ctrl(self) -> npt.NDArray[np.float64]:
        """Controls of actuators; any.

        float64 array of shape (nu,)
        """
    @ctrl.setter
    def ctrl(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_applied(self) -> npt.NDArray[np.float64]:
        """Forces that the user applies to degrees of freedom; N or N m, joint space.

        float64 array of shape (nv,)
        """
    @qfrc_applied.setter
    def qfrc_applied(self, value: npt.ArrayLike) -> None: ...
    @property
    def xfrc_applied(self) -> npt.NDArray[np.float64]:
        """Force and torque that the user applies at the body's center of mass; N and N m, world
        axes.

        float64 array of shape (nbody, 6)
        """
    @xfrc_applied.setter
    def xfrc_applied(self, value: npt.ArrayLike) -> None: ...
    @property
    def eq_active(self) -> npt.NDArray[np.uint8]:
        """Whether the equality constraint is on.

        uint8 array of shape (neq,)
        """
    @eq_active.setter
    def eq_active(self, value: npt.ArrayLike) -> None: ...
    @property
    def mocap_pos(self) -> npt.NDArray[np.float64]:
        """Positions of mocap bodies; m, world frame.

        float64 array of shape (nmocap, 3)
        """
    @mocap_pos.setter
    def mocap_pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def mocap_quat(self) -> npt.NDArray[np.float64]:
        """Orientations of mocap bodies; 1, world frame.

        float64 array of shape (nmocap, 4)
        """
    @mocap_quat.setter
    def mocap_quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def qacc(self) -> npt.NDArray[np.float64]:
        """Accelerations of degrees of freedom; m/s^2 or rad/s^2, joint space.

        float64 array of shape (nv,), written by FwdConstraint
        """
    @qacc.setter
    def qacc(self, value: npt.ArrayLike) -> None: ...
    @property
    def act_dot(self) -> npt.NDArray[np.float64]:
        """Time derivatives of activations; any.

        float64 array of shape (na,), written by Actuation
        """
    @act_dot.setter
    def act_dot(self, value: npt.ArrayLike) -> None: ...
    @property
    def userdata(self) -> npt.NDArray[np.float64]:
        """Numbers of the user's own; any.

        float64 array of shape (nuserdata,)
        """
    @userdata.setter
    def userdata(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensordata(self) -> npt.NDArray[np.float64]:
        """What sensors measure; any.

        float64 array of shape (nsensordata,), written by Sensor
        """
    @sensordata.setter
    def sensordata(self, value: npt.ArrayLike) -> None: ...
    @property
    def tree_asleep(self) -> npt.NDArray[np.int32]:
        """Negative: steps until the tree may sleep, else the next tree in the cycle of those
        asleep together.

        int32 array of shape (ntree,)
        """
    @tree_asleep.setter
    def tree_asleep(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin(self) -> npt.NDArray[np.int32]:
        """The plugin that the instance is of.

        int32 array of shape (nplugin,)
        """
    @plugin.setter
    def plugin(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin_data(self) -> npt.NDArray[np.uint64]:
        """Handles of plugin instances, opaque numbers.

        uint64 array of shape (nplugin,)
        """
    @plugin_data.setter
    def plugin_data(self, value: npt.ArrayLike) -> None: ...
    @property
    def xpos(self) -> npt.NDArray[np.float64]:
        """Positions of body frames; m, world frame.

        float64 array of shape (nbody, 3), written by Kinematics
        """
    @xpos.setter
    def xpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def xquat(self) -> npt.NDArray[np.float64]:
        """Orientations of body frames; 1, world frame.

        float64 array of shape (nbody, 4), written by Kinematics
        """
    @xquat.setter
    def xquat(self, value: npt.ArrayLike) -> None: ...
    @property
    def xmat(self) -> npt.NDArray[np.float64]:
        """Orientations of body frames as matrices; 1, world frame.

        float64 array of shape (nbody, 9), written by Kinematics
        """
    @xmat.setter
    def xmat(self, value: npt.ArrayLike) -> None: ...
    @property
    def xipos(self) -> npt.NDArray[np.float64]:
        """Centers of mass of bodies; m, world frame.

        float64 array of shape (nbody, 3), written by Kinematics
        """
    @xipos.setter
    def xipos(self, value: npt.ArrayLike) -> None: ...
    @property
    def ximat(self) -> npt.NDArray[np.float64]:
        """Orientations of inertial frames; 1, world frame.

        float64 array of shape (nbody, 9), written by Kinematics
        """
    @ximat.setter
    def ximat(self, value: npt.ArrayLike) -> None: ...
    @property
    def xanchor(self) -> npt.NDArray[np.float64]:
        """Anchors of joints; m, world frame.

        float64 array of shape (njnt, 3), written by Kinematics
        """
    @xanchor.setter
    def xanchor(self, value: npt.ArrayLike) -> None: ...
    @property
    def xaxis(self) -> npt.NDArray[np.float64]:
        """Axes of joints; 1, world frame.

        float64 array of shape (njnt, 3), written by Kinematics
        """
    @xaxis.setter
    def xaxis(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_xpos(self) -> npt.NDArray[np.float64]:
        """Positions of geoms; m, world frame.

        float64 array of shape (ngeom, 3), written by Kinematics
        """
    @geom_xpos.setter
    def geom_xpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_xmat(self) -> npt.NDArray[np.float64]:
        """Orientations of geoms; 1, world frame.

        float64 array of shape (ngeom, 9), written by Kinematics
        """
    @geom_xmat.setter
    def geom_xmat(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_xpos(self) -> npt.NDArray[np.float64]:
        """Positions of sites; m, world frame.

        float64 array of shape (nsite, 3), written by Kinematics
        """
    @site_xpos.setter
    def site_xpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_xmat(self) -> npt.NDArray[np.float64]:
        """Orientations of sites; 1, world frame.

        float64 array of shape (nsite, 9), written by Kinematics
        """
    @site_xmat.setter
    def site_xmat(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_xpos(self) -> npt.NDArray[np.float64]:
        """Positions of cameras; m, world frame.

        float64 array of shape (ncam, 3), written by CamLight
        """
    @cam_xpos.setter
    def cam_xpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_xmat(self) -> npt.NDArray[np.float64]:
        """Orientations of cameras; 1, world frame.

        float64 array of shape (ncam, 9), written by CamLight
        """
    @cam_xmat.setter
    def cam_xmat(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_xpos(self) -> npt.NDArray[np.float64]:
        """Positions of lights; m, world frame.

        float64 array of shape (nlight, 3), written by CamLight
        """
    @light_xpos.setter
    def light_xpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_xdir(self) -> npt.NDArray[np.float64]:
        """Directions of lights; 1, world frame.

        float64 array of shape (nlight, 3), written by CamLight
        """
    @light_xdir.setter
    def light_xdir(self, value: npt.ArrayLike) -> None: ...
    @property
    def subtree_com(self) -> npt.NDArray[np.float64]:
        """Centers of mass of each body with its descendants; m, world frame.

        float64 array of shape (nbody, 3), written by ComPos
        """
    @subtree_com.setter
    def subtree_com(self, value: npt.ArrayLike) -> None: ...
    @property
    def cdof(self) -> npt.NDArray[np.float64]:
        """Motion of the body for a velocity of 1, rotation before translation; 1 and m, world
        axes at the tree's center of mass.

        float64 array of shape (nv, 6), written by ComPos
        """
    @cdof.setter
    def cdof(self, value: npt.ArrayLike) -> None: ...
    @property
    def cinert(self) -> npt.NDArray[np.float64]:
        """Inertia of the body: moments, products, mass times offset, mass; kg m^2 and kg m and
        kg, world axes at the tree's center of mass.

        float64 array of shape (nbody, 10), written by ComPos
        """
    @cinert.setter
    def cinert(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexvert_xpos(self) -> npt.NDArray[np.float64]:
        """Positions of flex vertices; m, world frame.

        float64 array of shape (nflexvert, 3), written by Flex
        """
    @flexvert_xpos.setter
    def flexvert_xpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexelem_aabb(self) -> npt.NDArray[np.float64]:
        """Center and half sizes of the box around the element; m, world frame.

        float64 array of shape (nflexelem, 6), written by Flex
        """
    @flexelem_aabb.setter
    def flexelem_aabb(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexedge_J(self) -> npt.NDArray[np.float64]:
        """Derivatives of edge lengths, by the pattern of the model; 1 or m, joint space.

        float64 array of shape (nJfe,), written by Flex
        """
    @flexedge_J.setter
    def flexedge_J(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexedge_length(self) -> npt.NDArray[np.float64]:
        """Lengths of flex edges; m.

        float64 array of shape (nflexedge,), written by Flex
        """
    @flexedge_length.setter
    def flexedge_length(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexvert_J(self) -> npt.NDArray[np.float64]:
        """Derivatives of the two strains at vertices, by the pattern of the model; 1 or 1/m,
        joint space.

        float64 array of shape (nJfv, 2), written by Flex
        """
    @flexvert_J.setter
    def flexvert_J(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexvert_length(self) -> npt.NDArray[np.float64]:
        """The two strains at vertices; 1.

        float64 array of shape (nflexvert, 2), written by Flex
        """
    @flexvert_length.setter
    def flexvert_length(self, value: npt.ArrayLike) -> None: ...
    @property
    def bvh_aabb_dyn(self) -> npt.NDArray[np.float64]:
        """Center and half sizes of the boxes of flexes; m, world frame.

        float64 array of shape (nbvhdynamic, 6), written by Flex
        """
    @bvh_aabb_dyn.setter
    def bvh_aabb_dyn(self, value: npt.ArrayLike) -> None: ...
    @property
    def ten_wrapadr(self) -> npt.NDArray[np.int32]:
        """Where the path of the tendon starts in `wrap_obj` and `wrap_xpos`, counted in points.

        int32 array of shape (ntendon,), written by Tendon
        """
    @ten_wrapadr.setter
    def ten_wrapadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def ten_wrapnum(self) -> npt.NDArray[np.int32]:
        """How many points the path of the tendon has.

        int32 array of shape (ntendon,), written by Tendon
        """
    @ten_wrapnum.setter
    def ten_wrapnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def ten_J(self) -> npt.NDArray[np.float64]:
        """Derivatives of tendon lengths, by the pattern of the model; 1 or m, joint space.

        float64 array of shape (nJten,), written by Tendon
        """
    @ten_J.setter
    def ten_J(self, value: npt.ArrayLike) -> None: ...
    @property
    def ten_length(self) -> npt.NDArray[np.float64]:
        """Lengths of tendons; m.

        float64 array of shape (ntendon,), written by Tendon
        """
    @ten_length.setter
    def ten_length(self, value: npt.ArrayLike) -> None: ...
    @property
    def wrap_obj(self) -> npt.NDArray[np.int32]:
        """What two points of a path belong to: a geom, -1 for a site, -2 for a pulley.

        int32 array of shape (nwrap, 2), written by Tendon
        """
    @wrap_obj.setter
    def wrap_obj(self, value: npt.ArrayLike) -> None: ...
    @property
    def wrap_xpos(self) -> npt.NDArray[np.float64]:
        """Two points of a path; m, world frame.

        float64 array of shape (nwrap, 6), written by Tendon
        """
    @wrap_xpos.setter
    def wrap_xpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_length(self) -> npt.NDArray[np.float64]:
        """Lengths of actuators, as their transmissions define them; m or rad.

        float64 array of shape (nu,), written by Transmission
        """
    @actuator_length.setter
    def actuator_length(self, value: npt.ArrayLike) -> None: ...
    @property
    def moment_rownnz(self) -> npt.NDArray[np.int32]:
        """Entries in the actuator's row of `actuator_moment`.

        int32 array of shape (nu,), written by Transmission
        """
    @moment_rownnz.setter
    def moment_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def moment_rowadr(self) -> npt.NDArray[np.int32]:
        """Where the actuator's row starts in `actuator_moment`.

        int32 array of shape (nu,), written by Transmission
        """
    @moment_rowadr.setter
    def moment_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def moment_colind(self) -> npt.NDArray[np.int32]:
        """The degree of freedom of each entry of `actuator_moment`.

        int32 array of shape (nJmom,), written by Transmission
        """
    @moment_colind.setter
    def moment_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_moment(self) -> npt.NDArray[np.float64]:
        """Derivatives of actuator lengths; 1 or m, joint space.

        float64 array of shape (nJmom,), written by Transmission
        """
    @actuator_moment.setter
    def actuator_moment(self, value: npt.ArrayLike) -> None: ...
    @property
    def crb(self) -> npt.NDArray[np.float64]:
        """Inertia of the body with its descendants, laid out as `cinert`; kg m^2 and kg m and
        kg, world axes at the tree's center of mass.

        float64 array of shape (nbody, 10), written by MakeM
        """
    @crb.setter
    def crb(self, value: npt.ArrayLike) -> None: ...
    @property
    def qM(self) -> npt.NDArray[np.float64]:
        """Inertia matrix along chains of ancestors; kg or kg m or kg m^2, joint space.

        float64 array of shape (nM,), written by MakeM
        """
    @qM.setter
    def qM(self, value: npt.ArrayLike) -> None: ...
    @property
    def M(self) -> npt.NDArray[np.float64]:
        """Lower triangle of the inertia matrix, row by row; kg or kg m or kg m^2, joint space.

        float64 array of shape (nC,), written by MakeM
        """
    @M.setter
    def M(self, value: npt.ArrayLike) -> None: ...
    @property
    def qLD(self) -> npt.NDArray[np.float64]:
        """Factors `L` and `D` of the inertia matrix, `M = L^T D L`; kg or kg m^2 or 1, joint
        space.

        float64 array of shape (nC,), written by FactorM
        """
    @qLD.setter
    def qLD(self, value: npt.ArrayLike) -> None: ...
    @property
    def qLDiagInv(self) -> npt.NDArray[np.float64]:
        """Reciprocals of the diagonal of `D`; 1/kg or 1/(kg m^2), joint space.

        float64 array of shape (nv,), written by FactorM
        """
    @qLDiagInv.setter
    def qLDiagInv(self, value: npt.ArrayLike) -> None: ...
    @property
    def bvh_active(self) -> npt.NDArray[np.uint8]:
        """Whether the node's box was found to overlap another.

        uint8 array of shape (nbvh,), written by Collision
        """
    @bvh_active.setter
    def bvh_active(self, value: npt.ArrayLike) -> None: ...
    @property
    def tree_awake(self) -> npt.NDArray[np.int32]:
        """Whether the kinematic tree is awake.

        int32 array of shape (ntree,), written by Sleep
        """
    @tree_awake.setter
    def tree_awake(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_awake(self) -> npt.NDArray[np.int32]:
        """Whether the body is awake, asleep or static, a `SleepState`.

        int32 array of shape (nbody,), written by Sleep
        """
    @body_awake.setter
    def body_awake(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_awake_ind(self) -> npt.NDArray[np.int32]:
        """Bodies that are awake or static, in order.

        int32 array of shape (nbody,), written by Sleep
        """
    @body_awake_ind.setter
    def body_awake_ind(self, value: npt.ArrayLike) -> None: ...
    @property
    def parent_awake_ind(self) -> npt.NDArray[np.int32]:
        """Bodies whose parents are awake or static, in order.

        int32 array of shape (nbody,), written by Sleep
        """
    @parent_awake_ind.setter
    def parent_awake_ind(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_awake_ind(self) -> npt.NDArray[np.int32]:
        """Degrees of freedom that are awake, in order.

        int32 array of shape (nv,), written by Sleep
        """
    @dof_awake_ind.setter
    def dof_awake_ind(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexedge_velocity(self) -> npt.NDArray[np.float64]:
        """Rates of change of flex edge lengths; m/s.

        float64 array of shape (nflexedge,), written by FwdVelocity
        """
    @flexedge_velocity.setter
    def flexedge_velocity(self, value: npt.ArrayLike) -> None: ...
    @property
    def ten_velocity(self) -> npt.NDArray[np.float64]:
        """Rates of change of tendon lengths; m/s.

        float64 array of shape (ntendon,), written by FwdVelocity
        """
    @ten_velocity.setter
    def ten_velocity(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_velocity(self) -> npt.NDArray[np.float64]:
        """Rates of change of actuator lengths; m/s or rad/s.

        float64 array of shape (nu,), written by FwdVelocity
        """
    @actuator_velocity.setter
    def actuator_velocity(self, value: npt.ArrayLike) -> None: ...
    @property
    def cvel(self) -> npt.NDArray[np.float64]:
        """Velocities of bodies, rotation before translation; rad/s and m/s, world axes at the
        tree's center of mass.

        float64 array of shape (nbody, 6), written by ComVel
        """
    @cvel.setter
    def cvel(self, value: npt.ArrayLike) -> None: ...
    @property
    def cdof_dot(self) -> npt.NDArray[np.float64]:
        """Time derivatives of `cdof`; 1/s and m/s, world axes at the tree's center of mass.

        float64 array of shape (nv, 6), written by ComVel
        """
    @cdof_dot.setter
    def cdof_dot(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_bias(self) -> npt.NDArray[np.float64]:
        """Coriolis, centrifugal and gravitational forces, to be subtracted; N or N m, joint
        space.

        float64 array of shape (nv,), written by Rne
        """
    @qfrc_bias.setter
    def qfrc_bias(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_spring(self) -> npt.NDArray[np.float64]:
        """Forces of springs; N or N m, joint space.

        float64 array of shape (nv,), written by Passive
        """
    @qfrc_spring.setter
    def qfrc_spring(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_damper(self) -> npt.NDArray[np.float64]:
        """Forces of dampers; N or N m, joint space.

        float64 array of shape (nv,), written by Passive
        """
    @qfrc_damper.setter
    def qfrc_damper(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_gravcomp(self) -> npt.NDArray[np.float64]:
        """Forces of gravity compensation; N or N m, joint space.

        float64 array of shape (nv,), written by Passive
        """
    @qfrc_gravcomp.setter
    def qfrc_gravcomp(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_fluid(self) -> npt.NDArray[np.float64]:
        """Forces of the medium; N or N m, joint space.

        float64 array of shape (nv,), written by Passive
        """
    @qfrc_fluid.setter
    def qfrc_fluid(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_passive(self) -> npt.NDArray[np.float64]:
        """All passive forces together; N or N m, joint space.

        float64 array of shape (nv,), written by Passive
        """
    @qfrc_passive.setter
    def qfrc_passive(self, value: npt.ArrayLike) -> None: ...
    @property
    def subtree_linvel(self) -> npt.NDArray[np.float64]:
        """Velocities of the centers of mass of each body with its descendants; m/s, world axes.

        float64 array of shape (nbody, 3), written by SubtreeVel
        """
    @subtree_linvel.setter
    def subtree_linvel(self, value: npt.ArrayLike) -> None: ...
    @property
    def subtree_angmom(self) -> npt.NDArray[np.float64]:
        """Angular momentum of each body with its descendants about their center of mass; kg
        m^2/s, world axes.

        float64 array of shape (nbody, 3), written by SubtreeVel
        """
    @subtree_angmom.setter
    def subtree_angmom(self, value: npt.ArrayLike) -> None: ...
    @property
    def qH(self) -> npt.NDArray[np.float64]:
        """Factors of the inertia matrix with damping, laid out as `qLD`; kg or kg m^2 or 1,
        joint space.

        float64 array of shape (nC,), written by Integrate
        """
    @qH.setter
    def qH(self, value: npt.ArrayLike) -> None: ...
    @property
    def qHDiagInv(self) -> npt.NDArray[np.float64]:
        """Reciprocals of the diagonal in `qH`; 1/kg or 1/(kg m^2), joint space.

        float64 array of shape (nv,), written by Integrate
        """
    @qHDiagInv.setter
    def qHDiagInv(self, value: npt.ArrayLike) -> None: ...
    @property
    def qDeriv(self) -> npt.NDArray[np.float64]:
        """Derivatives of forces by velocities; N s/m or N m s/rad, joint space.

        float64 array of shape (nD,), written by Integrate
        """
    @qDeriv.setter
    def qDeriv(self, value: npt.ArrayLike) -> None: ...
    @property
    def qLU(self) -> npt.NDArray[np.float64]:
        """Factors `L` and `U` of `M - h * qDeriv`, h the time step; kg or kg m or kg m^2, joint
        space.

        float64 array of shape (nD,), written by Integrate
        """
    @qLU.setter
    def qLU(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_force(self) -> npt.NDArray[np.float64]:
        """Forces of actuators; N or N m.

        float64 array of shape (nu,), written by Actuation
        """
    @actuator_force.setter
    def actuator_force(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_actuator(self) -> npt.NDArray[np.float64]:
        """Forces of actuators on degrees of freedom; N or N m, joint space.

        float64 array of shape (nv,), written by Actuation
        """
    @qfrc_actuator.setter
    def qfrc_actuator(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_smooth(self) -> npt.NDArray[np.float64]:
        """All forces but those of constraints; N or N m, joint space.

        float64 array of shape (nv,), written by FwdAcceleration
        """
    @qfrc_smooth.setter
    def qfrc_smooth(self, value: npt.ArrayLike) -> None: ...
    @property
    def qacc_smooth(self) -> npt.NDArray[np.float64]:
        """Accelerations without constraints; m/s^2 or rad/s^2, joint space.

        float64 array of shape (nv,), written by FwdAcceleration
        """
    @qacc_smooth.setter
    def qacc_smooth(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_constraint(self) -> npt.NDArray[np.float64]:
        """Forces of constraints; N or N m, joint space.

        float64 array of shape (nv,), written by FwdConstraint
        """
    @qfrc_constraint.setter
    def qfrc_constraint(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_inverse(self) -> npt.NDArray[np.float64]:
        """Applied forces that would cause `qacc`; N or N m, joint space.

        float64 array of shape (nv,), written by Inverse
        """
    @qfrc_inverse.setter
    def qfrc_inverse(self, value: npt.ArrayLike) -> None: ...
    @property
    def cacc(self) -> npt.NDArray[np.float64]:
        """Accelerations of bodies minus gravity, rotation before translation; rad/s^2 and m/s^2,
        world axes at the tree's center of mass.

        float64 array of shape (nbody, 6), written by RnePostConstraint
        """
    @cacc.setter
    def cacc(self, value: npt.ArrayLike) -> None: ...
    @property
    def cfrc_int(self) -> npt.NDArray[np.float64]:
        """Torque and force from the parent on the body; N m and N, world axes at the tree's
        center of mass.

        float64 array of shape (nbody, 6), written by RnePostConstraint
        """
    @cfrc_int.setter
    def cfrc_int(self, value: npt.ArrayLike) -> None: ...
    @property
    def cfrc_ext(self) -> npt.NDArray[np.float64]:
        """Torque and force from outside on the body; N m and N, world axes at the tree's center
        of mass.

        float64 array of shape (nbody, 6), written by RnePostConstraint
        """
    @cfrc_ext.setter
    def cfrc_ext(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_type(self) -> npt.NDArray[np.int32]:
        """Kind of constraint of the row, a `ConstraintType`.

        int32 array of shape (nefc,), written by MakeConstraint
        """
    @efc_type.setter
    def efc_type(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_id(self) -> npt.NDArray[np.int32]:
        """What the row belongs to: an equality constraint, dof, joint, tendon or contact.

        int32 array of shape (nefc,), written by MakeConstraint
        """
    @efc_id.setter
    def efc_id(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_J_rownnz(self) -> npt.NDArray[np.int32]:
        """Entries in the row of the constraint Jacobian.

        int32 array of shape (nefc,), written by MakeConstraint
        """
    @efc_J_rownnz.setter
    def efc_J_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_J_rowadr(self) -> npt.NDArray[np.int32]:
        """Where the row starts in `efc_J`.

        int32 array of shape (nefc,), written by MakeConstraint
        """
    @efc_J_rowadr.setter
    def efc_J_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_J_rowsuper(self) -> npt.NDArray[np.int32]:
        """How many rows after this one have the same columns.

        int32 array of shape (nefc,), written by MakeConstraint
        """
    @efc_J_rowsuper.setter
    def efc_J_rowsuper(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_J_colind(self) -> npt.NDArray[np.int32]:
        """The degree of freedom of each entry of `efc_J` where it is sparse.

        int32 array of shape (nJ,), written by MakeConstraint
        """
    @efc_J_colind.setter
    def efc_J_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_J(self) -> npt.NDArray[np.float64]:
        """Constraint Jacobian; 1 or m, constraint space by joint space.

        float64 array of shape (nJ,), written by MakeConstraint
        """
    @efc_J.setter
    def efc_J(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_pos(self) -> npt.NDArray[np.float64]:
        """How far the constraint is violated, negative if it is; m or rad, constraint space.

        float64 array of shape (nefc,), written by MakeConstraint
        """
    @efc_pos.setter
    def efc_pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_margin(self) -> npt.NDArray[np.float64]:
        """Distance at which the constraint begins; m or rad, constraint space.

        float64 array of shape (nefc,), written by MakeConstraint
        """
    @efc_margin.setter
    def efc_margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_frictionloss(self) -> npt.NDArray[np.float64]:
        """Largest force of dry friction; N or N m, constraint space.

        float64 array of shape (nefc,), written by MakeConstraint
        """
    @efc_frictionloss.setter
    def efc_frictionloss(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_diagApprox(self) -> npt.NDArray[np.float64]:
        """Estimate of the diagonal of the inverse inertia; 1/kg or 1/(kg m^2), constraint space.

        float64 array of shape (nefc,), written by MakeConstraint
        """
    @efc_diagApprox.setter
    def efc_diagApprox(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_KBIP(self) -> npt.NDArray[np.float64]:
        """Stiffness, damping, impedance and its derivative; 1/s^2 and 1/s and 1 and 1/m,
        constraint space.

        float64 array of shape (nefc, 4), written by MakeConstraint
        """
    @efc_KBIP.setter
    def efc_KBIP(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_D(self) -> npt.NDArray[np.float64]:
        """Reciprocals of `efc_R`; kg or kg m^2, constraint space.

        float64 array of shape (nefc,), written by MakeConstraint
        """
    @efc_D.setter
    def efc_D(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_R(self) -> npt.NDArray[np.float64]:
        """Regularization, the inverse mass of the constraint; 1/kg or 1/(kg m^2), constraint
        space.

        float64 array of shape (nefc,), written by MakeConstraint
        """
    @efc_R.setter
    def efc_R(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_efcadr(self) -> npt.NDArray[np.int32]:
        """The first row of the tendon's constraints, -1 if it has none.

        int32 array of shape (ntendon,), written by MakeConstraint
        """
    @tendon_efcadr.setter
    def tendon_efcadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def tree_island(self) -> npt.NDArray[np.int32]:
        """The island of the kinematic tree, -1 if no constraint moves it.

        int32 array of shape (ntree,), written by Island
        """
    @tree_island.setter
    def tree_island(self, value: npt.ArrayLike) -> None: ...
    @property
    def island_ntree(self) -> npt.NDArray[np.int32]:
        """How many kinematic trees the island has.

        int32 array of shape (nisland,), written by Island
        """
    @island_ntree.setter
    def island_ntree(self, value: npt.ArrayLike) -> None: ...
    @property
    def island_itreeadr(self) -> npt.NDArray[np.int32]:
        """Where the island starts in `map_itree2tree`.

        int32 array of shape (nisland,), written by Island
        """
    @island_itreeadr.setter
    def island_itreeadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def map_itree2tree(self) -> npt.NDArray[np.int32]:
        """Kinematic trees in the order of islands.

        int32 array of shape (ntree,), written by Island
        """
    @map_itree2tree.setter
    def map_itree2tree(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_island(self) -> npt.NDArray[np.int32]:
        """The island of the degree of freedom, -1 if no constraint moves it.

        int32 array of shape (nv,), written by Island
        """
    @dof_island.setter
    def dof_island(self, value: npt.ArrayLike) -> None: ...
    @property
    def island_nv(self) -> npt.NDArray[np.int32]:
        """How many degrees of freedom the island has.

        int32 array of shape (nisland,), written by Island
        """
    @island_nv.setter
    def island_nv(self, value: npt.ArrayLike) -> None: ...
    @property
    def island_idofadr(self) -> npt.NDArray[np.int32]:
        """Where the island's degrees of freedom start in the order of islands.

        int32 array of shape (nisland,), written by Island
        """
    @island_idofadr.setter
    def island_idofadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def island_dofadr(self) -> npt.NDArray[np.int32]:
        """The island's first degree of freedom in the model's order.

        int32 array of shape (nisland,), written by Island
        """
    @island_dofadr.setter
    def island_dofadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def map_dof2idof(self) -> npt.NDArray[np.int32]:
        """The place of the degree of freedom in the order of islands.

        int32 array of shape (nv,), written by Island
        """
    @map_dof2idof.setter
    def map_dof2idof(self, value: npt.ArrayLike) -> None: ...
    @property
    def map_idof2dof(self) -> npt.NDArray[np.int32]:
        """Degrees of freedom in the order of islands, those of none at the end.

        int32 array of shape (nv,), written by Island
        """
    @map_idof2dof.setter
    def map_idof2dof(self, value: npt.ArrayLike) -> None: ...
    @property
    def ifrc_smooth(self) -> npt.NDArray[np.float64]:
        """`qfrc_smooth` in the order of islands; N or N m, joint space.

        float64 array of shape (nidof,), written by Island
        """
    @ifrc_smooth.setter
    def ifrc_smooth(self, value: npt.ArrayLike) -> None: ...
    @property
    def iacc_smooth(self) -> npt.NDArray[np.float64]:
        """`qacc_smooth` in the order of islands; m/s^2 or rad/s^2, joint space.

        float64 array of shape (nidof,), written by Island
        """
    @iacc_smooth.setter
    def iacc_smooth(self, value: npt.ArrayLike) -> None: ...
    @property
    def iM_rownnz(self) -> npt.NDArray[np.int32]:
        """`M_rownnz` in the order of islands.

        int32 array of shape (nidof,), written by Island
        """
    @iM_rownnz.setter
    def iM_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def iM_rowadr(self) -> npt.NDArray[np.int32]:
        """`M_rowadr` in the order of islands.

        int32 array of shape (nidof,), written by Island
        """
    @iM_rowadr.setter
    def iM_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def iM_colind(self) -> npt.NDArray[np.int32]:
        """`M_colind` in the order of islands.

        int32 array of shape (nC,), written by Island
        """
    @iM_colind.setter
    def iM_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def iM(self) -> npt.NDArray[np.float64]:
        """`M` in the order of islands; kg or kg m or kg m^2, joint space.

        float64 array of shape (nC,), written by Island
        """
    @iM.setter
    def iM(self, value: npt.ArrayLike) -> None: ...
    @property
    def iLD(self) -> npt.NDArray[np.float64]:
        """`qLD` in the order of islands; kg or kg m^2 or 1, joint space.

        float64 array of shape (nC,), written by Island
        """
    @iLD.setter
    def iLD(self, value: npt.ArrayLike) -> None: ...
    @property
    def iLDiagInv(self) -> npt.NDArray[np.float64]:
        """`qLDiagInv` in the order of islands; 1/kg or 1/(kg m^2), joint space.

        float64 array of shape (nidof,), written by Island
        """
    @iLDiagInv.setter
    def iLDiagInv(self, value: npt.ArrayLike) -> None: ...
    @property
    def iacc(self) -> npt.NDArray[np.float64]:
        """`qacc` in the order of islands; m/s^2 or rad/s^2, joint space.

        float64 array of shape (nidof,), written by Island
        """
    @iacc.setter
    def iacc(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_island(self) -> npt.NDArray[np.int32]:
        """The island of the row.

        int32 array of shape (nefc,), written by Island
        """
    @efc_island.setter
    def efc_island(self, value: npt.ArrayLike) -> None: ...
    @property
    def island_ne(self) -> npt.NDArray[np.int32]:
        """How many rows of equality constraints the island has.

        int32 array of shape (nisland,), written by Island
        """
    @island_ne.setter
    def island_ne(self, value: npt.ArrayLike) -> None: ...
    @property
    def island_nf(self) -> npt.NDArray[np.int32]:
        """How many rows of dry friction the island has.

        int32 array of shape (nisland,), written by Island
        """
    @island_nf.setter
    def island_nf(self, value: npt.ArrayLike) -> None: ...
    @property
    def island_nefc(self) -> npt.NDArray[np.int32]:
        """How many rows the island has.

        int32 array of shape (nisland,), written by Island
        """
    @island_nefc.setter
    def island_nefc(self, value: npt.ArrayLike) -> None: ...
    @property
    def island_iefcadr(self) -> npt.NDArray[np.int32]:
        """Where the island's rows start in the order of islands.

        int32 array of shape (nisland,), written by Island
        """
    @island_iefcadr.setter
    def island_iefcadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def map_efc2iefc(self) -> npt.NDArray[np.int32]:
        """The place of the row in the order of islands.

        int32 array of shape (nefc,), written by Island
        """
    @map_efc2iefc.setter
    def map_efc2iefc(self, value: npt.ArrayLike) -> None: ...
    @property
    def map_iefc2efc(self) -> npt.NDArray[np.int32]:
        """Rows in the order of islands.

        int32 array of shape (nefc,), written by Island
        """
    @map_iefc2efc.setter
    def map_iefc2efc(self, value: npt.ArrayLike) -> None: ...
    @property
    def iefc_type(self) -> npt.NDArray[np.int32]:
        """`efc_type` in the order of islands.

        int32 array of shape (nefc,), written by Island
        """
    @iefc_type.setter
    def iefc_type(self, value: npt.ArrayLike) -> None: ...
    @property
    def iefc_id(self) -> npt.NDArray[np.int32]:
        """`efc_id` in the order of islands.

        int32 array of shape (nefc,), written by Island
        """
    @iefc_id.setter
    def iefc_id(self, value: npt.ArrayLike) -> None: ...
    @property
    def iefc_J_rownnz(self) -> npt.NDArray[np.int32]:
        """`efc_J_rownnz` in the order of islands.

        int32 array of shape (nefc,), written by Island
        """
    @iefc_J_rownnz.setter
    def iefc_J_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def iefc_J_rowadr(self) -> npt.NDArray[np.int32]:
        """`efc_J_rowadr` in the order of islands.

        int32 array of shape (nefc,), written by Island
        """
    @iefc_J_rowadr.setter
    def iefc_J_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def iefc_J_rowsuper(self) -> npt.NDArray[np.int32]:
        """`efc_J_rowsuper` in the order of islands.

        int32 array of shape (nefc,), written by Island
        """
    @iefc_J_rowsuper.setter
    def iefc_J_rowsuper(self, value: npt.ArrayLike) -> None: ...
    @property
    def iefc_J_colind(self) -> npt.NDArray[np.int32]:
        """`efc_J_colind` in the order of islands.

        int32 array of shape (nJ,), written by Island
        """
    @iefc_J_colind.setter
    def iefc_J_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def iefc_J(self) -> npt.NDArray[np.float64]:
        """`efc_J` in the order of islands; 1 or m, constraint space by joint space.

        float64 array of shape (nJ,), written by Island
        """
    @iefc_J.setter
    def iefc_J(self, value: npt.ArrayLike) -> None: ...
    @property
    def iefc_frictionloss(self) -> npt.NDArray[np.float64]:
        """`efc_frictionloss` in the order of islands; N or N m, constraint space.

        float64 array of shape (nefc,), written by Island
        """
    @iefc_frictionloss.setter
    def iefc_frictionloss(self, value: npt.ArrayLike) -> None: ...
    @property
    def iefc_D(self) -> npt.NDArray[np.float64]:
        """`efc_D` in the order of islands; kg or kg m^2, constraint space.

        float64 array of shape (nefc,), written by Island
        """
    @iefc_D.setter
    def iefc_D(self, value: npt.ArrayLike) -> None: ...
    @property
    def iefc_R(self) -> npt.NDArray[np.float64]:
        """`efc_R` in the order of islands; 1/kg or 1/(kg m^2), constraint space.

        float64 array of shape (nefc,), written by Island
        """
    @iefc_R.setter
    def iefc_R(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_AR_rownnz(self) -> npt.NDArray[np.int32]:
        """Entries in the row of `efc_AR`.

        int32 array of shape (nefc,), written by ProjectConstraint
        """
    @efc_AR_rownnz.setter
    def efc_AR_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_AR_rowadr(self) -> npt.NDArray[np.int32]:
        """Where the row starts in `efc_AR`.

        int32 array of shape (nefc,), written by ProjectConstraint
        """
    @efc_AR_rowadr.setter
    def efc_AR_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_AR_colind(self) -> npt.NDArray[np.int32]:
        """The column of each entry of `efc_AR` where it is sparse.

        int32 array of shape (nA,), written by ProjectConstraint
        """
    @efc_AR_colind.setter
    def efc_AR_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_AR(self) -> npt.NDArray[np.float64]:
        """Inverse inertia of constraints with regularization, `J M^-1 J^T + R`; 1/kg or 1/(kg
        m^2), constraint space.

        float64 array of shape (nA,), written by ProjectConstraint
        """
    @efc_AR.setter
    def efc_AR(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_vel(self) -> npt.NDArray[np.float64]:
        """Velocities of constraints, `J qvel`; m/s or rad/s, constraint space.

        float64 array of shape (nefc,), written by FwdVelocity
        """
    @efc_vel.setter
    def efc_vel(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_aref(self) -> npt.NDArray[np.float64]:
        """Accelerations that constraints aim at; m/s^2 or rad/s^2, constraint space.

        float64 array of shape (nefc,), written by FwdVelocity
        """
    @efc_aref.setter
    def efc_aref(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_b(self) -> npt.NDArray[np.float64]:
        """Accelerations of constraints without their forces minus `efc_aref`; m/s^2 or rad/s^2,
        constraint space.

        float64 array of shape (nefc,), written by FwdConstraint
        """
    @efc_b.setter
    def efc_b(self, value: npt.ArrayLike) -> None: ...
    @property
    def iefc_aref(self) -> npt.NDArray[np.float64]:
        """`efc_aref` in the order of islands; m/s^2 or rad/s^2, constraint space.

        float64 array of shape (nefc,), written by FwdConstraint
        """
    @iefc_aref.setter
    def iefc_aref(self, value: npt.ArrayLike) -> None: ...
    @property
    def iefc_state(self) -> npt.NDArray[np.int32]:
        """`efc_state` in the order of islands.

        int32 array of shape (nefc,), written by FwdConstraint
        """
    @iefc_state.setter
    def iefc_state(self, value: npt.ArrayLike) -> None: ...
    @property
    def iefc_force(self) -> npt.NDArray[np.float64]:
        """`efc_force` in the order of islands; N or N m, constraint space.

        float64 array of shape (nefc,), written by FwdConstraint
        """
    @iefc_force.setter
    def iefc_force(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_state(self) -> npt.NDArray[np.int32]:
        """What the row does at the solution, a `ConstraintState`.

        int32 array of shape (nefc,), written by FwdConstraint
        """
    @efc_state.setter
    def efc_state(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_force(self) -> npt.NDArray[np.float64]:
        """Forces of constraints; N or N m, constraint space.

        float64 array of shape (nefc,), written by FwdConstraint
        """
    @efc_force.setter
    def efc_force(self, value: npt.ArrayLike) -> None: ...
    @property
    def ifrc_constraint(self) -> npt.NDArray[np.float64]:
        """`qfrc_constraint` in the order of islands; N or N m, joint space.

        float64 array of shape (nidof,), written by FwdConstraint
        """
    @ifrc_constraint.setter
    def ifrc_constraint(self, value: npt.ArrayLike) -> None: ...
    @property
    def threadpool(self) -> int:
        """Handle of MuJoCo's thread pool, here always 0.

        uint64
        """
    @threadpool.setter
    def threadpool(self, value: int) -> None: ...
    @property
    def signature(self) -> int:
        """Number that tells models of different structure apart, of the model that the data was
        made for.

        uint64
        """
    def actuator(self, name_or_id: str | int) -> _MjDataActuatorViews: ...
    def body(self, name_or_id: str | int) -> _MjDataBodyViews: ...
    def cam(self, name_or_id: str | int) -> _MjDataCameraViews: ...
    def camera(self, name_or_id: str | int) -> _MjDataCameraViews: ...
    def geom(self, name_or_id: str | int) -> _MjDataGeomViews: ...
    def jnt(self, name_or_id: str | int) -> _MjDataJointViews: ...
    def joint(self, name_or_id: str | int) -> _MjDataJointViews: ...
    def light(self, name_or_id: str | int) -> _MjDataLightViews: ...
    def sensor(self, name_or_id: str | int) -> _MjDataSensorViews: ...
    def site(self, name_or_id: str | int) -> _MjDataSiteViews: ...
    def tendon(self, name_or_id: str | int) -> _MjDataTendonViews: ...
    def ten(self, name_or_id: str | int) -> _MjDataTendonViews: ...

class MjOption:
    """Physics options."""

    def __init__(self) -> None: ...
    @property
    def timestep(self) -> float:
        """Time step; s.

        float64
        """
    @timestep.setter
    def timestep(self, value: float) -> None: ...
    @property
    def impratio(self) -> float:
        """Ratio of friction to normal impedance of contacts; 1.

        float64
        """
    @impratio.setter
    def impratio(self, value: float) -> None: ...
    @property
    def tolerance(self) -> float:
        """Tolerance of the main solver: it stops when an iteration, scaled by the inertia, gains
        less; 1.

        float64
        """
    @tolerance.setter
    def tolerance(self, value: float) -> None: ...
    @property
    def ls_tolerance(self) -> float:
        """Tolerance of the line search, as a share of the gradient; 1.

        float64
        """
    @ls_tolerance.setter
    def ls_tolerance(self, value: float) -> None: ...
    @property
    def noslip_tolerance(self) -> float:
        """Tolerance of the no-slip solver; 1.

        float64
        """
    @noslip_tolerance.setter
    def noslip_tolerance(self, value: float) -> None: ...
    @property
    def ccd_tolerance(self) -> float:
        """Tolerance of convex collision; m.

        float64
        """
    @ccd_tolerance.setter
    def ccd_tolerance(self, value: float) -> None: ...
    @property
    def sleep_tolerance(self) -> float:
        """Velocity below which a tree may sleep; m/s.

        float64
        """
    @sleep_tolerance.setter
    def sleep_tolerance(self, value: float) -> None: ...
    @property
    def gravity(self) -> npt.NDArray[np.float64]:
        """Gravity; m/s^2, world axes.

        float64 array of shape (3,)
        """
    @gravity.setter
    def gravity(self, value: npt.ArrayLike) -> None: ...
    @property
    def wind(self) -> npt.NDArray[np.float64]:
        """Velocity of the medium, for fluid forces; m/s, world axes.

        float64 array of shape (3,)
        """
    @wind.setter
    def wind(self, value: npt.ArrayLike) -> None: ...
    @property
    def magnetic(self) -> npt.NDArray[np.float64]:
        """Magnetic flux, the same everywhere; T, world axes.

        float64 array of shape (3,)
        """
    @magnetic.setter
    def magnetic(self, value: npt.ArrayLike) -> None: ...
    @property
    def density(self) -> float:
        """Density of the medium; kg/m^3.

        float64
        """
    @density.setter
    def density(self, value: float) -> None: ...
    @property
    def viscosity(self) -> float:
        """Viscosity of the medium; kg/(m s).

        float64
        """
    @viscosity.setter
    def viscosity(self, value: float) -> None: ...
    @property
    def o_margin(self) -> float:
        """Margin of all contacts where contacts are overridden; m.

        float64
        """
    @o_margin.setter
    def o_margin(self, value: float) -> None: ...
    @property
    def o_solref(self) -> npt.NDArray[np.float64]:
        """Reference of all contacts where contacts are overridden; s and 1.

        float64 array of shape (2,)
        """
    @o_solref.setter
    def o_solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def o_solimp(self) -> npt.NDArray[np.float64]:
        """Impedance of all contacts where contacts are overridden; 1 and m.

        float64 array of shape (5,)
        """
    @o_solimp.setter
    def o_solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def o_friction(self) -> npt.NDArray[np.float64]:
        """Friction of all contacts where contacts are overridden: two sliding, torsional, two
        rolling; 1 and m.

        float64 array of shape (5,)
        """
    @o_friction.setter
    def o_friction(self, value: npt.ArrayLike) -> None: ...
    @property
    def integrator(self) -> int:
        """The integrator, a number of `Integrator`.

        int32
        """
    @integrator.setter
    def integrator(self, value: int) -> None: ...
    @property
    def cone(self) -> int:
        """The friction cone, a number of `Cone`.

        int32
        """
    @cone.setter
    def cone(self, value: int) -> None: ...
    @property
    def jacobian(self) -> int:
        """The format of the constraint Jacobian, a number of `Jacobian`.

        int32
        """
    @jacobian.setter
    def jacobian(self, value: int) -> None: ...
    @property
    def solver(self) -> int:
        """The constraint solver, a number of `Solver`.

        int32
        """
    @solver.setter
    def solver(self, value: int) -> None: ...
    @property
    def iterations(self) -> int:
        """Most iterations of the main solver.

        int32
        """
    @iterations.setter
    def iterations(self, value: int) -> None: ...
    @property
    def ls_iterations(self) -> int:
        """Most iterations of the line search.

        int32
        """
    @ls_iterations.setter
    def ls_iterations(self, value: int) -> None: ...
    @property
    def noslip_iterations(self) -> int:
        """Most iterations of the no-slip solver.

        int32
        """
    @noslip_iterations.setter
    def noslip_iterations(self, value: int) -> None: ...
    @property
    def ccd_iterations(self) -> int:
        """Most iterations of convex collision.

        int32
        """
    @ccd_iterations.setter
    def ccd_iterations(self, value: int) -> None: ...
    @property
    def disableflags(self) -> int:
        """Bits of `DisableBit`: parts of the pipeline that are switched off.

        int32
        """
    @disableflags.setter
    def disableflags(self, value: int) -> None: ...
    @property
    def enableflags(self) -> int:
        """Bits of `EnableBit`: optional parts that are switched on.

        int32
        """
    @enableflags.setter
    def enableflags(self, value: int) -> None: ...
    @property
    def disableactuator(self) -> int:
        """Bits of disabled actuator groups.

        int32
        """
    @disableactuator.setter
    def disableactuator(self, value: int) -> None: ...
    @property
    def sdf_initpoints(self) -> int:
        """Starting points of collision between signed distance fields.

        int32
        """
    @sdf_initpoints.setter
    def sdf_initpoints(self, value: int) -> None: ...
    @property
    def sdf_iterations(self) -> int:
        """Iterations of collision between signed distance fields.

        int32
        """
    @sdf_iterations.setter
    def sdf_iterations(self, value: int) -> None: ...

class MjStatistic:
    """Statistics of a model."""

    def __init__(self) -> None: ...
    @property
    def meaninertia(self) -> float:
        """Mean of the diagonal of the inertia matrix at the default pose; kg or kg m^2.

        float64
        """
    @meaninertia.setter
    def meaninertia(self, value: float) -> None: ...
    @property
    def meanmass(self) -> float:
        """Mean mass of bodies; kg.

        float64
        """
    @meanmass.setter
    def meanmass(self, value: float) -> None: ...
    @property
    def meansize(self) -> float:
        """Mean size of bodies; m.

        float64
        """
    @meansize.setter
    def meansize(self, value: float) -> None: ...
    @property
    def extent(self) -> float:
        """Largest side of the box around the model at the default pose; m.

        float64
        """
    @extent.setter
    def extent(self, value: float) -> None: ...
    @property
    def center(self) -> npt.NDArray[np.float64]:
        """Center of the box around the model at the default pose; m, world frame.

        float64 array of shape (3,)
        """
    @center.setter
    def center(self, value: npt.ArrayLike) -> None: ...

class MjVisual:
    """Visualization options in groups."""

    class Global:
        """The part `global`."""

        def __init__(self) -> None: ...
        @property
        def cameraid(self) -> int:
            """The camera at the start, -1 for the free camera.

            int32
            """
        @cameraid.setter
        def cameraid(self, value: int) -> None: ...
        @property
        def orthographic(self) -> int:
            """Whether the free camera is orthographic.

            int32
            """
        @orthographic.setter
        def orthographic(self, value: int) -> None: ...
        @property
        def fovy(self) -> float:
            """Vertical field of view of the free camera, a length if it is orthographic; deg or m.

            float32
            """
        @fovy.setter
        def fovy(self, value: float) -> None: ...
        @property
        def ipd(self) -> float:
            """Distance of the two eyes of the free camera in stereo; m.

            float32
            """
        @ipd.setter
        def ipd(self, value: float) -> None: ...
        @property
        def azimuth(self) -> float:
            """Direction of the free camera at the start, about the vertical; deg.

            float32
            """
        @azimuth.setter
        def azimuth(self, value: float) -> None: ...
        @property
        def elevation(self) -> float:
            """Inclination of the free camera at the start; deg.

            float32
            """
        @elevation.setter
        def elevation(self, value: float) -> None: ...
        @property
        def linewidth(self) -> float:
            """Width of lines, in pixels; 1.

            float32
            """
        @linewidth.setter
        def linewidth(self, value: float) -> None: ...
        @property
        def glow(self) -> float:
            """Glow of what is selected; 1.

            float32
            """
        @glow.setter
        def glow(self, value: float) -> None: ...
        @property
        def realtime(self) -> float:
            """Speed of the simulation relative to real time at the start; 1.

            float32
            """
        @realtime.setter
        def realtime(self, value: float) -> None: ...
        @property
        def offwidth(self) -> int:
            """Width of the offscreen buffer, in pixels.

            int32
            """
        @offwidth.setter
        def offwidth(self, value: int) -> None: ...
        @property
        def offheight(self) -> int:
            """Height of the offscreen buffer, in pixels.

            int32
            """
        @offheight.setter
        def offheight(self, value: int) -> None: ...
        @property
        def ellipsoidinertia(self) -> int:
            """Whether inertias are drawn as ellipsoids instead of boxes.

            int32
            """
        @ellipsoidinertia.setter
        def ellipsoidinertia(self, value: int) -> None: ...
        @property
        def bvactive(self) -> int:
            """Whether bounding boxes are marked that were found to overlap.

            int32
            """
        @bvactive.setter
        def bvactive(self, value: int) -> None: ...

    @property
    def global_(self) -> MjVisual.Global: ...
    class Quality:
        """The part `quality`."""

        def __init__(self) -> None: ...
        @property
        def shadowsize(self) -> int:
            """Width of the shadow map, in pixels.

            int32
            """
        @shadowsize.setter
        def shadowsize(self, value: int) -> None: ...
        @property
        def offsamples(self) -> int:
            """Samples per pixel of the offscreen buffer.

            int32
            """
        @offsamples.setter
        def offsamples(self, value: int) -> None: ...
        @property
        def numslices(self) -> int:
            """Slices of round shapes around their axis.

            int32
            """
        @numslices.setter
        def numslices(self, value: int) -> None: ...
        @property
        def numstacks(self) -> int:
            """Stacks of round shapes along their axis.

            int32
            """
        @numstacks.setter
        def numstacks(self, value: int) -> None: ...
        @property
        def numquads(self) -> int:
            """Parts of the sides of boxes.

            int32
            """
        @numquads.setter
        def numquads(self, value: int) -> None: ...

    @property
    def quality(self) -> MjVisual.Quality: ...
    class Headlight:
        """The part `headlight`."""

        def __init__(self) -> None: ...
        @property
        def ambient(self) -> npt.NDArray[np.float32]:
            """Ambient color; 1.

            float32 array of shape (3,)
            """
        @ambient.setter
        def ambient(self, value: npt.ArrayLike) -> None: ...
        @property
        def diffuse(self) -> npt.NDArray[np.float32]:
            """Diffuse color; 1.

            float32 array of shape (3,)
            """
        @diffuse.setter
        def diffuse(self, value: npt.ArrayLike) -> None: ...
        @property
        def specular(self) -> npt.NDArray[np.float32]:
            """Specular color; 1.

            float32 array of shape (3,)
            """
        @specular.setter
        def specular(self, value: npt.ArrayLike) -> None: ...
        @property
        def active(self) -> int:
            """Whether the light is on.

            int32
            """
        @active.setter
        def active(self, value: int) -> None: ...

    @property
    def headlight(self) -> MjVisual.Headlight: ...
    class Map:
        """The part `map`."""

        def __init__(self) -> None: ...
        @property
        def stiffness(self) -> float:
            """How strongly the mouse pulls; 1.

            float32
            """
        @stiffness.setter
        def stiffness(self, value: float) -> None: ...
        @property
        def stiffnessrot(self) -> float:
            """How strongly the mouse turns; 1.

            float32
            """
        @stiffnessrot.setter
        def stiffnessrot(self, value: float) -> None: ...
        @property
        def force(self) -> float:
            """Length to draw per force; m/N.

            float32
            """
        @force.setter
        def force(self, value: float) -> None: ...
        @property
        def torque(self) -> float:
            """Length to draw per torque; 1/N.

            float32
            """
        @torque.setter
        def torque(self, value: float) -> None: ...
        @property
        def alpha(self) -> float:
            """Opacity of what is made transparent; 1.

            float32
            """
        @alpha.setter
        def alpha(self, value: float) -> None: ...
        @property
        def fogstart(self) -> float:
            """Where fog begins, as a multiple of the model's extent; 1.

            float32
            """
        @fogstart.setter
        def fogstart(self, value: float) -> None: ...
        @property
        def fogend(self) -> float:
            """Where fog is dense, as a multiple of the model's extent; 1.

            float32
            """
        @fogend.setter
        def fogend(self, value: float) -> None: ...
        @property
        def znear(self) -> float:
            """Nearest distance that is drawn, as a multiple of the model's extent; 1.

            float32
            """
        @znear.setter
        def znear(self, value: float) -> None: ...
        @property
        def zfar(self) -> float:
            """Farthest distance that is drawn, as a multiple of the model's extent; 1.

            float32
            """
        @zfar.setter
        def zfar(self, value: float) -> None: ...
        @property
        def haze(self) -> float:
            """Share of the distance that the haze covers; 1.

            float32
            """
        @haze.setter
        def haze(self, value: float) -> None: ...
        @property
        def shadowclip(self) -> float:
            """Half the width that directional shadows cover, as a multiple of the model's extent; 1.

            float32
            """
        @shadowclip.setter
        def shadowclip(self, value: float) -> None: ...
        @property
        def shadowscale(self) -> float:
            """Share of a spotlight's cutoff that shadows cover; 1.

            float32
            """
        @shadowscale.setter
        def shadowscale(self, value: float) -> None: ...
        @property
        def actuatortendon(self) -> float:
            """Width of tendons with actuators, as a multiple of that without; 1.

            float32
            """
        @actuatortendon.setter
        def actuatortendon(self, value: float) -> None: ...

    @property
    def map(self) -> MjVisual.Map: ...
    class Scale:
        """The part `scale`."""

        def __init__(self) -> None: ...
        @property
        def forcewidth(self) -> float:
            """Width of arrows of forces; 1.

            float32
            """
        @forcewidth.setter
        def forcewidth(self, value: float) -> None: ...
        @property
        def contactwidth(self) -> float:
            """Width of contacts; 1.

            float32
            """
        @contactwidth.setter
        def contactwidth(self, value: float) -> None: ...
        @property
        def contactheight(self) -> float:
            """Height of contacts; 1.

            float32
            """
        @contactheight.setter
        def contactheight(self, value: float) -> None: ...
        @property
        def connect(self) -> float:
            """Width of lines between bodies; 1.

            float32
            """
        @connect.setter
        def connect(self, value: float) -> None: ...
        @property
        def com(self) -> float:
            """Size of centers of mass; 1.

            float32
            """
        @com.setter
        def com(self, value: float) -> None: ...
        @property
        def camera(self) -> float:
            """Size of cameras; 1.

            float32
            """
        @camera.setter
        def camera(self, value: float) -> None: ...
        @property
        def light(self) -> float:
            """Size of lights; 1.

            float32
            """
        @light.setter
        def light(self, value: float) -> None: ...
        @property
        def selectpoint(self) -> float:
            """Size of the selected point; 1.

            float32
            """
        @selectpoint.setter
        def selectpoint(self, value: float) -> None: ...
        @property
        def jointlength(self) -> float:
            """Length of joints; 1.

            float32
            """
        @jointlength.setter
        def jointlength(self, value: float) -> None: ...
        @property
        def jointwidth(self) -> float:
            """Width of joints; 1.

            float32
            """
        @jointwidth.setter
        def jointwidth(self, value: float) -> None: ...
        @property
        def actuatorlength(self) -> float:
            """Length of actuators; 1.

            float32
            """
        @actuatorlength.setter
        def actuatorlength(self, value: float) -> None: ...
        @property
        def actuatorwidth(self) -> float:
            """Width of actuators; 1.

            float32
            """
        @actuatorwidth.setter
        def actuatorwidth(self, value: float) -> None: ...
        @property
        def framelength(self) -> float:
            """Length of the axes of frames; 1.

            float32
            """
        @framelength.setter
        def framelength(self, value: float) -> None: ...
        @property
        def framewidth(self) -> float:
            """Width of the axes of frames; 1.

            float32
            """
        @framewidth.setter
        def framewidth(self, value: float) -> None: ...
        @property
        def constraint(self) -> float:
            """Width of constraints; 1.

            float32
            """
        @constraint.setter
        def constraint(self, value: float) -> None: ...
        @property
        def slidercrank(self) -> float:
            """Width of slider-cranks; 1.

            float32
            """
        @slidercrank.setter
        def slidercrank(self, value: float) -> None: ...
        @property
        def frustum(self) -> float:
            """Distance of the far end of the frustum of cameras; 1.

            float32
            """
        @frustum.setter
        def frustum(self, value: float) -> None: ...

    @property
    def scale(self) -> MjVisual.Scale: ...
    class Rgba:
        """The part `rgba`."""

        def __init__(self) -> None: ...
        @property
        def fog(self) -> npt.NDArray[np.float32]:
            """Fog; 1.

            float32 array of shape (4,)
            """
        @fog.setter
        def fog(self, value: npt.ArrayLike) -> None: ...
        @property
        def haze(self) -> npt.NDArray[np.float32]:
            """Haze; 1.

            float32 array of shape (4,)
            """
        @haze.setter
        def haze(self, value: npt.ArrayLike) -> None: ...
        @property
        def force(self) -> npt.NDArray[np.float32]:
            """Forces that the user applies; 1.

            float32 array of shape (4,)
            """
        @force.setter
        def force(self, value: npt.ArrayLike) -> None: ...
        @property
        def inertia(self) -> npt.NDArray[np.float32]:
            """Inertias; 1.

            float32 array of shape (4,)
            """
        @inertia.setter
        def inertia(self, value: npt.ArrayLike) -> None: ...
        @property
        def joint(self) -> npt.NDArray[np.float32]:
            """Joints; 1.

            float32 array of shape (4,)
            """
        @joint.setter
        def joint(self, value: npt.ArrayLike) -> None: ...
        @property
        def actuator(self) -> npt.NDArray[np.float32]:
            """Actuators at rest; 1.

            float32 array of shape (4,)
            """
        @actuator.setter
        def actuator(self, value: npt.ArrayLike) -> None: ...
        @property
        def actuatornegative(self) -> npt.NDArray[np.float32]:
            """Actuators at their lower limit; 1.

            float32 array of shape (4,)
            """
        @actuatornegative.setter
        def actuatornegative(self, value: npt.ArrayLike) -> None: ...
        @property
        def actuatorpositive(self) -> npt.NDArray[np.float32]:
            """Actuators at their upper limit; 1.

            float32 array of shape (4,)
            """
        @actuatorpositive.setter
        def actuatorpositive(self, value: npt.ArrayLike) -> None: ...
        @property
        def com(self) -> npt.NDArray[np.float32]:
            """Centers of mass; 1.

            float32 array of shape (4,)
            """
        @com.setter
        def com(self, value: npt.ArrayLike) -> None: ...
        @property
        def camera(self) -> npt.NDArray[np.float32]:
            """Cameras; 1.

            float32 array of shape (4,)
            """
        @camera.setter
        def camera(self, value: npt.ArrayLike) -> None: ...
        @property
        def light(self) -> npt.NDArray[np.float32]:
            """Lights; 1.

            float32 array of shape (4,)
            """
        @light.setter
        def light(self, value: npt.ArrayLike) -> None: ...
        @property
        def selectpoint(self) -> npt.NDArray[np.float32]:
            """The selected point; 1.

            float32 array of shape (4,)
            """
        @selectpoint.setter
        def selectpoint(self, value: npt.ArrayLike) -> None: ...
        @property
        def connect(self) -> npt.NDArray[np.float32]:
            """Lines between bodies; 1.

            float32 array of shape (4,)
            """
        @connect.setter
        def connect(self, value: npt.ArrayLike) -> None: ...
        @property
        def contactpoint(self) -> npt.NDArray[np.float32]:
            """Contacts; 1.

            float32 array of shape (4,)
            """
        @contactpoint.setter
        def contactpoint(self, value: npt.ArrayLike) -> None: ...
        @property
        def contactforce(self) -> npt.NDArray[np.float32]:
            """Forces of contacts; 1.

            float32 array of shape (4,)
            """
        @contactforce.setter
        def contactforce(self, value: npt.ArrayLike) -> None: ...
        @property
        def contactfriction(self) -> npt.NDArray[np.float32]:
            """Friction of contacts; 1.

            float32 array of shape (4,)
            """
        @contactfriction.setter
        def contactfriction(self, value: npt.ArrayLike) -> None: ...
        @property
        def contacttorque(self) -> npt.NDArray[np.float32]:
            """Torques of contacts; 1.

            float32 array of shape (4,)
            """
        @contacttorque.setter
        def contacttorque(self, value: npt.ArrayLike) -> None: ...
        @property
        def contactgap(self) -> npt.NDArray[np.float32]:
            """Contacts in the gap, without force; 1.

            float32 array of shape (4,)
            """
        @contactgap.setter
        def contactgap(self, value: npt.ArrayLike) -> None: ...
        @property
        def rangefinder(self) -> npt.NDArray[np.float32]:
            """Rays of rangefinders; 1.

            float32 array of shape (4,)
            """
        @rangefinder.setter
        def rangefinder(self, value: npt.ArrayLike) -> None: ...
        @property
        def constraint(self) -> npt.NDArray[np.float32]:
            """Constraints; 1.

            float32 array of shape (4,)
            """
        @constraint.setter
        def constraint(self, value: npt.ArrayLike) -> None: ...
        @property
        def slidercrank(self) -> npt.NDArray[np.float32]:
            """Slider-cranks; 1.

            float32 array of shape (4,)
            """
        @slidercrank.setter
        def slidercrank(self, value: npt.ArrayLike) -> None: ...
        @property
        def crankbroken(self) -> npt.NDArray[np.float32]:
            """Slider-cranks whose rod is too short; 1.

            float32 array of shape (4,)
            """
        @crankbroken.setter
        def crankbroken(self, value: npt.ArrayLike) -> None: ...
        @property
        def frustum(self) -> npt.NDArray[np.float32]:
            """Frustum of cameras; 1.

            float32 array of shape (4,)
            """
        @frustum.setter
        def frustum(self, value: npt.ArrayLike) -> None: ...
        @property
        def bv(self) -> npt.NDArray[np.float32]:
            """Bounding boxes; 1.

            float32 array of shape (4,)
            """
        @bv.setter
        def bv(self, value: npt.ArrayLike) -> None: ...
        @property
        def bvactive(self) -> npt.NDArray[np.float32]:
            """Bounding boxes that were found to overlap; 1.

            float32 array of shape (4,)
            """
        @bvactive.setter
        def bvactive(self, value: npt.ArrayLike) -> None: ...

    @property
    def rgba(self) -> MjVisual.Rgba: ...

class MjContact:
    """One `mjContact`."""

    def __init__(self) -> None: ...
    @property
    def dist(self) -> float:
        """Distance of the nearest points, negative when they penetrate; m."""
    @dist.setter
    def dist(self, value: float) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """Contact point, midway between the two surfaces; m, world frame."""
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def frame(self) -> npt.NDArray[np.float64]:
        """Axes row by row: the normal (from the first geom to the second), two tangents; 1,
        world frame.
        """
    @frame.setter
    def frame(self, value: npt.ArrayLike) -> None: ...
    @property
    def includemargin(self) -> float:
        """A contact is active while `dist` is below this; m."""
    @includemargin.setter
    def includemargin(self, value: float) -> None: ...
    @property
    def friction(self) -> npt.NDArray[np.float64]:
        """Coefficients of friction: two sliding, torsional, two rolling; 1 and m."""
    @friction.setter
    def friction(self, value: npt.ArrayLike) -> None: ...
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """Reference along the normal: time constant and damping ratio, if negative stiffness and
        damping; s and 1.
        """
    @solref.setter
    def solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def solreffriction(self) -> npt.NDArray[np.float64]:
        """Reference of friction, zeros for that of the normal; s and 1."""
    @solreffriction.setter
    def solreffriction(self, value: npt.ArrayLike) -> None: ...
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """Impedance: smallest, largest, width, midpoint, power; 1 and m."""
    @solimp.setter
    def solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def mu(self) -> float:
        """Friction of the regularized cone; 1."""
    @mu.setter
    def mu(self, value: float) -> None: ...
    @property
    def H(self) -> npt.NDArray[np.float64]:
        """Hessian of the cone; kg, contact frame."""
    @H.setter
    def H(self, value: npt.ArrayLike) -> None: ...
    @property
    def dim(self) -> int:
        """Dimensions of the contact space: 1, 3, 4 or 6."""
    @dim.setter
    def dim(self, value: int) -> None: ...
    @property
    def geom1(self) -> int:
        """First geom, the same as `geom[0]`."""
    @geom1.setter
    def geom1(self, value: int) -> None: ...
    @property
    def geom2(self) -> int:
        """Second geom, the same as `geom[1]`."""
    @geom2.setter
    def geom2(self, value: int) -> None: ...
    @property
    def geom(self) -> npt.NDArray[np.int32]:
        """Geoms, -1 for a flex."""
    @geom.setter
    def geom(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex(self) -> npt.NDArray[np.int32]:
        """Flexes, -1 for a geom."""
    @flex.setter
    def flex(self, value: npt.ArrayLike) -> None: ...
    @property
    def elem(self) -> npt.NDArray[np.int32]:
        """Flex elements, -1 for a geom or a flex vertex."""
    @elem.setter
    def elem(self, value: npt.ArrayLike) -> None: ...
    @property
    def vert(self) -> npt.NDArray[np.int32]:
        """Flex vertices, -1 for a geom or a flex element."""
    @vert.setter
    def vert(self, value: npt.ArrayLike) -> None: ...
    @property
    def exclude(self) -> int:
        """Why the contact adds no constraint: 0 it does, 1 in gap, 2 fused, 3 no dofs, 4
        passive.
        """
    @exclude.setter
    def exclude(self, value: int) -> None: ...
    @property
    def efc_address(self) -> int:
        """First row in `efc_*`, -1 if it has none."""
    @efc_address.setter
    def efc_address(self, value: int) -> None: ...

class _MjContactList:
    """All `mjContact` of the data."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int) -> MjContact: ...
    @overload
    def __getitem__(self, index: slice) -> _MjContactList: ...
    @property
    def dist(self) -> npt.NDArray[np.float64]:
        """Distance of the nearest points, negative when they penetrate; m.

        one entry per record
        """
    @dist.setter
    def dist(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """Contact point, midway between the two surfaces; m, world frame.

        one entry per record
        """
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def frame(self) -> npt.NDArray[np.float64]:
        """Axes row by row: the normal (from the first geom to the second), two tangents; 1,
        world frame.

        one entry per record
        """
    @frame.setter
    def frame(self, value: npt.ArrayLike) -> None: ...
    @property
    def includemargin(self) -> npt.NDArray[np.float64]:
        """A contact is active while `dist` is below this; m.

        one entry per record
        """
    @includemargin.setter
    def includemargin(self, value: npt.ArrayLike) -> None: ...
    @property
    def friction(self) -> npt.NDArray[np.float64]:
        """Coefficients of friction: two sliding, torsional, two rolling; 1 and m.

        one entry per record
        """
    @friction.setter
    def friction(self, value: npt.ArrayLike) -> None: ...
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """Reference along the normal: time constant and damping ratio, if negative stiffness and
        damping; s and 1.

        one entry per record
        """
    @solref.setter
    def solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def solreffriction(self) -> npt.NDArray[np.float64]:
        """Reference of friction, zeros for that of the normal; s and 1.

        one entry per record
        """
    @solreffriction.setter
    def solreffriction(self, value: npt.ArrayLike) -> None: ...
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """Impedance: smallest, largest, width, midpoint, power; 1 and m.

        one entry per record
        """
    @solimp.setter
    def solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def mu(self) -> npt.NDArray[np.float64]:
        """Friction of the regularized cone; 1.

        one entry per record
        """
    @mu.setter
    def mu(self, value: npt.ArrayLike) -> None: ...
    @property
    def H(self) -> npt.NDArray[np.float64]:
        """Hessian of the cone; kg, contact frame.

        one entry per record
        """
    @H.setter
    def H(self, value: npt.ArrayLike) -> None: ...
    @property
    def dim(self) -> npt.NDArray[np.int32]:
        """Dimensions of the contact space: 1, 3, 4 or 6.

        one entry per record
        """
    @dim.setter
    def dim(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom1(self) -> npt.NDArray[np.int32]:
        """First geom, the same as `geom[0]`.

        one entry per record
        """
    @geom1.setter
    def geom1(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom2(self) -> npt.NDArray[np.int32]:
        """Second geom, the same as `geom[1]`.

        one entry per record
        """
    @geom2.setter
    def geom2(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom(self) -> npt.NDArray[np.int32]:
        """Geoms, -1 for a flex.

        one entry per record
        """
    @geom.setter
    def geom(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex(self) -> npt.NDArray[np.int32]:
        """Flexes, -1 for a geom.

        one entry per record
        """
    @flex.setter
    def flex(self, value: npt.ArrayLike) -> None: ...
    @property
    def elem(self) -> npt.NDArray[np.int32]:
        """Flex elements, -1 for a geom or a flex vertex.

        one entry per record
        """
    @elem.setter
    def elem(self, value: npt.ArrayLike) -> None: ...
    @property
    def vert(self) -> npt.NDArray[np.int32]:
        """Flex vertices, -1 for a geom or a flex element.

        one entry per record
        """
    @vert.setter
    def vert(self, value: npt.ArrayLike) -> None: ...
    @property
    def exclude(self) -> npt.NDArray[np.int32]:
        """Why the contact adds no constraint: 0 it does, 1 in gap, 2 fused, 3 no dofs, 4
        passive.

        one entry per record
        """
    @exclude.setter
    def exclude(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_address(self) -> npt.NDArray[np.int32]:
        """First row in `efc_*`, -1 if it has none.

        one entry per record
        """
    @efc_address.setter
    def efc_address(self, value: npt.ArrayLike) -> None: ...

class MjWarningStat:
    """One `mjWarningStat`."""

    def __init__(self) -> None: ...
    @property
    def lastinfo(self) -> int:
        """What the last warning was about."""
    @lastinfo.setter
    def lastinfo(self, value: int) -> None: ...
    @property
    def number(self) -> int:
        """Times raised."""
    @number.setter
    def number(self, value: int) -> None: ...

class _MjWarningStatList:
    """All `mjWarningStat` of the data."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int) -> MjWarningStat: ...
    @overload
    def __getitem__(self, index: slice) -> _MjWarningStatList: ...
    @property
    def lastinfo(self) -> npt.NDArray[np.int32]:
        """What the last warning was about.

        one entry per record
        """
    @lastinfo.setter
    def lastinfo(self, value: npt.ArrayLike) -> None: ...
    @property
    def number(self) -> npt.NDArray[np.int32]:
        """Times raised.

        one entry per record
        """
    @number.setter
    def number(self, value: npt.ArrayLike) -> None: ...

class MjTimerStat:
    """One `mjTimerStat`."""

    def __init__(self) -> None: ...
    @property
    def duration(self) -> float:
        """Accumulated time, in the unit of the clock that measures it; any."""
    @duration.setter
    def duration(self, value: float) -> None: ...
    @property
    def number(self) -> int:
        """Times measured."""
    @number.setter
    def number(self, value: int) -> None: ...

class _MjTimerStatList:
    """All `mjTimerStat` of the data."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int) -> MjTimerStat: ...
    @overload
    def __getitem__(self, index: slice) -> _MjTimerStatList: ...
    @property
    def duration(self) -> npt.NDArray[np.float64]:
        """Accumulated time, in the unit of the clock that measures it; any.

        one entry per record
        """
    @duration.setter
    def duration(self, value: npt.ArrayLike) -> None: ...
    @property
    def number(self) -> npt.NDArray[np.int32]:
        """Times measured.

        one entry per record
        """
    @number.setter
    def number(self, value: npt.ArrayLike) -> None: ...

class MjSolverStat:
    """One `mjSolverStat`."""

    def __init__(self) -> None: ...
    @property
    def improvement(self) -> float:
        """Reduction of the cost, scaled by the inertia; 1."""
    @improvement.setter
    def improvement(self, value: float) -> None: ...
    @property
    def gradient(self) -> float:
        """Norm of the gradient, scaled by the inertia; 1."""
    @gradient.setter
    def gradient(self, value: float) -> None: ...
    @property
    def lineslope(self) -> float:
        """Slope of the cost where the line search ended, scaled by the inertia; 1."""
    @lineslope.setter
    def lineslope(self, value: float) -> None: ...
    @property
    def nactive(self) -> int:
        """Active constraints."""
    @nactive.setter
    def nactive(self, value: int) -> None: ...
    @property
    def nchange(self) -> int:
        """Constraints that changed state."""
    @nchange.setter
    def nchange(self, value: int) -> None: ...
    @property
    def neval(self) -> int:
        """Evaluations of the cost in the line search."""
    @neval.setter
    def neval(self, value: int) -> None: ...
    @property
    def nupdate(self) -> int:
        """Cholesky updates in the line search."""
    @nupdate.setter
    def nupdate(self, value: int) -> None: ...

class _MjSolverStatList:
    """All `mjSolverStat` of the data."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int) -> MjSolverStat: ...
    @overload
    def __getitem__(self, index: slice) -> _MjSolverStatList: ...
    @property
    def improvement(self) -> npt.NDArray[np.float64]:
        """Reduction of the cost, scaled by the inertia; 1.

        one entry per record
        """
    @improvement.setter
    def improvement(self, value: npt.ArrayLike) -> None: ...
    @property
    def gradient(self) -> npt.NDArray[np.float64]:
        """Norm of the gradient, scaled by the inertia; 1.

        one entry per record
        """
    @gradient.setter
    def gradient(self, value: npt.ArrayLike) -> None: ...
    @property
    def lineslope(self) -> npt.NDArray[np.float64]:
        """Slope of the cost where the line search ended, scaled by the inertia; 1.

        one entry per record
        """
    @lineslope.setter
    def lineslope(self, value: npt.ArrayLike) -> None: ...
    @property
    def nactive(self) -> npt.NDArray[np.int32]:
        """Active constraints.

        one entry per record
        """
    @nactive.setter
    def nactive(self, value: npt.ArrayLike) -> None: ...
    @property
    def nchange(self) -> npt.NDArray[np.int32]:
        """Constraints that changed state.

        one entry per record
        """
    @nchange.setter
    def nchange(self, value: npt.ArrayLike) -> None: ...
    @property
    def neval(self) -> npt.NDArray[np.int32]:
        """Evaluations of the cost in the line search.

        one entry per record
        """
    @neval.setter
    def neval(self, value: npt.ArrayLike) -> None: ...
    @property
    def nupdate(self) -> npt.NDArray[np.int32]:
        """Cholesky updates in the line search.

        one entry per record
        """
    @nupdate.setter
    def nupdate(self, value: npt.ArrayLike) -> None: ...

class _MjModelActuatorViews:
    """One actuator."""

    id: Final[int]
    name: Final[str]
    @property
    def trntype(self) -> npt.NDArray[np.int32]:
        """The part of `actuator_trntype` that belongs to the object."""
    @trntype.setter
    def trntype(self, value: npt.ArrayLike) -> None: ...
    @property
    def dyntype(self) -> npt.NDArray[np.int32]:
        """The part of `actuator_dyntype` that belongs to the object."""
    @dyntype.setter
    def dyntype(self, value: npt.ArrayLike) -> None: ...
    @property
    def gaintype(self) -> npt.NDArray[np.int32]:
        """The part of `actuator_gaintype` that belongs to the object."""
    @gaintype.setter
    def gaintype(self, value: npt.ArrayLike) -> None: ...
    @property
    def biastype(self) -> npt.NDArray[np.int32]:
        """The part of `actuator_biastype` that belongs to the object."""
    @biastype.setter
    def biastype(self, value: npt.ArrayLike) -> None: ...
    @property
    def trnid(self) -> npt.NDArray[np.int32]:
        """The part of `actuator_trnid` that belongs to the object."""
    @trnid.setter
    def trnid(self, value: npt.ArrayLike) -> None: ...
    @property
    def damping(self) -> npt.NDArray[np.float64]:
        """The part of `actuator_damping` that belongs to the object."""
    @damping.setter
    def damping(self, value: npt.ArrayLike) -> None: ...
    @property
    def dampingpoly(self) -> npt.NDArray[np.float64]:
        """The part of `actuator_dampingpoly` that belongs to the object."""
    @dampingpoly.setter
    def dampingpoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def armature(self) -> npt.NDArray[np.float64]:
        """The part of `actuator_armature` that belongs to the object."""
    @armature.setter
    def armature(self, value: npt.ArrayLike) -> None: ...
    @property
    def actadr(self) -> npt.NDArray[np.int32]:
        """The part of `actuator_actadr` that belongs to the object."""
    @actadr.setter
    def actadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def actnum(self) -> npt.NDArray[np.int32]:
        """The part of `actuator_actnum` that belongs to the object."""
    @actnum.setter
    def actnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def group(self) -> npt.NDArray[np.int32]:
        """The part of `actuator_group` that belongs to the object."""
    @group.setter
    def group(self, value: npt.ArrayLike) -> None: ...
    @property
    def history(self) -> npt.NDArray[np.int32]:
        """The part of `actuator_history` that belongs to the object."""
    @history.setter
    def history(self, value: npt.ArrayLike) -> None: ...
    @property
    def historyadr(self) -> npt.NDArray[np.int32]:
        """The part of `actuator_historyadr` that belongs to the object."""
    @historyadr.setter
    def historyadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def delay(self) -> npt.NDArray[np.float64]:
        """The part of `actuator_delay` that belongs to the object."""
    @delay.setter
    def delay(self, value: npt.ArrayLike) -> None: ...
    @property
    def ctrllimited(self) -> npt.NDArray[np.uint8]:
        """The part of `actuator_ctrllimited` that belongs to the object."""
    @ctrllimited.setter
    def ctrllimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def forcelimited(self) -> npt.NDArray[np.uint8]:
        """The part of `actuator_forcelimited` that belongs to the object."""
    @forcelimited.setter
    def forcelimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def actlimited(self) -> npt.NDArray[np.uint8]:
        """The part of `actuator_actlimited` that belongs to the object."""
    @actlimited.setter
    def actlimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def dynprm(self) -> npt.NDArray[np.float64]:
        """The part of `actuator_dynprm` that belongs to the object."""
    @dynprm.setter
    def dynprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def gainprm(self) -> npt.NDArray[np.float64]:
        """The part of `actuator_gainprm` that belongs to the object."""
    @gainprm.setter
    def gainprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def biasprm(self) -> npt.NDArray[np.float64]:
        """The part of `actuator_biasprm` that belongs to the object."""
    @biasprm.setter
    def biasprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def actearly(self) -> npt.NDArray[np.uint8]:
        """The part of `actuator_actearly` that belongs to the object."""
    @actearly.setter
    def actearly(self, value: npt.ArrayLike) -> None: ...
    @property
    def ctrlrange(self) -> npt.NDArray[np.float64]:
        """The part of `actuator_ctrlrange` that belongs to the object."""
    @ctrlrange.setter
    def ctrlrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def forcerange(self) -> npt.NDArray[np.float64]:
        """The part of `actuator_forcerange` that belongs to the object."""
    @forcerange.setter
    def forcerange(self, value: npt.ArrayLike) -> None: ...
    @property
    def actrange(self) -> npt.NDArray[np.float64]:
        """The part of `actuator_actrange` that belongs to the object."""
    @actrange.setter
    def actrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def gear(self) -> npt.NDArray[np.float64]:
        """The part of `actuator_gear` that belongs to the object."""
    @gear.setter
    def gear(self, value: npt.ArrayLike) -> None: ...
    @property
    def cranklength(self) -> npt.NDArray[np.float64]:
        """The part of `actuator_cranklength` that belongs to the object."""
    @cranklength.setter
    def cranklength(self, value: npt.ArrayLike) -> None: ...
    @property
    def acc0(self) -> npt.NDArray[np.float64]:
        """The part of `actuator_acc0` that belongs to the object."""
    @acc0.setter
    def acc0(self, value: npt.ArrayLike) -> None: ...
    @property
    def length0(self) -> npt.NDArray[np.float64]:
        """The part of `actuator_length0` that belongs to the object."""
    @length0.setter
    def length0(self, value: npt.ArrayLike) -> None: ...
    @property
    def lengthrange(self) -> npt.NDArray[np.float64]:
        """The part of `actuator_lengthrange` that belongs to the object."""
    @lengthrange.setter
    def lengthrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def user(self) -> npt.NDArray[np.float64]:
        """The part of `actuator_user` that belongs to the object."""
    @user.setter
    def user(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin(self) -> npt.NDArray[np.int32]:
        """The part of `actuator_plugin` that belongs to the object."""
    @plugin.setter
    def plugin(self, value: npt.ArrayLike) -> None: ...

class _MjDataActuatorViews:
    """One actuator."""

    id: Final[int]
    name: Final[str]
    @property
    def ctrl(self) -> npt.NDArray[np.float64]:
        """The part of `ctrl` that belongs to the object."""
    @ctrl.setter
    def ctrl(self, value: npt.ArrayLike) -> None: ...
    @property
    def length(self) -> npt.NDArray[np.float64]:
        """The part of `actuator_length` that belongs to the object."""
    @length.setter
    def length(self, value: npt.ArrayLike) -> None: ...
    @property
    def velocity(self) -> npt.NDArray[np.float64]:
        """The part of `actuator_velocity` that belongs to the object."""
    @velocity.setter
    def velocity(self, value: npt.ArrayLike) -> None: ...
    @property
    def force(self) -> npt.NDArray[np.float64]:
        """The part of `actuator_force` that belongs to the object."""
    @force.setter
    def force(self, value: npt.ArrayLike) -> None: ...
    @property
    def moment(self) -> npt.NDArray[np.float64]:
        """The row of `actuator_moment`, as a dense copy."""

class _MjModelBodyViews:
    """One body."""

    id: Final[int]
    name: Final[str]
    @property
    def parentid(self) -> npt.NDArray[np.int32]:
        """The part of `body_parentid` that belongs to the object."""
    @parentid.setter
    def parentid(self, value: npt.ArrayLike) -> None: ...
    @property
    def rootid(self) -> npt.NDArray[np.int32]:
        """The part of `body_rootid` that belongs to the object."""
    @rootid.setter
    def rootid(self, value: npt.ArrayLike) -> None: ...
    @property
    def weldid(self) -> npt.NDArray[np.int32]:
        """The part of `body_weldid` that belongs to the object."""
    @weldid.setter
    def weldid(self, value: npt.ArrayLike) -> None: ...
    @property
    def mocapid(self) -> npt.NDArray[np.int32]:
        """The part of `body_mocapid` that belongs to the object."""
    @mocapid.setter
    def mocapid(self, value: npt.ArrayLike) -> None: ...
    @property
    def jntnum(self) -> npt.NDArray[np.int32]:
        """The part of `body_jntnum` that belongs to the object."""
    @jntnum.setter
    def jntnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def jntadr(self) -> npt.NDArray[np.int32]:
        """The part of `body_jntadr` that belongs to the object."""
    @jntadr.setter
    def jntadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def dofnum(self) -> npt.NDArray[np.int32]:
        """The part of `body_dofnum` that belongs to the object."""
    @dofnum.setter
    def dofnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def dofadr(self) -> npt.NDArray[np.int32]:
        """The part of `body_dofadr` that belongs to the object."""
    @dofadr.setter
    def dofadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def treeid(self) -> npt.NDArray[np.int32]:
        """The part of `body_treeid` that belongs to the object."""
    @treeid.setter
    def treeid(self, value: npt.ArrayLike) -> None: ...
    @property
    def geomnum(self) -> npt.NDArray[np.int32]:
        """The part of `body_geomnum` that belongs to the object."""
    @geomnum.setter
    def geomnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def geomadr(self) -> npt.NDArray[np.int32]:
        """The part of `body_geomadr` that belongs to the object."""
    @geomadr.setter
    def geomadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def simple(self) -> npt.NDArray[np.uint8]:
        """The part of `body_simple` that belongs to the object."""
    @simple.setter
    def simple(self, value: npt.ArrayLike) -> None: ...
    @property
    def sameframe(self) -> npt.NDArray[np.uint8]:
        """The part of `body_sameframe` that belongs to the object."""
    @sameframe.setter
    def sameframe(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """The part of `body_pos` that belongs to the object."""
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """The part of `body_quat` that belongs to the object."""
    @quat.setter
    def quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def ipos(self) -> npt.NDArray[np.float64]:
        """The part of `body_ipos` that belongs to the object."""
    @ipos.setter
    def ipos(self, value: npt.ArrayLike) -> None: ...
    @property
    def iquat(self) -> npt.NDArray[np.float64]:
        """The part of `body_iquat` that belongs to the object."""
    @iquat.setter
    def iquat(self, value: npt.ArrayLike) -> None: ...
    @property
    def mass(self) -> npt.NDArray[np.float64]:
        """The part of `body_mass` that belongs to the object."""
    @mass.setter
    def mass(self, value: npt.ArrayLike) -> None: ...
    @property
    def subtreemass(self) -> npt.NDArray[np.float64]:
        """The part of `body_subtreemass` that belongs to the object."""
    @subtreemass.setter
    def subtreemass(self, value: npt.ArrayLike) -> None: ...
    @property
    def inertia(self) -> npt.NDArray[np.float64]:
        """The part of `body_inertia` that belongs to the object."""
    @inertia.setter
    def inertia(self, value: npt.ArrayLike) -> None: ...
    @property
    def invweight0(self) -> npt.NDArray[np.float64]:
        """The part of `body_invweight0` that belongs to the object."""
    @invweight0.setter
    def invweight0(self, value: npt.ArrayLike) -> None: ...
    @property
    def gravcomp(self) -> npt.NDArray[np.float64]:
        """The part of `body_gravcomp` that belongs to the object."""
    @gravcomp.setter
    def gravcomp(self, value: npt.ArrayLike) -> None: ...
    @property
    def margin(self) -> npt.NDArray[np.float64]:
        """The part of `body_margin` that belongs to the object."""
    @margin.setter
    def margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def user(self) -> npt.NDArray[np.float64]:
        """The part of `body_user` that belongs to the object."""
    @user.setter
    def user(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin(self) -> npt.NDArray[np.int32]:
        """The part of `body_plugin` that belongs to the object."""
    @plugin.setter
    def plugin(self, value: npt.ArrayLike) -> None: ...
    @property
    def contype(self) -> npt.NDArray[np.int32]:
        """The part of `body_contype` that belongs to the object."""
    @contype.setter
    def contype(self, value: npt.ArrayLike) -> None: ...
    @property
    def conaffinity(self) -> npt.NDArray[np.int32]:
        """The part of `body_conaffinity` that belongs to the object."""
    @conaffinity.setter
    def conaffinity(self, value: npt.ArrayLike) -> None: ...
    @property
    def bvhadr(self) -> npt.NDArray[np.int32]:
        """The part of `body_bvhadr` that belongs to the object."""
    @bvhadr.setter
    def bvhadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def bvhnum(self) -> npt.NDArray[np.int32]:
        """The part of `body_bvhnum` that belongs to the object."""
    @bvhnum.setter
    def bvhnum(self, value: npt.ArrayLike) -> None: ...

class _MjDataBodyViews:
    """One body."""

    id: Final[int]
    name: Final[str]
    @property
    def xfrc_applied(self) -> npt.NDArray[np.float64]:
        """The part of `xfrc_applied` that belongs to the object."""
    @xfrc_applied.setter
    def xfrc_applied(self, value: npt.ArrayLike) -> None: ...
    @property
    def xpos(self) -> npt.NDArray[np.float64]:
        """The part of `xpos` that belongs to the object."""
    @xpos.setter
    def xpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def xquat(self) -> npt.NDArray[np.float64]:
        """The part of `xquat` that belongs to the object."""
    @xquat.setter
    def xquat(self, value: npt.ArrayLike) -> None: ...
    @property
    def xmat(self) -> npt.NDArray[np.float64]:
        """The part of `xmat` that belongs to the object."""
    @xmat.setter
    def xmat(self, value: npt.ArrayLike) -> None: ...
    @property
    def xipos(self) -> npt.NDArray[np.float64]:
        """The part of `xipos` that belongs to the object."""
    @xipos.setter
    def xipos(self, value: npt.ArrayLike) -> None: ...
    @property
    def ximat(self) -> npt.NDArray[np.float64]:
        """The part of `ximat` that belongs to the object."""
    @ximat.setter
    def ximat(self, value: npt.ArrayLike) -> None: ...
    @property
    def subtree_com(self) -> npt.NDArray[np.float64]:
        """The part of `subtree_com` that belongs to the object."""
    @subtree_com.setter
    def subtree_com(self, value: npt.ArrayLike) -> None: ...
    @property
    def cinert(self) -> npt.NDArray[np.float64]:
        """The part of `cinert` that belongs to the object."""
    @cinert.setter
    def cinert(self, value: npt.ArrayLike) -> None: ...
    @property
    def crb(self) -> npt.NDArray[np.float64]:
        """The part of `crb` that belongs to the object."""
    @crb.setter
    def crb(self, value: npt.ArrayLike) -> None: ...
    @property
    def awake(self) -> npt.NDArray[np.int32]:
        """The part of `body_awake` that belongs to the object."""
    @awake.setter
    def awake(self, value: npt.ArrayLike) -> None: ...
    @property
    def cvel(self) -> npt.NDArray[np.float64]:
        """The part of `cvel` that belongs to the object."""
    @cvel.setter
    def cvel(self, value: npt.ArrayLike) -> None: ...
    @property
    def subtree_linvel(self) -> npt.NDArray[np.float64]:
        """The part of `subtree_linvel` that belongs to the object."""
    @subtree_linvel.setter
    def subtree_linvel(self, value: npt.ArrayLike) -> None: ...
    @property
    def subtree_angmom(self) -> npt.NDArray[np.float64]:
        """The part of `subtree_angmom` that belongs to the object."""
    @subtree_angmom.setter
    def subtree_angmom(self, value: npt.ArrayLike) -> None: ...
    @property
    def cacc(self) -> npt.NDArray[np.float64]:
        """The part of `cacc` that belongs to the object."""
    @cacc.setter
    def cacc(self, value: npt.ArrayLike) -> None: ...
    @property
    def cfrc_int(self) -> npt.NDArray[np.float64]:
        """The part of `cfrc_int` that belongs to the object."""
    @cfrc_int.setter
    def cfrc_int(self, value: npt.ArrayLike) -> None: ...
    @property
    def cfrc_ext(self) -> npt.NDArray[np.float64]:
        """The part of `cfrc_ext` that belongs to the object."""
    @cfrc_ext.setter
    def cfrc_ext(self, value: npt.ArrayLike) -> None: ...

class _MjModelCameraViews:
    """One camera."""

    id: Final[int]
    name: Final[str]
    @property
    def mode(self) -> npt.NDArray[np.int32]:
        """The part of `cam_mode` that belongs to the object."""
    @mode.setter
    def mode(self, value: npt.ArrayLike) -> None: ...
    @property
    def bodyid(self) -> npt.NDArray[np.int32]:
        """The part of `cam_bodyid` that belongs to the object."""
    @bodyid.setter
    def bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def targetbodyid(self) -> npt.NDArray[np.int32]:
        """The part of `cam_targetbodyid` that belongs to the object."""
    @targetbodyid.setter
    def targetbodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """The part of `cam_pos` that belongs to the object."""
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """The part of `cam_quat` that belongs to the object."""
    @quat.setter
    def quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def poscom0(self) -> npt.NDArray[np.float64]:
        """The part of `cam_poscom0` that belongs to the object."""
    @poscom0.setter
    def poscom0(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos0(self) -> npt.NDArray[np.float64]:
        """The part of `cam_pos0` that belongs to the object."""
    @pos0.setter
    def pos0(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat0(self) -> npt.NDArray[np.float64]:
        """The part of `cam_mat0` that belongs to the object."""
    @mat0.setter
    def mat0(self, value: npt.ArrayLike) -> None: ...
    @property
    def projection(self) -> npt.NDArray[np.int32]:
        """The part of `cam_projection` that belongs to the object."""
    @projection.setter
    def projection(self, value: npt.ArrayLike) -> None: ...
    @property
    def fovy(self) -> npt.NDArray[np.float64]:
        """The part of `cam_fovy` that belongs to the object."""
    @fovy.setter
    def fovy(self, value: npt.ArrayLike) -> None: ...
    @property
    def ipd(self) -> npt.NDArray[np.float64]:
        """The part of `cam_ipd` that belongs to the object."""
    @ipd.setter
    def ipd(self, value: npt.ArrayLike) -> None: ...
    @property
    def resolution(self) -> npt.NDArray[np.int32]:
        """The part of `cam_resolution` that belongs to the object."""
    @resolution.setter
    def resolution(self, value: npt.ArrayLike) -> None: ...
    @property
    def output(self) -> npt.NDArray[np.int32]:
        """The part of `cam_output` that belongs to the object."""
    @output.setter
    def output(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensorsize(self) -> npt.NDArray[np.float32]:
        """The part of `cam_sensorsize` that belongs to the object."""
    @sensorsize.setter
    def sensorsize(self, value: npt.ArrayLike) -> None: ...
    @property
    def intrinsic(self) -> npt.NDArray[np.float32]:
        """The part of `cam_intrinsic` that belongs to the object."""
    @intrinsic.setter
    def intrinsic(self, value: npt.ArrayLike) -> None: ...
    @property
    def user(self) -> npt.NDArray[np.float64]:
        """The part of `cam_user` that belongs to the object."""
    @user.setter
    def user(self, value: npt.ArrayLike) -> None: ...

class _MjDataCameraViews:
    """One camera."""

    id: Final[int]
    name: Final[str]
    @property
    def xpos(self) -> npt.NDArray[np.float64]:
        """The part of `cam_xpos` that belongs to the object."""
    @xpos.setter
    def xpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def xmat(self) -> npt.NDArray[np.float64]:
        """The part of `cam_xmat` that belongs to the object."""
    @xmat.setter
    def xmat(self, value: npt.ArrayLike) -> None: ...

class _MjModelEqualityViews:
    """One equality."""

    id: Final[int]
    name: Final[str]
    @property
    def type(self) -> npt.NDArray[np.int32]:
        """The part of `eq_type` that belongs to the object."""
    @type.setter
    def type(self, value: npt.ArrayLike) -> None: ...
    @property
    def obj1id(self) -> npt.NDArray[np.int32]:
        """The part of `eq_obj1id` that belongs to the object."""
    @obj1id.setter
    def obj1id(self, value: npt.ArrayLike) -> None: ...
    @property
    def obj2id(self) -> npt.NDArray[np.int32]:
        """The part of `eq_obj2id` that belongs to the object."""
    @obj2id.setter
    def obj2id(self, value: npt.ArrayLike) -> None: ...
    @property
    def objtype(self) -> npt.NDArray[np.int32]:
        """The part of `eq_objtype` that belongs to the object."""
    @objtype.setter
    def objtype(self, value: npt.ArrayLike) -> None: ...
    @property
    def active0(self) -> npt.NDArray[np.uint8]:
        """The part of `eq_active0` that belongs to the object."""
    @active0.setter
    def active0(self, value: npt.ArrayLike) -> None: ...
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """The part of `eq_solref` that belongs to the object."""
    @solref.setter
    def solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """The part of `eq_solimp` that belongs to the object."""
    @solimp.setter
    def solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def data(self) -> npt.NDArray[np.float64]:
        """The part of `eq_data` that belongs to the object."""
    @data.setter
    def data(self, value: npt.ArrayLike) -> None: ...

class _MjModelExcludeViews:
    """One exclude."""

    id: Final[int]
    name: Final[str]
    @property
    def signature(self) -> npt.NDArray[np.int32]:
        """The part of `exclude_signature` that belongs to the object."""
    @signature.setter
    def signature(self, value: npt.ArrayLike) -> None: ...

class _MjModelGeomViews:
    """One geom."""

    id: Final[int]
    name: Final[str]
    @property
    def type(self) -> npt.NDArray[np.int32]:
        """The part of `geom_type` that belongs to the object."""
    @type.setter
    def type(self, value: npt.ArrayLike) -> None: ...
    @property
    def contype(self) -> npt.NDArray[np.int32]:
        """The part of `geom_contype` that belongs to the object."""
    @contype.setter
    def contype(self, value: npt.ArrayLike) -> None: ...
    @property
    def conaffinity(self) -> npt.NDArray[np.int32]:
        """The part of `geom_conaffinity` that belongs to the object."""
    @conaffinity.setter
    def conaffinity(self, value: npt.ArrayLike) -> None: ...
    @property
    def condim(self) -> npt.NDArray[np.int32]:
        """The part of `geom_condim` that belongs to the object."""
    @condim.setter
    def condim(self, value: npt.ArrayLike) -> None: ...
    @property
    def bodyid(self) -> npt.NDArray[np.int32]:
        """The part of `geom_bodyid` that belongs to the object."""
    @bodyid.setter
    def bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def dataid(self) -> npt.NDArray[np.int32]:
        """The part of `geom_dataid` that belongs to the object."""
    @dataid.setter
    def dataid(self, value: npt.ArrayLike) -> None: ...
    @property
    def matid(self) -> npt.NDArray[np.int32]:
        """The part of `geom_matid` that belongs to the object."""
    @matid.setter
    def matid(self, value: npt.ArrayLike) -> None: ...
    @property
    def group(self) -> npt.NDArray[np.int32]:
        """The part of `geom_group` that belongs to the object."""
    @group.setter
    def group(self, value: npt.ArrayLike) -> None: ...
    @property
    def priority(self) -> npt.NDArray[np.int32]:
        """The part of `geom_priority` that belongs to the object."""
    @priority.setter
    def priority(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin(self) -> npt.NDArray[np.int32]:
        """The part of `geom_plugin` that belongs to the object."""
    @plugin.setter
    def plugin(self, value: npt.ArrayLike) -> None: ...
    @property
    def sameframe(self) -> npt.NDArray[np.uint8]:
        """The part of `geom_sameframe` that belongs to the object."""
    @sameframe.setter
    def sameframe(self, value: npt.ArrayLike) -> None: ...
    @property
    def solmix(self) -> npt.NDArray[np.float64]:
        """The part of `geom_solmix` that belongs to the object."""
    @solmix.setter
    def solmix(self, value: npt.ArrayLike) -> None: ...
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """The part of `geom_solref` that belongs to the object."""
    @solref.setter
    def solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """The part of `geom_solimp` that belongs to the object."""
    @solimp.setter
    def solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def size(self) -> npt.NDArray[np.float64]:
        """The part of `geom_size` that belongs to the object."""
    @size.setter
    def size(self, value: npt.ArrayLike) -> None: ...
    @property
    def aabb(self) -> npt.NDArray[np.float64]:
        """The part of `geom_aabb` that belongs to the object."""
    @aabb.setter
    def aabb(self, value: npt.ArrayLike) -> None: ...
    @property
    def rbound(self) -> npt.NDArray[np.float64]:
        """The part of `geom_rbound` that belongs to the object."""
    @rbound.setter
    def rbound(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """The part of `geom_pos` that belongs to the object."""
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """The part of `geom_quat` that belongs to the object."""
    @quat.setter
    def quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def friction(self) -> npt.NDArray[np.float64]:
        """The part of `geom_friction` that belongs to the object."""
    @friction.setter
    def friction(self, value: npt.ArrayLike) -> None: ...
    @property
    def margin(self) -> npt.NDArray[np.float64]:
        """The part of `geom_margin` that belongs to the object."""
    @margin.setter
    def margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def gap(self) -> npt.NDArray[np.float64]:
        """The part of `geom_gap` that belongs to the object."""
    @gap.setter
    def gap(self, value: npt.ArrayLike) -> None: ...
    @property
    def fluid(self) -> npt.NDArray[np.float64]:
        """The part of `geom_fluid` that belongs to the object."""
    @fluid.setter
    def fluid(self, value: npt.ArrayLike) -> None: ...
    @property
    def user(self) -> npt.NDArray[np.float64]:
        """The part of `geom_user` that belongs to the object."""
    @user.setter
    def user(self, value: npt.ArrayLike) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """The part of `geom_rgba` that belongs to the object."""
    @rgba.setter
    def rgba(self, value: npt.ArrayLike) -> None: ...

class _MjDataGeomViews:
    """One geom."""

    id: Final[int]
    name: Final[str]
    @property
    def xpos(self) -> npt.NDArray[np.float64]:
        """The part of `geom_xpos` that belongs to the object."""
    @xpos.setter
    def xpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def xmat(self) -> npt.NDArray[np.float64]:
        """The part of `geom_xmat` that belongs to the object."""
    @xmat.setter
    def xmat(self, value: npt.ArrayLike) -> None: ...

class _MjModelHfieldViews:
    """One hfield."""

    id: Final[int]
    name: Final[str]
    @property
    def size(self) -> npt.NDArray[np.float64]:
        """The part of `hfield_size` that belongs to the object."""
    @size.setter
    def size(self, value: npt.ArrayLike) -> None: ...
    @property
    def nrow(self) -> npt.NDArray[np.int32]:
        """The part of `hfield_nrow` that belongs to the object."""
    @nrow.setter
    def nrow(self, value: npt.ArrayLike) -> None: ...
    @property
    def ncol(self) -> npt.NDArray[np.int32]:
        """The part of `hfield_ncol` that belongs to the object."""
    @ncol.setter
    def ncol(self, value: npt.ArrayLike) -> None: ...
    @property
    def adr(self) -> npt.NDArray[np.int32]:
        """The part of `hfield_adr` that belongs to the object."""
    @adr.setter
    def adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def data(self) -> npt.NDArray[np.float32]:
        """The part of `hfield_data` that belongs to the object."""
    @data.setter
    def data(self, value: npt.ArrayLike) -> None: ...
    @property
    def pathadr(self) -> npt.NDArray[np.int32]:
        """The part of `hfield_pathadr` that belongs to the object."""
    @pathadr.setter
    def pathadr(self, value: npt.ArrayLike) -> None: ...

class _MjModelJointViews:
    """One joint."""

    id: Final[int]
    name: Final[str]
    @property
    def qpos0(self) -> npt.NDArray[np.float64]:
        """The part of `qpos0` that belongs to the object."""
    @qpos0.setter
    def qpos0(self, value: npt.ArrayLike) -> None: ...
    @property
    def qpos_spring(self) -> npt.NDArray[np.float64]:
        """The part of `qpos_spring` that belongs to the object."""
    @qpos_spring.setter
    def qpos_spring(self, value: npt.ArrayLike) -> None: ...
    @property
    def type(self) -> npt.NDArray[np.int32]:
        """The part of `jnt_type` that belongs to the object."""
    @type.setter
    def type(self, value: npt.ArrayLike) -> None: ...
    @property
    def qposadr(self) -> npt.NDArray[np.int32]:
        """The part of `jnt_qposadr` that belongs to the object."""
    @qposadr.setter
    def qposadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def dofadr(self) -> npt.NDArray[np.int32]:
        """The part of `jnt_dofadr` that belongs to the object."""
    @dofadr.setter
    def dofadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def bodyid(self) -> npt.NDArray[np.int32]:
        """The part of `dof_bodyid` that belongs to the object."""
    @bodyid.setter
    def bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuatorid(self) -> npt.NDArray[np.int32]:
        """The part of `jnt_actuatorid` that belongs to the object."""
    @actuatorid.setter
    def actuatorid(self, value: npt.ArrayLike) -> None: ...
    @property
    def group(self) -> npt.NDArray[np.int32]:
        """The part of `jnt_group` that belongs to the object."""
    @group.setter
    def group(self, value: npt.ArrayLike) -> None: ...
    @property
    def limited(self) -> npt.NDArray[np.uint8]:
        """The part of `jnt_limited` that belongs to the object."""
    @limited.setter
    def limited(self, value: npt.ArrayLike) -> None: ...
    @property
    def actfrclimited(self) -> npt.NDArray[np.uint8]:
        """The part of `jnt_actfrclimited` that belongs to the object."""
    @actfrclimited.setter
    def actfrclimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def actgravcomp(self) -> npt.NDArray[np.uint8]:
        """The part of `jnt_actgravcomp` that belongs to the object."""
    @actgravcomp.setter
    def actgravcomp(self, value: npt.ArrayLike) -> None: ...
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """The part of `jnt_solref` that belongs to the object."""
    @solref.setter
    def solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """The part of `jnt_solimp` that belongs to the object."""
    @solimp.setter
    def solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """The part of `jnt_pos` that belongs to the object."""
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def axis(self) -> npt.NDArray[np.float64]:
        """The part of `jnt_axis` that belongs to the object."""
    @axis.setter
    def axis(self, value: npt.ArrayLike) -> None: ...
    @property
    def stiffness(self) -> npt.NDArray[np.float64]:
        """The part of `jnt_stiffness` that belongs to the object."""
    @stiffness.setter
    def stiffness(self, value: npt.ArrayLike) -> None: ...
    @property
    def stiffnesspoly(self) -> npt.NDArray[np.float64]:
        """The part of `jnt_stiffnesspoly` that belongs to the object."""
    @stiffnesspoly.setter
    def stiffnesspoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def range(self) -> npt.NDArray[np.float64]:
        """The part of `jnt_range` that belongs to the object."""
    @range.setter
    def range(self, value: npt.ArrayLike) -> None: ...
    @property
    def actfrcrange(self) -> npt.NDArray[np.float64]:
        """The part of `jnt_actfrcrange` that belongs to the object."""
    @actfrcrange.setter
    def actfrcrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def margin(self) -> npt.NDArray[np.float64]:
        """The part of `jnt_margin` that belongs to the object."""
    @margin.setter
    def margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def user(self) -> npt.NDArray[np.float64]:
        """The part of `jnt_user` that belongs to the object."""
    @user.setter
    def user(self, value: npt.ArrayLike) -> None: ...
    @property
    def jntid(self) -> npt.NDArray[np.int32]:
        """The part of `dof_jntid` that belongs to the object."""
    @jntid.setter
    def jntid(self, value: npt.ArrayLike) -> None: ...
    @property
    def parentid(self) -> npt.NDArray[np.int32]:
        """The part of `dof_parentid` that belongs to the object."""
    @parentid.setter
    def parentid(self, value: npt.ArrayLike) -> None: ...
    @property
    def treeid(self) -> npt.NDArray[np.int32]:
        """The part of `dof_treeid` that belongs to the object."""
    @treeid.setter
    def treeid(self, value: npt.ArrayLike) -> None: ...
    @property
    def Madr(self) -> npt.NDArray[np.int32]:
        """The part of `dof_Madr` that belongs to the object."""
    @Madr.setter
    def Madr(self, value: npt.ArrayLike) -> None: ...
    @property
    def simplenum(self) -> npt.NDArray[np.int32]:
        """The part of `dof_simplenum` that belongs to the object."""
    @simplenum.setter
    def simplenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def frictionloss(self) -> npt.NDArray[np.float64]:
        """The part of `dof_frictionloss` that belongs to the object."""
    @frictionloss.setter
    def frictionloss(self, value: npt.ArrayLike) -> None: ...
    @property
    def armature(self) -> npt.NDArray[np.float64]:
        """The part of `dof_armature` that belongs to the object."""
    @armature.setter
    def armature(self, value: npt.ArrayLike) -> None: ...
    @property
    def damping(self) -> npt.NDArray[np.float64]:
        """The part of `dof_damping` that belongs to the object."""
    @damping.setter
    def damping(self, value: npt.ArrayLike) -> None: ...
    @property
    def dampingpoly(self) -> npt.NDArray[np.float64]:
        """The part of `dof_dampingpoly` that belongs to the object."""
    @dampingpoly.setter
    def dampingpoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def invweight0(self) -> npt.NDArray[np.float64]:
        """The part of `dof_invweight0` that belongs to the object."""
    @invweight0.setter
    def invweight0(self, value: npt.ArrayLike) -> None: ...
    @property
    def M0(self) -> npt.NDArray[np.float64]:
        """The part of `dof_M0` that belongs to the object."""
    @M0.setter
    def M0(self, value: npt.ArrayLike) -> None: ...
    @property
    def length(self) -> npt.NDArray[np.float64]:
        """The part of `dof_length` that belongs to the object."""
    @length.setter
    def length(self, value: npt.ArrayLike) -> None: ...

class _MjDataJointViews:
    """One joint."""

    id: Final[int]
    name: Final[str]
    @property
    def qpos(self) -> npt.NDArray[np.float64]:
        """The part of `qpos` that belongs to the object."""
    @qpos.setter
    def qpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def qvel(self) -> npt.NDArray[np.float64]:
        """The part of `qvel` that belongs to the object."""
    @qvel.setter
    def qvel(self, value: npt.ArrayLike) -> None: ...
    @property
    def qacc_warmstart(self) -> npt.NDArray[np.float64]:
        """The part of `qacc_warmstart` that belongs to the object."""
    @qacc_warmstart.setter
    def qacc_warmstart(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_applied(self) -> npt.NDArray[np.float64]:
        """The part of `qfrc_applied` that belongs to the object."""
    @qfrc_applied.setter
    def qfrc_applied(self, value: npt.ArrayLike) -> None: ...
    @property
    def qacc(self) -> npt.NDArray[np.float64]:
        """The part of `qacc` that belongs to the object."""
    @qacc.setter
    def qacc(self, value: npt.ArrayLike) -> None: ...
    @property
    def xanchor(self) -> npt.NDArray[np.float64]:
        """The part of `xanchor` that belongs to the object."""
    @xanchor.setter
    def xanchor(self, value: npt.ArrayLike) -> None: ...
    @property
    def xaxis(self) -> npt.NDArray[np.float64]:
        """The part of `xaxis` that belongs to the object."""
    @xaxis.setter
    def xaxis(self, value: npt.ArrayLike) -> None: ...
    @property
    def cdof(self) -> npt.NDArray[np.float64]:
        """The part of `cdof` that belongs to the object."""
    @cdof.setter
    def cdof(self, value: npt.ArrayLike) -> None: ...
    @property
    def qLDiagInv(self) -> npt.NDArray[np.float64]:
        """The part of `qLDiagInv` that belongs to the object."""
    @qLDiagInv.setter
    def qLDiagInv(self, value: npt.ArrayLike) -> None: ...
    @property
    def cdof_dot(self) -> npt.NDArray[np.float64]:
        """The part of `cdof_dot` that belongs to the object."""
    @cdof_dot.setter
    def cdof_dot(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_bias(self) -> npt.NDArray[np.float64]:
        """The part of `qfrc_bias` that belongs to the object."""
    @qfrc_bias.setter
    def qfrc_bias(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_spring(self) -> npt.NDArray[np.float64]:
        """The part of `qfrc_spring` that belongs to the object."""
    @qfrc_spring.setter
    def qfrc_spring(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_damper(self) -> npt.NDArray[np.float64]:
        """The part of `qfrc_damper` that belongs to the object."""
    @qfrc_damper.setter
    def qfrc_damper(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_gravcomp(self) -> npt.NDArray[np.float64]:
        """The part of `qfrc_gravcomp` that belongs to the object."""
    @qfrc_gravcomp.setter
    def qfrc_gravcomp(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_fluid(self) -> npt.NDArray[np.float64]:
        """The part of `qfrc_fluid` that belongs to the object."""
    @qfrc_fluid.setter
    def qfrc_fluid(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_passive(self) -> npt.NDArray[np.float64]:
        """The part of `qfrc_passive` that belongs to the object."""
    @qfrc_passive.setter
    def qfrc_passive(self, value: npt.ArrayLike) -> None: ...
    @property
    def qHDiagInv(self) -> npt.NDArray[np.float64]:
        """The part of `qHDiagInv` that belongs to the object."""
    @qHDiagInv.setter
    def qHDiagInv(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_actuator(self) -> npt.NDArray[np.float64]:
        """The part of `qfrc_actuator` that belongs to the object."""
    @qfrc_actuator.setter
    def qfrc_actuator(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_smooth(self) -> npt.NDArray[np.float64]:
        """The part of `qfrc_smooth` that belongs to the object."""
    @qfrc_smooth.setter
    def qfrc_smooth(self, value: npt.ArrayLike) -> None: ...
    @property
    def qacc_smooth(self) -> npt.NDArray[np.float64]:
        """The part of `qacc_smooth` that belongs to the object."""
    @qacc_smooth.setter
    def qacc_smooth(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_constraint(self) -> npt.NDArray[np.float64]:
        """The part of `qfrc_constraint` that belongs to the object."""
    @qfrc_constraint.setter
    def qfrc_constraint(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_inverse(self) -> npt.NDArray[np.float64]:
        """The part of `qfrc_inverse` that belongs to the object."""
    @qfrc_inverse.setter
    def qfrc_inverse(self, value: npt.ArrayLike) -> None: ...
    @property
    def island(self) -> npt.NDArray[np.int32]:
        """The part of `dof_island` that belongs to the object."""
    @island.setter
    def island(self, value: npt.ArrayLike) -> None: ...

class _MjModelKeyframeViews:
    """One keyframe."""

    id: Final[int]
    name: Final[str]
    @property
    def time(self) -> npt.NDArray[np.float64]:
        """The part of `key_time` that belongs to the object."""
    @time.setter
    def time(self, value: npt.ArrayLike) -> None: ...
    @property
    def qpos(self) -> npt.NDArray[np.float64]:
        """The part of `key_qpos` that belongs to the object."""
    @qpos.setter
    def qpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def qvel(self) -> npt.NDArray[np.float64]:
        """The part of `key_qvel` that belongs to the object."""
    @qvel.setter
    def qvel(self, value: npt.ArrayLike) -> None: ...
    @property
    def act(self) -> npt.NDArray[np.float64]:
        """The part of `key_act` that belongs to the object."""
    @act.setter
    def act(self, value: npt.ArrayLike) -> None: ...
    @property
    def mpos(self) -> npt.NDArray[np.float64]:
        """The part of `key_mpos` that belongs to the object."""
    @mpos.setter
    def mpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def mquat(self) -> npt.NDArray[np.float64]:
        """The part of `key_mquat` that belongs to the object."""
    @mquat.setter
    def mquat(self, value: npt.ArrayLike) -> None: ...
    @property
    def ctrl(self) -> npt.NDArray[np.float64]:
        """The part of `key_ctrl` that belongs to the object."""
    @ctrl.setter
    def ctrl(self, value: npt.ArrayLike) -> None: ...

class _MjModelLightViews:
    """One light."""

    id: Final[int]
    name: Final[str]
    @property
    def mode(self) -> npt.NDArray[np.int32]:
        """The part of `light_mode` that belongs to the object."""
    @mode.setter
    def mode(self, value: npt.ArrayLike) -> None: ...
    @property
    def bodyid(self) -> npt.NDArray[np.int32]:
        """The part of `light_bodyid` that belongs to the object."""
    @bodyid.setter
    def bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def targetbodyid(self) -> npt.NDArray[np.int32]:
        """The part of `light_targetbodyid` that belongs to the object."""
    @targetbodyid.setter
    def targetbodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def type(self) -> npt.NDArray[np.int32]:
        """The part of `light_type` that belongs to the object."""
    @type.setter
    def type(self, value: npt.ArrayLike) -> None: ...
    @property
    def texid(self) -> npt.NDArray[np.int32]:
        """The part of `light_texid` that belongs to the object."""
    @texid.setter
    def texid(self, value: npt.ArrayLike) -> None: ...
    @property
    def castshadow(self) -> npt.NDArray[np.uint8]:
        """The part of `light_castshadow` that belongs to the object."""
    @castshadow.setter
    def castshadow(self, value: npt.ArrayLike) -> None: ...
    @property
    def bulbradius(self) -> npt.NDArray[np.float32]:
        """The part of `light_bulbradius` that belongs to the object."""
    @bulbradius.setter
    def bulbradius(self, value: npt.ArrayLike) -> None: ...
    @property
    def intensity(self) -> npt.NDArray[np.float32]:
        """The part of `light_intensity` that belongs to the object."""
    @intensity.setter
    def intensity(self, value: npt.ArrayLike) -> None: ...
    @property
    def range(self) -> npt.NDArray[np.float32]:
        """The part of `light_range` that belongs to the object."""
    @range.setter
    def range(self, value: npt.ArrayLike) -> None: ...
    @property
    def active(self) -> npt.NDArray[np.uint8]:
        """The part of `light_active` that belongs to the object."""
    @active.setter
    def active(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """The part of `light_pos` that belongs to the object."""
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def dir(self) -> npt.NDArray[np.float64]:
        """The part of `light_dir` that belongs to the object."""
    @dir.setter
    def dir(self, value: npt.ArrayLike) -> None: ...
    @property
    def poscom0(self) -> npt.NDArray[np.float64]:
        """The part of `light_poscom0` that belongs to the object."""
    @poscom0.setter
    def poscom0(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos0(self) -> npt.NDArray[np.float64]:
        """The part of `light_pos0` that belongs to the object."""
    @pos0.setter
    def pos0(self, value: npt.ArrayLike) -> None: ...
    @property
    def dir0(self) -> npt.NDArray[np.float64]:
        """The part of `light_dir0` that belongs to the object."""
    @dir0.setter
    def dir0(self, value: npt.ArrayLike) -> None: ...
    @property
    def attenuation(self) -> npt.NDArray[np.float32]:
        """The part of `light_attenuation` that belongs to the object."""
    @attenuation.setter
    def attenuation(self, value: npt.ArrayLike) -> None: ...
    @property
    def cutoff(self) -> npt.NDArray[np.float32]:
        """The part of `light_cutoff` that belongs to the object."""
    @cutoff.setter
    def cutoff(self, value: npt.ArrayLike) -> None: ...
    @property
    def exponent(self) -> npt.NDArray[np.float32]:
        """The part of `light_exponent` that belongs to the object."""
    @exponent.setter
    def exponent(self, value: npt.ArrayLike) -> None: ...
    @property
    def ambient(self) -> npt.NDArray[np.float32]:
        """The part of `light_ambient` that belongs to the object."""
    @ambient.setter
    def ambient(self, value: npt.ArrayLike) -> None: ...
    @property
    def diffuse(self) -> npt.NDArray[np.float32]:
        """The part of `light_diffuse` that belongs to the object."""
    @diffuse.setter
    def diffuse(self, value: npt.ArrayLike) -> None: ...
    @property
    def specular(self) -> npt.NDArray[np.float32]:
        """The part of `light_specular` that belongs to the object."""
    @specular.setter
    def specular(self, value: npt.ArrayLike) -> None: ...

class _MjDataLightViews:
    """One light."""

    id: Final[int]
    name: Final[str]
    @property
    def xpos(self) -> npt.NDArray[np.float64]:
        """The part of `light_xpos` that belongs to the object."""
    @xpos.setter
    def xpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def xdir(self) -> npt.NDArray[np.float64]:
        """The part of `light_xdir` that belongs to the object."""
    @xdir.setter
    def xdir(self, value: npt.ArrayLike) -> None: ...

class _MjModelMaterialViews:
    """One material."""

    id: Final[int]
    name: Final[str]
    @property
    def texid(self) -> npt.NDArray[np.int32]:
        """The part of `mat_texid` that belongs to the object."""
    @texid.setter
    def texid(self, value: npt.ArrayLike) -> None: ...
    @property
    def texuniform(self) -> npt.NDArray[np.uint8]:
        """The part of `mat_texuniform` that belongs to the object."""
    @texuniform.setter
    def texuniform(self, value: npt.ArrayLike) -> None: ...
    @property
    def texrepeat(self) -> npt.NDArray[np.float32]:
        """The part of `mat_texrepeat` that belongs to the object."""
    @texrepeat.setter
    def texrepeat(self, value: npt.ArrayLike) -> None: ...
    @property
    def emission(self) -> npt.NDArray[np.float32]:
        """The part of `mat_emission` that belongs to the object."""
    @emission.setter
    def emission(self, value: npt.ArrayLike) -> None: ...
    @property
    def specular(self) -> npt.NDArray[np.float32]:
        """The part of `mat_specular` that belongs to the object."""
    @specular.setter
    def specular(self, value: npt.ArrayLike) -> None: ...
    @property
    def shininess(self) -> npt.NDArray[np.float32]:
        """The part of `mat_shininess` that belongs to the object."""
    @shininess.setter
    def shininess(self, value: npt.ArrayLike) -> None: ...
    @property
    def reflectance(self) -> npt.NDArray[np.float32]:
        """The part of `mat_reflectance` that belongs to the object."""
    @reflectance.setter
    def reflectance(self, value: npt.ArrayLike) -> None: ...
    @property
    def metallic(self) -> npt.NDArray[np.float32]:
        """The part of `mat_metallic` that belongs to the object."""
    @metallic.setter
    def metallic(self, value: npt.ArrayLike) -> None: ...
    @property
    def roughness(self) -> npt.NDArray[np.float32]:
        """The part of `mat_roughness` that belongs to the object."""
    @roughness.setter
    def roughness(self, value: npt.ArrayLike) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """The part of `mat_rgba` that belongs to the object."""
    @rgba.setter
    def rgba(self, value: npt.ArrayLike) -> None: ...

class _MjModelMeshViews:
    """One mesh."""

    id: Final[int]
    name: Final[str]
    @property
    def vertadr(self) -> npt.NDArray[np.int32]:
        """The part of `mesh_vertadr` that belongs to the object."""
    @vertadr.setter
    def vertadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def vertnum(self) -> npt.NDArray[np.int32]:
        """The part of `mesh_vertnum` that belongs to the object."""
    @vertnum.setter
    def vertnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def faceadr(self) -> npt.NDArray[np.int32]:
        """The part of `mesh_faceadr` that belongs to the object."""
    @faceadr.setter
    def faceadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def facenum(self) -> npt.NDArray[np.int32]:
        """The part of `mesh_facenum` that belongs to the object."""
    @facenum.setter
    def facenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def bvhadr(self) -> npt.NDArray[np.int32]:
        """The part of `mesh_bvhadr` that belongs to the object."""
    @bvhadr.setter
    def bvhadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def bvhnum(self) -> npt.NDArray[np.int32]:
        """The part of `mesh_bvhnum` that belongs to the object."""
    @bvhnum.setter
    def bvhnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def octadr(self) -> npt.NDArray[np.int32]:
        """The part of `mesh_octadr` that belongs to the object."""
    @octadr.setter
    def octadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def octnum(self) -> npt.NDArray[np.int32]:
        """The part of `mesh_octnum` that belongs to the object."""
    @octnum.setter
    def octnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def normaladr(self) -> npt.NDArray[np.int32]:
        """The part of `mesh_normaladr` that belongs to the object."""
    @normaladr.setter
    def normaladr(self, value: npt.ArrayLike) -> None: ...
    @property
    def normalnum(self) -> npt.NDArray[np.int32]:
        """The part of `mesh_normalnum` that belongs to the object."""
    @normalnum.setter
    def normalnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def texcoordadr(self) -> npt.NDArray[np.int32]:
        """The part of `mesh_texcoordadr` that belongs to the object."""
    @texcoordadr.setter
    def texcoordadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def texcoordnum(self) -> npt.NDArray[np.int32]:
        """The part of `mesh_texcoordnum` that belongs to the object."""
    @texcoordnum.setter
    def texcoordnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def graphadr(self) -> npt.NDArray[np.int32]:
        """The part of `mesh_graphadr` that belongs to the object."""
    @graphadr.setter
    def graphadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def scale(self) -> npt.NDArray[np.float64]:
        """The part of `mesh_scale` that belongs to the object."""
    @scale.setter
    def scale(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """The part of `mesh_pos` that belongs to the object."""
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """The part of `mesh_quat` that belongs to the object."""
    @quat.setter
    def quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def pathadr(self) -> npt.NDArray[np.int32]:
        """The part of `mesh_pathadr` that belongs to the object."""
    @pathadr.setter
    def pathadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def polynum(self) -> npt.NDArray[np.int32]:
        """The part of `mesh_polynum` that belongs to the object."""
    @polynum.setter
    def polynum(self, value: npt.ArrayLike) -> None: ...
    @property
    def polyadr(self) -> npt.NDArray[np.int32]:
        """The part of `mesh_polyadr` that belongs to the object."""
    @polyadr.setter
    def polyadr(self, value: npt.ArrayLike) -> None: ...

class _MjModelNumericViews:
    """One numeric."""

    id: Final[int]
    name: Final[str]
    @property
    def adr(self) -> npt.NDArray[np.int32]:
        """The part of `numeric_adr` that belongs to the object."""
    @adr.setter
    def adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def size(self) -> npt.NDArray[np.int32]:
        """The part of `numeric_size` that belongs to the object."""
    @size.setter
    def size(self, value: npt.ArrayLike) -> None: ...
    @property
    def data(self) -> npt.NDArray[np.float64]:
        """The part of `numeric_data` that belongs to the object."""
    @data.setter
    def data(self, value: npt.ArrayLike) -> None: ...

class _MjModelPairViews:
    """One pair."""

    id: Final[int]
    name: Final[str]
    @property
    def dim(self) -> npt.NDArray[np.int32]:
        """The part of `pair_dim` that belongs to the object."""
    @dim.setter
    def dim(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom1(self) -> npt.NDArray[np.int32]:
        """The part of `pair_geom1` that belongs to the object."""
    @geom1.setter
    def geom1(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom2(self) -> npt.NDArray[np.int32]:
        """The part of `pair_geom2` that belongs to the object."""
    @geom2.setter
    def geom2(self, value: npt.ArrayLike) -> None: ...
    @property
    def signature(self) -> npt.NDArray[np.int32]:
        """The part of `pair_signature` that belongs to the object."""
    @signature.setter
    def signature(self, value: npt.ArrayLike) -> None: ...
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """The part of `pair_solref` that belongs to the object."""
    @solref.setter
    def solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def solreffriction(self) -> npt.NDArray[np.float64]:
        """The part of `pair_solreffriction` that belongs to the object."""
    @solreffriction.setter
    def solreffriction(self, value: npt.ArrayLike) -> None: ...
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """The part of `pair_solimp` that belongs to the object."""
    @solimp.setter
    def solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def margin(self) -> npt.NDArray[np.float64]:
        """The part of `pair_margin` that belongs to the object."""
    @margin.setter
    def margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def gap(self) -> npt.NDArray[np.float64]:
        """The part of `pair_gap` that belongs to the object."""
    @gap.setter
    def gap(self, value: npt.ArrayLike) -> None: ...
    @property
    def friction(self) -> npt.NDArray[np.float64]:
        """The part of `pair_friction` that belongs to the object."""
    @friction.setter
    def friction(self, value: npt.ArrayLike) -> None: ...

class _MjModelSensorViews:
    """One sensor."""

    id: Final[int]
    name: Final[str]
    @property
    def type(self) -> npt.NDArray[np.int32]:
        """The part of `sensor_type` that belongs to the object."""
    @type.setter
    def type(self, value: npt.ArrayLike) -> None: ...
    @property
    def datatype(self) -> npt.NDArray[np.int32]:
        """The part of `sensor_datatype` that belongs to the object."""
    @datatype.setter
    def datatype(self, value: npt.ArrayLike) -> None: ...
    @property
    def needstage(self) -> npt.NDArray[np.int32]:
        """The part of `sensor_needstage` that belongs to the object."""
    @needstage.setter
    def needstage(self, value: npt.ArrayLike) -> None: ...
    @property
    def objtype(self) -> npt.NDArray[np.int32]:
        """The part of `sensor_objtype` that belongs to the object."""
    @objtype.setter
    def objtype(self, value: npt.ArrayLike) -> None: ...
    @property
    def objid(self) -> npt.NDArray[np.int32]:
        """The part of `sensor_objid` that belongs to the object."""
    @objid.setter
    def objid(self, value: npt.ArrayLike) -> None: ...
    @property
    def reftype(self) -> npt.NDArray[np.int32]:
        """The part of `sensor_reftype` that belongs to the object."""
    @reftype.setter
    def reftype(self, value: npt.ArrayLike) -> None: ...
    @property
    def refid(self) -> npt.NDArray[np.int32]:
        """The part of `sensor_refid` that belongs to the object."""
    @refid.setter
    def refid(self, value: npt.ArrayLike) -> None: ...
    @property
    def intprm(self) -> npt.NDArray[np.int32]:
        """The part of `sensor_intprm` that belongs to the object."""
    @intprm.setter
    def intprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def dim(self) -> npt.NDArray[np.int32]:
        """The part of `sensor_dim` that belongs to the object."""
    @dim.setter
    def dim(self, value: npt.ArrayLike) -> None: ...
    @property
    def adr(self) -> npt.NDArray[np.int32]:
        """The part of `sensor_adr` that belongs to the object."""
    @adr.setter
    def adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def cutoff(self) -> npt.NDArray[np.float64]:
        """The part of `sensor_cutoff` that belongs to the object."""
    @cutoff.setter
    def cutoff(self, value: npt.ArrayLike) -> None: ...
    @property
    def noise(self) -> npt.NDArray[np.float64]:
        """The part of `sensor_noise` that belongs to the object."""
    @noise.setter
    def noise(self, value: npt.ArrayLike) -> None: ...
    @property
    def history(self) -> npt.NDArray[np.int32]:
        """The part of `sensor_history` that belongs to the object."""
    @history.setter
    def history(self, value: npt.ArrayLike) -> None: ...
    @property
    def historyadr(self) -> npt.NDArray[np.int32]:
        """The part of `sensor_historyadr` that belongs to the object."""
    @historyadr.setter
    def historyadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def delay(self) -> npt.NDArray[np.float64]:
        """The part of `sensor_delay` that belongs to the object."""
    @delay.setter
    def delay(self, value: npt.ArrayLike) -> None: ...
    @property
    def interval(self) -> npt.NDArray[np.float64]:
        """The part of `sensor_interval` that belongs to the object."""
    @interval.setter
    def interval(self, value: npt.ArrayLike) -> None: ...
    @property
    def user(self) -> npt.NDArray[np.float64]:
        """The part of `sensor_user` that belongs to the object."""
    @user.setter
    def user(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin(self) -> npt.NDArray[np.int32]:
        """The part of `sensor_plugin` that belongs to the object."""
    @plugin.setter
    def plugin(self, value: npt.ArrayLike) -> None: ...

class _MjDataSensorViews:
    """One sensor."""

    id: Final[int]
    name: Final[str]
    @property
    def data(self) -> npt.NDArray[np.float64]:
        """The part of `sensordata` that belongs to the object."""
    @data.setter
    def data(self, value: npt.ArrayLike) -> None: ...

class _MjModelSiteViews:
    """One site."""

    id: Final[int]
    name: Final[str]
    @property
    def type(self) -> npt.NDArray[np.int32]:
        """The part of `site_type` that belongs to the object."""
    @type.setter
    def type(self, value: npt.ArrayLike) -> None: ...
    @property
    def bodyid(self) -> npt.NDArray[np.int32]:
        """The part of `site_bodyid` that belongs to the object."""
    @bodyid.setter
    def bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def matid(self) -> npt.NDArray[np.int32]:
        """The part of `site_matid` that belongs to the object."""
    @matid.setter
    def matid(self, value: npt.ArrayLike) -> None: ...
    @property
    def group(self) -> npt.NDArray[np.int32]:
        """The part of `site_group` that belongs to the object."""
    @group.setter
    def group(self, value: npt.ArrayLike) -> None: ...
    @property
    def sameframe(self) -> npt.NDArray[np.uint8]:
        """The part of `site_sameframe` that belongs to the object."""
    @sameframe.setter
    def sameframe(self, value: npt.ArrayLike) -> None: ...
    @property
    def size(self) -> npt.NDArray[np.float64]:
        """The part of `site_size` that belongs to the object."""
    @size.setter
    def size(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """The part of `site_pos` that belongs to the object."""
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """The part of `site_quat` that belongs to the object."""
    @quat.setter
    def quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def user(self) -> npt.NDArray[np.float64]:
        """The part of `site_user` that belongs to the object."""
    @user.setter
    def user(self, value: npt.ArrayLike) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """The part of `site_rgba` that belongs to the object."""
    @rgba.setter
    def rgba(self, value: npt.ArrayLike) -> None: ...

class _MjDataSiteViews:
    """One site."""

    id: Final[int]
    name: Final[str]
    @property
    def xpos(self) -> npt.NDArray[np.float64]:
        """The part of `site_xpos` that belongs to the object."""
    @xpos.setter
    def xpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def xmat(self) -> npt.NDArray[np.float64]:
        """The part of `site_xmat` that belongs to the object."""
    @xmat.setter
    def xmat(self, value: npt.ArrayLike) -> None: ...

class _MjModelSkinViews:
    """One skin."""

    id: Final[int]
    name: Final[str]
    @property
    def matid(self) -> npt.NDArray[np.int32]:
        """The part of `skin_matid` that belongs to the object."""
    @matid.setter
    def matid(self, value: npt.ArrayLike) -> None: ...
    @property
    def group(self) -> npt.NDArray[np.int32]:
        """The part of `skin_group` that belongs to the object."""
    @group.setter
    def group(self, value: npt.ArrayLike) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """The part of `skin_rgba` that belongs to the object."""
    @rgba.setter
    def rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def inflate(self) -> npt.NDArray[np.float32]:
        """The part of `skin_inflate` that belongs to the object."""
    @inflate.setter
    def inflate(self, value: npt.ArrayLike) -> None: ...
    @property
    def vertadr(self) -> npt.NDArray[np.int32]:
        """The part of `skin_vertadr` that belongs to the object."""
    @vertadr.setter
    def vertadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def vertnum(self) -> npt.NDArray[np.int32]:
        """The part of `skin_vertnum` that belongs to the object."""
    @vertnum.setter
    def vertnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def texcoordadr(self) -> npt.NDArray[np.int32]:
        """The part of `skin_texcoordadr` that belongs to the object."""
    @texcoordadr.setter
    def texcoordadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def faceadr(self) -> npt.NDArray[np.int32]:
        """The part of `skin_faceadr` that belongs to the object."""
    @faceadr.setter
    def faceadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def facenum(self) -> npt.NDArray[np.int32]:
        """The part of `skin_facenum` that belongs to the object."""
    @facenum.setter
    def facenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def boneadr(self) -> npt.NDArray[np.int32]:
        """The part of `skin_boneadr` that belongs to the object."""
    @boneadr.setter
    def boneadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def bonenum(self) -> npt.NDArray[np.int32]:
        """The part of `skin_bonenum` that belongs to the object."""
    @bonenum.setter
    def bonenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def pathadr(self) -> npt.NDArray[np.int32]:
        """The part of `skin_pathadr` that belongs to the object."""
    @pathadr.setter
    def pathadr(self, value: npt.ArrayLike) -> None: ...

class _MjModelTendonViews:
    """One ten."""

    id: Final[int]
    name: Final[str]
    @property
    def adr(self) -> npt.NDArray[np.int32]:
        """The part of `tendon_adr` that belongs to the object."""
    @adr.setter
    def adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def num(self) -> npt.NDArray[np.int32]:
        """The part of `tendon_num` that belongs to the object."""
    @num.setter
    def num(self, value: npt.ArrayLike) -> None: ...
    @property
    def matid(self) -> npt.NDArray[np.int32]:
        """The part of `tendon_matid` that belongs to the object."""
    @matid.setter
    def matid(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuatorid(self) -> npt.NDArray[np.int32]:
        """The part of `tendon_actuatorid` that belongs to the object."""
    @actuatorid.setter
    def actuatorid(self, value: npt.ArrayLike) -> None: ...
    @property
    def group(self) -> npt.NDArray[np.int32]:
        """The part of `tendon_group` that belongs to the object."""
    @group.setter
    def group(self, value: npt.ArrayLike) -> None: ...
    @property
    def treenum(self) -> npt.NDArray[np.int32]:
        """The part of `tendon_treenum` that belongs to the object."""
    @treenum.setter
    def treenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def treeid(self) -> npt.NDArray[np.int32]:
        """The part of `tendon_treeid` that belongs to the object."""
    @treeid.setter
    def treeid(self, value: npt.ArrayLike) -> None: ...
    @property
    def J_rownnz(self) -> npt.NDArray[np.int32]:
        """The part of `ten_J_rownnz` that belongs to the object."""
    @J_rownnz.setter
    def J_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def J_rowadr(self) -> npt.NDArray[np.int32]:
        """The part of `ten_J_rowadr` that belongs to the object."""
    @J_rowadr.setter
    def J_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def limited(self) -> npt.NDArray[np.uint8]:
        """The part of `tendon_limited` that belongs to the object."""
    @limited.setter
    def limited(self, value: npt.ArrayLike) -> None: ...
    @property
    def actfrclimited(self) -> npt.NDArray[np.uint8]:
        """The part of `tendon_actfrclimited` that belongs to the object."""
    @actfrclimited.setter
    def actfrclimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def width(self) -> npt.NDArray[np.float64]:
        """The part of `tendon_width` that belongs to the object."""
    @width.setter
    def width(self, value: npt.ArrayLike) -> None: ...
    @property
    def solref_lim(self) -> npt.NDArray[np.float64]:
        """The part of `tendon_solref_lim` that belongs to the object."""
    @solref_lim.setter
    def solref_lim(self, value: npt.ArrayLike) -> None: ...
    @property
    def solimp_lim(self) -> npt.NDArray[np.float64]:
        """The part of `tendon_solimp_lim` that belongs to the object."""
    @solimp_lim.setter
    def solimp_lim(self, value: npt.ArrayLike) -> None: ...
    @property
    def solref_fri(self) -> npt.NDArray[np.float64]:
        """The part of `tendon_solref_fri` that belongs to the object."""
    @solref_fri.setter
    def solref_fri(self, value: npt.ArrayLike) -> None: ...
    @property
    def solimp_fri(self) -> npt.NDArray[np.float64]:
        """The part of `tendon_solimp_fri` that belongs to the object."""
    @solimp_fri.setter
    def solimp_fri(self, value: npt.ArrayLike) -> None: ...
    @property
    def range(self) -> npt.NDArray[np.float64]:
        """The part of `tendon_range` that belongs to the object."""
    @range.setter
    def range(self, value: npt.ArrayLike) -> None: ...
    @property
    def actfrcrange(self) -> npt.NDArray[np.float64]:
        """The part of `tendon_actfrcrange` that belongs to the object."""
    @actfrcrange.setter
    def actfrcrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def margin(self) -> npt.NDArray[np.float64]:
        """The part of `tendon_margin` that belongs to the object."""
    @margin.setter
    def margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def stiffness(self) -> npt.NDArray[np.float64]:
        """The part of `tendon_stiffness` that belongs to the object."""
    @stiffness.setter
    def stiffness(self, value: npt.ArrayLike) -> None: ...
    @property
    def stiffnesspoly(self) -> npt.NDArray[np.float64]:
        """The part of `tendon_stiffnesspoly` that belongs to the object."""
    @stiffnesspoly.setter
    def stiffnesspoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def damping(self) -> npt.NDArray[np.float64]:
        """The part of `tendon_damping` that belongs to the object."""
    @damping.setter
    def damping(self, value: npt.ArrayLike) -> None: ...
    @property
    def dampingpoly(self) -> npt.NDArray[np.float64]:
        """The part of `tendon_dampingpoly` that belongs to the object."""
    @dampingpoly.setter
    def dampingpoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def armature(self) -> npt.NDArray[np.float64]:
        """The part of `tendon_armature` that belongs to the object."""
    @armature.setter
    def armature(self, value: npt.ArrayLike) -> None: ...
    @property
    def frictionloss(self) -> npt.NDArray[np.float64]:
        """The part of `tendon_frictionloss` that belongs to the object."""
    @frictionloss.setter
    def frictionloss(self, value: npt.ArrayLike) -> None: ...
    @property
    def lengthspring(self) -> npt.NDArray[np.float64]:
        """The part of `tendon_lengthspring` that belongs to the object."""
    @lengthspring.setter
    def lengthspring(self, value: npt.ArrayLike) -> None: ...
    @property
    def length0(self) -> npt.NDArray[np.float64]:
        """The part of `tendon_length0` that belongs to the object."""
    @length0.setter
    def length0(self, value: npt.ArrayLike) -> None: ...
    @property
    def invweight0(self) -> npt.NDArray[np.float64]:
        """The part of `tendon_invweight0` that belongs to the object."""
    @invweight0.setter
    def invweight0(self, value: npt.ArrayLike) -> None: ...
    @property
    def user(self) -> npt.NDArray[np.float64]:
        """The part of `tendon_user` that belongs to the object."""
    @user.setter
    def user(self, value: npt.ArrayLike) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """The part of `tendon_rgba` that belongs to the object."""
    @rgba.setter
    def rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def J_colind(self) -> npt.NDArray[np.float64]:
        """Columns of the row of `ten_J`."""

class _MjDataTendonViews:
    """One ten."""

    id: Final[int]
    name: Final[str]
    @property
    def wrapadr(self) -> npt.NDArray[np.int32]:
        """The part of `ten_wrapadr` that belongs to the object."""
    @wrapadr.setter
    def wrapadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def wrapnum(self) -> npt.NDArray[np.int32]:
        """The part of `ten_wrapnum` that belongs to the object."""
    @wrapnum.setter
    def wrapnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def length(self) -> npt.NDArray[np.float64]:
        """The part of `ten_length` that belongs to the object."""
    @length.setter
    def length(self, value: npt.ArrayLike) -> None: ...
    @property
    def velocity(self) -> npt.NDArray[np.float64]:
        """The part of `ten_velocity` that belongs to the object."""
    @velocity.setter
    def velocity(self, value: npt.ArrayLike) -> None: ...
    @property
    def efcadr(self) -> npt.NDArray[np.int32]:
        """The part of `tendon_efcadr` that belongs to the object."""
    @efcadr.setter
    def efcadr(self, value: npt.ArrayLike) -> None: ...

class _MjModelTextureViews:
    """One texture."""

    id: Final[int]
    name: Final[str]
    @property
    def type(self) -> npt.NDArray[np.int32]:
        """The part of `tex_type` that belongs to the object."""
    @type.setter
    def type(self, value: npt.ArrayLike) -> None: ...
    @property
    def colorspace(self) -> npt.NDArray[np.int32]:
        """The part of `tex_colorspace` that belongs to the object."""
    @colorspace.setter
    def colorspace(self, value: npt.ArrayLike) -> None: ...
    @property
    def height(self) -> npt.NDArray[np.int32]:
        """The part of `tex_height` that belongs to the object."""
    @height.setter
    def height(self, value: npt.ArrayLike) -> None: ...
    @property
    def width(self) -> npt.NDArray[np.int32]:
        """The part of `tex_width` that belongs to the object."""
    @width.setter
    def width(self, value: npt.ArrayLike) -> None: ...
    @property
    def nchannel(self) -> npt.NDArray[np.int32]:
        """The part of `tex_nchannel` that belongs to the object."""
    @nchannel.setter
    def nchannel(self, value: npt.ArrayLike) -> None: ...
    @property
    def adr(self) -> npt.NDArray[np.int64]:
        """The part of `tex_adr` that belongs to the object."""
    @adr.setter
    def adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def data(self) -> npt.NDArray[np.uint8]:
        """The part of `tex_data` that belongs to the object."""
    @data.setter
    def data(self, value: npt.ArrayLike) -> None: ...
    @property
    def pathadr(self) -> npt.NDArray[np.int32]:
        """The part of `tex_pathadr` that belongs to the object."""
    @pathadr.setter
    def pathadr(self, value: npt.ArrayLike) -> None: ...

class _MjModelTupleViews:
    """One tuple."""

    id: Final[int]
    name: Final[str]
    @property
    def adr(self) -> npt.NDArray[np.int32]:
        """The part of `tuple_adr` that belongs to the object."""
    @adr.setter
    def adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def size(self) -> npt.NDArray[np.int32]:
        """The part of `tuple_size` that belongs to the object."""
    @size.setter
    def size(self, value: npt.ArrayLike) -> None: ...
    @property
    def objtype(self) -> npt.NDArray[np.int32]:
        """The part of `tuple_objtype` that belongs to the object."""
    @objtype.setter
    def objtype(self, value: npt.ArrayLike) -> None: ...
    @property
    def objid(self) -> npt.NDArray[np.int32]:
        """The part of `tuple_objid` that belongs to the object."""
    @objid.setter
    def objid(self, value: npt.ArrayLike) -> None: ...
    @property
    def objprm(self) -> npt.NDArray[np.float64]:
        """The part of `tuple_objprm` that belongs to the object."""
    @objprm.setter
    def objprm(self, value: npt.ArrayLike) -> None: ...

class MjLROpt:
    """How ranges of actuator lengths are found; a new one is all zero, see mj_defaultLROpt."""

    def __init__(self) -> None: ...
    @property
    def mode(self) -> int:
        """int32"""
    @mode.setter
    def mode(self, value: int) -> None: ...
    @property
    def useexisting(self) -> int:
        """int32"""
    @useexisting.setter
    def useexisting(self, value: int) -> None: ...
    @property
    def uselimit(self) -> int:
        """int32"""
    @uselimit.setter
    def uselimit(self, value: int) -> None: ...
    @property
    def accel(self) -> float:
        """float64"""
    @accel.setter
    def accel(self, value: float) -> None: ...
    @property
    def maxforce(self) -> float:
        """float64"""
    @maxforce.setter
    def maxforce(self, value: float) -> None: ...
    @property
    def timeconst(self) -> float:
        """float64"""
    @timeconst.setter
    def timeconst(self, value: float) -> None: ...
    @property
    def timestep(self) -> float:
        """float64"""
    @timestep.setter
    def timestep(self, value: float) -> None: ...
    @property
    def inttotal(self) -> float:
        """float64"""
    @inttotal.setter
    def inttotal(self, value: float) -> None: ...
    @property
    def interval(self) -> float:
        """float64"""
    @interval.setter
    def interval(self, value: float) -> None: ...
    @property
    def tolrange(self) -> float:
        """float64"""
    @tolrange.setter
    def tolrange(self, value: float) -> None: ...

class MjrRect:
    """A rectangle of pixels."""

    def __init__(self, left: int, bottom: int, width: int, height: int) -> None: ...
    @property
    def left(self) -> int:
        """int32"""
    @left.setter
    def left(self, value: int) -> None: ...
    @property
    def bottom(self) -> int:
        """int32"""
    @bottom.setter
    def bottom(self, value: int) -> None: ...
    @property
    def width(self) -> int:
        """int32"""
    @width.setter
    def width(self, value: int) -> None: ...
    @property
    def height(self) -> int:
        """int32"""
    @height.setter
    def height(self, value: int) -> None: ...

class MjvCamera:
    """An abstract camera: free, tracking a body, or one of the model."""

    def __init__(self) -> None: ...
    @property
    def type(self) -> int:
        """int32"""
    @type.setter
    def type(self, value: int) -> None: ...
    @property
    def fixedcamid(self) -> int:
        """int32"""
    @fixedcamid.setter
    def fixedcamid(self, value: int) -> None: ...
    @property
    def trackbodyid(self) -> int:
        """int32"""
    @trackbodyid.setter
    def trackbodyid(self, value: int) -> None: ...
    @property
    def lookat(self) -> npt.NDArray[np.float64]:
        """float64 array of shape (3,)"""
    @lookat.setter
    def lookat(self, value: npt.ArrayLike) -> None: ...
    @property
    def distance(self) -> float:
        """float64"""
    @distance.setter
    def distance(self, value: float) -> None: ...
    @property
    def azimuth(self) -> float:
        """float64"""
    @azimuth.setter
    def azimuth(self, value: float) -> None: ...
    @property
    def elevation(self) -> float:
        """float64"""
    @elevation.setter
    def elevation(self, value: float) -> None: ...
    @property
    def orthographic(self) -> int:
        """int32"""
    @orthographic.setter
    def orthographic(self, value: int) -> None: ...

class MjvFigure:
    """A plot of lines."""

    def __init__(self) -> None: ...
    @property
    def flg_legend(self) -> int:
        """int32"""
    @flg_legend.setter
    def flg_legend(self, value: int) -> None: ...
    @property
    def flg_ticklabel(self) -> npt.NDArray[np.int32]:
        """int32 array of shape (2,)"""
    @flg_ticklabel.setter
    def flg_ticklabel(self, value: npt.ArrayLike) -> None: ...
    @property
    def flg_extend(self) -> int:
        """int32"""
    @flg_extend.setter
    def flg_extend(self, value: int) -> None: ...
    @property
    def flg_barplot(self) -> int:
        """int32"""
    @flg_barplot.setter
    def flg_barplot(self, value: int) -> None: ...
    @property
    def flg_selection(self) -> int:
        """int32"""
    @flg_selection.setter
    def flg_selection(self, value: int) -> None: ...
    @property
    def flg_symmetric(self) -> int:
        """int32"""
    @flg_symmetric.setter
    def flg_symmetric(self, value: int) -> None: ...
    @property
    def linewidth(self) -> float:
        """float32"""
    @linewidth.setter
    def linewidth(self, value: float) -> None: ...
    @property
    def gridwidth(self) -> float:
        """float32"""
    @gridwidth.setter
    def gridwidth(self, value: float) -> None: ...
    @property
    def gridsize(self) -> npt.NDArray[np.int32]:
        """int32 array of shape (2,)"""
    @gridsize.setter
    def gridsize(self, value: npt.ArrayLike) -> None: ...
    @property
    def gridrgb(self) -> npt.NDArray[np.float32]:
        """float32 array of shape (3,)"""
    @gridrgb.setter
    def gridrgb(self, value: npt.ArrayLike) -> None: ...
    @property
    def figurergba(self) -> npt.NDArray[np.float32]:
        """float32 array of shape (4,)"""
    @figurergba.setter
    def figurergba(self, value: npt.ArrayLike) -> None: ...
    @property
    def panergba(self) -> npt.NDArray[np.float32]:
        """float32 array of shape (4,)"""
    @panergba.setter
    def panergba(self, value: npt.ArrayLike) -> None: ...
    @property
    def legendrgba(self) -> npt.NDArray[np.float32]:
        """float32 array of shape (4,)"""
    @legendrgba.setter
    def legendrgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def textrgb(self) -> npt.NDArray[np.float32]:
        """float32 array of shape (3,)"""
    @textrgb.setter
    def textrgb(self, value: npt.ArrayLike) -> None: ...
    @property
    def linergb(self) -> npt.NDArray[np.float32]:
        """float32 array of shape (100, 3)"""
    @linergb.setter
    def linergb(self, value: npt.ArrayLike) -> None: ...
    @property
    def range(self) -> npt.NDArray[np.float32]:
        """float32 array of shape (2, 2)"""
    @range.setter
    def range(self, value: npt.ArrayLike) -> None: ...
    @property
    def xformat(self) -> str:
        """text of less than 20 bytes"""
    @xformat.setter
    def xformat(self, value: str) -> None: ...
    @property
    def yformat(self) -> str:
        """text of less than 20 bytes"""
    @yformat.setter
    def yformat(self, value: str) -> None: ...
    @property
    def minwidth(self) -> str:
        """text of less than 20 bytes"""
    @minwidth.setter
    def minwidth(self, value: str) -> None: ...
    @property
    def title(self) -> str:
        """text of less than 1000 bytes"""
    @title.setter
    def title(self, value: str) -> None: ...
    @property
    def xlabel(self) -> str:
        """text of less than 100 bytes"""
    @xlabel.setter
    def xlabel(self, value: str) -> None: ...
    @property
    def linename(self) -> npt.NDArray[np.bytes_]:
        """|S100 array of shape (100,)"""
    @linename.setter
    def linename(self, value: npt.ArrayLike) -> None: ...
    @property
    def legendoffset(self) -> int:
        """int32"""
    @legendoffset.setter
    def legendoffset(self, value: int) -> None: ...
    @property
    def subplot(self) -> int:
        """int32"""
    @subplot.setter
    def subplot(self, value: int) -> None: ...
    @property
    def highlight(self) -> npt.NDArray[np.int32]:
        """int32 array of shape (2,)"""
    @highlight.setter
    def highlight(self, value: npt.ArrayLike) -> None: ...
    @property
    def highlightid(self) -> int:
        """int32"""
    @highlightid.setter
    def highlightid(self, value: int) -> None: ...
    @property
    def selection(self) -> float:
        """float32"""
    @selection.setter
    def selection(self, value: float) -> None: ...
    @property
    def linepnt(self) -> npt.NDArray[np.int32]:
        """int32 array of shape (100,)"""
    @linepnt.setter
    def linepnt(self, value: npt.ArrayLike) -> None: ...
    @property
    def linedata(self) -> npt.NDArray[np.float32]:
        """float32 array of shape (100, 2002)"""
    @linedata.setter
    def linedata(self, value: npt.ArrayLike) -> None: ...
    @property
    def xaxispixel(self) -> npt.NDArray[np.int32]:
        """int32 array of shape (2,)"""
    @xaxispixel.setter
    def xaxispixel(self, value: npt.ArrayLike) -> None: ...
    @property
    def yaxispixel(self) -> npt.NDArray[np.int32]:
        """int32 array of shape (2,)"""
    @yaxispixel.setter
    def yaxispixel(self, value: npt.ArrayLike) -> None: ...
    @property
    def xaxisdata(self) -> npt.NDArray[np.float32]:
        """float32 array of shape (2,)"""
    @xaxisdata.setter
    def xaxisdata(self, value: npt.ArrayLike) -> None: ...
    @property
    def yaxisdata(self) -> npt.NDArray[np.float32]:
        """float32 array of shape (2,)"""
    @yaxisdata.setter
    def yaxisdata(self, value: npt.ArrayLike) -> None: ...

class MjvGLCamera:
    """A camera as a renderer wants it."""

    def __init__(self) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float32]:
        """float32 array of shape (3,)"""
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def forward(self) -> npt.NDArray[np.float32]:
        """float32 array of shape (3,)"""
    @forward.setter
    def forward(self, value: npt.ArrayLike) -> None: ...
    @property
    def up(self) -> npt.NDArray[np.float32]:
        """float32 array of shape (3,)"""
    @up.setter
    def up(self, value: npt.ArrayLike) -> None: ...
    @property
    def frustum_center(self) -> float:
        """float32"""
    @frustum_center.setter
    def frustum_center(self, value: float) -> None: ...
    @property
    def frustum_width(self) -> float:
        """float32"""
    @frustum_width.setter
    def frustum_width(self, value: float) -> None: ...
    @property
    def frustum_bottom(self) -> float:
        """float32"""
    @frustum_bottom.setter
    def frustum_bottom(self, value: float) -> None: ...
    @property
    def frustum_top(self) -> float:
        """float32"""
    @frustum_top.setter
    def frustum_top(self, value: float) -> None: ...
    @property
    def frustum_near(self) -> float:
        """float32"""
    @frustum_near.setter
    def frustum_near(self, value: float) -> None: ...
    @property
    def frustum_far(self) -> float:
        """float32"""
    @frustum_far.setter
    def frustum_far(self, value: float) -> None: ...
    @property
    def orthographic(self) -> int:
        """int32"""
    @orthographic.setter
    def orthographic(self, value: int) -> None: ...

class MjvGeom:
    """One shape of a scene."""

    def __init__(self) -> None: ...
    @property
    def type(self) -> int:
        """int32"""
    @type.setter
    def type(self, value: int) -> None: ...
    @property
    def dataid(self) -> int:
        """int32"""
    @dataid.setter
    def dataid(self, value: int) -> None: ...
    @property
    def objtype(self) -> int:
        """int32"""
    @objtype.setter
    def objtype(self, value: int) -> None: ...
    @property
    def objid(self) -> int:
        """int32"""
    @objid.setter
    def objid(self, value: int) -> None: ...
    @property
    def category(self) -> int:
        """int32"""
    @category.setter
    def category(self, value: int) -> None: ...
    @property
    def matid(self) -> int:
        """int32"""
    @matid.setter
    def matid(self, value: int) -> None: ...
    @property
    def texcoord(self) -> int:
        """int32"""
    @texcoord.setter
    def texcoord(self, value: int) -> None: ...
    @property
    def segid(self) -> int:
        """int32"""
    @segid.setter
    def segid(self, value: int) -> None: ...
    @property
    def size(self) -> npt.NDArray[np.float32]:
        """float32 array of shape (3,)"""
    @size.setter
    def size(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float32]:
        """float32 array of shape (3,)"""
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat(self) -> npt.NDArray[np.float32]:
        """float32 array of shape (3, 3)"""
    @mat.setter
    def mat(self, value: npt.ArrayLike) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """float32 array of shape (4,)"""
    @rgba.setter
    def rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def emission(self) -> float:
        """float32"""
    @emission.setter
    def emission(self, value: float) -> None: ...
    @property
    def specular(self) -> float:
        """float32"""
    @specular.setter
    def specular(self, value: float) -> None: ...
    @property
    def shininess(self) -> float:
        """float32"""
    @shininess.setter
    def shininess(self, value: float) -> None: ...
    @property
    def reflectance(self) -> float:
        """float32"""
    @reflectance.setter
    def reflectance(self, value: float) -> None: ...
    @property
    def label(self) -> str:
        """text of less than 100 bytes"""
    @label.setter
    def label(self, value: str) -> None: ...
    @property
    def camdist(self) -> float:
        """float32"""
    @camdist.setter
    def camdist(self, value: float) -> None: ...
    @property
    def modelrbound(self) -> float:
        """float32"""
    @modelrbound.setter
    def modelrbound(self, value: float) -> None: ...
    @property
    def transparent(self) -> int:
        """uint8"""
    @transparent.setter
    def transparent(self, value: int) -> None: ...

class MjvLight:
    """One light of a scene."""

    def __init__(self) -> None: ...
    @property
    def id(self) -> int:
        """int32"""
    @id.setter
    def id(self, value: int) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float32]:
        """float32 array of shape (3,)"""
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def dir(self) -> npt.NDArray[np.float32]:
        """float32 array of shape (3,)"""
    @dir.setter
    def dir(self, value: npt.ArrayLike) -> None: ...
    @property
    def type(self) -> int:
        """int32"""
    @type.setter
    def type(self, value: int) -> None: ...
    @property
    def texid(self) -> int:
        """int32"""
    @texid.setter
    def texid(self, value: int) -> None: ...
    @property
    def attenuation(self) -> npt.NDArray[np.float32]:
        """float32 array of shape (3,)"""
    @attenuation.setter
    def attenuation(self, value: npt.ArrayLike) -> None: ...
    @property
    def cutoff(self) -> float:
        """float32"""
    @cutoff.setter
    def cutoff(self, value: float) -> None: ...
    @property
    def exponent(self) -> float:
        """float32"""
    @exponent.setter
    def exponent(self, value: float) -> None: ...
    @property
    def ambient(self) -> npt.NDArray[np.float32]:
        """float32 array of shape (3,)"""
    @ambient.setter
    def ambient(self, value: npt.ArrayLike) -> None: ...
    @property
    def diffuse(self) -> npt.NDArray[np.float32]:
        """float32 array of shape (3,)"""
    @diffuse.setter
    def diffuse(self, value: npt.ArrayLike) -> None: ...
    @property
    def specular(self) -> npt.NDArray[np.float32]:
        """float32 array of shape (3,)"""
    @specular.setter
    def specular(self, value: npt.ArrayLike) -> None: ...
    @property
    def headlight(self) -> int:
        """uint8"""
    @headlight.setter
    def headlight(self, value: int) -> None: ...
    @property
    def castshadow(self) -> int:
        """uint8"""
    @castshadow.setter
    def castshadow(self, value: int) -> None: ...
    @property
    def bulbradius(self) -> float:
        """float32"""
    @bulbradius.setter
    def bulbradius(self, value: float) -> None: ...
    @property
    def intensity(self) -> float:
        """float32"""
    @intensity.setter
    def intensity(self, value: float) -> None: ...
    @property
    def range(self) -> float:
        """float32"""
    @range.setter
    def range(self, value: float) -> None: ...

class MjvOption:
    """What is shown."""

    def __init__(self) -> None: ...
    @property
    def label(self) -> int:
        """int32"""
    @label.setter
    def label(self, value: int) -> None: ...
    @property
    def frame(self) -> int:
        """int32"""
    @frame.setter
    def frame(self, value: int) -> None: ...
    @property
    def geomgroup(self) -> npt.NDArray[np.uint8]:
        """uint8 array of shape (6,)"""
    @geomgroup.setter
    def geomgroup(self, value: npt.ArrayLike) -> None: ...
    @property
    def sitegroup(self) -> npt.NDArray[np.uint8]:
        """uint8 array of shape (6,)"""
    @sitegroup.setter
    def sitegroup(self, value: npt.ArrayLike) -> None: ...
    @property
    def jointgroup(self) -> npt.NDArray[np.uint8]:
        """uint8 array of shape (6,)"""
    @jointgroup.setter
    def jointgroup(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendongroup(self) -> npt.NDArray[np.uint8]:
        """uint8 array of shape (6,)"""
    @tendongroup.setter
    def tendongroup(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuatorgroup(self) -> npt.NDArray[np.uint8]:
        """uint8 array of shape (6,)"""
    @actuatorgroup.setter
    def actuatorgroup(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexgroup(self) -> npt.NDArray[np.uint8]:
        """uint8 array of shape (6,)"""
    @flexgroup.setter
    def flexgroup(self, value: npt.ArrayLike) -> None: ...
    @property
    def skingroup(self) -> npt.NDArray[np.uint8]:
        """uint8 array of shape (6,)"""
    @skingroup.setter
    def skingroup(self, value: npt.ArrayLike) -> None: ...
    @property
    def flags(self) -> npt.NDArray[np.uint8]:
        """uint8 array of shape (31,)"""
    @flags.setter
    def flags(self, value: npt.ArrayLike) -> None: ...
    @property
    def bvh_depth(self) -> int:
        """int32"""
    @bvh_depth.setter
    def bvh_depth(self, value: int) -> None: ...
    @property
    def flex_layer(self) -> int:
        """int32"""
    @flex_layer.setter
    def flex_layer(self, value: int) -> None: ...

class MjvPerturb:
    """What a user selects and how it is pulled."""

    def __init__(self) -> None: ...
    @property
    def select(self) -> int:
        """int32"""
    @select.setter
    def select(self, value: int) -> None: ...
    @property
    def flexselect(self) -> int:
        """int32"""
    @flexselect.setter
    def flexselect(self, value: int) -> None: ...
    @property
    def skinselect(self) -> int:
        """int32"""
    @skinselect.setter
    def skinselect(self, value: int) -> None: ...
    @property
    def active(self) -> int:
        """int32"""
    @active.setter
    def active(self, value: int) -> None: ...
    @property
    def active2(self) -> int:
        """int32"""
    @active2.setter
    def active2(self, value: int) -> None: ...
    @property
    def refpos(self) -> npt.NDArray[np.float64]:
        """float64 array of shape (3,)"""
    @refpos.setter
    def refpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def refquat(self) -> npt.NDArray[np.float64]:
        """float64 array of shape (4,)"""
    @refquat.setter
    def refquat(self, value: npt.ArrayLike) -> None: ...
    @property
    def refselpos(self) -> npt.NDArray[np.float64]:
        """float64 array of shape (3,)"""
    @refselpos.setter
    def refselpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def localpos(self) -> npt.NDArray[np.float64]:
        """float64 array of shape (3,)"""
    @localpos.setter
    def localpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def localmass(self) -> float:
        """float64"""
    @localmass.setter
    def localmass(self, value: float) -> None: ...
    @property
    def scale(self) -> float:
        """float64"""
    @scale.setter
    def scale(self, value: float) -> None: ...

class MjvScene:
    """The shapes, lights and cameras that a renderer draws."""

    def __init__(self, model: MjModel | None = None, maxgeom: int | None = None) -> None: ...
    @property
    def maxgeom(self) -> int:
        """int32"""
    @maxgeom.setter
    def maxgeom(self, value: int) -> None: ...
    @property
    def ngeom(self) -> int:
        """int32"""
    @ngeom.setter
    def ngeom(self, value: int) -> None: ...
    @property
    def nflex(self) -> int:
        """int32"""
    @nflex.setter
    def nflex(self, value: int) -> None: ...
    @property
    def flexvertopt(self) -> int:
        """uint8"""
    @flexvertopt.setter
    def flexvertopt(self, value: int) -> None: ...
    @property
    def flexedgeopt(self) -> int:
        """uint8"""
    @flexedgeopt.setter
    def flexedgeopt(self, value: int) -> None: ...
    @property
    def flexfaceopt(self) -> int:
        """uint8"""
    @flexfaceopt.setter
    def flexfaceopt(self, value: int) -> None: ...
    @property
    def flexskinopt(self) -> int:
        """uint8"""
    @flexskinopt.setter
    def flexskinopt(self, value: int) -> None: ...
    @property
    def nskin(self) -> int:
        """int32"""
    @nskin.setter
    def nskin(self, value: int) -> None: ...
    @property
    def nlight(self) -> int:
        """int32"""
    @nlight.setter
    def nlight(self, value: int) -> None: ...
    @property
    def enabletransform(self) -> int:
        """uint8"""
    @enabletransform.setter
    def enabletransform(self, value: int) -> None: ...
    @property
    def translate(self) -> npt.NDArray[np.float32]:
        """float32 array of shape (3,)"""
    @translate.setter
    def translate(self, value: npt.ArrayLike) -> None: ...
    @property
    def rotate(self) -> npt.NDArray[np.float32]:
        """float32 array of shape (4,)"""
    @rotate.setter
    def rotate(self, value: npt.ArrayLike) -> None: ...
    @property
    def scale(self) -> float:
        """float32"""
    @scale.setter
    def scale(self, value: float) -> None: ...
    @property
    def stereo(self) -> int:
        """int32"""
    @stereo.setter
    def stereo(self, value: int) -> None: ...
    @property
    def flags(self) -> npt.NDArray[np.uint8]:
        """uint8 array of shape (11,)"""
    @flags.setter
    def flags(self, value: npt.ArrayLike) -> None: ...
    @property
    def framewidth(self) -> int:
        """int32"""
    @framewidth.setter
    def framewidth(self, value: int) -> None: ...
    @property
    def framergb(self) -> npt.NDArray[np.float32]:
        """float32 array of shape (3,)"""
    @framergb.setter
    def framergb(self, value: npt.ArrayLike) -> None: ...
    @property
    def status(self) -> int:
        """int32"""
    @status.setter
    def status(self, value: int) -> None: ...
    @property
    def geoms(self) -> tuple[MjvGeom, ...]:
        """all there is room for"""
    @property
    def lights(self) -> tuple[MjvLight, ...]:
        """all there is room for"""
    @property
    def camera(self) -> tuple[MjvGLCamera, ...]:
        """all there is room for"""
    @property
    def flexedgeadr(self) -> npt.NDArray[np.int32]:
        """array"""
    @flexedgeadr.setter
    def flexedgeadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexedgenum(self) -> npt.NDArray[np.int32]:
        """array"""
    @flexedgenum.setter
    def flexedgenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexvertadr(self) -> npt.NDArray[np.int32]:
        """array"""
    @flexvertadr.setter
    def flexvertadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexvertnum(self) -> npt.NDArray[np.int32]:
        """array"""
    @flexvertnum.setter
    def flexvertnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexfaceadr(self) -> npt.NDArray[np.int32]:
        """array"""
    @flexfaceadr.setter
    def flexfaceadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexfacenum(self) -> npt.NDArray[np.int32]:
        """array"""
    @flexfacenum.setter
    def flexfacenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexfaceused(self) -> npt.NDArray[np.int32]:
        """array"""
    @flexfaceused.setter
    def flexfaceused(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexedge(self) -> npt.NDArray[np.int32]:
        """array"""
    @flexedge.setter
    def flexedge(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexvert(self) -> npt.NDArray[np.float32]:
        """array"""
    @flexvert.setter
    def flexvert(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexface(self) -> npt.NDArray[np.float32]:
        """array"""
    @flexface.setter
    def flexface(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexnormal(self) -> npt.NDArray[np.float32]:
        """array"""
    @flexnormal.setter
    def flexnormal(self, value: npt.ArrayLike) -> None: ...
    @property
    def flextexcoord(self) -> npt.NDArray[np.float32]:
        """array"""
    @flextexcoord.setter
    def flextexcoord(self, value: npt.ArrayLike) -> None: ...
    @property
    def skinfacenum(self) -> npt.NDArray[np.int32]:
        """array"""
    @skinfacenum.setter
    def skinfacenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def skinvertadr(self) -> npt.NDArray[np.int32]:
        """array"""
    @skinvertadr.setter
    def skinvertadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def skinvertnum(self) -> npt.NDArray[np.int32]:
        """array"""
    @skinvertnum.setter
    def skinvertnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def skinvert(self) -> npt.NDArray[np.float32]:
        """array"""
    @skinvert.setter
    def skinvert(self, value: npt.ArrayLike) -> None: ...
    @property
    def skinnormal(self) -> npt.NDArray[np.float32]:
        """array"""
    @skinnormal.setter
    def skinnormal(self, value: npt.ArrayLike) -> None: ...
    @property
    def geomorder(self) -> npt.NDArray[np.int32]:
        """array"""
    @geomorder.setter
    def geomorder(self, value: npt.ArrayLike) -> None: ...

MjVisualHeadlight: TypeAlias = MjVisual.Headlight

MjVisualRgba: TypeAlias = MjVisual.Rgba

class UnexpectedError(Exception):
    """Something that should not happen."""

def mj_defaultOption(opt: MjOption) -> None:
    """Gives physics options their defaults."""

def mj_defaultVisual(vis: MjVisual) -> None:
    """Gives visual settings their defaults."""

def mj_defaultSolRefImp(solref: npt.NDArray[Any], solimp: npt.NDArray[Any]) -> None:
    """Writes the default parameters of constraints: two of the reference, five of the impedance."""

def mj_defaultLROpt(opt: MjLROpt) -> None:
    """Gives options for ranges of actuator lengths their defaults."""

def mj_setLengthRange(m: MjModel, d: MjData, index: int, opt: MjLROpt) -> None:
    """Finds the range of an actuator's length by simulation, if the options ask for it."""

def mj_sizeModel(m: MjModel) -> int:
    """How many bytes mj_saveModel writes."""

def mj_saveModel(
    m: MjModel,
    filename: str | os.PathLike[str] | None = None,
    buffer: npt.NDArray[Any] | None = None,
) -> None:
    """Writes a model to a binary file, or to a buffer of mj_sizeModel bytes if one is given."""

def mju_writeLog(type: str, msg: str) -> None:
    """Appends a line to MUJOCO_LOG.TXT in the working directory."""

def mj_getCache() -> Any:
    """The assets kept in memory."""

def mj_getCacheSize(cache: Any) -> int:
    """Bytes of the assets kept in memory."""

def mj_getCacheCapacity(cache: Any) -> int:
    """Bytes that assets kept in memory may take."""

def mj_setCacheCapacity(cache: Any, size: int) -> int:
    """Changes how many bytes assets kept in memory may take; returns that number."""

def mj_clearCache(cache: Any) -> None:
    """Forgets the assets kept in memory."""

class Plugin:
    """A kind of plugin, to be derived from; ``register_plugin`` makes it known.

    Which of the methods ``passive``, ``actuator`` and ``sensor`` a class defines, each with the
    arguments m and d, decides what can use it.
    """

    name: str
    """The name by which models ask for it."""
    attributes: builtins.tuple[str, ...]
    """The keys that a configuration may have."""
    stage: mjtStage
    """When sensors are measured."""
    state_len: int | Callable[[Mapping[str, str]], int]
    """How many numbers of state an instance has, or what says so of a configuration."""
    sensor_len: int | Callable[[Mapping[str, str]], int]
    """How many numbers a sensor has, or what says so of a configuration."""
    instance: int
    """The id of the instance in its model."""
    config: dict[str, str]
    """The configuration of the instance."""

    def __init__(self, instance: int, config: Mapping[str, str]) -> None: ...
    def reset(self, state: npt.NDArray[np.float64]) -> None:
        """Writes the state to start from; it is zero before."""
    def advance(self, m: MjModel, d: MjData) -> None:
        """Advances the state by a time step."""
    def act_dot(self, m: MjModel, d: MjData) -> None:
        """Writes rates of activations of its actuators, in ``d.act_dot``."""

def mj_loadAllPluginLibraries(directory: str) -> None:
    """Goes through the libraries of a directory: see mj_loadPluginLibrary."""

def mj_loadPluginLibrary(path: str) -> None:
    """Does nothing for the libraries that come with MuJoCo, whose plugins are built in, and says so.

    Other libraries are refused: they are made for MuJoCo's memory layout, which is not ferrodyn's.
    """

def register_plugin(cls: type) -> type:
    """Lets models use a class derived from ``Plugin``; returns it, so that it can decorate one."""

def renew_plugins(m: MjModel) -> None:
    """Makes the plugins of a model anew, after a change of attributes or of what they read of the
    model when they were made."""

def mj_printModel(m: MjModel, filename: str | os.PathLike[str]) -> None:
    """Writes a model to a text file."""

def mj_printFormattedModel(m: MjModel, filename: str | os.PathLike[str], float_format: str) -> None:
    """Writes a model to a text file, numbers in the given format."""

def mj_printData(m: MjModel, d: MjData, filename: str | os.PathLike[str]) -> None:
    """Writes data to a text file."""

def mj_printFormattedData(
    m: MjModel,
    d: MjData,
    filename: str | os.PathLike[str],
    float_format: str,
) -> None:
    """Writes data to a text file, numbers in the given format."""

def mj_printScene(s: MjvScene, filename: str | os.PathLike[str]) -> None:
    """Writes a scene to a text file."""

def mj_printFormattedScene(
    s: MjvScene,
    filename: str | os.PathLike[str],
    float_format: str,
) -> None:
    """Writes a scene to a text file, numbers in the given format."""

def mjv_defaultCamera(cam: MjvCamera) -> None:
    """Gives a camera its defaults."""

def mjv_defaultFreeCamera(m: MjModel, cam: MjvCamera) -> None:
    """Gives a camera the view of a whole model."""

def mjv_defaultOption(opt: MjvOption) -> None:
    """Gives options of what is shown their defaults."""

def mjv_defaultPerturb(pert: MjvPerturb) -> None:
    """Gives a perturbation its defaults."""

def mjv_defaultFigure(fig: MjvFigure) -> None:
    """Gives a figure its defaults."""

def mjv_initGeom(
    geom: MjvGeom,
    type: int,
    size: npt.ArrayLike,
    pos: npt.ArrayLike,
    mat: npt.ArrayLike,
    rgba: npt.ArrayLike,
) -> None:
    """Gives a geom of a scene type, size, pose and color, and defaults for the rest."""

def mjv_connector(
    geom: MjvGeom,
    type: int,
    width: float,
    from_: npt.ArrayLike,
    to: npt.ArrayLike,
) -> None:
    """Gives a geom of a scene the type, size and pose that connect two points."""

def mjv_cameraFrame(
    headpos: npt.ArrayLike,
    forward: npt.ArrayLike,
    up: npt.ArrayLike,
    right: npt.ArrayLike,
    d: MjData,
    cam: MjvCamera,
) -> None:
    """Writes position and axes of a camera."""

def mjv_cameraFrustum(
    zver: npt.ArrayLike,
    zhor: npt.ArrayLike,
    zclip: npt.ArrayLike,
    m: MjModel,
    cam: MjvCamera,
) -> None:
    """Writes how far a camera sees: up and down, to the sides, from near to far."""

def mjv_updateCamera(m: MjModel, d: MjData, cam: MjvCamera, scn: MjvScene) -> None:
    """Puts the two cameras of a scene where the abstract camera is."""

def mjv_room2model(
    modelpos: npt.ArrayLike,
    modelquat: npt.ArrayLike,
    roompos: npt.ArrayLike,
    roomquat: npt.ArrayLike,
    scn: MjvScene,
) -> None:
    """Transforms a pose from the room to the model."""

def mjv_model2room(
    roompos: npt.ArrayLike,
    roomquat: npt.ArrayLike,
    modelpos: npt.ArrayLike,
    modelquat: npt.ArrayLike,
    scn: MjvScene,
) -> None:
    """Transforms a pose from the model to the room."""

def mjv_cameraInModel(
    headpos: npt.ArrayLike,
    forward: npt.ArrayLike,
    up: npt.ArrayLike,
    scn: MjvScene,
) -> None:
    """Writes the camera midway between the two of a scene, in the space of the model."""

def mjv_cameraInRoom(
    headpos: npt.ArrayLike,
    forward: npt.ArrayLike,
    up: npt.ArrayLike,
    scn: MjvScene,
) -> None:
    """Writes the camera midway between the two of a scene, in the space of the room."""

def mjv_frustumHeight(scn: MjvScene) -> float:
    """Height of what is seen at a distance of one, averaged over both cameras."""

def mjv_alignToCamera(res: npt.ArrayLike, vec: npt.ArrayLike, forward: npt.ArrayLike) -> None:
    """Rotates a vector about the vertical so that its y-axis is the direction of a camera."""

def mjv_averageCamera(cam1: MjvGLCamera, cam2: MjvGLCamera) -> MjvGLCamera:
    """The camera midway between two."""

def mjv_moveCamera(
    m: MjModel,
    action: int,
    reldx: float,
    reldy: float,
    scn: MjvScene,
    cam: MjvCamera,
) -> None:
    """Moves an abstract camera by a motion of the mouse, relative to the height of the window."""

def mjv_moveModel(
    m: MjModel,
    action: int,
    reldx: float,
    reldy: float,
    roomup: npt.ArrayLike,
    scn: MjvScene,
) -> None:
    """Moves the model in the room by a motion of the mouse, if the scene has a transformation."""

def mjv_movePerturb(
    m: MjModel,
    d: MjData,
    action: int,
    reldx: float,
    reldy: float,
    scn: MjvScene,
    pert: MjvPerturb,
) -> None:
    """Moves the reference pose of a perturbation by a motion of the mouse."""

def mjv_initPerturb(m: MjModel, d: MjData, scn: MjvScene, pert: MjvPerturb) -> None:
    """Starts a perturbation at the pose of the selected body, with the scale of the camera."""

def mjv_applyPerturbPose(m: MjModel, d: MjData, pert: MjvPerturb, flg_paused: int) -> None:
    """Moves the selected body if it is a mocap body or, paused, part of what floats freely."""

def mjv_applyPerturbForce(m: MjModel, d: MjData, pert: MjvPerturb) -> None:
    """Sets the force and torque on the selected body that pull it to the reference."""

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

def mjv_addGeoms(
    m: MjModel,
    d: MjData,
    opt: MjvOption,
    pert: MjvPerturb,
    catmask: int,
    scn: MjvScene,
) -> None:
    """Adds the shapes of a simulation to a scene."""

def mjv_makeLights(m: MjModel, d: MjData, scn: MjvScene) -> None:
    """Fills a scene with the lights of a simulation, the one at the camera first."""

def mjv_updateSkin(m: MjModel, d: MjData, scn: MjvScene) -> None:
    """Computes the vertices and normals of the skins that are shown by default."""

def mjv_select(
    m: MjModel,
    d: MjData,
    vopt: MjvOption,
    aspectratio: float,
    relx: float,
    rely: float,
    scn: MjvScene,
    selpnt: npt.NDArray[Any],
    geomid: npt.NDArray[Any],
    flexid: npt.NDArray[Any],
    skinid: npt.NDArray[Any],
) -> int:
    """The body under a pixel, -1 for none; writes the point, and which geom, flex or skin it is."""

def doctor(
    model: Any,
    runs: bool = True,
    budget: float = 10.0,
    allow: Sequence[str] = (),
) -> dict[str, Any]:
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

def memory_limit(d: MjData) -> int:
    """How many bytes a step may take for contacts, rows of constraints and solvers: 512 MiB if not set."""

def set_memory_limit(d: MjData, nbytes: int) -> None:
    """Sets how many bytes a step may take, whatever the model says; memory is taken only when a step needs it.

    Contacts and rows that do not fit are left out, with a warning. Copies of the data have the limit too;
    data from a file has not.
    """

class SolverSummary(NamedTuple):
    """How well the constraint solver did in the last step or ``mj_forward``."""

    iterations: int
    """Iterations, of all islands together and with those of the no-slip solver."""
    improvement: float
    """By how much the last iteration reduced the cost, in the units of ``opt.tolerance``."""
    residual: float
    """Norm of the gradient of the cost at ``qacc``, which is zero at the optimum; in the same units."""
    converged: bool
    """Whether the solver stopped because it was done and not because of ``opt.iterations``."""
    unconverged: int
    """How many solves since the data was reset did not converge."""
    fallbacks: int
    """After how many of the solves since then PGS went on, see ``set_solver_fallback``."""

def set_solver_fallback(d: MjData, on: bool) -> None:
    """Lets PGS go on where the solver CG has not converged within ``opt.iterations``; off by default.

    The answer that costs less is taken. The first time since a reset is told as a warning. Copies of the
    data have the setting too; data from a file has not.
    """

def solver_summary(m: MjModel, d: MjData) -> SolverSummary:
    """How the constraint solver did; computes the residual on a copy of the data.

    No warning says that a solver has stopped at ``opt.iterations``, in MuJoCo neither: `converged` and
    `unconverged` do.
    """

class MjrContext:
    """Draws scenes of a model into a buffer of its own."""
    offWidth: int
    offHeight: int
    offSamples: int
    currentBuffer: int
    readPixelFormat: int
    readDepthMap: int
    fontScale: int
    charHeight: int
    charHeightBig: int
    windowAvailable: int

    def __init__(self, model: MjModel | None = ..., fontscale: Any = ...) -> None:
        ...

    def free(self) -> None:
        """Lets go of the device; the context cannot draw any more."""

def mjr_render(viewport: MjrRect, scn: MjvScene, con: MjrContext) -> None:
    """Draws a scene into a rectangle of the buffer."""

def mjr_readPixels(
    rgb: npt.NDArray[Any] | None,
    depth: npt.NDArray[Any] | None,
    viewport: MjrRect,
    con: MjrContext,
) -> None:
    """Copies colors and depth of a rectangle of the buffer; rows go from the bottom."""

def mjr_drawPixels(
    rgb: npt.NDArray[Any] | None,
    depth: npt.NDArray[Any] | None,
    viewport: MjrRect,
    con: MjrContext,
) -> None:
    """Copies colors and depth into a rectangle of the buffer; rows go from the bottom."""

def mjr_findRect(x: int, y: int, nrect: int, rect: MjrRect) -> int:
    """0 if the rectangle contains the pixel, -1 if it does not or nrect is 0."""

def mjr_maxViewport(con: MjrContext) -> MjrRect:
    """The rectangle of the whole buffer."""

def mjr_setBuffer(framebuffer: int, con: MjrContext) -> None:
    """Selects the buffer to draw to; there is only the one of the context."""

def mjr_restoreBuffer(con: MjrContext) -> None:
    """Selects the buffer to draw to again; there is only the one of the context."""

def mjr_resizeOffscreen(width: int, height: int, con: MjrContext) -> None:
    """Sets the size of the buffer, and makes it black."""

def mjr_uploadHField(m: MjModel, con: MjrContext, hfieldid: int) -> None:
    """Updates the drawn copy of a height field."""

def mjr_uploadMesh(m: MjModel, con: MjrContext, meshid: int) -> None:
    """Updates the drawn copy of a mesh."""

def mjr_uploadTexture(m: MjModel, con: MjrContext, texid: int) -> None:
    """Updates the drawn copy of a texture."""

def mjr_finish() -> None:
    """Waits until everything is drawn; reading waits too."""

def mjr_getError() -> int:
    """0: what cannot be drawn raises an exception."""

def mjr_addAux(index: int, width: int, height: int, samples: int, con: MjrContext) -> None:
    """Makes a black auxiliary buffer."""

def mjr_setAux(index: int, con: MjrContext) -> None:
    """Fails: scenes are drawn to the buffer of the context only."""

def mjr_blitAux(index: int, src: MjrRect, left: int, bottom: int, con: MjrContext) -> None:
    """Copies a rectangle of an auxiliary buffer to the buffer."""

def mjr_blitBuffer(
    src: MjrRect,
    dst: MjrRect,
    flg_color: int,
    flg_depth: int,
    con: MjrContext,
) -> None:
    """Copies between buffer and window; there is no window."""

def mjr_changeFont(fontscale: Any, con: MjrContext) -> None:
    """Sets the size of text in percent, in steps of 50 from 100 to 300."""

def mjr_rectangle(viewport: MjrRect, r: float, g: float, b: float, a: float) -> None:
    """Fills a rectangle with a color, in the context that was drawn to last."""

def mjr_text(
    font: int,
    txt: str,
    con: MjrContext,
    x: float,
    y: float,
    r: float,
    g: float,
    b: float,
) -> None:
    """Draws text with its lower left corner at shares of the buffer, from 0 to 1."""

def mjr_overlay(
    font: int,
    gridpos: int,
    viewport: MjrRect,
    overlay: str,
    overlay2: str,
    con: MjrContext,
) -> None:
    """Draws one or two columns of text in a corner of a rectangle, on a darker ground."""

def mjr_label(
    viewport: MjrRect,
    font: int,
    txt: str,
    r: float,
    g: float,
    b: float,
    a: float,
    rt: float,
    gt: float,
    bt: float,
    con: MjrContext,
) -> None:
    """Fills a rectangle with a color and writes text into its middle."""

def mjr_figure(viewport: MjrRect, fig: MjvFigure, con: MjrContext) -> NoReturn:
    """Fails: figures are not drawn."""

class GLContext:
    """Stands for an OpenGL context; nothing needs one here, so that there is nothing to do."""

    def __init__(self, max_width: int, max_height: int) -> None:
        """Takes the size of the largest picture, and does nothing with it."""

    def make_current(self) -> None:
        """Does nothing: any thread can draw."""

    def free(self) -> None:
        """Does nothing."""

class Renderer:
    """Draws a simulation: colors, depth or which object is where.

    No window system and no OpenGL are needed: a graphics card draws if there is one, else the
    processor. ``FERRODYN_GPU`` chooses: ``software``, or a part of the name of a device.

    >>> with ferrodyn.Renderer(model, 480, 640) as renderer:
    ...     renderer.update_scene(data)
    ...     pixels = renderer.render()
    """

    def __init__(
        self,
        model: MjModel,
        height: int = ...,
        width: int = ...,
        max_geom: int = ...,
        font_scale: Any = ...,
    ) -> None:
        """Pictures of a model, with a size that its offscreen buffer can hold."""

    @property
    def model(self) -> MjModel:
        """The model."""

    @property
    def scene(self) -> MjvScene:
        """The scene, to which shapes can be added."""

    @property
    def height(self) -> int:
        """Height of pictures, in pixels."""

    @property
    def width(self) -> int:
        """Width of pictures, in pixels."""

    @property
    def device(self) -> str:
        """Name of the device that draws."""

    def enable_depth_rendering(self) -> None:
        """Makes pictures of distances along the view, in meters."""

    def disable_depth_rendering(self) -> None:
        """Makes pictures of colors again."""

    def enable_segmentation_rendering(self) -> None:
        """Makes pictures of objects: id and type (mjtObj) for each pixel, -1 for none."""

    def disable_segmentation_rendering(self) -> None:
        """Makes pictures of colors again."""

    def render(self, *, out: npt.NDArray[Any] | None = ...) -> npt.NDArray[Any]:
        """The picture of the scene, in ``out`` if it is given.

        Colors are bytes (height, width, 3), depth is float32 (height, width), and segmentation is
        int32 (height, width, 2).
        """

    def render_states(
        self,
        states: Any,
        camera: int | str | MjvCamera = ...,
        scene_option: MjvOption | None = ...,
    ) -> npt.NDArray[Any]:
        """Pictures of many states at once: rows of ``mjSTATE_INTEGRATION``, as ``Batch.state``, or of
        ``mjSTATE_FULLPHYSICS``, as shards of ``ferrodyn rollout`` and results of rollouts.

        The length of a row says which. What ``mjSTATE_FULLPHYSICS`` leaves out, such as the places of mocap
        bodies, is as in new data. They have the form that ``render`` gives one picture, with the number of the state before.
        The scene of the renderer stays what it was; its effects and ``max_geom`` hold.

        >>> pixels = renderer.render_states(batch.state, camera="track")  # (4096, 64, 64, 3)
        """

    def update_scene(
        self,
        data: MjData,
        camera: int | str | MjvCamera = ...,
        scene_option: MjvOption | None = ...,
    ) -> None:
        """Takes over where everything is, seen by a camera: id, name or struct; -1 is the free one."""

    def close(self) -> None:
        """Lets go of the device."""

    def __enter__(self) -> Renderer:
        ...

    def __exit__(self, *error: npt.ArrayLike) -> None:
        ...
