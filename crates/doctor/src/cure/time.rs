//! How long steps take, of several models in turns.
//!
//! The same start and controls for all, rounds interleaved, of each the smallest median of blocks: beside other
//! programs single measurements are worth nothing. Whoever compares gives one model twice, which tells the noise.

use std::time::Instant;

use ferrodyn_engine::{Data, Model, step};

use crate::check::Unfinished;
use crate::limit::Limit;
use crate::run::simulate::{is_bad, move_controls, start, steps_in};

/// Rounds of all models.
const ROUNDS: usize = 5;
/// Blocks of a round, each with controls of its own.
const BLOCKS: u64 = 12;
/// How long a block is; s.
const BLOCK: f64 = 0.02;

/// The time of a step of each model; s. Infinite for one that diverges.
pub(crate) fn steps<const N: usize>(
    models: [&Model; N],
    limit: &Limit,
) -> Result<[f64; N], Unfinished> {
    let mut best = [f64::INFINITY; N];
    for _ in 0..ROUNDS {
        for (best, m) in best.iter_mut().zip(models) {
            *best = best.min(round(m, limit)?);
        }
    }
    Ok(best)
}

/// The median of the blocks of a run.
fn round(m: &Model, limit: &Limit) -> Result<f64, Unfinished> {
    let (hooks, mut d) = (limit.hooks(), Data::new(m));
    start(m, &mut d);
    let (rest, n) = (d.ctrl.to_vec(), steps_in(m, BLOCK));
    let mut times = Vec::new();
    for block in 0..BLOCKS {
        move_controls(m, &mut d, &rest, block);
        let begin = Instant::now();
        for _ in 0..n {
            step(&m.with(&hooks), &mut d);
            if limit.is_over() {
                return Err(Unfinished);
            }
        }
        times.push(begin.elapsed().as_secs_f64() / n as f64);
        if is_bad(&d) {
            return Ok(f64::INFINITY);
        }
    }
    times.sort_by(f64::total_cmp);
    Ok(times[times.len() / 2])
}
