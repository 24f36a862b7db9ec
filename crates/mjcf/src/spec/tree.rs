//! The kinematic tree: bodies, frames, joints, geoms, sites, cameras and lights.

use ferrodyn_engine::enums::{
    AlignFree, CamLight, GeomInertia, GeomType, JointType, LightType, Limited, Projection,
    SleepPolicy,
};
use ferrodyn_engine::math::{Quat, Vec3};

use super::saved::{SavedJoint, SavedMocap};
use super::{Origin, PluginRef, SOLIMP, SOLREF};
use crate::schema::keyword::keywords;
use crate::schema::{Attr, Element, Fit, Value, element};

keywords! {
    /// Which fluid model acts on a geom.
    pub enum FluidShape {
        /// The body's inertia box.
        None = 0 "none",
        /// An ellipsoid of the geom's size.
        Ellipsoid = 1 "ellipsoid",
    }
}

/// An orientation given in another form than a quaternion; it wins over the quaternion.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Orientation {
    /// The quaternion holds.
    #[default]
    Quat,
    /// Axis and angle.
    AxisAngle([f64; 4]),
    /// X axis, and a vector in the xy plane.
    XyAxes([f64; 6]),
    /// Smallest rotation that takes z there.
    ZAxis([f64; 3]),
    /// Three angles, in the compiler's sequence.
    Euler([f64; 3]),
}

macro_rules! orientation {
    ($name:literal, $variant:ident, $n:literal) => {
        Attr::<Orientation> {
            name: $name,
            kind: <[f64; $n]>::kind,
            read: |o, text| {
                let mut v = [0.0; $n];
                let found = v.read(text, Fit::Exact)?;
                if found {
                    *o = Orientation::$variant(v);
                }
                Ok(found)
            },
            write: |o, default| match o {
                Orientation::$variant(v) if o != default => Some(v.text()),
                _ => None,
            },
            nonfinite: |o| match o {
                Orientation::$variant(v) => v.nonfinite(),
                _ => None,
            },
        }
    };
}

impl Element for Orientation {
    const ATTRS: &'static [Attr<Self>] = &[
        orientation!("axisangle", AxisAngle, 4),
        orientation!("xyaxes", XyAxes, 6),
        orientation!("zaxis", ZAxis, 3),
        orientation!("euler", Euler, 3),
    ];
}

element! {
    /// A body: a frame that moves relative to its parent as its joints allow.
    pub struct Body {
        /// Name.
        pub name: String = String::new(), "name";
        /// Default class of the elements inside.
        pub childclass: String = String::new(), "childclass";
        /// Position in the parent's frame.
        pub pos: Vec3 = Vec3::ZERO, "pos";
        /// Orientation in the parent's frame.
        pub quat: Quat = Quat::IDENTITY, "quat";
        /// Orientation in another form.
        pub alt: Orientation = Orientation::Quat;
        /// Moved by the user instead of by physics.
        pub mocap: bool = false, "mocap";
        /// Fraction of the weight to compensate.
        pub gravcomp: f64 = 0.0, "gravcomp";
        /// When the tree rooted here may sleep.
        pub sleep: SleepPolicy = SleepPolicy::Auto, "sleep";
        /// User data.
        pub user: Vec<f64> = Vec::new(), "user" => "userdata";
        /// Mass distribution; inferred from the geoms where absent.
        pub inertial: Option<Inertial> = None => _;
        /// The frame of the parent body this body sits in, by index there.
        pub frame: Option<usize> = None;
        /// Frames of this body; an inner frame comes after the one it sits in.
        pub frames: Vec<Frame> = Vec::new() => _;
        /// Joints, in the order they act.
        pub joints: Vec<Joint> = Vec::new() => _;
        /// Geoms.
        pub geoms: Vec<Geom> = Vec::new() => _;
        /// Sites.
        pub sites: Vec<Site> = Vec::new() => _;
        /// Cameras.
        pub cameras: Vec<Camera> = Vec::new() => _;
        /// Lights.
        pub lights: Vec<Light> = Vec::new() => _;
        /// Pose in keyframes of the model it was attached from, if it is a mocap body.
        #[doc(hidden)]
        pub saved: Vec<SavedMocap> = Vec::new();
        /// Plugin that computes something of it.
        pub plugin: PluginRef = PluginRef::default();
        /// Where it came from.
        pub origin: Origin = Origin::default();
    }

    /// Mass distribution of a body.
    pub struct Inertial {
        /// Center of mass in the body frame.
        pub pos: Vec3 = Vec3::ZERO, "pos";
        /// Orientation of the principal axes.
        pub quat: Quat = Quat::IDENTITY, "quat";
        /// Orientation in another form.
        pub alt: Orientation = Orientation::Quat;
        /// Mass.
        pub mass: f64 = 0.0, "mass";
        /// Principal moments.
        pub diaginertia: Vec3 = Vec3::ZERO, "diaginertia";
        /// Full matrix: xx, yy, zz, xy, xz, yz.
        pub fullinertia: Option<[f64; 6]> = None, "fullinertia";
        /// Given on purpose: geoms do not count, and it is saved. A position that is not a number
        /// leaves the inertia to the geoms all the same.
        pub explicit: bool = true;
    }

    /// A coordinate frame inside a body; what sits in it is moved along.
    pub struct Frame {
        /// Name.
        pub name: String = String::new(), "name";
        /// Default class of the elements inside.
        pub childclass: String = String::new(), "childclass";
        /// Position.
        pub pos: Vec3 = Vec3::ZERO, "pos";
        /// Orientation.
        pub quat: Quat = Quat::IDENTITY, "quat";
        /// Orientation in another form.
        pub alt: Orientation = Orientation::Quat;
        /// The frame this one sits in, by index in the body.
        pub frame: Option<usize> = None;
        /// Where it came from.
        pub origin: Origin = Origin::default();
    }

    /// A joint: one to six degrees of freedom between a body and its parent.
    pub struct Joint {
        /// Name.
        pub name: String = String::new(), "name";
        /// Default class.
        pub class: String = String::new();
        /// Type.
        pub kind: JointType = JointType::Hinge, "type" => "type";
        /// Visualization group.
        pub group: i32 = 0, "group";
        /// Anchor in the body frame.
        pub pos: Vec3 = Vec3::ZERO, "pos";
        /// Axis in the body frame.
        pub axis: Vec3 = Vec3::Z, "axis";
        /// Time constant and damping ratio from which to compute stiffness and damping.
        pub springdamper: [f64; 2] = [0.0; 2], "springdamper";
        /// Whether the range is enforced.
        pub limited: Limited = Limited::Auto, "limited";
        /// Whether total actuator force is clamped.
        pub actfrclimited: Limited = Limited::Auto, "actuatorfrclimited";
        /// Reference parameters of the limit.
        pub solref_limit: [f64; 2] = SOLREF, upto "solreflimit";
        /// Impedance parameters of the limit.
        pub solimp_limit: [f64; 5] = SOLIMP, upto "solimplimit";
        /// Reference parameters of friction loss.
        pub solref_friction: [f64; 2] = SOLREF, upto "solreffriction";
        /// Impedance parameters of friction loss.
        pub solimp_friction: [f64; 5] = SOLIMP, upto "solimpfriction";
        /// Stiffness: linear, quadratic and cubic coefficient.
        pub stiffness: [f64; 3] = [0.0; 3], upto "stiffness";
        /// Limits.
        pub range: [f64; 2] = [0.0; 2], "range";
        /// Limits of the total actuator force.
        pub actfrcrange: [f64; 2] = [0.0; 2], "actuatorfrcrange";
        /// Gravity compensation counts as actuator force.
        pub actgravcomp: bool = false, "actuatorgravcomp";
        /// Distance from the limit at which it becomes active.
        pub margin: f64 = 0.0, "margin";
        /// Value in the reference configuration.
        pub reference: f64 = 0.0, "ref" => "ref";
        /// Value at which the spring is at rest.
        pub springref: f64 = 0.0, "springref";
        /// Rotor inertia.
        pub armature: f64 = 0.0, "armature";
        /// Damping: linear, quadratic and cubic coefficient.
        pub damping: [f64; 3] = [0.0; 3], upto "damping";
        /// Dry friction.
        pub frictionloss: f64 = 0.0, "frictionloss";
        /// User data.
        pub user: Vec<f64> = Vec::new(), "user" => "userdata";
        /// State in keyframes of the model it was attached from.
        #[doc(hidden)]
        pub saved: Vec<SavedJoint> = Vec::new();
        /// Align a free joint with the inertial frame.
        pub align: AlignFree = AlignFree::Auto, "align";
        /// The frame it sits in, by index in the body.
        pub frame: Option<usize> = None;
        /// Where it came from.
        pub origin: Origin = Origin::default();
    }

    /// A geom: a shape that collides, has mass and is seen.
    pub struct Geom {
        /// Name.
        pub name: String = String::new(), "name";
        /// Default class.
        pub class: String = String::new();
        /// Shape.
        pub kind: GeomType = GeomType::Sphere, "type" => "type";
        /// Type for contact filtering.
        pub contype: i32 = 1, "contype";
        /// Affinity for contact filtering.
        pub conaffinity: i32 = 1, "conaffinity";
        /// Dimension of contacts: 1, 3, 4 or 6.
        pub condim: i32 = 3, "condim";
        /// Visualization group.
        pub group: i32 = 0, "group";
        /// Whose contact parameters hold in a pair.
        pub priority: i32 = 0, "priority";
        /// Size, as the shape needs it.
        pub size: [f64; 3] = [0.0; 3], upto "size";
        /// Material.
        pub material: String = String::new(), "material";
        /// Sliding, torsional and rolling friction.
        pub friction: [f64; 3] = [1.0, 0.005, 0.0001], upto "friction";
        /// Mass; from the density where absent.
        pub mass: Option<f64> = None, "mass";
        /// Density.
        pub density: f64 = 1000.0, "density";
        /// Where the mass sits.
        pub typeinertia: GeomInertia = GeomInertia::Volume, "shellinertia";
        /// Weight in mixing contact parameters.
        pub solmix: f64 = 1.0, "solmix";
        /// Reference parameters of contacts.
        pub solref: [f64; 2] = SOLREF, upto "solref";
        /// Impedance parameters of contacts.
        pub solimp: [f64; 5] = SOLIMP, upto "solimp";
        /// Distance at which contacts are detected.
        pub margin: f64 = 0.0, "margin";
        /// Part of the margin in which contacts exert no force.
        pub gap: f64 = 0.0, "gap";
        /// End points of a capsule, cylinder, box or ellipsoid.
        pub fromto: Option<[f64; 6]> = None, "fromto";
        /// Position in the body frame.
        pub pos: Vec3 = Vec3::ZERO, "pos";
        /// Orientation in the body frame.
        pub quat: Quat = Quat::IDENTITY, "quat";
        /// Orientation in another form.
        pub alt: Orientation = Orientation::Quat;
        /// Height field.
        pub hfield: String = String::new(), "hfield" => "hfieldname";
        /// Mesh, or mesh to fit the shape to.
        pub mesh: String = String::new(), "mesh" => "meshname";
        /// Scale of a shape fitted to a mesh.
        pub fitscale: f64 = 1.0, "fitscale";
        /// Color where there is no material.
        pub rgba: [f32; 4] = [0.5, 0.5, 0.5, 1.0], "rgba";
        /// Fluid model.
        pub fluidshape: FluidShape = FluidShape::None, "fluidshape" => "fluid_ellipsoid";
        /// Coefficients: blunt drag, slender drag, angular drag, Kutta lift, Magnus lift.
        pub fluidcoef: [f64; 5] = [0.5, 0.25, 1.5, 1.0, 1.0], upto "fluidcoef" => "fluid_coefs";
        /// User data.
        pub user: Vec<f64> = Vec::new(), "user" => "userdata";
        /// The frame it sits in, by index in the body.
        pub frame: Option<usize> = None;
        /// Plugin that computes something of it.
        pub plugin: PluginRef = PluginRef::default();
        /// Where it came from.
        pub origin: Origin = Origin::default();
    }

    /// A site: a point with orientation that tendons, sensors and actuators attach to.
    pub struct Site {
        /// Name.
        pub name: String = String::new(), "name";
        /// Default class.
        pub class: String = String::new();
        /// Shape to draw, and to sense touch in.
        pub kind: GeomType = GeomType::Sphere, "type" => "type";
        /// Visualization group.
        pub group: i32 = 0, "group";
        /// Position in the body frame.
        pub pos: Vec3 = Vec3::ZERO, "pos";
        /// Orientation in the body frame.
        pub quat: Quat = Quat::IDENTITY, "quat";
        /// Orientation in another form.
        pub alt: Orientation = Orientation::Quat;
        /// Material.
        pub material: String = String::new(), "material";
        /// Size, as the shape needs it.
        pub size: [f64; 3] = [0.005; 3], upto "size";
        /// End points of a capsule, cylinder, box or ellipsoid.
        pub fromto: Option<[f64; 6]> = None, "fromto";
        /// Color where there is no material.
        pub rgba: [f32; 4] = [0.5, 0.5, 0.5, 1.0], "rgba";
        /// User data.
        pub user: Vec<f64> = Vec::new(), "user" => "userdata";
        /// The frame it sits in, by index in the body.
        pub frame: Option<usize> = None;
        /// Where it came from.
        pub origin: Origin = Origin::default();
    }

    /// A camera.
    pub struct Camera {
        /// Name.
        pub name: String = String::new(), "name";
        /// Default class.
        pub class: String = String::new();
        /// Projection.
        pub projection: Projection = Projection::Perspective, "projection" => "proj";
        /// Vertical field of view: degrees, or length if orthographic.
        pub fovy: f64 = 45.0, "fovy";
        /// Distance between the eyes.
        pub ipd: f64 = 0.068, "ipd";
        /// Image size in pixels.
        pub resolution: [i32; 2] = [1, 1], "resolution";
        /// Images to produce, as `mjtCamOutBit` bits.
        pub output: i32 = 1;
        /// Position in the body frame.
        pub pos: Vec3 = Vec3::ZERO, "pos";
        /// Orientation in the body frame.
        pub quat: Quat = Quat::IDENTITY, "quat";
        /// Orientation in another form.
        pub alt: Orientation = Orientation::Quat;
        /// How it moves.
        pub mode: CamLight = CamLight::Fixed, "mode";
        /// Body to look at or to follow.
        pub target: String = String::new(), "target" => "targetbody";
        /// Focal length.
        pub focal: [f32; 2] = [0.0; 2], "focal" => "focal_length";
        /// Focal length in pixels.
        pub focalpixel: [f32; 2] = [0.0; 2], "focalpixel" => "focal_pixel";
        /// Principal point.
        pub principal: [f32; 2] = [0.0; 2], "principal" => "principal_length";
        /// Principal point in pixels.
        pub principalpixel: [f32; 2] = [0.0; 2], "principalpixel" => "principal_pixel";
        /// Size of the sensor.
        pub sensorsize: [f32; 2] = [0.0; 2], "sensorsize" => "sensor_size";
        /// User data.
        pub user: Vec<f64> = Vec::new(), "user" => "userdata";
        /// The frame it sits in, by index in the body.
        pub frame: Option<usize> = None;
        /// Where it came from.
        pub origin: Origin = Origin::default();
    }

    /// A light.
    pub struct Light {
        /// Name.
        pub name: String = String::new(), "name";
        /// Default class.
        pub class: String = String::new();
        /// Type.
        pub kind: LightType = LightType::Spot, "type" => "type";
        /// Casts shadows.
        pub castshadow: bool = true, "castshadow";
        /// Switched on.
        pub active: bool = true, "active";
        /// Position in the body frame.
        pub pos: Vec3 = Vec3::ZERO, "pos";
        /// Direction in the body frame.
        pub dir: Vec3 = Vec3([0.0, 0.0, -1.0]), "dir";
        /// Bulb radius, for soft shadows.
        pub bulbradius: f32 = 0.02, "bulbradius";
        /// Intensity in candela.
        pub intensity: f32 = 0.0, "intensity";
        /// Range of effect.
        pub range: f32 = 10.0, "range";
        /// Constant, linear and quadratic attenuation.
        pub attenuation: [f32; 3] = [1.0, 0.0, 0.0], "attenuation";
        /// Cutoff angle in degrees.
        pub cutoff: f32 = 45.0, "cutoff";
        /// Exponent of the spot.
        pub exponent: f32 = 10.0, "exponent";
        /// Ambient color.
        pub ambient: [f32; 3] = [0.0; 3], "ambient";
        /// Diffuse color.
        pub diffuse: [f32; 3] = [0.7; 3], "diffuse";
        /// Specular color.
        pub specular: [f32; 3] = [0.3; 3], "specular";
        /// How it moves.
        pub mode: CamLight = CamLight::Fixed, "mode";
        /// Body to point at or to follow.
        pub target: String = String::new(), "target" => "targetbody";
        /// Texture of an image light.
        pub texture: String = String::new(), "texture";
        /// The frame it sits in, by index in the body.
        pub frame: Option<usize> = None;
        /// Where it came from.
        pub origin: Origin = Origin::default();
    }
}
