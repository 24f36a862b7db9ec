//! Solids around z that are measured in two steps: where a line parallel to z is, then where the
//! point is on it. Slopes along z need the first step, which is the long one, only once.

use ferrodyn_engine::math::Vec3;

/// Distance over which slopes are taken.
const STEP: f64 = 1e-8;

/// A solid around z.
pub(super) trait Upright {
    /// Values that are constant along a line parallel to z.
    type Line;

    /// The line through a point.
    fn line(&self, x: f64, y: f64) -> Self::Line;

    /// Distance of a point on a line.
    fn distance_on(&self, line: &Self::Line, z: f64) -> f64;

    fn distance(&self, Vec3([x, y, z]): Vec3) -> f64 {
        self.distance_on(&self.line(x, y), z)
    }

    /// Distance and its slopes.
    fn distance_and_gradient(&self, p: Vec3) -> (f64, Vec3) {
        let Vec3([x, y, z]) = p;
        let line = self.line(x, y);
        let here = self.distance_on(&line, z);
        let slope = |near: f64| (near - here) / STEP;
        let across = [Vec3([x + STEP, y, z]), Vec3([x, y + STEP, z])].map(|p| self.distance(p));
        let along = self.distance_on(&line, z + STEP);
        (here, Vec3([slope(across[0]), slope(across[1]), slope(along)]))
    }
}
