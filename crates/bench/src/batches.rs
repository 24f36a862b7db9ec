//! Allocations of the calling thread and time of steps of a batch: with a result that is returned, one that is used
//! again, a policy inside the call and one between calls, and poses made fresh for rewards.
//!
//! ```text
//! $ cargo run -q --release -p ferrodyn-bench -- batches humanoid.xml
//! ```
//!
//! Without a file it takes a cart with a pole. One thread; times are the least of 20 rounds.

use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use ferrodyn_engine::batch::{BatchResult, BatchSim};
use ferrodyn_engine::{Data, Model};
use ferrodyn_mjcf::Loader;

const CART: &str = r#"<mujoco><worldbody>
    <body><joint name="x" type="slide" axis="1 0 0"/><geom type="box" size=".2 .1 .1"/>
      <body pos="0 0 .1"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 1" size=".04"/></body>
    </body></worldbody><actuator><motor joint="x"/></actuator></mujoco>"#;

/// Steps of a round.
const STEPS: usize = 50;

/// What is measured: how a batch is made, and how it takes so many steps.
type Case = (&'static str, fn(BatchSim) -> BatchSim, fn(&mut BatchSim, &mut BatchResult));

fn policy(qvel: &[f64]) -> f64 {
    -0.1 * qvel.last().copied().unwrap_or(0.0)
}

fn with_policy(batch: BatchSim) -> BatchSim {
    batch.with_control(|_, _, state| {
        let u = policy(state.qvel());
        state.ctrl_mut().fill(u);
    })
}

fn with_reward(batch: BatchSim) -> BatchSim {
    batch.with_reward(|_: &Model, d: &Data| d.xpos.as_slice().last().map_or(0.0, |pos| pos.0[2]))
}

const CASES: [Case; 7] = [
    (
        "step_all",
        |batch| batch,
        |batch, _| {
            (0..STEPS).for_each(|_| drop(batch.step_all()));
        },
    ),
    (
        "step_into",
        |batch| batch,
        |batch, result| {
            (0..STEPS).for_each(|_| batch.step_into(result));
        },
    ),
    ("step_n_into", |batch| batch, |batch, result| batch.step_n_into(STEPS, result)),
    (
        "policy between calls",
        |batch| batch,
        |batch, result| {
            for _ in 0..STEPS {
                for env in 0..batch.len() {
                    let u = policy(batch.qvel(env));
                    batch.ctrl_mut(env).fill(u);
                }
                batch.step_into(result);
            }
        },
    ),
    ("with_control", with_policy, |batch, result| batch.step_n_into(STEPS, result)),
    ("with_reward", with_reward, |batch, result| batch.step_n_into(STEPS, result)),
    (
        "with_fresh_kinematics",
        |batch| with_reward(batch).with_fresh_kinematics(),
        |batch, result| batch.step_n_into(STEPS, result),
    ),
];

pub(crate) fn run(arguments: &[String]) -> Result<ExitCode, Box<dyn Error>> {
    let m = match arguments.first() {
        Some(path) => Loader::new().load_path(path)?,
        None => Loader::new().load_str(CART)?,
    };
    let m = Arc::new(m);
    let counts = [2, 64, 256];
    let cells = |cells: [String; 3]| cells.map(|cell| format!("{cell:>22}")).concat();
    println!("{:24}{}", "", cells(counts.map(|n| format!("{n} environments"))));
    for (name, make, step) in CASES {
        let row = counts.map(|n| {
            let mut batch = make(BatchSim::new(m.clone(), n));
            let mut result = BatchResult::default();
            let mut least = f64::INFINITY;
            let mut allocations = 0;
            for _ in 0..20 {
                batch.reset_all();
                let mut time = 0.0;
                allocations = allocation_counter::measure(|| {
                    let start = Instant::now();
                    step(&mut batch, &mut result);
                    time = start.elapsed().as_secs_f64();
                })
                .count_total;
                least = least.min(time);
            }
            let each = 1e6 * least / (STEPS * n) as f64;
            let allocations = allocations as f64 / STEPS as f64;
            format!("{each:.3} us, {allocations:.0} a step")
        });
        println!("{name:24}{}", cells(row));
    }
    println!("(microseconds of a step of one environment; allocations of a step of all)");
    Ok(ExitCode::SUCCESS)
}
