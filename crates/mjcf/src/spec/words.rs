//! Keywords of the engine's enumerations.

use ferrodyn_engine::enums::{
    AlignFree, BiasType, Builtin, CamLight, CamOutBit, ColorSpace, ConDataField, Cone, DataType,
    DynType, FlexSelf, GainType, GeomInertia, GeomType, InertiaFromGeom, Integrator, Jacobian,
    JointType, LightType, Limited, LrMode, Mark, MeshBuiltin, MeshInertia, OBJECT_KINDS, ObjType,
    Projection, RayDataField, SensorStage, SleepPolicy, Solver, TextureRole, TextureType,
};

use super::Keyword;

/// Objects are called as in the engine's table.
impl Keyword for ObjType {
    const WORDS: &'static [(&'static str, Self)] = &{
        let mut words = [("", Self::Unknown); OBJECT_KINDS.len()];
        let mut i = 0;
        while i < words.len() {
            words[i] = (OBJECT_KINDS[i].word, OBJECT_KINDS[i].kind);
            i += 1;
        }
        words
    };
}

macro_rules! words {
    ($($type:ident { $($word:literal => $variant:ident),+ $(,)? })+) => {$(
        impl Keyword for $type {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, Self::$variant)),+];
        }
    )+};
}

words! {
    JointType { "free" => Free, "ball" => Ball, "slide" => Slide, "hinge" => Hinge }
    GeomType {
        "plane" => Plane, "hfield" => Hfield, "sphere" => Sphere, "capsule" => Capsule,
        "ellipsoid" => Ellipsoid, "cylinder" => Cylinder, "box" => Box, "mesh" => Mesh,
        "sdf" => Sdf,
    }
    SleepPolicy { "auto" => Auto, "never" => Never, "allowed" => Allowed, "init" => Init }
    Projection { "perspective" => Perspective, "orthographic" => Orthographic }
    CamLight {
        "fixed" => Fixed, "track" => Track, "trackcom" => TrackCom, "targetbody" => TargetBody,
        "targetbodycom" => TargetBodyCom,
    }
    LightType {
        "spot" => Spot, "directional" => Directional, "point" => Point, "image" => Image,
    }
    Integrator {
        "Euler" => Euler, "RK4" => Rk4, "implicit" => Implicit, "implicitfast" => ImplicitFast,
    }
    Cone { "pyramidal" => Pyramidal, "elliptic" => Elliptic }
    Jacobian { "dense" => Dense, "sparse" => Sparse, "auto" => Auto }
    Solver { "PGS" => Pgs, "CG" => Cg, "Newton" => Newton }
    DynType {
        "none" => None, "integrator" => Integrator, "filter" => Filter,
        "filterexact" => FilterExact, "muscle" => Muscle, "dcmotor" => DcMotor, "user" => User,
    }
    GainType {
        "fixed" => Fixed, "affine" => Affine, "muscle" => Muscle, "dcmotor" => DcMotor,
        "user" => User,
    }
    BiasType {
        "none" => None, "affine" => Affine, "muscle" => Muscle, "dcmotor" => DcMotor,
        "user" => User,
    }
    LrMode { "none" => None, "muscle" => Muscle, "muscleuser" => MuscleUser, "all" => All }
    SensorStage { "none" => None, "pos" => Pos, "vel" => Vel, "acc" => Acc }
    DataType {
        "real" => Real, "positive" => Positive, "axis" => Axis, "quaternion" => Quaternion,
    }
    Limited { "false" => False, "true" => True, "auto" => Auto }
    AlignFree { "false" => False, "true" => True, "auto" => Auto }
    InertiaFromGeom { "false" => False, "true" => True, "auto" => Auto }
    GeomInertia { "false" => Volume, "true" => Shell }
    MeshInertia { "convex" => Convex, "legacy" => Legacy, "exact" => Exact, "shell" => Shell }
    MeshBuiltin {
        "none" => None, "sphere" => Sphere, "hemisphere" => Hemisphere, "cone" => Cone,
        "supertorus" => SuperTorus, "supersphere" => SuperSphere, "wedge" => Wedge,
        "plate" => Plate,
    }
    Builtin { "none" => None, "gradient" => Gradient, "checker" => Checker, "flat" => Flat }
    Mark { "none" => None, "edge" => Edge, "cross" => Cross, "random" => Random }
    TextureType { "2d" => TwoD, "cube" => Cube, "skybox" => Skybox }
    TextureRole {
        "rgb" => Rgb, "occlusion" => Occlusion, "roughness" => Roughness, "metallic" => Metallic,
        "normal" => Normal, "opacity" => Opacity, "emissive" => Emissive, "rgba" => Rgba,
        "orm" => Orm,
    }
    ColorSpace { "auto" => Auto, "linear" => Linear, "sRGB" => Srgb }
    CamOutBit {
        "rgb" => Rgb, "depth" => Depth, "distance" => Dist, "normal" => Normal,
        "segmentation" => Seg,
    }
    ConDataField {
        "found" => Found, "force" => Force, "torque" => Torque, "dist" => Dist, "pos" => Pos,
        "normal" => Normal, "tangent" => Tangent,
    }
    FlexSelf {
        "none" => None, "narrow" => Narrow, "bvh" => Bvh, "sap" => Sap, "auto" => Auto,
    }
    RayDataField {
        "dist" => Dist, "dir" => Dir, "origin" => Origin, "point" => Point, "normal" => Normal,
        "depth" => Depth,
    }
}
