//! A thousand environments of one model, on all cores and several in each vector register.
//!
//! ```text
//! $ cargo run -q -p ferrodyn --example batch
//! 1000 poles, 200 steps: 398 have fallen, 0 have failed
//! the first one alone goes the same way, bit for bit: true
//! environment 7: NaN, infinity or a huge value in the position, dof 1, body 2, at time 0.4000
//! the others have not noticed: true
//! ```

use std::sync::Arc;

use ferrodyn::batch::BatchSim;
use ferrodyn::{Data, LoadError, Model, load_str, step};

const CART: &str = r#"<mujoco><worldbody>
  <body><joint name="slide" type="slide" axis="1 0 0"/><geom type="box" size=".2 .1 .1"/>
    <body pos="0 0 .1"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 1" size=".04"/></body>
  </body></worldbody>
  <actuator><motor joint="slide" gear="100"/></actuator></mujoco>"#;

fn main() -> Result<(), LoadError> {
    let m = Arc::new(load_str(CART)?);
    let mut batch = BatchSim::new(m.clone(), 1000)
        .with_reward(|_: &Model, d: &Data| -d.qpos[1].abs())
        .with_termination(|_: &Model, d: &Data| d.qpos[1].abs() > 0.5);
    for env in 0..batch.len() {
        batch.ctrl_mut(env)[0] = 0.001 * (env + 1) as f64;
    }
    let result = batch.step_n(200);
    let fallen = result.terminated.iter().filter(|&&fallen| fallen).count();
    let failed = result.errors.iter().flatten().count();
    println!("1000 poles, 200 steps: {fallen} have fallen, {failed} have failed");

    let mut alone = Data::new(&*m);
    alone.ctrl[0] = 0.001;
    (0..200).for_each(|_| step(&*m, &mut alone));
    let same = result.state(0) == [alone.qpos.as_slice(), alone.qvel.as_slice()].concat();
    println!("the first one alone goes the same way, bit for bit: {same}");

    // what goes wrong in one stays there
    let mut healthy = BatchSim::new(m.clone(), 1000);
    for env in 0..healthy.len() {
        let state = batch.state(env).to_vec();
        healthy.state_mut(env).copy_from_slice(&state);
    }
    batch.state_mut(7)[2] = f64::NAN;
    let (poisoned, healthy) = (batch.step_all(), healthy.step_all());
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
