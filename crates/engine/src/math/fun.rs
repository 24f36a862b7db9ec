//! The only place that calls transcendental functions, so that every platform can be made to agree.

#![allow(clippy::disallowed_methods, reason = "this module is the one allowed caller")]

/// Sine of an angle in radians.
pub fn sin(x: f64) -> f64 {
    x.sin()
}

/// Cosine of an angle in radians.
pub fn cos(x: f64) -> f64 {
    x.cos()
}

/// Tangent of an angle in radians.
pub fn tan(x: f64) -> f64 {
    x.tan()
}

/// Inverse cosine, in radians.
pub fn acos(x: f64) -> f64 {
    x.acos()
}

/// Inverse sine, in radians.
pub fn asin(x: f64) -> f64 {
    x.asin()
}

/// Angle of the point `(x, y)`, in radians.
pub fn atan2(y: f64, x: f64) -> f64 {
    y.atan2(x)
}

/// Angle of the point `(x, y)`, in radians, in single precision.
pub fn atan2f(y: f32, x: f32) -> f32 {
    y.atan2(x)
}

/// Inverse tangent, in radians.
pub fn atan(x: f64) -> f64 {
    x.atan()
}

/// `x` to the power `y`.
pub fn pow(x: f64, y: f64) -> f64 {
    x.powf(y)
}

/// `e` to the power `x`.
pub fn exp(x: f64) -> f64 {
    x.exp()
}

/// Natural logarithm.
pub fn ln(x: f64) -> f64 {
    x.ln()
}
