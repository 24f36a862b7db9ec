//! Ring buffers of samples: their layout, adding a sample, interpolation between two.
//!
//! | reads |
//! |---|
//! | `actuator_history`, `actuator_historyadr`, `sensor_dim`, `sensor_history` |
//! | `sensor_historyadr` |
//!
//! A buffer is a ring of `n` samples of `dim` numbers, ordered by time, kept in `history`:
//!
//! ```text
//! [ tick, newest, time 0 .. time n-1, sample 0 .. sample n-1 ]
//! ```
//!
//! `newest` is the place of the newest sample in the ring; the oldest follows it. `tick` is for
//! the owner: a sensor keeps the time of its last interval there.
//! "Age order" counts from the oldest (0) to the newest (n - 1).

use std::ops::Range;

use super::HistoryError;
use crate::ids::{ActuatorId, HistoryAdr, SensorId};
use crate::math::{InLanes, MINVAL};
use crate::model::Model;

/// How values between two samples are interpolated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// The older one.
    Hold,
    /// A point on the line between them.
    Linear,
    /// A point on the cubic through them, with slopes from their neighbors.
    Cubic,
}

impl Interpolation {
    /// The interpolation behind a number of the model: 0, 1, or anything else.
    #[must_use]
    pub fn from_i32(order: i32) -> Self {
        match order {
            0 => Self::Hold,
            1 => Self::Linear,
            _ => Self::Cubic,
        }
    }
}

/// Where the buffer of an actuator or sensor lies in `history`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Buffer {
    start: usize,
    n: usize,
    dim: usize,
}

impl Buffer {
    /// The buffer of past controls, `None` if the actuator keeps none.
    pub(crate) fn of_actuator(m: &Model, u: ActuatorId) -> Option<Self> {
        Self::new(m, m.actuator_historyadr[u], m.actuator_history[u][0], 1)
    }

    /// The buffer of past values, `None` if the sensor keeps none.
    pub(crate) fn of_sensor(m: &Model, s: SensorId) -> Option<Self> {
        Self::new(m, m.sensor_historyadr[s], m.sensor_history[s][0], m.sensor_dim[s])
    }

    fn new(m: &Model, adr: i32, samples: i32, dim: i32) -> Option<Self> {
        let (start, n) = (usize::try_from(adr).ok()?, usize::try_from(samples).ok()?);
        let dim = usize::try_from(dim).ok()?;
        let len = n.checked_mul(dim)?.checked_add(n)?.checked_add(2)?;
        let fits = start.checked_add(len)? <= m.nhistory;
        (n > 0 && fits).then_some(Self { start, n, dim })
    }

    /// The place that is the owner's.
    pub(crate) fn tick(self) -> HistoryAdr {
        HistoryAdr(self.start)
    }

    /// Makes room for a sample in one lane; returns where its numbers go.
    ///
    /// A sample of the same time is replaced; otherwise the oldest gives way, even to one that is
    /// older still.
    pub(crate) fn insert<N: InLanes>(
        self,
        history: &mut [N],
        lane: usize,
        time: f64,
    ) -> Range<usize> {
        let age = self.age_at(history, lane, time);
        if age < self.n {
            let place = self.place(history, lane, age);
            if (time - self.time(history, lane, place)).abs() < MINVAL {
                return self.sample(place);
            }
        }

        let place = if age == self.n {
            // the newest of all takes the place of the oldest
            let place = self.place(history, lane, 0);
            history[self.start + 1].set_lane(lane, place as f64);
            place
        } else {
            // older samples move up, over the oldest
            for older in 1..age {
                let from = self.place(history, lane, older);
                let to = self.place(history, lane, older - 1);
                self.move_sample(history, lane, from, to);
            }
            self.place(history, lane, age.saturating_sub(1))
        };
        history[self.start + 2 + place].set_lane(lane, time);
        self.sample(place)
    }

    /// Writes the sample of a time to `out`: the oldest before it, the newest after it,
    /// interpolated between.
    pub(crate) fn read<N: InLanes>(
        self,
        history: &[N],
        lane: usize,
        time: f64,
        interp: Interpolation,
        out: &mut [f64],
    ) {
        let value = |place: usize, i: usize| history[self.sample(place).start + i].lane(lane);
        let out = out.iter_mut().take(self.dim).enumerate();
        let (place, ends) = self.lookup(history, lane, time);
        let [low, high] = match ends {
            Some(ends) if interp != Interpolation::Hold => ends,
            _ => return out.for_each(|(i, o)| *o = value(place, i)),
        };

        let at = |age: usize| self.place(history, lane, age);
        let stamp = |place: usize| self.time(history, lane, place);
        let (lo, hi) = (at(low), at(high));
        let dt = stamp(hi) - stamp(lo);
        let alpha = (time - stamp(lo)) / dt;
        if interp == Interpolation::Linear {
            return out.for_each(|(i, o)| {
                *o = value(lo, i) + alpha * (value(hi, i) - value(lo, i));
            });
        }

        // slopes at both ends, zero at the ends of the buffer
        let slope = |from: usize, to: usize, i: usize| {
            (value(to, i) - value(from, i)) / (stamp(to) - stamp(from))
        };
        let before = (high > 1).then(|| at(high - 2));
        let after = (high + 1 < self.n).then(|| at(high + 1));
        let h = hermite(alpha);
        out.for_each(|(i, o)| {
            let slope_lo = before.map_or(0.0, |before| slope(before, hi, i));
            let slope_hi = after.map_or(0.0, |after| slope(lo, after, i));
            *o = h[0] * value(lo, i)
                + h[1] * dt * slope_lo
                + h[2] * value(hi, i)
                + h[3] * dt * slope_hi;
        });
    }

    /// The place to read without interpolation and, for a time strictly between two samples, the
    /// ages of both.
    fn lookup<N: InLanes>(
        self,
        history: &[N],
        lane: usize,
        time: f64,
    ) -> (usize, Option<[usize; 2]>) {
        let stamp = |place| self.time(history, lane, place);
        let oldest = self.place(history, lane, 0);
        let newest = self.place(history, lane, self.n - 1);
        if time <= stamp(oldest) + MINVAL {
            return (oldest, None);
        }
        if time >= stamp(newest) - MINVAL {
            return (newest, None);
        }
        let high = self.age_at(history, lane, time).min(self.n - 1);
        let place = self.place(history, lane, high);
        if (time - stamp(place)).abs() < MINVAL {
            return (place, None);
        }
        let low = high.saturating_sub(1);
        (self.place(history, lane, low), Some([low, high]))
    }

    /// Replaces all samples. Without `times` or `values`, those of the buffer stay.
    pub(crate) fn fill(
        self,
        history: &mut [f64],
        times: Option<&[f64]>,
        values: Option<&[f64]>,
    ) -> Result<(), HistoryError> {
        let check = |what, slice: Option<&[f64]>, expected| match slice {
            Some(s) if s.len() != expected => {
                Err(HistoryError::Length { what, expected, found: s.len() })
            }
            _ => Ok(()),
        };
        check("times", times, self.n)?;
        check("values", values, self.n * self.dim)?;
        let (head, samples) = history[self.start..].split_at_mut(2 + self.n);
        let stamps = times.unwrap_or(&head[2..]);
        if let Some(i) = stamps.windows(2).position(|t| t[1] - t[0] < MINVAL) {
            return Err(HistoryError::Times { index: i + 1 });
        }

        if let Some(times) = times {
            head[2..].copy_from_slice(times);
        }
        if let Some(values) = values {
            samples[..values.len()].copy_from_slice(values);
        }
        head[1] = (self.n - 1) as f64;
        Ok(())
    }

    /// Age of the first sample that is not older than a time; `n` if all are.
    fn age_at<N: InLanes>(self, history: &[N], lane: usize, time: f64) -> usize {
        let stamp = |age| self.time(history, lane, self.place(history, lane, age));
        if time <= stamp(0) {
            return 0;
        }
        if time > stamp(self.n - 1) {
            return self.n;
        }
        let (mut low, mut high) = (0, self.n - 1);
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            if stamp(middle) < time {
                low = middle;
            } else {
                high = middle;
            }
        }
        high
    }

    /// Place in the ring of the sample of an age.
    fn place<N: InLanes>(self, history: &[N], lane: usize, age: usize) -> usize {
        let newest = history[self.start + 1].lane(lane) as usize % self.n;
        (newest + 1 + age) % self.n
    }

    /// Time of the sample at a place.
    fn time<N: InLanes>(self, history: &[N], lane: usize, place: usize) -> f64 {
        history[self.start + 2 + place].lane(lane)
    }

    /// Where the numbers of the sample at a place are.
    fn sample(self, place: usize) -> Range<usize> {
        let start = self.start + 2 + self.n + place * self.dim;
        start..start + self.dim
    }

    /// Copies time and numbers of a sample to another place.
    fn move_sample<N: InLanes>(self, history: &mut [N], lane: usize, from: usize, to: usize) {
        let time = self.time(history, lane, from);
        history[self.start + 2 + to].set_lane(lane, time);
        for (from, to) in self.sample(from).zip(self.sample(to)) {
            let x = history[from].lane(lane);
            history[to].set_lane(lane, x);
        }
    }
}

/// Weights of value and slope at 0, value and slope at 1, of the cubic at `x`.
fn hermite(x: f64) -> [f64; 4] {
    let x2 = x * x;
    let x3 = x2 * x;
    [2.0 * x3 - 3.0 * x2 + 1.0, x3 - 2.0 * x2 + x, -2.0 * x3 + 3.0 * x2, x3 - x2]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Pack;
    use crate::sizes::Sizes;

    /// Four samples of two numbers, the second of them the negative of the first.
    const RING: Buffer = Buffer { start: 1, n: 4, dim: 2 };

    fn ring(f: impl Fn(f64) -> f64) -> Vec<f64> {
        let mut history = vec![0.0; 16];
        for time in [0.0, 1.0, 2.0, 3.0, 4.0, 5.0] {
            let slot = RING.insert(&mut history, 0, time);
            history[slot].copy_from_slice(&[f(time), -f(time)]);
        }
        history
    }

    fn read(history: &[f64], time: f64, interp: Interpolation) -> f64 {
        let mut out = [f64::NAN; 2];
        RING.read(history, 0, time, interp, &mut out);
        assert_eq!(out[0], -out[1]);
        out[0]
    }

    fn times(history: &[f64]) -> Vec<f64> {
        (0..4).map(|age| RING.time(history, 0, RING.place(history, 0, age))).collect()
    }

    #[test]
    fn the_newest_samples_stay_in_order() {
        let mut history = ring(|t| t);
        assert_eq!(times(&history), [2.0, 3.0, 4.0, 5.0]);
        // between two: the oldest gives way; older than all: it takes the place of the oldest
        let slot = RING.insert(&mut history, 0, 3.5);
        history[slot].copy_from_slice(&[7.0, -7.0]);
        assert_eq!(times(&history), [3.0, 3.5, 4.0, 5.0]);
        assert_eq!(read(&history, 3.5, Interpolation::Linear), 7.0);
        assert_eq!(read(&history, 3.0, Interpolation::Linear), 3.0);
        RING.insert(&mut history, 0, -1.0);
        assert_eq!(times(&history), [-1.0, 3.5, 4.0, 5.0]);
        // the time of a sample that is there: replaced
        let slot = RING.insert(&mut history, 0, 4.0);
        history[slot].copy_from_slice(&[8.0, -8.0]);
        assert_eq!(times(&history), [-1.0, 3.5, 4.0, 5.0]);
        assert_eq!(read(&history, 4.0, Interpolation::Hold), 8.0);
        // the neighbors of the buffer are not touched
        assert_eq!([history[0], history[1], history[15]], [0.0; 3]);
    }

    #[test]
    fn outside_of_the_samples_the_ends_are_held() {
        let history = ring(|t| 10.0 + t);
        for interp in [Interpolation::Hold, Interpolation::Linear, Interpolation::Cubic] {
            assert_eq!(read(&history, -100.0, interp), 12.0);
            assert_eq!(read(&history, 100.0, interp), 15.0);
            assert_eq!(read(&history, 4.0, interp), 14.0);
        }
    }

    #[test]
    fn each_interpolation_is_exact_for_its_polynomials() {
        let line = ring(|t| 3.0 * t - 1.0);
        assert_eq!(read(&line, 3.75, Interpolation::Hold), 8.0);
        assert!((read(&line, 2.25, Interpolation::Linear) - 5.75).abs() < 1e-14);
        // central slopes are those of a parabola; at the ends of the buffer they are zero
        let parabola = ring(|t| t * t);
        assert!((read(&parabola, 3.25, Interpolation::Cubic) - 3.25 * 3.25).abs() < 1e-14);
        let near_end = 5.0 - 1e-4;
        assert!((25.0 - read(&parabola, near_end, Interpolation::Cubic)).abs() < 1e-6);
    }

    #[test]
    fn lanes_have_rings_of_their_own() {
        let (one, other) = (ring(|t| t), ring(|t| 2.0 * t));
        let mut packed: Vec<Pack<2>> =
            one.iter().zip(&other).map(|(&a, &b)| Pack([a, b])).collect();
        RING.insert(&mut packed, 1, 9.0);
        let lane = |i: usize| packed.iter().map(|x| x.0[i]).collect::<Vec<f64>>();
        assert_eq!(times(&lane(0)), [2.0, 3.0, 4.0, 5.0]);
        assert_eq!(times(&lane(1)), [3.0, 4.0, 5.0, 9.0]);
        assert_eq!(read(&lane(1), 3.0, Interpolation::Hold), 6.0);
    }

    #[test]
    fn odd_numbers_in_a_buffer_do_not_panic() {
        for newest in [f64::NAN, -3.0, 1e300, 2.7] {
            let mut history = ring(|t| t);
            history[2] = newest;
            history[4] = f64::NAN;
            for time in [f64::NAN, f64::INFINITY, 3.5] {
                RING.insert(&mut history, 0, time);
                for interp in [Interpolation::Hold, Interpolation::Linear, Interpolation::Cubic] {
                    RING.read(&history, 0, time, interp, &mut [0.0; 3]);
                }
            }
        }
    }

    #[test]
    fn a_buffer_outside_of_the_history_is_none() {
        let sizes = Sizes { nbody: 1, nu: 1, nhistory: 8, ..Sizes::default() };
        let mut m = Model::new(sizes).unwrap();
        let u = ActuatorId(0);
        assert_eq!(Buffer::of_actuator(&m, u), None);
        m.actuator_history[u] = [3, 1];
        assert_eq!(Buffer::of_actuator(&m, u), Some(Buffer { start: 0, n: 3, dim: 1 }));
        m.actuator_historyadr[u] = 1;
        assert_eq!(Buffer::of_actuator(&m, u), None);
        m.actuator_history[u] = [i32::MAX, 1];
        assert_eq!(Buffer::of_actuator(&m, u), None);
    }
}
