//! Random numbers that depend only on the seed and on their purpose (environment, step, index), not on the order of
//! calls: they are the same on any number of threads and in any shard.

use ferrodyn_engine::Model;
use ferrodyn_engine::ids::ActuatorId;
use ferrodyn_engine::integrate::integrate_pos;

use crate::settings::Settings;

/// The purpose of random numbers.
#[derive(Clone, Copy)]
enum Purpose {
    Controls = 1,
    Start = 2,
}

/// A sequence of numbers: `SplitMix64`.
struct Numbers(u64);

impl Numbers {
    /// The sequence of an environment for a purpose, of which it may need several.
    fn new(seed: u64, env: u64, purpose: Purpose, which: u64) -> Self {
        let words = [env, purpose as u64, which];
        Self(words.into_iter().fold(mix(seed), |state, word| mix(state ^ mix(word))))
    }

    /// The next number, in [-1, 1).
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        (mix(self.0) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Every bit of the result depends on every bit of the word.
fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(GOLDEN);
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// Controls that are held for some steps and then jump.
pub(crate) struct Controls {
    seed: u64,
    hold: u64,
    /// For each control its value without noise, the amplitude of the noise, and its range.
    each: Vec<(f64, f64, [f64; 2])>,
}

impl Controls {
    /// Around controls at rest; the spread is that of the settings times half the range, where there is one.
    pub(crate) fn new(m: &Model, settings: &Settings, rest: &[f64]) -> Self {
        let each = rest.iter().enumerate().map(|(u, &rest)| {
            let u = ActuatorId(u);
            let [low, high] = m.actuator_ctrlrange[u];
            match m.actuator_ctrllimited[u] {
                0 => (rest, settings.noise, [f64::NEG_INFINITY, f64::INFINITY]),
                _ => (rest, settings.noise * 0.5 * (high - low), [low, high]),
            }
        });
        Self { seed: settings.seed, hold: settings.hold, each: each.collect() }
    }

    /// Whether they jump before a step.
    pub(crate) fn jump_at(&self, step: u64) -> bool {
        step.is_multiple_of(self.hold)
    }

    /// Writes the controls of a step. They depend on nothing that happens to the environment.
    pub(crate) fn write(&self, env: u64, step: u64, ctrl: &mut [f64]) {
        let mut numbers = Numbers::new(self.seed, env, Purpose::Controls, step / self.hold);
        for (ctrl, (rest, spread, [low, high])) in ctrl.iter_mut().zip(&self.each) {
            *ctrl = (rest + spread * numbers.next()).max(*low).min(*high);
        }
    }
}

/// Moves positions at the start, each degree of freedom by itself; another way after every failure.
pub(crate) fn disturb(m: &Model, settings: &Settings, env: u64, failures: u64, qpos: &mut [f64]) {
    if settings.qpos_noise == 0.0 {
        return;
    }
    let mut numbers = Numbers::new(settings.seed, env, Purpose::Start, failures);
    let away: Vec<f64> = (0..m.nv).map(|_| settings.qpos_noise * numbers.next()).collect();
    integrate_pos(m, qpos, &away, 1.0).expect("a state has the size that its model gives it");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_splitmix64() {
        // the first numbers of the generator with seed 0
        let words = [0, GOLDEN, GOLDEN.wrapping_mul(2)].map(mix);
        assert_eq!(words, [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]);
    }

    #[test]
    fn numbers_are_spread_evenly_and_differ_by_environment_purpose_and_block() {
        let mut sum = [0.0; 2];
        for env in 0..2000 {
            let mut numbers = Numbers::new(7, env, Purpose::Controls, 3);
            for _ in 0..10 {
                let x = numbers.next();
                assert!((-1.0..1.0).contains(&x));
                sum[0] += x / 20_000.0;
                sum[1] += x * x / 20_000.0;
            }
        }
        assert!(sum[0].abs() < 0.02 && (sum[1] - 1.0 / 3.0).abs() < 0.02, "{sum:?}");
        let first = |seed, env, purpose, which| Numbers::new(seed, env, purpose, which).next();
        let one = first(1, 2, Purpose::Controls, 3);
        assert_ne!(one, first(2, 2, Purpose::Controls, 3));
        assert_ne!(one, first(1, 3, Purpose::Controls, 3));
        assert_ne!(one, first(1, 2, Purpose::Start, 3));
        assert_ne!(one, first(1, 2, Purpose::Controls, 4));
        assert_eq!(one, first(1, 2, Purpose::Controls, 3));
    }

    #[test]
    fn controls_stay_in_their_ranges() {
        let m = crate::test_model(
            r#"<mujoco><worldbody><body><joint name="j"/><geom size="1"/></body></worldbody>
            <actuator><motor joint="j" ctrlrange="2 3"/><motor joint="j"/></actuator></mujoco>"#,
        )
        .unwrap();
        let settings = Settings { seed: 5, noise: 1.5, hold: 4, ..Settings::default() };
        let controls = Controls::new(&m, &settings, &[2.5, 0.0]);
        let mut seen = [f64::NAN; 2];
        let mut jumps = 0;
        for step in 0..400 {
            let mut ctrl = [0.0; 2];
            controls.write(9, step, &mut ctrl);
            assert!((2.0..=3.0).contains(&ctrl[0]) && ctrl[1].abs() <= 1.5, "{ctrl:?}");
            jumps += usize::from(ctrl != seen);
            assert_eq!(ctrl != seen, controls.jump_at(step), "step {step}");
            seen = ctrl;
        }
        assert_eq!(jumps, 100);
    }
}
