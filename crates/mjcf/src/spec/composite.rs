//! Words of composite elements, which stand for many others and are none of a spec themselves.

use crate::schema::keyword::keywords;

keywords! {
    /// What a composite element makes.
    pub enum CompositeType {
        /// Removed: particles.
        Particle = 0 "particle",
        /// Removed: a grid of particles.
        Grid = 1 "grid",
        /// A chain of bodies along a curve.
        Cable = 2 "cable",
        /// Removed: a rope.
        Rope = 3 "rope",
        /// Removed: a closed rope.
        Loop = 4 "loop",
        /// Removed: a sheet.
        Cloth = 5 "cloth",
    }
}

keywords! {
    /// How a coordinate of a cable depends on the place along it.
    pub enum Curve {
        /// Proportional to it.
        Line = 0 "s",
        /// Cosine.
        Cos = 1 "cos(s)",
        /// Sine.
        Sin = 2 "sin(s)",
        /// Zero.
        Zero = 3 "0",
    }
}
