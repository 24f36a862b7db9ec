//! Attributes of bodies, frames, joints, geoms, sites, cameras and lights.

use ferrodyn_engine::math::{Quat, Vec3};
use ferrodyn_mjcf::spec::{Body, Camera, Frame, Geom, Inertial, Joint, Light, Orientation, Site};

use super::field::{element_fields, fields};

fields! {
    Body {
        "mass": f64 = |b| inertial(b).mass, |b, v| inertial_mut(b).mass = v;
        "ipos": Vec3 = |b| inertial(b).pos, |b, v| inertial_mut(b).pos = v;
        "iquat": Quat = |b| inertial(b).quat, |b, v| inertial_mut(b).quat = v;
        "inertia": Vec3 = |b| inertial(b).diaginertia, |b, v| inertial_mut(b).diaginertia = v;
        "ialt": Orientation = |b| inertial(b).alt, |b, v| inertial_mut(b).alt = v;
        "fullinertia": Option<[f64; 6]> =
            |b| inertial(b).fullinertia, |b, v| inertial_mut(b).fullinertia = v;
        "explicitinertial": bool = |b| inertial(b).explicit, |b, v| inertial_mut(b).explicit = v;
    }

    Frame {}
    Joint {}
    Geom {}
    Site {}

    Camera {
        "intrinsic": [f32; 4] =
            |c| [c.focal[0], c.focal[1], c.principal[0], c.principal[1]],
            |c, [fx, fy, px, py]| (c.focal, c.principal) = ([fx, fy], [px, py]);
    }

    Light {}
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
