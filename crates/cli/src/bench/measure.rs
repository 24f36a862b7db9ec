//! Rounds of steps, and the time of each stage.

use std::sync::Arc;
use std::time::Instant;

use ferrodyn::enums::Timer;
use ferrodyn::hooks::Hooks;
use ferrodyn::ids::TimerId;
use ferrodyn::state::reset_keyframe;
use ferrodyn::{Data, Model, step};
use serde::Serialize;

/// Stages, and the timers that measure them.
const STAGES: [(&str, &[Timer]); 9] = [
    ("kinematics", &[Timer::PosKinematics]),
    ("inertia", &[Timer::PosInertia]),
    ("collision", &[Timer::PosCollision]),
    ("constraint rows", &[Timer::PosMake, Timer::PosProject]),
    ("velocity", &[Timer::Velocity]),
    ("actuation", &[Timer::Actuation]),
    ("solver", &[Timer::Constraint]),
    ("integration", &[Timer::Advance]),
    ("step", &[Timer::Step]),
];
/// The name of the time that no stage accounts for.
const REST: &str = "sensors and the rest";
/// Controls change every so many steps.
const HOLD: u32 = 25;
/// Spread of the controls around those of the keyframe.
const NOISE: f64 = 0.1;

/// The time of a stage.
#[derive(Serialize)]
pub(super) struct Stage {
    pub(super) name: &'static str,
    pub(super) microseconds: f64,
}

/// The names that stages can have, in the order of a step.
pub(super) fn stage_names() -> impl Iterator<Item = &'static str> {
    let [stages @ .., _] = &STAGES;
    stages.iter().map(|(name, _)| *name).chain([REST])
}

/// Averages over the steps of a round.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    pub(super) contacts: f64,
    pub(super) rows: f64,
    pub(super) iterations: f64,
}

/// A model that is stepped in rounds.
pub(super) struct Bench<'a> {
    m: &'a Model,
    d: Data,
    steps: u32,
}

impl<'a> Bench<'a> {
    /// With `memory`, a step may take so many bytes instead of the usual limit.
    pub(super) fn new(m: &'a Model, steps: u32, memory: Option<usize>) -> Self {
        let mut d = Data::new(m);
        if let Some(bytes) = memory {
            d.set_memory_limit(bytes);
        }
        Self { m, d, steps }
    }

    /// Seconds per step of one round from the start. Not inlined: tools/speed/instructions.py counts what
    /// happens inside.
    #[inline(never)]
    pub(super) fn round(&mut self) -> f64 {
        let mut time = 0.0;
        self.walk(&Hooks::NONE, |_| (), |seconds| time += seconds);
        time / f64::from(self.steps)
    }

    /// What there is to solve, on average.
    pub(super) fn counts(&mut self) -> Counts {
        let mut sum = Counts::default();
        let add = |d: &Data| {
            sum.contacts += f64::from(d.ncon);
            sum.rows += f64::from(d.nefc);
            sum.iterations += d.solver_niter.iter().map(|&n| f64::from(n)).fold(0.0, f64::max);
        };
        self.walk(&Hooks::NONE, add, |_| ());
        let steps = f64::from(self.steps);
        Counts {
            contacts: sum.contacts / steps,
            rows: sum.rows / steps,
            iterations: sum.iterations / steps,
        }
    }

    /// The time of each stage, those that took none left out; what no stage accounts for comes last.
    pub(super) fn stages(&mut self) -> Vec<Stage> {
        let start = Instant::now();
        let clock = Arc::new(move |_: &Model, _: &mut Data| start.elapsed().as_secs_f64());
        let hooks = Hooks { time: Some(clock), time_stages: true, ..Hooks::NONE };
        let mut total = [0.0; STAGES.len()];
        let add = |d: &Data| {
            for (total, (_, timers)) in total.iter_mut().zip(STAGES) {
                // what timers hold after the last step is the sum since the reset
                *total = timers.iter().map(|&t| d.timer[TimerId(t as usize)].duration).sum();
            }
        };
        self.walk(&hooks, add, |_| ());
        let microseconds = total.map(|seconds| 1e6 * seconds / f64::from(self.steps));
        let [stages @ .., step] = microseconds;
        let rest = step - stages.iter().sum::<f64>();
        let named = STAGES.iter().map(|(name, _)| *name).zip(stages);
        let all = named.chain([(REST, rest)]);
        all.filter(|(_, time)| *time > 0.0)
            .map(|(name, microseconds)| Stage { name, microseconds })
            .collect()
    }

    /// Bytes of the arrays of a simulation.
    pub(super) fn bytes(&self) -> usize {
        self.d.fields().map(|field| field.bytes.len()).sum()
    }

    /// Steps from the start; `look` sees the data after each step, `time` hears how long some took.
    fn walk(&mut self, hooks: &Hooks, mut look: impl FnMut(&Data), mut time: impl FnMut(f64)) {
        let Self { m, d, steps } = self;
        d.reset(*m);
        if m.nkey > 0 {
            reset_keyframe(*m, d, 0);
        }
        let rest = d.ctrl.to_vec();
        let mut noise = Noise::default();
        let mut done = 0;
        while done < *steps {
            for (ctrl, rest) in d.ctrl.iter_mut().zip(&rest) {
                *ctrl = rest + NOISE * noise.next();
            }
            let count = HOLD.min(*steps - done);
            let start = Instant::now();
            for _ in 0..count {
                step(&m.with(hooks), d);
                look(d);
            }
            time(start.elapsed().as_secs_f64());
            done += count;
        }
    }
}

/// Numbers between -1 and 1, the same as in the script of the peer.
struct Noise(u32);

impl Default for Noise {
    fn default() -> Self {
        Self(1)
    }
}

impl Noise {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(1_103_515_245).wrapping_add(12_345) & 0x7fff_ffff;
        f64::from(self.0) / f64::from(1u32 << 30) - 1.0
    }
}
