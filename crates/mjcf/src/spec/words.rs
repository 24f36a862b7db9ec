//! Keywords of the engine's enumerations.

use ferrodyn_engine::{
    BiasType, CamLight, Cone, DataType, DynType, GainType, GeomType, Integrator, Jacobian,
    JointType, LightType, LrMode, ObjType, Projection, SleepPolicy, Solver, Stage,
};

use super::Keyword;

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
        "fixed" => Fixed, "track" => Track, "trackcom" => Trackcom, "targetbody" => Targetbody,
        "targetbodycom" => Targetbodycom,
    }
    LightType {
        "spot" => Spot, "directional" => Directional, "point" => Point, "image" => Image,
    }
    Integrator {
        "Euler" => Euler, "RK4" => Rk4, "implicit" => Implicit, "implicitfast" => Implicitfast,
    }
    Cone { "pyramidal" => Pyramidal, "elliptic" => Elliptic }
    Jacobian { "dense" => Dense, "sparse" => Sparse, "auto" => Auto }
    Solver { "PGS" => Pgs, "CG" => Cg, "Newton" => Newton }
    DynType {
        "none" => None, "integrator" => Integrator, "filter" => Filter,
        "filterexact" => Filterexact, "muscle" => Muscle, "dcmotor" => Dcmotor, "user" => User,
    }
    GainType {
        "fixed" => Fixed, "affine" => Affine, "muscle" => Muscle, "dcmotor" => Dcmotor,
        "user" => User,
    }
    BiasType {
        "none" => None, "affine" => Affine, "muscle" => Muscle, "dcmotor" => Dcmotor,
        "user" => User,
    }
    LrMode { "none" => None, "muscle" => Muscle, "muscleuser" => Muscleuser, "all" => All }
    Stage { "none" => None, "pos" => Pos, "vel" => Vel, "acc" => Acc }
    DataType {
        "real" => Real, "positive" => Positive, "axis" => Axis, "quaternion" => Quaternion,
    }
    ObjType {
        "body" => Body, "xbody" => Xbody, "joint" => Joint, "dof" => Dof, "geom" => Geom,
        "site" => Site, "camera" => Camera, "light" => Light, "flex" => Flex, "mesh" => Mesh,
        "skin" => Skin, "hfield" => Hfield, "texture" => Texture, "material" => Material,
        "pair" => Pair, "exclude" => Exclude, "equality" => Equality, "tendon" => Tendon,
        "actuator" => Actuator, "sensor" => Sensor, "numeric" => Numeric, "text" => Text,
        "tuple" => Tuple, "key" => Key, "plugin" => Plugin,
    }
}
