//! A control loop that does not allocate: gravity compensation and a spring to a moving target.
//!
//! ```text
//! $ cargo run -q -p ferrodyn --example control_loop
//! 1 s: target 0.455, angles [0.482, 0.478], 0 allocations
//! 2 s: target -0.379, angles [-0.304, -0.302], 0 allocations
//! 3 s: target -0.138, angles [-0.228, -0.226], 0 allocations
//! ```

use ferrodyn::math::fun;
use ferrodyn::{Data, Model, forward, step1, step2};

const ARM: &str = r#"<mujoco><option timestep="0.001"/><worldbody>
  <body><joint axis="0 1 0"/><geom type="capsule" size="0.04" fromto="0 0 0 0.4 0 0"/>
    <body pos="0.4 0 0"><joint axis="0 1 0"/>
      <geom type="capsule" size="0.03" fromto="0 0 0 0.3 0 0"/></body></body>
</worldbody></mujoco>"#;

/// Where both joints should be.
fn target(time: f64) -> f64 {
    0.5 * fun::sin(2.0 * time)
}

/// Torques from the state: `step1` has computed what depends on it, `step2` takes them into account.
fn control(m: &Model, d: &mut Data) {
    for k in m.dofs() {
        let angle = d.qpos[k.0]; // hinges have as many positions as velocities
        let pull = 200.0 * (target(d.time) - angle) - 20.0 * d.qvel[k];
        d.qfrc_applied[k] = d.qfrc_bias[k] + pull;
    }
}

fn run(m: &Model, d: &mut Data, seconds: f64) {
    let end = d.time + seconds;
    while d.time < end {
        step1(m, d);
        control(m, d);
        step2(m, d);
    }
}

fn main() -> Result<(), ferrodyn::LoadError> {
    let m = ferrodyn::load_str(ARM)?;
    let mut d = Data::new(&m);
    // what collision detection keeps from step to step is made once
    forward(&m, &mut d);
    for _ in 0..3 {
        let allocations = allocation_counter::measure(|| run(&m, &mut d, 1.0)).count_total;
        let (time, target) = (d.time, target(d.time));
        let angles = &*d.qpos;
        println!("{time:.0} s: target {target:.3}, angles {angles:.3?}, {allocations} allocations");
    }
    Ok(())
}
