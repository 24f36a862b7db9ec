//! Bowl and torus.

use ferrodyn_engine::math::{MINVAL, Vec3, scalar};

/// A spherical shell of this height above its equator, radius and half thickness.
pub(super) fn bowl(p: Vec3, [height, radius, thick]: [f64; 3]) -> f64 {
    let width = (radius * radius - height * height).sqrt();
    let across = (p[0] * p[0] + p[1] * p[1]).sqrt();
    let middle = if height * across < width * p[2] {
        // above the rim
        let (x, z) = (across - width, p[2] - height);
        (x * x + z * z).sqrt()
    } else {
        ((across * across + p[2] * p[2]).sqrt() - radius).abs()
    };
    middle - thick
}

/// A torus around z, by the radii of its circle and of its tube.
pub(super) fn torus(p: Vec3, [circle, tube]: [f64; 2]) -> f64 {
    let q = (p[0] * p[0] + p[1] * p[1]).sqrt() - circle;
    (q * q + p[2] * p[2]).sqrt() - tube
}

pub(super) fn torus_gradient(p: Vec3, circle: f64) -> Vec3 {
    let across = (p[0] * p[0] + p[1] * p[1]).sqrt();
    let q = across - circle;
    let far = scalar::max((q * q + p[2] * p[2]).sqrt(), MINVAL);
    Vec3([q * (p[0] / across) / far, q * (p[1] / across) / far, p[2] / far])
}
