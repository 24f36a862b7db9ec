"""What tools/docs/function_table.py cannot read from the sources: methods of Python classes, and why
functions are not there."""

# kinds of elements that sit in bodies, and all others
IN_BODIES = "Body Site Joint Geom Camera Light Frame FreeJoint".split()
IN_SPECS = """Actuator Sensor Flex Pair Exclude Equality Tendon Numeric Text Tuple Key Plugin Mesh
    HField Skin Texture Material Default""".split()

# macros of mathematics, which MuJoCo's list of functions leaves out and no Python package has: they are
# functions of the language
MACROS = """mju_sqrt mju_exp mju_sin mju_cos mju_tan mju_asin mju_acos mju_atan2 mju_tanh mju_pow
    mju_abs mju_log mju_log10 mju_floor mju_ceil""".split()

# functions that are methods or attributes of classes in Python
METHODS = {
    "mj_compile": "MjSpec.compile",
    "mj_copyModel": "MjModel.__copy__",
    "mj_copySpec": "MjSpec.copy",
    "mj_loadModel": "MjModel.from_binary_path",
    "mj_loadModelBuffer": "MjModel.from_binary_path",
    "mj_loadXML": "MjModel.from_xml_path",
    "mj_makeData": "MjData",
    "mj_makeSpec": "MjSpec",
    "mj_parseXML": "MjSpec.from_file",
    "mj_parseXMLString": "MjSpec.from_string",
    "mj_recompile": "MjSpec.recompile",
    "mjp_registerResourceProvider": "MjModel.from_xml_path",
    "mj_saveXML": "MjSpec.to_file",
    "mj_saveXMLString": "MjSpec.to_xml",
    **{f"mjs_add{kind}": f"MjsBody.add_{kind.lower()}" for kind in IN_BODIES},
    **{f"mjs_add{kind}": f"MjSpec.add_{kind.lower()}" for kind in IN_SPECS},
    "mjs_activatePlugin": "MjSpec.activate_plugin",
    "mjs_attach": "MjSpec.attach",
    "mjs_bodyToFrame": "MjsBody.to_frame",
    "mjs_defaultSpec": "MjSpec",
    "mjs_delete": "MjSpec.delete",
    "mjs_findBody": "MjSpec.body",
    "mjs_findChild": "MjsBody.find_child",
    "mjs_findDefault": "MjSpec.find_default",
    "mjs_findElement": "MjSpec.geom",
    "mjs_findFrame": "MjSpec.frame",
    "mjs_firstChild": "MjsBody.first_geom",
    "mjs_firstElement": "MjSpec.geoms",
    "mjs_getCompiler": "MjsGeom.compiler",
    "mjs_getDefault": "MjsGeom.classname",
    "mjs_getFrame": "MjsGeom.frame",
    "mjs_getId": "MjsGeom.id",
    "mjs_getName": "MjsGeom.name",
    "mjs_getParent": "MjsGeom.parent",
    "mjs_getSpecDefault": "MjSpec.default",
    "mjs_getWrap": "MjsTendon.path",
    "mjs_getWrapCoef": "MjsWrap.coef",
    "mjs_getWrapDivisor": "MjsWrap.divisor",
    "mjs_getWrapNum": "MjsTendon.path",
    "mjs_getWrapSideSite": "MjsWrap.sidesite",
    "mjs_getWrapTarget": "MjsWrap.target",
    "mjs_makeMesh": "MjsMesh.make_sphere",
    "mjs_nextChild": "MjsBody.next_geom",
    "mjs_nextElement": "MjSpec.geoms",
    "mjs_resolveOrientation": "MjSpec.resolve_orientation",
    "mjs_sensorDim": "MjsSensor.get_data_size",
    "mjs_setDeepCopy": "MjSpec.copy_during_attach",
    "mjs_setDefault": "MjsGeom.classname",
    "mjs_setFrame": "MjsGeom.set_frame",
    "mjs_setName": "MjsGeom.name",
    "mjs_setToAdhesion": "MjsActuator.set_to_adhesion",
    "mjs_setToCylinder": "MjsActuator.set_to_cylinder",
    "mjs_setToDCMotor": "MjsActuator.set_to_dcmotor",
    "mjs_setToDamper": "MjsActuator.set_to_damper",
    "mjs_setToIntVelocity": "MjsActuator.set_to_intvelocity",
    "mjs_setToMotor": "MjsActuator.set_to_motor",
    "mjs_setToMuscle": "MjsActuator.set_to_muscle",
    "mjs_setToPosition": "MjsActuator.set_to_position",
    "mjs_setToVelocity": "MjsActuator.set_to_velocity",
    "mjs_wrapGeom": "MjsTendon.wrap_geom",
    "mjs_wrapJoint": "MjsTendon.wrap_joint",
    "mjs_wrapPulley": "MjsTendon.wrap_pulley",
    "mjs_wrapSite": "MjsTendon.wrap_site",
    "mjr_defaultContext": "MjrContext",
    "mjr_freeContext": "MjrContext.free",
    "mjr_makeContext": "MjrContext",
    "mjv_defaultScene": "MjvScene",
    "mjv_makeScene": "MjvScene",
}

# functions that exist in Python to say that something is not supported, or to do nothing
PLACEHOLDERS = {
    "mj_flex", "mj_loadPluginLibrary", "mj_loadAllPluginLibraries", "mjr_blitBuffer", "mjr_figure",
    "mjr_setAux",
}

# functions that make no sense here, by reason
NOT_APPLICABLE = {
    "memory": """mj_deleteData mj_deleteModel mj_deleteSpec mj_freeLastXML mj_freeStack mj_markStack
        mj_stackAllocByte mj_stackAllocInt mj_stackAllocNum mju_boxQPmalloc mju_free mju_malloc
        mjv_freeScene""",
    "exceptions": """mju_clearHandlers mju_error mju_error_i mju_error_s mju_warning mju_warning_i
        mju_warning_s mjs_getError mjs_isWarning""",
    "plugins": """mj_getPluginConfig mj_loadPluginLibrary mj_loadAllPluginLibraries mjp_defaultPlugin
        mjp_registerDecoder mjp_defaultDecoder
        mjp_findDecoder mjp_registerEncoder mjp_defaultEncoder mjp_findEncoder
        mjs_setPluginAttributes mjs_getPluginAttributes""",
    "threads": """mju_bindThreadPool mju_defaultTask mju_taskJoin mju_threadPoolCreate
        mju_threadPoolDestroy mju_threadPoolEnqueue""",
    "values": """mju_strncpy mjs_setBuffer mjs_setString mjs_setStringVec mjs_setInStringVec
        mjs_appendString mjs_setInt mjs_appendIntVec mjs_setFloat mjs_appendFloatVec mjs_setDouble
        mjs_getString mjs_getDouble mjs_setUserValue mjs_getUserValue mjs_deleteUserValue
        mjs_defaultOrientation mjs_getSpec""",
    "assets": """mj_addFileVFS mj_containsFileVFS mj_deleteVFS mj_mountVFS mj_unmountVFS
        mjp_defaultResourceProvider mjp_resourceProviderCount mjp_getResourceProvider
        mjp_getResourceProviderAtSlot
        mju_closeResource mju_decodeResource mju_getResourceDir mju_isModifiedResource
        mju_readResource""",
}

# beginnings of functions that draw windows
DRAWING = ("mjr_", "mjui_")
