//! Volume, inertia and fluid coefficients of the primitive shapes.

use std::f64::consts::PI;

use ferrodyn_engine::enums::{GeomInertia, GeomType};
use ferrodyn_engine::math::{Vec3, fun};

use crate::spec::pose::EPS;

/// How many entries of `size` a shape uses.
pub(super) fn size_count(kind: GeomType) -> usize {
    match kind {
        GeomType::Plane | GeomType::Ellipsoid | GeomType::Box => 3,
        GeomType::Capsule | GeomType::Cylinder => 2,
        GeomType::Sphere => 1,
        _ => 0,
    }
}

/// Volume, or surface area of a shell.
pub(super) fn volume(kind: GeomType, size: &[f64; 3], inertia: GeomInertia) -> f64 {
    let shell = inertia == GeomInertia::Shell;
    let [a, b, c] = *size;
    match kind {
        GeomType::Sphere if shell => 4.0 * PI * a * a,
        GeomType::Sphere => 4.0 * PI * a * a * a / 3.0,
        GeomType::Capsule if shell => 4.0 * PI * a * a + 2.0 * PI * a * (2.0 * b),
        GeomType::Capsule => PI * (a * a * (2.0 * b) + 4.0 * a * a * a / 3.0),
        GeomType::Cylinder if shell => 2.0 * PI * a * a + 2.0 * PI * a * (2.0 * b),
        GeomType::Cylinder => PI * a * a * (2.0 * b),
        GeomType::Ellipsoid if shell => {
            // Thomsen's approximation
            let p = 1.6075;
            let sum = fun::pow(a * b, p) + fun::pow(b * c, p) + fun::pow(c * a, p);
            4.0 * PI * fun::pow(sum / 3.0, 1.0 / p)
        }
        GeomType::Ellipsoid => 4.0 * PI * a * b * c / 3.0,
        GeomType::Hfield | GeomType::Box if shell => 8.0 * (a * b + b * c + c * a),
        GeomType::Hfield | GeomType::Box => a * b * c * 8.0,
        _ => 0.0,
    }
}

/// Principal moments of inertia.
pub(super) fn inertia(kind: GeomType, mass: f64, size: &[f64; 3], how: GeomInertia) -> Vec3 {
    let shell = how == GeomInertia::Shell;
    match kind {
        GeomType::Sphere => {
            let part = if shell { 3.0 } else { 5.0 };
            Vec3([2.0 * mass * size[0] * size[0] / part; 3])
        }
        GeomType::Capsule if shell => capsule_shell(mass, size[0], size[1]),
        GeomType::Capsule => capsule(mass, size[0], size[1]),
        GeomType::Cylinder if shell => cylinder_shell(mass, size[0], size[1]),
        GeomType::Cylinder => {
            let (radius, height) = (size[0], 2.0 * size[1]);
            let side = mass * (3.0 * radius * radius + height * height) / 12.0;
            Vec3([side, side, mass * radius * radius / 2.0])
        }
        GeomType::Ellipsoid if shell => ellipsoid_shell(mass, size),
        GeomType::Ellipsoid => ellipsoid(mass, size),
        GeomType::Hfield | GeomType::Box if shell => box_shell(mass, size),
        GeomType::Hfield | GeomType::Box => box_inertia(mass, size),
        _ => Vec3::ZERO,
    }
}

/// Moments of a solid box with half sizes `h`.
pub(super) fn box_inertia(mass: f64, h: &[f64; 3]) -> Vec3 {
    let [x, y, z] = [h[0] * h[0], h[1] * h[1], h[2] * h[2]];
    Vec3([mass * (y + z) / 3.0, mass * (x + z) / 3.0, mass * (x + y) / 3.0])
}

/// Cylinder and two half spheres, by volume.
fn capsule(mass: f64, radius: f64, half: f64) -> Vec3 {
    let height = 2.0 * half;
    let sphere = mass * 4.0 * radius / (4.0 * radius + 3.0 * height);
    let cylinder = mass - sphere;
    let side = cylinder * (3.0 * radius * radius + height * height) / 12.0;
    let axis = cylinder * radius * radius / 2.0;
    let ball = 2.0 * sphere * radius * radius / 5.0;
    let side = side + (ball + sphere * height * (3.0 * radius + 2.0 * height) / 8.0);
    Vec3([side, side, axis + ball])
}

/// Open cylinder and two half spheres, by area.
fn capsule_shell(mass: f64, radius: f64, half: f64) -> Vec3 {
    let height = 2.0 * half;
    let sphere_area = 4.0 * PI * radius * radius;
    let cylinder_area = 2.0 * PI * radius * height;
    let sphere = mass * sphere_area / (sphere_area + cylinder_area);
    let cylinder = mass - sphere;
    let side = cylinder * (6.0 * radius * radius + height * height) / 12.0;
    let axis = cylinder * radius * radius;
    let ball = 2.0 * sphere * radius * radius / 3.0;
    let com = radius / 2.0;
    let pos = half + com;
    let side = side + (ball + sphere * (pos * pos - com * com));
    Vec3([side, side, axis + ball])
}

/// Open cylinder and two disks, by area.
fn cylinder_shell(mass: f64, radius: f64, half: f64) -> Vec3 {
    let height = 2.0 * half;
    let disk_area = PI * radius * radius;
    let cylinder_area = 2.0 * PI * radius * height;
    let disk = mass * disk_area / (2.0 * disk_area + cylinder_area);
    let cylinder = mass - 2.0 * disk;
    let side = cylinder * (6.0 * radius * radius + height * height) / 12.0;
    let axis = cylinder * radius * radius;
    let disk_side = disk * radius * radius / 4.0 + disk * half * half;
    let disk_axis = disk * radius * radius / 2.0;
    Vec3([side + 2.0 * disk_side, side + 2.0 * disk_side, axis + 2.0 * disk_axis])
}

fn ellipsoid(mass: f64, size: &[f64; 3]) -> Vec3 {
    let [x, y, z] = [size[0] * size[0], size[1] * size[1], size[2] * size[2]];
    Vec3([mass * (y + z) / 5.0, mass * (x + z) / 5.0, mass * (x + y) / 5.0])
}

/// The difference between a slightly larger ellipsoid and this one.
fn ellipsoid_shell(mass: f64, size: &[f64; 3]) -> Vec3 {
    let volume = |s: &[f64; 3]| 4.0 * PI * s[0] * s[1] * s[2] / 3.0;
    let outer = size.map(|s| s + 1e-6);
    let (inside, outside) = (volume(size), volume(&outer));
    let density = mass / (outside - inside);
    ellipsoid(outside * density, &outer) - ellipsoid(inside * density, size)
}

/// Six plates, by area.
fn box_shell(mass: f64, size: &[f64; 3]) -> Vec3 {
    let [lx, ly, lz] = size.map(|s| 2.0 * s);
    let [sx, sy, sz] = size.map(|s| s * s);
    let (xy, yz, zx) = (lx * ly, ly * lz, lz * lx);
    let total = 2.0 * (xy + yz + zx);
    let (m0, m1, m2) = (mass * xy / total, mass * yz / total, mass * zx / total);
    let i0 = [m0 * ly * ly / 12.0, m0 * lx * lx / 12.0, m0 * (lx * lx + ly * ly) / 12.0];
    let i1 = [m1 * (ly * ly + lz * lz) / 12.0, m1 * lz * lz / 12.0, m1 * ly * ly / 12.0];
    let i2 = [m2 * lz * lz / 12.0, m2 * (lx * lx + lz * lz) / 12.0, m2 * lx * lx / 12.0];
    Vec3([
        2.0 * (m0 * sz + m2 * sy + i0[0] + i1[0] + i2[0]),
        2.0 * (m0 * sz + m1 * sx + i0[1] + i1[1] + i2[1]),
        2.0 * (m1 * sx + m2 * sy + i0[2] + i1[2] + i2[2]),
    ])
}

/// Fluid interaction of the ellipsoid model: coefficients, virtual mass and virtual inertia.
pub(super) fn fluid(kind: GeomType, size: &[f64; 3], coefficients: &[f64; 5]) -> [f64; 12] {
    // semi-axes of the equivalent ellipsoid
    let [x, y, z] = match kind {
        GeomType::Sphere => [size[0]; 3],
        GeomType::Capsule => [size[0], size[0], size[1] + size[0]],
        GeomType::Cylinder => [size[0], size[0], size[1]],
        _ => *size,
    };
    let volume = 4.0 / 3.0 * PI * x * y * z;
    let k = [kappa(x, y, z), kappa(y, z, x), kappa(z, x, y)];

    // moment factor of rotation about the axis normal to a and b
    let factor = |a: f64, b: f64, ka: f64, kb: f64| {
        let difference = a * a - b * b;
        let denominator = (2.0 * difference + (a * a + b * b) * (ka - kb)).abs().max(EPS);
        difference * difference * (kb - ka).abs() / denominator
    };
    let mass = k.map(|k| volume * k / (2.0 - k).max(EPS));
    let moment = [factor(y, z, k[1], k[2]), factor(z, x, k[2], k[0]), factor(x, y, k[0], k[1])]
        .map(|f| volume * f / 5.0);
    let [c0, c1, c2, c3, c4] = *coefficients;
    [1.0, c0, c1, c2, c3, c4, mass[0], mass[1], mass[2], moment[0], moment[1], moment[2]]
}

/// Added-mass integral of an ellipsoid along its first axis, by Gauss-Kronrod quadrature after the
/// substitution `l = x^3 / (1 - x)^2`.
#[expect(clippy::unreadable_literal, reason = "tables of a quadrature")]
fn kappa(dx: f64, dy: f64, dz: f64) -> f64 {
    const WEIGHT: [f64; 8] = [
        0.01146766, 0.03154605, 0.05239501, 0.07032663, 0.08450236, 0.09517529, 0.10221647,
        0.10474107,
    ];
    const L: [f64; 15] = [
        7.865151709349917e-08,
        1.7347976913907274e-05,
        0.0003548008144506193,
        0.002846636252924549,
        0.014094260903596077,
        0.053063261727396636,
        0.17041978741317773,
        0.5,
        1.4036301548686991,
        3.9353484827022642,
        11.644841677041734,
        39.53187807410903,
        177.5711362220801,
        1429.4772912937397,
        54087.416549217705,
    ];
    const DL: [f64; 15] = [
        5.538677720489877e-05,
        0.002080868285293228,
        0.016514126520723166,
        0.07261900344370877,
        0.23985243401862602,
        0.6868318249020725,
        1.8551129519182894,
        5.0,
        14.060031152313941,
        43.28941239611009,
        156.58546376397112,
        747.9826085305024,
        5827.4042950027115,
        116754.0197944512,
        25482945.327264845,
    ];
    let [ix, iy, iz] = [1.0 / (dx * dx), 1.0 / (dy * dy), 1.0 / (dz * dz)];
    let scale = fun::pow(dx * dx * dx * dy * dz, 0.4);
    let mut sum = 0.0;
    for i in 0..15 {
        let l = scale * L[i];
        let (a, b, c) = (1.0 + l * ix, 1.0 + l * iy, 1.0 + l * iz);
        sum += scale * DL[i] / (a * (a * b * c).sqrt()) * WEIGHT[i.min(14 - i)];
    }
    sum * ix
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shells_of_thin_walled_shapes_have_textbook_inertia() {
        let sphere = inertia(GeomType::Sphere, 3.0, &[2.0, 0.0, 0.0], GeomInertia::Shell);
        assert!((sphere[0] - 8.0).abs() < 1e-12);
        let cube = inertia(GeomType::Box, 6.0, &[0.5; 3], GeomInertia::Shell);
        assert!((cube[0] - 6.0 * 5.0 / 18.0).abs() < 1e-12);
    }

    #[test]
    fn a_capsule_without_length_is_a_sphere() {
        let size = [0.3, 0.0, 0.0];
        for how in [GeomInertia::Volume, GeomInertia::Shell] {
            let capsule = inertia(GeomType::Capsule, 2.0, &size, how);
            let sphere = inertia(GeomType::Sphere, 2.0, &size, how);
            assert!((0..3).all(|i| (capsule[i] - sphere[i]).abs() < 1e-15));
            let difference =
                volume(GeomType::Capsule, &size, how) - volume(GeomType::Sphere, &size, how);
            assert!(difference.abs() < 1e-15);
        }
    }

    #[test]
    fn added_mass_of_a_sphere_is_half_the_displaced_mass() {
        let fluid = fluid(GeomType::Sphere, &[0.4, 0.0, 0.0], &[0.0; 5]);
        let displaced = volume(GeomType::Sphere, &[0.4, 0.0, 0.0], GeomInertia::Volume);
        assert!((fluid[6] / displaced - 0.5).abs() < 1e-3);
        assert_eq!(fluid[9], 0.0);
    }
}
