//! Standard normal random numbers, the same that MuJoCo draws on Linux.

use super::fun;

/// A generator of standard normal numbers: Marsaglia's polar method over [`Additive`] numbers.
#[derive(Clone, Debug)]
pub struct StandardNormal {
    uniform: Additive,
}

impl StandardNormal {
    /// A generator that starts from `seed`; MuJoCo's starts from 1.
    #[must_use]
    pub fn new(seed: u32) -> Self {
        Self { uniform: Additive::new(seed) }
    }

    /// Two independent numbers.
    #[doc(alias = "mju_standardNormal")]
    pub fn pair(&mut self) -> (f64, f64) {
        const SCALE: f64 = 2.0 / 2_147_483_647.0;
        loop {
            let x = SCALE * f64::from(self.uniform.next()) - 1.0;
            let y = SCALE * f64::from(self.uniform.next()) - 1.0;
            let w = x * x + y * y;
            if w < 1.0 && w != 0.0 {
                let scale = ((-2.0 * fun::ln(w)) / w).sqrt();
                return (x * scale, y * scale);
            }
        }
    }
}

impl Default for StandardNormal {
    fn default() -> Self {
        Self::new(1)
    }
}

/// Uniform numbers of 31 bits: the additive feedback generator of the GNU C library.
#[derive(Clone, Debug)]
struct Additive {
    /// The last 31 sums; the oldest is at `oldest`.
    sums: [u32; 31],
    oldest: usize,
}

impl Additive {
    fn new(seed: u32) -> Self {
        // a multiplicative sequence to start from, then ten rounds to mix it
        let mut sums = [0; 31];
        let mut word = u64::from(seed.max(1));
        for sum in &mut sums {
            *sum = word as u32;
            word = word * 16807 % 2_147_483_647;
        }
        let mut generator = Self { sums, oldest: 3 };
        for _ in 0..310 {
            generator.next();
        }
        generator
    }

    fn next(&mut self) -> u32 {
        let oldest = self.oldest;
        let sum = self.sums[oldest].wrapping_add(self.sums[(oldest + 28) % 31]);
        self.sums[oldest] = sum;
        self.oldest = (oldest + 1) % 31;
        sum >> 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_numbers_are_those_of_the_c_library() {
        let mut generator = Additive::new(1);
        let first = [generator.next(), generator.next(), generator.next()];
        assert_eq!(first, [1_804_289_383, 846_930_886, 1_681_692_777]);
    }

    #[test]
    fn mean_and_variance_are_standard() {
        let mut normal = StandardNormal::default();
        let sample: Vec<f64> = (0..20_000).flat_map(|_| <[f64; 2]>::from(normal.pair())).collect();
        let n = sample.len() as f64;
        let mean = sample.iter().sum::<f64>() / n;
        let variance = sample.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n;
        assert!(mean.abs() < 0.02 && (variance - 1.0).abs() < 0.03, "{mean} {variance}");
    }
}
