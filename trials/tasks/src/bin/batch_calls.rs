//! What a call that steps a batch costs: `step_all`, which returns a new result, and `step_into`, which writes into one
//! that is there. Microseconds of the fastest call, and allocations of one.

use std::sync::Arc;
use std::time::Instant;

use allocation_counter::measure;
use ferrodyn::batch::{BatchResult, BatchSim};
use ferrodyn::{Data, Model};

const CART: &str = r#"<mujoco><worldbody>
  <body><joint type="slide" axis="1 0 0"/><geom type="box" size=".2 .1 .1"/>
    <body pos="0 0 .1"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 1" size=".04"/></body></body>
</worldbody></mujoco>"#;

const ROUNDS: usize = 400;

/// Microseconds of a call.
fn micros(call: impl FnOnce()) -> f64 {
    let begun = Instant::now();
    call();
    begun.elapsed().as_nanos() as f64 / 1e3
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let m = Arc::new(ferrodyn::load_str(CART)?);
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    println!("| environments | step_all, us | allocations | step_into, us | allocations |");
    println!("|---|---|---|---|---|");
    for count in [2, 16, 256, 4096] {
        let mut batch = BatchSim::new(m.clone(), count)
            .with_reward(|_: &Model, d: &Data| d.qpos[1].cos())
            .with_termination(|_: &Model, d: &Data| d.qpos[1].abs() > 3.0);
        let mut result = BatchResult::default();
        let (mut all, mut into) = (f64::MAX, f64::MAX);
        // in turn, so that both see the same machine
        for _ in 0..ROUNDS {
            all = all.min(micros(|| drop(batch.step_all())));
            into = into.min(micros(|| batch.step_into(&mut result)));
        }
        // on the one thread that counts
        let [of_all, of_into] = one.install(|| {
            [
                measure(|| drop(batch.step_all())).count_total,
                measure(|| batch.step_into(&mut result)).count_total,
            ]
        });
        println!("| {count} | {all:.1} | {of_all} | {into:.1} | {of_into} |");
    }
    Ok(())
}
