//! Rays: where a half-line meets a shape.

pub mod primitive;
