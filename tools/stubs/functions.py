"""Functions of the compiled module, with the types that its signatures do not say."""

import inspect

from ferrodyn import _core

from tools.stubs.lines import default, indent, wrapped

# the types of the parameters and of the result of each function, one letter each: m model, d data,
# c callable, C contact, i array to read, o array of float64 to write, O of float32, I of int32, f float, n int, s str;
# a capital N in front allows None; names and descriptions come from the module itself
UTILITIES = {
    "mju_zero3": "o", "mju_copy3": "oi", "mju_scl3": "oif", "mju_add3": "oii", "mju_sub3": "oii",
    "mju_addTo3": "oi", "mju_subFrom3": "oi", "mju_addToScl3": "oif", "mju_addScl3": "oiif",
    "mju_normalize3": "o>f", "mju_norm3": "i>f", "mju_dot3": "ii>f", "mju_dist3": "ii>f",
    "mju_mulMatVec3": "oii", "mju_mulMatTVec3": "oii", "mju_cross": "oii", "mju_zero4": "o",
    "mju_unit4": "o", "mju_copy4": "oi", "mju_normalize4": "o>f",
    "mju_zero": "o", "mju_fill": "of", "mju_copy": "oi", "mju_sum": "o>f", "mju_L1": "o>f",
    "mju_scl": "oif", "mju_add": "oii", "mju_sub": "oii", "mju_addTo": "oi", "mju_subFrom": "oi",
    "mju_addToScl": "oif", "mju_addScl": "oiif", "mju_normalize": "o>f", "mju_norm": "i>f",
    "mju_dot": "ii>f", "mju_isZero": "o>n", "mju_f2n": "oi", "mju_n2f": "Oi", "mju_d2n": "oi",
    "mju_n2d": "oi", "mju_insertionSort": "o", "mju_insertionSortInt": "I",
    "mju_mulMatVec": "oii", "mju_mulMatTVec": "oii", "mju_mulVecMatVec": "iii>f",
    "mju_transpose": "oi", "mju_symmetrize": "oi", "mju_eye": "o", "mju_mulMatMat": "oii",
    "mju_mulMatMatT": "oii", "mju_mulMatTMat": "oii", "mju_sqrMatTD": "oiNo",
    "mju_dense2sparse": "oiIII>n", "mju_sparse2dense": "oiiii",
    "mju_rotVecQuat": "oii", "mju_negQuat": "oi", "mju_mulQuat": "oii", "mju_mulQuatAxis": "oii",
    "mju_axisAngle2Quat": "oif", "mju_quat2Vel": "oif", "mju_subQuat": "oii",
    "mju_quat2Mat": "oi", "mju_mat2Quat": "oi", "mju_derivQuat": "oii", "mju_quatIntegrate": "oif",
    "mju_quatZ2Vec": "oi", "mju_mat2Rot": "oi>n", "mju_euler2Quat": "ois",
    "mju_mulPose": "ooiiii", "mju_negPose": "ooii", "mju_trnVecPose": "oiii",
    "mju_transformSpatial": "oiniii",
    "mju_cholFactor": "of>n", "mju_cholSolve": "oii", "mju_cholUpdate": "oon>n",
    "mju_cholFactorBand": "onnnff>f", "mju_cholSolveBand": "oiinnn", "mju_band2Dense": "oinnnn",
    "mju_dense2Band": "oinnn", "mju_bandMulMatVec": "oiinnnnn", "mju_bandDiag": "nnnn>n",
    "mju_eig3": "oooi>n", "mju_boxQP": "ooNIiiNiNi>n",
    "mju_muscleGain": "ffifi>f", "mju_muscleBias": "fifi>f", "mju_muscleDynamics": "ffi>f",
    "mju_encodePyramid": "oii", "mju_decodePyramid": "oii", "mju_springDamper": "fffff>f",
    "mju_min": "ff>f", "mju_max": "ff>f", "mju_clip": "fff>f", "mju_sign": "f>f",
    "mju_round": "f>n", "mju_isBad": "f>n", "mju_standardNormal": "Nf>f", "mju_Halton": "nn>f",
    "mju_sigmoid": "f>f",
    "mju_rayGeom": "iiiiinNo>f",
    "mju_type2Str": "n>Ns", "mju_str2Type": "s>n", "mju_writeNumBytes": "n>s",
    "mju_warningText": "nn>s", "mju_printMat": "i", "mju_printMatSparse": "iiii",
}  # fmt: skip

# functions of models and data, as UTILITIES; most take the two alone
FUNCTIONS_ON_DATA = {
    name: "md"
    for name in """mj_collision mj_step1 mj_step2 mj_forward mj_inverse mj_fwdKinematics mj_fwdPosition
    mj_fwdVelocity mj_fwdActuation mj_fwdAcceleration mj_fwdConstraint mj_Euler mj_implicit
    mj_invPosition mj_invVelocity mj_invConstraint mj_compareFwdInv mj_checkPos mj_checkVel
    mj_checkAcc mj_sensorPos mj_sensorVel mj_sensorAcc mj_energyPos mj_energyVel mj_kinematics
    mj_comPos mj_camlight mj_flex mj_tendon mj_transmission mj_crb mj_makeM mj_factorM mj_comVel
    mj_passive
    mj_subtreeVel mj_rnePostConstraint mj_makeConstraint mj_island mj_projectConstraint
    mj_referenceConstraint mj_resetData mj_setConst""".split()
} | {
    "mj_step": "mdn", "mj_forwardSkip": "mdnn", "mj_inverseSkip": "mdnn", "mj_RungeKutta": "mdn",
    "mj_solveM": "mdoi", "mj_solveM2": "mdoii", "mj_mulM": "mdoi", "mj_mulM2": "mdoi",
    "mj_addM": "mdoIII", "mj_fullM": "moi", "mj_rne": "mdno", "mj_applyFT": "mdiiino",
    "mj_differentiatePos": "mofii", "mj_integratePos": "moif", "mj_normalizeQuat": "mo",
    "mj_jac": "mdNoNoin", "mj_jacBody": "mdNoNon", "mj_jacBodyCom": "mdNoNon",
    "mj_ray": "mdiiNinnNINo>f", "mj_multiRay": "mdiiNinnIoNonf",
    "mj_rayMesh": "mdniiNo>f", "mj_rayHfield": "mdniiNo>f",
    "mj_constraintUpdate": "mdiNon", "mj_mulJacVec": "mdoi", "mj_mulJacTVec": "mdoi",
    "mj_contactForce": "mdno", "mj_addContact": "mdC>n",
    "mj_geomDistance": "mdnnfNo>f",
    "mj_jacSubtreeCom": "mdNon", "mj_jacGeom": "mdNoNon", "mj_jacSite": "mdNoNon",
    "mj_jacPointAxis": "mdNoNoiin", "mj_jacDot": "mdNoNoin", "mj_angmomMat": "mdon",
    "mj_resetDataDebug": "mdn", "mj_resetDataKeyframe": "mdn", "mj_setKeyframe": "mdn",
    "mj_stateSize": "mn>n", "mj_getState": "mdon", "mj_setState": "mdin",
    "mj_extractState": "minon", "mj_copyState": "mddn", "mj_readCtrl": "mdnfn>f",
    "mj_initCtrlHistory": "mdnNii", "mj_readSensor": "mdnfon>o", "mj_initSensorHistory": "mdnNiif",
    "mjd_transitionFD": "mdfnNoNoNoNo", "mjd_inverseFD": "mdfnNoNoNoNoNoNoNo",
    "mjd_subQuat": "iiNoNo", "mjd_quatIntegrate": "ifooo",
    "mj_isSparse": "m>n", "mj_isPyramidal": "m>n", "mj_isDual": "m>n", "mj_getTotalmass": "m>f",
    "mj_setTotalmass": "mf", "mj_objectVelocity": "mdnnon", "mj_objectAcceleration": "mdnnon",
    "mj_local2Global": "dooiinn", "mj_resetCallbacks": "", "mj_copyData": "dmd",
    "mj_maxContact": "mnnn>n", "mj_rayFlex": "mdnnnnnniiNINo>f", "mj_printSchema": "nn>s",
    "mju_getXMLDependencies": "s>L", "mju_raySkin": "nniiiiI>f",
} | {
    f"{verb}_{what}": letters
    for what in ("mjcb_passive", "mjcb_control", "mjcb_contactfilter", "mjcb_sensor",
                 "mjcb_act_dyn", "mjcb_act_gain", "mjcb_act_bias", "mjcb_time", "mju_user_warning",
                 "mju_user_malloc", "mju_user_free")
    for verb, letters in (("set", "Nc"), ("get", ">Nc"))
}  # fmt: skip

KINDS = {
    "m": "MjModel",
    "d": "MjData",
    "c": "Callable[..., Any]",
    "C": "MjContact",
    "i": "npt.ArrayLike",
    "o": "npt.NDArray[np.float64]",
    "O": "npt.NDArray[np.float32]",
    "I": "npt.NDArray[np.int32]",
    "f": "float",
    "n": "int",
    "s": "str",
    "L": "list[str]",
}


def functions():
    out = []
    for name, letters in (FUNCTIONS_ON_DATA | UTILITIES).items():
        function = getattr(_core, name)
        parameters, _, result = letters.partition(">")
        names = inspect.signature(function).parameters
        types = zip(names, kinds(parameters), strict=True)
        returns = kinds(result)[0] if result else "None"
        lines = [f"{parameter}: {kind}{default(names[parameter])}" for parameter, kind in types]
        doc = function.__doc__.strip().split("\n")
        out += ["", *wrapped(name, lines, returns)]
        quotes = '"""'
        if len(doc) == 1:
            out += [f"    {quotes}{doc[0]}{quotes}"]
        else:
            out += indent([quotes + doc[0], *doc[1:], quotes])
    return out


def kinds(letters):
    """The types that letters stand for."""
    out, optional = [], ""
    for letter in letters:
        if letter == "N":
            optional = " | None"
        else:
            out.append(KINDS[letter] + optional)
            optional = ""
    return out
