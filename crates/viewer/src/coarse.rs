//! Chooses the resolution of a moving picture, so that it moves smoothly on slow devices.

/// Pixels of the window per pixel of the picture at most, along a side.
const MOST: u32 = 4;
/// A frame that takes longer is too slow; s.
const SLOW: f64 = 1.0 / 25.0;
/// A frame has to be so much faster before it is drawn finer: a side twice as fine is four times the
/// pixels.
const SPARE: f64 = 0.3;
/// Frames from one change to the next at least.
const PATIENCE: u32 = 5;

/// How many pixels of the window a pixel of the picture covers.
#[derive(Clone, Debug)]
pub(crate) struct Coarse {
    factor: u32,
    /// Time of a frame, smoothed; s.
    frame: f64,
    /// Frames since the last change.
    age: u32,
}

impl Coarse {
    /// Starts fine, or coarse on a device that is known to be slow.
    pub(crate) fn new(is_slow: bool) -> Self {
        Self { factor: if is_slow { 2 } else { 1 }, frame: SLOW * 0.5, age: 0 }
    }

    /// The factor along a side, for a picture that moves.
    pub(crate) fn factor(&self) -> u32 {
        self.factor
    }

    /// Notes how long a frame took that was drawn with the factor.
    pub(crate) fn note(&mut self, seconds: f64) {
        if !seconds.is_finite() {
            return;
        }
        self.frame += 0.3 * (seconds.clamp(0.0, 1.0) - self.frame);
        self.age += 1;
        if self.age < PATIENCE {
            return;
        }
        let next = if self.frame > SLOW {
            (self.factor + 1).min(MOST)
        } else if self.frame < SPARE * SLOW {
            (self.factor - 1).max(1)
        } else {
            self.factor
        };
        if next != self.factor {
            (self.factor, self.age) = (next, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_frames_get_coarser_and_fast_ones_finer() {
        let mut coarse = Coarse::new(false);
        (0..4).for_each(|_| coarse.note(0.2));
        assert_eq!(coarse.factor(), 1);
        (0..100).for_each(|_| coarse.note(0.2));
        assert_eq!(coarse.factor(), MOST);
        (0..100).for_each(|_| coarse.note(0.025));
        assert_eq!(coarse.factor(), MOST);
        (0..100).for_each(|_| coarse.note(0.005));
        assert_eq!(coarse.factor(), 1);
        coarse.note(f64::NAN);
        assert_eq!(coarse.factor(), 1);
    }
}
