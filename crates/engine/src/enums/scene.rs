//! Enums of visualization, plugins and user interface.

use super::enums;

enums! {
    /// Categories of visual geoms, as bits.
    CatBit = "mjtCatBit" {
        Static = 1, "mjCAT_STATIC";
        Dynamic = 2, "mjCAT_DYNAMIC";
        Decor = 4, "mjCAT_DECOR";
        All = 7, "mjCAT_ALL";
    }

    /// Mouse interaction.
    Mouse = "mjtMouse" {
        None = 0, "mjMOUSE_NONE";
        RotateV = 1, "mjMOUSE_ROTATE_V";
        RotateH = 2, "mjMOUSE_ROTATE_H";
        MoveV = 3, "mjMOUSE_MOVE_V";
        MoveH = 4, "mjMOUSE_MOVE_H";
        Zoom = 5, "mjMOUSE_ZOOM";
        MoveVRel = 6, "mjMOUSE_MOVE_V_REL";
        MoveHRel = 7, "mjMOUSE_MOVE_H_REL";
    }

    /// Perturbations, as bits.
    PertBit = "mjtPertBit" {
        Translate = 1, "mjPERT_TRANSLATE";
        Rotate = 2, "mjPERT_ROTATE";
    }

    /// Camera of the abstract scene.
    CameraType = "mjtCamera" {
        Free = 0, "mjCAMERA_FREE";
        Tracking = 1, "mjCAMERA_TRACKING";
        Fixed = 2, "mjCAMERA_FIXED";
        User = 3, "mjCAMERA_USER";
    }

    /// What is labeled.
    Label = "mjtLabel" {
        None = 0, "mjLABEL_NONE";
        Body = 1, "mjLABEL_BODY";
        Joint = 2, "mjLABEL_JOINT";
        Geom = 3, "mjLABEL_GEOM";
        Site = 4, "mjLABEL_SITE";
        Camera = 5, "mjLABEL_CAMERA";
        Light = 6, "mjLABEL_LIGHT";
        Tendon = 7, "mjLABEL_TENDON";
        Actuator = 8, "mjLABEL_ACTUATOR";
        Constraint = 9, "mjLABEL_CONSTRAINT";
        Flex = 10, "mjLABEL_FLEX";
        Skin = 11, "mjLABEL_SKIN";
        Selection = 12, "mjLABEL_SELECTION";
        SelPnt = 13, "mjLABEL_SELPNT";
        ContactPoint = 14, "mjLABEL_CONTACTPOINT";
        ContactForce = 15, "mjLABEL_CONTACTFORCE";
        Island = 16, "mjLABEL_ISLAND";
        #count = 17, "mjNLABEL";
    }

    /// Whose frames are shown.
    VisFrame = "mjtFrame" {
        None = 0, "mjFRAME_NONE";
        Body = 1, "mjFRAME_BODY";
        Geom = 2, "mjFRAME_GEOM";
        Site = 3, "mjFRAME_SITE";
        Camera = 4, "mjFRAME_CAMERA";
        Light = 5, "mjFRAME_LIGHT";
        Contact = 6, "mjFRAME_CONTACT";
        World = 7, "mjFRAME_WORLD";
        #count = 8, "mjNFRAME";
    }

    /// What is shown.
    VisFlag = "mjtVisFlag" {
        ConvexHull = 0, "mjVIS_CONVEXHULL";
        Texture = 1, "mjVIS_TEXTURE";
        Joint = 2, "mjVIS_JOINT";
        Camera = 3, "mjVIS_CAMERA";
        Actuator = 4, "mjVIS_ACTUATOR";
        Activation = 5, "mjVIS_ACTIVATION";
        Light = 6, "mjVIS_LIGHT";
        Tendon = 7, "mjVIS_TENDON";
        RangeFinder = 8, "mjVIS_RANGEFINDER";
        Constraint = 9, "mjVIS_CONSTRAINT";
        Inertia = 10, "mjVIS_INERTIA";
        SclInertia = 11, "mjVIS_SCLINERTIA";
        PertForce = 12, "mjVIS_PERTFORCE";
        PertObj = 13, "mjVIS_PERTOBJ";
        ContactPoint = 14, "mjVIS_CONTACTPOINT";
        Island = 15, "mjVIS_ISLAND";
        ContactForce = 16, "mjVIS_CONTACTFORCE";
        ContactSplit = 17, "mjVIS_CONTACTSPLIT";
        Transparent = 18, "mjVIS_TRANSPARENT";
        AutoConnect = 19, "mjVIS_AUTOCONNECT";
        Com = 20, "mjVIS_COM";
        Select = 21, "mjVIS_SELECT";
        Static = 22, "mjVIS_STATIC";
        Skin = 23, "mjVIS_SKIN";
        FlexVert = 24, "mjVIS_FLEXVERT";
        FlexEdge = 25, "mjVIS_FLEXEDGE";
        FlexFace = 26, "mjVIS_FLEXFACE";
        FlexSkin = 27, "mjVIS_FLEXSKIN";
        BodyBvh = 28, "mjVIS_BODYBVH";
        MeshBvh = 29, "mjVIS_MESHBVH";
        SdfIter = 30, "mjVIS_SDFITER";
        #count = 31, "mjNVISFLAG";
    }

    /// Rendering effects.
    RndFlag = "mjtRndFlag" {
        Shadow = 0, "mjRND_SHADOW";
        Wireframe = 1, "mjRND_WIREFRAME";
        Reflection = 2, "mjRND_REFLECTION";
        Additive = 3, "mjRND_ADDITIVE";
        Skybox = 4, "mjRND_SKYBOX";
        Fog = 5, "mjRND_FOG";
        Haze = 6, "mjRND_HAZE";
        Depth = 7, "mjRND_DEPTH";
        Segment = 8, "mjRND_SEGMENT";
        IdColor = 9, "mjRND_IDCOLOR";
        CullFace = 10, "mjRND_CULL_FACE";
        #count = 11, "mjNRNDFLAG";
    }

    /// Stereo rendering.
    Stereo = "mjtStereo" {
        None = 0, "mjSTEREO_NONE";
        QuadBuffered = 1, "mjSTEREO_QUADBUFFERED";
        SideBySide = 2, "mjSTEREO_SIDEBYSIDE";
    }

    /// What a plugin can do, as bits.
    PluginCapabilityBit = "mjtPluginCapabilityBit" {
        Actuator = 1, "mjPLUGIN_ACTUATOR";
        Sensor = 2, "mjPLUGIN_SENSOR";
        Passive = 4, "mjPLUGIN_PASSIVE";
        Sdf = 8, "mjPLUGIN_SDF";
    }

    /// Place of an overlay.
    GridPos = "mjtGridPos" {
        TopLeft = 0, "mjGRID_TOPLEFT";
        TopRight = 1, "mjGRID_TOPRIGHT";
        BottomLeft = 2, "mjGRID_BOTTOMLEFT";
        BottomRight = 3, "mjGRID_BOTTOMRIGHT";
        Top = 4, "mjGRID_TOP";
        Bottom = 5, "mjGRID_BOTTOM";
        Left = 6, "mjGRID_LEFT";
        Right = 7, "mjGRID_RIGHT";
    }

    /// Where to render.
    Framebuffer = "mjtFramebuffer" {
        Window = 0, "mjFB_WINDOW";
        Offscreen = 1, "mjFB_OFFSCREEN";
    }

    /// Direction of depth.
    DepthMap = "mjtDepthMap" {
        ZeroNear = 0, "mjDEPTH_ZERONEAR";
        ZeroFar = 1, "mjDEPTH_ZEROFAR";
    }

    /// Scale of a font.
    FontScale = "mjtFontScale" {
        Percent50 = 50, "mjFONTSCALE_50";
        Percent100 = 100, "mjFONTSCALE_100";
        Percent150 = 150, "mjFONTSCALE_150";
        Percent200 = 200, "mjFONTSCALE_200";
        Percent250 = 250, "mjFONTSCALE_250";
        Percent300 = 300, "mjFONTSCALE_300";
    }

    /// Font.
    FontType = "mjtFont" {
        Normal = 0, "mjFONT_NORMAL";
        Shadow = 1, "mjFONT_SHADOW";
        Big = 2, "mjFONT_BIG";
    }

    /// Mouse button.
    Button = "mjtButton" {
        None = 0, "mjBUTTON_NONE";
        Left = 1, "mjBUTTON_LEFT";
        Right = 2, "mjBUTTON_RIGHT";
        Middle = 3, "mjBUTTON_MIDDLE";
    }

    /// Input event.
    EventType = "mjtEvent" {
        None = 0, "mjEVENT_NONE";
        Move = 1, "mjEVENT_MOVE";
        Press = 2, "mjEVENT_PRESS";
        Release = 3, "mjEVENT_RELEASE";
        Scroll = 4, "mjEVENT_SCROLL";
        Key = 5, "mjEVENT_KEY";
        Resize = 6, "mjEVENT_RESIZE";
        Redraw = 7, "mjEVENT_REDRAW";
        FilesDrop = 8, "mjEVENT_FILESDROP";
    }

    /// Item of a user interface.
    ItemType = "mjtItem" {
        End = -2, "mjITEM_END";
        Section = -1, "mjITEM_SECTION";
        Separator = 0, "mjITEM_SEPARATOR";
        Static = 1, "mjITEM_STATIC";
        Button = 2, "mjITEM_BUTTON";
        CheckInt = 3, "mjITEM_CHECKINT";
        CheckByte = 4, "mjITEM_CHECKBYTE";
        Radio = 5, "mjITEM_RADIO";
        RadioLine = 6, "mjITEM_RADIOLINE";
        Select = 7, "mjITEM_SELECT";
        SliderInt = 8, "mjITEM_SLIDERINT";
        SliderNum = 9, "mjITEM_SLIDERNUM";
        EditInt = 10, "mjITEM_EDITINT";
        EditNum = 11, "mjITEM_EDITNUM";
        EditFloat = 12, "mjITEM_EDITFLOAT";
        EditTxt = 13, "mjITEM_EDITTXT";
        #count = 14, "mjNITEM";
    }

    /// State of a user interface section.
    SectionState = "mjtSection" {
        Closed = 0, "mjSECT_CLOSED";
        Open = 1, "mjSECT_OPEN";
        Fixed = 2, "mjSECT_FIXED";
    }
}
