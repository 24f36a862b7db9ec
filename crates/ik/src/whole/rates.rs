//! Velocities for control loops, within limits of speed and acceleration.
//!
//! With a limit of acceleration alone, motion would overshoot: at full speed it cannot stop in time. A degree
//! of freedom therefore goes no faster than it can brake from. With steps of `dt` that slow it down by `a dt`
//! each, the way from a velocity `v` to rest is
//!
//! ```text
//! dt (v + (v - a dt) + (v - 2 a dt) + ...)
//! ```
//!
//! and [`brake`] is the largest `v` whose way fits into a distance. It bounds the way to limits of
//! joints and to pairs that are kept apart, and the way that the tasks still ask for: there all degrees
//! of freedom slow down by the same part, so that the direction stays.

use ferrodyn_engine::Model;

use super::{Problem, for_limits, into_limits, keep};
use crate::error::{IkError, check_finite, check_len, check_positive};

/// Part of the acceleration that pairs count on: the way to them bends, and joints have other limits.
const SHARE: f64 = 0.5;

impl Problem {
    /// Largest speeds of the degrees of freedom, for [`velocity`](Self::velocity); infinite at first.
    ///
    /// # Errors
    /// If there is not one for each, or if one is negative or not a number.
    pub fn limit_speed(&mut self, speed: &[f64]) -> Result<(), IkError> {
        check_len("speed", speed.len(), self.speed.len())?;
        if !speed.iter().all(|&v| v >= 0.0) {
            return Err(IkError::Setting { setting: "speed", needed: "at least 0" });
        }
        self.speed.copy_from_slice(speed);
        Ok(())
    }

    /// Largest accelerations of the degrees of freedom, for [`velocity`](Self::velocity); infinite at
    /// first. Velocities then change by no more than this times `dt` from one call to the next, and
    /// are such that joints can stop at their limits and the tasks at their targets.
    ///
    /// # Errors
    /// If there is not one for each, or if one is not positive.
    pub fn limit_acceleration(&mut self, acceleration: &[f64]) -> Result<(), IkError> {
        check_len("acceleration", acceleration.len(), self.acceleration.len())?;
        if !acceleration.iter().all(|&a| a > 0.0) {
            return Err(IkError::Setting { setting: "acceleration", needed: "positive" });
        }
        self.acceleration.copy_from_slice(acceleration);
        Ok(())
    }

    /// The velocities that bring the tasks nearest to their targets within a time `dt`, for control
    /// loops: limits of speed hold, and `qpos` integrated with them for `dt` stays within its limits.
    ///
    /// Where accelerations are limited, `qvel` has the velocities before the call, as a loop leaves
    /// them there; else what it has does not matter. Joints that are too fast to stop at a limit of
    /// joint or speed stop there nevertheless: only then accelerations are larger.
    ///
    /// # Errors
    /// If a slice does not fit the model, a number is not finite, `dt` not positive or a setting out
    /// of its range.
    pub fn velocity(
        &mut self,
        m: &Model,
        qpos: &[f64],
        dt: f64,
        qvel: &mut [f64],
    ) -> Result<(), IkError> {
        self.check(m, qpos)?;
        check_len("qvel", qvel.len(), m.nv)?;
        check_positive("dt", dt)?;
        let limited = self.acceleration.iter().any(|a| a.is_finite());
        if limited {
            check_finite("qvel", qvel)?;
        }
        self.qpos.copy_from_slice(qpos);
        into_limits(m, &mut self.qpos);
        self.look(m);
        let longest = dt * self.speed.iter().fold(0.0, |most: f64, v| most.max(*v));
        keep::distances(m, &mut self.d, &self.pairs, longest, &mut self.rows);
        if limited {
            self.slow_down(m, dt, qvel);
        } else {
            self.boxes(m, dt);
        }
        self.step_in_boxes();
        for (v, d) in qvel.iter_mut().zip(&self.step) {
            *v = d / dt;
        }
        Ok(())
    }

    /// How far each degree of freedom may go: to its limits, and as fast as it may in a time.
    pub(super) fn boxes(&mut self, m: &Model, dt: f64) {
        for (k, &speed) in self.speed.iter().enumerate() {
            let far = if dt.is_finite() { speed * dt } else { f64::INFINITY };
            (self.lowest[k], self.highest[k]) = (-far, far);
        }
        for_limits(m, |adr, dof, [low, high]| {
            self.lowest[dof] = self.lowest[dof].max(low - self.qpos[adr]).min(0.0);
            self.highest[dof] = self.highest[dof].min(high - self.qpos[adr]).max(0.0);
        });
    }

    /// What the next step may be when accelerations are limited: what part of its way to the targets it
    /// goes, how far pairs may come together, and how far each degree of freedom may go.
    fn slow_down(&mut self, m: &Model, dt: f64, qvel: &[f64]) {
        let nv = self.step.len();
        // the whole way to the targets, then the part of it that all can brake from
        self.boxes(m, f64::INFINITY);
        for (k, _) in self.speed.iter().enumerate().filter(|(_, speed)| **speed == 0.0) {
            (self.lowest[k], self.highest[k]) = (0.0, 0.0);
        }
        self.step_in_boxes();
        let part = |k: usize| {
            let way = self.step[k].abs();
            let speed = self.speed[k].min(brake(way, self.acceleration[k], dt));
            if way > 0.0 { speed * dt / way } else { 1.0 }
        };
        self.rows.part = (0..nv).map(part).fold(1.0, f64::min);

        // how near pairs may come
        for (row, least) in self.rows.apart.chunks_exact(nv.max(1)).zip(&mut self.rows.least) {
            let moves = row.iter().zip(&self.acceleration).filter(|(x, _)| **x != 0.0);
            let together = SHARE * moves.map(|(x, a)| x.abs() * a).sum::<f64>();
            *least = least.max(-dt * brake(-*least, together, dt));
        }

        self.boxes(m, dt);
        for (k, &v) in qvel.iter().enumerate() {
            let a = self.acceleration[k];
            let (lowest, highest) = (&mut self.lowest[k], &mut self.highest[k]);
            *lowest = lowest.max(-dt * brake(-*lowest, a, dt));
            *highest = highest.min(dt * brake(*highest, a, dt));
            let (slower, faster) = ((v - a * dt) * dt, (v + a * dt) * dt);
            (*lowest, *highest) =
                (slower.max(*lowest).min(*highest), faster.max(*lowest).min(*highest));
        }
    }

    /// The step of this iteration.
    pub(super) fn step_in_boxes(&mut self) {
        let bounds = [&self.lowest[..], &self.highest[..]];
        self.cascade.solve(&self.rows, bounds, self.settings.damping, &mut self.step);
    }
}

/// The largest velocity of a step from which steps slower by `a dt` each come to rest within a
/// distance; 0 if there is none left.
fn brake(distance: f64, a: f64, dt: f64) -> f64 {
    if distance <= 0.0 {
        return 0.0;
    }
    // n whole steps of slowing down take n (n + 1) / 2 times this
    let unit = a * dt * dt;
    let steps = (0.5 * ((1.0 + 8.0 * distance / unit).sqrt() - 1.0)).floor();
    if unit.is_infinite() || !steps.is_finite() {
        // at once, from anywhere, or never
        let never = unit == 0.0 && distance.is_finite();
        return if never { 0.0 } else { distance / dt };
    }
    distance / (dt * (steps + 1.0)) + 0.5 * steps * a * dt
}

#[cfg(test)]
mod tests {
    use super::brake;

    #[test]
    fn braking_steps_take_the_distance_and_no_more() {
        for (distance, a, dt) in [(1.0, 3.0, 0.01), (0.37, 0.5, 0.002), (1e-6, 2.0, 0.01)] {
            let mut v: f64 = brake(distance, a, dt);
            let mut way = 0.0;
            while v > 0.0 {
                way += v * dt;
                v -= a * dt;
            }
            assert!((way - distance).abs() < 1e-12 * distance, "{way} {distance}");
        }
        assert_eq!(brake(0.0, 1.0, 0.01), 0.0);
        assert_eq!(brake(-1.0, 1.0, 0.01), 0.0);
        assert_eq!(brake(0.5, f64::INFINITY, 0.25), 2.0);
        assert_eq!(brake(f64::INFINITY, 1.0, 0.01), f64::INFINITY);
    }
}
