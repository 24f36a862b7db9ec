//! Settings of the compiler, sizes and statistics.

use ferrodyn_engine::enums::{InertiaFromGeom, LrMode};

use crate::schema::element;
use crate::schema::keyword::keywords;

keywords! {
    /// Unit of angles.
    pub enum Angle {
        /// Radians.
        Radian = 0 "radian",
        /// Degrees.
        Degree = 1 "degree",
    }
}

element! {
    /// Settings that decide how a description becomes a model.
    pub struct Compiler {
        /// Infer `limited` from the presence of a range.
        pub autolimits: bool = true, "autolimits";
        /// Smallest body mass.
        pub boundmass: f64 = 0.0, "boundmass";
        /// Smallest principal moment of inertia.
        pub boundinertia: f64 = 0.0, "boundinertia";
        /// Scale all masses to this total; not if negative.
        pub settotalmass: f64 = -1.0, "settotalmass";
        /// Average moments that violate the triangle inequality instead of refusing them.
        pub balanceinertia: bool = false, "balanceinertia";
        /// Drop the directory of asset files.
        pub strippath: bool = false, "strippath" => _;
        /// Fit shapes to a mesh's bounding box instead of its inertia box.
        pub fitaabb: bool = false, "fitaabb";
        /// Unit of angles.
        pub angle: Angle = Angle::Degree, "angle" => _;
        /// Axes of Euler angles; lower case moves along, upper case is fixed.
        pub eulerseq: String = "xyz".into(), "eulerseq" => _;
        /// Directory of meshes and height fields.
        pub meshdir: String = String::new(), "meshdir";
        /// Directory of textures.
        pub texturedir: String = String::new(), "texturedir";
        /// Drop geoms that only serve to be seen, and materials and textures.
        pub discardvisual: bool = false, "discardvisual";
        /// Compile assets on several threads.
        pub usethread: bool = true, "usethread";
        /// Merge bodies without joints into their parents.
        pub fusestatic: bool = false, "fusestatic";
        /// Compute inertia from geoms.
        pub inertiafromgeom: InertiaFromGeom = InertiaFromGeom::Auto, "inertiafromgeom";
        /// Groups of geoms that count for inertia.
        pub inertiagrouprange: [i32; 2] = [0, 5], "inertiagrouprange";
        /// Save inertia explicitly.
        pub saveinertial: bool = false, "saveinertial";
        /// Align free bodies with their inertial frames.
        pub alignfree: bool = false, "alignfree";
        /// Estimation of actuator length ranges.
        pub lengthrange: LengthRange = LengthRange::default() => _;
    }

    /// How actuator length ranges are estimated by simulation.
    pub struct LengthRange {
        /// Which actuators.
        pub mode: LrMode = LrMode::Muscle, "mode";
        /// Keep ranges that are given.
        pub useexisting: bool = true, "useexisting";
        /// Take the limits of joints and tendons.
        pub uselimit: bool = false, "uselimit";
        /// Target acceleration of the force applied.
        pub accel: f64 = 20.0, "accel";
        /// Largest force; 0 for any.
        pub maxforce: f64 = 0.0, "maxforce";
        /// Time constant of velocity decay.
        pub timeconst: f64 = 1.0, "timeconst";
        /// Time step.
        pub timestep: f64 = 0.01, "timestep";
        /// Simulated time.
        pub inttotal: f64 = 10.0, "inttotal";
        /// Time over which to observe.
        pub interval: f64 = 2.0, "interval";
        /// Tolerance of convergence.
        pub tolrange: f64 = 0.05, "tolrange";
    }

    /// Sizes that the elements do not decide.
    pub struct Size {
        /// Bytes of working memory; -1 to choose.
        pub memory: i64 = -1;
        /// Largest number of constraints; -1 to choose (deprecated).
        pub njmax: i32 = -1, "njmax";
        /// Largest number of contacts; -1 to choose (deprecated).
        pub nconmax: i32 = -1, "nconmax";
        /// Stack size in numbers; -1 to choose (deprecated).
        pub nstack: i32 = -1, "nstack";
        /// Numbers of user data in the state.
        pub nuserdata: i32 = 0, "nuserdata";
        /// Number of keyframes, at least.
        pub nkey: i32 = 0, "nkey";
        /// User numbers per body; -1 for as many as any body has.
        pub nuser_body: i32 = -1, "nuser_body";
        /// User numbers per joint.
        pub nuser_jnt: i32 = -1, "nuser_jnt";
        /// User numbers per geom.
        pub nuser_geom: i32 = -1, "nuser_geom";
        /// User numbers per site.
        pub nuser_site: i32 = -1, "nuser_site";
        /// User numbers per camera.
        pub nuser_cam: i32 = -1, "nuser_cam";
        /// User numbers per tendon.
        pub nuser_tendon: i32 = -1, "nuser_tendon";
        /// User numbers per actuator.
        pub nuser_actuator: i32 = -1, "nuser_actuator";
        /// User numbers per sensor.
        pub nuser_sensor: i32 = -1, "nuser_sensor";
    }

    /// Statistics given by the user; computed where absent.
    pub struct StatisticOverride {
        /// Mean diagonal inertia.
        pub meaninertia: Option<f64> = None, "meaninertia";
        /// Mean body mass.
        pub meanmass: Option<f64> = None, "meanmass";
        /// Mean body size.
        pub meansize: Option<f64> = None, "meansize";
        /// Extent.
        pub extent: Option<f64> = None, "extent";
        /// Center.
        pub center: Option<[f64; 3]> = None, "center";
    }
}
