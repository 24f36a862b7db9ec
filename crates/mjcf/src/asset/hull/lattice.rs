//! Points snapped to an integer lattice, and exact orientation tests on it.
//!
//! The lattice is 2^-50 of the largest coordinate, a few times finer than the distance qhull takes
//! for rounding error. Coordinates fit 51 bits, so a 3x3 determinant of differences fits 160.

use ferrodyn_engine::math::Vec3;

use crate::asset::AssetError;

/// Relative rounding error of the determinant in double precision, per unit of its permanent.
const DETERMINANT_ERROR: f64 = 8.0 * f64::EPSILON;
const HALF_RANGE: f64 = 1_125_899_906_842_624.0; // 2^50

/// Points with integer coordinates of at most 2^50, stored as doubles.
pub(super) struct Lattice {
    pub(super) points: Vec<[f64; 3]>,
    /// Distance from a facet at which a point counts as outside.
    pub(super) tolerance: f64,
}

impl Lattice {
    /// Scales and rounds the points.
    pub(super) fn new(points: &[Vec3]) -> Result<Self, AssetError> {
        let mut largest = [0.0f64; 3];
        for p in points {
            for k in 0..3 {
                largest[k] = largest[k].max(p[k].abs());
            }
        }
        let bound = largest[0].max(largest[1]).max(largest[2]);
        if points.len() < 4 || !(bound > 0.0 && bound.is_finite()) {
            return Err(flat());
        }
        if u32::try_from(points.len()).is_err() {
            return Err(AssetError::Invalid("a convex hull takes at most 2^32 points".into()));
        }
        // a power of two, so that scaling alone changes nothing
        let exponent = bound.to_bits() >> 52;
        let scale = HALF_RANGE / 2.0 / f64::from_bits(exponent.max(1) << 52);
        if !scale.is_finite() {
            return Err(flat());
        }
        let snapped = points.iter().map(|p| p.0.map(|x| (x * scale).round_ties_even())).collect();

        // four times qhull's bound on the error of a distance
        let sum = (largest[0] + largest[1] + largest[2]) * scale;
        let bound = bound * scale;
        let distance_sum = (3f64.sqrt() * bound).min(sum);
        let tolerance = 4.0 * f64::EPSILON * (3.0 * distance_sum * 1.01 + bound);
        Ok(Self { points: snapped, tolerance })
    }

    /// Whether point `p` is in front of (1), in (0) or behind (-1) the plane through a triangle
    /// that is counterclockwise seen from its front.
    pub(super) fn side(&self, triangle: [u32; 3], p: u32) -> i32 {
        let origin = self.points[p as usize];
        let [a, b, c] = triangle.map(|v| {
            let v = self.points[v as usize];
            [v[0] - origin[0], v[1] - origin[1], v[2] - origin[2]]
        });

        // differences are exact; the determinant is reliable unless it is small
        let (bc0, cb0) = (b[1] * c[2], b[2] * c[1]);
        let (bc1, cb1) = (b[2] * c[0], b[0] * c[2]);
        let (bc2, cb2) = (b[0] * c[1], b[1] * c[0]);
        let determinant = a[0] * (bc0 - cb0) + a[1] * (bc1 - cb1) + a[2] * (bc2 - cb2);
        let permanent = a[0].abs() * (bc0.abs() + cb0.abs())
            + a[1].abs() * (bc1.abs() + cb1.abs())
            + a[2].abs() * (bc2.abs() + cb2.abs());
        if determinant.abs() > DETERMINANT_ERROR * permanent {
            return if determinant < 0.0 { 1 } else { -1 };
        }
        if permanent == 0.0 {
            return 0;
        }
        -exact_sign(a, b, c)
    }
}

/// Sign of the determinant with rows `a`, `b`, `c`, integers of at most 52 bits.
fn exact_sign(a: [f64; 3], b: [f64; 3], c: [f64; 3]) -> i32 {
    let [a, b, c] = [a, b, c].map(|row| row.map(|x| i128::from(x as i64)));
    let minors = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
    // each minor is high * 2^64 + low; so is the sum
    let (mut high, mut low) = (0i128, 0i128);
    for (minor, x) in minors.into_iter().zip(a) {
        high += (minor >> 64) * x;
        low += (minor & i128::from(u64::MAX)) * x;
    }
    high += low >> 64;
    let rest = low & i128::from(u64::MAX);
    if high == 0 { i32::from(rest != 0) } else { high.signum() as i32 }
}

/// The refusal of point sets without volume.
pub(super) fn flat() -> AssetError {
    AssetError::Invalid(
        "the points are all in one plane and have no convex hull: use a thin solid, or a mesh \
         that does not collide"
            .into(),
    )
}
