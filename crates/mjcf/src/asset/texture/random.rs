//! The 64-bit Mersenne Twister, which places random marks.
//!
//! Matsumoto and Nishimura, "Mersenne Twister: a 623-dimensionally equidistributed uniform
//! pseudo-random number generator", 1998; parameters of `MT19937-64`. MuJoCo draws random marks
//! with the C++ standard library's `mt19937_64`, so the same sequence gives the same pixels.

const N: usize = 312;
const M: usize = 156;
const MATRIX: u64 = 0xb502_6f5a_a966_19e9;
const LOW_31: u64 = 0x7fff_ffff;

/// The generator's state.
pub(super) struct Twister {
    state: [u64; N],
    next: usize,
}

impl Twister {
    pub(super) fn new(seed: u64) -> Self {
        let mut state = [seed; N];
        for i in 1..N {
            let last = state[i - 1];
            state[i] = (last ^ (last >> 62))
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(i as u64);
        }
        Self { state, next: N }
    }

    /// A number between 0 and 1, 1 excluded.
    pub(super) fn uniform(&mut self) -> f64 {
        // 2^64; rounding up to it must not give 1
        let x = self.bits() as f64 / 18_446_744_073_709_551_616.0;
        x.min(1.0_f64.next_down())
    }

    fn bits(&mut self) -> u64 {
        if self.next == N {
            self.twist();
            self.next = 0;
        }
        let mut x = self.state[self.next];
        self.next += 1;
        x ^= (x >> 29) & 0x5555_5555_5555_5555;
        x ^= (x << 17) & 0x71d6_7fff_eda6_0000;
        x ^= (x << 37) & 0xfff7_eee0_0000_0000;
        x ^ (x >> 43)
    }

    fn twist(&mut self) {
        for i in 0..N {
            let x = (self.state[i] & !LOW_31) | (self.state[(i + 1) % N] & LOW_31);
            let feedback = if x & 1 == 1 { MATRIX } else { 0 };
            self.state[i] = self.state[(i + M) % N] ^ (x >> 1) ^ feedback;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The C++ standard requires this value of `std::mt19937_64`.
    #[test]
    fn ten_thousandth_number_is_the_standard_one() {
        let mut twister = Twister::new(5489);
        let last = (0..10_000).map(|_| twister.bits()).last();
        assert_eq!(last, Some(9_981_545_732_273_789_042));
    }

    #[test]
    fn uniform_numbers_fill_the_unit_interval() {
        let mut twister = Twister::new(42);
        let numbers: Vec<f64> = (0..1000).map(|_| twister.uniform()).collect();
        assert!(numbers.iter().all(|x| (0.0..1.0).contains(x)));
        let mean = numbers.iter().sum::<f64>() / 1000.0;
        assert!((mean - 0.5).abs() < 0.03, "{mean}");
    }
}
