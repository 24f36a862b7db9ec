//! A quadruped in 256 variants, with masses and friction of their own, a policy in each step, rewards and falls.

use std::sync::Arc;
use std::time::Instant;

use ferrodyn::batch::{BatchResult, BatchSim};
use ferrodyn::enums::StateBit;
use ferrodyn::state::{get_state, state_size};
use ferrodyn::{Data, Model};

const ENVS: usize = 256;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("which model?")?;
    let steps: usize = arguments.next().map_or(Ok(500), |steps| steps.parse())?;
    let m = Arc::new(ferrodyn::load(file)?);
    let trunk = m.body("trunk").ok_or("no trunk")?;
    let mut d = Data::new(&m);
    d.reset_to_key(&m, m.key("home").ok_or("no pose")?)?;
    let home = d.ctrl.to_vec();

    let mut batch = BatchSim::new(m.clone(), ENVS)
        .with_control(move |env, _model, state| {
            let phase = 12.0 * state.time() + env as f64;
            for (i, rest) in home.iter().enumerate() {
                state.ctrl_mut()[i] = rest + 0.2 * (phase + i as f64).sin()
                    - 0.1 * state.qvel()[6 + i].clamp(-1.0, 1.0);
            }
        })
        .with_reward(move |_: &Model, d: &Data| {
            d.qvel[0] - 0.001 * d.ctrl.iter().map(|u| u * u).sum::<f64>()
        })
        .with_termination(move |_: &Model, d: &Data| d.qpos[2] < 0.15);
    let mut start = vec![0.0; state_size(&m, StateBit::Integration)?];
    get_state(&m, &d, &mut start, StateBit::Integration)?;
    batch.set_start(&start)?;
    batch.reset_all();

    for (env, masses) in batch.vary("body_mass")?.chunks_exact_mut(m.nbody).enumerate() {
        masses[trunk.0] *= 0.8 + 0.4 * env as f64 / ENVS as f64;
    }
    for (env, friction) in batch.vary("geom_friction")?.chunks_exact_mut(3 * m.ngeom).enumerate() {
        friction.iter_mut().step_by(3).for_each(|mu| *mu *= 0.5 + env as f64 / ENVS as f64);
    }
    batch.set_const()?;

    let (mut result, mut falls, mut reward) = (BatchResult::default(), 0, 0.0);
    let begun = Instant::now();
    for _ in 0..steps {
        batch.step_into(&mut result);
        reward += result.rewards.iter().sum::<f64>();
        falls += result.terminated.iter().filter(|ended| **ended).count();
        batch.reset_where(&result.terminated);
    }
    eprintln!("{:.0} steps/s", (ENVS * steps) as f64 / begun.elapsed().as_secs_f64());
    println!("{falls} falls, {:.4} reward in a step", reward / (ENVS * steps) as f64);
    Ok(())
}
