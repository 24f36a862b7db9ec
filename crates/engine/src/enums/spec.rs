//! Enums of model descriptions.

use super::enums;

enums! {
    /// Whether a geom is filled or a shell.
    GeomInertia = "mjtGeomInertia" {
        Volume = 0, "mjINERTIA_VOLUME";
        Shell = 1, "mjINERTIA_SHELL";
    }

    /// How the inertia of a mesh is computed.
    MeshInertia = "mjtMeshInertia" {
        Convex = 0, "mjMESH_INERTIA_CONVEX";
        Exact = 1, "mjMESH_INERTIA_EXACT";
        Legacy = 2, "mjMESH_INERTIA_LEGACY";
        Shell = 3, "mjMESH_INERTIA_SHELL";
    }

    /// Procedural mesh.
    MeshBuiltin = "mjtMeshBuiltin" {
        None = 0, "mjMESH_BUILTIN_NONE";
        Sphere = 1, "mjMESH_BUILTIN_SPHERE";
        Hemisphere = 2, "mjMESH_BUILTIN_HEMISPHERE";
        Cone = 3, "mjMESH_BUILTIN_CONE";
        SuperSphere = 4, "mjMESH_BUILTIN_SUPERSPHERE";
        SuperTorus = 5, "mjMESH_BUILTIN_SUPERTORUS";
        Wedge = 6, "mjMESH_BUILTIN_WEDGE";
        Plate = 7, "mjMESH_BUILTIN_PLATE";
    }

    /// Procedural texture.
    Builtin = "mjtBuiltin" {
        None = 0, "mjBUILTIN_NONE";
        Gradient = 1, "mjBUILTIN_GRADIENT";
        Checker = 2, "mjBUILTIN_CHECKER";
        Flat = 3, "mjBUILTIN_FLAT";
    }

    /// Marks on a procedural texture.
    Mark = "mjtMark" {
        None = 0, "mjMARK_NONE";
        Edge = 1, "mjMARK_EDGE";
        Cross = 2, "mjMARK_CROSS";
        Random = 3, "mjMARK_RANDOM";
    }

    /// Whether limits apply.
    Limited = "mjtLimited" {
        False = 0, "mjLIMITED_FALSE";
        True = 1, "mjLIMITED_TRUE";
        Auto = 2, "mjLIMITED_AUTO";
    }

    /// Whether a free body is aligned with its inertia.
    AlignFree = "mjtAlignFree" {
        False = 0, "mjALIGNFREE_FALSE";
        True = 1, "mjALIGNFREE_TRUE";
        Auto = 2, "mjALIGNFREE_AUTO";
    }

    /// Whether inertia is computed from geoms.
    InertiaFromGeom = "mjtInertiaFromGeom" {
        False = 0, "mjINERTIAFROMGEOM_FALSE";
        True = 1, "mjINERTIAFROMGEOM_TRUE";
        Auto = 2, "mjINERTIAFROMGEOM_AUTO";
    }

    /// How an orientation is given.
    OrientationType = "mjtOrientation" {
        Quat = 0, "mjORIENTATION_QUAT";
        AxisAngle = 1, "mjORIENTATION_AXISANGLE";
        XYAxes = 2, "mjORIENTATION_XYAXES";
        ZAxis = 3, "mjORIENTATION_ZAXIS";
        Euler = 4, "mjORIENTATION_EULER";
    }
}
