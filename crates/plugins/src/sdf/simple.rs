//! Bowl and torus.

use ferrodyn_engine::math::{MINVAL, Vec3, scalar};

use super::upright::Upright;

/// A spherical shell of this height above its equator, radius and half thickness.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bowl(pub(super) [f64; 3]);

impl Upright for Bowl {
    /// Distance from the axis.
    type Line = f64;

    fn line(&self, x: f64, y: f64) -> f64 {
        (x * x + y * y).sqrt()
    }

    fn distance_on(&self, &across: &f64, z: f64) -> f64 {
        let [height, radius, thick] = self.0;
        let width = (radius * radius - height * height).sqrt();
        let middle = if height * across < width * z {
            // above the rim
            let (x, z) = (across - width, z - height);
            (x * x + z * z).sqrt()
        } else {
            ((across * across + z * z).sqrt() - radius).abs()
        };
        middle - thick
    }
}

/// A torus around z, by the radii of its circle and of its tube.
pub(super) fn torus(p: Vec3, [circle, tube]: [f64; 2]) -> f64 {
    let q = (p[0] * p[0] + p[1] * p[1]).sqrt() - circle;
    (q * q + p[2] * p[2]).sqrt() - tube
}

/// Distance from a torus and its slopes.
pub(super) fn torus_and_gradient(p: Vec3, [circle, tube]: [f64; 2]) -> (f64, Vec3) {
    let across = (p[0] * p[0] + p[1] * p[1]).sqrt();
    let q = across - circle;
    let far = (q * q + p[2] * p[2]).sqrt();
    let distance = far - tube;
    let far = scalar::max(far, MINVAL);
    (distance, Vec3([q * (p[0] / across) / far, q * (p[1] / across) / far, p[2] / far]))
}
