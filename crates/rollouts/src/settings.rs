//! The settings of a run: those that decide where environments go, its division into shards, its memory.

use std::ops::Range;

use ferrodyn_engine::enums::{EnableBit, StateBit};
use ferrodyn_engine::state::state_size;
use ferrodyn_engine::{Data, Model};
use serde::Serialize;

use crate::RolloutError;

/// All that trajectories depend on besides the model, and which of their states are kept.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Settings {
    /// Environments, of all shards together.
    pub environments: u64,
    /// Steps of each environment.
    pub steps: u64,
    /// Steps from one record to the next; the start and the end are always kept.
    pub every: u64,
    /// Seed of all noise.
    pub seed: u64,
    /// Spread of controls: a part of half their range, or a number where they have none.
    pub noise: f64,
    /// Steps that controls are held.
    pub hold: u64,
    /// Spread of the positions at the start, of every degree of freedom; m or rad.
    pub qpos_noise: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            environments: 4096,
            steps: 1000,
            every: 10,
            seed: 0,
            noise: 0.1,
            hold: 20,
            qpos_noise: 0.0,
        }
    }
}

/// The parts of a state that are kept: what a simulation needs to go on from there.
pub(crate) const KEPT: i32 = StateBit::FullPhysics as i32;

/// Bytes of the arrays of a shard, and of what the environments need while they step: what offsets in a zip
/// file can count, less the room that headers take.
const MOST_BYTES: u128 = (u32::MAX as u128) - (1 << 20);

/// Shards of a run: as many as their names can count.
pub const MOST_SHARDS: u32 = 99_999;

/// Bytes of the first failure of an environment and the number of its failures, in a shard.
const BYTES_OF_FAILURE: u128 = 72;

/// Bytes of an environment in a batch besides its states: counts, flags, results.
const BYTES_OF_REST: u128 = 256;

impl Settings {
    /// An error if there is nothing to do, or if a number cannot be used.
    pub(crate) fn check(&self, shards: u32) -> Result<(), RolloutError> {
        let counts = [
            ("environments", self.environments),
            ("steps", self.steps),
            ("every", self.every),
            ("hold", self.hold),
            ("shards", shards.into()),
        ];
        if let Some((name, _)) = counts.into_iter().find(|(_, count)| *count == 0) {
            return Err(RolloutError::Setting { name, problem: "must be at least 1" });
        }
        let spreads = [("noise", self.noise), ("qpos_noise", self.qpos_noise)];
        let is_spread = |x: f64| x.is_finite() && x >= 0.0;
        if let Some((name, _)) = spreads.into_iter().find(|(_, spread)| !is_spread(*spread)) {
            return Err(RolloutError::Setting { name, problem: "must be a number from 0 on" });
        }
        if shards > MOST_SHARDS {
            return Err(RolloutError::Setting { name: "shards", problem: "must be at most 99999" });
        }
        if u64::from(shards) > self.environments {
            return Err(RolloutError::TooManyShards { shards, environments: self.environments });
        }
        Ok(())
    }

    /// Records of an environment: the start, one after every so many steps, and the end.
    pub(crate) fn records(&self) -> u64 {
        self.steps.div_ceil(self.every).saturating_add(1)
    }

    /// Whether there is a record after so many steps.
    pub(crate) fn is_record(&self, step: u64) -> bool {
        step.is_multiple_of(self.every) || step == self.steps
    }

    /// Whether controls stay what they are from each record to the next, so that those of a record are all
    /// that moved its state to the next one.
    #[must_use]
    pub fn holds_between_records(&self) -> bool {
        self.hold.is_multiple_of(self.every) || self.hold >= self.steps
    }

    /// How often controls are set: at the start and after every so many steps.
    pub(crate) fn settings_of_controls(&self) -> u64 {
        self.steps.div_ceil(self.hold)
    }

    /// The environments of a shard; all shards together have each once, in order.
    #[must_use]
    pub fn part(&self, shard: u32, shards: u32) -> Range<u64> {
        let at = |i: u32| {
            (u128::from(self.environments) * u128::from(i) / u128::from(shards.max(1))) as u64
        };
        at(shard)..at(shard.saturating_add(1).min(shards))
    }

    /// An error if a shard, which may be the only one, does not fit.
    pub(crate) fn check_size(
        &self,
        m: &Model,
        shards: u32,
        keeps: bool,
    ) -> Result<(), RolloutError> {
        let count = u128::from(self.environments).div_ceil(u128::from(shards.max(1)));
        let size = |signature: i32| state_size(m, signature).unwrap_or(0) as u128;
        // one state as it is and one in the result of a step
        let mut stepping = 16 * size(StateBit::Integration as i32) + BYTES_OF_REST;
        if m.opt.enabled(EnableBit::Sleep) {
            stepping += Data::bytes_for(&m.sizes).unwrap_or(usize::MAX) as u128;
        }
        let refuse_beyond = |bytes: u128, records: Option<u64>| {
            if bytes <= MOST_BYTES {
                return Ok(());
            }
            let most = u64::try_from(MOST_BYTES * count / bytes.max(1)).unwrap_or(u64::MAX);
            // without files there are no shards
            let shards = self.environments.div_ceil(most.max(1));
            let shards = Some(shards).filter(|&n| keeps && n <= u64::from(MOST_SHARDS));
            Err(RolloutError::TooLarge { count, bytes, records, limit: MOST_BYTES, most, shards })
        };
        refuse_beyond(count.saturating_mul(stepping), None)?;
        if keeps {
            // state, time, failures and, unless they are kept apart, controls of each record
            let apart = !self.holds_between_records();
            let record = 8 * (size(KEPT) + 2 + if apart { 0 } else { m.nu as u128 });
            let controls = if apart { u128::from(self.settings_of_controls()) } else { 0 };
            let kept = record
                .saturating_mul(self.records().into())
                .saturating_add(controls.saturating_mul(8 * m.nu as u128))
                .saturating_add(BYTES_OF_FAILURE);
            refuse_beyond(count.saturating_mul(kept), Some(self.records()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(environments: u64, steps: u64, every: u64) -> Settings {
        Settings { environments, steps, every, seed: 0, noise: 0.0, hold: 1, qpos_noise: 0.0 }
    }

    #[test]
    fn shards_have_every_environment_once() {
        for (n, shards) in [(1, 1), (10, 3), (16, 16), (u64::MAX, 7)] {
            let s = settings(n, 1, 1);
            let mut next = 0;
            for i in 0..shards {
                let part = s.part(i, shards);
                assert_eq!(part.start, next);
                assert!(part.end - part.start <= n.div_ceil(u64::from(shards)));
                next = part.end;
            }
            assert_eq!(next, n);
        }
    }

    #[test]
    fn the_start_and_the_end_are_records() {
        for (steps, every, expected) in
            [(10, 5, &[0, 5, 10][..]), (10, 4, &[0, 4, 8, 10]), (10, 11, &[0, 10]), (1, 1, &[0, 1])]
        {
            let s = settings(1, steps, every);
            let records: Vec<u64> = (0..=steps).filter(|&step| s.is_record(step)).collect();
            assert_eq!((&records[..], s.records()), (expected, expected.len() as u64));
        }
        assert_eq!(settings(1, u64::MAX, 1).records(), u64::MAX);
    }

    #[test]
    fn controls_are_kept_apart_where_they_change_between_records() {
        for (steps, every, hold, holds) in
            [(100, 10, 20, true), (100, 10, 25, false), (100, 7, 20, false), (20, 7, 20, true)]
        {
            let s = Settings { hold, ..settings(1, steps, every) };
            assert_eq!(s.holds_between_records(), holds, "{steps} {every} {hold}");
            assert_eq!(s.settings_of_controls(), steps.div_ceil(hold));
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let xml = "<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>";
        let m = crate::test_model(xml).unwrap();
        let refused = |n, steps, shards, keeps| {
            settings(n, steps, 1).check_size(&m, shards, keeps).err().map(|e| e.to_string())
        };
        assert_eq!(refused(4096, 1000, 1, true), None);
        assert_eq!(refused(1, u64::MAX, 1, false), None);
        assert_eq!(refused(4096, 100_000, 16, true), None);
        for (n, steps, keeps) in [
            (u64::MAX, 1, false),
            (u64::MAX, u64::MAX, true),
            (1, u64::MAX, true),
            (4096, 100_000, true),
        ] {
            let message = refused(n, steps, 1, keeps).expect("too large");
            assert!(message.contains("a shard has at most 4.0 GiB"), "{message}");
        }
    }
}
