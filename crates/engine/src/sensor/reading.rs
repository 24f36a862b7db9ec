//! The value of a sensor, before it is written to its place.

use crate::math::{Quat, Vec3};

/// What a sensor reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Reading {
    /// One number.
    Number(f64),
    /// A point of an image, in pixels.
    Pixel([f64; 2]),
    /// A vector.
    Vector(Vec3),
    /// A point and another.
    Segment([f64; 6]),
    /// An orientation.
    Rotation(Quat),
}

impl Reading {
    /// Writes as much as fits.
    pub(super) fn write(&self, out: &mut [f64]) {
        let values: &[f64] = match self {
            Self::Number(x) => std::slice::from_ref(x),
            Self::Pixel(p) => p,
            Self::Segment(points) => points,
            Self::Vector(v) => &v.0,
            Self::Rotation(q) => &q.0,
        };
        out.iter_mut().zip(values).for_each(|(to, from)| *to = *from);
    }
}
