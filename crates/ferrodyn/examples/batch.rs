//! A thousand environments of one model, on all cores and several in each vector register, with a policy for each.
//!
//! ```text
//! $ cargo run -q -p ferrodyn --example batch
//! 1000 poles, 500 steps: 318 have fallen
//! centers of poles were 0.584 m high, that of the first 0.600 m
//! one of them alone goes the same way, bit for bit: true
//! environment 7: NaN, infinity or a huge value in the position, dof 1, body 2, at time 0.0000
//! the others have not noticed: true
//! ```

use std::sync::Arc;

use ferrodyn::batch::{BatchResult, BatchSim};
use ferrodyn::ids::BodyId;
use ferrodyn::{Data, LoadError, Model, load_str, step};

const CART: &str = r#"<mujoco><worldbody>
  <body><joint name="slide" type="slide" axis="1 0 0"/><geom type="box" size=".2 .1 .1"/>
    <body name="pole" pos="0 0 .1"><joint axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 0 0 1" size=".04"/></body>
  </body></worldbody>
  <actuator><motor joint="slide" gear="20" ctrlrange="-1 1"/></actuator></mujoco>"#;

/// The force on a cart, by the angle of its pole and how fast it turns.
fn policy(qpos: &[f64], qvel: &[f64]) -> f64 {
    8.0 * qpos[1] + 2.0 * qvel[1]
}

/// The environments, whose poles lean differently.
fn poles(m: &Arc<Model>) -> BatchSim {
    // the height of the pole's center, where the cart is not
    let height = |_: &Model, d: &Data| d.xipos[BodyId(2)].0[2];
    let mut batch = BatchSim::new(m.clone(), 1000)
        .with_control(|_, _, state| state.ctrl_mut()[0] = policy(state.qpos(), state.qvel()))
        .with_reward(height)
        .with_fresh_kinematics()
        .with_termination(|_: &Model, d: &Data| d.qpos[1].abs() > 0.5);
    for env in 0..batch.len() {
        batch.qpos_mut(env)[1] = 1.5e-4 * env as f64;
    }
    batch
}

fn main() -> Result<(), LoadError> {
    let m = Arc::new(load_str(CART)?);
    let mut batch = poles(&m);
    // the policy decides before each of the steps; the memory of the result can be used again
    let mut result = BatchResult::default();
    batch.step_n_into(500, &mut result);
    let fallen = result.terminated.iter().filter(|&&fallen| fallen).count();
    let (first, mean) = (result.rewards[0] / 500.0, result.rewards.iter().sum::<f64>() / 500e3);
    println!("1000 poles, 500 steps: {fallen} have fallen");
    println!("centers of poles were {mean:.3} m high, that of the first {first:.3} m");

    let mut alone = Data::new(&*m);
    alone.qpos[1] = 1.5e-4 * 100.0;
    for _ in 0..500 {
        alone.ctrl[0] = policy(&alone.qpos, &alone.qvel);
        step(&*m, &mut alone);
    }
    let same = batch.qpos(100) == alone.qpos.as_slice() && batch.qvel(100) == alone.qvel.as_slice();
    println!("one of them alone goes the same way, bit for bit: {same}");

    // what goes wrong in one stays there
    let (mut poisoned, mut healthy) = (poles(&m), poles(&m));
    poisoned.qpos_mut(7)[1] = f64::NAN;
    let (poisoned, healthy) = (poisoned.step_all(), healthy.step_all());
    for (env, error) in poisoned.errors.iter().enumerate() {
        if let Some(error) = error {
            println!("environment {env}: {error}");
        }
    }
    let unnoticed =
        (0..1000).filter(|&env| env != 7).all(|env| poisoned.state(env) == healthy.state(env));
    println!("the others have not noticed: {unnoticed}");
    Ok(())
}
