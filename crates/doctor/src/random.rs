//! Random numbers that are the same everywhere: splitmix64.

/// A stream of numbers.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number between two.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        let unit = (self.bits() >> 11) as f64 / (1_u64 << 53) as f64;
        low + (high - low) * unit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fill_their_range_evenly() {
        let mut random = Random::new(1);
        let numbers: Vec<f64> = (0..10_000).map(|_| random.between(-1.0, 3.0)).collect();
        assert!(numbers.iter().all(|x| (-1.0..3.0).contains(x)));
        let below = numbers.iter().filter(|&&x| x < 0.0).count();
        assert!((2300..2700).contains(&below), "{below}");
    }
}
