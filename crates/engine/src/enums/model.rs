//! Enums of models: joints, geoms, actuators, sensors, options.

use super::enums;

enums! {
    /// Parts of the pipeline that can be switched off, as bits.
    DisableBit = "mjtDisableBit" {
        Constraint = 1, "mjDSBL_CONSTRAINT";
        Equality = 2, "mjDSBL_EQUALITY";
        FrictionLoss = 4, "mjDSBL_FRICTIONLOSS";
        Limit = 8, "mjDSBL_LIMIT";
        Contact = 16, "mjDSBL_CONTACT";
        Spring = 32, "mjDSBL_SPRING";
        Damper = 64, "mjDSBL_DAMPER";
        Gravity = 128, "mjDSBL_GRAVITY";
        ClampCtrl = 256, "mjDSBL_CLAMPCTRL";
        WarmStart = 512, "mjDSBL_WARMSTART";
        FilterParent = 1024, "mjDSBL_FILTERPARENT";
        Actuation = 2048, "mjDSBL_ACTUATION";
        RefSafe = 4096, "mjDSBL_REFSAFE";
        Sensor = 8192, "mjDSBL_SENSOR";
        MidPhase = 16384, "mjDSBL_MIDPHASE";
        EulerDamp = 32768, "mjDSBL_EULERDAMP";
        AutoReset = 65536, "mjDSBL_AUTORESET";
        NativeCcd = 131_072, "mjDSBL_NATIVECCD";
        Island = 262_144, "mjDSBL_ISLAND";
        MultiCcd = 524_288, "mjDSBL_MULTICCD";
        #count = 20, "mjNDISABLE";
    }

    /// Optional parts of the pipeline, as bits.
    EnableBit = "mjtEnableBit" {
        Override = 1, "mjENBL_OVERRIDE";
        Energy = 2, "mjENBL_ENERGY";
        FwdInv = 4, "mjENBL_FWDINV";
        InvDiscrete = 8, "mjENBL_INVDISCRETE";
        Sleep = 16, "mjENBL_SLEEP";
        #count = 5, "mjNENABLE";
    }

    /// Type of a joint.
    JointType = "mjtJoint" {
        Free = 0, "mjJNT_FREE";
        Ball = 1, "mjJNT_BALL";
        Slide = 2, "mjJNT_SLIDE";
        Hinge = 3, "mjJNT_HINGE";
    }

    /// Type of a geom.
    GeomType = "mjtGeom" {
        Plane = 0, "mjGEOM_PLANE";
        Hfield = 1, "mjGEOM_HFIELD";
        Sphere = 2, "mjGEOM_SPHERE";
        Capsule = 3, "mjGEOM_CAPSULE";
        Ellipsoid = 4, "mjGEOM_ELLIPSOID";
        Cylinder = 5, "mjGEOM_CYLINDER";
        Box = 6, "mjGEOM_BOX";
        Mesh = 7, "mjGEOM_MESH";
        Sdf = 8, "mjGEOM_SDF";
        #count = 9, "mjNGEOMTYPES";
        Arrow = 100, "mjGEOM_ARROW";
        Arrow1 = 101, "mjGEOM_ARROW1";
        Arrow2 = 102, "mjGEOM_ARROW2";
        Line = 103, "mjGEOM_LINE";
        LineBox = 104, "mjGEOM_LINEBOX";
        Flex = 105, "mjGEOM_FLEX";
        Skin = 106, "mjGEOM_SKIN";
        Label = 107, "mjGEOM_LABEL";
        Triangle = 108, "mjGEOM_TRIANGLE";
        None = 1001, "mjGEOM_NONE";
    }

    /// Projection of a camera.
    Projection = "mjtProjection" {
        Perspective = 0, "mjPROJ_PERSPECTIVE";
        Orthographic = 1, "mjPROJ_ORTHOGRAPHIC";
    }

    /// How a camera or light moves.
    CamLight = "mjtCamLight" {
        Fixed = 0, "mjCAMLIGHT_FIXED";
        Track = 1, "mjCAMLIGHT_TRACK";
        TrackCom = 2, "mjCAMLIGHT_TRACKCOM";
        TargetBody = 3, "mjCAMLIGHT_TARGETBODY";
        TargetBodyCom = 4, "mjCAMLIGHT_TARGETBODYCOM";
    }

    /// Type of a light.
    LightType = "mjtLightType" {
        Spot = 0, "mjLIGHT_SPOT";
        Directional = 1, "mjLIGHT_DIRECTIONAL";
        Point = 2, "mjLIGHT_POINT";
        Image = 3, "mjLIGHT_IMAGE";
    }

    /// Type of a texture.
    TextureType = "mjtTexture" {
        TwoD = 0, "mjTEXTURE_2D";
        Cube = 1, "mjTEXTURE_CUBE";
        Skybox = 2, "mjTEXTURE_SKYBOX";
    }

    /// Role of a texture in a material.
    TextureRole = "mjtTextureRole" {
        User = 0, "mjTEXROLE_USER";
        Rgb = 1, "mjTEXROLE_RGB";
        Occlusion = 2, "mjTEXROLE_OCCLUSION";
        Roughness = 3, "mjTEXROLE_ROUGHNESS";
        Metallic = 4, "mjTEXROLE_METALLIC";
        Normal = 5, "mjTEXROLE_NORMAL";
        Opacity = 6, "mjTEXROLE_OPACITY";
        Emissive = 7, "mjTEXROLE_EMISSIVE";
        Rgba = 8, "mjTEXROLE_RGBA";
        Orm = 9, "mjTEXROLE_ORM";
        #count = 10, "mjNTEXROLE";
    }

    /// Color space of a texture.
    ColorSpace = "mjtColorSpace" {
        Auto = 0, "mjCOLORSPACE_AUTO";
        Linear = 1, "mjCOLORSPACE_LINEAR";
        Srgb = 2, "mjCOLORSPACE_SRGB";
    }

    /// Integrator.
    Integrator = "mjtIntegrator" {
        Euler = 0, "mjINT_EULER";
        Rk4 = 1, "mjINT_RK4";
        Implicit = 2, "mjINT_IMPLICIT";
        ImplicitFast = 3, "mjINT_IMPLICITFAST";
    }

    /// Friction cone.
    Cone = "mjtCone" {
        Pyramidal = 0, "mjCONE_PYRAMIDAL";
        Elliptic = 1, "mjCONE_ELLIPTIC";
    }

    /// Format of the constraint Jacobian.
    Jacobian = "mjtJacobian" {
        Dense = 0, "mjJAC_DENSE";
        Sparse = 1, "mjJAC_SPARSE";
        Auto = 2, "mjJAC_AUTO";
    }

    /// Constraint solver.
    Solver = "mjtSolver" {
        Pgs = 0, "mjSOL_PGS";
        Cg = 1, "mjSOL_CG";
        Newton = 2, "mjSOL_NEWTON";
    }

    /// Type of an equality constraint.
    EqType = "mjtEq" {
        Connect = 0, "mjEQ_CONNECT";
        Weld = 1, "mjEQ_WELD";
        Joint = 2, "mjEQ_JOINT";
        Tendon = 3, "mjEQ_TENDON";
        Flex = 4, "mjEQ_FLEX";
        FlexVert = 5, "mjEQ_FLEXVERT";
        FlexStrain = 6, "mjEQ_FLEXSTRAIN";
        Distance = 7, "mjEQ_DISTANCE";
    }

    /// Object along a tendon path.
    WrapType = "mjtWrap" {
        None = 0, "mjWRAP_NONE";
        Joint = 1, "mjWRAP_JOINT";
        Pulley = 2, "mjWRAP_PULLEY";
        Site = 3, "mjWRAP_SITE";
        Sphere = 4, "mjWRAP_SPHERE";
        Cylinder = 5, "mjWRAP_CYLINDER";
    }

    /// What an actuator acts on.
    TrnType = "mjtTrn" {
        Joint = 0, "mjTRN_JOINT";
        JointInParent = 1, "mjTRN_JOINTINPARENT";
        SliderCrank = 2, "mjTRN_SLIDERCRANK";
        Tendon = 3, "mjTRN_TENDON";
        Site = 4, "mjTRN_SITE";
        Body = 5, "mjTRN_BODY";
        Undefined = 1000, "mjTRN_UNDEFINED";
    }

    /// Activation dynamics of an actuator.
    DynType = "mjtDyn" {
        None = 0, "mjDYN_NONE";
        Integrator = 1, "mjDYN_INTEGRATOR";
        Filter = 2, "mjDYN_FILTER";
        FilterExact = 3, "mjDYN_FILTEREXACT";
        Muscle = 4, "mjDYN_MUSCLE";
        DcMotor = 5, "mjDYN_DCMOTOR";
        User = 6, "mjDYN_USER";
    }

    /// Gain of an actuator.
    GainType = "mjtGain" {
        Fixed = 0, "mjGAIN_FIXED";
        Affine = 1, "mjGAIN_AFFINE";
        Muscle = 2, "mjGAIN_MUSCLE";
        DcMotor = 3, "mjGAIN_DCMOTOR";
        User = 4, "mjGAIN_USER";
    }

    /// Bias of an actuator.
    BiasType = "mjtBias" {
        None = 0, "mjBIAS_NONE";
        Affine = 1, "mjBIAS_AFFINE";
        Muscle = 2, "mjBIAS_MUSCLE";
        DcMotor = 3, "mjBIAS_DCMOTOR";
        User = 4, "mjBIAS_USER";
    }

    /// Kind of an object.
    ObjType = "mjtObj" {
        Unknown = 0, "mjOBJ_UNKNOWN";
        Body = 1, "mjOBJ_BODY";
        XBody = 2, "mjOBJ_XBODY";
        Joint = 3, "mjOBJ_JOINT";
        Dof = 4, "mjOBJ_DOF";
        Geom = 5, "mjOBJ_GEOM";
        Site = 6, "mjOBJ_SITE";
        Camera = 7, "mjOBJ_CAMERA";
        Light = 8, "mjOBJ_LIGHT";
        Flex = 9, "mjOBJ_FLEX";
        Mesh = 10, "mjOBJ_MESH";
        Skin = 11, "mjOBJ_SKIN";
        Hfield = 12, "mjOBJ_HFIELD";
        Texture = 13, "mjOBJ_TEXTURE";
        Material = 14, "mjOBJ_MATERIAL";
        Pair = 15, "mjOBJ_PAIR";
        Exclude = 16, "mjOBJ_EXCLUDE";
        Equality = 17, "mjOBJ_EQUALITY";
        Tendon = 18, "mjOBJ_TENDON";
        Actuator = 19, "mjOBJ_ACTUATOR";
        Sensor = 20, "mjOBJ_SENSOR";
        Numeric = 21, "mjOBJ_NUMERIC";
        Text = 22, "mjOBJ_TEXT";
        Tuple = 23, "mjOBJ_TUPLE";
        Key = 24, "mjOBJ_KEY";
        Plugin = 25, "mjOBJ_PLUGIN";
        #count = 26, "mjNOBJECT";
        Frame = 100, "mjOBJ_FRAME";
        Default = 101, "mjOBJ_DEFAULT";
        Model = 102, "mjOBJ_MODEL";
    }

    /// Type of a sensor.
    SensorType = "mjtSensor" {
        Touch = 0, "mjSENS_TOUCH";
        Accelerometer = 1, "mjSENS_ACCELEROMETER";
        Velocimeter = 2, "mjSENS_VELOCIMETER";
        Gyro = 3, "mjSENS_GYRO";
        Force = 4, "mjSENS_FORCE";
        Torque = 5, "mjSENS_TORQUE";
        Magnetometer = 6, "mjSENS_MAGNETOMETER";
        RangeFinder = 7, "mjSENS_RANGEFINDER";
        CamProjection = 8, "mjSENS_CAMPROJECTION";
        JointPos = 9, "mjSENS_JOINTPOS";
        JointVel = 10, "mjSENS_JOINTVEL";
        TendonPos = 11, "mjSENS_TENDONPOS";
        TendonVel = 12, "mjSENS_TENDONVEL";
        ActuatorPos = 13, "mjSENS_ACTUATORPOS";
        ActuatorVel = 14, "mjSENS_ACTUATORVEL";
        ActuatorFrc = 15, "mjSENS_ACTUATORFRC";
        JointActFrc = 16, "mjSENS_JOINTACTFRC";
        TendonActFrc = 17, "mjSENS_TENDONACTFRC";
        BallQuat = 18, "mjSENS_BALLQUAT";
        BallAngVel = 19, "mjSENS_BALLANGVEL";
        JointLimitPos = 20, "mjSENS_JOINTLIMITPOS";
        JointLimitVel = 21, "mjSENS_JOINTLIMITVEL";
        JointLimitFrc = 22, "mjSENS_JOINTLIMITFRC";
        TendonLimitPos = 23, "mjSENS_TENDONLIMITPOS";
        TendonLimitVel = 24, "mjSENS_TENDONLIMITVEL";
        TendonLimitFrc = 25, "mjSENS_TENDONLIMITFRC";
        FramePos = 26, "mjSENS_FRAMEPOS";
        FrameQuat = 27, "mjSENS_FRAMEQUAT";
        FrameXAxis = 28, "mjSENS_FRAMEXAXIS";
        FrameYAxis = 29, "mjSENS_FRAMEYAXIS";
        FrameZAxis = 30, "mjSENS_FRAMEZAXIS";
        FrameLinVel = 31, "mjSENS_FRAMELINVEL";
        FrameAngVel = 32, "mjSENS_FRAMEANGVEL";
        FrameLinAcc = 33, "mjSENS_FRAMELINACC";
        FrameAngAcc = 34, "mjSENS_FRAMEANGACC";
        SubtreeCom = 35, "mjSENS_SUBTREECOM";
        SubtreeLinVel = 36, "mjSENS_SUBTREELINVEL";
        SubtreeAngMom = 37, "mjSENS_SUBTREEANGMOM";
        InsideSite = 38, "mjSENS_INSIDESITE";
        GeomDist = 39, "mjSENS_GEOMDIST";
        GeomNormal = 40, "mjSENS_GEOMNORMAL";
        GeomFromTo = 41, "mjSENS_GEOMFROMTO";
        Contact = 42, "mjSENS_CONTACT";
        EPotential = 43, "mjSENS_E_POTENTIAL";
        EKinetic = 44, "mjSENS_E_KINETIC";
        Clock = 45, "mjSENS_CLOCK";
        Tactile = 46, "mjSENS_TACTILE";
        Plugin = 47, "mjSENS_PLUGIN";
        User = 48, "mjSENS_USER";
    }

    /// Stage of the pipeline that a sensor needs.
    SensorStage = "mjtStage" {
        None = 0, "mjSTAGE_NONE";
        Pos = 1, "mjSTAGE_POS";
        Vel = 2, "mjSTAGE_VEL";
        Acc = 3, "mjSTAGE_ACC";
    }

    /// What the numbers of a sensor are.
    DataType = "mjtDataType" {
        Real = 0, "mjDATATYPE_REAL";
        Positive = 1, "mjDATATYPE_POSITIVE";
        Axis = 2, "mjDATATYPE_AXIS";
        Quaternion = 3, "mjDATATYPE_QUATERNION";
    }

    /// Numbers that a contact sensor reports.
    ConDataField = "mjtConDataField" {
        Found = 0, "mjCONDATA_FOUND";
        Force = 1, "mjCONDATA_FORCE";
        Torque = 2, "mjCONDATA_TORQUE";
        Dist = 3, "mjCONDATA_DIST";
        Pos = 4, "mjCONDATA_POS";
        Normal = 5, "mjCONDATA_NORMAL";
        Tangent = 6, "mjCONDATA_TANGENT";
        #count = 7, "mjNCONDATA";
    }

    /// Numbers that a range finder reports.
    RayDataField = "mjtRayDataField" {
        Dist = 0, "mjRAYDATA_DIST";
        Dir = 1, "mjRAYDATA_DIR";
        Origin = 2, "mjRAYDATA_ORIGIN";
        Point = 3, "mjRAYDATA_POINT";
        Normal = 4, "mjRAYDATA_NORMAL";
        Depth = 5, "mjRAYDATA_DEPTH";
        #count = 6, "mjNRAYDATA";
    }

    /// Outputs of a camera, as bits.
    CamOutBit = "mjtCamOutBit" {
        Rgb = 1, "mjCAMOUT_RGB";
        Depth = 2, "mjCAMOUT_DEPTH";
        Dist = 4, "mjCAMOUT_DIST";
        Normal = 8, "mjCAMOUT_NORMAL";
        Seg = 16, "mjCAMOUT_SEG";
        #count = 5, "mjNCAMOUT";
    }

    /// Frame that an object shares with its body.
    SameFrame = "mjtSameFrame" {
        None = 0, "mjSAMEFRAME_NONE";
        Body = 1, "mjSAMEFRAME_BODY";
        Inertia = 2, "mjSAMEFRAME_INERTIA";
        BodyRot = 3, "mjSAMEFRAME_BODYROT";
        InertiaRot = 4, "mjSAMEFRAME_INERTIAROT";
    }

    /// Whether a tree may sleep.
    SleepPolicy = "mjtSleepPolicy" {
        Auto = 0, "mjSLEEP_AUTO";
        AutoNever = 1, "mjSLEEP_AUTO_NEVER";
        AutoAllowed = 2, "mjSLEEP_AUTO_ALLOWED";
        Never = 3, "mjSLEEP_NEVER";
        Allowed = 4, "mjSLEEP_ALLOWED";
        Init = 5, "mjSLEEP_INIT";
    }

    /// Which actuators have their length range computed.
    LrMode = "mjtLRMode" {
        None = 0, "mjLRMODE_NONE";
        Muscle = 1, "mjLRMODE_MUSCLE";
        MuscleUser = 2, "mjLRMODE_MUSCLEUSER";
        All = 3, "mjLRMODE_ALL";
    }

    /// How a flex collides with itself.
    FlexSelf = "mjtFlexSelf" {
        None = 0, "mjFLEXSELF_NONE";
        Narrow = 1, "mjFLEXSELF_NARROW";
        Bvh = 2, "mjFLEXSELF_BVH";
        Sap = 3, "mjFLEXSELF_SAP";
        Auto = 4, "mjFLEXSELF_AUTO";
    }

    /// How signed distance fields are combined.
    SdfType = "mjtSDFType" {
        Single = 0, "mjSDFTYPE_SINGLE";
        Intersection = 1, "mjSDFTYPE_INTERSECTION";
        MidSurface = 2, "mjSDFTYPE_MIDSURFACE";
        Collision = 3, "mjSDFTYPE_COLLISION";
    }
}
