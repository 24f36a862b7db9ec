//! Attributes of bodies, frames, joints, geoms, sites, cameras and lights.

use ferrodyn_engine::math::{Quat, Vec3};
use ferrodyn_mjcf::spec::{Body, Camera, Frame, Geom, Inertial, Joint, Light, Orientation, Site};

use super::field::fields;

fields! {
    Body {
        "childclass" = childclass;
        pos, quat, alt;
        "mass": f64 = |b| inertial(b).mass, |b, v| inertial_mut(b).mass = v;
        "ipos": Vec3 = |b| inertial(b).pos, |b, v| inertial_mut(b).pos = v;
        "iquat": Quat = |b| inertial(b).quat, |b, v| inertial_mut(b).quat = v;
        "inertia": Vec3 = |b| inertial(b).diaginertia, |b, v| inertial_mut(b).diaginertia = v;
        "ialt": Orientation = |b| inertial(b).alt, |b, v| inertial_mut(b).alt = v;
        "fullinertia": Option<[f64; 6]> =
            |b| inertial(b).fullinertia, |b, v| inertial_mut(b).fullinertia = v;
        "explicitinertial": bool = |b| inertial(b).explicit, |b, v| inertial_mut(b).explicit = v;
        mocap, gravcomp, sleep, plugin;
        "userdata" = user;
        "info" = origin.info;
    }

    Frame {
        childclass, pos, quat, alt;
        "info" = origin.info;
    }

    Joint {
        "type" = kind;
        pos, axis;
        "ref" = reference;
        align, stiffness, springref, springdamper, limited, range, margin;
        solref_limit, solimp_limit, actfrclimited, actfrcrange, armature, damping, frictionloss;
        solref_friction, solimp_friction, group, actgravcomp;
        "userdata" = user;
        "info" = origin.info;
    }

    Geom {
        "type" = kind;
        pos, quat, alt, fromto, size, contype, conaffinity, condim, priority, friction;
        solmix, solref, solimp, margin, gap, mass, density, typeinertia;
        "fluid_ellipsoid" = fluidshape;
        "fluid_coefs" = fluidcoef;
        material, rgba, group;
        "hfieldname" = hfield;
        "meshname" = mesh;
        fitscale, plugin;
        "userdata" = user;
        "info" = origin.info;
    }

    Site {
        "type" = kind;
        pos, quat, alt, fromto, size, material, group, rgba;
        "userdata" = user;
        "info" = origin.info;
    }

    Camera {
        pos, quat, alt, mode;
        "targetbody" = target;
        "proj" = projection;
        resolution, output, fovy, ipd;
        "sensor_size" = sensorsize;
        "focal_length" = focal;
        "focal_pixel" = focalpixel;
        "principal_length" = principal;
        "principal_pixel" = principalpixel;
        "intrinsic": [f32; 4] =
            |c| [c.focal[0], c.focal[1], c.principal[0], c.principal[1]],
            |c, [fx, fy, px, py]| (c.focal, c.principal) = ([fx, fy], [px, py]);
        "userdata" = user;
        "info" = origin.info;
    }

    Light {
        active;
        "type" = kind;
        mode, texture, castshadow, bulbradius, intensity, range, attenuation, cutoff, exponent;
        ambient, diffuse, specular;
        "targetbody" = target;
        pos, dir;
        "info" = origin.info;
    }
}

/// Mass distribution of a body as MuJoCo's struct starts: the position tells whether it is given.
fn inertial(body: &Body) -> Inertial {
    let absent =
        || Inertial { pos: Vec3::new(f64::NAN, 0.0, 0.0), explicit: false, ..Inertial::default() };
    body.inertial.clone().unwrap_or_else(absent)
}

fn inertial_mut(body: &mut Body) -> &mut Inertial {
    let start = inertial(body);
    body.inertial.get_or_insert(start)
}
